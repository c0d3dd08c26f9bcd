(** * Softmax for hardmax in a whole network, with one factor and an explicit number (Yun et al. 2020, App. F) *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks NetworkLaws Matrices Sums NetworkStatements NetworkSizes ContinuousNetworks
  SoftmaxLimit.
Import ListNotations.
Open Scope R_scope.

Local Notation total := (total (F := reals)).
Local Ltac real := match goal with |- @eq _ ?x ?y => change (@eq R x y) end.
Local Tactic Notation "ring" := try real; ring.

(** ** Sums *)

Lemma total_same : forall k (f g : nat -> R), (forall a, (a < k)%nat -> f a = g a) -> total k f = total k g.
Proof. intros k f g E. apply (total_respects real_laws). exact E. Qed.

Lemma total_none : forall k, total k (fun _ => 0) = 0.
Proof. intro k. rewrite total_constant. ring. Qed.

Lemma total_nonnegative : forall k f, (forall a, (a < k)%nat -> 0 <= f a) -> 0 <= total k f.
Proof. intros k f H. rewrite <- (total_none k). apply total_le, H. Qed.

Lemma total_of_totals : forall k l (f : nat -> nat -> R),
  total k (fun a => total l (f a)) = total l (fun b => total k (fun a => f a b)).
Proof.
  induction k as [|k IH]; intros l f; [cbn; symmetry; apply total_none|].
  change (total k (fun a => total l (f a)) + total l (f k) = total l (fun b => total k (fun a => f a b) + f k b)).
  rewrite IH. apply total_plus.
Qed.

Lemma total_only : forall k i (f : nat -> R), (i < k)%nat -> total k (fun a => if Nat.eqb a i then f a else 0) = f i.
Proof.
  intros k i f Hi. transitivity (if Nat.eqb i i then f i else 0); [|rewrite Nat.eqb_refl; reflexivity].
  apply (total_single real_laws k (fun a => if Nat.eqb a i then f a else 0) i Hi). intros j _ N. cbn.
  destruct (Nat.eqb_spec j i); [contradiction|reflexivity].
Qed.

(** A sum of products, of which one factor is at most e. *)
Lemma total_within : forall k (a x : nat -> R) e, (forall l, (l < k)%nat -> Rabs (x l) <= e) ->
  Rabs (total k (fun l => a l * x l)) <= total k (fun l => Rabs (a l)) * e.
Proof.
  intros k a x e H. eapply Rle_trans; [apply total_abs|]. rewrite Rmult_comm, <- total_scale. apply total_le.
  intros l Hl. rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos|apply H, Hl].
Qed.

Lemma product_minus : forall k (A X Y : matrix) i j, product (F := reals) k A X i j - product (F := reals) k A Y i j =
  total k (fun l => A i l * (X l j - Y l j)).
Proof. intros. unfold product. rewrite total_minus. apply total_same. intros l _. cbn. ring. Qed.

Lemma product_associates : forall k m (A B C : matrix) i j,
  product (F := reals) m A (product (F := reals) k B C) i j =
    product (F := reals) k (product (F := reals) m A B) C i j.
Proof.
  intros. unfold product. transitivity (total m (fun a => total k (fun l => A i a * B a l * C l j))).
  - apply total_same. intros a _. rewrite <- (total_scale k (A i a)). apply total_same. intros l _. cbn. ring.
  - rewrite total_of_totals. apply total_same. intros l _. cbn.
    rewrite (Rmult_comm _ (C l j)), <- total_scale. apply total_same. intros a _. ring.
Qed.

(** ** The weights of one column *)

Lemma is_greatest_at : forall n (s : vector reals), (1 <= n)%nat -> exists g, (g < n)%nat /\ is_greatest n s g = true.
Proof.
  intros n s Hn. destruct (greatest_exists n s Hn) as (g & Hg & top). exists g. split; [exact Hg|].
  apply is_greatest_is, top.
