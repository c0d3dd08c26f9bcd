(** * StepsTheorem3: the steps of Theorem 3, Sec. 3.1 and App. G, for all d, n and delta

    The quantiser puts X + E on the grid, for X in any cube; from there on it is what G.3 says of the corners. *)

From Coq Require Import ZArith QArith Qround List Permutation Bool Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Hardmax Simulation FeedForwardLayers Lemma7.
From Exactua Require Import Contexts Terms StepTools PositionNetworks Exported StepsFeedForward StepsLemma4.
From Exactua Require Import StepsAppendixG1 StepsAppendixG3.
From Exactua Require AppendixGNetwork.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** X + E *)

Lemma position_column : forall d n k, (k < n)%nat -> nth k (positions 1 d n) [] = repeat (of_nat k) d.
Proof.
  intros d n k Hk. unfold positions.
  rewrite nth_indep with (d' := (fun j => repeat (of_nat (1 * j)) d) 0%nat)
    by (rewrite map_length, seq_length; exact Hk).
  rewrite (map_nth (fun j => repeat (of_nat (1 * j)) d)), seq_nth by exact Hk. now rewrite Nat.mul_1_l.
Qed.

Section Encoded.
  Variables (d n : nat) (M : matrix).
  Hypothesis length_M : length M = n.
  Hypothesis columns_M : Forall (fun c => length c = d) M.

  Lemma positions_length_is : length (positions 1 d n) = n.
  Proof. unfold positions. now rewrite map_length, seq_length. Qed.

  Lemma encoded_column : forall k, (k < n)%nat ->
    nth k (encoded (positions 1 d n) M) [] = add (nth k M []) (repeat (of_nat k) d).
  Proof.
    intros k Hk. rewrite nth_encoded by (rewrite positions_length_is; congruence). now rewrite position_column.
  Qed.

  Lemma column_of_M : forall k, (k < n)%nat -> length (nth k M []) = d.
  Proof. intros k Hk. rewrite Forall_forall in columns_M. apply columns_M, nth_In. congruence. Qed.

  Lemma encoded_length : length (encoded (positions 1 d n) M) = n.
  Proof.
    pose proof positions_length_is as P. revert P. generalize (positions 1 d n) as E. rewrite <- length_M.
    generalize M as X. induction X as [| x X IH]; intros [| e E] H; simpl in *; try lia. f_equal. apply IH. lia.
  Qed.

  Lemma encoded_columns : forall k, (k < n)%nat -> length (nth k (encoded (positions 1 d n) M) []) = d.
  Proof.
    intros k Hk. rewrite encoded_column, add_length by (try exact Hk; rewrite repeat_length; now apply column_of_M).
    now apply column_of_M.
  Qed.

  Lemma encoded_all : Forall (fun c => length c = d) (encoded (positions 1 d n) M).
  Proof.
    apply Forall_forall. intros c I. destruct (In_nth _ _ [] I) as (k & Hk & <-). apply encoded_columns.
    pose proof encoded_length as E. unfold matrix, vector in *. lia.
  Qed.

  Lemma encoded_entry : forall i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
    entry (encoded (positions 1 d n) M) i j == entry M i j + inject_Z j - 1.
  Proof.
    intros i j Hi Hj. unfold entry, item. rewrite encoded_column by lia.
    rewrite add_entry by (rewrite repeat_length; apply column_of_M; lia). rewrite repeat_entry by lia.
    assert (E : of_nat (Z.to_nat (j - 1)) == inject_Z j - 1).
    { unfold of_nat. rewrite Z2Nat.id by lia. unfold Z.sub. rewrite inject_Z_plus. reflexivity. }
    rewrite E. ring.
  Qed.
End Encoded.

(** ** Points *)

Lemma every_entry : forall (d n count : nat) L i j, every_matrix d n count L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  (0 <= entry_ L i j < count)%Z.
Proof. intros d n count L i j H. exact (entry_range d n count L i j H). Qed.

Lemma start_entry : forall (d n m : nat) L i j, (1 <= m)%nat -> of_shape d n L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (encoded (positions 1 d n) (in_unit_1 m L)) i j == inject_Z (entry_ L i j) * delta m + inject_Z j - 1.
Proof.
  intros d n m L i j Hm HL Hi Hj. destruct (unit_columns d n m L HL) as [A B].
  rewrite (encoded_entry d n _ A B) by assumption. now rewrite (entry_is d n m) by assumption.
Qed.

Lemma next_is : forall j : Z, inject_Z (j + 1) == inject_Z j + 1.
Proof. intros j. rewrite inject_Z_plus. reflexivity. Qed.

Ltac on_points := intros d n m Hd Hn Hm Hn' _; cbv zeta; intros L HL.

Theorem yun2020_theorem3_positional_form_proved : yun2020_theorem3_positional_form.
Proof. on_points. apply Meq_refl. Qed.

Theorem yun2020_theorem3_choice_of_E_proved : yun2020_theorem3_choice_of_E.
Proof.
  on_points. intros i Hi j Hj. destruct (unit_columns d n m L (proj1 HL)) as [A B]. now apply encoded_entry.
Qed.

Theorem yun2020_theorem3_column_ranges_proved : yun2020_theorem3_column_ranges.
Proof.
  on_points. intros i Hi j Hj. pose proof (every_entry d n (m + 1) L i j HL Hi Hj) as R.
  rewrite !(start_entry d n m) by (assumption || lia || apply HL). pose proof (delta_positive m ltac:(lia)) as P.
  pose proof (m_delta m ltac:(lia)) as M.
  assert (Z0 : 0 <= inject_Z (entry_ L i j)) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
  assert (Z1 : inject_Z (entry_ L i j) <= inject_Z m) by (rewrite <- Zle_Qle; lia).
  assert (J : inject_Z (j - 1) == inject_Z j - 1)
    by (pose proof (next_is (j - 1)) as N; replace (j - 1 + 1)%Z with j in N by lia; rewrite N; ring).
  rewrite J. set (z := inject_Z (entry_ L i j)) in *.
  assert (0 <= z * delta m) by (apply Qmult_le_0_compat; lra).
  assert (z * delta m <= inject_Z m * delta m) by (apply Qmult_le_compat_r; lra). split; lra.
Qed.

(** An entry of one column, and of the next. *)
Lemma neighbours : forall (d n m : nat) L i j, (1 <= m)%nat -> of_shape d n L -> (1 <= i <= d)%Z ->
  (1 <= j <= n - 1)%Z ->
  entry (encoded (positions 1 d n) (in_unit_1 m L)) i (j + 1) - entry (encoded (positions 1 d n) (in_unit_1 m L)) i j
  == (inject_Z (entry_ L i (j + 1)) + inject_Z m - inject_Z (entry_ L i j)) * delta m.
Proof.
  intros d n m L i j Hm HL Hi Hj. rewrite !(start_entry d n m) by (assumption || lia). rewrite next_is.
  pose proof (m_delta m Hm) as M. transitivity ((inject_Z (entry_ L i (j + 1)) - inject_Z (entry_ L i j)) * delta m +
    inject_Z m * delta m); [rewrite M |]; ring.
Qed.

Theorem yun2020_theorem3_monotone_proved : yun2020_theorem3_monotone.
Proof.
  on_points. intros i Hi j Hj. pose proof (every_entry d n (m + 1) L i j HL Hi ltac:(lia)) as R.
  pose proof (every_entry d n (m + 1) L i (j + 1) HL Hi ltac:(lia)) as R'.
  pose proof (neighbours d n m L i j ltac:(lia) (proj1 HL) Hi Hj) as N. pose proof (delta_positive m ltac:(lia)) as P.
  assert (0 <= inject_Z (entry_ L i (j + 1)) + inject_Z m - inject_Z (entry_ L i j)).
  { assert (inject_Z (entry_ L i j) <= inject_Z (entry_ L i (j + 1) + m)) by (rewrite <- Zle_Qle; lia).
    rewrite inject_Z_plus in H. lra. }
  assert (0 <= (inject_Z (entry_ L i (j + 1)) + inject_Z m - inject_Z (entry_ L i j)) * delta m)
    by (apply Qmult_le_0_compat; lra).
  rewrite <- N in H0. lra.
Qed.

Theorem yun2020_theorem3_strictly_monotone_repaired_proved : yun2020_theorem3_strictly_monotone_repaired.
Proof.
  on_points. intros i Hi j Hj. pose proof (every_entry d n (2 * m) L i j HL Hi ltac:(lia)) as R.
  pose proof (every_entry d n (2 * m) L i (j + 1) HL Hi ltac:(lia)) as R'.
  pose proof (neighbours d n (2 * m) L i j ltac:(lia) (proj1 HL) Hi Hj) as N.
  pose proof (delta_positive (2 * m) ltac:(lia)) as P.
  assert (0 < inject_Z (entry_ L i (j + 1)) + inject_Z (2 * m)%nat - inject_Z (entry_ L i j)).
  { assert (inject_Z (entry_ L i j) < inject_Z (entry_ L i (j + 1) + (2 * m)%nat)) by (rewrite <- Zlt_Qlt; lia).
    rewrite inject_Z_plus in H. lra. }
  assert (0 < (inject_Z (entry_ L i (j + 1)) + inject_Z (2 * m)%nat - inject_Z (entry_ L i j)) * delta (2 * m))
    by (apply Qmult_lt_0_compat; lra).
  rewrite <- N in H0. lra.
Qed.

(** An entry 1 in one column and an entry 0 in the next: both are 1 in X + E. *)
Theorem yun2020_theorem3_strictly_monotone_refuted : ~ yun2020_theorem3_strictly_monotone.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy)). cbv zeta in H.
  specialize (H [[2]; [0]]%Z ltac:(split; [split |]; repeat constructor; lia) 1%Z ltac:(lia) 1%Z ltac:(lia)).
  vm_compute in H. discriminate H.
