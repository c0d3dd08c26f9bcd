(** * Position networks: the quantiser of App. G.1 and the value map of App. G.3; points inside a cube, and numbers

    Yun et al. 2020, App. D and G, layer by layer in the order in which the networks have them. Numbers are in the
    paper's own unit 1; rows are counted from 0. g_c of App. G.2 is in [Transformers.v].

    Nothing is proved in this file. *)

From Coq Require Import ZArith QArith List.
From Exactua Require Import Transformers Grids Terms.
From Exactua Require FeedForward.
Import ListNotations.
Open Scope Q_scope.

(** ** Points *)

(** {0, 1, ..., count - 1}^(d x n), in some unit. *)
Definition every_matrix (d n count : nat) (X : point) : Prop :=
  of_shape d n X /\ Forall (Forall (fun k => 0 <= k < Z.of_nat count)%Z) X.

(** ** How steps reach points inside a cube, and see the numbers of columns *)

(** Z -> Z + fraction delta in every entry. *)
Definition into_cube (d m : nat) (fraction : Q) : network :=
  [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat (fraction * delta m) d)
    [Piece None false None false 0 0])].

(** The numbers 1, ..., n in the first row. *)
Definition numbers (d n : nat) : matrix := map (fun j => first_unit d (of_nat j)) (seq 1 n).

(** ** The quantiser of G.1: n/delta layers for one row, k = 0, step, ..., (n/delta - 1) step *)

Definition row_with_positions (d n m : nat) (step : Q) (i : nat) : network :=
  map (fun j => FeedForward.flatten d m i (of_nat j * step)) (seq 0 (n * m)).

(** k = 0, 1, ..., n/delta - 1. *)
Definition position_quantiser (d n m : nat) : network := flat_map (row_with_positions d n m 1) (seq 0 d).

(** k = 0, delta, ..., n - delta, as G.1 has it. *)
Definition position_quantiser_as_printed (d n m : nat) : network :=
  flat_map (row_with_positions d n m (delta m)) (seq 0 d).

(** ** The value map of G.3 *)

(** All X in G_delta, the first column varying slowest, and of a column the last entry. *)
Definition corners (d n m : nat) : list point :=
  FeedForward.tuples n (map (FeedForward.column_of d (Z.of_nat m)) (FeedForward.levels (m ^ d))).

(** g_c(L) for L = X + E. *)
Definition position_context (d n m : nat) (X : point) : matrix :=
  FeedForward.run_reduced (g2_g_c 1 d n m) (encoded (positions 1 d n) (in_unit_1 m X)).

(** (A_L)_(i,j) = (i + d (j - 1 + n r)) / (d n delta^(-dn)) for L with number r among the corners, from 0. *)
Definition numbered_outputs (d n m r : nat) : matrix :=
  map (fun j => map (fun i => of_nat (i + d * (j + n * r)) / of_nat (d * n * (m ^ d) ^ n)) (seq 1 d)) (seq 0 n).

(** The same, but at X = 0 the first column is the last column of g_c at the last X. *)
Definition colliding_outputs (d n m r : nat) : matrix :=
  match r with
  | O => last (position_context d n m (last (corners d n m) [])) [] :: tl (numbered_outputs d n m 0)
  | S _ => numbered_outputs d n m r
  end.

(** For each column of each context the layer that makes (A_L)_(:,j) of g_c(L)_(:,j); as in [FeedForward.v], without a
    lift. *)
Definition position_value_map (d n m : nat) (A : nat -> matrix) : network :=
  flat_map (fun '(r, X) =>
      map (fun '(now, wanted) =>
             FeedForward.matching d m (dot (reading_vector d m) now)
               (add (add wanted (first_unit d 0)) (scale (-(1)) now)))
          (combine (position_context d n m X) (A r)))
    (combine (seq 0 (length (corners d n m))) (corners d n m)).

(** g_v o g_c, and g_v o g_c o g_q of Theorem 3, behind the encoding E. *)
Definition mapped_contexts (d n m : nat) (A : nat -> matrix) : network :=
  g2_g_c 1 d n m ++ position_value_map d n m A.
Definition position_transformer (d n m : nat) : network :=
  position_quantiser d n m ++ mapped_contexts d n m (numbered_outputs d n m).
