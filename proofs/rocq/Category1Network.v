(** * Category 1 for the network, App. E.3.1

    Proofs of the statements on Category 1 and on the best bounds of Lemma 10 in [Statements.v]: what [Category1.v],
    [Lemma10Sharp.v] and [GlobalShift.v] prove for ids, read off the columns of g_c layer by layer. *)

From Coq Require Import ZArith QArith List Permutation Sorted Lqa Lia.
From Exactua Require Import Transformers Grids Ids Statements Hardmax Simulation Grid Lemma8.
From Exactua Require Export NetworkIds.
From Exactua Require NewIds Category1 Lemma10 Lemma10Sharp GlobalShift.
Import ListNotations.
Open Scope Z_scope.

(** ** Integers in unit 1 *)

(** An equation between integers in unit 1. *)
Ltac integers := unfold Z.sub; repeat (rewrite inject_Z_plus || rewrite inject_Z_mult || rewrite inject_Z_opp);
  change (inject_Z 1) with 1%Q; change (inject_Z 2) with 2%Q; ring.

Lemma units_same : forall m j k, j = k -> (units m j == units m k)%Q.
Proof. intros m j k ->. reflexivity. Qed.

Lemma units_times : forall m j k, (units m (j * k) == inject_Z j * units m k)%Q.
Proof. intros. unfold units. rewrite inject_Z_mult. ring. Qed.

Lemma units_less : forall m j k, (1 <= m)%nat -> j < k -> (units m j < units m k)%Q.
Proof. intros. apply in_unit_1_increasing; assumption. Qed.

Lemma units_at_most : forall m j k, (1 <= m)%nat -> j <= k -> (units m j <= units m k)%Q.
Proof. intros. apply in_unit_1_monotone; assumption. Qed.

Lemma units_reflect_less : forall m j k, (1 <= m)%nat -> (units m j < units m k)%Q -> j < k.
Proof.
  intros m j k one_m less. destruct (Z.lt_ge_cases j k) as [H | H]; [exact H|].
  pose proof (units_at_most m k j one_m H). lra.
Qed.

Lemma units_reflect_at_most : forall m j k, (1 <= m)%nat -> (units m j <= units m k)%Q -> j <= k.
Proof.
  intros m j k one_m less. destruct (Z.lt_ge_cases k j) as [H | H]; [|exact H].
  pose proof (units_less m k j one_m H). lra.
Qed.

Lemma power_is : forall d m k, power d m k = inject_Z (D d m ^ Z.of_nat k).
Proof. intros. unfold power, of_nat. rewrite power_of_D. reflexivity. Qed.

Lemma power_one : forall d m, power d m 1 = inject_Z (D d m).
Proof. intros. rewrite power_is. change (Z.of_nat 1) with 1. rewrite Z.pow_1_r. reflexivity. Qed.

Lemma units_sum : forall m (f : nat -> Q) (g : nat -> Z) ks, (forall k, In k ks -> (f k == units m (g k))%Q) ->
  (fold_right Qplus 0 (map f ks) == units m (NewIds.sum (map g ks)))%Q.
Proof.
  intros m f g ks. induction ks as [|k ks IH]; intro same.
  - unfold units. cbn. ring.
  - cbn [map fold_right NewIds.sum]. fold (NewIds.sum (map g ks)). rewrite <- units_plus.
    rewrite (same k) by (left; reflexivity).
    rewrite IH; [reflexivity|]. intros k' inside. apply same. right. exact inside.
Qed.

Lemma sum_of_powers_is : forall d n m, (sum_of_powers d n m == inject_Z (Lemma10Sharp.powers (D d m) n))%Q.
Proof.
  intros d n m. unfold sum_of_powers, Lemma10Sharp.powers, NewIds.sum. induction (seq 1 (n - 1)) as [|k ks IH].
  - reflexivity.
  - cbn [map fold_right]. rewrite inject_Z_plus, IH, power_is. reflexivity.
Qed.

Lemma smallest_top_is : forall d n m, (2 <= n)%nat ->
  (smallest_top d n m == units m (Lemma10Sharp.least_top (D d m) n))%Q.
Proof.
  intros d n m two_n. unfold smallest_top, Lemma10Sharp.least_top, units. rewrite sum_of_powers_is, power_is.
  unfold of_nat. replace (Z.of_nat (n - 1)) with (Z.of_nat n - 1) by lia. integers.
Qed.

Lemma largest_top_is : forall d n m, (2 <= n)%nat ->
  (largest_top d n m == units m (Lemma10Sharp.greatest_top (D d m) n))%Q.
Proof.
  intros d n m two_n. unfold largest_top, Lemma10Sharp.greatest_top. rewrite upper_bound_units, <- units_minus.
  rewrite sum_of_powers_is, power_one. unfold of_nat. replace (Z.of_nat (n - 1)) with (Z.of_nat n - 1) by lia.
  unfold units. integers.
Qed.

Lemma gain_is : forall d n m, power d m (n + 1) = inject_Z (D d m ^ (Z.of_nat n + 1)).
Proof. intros. rewrite power_is. f_equal. f_equal. lia. Qed.

Lemma lowest_is : forall d n m, (2 <= n)%nat ->
  (delta m * of_nat (n - 1) * power d m 1 + power d m (n + 1) * smallest_top d n m ==
    units m ((Z.of_nat n - 1) * D d m + D d m ^ (Z.of_nat n + 1) * Lemma10Sharp.least_top (D d m) n))%Q.
