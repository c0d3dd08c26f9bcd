(** * Exported: what the steps of exactua's claims say, for all parameters

    Made from the claims by `python -m exactua.proving.rocq.generate`, which also checks that this file still says what
    they say; edit the claims, not this file. [Terms.v] has the vocabulary, [Transformers.v] and [Grids.v] the networks
    and the points. sha256:... is the statement hash that `exactua show` and every certificate give for the step. *)

From Coq Require Import ZArith QArith Qround List Bool.
From Exactua Require FeedForward PositionNetworks Statements TieRules.
From Exactua Require Import Transformers Grids Terms.
Import ListNotations.
Open Scope bool_scope.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** A_L, in unit 1: A_L = L. *)
Definition identity_values (d n m : nat) (L : point) : matrix :=
  tabulated d n (fun i j => entry (in_unit_1 m L) i j).

(** A_L, in unit 1: (5 l_j + 3 sum_k l_k^2 + 2 i) mod 13 - 6, ids in units of delta: integers from -6 to 6 without a
    pattern. *)
Definition scrambled_values (d n m : nat) (L : point) : matrix :=
  tabulated d n (fun i j => 5 * inject_Z m * item (row_of (listed 1 d (fun i_1 => inject_Z (m ^ (i_1 - 1))))
    (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of (listed 1 d (fun i_1 => inject_Z (m ^ (i_1
    - 1)))) (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z (13 * Qfloor ((5 * inject_Z m * item (row_of
    (listed 1 d (fun i_1 => inject_Z (m ^ (i_1 - 1)))) (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item
    (row_of (listed 1 d (fun i_1 => inject_Z (m ^ (i_1 - 1)))) (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) -
    6).

(** A_L, in unit 1: Columns of g_c(L) in reverse order where L in G~_delta has a zero column, else L: values that are
    keys. *)
Definition swapped_values (d n m : nat) (L : point) : matrix :=
  tabulated d n (fun i j => if (((each 1 d (fun i_1 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i_1
    k)))))) && (distinct_bool (row_of (listed 1 d (fun i_1 => inject_Z (m ^ (i_1 - 1)))) (in_unit_1 m L)))) &&
    (Qeq_bool (item (row_of (listed 1 d (fun i_1 => inject_Z (m ^ (i_1 - 1)))) (in_unit_1 m L)) 1) 0)) then entry (run
    (g_c d n m) (in_unit_1 m L)) i (n + 1 - j) else entry (in_unit_1 m L) i j).

(** A_L, in unit 1: All entries are 1. *)
Definition one_values (d n m : nat) (L : point) : matrix :=
  tabulated d n (fun i j => 1).

(** ** Tightness of constructions: Sec. 3.2; counts of App. E and G *)

(** yun2020:tightness.heads: Sec. 3.1: none of h, m, r depends on n or d: the network of this n, d, delta has h = 2
    sha256:44b7a3f6f28e1dfeea320c59f5c9a8ef8aeb83f1129a1f9ea69d2b8615e0cbab *)
Definition yun2020_tightness_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (heads (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (fun _ => tabulated d n (fun i j => inject_Z (i + j))))) = 2)%Z.

(** yun2020:tightness.head_size: Sec. 3.1: none of h, m, r depends on n or d: the network of this n, d, delta has m =
    1
    sha256:debf3005864795e680769dca5e2abaad3a872497eb3ef2e44e61e6081f178b51 *)
Definition yun2020_tightness_head_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (head_size (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (fun _ => tabulated d n (fun i j => inject_Z (i + j))))) = 1)%Z.

(** yun2020:tightness.hidden_size: Sec. 3.1: none of h, m, r depends on n or d: the network of this n, d, delta has r
    = 1, activations in Phi (four ReLUs each, App. F)
    sha256:93dab7687922c5281e0f050313bfeee93612b3ffd906434ec16472ab5e5fdbb6 *)
Definition yun2020_tightness_hidden_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (hidden_size (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n
    m) (Statements.t_r d n m) (fun _ => tabulated d n (fun i j => inject_Z (i + j))))) + Z.of_nat
    (activations_outside_Phi (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d
    n m) (Statements.t_r d n m) (fun _ => tabulated d n (fun i j => inject_Z (i + j))))) = 1)%Z.

(** yun2020:tightness.feed_forward_layers: Sec. 3.2: g_v o g_c o g_q has (d/delta + d) + (1 + d + n C(delta^-d, n))
    feed-forward layers
    sha256:d88c7811923fc79b1cf4601e20d69ee73dea7a03c14a05461ba1f15f3bfe428e *)
Definition yun2020_tightness_feed_forward_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  inject_Z (Z.of_nat (feed_forward_layers (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (fun _ => tabulated d n (fun i j => inject_Z (i + j)))))) ==
    inject_Z (d * m) + inject_Z d + value_layers.

(** yun2020:tightness.attention_layers: Sec. 3.2: and delta^-d + 1 attention layers
    sha256:886d8af737b71013efd36acf3824c57d4033207cb005fe9eed572dee237d4b87 *)
Definition yun2020_tightness_attention_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  (Z.of_nat (attention_layers (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l
    d n m) (Statements.t_r d n m) (fun _ => tabulated d n (fun i j => inject_Z (i + j))))) = D + 1)%Z.

(** yun2020:tightness.transformer_blocks: Sec. 3.2: Theorem 2 requires O(n(1/delta)^(dn)/n!) Transformer blocks (with
    one constant, 3)
    sha256:6b13e02294e2c50ae7e742333c19bc510cbba9a16559520401c1939ca7fd7051 *)
Definition yun2020_tightness_transformer_blocks : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  blocks <= 3 * printed.

(** yun2020:tightness.transformer_blocks@repaired: at most 3 n(1/delta)^(dn)/n! Transformer blocks where n <= delta^-d
    sha256:dce93353721cf7e4b066d3c438607289be32a61e554f8e32c0f1e5a948544570 *)
Definition yun2020_tightness_transformer_blocks_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  (n <= D)%Z ->
  blocks <= 3 * printed.

(** yun2020:tightness.blocks_for_each_n: Sec. 3.2: O(n(1/delta)^(dn)/n!) blocks as delta -> 0, read of each n by
    itself: at this n, d, delta with the constant 1 + 4 (n-1)!/2^(n-1), which grows with n (no_constant_for_all_n)
    sha256:bfe24a26d56010bd1c83eb660b9d04984b243ad305b8e2ed5bc189f25ad0e967 *)
Definition yun2020_tightness_blocks_for_each_n : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  blocks <= (1 + inject_Z (4 * permutations) / inject_Z n / inject_Z (2 ^ (n - 1))) * printed.

(** yun2020:tightness.no_constant_for_all_n: Sec. 3.2, not said: O(n(1/delta)^(dn)/n!) blocks with no constant c = 1,
    ..., 8 for all n: below 1/c at n = 4 delta^-d + c
    sha256:13191d9b4b74f5987f3e24799a8a6c806f8f99d6eb91a517bbab0708de96790c *)
Definition yun2020_tightness_no_constant_for_all_n : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall c : Z, (1 <= c <= 8)%Z -> (c * (4 * D + c) * D ^ (4 * D + c) < product_Z 1 (4 * D + c) (fun k => k))%Z.

(** yun2020:tightness.blocks_from_below: Sec. 3.2, not said: not only O: at least half of n(1/delta)^(dn)/n! blocks
    where n (n-1) <= delta^-d
    sha256:e2b8658b5f9319538316b085d2216c1784b0183e1c7d46640c2a86ecbed11a0a *)
Definition yun2020_tightness_blocks_from_below : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  (n * (n - 1) <= D)%Z ->
  2 * blocks >= printed.

(* yun2020:tightness.parameters_of_a_block is not exported: the quantity 'parameters' of a network has no form in
   Terms.v. *)

(** yun2020:tightness.block_of_constant_width: Sec. 3.2: each Transformer block has O(d) parameters: at this d with
    the constant 23, the same for all d
    sha256:23260bc54c0388e437d20bcdfcd990e3cb2423771b2bf83b1a018d3b2b5473eb *)
Definition yun2020_tightness_block_of_constant_width : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let block_parameters := (17 * d + 6)%Z in
  (block_parameters <= 23 * d)%Z.

(** yun2020:tightness.total_parameters: Sec. 3.2: the total number of parameters is O(dn(1/delta)^(dn)/n!) (with one
    constant, 69)
    sha256:81209c720f995bc100eef2d1c6dfd23f7cfb900a024b21bdf86c19b3c8c0726d *)
Definition yun2020_tightness_total_parameters : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
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

(** yun2020:tightness.total_parameters@repaired: the total number of parameters is at most 69 dn(1/delta)^(dn)/n!
    where n <= delta^-d
    sha256:8a472318e004facc4d97f77664293384684937268837cdedb35f90f5cc0fb6cc *)
Definition yun2020_tightness_total_parameters_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  let block_parameters := (17 * d + 6)%Z in
  (n <= D)%Z ->
  blocks * inject_Z block_parameters <= 69 * inject_Z d * printed.

(** yun2020:tightness.parameters_for_each_n: Sec. 3.2: the total number of parameters is O(dn(1/delta)^(dn)/n!) as
    delta -> 0, read of each n by itself: at this n, d, delta with 23 times the constant of the blocks, which grows
    with n
    sha256:1e9ab1a22d74c2317babe8d1ca7e352c78c17c11ed9bcf1d45e5d13cfd0777ea *)
Definition yun2020_tightness_parameters_for_each_n : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  let block_parameters := (17 * d + 6)%Z in
  blocks * inject_Z block_parameters <= 23 * (1 + inject_Z (4 * permutations) / inject_Z n / inject_Z (2 ^ (n - 1))) *
    inject_Z d * printed.

(** yun2020:tightness.free_numbers_counted: Sec. 3.2, not said: a permutation equivariant function on G_delta is fixed
    by d D C(D+n-2, n-1) real numbers, D = delta^-d
    sha256:23b3f27f0dbb975457bf59fbb98161703f4bbd3726fb6fd2d58432bbdc25aa81 *)
Definition yun2020_tightness_free_numbers_counted : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let free_numbers := inject_Z d * inject_Z D * (inject_Z (product_Z 0 (n - 2) (fun k => (D + k)%Z) * n) / inject_Z
    permutations) in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let value := fun L : point =>
    inject_Z (d * total_Z 1 n (fun j => (if (each 1 (j - 1) (fun k => (negb (Qeq_bool (item (row_of u (in_unit_1 m L))
      k) (item (row_of u (in_unit_1 m L)) j))))) then 1 else 0)%Z) * product_Z 1 n (fun j => (total_Z 1 j (fun k =>
      (if (Qeq_bool (item (row_of u (in_unit_1 m L)) k) (item (row_of u (in_unit_1 m L)) j)) then 1 else 0)%Z))%Z)) in
  exists s : Q,
  sum_over_orders (fun L : point => (G_delta d n m L /\ in_order d m L)) value s /\
  s == free_numbers * inject_Z permutations.

(** yun2020:tightness.memorized_numbers: Sec. 3.2: this requires memorizing (output dim) x (num cubes)/n! real numbers
    sha256:3286f505a830aad9d7302c08312ce02de6735cfe8ba857dd5a785759c5f65deb *)
Definition yun2020_tightness_memorized_numbers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let memorized := inject_Z d * printed in
  let free_numbers := inject_Z d * inject_Z D * (inject_Z (product_Z 0 (n - 2) (fun k => (D + k)%Z) * n) / inject_Z
    permutations) in
  free_numbers == memorized.

(** yun2020:tightness.memorized_numbers@repaired: this requires memorizing at least (output dim) x (num cubes)/n! real
    numbers
    sha256:c2adcf827c5954f0a2def568075acf82bea424cedd08f0b1ec920ec8ae54548e *)
Definition yun2020_tightness_memorized_numbers_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let memorized := inject_Z d * printed in
  let free_numbers := inject_Z d * inject_Z D * (inject_Z (product_Z 0 (n - 2) (fun k => (D + k)%Z) * n) / inject_Z
    permutations) in
  free_numbers >= memorized.

(** yun2020:tightness.memorized_at_most_twice: Sec. 3.2, not said: at most twice (output dim) x (num cubes)/n! where n
    (n-1) <= delta^-d
    sha256:5e7decc825a84a520d7a62f6e02a3fea8b6bfd30980fea300a4ea58887bb2e8f *)
Definition yun2020_tightness_memorized_at_most_twice : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let memorized := inject_Z d * printed in
  let free_numbers := inject_Z d * inject_Z D * (inject_Z (product_Z 0 (n - 2) (fun k => (D + k)%Z) * n) / inject_Z
    permutations) in
  (n * (n - 1) <= D)%Z ->
  free_numbers <= 2 * memorized.

(** yun2020:tightness.factor_of_permutations: Sec. 3.2: the factor of 1/n! is due to permutation equivariance: (num
    cubes)/n! cubes up to permutation
    sha256:386c02d8c1553442e1d367eccb93021a78db0f9d3bf421b2d295139ec89d6765 *)
Definition yun2020_tightness_factor_of_permutations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let value := fun L : point =>
    inject_Z (product_Z 1 n (fun j => (total_Z 1 j (fun k => (if (Qeq_bool (item (row_of u (in_unit_1 m L)) k) (item
      (row_of u (in_unit_1 m L)) j)) then 1 else 0)%Z))%Z)) in
  exists s : Q,
  sum_over_orders (fun L : point => (G_delta d n m L /\ in_order d m L)) value s /\
  s == inject_Z (D ^ n).

(** yun2020:tightness.factor_of_permutations@repaired: the cubes whose columns are all different, up to permutation,
    are a factor of 1/n! fewer
    sha256:3e10a242c4abb264d1e0b2197289457c9fc91e0d8127adc290e0be791dc8f158 *)
Definition yun2020_tightness_factor_of_permutations_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let value := fun L : point =>
    inject_Z (product_Z 1 n (fun j => (total_Z 1 j (fun k => (if (Qeq_bool (item (row_of u (in_unit_1 m L)) k) (item
      (row_of u (in_unit_1 m L)) j)) then 1 else 0)%Z))%Z)) in
  exists s : Q,
  sum_over_orders (fun L : point => category_1 d n m L) value s /\
  s == inject_Z permutations * distinct_contexts.

(** yun2020:tightness.optimal_order: Sec. 3.2: Theorem 2 is optimal in the order of parameters: this network has at
    most 69 for each number memorized; that none needs fewer is not decided
    sha256:5903b2bed8a91a44a6bbfaf9592d3d44875100264dac9b8f052192139fc56f59 *)
Definition yun2020_tightness_optimal_order : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  let block_parameters := (17 * d + 6)%Z in
  let free_numbers := inject_Z d * inject_Z D * (inject_Z (product_Z 0 (n - 2) (fun k => (D + k)%Z) * n) / inject_Z
    permutations) in
  blocks * inject_Z block_parameters <= 69 * free_numbers.

(** yun2020:tightness.optimal_on_distinct_columns: Sec. 3.2, not said: and at most 115 parameters for each number that
    this network does memorize, d n C(delta^-d, n) of them
    sha256:cf6edfc728ca63d1348f74d10959511ae462df92e8b54ce221395c82e2c61063 *)
Definition yun2020_tightness_optimal_on_distinct_columns : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  let block_parameters := (17 * d + 6)%Z in
  (n <= D)%Z ->
  blocks * inject_Z block_parameters <= 115 * inject_Z d * value_numbers.

(** yun2020:tightness.more_efficient: Sec. 3.2: more efficient than residual networks: dn(1/delta)^(dn)/n! is below
    dn(1/delta)^(dn)
    sha256:13159b5beff0d5bf905bc9017856f4a0247906abf56d64a5d0d11e26a36fb1fe *)
Definition yun2020_tightness_more_efficient : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  inject_Z d * printed < inject_Z (d * n * D ^ n).

(** yun2020:tightness.more_efficient_counted: Sec. 3.2: more efficient than residual networks: fewer than
    dn(1/delta)^(dn) parameters, their constants counted, where 4 <= n <= delta^-d (a block has 17 d + 6, and n!
    exceeds 17 + 6/d from n = 4 on)
    sha256:88475ea74bb581620bd4c54d40bf6c5484e0b21020d9b453e208a8c600713e75 *)
Definition yun2020_tightness_more_efficient_counted : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let value_layers := 1 + inject_Z d + value_numbers in
  let layers := inject_Z (d * m) + inject_Z d + inject_Z D + 1 + value_layers in
  let blocks := layers - 1 in
  let block_parameters := (17 * d + 6)%Z in
  (n >= 4)%Z /\ (n <= D)%Z ->
  blocks * inject_Z block_parameters < inject_Z (d * n * D ^ n).

(** yun2020:tightness.theorem_3_layers: Sec. 3.2: Theorem 3 requires O(n(1/delta)^(dn)) layers: here with the constant
    3, the same for all instances
    sha256:8a2c0f91043f93dd17a383566b3148a81ca043165989bc3be4e3ccc7f45beac7 *)
Definition yun2020_tightness_theorem_3_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let layers_of_theorem_3 := (d * n * m + n * D + 1 + n * D ^ n)%Z in
  (layers_of_theorem_3 <= 3 * n * D ^ n)%Z.

(** yun2020:tightness.theorem_3_optimal_order: Sec. 3.2: also optimal: at most 69 parameters for each of the d n
    (1/delta)^(dn) numbers memorized
    sha256:4a1c0342109d9555509647254f3a7b4ae002b10e8a03527c422fdf3fdefcd09b *)
Definition yun2020_tightness_theorem_3_optimal_order : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let block_parameters := (17 * d + 6)%Z in
  let layers_of_theorem_3 := (d * n * m + n * D + 1 + n * D ^ n)%Z in
  (layers_of_theorem_3 * block_parameters <= 69 * d * n * D ^ n)%Z.

(** ** Lemma 4: App. C; proof in App. D *)

(* yun2020:lemma4.distance_bump is not exported: the operator 'integral' has no form in Terms.v. *)

(* yun2020:lemma4.distance_bump_4 is not exported: the operator 'integral' has no form in Terms.v. *)

(* yun2020:lemma4.distance_tilted is not exported: the operator 'integral' has no form in Terms.v. *)

(* yun2020:lemma4.eps_one is not exported: the operator 'integral' has no form in Terms.v. *)

(** yun2020:lemma4.zero_on_faces: C: the support of f is in [0, 1]^(d x n), and f is continuous: bump, and so tilted,
    is 0 where an entry is 0 or 1
    sha256:defa941ae197ea5ec6a6a356cda393dc7ebe9744e676c91b8ab4f899f7eef2d0 *)
Definition yun2020_lemma4_zero_on_faces : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> product 1 d (fun r => product 1 n (fun c => 4 *
    (if ((r =? i)%Z && (c =? j)%Z) then 0 else entry (in_unit_1 m L) r c) * (1 - (if ((r =? i)%Z && (c =? j)%Z) then 0
    else entry (in_unit_1 m L) r c)))) == 0 /\ product 1 d (fun r => product 1 n (fun c => 4 * (if ((r =? i)%Z && (c
    =? j)%Z) then 1 else entry (in_unit_1 m L) r c) * (1 - (if ((r =? i)%Z && (c =? j)%Z) then 1 else entry (in_unit_1
    m L) r c)))) == 0.

(** yun2020:lemma4.factor_bounded: D: f is uniformly continuous: 4 x (1 - x) = 1 - (2x - 1)^2 <= 1, of degree 2, at x
    = 0, 1, 2
    sha256:9b5d0bb46b5c37de7987d289c2c4f1927319ce3db950f8e48a98e53bba562702 *)
Definition yun2020_lemma4_factor_bounded : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall x_1 : Z, (0 <= x_1 <= 2)%Z -> (4 * x_1 * (1 - x_1) = 1 - (2 * x_1 - 1) ^ 2)%Z.

(** yun2020:lemma4.factor_difference: D, not said: f is uniformly continuous: 4 x (1 - x) - 4 y (1 - y) = 4 (x - y) (1
    - x - y), of degree 2 in x and in y
    sha256:2cca07959b0ac56cb4f2372496cca02bc17e05208680b3a9172103507d7b0ace *)
Definition yun2020_lemma4_factor_difference : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall x_1 : Z, (0 <= x_1 <= 2)%Z -> forall y : Z, (0 <= y <= 2)%Z -> (4 * x_1 * (1 - x_1) - 4 * y * (1 - y) = 4 *
    (x_1 - y) * (1 - x_1 - y))%Z.

(** yun2020:lemma4.slope_bounded: D: f is uniformly continuous: -1 <= 1 - x - y <= 1 for x, y in [0, 1], affine, so at
    0 and 1
    sha256:e11f8288154ba6e3bc7efc337af3f8f52daeb45e6421be5e7516d5f45681f75d *)
Definition yun2020_lemma4_slope_bounded : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall x_1 : Z, (0 <= x_1 <= 1)%Z -> forall y : Z, (0 <= y <= 1)%Z -> (1 - x_1 - y <= 1)%Z /\ (1 - x_1 - y >= -1)%Z.

(** yun2020:lemma4.telescopes: D, not said: f is uniformly continuous: a A - b B = a (A - B) + (a - b) B, affine in
    each, so that products of factors in [0, 1] change by the sum of their changes at most, by induction
    sha256:e0210e05802897d7c34c35fc276c2401da1505fe3acd16ea0e3fff07fd2420e3 *)
Definition yun2020_lemma4_telescopes : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall a : Z, (0 <= a <= 1)%Z -> forall b : Z, (0 <= b <= 1)%Z -> forall A : Z, (0 <= A <= 1)%Z -> forall B : Z, (0
    <= B <= 1)%Z -> (a * A - b * B = a * (A - B) + (a - b) * B)%Z.

(** yun2020:lemma4.modulus_bump: D: f is uniformly continuous: |f(X) - f(Y)| <= K ||X - Y||_inf for bump, seen between
    points of each cube
    sha256:7ada6aaecd2830bf7ea6d656f694724b310bc0ce39e93133328d8de901a5dd79 *)
Definition yun2020_lemma4_modulus_bump : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let K := (4 * d * n)%Z in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> (inject_Z (- K) <= 2 * inject_Z m * (product 1 d
    (fun r => product 1 n (fun c => 4 * entry (in_unit_1 m L) r c * (1 - entry (in_unit_1 m L) r c))) - product 1 d
    (fun r => product 1 n (fun c => 4 * (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry (in_unit_1 m
    L) r c + 1 / inject_Z (2 * m)))))) /\ 2 * inject_Z m * (product 1 d (fun r => product 1 n (fun c => 4 * entry
    (in_unit_1 m L) r c * (1 - entry (in_unit_1 m L) r c))) - product 1 d (fun r => product 1 n (fun c => 4 * (entry
    (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)))))) <=
    inject_Z K) /\ (inject_Z (- K) <= 6 * inject_Z m * (product 1 d (fun r => product 1 n (fun c => 4 * entry (run
    (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c * (1 - entry (run (PositionNetworks.into_cube d m (2
    # 3)) (in_unit_1 m L)) r c))) - product 1 d (fun r => product 1 n (fun c => 4 * (entry (in_unit_1 m L) r c + 1 /
    inject_Z (2 * m)) * (1 - (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)))))) /\ 6 * inject_Z m * (product 1 d
    (fun r => product 1 n (fun c => 4 * entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c * (1
    - entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c))) - product 1 d (fun r => product 1 n
    (fun c => 4 * (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry (in_unit_1 m L) r c + 1 / inject_Z
    (2 * m)))))) <= inject_Z K).

(** yun2020:lemma4.modulus_tilted: D: f is uniformly continuous: |f(X) - f(Y)| <= K ||X - Y||_inf for tilted, seen
    between points of each cube
    sha256:73f550142a5f478ee1d9ad1ce2675f7409706f095eed3154299dfc7429b9f9f0 *)
Definition yun2020_lemma4_modulus_tilted : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let K_tilted := (4 * d * n + 1)%Z in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> (inject_Z (- K_tilted) <= 2 * inject_Z m * (entry
    (in_unit_1 m L) i j * product 1 d (fun r => product 1 n (fun c => 4 * entry (in_unit_1 m L) r c * (1 - entry
    (in_unit_1 m L) r c))) - (entry (in_unit_1 m L) i j + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n
    (fun c => 4 * (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry (in_unit_1 m L) r c + 1 / inject_Z
    (2 * m)))))) /\ 2 * inject_Z m * (entry (in_unit_1 m L) i j * product 1 d (fun r => product 1 n (fun c => 4 *
    entry (in_unit_1 m L) r c * (1 - entry (in_unit_1 m L) r c))) - (entry (in_unit_1 m L) i j + 1 / inject_Z (2 * m))
    * product 1 d (fun r => product 1 n (fun c => 4 * (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry
    (in_unit_1 m L) r c + 1 / inject_Z (2 * m)))))) <= inject_Z K_tilted) /\ (inject_Z (- K_tilted) <= 6 * inject_Z m
    * (entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) i j * product 1 d (fun r => product 1 n
    (fun c => 4 * entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c * (1 - entry (run
    (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c))) - (entry (in_unit_1 m L) i j + 1 / inject_Z (2 *
    m)) * product 1 d (fun r => product 1 n (fun c => 4 * (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 -
    (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)))))) /\ 6 * inject_Z m * (entry (run (PositionNetworks.into_cube
    d m (2 # 3)) (in_unit_1 m L)) i j * product 1 d (fun r => product 1 n (fun c => 4 * entry (run
    (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c * (1 - entry (run (PositionNetworks.into_cube d m (2
    # 3)) (in_unit_1 m L)) r c))) - (entry (in_unit_1 m L) i j + 1 / inject_Z (2 * m)) * product 1 d (fun r => product
    1 n (fun c => 4 * (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry (in_unit_1 m L) r c + 1 /
    inject_Z (2 * m)))))) <= inject_Z K_tilted).

(** yun2020:lemma4.norm_above: D: entry-wise l_p is equivalent to l_inf: ||X||_inf^p <= ||X||_p^p, p = 1, ..., 4, for
    X in G_delta
    sha256:144fe601ab7ce8157519bb8a532a83a6b02ca2474b3d16b469fdc87fba1ad6f5 *)
Definition yun2020_lemma4_norm_above : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall p : Z, (1 <= p <= 4)%Z -> greatest_over 1 d (fun i => greatest_over 1 n (fun j => entry (in_unit_1 m L) i j))
    ^ p <= total 1 d (fun i => total 1 n (fun j => entry (in_unit_1 m L) i j ^ p)).

(** yun2020:lemma4.norm_below: D: entry-wise l_p is equivalent to l_inf: ||X||_p^p <= d n ||X||_inf^p, p = 1, ..., 4,
    for X in G_delta
    sha256:61b1684f10054e48ae5e1cbb325a3169f4722d041dbb86e5b2923e564d2c1ed3 *)
Definition yun2020_lemma4_norm_below : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let entries := (d * n)%Z in
  forall L : point,
  G_delta d n m L ->
  forall p : Z, (1 <= p <= 4)%Z -> total 1 d (fun i => total 1 n (fun j => entry (in_unit_1 m L) i j ^ p)) <= inject_Z
    entries * greatest_over 1 d (fun i => greatest_over 1 n (fun j => entry (in_unit_1 m L) i j)) ^ p.

(** yun2020:lemma4.creates_grid: D: using this delta, we can create a grid: 1/delta is an integer, for delta = a/b < 1
    with b <= 1/delta + 1
    sha256:11452eac7614c7517690211bcf4d4dc78e92abfb1dfe5942eea83a98ebf43dae *)
Definition yun2020_lemma4_creates_grid : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall b : Z, (1 <= b <= m + 1)%Z -> forall a : Z, (1 <= a <= b - 1)%Z -> (Qfloor (inject_Z b / inject_Z a) * a =
    b)%Z.

(** yun2020:lemma4.creates_grid@repaired: some 1/k with an integer k >= 2 is at most delta, and serves as delta
    sha256:660d6558a94411f044f18481b1448cd6ff18f8727af9909b732b229ad771e51f *)
Definition yun2020_lemma4_creates_grid_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall b : Z, (1 <= b <= m + 1)%Z -> forall a : Z, (1 <= a <= b - 1)%Z -> exists k : Z, (2 <= k <= m + 1)%Z /\ (b <=
    k * a)%Z.

(** yun2020:lemma4.centre_in_cube: D: C_L in S_L, the centre point of the cube
    sha256:a8949a904fb234abb21fb97bc26724955d39d5c7fddcf3ac0a6f246333df5e63 *)
Definition yun2020_lemma4_centre_in_cube : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (in_unit_1 m L) i j <= entry (run
    (PositionNetworks.into_cube d m (1 # 2)) (in_unit_1 m L)) i j /\ entry (run (PositionNetworks.into_cube d m (1 #
    2)) (in_unit_1 m L)) i j < entry (in_unit_1 m L) i j + 1 / inject_Z m.

(** yun2020:lemma4.near_centre: D: for any X in S_L, we have ||X - C_L||_inf < delta: entry by entry, for all reals
    (here for rational entries)
    sha256:7382ae2b5c40bb2dd9f0db36485b8a7bd550063f8e04cdbd3efc76218850acda *)
Definition yun2020_lemma4_near_centre : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  forall k : Z, (0 <= k <= m - 1)%Z -> inject_Z k / inject_Z m <= entry [x] row 1 /\ entry [x] row 1 < inject_Z (k +
    1) / inject_Z m -> entry [x] row 1 - inject_Z k / inject_Z m - 1 / inject_Z (2 * m) < 1 / inject_Z m /\ entry [x]
    row 1 - inject_Z k / inject_Z m - 1 / inject_Z (2 * m) > -1 / inject_Z m.

(** yun2020:lemma4.constant_on_cube: D: ||f(X) - f-bar(X)||_p = ||f(X) - f(C_L)||_p: f-bar(X) = f(C_L)
    sha256:527ba30c31e67633b8b523bb508857b7a3d7c5a9540cfa1ac491b21f38ec3d8f *)
Definition yun2020_lemma4_constant_on_cube : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> (inject_Z (Qfloor (inject_Z m * entry (run
    (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) i j)) / inject_Z m + 1 / inject_Z (2 * m)) * product 1 d
    (fun r => product 1 n (fun c => 4 * (inject_Z (Qfloor (inject_Z m * entry (run (PositionNetworks.into_cube d m (2
    # 3)) (in_unit_1 m L)) r c)) / inject_Z m + 1 / inject_Z (2 * m)) * (1 - (inject_Z (Qfloor (inject_Z m * entry
    (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c)) / inject_Z m + 1 / inject_Z (2 * m))))) ==
    (entry (in_unit_1 m L) i j + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 * (entry
    (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m))))) /\
    (inject_Z (Qfloor (inject_Z m * entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) i j)) /
    inject_Z m + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 * (inject_Z (Qfloor (inject_Z m
    * entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c)) / inject_Z m + 1 / inject_Z (2 * m))
    * (1 - (inject_Z (Qfloor (inject_Z m * entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c))
    / inject_Z m + 1 / inject_Z (2 * m))))) == (inject_Z (Qfloor (inject_Z m * entry (in_unit_1 m L) i j)) / inject_Z
    m + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 * (inject_Z (Qfloor (inject_Z m * entry
    (in_unit_1 m L) r c)) / inject_Z m + 1 / inject_Z (2 * m)) * (1 - (inject_Z (Qfloor (inject_Z m * entry (in_unit_1
    m L) r c)) / inject_Z m + 1 / inject_Z (2 * m))))).

(** yun2020:lemma4.below_third: D: ||f(X) - f(C_L)||_p < eps/3, for f = tilted, p = 2, at the corner of the cube and
    inside
    sha256:338918a11da822f6b4acbe065d54e42e0b9027b429c2651a317be6125cb5e3fc *)
Definition yun2020_lemma4_below_third : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let entries := (d * n)%Z in
  let K_tilted := (4 * d * n + 1)%Z in
  forall L : point,
  G_delta d n m L ->
  total 1 d (fun i => total 1 n (fun j => (entry (in_unit_1 m L) i j * product 1 d (fun r => product 1 n (fun c => 4 *
    entry (in_unit_1 m L) r c * (1 - entry (in_unit_1 m L) r c))) - (entry (in_unit_1 m L) i j + 1 / inject_Z (2 * m))
    * product 1 d (fun r => product 1 n (fun c => 4 * (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry
    (in_unit_1 m L) r c + 1 / inject_Z (2 * m)))))) ^ 2)) < inject_Z (entries * K_tilted ^ 2) / inject_Z (m ^ 2) /\
    total 1 d (fun i => total 1 n (fun j => (entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) i j
    * product 1 d (fun r => product 1 n (fun c => 4 * entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m
    L)) r c * (1 - entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c))) - (entry (in_unit_1 m
    L) i j + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 * (entry (in_unit_1 m L) r c + 1 /
    inject_Z (2 * m)) * (1 - (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)))))) ^ 2)) < inject_Z (entries *
    K_tilted ^ 2) / inject_Z (m ^ 2).

(** yun2020:lemma4.unit_measure: D: this proves that d_p(f, f-bar) < eps/3: the cubes have measure 1 together
    sha256:11a7c5faeeedac569edf342b5eab6c3b603d329c3162f7ec64d9bec7043cd534 *)
Definition yun2020_lemma4_unit_measure : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let entries := (d * n)%Z in
  let value := fun L : point =>
    1 / inject_Z (m ^ entries) in
  exists s : Q,
  sum_over (fun L : point => G_delta d n m L) value s /\
  s == 1.

(* yun2020:lemma4.distance_strict is not exported: the operator 'integral' has no form in Terms.v. *)

(** yun2020:lemma4.values_permuted: D: f(C_L P) = f(C_L) P for any permutation matrix P, f = tilted
    sha256:14b2d964ff4e93180d7f07ef810ede9a87be24c74368f210c8514cdcb92b3fa3 *)
