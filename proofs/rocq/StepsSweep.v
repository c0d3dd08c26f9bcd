(** * StepsSweep: the selective shifts one by one, App. E.3.1; and Lemma 8: the size of the network, Property 4

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters. *)

From Coq Require Import ZArith QArith Qabs Qround List Permutation Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Sweeps NewIds Category1 Lemma8.
From Exactua Require Import Exported StepTools StepsCategory1.
From Exactua Require StepsColumnId.
Import ListNotations.
Open Scope Z_scope.

(** ** The ids after the j-th shift operation *)

Section Operations.
  Variables (K : Z) (n : nat) (x : list Z).
  Hypothesis HK : 2 <= K.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hx : length x = n.
  Hypothesis Hinc : StronglySorted Z.lt x.
  Hypothesis Hrange : Forall (fun y => 0 <= y < K) x.

  Let N := Z.of_nat n.
  Let y := sweep K (all_ids K) x.

  (** l~_1, ..., l~_j, l_(j+1), ..., l_n. *)
  Lemma after_operation : forall i j, 1 <= i <= N -> 1 <= j <= N ->
    at_ (sweep K (firstn (Z.to_nat (at_ x j + 1)) (all_ids K)) x) i = if i <=? j then at_ y i else at_ x i.
  Proof.
    intros i j Hi Hj. pose proof (x_in_range K n x Hn Hx Hrange j Hj). rewrite (y_state K n) by (auto; lia).
    destruct (Z.leb_spec i j) as [H1 | H1], (Z.ltb_spec (at_ x i) (at_ x j + 1)) as [H2 | H2]; try reflexivity.
    - destruct (Z.eq_dec i j) as [-> | Hne]; [lia |].
      pose proof (x_increases n x Hn Hx Hinc i j ltac:(lia) ltac:(lia)). lia.
    - pose proof (x_increases n x Hn Hx Hinc j i ltac:(lia) ltac:(lia)). lia.
  Qed.

  Lemma own_operation : forall j, 1 <= j <= N ->
    at_ (sweep K (firstn (Z.to_nat (at_ x j + 1)) (all_ids K)) x) j = at_ y j.
  Proof. intros j Hj. rewrite after_operation, Z.leb_refl by assumption. reflexivity. Qed.

  Lemma operation_maximum : forall i j, 1 <= i <= N -> 1 <= j <= N ->
    at_ (sweep K (firstn (Z.to_nat (at_ x j + 1)) (all_ids K)) x) i <= at_ y j.
  Proof.
    intros i j Hi Hj. rewrite after_operation by assumption. destruct (Z.leb_spec i j) as [H | H].
    - destruct (Z.eq_dec i j) as [-> | Hne]; [lia |]. apply Z.lt_le_incl. apply (y_increases K n); auto; lia.
    - pose proof (x_in_range K n x Hn Hx Hrange i Hi). pose proof (y_above K n x HK Hn Hx Hinc Hrange j Hj).
      unfold y. lia.
  Qed.

  Lemma operation_minimum : forall i j, 1 <= i <= N -> 1 <= j < N ->
    at_ x (j + 1) <= at_ (sweep K (firstn (Z.to_nat (at_ x j + 1)) (all_ids K)) x) i.
  Proof.
    intros i j Hi Hj. rewrite after_operation by (assumption || lia). destruct (Z.leb_spec i j) as [H | H].
    - pose proof (x_in_range K n x Hn Hx Hrange (j + 1) ltac:(lia)).
      pose proof (y_above K n x HK Hn Hx Hinc Hrange i Hi). unfold y. lia.
    - destruct (Z.eq_dec i (j + 1)) as [-> | Hne]; [lia |].
      pose proof (x_increases n x Hn Hx Hinc (j + 1) i ltac:(lia) ltac:(lia)). lia.
  Qed.

  Lemma next_operation : forall j, 1 <= j < N ->
    at_ (sweep K (firstn (Z.to_nat (at_ x j + 1)) (all_ids K)) x) (j + 1) = at_ x (j + 1).
  Proof. intros j Hj. rewrite after_operation by lia. destruct (Z.leb_spec (j + 1) j); [lia | reflexivity]. Qed.
End Operations.

