(** * App. G.2, for the network

    Proofs of the statements on contextual mapping with positions in [Statements.v]: what [AppendixG.v] proves for ids
    is carried over to the network, layer by layer. *)

From Coq Require Import ZArith QArith Qfield List Sorted Lqa Lia.
From Exactua Require Import Transformers Grids Ids Statements Hardmax Simulation Grid Lemma8 Category1Network.
From Exactua Require Import NewIds AppendixGSweep AppendixG.
Import ListNotations.
Open Scope Z_scope.

(** ** X + E *)

Lemma of_nat_mult : forall j k, (of_nat (j * k) == of_nat j * of_nat k)%Q.
Proof. intros. unfold of_nat. rewrite Nat2Z.inj_mul, inject_Z_mult. reflexivity. Qed.

Lemma of_nat_positive : forall k, (1 <= k)%nat -> (0 < of_nat k)%Q.
Proof. intros k H. unfold of_nat. change 0%Q with (inject_Z 0). rewrite <- Zlt_Qlt. lia. Qed.

(** delta is the unit: m delta = 1. *)
Lemma m_delta : forall m, (1 <= m)%nat -> (of_nat m * delta m == 1)%Q.
Proof. intros m H. unfold delta. pose proof (of_nat_positive m H). field. lra. Qed.

Theorem positions_added_holds : positions_added.
Proof.
  intros spacing d n m X one_m [columns lengths]. unfold with_spaced_positions, positions, in_unit_1. revert n columns.
  enough (all : forall j n, length X = n ->
    Forall2 (Forall2 Qeq) (map (map (fun k => inject_Z k * delta m)%Q) (plus_positions spacing m j X))
      (map (fun '(x, e) => add x e) (combine (map (map (fun k => inject_Z k * delta m)%Q) X)
        (map (fun j => repeat (of_nat (spacing * j)) d) (seq j n))))) by (intros; now apply all).
  induction lengths as [|c X length_c _ IH]; intros j [|n] columns; try discriminate columns; [constructor |].
  cbn [plus_positions map seq combine]. constructor; [| apply IH; now injection columns].
  subst d. clear - one_m. induction c as [|k c IH]; [constructor |]. cbn [map length repeat add].
  constructor; [| exact IH].
  rewrite inject_Z_plus, Qmult_plus_distr_l.
  assert (E : (inject_Z (Z.of_nat (spacing * j * m)) * delta m == of_nat (spacing * j))%Q).
  { change (inject_Z (Z.of_nat (spacing * j * m))) with (of_nat (spacing * j * m)). rewrite of_nat_mult, <- Qmult_assoc.
    rewrite (m_delta m one_m). ring. }
  rewrite E. ring.
Qed.

(** ** The ids of X + E *)

Lemma dot_plus : forall (t : Z) weights c, length c = length weights ->
  dot_Z weights (map (Z.add t) c) = t * fold_right Z.add 0 weights + dot_Z weights c.
Proof.
  induction weights as [|v weights IH]; intros [|k c] lengths; try discriminate lengths; cbn [map dot_Z fold_right];
    [lia |].
  rewrite IH by (now injection lengths). lia.
Qed.

(** 1 + delta^-1 + ... + delta^(-d+1), in unit 1 and in units of delta. *)
Lemma weights_sum : forall d m,
  Z.of_nat m * fold_right Z.add 0 (weights d m) = Z.of_nat (list_sum (map (fun k => m ^ k)%nat (seq 1 d))).
Proof.
  intros d m. unfold weights. rewrite <- seq_shift. generalize (seq 0 d) as l. induction l as [|k l IH]; [cbn; lia |].
  cbn [map fold_right list_sum]. fold (list_sum (map (fun k => m ^ k)%nat (map S l))).
  rewrite Nat2Z.inj_add, <- IH. cbn [Nat.pow]. lia.
Qed.

Lemma column_id_plus : forall spacing d m j c, length c = d ->
  column_id d m (map (Z.add (Z.of_nat (spacing * j * m))) c) = Z.of_nat (j * id_spacing spacing d m) + column_id d m c.
Proof.
  intros spacing d m j c length_c. unfold column_id. rewrite dot_plus.
  - unfold id_spacing. rewrite !Nat2Z.inj_mul, <- weights_sum. lia.
  - unfold weights. rewrite map_length, seq_length. exact length_c.
Qed.

Lemma ids_with_positions : forall spacing d m X, columns_have_length d X ->
  column_ids d m (with_spaced_positions spacing m X) =
    position_ids (id_spacing spacing d m) (column_ids d m X).
Proof.
  intros spacing d m X lengths. unfold with_spaced_positions, position_ids.
  change 0 with (Z.of_nat (0 * id_spacing spacing d m)). generalize 0%nat as j.
  induction lengths as [|c X length_c _ IH]; intros j; [reflexivity |].
  cbn [plus_positions column_ids map spread]. f_equal; [now apply column_id_plus |].
  fold (column_ids d m (plus_positions spacing m (S j) X)). rewrite IH. cbn [Nat.mul]. f_equal. lia.
Qed.