Definition yun2020_lemma4_values_permuted : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall P : list Z, permutation_of n P -> forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry
    (permuted (run (PositionNetworks.into_cube d m (1 # 2)) (in_unit_1 m L)) P) i j * product 1 d (fun r => product 1
    n (fun c => 4 * entry (permuted (run (PositionNetworks.into_cube d m (1 # 2)) (in_unit_1 m L)) P) r c * (1 - entry
    (permuted (run (PositionNetworks.into_cube d m (1 # 2)) (in_unit_1 m L)) P) r c))) == total 1 n (fun k => if
    (Qeq_bool (entry (permuted (run [] (encoded (PositionNetworks.numbers d n) (in_unit_1 m L))) P) 1 j - entry
    (permuted (in_unit_1 m L) P) 1 j) (inject_Z k)) then (entry (in_unit_1 m L) i k + 1 / inject_Z (2 * m)) * product
    1 d (fun r => product 1 n (fun c => 4 * (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry
    (in_unit_1 m L) r c + 1 / inject_Z (2 * m))))) else 0).

(** yun2020:lemma4.cubes_permuted: D: for any X in S_L, we have X P in S_(LP): one X a cube
    sha256:59ec2d44830b3db84f9063ac075ae773eb05ca1028c2a8e2cb75829c221d7e11 *)
Definition yun2020_lemma4_cubes_permuted : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall P : list Z, permutation_of n P -> forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry
    (permuted (in_unit_1 m L) P) i j <= entry (permuted (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L))
    P) i j /\ entry (permuted (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) P) i j < entry (permuted
    (in_unit_1 m L) P) i j + 1 / inject_Z m.

(** yun2020:lemma4.link_cube: D: f-bar(X P) = f(C_(LP)), f = tilted, one X a cube
    sha256:6bcc5edd441c037d1c9eef41d53412baaca704202b1ab5073d7eb9621d9ed661 *)
Definition yun2020_lemma4_link_cube : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall P : list Z, permutation_of n P -> forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> (inject_Z
    (Qfloor (inject_Z m * entry (permuted (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) P) i j)) /
    inject_Z m + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 * (inject_Z (Qfloor (inject_Z m
    * entry (permuted (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) P) r c)) / inject_Z m + 1 /
    inject_Z (2 * m)) * (1 - (inject_Z (Qfloor (inject_Z m * entry (permuted (run (PositionNetworks.into_cube d m (2 #
    3)) (in_unit_1 m L)) P) r c)) / inject_Z m + 1 / inject_Z (2 * m))))) == (entry (permuted (in_unit_1 m L) P) i j +
    1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 * (entry (permuted (in_unit_1 m L) P) r c +
    1 / inject_Z (2 * m)) * (1 - (entry (permuted (in_unit_1 m L) P) r c + 1 / inject_Z (2 * m))))).

(** yun2020:lemma4.link_centre: D: f(C_(LP)) = f(C_L P), f = tilted
    sha256:24c08a8138b8fe50f64efe527bf886c432dbf4cd6bb6dccbc112b18f4f090d8d *)
Definition yun2020_lemma4_link_centre : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall P : list Z, permutation_of n P -> forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> (entry
    (permuted (in_unit_1 m L) P) i j + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 * (entry
    (permuted (in_unit_1 m L) P) r c + 1 / inject_Z (2 * m)) * (1 - (entry (permuted (in_unit_1 m L) P) r c + 1 /
    inject_Z (2 * m))))) == entry (permuted (run (PositionNetworks.into_cube d m (1 # 2)) (in_unit_1 m L)) P) i j *
    product 1 d (fun r => product 1 n (fun c => 4 * entry (permuted (run (PositionNetworks.into_cube d m (1 # 2))
    (in_unit_1 m L)) P) r c * (1 - entry (permuted (run (PositionNetworks.into_cube d m (1 # 2)) (in_unit_1 m L)) P) r
    c))).

(** yun2020:lemma4.link_value: D: f(C_L) P = f-bar(X) P, f = tilted, one X a cube
    sha256:f32fb5beec9568d52b0a840efa6b84b56590358bc765517f7748ccfc98e60f68 *)
Definition yun2020_lemma4_link_value : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall P : list Z, permutation_of n P -> forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> total 1 n
    (fun k => if (Qeq_bool (entry (permuted (run [] (encoded (PositionNetworks.numbers d n) (in_unit_1 m L))) P) 1 j -
    entry (permuted (in_unit_1 m L) P) 1 j) (inject_Z k)) then (entry (in_unit_1 m L) i k + 1 / inject_Z (2 * m)) *
    product 1 d (fun r => product 1 n (fun c => 4 * (entry (in_unit_1 m L) r c + 1 / inject_Z (2 * m)) * (1 - (entry
    (in_unit_1 m L) r c + 1 / inject_Z (2 * m))))) else 0) == total 1 n (fun k => if (Qeq_bool (entry (permuted (run
    [] (encoded (PositionNetworks.numbers d n) (in_unit_1 m L))) P) 1 j - entry (permuted (in_unit_1 m L) P) 1 j)
    (inject_Z k)) then (inject_Z (Qfloor (inject_Z m * entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1
    m L)) i k)) / inject_Z m + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 * (inject_Z
    (Qfloor (inject_Z m * entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c)) / inject_Z m + 1
    / inject_Z (2 * m)) * (1 - (inject_Z (Qfloor (inject_Z m * entry (run (PositionNetworks.into_cube d m (2 # 3))
    (in_unit_1 m L)) r c)) / inject_Z m + 1 / inject_Z (2 * m))))) else 0).

(** yun2020:lemma4.equivariant: D: thus, the approximation f-bar is also permutation equivariant, f = tilted, one X a
    cube
    sha256:568f5a93f924966b1e312c92bc65d8009d5c1d4d1be33a548a0b6f8e97f45275 *)
Definition yun2020_lemma4_equivariant : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall P : list Z, permutation_of n P -> forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> (inject_Z
    (Qfloor (inject_Z m * entry (permuted (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) P) i j)) /
    inject_Z m + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 * (inject_Z (Qfloor (inject_Z m
    * entry (permuted (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) P) r c)) / inject_Z m + 1 /
    inject_Z (2 * m)) * (1 - (inject_Z (Qfloor (inject_Z m * entry (permuted (run (PositionNetworks.into_cube d m (2 #
    3)) (in_unit_1 m L)) P) r c)) / inject_Z m + 1 / inject_Z (2 * m))))) == total 1 n (fun k => if (Qeq_bool (entry
    (permuted (run [] (encoded (PositionNetworks.numbers d n) (in_unit_1 m L))) P) 1 j - entry (permuted (in_unit_1 m
    L) P) 1 j) (inject_Z k)) then (inject_Z (Qfloor (inject_Z m * entry (run (PositionNetworks.into_cube d m (2 # 3))
    (in_unit_1 m L)) i k)) / inject_Z m + 1 / inject_Z (2 * m)) * product 1 d (fun r => product 1 n (fun c => 4 *
    (inject_Z (Qfloor (inject_Z m * entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c)) /
    inject_Z m + 1 / inject_Z (2 * m)) * (1 - (inject_Z (Qfloor (inject_Z m * entry (run (PositionNetworks.into_cube d
    m (2 # 3)) (in_unit_1 m L)) r c)) / inject_Z m + 1 / inject_Z (2 * m))))) else 0).

(** ** Lemma 7: App. E.1.1; proof in App. E.2 *)

(** yun2020:lemma7.quantises: g_q employs g_q^ent to each entry of its input (here for rational entries)
    sha256:c932dda44ba38fe0de18cd701fca8500bdf5b6e1d311219c0a763a38186dc196 *)
Definition yun2020_lemma7_quantises : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := total 0 (m - 1) (fun k => if ((Qle_bool (inject_Z k / inject_Z m) t) && (Qlt_bool t (inject_Z (k
    + 1) / inject_Z m))) then inject_Z k / inject_Z m else 0) + inject_Z (if ((Qlt_bool t 0) || (Qle_bool 1 t)) then -
    m ^ (n * d) else 0) in
  let outside_level := (- m ^ (n * d))%Z in
  entry (run (FeedForward.g_q d n m) [x]) row 1 == quantised_t.

(** yun2020:lemma7.layers: g_q has d/delta + d token-wise feed-forward layers
    sha256:00c110a4781bb6fcc3036ef589311f018159a20a5a24a4157f35c5d28f434acf *)
Definition yun2020_lemma7_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (feed_forward_layers (FeedForward.g_q d n m)) = d * m + d)%Z.

(** yun2020:lemma7.token_wise: g_q is token-wise: it has no attention layer
    sha256:82f4e0b9c52496173c10d2caa51ec64bb8bcb10824053f0db42d1b344634e66d *)
Definition yun2020_lemma7_token_wise : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (attention_layers (FeedForward.g_q d n m)) = 0)%Z.

(** yun2020:lemma7.hidden_size: r = 1
    sha256:bbe52f6beccf1cabd74f193d2ff99252945ab3e7c18cce5865c13c272b4f31bd *)
Definition yun2020_lemma7_hidden_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (hidden_size (FeedForward.g_q d n m)) = 1)%Z.

(** yun2020:lemma7.activations: activations in Phi: at most three linear pieces, at least one of them constant
    sha256:557d04cf3ce0bb138d5c9f420dd31f098aa4e8fc8f429295a658883fb4eb23ae *)
Definition yun2020_lemma7_activations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (FeedForward.g_q d n m)) = 0)%Z.

(** yun2020:lemma7.cubes: E.1.1: the function g_q maps any X in S_L to L (here for rational entries)
    sha256:7a507ba12c99db2235bb72f02f7ebe7a4d85f51965498ba39d2ec86d5bb6c7b1 *)
Definition yun2020_lemma7_cubes : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  forall k : Z, (0 <= k <= m - 1)%Z -> entry (run (FeedForward.g_q d n m) [x]) row 1 == (if ((Qle_bool (inject_Z k /
    inject_Z m) t) && (Qlt_bool t (inject_Z k / inject_Z m + 1 / inject_Z m))) then inject_Z k / inject_Z m else entry
    (run (FeedForward.g_q d n m) [x]) row 1).

(** yun2020:lemma7.elements_outside: E.1.1: if any element of X is not in [0, 1], the element is mapped to
    -delta^(-nd) (here for rational entries)
    sha256:8f34984b43a9edbb97df7f00724e16504f2bf84c0d46690d1828313a41404972 *)
Definition yun2020_lemma7_elements_outside : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let outside_level := (- m ^ (n * d))%Z in
  t < 0 \/ t > 1 ->
  entry (run (FeedForward.g_q d n m) [x]) row 1 == inject_Z outside_level.

(** yun2020:lemma7.indicating: E.1.1: an element mapped to -delta^(-nd) is indicating that X is outside [0, 1]^(d x n)
    (here for rational entries)
    sha256:4602300d8d65c78f17109367cc11154a4a2d31a662846fca5bb04faa4e789412 *)
Definition yun2020_lemma7_indicating : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let outside_level := (- m ^ (n * d))%Z in
  entry (run (FeedForward.g_q d n m) [x]) row 1 == inject_Z outside_level ->
  t < 0 \/ t > 1.

(** yun2020:lemma7.indicating@repaired: an element mapped to -delta^(-nd) is outside [0, 1], or it is 1 (here for
    rational entries)
    sha256:981b913c4ec569610d63814526614280b5c8040c6a851a95e91f0f2c6fd5ad18 *)
Definition yun2020_lemma7_indicating_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let outside_level := (- m ^ (n * d))%Z in
  entry (run (FeedForward.g_q d n m) [x]) row 1 == inject_Z outside_level ->
  (t < 0 \/ t > 1) \/ t == 1.

(** yun2020:lemma7.layers_a_row: E.2: 1/delta + 1 layers quantise the first row, another 1/delta + 1 layers the second
    row, and so on (here for rational entries)
    sha256:4ffb21a38161dbd12fff7951ba46b3aee40351f1a561561c28571b2c5991cee1 *)
Definition yun2020_lemma7_layers_a_row : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := total 0 (m - 1) (fun k => if ((Qle_bool (inject_Z k / inject_Z m) t) && (Qlt_bool t (inject_Z (k
    + 1) / inject_Z m))) then inject_Z k / inject_Z m else 0) + inject_Z (if ((Qlt_bool t 0) || (Qle_bool 1 t)) then -
    m ^ (n * d) else 0) in
  let outside_level := (- m ^ (n * d))%Z in
  forall i : Z, (1 <= i <= d)%Z -> entry (after (FeedForward.g_q d n m) (Z.to_nat (if (i * (m + 1) <=? Z.of_nat
    (feed_forward_layers (FeedForward.g_q d n m)))%Z then i * (m + 1) else Z.of_nat (feed_forward_layers
    (FeedForward.g_q d n m)))) [x]) row 1 == (if (i <? row)%Z then t else quantised_t).

(** yun2020:lemma7.clipping: E.2: clipping X in the set (-inf, 0) u [1, +inf) and mapping the intervals to
    -delta^(-nd) (here for rational entries)
    sha256:c2c43da382fa0eb07ed956f6e12f6e996aeb74a103bb4ecada0d495c426a5e18 *)
Definition yun2020_lemma7_clipping : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let outside_level := (- m ^ (n * d))%Z in
  let clipped_t := if ((Qlt_bool t 0) || (Qle_bool 1 t)) then inject_Z outside_level else t in
  entry (after (FeedForward.g_q d n m) (Z.to_nat (if ((row - 1) * (m + 1) + 1 <=? Z.of_nat (feed_forward_layers
    (FeedForward.g_q d n m)))%Z then (row - 1) * (m + 1) + 1 else Z.of_nat (feed_forward_layers (FeedForward.g_q d n
    m)))) [x]) row 1 == clipped_t.

(** yun2020:lemma7.clipping_phi: E.2: this can be done by the layer with phi(t) = -t - delta^(-nd) if t < 0 or t >= 1,
    0 otherwise (here for rational entries)
    sha256:fd609aaeda9e5b0da693fd712ac1405bff467851809978c441200242ced1f095 *)
Definition yun2020_lemma7_clipping_phi : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let outside_level := (- m ^ (n * d))%Z in
  entry (layer_alone (map (FeedForward.clip d n m) (seq 0 d)) row [x]) row 1 - t == (if ((Qlt_bool t 0) || (Qle_bool 1
    t)) then - t + inject_Z outside_level else 0).

(** yun2020:lemma7.flattening_phi: E.2: layers of the following form, phi(t) = 0 if t < 0 or t >= delta, -t if 0 <= t
    < delta (here for rational entries)
    sha256:41a012c9b8aa6ce4d99556e929eadb4f9a5fd0358827812f894c6941d4619919 *)
Definition yun2020_lemma7_flattening_phi : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  entry (layer_alone (map (fun i => FeedForward.flatten d m i 0) (seq 0 d)) row [x]) row 1 - t == (if ((Qlt_bool t 0)
    || (Qle_bool (1 / inject_Z m) t)) then 0 else - t).

(** yun2020:lemma7.each_layer_quantises: E.2: each layer, k = 0, delta, ..., 1 - delta, quantises X in [k delta, k
    delta + delta) to k delta, once the layers up to it have passed (here for rational entries)
    sha256:5506cf49788722027bb1c4ac21624f183a676c4504aeae22f4454e49bd1331cb *)
Definition yun2020_lemma7_each_layer_quantises : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  forall j : Z, (0 <= j <= m - 1)%Z -> entry (after (FeedForward.g_q_as_printed d n m) (Z.to_nat (if ((row - 1) * (m +
    1) + j + 2 <=? Z.of_nat (feed_forward_layers (FeedForward.g_q_as_printed d n m)))%Z then (row - 1) * (m + 1) + j +
    2 else Z.of_nat (feed_forward_layers (FeedForward.g_q_as_printed d n m)))) [x]) row 1 == (if ((Qle_bool (1 /
    inject_Z m * inject_Z j / inject_Z m) t) && (Qlt_bool t (1 / inject_Z m * inject_Z j / inject_Z m + 1 / inject_Z
    m))) then 1 / inject_Z m * inject_Z j / inject_Z m else entry (after (FeedForward.g_q_as_printed d n m) (Z.to_nat
    (if ((row - 1) * (m + 1) + j + 2 <=? Z.of_nat (feed_forward_layers (FeedForward.g_q_as_printed d n m)))%Z then
    (row - 1) * (m + 1) + j + 2 else Z.of_nat (feed_forward_layers (FeedForward.g_q_as_printed d n m)))) [x]) row 1).

(** yun2020:lemma7.each_layer_quantises@repaired: each layer, k = 0, 1, ..., 1/delta - 1, quantises X in [k delta, k
    delta + delta) to k delta, once the layers up to it have passed (here for rational entries)
    sha256:18e7d57b5f7ff9d8e04d70c7804731be59d0498161323c94d08bb5353381fa72 *)
Definition yun2020_lemma7_each_layer_quantises_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  forall j : Z, (0 <= j <= m - 1)%Z -> entry (after (FeedForward.g_q d n m) (Z.to_nat (if ((row - 1) * (m + 1) + j + 2
    <=? Z.of_nat (feed_forward_layers (FeedForward.g_q d n m)))%Z then (row - 1) * (m + 1) + j + 2 else Z.of_nat
    (feed_forward_layers (FeedForward.g_q d n m)))) [x]) row 1 == (if ((Qle_bool (inject_Z (1 * j) / inject_Z m) t) &&
    (Qlt_bool t (inject_Z (1 * j) / inject_Z m + 1 / inject_Z m))) then inject_Z (1 * j) / inject_Z m else entry
    (after (FeedForward.g_q d n m) (Z.to_nat (if ((row - 1) * (m + 1) + j + 2 <=? Z.of_nat (feed_forward_layers
    (FeedForward.g_q d n m)))%Z then (row - 1) * (m + 1) + j + 2 else Z.of_nat (feed_forward_layers (FeedForward.g_q d
    n m)))) [x]) row 1).

(** yun2020:lemma7.other_intervals_as_printed: E.2: without modifying other intervals: layer k alone, k = 0, delta,
    ..., 1 - delta, is k delta on [k delta, k delta + delta) and t elsewhere (here for rational entries)
    sha256:df821fefdd43277bb41c73b1c0341420b563523785b29bcd7d1104faf04c67b6 *)
Definition yun2020_lemma7_other_intervals_as_printed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  forall j : Z, (0 <= j <= m - 1)%Z -> entry (layer_alone (FeedForward.g_q_as_printed d n m) (if ((row - 1) * (m + 1)
    + j + 2 <=? Z.of_nat (feed_forward_layers (FeedForward.g_q_as_printed d n m)))%Z then (row - 1) * (m + 1) + j + 2
    else Z.of_nat (feed_forward_layers (FeedForward.g_q_as_printed d n m))) [x]) row 1 == (if ((Qle_bool (1 / inject_Z
    m * inject_Z j / inject_Z m) t) && (Qlt_bool t (1 / inject_Z m * inject_Z j / inject_Z m + 1 / inject_Z m))) then
    1 / inject_Z m * inject_Z j / inject_Z m else t).

(** yun2020:lemma7.other_intervals: E.2: without modifying other intervals: layer k alone, k = 0, 1, ..., 1/delta - 1,
    is k delta on [k delta, k delta + delta) and t elsewhere (here for rational entries)
    sha256:01f948c2c9215ccba671479c6424288d20a9f256249d9cfff5996a6839c4c457 *)
Definition yun2020_lemma7_other_intervals : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  forall j : Z, (0 <= j <= m - 1)%Z -> entry (layer_alone (FeedForward.g_q d n m) (if ((row - 1) * (m + 1) + j + 2 <=?
    Z.of_nat (feed_forward_layers (FeedForward.g_q d n m)))%Z then (row - 1) * (m + 1) + j + 2 else Z.of_nat
    (feed_forward_layers (FeedForward.g_q d n m))) [x]) row 1 == (if ((Qle_bool (inject_Z (1 * j) / inject_Z m) t) &&
    (Qlt_bool t (inject_Z (1 * j) / inject_Z m + 1 / inject_Z m))) then inject_Z (1 * j) / inject_Z m else t).

(** yun2020:lemma7.after_each_layer: E.2, not said: after the clipping and the layers 0, ..., k, X in [0, (k+1) delta)
    is quantised, the rest clipped (here for rational entries)
    sha256:fd931b2518fbaaedad8644770efb0b98c774279f565eb5006393c09cfd737fed *)
Definition yun2020_lemma7_after_each_layer : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := total 0 (m - 1) (fun k => if ((Qle_bool (inject_Z k / inject_Z m) t) && (Qlt_bool t (inject_Z (k
    + 1) / inject_Z m))) then inject_Z k / inject_Z m else 0) + inject_Z (if ((Qlt_bool t 0) || (Qle_bool 1 t)) then -
    m ^ (n * d) else 0) in
  let outside_level := (- m ^ (n * d))%Z in
  let clipped_t := if ((Qlt_bool t 0) || (Qle_bool 1 t)) then inject_Z outside_level else t in
  forall k : Z, (0 <= k <= m - 1)%Z -> entry (after (FeedForward.g_q d n m) (Z.to_nat (if ((row - 1) * (m + 1) + k + 2
    <=? Z.of_nat (feed_forward_layers (FeedForward.g_q d n m)))%Z then (row - 1) * (m + 1) + k + 2 else Z.of_nat
    (feed_forward_layers (FeedForward.g_q d n m)))) [x]) row 1 == (if ((Qle_bool 0 t) && (Qlt_bool t (inject_Z (k + 1)
    / inject_Z m))) then quantised_t else clipped_t).

(** yun2020:lemma7.clipping_in_phi: E.2: the phi of the clipping is in Phi: three pieces, at least one of them
    constant
    sha256:eddc984ddb366f22df7bb1c1006a1efe869c3c31f3a44018d0ec8016c8ac5b56 *)
Definition yun2020_lemma7_clipping_in_phi : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (map (FeedForward.clip d n m) (seq 0 d))) = 0)%Z.

(** yun2020:lemma7.flattening_in_phi: E.2: the other phi is in Phi: three pieces, at least one of them constant
    sha256:ab257639a5c524f4f1e6fe9e82503ecb3d868645c75fc8a12790098832e8534f *)
Definition yun2020_lemma7_flattening_in_phi : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (map (fun i => FeedForward.flatten d m i 0) (seq 0 d))) = 0)%Z.

(** yun2020:lemma7.other_rows: E.2: the layers of the i-th row leave the other rows untouched (here for rational
    entries)
    sha256:87b3f0915ab384fc3a17ec5bf3f33c11115bf0eff1c9acd27498364ad161d4e5 *)
Definition yun2020_lemma7_other_rows : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  forall i : Z, (1 <= i <= d)%Z -> ~ (i = row)%Z -> entry (after (FeedForward.g_q d n m) (Z.to_nat (i * (m + 1))) [x])
    row 1 == entry (after (FeedForward.g_q d n m) (Z.to_nat ((i - 1) * (m + 1))) [x]) row 1.

(** yun2020:lemma7.range_of_k: E.2: with the layers for k = 0, delta, ..., 1 - delta we implement the quantization
    function g_q^ent (here for rational entries)
    sha256:bb78b5beacf0121115404d98a37634686ae25b7b4961751e269c5ac94601a636 *)
Definition yun2020_lemma7_range_of_k : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := total 0 (m - 1) (fun k => if ((Qle_bool (inject_Z k / inject_Z m) t) && (Qlt_bool t (inject_Z (k
    + 1) / inject_Z m))) then inject_Z k / inject_Z m else 0) + inject_Z (if ((Qlt_bool t 0) || (Qle_bool 1 t)) then -
    m ^ (n * d) else 0) in
  let outside_level := (- m ^ (n * d))%Z in
  entry (run (FeedForward.g_q_as_printed d n m) [x]) row 1 == quantised_t.

(** yun2020:lemma7.range_of_k@repaired: with the layers for k = 0, 1, ..., 1/delta - 1 we implement the quantization
    function g_q^ent (here for rational entries)
    sha256:c932dda44ba38fe0de18cd701fca8500bdf5b6e1d311219c0a763a38186dc196 *)
Definition yun2020_lemma7_range_of_k_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := total 0 (m - 1) (fun k => if ((Qle_bool (inject_Z k / inject_Z m) t) && (Qlt_bool t (inject_Z (k
    + 1) / inject_Z m))) then inject_Z k / inject_Z m else 0) + inject_Z (if ((Qlt_bool t 0) || (Qle_bool 1 t)) then -
    m ^ (n * d) else 0) in
  let outside_level := (- m ^ (n * d))%Z in
  entry (run (FeedForward.g_q d n m) [x]) row 1 == quantised_t.

(** yun2020:lemma7.map_to_the_grid: E.2: repeat the same thing for the other rows, and at the end we will get a map
    from R^(d x n) to G+_delta; k = 0, delta, ..., 1 - delta (here for rational entries)
    sha256:bb8c112a80b669acb1b7b2099ca05915d8218d835d830585d76f1264e30b6d91 *)
Definition yun2020_lemma7_map_to_the_grid : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let outside_level := (- m ^ (n * d))%Z in
  entry (run (FeedForward.g_q_as_printed d n m) [x]) row 1 == inject_Z outside_level \/ (exists k : Z, (0 <= k <= m -
    1)%Z /\ entry (run (FeedForward.g_q_as_printed d n m) [x]) row 1 == inject_Z k / inject_Z m).

(** yun2020:lemma7.map_to_the_grid@repaired: repeat the same thing for the other rows, and at the end we will get a
    map from R^(d x n) to G+_delta; k = 0, 1, ..., 1/delta - 1 (here for rational entries)
    sha256:82c830aa057ea4e0213d8823f82b6ed415d9bf6e27e09abbbfe7cc5e547d9ddf *)
Definition yun2020_lemma7_map_to_the_grid_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let outside_level := (- m ^ (n * d))%Z in
  entry (run (FeedForward.g_q d n m) [x]) row 1 == inject_Z outside_level \/ (exists k : Z, (0 <= k <= m - 1)%Z /\
    entry (run (FeedForward.g_q d n m) [x]) row 1 == inject_Z k / inject_Z m).

(** ** Definition E.1: App. E.1.2 *)

(** yun2020:definition_e1.condition1: E.1, 1: for any L in G~_delta, the n entries in q(L) are all distinct
    sha256:70091b861b04d7d6d483ada8c23e99c582a2716565b9b1f5cfcb66340efcb3bd *)
Definition yun2020_definition_e1_condition1 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  distinct l ->
  distinct q.

(** yun2020:definition_e1.condition2: E.1, 2 as printed: for any L, L' in G~_delta, with L != L', all entries of q(L)
    and q(L') are distinct
    sha256:5ba1dd2d7c027897492957e2257ad4bcb19ae361d064dff0c8e5f2d8bae921e4 *)
Definition yun2020_definition_e1_condition2 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
    q in
  let given := fun L : point =>
    let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
    distinct l in
  forall L L' : point,
  G_delta d n m L /\ G_delta d n m L' /\ L <> L' ->
  given L ->
  given L' ->
  distinct (numbers L ++ numbers L').

(** yun2020:definition_e1.condition2@repaired: for any L, L' in G~_delta such that L is not a permutation of L', all
    entries of q(L) and q(L') are distinct
    sha256:f3d8ffdfcf59c19df373549dfb5291eb1a4cb31d65b90eb81fc560334207c272 *)
Definition yun2020_definition_e1_condition2_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
    q in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  distinct (numbers L ++ numbers L').

(** yun2020:definition_e1.condition2_up_to_order: E.1.2: a permutation equivariant contextual mapping: for any L, L'
    in G~_delta such that L is not a permutation of L', all entries of q(L) and q(L') are distinct
    sha256:f3d8ffdfcf59c19df373549dfb5291eb1a4cb31d65b90eb81fc560334207c272 *)
Definition yun2020_definition_e1_condition2_up_to_order : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
    q in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  distinct (numbers L ++ numbers L').

(** yun2020:definition_e1.permutation_equivariant: E.1.2: a permutation equivariant contextual mapping: for any L in
    G~_delta, g_c(L P) = g_c(L) P for every permutation matrix P
    sha256:484563fec903e28c5d0a21ca73abfb25f766dbdcacdabed67f179c928954b2d5 *)
Definition yun2020_definition_e1_permutation_equivariant : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  distinct l ->
  forall P : list Z, permutation_of n P -> same_matrix (run (g_c d n m) (permuted (in_unit_1 m L) P)) (permuted (run
    (g_c d n m) (in_unit_1 m L)) P).

(** yun2020:definition_e1.unique_value: E.1.2: in other words, it maps each token of L to a unique value which depends
    on the entire L; the first token
    sha256:a2dee7bfa852e36bd2103c8d680ad0aedac79f5dbc06c235b3c4952d78c1c121 *)
Definition yun2020_definition_e1_unique_value : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
    [item q 1] in
  let given := fun L : point =>
    let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
    distinct l in
  forall L L' : point,
  G_delta d n m L /\ G_delta d n m L' /\ L <> L' ->
  given L ->
  given L' ->
  distinct (numbers L ++ numbers L').

(** yun2020:definition_e1.unique_value@repaired: each token of L has a unique value, which depends on the entire L but
    for the order of the other tokens
    sha256:f3d8ffdfcf59c19df373549dfb5291eb1a4cb31d65b90eb81fc560334207c272 *)
Definition yun2020_definition_e1_unique_value_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
    q in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  distinct (numbers L ++ numbers L').

(** yun2020:definition_e1.arbitrary_function: E.1.2: this allows a token-wise function after q to realize any f, such
    as f(L)_j = l_1: equal values of q, equal values of f
    sha256:07abe31e56fcf0e599c5fe4425430c1a93b16f649bae4174009cacd8f722e518 *)
Definition yun2020_definition_e1_arbitrary_function : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  distinct l ->
  forall P : list Z, permutation_of n P -> forall j : Z, (1 <= j <= n)%Z -> inject_Z m * item (row_of u (run (g_c d n
    m) (permuted (in_unit_1 m L) P))) 1 == item q j -> item (row_of u (permuted (in_unit_1 m L) P)) 1 == item (row_of
    u (in_unit_1 m L)) 1.

(** yun2020:definition_e1.arbitrary_function@repaired: ... any permutation equivariant f: equal values of q for L and
    L P stand at the same token
    sha256:736512aaeb6b4ba77d9c51adef878b0f627a008bb5e8be0aac9ed7e4ff5ccb8b *)
Definition yun2020_definition_e1_arbitrary_function_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  distinct l ->
  forall P : list Z, permutation_of n P -> forall j : Z, (1 <= j <= n)%Z -> inject_Z m * item (row_of u (run (g_c d n
    m) (permuted (in_unit_1 m L) P))) 1 == item q j -> item (row_of u (permuted (in_unit_1 m L) P)) 1 == item (row_of
    u (in_unit_1 m L)) j.

(** yun2020:definition_e1.invariant: E.1.2: Transformer networks are bound to implement permutation invariant maps
    sha256:6933fccd420a2400cb287c47684f38cb31993ac2b700509f6b889e20be9f20e7 *)
Definition yun2020_definition_e1_invariant : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  distinct l ->
  forall P : list Z, permutation_of n P -> same_matrix (run (g_c d n m) (permuted (in_unit_1 m L) P)) (run (g_c d n m)
    (in_unit_1 m L)).

(** yun2020:definition_e1.invariant@repaired: Transformer networks are bound to implement permutation equivariant
    maps: the g_c of Lemma 8 (of all: Claim 1)
    sha256:b22a2b7add87730de465de7d18ec503ba7a4c28aa40be89839389f7e2ad3694c *)
Definition yun2020_definition_e1_invariant_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  forall P : list Z, permutation_of n P -> same_matrix (run (g_c d n m) (permuted (in_unit_1 m L) P)) (permuted (run
    (g_c d n m) (in_unit_1 m L)) P).

(** ** Selective shift operation: App. E.3 *)

(** yun2020:selective_shift.one_head: E.3: psi can be expressed with one attention head of size m = 1
    sha256:e5054b0ad5d630b86c43993db6974a3220729699a00ead975d391313955a4e1c *)
Definition yun2020_selective_shift_one_head : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (heads (TieRules.psi_layers d m)) = 1)%Z /\ (Z.of_nat (head_size (TieRules.psi_layers d m)) = 1)%Z.

(** yun2020:selective_shift.psi_above: E.3: psi(Z; b_Q)_(1,j) = max_k u^T Z_(:,k) if u^T Z_(:,j) > b_Q
    sha256:743dfd7e11045d52a255d0cccc665c325138f78e1b91b6f3d42696ecdfaf7022 *)
Definition yun2020_selective_shift_psi_above : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_plus d n m L ->
  let ids := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let highest := greatest_over 1 n (fun j => item ids j) in
  forall k : Z, (1 <= k <= B)%Z -> forall j : Z, (1 <= j <= n)%Z -> item ids j > inject_Z (k - 3) / 2 -> inject_Z m *
    (entry (TieRules.layer_alone_by ties (TieRules.psi_layers d m) k (in_unit_1 m L)) 1 j - entry (in_unit_1 m L) 1 j)
    == highest.

(** yun2020:selective_shift.psi_below: E.3: psi(Z; b_Q)_(1,j) = min_k u^T Z_(:,k) if u^T Z_(:,j) < b_Q
    sha256:30ea05ba462bc8c810c1b82bee218c50e5a6cb56557bb8985a4402ffe9b445ca *)
Definition yun2020_selective_shift_psi_below : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_plus d n m L ->
  let ids := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let lowest := least_over 1 n (fun j => item ids j) in
  forall k : Z, (1 <= k <= B)%Z -> forall j : Z, (1 <= j <= n)%Z -> item ids j < inject_Z (k - 3) / 2 -> inject_Z m *
    (entry (TieRules.layer_alone_by ties (TieRules.psi_layers d m) k (in_unit_1 m L)) 1 j - entry (in_unit_1 m L) 1 j)
    == lowest.

(** yun2020:selective_shift.cases: E.3: not said: these are all cases, u^T Z_(:,j) is never b_Q
    sha256:8035766625af3903ab34059fa3d04add9e65b0daa1338fcd22945274df778e00 *)
Definition yun2020_selective_shift_cases : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_plus d n m L ->
  let ids := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall k : Z, (1 <= k <= B)%Z -> forall j : Z, (1 <= j <= n)%Z -> ~ item ids j == inject_Z (k - 3) / 2.

(** yun2020:selective_shift.cases@repaired: E.3: where u^T Z_(:,j) = b_Q, psi(Z; b_Q)_(1,j) is the mean of all ids;
    with leftmost ties the first id, with rightmost ties the last
    sha256:e0bc32e498ac5ea2b7ceb0e8937996178f5c349db0993d57a43397a6fd2b3a7a *)
Definition yun2020_selective_shift_cases_repaired : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_plus d n m L ->
  let ids := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall k : Z, (1 <= k <= B)%Z -> forall j : Z, (1 <= j <= n)%Z -> item ids j == inject_Z (k - 3) / 2 -> (inject_Z m
    * (entry (TieRules.layer_alone_by TieRules.average (TieRules.psi_layers d m) k (in_unit_1 m L)) 1 j - entry
    (in_unit_1 m L) 1 j) == total 1 n (fun j2 => item ids j2) / inject_Z n /\ inject_Z m * (entry
    (TieRules.layer_alone_by TieRules.leftmost (TieRules.psi_layers d m) k (in_unit_1 m L)) 1 j - entry (in_unit_1 m
    L) 1 j) == item ids 1) /\ inject_Z m * (entry (TieRules.layer_alone_by TieRules.rightmost (TieRules.psi_layers d
    m) k (in_unit_1 m L)) 1 j - entry (in_unit_1 m L) 1 j) == item ids n.

(** yun2020:selective_shift.psi_other_rows: E.3: all rows of psi(Z; b_Q) except the first row are zero
    sha256:9f35eed6e610c692e194b77e8de7374fefeadca58e4646c5e768a0032fa56f1b *)
Definition yun2020_selective_shift_psi_other_rows : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  forall L : point,
  G_plus d n m L ->
  (d >= 2)%Z ->
  forall k : Z, (1 <= k <= B)%Z -> forall j : Z, (1 <= j <= n)%Z -> forall i : Z, (2 <= i <= d)%Z -> entry
    (TieRules.layer_alone_by ties (TieRules.psi_layers d m) k (in_unit_1 m L)) i j - entry (in_unit_1 m L) i j == 0.

(** yun2020:selective_shift.two_heads: E.3: Psi consists of two attention heads
    sha256:84c5ad5a5c21b76e16f16ee1e5ebfb2cce3f32afb0395c60d5c2ff43c5473f54 *)
Definition yun2020_selective_shift_two_heads : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (Z.of_nat (heads (TieRules.Psi_layers d m)) = 2)%Z.

(** yun2020:selective_shift.definition: E.3: Psi(Z; b_Q, b'_Q) = psi(Z; b_Q) - psi(Z; b'_Q)
    sha256:33aca9246fa78fc8a94590c69b5ddef554272671718f201a78f9198cae2bb84a *)
Definition yun2020_selective_shift_definition : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  forall L : point,
  G_plus d n m L ->
  forall k : Z, (1 <= k <= B)%Z -> forall w : Z, (1 <= w <= 3)%Z -> forall j : Z, (1 <= j <= n)%Z -> inject_Z m *
    (entry (TieRules.layer_alone_by ties (TieRules.Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) 1 j - entry
    (in_unit_1 m L) 1 j) == inject_Z m * (entry (TieRules.layer_alone_by ties (TieRules.psi_layers d m) k (in_unit_1 m
    L)) 1 j - entry (in_unit_1 m L) 1 j) - inject_Z m * (entry (TieRules.layer_alone_by ties (TieRules.psi_layers d m)
    (k + w) (in_unit_1 m L)) 1 j - entry (in_unit_1 m L) 1 j).

(** yun2020:selective_shift.Psi_within: E.3: Psi(Z; b_Q, b'_Q)_(1,j) = max_k u^T Z_(:,k) - min_k u^T Z_(:,k) if b_Q <
    u^T Z_(:,j) < b'_Q
    sha256:69e829c5452b52a961d62dd5d3bc56316781f9064657dce62913d5711d37e699 *)
Definition yun2020_selective_shift_Psi_within : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_plus d n m L ->
  let ids := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let highest := greatest_over 1 n (fun j => item ids j) in
  let lowest := least_over 1 n (fun j => item ids j) in
  forall k : Z, (1 <= k <= B)%Z -> forall w : Z, (1 <= w <= 3)%Z -> forall j : Z, (1 <= j <= n)%Z -> inject_Z (k - 3)
    / 2 < item ids j /\ item ids j < inject_Z (k + w - 3) / 2 -> inject_Z m * (entry (TieRules.layer_alone_by ties
    (TieRules.Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) 1 j - entry (in_unit_1 m L) 1 j) == highest - lowest.

(** yun2020:selective_shift.Psi_beyond: E.3: Psi(Z; b_Q, b'_Q)_(1,j) = 0 if u^T Z_(:,j) < b_Q or u^T Z_(:,j) > b'_Q
    sha256:b6335a7ae29dc6d11203a01439b600a3ef8b2e36e1395906f9ceb0a48037e570 *)
Definition yun2020_selective_shift_Psi_beyond : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_plus d n m L ->
  let ids := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall k : Z, (1 <= k <= B)%Z -> forall w : Z, (1 <= w <= 3)%Z -> forall j : Z, (1 <= j <= n)%Z -> item ids j <
    inject_Z (k - 3) / 2 \/ item ids j > inject_Z (k + w - 3) / 2 -> inject_Z m * (entry (TieRules.layer_alone_by ties
    (TieRules.Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) 1 j - entry (in_unit_1 m L) 1 j) == 0.

(** yun2020:selective_shift.Psi_cases: E.3: not said: these are all cases, u^T Z_(:,j) is never b_Q or b'_Q
    sha256:35ac54b86d6c25a9238011d57f5ad8c6695fded2ccb453223c353676db937da2 *)
Definition yun2020_selective_shift_Psi_cases : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_plus d n m L ->
  let ids := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall k : Z, (1 <= k <= B)%Z -> forall w : Z, (1 <= w <= 3)%Z -> forall j : Z, (1 <= j <= n)%Z -> ~ item ids j ==
    inject_Z (k - 3) / 2 /\ ~ item ids j == inject_Z (k + w - 3) / 2.

(** yun2020:selective_shift.Psi_cases@repaired: E.3: where u^T Z_(:,j) is b_Q or b'_Q, Psi(Z; b_Q, b'_Q)_(1,j) is
    between 0 and max - min
    sha256:e3fcf11ed6e3e657da041b8b784c25b9eda5f42cfb77f507f2708ddd4c517e05 *)
Definition yun2020_selective_shift_Psi_cases_repaired : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_plus d n m L ->
  let ids := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let highest := greatest_over 1 n (fun j => item ids j) in
  let lowest := least_over 1 n (fun j => item ids j) in
  forall k : Z, (1 <= k <= B)%Z -> forall w : Z, (1 <= w <= 3)%Z -> forall j : Z, (1 <= j <= n)%Z -> item ids j ==
    inject_Z (k - 3) / 2 \/ item ids j == inject_Z (k + w - 3) / 2 -> inject_Z m * (entry (TieRules.layer_alone_by
    ties (TieRules.Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) 1 j - entry (in_unit_1 m L) 1 j) >= 0 /\
    inject_Z m * (entry (TieRules.layer_alone_by ties (TieRules.Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) 1 j
    - entry (in_unit_1 m L) 1 j) <= highest - lowest.

(** yun2020:selective_shift.shifted_up: E.3: any column satisfying u^T Z_(:,j) in (b_Q, b'_Q) is shifted up in its
    first coordinate by max - min
    sha256:dc2e6092c5b481bce0358024f5edcf80541e5eac3ac251cf4a29fcb0f2b2125d *)
Definition yun2020_selective_shift_shifted_up : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_plus d n m L ->
  let ids := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let highest := greatest_over 1 n (fun j => item ids j) in
  let lowest := least_over 1 n (fun j => item ids j) in
  forall k : Z, (1 <= k <= B)%Z -> forall w : Z, (1 <= w <= 3)%Z -> forall j : Z, (1 <= j <= n)%Z -> inject_Z (k - 3)
    / 2 < item ids j /\ item ids j < inject_Z (k + w - 3) / 2 -> entry (TieRules.layer_alone_by ties
    (TieRules.Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) 1 j == entry (in_unit_1 m L) 1 j + (highest - lowest)
    / inject_Z m /\ entry (TieRules.layer_alone_by ties (TieRules.Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) 1
    j >= entry (in_unit_1 m L) 1 j.

(** yun2020:selective_shift.untouched: E.3: while all the other coordinates stay untouched
    sha256:a5a517058aaaba0a278bc9629784c0847b96eee1e27639d9adb5a812e8a199c9 *)
Definition yun2020_selective_shift_untouched : Prop :=
  forall (d n m : nat) (ties : TieRules.tie_rule),
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let B := (2 * D + 3)%Z in
  forall L : point,
  G_plus d n m L ->
  (d >= 2)%Z ->
  forall k : Z, (1 <= k <= B)%Z -> forall w : Z, (1 <= w <= 3)%Z -> forall j : Z, (1 <= j <= n)%Z -> forall i : Z, (2
    <= i <= d)%Z -> entry (TieRules.layer_alone_by ties (TieRules.Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) i
    j == entry (in_unit_1 m L) i j.

(** ** Bijective column id mapping: App. E.3; App. E.1.2 for the size of G_delta without G~_delta *)

(** yun2020:column_id.regular_column: E.3: L_(i,j) != -delta^(-nd) for all i in [d], i.e., L_(:,j) in {0, delta, ...,
    1 - delta}^d
    sha256:bf885226200ee32380fd8d418ddaccc821fd76d1601ce7b7b95182990a2fd70d *)
Definition yun2020_column_id_regular_column : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  (G_plus d n m L /\ in_order d m L) ->
  forall j : Z, (1 <= j <= n)%Z -> ((forall i : Z, (1 <= i <= d)%Z -> ~ entry (in_unit_1 m L) i j == inject_Z (- m ^
    (n * d))) -> (forall i : Z, (1 <= i <= d)%Z -> (inject_Z (Qfloor (inject_Z m * entry (in_unit_1 m L) i j)) ==
    inject_Z m * entry (in_unit_1 m L) i j /\ entry (in_unit_1 m L) i j >= 0) /\ entry (in_unit_1 m L) i j < 1)) /\
    ((forall i : Z, (1 <= i <= d)%Z -> (inject_Z (Qfloor (inject_Z m * entry (in_unit_1 m L) i j)) == inject_Z m *
    entry (in_unit_1 m L) i j /\ entry (in_unit_1 m L) i j >= 0) /\ entry (in_unit_1 m L) i j < 1) -> (forall i : Z,
    (1 <= i <= d)%Z -> ~ entry (in_unit_1 m L) i j == inject_Z (- m ^ (n * d)))).

(** yun2020:column_id.at_least_zero: E.3: u^T L_(:,j) >= 0 if no entry of the column is -delta^(-nd)
    sha256:784a473b21b053eb05a993147a0133004e9afa3ef0d703334a80c9c0ff8108a3 *)
Definition yun2020_column_id_at_least_zero : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (G_plus d n m L /\ in_order d m L) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (1 <= j <= n)%Z -> (forall i : Z, (1 <= i <= d)%Z -> ~ entry (in_unit_1 m L) i j == inject_Z (- m ^ (n
    * d))) -> item l j >= 0.

(** yun2020:column_id.at_most_largest: E.3: then u^T L_(:,j) <= delta^(-d+1) - delta
    sha256:667a0b07ebeddd1ae2aa29d205f7809166b08ce1e19621d7582eef483046182f *)
Definition yun2020_column_id_at_most_largest : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (G_plus d n m L /\ in_order d m L) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (1 <= j <= n)%Z -> (forall i : Z, (1 <= i <= d)%Z -> ~ entry (in_unit_1 m L) i j == inject_Z (- m ^ (n
    * d))) -> item l j <= inject_Z (D - 1).

(** yun2020:column_id.on_the_grid: E.3: and it is a multiple of delta
    sha256:77b4b7a61d91bc7951ddf1a897551747d9da4905e111a826be8ab0bcc53ffa69 *)
Definition yun2020_column_id_on_the_grid : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (G_plus d n m L /\ in_order d m L) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (1 <= j <= n)%Z -> (forall i : Z, (1 <= i <= d)%Z -> ~ entry (in_unit_1 m L) i j == inject_Z (- m ^ (n
    * d))) -> inject_Z (Qfloor (item l j)) == item l j.

(** yun2020:column_id.one_to_one: E.3: L_(:,j) -> u^T L_(:,j) is one-to-one on {0, delta, ..., 1 - delta}^d
    sha256:82e5062638632da9157f24321a048a61e8d8d13c18fe47ba7f80e75957028a1f *)
Definition yun2020_column_id_one_to_one : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
    [item l 1] in
  let given := fun L : point =>
    forall j : Z, (2 <= j <= n)%Z -> forall i : Z, (1 <= i <= d)%Z -> entry (in_unit_1 m L) i j == entry (in_unit_1 m
      L) i 1 in
  forall L L' : point,
  (G_delta d n m L /\ in_order d m L) /\ (G_delta d n m L' /\ in_order d m L') /\ L <> L' ->
  given L ->
  given L' ->
  distinct (numbers L ++ numbers L').

(** yun2020:column_id.onto: E.3: and onto: there are delta^-d columns, as many as there are ids
    sha256:5044537c3121d6d265ef86117bbe582fb5a65650e02146087c3fbf7f8cbe06bf *)
Definition yun2020_column_id_onto : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let value := fun L : point =>
    inject_Z (if (each 2 n (fun j => (each 1 d (fun i => (Qeq_bool (entry (in_unit_1 m L) i j) (entry (in_unit_1 m L)
      i 1)))))) then 1 else 0) in
  exists s : Q,
  sum_over_orders (fun L : point => (G_delta d n m L /\ in_order d m L)) value s /\
  s == inject_Z D.

(** yun2020:column_id.special_at_most: E.3: u^T L_(:,j) <= -delta^(-nd) + delta^(-d+1) - 1 if an entry is -delta^(-nd)
    sha256:38bf5646ab623b6fa0526385344a47f29d2fdd81757bb21556142b01bc08c96d *)
Definition yun2020_column_id_special_at_most : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (1 <= j <= n)%Z -> ~ (forall i : Z, (1 <= i <= d)%Z -> ~ entry (in_unit_1 m L) i j == inject_Z (- m ^
    (n * d))) -> item l j <= inject_Z (m * (- m ^ (n * d) + m ^ (d - 1) - 1)).

(** yun2020:column_id.special_negative: E.3: -delta^(-nd) + delta^(-d+1) - 1 < 0
    sha256:0d7a6d4e3c7f96efdfd003f64843b9afaba2aa7b96ea939c77105332f1b1203f *)
Definition yun2020_column_id_special_negative : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (- m ^ (n * d) + m ^ (d - 1) - 1 < 0)%Z.

(** yun2020:column_id.inside_grid: E.3: G~_delta in G_delta: all entries are in {0, delta, ..., 1 - delta}
    sha256:2774a2101dc226d84b1f621a95a506ed0ac136c1129c1dc4e735c34344b3407c *)
Definition yun2020_column_id_inside_grid : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> (inject_Z (Qfloor (inject_Z m * entry (in_unit_1 m
    L) i j)) == inject_Z m * entry (in_unit_1 m L) i j /\ entry (in_unit_1 m L) i j >= 0) /\ entry (in_unit_1 m L) i j
    < 1.

(** yun2020:column_id.unique_columns: E.3: Category 1: all columns are unique
    sha256:ce096094643ed95579af8376851f86f6f7e3f36acf3b137f438a69ef3fb1b723 *)
Definition yun2020_column_id_unique_columns : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  forall j : Z, (1 <= j <= n)%Z -> forall k : Z, (j + 1 <= k <= n)%Z -> exists i : Z, (1 <= i <= d)%Z /\ ~ entry
    (in_unit_1 m L) i j == entry (in_unit_1 m L) i k.

(** yun2020:column_id.duplicates_regular: E.3: Category 2: all entries are between 0 and 1 - delta
    sha256:d356fc6cc73054f34f8708d7aceb613732ceeb82ff644e56d368edbc968ef51d *)
Definition yun2020_column_id_duplicates_regular : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_2 d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> inject_Z m * entry (in_unit_1 m L) i j >= 0 /\
    inject_Z m * entry (in_unit_1 m L) i j <= inject_Z (m - 1).

(** yun2020:column_id.duplicate_columns: E.3: but there are duplicate columns
    sha256:ee9390ecbad3b20ef3d94a584d5c71286aea0751786741e1612e09f395c10bf5 *)
Definition yun2020_column_id_duplicate_columns : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_2 d n m L ->
  exists j : Z, (1 <= j <= n)%Z /\ (exists k : Z, (j + 1 <= k <= n)%Z /\ (forall i : Z, (1 <= i <= d)%Z -> entry
    (in_unit_1 m L) i j == entry (in_unit_1 m L) i k)).

(** yun2020:column_id.special_entry: E.3: Category 3: at least one entry equals -delta^(-nd)
    sha256:36892740c6b0ec276a8ce5571118e55eebdd6cd06383b88fe24f81830f04376f *)
Definition yun2020_column_id_special_entry : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_3 d n m L ->
  exists j : Z, (1 <= j <= n)%Z /\ ~ (forall i : Z, (1 <= i <= d)%Z -> ~ entry (in_unit_1 m L) i j == inject_Z (- m ^
    (n * d))).

(** yun2020:column_id.disjoint: E.3: the categories are disjoint
    sha256:c11c36c50304e1faad9b6abcb3f5bc28c1a897ac62090ef600ef38ff0d8622fa *)
Definition yun2020_column_id_disjoint : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let numbers := fun L : point =>
    [total 1 n (fun j => total 1 d (fun i => inject_Z ((m + 1) ^ (d * (j - 1) + i - 1)) * (if (Qlt_bool (entry
      (in_unit_1 m L) i j) 0) then inject_Z m else inject_Z m * entry (in_unit_1 m L) i j)))] in
  forall L L' : point,
  (category_1 d n m L /\ category_1 d n m L' /\ L <> L') \/ (category_1 d n m L /\ category_2 d n m L') \/ (category_1
    d n m L /\ category_3 d n m L') \/ (category_2 d n m L /\ category_2 d n m L' /\ L <> L') \/ (category_2 d n m L
    /\ category_3 d n m L') \/ (category_3 d n m L /\ category_3 d n m L' /\ L <> L') ->
  distinct (numbers L ++ numbers L').

(** yun2020:column_id.exhaustive: E.3: and together they are G+_delta; E.4: |G+_delta| = (1/delta + 1)^(dn)
    sha256:f6156a383132053ed5df920d4ec5862016e439218e040f3c3261c83913154c99 *)
Definition yun2020_column_id_exhaustive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let value := fun L : point =>
    1 in
  exists s s1 s2 : Q,
  sum_over_orders (fun L : point => category_1 d n m L) value s /\
  sum_over_orders (fun L : point => category_2 d n m L) value s1 /\
  sum_over_orders (fun L : point => category_3 d n m L) value s2 /\
  s + s1 + s2 == inject_Z ((m + 1) ^ (d * n)).

(** yun2020:column_id.size_of_grid: E.3: not said: G~_delta and G_delta without it have the delta^(-dn) matrices of
    G_delta
    sha256:e729d95d6d508f1f7c357ffd83aa76d749e9a0c4eec42694d8e0a0ceb1264a8d *)
Definition yun2020_column_id_size_of_grid : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let value := fun L : point =>
    1 in
  exists s s1 : Q,
  sum_over_orders (fun L : point => category_1 d n m L) value s /\
  sum_over_orders (fun L : point => category_2 d n m L) value s1 /\
  s + s1 == inject_Z (D ^ n).

(** yun2020:column_id.size_of_category1: E.3: not said: |G~_delta| = delta^-d (delta^-d - 1) ... (delta^-d - n + 1)
    sha256:994e0b8b126ae96c37a6de63991b19ec3c019fa2a77362c2731d77a8e61d822a *)
Definition yun2020_column_id_size_of_category1 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let value := fun L : point =>
    1 in
  exists s : Q,
  sum_over_orders (fun L : point => category_1 d n m L) value s /\
  s == inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)).

(** yun2020:column_id.negligible: E.1.2: |G_delta without G~_delta| = O(delta^d |G_delta|): with the constant n
    (n-1)/2
    sha256:d85de8e1fbb1152dc0d3af3e083e9a5275927dade7a88546f2f793b5aff24f2d *)
Definition yun2020_column_id_negligible : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let D := (m ^ d)%Z in
  let value := fun L : point =>
    1 in
  exists s : Q,
  sum_over_orders (fun L : point => category_2 d n m L) value s /\
  s <= inject_Z (n * (n - 1)) / 2 * inject_Z (D ^ (n - 1)).

(** ** Permutation equivariance of g_c: App. E.3.1 *)

(** yun2020:equivariance.sweep_commutes: E.3.1: the first delta^-d layers are permutation equivariant: L~ of L P is L~
    P
    sha256:dd231f5de3fe1d7b2284b58641f3ee394f43baf555aa52a23c6ee5fe286003f7 *)
Definition yun2020_equivariance_sweep_commutes : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  G_plus d n m L ->
  forall P : list Z, permutation_of n P -> same_matrix (run (sweep_layers d m) (permuted (in_unit_1 m L) P)) (permuted
    (run (sweep_layers d m) (in_unit_1 m L)) P).

(** yun2020:equivariance.equivariant: E.3.1: g_c implements a permutation equivariant mapping: g_c(L P) = g_c(L) P
    sha256:39e1fd2d287a44a6b8035fde53b32435ab9ee2da8cc852e460f16e5c4e92a42f *)
Definition yun2020_equivariance_equivariant : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  G_plus d n m L ->
  forall P : list Z, permutation_of n P -> same_matrix (run (g_c d n m) (permuted (in_unit_1 m L) P)) (permuted (run
    (g_c d n m) (in_unit_1 m L)) P).

(** ** First and second shift operation: App. E.3.1 *)

(** yun2020:first_shifts.first_shift_shifts: E.3.1: L_(1,1) is shifted by the first operation
    sha256:5678f5b3be290ae5d4b7ddd3406cd5dcb65d355ac02ffc081d6f89ecdeb67e5a *)
Definition yun2020_first_shifts_first_shift_shifts : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  ~ entry (after (g_c d n m) (Z.to_nat (Qfloor (item l 1 + 1))) (in_unit_1 m L)) 1 1 == entry (in_unit_1 m L) 1 1.

(** yun2020:first_shifts.first_shift_leaves: E.3.1: while the other entries are left untouched
    sha256:a2d396871ef2a2990345a06e9372053219933398d93be3f091704a12f8b4420f *)
Definition yun2020_first_shifts_first_shift_leaves : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> ~ (i = 1)%Z \/ ~ (j = 1)%Z -> entry (after (g_c d
    n m) (Z.to_nat (Qfloor (item l 1 + 1))) (in_unit_1 m L)) i j == entry (in_unit_1 m L) i j.

(** yun2020:first_shifts.first_entry: E.3.1: L~_(1,1) = L_(1,1) + delta^-d (max_k u^T L_k - min_k u^T L_k)
    sha256:e9ed2c2b68ee3930eb84209e4a2ec020dbe5d8e71454b1a09b995a4d2924ce49 *)
Definition yun2020_first_shifts_first_entry : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  inject_Z m * entry (after (g_c d n m) (Z.to_nat (Qfloor (item l 1 + 1))) (in_unit_1 m L)) 1 1 == inject_Z m * entry
    (in_unit_1 m L) 1 1 + inject_Z D * (greatest_over 1 n (fun j => item l j) - least_over 1 n (fun j => item l j)).

(** yun2020:first_shifts.first_entry_by_ids: E.3.1: = L_(1,1) + delta^-d (l_n - l_1)
    sha256:2f5247b8c17b1ad404f942899121a81806d736945b9ce2f35a5c65fc7096b267 *)
Definition yun2020_first_shifts_first_entry_by_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  inject_Z m * entry (in_unit_1 m L) 1 1 + inject_Z D * (greatest_over 1 n (fun j => item l j) - least_over 1 n (fun j
    => item l j)) == inject_Z m * entry (in_unit_1 m L) 1 1 + inject_Z D * (item l n - item l 1).

(** yun2020:first_shifts.first_id_by_entries: E.3.1: u^T L~_1 = L~_(1,1) + sum_(i=2..d) delta^(-i+1) L_(i,1)
    sha256:64f9dc55ef48568ea84b30a54ced17cdbf5968c6882e46a6b62da21f963a79ac *)
Definition yun2020_first_shifts_first_id_by_entries : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  item new_l 1 == inject_Z m * entry (after (g_c d n m) (Z.to_nat (Qfloor (item l 1 + 1))) (in_unit_1 m L)) 1 1 +
    inject_Z m * total 2 d (fun i => inject_Z (m ^ (i - 1)) * entry (in_unit_1 m L) i 1).

(** yun2020:first_shifts.first_id_by_shift: E.3.1: = L_(1,1) + delta^-d (l_n - l_1) + sum_(i=2..d) delta^(-i+1)
    L_(i,1)
    sha256:f75f74f79bb0e17b4f980c438ba808b7e757eedbce826290fafa9eafc507f588 *)
Definition yun2020_first_shifts_first_id_by_shift : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  inject_Z m * entry (after (g_c d n m) (Z.to_nat (Qfloor (item l 1 + 1))) (in_unit_1 m L)) 1 1 + inject_Z m * total 2
    d (fun i => inject_Z (m ^ (i - 1)) * entry (in_unit_1 m L) i 1) == inject_Z m * entry (in_unit_1 m L) 1 1 +
    inject_Z D * (item l n - item l 1) + inject_Z m * total 2 d (fun i => inject_Z (m ^ (i - 1)) * entry (in_unit_1 m
    L) i 1).

(** yun2020:first_shifts.first_id: E.3.1: = l_1 + delta^-d (l_n - l_1)
    sha256:04f7a0c1127867740f35386ed7c4e43e1a7f943e505b7bb3ce4b215eb5a46cf3 *)
Definition yun2020_first_shifts_first_id : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  inject_Z m * entry (in_unit_1 m L) 1 1 + inject_Z D * (item l n - item l 1) + inject_Z m * total 2 d (fun i =>
    inject_Z (m ^ (i - 1)) * entry (in_unit_1 m L) i 1) == item l 1 + inject_Z D * (item l n - item l 1).

(** yun2020:first_shifts.first_id_at_least: E.3.1: l~_1 = l_1 + delta^-d (l_n - l_1) >= 0 + delta^-d delta
    sha256:d24833cc35569e76779c977889ad5fb1133dba3ad4b7f1dd29222ae424017237 *)
Definition yun2020_first_shifts_first_id_at_least : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  item l 1 + inject_Z D * (item l n - item l 1) >= inject_Z (0 + D * 1).

(** yun2020:first_shifts.one_step: E.3.1: 0 + delta^-d delta = delta^(-d+1)
    sha256:96526c0f92c870a9113b1fa0af8952c20c1851f41e41d744694e08267cd78d43 *)
Definition yun2020_first_shifts_one_step : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  0 + inject_Z D / inject_Z m == inject_Z (m ^ (d - 1)).

(** yun2020:first_shifts.beyond_the_ids: E.3.1: delta^(-d+1) > l_n
    sha256:027b547b0391515ca1454fb35714b1d624be8c05e9df1b4cadf73332132c4557 *)
Definition yun2020_first_shifts_beyond_the_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  item l n < inject_Z D.

(** yun2020:first_shifts.first_above_all: E.3.1: l_n < l~_1
    sha256:82e488bb74367c93b9e1c083484fbdafd59b235a814c54f62cc319a9a06ba860 *)
Definition yun2020_first_shifts_first_above_all : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  item l n < item new_l 1.

(** yun2020:first_shifts.first_maximum: E.3.1: max u^T [L~_1 L_2 ... L_n] = max{l~_1, l_2, ..., l_n}
    sha256:2befeaf7b9295e89a5a6d55059d2145dc82d43c54111bd3b1d20593a739ce97a *)
Definition yun2020_first_shifts_first_maximum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  greatest_over 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l 1 + 1)))
    (in_unit_1 m L))) j) == greatest_over 1 n (fun j => if (j =? 1)%Z then item new_l 1 else item l j).

(** yun2020:first_shifts.first_is_maximum: E.3.1: max{l~_1, l_2, ..., l_n} = l~_1
    sha256:b65077845234d7ecb036aeddefb3183e123101f9705eb9c5f8b4d51723622096 *)
Definition yun2020_first_shifts_first_is_maximum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  greatest_over 1 n (fun j => if (j =? 1)%Z then item new_l 1 else item l j) == item new_l 1.

(** yun2020:first_shifts.first_minimum: E.3.1: after the first shift the new minimum is l_2
    sha256:680c81e1ae24241f9dd253237bb5b66b58d2a204272923625604edf3b7ba6a45 *)
Definition yun2020_first_shifts_first_minimum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  least_over 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l 1 + 1)))
    (in_unit_1 m L))) j) == item l 2.

(** yun2020:first_shifts.second_shift_leaves: E.3.1: by the second shift only one entry L_(1,2) will be shifted
    sha256:4682a26944c16982f20f7eac028aaa3a66803af80c8b06a3043f21a8c67f00e5 *)
Definition yun2020_first_shifts_second_shift_leaves : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  ~ entry (after (g_c d n m) (Z.to_nat (Qfloor (item l 2 + 1))) (in_unit_1 m L)) 1 2 == entry (after (g_c d n m)
    (Z.to_nat (Qfloor (item l 1 + 1))) (in_unit_1 m L)) 1 2 /\ (forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j
    <= n)%Z -> ~ (i = 1)%Z \/ ~ (j = 2)%Z -> entry (after (g_c d n m) (Z.to_nat (Qfloor (item l 2 + 1))) (in_unit_1 m
    L)) i j == entry (after (g_c d n m) (Z.to_nat (Qfloor (item l 1 + 1))) (in_unit_1 m L)) i j).

(** yun2020:first_shifts.second_entry: E.3.1: L~_(1,2) = L_(1,2) + delta^-d (l~_1 - l_2)
    sha256:cc46fdb6b5b82bcf19b4bef64cbc3469a99e28634cef68d230940b62d4725273 *)
Definition yun2020_first_shifts_second_entry : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  inject_Z m * entry (after (g_c d n m) (Z.to_nat (Qfloor (item l 2 + 1))) (in_unit_1 m L)) 1 2 == inject_Z m * entry
    (in_unit_1 m L) 1 2 + inject_Z D * (item new_l 1 - item l 2).

(** yun2020:first_shifts.second_entry_by_ids: E.3.1: = L_(1,2) + delta^-d (l_1 - l_2) + delta^-2d (l_n - l_1)
    sha256:796d23df7430ff85e913a2811194a84463b989e6d9d326237b6c5c6774586d3d *)
Definition yun2020_first_shifts_second_entry_by_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  inject_Z m * entry (in_unit_1 m L) 1 2 + inject_Z D * (item new_l 1 - item l 2) == inject_Z m * entry (in_unit_1 m
    L) 1 2 + inject_Z D * (item l 1 - item l 2) + inject_Z (D ^ 2) * (item l n - item l 1).

(** yun2020:first_shifts.second_id: E.3.1: l~_2 = l_2 + delta^-d (l_1 - l_2) + delta^-2d (l_n - l_1)
    sha256:8c5ea7313fe270b5551bc8ee1b31afa67790efa97c283479cf43f116e51e3abe *)
Definition yun2020_first_shifts_second_id : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  item new_l 2 == item l 2 + inject_Z D * (item l 1 - item l 2) + inject_Z (D ^ 2) * (item l n - item l 1).

(** yun2020:first_shifts.first_below_second: E.3.1: l~_1 < l~_2
    sha256:757b919b5f6056d6444f88ce1077470ee161cd7a7337333feae64e647bd1c4a0 *)
Definition yun2020_first_shifts_first_below_second : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  item new_l 1 < item new_l 2.

(** yun2020:first_shifts.second_equivalence: E.3.1: l_1 + delta^-d (l_n - l_1) < l_2 + delta^-d (l_1 - l_2) +
    delta^-2d (l_n - l_1) <=> (delta^-d - 1) (l_2 - l_1) < delta^-d (delta^-d - 1) (l_n - l_1)
    sha256:485d17bda0acc1d3c0192c815abbeb08785a39a42265fdd67ac18be6b84de6b5 *)
Definition yun2020_first_shifts_second_equivalence : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  (item l 1 + inject_Z D * (item l n - item l 1) < item l 2 + inject_Z D * (item l 1 - item l 2) + inject_Z (D ^ 2) *
    (item l n - item l 1) -> inject_Z (D - 1) * (item l 2 - item l 1) < inject_Z D * inject_Z (D - 1) * (item l n -
    item l 1)) /\ (inject_Z (D - 1) * (item l 2 - item l 1) < inject_Z D * inject_Z (D - 1) * (item l n - item l 1) ->
    item l 1 + inject_Z D * (item l n - item l 1) < item l 2 + inject_Z D * (item l 1 - item l 2) + inject_Z (D ^ 2) *
    (item l n - item l 1)).

(** yun2020:first_shifts.second_last_inequality: E.3.1: (delta^-d - 1) (l_2 - l_1) < delta^-d (delta^-d - 1) (l_n -
    l_1)
    sha256:9e5e5dc1d794c9e8263a8170f73ce89da0cfa95f526b7044f41dc5442534f41d *)
Definition yun2020_first_shifts_second_last_inequality : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  inject_Z (D - 1) * (item l 2 - item l 1) < inject_Z D * inject_Z (D - 1) * (item l n - item l 1).

(** yun2020:first_shifts.more_than_one_id: E.3.1: because delta^-d > 1
    sha256:7d309c0e4ed7b8d11d0775a8e15b38adb680f9565872bf7318b43dc6b1cda50f *)
Definition yun2020_first_shifts_more_than_one_id : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (D > 1)%Z.

(** yun2020:first_shifts.last_above_second: E.3.1: and l_n > l_2
    sha256:a641fcef039ce549bda675774e2b5ab2c8b9fce213ff050956589a12b0f46615 *)
Definition yun2020_first_shifts_last_above_second : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  item l n > item l 2.

(** yun2020:first_shifts.last_above_second@repaired: E.3.1: and l_n >= l_2 > l_1
    sha256:33cc2bbce75d2a853fc8816fe80b6a47d196e92760204ff2f4ff83116e43b37a *)
Definition yun2020_first_shifts_last_above_second_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  item l n >= item l 2 /\ item l 2 > item l 1.

(** yun2020:first_shifts.second_maximum: E.3.1: the new maximum is now l~_2
    sha256:59bf2bfef18e3d5a7c4f8888196d06695dd3b5047f66db5078d849d645b3ac27 *)
Definition yun2020_first_shifts_second_maximum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  greatest_over 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l 2 + 1)))
    (in_unit_1 m L))) j) == item new_l 2.

(** yun2020:first_shifts.second_minimum: E.3.1: and the new minimum is l_3
    sha256:d3536ebaf036c18e003d03075275f07c7770c6eac05878c14844121a3fe2513b *)
Definition yun2020_first_shifts_second_minimum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  exists j : Z, (1 <= j <= n)%Z /\ (j = 3)%Z /\ least_over 1 n (fun j2 => inject_Z m * item (row_of u (after (g_c d n
    m) (Z.to_nat (Qfloor (item l 2 + 1))) (in_unit_1 m L))) j2) == item l j.

(** yun2020:first_shifts.second_minimum@repaired: E.3.1: and the new minimum is l_3, or l~_1 if n = 2
    sha256:ac078a04b78b8b8e233b496a9bbe7cdfb14bd445a7549ebec6ea862229bb033f *)
Definition yun2020_first_shifts_second_minimum_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  least_over 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l 2 + 1)))
    (in_unit_1 m L))) j) == (if (3 <=? n)%Z then item l 3 else item new_l 1).

(** ** Category 1: App. E.3.1 *)

(** yun2020:category1.increasing: E.3.1: l_1 < l_2 < ... < l_n
    sha256:fd93b6be1b36e308efa04320c763836263df3ef1803cd71fbdfb5940b6e0c664 *)
Definition yun2020_category1_increasing : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> item l (j - 1) < item l j.

(** yun2020:category1.in_order: E.3.1: applied to l_1 first, then l_2, and so on: after k layers the columns with l_j
    < k delta, and they alone, have been shifted
    sha256:187c56c9c32e3620e4d3df49bfcf8f65feacd1c3c9eccc6043d8243177a8a81c *)
Definition yun2020_category1_in_order : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  forall k : Z, (0 <= k <= D)%Z -> same_list (row_of u (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L))) (listed 1 n
    (fun j => (if (Qlt_bool (item l j) (inject_Z k)) then item new_l j else item l j) / inject_Z m)).

(** yun2020:category1.shift_leaves: E.3.1: the j-th shift operation leaves all entries but L_(1,j) as they are
    sha256:7327b92e00317256a817fedf43d9eb8c2d2a89e3746a8ac9541c626042d17d14 *)
Definition yun2020_category1_shift_leaves : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> forall i : Z, (1 <= i <= d)%Z -> forall j2 : Z, (1 <= j2 <= n)%Z -> ~ (i = 1)%Z \/
    ~ (j2 = j)%Z -> entry (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1))) (in_unit_1 m L)) i j2 == entry (after
    (g_c d n m) (Z.to_nat (Qfloor (item l (j - 1) + 1))) (in_unit_1 m L)) i j2.

(** yun2020:category1.shift: E.3.1: the j-th shift operation shifts L_(1,j) by delta^-d (l~_(j-1) - l_j)
    sha256:ba6c16d60962962fedd435cd8975f14eed926f4b92f2c71ce4bb2c015c2e1b91 *)
Definition yun2020_category1_shift : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  forall j : Z, (2 <= j <= n)%Z -> inject_Z m * entry (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1))) (in_unit_1
    m L)) 1 j - inject_Z m * entry (in_unit_1 m L) 1 j == inject_Z D * (item new_l (j - 1) - item l j).

(** yun2020:category1.formula: E.3.1: l~_j = l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n
    - l_1)
    sha256:5586ad3129abd72522bafce93f98ef251bcdf6cfde6c409f93bb6b787b7d5e5c *)
Definition yun2020_category1_formula : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item new_l j == item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) * (item l (j
    - k) - item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1).

