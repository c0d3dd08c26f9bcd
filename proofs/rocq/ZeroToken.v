(** * ZeroToken: at the token 0 every score is 0, so its id is that of a mean

    Kajitsuka & Sato 2024, Theorem 2: (0, 1, 4) and (0, 2, 3) have the same mean, and different vocabularies. *)

From Coq Require Import Reals List Arith Lia Lra.
From Exactua Require Import Networks Distance Sums KajitsukaStatements Projections OneHead Memorisation SameViews.
Import ListNotations.
Open Scope R_scope.

Definition number_at (i k : nat) : R :=
  match i, k with _, O => 0 | O, 1%nat => 1 | O, _ => 4 | _, 1%nat => 2 | _, _ => 3 end.
Definition with_zero (i : nat) : nat -> nat -> R := fun a k => number_at i k * first a.

Lemma with_zero_same : forall d i j k l, (1 <= d)%nat ->
  same_token d (with_zero i) (with_zero j) k l <-> number_at i k = number_at j l.
Proof.
  intros d i j k l Hd. split.
  - intros E. specialize (E 0%nat Hd). unfold column, with_zero, first in E. simpl in E. lra.
  - intros E a _. unfold column, with_zero. now rewrite E.
Qed.

Lemma with_zero_distinct : forall i k l, (k < 3)%nat -> (l < 3)%nat -> k <> l -> number_at i k <> number_at i l.
Proof.
  intros i k l Hk Hl Hne. destruct i as [| i], k as [| [| [| k]]], l as [| [| [| l]]]; cbn; try lia; lra.
Qed.

Lemma id_of_zero : forall d (H : head reals) i a, (forall h, (h < head_size H)%nat -> b_Q H h = 0) -> (a < d)%nat ->
  attention softmax d 3 [H] (with_zero i) a 0%nat = value d H a first * (5 / 3).
Proof.
  intros d H i a Hb Ha.
  change (masked_attention d 3 (fun _ _ => true) H (with_zero i) a 0%nat = value d H a first * (5 / 3)).
  rewrite masked_attention_is.
  assert (forall x, score d H x (column 0 (with_zero i)) = 0) as Hscore.
  { intros x. apply sum_below_zero. intros h Hh. rewrite (Hb h Hh).
    rewrite (dot_same d (W_Q H h) (column 0 (with_zero i)) (fun b => 0 * first b)).
    - rewrite dot_scaled. ring.
    - intros b _. unfold column, with_zero. destruct i; reflexivity. }
  assert (forall k, value d H a (column k (with_zero i)) = number_at i k * value d H a first) as Hvalue.
  { intros k. unfold value. rewrite <- sum_below_scale. apply sum_below_ext. intros h _.
    change (column k (with_zero i)) with (fun b => number_at i k * first b). rewrite dot_scaled. ring. }
  cbn [sum_below]. rewrite !Hscore, !Hvalue, exp_0. unfold with_zero. destruct i; cbn [number_at]; field.
Qed.

Lemma with_zero_differ : forall d, (1 <= d)%nat -> ~ same_vocabulary d 3 (with_zero 0) (with_zero 1).
Proof.
  intros d Hd [H _]. destruct (H 1%nat ltac:(lia)) as [l [Hl E]]. apply with_zero_same in E; [| exact Hd].
  destruct l as [| [| l]]; cbn in E; lra.
Qed.

Lemma theorem_2_needs_r_min_holds : kajitsuka_theorem_2_needs_r_min.
Proof.
  intros d Hd. exists with_zero. split; [| split; [| split]].
  - intros i k l _ Hk Hl Hne E. apply with_zero_same in E; [| exact Hd]. now apply (with_zero_distinct i k l).
  - split.
    + intros i k _ Hk. rewrite (norm_ext d _ (fun a => number_at i k * first a)) by (intros a _; reflexivity).
      rewrite on_the_line by exact Hd. assert (0 <= number_at i k <= 4) as Hn
        by (destruct i as [| i], k as [| [| k]]; cbn; lra).
      rewrite Rabs_right; lra.
    + intros i j k l _ _ Hk Hl Hne. rewrite with_zero_same in Hne by exact Hd.
      rewrite (norm_ext d _ (fun a => (number_at i k - number_at j l) * first a))
        by (intros a _; unfold gap, column, with_zero; ring).
      rewrite on_the_line by exact Hd. revert Hne.
      destruct i as [| i], j as [| j], k as [| [| k]], l as [| [| l]]; cbn; intros Hne; try lra;
        unfold Rabs; destruct (Rcase_abs _); lra.
  - exact (with_zero_differ d Hd).
  - intros H Hb r delta Hdelta [_ apart].
    specialize (apart 0%nat 1%nat 0%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)
      (or_introl (with_zero_differ d Hd))).
    rewrite (norm_ext d _ (fun a => 0 * first a)) in apart; [rewrite norm_scaled, Rabs_R0 in apart; lra |].
    intros a Ha. unfold gap, column. rewrite !id_of_zero by assumption. ring.
Qed.
