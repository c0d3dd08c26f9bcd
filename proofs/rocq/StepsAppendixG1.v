(** * StepsAppendixG1: the steps of App. G.1, for all d, n and delta

    The layers for k = 0, 1, ..., n/delta - 1 act on a column alone, and those of a row on its entry alone, so a column
    x stands for any input. *)

From Coq Require Import ZArith QArith List Bool Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Terms Simulation FeedForwardLayers Lemma7.
From Exactua Require Import StepTools Exported StepsFeedForward StepsLemma4.
From Exactua Require Import PositionNetworks.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** The layers *)

Definition position_steps (n m : nat) (step : Q) : list (Q * list piece) :=
  map (fun j => (- (of_nat j * step * delta m), flattening m)) (seq 0 (n * m)).

Lemma row_steps : forall d n m step i, row_with_positions d n m step i =
  map (layer_of_row d i) (position_steps n m step).
Proof. intros. unfold row_with_positions, position_steps. rewrite map_map. reflexivity. Qed.

Definition rows (d n m : nat) (step : Q) (among : list nat) : network :=
  flat_map (row_with_positions d n m step) among.

Lemma in_rows : forall d n m step among l, In l (rows d n m step among) -> exists i k, l = flatten d m i k.
Proof.
  intros d n m step among l I. apply in_flat_map in I as (i & _ & I). apply in_map_iff in I as (j & <- & _).
  now eexists; eexists.
Qed.

Lemma positions_feed_forward : forall d n m step among, Forall (fun l => is_attention l = false)
  (rows d n m step among).
Proof. intros. apply Forall_forall. intros l I. apply in_rows in I as (i & k & ->). reflexivity. Qed.

Lemma positions_fine : forall d n m step among, Forall (fun l => fine l = true) (rows d n m step among).
Proof. intros. apply Forall_forall. intros l I. apply in_rows in I as (i & k & ->). reflexivity. Qed.

Lemma row_length : forall d n m step i, length (row_with_positions d n m step i) = (n * m)%nat.
Proof. intros. unfold row_with_positions. now rewrite map_length, seq_length. Qed.

Lemma positions_length : forall d n m step among, length (rows d n m step among) = (length among * (n * m))%nat.
Proof.
  intros. induction among as [| i among IH]; [reflexivity |]. unfold rows in *. cbn [flat_map length].
  rewrite app_length, IH, row_length. lia.
Qed.

Lemma position_layers : forall d n m step, Z.of_nat (feed_forward_layers (rows d n m step (seq 0 d))) = (d * n * m)%Z.
Proof.
  intros. destruct (feed_forward_only _ (positions_feed_forward d n m step (seq 0 d))) as [_ ->].
  rewrite positions_length, seq_length. lia.
Qed.

Lemma whole_position_rows : forall d n m step i, (i <= d)%nat ->
  firstn (i * (n * m)) (rows d n m step (seq 0 d)) = rows d n m step (seq 0 i).
Proof.
  intros d n m step i Hi. replace d with (i + (d - i))%nat at 2 by lia. unfold rows. rewrite seq_app, flat_map_app.
  pose proof (positions_length d n m step (seq 0 i)) as Hl. rewrite seq_length in Hl. unfold rows in Hl.
  rewrite firstn_app, Hl, firstn_all2 by lia. rewrite Nat.sub_diag. cbn [firstn]. now rewrite app_nil_r.
Qed.

Lemma rows_entry : forall d n m step i x r, (i <= d)%nat -> length x = d -> (r < d)%nat ->
  nth r (on_column (rows d n m step (seq 0 i)) x) 0 ==
  if (r <? i)%nat then through (position_steps n m step) (nth r x 0) else nth r x 0.