(** yun2020:category1.previous: E.3.1: l~_(j-1) = l_(j-1) + sum_(k=2..j-1) delta^(-kd+d) (l_(j-k) - l_(j-k+1)) +
    delta^(-(j-1)d) (l_n - l_1)
    sha256:68fbfb30aeeba932f83fcd040df89e4eb8b8be911edc4b27b5f6ab2d840879d1 *)
Definition yun2020_category1_previous : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  forall j : Z, (2 <= j <= n)%Z -> item new_l (j - 1) == item l (j - 1) + total 2 (j - 1) (fun k => inject_Z (D ^ (k -
    1)) * (item l (j - k) - item l (j - k + 1))) + inject_Z (D ^ (j - 1)) * (item l n - item l 1).

(** yun2020:category1.previous_below: E.3.1: < l~_j = the same with j for j - 1, for j in [2 : n]
    sha256:dd649e08ab2dd0acaff9393b04b63ebfab5aeff8d3ed8d873315c0c33c94bbcc *)
Definition yun2020_category1_previous_below : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> item l (j - 1) + total 2 (j - 1) (fun k => inject_Z (D ^ (k - 1)) * (item l (j - k)
    - item l (j - k + 1))) + inject_Z (D ^ (j - 1)) * (item l n - item l 1) < item l j + total 1 (j - 1) (fun k =>
    inject_Z (D ^ k) * (item l (j - k) - item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1).

(** yun2020:category1.equivalence: E.3.1: <=> sum_(k=1..j-1) delta^(-kd+d) (delta^-d - 1) (l_(j-k+1) - l_(j-k)) <
    delta^(-(j-1)d) (delta^-d - 1) (l_n - l_1)
    sha256:3a26b26adbe34d74428b0b5e2a1f9c610033c6523733f1371625648a203ab3de *)
Definition yun2020_category1_equivalence : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> (item l (j - 1) + total 2 (j - 1) (fun k => inject_Z (D ^ (k - 1)) * (item l (j -
    k) - item l (j - k + 1))) + inject_Z (D ^ (j - 1)) * (item l n - item l 1) < item l j + total 1 (j - 1) (fun k =>
    inject_Z (D ^ k) * (item l (j - k) - item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1) -> inject_Z
    (D - 1) * total 1 (j - 1) (fun k => inject_Z (D ^ (k - 1)) * (item l (j - k + 1) - item l (j - k))) < inject_Z (D
    - 1) * inject_Z (D ^ (j - 1)) * (item l n - item l 1)) /\ (inject_Z (D - 1) * total 1 (j - 1) (fun k => inject_Z
    (D ^ (k - 1)) * (item l (j - k + 1) - item l (j - k))) < inject_Z (D - 1) * inject_Z (D ^ (j - 1)) * (item l n -
    item l 1) -> item l (j - 1) + total 2 (j - 1) (fun k => inject_Z (D ^ (k - 1)) * (item l (j - k) - item l (j - k +
    1))) + inject_Z (D ^ (j - 1)) * (item l n - item l 1) < item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) *
    (item l (j - k) - item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1)).

(** yun2020:category1.above_telescoped: E.3.1: delta^(-(j-1)d) (l_n - l_1) > delta^(-(j-1)d) sum_(k=1..j-1) (l_(j-k+1)
    - l_(j-k))
    sha256:09c84d758363525a0f7d05589c387281ab32fab567e085c85fa15cd19e53534e *)
Definition yun2020_category1_above_telescoped : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> inject_Z (D ^ (j - 1)) * (item l n - item l 1) > inject_Z (D ^ (j - 1)) * total 1
    (j - 1) (fun k => item l (j - k + 1) - item l (j - k)).

(** yun2020:category1.above_telescoped@repaired: E.3.1: delta^(-(j-1)d) (l_n - l_1) >= delta^(-(j-1)d) sum_(k=1..j-1)
    (l_(j-k+1) - l_(j-k))
    sha256:33159faa02c4a3d755b896d870a0abc871766847111a2a44919543f9a9971de4 *)
Definition yun2020_category1_above_telescoped_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> inject_Z (D ^ (j - 1)) * (item l n - item l 1) >= inject_Z (D ^ (j - 1)) * total 1
    (j - 1) (fun k => item l (j - k + 1) - item l (j - k)).

(** yun2020:category1.above_weighted: E.3.1: delta^(-(j-1)d) sum_(k=1..j-1) (l_(j-k+1) - l_(j-k)) > sum_(k=1..j-1)
    delta^(-kd+d) (l_(j-k+1) - l_(j-k))
    sha256:31c0e079369c3474487f3ed76663d1a255ee84b5c4aebc4d20af5d6a24b5e218 *)
Definition yun2020_category1_above_weighted : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> inject_Z (D ^ (j - 1)) * total 1 (j - 1) (fun k => item l (j - k + 1) - item l (j -
    k)) > total 1 (j - 1) (fun k => inject_Z (D ^ (k - 1)) * (item l (j - k + 1) - item l (j - k))).

(** yun2020:category1.last_inequality: E.3.1: the last inequality holds
    sha256:792bbe09fada760305f2b812006cd43bfa540aed4c129f256de359feabda735c *)
Definition yun2020_category1_last_inequality : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> inject_Z (D - 1) * total 1 (j - 1) (fun k => inject_Z (D ^ (k - 1)) * (item l (j -
    k + 1) - item l (j - k))) < inject_Z (D - 1) * inject_Z (D ^ (j - 1)) * (item l n - item l 1).

(** yun2020:category1.new_maximum: E.3.1: after the j-th operation l~_j is the new maximum among {l~_1, ..., l~_j,
    l_(j+1), ..., l_n}
    sha256:99e9b2b01822f7d8b25046f41e3bd8f82d6222ec5c9a960978009785bbc559a2 *)
Definition yun2020_category1_new_maximum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> greatest_over 1 n (fun j2 => inject_Z m * item (row_of u (after (g_c d n m)
    (Z.to_nat (Qfloor (item l j + 1))) (in_unit_1 m L))) j2) == item new_l j.

(** yun2020:category1.new_minimum: E.3.1: and l_(j+1) is the new minimum
    sha256:4125acb6d324732730163b492bc09e5e6a3d0a927d1a112028852852ba2d5e07 *)
Definition yun2020_category1_new_minimum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (1 <= j <= n - 1)%Z -> least_over 1 n (fun j2 => inject_Z m * item (row_of u (after (g_c d n m)
    (Z.to_nat (Qfloor (item l j + 1))) (in_unit_1 m L))) j2) == item l (j + 1).

(** yun2020:category1.shift_operations: E.3.1: a total of n shift operations are applied
    sha256:a7e9df5e929075b34360a240d7fb66d063f18a1254521a22799764b2e0795971 *)
Definition yun2020_category1_shift_operations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  (total_Z 1 D (fun k => (if (same_list_bool (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) (row_of
    u (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L)))) then 0 else 1)%Z) = n)%Z.

