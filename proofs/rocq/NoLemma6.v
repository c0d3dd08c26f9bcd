(** * Over all matrices Lemma 6 fails for d >= 2 (Yun et al. 2020, App. C, Step 3, and App. F)

    Where all columns are nearly equal, softmax makes a mean of nearly equal values, whatever the scores: there a
    Transformer changes little where its input does, however large the input is. A g-bar that jumps where entry (0, 0)
    passes some c is far from it on one side or the other, and row 1 leaves infinitely many places for that. *)

From Coq Require Import List Arith Bool Lia ZArith Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws NetworkEquivariance NetworkSizes RealNetworks Matrices Distance Powers
  Sums Boxes Coverings SoftmaxLimit ContinuousNetworks FourReLUs RealLemma7 RealProposition5 RealDistance5
  NetworkStatements.
From Exactua Require FeedForward.
Import ListNotations.
Open Scope R_scope.

(** Every entry of X is near all those of its row in Y. *)
Definition alike (d n : nat) (s : R) (X Y : matrix) : Prop := forall i j j', (i < d)%nat -> (j < n)%nat ->
  (j' < n)%nat -> Rabs (X i j - Y i j') <= s.

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
    unfold product in outer. cbn [times reals] in outer.
    specialize (outer (fun a Ha => inner a Ha s X Y j j' Hs A Hj Hj')).
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
      Rabs (attention softmax d n (heads t) X i j - attention softmax d n (heads t) Y i j') <= (1 + C) * s \/
      (d <= i)%nat) d) as (C1 & HC1 & attends).
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

(** ** Places where g-bar is far from g *)

(** Row 1 says which place it is; row 0 is in [c - s, c] on side 0, and in [c, c + s] on side 1. All sides are s. *)
Definition place (c s : R) (k side : nat) : box :=
  let corner i := match i with
    | O => match side with O => c - s | _ => c end
    | 1%nat => 2 * s * INR k
    | _ => 0
    end in
  Box (fun i _ => corner i) (fun i _ => corner i + s).

Lemma place_volume : forall d n c s k side, 0 < s -> volume d n (place c s k side) = s ^ (d * n).
Proof.
  intros d n c s k side Hs. rewrite <- entries_length, <- product_over_constant. apply product_over_ext. intros i j _.
  cbn [place low high]. match goal with |- Rmax 0 (?a + s - ?a) = s => replace (a + s - a) with s by ring end.
  apply Rmax_right. lra.
Qed.

Lemma places_apart : forall d n c s k k' side side' X, (2 <= d)%nat -> (1 <= n)%nat -> 0 < s ->
  interior d n (place c s k side) X -> interior d n (place c s k' side') X -> k = k'.
