(** * OneHardmaxLayer: no layer of hardmax attention tells two sequences apart

    Kajitsuka & Sato 2024, Theorem 1: tokens alpha_1 v, ..., alpha_n v with increasing alpha. A head has the scores
    c alpha_l: its weights are those of the greatest or the least token, or all scores are equal. Two sequences with the
    same ends and the same sum are not told apart at a token of both; nor at the token 0 those with the same sum. *)

From Coq Require Import Reals List Arith Bool Lia Lra.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections Boltzmann
  BoltzmannSeparation OneHead.
Import ListNotations.
Open Scope R_scope.

(** ** Tie rules *)

(** Which scores are greatest says all about the weights. *)
Definition greatest_as (n : nat) (s : nat -> R) (g : nat -> bool) : Prop :=
  forall k, (k < n)%nat -> is_greatest (F := reals) n s k = g k.

Lemma is_greatest_iff : forall n (s : nat -> R) k,
  is_greatest (F := reals) n s k = true <-> forall l, (l < n)%nat -> s l <= s k.
Proof.
  intros n s k. unfold is_greatest. rewrite forallb_forall. split; intros H l Hl.
  - specialize (H l ltac:(apply in_seq; lia)). cbn in H. now destruct (Rle_dec (s l) (s k)).
  - apply in_seq in Hl. cbn. destruct (Rle_dec (s l) (s k)) as [_ | Hn]; [reflexivity |]. exfalso. apply Hn, H. lia.
Qed.

Lemma weights_by_greatest : forall sigma n s s' g k, tie_rule sigma -> greatest_as n s g -> greatest_as n s' g ->
  (k < n)%nat -> sigma n s k = sigma n s' k.
