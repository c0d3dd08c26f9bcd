(** * Global shifting by the last layer on Category 1, App. E.3.1: Properties 8.1 to 8.3, in units of delta

    x is [l_1; ...; l_n] as in Category1.v, z is global (D ^ (n + 1)) (sweep D (all_ids D) x). *)

From Coq Require Import ZArith List Lia Sorted.
From Exactua Require Import Ids Sweeps Category1 Lemma10 Lemma10Sharp.
Import ListNotations.
Open Scope Z_scope.

Lemma nth_map_in (f : Z -> Z) x j : (j < length x)%nat -> nth j (map f x) 0 = f (nth j x 0).
Proof. intros H. rewrite (nth_indep _ 0 (f 0)) by (rewrite map_length; assumption). apply map_nth. Qed.

Lemma increasing_distinct x : StronglySorted Z.lt x -> NoDup x.
Proof.
  induction 1 as [|y x Hx IH Hy]; constructor; [|assumption].
  intros H. rewrite Forall_forall in Hy. specialize (Hy y H). lia.
Qed.

Lemma increasing_shifted c x : StronglySorted Z.lt x -> StronglySorted Z.lt (map (fun y => y + c) x).
Proof.
  induction 1 as [|y x Hx IH Hy]; cbn [map]; constructor; [assumption|].
  rewrite Forall_map. apply (Forall_impl _ (P := fun z => y < z)); [intros; lia | assumption].
Qed.

(** 0 < l~_1: so the last layer adds c times the maximum to each entry. *)
Lemma global_on_positive c x : Forall (fun y => 0 < y) x -> global c x = map (fun y => y + c * greatest x) x.
Proof.
  intros H. unfold global. apply map_ext_in. intros y Hy. rewrite Forall_forall in H. specialize (H y Hy).
  destruct (Z.ltb_spec 0 y); [reflexivity | lia].
Qed.

(** D^(n+1) upper bound + D^(n+1) <= D^(2n+1) (D-1), where we used delta^-1 >= 2; the bound itself is far below. *)
Lemma bound_below_t_r D n : 2 <= D -> 2 <= n ->
  D ^ (n + 1) * (D ^ n * (D - 1) - (D - 1) ^ 2) + D ^ (n + 1) <= D ^ (2 * n + 1) * (D - 1).
Proof.
  intros HD Hn. replace (2 * n + 1) with ((n + 1) + n) by lia. rewrite (Z.pow_add_r D (n + 1) n) by lia.
  assert (0 < D ^ (n + 1)) by (apply Z.pow_pos_nonneg; lia).
  assert (1 <= (D - 1) * (D - 1)) by nia.
  rewrite Z.pow_2_r. set (P := D ^ (n + 1)) in *. set (R := D ^ n) in *. clearbody P R.
  assert (0 <= P * ((D - 1) * (D - 1) - 1)) by (apply Z.mul_nonneg_nonneg; lia). lia.
Qed.

Section Category_1.

Variables (D : Z) (x : list Z).
Hypothesis two_ids : 2 <= D.
Hypothesis two_columns : (2 <= length x)%nat.
Hypothesis in_order : StronglySorted Z.lt x.
Hypothesis are_ids : Forall (fun y => 0 <= y < D) x.

Notation n := (Z.of_nat (length x)).
Notation y := (sweep D (all_ids D) x).
Notation top := (nth (length x - 1) (sweep D (all_ids D) x) 0).
Notation z := (global (D ^ (Z.of_nat (length x) + 1)) (sweep D (all_ids D) x)).

Lemma greatest_is_top : greatest y = top.
Proof.
  apply greatest_is.
  - apply nth_In. rewrite length_sweep. lia.
  - apply Forall_forall, sweep_at_most_top; assumption.
Qed.

(** u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n. *)
Theorem outputs : z = map (fun y => y + D ^ (n + 1) * top) y.
Proof.
  rewrite global_on_positive, greatest_is_top; [reflexivity|].
  apply (Forall_impl _ (P := fun y => D - 1 < y)); [intros; lia | apply sweep_above_ids; assumption].
Qed.

Lemma outputs_length : length z = length x.
Proof. unfold global. rewrite map_length. apply length_sweep. Qed.