(** ** The ids before and after *)

Theorem yun2020_category1_increasing_proved : yun2020_category1_increasing.
Proof. parameters. category_1_point L. intros j Hj. to_Z. apply (x_increases n); auto; lia. Qed.

Theorem yun2020_category1_order_proved : yun2020_category1_order.
Proof. parameters. category_1_point L. intros j Hj. to_Z. numbers. apply (y_increases (D d m) n); auto; lia. Qed.

Theorem yun2020_category1_formula_proved : yun2020_category1_formula.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. numbers. rewrite (own_operation (D d m) n) by (auto; lia).
  apply (y_closed (D d m) n); auto; lia.
Qed.

(** The sum of l~_(j-1), with the numbering of l~_j. *)
Lemma previous_sum : forall K x j,
  total_Z 2 (j - 1) (fun k => K ^ (k - 1) * (at_ x (j - k) - at_ x (j - k + 1))) =
  total_Z 1 (j - 1 - 1) (fun k => K ^ k * (at_ x (j - 1 - k) - at_ x (j - 1 - k + 1))).
Proof.
  intros K x j. change 2 with (1 + 1). replace (j - 1) with (j - 1 - 1 + 1) at 1 by lia. rewrite total_Z_up.
  apply total_Z_ext. intros k Hk. replace (k + 1 - 1) with k by lia. replace (j - (k + 1)) with (j - 1 - k) by lia.
  reflexivity.
Qed.

Theorem yun2020_category1_previous_proved : yun2020_category1_previous.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. numbers. rewrite (own_operation (D d m) n) by (auto; lia).
  rewrite previous_sum. apply (y_closed (D d m) n); auto; lia.
Qed.

