(** * The display of the upper bound on l~_n, App. G.2 *)

From Coq Require Import ZArith QArith List Lqa Lia.
From Exactua Require Import Transformers Grids Statements Simulation Lemma7 AppendixGNetwork.
Import ListNotations.
Open Scope Q_scope.

Lemma of_nat_plus : forall a b, of_nat (a + b) == of_nat a + of_nat b.
Proof. intros. unfold of_nat. rewrite Nat2Z.inj_add, inject_Z_plus. reflexivity. Qed.

Lemma sum_last : forall f (k : nat), fold_right Qplus 0 (map f (seq 1 (S k))) ==
  fold_right Qplus 0 (map f (seq 1 k)) + f (S k).
Proof.
  intros f k. rewrite seq_S, map_app. generalize (map f (seq 1 k)). intro a. cbn [plus map app].
  induction a as [|x a IH]; cbn [app fold_right]; [ring|]. rewrite IH. ring.
Qed.

(** (delta^-1 - 1) (1 + delta^-1 + ... + delta^(-d+1)) = delta^-d - 1. *)
Lemma geometric : forall d m, (of_nat m - 1) * fold_right Qplus 0 (reading_vector d m) == of_nat (m ^ d) - 1.
Proof.
  intros d m. induction d as [|d IH].
  - cbn. change (of_nat 1) with 1. ring.
  - unfold reading_vector in *. rewrite seq_S, map_app. cbn [plus map app].
    assert (E : forall a x, fold_right Qplus 0 (a ++ [x]) == fold_right Qplus 0 a + x).
    { intros a x. induction a as [|y a IHa]; cbn [app fold_right]; [ring|]. rewrite IHa. ring. }
    rewrite E, Qmult_plus_distr_r, IH. cbn [Nat.pow]. rewrite of_nat_mult. ring.
Qed.

Lemma power_at_least_1 : forall d m k, (1 <= m)%nat -> 1 <= power d m k.
Proof.
  intros d m k one_m. unfold power. change 1 with (of_nat 1). apply of_nat_le.
  pose proof (Nat.pow_nonzero (m ^ d) k). pose proof (Nat.pow_nonzero m d). lia.
Qed.

Lemma power_next : forall d m k, power d m (S k) == power d m 1 * power d m k.
Proof. intros d m k. unfold power. cbn [Nat.pow]. rewrite Nat.mul_1_r. apply of_nat_mult. Qed.

Lemma power_at_least_first : forall d m k, (1 <= m)%nat -> (1 <= k)%nat -> power d m 1 <= power d m k.
Proof.
  intros d m [|k] one_m H; [lia|]. rewrite (power_next d m k).
  pose proof (power_at_least_1 d m k one_m). pose proof (power_at_least_1 d m 1 one_m). nra.
Qed.

Section Bound.
  Variables (spacing d n m : nat) (X : point).
  Hypothesis one_spacing : (1 <= spacing)%nat.
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Hypothesis X_in : G_delta d n m X.

  Let l := id_of d m (with_spaced_positions spacing m X).

  Lemma terms_at_most : forall t, (t <= n - 1)%nat ->
    fold_right Qplus 0 (map (fun k => power d m k * (l (n - k) - l (n - k + 1))) (seq 1 t))
      <= power d m 1 * (l (n - t) - l n).
  Proof.
    destruct (g2_ids_increase_holds spacing d n m X one_spacing one_d two_n two_m X_in) as [_ increase].
    fold l in increase.
    induction t as [|t IH]; intro H.
    - replace (n - 0)%nat with n by lia. cbn [seq map fold_right]. lra.
    - rewrite sum_last. specialize (IH ltac:(lia)).
      pose proof (increase (n - S t)%nat (n - t)%nat ltac:(lia) ltac:(lia) ltac:(lia)) as less.
      replace (n - S t + 1)%nat with (n - t)%nat by lia.
      pose proof (power_at_least_first d m (S t) ltac:(lia) ltac:(lia)) as more.
      revert IH less more.
      generalize (l (n - S t)%nat), (l (n - t)%nat), (l n), (power d m (S t)), (power d m 1).
      generalize (fold_right Qplus 0 (map (fun k => power d m k * (l (n - k) - l (n - k + 1))) (seq 1 t))).
      intros sum a b c P D IH less more. assert (P * (a - b) <= D * (a - b)) by nra. lra.
  Qed.
End Bound.