Lemma positions_shape : forall spacing d n m X, of_shape d n X -> of_shape d n (with_spaced_positions spacing m X).
Proof.
  intros spacing d n m X [columns lengths]. unfold with_spaced_positions. revert n columns. generalize 0%nat as j.
  induction lengths as [|c X length_c _ IH]; intros j n columns; [split; [exact columns | constructor] |].
  cbn [plus_positions].
  destruct n as [|n]; [discriminate columns |]. injection columns as columns.
  destruct (IH (S j) n columns) as [columns' lengths'].
  split; [cbn [length]; now f_equal | constructor; [now rewrite map_length | exact lengths']].
Qed.

Lemma column_id_1 : forall m k, column_id 1 m [k] = k.
Proof. intros m k. unfold column_id, weights. cbn [seq map dot_Z Nat.pow]. change (Z.of_nat 1) with 1. lia. Qed.

(** ** Counting shifts *)

Lemma nth_in_unit_1 : forall m a x i, Forall2 Qeq a (ids_in_unit_1 m x) ->
  (nth i a 0 == units m (nth i x 0%Z))%Q.
Proof.
  intros m a x. revert a. induction x as [|k x IH]; intros a i same; inversion same as [|y ? a' ? here rest].
  - destruct i; cbn [nth]; unfold units; change (inject_Z 0) with 0%Q; ring.
  - destruct i as [|i]; cbn [nth]; [exact here | now apply IH].
Qed.

Lemma times_shifted_are : forall d m j gain ks L Z, (1 <= d)%nat -> (1 <= m)%nat -> L <> [] ->
  columns_have_length d L ->
  Meq Z (in_unit_1 m L) ->
  times_shifted d m j (selective_shifts d m (inject_Z gain) ks) Z =
    shifts_of gain (j - 1) (map Z.of_nat ks) (column_ids d m L).
Proof.
  intros d m j gain ks. induction ks as [|k ks IH]; intros L Z one_d one_m nonempty lengths same; [reflexivity |].
  cbn [selective_shifts map times_shifted shifts_of].
  assert (same' : Meq (apply_layer Z (selective_shift d m (inject_Z gain) k))
    (in_unit_1 m (shift_point d m gain (Z.of_nat k) L))).
  { eapply Meq_trans; [apply apply_layer_respects, same | now apply selective_shift_simulates]. }
  rewrite <- shift_point_ids by assumption. f_equal.
  - assert (read : forall Z L, Meq Z (in_unit_1 m L) ->
      (nth (j - 1) (row_of (reading_vector d m) Z) 0 == inject_Z (nth (j - 1) (column_ids d m L) 0%Z) * delta m)%Q).
    { intros Z' L' same''. apply nth_in_unit_1.
      eapply Forall2_Qeq_trans; [apply row_of_respects, same'' | apply ids_read]. }
    specialize (read Z L same) as before. specialize (read _ _ same') as later.
    rewrite (Qeq_bool_respects _ _ _ _ later before).
    destruct (Z.eqb_spec (nth (j - 1) (column_ids d m (shift_point d m gain (Z.of_nat k) L)) 0)
      (nth (j - 1) (column_ids d m L) 0)) as [-> | different].
    + now rewrite Qeq_bool_refl.
    + destruct (Qeq_bool _ _) eqn:E; [| reflexivity]. apply Qeq_bool_iff, in_unit_1_one_to_one in E; easy.
  - apply IH; try assumption; [now apply shift_point_nonempty | now apply shift_point_lengths].
Qed.

(** ** The network on one point *)

Section Points.

Variables spacing d n m : nat.
Hypothesis one_spacing : (1 <= spacing)%nat.
Hypothesis one_d : (1 <= d)%nat.
Hypothesis two_n : (2 <= n)%nat.
Hypothesis two_m : (2 <= m)%nat.

Let W : nat := id_spacing spacing d m.
Let N : nat := (m ^ d)%nat.
Let A : Z := Z.of_nat (spacing * m).

Lemma two_N : (2 <= N)%nat.
Proof. pose proof (D_at_least_m d m one_d two_m) as H. unfold D in H. unfold N. lia. Qed.

Lemma N_W : (N <= W)%nat.
Proof. apply id_spacing_at_least; assumption. Qed.

Lemma one_A : 1 <= A.
Proof. unfold A. nia. Qed.

Lemma W_at_most : Z.of_nat W <= A * (Z.of_nat N - 1).
Proof.
  pose proof (id_spacing_at_most spacing d m two_m) as H. pose proof two_N. unfold W, A, N in *.
  apply inj_le in H. rewrite Nat2Z.inj_mul, Nat2Z.inj_sub in H by lia. exact H.
Qed.

Lemma one_m : (1 <= m)%nat.
Proof. lia. Qed.

Section Point.

Variable X : point.
Hypothesis X_in : G_delta d n m X.

Let L : point := with_spaced_positions spacing m X.
Let x : list Z := column_ids d m X.

Lemma corner : corner_ids N n x.
Proof.
  split; [apply (ids_length d), (G_delta_shape d n m X X_in) |]. exact (G_delta_ids d n m X one_d two_m X_in).
Qed.

Lemma L_shape : of_shape d n L.
Proof. apply positions_shape, (G_delta_shape d n m X X_in). Qed.

Lemma L_nonempty : L <> [].
Proof. exact (of_shape_nonempty d n L two_n L_shape). Qed.

Lemma L_ids : column_ids d m L = position_ids W x.
Proof. apply ids_with_positions. apply (G_delta_shape d n m X X_in). Qed.

(** l_j. *)
Lemma id_of_L : forall j, (id_of d m L j == units m (nth (j - 1) (position_ids W x) 0%Z))%Q.
Proof. intros j. rewrite <- L_ids. apply nth_in_unit_1, ids_read. Qed.

(** The sweep on L. *)
Lemma sweep_simulated : Meq (run (g2_sweep spacing d n m) (in_unit_1 m L))
  (in_unit_1 m (sweep_point d m (Z.of_nat N) (visited W N n) L)).
Proof. apply sweep_simulates; [exact one_d | exact one_m | exact L_nonempty | apply L_shape]. Qed.

Lemma swept_ids : column_ids d m (sweep_point d m (Z.of_nat N) (visited W N n) L) = after_sweep W N n x.
Proof. rewrite sweep_point_ids by (exact one_d || apply L_shape). rewrite L_ids. reflexivity. Qed.

(** u^T L~. *)
Theorem ids_after_sweep_are : Forall2 Qeq (g2_ids_after_sweep spacing d n m X) (ids_in_unit_1 m (after_sweep W N n x)).
Proof.
  rewrite <- swept_ids. eapply Forall2_Qeq_trans; [apply row_of_respects, sweep_simulated | apply ids_read].
Qed.

(** u^T g_c(L). *)
Theorem q_are : Forall2 Qeq (g2_q spacing d n m X) (ids_in_unit_1 m (after_last_layer W N n A x)).
Proof.
  assert (lengths : columns_have_length d (sweep_point d m (Z.of_nat N) (visited W N n) L))
    by (apply sweep_point_lengths, L_shape).
  assert (nonempty : sweep_point d m (Z.of_nat N) (visited W N n) L <> []).
  { pose proof L_nonempty as L_some. intros none. apply L_some, length_zero_iff_nil.
    rewrite <- (sweep_point_columns d m (Z.of_nat N) (visited W N n) L), none. reflexivity. }
  assert (alone : zero_alone (after_sweep W N n x)).
  { left. destruct (upper_bound W N n two_N N_W two_n A one_A W_at_most x corner) as [positive _].
    eapply Forall_impl; [| exact positive]. cbv beta. intros y. lia. }
  assert (c_is : (of_nat (spacing * n * m * (m ^ d) ^ (n + 1)) =
    inject_Z (A * Z.of_nat n * Z.of_nat N ^ (Z.of_nat n + 1)))%Q).
  { unfold of_nat, A, N. rewrite !Nat2Z.inj_mul, (Nat2Z.inj_pow (m ^ d)), Nat2Z.inj_add. f_equal. lia. }
  unfold g2_q, g2_g_c, run. rewrite fold_left_app. cbn [fold_left]. fold (run (g2_sweep spacing d n m) (in_unit_1 m L)).
  unfold after_last_layer. rewrite <- swept_ids, <- global_point_ids by assumption.
  eapply Forall2_Qeq_trans; [| apply ids_read]. apply row_of_respects.
  eapply Meq_trans; [apply apply_layer_respects, sweep_simulated |]. rewrite c_is.
  apply global_simulates; try assumption; [exact one_m |]. rewrite swept_ids. exact alone.
Qed.

Theorem times_shifted_is : forall j,
  g2_times_shifted spacing d n m X j = shifts_of (Z.of_nat N) (j - 1) (visited W N n) (position_ids W x).
Proof.
  intros j. unfold g2_times_shifted. fold L. rewrite <- L_ids.
  apply times_shifted_are; [exact one_d | exact one_m | exact L_nonempty | apply L_shape | apply Meq_refl].
Qed.

Theorem exception_is : g2_exception spacing d n m X <-> exceptional W N n x.
Proof.
  unfold g2_exception, exceptional. fold L. split.
  - intros [s_1 [d_1 [n_2 L_is]]]. split; [exact n_2 |].
    assert (W_N : W = N) by (unfold W, N, id_spacing; rewrite s_1, d_1; cbn [seq map list_sum fold_right]; lia).
    split; [exact W_N |]. pose proof L_ids as ids. pose proof corner as [length_x _]. rewrite n_2 in length_x.
    assert (N_m : N = m) by (unfold N; rewrite d_1; cbn [Nat.pow]; lia).
    rewrite L_is, d_1 in ids. unfold position_ids in ids. cbn [column_ids map] in ids. rewrite !column_id_1 in ids.
    destruct x as [|y [|z [|? ?]]]; try discriminate length_x. cbn [spread] in ids. injection ids as first second.
    rewrite W_N, N_m in *. f_equal; [lia |]. f_equal. lia.
  - intros [n_2 [W_N x_is]]. destruct (id_spacing_at_least spacing d m one_spacing one_d two_m) as [_ only].
    destruct (only W_N) as [s_1 d_1]. repeat split; [exact s_1 | exact d_1 | exact n_2 |].
    assert (N_m : N = m) by (unfold N; rewrite d_1; cbn [Nat.pow]; lia).
    pose proof L_ids as ids. pose proof L_shape as [columns lengths]. rewrite x_is, d_1 in ids. rewrite d_1 in lengths.
    rewrite n_2 in columns. destruct L as [|a [|b [|? ?]]]; try discriminate columns.
    inversion lengths as [|? ? length_a lengths']. inversion lengths' as [|? ? length_b _].
    destruct a as [|a [|? ?]]; try discriminate length_a. destruct b as [|b [|? ?]]; try discriminate length_b.
    unfold position_ids in ids. cbn [column_ids map spread] in ids. rewrite !column_id_1, W_N, N_m in ids.
    injection ids as first second.
    f_equal; [f_equal; lia |]. f_equal. f_equal. lia.
Qed.

(** l~_j, and the entry j of u^T g_c(L). *)
Lemma new_id_is : forall j, (g2_new_id spacing d n m X j == units m (nth (j - 1) (after_sweep W N n x) 0%Z))%Q.
Proof. intros j. apply nth_in_unit_1, ids_after_sweep_are. Qed.

Lemma q_is : forall j,
  (nth (j - 1) (g2_q spacing d n m X) 0 == units m (nth (j - 1) (after_last_layer W N n A x) 0%Z))%Q.
Proof. intros j. apply nth_in_unit_1, q_are. Qed.

Lemma swept_length : length (after_sweep W N n x) = n.
Proof. exact (after_sweep_length W N n x corner). Qed.

Lemma output_length : length (after_last_layer W N n A x) = n.
Proof. unfold after_last_layer, Ids.global. rewrite map_length. exact swept_length. Qed.

(** ** s_j and l_j *)

Lemma s_is : forall j, (s_ spacing d m j == units m (Z.of_nat (j - 1) * Z.of_nat W))%Q.
Proof.
  intros j. unfold s_.
  assert (sum : (fold_right Qplus 0 (reading_vector d m) == inject_Z (fold_right Z.add 0%Z (weights d m)))%Q).
  { unfold reading_vector, weights. generalize (seq 0 d) as l. induction l as [|k l IH]; [reflexivity |].
    cbn [map fold_right]. rewrite IH, inject_Z_plus. reflexivity. }
  rewrite sum. unfold W, id_spacing. rewrite Nat2Z.inj_mul, <- weights_sum. unfold units, of_nat.
  rewrite !inject_Z_mult. pose proof (m_delta m one_m) as one. unfold of_nat in one.
  set (total := inject_Z (fold_right Z.add 0%Z (weights d m))).
  set (before := inject_Z (Z.of_nat (j - 1))). set (wide := inject_Z (Z.of_nat spacing)).
  setoid_replace (before * (wide * (inject_Z (Z.of_nat m) * total)) * delta m)%Q
    with (before * wide * total * (inject_Z (Z.of_nat m) * delta m))%Q by ring.
  rewrite one. ring.
Qed.

Lemma id_in_its_range : forall j, (1 <= j <= n)%nat ->
  Z.of_nat (j - 1) * Z.of_nat W <= nth (j - 1) (position_ids W x) 0 <= Z.of_nat (j - 1) * Z.of_nat W + D d m - 1.
Proof.
  intros j range. destruct (position_nth W N n two_N N_W two_n x (j - 1) corner ltac:(lia)) as [-> between].
  change (Z.of_nat N) with (D d m) in between. lia.
Qed.

Lemma increasing_nth : forall (y : list Z) i j, StronglySorted Z.lt y -> (i < j)%nat -> (j < length y)%nat ->
  nth i y 0 < nth j y 0.
Proof.
  intros y i j sorted. revert i j. induction sorted as [|a y _ IH above]; intros i j i_j j_y; [cbn in j_y; lia |].
  cbn [length] in j_y. destruct j as [|j]; [lia |]. destruct i as [|i]; cbn [nth]; [| apply IH; lia].
  rewrite Forall_forall in above. apply above, nth_In. lia.
Qed.

Lemma ids_increase :
  let l := id_of d m L in
  (forall j, (1 <= j <= n)%nat ->
    s_ spacing d m j <= l j <= s_ spacing d m j + delta m * power d m 1 - delta m)%Q /\
  (forall j j', (1 <= j)%nat -> (j < j')%nat -> (j' <= n)%nat -> (l j < l j')%Q).
Proof.
  split.
  - intros j range. pose proof (id_in_its_range j range) as [low high]. rewrite s_is, id_of_L.
    split; [apply units_at_most; [exact one_m | exact low] |].
    assert (last : (units m (Z.of_nat (j - 1) * Z.of_nat W) + delta m * power d m 1 - delta m ==
      units m (Z.of_nat (j - 1) * Z.of_nat W + D d m - 1))%Q).
    { rewrite power_one. unfold units. integers. }
    rewrite last. apply units_at_most; [exact one_m | exact high].
  - intros j j' one_j less j'_n. rewrite !id_of_L. apply units_less; [exact one_m |]. apply increasing_nth; [| lia |].
    + apply (positions_sorted W N n two_N N_W two_n x corner).
    + rewrite (positions_length W N n x corner). lia.
Qed.

(** ** The exception, and the order elsewhere *)

Lemma exception_values : g2_exception spacing d n m X ->
  n = 2%nat /\ after_sweep W N n x = [2 * D d m - 1 + D d m * (D d m - 1) ^ 2; D d m ^ 2] /\
  g2_times_shifted spacing d n m X 1 = 2%nat /\ g2_times_shifted spacing d n m X 2 = 1%nat.
Proof.
  rewrite exception_is, !times_shifted_is. intros [n_2 [W_N ->]]. split; [exact n_2 |].
  exact (exception_swept W N n two_N N_W two_n n_2 W_N).
Qed.

Lemma shifted_once_iff :
  (forall j, (1 <= j <= n)%nat -> g2_times_shifted spacing d n m X j = 1%nat) <-> ~ g2_exception spacing d n m X.
Proof.
  split.
  - intros once exception. destruct (exception_values exception) as [_ [_ [twice _]]].
    rewrite once in twice by lia. discriminate twice.
  - intros no_exception j range. rewrite exception_is in no_exception. rewrite times_shifted_is.
    apply (shifted_once W N n two_N N_W two_n x corner no_exception). lia.
Qed.

Lemma order_iff : g2_new_ids_increase spacing d n m X <-> ~ g2_exception spacing d n m X.
Proof.
  split.
  - intros increase exception. destruct (exception_values exception) as [n_2 [swept _]].
    specialize (increase 1%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia)). rewrite !new_id_is, swept in increase.
    cbn [Nat.sub nth] in increase. apply units_reflect_less in increase; [| exact one_m].
    pose proof (D_at_least_m d m one_d two_m). assert (0 < (D d m - 1) ^ 3) by (apply Z.pow_pos_nonneg; lia). lia.
  - intros no_exception j j' one_j less j'_n. rewrite exception_is in no_exception. rewrite !new_id_is.
    apply units_less; [exact one_m |]. apply increasing_nth; [| lia | rewrite swept_length; lia].
    apply (increases_after_sweep W N n two_N N_W two_n x corner no_exception).
Qed.

(** ** l~_n *)

Lemma display_is : forall j, (1 <= j <= n)%nat ->
  (display_of_new_id d n m L j == units m (closed_form (D d m) (position_ids W x) j))%Q.
Proof.
  intros j range. unfold display_of_new_id, closed_form. cbv zeta.
  rewrite <- !units_plus, units_times, (positions_length W N n x corner), !id_of_L, power_is, <- units_minus.
  rewrite (units_sum m _ (fun k => D d m ^ Z.of_nat k *
    (nth (j - k - 1) (position_ids W x) 0%Z - nth (j - k + 1 - 1) (position_ids W x) 0%Z))); [reflexivity |].
  intros k _. rewrite !id_of_L, power_is, units_times, <- units_minus. reflexivity.
Qed.

Lemma display : forall j, (1 <= j <= n)%nat -> ~ g2_exception spacing d n m X \/ j = n ->
  (g2_new_id spacing d n m X j == display_of_new_id d n m L j)%Q.
Proof.
  intros j range either. rewrite new_id_is, display_is by exact range. apply units_same.
  destruct either as [no_exception | ->].
  - rewrite exception_is in no_exception.
    exact (swept_closed_form W N n two_N N_W two_n x j corner no_exception range).
  - exact (last_closed_form W N n two_N N_W two_n x corner).
Qed.

Lemma new_id_bounded : forall j, (1 <= j <= n)%nat ->
  (0 < g2_new_id spacing d n m X j /\
  g2_new_id spacing d n m X j < of_nat spacing * of_nat n * power d m (n + 1))%Q.
Proof.
  intros j range. rewrite new_id_is.
  destruct (upper_bound W N n two_N N_W two_n A one_A W_at_most x corner) as [bounds less].
  rewrite Forall_forall in bounds.
  assert (inside : In (nth (j - 1) (after_sweep W N n x) 0) (after_sweep W N n x)) by (apply nth_In;
    rewrite swept_length; lia).
  specialize (bounds _ inside). split.
  - assert (zero : (units m 0 == 0)%Q) by (unfold units; change (inject_Z 0) with 0%Q; ring).
    rewrite <- zero. apply units_less; [exact one_m | lia].
  - assert (E : (of_nat spacing * of_nat n * power d m (n + 1) ==
      units m (A * Z.of_nat n * Z.of_nat N ^ (Z.of_nat n + 1)))%Q).
    { rewrite power_is. change (Z.of_nat N) with (D d m). replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia.
      unfold units, A, of_nat. rewrite Nat2Z.inj_mul. rewrite !inject_Z_mult.
      pose proof (m_delta m one_m) as one. unfold of_nat in one.
      set (P := inject_Z (D d m ^ (Z.of_nat n + 1))).
      setoid_replace (inject_Z (Z.of_nat spacing) * inject_Z (Z.of_nat m) * inject_Z (Z.of_nat n) * P * delta m)%Q
        with (inject_Z (Z.of_nat spacing) * inject_Z (Z.of_nat n) * P * (inject_Z (Z.of_nat m) * delta m))%Q by ring.
      rewrite one. ring. }
    rewrite E. apply units_less; [exact one_m | lia].
Qed.

Lemma greatest_of_unique : forall a p q, greatest_of a p -> greatest_of a q -> (p == q)%Q.
Proof.
  intros a p q [p_in p_above] [q_in q_above]. rewrite Exists_exists in p_in, q_in.
  rewrite Forall_forall in p_above, q_above.
  destruct p_in as [p' [p'_in p_p']], q_in as [q' [q'_in q_q']].
  specialize (q_above p' p'_in). specialize (p_above q' q'_in). lra.
Qed.

(** M. *)
Lemma greatest_is_M : forall highest, greatest_of (g2_ids_after_sweep spacing d n m X) highest ->
  (highest == units m (greatest (after_sweep W N n x)))%Q.
Proof.
  intros highest is_greatest. eapply greatest_of_unique; [exact is_greatest |].
  apply greatest_of_units; [exact one_m | | exact ids_after_sweep_are].
  intros none. pose proof swept_length as length_y. rewrite none in length_y. cbn in length_y. lia.
Qed.

Lemma last_shift : forall highest j, (1 <= j <= n)%nat -> greatest_of (g2_ids_after_sweep spacing d n m X) highest ->
  (nth (j - 1) (g2_q spacing d n m X) 0 ==
    g2_new_id spacing d n m X j + of_nat spacing * of_nat n * of_nat m * power d m (n + 1) * highest)%Q.
Proof.
  intros highest j range is_greatest. rewrite (greatest_is_M highest is_greatest), q_is, new_id_is.
  rewrite (last_layer_adds W N n two_N N_W two_n A one_A W_at_most x corner).
  set (c := A * Z.of_nat n * Z.of_nat N ^ (Z.of_nat n + 1)). set (M := greatest (after_sweep W N n x)).
  rewrite (nth_indep _ 0 (0 + c * M)) by (rewrite map_length, swept_length; lia).
  rewrite (map_nth (fun y => y + c * M)), <- units_plus, units_times.
  assert (E : (of_nat spacing * of_nat n * of_nat m * power d m (n + 1) == inject_Z c)%Q); [| rewrite E; reflexivity].
  unfold c. rewrite power_is. change (Z.of_nat N) with (D d m). replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia.
  unfold A, of_nat. rewrite Nat2Z.inj_mul, !inject_Z_mult. ring.
Qed.

End Point.

(** ** Two points *)

Lemma same_ids : forall X X', G_delta d n m X -> G_delta d n m X' -> column_ids d m X = column_ids d m X' -> X = X'.
Proof. intros X X' X_in X'_in. exact (G_delta_ids_one_to_one d n m X X' one_d two_m X_in X'_in). Qed.

Lemma one_to_one : forall X X', G_delta d n m X -> G_delta d n m X' ->
  ((g2_new_id spacing d n m X n == g2_new_id spacing d n m X' n)%Q -> X = X') /\
  (forall p p', greatest_of (g2_ids_after_sweep spacing d n m X) p ->
    greatest_of (g2_ids_after_sweep spacing d n m X') p' -> (p == p')%Q -> X = X').
Proof.
  intros X X' X_in X'_in. split.
  - rewrite !new_id_is by assumption. intros same. apply in_unit_1_one_to_one in same; [| exact one_m].
    apply same_ids; try assumption.
    exact (last_one_to_one W N n two_N N_W two_n _ _ (corner X X_in) (corner X' X'_in) same).
  - intros p p' p_is p'_is same. rewrite (greatest_is_M X X_in p p_is), (greatest_is_M X' X'_in p' p'_is) in same.
    apply in_unit_1_one_to_one in same; [| exact one_m]. apply same_ids; try assumption.
    exact (greatest_one_to_one W N n two_N N_W two_n _ _ (corner X X_in) (corner X' X'_in) same).
Qed.

(** Entries with another j or of another X are different integers. *)
Lemma different_outputs : forall X X' j j', G_delta d n m X -> G_delta d n m X' ->
  (1 <= j <= n)%nat -> (1 <= j' <= n)%nat -> (X, j) <> (X', j') ->
  nth (j - 1) (after_last_layer W N n A (column_ids d m X)) 0 <>
    nth (j' - 1) (after_last_layer W N n A (column_ids d m X')) 0.
Proof.
  intros X X' j j' X_in X'_in range range' different same.
  assert (inside : forall X j, G_delta d n m X -> (1 <= j <= n)%nat ->
    In (nth (j - 1) (after_last_layer W N n A (column_ids d m X)) 0) (after_last_layer W N n A (column_ids d m X))).
  { intros Y i Y_in i_range. apply nth_In. rewrite output_length by exact Y_in. lia. }
  assert (E : X = X').
  { apply same_ids; try assumption. apply (contexts_distinct W N n two_N N_W two_n A one_A W_at_most _ _
      (nth (j - 1) (after_last_layer W N n A (column_ids d m X)) 0)); try (apply corner; assumption).
    - now apply inside.
    - rewrite same. now apply inside. }
  subst X'. apply different. f_equal.
  pose proof (entries_distinct W N n two_N N_W two_n A one_A W_at_most _ (corner X X_in)) as all.
  rewrite (NoDup_nth _ 0) in all. specialize (all (j - 1)%nat (j' - 1)%nat).
  rewrite !output_length in all by exact X_in.
  specialize (all ltac:(lia) ltac:(lia) same). lia.
Qed.

Lemma outputs_apart : forall X X' j j', G_delta d n m X -> G_delta d n m X' ->
  (1 <= j <= n)%nat -> (1 <= j' <= n)%nat -> (X, j) <> (X', j') ->
  apart m (nth (j - 1) (g2_q spacing d n m X) 0%Q) (nth (j' - 1) (g2_q spacing d n m X') 0%Q).
Proof.
  intros X X' j j' X_in X'_in range range' different.
  pose proof (different_outputs _ _ _ _ X_in X'_in range range' different) as H.
  unfold apart. rewrite !q_is by assumption. rewrite (units_1 m), !units_plus.
  set (y := nth (j - 1) _ 0) in *. set (y' := nth (j' - 1) _ 0) in *.
  destruct (Z.lt_ge_cases y y'); [left | right]; apply units_at_most; (exact one_m || lia).
Qed.

Lemma q_length : forall X, G_delta d n m X -> length (g2_q spacing d n m X) = n.
Proof.
  intros X X_in. rewrite (same_length _ _ (q_are X X_in)). unfold ids_in_unit_1. rewrite map_length.
  now apply output_length.
Qed.

Lemma apart_is_distinct : forall p q, apart m p q -> ~ (p == q)%Q.
Proof. intros p q. pose proof (delta_positive m one_m). unfold apart. lra. Qed.

Lemma all_entries_distinct : forall X, G_delta d n m X -> all_distinct (g2_q spacing d n m X).
Proof.
  intros X X_in i j i_n j_n different. rewrite q_length in i_n, j_n by exact X_in. apply apart_is_distinct.
  pose proof (outputs_apart X X (S i) (S j) X_in X_in ltac:(lia) ltac:(lia)) as H. cbn [Nat.sub] in H.
  rewrite !Nat.sub_0_r in H. apply H. congruence.
Qed.

Lemma all_contexts_distinct : forall X X', G_delta d n m X -> G_delta d n m X' -> X <> X' ->
  forall p q, In p (g2_q spacing d n m X) -> In q (g2_q spacing d n m X') -> ~ (p == q)%Q.
Proof.
  intros X X' X_in X'_in different p q p_in q_in. apply apart_is_distinct.
  apply (In_nth _ _ 0%Q) in p_in as [i [i_n <-]]. apply (In_nth _ _ 0%Q) in q_in as [j [j_n <-]].
  rewrite q_length in i_n, j_n by assumption.
  pose proof (outputs_apart X X' (S i) (S j) X_in X'_in ltac:(lia) ltac:(lia)) as H. cbn [Nat.sub] in H.
  rewrite !Nat.sub_0_r in H. apply H. congruence.
Qed.

(** ** The layers *)

Lemma layers :
  StronglySorted lt (spaced_ids spacing n d m) /\
  (forall k, In k (spaced_ids spacing n d m) <-> exists j i, (1 <= j <= n)%nat /\ (i < m ^ d)%nat /\
    (of_nat k * delta m == s_ spacing d m j + of_nat i * delta m)%Q) /\
  attention_layers (g2_g_c spacing d n m) = (n * m ^ d + 1)%nat /\
  feed_forward_layers (g2_g_c spacing d n m) = 0%nat /\
  heads (g2_g_c spacing d n m) = 2%nat.
Proof.
  assert (count : length (spaced_ids spacing n d m) = (n * m ^ d)%nat).
  { unfold spaced_ids. generalize 0%nat as j. clear. generalize n as k.
    induction k as [|k IH]; intros j; [reflexivity |].
    cbn [seq flat_map]. rewrite app_length, seq_length, IH. lia. }
  split; [| split; [| split; [| split]]].
  - apply ranges_in_order, N_W.
  - intros k. unfold spaced_ids. rewrite in_flat_map. split.
    + intros [j [j_n k_j]]. apply in_seq in j_n, k_j. exists (S j), (k - j * id_spacing spacing d m)%nat.
      split; [lia |]. split; [lia |]. rewrite s_is, !units_of_nat, units_plus. apply units_same.
      cbn [Nat.sub]. rewrite Nat.sub_0_r. unfold W. lia.
    + intros [j [i [range [i_N same]]]]. rewrite s_is, !units_of_nat, units_plus in same.
      apply in_unit_1_one_to_one in same; [| exact one_m]. unfold W in same.
      exists (j - 1)%nat. rewrite !in_seq. lia.
  - unfold g2_g_c, attention_layers. rewrite filter_app, app_length. f_equal. rewrite <- count.
    apply selective_shifts_attention.
  - unfold g2_g_c, feed_forward_layers. rewrite filter_app, app_length.
    fold (feed_forward_layers (g2_sweep spacing d n m)). unfold g2_sweep. now rewrite selective_shifts_feed_forward.
  - apply selective_shifts_heads. rewrite count. pose proof two_N. unfold N in *. nia.
Qed.

End Points.

(** ** The statements *)

Theorem g2_ids_increase_holds : g2_ids_increase.
Proof. intros spacing d n m X one_spacing one_d two_n two_m X_in. now apply ids_increase. Qed.

Theorem g2_layers_holds : g2_layers.
Proof. intros spacing d n m one_spacing one_d two_n two_m. now apply layers. Qed.

Theorem g2_shifted_once_holds : g2_shifted_once.
Proof. intros spacing d n m X one_spacing one_d two_n two_m X_in. now apply shifted_once_iff. Qed.

Theorem g2_order_holds : g2_order.
Proof. intros spacing d n m X one_spacing one_d two_n two_m X_in. now apply order_iff. Qed.

(** L = [1 - delta, 1]. *)
Lemma the_exception : forall m, (2 <= m)%nat ->
  let X := [[Z.of_nat m - 1]; [0]] in G_delta 1 2 m X /\ g2_exception 1 1 2 m X.
Proof.
  intros m two_m X. split.
  - repeat constructor; lia.
  - repeat split. unfold X, with_spaced_positions. cbn [plus_positions map]. repeat f_equal; lia.
Qed.

Theorem g2_order_for_all_holds : g2_order_for_all.
Proof.
  intros spacing d n m one_spacing one_d two_n two_m. split.
  - intros all [-> [-> ->]]. destruct (the_exception m two_m) as [X_in exception].
    exact (proj1 (g2_order_holds _ _ _ _ _ one_spacing one_d two_n two_m X_in) (all _ X_in) exception).
  - intros other X X_in. apply g2_order_holds; try assumption. intros [s_1 [d_1 [n_2 _]]]. now apply other.
Qed.

Theorem g2_order_repaired_holds : g2_order_repaired.
Proof.
  intros spacing d n m X two_spacing one_d two_n two_m X_in.
  assert (no_exception : ~ g2_exception spacing d n m X) by (intros [s_1 _]; lia).
  split; [apply g2_shifted_once_holds | apply g2_order_holds]; (assumption || lia).
Qed.

Theorem g2_at_the_exception_holds : g2_at_the_exception.
Proof.
  intros m two_m X. destruct (the_exception m two_m) as [X_in exception]. fold X in X_in, exception.
  destruct (exception_values 1 1 2 m ltac:(lia) ltac:(lia) ltac:(lia) two_m X X_in exception)
    as [_ [swept [twice once]]].
  split; [exact X_in |]. split; [exact exception |]. split; [exact twice |]. split; [exact once |].
  rewrite !new_id_is by (assumption || lia). rewrite swept. cbn [Nat.sub nth].
  rewrite units_minus. assert (D_m : D 1 m = Z.of_nat m) by (unfold D; cbn [Nat.pow]; lia). rewrite D_m.
  pose proof (of_nat_positive m ltac:(lia)).
  assert (inverse : (1 / delta m == of_nat m)%Q) by (unfold delta; field; lra).
  rewrite inverse. unfold units, of_nat, Qpower, Qpower_positive. cbn [pow_pos].
  set (k := Z.of_nat m). replace (2 * k - 1 + k * (k - 1) ^ 2 - k ^ 2) with ((k - 1) * ((k - 1) * (k - 1))) by lia.
  integers.
Qed.

Theorem g2_display_holds : g2_display.
Proof. intros spacing d n m X j one_spacing one_d two_n two_m X_in range either. now apply display. Qed.

Theorem g2_upper_bound_holds : g2_upper_bound.
Proof. intros spacing d n m X j one_spacing one_d two_n two_m X_in range. now apply new_id_bounded. Qed.

Theorem g2_one_to_one_holds : g2_one_to_one.
Proof. intros spacing d n m X X' one_spacing one_d two_n two_m X_in X'_in. now apply one_to_one. Qed.

Theorem g2_last_shift_holds : g2_last_shift.
Proof. intros spacing d n m X highest j one_spacing one_d two_n two_m X_in range is_greatest. now apply last_shift. Qed.

Theorem g2_contextual_mapping_holds : g2_contextual_mapping.
Proof.
  intros spacing d n m one_spacing one_d two_n two_m. split.
  - intros X X_in. now apply all_entries_distinct.
  - intros X X' X_in X'_in different. now apply all_contexts_distinct.
Qed.

Theorem g2_apart_holds : g2_apart.
Proof.
  intros spacing d n m X X' j j' one_spacing one_d two_n two_m X_in X'_in range range' different.
  now apply outputs_apart.
Qed.
