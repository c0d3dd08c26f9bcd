(** * SameViews: a token has one id wherever it attends to the same set of tokens

    Kajitsuka & Sato 2024, App. A.3 and App. C, not said there: labels have to be consistent, whatever the weights are,
    and under a causal mask ids are of prefixes. *)

From Coq Require Import Reals List Arith Bool Lia Lra.
From Exactua Require Import Networks Distance Sums KajitsukaStatements Projections Memorisation.
Import ListNotations.
Open Scope R_scope.

(** ** Sums over different tokens *)

Fixpoint equal_entries (d : nat) (x y : nat -> R) : bool :=
  match d with O => true | S e => (equal_entries e x y && if Req_EM_T (x e) (y e) then true else false)%bool end.

Lemma equal_entries_iff : forall d x y, equal_entries d x y = true <-> same_vector d x y.
Proof.
  induction d as [| d IH]; intros x y; [split; [intros _ i Hi; lia | reflexivity] |]. cbn [equal_entries].
  rewrite andb_true_iff, IH. split.
  - intros [H E] i Hi. destruct (Nat.eq_dec i d) as [-> | Hne]; [| apply H; lia].
    now destruct (Req_EM_T (x d) (y d)).
  - intros H. split; [intros i Hi; apply H; lia |]. destruct (Req_EM_T (x d) (y d)) as [E | Hne]; [reflexivity |].
    exfalso. apply Hne, H. lia.
Qed.

Lemma sum_below_exchanged : forall k l (a : nat -> nat -> R),
  sum_below k (fun i => sum_below l (fun j => a i j)) = sum_below l (fun j => sum_below k (fun i => a i j)).
Proof.
  intros k l a. induction k as [| k IH]; cbn [sum_below]; [symmetry; now apply sum_below_zero |].
  rewrite IH, <- sum_below_plus. reflexivity.
Qed.

(** A sum over the tokens of one view is one over all pairs of equal tokens of both views. *)
Lemma over_pairs : forall d n (c c' : nat -> bool) (Z Z' : nat -> nat -> R) (F : nat -> R),
  (forall a, (a < n)%nat -> c a = true -> exists b, (b < n)%nat /\ c' b = true /\ same_token d Z Z' a b) ->
  (forall b b', (b < n)%nat -> (b' < n)%nat -> b <> b' -> ~ same_token d Z' Z' b b') ->
  sum_below n (fun a => if c a then F a else 0)
  = sum_below n (fun a => sum_below n (fun b =>
      if (c a && c' b && equal_entries d (column a Z) (column b Z'))%bool then F a else 0)).
Proof.
  intros d n c c' Z Z' F Hsame Hdiff. apply sum_below_ext. intros a Ha. destruct (c a) eqn:Ec.
  - destruct (Hsame a Ha Ec) as [b [Hb [Ec' E]]]. rewrite (sum_below_single n _ b Hb).
    + rewrite Ec'. apply equal_entries_iff in E. now rewrite E.
    + intros b' Hb' Hne. destruct (c' b'); cbn [andb]; [| reflexivity].
      destruct (equal_entries d (column a Z) (column b' Z')) eqn:E'; [| reflexivity]. exfalso.
      apply equal_entries_iff in E'. apply (Hdiff b' b Hb' Hb Hne). intros i Hi. rewrite <- (E' i Hi). now apply E.
  - symmetry. now apply sum_below_zero.
Qed.

Lemma equal_sums : forall d n C C' Z Z' k l (F : (nat -> R) -> R), same_view d n C C' Z Z' k l ->
  (forall b b', (b < n)%nat -> (b' < n)%nat -> b <> b' -> ~ same_token d Z Z b b') ->
  (forall b b', (b < n)%nat -> (b' < n)%nat -> b <> b' -> ~ same_token d Z' Z' b b') ->
  (forall x y, same_vector d x y -> F x = F y) ->
  sum_below n (fun a => if C a k then F (column a Z) else 0)
  = sum_below n (fun b => if C' b l then F (column b Z') else 0).