Proof.
  intros d n m step i x r Hi Hx Hr.
  assert (E : rows d n m step (seq 0 i) =
              flat_map (fun i => map (layer_of_row d i) (position_steps n m step)) (seq 0 i))
    by (apply flat_map_ext; intro; apply row_steps).
  rewrite E. destruct (rows_act d (position_steps n m step) (seq 0 i) x (seq_NoDup _ _)) as [_ A]; [| exact Hx |].
  - apply Forall_forall. intros k Hk. apply in_seq in Hk. lia.
  - rewrite (A r Hr). destruct (in_dec Nat.eq_dec r (seq 0 i)) as [I | I]; rewrite in_seq in I;
      destruct (Nat.ltb_spec r i); try reflexivity; lia.
Qed.

Lemma run_entry : forall (d n m : nat) step row (x : vector), (1 <= row <= d)%Z -> length x = d ->
  entry (run (rows d n m step (seq 0 d)) [x]) row 1 == through (position_steps n m step) (entry [x] row 1).
Proof.
  intros d n m step row x Hrow Hx. rewrite run_column by apply positions_feed_forward. rewrite !entry_column.
  rewrite rows_entry by lia. destruct (Nat.ltb_spec (Z.to_nat (row - 1)) d); [reflexivity | lia].
Qed.

(** ** An entry t *)

Section Entry.
  Variables (m : nat) (t : Q).
  Hypothesis one_m : (1 <= m)%nat.
  Local Notation dl := (delta m).

  (** After the layers 0, ..., k - 1: entries in [0, k delta) are quantised, all others are what they were. *)
  Definition stepped (k : nat) (y : Q) : Prop :=
    (exists j, (j < k)%nat /\ of_nat j * dl <= t /\ t < of_nat j * dl + dl /\ y == of_nat j * dl) \/
    ((t < 0 \/ of_nat k * dl <= t) /\ y == t).

  Lemma multiple_not_negative : forall k, 0 <= of_nat k * dl.
  Proof. intros k. pose proof (multiples_ascend m one_m 0 k ltac:(lia)) as A. change (of_nat 0) with 0 in A. lra. Qed.

  Lemma one_layer : forall k y, stepped k y ->
    stepped (S k) (y + activate (flattening m) (y + - (of_nat k * 1 * dl))).
  Proof.
    intros k y H. pose proof (delta_positive m one_m) as P. pose proof (next_multiple m k) as N.
    pose proof (multiple_not_negative k) as Z.
    destruct (flattening_value m (y + - (of_nat k * 1 * dl)) one_m) as [O I].
    destruct H as [(j & Hj & A & B & E) | [[A | A] E]].
    - left. exists j. pose proof (multiples_ascend m one_m (S j) k Hj) as C. rewrite next_multiple in C.
      repeat split; try lia; try assumption. rewrite O by (left; lra). lra.
    - right. split; [now left |]. rewrite O by (left; lra). lra.
    - destruct (Qlt_le_dec t (of_nat k * dl + dl)).
      + left. exists k. repeat split; try lia; try assumption. rewrite I by lra. lra.
      + right. split; [right; lra |]. rewrite O by (right; lra). lra.
  Qed.

  Lemma layers_step : forall k, stepped k (through (map (fun j => (- (of_nat j * 1 * dl), flattening m)) (seq 0 k)) t).
  Proof.
    induction k as [| k IH].
    - right. split; [| reflexivity]. change (of_nat 0) with 0. destruct (Qlt_le_dec t 0); [now left | right; lra].
    - rewrite seq_S, map_app. unfold through. rewrite fold_left_app. cbn [map fold_left fst snd plus].
      now apply one_layer in IH.
  Qed.
End Entry.

Lemma n_is : forall n m : nat, (1 <= m)%nat -> of_nat (n * m) * delta m == inject_Z n.
Proof.
  intros n m Hm. pose proof (m_times_delta m Hm) as M. unfold of_nat in *. rewrite Nat2Z.inj_mul, inject_Z_mult.
  transitivity (inject_Z n * (inject_Z m * delta m)); [ring |]. rewrite M. ring.
Qed.

