(** * Over all matrices Lemma 6 fails for d >= 2 (Yun et al. 2020, App. C, Step 3, and App. F)

    Where all columns are nearly equal, softmax makes a mean of nearly equal values, whatever the scores: there a
    Transformer changes little where its input does. A g-bar that jumps where an entry of row 0 does is far from it on one
    side or the other, and row 1 leaves infinitely many places for that. *)

From Coq Require Import List Arith Bool Lia ZArith Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws NetworkEquivariance NetworkSizes Matrices Distance Powers Sums Boxes
  Coverings SoftmaxLimit ContinuousNetworks FourReLUs RealDistance5 NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** Every entry of X is near all those of its row in Y. *)
Definition alike (d n : nat) (s : R) (X Y : matrix) : Prop := forall i j j', (i < d)%nat -> (j < n)%nat -> (j' < n)%nat ->
  Rabs (X i j - Y i j') <= s.

(** ** One layer *)

Section Layer.
  Variables d n : nat.

  Lemma alike_product : forall k (A : matrix) i, exists C, 0 <= C /\ forall s (X Y : matrix) j j', 0 <= s ->
    (forall l, (l < k)%nat -> Rabs (X l j - Y l j') <= s) ->
    Rabs (product (F := reals) k A X i j - product (F := reals) k A Y i j') <= C * s.
  Proof.
    intros k A i. exists (total (F := reals) k (fun l => Rabs (A i l))). split.
    - rewrite <- (Rmult_0_r (INR k)), <- total_constant. apply total_le. intros. apply Rabs_pos.
    - intros s X Y j j' Hs H. unfold product. rewrite total_minus. eapply Rle_trans; [apply total_abs|].
      rewrite Rmult_comm, <- total_scale. apply total_le. intros l Hl. cbn [times reals].
      rewrite <- Rmult_minus_distr_l, Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos|apply H, Hl].
  Qed.

  (** What is at most C s for each of finitely many C is so for one. *)
  Lemma common_factor : forall (P : nat -> R -> Prop) k, (forall a C C', C <= C' -> P a C -> P a C') ->
    (forall a, (a < k)%nat -> exists C, 0 <= C /\ P a C) -> exists C, 0 <= C /\ forall a, (a < k)%nat -> P a C.
  Proof.
    intros P. induction k as [|k IH]; intros grows H; [exists 0; split; [lra|intros; lia]|].
    destruct IH as (C & HC & IH); [exact grows|intros; apply H; lia|]. destruct (H k ltac:(lia)) as (C' & HC' & Hk).
    exists (C + C'). split; [lra|]. intros a Ha. destruct (Nat.eq_dec a k) as [->|N].
    - apply (grows k C'); [lra|exact Hk].
    - apply (grows a C); [lra|apply IH; lia].
  Qed.

  Lemma softmax_sums_to_1 : forall (s : Networks.vector reals), (1 <= n)%nat -> total (F := reals) n (softmax n s) = 1.
  Proof.
    intros s Hn. set (T := total (F := reals) n (fun l => exp (s l)) : R).
    assert (HT : 0 < T) by (apply total_positive; [exact Hn|intros; apply exp_pos]).
    rewrite (total_respects real_laws n _ (fun k => / T * exp (s k))).
    - rewrite total_scale. change (/ T * T = 1). field. lra.
    - intros k _. cbn [equal reals]. unfold softmax. fold T. unfold Rdiv. ring.
  Qed.

  (** A mean of values that are near v is near v. *)
  Lemma mean_near : forall (s : Networks.vector reals) (V : nat -> R) v e, (1 <= n)%nat ->
    (forall l, (l < n)%nat -> Rabs (V l - v) <= e) ->
    Rabs (total (F := reals) n (fun l => V l * softmax n s l) - v) <= e.
  Proof.
    intros s V v e Hn H.
    assert (E : total (F := reals) n (fun l => V l * softmax n s l) - v =
      total (F := reals) n (fun l => (V l - v) * softmax n s l)).
    { rewrite <- (Rmult_1_r v) at 1. rewrite <- (softmax_sums_to_1 s Hn), <- total_scale, total_minus.
      apply (total_respects real_laws). intros l _. cbn [equal reals]. ring. }
    rewrite E. eapply Rle_trans; [apply total_abs|].
    rewrite <- (Rmult_1_r e), <- (softmax_sums_to_1 s Hn), <- total_scale. apply total_le. intros l Hl.
    assert (P : 0 <= softmax n s l).
    { unfold softmax. left. apply Rdiv_lt_0_compat; [apply exp_pos|].
      apply total_positive; [exact Hn|intros; apply exp_pos]. }
    rewrite Rabs_mult, (Rabs_right (softmax n s l)) by lra. apply Rmult_le_compat_r; [exact P|apply H, Hl].
  Qed.

  Lemma alike_attend : forall H i, exists C, 0 <= C /\ forall s X Y j j', 0 <= s -> alike d n s X Y ->
    (j < n)%nat -> (j' < n)%nat ->
    Rabs (attend softmax d n H X i j - attend softmax d n H Y i j') <= C * s.
  Proof.
    intros H i.
    destruct (common_factor (fun a C => forall s X Y l l', 0 <= s -> alike d n s X Y -> (l < n)%nat -> (l' < n)%nat ->
      Rabs (product (F := reals) d (W_V H) X a l - product (F := reals) d (W_V H) Y a l') <= C * s) (head_size H))
      as (C & HC & inner).
    { intros a C C' L B s X Y l l' Hs A Hl Hl'. eapply Rle_trans; [apply (B s X Y); assumption|].
      apply Rmult_le_compat_r; assumption. }
    { intros a _. destruct (alike_product d (W_V H) a) as (C & HC & B). exists C. split; [exact HC|].
      intros s X Y l l' Hs A Hl Hl'. apply B; [exact Hs|]. intros b Hb. apply A; assumption. }
    destruct (alike_product (head_size H) (W_O H) i) as (C' & HC' & outer).
    exists (3 * (C' * C)). split; [apply Rmult_le_pos; [lra|apply Rmult_le_pos; assumption]|].
    intros s X Y j j' Hs A Hj Hj'.
    set (V := fun Z : matrix => product (F := reals) (head_size H) (W_O H) (product d (W_V H) Z) i).
    assert (near : forall l l', (l < n)%nat -> (l' < n)%nat -> Rabs (V X l - V Y l') <= C' * C * s).
    { intros l l' Hl Hl'. rewrite Rmult_assoc. apply outer; [apply Rmult_le_pos; assumption|].
      intros a Ha. apply (inner a Ha); assumption. }
    assert (Hn : (1 <= n)%nat) by lia.
    change (attend softmax d n H X i j) with
      (total (F := reals) n (fun l => V X l * softmax n (fun k => scores (F := reals) d H X k j) l)).
    change (attend softmax d n H Y i j') with
      (total (F := reals) n (fun l => V Y l * softmax n (fun k => scores (F := reals) d H Y k j') l)).
    assert (MX : Rabs (total (F := reals) n (fun l => V X l * softmax n (fun k => scores (F := reals) d H X k j) l) -
      V Y j') <= C' * C * s) by (apply mean_near; [exact Hn|intros l Hl; apply near; assumption]).
    assert (MY : Rabs (total (F := reals) n (fun l => V Y l * softmax n (fun k => scores (F := reals) d H Y k j') l) -
      V Y j') <= 2 * (C' * C * s)).
    { apply mean_near; [exact Hn|]. intros l Hl.
      replace (V Y l - V Y j') with (- (V X j - V Y l) + (V X j - V Y j')) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
      pose proof (near j l Hj Hl). pose proof (near j j' Hj Hj'). lra. }
    match goal with |- Rabs (?a - ?b) <= _ => replace (a - b) with ((a - V Y j') + - (b - V Y j')) by ring end.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
  Qed.

  Lemma alike_attention : forall (all : list (head reals)) i, exists C, 0 <= C /\ forall s X Y j j', 0 <= s ->
    alike d n s X Y -> (j < n)%nat -> (j' < n)%nat -> forall Z Z' : matrix,
    Rabs (fold_left (fun Z H => sum Z (attend (F := reals) softmax d n H X)) all Z i j -
      fold_left (fun Z H => sum Z (attend (F := reals) softmax d n H Y)) all Z' i j') <= Rabs (Z i j - Z' i j') + C * s.
  Proof.
    intros all i. induction all as [|H all (C & HC & IH)].
    - exists 0. split; [lra|]. intros s X Y j j' _ _ _ _ Z Z'. cbn. lra.
    - destruct (alike_attend H i) as (C' & HC' & B). exists (C' + C). split; [lra|].
      intros s X Y j j' Hs A Hj Hj' Z Z'. cbn [fold_left]. eapply Rle_trans; [apply (IH s X Y j j' Hs A Hj Hj')|].
      specialize (B s X Y j j' Hs A Hj Hj'). unfold sum. cbn [plus reals].
      replace (Z i j + attend softmax d n H X i j - (Z' i j' + attend softmax d n H Y i j')) with
        (Z i j - Z' i j' + (attend softmax d n H X i j - attend softmax d n H Y i j')) by ring.
      pose proof (Rabs_triang (Z i j - Z' i j') (attend softmax d n H X i j - attend softmax d n H Y i j')). lra.
  Qed.

  Lemma ReLU_contracts : forall x y, Rabs (activate (F := reals) ReLU x - activate (F := reals) ReLU y) <= Rabs (x - y).
  Proof.
    intros x y. rewrite !(proj2 ReLU_in_Phi_holds). unfold Rmax.
    destruct (Rle_dec 0 x), (Rle_dec 0 y); unfold Rabs;
      repeat match goal with |- context [Rcase_abs ?z] => destruct (Rcase_abs z) end; lra.
  Qed.

  Lemma alike_feed_forward : forall f i, activation f = ReLU -> exists C, 0 <= C /\ forall s X Y j j', 0 <= s ->
    alike d n s X Y -> (i < d)%nat -> (j < n)%nat -> (j' < n)%nat ->
    Rabs (feed_forward (F := reals) d f X i j - feed_forward (F := reals) d f Y i j') <= C * s.
  Proof.
    intros f i E.
    destruct (common_factor (fun a C => forall s X Y l l', 0 <= s -> alike d n s X Y -> (l < n)%nat -> (l' < n)%nat ->
      Rabs (activate ReLU (hidden d f X a l) - activate ReLU (hidden d f Y a l')) <= C * s) (hidden_size f))
      as (C & HC & inner).
    { intros a C C' L B s X Y l l' Hs A Hl Hl'. eapply Rle_trans; [apply (B s X Y); assumption|].
      apply Rmult_le_compat_r; assumption. }
    { intros a _. destruct (alike_product d (W_1 f) a) as (C & HC & B). exists C. split; [exact HC|].
      intros s X Y l l' Hs A Hl Hl'. eapply Rle_trans; [apply ReLU_contracts|].
      unfold hidden, sum, in_each_column. cbn [plus reals].
      replace (product d (W_1 f) X a l + b_1 f a - (product d (W_1 f) Y a l' + b_1 f a)) with
        (product (F := reals) d (W_1 f) X a l - product (F := reals) d (W_1 f) Y a l') by ring.
      apply B; [exact Hs|]. intros b Hb. apply A; assumption. }
    destruct (alike_product (hidden_size f) (W_2 f) i) as (C' & HC' & outer).
    exists (1 + C' * C). split; [pose proof (Rmult_le_pos C' C HC' HC); lra|].
    intros s X Y j j' Hs A Hi Hj Hj'. rewrite !feed_forward_is, E.
    specialize (outer (C * s) (fun a l => activate (F := reals) ReLU (hidden d f X a l))
      (fun a l => activate (F := reals) ReLU (hidden d f Y a l)) j j' (Rmult_le_pos _ _ HC Hs)).
    unfold product in outer. cbn [times reals] in outer. specialize (outer (fun a Ha => inner a Ha s X Y j j' Hs A Hj Hj')).
    specialize (A i j j' Hi Hj Hj').
    match goal with |- Rabs (?a + ?b + ?c - (?a' + ?b' + ?c)) <= _ =>
      replace (a + b + c - (a' + b' + c)) with ((a - a') + (b - b')) by ring;
      pose proof (Rabs_triang (a - a') (b - b')) end.
    lra.
  Qed.
End Layer.

(** Networks of softmax and ReLU take what is alike to what is alike, by a factor. *)
Theorem alike_network : forall d n (N : list (block reals)), Forall with_ReLU N -> exists C, 0 <= C /\ forall s X Y,
  0 <= s -> alike d n s X Y -> alike d n (C * s) (softmax_network d n N X) (softmax_network d n N Y).
Proof.
  intros d n N relu. induction relu as [|t N E _ (C & HC & IH)].
  - exists 1. split; [lra|]. intros s X Y _ A. rewrite Rmult_1_l. exact A.
  - destruct (common_factor (fun i C => forall s X Y j j', 0 <= s -> alike d n s X Y -> (j < n)%nat -> (j' < n)%nat ->
      Rabs (attention softmax d n (heads t) X i j - attention softmax d n (heads t) Y i j') <= (1 + C) * s \/ (d <= i)%nat)
      d) as (C1 & HC1 & attends).
    { intros i c c' L B s X Y j j' Hs A Hj Hj'. destruct (B s X Y j j' Hs A Hj Hj') as [B'|B']; [left|right; exact B'].
      eapply Rle_trans; [exact B'|]. apply Rmult_le_compat_r; lra. }
    { intros i Hi. destruct (alike_attention d n (heads t) i) as (c & Hc & B). exists c. split; [exact Hc|].
      intros s X Y j j' Hs A Hj Hj'. left. unfold attention. eapply Rle_trans; [apply (B s X Y); assumption|].
      specialize (A i j j' Hi Hj Hj'). lra. }
    destruct (common_factor (fun i C => forall s X Y j j', 0 <= s -> alike d n s X Y -> (i < d)%nat -> (j < n)%nat ->
      (j' < n)%nat -> Rabs (feed_forward (F := reals) d (behind t) X i j -
        feed_forward (F := reals) d (behind t) Y i j') <= C * s) d) as (C2 & HC2 & feeds).
    { intros i c c' L B s X Y j j' Hs A Hi Hj Hj'. eapply Rle_trans; [apply (B s X Y); assumption|].
      apply Rmult_le_compat_r; lra. }
    { intros i _. apply alike_feed_forward, E. }
    exists (C * (C2 * (1 + C1))). split; [repeat apply Rmult_le_pos; lra|]. intros s X Y Hs A.
    assert (A1 : alike d n ((1 + C1) * s) (attention softmax d n (heads t) X) (attention softmax d n (heads t) Y)).
    { intros i j j' Hi Hj Hj'. destruct (attends i Hi s X Y j j' Hs A Hj Hj') as [B|B]; [exact B|lia]. }
    assert (P : 0 <= (1 + C1) * s) by (apply Rmult_le_pos; lra).
    assert (A2 : alike d n (C2 * ((1 + C1) * s)) (feed_forward d (behind t) (attention softmax d n (heads t) X))
      (feed_forward d (behind t) (attention softmax d n (heads t) Y))).
    { intros i j j' Hi Hj Hj'. apply (feeds i Hi); assumption. }
    replace (C * (C2 * (1 + C1)) * s) with (C * (C2 * ((1 + C1) * s))) by ring.
    exact (IH _ _ _ (Rmult_le_pos _ _ HC2 P) A2).
Qed.

(** ** A g-bar that jumps *)

(** 0 for t < 0, 1 for t >= 0. *)
Definition unit_step : list (piece reals) :=
  [@Piece reals None false (Some 0) false 0 0; @Piece reals (Some 0) true None false 0 1].

Lemma unit_step_is : forall t, activate unit_step t = if Rle_dec 0 t then 1 else 0.
Proof.
  intro t. cbn. unfold Networks.has, above, below. cbn. destruct (Rle_dec 0 t); cbn; ring.
Qed.

Lemma unit_step_in_Phi : in_Phi unit_step.
Proof.
  split; [cbn; lia|]. split.
  - left. split; [reflexivity|]. exists (-2), (-1). cbn. unfold Networks.has, above, below. cbn.
    destruct (Rle_dec (-1) (-2)), (Rle_dec 0 (-2)), (Rle_dec 0 (-1)); lra || auto.
  - intro t. cbn. unfold Networks.has, above, below. cbn. destruct (Rle_dec 0 t); reflexivity.
Qed.

(** It adds the step of row 0 to row 0. *)
Definition jump : token_wise reals :=
  @TokenWise reals 1 (fun _ l => if Nat.eqb l 0 then 1 else 0) (fun _ => 0) (fun i _ => if Nat.eqb i 0 then 1 else 0)
    (fun _ => 0) unit_step.

Lemma jump_is : forall d X i j, (1 <= d)%nat ->
  @eq R (feed_forward d jump X i j) (X i j + if Nat.eqb i 0 then if Rle_dec 0 (X i j) then 1 else 0 else 0).
Proof.
  intros d X i j Hd. rewrite feed_forward_is. cbn [jump hidden_size W_2 b_2 activation total plus times Networks.zero reals].
  assert (E : hidden d jump X 0%nat j = X 0%nat j).
  { unfold hidden, sum, product, in_each_column. cbn [jump W_1 b_1].
    rewrite (total_single real_laws d _ 0%nat Hd); [cbn; ring|]. intros [|l] _ N; [lia|]. cbn [Nat.eqb]. exact (Rmult_0_l (X (S l) j)). }
  rewrite E, unit_step_is. set (u := fun t : R => if Rle_dec 0 t then 1 else 0).
  destruct (Nat.eqb_spec i 0) as [->|N].
  - change (X 0%nat j + (0 + 1 * u (X 0%nat j)) + 0 = X 0%nat j + u (X 0%nat j)). ring.
  - change (X i j + (0 + 0 * u (X 0%nat j)) + 0 = X i j + 0). ring.
Qed.

Lemma jump_in_T_bar : forall h m r d n, (1 <= r)%nat -> in_T_bar h m r d n (feed_forward d jump).
Proof.
  intros h m r d n Hr. apply (classes_grow_holds h m 1%nat h m r); [lia..|].
  destruct (layer_is_block_holds h m 1%nat d n hardmax) as [_ L].
  destruct (L jump eq_refl) as (t & size & _ & Et & is). exists [t].
  split; [auto|]. split; [|intro X; apply (same_symmetric real_laws), is].
  constructor; [|constructor]. unfold with_Phi. rewrite Et. apply unit_step_in_Phi.
Qed.

(** ** Places where g-bar is far from g *)

(** All but row 0 of size s, place number k of row 1; row 0 is in [-s, 0] on side 0, and in [0, s] on all others. *)
Definition place (s : R) (k side : nat) : box :=
  let corner i := match i with
    | O => match side with O => - s | _ => 0 end
    | 1%nat => 2 * s * INR k
    | _ => 0
    end in
  Box (fun i _ => corner i) (fun i _ => corner i + s).

Lemma place_volume : forall d n s k side, 0 < s -> volume d n (place s k side) = s ^ (d * n).
Proof.
  intros d n s k side Hs. rewrite <- entries_length, <- product_over_constant. apply product_over_ext. intros i j _.
  cbn [place low high]. match goal with |- Rmax 0 (?a + s - ?a) = s => replace (a + s - a) with s by ring end.
  apply Rmax_right. lra.
Qed.

Lemma places_apart : forall d n s k k' side side' X, (2 <= d)%nat -> (1 <= n)%nat -> 0 < s ->
  interior d n (place s k side) X -> interior d n (place s k' side') X -> k = k'.
Proof.
  assert (G : forall d n s k k' side side' X, (2 <= d)%nat -> (1 <= n)%nat -> 0 < s ->
    interior d n (place s k side) X -> interior d n (place s k' side') X -> (k < k')%nat -> False).
  { intros d n s k k' side side' X Hd Hn Hs I I' L. specialize (I 1%nat 0%nat ltac:(lia) ltac:(lia)).
    specialize (I' 1%nat 0%nat ltac:(lia) ltac:(lia)). cbn [place low high] in I, I'.
    apply le_INR in L. rewrite S_INR in L. apply (Rmult_le_compat_l (2 * s)) in L; [|lra]. lra. }
  intros d n s k k' side side' X Hd Hn Hs I I'. destruct (Nat.lt_trichotomy k k') as [L|[E|L]]; [|exact E|]; exfalso.
  - apply (G d n s k k' side side' X); assumption.
  - apply (G d n s k' k side' side X); assumption.
Qed.

Lemma sides_alike : forall d n s k X Y, 0 < s -> interior d n (place s k 0%nat) X -> interior d n (place s k 1%nat) Y ->
  alike d n (2 * s) X Y.
Proof.
  intros d n s k X Y Hs I I' i j j' Hi Hj Hj'. specialize (I i j Hi Hj). specialize (I' i j' Hi Hj').
  cbn [place low high] in I, I'. apply Rabs_le. destruct i as [|[|i]]; lra.
Qed.

Theorem lemma_6_fails_over_all_matrices_holds : lemma_6_fails_over_all_matrices.
Proof.
  intros h m r d n Hr Hd Hn. exists (feed_forward d jump). split; [apply jump_in_T_bar, Hr|].
  split; [intros X i j _ _; apply jump_is; lia|]. intros h' m' r' p g Hp (N & _ & relu & is_g) e.
  destruct (alike_network d n N relu) as (C & HC & alike_g). set (s := / (8 * (1 + C))).
  assert (Hs : 0 < s) by (apply Rinv_0_lt_compat; lra).
  assert (small : C * (2 * s) <= / 4).
  { assert (E : (1 + C) * (2 * s) = / 4) by (unfold s; field; lra). lra. }
  (* on one of the two sides g-bar is far from g, everywhere *)
  assert (far : forall k, exists side, (side < 2)%nat /\ forall X, interior d n (place s k side) X ->
    / 4 <= Rabs (feed_forward d jump X 0%nat 0%nat - g X 0%nat 0%nat)).
  { intro k. destruct (classic (forall X, interior d n (place s k 0%nat) X ->
      / 4 <= Rabs (feed_forward d jump X 0%nat 0%nat - g X 0%nat 0%nat))) as [left_far|near].
    - exists 0%nat. split; [lia|exact left_far].
    - exists 1%nat. split; [lia|]. intros Y IY.
      apply not_all_ex_not in near. destruct near as (X & near). apply imply_to_and in near.
      destruct near as [IX near]. apply Rnot_le_lt in near.
      pose proof (alike_g (2 * s) X Y ltac:(lra) (sides_alike d n s k X Y Hs IX IY) 0%nat 0%nat 0%nat ltac:(lia) ltac:(lia)
        ltac:(lia)) as A.
      unfold softmax_network in A. rewrite <- !is_g in A by lia.
      specialize (IX 0%nat 0%nat ltac:(lia) ltac:(lia)). specialize (IY 0%nat 0%nat ltac:(lia) ltac:(lia)).
      cbn [place low high] in IX, IY. rewrite jump_is in near by lia. rewrite jump_is by lia. cbn [Nat.eqb] in *.
      destruct (Rle_dec 0 (X 0%nat 0%nat)) as [L|_]; [lra|]. destruct (Rle_dec 0 (Y 0%nat 0%nat)) as [_|L]; [|lra].
      apply Rabs_def2 in near. assert (A' : Rabs (g X 0%nat 0%nat - g Y 0%nat 0%nat) <= / 4) by lra.
      unfold Rabs in A'. destruct (Rcase_abs (g X 0%nat 0%nat - g Y 0%nat 0%nat)); rewrite Rabs_right by lra; lra. }
  (* so many places that they weigh more than e^p *)
  set (c := power (/ 4) p). assert (Hc : 0 < c) by (apply power_above_zero; lra).
  set (w := c * s ^ (d * n)). assert (Hw : 0 < w) by (apply Rmult_lt_0_compat; [exact Hc|apply pow_lt, Hs]).
  destruct (archimed (power e p / w)) as [U _]. set (k := Z.to_nat (up (power e p / w))).
  assert (Hk : power e p / w < INR k).
  { unfold k. rewrite INR_IZR_INZ. eapply Rlt_le_trans; [exact U|]. apply IZR_le. lia. }
  destruct (choice k (fun i side => (side < 2)%nat /\ forall X, interior d n (place s i side) X ->
    / 4 <= Rabs (feed_forward d jump X 0%nat 0%nat - g X 0%nat 0%nat))) as (side & far'); [intros i _; apply far|].
  exists k, (fun i => place s i (side i)), (fun _ => c). split; [intros; lra|]. split; [|split].
  - intros i X Hi I'. split; [exact I|]. destruct (far' i Hi) as [_ F]. specialize (F X I').
    eapply Rle_trans; [|apply (sum_over_has (entries d n) (fun i j => power (Rabs (feed_forward d jump X i j - g X i j)) p)
      0%nat 0%nat)]; [|intros; apply power_nonnegative|apply entries_in; lia].
    apply power_monotone; [lra|exact F].
  - intros i j X Hi Hj I1 I2. apply (places_apart d n s i j (side i) (side j) X); assumption.
  - rewrite (sum_below_ext k _ (fun _ => w * 1)) by (intros i _; rewrite place_volume by exact Hs; fold w; ring).
    rewrite sum_below_scale. assert (E : sum_below k (fun _ => 1) = INR k).
    { generalize k. induction k0 as [|q IH]; [reflexivity|]. cbn [sum_below]. rewrite IH, S_INR. reflexivity. }
    rewrite E. apply (Rmult_lt_compat_l w) in Hk; [|exact Hw].
    replace (w * (power e p / w)) with (power e p) in Hk by (field; lra). exact Hk.
Qed.
