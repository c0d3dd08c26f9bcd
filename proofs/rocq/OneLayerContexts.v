(** * OneLayerContexts: what one head makes of numbers, each of a token

    Kajitsuka & Sato 2024, Theorem 2 and App. A.5, for tokens 1, ..., D on a line: a token's number and a part of what
    the head of App. A.2 adds to it tell the token, and the set of tokens beside it. And one token that is large enough
    lifts all tokens. *)

From Coq Require Import Reals List Arith Lia Lra Classical_Prop.
From Exactua Require Import Networks Distance Sums KajitsukaStatements Projections Boltzmann BoltzmannSets OneHead
  UnitLayers.
Import ListNotations.
Open Scope R_scope.

Definition sharpness : R := 12.
Definition share (D : nat) : R := / (8 * (INR D + 1)).

(** The number y_k of token k, and a share of what it attends to. *)
Definition context (D n : nat) (y : nat -> R) (k : nat) : R := y k + share D * attended n sharpness y k.

Lemma share_positive : forall D, 0 < share D.
Proof. intros D. apply Rinv_0_lt_compat. pose proof (pos_INR D). lra. Qed.

Lemma attended_ext : forall n kappa y y' k, (k < n)%nat -> (forall l, (l < n)%nat -> y l = y' l) ->
  attended n kappa y k = attended n kappa y' k.
Proof.
  intros n kappa y y' k Hk E. unfold attended. apply dot_ext; [exact E |].
  intros l Hl. apply softmax_ext; [| exact Hl]. intros l' Hl'. now rewrite (E l'), (E k).
Qed.

Lemma context_ext : forall D n y y' k, (k < n)%nat -> (forall l, (l < n)%nat -> y l = y' l) ->
  context D n y k = context D n y' k.
Proof. intros D n y y' k Hk E. unfold context. now rewrite (E k Hk), (attended_ext n sharpness y y' k Hk E). Qed.

(** ** One large token *)

(** The mean under softmax is at least the greatest score, less log n over the factor of the scores. *)
Lemma attended_lifts : forall n y k l, (k < n)%nat -> (l < n)%nat -> 1 <= y k ->
  y l - ln (INR n) <= attended n sharpness y k.
Proof.
  intros n y k l Hk Hl Hy. pose proof (ln_INR_nonnegative n ltac:(lia)) as L. set (c := sharpness * y k).
  assert (Hc : 1 <= c) by (unfold c, sharpness; lra).
  pose proof (boltz_at_least n (fun l => sharpness * y l * y k) l Hl) as H. cbv beta in H.
  assert (E : boltz n (fun l => sharpness * y l * y k) = c * attended n sharpness y k).
  { unfold boltz, attended. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros i _. unfold c. ring. }
  rewrite E in H. apply (Rmult_le_reg_l c); [lra |].
  replace (c * (y l - ln (INR n))) with (sharpness * y l * y k - c * ln (INR n)) by (unfold c; ring).
  assert (1 * ln (INR n) <= c * ln (INR n)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma context_lifts : forall D n y k l T, (k < n)%nat -> (l < n)%nat -> 1 <= y k ->
  T / share D + ln (INR n) <= y l -> T <= context D n y k.
Proof.
  intros D n y k l T Hk Hl Hy H. pose proof (attended_lifts n y k l Hk Hl Hy) as A. pose proof (share_positive D) as P.
  unfold context. assert (share D * (T / share D) <= share D * attended n sharpness y k)
    by (apply Rmult_le_compat_l; lra).
  replace (share D * (T / share D)) with T in H0 by (field; lra). lra.
Qed.

(** ** Tokens without duplicates *)

(** 1 <= y_k <= D, all different. *)
Definition numbered (D n : nat) (y : nat -> nat) : Prop :=
  (forall k, (k < n)%nat -> (1 <= y k <= D)%nat) /\
  forall k l, (k < n)%nat -> (l < n)%nat -> y k = y l -> k = l.

Definition on_line (y : nat -> nat) : nat -> nat -> R := fun a k => INR (y k) * first a.

Lemma on_line_norm : forall c, norm 1 (fun a => c * first a) = Rabs c.
Proof.
  intros c. rewrite norm_scaled, (norm_ext 1 first (fun i => if Nat.eqb i 0 then 1 else 0))
    by (intros i _; reflexivity).
  rewrite some_unit_vector by lia. ring.
Qed.

Lemma on_line_token : forall y y' k l, same_token 1 (on_line y) (on_line y') k l <-> y k = y' l.
Proof.
  intros y y' k l. split.
  - intros E. specialize (E 0%nat ltac:(lia)). unfold column, on_line, first in E. simpl in E. rewrite !Rmult_1_r in E.
    now apply INR_eq.
  - intros E a _. unfold column, on_line. now rewrite E.
Qed.

Lemma on_line_apart : forall a b : nat, a <> b -> 1 <= Rabs (INR a - INR b).
Proof.
  intros a b Hne. rewrite !INR_IZR_INZ, <- minus_IZR, <- abs_IZR. apply (IZR_le 1). lia.
Qed.

