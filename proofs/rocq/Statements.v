(** * Statements: what is proved about Yun et al. 2020, for all parameters

    Each definition here is a proposition; [Theorems.v] proves each of them, [Transformers.v] and [Grids.v] are all that
    it takes to read them. Numbers are in the paper's own unit 1, points are given by their entries in units of delta.
    Everywhere d >= 1, n >= 2 (assumed throughout the paper, Sec. 1.2) and delta = 1/m with m >= 2. *)

From Coq Require Import ZArith QArith Qminmax List Permutation Sorted.
From Exactua Require Import Transformers Grids.
Import ListNotations.
Open Scope Q_scope.

(** Numbers are compared as rationals: 1/2 == 2/4. *)
Definition all_distinct (a : vector) : Prop :=
  forall i j, (i < length a)%nat -> (j < length a)%nat -> i <> j -> ~ nth i a 0 == nth j a 0.

(** ** Attention selects extremes, App. E.3, 'Selective shift operation' *)

Definition greatest_of (a : vector) (x : Q) : Prop := Exists (Qeq x) a /\ Forall (fun y => y <= x) a.
Definition least_of (a : vector) (x : Q) : Prop := Exists (Qeq x) a /\ Forall (fun y => x <= y) a.

(** psi(Z; b)_(1,j) is max_k u^T Z_(:,k) if u^T Z_(:,j) > b, and min_k u^T Z_(:,k) if u^T Z_(:,j) < b; all other rows are 0. *)
Definition psi_selects : Prop := forall d m b Z z highest lowest, (1 <= d)%nat ->
  let ids := row_of (reading_vector d m) Z in
  let id := dot (reading_vector d m) z in
  greatest_of ids highest -> least_of ids lowest ->
  (b < id -> Forall2 Qeq (attend (psi d m b 1) Z z) (first_unit d highest)) /\
  (id < b -> Forall2 Qeq (attend (psi d m b 1) Z z) (first_unit d lowest)).

(** With attention part c Psi(Z; b, b'), b < b', the ids between b and b' are shifted up by c (max - min), in their first
    coordinate; columns with ids below b or above b' stay as they are. *)
Definition Psi_shifts_selectively : Prop := forall d m b b' c Z z highest lowest, (1 <= d)%nat -> length z = d -> b < b' ->
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

(** 2: u^T L_(:,j) <= -delta^(-nd) + delta^(-d+1) - 1 < 0 for a column with an entry that equals -delta^(-nd). *)
Definition special_column_id : Prop := forall d n m c, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  length c = d -> Forall (fun k => k = special d n m \/ 0 <= k < Z.of_nat m)%Z c -> In (special d n m) c ->
  (column_id d m c <= special d n m + D d m - Z.of_nat m < 0)%Z.

(** ** Lemma 10, App. E.3.1 and E.3.4 *)

(** u^T L~, the ids after the sweep. *)
Definition ids_after_sweep (d m : nat) (L : point) : vector :=
  row_of (reading_vector d m) (run (sweep_layers d m) (in_unit_1 m L)).

(** l~_n. *)
Definition top (d n m : nat) (L : point) : Q := nth (n - 1) (ids_after_sweep d m L) 0.

(** delta^(-kd). *)
Definition power (d m k : nat) : Q := of_nat ((m ^ d) ^ k).

(** delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n <= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2. *)
Definition lemma_10_bounds : Prop := forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> category_1 d n m L ->
  delta m * power d m (n - 1) * (power d m 1 - 1) <= top d n m L /\
  top d n m L <= delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1).

(** The map from [l_1 ... l_n] to l~_n is one-to-one. *)
Definition lemma_10_one_to_one : Prop := forall d n m L L', (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> category_1 d n m L' -> top d n m L == top d n m L' -> L = L'.

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
