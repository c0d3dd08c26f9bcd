(** * Boltzmann: the Boltzmann operator in one argument

    Kajitsuka & Sato 2024, App. B.2, Lemmas 4 to 6. In one argument x the operator is (T + x e^x) / (E + e^x), and by
    (85) log p_i + S(p) is a_i - boltz(a). *)

From Coq Require Import Reals List Arith Lia Lra.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections.
Open Scope R_scope.

(** ** Sums of e^(a_i) and of a_i e^(a_i) *)

Definition partition (n : nat) (a : nat -> R) : R := sum_below n (fun i => exp (a i)).
Definition weighted (n : nat) (a : nat -> R) : R := sum_below n (fun i => a i * exp (a i)).

Lemma softmax_is : forall n a i, softmax n a i = exp (a i) / partition n a.
Proof. reflexivity. Qed.

Lemma partition_has : forall n a i, (i < n)%nat -> exp (a i) <= partition n a.
Proof. intros n a i Hi. apply (sum_below_has n (fun i => exp (a i)) i); [intros; apply Rlt_le, exp_pos | exact Hi]. Qed.

Lemma partition_positive : forall n a, (1 <= n)%nat -> 0 < partition n a.
Proof. intros n a Hn. pose proof (partition_has n a 0 ltac:(lia)). pose proof (exp_pos (a 0%nat)). lra. Qed.

Lemma boltz_is : forall n a, boltz n a = weighted n a / partition n a.
Proof.
  intros n a. unfold boltz, weighted, Rdiv. rewrite dot_sum, Rmult_comm, <- sum_below_scale. apply sum_below_ext.
  intros i _. rewrite softmax_is. unfold Rdiv. ring.
Qed.

Lemma boltz_ext : forall n a b, same_vector n a b -> boltz n a = boltz n b.
Proof.
  intros n a b H. rewrite !boltz_is. unfold weighted, partition.
  rewrite (sum_below_ext n (fun i => a i * exp (a i)) (fun i => b i * exp (b i))),
    (sum_below_ext n (fun i => exp (a i)) (fun i => exp (b i))); [reflexivity | |]; intros i Hi; now rewrite (H i Hi).
Qed.

Lemma softmax_positive : forall n a i, (1 <= n)%nat -> 0 < softmax n a i.
Proof.
  intros n a i Hn. rewrite softmax_is. apply Rmult_lt_0_compat; [apply exp_pos |].
  apply Rinv_0_lt_compat, partition_positive, Hn.
Qed.

Lemma softmax_sum : forall n a, (1 <= n)%nat -> sum_below n (softmax n a) = 1.
Proof.
  intros n a Hn. rewrite (sum_below_ext n _ (fun i => / partition n a * exp (a i))).
  - rewrite sum_below_scale. apply Rinv_l, Rgt_not_eq, partition_positive, Hn.
  - intros i _. rewrite softmax_is. unfold Rdiv. ring.
Qed.

(** ** Equation (85) *)

Lemma ln_softmax : forall n a i, (1 <= n)%nat -> ln (softmax n a i) = a i - log_partition n a.
Proof.
  intros n a i Hn. rewrite softmax_is. pose proof (partition_positive n a Hn) as H. unfold Rdiv.
  rewrite ln_mult, ln_exp, ln_Rinv; [reflexivity | exact H | apply exp_pos | now apply Rinv_0_lt_compat].
Qed.

Lemma equation_85_holds : kajitsuka_equation_85.
Proof.
  intros n a Hn. unfold entropy, boltz. rewrite !dot_sum.
  transitivity (sum_below n (fun i => log_partition n a * softmax n a i + softmax n a i * ln (softmax n a i))).
  - rewrite sum_below_plus, sum_below_scale, softmax_sum by exact Hn. ring.
  - apply sum_below_ext. intros i _. rewrite (ln_softmax n a i Hn). ring.
Qed.

(** log p_i + S(p) = a_i - boltz(a). *)
Lemma log_and_entropy : forall n a i, (1 <= n)%nat ->
  ln (softmax n a i) + entropy n (softmax n a) = a i - boltz n a.
Proof. intros n a i Hn. rewrite <- (equation_85_holds n a Hn), (ln_softmax n a i Hn). ring. Qed.

