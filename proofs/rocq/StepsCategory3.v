(** * StepsCategory3: the steps over Category 3, App. E.3.3

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters; one that is
    false as the paper has it is refuted by a point. *)

From Coq Require Import ZArith QArith Qround List Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Sweeps Category3.
From Exactua Require Import Exported StepTools StepsCategory1 StepsCategory2.
From Exactua Require NetworkIds Category3Network.
Import ListNotations.
Open Scope Z_scope.

(** ** The ids of Category 3, counted from 1 *)

(** The index i: one more than the number of negative ids. *)
Definition index (x : list Z) : Z := 1 + total_Z 1 (Z.of_nat (length x)) (fun j => if at_ x j <? 0 then 1 else 0).

(** Where ids are in order, the negative ones are those before i. *)
Lemma index_is : forall x, StronglySorted Z.le x -> 1 <= index x <= Z.of_nat (length x) + 1 /\
  forall j, 1 <= j <= Z.of_nat (length x) -> at_ x j < 0 <-> j < index x.
Proof.
  intros x H. unfold index. set (T := fun h => total_Z 1 h (fun j => if at_ x j <? 0 then 1 else 0)).
  assert (A : forall h, 0 <= h -> h <= Z.of_nat (length x) ->
    0 <= T h <= h /\ forall j, 1 <= j <= h -> at_ x j < 0 <-> j <= T h).
  { intros h Hh. apply (total_Z_ind (fun h => h <= Z.of_nat (length x) ->
      0 <= T h <= h /\ forall j, 1 <= j <= h -> at_ x j < 0 <-> j <= T h) 1); [lia | |].
    - intros _. unfold T. rewrite total_Z_empty by lia. split; intros; lia.
    - intros k H1 H2 IH Hk. destruct (IH ltac:(lia)) as [B I]. unfold T in *. rewrite total_Z_snoc by lia.
      set (t := total_Z 1 k _) in *. destruct (Z.ltb_spec (at_ x (k + 1)) 0) as [N | N].
      + assert (t = k).
        { destruct (Z.eq_dec k 0) as [-> | Hne]; [lia |]. apply Z.le_antisymm; [lia |]. apply I; [lia |].
          pose proof (at_sorted Z.le x H k (k + 1) ltac:(lia) ltac:(lia)). lia. }
        split; [lia |]. intros j Hj. destruct (Z.eq_dec j (k + 1)) as [-> | Hne]; [lia |].
        rewrite (I j) by lia. lia.
      + split; [lia |]. intros j Hj. destruct (Z.eq_dec j (k + 1)) as [-> | Hne]; [lia |].
        rewrite (I j) by lia. lia. }
  destruct (A (Z.of_nat (length x)) ltac:(lia) ltac:(lia)) as [B I]. fold (T (Z.of_nat (length x))) in *.
  split; [lia |]. intros j Hj. rewrite (I j Hj). lia.
Qed.

