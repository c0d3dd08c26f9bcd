(** * BackgroundStatements: what is proved over the reals of the web page 'Transformer Expressiveness'

    Statements by hand of sentences and displays of the page that are general facts, in its names. The theorems of them
    are in [BackgroundTheorems.v]; they use the standard library's real numbers, and with them assumptions that are
    named with each. Tokens, rows and columns are counted from 0.

    Nothing is proved in this file. *)

From Coq Require Import List Arith Reals.
From Exactua Require Import Networks.
From Exactua Require NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** ** 'Convex Combination View': Z_i = sum over j of A_ij V_j, A_ij >= 0, sum over j of A_ij = 1 *)

(** A_ij = softmax_j(S_ij), for any scores S. *)
Definition page_weights (L : nat) (S : nat -> nat -> R) (i : nat) : nat -> R := softmax L (S i).

(** Entry h of Z_i; V_j is the value vector of token j. *)
Definition page_attended (L : nat) (S V : nat -> nat -> R) (i h : nat) : R :=
  total (F := reals) L (fun j => page_weights L S i j * V j h).

(** 'Each output token is a convex combination of value vectors, weighted by attention': for all L >= 1, scores and
    values. It lies in their hull: no linear form is greater there than at all of the d-dimensional values. *)
Definition page_convex_combination : Prop := forall L d S V i, (1 <= L)%nat ->
  (forall j, (j < L)%nat -> 0 <= page_weights L S i j) /\ total (F := reals) L (page_weights L S i) = 1 /\
  forall u M, (forall j, (j < L)%nat -> total (F := reals) d (fun h => u h * V j h) <= M) ->
    total (F := reals) d (fun h => u h * page_attended L S V i h) <= M.

(** 'With sharp weights, this acts like selecting or copying specific tokens': Z_i is within 1 - A_ij times the spread
    hi - lo of the values of V_j, entry by entry. *)
Definition page_selecting : Prop := forall L S V i j h lo hi, (j < L)%nat ->
  (forall l, (l < L)%nat -> lo <= V l h <= hi) ->
  Rabs (page_attended L S V i h - V j h) <= (1 - page_weights L S i j) * (hi - lo).

(** 'Softmax never becomes exactly one-hot at finite scale': of two scores or more all weights are above 0 and below
    1. *)
Definition page_never_one_hot : Prop := forall L S i j, (2 <= L)%nat -> (j < L)%nat -> 0 < page_weights L S i j < 1.

(** ** 'Softmax Temperature Limit': lim_(tau -> 0+) softmax(z / tau) = e_(argmax z) *)

(** Where t entries are the largest, 1/t at each of them for e_(argmax z): that is [hardmax], and for t = 1 e_(argmax
    z). *)
Definition page_temperature_limit : Prop := forall n z k e, (k < n)%nat -> 0 < e ->
  exists tau_0, 0 < tau_0 /\ forall tau, 0 < tau -> tau < tau_0 ->
  Rabs (softmax n (fun l => z l / tau) k - hardmax (F := reals) n z k) < e.

(** Where t entries are the largest and all others are [gap] or more below them, the distance is at most (n - t)
    e^(-gap / tau), for every tau > 0. *)
Definition page_temperature_rate : Prop := forall n z gap tau, 0 < tau ->
  (forall g l, (g < n)%nat -> (l < n)%nat -> is_greatest (F := reals) n z g = true ->
     is_greatest (F := reals) n z l = false -> z l + gap <= z g) ->
  forall k, (k < n)%nat -> Rabs (softmax n (fun l => z l / tau) k - hardmax (F := reals) n z k)
    <= (INR n - INR (how_many_greatest (F := reals) n z)) * exp (- (gap / tau)).

(** 'the softmax distribution concentrates on the maximum entry': where some entry is less, a lower temperature gives
    every greatest one more weight. *)
Definition page_concentrates : Prop := forall n z k l tau tau', (k < n)%nat -> (l < n)%nat ->
  is_greatest (F := reals) n z k = true -> is_greatest (F := reals) n z l = false -> 0 < tau' -> tau' < tau ->
  softmax n (fun l => z l / tau) k < softmax n (fun l => z l / tau') k.

(** ** 'without it, a Transformer cannot distinguish permutations of the inputs' *)

(** Layers of softmax attention and feed-forward layers, of any sizes and in any order, without positions, with
    activations of finitely many linear pieces: f(X P) = f(X) P, for every permutation matrix P; and the sum of the
    columns is the same. Here and below such networks have no layer normalisation, no GELU and no masks. *)
Definition page_cannot_distinguish : Prop := forall d n (N : list (layer reals)) X P,
  NetworkStatements.permutation_matrix n P ->
  let XP := product (F := reals) n X P in
  same (F := reals) d n (run softmax d n N XP) (product (F := reals) n (run softmax d n N X) P) /\
  forall a, (a < d)%nat ->
    total (F := reals) n (fun k => run softmax d n N XP a k) = total (F := reals) n (fun k => run softmax d n N X a k).

(** 'so order-dependent tasks (like reversing ...) cannot be represented': for n >= 3 no such network reverses even one
    sequence of different tokens in all its orders, as it would have to. Of two tokens nothing is said. *)
Definition page_no_reversal : Prop := forall d n (N : list (layer reals)) X, (3 <= n)%nat ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> k <> l -> exists a, (a < d)%nat /\ X a k <> X a l) ->
  ~ forall P, NetworkStatements.permutation_matrix n P -> let XP := product (F := reals) n X P in
    same (F := reals) d n (run softmax d n N XP) (fun a k => XP a (n - 1 - k)%nat).

