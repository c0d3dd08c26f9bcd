(** * Lemma 10, App. E.3.1 and E.3.4: l~_n, in units of delta

    x is [l_1; ...; l_n] as in [Category1.v]; l~_n is nth (length x - 1) (sweep D (all_ids D) x) 0. [Lemma10Sharp.v]
    has the best bounds. *)

From Coq Require Import ZArith List Lia Sorted.
From Exactua Require Import Ids Sweeps Category1.
Import ListNotations.
Open Scope Z_scope.

(** ** Powers and increasing ids *)

Lemma power_next D j : D ^ Z.of_nat (S j) = D * D ^ Z.of_nat j.
Proof. rewrite Nat2Z.inj_succ. apply Z.pow_succ_r. lia. Qed.

Lemma power_positive D j : 1 <= D -> 1 <= D ^ Z.of_nat j.
Proof. intros H. pose proof (Z.pow_pos_nonneg D (Z.of_nat j)). lia. Qed.

Lemma power_large D j : 1 <= D -> (1 <= j)%nat -> D <= D ^ Z.of_nat j.
Proof.
  intros HD Hj. destruct j as [|j]; [lia|]. rewrite power_next. pose proof (power_positive D j HD). nia.
Qed.

Lemma sorted_spread x j : StronglySorted Z.lt x -> (j < length x)%nat -> Z.of_nat j <= nth j x 0 - first_id x.
Proof.
  intros Hx. induction j as [|j IH]; intros Hj; [unfold first_id; lia|].
  pose proof (sorted_step x j Hx Hj). specialize (IH ltac:(lia)). lia.
Qed.

(** ** The displays of E.3.4, for every j; j counts from 0 *)

(** E.3.4: l~_(j+1) >= l_(j+1) + D^(j+1) (l_n - l_1) - D^j (l_(j+1) - l_1). *)
Lemma above_telescoped D x j : 2 <= D -> StronglySorted Z.lt x -> (j < length x)%nat ->
  nth j x 0 + D ^ Z.of_nat (S j) * (last_id x - first_id x) - D ^ Z.of_nat j * (nth j x 0 - first_id x)
    <= nth j (new_ids D x) 0.
Proof.
  intros HD Hx. induction j as [|j IH]; intros Hj.
  - rewrite new_ids_first by lia. rewrite power_next. change (Z.of_nat 0) with 0. rewrite Z.pow_0_r.
    unfold first_id. lia.
  - rewrite new_ids_next by lia. specialize (IH ltac:(lia)).
    pose proof (sorted_step x j Hx Hj) as Hstep. pose proof (power_positive D j ltac:(lia)) as Hpower.
    rewrite (power_next D (S j)). set (P := D ^ Z.of_nat (S j)) in *.
    assert (P = D * D ^ Z.of_nat j) as HP by (apply power_next). set (R := D ^ Z.of_nat j) in *. clearbody P R. subst P.
    set (W := last_id x - first_id x) in *. set (a := nth j x 0) in *. set (b := nth (S j) x 0) in *.
    set (f := first_id x) in *. set (t := nth j (new_ids D x) 0) in *. clearbody W a b f t.
    assert (D * (a + D * R * W - R * (a - f)) <= D * t) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (0 <= D * (R - 1) * (b - a)) by (repeat apply Z.mul_nonneg_nonneg; lia). nia.
Qed.

(** E.3.4: l~_(j+1) <= l_(j+1) + D (l_1 - l_(j+1)) + D^(j+1) (l_n - l_1). *)
Lemma below_coarsest D x j : 2 <= D -> StronglySorted Z.lt x -> (j < length x)%nat ->
  nth j (new_ids D x) 0 <=
  nth j x 0 + D * (first_id x - nth j x 0) + D ^ Z.of_nat (S j) * (last_id x - first_id x).
