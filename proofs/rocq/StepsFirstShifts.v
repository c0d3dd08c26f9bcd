(** * StepsFirstShifts: the first and the second shift operation, App. E.3.1

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters. *)

From Coq Require Import ZArith QArith Qround List Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Sweeps NewIds Category1.
From Exactua Require Import Exported StepTools StepsCategory1 StepsSweep.
From Exactua Require StepsColumnId.
Import ListNotations.
Open Scope Z_scope.

(** ** Numbers *)

Lemma whole_if : forall (b : bool) a a' x y, whole a x -> whole a' y ->
  whole (if b then a else a') (if b then x else y).
Proof. intros [|]; auto. Qed.

Lemma units_differ : forall m a b x y, (1 <= m)%nat -> units m a x -> units m b y -> x <> y -> ~ (a == b)%Q.
Proof. intros m a b x y Hm Ha Hb H E. apply H. now apply (StepsColumnId.units_eq m a b x y Hm Ha Hb). Qed.

(** The part of u^T of a column that is below its first entry. *)
Lemma whole_rest : forall d n m P j, (1 <= m)%nat -> of_shape d n P -> 1 <= j <= Z.of_nat n ->
  whole (inject_Z (Z.of_nat m) *
      total 2 (Z.of_nat d) (fun i => inject_Z (Z.of_nat m ^ (i - 1)) * entry (in_unit_1 m P) i j)%Q)
    (total_Z 2 (Z.of_nat d) (fun i => Z.of_nat m ^ (i - 1) * entry_ P i j)).
Proof.
  intros d n m P j Hm HP Hj. unfold total, total_Z.
  assert (A : forall i, In i (range 2 (Z.of_nat d)) ->
    units m (inject_Z (Z.of_nat m ^ (i - 1)) * entry (in_unit_1 m P) i j) (Z.of_nat m ^ (i - 1) * entry_ P i j)).
  { intros i Hi. apply in_range in Hi. apply units_mult; [apply whole_inject |].
    apply (StepsColumnId.entry_units d n); auto; lia. }
  unfold units, whole in *. induction (range 2 (Z.of_nat d)) as [| i l IH]; simpl; [ring |].
  rewrite Qmult_plus_distr_r, inject_Z_plus, (A i) by now left. rewrite IH; [reflexivity |].
  intros k Hk. apply A. now right.
Qed.

(** u^T of a column: its first entry and the sum of the others. *)
Lemma id_by_entries : forall d n m P j, (1 <= d)%nat -> of_shape d n P -> 1 <= j <= Z.of_nat n ->
  at_ (column_ids d m P) j =
  entry_ P 1 j + total_Z 2 (Z.of_nat d) (fun i => Z.of_nat m ^ (i - 1) * entry_ P i j).
Proof.
  intros d n m P j Hd HP Hj. pose proof (column_length d n P j HP Hj) as Hc.
  rewrite at_ids by (destruct HP; lia). rewrite column_id_is_value by exact Hc.
  rewrite <- StepsColumnId.value_by_powers, Hc, StepsColumnId.total_Z_first by lia.
  rewrite Z.sub_diag, Z.pow_0_r, Z.mul_1_l. reflexivity.
Qed.

Section Two.
  Variables (K : Z) (n : nat) (x : list Z).
  Hypothesis HK : 2 <= K.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hx : length x = n.
  Hypothesis Hinc : StronglySorted Z.lt x.
  Hypothesis Hrange : Forall (fun y => 0 <= y < K) x.

  Let N := Z.of_nat n.
  Let y := sweep K (all_ids K) x.

  Lemma greatest_is_last : greatest (map (at_ x) (range 1 N)) = at_ x N.
  Proof.
    apply greatest_of_range; [lia |]. intros i Hi. destruct (Z.eq_dec i N) as [-> | Hne]; [lia |].
    apply Z.lt_le_incl, (x_increases n); auto; lia.
  Qed.

  Lemma least_is_first : least (map (at_ x) (range 1 N)) = at_ x 1.
  Proof.
    apply least_of_range; [lia |]. intros i Hi. destruct (Z.eq_dec i 1) as [-> | Hne]; [lia |].
    apply Z.lt_le_incl, (x_increases n); auto; lia.
  Qed.

  Lemma second_at_most_last : at_ x 2 <= at_ x N.
  Proof. destruct (Z.eq_dec 2 N) as [-> | Hne]; [lia |]. apply Z.lt_le_incl, (x_increases n); auto; lia. Qed.

  (** l~_2 = l_2 + delta^-d (l_1 - l_2) + delta^-2d (l_n - l_1). *)
  Lemma y_second : at_ y 2 = at_ x 2 + K * (at_ x 1 - at_ x 2) + K ^ 2 * (at_ x N - at_ x 1).
  Proof.
    unfold y. rewrite (y_next K n) by (auto; lia). replace (2 - 1) with 1 by lia.
    rewrite (y_first K n) by (auto; lia). fold N. ring.
  Qed.

  (** The greatest and the least id after the j-th shift operation. *)
  Lemma greatest_after : forall j, 1 <= j <= N ->
    greatest (map (at_ (sweep K (firstn (Z.to_nat (at_ x j + 1)) (all_ids K)) x)) (range 1 N)) = at_ y j.
  Proof.
    intros j Hj. unfold y. rewrite <- (own_operation K n) by (auto; lia).
    apply (greatest_of_range _ (at_ (sweep _ _ _))); [lia |].
    intros i Hi. rewrite (own_operation K n) by (auto; lia). apply (operation_maximum K n); auto; lia.
  Qed.

  Lemma least_after : forall j, 1 <= j < N ->
    least (map (at_ (sweep K (firstn (Z.to_nat (at_ x j + 1)) (all_ids K)) x)) (range 1 N)) = at_ x (j + 1).
  Proof.
    intros j Hj. rewrite <- (next_operation K n) by (auto; lia).
    apply (least_of_range _ (at_ (sweep _ _ _))); [lia |].
    intros i Hi. rewrite (next_operation K n) by (auto; lia). apply (operation_minimum K n); auto; lia.
  Qed.

  (** At n = 2 both columns are shifted. *)
  Lemma least_after_both : N = 2 ->
    least (map (at_ (sweep K (firstn (Z.to_nat (at_ x 2 + 1)) (all_ids K)) x)) (range 1 N)) = at_ y 1.
  Proof.
    intros E. assert (S : forall i, 1 <= i <= 2 ->
      at_ (sweep K (firstn (Z.to_nat (at_ x 2 + 1)) (all_ids K)) x) i = at_ y i).
    { intros i Hi. rewrite (after_operation K n) by (auto; lia). destruct (Z.leb_spec i 2); [reflexivity | lia]. }
    rewrite <- S by lia. apply (least_of_range _ (at_ (sweep _ _ _))); [lia |]. intros i Hi. rewrite !S by lia.
    unfold y.
    destruct (Z.eq_dec i 1) as [-> | Hne]; [lia |]. apply Z.lt_le_incl, (y_increases K n); auto; lia.
  Qed.
End Two.

(** ** First shift operation *)

(** A point of Category 1 and its first two shift operations. *)
Ltac first_shifts L :=
  category_1_point L;
  match goal with
  | HK : 2 <= D ?d ?m, HS : of_shape ?d ?n L, Hx : length (column_ids ?d ?m L) = ?n,
    Hinc : StronglySorted Z.lt (column_ids ?d ?m L), Hrange : Forall _ (column_ids ?d ?m L),
    R : forall j, 1 <= j <= Z.of_nat ?n -> 0 <= at_ (column_ids ?d ?m L) j < D ?d ?m |- _ =>
    let x := constr:(column_ids d m L) in
    pose proof (y_first (D d m) n x HK ltac:(lia) Hx Hinc Hrange);
    pose proof (y_second (D d m) n x HK ltac:(lia) Hx Hinc Hrange);
    pose proof (spread_range (D d m) n x ltac:(lia) Hx Hinc Hrange);
    pose proof (x_increases n x ltac:(lia) Hx Hinc 1 2 ltac:(lia) ltac:(lia));
    pose proof (second_at_most_last n x ltac:(lia) Hx Hinc);
    pose proof (R 1 ltac:(lia)); pose proof (R 2 ltac:(lia));
    let e1 := fresh "e1" in let e2 := fresh "e2" in
    pose proof (entry_added d n m L (at_ x 1 + 1) 1 ltac:(lia) HS ltac:(lia)) as e1;
    pose proof (entry_added d n m L (at_ x 2 + 1) 2 ltac:(lia) HS ltac:(lia)) as e2;
    rewrite (own_operation (D d m) n) in e1, e2 by (auto; lia)
  end.

(** The ids after the first and the second operation. *)
Ltac operations :=
  numbers; repeat match goal with
  | |- context [at_ (sweep (D ?d ?m) (firstn (Z.to_nat (at_ ?x ?j + 1)) _) ?x) ?j] =>
      match goal with H : length x = ?n |- _ => rewrite (own_operation (D d m) n x) by (auto; lia) end
  end.

Theorem yun2020_first_shifts_first_shift_shifts_proved : yun2020_first_shifts_first_shift_shifts.
Proof. parameters. first_shifts L. eapply (units_differ m); [lia | units | units |]. nia. Qed.

(** Entries that the layers up to k and those up to k' leave the same. *)
Lemma entries_left : forall d n m L k k' i j, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L ->
  0 <= k <= D d m -> 0 <= k' <= D d m -> 1 <= i <= Z.of_nat d -> 1 <= j <= Z.of_nat n ->
  (i = 1 -> at_ (column_ids d m (state d m L k)) j = at_ (column_ids d m (state d m L k')) j) ->
  entry_ (state d m L k) i j = entry_ (state d m L k') i j.
Proof.
  intros d n m L k k' i j Hd Hn Hm HS Hk Hk' Hi Hj E. destruct (Z.eq_dec i 1) as [-> | Hne].
  - specialize (E eq_refl). pose proof (entry_added d n m L k j Hd HS Hj) as E1.
    pose proof (entry_added d n m L k' j Hd HS Hj) as E2. rewrite !(state_ids d n) in E by auto. lia.
  - apply entry_rest; [apply states_tails | lia].
Qed.

Theorem yun2020_first_shifts_first_shift_leaves_proved : yun2020_first_shifts_first_shift_leaves.
Proof.
  parameters. first_shifts L. intros i Hi j Hj H'. eapply (StepsColumnId.units_eq m); [lia | units | units |].
  change (entry_ L i j) with (entry_ (state d m L 0) i j). apply (entries_left d n m); auto; try lia.
  intros ->. assert (j <> 1) by (intros ->; destruct H' as [H' | H']; now apply H'). numbers.
  rewrite (after_operation (D d m) n) by (auto; lia). destruct (Z.leb_spec j 1); [lia | reflexivity].
Qed.

Theorem yun2020_first_shifts_first_entry_proved : yun2020_first_shifts_first_entry.
Proof.
  parameters. first_shifts L. to_Z. rewrite (greatest_is_last n), (least_is_first n) by (auto; lia). lia.
Qed.

Theorem yun2020_first_shifts_first_entry_by_ids_proved : yun2020_first_shifts_first_entry_by_ids.
Proof.
  parameters. first_shifts L. to_Z. rewrite (greatest_is_last n), (least_is_first n) by (auto; lia). reflexivity.
Qed.

Theorem yun2020_first_shifts_first_id_by_entries_proved : yun2020_first_shifts_first_id_by_entries.
Proof.
  parameters. first_shifts L.
  eapply whole_eq; [whole | apply whole_plus; [whole | apply (whole_rest d n); auto; lia] |]. operations.
  pose proof (id_by_entries d n m L 1 ltac:(lia) HS ltac:(lia)). lia.
Qed.

Theorem yun2020_first_shifts_first_id_by_shift_proved : yun2020_first_shifts_first_id_by_shift.
Proof. parameters. first_shifts L. eapply whole_eq;
  [apply whole_plus; [whole | apply (whole_rest d n); auto; lia] | apply whole_plus; [whole | apply (whole_rest d n);
    auto; lia] |]. lia. Qed.

Theorem yun2020_first_shifts_first_id_proved : yun2020_first_shifts_first_id.
Proof.
  parameters. first_shifts L.
  eapply whole_eq; [apply whole_plus; [whole | apply (whole_rest d n); auto; lia] | whole |].
  pose proof (id_by_entries d n m L 1 ltac:(lia) HS ltac:(lia)). lia.
Qed.

Theorem yun2020_first_shifts_first_id_at_least_proved : yun2020_first_shifts_first_id_at_least.
Proof. parameters. first_shifts L. to_Z. nia. Qed.

Theorem yun2020_first_shifts_one_step_proved : yun2020_first_shifts_one_step.
Proof.
  parameters. rewrite <- D_is, Qplus_0_l. replace (Z.of_nat d) with (Z.of_nat d - 1 + 1) at 1 by lia.
  rewrite power_up by lia. rewrite inject_Z_mult. field. unfold Qeq. simpl. lia.
Qed.

Theorem yun2020_first_shifts_beyond_the_ids_proved : yun2020_first_shifts_beyond_the_ids.
Proof. parameters. first_shifts L. to_Z. apply R. lia. Qed.

Theorem yun2020_first_shifts_first_above_all_proved : yun2020_first_shifts_first_above_all.
Proof.
  parameters. first_shifts L. to_Z. operations. pose proof (R (Z.of_nat n) ltac:(lia)). nia.
Qed.

Theorem yun2020_first_shifts_first_maximum_proved : yun2020_first_shifts_first_maximum.
Proof.
  parameters. first_shifts L. eapply whole_eq; [whole | apply whole_greatest; intros k Hk; apply whole_if; whole |].
  operations. apply (f_equal greatest), map_range_ext. intros k Hk.
  rewrite (after_operation (D d m) n) by (auto; lia).
  destruct (Z.leb_spec k 1), (Z.eqb_spec k 1); try lia; now replace k with 1 by lia.
Qed.

Theorem yun2020_first_shifts_first_is_maximum_proved : yun2020_first_shifts_first_is_maximum.
Proof.
  parameters. first_shifts L. eapply whole_eq; [apply whole_greatest; intros k Hk; apply whole_if; whole | whole |].
  operations. etransitivity; [| apply (greatest_after (D d m) n); auto; lia].
  apply (f_equal greatest), map_range_ext.
  intros k Hk. rewrite (after_operation (D d m) n) by (auto; lia).
  destruct (Z.leb_spec k 1), (Z.eqb_spec k 1); try lia; now replace k with 1 by lia.
Qed.

Theorem yun2020_first_shifts_first_minimum_proved : yun2020_first_shifts_first_minimum.
Proof. parameters. first_shifts L. to_Z. numbers. apply (least_after (D d m) n); auto; lia. Qed.

(** ** Second shift operation *)

Theorem yun2020_first_shifts_second_shift_leaves_proved : yun2020_first_shifts_second_shift_leaves.
Proof.
  parameters. first_shifts L. split.
  - eapply (units_differ m); [lia | units | units |].
    assert (E : entry_ (state d m L (at_ (column_ids d m L) 1 + 1)) 1 2 = entry_ (state d m L 0) 1 2).
    { apply (entries_left d n m); auto; try lia. intros _. numbers.
      rewrite (after_operation (D d m) n) by (auto; lia). reflexivity. }
    change (state d m L 0) with L in E.
    pose proof (y_above (D d m) n (column_ids d m L) HK ltac:(lia) Hx Hinc Hrange 2 ltac:(lia)). lia.
  - intros i Hi j Hj H'. eapply (StepsColumnId.units_eq m); [lia | units | units |].
    apply (entries_left d n m); auto; try lia.
    intros ->. assert (j <> 2) by (intros ->; destruct H' as [H' | H']; now apply H'). numbers.
    rewrite !(after_operation (D d m) n) by (auto; lia).
    destruct (Z.leb_spec j 1), (Z.leb_spec j 2); try lia; reflexivity.
Qed.

Theorem yun2020_first_shifts_second_entry_proved : yun2020_first_shifts_second_entry.
Proof.
  parameters. first_shifts L. to_Z. operations. rewrite (y_first (D d m) n) by (auto; lia).
  rewrite Z.pow_2_r in *. lia.
Qed.

Theorem yun2020_first_shifts_second_entry_by_ids_proved : yun2020_first_shifts_second_entry_by_ids.
Proof. parameters. first_shifts L. to_Z. operations. rewrite (y_first (D d m) n) by (auto; lia). ring. Qed.

Theorem yun2020_first_shifts_second_id_proved : yun2020_first_shifts_second_id.
Proof. parameters. first_shifts L. to_Z. operations. assumption. Qed.

Theorem yun2020_first_shifts_first_below_second_proved : yun2020_first_shifts_first_below_second.
Proof. parameters. first_shifts L. to_Z. operations. apply (y_increases (D d m) n); auto; lia. Qed.

Theorem yun2020_first_shifts_second_equivalence_proved : yun2020_first_shifts_second_equivalence.
Proof.
  parameters. intros L HL. pose proof (point_facts d n m L HL) as HS. pose proof (reads_point d n m L HS).
  eapply both_less; [whole | whole | whole | whole |]. lia.
Qed.

Theorem yun2020_first_shifts_second_last_inequality_proved : yun2020_first_shifts_second_last_inequality.
Proof.
  parameters. first_shifts L. to_Z. set (K := D d m) in *. set (x := column_ids d m L) in *.
  apply Z.le_lt_trans with ((K - 1) * (at_ x (Z.of_nat n) - at_ x 1)); [apply Z.mul_le_mono_nonneg_l; lia |].
  rewrite <- (Z.mul_1_l ((K - 1) * _)), <- Z.mul_assoc. apply Z.mul_lt_mono_pos_r; [apply Z.mul_pos_pos |]; lia.
Qed.

Theorem yun2020_first_shifts_more_than_one_id_proved : yun2020_first_shifts_more_than_one_id.
Proof. parameters. pose proof (two_to_D d m ltac:(lia) ltac:(lia)). lia. Qed.

(** As printed it is false at n = 2: L = [0 delta], d = 1, delta = 1/2. *)
Lemma two_columns : category_1 1 2 2 [[0]; [1]].
Proof.
  split; [split; [split; [split; [reflexivity | repeat constructor] | repeat constructor; simpl; lia] |] |].
  - constructor; [intros [E | []]; discriminate E | constructor; [intros [] | constructor]].
  - repeat constructor. vm_compute. discriminate.
Qed.

Theorem yun2020_first_shifts_last_above_second_refuted : ~ yun2020_first_shifts_last_above_second.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy) _ two_columns).
  vm_compute in H. discriminate H.
Qed.

Theorem yun2020_first_shifts_last_above_second_repaired_proved : yun2020_first_shifts_last_above_second_repaired.
Proof. parameters. first_shifts L. split; to_Z; lia. Qed.

Theorem yun2020_first_shifts_second_maximum_proved : yun2020_first_shifts_second_maximum.
Proof. parameters. first_shifts L. to_Z. operations. apply (greatest_after (D d m) n); auto; lia. Qed.

Theorem yun2020_first_shifts_second_minimum_refuted : ~ yun2020_first_shifts_second_minimum.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy) _ two_columns).
  destruct H as (j & H & -> & _). lia.
Qed.

Theorem yun2020_first_shifts_second_minimum_repaired_proved : yun2020_first_shifts_second_minimum_repaired.
Proof.
  parameters. first_shifts L. destruct (Z.leb_spec 3 (Z.of_nat n)); to_Z; operations.
  - apply (least_after (D d m) n); auto; lia.
  - apply (least_after_both (D d m) n); auto; lia.
Qed.