Lemma slope_is : forall n i a, (1 <= n)%nat -> slope n i a = softmax n a i * (1 + a i - boltz n a).
Proof.
  intros n i a Hn. unfold slope. pose proof (log_and_entropy n a i Hn).
  replace (1 + ln (softmax n a i) + entropy n (softmax n a)) with (1 + a i - boltz n a) by lra. reflexivity.
Qed.

Lemma curvature_is : forall n i a, (1 <= n)%nat ->
  curvature n i a = softmax n a i * ((1 - 2 * softmax n a i) * (1 + a i - boltz n a) + 1).
Proof.
  intros n i a Hn. unfold curvature. rewrite (log_and_entropy n a i Hn). ring.
Qed.

(** ** Bounds *)

Lemma exp_at_most : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [H | ->]; [apply Rlt_le, exp_increasing, H | apply Rle_refl]. Qed.

Lemma ln_at_least : forall x, 0 < x -> 1 - / x <= ln x.
Proof.
  intros x Hx. pose proof (exp_ineq1_le (- ln x)) as H. rewrite exp_Ropp, exp_ln in H by exact Hx. lra.
Qed.

Lemma ln_INR_nonnegative : forall n, (1 <= n)%nat -> 0 <= ln (INR n).
Proof.
  intros n Hn. apply le_INR in Hn. change (INR 1) with 1 in Hn. pose proof (ln_at_least (INR n) ltac:(lra)) as H.
  assert (/ INR n <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). lra.
Qed.

(** S(p) <= log n and max_j a_j <= L(a): boltz(a) is at least a_j - log n. *)
Lemma boltz_at_least : forall n a j, (j < n)%nat -> a j - ln (INR n) <= boltz n a.
Proof.
  intros n a j Hj. assert (1 <= n)%nat as Hn by lia. rewrite <- equation_85_holds by exact Hn.
  pose proof (partition_positive n a Hn) as HZ.
  assert (a j <= log_partition n a) as HL.
  { rewrite <- (ln_exp (a j)). change (log_partition n a) with (ln (partition n a)).
    destruct (Rle_lt_or_eq_dec _ _ (partition_has n a j Hj)) as [H | H]; [| rewrite H; apply Rle_refl].
    apply Rlt_le, ln_increasing; [apply exp_pos | exact H]. }
  pose proof (le_INR 1 n Hn) as Hn1. change (INR 1) with 1 in Hn1.
  assert (entropy n (softmax n a) <= ln (INR n)) as HS; [| lra].
  unfold entropy. rewrite dot_sum.
  assert (0 <= sum_below n (fun i => softmax n a i * ln (softmax n a i) + ln (INR n) * softmax n a i)) as H.
  { apply Rle_trans with (sum_below n (fun i => softmax n a i + - / INR n)).
    - rewrite sum_below_plus, softmax_sum by exact Hn.
      rewrite (sum_below_ext n (fun _ => - / INR n) (fun _ => - / INR n * 1)) by (intros; ring).
      rewrite sum_below_scale. assert (forall k, sum_below k (fun _ => 1) = INR k) as E.
      { induction k; [reflexivity |]. rewrite S_INR. simpl. now rewrite IHk. }
      rewrite E. right. field. lra.
    - apply sum_below_le. intros i _. pose proof (softmax_positive n a i Hn) as Hp.
      pose proof (ln_at_least (softmax n a i * INR n) ltac:(nra)) as Hl. rewrite ln_mult in Hl by lra.
      replace (softmax n a i * ln (softmax n a i) + ln (INR n) * softmax n a i)
        with (softmax n a i * (ln (softmax n a i) + ln (INR n))) by ring.
      apply Rle_trans with (softmax n a i * (1 - / (softmax n a i * INR n))).
      + right. field. lra.
      + apply Rmult_le_compat_l; lra. }
  rewrite sum_below_plus, sum_below_scale, softmax_sum in H by exact Hn. lra.
Qed.

(** ** Lemma 4 *)

Lemma with_entry_same : forall a i x, with_entry a i x i = x.
Proof. intros a i x. unfold with_entry. now rewrite Nat.eqb_refl. Qed.