(** yun2020:category1.kept: E.3.1: u^T L~ = [l~_1 l~_2 ... l~_n]
    sha256:c6471c8c03c0a192b220fe0e3f9e4c09c8e3cff3f762e416bb447f3c66765fa7 *)
Definition yun2020_category1_kept : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let new_l := listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1)))
    (in_unit_1 m L))) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  same_list after_sweep new_l.

(** yun2020:category1.order: E.3.1: l~_1 < l~_2 < ... < l~_n
    sha256:64bd8044504e461cc12e9e3bf8f403f018b6bfb2b333f95fb02819d12734d83f *)
Definition yun2020_category1_order : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  forall j : Z, (2 <= j <= n)%Z -> item after_sweep (j - 1) < item after_sweep j.

(** ** Lemma 10: App. E.3.1; proof in App. E.3.4 *)

(** yun2020:lemma10.lower_bound: delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n
    sha256:29237b13515f9fbb0af4f9cb252bc4e4a97ace4ff8f7b29be76d745322df1005 *)
Definition yun2020_lemma10_lower_bound : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  inject_Z (D ^ (n - 1) * (D - 1)) <= top.

(** yun2020:lemma10.upper_bound: l~_n <= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2
    sha256:0b13ebc82f4efa415bc928e564ea960653c214e801dd22b6ba78ea55a464df11 *)
Definition yun2020_lemma10_upper_bound : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  top <= inject_Z (D ^ n * (D - 1) - (D - 1) ^ 2).

(** yun2020:lemma10.one_to_one: the map from [l_1 ... l_n] to l~_n is one-to-one
    sha256:eada04a04ce8b19af3060e303d7fa39aaf6cc92ce13d58c619754da64abeb6b5 *)
Definition yun2020_lemma10_one_to_one : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j)
      in
    let top := item after_sweep n in
    [top] in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  distinct (numbers L ++ numbers L').

(** yun2020:lemma10.closed_form: E.3.4: l~_n := l_n + sum_(k=1..n-1) delta^(-kd) (l_(n-k) - l_(n-k+1)) + delta^(-nd)
    (l_n - l_1)
    sha256:097fa666ee255e77dcb01a13fb8dca15e0dd61378455873d7b7b75b6f56a7d3c *)
Definition yun2020_lemma10_closed_form : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  top == item l n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1))) + inject_Z (D
    ^ n) * (item l n - item l 1).

(** yun2020:lemma10.above_telescoped: E.3.4: >= delta^(-(n-1)d) sum_(k=1..n-1) (l_(n-k) - l_(n-k+1)) + delta^(-nd)
    (l_n - l_1)
    sha256:6720806a1c374cb6f5b31d1394d0ac1bd704e6323ac3b36b75528d83b95c1cfa *)
Definition yun2020_lemma10_above_telescoped : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  item l n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1))) + inject_Z (D ^ n) *
    (item l n - item l 1) >= inject_Z (D ^ (n - 1)) * total 1 (n - 1) (fun k => item l (n - k) - item l (n - k + 1)) +
    inject_Z (D ^ n) * (item l n - item l 1).

(** yun2020:lemma10.telescopes: E.3.4: = (delta^(-nd) - delta^(-(n-1)d)) (l_n - l_1)
    sha256:7407dc167ff65d0cd52a461e4f9c61fa9a211c57c96a57e3880f6854c30780b4 *)
Definition yun2020_lemma10_telescopes : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  inject_Z (D ^ (n - 1)) * total 1 (n - 1) (fun k => item l (n - k) - item l (n - k + 1)) + inject_Z (D ^ n) * (item l
    n - item l 1) == inject_Z (D ^ n - D ^ (n - 1)) * (item l n - item l 1).

(** yun2020:lemma10.above_lower_bound: E.3.4: (delta^(-nd) - delta^(-(n-1)d)) (l_n - l_1) >= delta^(-(n-1)d+1)
    (delta^-d - 1)
    sha256:1db78c6707bf3710c34a09224e42d951ba54859725526ef28f3f1dfe06d5c783 *)
Definition yun2020_lemma10_above_lower_bound : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  inject_Z (D ^ n - D ^ (n - 1)) * (item l n - item l 1) >= inject_Z (D ^ (n - 1) * (D - 1)).

(** yun2020:lemma10.below_coarsest: E.3.4: l~_n <= l_n + delta^-d (l_1 - l_n) + delta^(-nd) (l_n - l_1)
    sha256:a766e491b625d4a8a38d3cb4d354c4cb568a3b20960b2f4d9233dfc5bc005b9b *)
Definition yun2020_lemma10_below_coarsest : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  top <= item l n + inject_Z D * (item l 1 - item l n) + inject_Z (D ^ n) * (item l n - item l 1).

(** yun2020:lemma10.coarsest_bounded: E.3.4: <= delta^(-d+1) - delta + (delta^(-nd) - delta^-d) (delta^(-d+1) - delta)
    sha256:62caf2196ad9b154de262ceb212f2a8ea5fc67bdac5b557d2cd8b07ac555f5f1 *)
Definition yun2020_lemma10_coarsest_bounded : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  item l n + inject_Z D * (item l 1 - item l n) + inject_Z (D ^ n) * (item l n - item l 1) <= inject_Z (D - 1 + (D ^ n
    - D) * (D - 1)).

(** yun2020:lemma10.bound_expanded: E.3.4: = delta^(-nd+1) (delta^-d - 1) - delta (delta^-2d - 2 delta^-d + 1)
    sha256:362a404968d51a9c50dd24769d0ebfb05dcc7df749b9c703b0f55375caf0a4ec *)
Definition yun2020_lemma10_bound_expanded : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (D - 1 + (D ^ n - D) * (D - 1) = D ^ n * (D - 1) - (D ^ 2 - 2 * D + 1))%Z.

(** yun2020:lemma10.bound_factored: E.3.4: = delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2
    sha256:a01a09a23ce40d6fda42fa7c41e52692c37135ff3eaa9db04b8211e4231661af *)
Definition yun2020_lemma10_bound_factored : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (D ^ n * (D - 1) - (D ^ 2 - 2 * D + 1) = D ^ n * (D - 1) - (D - 1) ^ 2)%Z.

(** ** Lemma 10 is one-to-one: App. E.3.4 *)

(** yun2020:coarse_resolution.in_the_range: E.3.1: [l_1 ... l_n] is in [0 : delta : delta^(-d+1) - delta]: its n
    entries are one number of that set
    sha256:545e1d5fab6a7f2ec74a3bfc98a1d491829705f7f365032c55664046d6e3c15a *)
Definition yun2020_coarse_resolution_in_the_range : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat n = 1)%Z.

(** yun2020:coarse_resolution.in_the_range@repaired: E.3.1: every l_j is in [0 : delta : delta^(-d+1) - delta]
    sha256:88878cafbf0826e3ea661dadd4ade2adab0890b594d658a5dbbab09f464da737 *)
Definition yun2020_coarse_resolution_in_the_range_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z (Qfloor (item l j)) == item l j /\ (0 <= item l j /\ item l j <= inject_Z
    (D - 1)).

(** yun2020:coarse_resolution.displayed: E.3.4: l~_n - l~'_n = (l_n - l'_n) + delta^-d (l_(n-1) - l_n - l'_(n-1) +
    l'_n) + ... + delta^(-nd) (l_n - l_1 - l'_n + l'_1)
    sha256:a2ae515e68394fb7d4ff3523d99a2941fff70ea97c628c61a45827dd9e4b11be *)
Definition yun2020_coarse_resolution_displayed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let difference := item l n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1))) +
    inject_Z (D ^ n) * (item l n - item l 1) - (item l_prime n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item
    l_prime (n - k) - item l_prime (n - k + 1))) + inject_Z (D ^ n) * (item l_prime n - item l_prime 1)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  let last := inject_Z (D ^ n) * (item l n - item l 1 - item l_prime n + item l_prime 1) in
  difference == item l n - item l_prime n + total 1 (n - 1) (fun i => item middle i) + last.

(** yun2020:coarse_resolution.first_term_low: E.3.4: if l_n != l'_n, -delta^(-d+1) + delta <= l_n - l'_n
    sha256:6226cb18e81ea086ae335a157bd152bff497647c0e6d001c81775fac8f574814 *)
Definition yun2020_coarse_resolution_first_term_low : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  ~ item l n == item l_prime n ->
  item l n - item l_prime n >= inject_Z (- D + 1).

(** yun2020:coarse_resolution.first_term_high: E.3.4: and l_n - l'_n <= delta^(-d+1) - delta
    sha256:e898716a8b3f4057fea3352dbab0f0d3d28f16443e4d15b805d296ae8ec44d8b *)
Definition yun2020_coarse_resolution_first_term_high : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  ~ item l n == item l_prime n ->
  item l n - item l_prime n <= inject_Z (D - 1).

(** yun2020:coarse_resolution.second_term_coarse: E.3.4: delta^-d (l_(n-1) - l_n - l'_(n-1) + l'_n) can only have
    values 0, delta^(-d+1), -delta^(-d+1), ...
    sha256:77ba2b1090dcc1305851fe15351b61b0ad33d45b5bd6500212e8f75f24de43a1 *)
Definition yun2020_coarse_resolution_second_term_coarse : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  inject_Z (D * Qfloor (item middle 1 / inject_Z D)) == item middle 1.

(** yun2020:coarse_resolution.remaining_coarse: E.3.4: the remaining terms have coarse resolution: so has every one of
    them
    sha256:4b4770e2c719a3e0a57cc9d9bc6c1202a7ba31b976de8b85f974055943a0511f *)
Definition yun2020_coarse_resolution_remaining_coarse : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  let last := inject_Z (D ^ n) * (item l n - item l 1 - item l_prime n + item l_prime 1) in
  (forall k : Z, (1 <= k <= n - 1)%Z -> inject_Z (D * Qfloor (item middle k / inject_Z D)) == item middle k) /\
    inject_Z (D * Qfloor (last / inject_Z D)) == last.

(** yun2020:coarse_resolution.first_term_stays: E.3.4: they can never cancel l_n - l'_n and make the sum zero
    sha256:ee55da3fab0a7919677667877955e71bc96936ce75cc5ee36ba4153d15d7da8b *)
Definition yun2020_coarse_resolution_first_term_stays : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  let last := inject_Z (D ^ n) * (item l n - item l 1 - item l_prime n + item l_prime 1) in
  ~ item l n == item l_prime n ->
  ~ item l n - item l_prime n + total 1 (n - 1) (fun i => item middle i) + last == 0.

(** yun2020:coarse_resolution.last_ids_equal: E.3.4: if l~_n = l~'_n, l_n = l'_n must hold
    sha256:c4ce7ac83dcce0be45acc317034a08c0141d05958cf220a19c34e214ae888220 *)
Definition yun2020_coarse_resolution_last_ids_equal : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let difference := item l n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1))) +
    inject_Z (D ^ n) * (item l n - item l 1) - (item l_prime n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item
    l_prime (n - k) - item l_prime (n - k + 1))) + inject_Z (D ^ n) * (item l_prime n - item l_prime 1)) in
  difference == 0 ->
  item l n == item l_prime n.

(** yun2020:coarse_resolution.second_term_low: E.3.4: if l_n = l'_n and l_(n-1) != l'_(n-1), the second term is >=
    -delta^(-2d+1) + delta^(-d+1)
    sha256:7626e7cc72e0955b8f245f201e6f175dcee231e43b6180a870d1ddf2bf7e5de0 *)
Definition yun2020_coarse_resolution_second_term_low : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  item l n == item l_prime n /\ ~ item l (n - 1) == item l_prime (n - 1) ->
  item middle 1 >= inject_Z (- D ^ 2 + D).

(** yun2020:coarse_resolution.second_term_high: E.3.4: and <= delta^(-2d+1) - delta^(-d+1)
    sha256:d2efa56315b5379c3e5f837847098ebb9405054740c30c8a2cb5058070ef8827 *)
Definition yun2020_coarse_resolution_second_term_high : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  item l n == item l_prime n /\ ~ item l (n - 1) == item l_prime (n - 1) ->
  item middle 1 <= inject_Z (D ^ 2 - D).

(** yun2020:coarse_resolution.second_term_stays: E.3.4: the remaining terms cannot cancel the second term
    sha256:f43c7c65940454ec35f0b0854470177ae88f61c842ebe303631935b2708bf5e0 *)
Definition yun2020_coarse_resolution_second_term_stays : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  let last := inject_Z (D ^ n) * (item l n - item l 1 - item l_prime n + item l_prime 1) in
  item l n == item l_prime n /\ ~ item l (n - 1) == item l_prime (n - 1) ->
  ~ item middle 1 + total 2 (n - 1) (fun i => item middle i) + last == 0.

(** yun2020:coarse_resolution.second_to_last_equal: E.3.4: hence, if l~_n = l~'_n, l_(n-1) = l'_(n-1) must hold
    sha256:caef035899a593df74dccb1220303cc68424803713f353656af3e8a6af2d1794 *)
Definition yun2020_coarse_resolution_second_to_last_equal : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let difference := item l n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1))) +
    inject_Z (D ^ n) * (item l n - item l 1) - (item l_prime n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item
    l_prime (n - k) - item l_prime (n - k + 1))) + inject_Z (D ^ n) * (item l_prime n - item l_prime 1)) in
  difference == 0 ->
  item l (n - 1) == item l_prime (n - 1).

(** yun2020:coarse_resolution.terms_bounded: E.3.4: we can proceed this way: where l_j differs first, its term is
    within +-(delta^(-(n-j+1)d+1) - delta^(-(n-j)d+1))
    sha256:a238d0aef439ec9b11960504230db9612c49a7ab8ba7bdbfb2f44cbd6eeec69b *)
Definition yun2020_coarse_resolution_terms_bounded : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  forall j : Z, (1 <= j <= n)%Z -> (forall i : Z, (j + 1 <= i <= n)%Z -> item l i == item l_prime i) /\ ~ item l j ==
    item l_prime j -> inject_Z (- (D ^ (n - j + 1) - D ^ (n - j))) <= (if (j =? n)%Z then item l n - item l_prime n
    else item middle (n - j)) /\ (if (j =? n)%Z then item l n - item l_prime n else item middle (n - j)) <= inject_Z
    (D ^ (n - j + 1) - D ^ (n - j)).

(** yun2020:coarse_resolution.terms_coarse: E.3.4: the terms after it are multiples of delta^(-(n-j+1)d+1)
    sha256:48cbdb24abc593356ef74b23c7f211279fca6b318b3e8c3606cf570ac0cc0261 *)
Definition yun2020_coarse_resolution_terms_coarse : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  let last := inject_Z (D ^ n) * (item l n - item l 1 - item l_prime n + item l_prime 1) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z (D ^ (n - j + 1) * Qfloor ((total (n - j + 1) (n - 1) (fun i => item
    middle i) + last) / inject_Z (D ^ (n - j + 1)))) == total (n - j + 1) (n - 1) (fun i => item middle i) + last.

(** yun2020:coarse_resolution.terms_stay: E.3.4: and cannot cancel it
    sha256:e194d8d1738fe43f6a7f7a1d13c9561a62895a5aeaee9173fb8db49307d7c1be *)
Definition yun2020_coarse_resolution_terms_stay : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let middle := listed 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1) - item l_prime (n -
    k) + item l_prime (n - k + 1))) in
  let last := inject_Z (D ^ n) * (item l n - item l 1 - item l_prime n + item l_prime 1) in
  forall j : Z, (1 <= j <= n)%Z -> (forall i : Z, (j + 1 <= i <= n)%Z -> item l i == item l_prime i) /\ ~ item l j ==
    item l_prime j -> ~ (if (j =? n)%Z then item l n - item l_prime n else item middle (n - j)) + total (n - j + 1) (n
    - 1) (fun i => item middle i) + last == 0.

(** yun2020:coarse_resolution.one_to_one: E.3.4: if l~_n = l~'_n, l_j = l'_j must hold for all j in [n]
    sha256:09ba6c6bf4294adb6643502f5a07035feca269d9d9e41156fbba85a1ac5f9a80 *)
Definition yun2020_coarse_resolution_one_to_one : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  let difference := item l n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item l (n - k) - item l (n - k + 1))) +
    inject_Z (D ^ n) * (item l n - item l 1) - (item l_prime n + total 1 (n - 1) (fun k => inject_Z (D ^ k) * (item
    l_prime (n - k) - item l_prime (n - k + 1))) + inject_Z (D ^ n) * (item l_prime n - item l_prime 1)) in
  difference == 0 ->
  forall j : Z, (1 <= j <= n)%Z -> item l j == item l_prime j.

(** ** Global shifting by the last layer: App. E.3.1 *)

(** yun2020:global_shift.positive: E.3.1: 0 < l~_1
    sha256:53d3535c5d4db4ff11a2c496220e06a8611484a86612828064d5f59efa6d4aad *)
Definition yun2020_global_shift_positive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  item after_sweep 1 > 0.

(** yun2020:global_shift.adds_maximum: E.3.1: it adds delta^(-(n+1)d) max_k u^T L~_(:,k) to each entry in the first
    row
    sha256:62afcb3c5a834034a0594d17be4390ced04ee67451bb526eed7d004e2a915eec *)
Definition yun2020_global_shift_adds_maximum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z m * (entry (run (g_c d n m) (in_unit_1 m L)) 1 j - entry (run
    (sweep_layers d m) (in_unit_1 m L)) 1 j) == inject_Z width * greatest_over 1 n (fun j_1 => item after_sweep j_1).

(** yun2020:global_shift.maximum_is_top: E.3.1: delta^(-(n+1)d) max_k u^T L~_(:,k) = delta^(-(n+1)d) l~_n
    sha256:d1dd9bab9531396f8e1ab8c8568929a3a538816e40f534697aa9f6a4f6a77ea8 *)
Definition yun2020_global_shift_maximum_is_top : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  inject_Z width * greatest_over 1 n (fun j => item after_sweep j) == inject_Z width * top.

(** yun2020:global_shift.first_row: E.3.1: g_c(L)_(1,j) = L_(1,j) + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) +
    delta^(-jd) (l_n - l_1) + delta^(-(n+1)d) l~_n
    sha256:8cbbbf7188376ff4ce1f8789cd2fcddd2c6d0c455777fe118a8432b3071c1456 *)
Definition yun2020_global_shift_first_row : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z m * entry (run (g_c d n m) (in_unit_1 m L)) 1 j == inject_Z m * entry
    (in_unit_1 m L) 1 j + (item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) * (item l (j - k) - item l (j - k +
    1))) + inject_Z (D ^ j) * (item l n - item l 1) - item l j) + inject_Z width * top.

(** yun2020:global_shift.other_rows: E.3.1: g_c(L)_(i,j) = L_(i,j) if i in [2, d]
    sha256:c3994f2df4af79f214f70918220d22f9504b38d2cd85ef15f6c3b210a1128b6c *)
Definition yun2020_global_shift_other_rows : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  (d >= 2)%Z ->
  forall i : Z, (2 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (g_c d n m) (in_unit_1 m L)) i j ==
    entry (in_unit_1 m L) i j.

(** yun2020:global_shift.ids: E.3.1: u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n
    sha256:fb49971d999b6c41b1fcdb49a6e6d28acea8d0b8b381a86510398b890eb11f0f *)
Definition yun2020_global_shift_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  forall j : Z, (1 <= j <= n)%Z -> item q j == item after_sweep j + inject_Z width * top.

(** yun2020:global_shift.bound_of_others: E.3.1: the upper bound on l~_n from Lemma 10 also holds for other l~_j's
    sha256:e07a9ce47534b117989e18a91dee6b4d32bf8f89028fdb7676d0c2f4a56ec19e *)
Definition yun2020_global_shift_bound_of_others : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item after_sweep j <= inject_Z (D ^ n * (D - 1) - (D - 1) ^ 2).

(** yun2020:global_shift.above_lower_end: E.3.1: so u^T g_c(L)_(:,j) in [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) l~_n +
    delta^(-(n+1)d+1)]: the lower end
    sha256:bed268c9d98783aa95177fca3639d03e2ea9d15cc9ee03500e6a4334c1296233 *)
Definition yun2020_global_shift_above_lower_end : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z width * top <= item q j.

(** yun2020:global_shift.below_upper_end: E.3.1: the upper end of that interval
    sha256:b3820a787a05e31d0da86be2565635ffa80e794dbffdda821c3704a55db1b807 *)
Definition yun2020_global_shift_below_upper_end : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  forall j : Z, (1 <= j <= n)%Z -> item q j <= inject_Z width * top + inject_Z width.

(** yun2020:global_shift.tops_apart: E.3.1: L, L' in G~_delta that are not permutations of each other map to l~_n,
    l~'_n that differ at least by delta
    sha256:3e8e33a4dcd7df20e36b7d41926e1b2095688df02822fdeafaba8666afc191b0 *)
Definition yun2020_global_shift_tops_apart : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j)
      in
    let top := item after_sweep n in
    [top] in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  at_least_apart 1 (numbers L ++ numbers L').

(** yun2020:global_shift.disjoint: E.3.1: the intervals [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) l~_n +
    delta^(-(n+1)d+1)] and the same for l~'_n are guaranteed to be disjoint: their lower ends differ by more than
    their length
    sha256:ac2c5a2a469a05f7cc05e3384c5ff4c36e24d59401fe1a73b902549019238915 *)
Definition yun2020_global_shift_disjoint : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j)
      in
    let top := item after_sweep n in
    [inject_Z width * top] in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  more_than_apart (inject_Z width) (numbers L ++ numbers L').

(** yun2020:global_shift.below_upper_end@repaired: E.3.1: u^T g_c(L)_(:,j) < delta^(-(n+1)d) l~_n + delta^(-(n+1)d+1)
    sha256:d6a2b19444f2bd6014b30ff7b8ba4fa99e02d85f6545c83884c404d1347bcdc5 *)
Definition yun2020_global_shift_below_upper_end_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  forall j : Z, (1 <= j <= n)%Z -> item q j < inject_Z width * top + inject_Z width.

(** yun2020:global_shift.disjoint@repaired: E.3.1: the half-open intervals [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) l~_n
    + delta^(-(n+1)d+1)) and the same for l~'_n are disjoint: their lower ends differ by at least their length
    sha256:c13001438d19c37523bed69ff5a07ed7ce92bf3db54501cb7f4aa1201ed14d64 *)
Definition yun2020_global_shift_disjoint_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j)
      in
    let top := item after_sweep n in
    [inject_Z width * top] in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  at_least_apart (inject_Z width) (numbers L ++ numbers L').

(** yun2020:global_shift.entries_distinct: E.3.1: so the entries of u^T g_c(L) and u^T g_c(L') are all distinct
    sha256:f3d8ffdfcf59c19df373549dfb5291eb1a4cb31d65b90eb81fc560334207c272 *)
Definition yun2020_global_shift_entries_distinct : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
    q in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  distinct (numbers L ++ numbers L').

(** yun2020:global_shift.at_least_t_l: E.3.1: t_l = delta^(-2nd+1) (delta^-d - 1) <= u^T g_c(L)_(:,j)
    sha256:2198455957af4f90f4ef6d44c4ef21aec780eaebc2df9a21c49b90cf03f07139 *)
Definition yun2020_global_shift_at_least_t_l : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z t_l <= item q j.

(** yun2020:global_shift.below_bound: E.3.1: u^T g_c(L)_(:,j) < delta^(-(n+1)d) (delta^(-nd+1) (delta^-d - 1) - delta
    (delta^-d - 1)^2) + delta^(-(n+1)d+1)
    sha256:27dcb8fd4fb57fd7e846e0a672ac0c5348c7fdd9f9ea8b261f28ec5a74d01233 *)
Definition yun2020_global_shift_below_bound : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let width := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item q j < inject_Z (width * (D ^ n * (D - 1) - (D - 1) ^ 2) + width).

(** yun2020:global_shift.bound_at_most_t_r: E.3.1: delta^(-(n+1)d) (delta^(-nd+1) (delta^-d - 1) - delta (delta^-d -
    1)^2) + delta^(-(n+1)d+1) <= delta^(-(2n+1)d+1) (delta^-d - 1) = t_r, where we used delta^-1 >= 2
    sha256:adf49740b142454a69978a05851fec1688971a9b7d831683cbbb90fd0edcc4b7 *)
Definition yun2020_global_shift_bound_at_most_t_r : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  let width := (D ^ (n + 1))%Z in
  (width * (D ^ n * (D - 1) - (D - 1) ^ 2) + width <= t_r)%Z.

(** ** Category 2: App. E.3.2 *)

(** yun2020:category2.sorted_ids: E.3.2: l_1 <= l_2 <= ... <= l_n
    sha256:03963771f2b6aef0fbd1052fb754e00f7db655a44b4896455507e4fbd16312c7 *)
Definition yun2020_category2_sorted_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> item l (j - 1) <= item l j.

(** yun2020:category2.duplicates: E.3.2: there exist j, j' in [n], j != j', such that l_j = l_j'
    sha256:ab1a2639a8707421a4400df40115aff4b53871fe4dc786f788f45b009f8c44c2 *)
Definition yun2020_category2_duplicates : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  exists j : Z, (1 <= j <= n)%Z /\ (exists k : Z, (j + 1 <= k <= n)%Z /\ item l j == item l k).

(** yun2020:category2.applied_to_both: E.3.2: the selective shift operation for l_j is applied to both columns
    sha256:5f095730562b15353fc0a75f714f7fdabfc37d7b22221c1f07244ebccf610c3b *)
Definition yun2020_category2_applied_to_both : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (1 <= j <= n)%Z -> forall j' : Z, (j + 1 <= j' <= n)%Z -> item l j == item l j' -> item (row_of u
    (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1))) (in_unit_1 m L))) j - item (row_of u (after (g_c d n m)
    (Z.to_nat (Qfloor (item l j))) (in_unit_1 m L))) j == inject_Z D * (greatest_over 1 n (fun j2 => item (row_of u
    (after (g_c d n m) (Z.to_nat (Qfloor (item l j))) (in_unit_1 m L))) j2) - least_over 1 n (fun j2 => item (row_of u
    (after (g_c d n m) (Z.to_nat (Qfloor (item l j))) (in_unit_1 m L))) j2)) /\ item (row_of u (after (g_c d n m)
    (Z.to_nat (Qfloor (item l j + 1))) (in_unit_1 m L))) j' - item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor
    (item l j))) (in_unit_1 m L))) j' == inject_Z D * (greatest_over 1 n (fun j2 => item (row_of u (after (g_c d n m)
    (Z.to_nat (Qfloor (item l j))) (in_unit_1 m L))) j2) - least_over 1 n (fun j2 => item (row_of u (after (g_c d n m)
    (Z.to_nat (Qfloor (item l j))) (in_unit_1 m L))) j2)).

(** yun2020:category2.coupled: E.3.2: the two columns are coupled together: the same in L~ and in g_c(L)
    sha256:68654c6ca75dc34be6f90fcc0ecfb23e416a59993c8648393105f90593bd34b2 *)
Definition yun2020_category2_coupled : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (1 <= j <= n)%Z -> forall j' : Z, (j + 1 <= j' <= n)%Z -> item l j == item l j' -> (forall i : Z, (1
    <= i <= d)%Z -> entry (run (sweep_layers d m) (in_unit_1 m L)) i j == entry (run (sweep_layers d m) (in_unit_1 m
    L)) i j' /\ entry (run (g_c d n m) (in_unit_1 m L)) i j == entry (run (g_c d n m) (in_unit_1 m L)) i j').

(** yun2020:category2.fewer_distinct: E.3.2: n' < n distinct columns
    sha256:afd0e47f3b2cb9239ab9a2539e678dd90c92a7a61924acdf43b90e5f1da0cba0 *)
Definition yun2020_category2_fewer_distinct : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  distinct_1 < inject_Z n.

(** yun2020:category2.one_id: E.3.2: if n' = 1, max_j l_j = min_j l_j
    sha256:8aeca5f1a9c0213e06d6ed31a6a8bf903fa85b89409e32b8fd01c68d7ebe6d95 *)
Definition yun2020_category2_one_id : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  distinct_1 == 1 ->
  greatest_over 1 n (fun j => item l j) == least_over 1 n (fun j => item l j).

(** yun2020:category2.no_shift: E.3.2: so the operation applied at l_j does not shift the entry at all
    sha256:a63395c2e40d5351ca828f8da1df296ea7fc742e7b6dcca06ad63080daad5346 *)
Definition yun2020_category2_no_shift : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  distinct_1 == 1 ->
  forall j : Z, (1 <= j <= n)%Z -> entry (after (g_c d n m) (Z.to_nat (Qfloor (item l j + 1))) (in_unit_1 m L)) 1 j ==
    entry (in_unit_1 m L) 1 j.

(** yun2020:category2.unchanged: E.3.2: after the first delta^-d layers L~ = L
    sha256:25e76f2f014382f6be0d52d0764a3f87e128bb81a78a0d3ec2b46a2aef4e7b1e *)
Definition yun2020_category2_unchanged : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  distinct_1 == 1 ->
  same_matrix (run (sweep_layers d m) (in_unit_1 m L)) (in_unit_1 m L).

(** yun2020:category2.shift_operations: E.3.2: if 1 < n' <= n - 1, the shift operation is applied n' times
    sha256:b169bea23edfa3cd9adfa343a4165110266e7557b83ea9aa47338a6984f366fc *)
Definition yun2020_category2_shift_operations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  distinct_1 > 1 ->
  inject_Z (total_Z 1 D (fun k => (if (same_list_bool (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m
    L))) (row_of u (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L)))) then 0 else 1)%Z)) == distinct_1.

(** yun2020:category2.one_or_more_at_a_time: E.3.2: to l'_1, ..., l'_n', one or more entries at a time: after k layers
    the columns with l_j < k delta, and they alone, have been shifted
    sha256:a86f11d8ec10aaf31fb4cf7d81ae6d50ad03fc920fc6430a94f8932c179c7f25 *)
Definition yun2020_category2_one_or_more_at_a_time : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  distinct_1 > 1 ->
  (forall j : Z, (1 <= j <= n)%Z -> ~ item after_sweep j == item l j) /\ (forall k : Z, (0 <= k <= D)%Z -> same_list
    (row_of u (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L))) (listed 1 n (fun j => (if (Qlt_bool (item l j)
    (inject_Z k)) then item after_sweep j else item l j) / inject_Z m))).

(** yun2020:category2.order: E.3.2: 0 <= l~_1 <= l~_2 <= ... <= l~_n
    sha256:969c7fbc9abbcaba0de5dcaccd13333607c13a6485f715b2ec243a4dd8f141ae *)
Definition yun2020_category2_order : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  distinct_1 > 1 ->
  item after_sweep 1 >= 0 /\ (forall j : Z, (2 <= j <= n)%Z -> item after_sweep (j - 1) <= item after_sweep j).

(** yun2020:category2.distinct_after: E.3.2: the output has n' distinct l~_j
    sha256:e88d6e1f844aae4b7065c255cbd0602cfa2facb71fce3a9e9f5157c070c88108 *)
Definition yun2020_category2_distinct_after : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  distinct_1 > 1 ->
  inject_Z (1 + total_Z 2 n (fun j => (if (negb (Qeq_bool (item after_sweep (j - 1)) (item after_sweep j))) then 1
    else 0)%Z)) == distinct_1.

(** yun2020:category2.as_shorter_sequence: E.3.2: whose distinct values are the numbers that the operations make of a
    length-n' sequence [l'_1 ... l'_n']
    sha256:bde9f673c5d2e0d11f414acdd77f2fb655b7bc1c20c0d131483312486964c575 *)
Definition yun2020_category2_as_shorter_sequence : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  let l_prime := listed 1 n (fun j => greatest_over 1 n (fun j2 => if (Qeq_bool (item place j2) (inject_Z j)) then
    item l j2 else -1)) in
  distinct_1 > 1 ->
  forall j : Z, (1 <= j <= n)%Z -> forall j2 : Z, (1 <= j2 <= n)%Z -> item place j == inject_Z j2 -> item after_sweep
    j == item l_prime j2 + total 1 (j2 - 1) (fun k => inject_Z (D ^ k) * (item l_prime (j2 - k) - item l_prime (j2 - k
    + 1))) + inject_Z (D ^ j2) * (total 1 n (fun j3 => if (Qeq_bool (inject_Z j3) distinct_1) then item l_prime j3
    else 0) - item l_prime 1).

