(** * TwoVectors: the weights of footnote 2, with different unit vectors in W_K and W_Q

    Kajitsuka & Sato 2024, Theorem 2. The scores are kappa (v^T X_l) (v'^T X_k), kappa = u^T u' of any sign; token k
    gets a vector of norm e / (4 r_max) times a mean of v^T X. *)

From Coq Require Import Reals List Arith Lia Lra Classical_Prop.
From Exactua Require Import Networks Distance Sums KajitsukaStatements Projections Boltzmann BoltzmannSeparation.
From Exactua Require Import BoltzmannSets OneHead.
Import ListNotations.
Open Scope R_scope.

(** ** Ids: tokens with m_k times w added, |m_k| <= r_max and ||w|| = e / (4 r_max), for any such w *)

Section Added.
  Variables (d n N : nat) (X Q : nat -> nat -> nat -> R) (r_min r_max e : R) (m : nat -> nat -> R) (w : nat -> R).
  Hypotheses (separated : tokens_separated d n N X r_min r_max e) (Hrm : 0 < r_max) (He : 0 < e).
  Hypothesis norm_w : norm d w = e / (4 * r_max).
  Hypothesis m_at_most : forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (m i k) <= r_max.
  Hypothesis ids : forall i k a, (a < d)%nat -> column k (Q i) a = column k (X i) a + m i k * w a.

  Lemma added_positive : 0 < e / (4 * r_max).
  Proof. apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra]. Qed.

  Lemma added_norm : forall c, norm d (fun a => c * w a) = Rabs c * (e / (4 * r_max)).
  Proof. intros c. now rewrite norm_scaled, norm_w. Qed.

  Lemma added_bounded : forall i k, (i < N)%nat -> (k < n)%nat -> norm d (column k (Q i)) < r_max + e / 4.
  Proof.
    intros i k Hi Hkn. pose proof added_positive as Hw.
    rewrite (norm_ext d _ (fun a => column k (X i) a + m i k * w a)) by (intros a Ha; now apply ids).
    eapply Rle_lt_trans; [apply norm_triangle |]. rewrite added_norm.
    pose proof (m_at_most i k Hi Hkn) as Hm. destruct separated as [Hx _]. specialize (Hx i k Hi Hkn).
    assert (Rabs (m i k) * (e / (4 * r_max)) <= e / 4); [| lra].
    apply Rle_trans with (r_max * (e / (4 * r_max))); [| right; field; lra].
    apply Rmult_le_compat_r; [now apply Rlt_le | exact Hm].
  Qed.

  (** (28) *)
  Lemma added_apart : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    ~ same_token d (X i) (X j) k l -> norm d (gap (column k (Q i)) (column l (Q j))) > e / 2.
  Proof.
    intros i j k l Hi Hj Hkn Hl H. pose proof added_positive as Hw.
    destruct separated as [_ Hx]. specialize (Hx i j k l Hi Hj Hkn Hl H).
    assert (norm d (gap (column k (X i)) (column l (X j)))
      <= norm d (gap (column k (Q i)) (column l (Q j))) + Rabs (m j l - m i k) * (e / (4 * r_max))) as Ht.
    { rewrite <- added_norm. eapply Rle_trans; [| apply norm_triangle]. right. apply norm_ext. intros a Ha. unfold gap.
      rewrite !ids by exact Ha. ring. }
    assert (Rabs (m j l - m i k) * (e / (4 * r_max)) <= e / 2); [| lra].
    apply Rle_trans with (2 * r_max * (e / (4 * r_max))); [| right; field; lra].
    apply Rmult_le_compat_r; [now apply Rlt_le |].
    pose proof (m_at_most i k Hi Hkn). pose proof (m_at_most j l Hj Hl). unfold Rminus.
    pose proof (Rabs_triang (m j l) (- m i k)) as Hsum. rewrite Rabs_Ropp in Hsum. lra.
  Qed.

  (** Where means of a token that are to differ are more than M apart. *)
  Lemma contexts_from_means : forall (differs : nat -> nat -> nat -> nat -> Prop) M,
    (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat -> same_token d (X i) (X j) k l ->
       differs i j k l -> Rabs (m i k - m j l) > M) ->
    (e < 2 * r_max -> M * (e / (4 * r_max)) <= e / 2) ->
    forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
      differs i j k l \/ ~ same_token d (X i) (X j) k l ->
      norm d (gap (column k (Q i)) (column l (Q j))) > M * (e / (4 * r_max)).
  Proof.
    intros differs M Hmeans Hhalf i j k l Hi Hj Hkn Hl Hdiff. pose proof added_positive as Hw.
    destruct (classic (same_token d (X i) (X j) k l)) as [E | Hne].
    - destruct Hdiff as [Hdiff | Hdiff]; [| contradiction]. specialize (Hmeans i j k l Hi Hj Hkn Hl E Hdiff).
      rewrite (norm_ext d _ (fun a => (m i k - m j l) * w a)).
      + rewrite added_norm. apply Rlt_gt, Rmult_lt_compat_r; [exact Hw | exact Hmeans].
      + intros a Ha. unfold gap. rewrite !ids, (E a Ha) by exact Ha. ring.
    - pose proof (added_apart i j k l Hi Hj Hkn Hl Hne) as Hfar.
      pose proof (Hhalf (e_below d n N X r_min r_max e separated i j k l Hi Hj Hkn Hl Hne)). lra.
  Qed.
