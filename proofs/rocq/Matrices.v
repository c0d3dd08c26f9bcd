(** * Matrices: real matrices with d rows and n columns, and functions of them

    A matrix gives the entry of row i and column j, both counted from 0. Only entries with i < d and j < n count: two
    matrices that agree there are the same matrix, and whoever speaks of a function of matrices says that it takes the
    same matrix to the same matrix. Yun et al. 2020, Sec. 2 and 3.

    Nothing is proved in this file. *)

From Coq Require Import Reals List.
Open Scope R_scope.

Definition matrix := nat -> nat -> R.

(** X and Y are the same matrix with d rows and n columns. *)
Definition same (d n : nat) (X Y : matrix) : Prop := forall i j, (i < d)%nat -> (j < n)%nat -> X i j = Y i j.

(** f is a function of matrices with d rows and n columns. *)
Definition respects (d n : nat) (f : matrix -> matrix) : Prop := forall X Y, same d n X Y -> same d n (f X) (f Y).

Definition zero : matrix := fun _ _ => 0.

(** The positions (i, j) of the entries, row by row. *)
Definition entries (d n : nat) : list (nat * nat) := list_prod (seq 0 d) (seq 0 n).

(** The sum, and the product, over all entries. *)
Definition sum_over (positions : list (nat * nat)) (term : nat -> nat -> R) : R :=
  fold_right (fun position sum => term (fst position) (snd position) + sum) 0 positions.

Definition product_over (positions : list (nat * nat)) (factor : nat -> nat -> R) : R :=
  fold_right (fun position product => factor (fst position) (snd position) * product) 1 positions.

(** ** Permutations of columns *)

(** s is a permutation of 0, ..., n - 1: it has an inverse t there. *)
Definition permutation (n : nat) (s : nat -> nat) : Prop :=
  exists t, forall j, (j < n)%nat -> (s j < n)%nat /\ (t j < n)%nat /\ s (t j) = j /\ t (s j) = j.

(** X P: column j of it is column s j of X. *)
Definition permuted (s : nat -> nat) (X : matrix) : matrix := fun i j => X i (s j).

(** f(X P) = f(X) P for every X and P. *)
Definition equivariant (d n : nat) (f : matrix -> matrix) : Prop :=
  forall s X, permutation n s -> same d n (f (permuted s X)) (permuted s (f X)).

(** ** Continuity *)

(** ||X - Y|| < r, with the greatest absolute value of an entry as norm (for r > 0). *)
Definition within (d n : nat) (r : R) (X Y : matrix) : Prop :=
  forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (X i j - Y i j) < r.

(** f is continuous at every X. Such an f respects which matrices are the same. *)
Definition continuous (d n : nat) (f : matrix -> matrix) : Prop :=
  forall X r, 0 < r -> exists s, 0 < s /\ forall Y, within d n s X Y -> within d n r (f X) (f Y).
