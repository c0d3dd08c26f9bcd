(** * When the statement of a certificate is true (docs/certificate-format.md, sections 2, 5 and 6)

    [true_of] says of every field of the hashed part of a certificate, but for words for people, what it means for it to be
    right. It speaks of sets, and of no program: how many points satisfy a hypothesis is the cardinality of the set of those
    points, the least counterexample is one before which there is none. Whoever wants to know what the verifier proves reads
    Syntax.v, Rationals.v, Networks.v, Terms.v, Domains.v and this file; nothing is proved here.

    Only certificates without evidence, whose domains are decided completely, are spoken of. Label, scope, kinds of steps and
    hashes say nothing here that could be false: Decode.v and Hashes.v look at their form, and that a hash is that of what
    the step says; nor does it matter that nothing is idle, which Hashes.v sees to. *)

From Coq Require Import ZArith QArith Qabs List String Sorted.
From Checker Require Import Rationals Syntax Networks Terms Domains.
Import ListNotations.

(** A set has k elements. *)
Definition cardinal {A : Type} (p : A -> Prop) (k : Z) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> p x) /\ size l = k.

(** The elements of a set in an order, each once. *)
Definition in_order {A : Type} (earlier : A -> A -> Prop) (p : A -> Prop) (l : list A) : Prop :=
  (forall x, In x l <-> p x) /\ StronglySorted earlier l.

(** An element of a set before which there is none. *)
Definition first_of {A : Type} (earlier : A -> A -> Prop) (p : A -> Prop) (x : A) : Prop :=
  p x /\ forall y, p y -> x = y \/ earlier x y.

(** ** Places: the points of a step, in the order of its domains and of their points *)

(** Number of the domain in the list of the step, from 0; its name; the rank of the point; the point. A step without domains
    has one place, and no point there. *)
Record place := At { domain_number : Z; domain_of : string; rank : Z; point_at : option matrix }.

Definition earlier (x y : place) : Prop :=
  (domain_number x < domain_number y \/ domain_number x = domain_number y /\ rank x < rank y)%Z.

Definition is_place (C : context) (ds : list domain) (st : step) (x : place) : Prop :=
  match over st with
  | [] => x = At 0 "" 0 None
  | names => exists d X S asked,
      nth_of names (domain_number x) = Some (domain_name d) /\ In d ds /\ domain_of x = domain_name d /\
      space_of C (domain_spec d) = Some (S, asked) /\ point_at x = Some X /\ member S X /\
      cardinal (fun Y => member S Y /\ precedes S Y X) (rank x)
  end.

Definition scene_at (x : place) : scene := Scene (point_at x) None None [].

(** ** What a step says of its places *)