Lemma with_entry_other : forall a i x j, j <> i -> with_entry a i x j = a j.
Proof. intros a i x j H. unfold with_entry. apply Nat.eqb_neq in H. now rewrite H. Qed.

Lemma with_entry_own : forall a i j, with_entry a i (a i) j = a j.
Proof. intros a i j. unfold with_entry.
destruct (j =? i)%nat eqn:E; [apply Nat.eqb_eq in E; now subst | reflexivity]. Qed.

Lemma with_entry_twice : forall a i x y j, with_entry (with_entry a i x) i y j = with_entry a i y j.
Proof. intros a i x y j. unfold with_entry. now destruct (j =? i)%nat. Qed.

Lemma sum_with_entry : forall n i a x (f : R -> R), (i < n)%nat ->
  sum_below n (fun j => f (with_entry a i x j)) = (sum_below n (fun j => f (a j)) - f (a i)) + f x.
Proof.
  intros n i a x f Hi.
  transitivity (sum_below n (fun j => f (a j) + (if (j =? i)%nat then f x - f (a i) else 0))).
  - apply sum_below_ext. intros j _. unfold with_entry. destruct (j =? i)%nat eqn:E; [| ring].
    apply Nat.eqb_eq in E. subst j. ring.
  - rewrite sum_below_plus, (sum_below_single n (fun j => if (j =? i)%nat then f x - f (a i) else 0) i Hi).
    + rewrite Nat.eqb_refl. ring.
    + intros j _ Hj. apply Nat.eqb_neq in Hj. now rewrite Hj.
Qed.

Lemma limit_ext : forall f g x l, (forall y, f y = g y) -> derivable_pt_lim f x l -> derivable_pt_lim g x l.
Proof.
  intros f g x l E H e He. destruct (H e He) as [h Hh]. exists h. intros y Hy Hyh. rewrite <- !E. now apply Hh.
Qed.