(** yun2020:category2.formula: E.3.2: l~_n = l'_n' + sum_(k=1..n'-1) delta^(-kd) (l'_(n'-k) - l'_(n'-k+1)) +
    delta^(-n'd) (l'_n' - l'_1)
    sha256:ddb66451add1b899853a3ae080044364677c6cbe6880efa5e317e7d61fb9e216 *)
Definition yun2020_category2_formula : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  let l_prime := listed 1 n (fun j => greatest_over 1 n (fun j2 => if (Qeq_bool (item place j2) (inject_Z j)) then
    item l j2 else -1)) in
  let top := item after_sweep n in
  distinct_1 > 1 ->
  top == total 1 n (fun j => if (Qeq_bool (inject_Z j) distinct_1) then item l_prime j else 0) + total 1 (n - 1) (fun
    k => if (Qle_bool (inject_Z k) (distinct_1 - 1)) then inject_Z (D ^ k) * (total 1 n (fun j => if (Qeq_bool
    (inject_Z j) (distinct_1 - inject_Z k)) then item l_prime j else 0) - total 1 n (fun j => if (Qeq_bool (inject_Z
    j) (distinct_1 - inject_Z k + 1)) then item l_prime j else 0)) else 0) + inject_Z (total_Z 0 n (fun e => (if
    (Qeq_bool (inject_Z e) distinct_1) then D ^ e else 0)%Z)) * (total 1 n (fun j => if (Qeq_bool (inject_Z j)
    distinct_1) then item l_prime j else 0) - item l_prime 1).

(** yun2020:category2.upper_bound: E.3.2: l~_n <= delta^(-n'd+1) (delta^-d - 1) - delta (delta^-d - 1)^2
    sha256:edf6aa8fdbfb1006906d8ba1f13b211572de14b61a6e5a524c008085885dea20 *)
Definition yun2020_category2_upper_bound : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let place := listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i => (if (negb (Qeq_bool (item l (i - 1)) (item l
    i))) then 1 else 0)%Z))) in
  let distinct_1 := item place n in
  let top := item after_sweep n in
  distinct_1 > 1 ->
  top <= inject_Z (total_Z 0 n (fun e => (if (Qeq_bool (inject_Z e) distinct_1) then D ^ e else 0)%Z) * (D - 1) - (D -
    1) ^ 2).

(** yun2020:category2.below_lower_bound: E.3.2: delta^(-n'd+1) (delta^-d - 1) - delta (delta^-d - 1)^2 <
    delta^(-(n-1)d+1) (delta^-d - 1)
    sha256:5f0bcd4d0c4385e0c800ffbe27425f221f835140e3e92d1f22cbb85fd0854922 *)
Definition yun2020_category2_below_lower_bound : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (n >= 3)%Z ->
  forall n' : Z, (2 <= n' <= n - 1)%Z -> (D ^ n' * (D - 1) - (D - 1) ^ 2 < D ^ (n - 1) * (D - 1))%Z.

(** yun2020:category2.below_category1: E.3.2: l~_n is strictly less (by at least delta) than from Category 1: so it is
    than the lower bound of Lemma 10
    sha256:e6420e196976181852dacc8965299db7afdaa2f6d3b5b33a6fc8326fc68a9643 *)
Definition yun2020_category2_below_category1 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  top + 1 <= inject_Z (D ^ (n - 1) * (D - 1)).

(** yun2020:category2.category1_above: E.3.2: which is a lower bound for Category 1
    sha256:29237b13515f9fbb0af4f9cb252bc4e4a97ace4ff8f7b29be76d745322df1005 *)
Definition yun2020_category2_category1_above : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  inject_Z (D ^ (n - 1) * (D - 1)) <= top.

(** yun2020:category2.above_threshold: E.3.2: not said: every l~_j > 0, the threshold of psi(.; 0), so that the last
    layer adds the maximum everywhere
    sha256:f1a4891ef892219e2151f43229c23a59516c543bd4859a4c5dbc38a69f47b491 *)
Definition yun2020_category2_above_threshold : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item after_sweep j > 0.

(** yun2020:category2.above_threshold@repaired: E.3.2: l~_j > 0 for all j, or L = 0, where the maximum is the minimum
    and the mean as well
    sha256:9ec87a0771d02279e0b2296dc71fc7e365015b224a9bc56b3c13042a5c063ec2 *)
Definition yun2020_category2_above_threshold_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  (forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (in_unit_1 m L) i j == 0) \/ (forall j : Z,
    (1 <= j <= n)%Z -> item after_sweep j > 0).

(** yun2020:category2.last_layer: E.3.2: u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n
    sha256:b3d6f8f92d4df65990f2b1ea1541c37d5366868502b6ef4c7737ead64d2834e9 *)
Definition yun2020_category2_last_layer : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  forall j : Z, (1 <= j <= n)%Z -> item q j == item after_sweep j + inject_Z (D ^ (n + 1)) * top.

(** yun2020:category2.at_most_largest: E.3.2: l~_j + delta^(-(n+1)d) l~_n <= (delta^(-(n+1)d) + 1) (delta^(-(n-1)d+1)
    (delta^-d - 1) - delta (delta^-d - 1)^2)
    sha256:982cb9f64cfd717a2ee0950bf46352bb0f7cea720f7a14a9ba65489465c94c36 *)
Definition yun2020_category2_at_most_largest : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let top := item after_sweep n in
  forall j : Z, (1 <= j <= n)%Z -> item after_sweep j + inject_Z (D ^ (n + 1)) * top <= inject_Z ((D ^ (n + 1) + 1) *
    (D ^ (n - 1) * (D - 1) - (D - 1) ^ 2)).

(** yun2020:category2.largest_below_t_l: E.3.2: (delta^(-(n+1)d) + 1) (delta^(-(n-1)d+1) (delta^-d - 1) - delta
    (delta^-d - 1)^2) < delta^(-2nd+1) (delta^-d - 1) = t_l
    sha256:233c46e1707b6c19ec6f4bad15ec2618b914f44c452d87ddabd43f359616bcac *)
Definition yun2020_category2_largest_below_t_l : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  ((D ^ (n + 1) + 1) * (D ^ (n - 1) * (D - 1) - (D - 1) ^ 2) < t_l)%Z.

(** yun2020:category2.t_l_below_category1: E.3.2: where the RHS is a lower bound on u^T g_c(L)_(:,j) for Category 1
    sha256:2198455957af4f90f4ef6d44c4ef21aec780eaebc2df9a21c49b90cf03f07139 *)
Definition yun2020_category2_t_l_below_category1 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z t_l <= item q j.

(** yun2020:category2.property4: E.3.2: the entries of u^T g_c(L) are outside [t_l, t_r]
    sha256:16b42c776efabe7783d00b1d60e689b64fdaee15de0f487c42bd19e98df9f413 *)
Definition yun2020_category2_property4 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item q j < inject_Z t_l \/ item q j > inject_Z t_r.

(** ** Category 3: App. E.3.3 *)

(** yun2020:category3.special_ids: E.3.3: l_j <= -delta^(-nd) + delta^(-d+1) - 1 < 0 whenever a column has an entry
    that equals -delta^(-nd)
    sha256:0f615a7c3eb715fc36242dd563b468c4042911d472dc43e1516a5810b794d18b *)
Definition yun2020_category3_special_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (1 <= j <= n)%Z -> ~ (forall i : Z, (1 <= i <= d)%Z -> ~ entry (in_unit_1 m L) i j == inject_Z (- D ^
    n)) -> item l j <= inject_Z (- m * D ^ n + D - m) /\ item l j < 0.

(** yun2020:category3.sorted_ids: E.3.3: l_1 <= l_2 <= ... <= l_n
    sha256:6808d4a6a47777d27da1108255faad5eba5fe9517a09a418ef57cbadce77743f *)
Definition yun2020_category3_sorted_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> item l (j - 1) <= item l j.

(** yun2020:category3.minimum: E.3.3: min_k u^T L_(:,k) = l_1 < 0
    sha256:449da1ffeb0ef2c5509dd7409ebe8f16ff5f535e0ec7225ef2cd0c2cb66b9e41 *)
Definition yun2020_category3_minimum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  least_over 1 n (fun j => item l j) == item l 1 /\ item l 1 < 0.

(** yun2020:category3.never_shifted: E.3.3: l_1 never gets shifted upwards
    sha256:ee06191fa8846f517bb0efea297fcc4b4ed17c2c582fbf2525868019d4f2e257 *)
Definition yun2020_category3_never_shifted : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  forall k : Z, (0 <= k <= D)%Z -> item (row_of u (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L))) 1 == item (row_of
    u (in_unit_1 m L)) 1.

(** yun2020:category3.stays_minimum: E.3.3: so it remains as the minimum for the whole time
    sha256:4e7b0b98aefb5da42c4a03ee21e72c59481389101b5c391cdabddd7fb025ba64 *)
Definition yun2020_category3_stays_minimum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall k : Z, (0 <= k <= D)%Z -> least_over 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat
    k) (in_unit_1 m L))) j) == item l 1.

(** yun2020:category3.unchanged: E.3.3: if all l_j's are negative, L~ = L
    sha256:3d81b796bfaf5815ceb425d8770582e392d809111124a7f1327829bdef0a13f3 *)
Definition yun2020_category3_unchanged : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  same_matrix (run (sweep_layers d m) (in_unit_1 m L)) (in_unit_1 m L).

(** yun2020:category3.adds_minimum: E.3.3: the last layer adds delta^(-(n+1)d) min_k u^T L~_(:,k) to each entry in the
    first row
    sha256:ea735e7f6d529b2fa116ff9dc54e7238714ab95e425342e319350a7b8dc9f876 *)
Definition yun2020_category3_adds_minimum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (1 <= j <= n)%Z -> inject_Z m * (entry (run (g_c d n m) (in_unit_1 m L)) 1 j - entry (run
    (sweep_layers d m) (in_unit_1 m L)) 1 j) == inject_Z (D ^ (n + 1)) * least_over 1 n (fun j_1 => item after_sweep
    j_1).

(** yun2020:category3.minimum_negative: E.3.3: delta^(-(n+1)d) min_k u^T L~_(:,k) < 0
    sha256:c5d5b4c3c3365bb4f5bf6a1109a9a42b3c13a252626ec272b057480129159ac4 *)
Definition yun2020_category3_minimum_negative : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  inject_Z (D ^ (n + 1)) * least_over 1 n (fun j => item after_sweep j) < 0.

(** yun2020:category3.output_negative: E.3.3: u^T g_c(L) < 0
    sha256:d449a7367cb501d79b2ff777e0f13337ea625a5f332f8d3ddd082e221e1493be *)
Definition yun2020_category3_output_negative : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (1 <= j <= n)%Z -> item q j < 0.

(** yun2020:category3.t_l_positive: E.3.3: 0 < t_l
    sha256:7321983f14c39365d7340651d7b17f11e00d910450d04bace1ff326699558c03 *)
Definition yun2020_category3_t_l_positive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  (t_l > 0)%Z.

(** yun2020:category3.one_positive: E.3.3: if not all l_j's are negative, at least one l_j is positive
    sha256:7d606ba5ab1f5713e8f0e2a3ab124f395b8a68b65b437774c5bf703dc80a1658 *)
Definition yun2020_category3_one_positive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  item l n > 0.

(** yun2020:category3.one_positive@repaired: E.3.3: if not all l_j's are negative, at least one l_j is nonnegative
    sha256:8fb36a2fd588f7d3c3297deaaba5a4703469c19431929cb80cb033b7246917dd *)
Definition yun2020_category3_one_positive_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  item l n >= 0.

(** yun2020:category3.index: E.3.3: there is an index i that satisfies l_(i-1) < 0 <= l_i
    sha256:2bcbf867491d7bb882c387bdb1068b5c82863986a20c39935eccab99fd103bca *)
Definition yun2020_category3_index : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let i := (1 + total_Z 1 n (fun j => (if (Qlt_bool (item l j) 0) then 1 else 0)%Z))%Z in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  ((forall j : Z, (2 <= j <= n)%Z -> (i = j)%Z -> item l (j - 1) < 0 /\ item l j >= 0) /\ (i >= 2)%Z) /\ (i <= n)%Z.

(** yun2020:category3.negative_kept: E.3.3: selective shift operation does not affect l_1, ..., l_(i-1)
    sha256:a07d454f883b1e051b5315661843f86b0aa2a3d38b02f49f910f50982874e44b *)
Definition yun2020_category3_negative_kept : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let i := (1 + total_Z 1 n (fun j => (if (Qlt_bool (item l j) 0) then 1 else 0)%Z))%Z in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall k : Z, (0 <= k <= D)%Z -> same_list (row_of u (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L))) (listed 1 n
    (fun j => if (j <? i)%Z then item (row_of u (in_unit_1 m L)) j else item (row_of u (after (g_c d n m) (Z.to_nat k)
    (in_unit_1 m L))) j)).

(** yun2020:category3.first_shift: E.3.3: then it shifts l_i by delta^-d (max_k u^T L_(:,k) - min_k u^T L_(:,k))
    sha256:a9353b20398d0c1d4f85dbc672f65fbf89648228aaaf7e1953e45554a0e82a32 *)
Definition yun2020_category3_first_shift : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let i := (1 + total_Z 1 n (fun j => (if (Qlt_bool (item l j) 0) then 1 else 0)%Z))%Z in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (1 <= j <= n)%Z -> (i = j)%Z -> inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor ((if
    (Qle_bool 0 (item l j)) then item l j else 0) + 1))) (in_unit_1 m L))) j - inject_Z m * item (row_of u (after (g_c
    d n m) (Z.to_nat (Qfloor (if (Qle_bool 0 (item l j)) then item l j else 0))) (in_unit_1 m L))) j == inject_Z D *
    (greatest_over 1 n (fun j_1 => item l j_1) - least_over 1 n (fun j_1 => item l j_1)).

(** yun2020:category3.first_shift_by_ids: E.3.3: = delta^-d (l_n - l_1)
    sha256:3d2f6702cf816a55d0d1dfa2a8276aaf264e608ecd71d4de8a78b951dd4aa2dc *)
Definition yun2020_category3_first_shift_by_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  inject_Z D * (greatest_over 1 n (fun j => item l j) - least_over 1 n (fun j => item l j)) == inject_Z D * (item l n
    - item l 1).

(** yun2020:category3.first_shift_at_least: E.3.3: delta^-d (l_n - l_1) >= delta^-d (0 + delta^(-nd) - delta^(-d+1) +
    1)
    sha256:33284db7a8bee28e942d2e9b9b6f5d3f2691f4f6e7796df741869c4c1b6f58d0 *)
Definition yun2020_category3_first_shift_at_least : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  inject_Z D * (item l n - item l 1) >= inject_Z (D * (0 + m * D ^ n - D + m)).

(** yun2020:category3.first_shift_is_large: E.3.3: delta^-d (0 + delta^(-nd) - delta^(-d+1) + 1) >= delta^(-(n+1)d+1),
    where we used delta^-1 >= 2
    sha256:89ae4cfafcd32bd651a109aecf92f1f7964bf6602ae34e8d15e83bdad933e9ec *)
Definition yun2020_category3_first_shift_is_large : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (D * (0 + m * D ^ n - D + m) >= D ^ (n + 1))%Z.

(** yun2020:category3.larger_shifts: E.3.3: the next shift operations (for n = 2 there is none) shift l_(i+1), ...,
    l_n by even larger amount
    sha256:49887d1649d84490fcc64c59995979cc8b9a14cc6925a74088b12f046d3e8741 *)
Definition yun2020_category3_larger_shifts : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let i := (1 + total_Z 1 n (fun j => (if (Qlt_bool (item l j) 0) then 1 else 0)%Z))%Z in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (2 <= j <= n)%Z -> (j > i)%Z -> inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor ((if
    (Qle_bool 0 (item l j)) then item l j else 0) + 1))) (in_unit_1 m L))) j - inject_Z m * item (row_of u (after (g_c
    d n m) (Z.to_nat (Qfloor (if (Qle_bool 0 (item l j)) then item l j else 0))) (in_unit_1 m L))) j > inject_Z m *
    item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor ((if (Qle_bool 0 (item l (j - 1))) then item l (j - 1) else 0)
    + 1))) (in_unit_1 m L))) (j - 1) - inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (if (Qle_bool
    0 (item l (j - 1))) then item l (j - 1) else 0))) (in_unit_1 m L))) (j - 1).

(** yun2020:category3.larger_shifts@repaired: E.3.3: the next shift operations shift the columns of the next ids by
    even larger amount
    sha256:4e17adcfffa1c501b22f736ee93747e33ecb2f57ee305eb7c4b88d2c330fa056 *)
Definition yun2020_category3_larger_shifts_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let i := (1 + total_Z 1 n (fun j => (if (Qlt_bool (item l j) 0) then 1 else 0)%Z))%Z in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (2 <= j <= n)%Z -> (j > i)%Z -> (item l (j - 1) < item l j -> inject_Z m * item (row_of u (after (g_c
    d n m) (Z.to_nat (Qfloor ((if (Qle_bool 0 (item l j)) then item l j else 0) + 1))) (in_unit_1 m L))) j - inject_Z
    m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (if (Qle_bool 0 (item l j)) then item l j else 0)))
    (in_unit_1 m L))) j > inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor ((if (Qle_bool 0 (item l (j
    - 1))) then item l (j - 1) else 0) + 1))) (in_unit_1 m L))) (j - 1) - inject_Z m * item (row_of u (after (g_c d n
    m) (Z.to_nat (Qfloor (if (Qle_bool 0 (item l (j - 1))) then item l (j - 1) else 0))) (in_unit_1 m L))) (j - 1)) /\
    (item l (j - 1) == item l j -> inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor ((if (Qle_bool 0
    (item l j)) then item l j else 0) + 1))) (in_unit_1 m L))) j - inject_Z m * item (row_of u (after (g_c d n m)
    (Z.to_nat (Qfloor (if (Qle_bool 0 (item l j)) then item l j else 0))) (in_unit_1 m L))) j == inject_Z m * item
    (row_of u (after (g_c d n m) (Z.to_nat (Qfloor ((if (Qle_bool 0 (item l (j - 1))) then item l (j - 1) else 0) +
    1))) (in_unit_1 m L))) (j - 1) - inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (Qfloor (if (Qle_bool 0
    (item l (j - 1))) then item l (j - 1) else 0))) (in_unit_1 m L))) (j - 1)).

(** yun2020:category3.shifted_far: E.3.3: after the first delta^-d layers delta^(-(n+1)d+1) <= l~_i
    sha256:08d6ab6b390efae11052b20cfe03ebf29caf7953f837ce2d1bb6a35b7c3d514e *)
Definition yun2020_category3_shifted_far : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let i := (1 + total_Z 1 n (fun j => (if (Qlt_bool (item l j) 0) then 1 else 0)%Z))%Z in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (1 <= j <= n)%Z -> (i = j)%Z -> inject_Z (D ^ (n + 1)) <= item after_sweep j.

(** yun2020:category3.order: E.3.3: l~_i <= ... <= l~_n
    sha256:034ac1499103677f0a3ba5720eb929066d522f2235ebcb66a5f89fe84d18c339 *)
Definition yun2020_category3_order : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let i := (1 + total_Z 1 n (fun j => (if (Qlt_bool (item l j) 0) then 1 else 0)%Z))%Z in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (2 <= j <= n)%Z -> (j > i)%Z -> item after_sweep (j - 1) <= item after_sweep j.

(** yun2020:category3.negative_after: E.3.3: while l~_j = l_j < 0 for j in [i - 1]
    sha256:55fde4e2a5050e492e981a134d8fe49da53a4e2ead1023117b1865f65c09d3b8 *)
Definition yun2020_category3_negative_after : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let i := (1 + total_Z 1 n (fun j => (if (Qlt_bool (item l j) 0) then 1 else 0)%Z))%Z in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (1 <= j <= n)%Z -> (j < i)%Z -> item after_sweep j == item l j /\ item l j < 0.

(** yun2020:category3.negative_pushed: E.3.3: for negative l~_j's the last layer adds delta^(-(n+1)d) min_k l~_k
    sha256:952275e233ca8d4c021437638c94351f956c5ca0afc045d1363f2f9346c28a71 *)
Definition yun2020_category3_negative_pushed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item after_sweep j < 0 -> inject_Z m * (entry (run (g_c d n m) (in_unit_1 m L)) 1 j
    - entry (run (sweep_layers d m) (in_unit_1 m L)) 1 j) == inject_Z (D ^ (n + 1)) * least_over 1 n (fun j_1 => item
    after_sweep j_1).

(** yun2020:category3.pushed_down: E.3.3: delta^(-(n+1)d) min_k l~_k = delta^(-(n+1)d) l_1 < 0, pushing them further
    to the negative side
    sha256:8056fb64068e8c13976445c6dfd85e0a519393f5a93067a2be2c3087924a6fe6 *)
Definition yun2020_category3_pushed_down : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  (inject_Z (D ^ (n + 1)) * least_over 1 n (fun j => item after_sweep j) == inject_Z (D ^ (n + 1)) * item l 1 /\
    inject_Z (D ^ (n + 1)) * item l 1 < 0) /\ (forall j : Z, (1 <= j <= n)%Z -> item after_sweep j < 0 -> item q j <
    item after_sweep j).

(** yun2020:category3.positive_pushed: E.3.3: for positive l~_j's the layer adds delta^(-(n+1)d) max_k l~_k
    sha256:0b6a9538bb9bcabe86614a03f854e073714348d103c235fe6496a0e8aed59648 *)
Definition yun2020_category3_positive_pushed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (1 <= j <= n)%Z -> item after_sweep j > 0 -> inject_Z m * (entry (run (g_c d n m) (in_unit_1 m L)) 1 j
    - entry (run (sweep_layers d m) (in_unit_1 m L)) 1 j) == inject_Z (D ^ (n + 1)) * greatest_over 1 n (fun j_1 =>
    item after_sweep j_1).

(** yun2020:category3.maximum_is_top: E.3.3: delta^(-(n+1)d) max_k l~_k = delta^(-(n+1)d) l~_n
    sha256:554f0334f856d7859588a6b0199afdb6a25d164c305ee5c94215a5616a7cd4d0 *)
Definition yun2020_category3_maximum_is_top : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  inject_Z (D ^ (n + 1)) * greatest_over 1 n (fun j => item after_sweep j) == inject_Z (D ^ (n + 1)) * item
    after_sweep n.

(** yun2020:category3.pushed_far: E.3.3: delta^(-(n+1)d) l~_n >= delta^(-(2n+2)d+1)
    sha256:83af346bc1335d7696c334884cff0eb3230cd37cc4d1cfcc29dbd12bf621c77e *)
Definition yun2020_category3_pushed_far : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  inject_Z (D ^ (n + 1)) * item after_sweep n >= inject_Z (D ^ (2 * n + 2)).

(** yun2020:category3.output_large: E.3.3: so that l~_i, ..., l~_n are all greater than or equal to delta^(-(2n+2)d+1)
    sha256:1521acbd9687efaf76df1f797343e5efda89f772d151ff90666b7045a0ef2384 *)
Definition yun2020_category3_output_large : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  let i := (1 + total_Z 1 n (fun j => (if (Qlt_bool (item l j) 0) then 1 else 0)%Z))%Z in
  ~ (forall j : Z, (1 <= j <= n)%Z -> item l j < 0) ->
  forall j : Z, (1 <= j <= n)%Z -> (j >= i)%Z -> item q j >= inject_Z (D ^ (2 * n + 2)).

(** yun2020:category3.beyond_t_r: E.3.3: delta^(-(2n+2)d+1) > t_r
    sha256:872474e64c7f654fa34de36c8c55f825dc74d591ca9ecfa2c1b064214c71d62f *)
Definition yun2020_category3_beyond_t_r : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  (D ^ (2 * n + 2) > t_r)%Z.

(** yun2020:category3.property4: E.3.3: u^T g_c(L)_(:,j) is not in [t_l, t_r], for all j in [n]
    sha256:901dd56f56e72ea88555ca8e1b2028117c0ada7b3936405d32e874579657134d *)
Definition yun2020_category3_property4 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item q j < inject_Z t_l \/ item q j > inject_Z t_r.

(** ** Lemma 8: App. E.1.2; proof in App. E.3 *)

(** yun2020:lemma8.layers: g_c is composed of delta^-d + 1 self-attention layers
    sha256:9f5464cc534b635be87aec3de467f89f3e5eaed8c607da35521061cc32fe9c0c *)
Definition yun2020_lemma8_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (Z.of_nat (attention_layers (g_c d n m)) = D + 1)%Z.

(** yun2020:lemma8.only_attention: and of nothing else: no feed-forward layer
    sha256:434d48e9e3845b0b776b1305579dd67fa9957f50320fa4862baa90d9784f02b4 *)
Definition yun2020_lemma8_only_attention : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (feed_forward_layers (g_c d n m)) = 0)%Z.

(** yun2020:lemma8.heads: h = 2: two heads, where a layer with fewer is filled up by heads with W_O = 0
    sha256:8e2a05c72332a4aea270da57b4beaf8d17af773802cc79105170ed14cd358718 *)
Definition yun2020_lemma8_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (heads (g_c d n m)) = 2)%Z.

(** yun2020:lemma8.head_size: m = 1: heads of size 1
    sha256:1b7c0a34c8422829c2770cafc5e369022eb34299bd9203a07d8bdd69014b41e9 *)
Definition yun2020_lemma8_head_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (head_size (g_c d n m)) = 1)%Z.

(** yun2020:lemma8.t_l_positive: 0 < t_l
    sha256:7321983f14c39365d7340651d7b17f11e00d910450d04bace1ff326699558c03 *)
Definition yun2020_lemma8_t_l_positive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  (t_l > 0)%Z.

(** yun2020:lemma8.t_l_below_t_r: t_l < t_r
    sha256:8da4b98c40f2b6bdc0e8e414db16589d52725db58c18391f41395dd73ec8e8a9 *)
Definition yun2020_lemma8_t_l_below_t_r : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  (t_l < t_r)%Z.

(** yun2020:lemma8.property1: for any L in G~_delta, the entries of q(L) are all distinct
    sha256:f565d2b0da58f6578214745f57713221b005f47c890647ecc8769c04a492055d *)
Definition yun2020_lemma8_property1 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  distinct q.

(** yun2020:lemma8.property2: for any L, L' in G~_delta such that L is not a permutation of L', all entries of q(L),
    q(L') are distinct
    sha256:f3d8ffdfcf59c19df373549dfb5291eb1a4cb31d65b90eb81fc560334207c272 *)
Definition yun2020_lemma8_property2 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
    q in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  distinct (numbers L ++ numbers L').

(** yun2020:lemma8.property3: for any L in G~_delta, all the entries of q(L) are in [t_l, t_r]
    sha256:96bc55ae918a894718fa230b0f1bbd592be49fc4454bd9a558fc2c145d497ffd *)
Definition yun2020_lemma8_property3 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z t_l <= item q j /\ item q j <= inject_Z t_r.

(** yun2020:lemma8.property4: for any L in G+_delta without G~_delta, all the entries of q(L) are outside [t_l, t_r]
    sha256:35d9a5a70de7bdcb391367a95dacd3f6d514c58f0380df1d1e59b6290ff43723 *)
Definition yun2020_lemma8_property4 : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item q j < inject_Z t_l \/ item q j > inject_Z t_r.

(** ** Only ids that are present can move: our own, on App. E.3 and G.2 *)

(** yun2020:event_driven_sweep.layer_by_layer: E.3: the state after a layer is what this layer alone makes of the
    state before it, ids included
    sha256:28d8af3ee8901302575a8be06b3f6e3ea174ea805d4891182509765b73c8c947 *)
Definition yun2020_event_driven_sweep_layer_by_layer : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) \/ (category_3 d n m L) ->
  forall k : Z, (1 <= k <= D)%Z -> same_matrix (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L)) (layer_alone (g_c d n
    m) k (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) /\ same_list (row_of u (after (g_c d n m) (Z.to_nat
    k) (in_unit_1 m L))) (row_of u (layer_alone (g_c d n m) k (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m
    L)))).

(** yun2020:event_driven_sweep.multiples_of_delta: E.3: before every layer of the sweep all ids are multiples of delta
    sha256:6630614f5c63204e8e40ffaf2358cc2e2eb011525920ef298a702828bee07084 *)
Definition yun2020_event_driven_sweep_multiples_of_delta : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) \/ (category_3 d n m L) ->
  forall k : Z, (1 <= k <= D)%Z -> forall j : Z, (1 <= j <= n)%Z -> inject_Z (Qfloor (item (listed 1 n (fun j2 =>
    inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j)) == item (listed 1 n
    (fun j2 => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j.

(** yun2020:event_driven_sweep.between_thresholds: E.3: so none is a threshold l -+ delta/2, and just the id l is
    between the two
    sha256:7c8de3f7797ac2e1762f45d6054d50df268a6559397b1033040a52561eb5e982 *)
Definition yun2020_event_driven_sweep_between_thresholds : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) \/ (category_3 d n m L) ->
  forall k : Z, (1 <= k <= D)%Z -> (forall j : Z, (1 <= j <= n)%Z -> ((2 * (item (listed 1 n (fun j2 => inject_Z m *
    item (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j - inject_Z (k - 1)) + 1) * (2 *
    (item (listed 1 n (fun j2 => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L)))
    j2)) j - inject_Z (k - 1)) - 1) < 0 -> item (listed 1 n (fun j2 => inject_Z m * item (row_of u (after (g_c d n m)
    (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j == inject_Z (k - 1)) /\ (item (listed 1 n (fun j2 => inject_Z m * item
    (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j == inject_Z (k - 1) -> (2 * (item (listed
    1 n (fun j2 => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j -
    inject_Z (k - 1)) + 1) * (2 * (item (listed 1 n (fun j2 => inject_Z m * item (row_of u (after (g_c d n m)
    (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j - inject_Z (k - 1)) - 1) < 0)) /\ (forall j : Z, (1 <= j <= n)%Z -> ~
    (2 * (item (listed 1 n (fun j2 => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m
    L))) j2)) j - inject_Z (k - 1)) + 1) * (2 * (item (listed 1 n (fun j2 => inject_Z m * item (row_of u (after (g_c d
    n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j - inject_Z (k - 1)) - 1) == 0).

(** yun2020:event_driven_sweep.others_stay: E.3: the layer of id l leaves every column as it is whose current id is
    not l
    sha256:b8573f4267dd295e3afd5cc206fdf75bd89b3fc4a5a9877b2a6b94a735e9aab9 *)
Definition yun2020_event_driven_sweep_others_stay : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) \/ (category_3 d n m L) ->
  forall k : Z, (1 <= k <= D)%Z -> forall j : Z, (1 <= j <= n)%Z -> ~ item (listed 1 n (fun j2 => inject_Z m * item
    (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j == inject_Z (k - 1) -> (forall i : Z, (1
    <= i <= d)%Z -> entry (layer_alone (g_c d n m) k (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) i j ==
    entry (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L)) i j).

(** yun2020:event_driven_sweep.own_gains: E.3: the layer of id l adds delta^-d (max_k u^T Z_(:,k) - min_k u^T Z_(:,k))
    to the first entry of every column whose current id is l
    sha256:613396ec3a19e97194ee6df22262eee3cb6ce90dcbed260e0358ecb917f4e5fe *)
Definition yun2020_event_driven_sweep_own_gains : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) \/ (category_3 d n m L) ->
  forall k : Z, (1 <= k <= D)%Z -> forall j : Z, (1 <= j <= n)%Z -> item (listed 1 n (fun j_1 => inject_Z m * item
    (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j_1)) j == inject_Z (k - 1) -> inject_Z m *
    entry (layer_alone (g_c d n m) k (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) 1 j == inject_Z m * entry
    (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L)) 1 j + inject_Z D * (greatest_over 1 n (fun j_1 => item
    (listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j)) j_1)
    - least_over 1 n (fun j_1 => item (listed 1 n (fun j => inject_Z m * item (row_of u (after (g_c d n m) (Z.to_nat
    (k - 1)) (in_unit_1 m L))) j)) j_1)).

(** yun2020:event_driven_sweep.other_rows_stay: E.3: no layer changes another row than the first
    sha256:f903b1add7df81d198ce550840c807a2936f8e180fe4004155cca6b2919a29e1 *)
Definition yun2020_event_driven_sweep_other_rows_stay : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) \/ (category_3 d n m L) ->
  (d >= 2)%Z ->
  forall k : Z, (1 <= k <= D)%Z -> forall i : Z, (2 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry
    (layer_alone (g_c d n m) k (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) i j == entry (after (g_c d n m)
    (Z.to_nat (k - 1)) (in_unit_1 m L)) i j.

(** yun2020:event_driven_sweep.passed_over: E.3: a layer whose id no column has may be passed over
    sha256:aea026f67a3bf95c1d59917e3c0ca72e7484b8f04bc636211c9aa32a6c3a1da9 *)
Definition yun2020_event_driven_sweep_passed_over : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) \/ (category_3 d n m L) ->
  forall k : Z, (1 <= k <= D)%Z -> (forall j : Z, (1 <= j <= n)%Z -> ~ item (listed 1 n (fun j2 => inject_Z m * item
    (row_of u (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) j2)) j == inject_Z (k - 1)) -> same_matrix
    (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L)) (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L)).

(** yun2020:event_driven_sweep.events: E.3: at most n layers of the sweep change anything
    sha256:39a753332a34ee2ff434c4b16251465b9beb7cefdff6a4aed26feca423e8dff6 *)
Definition yun2020_event_driven_sweep_events : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) \/ (category_3 d n m L) ->
  (total_Z 1 D (fun k => (if (same_matrix_bool (layer_alone (g_c d n m) k (after (g_c d n m) (Z.to_nat (k - 1))
    (in_unit_1 m L))) (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))) then 0 else 1)%Z) <= n)%Z.

(** yun2020:event_driven_sweep.g2_layer_by_layer: G.2: the state after a layer is what this layer alone makes of the
    state before it, ids included
    sha256:f518ac7f5001352054a5e1a30e5be8219a6bb687b134ce20a3d3c25643fec9e6 *)
Definition yun2020_event_driven_sweep_g2_layer_by_layer : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= n)%Z -> forall k : Z, (1 <= k <= D)%Z -> same_matrix (after_encoding (positions 1 d n)
    (g2_g_c 1 d n m) ((i - 1) * D + k + 1) (in_unit_1 m L)) (layer_alone (g2_sweep 1 d n m) ((i - 1) * D + k)
    (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) /\ same_list (row_of u
    (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k + 1) (in_unit_1 m L))) (row_of u (layer_alone
    (g2_sweep 1 d n m) ((i - 1) * D + k) (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k)
    (in_unit_1 m L)))).

(** yun2020:event_driven_sweep.g2_multiples_of_delta: G.2: before every layer of the sweep all ids are multiples of
    delta
    sha256:3f64b81f5e7a99b2bf30c478b0afca0ae804fba54b1eaf0c7668ba44acf7797b *)
Definition yun2020_event_driven_sweep_g2_multiples_of_delta : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= n)%Z -> forall k : Z, (1 <= k <= D)%Z -> forall j : Z, (1 <= j <= n)%Z -> inject_Z (Qfloor
    (item (listed 1 n (fun j2 => inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i -
    1) * D + k) (in_unit_1 m L))) j2)) j)) == item (listed 1 n (fun j2 => inject_Z m * item (row_of u (after_encoding
    (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) j2)) j.

(** yun2020:event_driven_sweep.g2_between_thresholds: G.2: so none is a threshold l -+ delta/2, and just the id l is
    between the two
    sha256:82d54a636aec873eb68621f3c8f7d9e65b00601c073b18422ebdb356f1f63473 *)
Definition yun2020_event_driven_sweep_g2_between_thresholds : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= n)%Z -> forall k : Z, (1 <= k <= D)%Z -> (forall j : Z, (1 <= j <= n)%Z -> ((2 * (item
    (listed 1 n (fun j2 => inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D
    + k) (in_unit_1 m L))) j2)) j - inject_Z ((i - 1) * sigma + k - 1)) + 1) * (2 * (item (listed 1 n (fun j2 =>
    inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L)))
    j2)) j - inject_Z ((i - 1) * sigma + k - 1)) - 1) < 0 -> item (listed 1 n (fun j2 => inject_Z m * item (row_of u
    (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) j2)) j == inject_Z ((i - 1)
    * sigma + k - 1)) /\ (item (listed 1 n (fun j2 => inject_Z m * item (row_of u (after_encoding (positions 1 d n)
    (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) j2)) j == inject_Z ((i - 1) * sigma + k - 1) -> (2 * (item
    (listed 1 n (fun j2 => inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D
    + k) (in_unit_1 m L))) j2)) j - inject_Z ((i - 1) * sigma + k - 1)) + 1) * (2 * (item (listed 1 n (fun j2 =>
    inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L)))
    j2)) j - inject_Z ((i - 1) * sigma + k - 1)) - 1) < 0)) /\ (forall j : Z, (1 <= j <= n)%Z -> ~ (2 * (item (listed
    1 n (fun j2 => inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k)
    (in_unit_1 m L))) j2)) j - inject_Z ((i - 1) * sigma + k - 1)) + 1) * (2 * (item (listed 1 n (fun j2 => inject_Z m
    * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) j2)) j -
    inject_Z ((i - 1) * sigma + k - 1)) - 1) == 0).

(** yun2020:event_driven_sweep.g2_others_stay: G.2: the layer of id l leaves every column as it is whose current id is
    not l
    sha256:eb21ed42994895aebe9d32e4fbc33c12147b691f003a7c31f76240a373045ee3 *)
Definition yun2020_event_driven_sweep_g2_others_stay : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= n)%Z -> forall k : Z, (1 <= k <= D)%Z -> forall j : Z, (1 <= j <= n)%Z -> ~ item (listed 1
    n (fun j2 => inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k)
    (in_unit_1 m L))) j2)) j == inject_Z ((i - 1) * sigma + k - 1) -> (forall i2 : Z, (1 <= i2 <= d)%Z -> entry
    (layer_alone (g2_sweep 1 d n m) ((i - 1) * D + k) (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D
    + k) (in_unit_1 m L))) i2 j == entry (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k)
    (in_unit_1 m L)) i2 j).