End Added.

(** ** Any head of rank 1 *)

Definition head_of_vectors (s : nat) (W : nat -> nat -> R) (u u' u'' v v' : nat -> R) : head reals :=
  @Head reals s W (outer u'' v) (outer u' v) (outer u v') (fun _ => 0).

Lemma scores_of_vectors : forall d s W u u' u'' v v' Z l k,
  scores (F := reals) d (head_of_vectors s W u u' u'' v v') Z l k = dot s u u' * along d v Z l * along d v' Z k.
Proof.
  intros d s W u u' u'' v v' Z l k.
  transitivity (dot s (applied d (outer u' v) (column l Z)) (applied d (outer u v') (column k Z))).
  - apply (sum_below_ext s (fun a => applied d (outer u' v) (column l Z) a * (applied d (outer u v') (column k Z) a +
      0))
      (fun a => applied d (outer u' v) (column l Z) a * applied d (outer u v') (column k Z) a)). intros a _. ring.
  - rewrite score_product, (dot_comm s u' u). unfold along.
    change (dot d v (column l Z) * (dot s u u' * dot d v' (column k Z))
      = dot s u u' * dot d v (column l Z) * dot d v' (column k Z)).
    ring.
Qed.

Lemma output_of_vectors : forall (sigma : nat -> (nat -> R) -> nat -> R) d n s W u u' u'' v v' (Z : nat -> nat -> R) a
  k,
  attention (F := reals) sigma d n [head_of_vectors s W u u' u'' v v'] Z a k
  = Z a k + dot n (along d v Z) (sigma n (fun l => scores (F := reals) d (head_of_vectors s W u u' u'' v v') Z l k))
    * applied s W u'' a.
Proof.
  intros sigma d n s W u u' u'' v v' Z a k.
  change (Z a k + sum_below n (fun l => sum_below s (fun h => W a h * dot d (outer u'' v h) (column l Z))
      * sigma n (fun l' => scores (F := reals) d (head_of_vectors s W u u' u'' v v') Z l' k) l)
    = Z a k + dot n (along d v Z) (sigma n (fun l => scores (F := reals) d (head_of_vectors s W u u' u'' v v') Z l k))
      * applied s W u'' a).
  f_equal. rewrite Rmult_comm, dot_sum, <- sum_below_scale. apply sum_below_ext. intros l _.
  rewrite (sum_below_ext s _ (fun h => along d v Z l * (W a h * u'' h))).
  - rewrite sum_below_scale. unfold applied. rewrite dot_sum. ring.
  - intros h _. change (dot d (outer u'' v h) (column l Z)) with (applied d (outer u'' v) (column l Z) h).
    rewrite times_outer. unfold along. ring.
Qed.

Lemma rank_one_of : forall s d u v, norm d v = 1 -> (exists h, (h < s)%nat /\ u h <> 0) -> rank_one s d (outer u v).
Proof.
  intros s d u v Hv [h [Hh Hu]]. split; [exists u, v; reflexivity |].
  assert (exists i, (i < d)%nat /\ v i <> 0) as [i [Hi Hvi]].
  { apply NNPP. intros H. assert (norm d v = 0); [| lra]. unfold norm. rewrite dot_sum, sum_below_zero.
    - apply sqrt_0.
    - intros i Hi. destruct (Req_dec (v i) 0) as [-> | Hne]; [ring |]. exfalso. apply H. now exists i. }
  exists h, i. repeat split; [exact Hh | exact Hi |]. unfold outer. now apply Rmult_integral_contrapositive_currified.
Qed.

(** Where a product of vectors is not 0, neither of them is. *)
Lemma some_entry : forall s u u', dot s u u' <> 0 ->
  (exists h, (h < s)%nat /\ u h <> 0) /\ (exists h, (h < s)%nat /\ u' h <> 0).
Proof.
  intros s u u' H. split; apply NNPP; intros F; apply H; rewrite dot_sum; apply sum_below_zero; intros h Hh.
  - destruct (Req_dec (u h) 0) as [-> | Hne]; [ring |]. exfalso. apply F. now exists h.
  - destruct (Req_dec (u' h) 0) as [-> | Hne]; [ring |]. exfalso. apply F. now exists h.
Qed.

(** ** Means under two vectors *)

Section Weights.
  Variables (d n N : nat) (X : nat -> nat -> nat -> R) (r_min r_max e delta kappa : R) (v v' : nat -> R).
  Hypotheses (Hn : (1 <= n)%nat) (HN : (1 <= N)%nat).
  Hypotheses (distinct : no_duplicate_token d n N X) (separated : tokens_separated d n N X r_min r_max e).
  Hypotheses (Hr : 0 < r_min) (Hv : norm d v = 1) (Hv' : norm d v' = 1) (wide : 3 <= delta) (Hk : kappa <> 0).
  Let p (i k : nat) : R := along d v (X i) k.
  Let p' (i k : nat) : R := along d v' (X i) k.
  Hypothesis scores_differ : forall i i' j k k' l, (i < N)%nat -> (i' < N)%nat -> (j < N)%nat ->
    (k < n)%nat -> (k' < n)%nat -> (l < n)%nat -> ~ same_token d (X i) (X i') k k' ->
    Rabs (kappa * p i k * p' j l - kappa * p i' k' * p' j l) > delta.
  Let m (i k : nat) : R := dot n (p i) (softmax n (fun l => kappa * p i l * p' i k)).
  Let K : R := Rabs kappa.

  Lemma of_two_r_max : 0 < r_max.
  Proof. destruct separated as [H _]. specialize (H 0%nat 0%nat ltac:(lia) ltac:(lia)). lra. Qed.

  Lemma of_two_below : forall u i k, norm d u = 1 -> (i < N)%nat -> (k < n)%nat -> Rabs (along d u (X i) k) < r_max.
  Proof.
    intros u i k Hu Hi Hkn. apply Rle_lt_trans with (norm d (column k (X i))); [now apply norm_of_unit_times |].
    now apply separated.
  Qed.

  Lemma of_two_at_most : forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (m i k) <= r_max.
  Proof. intros i k Hi _. apply average; [exact Hn |]. intros l Hl. now apply Rlt_le, of_two_below. Qed.

  Lemma of_two_differ : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    same_token d (X i) (X j) k l -> ~ same_vocabulary d n (X i) (X j) ->
    Rabs (m i k - m j l) > exp (delta - 2 * (K * r_max ^ 2)) / (K * r_max).
  Proof.
    intros i j k l Hi Hj Hkn Hl E Hdiff. pose proof of_two_r_max as Hrm. pose proof (Rabs_pos_lt kappa Hk) as HK.
    fold K in HK.
    assert (p' j l = p' i k) as Ep by (apply dot_ext; [intros a _; reflexivity | intros a Ha; symmetry; now apply E]).
    set (c := p' i k) in *. set (t := fun b : nat => if Nat.eqb b 0 then i else j).
    assert (forall b, (t b < N)%nat) as Ht by (intros b; unfold t; destruct (Nat.eqb b 0); assumption).
    set (A := fun b g => kappa * p (t b) g * c).
    assert (Rabs c < r_max) as Hc by (now apply of_two_below).
    assert (forall b b' g g', (g < n)%nat -> (g' < n)%nat -> ~ same_token d (X (t b)) (X (t b')) g g' ->
      Rabs (A b g - A b' g') > delta) as Hfar by (intros b b' g g' Hg Hg' H; apply scores_differ; auto).
    assert (forall b b' g g', (g < n)%nat -> (g' < n)%nat -> A b g = A b' g' ->
      same_token d (X (t b)) (X (t b')) g g') as Hsame.
    { intros b b' g g' Hg Hg' EA. apply NNPP. intros H. specialize (Hfar b b' g g' Hg Hg' H).
      rewrite EA, Rminus_diag_eq, Rabs_R0 in Hfar by reflexivity. lra. }
    assert (Rabs (boltz n (A 0%nat) - boltz n (A 1%nat)) > exp (delta - 2 * (K * r_max ^ 2))) as Hb.
    { apply (lemma_1_sharper_holds 2%nat n (K * r_max ^ 2) delta A); try lia.
      - split.
        + intros b g _ Hg. unfold A. rewrite !Rabs_mult. fold K.
          pose proof (of_two_below v (t b) g Hv (Ht b) Hg) as Hpg. fold (p (t b) g) in Hpg.
          pose proof (Rabs_pos (p (t b) g)). pose proof (Rabs_pos c).
          replace (K * r_max ^ 2) with (K * (r_max * r_max)) by ring. rewrite Rmult_assoc.
          apply Rmult_lt_compat_l; [exact HK |]. apply Rmult_le_0_lt_compat; assumption.
        + intros b b' g g' _ _ Hg Hg' Hne. apply Hfar; try assumption. intros Hst. apply Hne. unfold A.
          replace (p (t b') g') with (p (t b) g); [reflexivity |].
          apply dot_ext; [intros a _; reflexivity | exact Hst].
      - intros b _ g g' Hg Hg' EA. destruct (Nat.eq_dec g g') as [Eg | Hne]; [exact Eg |]. exfalso.
        apply (distinct (t b) g g' (Ht b) Hg Hg' Hne). now apply Hsame.
      - lra.
      - intros [Hab Hba]. apply Hdiff. split.
        + intros g Hg. destruct (Hab g Hg) as [g' [Hg' EA]]. exists g'. split; [exact Hg' |].
          exact (Hsame 0%nat 1%nat g g' Hg Hg' EA).
        + intros g Hg. destruct (Hba g Hg) as [g' [Hg' EA]]. exists g'. split; [exact Hg' |].
          exact (Hsame 1%nat 0%nat g g' Hg Hg' EA). }
    assert (boltz n (A 0%nat) = kappa * c * m i k) as B0.
    { unfold boltz, m. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros g Hg. unfold A, t. simpl.
      fold c. ring. }
    assert (boltz n (A 1%nat) = kappa * c * m j l) as B1.
    { unfold boltz, m. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros g Hg. unfold A, t. simpl.
      rewrite Ep. ring. }
    rewrite B0, B1, <- Rmult_minus_distr_l, !Rabs_mult in Hb. fold K in Hb.
    apply Rlt_gt. apply Rmult_lt_reg_r with (K * r_max); [apply Rmult_lt_0_compat; lra |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, Rmult_lt_0_compat; lra).
    apply Rlt_le_trans with (1 := Hb). rewrite (Rmult_comm _ (K * r_max)).
    apply Rmult_le_compat_r; [apply Rabs_pos |]. apply Rmult_le_compat_l; [lra |]. now apply Rlt_le.
  Qed.
End Weights.

(** ** Footnote 2 *)

Lemma theorem_2_two_vectors_holds : kajitsuka_theorem_2_two_vectors.
Proof.
  intros d n s N X V r_min r_max e v v' u u' u'' W Hd Hn Hs HN HV Hdist Hsep Hr He factor Hv Hv' L m pi_d Hu HW H.
  pose proof (ln_INR_nonnegative n Hn) as HL. fold L in HL.
  pose proof (le_INR 1 d Hd) as Hd1. change (INR 1) with 1 in Hd1. pose proof PI2_1 as Hpi.
  pose proof (some_token d n N X V Hn HN HV) as H1.
  assert (0 < r_max) as Hrm by (destruct Hsep as [Hx _]; specialize (Hx 0%nat 0%nat HN Hn); lra).
  set (delta := 2 * L + 3) in *. set (kappa := dot s u u') in *. set (K := Rabs kappa) in *.
  assert (16 <= m) as Hm by (unfold m; replace 16 with (2 ^ 4) by ring; apply pow_incr; lra).
  assert (2 <= pi_d) as Hpd by (unfold pi_d; nra).
  assert (0 < e * r_min) as Her by (now apply Rmult_lt_0_compat).
  assert (0 < delta) as Hdelta by (unfold delta; lra).
  assert (0 < delta / (e * r_min)) as Hq by (apply Rmult_lt_0_compat; [lra | now apply Rinv_0_lt_compat]).
  assert (1 <= m * (pi_d / 8)) as Hmp by nra.
  assert (0 < K) as HK by (rewrite Hu; apply Rmult_lt_0_compat; lra).
  assert (kappa <> 0) as Hk by (intros E; unfold K in HK; rewrite E, Rabs_R0 in HK; lra).
  assert (delta <= K * e * r_min) as large.
  { rewrite Hu. replace (m * (pi_d / 8) * (delta / (e * r_min)) * e * r_min) with (m * (pi_d / 8) * delta)
      by (field; split; lra). nra. }
  destruct (some_entry s u u' Hk) as [Hu0 Hu'0].
  split; [| split; [| split]].
  - apply rank_one_of; [apply Hv |]. apply NNPP. intros F.
    assert (norm d (applied s W u'') = 0) as E.
    { rewrite (norm_ext d _ (fun a => 0 * 0)); [rewrite norm_scaled, Rabs_R0; ring |]. intros a _. unfold applied.
      rewrite dot_sum, sum_below_zero; [ring |]. intros h Hh. destruct (Req_dec (u'' h) 0) as [-> | Hne]; [ring |].
      exfalso. apply F. now exists h. }
    rewrite HW in E. pose proof (added_positive r_max e Hrm He). lra.
  - apply rank_one_of; [apply Hv | exact Hu'0].
  - apply rank_one_of; [apply Hv' | exact Hu0].
  - assert (forall i i' j k k' l, (i < N)%nat -> (i' < N)%nat -> (j < N)%nat -> (k < n)%nat -> (k' < n)%nat ->
      (l < n)%nat -> ~ same_token d (X i) (X i') k k' ->
      Rabs (kappa * along d v (X i) k * along d v' (X j) l - kappa * along d v (X i') k' * along d v' (X j) l) > delta)
      as Hscores.
    { intros i i' j k k' l Hi Hi' Hj Hk0 Hk' Hl Hne. destruct HV as [HV' HV''].
      destruct (HV' i k Hi Hk0) as [x [Hx Ex]]. destruct (HV' i' k' Hi' Hk') as [x' [Hx' Ex']].
      destruct (HV' j l Hj Hl) as [y [Hy Ey]].
      assert (~ same_vector d x x') as Hxx.
      { intros E. apply Hne. intros a Ha. rewrite <- (Ex a Ha), <- (Ex' a Ha). now apply E. }
      pose proof (two_vectors_hold d V r_min r_max e delta v v' Hd
        (vocabulary_separated d n N X V r_min r_max e (conj HV' HV'') Hsep) Hr He Hdelta Hv Hv' s u' u) as F.
      specialize (F ltac:(rewrite (dot_comm s u' u); exact Hu)).
      unfold scores_apart in F. cbv zeta in F. specialize (F x x' y Hx Hx' Hy Hxx). rewrite !score_product, (dot_comm s
        u' u) in F.
      fold kappa in F.
      assert (forall u0 z Z g, same_vector d z (column g Z) -> dot d u0 z = along d u0 Z g) as Ea
        by (intros u0 z Z g E; apply dot_ext; [intros a _; reflexivity | exact E]).
      rewrite (Ea v x _ _ Ex), (Ea v x' _ _ Ex'), (Ea v' y _ _ Ey) in F.
      replace (kappa * along d v (X i) k * along d v' (X j) l - kappa * along d v (X i') k' * along d v' (X j) l)
        with (along d v (X i) k * (kappa * along d v' (X j) l) - along d v (X i') k' * (kappa * along d v' (X j) l))
        by ring.
      exact F. }
    set (mean_of := fun i k => dot n (along d v (X i)) (softmax n (fun l => kappa * along d v (X i) l
      * along d v' (X i) k))).
    assert (forall i k a, (a < d)%nat -> column k (attention (F := reals) softmax d n [H] (X i)) a
      = column k (X i) a + mean_of i k * applied s W u'' a) as Hids.
    { intros i k a _. unfold column at 1. change H with (head_of_vectors s W u u' u'' v v').
      rewrite output_of_vectors. unfold column. f_equal. f_equal. unfold mean_of. apply dot_ext; [intros l _;
        reflexivity |].
      intros l Hl. apply softmax_ext; [| exact Hl]. intros l' _. apply scores_of_vectors. }
    assert (forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (mean_of i k) <= r_max) as Hmost
      by (apply (of_two_at_most d n N X r_min r_max e kappa v v' Hn Hsep); apply Hv).
    split.
    + exact (added_bounded d n N X (fun i => attention (F := reals) softmax d n [H] (X i)) r_min r_max e mean_of _ Hsep
        Hrm He HW Hmost Hids).
    + intros i j k l Hi Hj Hkn Hl Hdiff.
      set (M := exp (delta - 2 * (K * r_max ^ 2)) / (K * r_max)).
      assert (M * (e / (4 * r_max)) = e / (4 * r_max ^ 2 * K) * exp (delta - 2 * (K * r_max ^ 2))) as EM
        by (unfold M; field; lra).
      apply Rlt_gt. apply Rle_lt_trans with (M * (e / (4 * r_max))).
      * rewrite EM. pose proof (printed_delta L m pi_d r_min r_max e HL ltac:(lra) ltac:(lra) Hr Hrm He) as Ed.
        cbv zeta in Ed. fold delta in Ed. rewrite <- Hu in Ed. rewrite Ed. apply Rmult_le_compat_l.
        -- apply Rlt_le, Rmult_lt_0_compat; [exact He |]. apply Rinv_0_lt_compat.
           apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra | now apply pow_lt] | exact HK].
        -- replace (delta - 2 * (K * r_max ^ 2)) with (delta + - (2 * (K * r_max ^ 2))) by ring. rewrite exp_plus.
           apply Rmult_le_compat_r; [apply Rlt_le, exp_pos | apply Rlt_le, at_threshold, Hn].
      * apply Rgt_lt.
        apply (contexts_from_means d n N X (fun i => attention (F := reals) softmax d n [H] (X i)) r_min r_max e mean_of
          (applied s W u'') Hsep Hrm He HW Hmost Hids
          (fun i j _ _ => ~ same_vocabulary d n (X i) (X j)) M); try assumption.
        -- intros i' j' k' l' Hi' Hj' Hk' Hl' E Hd'.
           apply (of_two_differ d n N X r_min r_max e delta kappa v v'); try assumption; try apply Hv; try apply Hv'.
           unfold delta. lra.
        -- intros Her'. rewrite EM. destruct Hsep as [Hx _]. specialize (Hx 0%nat 0%nat HN Hn).
           apply (at_most_half r_min); try assumption; try lra. unfold delta. lra.
Qed.
