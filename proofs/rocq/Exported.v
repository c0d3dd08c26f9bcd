(** * Exported: what the steps of exactua's claims say, for all parameters

    Made from the claims by `python -m exactua.proving.rocq.generate`, which also checks that this file still says what
    they say; edit the claims, not this file. [Terms.v] has the vocabulary, [Transformers.v] and [Grids.v] the networks
    and the points. sha256:... is the statement hash that `exactua show` and every certificate give for the step. *)

From Coq Require Import ZArith QArith Qround List Bool.
From Exactua Require FeedForward Statements.
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
    delta + delta) to k delta (here for rational entries)
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
    delta + delta) to k delta (here for rational entries)
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

(** yun2020:lemma7.after_each_layer: E.2: after the clipping and the layers 0, ..., k, X in [0, (k+1) delta) is
    quantised, the rest clipped (here for rational entries)
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

(** ** Bijective column id mapping: App. E.3; App. E.1.2 for the size of G_delta without G~_delta *)

(** yun2020:column_id.regular_column: E.3: L_(i,j) != -delta^(-nd) for all i in [d], i.e., L_(:,j) in {0, delta, ...,
    1 - delta}^d
    sha256:046b31c3bc6fce5eea74ecea9ebdddab9ece11c497599957d2c86488e49cf721 *)
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
    sha256:1081794bdbf49d29382bfa5b9327d4f54e2f4d7e3fefebf6f1f8049cef21b547 *)
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
    sha256:d95dda7a3791ef767371093aeb87ec7a67131283f1f4e7079036555bd6dfccac *)
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
    sha256:8dfc86f930baa1941e4d1bb93bcbc4c968ce4108684b2a223341e158cb116a2d *)
Definition yun2020_column_id_one_to_one : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  let numbers := fun L : point =>
    let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
    [item l 1] in
  let given := fun L : point => forall j : Z, (2 <= j <= n)%Z -> forall i : Z, (1 <= i <= d)%Z -> entry (in_unit_1 m
    L) i j == entry (in_unit_1 m L) i 1 in
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
    sha256:65f2f7620dfa055c5823cc0268fd3028a95538326bf220d811aaf1593569aaff *)
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
    sha256:fc428adbf14e7c7c5b82d10980f98b9f38b09f4d334e961f224ca9c6de94c1f3 *)
Definition yun2020_column_id_special_negative : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  (- m ^ (n * d) + m ^ (d - 1) - 1 < 0)%Z.

(** yun2020:column_id.inside_grid: E.3: G~_delta in G_delta: all entries are in {0, delta, ..., 1 - delta}
    sha256:5138560abe7842c74252297f80c7c9b64d568c8435817a48200f6f638392988f *)
Definition yun2020_column_id_inside_grid : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> (inject_Z (Qfloor (inject_Z m * entry (in_unit_1 m
    L) i j)) == inject_Z m * entry (in_unit_1 m L) i j /\ entry (in_unit_1 m L) i j >= 0) /\ entry (in_unit_1 m L) i j
    < 1.

(** yun2020:column_id.unique_columns: E.3: Category 1: all columns are unique
    sha256:1319deefcb6fab1effc579874d81194ad2e8765b96952566366cdc738a98f086 *)
Definition yun2020_column_id_unique_columns : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  forall j : Z, (1 <= j <= n)%Z -> forall k : Z, (j + 1 <= k <= n)%Z -> exists i : Z, (1 <= i <= d)%Z /\ ~ entry
    (in_unit_1 m L) i j == entry (in_unit_1 m L) i k.

(** yun2020:column_id.duplicates_regular: E.3: Category 2: all entries are between 0 and 1 - delta
    sha256:82f988545bb657d2880b4bff399bd985edaa2244112ec9950309461b4aa041bf *)
Definition yun2020_column_id_duplicates_regular : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_2 d n m L ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> inject_Z m * entry (in_unit_1 m L) i j >= 0 /\
    inject_Z m * entry (in_unit_1 m L) i j <= inject_Z (m - 1).

(** yun2020:column_id.duplicate_columns: E.3: but there are duplicate columns
    sha256:3ee15e794b969543691917d5df3d65509ce5ceccac57ef0c6253b91beaf9a789 *)
Definition yun2020_column_id_duplicate_columns : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_2 d n m L ->
  exists j : Z, (1 <= j <= n)%Z /\ (exists k : Z, (j + 1 <= k <= n)%Z /\ (forall i : Z, (1 <= i <= d)%Z -> entry
    (in_unit_1 m L) i j == entry (in_unit_1 m L) i k)).

(** yun2020:column_id.special_entry: E.3: Category 3: at least one entry equals -delta^(-nd)
    sha256:500f77fee3b55b45aaf4ce2149b7d3bc86bb083f135329a02e758fe65080e0e7 *)
Definition yun2020_column_id_special_entry : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z ->
  forall L : point,
  category_3 d n m L ->
  exists j : Z, (1 <= j <= n)%Z /\ ~ (forall i : Z, (1 <= i <= d)%Z -> ~ entry (in_unit_1 m L) i j == inject_Z (- m ^
    (n * d))).

(** yun2020:column_id.disjoint: E.3: the categories are disjoint
    sha256:35d3560baa3b8ed0ac66ed063cc081e410f6d4505237caef3ba354d4b070b4cd *)
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
    sha256:b23d4905f1cc0f8f070d504cb13e1e468a88e83b0ef00e5280aba7efd07c51f3 *)
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

(** ** Category 1: App. E.3.1 *)

(** yun2020:category1.increasing: E.3.1: l_1 < l_2 < ... < l_n
    sha256:bef2eca996051e8f79e6fed02f65d1466c63ce0bca55b157d1f6078f31e0c37b *)
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
    sha256:5a315d893ac9411cbdff3ce7b42648ddbf5c5e154177641559bcb6ca5588b2f6 *)
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
    sha256:94ee32d6aa496023ca9787ab31f8f5f17694b9ef639fe6f9741bbd9fd2ceac3e *)
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
    sha256:c7a9b6a8194839a7aa8ea070b3c45f0191fd7613734d6d11ec89cb73f1e1f8ea *)
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
    sha256:159af6e120be29c9e41d6c22202d4ae8586eb7d3696230f06239c26d445c2960 *)
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
    sha256:ae97299c92e55f5faa40730e7aba98093e5e3ec1bf4ac7ad7bfd746b02f2f30e *)
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
    sha256:f87bb99b54f62fb5627e3ac02f5dcfc374383b139bcb32e737a5537e6cd4095d *)
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