Proof.
  intros d n m two_n. rewrite smallest_top_is, gain_is, power_one by exact two_n. unfold of_nat.
  replace (Z.of_nat (n - 1)) with (Z.of_nat n - 1) by lia. unfold units. integers.
Qed.

Lemma highest_is : forall d n m, (2 <= n)%nat ->
  ((power d m (n + 1) + 1) * largest_top d n m ==
    units m ((D d m ^ (Z.of_nat n + 1) + 1) * Lemma10Sharp.greatest_top (D d m) n))%Q.
Proof.
  intros d n m two_n. rewrite largest_top_is, gain_is by exact two_n. unfold units. integers.
Qed.

(** ** Points from ids *)

Section Network.

Variables (d n m : nat).
Hypothesis one_d : (1 <= d)%nat.
Hypothesis two_n : (2 <= n)%nat.
Hypothesis two_m : (2 <= m)%nat.

Let one_m : (1 <= m)%nat.
Proof. lia. Qed.

Let two_D : 2 <= D d m.
Proof. pose proof (D_at_least_m d m one_d two_m). lia. Qed.

(** Different ids in order are those of a point in Category 1. *)
Lemma point_of_ids : forall x, length x = n -> StronglySorted Z.lt x -> Forall (fun k => 0 <= k < D d m) x ->
  exists L, category_1 d n m L /\ column_ids d m L = x.
Proof.
  intros x length_x sorted range.
  assert (exists L, Forall (fun c => length c = d /\ Forall (fun k => 0 <= k < Z.of_nat m) c) L /\
    column_ids d m L = x) as (L & columns & ids).
  { clear length_x sorted. induction range as [|k x k_range _ (L & columns & ids)]; [exists []; split; constructor|].
    destruct (column_id_bijective_holds d m one_d two_m) as (_ & _ & onto).
    destruct (onto k k_range) as (c & c_grid & c_id). exists (c :: L). split; [constructor; assumption|].
    cbn [column_ids map]. rewrite c_id. f_equal. exact ids. }
  exists L. split; [|exact ids]. split; [split; [split; [split|]|]|].
  - rewrite <- length_x, <- ids. unfold column_ids. rewrite map_length. reflexivity.
  - eapply Forall_impl; [|exact columns]. intros c [H _]. exact H.
  - eapply Forall_impl; [|exact columns]. intros c [_ H]. exact H.
  - apply (NoDup_map_inv (column_id d m)). fold (column_ids d m L). rewrite ids.
    apply GlobalShift.increasing_distinct. exact sorted.
  - unfold in_order. rewrite ids. clear length_x range ids.
    induction sorted as [|k x _ IH above]; constructor; [exact IH|].
    eapply Forall_impl; [|exact above]. intros. lia.
Qed.

(** ** A point of Category 1 *)

Section Point.

Variable L : point.
Hypothesis L_in : category_1 d n m L.

Notation x := (column_ids d m L).
Notation y := (sweep (D d m) (all_ids (D d m)) (column_ids d m L)).

Let length_x : length x = n.
Proof. exact (category_1_length d n m L L_in). Qed.

Let two_x : (2 <= length x)%nat.
Proof. rewrite length_x. exact two_n. Qed.

Let sorted_x : StronglySorted Z.lt x.
Proof. exact (category_1_increasing d n m one_d two_m L L_in). Qed.

Let range_x : Forall (fun k => 0 <= k < D d m) x.
Proof. exact (category_1_range d n m one_d two_m L L_in). Qed.

Let y_new : y = NewIds.new_ids (D d m) x.
Proof. apply Category1.sweep_is_new_ids; assumption. Qed.

Lemma shape_L : of_shape d n L.
Proof. destruct L_in as [[[shape _] _] _]. exact shape. Qed.

Lemma lengths_L : columns_have_length d L.
Proof. exact (proj2 shape_L). Qed.

Lemma nonempty_L : L <> [].
Proof. exact (of_shape_nonempty d n L two_n shape_L). Qed.

Lemma new_id_is : forall j, (1 <= j <= n)%nat ->
  (new_id d m L j == units m (nth (j - 1) (NewIds.new_ids (D d m) x) 0%Z))%Q.
Proof. intros j _. rewrite <- y_new. exact (new_id_units d m L one_d one_m nonempty_L lengths_L j). Qed.

Lemma top_is_last : (top d n m L == units m (nth (n - 1) (NewIds.new_ids (D d m) x) 0%Z))%Q.
Proof. rewrite <- y_new. exact (top_is d n m one_d two_n two_m L L_in). Qed.

Lemma layers_are_ids : forall k, (k <= m ^ d)%nat -> (k <= Z.to_nat (D d m))%nat.
Proof. intros k H. unfold D. rewrite Nat2Z.id. exact H. Qed.

(** The ids after k layers. *)
Lemma first_layers : forall k, (k <= m ^ d)%nat -> all_ids (Z.of_nat k) = firstn k (all_ids (D d m)).
Proof.
  intros k H. rewrite D_from_ids, firstn_map. symmetry. apply first_layers_ids; assumption.
Qed.

Lemma ids_after_are : forall k, (k <= m ^ d)%nat ->
  Forall2 Qeq (ids_after d m k L) (ids_in_unit_1 m (sweep (D d m) (firstn k (all_ids (D d m))) x)).
Proof.
  intros k H. rewrite <- first_layers by exact H.
  exact (ids_after_units d m L one_d one_m nonempty_L lengths_L k H).