Section Numbers3.
  Variables (K M : Z) (n : nat) (x : list Z).
  Hypothesis HK : 2 <= M <= K.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hx : length x = n.
  Hypothesis Hsorted : StronglySorted Z.le x.
  Hypothesis Hrange : Forall (fun y => y <= special_bound K M n \/ 0 <= y < K) x.
  Hypothesis Hspecial : Exists (fun y => y <= special_bound K M n) x.

  Let N := Z.of_nat n.
  Let y := sweep K (all_ids K) x.
  Let z := global (K ^ (N + 1)) y.

  Lemma id_below : forall j, 1 <= j <= N -> 0 <= at_ x j -> at_ x j < K.
  Proof.
    intros j Hj H. pose proof (at_Forall _ x j Hrange ltac:(lia)) as R. cbv beta in R.
    pose proof (bound_low K M n HK Hn). lia.
  Qed.

  Lemma nonempty : x <> [].
  Proof. intros E. rewrite E in Hx. cbn in Hx. lia. Qed.

  Lemma least_first : least x = at_ x 1.
  Proof. exact (sorted_least x Hsorted nonempty). Qed.

  Lemma greatest_last : greatest x = at_ x N.
  Proof. rewrite (sorted_greatest x Hsorted nonempty), Hx. unfold at_. f_equal. lia. Qed.

  Lemma first_low : at_ x 1 <= special_bound K M n /\ at_ x 1 < 0.
  Proof.
    rewrite <- least_first. pose proof (least_special K M n x Hn Hspecial). pose proof (bound_low K M n HK Hn). lia.
  Qed.

  Lemma minimum_of_state : forall k, 0 <= k <= K -> least (sweep K (all_ids k) x) = at_ x 1.
  Proof. intros k Hk. rewrite <- least_first. now apply (minimum_stays K M n x HK Hn Hspecial). Qed.

  Lemma kept_negative : forall k j, 0 <= k <= K -> 1 <= j <= N -> at_ x j < 0 ->
    at_ (sweep K (all_ids k) x) j = at_ x j.
  Proof.
    intros k j Hk Hj H. rewrite at_swept by lia.
    apply (negative_kept K M n x HK Hn Hspecial k); [assumption | apply at_in; lia | now left].
  Qed.

  Lemma far_nonnegative : forall j, 1 <= j <= N -> 0 <= at_ x j -> K ^ (N + 1) <= at_ y j.
  Proof.
    intros j Hj H. unfold y. rewrite at_swept by lia.
    apply (shifted_far K M n x HK Hn Hrange Hspecial); [apply at_in; lia | assumption].
  Qed.

  Lemma gain_positive : 0 < K ^ (N + 1).
  Proof. apply Z.pow_pos_nonneg; lia. Qed.

  (** An id is negative after the sweep where it is before, and positive elsewhere. *)
  Lemma new_signs : forall j, 1 <= j <= N -> (at_ y j < 0 <-> at_ x j < 0) /\ (0 < at_ y j <-> 0 <= at_ x j).
  Proof.
    intros j Hj. pose proof gain_positive. destruct (Z.lt_ge_cases (at_ x j) 0) as [H0 | H0].
    - assert (at_ y j = at_ x j) by (apply kept_negative; lia). lia.
    - pose proof (far_nonnegative j Hj H0). lia.
  Qed.

  Lemma new_in_order : forall i j, 1 <= i <= j -> j <= N -> at_ y i <= at_ y j.
  Proof.
    intros i j Hi Hj. destruct (Z.eq_dec i j) as [-> | Hne]; [lia |].
    apply at_sorted; [| lia | unfold y; rewrite length_sweep; lia].
    exact (Category3.sorted_after K M n x HK Hn Hrange Hspecial Hsorted).
  Qed.

  Lemma new_greatest : greatest y = at_ y N.
  Proof.
    unfold y. assert (Ly : length y = n) by (unfold y; now rewrite length_sweep).
    rewrite sorted_greatest.
    - fold y. rewrite Ly. unfold at_. f_equal. lia.
    - exact (Category3.sorted_after K M n x HK Hn Hrange Hspecial Hsorted).
    - fold y. intros E. rewrite E in Ly. cbn in Ly. lia.
  Qed.

  Lemma output_at : forall j, 1 <= j <= N ->
    at_ z j = at_ y j + K ^ (N + 1) * if at_ x j <? 0 then at_ x 1 else at_ y N.
  Proof.
    intros j Hj. unfold at_, z. rewrite (Category3.last_layer K M n x HK Hn Hrange Hspecial Hsorted) by lia.
    fold y. rewrite Hx. change (Z.to_nat (1 - 1)) with 0%nat. now replace (Z.to_nat (N - 1)) with (n - 1)%nat by lia.
  Qed.

  Lemma output_negative_at : forall j, 1 <= j <= N -> at_ x j < 0 -> at_ z j < at_ x j /\ at_ z j < 0.
  Proof.
    intros j Hj H. rewrite output_at by assumption. rewrite (proj2 (Z.ltb_lt _ _)) by assumption.
    pose proof gain_positive. pose proof first_low.
    replace (at_ y j) with (at_ x j) by (symmetry; apply kept_negative; lia).
    nia.
  Qed.

  Lemma top_far : 0 <= at_ x N -> K ^ (2 * N + 2) <= K ^ (N + 1) * at_ y N.
  Proof.
    intros H. pose proof (far_nonnegative N ltac:(lia) H). pose proof gain_positive.
    replace (2 * N + 2) with (N + 1 + (N + 1)) by lia. rewrite Z.pow_add_r by lia. nia.
  Qed.

  Lemma output_large_at : forall j, 1 <= j <= N -> 0 <= at_ x j -> K ^ (2 * N + 2) <= at_ z j.
  Proof.
    intros j Hj H. rewrite output_at by assumption. rewrite (proj2 (Z.ltb_ge _ _)) by assumption.
    assert (at_ x j <= at_ x N).
    { destruct (Z.eq_dec j N) as [-> | Hne]; [lia |]. apply at_sorted; [assumption | lia | lia]. }
    pose proof (top_far ltac:(lia)). pose proof (far_nonnegative j Hj H). pose proof gain_positive. lia.
  Qed.

  (** The layer of an id that is not negative. *)
  Definition gain_of (j : Z) : Z := at_ (sweep K (all_ids (at_ x j + 1)) x) j - at_ (sweep K (all_ids (at_ x j)) x) j.

  Lemma first_gain : forall j, 1 <= j <= N -> 0 <= at_ x j -> (forall i, 1 <= i < j -> at_ x i < 0) ->
    gain_of j = K * (greatest x - least x).
  Proof.
    intros j Hj H Hbefore. unfold gain_of. rewrite !at_swept by lia.
    apply (first_shift K M n x HK Hn Hspecial); [apply at_in; lia | split; [assumption | now apply id_below] |].
    intros w Hw H0. apply in_at in Hw as [i [Hi ->]]. destruct (Z.lt_trichotomy i j) as [C | [-> | C]]; [| lia |].
    - specialize (Hbefore i ltac:(lia)). lia.
    - apply at_sorted; [assumption | lia | lia].
  Qed.

  Lemma next_gain : forall i j, 1 <= i <= N -> 1 <= j <= N -> 0 <= at_ x i ->
    (at_ x i < at_ x j -> gain_of i < gain_of j) /\ (at_ x i = at_ x j -> gain_of i = gain_of j).
  Proof.
    intros i j Hi Hj H. unfold gain_of. rewrite !at_swept by lia. split; [| now intros ->]. intros E.
    apply (Category3.larger_shifts K M n x HK Hn Hspecial); [apply at_in; lia | apply at_in; lia | lia |].
    apply id_below; lia.
  Qed.
