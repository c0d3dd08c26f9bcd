(** * The ids in the network, in units of delta

    [Statements.v] speaks of l_j, of the ids after k layers of the sweep, of l~_j and of u^T g_c(L) as rationals in unit
    1; here each is an integer of the lists of [Ids.v], times delta. *)

From Coq Require Import ZArith QArith List Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Hardmax Sweeps NewIds Simulation Grid Lemma8.
Import ListNotations.
Open Scope Z_scope.

(** ** Numbers in units of delta *)

Definition units (m : nat) (k : Z) : Q := (inject_Z k * delta m)%Q.

Lemma units_lt : forall m j k, (1 <= m)%nat -> (units m j < units m k)%Q <-> j < k.
Proof.
  intros m j k one_m. unfold units. split.
  - intros less. apply Qmult_lt_r in less; [rewrite Zlt_Qlt; exact less | now apply delta_positive].
  - apply in_unit_1_increasing. exact one_m.
Qed.

Lemma units_le : forall m j k, (1 <= m)%nat -> (units m j <= units m k)%Q <-> j <= k.
Proof.
  intros m j k one_m. split; intros H.
  - destruct (Z.le_gt_cases j k) as [|less]; [assumption|].
    apply (units_lt m k j one_m) in less. exfalso. exact (Qlt_not_le _ _ less H).
  - destruct (Qlt_le_dec (units m k) (units m j)) as [less|]; [|assumption]. apply units_lt in less; lia.
Qed.

Lemma units_eq : forall m j k, (1 <= m)%nat -> (units m j == units m k)%Q <-> j = k.
Proof. intros m j k one_m. split; [now apply in_unit_1_one_to_one | now intros ->]. Qed.

Lemma units_0 : forall m, (0 == units m 0)%Q.
Proof. intros. unfold units. change (inject_Z 0) with 0%Q. ring. Qed.

Lemma units_1 : forall m, (delta m == units m 1)%Q.
Proof. intros. unfold units. change (inject_Z 1) with 1%Q. ring. Qed.

Lemma units_m : forall m, (1 <= m)%nat -> (1 == units m (Z.of_nat m))%Q.
Proof.
  intros m one_m. unfold units, delta, of_nat. field. intros E.
  assert (Z.of_nat m = 0) by (apply inject_Z_injective; exact E). lia.
Qed.

Lemma units_plus : forall m j k, (units m j + units m k == units m (j + k))%Q.
Proof. intros. unfold units. rewrite inject_Z_plus. ring. Qed.

Lemma units_minus : forall m j k, (units m j - units m k == units m (j - k))%Q.
Proof. intros. unfold units, Z.sub. rewrite inject_Z_plus, inject_Z_opp. ring. Qed.

Lemma units_of_nat : forall m k, (of_nat k * delta m == units m (Z.of_nat k))%Q.
Proof. reflexivity. Qed.

(** delta^(-kd), times an id. *)
Lemma power_units : forall d m k j, (power d m k * units m j == units m (D d m ^ Z.of_nat k * j))%Q.
Proof. intros. unfold power, units, of_nat. rewrite power_of_D, inject_Z_mult. ring. Qed.

Lemma delta_power : forall d m k, (delta m * power d m k == units m (D d m ^ Z.of_nat k))%Q.
Proof. intros. rewrite Qmult_comm, units_1, power_units, Z.mul_1_r. reflexivity. Qed.

(** delta^(-kd) itself, not times delta. *)
Lemma power_alone : forall d m k, (1 <= m)%nat -> (power d m k == units m (Z.of_nat m * D d m ^ Z.of_nat k))%Q.
Proof.
  intros d m k one_m. rewrite <- (Qmult_1_r (power d m k)). rewrite (units_m m one_m) at 1.
  rewrite power_units, Z.mul_comm. reflexivity.
Qed.

Lemma power_1_units : forall d m j, (power d m 1 * units m j == units m (D d m * j))%Q.
Proof. intros. rewrite power_units. change (Z.of_nat 1) with 1. now rewrite Z.pow_1_r. Qed.

(** delta^(-kd+1) (delta^-d - 1) - delta (delta^-d - 1)^2. *)
Lemma upper_bound_units : forall d m k,
  (delta m * power d m k * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1) ==
   units m (D d m ^ Z.of_nat k * (D d m - 1) - (D d m - 1) ^ 2))%Q.
Proof.
  intros. rewrite edge_in_unit_1. fold (units m (D d m ^ Z.of_nat k * (D d m - 1))).
  rewrite <- units_minus. apply Qplus_comp; [reflexivity|]. apply Qopp_comp.
  unfold units, power, of_nat. rewrite power_of_D. change (Z.of_nat 1) with 1. rewrite Z.pow_1_r, Z.pow_2_r.
  unfold Z.sub. rewrite inject_Z_mult, inject_Z_plus. change (inject_Z (- (1))) with (- (1))%Q. ring.
Qed.

Lemma edge_units : forall d m k,
  (delta m * power d m k * (power d m 1 - 1) == units m (D d m ^ Z.of_nat k * (D d m - 1)))%Q.