(** yun2020:event_driven_sweep.g2_own_gains: G.2: the layer of id l adds delta^-d (max_k u^T Z_(:,k) - min_k u^T
    Z_(:,k)) to the first entry of every column whose current id is l
    sha256:e29067ecfcbbe408ba17bff3489e1adee43a67c452eded69f135e752da4e2bc1 *)
Definition yun2020_event_driven_sweep_g2_own_gains : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= n)%Z -> forall k : Z, (1 <= k <= D)%Z -> forall j : Z, (1 <= j <= n)%Z -> item (listed 1 n
    (fun j_1 => inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k)
    (in_unit_1 m L))) j_1)) j == inject_Z ((i - 1) * sigma + k - 1) -> inject_Z m * entry (layer_alone (g2_sweep 1 d n
    m) ((i - 1) * D + k) (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) 1 j ==
    inject_Z m * entry (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L)) 1 j +
    inject_Z D * (greatest_over 1 n (fun j_1 => item (listed 1 n (fun j => inject_Z m * item (row_of u (after_encoding
    (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) j)) j_1) - least_over 1 n (fun j_1 => item
    (listed 1 n (fun j => inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D
    + k) (in_unit_1 m L))) j)) j_1)).

(** yun2020:event_driven_sweep.g2_other_rows_stay: G.2: no layer changes another row than the first
    sha256:1313fce9592091174e8a10bb51e072dc29b3b77f02e7c06832a3facea9b962f2 *)
Definition yun2020_event_driven_sweep_g2_other_rows_stay : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall L : point,
  G_delta d n m L ->
  (d >= 2)%Z ->
  forall i : Z, (1 <= i <= n)%Z -> forall k : Z, (1 <= k <= D)%Z -> forall i2 : Z, (2 <= i2 <= d)%Z -> forall j : Z,
    (1 <= j <= n)%Z -> entry (layer_alone (g2_sweep 1 d n m) ((i - 1) * D + k) (after_encoding (positions 1 d n)
    (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) i2 j == entry (after_encoding (positions 1 d n) (g2_g_c 1 d n
    m) ((i - 1) * D + k) (in_unit_1 m L)) i2 j.

(** yun2020:event_driven_sweep.g2_passed_over: G.2: a layer whose id no column has may be passed over
    sha256:4f95e76412061df48201ebfa2aa76bbba75c002724d4d32b28e3a38b659b746d *)
Definition yun2020_event_driven_sweep_g2_passed_over : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= n)%Z -> forall k : Z, (1 <= k <= D)%Z -> (forall j : Z, (1 <= j <= n)%Z -> ~ item (listed 1
    n (fun j2 => inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k)
    (in_unit_1 m L))) j2)) j == inject_Z ((i - 1) * sigma + k - 1)) -> same_matrix (after_encoding (positions 1 d n)
    (g2_g_c 1 d n m) ((i - 1) * D + k + 1) (in_unit_1 m L)) (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i -
    1) * D + k) (in_unit_1 m L)).

(** yun2020:event_driven_sweep.g2_events: G.2: at most n + 1 layers of the sweep change anything: a column may be
    shifted twice
    sha256:6210bfa9d4f145846e1b8766bb51497cfa10fbc701cfbda4f01dc0a910b16be9 *)
Definition yun2020_event_driven_sweep_g2_events : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall L : point,
  G_delta d n m L ->
  (total_Z 1 n (fun i => (total_Z 1 D (fun k => (if (same_matrix_bool (layer_alone (g2_sweep 1 d n m) ((i - 1) * D +
    k) (after_encoding (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) (after_encoding
    (positions 1 d n) (g2_g_c 1 d n m) ((i - 1) * D + k) (in_unit_1 m L))) then 0 else 1)%Z))%Z) <= n + 1)%Z.

(** ** The order in which l~_n grows: our own, on App. E.3.1 and E.3.4 *)

(** yun2020:sorted_order.by_gaps: E.3.4, by gaps: l~_n = delta^(-nd) W - sum_(j=1..n-1) delta^(-(n-j)d) g_j + l_n
    sha256:317b51d2d86ec1a5f13bb5a05920cf8b15a6502778dbfb0a8c55298790b53bba *)
Definition yun2020_sorted_order_by_gaps : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  item after_sweep n == inject_Z (D ^ n) * (item l n - item l 1) - total 1 (n - 1) (fun j => inject_Z (D ^ (n - j)) *
    (item l (j + 1) - item l j)) + item l n.

(** yun2020:sorted_order.multiple_of_delta: l~_n is a multiple of delta: different ones are at least delta apart
    sha256:322b2f571645d105fb20e0ad000a95d230a12bcc3ba65232e05a6687f2b1da71 *)
Definition yun2020_sorted_order_multiple_of_delta : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  inject_Z (Qfloor (item after_sweep n)) == item after_sweep n.

(** yun2020:sorted_order.in_its_block: all entries of u^T g_c(L) lie in the block [delta^(-(n+1)d) l~_n,
    delta^(-(n+1)d) (l~_n + delta))
    sha256:cedaf147b191a9d132d9e2543785116cba07238734109a67b1634b2fde13c496 *)
Definition yun2020_sorted_order_in_its_block : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let G := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let after_sweep := listed 1 n (fun j => inject_Z m * item (row_of u (run (sweep_layers d m) (in_unit_1 m L))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g_c d n m) (in_unit_1 m L))) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z G * item after_sweep n <= item q j /\ item q j < inject_Z G * (item
    after_sweep n + 1).

(** yun2020:sorted_order.same_keys: equal keys W, g_1, ..., g_(n-2), l_n mean equal L, and the other way round
    sha256:a1888191f018654320a1cec3685c9c5d7dac03cec967dbd38c8f669adef87fd8 *)
Definition yun2020_sorted_order_same_keys : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let first := columns_between (in_unit_1 m L) 1 n in
  let second := columns_between (in_unit_1 m L) (n + 1) (2 * n) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  ((item l n - item l 1 == item l_prime n - item l_prime 1 /\ (forall i : Z, (1 <= i <= n - 2)%Z -> item l (i + 1) -
    item l i == item l_prime (i + 1) - item l_prime i)) /\ item l n == item l_prime n -> same_matrix first second) /\
    (same_matrix first second -> (item l n - item l 1 == item l_prime n - item l_prime 1 /\ (forall i : Z, (1 <= i <=
    n - 2)%Z -> item l (i + 1) - item l i == item l_prime (i + 1) - item l_prime i)) /\ item l n == item l_prime n).

(** yun2020:sorted_order.comparable: of two different L one comes before the other, and none before itself
    sha256:0b38797c5a4f284e26a4bdd3dca4b4a487f93f406d00a5257526b1fcccd8d14d *)
Definition yun2020_sorted_order_comparable : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let first := columns_between (in_unit_1 m L) 1 n in
  let second := columns_between (in_unit_1 m L) (n + 1) (2 * n) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  ((item l n - item l 1 < item l_prime n - item l_prime 1 \/ item l n - item l 1 == item l_prime n - item l_prime 1 /\
    ((exists j : Z, (1 <= j <= n - 2)%Z /\ (forall i : Z, (1 <= i <= j - 1)%Z -> item l (i + 1) - item l i == item
    l_prime (i + 1) - item l_prime i) /\ item l (j + 1) - item l j > item l_prime (j + 1) - item l_prime j) \/ (forall
    i : Z, (1 <= i <= n - 2)%Z -> item l (i + 1) - item l i == item l_prime (i + 1) - item l_prime i) /\ item l n <
    item l_prime n)) \/ (item l_prime n - item l_prime 1 < item l n - item l 1 \/ item l_prime n - item l_prime 1 ==
    item l n - item l 1 /\ ((exists j : Z, (1 <= j <= n - 2)%Z /\ (forall i : Z, (1 <= i <= j - 1)%Z -> item l_prime
    (i + 1) - item l_prime i == item l (i + 1) - item l i) /\ item l_prime (j + 1) - item l_prime j > item l (j + 1) -
    item l j) \/ (forall i : Z, (1 <= i <= n - 2)%Z -> item l_prime (i + 1) - item l_prime i == item l (i + 1) - item
    l i) /\ item l_prime n < item l n)) -> ~ same_matrix first second) /\ (~ same_matrix first second -> (item l n -
    item l 1 < item l_prime n - item l_prime 1 \/ item l n - item l 1 == item l_prime n - item l_prime 1 /\ ((exists j
    : Z, (1 <= j <= n - 2)%Z /\ (forall i : Z, (1 <= i <= j - 1)%Z -> item l (i + 1) - item l i == item l_prime (i +
    1) - item l_prime i) /\ item l (j + 1) - item l j > item l_prime (j + 1) - item l_prime j) \/ (forall i : Z, (1 <=
    i <= n - 2)%Z -> item l (i + 1) - item l i == item l_prime (i + 1) - item l_prime i) /\ item l n < item l_prime
    n)) \/ (item l_prime n - item l_prime 1 < item l n - item l 1 \/ item l_prime n - item l_prime 1 == item l n -
    item l 1 /\ ((exists j : Z, (1 <= j <= n - 2)%Z /\ (forall i : Z, (1 <= i <= j - 1)%Z -> item l_prime (i + 1) -
    item l_prime i == item l (i + 1) - item l i) /\ item l_prime (j + 1) - item l_prime j > item l (j + 1) - item l j)
    \/ (forall i : Z, (1 <= i <= n - 2)%Z -> item l_prime (i + 1) - item l_prime i == item l (i + 1) - item l i) /\
    item l_prime n < item l n))).

(** yun2020:sorted_order.increasing: where L comes before L', l~_n < l~'_n
    sha256:4e1cb233a68db1653eafb6d7239f70b72ba1980948efd0afd2df17a8a3507da3 *)
Definition yun2020_sorted_order_increasing : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let first := columns_between (in_unit_1 m L) 1 n in
  let second := columns_between (in_unit_1 m L) (n + 1) (2 * n) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  item l n - item l 1 < item l_prime n - item l_prime 1 \/ item l n - item l 1 == item l_prime n - item l_prime 1 /\
    ((exists j : Z, (1 <= j <= n - 2)%Z /\ (forall i : Z, (1 <= i <= j - 1)%Z -> item l (i + 1) - item l i == item
    l_prime (i + 1) - item l_prime i) /\ item l (j + 1) - item l j > item l_prime (j + 1) - item l_prime j) \/ (forall
    i : Z, (1 <= i <= n - 2)%Z -> item l (i + 1) - item l i == item l_prime (i + 1) - item l_prime i) /\ item l n <
    item l_prime n) -> inject_Z m * item (row_of u (run (sweep_layers d m) first)) n < inject_Z m * item (row_of u
    (run (sweep_layers d m) second)) n.

(** yun2020:sorted_order.blocks_apart: and the block of L ends where that of L' begins, or before
    sha256:7fddd5576dddcc194112247d911e0ebf3a9b002e79414b06a577832c77591eea *)
Definition yun2020_sorted_order_blocks_apart : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let G := (D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let first := columns_between (in_unit_1 m L) 1 n in
  let second := columns_between (in_unit_1 m L) (n + 1) (2 * n) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  item l n - item l 1 < item l_prime n - item l_prime 1 \/ item l n - item l 1 == item l_prime n - item l_prime 1 /\
    ((exists j : Z, (1 <= j <= n - 2)%Z /\ (forall i : Z, (1 <= i <= j - 1)%Z -> item l (i + 1) - item l i == item
    l_prime (i + 1) - item l_prime i) /\ item l (j + 1) - item l j > item l_prime (j + 1) - item l_prime j) \/ (forall
    i : Z, (1 <= i <= n - 2)%Z -> item l (i + 1) - item l i == item l_prime (i + 1) - item l_prime i) /\ item l n <
    item l_prime n) -> inject_Z G * (inject_Z m * item (row_of u (run (sweep_layers d m) first)) n + 1) <= inject_Z G
    * inject_Z m * item (row_of u (run (sweep_layers d m) second)) n.

(** yun2020:sorted_order.entries_increasing: so that every entry of u^T g_c(L) is less than every entry of u^T
    g_c(L'): neighbours decide Property 2
    sha256:4fc78f5a5b2c2f9e827e67facf86812ca68273fa2cee8f697a8f88a4ab22c9b3 *)
Definition yun2020_sorted_order_entries_increasing : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L)) ->
  let first := columns_between (in_unit_1 m L) 1 n in
  let second := columns_between (in_unit_1 m L) (n + 1) (2 * n) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  let l_prime := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) (n + j)) in
  item l n - item l 1 < item l_prime n - item l_prime 1 \/ item l n - item l 1 == item l_prime n - item l_prime 1 /\
    ((exists j : Z, (1 <= j <= n - 2)%Z /\ (forall i : Z, (1 <= i <= j - 1)%Z -> item l (i + 1) - item l i == item
    l_prime (i + 1) - item l_prime i) /\ item l (j + 1) - item l j > item l_prime (j + 1) - item l_prime j) \/ (forall
    i : Z, (1 <= i <= n - 2)%Z -> item l (i + 1) - item l i == item l_prime (i + 1) - item l_prime i) /\ item l n <
    item l_prime n) -> (forall j : Z, (1 <= j <= n)%Z -> forall j2 : Z, (1 <= j2 <= n)%Z -> item (listed 1 n (fun j_1
    => inject_Z m * item (row_of u (run (g_c d n m) first)) j_1)) j < item (listed 1 n (fun j_1 => inject_Z m * item
    (row_of u (run (g_c d n m) second)) j_1)) j2).

(** ** Lemma 9: App. E.1.3; proof in App. E.4 *)

(** yun2020:lemma9.layers: g_v is composed of O(n (1/delta)^(dn) / n!) feed-forward layers: at most 1 times that; that
    of E.4
    sha256:1b79e34498203ebdcebcb8a13b9aaa9e6094dbc0da95f3f99f84cf436fa2d526 *)
Definition yun2020_lemma9_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  inject_Z (Z.of_nat (feed_forward_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n
    m) (identity_values d n m)))) <= printed.

(** yun2020:lemma9.layers@repaired: g_v is composed of at most n (1/delta)^(dn) / n! + d + 1 feed-forward layers
    sha256:39637dac6efda57993b0da4812283ec5ff362d3d391f5662045507abae0bbbd5 *)
Definition yun2020_lemma9_layers_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  inject_Z (Z.of_nat (feed_forward_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n
    m) (identity_values d n m)))) <= printed + inject_Z d + 1.

(** yun2020:lemma9.layers_for_each_n: g_v is composed of at most n (1/delta)^(dn) / n! + d + 1 feed-forward layers;
    that of E.4
    sha256:39637dac6efda57993b0da4812283ec5ff362d3d391f5662045507abae0bbbd5 *)
Definition yun2020_lemma9_layers_for_each_n : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  inject_Z (Z.of_nat (feed_forward_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n
    m) (identity_values d n m)))) <= printed + inject_Z d + 1.

(** yun2020:lemma9.exists_for_keys: there is g_v with g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, else 0_d,
    for values that are keys: where the ids of L increase, A_L is g_c(L) with its columns in reverse order if the
    first column of L is zero, else L, and A_(LP) = A_L P; that of E.4 with outputs lifted above the keys, one layer
    more
    sha256:c721cf464a9e61ae814185afd0ac2622a0de610c8d4c1af99425a84a07d527d5 *)
Definition yun2020_lemma9_exists_for_keys : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  ((((Z.of_nat (hidden_size (FeedForward.g_v d n m (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n
    m))) = 1)%Z /\ (Z.of_nat (activations_outside_Phi (FeedForward.g_v d n m (Statements.t_l d n m) (Statements.t_r d
    n m) (swapped_values d n m))) = 0)%Z) /\ (Z.of_nat (attention_layers (FeedForward.g_v d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (swapped_values d n m))) = 0)%Z) /\ (Z.of_nat (feed_forward_layers (FeedForward.g_v d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m))) = Z.of_nat (feed_forward_layers
    (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (identity_values d n m))) + 1)%Z)
    /\ (forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_v d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) context) i j == (if ((each 1 d (fun i2 =>
    (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool (row_of u (in_unit_1 m L))))
    then if (((each 1 d (fun i2 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool
    (row_of u (in_unit_1 m L)))) && (Qeq_bool (item (row_of u (in_unit_1 m L)) 1) 0)) then entry context i (n + 1 - j)
    else entry (in_unit_1 m L) i j else 0)).

(** yun2020:lemma9.token_wise: g_v is token-wise: it has no attention layer
    sha256:13379666916e43f249e709c41a305e6d8912b3505e0415488a6909d3042fc6de *)
Definition yun2020_lemma9_token_wise : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (attention_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m)
    (identity_values d n m))) = 0)%Z.

(** yun2020:lemma9.hidden_size: r = 1
    sha256:cd2317c5976f00c6a338d31227c1c59ff0ea56434bac804b2a2ed92bd1a11a8a *)
Definition yun2020_lemma9_hidden_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (hidden_size (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m)
    (identity_values d n m))) = 1)%Z.

(** yun2020:lemma9.activations: activations in Phi
    sha256:dadf31669b1af21ed3b01078eebcf364a417b81d1c684fc9334646bcbf6da861 *)
Definition yun2020_lemma9_activations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m)
    (identity_values d n m))) = 0)%Z.

(** yun2020:lemma9.maps_identity: there is g_v with g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, else 0_d,
    for A_L = L: that of E.4
    sha256:02d01eca2c21c262ba14bdda5d958150221d97ae6ad95c17b37f9dc999125e5b *)
Definition yun2020_lemma9_maps_identity : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (identity_values d n m)) context) i j == (if ((each 1 d (fun i2 =>
    (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool (row_of u (in_unit_1 m L))))
    then entry (in_unit_1 m L) i j else 0).

(** yun2020:lemma9.maps_scrambled: there is g_v with g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, else 0_d,
    for integers (A_L)_{i,j} without a pattern: that of E.4
    sha256:1269dbaab7d8a2788ec23f232c3a3564ff2c51c57a02a7767528780ed4612fc1 *)
Definition yun2020_lemma9_maps_scrambled : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m)) context) i j == (if ((each 1 d (fun i2 =>
    (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool (row_of u (in_unit_1 m L))))
    then 5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u
    (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z (13 * Qfloor ((5 * inject_Z m * item (row_of u (in_unit_1 m
    L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) -
    6 else 0).

(** yun2020:lemma9.maps_swapped: E.4: to construct a function g_v^tkn that satisfies the statement of the lemma, one
    such layer for each value of u^T g_c(L-bar)_{:,j}: the g_v^tkn of all these layers has g_v^tkn(g_c(L)_{:,j}) =
    (A_L)_{:,j} if L in G~_delta, else 0_d, for values that are keys: where the ids of L increase, A_L is g_c(L) with
    its columns in reverse order if the first column of L is zero, else L, and A_(LP) = A_L P
    sha256:ede100b8ff746dba71d8692bd3b13183c7811adef90a7b449892a2f970160207 *)
Definition yun2020_lemma9_maps_swapped : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) context) i j == (if ((each 1 d (fun i2 =>
    (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool (row_of u (in_unit_1 m L))))
    then if (((each 1 d (fun i2 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool
    (row_of u (in_unit_1 m L)))) && (Qeq_bool (item (row_of u (in_unit_1 m L)) 1) 0)) then entry context i (n + 1 - j)
    else entry (in_unit_1 m L) i j else 0).

(** yun2020:lemma9.maps_swapped@repaired: the same for the network that maps to A_L + Lambda e^(1), Lambda = t_r + 1 +
    max |u^T A|, with one more layer that takes Lambda e^(1) back where u^T Z >= t_r + delta, again r = 1 and in Phi
    sha256:c721cf464a9e61ae814185afd0ac2622a0de610c8d4c1af99425a84a07d527d5 *)
Definition yun2020_lemma9_maps_swapped_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  ((((Z.of_nat (hidden_size (FeedForward.g_v d n m (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n
    m))) = 1)%Z /\ (Z.of_nat (activations_outside_Phi (FeedForward.g_v d n m (Statements.t_l d n m) (Statements.t_r d
    n m) (swapped_values d n m))) = 0)%Z) /\ (Z.of_nat (attention_layers (FeedForward.g_v d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (swapped_values d n m))) = 0)%Z) /\ (Z.of_nat (feed_forward_layers (FeedForward.g_v d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m))) = Z.of_nat (feed_forward_layers
    (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (identity_values d n m))) + 1)%Z)
    /\ (forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_v d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) context) i j == (if ((each 1 d (fun i2 =>
    (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool (row_of u (in_unit_1 m L))))
    then if (((each 1 d (fun i2 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool
    (row_of u (in_unit_1 m L)))) && (Qeq_bool (item (row_of u (in_unit_1 m L)) 1) 0)) then entry context i (n + 1 - j)
    else entry (in_unit_1 m L) i j else 0)).

(** yun2020:lemma9.grid_size: E.4: |G+_delta| = (1/delta + 1)^(dn)
    sha256:9d24e577dd89af3bb7ff979db7731dea77d6ef40fa2327df7f03d851d71653e9 *)
Definition yun2020_lemma9_grid_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let value := fun L : point =>
    1 in
  exists s : Q,
  sum_over_orders (fun L : point => (G_plus d n m L /\ in_order d m L)) value s /\
  s == inject_Z ((m + 1) ^ (d * n)).

(** yun2020:lemma9.maximum: E.4: let M be the maximum over all these numbers: none is greater
    sha256:bc007ef7c104b850976bffb3395ffb9192ad453307bf9f7d501289d3c25f54df *)
Definition yun2020_lemma9_maximum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (G_plus d n m L /\ in_order d m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  let M := entry (in_unit_1 m L) 1 1 - entry (run [FeedForward.shifting d n m (Statements.t_l d n m) (Statements.t_r d
    n m)] (in_unit_1 m L)) 1 1 - 1 in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry context i j <= M.

(** yun2020:lemma9.maximum_attained: E.4: and one of them is M
    sha256:1c76867a59014c3db2b5a84004b8de7f2e8bcc20f330f9b0e211e877b157df81 *)
Definition yun2020_lemma9_maximum_attained : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let value := fun L : point =>
    let context := run (g_c d n m) (in_unit_1 m L) in
    let M := entry (in_unit_1 m L) 1 1 - entry (run [FeedForward.shifting d n m (Statements.t_l d n m) (Statements.t_r
      d n m)] (in_unit_1 m L)) 1 1 - 1 in
    inject_Z (if (Qeq_bool (greatest_over 1 d (fun i => greatest_over 1 n (fun j => entry context i j))) M) then 1
      else 0) in
  exists s : Q,
  sum_over_orders (fun L : point => (G_plus d n m L /\ in_order d m L)) value s /\
  s >= 1.

(** yun2020:lemma9.maximum_positive: E.4: by construction of g_c, we know that M > 0
    sha256:7b7d37ed4561a300356e248984e9c84a14ce9b47087e21a7d6decc95d01cbf9a *)
Definition yun2020_lemma9_maximum_positive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (G_plus d n m L /\ in_order d m L) ->
  let M := entry (in_unit_1 m L) 1 1 - entry (run [FeedForward.shifting d n m (Statements.t_l d n m) (Statements.t_r d
    n m)] (in_unit_1 m L)) 1 1 - 1 in
  M > 0.

(** yun2020:lemma9.contexts_inside: E.4: for any L in G~_delta, u^T g_c(L)_{:,j} in [t_l, t_r] for all j
    sha256:96bc55ae918a894718fa230b0f1bbd592be49fc4454bd9a558fc2c145d497ffd *)
Definition yun2020_lemma9_contexts_inside : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u context) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z t_l <= item q j /\ item q j <= inject_Z t_r.

(** yun2020:lemma9.others_outside: E.4: for any L in G+_delta without G~_delta, u^T g_c(L)_{:,j} not in [t_l, t_r] for
    all j
    sha256:35d9a5a70de7bdcb391367a95dacd3f6d514c58f0380df1d1e59b6290ff43723 *)
Definition yun2020_lemma9_others_outside : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u context) j) in
  forall j : Z, (1 <= j <= n)%Z -> item q j < inject_Z t_l \/ item q j > inject_Z t_r.

(** yun2020:lemma9.shift_all_rows: E.4: Z -> Z - (M+1) 1_n phi(u^T Z): the n entries of 1_n are added to columns with
    d entries
    sha256:5c81fcb43ed1e492efbc1d6b1cab46518bcef0726352b78d8c58433e66de173e *)
Definition yun2020_lemma9_shift_all_rows : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat n = d)%Z.

(** yun2020:lemma9.shift_all_rows@repaired: Z -> Z - (M+1) 1_d phi(u^T Z): the layer shifts all d rows of a column
    alike
    sha256:bfb0eef8af82bde5f8006fb7128301e828bd38548b50bbdc0467adfc2aa14cb3 *)
Definition yun2020_lemma9_shift_all_rows_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run [FeedForward.shifting d n m
    (Statements.t_l d n m) (Statements.t_r d n m)] context) i j - entry context i j == entry (run
    [FeedForward.shifting d n m (Statements.t_l d n m) (Statements.t_r d n m)] context) 1 j - entry context 1 j.

(** yun2020:lemma9.inactive_on_contexts: E.4: if L in G~_delta, then phi(u^T g_c(L)) = 0_n^T
    sha256:06f5863c29273225c451f1a75db9be944e18d6e2a5d7b4204b49b8aaf0f55b8a *)
Definition yun2020_lemma9_inactive_on_contexts : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  let phi := listed 1 n (fun j => entry (run [FeedForward.adding d (FeedForward.unit_vector d 0) (reading_vector d m)
    0 [FeedForward.until (Statements.t_l d n m) 0 1; FeedForward.closed (Statements.t_l d n m) (Statements.t_r d n m)
    0 0; FeedForward.beyond (Statements.t_r d n m) 0 1]] context) 1 j - entry context 1 j) in
  forall j : Z, (1 <= j <= n)%Z -> item phi j == 0.

(** yun2020:lemma9.contexts_stay: E.4: so the output stays the same as the input
    sha256:9618b0b9ed85baa0c5defd557d6720cdb49f3314c1b5ae486a91d29b30e1122d *)
Definition yun2020_lemma9_contexts_stay : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  same_matrix (run [FeedForward.shifting d n m (Statements.t_l d n m) (Statements.t_r d n m)] context) context.

(** yun2020:lemma9.active_on_others: E.4: if L in G+_delta without G~_delta, then phi(u^T g_c(L)) = 1_n^T
    sha256:3648c735c610aaa43c3058f44105ab347f2d416b694cacbcb133a8b1ba423156 *)
Definition yun2020_lemma9_active_on_others : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  let phi := listed 1 n (fun j => entry (run [FeedForward.adding d (FeedForward.unit_vector d 0) (reading_vector d m)
    0 [FeedForward.until (Statements.t_l d n m) 0 1; FeedForward.closed (Statements.t_l d n m) (Statements.t_r d n m)
    0 0; FeedForward.beyond (Statements.t_r d n m) 0 1]] context) 1 j - entry context 1 j) in
  forall j : Z, (1 <= j <= n)%Z -> item phi j == 1.

(** yun2020:lemma9.others_shifted: E.4: so all the entries of the input are shifted by -M-1
    sha256:a31b16c95e2e00d4be8b5a0c25c28bd42b31c1581b3f5ea6e5ffc6e050998ff9 *)
Definition yun2020_lemma9_others_shifted : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  let M := entry (in_unit_1 m L) 1 1 - entry (run [FeedForward.shifting d n m (Statements.t_l d n m) (Statements.t_r d
    n m)] (in_unit_1 m L)) 1 1 - 1 in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run [FeedForward.shifting d n m
    (Statements.t_l d n m) (Statements.t_r d n m)] context) i j == entry context i j - M - 1.

(** yun2020:lemma9.others_negative: E.4: and become strictly negative
    sha256:485d8714d9be456eb8b6725c0d5b6bc76a61fa361bc084c59f687fcd6a5f123e *)
Definition yun2020_lemma9_others_negative : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run [FeedForward.shifting d n m
    (Statements.t_l d n m) (Statements.t_r d n m)] context) i j < 0.

(** yun2020:lemma9.contexts_nonnegative: E.4: all the entries of g_c(L) for L in G~_delta are nonnegative
    sha256:ca053dad6835e432f27c61f508df261f312865807939db25debac103cfcb2eb1 *)
Definition yun2020_lemma9_contexts_nonnegative : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry context i j >= 0.

(** yun2020:lemma9.others_flattened: E.4: after these d layers, the output for L in G+_delta without G~_delta is a
    zero matrix
    sha256:98bb375aaa04151a17ef8a93fd33534e2bfd6412fb1487abff644059e241b70c *)
Definition yun2020_lemma9_others_flattened : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.first_layers d n m
    (Statements.t_l d n m) (Statements.t_r d n m)) context) i j == 0.

(** yun2020:lemma9.contexts_not_flattened: E.4: while the output for L in G~_delta is g_c(L)
    sha256:1cbd4c532beb12e335361f2fa97eb86404be40ad7b52ae8a7f806d95cce0ab03 *)
Definition yun2020_lemma9_contexts_not_flattened : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  same_matrix (run (FeedForward.first_layers d n m (Statements.t_l d n m) (Statements.t_r d n m)) context) context.

(** yun2020:lemma9.unique_numbers: E.4: each different context L maps to n unique numbers u^T g_c(L)
    sha256:f565d2b0da58f6578214745f57713221b005f47c890647ecc8769c04a492055d *)
Definition yun2020_lemma9_unique_numbers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u context) j) in
  distinct q.

(** yun2020:lemma9.numbers_apart: E.4: which are at least delta apart from each other
    sha256:9a1af4eede6787551c565acd0b74866e744fdf8c326c00b4792b2b5d95f8e204 *)
Definition yun2020_lemma9_numbers_apart : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let context := run (g_c d n m) (in_unit_1 m L) in
    let q := listed 1 n (fun j => inject_Z m * item (row_of u context) j) in
    q in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  at_least_apart 1 (numbers L ++ numbers L').

(** yun2020:lemma9.t_l_above_window: E.4: t_l is much larger than 0: the window of every key, t_l - delta/2 or more,
    is above it
    sha256:26774c47df8842fb23201dbd5ec30eb562b1c9c75eec45cf2fe63545acf6a1fb *)
Definition yun2020_lemma9_t_l_above_window : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  (2 * t_l > 1)%Z.

(** yun2020:lemma9.zero_inactive: E.4: for a zero input matrix, activation is all zero
    sha256:6d9817cd0cd407809868b8706d553fdbf10f80dc3be8363eabe78b99b2b0e292 *)
Definition yun2020_lemma9_zero_inactive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  same_matrix (run (flat_map (fun L => map (fun z => FeedForward.matching d m (dot (reading_vector d m) z)
    (FeedForward.unit_vector d 0)) (FeedForward.context d n m L)) (FeedForward.contexts d n m)) (run
    (FeedForward.first_layers d n m (Statements.t_l d n m) (Statements.t_r d n m)) context)) (run
    (FeedForward.first_layers d n m (Statements.t_l d n m) (Statements.t_r d n m)) context).

(** yun2020:lemma9.zero_stays: E.4: thus, zero input matrix remains the same at the output
    sha256:db5b0e0968954dc8677854558440fa6978bb3697ac4e2ad245b0d9fb06ce701b *)
Definition yun2020_lemma9_zero_stays : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  same_matrix (run (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (identity_values d
    n m)) context) (run (FeedForward.first_layers d n m (Statements.t_l d n m) (Statements.t_r d n m)) context).

(** yun2020:lemma9.other_contexts_inactive: E.4: if L is not a permutation of L-bar, phi(u^T g_c(L) - u^T
    g_c(L-bar)_{:,j} 1_n^T) = 0_n^T: two such numbers are more than delta/2 apart
    sha256:b05420e055cd4baf4bcf4671dbb0a8a00e588d00e892dacc971a04af556b9c87 *)
Definition yun2020_lemma9_other_contexts_inactive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let context := run (g_c d n m) (in_unit_1 m L) in
    let q := listed 1 n (fun j => inject_Z m * item (row_of u context) j) in
    listed 1 n (fun j => 2 * item q j) in
  forall L L' : point,
  category_1 d n m L /\ category_1 d n m L' /\ L <> L' ->
  more_than_apart 1 (numbers L ++ numbers L').

(** yun2020:lemma9.contexts_permuted: E.4: g_c(L)_{:,i} = g_c(L-bar)_{:,j} where L = L-bar P, L_{:,i} = L-bar_{:,j}
    sha256:aea26ea8633ddc5f28e857bf486d655c702a747a9a64622e865a6ee2f3c44137 *)
Definition yun2020_lemma9_contexts_permuted : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall P : list Z, permutation_of n P -> same_matrix (run (g_c d n m) (permuted (in_unit_1 m L) P)) (permuted
    context P).

(** yun2020:lemma9.own_key: E.4: if L is a permutation of L-bar, and L_{:,i} = L-bar_{:,j}, then phi(u^T g_c(L) - u^T
    g_c(L-bar)_{:,j} 1_n^T) = (e^(i))^T, the key read at column i of L
    sha256:2bbf20afbaf78c790e7b48ab9d77234892e80775aaaf43fa2ca2d1aa20e9bab5 *)
Definition yun2020_lemma9_own_key : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u context) j) in
  distinct (row_of u (in_unit_1 m L)) ->
  forall i : Z, (1 <= i <= n)%Z -> forall j : Z, (1 <= j <= n)%Z -> ((if ((Qle_bool (-1) (2 * (item q j - item q i)))
    && (Qlt_bool (2 * (item q j - item q i)) 1)) then 1 else 0) = (if (j =? i)%Z then 1 else 0))%Z.

(** yun2020:lemma9.active_once: E.4, not said: the activations of all these layers at a column of g_c(L) are 1 once
    and else 0
    sha256:92b82d53f033cfb48849c778bea635b15e56e04ef80e00ca5fac79e81db08d88 *)
Definition yun2020_lemma9_active_once : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  (forall j : Z, (1 <= j <= n)%Z -> total 1 (Qfloor value_numbers) (fun k => entry (layer_alone (flat_map (fun L =>
    map (fun z => FeedForward.matching d m (dot (reading_vector d m) z) (FeedForward.unit_vector d 0))
    (FeedForward.context d n m L)) (FeedForward.contexts d n m)) k context) 1 j - entry context 1 j) == 1) /\ (forall
    j : Z, (1 <= j <= n)%Z -> forall k : Z, (1 <= k <= Qfloor value_numbers)%Z -> (entry (layer_alone (flat_map (fun L
    => map (fun z => FeedForward.matching d m (dot (reading_vector d m) z) (FeedForward.unit_vector d 0))
    (FeedForward.context d n m L)) (FeedForward.contexts d n m)) k context) 1 j - entry context 1 j) * (entry
    (layer_alone (flat_map (fun L => map (fun z => FeedForward.matching d m (dot (reading_vector d m) z)
    (FeedForward.unit_vector d 0)) (FeedForward.context d n m L)) (FeedForward.contexts d n m)) k context) 1 j - entry
    context 1 j - 1) == 0).

(** yun2020:lemma9.own_layer: E.4: g_c(L)_{:,i} + ((A_L)_{:,i} - g_c(L)_{:,i}) = (A_L)_{:,i}: what all these layers
    add to g_c(L), each alone
    sha256:90724201996d9d3fa17f0d14a24c8974e053e739e8c8f3e172d71ab15aa1c67b *)