(** ** Global shifting by the last layer: App. E.3.1 *)

(** yun2020:global_shift.positive: E.3.1: 0 < l~_1
    sha256:c553ebb1fd46b1d93d211040e40887a6788c7d467f3f81d760bec13918b6927a *)
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
    sha256:ce25ce36a770b800ec8e9a0c0365162b0f3c2eeb450341cf56358488a1d87831 *)
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
    sha256:1e7e241f9e80b44d72c55858e1929d9d3456a7cd7eb6b5feeac3d9629fee4363 *)
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
    sha256:f5d43018986d69dacfbcdb368c5514cd9ad988faa2190f95261d4e503c193165 *)
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
    sha256:b6220221ddff454f0317cd6b9440ca7939dc346ad385cf775e2874a72d4ec981 *)
Definition yun2020_global_shift_other_rows : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  (d >= 2)%Z ->
  forall i : Z, (2 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (g_c d n m) (in_unit_1 m L)) i j ==
    entry (in_unit_1 m L) i j.

(** yun2020:global_shift.ids: E.3.1: u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n
    sha256:024fd8018e6abcb5dcd38957bc4170ad26cbff2df96fdfaf085d7ecdf8ff5f7d *)
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
    sha256:36c8c6d38ca2e70c54c862a43ead5cf7e83edc8f6b810f6f42783c38c666c4ff *)
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
    sha256:27f6c0d5978236710720c4fe09065bb1fd8d150d9faab50b414586ac9da7ba44 *)
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
    sha256:a94a93f2dc0519ca01bb4b10009485655db8b9d83b77017024521946fd3d9546 *)
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
    sha256:6caf37149c04391e7634ab85617e12493e757662ef9432b792604f5429d35627 *)
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
    sha256:9cdbd284217cdd09e78612d92ff442c3f0e3226214d2750c476dd8353fc1977a *)
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
    sha256:32dc3951ec100567b42690548d884d0d402e5e0f787bdb195c2cce11ed060ff4 *)
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
    sha256:d0ea63476b3010fdd4ee3cbfc6f7e4bc93b77a6a5edef97df56cb3e2f8f166d8 *)
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
    sha256:6c3a7564872c312e9602faebb0bb0533a9632a4bc685e66c78e1cf9f4e85329a *)
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
    sha256:38bc6294b72ff4058cd34e63f44b40f7bef5156db81da2d7e9037d25006a0e91 *)
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
    sha256:fcd49077175af23fe2f5d05b21e000be06956f6197f8fb1f98b4b2104e4102bb *)
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
    sha256:c9fa65a403956773cd96f897bfbe875901fd48c892d64e1b8063c0e5974ad969 *)
Definition yun2020_global_shift_bound_at_most_t_r : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_r := (D ^ (2 * n + 1) * (D - 1))%Z in
  let width := (D ^ (n + 1))%Z in
  (width * (D ^ n * (D - 1) - (D - 1) ^ 2) + width <= t_r)%Z.

(** ** Category 2: App. E.3.2 *)

(** yun2020:category2.sorted_ids: E.3.2: l_1 <= l_2 <= ... <= l_n
    sha256:e3403f1634f6c6ca42422486dad6ac83aae4167815e5d4113cdb18632ca8901f *)
Definition yun2020_category2_sorted_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> item l (j - 1) <= item l j.

(** yun2020:category2.duplicates: E.3.2: there exist j, j' in [n], j != j', such that l_j = l_j'
    sha256:e81f8e7d16f191da65dd8f0384419394ccb5f34b0073c9cfb9b9a8eb98d24e95 *)
Definition yun2020_category2_duplicates : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_2 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  exists j : Z, (1 <= j <= n)%Z /\ (exists k : Z, (j + 1 <= k <= n)%Z /\ item l j == item l k).

(** yun2020:category2.applied_to_both: E.3.2: the selective shift operation for l_j is applied to both columns
    sha256:31b75dcda92b8346f45884c14b0a5c1210dde6739c6edf1beefaaa5a72ea816c *)
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
    sha256:37e8b310cadaca3cfef383b08c9f3a54ffafe42834edd4fc99c3af1759d6d56c *)
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
    sha256:451fdd43f3175948224989e340a2558cb0394936abc46fd2ca8f5bdb7093e42c *)
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
    sha256:382b415d793beb5aa7a935a1339a0346b1d34164d1b7655ec1ae9f80aa3b2f45 *)
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
    sha256:649171a6a414da8444f4e3333b77459ecceefd42ca489ba8ab65f0053b70592e *)
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
    sha256:60c27270637ae817e96bc20ac34f34589018b9b469e34d482267965d4e83dbb2 *)
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
    sha256:ef09736c2ce649a1ee9ce4959e053bb80f5a4db7f319fdadcbbbfbc7d743f2ae *)
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
    sha256:0e4adda3205814fa8402306f117f24c42196d10924d59ddbe513b156f30f9725 *)
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
    sha256:9803433ace4fe1d957bc332f3de8ca10a64993fa6394d7d91c00064a60bad8d8 *)
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
    sha256:14cddceb080fb8f6a3695195aab71f74cc0b65c6d54c05d6525089ae928fd401 *)
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
    sha256:9938cec3d5bb71b98e338cf2b37cad064f6df359bebf3ca24ab4d89b90b82683 *)
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
    sha256:1b49d05152369084c74a5727ca8ddac63db07e9df2ffc811d5863e10c9993b9c *)
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
    sha256:b85f5a2cd5d5181d867a6d12b0e9551f77bf3725274952d74aed4c620323ccf2 *)
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
    sha256:b3a657dc7d02087892ab205b021709616d99e8660734adbc198a972b8939d9cb *)
Definition yun2020_category2_below_lower_bound : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (n >= 3)%Z ->
  forall n' : Z, (2 <= n' <= n - 1)%Z -> (D ^ n' * (D - 1) - (D - 1) ^ 2 < D ^ (n - 1) * (D - 1))%Z.

(** yun2020:category2.below_category1: E.3.2: l~_n is strictly less (by at least delta) than from Category 1: so it is
    than the lower bound of Lemma 10
    sha256:87076e0bca63b3c0025d2078dc9b5832b2ad00bf5e518dbbd6186fd21ff473f4 *)
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
    sha256:23281124ecc1e575a5591a72c7adf2a2b58eb26db666a304742c2ca81c8d9ffe *)
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
    sha256:0808b05bd35a0c1a270e565fbb8f965a6bbc238efcffd49e3aa1d4e31792d5af *)
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
    sha256:12d03bb896e28279c5bd672d43b832626437cc66d3189e5b9f76ac41e7533490 *)
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
    sha256:a5aac043009151388e86c0020aee2e49b1d956cfcbee6d5bb8752dee5dd75384 *)
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
    sha256:6fc32d52414dc82200e5926c1ddfad2294c2270be10e02bc114deff8fcb54a11 *)
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
    sha256:381f3069c928fc05cd226457f4b2b4c207683111879b3cf14ff84871c18a09cd *)
