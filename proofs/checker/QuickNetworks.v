(** * Networks that are prepared once and applied often

    [prepare] unrolls the families and tables of a network once, and computes keys and values once for each head of a layer
    and not once for each column, and passes over heads that cancel. What a prepared network gives is proved to be what Networks.v says. *)

From Coq Require Import ZArith QArith List String Bool Lia.
From Checker Require Import Rationals Syntax Networks Terms FiniteSets LongLists Equality TermInduction QuickDot OppositeHeads.
Import ListNotations.

(** ** Layers *)

(** What a head adds to a column, where keys and values of all columns are known. *)
Definition attend_known (ties : tie_rule) (h : head Q) (keys vs : list column) (v : Z) (attends : list bool) (z : column) : column :=
  let query := add (quick_apply (W_Q h) z) (b_Q h) in
  quick_apply (W_O h) (combination v (hardmax ties (map (fun key => quick_dot key query) keys) attends) vs).

Lemma attend_known_is ties h X attends z :
  attend_known ties h (map (quick_apply (W_K h)) X) (map (quick_apply (W_V h)) X) (size (W_V h)) attends z = attend ties h X attends z.
Proof.
  unfold attend_known, attend. rewrite !quick_apply_is, map_map. f_equal. f_equal.
  - f_equal. apply map_ext. intros y. rewrite quick_dot_is, quick_apply_is. reflexivity.
  - apply map_ext. intros y. apply quick_apply_is.
Qed.

(** Heads that stand beside each other and may cancel are taken together. *)
Inductive group := Alone (h : head Q) | Together (row : list Q) (b b' : Q) (h h' : head Q).