Definition yun2020_lemma9_own_layer : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry context i j + total 1 (Qfloor value_numbers)
    (fun k => entry (layer_alone (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m)
    (swapped_values d n m)) (1 + d + k) context) i j - entry context i j) == (if (((each 1 d (fun i2 => (each 1 n (fun
    k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool (row_of u (in_unit_1 m L)))) && (Qeq_bool
    (item (row_of u (in_unit_1 m L)) 1) 0)) then entry context i (n + 1 - j) else entry (in_unit_1 m L) i j).

(** yun2020:lemma9.others_unaffected: E.4: without affecting any other columns: columns that are (A_L)_{:,i} already,
    for the same values: the layer of each key, with A_L as its input (here made by the g_v of exists_for_keys),
    leaves it as it is
    sha256:3ca97f65d50db7b69b82abb3d538b23ee6f4e84b3c7aaa9d9fa4ee5a39ff2915 *)
Definition yun2020_lemma9_others_unaffected : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall k : Z, (1 <= k <= Qfloor value_numbers)%Z -> same_matrix (layer_alone (FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) (1 + d + k) (run (FeedForward.g_v d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) context)) (run (FeedForward.g_v d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) context).

(** yun2020:lemma9.others_unaffected@repaired: without affecting any other columns, where u^T (A_L)_{:,i} < t_l -
    delta/2 for all i
    sha256:5ae0736020b3964479fe116883dab9fdcd19aadda04967c707e282f923ee1c41 *)
Definition yun2020_lemma9_others_unaffected_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  (forall j : Z, (1 <= j <= n)%Z -> item (listed 1 n (fun j_1 => total 1 d (fun i => item u i * (if (((each 1 d (fun
    i2 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool (row_of u (in_unit_1 m
    L)))) && (Qeq_bool (item (row_of u (in_unit_1 m L)) 1) 0)) then entry context i (n + 1 - j_1) else entry
    (in_unit_1 m L) i j_1)))) j < inject_Z (2 * t_l - 1) / inject_Z (2 * m)) ->
  forall k : Z, (1 <= k <= Qfloor value_numbers)%Z -> same_matrix (layer_alone (FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) (1 + d + k) (run (FeedForward.g_v d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) context)) (run (FeedForward.g_v d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) context).

(** yun2020:lemma9.identity_below_windows: E.4: not said: the values stay below all windows: u^T (A_L)_{:,j} < t_l -
    delta/2; A_L = L
    sha256:95429ed879723b331f26d1357f61d2948e9a3c89d254ebed2ad51e82ebdfd329 *)
Definition yun2020_lemma9_identity_below_windows : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  forall j : Z, (1 <= j <= n)%Z -> item (listed 1 n (fun j_1 => total 1 d (fun i => item u i * entry (in_unit_1 m L) i
    j_1))) j < inject_Z (2 * t_l - 1) / inject_Z (2 * m).

(** yun2020:lemma9.scrambled_below_windows: E.4: not said: the same for integers without a pattern
    sha256:718da8291caf1bcba0ef6657cd7a54b51e68590e04a938725c7988fff8e7cad7 *)
Definition yun2020_lemma9_scrambled_below_windows : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  forall j : Z, (1 <= j <= n)%Z -> item (listed 1 n (fun j_1 => total 1 d (fun i => item u i * (5 * inject_Z m * item
    (row_of u (in_unit_1 m L)) j_1 + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) +
    inject_Z (2 * i) - inject_Z (13 * Qfloor ((5 * inject_Z m * item (row_of u (in_unit_1 m L)) j_1 + 3 * total 1 n
    (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) - 6)))) j < inject_Z (2
    * t_l - 1) / inject_Z (2 * m).

(** yun2020:lemma9.layer_per_number: E.4: we need one layer per each unique value of u^T g_c(L)_{:,j}: 1 + d + n
    C(delta^-d, n) in all
    sha256:8cb151b060ae72ad464b26122b0521ce80cd0b4717d25d371f90da16a933cc8f *)
Definition yun2020_lemma9_layer_per_number : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  inject_Z (Z.of_nat (feed_forward_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n
    m) (identity_values d n m)))) == 1 + inject_Z d + value_numbers.

(** yun2020:lemma9.numbers_order: E.4: there are O(n (1/delta)^(dn) / n!) such numbers: at most 1 times that
    sha256:27a5e2ad91500c793773034b009304edb06d44d7a6ad53ed53edf430c4012d1c *)
Definition yun2020_lemma9_numbers_order : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  value_numbers <= printed.

(** ** Proposition 5: App. C; proof in App. E.1.4 *)

(** yun2020:proposition5.heads: g-bar in T-bar^(2,1,1): h = 2
    sha256:44b7a3f6f28e1dfeea320c59f5c9a8ef8aeb83f1129a1f9ea69d2b8615e0cbab *)
Definition yun2020_proposition5_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (heads (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (scrambled_values d n m))) = 2)%Z.

(** yun2020:proposition5.head_size: g-bar in T-bar^(2,1,1): m = 1
    sha256:debf3005864795e680769dca5e2abaad3a872497eb3ef2e44e61e6081f178b51 *)
Definition yun2020_proposition5_head_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (head_size (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (scrambled_values d n m))) = 1)%Z.

(** yun2020:proposition5.hidden_size: g-bar in T-bar^(2,1,1): r = 1
    sha256:e2c62a7d7c8288f63ea71abae6638351fd0312196d2f6f41a8d632a853f43357 *)
Definition yun2020_proposition5_hidden_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (hidden_size (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n
    m) (Statements.t_r d n m) (scrambled_values d n m))) = 1)%Z.

(** yun2020:proposition5.activations: g-bar in T-bar^(2,1,1): activations in Phi
    sha256:c9168c4cbbce24db1993fe9f1ca9bfd8ead964dabc48110fd1acb9101ed11b37 *)
Definition yun2020_proposition5_activations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m))) = 0)%Z.

(** yun2020:proposition5.distance_for_each_n: d_1(f-bar, g-bar) <= n(n-1)/2 B delta^d for f-bar = 1 on all cubes, p =
    1 and B = d n
    sha256:02269452d432c55b306537b65e2d5d43515274bea5eaf66ae20249b86ec8a7b6 *)
Definition yun2020_proposition5_distance_for_each_n : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let cube := 1 / inject_Z (m ^ (d * n)) in
  let pairs := inject_Z (n * (n - 1)) / 2 in
  let value := fun L : point =>
    let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
      None false None false 0 0])] (in_unit_1 m L) in
    cube * total 1 d (fun i => total 1 n (fun j => (if (Qlt_bool (1 - entry (run (FeedForward.g_q d n m ++ g_c d n m
      ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (one_values d n m)) X_1) i j)
      0) then - (1 - entry (run (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m
      (Statements.t_l d n m) (Statements.t_r d n m) (one_values d n m)) X_1) i j) else 1 - entry (run (FeedForward.g_q
      d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (one_values
      d n m)) X_1) i j) ^ 1)) in
  exists s s1 : Q,
  sum_over_orders (fun L : point => category_1 d n m L) value s /\
  sum_over_orders (fun L : point => category_2 d n m L) value s1 /\
  s + s1 <= pairs * inject_Z d * inject_Z n / inject_Z D.

(** yun2020:proposition5.quantised: E.1.4: X in S_L, L in G~_delta: by Lemma 7, g_q(X) = L
    sha256:6468c44ee1b93ef0b9cd15cfc98f7aafad957f1f02e4c93548bbe6248ea9832c *)
Definition yun2020_proposition5_quantised : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  same_matrix (run (FeedForward.g_q d n m) X_1) (in_unit_1 m L) /\ same_matrix (run (FeedForward.g_q d n m) (in_unit_1
    m L)) (in_unit_1 m L).

(** yun2020:proposition5.composed: E.1.4: g_v o g_c o g_q(X) = g_v o g_c(L)
    sha256:de0b6e98d4ea180fbe6c8539455c8937edaf7dbfdef1fc12479b512cdda1f03a *)
Definition yun2020_proposition5_composed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  same_matrix (run (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (scrambled_values d n m)) X_1) (run (FeedForward.g_v_as_printed d n m (Statements.t_l d n
    m) (Statements.t_r d n m) (scrambled_values d n m)) (run (g_c d n m) (in_unit_1 m L))).

(** yun2020:proposition5.token_wise: E.1.4: = [g_v^tkn(g_c(L)_{:,1}) ... g_v^tkn(g_c(L)_{:,n})]: g_v has no attention
    layer
    sha256:13379666916e43f249e709c41a305e6d8912b3505e0415488a6909d3042fc6de *)
Definition yun2020_proposition5_token_wise : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (attention_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m)
    (scrambled_values d n m))) = 0)%Z.

(** yun2020:proposition5.value_identity: E.1.4: = A_L, for A_L = L
    sha256:22e7e0dbe06596a8e4ab509b082c05e1a474a006030199cc954de5d352baace0 *)
Definition yun2020_proposition5_value_identity : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_q d n m ++ g_c d n m ++
    FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (identity_values d n m)) X_1) i j
    == entry (in_unit_1 m L) i j.

(** yun2020:proposition5.value_scrambled: E.1.4: = A_L, for integers (A_L)_{i,j} without a pattern
    sha256:70473391be371587131bbf49187a14ffc65b0ece7b7480f7d86aa234a139bea8 *)
Definition yun2020_proposition5_value_scrambled : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_q d n m ++ g_c d n m ++
    FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m)) X_1) i j
    == 5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u
    (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z (13 * Qfloor ((5 * inject_Z m * item (row_of u (in_unit_1 m
    L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) -
    6.

(** yun2020:proposition5.value_swapped: E.1.4: = A_L, with the g_v that E.4 constructs, for values that are keys:
    where the ids of L increase, g_c(L) with its columns in reverse order if the first column of L is zero, else L,
    and A_(LP) = A_L P
    sha256:ee07ae3c10b70982cd5dd1e87db90c214f36eba200151798e168311e316f5113 *)
Definition yun2020_proposition5_value_swapped : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_q d n m ++ g_c d n m ++
    FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) X_1) i j ==
    (if (((each 1 d (fun i2 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool
    (row_of u (in_unit_1 m L)))) && (Qeq_bool (item (row_of u (in_unit_1 m L)) 1) 0)) then entry (run (g_c d n m)
    (in_unit_1 m L)) i (n + 1 - j) else entry (in_unit_1 m L) i j).

(** yun2020:proposition5.value_swapped@repaired: = A_L, with the g_v that lifts its values above all keys and lowers
    them in one more layer
    sha256:98a5b1d2e12fbac40501a2cb8948ce7033b6ea2b57b8ad36f2b63fd0451a5f7a *)
Definition yun2020_proposition5_value_swapped_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_1 d n m L ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_q d n m ++ g_c d n m ++
    FeedForward.g_v d n m (Statements.t_l d n m) (Statements.t_r d n m) (swapped_values d n m)) X_1) i j == (if
    (((each 1 d (fun i2 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool (row_of
    u (in_unit_1 m L)))) && (Qeq_bool (item (row_of u (in_unit_1 m L)) 1) 0)) then entry (run (g_c d n m) (in_unit_1 m
    L)) i (n + 1 - j) else entry (in_unit_1 m L) i j).

(** yun2020:proposition5.others_quantised: E.1.4: any other X is mapped by g_q to L in G+_delta without G~_delta: X =
    L + (2/3) delta
    sha256:994dd358be02d621b57e6c360b8ab78e52cc66bf4faa5e2117161457e92534e2 *)
Definition yun2020_proposition5_others_quantised : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  same_matrix (run (FeedForward.g_q d n m) X_1) (in_unit_1 m L) /\ same_matrix (run (FeedForward.g_q d n m) (in_unit_1
    m L)) (in_unit_1 m L).

(** yun2020:proposition5.outside_quantised: E.1.4: X in R^(d x n) without [0, 1]^(d x n) too: an entry outside [0, 1]
    becomes -delta^(-nd) (here for rational entries)
    sha256:3019c1c433bc54fc75832f6a90cbdbc457b62c263ccc1920a6dbbaad65a754a0 *)
Definition yun2020_proposition5_outside_quantised : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  entry [x] row 1 < 0 \/ entry [x] row 1 > 1 -> entry (run (FeedForward.g_q d n m) [x]) row 1 == inject_Z (- m ^ (n *
    d)).

(** yun2020:proposition5.others_composed: E.1.4: as a result, we get g_v o g_c o g_q(X) = g_v o g_c(L)
    sha256:93eaf474a05e2d893f65ed90b298e0ac4f92198e3c42fc1aa6294d75e887d7b6 *)
Definition yun2020_proposition5_others_composed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  same_matrix (run (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (scrambled_values d n m)) X_1) (run (FeedForward.g_v_as_printed d n m (Statements.t_l d n
    m) (Statements.t_r d n m) (scrambled_values d n m)) (run (g_c d n m) (in_unit_1 m L))).

(** yun2020:proposition5.others_zero: E.1.4: = 0
    sha256:38210eeb7a6c0b1d0c26e1ce63b54342aa04dd1137af58054b0e4ec76ff59fca *)
Definition yun2020_proposition5_others_zero : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m)) (run (g_c d n m) (in_unit_1 m L))) i j ==
    0.

(** yun2020:proposition5.everywhere_known: E.1.4: therefore, g-bar(X) = A_L = f-bar(X) for X in S_L, L in G~_delta,
    and 0 everywhere else: X = L + (2/3) delta
    sha256:3f2380dfda2dbb70f606c128865cc98337b9c7653227050c02de08dd792c8117 *)
Definition yun2020_proposition5_everywhere_known : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_3 d n m L) \/ (category_2 d n m L) ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_q d n m ++ g_c d n m ++
    FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m)) X_1) i j
    == (if ((each 1 d (fun i2 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) && (distinct_bool
    (row_of u (in_unit_1 m L)))) then 5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k =>
    (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z (13 * Qfloor ((5 * inject_Z m
    * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^
    2) + inject_Z (2 * i)) / 13)) - 6 else 0) /\ entry (run (FeedForward.g_q d n m ++ g_c d n m ++
    FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (one_values d n m)) X_1) i j ==
    inject_Z (if ((each 1 d (fun i2 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) &&
    (distinct_bool (row_of u (in_unit_1 m L)))) then 1 else 0).

(** yun2020:proposition5.support_coordinates: E.1.4: f-bar has its compact support in [0, 1]^d: as many coordinates as
    X has
    sha256:bb7b96f29808a4315fc13ab6a0d0e6bfc84c6a7dfaa77be68acb396c664be266 *)
Definition yun2020_proposition5_support_coordinates : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat d = d * n)%Z.

(** yun2020:proposition5.support_coordinates@repaired: f-bar has its compact support in [0, 1]^(d x n); decided is
    that g-bar too is 0 outside: that of f-bar = 1, at X = L + (2/3) delta for L with an entry outside
    sha256:25fc741d0291a28d1c050e4db42709342425f31b23a406e9683682cb0ae893a7 *)
Definition yun2020_proposition5_support_coordinates_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_3 d n m L ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_q d n m ++ g_c d n m ++
    FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (one_values d n m)) X_1) i j == 0.

(** yun2020:proposition5.bounded: E.1.4: there exists B >= 0 such that ||f-bar(X)||_p <= B: for the integers without a
    pattern all entries are at most 6 in absolute value, so B^p = d n 6^p serves
    sha256:cf764ed3ffa76e02df35361822f856fcb3a37f32cba070fc1c210445d4ac1d84 *)
Definition yun2020_proposition5_bounded : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  (category_1 d n m L) \/ (category_2 d n m L) ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> 5 * inject_Z m * item (row_of u (in_unit_1 m L)) j
    + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z (13
    * Qfloor ((5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of
    u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) - 6 <= 6 /\ 5 * inject_Z m * item (row_of u (in_unit_1 m L))
    j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z
    (13 * Qfloor ((5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item
    (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) - 6 >= -6.

(** yun2020:proposition5.same_on_contexts: E.1.4: g-bar takes the same value as f-bar except for cubes with L in
    G_delta without G~_delta: no other adds
    sha256:bad6fecfac57c0faf9ad71603a56bb938298a9ed1fa58f490daa8d1316eae42d *)
Definition yun2020_proposition5_same_on_contexts : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let cube := 1 / inject_Z (m ^ (d * n)) in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let value := fun L : point =>
    let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
      None false None false 0 0])] (in_unit_1 m L) in
    cube * total 1 d (fun i => total 1 n (fun j => (if (Qlt_bool (5 * inject_Z m * item (row_of u (in_unit_1 m L)) j +
      3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z (13
      * Qfloor ((5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item
      (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) - 6 - entry (run (FeedForward.g_q d n m ++ g_c d n
      m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m))
      X_1) i j) 0) then - (5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m *
      item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z (13 * Qfloor ((5 * inject_Z m * item
      (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) +
      inject_Z (2 * i)) / 13)) - 6 - entry (run (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n
      m (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m)) X_1) i j) else 5 * inject_Z m * item
      (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) +
      inject_Z (2 * i) - inject_Z (13 * Qfloor ((5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n
      (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) - 6 - entry (run
      (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d
      n m) (scrambled_values d n m)) X_1) i j) ^ 2)) in
  exists s : Q,
  sum_over_orders (fun L : point => category_1 d n m L) value s /\
  s == 0.

(** yun2020:proposition5.measure: E.1.4: a set that has measure O(delta^d): at most 1 times that
    sha256:044c89dd425c232c9fed7178c2becb91290f494224dd6bf849fb3f8f6b7759d7 *)
Definition yun2020_proposition5_measure : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let cube := 1 / inject_Z (m ^ (d * n)) in
  let value := fun L : point =>
    cube in
  exists s : Q,
  sum_over_orders (fun L : point => category_2 d n m L) value s /\
  s <= 1 / inject_Z D.

(** yun2020:proposition5.measure@repaired: a set that has measure at most n(n-1)/2 delta^d
    sha256:3d57bfc455f628058e1c908b19efe7a2045b9a5a7d198d6d8dd8d5ce2f54b9bc *)
Definition yun2020_proposition5_measure_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let cube := 1 / inject_Z (m ^ (d * n)) in
  let pairs := inject_Z (n * (n - 1)) / 2 in
  let value := fun L : point =>
    cube in
  exists s : Q,
  sum_over_orders (fun L : point => category_2 d n m L) value s /\
  s <= pairs / inject_Z D.

(** yun2020:proposition5.measure_exact: E.1.4, not said: its measure is 1 - (1 - delta^d) (1 - 2 delta^d) ... (1 -
    (n-1) delta^d)
    sha256:a9fa507d7b3e0d75b9590c42a8ba4ae225aa238d1071d90e94449245c53ffb72 *)
Definition yun2020_proposition5_measure_exact : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let cube := 1 / inject_Z (m ^ (d * n)) in
  let value := fun L : point =>
    cube in
  exists s : Q,
  sum_over_orders (fun L : point => category_2 d n m L) value s /\
  s == 1 - product 1 (n - 1) (fun k => inject_Z (D - k) / inject_Z D).

(** yun2020:proposition5.displayed: E.1.4: d_p(f-bar, g-bar) <= (B^p delta^d)^(1/p), for every B with ||f-bar(X)||_p
    <= B: to the power p, f-bar = 1 on all cubes, and the least of them, B^p = d n; the entries of f-bar - g-bar are 0
    or 1, so every p says the same
    sha256:cb4089cc6027bb4173177c5990cf63f8777509d84eca4cfad209ec3372747367 *)
Definition yun2020_proposition5_displayed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let cube := 1 / inject_Z (m ^ (d * n)) in
  let value := fun L : point =>
    let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
      None false None false 0 0])] (in_unit_1 m L) in
    cube * total 1 d (fun i => total 1 n (fun j => (if (Qlt_bool (1 - entry (run (FeedForward.g_q d n m ++ g_c d n m
      ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (one_values d n m)) X_1) i j)
      0) then - (1 - entry (run (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m
      (Statements.t_l d n m) (Statements.t_r d n m) (one_values d n m)) X_1) i j) else 1 - entry (run (FeedForward.g_q
      d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (one_values
      d n m)) X_1) i j) ^ 1)) in
  exists s s1 : Q,
  sum_over_orders (fun L : point => category_1 d n m L) value s /\
  sum_over_orders (fun L : point => category_2 d n m L) value s1 /\
  s + s1 <= inject_Z (d * n) / inject_Z D.

(** yun2020:proposition5.displayed@repaired: d_p(f-bar, g-bar) <= (n(n-1)/2 B^p delta^d)^(1/p); for f-bar = 1 on all
    cubes
    sha256:02269452d432c55b306537b65e2d5d43515274bea5eaf66ae20249b86ec8a7b6 *)
Definition yun2020_proposition5_displayed_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let cube := 1 / inject_Z (m ^ (d * n)) in
  let pairs := inject_Z (n * (n - 1)) / 2 in
  let value := fun L : point =>
    let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
      None false None false 0 0])] (in_unit_1 m L) in
    cube * total 1 d (fun i => total 1 n (fun j => (if (Qlt_bool (1 - entry (run (FeedForward.g_q d n m ++ g_c d n m
      ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (one_values d n m)) X_1) i j)
      0) then - (1 - entry (run (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m
      (Statements.t_l d n m) (Statements.t_r d n m) (one_values d n m)) X_1) i j) else 1 - entry (run (FeedForward.g_q
      d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (one_values
      d n m)) X_1) i j) ^ 1)) in
  exists s s1 : Q,
  sum_over_orders (fun L : point => category_1 d n m L) value s /\
  sum_over_orders (fun L : point => category_2 d n m L) value s1 /\
  s + s1 <= pairs * inject_Z d * inject_Z n / inject_Z D.

(** yun2020:proposition5.displayed_scrambled: E.1.4, not said: the same display, repaired, for the integers without a
    pattern: p = 3, to the power p, B^p = d n 6^3
    sha256:fa15cf0c8b1c1ced092e61ec594fb7c4e96f867b299d1d5db3f9ead28cc285dc *)
Definition yun2020_proposition5_displayed_scrambled : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let cube := 1 / inject_Z (m ^ (d * n)) in
  let pairs := inject_Z (n * (n - 1)) / 2 in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let value := fun L : point =>
    let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
      None false None false 0 0])] (in_unit_1 m L) in
    cube * total 1 d (fun i => total 1 n (fun j => (if (Qlt_bool (5 * inject_Z m * item (row_of u (in_unit_1 m L)) j +
      3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z (13
      * Qfloor ((5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item
      (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) - 6 - entry (run (FeedForward.g_q d n m ++ g_c d n
      m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m))
      X_1) i j) 0) then - (5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m *
      item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) - inject_Z (13 * Qfloor ((5 * inject_Z m * item
      (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) +
      inject_Z (2 * i)) / 13)) - 6 - entry (run (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n
      m (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m)) X_1) i j) else 5 * inject_Z m * item
      (row_of u (in_unit_1 m L)) j + 3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) +
      inject_Z (2 * i) - inject_Z (13 * Qfloor ((5 * inject_Z m * item (row_of u (in_unit_1 m L)) j + 3 * total 1 n
      (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)) / 13)) - 6 - entry (run
      (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d
      n m) (scrambled_values d n m)) X_1) i j) ^ 3)) in
  exists s s1 : Q,
  sum_over_orders (fun L : point => category_1 d n m L) value s /\
  sum_over_orders (fun L : point => category_2 d n m L) value s1 /\
  s + s1 <= pairs * inject_Z d * inject_Z n * 216 / inject_Z D.

(** ** Theorem 3: Sec. 3.1; proof in App. G *)

(** yun2020:theorem3.positional_form: Sec. 3.1, eq. (4): g_P(X) = g(X + E)
    sha256:102ec22676b48dcfaf7986a1b5143e4dd7ea023af1f0c5f4afa2e4616e24d156 *)
Definition yun2020_theorem3_positional_form : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  let encoded_1 := encoded (positions 1 d n) (in_unit_1 m L) in
  same_matrix (run (PositionNetworks.position_transformer d n m) encoded_1) (run
    (PositionNetworks.position_transformer d n m) (encoded (positions 1 d n) (in_unit_1 m L))).

(** yun2020:theorem3.on_corners: g_P(X) = A_L at the corner X of every cube
    sha256:281f20f9d7378f2f1a9da7f68b3e24c51d6f7b151709815678f958870f5fc55f *)
Definition yun2020_theorem3_on_corners : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (PositionNetworks.position_transformer
    d n m) (encoded (positions 1 d n) (in_unit_1 m L))) i j == inject_Z (i + d * (j - 1 + n * total_Z 1 n (fun j2 =>
    (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry (in_unit_1 m L) i2 j2))%Z))%Z)))
    / inject_Z (d * n * D ^ n).

(** yun2020:theorem3.on_cubes: g_P(X) = A_L for X in every cube: two levels of each entry in each cube
    sha256:e065c60356f3003306ccba4b70f14d9f8a9b97d989d297c66311e14df0e69caa *)
Definition yun2020_theorem3_on_cubes : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall L : point,
  PositionNetworks.every_matrix d n (2 * m) L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (PositionNetworks.position_transformer
    d n m) (encoded (positions 1 d n) (in_unit_1 (2 * m) L))) i j == inject_Z (i + d * (j - 1 + n * total_Z 1 n (fun
    j2 => (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry (in_unit_1 (2 * m) L) i2
    j2))%Z))%Z))) / inject_Z (d * n * D ^ n).

(** yun2020:theorem3.heads: h = 2: two heads, where a layer with fewer is filled up by heads with W_O = 0
    sha256:d1db2eb0ad0b584b98a58dcc40d175d3cc4659f8567928c55e0aa30be10bb5bd *)
Definition yun2020_theorem3_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (heads (PositionNetworks.position_transformer d n m)) = 2)%Z.

(** yun2020:theorem3.head_size: m = 1: heads of size 1
    sha256:36c5f1cbd580edb89b8c101c784eca6fafa312947ac0c0263605f859f453f078 *)
Definition yun2020_theorem3_head_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (head_size (PositionNetworks.position_transformer d n m)) = 1)%Z.

(** yun2020:theorem3.hidden_size: one hidden node with an activation in Phi, r = 1 here: the r = 4 of T_P^(2,1,4) is
    Lemma 6
    sha256:226058440dd40f1dd37fe569c38946ed5b9af7a1ab639652cb8d03aa8e33c70f *)
Definition yun2020_theorem3_hidden_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (hidden_size (PositionNetworks.position_transformer d n m)) = 1)%Z.

(** yun2020:theorem3.activations: one hidden node with an activation in Phi, all of them; that four ReLU's approximate
    it is Lemma 6
    sha256:667f6dd5d818e4f2692456470503f0d46bab7deb0087c78c5887d190b7646d12 *)
Definition yun2020_theorem3_activations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (PositionNetworks.position_transformer d n m)) = 0)%Z.

(** yun2020:theorem3.not_equivariant: Sec. 3.1: positional encodings remove the permutation equivariance: g_P(X P) !=
    g_P(X) P for some P
    sha256:2323b83c9a3d758cb27cdb387db0bdcfbcf3564498d8bcbd7a3960c3cb116347 *)
Definition yun2020_theorem3_not_equivariant : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  ~ (forall P : list Z, permutation_of n P -> same_matrix (run (PositionNetworks.position_transformer d n m) (encoded
    (positions 1 d n) (permuted (in_unit_1 m L) P))) (permuted (run (PositionNetworks.position_transformer d n m)
    (encoded (positions 1 d n) (in_unit_1 m L))) P)).

(** yun2020:theorem3.choice_of_E: G: choose E: column j of X + E is column j of X plus j - 1 in every row
    sha256:c128f81da798d06b576a4a78722a412803afe7fef214eb1d4d7abdf725560ca7 *)
Definition yun2020_theorem3_choice_of_E : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  G_delta d n m L ->
  let encoded_1 := encoded (positions 1 d n) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry encoded_1 i j == entry (in_unit_1 m L) i j +
    inject_Z j - 1.

(** yun2020:theorem3.column_ranges: G: X in [0, 1]^(d x n): the first column of X + E is in [0, 1]^d, second is in [1,
    2]^d, and so on: X at the corners of all cubes
    sha256:6c54ee14dacc41cfec5541af9a5a6683f4d20a938ab6b794f530b637172d6f74 *)
Definition yun2020_theorem3_column_ranges : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  PositionNetworks.every_matrix d n (m + 1) L ->
  let encoded_1 := encoded (positions 1 d n) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> inject_Z (j - 1) <= entry encoded_1 i j /\ entry
    encoded_1 i j <= inject_Z j.

(** yun2020:theorem3.monotone: G: for all rows, the coordinates are monotonically increasing (not necessarily
    strictly): X at the corners of all cubes
    sha256:7bc385d9464cbe5c794a0c3a2ede5ea74b89a8ca4ecfb9011607eaf0ca35ea87 *)
Definition yun2020_theorem3_monotone : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  PositionNetworks.every_matrix d n (m + 1) L ->
  let encoded_1 := encoded (positions 1 d n) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n - 1)%Z -> entry encoded_1 i j <= entry encoded_1 i (j +
    1).

(** yun2020:theorem3.strictly_monotone: G: for all rows, the coordinates are monotonically increasing (strictly)
    sha256:88c5702407ce17ad240174658cb97f88fbb764b418cb9e9f8c281f49c2329951 *)
Definition yun2020_theorem3_strictly_monotone : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  PositionNetworks.every_matrix d n (m + 1) L ->
  let encoded_1 := encoded (positions 1 d n) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n - 1)%Z -> entry encoded_1 i j < entry encoded_1 i (j +
    1).

(** yun2020:theorem3.strictly_monotone@repaired: for X in [0, 1)^(d x n), for all rows, the coordinates are strictly
    increasing: two levels of each entry in each cube
    sha256:a6f63d9a8152ff2ee9647c9443a0ae084aed5474126299f19fb408cb3533e765 *)
Definition yun2020_theorem3_strictly_monotone_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  PositionNetworks.every_matrix d n (2 * m) L ->
  let encoded_1 := encoded (positions 1 d n) (in_unit_1 (2 * m) L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n - 1)%Z -> entry encoded_1 i j < entry encoded_1 i (j +
    1).

(** yun2020:theorem3.on_closed_domain: G: X in [0, 1]^(d x n): divide the input values into cubes, quantize them to L,
    apply contextual mapping, and then value mapping: g_P(X) = f_bar(X), which is 0 outside all cubes
    sha256:f9c5219a3f7205d7f2305aeaeb6403327c0d067ce48717d9e45f9c8ab26c7f91 *)
Definition yun2020_theorem3_on_closed_domain : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall L : point,
  PositionNetworks.every_matrix d n (2 * m + 1) L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (PositionNetworks.position_transformer
    d n m) (encoded (positions 1 d n) (in_unit_1 (2 * m) L))) i j == (if (each 1 d (fun i_1 => (each 1 n (fun j_1 =>
    (Qlt_bool (entry (in_unit_1 (2 * m) L) i_1 j_1) 1))))) then inject_Z (i + d * (j - 1 + n * total_Z 1 n (fun j2 =>
    (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry (in_unit_1 (2 * m) L) i2
    j2))%Z))%Z))) / inject_Z (d * n * D ^ n) else 0).

(** yun2020:theorem3.on_closed_domain@repaired: for X in [0, 1)^(d x n), g_P(X) = f_bar(X): two levels of each entry
    in each cube
    sha256:9926b28cfbfe563d9b3fc1b0a2c0ebc6e274f2e547e11bb72d29e94c9911cc68 *)
Definition yun2020_theorem3_on_closed_domain_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall L : point,
  PositionNetworks.every_matrix d n (2 * m + 1) L ->
  (forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (in_unit_1 (2 * m) L) i j < 1) ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (PositionNetworks.position_transformer
    d n m) (encoded (positions 1 d n) (in_unit_1 (2 * m) L))) i j == inject_Z (i + d * (j - 1 + n * total_Z 1 n (fun
    j2 => (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry (in_unit_1 (2 * m) L) i2
    j2))%Z))%Z))) / inject_Z (d * n * D ^ n).

(** ** Quantization, App. G.1: App. G.1 *)

(** yun2020:g1.discrete_version: G.1: the input in [0, 1]^d x [1, 2]^d x ... is quantized to its discrete version [0 :
    delta : 1-delta]^d x ... (here for rational entries)
    sha256:70195944845fd431053037089423b49098ed772e11abf1099e66620d00389ea4 *)
Definition yun2020_g1_discrete_version : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := entry (run (PositionNetworks.position_quantiser d n m) [x]) row 1 in
  forall j : Z, (1 <= j <= n)%Z -> (if ((Qle_bool (inject_Z (j - 1)) t) && (Qle_bool t (inject_Z j))) then quantised_t
    else greatest_over 0 (m - 1) (fun k => if (Qle_bool (inject_Z (j - 1) + inject_Z k / inject_Z m) t) then inject_Z
    (j - 1) + inject_Z k / inject_Z m else inject_Z (j - 1))) == greatest_over 0 (m - 1) (fun k => if (Qle_bool
    (inject_Z (j - 1) + inject_Z k / inject_Z m) t) then inject_Z (j - 1) + inject_Z k / inject_Z m else inject_Z (j -
    1)).

(** yun2020:g1.discrete_version@repaired: the input in [0, 1)^d x [1, 2)^d x ... is quantized to its discrete version
    (here for rational entries)
    sha256:f5c58025e4ca30b687e6bed75c5d685642aba4fd127cf6b1731136192d7d65b6 *)
Definition yun2020_g1_discrete_version_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := entry (run (PositionNetworks.position_quantiser d n m) [x]) row 1 in
  forall j : Z, (1 <= j <= n)%Z -> (if ((Qle_bool (inject_Z (j - 1)) t) && (Qlt_bool t (inject_Z j))) then quantised_t
    else greatest_over 0 (m - 1) (fun k => if (Qle_bool (inject_Z (j - 1) + inject_Z k / inject_Z m) t) then inject_Z
    (j - 1) + inject_Z k / inject_Z m else inject_Z (j - 1))) == greatest_over 0 (m - 1) (fun k => if (Qle_bool
    (inject_Z (j - 1) + inject_Z k / inject_Z m) t) then inject_Z (j - 1) + inject_Z k / inject_Z m else inject_Z (j -
    1)).

(** yun2020:g1.layers: G.1: this can be done by dn/delta feed-forward layers
    sha256:a08664ff1fee2157a47b8d8d2a0a9b523fcd3b2c972acff521e9a069b8df9708 *)
Definition yun2020_g1_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (feed_forward_layers (PositionNetworks.position_quantiser d n m)) = d * n * m)%Z.

(** yun2020:g1.layers_as_printed: G.1: dn/delta layers of the printed form, for k = 0, delta, ..., n - delta and i =
    1, ..., d
    sha256:2dc736233a971025220157cd6fa05e1ab1d5590771e952260d153a3dc502ad79 *)
Definition yun2020_g1_layers_as_printed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (feed_forward_layers (PositionNetworks.position_quantiser_as_printed d n m)) = d * n * m)%Z.

(** yun2020:g1.token_wise: G.1: in a similar way as Lemma 7: token-wise layers, none of them an attention layer
    sha256:82f4e0b9c52496173c10d2caa51ec64bb8bcb10824053f0db42d1b344634e66d *)
Definition yun2020_g1_token_wise : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (attention_layers (PositionNetworks.position_quantiser d n m)) = 0)%Z.

(** yun2020:g1.hidden_size: G.1: in a similar way as Lemma 7: r = 1
    sha256:bbe52f6beccf1cabd74f193d2ff99252945ab3e7c18cce5865c13c272b4f31bd *)
Definition yun2020_g1_hidden_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (hidden_size (PositionNetworks.position_quantiser d n m)) = 1)%Z.

(** yun2020:g1.activations: G.1: in a similar way as Lemma 7: activations in Phi
    sha256:557d04cf3ce0bb138d5c9f420dd31f098aa4e8fc8f429295a658883fb4eb23ae *)
Definition yun2020_g1_activations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (PositionNetworks.position_quantiser d n m)) = 0)%Z.

(** yun2020:g1.other_rows: G.1: in a similar way as Lemma 7: the layers of row i leave the other rows untouched (here
    for rational entries)
    sha256:87b3f0915ab384fc3a17ec5bf3f33c11115bf0eff1c9acd27498364ad161d4e5 *)
Definition yun2020_g1_other_rows : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  forall i : Z, (1 <= i <= d)%Z -> ~ (i = row)%Z -> entry (after (PositionNetworks.position_quantiser d n m) (Z.to_nat
    (i * (n * m))) [x]) row 1 == entry (after (PositionNetworks.position_quantiser d n m) (Z.to_nat ((i - 1) * (n *
    m))) [x]) row 1.

(** yun2020:g1.each_layer: G.1: layers of the form Z + e^(i) phi((e^(i))^T Z - k delta 1^T): layer k alone is k delta
    on [k delta, k delta + delta) and t elsewhere (here for rational entries)
    sha256:47423d32b7ed6869118743b6c68b585a3d72fd74309a89fc08c06c78287775bd *)
Definition yun2020_g1_each_layer : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  forall k : Z, (0 <= k <= n * m - 1)%Z -> entry (layer_alone (PositionNetworks.position_quantiser d n m) (if ((row -
    1) * n * m + k + 1 <=? Z.of_nat (feed_forward_layers (PositionNetworks.position_quantiser d n m)))%Z then (row -
    1) * n * m + k + 1 else Z.of_nat (feed_forward_layers (PositionNetworks.position_quantiser d n m))) [x]) row 1 ==
    (if ((Qle_bool (inject_Z k / inject_Z m) t) && (Qlt_bool t (inject_Z (k + 1) / inject_Z m))) then inject_Z k /
    inject_Z m else t).

(** yun2020:g1.each_interval: G.1: for k = 0, delta, ..., n - delta: any input entry of X + E in [k delta, k delta +
    delta) is quantized to k delta (here for rational entries)
    sha256:3f9141d7ac36db1261aa9b9c25f32419d8f99fe76094157d1910be518a031d34 *)