Definition yun2020_category2_largest_below_t_l : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  ((D ^ (n + 1) + 1) * (D ^ (n - 1) * (D - 1) - (D - 1) ^ 2) < t_l)%Z.

(** yun2020:category2.t_l_below_category1: E.3.2: where the RHS is a lower bound on u^T g_c(L)_(:,j) for Category 1
    sha256:b4d699c4791c37726cdfc2f7af898dac29168c93b8569d4ccf43a29a2af07341 *)
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
    sha256:db28ede4ea0c1531a1fb98916927d110d7fa454ed63066613d9e684c660b594c *)
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
    sha256:3b73fa8b5354a91a24e02ec37405ee009baec4c2925b110e1e58d2bbe321dd1c *)
Definition yun2020_category3_sorted_ids : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  forall j : Z, (2 <= j <= n)%Z -> item l (j - 1) <= item l j.

(** yun2020:category3.minimum: E.3.3: min_k u^T L_(:,k) = l_1 < 0
    sha256:0d8082548892447e92903b782ed10f1ddb894fcb4466f89524897c7b7bf55209 *)
Definition yun2020_category3_minimum : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall L : point,
  category_3 d n m L ->
  let l := listed 1 n (fun j => inject_Z m * item (row_of u (in_unit_1 m L)) j) in
  least_over 1 n (fun j => item l j) == item l 1 /\ item l 1 < 0.

(** yun2020:category3.never_shifted: E.3.3: l_1 never gets shifted upwards
    sha256:3a720cf5e9b569933f6c9ac9807ab5a4bd35b37c141299b737fd63e1dc543cbf *)
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
    sha256:350ad56a8bd12b1075bc4f3edfa24753c1dc2381bbc74396f283e5657231f41d *)
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
    sha256:61bf7427c5a57c7291d2e8c0463f4ae16b8c419ae94cacda05015c947df273f7 *)
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
    sha256:9de85575175c3f6b20e13c92cb5a9e3a2b240d84b33b554dd0a8d05a4470cacd *)
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
    sha256:f8128ddc3e87875e940b37fc664d78193cb91f00a7c6e53dacb1010d11c760e2 *)
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
    sha256:e104c9fbf5cea16990aa97a425f8ac9c2a8bff342655b5ed8eb46c018d0d610b *)
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
    sha256:4d53baee462ad3111cfbe4ab45a3ca7ed6f689abaf4020711883efc42f184c61 *)
Definition yun2020_category3_t_l_positive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  (t_l > 0)%Z.

(** yun2020:category3.one_positive: E.3.3: if not all l_j's are negative, at least one l_j is positive
    sha256:14c5db147a7df50aaa451dd3c56813a167174d7f50c436da499ea43d0015053c *)
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
    sha256:55147f14563d3ab913d3646cf2bb32ccdd8264c1a83e1b12cf14b740ddb86c44 *)
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
    sha256:e5dafc5fc1623ef7cd16361e76e27c617ecb54876755f86c350b3416693eefe6 *)
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
    sha256:911bd5717680029e6f4e00e75e78b10c0815a1c9029861e1d003a29d918ebe43 *)
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
    sha256:58da9006b4828a2e03dba2b7d80fcb5aabf2957cc8942a95fcd2a769870c104c *)
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
    sha256:ee3bd6a0c1112b9b96e3038766f3f2d8f32d5af8eb1147ae0310c576ca2ca772 *)
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
    sha256:da08dc7cddbc09b4ea7c6dbe427d9928e66ad0b2380aa75329fc09c81948bc5a *)
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
    sha256:eeb85d1e2b25cc5acf34109de54e65f63812a202c2c5a88be66a1adb8e46433f *)
Definition yun2020_category3_first_shift_is_large : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (D * (0 + m * D ^ n - D + m) >= D ^ (n + 1))%Z.

(** yun2020:category3.larger_shifts: E.3.3: the next shift operations shift l_(i+1), ..., l_n by even larger amount
    sha256:21032c8baf9c6965526a1719fa3161a577dac396094e0c571314619e5e0de779 *)
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
    sha256:f49168e97dc449603bd2e536406c93d55a2dfd623bfb09a8840a0d351ff319a7 *)
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
    sha256:8efce26b1cdd48628aa03365378a211465d101fcb9b8ec8272a9c5633d2726c9 *)
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
    sha256:1e7592ae3e7a03d7451ab7396ba658972c66abe882bdac89440ce96de10d6874 *)
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
    sha256:c4d3f2c8ad83d6128547ad81554c060c67f9f2b82a769d6533112d1c6f20e7af *)
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
    sha256:3cb2d52689bf4ff79ea1a545a9de452006a02674a8d05c0853fa2f65e1c30754 *)
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
    sha256:b9344ca539e3d40dd1a2bede381deb8cc1409266a9266b7730cd5d2db0e3b705 *)
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
    sha256:a6eaa086b9e23b51433e7b1bed75b41e706f43212a7b0db9265149e533a3857b *)
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
    sha256:4f26f2bf0a7f25b5f738fc813534c565bf5d28e635db7e207a446d6cc18fcbbd *)
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
    sha256:8c55d371efd65f4658cd9c826c01ac37b107a4dd5d31719cd077d7c93180bc3b *)
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
    sha256:dcbde6a6db6aeaee4d295194f9850cf2ce44cf4ddb3c3704f0b61ea9cd213133 *)
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
    sha256:df520c0f17f7d1b6947b95ff881dd3249c9431ef54cf1e8c36bfb83daf570447 *)
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
    sha256:8856fcbfece824f31f6f43f2f2243d398e57e6c4d0b6da057f7434617c1814e3 *)
Definition yun2020_lemma8_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (Z.of_nat (attention_layers (g_c d n m)) = D + 1)%Z.

(** yun2020:lemma8.only_attention: and of nothing else: no feed-forward layer
    sha256:6c66de37036efd8fd3b2017fa3a2b74cbce23cdcb34a5d9af233dd06bb3ce47d *)
Definition yun2020_lemma8_only_attention : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (feed_forward_layers (g_c d n m)) = 0)%Z.

