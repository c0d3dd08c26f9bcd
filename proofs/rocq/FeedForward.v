(** * Feed-forward networks: the quantiser g_q of Lemma 7 and the value map g_v of Lemma 9

    Yun et al. 2020, App. E.2 and E.4, layer by layer in the order in which the networks have them. Numbers are in the
    paper's own unit 1; rows are counted from 0. Where the print cannot be meant, both readings are here: g_q and
    g_q_as_printed, g_v and g_v_as_printed.

    Nothing is proved in this file. *)

From Coq Require Import ZArith QArith Qreduction Qabs List.
From Exactua Require Import Transformers Grids.
Import ListNotations.
Open Scope Q_scope.

(** ** Phi, App. C, Step 2 *)

(** Piece-wise linear functions with at most three pieces, at least one of them constant, on more than a single t. The
    pieces have each t exactly once. *)
Definition has (p : piece) (t : Q) : bool := above p t && below p t.
Definition in_Phi (phi : list piece) : Prop :=
  (length phi <= 3)%nat /\
  Exists (fun p => slope p == 0 /\ exists t t', t < t' /\ has p t = true /\ has p t' = true) phi /\
  (forall t, length (filter (fun p => has p t) phi) = 1%nat).

Definition in_Phi_throughout (N : network) : Prop :=
  Forall (fun l => match l with FeedForward f => in_Phi (activation f) | Attention _ => False end) N.

(** Pieces: t < b; t >= a; t > a; a <= t < b; a <= t <= b. *)
Definition until (b : Q) := Piece None false (Some b) false.
Definition at_least (a : Q) := Piece (Some a) true None false.
Definition beyond (a : Q) := Piece (Some a) false None false.
Definition half_open (a b : Q) := Piece (Some a) true (Some b) false.
Definition closed (a b : Q) := Piece (Some a) true (Some b) true.

(** e^(i). *)
Definition unit_vector (d i : nat) : vector := map (fun row => if Nat.eqb row i then 1 else 0) (seq 0 d).
Definition zeros (d : nat) : vector := repeat 0 d.

(** Z -> Z + w phi(u^T Z + b 1^T). *)
Definition adding (d : nat) (w u : vector) (b : Q) (phi : list piece) : layer :=
  FeedForward {| W_1 := u; b_1 := b; W_2 := w; b_2 := zeros d; activation := phi |}.

(** ** The quantiser g_q, App. E.2 *)

(** -delta^(-nd). *)
Definition outside_level (d n m : nat) : Q := - inject_Z (Z.of_nat m ^ Z.of_nat (n * d)).

(** phi(t) = -t - delta^(-nd) if t < 0 or t >= 1, 0 otherwise. *)
Definition clipping (d n m : nat) : list piece :=
  [until 0 (-(1)) (outside_level d n m); half_open 0 1 0 0; at_least 1 (-(1)) (outside_level d n m)].

(** phi(t) = 0 if t < 0 or t >= delta, -t if 0 <= t < delta. *)
Definition flattening (m : nat) : list piece :=
  [until 0 0 0; half_open 0 (delta m) (-(1)) 0; at_least (delta m) 0 0].

(** Z -> Z + e^(i) phi((e^(i))^T Z). *)
Definition clip (d n m i : nat) : layer := adding d (unit_vector d i) (unit_vector d i) 0 (clipping d n m).

(** Z -> Z + e^(i) phi((e^(i))^T Z - k delta 1^T). *)
Definition flatten (d m i : nat) (k : Q) : layer :=
  adding d (unit_vector d i) (unit_vector d i) (- (k * delta m)) (flattening m).

(** 1/delta + 1 layers for one row: the clipping, then the layers k = 0, step, ..., (1/delta - 1) step. *)
Definition one_row (d n m : nat) (step : Q) (i : nat) : network :=
  clip d n m i :: map (fun j => flatten d m i (of_nat j * step)) (seq 0 m).

(** k = 0, 1, ..., 1/delta - 1, the range of Lemma 7's own display. *)
Definition g_q (d n m : nat) : network := flat_map (one_row d n m 1) (seq 0 d).

(** k = 0, delta, ..., 1 - delta, as E.2 has it. *)
Definition g_q_as_printed (d n m : nat) : network := flat_map (one_row d n m (delta m)) (seq 0 d).

(** ** Finite sets of points *)

(** All lists of n entries out of xs. *)
Fixpoint tuples {A : Type} (n : nat) (xs : list A) : list (list A) :=
  match n with
  | O => [[]]
  | S n' => flat_map (fun x => map (cons x) (tuples n' xs)) xs
  end.

(** All choices of n entries out of xs, in the order of xs, in lexicographic order. *)
Fixpoint choices {A : Type} (n : nat) (xs : list A) : list (list A) :=
  match n, xs with
  | O, _ => [[]]
  | S _, [] => []
  | S n', x :: rest => map (cons x) (choices n' rest) ++ choices n rest
  end.