Qed.

(** ** How large the network is *)

Lemma heads_app : forall N N', heads (N ++ N') = Nat.max (heads N) (heads N').
Proof.
  intros N N'. unfold heads. induction N as [| l N IH]; [reflexivity |]. cbn [app map fold_right]. rewrite IH. lia.
Qed.

Lemma no_heads : forall N, Forall (fun l => is_attention l = false) N -> heads N = 0%nat.
Proof.
  intros N H. unfold heads. induction H as [| l N Hl _ IH]; [reflexivity |]. cbn [map fold_right]. rewrite IH.
  destruct l; [discriminate Hl | reflexivity].
Qed.

Lemma transformer_heads : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  heads (position_transformer d n m) = 2%nat.
Proof.
  intros d n m Hd Hn Hm. unfold position_transformer, mapped_contexts. rewrite !heads_app.
  rewrite (no_heads (position_quantiser d n m)) by apply positions_feed_forward.
  rewrite (no_heads (position_value_map d n m _)) by apply value_map_feed_forward.
  destruct (AppendixGNetwork.layers 1 d n m ltac:(lia) Hd Hn Hm) as (_ & _ & _ & _ & ->). reflexivity.
Qed.

Theorem yun2020_theorem3_heads_proved : yun2020_theorem3_heads.
Proof. intros d n m Hd _ Hm Hn _. rewrite transformer_heads; lia. Qed.

Theorem yun2020_theorem3_head_size_proved : yun2020_theorem3_head_size.
Proof. intros d n m Hd _ Hm Hn _. unfold head_size. rewrite transformer_heads; lia. Qed.

Theorem yun2020_theorem3_hidden_size_proved : yun2020_theorem3_hidden_size.
Proof.
  intros d n m Hd Hn Hm Hn' _. unfold hidden_size, position_transformer, feed_forward_layers.
  rewrite filter_app, app_length. fold (feed_forward_layers (position_quantiser d n m)).
  pose proof (position_layers d n m 1) as E. unfold rows in E. fold (position_quantiser d n m) in E. nia.
Qed.

Theorem yun2020_theorem3_activations_proved : yun2020_theorem3_activations.
Proof.
  intros d n m _ _ _ _ _. apply all_fine. unfold position_transformer, mapped_contexts.
  apply Forall_app. split; [apply positions_fine |]. apply Forall_app. split; [apply g2_fine | apply value_map_fine].
Qed.

(** ** The quantiser *)

(** X + E on the grid, for Y in its cube. *)
Lemma quantiser_acts : forall d n m X Y, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  length Y = n -> Forall (fun c => length c = d) Y ->
  (forall i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
    inject_Z (entry_ X i j) * delta m + inject_Z j - 1 <= entry Y i j /\
    entry Y i j < inject_Z (entry_ X i j) * delta m + inject_Z j - 1 + delta m) ->
  Meq (run (position_quantiser d n m) Y) (encoded (positions 1 d n) (in_unit_1 m X)).
Proof.
  intros d n m X Y Hd Hn Hm HX Hl Hc HY. unfold position_quantiser.
  fold (rows d n m 1 (seq 0 d)). rewrite run_token_wise by apply positions_feed_forward.
  set (N := rows d n m 1 (seq 0 d)). destruct (unit_columns d n m X (proj1 HX)) as [A B].
  apply Meq_from_columns; rewrite map_length; [rewrite (encoded_length d n _ A); exact Hl |].
  intros k Hk'. assert (Hk : (k < n)%nat) by (unfold vector, matrix in *; lia).
  rewrite nth_indep with (d' := on_column N []) by (rewrite map_length; exact Hk'). rewrite (map_nth (on_column N)).
  assert (Hy : length (nth k Y []) = d) by (rewrite Forall_forall in Hc; apply Hc, nth_In; exact Hk').
  assert (Lr : length (on_column N (nth k Y [])) = d).
  { unfold N, rows. rewrite (flat_map_ext _ (fun i => map (layer_of_row d i) (position_steps n m 1)))
      by (intro; apply row_steps).
    apply (rows_act d (position_steps n m 1) (seq 0 d) _ (seq_NoDup _ _)); [| exact Hy].
    apply Forall_forall. intros i Hi. apply in_seq in Hi. lia. }
  apply entries_equal; [etransitivity; [exact Lr | symmetry; now apply encoded_columns] |].
  intros r Hr'. assert (Hr : (r < d)%nat) by (eapply Nat.lt_le_trans; [exact Hr' | now apply Nat.eq_le_incl]).
  unfold N. rewrite rows_entry by (lia || assumption).
  destruct (Nat.ltb_spec r d) as [_ | ?]; [| lia].
  pose proof (HY (r + 1)%Z (k + 1)%Z ltac:(lia) ltac:(lia)) as [T0 T1].
  pose proof (start_entry d n m X (r + 1)%Z (k + 1)%Z ltac:(lia) (proj1 HX) ltac:(lia) ltac:(lia)) as V.
  pose proof (entry_range d n m X (r + 1)%Z (k + 1)%Z HX ltac:(lia) ltac:(lia)) as R.
  unfold entry, item in T0, T1, V. replace (Z.to_nat (r + 1 - 1)) with r in T0, T1, V by lia.
  replace (Z.to_nat (k + 1 - 1)) with k in T0, T1, V by lia. rewrite V.
  set (z := entry_ X (r + 1) (k + 1)) in *. set (t := nth r (nth k Y []) 0) in *.
  pose proof (m_delta m ltac:(lia)) as M. set (c := (k * m + Z.to_nat z)%nat).
  assert (C : of_nat c * delta m == inject_Z z * delta m + inject_Z (k + 1) - 1).
  { unfold c, of_nat. rewrite Nat2Z.inj_add, Nat2Z.inj_mul, Z2Nat.id by lia.
    rewrite next_is, inject_Z_plus, inject_Z_mult.
    transitivity (inject_Z k * (inject_Z m * delta m) + inject_Z z * delta m); [ring | rewrite M; ring]. }
  rewrite <- C in T0, T1 |- *. unfold position_steps. change (of_nat c * delta m <= t) in T0.
  change (t < of_nat c * delta m + delta m) in T1.
  destruct (layers_step m t ltac:(lia) (n * m)) as [(j & Hj & C0 & C1 & E) | [O E]].
  - etransitivity; [exact E |]. now rewrite (one_interval m t ltac:(lia) j c C0 C1 T0 T1).
  - exfalso. pose proof (multiple_not_negative m ltac:(lia) c).
    pose proof (multiples_ascend m ltac:(lia) (S c) (n * m) ltac:(unfold c; nia)) as U. rewrite next_multiple in U.
    destruct O; lra.