(** yun2020:lemma8.heads: h = 2: two heads, where a layer with fewer is filled up by heads with W_O = 0
    sha256:1930459b3eec7a21809de035195a22848f457b310dd00f13c20a694326c3e35b *)
Definition yun2020_lemma8_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (heads (g_c d n m)) = 2)%Z.

(** yun2020:lemma8.head_size: m = 1: heads of size 1
    sha256:a9ceff7e3fbbbfa32568090d6766832af64b54048dc6a0cc1e44d8d6b1feb24d *)
Definition yun2020_lemma8_head_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (head_size (g_c d n m)) = 1)%Z.

(** yun2020:lemma8.t_l_positive: 0 < t_l
    sha256:4d53baee462ad3111cfbe4ab45a3ca7ed6f689abaf4020711883efc42f184c61 *)
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
    sha256:22891bb13b40a8c890a315008e227dfa0ddc73a61536c60c83ace7d5da7b55ec *)
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
    sha256:0f12d79bb908bdbeb04acc8cd06469760dce7354e33320128a55be7e0bf6c995 *)
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
    sha256:37f30630e98c402444212f378afbb82f48b5fa419c595ab728727446241bd5dd *)
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
    sha256:e55ace53a253ba08adba6998717f4696e65c60fe3761b7d3063c156ec373b34d *)
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
    sha256:06470df7387652a48b74e424282366af59eb23eb27a61bb433ac1fc55ec35ead *)
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
    sha256:95972060328265762bd4862b1e2a77aa0f4bce1f973c0b813cc9c2e755ca511a *)
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
    sha256:7924c44db448ec3f2ba802872bc6f1aceed1b8b237c0c25496db9e9c65951e91 *)
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
    sha256:1e45c19730f64cef3c283b15e89fe1eae27550746048ab752c295e101363412a *)
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
    sha256:c031edb7ac2b07a7bbc0ad09306064efb47b772bb0d47d038fdb823ff76480a9 *)
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
    sha256:ee8de9452d5b53af5afe007e91985234fa8bff672676179ad09c97d0dd9287bf *)
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
    sha256:1e7cd66ea0f0ee7699fb971e9bb2deaaaa9f44280276339482850e24554e9b4c *)
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
    sha256:f828fedf130e8f440f8f250d31b1a0bfe5b1df6b4b15928795a1b52973c2a812 *)
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
    sha256:0be11a24482b2cd0c2842c56114238df60e3204eb8f17bf5eb8890321d3904b4 *)
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
    sha256:367a1c38b577650fb97e386e8bc03783bf908a6fee0a852a89abe3835487c052 *)
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
    sha256:3432ba9bc0b60cd72f8d5bcba5bef725fca21d0aa84aaf3b491d01344ad44fdd *)
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
    sha256:02a06a39d2006f55feac876fe675cce852dcaecd3e4b7241212d35a200338d8b *)
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
    sha256:aaa9567812917c42ffe351983ef9071bca437a592d8938996a36cc302bef4340 *)
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
    sha256:ca9a893d516e9e8569e4930b4abee8b6266dada53ba8d949db8c9cee83546333 *)
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
    sha256:974446829388cce603c5677c5ece2c24426cd1564e51a86b2e9552c236d45110 *)
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
    sha256:ec3b9a8b2bb05661fcc1946ba339fbf0ca844d3e8c0ba2560b130641cfa79c73 *)
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

(** yun2020:lemma9.layers: g_v is composed of O(n (1/delta)^(dn) / n!) feed-forward layers: with the constant 1
    sha256:5fcd7a64ccd87883519af1c9271eacc0393a7ae812e96a803f778db9cf4efc10 *)
Definition yun2020_lemma9_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  inject_Z (Z.of_nat (feed_forward_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n
    m) (identity_values d n m)))) <= printed.

(** yun2020:lemma9.layers@repaired: g_v is composed of at most n (1/delta)^(dn) / n! + d + 1 feed-forward layers
    sha256:5827281fc9250062c26325240a9b8447d8e387d78b5b7f743b8da78e189376ee *)
Definition yun2020_lemma9_layers_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  inject_Z (Z.of_nat (feed_forward_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n
    m) (identity_values d n m)))) <= printed + inject_Z d + 1.

(** yun2020:lemma9.layers_for_each_n: g_v is composed of O(n (1/delta)^(dn) / n!) feed-forward layers, for each d and
    n: plus d + 1
    sha256:5827281fc9250062c26325240a9b8447d8e387d78b5b7f743b8da78e189376ee *)
Definition yun2020_lemma9_layers_for_each_n : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let printed := inject_Z (n * D ^ n) / inject_Z permutations in
  inject_Z (Z.of_nat (feed_forward_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n
    m) (identity_values d n m)))) <= printed + inject_Z d + 1.

(** yun2020:lemma9.exists_for_keys: there exists a function g_v with g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in
    G~_delta, else 0_d, also for values that are keys: the printed one with outputs lifted above the keys, one layer
    more
    sha256:3742d987fd46d94ae651c9c20f17c81f716c92f726ce842802d35cf60abc5e93 *)
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
    sha256:f08ba0b01857ab20e95ca4ec4f33d1cf5dfaedbfc651304ad53e4752f8500ca2 *)
Definition yun2020_lemma9_token_wise : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (attention_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m)
    (identity_values d n m))) = 0)%Z.

(** yun2020:lemma9.hidden_size: r = 1
    sha256:d46895b4f539682373b247c445d501cd6e3c7cd6c362d6ed225c01e51853594c *)
Definition yun2020_lemma9_hidden_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (hidden_size (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m)
    (identity_values d n m))) = 1)%Z.

(** yun2020:lemma9.activations: activations in Phi
    sha256:10d4708f87a0e6ce3c384d920c8eadd473d6272c5760ffda4168471f0274f178 *)
Definition yun2020_lemma9_activations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m)
    (identity_values d n m))) = 0)%Z.

(** yun2020:lemma9.maps_identity: g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, else 0_d, for A_L = L
    sha256:a8536af7a6691a91d7fdfe8c281d4bd1cc05a6c469c5b0c7f6be2bb86f759c9b *)
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

(** yun2020:lemma9.maps_scrambled: g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, else 0_d, for integers
    (A_L)_{i,j} without a pattern
    sha256:8ee76401bcff4cf8423377e76807f0f1f9f38ec2bfae19d79f0c7ca14fd1e7ee *)
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

