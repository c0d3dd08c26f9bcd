(** * OneHead: one head of attention with softmax is a contextual mapping

    Kajitsuka & Sato 2024, Theorem 2, as App. A.2 has it: W_K = W_V = u v^T, W_Q = kappa u v^T and W_O = w u^T with the
    first unit vector u, so that token k gets w times the mean of v^T X under softmax[kappa (v^T X_k) (v^T X)]. *)

From Coq Require Import Reals List Arith Lia Lra Classical_Prop.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections Boltzmann.
From Exactua Require Import BoltzmannSeparation BoltzmannSets.
Import ListNotations.
Open Scope R_scope.

(** ** What the head makes of a sequence *)

Definition first (i : nat) : R := if Nat.eqb i 0 then 1 else 0.

Definition the_head (s : nat) (v w : nat -> R) (kappa : R) : head reals :=
  @Head reals s (outer w first) (outer first v) (outer first v) (outer (fun h => kappa * first h) v) (fun _ => 0).

(** v^T X_k, and the mean of v^T X that token k gets. *)
Definition along (d : nat) (v : nat -> R) (Z : nat -> nat -> R) (k : nat) : R := dot d v (column k Z).
Definition mean (d n : nat) (v : nat -> R) (kappa : R) (Z : nat -> nat -> R) (k : nat) : R :=
  dot n (along d v Z) (softmax n (fun l => kappa * along d v Z l * along d v Z k)).

Lemma softmax_ext : forall n a b k, same_vector n a b -> (k < n)%nat -> softmax n a k = softmax n b k.
Proof.
  intros n a b k H Hk. rewrite !softmax_is, (H k Hk). unfold partition.
  rewrite (sum_below_ext n (fun i => exp (a i)) (fun i => exp (b i))); [reflexivity |]. intros i Hi.
  now rewrite (H i Hi).
Qed.

(** (c u v^T) Z in row h. *)
Lemma row_of : forall d c v Z h k,
  product (F := reals) d (outer (fun h => c * first h) v) Z h k = c * first h * along d v Z k.
Proof.
  intros d c v Z h k. unfold along. rewrite dot_sum, <- sum_below_scale.
  change (sum_below d (fun l => c * first h * v l * Z l k) = sum_below d (fun i => c * first h * (v i * Z i k))).
  apply sum_below_ext. intros i _. ring.
Qed.

Lemma row_of_first : forall d v Z h k, product (F := reals) d (outer first v) Z h k = first h * along d v Z k.
Proof.
  intros d v Z h k. unfold along. rewrite dot_sum, <- sum_below_scale.
  change (sum_below d (fun l => first h * v l * Z l k) = sum_below d (fun i => first h * (v i * Z i k))).
  apply sum_below_ext. intros i _. ring.
Qed.

Lemma sum_of_first : forall s (f : nat -> R), (1 <= s)%nat -> sum_below s (fun h => first h * f h) = f 0%nat.
Proof.
  intros s f Hs. rewrite (sum_below_single s _ 0%nat Hs); [unfold first; simpl; ring |].
  intros h _ Hh. unfold first. apply Nat.eqb_neq in Hh. rewrite Hh. ring.
Qed.

Lemma scores_are : forall s d v w kappa Z l k, (1 <= s)%nat ->
  scores (F := reals) d (the_head s v w kappa) Z l k = kappa * along d v Z l * along d v Z k.
Proof.
  intros s d v w kappa Z l k Hs.
  transitivity (sum_below s (fun h => first h * (along d v Z l * (kappa * first h * along d v Z k)))).
  - change (sum_below s (fun h => product (F := reals) d (outer first v) Z h l
      * (product (F := reals) d (outer (fun h => kappa * first h) v) Z h k + 0))
      = sum_below s (fun h => first h * (along d v Z l * (kappa * first h * along d v Z k)))).
    apply sum_below_ext. intros h _. rewrite row_of_first, row_of. ring.
  - rewrite (sum_of_first s (fun h => along d v Z l * (kappa * first h * along d v Z k)) Hs). unfold first. simpl. ring.
Qed.

Lemma output : forall s d n v w kappa Z a k, (1 <= s)%nat ->
  attention (F := reals) softmax d n [the_head s v w kappa] Z a k = Z a k + w a * mean d n v kappa Z k.