Proof. exact edge_in_unit_1. Qed.

(** An entry of a list of ids, or 0 beyond its end. *)
Lemma nth_units : forall m a x i, Forall2 Qeq a (ids_in_unit_1 m x) -> (nth i a 0 == units m (nth i x 0%Z))%Q.
Proof.
  intros m a x i same. destruct (Nat.ltb_spec i (length x)) as [inside | outside].
  - now apply nth_ids_in_unit_1.
  - pose proof (same_length _ _ same) as lengths. unfold ids_in_unit_1 in lengths. rewrite map_length in lengths.
    rewrite !nth_overflow by lia. apply units_0.
Qed.

(** ** Greatest and least of ids *)

Lemma greatest_of_unique : forall a x y, greatest_of a x -> greatest_of a y -> (x == y)%Q.
Proof.
  assert (H : forall a x y, greatest_of a x -> greatest_of a y -> (x <= y)%Q).
  { intros a x y [x_in _] [_ y_above]. apply Exists_exists in x_in. destruct x_in as (x' & x'_in & ->).
    exact (proj1 (Forall_forall _ _) y_above x' x'_in). }
  intros a x y x_top y_top. apply Qle_antisym; eapply H; eassumption.
Qed.

Lemma least_of_unique : forall a x y, least_of a x -> least_of a y -> (x == y)%Q.
Proof.
  assert (H : forall a x y, least_of a x -> least_of a y -> (x <= y)%Q).
  { intros a x y [_ x_below] [y_in _]. apply Exists_exists in y_in. destruct y_in as (y' & y'_in & ->).
    exact (proj1 (Forall_forall _ _) x_below y' y'_in). }
  intros a x y x_least y_least. apply Qle_antisym; eapply H; eassumption.
Qed.

Lemma greatest_of_units : forall m a x, (1 <= m)%nat -> x <> [] -> Forall2 Qeq a (ids_in_unit_1 m x) ->
  greatest_of a (units m (greatest x)).
Proof.
  intros m a x one_m nonempty same. apply (greatest_of_respects _ _ _ same). split.
  - apply Exists_exists. exists (units m (greatest x)). split; [|reflexivity].
    apply (in_map (units m)). now apply greatest_in.
  - apply Forall_forall. intros y y_in. apply in_map_iff in y_in. destruct y_in as (k & <- & k_in).
    apply (units_le m k _ one_m). now apply greatest_above.
Qed.

Lemma least_of_units : forall m a x, (1 <= m)%nat -> x <> [] -> Forall2 Qeq a (ids_in_unit_1 m x) ->
  least_of a (units m (least x)).
Proof.
  intros m a x one_m nonempty same. apply (least_of_respects _ _ _ same). split.
  - apply Exists_exists. exists (units m (least x)). split; [|reflexivity].
    apply (in_map (units m)). now apply least_in.
  - apply Forall_forall. intros y y_in. apply in_map_iff in y_in. destruct y_in as (k & <- & k_in).
    apply (units_le m _ k one_m). now apply least_below.
Qed.

(** ** Layers that change nothing *)

Lemma sweep_point_unchanged : forall d m gain ks L,
  (forall k y, In k ks -> In y (column_ids d m L) -> gained gain k (column_ids d m L) y = 0) ->
  sweep_point d m gain ks L = L.
Proof.
  intros d m gain ks L. induction ks as [|k ks IH]; intros H; [reflexivity|].
  assert (E : shift_point d m gain k L = L).
  { unfold shift_point. rewrite (map_ext_in _ (fun c => c)); [apply map_id|]. intros c c_in.
    rewrite H; [|now left | now apply in_map]. destruct c as [|a c]; [reflexivity|]. cbn. now rewrite Z.add_0_r. }
  cbn [sweep_point fold_left]. rewrite E. apply IH. intros j y j_in. apply H. now right.
Qed.

(** Equal columns stay equal in any network. *)
Lemma equal_columns_stay : forall N X i j, (i < length X)%nat -> (j < length X)%nat -> nth i X [] = nth j X [] ->
  nth i (run N X) [] = nth j (run N X) [].
Proof.
  induction N as [|layer N IH]; intros X i j Hi Hj E; [exact E|]. cbn [run fold_left]. apply IH.
  1-2: unfold apply_layer; now rewrite map_length.
  unfold apply_layer. rewrite !(nth_indep (map _ X) [] (column_after layer X [])) by (now rewrite map_length).
  rewrite !map_nth. now rewrite E.
Qed.

(** ** The ids of the statements *)

