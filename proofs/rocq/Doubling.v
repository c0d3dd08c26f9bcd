(** * Doubling: attention without positions does not see that a sequence is repeated

    The web page 'Transformer Expressiveness': sums at two lengths. Each score occurs twice, each weight is half of what
    it was, and two equal halves meet. *)

From Coq Require Import Reals List Arith Bool Lia Lra.
From Exactua Require Import Networks Matrices Distance Sums Boltzmann BackgroundStatements.
Import ListNotations.
Open Scope R_scope.

Definition back (n k : nat) : nat := if (k <? n)%nat then k else (k - n)%nat.

Lemma back_below : forall n k, (k < n + n)%nat -> (back n k < n)%nat.
Proof. intros n k H. unfold back. destruct (Nat.ltb_spec k n); lia. Qed.

Lemma sum_twice : forall n (f : nat -> R), sum_below (n + n) (fun k => f (back n k)) = 2 * sum_below n f.
Proof.
  intros n f. rewrite (sum_below_ext (n + n) _ (followed n f f)).
  - rewrite sum_below_followed. ring.
  - intros k _. unfold followed, back. now destruct (k <? n)%nat.
Qed.

(** Y has, at both places, what Z has. *)
Definition repeats (d n : nat) (Y Z : nat -> nat -> R) : Prop :=
  forall a k, (a < d)%nat -> (k < n + n)%nat -> Y a k = Z a (back n k).

Lemma row_repeated : forall d n W Y Z h k, repeats d n Y Z -> (k < n + n)%nat ->
  product (F := reals) d W Y h k = product (F := reals) d W Z h (back n k).
Proof.
  intros d n W Y Z h k H Hk.
  apply (sum_below_ext d (fun a => W h a * Y a k) (fun a => W h a * Z a (back n k))). intros a Ha.
  now rewrite (H a k Ha Hk).
Qed.

Lemma attend_repeated : forall d n (H : head reals) Y Z a k, repeats d n Y Z -> (k < n + n)%nat ->
  attend (F := reals) softmax d (n + n) H Y a k = attend (F := reals) softmax d n H Z a (back n k).
Proof.
  intros d n H Y Z a k Hrep Hk. assert (1 <= n)%nat as Hn by lia.
  set (s := fun l => scores (F := reals) d H Z l (back n k)).
  set (v := fun l => sum_below (head_size H) (fun h => W_O H a h * product (F := reals) d (W_V H) Z h l)).
  assert (forall l, (l < n + n)%nat -> scores (F := reals) d H Y l k = s (back n l)) as Hs.
  { intros l Hl. apply (sum_below_ext (head_size H) (fun h => product (F := reals) d (W_K H) Y h l
        * (product (F := reals) d (W_Q H) Y h k + b_Q H h))
      (fun h => product (F := reals) d (W_K H) Z h (back n l)
        * (product (F := reals) d (W_Q H) Z h (back n k) + b_Q H h))).
    intros h _. now rewrite !(row_repeated d n _ Y Z) by assumption. }
  change (sum_below (n + n) (fun l =>
      sum_below (head_size H) (fun h => W_O H a h * product (F := reals) d (W_V H) Y h l)
      * softmax (n + n) (fun l' => scores (F := reals) d H Y l' k) l)
    = sum_below n (fun l => v l * softmax n s l)).
  pose proof (partition_positive n s Hn) as HP.
  assert (partition (n + n) (fun l' => scores (F := reals) d H Y l' k) = 2 * partition n s) as EP.
  { unfold partition. rewrite <- (sum_twice n (fun l => exp (s l))). apply sum_below_ext. intros l Hl.
    now rewrite (Hs l Hl). }
  transitivity (sum_below (n + n) (fun l => (fun l => / 2 * (v l * softmax n s l)) (back n l))).
  - apply sum_below_ext. intros l Hl. cbv beta.
    assert (sum_below (head_size H) (fun h => W_O H a h * product (F := reals) d (W_V H) Y h l) = v (back n l)) as ->.
    { apply sum_below_ext. intros h _. now rewrite (row_repeated d n _ Y Z) by assumption. }
    rewrite !softmax_is, EP, (Hs l Hl).
    change (v (back n l) * (exp (s (back n l)) / (2 * partition n s))
      = / 2 * (v (back n l) * (exp (s (back n l)) / partition n s))). field. lra.
  - rewrite (sum_twice n (fun l => / 2 * (v l * softmax n s l))), sum_below_scale. field.