Theorem g2_upper_bound_display_holds : g2_upper_bound_display.
Proof.
  intros spacing d n m X one_spacing one_d two_n two_m X_in l end_of_range factor width.
  pose proof (g2_display_holds spacing d n m X n one_spacing one_d two_n two_m X_in ltac:(lia) (or_intror eq_refl))
    as E.
  destruct (g2_ids_increase_holds spacing d n m X one_spacing one_d two_n two_m X_in) as [ranges increase].
  fold l in ranges.
  pose proof (terms_at_most spacing d n m X one_spacing one_d two_n two_m X_in (n - 1)%nat ltac:(lia)) as terms.
  fold l in terms. replace (n - (n - 1))%nat with 1%nat in terms by lia.
  pose proof (ranges 1%nat ltac:(lia)) as first. pose proof (ranges n ltac:(lia)) as last.
  assert (first_0 : 0 <= l 1%nat). { destruct first as [H _]. unfold s_ in H. cbn [Nat.sub] in H.
    change (of_nat 0) with 0 in H. lra. }
  fold end_of_range in last. pose proof (power_at_least_first d m n ltac:(lia) ltac:(lia)) as more.
  pose proof (power_at_least_1 d m 1 ltac:(lia)) as D_1.
  assert (one_m : (1 <= m)%nat) by lia.
  pose proof (delta_positive m one_m) as d_positive. pose proof (m_delta m one_m) as d_m.
  assert (m_2 : 2 <= of_nat m) by (change 2 with (of_nat 2); apply of_nat_le; exact two_m).
  assert (s_is : s_ spacing d m n == of_nat spacing * of_nat (n - 1) * ((power d m 1 - 1) / (of_nat m - 1))).
  { pose proof (geometric d m) as G. unfold power. cbn [Nat.pow]. rewrite Nat.mul_1_r, <- G. unfold s_. field. lra. }
  assert (spacing_1 : 1 <= of_nat spacing) by (change 1 with (of_nat 1); apply of_nat_le; exact one_spacing).
  assert (n_1 : 1 <= of_nat (n - 1)) by (change 1 with (of_nat 1); apply of_nat_le; lia).
  assert (n_is : of_nat n == of_nat (n - 1) + 1).
  { change 1 with (of_nat 1). rewrite <- of_nat_plus. replace (n - 1 + 1)%nat with n by lia. reflexivity. }
  assert (end_at_most : end_of_range <= (power d m 1 - 1) * (of_nat spacing * of_nat (n - 1) + delta m)).
  { unfold end_of_range. rewrite s_is. assert (quotient : (power d m 1 - 1) / (of_nat m - 1) <= power d m 1 - 1).
    { apply Qle_shift_div_r; [lra|]. nra. }
    assert (0 <= of_nat spacing * of_nat (n - 1)) by nra. nra. }
  assert (D_more : 0 < power d m 1 - 1).
  { unfold power. cbn [Nat.pow]. rewrite Nat.mul_1_r. pose proof (geometric d m) as G. rewrite <- G.
    destruct d as [|d']; [lia|]. unfold reading_vector. cbn [seq map fold_right Nat.pow].
    assert (0 <= fold_right Qplus 0 (map (fun i => of_nat (m ^ i)) (seq 1 d'))).
    { generalize (seq 1 d'). intro a. induction a as [|i a IH]; cbn [map fold_right]; [lra|].
      pose proof (of_nat_le 0 (m ^ i) ltac:(lia)) as H. change (of_nat 0) with 0 in H. lra. }
    change (of_nat 1) with 1. nra. }
  unfold factor, width. set (P := power d m 1) in *. set (R := power d m n) in *.
  split; [|split; [|split; [|split; [|split]]]].
  - rewrite E. unfold display_of_new_id. fold l. fold P R. lra.
  - assert ((R - P) * (l n - l 1%nat) <= (R - P) * end_of_range).
    { rewrite !(Qmult_comm (R - P)). apply Qmult_le_compat_r; lra. } lra.
  - ring.
  - exact s_is.
  - nra.
  - rewrite Nat.add_comm, power_next. fold P R.
    set (a := of_nat spacing) in *. set (k := of_nat (n - 1)) in *. rewrite n_is.
    assert (0 < R) by lra. assert (delta m <= 1) by nra.
    assert (a * k + delta m <= a * (k + 1)) by nra. assert (0 < a * (k + 1)) by nra.
    assert ((R - P + 1) * (P - 1) < P * R) by nra.
    assert (0 <= (R - P + 1) * (P - 1)) by nra. nra.
Qed.