Theorem outputs_increasing : StronglySorted Z.lt z.
Proof. rewrite outputs. apply increasing_shifted, sweep_increasing; assumption. Qed.

(** Property 8.1. *)
Theorem outputs_distinct : NoDup z.
Proof. apply increasing_distinct, outputs_increasing. Qed.

(** Every entry is l~_j + D^(n+1) l~_n with D <= l~_j < D^(n+1): it tells l~_n. *)
Lemma outputs_in : Forall (fun z => exists y, z = y + D ^ (n + 1) * top /\ D <= y <= top /\ y < D ^ (n + 1)) z.
Proof.
  rewrite outputs. rewrite Forall_map, Forall_forall. intros w Hw. exists w. split; [reflexivity|].
  pose proof (sweep_above_ids D x two_ids two_columns in_order are_ids) as Ha. rewrite Forall_forall in Ha.
  pose proof (sweep_at_most_top D x two_ids two_columns in_order are_ids) as Ht. rewrite Forall_forall in Ht.
  pose proof (top_upper_bound D x two_ids two_columns in_order are_ids) as Hb.
  specialize (Ha w Hw). specialize (Ht w Hw). cbv beta in *.
  assert (D ^ (n + 1) = D * D ^ n) as HP by (rewrite <- Z.pow_succ_r by lia; reflexivity).
  assert (0 < D ^ n) by (apply Z.pow_pos_nonneg; lia).
  assert (0 <= (D - 1) ^ 2) by (apply Z.pow_nonneg; lia). rewrite HP.
  set (P := D ^ n) in *. clearbody P. assert (P * (D - 1) < D * P) by lia. lia.
Qed.

