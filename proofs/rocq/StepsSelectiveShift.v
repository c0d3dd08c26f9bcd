(** * StepsSelectiveShift: psi and Psi, under each tie rule, App. E.3

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters. *)

From Coq Require Import ZArith QArith Qround List Lia Lqa.
From Exactua Require Import Transformers Grids Ids Statements Terms TieRules Hardmax Simulation Grid.
From Exactua Require Import Exported StepTools StepsCategory1.
From Exactua Require Sweeps StepsSweep.
Import ListNotations.
Open Scope Q_scope.

(** ** Weights *)

Lemma dot_zeros : forall a k, dot a (repeat 0 k) == 0.
Proof. induction a as [| x a IH]; intros [| k]; simpl; try reflexivity. rewrite IH. ring. Qed.

Lemma dot_app : forall a b a' b', length a = length b -> dot (a ++ a') (b ++ b') == dot a b + dot a' b'.
Proof.
  induction a as [| x a IH]; intros [| y b] a' b' E; simpl in E |- *; try discriminate; [ring |].
  rewrite IH by lia. ring.
Qed.

Lemma dot_rev : forall a b, length a = length b -> dot (rev a) (rev b) == dot a b.
Proof.
  induction a as [| x a IH]; intros [| y b] E; simpl in E |- *; try discriminate; [reflexivity |].
  rewrite dot_app by (rewrite !rev_length; lia). rewrite IH by lia. simpl. ring.
Qed.

Lemma first_of_length : forall top a, length (first_of top a) = length a.
Proof.
  intros top. induction a as [| x a IH]; simpl; [reflexivity |].
  destruct (Qeq_bool x top); simpl; [now rewrite repeat_length | now rewrite IH].
Qed.

Lemma first_of_selects : forall top scores values v, Exists (Qeq top) scores -> length values = length scores ->
  Forall2 (fun value score => score == top -> value == v) values scores -> dot values (first_of top scores) == v.
