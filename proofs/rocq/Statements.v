(** * Statements: what is proved about Yun et al. 2020, for all parameters

    A definition 'NAME : Prop' is a statement, and [Theorems.v] proves it; the other definitions here, [Transformers.v],
    [Grids.v] and [FeedForward.v] are all that it takes to read it. Numbers are in the paper's own unit 1, points are
    given by their entries in units of delta. delta = 1/m for an integer m; d >= 1, n >= 2 (assumed throughout the
    paper, Sec. 1.2) and m >= 2 (Lemma 8), but where a statement asks for less.

    Matrices are over Q. That is all of G+_delta; but the inputs X of Lemma 7 and Proposition 5 and the values A_L of
    Lemma 9 may be real in the paper, and are rational here. 'Repaired' says that a sentence of the paper is not meant,
    or not true, as it is printed. Not here: Lemmas 4 and 6, Theorems 2 and 3, the networks of G.1 and G.3. *)

From Coq Require Import ZArith QArith Qabs Qminmax List Permutation Sorted.
From Exactua Require Import Transformers Grids FeedForward.
Import ListNotations.
Open Scope Q_scope.

(** Entries at different places are different numbers; == compares rationals, 1/2 == 2/4. *)
Definition all_distinct (a : vector) : Prop :=
  forall i j, (i < length a)%nat -> (j < length a)%nat -> i <> j -> ~ nth i a 0 == nth j a 0.

(** ** Attention selects extremes, App. E.3, 'Selective shift operation' *)

Definition greatest_of (a : vector) (x : Q) : Prop := Exists (Qeq x) a /\ Forall (fun y => y <= x) a.
Definition least_of (a : vector) (x : Q) : Prop := Exists (Qeq x) a /\ Forall (fun y => x <= y) a.

(** psi(Z; b)_(1,j) is max_k u^T Z_(:,k) if u^T Z_(:,j) > b, and min_k u^T Z_(:,k) if u^T Z_(:,j) < b; all other rows
    are 0. *)
Definition psi_selects : Prop := forall d m b Z z highest lowest, (1 <= d)%nat ->
  let ids := row_of (reading_vector d m) Z in
  let id := dot (reading_vector d m) z in
  greatest_of ids highest -> least_of ids lowest ->
  (b < id -> Forall2 Qeq (attend (psi d m b 1) Z z) (first_unit d highest)) /\
  (id < b -> Forall2 Qeq (attend (psi d m b 1) Z z) (first_unit d lowest)).

