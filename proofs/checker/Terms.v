(** * What a term means (docs/certificate-format.md, section 3)

    [kind_of] says of what kind the value of a term is, whatever the point: a term without a kind is refused before
    anything is evaluated. [value_of] is its value at a point, and there is none where the page speaks of an error. Every
    operand is evaluated, but for the branches of [If] and [Select] that are not taken and for what comes after the first
    permutation that makes [Permutations] false. *)

From Coq Require Import ZArith QArith List String Permutation.
From Checker Require Import Rationals Syntax Networks.
Import ListNotations.

(** What all terms of a certificate may speak of. *)
Record context := Context {
  known_parameters : list (string * parameter); known_definitions : list (string * Q);
  known_networks : list (string * network) }.

Definition parameter_value (C : context) (name : string) : option Z :=
  match lookup name (known_parameters C) with Some (Integer z) => Some z | _ => None end.

(** Where a term is evaluated: the point, if there is one; in an own fold, what has been accumulated and the numbers of
    the point that is added; and the variables with their values, the innermost first. *)
Record scene := Scene {
  the_point : option matrix; accumulated : option (list Q); added : option (list Q); variables : list (string * value) }.

Definition nowhere : scene := Scene None None None [].
Definition at_point (X : matrix) : scene := Scene (Some X) None None [].
Definition with_variable (s : scene) (name : string) (v : value) : scene :=
  Scene (the_point s) (accumulated s) (added s) ((name, v) :: variables s).

(** ** Quantities of networks (section 4) *)

Definition in_Phi (phi : list piece) : bool :=
  let wide p := match from p, to p with Some a, Some b => negb (same a b) | _, _ => true end in
  (Z.leb (size phi) 3 && existsb (fun p => same (slope p) (integer 0) && wide p) phi)%bool.

Definition entries_of {A : Type} (W : weights A) : Z := fold_left Z.add (map size W) 0%Z.
Definition head_parameters (h : head Q) : Z :=
  (entries_of (W_O h) + entries_of (W_V h) + entries_of (W_K h) + entries_of (W_Q h) + size (b_Q h))%Z.
Definition layer_parameters (l : layer Q) : Z :=
  match l with
  | Attention _ _ heads => fold_left Z.add (map head_parameters heads) 0
  | FeedForward W_1 b_1 W_2 b_2 _ => entries_of W_1 + size b_1 + entries_of W_2 + size b_2
  | PositionalEncoding E => entries_of E
  | BilinearProjection W_O W_P => entries_of W_O + entries_of W_P
  | SeparableConvolution W_O W_C _ => entries_of W_O + entries_of W_C
  end%Z.

Definition quantity_of (q : string) : option (list (layer Q) -> Z) :=
  let number p := fun l : list (layer Q) => size (filter p l) in
  let largest f := fun l : list (layer Q) => fold_left Z.max (map f l) 0%Z in
  if String.eqb q "attention layers" then Some (number (fun l => match l with Attention _ _ _ => true | _ => false end))
  else if String.eqb q "feed-forward layers" then
    Some (number (fun l => match l with FeedForward _ _ _ _ _ => true | _ => false end))
  else if String.eqb q "other layers" then
    Some (number (fun l => match l with Attention _ _ _ | FeedForward _ _ _ _ _ => false | _ => true end))
  else if String.eqb q "activations outside Phi" then
    Some (number (fun l => match l with FeedForward _ _ _ _ phi => negb (in_Phi phi) | _ => false end))
  else if String.eqb q "heads" then Some (largest (fun l => match l with Attention _ _ hs => size hs | _ => 0%Z end))
  else if String.eqb q "head size" then
    Some (largest (fun l => match l with
      | Attention _ _ hs => fold_left Z.max (map (fun h => Z.max (size (b_Q h)) (size (W_V h))) hs) 0%Z
      | _ => 0%Z end))
  else if String.eqb q "hidden size" then
    Some (largest (fun l => match l with FeedForward _ b_1 _ _ _ => size b_1 | _ => 0%Z end))
  else if String.eqb q "parameters" then Some (fun l => fold_left Z.add (map layer_parameters l) 0%Z)
  else if String.eqb q "largest layer parameters" then Some (largest layer_parameters)
  else None.

(** ** Kinds *)

Inductive kind := NumberKind | TruthKind | ListKind | MatrixKind | OrderKind.

Definition kind_eqb (a b : kind) : bool :=
  match a, b with
  | NumberKind, NumberKind | TruthKind, TruthKind | ListKind, ListKind | MatrixKind, MatrixKind | OrderKind, OrderKind => true
  | _, _ => false
  end.