Qed.

Lemma id_after_is : forall k j, (k <= m ^ d)%nat ->
  (id_after d m k L j == units m (nth (j - 1) (sweep (D d m) (firstn k (all_ids (D d m))) x) 0%Z))%Q.
Proof. intros k j H. apply nth_units, ids_after_are, H. Qed.

(** l_j < l~_j. *)
Lemma id_below_new_id : forall j, (j < n)%nat -> nth j x 0%Z < nth j (NewIds.new_ids (D d m) x) 0%Z.
Proof.
  intros j H. pose proof (Category1.new_ids_above_ids (D d m) x two_D two_x sorted_x range_x j ltac:(lia)).
  pose proof (Category1.id_range (D d m) x range_x j ltac:(lia)). lia.
Qed.

Lemma in_turn : forall j, (1 <= j <= n)%nat -> (id_of d m L j < new_id d m L j)%Q /\
  forall k, (k <= m ^ d)%nat ->
    (id_of d m L j < of_nat k * delta m -> id_after d m k L j == new_id d m L j)%Q /\
    (of_nat k * delta m <= id_of d m L j -> id_after d m k L j == id_of d m L j)%Q.
Proof.
  intros j range. split.
  - rewrite id_of_units, new_id_is by assumption. apply units_less; [exact one_m|]. apply id_below_new_id. lia.
  - intros k H. rewrite id_after_is, units_of_nat, id_of_units, new_id_is by assumption.
    rewrite Category1.sweep_state by (assumption || (apply layers_are_ids; assumption) || lia). split; intro less.
    + apply units_reflect_less in less; [|exact one_m].
      destruct (Z.ltb_spec (nth (j - 1) x 0%Z) (Z.of_nat k)); [reflexivity|lia].
    + apply units_reflect_at_most in less; [|exact one_m].
      destruct (Z.ltb_spec (nth (j - 1) x 0%Z) (Z.of_nat k)); [lia|reflexivity].
Qed.

(** The j-th shift operation adds l~_j - l_j. *)
Lemma shift_adds : forall j k, (1 <= j <= n)%nat -> is_id d m L j k ->
  (shifted_by d m k L j == new_id d m L j - id_of d m L j)%Q.
Proof.
  intros j k range H. pose proof (is_id_units d m L one_m j k H) as here.
  pose proof (Category1.id_range (D d m) x range_x (j - 1) ltac:(lia)) as below.
  unfold is_id in H. pose proof (delta_positive m one_m) as positive.
  destruct (in_turn j range) as [_ turn]. unfold shifted_by.
  assert (k + 1 <= m ^ d)%nat as layers by (unfold D in below; lia).
  destruct (turn (k + 1)%nat layers) as [after _]. destruct (turn k ltac:(lia)) as [_ before].
  rewrite after, before; [reflexivity| |].
  - rewrite H. lra.
  - rewrite H. rewrite !units_of_nat. apply units_less; [exact one_m|lia].
Qed.

Lemma after_shift_is : forall j k, (1 <= j <= n)%nat -> is_id d m L j k ->
  Forall2 Qeq (ids_after d m (k + 1) L) (ids_in_unit_1 m (Category1.after_shift (D d m) x (j - 1))).
Proof.
  intros j k range H. pose proof (is_id_units d m L one_m j k H) as here. unfold Category1.after_shift. rewrite here.
  pose proof (Category1.id_range (D d m) x range_x (j - 1) ltac:(lia)) as below.
  replace (S (Z.to_nat (Z.of_nat k))) with (k + 1)%nat by lia. apply ids_after_are. unfold D in below. lia.
Qed.

Lemma greatest_of_same : forall a q q', (q == q')%Q -> greatest_of a q -> greatest_of a q'.
Proof.
  intros a q q' E [inside above]. split.
  - eapply Exists_impl; [|exact inside]. intros p H. rewrite <- E. exact H.
  - eapply Forall_impl; [|exact above]. intros p H. cbv beta in *. rewrite <- E. exact H.
Qed.

Lemma least_of_same : forall a q q', (q == q')%Q -> least_of a q -> least_of a q'.
Proof.
  intros a q q' E [inside above]. split.
  - eapply Exists_impl; [|exact inside]. intros p H. rewrite <- E. exact H.
  - eapply Forall_impl; [|exact above]. intros p H. cbv beta in *. rewrite <- E. exact H.
Qed.

Lemma shifts : forall j k, (1 <= j <= n)%nat -> is_id d m L j k ->
  (j = 1%nat -> (shifted_by d m k L j == power d m 1 * (id_of d m L n - id_of d m L 1))%Q) /\
  ((2 <= j)%nat -> (shifted_by d m k L j == power d m 1 * (new_id d m L (j - 1) - id_of d m L j))%Q) /\
  greatest_of (ids_after d m (k + 1) L) (new_id d m L j) /\
  ((j < n)%nat -> least_of (ids_after d m (k + 1) L) (id_of d m L (j + 1))).
