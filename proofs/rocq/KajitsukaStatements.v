(** * KajitsukaStatements: what is proved of Kajitsuka & Sato 2024 over the reals

    Statements by hand, in the paper's names: Theorem 1 (Sec. 3.3, App. A.1), Theorem 2 (Sec. 3.4, App. A.2),
    Corollaries 1 and 2 (Sec. 4.1, App. A.3 and A.4), Proposition 1 (Sec. 4.2, App. A.5), App. B.1 (projections), B.2
    (the Boltzmann operator), B.3 (Lemmas 7 and 1), Remark 1 and App. C (masks). The theorems of them are in
    [KajitsukaTheorems.v]; they use the standard library's real numbers, and with them assumptions that are named with
    each. Entries are counted from 0: a_(k+1) of the paper is [a k].

    Nothing is proved in this file. *)

From Coq Require Import List Arith Reals.
From Exactua Require Matrices Distance.
From Exactua Require Import Networks.
Import ListNotations.
Open Scope R_scope.

(** ** Vectors of R^d, by their first d entries *)

(** x^T y. *)
Definition dot (d : nat) (x y : nat -> R) : R := total (F := reals) d (fun i => x i * y i).

Definition norm (d : nat) (x : nat -> R) : R := sqrt (dot d x x).
Definition gap (x y : nat -> R) : nat -> R := fun i => x i - y i.
Definition same_vector (d : nat) (x y : nat -> R) : Prop := forall i, (i < d)%nat -> x i = y i.

(** ** Lemma 2, App. B.1 *)

