(** * StepsCategory1: the steps over Category 1, App. E.3.1 and E.3.4

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters. *)

From Coq Require Import ZArith QArith Qabs Qround List Permutation Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Sweeps NewIds Category1 Lemma10 GlobalShift.
From Exactua Require Import Exported StepTools.
Import ListNotations.
Open Scope Z_scope.

(** ** The ids of Category 1, counted from 1 *)

Section Numbers.
  Variables (K : Z) (n : nat) (x : list Z).
  Hypothesis HK : 2 <= K.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hx : length x = n.
  Hypothesis Hinc : StronglySorted Z.lt x.
  Hypothesis Hrange : Forall (fun y => 0 <= y < K) x.

  Let N := Z.of_nat n.
  Let y := sweep K (all_ids K) x.
  Let z := global (K ^ (N + 1)) y.

  Lemma y_length : length y = n.
  Proof. unfold y. now rewrite length_sweep. Qed.

  Lemma x_in_range : forall j, 1 <= j <= N -> 0 <= at_ x j < K.
  Proof. intros j Hj. apply (at_Forall (fun y => 0 <= y < K)); [assumption | lia]. Qed.

  Lemma x_increases : forall i j, 1 <= i < j -> j <= N -> at_ x i < at_ x j.
  Proof. intros i j Hi Hj. apply at_sorted; [assumption | assumption | lia]. Qed.

  Lemma y_increases : forall i j, 1 <= i < j -> j <= N -> at_ y i < at_ y j.
  Proof.
    intros i j Hi Hj. apply at_sorted; [| assumption | rewrite y_length; lia].
    apply sweep_increasing; auto; lia.
  Qed.

  Lemma y_above : forall j, 1 <= j <= N -> K - 1 < at_ y j.
  Proof.
    intros j Hj. apply (at_Forall (fun y => K - 1 < y)); [| rewrite y_length; lia].
    apply sweep_above_ids; auto; lia.
  Qed.

  Lemma y_closed : forall j, 1 <= j <= N ->
    at_ y j = at_ x j + total_Z 1 (j - 1) (fun k => K ^ k * (at_ x (j - k) - at_ x (j - k + 1))) +
      K ^ j * (at_ x N - at_ x 1).
  Proof.
    intros j Hj. replace j with (Z.of_nat (Z.to_nat j)) at 1 by lia. rewrite at_nat. unfold y.
    rewrite sweep_closed_form by (auto; lia). unfold closed_form, sum.
    rewrite Z2Nat.id by lia. f_equal; [f_equal |].
    - unfold at_. f_equal. lia.
    - unfold total_Z, range. f_equal. replace (Z.to_nat (j - 1 - 1 + 1)) with (Z.to_nat j - 1)%nat by lia.
      rewrite <- seq_shift, !map_map. apply map_ext_in. intros i Hi. apply in_seq in Hi. unfold at_.
      f_equal; [f_equal; lia |]. f_equal; f_equal; lia.
    - f_equal. unfold at_, N. rewrite Hx. f_equal; f_equal; lia.
  Qed.

  Lemma y_first : at_ y 1 = at_ x 1 + K * (at_ x N - at_ x 1).
  Proof. rewrite y_closed by lia. rewrite total_Z_empty by lia. rewrite Z.pow_1_r. lia. Qed.

  Lemma y_next : forall j, 2 <= j <= N -> at_ y j = at_ x j + K * (at_ y (j - 1) - at_ x j).
  Proof.
    intros j Hj. replace (at_ y j) with (nth (S (Z.to_nat (j - 2))) y 0) by (unfold at_; f_equal; lia).
    unfold y. rewrite sweep_is_new_ids by (auto; lia).
    rewrite new_ids_next by lia. unfold at_. replace (Z.to_nat (j - 1)) with (S (Z.to_nat (j - 2))) by lia.
    now replace (Z.to_nat (j - 1 - 1)) with (Z.to_nat (j - 2)) by lia.
  Qed.

  (** After the first k layers. *)
  Lemma y_state : forall k j, 0 <= k <= K -> 1 <= j <= N ->
    at_ (sweep K (firstn (Z.to_nat k) (all_ids K)) x) j = if at_ x j <? k then at_ y j else at_ x j.
  Proof.
    intros k j Hk Hj. unfold at_ at 1. rewrite sweep_state by (auto; lia).
    rewrite <- sweep_is_new_ids by (auto; lia). now rewrite Z2Nat.id by lia.
  Qed.

  Lemma top_at_least : K ^ (N - 1) * (K - 1) <= at_ y N.
  Proof.
    pose proof (top_lower_bound K x HK ltac:(lia) Hinc Hrange) as H. unfold N in *.
    rewrite (at_last y n y_length) by lia. rewrite y_length. now rewrite Hx in H.
  Qed.

  Lemma y_at_most : forall j, 1 <= j <= N -> at_ y j <= K ^ N * (K - 1) - (K - 1) ^ 2.
  Proof.
    intros j Hj. pose proof (sweep_upper_bound K x HK ltac:(lia) Hinc Hrange) as H. rewrite Hx in H.
    exact (at_Forall _ _ j H ltac:(fold y; rewrite y_length; lia)).
  Qed.

  Lemma z_is : forall j, 1 <= j <= N -> at_ z j = at_ y j + K ^ (N + 1) * at_ y N.
  Proof.
    intros j Hj. unfold z, N, y. pose proof (outputs K x HK ltac:(lia) Hinc Hrange) as H.
    rewrite Hx in H. rewrite H. rewrite at_map by (rewrite length_sweep; lia). f_equal. f_equal.
    unfold at_. f_equal. lia.
  Qed.

  Lemma z_length : length z = n.
  Proof. unfold z, global. now rewrite map_length, y_length. Qed.

  Lemma z_in : forall j, 1 <= j <= N -> K ^ (2 * N) * (K - 1) <= at_ z j <= K ^ (2 * N + 1) * (K - 1).
  Proof.
    intros j Hj. pose proof (outputs_in_interval K x HK ltac:(lia) Hinc Hrange) as H. rewrite Hx in H.
    exact (at_Forall _ _ j H ltac:(fold N; fold y; fold z; rewrite z_length; lia)).
  Qed.

  Lemma y_below : forall j, 1 <= j <= N -> at_ y j < K ^ (N + 1).
  Proof.
    intros j Hj. pose proof (y_at_most j Hj). rewrite Z.pow_add_r, Z.pow_1_r by lia.
    assert (0 < K ^ N) by (apply Z.pow_pos_nonneg; lia). nia.
  Qed.

  Lemma alone : zero_alone y.
  Proof.
    left. apply Forall_forall. intros w Hw. apply in_at in Hw as [j [Hj ->]]. rewrite y_length in Hj.
    pose proof (y_above j Hj). lia.
  Qed.

  (** 'l_n - l_1' is between n - 1 and D - 1. *)
  Lemma spread_range : 1 <= at_ x N - at_ x 1 <= K - 1.
  Proof.
    pose proof (x_increases 1 N ltac:(lia) ltac:(lia)). pose proof (x_in_range 1 ltac:(lia)).
    pose proof (x_in_range N ltac:(lia)). lia.
  Qed.