(** What a term may speak of besides variables: a point; an accumulator; numbers that are added. *)
Record reach := Reach { sees_point : bool; sees_accumulator : bool; sees_numbers : bool }.

Definition everywhere {A : Type} (p : A -> bool) : list A -> bool :=
  fix go l := match l with [] => true | x :: rest => (p x && go rest)%bool end.

Fixpoint kind_of (C : context) (r : reach) (vars : list (string * kind)) (t : term) {struct t} : option kind :=
  let is k t := match kind_of C r vars t with Some k' => kind_eqb k k' | None => false end in
  let when (b : bool) k := if b then Some k else None in
  let known N := match lookup N (known_networks C) with Some _ => true | None => false end in
  match t with
  | Int _ => Some NumberKind
  | Param x => when (match parameter_value C x with Some _ => true | None => false end) NumberKind
  | Def x => when (match lookup x (known_definitions C) with Some _ => true | None => false end) NumberKind
  | Var x => lookup x vars
  | Connect c ts =>
      let k := match c with Sum | Product => NumberKind | And | Or => TruthKind end in
      when (Z.leb 2 (size ts) && everywhere (is k) ts)%bool k
  | Minus a b | Quotient a b | Power a b => when (is NumberKind a && is NumberKind b)%bool NumberKind
  | Negative a | Floor a => when (is NumberKind a) NumberKind
  | Compare Equal a b | Compare Unequal a b =>
      when ((is NumberKind a && is NumberKind b) || (is ListKind a && is ListKind b) || (is MatrixKind a && is MatrixKind b))%bool
        TruthKind
  | Compare _ a b => when (is NumberKind a && is NumberKind b)%bool TruthKind
  | Within _ x lo hi => when (is NumberKind x && is NumberKind lo && is NumberKind hi)%bool TruthKind
  | Not p => when (is TruthKind p) TruthKind
  | Implies p q => when (is TruthKind p && is TruthKind q)%bool TruthKind
  | If p a b => when (is TruthKind p && is NumberKind a && is NumberKind b)%bool NumberKind
  | Select k ts => when (is NumberKind k && Z.leb 1 (size ts) && everywhere (is NumberKind) ts)%bool NumberKind
  | Range q x lo hi body =>
      let inner := match q with ForAll | ForSome => TruthKind | _ => NumberKind end in
      let outer := match q with ForAll | ForSome => TruthKind | ListOf => ListKind | _ => NumberKind end in
      when (negb (String.eqb x "") && is NumberKind lo && is NumberKind hi
            && match kind_of C r ((x, NumberKind) :: vars) body with Some k => kind_eqb inner k | None => false end)%bool outer
  | Item l k => when (is ListKind l && is NumberKind k)%bool NumberKind
  | MatrixEntry m i j => when (is MatrixKind m && is NumberKind i && is NumberKind j)%bool NumberKind
  | Distinct l => when (is ListKind l) TruthKind
  | Dot u m => when (is ListKind u && is MatrixKind m)%bool ListKind
  | Point => when (sees_point r) MatrixKind
  | NamedStage N s m =>
      when (match lookup N (known_networks C) with
            | Some net => match lookup s (stages net) with Some _ => true | None => false end
            | None => false end && is MatrixKind m)%bool MatrixKind
  | Stage N k m | After N k m | Layer N k m => when (known N && is NumberKind k && is MatrixKind m)%bool MatrixKind
  | Quantity N q => when (known N && match quantity_of q with Some _ => true | None => false end)%bool NumberKind
  | Permutations x p =>
      when (negb (String.eqb x "")
            && match parameter_value C "n" with Some n => Z.leb 1 n && Z.leb n 8 | None => false end
            && match kind_of C r ((x, OrderKind) :: vars) p with Some TruthKind => true | _ => false end)%bool TruthKind
  | Permuted m x =>
      when (is MatrixKind m && match lookup x vars with Some OrderKind => true | _ => false end)%bool MatrixKind
  | Columns m lo hi => when (is MatrixKind m && is NumberKind lo && is NumberKind hi)%bool MatrixKind
  | Accumulator => when (sees_accumulator r) ListKind
  | Numbers => when (sees_numbers r) ListKind
  end.

(** ** Values *)

Definition number (v : option value) : option Q := match v with Some (Number x) => Some x | _ => None end.
Definition truth (v : option value) : option bool := match v with Some (Truth b) => Some b | _ => None end.
Definition list_of (v : option value) : option (list Q) := match v with Some (ListValue l) => Some l | _ => None end.
Definition matrix_of (v : option value) : option matrix := match v with Some (Matrix X) => Some X | _ => None end.
Definition whole (v : option value) : option Z :=
  match v with Some (Number x) => if is_integer x then Some (Qnum x) else None | _ => None end.