Theorem contexts_differ : forall D n y y' k l, numbered D n y -> numbered D n y' -> (k < n)%nat -> (l < n)%nat ->
  context D n (fun a => INR (y a)) k = context D n (fun a => INR (y' a)) l ->
  y k = y' l /\ (forall a, (a < n)%nat -> exists b, (b < n)%nat /\ y a = y' b) /\
  (forall b, (b < n)%nat -> exists a, (a < n)%nat /\ y' b = y a).
Proof.
  intros D n y y' k l [Hy Iy] [Hy' Iy'] Hk Hl E.
  set (t := fun i : nat => if Nat.eqb i 0 then y else y'). set (X := fun i => on_line (t i)).
  assert (Ht : forall i, (i < 2)%nat -> numbered D n (t i)).
  { intros i Hi. unfold t. destruct (Nat.eqb i 0); split; assumption. }
  pose proof (pos_INR D) as HD0.
  assert (maps : contextual_mapping 1 n 2 X (INR D + 1 + 1 / 2 / 4)
    (1 / 2 / (4 * (INR D + 1) ^ 2 * sharpness) * exp (3 - 2 * (sharpness * (INR D + 1) ^ 2)))
    (attention (F := reals) softmax 1 n [the_head 1 first (fun a => 1 / 2 / (4 * (INR D + 1)) * first a) sharpness])).
  { apply maps_contexts with (r_min := 1 / 2).
    - lia.
    - lia.
    - lia.
    - lia.
    - intros i a b Hi Ha Hb Hne Eab. apply on_line_token in Eab. apply Hne. destruct (Ht i Hi) as [_ I]. now apply I.
    - split.
      + intros i a Hi Ha. destruct (Ht i Hi) as [B _]. specialize (B a Ha).
        rewrite (norm_ext 1 _ (fun b => INR (t i a) * first b)) by (intros b _; reflexivity). rewrite on_line_norm.
        rewrite Rabs_right by (apply Rle_ge, pos_INR). destruct B as [B1 B2]. apply le_INR in B1, B2.
        change (INR 1) with 1 in B1. lra.
      + intros i j a b Hi Hj Ha Hb Hne. rewrite (norm_ext 1 _ (fun c => (INR (t i a) - INR (t j b)) * first c))
          by (intros c _; unfold gap, column, X, on_line; ring). rewrite on_line_norm.
        assert (t i a <> t j b) as N by (intros E'; apply Hne; now apply on_line_token).
        apply on_line_apart in N. lra.
    - lra.
    - lra.
    - rewrite (norm_ext 1 first (fun i => if Nat.eqb i 0 then 1 else 0)) by (intros i _; reflexivity).
      apply some_unit_vector. lia.
    - lra.
    - unfold sharpness. lra.
    - unfold sharpness. lra.
    - intros i i' j a a' b Hi Hi' Hj Ha Ha' Hb Hne. rewrite !along_first by lia. unfold X, on_line.
      assert (t i a <> t i' a') as N by (intros E'; apply Hne; now apply on_line_token). apply on_line_apart in N.
      destruct (Ht j Hj) as [B _]. specialize (B b Hb). destruct B as [B _]. apply le_INR in B.
      change (INR 1) with 1 in B.
      unfold first. cbn [Nat.eqb]. rewrite !Rmult_1_r, <- Rmult_minus_distr_r, <- Rmult_minus_distr_l, !Rabs_mult.
      unfold sharpness. rewrite (Rabs_right 12), (Rabs_right (INR (t j b))) by lra. nra. }
  assert (q_is : forall i a b, (b < n)%nat -> @eq R (attention (F := reals) softmax 1 n
    [the_head 1 first (fun a => 1 / 2 / (4 * (INR D + 1)) * first a) sharpness] (X i) a b)
    (first a * context D n (fun a => INR (t i a)) b)).
  { intros i a b Hb. rewrite output by lia. unfold context, share, attended, mean.
    rewrite (dot_ext n (along 1 first (X i)) (fun a => INR (t i a)) _
      (softmax n (fun l => sharpness * INR (t i l) * INR (t i b)))).
    - unfold X, on_line. field. lra.
    - intros c _. rewrite along_first by lia. unfold X, on_line, first. simpl. ring.
    - intros c Hc. apply softmax_ext; [| exact Hc]. intros c' _. rewrite !along_first by lia.
      unfold X, on_line, first. simpl. ring. }
  destruct maps as [_ maps]. apply NNPP. intros none.
  specialize (maps 0%nat 1%nat k l ltac:(lia) ltac:(lia) Hk Hl).
  assert (C : ~ same_vocabulary 1 n (X 0%nat) (X 1%nat) \/ ~ same_token 1 (X 0%nat) (X 1%nat) k l).
  { apply not_and_or. intros [[V V'] T]. apply none. split; [now apply (on_line_token y y') |]. split.
    - intros a Ha. destruct (V a Ha) as [b [Hb T']]. exists b. split; [exact Hb | now apply (on_line_token y y')].
    - intros b Hb. destruct (V' b Hb) as [a [Ha T']]. exists a. split; [exact Ha | now apply (on_line_token y' y)]. }
  specialize (maps C). rewrite (norm_ext 1 _ (fun a => 0 * first a)) in maps.
  - rewrite on_line_norm, Rabs_R0 in maps. pose proof (exp_pos (3 - 2 * (sharpness * (INR D + 1) ^ 2))) as P.
    assert (0 < 1 / 2 / (4 * (INR D + 1) ^ 2 * sharpness)).
    { apply Rmult_lt_0_compat; [lra |]. apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; [| unfold sharpness; lra].
      apply Rmult_lt_0_compat; [lra |]. apply pow_lt. lra. }
    assert (0 < 1 / 2 / (4 * (INR D + 1) ^ 2 * sharpness) * exp (3 - 2 * (sharpness * (INR D + 1) ^ 2)))
      by (now apply Rmult_lt_0_compat). lra.
  - intros a _. unfold gap, column. rewrite !q_is by assumption. change (t 0%nat) with y. change (t 1%nat) with y'.
    rewrite E. ring.
Qed.