Lemma quantised : forall (d n m : nat) row (x : vector), (1 <= m)%nat -> (1 <= row <= d)%Z -> length x = d ->
  let y := entry (run (position_quantiser d n m) [x]) row 1 in let t := entry [x] row 1 in
  (exists j, (j < n * m)%nat /\ of_nat j * delta m <= t /\ t < of_nat j * delta m + delta m /\
    y == of_nat j * delta m) \/
  ((t < 0 \/ inject_Z n <= t) /\ y == t).
Proof.
  intros d n m row x Hm Hrow Hx y t. pose proof (run_entry d n m 1 row x Hrow Hx) as E. fold t in E.
  pose proof (layers_step m t Hm (n * m)) as [(j & Hj & A & B & C) | [A C]].
  - left. exists j. repeat split; try assumption. unfold y. etransitivity; [exact E | exact C].
  - right. rewrite n_is in A by exact Hm. split; [exact A |]. unfold y. etransitivity; [exact E | exact C].
Qed.

(** ** The statement *)

Ltac column := intros d n m Hd Hn Hm Hn' Hm' row x Hrow Hx; cbv zeta.

Theorem yun2020_g1_layers_proved : yun2020_g1_layers.
Proof. intros d n m _ _ _ _ _. apply position_layers. Qed.

Theorem yun2020_g1_layers_as_printed_proved : yun2020_g1_layers_as_printed.
Proof. intros d n m _ _ _ _ _. apply position_layers. Qed.

Theorem yun2020_g1_token_wise_proved : yun2020_g1_token_wise.
Proof.
  intros d n m _ _ _ _ _. destruct (feed_forward_only _ (positions_feed_forward d n m 1 (seq 0 d))) as [E _].
  unfold position_quantiser. unfold rows in E. now rewrite E.
Qed.

Theorem yun2020_g1_hidden_size_proved : yun2020_g1_hidden_size.
Proof.
  intros d n m Hd Hn Hm _ _. unfold hidden_size. pose proof (position_layers d n m 1) as E. unfold rows in E.
  unfold position_quantiser. nia.
Qed.

Theorem yun2020_g1_activations_proved : yun2020_g1_activations.
Proof. intros d n m _ _ _ _ _. apply all_fine, positions_fine. Qed.

Theorem yun2020_g1_other_rows_proved : yun2020_g1_other_rows.
Proof.
  column. intros i Hi Ni. unfold position_quantiser. fold (rows d n m 1 (seq 0 d)).
  rewrite !after_column by apply positions_feed_forward.
  replace (Z.to_nat (i * (n * m))) with (Z.to_nat i * (n * m))%nat by nia.
  replace (Z.to_nat ((i - 1) * (n * m))) with (Z.to_nat (i - 1) * (n * m))%nat by nia.
  rewrite !whole_position_rows, !entry_column, !rows_entry by lia.
  destruct (Nat.ltb_spec (Z.to_nat (row - 1)) (Z.to_nat i)), (Nat.ltb_spec (Z.to_nat (row - 1)) (Z.to_nat (i - 1)));
    try lia; reflexivity.
Qed.