End Numbers3.

(** ** From points to these numbers *)

Lemma category_3_facts : forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> category_3 d n m L ->
  of_shape d n L /\ length (column_ids d m L) = n /\ StronglySorted Z.le (column_ids d m L) /\
  Forall (fun y => y <= special_bound (D d m) (Z.of_nat m) n \/ 0 <= y < D d m) (column_ids d m L) /\
  Exists (fun y => y <= special_bound (D d m) (Z.of_nat m) n) (column_ids d m L).
Proof.
  intros d n m L Hd Hn Hm H. split; [exact (proj1 (Category3Network.L_grid d n m L H)) |].
  split; [now apply (Category3Network.x_length d n m) |]. split; [now apply (Category3Network.x_sorted d n m) |].
  split; [now apply (Category3Network.x_range d n m) | now apply (Category3Network.x_special d n m)].
Qed.

(** A point L of Category 3, whose ids are x, and what the layers make of it. *)
Ltac category_3_point L :=
  let HL := fresh "HL" in
  intros L HL;
  match type of HL with category_3 ?d ?n ?m L =>
    let HK := fresh "HK" in pose proof (D_at_least_m d m ltac:(lia) ltac:(lia)) as HK;
    let HS := fresh "HS" in let Hx := fresh "Hx" in let Hsorted := fresh "Hsorted" in let Hrange := fresh "Hrange" in
    let Hspecial := fresh "Hspecial" in
    destruct (category_3_facts d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL) as (HS & Hx & Hsorted & Hrange & Hspecial);
    pose proof (reads_point d n m L HS);
    pose proof (reads_sweep d n m L ltac:(lia) ltac:(lia) ltac:(lia) HS);
    let A := fresh "A" in
    assert (A : zero_alone (column_ids d m (state d m L (D d m))))
      by (rewrite (swept_ids d n m L ltac:(lia) HS); apply (Category3Network.alone d n m); auto; lia);
    pose proof (reads_output d n m L ltac:(lia) ltac:(lia) ltac:(lia) HS A);
    let R := fresh "R" in
    assert (R : forall j, 1 <= j <= Z.of_nat n -> 0 <= at_ (column_ids d m L) j -> at_ (column_ids d m L) j < D d m)
      by (apply (id_below (D d m) (Z.of_nat m) n); auto; lia)
  end.