Qed.

Lemma how_many_is : forall n (s : vector reals), INR (how_many_greatest n s) =
  total n (fun l => if is_greatest n s l then 1 else 0).
Proof. intros. apply count_is_total. Qed.

Lemma how_many_at_least : forall n (s : vector reals), (1 <= n)%nat -> 1 <= INR (how_many_greatest n s).
Proof.
  intros n s Hn. destruct (is_greatest_at n s Hn) as (g & Hg & E). rewrite how_many_is.
  apply Rle_trans with (total n (fun a => if Nat.eqb a g then 1 else 0)).
  { right. symmetry. apply (total_only n g (fun _ => 1) Hg). }
  apply total_le. intros a _.
  destruct (Nat.eqb_spec a g) as [->|]; [rewrite E; lra|]. destruct (is_greatest n s a); lra.
Qed.

Lemma hardmax_is : forall n (s : vector reals) k,
  hardmax n s k = (if is_greatest n s k then 1 else 0) * / INR (how_many_greatest n s).
Proof.
  intros. unfold hardmax. destruct (is_greatest n s k); cbn [inverse reals Networks.zero].
  - rewrite Rmult_1_l. f_equal. change (@of_count reals (how_many_greatest n s)) with
      (total (how_many_greatest n s) (fun _ => 1)). rewrite total_constant. ring.
  - ring.
Qed.

Lemma hardmax_total : forall n (s : vector reals), (1 <= n)%nat -> total n (hardmax n s) = 1.
Proof.
  intros n s Hn. pose proof (how_many_at_least n s Hn).
  rewrite (total_same n _ (fun k => / INR (how_many_greatest n s) * (if is_greatest n s k then 1 else 0)))
    by (intros; rewrite hardmax_is; ring). rewrite total_scale, <- how_many_is. apply Rinv_l. lra.
Qed.

Lemma softmax_total : forall n (s : vector reals), (1 <= n)%nat -> total n (softmax n s) = 1.
Proof.
  intros n s Hn. unfold softmax. set (A := total n (fun l => exp (s l)) : R).
  assert (0 < A) by (apply total_positive; [exact Hn|intros; apply exp_pos]).
  rewrite (total_same n _ (fun k => / A * exp (s k))) by (intros; unfold Rdiv; ring).
  rewrite total_scale. fold A. apply Rinv_l. lra.
Qed.

Lemma softmax_ratio : forall n (s : vector reals) k l, (1 <= n)%nat ->
  softmax n s k = softmax n s l * exp (s k - s l).
Proof.
  intros n s k l Hn. unfold softmax. set (A := total n (fun c => exp (s c)) : R).
  assert (0 < A) by (apply total_positive; [exact Hn|intros; apply exp_pos]).
  replace (s k) with (s l + (s k - s l)) at 1 by ring. rewrite exp_plus. unfold Rdiv. ring.
Qed.

Lemma softmax_nonnegative : forall n (s : vector reals) k, (1 <= n)%nat -> 0 <= softmax n s k.
Proof.
  intros n s k Hn. unfold softmax. left. apply Rdiv_lt_0_compat; [apply exp_pos|].
  apply total_positive; [exact Hn|intros; apply exp_pos].
Qed.

Lemma softmax_at_most_one : forall n (s : vector reals) k, (1 <= n)%nat -> (k < n)%nat -> softmax n s k <= 1.
Proof.
  intros n s k Hn Hk. rewrite <- (softmax_total n s Hn), <- (total_only n k (softmax n s) Hk). apply total_le.
  intros a _. destruct (Nat.eqb a k); [lra|]. apply softmax_nonnegative, Hn.
Qed.

(** By how much weights of hardmax of s exceed those of softmax of lambda s', where in s' losers of s are kappa below
    winners of s, and winners t apart: all of it together is at most (n - 1) e^(-lambda kappa) + lambda t. *)
