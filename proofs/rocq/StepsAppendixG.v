(** * StepsAppendixG: the steps on contextual mapping with positions, App. G.2

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters; or its
    negation, where what the page says is wrong at d = 1, n = 2 and delta = 1/2. *)

From Coq Require Import ZArith QArith Qabs Qround List Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation.
From Exactua Require Import AppendixGSweep AppendixG.
From Exactua Require AppendixGNetwork StepsCategory1.
From Exactua Require Import Exported StepTools AppendixGLayers.
Import ListNotations.
Open Scope Z_scope.

(** ** From a step to these numbers *)

Lemma whole_if : forall (b : bool) p q x y, whole p x -> whole q y -> whole (if b then p else q) (if b then x else y).
Proof. intros [|]; auto. Qed.

Lemma whole_is : forall q z z', whole q z -> z = z' -> whole q z'.
Proof. intros q z z' H <-. exact H. Qed.

Lemma units_is : forall m q z z', units m q z -> z = z' -> units m q z'.
Proof. intros m q z z' H <-. exact H. Qed.

Ltac parameters := StepsCategory1.parameters; rewrite ?sigma_is.

(** What the layers make of X + E, for a point X. *)
Ltac known_point spacing HX :=
  match type of HX with G_delta ?d ?n ?m ?X =>
    let R := fresh "known" in
    pose proof (reads_start spacing d n m ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) X HX) as R;
    let R := fresh "known" in
    pose proof (reads_swept spacing d n m ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) X HX) as R;
    let R := fresh "known" in
    pose proof (reads_output spacing d n m ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) X HX) as R;
    let S := fresh "S" in
    pose proof (point_setting spacing d n m ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) X HX) as S;
    let HK := fresh "HK" in pose proof (two_to_D d m ltac:(lia) ltac:(lia)) as HK
  end.

Ltac corner_point spacing X := let HX := fresh "HX" in intros X HX; known_point spacing HX.

(** The ids in the goal. *)
Ltac ids :=
  repeat match goal with
  | HX : G_delta ?d ?n ?m ?X |- context [column_ids ?d ?m (with_spaced_positions ?s ?m ?X)] =>
      rewrite (L_ids s d n m X HX)
  | HX : G_delta ?d ?n ?m ?X |- context [column_ids ?d ?m (swept_point ?s ?d ?n ?m ?X)] =>
      rewrite (swept_ids s d n m ltac:(lia) X HX)
  | HX : G_delta ?d ?n ?m ?X |- context [column_ids ?d ?m (output_point ?s ?d ?n ?m ?X)] =>
      rewrite (output_ids s d n m ltac:(lia) X HX)
  | HX : G_delta ?d ?n ?m ?X |- context [column_ids ?d ?m (shifted_point ?s ?d ?n ?m ?X ?k)] =>
      rewrite (shifted_ids s d n m ltac:(lia) X HX k)
  end.

(** What [Numbers] says, for a point. *)
Section Steps.
  Variables spacing d n m : nat.
  Variable X : point.
  Hypothesis S : setting (id_spacing spacing d m) (m ^ d) n (Z.of_nat (spacing * m)) (column_ids d m X).

  Let l := ids_of spacing d m X.
  Let t := display_of spacing d m X.
  Let y := swept_of spacing d n m X.
  Let z := output_of spacing d n m X.
  Let x := column_ids d m X.
  Let w := Z.of_nat (id_spacing spacing d m).
  Let last := Z.of_nat n.

  Lemma offset : forall j, 1 <= j <= last -> at_ l j = (j - 1) * w + at_ x j /\ 0 <= at_ x j < D d m.
  Proof. intros j Hj. split; [now apply (l_is _ _ _ _ _ S) | now apply (x_range _ _ _ _ _ S)]. Qed.

  Lemma increasing : forall i j, 1 <= i < j -> j <= last -> at_ l i < at_ l j.
  Proof. exact (l_increases _ _ _ _ _ S). Qed.

  Lemma display : forall j, 1 <= j <= last ->
    at_ t j = at_ l j + total_Z 1 (j - 1) (fun k => D d m ^ k * (at_ l (j - k) - at_ l (j - k + 1))) +
      D d m ^ j * (at_ l last - at_ l 1).
  Proof. exact (t_closed _ _ _ _ _ S). Qed.

  Lemma display_first : at_ t 1 = at_ l 1 + D d m * (at_ l last - at_ l 1).
  Proof. exact (t_first _ _ _ _ _ S). Qed.

  Lemma display_increases : forall i j, 1 <= i < j -> j <= last -> at_ t i < at_ t j.
  Proof. exact (t_increases _ _ _ _ _ S). Qed.

  Lemma below_display : forall i j, 1 <= i <= last -> 1 <= j <= last -> at_ l i < at_ t j.
  Proof. exact (l_below_t _ _ _ _ _ S). Qed.

  Lemma wide : D d m <= w.
  Proof. exact (K_w _ _ _ _ _ S). Qed.

  Lemma between : forall j i k, 1 <= j <= last -> 0 <= i <= D d m -> (j - 1) * w + i <= at_ l last + 1 ->
    1 <= k <= last ->
    at_ (sweep (D d m) (firstn (Z.to_nat ((j - 1) * D d m + i)) (visited (id_spacing spacing d m) (m ^ d) n)) l) k =
      if at_ l k <? (j - 1) * w + i then at_ t k else at_ l k.
  Proof. exact (state_at _ _ _ _ _ S). Qed.

  (** After the j-th shift. *)
  Lemma after_shift : forall j k, 1 <= j <= last -> 1 <= k <= last ->
    at_ (sweep (D d m) (firstn (Z.to_nat ((j - 1) * D d m + (at_ x j + 1)))
      (visited (id_spacing spacing d m) (m ^ d) n)) l) k = if k <=? j then at_ t k else at_ l k.
  Proof.
    intros j k Hj Hk. destruct (offset j Hj) as [E Hx]. pose proof (l_at_most_last _ _ _ _ _ S j Hj) as top.
    change (at_ l j <= at_ l last) in top. rewrite between by lia.
    replace ((j - 1) * w + (at_ x j + 1)) with (at_ l j + 1) by lia.
    destruct (Z.leb_spec k j) as [H | H], (Z.ltb_spec (at_ l k) (at_ l j + 1)) as [H' | H']; try reflexivity.
    - destruct (Z.eq_dec k j) as [-> | Hne]; [lia |]. pose proof (increasing k j). lia.
    - pose proof (increasing j k). lia.
  Qed.
