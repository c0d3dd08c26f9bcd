(** * Powers: x^p for real p >= 1, and the convexity behind the triangle inequality *)

From Coq Require Import Reals Lra.
From Exactua Require Import Distance.
Open Scope R_scope.

Lemma power_positive : forall x p, 0 < x -> power x p = Rpower x p.
Proof. intros x p Hx. unfold power. destruct (Rlt_dec 0 x); lra. Qed.

Lemma power_zero : forall p, power 0 p = 0.
Proof. intros p. unfold power. destruct (Rlt_dec 0 0); lra. Qed.

Lemma power_not_positive : forall x p, x <= 0 -> power x p = 0.
Proof. intros x p Hx. unfold power. destruct (Rlt_dec 0 x); lra. Qed.

Lemma power_above_zero : forall x p, 0 < x -> 0 < power x p.
Proof. intros x p Hx. rewrite power_positive by exact Hx. apply exp_pos. Qed.

Lemma power_nonnegative : forall x p, 0 <= power x p.
Proof. intros x p. unfold power. destruct (Rlt_dec 0 x) as [Hx | _]; [left; apply exp_pos | lra]. Qed.

Lemma power_monotone : forall x y p, 0 <= p -> x <= y -> power x p <= power y p.
Proof.
  intros x y p Hp Hxy. destruct (Rlt_dec 0 x) as [Hx | Hx].
  - rewrite !power_positive by lra. apply Rle_Rpower_l; lra.
  - rewrite power_not_positive by lra. apply power_nonnegative.
Qed.

Lemma power_times : forall x y p, 0 <= x -> 0 <= y -> power (x * y) p = power x p * power y p.
Proof.
  intros x y p [Hx | <-] [Hy | <-];
    rewrite ?Rmult_0_l, ?Rmult_0_r, ?power_zero, ?Rmult_0_l, ?Rmult_0_r; try reflexivity.
  rewrite !power_positive by (try apply Rmult_lt_0_compat; assumption).
  symmetry. now apply Rpower_mult_distr.
Qed.

Lemma power_one : forall p, power 1 p = 1.
Proof. intros p. rewrite power_positive by lra. unfold Rpower. now rewrite ln_1, Rmult_0_r, exp_0. Qed.

(** Bernoulli: 1 + p (u - 1) <= u^p. *)
Lemma bernoulli : forall u p, 0 <= u -> 1 <= p -> 1 + p * (u - 1) <= power u p.
Proof.
  intros u p [Hu | <-] Hp; [| rewrite power_zero; lra].
  rewrite power_positive by exact Hu. unfold Rpower. set (v := ln u).
  replace u with (exp v) by (apply exp_ln, Hu).
  assert (He : 0 < exp v) by apply exp_pos.
  pose proof (exp_ineq1_le (p * v - v)) as H1. pose proof (exp_ineq1_le (- v)) as H2.
  apply (Rmult_le_compat_l (exp v)) in H1; [| lra]. apply (Rmult_le_compat_l (exp v)) in H2; [| lra].
  rewrite <- exp_plus in H1. rewrite <- exp_plus in H2.
  replace (v + (p * v - v)) with (p * v) in H1 by ring. replace (v + - v) with 0 in H2 by ring.
  rewrite exp_0 in H2.
  apply (Rmult_le_compat_l (p - 1)) in H2; [| lra].
  lra.
Qed.

(** (s x + t y)^p <= s x^p + t y^p for s + t = 1. *)
Lemma power_convex :
  forall s t x y p, 0 <= s -> 0 <= t -> s + t = 1 -> 0 <= x -> 0 <= y -> 1 <= p ->
  power (s * x + t * y) p <= s * power x p + t * power y p.
Proof.
  intros s t x y p Hs Ht Hst Hx Hy Hp. set (M := s * x + t * y).
  assert (Hsx : 0 <= s * x) by (apply Rmult_le_pos; assumption).
  assert (Hty : 0 <= t * y) by (apply Rmult_le_pos; assumption).
  destruct (Rlt_dec 0 M) as [HM | HM].
  - pose proof (power_above_zero M p HM) as HP.
    assert (Hi : 0 < / M) by (apply Rinv_0_lt_compat, HM).
    assert (Hof : forall z, 0 <= z -> power M p * (1 + p * (z * / M - 1)) <= power z p).
    { intros z Hz. replace (power z p) with (power M p * power (z * / M) p).
      - apply Rmult_le_compat_l; [lra |]. apply bernoulli; [apply Rmult_le_pos; lra | exact Hp].
      - rewrite <- power_times; [f_equal; field; lra | lra | apply Rmult_le_pos; lra]. }
    pose proof (Rmult_le_compat_l s _ _ Hs (Hof x Hx)) as H1.
    pose proof (Rmult_le_compat_l t _ _ Ht (Hof y Hy)) as H2.
    assert (Hone : s * (x * / M) + t * (y * / M) = 1).
    { replace 1 with (M * / M) by (field; lra). unfold M at 3. ring. }
    replace (power M p) with (power M p * (s + t + p * (s * (x * / M) + t * (y * / M) - (s + t))))
      by (rewrite Hone, Hst; ring).
    lra.
  - rewrite power_not_positive by lra.
    apply Rplus_le_le_0_compat; apply Rmult_le_pos; try assumption; apply power_nonnegative.
Qed.

(** |a + b|^p <= s (|a| / s)^p + t (|b| / t)^p, for weights s, t > 0 with s + t = 1. *)
Lemma power_of_sum :
  forall s t a b p, 0 < s -> 0 < t -> s + t = 1 -> 1 <= p ->
  power (Rabs (a + b)) p <= s * power (/ s) p * power (Rabs a) p + t * power (/ t) p * power (Rabs b) p.
Proof.
  intros s t a b p Hs Ht Hst Hp.
  assert (Hs' : 0 < / s) by (apply Rinv_0_lt_compat, Hs). assert (Ht' : 0 < / t) by (apply Rinv_0_lt_compat, Ht).
  pose proof (Rabs_pos a) as Ha. pose proof (Rabs_pos b) as Hb.
  rewrite !Rmult_assoc, <- !power_times by lra.
  eapply Rle_trans; [| apply power_convex; try lra; apply Rmult_le_pos; lra].
  apply power_monotone; [lra |].
  replace (s * (/ s * Rabs a) + t * (/ t * Rabs b)) with (Rabs a + Rabs b) by (field; lra).
  apply Rabs_triang.
Qed.
