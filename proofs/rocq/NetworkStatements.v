(** * Statements about networks of all sizes, over the real and the rational numbers

    A definition 'NAME : Prop' is a statement, and [NetworkTheorems.v] proves it; the other definitions here and those of
    [Networks.v] are all that it takes to read it, with [Transformers.v], [FeedForward.v] and [Statements.v] for those that speak of the
    networks of the proof of Proposition 5. d rows, n columns; nothing is asked of d, n, h, m, r but what is written. *)

From Coq Require Import List QArith Reals.
From Exactua Require Import Networks.
Import ListNotations.

(** ** Claim 1, App. B *)

(** 'A Transformer block t^(h,m,r) defines a permutation equivariant map from R^(d x n) to R^(d x n)': softmax, ReLU, and
    any b_Q, as in (1) with footnote 1, and (2). *)
Definition claim_1 : Prop := forall h m r d n (t : block reals),
  of_size h m r t -> with_ReLU t ->
  is_function d n (run softmax d n (layers [t])) /\ permutation_equivariant d n (run softmax d n (layers [t])).

(** 'This consequently establishes the permutation equivariance of the class T^(h,m,r)', Sec. 2. *)
Definition T_equivariant : Prop := forall h m r d n g, in_T h m r d n g ->
  is_function d n g /\ permutation_equivariant d n g.

(** The same for modified Transformers, App. C, Step 2: hardmax with 1/k at each of k maxima, and phi in Phi. *)
Definition claim_1_modified : Prop := forall h m r d n (t : block reals),
  of_size h m r t -> with_Phi t ->
  is_function d n (run hardmax d n (layers [t])) /\ permutation_equivariant d n (run hardmax d n (layers [t])).
Definition T_bar_equivariant : Prop := forall h m r d n g, in_T_bar h m r d n g ->
  is_function d n g /\ permutation_equivariant d n g.

(** And for any layers in any order, of different sizes, each with an activation of any finite number of linear
    pieces; with hardmax over the rational numbers, too. *)
Definition networks_equivariant : Prop :=
  (forall d n (N : list (layer reals)), permutation_equivariant d n (run softmax d n N)) /\
  (forall d n (N : list (layer reals)), permutation_equivariant d n (run hardmax d n N)) /\
  (forall d n (N : list (layer rationals)), permutation_equivariant d n (run hardmax d n N)).

(** f(X P) = f(X) P for permutation matrices P, and for permutations pi of columns, is the same. *)
Definition equivariance_by_columns : Prop := forall d n (f : matrix reals -> matrix reals), is_function d n f ->
  (permutation_equivariant d n f <->
   forall pi X, permutes n pi -> same d n (f (rearranged pi X)) (rearranged pi (f X))).

(** Other tie rules of hardmax are another matter: for all d >= 1, n >= 2 there is a block with h = m = r = 1 that is not
    permutation equivariant where hardmax is 1 at the first of equal maxima, and one where it is 1 at the last. *)
Definition one_sided_ties_fail : Prop := forall d n, (1 <= d)%nat -> (2 <= n)%nat ->
  exists t : block reals, of_size 1 1 1 t /\ with_Phi t /\
    ~ permutation_equivariant d n (run leftmost_hardmax d n (layers [t])) /\
    ~ permutation_equivariant d n (run rightmost_hardmax d n (layers [t])).

(** ** Layers and blocks, sizes *)

(** ReLU is in Phi, and is max(0, t). *)
Definition ReLU_in_Phi : Prop := in_Phi (F := reals) ReLU /\ forall t, activate (F := reals) ReLU t = Rmax 0 t.

(** A layer alone is a block: 'the skip connections enable' that (E.1), with all else 0. An attention layer, with any r;
    and a feed-forward layer, with any h and m; for softmax and hardmax. *)
Definition layer_is_block : Prop := forall h m r d n (sigma : nat -> vector reals -> vector reals),
  (forall heads, length heads = h -> Forall (fun H => head_size H = m) heads ->
    exists t, of_size h m r t /\ with_ReLU t /\
      forall X, same d n (run sigma d n (layers [t]) X) (attention sigma d n heads X)) /\
  (forall f : token_wise reals, hidden_size f = r ->
    exists t, of_size h m r t /\ activation (behind t) = activation f /\
      forall X, same d n (run sigma d n (layers [t]) X) (feed_forward d f X)).
