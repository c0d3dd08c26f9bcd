(** * RealStatements: what is proved over the reals

    Statements about real matrices, by hand, in the names of Yun et al. 2020. The theorems of them are in
    [RealTheorems.v]; they use the standard library's real numbers, and with them assumptions that are named with each.

    Nothing is proved in this file. *)

From Coq Require Import Reals.
From Exactua Require Import Matrices Distance Cubes.
Open Scope R_scope.

(** ** Functions of matrices, Sec. 3 and App. C, Step 1 *)

(** A continuous f, and an f that is constant on the cubes of a grid, is a function of matrices with d rows and n
    columns: it takes the same matrix to the same matrix. *)
Definition functions_of_matrices : Prop :=
  forall d n f, (continuous d n f -> respects d n f) /\ (forall m, piecewise_constant d n m f -> respects d n f).

(** ** The distance d_p, Sec. 3 *)

(** d_p(f, g) is not both at most e and more than e. *)
Definition distance_never_both : Prop :=
  forall d n p f g D e, ~ (at_most d n p f g D e /\ more_than d n p f g D e).

(** At most e is at most e', and over less, for e' >= e; more than e is more than e', and over more, for e' <= e. *)
Definition distance_monotone : Prop :=
  forall d n p f g (D D' : matrix -> Prop) e e', 1 <= p -> (forall X, D' X -> D X) -> e <= e' ->
  (at_most d n p f g D e -> at_most d n p f g D' e') /\ (more_than d n p f g D' e' -> more_than d n p f g D e).

(** d_p(f, f) <= 0. *)
Definition distance_to_itself : Prop := forall d n p f D, at_most d n p f f D 0.

(** d_p(f, g) and d_p(g, f) are the same. *)
Definition distance_symmetric : Prop :=
  forall d n p f g D e, (at_most d n p f g D e -> at_most d n p g f D e) /\
  (more_than d n p f g D e -> more_than d n p g f D e).

(** The triangle inequality: d_p(f, k) <= d_p(f, g) + d_p(g, k). *)
Definition distance_triangle : Prop :=
  forall d n p f g k D e e', 1 <= p -> at_most d n p f g D e -> at_most d n p g k D e' ->
  at_most d n p f k D (e + e').

(** An upper sum of at most e^p, with finitely many boxes, gives d_p(f, g) <= e. *)
Definition distance_by_upper_sum : Prop :=
  forall d n p f g D e s, 0 <= e -> upper_sum d n (difference d n p f g) D s -> s <= power e p ->
  at_most d n p f g D e.

(** If the infimum of the upper sums is at most e^p, d_p(f, g) is at most every number above e. *)
Definition distance_by_upper_integral : Prop :=
  forall d n p f g D e, 1 <= p -> 0 <= e ->
  (forall r, 0 < r -> exists s, upper_sum d n (difference d n p f g) D s /\ s <= power e p + r) ->
  forall e', e < e' -> at_most d n p f g D e'.

(** Exact for step functions: where ||f(X) - g(X)||_p^p lies between finitely many boxes without common inner points and
    the same boxes with their faces, all in D, at most e and more than e say whether their weight is at most e^p. *)
Definition distance_of_step_functions : Prop :=
  forall d n p f g (D : matrix -> Prop) e k (B : nat -> box) (c : nat -> R), 0 <= e ->
  (forall i, (i < k)%nat -> 0 <= c i) ->
  (forall i j X, (i < k)%nat -> (j < k)%nat -> interior d n (B i) X -> interior d n (B j) X -> i = j) ->
  (forall i X, (i < k)%nat -> interior d n (B i) X -> D X /\ c i <= difference d n p f g X) ->
  (forall X, D X -> difference d n p f g X <= sum_below k (fun i => c i * indicator d n (B i) X)) ->
  (at_most d n p f g D e <-> sum_below k (fun i => c i * volume d n (B i)) <= power e p) /\
  (more_than d n p f g D e <-> power e p < sum_below k (fun i => c i * volume d n (B i))).

(** If d_p(f, g) is infinite, it is at most no e; and it is infinite over all matrices where ||f(X) - g(X)||_p^p is at
    least some c > 0 at every X. *)
Definition distance_infinite : Prop :=
  forall d n p f g D,
  (infinite d n p f g D -> forall e, ~ at_most d n p f g D e) /\
  ((1 <= d)%nat -> (1 <= n)%nat -> forall c, 0 < c -> (forall X, c <= difference d n p f g X) ->
    infinite d n p f g everywhere).

(** ** Lemma 4, App. C, Step 1, and App. D *)

(** For every continuous, permutation equivariant f that is 0 outside of [0, 1]^(d x n), real p >= 1 and e > 0 (the paper's
    epsilon) there is an m_star such that for every m >= m_star, with delta = 1/m, there is an f_bar that is constant on the
    cubes of width delta and permutation equivariant, with d_p(f, f_bar) <= e / 3 over all matrices. *)
Definition lemma_4 : Prop :=
  forall d n f p e, continuous d n f -> equivariant d n f -> supported_in_unit_cube d n f -> 1 <= p -> 0 < e ->
  exists m_star, (1 <= m_star)%nat /\ forall m, (m_star <= m)%nat ->
  exists f_bar, piecewise_constant d n m f_bar /\ equivariant d n f_bar /\ at_most d n p f f_bar everywhere (e / 3).
