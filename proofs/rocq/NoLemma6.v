(** * Over all matrices Lemma 6 fails (Yun et al. 2020, App. C, Step 3, and App. F)

    Where all columns are nearly equal, softmax makes a mean of nearly equal values, whatever the scores: there a
    Transformer changes little where its input does, however large the input is. A g-bar that jumps between such
    matrices is far from it on one side or the other, and infinitely many places of one volume weigh infinitely much. *)

From Coq Require Import List Arith Bool Lia ZArith Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws NetworkEquivariance NetworkSizes RealNetworks Matrices Distance Powers
  Sums Boxes Coverings SoftmaxLimit ContinuousNetworks FourReLUs Gate RealLemma7 RealProposition5 RealDistance5
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

(** On both sides of infinitely many places of one volume, for every s, matrices are alike, and g-bar jumps. *)
Definition jumps_everywhere (d n : nat) (J : R) (g_bar : matrix -> matrix) : Prop := forall s, 0 < s ->
  exists (place : nat -> nat -> box) v, 0 < v /\ (forall k side, v <= volume d n (place k side)) /\
    (forall k k' side side' X, interior d n (place k side) X -> interior d n (place k' side') X -> k = k') /\
    (forall k X Y, interior d n (place k 0%nat) X -> interior d n (place k 1%nat) Y ->
      alike d n s X Y /\ J <= Rabs (g_bar Y 0%nat 0%nat - g_bar X 0%nat 0%nat)).

Lemma far_from_all : forall d n g_bar J, (1 <= d)%nat -> (1 <= n)%nat -> 0 < J -> jumps_everywhere d n J g_bar ->
  forall h m r p g, 1 <= p -> in_T h m r d n g -> infinite d n p g_bar g everywhere.