Definition levels (m : nat) : list Z := map Z.of_nat (seq 0 m).

(** All points of G_delta, and of G+_delta. *)
Definition points (d n m : nat) : list point := tuples n (tuples d (levels m)).
Definition extended_points (d n m : nat) : list point := tuples n (tuples d (special d n m :: levels m)).

(** The column with the id k, in units of delta: the d digits of k to the base 1/delta. *)
Fixpoint column_of (d : nat) (m k : Z) : column :=
  match d with
  | O => []
  | S d' => (k mod m)%Z :: column_of d' m (k / m)%Z
  end.

(** One L in G~_delta for each orbit under permutations of columns: ids ascend; in lexicographic order. *)
Definition contexts (d n m : nat) : list point := map (map (column_of d (Z.of_nat m))) (choices n (levels (m ^ d))).

(** Column j of L P is column p_j of L. *)
Definition permuted {A : Type} (p : list nat) (L : list (list A)) : list (list A) := map (fun j => nth j L []) p.

(** ** The value map g_v, App. E.4 *)

(** [run], with all numbers in lowest terms after each layer. *)
Definition reduced (Z : matrix) : matrix := map (map Qred) Z.
Definition run_reduced (N : network) (Z : matrix) : matrix :=
  fold_left (fun Z l => reduced (apply_layer Z l)) N Z.

(** g_c(L). *)
Definition context (d n m : nat) (L : point) : matrix := run_reduced (g_c d n m) (in_unit_1 m L).

(** M: 'the maximum over all these numbers', the entries of g_c(L) for L in G+_delta. *)
Definition greatest_entry (d n m : nat) : Q :=
  maximum (flat_map (fun L => concat (context d n m L)) (extended_points d n m)).

(** Z -> Z - (M + 1) 1_d phi(u^T Z), phi = 0 on [t_l, t_r] and 1 elsewhere. E.4 prints 1_n for 1_d. *)
Definition shifting (d n m : nat) (t_l t_r : Q) : layer :=
  adding d (repeat (- (greatest_entry d n m + 1)) d) (reading_vector d m) 0
    [until t_l 0 1; closed t_l t_r 0 0; beyond t_r 0 1].

(** Z -> Z + e^(i) phi((e^(i))^T Z), phi(t) = -t if t < 0, 0 if t >= 0. *)
Definition raising (d i : nat) : layer :=
  adding d (unit_vector d i) (unit_vector d i) 0 [until 0 (-(1)) 0; at_least 0 0 0].

(** Z -> Z + w phi(u^T Z - key 1^T), phi = 1 on [-delta/2, delta/2) and 0 elsewhere. *)
Definition matching (d m : nat) (key : Q) (w : vector) : layer :=
  adding d w (reading_vector d m) (- key)
    [until (- (delta m / 2)) 0 0; half_open (- (delta m / 2)) (delta m / 2) 0 1; at_least (delta m / 2) 0 0].

(** Z -> Z - lift e^(1) phi(u^T Z), phi = 1 on [threshold, infinity) and 0 below. *)
Definition lowering (d m : nat) (lift threshold : Q) : layer :=
  adding d (first_unit d (- lift)) (reading_vector d m) 0 [until threshold 0 0; at_least threshold 0 1].

(** For each column of g_c(L) the layer that makes (A_L)_(:,j) + lift e^(1) of g_c(L)_(:,j). *)
Definition matching_layers (d n m : nat) (A : point -> matrix) (lift : Q) (L : point) : network :=
  map (fun '(now, wanted) =>
         matching d m (dot (reading_vector d m) now) (add (add wanted (first_unit d lift)) (scale (-(1)) now)))
      (combine (context d n m L) (A L)).

(** The layer that shifts and the d layers that flatten negative entries. *)
Definition first_layers (d n m : nat) (t_l t_r : Q) : network :=
  shifting d n m t_l t_r :: map (raising d) (seq 0 d).

(** g_v of E.4 (with 1_d for 1_n), for the values A; t_l and t_r are those of Lemma 8. *)
Definition g_v_as_printed (d n m : nat) (t_l t_r : Q) (A : point -> matrix) : network :=
  first_layers d n m t_l t_r ++ flat_map (matching_layers d n m A 0) (contexts d n m).

(** t_r + 1 + max |u^T A|: lifted by this much, u^T of a value is above all keys. *)
Definition lift (d n m : nat) (t_r : Q) (A : point -> matrix) : Q :=
  t_r + 1 + maximum (map Qabs (flat_map (fun L => row_of (reading_vector d m) (A L)) (contexts d n m))).

(** The repaired g_v: values are lifted above all keys, and one more layer lowers them. *)
Definition g_v (d n m : nat) (t_l t_r : Q) (A : point -> matrix) : network :=
  first_layers d n m t_l t_r ++ flat_map (matching_layers d n m A (lift d n m t_r A)) (contexts d n m) ++
  [lowering d m (lift d n m t_r A) (t_r + delta m)].