Proof.
  intros top. induction scores as [| s scores IH]; intros values v some lengths same; [inversion some |].
  inversion same as [| value ? values' ? here rest]; subst. simpl in lengths |- *.
  destruct (Qeq_bool s top) eqn:T; simpl.
  - rewrite dot_zeros, here by now apply Qeq_bool_iff. ring.
  - rewrite IH with (v := v); [ring | | lia | exact rest].
    inversion some as [? ? E | ? ? E]; subst; [| exact E].
    exfalso. apply Qeq_sym, Qeq_bool_iff in E. congruence.
Qed.

Lemma Forall2_reversed : forall A B (R : A -> B -> Prop) a b, Forall2 R a b -> Forall2 R (rev a) (rev b).
Proof. intros A B R a b H. induction H; simpl; [constructor | apply Forall2_app; auto]. Qed.

(** Whatever the rule: where the values at all greatest scores equal v, the sum of the values with the weights is v. *)
Lemma hardmax_by_selects : forall ties scores values v, scores <> [] -> length values = length scores ->
  Forall2 (fun value score => score == maximum scores -> value == v) values scores ->
  dot values (hardmax_by ties scores) == v.
Proof.
  intros ties scores values v nonempty lengths same. pose proof (maximum_attained scores nonempty) as some.
  destruct ties; cbn [hardmax_by].
  - now apply hardmax_selects.
  - now apply first_of_selects.
  - rewrite <- (rev_involutive values), dot_rev by (rewrite rev_length, first_of_length, rev_length; exact lengths).
    apply first_of_selects; [| now rewrite !rev_length | now apply Forall2_reversed].
    apply Exists_exists in some as (s & inside & E). apply Exists_exists. exists s. split; [| exact E].
    now apply -> in_rev.
Qed.

(** ** What a head psi gives at a column *)

Definition selected_by (ties : tie_rule) (d m : nat) (b : Q) (Z : matrix) (z : vector) : Q :=
  let ids := row_of (reading_vector d m) Z in
  dot ids (hardmax_by ties (map (fun key => key * (dot (reading_vector d m) z + - b)) ids)).

Lemma attend_psi_by : forall ties d m b gain Z z,
  Forall2 Qeq (attend_by ties (psi d m b gain) Z z) (first_unit d (gain * selected_by ties d m b Z z)).
Proof.
  intros ties d m b gain Z z. unfold attend_by, psi, selected_by, first_unit, scale. cbn [W_O W_V W_K W_Q b_Q map].
  constructor; [apply Qmult_comm |]. induction (d - 1)%nat; simpl; constructor; [ring | assumption].
Qed.

Lemma selected_above_by : forall ties d m b Z z highest,
  greatest_of (row_of (reading_vector d m) Z) highest -> b < dot (reading_vector d m) z ->
  selected_by ties d m b Z z == highest.
Proof.
  intros ties d m b Z z highest greatest above. unfold selected_by. set (keys := row_of (reading_vector d m) Z) in *.
  set (factor := dot (reading_vector d m) z + - b). assert (positive : 0 < factor) by (unfold factor; lra).
  apply hardmax_by_selects.
  - destruct greatest as [attained _]. destruct attained; discriminate.
  - now rewrite map_length.
  - rewrite <- (map_id keys) at 1. apply Forall2_map_same. intros key _ top.
    rewrite (greatest_key keys factor highest positive greatest) in top. apply Qmult_inj_r in top; [exact top | lra].
Qed.

Lemma selected_below_by : forall ties d m b Z z lowest,
  least_of (row_of (reading_vector d m) Z) lowest -> dot (reading_vector d m) z < b ->
  selected_by ties d m b Z z == lowest.
Proof.
  intros ties d m b Z z lowest least below. unfold selected_by. set (keys := row_of (reading_vector d m) Z) in *.
  set (factor := dot (reading_vector d m) z + - b). assert (negative : factor < 0) by (unfold factor; lra).
  apply hardmax_by_selects.
  - destruct least as [attained _]. destruct attained; discriminate.
  - now rewrite map_length.
  - rewrite <- (map_id keys) at 1. apply Forall2_map_same. intros key _ top.
    rewrite (least_key keys factor lowest negative least) in top. apply Qmult_inj_r in top; [exact top | lra].
Qed.

(** *** At the threshold all scores are 0 *)

Definition sum (a : vector) : Q := fold_right Qplus 0 a.

Lemma dot_constant : forall (A : Type) w values (scores : list A), length values = length scores ->
  dot values (map (fun _ => w) scores) == w * sum values.
Proof.
  intros A w. induction values as [| v values IH]; intros [| s scores] E; simpl in E |- *; try discriminate; [ring |].
  rewrite IH by lia. ring.
Qed.

Lemma ties_of_zeros : forall a, a <> [] -> Forall (Qeq 0) a ->
  forall x, In x a -> Qeq_bool x (maximum a) = true.
Proof.
  intros a nonempty zeros x inside. apply Qeq_bool_iff. rewrite Forall_forall in zeros.
  destruct (proj1 (Exists_exists _ _) (maximum_attained a nonempty)) as (y & Hy & E).
  rewrite E, <- (zeros y Hy), <- (zeros x inside). reflexivity.
Qed.

Lemma average_of_zeros : forall scores values, scores <> [] -> Forall (Qeq 0) scores -> length values = length scores ->
  dot values (hardmax_by average scores) == sum values / of_nat (length scores).
Proof.
  intros scores values nonempty zeros lengths. pose proof (ties_of_zeros scores nonempty zeros) as T.
  cbn [hardmax_by]. unfold hardmax.
  assert (O : occurrences (maximum scores) scores = length scores).
  { unfold occurrences. rewrite (filter_ext_in _ (fun _ => true)); [| intros x Hx; rewrite Qeq_bool_swap; now apply T].
    f_equal. clear. induction scores; simpl; congruence. }
  rewrite O, (map_ext_in _ (fun _ => 1 / of_nat (length scores))) by (intros x Hx; now rewrite T).
  rewrite dot_constant by exact lengths. unfold Qdiv. ring.
Qed.

Lemma leftmost_of_zeros : forall scores values, scores <> [] -> Forall (Qeq 0) scores ->
  length values = length scores -> dot values (hardmax_by leftmost scores) == nth 0 values 0.
Proof.
  intros scores values nonempty zeros lengths. pose proof (ties_of_zeros scores nonempty zeros) as T. cbn [hardmax_by].
  destruct scores as [| s scores], values as [| v values]; try discriminate; [contradiction |].
  change (first_of (maximum (s :: scores)) (s :: scores)) with (if Qeq_bool s (maximum (s :: scores))
    then 1 :: repeat 0 (length scores) else 0 :: first_of (maximum (s :: scores)) scores).
  rewrite T by now left. cbn [dot nth]. rewrite dot_zeros. ring.
Qed.

Lemma rightmost_of_zeros : forall scores values, scores <> [] -> Forall (Qeq 0) scores ->
  length values = length scores -> dot values (hardmax_by rightmost scores) == nth (length values - 1) values 0.
Proof.
  intros scores values nonempty zeros lengths. pose proof (ties_of_zeros scores nonempty zeros) as T. cbn [hardmax_by].
  rewrite <- (rev_involutive values) at 1.
  rewrite dot_rev by (rewrite rev_length, first_of_length, rev_length; exact lengths).
  assert (E : nth (length values - 1) values 0 = nth 0 (rev values) 0).
  { rewrite rev_nth by (destruct scores, values; try discriminate; [contradiction | simpl; lia]). f_equal. }
  rewrite E. assert (T' : forall x, In x (rev scores) -> Qeq_bool x (maximum scores) = true)
    by (intros x Hx; apply T; now apply in_rev).
  assert (lengths' : length (rev values) = length (rev scores)) by now rewrite !rev_length.
  destruct (rev scores) as [| s a]; [destruct (rev values); [reflexivity | discriminate] |].
  destruct (rev values) as [| v b]; [discriminate |]. cbn [first_of]. rewrite T' by now left. cbn [dot nth].
  rewrite dot_zeros. ring.
Qed.

(** ** Entries after one layer *)

Lemma add_first_entries : forall d z z' c, (1 <= d)%nat -> length z = d -> Forall2 Qeq z' (add z (first_unit d c)) ->
  item z' 1 == item z 1 + c /\ forall i, (2 <= i)%Z -> item z' i == item z i.
Proof.
  intros d z z' c Hd Hz H. pose proof (Forall2_Qeq_trans _ _ _ H (add_first_unit d z c Hz)) as E.
  destruct z as [| x rest]; [simpl in Hz; lia |]. split; [exact (nth_respects _ _ 0 E) |]. intros i Hi.
  pose proof (nth_respects _ _ (Z.to_nat (i - 1)) E) as F. unfold item.
  replace (Z.to_nat (i - 1)) with (S (Z.to_nat (i - 2))) in F |- * by lia. exact F.
Qed.

Lemma column_of_layer : forall ties N k l X j, nth_error N (Z.to_nat (k - 1)) = Some l ->
  (1 <= j <= Z.of_nat (length X))%Z ->
  nth (Z.to_nat (j - 1)) (layer_alone_by ties N k X) [] = column_after_by ties l X (nth (Z.to_nat (j - 1)) X []).
Proof.
  intros ties N k l X j E Hj. unfold layer_alone_by. rewrite E. unfold apply_layer_by.
  rewrite (nth_indep _ [] (column_after_by ties l X [])) by (rewrite map_length; lia). now rewrite map_nth.
Qed.

Lemma nth_error_seq_0 : forall p k, (p < k)%nat -> nth_error (seq 0 k) p = Some p.
Proof. intros p k H. rewrite (nth_error_nth' _ 0%nat) by (now rewrite seq_length). now rewrite seq_nth. Qed.

Lemma psi_layer_number : forall d m k, (1 <= k <= 2 * D d m + 6)%Z ->
  nth_error (psi_layers d m) (Z.to_nat (k - 1)) = Some (Attention [psi d m (threshold m (Z.to_nat (k - 1))) 1]).
Proof.
  intros d m k Hk. unfold psi_layers.
  apply (map_nth_error (fun k => Attention [psi d m (threshold m k) 1])), nth_error_seq_0. unfold D in Hk. lia.
Qed.

Lemma nth_error_blocks : forall (A : Type) (f : nat -> list A) c N s k i, (forall k, length (f k) = c) ->
  (k < N)%nat -> (i < c)%nat -> nth_error (flat_map f (seq s N)) (k * c + i) = nth_error (f (s + k)%nat) i.
Proof.
  intros A f c N. induction N as [| N IH]; intros s k i Hc Hk Hi; [lia |]. cbn [seq flat_map].
  destruct k as [| k].
  - rewrite nth_error_app1 by (rewrite Hc; lia). now rewrite Nat.add_0_r.
  - rewrite nth_error_app2 by (rewrite Hc; lia). rewrite Hc. replace (S k * c + i - c)%nat with (k * c + i)%nat by lia.
    rewrite IH by (assumption || lia). f_equal. f_equal. lia.
Qed.

Lemma Psi_layer_number : forall d m k w, (1 <= k <= 2 * D d m + 3)%Z -> (1 <= w <= 3)%Z ->
  nth_error (Psi_layers d m) (Z.to_nat ((k - 1) * 3 + w - 1)) =
  Some (Attention (Psi d m (threshold m (Z.to_nat (k - 1))) (threshold m (Z.to_nat (k + w - 1))) 1)).
Proof.
  intros d m k w Hk Hw. unfold Psi_layers.
  replace (Z.to_nat ((k - 1) * 3 + w - 1)) with (Z.to_nat (k - 1) * 3 + Z.to_nat (w - 1))%nat by lia.
  rewrite nth_error_blocks by (intros; rewrite ?map_length, ?seq_length; unfold D in Hk; reflexivity || lia).
  rewrite Nat.add_0_l. replace (Z.to_nat (k + w - 1)) with (Z.to_nat (k - 1) + Z.to_nat w)%nat by lia.
  apply (map_nth_error (fun w => Attention (Psi d m (threshold m (Z.to_nat (k - 1)))
    (threshold m (Z.to_nat (k - 1) + w)) 1))).
  rewrite (nth_error_nth' _ 0%nat) by (rewrite seq_length; lia). rewrite seq_nth by lia. f_equal. lia.
Qed.

(** *** On a point L of G+_delta *)

Section Point.
  Variables (d n m : nat) (L : point) (ties : tie_rule).
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hn : (1 <= n)%nat.
  Hypothesis Hm : (1 <= m)%nat.
  Hypothesis HS : of_shape d n L.

  Let X := in_unit_1 m L.
  Let x := column_ids d m L.
  Let z j := nth (Z.to_nat (j - 1)) X [].
  Let selected k j := selected_by ties d m (threshold m (Z.to_nat (k - 1))) X (z j).

  Lemma X_columns : length X = n.
  Proof. unfold X, in_unit_1. rewrite map_length. apply HS. Qed.

  Lemma x_columns : length x = n.
  Proof. unfold x, column_ids. rewrite map_length. apply HS. Qed.

  Lemma z_length : forall j, (1 <= j <= Z.of_nat n)%Z -> length (z j) = d.
  Proof.
    intros j Hj. unfold z, X, in_unit_1. pose proof (column_length d n L j HS Hj) as Hc.
    rewrite (nth_indep _ [] (map (fun k => inject_Z k * delta m) [])) by (rewrite map_length;
      destruct HS as [E _]; unfold column in E; lia).
    rewrite (map_nth (map (fun k => inject_Z k * delta m))), map_length. exact Hc.
  Qed.

  Lemma id_of_z : forall j, dot (reading_vector d m) (z j) = item (row_of (reading_vector d m) X) j.
  Proof.
    intros j. unfold z, item, row_of.
    replace 0 with (dot (reading_vector d m) []) by now destruct (reading_vector d m).
    now rewrite (map_nth (dot (reading_vector d m))).
  Qed.

  Lemma psi_entries : forall k j, (1 <= k <= 2 * D d m + 6)%Z -> (1 <= j <= Z.of_nat n)%Z ->
    let Y := layer_alone_by ties (psi_layers d m) k X in
    entry Y 1 j == entry X 1 j + selected k j /\ forall i, (2 <= i)%Z -> entry Y i j == entry X i j.
  Proof.
    intros k j Hk Hj. cbv zeta. unfold entry.
    rewrite (column_of_layer ties _ k _ X j (psi_layer_number d m k Hk)) by (rewrite X_columns; exact Hj). fold (z j).
    apply (add_first_entries d); [exact Hd | now apply z_length |]. cbn [column_after_by fold_left].
    apply add_respects; [apply Forall2_Qeq_refl |]. eapply Forall2_Qeq_trans; [apply attend_psi_by |].
    apply first_unit_respects. unfold selected. ring.
  Qed.

  Lemma Psi_entries : forall k w j, (1 <= k <= 2 * D d m + 3)%Z -> (1 <= w <= 3)%Z -> (1 <= j <= Z.of_nat n)%Z ->
    let Y := layer_alone_by ties (Psi_layers d m) ((k - 1) * 3 + w) X in
    entry Y 1 j == entry X 1 j + (selected k j - selected (k + w) j) /\
    forall i, (2 <= i)%Z -> entry Y i j == entry X i j.
  Proof.
    intros k w j Hk Hw Hj. cbv zeta. unfold entry.
    rewrite (column_of_layer ties _ _ _ X j (Psi_layer_number d m k w Hk Hw)) by (rewrite X_columns; exact Hj).
    fold (z j). apply (add_first_entries d); [exact Hd | now apply z_length |]. cbn [column_after_by Psi fold_left].
    eapply Forall2_Qeq_trans.
    - apply add_respects; [apply add_respects; [apply Forall2_Qeq_refl | apply attend_psi_by] | apply attend_psi_by].
    - eapply Forall2_Qeq_trans; [apply add_first_units; now apply z_length |].
      apply add_respects; [apply Forall2_Qeq_refl |]. apply first_unit_respects. unfold selected. ring.
  Qed.

  (** In units of delta: the ids, the thresholds, and what is selected. *)
  Lemma id_units : forall j, (1 <= j <= Z.of_nat n)%Z ->
    inject_Z (Z.of_nat m) * item (row_of (reading_vector d m) X) j == inject_Z (at_ x j).
  Proof. intros j Hj. apply (units_row_item d n m); [exact Hm | now apply reads_point | exact Hj]. Qed.

  Lemma threshold_units : forall k, (1 <= k)%Z ->
    inject_Z (Z.of_nat m) * threshold m (Z.to_nat (k - 1)) == inject_Z (k - 3) / 2.
  Proof.
    intros k Hk. unfold threshold, of_nat. rewrite Z2Nat.id by lia. pose proof (m_delta m Hm) as M.
    transitivity ((inject_Z (k - 1) / 2 - 1) * (inject_Z (Z.of_nat m) * delta m)); [field |]. rewrite M.
    unfold Z.sub. rewrite !inject_Z_plus. change (inject_Z (- (1))) with (- (1)).
    change (inject_Z (- (3))) with (- (3)).
    field.
  Qed.

  Lemma nonempty_point : L <> [].
  Proof. intros E. destruct HS as [H _]. rewrite E in H. simpl in H. lia. Qed.

  Lemma selected_above : forall k j, (1 <= k)%Z -> (1 <= j <= Z.of_nat n)%Z ->
    inject_Z (k - 3) / 2 < inject_Z (at_ x j) ->
    inject_Z (Z.of_nat m) * selected k j == inject_Z (greatest x).
  Proof.
    intros k j Hk Hj H. unfold selected.
    rewrite (selected_above_by ties d m _ X (z j) _ (greatest_id d m L Hm nonempty_point)).
    - transitivity (inject_Z (greatest x) * (inject_Z (Z.of_nat m) * delta m)); [unfold x;
      ring | rewrite (m_delta m Hm); ring].
    - rewrite id_of_z. apply (proj1 (proj2 (scaled m _ _ Hm))). now rewrite threshold_units, id_units.
  Qed.

  Lemma selected_below : forall k j, (1 <= k)%Z -> (1 <= j <= Z.of_nat n)%Z ->
    inject_Z (at_ x j) < inject_Z (k - 3) / 2 ->
    inject_Z (Z.of_nat m) * selected k j == inject_Z (least x).
  Proof.
    intros k j Hk Hj H. unfold selected.
    rewrite (selected_below_by ties d m _ X (z j) _ (least_id d m L Hm nonempty_point)).
    - transitivity (inject_Z (least x) * (inject_Z (Z.of_nat m) * delta m)); [unfold x;
      ring | rewrite (m_delta m Hm); ring].
    - rewrite id_of_z. apply (proj1 (proj2 (scaled m _ _ Hm))). now rewrite threshold_units, id_units.
  Qed.

  Lemma sum_of_ids : inject_Z (Z.of_nat m) * sum (row_of (reading_vector d m) X) == inject_Z (fold_right Z.add 0%Z x).
  Proof.
    pose proof (StepsSweep.row_units d n m X L Hm (reads_point d n m L HS)) as H. fold x in H. unfold sum.
    induction H as [| a k r ks A _ IH]; simpl; [ring |]. unfold units in A. rewrite inject_Z_plus, <- A, <- IH. ring.
  Qed.

  (** At the threshold: the mean of all ids, the first or the last one. *)
  Lemma selected_at : forall k j, (1 <= k)%Z -> (1 <= j <= Z.of_nat n)%Z ->
    inject_Z (at_ x j) == inject_Z (k - 3) / 2 ->
    inject_Z (Z.of_nat m) * selected k j == match ties with
      | average => inject_Z (fold_right Z.add 0%Z x) / inject_Z (Z.of_nat n)
      | leftmost => inject_Z (at_ x 1)
      | rightmost => inject_Z (at_ x (Z.of_nat n))
      end.
  Proof.
    intros k j Hk Hj H. unfold selected, selected_by. set (row := row_of (reading_vector d m) X).
    assert (row_length : length row = n) by (unfold row, row_of; now rewrite map_length, X_columns).
    assert (E : dot (reading_vector d m) (z j) + - threshold m (Z.to_nat (k - 1)) == 0).
    { enough (F : dot (reading_vector d m) (z j) == threshold m (Z.to_nat (k - 1))) by (rewrite F; ring).
      rewrite id_of_z. apply (proj2 (proj2 (scaled m _ _ Hm))). now rewrite threshold_units, id_units. }
    set (scores := map _ row).
    assert (nonempty : scores <> []).
    { intros F. apply (f_equal (@length Q)) in F. unfold scores in F. rewrite map_length, row_length in F.
    simpl in F. lia. }
    assert (zeros : Forall (Qeq 0) scores).
    { apply Forall_forall. intros s Hs. apply in_map_iff in Hs as (key & <- & _). rewrite E. ring. }
    assert (lengths : length row = length scores) by (unfold scores; now rewrite map_length).
    destruct ties.
    - rewrite (average_of_zeros scores row nonempty zeros lengths), <- lengths, row_length. unfold Qdiv.
      rewrite Qmult_assoc. unfold row. rewrite sum_of_ids. reflexivity.
    - rewrite (leftmost_of_zeros scores row nonempty zeros lengths). exact (id_units 1 ltac:(lia)).
    - rewrite (rightmost_of_zeros scores row nonempty zeros lengths), row_length.
      pose proof (id_units (Z.of_nat n) ltac:(lia)) as I. unfold item in I.
      replace (Z.to_nat (Z.of_nat n - 1)) with (n - 1)%nat in I by lia. exact I.
  Qed.
End Point.

Lemma sum_between : forall x a b, Forall (fun y => a <= y <= b)%Z x ->
  (Z.of_nat (length x) * a <= fold_right Z.add 0 x <= Z.of_nat (length x) * b)%Z.
Proof. intros x a b H. induction H; cbn [length fold_right]; [lia |]. rewrite Nat2Z.inj_succ. nia. Qed.

(** ** The steps *)

(** The parameters of a step, and a point of G+_delta. *)
Ltac shift_parameters := intros d n m ties Hd _ Hm Hn; cbv zeta; rewrite ?u_is, ?D_is.

Ltac shift_point L :=
  let HG := fresh "HG" in intros L HG;
  match type of HG with G_plus ?d ?n ?m _ =>
    let HS := fresh "HS" in pose proof (proj1 HG) as HS; pose proof (reads_point d n m L HS);
    let I := fresh "I" in
    assert (I : forall j, (1 <= j <= Z.of_nat n)%Z ->
      whole (item (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
        item (row_of (reading_vector d m) (in_unit_1 m L)) j)) j) (at_ (column_ids d m L) j))
      by (let j := fresh "j" in let Hj := fresh "Hj" in intros j Hj; whole);
    unfold whole in I
  end.

Lemma highest_is : forall d n m L, (1 <= m)%nat -> of_shape d n L ->
  greatest_over 1 (Z.of_nat n) (fun j => item (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
    item (row_of (reading_vector d m) (in_unit_1 m L)) j)) j) == inject_Z (greatest (column_ids d m L)).
Proof.
  intros d n m L Hm HS. pose proof (reads_point d n m L HS). rewrite <- (at_all (column_ids d m L) n) at 1.
  - change (whole (greatest_over 1 (Z.of_nat n) (fun j => item (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
      item (row_of (reading_vector d m) (in_unit_1 m L)) j)) j))
      (greatest (map (at_ (column_ids d m L)) (range 1 (Z.of_nat n))))).
    apply whole_greatest. intros k Hk. whole.
  - unfold column_ids. rewrite map_length. apply HS.
Qed.

Lemma lowest_is : forall d n m L, (1 <= m)%nat -> of_shape d n L ->
  least_over 1 (Z.of_nat n) (fun j => item (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
    item (row_of (reading_vector d m) (in_unit_1 m L)) j)) j) == inject_Z (least (column_ids d m L)).
Proof.
  intros d n m L Hm HS. pose proof (reads_point d n m L HS). rewrite <- (at_all (column_ids d m L) n) at 1.
  - change (whole (least_over 1 (Z.of_nat n) (fun j => item (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
      item (row_of (reading_vector d m) (in_unit_1 m L)) j)) j))
      (least (map (at_ (column_ids d m L)) (range 1 (Z.of_nat n))))).
    apply whole_least. intros k Hk. whole.
  - unfold column_ids. rewrite map_length. apply HS.
