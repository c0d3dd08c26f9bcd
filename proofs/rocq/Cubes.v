(** * Cubes: functions that are constant on the cubes of a grid

    Yun et al. 2020, App. C, Step 1; delta = 1/m. The grid point L of G_delta is the matrix with the entries
    (L i j) delta, for natural numbers L i j < m.

    Nothing is proved in this file. *)

From Coq Require Import Reals.
From Exactua Require Import Matrices.
Open Scope R_scope.

Definition grid_point (d n m : nat) (L : nat -> nat -> nat) : Prop :=
  forall i j, (i < d)%nat -> (j < n)%nat -> (L i j < m)%nat.

(** X is in S_L: each entry is in [L i j delta, L i j delta + delta). *)
Definition in_cube (d n m : nat) (L : nat -> nat -> nat) (X : matrix) : Prop :=
  forall i j, (i < d)%nat -> (j < n)%nat -> INR (L i j) / INR m <= X i j < (INR (L i j) + 1) / INR m.

(** f is the sum over all L of A_L 1{X in S_L}: A_L on S_L, and 0 where no cube has X. *)
Definition piecewise_constant (d n m : nat) (f : matrix -> matrix) : Prop :=
  exists A : (nat -> nat -> nat) -> matrix, forall X,
    (forall L, grid_point d n m L -> in_cube d n m L X -> same d n (f X) (A L)) /\
    ((forall L, grid_point d n m L -> ~ in_cube d n m L X) -> same d n (f X) zero).

(** f is 0 outside of [0, 1]^(d x n). *)
Definition supported_in_unit_cube (d n : nat) (f : matrix -> matrix) : Prop :=
  forall X i j, (i < d)%nat -> (j < n)%nat -> ~ 0 <= X i j <= 1 -> same d n (f X) zero.