Qed.

(** ** g_P(X) = A_L for X in every cube *)

(** The corner of the cube that has L, whose entries are multiples of delta/2. *)
Definition corner_of (L : point) : point := map (map (fun z => z / 2)%Z) L.

Lemma corner_entry : forall (d n : nat) L i j, of_shape d n L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry_ (corner_of L) i j = (entry_ L i j / 2)%Z.
Proof.
  intros d n L i j HL Hi Hj. pose proof (column_length d n L j HL Hj) as Hc. unfold entry_.
  assert (E : nth (Z.to_nat (j - 1)) (corner_of L) [] = map (fun z => z / 2)%Z (nth (Z.to_nat (j - 1)) L []))
    by exact (map_nth (map (fun z => z / 2)%Z) L [] (Z.to_nat (j - 1))).
  rewrite E. rewrite at_map; [reflexivity |]. unfold column in *. lia.
Qed.

Lemma corner_in : forall d n m L, every_matrix d n (2 * m) L -> G_delta d n m (corner_of L).
Proof.
  intros d n m L [[Hn Hd] H]. split; [split |].
  - unfold corner_of. rewrite map_length. exact Hn.
  - apply Forall_map. eapply Forall_impl; [| exact Hd]. intros c Hc. now rewrite map_length.
  - apply Forall_map. eapply Forall_impl; [| exact H]. intros c Hc. apply Forall_map.
    eapply Forall_impl; [| exact Hc]. intros z Hz. cbv beta in *.
    split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia].
