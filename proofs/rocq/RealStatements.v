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

(** ** The steps of App. D on the distance *)

(** f_bar is f(C_L) on S_L, C_L = L + delta/2 its centre, and 0 where no cube has X: the sum of f(C_L) 1{X in S_L}. *)
Definition at_centres (d n m : nat) (f f_bar : matrix -> matrix) : Prop := forall X,
  (forall L, grid_point d n m L -> in_cube d n m L X ->
    same d n (f_bar X) (f (fun i j => (INR (L i j) + / 2) / INR m))) /\
  ((forall L, grid_point d n m L -> ~ in_cube d n m L X) -> same d n (f_bar X) zero).

(** 'This proves that d_p(f, f_bar) < e', for every continuous f that is 0 outside of [0, 1]^(d x n): if
    ||X - Y||_infinity < delta implies ||f(X) - f(Y)||_p < e, then ||f(X) - f_bar(X)||_p < e at every X, on the faces of
    the cube too, and d_p(f, f_bar) is at most some e' < e over all matrices. *)
Definition lemma_4_strictly : Prop := forall d n m f f_bar p e, (1 <= m)%nat -> continuous d n f ->
  supported_in_unit_cube d n f -> 1 <= p -> 0 < e -> at_centres d n m f f_bar ->
  (forall X Y, within d n (1 / INR m) X Y -> difference d n p f (fun _ => f Y) X < power e p) ->
  (forall X, difference d n p f f_bar X < power e p) /\
  exists e', e' < e /\ at_most d n p f f_bar everywhere e'.

(** The entries of f(X) change by at most K r where those of X do by at most r. *)
Definition lipschitz (d n : nat) (K : R) (f : matrix -> matrix) : Prop := forall X Y r,
  (forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (X i j - Y i j) <= r) ->
  forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j - f Y i j) <= K * r.

(** With numbers, for f with a constant K, and e^p = d n (K delta)^p: half of e is enough. *)
Definition lemma_4_with_constant : Prop := forall d n m K f f_bar p e, (1 <= m)%nat -> 0 <= K -> lipschitz d n K f ->
  supported_in_unit_cube d n f -> 1 <= p -> 0 <= e -> at_centres d n m f f_bar ->
  power e p = INR (d * n) * power (K / INR m) p -> at_most d n p f f_bar everywhere (e / 2).

(** The two functions of the steps: the product of 4 x (1 - x) over all entries x of X where all of them are in [0, 1],
    else 0; and X_(i,j) times that. *)
Definition bump (d n : nat) (X : matrix) : matrix :=
  fun _ _ => product_over (entries d n) (fun i j => Rmax 0 (4 * X i j * (1 - X i j))).
Definition tilted (d n : nat) (X : matrix) : matrix := fun i j => X i j * bump d n X i j.

(** Both are continuous, permutation equivariant and 0 outside of [0, 1]^(d x n), with K = 4 d n and 4 d n + 1. *)
Definition bump_and_tilted : Prop := forall d n,
  (continuous d n (bump d n) /\ equivariant d n (bump d n) /\ supported_in_unit_cube d n (bump d n) /\
   lipschitz d n (INR (4 * d * n)) (bump d n)) /\
  (continuous d n (tilted d n) /\ equivariant d n (tilted d n) /\ supported_in_unit_cube d n (tilted d n) /\
   lipschitz d n (INR (4 * d * n + 1)) (tilted d n)).

(** d_p(f, f_bar) <= (d n)^(1/p) K delta for both, and less: at most half of it; for every real p >= 1, d >= 1, n >= 1
    and delta = 1/m. *)
Definition lemma_4_for_both : Prop := forall d n m p e f_bar, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> 1 <= p ->
  0 < e ->
  (at_centres d n m (bump d n) f_bar -> power e p = INR (d * n) * power (INR (4 * d * n) / INR m) p ->
   at_most d n p (bump d n) f_bar everywhere (e / 2)) /\
  (at_centres d n m (tilted d n) f_bar -> power e p = INR (d * n) * power (INR (4 * d * n + 1) / INR m) p ->
   at_most d n p (tilted d n) f_bar everywhere (e / 2)).

(** d_2(f, f_bar) <= 1/3 for f = tilted, for each delta = 1/m with 3 (4 d n + 1) (d n)^(1/2) <= 2 m: for larger delta
    the step at each instance says it, and this does not. *)
Definition lemma_4_third : Prop := forall d n m f_bar, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat ->
  (9 * (4 * d * n + 1) * (4 * d * n + 1) * (d * n) <= 4 * m * m)%nat -> at_centres d n m (tilted d n) f_bar ->
  at_most d n 2 (tilted d n) f_bar everywhere (1 / 3).