End Steps.

(** ** L = X + E *)

Lemma entry_of_X : forall d n m X i j, G_delta d n m X -> 1 <= i <= Z.of_nat d -> 1 <= j <= Z.of_nat n ->
  0 <= entry_ X i j < Z.of_nat m.
Proof.
  intros d n m X i j [HS HX] Hi Hj. pose proof (column_length d n X j HS Hj) as Hc. destruct HS as [Hl _].
  unfold entry_. apply (at_Forall (fun k => 0 <= k < Z.of_nat m)); [| unfold column in *; lia].
  rewrite Forall_forall in HX. apply HX, nth_In. lia.
Qed.

Lemma units_start : forall d n m X i j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  1 <= i <= Z.of_nat d -> 1 <= j <= Z.of_nat n ->
  units m (entry (encoded (positions 1 d n) (in_unit_1 m X)) i j) (Z.of_nat m * (j - 1) + entry_ X i j).
Proof.
  intros d n m X i j Hd Hn Hm HX Hi Hj. eapply units_is.
  - apply (units_entry d n m _ (with_spaced_positions 1 m X)); [lia | apply reads_start; auto | exact Hi | exact Hj].
  - rewrite (entry_of_positions 1 d n) by (auto; apply (X_shape d n m), HX). change (Z.of_nat 1) with 1. ring.
Qed.

Theorem yun2020_g2_range_of_L_proved : yun2020_g2_range_of_L.
Proof.
  parameters. intros X HX i Hi j Hj. exists (entry_ X i j).
  pose proof (entry_of_X d n m X i j HX Hi Hj). split; [lia |].
  eapply (units_same m); [lia | apply units_start; auto; lia |]. units.
Qed.

Theorem yun2020_g2_category1_entries_repaired_proved : yun2020_g2_category1_entries_repaired.
Proof.
  parameters. intros X HX i Hi j Hj. pose proof (entry_of_X d n m X i j HX Hi Hj).
  pose proof (units_start d n m X i j Hd ltac:(lia) ltac:(lia) HX Hi Hj) as U.
  split; apply (scaled m _ _ ltac:(lia)); (eapply whole_le; [| |]); try (apply whole_units; exact U);
    try (apply whole_units; units); lia.
Qed.

Theorem yun2020_g2_least_id_proved : yun2020_g2_least_id.
Proof. parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. destruct (offset 1 d n m X S j Hj). lia. Qed.

Theorem yun2020_g2_greatest_id_proved : yun2020_g2_greatest_id.
Proof. parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. destruct (offset 1 d n m X S j Hj). lia. Qed.

Theorem yun2020_g2_ids_increase_proved : yun2020_g2_ids_increase.
Proof. parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. apply (increasing 1 d n m X S); lia. Qed.

Lemma sorted_distinct : forall x, StronglySorted Z.lt x -> NoDup x.
Proof.
  intros x H. induction H as [| a x _ IH Ha]; constructor; [| exact IH]. intros i. rewrite Forall_forall in Ha.
  specialize (Ha a i). lia.
Qed.

