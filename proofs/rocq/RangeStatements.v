(** * RangeStatements: where steps hold that fail somewhere

    [Exported.v] has each step for all d, n and m together, and where it fails a theorem refutes it at an instance. Here
    a step is said of one d, n and m at a time, as 'STEP_at', and it is decided for which of them it holds. That these
    are the steps of [Exported.v] is part of each statement. d, n and m may be what the steps leave out (n = 1, m = 1)
    where the answer is known there. delta = 1/m.

    Nothing is proved in this file. *)

From Coq Require Import ZArith QArith Qround List Bool.
From Exactua Require Import Transformers Grids Terms PositionNetworks Exported.
Import ListNotations.
Open Scope bool_scope.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** What a step says for all d, n and m that it speaks of. *)
Definition for_all_parameters (at_ : nat -> nat -> nat -> Prop) : Prop :=
  forall d n m : nat, (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> at_ d n m.
Definition for_all_parameters_and_m (at_ : nat -> nat -> nat -> Prop) : Prop :=
  forall d n m : nat, (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z -> at_ d n m.

(** ** Lemma 4, App. D: 1/delta is an integer, for every delta = a/b < 1 with b <= m + 1 *)

Definition creates_grid_at (d n m : nat) : Prop :=
  forall b : Z, (1 <= b <= m + 1)%Z -> forall a : Z, (1 <= a <= b - 1)%Z -> (Qfloor (inject_Z b / inject_Z a) * a =
    b)%Z.

(** False for every m >= 2, whatever d and n are. *)
Definition creates_grid_range : Prop :=
  (yun2020_lemma4_creates_grid <-> for_all_parameters creates_grid_at) /\
  forall d n m, creates_grid_at d n m <-> (m <= 1)%nat.

(** ** App. G.1: the quantiser on closed intervals, and as it is printed *)

Definition discrete_version_at (d n m : nat) : Prop :=
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := entry (run (PositionNetworks.position_quantiser d n m) [x]) row 1 in
  forall j : Z, (1 <= j <= n)%Z -> (if ((Qle_bool (inject_Z (j - 1)) t) && (Qle_bool t (inject_Z j))) then quantised_t
    else greatest_over 0 (m - 1) (fun k => if (Qle_bool (inject_Z (j - 1) + inject_Z k / inject_Z m) t) then inject_Z
    (j - 1) + inject_Z k / inject_Z m else inject_Z (j - 1))) == greatest_over 0 (m - 1) (fun k => if (Qle_bool
    (inject_Z (j - 1) + inject_Z k / inject_Z m) t) then inject_Z (j - 1) + inject_Z k / inject_Z m else inject_Z (j -
    1)).

(** False for all d, n and m; and, of an entry t in [j - 1, j], right where t < j and wrong at t = j. *)
Definition discrete_version_range : Prop :=
  (yun2020_g1_discrete_version <-> for_all_parameters_and_m discrete_version_at) /\
  (forall d n m, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> ~ discrete_version_at d n m) /\
  forall (d n m : nat) (row : Z) (x : vector) (j : Z), (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (1 <= row <= d)%Z -> length x = d -> (1 <= j <= n)%Z -> inject_Z (j - 1) <= entry [x] row 1 -> entry [x] row 1 <=
    inject_Z j ->
  (entry (run (PositionNetworks.position_quantiser d n m) [x]) row 1 == greatest_over 0 (m - 1) (fun k => if (Qle_bool
    (inject_Z (j - 1) + inject_Z k / inject_Z m) (entry [x] row 1)) then inject_Z (j - 1) + inject_Z k / inject_Z m
    else inject_Z (j - 1)) <-> entry [x] row 1 < inject_Z j).

Definition each_interval_at (d n m : nat) : Prop :=
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  forall k : Z, (0 <= k <= n * m - 1)%Z -> (if ((Qle_bool (inject_Z k / inject_Z m / inject_Z m) t) && (Qlt_bool t
    (inject_Z k / inject_Z m / inject_Z m + 1 / inject_Z m))) then entry (run
    (PositionNetworks.position_quantiser_as_printed d n m) [x]) row 1 else inject_Z k / inject_Z m / inject_Z m) ==
    inject_Z k / inject_Z m / inject_Z m.

(** With the printed k = 0, delta, ..., n - delta: right for delta = 1, and false for every other delta. *)
Definition each_interval_range : Prop :=
  (yun2020_g1_each_interval <-> for_all_parameters_and_m each_interval_at) /\
  forall d n m, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> (each_interval_at d n m <-> m = 1%nat).

(** ** App. G.3: an A_L with a column of another g_c(L') *)

Definition any_values_at (d n m : nat) : Prop :=
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let last_top := ((n - 1) * sigma + D - 1 - sigma * total_Z 1 (n - 1) (fun k => (D ^ k)%Z) + D ^ n * (n - 1) *
    sigma)%Z in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (PositionNetworks.mapped_contexts d n m
    (PositionNetworks.colliding_outputs d n m)) (encoded (positions 1 d n) (in_unit_1 m L))) i j == (if ((j =? 1)%Z &&
    (total_Z 1 n (fun j2 => (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry
    (in_unit_1 m L) i2 j2))%Z))%Z) =? 0)%Z) then inject_Z n - 1 / inject_Z m + (if (i =? 1)%Z then inject_Z (last_top
    - (n - 1) * sigma - D + 1) / inject_Z m + inject_Z (n * D ^ (n + 1) * last_top) else 0) else inject_Z (i + d * (j
    - 1 + n * total_Z 1 n (fun j2 => (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry
    (in_unit_1 m L) i2 j2))%Z))%Z))) / inject_Z (d * n * D ^ n)).