End Numbers.

(** ** From points to these numbers *)

Lemma category_1_facts : forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> category_1 d n m L ->
  of_shape d n L /\ length (column_ids d m L) = n /\ StronglySorted Z.lt (column_ids d m L) /\
  Forall (fun y => 0 <= y < D d m) (column_ids d m L).
Proof.
  intros d n m L Hd Hn Hm H. pose proof H as [[HG _] _]. pose proof (G_delta_shape d n m L HG) as HS.
  repeat split.
  - apply HS.
  - apply HS.
  - unfold column_ids. rewrite map_length. apply HS.
  - now apply (category_1_ids d n m).
  - now apply (G_delta_ids d n m).
Qed.

Lemma swept_ids : forall d n m L, (1 <= d)%nat -> of_shape d n L ->
  column_ids d m (state d m L (D d m)) = sweep (D d m) (all_ids (D d m)) (column_ids d m L).
Proof. intros d n m L Hd [_ HS]. rewrite all_state. now apply sweep_point_ids. Qed.

(** The parameters of a step, with D for m^d. *)
Ltac parameters := intros d n m Hd _ Hm Hn _; cbv zeta; rewrite ?u_is, ?D_is.

(** A point L of Category 1, whose ids are x, and what the layers make of it. *)
Ltac category_1_point L :=
  let HL := fresh "HL" in
  intros L HL;
  match type of HL with category_1 ?d ?n ?m L =>
    let HK := fresh "HK" in pose proof (two_to_D d m ltac:(lia) ltac:(lia)) as HK;
    let HS := fresh "HS" in let Hx := fresh "Hx" in let Hinc := fresh "Hinc" in let Hrange := fresh "Hrange" in
    destruct (category_1_facts d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL) as (HS & Hx & Hinc & Hrange);
    pose proof (reads_point d n m L HS);
    pose proof (reads_sweep d n m L ltac:(lia) ltac:(lia) ltac:(lia) HS);
    let A := fresh "A" in
    assert (A : zero_alone (column_ids d m (state d m L (D d m))))
      by (rewrite (swept_ids d n m L ltac:(lia) HS); apply (alone (D d m) n); auto; lia);
    pose proof (reads_output d n m L ltac:(lia) ltac:(lia) ltac:(lia) HS A);
    let R := fresh "R" in
    assert (R : forall j, 1 <= j <= Z.of_nat n -> 0 <= at_ (column_ids d m L) j < D d m)
      by (apply x_in_range; auto; lia)
  end.