(** v is a unit vector, and factor ||x - x'|| <= |v^T (x - x')| <= ||x - x'|| for any x, x' in X: (72) with a factor. *)
Definition keeps_apart (d : nat) (X : list (nat -> R)) (factor : R) (v : nat -> R) : Prop :=
  norm d v = 1 /\ forall x x', In x X -> In x' X ->
  factor * norm d (gap x x') <= Rabs (dot d v (gap x x')) <= norm d (gap x x').

(** 'For any finite subset X of R^d, there exists a unit vector v', (72). A finite set is a list that has each of its
    members once, |X| its length; a list that repeats some is longer, and of it less is said. d >= 1: R^0 has no unit
    vector. *)
Definition kajitsuka_lemma_2 : Prop := forall d (X : list (nat -> R)), (1 <= d)%nat ->
  exists v, keeps_apart d X (1 / INR (length X) ^ 2 * sqrt (8 / (PI * INR d))) v.

(** The same with 2 / (|X| (|X| - 1)), whatever d is; for |X| >= 2 that is more than the printed factor. *)
Definition kajitsuka_lemma_2_sharper : Prop := forall d (X : list (nat -> R)), (1 <= d)%nat ->
  (exists v, keeps_apart d X (2 / (INR (length X) * (INR (length X) - 1))) v) /\
  ((2 <= length X)%nat -> 1 / INR (length X) ^ 2 * sqrt (8 / (PI * INR d))
                          < 2 / (INR (length X) * (INR (length X) - 1))).

(** And with 1 / m, where m vectors have all directions of differences: every x that is a multiple of one of them has
    ||x|| <= m |v^T x|. *)
Definition kajitsuka_lemma_2_directions : Prop := forall d (U : list (nat -> R)), (1 <= d)%nat ->
  exists v, norm d v = 1 /\ forall u x c, In u U -> same_vector d x (fun i => c * u i) ->
  norm d x <= INR (length U) * Rabs (dot d v x).

(** ** Lemma 3, App. B.1 *)

(** Definition 1 of a vocabulary V: r_min < ||x|| < r_max, and different x, y are more than e (epsilon) apart. *)
Definition separated_vocabulary (d : nat) (V : list (nat -> R)) (r_min r_max e : R) : Prop :=
  (forall x, In x V -> r_min < norm d x < r_max) /\
  (forall x y, In x V -> In y V -> ~ same_vector d x y -> e < norm d (gap x y)).

(** u v^T, and W x. *)
Definition outer (u v : nat -> R) : nat -> nat -> R := fun h i => u h * v i.
Definition applied (d : nat) (W : nat -> nat -> R) (x : nat -> R) : nat -> R := fun h => dot d (W h) x.

(** (74), with W_K = u v^T and W_Q = u' v'^T of s rows: for any v_a, v_b, v_c in V with v_a != v_b,
    |(W_K v_a)^T (W_Q v_c) - (W_K v_b)^T (W_Q v_c)| > delta. *)
Definition scores_apart (d s : nat) (V : list (nat -> R)) (u u' v v' : nat -> R) (delta : R) : Prop :=
  forall a b c, In a V -> In b V -> In c V -> ~ same_vector d a b ->
  let score x := dot s (applied d (outer u v) x) (applied d (outer u' v') c) in Rabs (score a - score b) > delta.

(** With the factor of Lemma 2 for V and 0, which has |V| + 1 members; e is not 0, as (73) divides by it. *)
Definition kajitsuka_lemma_3 : Prop := forall d V r_min r_max e delta, (1 <= d)%nat ->
  separated_vocabulary d V r_min r_max e -> 0 < r_min -> e <> 0 -> 0 < delta ->
  exists v, norm d v = 1 /\
    (* (73) gives (74) *)
    (forall s u u', Rabs (dot s u u') = (INR (length V) + 1) ^ 4 * (PI * INR d / 8) * (delta / (e * r_min)) ->
       scores_apart d s V u u' v v delta) /\
    (* (75) *)
    (forall c, In c V ->
       1 / (INR (length V) + 1) ^ 2 * sqrt (8 / (PI * INR d)) * norm d c <= Rabs (dot d v c) <= norm d c).

(** With the better factor; |u^T u'| may be larger. *)
Definition kajitsuka_lemma_3_sharper : Prop := forall d V r_min r_max e delta, (1 <= d)%nat ->
  separated_vocabulary d V r_min r_max e -> 0 < r_min -> 0 < e -> 0 < delta ->
  exists v, norm d v = 1 /\
    (forall s u u', Rabs (dot s u u') >= (INR (length V) * (INR (length V) + 1) / 2) ^ 2 * (delta / (e * r_min)) ->
       scores_apart d s V u u' v v delta) /\
    (forall c, In c V -> 2 / (INR (length V) * (INR (length V) + 1)) * norm d c <= Rabs (dot d v c) <= norm d c).

(** Footnote 3: different unit vectors v, v' may be used, as long as both satisfy (72) for V and 0. *)
Definition kajitsuka_lemma_3_two_vectors : Prop := forall d V r_min r_max e delta v v', (1 <= d)%nat ->
  separated_vocabulary d V r_min r_max e -> 0 < r_min -> 0 < e -> 0 < delta ->
  let factor := 1 / (INR (length V) + 1) ^ 2 * sqrt (8 / (PI * INR d)) in
  keeps_apart d ((fun _ => 0) :: V) factor v -> keeps_apart d ((fun _ => 0) :: V) factor v' ->
  forall s u u',
    Rabs (dot s u u') = (INR (length V) + 1) ^ 4 * (PI * INR d / 8) * (delta / (e * r_min)) ->
    scores_apart d s V u u' v v' delta.

(** ** The Boltzmann operator, Sec. 3.4, (13), and App. B.2 *)

(** a^T softmax[a]. *)
Definition boltz (n : nat) (a : nat -> R) : R := dot n a (softmax n a).

(** (81): the logarithm of the sum of e^(a_i); (82): the entropy of p. *)
Definition log_partition (n : nat) (a : nat -> R) : R := ln (total (F := reals) n (fun i => exp (a i))).
Definition entropy (n : nat) (p : nat -> R) : R := - dot n p (fun i => ln (p i)).

(** M = max_j a_j. *)
Definition maximum (n : nat) (a : nat -> R) (M : R) : Prop :=
  (exists j, (j < n)%nat /\ a j = M) /\ forall j, (j < n)%nat -> a j <= M.

(** a with x in place of a_i. *)
Definition with_entry (a : nat -> R) (i : nat) (x : R) : nat -> R := fun j => if (j =? i)%nat then x else a j.

(** ** Lemma 4 (Monotonicity), App. B.2 *)

(** The right side of (83): p_i (1 + log p_i + S(p)), p = softmax[a]. *)
Definition slope (n i : nat) (a : nat -> R) : R :=
  let p := softmax n a in p i * (1 + ln (p i) + entropy n p).

(** (83) is the derivative of boltz with respect to a_i; it is negative whenever a_i < max_j a_j - log n - 1, (84); and
    boltz decreases there: it is larger with any x < a_i in place of a_i. *)
Definition kajitsuka_lemma_4 : Prop := forall n i a, (i < n)%nat ->
  derivable_pt_lim (fun x => boltz n (with_entry a i x)) (a i) (slope n i a) /\
  forall M, maximum n a M -> a i < M - ln (INR n) - 1 ->
    slope n i a < 0 /\ forall x, x < a i -> boltz n a < boltz n (with_entry a i x).

(** It is enough that (c - 1) e^c > n - 1, c = max_j a_j - a_i, which (84) gives; and for a = (0, -c, ..., -c) it is
    negative in no other case. *)
Definition kajitsuka_lemma_4_sharper : Prop := forall n,
  (forall i a M, (i < n)%nat -> maximum n a M -> (M - a i - 1) * exp (M - a i) > INR n - 1 -> slope n i a < 0) /\
  (forall c, (1 <= n)%nat -> c > ln (INR n) + 1 -> (c - 1) * exp c > INR n - 1) /\
  (forall i c, (1 <= i)%nat -> (i < n)%nat ->
     (slope n i (fun j => if (j =? 0)%nat then 0 else - c) < 0 <-> (c - 1) * exp c > INR n - 1)).

(** (85): L(a) - S(p) = boltz(a). *)
Definition kajitsuka_equation_85 : Prop := forall n a, (1 <= n)%nat ->
  log_partition n a - entropy n (softmax n a) = boltz n a.

(** ** Lemma 5 (Concavity), App. B.2 *)

(** The last line of (97): p_i [(1 - 2 p_i)(log p_i + S(p) + 1) + 1]. *)
Definition curvature (n i : nat) (a : nat -> R) : R :=
  let p := softmax n a in p i * ((1 - 2 * p i) * (ln (p i) + entropy n p + 1) + 1).

(** It is the derivative with respect to a_i of [slope], which is one of boltz for every x in place of a_i, (96); and
    negative, (94), where a_i < max_j a_j - log n - 3, (95). *)
Definition kajitsuka_lemma_5 : Prop := forall n i a, (i < n)%nat ->
  (forall x, derivable_pt_lim (fun y => boltz n (with_entry a i y)) x (slope n i (with_entry a i x))) /\
  derivable_pt_lim (fun x => slope n i (with_entry a i x)) (a i) (curvature n i a) /\
  forall M, maximum n a M -> a i < M - ln (INR n) - 3 -> curvature n i a < 0.

(** (104), for any a_i: there boltz lies below its tangent at any x < a_i. *)
Definition kajitsuka_equation_104 : Prop := forall n i a M x, (i < n)%nat -> maximum n a M ->
  a i < M - ln (INR n) - 3 -> x < a i ->
  boltz n (with_entry a i x) + (a i - x) * slope n i (with_entry a i x) > boltz n a.

(** ** Lemma 6, App. B.2: (102) and (103); a_n is [a (n - 1)], and M = max over i in [n - 1] of a_i *)

Definition kajitsuka_lemma_6 : Prop := forall n a b delta M, (2 <= n)%nat ->
  (forall i, (i < n - 1)%nat -> a i = b i) -> maximum (n - 1) a M ->
  M - delta > a (n - 1)%nat -> a (n - 1)%nat > b (n - 1)%nat -> delta > ln (INR n) + 3 ->
  boltz n b - boltz n a >
    (a (n - 1)%nat - b (n - 1)%nat) * (delta + a (n - 1)%nat - b (n - 1)%nat - ln (INR n) - 1)
    * (exp (b (n - 1)%nat) / total (F := reals) n (fun i => exp (b i))).

(** ** Lemma 7, App. B.3 *)

(** (114) with i < j where i > j is printed, which no decreasing vector with n >= 2 has. *)
Definition decreasing_by (n : nat) (delta : R) (a : nat -> R) : Prop :=
  forall i j, (i < j)%nat -> (j < n)%nat -> a i - a j > delta.

(** (115), of vectors with n and with n' numbers. *)
Definition apart_by (n n' : nat) (delta : R) (a b : nat -> R) : Prop :=
  forall i j, (i < n)%nat -> (j < n')%nat -> a i <> b j -> Rabs (a i - b j) > delta.

(** (116) and (117). *)
Definition kajitsuka_lemma_7 : Prop := forall n k a b delta,
  decreasing_by n delta a -> decreasing_by n delta b -> apart_by n n delta a b -> delta > 2 * ln (INR n) + 3 ->
  (k < n)%nat -> (forall i, (i < k)%nat -> a i = b i) -> a k > b k ->
  Rabs (boltz n a - boltz n b) > ln (INR n) ^ 2 * exp (- (a 0%nat - b k)).

(** Neighbours at least delta apart. *)
Definition steps_of (n : nat) (delta : R) (a : nat -> R) : Prop :=
  forall i, (S i < n)%nat -> a i - a (S i) >= delta.

(** 3 apart is enough, and e^delta stands for (log n)^2; a and b may have different lengths. For k = 0 boltz(a) is the
    greater, for k >= 1 boltz(b). *)
Definition kajitsuka_lemma_7_sharper : Prop := forall n n' k a b delta,
  steps_of n delta a -> steps_of n' delta b -> delta >= 3 ->
  (k < n)%nat -> (k < n')%nat -> (forall i, (i < k)%nat -> a i = b i) -> a k - b k >= delta ->
  (k = 0%nat -> boltz n a - boltz n' b > exp (delta - (a 0%nat - b k))) /\
  ((1 <= k)%nat -> boltz n' b - boltz n a > exp (delta - (a 0%nat - b k))).

(** Where a = (a_1, ..., a_k) begins a longer b. *)
Definition kajitsuka_lemma_7_beginning : Prop := forall n' k b delta, steps_of n' delta b -> delta >= 3 ->
  (1 <= k)%nat -> (k < n')%nat ->
  boltz k b - boltz n' b > 19 / 20 * (b 0%nat - b k - 1 / 6) * exp (- (b 0%nat - b k)) /\
  19 / 20 * (b 0%nat - b k - 1 / 6) * exp (- (b 0%nat - b k)) > exp (- (b 0%nat - b k)).

(** ** Lemma 1, Sec. 3.4; proof in App. B.3 *)

(** Definition 1 of m vectors of n numbers each: (r, delta)-separated. *)
Definition tokenwise_separated (m n : nat) (r delta : R) (A : nat -> nat -> R) : Prop :=
  (forall i k, (i < m)%nat -> (k < n)%nat -> Rabs (A i k) < r) /\
  (forall i j k l, (i < m)%nat -> (j < m)%nat -> (k < n)%nat -> (l < n)%nat ->
     A i k <> A j l -> Rabs (A i k - A j l) > delta).

Definition no_duplicates (n : nat) (a : nat -> R) : Prop :=
  forall k l, (k < n)%nat -> (l < n)%nat -> a k = a l -> k = l.

(** a and b have the same numbers. *)
Definition same_set (n : nat) (a b : nat -> R) : Prop :=
  (forall k, (k < n)%nat -> exists l, (l < n)%nat /\ a k = b l) /\
  (forall k, (k < n)%nat -> exists l, (l < n)%nat /\ b k = a l).

(** (15); and (16) for a^(i), a^(j) that differ as sets, where a^(i) != a^(j) is printed. *)
Definition kajitsuka_lemma_1_repaired : Prop := forall m n r delta A, (1 <= n)%nat ->
  tokenwise_separated m n r delta A -> (forall i, (i < m)%nat -> no_duplicates n (A i)) ->
  delta > 2 * ln (INR n) + 3 ->
  (forall i, (i < m)%nat -> Rabs (boltz n (A i)) <= r) /\
  (forall i j, (i < m)%nat -> (j < m)%nat -> ~ same_set n (A i) (A j) ->
     Rabs (boltz n (A i) - boltz n (A j)) > ln (INR n) ^ 2 * exp (- 2 * r)).

(** delta >= 3 is enough for e^delta in place of (log n)^2. *)
Definition kajitsuka_lemma_1_sharper : Prop := forall m n r delta A,
  tokenwise_separated m n r delta A -> (forall i, (i < m)%nat -> no_duplicates n (A i)) -> delta >= 3 ->
  forall i j, (i < m)%nat -> (j < m)%nat -> ~ same_set n (A i) (A j) ->
    Rabs (boltz n (A i) - boltz n (A j)) > exp (delta - 2 * r).

(** As printed, (16) fails for every n >= 2: a vector and a permutation of it have the same boltz. *)
Definition kajitsuka_lemma_1_printed_fails : Prop := forall n, (2 <= n)%nat -> exists r delta A,
  tokenwise_separated 2 n r delta A /\ (forall i, (i < 2)%nat -> no_duplicates n (A i)) /\
  delta > 2 * ln (INR n) + 3 /\ ~ same_vector n (A 0%nat) (A 1%nat) /\
  ~ Rabs (boltz n (A 0%nat) - boltz n (A 1%nat)) > ln (INR n) ^ 2 * exp (- 2 * r).

(** ** Masks, App. C *)

(** softmax[a + c], where c_k is 0 if [c k] and -infinity if not: e^(-infinity) is 0. *)
Definition masked_softmax (n : nat) (c : nat -> bool) (a : nat -> R) : nat -> R := fun k =>
  (if c k then exp (a k) else 0) / total (F := reals) n (fun l => if c l then exp (a l) else 0).

(** (133): a^T softmax[a + c]. *)
Definition masked_boltz (n : nat) (c : nat -> bool) (a : nat -> R) : R := dot n a (masked_softmax n c a).

(** x is a score that c leaves. *)
Definition leaves (n : nat) (c : nat -> bool) (a : nat -> R) (x : R) : Prop :=
  exists k, (k < n)%nat /\ c k = true /\ a k = x.

(** With -M for -infinity, softmax[a + c] comes as near to that as one likes, if c leaves a score. *)
Definition kajitsuka_masked_softmax_is_limit : Prop := forall n c a, (exists x, leaves n c a x) ->
  forall e, 0 < e -> exists M_0, forall M, M_0 <= M -> forall k, (k < n)%nat ->
  Rabs (softmax n (fun l => if c l then a l else a l - M) k - masked_softmax n c a k) < e.

(** More than App. C says, different scores, too: of two vectors a, b that are tokenwise (r, delta)-separated, with
    masks c, c' each of which leaves a score, where the scores that are left are not the same numbers. *)
Definition kajitsuka_masks_separated : Prop := forall n a b c c' r delta,
  tokenwise_separated 2 n r delta (fun i => if (i =? 0)%nat then a else b) ->
  no_duplicates n a -> no_duplicates n b -> delta > 2 * ln (INR n) + 3 ->
  (exists x, leaves n c a x) -> (exists x, leaves n c' b x) -> ~ (forall x, leaves n c a x <-> leaves n c' b x) ->
  Rabs (masked_boltz n c a - masked_boltz n c' b) > ln (INR n) ^ 2 * exp (- 2 * r).

(** 'inputs consisting of the same attention a, but different masks c_1, c_2 ... the separability in this case can also
    be proved'. *)
Definition kajitsuka_same_scores_different_masks : Prop := forall n a c c' r delta,
  tokenwise_separated 1 n r delta (fun _ => a) -> no_duplicates n a -> delta > 2 * ln (INR n) + 3 ->
  (exists x, leaves n c a x) -> (exists x, leaves n c' a x) -> (exists k, (k < n)%nat /\ c k <> c' k) ->
  Rabs (masked_boltz n c a - masked_boltz n c' a) > ln (INR n) ^ 2 * exp (- 2 * r).

(** ** Theorem 2, Sec. 3.4; proof in App. A.2 *)

(** N sequences X^(1), ..., X^(N) of n tokens in R^d: [X i] is a matrix, its columns are tokens. *)
Definition column (k : nat) (Z : nat -> nat -> R) : nat -> R := fun i => Z i k.
Definition same_token (d : nat) (Z Z' : nat -> nat -> R) (k l : nat) : Prop :=
  same_vector d (column k Z) (column l Z').

(** V lists the tokens of all sequences. If it lists each of them once, |V| is its length; a list that repeats some is
    longer, and of it less is said. *)
Definition vocabulary (d n N : nat) (X : nat -> nat -> nat -> R) (V : list (nat -> R)) : Prop :=
  (forall i k, (i < N)%nat -> (k < n)%nat -> exists x, In x V /\ same_vector d x (column k (X i))) /\
  (forall x, In x V -> exists i k, (i < N)%nat /\ (k < n)%nat /\ same_vector d x (column k (X i))).

(** (6), for k != l. *)
Definition no_duplicate_token (d n N : nat) (X : nat -> nat -> nat -> R) : Prop :=
  forall i k l, (i < N)%nat -> (k < n)%nat -> (l < n)%nat -> k <> l -> ~ same_token d (X i) (X i) k l.

(** Definition 1: tokenwise (r_min, r_max, e)-separated. *)
Definition tokens_separated (d n N : nat) (X : nat -> nat -> nat -> R) (r_min r_max e : R) : Prop :=
  (forall i k, (i < N)%nat -> (k < n)%nat -> r_min < norm d (column k (X i)) < r_max) /\
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
     ~ same_token d (X i) (X j) k l -> norm d (gap (column k (X i)) (column l (X j))) > e).

(** V^(i) = V^(j). *)
Definition same_vocabulary (d n : nat) (Z Z' : nat -> nat -> R) : Prop :=
  (forall k, (k < n)%nat -> exists l, (l < n)%nat /\ same_token d Z Z' k l) /\
  (forall l, (l < n)%nat -> exists k, (k < n)%nat /\ same_token d Z' Z l k).

(** Definition 2: q is an (r, delta)-contextual mapping for X^(1), ..., X^(N). *)
Definition contextual_mapping (d n N : nat) (X : nat -> nat -> nat -> R) (r delta : R)
    (q : (nat -> nat -> R) -> nat -> nat -> R) : Prop :=
  (forall i k, (i < N)%nat -> (k < n)%nat -> norm d (column k (q (X i))) < r) /\
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
     ~ same_vocabulary d n (X i) (X j) \/ ~ same_token d (X i) (X j) k l ->
     norm d (gap (column k (q (X i))) (column l (q (X j)))) > delta).

(** W, of s rows and d columns, has the rank 1. *)
Definition rank_one (s d : nat) (W : nat -> nat -> R) : Prop :=
  (exists u v, forall h i, (h < s)%nat -> (i < d)%nat -> W h i = u h * v i) /\
  exists h i, (h < s)%nat /\ (i < d)%nat /\ W h i <> 0.

(** One head of size s whose W_V, W_K and W_Q have the rank 1, without b_Q: with it one layer of attention with softmax,
    (2), is an (r, delta)-contextual mapping. *)
Definition one_head_maps (d n s N : nat) (X : nat -> nat -> nat -> R) (r delta : R) : Prop :=
  exists H : head reals, head_size H = s /\ (forall a, (a < s)%nat -> b_Q H a = 0) /\
    rank_one s d (W_V H) /\ rank_one s d (W_K H) /\ rank_one s d (W_Q H) /\
    contextual_mapping d n N X r delta (attention softmax d n [H]).

(** (6) is read for k != l; r_min > 0 and e > 0 are not printed. *)
Definition kajitsuka_theorem_2 : Prop := forall d n s N X V r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> vocabulary d n N X V ->
  no_duplicate_token d n N X -> tokens_separated d n N X r_min r_max e -> 0 < r_min -> 0 < e ->
  let L := ln (INR n) in let m := (INR (length V) + 1) ^ 4 in let pi_d := PI * INR d in
  (* r is (7), delta is (8) *)
  one_head_maps d n s N X (r_max + e / 4)
    (2 * L ^ 2 * e ^ 2 * r_min / (r_max ^ 2 * m * (2 * L + 3) * pi_d)
     * exp (- (m * ((2 * L + 3) * pi_d * r_max ^ 2 / (4 * e * r_min))))).

(** With the factor of [kajitsuka_lemma_2_sharper], and scores that are more than 3 apart: there is no d in this delta,
    and no n but through |V|. *)
Definition kajitsuka_theorem_2_sharper : Prop := forall d n s N X V r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> vocabulary d n N X V ->
  no_duplicate_token d n N X -> tokens_separated d n N X r_min r_max e -> 0 < r_min -> 0 < e ->
  let kappa := 3 * (INR (length V) * (INR (length V) + 1) / 2) ^ 2 / (e * r_min) in
  one_head_maps d n s N X (r_max + e / 4) (e / (4 * r_max ^ 2 * kappa) * exp (3 - 2 * kappa * r_max ^ 2)).

(** ** Theorem 1, Sec. 3.3; proof in App. A.1 *)

(** 1/k at each of k maxima, 1 at the first of them, 1 at the last. (Sec. 2.1 asks that the values at the maxima have
    the sum 1; for these three it is proved here, for any of them below.) *)
Definition tie_rule (sigma : nat -> (nat -> R) -> nat -> R) : Prop :=
  sigma = hardmax (F := reals) \/ sigma = leftmost_hardmax (F := reals) \/ sigma = rightmost_hardmax (F := reals).

(** No layer (5), with any number of heads of any sizes, without b_Q, is an (r, delta)-contextual mapping. *)
Definition no_layer_maps (d n N : nat) (X : nat -> nat -> nat -> R) (sigma : nat -> (nat -> R) -> nat -> R) : Prop :=
  forall all : list (head reals), (forall H a, In H all -> (a < head_size H)%nat -> b_Q H a = 0) ->
  forall r delta, 0 <= delta -> ~ contextual_mapping d n N X r delta (attention (F := reals) sigma d n all).

(** For every n >= 3 and each of these rules there are two sequences of n different tokens for which none is. *)
Definition kajitsuka_theorem_1 : Prop := forall d n sigma, (1 <= d)%nat -> (3 <= n)%nat -> tie_rule sigma ->
  exists X, no_duplicate_token d n 2 X /\ ~ same_vocabulary d n (X 0%nat) (X 1%nat) /\ no_layer_maps d n 2 X sigma.

(** For every n >= 4 there are two, for all of these rules together and without the token 0. *)
Definition kajitsuka_theorem_1_from_4 : Prop := forall d n, (1 <= d)%nat -> (4 <= n)%nat ->
  exists X, no_duplicate_token d n 2 X /\ tokens_separated d n 2 X (1 / 2) (INR n + 3) (1 / 2) /\
    ~ same_vocabulary d n (X 0%nat) (X 1%nat) /\ forall sigma, tie_rule sigma -> no_layer_maps d n 2 X sigma.

(** ** Corollary 1, Sec. 4.1; proof in App. A.3 *)

(** 'consistently labeled': Y_{:,k}^(i) = Y_{:,l}^(j) where V^(i) = V^(j) and X_{:,k}^(i) = X_{:,l}^(j). *)
Definition consistently_labelled (d n N : nat) (X Y : nat -> nat -> nat -> R) : Prop :=
  forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    same_vocabulary d n (X i) (X j) -> same_token d (X i) (X j) k l -> same_token d (Y i) (Y j) k l.

(** The numbers p_k, p_(k+1), ... *)
Definition numbers_from (k : nat) (p : nat -> R) : nat -> R := fun i => p (k + i)%nat.

(** 'rank-1 weight matrices W_O in R^(d x s) and W_V, W_K, W_Q in R^(s x d) all require s + d parameters each': one
    head of size s, without b_Q, told by p_0, ..., p_(4(s + d) - 1). *)
Definition head_of_numbers (d s : nat) (p : nat -> R) : head reals :=
  let u m := numbers_from (m * (s + d)) p in (* s numbers *)
  let v m := numbers_from (m * (s + d) + s) p in (* d numbers *)
  @Head reals s (outer (v 0%nat) (u 0%nat)) (outer (u 1%nat) (v 1%nat)) (outer (u 2%nat) (v 2%nat))
    (outer (u 3%nat) (v 3%nat)) (fun _ => 0).

(** 'the FF layer with output dimension d ... d x (2nN + d)', K = nN: each row of the output has K hidden units of its
    own, which share one w in R^d and have a bias and a weight each; p_0, ..., p_(d(2K + d) - 1) tell them. All other
    entries of W_2, and b_2, are 0. *)
Definition units_of_numbers (d K : nat) (p : nat -> R) : token_wise reals :=
  let of_row i := numbers_from (i * (2 * K + d)) p in
  @TokenWise reals (d * K) (fun a => of_row (a / K)%nat) (fun a => of_row (a / K)%nat (d + a mod K)%nat)
    (fun i a => if (i =? a / K)%nat then of_row i (d + K + a mod K)%nat else 0) (fun _ => 0) ReLU.

(** (17) with a layer of attention for F_S^SA, which is told i for the mask of X^(i) alone: it, with the head, and the
    feed-forward layer that the 4(s + d) + d(2nN + d) numbers p tell are Y^(i) at X^(i), for any i in [N]. The four
    matrices of the head have the rank 1. *)
Definition memorises_with (layer : head reals -> nat -> (nat -> nat -> R) -> nat -> nat -> R)
    (d n s N : nat) (X Y : nat -> nat -> nat -> R) (p : list R) : Prop :=
  length p = (4 * (s + d) + d * (2 * (n * N) + d))%nat /\
  let H := head_of_numbers d s (fun k => nth k p 0) in
  let f := units_of_numbers d (n * N) (numbers_from (4 * (s + d)) (fun k => nth k p 0)) in
  rank_one d s (W_O H) /\ rank_one s d (W_V H) /\ rank_one s d (W_K H) /\ rank_one s d (W_Q H) /\
  forall i, (i < N)%nat -> same (F := reals) d n (feed_forward d f (layer H i (X i))) (Y i).

(** (17), with softmax and one head. *)
Definition memorises (d n : nat) :
    nat -> nat -> (nat -> nat -> nat -> R) -> (nat -> nat -> nat -> R) -> list R -> Prop :=
  memorises_with (fun H _ => attention softmax d n [H]) d n.

(** The labels may be any real numbers, not those of [C] only; (6) is read for k != l. *)
Definition kajitsuka_corollary_1 : Prop := forall d n s N X Y r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> 0 < e -> 0 < r_min ->
  tokens_separated d n N X r_min r_max e -> no_duplicate_token d n N X -> consistently_labelled d n N X Y ->
  exists p, memorises d n s N X Y p.

(** There are such sequences with labels that no function of a token alone takes: a token of two sequences has two
    labels. *)
Definition kajitsuka_corollary_1_speaks_of_some : Prop := forall d n, (1 <= d)%nat -> (2 <= n)%nat -> exists X Y,
  tokens_separated d n 2 X (1 / 2) (INR n + 2) (1 / 2) /\ no_duplicate_token d n 2 X /\
  consistently_labelled d n 2 X Y /\ same_token d (X 0%nat) (X 1%nat) 0 0 /\ ~ same_token d (Y 0%nat) (Y 1%nat) 0 0.

(** ** Corollary 2, Sec. 4.1; proof in App. A.4 *)

(** (48): each entry of column k of E is 2k r_max, k = 1, ..., n. *)
Definition encodings (r_max : R) : nat -> nat -> R := fun _ k => 2 * INR (S k) * r_max.

(** (18), with the E of (48). Tokens may stand in a sequence twice; r_min may be any number. *)
Definition kajitsuka_corollary_2 : Prop := forall d n s N X Y r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> 0 < e ->
  tokens_separated d n N X r_min r_max e ->
  (* 'consistently labeled' *)
  (forall i j, (i < N)%nat -> (j < N)%nat -> same (F := reals) d n (X i) (X j) ->
     same (F := reals) d n (Y i) (Y j)) ->
  exists p, memorises d n s N (fun i => sum (F := reals) (X i) (encodings r_max)) Y p.

(** ** Masks: Remark 1 and (132), App. C *)

(** W_O W_V X softmax[(W_K X)^T (W_Q X + b_Q 1^T) + C] is added to X; C_{l,k} is 0 if [C l k] and -infinity if not. *)
Definition masked_attention (d n : nat) (C : nat -> nat -> bool) (H : head reals) (X : nat -> nat -> R) :
    nat -> nat -> R :=
  sum (F := reals) X (product n (product (head_size H) (W_O H) (product d (W_V H) X))
    (fun l k => masked_softmax n (fun a => C a k) (fun a => scores (F := reals) d H X a k) l)).

(** Each sequence has a mask, C^(i); it leaves each token something to attend to. *)
Definition leaves_something (n N : nat) (C : nat -> nat -> nat -> bool) : Prop :=
  forall i k, (i < N)%nat -> (k < n)%nat -> exists l, (l < n)%nat /\ C i l k = true.

(** Token k of Z, masked by C, attends to the same set of tokens as token l of Z', masked by C'. *)
Definition same_view (d n : nat) (C C' : nat -> nat -> bool) (Z Z' : nat -> nat -> R) (k l : nat) : Prop :=
  (forall a, (a < n)%nat -> C a k = true -> exists b, (b < n)%nat /\ C' b l = true /\ same_token d Z Z' a b) /\
  (forall b, (b < n)%nat -> C' b l = true -> exists a, (a < n)%nat /\ C a k = true /\ same_token d Z Z' a b).

(** 'It is relatively straightforward to extend Theorem 2 to masked self-attention mechanisms': with the set of tokens
    that a token attends to for the vocabulary of its sequence, and the r and delta of Theorem 2. (6) and Definition 1
    are asked of hidden tokens, too: padding tokens have to differ, and none is 0. *)
Definition kajitsuka_theorem_2_masked : Prop := forall d n s N X V C r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> vocabulary d n N X V ->
  no_duplicate_token d n N X -> tokens_separated d n N X r_min r_max e -> 0 < r_min -> 0 < e ->
  leaves_something n N C ->
  let L := ln (INR n) in let m := (INR (length V) + 1) ^ 4 in let pi_d := PI * INR d in
  let delta := 2 * L ^ 2 * e ^ 2 * r_min / (r_max ^ 2 * m * (2 * L + 3) * pi_d)
    * exp (- (m * ((2 * L + 3) * pi_d * r_max ^ 2 / (4 * e * r_min)))) in
  exists H : head reals, head_size H = s /\ (forall a, (a < s)%nat -> b_Q H a = 0) /\
    rank_one s d (W_V H) /\ rank_one s d (W_K H) /\ rank_one s d (W_Q H) /\
    let q i := masked_attention d n (C i) H (X i) in
    (forall i k, (i < N)%nat -> (k < n)%nat -> norm d (column k (q i)) < r_max + e / 4) /\
    (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
       ~ same_view d n (C i) (C j) (X i) (X j) k l \/ ~ same_token d (X i) (X j) k l ->
       norm d (gap (column k (q i)) (column l (q j))) > delta).

(** Not in the paper: Corollary 1 with masks, where labels are of the token and of the tokens that it attends to, and
    hidden tokens are separated, too. *)
Definition kajitsuka_corollary_1_masked : Prop := forall d n s N X Y C r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> 0 < e -> 0 < r_min ->
  tokens_separated d n N X r_min r_max e -> no_duplicate_token d n N X -> leaves_something n N C ->
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
     same_view d n (C i) (C j) (X i) (X j) k l -> same_token d (X i) (X j) k l -> same_token d (Y i) (Y j) k l) ->
  exists p, memorises_with (fun H i => masked_attention d n (C i) H) d n s N X Y p.

(** The causal mask: token k attends to the first k tokens. *)
Definition causal (l k : nat) : bool := (l <=? k)%nat.

(** It leaves each token something. With the vocabulary of the whole sequence Theorem 2 does not extend to it: there are
    two sequences for which no layer with one head of any size, with b_Q, too, is a contextual mapping. *)
Definition kajitsuka_causal_masks : Prop := (forall n N, leaves_something n N (fun _ => causal)) /\
  forall d n, (1 <= d)%nat -> (2 <= n)%nat -> exists X,
    no_duplicate_token d n 2 X /\ tokens_separated d n 2 X (1 / 2) (INR n + 2) (1 / 2) /\
    forall (H : head reals) r delta, 0 <= delta -> ~ contextual_mapping d n 2 X r delta (masked_attention d n causal H).

(** Consistent labels are necessary, whatever the weights, the head size and the activation of finitely many pieces are,
    with b_Q, too (a token that attends to nothing gets nothing added): where one layer
    of attention with one head, masked or not, and a feed-forward layer memorise, a token has one label wherever it
    attends to the same set of tokens. *)
Definition kajitsuka_consistent_labels_necessary : Prop := forall d n N X Y C (H : head reals) (f : token_wise reals),
  no_duplicate_token d n N X ->
  (forall i, (i < N)%nat -> same (F := reals) d n (feed_forward d f (masked_attention d n (C i) H (X i))) (Y i)) ->
  forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    same_view d n (C i) (C j) (X i) (X j) k l -> same_token d (X i) (X j) k l -> same_token d (Y i) (Y j) k l.

(** ** Theorem 2: the token 0 *)

(** The token 0 has to be excluded: with it there are two sequences for which no layer with one head of any size,
    without b_Q, is a contextual mapping, for any delta >= 0. (With r_min < 0 the delta of (8) is below 0, and Theorem
    2 says nothing; with r_min = 0 it is not defined.) *)
Definition kajitsuka_theorem_2_needs_r_min : Prop := forall d, (1 <= d)%nat -> exists X,
  no_duplicate_token d 3 2 X /\ tokens_separated d 3 2 X (-1) 5 (1 / 2) /\ ~ same_vocabulary d 3 (X 0%nat) (X 1%nat) /\
  forall H : head reals, (forall a, (a < head_size H)%nat -> b_Q H a = 0) -> forall r delta, 0 <= delta ->
    ~ contextual_mapping d 3 2 X r delta (attention softmax d 3 [H]).

(** ** Theorem 1 with any weights at ties *)

(** 'when there are multiple indices with maximum values, the hardmax function is defined such that the sum of the
    values at these indices equals one', Sec. 2.1, and nothing else is asked: sigma may share out 1 among the maxima of
    n scores in any way that the scores tell, with weights below 0, too. *)
Definition shares_out (sigma : nat -> (nat -> R) -> nat -> R) : Prop := forall n s, (1 <= n)%nat ->
  (forall k, (k < n)%nat -> is_greatest (F := reals) n s k = false -> sigma n s k = 0) /\
  total (F := reals) n (sigma n s) = 1 /\
  (forall s', same_vector n s s' -> same_vector n (sigma n s) (sigma n s')).

(** The three rules of [tie_rule] do. *)
Definition kajitsuka_three_rules_share_out : Prop := forall sigma, tie_rule sigma -> shares_out sigma.

(** Layer (5) with a rule for each position: sigma_k makes the weights of token k. *)
Definition attention_by_position (sigma : nat -> nat -> (nat -> R) -> nat -> R) (d n : nat) (all : list (head reals))
    (Z : nat -> nat -> R) : nat -> nat -> R :=
  fun a k => attention (F := reals) (sigma k) d n all Z a k.

(** No such layer, with any number of heads of any sizes, without b_Q, is an (r, delta)-contextual mapping. *)
Definition no_layer_maps_by_position (d n N : nat) (X : nat -> nat -> nat -> R)
    (sigma : nat -> nat -> (nat -> R) -> nat -> R) : Prop :=
  forall all : list (head reals), (forall H a, In H all -> (a < head_size H)%nat -> b_Q H a = 0) ->
  forall r delta, 0 <= delta -> ~ contextual_mapping d n N X r delta (attention_by_position sigma d n all).

(** For every n >= 3 and any such rules there are two sequences of n different tokens for which none is. *)
Definition kajitsuka_theorem_1_any_weights : Prop := forall d n sigma, (1 <= d)%nat -> (3 <= n)%nat ->
  (forall k, shares_out (sigma k)) ->
  exists X, no_duplicate_token d n 2 X /\ ~ same_vocabulary d n (X 0%nat) (X 1%nat) /\
    no_layer_maps_by_position d n 2 X sigma.

(** For every n >= 4 there are two without the token 0. *)
Definition kajitsuka_theorem_1_any_weights_from_4 : Prop := forall d n sigma, (1 <= d)%nat -> (4 <= n)%nat ->
  (forall k, shares_out (sigma k)) ->
  exists X, no_duplicate_token d n 2 X /\
    (forall i k, (i < 2)%nat -> (k < n)%nat -> 1 <= norm d (column k (X i))) /\
    ~ same_vocabulary d n (X 0%nat) (X 1%nat) /\ no_layer_maps_by_position d n 2 X sigma.

(** For n >= 3 there are two without the token 0, too, where one rule serves all positions whose weights at n scores
    that are all 0 are >= 0 and not all equal. Nothing more is asked of it at other scores, equal ones or not. *)
Definition kajitsuka_theorem_1_uneven_weights : Prop := forall d n sigma p q, (1 <= d)%nat -> (3 <= n)%nat ->
  shares_out sigma -> (forall k, (k < n)%nat -> 0 <= sigma n (fun _ => 0) k) ->
  (p < n)%nat -> (q < n)%nat -> sigma n (fun _ => 0) p <> sigma n (fun _ => 0) q ->
  exists X, no_duplicate_token d n 2 X /\
    (forall i k, (i < 2)%nat -> (k < n)%nat -> 1 <= norm d (column k (X i))) /\
    ~ same_vocabulary d n (X 0%nat) (X 1%nat) /\ no_layer_maps d n 2 X sigma.

(** Where a rule may look at the whole input Z, no sequences of n different tokens are lost under every rule, whatever n
    is: for any such sequences there is a rule with weights >= 0, which shares out 1 among the maxima, and a layer (5),
    without b_Q, that is with it a contextual mapping for some r and some delta > 0. *)
Definition kajitsuka_weights_by_input : Prop := forall d n N X, (1 <= d)%nat -> no_duplicate_token d n N X ->
  exists sigma : (nat -> nat -> R) -> nat -> (nat -> R) -> nat -> R,
    (forall Z, shares_out (sigma Z)) /\ (forall Z s k, (k < n)%nat -> 0 <= sigma Z n s k) /\
    (forall Z Z', same (F := reals) d n Z Z' -> sigma Z = sigma Z') /\
    exists (all : list (head reals)) r delta, 0 < delta /\
      (forall H a, In H all -> (a < head_size H)%nat -> b_Q H a = 0) /\
      contextual_mapping d n N X r delta (fun Z => attention (F := reals) (sigma Z) d n all Z).

(** For d = 1 there is such a rule for all sequences of n different tokens together: under it Theorem 1 fails, for every
    n. *)
Definition kajitsuka_theorem_1_fails_by_input : Prop := forall n,
  exists sigma : (nat -> nat -> R) -> nat -> (nat -> R) -> nat -> R,
    (forall Z, shares_out (sigma Z)) /\ (forall Z s k, (k < n)%nat -> 0 <= sigma Z n s k) /\
    (forall Z Z', same (F := reals) 1 n Z Z' -> sigma Z = sigma Z') /\
    forall N X, no_duplicate_token 1 n N X -> exists (all : list (head reals)) r delta, 0 < delta /\
      (forall H a, In H all -> (a < head_size H)%nat -> b_Q H a = 0) /\
      contextual_mapping 1 n N X r delta (fun Z => attention (F := reals) (sigma Z) 1 n all Z).

(** ** Not in the paper: which families of sequences some layer (5) serves *)

(** Z sigma[(W_K Z)^T (W_Q Z_(:,k))]: the vector that the head attends to at token k. *)
Definition attended_to (sigma : nat -> (nat -> R) -> nat -> R) (d n : nat) (H : head reals) (Z : nat -> nat -> R)
    (k : nat) : nat -> R :=
  fun a => total (F := reals) n (fun l => Z a l * sigma n (fun l' => scores (F := reals) d H Z l' k) l).

(** Some head, of any size >= 1 and without b_Q, attends to different vectors at token k of Z and token l of Z'. *)
Definition some_head_tells (sigma : nat -> (nat -> R) -> nat -> R) (d n : nat) (Z Z' : nat -> nat -> R)
    (k l : nat) : Prop :=
  exists H : head reals, (1 <= head_size H)%nat /\ (forall a, (a < head_size H)%nat -> b_Q H a = 0) /\
    ~ same_vector d (attended_to sigma d n H Z k) (attended_to sigma d n H Z' l).

(** Whatever the sequences are, and whatever sigma is (hardmax with any rule for ties, softmax): some layer, for some r
    and some delta > 0, is a contextual mapping if and only if for any two of them with different vocabularies, and any
    token that both have, some head tells them apart there. *)
Definition kajitsuka_which_families : Prop := forall d n N X sigma, (1 <= d)%nat ->
  ((exists (all : list (head reals)) r delta, 0 < delta /\
      (forall H a, In H all -> (a < head_size H)%nat -> b_Q H a = 0) /\
      contextual_mapping d n N X r delta (attention (F := reals) sigma d n all))
   <-> forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
       ~ same_vocabulary d n (X i) (X j) -> same_token d (X i) (X j) k l -> some_head_tells sigma d n (X i) (X j) k l).

(** ** Theorem 2: footnote 2 *)

(** 'W_V = u' v^T, W_K = u' v^T and W_Q = u v'^T for arbitrary vectors u, u', u'' satisfying certain constraints': any
    unit vectors v, v' that satisfy (72) for V and 0, any u, u' with (29), any u'' and W_O with (32), and W_V = u'' v^T
    as in App. A.2; for u'' = u' that is the printed W_V. Such v, v' exist by [kajitsuka_lemma_2]. *)
Definition kajitsuka_theorem_2_two_vectors : Prop := forall d n s N X V r_min r_max e v v' u u' u'' W,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> vocabulary d n N X V ->
  no_duplicate_token d n N X -> tokens_separated d n N X r_min r_max e -> 0 < r_min -> 0 < e ->
  let factor := 1 / (INR (length V) + 1) ^ 2 * sqrt (8 / (PI * INR d)) in
  keeps_apart d ((fun _ => 0) :: V) factor v -> keeps_apart d ((fun _ => 0) :: V) factor v' ->
  let L := ln (INR n) in let m := (INR (length V) + 1) ^ 4 in let pi_d := PI * INR d in
  (* (29), (32) *)
  Rabs (dot s u u') = m * (pi_d / 8) * ((2 * L + 3) / (e * r_min)) ->
  norm d (applied s W u'') = e / (4 * r_max) ->
  let H := @Head reals s W (outer u'' v) (outer u' v) (outer u v') (fun _ => 0) in
  rank_one s d (W_V H) /\ rank_one s d (W_K H) /\ rank_one s d (W_Q H) /\
  (* (7), (8) *)
  contextual_mapping d n N X (r_max + e / 4)
    (2 * L ^ 2 * e ^ 2 * r_min / (r_max ^ 2 * m * (2 * L + 3) * pi_d)
     * exp (- (m * ((2 * L + 3) * pi_d * r_max ^ 2 / (4 * e * r_min))))) (attention softmax d n [H]).

(** ** Masks: hidden tokens of any kind *)

(** [asked i k] says whether the id of token k of X^(i) is asked for; that of a padding token need not be. A token is
    used if it is asked for, or if a token that is asked for attends to it. *)
Definition used (n : nat) (asked : nat -> nat -> bool) (C : nat -> nat -> nat -> bool) (i l : nat) : Prop :=
  asked i l = true \/ exists k, (k < n)%nat /\ asked i k = true /\ C i l k = true.

(** The assumptions of Theorem 2 for tokens that are used alone. *)
Definition used_tokens (d n N : nat) (X : nat -> nat -> nat -> R) (V : list (nat -> R))
    (asked : nat -> nat -> bool) (C : nat -> nat -> nat -> bool) (r_min r_max e : R) : Prop :=
  (* V lists the used tokens of all sequences *)
  (forall i k, (i < N)%nat -> (k < n)%nat -> used n asked C i k ->
     exists x, In x V /\ same_vector d x (column k (X i))) /\
  (forall x, In x V ->
     exists i k, (i < N)%nat /\ (k < n)%nat /\ used n asked C i k /\ same_vector d x (column k (X i))) /\
  (* (6), for tokens to which one token that is asked for attends *)
  (forall i k a b, (i < N)%nat -> (k < n)%nat -> (a < n)%nat -> (b < n)%nat -> asked i k = true ->
     C i a k = true -> C i b k = true -> a <> b -> ~ same_token d (X i) (X i) a b) /\
  (* Definition 1 *)
  (forall i k, (i < N)%nat -> (k < n)%nat -> used n asked C i k -> r_min < norm d (column k (X i)) < r_max) /\
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat -> used n asked C i k ->
     used n asked C j l -> ~ same_token d (X i) (X j) k l -> norm d (gap (column k (X i)) (column l (X j))) > e) /\
  (* each token that is asked for has something to attend to *)
  (forall i k, (i < N)%nat -> (k < n)%nat -> asked i k = true -> exists l, (l < n)%nat /\ C i l k = true).

(** One head of size s, with matrices of rank 1 and without b_Q: the ids of tokens that are asked for are less than r,
    and those that are to differ are more than delta apart. *)
Definition one_masked_head_maps (d n s N : nat) (X : nat -> nat -> nat -> R) (asked : nat -> nat -> bool)
    (C : nat -> nat -> nat -> bool) (r delta : R) : Prop :=
  exists H : head reals, head_size H = s /\ (forall a, (a < s)%nat -> b_Q H a = 0) /\
    rank_one s d (W_V H) /\ rank_one s d (W_K H) /\ rank_one s d (W_Q H) /\
    let q i := masked_attention d n (C i) H (X i) in
    (forall i k, (i < N)%nat -> (k < n)%nat -> asked i k = true -> norm d (column k (q i)) < r) /\
    (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
       asked i k = true -> asked j l = true ->
       ~ same_view d n (C i) (C j) (X i) (X j) k l \/ ~ same_token d (X i) (X j) k l ->
       norm d (gap (column k (q i)) (column l (q j))) > delta).

(** [kajitsuka_theorem_2_masked] with the same r and delta, and nothing asked of hidden tokens: those that no token that
    is asked for attends to may be equal, or 0, or anything. Where all tokens are asked for, (6) is left for tokens to
    which one token attends. *)
Definition kajitsuka_theorem_2_hidden : Prop := forall d n s N X V asked C r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> used_tokens d n N X V asked C r_min r_max e -> 0 < r_min -> 0 < e ->
  let L := ln (INR n) in let m := (INR (length V) + 1) ^ 4 in let pi_d := PI * INR d in
  one_masked_head_maps d n s N X asked C (r_max + e / 4)
    (2 * L ^ 2 * e ^ 2 * r_min / (r_max ^ 2 * m * (2 * L + 3) * pi_d)
     * exp (- (m * ((2 * L + 3) * pi_d * r_max ^ 2 / (4 * e * r_min))))).

(** With the kappa of [kajitsuka_theorem_2_sharper]: this delta has no d in it, and no n but through |V|. *)
Definition kajitsuka_theorem_2_hidden_sharper : Prop := forall d n s N X V asked C r_min r_max e,
  (1 <= d)%nat -> (1 <= s)%nat -> used_tokens d n N X V asked C r_min r_max e -> 0 < r_min -> 0 < e ->
  let kappa := 3 * (INR (length V) * (INR (length V) + 1) / 2) ^ 2 / (e * r_min) in
  one_masked_head_maps d n s N X asked C (r_max + e / 4)
    (e / (4 * r_max ^ 2 * kappa) * exp (- (2 * kappa * r_max ^ 2))).

(** Corollary 1 with masks, likewise: (17) at the tokens that are asked for, whose labels are of the token and of the
    tokens that it attends to. *)
Definition kajitsuka_corollary_1_hidden : Prop := forall d n s N X Y V asked C r_min r_max e,
  (1 <= d)%nat -> (1 <= s)%nat -> used_tokens d n N X V asked C r_min r_max e -> 0 < r_min -> 0 < e ->
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat -> asked i k = true -> asked j l = true ->
     same_view d n (C i) (C j) (X i) (X j) k l -> same_token d (X i) (X j) k l -> same_token d (Y i) (Y j) k l) ->
  exists p, length p = (4 * (s + d) + d * (2 * (n * N) + d))%nat /\
    let H := head_of_numbers d s (fun k => nth k p 0) in
    let f := units_of_numbers d (n * N) (numbers_from (4 * (s + d)) (fun k => nth k p 0)) in
    rank_one d s (W_O H) /\ rank_one s d (W_V H) /\ rank_one s d (W_K H) /\ rank_one s d (W_Q H) /\
    forall i a k, (i < N)%nat -> (a < d)%nat -> (k < n)%nat -> asked i k = true ->
      feed_forward d f (masked_attention d n (C i) H (X i)) a k = Y i a k.

(** ** Theorem 1 for n <= 3, not in the paper: where it fails *)

(** Some layer (5), for some r and some delta > 0, without b_Q, is a contextual mapping. *)
Definition some_layer_serves (d n N : nat) (X : nat -> nat -> nat -> R)
    (sigma : nat -> (nat -> R) -> nat -> R) : Prop :=
  exists (all : list (head reals)) r delta, 0 < delta /\
    (forall H a, In H all -> (a < head_size H)%nat -> b_Q H a = 0) /\
    contextual_mapping d n N X r delta (attention (F := reals) sigma d n all).

Definition no_zero_token (d n N : nat) (X : nat -> nat -> nat -> R) : Prop :=
  forall i k, (i < N)%nat -> (k < n)%nat -> ~ same_vector d (column k (X i)) (fun _ => 0).

(** Any finite set of sequences, duplicate tokens allowed, is served by some layer: for n = 1; for n = 2 where ties are
    averaged, and without the token 0 under any rule that shares out 1 among the maxima, one for all positions; for
    n = 3 without the token 0 where ties are averaged. *)
Definition kajitsuka_short_sequences : Prop := forall d N X, (1 <= d)%nat ->
  (forall sigma, some_layer_serves d 1 N X sigma) /\
  some_layer_serves d 2 N X (hardmax (F := reals)) /\
  (forall sigma, shares_out sigma -> no_zero_token d 2 N X -> some_layer_serves d 2 N X sigma) /\
  (no_zero_token d 3 N X -> some_layer_serves d 3 N X (hardmax (F := reals))).

(** For n = 2, under one rule for all positions that does not share equally between two scores that are 0, there are two
    that none serves. (So by [kajitsuka_short_sequences] one of them has the token 0.) *)
Definition kajitsuka_two_tokens_uneven : Prop := forall d sigma, (1 <= d)%nat -> shares_out sigma ->
  sigma 2%nat (fun _ => 0) 0%nat <> sigma 2%nat (fun _ => 0) 1%nat ->
  exists X, ~ same_vocabulary d 2 (X 0%nat) (X 1%nat) /\ no_layer_maps d 2 2 X sigma.

(** ** Proposition 1, Sec. 4.2; proof in App. A.5 *)

(** T_2, (19): F_2^(FF) o F_S^(SA) o F_1^(FF), of feed-forward layers (3) with ReLU and any number of hidden units, and
    attention (2) with softmax and one head. [allowed] may ask something of the head. *)
Definition in_T_2 (allowed : head reals -> Prop) (d n : nat) (g : Matrices.matrix -> Matrices.matrix) : Prop :=
  exists (f_1 f_2 : token_wise reals) (H : head reals),
    activation f_1 = ReLU /\ activation f_2 = ReLU /\ allowed H /\
    forall X, Matrices.same d n (g X) (feed_forward d f_2 (attention softmax d n [H] (feed_forward d f_1 X))).

(** Size s, no b_Q, and each of the four matrices has the rank 1, as in Corollary 1. *)
Definition head_of_rank_one (s d : nat) (H : head reals) : Prop :=
  head_size H = s /\ (forall a, (a < s)%nat -> b_Q H a = 0) /\
  rank_one d s (W_O H) /\ rank_one s d (W_V H) /\ rank_one s d (W_K H) /\ rank_one s d (W_Q H).

(** F_PE, 'permutation equivariant continuous functions ... on a compact domain': K is closed, bounded and has X P with
    each X; f is continuous on K, and f(X P) = f(X) P there. Entries differ by less than r: [within r]. *)
Definition in_F_PE (d n : nat) (K : Matrices.matrix -> Prop) (f : Matrices.matrix -> Matrices.matrix) : Prop :=
  (forall X, (forall r, 0 < r -> exists Y, K Y /\ Matrices.within d n r X Y) -> K X) /\
  (exists M, forall X i j, K X -> (i < d)%nat -> (j < n)%nat -> Rabs (X i j) <= M) /\
  (forall s X, Matrices.permutation n s -> K X -> K (Matrices.permuted s X)) /\
  (forall X r, K X -> 0 < r ->
     exists t, 0 < t /\ forall Y, K Y -> Matrices.within d n t X Y -> Matrices.within d n r (f X) (f Y)) /\
  (forall s X, Matrices.permutation n s -> K X ->
     Matrices.same d n (f (Matrices.permuted s X)) (Matrices.permuted s (f X))).

(** d_p(f, g) < e over D. *)
Definition nearer_than (d n : nat) (p : R) (f g : Matrices.matrix -> Matrices.matrix) (D : Matrices.matrix -> Prop)
    (e : R) : Prop := exists e', e' < e /\ Distance.at_most d n p f g D e'.

(** 'for any f in F_PE and epsilon > 0, there exists a Transformer g in T_2 with one-layer and single-head
    self-attention such that d_p(f, g) < epsilon', p any real number >= 1, head size s >= 1: with the integral (1) over
    K, and, where f is 0 off K, with that over all of R^(d x n), too. The rank 1 is not in the proposition. *)
Definition kajitsuka_proposition_1 : Prop := forall d n s K f p e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> 1 <= p -> 0 < e -> in_F_PE d n K f ->
  exists g, in_T_2 (head_of_rank_one s d) d n g /\ nearer_than d n p f g K e /\
    ((forall X, ~ K X -> Matrices.same d n (f X) Matrices.zero) -> nearer_than d n p f g Distance.everywhere e).

(** There are such K and f for all d >= 1 and n >= 2: K is the box [-1, 1]^(d x n), and f of a token depends on the
    other tokens. *)
Definition kajitsuka_proposition_1_speaks_of_some : Prop := forall d n, (1 <= d)%nat -> (2 <= n)%nat ->
  exists K f X Y, in_F_PE d n K f /\ (forall Z, K Z <-> forall i j, (i < d)%nat -> (j < n)%nat -> -1 <= Z i j <= 1) /\
    K X /\ K Y /\ same_token d X Y 0 0 /\ ~ same_token d (f X) (f Y) 0 0.

(** The class of Yun et al. 2020: f is continuous and permutation equivariant on all of R^(d x n), and 0 outside of some
    box; the integral is over all of R^(d x n). *)
Definition kajitsuka_proposition_1_compact_support : Prop := forall d n s f p e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> 1 <= p -> 0 < e ->
  Matrices.continuous d n f -> Matrices.equivariant d n f ->
  (exists M, forall X i j, (i < d)%nat -> (j < n)%nat -> ~ - M <= X i j <= M ->
     Matrices.same d n (f X) Matrices.zero) ->
  exists g, in_T_2 (head_of_rank_one s d) d n g /\ nearer_than d n p f g Distance.everywhere e.

(** 'functions that take values on a compact domain' can be read as functions on R^(d x n) whose values are in a compact
    set. Of these the proposition is false, with the integral (1) over R^(d x n): some f that is continuous and
    permutation equivariant, with values in [-1, 1]^(d x n), has d_p(f, g) <= e for no g of T_2 and no e, whatever the
    head is, with b_Q, too. *)
Definition kajitsuka_proposition_1_compact_values_fails : Prop := forall d n, (1 <= d)%nat -> (1 <= n)%nat ->
  exists f, Matrices.continuous d n f /\ Matrices.equivariant d n f /\ (forall X i j, Rabs (f X i j) <= 1) /\
    forall p g e, 1 <= p -> in_T_2 (fun _ => True) d n g -> ~ Distance.at_most d n p f g Distance.everywhere e.