Proof.
  intros j k range H.
  assert (Category1.after_shift (D d m) x (j - 1) <> []) as nonempty.
  { intro E. apply (f_equal (@length Z)) in E. unfold Category1.after_shift in E. rewrite Sweeps.length_sweep in E.
    simpl in E. lia. }
  split; [|split; [|split]].
  - intros ->. rewrite shift_adds, new_id_is, !id_of_units, power_one by (assumption || lia). cbn [Nat.sub].
    rewrite NewIds.new_ids_first by lia. unfold NewIds.first_id, NewIds.last_id. rewrite length_x.
    unfold units. integers.
  - intros two_j. rewrite shift_adds, !new_id_is, !id_of_units, power_one by (assumption || lia).
    replace (j - 1)%nat with (S (j - 1 - 1)) by lia. rewrite NewIds.new_ids_next by lia.
    replace (S (j - 1 - 1) - 1)%nat with (j - 1 - 1)%nat by lia.
    unfold units. integers.
  - eapply greatest_of_same; [symmetry; apply new_id_is; exact range|].
    rewrite <- (Category1.new_maximum (D d m) x) by (assumption || lia).
    apply greatest_of_units; [exact one_m|exact nonempty|]. apply after_shift_is; assumption.
  - intros less. eapply least_of_same; [symmetry; apply id_of_units; lia|].
    replace (j + 1 - 1)%nat with (S (j - 1)) by lia.
    rewrite <- (Category1.new_minimum (D d m) x) by (assumption || lia).
    apply least_of_units; [exact one_m|exact nonempty|]. apply after_shift_is; assumption.
Qed.

(** The display of E.3.1. *)
Lemma display_is : forall j, (1 <= j <= n)%nat ->
  (display_of_new_id d n m L j == units m (NewIds.closed_form (D d m) x j))%Q.
Proof.
  intros j range. unfold display_of_new_id, NewIds.closed_form. cbv zeta. rewrite <- !units_plus, units_times, length_x.
  rewrite (units_sum m _ (fun k => D d m ^ Z.of_nat k * (nth (j - k - 1) x 0%Z - nth (j - k + 1 - 1) x 0%Z))).
  - rewrite !id_of_units, power_is, <- units_minus by lia. reflexivity.
  - intros k inside. apply in_seq in inside. rewrite !id_of_units, power_is, units_times, <- units_minus.
    reflexivity.
Qed.

Lemma display_holds : forall j, (1 <= j <= n)%nat -> (new_id d m L j == display_of_new_id d n m L j)%Q.
Proof.
  intros j range. rewrite new_id_is, display_is by assumption. rewrite NewIds.new_ids_closed_form by lia. reflexivity.
Qed.

(** ** The last layer *)

Notation gain := (D d m ^ (Z.of_nat n + 1)).
Notation swept := (sweep_point d m (D d m) (all_ids (D d m)) L).

Lemma q_read : Forall2 Qeq (q d n m L) (ids_in_unit_1 m (global gain y)).
Proof.
  apply q_is; try assumption; [exact nonempty_L|exact lengths_L|]. left.
  exact (category_1_nonzero d n m one_d two_n two_m L L_in).
Qed.

Lemma output_length : length (global gain y) = n.
Proof. unfold global. rewrite map_length, Sweeps.length_sweep. exact length_x. Qed.

Lemma q_length : length (q d n m L) = n.
Proof. rewrite (same_length _ _ q_read). unfold ids_in_unit_1. rewrite map_length. exact output_length. Qed.

Lemma q_is_shifted : forall j, (1 <= j <= n)%nat ->
  (nth (j - 1) (q d n m L) 0 == units m (nth (j - 1) (global gain y) 0%Z))%Q.
Proof. intros j range. apply nth_ids_in_unit_1; [exact q_read|]. rewrite output_length. lia. Qed.

Lemma output_id : forall j, (1 <= j <= n)%nat -> nth (j - 1) (global gain y) 0 =
  nth (j - 1) (NewIds.new_ids (D d m) x) 0%Z + gain * nth (n - 1) (NewIds.new_ids (D d m) x) 0%Z.
Proof.
  intros j range. pose proof (GlobalShift.outputs (D d m) x two_D two_x sorted_x range_x) as H. rewrite length_x in H.
  rewrite H, GlobalShift.nth_map_in by (rewrite Sweeps.length_sweep; lia). rewrite y_new. reflexivity.
Qed.

Lemma q_holds : forall j, (1 <= j <= n)%nat ->
  (nth (j - 1) (q d n m L) 0 == new_id d m L j + power d m (n + 1) * top d n m L)%Q.
Proof.
  intros j range. rewrite q_is_shifted, output_id, new_id_is, top_is_last, gain_is by assumption.
  rewrite <- units_plus, units_times. reflexivity.
Qed.

(** g_c on a point: the sweep, then the last layer. *)
Lemma g_c_simulates : Meq (run (g_c d n m) (in_unit_1 m L)) (in_unit_1 m (global_point d m gain swept)).
Proof.
  unfold g_c, run. rewrite fold_left_app. cbn [fold_left].
  eapply Meq_trans; [apply apply_layer_respects; apply sweep_layers_simulate|].
  - exact one_d.
  - exact one_m.
  - exact nonempty_L.
  - exact lengths_L.
  - replace (of_nat ((m ^ d) ^ (n + 1))) with (inject_Z gain) by (symmetry; apply gain_is).
    apply global_simulates; try assumption.
    + intro E. apply nonempty_L, length_zero_iff_nil.
      rewrite <- (sweep_point_columns d m (D d m) (all_ids (D d m)) L), E. reflexivity.
    + apply sweep_point_lengths. exact lengths_L.
    + rewrite sweep_point_ids by (assumption || exact lengths_L). left.
      exact (category_1_nonzero d n m one_d two_n two_m L L_in).
Qed.

