(** * MaskedHead: the head of [OneHead.v] under masks

    Kajitsuka & Sato 2024, Remark 1 and App. C. Token k gets w times a mean of v^T X over the tokens that its mask
    leaves, and [BoltzmannSets.v] tells masked means apart. *)

From Coq Require Import Reals List Arith Lia Lra Classical_Prop.
From Exactua Require Import Networks Distance Sums KajitsukaStatements Projections Boltzmann BoltzmannSeparation.
From Exactua Require Import BoltzmannSets OneHead.
Import ListNotations.
Open Scope R_scope.

(** ** Masked softmax *)

Lemma masked_softmax_ext : forall n c a b k, same_vector n a b -> (k < n)%nat ->
  masked_softmax n c a k = masked_softmax n c b k.
Proof.
  intros n c a b k H Hk. unfold masked_softmax. rewrite (H k Hk). f_equal.
  apply (sum_below_ext n (fun l => if c l then exp (a l) else 0) (fun l => if c l then exp (b l) else 0)).
  intros l Hl. now rewrite (H l Hl).
Qed.

Lemma weighted_below : forall n x w r, (forall l, (l < n)%nat -> 0 <= w l) ->
  (forall l, (l < n)%nat -> Rabs (x l) <= r) -> Rabs (sum_below n (fun l => x l * w l)) <= r * sum_below n w.
Proof.
  induction n as [| n IH]; intros x w r Hw Hx; [simpl; rewrite Rabs_R0; lra |].
  cbn [sum_below]. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rmult_plus_distr_l. apply Rplus_le_compat.
  - apply IH; intros l Hl; [apply Hw | apply Hx]; lia.
  - rewrite Rabs_mult, (Rabs_right (w n)) by (apply Rle_ge, Hw; lia).
    apply Rmult_le_compat_r; [apply Hw | apply Hx]; lia.
Qed.

(** A mean of numbers that are at most r is at most r. *)
Lemma masked_average : forall n c x a r, (exists l, (l < n)%nat /\ c l = true) ->
  (forall l, (l < n)%nat -> Rabs (x l) <= r) -> Rabs (dot n x (masked_softmax n c a)) <= r.
