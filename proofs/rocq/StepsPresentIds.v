(** * StepsPresentIds: only ids that are present can move, in the sweeps of App. E.3 and G.2

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters. *)

From Coq Require Import ZArith QArith Qround List Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid PresentIds.
From Exactua Require Import Sweeps NewIds Category1 AppendixGSweep AppendixG.
From Exactua Require Import Exported StepTools AppendixGLayers StepsAppendixG.
From Exactua Require Lemma8 StepsSweep.
Import ListNotations.
Open Scope Z_scope.

(** ** One layer, from a point P to the point after the shift of an id *)

Section Layer.
  Variables (d n m : nat) (M M' : matrix) (P : point) (id : Z).
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hm : (1 <= m)%nat.
  Hypothesis before : reads d n m M P.
  Hypothesis made : reads d n m M' (shift_point d m (D d m) id P).

  Let x := column_ids d m P.
  Local Notation ids :=
    (listed 1 (Z.of_nat n) (fun j => (inject_Z (Z.of_nat m) * item (row_of (reading_vector d m) M) j)%Q)).

  Lemma shape : of_shape d n P.
  Proof. apply before. Qed.

  Lemma x_length : length x = n.
  Proof. unfold x, column_ids. rewrite map_length. apply shape. Qed.

  Lemma tails : same_tails (shift_point d m (D d m) id P) P.
  Proof. apply add_firsts_other_rows. Qed.

  Lemma whole_id : forall j, 1 <= j <= Z.of_nat n -> whole (item ids j) (at_ x j).
  Proof. intros j Hj. unfold x. whole. Qed.

  Lemma id_floor : forall j, 1 <= j <= Z.of_nat n -> (inject_Z (Qfloor (item ids j)) == item ids j)%Q.
  Proof. intros j Hj. pose proof (whole_id j Hj) as W. rewrite (Qfloor_whole _ _ W). now symmetry. Qed.

  Lemma entry_gains : forall j, 1 <= j <= Z.of_nat n ->
    entry_ (shift_point d m (D d m) id P) 1 j = entry_ P 1 j + gained (D d m) id x (at_ x j).
  Proof.
    intros j Hj. pose proof (entry_first d n m _ _ j Hd (proj2 made) shape tails Hj) as E.
    rewrite shift_point_ids in E by (exact Hd || apply shape). fold x in E. unfold shift in E.
    rewrite at_map in E by (rewrite x_length; exact Hj). lia.
  Qed.

  Lemma entry_other_row : forall i j, 2 <= i -> entry_ (shift_point d m (D d m) id P) i j = entry_ P i j.
  Proof. intros i j Hi. apply entry_rest; [exact tails | exact Hi]. Qed.

  Lemma other_stays : forall i j, 1 <= i <= Z.of_nat d -> 1 <= j <= Z.of_nat n ->
    (~ item ids j == inject_Z id)%Q -> (entry M' i j == entry M i j)%Q.
  Proof.
    intros i j Hi Hj other. rewrite (whole_eq _ _ _ _ (whole_id j Hj) (whole_inject id)) in other.
    eapply (units_same m); [lia | units |].
    assert (E : entry_ (shift_point d m (D d m) id P) i j = entry_ P i j).
    { destruct (Z.eq_dec i 1) as [-> | Hne]; [| apply entry_other_row; lia].
      rewrite entry_gains, gained_other by assumption. lia. }
    rewrite E. units.
  Qed.

  Lemma own_gains : forall j, 1 <= j <= Z.of_nat n -> (item ids j == inject_Z id)%Q ->
    (inject_Z (Z.of_nat m) * entry M' 1 j == inject_Z (Z.of_nat m) * entry M 1 j +
      inject_Z (D d m) *
        (greatest_over 1 (Z.of_nat n) (fun j => item ids j) - least_over 1 (Z.of_nat n) (fun j => item ids j)))%Q.
  Proof.
    intros j Hj own. apply (whole_eq _ _ _ _ (whole_id j Hj) (whole_inject id)) in own.
    to_Z. rewrite entry_gains, own, gained_own by exact Hj. fold x. rewrite !at_all by exact x_length. reflexivity.
  Qed.

  Lemma other_row_stays : forall i j, 2 <= i <= Z.of_nat d -> 1 <= j <= Z.of_nat n -> (entry M' i j == entry M i j)%Q.
  Proof.
    intros i j Hi Hj. eapply (units_same m); [lia | units |]. rewrite entry_other_row by lia. units.
  Qed.

  Lemma absent_stays : (forall j, 1 <= j <= Z.of_nat n -> ~ (item ids j == inject_Z id)%Q) -> Meq M' M.
  Proof.
    intros none. eapply Meq_trans; [exact (proj1 made) |]. rewrite shift_point_absent.
    - apply Meq_symmetric, before.
    - fold x. intros inside. apply in_at in inside as [j [Hj E]]. rewrite x_length in Hj. apply (none j Hj).
      now apply (whole_eq _ _ _ _ (whole_id j Hj) (whole_inject id)).
  Qed.
End Layer.

(** 2 x - (2 l - 1) and 2 x - (2 l + 1) are odd, and have opposite signs where x = l, and only there. *)
Lemma sides : forall X z l, whole X z ->
  whole ((2 * (X - inject_Z l) + 1) * (2 * (X - inject_Z l) - 1)) ((2 * (z - l) + 1) * (2 * (z - l) - 1)).
Proof.
  intros X z l W. apply whole_mult; [apply whole_plus | apply whole_minus]; try apply whole_numeral;
    (apply whole_mult; [apply whole_numeral |]; apply whole_minus; [exact W | apply whole_inject]).
Qed.

Lemma opposite_signs : forall X z l, whole X z ->
  (((2 * (X - inject_Z l) + 1) * (2 * (X - inject_Z l) - 1) < 0 -> X == inject_Z l) /\
   (X == inject_Z l -> (2 * (X - inject_Z l) + 1) * (2 * (X - inject_Z l) - 1) < 0))%Q.
Proof.
  intros X z l W. rewrite (whole_lt _ _ _ _ (sides X z l W) (whole_numeral 0)),
    (whole_eq _ _ _ _ W (whole_inject l)). split; intros H; nia.
Qed.

Lemma no_threshold : forall X z l, whole X z ->
  (~ (2 * (X - inject_Z l) + 1) * (2 * (X - inject_Z l) - 1) == 0)%Q.
Proof.
  intros X z l W. rewrite (whole_eq _ _ _ _ (sides X z l W) (whole_numeral 0)). nia.
Qed.

(** ** The sweep of E.3 *)

Lemma reads_shift : forall d n m M P k, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> reads d n m M P ->
  reads d n m (apply_layer M (selective_shift d m (of_nat (m ^ d)) k)) (shift_point d m (D d m) (Z.of_nat k) P).
Proof.
  intros d n m M P k Hd Hn Hm [same shape]. destruct (shape_facts d n P Hn shape) as [nonempty lengths]. split.
  - eapply Meq_trans; [apply apply_layer_respects, same |]. now apply selective_shift_simulates.
  - destruct shape as [columns _]. split; [now rewrite shift_point_columns | now apply shift_point_lengths].
Qed.

Lemma layer_of_shifts : forall d m gain ids p k, nth_error ids p = Some k ->
  nth_error (selective_shifts d m gain ids) p = Some (selective_shift d m gain k).
Proof. intros. unfold selective_shifts. now apply map_nth_error. Qed.

Lemma nth_error_seq_0 : forall p k, (p < k)%nat -> nth_error (seq 0 k) p = Some p.
Proof.
  intros p k H. rewrite (nth_error_nth' _ 0%nat) by (now rewrite seq_length). now rewrite seq_nth.
Qed.

Lemma reads_layer : forall d n m M P k, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> 1 <= k <= D d m ->
  reads d n m M P -> reads d n m (layer_alone (g_c d n m) k M) (shift_point d m (D d m) (k - 1) P).
Proof.
  intros d n m M P k Hd Hn Hm Hk H. unfold layer_alone, g_c.
  assert (E : nth_error (sweep_layers d m) (Z.to_nat (k - 1)) =
    Some (selective_shift d m (of_nat (m ^ d)) (Z.to_nat (k - 1)))).
  { apply layer_of_shifts, nth_error_seq_0. unfold D in Hk. lia. }
  rewrite nth_error_app1, E by (apply nth_error_Some; now rewrite E).
  replace (k - 1) with (Z.of_nat (Z.to_nat (k - 1))) at 2 by lia. now apply reads_shift.
Qed.

Lemma state_next : forall d m L k, 1 <= k <= D d m ->
  state d m L k = shift_point d m (D d m) (k - 1) (state d m L (k - 1)).
Proof.
  intros d m L k Hk. unfold state. replace (Z.to_nat k) with (Z.to_nat (k - 1) + 1)%nat by lia.
  apply sweep_point_next. unfold all_ids. replace (k - 1) with (Z.of_nat (Z.to_nat (k - 1))) at 2 by lia.
  apply map_nth_error, nth_error_seq_0. lia.
Qed.

Lemma point_shape : forall d n m L, category_1 d n m L \/ category_2 d n m L \/ category_3 d n m L -> of_shape d n L.
Proof. intros d n m L [[[[H _] _] _] | [[[H _] _] | [[H _] _]]]; exact H. Qed.

(** What layer k of the sweep reads, and what it makes. *)
Ltac layer_of_E3 L k :=
  let HL := fresh "HL" in let Hk := fresh "Hk" in let B := fresh "B" in let A := fresh "A" in
  intros L HL; apply point_shape in HL; try (intros _); intros k Hk;
  match type of Hk with _ <= _ <= D ?d ?m =>
  match type of HL with of_shape _ ?n _ =>
    pose proof (reads_after d n m L (k - 1) ltac:(lia) ltac:(lia) ltac:(lia) HL ltac:(lia)) as B;
    pose proof (reads_layer d n m _ _ k ltac:(lia) ltac:(lia) ltac:(lia) Hk B) as A
  end end.

(** What is known of one layer. *)
Ltac by_layer known := eapply known; first [eassumption | lia].

Lemma and_ids : forall A B u, Meq A B -> same_matrix A B /\ same_list (row_of u A) (row_of u B).
Proof. intros A B u H. split; [exact H | now apply row_of_respects]. Qed.

Lemma composes : forall d n m L k, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L -> 1 <= k <= D d m ->
  Meq (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L))
    (layer_alone (g_c d n m) k (after (g_c d n m) (Z.to_nat (k - 1)) (in_unit_1 m L))).
Proof.
  intros d n m L k Hd Hn Hm HL Hk. eapply Meq_trans.
  - apply (reads_after d n m L k Hd Hn Hm HL ltac:(lia)).
  - rewrite state_next by exact Hk. apply Meq_symmetric, (reads_layer d n m); auto. apply reads_after; auto; lia.
Qed.

Theorem yun2020_event_driven_sweep_layer_by_layer_proved : yun2020_event_driven_sweep_layer_by_layer.
Proof. parameters. layer_of_E3 L k. apply and_ids. apply composes; auto; lia. Qed.

Theorem yun2020_event_driven_sweep_multiples_of_delta_proved : yun2020_event_driven_sweep_multiples_of_delta.
Proof. parameters. layer_of_E3 L k. intros j Hj. by_layer (id_floor d n m). Qed.

Theorem yun2020_event_driven_sweep_between_thresholds_proved : yun2020_event_driven_sweep_between_thresholds.
Proof.
  parameters. layer_of_E3 L k.
  split; intros j Hj; [eapply opposite_signs | eapply no_threshold]; by_layer (whole_id d n m).
Qed.

Theorem yun2020_event_driven_sweep_others_stay_proved : yun2020_event_driven_sweep_others_stay.
Proof.
  parameters. layer_of_E3 L k. intros j Hj other i Hi.
  by_layer (other_stays d n m).
Qed.

Theorem yun2020_event_driven_sweep_own_gains_proved : yun2020_event_driven_sweep_own_gains.
Proof.
  parameters. layer_of_E3 L k. intros j Hj own. by_layer (own_gains d n m).
Qed.

Theorem yun2020_event_driven_sweep_other_rows_stay_proved : yun2020_event_driven_sweep_other_rows_stay.
Proof.
  parameters. layer_of_E3 L k. intros i Hi j Hj.
  by_layer (other_row_stays d n m).
Qed.

Theorem yun2020_event_driven_sweep_passed_over_proved : yun2020_event_driven_sweep_passed_over.
Proof.
  parameters. layer_of_E3 L k. intros none. eapply Meq_trans.
  - apply composes; auto; lia.
  - by_layer (absent_stays d n m).
Qed.

(** ** At most n layers change anything: a column that is shifted lies beyond all ids of the sweep *)

(** How many ids the layers of the ids k, ..., N - 1 still meet. *)
Definition waiting (N k : Z) (x : list Z) : Z :=
  Z.of_nat (length (filter (fun y => (k <=? y) && (y <? N))%bool x)).

(** 1 where the layer of the id k changes an id, else 0. *)
Definition changes (k : Z) (x : list Z) : Z :=
  if in_dec Z.eq_dec k x then if Z.eq_dec (greatest x) (least x) then 0 else 1 else 0.

Lemma fewer_waiting : forall N k g x, 1 <= N -> 0 <= k < N -> 0 <= g ->
  waiting N (k + 1) (map (fun y => y + if y =? k then N * g else 0) x) +
    (if in_dec Z.eq_dec k x then if Z.eq_dec g 0 then 0 else 1 else 0) <= waiting N k x.
Proof.
  intros N k g x HN Hk Hg. induction x as [| y x IH]; [reflexivity |]. unfold waiting in *. cbn [map filter].
  assert (E : forall b (a : Z) l, Z.of_nat (length (if b : bool then a :: l else l)) =
    (if b then 1 else 0) + Z.of_nat (length l)) by (intros [|]; intros; cbn [length]; lia).
  rewrite !E. clear E. destruct (Z.eqb_spec y k) as [-> | other].
  - assert (0 <= N * g) by nia. assert (g = 0 \/ N <= N * g) by nia.
    destruct (in_dec Z.eq_dec k (k :: x)) as [_ | none]; [| exfalso; apply none; now left].
    destruct (Z.leb_spec (k + 1) (k + N * g)), (Z.ltb_spec (k + N * g) N), (Z.leb_spec k k), (Z.ltb_spec k N),
      (Z.eq_dec g 0), (in_dec Z.eq_dec k x); cbn [andb] in *; try lia; subst g; lia.
  - rewrite Z.add_0_r.
    destruct (in_dec Z.eq_dec k (y :: x)) as [inside | outside], (in_dec Z.eq_dec k x) as [inside' | outside'];
      try (exfalso; destruct inside as [-> | inside]; congruence); try (exfalso; apply outside; now right);
      destruct (Z.leb_spec (k + 1) y), (Z.ltb_spec y N), (Z.leb_spec k y); cbn [andb]; lia.
Qed.

Lemma least_at_most : forall x, least x <= greatest x.
Proof.
  intros [| y x]; [reflexivity |]. transitivity y; [apply least_below | apply greatest_above]; now left.
Qed.

Lemma fewer_wait_after : forall N k x, 1 <= N -> 0 <= k < N ->
  waiting N (k + 1) (shift N k x) + changes k x <= waiting N k x.
Proof.
  intros N k x HN Hk. pose proof (least_at_most x) as order.
  pose proof (fewer_waiting N k (greatest x - least x) x HN Hk ltac:(lia)) as H. unfold shift, gained, changes.
  destruct (in_dec Z.eq_dec k x), (Z.eq_dec (greatest x) (least x)), (Z.eq_dec (greatest x - least x) 0); lia.
Qed.

Lemma waiting_bounds : forall N k x, 0 <= waiting N k x <= Z.of_nat (length x).
Proof.
  intros N k x. unfold waiting. induction x as [| y x IH]; cbn [filter length]; [lia |].
  destruct ((k <=? y) && (y <? N))%bool; cbn [length]; lia.
Qed.

Lemma unchanged : forall d m gain k P, changes k (column_ids d m P) = 0 -> shift_point d m gain k P = P.
Proof.
  intros d m gain k P H. unfold changes in H. destruct (in_dec Z.eq_dec k (column_ids d m P)) as [_ | none].
  - destruct (Z.eq_dec (greatest (column_ids d m P)) (least (column_ids d m P))) as [E | ?]; [| lia].
    unfold shift_point. rewrite <- map_id. apply map_ext. intros c. unfold gained. rewrite E, Z.sub_diag, Z.mul_0_r.
    destruct (_ =? k); apply add_first_zero.
  - now apply shift_point_absent.
Qed.

Lemma same_matrix_bool_of : forall A B, Meq A B -> same_matrix_bool A B = true.
Proof.
  intros A B H. unfold same_matrix_bool. induction H as [| a b A B Hab _ IH]; [reflexivity |].
  apply andb_prop in IH as [IH1 IH2]. cbn [length combine forallb Nat.eqb fst snd]. rewrite IH1, IH2.
  rewrite Bool.andb_true_r, Bool.andb_true_l. unfold same_list_bool. clear - Hab.
  induction Hab as [| p q a b Hpq _ IH]; [reflexivity |].
  apply andb_prop in IH as [IH1 IH2]. cbn [length combine forallb Nat.eqb fst snd]. rewrite IH1, IH2.
  now rewrite (proj2 (Qeq_bool_iff p q) Hpq).
Qed.

(** What the layer of an id makes of M is counted only where it changes an id. *)
Lemma counted : forall d n m M M' P k, reads d n m M P -> reads d n m M' (shift_point d m (D d m) k P) ->
  (if same_matrix_bool M' M then 0 else 1) <= changes k (column_ids d m P).
Proof.
  intros d n m M M' P k [HM _] [HM' _]. destruct (Z.eq_dec (changes k (column_ids d m P)) 0) as [E | E].
  - rewrite same_matrix_bool_of; [lia |]. eapply Meq_trans; [exact HM' |]. rewrite (unchanged d m _ k P E).
    now apply Meq_symmetric.
  - assert (changes k (column_ids d m P) = 1)
      by (unfold changes in *; destruct (in_dec Z.eq_dec k _); [destruct (Z.eq_dec _ _) in * |]; lia).
    destruct (same_matrix_bool M' M); lia.
Qed.

Theorem yun2020_event_driven_sweep_events_proved : yun2020_event_driven_sweep_events.
Proof.
  parameters. intros L HL. apply point_shape in HL. pose proof (two_to_D d m Hd Hm) as HK.
  match goal with |- total_Z 1 _ ?g <= _ => set (f := g) end.
  assert (H : total_Z 1 (D d m) f + waiting (D d m) (D d m) (column_ids d m (state d m L (D d m))) <= Z.of_nat n).
  { apply (total_Z_ind (fun h => total_Z 1 h f + waiting (D d m) h (column_ids d m (state d m L h)) <= Z.of_nat n) 1).
    - lia.
    - rewrite total_Z_empty by lia.
      pose proof (waiting_bounds (D d m) (1 - 1) (column_ids d m (state d m L (1 - 1)))) as W.
      rewrite (Lemma8.ids_length d n m _ (state_shape d n m L (1 - 1) HL)) in W. lia.
    - intros k Hk Hk' IH. rewrite total_Z_snoc by lia.
      pose proof (reads_after d n m L k Hd ltac:(lia) ltac:(lia) HL ltac:(lia)) as B.
      pose proof (reads_layer d n m _ _ (k + 1) Hd ltac:(lia) ltac:(lia) ltac:(lia) B) as A.
      replace (k + 1 - 1) with k in A by lia. pose proof (counted d n m _ _ _ k B A) as C.
      assert (F : f (k + 1) <= changes k (column_ids d m (state d m L k))).
      { unfold f. replace (k + 1 - 1) with k by lia. exact C. }
      rewrite state_next by lia. replace (k + 1 - 1) with k by lia.
      rewrite shift_point_ids by (exact Hd || apply (state_shape d n m L k HL)).
      pose proof (fewer_wait_after (D d m) k (column_ids d m (state d m L k)) ltac:(lia) ltac:(lia)). lia. }
  pose proof (waiting_bounds (D d m) (D d m) (column_ids d m (state d m L (D d m)))). lia.
Qed.

(** ** The sweep of G.2 *)

Lemma nth_error_blocks : forall w N n from j i, (j < n)%nat -> (i < N)%nat ->
  nth_error (flat_map (fun j => seq (j * w) N) (seq from n)) (j * N + i) = Some ((from + j) * w + i)%nat.
Proof.
  intros w N n. induction n as [| n IH]; intros from j i Hj Hi; [lia |]. cbn [seq flat_map].
  destruct j as [| j].
  - rewrite nth_error_app1 by (rewrite seq_length; lia).
    rewrite (nth_error_nth' _ 0%nat) by (rewrite seq_length; lia). rewrite seq_nth by lia. f_equal. lia.
  - rewrite nth_error_app2 by (rewrite seq_length; lia). rewrite seq_length.
    replace (S j * N + i - N)%nat with (j * N + i)%nat by lia. rewrite IH by lia. f_equal. lia.
Qed.

(** The number of a layer, from 0, and its id. *)
Definition passed (d m : nat) (i k : Z) : Z := (i - 1) * D d m + (k - 1).
Definition id_of_layer (d m : nat) (i k : Z) : Z := (i - 1) * Z.of_nat (id_spacing 1 d m) + k - 1.

Lemma layer_id : forall d n m i k, 1 <= i <= Z.of_nat n -> 1 <= k <= D d m ->
  nth_error (spaced_ids 1 n d m) (Z.to_nat (passed d m i k)) = Some (Z.to_nat (id_of_layer d m i k)).
Proof.
  intros d n m i k Hi Hk. unfold passed, id_of_layer, D in *.
  replace (Z.to_nat ((i - 1) * Z.of_nat (m ^ d) + (k - 1)))
    with (Z.to_nat (i - 1) * m ^ d + Z.to_nat (k - 1))%nat by nia.
  unfold spaced_ids. rewrite nth_error_blocks by lia. f_equal. nia.
Qed.

Section Positions.
  Variables (d n m : nat) (X : point) (i k : Z).
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hm : (2 <= m)%nat.
  Hypothesis HX : G_delta d n m X.
  Hypothesis Hi : 1 <= i <= Z.of_nat n.
  Hypothesis Hk : 1 <= k <= D d m.

  Let p := passed d m i k.
  Let P := shifted_point 1 d n m X p.
  Local Notation states j := (after_encoding (positions 1 d n) (g2_g_c 1 d n m) j (in_unit_1 m X)).

  Lemma passed_range : 0 <= p /\ p + 1 <= Z.of_nat n * D d m.
  Proof. unfold p, passed. nia. Qed.

  Lemma own_id_positive : 0 <= id_of_layer d m i k.
  Proof. unfold id_of_layer. nia. Qed.

  Lemma reads_before : reads d n m (states ((i - 1) * D d m + k)) P.
  Proof.
    pose proof passed_range. replace ((i - 1) * D d m + k) with (p + 1) by (unfold p, passed; ring).
    apply reads_partial; auto; lia.
  Qed.

  Lemma reads_next : reads d n m (states ((i - 1) * D d m + k + 1)) (shift_point d m (D d m) (id_of_layer d m i k) P).
  Proof.
    pose proof passed_range. replace ((i - 1) * D d m + k + 1) with (p + 1 + 1) by (unfold p, passed; ring).
    enough (E : shifted_point 1 d n m X (p + 1) = shift_point d m (D d m) (id_of_layer d m i k) P)
      by (rewrite <- E; apply reads_partial; auto; lia).
    unfold P, shifted_point. replace (Z.to_nat (p + 1)) with (Z.to_nat p + 1)%nat by lia. apply sweep_point_next.
    rewrite <- (Z2Nat.id (id_of_layer d m i k)) by exact own_id_positive. apply map_nth_error, layer_id; assumption.
  Qed.

  Lemma reads_made : forall M, reads d n m M P ->
    reads d n m (layer_alone (g2_sweep 1 d n m) ((i - 1) * D d m + k) M)
      (shift_point d m (D d m) (id_of_layer d m i k) P).
  Proof.
    intros M HM. unfold layer_alone. replace ((i - 1) * D d m + k - 1) with p by (unfold p, passed; ring).
    unfold g2_sweep. rewrite (layer_of_shifts d m _ _ _ _ (layer_id d n m i k Hi Hk)).
    rewrite <- (Z2Nat.id (id_of_layer d m i k)) at 2 by exact own_id_positive. apply reads_shift; auto; lia.
  Qed.

  Lemma positions_compose : Meq (states ((i - 1) * D d m + k + 1))
    (layer_alone (g2_sweep 1 d n m) ((i - 1) * D d m + k) (states ((i - 1) * D d m + k))).
  Proof.
    eapply Meq_trans; [apply reads_next |]. apply Meq_symmetric. apply reads_made, reads_before.
  Qed.
End Positions.

(** What layer k of the i-th delta^-d layers reads, and what it makes. *)
Ltac layer_of_G2 X i k :=
  let HX := fresh "HX" in let Hi := fresh "Hi" in let Hk := fresh "Hk" in
  let B := fresh "B" in let A := fresh "A" in
  intros X HX; try (intros _); intros i Hi k Hk;
  match type of HX with G_delta ?d ?n ?m _ =>
    pose proof (reads_before d n m X i k ltac:(lia) ltac:(lia) ltac:(lia) HX Hi Hk) as B;
    pose proof (reads_made d n m X i k ltac:(lia) ltac:(lia) ltac:(lia) Hi Hk _ B) as A
  end.

Theorem yun2020_event_driven_sweep_g2_layer_by_layer_proved : yun2020_event_driven_sweep_g2_layer_by_layer.
Proof. parameters. layer_of_G2 X i k. apply and_ids. apply positions_compose; auto; lia. Qed.

Theorem yun2020_event_driven_sweep_g2_multiples_of_delta_proved : yun2020_event_driven_sweep_g2_multiples_of_delta.
Proof. parameters. layer_of_G2 X i k. intros j Hj. by_layer (id_floor d n m). Qed.

Theorem yun2020_event_driven_sweep_g2_between_thresholds_proved : yun2020_event_driven_sweep_g2_between_thresholds.
Proof.
  parameters. layer_of_G2 X i k.
  split; intros j Hj; [eapply opposite_signs | eapply no_threshold]; by_layer (whole_id d n m).
Qed.

Theorem yun2020_event_driven_sweep_g2_others_stay_proved : yun2020_event_driven_sweep_g2_others_stay.
Proof. parameters. layer_of_G2 X i k. intros j Hj other h Hh. by_layer (other_stays d n m). Qed.

Theorem yun2020_event_driven_sweep_g2_own_gains_proved : yun2020_event_driven_sweep_g2_own_gains.
Proof. parameters. layer_of_G2 X i k. intros j Hj own. by_layer (own_gains d n m). Qed.

Theorem yun2020_event_driven_sweep_g2_other_rows_stay_proved : yun2020_event_driven_sweep_g2_other_rows_stay.
Proof. parameters. layer_of_G2 X i k. intros h Hh j Hj. by_layer (other_row_stays d n m). Qed.

Theorem yun2020_event_driven_sweep_g2_passed_over_proved : yun2020_event_driven_sweep_g2_passed_over.
Proof.
  parameters. layer_of_G2 X i k. intros none. eapply Meq_trans.
  - apply positions_compose; auto; lia.
  - by_layer (absent_stays d n m).
Qed.

(** ** At most n + 1 layers change anything in G.2: each column once, and in the one exception the first twice *)

Lemma shift_keeps : forall K k x, 1 <= K -> shift K k x = x -> changes k x = 0.
Proof.
  intros K k x HK H. unfold changes. destruct (in_dec Z.eq_dec k x) as [inside | _]; [| reflexivity].
  destruct (Z.eq_dec (greatest x) (least x)) as [_ | different]; [reflexivity | exfalso].
  apply in_at in inside as [j [Hj E]]. apply (f_equal (fun z => at_ z j)) in H. unfold shift in H.
  rewrite at_map, <- E, gained_own in H by exact Hj. pose proof (least_at_most x). nia.
Qed.

Lemma shift_grows : forall K k x j, 0 <= K -> 1 <= j <= Z.of_nat (length x) -> at_ x j <= at_ (shift K k x) j.
Proof.
  intros K k x j HK Hj. unfold shift. rewrite at_map by exact Hj. unfold gained. pose proof (least_at_most x).
  destruct (_ =? _); nia.
Qed.

Lemma sweep_grows : forall K ks p q x j, 0 <= K -> 1 <= j <= Z.of_nat (length x) ->
  at_ (sweep K (firstn p ks) x) j <= at_ (sweep K (firstn (p + q) ks) x) j.
Proof.
  intros K ks p q x j HK Hj. induction q as [| q IH]; [rewrite Nat.add_0_r; lia |].
  destruct (nth_error ks (p + q)) as [k |] eqn:E.
  - replace (p + S q)%nat with (p + q + 1)%nat by lia. rewrite (firstn_next ks (p + q) k E), sweep_snoc.
    eapply Z.le_trans; [exact IH |]. apply shift_grows; [exact HK |]. now rewrite length_sweep.
  - apply nth_error_None in E. rewrite (@firstn_all2 Z (p + S q) ks) by lia.
    now rewrite (@firstn_all2 Z (p + q) ks) in IH by lia.
Qed.

Lemma ones : forall n f, 0 <= n -> (forall k, 1 <= k <= n -> f k <= 1) -> total_Z 1 n f <= n.
Proof.
  intros n f Hn H. assert (E : total_Z 1 n (fun _ => 1) = n).
  { apply (total_Z_ind (fun h => total_Z 1 h (fun _ => 1) = h) 1); [lia | reflexivity |].
    intros k _ _ IH. destruct (Z.le_gt_cases 0 k); [rewrite total_Z_snoc; lia |].
    rewrite total_Z_empty in IH by lia. lia. }
  pose proof (total_Z_le 1 n f (fun _ => 1) H). lia.
Qed.

Section Events.
  Variables (W N n : nat) (A : Z) (x : list Z).
  Hypothesis S : setting W N n A x.

  Let K := Z.of_nat N.
  Let w := Z.of_nat W.
  Let last := Z.of_nat n.
  Let l := position_ids W x.
  Let t := new_ids K l.
  Let states p := sweep K (firstn (Z.to_nat p) (visited W N n)) l.
  Let e i k := (i - 1) * w + k - 1.
  Let count i k := changes (e i k) (states ((i - 1) * K + (k - 1))).

  Lemma sizes : 2 <= K /\ K <= w /\ 2 <= last /\ length l = n /\ length t = n.
  Proof.
    repeat split; [apply (two_K _ _ _ _ _ S) | apply (K_w _ _ _ _ _ S) | apply (two_last _ _ _ _ _ S) |
      apply (l_length _ _ _ _ _ S) | apply (t_length _ _ _ _ _ S)].
  Qed.

  Lemma states_length : forall p, length (states p) = n.
  Proof. intros p. unfold states. rewrite length_sweep. apply sizes. Qed.

  Lemma count_at_most : forall i k, 0 <= count i k <= 1.
  Proof. intros. unfold count, changes. destruct (in_dec _ _ _); [destruct (Z.eq_dec _ _) |]; lia. Qed.

  (** Up to the greatest id, only the layers of l_1, ..., l_n. *)
  Lemma early : forall i k, 1 <= i <= last -> 1 <= k <= K -> e i k <= at_ l last -> k - 1 <> at_ x i -> count i k = 0.
  Proof.
    intros i k Hi Hk He other. destruct sizes as (K2 & Kw & n2 & Hl & _). unfold count, changes.
    destruct (in_dec Z.eq_dec (e i k) (states ((i - 1) * K + (k - 1)))) as [inside |]; [exfalso | reflexivity].
    apply in_at in inside as [c [Hc E]]. rewrite states_length in Hc. unfold e in *.
    pose proof (state_at W N n A x S i (k - 1) c Hi ltac:(fold K; lia) ltac:(fold w l last; lia) Hc) as F.
    unfold states in E. fold K w l t in F. rewrite F in E.
    destruct (Z.ltb_spec (at_ l c) ((i - 1) * w + (k - 1))) as [less | more].
    - pose proof (l_below_t W N n A x S last c ltac:(lia) ltac:(lia)) as above. fold l K t in above. lia.
    - pose proof (l_is W N n A x S c Hc) as Ec. fold l w in Ec.
      pose proof (x_range W N n A x S c Hc) as Xc. fold K in Xc.
      assert (c = i) as -> by nia. lia.
  Qed.

  Lemma next_state : forall i k, 1 <= i <= last -> 1 <= k <= K ->
    states ((i - 1) * K + (k - 1) + 1) = shift K (e i k) (states ((i - 1) * K + (k - 1))).
  Proof.
    intros i k Hi Hk. destruct sizes as (K2 & Kw & n2 & _). unfold states.
    replace (Z.to_nat ((i - 1) * K + (k - 1) + 1)) with (Z.to_nat ((i - 1) * K + (k - 1)) + 1)%nat by nia.
    rewrite <- sweep_snoc. f_equal. apply firstn_next. unfold visited.
    replace (Z.to_nat ((i - 1) * K + (k - 1))) with (Z.to_nat (i - 1) * N + Z.to_nat (k - 1))%nat by (unfold K; nia).
    replace (e i k) with (Z.of_nat ((0 + Z.to_nat (i - 1)) * W + Z.to_nat (k - 1))) by (unfold e, w; nia).
    apply map_nth_error, nth_error_blocks; unfold K, last in *; lia.
  Qed.

  (** Right after the layer of l_n all columns have been shifted. *)
  Lemma all_shifted : states ((last - 1) * K + (at_ x last + 1)) = t.
  Proof.
    destruct sizes as (K2 & Kw & n2 & Hl & Ht). rewrite <- (at_all _ n (states_length _)), <- (at_all t n Ht).
    apply map_range_ext. intros c Hc. pose proof (x_range W N n A x S last ltac:(lia)) as X. fold K in X.
    pose proof (l_is W N n A x S last ltac:(lia)) as El. fold l w last in El.
    pose proof (state_at W N n A x S last (at_ x last + 1) c ltac:(fold last; lia) ltac:(fold K; lia)
      ltac:(fold w l last; lia) Hc) as F.
    fold K w l t in F. unfold states. rewrite F.
    pose proof (l_at_most_last W N n A x S c Hc) as top. fold l last in top.
    destruct (Z.ltb_spec (at_ l c) ((last - 1) * w + (at_ x last + 1))); [reflexivity | lia].
  Qed.

  Lemma late_is_last : forall i k, 1 <= i <= last -> 1 <= k <= K -> at_ l last < e i k ->
    i = last /\ at_ x last + 1 < k.
  Proof.
    intros i k Hi Hk H. destruct sizes as (K2 & Kw & n2 & _). pose proof (l_is W N n A x S last ltac:(lia)) as El.
    pose proof (x_range W N n A x S last ltac:(lia)) as X. fold l w last K in El, X. unfold e in H.
    assert (i = last) by nia. subst i. lia.
  Qed.

  (** Behind it no layer changes anything, but in the exception. *)
  Lemma late : forall i k, ~ exceptional W N n x -> 1 <= i <= last -> 1 <= k <= K -> at_ l last < e i k ->
    count i k = 0.
  Proof.
    intros i k normal Hi Hk H. destruct sizes as (K2 & Kw & n2 & Hl & Ht).
    destruct (late_is_last i k Hi Hk H) as [-> Hk'].
    assert (fixed : forall p, (last - 1) * K + (at_ x last + 1) <= p -> p <= last * K -> states p = t).
    { intros p low high. pose proof (x_range W N n A x S last ltac:(lia)) as X. fold K in X.
      rewrite <- (at_all _ n (states_length _)), <- (at_all t n Ht). apply map_range_ext. intros c Hc.
      apply Z.le_antisymm.
      - assert (E : states (last * K) = t).
        { transitivity (after_sweep W N n x); [| exact (y_once W N n A x S normal)]. unfold states, after_sweep.
          fold l K. rewrite firstn_all2; [reflexivity |]. rewrite visited_length. unfold last, K. nia. }
        rewrite <- E. unfold states.
        replace (Z.to_nat (last * K)) with (Z.to_nat p + (Z.to_nat (last * K) - Z.to_nat p))%nat by lia.
        apply sweep_grows; [lia | rewrite Hl; exact Hc].
      - rewrite <- all_shifted. unfold states.
        replace (Z.to_nat p) with (Z.to_nat ((last - 1) * K + (at_ x last + 1)) +
          (Z.to_nat p - Z.to_nat ((last - 1) * K + (at_ x last + 1))))%nat by lia.
        apply sweep_grows; [lia | rewrite Hl; exact Hc]. }
    apply (shift_keeps K); [lia |]. rewrite <- next_state by lia. rewrite !fixed by nia. reflexivity.
  Qed.
  (** The layers of one block: one changes something; in the exception two of the last one. *)
  Lemma one_a_block : forall i, ~ exceptional W N n x -> 1 <= i <= last -> total_Z 1 K (count i) <= 1.
  Proof.
    intros i normal Hi. destruct sizes as (K2 & _). pose proof (x_range W N n A x S i Hi) as X. fold K in X.
    eapply Z.le_trans; [| apply Z.eq_le_incl, (StepsSweep.count_one 1 K (at_ x i + 1)); lia].
    apply total_Z_le. intros k Hk. pose proof (count_at_most i k). destruct (Z.eqb_spec k (at_ x i + 1)); [lia |].
    destruct (Z.le_gt_cases (e i k) (at_ l last)); [rewrite early | rewrite late]; auto; lia.
  Qed.

  Lemma in_the_exception : exceptional W N n x ->
    total_Z 1 K (count 1) <= 1 /\ total_Z 1 K (count 2) <= 2.
  Proof.
    intros exception. pose proof exception as (n_2 & W_N & Ex). destruct sizes as (K2 & Kw & n2 & Hl & Ht).
    pose proof (y_exception W N n A x S exception) as [_ T1]. fold K l t in T1.
    assert (last_2 : last = 2) by (unfold last; lia). assert (w_K : w = K) by (unfold w, K; lia).
    assert (X1 : at_ x 1 = K - 1) by (rewrite Ex; reflexivity). assert (X2 : at_ x 2 = 0) by (rewrite Ex; reflexivity).
    pose proof (l_is W N n A x S last ltac:(fold last; lia)) as El. fold l w in El. rewrite last_2, X2, w_K in El.
    split.
    - eapply Z.le_trans; [| apply Z.eq_le_incl, (StepsSweep.count_one 1 K K); lia].
      apply total_Z_le. intros k Hk. pose proof (count_at_most 1 k).
      destruct (Z.eqb_spec k K); [lia |]. rewrite early; unfold e; try rewrite last_2; lia.
    - pose proof (StepsSweep.count_one 1 K 1 ltac:(lia)) as One.
      pose proof (StepsSweep.count_one 1 K K ltac:(lia)) as Top.
      eapply Z.le_trans; [| apply Z.eq_le_incl; exact (f_equal2 Z.add One Top)].
      rewrite <- total_Z_plus. apply total_Z_le. intros k Hk.
      pose proof (count_at_most 2 k). destruct (Z.eqb_spec k 1), (Z.eqb_spec k K); try lia.
      assert (T2 : at_ t 1 < at_ t 2) by (apply (t_increases W N n A x S); fold last; lia).
      assert (absent : forall h, K < h < 2 * K - 1 -> ~ In h t).
      { intros h Hh inside. apply in_at in inside as [c [Hc E]]. rewrite Ht in Hc. fold last in Hc.
        assert (c = 1 \/ c = 2) as [-> | ->] by lia; lia. }
      assert (fixed : forall j, 0 <= j -> j < K - 2 -> states (K + 1 + j) = t).
      { intros j Hj. pattern j. apply natlike_ind; [| | exact Hj].
        - intros _. rewrite <- all_shifted. f_equal. rewrite last_2, X2. ring.
        - intros i Hi IH Hi'. pose proof (next_state 2 (i + 2) ltac:(lia) ltac:(lia)) as F. unfold e in F.
          replace (K + 1 + Z.succ i) with ((2 - 1) * K + (i + 2 - 1) + 1) by ring. rewrite F.
          replace ((2 - 1) * K + (i + 2 - 1)) with (K + 1 + i) by ring. rewrite IH by lia.
          apply shift_elsewhere, absent. lia. }
      assert (E : count 2 k = 0).
      { unfold count. replace ((2 - 1) * K + (k - 1)) with (K + 1 + (k - 2)) by ring. rewrite fixed by lia.
        unfold changes. destruct (in_dec Z.eq_dec (e 2 k) t) as [inside |]; [| reflexivity].
        exfalso. revert inside. apply absent. unfold e. lia. }
      lia.
  Qed.

  Theorem counted_in_all : total_Z 1 last (fun i => total_Z 1 K (count i)) <= last + 1.
  Proof.
    destruct sizes as (K2 & Kw & n2 & _). destruct (exceptional_dec W N n x) as [exception | normal].
    - destruct (in_the_exception exception). destruct exception as (n_2 & _).
      assert (last = 1 + 1) as -> by (unfold last; lia). rewrite total_Z_snoc by lia.
      change 1 with (0 + 1) at 2. rewrite total_Z_snoc by lia. rewrite total_Z_empty by lia.
      change (0 + 1) with 1. change (1 + 1) with 2. lia.
    - pose proof (ones last (fun i => total_Z 1 K (count i)) ltac:(lia) (fun i Hi => one_a_block i normal Hi)). lia.
  Qed.
End Events.

Theorem yun2020_event_driven_sweep_g2_events_proved : yun2020_event_driven_sweep_g2_events.
Proof.
  parameters. intros X HX. pose proof (point_setting 1 d n m ltac:(lia) Hd ltac:(lia) Hm X HX) as S.
  eapply Z.le_trans; [| exact (counted_in_all _ _ _ _ _ S)].
  apply total_Z_le. intros i Hi. apply total_Z_le. intros k Hk.
  pose proof (reads_before d n m X i k Hd ltac:(lia) Hm HX Hi Hk) as B.
  pose proof (reads_made d n m X i k Hd ltac:(lia) Hm Hi Hk _ B) as M.
  pose proof (counted d n m _ _ _ _ B M) as C. rewrite (shifted_ids 1 d n m Hd X HX) in C. exact C.
Qed.