(** yun2020:lemma9.maps_swapped: g_v^tkn(g_c(L)_{:,j}) = (A_L)_{:,j} if L in G~_delta, else 0_d, for the printed g_v
    and values that are keys: the columns of g_c(L) in reverse order where L has a zero column
    sha256:e7bdaf23cbe583c94383c692cee15d713d577f9145df7d4a40614adc9b5b5de1 *)
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

(** yun2020:lemma9.maps_swapped@repaired: the same for the network that maps to A_L + Lambda e^(1), Lambda > t_r + max
    |u^T A|, with one more layer that takes Lambda e^(1) back where u^T Z >= t_r + delta, again r = 1 and in Phi
    sha256:3742d987fd46d94ae651c9c20f17c81f716c92f726ce842802d35cf60abc5e93 *)
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
    sha256:9a8ecf96804ad52cd9fade884ff12d63b2002ee90166e151a67c2f6f0cacc812 *)
Definition yun2020_lemma9_grid_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let value := fun L : point =>
    1 in
  exists s : Q,
  sum_over_orders (fun L : point => (G_plus d n m L /\ in_order d m L)) value s /\
  s == inject_Z ((m + 1) ^ (d * n)).

(** yun2020:lemma9.maximum: E.4: let M be the maximum over all these numbers: none is greater
    sha256:bf70d8bec55800a020f56a3d265a960190b3a9b868a4d0caa80f2962ca1e0709 *)
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
    sha256:4347db3e3315f9476c495d9980a5b07a96c1af00766a31730673c73bf4360d75 *)
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
    sha256:09aac28572adeeded4afc4b9212202a80af75176e9ed0a3dc9042c61a2c9a4ca *)
Definition yun2020_lemma9_maximum_positive : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (G_plus d n m L /\ in_order d m L) ->
  let M := entry (in_unit_1 m L) 1 1 - entry (run [FeedForward.shifting d n m (Statements.t_l d n m) (Statements.t_r d
    n m)] (in_unit_1 m L)) 1 1 - 1 in
  M > 0.

(** yun2020:lemma9.contexts_inside: E.4: for any L in G~_delta, u^T g_c(L)_{:,j} in [t_l, t_r] for all j
    sha256:4d19cc4d25cd2431ac73193313d8834f8149c50a4d85ed09f3717232535d08ac *)
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
    sha256:85f69d8935d356facf16707f05ebe6986e2cbe7349e7a52cd874247a570f3c90 *)
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
    sha256:3ffe9a419d18e1d93e23bb33fac1ef2813e4d4704a2b22495d24f7b305f1529f *)
Definition yun2020_lemma9_shift_all_rows : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat n = d)%Z.

(** yun2020:lemma9.shift_all_rows@repaired: Z -> Z - (M+1) 1_d phi(u^T Z): the layer shifts all d rows of a column
    alike
    sha256:fb8694213f33a009b926121e5d776e33383fbcf2942ef0810e748a106fcad70f *)
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
    sha256:200d52c35c4b3f32f99d66b4f5607e96c14365db2fba82bfe737eedb2e7f09b5 *)
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
    sha256:3648fc3e447a76630cb9abb4005a3ff048fd0d7a7e2c4a45d1c6c0f784253812 *)
Definition yun2020_lemma9_contexts_stay : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  same_matrix (run [FeedForward.shifting d n m (Statements.t_l d n m) (Statements.t_r d n m)] context) context.

(** yun2020:lemma9.active_on_others: E.4: if L in G+_delta without G~_delta, then phi(u^T g_c(L)) = 1_n^T
    sha256:67bb4fe5031d539b6e9b4c36e2b1c1e6e5b707f70cdf3c5bd0d915542e59482d *)
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
    sha256:bd460f1fcd790ee92916a443635b3eeaf476899fd089cfdf36cfd52088bb661a *)
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
    sha256:255c4d6fa5da07c8a913670512f847bf67277fd9590926f1ab6cd43cfbd5777d *)
Definition yun2020_lemma9_others_negative : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run [FeedForward.shifting d n m
    (Statements.t_l d n m) (Statements.t_r d n m)] context) i j < 0.

(** yun2020:lemma9.contexts_nonnegative: E.4: all the entries of g_c(L) for L in G~_delta are nonnegative
    sha256:46af54d1b8c4a0508566a6c92cf3a7f5ca4c5c11b6519284e89831ef8ab95a9b *)
Definition yun2020_lemma9_contexts_nonnegative : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry context i j >= 0.

(** yun2020:lemma9.others_flattened: E.4: after these d layers, the output for L in G+_delta without G~_delta is a
    zero matrix
    sha256:6f17b9540496daa2d302e20f3d06cdc24f87729e6523d0f4589e8dd62b1a569f *)
Definition yun2020_lemma9_others_flattened : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.first_layers d n m
    (Statements.t_l d n m) (Statements.t_r d n m)) context) i j == 0.

(** yun2020:lemma9.contexts_not_flattened: E.4: while the output for L in G~_delta is g_c(L)
    sha256:d22fdb09574ad2b351c37b857e8ccca46b44fbceeecde9efd0d8a3799d640352 *)
Definition yun2020_lemma9_contexts_not_flattened : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_1 d n m L ->
  let context := run (g_c d n m) (in_unit_1 m L) in
  same_matrix (run (FeedForward.first_layers d n m (Statements.t_l d n m) (Statements.t_r d n m)) context) context.

(** yun2020:lemma9.unique_numbers: E.4: each different context L maps to n unique numbers u^T g_c(L)
    sha256:f3b20d707ece3069b4348994ef4f7a95f331675d87a6eb7a79fe984cda4fc35d *)
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
    sha256:8c58bd609a74ae93db4a059d56e77752c76d3f14fe7e22976409c8f188ab4caa *)
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
    sha256:1294d259647e6f04d5eee06112d4935bec83927172a081c270080dd61006b1fb *)
Definition yun2020_lemma9_t_l_above_window : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let t_l := (D ^ (2 * n) * (D - 1))%Z in
  (2 * t_l > 1)%Z.

(** yun2020:lemma9.zero_inactive: E.4: for a zero input matrix, activation is all zero
    sha256:f1e4d3012ae2e09341a0935e989cb55c6dc72fa0e137dc67ca979eee40eab324 *)
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
    sha256:ade5954a1fa3b612d4c2e2ed9c78d6db0563acb27c0deac716b6411c0921bd8f *)
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
    sha256:6a21a18c521eacc6cf765dc7bfadd0f995cc467446de439093c140991b8baf81 *)
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
    sha256:0b1eb925647f85868bdd17fe761f4ad0d512c07cd7f06d9eb1e3ad83daa67904 *)
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
    sha256:a416488ba89ee172db0f77f7e431fa6366230bb428f493c3bbe1ecded9db5440 *)
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