(** Property 8.3; no entry is t_l or t_r. *)
Theorem outputs_inside : Forall (fun w => D ^ (2 * n) * (D - 1) < w < D ^ (2 * n + 1) * (D - 1)) z.
Proof.
  apply (Forall_impl _ (P := fun z => exists y, z = y + D ^ (n + 1) * top /\ D <= y <= top /\ y < D ^ (n + 1)));
    [|exact outputs_in].
  intros w (v & -> & Hv & Hv').
  pose proof (top_lower_bound D x two_ids two_columns in_order are_ids) as Hl. cbv beta zeta in Hl.
  pose proof (top_upper_bound D x two_ids two_columns in_order are_ids) as Hb. cbv beta zeta in Hb.
  pose proof (bound_below_t_r D n two_ids ltac:(lia)) as Hr.
  replace (2 * n) with ((n + 1) + (n - 1)) at 1 by lia. rewrite (Z.pow_add_r D (n + 1) (n - 1)) by lia.
  assert (0 < D ^ (n + 1)) as HG by (apply Z.pow_pos_nonneg; lia).
  set (G := D ^ (n + 1)) in *. clearbody G.
  apply (Z.mul_le_mono_nonneg_l _ _ G) in Hl; [|lia]. apply (Z.mul_le_mono_nonneg_l _ _ G) in Hb; [|lia]. lia.
Qed.

Theorem outputs_in_interval : Forall (fun w => D ^ (2 * n) * (D - 1) <= w <= D ^ (2 * n + 1) * (D - 1)) z.
Proof.
  apply (Forall_impl _ (P := fun w => D ^ (2 * n) * (D - 1) < w < D ^ (2 * n + 1) * (D - 1)));
    [intros; lia | exact outputs_inside].
Qed.

(** The least and the greatest entry that there can be. *)
Theorem outputs_bounds_sharp :
  Forall (fun w => (n - 1) * D + D ^ (n + 1) * least_top D (length x) <= w <=
    (D ^ (n + 1) + 1) * greatest_top D (length x)) z.
Proof.
  rewrite outputs. rewrite Forall_map, Forall_forall. intros w Hw.
  pose proof (sweep_at_most_top D x two_ids two_columns in_order are_ids) as Ht. rewrite Forall_forall in Ht.
  specialize (Ht w Hw). cbv beta in *.
  pose proof (lower_bound_sharp D x two_ids two_columns in_order are_ids) as Hl.
  pose proof (upper_bound_sharp D x two_ids two_columns in_order are_ids) as Hb.
  pose proof (increasing_bounds _ (sweep_increasing D x two_ids two_columns in_order are_ids)) as Hf.
  rewrite Forall_forall in Hf. specialize (Hf w Hw) as [Hf _].
  assert ((n - 1) * D <= w).
  { rewrite sweep_is_new_ids in Hf by assumption. unfold first_id at 1 in Hf. rewrite new_ids_first in Hf by lia.
    pose proof (ends D x two_columns in_order are_ids) as (H0 & Hs & _).
    assert (D * (n - 1) <= D * (last_id x - first_id x)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  assert (0 < D ^ (n + 1)) as HG by (apply Z.pow_pos_nonneg; lia).
  set (G := D ^ (n + 1)) in *. clearbody G.
  assert (w <= greatest_top D (length x)) by lia.
  apply (Z.mul_le_mono_nonneg_l _ _ G) in Hl; [|lia]. apply (Z.mul_le_mono_nonneg_l _ _ G) in Hb; [|lia]. lia.
Qed.

End Category_1.

(** Property 8.2: two different contexts have different l~_n, and the intervals
    [delta^(-(n+1)d) l~_n, delta^(-(n+1)d) l~_n + delta^(-(n+1)d+1)) are disjoint. *)
Theorem outputs_of_different_contexts D x x' : 2 <= D -> (2 <= length x)%nat -> length x = length x' ->
  StronglySorted Z.lt x -> Forall (fun y => 0 <= y < D) x ->
  StronglySorted Z.lt x' -> Forall (fun y => 0 <= y < D) x' -> x <> x' ->
  forall z z', In z (global (D ^ (Z.of_nat (length x) + 1)) (sweep D (all_ids D) x)) ->
    In z' (global (D ^ (Z.of_nat (length x') + 1)) (sweep D (all_ids D) x')) -> z <> z'.
Proof.
  intros HD Hn Hlength Hx Hids Hx' Hids' Hdifferent z z' Hz Hz' Heq.
  pose proof (outputs_in D x HD Hn Hx Hids) as H. rewrite Forall_forall in H.
  pose proof (outputs_in D x' HD ltac:(lia) Hx' Hids') as H'. rewrite Forall_forall in H'.
  destruct (H z Hz) as (y & Hy & Hy1 & Hy2). destruct (H' z' Hz') as (y' & Hy' & Hy1' & Hy2').
  apply Hdifferent, (top_one_to_one D x x'); try assumption.
  rewrite <- Hlength in *. set (G := D ^ (Z.of_nat (length x) + 1)) in *. clearbody G.
  apply (Z.div_mod_unique G _ _ y y'); lia.
Qed.

(** ** The least and the greatest entry are attained *)

Theorem outputs_least_attained D n : 2 <= D -> (2 <= n)%nat -> Z.of_nat n <= D ->
  nth 0 (global (D ^ (Z.of_nat n + 1)) (sweep D (all_ids D) (first_ids n))) 0 =
    (Z.of_nat n - 1) * D + D ^ (Z.of_nat n + 1) * least_top D n.
Proof.
  intros HD Hn Henough. destruct (lower_bound_attained D n HD Hn Henough) as (Hlength & Hsorted & Hids & Htop).
  pose proof (outputs D (first_ids n) HD ltac:(lia) Hsorted Hids) as H. rewrite Hlength, Htop in H. rewrite H.
  rewrite nth_map_in by (rewrite length_sweep; lia). f_equal. rewrite sweep_is_new_ids by (assumption || lia).
  rewrite new_ids_first by lia. unfold last_id, first_id. rewrite Hlength, !first_ids_nth by lia. lia.
Qed.

Theorem outputs_greatest_attained D n : 2 <= D -> (2 <= n)%nat -> Z.of_nat n <= D ->
  nth (n - 1) (global (D ^ (Z.of_nat n + 1)) (sweep D (all_ids D) (first_ids_and_last D n))) 0 =
    (D ^ (Z.of_nat n + 1) + 1) * greatest_top D n.
Proof.
  intros HD Hn Henough. destruct (upper_bound_attained D n HD Hn Henough) as (Hlength & Hsorted & Hids & Htop).
  pose proof (outputs D (first_ids_and_last D n) HD ltac:(lia) Hsorted Hids) as H. rewrite Hlength, Htop in H.
  rewrite H, nth_map_in by (rewrite length_sweep; lia). rewrite Htop. ring.
Qed.