Section NetworkIds.
  Variables (d m : nat) (L : point).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis one_m : (1 <= m)%nat.
  Hypothesis nonempty : L <> [].
  Hypothesis lengths : columns_have_length d L.

  Local Notation x := (column_ids d m L).

  Lemma id_of_units : forall j, (id_of d m L j == units m (nth (j - 1) x 0%Z))%Q.
  Proof. intros j. apply nth_units, ids_read. Qed.

  Lemma first_layers_ids : forall k, (k <= m ^ d)%nat ->
    map Z.of_nat (firstn k (seq 0 (m ^ d))) = all_ids (Z.of_nat k).
  Proof.
    intros k Hk. unfold all_ids. rewrite Nat2Z.id. f_equal. replace (m ^ d)%nat with (k + (m ^ d - k))%nat by lia.
    rewrite seq_app, firstn_app, seq_length, Nat.sub_diag, firstn_O, app_nil_r.
    rewrite firstn_all2; [reflexivity|]. now rewrite seq_length.
  Qed.

  Lemma ids_after_units : forall k, (k <= m ^ d)%nat ->
    Forall2 Qeq (ids_after d m k L) (ids_in_unit_1 m (sweep (D d m) (all_ids (Z.of_nat k)) x)).
  Proof.
    intros k Hk. unfold ids_after. eapply Forall2_Qeq_trans.
    - apply row_of_respects. apply (partial_sweep_simulates d m (D d m) (seq 0 (m ^ d)) k L); assumption.
    - rewrite first_layers_ids by exact Hk. rewrite <- sweep_point_ids by assumption. apply ids_read.
  Qed.

  Lemma id_after_units : forall k j, (k <= m ^ d)%nat ->
    (id_after d m k L j == units m (nth (j - 1) (sweep (D d m) (all_ids (Z.of_nat k)) x) 0%Z))%Q.
  Proof. intros k j Hk. apply nth_units, ids_after_units, Hk. Qed.

  Lemma new_id_units : forall j, (new_id d m L j == units m (nth (j - 1) (sweep (D d m) (all_ids (D d m)) x) 0%Z))%Q.
  Proof. intros j. apply nth_units. now apply ids_after_sweep_are. Qed.

  Lemma top_units : forall n, (top d n m L == units m (nth (n - 1) (sweep (D d m) (all_ids (D d m)) x) 0%Z))%Q.
  Proof. exact new_id_units. Qed.

  Lemma q_units : forall n j, zero_alone (sweep (D d m) (all_ids (D d m)) x) ->
    (nth (j - 1) (q d n m L) 0 ==
     units m (nth (j - 1) (global (D d m ^ (Z.of_nat n + 1)) (sweep (D d m) (all_ids (D d m)) x)) 0%Z))%Q.
  Proof. intros n j alone. apply nth_units. now apply q_is. Qed.

  Lemma q_length : forall n, zero_alone (sweep (D d m) (all_ids (D d m)) x) -> length (q d n m L) = length x.
  Proof.
    intros n alone. rewrite (same_length _ _ (q_is d n m L one_d one_m nonempty lengths alone)).
    unfold ids_in_unit_1, global. now rewrite !map_length, length_sweep.
  Qed.

  (** l~_j is what the sweep makes of l_j. *)
  Lemma new_id_swept : forall j, (j - 1 < length x)%nat ->
    (new_id d m L j == units m (swept (D d m) (all_ids (D d m)) x (nth (j - 1) x 0%Z)))%Q.
  Proof. intros j Hj. rewrite new_id_units, nth_sweep by exact Hj. reflexivity. Qed.

  Lemma id_of_equal : forall j j', (id_of d m L j == id_of d m L j')%Q <-> nth (j - 1) x 0 = nth (j' - 1) x 0.
  Proof. intros j j'. rewrite !id_of_units. now apply units_eq. Qed.

  (** The id that a layer shifts, and by how much. *)
  Lemma is_id_units : forall j k, is_id d m L j k -> nth (j - 1) x 0 = Z.of_nat k.
  Proof. intros j k H. unfold is_id in H. rewrite id_of_units, units_of_nat in H. now apply units_eq in H. Qed.

  Lemma shifted_by_units : forall k j, (k < m ^ d)%nat -> (j - 1 < length x)%nat -> is_id d m L j k ->
    (shifted_by d m k L j == let y := nth (j - 1) x 0%Z in
      units m (swept (D d m) (all_ids (y + 1)) x y - swept (D d m) (all_ids y) x y))%Q.
  Proof.
    intros k j Hk Hj own. cbv zeta. rewrite (is_id_units j k own) at 1 3. unfold shifted_by.
    rewrite !id_after_units, units_minus, !nth_sweep by (exact Hj || lia).
    replace (Z.of_nat (k + 1)) with (Z.of_nat k + 1) by lia. reflexivity.
  Qed.

  (** The display of l~_j. *)
  Lemma display_units : forall n j, length x = n ->
    (display_of_new_id d n m L j == units m (closed_form (D d m) x j))%Q.
  Proof.
    intros n j Hn. unfold display_of_new_id, closed_form. rewrite Hn, !id_of_units, units_minus, power_units.
    rewrite <- !units_plus. apply Qplus_comp; [|reflexivity]. apply Qplus_comp; [reflexivity|].
    generalize (seq 1 (j - 1)). intros ks. induction ks as [|k ks IH]; [apply units_0|].
    cbn [map fold_right]. rewrite IH. rewrite !id_of_units, units_minus, power_units, units_plus. reflexivity.
  Qed.
End NetworkIds.