Lemma weights_lost : forall n (s s' : vector reals) lambda kappa t, (1 <= n)%nat -> 0 <= lambda -> 0 <= t ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> is_greatest n s k = true -> is_greatest n s l = false ->
    s' l + kappa <= s' k) ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> is_greatest n s k = true -> is_greatest n s l = true ->
    s' l <= s' k + t) ->
  exists u : nat -> R, (forall k, (k < n)%nat -> 0 <= u k /\
      hardmax n s k - softmax n (fun c => lambda * s' c) k <= u k) /\
    total n u <= (INR n - 1) * exp (- (lambda * kappa)) + lambda * t.
Proof.
  intros n s s' lambda kappa t Hn Hlambda Ht apart near. set (w := softmax n (fun c => lambda * s' c) : nat -> R).
  set (q := exp (- (lambda * kappa))). pose proof (exp_pos (- (lambda * kappa))) as Hq. fold q in Hq.
  destruct (is_greatest_at n s Hn) as (g & Hg & G).
  set (lost := total n (fun l => if is_greatest n s l then 0 else w l) : R).
  set (c := INR (how_many_greatest n s)). assert (Hc : 1 <= c) by apply how_many_at_least, Hn.
  assert (w_nonnegative : forall k, 0 <= w k) by (intro; apply softmax_nonnegative, Hn).
  assert (lost_nonnegative : 0 <= lost).
  { apply total_nonnegative. intros a _. destruct (is_greatest n s a); [lra|apply w_nonnegative]. }
  assert (lost_small : lost <= (INR n - 1) * q).
  { replace ((INR n - 1) * q) with (total n (fun l => q - (if Nat.eqb l g then q else 0))).
    - apply total_le. intros l Hl. destruct (is_greatest n s l) eqn:E; [destruct (Nat.eqb l g); lra|].
      destruct (Nat.eqb_spec l g) as [->|_]; [congruence|]. rewrite Rminus_0_r.
      unfold w. rewrite (softmax_ratio n _ l g Hn).
      pose proof (softmax_at_most_one n (fun c => lambda * s' c) g Hn Hg) as W.
      pose proof (softmax_nonnegative n (fun c => lambda * s' c) g Hn) as W0.
      assert (B : exp (lambda * s' l - lambda * s' g) <= q).
      { specialize (apart g l Hg Hl G E). unfold q.
        assert (L : lambda * s' l - lambda * s' g <= - (lambda * kappa)).
        { replace (- (lambda * kappa)) with (lambda * (- kappa)) by ring. rewrite <- Rmult_minus_distr_l.
          apply Rmult_le_compat_l; lra. }
        destruct L as [L| ->]; [left; apply exp_increasing, L|right; reflexivity]. }
      pose proof (exp_pos (lambda * s' l - lambda * s' g)). rewrite <- (Rmult_1_l q). apply Rmult_le_compat; lra.
    - transitivity (total n (fun _ => q) - total n (fun l => if Nat.eqb l g then q else 0));
        [symmetry; apply total_minus|].
      rewrite (total_only n g (fun _ => q) Hg), total_constant. ring. }
  assert (kept : total n (fun l => if is_greatest n s l then w l else 0) = 1 - lost).
  { rewrite <- (softmax_total n (fun c => lambda * s' c) Hn). unfold lost. rewrite total_minus. apply total_same.
    intros a _. fold w. destruct (is_greatest n s a); ring. }
  exists (fun k => (if is_greatest n s k then 1 else 0) * / c * (lost + lambda * t)).
  assert (lt : 0 <= lambda * t) by (apply Rmult_le_pos; lra).
  assert (ic : 0 < / c) by (apply Rinv_0_lt_compat; lra).
  split.
  - intros k Hk. split; [apply Rmult_le_pos; [apply Rmult_le_pos; [destruct (is_greatest n s k); lra|lra]|lra]|].
    rewrite hardmax_is. fold c w. destruct (is_greatest n s k) eqn:E.
    + rewrite !Rmult_1_l.
      assert (A : 1 - lost <= c * (w k * exp (lambda * t))).
      { rewrite <- kept. unfold c. rewrite how_many_is, Rmult_comm, <- total_scale. apply total_le. intros l Hl.
        destruct (is_greatest n s l) eqn:E'; [|rewrite Rmult_0_r; lra]. rewrite Rmult_1_r.
        unfold w at 1. rewrite (softmax_ratio n _ l k Hn). fold w. apply Rmult_le_compat_l; [apply w_nonnegative|].
        specialize (near k l Hk Hl E E').
        assert (L : lambda * s' l - lambda * s' k <= lambda * t).
        { rewrite <- Rmult_minus_distr_l. apply Rmult_le_compat_l; lra. }
        destruct L as [L| ->]; [left; apply exp_increasing, L|right; reflexivity]. }
      assert (B : (1 - lost) * exp (- (lambda * t)) <= c * w k).
      { apply (Rmult_le_compat_r (exp (- (lambda * t)))) in A; [|left; apply exp_pos].
        rewrite Rmult_assoc, Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0, Rmult_1_r in A. exact A. }
      assert (small : exp (- (lambda * t)) <= 1).
      { rewrite <- exp_0. destruct lt as [L|E0]; [left; apply exp_increasing; lra|right; f_equal; lra]. }
      pose proof (exp_ineq1_le (- (lambda * t))) as X. pose proof (exp_pos (- (lambda * t))).
      assert (C : 1 - lost - lambda * t <= c * w k) by nra.
      apply (Rmult_le_reg_l c); [lra|]. rewrite Rmult_minus_distr_l, <- Rmult_assoc, Rinv_r by lra. lra.
    + rewrite !Rmult_0_l. specialize (w_nonnegative k). lra.
  - rewrite (total_same n _ (fun k => (/ c * (lost + lambda * t)) * (if is_greatest n s k then 1 else 0)))
      by (intros; ring). rewrite total_scale, <- how_many_is. fold c.
    replace (/ c * (lost + lambda * t) * c) with (lost + lambda * t) by (field; lra). lra.
Qed.

(** Weights of the same sum, applied to values that are at most r apart. *)
Lemma weights_applied : forall n (a w u V : nat -> R) r, (1 <= n)%nat -> total n a = total n w ->
  (forall k, (k < n)%nat -> 0 <= u k /\ a k - w k <= u k) ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> V k - V l <= r) ->
  Rabs (total n (fun k => V k * w k) - total n (fun k => V k * a k)) <= r * total n u.
Proof.
  intros n a w u V r Hn E H apart.
  assert (shift : forall c, total n (fun k => V k * w k) - total n (fun k => V k * a k) =
    total n (fun k => (c - V k) * (a k - w k))).
  { intro c. replace (total n (fun k => (c - V k) * (a k - w k))) with
      (c * (total n a - total n w) + (total n (fun k => V k * w k) - total n (fun k => V k * a k))); [rewrite E; ring|].
    rewrite !total_minus, <- total_scale, total_plus. apply total_same. intros; ring. }
  destruct (greatest_exists n V Hn) as (g & Hg & top). destruct (greatest_exists n (fun k => - V k) Hn) as (b & Hb & low).
  apply Rabs_le. split.
  - rewrite (shift (V b)).
    replace (- (r * total n u)) with (total n (fun k => - r * u k)) by (rewrite total_scale; ring).
    apply total_le. intros k Hk. specialize (H k Hk). specialize (apart k b Hk Hb). specialize (low k Hk). cbn in low.
    nra.
  - rewrite (shift (V g)), <- total_scale. apply total_le. intros k Hk. specialize (H k Hk).
    specialize (apart g k Hg Hk). specialize (top k Hk). nra.
Qed.
