(** * Proposition 5: how many cubes have duplicate columns (App. E.1.4) *)

From Coq Require Import ZArith QArith List Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements FeedForwardLayers Lemma7 FiniteSets.
Import ListNotations.
Open Scope Z_scope.

(** ** D^n - D (D - 1) ... (D - n + 1) *)

Lemma falling_range : forall D n, 0 <= D -> 0 <= falling D n <= D ^ Z.of_nat n /\ (falling D n = 0 \/ Z.of_nat n <= D).
Proof.
  intros D n HD. induction n as [|n [[L U] C]]; [simpl; lia|]. cbn [falling].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. set (f := falling D n) in *. set (P := D ^ Z.of_nat n) in *.
  destruct C as [E|C]; [rewrite E; nia|].
  destruct (Z.eq_dec (Z.of_nat n) D) as [E|N]; [rewrite E, Z.sub_diag; nia|]. split; [nia|right; lia].
Qed.

Lemma repeated_at_most : forall D n, 0 <= D ->
  2 * (D ^ Z.of_nat n - falling D n) <= Z.of_nat n * (Z.of_nat n - 1) * D ^ (Z.of_nat n - 1).
Proof.
  intros D n HD. induction n as [|n IH]; [reflexivity|].
  destruct (falling_range D n HD) as [[L U] _]. cbn [falling].
  replace (Z.of_nat (S n) - 1) with (Z.of_nat n) by lia. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
  set (f := falling D n) in *. set (P := D ^ Z.of_nat n) in *.
  assert (S : D * (Z.of_nat n * (Z.of_nat n - 1) * D ^ (Z.of_nat n - 1)) = Z.of_nat n * (Z.of_nat n - 1) * P).
  { destruct (Nat.eq_dec n 0) as [->|N]; [simpl; ring|].
    assert (E : P = D * D ^ (Z.of_nat n - 1)) by (rewrite <- Z.pow_succ_r by lia; unfold P; f_equal; lia).
    rewrite E. ring. }
  assert (M : D * (2 * (P - f)) <= D * (Z.of_nat n * (Z.of_nat n - 1) * D ^ (Z.of_nat n - 1))).
  { apply Z.mul_le_mono_nonneg_l; assumption. }
  rewrite S in M. assert (Z.of_nat n * f <= Z.of_nat n * P) by (apply Z.mul_le_mono_nonneg_l; lia).
  replace (2 * (D * P - f * (D - Z.of_nat n))) with (D * (2 * (P - f)) + 2 * (Z.of_nat n * f)) by ring.
  replace (Z.succ (Z.of_nat n) * Z.of_nat n * P)
    with (Z.of_nat n * (Z.of_nat n - 1) * P + 2 * (Z.of_nat n * P)) by (unfold Z.succ; ring).
  lia.
Qed.

(** More than D^(n-1) from n = 3 on. *)
Lemma repeated_more_than : forall D n, 2 <= D -> (3 <= n)%nat ->
  D ^ (Z.of_nat n - 1) < D ^ Z.of_nat n - falling D n.
Proof.
  intros D n HD Hn. induction Hn as [|n Hn IH].
  - change (Z.of_nat 3) with 3. change (3 - 1) with 2. cbn [falling]. nia.
  - destruct (falling_range D n ltac:(lia)) as [[L _] _]. cbn [falling].
    replace (Z.of_nat (S n) - 1) with (Z.of_nat n) by lia. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    assert (E : D ^ Z.of_nat n = D * D ^ (Z.of_nat n - 1)).
    { rewrite <- Z.pow_succ_r by lia. f_equal. lia. }
    assert (M : D * D ^ (Z.of_nat n - 1) < D * (D ^ Z.of_nat n - falling D n)) by (apply Z.mul_lt_mono_pos_l; lia).
    rewrite <- E in M. nia.
Qed.

(** ** The cubes *)

Lemma G_tilde_included : forall d n m L, G_tilde d n m L -> G_delta d n m L.
Proof. intros d n m L [H _]. exact H. Qed.

Lemma columns_length : forall d m, length (tuples d (levels m)) = (m ^ d)%nat.
Proof. intros. rewrite tuples_length, levels_length. reflexivity. Qed.

Lemma points_length : forall d n m, length (points d n m) = ((m ^ d) ^ n)%nat.
Proof. intros. etransitivity; [apply tuples_length|]. rewrite columns_length. reflexivity. Qed.

Lemma all_cubes : forall d n m, has_exactly (G_delta d n m) (D d m ^ Z.of_nat n).
Proof.
  intros. exists (points d n m). split; [apply points_NoDup|]. split; [apply in_points|].
  rewrite points_length, Nat2Z.inj_pow. reflexivity.
Qed.

Lemma distinct_cubes : forall d n m, has_exactly (G_tilde d n m) (falling (D d m) n).
Proof.
  intros. exists (distinct_tuples column_eq_dec n (tuples d (levels m))).
  assert (N : NoDup (tuples d (levels m))) by apply tuples_NoDup, levels_NoDup.
  split; [apply distinct_tuples_NoDup, N|]. split.
  - intro L. unfold G_tilde. rewrite <- in_points. etransitivity; [apply in_distinct_tuples|].
    apply and_iff_compat_r. symmetry. apply in_tuples.
  - etransitivity; [apply distinct_tuples_length, N|]. rewrite columns_length. reflexivity.
