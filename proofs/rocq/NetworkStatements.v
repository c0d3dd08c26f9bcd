(** * Statements about networks of all sizes, over the real numbers

    A definition 'NAME : Prop' is a statement, and [NetworkTheorems.v] proves it; the other definitions here, those of
    [Networks.v] and of [Matrices.v] are all that it takes to read it. d rows, n columns; nothing is asked of d, n, h, m, r
    but what is written. Yun et al. 2020, Sec. 2, App. B, C and E.1. *)

From Coq Require Import List Reals.
From Exactua Require Import Networks Matrices.
Import ListNotations.

(** ** Claim 1, App. B *)

(** P has n rows and n columns, a 1 in each row and in each column, and 0 elsewhere. *)
Definition permutation_matrix (n : nat) (P : matrix) : Prop :=
  (forall i j, (i < n)%nat -> (j < n)%nat -> P i j = 0%R \/ P i j = 1%R) /\
  (forall i, (i < n)%nat -> exists j, (j < n)%nat /\ P i j = 1%R /\ forall j', (j' < n)%nat -> P i j' = 1%R -> j' = j) /\
  (forall j, (j < n)%nat -> exists i, (i < n)%nat /\ P i j = 1%R /\ forall i', (i' < n)%nat -> P i' j = 1%R -> i' = i).

(** 'f is permutation equivariant if for any permutation matrix P, we have f(X P) = f(X) P', Sec. 2. *)
Definition permutation_equivariant (d n : nat) (f : matrix -> matrix) : Prop := forall X P, permutation_matrix n P ->
  same d n (f (product (F := reals) n X P)) (product (F := reals) n (f X) P).

(** What a block, or any network of blocks, makes of X with softmax, and with hardmax. *)
Definition softmax_network (d n : nat) (N : list (block reals)) : matrix -> matrix := run softmax d n (layers N).
Definition hardmax_network (d n : nat) (N : list (block reals)) : matrix -> matrix := run hardmax d n (layers N).

(** 'A Transformer block t^(h,m,r) defines a permutation equivariant map from R^(d x n) to R^(d x n)': with softmax, ReLU
    and any b_Q, as (1) with footnote 1 and (2) have it. *)
Definition claim_1 : Prop := forall h m r d n t, of_size h m r t -> with_ReLU t ->
  respects d n (softmax_network d n [t]) /\ permutation_equivariant d n (softmax_network d n [t]).

(** 'This consequently establishes the permutation equivariance of the class T^(h,m,r)', Sec. 2. *)
Definition T_equivariant : Prop := forall h m r d n g, in_T h m r d n g ->
  respects d n g /\ permutation_equivariant d n g.

(** The same for modified Transformers, App. C, Step 2: hardmax with 1/k at each of k maxima, and phi in Phi. *)
Definition claim_1_modified : Prop := forall h m r d n t, of_size h m r t -> with_Phi t ->
  respects d n (hardmax_network d n [t]) /\ permutation_equivariant d n (hardmax_network d n [t]).
Definition T_bar_equivariant : Prop := forall h m r d n g, in_T_bar h m r d n g ->
  respects d n g /\ permutation_equivariant d n g.

(** And for layers in any order, of any sizes, each with an activation of finitely many linear pieces. *)
Definition networks_equivariant : Prop := forall d n (N : list (layer reals)),
  permutation_equivariant d n (run softmax d n N) /\ permutation_equivariant d n (run hardmax d n N).

(** f(X P) = f(X) P for all permutation matrices, and the same for all permutations of columns: one is the other. *)
Definition equivariance_by_columns : Prop := forall d n f, respects d n f ->
  (permutation_equivariant d n f <-> equivariant d n f).

(** Ties need 1/k: for all d >= 1, n >= 2 there is a block with h = m = r = 1 and b_Q = 0 that is not permutation
    equivariant where hardmax is 1 at the first of equal maxima, nor where it is 1 at the last. *)
Definition one_sided_ties_fail : Prop := forall d n, (1 <= d)%nat -> (2 <= n)%nat ->
  exists t : block reals, of_size 1 1 1 t /\ with_Phi t /\ without_b_Q t /\
    ~ permutation_equivariant d n (run leftmost_hardmax d n (layers [t])) /\
    ~ permutation_equivariant d n (run rightmost_hardmax d n (layers [t])).

(** ** Layers and blocks, activations *)

(** ReLU is in Phi, and is max(0, t). *)
Definition ReLU_in_Phi : Prop := in_Phi (F := reals) ReLU /\ forall t, activate (F := reals) ReLU t = Rmax 0 t.

(** A layer alone is a block: 'the skip connections enable' that (E.1), by weights that are 0. An attention layer with any
    r and any activation, a feed-forward layer with any h and m; whatever makes weights of scores. *)
Definition layer_is_block : Prop := forall h m r d n (sigma : nat -> vector reals -> vector reals),
  (forall all phi, length all = h -> Forall (fun H => head_size H = m) all ->
    exists t, of_size h m r t /\ heads t = all /\ activation (behind t) = phi /\
      forall X, same d n (run sigma d n (layers [t]) X) (attention sigma d n all X)) /\
  (forall f, hidden_size f = r ->
    exists t, of_size h m r t /\ without_b_Q t /\ behind t = f /\
      forall X, same d n (run sigma d n (layers [t]) X) (feed_forward d f X)).

(** 'The function classes become richer as we increase the values of (h, m, r)', Sec. 3.1: T^(h,m,r) is a part of
    T^(h',m',r'), and T-bar^(h,m,r) of T-bar^(h',m',r'). *)
Definition classes_grow : Prop := forall h m r h' m' r' d n g, (h <= h')%nat -> (m <= m')%nat -> (r <= r')%nat ->
  (in_T h m r d n g -> in_T h' m' r' d n g) /\ (in_T_bar h m r d n g -> in_T_bar h' m' r' d n g).