Proof.
  intros s d n v w kappa Z a k Hs.
  change (Z a k + sum_below n (fun l =>
      sum_below s (fun h => w a * first h * product (F := reals) d (outer first v) Z h l)
      * softmax n (fun l' => scores (F := reals) d (the_head s v w kappa) Z l' k) l)
    = Z a k + w a * mean d n v kappa Z k).
  f_equal. unfold mean. rewrite dot_sum, <- sum_below_scale. apply sum_below_ext. intros l Hl.
  rewrite (sum_below_ext s _ (fun h => first h * (w a * (first h * along d v Z l)))).
  - rewrite (sum_of_first s (fun h => w a * (first h * along d v Z l)) Hs).
    rewrite (softmax_ext n _ (fun l' => kappa * along d v Z l' * along d v Z k) l); [| | exact Hl].
    + unfold first. simpl. ring.
    + intros l' _. now apply scores_are.
  - intros h _. rewrite row_of_first. ring.
Qed.

(** ** Norms of sums *)

Lemma norm_triangle : forall d x y, norm d (fun i => x i + y i) <= norm d x + norm d y.
Proof.
  intros d x y. pose proof (norm_nonnegative d x). pose proof (norm_nonnegative d y).
  apply Rsqr_incr_0_var; [| lra]. unfold Rsqr. rewrite norm_square.
  rewrite (dot_ext d _ (fun i => x i + 1 * y i) _ (fun i => x i + 1 * y i)) by (intros i _; ring).
  rewrite dot_combined_square, <- !norm_square. pose proof (dot_at_most d x y). pose proof (Rle_abs (dot d x y)). lra.
Qed.

Lemma norm_gap : forall d x y, norm d (gap x y) <= norm d x + norm d y.
Proof.
  intros d x y. rewrite (norm_ext d (gap x y) (fun i => x i + (-1) * y i)) by (intros i _; unfold gap; ring).
  eapply Rle_trans; [apply norm_triangle |]. rewrite norm_scaled, (Rabs_left (-1)) by lra. lra.
Qed.

(** ** The weights of App. A.2 *)

Lemma rank_one_outer : forall s d u v, (1 <= s)%nat -> norm d v = 1 -> u 0%nat <> 0 -> rank_one s d (outer u v).
Proof.
  intros s d u v Hs Hv Hu. split; [exists u, v; reflexivity |].
  assert (exists i, (i < d)%nat /\ v i <> 0) as [i [Hi Hvi]].
  { apply NNPP. intros H. assert (norm d v = 0); [| lra]. unfold norm. rewrite dot_sum, sum_below_zero.
    - apply sqrt_0.
    - intros i Hi. destruct (Req_dec (v i) 0) as [-> | Hne]; [ring |]. exfalso. apply H. now exists i. }
  exists 0%nat, i. repeat split; [lia | exact Hi |]. unfold outer. now apply Rmult_integral_contrapositive_currified.
Qed.

(** ** Ids: tokens with m_k times w added, |m_k| <= r_max and ||w|| = e / (4 r_max) *)