Qed.

Lemma layer_repeated : forall d n l Y Z, repeats d n Y Z ->
  repeats d n (apply softmax d (n + n) Y l) (apply softmax d n Z l).
Proof.
  intros d n [all | f] Y Z Hrep a k Ha Hk; cbn [apply].
  - unfold attention.
    assert (forall A B : nat -> nat -> R, A a k = B a (back n k) ->
      fold_left (fun Y' H => sum (F := reals) Y' (attend (F := reals) softmax d (n + n) H Y)) all A a k
      = fold_left (fun Y' H => sum (F := reals) Y' (attend (F := reals) softmax d n H Z)) all B a (back n k)) as G.
    { induction all as [| H all IH]; intros A B E; [exact E |]. cbn [fold_left]. apply IH.
      change (A a k + attend (F := reals) softmax d (n + n) H Y a k
        = B a (back n k) + attend (F := reals) softmax d n H Z a (back n k)).
      now rewrite E, (attend_repeated d n H Y Z a k Hrep Hk). }
    apply G. now apply Hrep.
  - change (Y a k + sum_below (hidden_size f) (fun h => W_2 f a h * activate (activation f)
        (product (F := reals) d (W_1 f) Y h k + b_1 f h)) + b_2 f a
      = Z a (back n k) + sum_below (hidden_size f) (fun h => W_2 f a h * activate (activation f)
        (product (F := reals) d (W_1 f) Z h (back n k) + b_1 f h)) + b_2 f a).
    rewrite (Hrep a k Ha Hk). f_equal. f_equal. apply sum_below_ext. intros h _.
    now rewrite (row_repeated d n _ Y Z) by assumption.
Qed.

Lemma network_repeated : forall d n N Y Z, repeats d n Y Z ->
  repeats d n (run softmax d (n + n) N Y) (run softmax d n N Z).
Proof.
  intros d n N. induction N as [| l N IH]; intros Y Z H; [exact H |]. cbn [run fold_left]. apply IH.
  now apply layer_repeated.
Qed.

Lemma doubling_holds : page_doubling.
Proof.
  intros d n N X a k Ha Hk.
  apply (network_repeated d n N (page_twice n X) X); [intros b j _ _; reflexivity | |]; assumption.
Qed.

Lemma sums_at_two_lengths_hold : page_sums_at_two_lengths.
Proof.
  intros d n N X b k h Hk Hh Hne [E1 E2]. change (total (F := reals)) with sum_below in *.
  assert (sum_below (n + n) (fun l => page_twice n X b l) = 2 * sum_below n (fun l => X b l)) as Es
    by exact (sum_twice n (fun l => X b l)).
  assert (h (fun a => run softmax d (n + n) N (page_twice n X) a k) = h (fun a => run softmax d n N X a k)) as Eh.
  { apply Hh. intros a Ha. pose proof (doubling_holds d n N X a k Ha ltac:(lia)) as H. unfold page_twice in H at 2.
    replace (k <? n)%nat with true in H by (symmetry; now apply Nat.ltb_lt). exact H. }
  rewrite Eh, E1, Es in E2. lra.
Qed.

(** ** Pooling *)

Lemma uniform_attention_holds : page_uniform_attention.
Proof.
  intros L c j HL. rewrite softmax_is. assert (partition L (fun _ => c) = INR L * exp c) as E.
  { unfold partition. clear. induction L as [| L IH]; [simpl; ring |]. cbn [sum_below]. rewrite IH, S_INR. ring. }
  rewrite E. pose proof (exp_pos c). pose proof (lt_0_INR L ltac:(lia)).
  change (exp c / (INR L * exp c) = 1 / INR L). field. lra.
Qed.

Lemma pooling_holds : page_pooling.
Proof.
  intros L c V i h HL Z. pose proof (lt_0_INR L ltac:(lia)) as HLp.
  assert (Z i h = sum_below L (fun j => V j h) / INR L) as E.
  { unfold Z, page_attended, page_weights. change (total (F := reals)) with sum_below.
    rewrite (sum_below_ext L _ (fun j => / INR L * V j h)).
    - rewrite sum_below_scale. unfold Rdiv. apply Rmult_comm.
    - intros j _. rewrite (uniform_attention_holds L c j HL). unfold Rdiv. ring. }
  split; [exact E |]. rewrite E. change (INR L * (sum_below L (fun j => V j h) / INR L) = sum_below L (fun j => V j h)).
  field. lra.
Qed.