Definition bind {A B : Type} (x : option A) (f : A -> option B) : option B := match x with Some y => f y | None => None end.
Notation "'let?' x := a 'in' b" := (bind a (fun x => b)) (at level 200, x pattern, right associativity).

(** Item k of a list, from 1. *)
Definition pick {A : Type} (l : list A) (k : Z) : option A := nth_of l (k - 1).

(** All orders of a list, those that begin with an earlier item first; each is taken out of the list in turn. *)
Fixpoint taken_out {A : Type} (before l : list A) : list (A * list A) :=
  match l with [] => [] | x :: rest => (x, rev_append before rest) :: taken_out (x :: before) rest end.
Fixpoint orders_of {A : Type} (fuel : nat) (l : list A) : list (list A) :=
  match fuel with
  | O => [[]]
  | S fuel => flat_map (fun '(x, rest) => map (cons x) (orders_of fuel rest)) (taken_out [] l)
  end.
Definition orders (n : Z) : list (list Z) := orders_of (Z.to_nat n) (interval 1 n).

Definition compare_numbers (r : relation) (x y : Q) : bool :=
  match r with
  | Less => less x y
  | AtMost => at_most x y
  | Equal => same x y
  | Unequal => negb (same x y)
  | AtLeast => at_most y x
  | Greater => less y x
  end.

(** Equality of lists and matrices of the same shape. *)
Fixpoint same_lists (a b : list Q) : option bool :=
  match a, b with
  | [], [] => Some true
  | x :: a', y :: b' => let? rest := same_lists a' b' in Some (same x y && rest)%bool
  | _, _ => None
  end.
Fixpoint same_matrices (a b : matrix) : option bool :=
  match a, b with
  | [], [] => Some true
  | x :: a', y :: b' => let? here := same_lists x y in let? rest := same_matrices a' b' in Some (here && rest)%bool
  | _, _ => None
  end.
Definition compare (r : relation) (a b : value) : option bool :=
  let equality (e : option bool) :=
    match r with Equal => e | Unequal => option_map negb e | _ => None end in
  match a, b with
  | Number x, Number y => Some (compare_numbers r x y)
  | ListValue x, ListValue y => equality (same_lists x y)
  | Matrix x, Matrix y => equality (same_matrices x y)
  | _, _ => None
  end.

(** The numbers of a list are pairwise different. *)
Fixpoint different (l : list Q) : bool :=
  match l with [] => true | x :: rest => (negb (existsb (same x) rest) && different rest)%bool end.

Definition least_of (l : list Q) : option Q :=
  match l with [] => None | x :: rest => Some (fold_left (fun a b => if at_most a b then a else b) rest x) end.
Definition greatest_of (l : list Q) : option Q :=
  match l with [] => None | x :: rest => Some (fold_left (fun a b => if at_most b a then a else b) rest x) end.

(** What an operator over a range makes of its values. *)
Definition quantified (q : quantifier) (vs : list value) : option value :=
  let numbers := all_of (fun v => number (Some v)) vs in
  let truths := all_of (fun v => truth (Some v)) vs in
  match q with
  | ForAll => option_map (fun l => Truth (forallb (fun b => b) l)) truths
  | ForSome => option_map (fun l => Truth (existsb (fun b => b) l)) truths
  | SumOver => option_map (fun l => Number (fold_left plus l (integer 0))) numbers
  | ProductOver => option_map (fun l => Number (fold_left times l (integer 1))) numbers
  | LeastOf => let? l := numbers in option_map Number (least_of l)
  | GreatestOf => let? l := numbers in option_map Number (greatest_of l)
  | ListOf => option_map ListValue numbers
  end.

Definition connected (c : connective) (vs : list value) : option value :=
  quantified (match c with Sum => SumOver | Product => ProductOver | And => ForAll | Or => ForSome end) vs.

Fixpoint value_of (C : context) (s : scene) (t : term) {struct t} : option value :=
  let value := value_of C s in
  let on_network N (f : network -> option matrix) :=
    let? net := lookup N (known_networks C) in option_map Matrix (f net) in
  match t with
  | Int z => Some (Number (integer z))
  | Param x => option_map (fun z => Number (integer z)) (parameter_value C x)
  | Def x => option_map Number (lookup x (known_definitions C))
  | Var x => lookup x (variables s)
  | Connect c ts => let? vs := all_of value ts in connected c vs
  | Minus a b => let? x := number (value a) in let? y := number (value b) in Some (Number (minus x y))
  | Negative a => let? x := number (value a) in Some (Number (opposite x))
  | Quotient a b => let? x := number (value a) in let? y := number (value b) in option_map Number (divided x y)
  | Power a e =>
      let? x := number (value a) in let? k := whole (value e) in
      if Z.leb 0 k then Some (Number (power x k)) else None
  | Floor a => let? x := number (value a) in Some (Number (integer (floor x)))
  | Compare r a b => let? x := value a in let? y := value b in option_map Truth (compare r x y)
  | Within inside x lo hi =>
      let? a := number (value x) in let? l := number (value lo) in let? h := number (value hi) in
      let within := (at_most l a && at_most a h)%bool in Some (Truth (if inside then within else negb within))
  | Not p => let? b := truth (value p) in Some (Truth (negb b))
  | Implies p q => let? a := truth (value p) in let? b := truth (value q) in Some (Truth (implb a b))
  | If p a b => let? c := truth (value p) in if c then value a else value b
  | Select k ts =>
      let? i := whole (value k) in
      (fix go (l : list term) (i : Z) : option Syntax.value :=
         match l with [] => None | t :: rest => if Z.eqb i 1 then value_of C s t else go rest (i - 1)%Z end) ts i
  | Range q x lo hi body =>
      let? l := number (value lo) in let? h := number (value hi) in
      let? vs := all_of (fun v => value_of C (with_variable s x (Number (integer v))) body) (interval (ceiling l) (floor h)) in
      quantified q vs
  | Item l k => let? xs := list_of (value l) in let? i := whole (value k) in option_map Number (pick xs i)
  | MatrixEntry m i j =>
      let? X := matrix_of (value m) in let? a := whole (value i) in let? b := whole (value j) in
      let? z := pick X b in option_map Number (pick z a)
  | Distinct l => let? xs := list_of (value l) in Some (Truth (different xs))
  | Dot u m =>
      let? xs := list_of (value u) in let? X := matrix_of (value m) in
      if forallb (fun z => Z.eqb (size z) (size xs)) X then Some (ListValue (map (dot xs) X)) else None
  | Point => option_map Matrix (the_point s)
  | NamedStage N name m =>
      let? X := matrix_of (value m) in on_network N (fun net => let? k := lookup name (stages net) in stage net k X)
  | Stage N k m =>
      let? i := whole (value k) in let? X := matrix_of (value m) in on_network N (fun net => stage net i X)
  | After N k m =>
      let? i := whole (value k) in let? X := matrix_of (value m) in on_network N (fun net => after net i X)
  | Layer N k m =>
      let? i := whole (value k) in let? X := matrix_of (value m) in on_network N (fun net => layer_alone net i X)
  | Quantity N q =>
      let? net := lookup N (known_networks C) in let? f := quantity_of q in
      option_map (fun l => Number (integer (f l))) (layers_of (items net))
  | Permutations x p =>
      let? n := parameter_value C "n" in
      (fix go (l : list (list Z)) : option Syntax.value :=
         match l with
         | [] => Some (Truth true)
         | v :: rest => let? b := truth (value_of C (with_variable s x (Order v)) p) in
                        if b then go rest else Some (Truth false)
         end) (orders n)
  | Permuted m x =>
      let? X := matrix_of (value m) in
      match lookup x (variables s) with
      | Some (Order v) => if Z.eqb (size v) (size X) then option_map Matrix (all_of (pick X) v) else None
      | _ => None
      end
  | Columns m lo hi =>
      let? X := matrix_of (value m) in let? a := whole (value lo) in let? b := whole (value hi) in
      if Z.leb a b then option_map Matrix (all_of (pick X) (interval a b)) else None
  | Accumulator => option_map ListValue (accumulated s)
  | Numbers => option_map ListValue (added s)
  end.

(** A term is true at a scene. *)
Definition is_true (C : context) (s : scene) (t : term) : Prop := value_of C s t = Some (Truth true).
Definition is_false (C : context) (s : scene) (t : term) : Prop := value_of C s t = Some (Truth false).

(** Definitions have the values of their terms, in which earlier definitions are known. *)
Fixpoint define (C : context) (l : list (string * term)) : option context :=
  match l with
  | [] => Some C
  | (x, t) :: rest =>
      let? v := (match kind_of C (Reach false false false) [] t with Some NumberKind => number (value_of C nowhere t) | _ => None end) in
      match lookup x (known_definitions C) with
      | Some _ => None
      | None => define (Context (known_parameters C) (known_definitions C ++ [(x, reduced v)]) (known_networks C)) rest
      end
  end.