(** False for all d >= 1, n >= 2 and m >= 2: it is not so at every L of G_delta; at which L it is not, is not said. *)
Definition any_values_range : Prop :=
  (yun2020_g3_any_values <-> for_all_parameters_and_m any_values_at) /\
  forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> ~ any_values_at d n m.

(** ** Theorem 3, App. G *)

Definition strictly_monotone_at (d n m : nat) : Prop :=
  forall L : point,
  PositionNetworks.every_matrix d n (m + 1) L ->
  let encoded_1 := encoded (positions 1 d n) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n - 1)%Z -> entry encoded_1 i j < entry encoded_1 i (j +
    1).

(** False for every n >= 2; and, of two neighbours, wrong where they are 1 and 0, and right everywhere else. *)
Definition strictly_monotone_range : Prop :=
  (yun2020_theorem3_strictly_monotone <-> for_all_parameters_and_m strictly_monotone_at) /\
  (forall d n m, (1 <= d)%nat -> (1 <= m)%nat -> (strictly_monotone_at d n m <-> (n <= 1)%nat)) /\
  forall (d n m : nat) L i j, (1 <= m)%nat -> PositionNetworks.every_matrix d n (m + 1) L ->
  (1 <= i <= d)%Z -> (1 <= j <= n - 1)%Z ->
  (entry (encoded (positions 1 d n) (in_unit_1 m L)) i j < entry (encoded (positions 1 d n) (in_unit_1 m L)) i (j + 1)
   <-> ~ (entry (in_unit_1 m L) i j == 1 /\ entry (in_unit_1 m L) i (j + 1) == 0)).

Definition on_closed_domain_at (d n m : nat) : Prop :=
  let D := (m ^ d)%Z in
  forall L : point,
  PositionNetworks.every_matrix d n (2 * m + 1) L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (PositionNetworks.position_transformer
    d n m) (encoded (positions 1 d n) (in_unit_1 (2 * m) L))) i j == (if (each 1 d (fun i_1 => (each 1 n (fun j_1 =>
    (Qlt_bool (entry (in_unit_1 (2 * m) L) i_1 j_1) 1))))) then inject_Z (i + d * (j - 1 + n * total_Z 1 n (fun j2 =>
    (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry (in_unit_1 (2 * m) L) i2
    j2))%Z))%Z))) / inject_Z (d * n * D ^ n) else 0).