Proof.
  intros n c x a r [l0 [Hl0 Hc]] Hx. set (w := fun l => if c l then exp (a l) else 0).
  assert (forall l, 0 <= w l) as Hw by (intros l; unfold w; destruct (c l); [apply Rlt_le, exp_pos | lra]).
  set (P := sum_below n w).
  assert (0 < P) as HP.
  { apply Rlt_le_trans with (w l0); [unfold w; rewrite Hc; apply exp_pos |]. now apply sum_below_has. }
  assert (dot n x (masked_softmax n c a) = / P * sum_below n (fun l => x l * w l)) as ->.
  { rewrite dot_sum, <- sum_below_scale. apply sum_below_ext. intros l _.
    change (masked_softmax n c a l) with (w l / P). unfold Rdiv. ring. }
  rewrite Rabs_mult, Rabs_right by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat, HP).
  apply Rmult_le_reg_l with P; [exact HP |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l, Rmult_comm by lra.
  rewrite Rmult_comm, (Rmult_comm P). now apply weighted_below.
Qed.

(** ** What the head makes of a sequence *)

Definition masked_mean (d n : nat) (v : nat -> R) (kappa : R) (c : nat -> bool) (Z : nat -> nat -> R) (k : nat) : R :=
  dot n (along d v Z) (masked_softmax n c (fun l => kappa * along d v Z l * along d v Z k)).

Lemma masked_output : forall s d n v w kappa C Z a k, (1 <= s)%nat ->
  masked_attention d n C (the_head s v w kappa) Z a k = Z a k + w a * masked_mean d n v kappa (fun l => C l k) Z k.
Proof.
  intros s d n v w kappa C Z a k Hs.
  change (Z a k + sum_below n (fun l =>
      sum_below s (fun h => w a * first h * product (F := reals) d (outer first v) Z h l)
      * masked_softmax n (fun l' => C l' k) (fun l' => scores (F := reals) d (the_head s v w kappa) Z l' k) l)
    = Z a k + w a * masked_mean d n v kappa (fun l => C l k) Z k).
  f_equal. unfold masked_mean. rewrite dot_sum, <- sum_below_scale. apply sum_below_ext. intros l Hl.
  rewrite (sum_below_ext s _ (fun h => first h * (w a * (first h * along d v Z l)))).
  - rewrite (sum_of_first s (fun h => w a * (first h * along d v Z l)) Hs).
    rewrite (masked_softmax_ext n _ _ (fun l' => kappa * along d v Z l' * along d v Z k) l); [| | exact Hl].
    + unfold first. simpl. ring.
    + intros l' _. now apply scores_are.
  - intros h _. rewrite row_of_first. ring.
Qed.

(** ** Scores that are more than delta apart are more than some greater number apart *)

Lemma first_above : forall l (M : R), (forall x, In x l -> M < x) -> exists b, M < b /\ forall x, In x l -> b < x.
Proof.
  induction l as [| a l IH]; intros M H; [exists (M + 1); split; [lra | contradiction] |].
  destruct (IH M) as [b [Hb Hl]]; [intros x Hx; apply H; now right |].
  pose proof (H a (or_introl eq_refl)) as Ha. exists (Rmin ((M + a) / 2) b). split; [apply Rmin_glb_lt; lra |].
  intros x [<- | Hx].
  - apply Rle_lt_trans with (1 := Rmin_l _ _). lra.
  - apply Rle_lt_trans with (1 := Rmin_r _ _). now apply Hl.
Qed.

Lemma separated_by_more : forall m n r delta A, tokenwise_separated m n r delta A ->
  exists delta', delta < delta' /\ tokenwise_separated m n r delta' A.
Proof.
  intros m n r delta A [Hr Hs]. set (places := list_prod (seq 0 m) (seq 0 n)).
  set (at_place := fun p : nat * nat => A (fst p) (snd p)).
  set (far := fun p : (nat * nat) * (nat * nat) => let (a, b) := p in
    if Req_EM_T (at_place a) (at_place b) then delta + 1 else Rabs (at_place a - at_place b)).
  assert (forall i k, In (i, k) places <-> (i < m)%nat /\ (k < n)%nat) as Hin
    by (intros i k; unfold places; rewrite in_prod_iff, !in_seq; lia).
  destruct (first_above (map far (list_prod places places)) delta) as [b [Hb H]].
  - intros x Hx. apply in_map_iff in Hx. destruct Hx as [[[i k] [j l]] [<- Hp]].
    apply in_prod_iff in Hp. destruct Hp as [Hp Hp']. apply Hin in Hp, Hp'. unfold far, at_place. cbn [fst snd].
    destruct (Req_EM_T (A i k) (A j l)) as [E | E]; [lra |]. apply Rgt_lt, Hs; lia || exact E.
  - exists b. split; [exact Hb |]. split; [exact Hr |]. intros i j k l Hi Hj Hk Hl Hne.
    assert (In (far ((i, k), (j, l))) (map far (list_prod places places))) as Hp.
    { apply in_map, in_prod_iff. split; apply Hin; now split. }
    specialize (H _ Hp). unfold far, at_place in H. cbn [fst snd] in H.
    destruct (Req_EM_T (A i k) (A j l)) as [E | E]; [contradiction | exact H].
Qed.

(** ** Theorem 2 with masks *)

Section MaskedWeights.
  Variables (d n s N : nat) (X : nat -> nat -> nat -> R) (C : nat -> nat -> nat -> bool).
  Variables (r_min r_max e kappa : R) (v : nat -> R).
  Let L : R := ln (INR n).
  Hypotheses (Hd : (1 <= d)%nat) (Hn : (1 <= n)%nat) (Hs : (1 <= s)%nat) (HN : (1 <= N)%nat).
  Hypotheses (distinct : no_duplicate_token d n N X) (separated : tokens_separated d n N X r_min r_max e).
  Hypotheses (Hr : 0 < r_min) (He : 0 < e) (Hv : norm d v = 1) (Hk : 0 < kappa).
  Hypotheses (large : 2 * L + 3 <= kappa * e * r_min) (something : leaves_something n N C).
  Let p (i k : nat) : R := along d v (X i) k.
  Hypothesis scores_differ : forall i i' j k k' l, (i < N)%nat -> (i' < N)%nat -> (j < N)%nat ->
    (k < n)%nat -> (k' < n)%nat -> (l < n)%nat -> ~ same_token d (X i) (X i') k k' ->
    Rabs (kappa * p i k * p j l - kappa * p i' k' * p j l) > 2 * L + 3.

  Let w (a : nat) : R := e / (4 * r_max) * first a.
  Let m (i k : nat) : R := masked_mean d n v kappa (fun l => C i l k) (X i) k.
  Let q (i : nat) : nat -> nat -> R := masked_attention d n (C i) (the_head s v w kappa) (X i).

  Lemma masked_r_max : 0 < r_max.
  Proof. destruct separated as [H _]. specialize (H 0%nat 0%nat ltac:(lia) ltac:(lia)). lra. Qed.

  Lemma masked_p_below : forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (p i k) < r_max.
  Proof.
    intros i k Hi Hkn. apply Rle_lt_trans with (norm d (column k (X i))); [now apply norm_of_unit_times |].
    now apply separated.
  Qed.

  Lemma masked_at_most : forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (m i k) <= r_max.
  Proof.
    intros i k Hi Hkn. apply masked_average; [now apply something |]. intros l Hl. now apply Rlt_le, masked_p_below.
  Qed.

  Lemma masked_ids : forall i k a, column k (q i) a = column k (X i) a + m i k * w a.
  Proof. intros i k a. unfold column at 1, q. rewrite masked_output by exact Hs. unfold column, m. ring. Qed.

  Lemma masked_means_differ : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    same_token d (X i) (X j) k l -> ~ same_view d n (C i) (C j) (X i) (X j) k l ->
    Rabs (m i k - m j l) > L ^ 2 * exp (- (2 * (kappa * r_max ^ 2))) / (kappa * r_max).
  Proof.
    intros i j k l Hi Hj Hkn Hl E Hdiff. pose proof masked_r_max as Hrm.
    pose proof (ln_INR_nonnegative n Hn) as HL. fold L in HL.
    assert (p j l = p i k) as Ep by (apply dot_ext; [intros a _; reflexivity | intros a Ha; symmetry; now apply E]).
    set (c := p i k) in *. set (t := fun b : nat => if Nat.eqb b 0 then i else j).
    assert (forall b, (t b < N)%nat) as Ht by (intros b; unfold t; destruct (Nat.eqb b 0); assumption).
    set (A := fun b g => kappa * p (t b) g * c).
    assert (forall b b' g g', (g < n)%nat -> (g' < n)%nat -> ~ same_token d (X (t b)) (X (t b')) g g' ->
      Rabs (A b g - A b' g') > 2 * L + 3) as Hfar by (intros b b' g g' Hg Hg' H; apply scores_differ; auto).
    assert (forall b b' g g', (g < n)%nat -> (g' < n)%nat -> A b g = A b' g' ->
      same_token d (X (t b)) (X (t b')) g g') as Hsame.
    { intros b b' g g' Hg Hg' EA. apply NNPP. intros H. specialize (Hfar b b' g g' Hg Hg' H).
      rewrite EA, Rminus_eq_0, Rabs_R0 in Hfar. lra. }
    assert (forall b, no_duplicates n (A b)) as Hnd.
    { intros b g g' Hg Hg' EA. destruct (Nat.eq_dec g g') as [Eg | Hne]; [exact Eg |]. exfalso.
      apply (distinct (t b) g g' (Ht b) Hg Hg' Hne). now apply Hsame. }
    set (pair := fun b : nat => if (b =? 0)%nat then A 0%nat else A 1%nat).
    assert (tokenwise_separated 2 n (kappa * r_max ^ 2) (2 * L + 3) pair) as Hsep.
    { assert (forall b, exists b', pair b = A b') as HA.
      { intros b. unfold pair. destruct (Nat.eqb b 0); eauto. }
      split.
      - intros b g _ Hg. destruct (HA b) as [b' ->]. unfold A. rewrite !Rabs_mult, (Rabs_right kappa) by lra.
        pose proof (masked_p_below (t b') g (Ht b') Hg) as Hpg. pose proof (masked_p_below i k Hi Hkn) as Hpk.
        fold c in Hpk. pose proof (Rabs_pos (p (t b') g)). pose proof (Rabs_pos c).
        replace (kappa * r_max ^ 2) with (kappa * (r_max * r_max)) by ring. rewrite Rmult_assoc.
        apply Rmult_lt_compat_l; [exact Hk |]. apply Rmult_le_0_lt_compat; assumption.
      - intros b b' g g' _ _ Hg Hg' Hne. destruct (HA b) as [x Ex], (HA b') as [y Ey]. rewrite Ex, Ey in *.
        apply Hfar; try assumption. intros Hst. apply Hne. unfold A.
        replace (p (t y) g') with (p (t x) g); [reflexivity |].
        apply dot_ext; [intros a _; reflexivity | exact Hst]. }
    destruct (separated_by_more _ _ _ _ _ Hsep) as [delta [Hdelta Hsep']].
    assert (Rabs (masked_boltz n (fun g => C i g k) (A 0%nat) - masked_boltz n (fun g => C j g l) (A 1%nat))
      > L ^ 2 * exp (- 2 * (kappa * r_max ^ 2))) as Hb.
    { apply (masks_separated_holds n (A 0%nat) (A 1%nat) _ _ (kappa * r_max ^ 2) delta Hsep' (Hnd _) (Hnd _)).
      - exact Hdelta.
      - destruct (something i k Hi Hkn) as [g [Hg Hc]]. exists (A 0%nat g), g. auto.
      - destruct (something j l Hj Hl) as [g [Hg Hc]]. exists (A 1%nat g), g. auto.
      - intros H. apply Hdiff. split.
        + intros g Hg Hc.
          destruct (proj1 (H (A 0%nat g)) (ex_intro _ g (conj Hg (conj Hc eq_refl)))) as [g' [Hg' [Hc' EA]]].
          exists g'. split; [exact Hg' |]. split; [exact Hc' |]. now apply (Hsame 0%nat 1%nat).
        + intros g Hg Hc.
          destruct (proj2 (H (A 1%nat g)) (ex_intro _ g (conj Hg (conj Hc eq_refl)))) as [g' [Hg' [Hc' EA]]].
          exists g'. split; [exact Hg' |]. split; [exact Hc' |]. now apply (Hsame 0%nat 1%nat). }
    assert (masked_boltz n (fun g => C i g k) (A 0%nat) = kappa * c * m i k) as B0.
    { unfold masked_boltz, m, masked_mean. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros g Hg.
      unfold A, t. simpl. fold (p i g). fold (p i k). fold c. change (along d v (X i)) with (p i). ring. }
    assert (masked_boltz n (fun g => C j g l) (A 1%nat) = kappa * c * m j l) as B1.
    { unfold masked_boltz, m, masked_mean. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros g Hg.
      unfold A, t. simpl. change (along d v (X j)) with (p j). rewrite Ep. ring. }
    rewrite B0, B1, <- Rmult_minus_distr_l, !Rabs_mult, (Rabs_right kappa) in Hb by lra.
    replace (- 2 * (kappa * r_max ^ 2)) with (- (2 * (kappa * r_max ^ 2))) in Hb by ring.
    apply Rlt_gt. apply Rmult_lt_reg_r with (kappa * r_max); [apply Rmult_lt_0_compat; lra |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, Rmult_lt_0_compat; lra).
    apply Rlt_le_trans with (1 := Hb). rewrite (Rmult_comm _ (kappa * r_max)).
    apply Rmult_le_compat_r; [apply Rabs_pos |]. apply Rmult_le_compat_l; [lra |].
    apply Rlt_le. now apply masked_p_below.
  Qed.

  Lemma masked_contexts :
    (forall i k, (i < N)%nat -> (k < n)%nat -> norm d (column k (q i)) < r_max + e / 4) /\
    (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
       ~ same_view d n (C i) (C j) (X i) (X j) k l \/ ~ same_token d (X i) (X j) k l ->
       norm d (gap (column k (q i)) (column l (q j)))
       > e / (4 * r_max ^ 2 * kappa) * (L ^ 2 * exp (- (2 * (kappa * r_max ^ 2))))).
  Proof.
    pose proof masked_r_max as Hrm. pose proof (ln_INR_nonnegative n Hn) as HL. fold L in HL.
    split; [exact (ids_bounded d n N X q r_min r_max e m Hd separated Hrm He masked_at_most masked_ids) |].
    intros i j k l Hi Hj Hkn Hl Hdiff.
    destruct (classic (same_token d (X i) (X j) k l)) as [E | Hne].
    - destruct Hdiff as [Hdiff | Hdiff]; [| contradiction].
      pose proof (masked_means_differ i j k l Hi Hj Hkn Hl E Hdiff) as H.
      rewrite (different_means d X q r_max e m Hd Hrm He masked_ids i j k l E). apply Rlt_gt.
      set (G := L ^ 2 * exp (- (2 * (kappa * r_max ^ 2)))) in *.
      replace (e / (4 * r_max ^ 2 * kappa) * G) with (G / (kappa * r_max) * (e / (4 * r_max))) by (field; lra).
      apply Rmult_lt_compat_r; [now apply w_positive | exact H].
    - pose proof (different_tokens d n N X q r_min r_max e m Hd separated Hrm He masked_at_most masked_ids i j k l Hi Hj
        Hkn Hl Hne) as Hfar.
      pose proof (e_below d n N X r_min r_max e separated i j k l Hi Hj Hkn Hl Hne) as Her.
      destruct separated as [Hx _]. pose proof (Hx i k Hi Hkn) as Hxi. apply Rlt_gt.
      eapply Rle_lt_trans; [| exact Hfar].
      eapply Rle_trans; [| apply (at_most_half r_min r_max e (2 * L + 3) kappa); lra].
      apply Rmult_le_compat_l.
      + apply Rlt_le, Rmult_lt_0_compat; [exact He |]. apply Rinv_0_lt_compat.
        apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra | now apply pow_lt] | exact Hk].
      + replace (2 * L + 3 - 2 * (kappa * r_max ^ 2)) with (2 * L + 3 + - (2 * (kappa * r_max ^ 2))) by ring.
        rewrite exp_plus. apply Rmult_le_compat_r; [apply Rlt_le, exp_pos | apply Rlt_le, at_threshold, Hn].
  Qed.
End MaskedWeights.

(** The head of App. A.2, with the weights of Theorem 2. *)
Lemma masked_head : forall d n s N X V C r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> vocabulary d n N X V ->
  no_duplicate_token d n N X -> tokens_separated d n N X r_min r_max e -> 0 < r_min -> 0 < e ->
  leaves_something n N C ->
  let L := ln (INR n) in
  let kappa := (INR (length V) + 1) ^ 4 * (PI * INR d / 8) * ((2 * L + 3) / (e * r_min)) in
  0 < kappa /\ 0 < r_max /\ exists v, norm d v = 1 /\
  let q i := masked_attention d n (C i) (the_head s v (fun a => e / (4 * r_max) * first a) kappa) (X i) in
    (forall i k, (i < N)%nat -> (k < n)%nat -> norm d (column k (q i)) < r_max + e / 4) /\
    (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
       ~ same_view d n (C i) (C j) (X i) (X j) k l \/ ~ same_token d (X i) (X j) k l ->
       norm d (gap (column k (q i)) (column l (q j)))
       > e / (4 * r_max ^ 2 * kappa) * (L ^ 2 * exp (- (2 * (kappa * r_max ^ 2))))).
Proof.
  intros d n s N X V C r_min r_max e Hd Hn Hs HN HV Hdist Hsep Hr He HC L kappa.
  destruct (printed_scores d n s N X V r_min r_max e Hd Hn Hs HN HV Hsep Hr He) as [Hk [Hw [v [Hv H]]]].
  split; [exact Hk |]. split; [destruct Hsep as [Hx _]; specialize (Hx 0%nat 0%nat HN Hn); lra |].
  exists v. split; [exact Hv |]. now apply masked_contexts with (r_min := r_min).
Qed.

Lemma theorem_2_masked_holds : kajitsuka_theorem_2_masked.
Proof.
  intros d n s N X V C r_min r_max e Hd Hn Hs HN HV Hdist Hsep Hr He HC L m pi_d delta.
  destruct (masked_head d n s N X V C r_min r_max e Hd Hn Hs HN HV Hdist Hsep Hr He HC) as [Hk [Hrm [v [Hv Hq]]]].
  pose proof (ln_INR_nonnegative n Hn) as HL. fold L in HL. fold L m pi_d in Hk, Hq.
  set (kappa := m * (pi_d / 8) * ((2 * L + 3) / (e * r_min))) in *.
  exists (the_head s v (fun a => e / (4 * r_max) * first a) kappa).
  split; [reflexivity |]. split; [intros a _; reflexivity |].
  split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |].
  split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |].
  split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |].
  assert (delta = e / (4 * r_max ^ 2 * kappa) * (L ^ 2 * exp (- (2 * (kappa * r_max ^ 2))))) as ->; [| exact Hq].
  pose proof PI_RGT_0. pose proof (le_INR 1 d Hd) as Hd1. change (INR 1) with 1 in Hd1.
  apply printed_delta; try assumption.
  - apply pow_lt. pose proof (pos_INR (length V)). lra.
  - apply Rmult_lt_0_compat; lra.
Qed.
