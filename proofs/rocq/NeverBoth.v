(** * NeverBoth: d_p(f, g) is not both at most e and more than e

    Boxes below the difference shrink a little, boxes that cover it grow a little; by compactness finitely many of these
    cover those, and a finite sum of boxes that is nowhere negative has no negative weight. *)

From Coq Require Import Reals List Lra Lia Classical.
From Exactua Require Import Matrices Distance Sums Boxes Compactness GrownBoxes.
Open Scope R_scope.

(** If boxes A_i with weights a_i cover finitely many disjoint boxes B_k with weights c_k, the A_i weigh no less. *)
Lemma covers_weigh_more :
  forall d n N K (A B : nat -> box) (a c : nat -> R),
  (forall i, 0 <= a i) ->
  (forall i j X, (i < K)%nat -> (j < K)%nat -> in_box d n (B i) X -> in_box d n (B j) X -> i = j) ->
  (forall k X, (k < K)%nat -> in_box d n (B k) X -> c k <= sum_below N (fun i => a i * indicator d n (A i) X)) ->
  sum_below K (fun k => c k * volume d n (B k)) <= sum_below N (fun i => a i * volume d n (A i)).
Proof.
  intros d n N K A B a c Ha Hapart Hcover.
  assert (H : 0 <= sum_below (N + K)
    (fun i => followed N a (fun k => - c k) i * volume d n (followed N A B i))).
  { apply boxes_positive. intros X.
    rewrite (sum_below_ext _ _ (followed N (fun i => a i * indicator d n (A i) X)
      (fun k => - c k * indicator d n (B k) X)))
      by (intros i _; unfold followed; destruct (i <? N)%nat; reflexivity).
    rewrite sum_below_followed.
    assert (Hpos : 0 <= sum_below N (fun i => a i * indicator d n (A i) X)).
    { apply sum_below_nonnegative. intros i _. apply Rmult_le_pos; [apply Ha | apply indicator_nonnegative]. }
    destruct (classic (exists k, (k < K)%nat /\ in_box d n (B k) X)) as [(k & Hk & HX) | None].
    - rewrite (sum_below_single K _ k Hk).
      + rewrite indicator_in by exact HX. pose proof (Hcover k X Hk HX). lra.
      + intros j Hj Hne. rewrite indicator_out; [ring |]. intros HX'. apply Hne. now apply (Hapart j k X).
    - rewrite (sum_below_zero K); [lra |]. intros k Hk. rewrite indicator_out; [ring |].
      intros HX. apply None. now exists k. }
  rewrite (sum_below_ext _ _ (followed N (fun i => a i * volume d n (A i)) (fun k => - c k * volume d n (B k)))) in H
    by (intros i _; unfold followed; destruct (i <? N)%nat; reflexivity).
  rewrite sum_below_followed in H.
  rewrite (sum_below_ext K (fun k => - c k * volume d n (B k)) (fun k => -1 * (c k * volume d n (B k)))) in H
    by (intros; ring).
  rewrite sum_below_scale in H. lra.
Qed.