Section Shifted.
  Variables (d n N : nat) (X Q : nat -> nat -> nat -> R) (r_min r_max e : R) (m : nat -> nat -> R).
  Hypotheses (Hd : (1 <= d)%nat) (separated : tokens_separated d n N X r_min r_max e).
  Hypotheses (Hrm : 0 < r_max) (He : 0 < e).
  Hypothesis m_at_most : forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (m i k) <= r_max.
  Let w (a : nat) : R := e / (4 * r_max) * first a.
  Hypothesis ids : forall i k a, column k (Q i) a = column k (X i) a + m i k * w a.

  Lemma w_positive : 0 < e / (4 * r_max).
  Proof. apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra]. Qed.

  Lemma norm_w : forall c, norm d (fun a => c * w a) = Rabs c * (e / (4 * r_max)).
  Proof.
    intros c. pose proof w_positive. rewrite norm_scaled. unfold w. rewrite norm_scaled.
    rewrite (norm_ext d first (fun i => if Nat.eqb i 0 then 1 else 0)) by (intros i _; reflexivity).
    rewrite some_unit_vector by exact Hd. rewrite (Rabs_right (e / _)) by lra. ring.
  Qed.

  Lemma ids_bounded : forall i k, (i < N)%nat -> (k < n)%nat -> norm d (column k (Q i)) < r_max + e / 4.
  Proof.
    intros i k Hi Hkn.
    rewrite (norm_ext d _ (fun a => column k (X i) a + m i k * w a)) by (intros a _; apply ids).
    eapply Rle_lt_trans; [apply norm_triangle |]. rewrite norm_w.
    pose proof (m_at_most i k Hi Hkn) as Hm. destruct separated as [Hx _]. specialize (Hx i k Hi Hkn).
    assert (Rabs (m i k) * (e / (4 * r_max)) <= e / 4); [| lra].
    apply Rle_trans with (r_max * (e / (4 * r_max))); [| right; field; lra].
    apply Rmult_le_compat_r; [apply Rlt_le, w_positive | exact Hm].
  Qed.

  (** (28): different tokens have ids that are more than e / 2 apart. *)
  Lemma different_tokens : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    ~ same_token d (X i) (X j) k l -> norm d (gap (column k (Q i)) (column l (Q j))) > e / 2.
  Proof.
    intros i j k l Hi Hj Hkn Hl H.
    destruct separated as [_ Hx]. specialize (Hx i j k l Hi Hj Hkn Hl H).
    assert (norm d (gap (column k (X i)) (column l (X j)))
      <= norm d (gap (column k (Q i)) (column l (Q j))) + Rabs (m j l - m i k) * (e / (4 * r_max))) as Ht.
    { rewrite <- norm_w. eapply Rle_trans; [| apply norm_triangle]. right. apply norm_ext. intros a _. unfold gap.
      rewrite !ids. ring. }
    assert (Rabs (m j l - m i k) * (e / (4 * r_max)) <= e / 2); [| lra].
    apply Rle_trans with (2 * r_max * (e / (4 * r_max))); [| right; field; lra].
    apply Rmult_le_compat_r; [apply Rlt_le, w_positive |].
    pose proof (m_at_most i k Hi Hkn). pose proof (m_at_most j l Hj Hl). unfold Rminus.
    pose proof (Rabs_triang (m j l) (- m i k)) as Hsum. rewrite Rabs_Ropp in Hsum. lra.
  Qed.

  (** A token with two different m has two ids. *)
  Lemma different_means : forall i j k l, same_token d (X i) (X j) k l ->
    norm d (gap (column k (Q i)) (column l (Q j))) = Rabs (m i k - m j l) * (e / (4 * r_max)).
  Proof.
    intros i j k l E. rewrite <- norm_w. apply norm_ext. intros a Ha. unfold gap. rewrite !ids, (E a Ha). ring.
  Qed.

  (** Different tokens are less than 2 r_max apart. *)
  Lemma e_below : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    ~ same_token d (X i) (X j) k l -> e < 2 * r_max.
  Proof.
    intros i j k l Hi Hj Hkn Hl Hne. destruct separated as [Hx Hy]. pose proof (Hx i k Hi Hkn) as Hxi.
    pose proof (Hx j l Hj Hl) as Hxj. pose proof (Hy i j k l Hi Hj Hkn Hl Hne) as Hye.
    pose proof (norm_gap d (column k (X i)) (column l (X j))) as Hg. lra.
  Qed.
End Shifted.

(** The gap between means times ||w|| is at most e / 2, where scores delta apart are asked for. *)
Lemma at_most_half : forall r_min r_max e delta kappa, 0 < r_min -> r_min < r_max -> 0 < e -> e < 2 * r_max ->
  0 < kappa -> 1 <= delta -> delta <= kappa * e * r_min ->
  e / (4 * r_max ^ 2 * kappa) * exp (delta - 2 * (kappa * r_max ^ 2)) <= e / 2.