Theorem yun2020_category1_previous_below_proved : yun2020_category1_previous_below.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. rewrite previous_sum.
  pose proof (y_closed (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange (j - 1) ltac:(lia)) as <-.
  pose proof (y_closed (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange j ltac:(lia)) as <-.
  apply (y_increases (D d m) n); auto; lia.
Qed.

Theorem yun2020_category1_kept_proved : yun2020_category1_kept.
Proof.
  parameters. category_1_point L. apply Forall2_from_nth; [now rewrite !listed_length |].
  rewrite listed_length. intros i Hi. assert (Hj : 1 <= Z.of_nat i + 1 <= Z.of_nat n) by lia.
  assert (E : forall a, nth i a 0%Q = item a (Z.of_nat i + 1)) by (intros; unfold item; f_equal; lia).
  rewrite !E. generalize dependent (Z.of_nat i + 1). intros j Hj _. to_Z. numbers.
  symmetry. apply (own_operation (D d m) n); auto; lia.
Qed.

(** ** The shift operations *)

Lemma Qlt_bool_whole : forall a b x y, whole a x -> whole b y -> Qlt_bool a b = (x <? y).
Proof.
  intros a b x y Ha Hb. unfold Qlt_bool. destruct (Z.ltb_spec x y) as [H | H].
  - apply Bool.negb_true_iff. destruct (Qle_bool b a) eqn:E; [| reflexivity].
    apply Qle_bool_iff in E. apply (whole_le b a y x Hb Ha) in E. lia.
  - apply Bool.negb_false_iff, Qle_bool_iff. now apply (whole_le b a y x Hb Ha).
Qed.

Theorem yun2020_category1_in_order_proved : yun2020_category1_in_order.
Proof.
  parameters. category_1_point L. intros k Hk.
  apply (same_list_listed d n m _ (state d m L k)); [lia | apply reads_after; auto; lia |]. intros j Hj.
  erewrite Qlt_bool_whole by whole. numbers. rewrite (y_state (D d m) n) by (auto; lia).
  destruct (Z.ltb_spec (at_ (column_ids d m L) j) k).
  - rewrite <- (own_operation (D d m) n) by (auto; lia). rewrite <- (state_ids d n m L) by (auto; lia). units.
  - units.
Qed.

(** What the layers up to k add to L_(1,j). *)
Lemma entry_added : forall d n m L k j, (1 <= d)%nat -> of_shape d n L -> 1 <= j <= Z.of_nat n ->
  entry_ (state d m L k) 1 j - entry_ L 1 j =
  at_ (sweep (D d m) (firstn (Z.to_nat k) (all_ids (D d m))) (column_ids d m L)) j - at_ (column_ids d m L) j.
Proof.
  intros d n m L k j Hd HS Hj. rewrite <- state_ids with (n := n) by assumption.
  apply (entry_first d n m); auto using state_shape, state_tails.
Qed.

Theorem yun2020_category1_shift_leaves_proved : yun2020_category1_shift_leaves.
Proof.
  parameters. category_1_point L. intros j Hj i Hi j2 Hj2 H'.
  eapply (units_same m); [lia | units |].
  match goal with |- units _ _ ?z => evar (w : Z); enough (E : w = z); [rewrite <- E; subst w; units |] end.
  subst w. destruct (Z.eq_dec i 1) as [-> | Hne].
  - assert (Hj' : j2 <> j) by (intros E; destruct H' as [H' | H']; now apply H').
    pose proof (entry_added d n m L (at_ (column_ids d m L) j + 1) j2 ltac:(lia) HS Hj2) as E1.
    pose proof (entry_added d n m L (at_ (column_ids d m L) (j - 1) + 1) j2 ltac:(lia) HS Hj2) as E2.
    rewrite (after_operation (D d m) n) in E1, E2 by (auto; lia).
    destruct (Z.leb_spec j2 j), (Z.leb_spec j2 (j - 1)); lia.
  - apply entry_rest; [apply states_tails | lia].
Qed.

Theorem yun2020_category1_shift_proved : yun2020_category1_shift.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z.
  rewrite (entry_added d n) by (auto; lia). numbers. rewrite !(own_operation (D d m) n) by (auto; lia).
  rewrite (y_next (D d m) n) by (auto; lia). ring.
Qed.

Theorem yun2020_category1_new_maximum_proved : yun2020_category1_new_maximum.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. numbers.
  apply (greatest_of_range _ (at_ (sweep _ _ _))); [lia |].
  intros i Hi. rewrite (own_operation (D d m) n) by (auto; lia). apply (operation_maximum (D d m) n); auto; lia.
Qed.

Theorem yun2020_category1_new_minimum_proved : yun2020_category1_new_minimum.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. numbers.
  rewrite <- (next_operation (D d m) n) by (auto; lia).
  apply (least_of_range _ (at_ (sweep _ _ _))); [lia |].
  intros i Hi. rewrite (next_operation (D d m) n) by (auto; lia). apply (operation_minimum (D d m) n); auto; lia.
Qed.

(** ** l~_(j-1) < l~_j, by gaps *)

Lemma point_facts : forall d n m L, category_1 d n m L \/ category_2 d n m L -> of_shape d n L.
Proof. intros d n m L [[[[H _] _] _] | [[H _] _]]; exact H. Qed.

(** l_j - l_(j-i), as a sum over gaps. *)
Lemma telescope_up : forall x j i, 0 <= i ->
  total_Z 1 i (fun k => at_ x (j - k + 1) - at_ x (j - k)) = at_ x j - at_ x (j - i).
Proof.
  intros x j i Hi. pose proof (telescope x j i Hi) as E.
  rewrite (total_Z_ext 1 i _ (fun k => -1 * (at_ x (j - k) - at_ x (j - k + 1)))) by (intros; lia).
  rewrite total_Z_scale. lia.
Qed.

(** The two sums of the display, by gaps l_(j-k+1) - l_(j-k). *)
Lemma sums_by_gaps : forall K x j, 2 <= j ->
  let gaps := total_Z 1 (j - 1) (fun k => K ^ (k - 1) * (at_ x (j - k + 1) - at_ x (j - k))) in
  total_Z 1 (j - 1) (fun k => K ^ k * (at_ x (j - k) - at_ x (j - k + 1))) = - (K * gaps) /\
  at_ x (j - 1) + total_Z 2 (j - 1) (fun k => K ^ (k - 1) * (at_ x (j - k) - at_ x (j - k + 1))) = at_ x j - gaps.
Proof.
  intros K x j Hj gaps. split.
  - replace (- (K * gaps)) with ((- K) * gaps) by ring. unfold gaps. rewrite <- total_Z_scale.
    apply total_Z_ext. intros k Hk. rewrite (power_last K k) by lia. ring.
  - assert (E : total_Z 1 (j - 1) (fun k => K ^ (k - 1) * (at_ x (j - k) - at_ x (j - k + 1))) = - gaps).
    { unfold gaps. rewrite (total_Z_ext 1 (j - 1) _ (fun k => -1 * (K ^ (k - 1) * (at_ x (j - k + 1) - at_ x (j - k)))))
        by (intros; ring). rewrite total_Z_scale. ring. }
    rewrite StepsColumnId.total_Z_first in E by lia.
    replace (1 - 1) with 0 in E by lia. replace (j - 1 + 1) with j in E by lia.
    change (1 + 1) with 2 in E. rewrite Z.pow_0_r in E. lia.
Qed.

Lemma both_less : forall a b a' b' x y x' y', whole a x -> whole b y -> whole a' x' -> whole b' y' ->
  (x < y <-> x' < y') -> ((a < b)%Q -> (a' < b')%Q) /\ ((a' < b')%Q -> (a < b)%Q).
Proof.
  intros a b a' b' x y x' y' Ha Hb Ha' Hb' E.
  rewrite (whole_lt a b x y Ha Hb), (whole_lt a' b' x' y' Ha' Hb'). split; apply E.
Qed.

Theorem yun2020_category1_equivalence_proved : yun2020_category1_equivalence.
Proof.
  parameters. intros L HL. pose proof (point_facts d n m L HL) as HS. pose proof (reads_point d n m L HS).
  intros j Hj. set (x := column_ids d m L) in *. set (K := D d m).
  destruct (sums_by_gaps K x j ltac:(lia)) as [E1 E2]. pose proof (power_last K j ltac:(lia)) as P.
  eapply both_less; [whole | whole | whole | whole |]. fold x. rewrite E1, E2, P. lia.
Qed.

Theorem yun2020_category1_above_telescoped_repaired_proved : yun2020_category1_above_telescoped_repaired.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z. rewrite telescope_up by lia. replace (j - (j - 1)) with 1 by lia.
  apply Z.mul_le_mono_nonneg_l; [apply Z.pow_nonneg; lia |].
  destruct (Z.eq_dec j (Z.of_nat n)) as [-> | Hne]; [lia |].
  pose proof (x_increases n (column_ids d m L) ltac:(lia) Hx Hinc j (Z.of_nat n) ltac:(lia) ltac:(lia)). lia.
Qed.

(** The sum of gaps with their powers is less than that with the greatest power. *)
Lemma weighted : forall K n x j, 2 <= K -> length x = n -> StronglySorted Z.lt x -> 2 <= j <= Z.of_nat n ->
  total_Z 1 (j - 1) (fun k => K ^ (k - 1) * (at_ x (j - k + 1) - at_ x (j - k))) <
  K ^ (j - 1) * total_Z 1 (j - 1) (fun k => at_ x (j - k + 1) - at_ x (j - k)).
Proof.
  intros K n x j HK Hx Hinc Hj. rewrite <- total_Z_scale. apply total_Z_lt; [lia |]. intros k Hk.
  pose proof (gap n x Hinc Hx j k ltac:(lia) ltac:(lia)).
  assert (K ^ (k - 1) < K ^ (j - 1)) by (apply Z.pow_lt_mono_r; lia). nia.
Qed.

Theorem yun2020_category1_above_weighted_proved : yun2020_category1_above_weighted.
Proof. parameters. category_1_point L. intros j Hj. to_Z. apply (weighted (D d m) n); auto; lia. Qed.

Theorem yun2020_category1_last_inequality_proved : yun2020_category1_last_inequality.
Proof.
  parameters. category_1_point L. intros j Hj. to_Z.
  pose proof (weighted (D d m) n (column_ids d m L) j HK Hx Hinc Hj) as W.
  rewrite telescope_up in W by lia. replace (j - (j - 1)) with 1 in W by lia.
  pose proof (power_one (D d m) (j - 1) HK ltac:(lia)) as P.
  assert (T : at_ (column_ids d m L) j <= at_ (column_ids d m L) (Z.of_nat n)).
  { destruct (Z.eq_dec j (Z.of_nat n)) as [-> | Hne]; [lia |].
    pose proof (x_increases n (column_ids d m L) ltac:(lia) Hx Hinc j (Z.of_nat n) ltac:(lia) ltac:(lia)). lia. }
  rewrite <- Z.mul_assoc. apply Z.mul_lt_mono_pos_l; [lia |]. eapply Z.lt_le_trans; [exact W |].
  apply Z.mul_le_mono_nonneg_l; lia.
Qed.

(** As printed, with >, it is false at j = n: L = [0 delta], d = 1, n = 2, delta = 1/2. *)
Theorem yun2020_category1_above_telescoped_refuted : ~ yun2020_category1_above_telescoped.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy) [[0]; [1]]).
  assert (C : category_1 1 2 2 [[0]; [1]]).
  { split; [split; [split; [split; [reflexivity | repeat constructor] | repeat constructor; simpl; lia] |] |].
    - constructor; [intros [E | []]; discriminate E | constructor; [intros [] | constructor]].
    - repeat constructor. vm_compute. discriminate. }
  specialize (H C 2 ltac:(easy)). vm_compute in H. discriminate H.
Qed.

(** ** A total of n shift operations *)

Lemma same_list_bool_units : forall m a b x y, (1 <= m)%nat -> Forall2 (units m) a x -> Forall2 (units m) b y ->
  same_list_bool a b = true <-> x = y.
Proof.
  intros m a b x y Hm Ha. revert b y. induction Ha as [| p k a x Hp Ha IH]; intros b y Hb.
  - destruct Hb; [split; reflexivity | split; intros E; discriminate E].
  - destruct Hb as [| q l b y Hq Hb]; [split; intros E; discriminate E |].
    specialize (IH b y Hb). unfold same_list_bool in *. cbn [length Nat.eqb combine forallb fst snd].
    rewrite !Bool.andb_true_iff in *. rewrite Qeq_bool_iff.
    assert (E : (p == q)%Q <-> k = l).
    { unfold units in Hp, Hq. rewrite (proj2 (proj2 (scaled m p q Hm))), Hp, Hq. apply inject_Z_injective. }
    rewrite E. split; intros H.
    + destruct H as (H1 & -> & H3). f_equal. now apply IH.
    + injection H as -> ->. repeat split; now apply IH.
Qed.

Lemma row_units : forall d n m M P, (1 <= m)%nat -> reads d n m M P ->
  Forall2 (units m) (row_of (reading_vector d m) M) (column_ids d m P).
Proof.
  intros d n m M P Hm [HM _].
  assert (A : Forall2 Qeq (row_of (reading_vector d m) M) (ids_in_unit_1 m (column_ids d m P))).
  { eapply Forall2_Qeq_trans; [apply row_of_respects, HM | apply ids_read]. }
  unfold ids_in_unit_1 in A. remember (map _ (column_ids d m P)) as z eqn:E. revert E. generalize (column_ids d m P).
  induction A as [| a b r z Hab A IH]; intros [| k x] E; try discriminate E; constructor.
  - injection E as Eb Ez. apply units_delta; [assumption |]. now rewrite Hab, Eb.
  - injection E as Eb Ez. now apply IH.
Qed.

(** The number of the numbers of a list, counted over a range. *)
Lemma count_one : forall lo hi a, lo <= a <= hi -> total_Z lo hi (fun k => if k =? a then 1 else 0) = 1.
Proof.
  intros lo hi a H.
  assert (E : total_Z lo hi (fun k => if k =? a then 1 else 0) = if a <=? hi then 1 else 0).
  { apply (total_Z_ind (fun hi => total_Z lo hi (fun k => if k =? a then 1 else 0) = if a <=? hi then 1 else 0) lo).
    - lia.
    - rewrite total_Z_empty by lia. destruct (Z.leb_spec a (lo - 1)); lia.
    - intros k H1 H2 IH. rewrite total_Z_snoc, IH by lia.
      destruct (Z.leb_spec a k), (Z.leb_spec a (k + 1)), (Z.eqb_spec (k + 1) a); lia. }
  rewrite E. destruct (Z.leb_spec a hi); lia.
Qed.

Lemma count_all : forall lo hi x, NoDup x -> Forall (fun k => lo <= k <= hi) x ->
  total_Z lo hi (fun k => if in_dec Z.eq_dec k x then 1 else 0) = Z.of_nat (length x).
Proof.
  intros lo hi x H. induction H as [| a x Ha Hx IH]; intros HF.
  - rewrite (total_Z_ext lo hi _ (fun k => 0 * 0)) by reflexivity. rewrite total_Z_scale. reflexivity.
  - inversion HF as [| ? ? Hr HF']; subst. specialize (IH HF').
    rewrite (total_Z_ext lo hi _ (fun k => (if k =? a then 1 else 0) + if in_dec Z.eq_dec k x then 1 else 0)).
    + rewrite total_Z_plus, count_one, IH by assumption. cbn [length]. lia.
    + intros k Hk. destruct (in_dec Z.eq_dec k (a :: x)) as [[E | E] | E], (in_dec Z.eq_dec k x) as [E' | E'],
        (Z.eqb_spec k a) as [E'' | E'']; subst; try lia; try contradiction; exfalso; apply E; simpl; auto.
Qed.

(** A layer changes an id just where it is the id of a column. *)
Lemma operation_at : forall K n x k, 2 <= K -> (2 <= n)%nat -> length x = n -> StronglySorted Z.lt x ->
  Forall (fun y => 0 <= y < K) x -> 1 <= k <= K ->
  sweep K (firstn (Z.to_nat (k - 1)) (all_ids K)) x = sweep K (firstn (Z.to_nat k) (all_ids K)) x <-> ~ In (k - 1) x.
Proof.
  intros K n x k HK Hn Hx Hinc Hrange Hk.
  assert (S : forall k j, 0 <= k <= K -> 1 <= j <= Z.of_nat n ->
    at_ (sweep K (firstn (Z.to_nat k) (all_ids K)) x) j =
      if at_ x j <? k then at_ (sweep K (all_ids K) x) j else at_ x j)
    by (intros; apply (y_state K n); auto).
  split.
  - intros E Hin. apply in_at in Hin as [j [Hj Ej]]. rewrite Hx in Hj.
    apply (f_equal (fun z => at_ z j)) in E. rewrite !S in E by lia.
    pose proof (y_above K n x HK Hn Hx Hinc Hrange j Hj).
    destruct (Z.ltb_spec (at_ x j) (k - 1)), (Z.ltb_spec (at_ x j) k); lia.
  - intros Hnot.
    rewrite <- (at_all (sweep K (firstn (Z.to_nat (k - 1)) (all_ids K)) x) n) by (now rewrite length_sweep).
    rewrite <- (at_all (sweep K (firstn (Z.to_nat k) (all_ids K)) x) n) by (now rewrite length_sweep).
    apply map_range_ext. intros j Hj. rewrite !S by lia.
    assert (at_ x j <> k - 1) by (intros E; apply Hnot; rewrite <- E; apply at_in; lia).
    destruct (Z.ltb_spec (at_ x j) (k - 1)), (Z.ltb_spec (at_ x j) k); lia.
Qed.

Lemma increasing_NoDup : forall x, StronglySorted Z.lt x -> NoDup x.
Proof.
  intros x H. induction H as [| a x _ IH Ha]; constructor; [| assumption]. intros E.
  rewrite Forall_forall in Ha. specialize (Ha a E). lia.
Qed.

Theorem yun2020_category1_shift_operations_proved : yun2020_category1_shift_operations.
Proof.
  parameters. category_1_point L. set (x := column_ids d m L) in *.
  rewrite (total_Z_ext 1 (D d m) _ (fun k => if in_dec Z.eq_dec (k - 1) x then 1 else 0)).
  - change 1 with (0 + 1) at 1. replace (D d m) with (D d m - 1 + 1) at 1 by lia. rewrite total_Z_up.
    rewrite (total_Z_ext 0 (D d m - 1) _ (fun k => if in_dec Z.eq_dec k x then 1 else 0))
      by (intros k Hk; now replace (k + 1 - 1) with k by lia).
    rewrite count_all; [now rewrite Hx | now apply increasing_NoDup |].
    eapply Forall_impl; [| exact Hrange]. intros k Hk. cbv beta in *. lia.
  - intros k Hk.
    pose proof (same_list_bool_units m _ _ _ _ ltac:(lia)
      (row_units d n m _ _ ltac:(lia) (reads_after d n m L (k - 1) ltac:(lia) ltac:(lia) ltac:(lia) HS ltac:(lia)))
      (row_units d n m _ _ ltac:(lia) (reads_after d n m L k ltac:(lia) ltac:(lia) ltac:(lia) HS ltac:(lia)))) as B.
    rewrite !(state_ids d n m L) in B by (auto; lia). fold x in B.
    rewrite (operation_at (D d m) n x k HK ltac:(lia) Hx Hinc Hrange Hk) in B.
    destruct (same_list_bool _ _), (in_dec Z.eq_dec (k - 1) x) as [I | I]; try reflexivity.
    + exfalso. now apply B.
    + exfalso. assert (E : false = true) by now apply B. discriminate E.
Qed.

(** ** Lemma 8: how large the network is, its interval, and Property 4 *)

Theorem yun2020_lemma8_layers_proved : yun2020_lemma8_layers.
Proof. parameters. rewrite g_c_attention. unfold D. lia. Qed.

Theorem yun2020_lemma8_only_attention_proved : yun2020_lemma8_only_attention.
Proof. parameters. now rewrite g_c_feed_forward. Qed.

Theorem yun2020_lemma8_heads_proved : yun2020_lemma8_heads.
Proof. parameters. rewrite g_c_heads by lia. reflexivity. Qed.

Theorem yun2020_lemma8_head_size_proved : yun2020_lemma8_head_size.
Proof. parameters. unfold head_size. rewrite g_c_heads by lia. reflexivity. Qed.

Theorem yun2020_lemma8_t_l_positive_proved : yun2020_lemma8_t_l_positive.
Proof. parameters. apply Z.lt_gt. now apply (t_l_positive_in_delta d n m ltac:(lia) ltac:(lia) ltac:(lia)). Qed.

Theorem yun2020_lemma8_t_l_below_t_r_proved : yun2020_lemma8_t_l_below_t_r.
Proof. parameters. now apply (t_l_below_t_r_in_delta d n m ltac:(lia) ltac:(lia) ltac:(lia)). Qed.

(** The last layer's ids of any point of G+_delta. *)
Lemma outputs_of_point : forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_plus d n m L ->
  reads d n m (run (g_c d n m) (in_unit_1 m L)) (output d n m L) /\
  column_ids d m (output d n m L) = Lemma8.output_ids d n m L.
Proof.
  intros d n m L Hd Hn Hm HG. pose proof (proj1 HG) as HS. split.
  - apply reads_output; auto; try lia. rewrite (swept_ids d n m L Hd HS). now apply (swept_zero_alone d n m).
  - rewrite StepTools.output_ids, (swept_ids d n m L Hd HS) by assumption. reflexivity.
Qed.

Theorem yun2020_lemma8_property4_proved : yun2020_lemma8_property4.
Proof.
  parameters. intros L HL j Hj.
  assert (HG : G_plus d n m L) by (destruct HL as [HL | HL]; [apply HL | apply G_delta_is_G_plus, HL]).
  destruct (outputs_of_point d n m L ltac:(lia) ltac:(lia) ltac:(lia) HG) as [R E].
  assert (Hl : length (column_ids d m (output d n m L)) = n)
    by (destruct R as [_ [Hl _]]; unfold column_ids; now rewrite map_length).
  destruct HL as [HL | HL].
  - pose proof (category_3_outside d n m ltac:(lia) ltac:(lia) ltac:(lia) L HL) as B. rewrite <- E in B.
    apply at_Forall with (j := j) in B; [| lia].
    pose proof (t_l_positive_in_delta d n m ltac:(lia) ltac:(lia) ltac:(lia)).
    destruct B as [B | B]; [left | right]; to_Z; lia.
  - pose proof (category_2_below d n m ltac:(lia) ltac:(lia) ltac:(lia) L HL) as B. rewrite <- E in B.
    apply at_Forall with (j := j) in B; [| lia]. left. to_Z. exact B.
Qed.