(** The numbers that stand in the goal: x are the ids of L. *)
Ltac numbers :=
  repeat match goal with
  | HS : of_shape ?d ?n ?L |- context [column_ids ?d ?m (output ?d ?n ?m ?L)] =>
      rewrite (output_ids d n m L ltac:(lia) HS), (swept_ids d n m L ltac:(lia) HS)
  | HS : of_shape ?d ?n ?L |- context [column_ids ?d ?m (state ?d ?m ?L (D ?d ?m))] =>
      rewrite (swept_ids d n m L ltac:(lia) HS)
  | HS : of_shape ?d ?n ?L |- context [column_ids ?d ?m (state ?d ?m ?L ?k)] =>
      rewrite (state_ids d n m L k ltac:(lia) HS)
  end.

(** ** Lemma 10 *)

Theorem yun2020_lemma10_lower_bound_proved : yun2020_lemma10_lower_bound.
Proof.
  parameters. category_1_point L. to_Z. numbers. apply top_at_least; auto; lia.
Qed.

Theorem yun2020_lemma10_upper_bound_proved : yun2020_lemma10_upper_bound.
Proof.
  parameters. category_1_point L. to_Z. numbers. apply y_at_most; auto; lia.
Qed.

Theorem yun2020_lemma10_closed_form_proved : yun2020_lemma10_closed_form.
Proof.
  parameters. category_1_point L. to_Z. numbers. apply y_closed; auto; lia.
Qed.

(** l_(j-i) - l_j, as a sum over gaps. *)
Lemma telescope : forall x j i, 0 <= i ->
  total_Z 1 i (fun k => at_ x (j - k) - at_ x (j - k + 1)) = at_ x (j - i) - at_ x j.
Proof.
  intros x j i Hi.
  apply (total_Z_ind (fun i =>
    total_Z 1 i (fun k => at_ x (j - k) - at_ x (j - k + 1)) = at_ x (j - i) - at_ x j) 1).
  - lia.
  - rewrite total_Z_empty by lia. replace (j - (1 - 1)) with j by lia. lia.
  - intros k H1 H2 IH. rewrite total_Z_snoc, IH by lia. replace (j - (k + 1) + 1) with (j - k) by lia. lia.
Qed.

Lemma power_up : forall K e, 0 <= e -> K ^ (e + 1) = K * K ^ e.
Proof. intros K e He. rewrite Z.add_1_r. now apply Z.pow_succ_r. Qed.

Lemma power_last : forall K e, 1 <= e -> K ^ e = K * K ^ (e - 1).
Proof. intros K e He. rewrite <- power_up by lia. f_equal. lia. Qed.

Lemma power_one : forall K e, 2 <= K -> 0 <= e -> 1 <= K ^ e.
Proof. intros K e HK He. pose proof (Z.pow_pos_nonneg K e). lia. Qed.

(** l_(j-k) < l_(j-k+1). *)
Lemma gap : forall n x, StronglySorted Z.lt x -> length x = n -> forall j k, 1 <= k <= j - 1 -> j <= Z.of_nat n ->
  at_ x (j - k) < at_ x (j - k + 1).
Proof. intros n x Hinc Hx j k Hk Hj. apply at_sorted; [assumption | lia | lia]. Qed.