Qed.

Lemma two_halves : forall m, delta m == 2 * delta (2 * m).
Proof.
  intros m. assert (E : delta (2 * m) == (1 # 2) * delta m)
    by (rewrite <- half_delta; unfold delta, of_nat; rewrite Nat2Z.inj_mul; reflexivity).
  rewrite E. ring.
Qed.

Lemma halves : forall m z, (1 <= m)%nat -> inject_Z (z / 2) * delta m <= inject_Z z * delta (2 * m) /\
  inject_Z z * delta (2 * m) < inject_Z (z / 2) * delta m + delta m.
Proof.
  intros m z Hm. pose proof (delta_positive (2 * m) ltac:(lia)) as P. rewrite (two_halves m).
  pose proof (Z.div_mod z 2 ltac:(lia)) as E. pose proof (Z.mod_pos_bound z 2 ltac:(lia)) as B.
  assert (L : inject_Z (2 * (z / 2)) <= inject_Z z) by (rewrite <- Zle_Qle; lia).
  assert (U : inject_Z z <= inject_Z (2 * (z / 2) + 1)) by (rewrite <- Zle_Qle; lia).
  rewrite inject_Z_plus in U. rewrite inject_Z_mult in L, U. change (inject_Z 2) with 2 in L, U.
  change (inject_Z 1) with 1 in U. set (h := inject_Z (z / 2)) in *. set (y := inject_Z z) in *.
  set (e := delta (2 * m)) in *. clearbody h y e. split; nra.
Qed.

Lemma gives_values : forall (d n m : nat) L i j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  every_matrix d n (2 * m) L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (run (position_transformer d n m) (encoded (positions 1 d n) (in_unit_1 (2 * m) L))) i j ==
  inject_Z (i + d * (j - 1 + n * total_Z 1 n (fun j2 => ((m ^ d) ^ (n - j2) * total_Z 1 d (fun i2 =>
    m ^ (i2 - 1) * Qfloor (inject_Z m * entry (in_unit_1 (2 * m) L) i2 j2)))%Z)))
  / inject_Z (d * n * (m ^ d) ^ n).
Proof.
  intros d n m L i j Hd Hn Hm HL Hi Hj. pose proof (corner_in d n m L HL) as HX.
  unfold position_transformer, run. rewrite fold_left_app.
  apply (gives_numbers d n m (corner_of L) _ (fun i j => Qfloor (inject_Z m * entry (in_unit_1 (2 * m) L) i j)));
    try assumption.
  - destruct (unit_columns d n (2 * m) L (proj1 HL)) as [A B].
    apply (quantiser_acts d n m); try assumption; [now apply encoded_length | |].
    + now apply encoded_all.
    + intros i' j' Hi' Hj'. rewrite (start_entry d n (2 * m)) by (assumption || lia || apply HL).
      rewrite (corner_entry d n L i' j' (proj1 HL) Hi' Hj').
      destruct (halves m (entry_ L i' j') ltac:(lia)). split; lra.
  - intros i' j' Hi' Hj'. rewrite (corner_entry d n L i' j' (proj1 HL) Hi' Hj').
    destruct (halves m (entry_ L i' j') ltac:(lia)) as [H0 H1].
    pose proof (entry_is d n (2 * m) L i' j' ltac:(lia) (proj1 HL) Hi' Hj') as E.
    pose proof (m_delta m ltac:(lia)) as M.
    assert (F : forall q z, inject_Z z * delta m <= q -> q < inject_Z z * delta m + delta m ->
      Qfloor (inject_Z m * q) = z).
    { intros q z Q0 Q1. assert (P : 0 < inject_Z m) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
      apply (Qmult_le_l _ _ _ P) in Q0. apply (Qmult_lt_l _ _ _ P) in Q1.
      assert (G0 : inject_Z m * (inject_Z z * delta m) == inject_Z z)
        by (transitivity (inject_Z z * (inject_Z m * delta m)); [ring | rewrite M; ring]).
      assert (G1 : inject_Z m * (inject_Z z * delta m + delta m) == inject_Z z + 1)
        by (transitivity ((inject_Z z + 1) * (inject_Z m * delta m)); [ring | rewrite M; ring]).
      rewrite G0 in Q0. rewrite G1 in Q1. pose proof (Qfloor_le (inject_Z m * q)) as A.
      pose proof (Qlt_floor (inject_Z m * q)) as B. rewrite next_is in B. set (f := Qfloor (inject_Z m * q)) in *.
      assert (C : inject_Z f < inject_Z (z + 1)) by (rewrite next_is; lra).
      assert (D : inject_Z z < inject_Z (f + 1)) by (rewrite next_is; lra). rewrite <- Zlt_Qlt in C, D. lia. }
    apply F; rewrite E; assumption.
Qed.

Theorem yun2020_theorem3_on_cubes_proved : yun2020_theorem3_on_cubes.
Proof. on_points. intros i Hi j Hj. apply gives_values; assumption || lia. Qed.

Theorem yun2020_theorem3_on_closed_domain_repaired_proved : yun2020_theorem3_on_closed_domain_repaired.
Proof.
  on_points. intros below i Hi j Hj. apply gives_values; try (assumption || lia). destruct HL as [HS HL].
  split; [exact HS |]. apply Forall_forall. intros c I. destruct (In_nth _ _ [] I) as (k & Hk & E).
  pose proof HS as [Hl HF]. apply Forall_forall. intros z J. destruct (In_nth _ _ 0%Z J) as (r & Hr & F).
  rewrite Forall_forall in HL, HF. specialize (HL c I). specialize (HF c I). rewrite Forall_forall in HL.
  specialize (HL z J). cbv beta in HL, HF. unfold column in *.
  specialize (below (r + 1)%Z ltac:(lia) (k + 1)%Z ltac:(lia)).
  rewrite (entry_is d n (2 * m)) in below; [| lia | exact HS | lia | lia].
  assert (Ez : entry_ L (r + 1) (k + 1) = z).
  { unfold entry_, at_. replace (Z.to_nat (k + 1 - 1)) with k by lia. replace (Z.to_nat (r + 1 - 1)) with r by lia.
    unfold column. now rewrite E. }
  rewrite Ez in below. split; [lia |]. apply Z.nle_gt. intros G.
  pose proof (m_delta (2 * m) ltac:(lia)) as M. pose proof (delta_positive (2 * m) ltac:(lia)) as P.
  assert (inject_Z (2 * m)%nat <= inject_Z z) by (rewrite <- Zle_Qle; lia).
  assert (inject_Z (2 * m)%nat * delta (2 * m) <= inject_Z z * delta (2 * m)) by (apply Qmult_le_compat_r; lra). lra.
Qed.

Theorem yun2020_theorem3_on_corners_proved : yun2020_theorem3_on_corners.
Proof.
  on_points. intros i Hi j Hj. unfold position_transformer, run. rewrite fold_left_app.
  apply (gives_numbers d n m L _ (fun i j => Qfloor (inject_Z m * entry (in_unit_1 m L) i j)));
    try assumption; [lia | | intros; now apply (floor_of_corner d n m)].
  destruct (unit_columns d n m L (proj1 HL)) as [A B].
  apply (quantiser_acts d n m); try assumption; [lia | now apply encoded_length | |].
  - now apply encoded_all.
  - intros i' j' Hi' Hj'. rewrite (start_entry d n m) by (assumption || lia || apply HL).
    pose proof (delta_positive m ltac:(lia)). split; lra.
Qed.

(** At d = 1, n = 2, delta = 1/2 and X = [0, 1], which is in no cube: the value there is not 0. *)
Theorem yun2020_theorem3_on_closed_domain_refuted : ~ yun2020_theorem3_on_closed_domain.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy)). cbv zeta in H.
  specialize (H [[0]; [4]]%Z ltac:(split; [split |]; repeat constructor; lia) 1%Z ltac:(lia) 1%Z ltac:(lia)).
  rewrite <- (entry_of_Meq _ _ 1 1 (run_reduced_is_run _ _)) in H.
  vm_compute in H. discriminate H.