Proof.
  assert (G : forall d n c s k k' side side' X, (2 <= d)%nat -> (1 <= n)%nat -> 0 < s ->
    interior d n (place c s k side) X -> interior d n (place c s k' side') X -> (k < k')%nat -> False).
  { intros d n c s k k' side side' X Hd Hn Hs I I' L. specialize (I 1%nat 0%nat ltac:(lia) ltac:(lia)).
    specialize (I' 1%nat 0%nat ltac:(lia) ltac:(lia)). cbn [place low high] in I, I'.
    apply le_INR in L. rewrite S_INR in L. apply (Rmult_le_compat_l (2 * s)) in L; [|lra]. lra. }
  intros d n c s k k' side side' X Hd Hn Hs I I'. destruct (Nat.lt_trichotomy k k') as [L|[E|L]]; [|exact E|]; exfalso.
  - apply (G d n c s k k' side side' X); assumption.
  - apply (G d n c s k' k side' side X); assumption.
Qed.

Lemma sides_alike : forall d n c s k X Y, 0 < s -> interior d n (place c s k 0%nat) X ->
  interior d n (place c s k 1%nat) Y -> alike d n (2 * s) X Y.
Proof.
  intros d n c s k X Y Hs I I' i j j' Hi Hj Hj'. specialize (I i j Hi Hj). specialize (I' i j' Hi Hj').
  cbn [place low high] in I, I'. apply Rabs_le. destruct i as [|[|i]]; lra.
Qed.

Theorem jumps_are_far_hold : jumps_are_far.
Proof.
  intros d n g_bar c J t Hd Hn HJ Ht jump h m r p g Hp (N & _ & relu & is_g) e.
  destruct (alike_network d n N relu) as (C & HC & alike_g). set (s := Rmin t (J / (4 * (1 + C)))).
  assert (Hs : 0 < s) by (apply Rmin_glb_lt; [exact Ht|apply Rdiv_lt_0_compat; lra]).
  assert (short : s <= t) by apply Rmin_l.
  assert (small : C * (2 * s) <= J / 2).
  { apply Rle_trans with ((1 + C) * (2 * (J / (4 * (1 + C))))); [|right; field; lra].
    apply Rmult_le_compat; [exact HC|lra|lra|]. apply Rmult_le_compat_l; [lra|apply Rmin_r]. }
  (* on one of the two sides g-bar is far from g, everywhere *)
  set (far := fun X : matrix => J / 4 <= Rabs (g_bar X 0%nat 0%nat - g X 0%nat 0%nat)).
  assert (sides : forall k, exists side, forall X, interior d n (place c s k side) X -> far X).
  { intro k. destruct (classic (forall X, interior d n (place c s k 0%nat) X -> far X)) as [left_far|near];
      [exists 0%nat; exact left_far|exists 1%nat]. intros Y IY.
    apply not_all_ex_not in near. destruct near as (X & near). apply imply_to_and in near. destruct near as [IX near].
    apply Rnot_le_lt in near.
    pose proof (alike_g (2 * s) X Y ltac:(lra) (sides_alike d n c s k X Y Hs IX IY) 0%nat 0%nat 0%nat ltac:(lia)
      ltac:(lia) ltac:(lia)) as A.
    unfold softmax_network in A. rewrite <- !is_g in A by lia.
    specialize (IX 0%nat 0%nat ltac:(lia) ltac:(lia)). specialize (IY 0%nat 0%nat ltac:(lia) ltac:(lia)).
    cbn [place low high] in IX, IY. specialize (jump X Y ltac:(lra) ltac:(lra)).
    unfold far in *. apply Rnot_lt_le. intro near'.
    replace (g_bar Y 0%nat 0%nat - g_bar X 0%nat 0%nat) with (g_bar Y 0%nat 0%nat - g Y 0%nat 0%nat +
      (- (g_bar X 0%nat 0%nat - g X 0%nat 0%nat) + - (g X 0%nat 0%nat - g Y 0%nat 0%nat))) in jump by ring.
    pose proof (Rabs_triang (g_bar Y 0%nat 0%nat - g Y 0%nat 0%nat) (- (g_bar X 0%nat 0%nat - g X 0%nat 0%nat) +
      - (g X 0%nat 0%nat - g Y 0%nat 0%nat))) as T.
    pose proof (Rabs_triang (- (g_bar X 0%nat 0%nat - g X 0%nat 0%nat)) (- (g X 0%nat 0%nat - g Y 0%nat 0%nat))) as T'.
    rewrite !Rabs_Ropp in T'. lra. }
  (* so many places that they weigh more than e^p *)
  set (v := power (J / 4) p). assert (Hv : 0 < v) by (apply power_above_zero; lra).
  set (w := v * s ^ (d * n)). assert (Hw : 0 < w) by (apply Rmult_lt_0_compat; [exact Hv|apply pow_lt, Hs]).
  destruct (archimed (power e p / w)) as [U _]. set (k := Z.to_nat (up (power e p / w))).
  assert (Hk : power e p / w < INR k).
  { unfold k. rewrite INR_IZR_INZ. eapply Rlt_le_trans; [exact U|]. apply IZR_le. lia. }
  destruct (choice k (fun i side => forall X, interior d n (place c s i side) X -> far X)) as (side & H);
    [intros i _; apply sides|].
  exists k, (fun i => place c s i (side i)), (fun _ => v). split; [intros; lra|]. split; [|split].
  - intros i X Hi I'. split; [exact I|]. eapply Rle_trans;
      [|apply (sum_over_has (entries d n) (fun i j => power (Rabs (g_bar X i j - g X i j)) p) 0%nat 0%nat);
        [intros; apply power_nonnegative|apply entries_in; lia]].
    apply power_monotone; [lra|]. apply (H i Hi X I').
  - intros i j X Hi Hj I1 I2. apply (places_apart d n c s i j (side i) (side j) X); assumption.
  - rewrite (sum_below_ext k _ (fun _ => w * 1)) by (intros i _; rewrite place_volume by exact Hs; fold w; ring).
    rewrite sum_below_scale. assert (E : forall q, sum_below q (fun _ => 1) = INR q).
    { induction q as [|q IH]; [reflexivity|]. cbn [sum_below]. rewrite IH, S_INR. reflexivity. }
    rewrite E. apply (Rmult_lt_compat_l w) in Hk; [|exact Hw].
    replace (w * (power e p / w)) with (power e p) in Hk by (field; lra). exact Hk.
Qed.

(** ** The quantiser g_q *)

Lemma firstn_seq : forall m k a, firstn k (seq a m) = seq a (Nat.min k m).
Proof. induction m as [|m IH]; intros [|k] a; cbn; try reflexivity. rewrite IH. reflexivity. Qed.

(** The first k layers, for row 0. *)
Lemma first_layers : forall sigma d n s k (N : list (layer reals)) (X : Networks.matrix reals) j, (1 <= d)%nat ->
  (forall l, In l N -> forall Z : Networks.matrix reals, apply sigma d n Z l 0%nat j = Z 0%nat j) ->
  run sigma d n (firstn k (map (real_adding d 0) s ++ N)) X 0%nat j = through (firstn k s) (X 0%nat j).
Proof.
  intros sigma d n s k N X j Hd leaves. rewrite firstn_app, run_app, firstn_map.
  assert (G : forall N' Z, incl N' N -> run sigma d n N' Z 0%nat j = Z 0%nat j).
  { induction N' as [|l N' IH]; intros Z H; [reflexivity|]. cbn [run fold_left]. unfold run in IH.
    rewrite IH by (intros l' I; apply H; right; exact I). apply leaves, H. left. reflexivity. }
  rewrite G.
  - apply (row_layers_act sigma d n 0 (firstn k s) X 0 j); lia.
  - intros l I. rewrite <- (firstn_skipn (k - length (map (real_adding d 0) s)) N). apply in_or_app. left. exact I.
Qed.

Lemma first_layers_of_g_q : forall d n m k (X : Networks.matrix reals) j, (1 <= d)%nat -> (1 <= m)%nat ->
  (1 <= k)%nat -> exists q, passed d n m q (X 0%nat j)
    (run hardmax d n (firstn k (real_network (FeedForward.g_q d n m))) X 0%nat j).
Proof.
  intros d n m k X j Hd Hm Hk. rewrite g_q_rows. destruct d as [|d']; [lia|]. set (d := S d').
  change (seq 0 d) with (0 :: seq 1 d')%nat. cbn [flat_map]. rewrite first_layers; [|lia|].
  - destruct k as [|k]; [lia|]. unfold steps. cbn [firstn]. rewrite firstn_map.
    rewrite firstn_seq. exists (Nat.min k m).
    apply (layers_pass d n m Hm (Nat.min k m) (X 0%nat j)), clipped_first.
  - intros l I Z. apply in_flat_map in I. destruct I as (i & Ii & I). apply in_map_iff in I. destruct I as (s & <- & _).
    apply in_seq in Ii. rewrite row_layer_adds by lia. rewrite (proj2 (Nat.eqb_neq 0 i)) by lia. apply Rplus_0_r.
Qed.

Theorem lemma_6_fails_over_all_matrices_holds : lemma_6_fails_over_all_matrices.
Proof.
  intros d n m k Hd Hn Hm Hk g_bar. split.
  - set (N := firstn k (real_network (FeedForward.g_q d n m))).
    assert (in_Phi_N : Forall small_layer N).
    { destruct (lemma_7_real_holds d n m Hm) as (_ & P & _). apply Forall_forall. intros l I.
      assert (I' : In l (real_network (FeedForward.g_q d n m))).
      { rewrite <- (firstn_skipn k). apply in_or_app. left. exact I. }
      specialize (proj1 (Forall_forall _ _) P l I'). destruct l as [all|f]; [contradiction|]. intro H. exact H. }
    exists (map block_for N). split; [|split].
    + apply Forall_map. eapply Forall_impl; [|exact in_Phi_N]. intros l H. apply block_for_size, H.
    + apply Forall_map. eapply Forall_impl; [|exact in_Phi_N]. intros l H. apply block_for_size, H.
    + intro X. apply (same_symmetric real_laws), blocks_for_are, hardmax_weighs, real_laws.
  - apply (jumps_are_far_hold d n g_bar 0 1 1); [assumption|assumption|lra|lra|]. intros X Y HX HY.
    destruct (first_layers_of_g_q d n m k X 0%nat ltac:(lia) Hm Hk) as (q & PX).
    destruct (first_layers_of_g_q d n m k Y 0%nat ltac:(lia) Hm Hk) as (q' & PY).
    fold g_bar in PX, PY. pose proof (delta_positive m Hm) as D.
    assert (X_is : g_bar X 0%nat 0%nat <= -1).
    { pose proof (outside_negative d n m Hm). destruct PX as [(l & _ & B & _)|[(B & _)|(_ & ->)]]; [| |assumption].
      - pose proof (Rmult_le_pos (INR l) (1 / INR m) (pos_INR l) ltac:(lra)). lra.
      - pose proof (Rmult_le_pos (INR q) (1 / INR m) (pos_INR q) ltac:(lra)). lra. }
    assert (Y_is : 0 <= g_bar Y 0%nat 0%nat).
    { destruct PY as [(l & _ & _ & ->)|[(_ & ->)|(B & _)]]; [|lra|lra].
      apply Rmult_le_pos; [apply pos_INR|lra]. }
    rewrite Rabs_right; lra.
Qed.
