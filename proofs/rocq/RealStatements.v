(** * Statements about the networks of the proof over R

    A definition 'NAME : Prop' is a statement, and [NetworkTheorems.v] proves it. The networks are those of
    [FeedForward.v] and [Transformers.v], read over R by [RealNetworks.v]; delta = 1/m for an integer m. Yun et al. 2020,
    App. E.1 and E.2. *)

From Coq Require Import List Reals.
From Exactua Require Import Networks Matrices RealNetworks.
From Exactua Require Transformers Grids FeedForward Statements.
Import ListNotations.
Open Scope R_scope.

(** ** Over Q and over R *)

(** With hardmax a rational network takes a rational matrix to the same matrix over R as over Q. *)
Definition same_over_Q_and_R : Prop := forall d n (N : list (layer rationals)) X,
  same d n (run hardmax d n (map real_layer N) (real_matrix X)) (real_matrix (run hardmax d n N X)).

(** And so do networks that are written as lists, where all that is added to a column has d rows. *)
Definition lists_over_Q_and_R : Prop := forall d n N X, RealNetworks.of_shape d n X -> Forall (has_rows d) N ->
  same d n (run hardmax d n (real_network N) (real_matrix (of_columns X)))
    (real_matrix (of_columns (Transformers.run N X))).

(** ** Lemma 7 *)

(** y = g_q^ent(t): k delta if k delta <= t < (k + 1) delta for k = 0, ..., 1/delta - 1, and -delta^(-nd) otherwise. *)
Definition quantised_to (d n m : nat) (t y : R) : Prop :=
  let interval k := INR k / INR m <= t < INR (k + 1) / INR m in
  (forall k, (k < m)%nat -> interval k -> y = INR k / INR m) /\
  ((forall k, (k < m)%nat -> ~ interval k) -> y = - INR m ^ (n * d)).

(** A point of the grid as a real matrix. *)
Definition real_point (m : nat) (L : Grids.point) : matrix := real_matrix (of_columns (Grids.in_unit_1 m L)).

(** X in S_L: L <= X < L + delta, entry by entry. *)
Definition in_cube (d n m : nat) (L : Grids.point) (X : matrix) : Prop := forall i j, (i < d)%nat -> (j < n)%nat ->
  real_point m L i j <= X i j < real_point m L i j + 1 / INR m.

(** g_q over R. *)
Definition real_g_q (d n m : nat) : list (layer reals) := real_network (FeedForward.g_q d n m).

Definition token_wise_in_Phi (l : layer reals) : Prop :=
  match l with FeedForward f => hidden_size f = 1%nat /\ in_Phi (activation f) | Attention _ => False end.

(** 'There exists a function g_q : R^(d x n) -> G+_delta composed of d/delta + d token-wise feed-forward layers with r = 1
    and activations in Phi, which employs the scalar quantization g_q^ent to each entry of its input', for all real
    matrices; the layers are those of E.2 with k = 0, 1, ..., 1/delta - 1, where E.2 prints k = 0, delta, ..., 1 - delta.
    'As desired, the function g_q maps any X in S_L to L.' *)
Definition lemma_7 : Prop := forall d n m, (1 <= m)%nat ->
  length (real_g_q d n m) = (d * m + d)%nat /\
  Forall token_wise_in_Phi (real_g_q d n m) /\
  forall X : matrix, let Y : matrix := run hardmax d n (real_g_q d n m) X in
    (forall i j, (i < d)%nat -> (j < n)%nat -> quantised_to d n m (X i j) (Y i j)) /\
    (exists L, Grids.G_plus d n m L /\ same d n Y (real_point m L)) /\
    (forall L, Grids.G_delta d n m L -> in_cube d n m L X -> same d n Y (real_point m L)).

(** 'If any element of X is not in [0, 1], the element is mapped to -delta^(-nd)'; and so is 1, which is in no interval. *)
Definition outside_is_marked : Prop := forall d n m (X : matrix) i j, (1 <= m)%nat -> (i < d)%nat -> (j < n)%nat ->
  X i j < 0 \/ 1 <= X i j -> (run hardmax d n (real_g_q d n m) X : matrix) i j = - INR m ^ (n * d).

(** ** Proposition 5, App. E.1.4, for rational values A_L *)

(** 'g-bar(X) = A_L = f-bar(X) for X in S_L, L in G~_delta, and 0 everywhere else', for all real matrices X; the values
    A_L are rational. *)
Definition proposition_5_values : Prop := forall d n m A, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  Statements.equivariant_values d n m A ->
  let g : matrix -> matrix := run hardmax d n (real_network (Statements.g_bar d n m A)) in
  forall X : matrix,
    (forall L, Grids.G_tilde d n m L -> in_cube d n m L X -> same d n (g X) (real_matrix (of_columns (A L)))) /\
    ((forall L, Grids.G_tilde d n m L -> ~ in_cube d n m L X) -> same d n (g X) Matrices.zero).