Theorem yun2020_lemma10_above_telescoped_proved : yun2020_lemma10_above_telescoped.
Proof.
  parameters. category_1_point L. to_Z. set (x := column_ids d m L) in *. set (K := D d m) in *.
  rewrite <- total_Z_scale. pose proof (R (Z.of_nat n) ltac:(lia)).
  enough (total_Z 1 (Z.of_nat n - 1)
      (fun k => K ^ (Z.of_nat n - 1) * (at_ x (Z.of_nat n - k) - at_ x (Z.of_nat n - k + 1)))
    <= total_Z 1 (Z.of_nat n - 1) (fun k => K ^ k * (at_ x (Z.of_nat n - k) - at_ x (Z.of_nat n - k + 1)))) by lia.
  apply total_Z_le. intros k Hk. pose proof (gap n x Hinc Hx (Z.of_nat n) k ltac:(lia) ltac:(lia)).
  assert (K ^ k <= K ^ (Z.of_nat n - 1)) by (apply Z.pow_le_mono_r; lia). nia.
Qed.

Theorem yun2020_lemma10_telescopes_proved : yun2020_lemma10_telescopes.
Proof.
  parameters. category_1_point L. to_Z. rewrite telescope by lia.
  replace (Z.of_nat n - (Z.of_nat n - 1)) with 1 by lia. ring.
Qed.

Theorem yun2020_lemma10_above_lower_bound_proved : yun2020_lemma10_above_lower_bound.
Proof.
  parameters. category_1_point L. to_Z.
  pose proof (spread_range (D d m) n (column_ids d m L) ltac:(lia) Hx Hinc Hrange) as S.
  rewrite (power_last (D d m) (Z.of_nat n)) by lia.
  pose proof (power_one (D d m) (Z.of_nat n - 1) HK ltac:(lia)).
  set (P := D d m ^ (Z.of_nat n - 1)) in *. assert (0 <= P * (D d m - 1)) by nia.
  set (s := at_ _ _ - at_ _ _) in *. replace ((D d m * P - P) * s) with (P * (D d m - 1) * s) by ring. nia.
Qed.

Theorem yun2020_lemma10_below_coarsest_proved : yun2020_lemma10_below_coarsest.
Proof.
  parameters. category_1_point L. to_Z. numbers. rewrite (y_closed (D d m) n) by (auto; lia).
  set (x := column_ids d m L) in *. set (K := D d m) in *.
  enough (E : total_Z 1 (Z.of_nat n - 1) (fun k => K ^ k * (at_ x (Z.of_nat n - k) - at_ x (Z.of_nat n - k + 1)))
    <= total_Z 1 (Z.of_nat n - 1) (fun k => K * (at_ x (Z.of_nat n - k) - at_ x (Z.of_nat n - k + 1)))).
  { rewrite total_Z_scale, telescope in E by lia. replace (Z.of_nat n - (Z.of_nat n - 1)) with 1 in E by lia. lia. }
  apply total_Z_le. intros k Hk. pose proof (gap n x Hinc Hx (Z.of_nat n) k ltac:(lia) ltac:(lia)).
  assert (K ^ 1 <= K ^ k) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *. nia.
Qed.

Theorem yun2020_lemma10_coarsest_bounded_proved : yun2020_lemma10_coarsest_bounded.
Proof.
  parameters. category_1_point L. to_Z. pose proof (R (Z.of_nat n) ltac:(lia)).
  pose proof (spread_range (D d m) n (column_ids d m L) ltac:(lia) Hx Hinc Hrange) as S.
  assert (D d m ^ 1 <= D d m ^ Z.of_nat n) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *. nia.
Qed.

Theorem yun2020_lemma10_bound_expanded_proved : yun2020_lemma10_bound_expanded.
Proof. parameters. ring. Qed.

Theorem yun2020_lemma10_bound_factored_proved : yun2020_lemma10_bound_factored.
Proof. parameters. ring. Qed.