Qed.

(** ** Positional encodings remove the permutation equivariance *)

(** With the first two columns exchanged. *)
Theorem yun2020_theorem3_not_equivariant_proved : yun2020_theorem3_not_equivariant.
Proof.
  on_points. intros H. set (P := (2 :: 1 :: range 3 n)%Z).
  assert (HP : permutation_of n P).
  { unfold permutation_of, P, range. replace (Z.to_nat (n - 1 + 1)) with (S (S (n - 2))) by lia.
    replace (Z.to_nat (n - 3 + 1)) with (n - 2)%nat by lia. cbn [seq map].
    change (1 + 0%nat)%Z with 1%Z. change (1 + 1%nat)%Z with 2%Z. etransitivity; [apply perm_swap |].
    do 2 apply perm_skip. rewrite <- (seq_shift (n - 2) 1), <- (seq_shift (n - 2) 0), !map_map.
    erewrite map_ext; [reflexivity |]. intros k. cbv beta. lia. }
  specialize (H P HP).
  set (L' := map (fun j => nth (Z.to_nat (j - 1)) L []) P : point).
  assert (Hin : Forall (fun j => (1 <= j <= n)%Z) P).
  { apply Forall_forall. intros j I. apply in_range. eapply Permutation_in; [exact HP | exact I]. }
  assert (HL' : G_delta d n m L').
  { destruct HL as [[Hl Hc] HG]. pose proof (Permutation_length HP) as LP. rewrite range_length in LP.
    rewrite Forall_forall in Hin, Hc, HG. split; [split |].
    - unfold L'. rewrite map_length. lia.
    - apply Forall_map, Forall_forall. intros j I. apply Hc, nth_In. specialize (Hin j I). unfold column in *. lia.
    - apply Forall_map, Forall_forall. intros j I. apply HG, nth_In. specialize (Hin j I). unfold column in *. lia. }
  assert (EP : permuted (in_unit_1 m L) P = in_unit_1 m L').
  { unfold permuted, L', in_unit_1. rewrite map_map. apply map_ext. intros j.
    exact (map_nth (map (fun k => inject_Z k * delta m)) L [] (Z.to_nat (j - 1))). }
  rewrite EP in H. pose proof (entry_of_Meq _ _ 1 1 H) as E. rewrite (entry_permuted n) in E by (assumption || lia).
  change (at_ P 1) with 2%Z in E.
  pose proof (yun2020_theorem3_on_corners_proved d n m Hd Hn Hm Hn' ltac:(lia)) as V. cbv zeta in V.
  rewrite (V L' HL' 1%Z ltac:(lia) 1%Z ltac:(lia)), (V L HL 1%Z ltac:(lia) 2%Z ltac:(lia)) in E.
  set (a := total_Z 1 n _) in E. set (b := total_Z 1 n _) in E. clearbody a b. clear - E Hd Hn' Hm.
  assert (K : (0 < d * n * (m ^ d) ^ n)%Z).
  { apply Z.mul_pos_pos; [nia | apply Z.pow_pos_nonneg; [apply Z.pow_pos_nonneg |]; lia]. }
  assert (K' : ~ inject_Z (d * n * (m ^ d) ^ n) == 0).
  { intros F. apply (proj1 (inject_Z_injective _ 0)) in F. rewrite F in K. now apply Z.lt_irrefl in K. }
  assert (F : inject_Z (1 + d * (1 - 1 + n * a)) == inject_Z (1 + d * (2 - 1 + n * b))).
  { set (N := inject_Z (d * n * (m ^ d) ^ n)) in *. set (x := inject_Z (1 + d * (1 - 1 + n * a))) in *.
    set (y := inject_Z (1 + d * (2 - 1 + n * b))) in *. transitivity (x / N * N); [field; exact K' |].
    rewrite E. field. exact K'. }
  apply (proj1 (inject_Z_injective _ _)) in F. assert (G : (d * (n * a - (1 + n * b)) = 0)%Z) by lia.
  apply Z.mul_eq_0 in G as [G | G]; [lia |].
  assert (Q : (n * (a - b) = 1)%Z) by (rewrite Z.mul_sub_distr_l; lia). apply Z.eq_mul_1 in Q. lia.
Qed.
