(** * NetworkStatements: what is proved of networks over the reals

    Statements about networks of all sizes, by hand, in the names of Yun et al. 2020. The theorems of them are in
    [NetworkTheorems.v]; they use the standard library's real numbers, and with them assumptions that are named with
    each. d rows, n columns; nothing is asked of d, n, h, m, r but what is written.

    Nothing is proved in this file. *)

From Coq Require Import List Reals.
From Exactua Require Import Networks RealNetworks Matrices Distance Cubes.
From Exactua Require Transformers Grids FeedForward Statements.
Import ListNotations.
Open Scope R_scope.

(** ** Permutation equivariance, Sec. 2, and Claim 1, App. B *)

(** P has n rows and n columns, a 1 in each row and in each column, and 0 elsewhere. *)
Definition permutation_matrix (n : nat) (P : matrix) : Prop :=
  (forall i j, (i < n)%nat -> (j < n)%nat -> P i j = 0%R \/ P i j = 1%R) /\
  (forall i, (i < n)%nat -> exists j, (j < n)%nat /\ P i j = 1%R /\
     forall j', (j' < n)%nat -> P i j' = 1%R -> j' = j) /\
  (forall j, (j < n)%nat -> exists i, (i < n)%nat /\ P i j = 1%R /\
     forall i', (i' < n)%nat -> P i' j = 1%R -> i' = i).

(** 'f is permutation equivariant if for any permutation matrix P, we have f(X P) = f(X) P', Sec. 2. *)
Definition permutation_equivariant (d n : nat) (f : matrix -> matrix) : Prop := forall X P, permutation_matrix n P ->
  same d n (f (product (F := reals) n X P)) (product (F := reals) n (f X) P).

(** What a block, or any network of blocks, makes of X with softmax, and with hardmax. *)
Definition softmax_network (d n : nat) (N : list (block reals)) : matrix -> matrix := run softmax d n (layers N).
Definition hardmax_network (d n : nat) (N : list (block reals)) : matrix -> matrix := run hardmax d n (layers N).

(** 'A Transformer block t^(h,m,r) defines a permutation equivariant map from R^(d x n) to R^(d x n)': with softmax,
    ReLU and any b_Q, as (1) with footnote 1 and (2) have it. *)
Definition claim_1_softmax : Prop := forall h m r d n t, of_size h m r t -> with_ReLU t ->
  respects d n (softmax_network d n [t]) /\ permutation_equivariant d n (softmax_network d n [t]).

(** 'This consequently establishes the permutation equivariance of the class T^(h,m,r)', Sec. 2. *)
Definition T_equivariant : Prop := forall h m r d n g, in_T h m r d n g ->
  respects d n g /\ permutation_equivariant d n g.

(** The same for modified Transformers, App. C, Step 2: hardmax with 1/k at each of k maxima, and phi in Phi. *)
Definition claim_1_hardmax : Prop := forall h m r d n t, of_size h m r t -> with_Phi t ->
  respects d n (hardmax_network d n [t]) /\ permutation_equivariant d n (hardmax_network d n [t]).
Definition T_bar_equivariant : Prop := forall h m r d n g, in_T_bar h m r d n g ->
  respects d n g /\ permutation_equivariant d n g.

(** And for layers in any order, of any sizes, each with an activation of finitely many linear pieces. *)
Definition networks_equivariant : Prop := forall d n (N : list (layer reals)),
  permutation_equivariant d n (run softmax d n N) /\ permutation_equivariant d n (run hardmax d n N).

(** f(X P) = f(X) P for all permutation matrices, and the same for all permutations of columns: one is the other. *)
Definition equivariance_by_columns : Prop := forall d n f, respects d n f ->
  (permutation_equivariant d n f <-> equivariant d n f).

(** A tie rule that looks at the order fails: for all d >= 1, n >= 2 there is a block with h = m = r = 1 and b_Q = 0
    that is permutation equivariant neither where hardmax is 1 at the first of equal maxima nor where it is 1 at the
    last. *)
Definition one_sided_ties_fail : Prop := forall d n, (1 <= d)%nat -> (2 <= n)%nat ->
  exists t : block reals, of_size 1 1 1 t /\ with_Phi t /\ without_b_Q t /\
    ~ permutation_equivariant d n (run leftmost_hardmax d n (layers [t])) /\
    ~ permutation_equivariant d n (run rightmost_hardmax d n (layers [t])).

(** ** Layers and blocks, activations *)

(** ReLU is in Phi, and is max(0, t). *)
Definition ReLU_in_Phi : Prop := in_Phi (F := reals) ReLU /\ forall t, activate (F := reals) ReLU t = Rmax 0 t.

(** A layer alone is a block: 'the skip connections enable' that (E.1), by weights that are 0. An attention layer with
    any r and any activation, a feed-forward layer with any h and m; whatever makes weights of scores. *)
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

(** ** Networks over Q and over R *)

(** With hardmax a rational network takes a rational matrix to the same matrix over R as over Q. *)
Definition same_over_Q_and_R : Prop := forall d n (N : list (layer rationals)) X,
  same d n (run hardmax d n (map real_layer N) (real_matrix X)) (real_matrix (run hardmax d n N X)).

(** And so do the networks of [Transformers.v], where all that is added to a column has d rows. *)
Definition lists_over_Q_and_R : Prop := forall d n N X, RealNetworks.of_shape d n X -> Forall (has_rows d) N ->
  same d n (run hardmax d n (real_network N) (real_matrix (of_columns X)))
    (real_matrix (of_columns (Transformers.run N X))).

(** ** Lemma 7, App. E.1.1 and E.2; delta = 1/m *)

(** y = g_q^ent(t): k delta if k delta <= t < (k + 1) delta for k = 0, ..., 1/delta - 1, and -delta^(-nd) otherwise. *)
Definition quantised_to (d n m : nat) (t y : R) : Prop :=
  let interval k := INR k / INR m <= t < (INR k + 1) / INR m in
  (forall k, (k < m)%nat -> interval k -> y = INR k / INR m) /\
  ((forall k, (k < m)%nat -> ~ interval k) -> y = - INR m ^ (n * d)).

(** G_delta = {0, delta, ..., 1 - delta}^(d x n); G~_delta, where the columns are all different; and
    G+_delta = {-delta^(-nd), 0, delta, ..., 1 - delta}^(d x n): as real matrices. *)
Definition in_G (d n m : nat) (L : matrix) : Prop := forall i j, (i < d)%nat -> (j < n)%nat ->
  exists k, (k < m)%nat /\ L i j = INR k / INR m.
Definition in_G_tilde (d n m : nat) (L : matrix) : Prop := in_G d n m L /\
  forall j j', (j < n)%nat -> (j' < n)%nat -> j <> j' -> exists i, (i < d)%nat /\ L i j <> L i j'.
Definition in_G_plus (d n m : nat) (L : matrix) : Prop := forall i j, (i < d)%nat -> (j < n)%nat ->
  L i j = - INR m ^ (n * d) \/ exists k, (k < m)%nat /\ L i j = INR k / INR m.