Section Step.
  Variables (C : context) (ds : list domain) (st : step).

  Definition hypothesis_true (x : place) : Prop :=
    match given st with None => True | Some g => is_true C (scene_at x) g end.
  Definition hypothesis_false (x : place) : Prop :=
    match given st with None => False | Some g => is_false C (scene_at x) g end.

  (** The places that the step speaks of: those that satisfy its hypothesis. *)
  Definition applies (x : place) : Prop := is_place C ds st x /\ hypothesis_true x.

  (** The numbers of the term, which is a number or a list. *)
  Definition numbers_of (v : value) : option (list Q) :=
    match v with Number x => Some [x] | ListValue l => Some l | _ => None end.
  Definition numbers_at (x : place) (l : list Q) : Prop :=
    applies x /\ exists v, value_of C (scene_at x) (the_term st) = Some v /\ numbers_of v = Some l.

  (** *** Each *)

  Definition fails_alone (x : place) : Prop := applies x /\ is_false C (scene_at x) (the_term st).

  (** *** Distinct and apart: two numbers at different places, or two of one place *)

  (** x and y do not differ as they should. *)
  Definition too_near (r : relation) (bound x y : Q) : Prop := compare_numbers r (Qabs (x - y)) bound = false.

  Definition clash (r : relation) (bound : Q) (l : list Q) : Prop :=
    exists i j a b, i <> j /\ nth_of l i = Some a /\ nth_of l j = Some b /\ too_near r bound a b.

  Definition fails_with_another (r : relation) (bound : Q) (x : place) : Prop :=
    exists l, numbers_at x l /\
      (clash r bound l \/
       exists y m a b, numbers_at y m /\ y <> x /\ In a l /\ In b m /\ too_near r bound a b).

  Definition pair_fails (r : relation) (bound : Q) (p : place * place) : Prop :=
    earlier (fst p) (snd p) /\
    exists l m, numbers_at (fst p) l /\ numbers_at (snd p) m /\ clash r bound (l ++ m).
  Definition earlier_pair (p q : place * place) : Prop :=
    earlier (fst p) (fst q) \/ fst p = fst q /\ earlier (snd p) (snd q).

  (** The least number that occurs twice in a list; the least distance of two numbers at different places of it. *)
  Definition least_twice (l : list Q) (x : Q) : Prop :=
    let twice y := exists i j a b, i <> j /\ nth_of l i = Some a /\ nth_of l j = Some b /\ a == y /\ b == y in
    twice x /\ forall y, twice y -> x <= y.
  Definition least_distance (l : list Q) (x : Q) : Prop :=
    let distance y := exists i j a b, i <> j /\ nth_of l i = Some a /\ nth_of l j = Some b /\ y == Qabs (a - b) in
    distance x /\ forall y, distance y -> x <= y.

  (** *** Sums and own folds *)

  (** In how many orders these columns can stand: all orders of n columns, over those of equal columns. *)
  Definition orders_count (X : matrix) (k : Z) : Prop :=
    cardinal (fun Y => exists l, Permutation.Permutation l X /\ Y = l) k.
  Definition is_orbits (sp : spec) : bool := match sp with Orbits _ _ _ => true | _ => false end.
  Definition counted (x : place) (k : Z) : Prop :=
    match point_at x with
    | Some X => exists d, In d ds /\ domain_of x = domain_name d /\
                  (if is_orbits (domain_spec d) then orders_count X k else k = 1%Z)
    | None => k = 1%Z
    end.

  Definition sum_is (s : Q) : Prop :=
    exists xs terms, in_order earlier applies xs /\
      Forall2 (fun x y => exists a k, numbers_at x [a] /\ counted x k /\ y == a * inject_Z k) xs terms /\
      s == fold_right Qplus 0 terms.

  (** What own folds come to: from the numbers at first, through all places in order. *)
  Inductive accumulates (next : list term) : list Q -> list (list Q) -> list Q -> Prop :=
  | accumulated_all a : accumulates next a [] a
  | accumulates_next a a' b l rest :
      all_of (fun t => number (value_of C (Scene None (Some a) (Some l) []) t)) next = Some a' ->
      accumulates next a' rest b -> accumulates next a (l :: rest) b.

  Definition own_scene (a : list Q) : scene := Scene None (Some a) None [].
  Definition own_result (start next : list term) (a : list Q) : Prop :=
    exists xs ls begin, in_order earlier applies xs /\ Forall2 numbers_at xs ls /\
      all_of (constant_of C) start = Some begin /\ accumulates next begin ls a.

  (** *** Witnesses: going down from what is false *)

  (** From a term that is false at a scene: the variables that are bound on the way, and where it ends. *)
  Inductive falsified : scene -> list (string * value) -> term -> list (string * value) -> scene -> term -> Prop :=
  | falsified_all s b x lo hi body l h v b' s' t :
      number (value_of C s lo) = Some l -> number (value_of C s hi) = Some h -> l <= inject_Z v <= h ->
      is_false C (with_variable s x (Number (integer v))) body ->
      (forall w, l <= inject_Z w -> (w < v)%Z -> is_true C (with_variable s x (Number (integer w))) body) ->
      falsified (with_variable s x (Number (integer v))) (b ++ [(x, Number (integer v))]) body b' s' t ->
      falsified s b (Range ForAll x lo hi body) b' s' t
  | falsified_orders s b x p n vs v rest b' s' t :
      parameter_value C "n" = Some n -> orders n = vs ++ v :: rest ->
      Forall (fun w => is_true C (with_variable s x (Order w)) p) vs -> is_false C (with_variable s x (Order v)) p ->
      falsified (with_variable s x (Order v)) (b ++ [(x, Order v)]) p b' s' t ->
      falsified s b (Permutations x p) b' s' t
  | falsified_implies s b p q b' s' t :
      falsified s b q b' s' t -> falsified s b (Implies p q) b' s' t
  | falsified_and s b ts ps p rest b' s' t :
      ts = ps ++ p :: rest -> Forall (is_true C s) ps -> is_false C s p ->
      falsified s b p b' s' t -> falsified s b (Connect And ts) b' s' t
  | falsified_here s b t :
      match t with Range ForAll _ _ _ _ | Permutations _ _ | Implies _ _ | Connect And _ => False | _ => True end ->
      falsified s b t b s t.

  (** Bindings as a witness writes them, each variable once: a variable that is bound twice has its last value. *)
  Definition same_bindings (written bound : list (string * value)) : Prop :=
    NoDup (map fst written) /\ forall x, lookup x written = lookup x (rev bound).

  (** What a witness says of a term that is false at a scene. *)
  Definition described (s : scene) (t : term) (w : witness) : Prop :=
    exists b s' t', falsified s [] t b s' t' /\ same_bindings (bindings w) b /\
      match t' with
      | Compare r x y => exists u v,
          value_of C s' x = Some u /\ value_of C s' y = Some v /\ comparison w = Some (Relation r, u, [v])
      | Within inside x lo hi => exists u v v',
          value_of C s' x = Some u /\ value_of C s' lo = Some v /\ value_of C s' hi = Some v' /\
          comparison w = Some (if inside then Inside else Outside, u, [v; v'])
      | _ => comparison w = None
      end.

  Definition position_of (x : place) : position := (domain_of x, rank x).
  Definition located (w : witness) (xs : list place) : Prop :=
    match over st with
    | [] => at_positions w = [] /\ at_points w = []
    | _ => at_positions w = map position_of xs /\ Forall2 (fun X x => point_at x = Some X) (at_points w) xs
    end.
  Definition nowhere_located (w : witness) : Prop := at_positions w = [] /\ at_points w = [] /\ bindings w = [].

  (** ** Verdict, counts, witness *)

  (** One point stands for all orders of its columns, so far as networks are concerned: none of the networks in the step
      depends on that order. *)
  Variable alone : bool. (* the step is over orbits, and one of its networks does *)

  (** The verdict that counts make; [least_number] points are needed for more than a vacuous one. *)
  Definition verdict_of (least_number : Z) (k f : Z) : verdict :=
    if Z.ltb 0 f then Refuted else if Z.ltb k least_number then Vacuous else if alone then Inconclusive else Holds.

  (** Everything that the page evaluates has a value. *)
  Definition hypothesis_decided : Prop := forall x, is_place C ds st x -> hypothesis_true x \/ hypothesis_false x.

  Definition counts_true (least_number : Z) (fails : place -> Prop) : Prop :=
    hypothesis_decided /\ cardinal (is_place C ds st) (points st) /\ cardinal applies (applicable st) /\
    the_verdict st = verdict_of least_number (applicable st) (failures st) /\
    (if Z.ltb (applicable st) least_number then failures st = 0%Z else cardinal fails (failures st)).

  (** Of a step that fails or not as a whole. *)
  Definition whole_true (fails : Prop) : Prop :=
    hypothesis_decided /\ cardinal (is_place C ds st) (points st) /\ cardinal applies (applicable st) /\
    the_verdict st = verdict_of 1 (applicable st) (failures st) /\
    (failures st = 1%Z /\ fails /\ (0 < applicable st)%Z /\ alone = false \/
     failures st = 0%Z /\ (~ fails \/ applicable st = 0%Z \/ alone = true)).

  Definition witness_true : Prop :=
    match the_witness st with
    | None => failures st = 0%Z
    | Some w => failures st <> 0%Z /\
        match the_fold st with
        | Each => exists x, first_of earlier fails_alone x /\ located w [x] /\ described (scene_at x) (the_term st) w
        | DistinctNumbers => exists x y l m v, first_of earlier_pair (pair_fails Greater 0) (x, y) /\
            numbers_at x l /\ numbers_at y m /\ located w [x; y] /\ bindings w = [] /\
            least_twice (l ++ m) v /\ comparison w = Some (Relation Unequal, Number (Qred v), [Number (Qred v)])
        | Apart r t => exists x y l m v b, constant_of C t = Some b /\
            first_of earlier_pair (pair_fails r b) (x, y) /\
            numbers_at x l /\ numbers_at y m /\ located w [x; y] /\ bindings w = [] /\
            least_distance (l ++ m) v /\ comparison w = Some (Relation r, Number (Qred v), [Number b])
        | SumOfAll r t => exists s b, constant_of C t = Some b /\ sum_is s /\ nowhere_located w /\
            comparison w = Some (Relation r, Number (Qred s), [Number b])
        | Own start next holds => exists a, own_result start next a /\
            at_positions w = [] /\ at_points w = [] /\ described (own_scene a) holds w
        end
    end.

  (** ** The measure *)

  (** Whether what is left of a term behind its [ForAll]s is a relation of numbers. *)
  Fixpoint of_numbers (vars : list (string * kind)) (t : term) : bool :=
    match t with
    | Range ForAll x _ _ body => of_numbers ((x, NumberKind) :: vars) body
    | Compare _ a _ => match kind_of C (Reach true false false) vars a with Some NumberKind => true | _ => false end
    | Within _ _ _ _ => true
    | _ => false
    end.

  (** The numbers b - a of relations of numbers, or x of x in [lo, hi], for all values of the variables before it. *)
  Fixpoint margins (s : scene) (t : term) : option (list Q) :=
    match t with
    | Range ForAll x lo hi body =>
        let? l := number (value_of C s lo) in let? h := number (value_of C s hi) in
        option_map (@List.concat _)
          (all_of (fun v => margins (with_variable s x (Number (integer v))) body) (interval (ceiling l) (floor h)))
    | Compare _ a b => let? x := number (value_of C s a) in let? y := number (value_of C s b) in Some [minus y x]
    | Within _ x _ _ => let? y := number (value_of C s x) in Some [y]
    | _ => None
    end.

  (** The numbers that are measured at a place. *)
  Definition measured_at (x : place) (l : list Q) : Prop :=
    match the_fold st with
    | Each => applies x /\
        (if of_numbers [] (the_term st) then margins (scene_at x) (the_term st) = Some l
         else exists b, value_of C (scene_at x) (the_term st) = Some (Truth b) /\ l = [integer (if b then 1 else 0)])
    | _ => numbers_at x l
    end.

  Definition prime : Z := 2305843009213693951. (* 2^61 - 1 *)

  (** r is p times the inverse of q, modulo the prime. *)
  Definition residue (x : Q) (r : Z) : Prop :=
    (0 <= r < prime)%Z /\ (Zpos (Qden x) mod prime <> 0)%Z /\ (r * Zpos (Qden x) mod prime = Qnum x mod prime)%Z.

  (** x is measured at the place, and it is the first place where it is. *)
  Definition extreme_at (better : Q -> Q -> Prop) (x : Q) (p : position) : Prop :=
    exists y, position_of y = p /\ first_of earlier (fun z => exists l, measured_at z l /\ In x l) y /\
      forall z l x', measured_at z l -> In x' l -> better x x'.

  Definition measure_true : Prop :=
    match over st, the_measure st with
    | [], m => m = None
    | _, None => forall x l, measured_at x l -> l = []
    | _, Some m =>
        extreme_at Qle (least m) (least_at m) /\ extreme_at (fun x y => y <= x) (greatest m) (greatest_at m) /\
        exists xs ls rs, in_order earlier applies xs /\ Forall2 measured_at xs ls /\ Forall2 residue (List.concat ls) rs /\
          sum_modulo m = (fold_right Z.add 0 rs mod prime)%Z
    end.

  (** ** A step *)

  Definition all_have_values : Prop :=
    forall x, applies x ->
    match the_fold st with
    | Each => (exists b, value_of C (scene_at x) (the_term st) = Some (Truth b)) /\ exists l, over st = [] \/ measured_at x l
    | _ => exists l, numbers_at x l
    end.

  Definition sees : reach := Reach (match over st with [] => false | _ => true end) false false.
  Definition has_kind (r : reach) (t : term) (k : kind) : Prop := kind_of C r [] t = Some k.

  Definition well_formed_step : Prop :=
    NoDup (over st) /\ (forall name, In name (over st) -> exists d, In d ds /\ domain_name d = name) /\
    (forall g, given st = Some g -> has_kind sees g TruthKind) /\
    match the_fold st with
    | Each => has_kind sees (the_term st) TruthKind
    | DistinctNumbers => has_kind sees (the_term st) NumberKind \/ has_kind sees (the_term st) ListKind
    | Apart r b => (r = AtLeast \/ r = Greater) /\ constant_of C b <> None /\
        (has_kind sees (the_term st) NumberKind \/ has_kind sees (the_term st) ListKind)
    | SumOfAll r b => r <> Unequal /\ constant_of C b <> None /\ has_kind sees (the_term st) NumberKind
    | Own start next holds =>
        (has_kind sees (the_term st) NumberKind \/ has_kind sees (the_term st) ListKind) /\
        start <> [] /\ size start = size next /\ Forall (fun t => constant_of C t <> None) start /\
        Forall (fun t => has_kind (Reach false true true) t NumberKind) next /\
        has_kind (Reach false true false) holds TruthKind
    end.

  Definition step_true : Prop :=
    well_formed_step /\ all_have_values /\ witness_true /\ measure_true /\
    match the_fold st with
    | Each => counts_true 1 fails_alone
    | DistinctNumbers => counts_true 2 (fails_with_another Greater 0)
    | Apart r t => exists b, constant_of C t = Some b /\ counts_true 2 (fails_with_another r b)
    | SumOfAll r t => exists s b, constant_of C t = Some b /\ sum_is s /\ whole_true (compare_numbers r s b = false)
    | Own start next holds =>
        (applicable st = 0%Z \/ alone = true) /\ whole_true False \/ (* nothing is asserted *)
        exists a b, own_result start next a /\ value_of C (own_scene a) holds = Some (Truth b) /\ whole_true (b = false)
    end.
End Step.

(** ** Networks that are what the page asks for *)

Definition is_matrix {A : Type} (rows cols : Z) (W : weights A) : bool :=
  (Z.eqb (size W) rows && forallb (fun row => Z.eqb (size row) cols) W)%bool.

Definition head_shaped {A : Type} (d : Z) (h : head A) : bool :=
  let v := size (W_V h) in let k := size (b_Q h) in
  (Z.leb 1 v && Z.leb 1 k && is_matrix d v (W_O h) && is_matrix v d (W_V h) && is_matrix k d (W_K h) && is_matrix k d (W_Q h))%bool.

(** A pattern of n rows and columns, each column with a true. *)
Definition mask_shaped (M : mask) : bool :=
  match M with
  | Pattern rows =>
      (is_matrix (size rows) (size rows) rows && Z.leb 1 (size rows) &&
       forallb (fun j => existsb (fun row => match nth_of row j with Some b => b | None => false end) rows)
         (count_up (size rows)))%bool
  | _ => true
  end.

(** Pieces in increasing order that cover the line; [after] is the end of the piece before and whether that piece has it;
    none before the first. *)
Fixpoint covers (before : option (Q * bool)) (phi : list piece) : bool :=
  match phi with
  | [] => false
  | p :: rest =>
      let begins := match before, from p with
        | None, None => negb (from_closed p)
        | Some (b, closed), Some a => (same a b && Bool.eqb (from_closed p) (negb closed))%bool
        | _, _ => false
        end in
      let filled := match from p, to p with
        | Some a, Some b => (less a b || (same a b && from_closed p && to_closed p))%bool
        | _, _ => true
        end in
      (begins && filled && match to p with
        | None => negb (to_closed p) && match rest with [] => true | _ => false end
        | Some b => covers (Some (b, to_closed p)) rest
        end)%bool
  end.

Definition layer_shaped {A : Type} (d : Z) (l : layer A) : bool :=
  match l with
  | Attention _ M heads => (Z.leb 1 (size heads) && forallb (head_shaped d) heads && mask_shaped M)%bool
  | FeedForward W_1 b_1 W_2 b_2 phi =>
      let r := size b_1 in (is_matrix r d W_1 && is_matrix d r W_2 && Z.eqb (size b_2) d && covers None phi)%bool
  | PositionalEncoding E =>
      match E with row :: _ => is_matrix d (size row) E | [] => false end
  | BilinearProjection W_O W_P => (is_matrix d d W_O && is_matrix (size W_P) (size W_P) W_P)%bool
  | SeparableConvolution W_O W_C centre =>
      match W_C with
      | row :: _ => (is_matrix d d W_O && is_matrix d (size row) W_C && Z.leb 1 centre && Z.leb centre (size row))%bool
      | [] => false
      end
  end.

Definition new_names (names around : list string) : bool :=
  (all_different String.eqb (names ++ around)
   && forallb (fun x => negb (String.eqb x "") && negb (String.eqb x "constant")) names)%bool.

(** Every item is well formed, those of families without a turn too. *)
Fixpoint item_shaped (d : Z) (around : list string) (i : item) {struct i} : bool :=
  match i with
  | Single l => (layer_shaped d l && match layer_value (map (fun x => (x, integer 0)) around) l with Some _ => true | None => false end)%bool
  | Family x _ _ count its => (new_names [x] around && Z.leb 0 count && everywhere (item_shaped d (x :: around)) its)%bool
  | Table xs rows its =>
      (new_names xs around && Z.leb 1 (size xs) && Z.leb 1 (size rows) && is_matrix (size rows) (size xs) rows
       && everywhere (item_shaped d (xs ++ around)) its)%bool
  | Group _ its => everywhere (item_shaped d around) its
  end.

Definition well_formed_network (N : network) : bool :=
  (Z.leb 1 (network_d N) && everywhere (item_shaped (network_d N) []) (items N)
   && all_different String.eqb (map fst (stages N))
   && forallb (fun s => Z.leb 0 (snd s) && Z.leb (snd s) (size (items N))) (stages N))%bool.

(** ** Whether one point stands for its orbit *)

(** Whether what a network makes of columns may depend on their order. *)
Definition order_matters (N : network) : bool :=
  match layers_of (items N) with
  | Some ls => existsb (fun l => match l with
      | Attention Average Everything _ | FeedForward _ _ _ _ _ => false
      | _ => true end) ls
  | None => true
  end.

Fixpoint networks_in (t : term) : list string :=
  match t with
  | Int _ | Param _ | Def _ | Var _ | Point | Accumulator | Numbers => []
  | Connect _ ts => flat_map networks_in ts
  | Minus a b | Quotient a b | Power a b | Compare _ a b | Implies a b | Item a b | Dot a b => networks_in a ++ networks_in b
  | Negative a | Floor a | Not a | Distinct a | Permutations _ a | Permuted a _ => networks_in a
  | Within _ a b c | If a b c | Range _ _ a b c | MatrixEntry a b c | Columns a b c =>
      networks_in a ++ networks_in b ++ networks_in c
  | Select k ts => networks_in k ++ flat_map networks_in ts
  | NamedStage N _ m => N :: networks_in m
  | Stage N k m | After N k m | Layer N k m => N :: networks_in k ++ networks_in m
  | Quantity N _ => [N]
  end.

Definition terms_of (st : step) : list term :=
  (match given st with Some g => [g] | None => [] end) ++ the_term st ::
  match the_fold st with
  | Each | DistinctNumbers => []
  | Apart _ b | SumOfAll _ b => [b]
  | Own start next holds => start ++ next ++ [holds]
  end.

Definition over_orbits (sp : spec) : bool :=
  match sp with Orbits _ _ _ => true | Pairs of => is_orbits of | _ => false end.

(** The step is over orbits, and a network in it makes of columns what may depend on their order. *)
Definition stands_alone (C : context) (ds : list domain) (st : step) : bool :=
  (existsb (fun d => existsb (String.eqb (domain_name d)) (over st) && over_orbits (domain_spec d)) ds
   && existsb (fun name => match lookup name (known_networks C) with Some N => order_matters N | None => true end)
        (flat_map networks_in (terms_of st)))%bool.

(** ** The overall verdict *)

Definition verdict_eqb (a b : verdict) : bool :=
  match a, b with
  | Holds, Holds | Refuted, Refuted | Vacuous, Vacuous | Inconclusive, Inconclusive => true
  | _, _ => false
  end.

Definition verdicts_of (sts : list step) (names : list string) : list verdict :=
  flat_map (fun name => map the_verdict (filter (fun st => String.eqb name (step_name st)) sts)) names.

Definition conclusion_of (sts : list step) (ps : list part) (names : list string) : overall :=
  let vs := verdicts_of sts names in
  let is v := existsb (verdict_eqb v) vs in
  let left := size (filter part_undecided ps) in
  if is Refuted then OverallRefuted
  else if is Inconclusive then OverallInconclusive
  else if is Holds then
    if Z.eqb left 0 then OverallHolds else if Z.ltb left (size ps) then HoldsInPart else OverallInconclusive
  else if Z.eqb left 0 then OverallVacuous else OverallInconclusive.

Definition parts_well_formed (ps : list part) (names : list string) : bool :=
  (forallb (fun p => forallb (fun x => existsb (String.eqb x) names) (part_steps p)
                     && (part_undecided p || Z.leb 1 (size (part_steps p)))) ps
   && all_different String.eqb (flat_map part_steps ps))%bool.

(** ** The statement *)

Definition true_of (s : statement) : Prop :=
  exists C,
    define (Context (parameters s) [] (networks s)) (definitions s) = Some C /\
    (forall x, lookup x (values s) = lookup x (known_definitions C)) /\ NoDup (map fst (values s)) /\
    Forall (fun N => well_formed_network (snd N) = true) (networks s) /\
    NoDup (map domain_name (domains s)) /\ NoDup (map step_name (steps s)) /\
    Forall (fun d => exists S asked, space_of C (domain_spec d) = Some (S, asked) /\ asked /\
                       cardinal (member S) (domain_points d)) (domains s) /\
    Forall (fun st => step_true C (domains s) st (stands_alone C (domains s) st)) (steps s) /\
    (forall name, In name (judged s) -> In name (map step_name (steps s))) /\
    parts_well_formed (parts s) (judged s) = true /\
    conclusion s = conclusion_of (steps s) (parts s) (judged s) /\
    NoDup (map fst (parameters s)) /\ NoDup (map fst (networks s)) /\
    Forall (fun st => reason_given st = true -> the_verdict st = Inconclusive) (steps s).