Theorem yun2020_category3_property4_proved : yun2020_category3_property4.
Proof.
  parameters. category_3_point L. intros j Hj.
  destruct (Z.lt_ge_cases (at_ (column_ids d m L) j) 0) as [S | S]; [left | right]; to_Z; numbers.
  - pose proof (output_negative_at (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hsorted Hrange Hspecial j Hj S).
    pose proof (Z.pow_pos_nonneg (D d m) (2 * Z.of_nat n) ltac:(lia) ltac:(lia)). nia.
  - pose proof (output_large_at (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hsorted Hrange Hspecial j Hj S).
    pose proof (beyond_t_r (D d m) (Z.of_nat m) n HK ltac:(lia)). lia.
Qed.

(** *** The tactics *)

Ltac given := first [assumption | lia].

(** A hypothesis that not all l_j are negative. *)
Lemma not_all_negative : forall n a x, (1 <= n)%nat -> length x = n -> StronglySorted Z.le x ->
  (forall j, 1 <= j <= Z.of_nat n -> whole (item a j) (at_ x j)) ->
  ~ (forall j, 1 <= j <= Z.of_nat n -> (item a j < 0)%Q) -> 0 <= at_ x (Z.of_nat n).
Proof.
  intros n a x Hn Hx Hs Ha H. apply Z.nlt_ge. intros C. apply H. intros j Hj.
  apply (whole_lt _ _ (at_ x j) 0); [now apply Ha | apply whole_numeral |].
  pose proof (l_sorted n x Hx Hs j (Z.of_nat n)). lia.
Qed.

Ltac some_nonnegative T :=
  match goal with Hx : length ?x = ?n, Hs : StronglySorted Z.le ?x |- _ =>
    intros T; apply (not_all_negative n _ x ltac:(lia) Hx Hs) in T; [| intros; whole]
  end.

(** A hypothesis that all l_j are negative. *)
Ltac all_negative T :=
  match goal with Hx : length ?x = ?n |- _ =>
    let S := fresh in intros S; assert (T : forall j, 1 <= j <= Z.of_nat n -> at_ x j < 0);
    [ intros ? ?; eapply whole_lt; [| | apply S; eassumption]; whole | clear S ]
  end.

(** The index i as the steps have it. *)
Lemma indices : forall n a x, length x = n -> (forall j, 1 <= j <= Z.of_nat n -> whole (item a j) (at_ x j)) ->
  1 + total_Z 1 (Z.of_nat n) (fun j => if Qlt_bool (item a j) 0 then 1 else 0) = index x.
Proof.
  intros n a x Hx H. unfold index. rewrite Hx. f_equal. apply total_Z_ext. intros j Hj.
  now rewrite (whole_Qlt_bool _ _ (at_ x j) 0) by (auto using whole_numeral).
Qed.

(** It is named i, and I says which columns have a negative id. *)
Ltac numbered_index i I :=
  lazymatch goal with Hx : length ?x = ?n, Hs : StronglySorted Z.le _ |- _ =>
    rewrite !(indices n _ x Hx) by (intros; whole);
    pose proof (index_is x Hs) as I; rewrite Hx in I; generalize dependent (index x); intros i I
  end.

(** ** Ids *)

Theorem yun2020_category3_sorted_ids_proved : yun2020_category3_sorted_ids.
Proof. parameters. category_3_point L. intros j Hj. to_Z. apply (l_sorted n); given. Qed.

Theorem yun2020_category3_minimum_proved : yun2020_category3_minimum.
Proof.
  parameters. category_3_point L.
  pose proof (first_low (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hsorted Hspecial). split; to_Z; [| lia].
  rewrite at_all by assumption. apply (least_first n); given.
Qed.

Theorem yun2020_category3_never_shifted_proved : yun2020_category3_never_shifted.
Proof.
  parameters. category_3_point L. intros k Hk. to_units. rewrite (ids_of_state d n) by given.
  apply (kept_negative (D d m) (Z.of_nat m) n); try given.
  apply (first_low (D d m) (Z.of_nat m) n); given.
Qed.

Theorem yun2020_category3_stays_minimum_proved : yun2020_category3_stays_minimum.
Proof.
  parameters. category_3_point L. intros k Hk. to_Z. rewrite (ids_of_state d n) by given.
  rewrite at_all by (now rewrite length_sweep). apply (minimum_of_state (D d m) (Z.of_nat m) n); given.
Qed.

Theorem yun2020_category3_special_ids_proved : yun2020_category3_special_ids.
Proof.
  parameters. category_3_point L. intros j Hj E.
  set (c := nth (Z.to_nat (j - 1)) L []). pose proof (column_length d n L j HS Hj) as Hl.
  assert (Hc : In c L) by (apply nth_In; destruct HS; lia). pose proof (proj1 HL) as [_ Entries].
  rewrite Forall_forall in Entries. specialize (Entries c Hc).
  assert (I : In (special d n m) c).
  { destruct (in_dec Z.eq_dec (special d n m) c) as [I | I]; [exact I |]. exfalso. apply E. intros i Hi C. apply I.
    pose proof (units_entry d n m _ _ i j ltac:(lia) H Hi Hj) as U. unfold units in U.
    rewrite C, <- inject_Z_mult in U. apply (proj1 (inject_Z_injective _ (entry_ L i j))) in U.
    replace (special d n m) with (entry_ L i j) by (rewrite <- U; unfold special; lia).
    apply at_in. exact (eq_ind_r (fun k => 1 <= i <= Z.of_nat k) Hi Hl). }
  pose proof (special_column_id_holds d n m c ltac:(lia) ltac:(lia) ltac:(lia) Hl Entries I) as S.
  assert (Ej : at_ (column_ids d m L) j = column_id d m c) by (apply at_ids; destruct HS; lia).
  unfold special in S. split; to_Z; lia.
Qed.

(** ** All ids negative *)

Lemma state_of_negative : forall d n m L k, of_shape d n L ->
  (forall j, 1 <= j <= Z.of_nat n -> at_ (column_ids d m L) j < 0) -> state d m L k = L.
Proof.
  intros d n m L k [HS _] H. apply NetworkIds.sweep_point_unchanged. intros i y Hi Hy. apply gained_other.
  apply in_at in Hy as [j [Hj ->]]. unfold column_ids in Hj. rewrite map_length in Hj. specialize (H j ltac:(lia)).
  assert (In i (all_ids (D d m))) as I.
  { rewrite <- (firstn_skipn (Z.to_nat k) (all_ids (D d m))). apply in_or_app. now left. }
  unfold all_ids in I. apply in_map_iff in I as [w [<- _]]. lia.
Qed.

Theorem yun2020_category3_unchanged_proved : yun2020_category3_unchanged.
Proof.
  parameters. category_3_point L. all_negative T. pose proof (proj1 H0) as E.
  rewrite (state_of_negative d n m L) in E by given. exact E.
Qed.

Theorem yun2020_category3_adds_minimum_proved : yun2020_category3_adds_minimum.
Proof.
  parameters. category_3_point L. all_negative T. intros j Hj. to_Z.
  rewrite (entry_first d n m) by auto using output_shape, state_shape, output_tails.
  numbers. rewrite at_all by (now rewrite length_sweep).
  rewrite (output_at (D d m) (Z.of_nat m) n), (proj2 (Z.ltb_lt _ _)) by auto with zarith.
  rewrite (minimum_of_state (D d m) (Z.of_nat m) n) by given. lia.
Qed.

Theorem yun2020_category3_minimum_negative_proved : yun2020_category3_minimum_negative.
Proof.
  parameters. category_3_point L. all_negative T. to_Z. numbers. rewrite at_all by (now rewrite length_sweep).
  rewrite (minimum_of_state (D d m) (Z.of_nat m) n) by given.
  pose proof (Z.pow_pos_nonneg (D d m) (Z.of_nat n + 1) ltac:(lia) ltac:(lia)). specialize (T 1 ltac:(lia)). nia.
Qed.

Theorem yun2020_category3_output_negative_proved : yun2020_category3_output_negative.
Proof.
  parameters. category_3_point L. all_negative T. intros j Hj. to_Z. numbers.
  apply (output_negative_at (D d m) (Z.of_nat m) n); try given. now apply T.
Qed.

Theorem yun2020_category3_t_l_positive_proved : yun2020_category3_t_l_positive.
Proof.
  parameters. pose proof (two_to_D d m ltac:(lia) ltac:(lia)).
  pose proof (Z.pow_pos_nonneg (D d m) (2 * Z.of_nat n) ltac:(lia) ltac:(lia)). nia.
Qed.

(** ** Some id not negative *)

Theorem yun2020_category3_one_positive_repaired_proved : yun2020_category3_one_positive_repaired.
Proof. parameters. category_3_point L. some_nonnegative T. to_Z. lia. Qed.

Theorem yun2020_category3_index_proved : yun2020_category3_index.
Proof.
  parameters. category_3_point L. some_nonnegative T. numbered_index i Hi. destruct Hi as [B I].
  pose proof (first_low (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hsorted Hspecial) as [_ F].
  apply I in F; [| lia]. pose proof (I (Z.of_nat n) ltac:(lia)). split; [split |]; [| lia | lia].
  intros j Hj ->. pose proof (I j ltac:(lia)). pose proof (I (j - 1) ltac:(lia)). split; to_Z; lia.
Qed.

Theorem yun2020_category3_one_positive_refuted : ~ yun2020_category3_one_positive.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) [[- 8]; [0]]).
  enough (C : category_3 1 2 2 [[- 8]; [0]]).
  { specialize (H C). cbv zeta in H. match type of H with ?P -> _ => assert (A : P) end.
    - intros A. specialize (A 2 ltac:(lia)). vm_compute in A. discriminate A.
    - specialize (H A). vm_compute in H. discriminate H. }
  split; [split; [split |] | split].
  - reflexivity.
  - now repeat constructor.
  - constructor; [| constructor; [| constructor]]; (constructor; [| constructor]); [left; reflexivity | right; lia].
  - intros [_ G]. inversion G as [| ? ? C _]. inversion C as [| ? ? N _]. lia.
  - repeat constructor; vm_compute; discriminate.
Qed.

(** ** The shifts *)

Theorem yun2020_category3_negative_kept_proved : yun2020_category3_negative_kept.
Proof.
  parameters. category_3_point L. some_nonnegative T. numbered_index i Hi. destruct Hi as [B I]. intros k Hk.
  apply (same_list_listed d n m _ (state d m L k)); [lia | read |]. intros j Hj.
  destruct (Z.ltb_spec j i) as [C | C]; [| units].
  rewrite (ids_of_state d n), (kept_negative (D d m) (Z.of_nat m) n) by (try apply I; given). units.
Qed.

Lemma nonnegative_part : forall a z, whole a z -> 0 <= z -> (if Qle_bool 0 a then a else 0%Q) = a.
Proof.
  intros a z Ha Hz. rewrite (whole_Qle_bool 0 a 0 z) by auto using whole_numeral.
  now rewrite (proj2 (Z.leb_le _ _)) by assumption.
Qed.

(** The layer of l_j, where it is not negative. *)
Ltac layer_of j :=
  match goal with Hx : length ?x = ?n, R : forall j, 1 <= j <= _ -> 0 <= at_ ?x j -> at_ ?x j < _ |- _ =>
    pose proof (R j ltac:(lia) ltac:(lia));
    rewrite !(nonnegative_part (item _ j) (at_ x j)) by first [lia | whole]
  end.

Theorem yun2020_category3_first_shift_proved : yun2020_category3_first_shift.
Proof.
  parameters. category_3_point L. some_nonnegative T. numbered_index i Hi. destruct Hi as [B I]. intros j Hj ->.
  pose proof (I j Hj). layer_of j. erewrite !Qfloor_whole by whole. to_Z.
  rewrite !(ids_of_state d n), at_all by given.
  apply (first_gain (D d m) (Z.of_nat m) n); try given. intros k Hk. apply I; lia.
Qed.

Theorem yun2020_category3_first_shift_by_ids_proved : yun2020_category3_first_shift_by_ids.
Proof.
  parameters. category_3_point L. some_nonnegative T. to_Z. rewrite at_all by assumption.
  now rewrite (least_first n), (greatest_last n) by given.
Qed.

Theorem yun2020_category3_first_shift_at_least_proved : yun2020_category3_first_shift_at_least.
Proof.
  parameters. category_3_point L. some_nonnegative T. to_Z.
  pose proof (first_low (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hsorted Hspecial) as [F _].
  unfold special_bound in F. apply Z.mul_le_mono_nonneg_l; lia.
Qed.

Theorem yun2020_category3_first_shift_is_large_proved : yun2020_category3_first_shift_is_large.
Proof.
  parameters. pose proof (D_at_least_m d m ltac:(lia) ltac:(lia)) as HK.
  pose proof (bound_low (D d m) (Z.of_nat m) n HK ltac:(lia)) as [F _].
  destruct (powers (D d m) (Z.of_nat m) n HK ltac:(lia)) as [-> _]. unfold special_bound in F.
  apply Z.le_ge, Z.mul_le_mono_nonneg_l; lia.
Qed.

Theorem yun2020_category3_larger_shifts_refuted : ~ yun2020_category3_larger_shifts.
Proof.
  intros H. specialize (H 1%nat 3%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) [[- 16]; [0]; [0]]).
  enough (C : category_3 1 3 2 [[- 16]; [0]; [0]]).
  { specialize (H C). cbv zeta in H. match type of H with ?P -> _ => assert (A : P) end.
    - intros A. specialize (A 3 ltac:(lia)). vm_compute in A. discriminate A.
    - specialize (H A 3 ltac:(lia) ltac:(vm_compute; reflexivity)). vm_compute in H. discriminate H. }
  split; [split; [split |] | split].
  - reflexivity.
  - now repeat constructor.
  - constructor; [| constructor; [| constructor; [| constructor]]]; (constructor; [| constructor]);
      [left; reflexivity | right; lia | right; lia].
  - intros [_ G]. inversion G as [| ? ? C _]. inversion C as [| ? ? N _]. lia.
  - repeat constructor; vm_compute; discriminate.
Qed.

Theorem yun2020_category3_larger_shifts_repaired_proved : yun2020_category3_larger_shifts_repaired.
Proof.
  parameters. category_3_point L. some_nonnegative T. numbered_index i Hi. destruct Hi as [B I]. intros j Hj C.
  pose proof (I j ltac:(lia)). pose proof (I (j - 1) ltac:(lia)). layer_of j. layer_of (j - 1).
  erewrite !Qfloor_whole by whole.
  pose proof (next_gain (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hrange Hspecial (j - 1) j) as G.
  destruct (G ltac:(lia) ltac:(lia) ltac:(lia)) as [E1 E2]. clear G.
  unfold gain_of in E1, E2. split; intros E; hypothesis_to_Z E; to_Z; rewrite !(ids_of_state d n) by given;
    auto using eq_sym.
Qed.

Theorem yun2020_category3_shifted_far_proved : yun2020_category3_shifted_far.
Proof.
  parameters. category_3_point L. some_nonnegative T. numbered_index i Hi. destruct Hi as [B I]. intros j Hj ->.
  pose proof (I j Hj). to_Z. numbers. apply (far_nonnegative (D d m) (Z.of_nat m) n); given.
Qed.

Theorem yun2020_category3_order_proved : yun2020_category3_order.
Proof.
  parameters. category_3_point L. some_nonnegative T. intros j Hj C. to_Z. numbers.
  apply (new_in_order (D d m) (Z.of_nat m) n); given.
Qed.

Theorem yun2020_category3_negative_after_proved : yun2020_category3_negative_after.
Proof.
  parameters. category_3_point L. some_nonnegative T. numbered_index i Hi. destruct Hi as [B I]. intros j Hj C.
  pose proof (I j Hj). split; to_Z; [| lia]. numbers. apply (kept_negative (D d m) (Z.of_nat m) n); given.
Qed.

(** ** Shifts by the last layer *)

Theorem yun2020_category3_negative_pushed_proved : yun2020_category3_negative_pushed.
Proof.
  parameters. category_3_point L. intros j Hj E. hypothesis_to_Z E. revert E. numbers. intros E.
  pose proof (new_signs (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hrange Hspecial j Hj). to_Z.
  rewrite (entry_first d n m) by auto using output_shape, state_shape, output_tails.
  numbers. rewrite at_all by (now rewrite length_sweep).
  rewrite (output_at (D d m) (Z.of_nat m) n), (proj2 (Z.ltb_lt _ _)) by given.
  rewrite (minimum_of_state (D d m) (Z.of_nat m) n) by given. lia.
Qed.

Theorem yun2020_category3_pushed_down_proved : yun2020_category3_pushed_down.
Proof.
  parameters. category_3_point L.
  pose proof (first_low (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hsorted Hspecial) as [_ F].
  pose proof (Z.pow_pos_nonneg (D d m) (Z.of_nat n + 1) ltac:(lia) ltac:(lia)). split; [split |].
  - to_Z. numbers. rewrite at_all by (now rewrite length_sweep).
    now rewrite (minimum_of_state (D d m) (Z.of_nat m) n) by given.
  - to_Z. nia.
  - intros j Hj E. hypothesis_to_Z E. to_Z. revert E. numbers. intros E.
    pose proof (new_signs (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hrange Hspecial j Hj).
    rewrite (output_at (D d m) (Z.of_nat m) n), (proj2 (Z.ltb_lt _ _)) by given. nia.
Qed.

Theorem yun2020_category3_positive_pushed_proved : yun2020_category3_positive_pushed.
Proof.
  parameters. category_3_point L. some_nonnegative T. intros j Hj E. hypothesis_to_Z E. revert E. numbers. intros E.
  pose proof (new_signs (D d m) (Z.of_nat m) n _ HK ltac:(lia) Hx Hrange Hspecial j Hj). to_Z.
  rewrite (entry_first d n m) by auto using output_shape, state_shape, output_tails.
  numbers. rewrite at_all by (now rewrite length_sweep).
  rewrite (output_at (D d m) (Z.of_nat m) n), (proj2 (Z.ltb_ge _ _)) by given.
  rewrite (new_greatest (D d m) (Z.of_nat m) n) by given. lia.
Qed.

Theorem yun2020_category3_maximum_is_top_proved : yun2020_category3_maximum_is_top.
Proof.
  parameters. category_3_point L. some_nonnegative T. to_Z. numbers. rewrite at_all by (now rewrite length_sweep).
  now rewrite (new_greatest (D d m) (Z.of_nat m) n) by given.
Qed.

Theorem yun2020_category3_pushed_far_proved : yun2020_category3_pushed_far.
Proof.
  parameters. category_3_point L. some_nonnegative T. to_Z. numbers.
  apply (top_far (D d m) (Z.of_nat m) n); given.
Qed.

Theorem yun2020_category3_output_large_proved : yun2020_category3_output_large.
Proof.
  parameters. category_3_point L. some_nonnegative T. numbered_index i Hi. destruct Hi as [B I]. intros j Hj C.
  pose proof (I j Hj). to_Z. numbers. apply (output_large_at (D d m) (Z.of_nat m) n); given.
Qed.

Theorem yun2020_category3_beyond_t_r_proved : yun2020_category3_beyond_t_r.
Proof.
  parameters. apply Z.lt_gt, (beyond_t_r (D d m) (Z.of_nat m) n); [apply D_at_least_m |]; lia.
Qed.
