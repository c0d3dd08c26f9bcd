(** * StepsCategory2: the steps over Category 2, App. E.3.2

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters; one that is
    false as the paper has it is refuted by a point. n' is the number of distinct ids; the place of column j is the k
    for which l_j = l'_k. *)

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
Proof.
  intros a b x y Ha Hb. unfold Qlt_bool. rewrite (whole_Qle_bool b a y x) by assumption. symmetry. apply Z.ltb_antisym.
Qed.

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

(** ** Places: l_j = l'_k *)

(** The place of column j: 1, and one more for each j' <= j with an id other than the one before it. *)
Definition place (x : list Z) (j : Z) : Z :=
  1 + total_Z 2 j (fun i => if negb (at_ x (i - 1) =? at_ x i) then 1 else 0).

Lemma total_Z_cons : forall lo hi f, lo <= hi -> total_Z lo hi f = f lo + total_Z (lo + 1) hi f.
Proof.
  intros lo hi f H. apply (total_Z_ind (fun hi => total_Z lo hi f = f lo + total_Z (lo + 1) hi f) (lo + 1)); [lia | |].
  - rewrite (total_Z_empty (lo + 1)) by lia. replace (lo + 1 - 1) with (lo - 1 + 1) by lia.
    rewrite total_Z_snoc, total_Z_empty by lia. replace (lo - 1 + 1) with lo by lia. lia.
  - intros k H1 H2 E. rewrite !total_Z_snoc by lia. lia.
Qed.

Lemma at_head : forall a x, at_ (a :: x) 1 = a.
Proof. reflexivity. Qed.

Lemma at_rest : forall a x j, 1 <= j -> at_ (a :: x) (j + 1) = at_ x j.
Proof. intros a x j Hj. unfold at_. now replace (Z.to_nat (j + 1 - 1)) with (S (Z.to_nat (j - 1))) by lia. Qed.

Lemma place_first : forall x, place x 1 = 1.
Proof. intros. unfold place. now rewrite total_Z_empty. Qed.

Lemma place_rest : forall a b x j, 1 <= j ->
  place (a :: b :: x) (j + 1) = (if a =? b then 0 else 1) + place (b :: x) j.
Proof.
  intros a b x j Hj. unfold place. rewrite total_Z_cons by lia. rewrite total_Z_up.
  rewrite (total_Z_ext 2 j _ (fun i => if negb (at_ (b :: x) (i - 1) =? at_ (b :: x) i) then 1 else 0)).
  - change (at_ (a :: b :: x) (2 - 1)) with a. change (at_ (a :: b :: x) 2) with b. destruct (a =? b); cbn; lia.
  - intros k Hk. replace (k + 1 - 1) with (k - 1 + 1) by lia. now rewrite !at_rest by lia.
Qed.

Lemma distinct_ids_rest : forall a b x, StronglySorted Z.le (a :: b :: x) ->
  distinct_ids (a :: b :: x) = if a =? b then distinct_ids (b :: x) else a :: distinct_ids (b :: x).
Proof.
  intros a b x H. inversion H as [| ? ? H' Ha]. inversion H' as [| ? ? _ Hb]. subst. rewrite Forall_forall in Ha, Hb.
  unfold distinct_ids. cbn [nodup].
  destruct (in_dec Z.eq_dec a (b :: x)) as [I | I]; destruct (Z.eqb_spec a b) as [E | E];
    try reflexivity.
  - destruct I as [I | I]; [lia |]. specialize (Ha b (or_introl eq_refl)). specialize (Hb a I). lia.
  - destruct I. now left.
Qed.

(** l_j is l'_k for its place k, and the last place is n'. *)
Lemma place_of : forall x, StronglySorted Z.le x -> forall j, 1 <= j <= Z.of_nat (length x) ->
  1 <= place x j <= Z.of_nat (length (distinct_ids x)) /\ at_ (distinct_ids x) (place x j) = at_ x j /\
  (j = Z.of_nat (length x) -> place x j = Z.of_nat (length (distinct_ids x))).
Proof.
  induction x as [| a [| b x] IH]; intros H j Hj; [cbn in Hj; lia | |].
  - cbn in Hj. replace j with 1 by lia. rewrite place_first. cbn. repeat split; lia.
  - inversion H as [| ? ? H' _]. subst. specialize (IH H'). rewrite distinct_ids_rest by assumption.
    cbn [length] in Hj, IH |- *. destruct (Z.eq_dec j 1) as [-> | Hne].
    + rewrite place_first. destruct (IH 1 ltac:(lia)) as (B & E & _). rewrite place_first in B, E.
      destruct (Z.eqb_spec a b) as [-> | N]; (split; [cbn [length]; lia |]); (split; [| lia]); [exact E | reflexivity].
    + replace j with (j - 1 + 1) by lia. rewrite place_rest, at_rest by lia.
      destruct (IH (j - 1) ltac:(lia)) as (B & E & T). destruct (Z.eqb_spec a b) as [-> | N].
      * rewrite Z.add_0_l. split; [lia |]. split; [exact E | intros; apply T; lia].
      * cbn [length]. split; [lia |]. split; [| intros; lia]. rewrite Z.add_comm, at_rest by lia. exact E.
Qed.

Lemma place_last : forall n x, (1 <= n)%nat -> length x = n -> StronglySorted Z.le x ->
  place x (Z.of_nat n) = Z.of_nat (length (distinct_ids x)).
Proof. intros n x Hn Hx H. apply place_of; [assumption | lia | lia]. Qed.

(** Each k in [n'] is a place. *)
Lemma place_onto : forall x, StronglySorted Z.le x -> forall k, 1 <= k <= Z.of_nat (length (distinct_ids x)) ->
  exists j, 1 <= j <= Z.of_nat (length x) /\ place x j = k.
Proof.
  intros x H k Hk. pose proof (at_in (distinct_ids x) k Hk) as I. apply distinct_ids_same_set, in_at in I as [j [Hj E]].
  exists j. split; [assumption |]. destruct (place_of x H j Hj) as (B & E' & _). rewrite <- E in E'.
  pose proof (distinct_ids_increasing x H) as S.
  destruct (Z.lt_trichotomy (place x j) k) as [C | [C | C]]; [| assumption |].
  - pose proof (at_sorted Z.lt _ S (place x j) k ltac:(lia) ltac:(lia)). lia.
  - pose proof (at_sorted Z.lt _ S k (place x j) ltac:(lia) ltac:(lia)). lia.
Qed.

(** The place as the steps have it. *)
Lemma places : forall n a x j, (forall i, 1 <= i <= n -> whole (item a i) (at_ x i)) -> 1 <= j <= n ->
  item (listed 1 n (fun j => inject_Z (1 + total_Z 2 j (fun i =>
    if negb (Qeq_bool (item a (i - 1)) (item a i)) then 1 else 0)))) j = inject_Z (place x j).
Proof.
  intros n a x j H Hj. rewrite item_listed by assumption. unfold place. do 2 f_equal. apply total_Z_ext. intros i Hi.
  now rewrite (whole_Qeq_bool _ _ (at_ x (i - 1)) (at_ x i)) by (apply H; lia).
Qed.

Ltac numbered_places :=
  match goal with Hx : length (column_ids ?d ?m ?L) = ?n |- _ =>
    rewrite !(places (Z.of_nat n) _ (column_ids d m L)) by first [lia | intros; whole]
  end.

(** *** n' = 1, and n' > 1 *)

Ltac several_ids H :=
  intros H; hypothesis_to_Z H;
  match goal with Hx : length ?x = ?n, Hs : StronglySorted Z.le ?x |- _ =>
    rewrite (place_last n x ltac:(lia) Hx Hs) in H
  end.

Theorem yun2020_category2_fewer_distinct_proved : yun2020_category2_fewer_distinct.
Proof.
  parameters. category_2_point L. numbered_places. to_Z. rewrite (place_last n) by (auto; lia).
  pose proof (Category2.fewer_distinct _ Hrepeated). lia.
Qed.

Lemma one_id_greatest : forall x, (length (distinct_ids x) < 2)%nat -> x <> [] -> greatest x = least x.
Proof. intros x H Hne. apply (one_distinct_id x H); auto using greatest_in, least_in. Qed.

Theorem yun2020_category2_one_id_proved : yun2020_category2_one_id.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2. to_Z. rewrite at_all by assumption.
  apply one_id_greatest; [lia |]. intros E. rewrite E in Hx. cbn in Hx. lia.
Qed.

Lemma state_unchanged : forall d n m L k, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> category_2 d n m L ->
  (length (distinct_ids (column_ids d m L)) < 2)%nat -> state d m L k = L.
Proof.
  intros d n m L k Hd Hn Hm HL H. apply NetworkIds.sweep_point_unchanged. intros.
  now apply (Category2Network.one_id_gains_nothing d n m).
Qed.

Theorem yun2020_category2_no_shift_proved : yun2020_category2_no_shift.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2. intros j Hj. pose proof (R j Hj). to_units.
  now rewrite (state_unchanged d n m L) by (assumption || lia).
Qed.

Theorem yun2020_category2_unchanged_proved : yun2020_category2_unchanged.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2. pose proof (proj1 H0) as E.
  rewrite (state_unchanged d n m L) in E by (assumption || lia). exact E.
Qed.

(** *** The shift operations *)

Theorem yun2020_category2_order_proved : yun2020_category2_order.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2. split.
  - to_Z. numbers. refine (Z.le_trans _ (D d m - 1) _ _ _); [lia |]. apply Z.lt_le_incl.
    apply (at_Forall (fun y => D d m - 1 < y)); [| rewrite length_sweep; lia].
    apply (above_all_ids (D d m) _ HK Hsorted Hrange). lia.
  - intros j Hj. to_Z. numbers. apply (new_sorted (D d m) n); auto; lia.
Qed.

(** l~_j = l~_k where l_j = l_k, and only there. *)
Lemma same_new_id : forall K n x, 2 <= K -> length x = n -> StronglySorted Z.le x -> Forall (fun y => 0 <= y < K) x ->
  (2 <= length (distinct_ids x))%nat -> forall i j, 1 <= i <= j -> j <= Z.of_nat n ->
  (at_ (sweep K (all_ids K) x) i =? at_ (sweep K (all_ids K) x) j) = (at_ x i =? at_ x j).
Proof.
  intros K n x HK Hx Hs Hr H i j Hi Hj. rewrite !at_swept by lia.
  destruct (Z.eqb_spec (at_ x i) (at_ x j)) as [-> | E]; [apply Z.eqb_refl |]. apply Z.eqb_neq.
  pose proof (l_sorted n x Hx Hs i j Hi Hj).
  pose proof (increasing_after K x HK Hs Hr H (at_ x i) (at_ x j) (at_in x i ltac:(lia)) (at_in x j ltac:(lia))). lia.
Qed.

Theorem yun2020_category2_distinct_after_proved : yun2020_category2_distinct_after.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2.
  set (a := listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
    item (row_of (reading_vector d m) (run (sweep_layers d m) (in_unit_1 m L))) j)%Q).
  assert (W : forall i, 1 <= i <= Z.of_nat n -> whole (item a i) (at_ (column_ids d m (state d m L (D d m))) i))
    by (intros; unfold a; whole).
  to_Z. unfold place. f_equal. apply total_Z_ext. intros j Hj.
  rewrite (whole_Qeq_bool _ _ _ _ (W (j - 1) ltac:(lia)) (W j ltac:(lia))). numbers.
  now rewrite (same_new_id (D d m) n) by (auto; lia).
Qed.

Theorem yun2020_category2_one_or_more_at_a_time_proved : yun2020_category2_one_or_more_at_a_time.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2. split.
  - intros j Hj E. hypothesis_to_Z E. revert E. numbers. rewrite at_swept by lia.
    pose proof (shifted_up (D d m) n _ HK Hx Hsorted Hrange ltac:(lia) _ (l_in n _ Hx j Hj)). lia.
  - intros k Hk. apply (same_list_listed d n m _ (state d m L k)); [lia | read |]. intros j Hj.
    apply units_over_m; [lia |]. erewrite whole_Qlt_bool by whole. rewrite (ids_of_state d n) by assumption.
    rewrite at_swept by lia.
    rewrite (shifted_in_turn (D d m) n _ HK Hx Hsorted Hrange ltac:(lia) k _ Hk (l_in n _ Hx j Hj)).
    rewrite <- at_swept, <- (swept_ids d n m L) by (assumption || lia).
    destruct (at_ (column_ids d m L) j <? k); whole.
Qed.

(** The layers that shift something are those of the distinct ids. *)

Lemma reads_length : forall d n m M P, reads d n m M P -> length (row_of (reading_vector d m) M) = n.
Proof.
  intros d n m M P [HM [Hn _]]. unfold row_of. rewrite map_length. etransitivity; [exact (same_length _ _ _ HM) |].
  unfold in_unit_1. rewrite map_length. exact Hn.
Qed.

Lemma same_list_bool_iff : forall a b, same_list_bool a b = true <-> Forall2 Qeq a b.
Proof.
  unfold same_list_bool. induction a as [| p a IH]; intros [| q b]; cbn; split; intros H;
    try solve [constructor | easy | inversion H].
  - apply andb_prop in H as [H1 H2]. apply andb_prop in H2 as [H2 H3]. constructor; [now apply Qeq_bool_iff |].
    apply IH. now rewrite H1.
  - inversion H as [| ? ? ? ? E F]. subst. apply Qeq_bool_iff in E. rewrite E. now apply IH in F.
Qed.

Lemma same_rows : forall d n m M N P R, (1 <= m)%nat -> reads d n m M P -> reads d n m N R ->
  same_list_bool (row_of (reading_vector d m) M) (row_of (reading_vector d m) N) = true <->
  column_ids d m P = column_ids d m R.
Proof.
  intros d n m M N P R Hm HM HN. rewrite same_list_bool_iff.
  assert (LP : length (column_ids d m P) = n) by (unfold column_ids; rewrite map_length; apply HM).
  assert (LR : length (column_ids d m R) = n) by (unfold column_ids; rewrite map_length; apply HN).
  pose proof (reads_length d n m M P HM) as LM. pose proof (reads_length d n m N R HN) as LN. split.
  - intros E. rewrite <- (at_all _ n LP), <- (at_all _ n LR). apply map_range_ext. intros j Hj.
    apply (units_eq_iff m _ _ _ _ Hm (units_row_item d n m M P j Hm HM Hj) (units_row_item d n m N R j Hm HN Hj)).
    apply (nth_respects _ _ _ E).
  - intros E. apply Forall2_from_nth; [lia |]. intros i Hi. assert (Hj : 1 <= Z.of_nat i + 1 <= Z.of_nat n) by lia.
    pose proof (units_row_item d n m M P _ Hm HM Hj) as A. pose proof (units_row_item d n m N R _ Hm HN Hj) as B.
    rewrite <- E in B. unfold item in A, B. replace (Z.to_nat (Z.of_nat i + 1 - 1)) with i in * by lia.
    now apply (units_eq_iff m _ _ _ _ Hm A B).
Qed.

(** A sum of ones is a number of indices. *)
Lemma total_Z_count : forall lo hi (p : Z -> bool), total_Z lo hi (fun k => if p k then 1 else 0) =
  Z.of_nat (length (filter p (range lo hi))).
Proof.
  intros lo hi p. unfold total_Z. induction (range lo hi) as [| k l IH]; [reflexivity |]. cbn [map fold_right filter].
  rewrite IH. destruct (p k); cbn [length]; lia.
Qed.

Lemma range_distinct : forall lo hi, NoDup (range lo hi).
Proof.
  intros lo hi. unfold range. apply FinFun.Injective_map_NoDup; [| apply seq_NoDup]. intros i j. lia.
Qed.

(** As many k in [D] have k - 1 for an id as there are distinct ids. *)
Lemma count_ids : forall K x, Forall (fun y => 0 <= y < K) x ->
  total_Z 1 K (fun k => if in_dec Z.eq_dec (k - 1) x then 1 else 0) = Z.of_nat (length (distinct_ids x)).
Proof.
  intros K x H. rewrite Forall_forall in H.
  rewrite (total_Z_ext _ _ _ (fun k => if (if in_dec Z.eq_dec (k - 1) x then true else false) then 1 else 0))
    by (intros k _; now destruct (in_dec Z.eq_dec (k - 1) x)).
  rewrite total_Z_count, <- (map_length (fun y => y + 1) (distinct_ids x)). f_equal.
  apply Permutation_length, NoDup_Permutation.
  - apply NoDup_filter, range_distinct.
  - apply FinFun.Injective_map_NoDup; [intros i j; lia | apply NoDup_nodup].
  - intros k. rewrite filter_In, in_range, in_map_iff. split.
    + intros [_ I]. destruct (in_dec Z.eq_dec (k - 1) x) as [I' |]; [| discriminate]. exists (k - 1).
      split; [lia | now apply (distinct_ids_same_set x)].
    + intros [y [<- I]]. apply distinct_ids_same_set in I. pose proof (H y I). split; [lia |].
      replace (y + 1 - 1) with y by lia. destruct (in_dec Z.eq_dec y x); [reflexivity | contradiction].
Qed.

(** The layer k shifts something where k - 1 is an id. *)
Lemma shifts_something : forall K n x, 2 <= K -> length x = n -> StronglySorted Z.le x ->
  Forall (fun y => 0 <= y < K) x -> (2 <= length (distinct_ids x))%nat -> forall k, 1 <= k <= K ->
  sweep K (all_ids (k - 1)) x = sweep K (all_ids k) x <-> ~ In (k - 1) x.
Proof.
  intros K n x HK Hx Hs Hr H k Hk. pose proof (shifted_in_turn K n x HK Hx Hs Hr H) as T. rewrite !sweep_is_map. split.
  - intros E I. assert (E' : swept K (all_ids (k - 1)) x (k - 1) = swept K (all_ids k) x (k - 1))
      by exact (ext_in_map E (k - 1) I).
    rewrite (T (k - 1) (k - 1)), (T k (k - 1)) in E' by (assumption || lia).
    rewrite Z.ltb_irrefl, (proj2 (Z.ltb_lt _ _)) in E' by lia.
    pose proof (shifted_up K n x HK Hx Hs Hr H (k - 1) I). lia.
  - intros I. apply map_ext_in. intros y Hy. rewrite (T (k - 1) y), (T k y) by (assumption || lia).
    assert (y <> k - 1) by (intros ->; contradiction).
    destruct (Z.ltb_spec y (k - 1)), (Z.ltb_spec y k); try reflexivity; lia.
Qed.

Theorem yun2020_category2_shift_operations_proved : yun2020_category2_shift_operations.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2. to_Z. rewrite (place_last n) by (auto; lia).
  rewrite <- (count_ids (D d m)) by assumption. apply total_Z_ext. intros k Hk.
  pose proof (reads_after d n m L (k - 1) ltac:(lia) ltac:(lia) ltac:(lia) HS ltac:(lia)) as B.
  pose proof (reads_after d n m L k ltac:(lia) ltac:(lia) ltac:(lia) HS ltac:(lia)) as A'.
  pose proof (same_rows d n m _ _ _ _ ltac:(lia) B A') as S. rewrite !(ids_of_state d n) in S by (assumption || lia).
  rewrite (shifts_something (D d m) n) in S by (assumption || lia).
  destruct (same_list_bool _ _), (in_dec Z.eq_dec (k - 1) (column_ids d m L)) as [I | I]; try reflexivity; exfalso.
  - now apply S.
  - apply S in I. discriminate I.
Qed.

(** ** The display *)

(** l'_k as the steps have it: the greatest l_j whose place is k. *)
Lemma primes : forall n a p x k, (1 <= n)%nat -> length x = n -> StronglySorted Z.le x -> Forall (fun y => 0 <= y) x ->
  (forall j, 1 <= j <= Z.of_nat n -> whole (item a j) (at_ x j)) ->
  (forall j, 1 <= j <= Z.of_nat n -> whole (item p j) (place x j)) ->
  1 <= k <= Z.of_nat (length (distinct_ids x)) ->
  whole (item (listed 1 (Z.of_nat n) (fun k => greatest_over 1 (Z.of_nat n) (fun j =>
    if Qeq_bool (item p j) (inject_Z k) then item a j else -1)%Q)) k) (at_ (distinct_ids x) k).
Proof.
  intros n a p x k Hn Hx Hs Hr Ha Hp Hk.
  assert (Hk' : 1 <= k <= Z.of_nat n).
  { pose proof (NoDup_incl_length (NoDup_nodup Z.eq_dec x) (fun z => proj1 (nodup_In Z.eq_dec x z))) as B.
    fold (distinct_ids x) in B. lia. }
  rewrite item_listed by assumption.
  assert (E : greatest (map (fun j => if place x j =? k then at_ x j else -1) (range 1 (Z.of_nat n))) =
    at_ (distinct_ids x) k).
  { destruct (place_onto x Hs k Hk) as (j & Hj & E). apply Sweeps.greatest_is.
    - apply in_map_iff. exists j. split; [| apply in_range; lia]. rewrite E, Z.eqb_refl.
      destruct (place_of x Hs j Hj) as (_ & E' & _). now rewrite <- E', E.
    - intros z Hz. apply in_map_iff in Hz as [i [<- Hi]]. apply in_range in Hi.
      destruct (Z.eqb_spec (place x i) k) as [Ei | _].
      + destruct (place_of x Hs i ltac:(lia)) as (_ & E' & _). rewrite <- E', Ei. lia.
      + pose proof (at_Forall _ _ k (distinct_ids_range _ x Hr) Hk) as P. cbv beta in P. lia. }
  rewrite <- E. apply whole_greatest. intros j Hj.
  rewrite (whole_Qeq_bool _ _ (place x j) k) by auto using whole_inject.
  destruct (place x j =? k); [now apply Ha | apply whole_numeral].
Qed.

(** sum_j [j = k] f(j) = f(k). *)
Lemma total_Z_pick : forall lo hi k z, lo <= k <= hi -> total_Z lo hi (fun j => if j =? k then z else 0) = z.
Proof.
  intros lo hi k z H. enough (E : forall h, lo - 1 <= h ->
    total_Z lo h (fun j => if j =? k then z else 0) = if k <=? h then z else 0)
    by now rewrite E, (proj2 (Z.leb_le _ _)) by lia.
  intros h Hh.
  apply (total_Z_ind (fun h => total_Z lo h (fun j => if j =? k then z else 0) = if k <=? h then z else 0) lo).
  - lia.
  - rewrite total_Z_empty by lia. now rewrite (proj2 (Z.leb_gt _ _)) by lia.
  - intros i H1 H2 IH. rewrite total_Z_snoc, IH by lia.
    destruct (Z.leb_spec k i), (Z.leb_spec k (i + 1)), (Z.eqb_spec (i + 1) k); lia.
Qed.

Lemma whole_pick : forall n f q k z, 1 <= k <= n -> whole q k -> whole (f k) z ->
  whole (total 1 n (fun j => if Qeq_bool (inject_Z j) q then f j else 0%Q)) z.
Proof.
  intros n f q k z Hk Hq Hf. rewrite <- (total_Z_pick 1 n k z Hk). apply whole_total. intros j Hj.
  rewrite (whole_Qeq_bool _ _ j k) by auto using whole_inject.
  destruct (Z.eqb_spec j k) as [-> | _]; [assumption | apply whole_numeral].
Qed.

Lemma pick : forall n f q k, 0 <= k <= n -> whole q k ->
  total_Z 0 n (fun e => if Qeq_bool (inject_Z e) q then f e else 0) = f k.
Proof.
  intros n f q k Hk Hq. rewrite <- (total_Z_pick 0 n k (f k) Hk). apply total_Z_ext. intros e He.
  rewrite (whole_Qeq_bool _ _ e k) by auto using whole_inject. now destruct (Z.eqb_spec e k) as [-> |].
Qed.

Theorem yun2020_category2_upper_bound_proved : yun2020_category2_upper_bound.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2.
  pose proof (Category2.fewer_distinct _ Hrepeated).
  rewrite (pick (Z.of_nat n) (fun e => D d m ^ e) _ (Z.of_nat (length (distinct_ids (column_ids d m L)))))
    by (lia || (rewrite (place_last n) by (auto; lia); apply whole_inject)).
  to_Z. numbers.
  refine (at_Forall (fun y => y <= _) _ _ (upper_bound (D d m) _ HK Hsorted Hrange ltac:(lia)) _).
  rewrite length_sweep. lia.
Qed.

(** l~_j is the closed form of Category 1 for l'_1, ..., l'_n', at the place of j. *)
Lemma new_id_by_place : forall K n x, 2 <= K -> length x = n -> StronglySorted Z.le x ->
  Forall (fun y => 0 <= y < K) x -> (2 <= length (distinct_ids x))%nat -> forall j, 1 <= j <= Z.of_nat n ->
  let l' := at_ (distinct_ids x) in
  at_ (sweep K (all_ids K) x) j = l' (place x j) +
    total_Z 1 (place x j - 1) (fun k => K ^ k * (l' (place x j - k) - l' (place x j - k + 1))) +
    K ^ place x j * (l' (Z.of_nat (length (distinct_ids x))) - l' 1).
Proof.
  intros K n x HK Hx Hs Hr H j Hj l'. destruct (place_of x Hs j ltac:(lia)) as (B & E & _).
  subst l'. rewrite <- (y_closed K (length (distinct_ids x)) (distinct_ids x) HK ltac:(lia) eq_refl
    (distinct_ids_increasing x Hs) (distinct_ids_range _ x Hr) (place x j) B).
  rewrite !at_swept by lia. rewrite E. apply swept_same_set, distinct_ids_same_set.
Qed.

(** The list l' of the terms is named p, and W says what it is. *)
Ltac numbered_primes p W :=
  match goal with
  | Hx : length (column_ids ?d ?m ?L) = ?n, Hs : StronglySorted Z.le _, Hr : Forall (fun y => 0 <= y < _) _
    |- context [listed ?a ?b (fun k => greatest_over ?a ?b (@?f k))] =>
      let t := eval cbv beta in (listed a b (fun k => greatest_over a b (f k))) in
      set (p := t);
      assert (W : forall k, 1 <= k <= Z.of_nat (length (distinct_ids (column_ids d m L))) ->
        whole (item p k) (at_ (distinct_ids (column_ids d m L)) k));
      [ intros ? ?; unfold p; apply primes;
        [ lia | exact Hx | exact Hs | refine (Forall_impl _ _ Hr); intros; lia | intros; whole
        | intros; numbered_places; apply whole_inject | assumption ]
      | clearbody p ]
  end.

Theorem yun2020_category2_as_shorter_sequence_proved : yun2020_category2_as_shorter_sequence.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2. intros j Hj k Hk. numbered_places.
  intros E. hypothesis_to_Z E. rewrite (place_last n) by (auto; lia). numbered_primes p W.
  destruct (place_of _ Hsorted j ltac:(lia)) as (B & _). pose proof (Category2.fewer_distinct _ Hrepeated).
  eapply whole_eq; [whole | |].
  - apply whole_plus; [apply whole_plus |].
    + apply W. lia.
    + apply whole_total. intros i Hi. apply whole_mult; [whole | apply whole_minus; apply W; lia].
    + apply whole_mult; [whole | apply whole_minus; [| apply W; lia]].
      eapply whole_pick; [| apply whole_inject | apply W]; lia.
  - numbers. rewrite (new_id_by_place (D d m) n) by (auto; lia). rewrite E. reflexivity.
Qed.

Lemma total_Z_when : forall f h hi, 0 <= h <= hi ->
  total_Z 1 hi (fun k => if k <=? h then f k else 0) = total_Z 1 h f.
Proof.
  intros f h hi H.
  apply (total_Z_ind (fun hi => total_Z 1 hi (fun k => if k <=? h then f k else 0) = total_Z 1 h f) (h + 1)).
  - lia.
  - replace (h + 1 - 1) with h by lia. apply total_Z_ext. intros k Hk. now rewrite (proj2 (Z.leb_le _ _)) by lia.
  - intros k H1 H2 E. rewrite total_Z_snoc, E, (proj2 (Z.leb_gt _ _)) by lia. lia.
Qed.

Theorem yun2020_category2_formula_proved : yun2020_category2_formula.
Proof.
  parameters. category_2_point L. numbered_places. several_ids H2. rewrite (place_last n) by (auto; lia).
  numbered_primes p W. pose proof (Category2.fewer_distinct _ Hrepeated) as F. rewrite Hx in F.
  set (x' := distinct_ids (column_ids d m L)) in *. set (n' := Z.of_nat (length x')) in *.
  rewrite (pick (Z.of_nat n) (fun e => D d m ^ e) _ n') by (apply whole_inject || lia).
  assert (P : forall q k, whole q k -> 1 <= k <= n' ->
    whole (total 1 (Z.of_nat n) (fun j => if Qeq_bool (inject_Z j) q then item p j else 0%Q)) (at_ x' k)).
  { intros q k Hq Hk. apply (whole_pick _ _ _ k); [lia | assumption | now apply W]. }
  eapply (whole_eq _ _ _ (at_ x' n' + total_Z 1 (Z.of_nat n - 1) (fun k => if k <=? n' - 1 then
    D d m ^ k * (at_ x' (n' - k) - at_ x' (n' - k + 1)) else 0) + D d m ^ n' * (at_ x' n' - at_ x' 1))); [whole | |].
  - apply whole_plus; [apply whole_plus |].
    + apply P; [apply whole_inject | lia].
    + apply whole_total. intros k Hk. rewrite (whole_Qle_bool _ _ k (n' - 1)) by whole.
      destruct (Z.leb_spec k (n' - 1)); [| whole].
      apply whole_mult; [whole | apply whole_minus; apply P; first [lia | whole]].
    + apply whole_mult; [whole | apply whole_minus; [apply P; [apply whole_inject | lia] | apply W; lia]].
  - numbers. rewrite total_Z_when by lia. subst n' x'. rewrite (new_id_by_place (D d m) n) by (auto; lia).
    rewrite (place_last n) by (auto; lia). reflexivity.
Qed.