Lemma nth_units : forall c k, (nth k (column_in_unit_1 m c) 0 == units m (nth k c 0%Z))%Q.
Proof.
  assert (0 == units m 0)%Q as zero by (unfold units; change (inject_Z 0) with 0%Q; ring).
  induction c as [|e c IH]; intros [|k]; [exact zero|exact zero|reflexivity|apply IH].
Qed.

Lemma entry_in_units : forall (P : point) i j,
  (entry_of (in_unit_1 m P) i j == units m (nth (i - 1) (nth (j - 1) P []) 0%Z))%Q.
Proof.
  intros P i j. unfold entry_of. rewrite in_unit_1_columns. change (@nil Q) with (column_in_unit_1 m []).
  rewrite map_nth. apply nth_units.
Qed.

Lemma entry_respects : forall Z Z' i j, Meq Z Z' -> (entry_of Z i j == entry_of Z' i j)%Q.
Proof.
  intros Z Z' i j same. unfold entry_of. generalize (j - 1)%nat as k. induction same as [|c c' Z Z' here _ IH]; intro k.
  - destruct k; reflexivity.
  - destruct k as [|k]; cbn [nth]; [|apply IH]. generalize (i - 1)%nat as r.
    induction here as [|e e' c c' E _ IH']; intro r; destruct r; cbn [nth]; auto; reflexivity.
Qed.

(** Two columns that agree in all rows but the first: their ids differ as their first entries do. *)
Lemma first_entry : forall c c' : column, length c = d -> length c' = d -> tl c' = tl c ->
  nth 0 c' 0 - nth 0 c 0 = column_id d m c' - column_id d m c.
Proof.
  intros [|e c] [|e' c'] length_c length_c' same; simpl in length_c, length_c', same; try lia. subst c'.
  change (e' :: c) with (add_first (e' - e) (e :: c) ) || replace (e' :: c) with (add_first (e' - e) (e :: c)) by
    (simpl; f_equal; lia).
  rewrite column_id_add_first by assumption. simpl. lia.
Qed.

Notation output := (global_point d m gain swept).

Lemma output_shape : length output = n /\ columns_have_length d output.
Proof.
  split.
  - unfold global_point. rewrite map_length, sweep_point_columns. exact (proj1 shape_L).
  - apply Forall_map. eapply Forall_impl; [|exact (sweep_point_lengths d m (D d m) (all_ids (D d m)) L lengths_L)].
    intros c length_c. rewrite add_first_length. exact length_c.
Qed.

Lemma output_rows : map (@tl Z) output = map (@tl Z) L.
Proof. rewrite global_point_other_rows. apply sweep_point_other_rows. Qed.

Lemma output_ids_are : column_ids d m output = global gain y.
Proof.
  rewrite global_point_ids by (assumption || apply sweep_point_lengths; exact lengths_L).
  rewrite sweep_point_ids by (assumption || exact lengths_L). reflexivity.
Qed.

Lemma nth_column_id : forall P j, (j < length P)%nat -> nth j (column_ids d m P) 0 = column_id d m (nth j P []).
Proof.
  intros P j inside. unfold column_ids.
  rewrite (nth_indep _ 0 (column_id d m [])) by (rewrite map_length; exact inside). apply map_nth.
Qed.

Lemma nth_length : forall P j, columns_have_length d P -> (j < length P)%nat -> length (nth j P []) = d.
Proof. intros P j lengths inside. exact (proj1 (Forall_forall _ _) lengths _ (nth_In P [] inside)). Qed.

Lemma nth_tl : forall P P' j, map (@tl Z) P = map (@tl Z) P' -> tl (nth j P []) = tl (nth j P' []).
Proof.
  intros P P' j same. rewrite <- !(map_nth (@tl Z)). rewrite same. reflexivity.
Qed.

Lemma nth_of_tl : forall (c : column) i, nth i (tl c) 0 = nth (S i) c 0.
Proof. intros [|e c] [|i]; reflexivity. Qed.

Lemma entries : forall j, (1 <= j <= n)%nat ->
  (entry_of (run (g_c d n m) (in_unit_1 m L)) 1 j ==
    entry_of (in_unit_1 m L) 1 j + (display_of_new_id d n m L j - id_of d m L j) + power d m (n + 1) * top d n m L /\
  forall i, (2 <= i <= d)%nat ->
    entry_of (run (g_c d n m) (in_unit_1 m L)) i j == entry_of (in_unit_1 m L) i j)%Q.
Proof.
  intros j range. destruct output_shape as [output_columns output_lengths].
  pose proof (nth_tl _ _ (j - 1) output_rows) as rows. pose proof (proj1 shape_L) as columns. split.
  - rewrite (entry_respects _ _ 1 j g_c_simulates), !entry_in_units. cbn [Nat.sub].
    rewrite <- display_holds, new_id_is, id_of_units, top_is_last, gain_is by assumption.
    assert (nth 0 (nth (j - 1) output []) 0 = nth 0 (nth (j - 1) L []) 0 +
      (nth (j - 1) (global gain y) 0 - nth (j - 1) x 0)) as ->.
    { rewrite <- output_ids_are, !nth_column_id by lia.
      pose proof (first_entry (nth (j - 1) L []) (nth (j - 1) output [])
        (nth_length L (j - 1) lengths_L ltac:(lia)) (nth_length output (j - 1) output_lengths ltac:(lia)) rows). lia. }
    rewrite output_id by assumption. unfold units. integers.
  - intros i i_range. rewrite (entry_respects _ _ i j g_c_simulates), !entry_in_units.
    replace (i - 1)%nat with (S (i - 2)) by lia. apply units_same. rewrite <- !nth_of_tl. f_equal. exact rows.
Qed.

(** ** Bounds *)

Lemma new_id_at_most_top : forall j, (1 <= j <= n)%nat ->
  nth (j - 1) (NewIds.new_ids (D d m) x) 0 <= nth (n - 1) (NewIds.new_ids (D d m) x) 0.
Proof.
  intros j range. pose proof (Lemma10.sweep_at_most_top (D d m) x two_D two_x sorted_x range_x) as H.
  rewrite length_x, y_new in H. apply (proj1 (Forall_forall _ _) H), nth_In. rewrite NewIds.new_ids_length. lia.
Qed.

Lemma top_at_most : nth (n - 1) (NewIds.new_ids (D d m) x) 0 <= D d m ^ Z.of_nat n * (D d m - 1) - (D d m - 1) ^ 2.
Proof.
  pose proof (Lemma10.top_upper_bound (D d m) x two_D two_x sorted_x range_x) as H.
  rewrite length_x, y_new in H. exact H.
Qed.

Lemma bound_of_all : forall j, (1 <= j <= n)%nat -> (new_id d m L j <=
  delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1))%Q.