Theorem yun2020_g2_category1_unique_proved : yun2020_g2_category1_unique.
Proof.
  parameters. corner_point 1%nat X. eapply distinct_whole.
  - apply (whole_listed n _ (column_ids d m (with_spaced_positions 1 m X))); [| intros j Hj; whole].
    ids. apply (l_length _ _ _ _ _ S).
  - ids. apply sorted_distinct, (l_sorted _ _ _ _ _ S).
Qed.

Theorem yun2020_g2_ranges_increase_proved : yun2020_g2_ranges_increase.
Proof.
  parameters. intros j Hj. destruct (id_spacing_at_least 1 d m ltac:(lia) Hd ltac:(lia)) as [H _]. unfold D. lia.
Qed.

(** ** The layers *)

Theorem yun2020_g2_layers_proved : yun2020_g2_layers.
Proof.
  parameters. destruct (AppendixGNetwork.layers 1 d n m ltac:(lia) Hd ltac:(lia) ltac:(lia)) as (_ & _ & E & _).
  rewrite E. unfold D. lia.
Qed.

Theorem yun2020_g2_heads_proved : yun2020_g2_heads.
Proof.
  parameters. destruct (AppendixGNetwork.layers 1 d n m ltac:(lia) Hd ltac:(lia) ltac:(lia)) as (_ & _ & _ & _ & E).
  rewrite E. reflexivity.
Qed.

Theorem yun2020_g2_head_size_proved : yun2020_g2_head_size.
Proof.
  parameters. destruct (AppendixGNetwork.layers 1 d n m ltac:(lia) Hd ltac:(lia) ltac:(lia)) as (_ & _ & _ & _ & E).
  unfold head_size. rewrite E. reflexivity.
Qed.

Theorem yun2020_g2_last_heads_proved : yun2020_g2_last_heads.
Proof. parameters. reflexivity. Qed.

Theorem yun2020_g2_last_is_last_proved : yun2020_g2_last_is_last.
Proof.
  parameters. intros X HX. unfold g2_g_c, run. rewrite fold_left_app, Nat.mul_1_l. apply Meq_refl.
Qed.

Theorem yun2020_g2_order_of_layers_proved : yun2020_g2_order_of_layers.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. to_Z. ids.
  destruct (offset 1 d n m X S j ltac:(lia)), (offset 1 d n m X S (j + 1) ltac:(lia)). lia.
Qed.

(** ** The shifts, one by one *)

(** What the first k layers after E make of X, where the goal has a state of the network. *)
Ltac after_layers d n m X k R :=
  match goal with
  | |- context [after_encoding ?E ?N (Qfloor ?e) ?M] =>
      assert (R : reads d n m (after_encoding E N (Qfloor e) M) (shifted_point 1 d n m X k))
  end.

Theorem yun2020_g2_waits_proved : yun2020_g2_waits.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. destruct (offset 1 d n m X S j Hj) as [E Hx].
  after_layers d n m X ((j - 1) * D d m + at_ (column_ids d m X) j) R.
  { eapply reads_partial_floor; [lia .. | exact HX | whole | ids; rewrite E; ring | nia]. }
  to_Z. ids. pose proof (l_at_most_last _ _ _ _ _ S j Hj) as top. fold (ids_of 1 d m X) in top.
  rewrite (between 1 d n m X S) by lia. destruct (Z.ltb_spec (at_ (ids_of 1 d m X) j)
    ((j - 1) * Z.of_nat (id_spacing 1 d m) + at_ (column_ids d m X) j)); [lia | reflexivity].
Qed.

Theorem yun2020_g2_first_shift_proved : yun2020_g2_first_shift.
Proof.
  parameters. corner_point 1%nat X. destruct (offset 1 d n m X S 1 ltac:(lia)) as [E Hx].
  after_layers d n m X ((1 - 1) * D d m + (at_ (column_ids d m X) 1 + 1)) R.
  { eapply reads_partial_floor; [lia .. | exact HX | whole | ids; rewrite E; ring | nia]. }
  to_Z. ids. rewrite (after_shift 1 d n m X S) by lia. cbn [Z.leb Z.compare Pos.compare Pos.compare_cont].
  exact (display_first 1 d n m X S).
Qed.

Theorem yun2020_g2_first_shift_at_least_proved : yun2020_g2_first_shift_at_least.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids. pose proof (increasing 1 d n m X S 1 (Z.of_nat n) ltac:(lia) ltac:(lia)).
  pose proof (l_positive _ _ _ _ _ S 1 ltac:(lia)) as low. fold (ids_of 1 d m X) in low. nia.
Qed.

Theorem yun2020_g2_first_shift_above_repaired_proved : yun2020_g2_first_shift_above_repaired.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids.
  pose proof (below_display 1 d n m X S (Z.of_nat n) 1 ltac:(lia) ltac:(lia)) as H.
  rewrite (display_first 1 d n m X S) in H. exact H.
Qed.