Qed.

Lemma repeated_cubes : forall d n m,
  has_exactly (fun L => G_delta d n m L /\ ~ G_tilde d n m L) (D d m ^ Z.of_nat n - falling (D d m) n).
Proof.
  intros. apply (has_exactly_without point point_eq_dec);
    [apply all_cubes | apply distinct_cubes | apply G_tilde_included].
Qed.

Theorem proposition_5_cubes_holds : proposition_5_cubes.
Proof.
  intros d n m D0. split; [apply all_cubes|]. split; [apply distinct_cubes|]. split; [apply repeated_cubes|].
  split; [apply repeated_at_most; unfold D0, D; lia|]. split; [apply points_NoDup | apply in_points].
Qed.

(** ** Their measure *)

Lemma D_at_least_2 : forall d m, (1 <= d)%nat -> (2 <= m)%nat -> 2 <= D d m.
Proof.
  intros d m Hd Hm. unfold D. rewrite Nat2Z.inj_pow. replace 2 with (2 ^ 1) by reflexivity.
  etransitivity; [apply (Z.pow_le_mono_r 2 1 (Z.of_nat d)); lia | apply Z.pow_le_mono_l; lia].
Qed.

Open Scope Q_scope.

(** delta^(dn) D^(n-1) = delta^d *)
Lemma cube_times : forall d n m, (1 <= m)%nat -> (1 <= n)%nat ->
  inject_Z (D d m ^ (Z.of_nat n - 1)) * cube d n m == equal_columns d m.
Proof.
  intros d n m Hm Hn. unfold cube, equal_columns, of_nat.
  assert (P : (0 < D d m)%Z) by (unfold D; rewrite Nat2Z.inj_pow; apply Z.pow_pos_nonneg; lia).
  assert (E : Z.of_nat (m ^ (d * n)) = (D d m ^ (Z.of_nat n - 1) * D d m)%Z).
  { rewrite Z.mul_comm, <- Z.pow_succ_r by lia. unfold D. rewrite !Nat2Z.inj_pow, <- Z.pow_mul_r by lia. f_equal. lia. }
  rewrite E, inject_Z_mult. fold (D d m).
  assert (0 < inject_Z (D d m)) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; exact P).
  assert (0 < inject_Z (D d m ^ (Z.of_nat n - 1))).
  { change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. apply Z.pow_pos_nonneg; lia. }
  field. split; lra.
Qed.

Lemma cube_positive : forall d n m, (1 <= m)%nat -> 0 < cube d n m.
Proof.
  intros d n m Hm. unfold cube. apply Qlt_shift_div_l; [|lra]. unfold of_nat. change 0 with (inject_Z 0).
  rewrite <- Zlt_Qlt, Nat2Z.inj_pow. apply Z.pow_pos_nonneg; lia.
Qed.

Theorem proposition_5_measure_holds : proposition_5_measure.
Proof.
  intros d n m k Hd Hm H. pose proof (has_exactly_unique _ _ _ _ H (repeated_cubes d n m)) as E. clear H.
  pose proof (D_at_least_2 d m Hd Hm) as HD. pose proof (cube_positive d n m ltac:(lia)) as HC.
  pose proof (cube_times d n m ltac:(lia)) as T.
  pose proof (repeated_at_most (D d m) n ltac:(lia)) as U. rewrite <- E in U.
  split; [|split].
  - destruct n as [|n'].
    + assert (E0 : k = 0%Z) by (rewrite E; reflexivity). rewrite E0. unfold pairs. change (of_nat 0) with 0.
      assert (Z0 : inject_Z 0 * cube d 0 m == 0) by (change (inject_Z 0) with 0; ring). rewrite Z0.
      apply Qle_minus_iff. setoid_replace (0 * (0 - 1) / 2 * equal_columns d m + - 0) with 0 by field. lra.
    + set (n := S n') in *. rewrite <- (T ltac:(lia)), Qmult_assoc. apply Qmult_le_compat_r; [|lra].
      apply Qmult_le_l with 2; [reflexivity|]. rewrite Zle_Qle in U. rewrite !inject_Z_mult in U.
      change (inject_Z 2) with 2 in U. unfold pairs, of_nat. unfold Z.sub in U at 1. rewrite inject_Z_plus in U.
      change (inject_Z (-(1))) with (-(1)) in U.
      eapply Qle_trans; [exact U|]. apply Qle_lteq. right. field.
  - intros ->. rewrite <- (T ltac:(lia)). apply Qmult_comp; [|reflexivity]. rewrite E.
    change (Z.of_nat 2) with 2%Z. cbn [falling]. f_equiv. change (2 - 1)%Z with 1%Z. simpl (Z.of_nat _). ring.
  - intro Hn. rewrite <- (T ltac:(lia)). apply Qmult_lt_compat_r; [exact HC|]. rewrite <- Zlt_Qlt, E.
    apply repeated_more_than; assumption.
Qed.