(** yun2020:lemma9.active_once: E.4: the activations of all these layers at a column of g_c(L) are 1 once and else 0
    sha256:cf75b575aefdd38adc3c63206ddbc0d7c509d0c89b9085be95e23a46364e8efd *)
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
    sha256:9deac0b68f10151f6f29ae1863a940ca0d0c158f0ee43821beb03fb0104ede2e *)
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
    for values that are keys
    sha256:a0150c7e0288861a6ebfe13178818f678d87bf27932b64d2204309868365b074 *)
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
    sha256:1d10adeb70dcc95deadbf968199c84ecb49cbaec17aa5b18a536d646a4c3a557 *)
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
    sha256:0e78e9a9c6c3ae792a84d418d135c53c5699d3c3b250719bf808e3633c13f32d *)
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
    sha256:f69b7b2742803760ed6365c1d9e0c616688c18823da6d336f6c62d51ad9eedeb *)
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
    sha256:61067310b82223aab3b6345e0a80571e3efae73d1d6d60a3f98dfdad38c64eb7 *)
Definition yun2020_lemma9_layer_per_number : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let permutations := (product_Z 1 n (fun k => k))%Z in
  let distinct_contexts := inject_Z (product_Z 0 (n - 1) (fun k => (D - k)%Z)) / inject_Z permutations in
  let value_numbers := inject_Z n * distinct_contexts in
  inject_Z (Z.of_nat (feed_forward_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n
    m) (identity_values d n m)))) == 1 + inject_Z d + value_numbers.

(** yun2020:lemma9.numbers_order: E.4: there are O(n (1/delta)^(dn) / n!) such numbers: with the constant 1
    sha256:54990a5e7dce4d474edc0c737f0664baaa5750341806f6ac59050ce044a5ab4f *)
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
    sha256:b00fe5bf2b5aa80c2961ea1f5eb90ebb89ca21e4c4e5b217adc2528717421bf6 *)
Definition yun2020_proposition5_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (heads (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (scrambled_values d n m))) = 2)%Z.

(** yun2020:proposition5.head_size: g-bar in T-bar^(2,1,1): m = 1
    sha256:015e478a56446e5a4502715252e56c04e1796660ce626fca7683d3f41c3fd76e *)
Definition yun2020_proposition5_head_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (head_size (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n m)
    (Statements.t_r d n m) (scrambled_values d n m))) = 1)%Z.

(** yun2020:proposition5.hidden_size: g-bar in T-bar^(2,1,1): r = 1
    sha256:12143ad6f4553dc61330350a21dcf18fff2f3759df6aec72f5464680c9df8291 *)
Definition yun2020_proposition5_hidden_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (hidden_size (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m (Statements.t_l d n
    m) (Statements.t_r d n m) (scrambled_values d n m))) = 1)%Z.

(** yun2020:proposition5.activations: g-bar in T-bar^(2,1,1): activations in Phi
    sha256:5a35841ebc13f1704fb1b66ab3ec97c43a79620b41134bbf3eeb8b0ad30a6f80 *)
Definition yun2020_proposition5_activations : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (activations_outside_Phi (FeedForward.g_q d n m ++ g_c d n m ++ FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m))) = 0)%Z.

(** yun2020:proposition5.distance_for_each_n: d_p(f-bar, g-bar) = O(delta^(d/p)) for each n and f-bar: to the power p
    at most n(n-1)/2 B^p delta^d, here B^p = d n
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
    sha256:75040b9118bfbddae91cf42201e98697101b8227a8ad3fc7c388039842e85375 *)
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
    sha256:618dccd6204796dc637219eb53adb9c286b45a7f15e91effbbde7413d8ef0c2e *)
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
    sha256:c068840bde7bc9fbe638ffb2d5116234aef56d96975e07b6b69f43150f9a038c *)
Definition yun2020_proposition5_token_wise : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (attention_layers (FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m)
    (scrambled_values d n m))) = 0)%Z.

(** yun2020:proposition5.value_identity: E.1.4: = A_L, for A_L = L
    sha256:d0a676447f38d7c5fa19ae74f70c899fbf83b080dd1ddf6aa8d37102d3900fbc *)
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
    sha256:83cbdcb050b1b1e7749cb8139b46dfd177df5aeb2f057528d5f05bab9bbc20f2 *)
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

(** yun2020:proposition5.value_swapped: E.1.4: = A_L, for values that are keys: the columns of g_c(L) in reverse order
    where L has a zero column
    sha256:d2ec4e5efcf70542a8f50c0a75b6db6d8b207491794027933ca916dcd98d2e15 *)
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
    sha256:1a89fc01db164d4a06defaa49ee75c5796d48c509b190d273d7428d4a09c12b3 *)
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

(** yun2020:proposition5.others_quantised: E.1.4: any other X is mapped by g_q to L in G+_delta without G~_delta
    sha256:078cd9925f0641230665cbc020e0037f5e104f74e5f619c4ebfd6cd23fca035a *)
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
    sha256:3544011fe3758418cd88d7d154cb244c37cfa2a44bf7f331c08489d9570c5565 *)
Definition yun2020_proposition5_outside_quantised : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall (row : Z) (x : vector), (1 <= row <= d)%Z -> length x = d ->
  entry [x] row 1 < 0 \/ entry [x] row 1 > 1 -> entry (run (FeedForward.g_q d n m) [x]) row 1 == inject_Z (- m ^ (n *
    d)).

(** yun2020:proposition5.others_composed: E.1.4: as a result, we get g_v o g_c o g_q(X) = g_v o g_c(L)
    sha256:14481c3fa539ff3804903f22ec3b0456c599f329c94886759587d5dd9fac9aec *)
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
    sha256:f61ec2310a64ef560dc05d35f92163f0dba241af8f0e3aef5bdb76486b0f4d2b *)
Definition yun2020_proposition5_others_zero : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  (category_3 d n m L) \/ (category_2 d n m L) ->
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_v_as_printed d n m
    (Statements.t_l d n m) (Statements.t_r d n m) (scrambled_values d n m)) (run (g_c d n m) (in_unit_1 m L))) i j ==
    0.

(** yun2020:proposition5.everywhere_known: E.1.4: therefore, g-bar(X) = A_L = f-bar(X) for X in S_L, L in G~_delta,
    and 0 everywhere else
    sha256:27e189e53184e3d8813fcf12c3e009cb84b539ed6b2d2629d364c3d6ccae69c6 *)
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
    sha256:d7cdcb98bcfa4924b2b6eaeaf47dfc6df50e29ded6f8ec0532f92606f5101f46 *)