(** ** The second program: reversal by a bias *)

(** B[i][j]: big where j = L - 1 - i, low elsewhere (50 and -10 in the program); V_j = j + 1. *)
Definition page_reversed (L : nat) (big low : R) (i : nat) : R :=
  total (F := reals) L (fun j =>
    softmax L (fun j => if (j =? L - 1 - i)%nat then big else low) j * INR (j + 1)).

(** For all L >= 1, big and low: how far Z_i is from L - i, with sign; and 'Max abs error', which is taken at i = 0. *)
Definition page_reversal_error : Prop := forall L big low, (1 <= L)%nat ->
  let small := exp (- (big - low)) in
  (forall i, (i < L)%nat ->
     page_reversed L big low i - (INR L - INR i)
     = INR L * (INR i - (INR L - 1) / 2) * (small / (1 + (INR L - 1) * small))) /\
  (forall i, (i < L)%nat -> Rabs (page_reversed L big low i - (INR L - INR i))
     <= INR L * (INR L - 1) / 2 * small / (1 + (INR L - 1) * small)) /\
  Rabs (page_reversed L big low 0 - INR L) = INR L * (INR L - 1) / 2 * small / (1 + (INR L - 1) * small).

(** 'Increasing the scale makes the operation arbitrarily close to exact.' *)
Definition page_arbitrarily_close : Prop := forall L low e, (1 <= L)%nat -> 0 < e ->
  exists big_0, forall big, big_0 < big -> forall i, (i < L)%nat ->
  Rabs (page_reversed L big low i - (INR L - INR i)) < e.

(** ** 'Relative Position Bias': S_ij = Q_i K_j^T / sqrt(d_k) + B_(i-j) *)

(** Z_i where token j has one of two contents, x_j: score(x_i, x_j) is any function of two contents, value(x_j) of one,
    and [B m] is B_(m - (L - 1)), m = 0, ..., 2 L - 2. *)
Definition page_biased (L : nat) (score : bool -> bool -> R) (B : nat -> R) (value : bool -> R) (x : nat -> bool)
    (i : nat) : R :=
  page_attended L (fun i j => score (x i) (x j) + B (i + (L - 1) - j)%nat) (fun j _ => value (x j)) i 0.

(** 'Properly chosen biases can implement algorithmic behaviors like ... reversing', by a single head: not for L >= 4.
    No scores and biases bring all Z_i, for all sequences of two contents, nearer to the value that stands at L - 1 - i
    than half the distance of the two values. *)
Definition page_no_reversal_by_bias : Prop := forall L score B value, (4 <= L)%nat ->
  ~ forall x i, (i < L)%nat ->
    Rabs (page_biased L score B value x i - value (x (L - 1 - i)%nat)) < Rabs (value true - value false) / 2.

(** Up to L = 3 some biases alone, without scores, do it as nearly as one likes. *)
Definition page_reversal_by_bias_up_to_3 : Prop := forall L e, (1 <= L)%nat -> (L <= 3)%nat -> 0 < e ->
  exists B : nat -> R, forall i, (i < L)%nat ->
    1 - e < page_weights L (fun i j => B (i + (L - 1) - j)%nat) i (L - 1 - i)%nat.

(** ** Sequences twice as long *)

(** [X X]: the n columns of X, and the same again. *)
Definition page_twice (n : nat) (X : nat -> nat -> R) : nat -> nat -> R :=
  fun a k => X a (if (k <? n)%nat then k else k - n)%nat.

(** Layers of softmax attention and feed-forward layers, of any sizes and in any order, without positions and masks:
    f([X X]) = [f(X) f(X)]. *)
Definition page_doubling : Prop := forall d n (N : list (layer reals)) X,
  same (F := reals) d (n + n) (run softmax d (n + n) N (page_twice n X)) (page_twice n (run softmax d n N X)).

(** 'a model that is perfect up to L may fail on longer sequences', for sums: no such network, followed by any function
    of one of its tokens, gives the sum of row b both of X and of [X X], if it is not 0. *)
Definition page_sums_at_two_lengths : Prop := forall d n (N : list (layer reals)) X b k (h : (nat -> R) -> R),
  (k < n)%nat -> (forall x y, (forall a, (a < d)%nat -> x a = y a) -> h x = h y) ->
  total (F := reals) n (fun l => X b l) <> 0 ->
  ~ (h (fun a => run softmax d n N X a k) = total (F := reals) n (fun l => X b l) /\
     h (fun a => run softmax d (n + n) N (page_twice n X) a k)
       = total (F := reals) (n + n) (fun l => page_twice n X b l)).

(** ** Pooling *)

(** 'A special query (like a CLS token) with identical logits to all keys produces uniform attention', for all L and all
    logits c. *)
Definition page_uniform_attention : Prop := forall L c j, (1 <= L)%nat ->
  softmax L (fun _ => c) j = 1 / INR L.

(** 'The attended value is the mean of token values; a subsequent linear layer can multiply by L to recover the sum':
    for all values. *)
Definition page_pooling : Prop := forall L c V i h, (1 <= L)%nat ->
  let Z := page_attended L (fun _ _ => c) V in
  Z i h = total (F := reals) L (fun j => V j h) / INR L /\ INR L * Z i h = total (F := reals) L (fun j => V j h).
