(** * Simulation: the layers of [Transformers.v] compute what [Ids.v] says on column ids

    App. E.3: a selective shift adds a multiple of max - min of the ids to the first entry of the columns with one id; the
    other entries stay. Everything here is about the literal layers, run one after another on integer points. *)

From Coq Require Import ZArith QArith Qminmax List Permutation Sorted Lqa Lia.
From Exactua Require Import Transformers Grids Ids Statements Hardmax Sweeps.
Import ListNotations.
Open Scope Z_scope.

(** Equal entry by entry, as rationals. *)
Definition Meq : matrix -> matrix -> Prop := Forall2 (Forall2 Qeq).

(** ** What the layers do, on integer points *)

(** v is added to the first entry. *)
Definition add_first (v : Z) (c : column) : column := match c with [] => [] | x :: rest => (x + v) :: rest end.

(** The point after the selective shift of the id k. *)
Definition shift_point (d m : nat) (gain k : Z) (L : point) : point :=
  map (fun c => add_first (gained gain k (column_ids d m L) (column_id d m c)) c) L.

(** The point after the selective shifts of the ids ks. *)
Definition sweep_point (d m : nat) (gain : Z) (ks : list Z) (L : point) : point :=
  fold_left (fun L k => shift_point d m gain k L) ks L.

(** What the last layer adds to an id y. *)
Definition globally_gained (c : Z) (x : list Z) (y : Z) : Z :=
  if 0 <? y then c * greatest x else if y <? 0 then c * least x else 0.

(** The point after the last layer. *)
Definition global_point (d m : nat) (c : Z) (L : point) : point :=
  map (fun column => add_first (globally_gained c (column_ids d m L) (column_id d m column)) column) L.

(** No id is 0, or all are: where 0 occurs beside others, hardmax at 0 averages over all columns. *)
Definition zero_alone (x : list Z) : Prop := Forall (fun y => y <> 0) x \/ Forall (fun y => y = 0) x.

Definition columns_have_length (d : nat) (L : point) : Prop := Forall (fun c => length c = d) L.

(** Ids, in units of delta, as a row in unit 1. *)
Definition ids_in_unit_1 (m : nat) (x : list Z) : vector := map (fun k => inject_Z k * delta m)%Q x.

(** ** Layers respect equality entry by entry *)

Lemma dot_respects : forall a a' b b', Forall2 Qeq a a' -> Forall2 Qeq b b' -> (dot a b == dot a' b')%Q.
Proof.
  intros a a' b b' H. revert b b'. induction H as [|x x' a a' xx aa IH]; intros b b' K; [reflexivity|].
  destruct K as [|y y' b b' yy bb]; [reflexivity|]. simpl. rewrite xx, yy, (IH _ _ bb). reflexivity.
Qed.