Definition yun2020_proposition5_support_coordinates : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat d = d * n)%Z.

(** yun2020:proposition5.support_coordinates@repaired: the support is in [0, 1]^(d x n), and g-bar too is 0 outside
    sha256:8a4516aca1c307f8e4978750fea43a455ec23a665ff633e96c05d1ec2fa4fb41 *)
Definition yun2020_proposition5_support_coordinates_repaired : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall L : point,
  category_3 d n m L ->
  let X_1 := run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> entry (run (FeedForward.g_q d n m ++ g_c d n m ++
    FeedForward.g_v_as_printed d n m (Statements.t_l d n m) (Statements.t_r d n m) (one_values d n m)) X_1) i j == 0.

(** yun2020:proposition5.bounded: E.1.4: there exists B >= 0 such that ||f-bar(X)||_p <= B: B^p = d n 6^p for the
    integers without a pattern
    sha256:f94b84d151d53695f5a5e685b5cc2f1f7989476ea2cbba984394ec32231b467f *)
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
    sha256:8bf2af63b61fd92e49fa205c9fbba62a270d0c6ce19e51d596be02601bbc3dc9 *)
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

(** yun2020:proposition5.measure: E.1.4: a set that has measure O(delta^d): with the constant 1
    sha256:e224fddd49b1d1046f0e32f2eb13533f49ef8a6338f44a13f2d4aa0ba6e59ffd *)
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

(** yun2020:proposition5.measure_exact: E.1.4: its measure is 1 - (1 - delta^d) (1 - 2 delta^d) ... (1 - (n-1)
    delta^d)
    sha256:a3ec6ca76c2dfcee18264c8033f647c788b6b9a30a770b9de04ecb18d8bdc18c *)
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

(** yun2020:proposition5.displayed: E.1.4: d_p(f-bar, g-bar) <= (B^p delta^d)^(1/p): to the power p, f-bar = 1 on all
    cubes, B^p = d n, for every p
    sha256:cdea6395ece0e1dc248804c7adfc37c40244f7051d51220949b545f4214c897a *)
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

(** yun2020:proposition5.displayed@repaired: d_p(f-bar, g-bar) <= (n(n-1)/2 B^p delta^d)^(1/p)
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

(** yun2020:proposition5.displayed_scrambled: E.1.4: the same display, repaired, for the integers without a pattern: p
    = 3, B^p = d n 6^3
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

(** ** Contextual mapping, App. G.2: App. G.2 *)

(** yun2020:g2.entries_distinct: G.2: a contextual mapping (Def. E.1): the n entries of u^T g_c(L) are all distinct
    sha256:cede7d7c5ccc19c5cfdb9cef77b6f629bd137abc231996096d3504da0a7478b4 *)
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
    sha256:2bd968f034024d6746dd3c33d27c44352117b1e42756a9c6bb1c108b34aab429 *)
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
    sha256:70fcf66c2c02e08ae736d1b0a000686999a841a8cc9c938399eb0d505f5238a3 *)
Definition yun2020_g2_range_of_L : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> exists k : Z, (0 <= k <= m - 1)%Z /\ entry L_1 i j
    == inject_Z (j - 1) + inject_Z k / inject_Z m.

(** yun2020:g2.least_id: G.2: (j-1) (1 + delta^-1 + ... + delta^(-d+1)) <= l_j
    sha256:44a6f38927534dcb82d540f22e22e403475e6a1b580ac70fa8ab1865553b6053 *)
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
    sha256:9f996ea1187415aa0f5a2da36f9de55ff8d04490d086e71c972428c77edb1818 *)
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
    sha256:9e0348d7b7d4a527c9659a619847bde5af2eb4ecf89b48dd4b3b0727ee91e358 *)
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
    sha256:b658c9d95935dac1e5399d4463e3c9f6319e00bb3855a25b0ff5ec67100c74be *)
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
    sha256:6283fd246678e18e1b1f26bbfd88fd8a1f5fd612ad78b61d810384b59611afc7 *)
Definition yun2020_g2_category1_entries : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall X : point,
  G_delta d n m X ->
  let L_1 := encoded (positions 1 d n) (in_unit_1 m X) in
  forall i : Z, (1 <= i <= d)%Z -> forall j : Z, (1 <= j <= n)%Z -> 0 <= entry L_1 i j /\ entry L_1 i j <= 1 - 1 /
    inject_Z m.

(** yun2020:g2.category1_entries@repaired: the entries of column j are between j - 1 and j - delta
    sha256:a873257d9c4ce22f5a367de7c9dbe7b4c11d14d1b6e9509ed60421ea82ce99c7 *)
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
    sha256:0328de6d8d92d155b588f3ec7a689c6d713a40325201d00fbb8cf35024d25d4a *)
Definition yun2020_g2_ranges_increase : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  forall j : Z, (1 <= j <= n - 1)%Z -> ((j - 1) * sigma + D - 1 < (j + 1 - 1) * sigma)%Z.

(** yun2020:g2.layers: G.2: n (1/delta)^d attention layers, and finally an extra one
    sha256:06ca204ca34f6f32b0f6bf536aa4ff9571002e122cf3c53418613cf14490849b *)
Definition yun2020_g2_layers : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  (Z.of_nat (attention_layers (g2_g_c 1 d n m)) = n * D + 1)%Z.

(** yun2020:g2.heads: G.2: attention parts Psi: at most two heads
    sha256:10da8f95b50488a3a00409ae028aa8d3367138feaea8082f3cbced999e6b030e *)
Definition yun2020_g2_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (heads (g2_g_c 1 d n m)) = 2)%Z.

(** yun2020:g2.head_size: G.2: attention parts Psi: heads of size 1
    sha256:2f5f6560fc38efa7f0351b4e9b54d468979bee8a6f1c27a00cb26e8a02adf23c *)
Definition yun2020_g2_head_size : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (head_size (g2_g_c 1 d n m)) = 1)%Z.