Section NeverBoth.
  Variables (d n : nat) (h : matrix -> R) (D : matrix -> Prop) (E : R).
  Variables (A : nat -> box) (a : nat -> R) (K : nat) (B : nat -> box) (c : nat -> R).
  Hypothesis a_nonnegative : forall i, 0 <= a i.
  Hypothesis cover : forall X, D X -> forall r, 0 < r -> exists k, h X <= sum_below k (fun i => a i * indicator d n (A i) X) + r.
  Hypothesis weight : forall k, sum_below k (fun i => a i * volume d n (A i)) <= E.
  Hypothesis below : forall i X, (i < K)%nat -> interior d n (B i) X -> D X /\ c i <= h X.
  Hypothesis apart :
    forall i j X, (i < K)%nat -> (j < K)%nat -> interior d n (B i) X -> interior d n (B j) X -> i = j.

  (** With any r > 0 left out of the weights, and the boxes B_k shrunk by any s > 0. *)
  Lemma shrunk_weigh_no_more :
    forall r s, 0 < r -> 0 < s -> sum_below K (fun k => (c k - r) * volume d n (grown (- s) (B k))) <= E + r.
  Proof.
    intros r s Hr Hs. destruct (grown_a_little d n a A r Hr) as (u & Hu & Hgrown).
    assert (Hone : forall k, (k < K)%nat -> exists N, forall Y, in_box d n (grown (- s) (B k)) Y ->
      c k - r <= sum_below N (fun i => a i * indicator d n (grown (u i) (A i)) Y)).
    { intros k Hk.
      apply (compact d n (grown (- s) (B k))
        (fun N Y => c k - r <= sum_below N (fun i => a i * indicator d n (grown (u i) (A i)) Y))).
      - intros N M X HNM H. eapply Rle_trans; [exact H |]. apply sum_below_grows; [| exact HNM].
        intros i. apply Rmult_le_pos; [apply a_nonnegative | apply indicator_nonnegative].
      - intros X HX. apply shrunk_inside in HX; [| exact Hs].
        destruct (below k X Hk HX) as [HD Hc]. destruct (cover X HD r Hr) as [N HN].
        assert (Hw : exists w, 0 < w /\ forall i, (i < N)%nat -> w <= u i).
        { clear - Hu. induction N as [| N (w & Hw & H)]; [exists 1; split; [lra | intros; lia] |].
          exists (Rmin w (u N)). split; [now apply Rmin_glb_lt |]. intros i Hi.
          destruct (Nat.eq_dec i N) as [-> | Hne]; [apply Rmin_r |].
          eapply Rle_trans; [apply Rmin_l |]. apply H. lia. }
        destruct Hw as (w & Hw & Hwu). exists w, N. split; [exact Hw |]. intros Y HY.
        assert (sum_below N (fun i => a i * indicator d n (A i) X) <=
                sum_below N (fun i => a i * indicator d n (grown (u i) (A i)) Y)); [| lra].
        apply sum_below_le. intros i Hi. apply Rmult_le_compat_l; [apply a_nonnegative |].
        destruct (indicator_cases d n (A i) X) as [[HA ->] | [_ ->]]; [| apply indicator_nonnegative].
        rewrite indicator_in; [lra |]. apply (grown_has d n (u i) (A i) X); [exact HA |].
        intros p q Hp Hq. pose proof (HY p q Hp Hq). pose proof (Hwu i Hi). lra. }
    destruct (for_all_below (fun N k => forall Y, in_box d n (grown (- s) (B k)) Y ->
      c k - r <= sum_below N (fun i => a i * indicator d n (grown (u i) (A i)) Y))) with (K := K) as [N HN].
    - intros N M k HNM H Y HY. eapply Rle_trans; [apply H, HY |]. apply sum_below_grows; [| exact HNM].
      intros i. apply Rmult_le_pos; [apply a_nonnegative | apply indicator_nonnegative].
    - exact Hone.
    - eapply Rle_trans; [apply (covers_weigh_more d n N K (fun i => grown (u i) (A i)) (fun k => grown (- s) (B k)) a)|].
      + exact a_nonnegative.
      + intros i j X Hi Hj HX HX'. apply (apart i j X Hi Hj); eapply shrunk_inside; eassumption.
      + intros k X Hk HX. now apply HN.
      + eapply Rle_trans; [apply sum_below_le; intros i _; apply Hgrown |].
        rewrite sum_below_plus. pose proof (weight N). pose proof (halves N r ltac:(lra)). lra.
  Qed.

  Lemma never_heavier : sum_below K (fun k => c k * volume d n (B k)) <= E.
  Proof.
    apply Rnot_lt_le. intros Hgt. set (V := sum_below K (fun k => c k * volume d n (B k))) in *.
    set (W := sum_below K (fun k => volume d n (B k))).
    assert (HW : 0 <= W) by (apply sum_below_nonnegative; intros; apply volume_nonnegative).
    set (r := (V - E) / (4 * (1 + W))).
    assert (Hr : 0 < r) by (apply Rdiv_lt_0_compat; lra).
    assert (HrW : r * (1 + W) = (V - E) / 4) by (unfold r; field; lra).
    destruct (near_zero _ (weight_continuous d n K c B) ((V - E) / 4) ltac:(lra)) as (s & Hs & Hnear).
    specialize (Hnear (- (s / 2))). rewrite Rabs_Ropp, Rabs_right in Hnear by lra. specialize (Hnear ltac:(lra)).
    rewrite (sum_below_ext K (fun i => c i * volume d n (grown 0 (B i))) (fun i => c i * volume d n (B i))) in Hnear
      by (intros i _; now rewrite grown_by_nothing).
    fold V in Hnear. apply Rabs_def2 in Hnear.
    pose proof (shrunk_weigh_no_more r (s / 2) Hr ltac:(lra)) as H.
    rewrite (sum_below_ext K _ (fun k => c k * volume d n (grown (- (s / 2)) (B k)) +
      - r * volume d n (grown (- (s / 2)) (B k)))) in H by (intros; ring).
    rewrite sum_below_plus, sum_below_scale in H.
    assert (HW' : sum_below K (fun k => volume d n (grown (- (s / 2)) (B k))) <= W).
    { apply sum_below_le. intros k _. apply shrunk_volume. lra. }
    apply (Rmult_le_compat_l r) in HW'; [| lra]. lra.
  Qed.
End NeverBoth.