(** The derivative of (T + x e^x) / (E + e^x), and of the second factor's weight. *)
Lemma quotient_derivative : forall T E x, 0 < E + exp x ->
  let p := exp x / (E + exp x) in
  derivable_pt_lim (fun x => (T + x * exp x) / (E + exp x)) x (p * (1 + x - (T + x * exp x) / (E + exp x))).
Proof.
  intros T E x H p.
  pose proof (derivable_pt_lim_plus _ _ x _ _ (derivable_pt_lim_const T x)
    (derivable_pt_lim_mult _ _ x _ _ (derivable_pt_lim_id x) (derivable_pt_lim_exp x))) as Hn.
  pose proof (derivable_pt_lim_plus _ _ x _ _ (derivable_pt_lim_const E x) (derivable_pt_lim_exp x)) as Hd.
  assert ((fct_cte E + exp)%F x <> 0) as Hne by (unfold plus_fct, fct_cte; lra).
  pose proof (derivable_pt_lim_div _ _ x _ _ Hn Hd Hne) as H'.
  match type of H' with derivable_pt_lim _ _ ?l => replace (p * (1 + x - (T + x * exp x) / (E + exp x))) with l end.
  - exact H'.
  - unfold p, plus_fct, mult_fct, fct_cte, id, Rsqr. field. lra.
Qed.

Lemma weight_derivative : forall E x, 0 < E + exp x ->
  let p := exp x / (E + exp x) in derivable_pt_lim (fun x => exp x / (E + exp x)) x (p * (1 - p)).
Proof.
  intros E x H p.
  pose proof (derivable_pt_lim_plus _ _ x _ _ (derivable_pt_lim_const E x) (derivable_pt_lim_exp x)) as Hd.
  assert ((fct_cte E + exp)%F x <> 0) as Hne by (unfold plus_fct, fct_cte; lra).
  pose proof (derivable_pt_lim_div _ _ x _ _ (derivable_pt_lim_exp x) Hd Hne) as H'.
  match type of H' with derivable_pt_lim _ _ ?l => replace (p * (1 - p)) with l end.
  - exact H'.
  - unfold p, plus_fct, fct_cte, Rsqr. field. lra.
Qed.

(** ... and of p (1 + x - boltz). *)
Lemma slope_derivative : forall T E x, 0 <= E ->
  let p := exp x / (E + exp x) in let g := (T + x * exp x) / (E + exp x) in
  derivable_pt_lim (fun x => exp x / (E + exp x) * (1 + x - (T + x * exp x) / (E + exp x))) x
    (p * ((1 - 2 * p) * (1 + x - g) + 1)).
Proof.
  intros T E x HE p g. pose proof (exp_pos x) as Hx. assert (0 < E + exp x) as H by lra.
  pose proof (derivable_pt_lim_minus _ _ x _ _
    (derivable_pt_lim_plus _ _ x _ _ (derivable_pt_lim_const 1 x) (derivable_pt_lim_id x))
    (quotient_derivative T E x H)) as H1.
  pose proof (derivable_pt_lim_mult _ _ x _ _ (weight_derivative E x H) H1) as H2.
  match type of H2 with derivable_pt_lim _ _ ?l => replace (p * ((1 - 2 * p) * (1 + x - g) + 1)) with l end.
  - exact H2.
  - unfold minus_fct, plus_fct, fct_cte, id. fold g. fold p. ring.
Qed.

(** All but entry i. *)
Definition rest (n i : nat) (a : nat -> R) (f : R -> R) : R := sum_below n (fun j => f (a j)) - f (a i).

Lemma rest_nonnegative : forall n i a, (i < n)%nat -> 0 <= rest n i a exp.
Proof. intros n i a Hi. unfold rest. pose proof (partition_has n a i Hi). unfold partition in *. lra. Qed.

Lemma boltz_with : forall n i a x, (i < n)%nat ->
  boltz n (with_entry a i x) = (rest n i a (fun y => y * exp y) + x * exp x) / (rest n i a exp + exp x).
Proof.
  intros n i a x Hi. rewrite boltz_is. unfold weighted, partition, rest.
  rewrite (sum_with_entry n i a x (fun y => y * exp y) Hi), (sum_with_entry n i a x exp Hi). reflexivity.
Qed.

Lemma softmax_with : forall n i a x, (i < n)%nat ->
  softmax n (with_entry a i x) i = exp x / (rest n i a exp + exp x).
Proof.
  intros n i a x Hi. rewrite softmax_is, with_entry_same. unfold partition, rest.
  now rewrite (sum_with_entry n i a x exp Hi).
Qed.

Lemma slope_with : forall n i a x, (i < n)%nat -> slope n i (with_entry a i x) =
  exp x / (rest n i a exp + exp x)
  * (1 + x - (rest n i a (fun y => y * exp y) + x * exp x) / (rest n i a exp + exp x)).
Proof.
  intros n i a x Hi. rewrite slope_is by lia. now rewrite softmax_with, boltz_with, with_entry_same by exact Hi.
Qed.

Lemma boltz_derivative : forall n i a x, (i < n)%nat ->
  derivable_pt_lim (fun x => boltz n (with_entry a i x)) x (slope n i (with_entry a i x)).
Proof.
  intros n i a x Hi. rewrite slope_with by exact Hi.
  apply (limit_ext (fun x => (rest n i a (fun y => y * exp y) + x * exp x) / (rest n i a exp + exp x))).
  - intros y. symmetry. now apply boltz_with.
  - apply quotient_derivative. pose proof (rest_nonnegative n i a Hi). pose proof (exp_pos x). lra.
Qed.

Lemma slope_has_derivative : forall n i a x, (i < n)%nat ->
  derivable_pt_lim (fun x => slope n i (with_entry a i x)) x (curvature n i (with_entry a i x)).
Proof.
  intros n i a x Hi. rewrite curvature_is by lia. rewrite softmax_with, boltz_with, with_entry_same by exact Hi.
  eapply limit_ext; [intros y; symmetry; apply (slope_with n i a y Hi) |].
  apply slope_derivative, rest_nonnegative, Hi.
Qed.

Lemma slope_ext : forall n i a b, (i < n)%nat -> same_vector n a b -> slope n i a = slope n i b.
Proof.
  intros n i a b Hi H. rewrite !slope_is by lia. rewrite !softmax_is, (boltz_ext n a b H), (H i Hi).
  unfold partition. rewrite (sum_below_ext n (fun i => exp (a i)) (fun i => exp (b i))); [reflexivity |].
  intros j Hj. now rewrite (H j Hj).
Qed.

Lemma curvature_ext : forall n i a b, (i < n)%nat -> same_vector n a b -> curvature n i a = curvature n i b.
Proof.
  intros n i a b Hi H. rewrite !curvature_is by lia. rewrite !softmax_is, (boltz_ext n a b H), (H i Hi).
  unfold partition. rewrite (sum_below_ext n (fun i => exp (a i)) (fun i => exp (b i))); [reflexivity |].
  intros j Hj. now rewrite (H j Hj).
Qed.

Lemma slope_negative : forall n i j a, (i < n)%nat -> (j < n)%nat -> a i < a j - ln (INR n) - 1 -> slope n i a < 0.
Proof.
  intros n i j a Hi Hj H. rewrite slope_is by lia. pose proof (softmax_positive n a i ltac:(lia)) as Hp.
  pose proof (boltz_at_least n a j Hj). nra.
Qed.

(** A greatest one is another one than a_i. *)
Lemma another : forall n i a M c, (i < n)%nat -> maximum n a M -> 0 < c -> a i < M - ln (INR n) - c ->
  exists j, (j < n)%nat /\ j <> i /\ a j = M.
Proof.
  intros n i a M c Hi [[j [Hj E]] _] Hc H. exists j. repeat split; [exact Hj | | exact E].
  intros ->. pose proof (ln_INR_nonnegative n ltac:(lia)). lra.
Qed.

Lemma boltz_decreases : forall n i j a x y, (i < n)%nat -> (j < n)%nat -> j <> i -> x < y ->
  y < a j - ln (INR n) - 1 -> boltz n (with_entry a i y) < boltz n (with_entry a i x).
Proof.
  intros n i j a x y Hi Hj Hne Hxy Hy.
  destruct (MVT_cor2 (fun x => boltz n (with_entry a i x)) (fun x => slope n i (with_entry a i x)) x y Hxy)
    as [z [E Hz]].
  - intros z _. now apply boltz_derivative.
  - assert (slope n i (with_entry a i z) < 0); [| nra].
    apply (slope_negative n i j); try assumption. rewrite with_entry_same, with_entry_other by exact Hne. lra.
Qed.

Lemma lemma_4_holds : kajitsuka_lemma_4.
Proof.
  intros n i a Hi. split.
  - rewrite (slope_ext n i a (with_entry a i (a i)) Hi); [now apply boltz_derivative |].
    intros j _. symmetry. apply with_entry_own.
  - intros M HM H. destruct (another n i a M 1 Hi HM ltac:(lra) H) as [j [Hj [Hne E]]]. subst M. split.
    + now apply (slope_negative n i j).
    + intros x Hx. rewrite (boltz_ext n a (with_entry a i (a i))); [| intros k _; symmetry; apply with_entry_own].
      now apply (boltz_decreases n i j).
Qed.

(** ** The sharpest threshold *)

(** The derivative is negative if and only if the sum of (t_j - 1) e^(t_j) is positive, t_j = a_j - a_i. *)
Lemma slope_sign : forall n i a, (i < n)%nat ->
  (slope n i a < 0 <-> 0 < sum_below n (fun j => (a j - a i - 1) * exp (a j - a i))).
Proof.
  intros n i a Hi. assert (1 <= n)%nat as Hn by lia. rewrite slope_is by exact Hn.
  pose proof (softmax_positive n a i Hn) as Hp. pose proof (partition_positive n a Hn) as HZ.
  assert (sum_below n (fun j => (a j - a i - 1) * exp (a j - a i))
    = (boltz n a - a i - 1) * (partition n a * exp (- a i))) as E.
  { rewrite boltz_is. transitivity (exp (- a i) * (weighted n a + (- a i - 1) * partition n a)).
    - unfold weighted, partition. rewrite <- sum_below_scale, <- sum_below_plus, <- sum_below_scale.
      apply sum_below_ext. intros j _. unfold Rminus at 3. rewrite exp_plus. ring.
    - field. lra. }
  rewrite E. assert (0 < partition n a * exp (- a i)) by (apply Rmult_lt_0_compat; [lra | apply exp_pos]). split; nra.
Qed.

Lemma term_at_least : forall t, - 1 <= (t - 1) * exp t.
Proof.
  intros t. pose proof (exp_ineq1_le (- t)) as H. pose proof (exp_pos t) as Ht.
  assert (exp (- t) * exp t = 1) as E by (rewrite <- exp_plus, Rplus_opp_l; apply exp_0). nra.
Qed.

Lemma sum_of_ones : forall k, sum_below k (fun _ => 1) = INR k.
Proof. induction k; [reflexivity |]. rewrite S_INR. simpl. now rewrite IHk. Qed.

Lemma lemma_4_sharper_holds : kajitsuka_lemma_4_sharper.
Proof.
  intros n. split; [| split].
  - intros i a M Hi [[j [Hj E]] _] H. subst M. apply slope_sign; [exact Hi |].
    pose proof (sum_below_has n (fun j => (a j - a i - 1) * exp (a j - a i) + 1) j) as H1. cbv beta in H1.
    rewrite sum_below_plus, sum_of_ones in H1.
    assert (forall k, (k < n)%nat -> 0 <= (a k - a i - 1) * exp (a k - a i) + 1) as H0
      by (intros k _; pose proof (term_at_least (a k - a i)); lra).
    specialize (H1 H0 Hj). lra.
  - intros c Hn H. pose proof (le_INR 1 n Hn) as Hn1. change (INR 1) with 1 in Hn1.
    pose proof (ln_at_least (INR n) ltac:(lra)) as Hl. pose proof (ln_INR_nonnegative n Hn) as Hl0.
    assert (INR n < exp c) as Hc by (rewrite <- (exp_ln (INR n)) at 1 by lra; apply exp_increasing; lra).
    assert (1 - / INR n < c - 1) as Hc1 by lra.
    apply Rlt_gt. replace (INR n - 1) with ((1 - / INR n) * INR n) by (field; lra).
    apply Rmult_le_0_lt_compat; try lra. assert (/ INR n <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    lra.
  - intros i c Hi1 Hi. rewrite slope_sign by exact Hi. cbv beta.
    assert ((i =? 0)%nat = false) as Ei by (apply Nat.eqb_neq; lia). rewrite Ei.
    rewrite (sum_below_ext n _ (fun j => -1 + (if (j =? 0)%nat then (c - 1) * exp c + 1 else 0))).
    + rewrite sum_below_plus, (sum_below_single n (fun j => if (j =? 0)%nat then _ else 0) 0%nat); [| lia |].
      * rewrite Nat.eqb_refl. rewrite (sum_below_ext n (fun _ => -1) (fun _ => -1 * 1)) by (intros; ring).
        rewrite sum_below_scale, sum_of_ones. split; intros; lra.
      * intros j _ Hj. apply Nat.eqb_neq in Hj. now rewrite Hj.
    + intros j _. destruct (j =? 0)%nat.
      * replace (0 - - c) with c by ring. ring.
      * replace (- c - - c) with 0 by ring. rewrite exp_0. ring.
Qed.

(** ** Lemma 5 *)

Lemma exp_3_above_4 : 4 < exp 3.
Proof. pose proof (exp_ineq1 3 ltac:(lra)). lra. Qed.

Lemma curvature_negative : forall n i j a, (i < n)%nat -> (j < n)%nat -> a i < a j - ln (INR n) - 3 ->
  curvature n i a < 0.
Proof.
  intros n i j a Hi Hj H. assert (1 <= n)%nat as Hn by lia. rewrite curvature_is by exact Hn.
  pose proof (softmax_positive n a i Hn) as Hp. pose proof (boltz_at_least n a j Hj) as Hb.
  pose proof (ln_INR_nonnegative n Hn) as Hl.
  assert (softmax n a i < / 4) as Hq.
  { rewrite softmax_is. pose proof (partition_has n a j Hj) as HZ. pose proof (partition_positive n a Hn) as HZ0.
    apply Rmult_lt_reg_r with (partition n a); [exact HZ0 |]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rlt_le_trans with (/ 4 * exp (a j)); [| lra].
    apply Rlt_trans with (exp (a j + - (3))); [apply exp_increasing; lra |].
    rewrite exp_plus, exp_Ropp, Rmult_comm. apply Rmult_lt_compat_r; [apply exp_pos |].
    apply Rinv_lt_contravar; [| exact exp_3_above_4]. pose proof exp_3_above_4. lra. }
  assert ((1 - 2 * softmax n a i) * (1 + a i - boltz n a) + 1 < 0); nra.
Qed.

Lemma lemma_5_holds : kajitsuka_lemma_5.
Proof.
  intros n i a Hi. split; [intros x; now apply boltz_derivative |]. split.
  - rewrite (curvature_ext n i a (with_entry a i (a i)) Hi); [now apply slope_has_derivative |].
    intros j _. symmetry. apply with_entry_own.
  - intros M [[j [Hj E]] _] H. subst M. now apply (curvature_negative n i j).
Qed.

(** Below its tangent. *)
Lemma tangent : forall n i j a x y, (i < n)%nat -> (j < n)%nat -> j <> i -> x < y -> y < a j - ln (INR n) - 3 ->
  boltz n (with_entry a i y) < boltz n (with_entry a i x) + (y - x) * slope n i (with_entry a i x).
Proof.
  intros n i j a x y Hi Hj Hne Hxy Hy.
  destruct (MVT_cor2 (fun x => boltz n (with_entry a i x)) (fun x => slope n i (with_entry a i x)) x y Hxy)
    as [z [E Hz]].
  { intros z _. now apply boltz_derivative. }
  destruct (MVT_cor2 (fun x => slope n i (with_entry a i x)) (fun x => curvature n i (with_entry a i x)) x z)
    as [w [E' Hw]].
  - lra.
  - intros w _. now apply slope_has_derivative.
  - assert (curvature n i (with_entry a i w) < 0) as Hc.
    { apply (curvature_negative n i j); try assumption. rewrite with_entry_same, with_entry_other by exact Hne. lra. }
    assert (slope n i (with_entry a i z) < slope n i (with_entry a i x)) by nra. nra.
Qed.

Lemma equation_104_holds : kajitsuka_equation_104.
Proof.
  intros n i a M x Hi HM H Hx. destruct (another n i a M 3 Hi HM ltac:(lra) H) as [j [Hj [Hne E]]]. subst M.
  rewrite (boltz_ext n a (with_entry a i (a i))); [| intros k _; symmetry; apply with_entry_own].
  apply Rlt_gt. now apply (tangent n i j).
Qed.

(** ** Lemma 6 *)

Lemma lemma_6_holds : kajitsuka_lemma_6.
Proof.
  intros n a b delta M Hn Hab [[j [Hj E]] _] HM Hba Hdelta. subst M.
  set (l := (n - 1)%nat) in *. assert (l < n)%nat as Hl by (unfold l; lia).
  assert (forall x k, (k < n)%nat -> with_entry b l x k = with_entry a l x k) as Ex.
  { intros x k Hk. destruct (Nat.eq_dec k l) as [-> | Hne].
    - now rewrite !with_entry_same.
    - rewrite !with_entry_other by exact Hne. symmetry. apply Hab. unfold l in *. lia. }
  assert (j <> l) as Hne by lia.
  pose proof (tangent n l j b (b l) (a l) Hl ltac:(lia) Hne ltac:(lra)) as H.
  rewrite <- (Hab j Hj) in H. specialize (H ltac:(lra)).
  rewrite (boltz_ext n (with_entry b l (a l)) a) in H.
  2: { intros k Hk. rewrite (Ex _ k Hk). apply with_entry_own. }
  rewrite (boltz_ext n (with_entry b l (b l)) b) in H by (intros k _; apply with_entry_own).
  rewrite (slope_ext n l (with_entry b l (b l)) b Hl) in H by (intros k _; apply with_entry_own).
  rewrite slope_is in H by lia. pose proof (boltz_at_least n b j ltac:(lia)) as Hb. rewrite <- (Hab j Hj) in Hb.
  pose proof (softmax_positive n b l ltac:(lia)) as Hp.
  change (exp (b l) / total (F := reals) n (fun i => exp (b i))) with (softmax n b l).
  apply Rlt_gt. apply Rle_lt_trans with ((a l - b l) * (softmax n b l * (boltz n b - b l - 1))); [| nra].
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |]. rewrite Rmult_comm. apply Rmult_le_compat_l; lra.
Qed.