Proof.
  intros r_min r_max e delta kappa Hr Hrr He Her Hk wide large. pose proof (Rlt_trans _ _ _ Hr Hrr) as Hrm.
  assert (delta <= 2 * (kappa * r_max ^ 2)) as Hz.
  { apply Rle_trans with (1 := large). replace (2 * (kappa * r_max ^ 2)) with (kappa * (2 * r_max * r_max)) by ring.
    rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat; lra. }
  assert (exp (delta - 2 * (kappa * r_max ^ 2)) <= 1) as H1 by (rewrite <- exp_0; apply exp_at_most; lra).
  pose proof (exp_pos (delta - 2 * (kappa * r_max ^ 2))) as H0. set (E := exp _) in *.
  set (z := kappa * r_max ^ 2) in *.
  replace (e / (4 * r_max ^ 2 * kappa) * E) with (e / 2 * (E * / (2 * z))) by (unfold z; field; lra).
  rewrite <- (Rmult_1_r (e / 2)) at 2. apply Rmult_le_compat_l; [lra |].
  apply Rmult_le_reg_r with (2 * z); [lra |]. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Section Weights.
  Variables (d n s N : nat) (X : nat -> nat -> nat -> R) (r_min r_max e delta kappa : R) (v : nat -> R).
  Hypotheses (Hd : (1 <= d)%nat) (Hn : (1 <= n)%nat) (Hs : (1 <= s)%nat) (HN : (1 <= N)%nat).
  Hypotheses (distinct : no_duplicate_token d n N X) (separated : tokens_separated d n N X r_min r_max e).
  Hypotheses (Hr : 0 < r_min) (He : 0 < e) (Hv : norm d v = 1) (wide : 3 <= delta) (Hk : 0 < kappa).
  Hypothesis large : delta <= kappa * e * r_min.
  Let p (i k : nat) : R := along d v (X i) k.
  Hypothesis scores_differ : forall i i' j k k' l, (i < N)%nat -> (i' < N)%nat -> (j < N)%nat ->
    (k < n)%nat -> (k' < n)%nat -> (l < n)%nat -> ~ same_token d (X i) (X i') k k' ->
    Rabs (kappa * p i k * p j l - kappa * p i' k' * p j l) > delta.

  Let w (a : nat) : R := e / (4 * r_max) * first a.
  Let m (i k : nat) : R := mean d n v kappa (X i) k.
  Let q := attention (F := reals) softmax d n [the_head s v w kappa].

  Lemma r_max_positive : 0 < r_max.
  Proof. destruct separated as [H _]. specialize (H 0%nat 0%nat ltac:(lia) ltac:(lia)). lra. Qed.

  Lemma p_below : forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (p i k) < r_max.
  Proof.
    intros i k Hi Hkn. apply Rle_lt_trans with (norm d (column k (X i))); [now apply norm_of_unit_times |].
    now apply separated.
  Qed.

  Lemma m_at_most : forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (m i k) <= r_max.
  Proof. intros i k Hi _. apply average; [exact Hn |]. intros l Hl. now apply Rlt_le, p_below. Qed.

  Lemma ids : forall i k a, column k (q (X i)) a = column k (X i) a + m i k * w a.
  Proof. intros i k a. unfold column at 1, q. rewrite output by exact Hs. unfold column, m. ring. Qed.

  (** (35), (36) and (38) to (40). *)
  Lemma means_differ : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    same_token d (X i) (X j) k l -> ~ same_vocabulary d n (X i) (X j) ->
    Rabs (m i k - m j l) > exp (delta - 2 * (kappa * r_max ^ 2)) / (kappa * r_max).
  Proof.
    intros i j k l Hi Hj Hkn Hl E Hdiff. pose proof r_max_positive as Hrm.
    assert (p j l = p i k) as Ep by (apply dot_ext; [intros a _; reflexivity | intros a Ha; symmetry; now apply E]).
    set (c := p i k) in *. set (t := fun b : nat => if Nat.eqb b 0 then i else j).
    assert (forall b, (t b < N)%nat) as Ht by (intros b; unfold t; destruct (Nat.eqb b 0); assumption).
    set (A := fun b g => kappa * p (t b) g * c).
    assert (forall b b' g g', (g < n)%nat -> (g' < n)%nat -> ~ same_token d (X (t b)) (X (t b')) g g' ->
      Rabs (A b g - A b' g') > delta) as Hfar by (intros b b' g g' Hg Hg' H; apply scores_differ; auto).
    assert (forall b b' g g', (g < n)%nat -> (g' < n)%nat -> A b g = A b' g' ->
      same_token d (X (t b)) (X (t b')) g g') as Hsame.
    { intros b b' g g' Hg Hg' EA. apply NNPP. intros H. specialize (Hfar b b' g g' Hg Hg' H).
      rewrite EA, Rminus_diag_eq, Rabs_R0 in Hfar by reflexivity. lra. }
    assert (Rabs (boltz n (A 0%nat) - boltz n (A 1%nat)) > exp (delta - 2 * (kappa * r_max ^ 2))) as Hb.
    { apply (lemma_1_sharper_holds 2%nat n (kappa * r_max ^ 2) delta A); try lia.
      - split.
        + intros b g _ Hg. unfold A. rewrite !Rabs_mult, (Rabs_right kappa) by lra.
          pose proof (p_below (t b) g (Ht b) Hg) as Hpg. pose proof (p_below i k Hi Hkn) as Hpk. fold c in Hpk.
          pose proof (Rabs_pos (p (t b) g)). pose proof (Rabs_pos c).
          replace (kappa * r_max ^ 2) with (kappa * (r_max * r_max)) by ring. rewrite Rmult_assoc.
          apply Rmult_lt_compat_l; [exact Hk |]. apply Rmult_le_0_lt_compat; assumption.
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
    { unfold boltz, m, mean. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros g Hg. unfold A, t. simpl.
      fold (p i g). fold (p i k). fold c. change (along d v (X i)) with (p i). ring. }
    assert (boltz n (A 1%nat) = kappa * c * m j l) as B1.
    { unfold boltz, m, mean. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros g Hg. unfold A, t. simpl.
      change (along d v (X j)) with (p j). rewrite Ep. ring. }
    rewrite B0, B1, <- Rmult_minus_distr_l, !Rabs_mult, (Rabs_right kappa) in Hb by lra.
    apply Rlt_gt. apply Rmult_lt_reg_r with (kappa * r_max); [apply Rmult_lt_0_compat; lra |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, Rmult_lt_0_compat; lra).
    apply Rlt_le_trans with (1 := Hb). rewrite (Rmult_comm _ (kappa * r_max)).
    apply Rmult_le_compat_r; [apply Rabs_pos |]. apply Rmult_le_compat_l; [lra |].
    apply Rlt_le. now apply p_below.
  Qed.

  Lemma maps_contexts : contextual_mapping d n N X (r_max + e / 4)
    (e / (4 * r_max ^ 2 * kappa) * exp (delta - 2 * (kappa * r_max ^ 2))) q.
  Proof.
    pose proof r_max_positive as Hrm. set (Q := fun i => q (X i)).
    split; [exact (ids_bounded d n N X Q r_min r_max e m Hd separated Hrm He m_at_most ids) |].
    intros i j k l Hi Hj Hkn Hl Hdiff.
    change (norm d (gap (column k (Q i)) (column l (Q j)))
      > e / (4 * r_max ^ 2 * kappa) * exp (delta - 2 * (kappa * r_max ^ 2))).
    destruct (classic (same_token d (X i) (X j) k l)) as [E | Hne].
    - destruct Hdiff as [Hdiff | Hdiff]; [| contradiction].
      pose proof (means_differ i j k l Hi Hj Hkn Hl E Hdiff) as H.
      rewrite (different_means d X Q r_max e m Hd Hrm He ids i j k l E). apply Rlt_gt.
      replace (e / (4 * r_max ^ 2 * kappa) * exp (delta - 2 * (kappa * r_max ^ 2)))
        with (exp (delta - 2 * (kappa * r_max ^ 2)) / (kappa * r_max) * (e / (4 * r_max))) by (field; lra).
      apply Rmult_lt_compat_r; [now apply w_positive | exact H].
    - pose proof (different_tokens d n N X Q r_min r_max e m Hd separated Hrm He m_at_most ids i j k l Hi Hj Hkn Hl
        Hne) as Hfar.
      pose proof (e_below d n N X r_min r_max e separated i j k l Hi Hj Hkn Hl Hne) as Her.
      destruct separated as [Hx _]. pose proof (Hx i k Hi Hkn) as Hxi. apply Rlt_gt.
      eapply Rle_lt_trans; [apply (at_most_half r_min); lra | exact Hfar].
  Qed.

  Lemma maps : one_head_maps d n s N X (r_max + e / 4)
    (e / (4 * r_max ^ 2 * kappa) * exp (delta - 2 * (kappa * r_max ^ 2))).
  Proof.
    exists (the_head s v w kappa). split; [reflexivity |]. split; [intros a _; reflexivity |].
    split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |].
    split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |].
    split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |]. exact maps_contexts.
  Qed.
End Weights.

Lemma maps_less : forall d n s N X r delta delta', delta' <= delta ->
  one_head_maps d n s N X r delta -> one_head_maps d n s N X r delta'.
Proof.
  intros d n s N X r delta delta' H [Hd [H1 [H2 [H3 [H4 [H5 [H6 H7]]]]]]]. exists Hd.
  do 5 (split; [assumption |]). split; [exact H6 |]. intros i j k l Hi Hj Hk Hl Hdiff.
  specialize (H7 i j k l Hi Hj Hk Hl Hdiff). lra.
Qed.

(** ** From scores of the vocabulary to those of tokens *)

Lemma vocabulary_separated : forall d n N X V r_min r_max e, vocabulary d n N X V ->
  tokens_separated d n N X r_min r_max e -> separated_vocabulary d V r_min r_max e.
Proof.
  intros d n N X V r_min r_max e [_ HV] [H1 H2]. split.
  - intros x Hx. destruct (HV x Hx) as [i [k [Hi [Hk E]]]]. rewrite (norm_ext d _ _ E). now apply H1.
  - intros x y Hx Hy Hne. destruct (HV x Hx) as [i [k [Hi [Hk E]]]]. destruct (HV y Hy) as [j [l [Hj [Hl E']]]].
    rewrite (norm_ext d (gap x y) (gap (column k (X i)) (column l (X j)))).
    + apply H2; try assumption. intros Hst. apply Hne. intros a Ha. rewrite (E a Ha), (E' a Ha). now apply Hst.
    + intros a Ha. unfold gap. now rewrite (E a Ha), (E' a Ha).
Qed.

Lemma scores_of_tokens : forall d n N X V v kappa delta, vocabulary d n N X V -> 0 <= kappa ->
  scores_apart d 1 V (fun _ => 1) (fun _ => kappa) v v delta ->
  forall i i' j k k' l, (i < N)%nat -> (i' < N)%nat -> (j < N)%nat -> (k < n)%nat -> (k' < n)%nat -> (l < n)%nat ->
  ~ same_token d (X i) (X i') k k' ->
  Rabs (kappa * along d v (X i) k * along d v (X j) l - kappa * along d v (X i') k' * along d v (X j) l) > delta.
Proof.
  intros d n N X V v kappa delta [HV _] Hkappa H i i' j k k' l Hi Hi' Hj Hk Hk' Hl Hne.
  destruct (HV i k Hi Hk) as [x [Hx Ex]]. destruct (HV i' k' Hi' Hk') as [x' [Hx' Ex']].
  destruct (HV j l Hj Hl) as [y [Hy Ey]].
  assert (~ same_vector d x x') as Hd.
  { intros E. apply Hne. intros a Ha. rewrite <- (Ex a Ha), <- (Ex' a Ha). now apply E. }
  unfold scores_apart in H. cbv zeta in H. specialize (H x x' y Hx Hx' Hy Hd). rewrite !score_product in H.
  assert (dot 1 (fun _ => 1) (fun _ => kappa) = kappa) as Ek by (rewrite dot_sum; simpl; ring). rewrite Ek in H.
  assert (forall z Z g, same_vector d z (column g Z) -> dot d v z = along d v Z g) as Ea
    by (intros z Z g E; apply dot_ext; [intros a _; reflexivity | exact E]).
  rewrite (Ea x _ _ Ex), (Ea x' _ _ Ex'), (Ea y _ _ Ey) in H.
  replace (kappa * along d v (X i) k * along d v (X j) l - kappa * along d v (X i') k' * along d v (X j) l)
    with (along d v (X i) k * (kappa * along d v (X j) l) - along d v (X i') k' * (kappa * along d v (X j) l)) by ring.
  exact H.
Qed.

Lemma some_token : forall d n N X V, (1 <= n)%nat -> (1 <= N)%nat -> vocabulary d n N X V -> 1 <= INR (length V).
Proof.
  intros d n N X V Hn HN [H _]. destruct (H 0%nat 0%nat HN Hn) as [x [Hx _]]. destruct V; [contradiction |].
  apply (le_INR 1). cbn [length]. lia.
Qed.

(** ** Theorem 2 *)

(** kappa and a unit vector v for which scores are more than 3 apart. *)
Lemma sharper_scores : forall d n s N X V r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> vocabulary d n N X V ->
  tokens_separated d n N X r_min r_max e -> 0 < r_min -> 0 < e ->
  let kappa := 3 * (INR (length V) * (INR (length V) + 1) / 2) ^ 2 / (e * r_min) in
  0 < kappa /\ 3 <= kappa * e * r_min /\ exists v, norm d v = 1 /\
  forall i i' j k k' l, (i < N)%nat -> (i' < N)%nat -> (j < N)%nat -> (k < n)%nat -> (k' < n)%nat -> (l < n)%nat ->
  ~ same_token d (X i) (X i') k k' ->
  Rabs (kappa * along d v (X i) k * along d v (X j) l - kappa * along d v (X i') k' * along d v (X j) l) > 3.
Proof.
  intros d n s N X V r_min r_max e Hd Hn Hs HN HV Hsep Hr He kappa.
  pose proof (some_token d n N X V Hn HN HV) as H1. set (M := INR (length V)) in *.
  assert (1 <= (M * (M + 1) / 2) ^ 2) as HM by (apply pow_R1_Rle; nra).
  assert (0 < e * r_min) as Her by (now apply Rmult_lt_0_compat).
  assert (0 < kappa) as Hk by (apply Rmult_lt_0_compat; [lra | now apply Rinv_0_lt_compat]).
  split; [exact Hk |]. split.
  { replace (kappa * e * r_min) with (3 * (M * (M + 1) / 2) ^ 2) by (unfold kappa; field; lra). lra. }
  destruct (lemma_3_sharper_holds d V r_min r_max e 3 Hd (vocabulary_separated d n N X V r_min r_max e HV Hsep) Hr He
    ltac:(lra)) as [v [Hv [H _]]].
  exists v. split; [exact Hv |]. specialize (H 1%nat (fun _ => 1) (fun _ => kappa)).
  apply scores_of_tokens with (V := V); [exact HV | lra |]. apply H. rewrite dot_sum. simpl sum_below.
  rewrite Rabs_right by lra. fold M. unfold kappa. right. field. lra.
Qed.

Lemma theorem_2_sharper_holds : kajitsuka_theorem_2_sharper.
Proof.
  intros d n s N X V r_min r_max e Hd Hn Hs HN HV Hdist Hsep Hr He kappa.
  destruct (sharper_scores d n s N X V r_min r_max e Hd Hn Hs HN HV Hsep Hr He) as [Hk [Hw [v [Hv H]]]].
  fold kappa in Hk, Hw, H. replace (2 * kappa * r_max ^ 2) with (2 * (kappa * r_max ^ 2)) by ring.
  apply maps with (r_min := r_min) (v := v); try assumption; lra.
Qed.

(** kappa and a unit vector v for which scores are more than 2 log n + 3 apart: (30) and (31). *)
Lemma printed_scores : forall d n s N X V r_min r_max e,
  (1 <= d)%nat -> (1 <= n)%nat -> (1 <= s)%nat -> (1 <= N)%nat -> vocabulary d n N X V ->
  tokens_separated d n N X r_min r_max e -> 0 < r_min -> 0 < e ->
  let delta := 2 * ln (INR n) + 3 in
  let kappa := (INR (length V) + 1) ^ 4 * (PI * INR d / 8) * (delta / (e * r_min)) in
  0 < kappa /\ delta <= kappa * e * r_min /\ exists v, norm d v = 1 /\
  forall i i' j k k' l, (i < N)%nat -> (i' < N)%nat -> (j < N)%nat -> (k < n)%nat -> (k' < n)%nat -> (l < n)%nat ->
  ~ same_token d (X i) (X i') k k' ->
  Rabs (kappa * along d v (X i) k * along d v (X j) l - kappa * along d v (X i') k' * along d v (X j) l) > delta.
Proof.
  intros d n s N X V r_min r_max e Hd Hn Hs HN HV Hsep Hr He delta kappa.
  pose proof (some_token d n N X V Hn HN HV) as H1. pose proof (ln_INR_nonnegative n Hn) as HL.
  pose proof (le_INR 1 d Hd) as Hd1. change (INR 1) with 1 in Hd1. pose proof PI2_1 as Hpi.
  set (m := (INR (length V) + 1) ^ 4) in *. set (pi_d := PI * INR d) in *.
  assert (16 <= m) as Hm.
  { unfold m. replace 16 with (2 ^ 4) by ring. apply pow_incr. lra. }
  assert (2 <= pi_d) as Hpd by (unfold pi_d; nra).
  assert (0 < e * r_min) as Her by (now apply Rmult_lt_0_compat).
  assert (0 < delta) as Hdelta by (unfold delta; lra).
  assert (0 < delta / (e * r_min)) as Hq by (apply Rmult_lt_0_compat; [lra | now apply Rinv_0_lt_compat]).
  assert (1 <= m * (pi_d / 8)) as Hmp by nra.
  assert (0 < kappa) as Hk by (apply Rmult_lt_0_compat; lra).
  split; [exact Hk |]. split.
  { replace (kappa * e * r_min) with (m * (pi_d / 8) * delta) by (unfold kappa; field; lra). nra. }
  destruct (lemma_3_holds d V r_min r_max e delta Hd (vocabulary_separated d n N X V r_min r_max e HV Hsep) Hr
    ltac:(lra) Hdelta) as [v [Hv [H _]]].
  exists v. split; [exact Hv |]. specialize (H 1%nat (fun _ => 1) (fun _ => kappa)).
  apply scores_of_tokens with (V := V); [exact HV | lra |]. apply H. rewrite dot_sum. simpl sum_below.
  rewrite Rabs_right by lra. unfold kappa, m, pi_d. ring.
Qed.

(** (44): the delta of (8) by kappa. *)
Lemma printed_delta : forall L m pi_d r_min r_max e, 0 <= L -> 0 < m -> 0 < pi_d -> 0 < r_min -> 0 < r_max -> 0 < e ->
  let kappa := m * (pi_d / 8) * ((2 * L + 3) / (e * r_min)) in
  2 * L ^ 2 * e ^ 2 * r_min / (r_max ^ 2 * m * (2 * L + 3) * pi_d)
    * exp (- (m * ((2 * L + 3) * pi_d * r_max ^ 2 / (4 * e * r_min))))
  = e / (4 * r_max ^ 2 * kappa) * (L ^ 2 * exp (- (2 * (kappa * r_max ^ 2)))).
Proof.
  intros L m pi_d r_min r_max e HL Hm Hp Hr Hrm He kappa.
  replace (- (m * ((2 * L + 3) * pi_d * r_max ^ 2 / (4 * e * r_min)))) with (- (2 * (kappa * r_max ^ 2)))
    by (unfold kappa; field; lra).
  rewrite <- (Rmult_assoc _ (L ^ 2)). f_equal. unfold kappa. field. repeat split; lra.
Qed.

Lemma theorem_2_holds : kajitsuka_theorem_2.
Proof.
  intros d n s N X V r_min r_max e Hd Hn Hs HN HV Hdist Hsep Hr He L m pi_d.
  destruct (printed_scores d n s N X V r_min r_max e Hd Hn Hs HN HV Hsep Hr He) as [Hk [Hw [v [Hv H]]]].
  fold L m pi_d in Hk, Hw, H. set (kappa := m * (pi_d / 8) * ((2 * L + 3) / (e * r_min))) in *.
  pose proof (ln_INR_nonnegative n Hn) as HL. fold L in HL.
  assert (0 < r_max) as Hrm.
  { destruct Hsep as [Hx _]. specialize (Hx 0%nat 0%nat HN Hn). lra. }
  pose proof PI_RGT_0 as Hpi. pose proof (le_INR 1 d Hd) as Hd1. change (INR 1) with 1 in Hd1.
  rewrite (printed_delta L m pi_d r_min r_max e HL); try assumption.
  - apply (maps_less d n s N X _ (e / (4 * r_max ^ 2 * kappa) * exp (2 * L + 3 - 2 * (kappa * r_max ^ 2)))).
    + fold kappa.
      replace (2 * L + 3 - 2 * (kappa * r_max ^ 2)) with (2 * L + 3 + - (2 * (kappa * r_max ^ 2))) by ring.
      rewrite exp_plus. apply Rmult_le_compat_l.
      * apply Rlt_le, Rmult_lt_0_compat; [exact He |]. apply Rinv_0_lt_compat.
        apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra | now apply pow_lt] | exact Hk].
      * apply Rmult_le_compat_r; [apply Rlt_le, exp_pos | apply Rlt_le, at_threshold, Hn].
    + apply maps with (r_min := r_min) (v := v); try assumption; lra.
  - apply pow_lt. pose proof (pos_INR (length V)). lra.
  - unfold pi_d. apply Rmult_lt_0_compat; lra.
Qed.
