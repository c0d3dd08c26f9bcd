(** * StepsCategory2: the steps over Category 2, App. E.3.2

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters; one that is
    false as the paper has it is refuted by a point. n' is the number of distinct ids; the place of column j is the k for
    which l_j = l'_k. *)

From Coq Require Import ZArith QArith Qabs Qminmax Qround List Permutation Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Sweeps Category1 Lemma10 Category2.
From Exactua Require Import Exported StepTools StepsCategory1.
From Exactua Require NetworkIds Category2Network.
Import ListNotations.
Open Scope Z_scope.

(** ** More tools *)

(** *** Rationals that are integers times delta *)

Lemma units_le_iff : forall m a b x y, (1 <= m)%nat -> units m a x -> units m b y -> (a <= b)%Q <-> x <= y.
Proof. intros m a b x y Hm Ha Hb. rewrite (proj1 (scaled m a b Hm)). now apply whole_le. Qed.

Lemma units_eq_iff : forall m a b x y, (1 <= m)%nat -> units m a x -> units m b y -> (a == b)%Q <-> x = y.
Proof. intros m a b x y Hm Ha Hb. rewrite (proj2 (proj2 (scaled m a b Hm))). now apply whole_eq. Qed.

Lemma units_max : forall m a b x y, (1 <= m)%nat -> units m a x -> units m b y -> units m (Qmax a b) (Z.max x y).
Proof.
  intros m a b x y Hm Ha Hb. destruct (Z.le_ge_cases x y) as [H | H].
  - rewrite Z.max_r by lia. apply (units_le_iff m a b x y) in H; try assumption. apply Q.max_r in H. unfold units.
    now rewrite H.
  - rewrite Z.max_l by lia. apply (units_le_iff m b a y x) in H; try assumption. apply Q.max_l in H. unfold units.
    now rewrite H.
Qed.

Lemma units_min : forall m a b x y, (1 <= m)%nat -> units m a x -> units m b y -> units m (Qmin a b) (Z.min x y).
Proof.
  intros m a b x y Hm Ha Hb. destruct (Z.le_ge_cases x y) as [H | H].
  - rewrite Z.min_l by lia. apply (units_le_iff m a b x y) in H; try assumption. apply Q.min_l in H. unfold units.
    now rewrite H.
  - rewrite Z.min_r by lia. apply (units_le_iff m b a y x) in H; try assumption. apply Q.min_r in H. unfold units.
    now rewrite H.
Qed.

Lemma maximum_units : forall m (f : Z -> Q) (g : Z -> Z) l, (1 <= m)%nat -> (forall k, In k l -> units m (f k) (g k)) ->
  units m (maximum (map f l)) (greatest (map g l)).
Proof.
  intros m f g l Hm. induction l as [| k l IH]; intros H; [now unfold units; rewrite Qmult_0_r |].
  assert (Hk : units m (f k) (g k)) by (apply H; now left). destruct l as [| k' l]; [exact Hk |].
  apply (units_max m (f k) (maximum (map f (k' :: l)))); [assumption | assumption |].
  apply IH. intros i Hi. apply H. now right.
Qed.

Lemma minimum_units : forall m (f : Z -> Q) (g : Z -> Z) l, (1 <= m)%nat -> (forall k, In k l -> units m (f k) (g k)) ->
  units m (minimum (map f l)) (least (map g l)).
Proof.
  intros m f g l Hm. induction l as [| k l IH]; intros H; [now unfold units; rewrite Qmult_0_r |].
  assert (Hk : units m (f k) (g k)) by (apply H; now left). destruct l as [| k' l]; [exact Hk |].
  apply (units_min m (f k) (minimum (map f (k' :: l)))); [assumption | assumption |].
  apply IH. intros i Hi. apply H. now right.
Qed.

Lemma units_greatest : forall m lo hi f g, (1 <= m)%nat -> (forall k, lo <= k <= hi -> units m (f k) (g k)) ->
  units m (greatest_over lo hi f) (greatest (map g (range lo hi))).
Proof. intros. apply maximum_units; [assumption |]. intros k Hk. now apply H0, in_range. Qed.

Lemma units_least : forall m lo hi f g, (1 <= m)%nat -> (forall k, lo <= k <= hi -> units m (f k) (g k)) ->
  units m (least_over lo hi f) (least (map g (range lo hi))).
Proof. intros. apply minimum_units; [assumption |]. intros k Hk. now apply H0, in_range. Qed.

Lemma whole_Qeq_bool : forall a b x y, whole a x -> whole b y -> Qeq_bool a b = (x =? y).
Proof.
  intros a b x y Ha Hb. pose proof (whole_eq a b x y Ha Hb) as H. rewrite <- Qeq_bool_iff, <- Z.eqb_eq in H.
  destruct (Qeq_bool a b), (x =? y); intuition congruence.
Qed.

Lemma whole_Qle_bool : forall a b x y, whole a x -> whole b y -> Qle_bool a b = (x <=? y).
Proof.
  intros a b x y Ha Hb. pose proof (whole_le a b x y Ha Hb) as H. rewrite <- Qle_bool_iff, <- Z.leb_le in H.
  destruct (Qle_bool a b), (x <=? y); intuition congruence.
Qed.

Lemma whole_Qlt_bool : forall a b x y, whole a x -> whole b y -> Qlt_bool a b = (x <? y).
Proof. intros a b x y Ha Hb. unfold Qlt_bool. rewrite (whole_Qle_bool b a y x) by assumption. symmetry. apply Z.ltb_antisym. Qed.

(** *** The sweep *)

Lemma first_ids : forall K k, 0 <= k <= K -> firstn (Z.to_nat k) (all_ids K) = all_ids k.
Proof. intros K k Hk. rewrite first_layers by lia. reflexivity. Qed.

Lemma at_swept : forall K ks x j, 1 <= j <= Z.of_nat (length x) -> at_ (sweep K ks x) j = swept K ks x (at_ x j).
Proof. intros K ks x j Hj. unfold at_. apply nth_sweep. lia. Qed.

Lemma ids_of_state : forall d n m L k, (1 <= d)%nat -> of_shape d n L -> 0 <= k <= D d m ->
  column_ids d m (state d m L k) = sweep (D d m) (all_ids k) (column_ids d m L).
Proof. intros d n m L k Hd HS Hk. rewrite (state_ids d n) by assumption. now rewrite first_ids. Qed.

(** An equation about unit 1, in units of delta. *)
Ltac to_units :=
  match goal with H : reads _ _ ?m _ _ |- Qeq _ _ => eapply (units_eq_iff m); [lia | units | units |] end.

(** A hypothesis between whole numbers, as one about integers. *)
Lemma le_implies : forall a b x y (P : Prop), whole a x -> whole b y -> (x <= y -> P) -> (a <= b)%Q -> P.
Proof. intros a b x y P Ha Hb H E. now apply H, (whole_le a b x y). Qed.

Lemma lt_implies : forall a b x y (P : Prop), whole a x -> whole b y -> (x < y -> P) -> (a < b)%Q -> P.
Proof. intros a b x y P Ha Hb H E. now apply H, (whole_lt a b x y). Qed.

Lemma eq_implies : forall a b x y (P : Prop), whole a x -> whole b y -> (x = y -> P) -> (a == b)%Q -> P.
Proof. intros a b x y P Ha Hb H E. now apply H, (whole_eq a b x y). Qed.

Ltac hypothesis_to_Z E :=
  revert E;
  lazymatch goal with
  | |- Qle _ _ -> _ => refine (le_implies _ _ _ _ _ _ _ _); [whole | whole |]
  | |- Qlt _ _ -> _ => refine (lt_implies _ _ _ _ _ _ _ _); [whole | whole |]
  | |- Qeq _ _ -> _ => refine (eq_implies _ _ _ _ _ _ _ _); [whole | whole |]
  end;
  intros E.

(** ** The ids of Category 2, counted from 1 *)

Section Numbers2.
  Variables (K : Z) (n : nat) (x : list Z).
  Hypothesis HK : 2 <= K.
  Hypothesis Hx : length x = n.
  Hypothesis Hsorted : StronglySorted Z.le x.
  Hypothesis Hrange : Forall (fun y => 0 <= y < K) x.
  Hypothesis Hrepeated : ~ NoDup x.

  Let N := Z.of_nat n.
  Let y := sweep K (all_ids K) x.
  Let z := global (K ^ (N + 1)) y.

  Lemma l_range : forall j, 1 <= j <= N -> 0 <= at_ x j < K.
  Proof. intros j Hj. apply (at_Forall (fun y => 0 <= y < K)); [assumption | lia]. Qed.

  Lemma l_sorted : forall i j, 1 <= i <= j -> j <= N -> at_ x i <= at_ x j.
  Proof.
    intros i j Hi Hj. destruct (Z.eq_dec i j) as [-> | Hne]; [lia |]. apply at_sorted; [assumption | lia | lia].
  Qed.

  Lemma l_in : forall j, 1 <= j <= N -> In (at_ x j) x.
  Proof. intros j Hj. apply at_in. lia. Qed.

  Lemma new_sorted : forall i j, 1 <= i <= j -> j <= N -> at_ y i <= at_ y j.
  Proof.
    intros i j Hi Hj. destruct (Z.eq_dec i j) as [-> | Hne]; [lia |].
    apply at_sorted; [| lia | unfold y; rewrite length_sweep; lia].
    exact (Category2.sorted_after K n x HK Hx Hsorted Hrange).
  Qed.

  Lemma new_below : forall j, 1 <= j <= N -> at_ y j <= K ^ (N - 1) * (K - 1) - (K - 1) ^ 2.
  Proof.
    intros j Hj. refine (at_Forall (fun y => y <= _) y j (after_sweep_at_most K n x HK Hx Hsorted Hrange Hrepeated) _).
    unfold y. rewrite length_sweep. lia.
  Qed.

  Lemma last_adds : forall j, 1 <= j <= N -> at_ z j = at_ y j + K ^ (N + 1) * at_ y N.
  Proof.
    intros j Hj. unfold at_, z. rewrite (Category2.last_layer K n x HK Hx Hsorted Hrange) by lia.
    unfold y, N. do 3 f_equal. lia.
  Qed.

  Lemma output_below : forall j, 1 <= j <= N -> at_ z j < K ^ (2 * N) * (K - 1).
  Proof.
    intros j Hj. refine (at_Forall (fun z => z < _) z j (category_2_outputs K n x HK Hx Hsorted Hrange Hrepeated) _).
    unfold z, global, y. rewrite map_length, length_sweep. lia.
  Qed.
End Numbers2.

Lemma category_2_facts : forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> category_2 d n m L ->
  of_shape d n L /\ length (column_ids d m L) = n /\ StronglySorted Z.le (column_ids d m L) /\
  Forall (fun y => 0 <= y < D d m) (column_ids d m L) /\ ~ NoDup (column_ids d m L).
Proof.
  intros d n m L Hd Hn Hm H. split; [now apply (Category2Network.L_shape d n m) |].
  split; [now apply (Category2Network.x_length d n m) |]. split; [now apply (Category2Network.x_sorted d n m) |].
  split; [now apply (Category2Network.x_range d n m) | now apply (Category2Network.x_repeated d n m)].
Qed.

(** A point L of Category 2, whose ids are x, and what the layers make of it. *)
Ltac category_2_point L :=
  let HL := fresh "HL" in
  intros L HL;
  match type of HL with category_2 ?d ?n ?m L =>
    let HK := fresh "HK" in pose proof (two_to_D d m ltac:(lia) ltac:(lia)) as HK;
    let HS := fresh "HS" in let Hx := fresh "Hx" in let Hsorted := fresh "Hsorted" in let Hrange := fresh "Hrange" in
    let Hrepeated := fresh "Hrepeated" in
    destruct (category_2_facts d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL) as (HS & Hx & Hsorted & Hrange & Hrepeated);
    pose proof (reads_point d n m L HS);
    pose proof (reads_sweep d n m L ltac:(lia) ltac:(lia) ltac:(lia) HS);
    let A := fresh "A" in
    assert (A : zero_alone (column_ids d m (state d m L (D d m))))
      by (rewrite (swept_ids d n m L ltac:(lia) HS); apply (Category2Network.alone d n m); auto; lia);
    pose proof (reads_output d n m L ltac:(lia) ltac:(lia) ltac:(lia) HS A);
    let R := fresh "R" in
    assert (R : forall j, 1 <= j <= Z.of_nat n -> 0 <= at_ (column_ids d m L) j < D d m)
      by (apply l_range; auto; lia)
  end.

Theorem yun2020_category2_property4_proved : yun2020_category2_property4.
Proof. parameters. category_2_point L. intros j Hj. left. to_Z. numbers. apply (output_below (D d m) n); auto; lia. Qed.

Theorem yun2020_category2_below_category1_proved : yun2020_category2_below_category1.
Proof.
  parameters. category_2_point L. to_Z. numbers.
  pose proof (new_below (D d m) n (column_ids d m L) HK Hx Hsorted Hrange Hrepeated (Z.of_nat n) ltac:(lia)). nia.
Qed.

Theorem yun2020_category2_sorted_ids_proved : yun2020_category2_sorted_ids.
Proof. parameters. category_2_point L. intros j Hj. to_Z. apply (l_sorted n); auto; lia. Qed.

Theorem yun2020_category2_duplicates_proved : yun2020_category2_duplicates.
Proof.
  parameters. category_2_point L.
  destruct (Category2Network.some_equal_ids d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL) as (j & j' & Hj & Hj' & E).
  apply (NetworkIds.id_of_equal d m L ltac:(lia)) in E. rewrite <- !at_nat in E.
  exists (Z.of_nat j). split; [lia |]. exists (Z.of_nat j'). split; [lia |]. to_Z. exact E.
Qed.

(** What the layer of the id l_j adds to every column with this id. *)
Lemma layer_adds : forall d n m L j i, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> category_2 d n m L ->
  1 <= j <= Z.of_nat n -> 1 <= i <= Z.of_nat n -> at_ (column_ids d m L) i = at_ (column_ids d m L) j ->
  let before := column_ids d m (state d m L (at_ (column_ids d m L) j)) in
  at_ (column_ids d m (state d m L (at_ (column_ids d m L) j + 1))) i - at_ before i =
  D d m * (greatest (map (at_ before) (range 1 (Z.of_nat n))) - least (map (at_ before) (range 1 (Z.of_nat n)))).
Proof.
  intros d n m L j i Hd Hn Hm HL Hj Hi E. revert L HL E. category_2_point L. intros E before. pose proof (R j Hj).
  unfold before. rewrite !(ids_of_state d n) by (assumption || lia). rewrite at_all by now rewrite length_sweep.
  rewrite !at_swept, E by lia. apply (Category2.shift_of (D d m) n); try assumption. apply (l_in n); [assumption | lia].
Qed.

Theorem yun2020_category2_applied_to_both_proved : yun2020_category2_applied_to_both.
Proof.
  parameters. category_2_point L. intros j Hj j' Hj' E. hypothesis_to_Z E.
  pose proof (R j Hj). erewrite !Qfloor_whole by whole.
  split; (eapply (units_eq_iff m); [lia | units | |
    apply (layer_adds d n m L j); auto; lia]);
    (apply units_mult; [whole | apply units_minus; [apply units_greatest | apply units_least]; try lia; intros; units]).
Qed.

(** ** Coupled columns *)

Lemma after_sweep_layers : forall d n m X, after (g_c d n m) (m ^ d) X = run (sweep_layers d m) X.
Proof.
  intros d n m X. unfold after, g_c. f_equal.
  replace (m ^ d)%nat with (length (sweep_layers d m) + 0)%nat
    by (unfold sweep_layers, selective_shifts; rewrite map_length, seq_length; lia).
  rewrite firstn_app_2, firstn_O. apply app_nil_r.
Qed.

Lemma after_all : forall N X, after N (length N) X = run N X.
Proof. intros N X. unfold after. now rewrite firstn_all. Qed.

Theorem yun2020_category2_coupled_proved : yun2020_category2_coupled.
Proof.
  parameters. category_2_point L. intros j Hj j' Hj' E. hypothesis_to_Z E.
  assert (S : forall k, nth (Z.to_nat (j - 1)) (after (g_c d n m) k (in_unit_1 m L)) [] =
    nth (Z.to_nat (j' - 1)) (after (g_c d n m) k (in_unit_1 m L)) []).
  { intros k. replace (Z.to_nat (j - 1)) with (Z.to_nat j - 1)%nat by lia.
    replace (Z.to_nat (j' - 1)) with (Z.to_nat j' - 1)%nat by lia.
    apply (Category2Network.coupled d n m L); try assumption; try lia.
    apply (NetworkIds.id_of_equal d m L ltac:(lia)). rewrite <- !at_nat, !Z2Nat.id by lia. exact E. }
  intros i Hi. rewrite <- (after_sweep_layers d n), <- (after_all (g_c d n m)). unfold entry. split; now rewrite S.
Qed.

(** ** Checking Property 8.4 *)

Theorem yun2020_category2_below_lower_bound_proved : yun2020_category2_below_lower_bound.
Proof.
  parameters. intros _ n' Hn'. pose proof (two_to_D d m ltac:(lia) ltac:(lia)).
  assert (D d m ^ n' <= D d m ^ (Z.of_nat n - 1)) by (apply Z.pow_le_mono_r; lia).
  assert (1 <= (D d m - 1) ^ 2) by nia. nia.
Qed.

Theorem yun2020_category2_above_threshold_refuted : ~ yun2020_category2_above_threshold.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) [[0]; [0]]).
  enough (C : category_2 1 2 2 [[0]; [0]]) by (specialize (H C 1 ltac:(lia)); vm_compute in H; discriminate H).
  split; [split; [split |] | split].
  - reflexivity.
  - now repeat constructor.
  - repeat constructor; lia.
  - intros D. inversion D as [| ? ? H1 _]. apply H1. now left.
  - repeat constructor; vm_compute; discriminate.
Qed.

Theorem yun2020_category2_above_threshold_repaired_proved : yun2020_category2_above_threshold_repaired.
Proof.
  parameters. category_2_point L.
  destruct (Category2.positive_or_zero (D d m) n (column_ids d m L) HK Hx Hsorted Hrange) as [P | [Zero _]].
  - right. intros j Hj. to_Z. numbers. apply (at_Forall (fun y => 0 < y)); [exact P |]. rewrite length_sweep. lia.
  - left. intros i Hi j Hj. to_units. unfold entry_.
    assert (C : Forall (eq 0) (nth (Z.to_nat (j - 1)) L [])).
    { destruct HS as [HS1 HS2]. assert (I : In (nth (Z.to_nat (j - 1)) L []) L) by (apply nth_In; lia).
      apply (Category2Network.zero_column d n m L); try assumption; try lia.
      rewrite Forall_forall in Zero. apply Zero. unfold column_ids. now apply in_map. }
    rewrite Z.mul_0_r. symmetry. apply (at_Forall (eq 0) _ i C).
    exact (eq_ind_r (fun k => 1 <= i <= Z.of_nat k) Hi (column_length d n L j HS Hj)).
Qed.

Theorem yun2020_category2_last_layer_proved : yun2020_category2_last_layer.
Proof. parameters. category_2_point L. intros j Hj. to_Z. numbers. apply (last_adds (D d m) n); auto; lia. Qed.

Theorem yun2020_category2_at_most_largest_proved : yun2020_category2_at_most_largest.
Proof.
  parameters. category_2_point L. intros j Hj. to_Z. numbers.
  rewrite <- (last_adds (D d m) n) by (auto; lia).
  refine (at_Forall (fun z => z <= _) _ j
    (category_2_outputs_at_most (D d m) n (column_ids d m L) HK Hx Hsorted Hrange Hrepeated) _).
  unfold global. rewrite map_length, length_sweep. lia.
Qed.

Theorem yun2020_category2_largest_below_t_l_proved : yun2020_category2_largest_below_t_l.
Proof.
  parameters. pose proof (two_to_D d m ltac:(lia) ltac:(lia)).
  assert (E : forall k, In k (repeat 0 n) -> k = 0) by (intros k; apply repeat_spec).
  apply (largest_below_t_l (D d m) n (repeat 0 n)); [assumption | apply repeat_length | | |].
  - clear - E. induction (repeat 0 n) as [| k l IH]; constructor.
    + apply IH. intros i Hi. apply E. now right.
    + apply Forall_forall. intros i Hi. rewrite (E k (or_introl eq_refl)), (E i (or_intror Hi)). lia.
  - apply Forall_forall. intros k Hk. rewrite (E k Hk). lia.
  - destruct n as [| [| k]]; [lia | lia |]. intros H1. inversion H1 as [| ? ? H2 _]. apply H2. now left.
Qed.
