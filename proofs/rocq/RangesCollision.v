(** * RangesCollision: an A_L with a column of another g_c(L') is not reached, for all d, n and delta

    At X = 0 the first column is mapped to the last column of g_c at the last X;
    its layer comes later and maps it on. *)

From Coq Require Import ZArith QArith Qround List Bool Lia Lqa.
From Exactua Require Import Transformers Grids Ids FeedForward Statements Hardmax Simulation Grid FeedForwardLayers.
From Exactua Require Import Lemma7 FiniteSets Contexts Lemma9Layers Lemma8.
From Exactua Require Import Terms StepTools PositionNetworks AppendixGLayers Exported StepsFeedForward StepsLemma4.
From Exactua Require Import StepsAppendixG1 StepsAppendixG3 StepsTheorem3 RangeStatements RangesClosedDomain.
From Exactua Require StepsColumnId StepsValueMap AppendixGNetwork Sweeps.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

Section Collision.
  Variables d n m : nat.
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hm : (2 <= m)%nat.
  Local Notation u := (reading_vector d m).
  Local Notation mapped X := (in_unit_1 m (output_point 1 d n m X)).
  Local Notation A := (colliding_outputs d n m).
  Local Notation least := (inject_Z (least_number d n m)).

  Definition no_point : point := repeat (repeat 0%Z d) n.
  Definition last_corner : point := last (corners d n m) [].
  Definition last_of_corners : nat := (length (corners d n m) - 1)%nat.

  Lemma shape_of_A : forall r, length (A r) = n /\ Forall (fun c => length c = d) (A r).
  Proof. intros r. now apply colliding_shape. Qed.

  Lemma zeros_in_grid : G_delta d n m no_point.
  Proof.
    split; [split |]; unfold no_point; [apply repeat_length | |]; apply Forall_forall; intros c I;
      apply repeat_spec in I as ->; [apply repeat_length |]. apply Forall_forall. intros z J.
    apply repeat_spec in J as ->. lia.
  Qed.

  Lemma zeros_number : number d m no_point = 0%nat.
  Proof.
    pose proof (number_by_powers d n m no_point (fun _ _ => 0%Z) Hd Hm zeros_in_grid) as E.
    assert (none : forall lo hi f, (forall k, f k = 0%Z) -> total_Z lo hi f = 0%Z).
    { intros lo hi f F. unfold total_Z. induction (range lo hi) as [| k l IH]; [reflexivity |].
      cbn [map fold_right]. rewrite F, IH. reflexivity. }
    rewrite none in E; [apply Nat2Z.inj; symmetry; apply E |].
    - intros i j Hi Hj. unfold entry_, no_point, at_, column.
      rewrite (nth_repeat_in _ (repeat 0%Z d) []) by lia. now rewrite (nth_repeat_in _ 0%Z 0%Z) by lia.
    - intros k. rewrite none; [apply Z.mul_0_r |]. intros i. apply Z.mul_0_r.
  Qed.

  Lemma zeros_first : nth_error (corners d n m) 0 = Some no_point.
  Proof. rewrite <- zeros_number. apply corner_number; [exact Hd | exact Hm | exact zeros_in_grid]. Qed.

  Lemma two_corners : (2 <= length (corners d n m))%nat.
  Proof.
    rewrite corners_length. assert (2 <= m ^ d)%nat.
    { destruct d as [| k]; [lia |]. cbn [Nat.pow]. pose proof (Nat.pow_nonzero m k ltac:(lia)). nia. }
    destruct n as [| k]; [lia |]. cbn [Nat.pow]. pose proof (Nat.pow_nonzero (m ^ d) k ltac:(lia)). nia.
  Qed.

  Lemma last_is : nth_error (corners d n m) last_of_corners = Some last_corner.
  Proof.
    pose proof two_corners as T. unfold last_of_corners, last_corner. revert T. generalize (corners d n m) as l.
    intros l T. destruct l as [| X l _] using rev_ind; [cbn in T; lia |]. rewrite last_last, app_length. cbn [length].
    rewrite nth_error_app2 by lia. now replace (length l + 1 - 1 - length l)%nat with 0%nat by lia.
  Qed.

  Lemma last_in_grid : G_delta d n m last_corner.
  Proof. exact (corner_in_grid d n m _ _ Hd Hm last_is). Qed.

  (** What the first column is to be at X = 0: the last column of g_c at the last X. *)
  Lemma first_wanted : nth 0 (A 0) [] = nth (n - 1) (position_context d n m last_corner) [].
  Proof.
    cbn [colliding_outputs nth]. fold last_corner.
    destruct (context_columns d n m Hd Hn Hm last_corner last_in_grid) as [L _].
    replace (n - 1)%nat with (length (position_context d n m last_corner) - 1)%nat by lia. clear L.
    generalize (position_context d n m last_corner) as C. intros C.
    destruct C as [| c C _] using rev_ind; [reflexivity |].
    rewrite last_last, app_length. cbn [length]. rewrite app_nth2 by lia.
    now replace (length C + 1 - 1 - length C)%nat with 0%nat by lia.
  Qed.

  Lemma last_wanted : dot u (nth (n - 1) (A last_of_corners) []) < least.
  Proof.
    pose proof two_corners as T. destruct last_of_corners as [| r] eqn:E; [unfold last_of_corners in E; lia |].
    cbn [colliding_outputs]. apply numbered_small; try assumption; [| lia]. rewrite <- corners_length.
    unfold last_of_corners in E. lia.
  Qed.

  Definition own_pair : vector * vector :=
    (nth (n - 1) (position_context d n m last_corner) [], nth (n - 1) (A last_of_corners) []).

  Definition waiting (z : vector) : Prop := Forall2 Qeq z (nth (n - 1) (mapped last_corner) []).
  Definition small (z : vector) : Prop := dot u z < least.

  Lemma layer_small : forall e z, In e (pairs d n m A) -> length z = d -> small z ->
    length (column_after (key_layer d m 0 e) [] z) = d /\ small (column_after (key_layer d m 0 e) [] z).
  Proof.
    intros [now wanted] z I Hz S. pose proof (pairs_sized d n m Hd Hn Hm A shape_of_A) as Sz.
    rewrite Forall_forall in Sz. pose proof (Sz _ I) as Se.
    apply (in_pairs d n m Hd Hn Hm A shape_of_A) in I as (r & X & j & E & Hj & -> & ->).
    pose proof (corner_in_grid d n m r X Hd Hm E) as HX.
    destruct (layer_beside d m Hd ltac:(lia) _ z Se Hz) as [L V]; [now apply (no_window d n m Hd Hn Hm) |].
    split; [exact L |]. unfold small. now rewrite V.
  Qed.

  Lemma layer_waiting : forall e z, In e (pairs d n m A) -> length z = d -> waiting z ->
    length (column_after (key_layer d m 0 e) [] z) = d /\
    (small (column_after (key_layer d m 0 e) [] z) \/ (e <> own_pair /\ waiting (column_after (key_layer d m 0 e) []
      z))).
  Proof.
    intros [now wanted] z I Hz W. pose proof (pairs_sized d n m Hd Hn Hm A shape_of_A) as Sz.
    rewrite Forall_forall in Sz. pose proof (Sz _ I) as Se.
    pose proof (dot_respects _ _ _ _ (Forall2_Qeq_refl u) W) as Id.
    destruct (window_decidable m (dot u now) (dot u z)) as [In_ | Out].
    - apply (in_pairs d n m Hd Hn Hm A shape_of_A) in I as (r & X & j & E & Hj & -> & ->).
      pose proof (corner_in_grid d n m r X Hd Hm E) as HX.
      pose proof (in_window_respects m _ _ _ Id In_) as In'.
      destruct (own_window d n m Hd Hn Hm last_corner X (n - 1) j last_in_grid HX ltac:(lia) Hj In') as [-> ->].
      assert (r = last_of_corners) as ->.
      { apply (proj1 (NoDup_nth_error (corners d n m)) (corners_differ d n m Hd Hm)).
        - apply nth_error_Some. congruence.
        - rewrite E. symmetry. exact last_is. }
      destruct (layer_in_window d m Hd ltac:(lia) _ _ z Se Hz In_) as [L V]. split; [exact L | left].
      unfold small. rewrite V. destruct (context_columns d n m Hd Hn Hm last_corner last_in_grid) as [_ C].
      destruct (C (n - 1)%nat ltac:(lia)) as [_ F]. rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl u) F), Id.
      pose proof last_wanted as B. set (a := dot u _) at 1 3. set (b := dot u _) in B |- *. clearbody a b. lra.
    - destruct (layer_beside d m Hd ltac:(lia) (now, wanted) z Se Hz Out) as [L V]. split; [exact L | right]. split.
      + intros E. apply Out. unfold own_pair in E. injection E as -> _.
        destruct (context_columns d n m Hd Hn Hm last_corner last_in_grid) as [_ C].
        destruct (C (n - 1)%nat ltac:(lia)) as [_ F]. unfold in_window.
        rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl u) F), Id. pose proof (half_positive m ltac:(lia)). split; lra.
      + eapply Forall2_Qeq_trans; [exact (key_layer_other d m Hd ltac:(lia) 0 (now, wanted) z Se Hz Out) | exact W].
  Qed.

  Lemma layers_small : forall l z, incl l (pairs d n m A) -> length z = d -> small z ->
    small (on_column (map (key_layer d m 0) l) z).
  Proof.
    induction l as [| e l IH]; intros z I Hz S; [exact S |]. cbn [map].
    change (on_column (key_layer d m 0 e :: map (key_layer d m 0) l) z)
      with (on_column (map (key_layer d m 0) l) (column_after (key_layer d m 0 e) [] z)).
    destruct (layer_small e z (I e (or_introl eq_refl)) Hz S) as [L S']. apply IH; [| exact L | exact S'].
    intros x J. apply I. now right.
  Qed.

  Lemma layers_waiting : forall l z, incl l (pairs d n m A) -> In own_pair l -> length z = d -> waiting z ->
    small (on_column (map (key_layer d m 0) l) z).
  Proof.
    induction l as [| e l IH]; intros z I J Hz W; [destruct J |]. cbn [map].
    change (on_column (key_layer d m 0 e :: map (key_layer d m 0) l) z)
      with (on_column (map (key_layer d m 0) l) (column_after (key_layer d m 0 e) [] z)).
    assert (I' : incl l (pairs d n m A)) by (intros x K; apply I; now right).
    destruct (layer_waiting e z (I e (or_introl eq_refl)) Hz W) as [L [S | [Ne W']]]; [now apply layers_small |].
    apply IH; try assumption. destruct J as [-> | J]; [contradiction | exact J].
  Qed.

  (** The first column of the network's output at X = 0. *)
  Lemma collided : exists c, length c = d /\ small c /\
    Forall2 Qeq (nth 0 (run (mapped_contexts d n m A) (encoded (positions 1 d n) (in_unit_1 m no_point))) []) c.
  Proof.
    set (V := position_value_map d n m A). set (z := nth 0 (mapped no_point) []).
    destruct (mapped_columns d n m Hd Hn Hm no_point zeros_in_grid) as [Hl Hc].
    assert (Hz : length z = d) by (apply Hc; lia).
    assert (All : Meq (run (mapped_contexts d n m A) (encoded (positions 1 d n) (in_unit_1 m no_point)))
      (run V (mapped no_point))).
    { unfold mapped_contexts, run. rewrite fold_left_app. apply (run_respects V).
      apply (reads_output 1 d n m ltac:(lia) Hd Hn Hm no_point zeros_in_grid). }
    assert (FF : Forall (fun l => is_attention l = false) V) by apply value_map_feed_forward.
    rewrite (run_token_wise V) in All by exact FF. pose proof (nth_Meq _ _ 0 All) as F0.
    assert (Own : nth 0 (map (on_column V) (mapped no_point)) [] = on_column V z).
    { rewrite nth_indep with (d' := on_column V []) by (rewrite map_length; unfold vector, matrix in *; lia).
      apply (map_nth (on_column V)). }
    rewrite Own in F0. exists (on_column V z). split; [| split; [| exact F0]].
    - unfold V. rewrite value_map_is. pose proof (pairs_sized d n m Hd Hn Hm A shape_of_A) as S.
      clearbody z. clear - S Hz Hd Hm. revert z Hz. induction S as [| e l Se S IH]; intros z Hz; [exact Hz |].
      cbn [map].
      apply IH. destruct (window_decidable m (dot u (fst e)) (dot u z)) as [W | W].
      + destruct e as [now wanted]. exact (proj1 (layer_in_window d m Hd ltac:(lia) now wanted z Se Hz W)).
      + exact (proj1 (layer_beside d m Hd ltac:(lia) e z Se Hz W)).
    - unfold V. rewrite value_map_is. destruct (context_columns d n m Hd Hn Hm no_point zeros_in_grid) as [Cl Cc].
      destruct (shape_of_A 0) as [Al Ac].
      assert (P : exists rest, pairs d n m A =
        (nth 0 (position_context d n m no_point) [], nth 0 (A 0) []) :: rest).
      { unfold pairs. pose proof zeros_first as Z. destruct (corners d n m) as [| X Xs]; [discriminate |].
        injection Z as ->. cbn [length seq combine flat_map].
        destruct (position_context d n m no_point) as [| c C]; [cbn in Cl; lia |].
        destruct (A 0) as [| a As]; [cbn in Al; lia |]. cbn [combine app nth]. eexists. reflexivity. }
      destruct P as [rest P].
      assert (I0 : In (nth 0 (position_context d n m no_point) [], nth 0 (A 0) []) (pairs d n m A))
        by (rewrite P; now left).
      pose proof (pairs_sized d n m Hd Hn Hm A shape_of_A) as Sz. rewrite Forall_forall in Sz.
      pose proof (Sz _ I0) as S0.
      destruct (Cc 0%nat ltac:(lia)) as [Lc Ec].
      assert (Ew : Forall2 Qeq (column_after (key_layer d m 0 (nth 0 (position_context d n m no_point) [],
        nth 0 (A 0) [])) [] z) (nth (n - 1) (mapped last_corner) [])).
      { eapply Forall2_Qeq_trans; [apply (key_layer_own d m Hd ltac:(lia)); [exact S0 | exact Ec] |].
        assert (Zero : first_unit d 0 = repeat 0 d)
          by (unfold first_unit; destruct d as [| d']; [lia |]; cbn [Nat.sub repeat]; now rewrite Nat.sub_0_r).
        rewrite Zero. eapply Forall2_Qeq_trans; [apply add_zeros, S0 |]. rewrite first_wanted.
        now apply (context_columns d n m Hd Hn Hm last_corner last_in_grid); lia. }
      assert (Own' : In own_pair rest).
      { pose proof (pair_of d n m Hd Hn Hm A shape_of_A last_of_corners last_corner (n - 1)%nat last_is ltac:(lia))
        as J.
        fold own_pair in J. rewrite P in J. destruct J as [J | J]; [exfalso | exact J].
        unfold own_pair in J. injection J as J _.
        assert (W : in_window m (dot u (nth (n - 1) (position_context d n m last_corner) [])) (dot u z)).
        { rewrite <- J. unfold in_window. rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl u) Ec).
          pose proof (half_positive m ltac:(lia)). fold z. split; lra. }
        destruct (own_window d n m Hd Hn Hm no_point last_corner 0 (n - 1) zeros_in_grid last_in_grid ltac:(lia)
          ltac:(lia) W) as [_ F]. lia. }
      rewrite P. cbn [map].
      change (on_column (key_layer d m 0 (nth 0 (position_context d n m no_point) [], nth 0 (A 0) []) ::
        map (key_layer d m 0) rest) z) with (on_column (map (key_layer d m 0) rest)
        (column_after (key_layer d m 0 (nth 0 (position_context d n m no_point) [], nth 0 (A 0) [])) [] z)).
      apply layers_waiting; [| exact Own' | | exact Ew].
      + intros x J. rewrite P. now right.
      + etransitivity; [exact (Forall2_length_eq _ _ _ _ _ Ew) |].
        destruct (mapped_columns d n m Hd Hn Hm last_corner last_in_grid) as [_ Hc']. apply Hc'. lia.
  Qed.
End Collision.

(** u^T of the first column of that A_L is no small number. *)
Lemma colliding_large : forall d n m : nat, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  let D := (m ^ d)%Z in
  let sigma := (total_Z 1 d (fun k => (m ^ k)%Z))%Z in
  let last_top := ((n - 1) * sigma + D - 1 - sigma * total_Z 1 (n - 1) (fun k => (D ^ k)%Z) + D ^ n * (n - 1) *
    sigma)%Z in
  inject_Z (least_number d n m) <= total 1 d (fun i => inject_Z (m ^ (i - 1)) * (inject_Z n - 1 / inject_Z m +
    (if (i =? 1)%Z then inject_Z (last_top - (n - 1) * sigma - D + 1) / inject_Z m + inject_Z (n * D ^ (n + 1) *
    last_top) else 0))).
Proof.
  intros d n m Hd Hn Hm K sigma top.
  pose proof (two_to_D d m Hd Hm) as HK. rewrite <- D_is in HK. fold K in HK.
  pose proof (geometric_at_most K n HK ltac:(lia)) as G. set (g := total_Z 1 (n - 1) _) in *.
  assert (S : (0 <= sigma)%Z) by (unfold sigma; rewrite sigma_is; lia).
  set (B := (K ^ n)%Z) in *.
  assert (T : ((n - 1) * sigma + K - 1 <= top)%Z).
  { unfold top. assert (0 <= sigma * (B * (n - 1) - g))%Z; [| nia].
    apply Z.mul_nonneg_nonneg; [exact S |]. assert (0 < B)%Z by (apply Z.pow_pos_nonneg; lia). nia. }
  unfold least_number. fold K. set (b := (n * K ^ (n + 1))%Z) in *.
  assert (HB : (0 <= b)%Z) by (apply Z.mul_nonneg_nonneg; [lia | apply Z.pow_nonneg; lia]).
  pose proof (delta_positive m ltac:(lia)) as P.
  assert (D1 : 1 / inject_Z m <= 1).
  { change (1 / inject_Z m) with (delta m). pose proof (delta_at_most_half m Hm). lra. }
  assert (N2 : 2 <= inject_Z n) by (change 2 with (inject_Z 2); rewrite <- Zle_Qle; lia).
  assert (S0 : 0 <= inject_Z (top - (n - 1) * sigma - K + 1) / inject_Z m).
  { assert (F : inject_Z (top - (n - 1) * sigma - K + 1) / inject_Z m ==
      inject_Z (top - (n - 1) * sigma - K + 1) * delta m) by (unfold delta, of_nat, Qdiv; ring).
    rewrite F. apply Qmult_le_0_compat; [change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia | lra]. }
  assert (T1 : (1 <= top)%Z).
  { assert (0 <= (n - 1) * sigma)%Z by (apply Z.mul_nonneg_nonneg; lia). lia. }
  assert (S1 : inject_Z b <= inject_Z (b * top)).
  { rewrite <- Zle_Qle. rewrite <- (Z.mul_1_r b) at 1. apply Z.mul_le_mono_nonneg_l; [exact HB | exact T1]. }
  assert (S2 : 0 <= inject_Z b) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; exact HB).
  set (gain := inject_Z (top - (n - 1) * sigma - K + 1) / inject_Z m) in *. set (step := 1 / inject_Z m) in *.
  clearbody gain step. apply Qle_trans with (inject_Z (m ^ (1 - 1)) * (inject_Z n - step + (gain + inject_Z (b *
    top)))).
  - rewrite Z.pow_0_r. change (inject_Z 1) with 1. lra.
  - refine (Qle_trans _ _ _ _ (StepsLemma4.total_has 1 d _ 1%Z ltac:(lia) _)); [apply Qle_refl |].
    intros k Hk. cbv beta. apply Qmult_le_0_compat;
      [change 0 with (inject_Z 0); rewrite <- Zle_Qle; apply Z.pow_nonneg; lia |].
    destruct (k =? 1)%Z; lra.
Qed.

Theorem any_values_range_holds : any_values_range.
Proof.
  split; [reflexivity |]. intros d n m Hd Hn Hm H.
  destruct (collided d n m Hd Hn Hm) as (c & Hc & S & E). unfold small in S.
  pose proof (zeros_in_grid d n m Hd Hn Hm) as HX.
  pose proof (number_by_powers d n m (no_point d n) (fun i j => Qfloor (inject_Z m * entry (in_unit_1 m (no_point d
    n)) i j))
    Hd Hm HX (fun i j => floor_of_corner d n m (no_point d n) i j Hm HX)) as R. cbv beta in R.
  rewrite (zeros_number d n m Hd Hn Hm) in R.
  specialize (H (no_point d n) HX). cbv zeta in H. rewrite R in H.
  pose proof (colliding_large d n m Hd Hn Hm) as Large. cbv zeta in Large.
  set (f := fun i : Z => entry (run (mapped_contexts d n m (colliding_outputs d n m)) (encoded (positions 1 d n)
    (in_unit_1 m (no_point d n)))) i 1).
  assert (Lc : Forall2 Qeq (listed 1 d f) c).
  { apply entries_equal.
    - unfold listed. rewrite map_length, range_length. lia.
    - intros k Hk'. unfold listed in Hk'. rewrite map_length, range_length in Hk'.
      assert (L : nth k (listed 1 d f) 0 = f (k + 1)%Z).
      { pose proof (item_listed d f (k + 1)%Z ltac:(lia)) as I. unfold item in I.
        now replace (Z.to_nat (k + 1 - 1)) with k in I by lia. }
      rewrite L. unfold f, entry, item. change (Z.to_nat (1 - 1)) with 0%nat.
      replace (Z.to_nat (k + 1 - 1)) with k by lia. now apply Forall2_entry. }
  rewrite <- (dot_respects _ _ _ _ (Forall2_Qeq_refl (reading_vector d m)) Lc) in S.
  rewrite (StepsValueMap.dot_total d m) in S. apply (Qlt_not_le _ _ S). eapply Qle_trans; [exact Large |].
  apply StepsValueMap.total_le. intros i Hi. apply Qle_lteq. right. apply Qmult_comp; [reflexivity |].
  symmetry. exact (H i Hi 1%Z ltac:(lia)).
Qed.