Proof.
  intros sigma n s s' g k [-> | [-> | ->]] H H' Hk.
  - unfold hardmax. rewrite (H k Hk), (H' k Hk). unfold how_many_greatest.
    rewrite (filter_ext_in (is_greatest (F := reals) n s) (is_greatest (F := reals) n s') (seq 0 n)); [reflexivity |].
    intros l Hl. apply in_seq in Hl. rewrite (H l), (H' l) by lia. reflexivity.
  - unfold leftmost_hardmax. rewrite (H k Hk), (H' k Hk).
    replace (forallb (fun l => negb (is_greatest (F := reals) n s l)) (seq 0 k))
      with (forallb (fun l => negb (is_greatest (F := reals) n s' l)) (seq 0 k)); [reflexivity |].
    apply eq_true_iff_eq. rewrite !forallb_forall. split; intros G l Hl; specialize (G l Hl); apply in_seq in Hl;
      rewrite (H l) in * by lia; rewrite (H' l) in * by lia; exact G.
  - unfold rightmost_hardmax. rewrite (H k Hk), (H' k Hk).
    replace (forallb (fun l => negb (is_greatest (F := reals) n s l)) (seq (S k) (n - S k)))
      with (forallb (fun l => negb (is_greatest (F := reals) n s' l)) (seq (S k) (n - S k))); [reflexivity |].
    apply eq_true_iff_eq. rewrite !forallb_forall. split; intros G l Hl; specialize (G l Hl); apply in_seq in Hl;
      rewrite (H l) in * by lia; rewrite (H' l) in * by lia; exact G.
Qed.

Lemma weightless : forall sigma n s k, tie_rule sigma -> is_greatest (F := reals) n s k = false -> sigma n s k = 0.
Proof.
  intros sigma n s k [-> | [-> | ->]] H; unfold hardmax, leftmost_hardmax, rightmost_hardmax; rewrite H; reflexivity.
Qed.

Lemma weights_ext : forall sigma n s s' k, tie_rule sigma -> same_vector n s s' -> (k < n)%nat ->
  sigma n s k = sigma n s' k.
Proof.
  intros sigma n s s' k Hs H Hk. apply (weights_by_greatest sigma n s s' (is_greatest (F := reals) n s')); auto.
  - intros l Hl. apply eq_true_iff_eq. rewrite !is_greatest_iff. split; intros G j Hj; specialize (G j Hj);
      [rewrite <- (H j Hj), <- (H l Hl) | rewrite (H j Hj), (H l Hl)]; exact G.
  - intros l _. reflexivity.
Qed.

(** ** Tokens on a line *)

Lemma far : forall p q : nat, p <> q -> 1 <= Rabs (INR p - INR q).
Proof.
  intros p q Hp. destruct (Nat.lt_total p q) as [H | [H | H]]; [| contradiction |].
  - pose proof (le_INR (S p) q H) as H1. rewrite S_INR in H1. rewrite Rabs_left by lra. lra.
  - pose proof (le_INR (S q) p H) as H1. rewrite S_INR in H1. rewrite Rabs_right by lra. lra.
Qed.

Lemma norm_first : forall d c, (1 <= d)%nat -> norm d (fun a => c * first a) = Rabs c.
Proof.
  intros d c Hd.
  rewrite norm_scaled, (norm_ext d first (fun i => if Nat.eqb i 0 then 1 else 0)) by (intros i _; reflexivity).
  rewrite some_unit_vector by exact Hd. ring.
Qed.

(** ** The sequences *)

(** From n = 4 on, without 0: 1, 2, 5, 6, 7, ... and 1, 3, 4, 6, 7, ... *)
Definition from_4 (i k : nat) : nat :=
  match k with
  | 0 => 1
  | 1 => if Nat.eqb i 0 then 2 else 3
  | 2 => if Nat.eqb i 0 then 5 else 4
  | _ => k + 3
  end%nat.

(** With the token 0: 0, 1, 4, 5, 6, ... and 0, 2, 3, 5, 6, ... *)
Definition from_0 (i k : nat) : nat := (from_4 i k - 1)%nat.

(** The printed pair: 1, 2, 4, 5, 6, ... and 1, 3, 4, 5, 6, ... *)
Definition printed (i k : nat) : nat :=
  match k with
  | 0 => 1
  | 1 => if Nat.eqb i 0 then 2 else 3
  | _ => k + 2
  end%nat.

Section Sequences.
Variable number_of : nat -> nat -> nat.
Hypothesis increasing : forall i k l, (k < l)%nat -> (number_of i k < number_of i l)%nat.
Hypothesis start : number_of 0 0 = number_of 1 0.

Definition alpha (i k : nat) : R := INR (number_of i k).
Definition sequence (i : nat) : nat -> nat -> R := fun a k => alpha i k * first a.

Lemma alpha_increasing : forall i k l, (k < l)%nat -> alpha i k < alpha i l.
Proof. intros i k l H. now apply lt_INR, increasing. Qed.

Lemma token_gap : forall d i j k l, (1 <= d)%nat ->
  norm d (gap (column k (sequence i)) (column l (sequence j))) = Rabs (alpha i k - alpha j l).
Proof.
  intros d i j k l Hd. rewrite <- (norm_first d _ Hd). apply norm_ext. intros a _. unfold gap, column, sequence. ring.
Qed.

Lemma tokens_same : forall d i j k l, (1 <= d)%nat ->
  (same_token d (sequence i) (sequence j) k l <-> number_of i k = number_of j l).
Proof.
  intros d i j k l Hd. split.
  - intros H. specialize (H 0%nat Hd). unfold column, sequence, first in H. simpl in H. rewrite !Rmult_1_r in H.
    now apply INR_eq.
  - intros H a _. unfold column, sequence, alpha. now rewrite H.
Qed.

(** ** What a head sees *)

Lemma greatest_last : forall n i c, 0 < c -> (1 <= n)%nat ->
  greatest_as n (fun l => c * alpha i l) (fun k => Nat.eqb k (n - 1)).
Proof.
  intros n i c Hc Hn k Hk. apply eq_true_iff_eq. rewrite is_greatest_iff, Nat.eqb_eq. split.
  - intros H. destruct (Nat.eq_dec k (n - 1)) as [E | Hne]; [exact E |]. exfalso.
    specialize (H (n - 1)%nat ltac:(lia)). pose proof (alpha_increasing i k (n - 1) ltac:(lia)). nra.
  - intros -> l Hl. destruct (Nat.eq_dec l (n - 1)) as [-> | Hne]; [lra |].
    pose proof (alpha_increasing i l (n - 1) ltac:(lia)). nra.
Qed.

Lemma greatest_first : forall n i c, c < 0 -> (1 <= n)%nat ->
  greatest_as n (fun l => c * alpha i l) (fun k => Nat.eqb k 0).
Proof.
  intros n i c Hc Hn k Hk. apply eq_true_iff_eq. rewrite is_greatest_iff, Nat.eqb_eq. split.
  - intros H. destruct (Nat.eq_dec k 0) as [E | Hne]; [exact E |]. exfalso.
    specialize (H 0%nat ltac:(lia)). pose proof (alpha_increasing i 0 k ltac:(lia)). nra.
  - intros -> l Hl. destruct (Nat.eq_dec l 0) as [-> | Hne]; [lra |]. pose proof (alpha_increasing i 0 l ltac:(lia)).
    nra.
Qed.

Lemma greatest_all : forall n i, greatest_as n (fun l => 0 * alpha i l) (fun _ => true).
Proof. intros n i k _. apply is_greatest_iff. intros l _. lra. Qed.

(** The mean of the numbers under the weights of a head is the same for both. *)
Lemma same_mean : forall sigma n c, tie_rule sigma -> (1 <= n)%nat ->
  (sigma = hardmax (F := reals) -> sum_below n (alpha 0) = sum_below n (alpha 1)) ->
  (0 < c \/ sigma = rightmost_hardmax (F := reals) -> alpha 0 (n - 1) = alpha 1 (n - 1)) ->
  sum_below n (fun l => alpha 0 l * sigma n (fun l => c * alpha 0 l) l)
  = sum_below n (fun l => alpha 1 l * sigma n (fun l => c * alpha 1 l) l).
Proof.
  intros sigma n c Hs Hn Hsum Hlast.
  assert (alpha 0 0 = alpha 1 0) as Hfirst by (unfold alpha; now rewrite start).
  destruct (Rtotal_order c 0) as [Hc | [-> | Hc]].
  - pose proof (greatest_first n 0 c Hc ltac:(lia)) as H0. pose proof (greatest_first n 1 c Hc ltac:(lia)) as H1.
    assert (forall i, greatest_as n (fun l => c * alpha i l) (fun k => Nat.eqb k 0) ->
      sum_below n (fun l => alpha i l * sigma n (fun l => c * alpha i l) l)
      = alpha i 0 * sigma n (fun l => c * alpha i l) 0%nat) as G.
    { intros i H. apply (sum_below_single n (fun l => alpha i l * sigma n (fun l => c * alpha i l) l)); [lia |].
      intros l Hl Hne. cbv beta. rewrite (weightless sigma); [ring | exact Hs |]. rewrite (H l Hl).
      now apply Nat.eqb_neq. }
    rewrite (G 0%nat H0), (G 1%nat H1), Hfirst. f_equal. apply (weights_by_greatest sigma n _ _ _ _ Hs H0 H1). lia.
  - pose proof (greatest_all n 0) as H0. pose proof (greatest_all n 1) as H1.
    rewrite (sum_below_ext n (fun l => alpha 1 l * sigma n (fun l => 0 * alpha 1 l) l)
      (fun l => alpha 1 l * sigma n (fun l => 0 * alpha 0 l) l))
      by (intros l Hl; f_equal; symmetry; exact (weights_by_greatest sigma n _ _ _ l Hs H0 H1 Hl)).
    set (s := fun l => 0 * alpha 0 l) in *. destruct Hs as [-> | [-> | ->]].
    + set (x := inverse (n := reals) (of_count (how_many_greatest (F := reals) n s))).
      assert (forall i, sum_below n (fun l => alpha i l * hardmax (F := reals) n s l) = x * sum_below n (alpha i)) as G.
      { intros i. rewrite <- sum_below_scale. apply sum_below_ext. intros l Hl. unfold hardmax. rewrite (H0 l Hl).
        fold x.
        apply Rmult_comm. }
      rewrite !G, Hsum by reflexivity. reflexivity.
    + assert (forall i, sum_below n (fun l => alpha i l * leftmost_hardmax (F := reals) n s l)
        = alpha i 0 * leftmost_hardmax (F := reals) n s 0%nat) as G.
      { intros i. apply (sum_below_single n (fun l => alpha i l * leftmost_hardmax (F := reals) n s l)); [lia |].
        intros l Hl Hne. cbv beta. replace (leftmost_hardmax (F := reals) n s l) with 0; [ring |].
        unfold leftmost_hardmax.
        rewrite (H0 l Hl). destruct (forallb _ (seq 0 l)) eqn:F; [| reflexivity].
        rewrite forallb_forall in F. specialize (F 0%nat ltac:(apply in_seq; lia)). rewrite (H0 0%nat ltac:(lia)) in F.
        discriminate. }
      rewrite (G 0%nat), (G 1%nat), Hfirst. reflexivity.
    + assert (forall i, sum_below n (fun l => alpha i l * rightmost_hardmax (F := reals) n s l)
        = alpha i (n - 1)%nat * rightmost_hardmax (F := reals) n s (n - 1)%nat) as G.
      { intros i. apply (sum_below_single n (fun l => alpha i l * rightmost_hardmax (F := reals) n s l)); [lia |].
        intros l Hl Hne. cbv beta. replace (rightmost_hardmax (F := reals) n s l) with 0; [ring |].
        unfold rightmost_hardmax.
        rewrite (H0 l Hl). destruct (forallb _ (seq (S l) (n - S l))) eqn:F; [| reflexivity].
        rewrite forallb_forall in F. specialize (F (n - 1)%nat ltac:(apply in_seq; lia)).
        rewrite (H0 (n - 1)%nat ltac:(lia)) in F. discriminate. }
      rewrite (G 0%nat), (G 1%nat), Hlast by now right. reflexivity.
  - pose proof (greatest_last n 0 c Hc ltac:(lia)) as H0. pose proof (greatest_last n 1 c Hc ltac:(lia)) as H1.
    assert (forall i, greatest_as n (fun l => c * alpha i l) (fun k => Nat.eqb k (n - 1)) ->
      sum_below n (fun l => alpha i l * sigma n (fun l => c * alpha i l) l)
      = alpha i (n - 1)%nat * sigma n (fun l => c * alpha i l) (n - 1)%nat) as G.
    { intros i H. apply (sum_below_single n (fun l => alpha i l * sigma n (fun l => c * alpha i l) l)); [lia |].
      intros l Hl Hne. cbv beta. rewrite (weightless sigma); [ring | exact Hs |]. rewrite (H l Hl).
      now apply Nat.eqb_neq. }
    rewrite (G 0%nat H0), (G 1%nat H1), Hlast by now left. f_equal.
    apply (weights_by_greatest sigma n _ _ _ _ Hs H0 H1).
    lia.
Qed.

(** ** What a layer makes of token 1 *)

(** W applied to a token: alpha times the first column of W. *)
Lemma row_of_token : forall d (W : nat -> nat -> R) i h k, (1 <= d)%nat ->
  product (F := reals) d W (sequence i) h k = alpha i k * W h 0%nat.
Proof.
  intros d W i h k Hd. change (sum_below d (fun l => W h l * (alpha i k * first l)) = alpha i k * W h 0%nat).
  rewrite (sum_below_ext d _ (fun l => first l * (alpha i k * W h l))) by (intros; ring). now apply sum_of_first.
Qed.

Lemma attended : forall sigma d n (H : head reals) i a, tie_rule sigma -> (1 <= d)%nat ->
  (forall h, (h < head_size H)%nat -> b_Q H h = 0) ->
  attend (F := reals) sigma d n H (sequence i) a 0%nat =
  sum_below (head_size H) (fun h => W_O H a h * W_V H h 0%nat)
  * sum_below n (fun l => alpha i l
    * sigma n (fun l => alpha i 0 * sum_below (head_size H) (fun h => W_K H h 0%nat * W_Q H h 0%nat) * alpha i l) l).
Proof.
  intros sigma d n H i a Hs Hd Hb.
  set (c := alpha i 0 * sum_below (head_size H) (fun h => W_K H h 0%nat * W_Q H h 0%nat)).
  set (g := sum_below (head_size H) (fun h => W_O H a h * W_V H h 0%nat)).
  change (sum_below n (fun l =>
      sum_below (head_size H) (fun h => W_O H a h * product (F := reals) d (W_V H) (sequence i) h l)
      * sigma n (fun l' => scores (F := reals) d H (sequence i) l' 0%nat) l)
    = g * sum_below n (fun l => alpha i l * sigma n (fun l => c * alpha i l) l)).
  rewrite <- sum_below_scale. apply sum_below_ext. intros l Hl.
  rewrite (weights_ext sigma n _
    (fun l => c * alpha i l) l Hs); [| | exact Hl].
  - rewrite (sum_below_ext (head_size H) _ (fun h => alpha i l * (W_O H a h * W_V H h 0%nat))).
    + rewrite sum_below_scale. fold g. ring.
    + intros h _. rewrite row_of_token by exact Hd. ring.
  - intros l' _. change (sum_below (head_size H) (fun h => product (F := reals) d (W_K H) (sequence i) h l'
      * (product (F := reals) d (W_Q H) (sequence i) h 0%nat + b_Q H h)) = c * alpha i l').
    unfold c. rewrite (Rmult_comm (alpha i 0)), Rmult_assoc, Rmult_comm, <- sum_below_scale. apply sum_below_ext.
    intros h Hh.
    rewrite !row_of_token, Hb by assumption.
    ring.
Qed.

Lemma same_output : forall sigma d n all, tie_rule sigma -> (1 <= d)%nat -> (1 <= n)%nat ->
  (sigma = hardmax (F := reals) -> sum_below n (alpha 0) = sum_below n (alpha 1)) ->
  (number_of 0 0 = 0%nat /\ sigma <> rightmost_hardmax (F := reals) \/ number_of 0 (n - 1) = number_of 1 (n - 1)) ->
  (forall (H : head reals) h, In H all -> (h < head_size H)%nat -> b_Q H h = 0) ->
  forall a, attention (F := reals) sigma d n all (sequence 0) a 0%nat
    = attention (F := reals) sigma d n all (sequence 1) a 0%nat.
Proof.
  intros sigma d n all Hs Hd Hn Hsum Hlast Hall a. unfold attention.
  assert (alpha 0 0 = alpha 1 0) as Hfirst by (unfold alpha; now rewrite start).
  assert (forall Y Y' : nat -> nat -> R, Y a 0%nat = Y' a 0%nat ->
    fold_left (fun Y H => sum (F := reals) Y (attend (F := reals) sigma d n H (sequence 0))) all Y a 0%nat
    = fold_left (fun Y H => sum (F := reals) Y (attend (F := reals) sigma d n H (sequence 1))) all Y' a 0%nat) as G.
  { revert Hall. induction all as [| H all IH]; intros Hall Y Y' E; [exact E |]. cbn [fold_left].
    apply IH; [intros H' h Hin; apply Hall; now right |].
    assert (forall h, (h < head_size H)%nat -> b_Q H h = 0) as HH by (intros h; apply Hall; now left).
    change (Y a 0%nat + attend (F := reals) sigma d n H (sequence 0) a 0%nat
      = Y' a 0%nat + attend (F := reals) sigma d n H (sequence 1) a 0%nat).
    rewrite E, !attended by assumption. rewrite <- Hfirst. do 2 f_equal. apply same_mean; try assumption.
    intros Hc. destruct Hlast as [[Hz Hr] | Hl]; [| unfold alpha; now rewrite Hl].
    exfalso. destruct Hc as [Hc | Hc]; [| contradiction]. unfold alpha in Hc. rewrite Hz in Hc. simpl in Hc. lra. }
  apply G. unfold sequence. now rewrite Hfirst.
Qed.

(** No layer is a contextual mapping. *)
Lemma none_maps : forall sigma d n all, tie_rule sigma -> (1 <= d)%nat -> (1 <= n)%nat ->
  (sigma = hardmax (F := reals) -> sum_below n (alpha 0) = sum_below n (alpha 1)) ->
  (number_of 0 0 = 0%nat /\ sigma <> rightmost_hardmax (F := reals) \/ number_of 0 (n - 1) = number_of 1 (n - 1)) ->
  (forall (H : head reals) h, In H all -> (h < head_size H)%nat -> b_Q H h = 0) ->
  ~ same_vocabulary d n (sequence 0) (sequence 1) ->
  forall r delta, 0 <= delta -> ~ contextual_mapping d n 2 sequence r delta (attention (F := reals) sigma d n all).
Proof.
  intros sigma d n all Hs Hd Hn Hsum Hlast Hall Hdiff r delta Hdelta [_ H].
  specialize (H 0%nat 1%nat 0%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) (or_introl Hdiff)).
  rewrite (norm_ext d _ (fun a => 0 * first a)) in H.
  - rewrite norm_first, Rabs_R0 in H by exact Hd. lra.
  - intros a _. unfold gap, column. rewrite (same_output sigma d n all Hs Hd Hn Hsum Hlast Hall a). ring.
Qed.

Lemma distinct_tokens : forall d n, (1 <= d)%nat -> no_duplicate_token d n 2 sequence.
Proof.
  intros d n Hd i k l _ Hk Hl Hne E. apply tokens_same in E; [| exact Hd].
  destruct (Nat.lt_total k l) as [H | [H | H]]; [| contradiction |]; pose proof (increasing i _ _ H); lia.
Qed.
End Sequences.

(** ** From n = 4 on, without the token 0 *)

Lemma from_4_increasing : forall i k l, (k < l)%nat -> (from_4 i k < from_4 i l)%nat.
Proof. intros i k l H. unfold from_4. destruct k as [| [| [| k]]], l as [| [| [| l]]], (Nat.eqb i 0); lia. Qed.

Lemma second_differs : forall d n number_of, (1 <= d)%nat -> (2 <= n)%nat ->
  (forall l, number_of 0%nat 1%nat <> number_of 1%nat l) ->
  ~ same_vocabulary d n (sequence number_of 0) (sequence number_of 1).
Proof.
  intros d n number_of Hd Hn Hne [H _]. destruct (H 1%nat ltac:(lia)) as [l [Hl E]].
  apply tokens_same in E; [| exact Hd]. exact (Hne l E).
Qed.

Lemma theorem_1_from_4_holds : kajitsuka_theorem_1_from_4.
Proof.
  intros d n Hd Hn. exists (sequence from_4).
  assert (forall i k, (k < n)%nat -> (1 <= from_4 i k <= n + 2)%nat) as Hrange.
  { intros i k Hk. unfold from_4. destruct k as [| [| [| k]]], (Nat.eqb i 0); lia. }
  assert (~ same_vocabulary d n (sequence from_4 0) (sequence from_4 1)) as Hdiff.
  { apply second_differs; [exact Hd | lia |]. intros l. destruct l as [| [| [| l]]]; cbn; lia. }
  split; [apply distinct_tokens; [exact from_4_increasing | reflexivity | exact Hd] |]. split; [split |].
  - intros i k _ Hk. specialize (Hrange i k Hk). unfold column, sequence. rewrite norm_first by exact Hd.
    destruct Hrange as [H1 H2]. apply le_INR in H1, H2. rewrite plus_INR in H2. change (INR 1) with 1 in H1.
    change (INR 2) with 2 in H2. unfold alpha. rewrite Rabs_right by lra. lra.
  - intros i j k l _ _ _ _ Hne. rewrite token_gap by exact Hd. apply Rlt_gt. apply Rlt_le_trans with 1; [lra |].
    apply far. intros E. apply Hne. now apply tokens_same.
  - split; [exact Hdiff |]. intros sigma Hs all Hall.
    apply none_maps; try assumption; [exact from_4_increasing | reflexivity | lia | |].
    + intros _. destruct n as [| [| [| n]]]; [lia | lia | lia |].
      assert (forall i, sum_below (S (S (S n))) (alpha from_4 i) = alpha from_4 i 0
        + (alpha from_4 i 1 + (alpha from_4 i 2 + sum_below n (fun j => alpha from_4 0 (S (S (S j))))))) as E
        by (intros i; now rewrite !sum_below_first).
      rewrite !E. unfold alpha. cbn [from_4 Nat.eqb INR]. ring.
    + right. destruct n as [| [| [| [| n]]]]; [lia | lia | lia | lia |]. reflexivity.
Qed.

(** ** From n = 3 on *)

(** The rules differ at two equal scores. *)
Lemma all_greatest : forall k, is_greatest (F := reals) 2 (fun _ => 0) k = true.
Proof. intros k. apply is_greatest_iff. intros l _. apply Rle_refl. Qed.

Lemma averaged_is_half : hardmax (F := reals) 2 (fun _ => 0) 0%nat = / 2.
Proof.
  unfold hardmax, how_many_greatest. rewrite all_greatest. cbn [seq filter]. rewrite !all_greatest.
  change (/ (0 + 1 + 1) = / 2). f_equal. ring.
Qed.

Lemma leftmost_is_one : leftmost_hardmax (F := reals) 2 (fun _ => 0) 0%nat = 1.
Proof. unfold leftmost_hardmax. now rewrite all_greatest. Qed.

Lemma rightmost_is_zero : rightmost_hardmax (F := reals) 2 (fun _ => 0) 0%nat = 0.
Proof. unfold rightmost_hardmax. rewrite all_greatest. cbn [seq forallb Nat.sub]. now rewrite all_greatest. Qed.

Lemma theorem_1_holds : kajitsuka_theorem_1.
Proof.
  intros d n sigma Hd Hn Hs.
  assert (forall i k l, (k < l)%nat -> (from_0 i k < from_0 i l)%nat) as I0.
  { intros i k l H. unfold from_0. pose proof (from_4_increasing i k l H).
    assert (1 <= from_4 i k)%nat by (unfold from_4; destruct k as [| [| [| k]]], (Nat.eqb i 0); lia). lia. }
  assert (forall i k l, (k < l)%nat -> (printed i k < printed i l)%nat) as Ip.
  { intros i k l H. unfold printed. destruct k as [| [| k]], l as [| [| l]], (Nat.eqb i 0); lia. }
  destruct Hs as [Hs | Hs].
  - exists (sequence from_0). assert (~ same_vocabulary d n (sequence from_0 0) (sequence from_0 1)) as Hdiff.
    { apply second_differs; [exact Hd | lia |]. intros l. destruct l as [| [| [| l]]]; cbn; lia. }
    split; [now apply distinct_tokens |]. split; [exact Hdiff |]. intros all Hall.
    apply none_maps; try assumption; [reflexivity | now left | lia | |].
    + intros _. destruct n as [| [| [| n]]]; [lia | lia | lia |].
      assert (forall i, sum_below (S (S (S n))) (alpha from_0 i) = alpha from_0 i 0
        + (alpha from_0 i 1 + (alpha from_0 i 2 + sum_below n (fun j => alpha from_0 0 (S (S (S j))))))) as E
        by (intros i; now rewrite !sum_below_first).
      rewrite !E. unfold alpha. cbn. ring.
    + left. split; [reflexivity |]. subst sigma. intros E.
      pose proof averaged_is_half as H. rewrite E, rightmost_is_zero in H. lra.
  - exists (sequence printed). assert (~ same_vocabulary d n (sequence printed 0) (sequence printed 1)) as Hdiff.
    { apply second_differs; [exact Hd | lia |]. intros l. destruct l as [| [| l]]; cbn; lia. }
    split; [now apply distinct_tokens |]. split; [exact Hdiff |]. intros all Hall.
    apply none_maps; try assumption; [reflexivity | now right | lia | |].
    + intros E. exfalso. pose proof averaged_is_half as H. rewrite <- E in H.
      destruct Hs as [-> | ->]; rewrite ?leftmost_is_one, ?rightmost_is_zero in H; lra.
    + right. destruct n as [| [| [| n]]]; [lia | lia | lia |]. reflexivity.
Qed.