Proof.
  intros d n g_bar J Hd Hn HJ jumps h m r p g Hp (N & _ & relu & is_g) e.
  destruct (alike_network d n N relu) as (C & HC & alike_g). set (s := J / (2 * (1 + C))).
  assert (Hs : 0 < s) by (apply Rdiv_lt_0_compat; lra).
  assert (small : C * s <= J / 2).
  { apply Rle_trans with ((1 + C) * s); [apply Rmult_le_compat_r; lra|right; unfold s; field; lra]. }
  destruct (jumps s Hs) as (place & v & Hv & volumes & apart & jump).
  (* on one of the two sides g-bar is far from g, everywhere *)
  set (far := fun X : matrix => J / 4 <= Rabs (g_bar X 0%nat 0%nat - g X 0%nat 0%nat)).
  assert (sides : forall k, exists side, forall X, interior d n (place k side) X -> far X).
  { intro k. destruct (classic (forall X, interior d n (place k 0%nat) X -> far X)) as [left_far|near];
      [exists 0%nat; exact left_far|exists 1%nat]. intros Y IY.
    apply not_all_ex_not in near. destruct near as (X & near). apply imply_to_and in near. destruct near as [IX near].
    apply Rnot_le_lt in near. destruct (jump k X Y IX IY) as [A jump_XY].
    pose proof (alike_g s X Y ltac:(lra) A 0%nat 0%nat 0%nat ltac:(lia) ltac:(lia) ltac:(lia)) as A'.
    unfold softmax_network in A'. rewrite <- !is_g in A' by lia.
    unfold far in *. apply Rnot_lt_le. intro near'.
    replace (g_bar Y 0%nat 0%nat - g_bar X 0%nat 0%nat) with (g_bar Y 0%nat 0%nat - g Y 0%nat 0%nat +
      (- (g_bar X 0%nat 0%nat - g X 0%nat 0%nat) + - (g X 0%nat 0%nat - g Y 0%nat 0%nat))) in jump_XY by ring.
    pose proof (Rabs_triang (g_bar Y 0%nat 0%nat - g Y 0%nat 0%nat) (- (g_bar X 0%nat 0%nat - g X 0%nat 0%nat) +
      - (g X 0%nat 0%nat - g Y 0%nat 0%nat))) as T.
    pose proof (Rabs_triang (- (g_bar X 0%nat 0%nat - g X 0%nat 0%nat)) (- (g X 0%nat 0%nat - g Y 0%nat 0%nat))) as T'.
    rewrite !Rabs_Ropp in T'. lra. }
  (* so many places that they weigh more than e^p *)
  set (c := power (J / 4) p). assert (Hc : 0 < c) by (apply power_above_zero; lra).
  assert (Hw : 0 < c * v) by (apply Rmult_lt_0_compat; assumption).
  destruct (archimed (power e p / (c * v))) as [U _]. set (k := Z.to_nat (up (power e p / (c * v)))).
  assert (Hk : power e p / (c * v) < INR k).
  { unfold k. rewrite INR_IZR_INZ. eapply Rlt_le_trans; [exact U|]. apply IZR_le. lia. }
  destruct (choice k (fun i side => forall X, interior d n (place i side) X -> far X)) as (side & H);
    [intros i _; apply sides|].
  exists k, (fun i => place i (side i)), (fun _ => c). split; [intros; lra|]. split; [|split].
  - intros i X Hi I'. split; [exact I|]. eapply Rle_trans;
      [|apply (sum_over_has (entries d n) (fun i j => power (Rabs (g_bar X i j - g X i j)) p) 0%nat 0%nat);
        [intros; apply power_nonnegative|apply entries_in; lia]].
    apply power_monotone; [lra|]. apply (H i Hi X I').
  - intros i j X _ _. apply apart.
  - apply Rlt_le_trans with (sum_below k (fun _ => c * v * 1)).
    + rewrite sum_below_scale. assert (E : forall q, sum_below q (fun _ => 1) = INR q).
      { induction q as [|q IH]; [reflexivity|]. cbn [sum_below]. rewrite IH, S_INR. reflexivity. }
      rewrite E. apply (Rmult_lt_compat_l (c * v)) in Hk; [|exact Hw].
      replace (c * v * (power e p / (c * v))) with (power e p) in Hk by (field; lra). exact Hk.
    + apply sum_below_le. intros i _. rewrite Rmult_1_r. apply Rmult_le_compat_l; [lra|apply volumes].
Qed.

(** All sides s long; a box is known by the lower ends of its sides. *)
Definition cell (s : R) (corner : matrix) : box := Box corner (fun i j => corner i j + s).

Lemma cell_volume : forall d n s corner, 0 < s -> volume d n (cell s corner) = s ^ (d * n).
Proof.
  intros d n s corner Hs. rewrite <- entries_length, <- product_over_constant. apply product_over_ext. intros i j _.
  cbn [cell low high]. replace (corner i j + s - corner i j) with s by ring. apply Rmax_right. lra.
Qed.

(** Of different multiples of a step, for an entry of the cell. *)
Lemma cells_apart : forall d n s i j q (corner : nat -> nat -> matrix), 0 < s <= q -> (i < d)%nat -> (j < n)%nat ->
  (exists b, forall k side, corner k side i j = b + q * INR k) -> forall k k' side side' X,
  interior d n (cell s (corner k side)) X -> interior d n (cell s (corner k' side')) X -> k = k'.
Proof.
  intros d n s i j q corner Hs Hi Hj (b & E).
  assert (G : forall k k' side side' X, interior d n (cell s (corner k side)) X ->
    interior d n (cell s (corner k' side')) X -> (k < k')%nat -> False).
  { intros k k' side side' X I I' L. specialize (I i j Hi Hj). specialize (I' i j Hi Hj).
    cbn [cell low high] in I, I'. rewrite E in I, I'. apply le_INR in L. rewrite S_INR in L.
    apply (Rmult_le_compat_l q) in L; [|lra]. lra. }
  intros k k' side side' X I I'. destruct (Nat.lt_trichotomy k k') as [L|[K|L]]; [|exact K|]; exfalso.
  - apply (G k k' side side' X); assumption.
  - apply (G k' k side' side X); assumption.
Qed.

(** ** Where entry (0, 0) passes c: row 1 has the places *)

Theorem jumps_are_far_hold : jumps_are_far.
Proof.
  intros d n g_bar c J t Hd Hn HJ Ht jump. apply (far_from_all d n g_bar J); [lia|lia|exact HJ|]. intros e He.
  set (s := Rmin t (e / 2)). assert (Hs : 0 < s) by (apply Rmin_glb_lt; lra).
  assert (short : s <= t) by apply Rmin_l. assert (short' : s <= e / 2) by apply Rmin_r.
  set (corner := fun k side i (j : nat) => match i with
    | O => match side with O => c - s | _ => c end
    | 1%nat => 0 + s * INR k
    | _ => 0
    end).
  exists (fun k side => cell s (corner k side)), (s ^ (d * n)). split; [apply pow_lt, Hs|].
  split; [intros; rewrite cell_volume by exact Hs; lra|]. split.
  - apply (cells_apart d n s 1 0 s corner); [lra|lia|lia|]. exists 0. reflexivity.
  - intros k X Y IX IY. split.
    + intros i j j' Hi Hj Hj'. specialize (IX i j Hi Hj). specialize (IY i j' Hi Hj').
      unfold cell, corner in IX, IY. cbn [low high] in IX, IY. apply Rabs_le. destruct i as [|[|i]]; lra.
    + specialize (IX 0%nat 0%nat ltac:(lia) ltac:(lia)). specialize (IY 0%nat 0%nat ltac:(lia) ltac:(lia)).
      unfold cell, corner in IX, IY. cbn [low high] in IX, IY. apply jump; lra.
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

Theorem g_q_is_far_holds : g_q_is_far.
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

(** ** Where column 0 becomes the greatest: all matrices with nearly equal columns *)

Lemma hardmax_sums_to_1 : forall n (s : Networks.vector reals), (1 <= n)%nat -> total (F := reals) n (hardmax n s) = 1.
Proof.
  intros n s Hn. set (c := how_many_greatest n s).
  assert (C : INR c = total (F := reals) n (fun l => if is_greatest n s l then 1 else 0)) by apply count_is_total.
  assert (C1 : 1 <= INR c).
  { destruct (greatest_exists n s Hn) as (g & Hg & top). rewrite C.
    apply Rle_trans with (if is_greatest n s g then 1 else 0).
    - rewrite (proj2 (is_greatest_is n s g) top). lra.
    - apply (total_has n (fun l => if is_greatest n s l then 1 else 0)); [|exact Hg].
      intros l _. destruct (is_greatest n s l); lra. }
  rewrite (total_respects real_laws n _ (fun l => / INR c * (if is_greatest n s l then 1 else 0))).
  - rewrite total_scale.
    change (/ INR c * total (F := reals) n (fun l => if is_greatest n s l then 1 else 0) = 1).
    rewrite <- C. apply Rinv_l. lra.
  - intros l _. unfold hardmax. fold c. destruct (is_greatest n s l); [|cbn; ring].
    change (@of_count reals c) with (total (F := reals) c (fun _ => 1)). rewrite total_constant, Rmult_1_r.
    cbn [equal inverse reals]. ring.
Qed.

(** Its scores are the entries of row 0, its values these less 1 times. *)
Definition first_row : Networks.matrix reals := fun _ l => if Nat.eqb l 0 then 1 else 0.
Definition greatest_off : head reals :=
  @Head reals 1 (fun i _ => if Nat.eqb i 0 then -1 else 0) first_row first_row no_entries (fun _ => 1).

Lemma first_row_reads : forall d (X : Networks.matrix reals) l, (1 <= d)%nat ->
  @eq R (product d first_row X 0%nat l) (X 0%nat l).
Proof.
  intros d X l Hd. unfold product. rewrite (total_single real_laws d _ 0%nat Hd); [cbn; ring|].
  intros [|i] _ N; [lia|]. cbn. ring.
Qed.

Lemma greatest_off_adds : forall d n (X : Networks.matrix reals) M i j, (1 <= d)%nat -> (1 <= n)%nat ->
  (exists l, (l < n)%nat /\ X 0%nat l = M) -> (forall l, (l < n)%nat -> X 0%nat l <= M) ->
  @eq R (attend hardmax d n greatest_off X i j) (if Nat.eqb i 0 then - M else 0).
Proof.
  intros d n X M i j Hd Hn (g & Hg & EM) top.
  assert (S : forall k, @eq R (scores d greatest_off X k j) (X 0%nat k)).
  { intro k. change (@eq R (0 + product d first_row X 0%nat k * (product d no_entries X 0%nat j + 1)) (X 0%nat k)).
    rewrite first_row_reads by exact Hd. unfold product. rewrite (total_zero real_laws) by (intros; cbn;
      unfold no_entries; ring). cbn [Networks.zero reals]. ring. }
  set (w := if Nat.eqb i 0 then -1 else 0).
  assert (E : @eq R (attend hardmax d n greatest_off X i j)
    (total (F := reals) n (fun l => w * M * hardmax n (fun k => scores (F := reals) d greatest_off X k j) l))).
  { change (attend hardmax d n greatest_off X i j) with (total (F := reals) n (fun l =>
      (0 + w * product d first_row X 0%nat l) * hardmax n (fun k => scores (F := reals) d greatest_off X k j) l)).
    apply (total_respects real_laws). intros l Hl. cbn [equal reals]. rewrite first_row_reads by exact Hd.
    unfold hardmax. destruct (is_greatest n (fun k => scores d greatest_off X k j) l) eqn:G; [|cbn; ring].
    rewrite is_greatest_is in G. specialize (G g Hg). cbn beta in G. rewrite !S in G. specialize (top l Hl).
    replace (X 0%nat l) with M by lra. ring. }
  rewrite E, total_scale, hardmax_sums_to_1 by exact Hn. unfold w. destruct (Nat.eqb i 0); ring.
Qed.

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
Definition step_of_row_0 : token_wise reals :=
  @TokenWise reals 1 first_row (fun _ => 0) (fun i _ => if Nat.eqb i 0 then 1 else 0) (fun _ => 0) unit_step.

Lemma step_of_row_0_is : forall d (X : Networks.matrix reals) i j, (1 <= d)%nat ->
  @eq R (feed_forward d step_of_row_0 X i j)
    (X i j + if Nat.eqb i 0 then if Rle_dec 0 (X 0%nat j) then 1 else 0 else 0).
Proof.
  intros d X i j Hd. rewrite feed_forward_is.
  cbn [step_of_row_0 hidden_size W_2 b_2 activation total plus times Networks.zero reals].
  assert (E : hidden d step_of_row_0 X 0%nat j = X 0%nat j).
  { change (product d first_row X 0%nat j + 0 = X 0%nat j). rewrite first_row_reads by exact Hd. ring. }
  rewrite E, unit_step_is. set (u := fun t : R => if Rle_dec 0 t then 1 else 0).
  destruct (Nat.eqb i 0).
  - change (X i j + (0 + 1 * u (X 0%nat j)) + 0 = X i j + u (X 0%nat j)). ring.
  - change (X i j + (0 + 0 * u (X 0%nat j)) + 0 = X i j + 0). ring.
Qed.

Definition greatest_marked : list (block reals) := [@Block reals [greatest_off] step_of_row_0].

Lemma greatest_marked_is : forall d n X M i j, (1 <= d)%nat -> (1 <= n)%nat ->
  (exists l, (l < n)%nat /\ X 0%nat l = M) -> (forall l, (l < n)%nat -> X 0%nat l <= M) ->
  @eq R (hardmax_network d n greatest_marked X i j)
    (X i j + if Nat.eqb i 0 then - M + (if Rle_dec M (X 0%nat j) then 1 else 0) else 0).
Proof.
  intros d n X M i j Hd Hn some top.
  change (hardmax_network d n greatest_marked X i j) with
    (feed_forward d step_of_row_0 (sum (F := reals) X (attend (F := reals) hardmax d n greatest_off X)) i j).
  rewrite step_of_row_0_is by exact Hd. unfold sum. cbn [plus reals].
  rewrite !(greatest_off_adds d n X M) by assumption. cbn [Nat.eqb]. destruct (Nat.eqb_spec i 0) as [->|N]; [|ring].
  destruct (Rle_dec 0 (X 0%nat j + - M)), (Rle_dec M (X 0%nat j)); lra.
Qed.

Theorem lemma_6_fails_over_all_matrices_holds : lemma_6_fails_over_all_matrices.
Proof.
  intros h m r d n Hh Hm Hr Hd Hn. exists (hardmax_network d n greatest_marked).
  assert (sizes : Forall (of_size 1 1 1) greatest_marked).
  { constructor; [|constructor]. split; [reflexivity|]. split; [|reflexivity]. constructor; [reflexivity|constructor]. }
  split; [|split; [|split]].
  - apply (classes_grow_holds 1%nat 1%nat 1%nat h m r); [assumption..|]. exists greatest_marked. split; [|split].
    + exact sizes.
    + constructor; [exact unit_step_in_Phi|constructor].
    + intro X. apply (same_reflexive real_laws).
  - exists (larger_block h m r (@Block reals [greatest_off] step_of_row_0)). split; [|split].
    + apply (larger_size 1 1 1); [exact Hh|]. exact (Forall_inv sizes).
    + exact unit_step_in_Phi.
    + intro X. apply (same_symmetric real_laws).
      apply (larger_network hardmax d n 1 1 1 h m r greatest_marked); [|exact sizes|exact Hm|exact Hr].
      apply hardmax_weighs, real_laws.
  - intros X M j some top Hj. split; [|intros i Hi]; rewrite (greatest_marked_is d n X M) by (assumption || lia).
    + cbn [Nat.eqb]. match goal with |- ?a = ?b => change (@eq R a b) end. ring.
    + rewrite (proj2 (Nat.eqb_neq i 0)) by lia. apply Rplus_0_r.
  - apply (far_from_all d n _ 1); [lia|lia|lra|]. intros e He. set (s := e / 3).
    assert (Hs : 0 < s) by (unfold s; lra).
    set (corner := fun k side (i j : nat) => match i with
      | O => match j with O => match side with O => 0 | _ => 2 * s end | _ => s end + s * INR k
      | _ => 0
      end).
    exists (fun k side => cell s (corner k side)), (s ^ (d * n)). split; [apply pow_lt, Hs|].
    split; [intros; rewrite cell_volume by exact Hs; lra|]. split.
    + apply (cells_apart d n s 0 1 s corner); [lra|lia|lia|]. exists s. reflexivity.
    + intros k X Y IX IY. split.
      * intros i j j' Hi Hj Hj'. specialize (IX i j Hi Hj). specialize (IY i j' Hi Hj').
        unfold cell, corner in IX, IY. cbn [low high] in IX, IY. apply Rabs_le. unfold s in *.
        destruct i as [|i], j, j'; lra.
      * destruct (greatest_exists n (X 0%nat) ltac:(lia)) as (l & Hl & top).
        rewrite (greatest_marked_is d n X (X 0%nat l)) by (try (exists l; auto); auto; lia).
        assert (top_Y : forall l, (l < n)%nat -> Y 0%nat l <= Y 0%nat 0%nat).
        { intros [|j] Hj; [lra|]. pose proof (IY 0%nat (S j) ltac:(lia) Hj) as A.
          specialize (IY 0%nat 0%nat ltac:(lia) ltac:(lia)). unfold cell, corner in A, IY.
          cbn [low high] in A, IY. lra. }
        rewrite (greatest_marked_is d n Y (Y 0%nat 0%nat)) by
          (try (exists 0%nat; split; [lia|reflexivity]); auto; lia).
        cbn [Nat.eqb]. pose proof (top 1%nat ltac:(lia)) as T. pose proof (IX 0%nat 1%nat ltac:(lia) ltac:(lia)) as X1.
        pose proof (IX 0%nat 0%nat ltac:(lia) ltac:(lia)) as X0.
        unfold cell, corner in X0, X1. cbn [low high] in X0, X1.
        destruct (Rle_dec (X 0%nat l) (X 0%nat 0%nat)) as [L|_]; [lra|].
        destruct (Rle_dec (Y 0%nat 0%nat) (Y 0%nat 0%nat)) as [_|N]; [|lra].
        rewrite Rabs_right; lra.
Qed.
