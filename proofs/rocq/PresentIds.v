(** * Only ids that are present can move, App. E.3 and G.2

    Proofs of [only_present_ids_move] and [absent_ids_are_passed_over] of [Statements.v]: every layer of a sweep, from
    the state that the layers before it have made. *)

From Coq Require Import ZArith QArith List Lia Lqa.
From Exactua Require Import Transformers Grids Ids Statements Hardmax Sweeps Simulation Lemma8 NetworkIds.
Import ListNotations.
Open Scope Z_scope.

(** The layers up to the next one. *)
Lemma firstn_next : forall {A} (ks : list A) p k, nth_error ks p = Some k -> firstn (p + 1) ks = firstn p ks ++ [k].
Proof.
  intros A ks. induction ks as [|j ks IH]; intros [|p] k H; try discriminate H.
  - injection H as ->. reflexivity.
  - cbn in *. now rewrite (IH p k H).
Qed.

Lemma sweep_point_next : forall d m gain ks p k L, nth_error ks p = Some k ->
  sweep_point d m gain (firstn (p + 1) ks) L = shift_point d m gain k (sweep_point d m gain (firstn p ks) L).
Proof. intros d m gain ks p k L H. unfold sweep_point. now rewrite (firstn_next ks p k H), fold_left_app. Qed.

(** A column after a selective shift. *)
Lemma shift_point_nth : forall d m gain k L j, (j < length L)%nat -> nth j (shift_point d m gain k L) [] =
  add_first (gained gain k (column_ids d m L) (column_id d m (nth j L []))) (nth j L []).
Proof.
  intros d m gain k L j H. unfold shift_point.
  set (f := fun c => add_first (gained gain k (column_ids d m L) (column_id d m c)) c).
  rewrite (nth_indep _ [] (f [])) by (now rewrite map_length). now rewrite (map_nth f).
Qed.

Lemma column_ids_nth : forall d m L j, (j < length L)%nat -> nth j (column_ids d m L) 0 = column_id d m (nth j L []).
Proof.
  intros d m L j H. unfold column_ids. rewrite (nth_indep _ 0 (column_id d m [])) by (now rewrite map_length).
  apply map_nth.
Qed.

Lemma add_first_zero : forall c, add_first 0 c = c.
Proof. intros [|x c]; [reflexivity|]. cbn. now rewrite Z.add_0_r. Qed.

(** A layer whose id no column has. *)
Lemma shift_point_absent : forall d m gain k L, ~ In k (column_ids d m L) -> shift_point d m gain k L = L.
Proof.
  intros d m gain k L H. unfold shift_point. rewrite <- map_id. apply map_ext_in. intros c c_in.
  rewrite gained_other; [apply add_first_zero|]. intros <-. apply H. now apply in_map.
Qed.

Lemma nth_in_unit_1 : forall m L j, nth j (in_unit_1 m L) [] = column_in_unit_1 m (nth j L []).
Proof. intros. unfold in_unit_1. exact (map_nth (column_in_unit_1 m) L [] j). Qed.

Lemma Meq_nth : forall A B j, Meq A B -> Forall2 Qeq (nth j A []) (nth j B []).
Proof. intros A B j H. revert j. induction H; intros [|j]; simpl; auto. Qed.

Lemma Meq_symmetric : forall A B, Meq A B -> Meq B A.
Proof. intros A B H. induction H; constructor; [now apply Forall2_Qeq_sym | assumption]. Qed.