Proof.
  intros j range. rewrite new_id_is, upper_bound_units by assumption. apply units_at_most; [exact one_m|].
  pose proof (new_id_at_most_top j range). pose proof top_at_most. lia.
Qed.

Lemma order : (delta m * power d m 1 <= new_id d m L 1 /\ id_of d m L n < delta m * power d m 1 /\
  forall j j', (1 <= j)%nat -> (j < j')%nat -> (j' <= n)%nat -> new_id d m L j < new_id d m L j')%Q.
Proof.
  pose proof (Category1.new_ids_above_ids (D d m) x two_D two_x sorted_x range_x 0 ltac:(lia)) as first.
  split; [|split].
  - rewrite new_id_is, power_one by lia. assert (delta m * inject_Z (D d m) == units m (D d m))%Q as -> by (unfold
      units; ring).
    apply units_at_most; [exact one_m|]. cbn [Nat.sub]. lia.
  - rewrite id_of_units, power_one by lia. assert (delta m * inject_Z (D d m) == units m (D d m))%Q as -> by (unfold
      units; ring).
    apply units_less; [exact one_m|]. pose proof (Category1.id_range (D d m) x range_x (n - 1) ltac:(lia)). lia.
  - intros j j' low less high. rewrite !new_id_is by lia. apply units_less; [exact one_m|].
    apply NewIds.sorted_nth; [|lia|rewrite NewIds.new_ids_length; lia].
    apply NewIds.new_ids_increasing; assumption.
Qed.

Lemma gain_above : nth (n - 1) (NewIds.new_ids (D d m) x) 0 < gain.
Proof.
  pose proof top_at_most as H.
  assert (gain = D d m * D d m ^ Z.of_nat n) as -> by (rewrite <- Z.pow_succ_r by lia; reflexivity).
  assert (0 < D d m ^ Z.of_nat n) by (apply Z.pow_pos_nonneg; lia).
  assert (0 <= (D d m - 1) ^ 2) by (apply Z.pow_nonneg; lia). lia.
Qed.

Lemma interval_of : forall j, (1 <= j <= n)%nat ->
  (power d m (n + 1) * top d n m L <= nth (j - 1) (q d n m L) 0 <
    power d m (n + 1) * top d n m L + delta m * power d m (n + 1))%Q.
Proof.
  intros j range. rewrite q_is_shifted, output_id, top_is_last, gain_is by assumption.
  rewrite (Qmult_comm (delta m)). fold (units m gain). rewrite <- units_times, units_plus.
  pose proof (Category1.new_ids_above_ids (D d m) x two_D two_x sorted_x range_x (j - 1) ltac:(lia)).
  pose proof (new_id_at_most_top j range). pose proof gain_above.
  split; [apply units_at_most|apply units_less]; try exact one_m; lia.
Qed.

Lemma inside : forall j, (1 <= j <= n)%nat ->
  let bound := (delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1))%Q in
  (t_l d n m < nth (j - 1) (q d n m L) 0 /\
  nth (j - 1) (q d n m L) 0 < power d m (n + 1) * bound + delta m * power d m (n + 1) /\
  power d m (n + 1) * bound + delta m * power d m (n + 1) <= t_r d n m)%Q.
Proof.
  intros j range bound. subst bound. rewrite upper_bound_units, t_l_in_unit_1, t_r_in_unit_1, gain_is.
  rewrite q_is_shifted by assumption. rewrite (Qmult_comm (delta m)). fold (units m gain).
  rewrite <- units_times, units_plus. split; [|split].
  - apply units_less; [exact one_m|].
    pose proof (GlobalShift.outputs_inside (D d m) x two_D two_x sorted_x range_x) as H. rewrite length_x in H.
    refine (proj1 (proj1 (Forall_forall _ _) H (nth (j - 1) (global gain y) 0) _)). apply nth_In.
    rewrite output_length. lia.
  - apply units_less; [exact one_m|]. rewrite output_id by assumption.
    pose proof (new_id_at_most_top j range). pose proof gain_above. pose proof top_at_most as top_most.
    assert (0 <= gain) by (apply Z.pow_nonneg; lia).
    apply (Z.mul_le_mono_nonneg_l _ _ gain) in top_most; [|assumption]. lia.
  - apply units_at_most; [exact one_m|]. apply GlobalShift.bound_below_t_r; [exact two_D|lia].