(** Two points of Category 1 with the same l~_n are the same. *)
Lemma same_top : forall d n m L L', (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m L -> category_1 d n m L' ->
  at_ (sweep (D d m) (all_ids (D d m)) (column_ids d m L)) (Z.of_nat n) =
  at_ (sweep (D d m) (all_ids (D d m)) (column_ids d m L')) (Z.of_nat n) -> L = L'.
Proof.
  intros d n m L L' Hd Hn Hm HL HL' E.
  destruct (category_1_facts d n m L Hd Hn Hm HL) as (HS & Hx & Hinc & Hrange).
  destruct (category_1_facts d n m L' Hd Hn Hm HL') as (HS' & Hx' & Hinc' & Hrange').
  apply (G_delta_ids_one_to_one d n m); [assumption | assumption | apply HL | apply HL' |].
  apply (top_one_to_one (D d m)); auto using two_to_D; [lia | lia |].
  rewrite !at_nat in E. now rewrite Hx, Hx'.
Qed.

Lemma different_pair : forall a b : Z, a <> b -> NoDup [a; b].
Proof. intros a b H. constructor; [intros [E | []]; now apply H | constructor; [easy | constructor]]. Qed.

Theorem yun2020_lemma10_one_to_one_proved : yun2020_lemma10_one_to_one.
Proof.
  parameters. intros L L' (HL & HL' & Hne). revert L HL L' HL' Hne. category_1_point L. category_1_point L'. intros Hne.
  apply (distinct_whole _ [at_ (column_ids d m (state d m L (D d m))) (Z.of_nat n);
    at_ (column_ids d m (state d m L' (D d m))) (Z.of_nat n)]).
  - repeat constructor; whole.
  - apply different_pair. numbers. intros E. apply Hne. apply (same_top d n m); auto; lia.
Qed.

(** ** Global shifting by the last layer *)

Theorem yun2020_global_shift_positive_proved : yun2020_global_shift_positive.
Proof.
  parameters. category_1_point L. to_Z. numbers.
  pose proof (y_above (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange 1 ltac:(lia)). lia.
Qed.

(** max_k l~_k = l~_n. *)
Lemma maximum_is_last : forall K n x, 2 <= K -> (2 <= n)%nat -> length x = n -> StronglySorted Z.lt x ->
  Forall (fun y => 0 <= y < K) x ->
  greatest (map (at_ (sweep K (all_ids K) x)) (range 1 (Z.of_nat n))) = at_ (sweep K (all_ids K) x) (Z.of_nat n).
Proof.
  intros K n x HK Hn Hx Hinc Hrange. apply (greatest_of_range _ (at_ (sweep K (all_ids K) x))); [lia |].
  intros i Hi. destruct (Z.eq_dec i (Z.of_nat n)) as [-> | Hne]; [lia |].
  apply Z.lt_le_incl. apply (y_increases K n); auto; lia.
Qed.

Theorem yun2020_global_shift_maximum_is_top_proved : yun2020_global_shift_maximum_is_top.
Proof.
  parameters. category_1_point L. to_Z. numbers. f_equal. apply maximum_is_last; auto; lia.
Qed.

Theorem yun2020_global_shift_adds_maximum_proved : yun2020_global_shift_adds_maximum.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z.
  rewrite (entry_first d n m) by auto using output_shape, state_shape, output_tails.
  numbers. rewrite (z_is (D d m) n) by (auto; lia). rewrite maximum_is_last by (auto; lia). ring.
Qed.

Theorem yun2020_global_shift_first_row_proved : yun2020_global_shift_first_row.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z.
  assert (E : entry_ (output d n m L) 1 j - entry_ L 1 j =
    at_ (column_ids d m (output d n m L)) j - at_ (column_ids d m L) j)
    by (apply (entry_first d n m); auto using output_shape, output_tails_of_point).
  revert E. numbers. rewrite (z_is (D d m) n) by (auto; lia).
  rewrite (y_closed (D d m) n _ HK ltac:(lia) Hx Hinc Hrange j Hj).
  lia.
Qed.

Theorem yun2020_global_shift_other_rows_proved : yun2020_global_shift_other_rows.
Proof.
  parameters. category_1_point L. intros Hd2 i Hi j Hj.
  eapply (units_same m); [lia | units | rewrite (entry_rest _ L); [units | apply output_tails_of_point | lia]].
Qed.

Theorem yun2020_global_shift_ids_proved : yun2020_global_shift_ids.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. numbers. apply z_is; auto; lia.
Qed.

Theorem yun2020_global_shift_bound_of_others_proved : yun2020_global_shift_bound_of_others.
Proof. parameters. category_1_point L. intros j Hj. to_Z. numbers. apply y_at_most; auto; lia. Qed.

Theorem yun2020_global_shift_above_lower_end_proved : yun2020_global_shift_above_lower_end.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. numbers. rewrite (z_is (D d m) n) by (auto; lia).
  pose proof (y_above (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange j Hj). lia.
Qed.

Theorem yun2020_global_shift_below_upper_end_repaired_proved : yun2020_global_shift_below_upper_end_repaired.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. numbers. rewrite (z_is (D d m) n) by (auto; lia).
  pose proof (y_below (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange j Hj). lia.
Qed.

Theorem yun2020_global_shift_below_upper_end_proved : yun2020_global_shift_below_upper_end.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. numbers. rewrite (z_is (D d m) n) by (auto; lia).
  pose proof (y_below (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange j Hj). lia.
Qed.

Theorem yun2020_global_shift_tops_apart_proved : yun2020_global_shift_tops_apart.
Proof.
  parameters. intros L L' (HL & HL' & Hne). revert L HL L' HL' Hne. category_1_point L. category_1_point L'. intros Hne.
  apply apart_pair. eapply whole_le; [whole | apply whole_abs; whole |]. numbers.
  enough (at_ (sweep (D d m) (all_ids (D d m)) (column_ids d m L)) (Z.of_nat n) <>
    at_ (sweep (D d m) (all_ids (D d m)) (column_ids d m L')) (Z.of_nat n)) by lia.
  intros E. apply Hne. apply (same_top d n m); auto; lia.
Qed.

Theorem yun2020_global_shift_disjoint_repaired_proved : yun2020_global_shift_disjoint_repaired.
Proof.
  parameters. intros L L' (HL & HL' & Hne). revert L HL L' HL' Hne. category_1_point L. category_1_point L'. intros Hne.
  apply apart_pair. eapply whole_le; [whole | apply whole_abs; whole |]. numbers.
  pose proof (power_one (D d m) (Z.of_nat n + 1) HK ltac:(lia)) as P.
  set (a := at_ _ (Z.of_nat n)). set (b := at_ (sweep _ _ (column_ids d m L')) (Z.of_nat n)).
  assert (a <> b) by (intros E; apply Hne; apply (same_top d n m); auto; lia).
  rewrite <- Z.mul_sub_distr_l, Z.abs_mul. nia.
Qed.

(** As printed, with more than their length, it fails: [0 1/3] and [1/3 2/3] have l~_n = 7/3 and 8/3. *)
Theorem yun2020_global_shift_disjoint_refuted : ~ yun2020_global_shift_disjoint.
Proof.
  assert (A : forall a b, 0 <= a -> a < b -> b < 3 -> category_1 1 2 3 [[a]; [b]]).
  { intros a b Ha Hab Hb. repeat split; try (repeat constructor; simpl; lia).
    - repeat constructor; simpl; [| easy]. intros [E | []]. injection E. lia.
    - change (StronglySorted Z.le [1 * a + 0; 1 * b + 0]).
      constructor; [constructor; constructor | constructor; [lia | constructor]]. }
  assert (P : category_1 1 2 3 [[0]; [1]] /\ category_1 1 2 3 [[1]; [2]] /\ [[0]; [1]] <> [[1]; [2]])
    by (split; [apply A; lia | split; [apply A; lia | discriminate]]).
  intros H. pose proof (H 1%nat 2%nat 3%nat (le_n 1) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) _ _ P 0%nat 1%nat
    Nat.lt_0_2 Nat.lt_1_2 (O_S 0)) as E.
  apply (Qlt_not_le _ _ E). apply Qle_bool_iff. vm_compute. reflexivity.
Qed.

(** Both points' numbers after the last layer are all different. *)
Lemma outputs_of_two : forall d n m L L', (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> category_1 d n m L ->
  category_1 d n m L' -> L <> L' ->
  NoDup (column_ids d m (output d n m L) ++ column_ids d m (output d n m L')).
Proof.
  intros d n m L L' Hd Hn Hm HL HL' Hne. pose proof (two_to_D d m Hd Hm) as HK.
  destruct (category_1_facts d n m L Hd Hn Hm HL) as (HS & Hx & Hinc & Hrange).
  destruct (category_1_facts d n m L' Hd Hn Hm HL') as (HS' & Hx' & Hinc' & Hrange').
  rewrite !output_ids, (swept_ids d n m L), (swept_ids d n m L') by assumption.
  assert (E : Z.of_nat n = Z.of_nat (length (column_ids d m L))) by lia.
  assert (E' : Z.of_nat n = Z.of_nat (length (column_ids d m L'))) by lia.
  apply NoDup_app_of; [rewrite E; apply outputs_distinct; auto; lia | rewrite E'; apply outputs_distinct; auto; lia |].
  intros z Hz Hz'. rewrite E in Hz. rewrite E' in Hz'.
  refine (outputs_of_different_contexts (D d m) _ _ HK _ _ Hinc Hrange Hinc' Hrange' _ z z Hz Hz' eq_refl);
    [lia | lia |].
  intros Ex. apply Hne. apply (G_delta_ids_one_to_one d n m); auto; [apply HL | apply HL'].
Qed.

Lemma outputs_whole : forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> category_1 d n m L ->
  Forall2 whole (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
    item (row_of (reading_vector d m) (run (g_c d n m) (in_unit_1 m L))) j)%Q) (column_ids d m (output d n m L)).
Proof.
  intros d n m L Hd Hn Hm HL. revert L HL. category_1_point L.
  apply whole_listed; [destruct (output_shape d n m L HS); unfold column_ids; now rewrite map_length |].
  intros j Hj. whole.
Qed.

Theorem yun2020_global_shift_entries_distinct_proved : yun2020_global_shift_entries_distinct.
Proof.
  parameters. intros L L' (HL & HL' & Hne).
  eapply distinct_whole; [apply Forall2_app; apply outputs_whole; auto; lia | apply outputs_of_two; auto; lia].
Qed.

Theorem yun2020_global_shift_at_least_t_l_proved : yun2020_global_shift_at_least_t_l.
Proof. parameters. category_1_point L. intros j Hj. to_Z. numbers. apply (z_in (D d m) n); auto; lia. Qed.

Theorem yun2020_global_shift_below_bound_proved : yun2020_global_shift_below_bound.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. numbers. rewrite (z_is (D d m) n) by (auto; lia).
  pose proof (y_below (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange j Hj).
  pose proof (y_at_most (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange (Z.of_nat n) ltac:(lia)).
  pose proof (power_one (D d m) (Z.of_nat n + 1) HK ltac:(lia)). nia.
Qed.

Theorem yun2020_global_shift_bound_at_most_t_r_proved : yun2020_global_shift_bound_at_most_t_r.
Proof.
  parameters. pose proof (two_to_D d m ltac:(lia) ltac:(lia)) as HK. set (K := D d m) in *.
  replace (2 * Z.of_nat n + 1) with (Z.of_nat n + 1 + Z.of_nat n) by lia.
  rewrite (Z.pow_add_r K (Z.of_nat n + 1)) by lia.
  pose proof (power_one K (Z.of_nat n + 1) HK ltac:(lia)). assert (1 <= (K - 1) ^ 2) by nia. nia.
Qed.

(** ** Lemma 8, Properties 1 to 3 *)

Theorem yun2020_lemma8_property2_proved : yun2020_lemma8_property2.
Proof. exact yun2020_global_shift_entries_distinct_proved. Qed.

Theorem yun2020_lemma8_property1_proved : yun2020_lemma8_property1.
Proof.
  parameters. intros L HL. eapply distinct_whole; [apply outputs_whole; auto; lia |].
  pose proof (two_to_D d m ltac:(lia) ltac:(lia)) as HK.
  destruct (category_1_facts d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL) as (HS & Hx & Hinc & Hrange).
  numbers. rewrite <- Hx at 1. apply outputs_distinct; auto; lia.
Qed.

Theorem yun2020_lemma8_property3_proved : yun2020_lemma8_property3.
Proof.
  parameters. category_1_point L. intros j Hj.
  pose proof (z_in (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange j Hj). split; to_Z; numbers; lia.
Qed.

Theorem yun2020_category2_category1_above_proved : yun2020_category2_category1_above.
Proof. exact yun2020_lemma10_lower_bound_proved. Qed.

Theorem yun2020_category2_t_l_below_category1_proved : yun2020_category2_t_l_below_category1.
Proof. exact yun2020_global_shift_at_least_t_l_proved. Qed.