Theorem yun2020_g2_each_shift_proved : yun2020_g2_each_shift.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. destruct (offset 1 d n m X S j Hj) as [E Hx].
  after_layers d n m X ((j - 1) * D d m + (at_ (column_ids d m X) j + 1)) R.
  { eapply reads_partial_floor; [lia .. | exact HX | whole | ids; rewrite E; ring | nia]. }
  apply (same_list_listed d n m _ _ _ ltac:(lia) R). intros k Hk. eapply units_is.
  - apply units_over_m; [lia |]. apply whole_if; whole.
  - ids. rewrite (after_shift 1 d n m X S) by lia. rewrite (display 1 d n m X S) by lia. reflexivity.
Qed.

(** What the display says of l~_1, ..., l~_j and l_(j+1), ..., l_n, after the j-th shift. *)
Theorem yun2020_g2_new_maximum_proved : yun2020_g2_new_maximum.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. eapply whole_eq; [whole | |].
  - apply (whole_greatest _ _ _ (fun k => if k <=? j then at_ (display_of 1 d m X) k else at_ (ids_of 1 d m X) k)).
    intros k Hk. apply whole_if; [| eapply whole_is; [whole | now ids]].
    eapply whole_is; [whole |]. ids. rewrite (display 1 d n m X S) by lia. reflexivity.
  - ids. rewrite <- (display 1 d n m X S) by lia. symmetry. rewrite (greatest_of_range _ _ j); [| lia |].
    + now rewrite Z.leb_refl.
    + intros i Hi. rewrite Z.leb_refl. destruct (Z.leb_spec i j) as [H | H].
      * destruct (Z.eq_dec i j) as [-> | Hne]; [lia |]. pose proof (display_increases 1 d n m X S i j). lia.
      * pose proof (below_display 1 d n m X S i j). lia.
Qed.

Theorem yun2020_g2_new_minimum_proved : yun2020_g2_new_minimum.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. eapply whole_eq; [whole | |].
  - apply (whole_least _ _ _ (fun k => if k <=? j then at_ (display_of 1 d m X) k else at_ (ids_of 1 d m X) k)).
    intros k Hk. apply whole_if; [| eapply whole_is; [whole | now ids]].
    eapply whole_is; [whole |]. ids. rewrite (display 1 d n m X S) by lia. reflexivity.
  - ids. symmetry. rewrite (least_of_range _ _ (j + 1)); [| lia |].
    + destruct (Z.leb_spec (j + 1) j); [lia | reflexivity].
    + intros i Hi. destruct (Z.leb_spec (j + 1) j); [lia |]. destruct (Z.leb_spec i j) as [H' | H'].
      * pose proof (below_display 1 d n m X S (j + 1) i). lia.
      * destruct (Z.eq_dec i (j + 1)) as [-> | Hne]; [lia |]. pose proof (increasing 1 d n m X S (j + 1) i). lia.
Qed.

(** ** After the sweep *)

(** What [Numbers] says of l~_1, ..., l~_n and of the output. *)
Section Swept.
  Variables d n m : nat.
  Variable X : point.
  Hypothesis S : setting (id_spacing 1 d m) (m ^ d) n (Z.of_nat (1 * m)) (column_ids d m X).

  Let y := swept_of 1 d n m X.
  Let last := Z.of_nat n.
  Let c := last * Z.of_nat m * D d m ^ (last + 1).

  Lemma gain_is : Z.of_nat (1 * m) * last * Z.of_nat (m ^ d) ^ (last + 1) = c.
  Proof. unfold c. rewrite Nat.mul_1_l. change (Z.of_nat (m ^ d)) with (D d m). ring. Qed.

  Lemma swept_last : at_ y last = at_ (display_of 1 d m X) last.
  Proof. exact (y_last _ _ _ _ _ S). Qed.

  Lemma swept_once : ~ exceptional (id_spacing 1 d m) (m ^ d) n (column_ids d m X) -> y = display_of 1 d m X.
  Proof. exact (y_once _ _ _ _ _ S). Qed.

  Lemma swept_bounds : forall j, 1 <= j <= last -> 0 < at_ y j <= greatest y.
  Proof. exact (y_bounds _ _ _ _ _ S). Qed.

  Lemma swept_below : greatest y < c.
  Proof. rewrite <- gain_is. exact (y_below _ _ _ _ _ S). Qed.

  Lemma output_is : forall j, 1 <= j <= last -> at_ (output_of 1 d n m X) j = at_ y j + c * greatest y.
  Proof. rewrite <- gain_is. exact (z_is _ _ _ _ _ S). Qed.

  Lemma greatest_swept : greatest (map (fun k => at_ y k) (range 1 last)) = greatest y.
  Proof. exact (greatest_y _ _ _ _ _ S). Qed.

  Lemma swept_count : length y = n.
  Proof. exact (y_length _ _ _ _ _ S). Qed.

  Lemma output_count : length (output_of 1 d n m X) = n.
  Proof. exact (z_length _ _ _ _ _ S). Qed.