Qed.

Lemma best_bounds : (smallest_top d n m <= top d n m L <= largest_top d n m)%Q.
Proof.
  rewrite smallest_top_is, largest_top_is, top_is_last, <- y_new by exact two_n.
  pose proof (Lemma10Sharp.lower_bound_sharp (D d m) x two_D two_x sorted_x range_x) as lower.
  pose proof (Lemma10Sharp.upper_bound_sharp (D d m) x two_D two_x sorted_x range_x) as upper.
  rewrite length_x in lower, upper. split; apply units_at_most; try exact one_m; assumption.
Qed.

Lemma best_interval :
  Forall (fun z => delta m * of_nat (n - 1) * power d m 1 + power d m (n + 1) * smallest_top d n m <= z <=
    (power d m (n + 1) + 1) * largest_top d n m)%Q (q d n m L).
Proof.
  apply Forall_forall. intros z z_in. apply (In_nth _ _ 0%Q) in z_in as (j & j_inside & <-).
  rewrite q_length in j_inside. replace j with (j + 1 - 1)%nat by lia. rewrite q_is_shifted by lia.
  pose proof (GlobalShift.outputs_bounds_sharp (D d m) x two_D two_x sorted_x range_x) as H. rewrite length_x in H.
  assert (In (nth (j + 1 - 1) (global gain y) 0) (global gain y)) as here
    by (apply nth_In; rewrite output_length; lia).
  apply (proj1 (Forall_forall _ _) H) in here as [lower upper].
  rewrite (lowest_is d n m two_n), (highest_is d n m two_n).
  split; apply units_at_most; try exact one_m; assumption.
Qed.

End Point.

(** ** Two points *)