Definition yun2020_g1_each_interval : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  forall k : Z, (0 <= k <= n * m - 1)%Z -> (if ((Qle_bool (inject_Z k / inject_Z m / inject_Z m) t) && (Qlt_bool t
    (inject_Z k / inject_Z m / inject_Z m + 1 / inject_Z m))) then entry (run
    (PositionNetworks.position_quantiser_as_printed d n m) [x]) row 1 else inject_Z k / inject_Z m / inject_Z m) ==
    inject_Z k / inject_Z m / inject_Z m.

(** yun2020:g1.each_interval@repaired: for k = 0, 1, ..., n/delta - 1: any input entry of X + E in [k delta, k delta +
    delta) is quantized to k delta (here for rational entries)
    sha256:2e8c0d68cf0aa84d9ff99a7f19c3ac6899b849a0f1924da485962cf01c32b45f *)
Definition yun2020_g1_each_interval_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := entry (run (PositionNetworks.position_quantiser d n m) [x]) row 1 in
  forall k : Z, (0 <= k <= n * m - 1)%Z -> (if ((Qle_bool (inject_Z k / inject_Z m) t) && (Qlt_bool t (inject_Z k /
    inject_Z m + 1 / inject_Z m))) then quantised_t else inject_Z k / inject_Z m) == inject_Z k / inject_Z m.

(** yun2020:g1.outside: G.1, not said: without the clipping layer of Lemma 7, entries outside [0, n) stay as they are
    (here for rational entries)
    sha256:92e1335b39e3a03548bd5a89228c32d58d3331844c03b751c9b8159b07beeb55 *)
Definition yun2020_g1_outside : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let t := entry [x] row 1 in
  let quantised_t := entry (run (PositionNetworks.position_quantiser d n m) [x]) row 1 in
  t < 0 \/ t >= inject_Z n ->
  quantised_t == t.

(** ** Contextual mapping, App. G.2: App. G.2 *)

(** yun2020:g2.entries_distinct: G.2: a contextual mapping (Def. E.1): the n entries of u^T g_c(L) are all distinct
    sha256:1bfdfca5fdd8c7c6e24851cf8118feef6e987d3ff954265fea988b93727fba9b *)
Definition yun2020_g2_entries_distinct : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_g_c 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  distinct q.

(** yun2020:g2.contexts_distinct: G.2: different contexts L are mapped to distinct numbers in u^T g_c(L): all entries
    for L != L' are distinct
    sha256:b24575cab073e7cdcbe3f8a9cf2a2164a12ee39e1248d3270efef2377549cb29 *)
Definition yun2020_g2_contexts_distinct : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun X : point =>
    let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_g_c 1 d n m) (encoded (positions 1 d n)
      (in_unit_1 m X)))) j) in
    q in
  forall X X' : point,
  G_delta d n m X /\ G_delta d n m X' /\ X <> X' ->
  distinct (numbers X ++ numbers X').

(** yun2020:g2.range_of_L: G.2: L in [0 : delta : 1-delta]^d x ... x [n-1 : delta : n-delta]^d
    sha256:e1696956b7718cf7606c48d6544d752babb253d83ab3f724a625f7d2491ea4f3 *)
Definition yun2020_g2_range_of_L : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> exists k : Z, (0 <= k <= m - 1)%Z /\ entry L_1 i j
    == inject_Z (j - 1) + inject_Z k / inject_Z m.

(** yun2020:g2.least_id: G.2: (j-1) (1 + delta^-1 + ... + delta^(-d+1)) <= l_j
    sha256:0a98ad852065c2c97584e288ffa834b3f0835862111c2d14307d40914f33ca1b *)
Definition yun2020_g2_least_id : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z ((j - 1) * sigma) <= item l j.

(** yun2020:g2.greatest_id: G.2: l_j <= (j-1) (1 + delta^-1 + ... + delta^(-d+1)) + delta^(-d+1) - delta
    sha256:8908c483394dbb66d80179d1d2641823035bc50738445dd5204baded770dc0c7 *)
Definition yun2020_g2_greatest_id : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  forall j : Z, (1 <= j <= n)%Z -> item l j <= inject_Z ((j - 1) * sigma + D - 1).

(** yun2020:g2.ids_increase: G.2: l_1 < l_2 < ... < l_n
    sha256:c719e95015fafa6bb89f395fef9a9098720322b02c319bba48ce88e437a3cddd *)
Definition yun2020_g2_ids_increase : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  forall j : Z, (1 <= j <= n - 1)%Z -> item l j < item l (j + 1).

(** yun2020:g2.category1_unique: G.2: this corresponds to the Category 1 of Lemma 8: all columns are unique
    sha256:dc2a2b86f517e00141b625c7bd15475091a96d12539f86d0a6637635fd06f6fa *)
Definition yun2020_g2_category1_unique : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  distinct l.

(** yun2020:g2.category1_entries: G.2: this corresponds to the Category 1 of Lemma 8: all entries are between 0 and 1
    - delta
    sha256:e92285fb497d9f20e5a68e88445e24a87ef470436f6a40c1c69f2378edcc8c29 *)
Definition yun2020_g2_category1_entries : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> 0 <= entry L_1 i j /\ entry L_1 i j <= 1 - 1 /
    inject_Z m.

(** yun2020:g2.category1_entries@repaired: the entries of column j are between j - 1 and j - delta
    sha256:a5f12d0c80204039e79b206f92641f19ede09643beab2d27b3a521e2dc1fca66 *)
Definition yun2020_g2_category1_entries_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> inject_Z (j - 1) <= entry L_1 i j /\ entry L_1 i j
    <= inject_Z j - 1 / inject_Z m.

(** yun2020:g2.ranges_increase: G.2: in increasing order of l: [s_j : delta : s_j + delta^(-d+1) - delta] ends before
    s_(j+1)
    sha256:a35586fdb383e3188998246b0f542bf0960a8000671b87099176ad11d6f45e6f *)
Definition yun2020_g2_ranges_increase : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  forall j : Z, (1 <= j <= n - 1)%Z -> ((j - 1) * sigma + D - 1 < (j + 1 - 1) * sigma)%Z.

(** yun2020:g2.layers: G.2: n (1/delta)^d attention layers, and finally an extra one
    sha256:e567c3342ee3da8deebbebdd21f1e8f321fc87b4af561c00d3cba8502e106e83 *)
Definition yun2020_g2_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (Z.of_nat (attention_layers (g2_g_c 1 d n m)) = n * D + 1)%Z.

(** yun2020:g2.heads: G.2: attention parts Psi: at most two heads
    sha256:8e2a05c72332a4aea270da57b4beaf8d17af773802cc79105170ed14cd358718 *)
Definition yun2020_g2_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (heads (g2_g_c 1 d n m)) = 2)%Z.

(** yun2020:g2.head_size: G.2: attention parts Psi: heads of size 1
    sha256:1b7c0a34c8422829c2770cafc5e369022eb34299bd9203a07d8bdd69014b41e9 *)
Definition yun2020_g2_head_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (head_size (g2_g_c 1 d n m)) = 1)%Z.

(** yun2020:g2.order_of_layers: G.2: in increasing order of j: the layer of id l_j comes before that of l_(j+1)
    sha256:1cd2b3647dfa916c5ee8d63faf53499f77c8105207372dc2d95804ae5a6ff1b3 *)
Definition yun2020_g2_order_of_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  forall j : Z, (1 <= j <= n - 1)%Z -> inject_Z ((j - 1) * D) + item l j - inject_Z ((j - 1) * sigma) + 1 < inject_Z
    ((j + 1 - 1) * D) + item l (j + 1) - inject_Z ((j + 1 - 1) * sigma) + 1.

(** yun2020:g2.waits: G.2: shift operations on l_j's: no column is shifted before the layer of its id
    sha256:12a1228d8cc8e70b4b6f21d3c22d743df3c9887e1bdc824ce50052f833d76ce2 *)
Definition yun2020_g2_waits : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m)
    (Qfloor (inject_Z ((j - 1) * D) + item l j - inject_Z ((j - 1) * sigma) + 1)) (in_unit_1 m X))) j == item l j.

(** yun2020:g2.once: G.2: shift operations on l_j's: no column is shifted again: column j ends with the l~_j of its
    shift
    sha256:fddab289a78618e2bf6bec197b7e24b68846a029b9b17430d9c2c15f676153e6 *)
Definition yun2020_g2_once : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  let telescoped := listed 1 n (fun j => item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) * (item l (j - k) -
    item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1)) in
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item swept j == item telescoped j.

(** yun2020:g2.once@repaired: a column is shifted again after the layer of its id if and only if d = 1, n = 2 and L =
    [1-delta, 1]
    sha256:10f527193bdd6c0bd6b5995fadb88255ebb6ba2eedf3d5b215a631faca8e818d *)
Definition yun2020_g2_once_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  let telescoped := listed 1 n (fun j => item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) * (item l (j - k) -
    item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1)) in
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  (forall j : Z, (1 <= j <= n)%Z -> item swept j == item telescoped j) /\ ~ ((((Z.of_nat d = 1)%Z /\ (Z.of_nat n =
    2)%Z) /\ item l 1 == inject_Z (m - 1)) /\ item l 2 == inject_Z m) \/ ~ (forall j : Z, (1 <= j <= n)%Z -> item
    swept j == item telescoped j) /\ ((((Z.of_nat d = 1)%Z /\ (Z.of_nat n = 2)%Z) /\ item l 1 == inject_Z (m - 1)) /\
    item l 2 == inject_Z m).

(** yun2020:g2.first_shift: G.2, as in E.3.1: l~_1 := l_1 + delta^-d (l_n - l_1)
    sha256:d885d6493841dd9d88651c026d81588ef6a7686d9c1eeaf15737ba36bc011e97 *)
Definition yun2020_g2_first_shift : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  inject_Z m * item (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) (Qfloor (inject_Z (0 * D) + item l 1
    - inject_Z (0 * sigma) + 1 + 1)) (in_unit_1 m X))) 1 == item l 1 + inject_Z D * (item l n - item l 1).

(** yun2020:g2.first_shift_at_least: G.2, as in E.3.1: l_1 + delta^-d (l_n - l_1) >= 0 + delta^-d delta
    sha256:347d1b89684f18d5e9a92aca1d075b893f54be213ecdb0fe668e67293057e508 *)
Definition yun2020_g2_first_shift_at_least : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  item l 1 + inject_Z D * (item l n - item l 1) >= inject_Z D.

(** yun2020:g2.first_shift_above: G.2, as in E.3.1: delta^(-d+1) > l_n
    sha256:235a4e0ac0fbd32402d2a1d512b76edd7eb851856ac2879195821e307e67562f *)
Definition yun2020_g2_first_shift_above : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  item l n < inject_Z D.

(** yun2020:g2.first_shift_above@repaired: l_1 + delta^-d (l_n - l_1) > l_n
    sha256:5b6e803c9098f1220211e547b3ef4791a5f43d74be5da0fd08c289ecf8d0e9be *)
Definition yun2020_g2_first_shift_above_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  item l 1 + inject_Z D * (item l n - item l 1) > item l n.

(** yun2020:g2.each_shift: G.2, as in E.3.1: the j-th shift shifts column j alone and results in l~_j = l_j +
    sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1): the ids are then [l~_1 ... l~_j
    l_(j+1) ... l_n]
    sha256:2eb46b733a3ef2514984d6a6513968647df1226908e36afd612b21ddc807a8b3 *)
Definition yun2020_g2_each_shift : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  let telescoped := listed 1 n (fun j => item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) * (item l (j - k) -
    item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1)) in
  forall j : Z, (1 <= j <= n)%Z -> same_list (row_of u (after_encoding (positions 1 d n) (g2_g_c 1 d n m) (Qfloor
    (inject_Z ((j - 1) * D) + item l j - inject_Z ((j - 1) * sigma) + 1 + 1)) (in_unit_1 m X))) (listed 1 n (fun k =>
    (if (k <=? j)%Z then item telescoped k else item l k) / inject_Z m)).

(** yun2020:g2.new_maximum: G.2, as in E.3.1: l~_j is the new maximum of {l~_1, ..., l~_j, l_(j+1), ..., l_n}
    sha256:8c96c1b7443b3659e02ba8d93f15569f16c0550b1800d1f9d290a33ecc9e4aca *)
Definition yun2020_g2_new_maximum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  let telescoped := listed 1 n (fun j => item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) * (item l (j - k) -
    item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1)) in
  forall j : Z, (1 <= j <= n)%Z -> item telescoped j == greatest_over 1 n (fun k => if (k <=? j)%Z then item
    telescoped k else item l k).

(** yun2020:g2.new_minimum: G.2, as in E.3.1: and l_(j+1) is the new minimum, for j < n
    sha256:b90a1e3eab30609f7e3d5c293049487e35f1401544eab69a3fb3aabbdac42d71 *)
Definition yun2020_g2_new_minimum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  let telescoped := listed 1 n (fun j => item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) * (item l (j - k) -
    item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1)) in
  forall j : Z, (1 <= j <= n - 1)%Z -> item l (j + 1) == least_over 1 n (fun k => if (k <=? j)%Z then item telescoped
    k else item l k).

(** yun2020:g2.sweep_increases: G.2: shift operations result in l~_1 < l~_2 < ... < l~_n
    sha256:2c18826d565a70a7edf7fb44b06f9b00a3af63e97a4ba429f94e344673050ed6 *)
Definition yun2020_g2_sweep_increases : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n - 1)%Z -> item swept j < item swept (j + 1).

(** yun2020:g2.sweep_increases@repaired: with 2 (j-1) for j-1 in E and in s_j, and 2 n delta^(-(n+1)d-1) in the last
    layer, shift operations result in l~_1 < l~_2 < ... < l~_n
    sha256:6dd66596454c304b2eddc5a9ab2cdf83111f3159e5cc5e784e2306976dc0eb40 *)
Definition yun2020_g2_sweep_increases_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let wider := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 2 d n m) (encoded (positions 2 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n - 1)%Z -> item wider j < item wider (j + 1).

(** yun2020:g2.one_to_one: G.2: the map from L to l~_n is one-to-one
    sha256:cfbc4fa8de186bd877970b59bbb3d813d1b7e0d916d647ab98b847f652eaeafe *)
Definition yun2020_g2_one_to_one : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun X : point =>
    let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
      (in_unit_1 m X)))) j) in
    [item swept n] in
  forall X X' : point,
  G_delta d n m X /\ G_delta d n m X' /\ X <> X' ->
  distinct (numbers X ++ numbers X').

(** yun2020:g2.closed_form: G.2: l~_n := l_n + sum_(k=1..n-1) delta^(-kd) (l_(n-k) - l_(n-k+1)) + delta^(-nd) (l_n -
    l_1)
    sha256:6485c34f00d76151616b74f9a5299abe12a634635f5a83554fa6895548e55043 *)
Definition yun2020_g2_closed_form : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  let telescoped := listed 1 n (fun j => item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) * (item l (j - k) -
    item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1)) in
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  item swept n == item telescoped n.

(** yun2020:g2.bound_by_the_ends: G.2: ... <= l_n + delta^-d (l_1 - l_n) + delta^(-nd) (l_n - l_1)
    sha256:fb5e46d9643e38fcbaa954370f3d78ef5bab84d3235fe353f9d47db56b9d44a6 *)
Definition yun2020_g2_bound_by_the_ends : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  let telescoped := listed 1 n (fun j => item l j + total 1 (j - 1) (fun k => inject_Z (D ^ k) * (item l (j - k) -
    item l (j - k + 1))) + inject_Z (D ^ j) * (item l n - item l 1)) in
  item telescoped n <= item l n + inject_Z D * (item l 1 - item l n) + inject_Z (D ^ n) * (item l n - item l 1).

(** yun2020:g2.bound_by_the_range: G.2: ... <= s_n + delta^(-d+1) - delta + (delta^(-nd) - delta^-d) (s_n +
    delta^(-d+1) - delta)
    sha256:3777aa8bf6deb41c88532c50354556062d3768f12003f97966e8d5697ecc1fbd *)
Definition yun2020_g2_bound_by_the_range : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  let l := listed 1 n (fun j => inject_Z m * item (row_of u L_1) j) in
  item l n + inject_Z D * (item l 1 - item l n) + inject_Z (D ^ n) * (item l n - item l 1) <= inject_Z ((n - 1) *
    sigma + D - 1 + (D ^ n - D) * ((n - 1) * sigma + D - 1)).

(** yun2020:g2.bound_summed: G.2: ... = (delta^(-nd) - delta^-d + 1) ((n-1) (delta^-d - 1) / (delta^-1 - 1) +
    delta^(-d+1) - delta)
    sha256:8f5a84ebd778fdb7cca97930f0a4bc19888a857f791f633b7934836b5796fba3 *)
Definition yun2020_g2_bound_summed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  inject_Z ((n - 1) * sigma + D - 1 + (D ^ n - D) * ((n - 1) * sigma + D - 1)) == inject_Z (D ^ n - D + 1) * (inject_Z
    m * (inject_Z ((n - 1) * (D - 1)) / inject_Z (m - 1)) + inject_Z D - 1).

(** yun2020:g2.bound_simplified: G.2: ... <= (delta^(-nd) - delta^-d + 1) (delta^-d - 1) (n - 1 + delta)
    sha256:19b7c39a76e7a379a54d8fc63667aff1d8e0976f9ee7b9db942dd39d8e776c68 *)
Definition yun2020_g2_bound_simplified : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  inject_Z (D ^ n - D + 1) * (inject_Z m * (inject_Z ((n - 1) * (D - 1)) / inject_Z (m - 1)) + inject_Z D - 1) <=
    inject_Z ((D ^ n - D + 1) * (D - 1) * (m * (n - 1) + 1)).

(** yun2020:g2.bound_final: G.2: ... < n delta^(-(n+1)d)
    sha256:703c744f66529987306546d93e3f884bcc5b06989806ab19c3f1f6b7dcc9eeca *)
Definition yun2020_g2_bound_final : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  ((D ^ n - D + 1) * (D - 1) * (m * (n - 1) + 1) < n * D ^ (n + 1) * m)%Z.

(** yun2020:g2.upper_bound: G.2: an upper bound on l~_n: l~_n < n delta^(-(n+1)d)
    sha256:68ebd66bc406b95e8205b1dc5f108d8e3cef74a2bd0660d7f84deccdebd1f879 *)
Definition yun2020_g2_upper_bound : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  item swept n < inject_Z (n * D ^ (n + 1) * m).

(** yun2020:g2.upper_bound_of_all: G.2, as in E.3.1: the upper bound on l~_n also holds for other l~_j's
    sha256:1a461efcf89f2eff41c28f49e10e4a301934d6a8d2d21520227afee9ef44e8d2 *)
Definition yun2020_g2_upper_bound_of_all : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item swept j < inject_Z (n * D ^ (n + 1) * m).

(** yun2020:g2.swept_positive: G.2, as in E.3.1: 0 < l~_j for all j
    sha256:8e9236c28e06bf48fcca60781a90846a00f4dd80968689c64b206192917df8d6 *)
Definition yun2020_g2_swept_positive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item swept j > 0.

(** yun2020:g2.last_heads: G.2: an extra single-head attention layer
    sha256:e4f18bf841c5f9ca41770300db26b708a09a6b1d07bbc9cd93a331af18cb0332 *)
Definition yun2020_g2_last_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (heads ([global_shift d m (of_nat (n * m * (m ^ d) ^ (n + 1)))])) = 1)%Z.

(** yun2020:g2.last_is_last: G.2: finally, the extra layer: its output is g_c(L)
    sha256:5d17a7e9db1261343188aa15732c104259b9495af3405c9d63caf11770c2d5ad *)
Definition yun2020_g2_last_is_last : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall X : point,
  G_delta d n m X ->
  same_matrix (run [global_shift d m (of_nat (n * m * (m ^ d) ^ (n + 1)))] (run (g2_sweep 1 d n m) (encoded (positions
    1 d n) (in_unit_1 m X)))) (run (g2_g_c 1 d n m) (encoded (positions 1 d n) (in_unit_1 m X))).

(** yun2020:g2.last_shift: G.2: this layer shifts all the layers by n delta^(-(n+1)d-1) l~_n
    sha256:02218750c432bdb2d34fd1f27034b57467358b3ea5aa9077f8732709161e0d82 *)
Definition yun2020_g2_last_shift : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let gain := (n * m * D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_g_c 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item q j == item swept j + inject_Z gain * item swept n.

(** yun2020:g2.last_shift@repaired: this layer shifts all the columns by n delta^(-(n+1)d-1) max_k l~_k
    sha256:2d1643b217e48c024e5eba88f5f6bd787b13ebcf383c855037a7d161a146c303 *)
Definition yun2020_g2_last_shift_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let gain := (n * m * D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_g_c 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item q j == item swept j + inject_Z gain * greatest_over 1 n (fun k => item swept
    k).

(** yun2020:g2.intervals_disjoint: G.2: the intervals corresponding to different values of l~_n (closed, from n
    delta^(-(n+1)d-1) l~_n on, of length n delta^(-(n+1)d)) are disjoint
    sha256:7ded637aa6e27ca2094680ce72dcd646f3829d427be53d005be81cecc014c042 *)
Definition yun2020_g2_intervals_disjoint : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let gain := (n * m * D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun X : point =>
    let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
      (in_unit_1 m X)))) j) in
    [inject_Z gain * item swept n] in
  forall X X' : point,
  G_delta d n m X /\ G_delta d n m X' /\ X <> X' ->
  more_than_apart (inject_Z (n * D ^ (n + 1) * m)) (numbers X ++ numbers X').

(** yun2020:g2.intervals_disjoint@repaired: the half-open intervals from n delta^(-(n+1)d-1) max_k l~_k on, of length
    n delta^(-(n+1)d), are disjoint
    sha256:81add3afe61b5a33b51278c1a4bdba598e4b264babb57c91eb1c5f764e2bbf64 *)
Definition yun2020_g2_intervals_disjoint_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let gain := (n * m * D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun X : point =>
    let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
      (in_unit_1 m X)))) j) in
    [inject_Z gain * greatest_over 1 n (fun k => item swept k)] in
  forall X X' : point,
  G_delta d n m X /\ G_delta d n m X' /\ X <> X' ->
  at_least_apart (inject_Z (n * D ^ (n + 1) * m)) (numbers X ++ numbers X').

(** yun2020:g2.in_its_interval: G.2, as in E.3.1: the entries of u^T g_c(L) lie in the interval corresponding to l~_n
    sha256:30df8452e3dbd6910403d447acc6b563abef982f7031482d81da119400dc896c *)
Definition yun2020_g2_in_its_interval : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let gain := (n * m * D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_g_c 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n)%Z -> inject_Z gain * item swept n <= item q j /\ item q j <= inject_Z gain * item swept
    n + inject_Z (n * D ^ (n + 1) * m).

(** yun2020:g2.in_its_interval@repaired: the entries of u^T g_c(L) lie in the half-open interval corresponding to
    max_k l~_k
    sha256:b6bdfbd455702886f63f2a997ac3f48e5796988a67af7ab5027cf0bf6819720d *)
Definition yun2020_g2_in_its_interval_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let gain := (n * m * D ^ (n + 1))%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_g_c 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n)%Z -> item q j >= inject_Z gain * greatest_over 1 n (fun k => item swept k) /\ item q j <
    inject_Z gain * greatest_over 1 n (fun k => item swept k) + inject_Z (n * D ^ (n + 1) * m).

(** ** Function value mapping, App. G.3: App. G.3 *)

(** yun2020:g3.unique_numbers: G.3: each context L maps to n unique numbers u^T g_c(L)
    sha256:1bfdfca5fdd8c7c6e24851cf8118feef6e987d3ff954265fea988b93727fba9b *)
Definition yun2020_g3_unique_numbers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_g_c 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m L)))) j) in
  distinct q.

(** yun2020:g3.apart: G.3: which are at least delta apart from each other, all contexts taken together
    sha256:6498036de9ed0329f7ca8e123756a1e40845ba0c5e00b7aeed4faf9b4f5a128e *)
Definition yun2020_g3_apart : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_g_c 1 d n m) (encoded (positions 1 d n)
      (in_unit_1 m L)))) j) in
    q in
  forall L L' : point,
  G_delta d n m L /\ G_delta d n m L' /\ L <> L' ->
  at_least_apart 1 (numbers L ++ numbers L').

(** yun2020:g3.value_mapping: G.3: the value mapping step maps g_c(L) to the desired output A_L, all entries different
    and in (0, 1]
    sha256:58bec4aa9726ba6fb685fd7ca5a7e3d7c29623dfdcfd629a303f62479b330feb *)
Definition yun2020_g3_value_mapping : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  forall L : point,
  G_delta d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (PositionNetworks.mapped_contexts d n m
    (PositionNetworks.numbered_outputs d n m)) (encoded (positions 1 d n) (in_unit_1 m L))) i j == inject_Z (i + d *
    (j - 1 + n * total_Z 1 n (fun j2 => (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m *
    entry (in_unit_1 m L) i2 j2))%Z))%Z))) / inject_Z (d * n * D ^ n).

(** yun2020:g3.layers: G.3: the construction requires O(n (1/delta)^(dn)) layers: here n (1/delta)^(dn)
    sha256:c08ab542bd2b5397742c478b27ad5533719454f422f6a363fee5329991517f3c *)
Definition yun2020_g3_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (Z.of_nat (feed_forward_layers (PositionNetworks.mapped_contexts d n m (PositionNetworks.numbered_outputs d n m))) =
    n * D ^ n)%Z.

(** yun2020:g3.hidden_size: G.3: in a similar way as Lemma 9: r = 1
    sha256:e2c62a7d7c8288f63ea71abae6638351fd0312196d2f6f41a8d632a853f43357 *)
Definition yun2020_g3_hidden_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (hidden_size (PositionNetworks.mapped_contexts d n m (PositionNetworks.numbered_outputs d n m))) = 1)%Z.

(** yun2020:g3.activations: G.3: in a similar way as Lemma 9: activations in Phi
    sha256:c9168c4cbbce24db1993fe9f1ca9bfd8ead964dabc48110fd1acb9101ed11b37 *)
Definition yun2020_g3_activations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (PositionNetworks.mapped_contexts d n m (PositionNetworks.numbered_outputs d n
    m))) = 0)%Z.

(** yun2020:g3.any_values: G.3: in a similar way as Lemma 9: by the layers that E.4 constructs, whatever the A_L are,
    such as an A_L with a column of another g_c(L')
    sha256:d8be38a44fb18c9800ec298d49c65ccfe211d713250e3a49bee38fba574d9838 *)
Definition yun2020_g3_any_values : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
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

(** yun2020:g3.any_values@repaired: where u^T (A_L)_{:,j} < n delta^(-(n+1)d) for all j
    sha256:5cbf078b977694b088b2bdba3080160c7094c054991ef8b07eecff40cd7ea42d *)
Definition yun2020_g3_any_values_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let last_top := ((n - 1) * sigma + D - 1 - sigma * total_Z 1 (n - 1) (fun k => (D ^ k)%Z) + D ^ n * (n - 1) *
    sigma)%Z in
  forall L : point,
  G_delta d n m L ->
  (forall j : Z, (1 <= j <= n)%Z -> total 1 d (fun i => inject_Z (m ^ (i - 1)) * (if ((j =? 1)%Z && (total_Z 1 n (fun
    j2 => (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry (in_unit_1 m L) i2
    j2))%Z))%Z) =? 0)%Z) then inject_Z n - 1 / inject_Z m + (if (i =? 1)%Z then inject_Z (last_top - (n - 1) * sigma -
    D + 1) / inject_Z m + inject_Z (n * D ^ (n + 1) * last_top) else 0) else inject_Z (i + d * (j - 1 + n * total_Z 1
    n (fun j2 => (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry (in_unit_1 m L) i2
    j2))%Z))%Z))) / inject_Z (d * n * D ^ n))) < inject_Z (n * D ^ (n + 1))) ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (PositionNetworks.mapped_contexts d n m
    (PositionNetworks.colliding_outputs d n m)) (encoded (positions 1 d n) (in_unit_1 m L))) i j == (if ((j =? 1)%Z &&
    (total_Z 1 n (fun j2 => (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry
    (in_unit_1 m L) i2 j2))%Z))%Z) =? 0)%Z) then inject_Z n - 1 / inject_Z m + (if (i =? 1)%Z then inject_Z (last_top
    - (n - 1) * sigma - D + 1) / inject_Z m + inject_Z (n * D ^ (n + 1) * last_top) else 0) else inject_Z (i + d * (j
    - 1 + n * total_Z 1 n (fun j2 => (D ^ (n - j2) * total_Z 1 d (fun i2 => (m ^ (i2 - 1) * Qfloor (inject_Z m * entry
    (in_unit_1 m L) i2 j2))%Z))%Z))) / inject_Z (d * n * D ^ n)).

(** yun2020:g3.least_number_of_contexts: G.3, not said: u^T g_c(L)_{:,j} >= n delta^(-(n+1)d) + delta / 2 for all j
    sha256:91086cce7759f8170e6468ed767e588cfcde5fc90b139317ad4e48f693c27d5e *)
Definition yun2020_g3_least_number_of_contexts : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  let q := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_g_c 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m L)))) j) in
  forall j : Z, (1 <= j <= n)%Z -> 2 * item q j >= inject_Z (2 * m * n * D ^ (n + 1) + 1).

(** ** Bi-linear projection: App. H.1, eq. (5); App. H.3 *)

(* yun2020:bilinear_projection.equation5 is not exported: the network 'BProj' has no definition in proofs/rocq. *)

(** yun2020:bilinear_projection.sparse: H.1: if X_1 and X_2 differ in one token, their difference is sparse: at most d
    of its dn entries are not 0
    sha256:e6a65226c95d0d87f34bb17d5337f9aa76b4bfbe634604c79cd3c53d2644ef57 *)
Definition yun2020_bilinear_projection_sparse : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (G_delta d n m (firstn n L) /\ G_delta d n m (skipn n L)) ->
  total 1 n (fun j => item (listed 1 n (fun j_1 => inject_Z (if (some 1 d (fun i => (negb (Qeq_bool (entry (in_unit_1
    m L) i j_1 - entry (in_unit_1 m L) i (n + j_1)) 0)))) then 1 else 0))) j) == 1 ->
  (total_Z 1 d (fun i => (total_Z 1 n (fun j => (if (negb (Qeq_bool (entry (in_unit_1 m L) i j - entry (in_unit_1 m L)
    i (n + j)) 0)) then 1 else 0)%Z))%Z) <= d)%Z.

(* yun2020:bilinear_projection.dense is not exported: the network 'projection_of_both' has no definition in
   proofs/rocq. *)

(* yun2020:bilinear_projection.dense@repaired is not exported: the network 'projection_of_both' has no definition in
   proofs/rocq. *)

(* yun2020:bilinear_projection.numbers_distinct is not exported: the network 'projection_of_both' has no definition in
   proofs/rocq. *)

(* yun2020:bilinear_projection.numbers_distinct@repaired is not exported: the network 'projection_of_both' has no
   definition in proofs/rocq. *)

(* yun2020:bilinear_projection.pair_wise is not exported: the network 'BProj_of_both' has no definition in
   proofs/rocq. *)

(* yun2020:bilinear_projection.parameters_depend_on_length is not exported: the quantity 'parameters' of a network has
   no form in Terms.v. *)

(* yun2020:bilinear_projection.parameters is not exported: the quantity 'parameters' of a network has no form in
   Terms.v. *)

(* yun2020:bilinear_projection.not_contextual is not exported: the network 'BProj_of_both' has no definition in
   proofs/rocq. *)

(* yun2020:bilinear_projection.not_contextual@repaired is not exported: the network 'BProj' has no definition in
   proofs/rocq. *)

(* yun2020:bilinear_projection.one_layer_is_contextual is not exported: the network 'BProj' has no definition in
   proofs/rocq. *)

(* yun2020:bilinear_projection.contextual_with_bias is not exported: the network 'with_bias' has no definition in
   proofs/rocq. *)

(** ** Depth-wise separable convolution: App. H.2, eq. (6); App. H.3 *)

(* yun2020:separable_convolution.equation6 is not exported: the network 'SepConv' has no definition in proofs/rocq. *)

(* yun2020:separable_convolution.parameters is not exported: the quantity 'largest layer parameters' of a network has
   no form in Terms.v. *)

(** yun2020:separable_convolution.small_filter_is_blind: H.2: a single layer is unable to compute contextual mappings
    when the filter size is small, k = 1, ..., 2n - 2, wherever its centre is and whatever the weights: of L, L' that
    differ in the last column only, or of those that differ in the first only, token 1, or token n, sees the same, so
    q(L) and q(L') share an entry
    sha256:99b54d2fad882b8c46963ec4a29c602f86ba38cbd186740915671c1122832dc0 *)
Definition yun2020_separable_convolution_small_filter_is_blind : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (G_delta d n m (firstn n L) /\ G_delta d n m (skipn n L)) ->
  ~ (forall i : Z, (1 <= i <= d)%Z -> entry (in_unit_1 m L) i 1 == entry (in_unit_1 m L) i (n + 1)) /\ (forall s : Z,
    (2 <= s <= n)%Z -> forall i : Z, (1 <= i <= d)%Z -> entry (in_unit_1 m L) i s == entry (in_unit_1 m L) i (n + s))
    \/ ~ (forall i : Z, (1 <= i <= d)%Z -> entry (in_unit_1 m L) i n == entry (in_unit_1 m L) i (n + n)) /\ (forall s
    : Z, (1 <= s <= n - 1)%Z -> forall i : Z, (1 <= i <= d)%Z -> entry (in_unit_1 m L) i s == entry (in_unit_1 m L) i
    (n + s)) ->
  forall k : Z, (1 <= k <= 2 * n - 2)%Z -> forall c : Z, (1 <= c <= k)%Z -> (((c < n)%Z \/ (n + c - k > 1)%Z) /\ ((~
    (forall i : Z, (1 <= i <= d)%Z -> entry (in_unit_1 m L) i n == entry (in_unit_1 m L) i (n + n)) /\ (forall s : Z,
    (1 <= s <= n - 1)%Z -> forall i : Z, (1 <= i <= d)%Z -> entry (in_unit_1 m L) i s == entry (in_unit_1 m L) i (n +
    s))) /\ (c < n)%Z -> (forall s : Z, (1 <= s <= n)%Z -> (s >= 1 + c - k)%Z /\ (s <= 1 + c - 1)%Z -> (forall i : Z,
    (1 <= i <= d)%Z -> entry (in_unit_1 m L) i s == entry (in_unit_1 m L) i (n + s))))) /\ ((~ (forall i : Z, (1 <= i
    <= d)%Z -> entry (in_unit_1 m L) i 1 == entry (in_unit_1 m L) i (n + 1)) /\ (forall s : Z, (2 <= s <= n)%Z ->
    forall i : Z, (1 <= i <= d)%Z -> entry (in_unit_1 m L) i s == entry (in_unit_1 m L) i (n + s))) /\ (n + c - k >
    1)%Z -> (forall s : Z, (1 <= s <= n)%Z -> (s >= n + c - k)%Z /\ (s <= n + c - 1)%Z -> (forall i : Z, (1 <= i <=
    d)%Z -> entry (in_unit_1 m L) i s == entry (in_unit_1 m L) i (n + s)))).

(* yun2020:separable_convolution.large_filter_is_able is not exported: the network 'large_with_bias' has no definition
   in proofs/rocq. *)

(* yun2020:separable_convolution.stacking is not exported: the network 'stack' has no definition in proofs/rocq. *)

(* yun2020:separable_convolution.stack_layers is not exported: the quantity 'other layers' of a network has no form in
   Terms.v. *)

(* yun2020:separable_convolution.cheaper is not exported: the quantity 'other layers' of a network has no form in
   Terms.v. *)

(** yun2020:separable_convolution.zero_columns: H.3: SepConv does not implement contextual mappings (cf. Definition
    E.1), whatever k and the weights: where the last column of L is 0, tokens 2, ..., n of its shift L P see at every
    distance what tokens 1, ..., n - 1 of L see, so q(L) and q(L P) share n - 1 entries; for L = 0 all entries of q(L)
    are the same
    sha256:d3b287d07ec8ae95262f34ceca5bc37c0b41f796c493dfaaf6beba7a7294f63b *)
Definition yun2020_separable_convolution_zero_columns : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  G_delta d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  item l n == 0 ->
  ~ (forall P : list Z, permutation_of n P -> ~ (forall i : Z, (1 <= i <= d)%Z -> forall s : Z, (0 <= s <= n)%Z ->
    total 1 n (fun j => if (j =? s + 1)%Z then entry (permuted (in_unit_1 m L) P) i j else 0) == total 1 n (fun j =>
    if (j =? s)%Z then entry (in_unit_1 m L) i j else 0))).