Qed.

(** What psi and Psi add, in units of delta. *)
Lemma psi_adds : forall d n m L ties k j, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat ->
  of_shape d n L -> (1 <= k <= 2 * D d m + 6)%Z -> (1 <= j <= Z.of_nat n)%Z ->
  inject_Z (Z.of_nat m) * (entry (layer_alone_by ties (psi_layers d m) k (in_unit_1 m L)) 1 j -
    entry (in_unit_1 m L) 1 j) ==
  inject_Z (Z.of_nat m) * selected_by ties d m (threshold m (Z.to_nat (k - 1))) (in_unit_1 m L)
    (nth (Z.to_nat (j - 1)) (in_unit_1 m L) []).
Proof.
  intros d n m L ties k j Hd Hn Hm HS Hk Hj.
  destruct (psi_entries d n m L ties Hd Hn Hm HS k j Hk Hj) as [E _]. rewrite E. ring.
Qed.

Lemma Psi_adds_by : forall d n m L ties k w j, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L ->
  (1 <= k <= 2 * D d m + 3)%Z -> (1 <= w <= 3)%Z -> (1 <= j <= Z.of_nat n)%Z ->
  let selected k := inject_Z (Z.of_nat m) * selected_by ties d m (threshold m (Z.to_nat (k - 1))) (in_unit_1 m L)
    (nth (Z.to_nat (j - 1)) (in_unit_1 m L) []) in
  inject_Z (Z.of_nat m) * (entry (layer_alone_by ties (Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) 1 j -
    entry (in_unit_1 m L) 1 j) == selected k - selected (k + w)%Z.
Proof.
  intros d n m L ties k w j Hd Hn Hm HS Hk Hw Hj.
  destruct (Psi_entries d n m L ties Hd Hn Hm HS k w j Hk Hw Hj) as [E _].
  cbv zeta. rewrite E. ring.
Qed.

Theorem yun2020_selective_shift_psi_above_proved : yun2020_selective_shift_psi_above.
Proof.
  shift_parameters. shift_point L. intros k Hk j Hj side. rewrite (I j Hj) in side.
  rewrite (psi_adds d n), (highest_is d n) by (assumption || lia). apply (selected_above d n); auto; lia.
Qed.

Theorem yun2020_selective_shift_psi_below_proved : yun2020_selective_shift_psi_below.
Proof.
  shift_parameters. shift_point L. intros k Hk j Hj side. rewrite (I j Hj) in side.
  rewrite (psi_adds d n), (lowest_is d n) by (assumption || lia). apply (selected_below d n); auto; lia.
Qed.

(** The id 0 and the threshold 0: [0 0] at d = 1, delta = 1/2. *)
Lemma zero_point : G_plus 1 2 2 [[0%Z]; [0%Z]].
Proof.
  split; [split; [reflexivity | repeat constructor] |].
  apply Forall_forall. intros c Hc. apply Forall_forall. intros k Hk. right.
  destruct Hc as [<- | [<- | []]]; destruct Hk as [<- | []]; lia.
Qed.

Theorem yun2020_selective_shift_cases_refuted : ~ yun2020_selective_shift_cases.
Proof.
  intros H. refine (H 1%nat 2%nat 2%nat average (le_n 1) (le_S _ _ (le_n 1)) (le_n 2) _ _ zero_point 3%Z _ 1%Z _ _);
    clear H; try lia; try discriminate; vm_compute; try reflexivity; split; discriminate.
Qed.

Theorem yun2020_selective_shift_cases_repaired_proved : yun2020_selective_shift_cases_repaired.
Proof.
  shift_parameters. shift_point L. intros k Hk j Hj side. rewrite (I j Hj) in side.
  rewrite !(psi_adds d n) by (assumption || lia). rewrite !I by lia.
  assert (total_is : total 1 (Z.of_nat n) (fun j => item (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
    item (row_of (reading_vector d m) (in_unit_1 m L)) j)) j) == inject_Z (fold_right Z.add 0%Z (column_ids d m L))).
  { rewrite <- (at_all (column_ids d m L) n) at 1 by (unfold column_ids; rewrite map_length; apply HS).
    apply (whole_total 1 (Z.of_nat n) _ (at_ (column_ids d m L))). intros i Hi. now apply I. }
  rewrite total_is. split; [split |].
  - exact (selected_at d n m L average Hd ltac:(lia) ltac:(lia) HS k j ltac:(lia) Hj side).
  - exact (selected_at d n m L leftmost Hd ltac:(lia) ltac:(lia) HS k j ltac:(lia) Hj side).
  - exact (selected_at d n m L rightmost Hd ltac:(lia) ltac:(lia) HS k j ltac:(lia) Hj side).