(** With attention part c Psi(Z; b, b'), b < b', columns with ids between b and b' are shifted up by c (max - min), in
    their first coordinate; columns with ids below b or above b' stay as they are. *)
Definition Psi_shifts_selectively : Prop := forall d m b b' c Z z highest lowest,
  (1 <= d)%nat -> length z = d -> b < b' ->
  let ids := row_of (reading_vector d m) Z in
  let id := dot (reading_vector d m) z in
  let layer := Attention (Psi d m b b' c) in
  greatest_of ids highest -> least_of ids lowest ->
  (b < id -> id < b' ->
    Forall2 Qeq (column_after layer Z z) (add z (first_unit d (c * (highest - lowest))))) /\
  (id < b \/ b' < id -> Forall2 Qeq (column_after layer Z z) z).

(** ** Column ids, App. E.3, 'Bijective column id mapping' *)

(** 1: u^T maps {0, delta, ..., 1 - delta}^d one-to-one onto [0 : delta : delta^(-d+1) - delta]. *)
Definition column_id_bijective : Prop := forall d m, (1 <= d)%nat -> (2 <= m)%nat ->
  let grid (c : column) := length c = d /\ Forall (fun k => 0 <= k < Z.of_nat m)%Z c in
  (forall c, grid c -> (0 <= column_id d m c < D d m)%Z) /\
  (forall c c', grid c -> grid c' -> column_id d m c = column_id d m c' -> c = c') /\
  (forall k, (0 <= k < D d m)%Z -> exists c, grid c /\ column_id d m c = k).

(** column_id is u^T in units of delta. *)
Definition column_id_reads : Prop := forall d m L, (1 <= m)%nat -> Forall (fun c => length c = d) L ->
  Forall2 Qeq (row_of (reading_vector d m) (in_unit_1 m L)) (map (fun k => inject_Z k * delta m) (column_ids d m L)).

(** 2: u^T L_(:,j) <= -delta^(-nd) + delta^(-d+1) - 1 < 0 for a column with an entry that equals -delta^(-nd);
    here in units of delta. *)
Definition special_column_id : Prop := forall d n m c, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  length c = d -> Forall (fun k => k = special d n m \/ 0 <= k < Z.of_nat m)%Z c -> In (special d n m) c ->
  (column_id d m c <= special d n m + D d m - Z.of_nat m < 0)%Z.

(** ** Permutation equivariance, Claim 1, App. B, and the three categories of E.3 *)

(** g(X P) = g(X) P, for modified Transformers: hardmax and phi where Claim 1 has softmax and ReLU, m = r = 1. *)
Definition claim_1 : Prop := forall g X P, Permutation P (seq 0 (length X)) ->
  Forall2 (Forall2 Qeq) (run g (permuted P X)) (permuted P (run g X)).

(** 'Due to permutation equivariance, we can assume without loss of generality that l_j's are in increasing order':
    with its columns in some order, each L in G+_delta is a point of its category. *)
Definition categories_without_loss : Prop := forall d n m L, G_plus d n m L ->
  exists P, Permutation P (seq 0 n) /\
    (G_tilde d n m L -> category_1 d n m (permuted P L)) /\
    (G_delta d n m L -> ~ G_tilde d n m L -> category_2 d n m (permuted P L)) /\
    (~ G_delta d n m L -> category_3 d n m (permuted P L)).

(** ** Lemma 10, App. E.3.1 and E.3.4 *)

(** u^T L~, the ids after the sweep. *)
Definition ids_after_sweep (d m : nat) (L : point) : vector :=
  row_of (reading_vector d m) (run (sweep_layers d m) (in_unit_1 m L)).

(** l~_n. *)
Definition top (d n m : nat) (L : point) : Q := nth (n - 1) (ids_after_sweep d m L) 0.

(** delta^(-kd). *)
Definition power (d m k : nat) : Q := of_nat ((m ^ d) ^ k).

(** delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n <= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2. *)
Definition lemma_10_bounds : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L ->
  delta m * power d m (n - 1) * (power d m 1 - 1) <= top d n m L /\
  top d n m L <= delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1).

(** The map from [l_1 ... l_n] to l~_n is one-to-one. *)
Definition lemma_10_one_to_one : Prop := forall d n m L L', (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> category_1 d n m L' -> top d n m L == top d n m L' -> L = L'.

(** ** Ids in the sweep, App. E.3.1 to E.3.3; columns are j = 1, ..., n *)

(** The ids after the first k layers. *)
Definition ids_after (d m k : nat) (L : point) : vector :=
  row_of (reading_vector d m) (after (sweep_layers d m) k (in_unit_1 m L)).

(** l_j; what has become of it after k layers; and after all of them, l~_j. *)
Definition id_of (d m : nat) (L : point) (j : nat) : Q := nth (j - 1) (row_of (reading_vector d m) (in_unit_1 m L)) 0.
Definition id_after (d m k : nat) (L : point) (j : nat) : Q := nth (j - 1) (ids_after d m k L) 0.
Definition new_id (d m : nat) (L : point) (j : nat) : Q := nth (j - 1) (ids_after_sweep d m L) 0.

(** l_j = k delta: so layer k + 1 is the one that shifts it, by this much. *)
Definition is_id (d m : nat) (L : point) (j k : nat) : Prop := id_of d m L j == of_nat k * delta m.
Definition shifted_by (d m k : nat) (L : point) (j : nat) : Q := id_after d m (k + 1) L j - id_after d m k L j.

(** l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1). *)
Definition display_of_new_id (d n m : nat) (L : point) (j : nat) : Q :=
  id_of d m L j
  + fold_right Qplus 0 (map (fun k => power d m k * (id_of d m L (j - k) - id_of d m L (j - k + 1))) (seq 1 (j - 1)))
  + power d m j * (id_of d m L n - id_of d m L 1).

(** ** Lemma 8, App. E.1.2 and E.3 *)

(** q(L) = u^T g_c(L). *)
Definition q (d n m : nat) (L : point) : vector := row_of (reading_vector d m) (run (g_c d n m) (in_unit_1 m L)).

(** t_l = delta^(-2nd+1) (delta^-d - 1) and t_r = delta^(-(2n+1)d+1) (delta^-d - 1). *)
Definition t_l (d n m : nat) : Q := delta m * power d m (2 * n) * (power d m 1 - 1).
Definition t_r (d n m : nat) : Q := delta m * power d m (2 * n + 1) * (power d m 1 - 1).

Definition lemma_8 : Prop := forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (* g_c is composed of delta^-d + 1 self-attention layers, h = 2; heads have size 1 by their type *)
  attention_layers (g_c d n m) = (m ^ d + 1)%nat /\
  feed_forward_layers (g_c d n m) = 0%nat /\
  heads (g_c d n m) = 2%nat /\
  0 < t_l d n m /\ t_l d n m < t_r d n m /\
  (* 1. For any L in G~_delta, the entries of q(L) are all distinct. *)
  (forall L, G_tilde d n m L -> all_distinct (q d n m L)) /\
  (* 2. For any L, L' in G~_delta such that L is not a permutation of L', all entries of q(L), q(L') are distinct. *)
  (forall L L', G_tilde d n m L -> G_tilde d n m L' -> ~ Permutation L L' ->
    forall x y, In x (q d n m L) -> In y (q d n m L') -> ~ x == y) /\
  (* 3. For any L in G~_delta, all the entries of q(L) are in [t_l, t_r]. *)
  (forall L, G_tilde d n m L -> Forall (fun x => t_l d n m <= x <= t_r d n m) (q d n m L)) /\
  (* 4. For any L in G+_delta without G~_delta, all the entries of q(L) are outside [t_l, t_r]. *)
  (forall L, G_plus d n m L -> ~ G_tilde d n m L -> Forall (fun x => x < t_l d n m \/ t_r d n m < x) (q d n m L)).

(** ** Category 1, App. E.3.1 *)

(** 'The selective shift operation is applied to l_1 first, then l_2, and so on': after k layers the columns with
    l_j < k delta, and they alone, have been shifted. *)
Definition category_1_in_turn : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L ->
  forall j, (1 <= j <= n)%nat -> id_of d m L j < new_id d m L j /\
  forall k, (k <= m ^ d)%nat ->
    (id_of d m L j < of_nat k * delta m -> id_after d m k L j == new_id d m L j) /\
    (of_nat k * delta m <= id_of d m L j -> id_after d m k L j == id_of d m L j).

(** The j-th shift operation shifts by delta^-d (l_n - l_1) for j = 1, by delta^-d (l~_(j-1) - l_j) for j >= 2;
    after it l~_j is the new maximum and l_(j+1) the new minimum. *)
Definition category_1_shifts : Prop := forall d n m L j k, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> (1 <= j <= n)%nat -> is_id d m L j k ->
  (j = 1%nat -> shifted_by d m k L j == power d m 1 * (id_of d m L n - id_of d m L 1)) /\
  ((2 <= j)%nat -> shifted_by d m k L j == power d m 1 * (new_id d m L (j - 1) - id_of d m L j)) /\
  greatest_of (ids_after d m (k + 1) L) (new_id d m L j) /\
  ((j < n)%nat -> least_of (ids_after d m (k + 1) L) (id_of d m L (j + 1))).

(** l~_j = l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1). *)
Definition category_1_display : Prop := forall d n m L j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> (1 <= j <= n)%nat -> new_id d m L j == display_of_new_id d n m L j.

(** l~_1 >= delta^(-d+1) > l_n, and l~_1 < l~_2 < ... < l~_n. *)
Definition category_1_order : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L ->
  delta m * power d m 1 <= new_id d m L 1 /\ id_of d m L n < delta m * power d m 1 /\
  forall j j', (1 <= j)%nat -> (j < j')%nat -> (j' <= n)%nat -> new_id d m L j < new_id d m L j'.

(** 'The upper bound on l~_n from Lemma 10 also holds for other l~_j's.' *)
Definition category_1_bound_of_all : Prop := forall d n m L j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> (1 <= j <= n)%nat ->
  new_id d m L j <= delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1).

(** Z_(i,j). *)
Definition entry_of (Z : matrix) (i j : nat) : Q := nth (i - 1) (nth (j - 1) Z []) 0.

(** g_c(L)_(1,j) = L_(1,j) + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1)
    + delta^(-(n+1)d) l~_n, and g_c(L)_(i,j) = L_(i,j) if i is in [2, d]. *)
Definition category_1_entries : Prop := forall d n m L j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> (1 <= j <= n)%nat ->
  entry_of (run (g_c d n m) (in_unit_1 m L)) 1 j ==
    entry_of (in_unit_1 m L) 1 j + (display_of_new_id d n m L j - id_of d m L j) + power d m (n + 1) * top d n m L /\
  forall i, (2 <= i <= d)%nat -> entry_of (run (g_c d n m) (in_unit_1 m L)) i j == entry_of (in_unit_1 m L) i j.

(** u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n, in [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) l~_n + delta^(-(n+1)d+1)),
    repaired: without the upper end; and these intervals are disjoint. *)
Definition category_1_output : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L ->
  let gain := power d m (n + 1) in
  (forall j, (1 <= j <= n)%nat ->
    nth (j - 1) (q d n m L) 0 == new_id d m L j + gain * top d n m L /\
    gain * top d n m L <= nth (j - 1) (q d n m L) 0 < gain * top d n m L + delta m * gain) /\
  (forall L', category_1 d n m L' -> L <> L' ->
    gain * top d n m L + delta m * gain <= gain * top d n m L' \/
    gain * top d n m L' + delta m * gain <= gain * top d n m L).

(** Property 8.3 in Category 1: t_l < u^T g_c(L)_(:,j)
    < delta^(-(n+1)d) (delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2) + delta^(-(n+1)d+1) <= t_r. *)
Definition category_1_inside : Prop := forall d n m L j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> (1 <= j <= n)%nat ->
  let bound := delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1) in
  t_l d n m < nth (j - 1) (q d n m L) 0 /\
  nth (j - 1) (q d n m L) 0 < power d m (n + 1) * bound + delta m * power d m (n + 1) /\
  power d m (n + 1) * bound + delta m * power d m (n + 1) <= t_r d n m.

(** ** Lemma 10 with the best bounds *)

(** sum_(k=1..n-1) delta^(-kd). *)
Definition sum_of_powers (d n m : nat) : Q := fold_right Qplus 0 (map (power d m) (seq 1 (n - 1))).

(** The least l~_n: delta ((n-1) (delta^(-nd) + 1) - sum_(k=1..n-1) delta^(-kd)). *)
Definition smallest_top (d n m : nat) : Q :=
  delta m * (of_nat (n - 1) * (power d m n + 1) - sum_of_powers d n m).

(** The greatest l~_n: the printed upper bound less delta sum_(k=1..n-1) (delta^(-kd) - delta^-d). *)
Definition largest_top (d n m : nat) : Q :=
  delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1)
  - delta m * (sum_of_powers d n m - of_nat (n - 1) * power d m 1).

(** Both are attained as soon as there are n different columns, that is n <= delta^-d. *)
Definition lemma_10_best_bounds : Prop := forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (forall L, category_1 d n m L -> smallest_top d n m <= top d n m L <= largest_top d n m) /\
  ((n <= m ^ d)%nat ->
    (exists L, category_1 d n m L /\ top d n m L == smallest_top d n m) /\
    (exists L, category_1 d n m L /\ top d n m L == largest_top d n m)).

(** The printed lower bound is never attained: the least l~_n is n - 1 times as large, and more. The printed upper bound
    is attained for n = 2 alone. *)
Definition lemma_10_printed_bounds : Prop := forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  let lower := delta m * power d m (n - 1) * (power d m 1 - 1) in
  let upper := delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1) in
  of_nat (n - 1) * (lower + delta m) <= smallest_top d n m /\
  (n = 2%nat -> largest_top d n m == upper) /\
  ((3 <= n)%nat -> largest_top d n m < upper).

(** What follows for u^T g_c(L): its least and its greatest entry, both attained. *)
Definition category_1_best_interval : Prop := forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  let lowest := delta m * of_nat (n - 1) * power d m 1 + power d m (n + 1) * smallest_top d n m in
  let highest := (power d m (n + 1) + 1) * largest_top d n m in
  (forall L, category_1 d n m L -> Forall (fun x => lowest <= x <= highest) (q d n m L)) /\
  ((n <= m ^ d)%nat ->
    (exists L, category_1 d n m L /\ Exists (fun x => x == lowest) (q d n m L)) /\
    (exists L, category_1 d n m L /\ Exists (fun x => x == highest) (q d n m L))).

(** ** Category 2, App. E.3.2 *)

(** 'If n' = 1': no layer of the sweep changes anything, and L~ = L. *)
Definition category_2_one_id : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_2 d n m L ->
  (forall j, (1 <= j <= n)%nat -> id_of d m L j == id_of d m L 1) ->
  (forall k, Forall2 (Forall2 Qeq) (after (sweep_layers d m) k (in_unit_1 m L)) (in_unit_1 m L)) /\
  Forall2 (Forall2 Qeq) (run (sweep_layers d m) (in_unit_1 m L)) (in_unit_1 m L).

(** 'The selective shift operation for l_j is applied to both', and 'the two columns are coupled together'. *)
Definition category_2_coupled : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_2 d n m L ->
  (exists j j', (1 <= j < j')%nat /\ (j' <= n)%nat /\ id_of d m L j == id_of d m L j') /\
  (forall j k highest lowest, (1 <= j <= n)%nat -> is_id d m L j k ->
    greatest_of (ids_after d m k L) highest -> least_of (ids_after d m k L) lowest ->
    shifted_by d m k L j == power d m 1 * (highest - lowest)) /\
  (forall j j' k, (1 <= j <= n)%nat -> (1 <= j' <= n)%nat -> id_of d m L j == id_of d m L j' ->
    nth (j - 1) (after (g_c d n m) k (in_unit_1 m L)) [] = nth (j' - 1) (after (g_c d n m) k (in_unit_1 m L)) []).

(** 'The shift operation is applied n' times, to l'_1, ..., l'_n', and shifts one or more entries at a time': after k
    layers the columns with l_j < k delta, and they alone, have been shifted. *)
Definition category_2_in_turn : Prop := forall d n m L i, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_2 d n m L ->
  (1 <= i <= n)%nat -> ~ id_of d m L i == id_of d m L 1 ->
  forall j, (1 <= j <= n)%nat -> id_of d m L j < new_id d m L j /\
  forall k, (k <= m ^ d)%nat ->
    (id_of d m L j < of_nat k * delta m -> id_after d m k L j == new_id d m L j) /\
    (of_nat k * delta m <= id_of d m L j -> id_after d m k L j == id_of d m L j).

(** '0 <= l~_1 <= l~_2 <= ... <= l~_n', with as many distinct values as before. *)
Definition category_2_order : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_2 d n m L ->
  0 <= new_id d m L 1 /\
  forall j j', (1 <= j)%nat -> (j <= j')%nat -> (j' <= n)%nat -> new_id d m L j <= new_id d m L j' /\
    (new_id d m L j == new_id d m L j' <-> id_of d m L j == id_of d m L j').

(** The n' distinct columns in order: their ids are l'_1 < ... < l'_n'. *)
Definition distinct_columns (d m : nat) (L : point) (n' : nat) (L' : point) : Prop :=
  category_1 d n' m L' /\ forall c, In c L' <-> In c L.

(** 'Whose distinct values are the same as the numbers we get when we apply shift operations to a length-n' sequence
    [l'_1 ... l'_n']', and the display of l~_n. *)
Definition category_2_as_shorter_sequence : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_2 d n m L ->
  (exists n' L', distinct_columns d m L n' L') /\
  forall n' L', distinct_columns d m L n' L' ->
    (1 <= n' < n)%nat /\
    (forall j j', (1 <= j <= n)%nat -> (1 <= j' <= n')%nat -> id_of d m L j == id_of d m L' j' ->
      new_id d m L j == new_id d m L' j') /\
    ((2 <= n')%nat -> top d n m L == display_of_new_id d n' m L' n').

(** l~_n <= delta^(-n'd+1) (delta^-d - 1) - delta (delta^-d - 1)^2 < delta^(-(n-1)d+1) (delta^-d - 1) if n' > 1; and
    always l~_n is less by at least delta than that lower bound in Lemma 10. *)
Definition category_2_below_category_1 : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_2 d n m L ->
  (forall n' L', distinct_columns d m L n' L' -> (2 <= n')%nat ->
    let bound := delta m * power d m n' * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1) in
    top d n m L <= bound /\ bound < delta m * power d m (n - 1) * (power d m 1 - 1)) /\
  top d n m L + delta m <= delta m * power d m (n - 1) * (power d m 1 - 1).

(** Not said: each l~_j > 0, the threshold of psi(.; 0), or L = 0, where maximum, minimum and mean agree. *)
Definition category_2_threshold : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_2 d n m L ->
  (forall j, (1 <= j <= n)%nat -> 0 < new_id d m L j) \/ Forall (Forall (eq 0%Z)) L.

(** u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n
    <= (delta^(-(n+1)d) + 1) (delta^(-(n-1)d+1) (delta^-d - 1) - delta (delta^-d - 1)^2) < t_l. *)
Definition category_2_output : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_2 d n m L ->
  let bound := delta m * power d m (n - 1) * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1) in
  (forall j, (1 <= j <= n)%nat ->
    nth (j - 1) (q d n m L) 0 == new_id d m L j + power d m (n + 1) * top d n m L /\
    nth (j - 1) (q d n m L) 0 <= (power d m (n + 1) + 1) * bound) /\
  (power d m (n + 1) + 1) * bound < t_l d n m.

(** Property 8.4 in Category 2. *)
Definition category_2_outside : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_2 d n m L ->
  Forall (fun x => x < t_l d n m \/ t_r d n m < x) (q d n m L).

(** ** Category 3, App. E.3.3 *)

(** 'l_1 < 0, and l_1 never gets shifted upwards, so it remains as the minimum for the whole time.' *)
Definition category_3_minimum : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_3 d n m L ->
  id_of d m L 1 < 0 /\
  forall k, (k <= m ^ d)%nat -> id_after d m k L 1 == id_of d m L 1 /\ least_of (ids_after d m k L) (id_of d m L 1).

(** 'If all l_j's are negative': L~ = L, the last layer adds delta^(-(n+1)d) min_k l_k < 0, u^T g_c(L) < 0. *)
Definition category_3_all_negative : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_3 d n m L -> (forall j, (1 <= j <= n)%nat -> id_of d m L j < 0) ->
  Forall2 (Forall2 Qeq) (run (sweep_layers d m) (in_unit_1 m L)) (in_unit_1 m L) /\
  power d m (n + 1) * id_of d m L 1 < 0 /\
  (forall j, (1 <= j <= n)%nat -> nth (j - 1) (q d n m L) 0 == id_of d m L j + power d m (n + 1) * id_of d m L 1) /\
  Forall (fun x => x < 0) (q d n m L).

(** The index i with l_(i-1) < 0 <= l_i. *)
Definition first_nonnegative (d n m : nat) (L : point) (i : nat) : Prop := (2 <= i <= n)%nat /\
  (forall j, (1 <= j < i)%nat -> id_of d m L j < 0) /\ (forall j, (i <= j <= n)%nat -> 0 <= id_of d m L j).

(** 'If not all l_j's are negative', repaired: then at least one l_j is nonnegative (the paper: positive; but 0 is an
    id), and there is the index i. *)
Definition category_3_index : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_3 d n m L ->
  (forall j, (1 <= j <= n)%nat -> id_of d m L j < 0) \/ exists i, first_nonnegative d n m L i.

(** 'Selective shift operation does not affect l_1, ..., l_(i-1), and then it shifts l_i by delta^-d (l_n - l_1)
    >= delta^-d (0 + delta^(-nd) - delta^(-d+1) + 1) >= delta^(-(n+1)d+1).' The next shift operations shift the columns
    of the next ids by even larger amount, repaired: columns with the same id by the same. *)
Definition category_3_shifts : Prop := forall d n m L i, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_3 d n m L ->
  first_nonnegative d n m L i ->
  (forall j k, (1 <= j < i)%nat -> (k <= m ^ d)%nat -> id_after d m k L j == id_of d m L j) /\
  (forall k, is_id d m L i k -> shifted_by d m k L i == power d m 1 * (id_of d m L n - id_of d m L 1)) /\
  power d m 1 * (0 + power d m n - delta m * power d m 1 + 1) <= power d m 1 * (id_of d m L n - id_of d m L 1) /\
  delta m * power d m (n + 1) <= power d m 1 * (0 + power d m n - delta m * power d m 1 + 1) /\
  (forall j j' k k', (i <= j)%nat -> (j < j')%nat -> (j' <= n)%nat -> is_id d m L j k -> is_id d m L j' k' ->
    (id_of d m L j < id_of d m L j' -> shifted_by d m k L j < shifted_by d m k' L j') /\
    (id_of d m L j == id_of d m L j' -> shifted_by d m k L j == shifted_by d m k' L j')).

(** delta^(-(n+1)d+1) <= l~_i <= ... <= l~_n, while l~_j = l_j < 0 for j in [i - 1]. *)
Definition category_3_after_sweep : Prop := forall d n m L i, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_3 d n m L -> first_nonnegative d n m L i ->
  delta m * power d m (n + 1) <= new_id d m L i /\
  (forall j j', (i <= j)%nat -> (j <= j')%nat -> (j' <= n)%nat -> new_id d m L j <= new_id d m L j') /\
  (forall j, (1 <= j < i)%nat -> new_id d m L j == id_of d m L j /\ id_of d m L j < 0).

(** 'Shifts by the last layer': delta^(-(n+1)d) l_1 < 0 for negative l~_j's and
    delta^(-(n+1)d) l~_n >= delta^(-(2n+2)d+1) for positive ones, 'so that they are all greater than or equal to
    delta^(-(2n+2)d+1)', and delta^(-(2n+2)d+1) > t_r. *)
Definition category_3_output : Prop := forall d n m L i, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_3 d n m L ->
  first_nonnegative d n m L i ->
  power d m (n + 1) * id_of d m L 1 < 0 /\
  (forall j, (1 <= j < i)%nat -> nth (j - 1) (q d n m L) 0 == new_id d m L j + power d m (n + 1) * id_of d m L 1) /\
  delta m * power d m (2 * n + 2) <= power d m (n + 1) * new_id d m L n /\
  (forall j, (i <= j <= n)%nat -> nth (j - 1) (q d n m L) 0 == new_id d m L j + power d m (n + 1) * new_id d m L n /\
    delta m * power d m (2 * n + 2) <= nth (j - 1) (q d n m L) 0) /\
  t_r d n m < delta m * power d m (2 * n + 2).

(** Property 8.4 in Category 3: u^T g_c(L)_(:,j) is not in [t_l, t_r]; it is below 0 or above t_r. *)
Definition category_3_outside : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_3 d n m L ->
  Forall (fun x => x < 0 \/ t_r d n m < x) (q d n m L) /\ Forall (fun x => x < t_l d n m \/ t_r d n m < x) (q d n m L).

(** ** Only ids that are present can move, App. E.3 and G.2 *)

(** Not said: in a sweep, at every state on the way, the layer of the id k delta adds gain (max - min) to the first
    entry of the columns whose id is k delta there, and leaves all others as they are. Both sweeps are selective shifts
    with the gain delta^-d; points are integers in units of delta. *)
Definition only_present_ids_move : Prop := forall d m gain ids p k L, (1 <= d)%nat -> (1 <= m)%nat ->
  L <> [] -> Forall (fun c => length c = d) L -> nth_error ids p = Some k ->
  let N := selective_shifts d m (inject_Z gain) ids in
  let Z := after N p (in_unit_1 m L) in
  let row := row_of (reading_vector d m) Z in
  forall j highest lowest, (j < length L)%nat -> greatest_of row highest -> least_of row lowest ->
  let column := nth j Z [] in
  let next := nth j (after N (p + 1) (in_unit_1 m L)) [] in
  (nth j row 0 == of_nat k * delta m ->
    Forall2 Qeq next (add column (first_unit d (inject_Z gain * (highest - lowest))))) /\
  (~ nth j row 0 == of_nat k * delta m -> Forall2 Qeq next column).

(** Hence a layer whose id no column has changes nothing. *)
Definition absent_ids_are_passed_over : Prop := forall d m gain ids p k L, (1 <= d)%nat -> (1 <= m)%nat ->
  L <> [] -> Forall (fun c => length c = d) L -> nth_error ids p = Some k ->
  let N := selective_shifts d m (inject_Z gain) ids in
  let Z := after N p (in_unit_1 m L) in
  Forall (fun id => ~ id == of_nat k * delta m) (row_of (reading_vector d m) Z) ->
  Forall2 (Forall2 Qeq) (after N (p + 1) (in_unit_1 m L)) Z.

(** ** The order in which l~_n grows, on App. E.3.4 *)

(** L comes before L': W = l_n - l_1 is less; or W is equal and the first of g_1, ..., g_(n-2) that differs is greater,
    where g_j = l_(j+1) - l_j; or these are equal too and l_n is less. *)
Definition width (d n m : nat) (L : point) : Q := id_of d m L n - id_of d m L 1.
Definition gap (d m : nat) (L : point) (j : nat) : Q := id_of d m L (j + 1) - id_of d m L j.
Definition comes_before (d n m : nat) (L L' : point) : Prop :=
  width d n m L < width d n m L' \/
  width d n m L == width d n m L' /\
  ((exists j, (1 <= j <= n - 2)%nat /\ (forall i, (1 <= i < j)%nat -> gap d m L i == gap d m L' i) /\
      gap d m L' j < gap d m L j) \/
   (forall i, (1 <= i <= n - 2)%nat -> gap d m L i == gap d m L' i) /\ id_of d m L n < id_of d m L' n).

(** Of two different L in Category 1 one comes before the other, and none before itself. *)
Definition sorted_order_is_total : Prop := forall d n m L L', (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> category_1 d n m L' ->
  (L <> L' <-> comes_before d n m L L' \/ comes_before d n m L' L).

(** Where L comes before L', l~_n < l~'_n, and every entry of u^T g_c(L) is less than every entry of u^T g_c(L'). *)
Definition sorted_order : Prop := forall d n m L L', (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> category_1 d n m L' -> comes_before d n m L L' ->
  top d n m L < top d n m L' /\
  forall x y, In x (q d n m L) -> In y (q d n m L') -> x < y.

(** All entries of u^T g_c(L) lie in the block [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) (l~_n + delta)), and blocks of
    different L don't overlap. *)
Definition sorted_blocks : Prop := forall d n m L L', (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> category_1 d n m L' -> comes_before d n m L L' ->
  let gain := power d m (n + 1) in
  Forall (fun x => gain * top d n m L <= x < gain * (top d n m L + delta m)) (q d n m L) /\
  gain * (top d n m L + delta m) <= gain * top d n m L'.

(** ** Quantisation, Lemma 7, App. E.1.1 and E.2 *)

(** y is g_q^ent(t): k delta if k delta <= t < (k+1) delta, k = 0, ..., 1/delta - 1; -delta^(-nd) otherwise. *)
Definition quantised_to (d n m : nat) (t y : Q) : Prop :=
  let interval k := of_nat k * delta m <= t /\ t < (of_nat k + 1) * delta m in
  (forall k, (k < m)%nat -> interval k -> y == of_nat k * delta m) /\
  ((forall k, (k < m)%nat -> ~ interval k) -> y == outside_level d n m).

(** 'There exists a function g_q composed of d/delta + d token-wise feed-forward layers with r = 1 and activations in
    Phi, which employs the scalar quantization g_q^ent to each entry of its input', for k = 0, 1, ..., 1/delta - 1;
    r = 1 is part of the type of a layer. And 'at the end we will get a map to G+_delta'. *)
Definition lemma_7 : Prop := forall d n m, (1 <= m)%nat ->
  feed_forward_layers (g_q d n m) = (d * m + d)%nat /\
  attention_layers (g_q d n m) = 0%nat /\
  in_Phi_throughout (g_q d n m) /\
  forall X, Forall (fun x => length x = d) X ->
    Forall2 (Forall2 (quantised_to d n m)) X (run (g_q d n m) X) /\
    (length X = n -> exists L, G_plus d n m L /\ Forall2 (Forall2 Qeq) (run (g_q d n m) X) (in_unit_1 m L)).

(** With the layers k = 0, delta, ..., 1 - delta, as E.2 prints them, an entry delta becomes delta^2. *)
Definition lemma_7_printed_range_fails : Prop := forall d n m, (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat ->
  let X := repeat (repeat (delta m) d) n in
  ~ Forall2 (Forall2 (quantised_to d n m)) X (run (g_q_as_printed d n m) X) /\
  Forall2 (Forall2 Qeq) (run (g_q_as_printed d n m) X) (repeat (repeat (delta m * delta m) d) n).

(** ** The count of cubes, Proposition 5, App. E.1.4 *)

(** k things have the property P. *)
Definition has_exactly {A : Type} (P : A -> Prop) (k : Z) : Prop :=
  exists things, NoDup things /\ (forall x, In x things <-> P x) /\ Z.of_nat (length things) = k.

(** D (D - 1) ... (D - n + 1). *)
Fixpoint falling (D : Z) (n : nat) : Z :=
  match n with O => 1 | S n' => falling D n' * (D - Z.of_nat n') end.

(** Points of G_delta stand for cubes, those without G~_delta for the cubes with duplicate columns,
    which are at most n (n - 1)/2 delta^d of all cubes; [points] are all points. *)
Definition proposition_5_cubes : Prop := forall d n m,
  let D := D d m in
  has_exactly (G_delta d n m) (D ^ Z.of_nat n) /\
  has_exactly (G_tilde d n m) (falling D n) /\
  has_exactly (fun L => G_delta d n m L /\ ~ G_tilde d n m L) (D ^ Z.of_nat n - falling D n) /\
  (2 * (D ^ Z.of_nat n - falling D n) <= Z.of_nat n * (Z.of_nat n - 1) * D ^ (Z.of_nat n - 1))%Z /\
  NoDup (points d n m) /\ (forall L, In L (points d n m) <-> G_delta d n m L).

(** delta^(dn), the measure of a cube; delta^d; n (n - 1)/2, how many pairs of columns there are. *)
Definition cube (d n m : nat) : Q := 1 / of_nat (m ^ (d * n)).
Definition equal_columns (d m : nat) : Q := 1 / of_nat (m ^ d).
Definition pairs (n : nat) : Q := of_nat n * (of_nat n - 1) / 2.

(** The cubes with duplicate columns have measure n (n - 1)/2 delta^d at most; at n = 2 it is delta^d, and from n = 3 on
    more than delta^d, which is what 'd_p(f-bar, g-bar) <= (B^p delta^d)^(1/p)' takes it for. *)
Definition proposition_5_measure : Prop := forall d n m k, (1 <= d)%nat -> (2 <= m)%nat ->
  has_exactly (fun L => G_delta d n m L /\ ~ G_tilde d n m L) k ->
  inject_Z k * cube d n m <= pairs n * equal_columns d m /\
  (n = 2%nat -> inject_Z k * cube d n m == equal_columns d m) /\
  ((3 <= n)%nat -> equal_columns d m < inject_Z k * cube d n m).

(** ** Function values, Lemma 9, App. E.1.3 and E.4 *)

(** Values A_L, matrices with d rows and n columns, for all L in G~_delta; A_(L P) = A_L P for all permutations P. *)
Definition equivariant_values (d n m : nat) (A : point -> matrix) : Prop :=
  (forall L, G_tilde d n m L -> length (A L) = n /\ Forall (fun z => length z = d) (A L)) /\
  (forall L P, G_tilde d n m L -> Permutation P (seq 0 n) ->
     Forall2 (Forall2 Qeq) (A (permuted P L)) (permuted P (A L))).

(** g is composed of so many feed-forward layers with activations in Phi, 'defined by a token-wise function on each
    column', and g(g_c(L)) is A_L if L in G~_delta, 0 if L in G+_delta without G~_delta. *)
Definition token_wise (g : network) (layers : nat) : Prop :=
  attention_layers g = 0%nat /\ feed_forward_layers g = layers /\ in_Phi_throughout g /\
  exists g_tkn, forall X, run g X = map g_tkn X.
Definition maps_values (d n m : nat) (A : point -> matrix) (g : network) : Prop :=
  (forall L, G_tilde d n m L -> Forall2 (Forall2 Qeq) (run g (run (g_c d n m) (in_unit_1 m L))) (A L)) /\
  (forall L, G_plus d n m L -> ~ G_tilde d n m L ->
     Forall2 (Forall2 Qeq) (run g (run (g_c d n m) (in_unit_1 m L))) (repeat (zeros d) n)).

(** n! C(D, n) = D (D - 1) ... (D - n + 1). *)
Definition binomial (D : Z) (n k : nat) : Prop := (Z.of_nat (fact n) * Z.of_nat k = falling D n)%Z.

(** The repaired g_v has d + 2 + n C(delta^-d, n) layers and maps any values. *)
Definition lemma_9_repaired : Prop := forall d n m A, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  equivariant_values d n m A ->
  let g := g_v d n m (t_l d n m) (t_r d n m) A in
  (exists k, binomial (D d m) n k /\ token_wise g (d + 2 + n * k)) /\ maps_values d n m A g.

(** g_v as E.4 has it (with 1_d for 1_n) has d + 1 + n C(delta^-d, n) layers and maps values with
    u^T A_L < t_l - delta/2. *)
Definition lemma_9_low_values : Prop := forall d n m A, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  equivariant_values d n m A ->
  (forall L, G_tilde d n m L ->
     Forall (fun x => x < t_l d n m - delta m / 2) (row_of (reading_vector d m) (A L))) ->
  let g := g_v_as_printed d n m (t_l d n m) (t_r d n m) A in
  (exists k, binomial (D d m) n k /\ token_wise g (d + 1 + n * k)) /\ maps_values d n m A g.

(** It does not map all values: d = 1, n = 2, delta = 1/2, where A_L is g_c(L) with its columns exchanged. The layer of
    the first key takes its column to the other key, whose layer takes it back. *)
Definition lemma_9_printed_fails : Prop := exists A, equivariant_values 1 2 2 A /\
  ~ maps_values 1 2 2 A (g_v_as_printed 1 2 2 (t_l 1 2 2) (t_r 1 2 2) A).

(** ** Proposition 5, App. C and E.1.4 *)

(** g-bar = g_v o g_c o g_q, with the repaired g_v. *)
Definition g_bar (d n m : nat) (A : point -> matrix) : network :=
  g_q d n m ++ g_c d n m ++ g_v d n m (t_l d n m) (t_r d n m) A.

(** X in S_L: L <= X < L + delta, entry by entry. *)
Definition in_cube (m : nat) (L : point) (X : matrix) : Prop :=
  Forall2 (Forall2 (fun k x => inject_Z k * delta m <= x /\ x < inject_Z k * delta m + delta m)) L X.

(** 'g-bar(X) = A_L = f-bar(X) for X in S_L, L in G~_delta, and 0 everywhere else', by g-bar in T-bar^(2,1,1): a layer
    is a block whose other layer does nothing, 'the skip connections enable' that (E.1); a head may be one of two. *)
Definition proposition_5_values : Prop := forall d n m A, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  equivariant_values d n m A ->
  let g := g_bar d n m A in
  heads g = 2%nat /\ in_Phi_throughout (filter (fun l => negb (is_attention l)) g) /\
  forall X, length X = n -> Forall (fun x => length x = d) X ->
    (forall L, G_tilde d n m L -> in_cube m L X -> Forall2 (Forall2 Qeq) (run g X) (A L)) /\
    ((forall L, G_tilde d n m L -> ~ in_cube m L X) -> Forall2 (Forall2 Qeq) (run g X) (repeat (zeros d) n)).

(** ||Z||_p^p, the sum of the p-th powers of the absolute values of all entries. *)
Definition sum_of (a : vector) : Q := fold_right Qplus 0 a.
Definition norm_to_the (p : nat) (Z : matrix) : Q := sum_of (map (fun x => Qabs x ^ Z.of_nat p) (concat Z)).
Definition difference (Z Z' : matrix) : matrix := map (fun '(z, z') => add z (scale (-(1)) z')) (combine Z Z').

(** d_p(f-bar, g-bar)^p for f-bar = A_L on S_L, L in G_delta, and 0 elsewhere. No integral is formalised: by
    [proposition_5_values] both are constant on each cube, and 0 outside of all, so that it is this sum. *)
Definition distance_to_the (p d n m : nat) (A : point -> matrix) : Q :=
  sum_of (map (fun L => norm_to_the p (difference (A L) (run (g_bar d n m A) (in_unit_1 m L)))) (points d n m))
  * cube d n m.

(** d_p(f-bar, g-bar)^p <= n (n - 1)/2 B^p delta^d, where ||f-bar(X)||_p <= B. But the display,
    'd_p(f-bar, g-bar) <= (B^p delta^d)^(1/p)', is false from n = 3 on, for all d, delta and p: f-bar = 1, B^p = d n.
    Here p is an integer. *)
Definition proposition_5_distance : Prop := forall d n m A p power_of_B, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (1 <= p)%nat -> equivariant_values d n m A ->
  (forall L, G_delta d n m L -> length (A L) = n /\ Forall (fun z => length z = d) (A L)) ->
  (forall L, G_delta d n m L -> norm_to_the p (A L) <= power_of_B) ->
  distance_to_the p d n m A <= pairs n * power_of_B * equal_columns d m.
Definition proposition_5_displayed_fails : Prop := forall d n m p, (1 <= d)%nat -> (3 <= n)%nat -> (2 <= m)%nat ->
  (1 <= p)%nat ->
  let one (L : point) := repeat (repeat 1 d) n in
  equivariant_values d n m one /\ (forall L, norm_to_the p (one L) == of_nat d * of_nat n) /\
  of_nat d * of_nat n * equal_columns d m < distance_to_the p d n m one.

(** The same for all real p: the powers |x|^p and their sums are in any ordered K, of which R is one, and ||Z||_p^p is any
    [norm] that is 0 where all entries are. The sum of all ||A_L - g-bar(L)||_p^p is at most k B^p, and k cubes measure
    at most n (n - 1)/2 delta^d: so d_p(f-bar, g-bar)^p <= n (n - 1)/2 B^p delta^d, which is O(delta^(d/p))^p. *)
Definition proposition_5_distance_for_all_p : Prop :=
  forall (K : Type) (zero : K) (plus : K -> K -> K) (at_most : K -> K -> Prop) (norm : matrix -> K),
  (forall x, at_most x x) -> (forall x y z, at_most x y -> at_most y z -> at_most x z) ->
  (forall x x' y y', at_most x x' -> at_most y y' -> at_most (plus x y) (plus x' y')) ->
  (forall x, at_most (plus zero x) x) ->
  (forall Z Z', Forall2 (Forall2 Qeq) Z Z' -> at_most (norm Z) (norm Z')) ->
  (forall Z, Forall (Forall (Qeq 0)) Z -> at_most (norm Z) zero) ->
  forall d n m A power_of_B, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> equivariant_values d n m A ->
  (forall L, G_delta d n m L -> length (A L) = n /\ Forall (fun z => length z = d) (A L)) ->
  (forall L, G_delta d n m L -> at_most (norm (A L)) power_of_B) ->
  exists k, of_nat k * cube d n m <= pairs n * equal_columns d m /\
    at_most
      (fold_right plus zero
        (map (fun L => norm (difference (A L) (run (g_bar d n m A) (in_unit_1 m L)))) (points d n m)))
      (fold_right plus zero (repeat power_of_B k)).

(** ** Contextual mapping with positions, App. G.2

    X is the corner of a cube, in G_delta, with its n columns in any order, and L = X + E. Column j of E is all
    spacing (j - 1): the paper's spacing is 1. *)

Definition positions_added : Prop := forall spacing d n m X, (1 <= m)%nat -> of_shape d n X ->
  Forall2 (Forall2 Qeq) (in_unit_1 m (with_spaced_positions spacing m X))
    (map (fun '(x, e) => add x e) (combine (in_unit_1 m X) (positions spacing d n))).

(** s_j = (j - 1) spacing (1 + delta^-1 + ... + delta^(-d+1)). *)
Definition s_ (spacing d m j : nat) : Q := of_nat (j - 1) * of_nat spacing * fold_right Qplus 0 (reading_vector d m).

(** s_j <= l_j <= s_j + delta^(-d+1) - delta, and l_1 < l_2 < ... < l_n. *)
Definition g2_ids_increase : Prop := forall spacing d n m X,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  let l := id_of d m (with_spaced_positions spacing m X) in
  (forall j, (1 <= j <= n)%nat -> s_ spacing d m j <= l j <= s_ spacing d m j + delta m * power d m 1 - delta m) /\
  (forall j j', (1 <= j)%nat -> (j < j')%nat -> (j' <= n)%nat -> l j < l j').

(** A layer for each id of [s_j : delta : s_j + delta^(-d+1) - delta], j = 1, ..., n, n delta^-d in all, in
    increasing order of l; and an extra single-head one. *)
Definition g2_layers : Prop := forall spacing d n m,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  StronglySorted lt (spaced_ids spacing n d m) /\
  (forall k, In k (spaced_ids spacing n d m) <-> exists j i, (1 <= j <= n)%nat /\ (i < m ^ d)%nat /\
    of_nat k * delta m == s_ spacing d m j + of_nat i * delta m) /\
  attention_layers (g2_g_c spacing d n m) = (n * m ^ d + 1)%nat /\
  feed_forward_layers (g2_g_c spacing d n m) = 0%nat /\
  heads (g2_g_c spacing d n m) = 2%nat.

(** u^T L~, l~_j, and u^T g_c(L). *)
Definition g2_ids_after_sweep (spacing d n m : nat) (X : point) : vector :=
  row_of (reading_vector d m) (run (g2_sweep spacing d n m) (in_unit_1 m (with_spaced_positions spacing m X))).
Definition g2_new_id (spacing d n m : nat) (X : point) (j : nat) : Q :=
  nth (j - 1) (g2_ids_after_sweep spacing d n m X) 0.
Definition g2_q (spacing d n m : nat) (X : point) : vector :=
  row_of (reading_vector d m) (run (g2_g_c spacing d n m) (in_unit_1 m (with_spaced_positions spacing m X))).

(** How many layers of a network change the id of column j. *)
Fixpoint times_shifted (d m j : nat) (N : network) (Z : matrix) : nat :=
  match N with
  | [] => 0%nat
  | l :: rest =>
      let id Z := nth (j - 1) (row_of (reading_vector d m) Z) 0 in
      ((if Qeq_bool (id (apply_layer Z l)) (id Z) then 0 else 1) + times_shifted d m j rest (apply_layer Z l))%nat
  end.
Definition g2_times_shifted (spacing d n m : nat) (X : point) (j : nat) : nat :=
  times_shifted d m j (g2_sweep spacing d n m) (in_unit_1 m (with_spaced_positions spacing m X)).

(** L = [1 - delta, 1], for d = 1 and n = 2: one matrix for every delta. *)
Definition g2_exception (spacing d n m : nat) (X : point) : Prop :=
  spacing = 1%nat /\ d = 1%nat /\ n = 2%nat /\ with_spaced_positions spacing m X = [[Z.of_nat m - 1]; [Z.of_nat m]]%Z.

(** 'Shift operations on l_j's': each column is shifted once, but for the exception. *)
Definition g2_shifted_once : Prop := forall spacing d n m X,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  ((forall j, (1 <= j <= n)%nat -> g2_times_shifted spacing d n m X j = 1%nat) <-> ~ g2_exception spacing d n m X).

(** 'Shift operations result in l~_1 < l~_2 < ... < l~_n', but for the exception. *)
Definition g2_new_ids_increase (spacing d n m : nat) (X : point) : Prop := forall j j',
  (1 <= j)%nat -> (j < j')%nat -> (j' <= n)%nat -> g2_new_id spacing d n m X j < g2_new_id spacing d n m X j'.
Definition g2_order : Prop := forall spacing d n m X,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  (g2_new_ids_increase spacing d n m X <-> ~ g2_exception spacing d n m X).

(** The parameters at which it is so for all L. *)
Definition g2_order_for_all : Prop := forall spacing d n m,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  ((forall X, G_delta d n m X -> g2_new_ids_increase spacing d n m X) <-> ~ (spacing = 1 /\ d = 1 /\ n = 2)%nat).

(** With 2 (j - 1) in column j of E, or any spacing of 2 and more, there is no exception. *)
Definition g2_order_repaired : Prop := forall spacing d n m X,
  (2 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  (forall j, (1 <= j <= n)%nat -> g2_times_shifted spacing d n m X j = 1%nat) /\ g2_new_ids_increase spacing d n m X.

(** At the exception the first column is shifted twice, and l~_1 - l~_2 = delta (1/delta - 1)^3. *)
Definition g2_at_the_exception : Prop := forall m, (2 <= m)%nat ->
  let X := [[Z.of_nat m - 1]; [0]]%Z in
  G_delta 1 2 m X /\ g2_exception 1 1 2 m X /\
  g2_times_shifted 1 1 2 m X 1 = 2%nat /\ g2_times_shifted 1 1 2 m X 2 = 1%nat /\
  g2_new_id 1 1 2 m X 1 - g2_new_id 1 1 2 m X 2 == delta m * (1 / delta m - 1) ^ 3.

(** l~_j = l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1); for j = n at the exception,
    too. *)
Definition g2_display : Prop := forall spacing d n m X j,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X -> (1 <= j <= n)%nat ->
  ~ g2_exception spacing d n m X \/ j = n ->
  g2_new_id spacing d n m X j == display_of_new_id d n m (with_spaced_positions spacing m X) j.

(** l~_n < n delta^(-(n+1)d); and the same for all l~_j, which are positive, exception included. *)
Definition g2_upper_bound : Prop := forall spacing d n m X j,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X -> (1 <= j <= n)%nat ->
  0 < g2_new_id spacing d n m X j /\
  g2_new_id spacing d n m X j < of_nat spacing * of_nat n * power d m (n + 1).

(** The display of that bound: l~_n <= l_n + delta^-d (l_1 - l_n) + delta^(-nd) (l_n - l_1)
    <= s_n + delta^(-d+1) - delta + (delta^(-nd) - delta^-d) (s_n + delta^(-d+1) - delta)
    = (delta^(-nd) - delta^-d + 1) (s_n + delta^(-d+1) - delta), with s_n = (n-1) (delta^-d - 1)/(delta^-1 - 1),
    <= (delta^(-nd) - delta^-d + 1) (delta^-d - 1) (n - 1 + delta) < n delta^(-(n+1)d). *)
Definition g2_upper_bound_display : Prop := forall spacing d n m X,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  let l := id_of d m (with_spaced_positions spacing m X) in
  let end_of_range := s_ spacing d m n + delta m * power d m 1 - delta m in
  let factor := power d m n - power d m 1 + 1 in
  let width := of_nat spacing * of_nat (n - 1) + delta m in
  g2_new_id spacing d n m X n <= l n + power d m 1 * (l 1%nat - l n) + power d m n * (l n - l 1%nat) /\
  l n + power d m 1 * (l 1%nat - l n) + power d m n * (l n - l 1%nat)
    <= end_of_range + (power d m n - power d m 1) * end_of_range /\
  end_of_range + (power d m n - power d m 1) * end_of_range == factor * end_of_range /\
  s_ spacing d m n == of_nat spacing * of_nat (n - 1) * ((power d m 1 - 1) / (of_nat m - 1)) /\
  factor * end_of_range <= factor * (power d m 1 - 1) * width /\
  factor * (power d m 1 - 1) * width < of_nat spacing * of_nat n * power d m (n + 1).

(** 'The map from L to l~_n is one-to-one'; and so is the map to max_j l~_j, which is another one at the exception. *)
Definition g2_one_to_one : Prop := forall spacing d n m X X',
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X -> G_delta d n m X' ->
  (g2_new_id spacing d n m X n == g2_new_id spacing d n m X' n -> X = X') /\
  (forall x x', greatest_of (g2_ids_after_sweep spacing d n m X) x ->
    greatest_of (g2_ids_after_sweep spacing d n m X') x' -> x == x' -> X = X').

(** 'This layer shifts all the layers by n delta^(-(n+1)d-1) l~_n', repaired: by n delta^(-(n+1)d-1) max_j l~_j. *)
Definition g2_last_shift : Prop := forall spacing d n m X highest j,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X -> (1 <= j <= n)%nat ->
  greatest_of (g2_ids_after_sweep spacing d n m X) highest ->
  nth (j - 1) (g2_q spacing d n m X) 0 ==
    g2_new_id spacing d n m X j + of_nat spacing * of_nat n * of_nat m * power d m (n + 1) * highest.

(** G.3: 'n unique numbers u^T g_c(L), which are at least delta apart from each other'. *)
Definition apart (m : nat) (x y : Q) : Prop := x + delta m <= y \/ y + delta m <= x.

(** 'Different contexts L are mapped to distinct numbers in u^T g_c(L), thus implementing a contextual mapping', for all
    parameters and all L, exceptions included. *)
Definition g2_contextual_mapping : Prop := forall spacing d n m,
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (forall X, G_delta d n m X -> all_distinct (g2_q spacing d n m X)) /\
  (forall X X', G_delta d n m X -> G_delta d n m X' -> X <> X' ->
    forall x y, In x (g2_q spacing d n m X) -> In y (g2_q spacing d n m X') -> ~ x == y).
Definition g2_apart : Prop := forall spacing d n m X X' j j',
  (1 <= spacing)%nat -> (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X -> G_delta d n m X' ->
  (1 <= j <= n)%nat -> (1 <= j' <= n)%nat -> (X, j) <> (X', j') ->
  apart m (nth (j - 1) (g2_q spacing d n m X) 0) (nth (j' - 1) (g2_q spacing d n m X') 0).