(** yun2020:g2.order_of_layers: G.2: in increasing order of j: the layer of id l_j comes before that of l_(j+1)
    sha256:4ced2cdc07d4157867b480c48a28293af4fbb6678b2e8d5a6967499f015cd44a *)
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
    sha256:53b25f834197851498230991b8d89138f7a38e2fe18bb7b3cb1bf6336a484ec6 *)
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
    sha256:17c6ca0c2bec19c19ac5eff1c73204fe667852da824f6dda58a05afd2c7904a4 *)
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
    sha256:ae1c772f8f2dd3365ffeb40a2baf8208a7a61712b618030cb5c6590d92f5576a *)
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
    sha256:7d3983113df8ae990294bbcd394d88ff1fdb52ba8741f07c58ae91ba45841afe *)
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
    sha256:34ad17a9e8e403977c71796206f5220c394dcdbc3aa5affe95393c816a741a15 *)
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
    sha256:8e6f1b61af08b78b423c57203cc0ae32d4ebdca22819d5c0f35188cc2a19832a *)
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
    sha256:df43c7f9e5fbceebad7a8c48637e9e6d85ef91eb2c5f14fa9ad2995356c9651e *)
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
    sha256:a946066d2e88a05a3df4b38809c54beea2276d81eadbbf39917f558536a58ce9 *)
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
    sha256:4d76a44d960a5e1a9dc1e7098f4074ef879affa1579841ca667dc95e3dad08cb *)
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
    sha256:c5ca74340d51c9258650583a8dcac5805fb47799c0a3e8f3fcc7998509595609 *)
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
    sha256:3f182571e4b5ddca523e3c4c853332bef10b67e7657ccf3f12d583ab4685624c *)
Definition yun2020_g2_sweep_increases : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let u := listed 1 d (fun i => inject_Z (m ^ (i - 1))) in
  forall X : point,
  G_delta d n m X ->
  let swept := listed 1 n (fun j => inject_Z m * item (row_of u (run (g2_sweep 1 d n m) (encoded (positions 1 d n)
    (in_unit_1 m X)))) j) in
  forall j : Z, (1 <= j <= n - 1)%Z -> item swept j < item swept (j + 1).

(** yun2020:g2.sweep_increases@repaired: with 2 (j-1) for j-1 in E, shift operations result in l~_1 < l~_2 < ... <
    l~_n
    sha256:131c22027e9addb819621ed008e15f89b351c3682373bf95b2a92a919433b8d8 *)
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
    sha256:122ce3cb95d062917f4c15023a410999b61cd6a859bba106895647fbd79b0d13 *)
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
    sha256:97d40ffbac4ac8da46d80b5120a4d6dada59b9cb1c531764c7ed70688572ae39 *)
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
    sha256:4fdbcee02e129be8bde9d4eab2cdea853cadf15ab8f5570b331da42d8fc2c8b5 *)
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
    sha256:71183a1dbad0a4b37ebdc5b65479387e8a8cda1db7d692e1a586b3b2eed8fa0e *)
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
    sha256:4e73200bb101c0577c7a9f9b9be76dcd8358b634dd7d9a6cd4164490673f5104 *)
Definition yun2020_g2_bound_summed : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  inject_Z ((n - 1) * sigma + D - 1 + (D ^ n - D) * ((n - 1) * sigma + D - 1)) == inject_Z (D ^ n - D + 1) * (inject_Z
    m * (inject_Z ((n - 1) * (D - 1)) / inject_Z (m - 1)) + inject_Z D - 1).

(** yun2020:g2.bound_simplified: G.2: ... <= (delta^(-nd) - delta^-d + 1) (delta^-d - 1) (n - 1 + delta)
    sha256:b109450a6d407f247abbd735ed23536c5ca755582cfa1d7771dec7e253f61c1b *)
Definition yun2020_g2_bound_simplified : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  inject_Z (D ^ n - D + 1) * (inject_Z m * (inject_Z ((n - 1) * (D - 1)) / inject_Z (m - 1)) + inject_Z D - 1) <=
    inject_Z ((D ^ n - D + 1) * (D - 1) * (m * (n - 1) + 1)).

(** yun2020:g2.bound_final: G.2: ... < n delta^(-(n+1)d)
    sha256:860954716272f6b7553efc6ad4a8fe263f985c31c91b61394ddc460b1913bd2b *)
Definition yun2020_g2_bound_final : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  let D := (m ^ d)%Z in
  ((D ^ n - D + 1) * (D - 1) * (m * (n - 1) + 1) < n * D ^ (n + 1) * m)%Z.

(** yun2020:g2.upper_bound: G.2: an upper bound on l~_n: l~_n < n delta^(-(n+1)d)
    sha256:6dc6a8fd521e24e512e8961bd83f1ab3faa79f780041b4a60c31e97ad6f4e23f *)
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
    sha256:7bfde0105dd946290c839c1ec93326c25fa9bc695a6d0abf5b22977fa3c87699 *)
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
    sha256:e96f15fd543b04ed30d80f8810f045ab72809f6f2b9213b6850e192b2d4d641e *)
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
    sha256:141f3eb3d1568c13f7e052f6552599e2363f142924a7314cf3d91c8d8a028049 *)
Definition yun2020_g2_last_heads : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  (Z.of_nat (heads ([global_shift d m (of_nat (n * m * (m ^ d) ^ (n + 1)))])) = 1)%Z.

(** yun2020:g2.last_is_last: G.2: finally, the extra layer: its output is g_c(L)
    sha256:426c59c27763a8343bae68e17a0de5a7cbfdd5e61782952fd88314b819e6ee91 *)
Definition yun2020_g2_last_is_last : Prop :=
  forall d n m : nat,
  (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat -> (n >= 2)%Z -> (m >= 2)%Z ->
  forall X : point,
  G_delta d n m X ->
  same_matrix (run [global_shift d m (of_nat (n * m * (m ^ d) ^ (n + 1)))] (run (g2_sweep 1 d n m) (encoded (positions
    1 d n) (in_unit_1 m X)))) (run (g2_g_c 1 d n m) (encoded (positions 1 d n) (in_unit_1 m X))).

(** yun2020:g2.last_shift: G.2: this layer shifts all the layers by n delta^(-(n+1)d-1) l~_n
    sha256:c2e867446c5b7d1177ad21ae73b24a7163cc816f4dab1a14efd222df95578bb8 *)
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
    sha256:c75286e05bb449fe5bef2a88eafbe15941754c7c237670a5e7be28072a5568e1 *)
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
    sha256:06bcfe0620d6011dfe415e5b711c51bef4d26f1567637aff73482415148e6c25 *)
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
    sha256:0325e0df58e8a9f82e6374d8b9ac7927feff2510b03f7e4c09aa5db69e160159 *)
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
    sha256:aae77d4e90418c97f38ecb3b33b053d683507c9d796146763b14fd2046a6a849 *)
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
    sha256:285d4617da84cc67c067ccaef093fbfc83e16495555befd4b46ccf4d6e2da01b *)
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
