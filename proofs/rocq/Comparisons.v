(** * Comparisons: networks, states and points compared with data, by computation

    exactua writes the weights of its networks at small instances, and the states that its literal evaluator finds after
    each layer, as data; the kernel compares them with the networks of [Transformers.v] and [FeedForward.v]
    (`python -m exactua.proving.rocq.ties`). [Ties.v] proves that what is computed here says what it should.

    Nothing is proved in this file. *)

From Coq Require Import ZArith QArith List Bool.
From Exactua Require Import Transformers Grids FeedForward Terms.
Import ListNotations.
Open Scope bool_scope.
Open Scope Q_scope.

(** ** Weights *)

Fixpoint all2 {A B : Type} (same : A -> B -> bool) (a : list A) (b : list B) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => same x y && all2 same a' b'
  | _, _ => false
  end.

Definition same_vector : vector -> vector -> bool := all2 Qeq_bool.
Definition same_entries : matrix -> matrix -> bool := all2 same_vector.

Definition same_head (a b : head) : bool :=
  same_vector (W_O a) (W_O b) && same_vector (W_V a) (W_V b) && same_vector (W_K a) (W_K b) &&
  same_vector (W_Q a) (W_Q b) && Qeq_bool (b_Q a) (b_Q b).

Definition same_end (a b : option Q) : bool :=
  match a, b with Some x, Some y => Qeq_bool x y | None, None => true | _, _ => false end.

Definition same_piece (a b : piece) : bool :=
  same_end (from a) (from b) && Bool.eqb (from_closed a) (from_closed b) && same_end (to a) (to b) &&
  Bool.eqb (to_closed a) (to_closed b) && Qeq_bool (slope a) (slope b) && Qeq_bool (intercept a) (intercept b).

Definition same_layer (a b : layer) : bool :=
  match a, b with
  | Attention heads, Attention heads' => all2 same_head heads heads'
  | FeedForward f, FeedForward g =>
      same_vector (W_1 f) (W_1 g) && Qeq_bool (b_1 f) (b_1 g) && same_vector (W_2 f) (W_2 g) &&
      same_vector (b_2 f) (b_2 g) && all2 same_piece (activation f) (activation g)
  | _, _ => false
  end.

Definition same_network : network -> network -> bool := all2 same_layer.

(** ** States *)

Definition in_lowest_terms (X : matrix) : matrix := map (map Qred) X.

(** The states after 1, 2, ... layers, their numbers in lowest terms. *)
Fixpoint states (N : network) (X : matrix) : list matrix :=
  match N with
  | [] => []
  | l :: rest => let Y := in_lowest_terms (apply_layer X l) in Y :: states rest Y
  end.

(** At each point the states are these. *)
Definition same_states (N : network) (points : list matrix) (known : list (list matrix)) : bool :=
  all2 (fun X => all2 same_entries (states N X)) points known.

(** [run], [after] and [after_encoding] with their numbers in lowest terms after each layer. *)
Definition run_in_lowest_terms (N : network) (X : matrix) : matrix :=
  fold_left (fun X l => in_lowest_terms (apply_layer X l)) N X.
Definition after_in_lowest_terms (N : network) (k : nat) (X : matrix) : matrix := run_in_lowest_terms (firstn k N) X.
Definition after_encoding_in_lowest_terms (E : matrix) (N : network) (k : Z) (X : matrix) : matrix :=
  if (k <=? 0)%Z then X else after_in_lowest_terms N (Z.to_nat (k - 1)) (encoded E X).

(** ** Points *)

Definition is_in_order (d m : nat) (L : point) : bool :=
  (fix sorted (x : list Z) : bool :=
    match x with [] => true | k :: rest => forallb (Z.leb k) rest && sorted rest end) (column_ids d m L).
Definition all_different (L : point) : bool :=
  if Nat.eqb (length (nodup (list_eq_dec Z.eq_dec) L)) (length L) then true else false.
Definition is_special (d n m : nat) (L : point) : bool := existsb (existsb (Z.eqb (special d n m))) L.

(** The points of the three categories, out of all of G+_delta. *)
Definition points_1 (d n m : nat) : list point :=
  filter (fun L => all_different L && is_in_order d m L) (points d n m).
Definition points_2 (d n m : nat) : list point :=
  filter (fun L => negb (all_different L) && is_in_order d m L) (points d n m).
Definition points_3 (d n m : nat) : list point :=
  filter (fun L => is_special d n m L && is_in_order d m L) (extended_points d n m).

(** Both lists have the same points. *)
Definition same_points (a b : list point) : bool :=
  let occurs L := existsb (fun P => if list_eq_dec (list_eq_dec Z.eq_dec) L P then true else false) in
  forallb (fun L => occurs L b) a && forallb (fun L => occurs L a) b.

(** ** Terms *)

(** At each point a hypothesis and a condition have these truth values, and a list has these numbers. *)
Definition same_answers {A : Type} (says : A -> bool * bool * vector) (points : list A) :
  list (bool * bool * vector) -> bool :=
  all2 (fun L known =>
    let '(given, holds, numbers) := says L in
    let '(given', holds', numbers') := known in
    Bool.eqb given given' && Bool.eqb holds holds' && same_vector numbers numbers') points.
