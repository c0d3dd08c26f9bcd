(** * Grids: what "for all L" ranges over

    A point is given by its entries in units of delta, which are integers: the list of n columns, each the list of d
    integers. [in_unit_1] is the matrix that it stands for. Yun et al. 2020, App. E.1.1, E.1.2, E.3 and G.

    Nothing is proved in this file. *)

From Coq Require Import ZArith QArith List Sorted Permutation.
From Exactua Require Import Transformers.
Import ListNotations.
Open Scope Z_scope.

Definition column := list Z.
Definition point := list column.

(** delta times each entry. *)
Definition in_unit_1 (m : nat) (L : point) : matrix := map (map (fun k => inject_Z k * delta m)%Q) L.

(** delta^-d, the number of column ids. *)
Definition D (d m : nat) : Z := Z.of_nat (m ^ d).

(** -delta^(-nd), in units of delta. *)
Definition special (d n m : nat) : Z := - (Z.of_nat m * D d m ^ Z.of_nat n).

Definition of_shape (d n : nat) (L : point) : Prop := length L = n /\ Forall (fun c => length c = d) L.

(** G_delta = {0, delta, ..., 1 - delta}^(d x n). *)
Definition G_delta (d n m : nat) (L : point) : Prop :=
  of_shape d n L /\ Forall (Forall (fun k => 0 <= k < Z.of_nat m)) L.

(** G+_delta = {-delta^(-nd), 0, delta, ..., 1 - delta}^(d x n). *)
Definition G_plus (d n m : nat) (L : point) : Prop :=
  of_shape d n L /\ Forall (Forall (fun k => k = special d n m \/ 0 <= k < Z.of_nat m)) L.

(** G~_delta: the columns are all different. *)
Definition G_tilde (d n m : nat) (L : point) : Prop := G_delta d n m L /\ NoDup L.

(** u^T of a column, in units of delta. *)
Fixpoint dot_Z (a b : list Z) : Z :=
  match a, b with
  | x :: a', y :: b' => x * y + dot_Z a' b'
  | _, _ => 0
  end.
Definition weights (d m : nat) : list Z := map (fun i => Z.of_nat (m ^ i)) (seq 0 d).
Definition column_id (d m : nat) (c : column) : Z := dot_Z (weights d m) c.

(** l_1, ..., l_n. *)
Definition column_ids (d m : nat) (L : point) : list Z := map (column_id d m) L.

(** 'Without loss of generality l_1 <= l_2 <= ... <= l_n.' *)
Definition in_order (d m : nat) (L : point) : Prop := StronglySorted Z.le (column_ids d m L).

(** The three categories of E.3, with columns in order: 'without loss of generality' (E.3.1 to E.3.3). *)
Definition category_1 (d n m : nat) (L : point) : Prop := G_tilde d n m L /\ in_order d m L.
Definition category_2 (d n m : nat) (L : point) : Prop := G_delta d n m L /\ ~ NoDup L /\ in_order d m L.
Definition category_3 (d n m : nat) (L : point) : Prop := G_plus d n m L /\ ~ G_delta d n m L /\ in_order d m L.

(** L = X + E of App. G for a corner X of a cube, in G_delta: every entry of column j gains spacing (j - 1), unit 1. *)
Fixpoint plus_positions (spacing m j : nat) (X : point) : point :=
  match X with
  | [] => []
  | c :: rest => map (Z.add (Z.of_nat (spacing * j * m))) c :: plus_positions spacing m (S j) rest
  end.
Definition with_spaced_positions (spacing m : nat) (X : point) : point := plus_positions spacing m 0 X.