Qed.

Theorem yun2020_selective_shift_psi_other_rows_proved : yun2020_selective_shift_psi_other_rows.
Proof.
  shift_parameters. shift_point L. intros _ k Hk j Hj i Hi.
  destruct (psi_entries d n m L ties Hd ltac:(lia) ltac:(lia) HS k j ltac:(lia) Hj) as [_ E]. rewrite E by lia. ring.
Qed.

Theorem yun2020_selective_shift_definition_proved : yun2020_selective_shift_definition.
Proof.
  shift_parameters. shift_point L. intros k Hk w Hw j Hj.
  rewrite (Psi_adds_by d n), !(psi_adds d n) by (assumption || lia). reflexivity.
Qed.

(** b_Q < u^T Z_(:,j) < b'_Q, and the two cases beyond. *)
Lemma within_window : forall d n m L ties k w j, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L ->
  (1 <= k <= 2 * D d m + 3)%Z -> (1 <= w <= 3)%Z -> (1 <= j <= Z.of_nat n)%Z ->
  inject_Z (k - 3) / 2 < inject_Z (at_ (column_ids d m L) j) ->
  inject_Z (at_ (column_ids d m L) j) < inject_Z (k + w - 3) / 2 ->
  inject_Z (Z.of_nat m) * (entry (layer_alone_by ties (Psi_layers d m) ((k - 1) * 3 + w) (in_unit_1 m L)) 1 j -
    entry (in_unit_1 m L) 1 j) == inject_Z (greatest (column_ids d m L)) - inject_Z (least (column_ids d m L)).
Proof.
  intros d n m L ties k w j Hd Hn Hm HS Hk Hw Hj above below.
  rewrite (Psi_adds_by d n) by assumption. rewrite (selected_above d n) by (assumption || lia).
  rewrite (selected_below d n) by (assumption || lia). reflexivity.
Qed.

Theorem yun2020_selective_shift_Psi_within_proved : yun2020_selective_shift_Psi_within.
Proof.
  shift_parameters. shift_point L. intros k Hk w Hw j Hj [above below]. rewrite (I j Hj) in above, below.
  rewrite (highest_is d n), (lowest_is d n) by (assumption || lia). apply (within_window d n); auto; lia.
Qed.

Lemma half_below : forall k w, (1 <= w)%Z -> inject_Z (k - 3) / 2 < inject_Z (k + w - 3) / 2.
Proof.
  intros k w H. apply Qmult_lt_compat_r; [reflexivity |]. rewrite <- Zlt_Qlt. lia.
Qed.

Theorem yun2020_selective_shift_Psi_beyond_proved : yun2020_selective_shift_Psi_beyond.
Proof.
  shift_parameters. shift_point L. intros k Hk w Hw j Hj side. pose proof (half_below k w ltac:(lia)) as W.
  rewrite (I j Hj) in side. rewrite (Psi_adds_by d n) by (assumption || lia). destruct side as [side | side].
  - rewrite !(selected_below d n) by (assumption || lia || (eapply Qlt_trans; eassumption)). ring.
  - rewrite !(selected_above d n) by (assumption || lia || (eapply Qlt_trans; eassumption)). ring.
Qed.

Theorem yun2020_selective_shift_Psi_cases_refuted : ~ yun2020_selective_shift_Psi_cases.
Proof.
  intros H. refine (proj1 (H 1%nat 2%nat 2%nat average (le_n 1) (le_S _ _ (le_n 1)) (le_n 2) _ _ zero_point 3%Z _ 1%Z _
    1%Z _) _); clear H; try lia; try discriminate; vm_compute; try reflexivity; split; discriminate.
Qed.

(** Whatever the threshold, what is selected lies between the least and the greatest id. *)
Lemma selected_between : forall d n m L ties k j, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L ->
  (1 <= k)%Z -> (1 <= j <= Z.of_nat n)%Z ->
  inject_Z (least (column_ids d m L)) <=
    inject_Z (Z.of_nat m) * selected_by ties d m (threshold m (Z.to_nat (k - 1))) (in_unit_1 m L)
      (nth (Z.to_nat (j - 1)) (in_unit_1 m L) []) <= inject_Z (greatest (column_ids d m L)).
Proof.
  intros d n m L ties k j Hd Hn Hm HS Hk Hj. set (x := column_ids d m L).
  assert (x_length : length x = n) by (unfold x, column_ids; rewrite map_length; apply HS).
  assert (B : forall i, (1 <= i <= Z.of_nat n)%Z -> (least x <= at_ x i <= greatest x)%Z).
  { intros i Hi. assert (inside : In (at_ x i) x) by (apply at_in; lia).
    split; [now apply Sweeps.least_below | now apply Sweeps.greatest_above]. }
  assert (O : (least x <= greatest x)%Z) by (specialize (B 1%Z ltac:(lia)); lia).
  destruct (Qlt_le_dec (inject_Z (k - 3) / 2) (inject_Z (at_ x j))) as [above | not_above].
  { rewrite (selected_above d n) by assumption. rewrite <- !Zle_Qle. fold x. lia. }
  destruct (Qlt_le_dec (inject_Z (at_ x j)) (inject_Z (k - 3) / 2)) as [below | not_below].
  { rewrite (selected_below d n) by assumption. rewrite <- !Zle_Qle. fold x. lia. }
  rewrite (selected_at d n m L ties Hd Hn Hm HS k j) by (assumption || (apply Qle_antisym; assumption)). fold x.
  destruct ties.
  - assert (positive : 0 < inject_Z (Z.of_nat n)) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
    assert (S : (Z.of_nat n * least x <= fold_right Z.add 0 x <= Z.of_nat n * greatest x)%Z).
    { rewrite <- x_length at 1 2. apply sum_between, Forall_forall. intros y Hy.
      split; [now apply Sweeps.least_below | now apply Sweeps.greatest_above]. }
    split; [apply Qle_shift_div_l | apply Qle_shift_div_r]; try exact positive; rewrite <- inject_Z_mult, <- Zle_Qle;
      lia.
  - rewrite <- !Zle_Qle. apply B. lia.
  - rewrite <- !Zle_Qle. apply B. lia.
Qed.

Theorem yun2020_selective_shift_Psi_cases_repaired_proved : yun2020_selective_shift_Psi_cases_repaired.
Proof.
  shift_parameters. shift_point L. intros k Hk w Hw j Hj side. pose proof (half_below k w ltac:(lia)) as W.
  rewrite (I j Hj) in side. rewrite (Psi_adds_by d n), (highest_is d n), (lowest_is d n) by (assumption || lia).
  cbv zeta. pose proof (selected_between d n m L ties k j Hd ltac:(lia) ltac:(lia) HS ltac:(lia) Hj) as B.
  pose proof (selected_between d n m L ties (k + w) j Hd ltac:(lia) ltac:(lia) HS ltac:(lia) Hj) as B'.
  destruct side as [side | side].
  - rewrite (selected_below d n m L ties Hd ltac:(lia) ltac:(lia) HS (k + w)) in B' |- *
      by (assumption || lia || (rewrite side; exact W)). lra.
  - rewrite (selected_above d n m L ties Hd ltac:(lia) ltac:(lia) HS k) in B |- *
      by (assumption || lia || (rewrite side; exact W)). lra.
Qed.

Theorem yun2020_selective_shift_shifted_up_proved : yun2020_selective_shift_shifted_up.
Proof.
  shift_parameters. shift_point L. intros k Hk w Hw j Hj [above below]. rewrite (I j Hj) in above, below.
  pose proof (within_window d n m L ties k w j Hd ltac:(lia) ltac:(lia) HS Hk Hw Hj above below) as E.
  rewrite (highest_is d n), (lowest_is d n) by (assumption || lia).
  assert (positive : 0 < inject_Z (Z.of_nat m)) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
  set (after := entry _ 1 j) in *. set (before := entry (in_unit_1 m L) 1 j) in *.
  assert (F : after == before + (inject_Z (greatest (column_ids d m L)) - inject_Z (least (column_ids d m L))) /
    inject_Z (Z.of_nat m)).
  { rewrite <- E. field. intros Z. rewrite Z in positive. discriminate. }
  split; [exact F |]. rewrite F.
  assert (O : 0 <= inject_Z (greatest (column_ids d m L)) - inject_Z (least (column_ids d m L))).
  { assert (inside : In (at_ (column_ids d m L) 1) (column_ids d m L)).
    { apply at_in. rewrite (x_columns d n m L HS). lia. }
    pose proof (Sweeps.least_below _ _ inside) as A. pose proof (Sweeps.greatest_above _ _ inside) as A'.
    rewrite Zle_Qle in A, A'. lra. }
  assert (0 <= (inject_Z (greatest (column_ids d m L)) - inject_Z (least (column_ids d m L))) / inject_Z (Z.of_nat m)).
  { apply Qle_shift_div_l; [exact positive |]. rewrite Qmult_0_l. exact O. }
  lra.
Qed.

Theorem yun2020_selective_shift_untouched_proved : yun2020_selective_shift_untouched.
Proof.
  shift_parameters. shift_point L. intros _ k Hk w Hw j Hj i Hi.
  destruct (Psi_entries d n m L ties Hd ltac:(lia) ltac:(lia) HS k w j ltac:(lia) Hw Hj) as [_ E]. apply E. lia.
Qed.

(** *** Sizes *)

Lemma heads_of_layers : forall N k, N <> [] -> Forall (fun l => heads_of l = k) N -> heads N = k.
Proof.
  intros N k nonempty H. unfold heads. destruct H as [| l N E H]; [contradiction |]. clear nonempty.
  cbn [map fold_right]. rewrite E. induction H as [| l' N E' _ IH]; cbn [map fold_right]; [apply Nat.max_0_r |].
  rewrite E'. lia.
Qed.

Theorem yun2020_selective_shift_one_head_proved : yun2020_selective_shift_one_head.
Proof.
  shift_parameters. unfold head_size.
  rewrite (heads_of_layers (psi_layers d m) 1); [split; reflexivity | |].
  - unfold psi_layers. now replace (2 * m ^ d + 6)%nat with (S (2 * m ^ d + 5)) by lia.
  - unfold psi_layers. apply Forall_map, Forall_forall. reflexivity.
Qed.

Theorem yun2020_selective_shift_two_heads_proved : yun2020_selective_shift_two_heads.
Proof.
  shift_parameters. rewrite (heads_of_layers (Psi_layers d m) 2); [reflexivity | |].
  - unfold Psi_layers. now replace (2 * m ^ d + 3)%nat with (S (2 * m ^ d + 2)) by lia.
  - unfold Psi_layers. apply Forall_flat_map, Forall_forall. intros k _. repeat constructor.
Qed.