(** X in S_L, the product of all [L_(j,k), L_(j,k) + delta). *)
Definition in_S (d n m : nat) (L X : matrix) : Prop := forall i j, (i < d)%nat -> (j < n)%nat ->
  L i j <= X i j < L i j + 1 / INR m.

(** Feed-forward layers with r = 1 and activations in Phi. *)
Definition token_wise_in_Phi (l : layer reals) : Prop :=
  match l with FeedForward f => hidden_size f = 1%nat /\ in_Phi (activation f) | Attention _ => False end.

(** 'There exists a function g_q : R^(d x n) -> G+_delta composed of d/delta + d token-wise feed-forward layers with
    r = 1 and activations in Phi, which employs the scalar quantization g_q^ent to each entry of its input', for all
    real matrices. The layers are those of E.2 with k = 0, 1, ..., 1/delta - 1, where E.2 prints
    k = 0, delta, ..., 1 - delta. 'As desired, the function g_q maps any X in S_L to L. Furthermore, if any element
    of X is not in [0, 1], the element is mapped to -delta^(-nd)', and so is 1. *)
Definition lemma_7_real : Prop := forall d n m, (1 <= m)%nat ->
  let g_q := real_network (FeedForward.g_q d n m) in
  length g_q = (d * m + d)%nat /\ Forall token_wise_in_Phi g_q /\
  forall X : matrix, let Y : matrix := run hardmax d n g_q X in
    in_G_plus d n m Y /\
    (forall i j, (i < d)%nat -> (j < n)%nat -> quantised_to d n m (X i j) (Y i j)) /\
    (forall L, in_G d n m L -> in_S d n m L X -> same d n Y L) /\
    (forall i j, (i < d)%nat -> (j < n)%nat -> X i j < 0 \/ 1 <= X i j -> Y i j = - INR m ^ (n * d)).

(** ** Lemma 9, App. E.1.3 and E.4, repaired: real values *)

(** Values A_L for all L in G~_delta, with A_(L P) = A_L P for all permutations P. *)
Definition equivariant_values (d n m : nat) (A : matrix -> matrix) : Prop := forall L, in_G_tilde d n m L ->
  (forall L', same d n L L' -> same d n (A L) (A L')) /\
  (forall s, permutation n s -> same d n (A (permuted s L)) (permuted s (A L))).

(** 'There exists a function g_v composed of O(n (1/delta)^(dn)/n!) token-wise feed-forward layers (r = 1) with
    activations in Phi' that maps g_c(L) to A_L if L is in G~_delta, and to 0 if L is in G+_delta without G~_delta:
    d + 2 + n k layers with k = C(delta^-d, n), g_c of Lemma 8, and any real values. *)
Definition lemma_9_real : Prop := forall d n m A, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  equivariant_values d n m A ->
  let g_c := real_network (Transformers.g_c d n m) in
  exists g_v, Forall token_wise_in_Phi g_v /\
    (exists k, Statements.binomial (Grids.D d m) n k /\ length g_v = (d + 2 + n * k)%nat) /\
    forall L : matrix, let Y : matrix := run hardmax d n (g_c ++ g_v) L in
      (in_G_tilde d n m L -> same d n Y (A L)) /\ (in_G_plus d n m L -> ~ in_G_tilde d n m L -> same d n Y zero).

(** ** Proposition 5, App. C and E.1.4: values *)

(** A grid point of [Cubes.v] without equal columns. *)
Definition different_columns (d n : nat) (L : nat -> nat -> nat) : Prop :=
  forall j j', (j < n)%nat -> (j' < n)%nat -> j <> j' -> exists i, (i < d)%nat /\ L i j <> L i j'.

(** For each permutation equivariant f-bar that is constant on the cubes there is a network g-bar of T-bar^(2,1,1)
    with 'g-bar(X) = A_L = f-bar(X) for X in S_L, L in G~_delta, and 0 everywhere else'. It has
    (d/delta + d) + (delta^-d + 1) + (d + 2 + n k) blocks with k = C(delta^-d, n). *)
Definition proposition_5_real : Prop := forall d n m f_bar, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  piecewise_constant d n m f_bar -> equivariant d n f_bar ->
  exists N : list (block reals), Forall (of_size 2 1 1) N /\ Forall with_Phi N /\
    (exists k, Statements.binomial (Grids.D d m) n k /\
       length N = ((d * m + d) + (m ^ d + 1) + (d + 2 + n * k))%nat) /\
    in_T_bar 2 1 1 d n (hardmax_network d n N) /\
    forall X, let inside L := grid_point d n m L /\ different_columns d n L /\ in_cube d n m L X in
      (forall L, inside L -> same d n (hardmax_network d n N X) (f_bar X)) /\
      ((forall L, ~ inside L) -> same d n (hardmax_network d n N X) zero).

(** ** Proposition 5, App. C and E.1.4: the distance; and Theorem 2 for modified Transformers *)

(** d_p(f-bar, g-bar)^p <= n (n - 1)/2 delta^d M for real p >= 1, where ||f-bar(X)||_p^p <= M: O(delta^(d/p))^p. *)
Definition proposition_5_distance_real : Prop := forall d n m f_bar, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  piecewise_constant d n m f_bar -> equivariant d n f_bar ->
  exists g_bar, in_T_bar 2 1 1 d n g_bar /\ forall p M e, 1 <= p -> 0 <= e ->
    (forall X, difference d n p f_bar (fun _ => zero) X <= M) ->
    INR n * (INR n - 1) / 2 * (1 / INR m) ^ d * M <= power e p -> at_most d n p f_bar g_bar everywhere e.

(** Theorem 2 with hardmax (1/k at each of k maxima) for softmax and Phi for ReLU, h = 2, m = 1, r = 1: for every
    d >= 1, n >= 2, real p >= 1 and e > 0 (the paper's epsilon), and every continuous, permutation equivariant f that
    is 0 outside of some box, there is a modified Transformer g with d_p(f, g) <= e over all matrices. Heads have the
    bias b_Q of footnote 1. *)
Definition theorem_2_hardmax : Prop := forall d n f p e, (1 <= d)%nat -> (2 <= n)%nat -> 1 <= p -> 0 < e ->
  continuous d n f -> equivariant d n f ->
  (exists K, forall X i j, (i < d)%nat -> (j < n)%nat -> ~ - K <= X i j <= K -> same d n (f X) zero) ->
  exists g, in_T_bar 2 1 1 d n g /\ at_most d n p f g everywhere e.

(** Theorem 2 with numbers. Entries of f differ by at most w where all entries of X and Y are in [a, b] and differ by at
    most t: w is a bound of f's modulus of continuity at t. *)
Definition varies_by (d n : nat) (a b : R) (f : matrix -> matrix) (t w : R) : Prop := forall X Y,
  (forall i j, (i < d)%nat -> (j < n)%nat -> a <= X i j <= b /\ a <= Y i j <= b /\ Rabs (X i j - Y i j) <= t) ->
  forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j - f Y i j) <= w.
Definition bounded_by (d n : nat) (f : matrix -> matrix) (B : R) : Prop :=
  forall X i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j) <= B.

(** The blocks of g-bar at delta = 1/m, where k = C(delta^-d, n): those of g_q, of g_c, of g_v. *)
Definition blocks_of_g_bar (d n m k : nat) : nat := (d * m + d) + (m ^ d + 1) + (d + 2 + n * k).

(** For f on [0, 1]^(d x n), and 0 elsewhere: |f| <= B, and w bounds its modulus of continuity at delta/2, as far as a
    cube's points are from its centre. Every delta = 1/m <= 1/2 serves e for which
    d n (w^p + n (n - 1)/2 delta^d B^p) <= e^p. f is permutation equivariant; it need not be continuous, nor 0 on the
    faces of the cube. *)
Definition theorem_2_hardmax_on_the_cube : Prop := forall d n m f w B p e,
  (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> 1 <= p -> 0 <= e ->
  respects d n f -> equivariant d n f -> supported_in_unit_cube d n f ->
  bounded_by d n f B -> varies_by d n 0 1 f (1 / (2 * INR m)) w ->
  INR (d * n) * (power w p + INR n * (INR n - 1) / 2 * (1 / INR m) ^ d * power B p) <= power e p ->
  exists (N : list (block reals)) k, Forall (of_size 2 1 1) N /\ Forall with_Phi N /\
    Statements.binomial (Grids.D d m) n k /\ length N = blocks_of_g_bar d n m k /\
    at_most d n p f (hardmax_network d n N) everywhere e.

(** For permutation equivariant f that is 0 outside of [-K, K]^(d x n), K >= 1, with |f| <= B, whose entries differ by
    at most eta where those of X do by at most s. With V = d n (2 K)^(d n): if 2 V eta^p <= e^p, every delta = 1/m <=
    1/2 serves e for which m >= K/s and m^d >= V n (n - 1) (B/e)^p. 2 d blocks more change the scale. *)
Definition theorem_2_hardmax_effective : Prop := forall d n m f K B s eta p e,
  (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> 1 <= p -> 0 < e -> 1 <= K ->
  respects d n f -> equivariant d n f ->
  (forall X i j, (i < d)%nat -> (j < n)%nat -> ~ - K <= X i j <= K -> same d n (f X) zero) ->
  bounded_by d n f B -> varies_by d n (- K) K f s eta ->
  let V := INR (d * n) * (2 * K) ^ (d * n) in
  2 * V * power eta p <= power e p -> K <= INR m * s ->
  V * (INR n * (INR n - 1)) * power B p <= INR m ^ d * power e p ->
  exists (N : list (block reals)) k, Forall (of_size 2 1 1) N /\ Forall with_Phi N /\
    Statements.binomial (Grids.D d m) n k /\ length N = (2 * d + blocks_of_g_bar d n m k)%nat /\
    at_most d n p f (hardmax_network d n N) everywhere e.

(** At d = 1, n = 2 the function with the entries 4 x_1 (1 - x_1) 4 x_2 (1 - x_2) x_j on [0, 1]^2, and 0 elsewhere: for
    p = 2 and e = 1/5 a network of 1,195 blocks is near it. Here delta is 1/34, |f| <= 3/5 and omega(t) <= 32/5 t. *)
Definition tilted : matrix -> matrix := fun X _ j =>
  Rmax 0 (4 * X 0%nat 0%nat * (1 - X 0%nat 0%nat)) * Rmax 0 (4 * X 0%nat 1%nat * (1 - X 0%nat 1%nat)) * X 0%nat j.
Definition theorem_2_hardmax_for_tilted : Prop :=
  (exists X Y, ~ same 1 2 (tilted X) (tilted Y)) /\
  exists N : list (block reals), Forall (of_size 2 1 1) N /\ Forall with_Phi N /\ length N = 1195%nat /\
    at_most 1 2 2 tilted (hardmax_network 1 2 N) everywhere (1 / 5).

(** ** Softmax for hardmax, App. F: the weights of one column of scores, and one head, with explicit bounds *)

(** Where all scores but the greatest ones are [gap] or more below them, softmax of lambda times the scores is within
    n e^(-lambda gap) of hardmax, for every lambda >= 0. *)
Definition softmax_near_hardmax : Prop := forall n (s : vector reals) gap lambda, (1 <= n)%nat -> 0 <= lambda ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> is_greatest n s k = true -> is_greatest n s l = false ->
    s l + gap <= s k) ->
  forall k, (k < n)%nat ->
  Rabs (hardmax n s k - softmax n (fun l => lambda * s l) k) <= INR n * exp (- (lambda * gap)).

(** The head with W_K times lambda: all its scores are lambda times as large. *)
Definition sharper (lambda : R) (H : head reals) : head reals :=
  @Head reals (head_size H) (W_O H) (W_V H) (fun a i => lambda * W_K H a i) (W_Q H) (b_Q H).

(** One head: where the scores of column j are like that, what it adds to entry (i, j) is within n e^(-lambda gap) times
    the sum of |(W_O W_V X)_(i,l)| over l of what it adds with hardmax. *)
Definition head_near_hardmax : Prop := forall d n H X i j gap lambda, (j < n)%nat -> 0 <= lambda ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> is_greatest n (fun a => scores (F := reals) d H X a j) k = true ->
    is_greatest n (fun a => scores (F := reals) d H X a j) l = false -> scores d H X l j + gap <= scores d H X k j) ->
  Rabs (attend hardmax d n H X i j - attend softmax d n (sharper lambda H) X i j) <= INR n * exp (- (lambda * gap)) *
    total (F := reals) n (fun l => Rabs (product (head_size H) (W_O H) (product d (W_V H) X) i l)).

(** ** Lemma 6, App. C, Step 3: at finitely many matrices, and of g-bar that are constant on the cubes of a grid *)

(** At finitely many matrices a modified Transformer of any size is as near as one likes to a Transformer with as many
    heads of the same size and four times as many hidden nodes. *)
Definition lemma_6_at_points : Prop := forall h m r d n g_bar (S : list matrix) e, 0 < e -> in_T_bar h m r d n g_bar ->
  exists g, in_T h m (4 * r) d n g /\ forall X, In X S -> within d n e (g_bar X) (g X).

(** 'For each g-bar in T-bar^(2,1,1) and 1 <= p < infinity, there exists g in T^(2,1,4) such that d_p(g-bar, g) <=
    epsilon/3', for all sizes h, m, r >= 1 and over all matrices, of those g-bar that are constant on the cubes of width
    1/k and 0 where no cube is, as those of Proposition 5 are. *)
Definition lemma_6_on_cubes : Prop := forall h m r d n k p e g_bar, (1 <= h)%nat -> (1 <= m)%nat -> (1 <= r)%nat ->
  (1 <= n)%nat -> (1 <= k)%nat -> 1 <= p -> 0 < e -> in_T_bar h m r d n g_bar -> piecewise_constant d n k g_bar ->
  exists g, in_T h m (4 * r) d n g /\ at_most d n p g_bar g everywhere e.

(** ** Theorem 2, Sec. 3 *)

(** 'Let 1 <= p < infinity and epsilon > 0, then for any given f in F_PE, there exists a Transformer network g in
    T^(2,1,4), such that d_p(f, g) <= epsilon': softmax and ReLU, h = 2, m = 1, r = 4, for every d >= 1, n >= 2, real
    p >= 1 and e > 0, and every continuous, permutation equivariant f that is 0 outside of some box, over all matrices.
    Heads have the bias b_Q of footnote 1. *)
Definition theorem_2 : Prop := forall d n f p e, (1 <= d)%nat -> (2 <= n)%nat -> 1 <= p -> 0 < e ->
  continuous d n f -> equivariant d n f ->
  (exists K, forall X i j, (i < d)%nat -> (j < n)%nat -> ~ - K <= X i j <= K -> same d n (f X) zero) ->
  exists g, in_T 2 1 4 d n g /\ at_most d n p f g everywhere e.

(** There are such f for all d >= 1 and n >= 1: one that is not constant, continuous, permutation equivariant, and 0
    outside of a box. *)
Definition theorem_2_speaks_of_some_f : Prop := forall d n, (1 <= d)%nat -> (1 <= n)%nat ->
  exists f, continuous d n f /\ equivariant d n f /\
    (exists K, forall X i j, (i < d)%nat -> (j < n)%nat -> ~ - K <= X i j <= K -> same d n (f X) zero) /\
    (exists X Y, ~ same d n (f X) (f Y)).

(** ** Theorem 3, Sec. 3.1 and App. G *)

(** A compact set K of matrices: no entry is large, and K has every matrix that it comes as near to as one likes. *)
Definition bounded_set (d n : nat) (K : matrix -> Prop) : Prop := exists M, forall X i j, K X ->
  (i < d)%nat -> (j < n)%nat -> Rabs (X i j) <= M.
Definition closed_set (d n : nat) (K : matrix -> Prop) : Prop := forall X,
  (forall r, 0 < r -> exists Y, K Y /\ within d n r X Y) -> K X.

(** f is continuous on K; what it is elsewhere is not asked. *)
Definition continuous_on (d n : nat) (K : matrix -> Prop) (f : matrix -> matrix) : Prop := forall X r, K X -> 0 < r ->
  exists s, 0 < s /\ forall Y, K Y -> within d n s X Y -> within d n r (f X) (f Y).

(** Theorem 3 with hardmax (1/k at each of k maxima) for softmax and Phi for ReLU, h = 2, m = 1, r = 1: for every
    d >= 1, n >= 2 and compact K there is a positional encoding E such that for every f continuous on K (not permutation
    equivariant), real p >= 1 and e > 0 (the paper's epsilon) there is a modified Transformer g with
    d_p(f, g(. + E)) <= e over K. Heads have the bias b_Q of footnote 1. *)
Definition theorem_3_hardmax : Prop := forall d n K, (1 <= d)%nat -> (2 <= n)%nat ->
  closed_set d n K -> bounded_set d n K ->
  exists E : matrix, forall f p e, 1 <= p -> 0 < e -> continuous_on d n K f ->
  exists g, in_T_bar 2 1 1 d n g /\ at_most d n p f (fun X => g (fun i j => X i j + E i j)) K e.

(** 'Let 1 <= p < infinity and epsilon > 0, then for any given f in F_CD, there exists a Transformer network g in
    T_P^(2,1,4) such that we have d_p(f, g) <= epsilon': softmax and ReLU, h = 2, m = 1, r = 4, for every d >= 1,
    n >= 2, compact K, f continuous on K, real p >= 1 and e > 0, over K. E depends on K alone. Heads have the bias b_Q
    of footnote 1. *)
Definition theorem_3 : Prop := forall d n K, (1 <= d)%nat -> (2 <= n)%nat ->
  closed_set d n K -> bounded_set d n K ->
  exists E : matrix, forall f p e, 1 <= p -> 0 < e -> continuous_on d n K f ->
  exists g, in_T 2 1 4 d n g /\ at_most d n p f (fun X => g (fun i j => X i j + E i j)) K e.

(** There are such K and f for all d >= 1 and n >= 2: the unit cube, and an f that is not permutation equivariant on
    it. *)
Definition theorem_3_speaks_of_some_f : Prop := forall d n, (1 <= d)%nat -> (2 <= n)%nat ->
  exists K f, closed_set d n K /\ bounded_set d n K /\ (forall X, K X <->
      forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j <= 1) /\
    continuous_on d n K f /\
    exists s X, permutation n s /\ K X /\ K (permuted s X) /\ ~ same d n (f (permuted s X)) (permuted s (f X)).

(** ** Lemma 6, App. C, Step 3, for every g-bar: on bounded sets, and over all matrices *)

(** 'For each g-bar in T-bar^(2,1,1) and 1 <= p < infinity, there exists g in T^(2,1,4) such that d_p(g-bar, g) <=
    epsilon/3', for all sizes h, m, r, all d and n, and every g-bar, but over a bounded set K of matrices: g depends on
    K. *)
Definition lemma_6_on_bounded_sets : Prop := forall h m r d n p e g_bar K, 1 <= p -> 0 < e ->
  in_T_bar h m r d n g_bar -> bounded_set d n K ->
  exists g, in_T h m (4 * r) d n g /\ at_most d n p g_bar g K e.

(** Ours: for n >= 2 Lemma 6 fails over all matrices, for all d and all sizes. A g-bar of one block, of size (h, m, r)
    and with phi in Phi, takes the greatest entry M of row 0 off all entries of that row, and adds 1 where that leaves
    0: it is at infinite distance from every Transformer of any size. *)
Definition lemma_6_fails_over_all_matrices : Prop := forall h m r d n, (1 <= h)%nat -> (1 <= m)%nat -> (1 <= r)%nat ->
  (1 <= d)%nat -> (2 <= n)%nat ->
  exists g_bar, in_T_bar h m r d n g_bar /\
    (exists t : block reals, of_size h m r t /\ with_Phi t /\
      forall X, same d n (g_bar X) (hardmax_network d n [t] X)) /\
    (forall X M j, (exists l, (l < n)%nat /\ X 0%nat l = M) -> (forall l, (l < n)%nat -> X 0%nat l <= M) ->
      (j < n)%nat -> g_bar X 0%nat j = X 0%nat j - M + (if Rle_dec M (X 0%nat j) then 1 else 0) /\
      forall i, (0 < i < d)%nat -> g_bar X i j = X i j) /\
    forall h' m' r' p g, 1 <= p -> in_T h' m' r' d n g -> infinite d n p g_bar g everywhere.

(** Ours: for d >= 2 and n >= 1 so is every g-bar whose entry (0, 0) at X and at Y differs by J or more wherever that of
    X is in (c - t, c) and that of Y in (c, c + t), whatever all other entries of X and of Y are, for some c and some
    J, t > 0. *)
Definition jumps_are_far : Prop := forall d n g_bar c J t, (2 <= d)%nat -> (1 <= n)%nat -> 0 < J -> 0 < t ->
  (forall X Y : matrix, c - t < X 0%nat 0%nat < c -> c < Y 0%nat 0%nat < c + t ->
    J <= Rabs (g_bar Y 0%nat 0%nat - g_bar X 0%nat 0%nat)) ->
  forall h m r p g, 1 <= p -> in_T h m r d n g -> infinite d n p g_bar g everywhere.

(** Such are g_q of Lemma 7, with which the g-bar of Proposition 5 begins, and its first k layers for every k >= 1. *)
Definition g_q_is_far : Prop := forall d n m k, (2 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> (1 <= k)%nat ->
  let g_bar := run hardmax d n (firstn k (real_network (FeedForward.g_q d n m))) in
  in_T_bar 2 1 1 d n g_bar /\
  forall h m' r p g, 1 <= p -> in_T h m' r d n g -> infinite d n p g_bar g everywhere.

(** ** Softmax for hardmax in a whole network, App. F: one factor lambda for all layers, from an explicit number on *)

(** The layer whose heads all have W_K times lambda; feed-forward layers stay. *)
Definition sharper_layer (lambda : R) (l : layer reals) : layer reals :=
  match l with Attention all => Attention (map (sharper lambda) all) | FeedForward f => FeedForward f end.

(** The sum of |A_(i,l)| over l < k. *)
Definition row_size (k : nat) (A : matrix) (i : nat) : R := total (F := reals) k (fun l => Rabs (A i l)).

(** Numbers of one head at one matrix; of a layer, where [growth] is how many times as large as before an error of the
    matrix may be behind it, for weights of hardmax; of all layers in turn. [ties]: columns that differ in the
    input may share the greatest score. *)
Record head_numbers := HeadNumbers { value_size : R; spread : R; sensitivity : R }.
Inductive layer_numbers :=
  OfAttention (growth : R) (ties : bool) (of_heads : list head_numbers) | OfFeedForward (growth : R).

(** What they bound, at Z, where no entry is off by more than tau: the sums of rows of |W_O W_V|; how far the values
    W_O W_V Z of two columns are apart; how far scores are off, in units of the greatest error of an entry. In each
    column all scores but the greatest are kappa + 2 tau sensitivity or more below them. Unless [ties], columns that
    share the greatest score are equal in X, the network's input; of the first attention layer ([exact]: no error comes
    to it) that is not asked. *)
Definition head_bounds (d n : nat) (tau kappa : R) (X : matrix) (exact : bool) (Z : matrix) (ties : bool)
  (H : head reals) (a : head_numbers) : Prop :=
  let M := product (F := reals) (head_size H) (W_O H) (W_V H) in
  let K := product (F := reals) d (W_K H) Z in
  let Q := sum (product (F := reals) d (W_Q H) Z) (in_each_column (b_Q H)) in
  let greatest j k := is_greatest n (fun c => scores (F := reals) d H Z c j) k in
  (forall i, (i < d)%nat -> row_size d M i <= value_size a) /\
  (forall i k l, (i < d)%nat -> (k < n)%nat -> (l < n)%nat ->
     Rabs (product (F := reals) d M Z i k - product (F := reals) d M Z i l) <= spread a) /\
  (forall j k, (j < n)%nat -> (k < n)%nat -> total (F := reals) (head_size H) (fun c =>
     row_size d (W_K H) c * Rabs (Q c j) + (Rabs (K c k) + tau * row_size d (W_K H) c) * row_size d (W_Q H) c) <=
       sensitivity a) /\
  (forall j k l, (j < n)%nat -> (k < n)%nat -> (l < n)%nat -> greatest j k = true -> greatest j l = false ->
     scores (F := reals) d H Z l j + (kappa + 2 * tau * sensitivity a) <= scores (F := reals) d H Z k j) /\
  (ties = false -> exact = false -> forall j k l, (j < n)%nat -> (k < n)%nat -> (l < n)%nat -> greatest j k = true ->
     greatest j l = true -> forall i, (i < d)%nat -> X i k = X i l) /\
  0 <= value_size a /\ 0 <= spread a /\ 0 <= sensitivity a.

(** By how much entry (i, j) behind the layer changes with entry (l, k) before it, for weights of hardmax: 1 for the
    entry itself, and the weight times (W_O W_V)_(i,l) for each head. *)
Definition frozen (d n : nat) (all : list (head reals)) (Z : matrix) (i j l k : nat) : R :=
  (if andb (Nat.eqb l i) (Nat.eqb k j) then 1 else 0) + fold_right (fun (H : head reals) s =>
    product (F := reals) (head_size H) (W_O H) (W_V H) i l * hardmax n (fun c => scores (F := reals) d H Z c j) k + s)
    0 all.
Definition attention_bounds (d n : nat) (tau kappa : R) (X : matrix) (exact : bool) (Z : matrix)
  (all : list (head reals)) (growth : R) (ties : bool) (of_heads : list head_numbers) : Prop :=
  1 <= growth /\ Forall2 (head_bounds d n tau kappa X exact Z ties) all of_heads /\
  forall i j, (i < d)%nat -> (j < n)%nat ->
    total (F := reals) n (fun k => total (F := reals) d (fun l => Rabs (frozen d n all Z i j l k))) <= growth.

(** Hidden node c at column j, of the argument t_0: as far as errors of tau take the argument t, phi(t) - phi(t_0) is
    slope (t - t_0) but for kink |t - t_0| at most. A piece from whose ends t_0 is far enough has its slope, and
    kink 0; phi with the Lipschitz constant L there has the slope 0 and the kink L. *)
Definition feed_forward_bounds (d n : nat) (tau : R) (Z : matrix) (f : token_wise reals) (growth : R) : Prop :=
  forall j, (j < n)%nat -> exists slope kink : nat -> R,
    (forall c, (c < hidden_size f)%nat ->
       let t0 := sum (product (F := reals) d (W_1 f) Z) (in_each_column (b_1 f)) c j in
       0 <= kink c /\ forall t, Rabs (t - t0) <= tau * row_size d (W_1 f) c ->
         Rabs (activate (F := reals) (activation f) t - activate (F := reals) (activation f) t0 - slope c * (t - t0)) <=
           kink c * Rabs (t - t0)) /\
    forall i, (i < d)%nat ->
      total (F := reals) d (fun l => Rabs ((if Nat.eqb l i then 1 else 0) +
        total (F := reals) (hidden_size f) (fun c => W_2 f i c * slope c * W_1 f c l))) +
      total (F := reals) (hidden_size f) (fun c => Rabs (W_2 f i c) * kink c * row_size d (W_1 f) c) <= growth.

(** All layers, one after the other, at the matrices Z that hardmax makes of X. [exact]: no attention layer came before,
    and so there is no error, and nothing is asked of activations. *)
Fixpoint run_bounds (d n : nat) (tau kappa : R) (X : matrix) (exact : bool) (N : list (layer reals))
  (numbers : list layer_numbers) (Z : matrix) : Prop :=
  match N, numbers with
  | [], [] => True
  | Attention all :: N', OfAttention growth ties of_heads :: rest =>
      attention_bounds d n tau kappa X exact Z all growth ties of_heads /\
      run_bounds d n tau kappa X false N' rest (attention (F := reals) hardmax d n all Z)
  | FeedForward f :: N', OfFeedForward growth :: rest =>
      1 <= growth /\ (exact = true \/ feed_forward_bounds d n tau Z f growth) /\
      run_bounds d n tau kappa X exact N' rest (feed_forward (F := reals) d f Z)
  | _, _ => False
  end.

(** What the weights of losers add, at e^(-lambda kappa) each; what unequal weights of ties add, per lambda. *)
Definition by_losers (n : nat) (tau : R) (of_heads : list head_numbers) : R :=
  (INR n - 1) * fold_right (fun a s => spread a + 2 * tau * value_size a + s) 0 of_heads.
Definition by_ties (tau : R) (of_heads : list head_numbers) : R :=
  fold_right (fun a s => 2 * sensitivity a * (spread a + 2 * tau * value_size a) + s) 0 of_heads.

(** C, such that the error is at most C lambda^b e^(-lambda kappa), and b, the number of layers with ties. *)
Definition next_constant (n : nat) (tau C : R) (l : layer_numbers) : R :=
  match l with
  | OfFeedForward growth => growth * C
  | OfAttention growth ties of_heads =>
      (growth + if ties then by_ties tau of_heads else 0) * C + by_losers n tau of_heads
  end.
Definition error_constant (n : nat) (tau : R) (numbers : list layer_numbers) : R :=
  fold_left (next_constant n tau) numbers 0.
Definition with_ties (l : layer_numbers) : bool :=
  match l with OfAttention _ ties _ => ties | OfFeedForward _ => false end.
Definition layers_with_ties (numbers : list layer_numbers) : nat := length (filter with_ties numbers).

(** ln(C/tau)/kappa where b = 0, and the greater of 1 and 2/kappa (ln(C/tau) + b ln(2 b/kappa)) elsewhere. *)
Definition sharp_enough (C tau kappa : R) (b : nat) : R :=
  match b with
  | O => ln (C / tau) / kappa
  | S _ => Rmax 1 (2 / kappa * (ln (C / tau) + INR b * ln (2 * INR b / kappa)))
  end.

(** For every network of attention and feed-forward layers of any sizes, with activations of finitely many pieces, every
    e > 0 and every set of matrices, each with numbers, tau <= e and kappa > 0 of its own that bound the network there
    and make [sharp_enough] at most LAMBDA: for every lambda >= LAMBDA, and >= 0, each entry of the network with softmax
    of lambda times the scores differs from that of the network with hardmax by at most e, at all of these matrices. *)
Definition network_near_hardmax : Prop := forall d n (N : list (layer reals)) (set : matrix -> Prop) LAMBDA e,
  (1 <= n)%nat -> 0 < e ->
  (forall X, set X -> exists numbers tau kappa, 0 < tau <= e /\ 0 < kappa /\
     run_bounds d n tau kappa X true N numbers X /\
     sharp_enough (error_constant n tau numbers) tau kappa (layers_with_ties numbers) <= LAMBDA) ->
  forall lambda, 0 <= lambda -> LAMBDA <= lambda -> forall X i j, set X -> (i < d)%nat -> (j < n)%nat ->
    Rabs (run (F := reals) hardmax d n N X i j -
      run (F := reals) softmax d n (map (sharper_layer lambda) N) X i j) <= e.

(** The same by the number of layers: where no layer makes errors more than g >= 1 times as large, weights of ties
    included, and by losers at most c comes to them, c (number of layers) g^(number of layers) serves for C. *)
Definition layer_at_most (n : nat) (tau g c : R) (l : layer_numbers) : Prop :=
  match l with
  | OfFeedForward growth => growth <= g
  | OfAttention growth ties of_heads =>
      growth + (if ties then by_ties tau of_heads else 0) <= g /\ by_losers n tau of_heads <= c
  end.
Definition network_near_hardmax_by_depth : Prop := forall d n (N : list (layer reals)) X numbers tau kappa g c,
  (1 <= n)%nat -> 0 < tau -> 0 < kappa -> 1 <= g -> 0 <= c -> run_bounds d n tau kappa X true N numbers X ->
  Forall (layer_at_most n tau g c) numbers ->
  let C := c * INR (length N) * g ^ length N in
  forall lambda, 0 <= lambda -> sharp_enough C tau kappa (layers_with_ties numbers) <= lambda ->
  forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (run (F := reals) hardmax d n N X i j -
    run (F := reals) softmax d n (map (sharper_layer lambda) N) X i j) <= tau.

(** For one head of size 1 whose weights are all 1, at [1/2 1], and tau = e = 1/100: numbers as [run_bounds] asks for
    them, and so lambda from ln(52)/(1049/5000) on. *)
Definition one_head_of_ones : list (layer reals) :=
  [Attention [@Head reals 1 (fun _ _ => 1) (fun _ _ => 1) (fun _ _ => 1) (fun _ _ => 1) (fun _ => 0)]].
Definition half_and_one : matrix := fun _ j => if Nat.eqb j 0 then 1 / 2 else 1.
Definition network_near_hardmax_for_one_head : Prop :=
  run_bounds 1 2 (1 / 100) (1049 / 5000) half_and_one true one_head_of_ones
    [OfAttention 2 false [HeadNumbers 1 (1 / 2) (201 / 100)]] half_and_one /\
  error_constant 2 (1 / 100) [OfAttention 2 false [HeadNumbers 1 (1 / 2) (201 / 100)]] = 52 / 100 /\
  forall lambda, ln 52 / (1049 / 5000) <= lambda -> forall j, (j < 2)%nat ->
    Rabs (run (F := reals) hardmax 1 2 one_head_of_ones half_and_one 0%nat j -
      run (F := reals) softmax 1 2 (map (sharper_layer lambda) one_head_of_ones) half_and_one 0%nat j) <= 1 / 100.

(** For g_c of Lemma 8 and all L in G+_delta, for all d >= 1, n >= 2 and delta = 1/m <= 1/2, with lambda from
    16/7 delta^-2 ln(C/tau) on, where D = delta^-d, G = delta^(-(n+1)d), B bounds ids, C and tau are as below: App. F
    for this network, with a number. *)
Definition g_c_near_hardmax : Prop := forall d n m e, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> 0 < e ->
  let g_c := real_network (Transformers.g_c d n m) in
  let D := INR m ^ d in
  let G := D ^ (n + 1) in
  let B := G * (1 + 2 * D) ^ n in
  let C := 3 * (INR n - 1) * B * (2 * D ^ 2 * (1 + 2 * D ^ 2) ^ n * (1 + G * D) + G) in
  let tau := Rmin e (1 / (128 * INR m ^ 2 * D * B)) in
  forall lambda, 16 / 7 * INR m ^ 2 * ln (C / tau) <= lambda ->
  forall L, in_G_plus d n m L -> forall i j, (i < d)%nat -> (j < n)%nat ->
    Rabs (run (F := reals) hardmax d n g_c L i j -
      run (F := reals) softmax d n (map (sharper_layer lambda) g_c) L i j) <= e.

(** ** The selective shift, App. E.3, for real Z *)

(** gain psi(Z; b_Q) = gain e^(1) u^T Z sigma[(u^T Z)^T (u^T Z - b_Q 1^T)]: a head of size 1. In E.3 u is
    (1, delta^-1, ..., delta^(-d+1)); here it is any u. *)
Definition psi_head (u : nat -> R) (b gain : R) : head reals :=
  @Head reals 1 (fun i _ => if (i =? 0)%nat then gain else 0) (fun _ i => u i) (fun _ i => u i) (fun _ i => u i)
    (fun _ => - b).

(** It is the psi of [Transformers.v], on which the steps are proved, with its u. *)
Definition psi_head_of_E_3 : Prop := forall d m b gain, (1 <= d)%nat ->
  let H := real_head (head_of (Transformers.psi d m b gain)) in
  let H' := psi_head (fun i => INR (m ^ i)) (Q2R b) (Q2R gain) in
  head_size H = head_size H' /\ b_Q H 0%nat = b_Q H' 0%nat /\
  forall i, (i < d)%nat -> W_O H i 0%nat = W_O H' i 0%nat /\ W_V H 0%nat i = W_V H' 0%nat i /\
    W_K H 0%nat i = W_K H' 0%nat i /\ W_Q H 0%nat i = W_Q H' 0%nat i.

(** u^T Z_(:,j); the greatest and the least of them. *)
Definition id_of_column (d : nat) (u : nat -> R) (Z : matrix) (j : nat) : R :=
  total (F := reals) d (fun i => u i * Z i j).
Definition greatest_and_least_id (d n : nat) (u : nat -> R) (Z : matrix) (highest lowest : R) : Prop :=
  (exists k, (k < n)%nat /\ id_of_column d u Z k = highest) /\
  (exists k, (k < n)%nat /\ id_of_column d u Z k = lowest) /\
  forall k, (k < n)%nat -> lowest <= id_of_column d u Z k <= highest.

(** psi(Z; b_Q)_(1,j) is max_k u^T Z_(:,k) if u^T Z_(:,j) > b_Q, and min_k u^T Z_(:,k) if u^T Z_(:,j) < b_Q; all other
    rows are 0: for all real Z, u and b_Q, under each of the three tie rules. Not said: where u^T Z_(:,j) = b_Q it is
    the mean of the ids, the first of them, or the last. *)
Definition psi_selects_real : Prop := forall d n u b Z j highest lowest, (j < n)%nat ->
  greatest_and_least_id d n u Z highest lowest ->
  let psi sigma i := attend sigma d n (psi_head u b 1) Z i j in
  let id := id_of_column d u Z in
  (forall sigma, In sigma [hardmax; leftmost_hardmax; rightmost_hardmax] -> forall i, (i < d)%nat ->
    (b < id j -> psi sigma i = if (i =? 0)%nat then highest else 0) /\
    (id j < b -> psi sigma i = if (i =? 0)%nat then lowest else 0)) /\
  (id j = b -> forall i, (i < d)%nat ->
    psi hardmax i = (if (i =? 0)%nat then total (F := reals) n id / INR n else 0) /\
    psi leftmost_hardmax i = (if (i =? 0)%nat then id 0%nat else 0) /\
    psi rightmost_hardmax i = (if (i =? 0)%nat then id (n - 1)%nat else 0)).

(** Z + c Psi(Z; b_Q, b'_Q) for b_Q < b'_Q: columns with u^T Z_(:,j) between b_Q and b'_Q are shifted up by
    c (max_k u^T Z_(:,k) - min_k u^T Z_(:,k)) in their first coordinate; columns with u^T Z_(:,j) below b_Q or above
    b'_Q stay, and so do all other coordinates. *)
Definition Psi_shifts_selectively_real : Prop := forall sigma d n u b b' c Z j highest lowest,
  In sigma [hardmax; leftmost_hardmax; rightmost_hardmax] -> (j < n)%nat -> b < b' ->
  greatest_and_least_id d n u Z highest lowest ->
  let after i := attention sigma d n [psi_head u b c; psi_head u b' (- c)] Z i j in
  let id := id_of_column d u Z j in
  forall i, (i < d)%nat ->
  (b < id < b' -> after i = Z i j + if (i =? 0)%nat then c * (highest - lowest) else 0) /\
  (id < b \/ b' < id -> after i = Z i j).

(** ** App. H: what may stand in place of attention; real matrices and all weights *)

(** X_1 and X_2 differ in token j at most. *)
Definition same_but_token (d n j : nat) (X Y : matrix) : Prop :=
  forall i k, (i < d)%nat -> (k < n)%nat -> k <> j -> X i k = Y i k.

(** X_1 - X_2. *)
Definition difference_of (X Y : matrix) : matrix := fun i k => X i k - Y i k.

(** (5) BProj(X) = X + W_O X W_P; W_O has d rows and d columns, W_P n and n. *)
Definition BProj (d n : nat) (W_O W_P X : matrix) : matrix :=
  sum (F := reals) X (product (F := reals) n (product (F := reals) d W_O X) W_P).

(** H.1: 'If there are two input contexts X_1 and X_2 that differ in one token, their difference X_1 - X_2 is sparse':
    at most d of its d n entries are not 0. *)
Definition difference_sparse : Prop := forall d n j X Y, same_but_token d n j X Y ->
  (length (filter (fun e => if Req_EM_T (difference_of X Y (fst e) (snd e)) 0 then false else true) (entries d n))
   <= d)%nat.

(** H.1: 'after random projection, the difference (X_1 - X_2) W_P will be dense, and the numbers are distinct': entry
    (i, k) of it is (X_1 - X_2)_(i,j) (W_P)_(j,k). So no entry is 0 if and only if the tokens differ in every coordinate
    and row j of W_P has no 0; and the n numbers in a row in which the tokens differ are distinct if and only if those
    in row j of W_P are. Of random W_P nothing is said. *)
Definition projection_of_difference : Prop := forall d n j X Y W_P, (1 <= d)%nat -> (j < n)%nat ->
  same_but_token d n j X Y -> let projected := product (F := reals) n (difference_of X Y) W_P in
  (forall i k, (i < d)%nat -> (k < n)%nat -> projected i k = (X i j - Y i j) * W_P j k) /\
  ((forall i k, (i < d)%nat -> (k < n)%nat -> projected i k <> 0) <->
   (forall i, (i < d)%nat -> X i j <> Y i j) /\ (forall k, (k < n)%nat -> W_P j k <> 0)) /\
  (forall i, (i < d)%nat -> X i j <> Y i j ->
    ((forall k l, (k < n)%nat -> (l < n)%nat -> k <> l -> projected i k <> projected i l) <->
     (forall k l, (k < n)%nat -> (l < n)%nat -> k <> l -> W_P j k <> W_P j l))).

(** Definition E.1 of q(L) = u^T g(L) on a set of matrices: 1. for any L, the entries of q(L) are all distinct; 2. for
    any L, L' with L <> L', all entries of q(L) and q(L') are distinct. *)
Definition row_of (d : nat) (u : nat -> R) (Z : matrix) (j : nat) : R := total (F := reals) d (fun i => u i * Z i j).
Definition condition_1 (d n : nat) (u : nat -> R) (g : matrix -> matrix) (S : matrix -> Prop) : Prop :=
  forall L, S L -> forall j k, (j < n)%nat -> (k < n)%nat -> j <> k -> row_of d u (g L) j <> row_of d u (g L) k.
Definition condition_2 (d n : nat) (u : nat -> R) (g : matrix -> matrix) (S : matrix -> Prop) : Prop :=
  forall L L', S L -> S L' -> ~ same d n L L' ->
  forall j k, (j < n)%nat -> (k < n)%nat -> row_of d u (g L) j <> row_of d u (g L') k.

(** H.3: 'BProj [does] not implement contextual mappings', on a set that has the zero matrix, as G_delta does: for all
    d, n >= 2, u and weights condition 1 fails there. Not said: at the zero matrix it fails for every permutation
    equivariant q, that of attention too; of these nothing is proved here. *)
Definition BProj_fails_at_zero : Prop := forall d n u W_O W_P (S : matrix -> Prop), (2 <= n)%nat ->
  (exists L, S L /\ same d n L zero) -> ~ condition_1 d n u (BProj d n W_O W_P) S.

(** G_delta, delta = 1/m. *)
Definition on_grid (d n m : nat) (X : matrix) : Prop := exists L, grid_point d n m L /\
  same d n X (fun i j => INR (L i j) / INR m).

(** Not said: on G_delta without the zero matrix one BProj meets both conditions, in every order of the columns, and one
    behind a bias on all of G_delta; for all d, n and delta = 1/m. *)
Definition one_BProj_is_contextual : Prop := forall d n m, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat ->
  (exists u W_O W_P, let S X := on_grid d n m X /\ ~ same d n X zero in
    condition_1 d n u (BProj d n W_O W_P) S /\ condition_2 d n u (BProj d n W_O W_P) S) /\
  (exists u W_O W_P b, let g X := BProj d n W_O W_P (sum (F := reals) X (in_each_column (F := reals) b)) in
    condition_1 d n u g (on_grid d n m) /\ condition_2 d n u g (on_grid d n m)).

(** (6) SepConv(X) = X + W_O (X * W_C), with zeros as padding: a filter of k numbers for each row, whose number c,
    counted from 0, is at the token itself. *)
Definition convolved (n k c : nat) (X W_C : matrix) : matrix := fun i j =>
  total (F := reals) k (fun s =>
    W_C i s * (if ((c <=? j + s) && (j + s - c <? n))%nat%bool then X i (j + s - c)%nat else 0)).
Definition SepConv (d n k c : nat) (W_O W_C X : matrix) : matrix :=
  sum (F := reals) X (product (F := reals) d W_O (convolved n k c X W_C)).

(** H.3: '... and SepConv do not implement contextual mappings', on a set that has the zero matrix, whatever the size
    is: condition 1 fails there, as it does for every permutation equivariant q, see [BProj_fails_at_zero]. *)
Definition SepConv_fails_at_zero : Prop := forall d n k c u W_O W_C (S : matrix -> Prop), (2 <= n)%nat ->
  (exists L, S L /\ same d n L zero) -> ~ condition_1 d n u (SepConv d n k c W_O W_C) S.

(** H.2: 'a single layer is unable to compute contextual mappings when the filter size is small': for all d, n >= 2,
    sizes k up to 2 n - 2, wherever the token is in the filter, all weights and u condition 2 fails on a set that has
    two different matrices that differ in the last token alone, and two that differ in the first alone, as G_delta
    has. *)
Definition SepConv_small_filter_fails : Prop := forall d n k c u W_O W_C (S : matrix -> Prop), (2 <= n)%nat ->
  (k <= 2 * n - 2)%nat ->
  (exists L L', S L /\ S L' /\ ~ same d n L L' /\ same_but_token d n (n - 1) L L') ->
  (exists L L', S L /\ S L' /\ ~ same d n L L' /\ same_but_token d n 0 L L') ->
  ~ condition_2 d n u (SepConv d n k c W_O W_C) S.

(** Not said: that is the threshold. With filters of size 2 n - 1 and the token in the middle one SepConv behind a bias
    meets both conditions on all of G_delta, for all d, n and delta = 1/m. *)
Definition large_SepConv_is_contextual : Prop := forall d n m, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat ->
  exists u W_O W_C b,
    let g X := SepConv d n (2 * n - 1) (n - 1) W_O W_C (sum (F := reals) X (in_each_column (F := reals) b)) in
    condition_1 d n u g (on_grid d n m) /\ condition_2 d n u g (on_grid d n m).

(** H.4: average attention, 'a matrix full of 1/n' for the attention weights: not said: it is a head of (1) with
    W_K = 0, with softmax and with hardmax. *)
Definition average_attention : Prop := forall d n (H : head reals) X i j, (1 <= n)%nat -> (j < n)%nat ->
  (forall a l, (a < head_size H)%nat -> (l < d)%nat -> W_K H a l = 0) ->
  let averaged := product (F := reals) n (product (F := reals) (head_size H) (W_O H) (product (F := reals) d (W_V H) X))
    (fun _ _ => / INR n) i j in
  attend softmax d n H X i j = averaged /\ attend hardmax d n H X i j = averaged.

(** E.1.2: 'averaging all the tokens' captures 'the one-word difference in two different contexts'; 'if there are
    multiple words that are different, it is not guaranteed that the average will be different': for all d >= 1 and
    n >= 2 some X and Y with the same average differ in two words or more, and in no order of its columns is X equal to
    Y. *)
Definition average (n : nat) (X : matrix) (i : nat) : R := total (F := reals) n (fun j => X i j) / INR n.
Definition averages_of_contexts : Prop :=
  (forall d n j X Y, (j < n)%nat -> same_but_token d n j X Y -> ~ same d n X Y ->
    exists i, (i < d)%nat /\ average n X i <> average n Y i) /\
  (forall d n, (1 <= d)%nat -> (2 <= n)%nat -> exists X Y j k, (j < n)%nat /\ (k < n)%nat /\ j <> k /\
    (exists i, (i < d)%nat /\ X i j <> Y i j) /\ (exists i, (i < d)%nat /\ X i k <> Y i k) /\
    (forall s, permutation n s -> ~ same d n Y (permuted s X)) /\ forall i, average n X i = average n Y i).
