(** * Distance: what d_p(f, g) <= e and d_p(f, g) > e mean

    Yun et al. 2020, Sec. 3: d_p(f, g) is the p-th root of the integral of ||f(X) - g(X)||_p^p. Here no integral is
    built: d_p is at most e if countably many boxes with weights cover ||f - g||_p^p and weigh at most e^p together, and
    it is known to be more than e, for e >= 0, if finitely many boxes without common inner points weigh more than e^p and
    lie below it.

    Nothing is proved in this file. *)

From Coq Require Import Reals List.
From Exactua Require Import Matrices.
Open Scope R_scope.

(** x^p for x >= 0 and p > 0; 0^p is 0. (The standard library's [Rpower 0 p] is 1.) *)
Definition power (x p : R) : R := if Rlt_dec 0 x then Rpower x p else 0.

(** ||f(X) - g(X)||_p^p: the sum over the entries of |f(X) - g(X)|^p. *)
Definition difference (d n : nat) (p : R) (f g : matrix -> matrix) (X : matrix) : R :=
  sum_over (entries d n) (fun i j => power (Rabs (f X i j - g X i j)) p).

(** ** Boxes *)

(** All X with low <= X <= high in each entry. *)
Record box := Box { low : matrix; high : matrix }.

(** The product of the lengths of its sides; a side whose high is below its low has length 0. *)
Definition volume (d n : nat) (B : box) : R := product_over (entries d n) (fun i j => Rmax 0 (high B i j - low B i j)).

(** 1 if X is in B, else 0. *)
Definition indicator (d n : nat) (B : box) (X : matrix) : R :=
  product_over (entries d n) (fun i j =>
    if Rle_dec (low B i j) (X i j) then if Rle_dec (X i j) (high B i j) then 1 else 0 else 0).

(** X is in B, and on none of its faces. *)
Definition interior (d n : nat) (B : box) (X : matrix) : Prop :=
  forall i j, (i < d)%nat -> (j < n)%nat -> low B i j < X i j < high B i j.

(** term 0 + ... + term (k - 1). *)
Fixpoint sum_below (k : nat) (term : nat -> R) : R :=
  match k with
  | O => 0
  | S before => sum_below before term + term before
  end.

(** ** The distance over a set D of matrices *)

Definition everywhere : matrix -> Prop := fun _ => True.

(** d_p(f, g) <= e over D: there are boxes B_0, B_1, ... and c_0, c_1, ... >= 0 such that ||f(X) - g(X)||_p^p is at most
    the sum of c_i over those B_i that have X, for each X of D (the sum may be infinite), and the sum of all
    c_i volume(B_i) is at most e^p. *)
Definition at_most (d n : nat) (p : R) (f g : matrix -> matrix) (D : matrix -> Prop) (e : R) : Prop :=
  0 <= e /\
  exists (B : nat -> box) (c : nat -> R),
    (forall i, 0 <= c i) /\
    (forall X, D X -> forall r, 0 < r -> exists k,
      difference d n p f g X <= sum_below k (fun i => c i * indicator d n (B i) X) + r) /\
    (forall k, sum_below k (fun i => c i * volume d n (B i)) <= power e p).

(** d_p(f, g) > e over D, for e >= 0: there are boxes B_0, ..., B_(k-1) and c_i >= 0 such that inner points of B_i are in
    D, no point is an inner point of two of them, ||f(X) - g(X)||_p^p is at least c_i at each inner point X of B_i, and
    the sum of all c_i volume(B_i) is more than e^p. That is enough for d_p(f, g) > e, and not necessary: where
    ||f - g||_p^p is 0 on a dense set, no such boxes weigh more than 0. Neither [at_most] nor [more_than] need be true.
    A negative e counts as 0 here, as [power e p] is 0. *)
Definition more_than (d n : nat) (p : R) (f g : matrix -> matrix) (D : matrix -> Prop) (e : R) : Prop :=
  exists (k : nat) (B : nat -> box) (c : nat -> R),
    (forall i, (i < k)%nat -> 0 <= c i) /\
    (forall i X, (i < k)%nat -> interior d n (B i) X -> D X /\ c i <= difference d n p f g X) /\
    (forall i j X, (i < k)%nat -> (j < k)%nat -> interior d n (B i) X -> interior d n (B j) X -> i = j) /\
    power e p < sum_below k (fun i => c i * volume d n (B i)).

(** d_p(f, g) is infinite over D. *)
Definition infinite (d n : nat) (p : R) (f g : matrix -> matrix) (D : matrix -> Prop) : Prop :=
  forall e, more_than d n p f g D e.

(** s is an upper sum of h over D: the weight of finitely many boxes that cover it. *)
Definition upper_sum (d n : nat) (h : matrix -> R) (D : matrix -> Prop) (s : R) : Prop :=
  exists (k : nat) (B : nat -> box) (c : nat -> R),
    (forall i, (i < k)%nat -> 0 <= c i) /\
    (forall X, D X -> h X <= sum_below k (fun i => c i * indicator d n (B i) X)) /\
    s = sum_below k (fun i => c i * volume d n (B i)).