(** False for all d >= 1, n >= 2 and m >= 2: it is not so at every L; at which L it is not, is not said. *)
Definition on_closed_domain_range : Prop :=
  (yun2020_theorem3_on_closed_domain <-> for_all_parameters_and_m on_closed_domain_at) /\
  forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> ~ on_closed_domain_at d n m.

(** ** Counts, Sec. 3.2 *)

Definition transformer_blocks_at (d n m : nat) : Prop :=
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  blocks <= 3 * printed.

Definition total_parameters_at (d n m : nat) : Prop :=
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  let block_parameters := (17 * d + 6)%Z in
  blocks * inject_Z block_parameters <= 69 * inject_Z d * printed.

(** At each d and m there is a greatest n up to which the count holds, at least delta^-d and at most 4 delta^-d;
    for n > delta^-d it holds where (d/delta + 2 d + delta^-d + 1) (n - 1)! <= 3 delta^(-dn), and in the same way with
    17 d + 6 parameters a block. *)
Definition transformer_blocks_range : Prop :=
  (yun2020_tightness_transformer_blocks <-> for_all_parameters transformer_blocks_at) /\
  forall d m : nat, (1 <= d)%nat -> (2 <= m)%nat -> exists greatest_n : nat,
  (m ^ d <= greatest_n <= 4 * m ^ d)%nat /\
  (forall n, (2 <= n)%nat -> (transformer_blocks_at d n m <-> (n <= greatest_n)%nat)) /\
  forall n : nat, (m ^ d < n)%nat ->
    ((n <= greatest_n)%nat <-> ((d * m + 2 * d + m ^ d + 1) * product_Z 1 (n - 1) (fun k => k) <= 3 * (m ^ d) ^ n)%Z).

Definition total_parameters_range : Prop :=
  (yun2020_tightness_total_parameters <-> for_all_parameters total_parameters_at) /\
  forall d m : nat, (1 <= d)%nat -> (2 <= m)%nat -> exists greatest_n : nat,
  (m ^ d <= greatest_n <= 4 * m ^ d)%nat /\
  (forall n, (2 <= n)%nat -> (total_parameters_at d n m <-> (n <= greatest_n)%nat)) /\
  forall n : nat, (m ^ d < n)%nat ->
    ((n <= greatest_n)%nat <->
     ((d * m + 2 * d + m ^ d + 1) * (17 * d + 6) * product_Z 1 (n - 1) (fun k => k) <= 69 * d * (m ^ d) ^ n)%Z).

Definition memorized_numbers_at (d n m : nat) : Prop :=
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let memorized := inject_Z d * printed in
  let free_numbers := inject_Z d * inject_Z D * (inject_Z (product_Z 0 (n - 2) (fun k => (D + k)%Z) * n) / inject_Z
    permutations) in
  free_numbers == memorized.

(** True for n = 1 and n = 2, and false for every n >= 3. *)
Definition memorized_numbers_range : Prop :=
  (yun2020_tightness_memorized_numbers <-> for_all_parameters memorized_numbers_at) /\
  forall d n m, (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (memorized_numbers_at d n m <-> (n <= 2)%nat).

Definition factor_of_permutations_at (d n m : nat) : Prop :=
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let value := fun L : point =>
    inject_Z (product_Z 1 n (fun j => (total_Z 1 j (fun k => (if (Qeq_bool (item (row_of u (in_unit_1 m L)) k) (item
      (row_of u (in_unit_1 m L)) j)) then 1 else 0)%Z))%Z)) in
  exists s : Q,
  sum_over_orders (fun L : point => (G_delta d n m L /\ in_order d m L)) value s /\
  s == inject_Z (D ^ n).

(** True for n = 1, and false for every n >= 2. *)
Definition factor_of_permutations_range : Prop :=
  (yun2020_tightness_factor_of_permutations <-> for_all_parameters factor_of_permutations_at) /\
  forall d n m, (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (factor_of_permutations_at d n m <-> n = 1%nat).