End Swept.

Lemma both_iff : forall P P' R R' : Prop, (P <-> P') -> (R <-> R') -> (P /\ R <-> P' /\ R').
Proof. tauto. Qed.

Lemma each_iff : forall lo hi (P P' : Z -> Prop), (forall j, lo <= j <= hi -> P j <-> P' j) ->
  (forall j, lo <= j <= hi -> P j) <-> (forall j, lo <= j <= hi -> P' j).
Proof. intros lo hi P P' H. split; intros A j Hj; apply H; auto. Qed.

Theorem yun2020_g2_once_repaired_proved : yun2020_g2_once_repaired.
Proof.
  parameters. corner_point 1%nat X.
  set (once := forall j, 1 <= j <= Z.of_nat n -> _). set (exception := (_ /\ _) /\ _).
  set (is_exceptional := exceptional (id_spacing 1 d m) (m ^ d) n (column_ids d m X)).
  assert (E : exception <-> is_exceptional).
  { unfold is_exceptional. rewrite exception_is by (auto; lia). unfold exception.
    eapply iff_trans; [eapply both_iff; [eapply both_iff; [apply iff_refl |] |]; eapply whole_eq; whole |]. ids. lia. }
  assert (O : once <-> forall j, 1 <= j <= Z.of_nat n -> at_ (swept_of 1 d n m X) j = at_ (display_of 1 d m X) j).
  { apply each_iff. intros j Hj. eapply iff_trans; [eapply whole_eq; whole |]. ids.
    now rewrite (display 1 d n m X S) by lia. }
  rewrite O, E. destruct (exceptional_dec (id_spacing 1 d m) (m ^ d) n (column_ids d m X)) as [yes | no].
  - right. split; [| exact yes]. intros H. specialize (H 1 ltac:(lia)).
    destruct (y_exception _ _ _ _ _ S yes) as [E1 E2]. change (Z.of_nat (m ^ d)) with (D d m) in *.
    change (at_ (swept_of 1 d n m X) 1 = 2 * D d m - 1 + D d m * (D d m - 1) ^ 2) in E1.
    change (at_ (display_of 1 d m X) 1 = 2 * D d m - 1) in E2. nia.
  - left. split; [| exact no]. intros j Hj. now rewrite (swept_once d n m X S no).
Qed.

Theorem yun2020_g2_sweep_increases_repaired_proved : yun2020_g2_sweep_increases_repaired.
Proof.
  parameters. corner_point 2%nat X. intros j Hj. to_Z. ids. unfold swept_of. rewrite (y_once _ _ _ _ _ S).
  - apply (t_increases _ _ _ _ _ S); lia.
  - intros (_ & E & _). destruct (id_spacing_at_least 2 d m ltac:(lia) ltac:(lia) ltac:(lia)) as [_ only].
    specialize (only E). lia.
Qed.

Theorem yun2020_g2_closed_form_proved : yun2020_g2_closed_form.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids. rewrite (swept_last d n m X S). apply (display 1 d n m X S). lia.
Qed.

Lemma swept_one_to_one : forall d n m X X', (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  G_delta d n m X -> G_delta d n m X' ->
  (at_ (swept_of 1 d n m X) (Z.of_nat n) = at_ (swept_of 1 d n m X') (Z.of_nat n) -> X = X') /\
  (greatest (swept_of 1 d n m X) = greatest (swept_of 1 d n m X') -> X = X').
Proof.
  intros d n m X X' Hd Hn Hm HX HX'.
  destruct (point_setting 1 d n m ltac:(lia) Hd Hn Hm X HX) as [two_N N_W two_n _ _ corner].
  destruct (point_setting 1 d n m ltac:(lia) Hd Hn Hm X' HX') as [_ _ _ _ _ corner'].
  rewrite !at_nat. split; intros E; apply (AppendixGNetwork.same_ids d n m); auto.
  - exact (last_one_to_one _ _ _ two_N N_W two_n _ _ corner corner' E).
  - exact (greatest_one_to_one _ _ _ two_N N_W two_n _ _ corner corner' E).
Qed.

Ltac two_points :=
  let X := fresh "X" in let X' := fresh "X'" in let HX := fresh in let HX' := fresh in let Hne := fresh "Hne" in
  intros X X' (HX & HX' & Hne); revert X HX X' HX' Hne; corner_point 1%nat X; corner_point 1%nat X'; intros Hne.

Theorem yun2020_g2_one_to_one_proved : yun2020_g2_one_to_one.
Proof.
  parameters. two_points.
  eapply (distinct_whole _ [_; _]); [repeat constructor; whole |]. ids. apply StepsCategory1.different_pair.
  intros E. apply Hne. revert E. apply (swept_one_to_one d n m); auto; lia.
Qed.

(** *** The bounds *)

Theorem yun2020_g2_bound_by_the_ends_proved : yun2020_g2_bound_by_the_ends.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids. set (l := ids_of 1 d m X) in *.
  enough (E : total_Z 1 (Z.of_nat n - 1) (fun k => D d m ^ k * (at_ l (Z.of_nat n - k) - at_ l (Z.of_nat n - k + 1))) <=
    total_Z 1 (Z.of_nat n - 1) (fun k => D d m * (at_ l (Z.of_nat n - k) - at_ l (Z.of_nat n - k + 1)))).
  { rewrite total_Z_scale, StepsCategory1.telescope in E by lia.
    replace (Z.of_nat n - (Z.of_nat n - 1)) with 1 in E by lia. lia. }
  apply total_Z_le. intros k Hk.
  pose proof (increasing 1 d n m X S (Z.of_nat n - k) (Z.of_nat n - k + 1) ltac:(lia) ltac:(lia)) as H. fold l in H.
  assert (D d m ^ 1 <= D d m ^ k) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *. nia.
Qed.

Theorem yun2020_g2_bound_by_the_range_proved : yun2020_g2_bound_by_the_range.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids.
  destruct (offset 1 d n m X S (Z.of_nat n) ltac:(lia)) as [E Hx].
  destruct (offset 1 d n m X S 1 ltac:(lia)) as [E1 Hx1].
  pose proof (wide _ _ _ _ _ S). set (w := Z.of_nat (id_spacing 1 d m)) in *.
  assert (D d m ^ 1 <= D d m ^ Z.of_nat n) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *.
  set (a := at_ _ 1) in *. set (b := at_ _ (Z.of_nat n)) in *. set (P := D d m ^ Z.of_nat n) in *.
  set (T := (Z.of_nat n - 1) * w + D d m - 1). assert (b <= T) by (unfold T; lia). assert (0 <= a) by lia.
  assert ((P - D d m) * (b - a) <= (P - D d m) * T) by (apply Z.mul_le_mono_nonneg_l; lia). nia.
Qed.

Lemma whole_quotient : forall m a b s, b <> 0 -> m * a = b * s ->
  whole (inject_Z m * (inject_Z a / inject_Z b)) s.
Proof.
  intros m a b s Hb E. unfold whole.
  assert (Hb' : ~ (inject_Z b == 0)%Q) by (change 0%Q with (inject_Z 0); now rewrite inject_Z_injective).
  apply (Qmult_inj_l _ _ (inject_Z b) Hb'). rewrite <- inject_Z_mult, <- E, inject_Z_mult.
  transitivity (inject_Z m * (inject_Z b * (inject_Z a / inject_Z b)))%Q; [ring |].
  now rewrite Qmult_div_r.
Qed.

(** n - 1 times (delta^-d - 1) / (delta^-1 - 1), in units of delta. *)
Lemma sum_is : forall d n m, (2 <= m)%nat -> whole (inject_Z (Z.of_nat m) *
  (inject_Z ((Z.of_nat n - 1) * (D d m - 1)) / inject_Z (Z.of_nat m - 1)))
  ((Z.of_nat n - 1) * Z.of_nat (id_spacing 1 d m)).
Proof.
  intros d n m Hm. pose proof (sigma_times d m ltac:(lia)). apply whole_quotient; [lia | nia].
Qed.

Theorem yun2020_g2_bound_summed_proved : yun2020_g2_bound_summed.
Proof.
  parameters. eapply whole_eq; [whole | |].
  - apply whole_mult; [whole |]. apply whole_minus; [apply whole_plus; [apply sum_is; lia | whole] | whole].
  - ring.
Qed.

Theorem yun2020_g2_bound_simplified_proved : yun2020_g2_bound_simplified.
Proof.
  parameters. eapply whole_le; [| whole |].
  - apply whole_mult; [whole |]. apply whole_minus; [apply whole_plus; [apply sum_is; lia | whole] | whole].
  - pose proof (two_to_D d m ltac:(lia) ltac:(lia)). pose proof (sigma_times d m ltac:(lia)).
    assert (D d m ^ 1 <= D d m ^ Z.of_nat n) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *.
    set (w := Z.of_nat (id_spacing 1 d m)) in *. assert (w <= Z.of_nat m * (D d m - 1)) by nia.
    rewrite <- Z.mul_assoc. apply Z.mul_le_mono_nonneg_l; [lia |]. nia.
Qed.

Theorem yun2020_g2_bound_final_proved : yun2020_g2_bound_final.
Proof.
  parameters. pose proof (two_to_D d m ltac:(lia) ltac:(lia)) as HK.
  assert (D d m ^ 1 <= D d m ^ Z.of_nat n) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *.
  rewrite StepsCategory1.power_up by lia. set (P := D d m ^ Z.of_nat n) in *. set (K := D d m) in *.
  assert (0 <= (P - K + 1) * (K - 1) < P * K) by nia.
  set (a := (P - K + 1) * (K - 1)) in *. set (b := P * K) in *.
  replace (Z.of_nat n * (K * P) * Z.of_nat m) with (b * (Z.of_nat n * Z.of_nat m)) by (unfold b; ring).
  assert (0 < Z.of_nat m * (Z.of_nat n - 1) + 1 <= Z.of_nat n * Z.of_nat m) by nia. nia.
Qed.

Lemma bound_is : forall n m P, n * P * m = n * m * P.
Proof. intros. ring. Qed.

Theorem yun2020_g2_upper_bound_of_all_proved : yun2020_g2_upper_bound_of_all.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. rewrite bound_is.
  pose proof (swept_bounds d n m X S j Hj). pose proof (swept_below d n m X S). lia.
Qed.

Theorem yun2020_g2_upper_bound_proved : yun2020_g2_upper_bound.
Proof.
  intros d n m Hd H1 Hm Hn H2 D u X HX swept.
  apply (yun2020_g2_upper_bound_of_all_proved d n m Hd H1 Hm Hn H2 X HX). lia.
Qed.

Theorem yun2020_g2_swept_positive_proved : yun2020_g2_swept_positive.
Proof. parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. apply (swept_bounds d n m X S j Hj). Qed.

(** ** After the last layer *)

Theorem yun2020_g2_last_shift_repaired_proved : yun2020_g2_last_shift_repaired.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. rewrite (greatest_swept d n m X S).
  apply (output_is d n m X S j Hj).
Qed.

Theorem yun2020_g2_in_its_interval_repaired_proved : yun2020_g2_in_its_interval_repaired.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. pose proof (swept_bounds d n m X S j Hj).
  pose proof (swept_below d n m X S).
  split; to_Z; ids; rewrite (greatest_swept d n m X S), (output_is d n m X S j Hj); [lia |].
  rewrite (bound_is (Z.of_nat n) (D d m ^ (Z.of_nat n + 1))). lia.
Qed.

Theorem yun2020_g2_intervals_disjoint_repaired_proved : yun2020_g2_intervals_disjoint_repaired.
Proof.
  parameters. two_points. apply apart_pair. eapply whole_le; [whole | apply whole_abs; whole |]. ids.
  rewrite !greatest_swept, bound_is, <- Z.mul_sub_distr_l, Z.abs_mul by assumption.
  set (a := greatest _). set (b := greatest _).
  assert (a <> b) by (intros E; apply Hne; revert E; apply (swept_one_to_one d n m); auto; lia).
  set (c := _ * _ ^ _). nia.
Qed.

Lemma output_whole : forall d n m X, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  Forall2 whole (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) * item (row_of (reading_vector d m)
    (run (g2_g_c 1 d n m) (encoded (positions 1 d n) (in_unit_1 m X)))) j)%Q) (output_of 1 d n m X).
Proof.
  intros d n m X Hd Hn Hm. revert X. corner_point 1%nat X. apply whole_listed; [now apply output_count |].
  intros j Hj. eapply whole_is; [whole | now ids].
Qed.

Lemma output_distinct : forall d n m X, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  NoDup (output_of 1 d n m X).
Proof.
  intros d n m X Hd Hn Hm HX. destruct (point_setting 1 d n m ltac:(lia) Hd Hn Hm X HX). now apply entries_distinct.
Qed.

Theorem yun2020_g2_entries_distinct_proved : yun2020_g2_entries_distinct.
Proof.
  parameters. intros X HX. eapply distinct_whole; [apply output_whole | apply output_distinct]; auto; lia.
Qed.

Theorem yun2020_g2_contexts_distinct_proved : yun2020_g2_contexts_distinct.
Proof.
  parameters. intros X X' (HX & HX' & Hne). eapply distinct_whole.
  - apply Forall2_app; apply output_whole; auto; lia.
  - apply NoDup_app_of; [apply output_distinct; auto; lia .. |]. intros v Hv Hv'. apply Hne.
    destruct (point_setting 1 d n m ltac:(lia) Hd ltac:(lia) Hm X HX) as [two_N N_W two_n one_A W_at_most corner].
    destruct (point_setting 1 d n m ltac:(lia) Hd ltac:(lia) Hm X' HX') as [_ _ _ _ _ corner'].
    apply (AppendixGNetwork.same_ids d n m); auto.
    exact (contexts_distinct _ _ _ two_N N_W two_n _ one_A W_at_most _ _ v corner corner' Hv Hv').
Qed.

(** ** What is wrong at d = 1, n = 2 and delta = 1/2 *)

(** L = [1 - delta, 1]. *)
Definition exception : point := [[1]; [0]].

Lemma exception_in : G_delta 1 2 2 exception.
Proof. exact (proj1 (AppendixGNetwork.the_exception 2 ltac:(lia))). Qed.

(** L = [0, 1]. *)
Lemma zeros : G_delta 1 2 2 [[0]; [0]].
Proof. repeat constructor; lia. Qed.

(** L = [1 - delta, 2 - delta]. *)
Lemma ones : G_delta 1 2 2 [[1]; [1]].
Proof. repeat constructor; lia. Qed.

Ltac at_one_half H :=
  specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)); cbv zeta in H;
  rewrite ?u_is, ?D_is in H.

Lemma not_equal : forall a b x y, whole a x -> whole b y -> x <> y -> ~ (a == b)%Q.
Proof. intros a b x y Ha Hb H E. now apply (whole_eq a b x y Ha Hb) in E. Qed.

Lemma not_less : forall a b x y, whole a x -> whole b y -> ~ x < y -> ~ (a < b)%Q.
Proof. intros a b x y Ha Hb H E. now apply (whole_lt a b x y Ha Hb) in E. Qed.

Lemma not_at_most : forall a b x y, whole a x -> whole b y -> ~ x <= y -> ~ (a <= b)%Q.
Proof. intros a b x y Ha Hb H E. now apply (whole_le a b x y Ha Hb) in E. Qed.

(** H is a wrong comparison, as the ids show. *)
Ltac wrong H :=
  revert H;
  lazymatch goal with
  | |- (?a == ?b)%Q -> False => change (~ (a == b)%Q); eapply not_equal; [whole | whole |]
  | |- (?a < Qabs ?b)%Q -> False =>
      change (~ (a < Qabs b)%Q); eapply not_less; [whole | apply whole_abs; whole |]
  | |- (?a < ?b)%Q -> False => change (~ (a < b)%Q); eapply not_less; [whole | whole |]
  | |- (?a <= ?b)%Q -> False => change (~ (a <= b)%Q); eapply not_at_most; [whole | whole |]
  end;
  ids; vm_compute; try discriminate.

(** A step at these parameters and at a point, in integers. *)
Ltac at_point H HX := known_point 1%nat HX; specialize (H _ HX).

(** The second column has the entry 1. *)
Theorem yun2020_g2_category1_entries_refuted : ~ yun2020_g2_category1_entries.
Proof.
  intros H. at_one_half H. specialize (H _ exception_in 1 ltac:(lia) 2 ltac:(lia)). destruct H as [_ H].
  vm_compute in H. now apply H.
Qed.

(** l_2 = 2 is not below delta^-d = 2, in units of delta. *)
Theorem yun2020_g2_first_shift_above_refuted : ~ yun2020_g2_first_shift_above.
Proof. intros H. at_one_half H. specialize (H _ exception_in). vm_compute in H. discriminate. Qed.

(** l~_1 = 5, after a second shift: the display has 3. *)
Theorem yun2020_g2_once_refuted : ~ yun2020_g2_once.
Proof.
  intros H. at_one_half H. pose proof exception_in as HX. at_point H HX. specialize (H 1 ltac:(lia)). wrong H.
Qed.

(** l~_1 = 5 and l~_2 = 4. *)
Theorem yun2020_g2_sweep_increases_refuted : ~ yun2020_g2_sweep_increases.
Proof.
  intros H. at_one_half H. pose proof exception_in as HX. at_point H HX. specialize (H 1 ltac:(lia)). wrong H.
Qed.

(** The last layer adds the multiple of l~_1 = 5, the greatest, and not of l~_2 = 4. *)
Theorem yun2020_g2_last_shift_refuted : ~ yun2020_g2_last_shift.
Proof.
  intros H. at_one_half H. pose proof exception_in as HX. at_point H HX. specialize (H 1 ltac:(lia)). wrong H.
Qed.

(** The interval of l~_2 = 4 ends before the outputs, which lie in that of 5. *)
Theorem yun2020_g2_in_its_interval_refuted : ~ yun2020_g2_in_its_interval.
Proof.
  intros H. at_one_half H. pose proof exception_in as HX. at_point H HX. specialize (H 1 ltac:(lia)).
  destruct H as [_ H]. wrong H. intros H. now apply H.
Qed.

(** l~_n is 6 for L = [0, 1] and 7 for L = [1 - delta, 2 - delta]: closed intervals touch. *)
Theorem yun2020_g2_intervals_disjoint_refuted : ~ yun2020_g2_intervals_disjoint.
Proof.
  intros H. at_one_half H. pose proof zeros as HX. pose proof ones as HX'.
  assert (Hne : ([[0]; [0]] : point) <> [[1]; [1]]) by discriminate.
  specialize (H [[0]; [0]] [[1]; [1]] (conj HX (conj HX' Hne))).
  cbv beta in H. cbn [app] in H.
  specialize (H 0%nat 1%nat). cbn [length nth] in H. specialize (H ltac:(lia) ltac:(lia) ltac:(lia)).
  known_point 1%nat HX. known_point 1%nat HX'. wrong H.
Qed.