Lemma scale_respects : forall c c' a a', (c == c')%Q -> Forall2 Qeq a a' -> Forall2 Qeq (scale c a) (scale c' a').
Proof. intros c c' a a' cc H. induction H; simpl; constructor; [rewrite cc, H; reflexivity|assumption]. Qed.

Lemma maximum_respects : forall a a', Forall2 Qeq a a' -> (maximum a == maximum a')%Q.
Proof.
  intros a a' H. induction H as [|x x' a a' xx aa IH]; [reflexivity|].
  destruct aa as [|y y' a a' yy aa]; [exact xx|]. rewrite !maximum_cons. apply Q.max_compat; assumption.
Qed.

Lemma Qeq_bool_respects : forall x x' y y', (x == x')%Q -> (y == y')%Q -> Qeq_bool x y = Qeq_bool x' y'.
Proof.
  intros x x' y y' xx yy. destruct (Qeq_bool x' y') eqn:E.
  - apply Qeq_bool_iff in E. apply Qeq_bool_iff. rewrite xx, yy. exact E.
  - destruct (Qeq_bool x y) eqn:F; [|reflexivity]. apply Qeq_bool_iff in F. rewrite xx, yy in F.
    apply Qeq_bool_iff in F. congruence.
Qed.

Lemma occurrences_respects : forall x x' a a', (x == x')%Q -> Forall2 Qeq a a' -> occurrences x a = occurrences x' a'.
Proof.
  intros x x' a a' xx H. unfold occurrences. induction H as [|y y' a a' yy aa IH]; [reflexivity|].
  simpl. rewrite (Qeq_bool_respects x x' y y' xx yy). destruct (Qeq_bool x' y'); simpl; congruence.
Qed.

Lemma hardmax_respects : forall a a', Forall2 Qeq a a' -> Forall2 Qeq (hardmax a) (hardmax a').
Proof.
  intros a a' H. unfold hardmax. pose proof (maximum_respects a a' H) as top.
  rewrite (occurrences_respects _ _ a a' top H). generalize (occurrences (maximum a') a') as k.
  revert top. generalize (maximum a) as t, (maximum a') as t'. intros t t' top k.
  induction H as [|x x' a a' xx aa IH]; simpl; constructor; [|exact IH].
  rewrite (Qeq_bool_respects x x' t t' xx top). reflexivity.
Qed.

Lemma row_of_respects : forall u Z Z', Meq Z Z' -> Forall2 Qeq (row_of u Z) (row_of u Z').
Proof.
  intros u Z Z' H. induction H; simpl; constructor; [|assumption].
  apply dot_respects; [apply Forall2_Qeq_refl|assumption].
Qed.

Lemma attend_respects : forall h Z Z' z z', Meq Z Z' -> Forall2 Qeq z z' ->
  Forall2 Qeq (attend h Z z) (attend h Z' z').
Proof.
  intros h Z Z' z z' ZZ zz. apply scale_respects; [|apply Forall2_Qeq_refl].
  apply dot_respects; [apply row_of_respects; exact ZZ|]. apply hardmax_respects.
  pose proof (dot_respects _ _ _ _ (Forall2_Qeq_refl (W_Q h)) zz) as query.
  induction (row_of_respects (W_K h) Z Z' ZZ) as [|key key' keys keys' equal _ IH]; simpl; constructor; [|exact IH].
  rewrite equal, query. reflexivity.
Qed.

Lemma activate_respects : forall phi t t', (t == t')%Q -> (activate phi t == activate phi t')%Q.
Proof.
  intros phi t t' tt. assert (C : forall a, Qle_bool a t = Qle_bool a t').
  { intro a. destruct (Qle_bool a t') eqn:E.
    - apply Qle_bool_iff in E. apply Qle_bool_iff. rewrite tt. exact E.
    - destruct (Qle_bool a t) eqn:F; [|reflexivity]. apply Qle_bool_iff in F. rewrite tt in F.
      apply Qle_bool_iff in F. congruence. }
  assert (C' : forall b, Qle_bool t b = Qle_bool t' b).
  { intro b. destruct (Qle_bool t' b) eqn:E.
    - apply Qle_bool_iff in E. apply Qle_bool_iff. rewrite tt. exact E.
    - destruct (Qle_bool t b) eqn:F; [|reflexivity]. apply Qle_bool_iff in F. rewrite tt in F.
      apply Qle_bool_iff in F. congruence. }
  induction phi as [|p phi IH]; [reflexivity|]. simpl.
  replace (above p t) with (above p t') by (unfold above; destruct (from p); rewrite ?C, ?C'; reflexivity).
  replace (below p t) with (below p t') by (unfold below; destruct (to p); rewrite ?C, ?C'; reflexivity).
  destruct (above p t' && below p t')%bool; [rewrite tt; reflexivity|exact IH].
Qed.

Lemma column_after_respects : forall l Z Z' z z', Meq Z Z' -> Forall2 Qeq z z' ->
  Forall2 Qeq (column_after l Z z) (column_after l Z' z').
Proof.
  intros [hs|f] Z Z' z z' ZZ zz; cbn [column_after].
  - assert (sums : forall s s', Forall2 Qeq s s' ->
      Forall2 Qeq (fold_left (fun sum h => add sum (attend h Z z)) hs s)
        (fold_left (fun sum h => add sum (attend h Z' z')) hs s')).
    { induction hs as [|h hs IH]; intros s s' ss; simpl; [exact ss|].
      apply IH. apply add_respects; [exact ss|apply attend_respects; assumption]. }
    apply sums. exact zz.
  - apply add_respects; [apply add_respects; [exact zz|]|apply Forall2_Qeq_refl].
    apply scale_respects; [|apply Forall2_Qeq_refl]. apply activate_respects.
    rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl (W_1 f)) zz). reflexivity.
Qed.

Lemma apply_layer_respects : forall l Z Z', Meq Z Z' -> Meq (apply_layer Z l) (apply_layer Z' l).
Proof.
  intros l Z Z' ZZ. unfold apply_layer.
  assert (columns : forall A A', Meq A A' -> Meq (map (column_after l Z) A) (map (column_after l Z') A')).
  { intros A A' AA. induction AA; constructor; [apply column_after_respects; assumption|assumption]. }
  apply columns. exact ZZ.
Qed.

Lemma run_respects : forall N Z Z', Meq Z Z' -> Meq (run N Z) (run N Z').
Proof.
  induction N as [|l N IH]; intros Z Z' ZZ; [exact ZZ|]. apply IH, apply_layer_respects, ZZ.
Qed.

Lemma Meq_refl : forall Z, Meq Z Z.
Proof. induction Z; constructor; [apply Forall2_Qeq_refl|assumption]. Qed.

Lemma Meq_trans : forall A B C, Meq A B -> Meq B C -> Meq A C.
Proof.
  induction A as [|a A IH]; intros B C AB BC; inversion AB; subst; inversion BC; subst; constructor.
  - eapply Forall2_Qeq_trans; eassumption.
  - eapply IH; eassumption.
Qed.

(** ** Ids of integer points *)

Lemma delta_positive : forall m, (1 <= m)%nat -> (0 < delta m)%Q.
Proof.
  intros m H. unfold delta, of_nat. apply Qlt_shift_div_l.
  - change 0%Q with (inject_Z 0). rewrite <- Zlt_Qlt. lia.
  - reflexivity.
Qed.

Definition column_in_unit_1 (m : nat) (c : column) : vector := map (fun k => inject_Z k * delta m)%Q c.

(** u^T of a column. *)
Lemma column_id_read : forall d m c,
  (dot (reading_vector d m) (column_in_unit_1 m c) == inject_Z (column_id d m c) * delta m)%Q.
Proof.
  intros d m. unfold reading_vector, column_id, weights, column_in_unit_1. generalize (seq 0 d) as l.
  induction l as [|i l IH]; intros [|k c]; try (simpl; ring).
  cbn [map dot dot_Z]. rewrite IH, inject_Z_plus, inject_Z_mult. unfold of_nat. ring.
Qed.

Theorem ids_read : forall d m L,
  Forall2 Qeq (row_of (reading_vector d m) (in_unit_1 m L)) (ids_in_unit_1 m (column_ids d m L)).
Proof.
  intros d m L. unfold row_of, in_unit_1, ids_in_unit_1, column_ids. rewrite !map_map.
  apply Forall2_map_same. intros c _. apply column_id_read.
Qed.

Lemma in_unit_1_monotone : forall m j k, (1 <= m)%nat -> j <= k ->
  (inject_Z j * delta m <= inject_Z k * delta m)%Q.
Proof.
  intros m j k H le. apply Qmult_le_compat_r; [rewrite <- Zle_Qle; exact le|].
  apply Qlt_le_weak, delta_positive, H.
Qed.

Lemma greatest_of_respects : forall a a' x, Forall2 Qeq a a' -> greatest_of a' x -> greatest_of a x.
Proof.
  intros a a' x H [attained upper]. split.
  - clear upper. induction H as [|y y' a a' yy aa IH]; [inversion attained|].
    inversion attained; subst; [left; rewrite yy; assumption|right; apply IH; assumption].
  - clear attained. induction H as [|y y' a a' yy aa IH]; [constructor|].
    inversion upper; subst. constructor; [rewrite yy; assumption|apply IH; assumption].
Qed.

Lemma least_of_respects : forall a a' x, Forall2 Qeq a a' -> least_of a' x -> least_of a x.
Proof.
  intros a a' x H [attained lower]. split.
  - clear lower. induction H as [|y y' a a' yy aa IH]; [inversion attained|].
    inversion attained; subst; [left; rewrite yy; assumption|right; apply IH; assumption].
  - clear attained. induction H as [|y y' a a' yy aa IH]; [constructor|].
    inversion lower; subst. constructor; [rewrite yy; assumption|apply IH; assumption].
Qed.

(** The greatest id of an integer point, as a number in unit 1. *)
Lemma greatest_id : forall d m L, (1 <= m)%nat -> L <> [] ->
  greatest_of (row_of (reading_vector d m) (in_unit_1 m L)) (inject_Z (greatest (column_ids d m L)) * delta m).
Proof.
  intros d m L H nonempty. eapply greatest_of_respects; [apply ids_read|].
  assert (ids : column_ids d m L <> []) by (destruct L; [contradiction|discriminate]).
  split.
  - apply Exists_exists. eexists. split; [|reflexivity].
    apply (in_map (fun k => (inject_Z k * delta m)%Q)), greatest_in, ids.
  - apply Forall_forall. intros y inside. apply in_map_iff in inside. destruct inside as [k [<- inside]].
    apply in_unit_1_monotone, greatest_above; assumption.
Qed.

Lemma least_id : forall d m L, (1 <= m)%nat -> L <> [] ->
  least_of (row_of (reading_vector d m) (in_unit_1 m L)) (inject_Z (least (column_ids d m L)) * delta m).
Proof.
  intros d m L H nonempty. eapply least_of_respects; [apply ids_read|].
  assert (ids : column_ids d m L <> []) by (destruct L; [contradiction|discriminate]).
  split.
  - apply Exists_exists. eexists. split; [|reflexivity].
    apply (in_map (fun k => (inject_Z k * delta m)%Q)), least_in, ids.
  - apply Forall_forall. intros y inside. apply in_map_iff in inside. destruct inside as [k [<- inside]].
    apply in_unit_1_monotone, least_below; assumption.
Qed.

(** ** First entries *)

Lemma column_id_add_first : forall d m v c, (1 <= d)%nat -> length c = d ->
  column_id d m (add_first v c) = column_id d m c + v.
Proof.
  intros [|d] m v [|x c] H E; try lia; [discriminate E|]. unfold column_id, weights.
  cbn [seq map dot_Z add_first Nat.pow]. lia.
Qed.

Lemma add_first_length : forall v c, length (add_first v c) = length c.
Proof. intros v [|x c]; reflexivity. Qed.

Lemma add_first_tl : forall v c, tl (add_first v c) = tl c.
Proof. intros v [|x c]; reflexivity. Qed.

Lemma add_first_in_unit_1 : forall d m v w c, length c = d -> (v == inject_Z w * delta m)%Q ->
  Forall2 Qeq (add (column_in_unit_1 m c) (first_unit d v)) (column_in_unit_1 m (add_first w c)).
Proof.
  intros d m v w c E vw. eapply Forall2_Qeq_trans.
  - apply add_first_unit. unfold column_in_unit_1. rewrite map_length. exact E.
  - destruct c as [|x c]; [constructor|]. simpl. constructor; [|apply Forall2_Qeq_refl].
    rewrite vw, inject_Z_plus. ring.
Qed.

(** ** The selective shift *)

(** k delta - delta/2 < y delta just when k <= y. *)
Lemma half_below : forall m k y, (1 <= m)%nat -> k <= y ->
  (inject_Z k * delta m - delta m / 2 < inject_Z y * delta m)%Q.
Proof.
  intros m k y H le. pose proof (delta_positive m H). pose proof (in_unit_1_monotone m k y H le).
  assert (delta m / 2 == delta m * (1 # 2))%Q by field. lra.
Qed.

Lemma half_above : forall m k y, (1 <= m)%nat -> y <= k ->
  (inject_Z y * delta m < inject_Z k * delta m + delta m / 2)%Q.
Proof.
  intros m k y H le. pose proof (delta_positive m H). pose proof (in_unit_1_monotone m y k H le).
  assert (delta m / 2 == delta m * (1 # 2))%Q by field. lra.
Qed.

Lemma next_below : forall m k y, (1 <= m)%nat -> y < k ->
  (inject_Z y * delta m < inject_Z k * delta m - delta m / 2)%Q.
Proof.
  intros m k y H lt. pose proof (delta_positive m H). pose proof (in_unit_1_monotone m (y + 1) k H ltac:(lia)) as step.
  rewrite inject_Z_plus in step. change (inject_Z 1) with 1%Q in step.
  assert (delta m / 2 == delta m * (1 # 2))%Q by field. lra.
Qed.

Lemma next_above : forall m k y, (1 <= m)%nat -> k < y ->
  (inject_Z k * delta m + delta m / 2 < inject_Z y * delta m)%Q.
Proof.
  intros m k y H lt. pose proof (delta_positive m H). pose proof (in_unit_1_monotone m (k + 1) y H ltac:(lia)) as step.
  rewrite inject_Z_plus in step. change (inject_Z 1) with 1%Q in step.
  assert (delta m / 2 == delta m * (1 # 2))%Q by field. lra.
Qed.

Lemma in_unit_1_columns : forall m L, in_unit_1 m L = map (column_in_unit_1 m) L.
Proof. reflexivity. Qed.

Theorem selective_shift_simulates : forall d m gain k L, (1 <= d)%nat -> (1 <= m)%nat -> L <> [] ->
  columns_have_length d L ->
  Meq (apply_layer (in_unit_1 m L) (selective_shift d m (inject_Z gain) k))
      (in_unit_1 m (shift_point d m gain (Z.of_nat k) L)).
Proof.
  intros d m gain k L one_d one_m nonempty shape.
  pose proof (greatest_id d m L one_m nonempty) as high. pose proof (least_id d m L one_m nonempty) as low.
  unfold apply_layer. set (Z := in_unit_1 m L) in *. unfold Z at 2. rewrite !in_unit_1_columns.
  unfold shift_point. rewrite !map_map. apply Forall2_map_same. intros c inside.
  pose proof (proj1 (Forall_forall _ _) shape c inside) as length_c. cbv beta in length_c.
  pose proof (column_id_read d m c) as id.
  eapply Forall2_Qeq_trans.
  - apply Psi_adds. unfold column_in_unit_1. rewrite map_length. exact length_c.
  - apply add_first_in_unit_1; [exact length_c|].
    set (x := column_ids d m L) in *. set (y := column_id d m c) in *. unfold gained, of_nat.
    destruct (Z.eqb_spec y (Z.of_nat k)) as [equal|different].
    + rewrite (selected_above d m _ Z _ _ high) by (rewrite id; apply half_below; lia).
      rewrite (selected_below d m _ Z _ _ low) by (rewrite id; apply half_above; lia).
      unfold Zminus. rewrite inject_Z_mult, inject_Z_plus, inject_Z_opp. ring.
    + destruct (Z_lt_le_dec y (Z.of_nat k)) as [less|more].
      * rewrite (selected_below d m _ Z _ _ low) by (rewrite id; apply next_below; lia).
        rewrite (selected_below d m _ Z _ _ low) by (rewrite id; apply half_above; lia). ring.
      * rewrite (selected_above d m _ Z _ _ high) by (rewrite id; apply half_below; lia).
        rewrite (selected_above d m _ Z _ _ high) by (rewrite id; apply next_above; lia). ring.
Qed.

(** ** Adding to first entries, in general: ids, shape, other rows *)

Lemma add_firsts_ids : forall d m v L, (1 <= d)%nat -> columns_have_length d L ->
  column_ids d m (map (fun c => add_first (v (column_id d m c)) c) L) = map (fun y => y + v y) (column_ids d m L).
Proof.
  intros d m v L one_d shape. unfold column_ids. rewrite !map_map. apply map_ext_in. intros c inside.
  apply column_id_add_first; [exact one_d|]. exact (proj1 (Forall_forall _ _) shape c inside).
Qed.

Lemma add_firsts_lengths : forall d (v : column -> Z) L, columns_have_length d L ->
  columns_have_length d (map (fun c => add_first (v c) c) L).
Proof.
  intros d v L shape. apply Forall_map. eapply Forall_impl; [|exact shape]. intros c E. simpl in *.
  rewrite add_first_length. exact E.
Qed.

Lemma add_firsts_other_rows : forall (v : column -> Z) L,
  map (@tl Z) (map (fun c => add_first (v c) c) L) = map (@tl Z) L.
Proof. intros v L. rewrite map_map. apply map_ext. intro c. apply add_first_tl. Qed.

Lemma shift_point_ids : forall d m gain k L, (1 <= d)%nat -> columns_have_length d L ->
  column_ids d m (shift_point d m gain k L) = shift gain k (column_ids d m L).
Proof. intros. unfold shift_point. apply add_firsts_ids; assumption. Qed.

Lemma shift_point_lengths : forall d m gain k L, columns_have_length d L ->
  columns_have_length d (shift_point d m gain k L).
Proof. intros. unfold shift_point. apply add_firsts_lengths. assumption. Qed.

Lemma shift_point_columns : forall d m gain k L, length (shift_point d m gain k L) = length L.
Proof. intros. apply map_length. Qed.

Lemma shift_point_nonempty : forall d m gain k L, L <> [] -> shift_point d m gain k L <> [].
Proof. intros d m gain k [|c L] H; [contradiction|discriminate]. Qed.

(** ** The sweep *)

Theorem sweep_simulates : forall d m gain ks L, (1 <= d)%nat -> (1 <= m)%nat -> L <> [] -> columns_have_length d L ->
  Meq (run (selective_shifts d m (inject_Z gain) ks) (in_unit_1 m L))
      (in_unit_1 m (sweep_point d m gain (map Z.of_nat ks) L)).
Proof.
  intros d m gain ks. induction ks as [|k ks IH]; intros L one_d one_m nonempty shape; [apply Meq_refl|].
  cbn [selective_shifts map run sweep_point fold_left]. eapply Meq_trans.
  - apply run_respects. apply selective_shift_simulates; assumption.
  - apply IH; try assumption.
    + apply shift_point_nonempty. assumption.
    + apply shift_point_lengths. assumption.
Qed.

(** The state after any k layers of the sweep. *)
Theorem partial_sweep_simulates : forall d m gain ks k L, (1 <= d)%nat -> (1 <= m)%nat -> L <> [] ->
  columns_have_length d L ->
  Meq (after (selective_shifts d m (inject_Z gain) ks) k (in_unit_1 m L))
      (in_unit_1 m (sweep_point d m gain (map Z.of_nat (firstn k ks)) L)).
Proof.
  intros. unfold after, selective_shifts. rewrite firstn_map. apply sweep_simulates; assumption.
Qed.

Theorem sweep_point_lengths : forall d m gain ks L, columns_have_length d L ->
  columns_have_length d (sweep_point d m gain ks L).
Proof.
  intros d m gain ks. induction ks as [|k ks IH]; intros L shape; [exact shape|].
  apply IH, shift_point_lengths, shape.
Qed.

Theorem sweep_point_columns : forall d m gain ks L, length (sweep_point d m gain ks L) = length L.
Proof.
  intros d m gain ks. induction ks as [|k ks IH]; intros L; [reflexivity|].
  cbn [sweep_point fold_left]. etransitivity; [apply IH|]. apply shift_point_columns.
Qed.

Theorem sweep_point_shape : forall d n m gain ks L, of_shape d n L -> of_shape d n (sweep_point d m gain ks L).
Proof.
  intros d n m gain ks L [columns lengths]. split.
  - rewrite sweep_point_columns. exact columns.
  - apply sweep_point_lengths. exact lengths.
Qed.

Theorem sweep_point_ids : forall d m gain ks L, (1 <= d)%nat -> columns_have_length d L ->
  column_ids d m (sweep_point d m gain ks L) = sweep gain ks (column_ids d m L).
Proof.
  intros d m gain ks. induction ks as [|k ks IH]; intros L one_d shape; [reflexivity|].
  cbn [sweep_point sweep fold_left]. rewrite <- shift_point_ids by assumption.
  apply IH; [exact one_d|]. apply shift_point_lengths, shape.
Qed.

Theorem sweep_point_other_rows : forall d m gain ks L,
  map (@tl Z) (sweep_point d m gain ks L) = map (@tl Z) L.
Proof.
  intros d m gain ks. induction ks as [|k ks IH]; intros L; [reflexivity|].
  cbn [sweep_point fold_left]. etransitivity; [apply IH|]. unfold shift_point. apply add_firsts_other_rows.
Qed.

(** ** The last layer *)

Theorem global_simulates : forall d m c L, (1 <= d)%nat -> (1 <= m)%nat -> L <> [] -> columns_have_length d L ->
  zero_alone (column_ids d m L) ->
  Meq (apply_layer (in_unit_1 m L) (global_shift d m (inject_Z c))) (in_unit_1 m (global_point d m c L)).
Proof.
  intros d m c L one_d one_m nonempty shape alone.
  pose proof (greatest_id d m L one_m nonempty) as high. pose proof (least_id d m L one_m nonempty) as low.
  pose proof (ids_read d m L) as row. pose proof (delta_positive m one_m) as positive.
  unfold apply_layer. set (Z := in_unit_1 m L) in *. unfold Z at 2. rewrite !in_unit_1_columns.
  unfold global_point. rewrite !map_map. apply Forall2_map_same. intros col inside.
  pose proof (proj1 (Forall_forall _ _) shape col inside) as length_c. cbv beta in length_c.
  pose proof (column_id_read d m col) as id. cbn [global_shift column_after fold_left].
  eapply Forall2_Qeq_trans.
  - apply add_respects; [apply Forall2_Qeq_refl|apply attend_psi].
  - apply add_first_in_unit_1; [exact length_c|].
    assert (member : In (column_id d m col) (column_ids d m L)) by (apply in_map; exact inside).
    set (x := column_ids d m L) in *. set (y := column_id d m col) in *. unfold globally_gained.
    destruct (Z.ltb_spec 0 y) as [up|not_up].
    + rewrite (selected_above d m _ Z _ _ high).
      * rewrite inject_Z_mult. ring.
      * rewrite id. rewrite Zlt_Qlt in up. change (inject_Z 0) with 0%Q in up. nra.
    + destruct (Z.ltb_spec y 0) as [down|not_down].
      * rewrite (selected_below d m _ Z _ _ low).
        -- rewrite inject_Z_mult. ring.
        -- rewrite id. rewrite Zlt_Qlt in down. change (inject_Z 0) with 0%Q in down. nra.
      * assert (zero : y = 0) by lia. destruct alone as [none|all].
        -- pose proof (proj1 (Forall_forall _ _) none y member). contradiction.
        -- unfold selected. rewrite hardmax_of_zeros; [simpl; ring|].
           apply Forall_forall. intros key key_inside.
           destruct (Forall2_in_left _ _ _ _ _ row key key_inside) as [key' [key'_inside equal]].
           apply in_map_iff in key'_inside. destruct key'_inside as [k [<- k_inside]].
           rewrite (proj1 (Forall_forall _ _) all k k_inside) in equal. rewrite equal. simpl. ring.
Qed.

Theorem global_point_ids : forall d m c L, (1 <= d)%nat -> columns_have_length d L ->
  column_ids d m (global_point d m c L) = global c (column_ids d m L).
Proof.
  intros d m c L one_d shape. unfold global_point, global.
  rewrite (add_firsts_ids d m (globally_gained c (column_ids d m L)) L one_d shape).
  apply map_ext. intro y. unfold globally_gained. destruct (0 <? y), (y <? 0); lia.
Qed.

Theorem global_point_other_rows : forall d m c L, map (@tl Z) (global_point d m c L) = map (@tl Z) L.
Proof. intros. unfold global_point. apply add_firsts_other_rows. Qed.

(** ** E.3's network *)

Lemma D_from_ids : forall d m, all_ids (D d m) = map Z.of_nat (seq 0 (m ^ d)).
Proof. intros. unfold all_ids, D. rewrite Nat2Z.id. reflexivity. Qed.

Lemma power_of_D : forall d m k, Z.of_nat ((m ^ d) ^ k) = D d m ^ Z.of_nat k.
Proof. intros. unfold D. apply Nat2Z.inj_pow. Qed.

Lemma sweep_layers_simulate : forall d m L, (1 <= d)%nat -> (1 <= m)%nat -> L <> [] -> columns_have_length d L ->
  Meq (run (sweep_layers d m) (in_unit_1 m L)) (in_unit_1 m (sweep_point d m (D d m) (all_ids (D d m)) L)).
Proof. intros. rewrite D_from_ids. unfold sweep_layers, of_nat. apply sweep_simulates; assumption. Qed.

(** The ids after the sweep of E.3. *)
Theorem ids_after_sweep_are : forall d m L, (1 <= d)%nat -> (1 <= m)%nat -> L <> [] -> columns_have_length d L ->
  Forall2 Qeq (ids_after_sweep d m L)
    (ids_in_unit_1 m (sweep (D d m) (all_ids (D d m)) (column_ids d m L))).
Proof.
  intros d m L one_d one_m nonempty shape. unfold ids_after_sweep. eapply Forall2_Qeq_trans.
  - apply row_of_respects. apply sweep_layers_simulate; assumption.
  - rewrite <- sweep_point_ids by assumption. apply ids_read.
Qed.

(** q(L) = u^T g_c(L). *)
Theorem q_is : forall d n m L, (1 <= d)%nat -> (1 <= m)%nat -> L <> [] -> columns_have_length d L ->
  let y := sweep (D d m) (all_ids (D d m)) (column_ids d m L) in
  zero_alone y ->
  Forall2 Qeq (q d n m L) (ids_in_unit_1 m (global (D d m ^ (Z.of_nat n + 1)) y)).
Proof.
  intros d n m L one_d one_m nonempty shape y alone. unfold q, g_c, run. rewrite fold_left_app.
  cbn [fold_left]. set (S := sweep_point d m (D d m) (all_ids (D d m)) L).
  assert (S_shape : columns_have_length d S) by (apply sweep_point_lengths; exact shape).
  assert (S_ids : column_ids d m S = y) by (apply sweep_point_ids; assumption).
  assert (S_nonempty : S <> []).
  { intro E. apply nonempty. apply length_zero_iff_nil. unfold S in E.
    rewrite <- (sweep_point_columns d m (D d m) (all_ids (D d m)) L), E. reflexivity. }
  eapply Forall2_Qeq_trans.
  - apply row_of_respects. eapply Meq_trans.
    + apply apply_layer_respects. apply sweep_layers_simulate; assumption.
    + apply global_simulates; try assumption. fold S. rewrite S_ids. exact alone.
  - rewrite <- S_ids. rewrite <- global_point_ids by assumption.
    replace (D d m ^ (Z.of_nat n + 1)) with (Z.of_nat ((m ^ d) ^ (n + 1))).
    + apply ids_read.
    + rewrite power_of_D. f_equal. lia.
Qed.

(** ** Permutations of columns *)

Lemma permuted_same_set : forall x y, Permutation x y -> same_set x y.
Proof. intros x y P z. split; apply Permutation_in; [exact P|exact (Permutation_sym P)]. Qed.

Lemma greatest_permuted : forall x y, Permutation x y -> greatest x = greatest y.
Proof. intros. apply greatest_same_set, permuted_same_set. assumption. Qed.

Lemma least_permuted : forall x y, Permutation x y -> least x = least y.
Proof. intros. apply least_same_set, permuted_same_set. assumption. Qed.

(** One function of a single id does to all ids of both orders what the sweep does. *)
Theorem sweep_permuted : forall gain ks x y, Permutation x y ->
  exists f, sweep gain ks x = map f x /\ sweep gain ks y = map f y.
Proof.
  intros gain ks x y P. exists (swept gain ks y). apply sweep_same_set, permuted_same_set. exact P.
Qed.

Theorem global_permuted : forall c x y, Permutation x y -> exists f, global c x = map f x /\ global c y = map f y.
Proof.
  intros c x y P.
  exists (fun y => if 0 <? y then y + c * greatest x else if y <? 0 then y + c * least x else y).
  split; [reflexivity|]. rewrite (greatest_permuted x y P), (least_permuted x y P). reflexivity.
Qed.

(** The sweep, then the last layer. *)
Theorem contextual_permuted : forall c gain ks x y, Permutation x y -> exists f,
  global c (sweep gain ks x) = map f x /\ global c (sweep gain ks y) = map f y.
Proof.
  intros c gain ks x y P. destruct (sweep_permuted gain ks x y P) as [f [fx fy]]. rewrite fx, fy.
  destruct (global_permuted c (map f x) (map f y) (Permutation_map f P)) as [g [gx gy]].
  exists (fun z => g (f z)). rewrite map_map in gx, gy. split; assumption.
Qed.