Fixpoint grouped (hs : list (head Q)) : list group :=
  match hs with
  | h :: ((h' :: rest) as more) =>
      match opposite_heads h h' with
      | Some (row, b, b') => Together row b b' h h' :: grouped rest
      | None => Alone h :: grouped more
      end
  | [h] => [Alone h]
  | [] => []
  end.

(** What a group makes of the sum so far, given what the column attends to and the column. *)
Definition quick_group (ties : tie_rule) (X : matrix) (g : group) : list bool -> column -> column -> column :=
  match g with
  | Alone h =>
      let keys := map (quick_apply (W_K h)) X in let vs := map (quick_apply (W_V h)) X in let v := size (W_V h) in
      fun attends z sum => add sum (attend_known ties h keys vs v attends z)
  | Together row b b' h h' => fun attends z sum =>
      let q := quick_dot row z in
      if same_sign (raw_plus q b) (raw_plus q b') then map (fun '(x, _) => reduced x) (combine sum (W_O h))
      else
        let now h := attend_known ties h (map (quick_apply (W_K h)) X) (map (quick_apply (W_V h)) X) (size (W_V h)) attends z in
        add (add sum (now h)) (now h')
  end.

Definition quick_layer (d : Z) (l : layer Q) : matrix -> option matrix :=
  match l with
  | Attention ties M heads =>
      let groups := grouped heads in
      fun X =>
        let n := size X in
        let numbers := count_up n in
        let everyone := map (fun _ => true) numbers in
        let adding := map (quick_group ties X) groups in
        all_of (fun '(j, z) => option_map (fun attends => fold_left (fun sum f => f attends z sum) adding z)
          (match M with Everything => Some everyone | _ => attended M n j end)) (combine numbers X)
  | FeedForward W_1 b_1 W_2 b_2 phi => fun X =>
      Some (map (fun z => add (add z (quick_apply W_2 (map (activate phi) (add (quick_apply W_1 z) b_1)))) b_2) X)
  | l => apply_layer d l
  end.

Lemma fold_left_map {A B C : Type} (f : C -> B -> C) (g : A -> B) (l : list A) (c : C) :
  fold_left f (map g l) c = fold_left (fun c x => f c (g x)) l c.
Proof. revert c. induction l as [|x rest again]; intros c; simpl; [ reflexivity | apply again ]. Qed.

Lemma grouped_is ties X attends z : forall hs sum,
  fold_left (fun sum g => quick_group ties X g attends z sum) (grouped hs) sum
  = fold_left (fun sum h => add sum (attend ties h X attends z)) hs sum.
Proof.
  assert (H : forall n (hs : list (head Q)), (List.length hs <= n)%nat -> forall sum,
    fold_left (fun sum g => quick_group ties X g attends z sum) (grouped hs) sum
    = fold_left (fun sum h => add sum (attend ties h X attends z)) hs sum).
  { induction n as [|n IH]; intros [|h [|h' rest]] L sum; simpl in L; try lia; try reflexivity.
    - simpl. rewrite attend_known_is. reflexivity.
    - cbn [grouped]. destruct (opposite_heads h h') as [[[row b] b']|] eqn:O.
      + cbn [fold_left quick_group]. rewrite IH by lia. f_equal.
        rewrite same_sign_raw, quick_dot_is, !attend_known_is.
        destruct (same_sign _ _) eqn:S; [ | reflexivity ].
        symmetry. exact (opposite_heads_cancel h h' row b b' ties X attends z sum O S).
      + cbn [fold_left quick_group]. rewrite attend_known_is. apply (IH (h' :: rest)). simpl. lia. }
  intros hs. apply (H (List.length hs)). auto.
Qed.

Theorem quick_layer_is d l X : quick_layer d l X = apply_layer d l X.
Proof.
  destruct l as [ties M heads|W_1 b_1 W_2 b_2 phi| | |]; try reflexivity; simpl.
  2: { f_equal. apply map_ext. intros z. rewrite !quick_apply_is. reflexivity. }
  apply all_of_ext_in. intros [j z] _.
  replace (match M with Everything => _ | _ => _ end) with (attended M (size X) j) by (destruct M; reflexivity).
  destruct (attended M (size X) j); [ | reflexivity ]. simpl. f_equal. rewrite fold_left_map. apply grouped_is.
Qed.

(** ** Layers in a row

    A layer with two heads that may cancel leaves a matrix as it is, but for lowest terms, where it cancels at every column.
    The products of its row of queries with the columns are kept for the next layer, which often has the same row. *)

Definition normal (d : Z) (z : column) : column := map reduced (firstn (Z.to_nat d) z).

Lemma normal_combine d z (O : weights Q) : size O = d -> map (fun '(x, _) => reduced x) (combine z O) = normal d z.
Proof.
  intros <-. rewrite size_is. unfold normal. rewrite Nat2Z.id.
  revert z. induction O as [|r O IH]; intros [|x z]; simpl; try reflexivity. rewrite <- IH. reflexivity.
Qed.

Lemma normal_twice d z : normal d (normal d z) = normal d z.
Proof.
  unfold normal. rewrite firstn_map, firstn_firstn, Nat.min_id, map_map. apply map_ext. intros x.
  rewrite !reduced_is. apply Qred_complete. apply Qred_correct.
Qed.

Lemma dot_normal d row z : size row = d -> dot row (normal d z) = dot row z.
Proof.
  intros <-. rewrite size_is. unfold normal. rewrite Nat2Z.id.
  revert z. induction row as [|x row IH]; intros [|y z]; simpl; try reflexivity.
  rewrite IH, !plus_is, !times_is, reduced_is. apply Qred_complete. rewrite !Qred_correct. reflexivity.
Qed.

(** The row of queries and the biases of a layer that may leave everything as it is. *)
Definition shift_of (d : Z) (l : layer Q) : option (list Q * Q * Q) :=
  match l with
  | Attention _ Everything [h; h'] =>
      match opposite_heads h h' with
      | Some (row, b, b') => if (Z.eqb (size (W_O h)) d && Z.eqb (size row) d)%bool then Some (row, b, b') else None
      | None => None
      end
  | _ => None
  end.

Definition cancels (b b' q : Q) : bool := same_sign (raw_plus q b) (raw_plus q b').

Lemma attended_everything n j : attended Everything n j = Some (map (fun _ => true) (count_up n)).
Proof. reflexivity. Qed.

Lemma shift_cancels d l row b b' X : shift_of d l = Some (row, b, b') ->
  forallb (fun z => cancels b b' (quick_dot row z)) X = true -> apply_layer d l X = Some (map (normal d) X).
Proof.
  intros S C. destruct l as [ties M heads| | | |]; try discriminate. simpl in S.
  destruct M; try discriminate. destruct heads as [|h [|h' [|? ?]]]; try discriminate.
  destruct (opposite_heads h h') as [[[r c] c']|] eqn:O; [ | discriminate ].
  destruct (Z.eqb (size (W_O h)) d && Z.eqb (size r) d)%bool eqn:E; [ | discriminate ]. injection S as -> -> ->.
  apply andb_true_iff in E. destruct E as [E _]. apply Z.eqb_eq in E.
  set (everyone := map (fun _ => true) (count_up (size X))).
  assert (A : forall sub js, forallb (fun z => cancels b b' (quick_dot row z)) sub = true -> List.length js = List.length sub ->
    all_of (fun jz : Z * column =>
      Some (add (add (snd jz) (attend ties h X everyone (snd jz))) (attend ties h' X everyone (snd jz)))) (combine js sub)
    = Some (map (normal d) sub)).
  { induction sub as [|z sub IH]; intros [|j js] F L; try discriminate; [ reflexivity | ]. simpl in F, L.
    apply andb_true_iff in F. destruct F as [F G]. cbn [combine all_of snd map]. rewrite (IH js G) by (injection L; auto).
    unfold cancels in F. rewrite same_sign_raw, quick_dot_is in F.
    rewrite (opposite_heads_cancel h h' row b b' ties X everyone z z O F), (normal_combine d z (W_O h) E). reflexivity. }
  cbn [apply_layer]. rewrite <- (A X (count_up (size X)) C).
  - apply all_of_ext_in. intros [j z] _. reflexivity.
  - rewrite size_is, count_up_length, Nat2Z.id. reflexivity.
Qed.

(** A layer as it is run: what tells that it leaves everything as it is, and what it does. *)
Definition ready := (option (list Q * Q * Q) * (matrix -> option matrix))%type.
Definition make_ready (d : Z) (l : layer Q) : ready := (shift_of d l, quick_layer d l).

(** The products of a row with the columns: those that are known, or new ones. *)
Definition products (row : list Q) (known : option (list Q * list Q)) (X : matrix) : list Q :=
  match known with
  | Some (row', qs) => if list_eqb rational_eqb row row' then qs else map (quick_dot row) X
  | None => map (quick_dot row) X
  end.

Fixpoint run_quickly (d : Z) (layers : list ready) (is_normal : bool) (known : option (list Q * list Q)) (X : matrix)
    : option matrix :=
  match layers with
  | [] => Some X
  | (Some (row, b, b'), f) :: rest =>
      let qs := products row known X in
      if forallb (cancels b b') qs
      then run_quickly d rest true (Some (row, qs)) (if is_normal then X else map (normal d) X)
      else match f X with None => None | Some Y => run_quickly d rest false None Y end
  | (None, f) :: rest => match f X with None => None | Some Y => run_quickly d rest false None Y end
  end.

Lemma run_from d ls : forall is_normal known X,
  (is_normal = true -> map (normal d) X = X) ->
  match known with Some (row, qs) => qs = map (quick_dot row) X /\ size row = d | None => True end ->
  run_quickly d (map (make_ready d) ls) is_normal known X = run d ls X.
Proof.
  induction ls as [|l rest IH]; intros is_normal known X N K; [ reflexivity | ].
  cbn [map run]. unfold make_ready at 1. cbn [run_quickly].
  assert (other : match quick_layer d l X with None => None | Some Y => run_quickly d (map (make_ready d) rest) false None Y end
    = match apply_layer d l X with None => None | Some Y => run d rest Y end).
  { rewrite quick_layer_is. destruct (apply_layer d l X); [ apply IH; [ discriminate | exact I ] | reflexivity ]. }
  destruct (shift_of d l) as [[[row b] b']|] eqn:S; [ | exact other ].
  assert (P : products row known X = map (quick_dot row) X).
  { unfold products. destruct known as [[row' qs]|]; [ | reflexivity ].
    destruct (list_eqb rational_eqb row row') eqn:E; [ | reflexivity ].
    apply (list_eqb_tells _ rational_eqb_tells) in E. subst row'. apply K. }
  rewrite P. destruct (forallb (cancels b b') (map (quick_dot row) X)) eqn:C; [ | exact other ].
  assert (size row = d) as L.
  { destruct l as [ties M heads| | | |]; try discriminate. simpl in S.
    destruct M; try discriminate. destruct heads as [|h [|h' [|? ?]]]; try discriminate.
    destruct (opposite_heads h h') as [[[r c] c']|]; [ | discriminate ].
    destruct (Z.eqb (size (W_O h)) d && Z.eqb (size r) d)%bool eqn:E; [ | discriminate ]. injection S as -> _ _.
    apply andb_true_iff in E. destruct E as [_ E]. apply Z.eqb_eq in E. assumption. }
  rewrite (shift_cancels d l row b b' X S).
  - assert (Q : (if is_normal then X else map (normal d) X) = map (normal d) X).
    { destruct is_normal; [ symmetry; apply N | ]; reflexivity. }
    transitivity (run_quickly d (map (make_ready d) rest) true (Some (row, map (quick_dot row) X)) (map (normal d) X));
      [ f_equal; exact Q | apply IH ].
    + intros _. rewrite map_map. apply map_ext. intros z. apply normal_twice.
    + split; [ | assumption ]. rewrite map_map. apply map_ext. intros z. rewrite !quick_dot_is. symmetry. apply dot_normal. assumption.
  - rewrite forallb_forall in *. intros z J. apply C. apply in_map. assumption.
Qed.

Lemma run_quickly_is d ls X : run_quickly d (map (make_ready d) ls) false None X = run d ls X.
Proof. apply run_from; [ discriminate | exact I ]. Qed.

(** All states after 0, 1, 2, ... layers, up to one that has none. *)
Fixpoint states_from (d : Z) (layers : list ready) (is_normal : bool) (known : option (list Q * list Q)) (X : matrix)
    : list matrix :=
  X :: match layers with
  | [] => []
  | (Some (row, b, b'), f) :: rest =>
      let qs := products row known X in
      if forallb (cancels b b') qs
      then states_from d rest true (Some (row, qs)) (if is_normal then X else map (normal d) X)
      else match f X with None => [] | Some Y => states_from d rest false None Y end
  | (None, f) :: rest => match f X with None => [] | Some Y => states_from d rest false None Y end
  end.

Lemma states_from_is d ls : forall k is_normal known X, (0 <= k <= size ls)%Z ->
  nth_of (states_from d ls is_normal known X) k = run_quickly d (first k ls) is_normal known X.
Proof.
  unfold ready in ls. induction ls as [|[[[[row b] b']|] f] rest IH]; intros k is_normal known X B.
  - assert (k = 0%Z) as -> by (unfold size in B; simpl in B; lia). reflexivity.
  - rewrite size_cons in B. cbn [states_from]. rewrite nth_of_cons. cbn [first].
    destruct (Z.eqb_spec k 0) as [->|N]; [ reflexivity | ]. destruct (Z.leb_spec k 0); [ lia | ]. cbn [run_quickly].
    destruct (forallb _ _); [ apply IH; lia | ]. destruct (f X); [ apply IH; lia | reflexivity ].
  - rewrite size_cons in B. cbn [states_from]. rewrite nth_of_cons. cbn [first].
    destruct (Z.eqb_spec k 0) as [->|N]; [ reflexivity | ]. destruct (Z.leb_spec k 0); [ lia | ]. cbn [run_quickly].
    destruct (f X); [ apply IH; lia | reflexivity ].
Qed.

(** How many layers the first 0, 1, 2, ... items make. *)
Fixpoint offsets {A : Type} (l : list (list A)) (before : Z) : list Z :=
  before :: match l with [] => [] | x :: rest => offsets rest (before + size x) end.

Lemma offsets_are {A : Type} (l : list (list A)) : forall k before, (0 <= k <= size l)%Z ->
  nth_of (offsets l before) k = Some (before + size (List.concat (first k l)))%Z.
Proof.
  induction l as [|x rest IH]; intros k before B.
  - assert (k = 0%Z) as -> by (unfold size in B; simpl in B; lia). simpl. rewrite size_nil. f_equal. lia.
  - rewrite size_cons in B. cbn [offsets]. rewrite nth_of_cons. cbn [first].
    destruct (Z.eqb_spec k 0) as [->|N]; [ simpl; rewrite size_nil; f_equal; lia | ].
    destruct (Z.leb_spec k 0); [ lia | ]. cbn [List.concat]. rewrite IH by lia. rewrite size_app. f_equal. lia.
Qed.

Lemma first_concat {A : Type} (l : list (list A)) : forall k, first (size (List.concat (first k l))) (List.concat l) = List.concat (first k l).
Proof.
  assert (zero : forall m : list A, first 0 m = []) by (intros [|? ?]; reflexivity).
  assert (app : forall (x m : list A) n, (0 <= n)%Z -> first (size x + n) (x ++ m) = x ++ first n m).
  { intros x. induction x as [|y tail IH]; intros m n B; [ rewrite size_nil; reflexivity | ].
    pose proof (size_nonnegative tail). rewrite size_cons. cbn [List.app first].
    destruct (Z.leb_spec (size tail + 1 + n) 0); [ lia | ]. f_equal. rewrite <- IH by assumption. f_equal. lia. }
  induction l as [|x rest IH]; intros k; [ reflexivity | ]. cbn [first].
  destruct (Z.leb k 0); [ cbn [List.concat]; rewrite size_nil; apply zero | ].
  cbn [List.concat]. rewrite size_app, app by apply size_nonnegative. rewrite IH. reflexivity.
Qed.

(** ** Networks *)

Record quick_network := Quick {
  quick_stage : Z -> matrix -> option matrix; quick_after : Z -> matrix -> option matrix;
  quick_alone : Z -> matrix -> option matrix; quick_quantity : string -> option Z;
  quick_states : matrix -> option (list matrix); quick_offsets : list Z }.

Lemma first_map {A B : Type} (f : A -> B) (k : Z) (l : list A) : first k (map f l) = map f (first k l).
Proof.
  revert k. induction l as [|x rest again]; intros k; simpl; [ reflexivity | ].
  destruct (Z.leb k 0); [ reflexivity | simpl; rewrite again; reflexivity ].
Qed.

Lemma all_of_map {A B C : Type} (f : B -> option C) (g : A -> B) (l : list A) : all_of f (map g l) = all_of (fun x => f (g x)) l.
Proof. induction l as [|x rest again]; simpl; [ reflexivity | rewrite again; reflexivity ]. Qed.

Lemma all_of_option_map {A B C : Type} (f : A -> option B) (g : B -> C) (l : list A) :
  all_of (fun x => option_map g (f x)) l = option_map (map g) (all_of f l).
Proof.
  induction l as [|x rest again]; simpl; [ reflexivity | ].
  destruct (f x); simpl; [ rewrite again; destruct (all_of f rest); reflexivity | reflexivity ].
Qed.

Definition prepare (N : network) : quick_network :=
  let d := network_d N in
  let by_item := map (fun i => option_map (map (make_ready d)) (unrolled [] i)) (items N) in
  let number := size (items N) in
  let literal := layers_of (items N) in
  let layers := option_map (map (make_ready d)) literal in
  let depth := match literal with Some ls => size ls | None => 0%Z end in
  Quick
    (fun k X => if (fits N X && Z.leb 0 k && Z.leb k number)%bool
                then match all_of (fun x => x) (first k by_item) with
                     | Some ls => run_quickly d (List.concat ls) false None X
                     | None => None
                     end
                else None)
    (fun k X => match layers with
                | Some ls => if (fits N X && Z.leb 0 k && Z.leb k depth)%bool then run_quickly d (first k ls) false None X else None
                | None => None
                end)
    (fun k X => match layers with
                | Some ls => if (fits N X && Z.leb 1 k)%bool
                             then match nth_of ls (k - 1) with Some f => snd f X | None => None end else None
                | None => None
                end)
    (fun q => match quantity_of q, literal with Some f, Some ls => Some (f ls) | _, _ => None end)
    (fun X => match layers with Some ls => if fits N X then Some (states_from d ls false None X) else None | None => None end)
    (match all_of (unrolled []) (items N) with Some lls => offsets lls 0 | None => [] end).

Theorem quick_stage_is N k X : quick_stage (prepare N) k X = stage N k X.
Proof.
  unfold prepare, stage. simpl. destruct (_ && _ && _)%bool; [ | reflexivity ].
  rewrite first_map, all_of_map, all_of_option_map. unfold layers_of.
  destruct (all_of (unrolled []) (first k (items N))) as [ls|]; simpl; [ | reflexivity ].
  rewrite <- concat_map. apply run_quickly_is.
Qed.

Theorem quick_after_is N k X : quick_after (prepare N) k X = after N k X.
Proof.
  unfold prepare, after. simpl. destruct (layers_of (items N)) as [ls|]; simpl; [ | reflexivity ].
  destruct (_ && _ && _)%bool; [ | reflexivity ]. rewrite first_map. apply run_quickly_is.
Qed.

Theorem quick_alone_is N k X : quick_alone (prepare N) k X = layer_alone N k X.
Proof.
  unfold prepare, layer_alone. simpl. destruct (layers_of (items N)) as [ls|]; simpl; [ | reflexivity ].
  destruct (_ && _)%bool; [ | reflexivity ]. rewrite nth_of_map. destruct (nth_of ls (k - 1)); simpl; [ | reflexivity ].
  apply quick_layer_is.
Qed.

(** Where the states of a matrix are known, they need not be computed again. *)
Theorem quick_states_after N X states k : quick_states (prepare N) X = Some states ->
  (if Z.leb 0 k then nth_of states k else None) = after N k X.
Proof.
  unfold prepare, after. simpl. destruct (layers_of (items N)) as [ls|]; simpl; [ | discriminate ].
  destruct (fits N X); [ | discriminate ]. simpl. intros E. injection E as <-.
  destruct (Z.leb_spec 0 k) as [low|low]; simpl; [ | reflexivity ].
  destruct (Z.leb_spec k (size ls)) as [high|high].
  - rewrite states_from_is by (rewrite size_map; lia). rewrite first_map. apply run_quickly_is.
  - destruct (nth_of _ k) as [Y|] eqn:F; [ | reflexivity ]. exfalso. apply nth_of_range in F.
    enough (size (states_from (network_d N) (map (make_ready (network_d N)) ls) false None X) <= size ls + 1)%Z by lia.
    clear. generalize (@None (list Q * list Q)). generalize false. revert X.
    induction ls as [|l rest IH]; intros X b o; [ simpl; rewrite size_cons, !size_nil; lia | ].
    cbn [map states_from]. rewrite !size_cons. unfold make_ready at 1.
    destruct (shift_of _ l) as [[[row c] c']|].
    + destruct (forallb _ _); [ specialize (IH (if b then X else map (normal (network_d N)) X) true (Some (row, products row o X))); lia | ].
      destruct (quick_layer _ l X) as [Y|]; [ specialize (IH Y false None); lia | rewrite size_nil; pose proof (size_nonnegative rest); lia ].
    + destruct (quick_layer _ l X) as [Y|]; [ specialize (IH Y false None); lia | rewrite size_nil; pose proof (size_nonnegative rest); lia ].
Qed.

Theorem quick_states_stage N X states k : quick_states (prepare N) X = Some states ->
  match (if Z.leb 0 k then nth_of (quick_offsets (prepare N)) k else None) with Some i => nth_of states i | None => None end
  = stage N k X.
Proof.
  unfold prepare, stage, layers_of. simpl. destruct (all_of (unrolled []) (items N)) as [lls|] eqn:L; simpl; [ | discriminate ].
  destruct (fits N X); [ | discriminate ]. simpl. intros E. injection E as <-.
  assert (number : size lls = size (items N)).
  { pose proof (proj1 (all_of_is _ _ _) L) as F. clear - F. induction F as [|i x is xs _ _ IH]; [ reflexivity | ].
    rewrite !size_cons, IH. reflexivity. }
  destruct (Z.leb_spec 0 k) as [low|low]; simpl; [ | reflexivity ].
  destruct (Z.leb_spec k (size (items N))) as [high|high].
  - rewrite offsets_are by lia. rewrite Z.add_0_l.
    assert (prefix : all_of (unrolled []) (first k (items N)) = Some (first k lls)).
    { clear - L. revert k lls L. induction (items N) as [|i rest IH]; intros k lls L; simpl in L.
      - injection L as <-. reflexivity.
      - destruct (unrolled [] i) as [x|] eqn:U; [ | discriminate ]. destruct (all_of (unrolled []) rest) as [xs|] eqn:R; [ | discriminate ].
        injection L as <-. cbn [first]. destruct (Z.leb k 0); [ reflexivity | ]. cbn [all_of].
        rewrite U, (IH (k - 1)%Z xs eq_refl). reflexivity. }
    rewrite prefix. simpl. set (n := size (List.concat (first k lls))).
    assert (bound : (0 <= n <= size (List.concat lls))%Z).
    { unfold n. split; [ apply size_nonnegative | ]. rewrite <- (first_concat lls k) at 1. clear.
      generalize (size (List.concat (first k lls))). generalize (List.concat lls).
      induction l as [|x rest IH]; intros z; [ simpl; lia | ]. cbn [first]. destruct (Z.leb z 0).
      - rewrite size_nil. apply size_nonnegative.
      - rewrite !size_cons. specialize (IH (z - 1)%Z). lia. }
    rewrite states_from_is by (rewrite size_map; lia). rewrite first_map. unfold n. rewrite first_concat. apply run_quickly_is.
  - destruct (nth_of (offsets lls 0) k) as [i|] eqn:F; [ | reflexivity ]. exfalso. apply nth_of_range in F.
    enough (size (offsets lls 0) = size lls + 1)%Z by lia. clear. generalize 0%Z.
    induction lls as [|x rest IH]; intros z; cbn [offsets]; rewrite !size_cons; [ reflexivity | ]. rewrite IH. lia.
Qed.