Lemma intervals_disjoint : forall L L', category_1 d n m L -> category_1 d n m L' -> L <> L' ->
  (power d m (n + 1) * top d n m L + delta m * power d m (n + 1) <= power d m (n + 1) * top d n m L' \/
  power d m (n + 1) * top d n m L' + delta m * power d m (n + 1) <= power d m (n + 1) * top d n m L)%Q.
Proof.
  intros L L' L_in L'_in different.
  assert (~ (top d n m L == top d n m L')%Q) as apart
    by (intro E; apply different; exact (lemma_10_one_to_one_holds d n m L L' one_d two_n two_m L_in L'_in E)).
  rewrite (top_is_last L L_in), (top_is_last L' L'_in) in *. rewrite gain_is, (Qmult_comm (delta m)).
  fold (units m (D d m ^ (Z.of_nat n + 1))). rewrite <- !units_times, !units_plus.
  set (t := nth (n - 1) (NewIds.new_ids (D d m) (column_ids d m L)) 0) in *.
  set (t' := nth (n - 1) (NewIds.new_ids (D d m) (column_ids d m L')) 0) in *.
  assert (0 <= D d m ^ (Z.of_nat n + 1)) as positive by (apply Z.pow_nonneg; lia).
  destruct (Z.lt_trichotomy t t') as [H | [H | H]].
  - left. apply units_at_most; [exact one_m|].
    assert (t + 1 <= t') as step by lia. apply (Z.mul_le_mono_nonneg_l _ _ _ positive) in step. lia.
  - exfalso. apply apart. rewrite H. reflexivity.
  - right. apply units_at_most; [exact one_m|].
    assert (t' + 1 <= t) as step by lia. apply (Z.mul_le_mono_nonneg_l _ _ _ positive) in step. lia.
Qed.

(** ** Points that attain the bounds *)

Lemma enough : (n <= m ^ d)%nat -> Z.of_nat n <= D d m.
Proof. intro H. unfold D. lia. Qed.

Lemma first_point : (n <= m ^ d)%nat -> exists L, category_1 d n m L /\ column_ids d m L = Lemma10Sharp.first_ids n.
Proof.
  intro H.
  destruct (Lemma10Sharp.lower_bound_attained (D d m) n two_D two_n (enough H)) as (length_x & sorted & range & _).
  apply point_of_ids; assumption.
Qed.

Lemma last_point : (n <= m ^ d)%nat ->
  exists L, category_1 d n m L /\ column_ids d m L = Lemma10Sharp.first_ids_and_last (D d m) n.
Proof.
  intro H.
  destruct (Lemma10Sharp.upper_bound_attained (D d m) n two_D two_n (enough H)) as (length_x & sorted & range & _).
  apply point_of_ids; assumption.
Qed.

Lemma smallest_attained : (n <= m ^ d)%nat -> exists L, category_1 d n m L /\ (top d n m L == smallest_top d n m)%Q.
Proof.
  intro H. destruct (first_point H) as (L & L_in & ids). exists L. split; [exact L_in|].
  rewrite (top_is d n m one_d two_n two_m L L_in), smallest_top_is by exact two_n. unfold ids_swept. rewrite ids.
  destruct (Lemma10Sharp.lower_bound_attained (D d m) n two_D two_n (enough H)) as (_ & _ & _ & E).
  rewrite E. reflexivity.
Qed.

Lemma largest_attained : (n <= m ^ d)%nat -> exists L, category_1 d n m L /\ (top d n m L == largest_top d n m)%Q.
Proof.
  intro H. destruct (last_point H) as (L & L_in & ids). exists L. split; [exact L_in|].
  rewrite (top_is d n m one_d two_n two_m L L_in), largest_top_is by exact two_n. unfold ids_swept. rewrite ids.
  destruct (Lemma10Sharp.upper_bound_attained (D d m) n two_D two_n (enough H)) as (_ & _ & _ & E).
  rewrite E. reflexivity.
Qed.

Lemma q_entry : forall L j, category_1 d n m L -> (1 <= j <= n)%nat -> In (nth (j - 1) (q d n m L) 0%Q) (q d n m L).
Proof. intros L j L_in range. apply nth_In. rewrite (q_length L L_in). lia. Qed.

Lemma lowest_attained : (n <= m ^ d)%nat -> exists L, category_1 d n m L /\
  Exists (fun z => z == delta m * of_nat (n - 1) * power d m 1 + power d m (n + 1) * smallest_top d n m)%Q (q d n m L).
Proof.
  intro H. destruct (first_point H) as (L & L_in & ids). exists L. split; [exact L_in|]. apply Exists_exists.
  exists (nth (1 - 1) (q d n m L) 0%Q). split; [apply q_entry; [exact L_in|lia]|].
  rewrite (q_is_shifted L L_in), lowest_is, ids by lia. cbn [Nat.sub].
  rewrite GlobalShift.outputs_least_attained by (exact two_D || exact two_n || exact (enough H)). reflexivity.
Qed.

Lemma highest_attained : (n <= m ^ d)%nat -> exists L, category_1 d n m L /\
  Exists (fun z => z == (power d m (n + 1) + 1) * largest_top d n m)%Q (q d n m L).
Proof.
  intro H. destruct (last_point H) as (L & L_in & ids). exists L. split; [exact L_in|]. apply Exists_exists.
  exists (nth (n - 1) (q d n m L) 0%Q). split; [apply q_entry; [exact L_in|lia]|].
  rewrite (q_is_shifted L L_in), highest_is, ids by lia.
  rewrite GlobalShift.outputs_greatest_attained by (exact two_D || exact two_n || exact (enough H)). reflexivity.
Qed.

Lemma printed_bounds :
  let lower := (delta m * power d m (n - 1) * (power d m 1 - 1))%Q in
  let upper := (delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1))%Q in
  (of_nat (n - 1) * (lower + delta m) <= smallest_top d n m /\
  (n = 2%nat -> largest_top d n m == upper) /\
  ((3 <= n)%nat -> largest_top d n m < upper))%Q.
Proof.
  intros lower upper. subst lower upper. rewrite edge_in_unit_1, upper_bound_units, smallest_top_is, largest_top_is
    by exact two_n. split; [|split].
  - unfold of_nat. fold (units m (D d m ^ Z.of_nat (n - 1) * (D d m - 1))).
    rewrite (units_1 m), units_plus, <- units_times. apply units_at_most; [exact one_m|].
    pose proof (Lemma10Sharp.least_top_above (D d m) n two_D two_n) as H.
    replace (Z.of_nat (n - 1)) with (Z.of_nat n - 1) by lia. exact H.
  - intros ->. rewrite Lemma10Sharp.greatest_top_two. reflexivity.
  - intros three_n. apply units_less; [exact one_m|].
    apply Lemma10Sharp.greatest_top_below; [exact two_D|exact three_n].
Qed.

End Network.

(** ** The statements *)

Theorem category_1_in_turn_holds : category_1_in_turn.
Proof. intros d n m L one_d two_n two_m L_in. apply in_turn; assumption. Qed.

Theorem category_1_shifts_holds : category_1_shifts.
Proof. intros d n m L j k one_d two_n two_m L_in. apply shifts; assumption. Qed.

Theorem category_1_display_holds : category_1_display.
Proof. intros d n m L j one_d two_n two_m L_in. apply display_holds; assumption. Qed.

Theorem category_1_order_holds : category_1_order.
Proof. intros d n m L one_d two_n two_m L_in. apply order; assumption. Qed.

Theorem category_1_bound_of_all_holds : category_1_bound_of_all.
Proof. intros d n m L j one_d two_n two_m L_in. apply bound_of_all; assumption. Qed.

Theorem category_1_entries_holds : category_1_entries.
Proof. intros d n m L j one_d two_n two_m L_in. apply entries; assumption. Qed.

Theorem category_1_output_holds : category_1_output.
Proof.
  intros d n m L one_d two_n two_m L_in gain. split.
  - intros j range. split; [apply q_holds; assumption|apply interval_of; assumption].
  - intros L' L'_in different. apply intervals_disjoint; assumption.
Qed.

Theorem category_1_inside_holds : Statements.category_1_inside.
Proof. intros d n m L j one_d two_n two_m L_in. apply inside; assumption. Qed.

Theorem lemma_10_best_bounds_holds : lemma_10_best_bounds.
Proof.
  intros d n m one_d two_n two_m. split; [intros L L_in; apply best_bounds; assumption|].
  intro H. split; [apply smallest_attained|apply largest_attained]; assumption.
Qed.

Theorem lemma_10_printed_bounds_holds : lemma_10_printed_bounds.
Proof. intros d n m one_d two_n two_m. apply printed_bounds; assumption. Qed.

Theorem category_1_best_interval_holds : category_1_best_interval.
Proof.
  intros d n m one_d two_n two_m lowest highest. split; [intros L L_in; apply best_interval; assumption|].
  intro H. split; [apply lowest_attained|apply highest_attained]; assumption.
Qed.