Theorem yun2020_g1_each_layer_proved : yun2020_g1_each_layer.
Proof.
  column. intros k Hk. pose proof (position_layers d n m 1) as F. unfold rows in F.
  fold (position_quantiser d n m) in F.
  rewrite F. rewrite capped by nia. unfold layer_alone.
  replace (Z.to_nat ((row - 1) * n * m + k + 1 - 1)) with (Z.to_nat (row - 1) * (n * m) + Z.to_nat k)%nat by nia.
  set (r := Z.to_nat (row - 1)). unfold position_quantiser. replace d with (r + S (d - r - 1))%nat at 2 by lia.
  rewrite seq_app, flat_map_app. cbn [seq flat_map].
  pose proof (positions_length d n m 1 (seq 0 r)) as Hl. rewrite seq_length in Hl. unfold rows in Hl.
  rewrite nth_error_app2; rewrite Hl; [| lia].
  replace (r * (n * m) + Z.to_nat k - r * (n * m))%nat with (Z.to_nat k) by lia.
  rewrite Nat.add_0_l, nth_error_app1 by (rewrite row_length; nia).
  unfold row_with_positions. rewrite nth_error_map.
  rewrite (nth_error_nth' (seq 0 (n * m)) 0%nat) by (rewrite seq_length; nia). rewrite seq_nth by nia.
  cbn [option_map]. unfold flatten. unfold r. rewrite own_row, flattened by (lia || assumption).
  assert (E : of_nat (0 + Z.to_nat k) * 1 * delta m == inject_Z k / inject_Z m).
  { replace k with (Z.of_nat (Z.to_nat k)) at 2 by lia. rewrite over_m. cbn [plus]. ring. }
  assert (E' : of_nat (0 + Z.to_nat k) * 1 * delta m + delta m == inject_Z (k + 1) / inject_Z m).
  { rewrite E, inject_Z_plus. change (inject_Z 1) with 1. unfold delta, of_nat, Qdiv. ring. }
  unfold Qlt_bool. rewrite E', E. destruct (_ && _); [exact E | reflexivity].
Qed.

Theorem yun2020_g1_each_interval_repaired_proved : yun2020_g1_each_interval_repaired.
Proof.
  column. intros k Hk. destruct (_ && _) eqn:B; [| reflexivity]. apply both_bools in B as [A B].
  change (1 / inject_Z m) with (delta m) in B. replace k with (Z.of_nat (Z.to_nat k)) in A, B |- * by lia.
  rewrite over_m in A, B |- *. pose proof (delta_positive m ltac:(lia)) as P.
  destruct (quantised d n m row x ltac:(lia) Hrow Hx) as [(j & Hj & C & F & G) | [C _]].
  - rewrite G. now rewrite (one_interval m _ ltac:(lia) j (Z.to_nat k) C F A B).
  - exfalso. pose proof (multiple_not_negative m ltac:(lia) (Z.to_nat k)).
    pose proof (multiples_ascend m ltac:(lia) (S (Z.to_nat k)) (n * m) ltac:(nia)) as N.
    rewrite next_multiple, n_is in N by lia. destruct C; lra.
Qed.

Theorem yun2020_g1_outside_proved : yun2020_g1_outside.
Proof.
  column. intros H. destruct (quantised d n m row x ltac:(lia) Hrow Hx) as [(j & Hj & C & F & _) | [_ G]]; [| exact G].
  exfalso. pose proof (multiple_not_negative m ltac:(lia) j).
  pose proof (multiples_ascend m ltac:(lia) (S j) (n * m) ltac:(lia)) as N. rewrite next_multiple, n_is in N by lia.
  destruct H; lra.
Qed.

Lemma not_more : forall (m : nat) a b, (1 <= m)%nat -> inject_Z a * delta m < inject_Z b * delta m + delta m ->
  (a <= b)%Z.
Proof.
  intros m a b Hm H. pose proof (delta_positive m Hm) as P. apply Z.lt_succ_r. unfold Z.succ. rewrite Zlt_Qlt.
  rewrite inject_Z_plus. change (inject_Z 1) with 1. apply (Qmult_lt_r _ _ _ P). lra.
Qed.

(** t in [j - 1, j): the greatest of [j - 1 : delta : j - delta] that is at most t. *)
Theorem yun2020_g1_discrete_version_repaired_proved : yun2020_g1_discrete_version_repaired.
Proof.
  column. intros j Hj. destruct (_ && _) eqn:B; [| reflexivity]. apply both_bools in B as [A B].
  set (t := entry [x] row 1) in *. pose proof (delta_positive m ltac:(lia)) as P.
  set (f := fun k : Z => if Qle_bool (inject_Z (j - 1) + inject_Z k / inject_Z m) t
    then inject_Z (j - 1) + inject_Z k / inject_Z m else inject_Z (j - 1)).
  assert (J : inject_Z j == inject_Z (j - 1) + 1)
    by (replace j with (j - 1 + 1)%Z at 1 by lia; rewrite inject_Z_plus; reflexivity).
  pose proof (quantised d n m row x ltac:(lia) Hrow Hx) as All. cbv zeta in All. fold t in All.
  destruct All as [(i & Hi & C & F & G) | [C _]].
  - rewrite G. set (k0 := (Z.of_nat i - (j - 1) * m)%Z).
    assert (K0 : inject_Z k0 == inject_Z i + - (inject_Z (j - 1) * inject_Z m)).
    { unfold k0. generalize (j - 1)%Z as a. intros a. unfold Z.sub. now rewrite inject_Z_plus, inject_Z_opp,
        inject_Z_mult. }
    pose proof (m_delta m ltac:(lia)) as M.
    assert (V : of_nat i * delta m == inject_Z (j - 1) + inject_Z k0 / inject_Z m).
    { assert (KD : inject_Z k0 / inject_Z m == inject_Z k0 * delta m) by (unfold delta, of_nat, Qdiv; ring).
      rewrite KD, K0. transitivity (inject_Z i * delta m + inject_Z (j - 1) * (1 - inject_Z m * delta m));
        [rewrite M; unfold of_nat; ring | ring]. }
    assert (K : inject_Z k0 / inject_Z m == inject_Z k0 * delta m) by (unfold delta, of_nat, Qdiv; ring).
    assert (R : (0 <= k0 <= m - 1)%Z).
    { rewrite K in V. split.
      - apply (not_more m); [lia |]. change (inject_Z 0) with 0. rewrite V in F. lra.
      - apply (not_more m); [lia |]. unfold Z.sub. rewrite inject_Z_plus. change (inject_Z (- (1))%Z) with (-(1)).
        rewrite V in C. lra. }
    destruct (greatest_is_one 0 (m - 1) f ltac:(lia)) as [(k & Hk & E) Top].
    assert (Own : f k0 == of_nat i * delta m).
    { unfold f. destruct (Qle_bool _ _) eqn:L; [now rewrite V |]. apply Qle_bool_false in L. rewrite <- V in L. lra. }
    apply Qle_antisym; [rewrite <- Own; exact (Top k0 R) |]. rewrite E. unfold f.
    destruct (Qle_bool _ _) eqn:L.
    + apply Qle_bool_iff in L. rewrite V. apply Qplus_le_r. unfold Qdiv.
      assert (KK : inject_Z k / inject_Z m == inject_Z k * delta m) by (unfold delta, of_nat, Qdiv; ring).
      rewrite KK in L. rewrite V, K in F.
      assert (k <= k0)%Z by (apply (not_more m); [lia | lra]).
      apply Qmult_le_compat_r; [rewrite <- Zle_Qle; assumption |].
      apply Qinv_le_0_compat. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia.
    + rewrite V, K. assert (0 <= inject_Z k0) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia). nra.
  - exfalso. assert (0 <= inject_Z (j - 1)) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
    assert (inject_Z j <= inject_Z n) by (rewrite <- Zle_Qle; lia). destruct C; lra.
Qed.

(** ** What is false: t = 1 is mapped to 1 in column 1, too *)

Theorem yun2020_g1_discrete_version_refuted : ~ yun2020_g1_discrete_version.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy) 1%Z [1] ltac:(lia)
    eq_refl 1%Z ltac:(lia)).
  vm_compute in H. discriminate H.
Qed.

(** With k = 0, delta, ..., n - delta: delta = 1/2 makes 1/4 of 1/2. *)
Theorem yun2020_g1_each_interval_refuted : ~ yun2020_g1_each_interval.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy) 1%Z [1 # 2]
    ltac:(lia) eq_refl 2%Z ltac:(lia)).
  vm_compute in H. discriminate H.
Qed.