Proof.
  intros HD Hx. induction j as [|j IH]; intros Hj.
  - rewrite new_ids_first, power_next by lia. change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. unfold first_id. lia.
  - rewrite new_ids_next by lia. specialize (IH ltac:(lia)). rewrite (power_next D (S j)).
    pose proof (sorted_spread x j Hx ltac:(lia)) as Hspread.
    set (P := D ^ Z.of_nat (S j)) in *. set (W := last_id x - first_id x) in *. set (a := nth j x 0) in *.
    set (b := nth (S j) x 0) in *. set (f := first_id x) in *. set (t := nth j (new_ids D x) 0) in *.
    clearbody P W a b f t. assert (D * t <= D * (a + D * (f - a) + P * W)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (0 <= D * ((D - 1) * (a - f))) by (repeat apply Z.mul_nonneg_nonneg; lia). lia.
Qed.

(** ** The bounds *)

Section Bounds.

Variables (D : Z) (x : list Z).
Hypothesis two_ids : 2 <= D.
Hypothesis two_columns : (2 <= length x)%nat.
Hypothesis in_order : StronglySorted Z.lt x.
Hypothesis are_ids : Forall (fun y => 0 <= y < D) x.

Notation n := (Z.of_nat (length x)).
Notation top := (nth (length x - 1) (sweep D (all_ids D) x) 0).

Lemma ends : 0 <= first_id x /\ n - 1 <= last_id x - first_id x /\ last_id x <= D - 1.
Proof.
  pose proof (sorted_spread x (length x - 1) in_order ltac:(lia)) as Hs. fold (last_id x) in Hs.
  rewrite Forall_forall in are_ids.
  assert (0 <= first_id x < D) by (apply are_ids, nth_In; lia).
  assert (0 <= last_id x < D) by (apply are_ids, nth_In; lia). lia.
Qed.

Lemma top_is : top = nth (length x - 1) (new_ids D x) 0.
Proof. rewrite sweep_is_new_ids by assumption. reflexivity. Qed.

(** delta^(-(n-1)d+1) (delta^-d - 1) <= l~_n, as in E.3.4. *)
Theorem top_lower_bound : D ^ (n - 1) * (D - 1) <= top.
Proof.
  rewrite top_is. pose proof (above_telescoped D x (length x - 1) two_ids in_order ltac:(lia)) as H.
  pose proof ends as (H0 & Hs & H1).
  rewrite power_next in H. replace (Z.of_nat (length x - 1)) with (n - 1) in H by lia. fold (last_id x) in H.
  assert (0 < D ^ (n - 1)) by (apply Z.pow_pos_nonneg; lia).
  set (P := D ^ (n - 1)) in *. set (W := last_id x - first_id x) in *.
  assert (0 <= P * (D - 1) * (W - 1)) by (repeat apply Z.mul_nonneg_nonneg; lia). nia.
Qed.

(** l~_n <= delta^(-nd+1) (delta^-d - 1) - delta (delta^-d - 1)^2, as in E.3.4. *)
Theorem top_upper_bound : top <= D ^ n * (D - 1) - (D - 1) ^ 2.
Proof.
  rewrite top_is. pose proof (below_coarsest D x (length x - 1) two_ids in_order ltac:(lia)) as H.
  replace (S (length x - 1)) with (length x) in H by lia. pose proof ends as (H0 & Hs & H1). fold (last_id x) in H.
  pose proof (power_large D (length x) ltac:(lia) ltac:(lia)) as Hp.
  set (P := D ^ n) in *. set (W := last_id x - first_id x) in *.
  assert (0 <= (P - D) * (D - 1 - W)) by (apply Z.mul_nonneg_nonneg; lia). rewrite Z.pow_2_r. nia.
Qed.

(** E.3.1: the upper bound on l~_n also holds for the other l~_j. *)
Theorem sweep_at_most_top : Forall (fun y => y <= top) (sweep D (all_ids D) x).
Proof.
  pose proof (sorted_last _ (sweep_increasing D x two_ids two_columns in_order are_ids)) as H.
  unfold last_id in H. rewrite length_sweep in H. exact H.
Qed.

Theorem sweep_upper_bound : Forall (fun y => y <= D ^ n * (D - 1) - (D - 1) ^ 2) (sweep D (all_ids D) x).
Proof.
  apply (Forall_impl _ (P := fun y => y <= top)); [|exact sweep_at_most_top].
  intros y Hy. pose proof top_upper_bound. lia.
Qed.

End Bounds.

(** ** One-to-one *)

(** The last of the new ids. *)
Definition new_top (D p : Z) (x : list Z) : Z := fold_left (shifted D) x p.

Lemma new_top_last D x p : x <> [] -> nth (length x - 1) (chain D p x) 0 = new_top D p x.
Proof.
  revert p; induction x as [|l x IH]; intros p H; [congruence|].
  destruct x as [|l' x]; [reflexivity|].
  change (new_top D p (l :: l' :: x)) with (new_top D (shifted D p l) (l' :: x)). rewrite <- IH by congruence.
  cbn [length]. replace (S (S (length x)) - 1)%nat with (S (length x)) by lia.
  replace (S (length x) - 1)%nat with (length x) by lia. reflexivity.
Qed.

(** E.3.4: l_n = l'_n, for the other terms are multiples of delta^-d; then l_(n-1) = l'_(n-1), and so on. *)
Lemma new_top_one_to_one D x : 2 <= D -> forall x' p p', length x = length x' ->
  Forall (fun y => 0 <= y < D) x -> Forall (fun y => 0 <= y < D) x' ->
  new_top D p x = new_top D p' x' -> x = x' /\ p = p'.
Proof.
  intros HD. induction x as [|l x IH] using rev_ind; intros x' p p' Hlength Hx Hx' H.
  - destruct x'; [split; [reflexivity | exact H] | discriminate].
  - destruct x' as [|l' x' _] using rev_ind; [rewrite app_length in Hlength; simpl in Hlength; lia|].
    rewrite !app_length in Hlength. simpl in Hlength.
    apply Forall_app in Hx as [Hx Hl]. apply Forall_app in Hx' as [Hx' Hl'].
    inversion Hl; subst. inversion Hl'; subst.
    unfold new_top in H. rewrite !fold_left_app in H. cbn [fold_left] in H.
    fold (new_top D p x) in H. fold (new_top D p' x') in H. unfold shifted in H.
    assert (l = l') as <-.
    { apply (Z.div_mod_unique D (new_top D p x - l) (new_top D p' x' - l')); lia. }
    assert (new_top D p x = new_top D p' x') as Heq by (apply (Z.mul_cancel_l _ _ D); lia).
    destruct (IH x' p p') as [-> ->]; try assumption; [lia | split; reflexivity].
Qed.

(** The map from [l_1 l_2 ... l_n] to l~_n is one-to-one. *)
Theorem top_one_to_one D x x' : 2 <= D -> (2 <= length x)%nat -> length x = length x' ->
  StronglySorted Z.lt x -> Forall (fun y => 0 <= y < D) x ->
  StronglySorted Z.lt x' -> Forall (fun y => 0 <= y < D) x' ->
  nth (length x - 1) (sweep D (all_ids D) x) 0 = nth (length x' - 1) (sweep D (all_ids D) x') 0 -> x = x'.
Proof.
  intros HD Hn Hlength Hx Hids Hx' Hids' H.
  rewrite !sweep_is_new_ids in H by (assumption || lia). unfold new_ids in H.
  rewrite !new_top_last in H by (intros ->; simpl in *; lia).
  apply (new_top_one_to_one D x HD x' (last_id x) (last_id x')); assumption.
Qed.