Section Layer.
  Variables (d m : nat) (gain : Z) (ids : list nat) (p k : nat) (L : point).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis one_m : (1 <= m)%nat.
  Hypothesis nonempty : L <> [].
  Hypothesis lengths : columns_have_length d L.
  Hypothesis numbered : nth_error ids p = Some k.

  Let N := selective_shifts d m (inject_Z gain) ids.
  Let Z := after N p (in_unit_1 m L).
  Let P := sweep_point d m gain (map Z.of_nat (firstn p ids)) L.

  Lemma before_it : Meq Z (in_unit_1 m P).
  Proof. now apply partial_sweep_simulates. Qed.

  Lemma after_it : Meq (after N (p + 1) (in_unit_1 m L)) (in_unit_1 m (shift_point d m gain (Z.of_nat k) P)).
  Proof.
    unfold P. rewrite <- firstn_map, <- sweep_point_next by (now apply map_nth_error). rewrite firstn_map.
    now apply partial_sweep_simulates.
  Qed.

  Lemma P_columns : length P = length L.
  Proof. apply sweep_point_columns. Qed.

  Lemma P_nonempty : column_ids d m P <> [].
  Proof. intros E. apply nonempty, length_zero_iff_nil. rewrite <- P_columns. now destruct P. Qed.

  Lemma P_lengths : columns_have_length d P.
  Proof. now apply sweep_point_lengths. Qed.

  Lemma row_is : Forall2 Qeq (row_of (reading_vector d m) Z) (ids_in_unit_1 m (column_ids d m P)).
  Proof. eapply Forall2_Qeq_trans; [apply row_of_respects, before_it | apply ids_read]. Qed.

  Lemma id_is : forall j, (nth j (row_of (reading_vector d m) Z) 0 == units m (nth j (column_ids d m P) 0%Z))%Q.
  Proof. intros j. apply nth_units, row_is. Qed.

  Theorem one_layer : forall j highest lowest, (j < length L)%nat ->
    greatest_of (row_of (reading_vector d m) Z) highest -> least_of (row_of (reading_vector d m) Z) lowest ->
    let column := nth j Z [] in
    let next := nth j (after N (p + 1) (in_unit_1 m L)) [] in
    (nth j (row_of (reading_vector d m) Z) 0 == of_nat k * delta m ->
      Forall2 Qeq next (add column (first_unit d (inject_Z gain * (highest - lowest)))))%Q /\
    (~ nth j (row_of (reading_vector d m) Z) 0 == of_nat k * delta m -> Forall2 Qeq next column)%Q.
  Proof.
    intros j highest lowest inside top bottom column next.
    assert (here : Forall2 Qeq column (column_in_unit_1 m (nth j P [])))
      by (rewrite <- nth_in_unit_1; apply Meq_nth, before_it).
    assert (there : Forall2 Qeq next (column_in_unit_1 m
      (add_first (gained gain (Z.of_nat k) (column_ids d m P) (column_id d m (nth j P []))) (nth j P [])))).
    { rewrite <- shift_point_nth by (rewrite P_columns; exact inside). rewrite <- nth_in_unit_1.
      apply Meq_nth, after_it. }
    rewrite id_is, units_of_nat. unfold units at 1 3. fold (units m (nth j (column_ids d m P) 0)).
    fold (units m (Z.of_nat k)). rewrite (units_eq m _ _ one_m), column_ids_nth by (rewrite P_columns; exact inside).
    set (c := nth j P []) in *. set (x := column_ids d m P) in *. split.
    - intros own. rewrite own, gained_own in there. eapply Forall2_Qeq_trans; [exact there|].
      apply Forall2_Qeq_sym. eapply Forall2_Qeq_trans.
      + apply add_respects; [exact here | apply Forall2_Qeq_refl].
      + apply add_first_in_unit_1.
        * apply (proj1 (Forall_forall _ _) P_lengths). apply nth_In. rewrite P_columns. exact inside.
        * pose proof (greatest_of_unique _ _ _ top (greatest_of_units m _ _ one_m P_nonempty row_is)) as ->.
          pose proof (least_of_unique _ _ _ bottom (least_of_units m _ _ one_m P_nonempty row_is)) as ->.
          fold x. rewrite units_minus. unfold units. rewrite inject_Z_mult. ring.
    - intros other. rewrite gained_other, add_first_zero in there by exact other.
      eapply Forall2_Qeq_trans; [exact there | apply Forall2_Qeq_sym, here].
  Qed.

  Theorem absent : Forall (fun id => ~ id == of_nat k * delta m)%Q (row_of (reading_vector d m) Z) ->
    Meq (after N (p + 1) (in_unit_1 m L)) Z.
  Proof.
    intros none. eapply Meq_trans; [apply after_it|]. rewrite shift_point_absent; [apply Meq_symmetric, before_it|].
    intros inside. apply (In_nth _ _ 0) in inside. destruct inside as (j & Hj & E).
    rewrite Forall_forall in none. apply (none (nth j (row_of (reading_vector d m) Z) 0%Q)).
    - apply nth_In. rewrite (same_length _ _ row_is). unfold ids_in_unit_1. now rewrite map_length.
    - rewrite id_is, E. reflexivity.
  Qed.
End Layer.

Theorem only_present_ids_move_holds : only_present_ids_move.
Proof. intros d m gain ids p k L Hd Hm HL Hc Hk N Z row j highest lowest. now apply one_layer. Qed.

Theorem absent_ids_are_passed_over_holds : absent_ids_are_passed_over.
Proof. intros d m gain ids p k L Hd Hm HL Hc Hk N Z. now apply absent. Qed.