Proof.
  intros d n C C' Z Z' k l F [Hab Hba] HZ HZ' HF.
  rewrite (over_pairs d n (fun a => C a k) (fun b => C' b l) Z Z' (fun a => F (column a Z)) Hab HZ').
  rewrite (over_pairs d n (fun b => C' b l) (fun a => C a k) Z' Z (fun b => F (column b Z'))); [| | exact HZ].
  - rewrite sum_below_exchanged. apply sum_below_ext. intros b _. apply sum_below_ext. intros a _.
    destruct (C a k), (C' b l); cbn [andb]; try reflexivity.
    destruct (equal_entries d (column a Z) (column b Z')) eqn:E,
      (equal_entries d (column b Z') (column a Z)) eqn:E'; try reflexivity.
    + apply equal_entries_iff in E. now apply HF.
    + apply equal_entries_iff in E. exfalso.
      assert (equal_entries d (column b Z') (column a Z) = true) as H; [| congruence].
      apply equal_entries_iff. intros i Hi. symmetry. now apply E.
    + apply equal_entries_iff in E'. exfalso.
      assert (equal_entries d (column a Z) (column b Z') = true) as H; [| congruence].
      apply equal_entries_iff. intros i Hi. symmetry. now apply E'.
  - intros b Hb Hc. destruct (Hba b Hb Hc) as [a [Ha [Hca E]]]. exists a. split; [exact Ha |]. split; [exact Hca |].
    intros i Hi. symmetry. now apply E.
Qed.

(** ** Attention, and a feed-forward layer *)

(** W_O W_V x in row a, and the score of x for y. *)
Definition value (d : nat) (H : head reals) (a : nat) (x : nat -> R) : R :=
  sum_below (head_size H) (fun h => W_O H a h * dot d (W_V H h) x).
Definition score (d : nat) (H : head reals) (x y : nat -> R) : R :=
  sum_below (head_size H) (fun h => dot d (W_K H h) x * (dot d (W_Q H h) y + b_Q H h)).

Lemma dot_same : forall d x y y', same_vector d y y' -> dot d x y = dot d x y'.
Proof. intros d x y y' E. apply dot_ext; [intros i _; reflexivity | exact E]. Qed.

Lemma value_same : forall d H a x y, same_vector d x y -> value d H a x = value d H a y.
Proof. intros d H a x y E. apply sum_below_ext. intros h _. now rewrite (dot_same d (W_V H h) x y E). Qed.

Lemma score_same : forall d H x x' y y', same_vector d x x' -> same_vector d y y' -> score d H x y = score d H x' y'.
Proof.
  intros d H x x' y y' Ex Ey. apply sum_below_ext. intros h _.
  now rewrite (dot_same d (W_K H h) x x' Ex), (dot_same d (W_Q H h) y y' Ey).
Qed.

Lemma masked_attention_is : forall d n C H Z a k, masked_attention d n C H Z a k = Z a k
  + sum_below n (fun l => if C l k then value d H a (column l Z) * exp (score d H (column l Z) (column k Z)) else 0)
    / sum_below n (fun l => if C l k then exp (score d H (column l Z) (column k Z)) else 0).
Proof.
  intros d n C H Z a k.
  set (P := sum_below n (fun l => if C l k then exp (score d H (column l Z) (column k Z)) else 0)).
  change (Z a k + sum_below n (fun l => value d H a (column l Z)
      * ((if C l k then exp (score d H (column l Z) (column k Z)) else 0) / P))
    = Z a k + sum_below n (fun l => if C l k then value d H a (column l Z) * exp (score d H (column l Z) (column k Z))
      else 0) / P).
  f_equal. unfold Rdiv. rewrite (Rmult_comm (sum_below n _)), <- sum_below_scale. apply sum_below_ext. intros l _.
  destruct (C l k); ring.
Qed.

Lemma same_ids : forall d n C C' H Z Z' k l, same_view d n C C' Z Z' k l -> same_token d Z Z' k l ->
  (forall b b', (b < n)%nat -> (b' < n)%nat -> b <> b' -> ~ same_token d Z Z b b') ->
  (forall b b', (b < n)%nat -> (b' < n)%nat -> b <> b' -> ~ same_token d Z' Z' b b') ->
  same_token d (masked_attention d n C H Z) (masked_attention d n C' H Z') k l.
Proof.
  intros d n C C' H Z Z' k l HV HT HZ HZ' a Ha. unfold column. rewrite !masked_attention_is.
  change (Z a k) with (column k Z a). rewrite (HT a Ha). unfold column at 1.
  set (y := column k Z) in *. set (y' := column l Z') in *.
  rewrite (equal_sums d n C C' Z Z' k l (fun x => value d H a x * exp (score d H x y)) HV HZ HZ').
  - rewrite (equal_sums d n C C' Z Z' k l (fun x => exp (score d H x y)) HV HZ HZ').
    + f_equal. f_equal; apply sum_below_ext; intros b _; destruct (C' b l); try reflexivity;
        now rewrite (score_same d H (column b Z') (column b Z') y y').
    + intros x x' E. now rewrite (score_same d H x x' y y E).
  - intros x x' E. now rewrite (score_same d H x x' y y E), (value_same d H a x x' E).
Qed.

Lemma same_outputs : forall d (f : token_wise reals) Z Z' k l, same_token d Z Z' k l ->
  same_token d (feed_forward d f Z) (feed_forward d f Z') k l.
Proof.
  intros d f Z Z' k l E r Hr.
  change (column k Z r + sum_below (hidden_size f) (fun a => W_2 f r a
      * activate (F := reals) (activation f) (dot d (W_1 f a) (column k Z) + b_1 f a)) + b_2 f r
    = column l Z' r + sum_below (hidden_size f) (fun a => W_2 f r a
      * activate (F := reals) (activation f) (dot d (W_1 f a) (column l Z') + b_1 f a)) + b_2 f r).
  rewrite (E r Hr). f_equal. f_equal. apply sum_below_ext. intros a _. now rewrite (dot_same d (W_1 f a) _ _ E).
Qed.

Lemma consistent_labels_necessary_holds : kajitsuka_consistent_labels_necessary.
Proof.
  intros d n N X Y C H f distinct memorised i j k l Hi Hj Hk Hl HV HT a Ha.
  unfold column. rewrite <- (memorised i Hi a k Ha Hk), <- (memorised j Hj a l Ha Hl).
  apply (same_outputs d f (masked_attention d n (C i) H (X i)) (masked_attention d n (C j) H (X j)) k l); [| exact Ha].
  apply same_ids; try assumption; intros b b' Hb Hb' Hne; now apply (distinct _ b b').
Qed.

(** ** Causal masks *)

Lemma causal_masks_hold : kajitsuka_causal_masks.
Proof.
  split; [intros n N i k _ Hk; exists k; split; [exact Hk | apply Nat.leb_refl] |].
  intros d n Hd Hn. exists (two_sequences n). pose proof (two_sequences_distinct d n Hd) as distinct.
  split; [exact distinct |]. split; [now apply two_sequences_separated |]. intros H r delta Hdelta [_ apart].
  specialize (apart 0%nat 1%nat 0%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)
    (or_introl (two_sequences_differ d n Hd Hn))).
  assert (same_token d (two_sequences n 0) (two_sequences n 1) 0 0) as first_token
    by (now apply two_sequences_first).
  rewrite (norm_ext d _ (fun i => 0 * 0)) in apart; [rewrite norm_scaled, Rabs_R0 in apart; lra |].
  intros a Ha. unfold gap. rewrite (same_ids d n causal causal H (two_sequences n 0) (two_sequences n 1) 0 0);
    [ring | | exact first_token | | | exact Ha].
  - split; intros b Hb Hc; exists 0%nat; (split; [lia |]); (split; [reflexivity |]); destruct b; try discriminate;
      exact first_token.
  - intros b b' Hb Hb' Hne. now apply (distinct 0%nat b b' ltac:(lia)).
  - intros b b' Hb Hb' Hne. now apply (distinct 1%nat b b' ltac:(lia)).
Qed.
