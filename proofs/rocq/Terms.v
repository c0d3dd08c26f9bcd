(** * Terms: what the formulas of a step mean

    The steps of exactua's claims are terms (docs/certificate-format.md, 3). [Exported.v] has them as propositions; this
    file says what their operators mean. Numbers are rationals, those that are integers by their form are in Z; indices
    count from 1; == compares rationals. Where the page calls something an error (an item that is not there, the least
    number of an empty range) a function has some value here.

    Nothing is proved in this file. *)

From Coq Require Import ZArith QArith Qabs Qminmax Qround List Permutation.
From Exactua Require Import Transformers.
Import ListNotations.
Open Scope Q_scope.

(** ** Ranges *)

(** lo, lo + 1, ..., hi. *)
Definition range (lo hi : Z) : list Z := map (fun i => lo + Z.of_nat i)%Z (seq 0 (Z.to_nat (hi - lo + 1))).

Definition listed (lo hi : Z) (f : Z -> Q) : vector := map f (range lo hi).

(** Sums and products, 0 and 1 on an empty range. *)
Definition total (lo hi : Z) (f : Z -> Q) : Q := fold_right Qplus 0 (map f (range lo hi)).
Definition product (lo hi : Z) (f : Z -> Q) : Q := fold_right Qmult 1 (map f (range lo hi)).
Definition total_Z (lo hi : Z) (f : Z -> Z) : Z := fold_right Z.add 0%Z (map f (range lo hi)).
Definition product_Z (lo hi : Z) (f : Z -> Z) : Z := fold_right Z.mul 1%Z (map f (range lo hi)).

(** The greatest and the least number; [maximum] is that of hardmax. *)
Fixpoint minimum (a : vector) : Q :=
  match a with
  | [] => 0
  | [x] => x
  | x :: rest => Qmin x (minimum rest)
  end.
Definition greatest_over (lo hi : Z) (f : Z -> Q) : Q := maximum (map f (range lo hi)).
Definition least_over (lo hi : Z) (f : Z -> Q) : Q := minimum (map f (range lo hi)).

(** For all and for some of a range, as truth values. *)
Definition each (lo hi : Z) (p : Z -> bool) : bool := forallb p (range lo hi).
Definition some (lo hi : Z) (p : Z -> bool) : bool := existsb p (range lo hi).

(** x < y as a truth value; <= and = are [Qle_bool] and [Qeq_bool]. *)
Definition Qlt_bool (x y : Q) : bool := negb (Qle_bool y x).

(** ** Lists and matrices; a matrix is the list of its columns *)

Definition item (a : vector) (k : Z) : Q := nth (Z.to_nat (k - 1)) a 0.
Definition entry (X : matrix) (i j : Z) : Q := item (nth (Z.to_nat (j - 1)) X []) i.
Definition same_list (a b : vector) : Prop := Forall2 Qeq a b.
Definition same_matrix (X Y : matrix) : Prop := Forall2 (Forall2 Qeq) X Y.
Definition same_list_bool (a b : vector) : bool :=
  (length a =? length b)%nat && forallb (fun xy => Qeq_bool (fst xy) (snd xy)) (combine a b).

Definition same_matrix_bool (X Y : matrix) : bool :=
  (length X =? length Y)%nat && forallb (fun xy => same_list_bool (fst xy) (snd xy)) (combine X Y).

(** Numbers at different places of a list are different. *)
Definition distinct (a : vector) : Prop :=
  forall i j, (i < length a)%nat -> (j < length a)%nat -> i <> j -> ~ nth i a 0 == nth j a 0.

Fixpoint distinct_bool (a : vector) : bool :=
  match a with [] => true | x :: rest => negb (existsb (Qeq_bool x) rest) && distinct_bool rest end.

(** Numbers at different places of a list differ by at least, by more than a bound. *)
Definition at_least_apart (bound : Q) (a : vector) : Prop :=
  forall i j, (i < length a)%nat -> (j < length a)%nat -> i <> j -> bound <= Qabs (nth i a 0 - nth j a 0).
Definition more_than_apart (bound : Q) (a : vector) : Prop :=
  forall i j, (i < length a)%nat -> (j < length a)%nat -> i <> j -> bound < Qabs (nth i a 0 - nth j a 0).

(** s is the sum of v over a finite set of points; and over all matrices of a set in which one point stands for all
    orders of its columns: a matrix counts with the value of its point. *)
Definition sum_over {A : Type} (domain : A -> Prop) (v : A -> Q) (s : Q) : Prop := exists Ls : list A,
  NoDup Ls /\ (forall L, In L Ls <-> domain L) /\ s == fold_right Qplus 0 (map v Ls).
Definition sum_over_orders {A : Type} (domain : list A -> Prop) (v : list A -> Q) (s : Q) : Prop :=
  exists (Ls : list (list A)) (values : list Q),
  NoDup Ls /\ (forall L, In L Ls <-> exists P, Permutation L P /\ domain P) /\
  Forall2 (fun L x => exists P, Permutation L P /\ domain P /\ x == v P) Ls values /\ s == fold_right Qplus 0 values.

(** The columns lo, ..., hi; the matrix whose column j is column v(j), for a permutation v of 1, ..., n. *)
Definition columns_between (X : matrix) (lo hi : Z) : matrix :=
  map (fun j => nth (Z.to_nat (j - 1)) X []) (range lo hi).
Definition permuted (X : matrix) (v : list Z) : matrix := map (fun j => nth (Z.to_nat (j - 1)) X []) v.
Definition permutation_of (n : nat) (v : list Z) : Prop := Permutation v (range 1 (Z.of_nat n)).

(** The matrix with d rows and n columns whose entry in row i and column j is f i j. *)
Definition tabulated (d n : nat) (f : Z -> Z -> Q) : matrix :=
  map (fun j => listed 1 (Z.of_nat d) (fun i => f i j)) (range 1 (Z.of_nat n)).

(** ** Networks *)

(** What layer number k alone makes of a matrix; the matrix itself where there is no such layer. *)
Definition layer_alone (N : network) (k : Z) (X : matrix) : matrix :=
  match nth_error N (Z.to_nat (k - 1)) with Some l => apply_layer X l | None => X end.

(** Heads have size 1 and feed-forward layers one hidden node, by their types: 0 is for a network that has none. *)
Definition head_size (N : network) : nat := Nat.min 1 (heads N).
Definition hidden_size (N : network) : nat := Nat.min 1 (feed_forward_layers N).

(** Whether a piece has more than a single t. *)
Definition is_wide (p : piece) : bool :=
  match from p, to p with Some a, Some b => negb (Qle_bool b a) | _, _ => true end.

(** Phi: piece-wise linear functions with at most three pieces, at least one of them constant, on more than a single
    t. *)
Definition in_Phi (phi : list piece) : bool :=
  (length phi <=? 3)%nat && existsb (fun p => Qeq_bool (slope p) 0 && is_wide p) phi.
Definition activations_outside_Phi (N : network) : nat :=
  length (filter (fun l => match l with FeedForward f => negb (in_Phi (activation f)) | Attention _ => false end) N).

(** A network that begins with a positional encoding E: Z + E, and the matrix after the first k layers, E being the
    first of them. *)
Fixpoint encoded (E X : matrix) : matrix :=
  match E, X with
  | e :: E', x :: X' => add x e :: encoded E' X'
  | _, _ => []
  end.
Definition after_encoding (E : matrix) (N : network) (k : Z) (X : matrix) : matrix :=
  if (k <=? 0)%Z then X else after N (Z.to_nat (k - 1)) (encoded E X).
