(** * HiddenTokens: masks, with nothing asked of the tokens that they hide

    Kajitsuka & Sato 2024, Remark 1 and App. C. Tokens that are not used are replaced by one that is, and what is not
    asked for attends to itself alone; then all tokens are separated, and those to which one token attends differ. *)

From Coq Require Import Reals List Arith Bool Lia Lra Permutation Sorted Classical_Prop.
From Coq Require ClassicalDedekindReals.
From Exactua Require Import Networks Distance Sums KajitsukaStatements Projections Boltzmann BoltzmannSeparation.
From Exactua Require Import BoltzmannSets OneHead MaskedHead TwoVectors Memorisation.
Import ListNotations.
Open Scope R_scope.

(** ** Scores that masks leave: nothing is asked of the others *)

Lemma left_distinct_there : forall n c a,
  (forall k l, (k < n)%nat -> (l < n)%nat -> c k = true -> c l = true -> a k = a l -> k = l) -> NoDup (left n c a).
Proof.
  intros n c a H. unfold left. assert (forall l, NoDup l -> (forall k, In k l -> (k < n)%nat /\ c k = true) ->
    NoDup (map a l)) as G.
  { induction l as [| k l IH]; intros Hl Hn; cbn; [constructor |]. inversion Hl as [| k' l' Hk Hl']; subst. constructor.
    - intros Hin. apply in_map_iff in Hin. destruct Hin as [k' [E Hk']]. apply Hk.
      destruct (Hn k' (or_intror Hk')) as [H1 H2]. destruct (Hn k (or_introl eq_refl)) as [H3 H4].
      rewrite <- (H k' k H1 H3 H2 H4 E). exact Hk'.
    - apply IH; [exact Hl' |]. intros k' Hk'. apply Hn. now right. }
  apply G.
  - apply NoDup_filter, seq_NoDup.
  - intros k Hk. apply filter_In in Hk. destruct Hk as [Hk Hc]. apply in_seq in Hk. split; [lia | exact Hc].
Qed.

Lemma in_order_there : forall n c a delta,
  (forall k l, (k < n)%nat -> (l < n)%nat -> c k = true -> c l = true -> a k = a l -> k = l) ->
  (forall x y, leaves n c a x -> leaves n c a y -> x <> y -> Rabs (x - y) > delta) ->
  exists l, steps_of (length l) delta (numbers_of l) /\ masked_boltz n c a = list_boltz l /\
    (forall x, In x l <-> leaves n c a x).
Proof.
  intros n c a delta Hn H. destruct (sorted_exists (left n c a)) as [l [HP HS]]. exists l.
  assert (forall x, In x l <-> leaves n c a x) as Hin.
  { intros x. rewrite <- left_has.
    split; intros Hx; [now apply (Permutation_in _ (Permutation_sym HP)) | now apply (Permutation_in _ HP)]. }
  split; [| split; [| exact Hin]].
  - apply sorted_steps; [exact HS | exact (Permutation_NoDup HP (left_distinct_there n c a Hn)) |].
    intros x y Hx Hy Hxy. apply Hin in Hx. apply Hin in Hy. now apply H.
  - rewrite masked_boltz_is. now apply list_boltz_permuted.
Qed.

Lemma left_scores_separated : forall n a b c c' r delta, 3 <= delta ->
  let some x := leaves n c a x \/ leaves n c' b x in
  (forall x, some x -> Rabs x < r) -> (forall x y, some x -> some y -> x <> y -> Rabs (x - y) > delta) ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> c k = true -> c l = true -> a k = a l -> k = l) ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> c' k = true -> c' l = true -> b k = b l -> k = l) ->
  (exists x, leaves n c a x) -> (exists x, leaves n c' b x) -> ~ (forall x, leaves n c a x <-> leaves n c' b x) ->
  Rabs (masked_boltz n c a - masked_boltz n c' b) > exp (- (2 * r)).
Proof.
  intros n a b c c' r delta H3 some Hr Hs Ha Hb Hc Hc' Hdiff.
  destruct (in_order_there n c a delta Ha) as [l [Hl [-> Hin]]]; [intros x y Hx Hy; apply Hs; now left |].
  destruct (in_order_there n c' b delta Hb) as [l' [Hl' [-> Hin']]]; [intros x y Hx Hy; apply Hs; now right |].
  assert (forall x, In x (l ++ l') -> some x) as Hsome.
  { intros x Hx. apply in_app_or in Hx. destruct Hx as [Hx | Hx]; [left; now apply Hin | right; now apply Hin']. }
  destruct (lists_apart delta H3 l l' Hl Hl') as [[x [y [Hx [Hy H]]]] | [l0 [k [Hl0 [Hk1 [Hk [_ H]]]]]]].
  - intros x y Hx Hy. apply Hs; [left; now apply Hin | right; now apply Hin'].
  - exact (same_numbers n c a l Hin Hc).
  - exact (same_numbers n c' b l' Hin' Hc').
  - intros E. apply Hdiff. intros x. rewrite <- Hin, <- Hin', E. reflexivity.
  - apply Rlt_gt. apply Rlt_trans with (2 := H). apply exp_increasing.
    apply Hsome, Hr in Hx. apply Hsome, Hr in Hy. apply Rabs_def2 in Hx. apply Rabs_def2 in Hy. lra.
  - assert (steps_of (length l0) delta (numbers_of l0)) as Hl0' by (destruct Hl0 as [-> | ->]; assumption).
    assert (forall x, In x l0 -> some x) as Hsome0
      by (intros x Hx; apply Hsome, in_or_app; destruct Hl0 as [-> | ->]; auto).
    pose proof (steps_far_1 delta ltac:(lra) (length l0) (numbers_of l0) k Hl0' Hk1 Hk) as Hu. cbv zeta in H.
    assert (0 < length l0)%nat as H0 by lia.
    pose proof (Hr _ (Hsome0 _ (nth_In l0 0 H0))) as Hx. pose proof (Hr _ (Hsome0 _ (nth_In l0 0 Hk))) as Hy.
    fold (numbers_of l0 0%nat) in Hx. fold (numbers_of l0 k) in Hy. apply Rabs_def2 in Hx. apply Rabs_def2 in Hy.
    set (u := numbers_of l0 0%nat - numbers_of l0 k) in *.
    apply Rlt_gt. apply Rlt_trans with (2 := H). apply Rlt_trans with (exp (- u)).
    + apply exp_increasing. unfold u. lra.
    + pose proof (exp_pos (- u)). nra.
Qed.

(** ** All tokens separated, and different where one token attends to them *)

Section Seen.
  Variables (d n s N : nat) (X : nat -> nat -> nat -> R) (C : nat -> nat -> nat -> bool).
  Variables (r_min r_max e kappa : R) (v : nat -> R).
  Hypotheses (Hd : (1 <= d)%nat) (Hn : (1 <= n)%nat) (Hs : (1 <= s)%nat) (HN : (1 <= N)%nat).
  Hypothesis views_distinct : forall i k a b, (i < N)%nat -> (k < n)%nat -> (a < n)%nat -> (b < n)%nat ->
    C i a k = true -> C i b k = true -> a <> b -> ~ same_token d (X i) (X i) a b.
  Hypothesis separated : tokens_separated d n N X r_min r_max e.
  Hypotheses (Hr : 0 < r_min) (He : 0 < e) (Hv : norm d v = 1) (Hk : 0 < kappa).
  Hypotheses (large : 3 <= kappa * e * r_min) (something : leaves_something n N C).
  Let p (i k : nat) : R := along d v (X i) k.
  Hypothesis scores_differ : forall i i' j k k' l, (i < N)%nat -> (i' < N)%nat -> (j < N)%nat ->
    (k < n)%nat -> (k' < n)%nat -> (l < n)%nat -> ~ same_token d (X i) (X i') k k' ->
    Rabs (kappa * p i k * p j l - kappa * p i' k' * p j l) > 3.
  Let w (a : nat) : R := e / (4 * r_max) * first a.
  Let m (i k : nat) : R := masked_mean d n v kappa (fun l => C i l k) (X i) k.
  Let q (i : nat) : nat -> nat -> R := masked_attention d n (C i) (the_head s v w kappa) (X i).

  Lemma seen_r_max : 0 < r_max.
  Proof. destruct separated as [H _]. specialize (H 0%nat 0%nat ltac:(lia) ltac:(lia)). lra. Qed.

  Lemma seen_below : forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (p i k) < r_max.
  Proof.
    intros i k Hi Hkn. apply Rle_lt_trans with (norm d (column k (X i))); [now apply norm_of_unit_times |].
    now apply separated.
  Qed.

  Lemma seen_at_most : forall i k, (i < N)%nat -> (k < n)%nat -> Rabs (m i k) <= r_max.
  Proof.
    intros i k Hi Hkn. apply masked_average; [now apply something |]. intros l Hl. now apply Rlt_le, seen_below.
  Qed.

  Lemma seen_ids : forall i k a, (a < d)%nat -> column k (q i) a = column k (X i) a + m i k * w a.
  Proof. intros i k a _. unfold column at 1, q. rewrite masked_output by exact Hs. unfold column, m. ring. Qed.

  Lemma seen_norm : norm d w = e / (4 * r_max).
  Proof.
    pose proof seen_r_max as Hrm. unfold w. rewrite norm_scaled.
    rewrite (norm_ext d first (fun i => if Nat.eqb i 0 then 1 else 0)) by (intros i _; reflexivity).
    rewrite some_unit_vector, Rmult_1_r by exact Hd. apply Rabs_right. apply Rle_ge, Rlt_le.
    now apply added_positive.
  Qed.

  Lemma seen_means_differ : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    same_token d (X i) (X j) k l -> ~ same_view d n (C i) (C j) (X i) (X j) k l ->
    Rabs (m i k - m j l) > exp (- (2 * (kappa * r_max ^ 2))) / (kappa * r_max).
  Proof.
    intros i j k l Hi Hj Hkn Hl E Hdiff. pose proof seen_r_max as Hrm.
    assert (p j l = p i k) as Ep by (apply dot_ext; [intros a _; reflexivity | intros a Ha; symmetry; now apply E]).
    set (c := p i k) in *.
    set (A := fun t g => kappa * p t g * c).
    assert (forall t t' g g', (t < N)%nat -> (t' < N)%nat -> (g < n)%nat -> (g' < n)%nat ->
      ~ same_token d (X t) (X t') g g' -> Rabs (A t g - A t' g') > 3) as Hfar
      by (intros t t' g g' Ht Ht' Hg Hg' H; apply scores_differ; auto).
    assert (forall t t' g g', (t < N)%nat -> (t' < N)%nat -> (g < n)%nat -> (g' < n)%nat -> A t g = A t' g' ->
      same_token d (X t) (X t') g g') as Hsame.
    { intros t t' g g' Ht Ht' Hg Hg' EA. apply NNPP. intros H. specialize (Hfar t t' g g' Ht Ht' Hg Hg' H).
      rewrite EA, Rminus_eq_0, Rabs_R0 in Hfar. lra. }
    assert (forall t t' g g', same_token d (X t) (X t') g g' -> A t g = A t' g') as Hsame'.
    { intros t t' g g' H. unfold A. replace (p t' g') with (p t g); [reflexivity |].
      apply dot_ext; [intros a _; reflexivity | exact H]. }
    assert (forall t x g, (t < N)%nat -> leaves n (fun h => C t h g) (A t) x ->
      exists h, (h < n)%nat /\ x = A t h) as Hplace.
    { intros t x g _ [h [Hh [_ Eh]]]. now exists h. }
    assert (forall t g, (t < N)%nat -> (g < n)%nat -> forall h h', (h < n)%nat -> (h' < n)%nat ->
      C t h g = true -> C t h' g = true -> A t h = A t h' -> h = h') as Hnd.
    { intros t g Ht Hg h h' Hh Hh' Hc Hc' EA. destruct (Nat.eq_dec h h') as [Eh | Hne]; [exact Eh |]. exfalso.
      apply (views_distinct t g h h' Ht Hg Hh Hh' Hc Hc' Hne). now apply Hsame. }
    assert (Rabs (masked_boltz n (fun g => C i g k) (A i) - masked_boltz n (fun g => C j g l) (A j))
      > exp (- (2 * (kappa * r_max ^ 2)))) as Hb.
    { apply (left_scores_separated n (A i) (A j) _ _ (kappa * r_max ^ 2) 3); [lra | | | | | | |].
      - intros x Hx. assert (exists t h, (t < N)%nat /\ (h < n)%nat /\ x = A t h) as [t [h [Ht [Hh ->]]]].
        { destruct Hx as [Hx | Hx]; [destruct (Hplace i x k Hi Hx) as [h Hh]; exists i, h |
            destruct (Hplace j x l Hj Hx) as [h Hh]; exists j, h]; tauto. }
        unfold A. rewrite !Rabs_mult, (Rabs_right kappa) by lra.
        pose proof (seen_below t h Ht Hh) as Hpg. pose proof (seen_below i k Hi Hkn) as Hpk. fold c in Hpk.
        pose proof (Rabs_pos (p t h)). pose proof (Rabs_pos c).
        replace (kappa * r_max ^ 2) with (kappa * (r_max * r_max)) by ring. rewrite Rmult_assoc.
        apply Rmult_lt_compat_l; [exact Hk |]. apply Rmult_le_0_lt_compat; assumption.
      - intros x y Hx Hy Hxy.
        assert (exists t h, (t < N)%nat /\ (h < n)%nat /\ x = A t h) as [t [h [Ht [Hh Ex]]]].
        { destruct Hx as [Hx | Hx]; [destruct (Hplace i x k Hi Hx) as [h Hh]; exists i, h |
            destruct (Hplace j x l Hj Hx) as [h Hh]; exists j, h]; tauto. }
        assert (exists t h, (t < N)%nat /\ (h < n)%nat /\ y = A t h) as [t' [h' [Ht' [Hh' Ey]]]].
        { destruct Hy as [Hy | Hy]; [destruct (Hplace i y k Hi Hy) as [h' Hh']; exists i, h' |
            destruct (Hplace j y l Hj Hy) as [h' Hh']; exists j, h']; tauto. }
        rewrite Ex, Ey in *. apply Hfar; try assumption. intros H. apply Hxy. now apply Hsame'.
      - exact (Hnd i k Hi Hkn).
      - exact (Hnd j l Hj Hl).
      - destruct (something i k Hi Hkn) as [g [Hg Hc]]. exists (A i g), g. auto.
      - destruct (something j l Hj Hl) as [g [Hg Hc]]. exists (A j g), g. auto.
      - intros H. apply Hdiff. split.
        + intros g Hg Hc.
          destruct (proj1 (H (A i g)) (ex_intro _ g (conj Hg (conj Hc eq_refl)))) as [g' [Hg' [Hc' EA]]].
          exists g'. split; [exact Hg' |]. split; [exact Hc' |]. now apply Hsame.
        + intros g Hg Hc.
          destruct (proj2 (H (A j g)) (ex_intro _ g (conj Hg (conj Hc eq_refl)))) as [g' [Hg' [Hc' EA]]].
          exists g'. split; [exact Hg' |]. split; [exact Hc' |]. now apply Hsame. }
    assert (masked_boltz n (fun g => C i g k) (A i) = kappa * c * m i k) as B0.
    { unfold masked_boltz, m, masked_mean. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros g Hg.
      unfold A. fold (p i g). fold (p i k). fold c. change (along d v (X i)) with (p i). ring. }
    assert (masked_boltz n (fun g => C j g l) (A j) = kappa * c * m j l) as B1.
    { unfold masked_boltz, m, masked_mean. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros g Hg.
      unfold A. change (along d v (X j)) with (p j). rewrite Ep. ring. }
    rewrite B0, B1, <- Rmult_minus_distr_l, !Rabs_mult, (Rabs_right kappa) in Hb by lra.
    apply Rlt_gt. apply Rmult_lt_reg_r with (kappa * r_max); [apply Rmult_lt_0_compat; lra |].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, Rmult_lt_0_compat; lra).
    apply Rlt_le_trans with (1 := Hb). rewrite (Rmult_comm _ (kappa * r_max)).
    apply Rmult_le_compat_r; [apply Rabs_pos |]. apply Rmult_le_compat_l; [lra |].
    apply Rlt_le. now apply seen_below.
  Qed.

  Lemma seen_contexts :
    (forall i k, (i < N)%nat -> (k < n)%nat -> norm d (column k (q i)) < r_max + e / 4) /\
    (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
       ~ same_view d n (C i) (C j) (X i) (X j) k l \/ ~ same_token d (X i) (X j) k l ->
       norm d (gap (column k (q i)) (column l (q j))) > e / (4 * r_max ^ 2 * kappa) * exp (- (2 * kappa * r_max ^ 2))).
  Proof.
    pose proof seen_r_max as Hrm. pose proof separated as [Hx _]. specialize (Hx 0%nat 0%nat HN Hn).
    replace (2 * kappa * r_max ^ 2) with (2 * (kappa * r_max ^ 2)) by ring.
    set (M := exp (- (2 * (kappa * r_max ^ 2))) / (kappa * r_max)).
    assert (M * (e / (4 * r_max)) = e / (4 * r_max ^ 2 * kappa) * exp (- (2 * (kappa * r_max ^ 2)))) as EM
      by (unfold M; field; lra).
    rewrite <- EM. split.
    - exact (added_bounded d n N X q r_min r_max e m w separated Hrm He seen_norm seen_at_most seen_ids).
    - apply (contexts_from_means d n N X q r_min r_max e m w separated Hrm He seen_norm seen_at_most seen_ids
        (fun i j k l => ~ same_view d n (C i) (C j) (X i) (X j) k l) M seen_means_differ).
      intros Her. rewrite EM.
      apply Rle_trans with (e / (4 * r_max ^ 2 * kappa) * exp (3 - 2 * (kappa * r_max ^ 2))).
      + apply Rmult_le_compat_l.
        * apply Rlt_le, Rmult_lt_0_compat; [exact He |]. apply Rinv_0_lt_compat.
          apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra | now apply pow_lt] | exact Hk].
        * apply Rlt_le, exp_increasing. lra.
      + apply (at_most_half r_min); lra.
  Qed.
End Seen.

(** ** Tokens that are not used replaced *)

(** What classical logic decides. *)
Definition decide (P : Prop) : bool := if ClassicalDedekindReals.sig_not_dec P then true else false.

Lemma decide_iff : forall P, decide P = true <-> P.
Proof.
  intros P. unfold decide. destruct (ClassicalDedekindReals.sig_not_dec P) as [H | H]; split; intros G; auto.
  - now apply NNPP.
  - discriminate.
Qed.

Section Replaced.
  Variables (d n s N : nat) (X : nat -> nat -> nat -> R) (V : list (nat -> R)).
  Variables (asked : nat -> nat -> bool) (C : nat -> nat -> nat -> bool) (r_min r_max e : R) (i_0 k_0 : nat).
  Hypotheses (Hd : (1 <= d)%nat) (Hs : (1 <= s)%nat) (tokens : used_tokens d n N X V asked C r_min r_max e).
  Hypotheses (Hr : 0 < r_min) (He : 0 < e) (Hi0 : (i_0 < N)%nat) (Hk0 : (k_0 < n)%nat) (Hq : asked i_0 k_0 = true).
  Let U := used n asked C.

  Definition replaced (i a k : nat) : R := if decide (U i k) then X i a k else X i_0 a k_0.
  Definition own_mask (i l k : nat) : bool := if asked i k then C i l k else Nat.eqb l k.

  Lemma replaced_is : forall i k, exists i' k', U i' k' /\ (forall a, column k (replaced i) a = column k' (X i') a) /\
    ((i < N)%nat -> (k < n)%nat -> (i' < N)%nat /\ (k' < n)%nat).
  Proof.
    intros i k. unfold replaced, column. destruct (decide (U i k)) eqn:E.
    - exists i, k. split; [now apply decide_iff | auto].
    - exists i_0, k_0. split; [now left | auto].
  Qed.

  Lemma replaced_used : forall i k a, U i k -> replaced i a k = X i a k.
  Proof. intros i k a H. unfold replaced. now rewrite (proj2 (decide_iff _) H). Qed.

  Lemma replaced_same : forall i j k l, U i k -> U j l ->
    (same_token d (replaced i) (replaced j) k l <-> same_token d (X i) (X j) k l).
  Proof.
    intros i j k l Hk Hl. unfold same_token, same_vector, column.
    split; intros H a Ha; specialize (H a Ha); rewrite !replaced_used in * by assumption; exact H.
  Qed.

  Lemma replaced_vocabulary : vocabulary d n N replaced V.
  Proof.
    destruct tokens as [HV [HV' _]]. split.
    - intros i k Hi Hk. destruct (replaced_is i k) as [i' [k' [HU [E Hb]]]]. destruct (Hb Hi Hk) as [Hi' Hk'].
      destruct (HV i' k' Hi' Hk' HU) as [x [Hx Ex]]. exists x. split; [exact Hx |]. intros a Ha. rewrite E. now apply
        Ex.
    - intros x Hx. destruct (HV' x Hx) as [i [k [Hi [Hk [HU Ex]]]]]. exists i, k. split; [exact Hi |].
      split; [exact Hk |]. intros a Ha. unfold column. rewrite replaced_used by exact HU. now apply Ex.
  Qed.

  Lemma replaced_separated : tokens_separated d n N replaced r_min r_max e.
  Proof.
    destruct tokens as [_ [_ [_ [H1 [H2 _]]]]]. split.
    - intros i k Hi Hk. destruct (replaced_is i k) as [i' [k' [HU [E Hb]]]]. destruct (Hb Hi Hk) as [Hi' Hk'].
      rewrite (norm_ext d _ (column k' (X i'))) by (intros a _; apply E). now apply H1.
    - intros i j k l Hi Hj Hk Hl Hne. destruct (replaced_is i k) as [i' [k' [HU [E Hb]]]].
      destruct (Hb Hi Hk) as [Hi' Hk']. destruct (replaced_is j l) as [j' [l' [HU' [E' Hb']]]].
      destruct (Hb' Hj Hl) as [Hj' Hl'].
      rewrite (norm_ext d _ (gap (column k' (X i')) (column l' (X j')))).
      + apply H2; try assumption. intros F. apply Hne. intros a Ha. rewrite E, E'. now apply F.
      + intros a _. unfold gap. now rewrite E, E'.
  Qed.

  Lemma own_mask_leaves : leaves_something n N own_mask.
  Proof.
    intros i k Hi Hk. unfold own_mask. destruct (asked i k) eqn:E.
    - destruct tokens as [_ [_ [_ [_ [_ H]]]]]. now apply H.
    - exists k. split; [exact Hk | apply Nat.eqb_refl].
  Qed.

  Lemma own_views_distinct : forall i k a b, (i < N)%nat -> (k < n)%nat -> (a < n)%nat -> (b < n)%nat ->
    own_mask i a k = true -> own_mask i b k = true -> a <> b -> ~ same_token d (replaced i) (replaced i) a b.
  Proof.
    intros i k a b Hi Hk Ha Hb Hca Hcb Hne. unfold own_mask in *. destruct (asked i k) eqn:E.
    - destruct tokens as [_ [_ [H _]]]. intros F. apply (H i k a b Hi Hk Ha Hb E Hca Hcb Hne).
      apply replaced_same; [right; now exists k | right; now exists k | exact F].
    - exfalso. apply Hne. apply Nat.eqb_eq in Hca, Hcb. now rewrite Hca.
  Qed.

  (** At tokens that are asked for nothing has changed. *)
  Lemma own_view_same : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    asked i k = true -> asked j l = true ->
    (same_view d n (own_mask i) (own_mask j) (replaced i) (replaced j) k l
     <-> same_view d n (C i) (C j) (X i) (X j) k l).
  Proof.
    intros i j k l Hi Hj Hk Hl Hak Hal.
    assert (forall a, own_mask i a k = C i a k) as E by (intros a; unfold own_mask; now rewrite Hak).
    assert (forall a, own_mask j a l = C j a l) as E' by (intros a; unfold own_mask; now rewrite Hal).
    assert (forall a, C i a k = true -> U i a) as Hu by (intros a Ha; right; now exists k).
    assert (forall a, C j a l = true -> U j a) as Hu' by (intros a Ha; right; now exists l).
    split; intros [H H']; split; intros a Ha Hc.
    - destruct (H a Ha) as [b [Hb [Hcb F]]]; [now rewrite E |]. rewrite E' in Hcb. exists b. repeat split; auto.
      apply replaced_same in F; auto.
    - destruct (H' a Ha) as [b [Hb [Hcb F]]]; [now rewrite E' |]. rewrite E in Hcb. exists b. repeat split; auto.
      apply replaced_same in F; auto.
    - rewrite E in Hc. destruct (H a Ha Hc) as [b [Hb [Hcb F]]]. exists b. rewrite E'. repeat split; auto.
      apply replaced_same; auto.
    - rewrite E' in Hc. destruct (H' a Ha Hc) as [b [Hb [Hcb F]]]. exists b. rewrite E. repeat split; auto.
      apply replaced_same; auto.
  Qed.

  Lemma own_output : forall (H : head reals) i k a, (i < N)%nat -> (k < n)%nat -> asked i k = true ->
    masked_attention d n (own_mask i) H (replaced i) a k = masked_attention d n (C i) H (X i) a k.
  Proof.
    intros H i k a Hi Hk Hak.
    assert (forall l, own_mask i l k = C i l k) as E by (intros l; unfold own_mask; now rewrite Hak).
    assert (forall l, U i l -> forall (W : nat -> nat -> R) h,
      product (F := reals) d W (replaced i) h l = product (F := reals) d W (X i) h l) as Hrow.
    { intros l Hl W h. apply (sum_below_ext d (fun b => W h b * replaced i b l) (fun b => W h b * X i b l)).
      intros b _. now rewrite replaced_used. }
    assert (U i k) as Hkk by now left.
    assert (forall l, C i l k = true -> scores (F := reals) d H (replaced i) l k = scores (F := reals) d H (X i) l k)
      as Hscores.
    { intros l Hc. assert (U i l) as Hl by (right; now exists k).
      apply (sum_below_ext (head_size H) (fun h => product (F := reals) d (W_K H) (replaced i) h l
          * (product (F := reals) d (W_Q H) (replaced i) h k + b_Q H h))
        (fun h => product (F := reals) d (W_K H) (X i) h l * (product (F := reals) d (W_Q H) (X i) h k + b_Q H h))).
      intros h _. now rewrite !Hrow. }
    change (replaced i a k + sum_below n (fun l =>
        sum_below (head_size H) (fun h => W_O H a h * product (F := reals) d (W_V H) (replaced i) h l)
        * masked_softmax n (fun l' => own_mask i l' k) (fun l' => scores (F := reals) d H (replaced i) l' k) l)
      = X i a k + sum_below n (fun l =>
        sum_below (head_size H) (fun h => W_O H a h * product (F := reals) d (W_V H) (X i) h l)
        * masked_softmax n (fun l' => C i l' k) (fun l' => scores (F := reals) d H (X i) l' k) l)).
    rewrite replaced_used by exact Hkk. f_equal. apply sum_below_ext. intros l _. unfold masked_softmax.
    assert (total (F := reals) n (fun l => if own_mask i l k then exp (scores (F := reals) d H (replaced i) l k) else 0)
      = total (F := reals) n (fun l => if C i l k then exp (scores (F := reals) d H (X i) l k) else 0)) as ->.
    { apply (sum_below_ext n (fun l => if own_mask i l k then exp (scores (F := reals) d H (replaced i) l k) else 0)
        (fun l => if C i l k then exp (scores (F := reals) d H (X i) l k) else 0)). intros l' _. rewrite E.
      destruct (C i l' k) eqn:Hc; [now rewrite (Hscores l' Hc) | reflexivity]. }
    rewrite E. destruct (C i l k) eqn:Hc; [| unfold Rdiv; ring].
    assert (U i l) as Hl by (right; now exists k). rewrite (Hscores l Hc). f_equal. apply sum_below_ext. intros h _.
    now rewrite Hrow.
  Qed.

  Let kappa := 3 * (INR (length V) * (INR (length V) + 1) / 2) ^ 2 / (e * r_min).

  Lemma hidden_head : 0 < kappa /\ 0 < r_max /\ exists v, norm d v = 1 /\
    let H := the_head s v (fun a => e / (4 * r_max) * first a) kappa in
    let delta := e / (4 * r_max ^ 2 * kappa) * exp (- (2 * kappa * r_max ^ 2)) in
    (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
       ~ same_view d n (own_mask i) (own_mask j) (replaced i) (replaced j) k l
       \/ ~ same_token d (replaced i) (replaced j) k l ->
       norm d (gap (column k (masked_attention d n (own_mask i) H (replaced i)))
         (column l (masked_attention d n (own_mask j) H (replaced j)))) > delta) /\
    let q i := masked_attention d n (C i) H (X i) in
    (forall i k, (i < N)%nat -> (k < n)%nat -> asked i k = true -> norm d (column k (q i)) < r_max + e / 4) /\
    (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
       asked i k = true -> asked j l = true ->
       ~ same_view d n (C i) (C j) (X i) (X j) k l \/ ~ same_token d (X i) (X j) k l ->
       norm d (gap (column k (q i)) (column l (q j))) > delta).
  Proof.
    assert (1 <= n)%nat as Hn by lia. assert (1 <= N)%nat as HN by lia.
    destruct (sharper_scores d n s N replaced V r_min r_max e Hd Hn Hs HN replaced_vocabulary replaced_separated Hr He)
      as [Hk [Hw [v [Hv H]]]]. fold kappa in Hk, Hw, H.
    pose proof replaced_separated as [Hx _]. specialize (Hx 0%nat 0%nat HN Hn).
    split; [exact Hk |]. split; [lra |]. exists v. split; [exact Hv |].
    destruct (seen_contexts d n s N replaced own_mask r_min r_max e kappa v Hd Hn Hs HN own_views_distinct
      replaced_separated Hr He Hv Hk Hw own_mask_leaves H) as [H1 H2].
    set (G := the_head s v (fun a => e / (4 * r_max) * first a) kappa) in *. cbv zeta. split; [exact H2 |]. split.
    - intros i k Hi Hkn Hak. rewrite <- (norm_ext d (column k (masked_attention d n (own_mask i) G (replaced i)))).
      + now apply H1.
      + intros a _. unfold column. now apply own_output.
    - intros i j k l Hi Hj Hkn Hl Hak Hal Hdiff.
      rewrite <- (norm_ext d (gap (column k (masked_attention d n (own_mask i) G (replaced i)))
        (column l (masked_attention d n (own_mask j) G (replaced j))))).
      + apply H2; try assumption. rewrite own_view_same by assumption.
        rewrite replaced_same by (left; assumption). exact Hdiff.
      + intros a _. unfold gap, column. now rewrite !own_output.
  Qed.

  (** The delta of (8) is less, where tokens differ. *)
  Lemma printed_is_less : (1 <= n)%nat -> e < 2 * r_max -> r_min < r_max ->
    let L := ln (INR n) in let m := (INR (length V) + 1) ^ 4 in let pi_d := PI * INR d in
    2 * L ^ 2 * e ^ 2 * r_min / (r_max ^ 2 * m * (2 * L + 3) * pi_d)
      * exp (- (m * ((2 * L + 3) * pi_d * r_max ^ 2 / (4 * e * r_min))))
    <= e / (4 * r_max ^ 2 * kappa) * exp (- (2 * kappa * r_max ^ 2)).
  Proof.
    intros Hn Her Hrr L m pi_d. pose proof (ln_INR_nonnegative n Hn) as HL. fold L in HL.
    assert (1 <= N)%nat as HN by lia.
    pose proof (some_token d n N replaced V Hn HN replaced_vocabulary) as H1. set (W := INR (length V)) in *.
    pose proof (le_INR 1 d Hd) as Hd1. change (INR 1) with 1 in Hd1. pose proof PI2_1 as Hpi.
    assert (2 <= pi_d) as Hpd by (unfold pi_d; nra).
    assert (1 <= W * (W + 1)) as HW1 by nra.
    assert (0 < m) as Hm by (unfold m; apply pow_lt; lra).
    rewrite (printed_delta L m pi_d r_min r_max e HL Hm ltac:(lra) Hr ltac:(lra) He).
    set (T := 2 * L + 3). assert (3 <= T) as HT by (unfold T; lra).
    set (kp := m * (pi_d / 8) * (T / (e * r_min))).
    assert (0 < e * r_min) as Hem by (now apply Rmult_lt_0_compat).
    set (y := / (e * r_min)). assert (0 < y) as Hy by (now apply Rinv_0_lt_compat).
    assert (kappa = 3 / 4 * (W * (W + 1)) ^ 2 * y) as Ek by (unfold kappa, y; fold W; field; lra).
    assert (kp = m * (pi_d / 8) * T * y) as Ekp by (unfold kp, y; field; lra).
    assert (0 < kappa) as Hk by (rewrite Ek; repeat apply Rmult_lt_0_compat; try lra; apply pow_lt; lra).
    (* kp - kappa >= (T/4) y (W + 1)^2 (2 W + 1) *)
    assert (kp - kappa >= 3 * T * y) as Hdiff.
    { assert (kp >= T / 4 * (m * y)) as A1.
      { rewrite Ekp. replace (m * (pi_d / 8) * T * y) with (pi_d / 8 * (T * (m * y))) by ring.
        replace (T / 4 * (m * y)) with (2 / 8 * (T * (m * y))) by field. apply Rle_ge, Rmult_le_compat_r; [| lra].
        apply Rmult_le_pos; [lra |]. apply Rlt_le, Rmult_lt_0_compat; assumption. }
      assert (kappa <= T / 4 * ((W * (W + 1)) ^ 2 * y)) as A2.
      { rewrite Ek. replace (3 / 4 * (W * (W + 1)) ^ 2 * y) with (3 / 4 * ((W * (W + 1)) ^ 2 * y)) by ring.
        apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; [apply pow2_ge_0 | lra]. }
      assert (m - (W * (W + 1)) ^ 2 >= 12) as A3.
      { replace (m - (W * (W + 1)) ^ 2) with ((W + 1) ^ 2 * (2 * W + 1)) by (unfold m; ring).
        assert (4 <= (W + 1) ^ 2) by nra. nra. }
      assert (T / 4 * ((m - (W * (W + 1)) ^ 2) * y) >= T / 4 * (12 * y)) as A4.
      { apply Rle_ge, Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; lra. }
      lra. }
    assert (0 < r_max) as Hrm by lra. set (R2 := r_max ^ 2).
    assert (y * R2 >= 1 / 2) as Hy2.
    { unfold y, R2. apply Rle_ge. apply Rmult_le_reg_l with (e * r_min); [exact Hem |].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. nra. }
    assert (2 * (kp - kappa) * R2 >= T) as Hgap.
    { assert (0 < R2) as HR by (now apply pow_lt).
      assert ((kp - kappa) * R2 >= 3 * T * y * R2) as F by (apply Rle_ge, Rmult_le_compat_r; lra). nra. }
    assert (0 < kp) as Hkp by (assert (0 < 3 * T * y) by (repeat apply Rmult_lt_0_compat; lra); lra).
    (* L^2 e^(-2 kp R2) <= e^(-2 kappa R2), and 1/kp <= 1/kappa *)
    assert (L ^ 2 * exp (- (2 * (kp * R2))) <= exp (- (2 * kappa * R2))) as F1.
    { apply Rle_trans with (exp T * exp (- (2 * (kp * R2)))).
      - apply Rmult_le_compat_r; [apply Rlt_le, exp_pos | apply Rlt_le, at_threshold, Hn].
      - rewrite <- exp_plus. apply exp_at_most. lra. }
    assert (e / (4 * R2 * kp) <= e / (4 * R2 * kappa)) as F2.
    { unfold Rdiv. apply Rmult_le_compat_l; [lra |]. assert (0 < R2) as HR by (now apply pow_lt).
      assert (0 < 3 * T * y) by (repeat apply Rmult_lt_0_compat; lra).
      apply Rinv_le_contravar; [apply Rmult_lt_0_compat; [lra | exact Hk] |]. apply Rmult_le_compat_l; lra. }
    apply Rmult_le_compat; [| | exact F2 | exact F1].
    - apply Rlt_le, Rmult_lt_0_compat; [exact He |]. apply Rinv_0_lt_compat.
      assert (0 < R2) as HR by (now apply pow_lt). apply Rmult_lt_0_compat; [lra | exact Hkp].
    - apply Rmult_le_pos; [apply pow2_ge_0 | apply Rlt_le, exp_pos].
  Qed.

  (** Where two ids are to differ, two tokens do. *)
  Lemma some_tokens_differ : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    asked i k = true -> asked j l = true ->
    ~ same_view d n (C i) (C j) (X i) (X j) k l \/ ~ same_token d (X i) (X j) k l -> e < 2 * r_max.
  Proof.
    intros i j k l Hi Hj Hk Hl Hak Hal Hdiff. pose proof tokens as [_ [_ [_ [_ [_ Hsome]]]]].
    assert (exists k' l', (k' < n)%nat /\ (l' < n)%nat /\ ~ same_token d (replaced i) (replaced j) k' l')
      as [k' [l' [Hk' [Hl' Hne]]]].
    { apply NNPP. intros F.
      assert (forall a b, (a < n)%nat -> (b < n)%nat -> U i a -> U j b -> same_token d (X i) (X j) a b) as G.
      { intros a b Ha Hb Hua Hub. apply NNPP. intros Hne. apply F. exists a, b. repeat split; auto.
        rewrite replaced_same by assumption. exact Hne. }
      destruct Hdiff as [Hdiff | Hdiff]; apply Hdiff.
      - destruct (Hsome i k Hi Hk Hak) as [a_0 [Ha0 Hc0]]. destruct (Hsome j l Hj Hl Hal) as [b_0 [Hb0 Hd0]]. split.
        + intros a Ha Hc. exists b_0. repeat split; auto. apply G; auto; right; [now exists k | now exists l].
        + intros b Hb Hc. exists a_0. repeat split; auto. apply G; auto; right; [now exists k | now exists l].
      - apply G; auto; now left. }
    exact (e_below d n N replaced r_min r_max e replaced_separated i j k' l' Hi Hj Hk' Hl' Hne).
  Qed.
End Replaced.

(** ** Theorem 2 *)

(** Where no id is asked for any head will do. *)
Lemma nothing_asked : forall d n s N X asked C r delta, (1 <= d)%nat -> (1 <= s)%nat ->
  ~ (exists i k, (i < N)%nat /\ (k < n)%nat /\ asked i k = true) -> one_masked_head_maps d n s N X asked C r delta.
Proof.
  intros d n s N X asked C r delta Hd Hs Hno. set (v := fun i : nat => if Nat.eqb i 0 then 1 else 0).
  pose proof (some_unit_vector d Hd) as Hv. fold v in Hv. exists (the_head s v first 1).
  split; [reflexivity |]. split; [intros a _; reflexivity |].
  split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |].
  split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |].
  split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |]. split.
  - intros i k Hi Hk Ha. exfalso. apply Hno. now exists i, k.
  - intros i j k l Hi _ Hk _ Ha. exfalso. apply Hno. now exists i, k.
Qed.

Lemma theorem_2_hidden_sharper_holds : kajitsuka_theorem_2_hidden_sharper.
Proof.
  intros d n s N X V asked C r_min r_max e Hd Hs Ht Hr He kappa.
  destruct (classic (exists i k, (i < N)%nat /\ (k < n)%nat /\ asked i k = true)) as [[i_0 [k_0 [Hi0 [Hk0 Hq]]]] | Hno];
    [| now apply nothing_asked].
  destruct (hidden_head d n s N X V asked C r_min r_max e i_0 k_0 Hd Hs Ht Hr He Hi0 Hk0 Hq)
    as [Hk [Hrm [v [Hv [_ [H1 H2]]]]]]. fold kappa in Hk, H1, H2.
  exists (the_head s v (fun a => e / (4 * r_max) * first a) kappa).
  split; [reflexivity |]. split; [intros a _; reflexivity |].
  split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |].
  split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |].
  split; [apply rank_one_outer; try assumption; unfold first; simpl; lra |]. split; assumption.
Qed.

Lemma theorem_2_hidden_holds : kajitsuka_theorem_2_hidden.
Proof.
  intros d n s N X V asked C r_min r_max e Hd Hn Hs Ht Hr He L m pi_d.
  destruct (classic (exists i k, (i < N)%nat /\ (k < n)%nat /\ asked i k = true)) as [[i_0 [k_0 [Hi0 [Hk0 Hq]]]] | Hno];
    [| now apply nothing_asked].
  destruct (theorem_2_hidden_sharper_holds d n s N X V asked C r_min r_max e Hd Hs Ht Hr He)
    as [H [E [Hb [R1 [R2 [R3 [H1 H2]]]]]]].
  exists H. do 5 (split; [assumption |]). split; [exact H1 |].
  intros i j k l Hi Hj Hk Hl Hak Hal Hdiff. specialize (H2 i j k l Hi Hj Hk Hl Hak Hal Hdiff).
  apply Rlt_gt. apply Rle_lt_trans with (2 := Rgt_lt _ _ H2).
  apply (printed_is_less d n s N X V asked C r_min r_max e i_0 k_0); try assumption.
  - exact (some_tokens_differ d n N X V asked C r_min r_max e i_0 k_0 Ht Hi0 Hk0 Hq i j k l Hi Hj Hk Hl Hak Hal Hdiff).
  - destruct Ht as [_ [_ [_ [Hx _]]]]. specialize (Hx i_0 k_0 Hi0 Hk0 (or_introl Hq)). lra.
Qed.

(** ** Corollary 1 *)

Lemma corollary_1_hidden_holds : kajitsuka_corollary_1_hidden.
Proof.
  intros d n s N X Y V asked C r_min r_max e Hd Hs Ht Hr He consistent.
  destruct (classic (exists i k, (i < N)%nat /\ (k < n)%nat /\ asked i k = true)) as [[i_0 [k_0 [Hi0 [Hk0 Hq]]]] | Hno].
  - destruct (hidden_head d n s N X V asked C r_min r_max e i_0 k_0 Hd Hs Ht Hr He Hi0 Hk0 Hq)
      as [Hk [Hrm [v [Hv [maps _]]]]]. set (kappa := 3 * _ / _) in *.
    set (X' := replaced n X asked C i_0 k_0) in *. set (C' := own_mask asked C) in *.
    (* the label of a token that is asked for and has the same token and view *)
    set (like := fun i k (p : nat * nat) => let (j, l) := p in
      asked j l && decide (same_view d n (C' i) (C' j) (X' i) (X' j) k l /\ same_token d (X' i) (X' j) k l)).
    set (Y' := fun i a k => match find (like i k) (places n N) with Some (j, l) => Y j a l | None => 0 end).
    assert (forall Z Z' k l, same_token d Z Z' k l -> same_token d Z' Z l k) as sym
      by (intros Z Z' k l E a Ha; symmetry; now apply E).
    assert (forall Z1 Z2 Z3 k l g, same_token d Z1 Z2 k l -> same_token d Z2 Z3 l g -> same_token d Z1 Z3 k g) as trans
      by (intros Z1 Z2 Z3 k l g E E' a Ha; rewrite (E a Ha); now apply E').
    assert (forall i j k l, same_view d n (C' i) (C' j) (X' i) (X' j) k l /\ same_token d (X' i) (X' j) k l ->
      forall p, like i k p = like j l p) as Hlike.
    { intros i j k l [[Hv1 Hv2] E] [i' k']. unfold like. f_equal. apply eq_true_iff_eq. rewrite !decide_iff.
      split; intros [[G1 G2] G3].
      - split; [split |].
        + intros a Ha Hc. destruct (Hv2 a Ha Hc) as [b [Hb [Hcb F]]]. destruct (G1 b Hb Hcb) as [g [Hg [Hcg F']]].
          exists g. repeat split; auto. exact (trans _ _ _ _ _ _ (sym _ _ _ _ F) F').
        + intros a Ha Hc. destruct (G2 a Ha Hc) as [b [Hb [Hcb F]]]. destruct (Hv1 b Hb Hcb) as [g [Hg [Hcg F']]].
          exists g. repeat split; auto. exact (trans _ _ _ _ _ _ (sym _ _ _ _ F') F).
        + exact (trans _ _ _ _ _ _ (sym _ _ _ _ E) G3).
      - split; [split |].
        + intros a Ha Hc. destruct (Hv1 a Ha Hc) as [b [Hb [Hcb F]]]. destruct (G1 b Hb Hcb) as [g [Hg [Hcg F']]].
          exists g. repeat split; auto. exact (trans _ _ _ _ _ _ F F').
        + intros a Ha Hc. destruct (G2 a Ha Hc) as [b [Hb [Hcb F]]]. destruct (Hv2 b Hb Hcb) as [g [Hg [Hcg F']]].
          exists g. repeat split; auto. exact (trans _ _ _ _ _ _ F' F).
        + exact (trans _ _ _ _ _ _ E G3). }
    assert (0 < e / (4 * r_max)) as Hp by (apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra]).
    apply (memorises_by d n s N C' X' Y' _ kappa v (e / (4 * r_max)) Hd Hs Hv) in maps; try lra.
    + destruct maps as [p [Hlen [R0 [R1 [R2 [R3 Hy]]]]]]. exists p. split; [exact Hlen |]. cbv zeta.
      split; [exact R0 |]. split; [exact R1 |]. split; [exact R2 |]. split; [exact R3 |]. intros i a k Hi Ha Hkn Hak.
        specialize (Hy i Hi a k Ha Hkn).
      cbv beta in Hy. change (equal (n := reals)) with (@eq R) in Hy.
      transitivity (Y' i a k).
      * rewrite <- Hy.
        assert (forall (f : token_wise reals) Z Z', (forall b, (b < d)%nat -> Z b k = Z' b k) ->
          feed_forward (F := reals) d f Z a k = feed_forward (F := reals) d f Z' a k) as Hff.
        { intros f Z Z' E.
          change (Z a k + sum_below (hidden_size f) (fun h => W_2 f a h * activate (activation f)
              (sum_below d (fun b => W_1 f h b * Z b k) + b_1 f h)) + b_2 f a
            = Z' a k + sum_below (hidden_size f) (fun h => W_2 f a h * activate (activation f)
              (sum_below d (fun b => W_1 f h b * Z' b k) + b_1 f h)) + b_2 f a).
          rewrite (E a Ha). f_equal. f_equal. apply sum_below_ext. intros h _.
          rewrite (sum_below_ext d (fun b => W_1 f h b * Z b k) (fun b => W_1 f h b * Z' b k)); [reflexivity |].
          intros b Hb. now rewrite (E b Hb). }
        apply Hff. intros b Hb. symmetry. now apply (own_output d n N X asked C i_0 k_0).
      * unfold Y'. destruct (find (like i k) (places n N)) as [[j l] |] eqn:E.
        -- apply find_some in E. destruct E as [Hin El]. apply places_in in Hin. destruct Hin as [Hj Hl].
           unfold like in El. apply andb_prop in El. destruct El as [Hal El].
           destruct (proj1 (decide_iff _) El) as [G1 G2]. symmetry. apply (consistent i j k l); try assumption.
           ++ now apply (own_view_same d n N X asked C i_0 k_0).
           ++ apply (replaced_same d n X asked C i_0 k_0) in G2; [exact G2 | now left | now left].
        -- exfalso. pose proof (find_none _ _ E (i, k) ltac:(apply places_in; auto)) as F. unfold like in F.
           rewrite Hak in F. cbn [andb] in F.
           assert (decide (same_view d n (C' i) (C' i) (X' i) (X' i) k k /\ same_token d (X' i) (X' i) k k) = true) as
             G.
           { apply decide_iff. split; [split |]; [intros b Hb Hc; exists b | intros b Hb Hc; exists b |];
               repeat split; auto; intros h _; reflexivity. }
           rewrite G in F. discriminate.
    + apply Rmult_le_pos; [| apply Rlt_le, exp_pos]. apply Rlt_le, Rmult_lt_0_compat; [exact He |].
      apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra | now apply pow_lt] | exact Hk].
    + intros i j k l Hi Hj Hkn Hl Hview E a Ha. unfold column, Y'.
      assert (find (like i k) (places n N) = find (like j l) (places n N)) as ->; [| reflexivity].
      pose proof (Hlike i j k l (conj Hview E)) as G. induction (places n N) as [| p ps IH]; [reflexivity |].
      cbn [find]. now rewrite G, IH.
  - (* no id is asked for: any head and any layer *)
    set (v := fun i : nat => if Nat.eqb i 0 then 1 else 0). pose proof (some_unit_vector d Hd) as Hv. fold v in Hv.
    assert (forall k l, same_token d (fun _ _ => 0) (fun _ _ => 0) k l) as Hsame by (intros k l a _; reflexivity).
    destruct (memorises_by d n s N (fun _ _ _ => true) (fun _ _ _ => 0) (fun _ _ _ => 0) 0 1 v 1 Hd Hs Hv)
      as [p [Hlen [R0 [R1 [R2 [R3 _]]]]]]; try lra.
    + intros i j k l _ _ _ _ [F | F]; exfalso; apply F; [| apply Hsame].
      split; intros a Ha _; exists a; repeat split; auto.
    + intros i j k l _ _ _ _ _ _. apply Hsame.
    + exists p. split; [exact Hlen |]. cbv zeta. do 4 (split; [assumption |]). intros i a k Hi _ Hkn Hak. exfalso.
      apply Hno. now exists i, k.
Qed.
