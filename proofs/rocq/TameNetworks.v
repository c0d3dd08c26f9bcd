(** * TameNetworks: networks of softmax and ReLU grow, and change, no faster than a power

    With entries of at most R >= 1 each entry of F_2 o F_S o F_1 is at most C R^q, and where those of X and Y differ
      by at
    most t it differs by at most C R^q t. *)

From Coq Require Import List Arith Lia Reals Lra.
From Exactua Require Import Networks NetworkSizes Matrices Sums ContinuousNetworks KajitsukaStatements Boltzmann.
Import ListNotations.
Open Scope R_scope.

(** Scores that differ by at most D have weights that differ by at most 2 D. *)
Lemma softmax_moves : forall n a b k D, (k < n)%nat -> (forall l, (l < n)%nat -> Rabs (a l - b l) <= D) ->
  Rabs (softmax n a k - softmax n b k) <= 2 * D.
Proof.
  assert (G : forall n a b k D, (k < n)%nat -> (forall l, (l < n)%nat -> Rabs (a l - b l) <= D) ->
    softmax n a k - softmax n b k <= 2 * D).
  { intros n a b k D Hk H. rewrite !softmax_is.
    pose proof (partition_positive n a ltac:(lia)) as Pa. pose proof (partition_positive n b ltac:(lia)) as Pb.
    assert (D0 : 0 <= D) by (specialize (H k Hk); pose proof (Rabs_pos (a k - b k)); lra).
    assert (Ek : exp (a k) <= exp D * exp (b k)).
    { rewrite <- exp_plus. apply exp_at_most. specialize (H k Hk). pose proof (Rle_abs (a k - b k)). lra. }
    assert (Ep : partition n b <= exp D * partition n a).
    { unfold partition. rewrite <- sum_below_scale. apply sum_below_le. intros l Hl. rewrite <- exp_plus.
      apply exp_at_most. specialize (H l Hl). rewrite Rabs_minus_sym in H. pose proof (Rle_abs (b l - a l)). lra. }
    set (sa := exp (a k) / partition n a). set (sb := exp (b k) / partition n b).
    assert (sa1 : 0 <= sa <= 1).
    { unfold sa, Rdiv. pose proof (exp_pos (a k)). pose proof (partition_has n a k Hk).
      split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
      apply (Rmult_le_reg_r (partition n a)); [exact Pa |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (E : exp (- D) * exp (- D) * sa <= sb).
    { unfold sa, sb. apply (Rmult_le_reg_r (partition n b)); [exact Pb |].
      replace (exp (b k) / partition n b * partition n b) with (exp (b k)) by (field; lra).
      apply Rle_trans with (exp (- D) * exp (- D) * (exp (a k) / partition n a) * (exp D * partition n a)).
      - apply Rmult_le_compat_l; [| exact Ep]. apply Rmult_le_pos; [apply Rmult_le_pos; left; apply exp_pos |].
        apply Rmult_le_pos; [left; apply exp_pos | left; now apply Rinv_0_lt_compat].
      - replace (exp (- D) * exp (- D) * (exp (a k) / partition n a) * (exp D * partition n a)) with
          (exp (- D) * (exp (- D) * exp D) * exp (a k)) by (field; lra).
        rewrite <- (exp_plus (- D) D), Rplus_opp_l, exp_0, Rmult_1_r.
        apply Rle_trans with (exp (- D) * (exp D * exp (b k))).
        + apply Rmult_le_compat_l; [left; apply exp_pos | exact Ek].
        + rewrite <- Rmult_assoc, <- exp_plus, Rplus_opp_l, exp_0. lra. }
    rewrite <- exp_plus in E. pose proof (exp_ineq1_le (- D + - D)) as L.
    assert ((1 + (- D + - D)) * sa <= exp (- D + - D) * sa) by (apply Rmult_le_compat_r; lra).
    assert (2 * D * sa <= 2 * D * 1) by (apply Rmult_le_compat_l; lra). lra. }
  intros n a b k D Hk H. apply Rabs_le. pose proof (G n a b k D Hk H).
  assert (softmax n b k - softmax n a k <= 2 * D).
  { apply G; [exact Hk |]. intros l Hl. rewrite Rabs_minus_sym. now apply H. }
  lra.
Qed.

Section Tame.
  Variables d n : nat.

  Definition both_within (r t : R) (X Y : matrix) : Prop := 1 <= r /\ 0 <= t /\ forall i j, (i < d)%nat ->
    (j < n)%nat ->
    Rabs (X i j) <= r /\ Rabs (Y i j) <= r /\ Rabs (X i j - Y i j) <= t.

  Definition bounds (C : R) (q : nat) (F : matrix -> R) : Prop := 0 <= C /\ forall r t X Y, both_within r t X Y ->
    Rabs (F X) <= C * r ^ q /\ Rabs (F X - F Y) <= C * r ^ q * t.
  Definition tame (F : matrix -> R) : Prop := exists C q, bounds C q F.

  Lemma both_within_back : forall r t X Y, both_within r t X Y -> both_within r t Y X.
  Proof.
    intros r t X Y (Hr & Ht & H). split; [exact Hr |]. split; [exact Ht |]. intros i j Hi Hj.
    destruct (H i j Hi Hj) as (H1 & H2 & H3). rewrite Rabs_minus_sym. auto.
  Qed.

  Lemma bounds_more : forall C C' q q' F, C <= C' -> (q <= q')%nat -> bounds C q F -> bounds C' q' F.
  Proof.
    intros C C' q q' F HC Hq (H0 & H). split; [lra |]. intros r t X Y W. destruct (H r t X Y W) as [H1 H2].
    destruct W as (Hr & Ht & _). pose proof (Rle_pow r q q' Hr Hq) as P. pose proof (pow_lt r q ltac:(lra)) as P0.
    assert (C * r ^ q <= C' * r ^ q') by (apply Rmult_le_compat; lra). split; [lra |].
    eapply Rle_trans; [exact H2 |]. now apply Rmult_le_compat_r.
  Qed.

  Lemma tame_entry : forall i j, (i < d)%nat -> (j < n)%nat -> tame (fun X => X i j).
  Proof.
    intros i j Hi Hj. exists 1, 1%nat. split; [lra |]. intros r t X Y (Hr & Ht & H).
    destruct (H i j Hi Hj) as (H1 & _ & H3).
    rewrite pow_1, Rmult_1_l. split; [exact H1 |]. assert (1 * t <= r * t) by (now apply Rmult_le_compat_r). lra.
  Qed.

  Lemma tame_constant : forall c, tame (fun _ => c).
  Proof.
    intros c. exists (Rabs c), 0%nat. split; [apply Rabs_pos |]. intros r t X Y (Hr & Ht & _). cbn [pow].
    rewrite Rmult_1_r, Rminus_eq_0, Rabs_R0. split; [lra |]. apply Rmult_le_pos; [apply Rabs_pos | exact Ht].
  Qed.

  Lemma tame_plus : forall F G, tame F -> tame G -> tame (fun X => F X + G X).
  Proof.
    intros F G (C & q & HF) (C' & q' & HG). exists (C + C'), (q + q')%nat. pose proof HF as [H0 _].
    pose proof HG as [H0' _].
    apply (bounds_more C C q (q + q')) in HF; [| lra | lia]. apply (bounds_more C' C' q' (q + q')) in HG; [| lra | lia].
    split; [lra |]. intros r t X Y W. destruct (proj2 HF r t X Y W) as [F1 F2], (proj2 HG r t X Y W) as [G1 G2].
    rewrite !Rmult_plus_distr_r. split; [eapply Rle_trans; [apply Rabs_triang | lra] |].
    replace (F X + G X - (F Y + G Y)) with (F X - F Y + (G X - G Y)) by ring.
    eapply Rle_trans; [apply Rabs_triang | lra].
  Qed.

  Lemma tame_times : forall F G, tame F -> tame G -> tame (fun X => F X * G X).
  Proof.
    intros F G (C & q & H0 & HF) (C' & q' & H0' & HG). exists (2 * (C * C')), (q + q')%nat.
    pose proof (Rmult_le_pos C C' H0 H0') as CC. split; [lra |].
    intros r t X Y W. destruct (HF r t X Y W) as [F1 F2], (HG r t X Y W) as [G1 G2].
    destruct (HG r t Y X (both_within_back _ _ _ _ W)) as [G1' _].
    destruct W as (Hr & Ht & _). pose proof (pow_lt r q ltac:(lra)) as P. pose proof (pow_lt r q' ltac:(lra)) as P'.
    assert (PP : 0 <= C * r ^ q * (C' * r ^ q')) by (apply Rmult_le_pos; apply Rmult_le_pos; lra).
    rewrite pow_add. split.
    - rewrite Rabs_mult. assert (Rabs (F X) * Rabs (G X) <= C * r ^ q * (C' * r ^ q'))
        by (apply Rmult_le_compat; auto using Rabs_pos). lra.
    - replace (F X * G X - F Y * G Y) with (F X * (G X - G Y) + (F X - F Y) * G Y) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
      assert (Rabs (F X) * Rabs (G X - G Y) <= C * r ^ q * (C' * r ^ q' * t))
        by (apply Rmult_le_compat; auto using Rabs_pos).
      assert (Rabs (F X - F Y) * Rabs (G Y) <= C * r ^ q * t * (C' * r ^ q'))
        by (apply Rmult_le_compat; auto using Rabs_pos). lra.
  Qed.

  Lemma tame_total : forall k (F : nat -> matrix -> R), (forall a, (a < k)%nat -> tame (F a)) ->
    tame (fun X => total (F := reals) k (fun a => F a X)).
  Proof.
    induction k as [| k IH]; intros F H; [exact (tame_constant 0) |]. cbn [total].
    apply (tame_plus (fun X => total (F := reals) k (fun a => F a X)) (F k)); [apply IH; intros; apply H;
      lia | apply H; lia].
  Qed.

  Lemma tame_ReLU : forall F, tame F -> tame (fun X => activate (F := reals) ReLU (F X)).
  Proof.
    intros F (C & q & H0 & H). exists C, q. split; [exact H0 |]. intros r t X Y W. destruct (H r t X Y W) as [H1 H2].
    rewrite !(proj2 ReLU_in_Phi_holds). clear - H1 H2. revert H1 H2. generalize (F X) (F Y) (C * r ^ q) (C * r ^ q * t).
    intros x y a b H1 H2. split.
    - eapply Rle_trans; [| exact H1]. unfold Rmax. destruct (Rle_dec 0 x); [right; reflexivity |].
      rewrite Rabs_R0. apply Rabs_pos.
    - eapply Rle_trans; [| exact H2]. unfold Rmax, Rabs.
      destruct (Rle_dec 0 x), (Rle_dec 0 y);
        repeat match goal with |- context [Rcase_abs ?z] => destruct (Rcase_abs z) end; lra.
  Qed.

  Lemma common_bounds : forall (A : Type) (F : A -> matrix -> R) l, (forall a, In a l -> tame (F a)) ->
    exists C q, 0 <= C /\ forall a, In a l -> bounds C q (F a).
  Proof.
    intros A F l. induction l as [| a l IH]; intros H; [exists 0, 0%nat; split; [lra | intros a []] |].
    destruct IH as (C & q & HC & IH); [intros b Hb; apply H; now right |].
    destruct (H a (or_introl eq_refl)) as (C' & q' & Ha). pose proof Ha as [H0 _].
    exists (C + C'), (q + q')%nat. split; [lra |]. intros b [<- | Hb].
    - apply (bounds_more C' _ q'); [lra | lia | exact Ha].
    - apply (bounds_more C _ q); [lra | lia | now apply IH].
  Qed.

  Lemma tame_softmax : forall (s : nat -> matrix -> R) k, (k < n)%nat -> (forall l, (l < n)%nat -> tame (s l)) ->
    tame (fun X => softmax n (fun l => s l X) k).
  Proof.
    intros s k Hk H. destruct (common_bounds nat s (seq 0 n)) as (C & q & HC & all).
    { intros l Hl. apply in_seq in Hl. apply H. lia. }
    exists (1 + 2 * C), q. split; [lra |]. intros r t X Y W.
    assert (P : 1 <= r ^ q) by (apply pow_R1_Rle, W).
    split.
    - pose proof (softmax_positive n (fun l => s l X) k ltac:(lia)) as S0.
      assert (S1 : softmax n (fun l => s l X) k <= 1).
      { rewrite softmax_is. pose proof (partition_positive n (fun l => s l X) ltac:(lia)) as Pp.
        apply (Rmult_le_reg_r (partition n (fun l => s l X))); [exact Pp |]. unfold Rdiv.
        rewrite Rmult_assoc, Rinv_l by lra. pose proof (partition_has n (fun l => s l X) k Hk). cbv beta in *. lra. }
      rewrite Rabs_right by lra. assert (0 <= C * r ^ q) by (apply Rmult_le_pos; lra). lra.
    - apply Rle_trans with (2 * (C * r ^ q * t)).
      + apply softmax_moves; [exact Hk |]. intros l Hl. apply (all l); [apply in_seq; lia | exact W].
      + assert (0 <= r ^ q * t) by (apply Rmult_le_pos; [lra | apply W]). lra.
  Qed.

  Lemma tame_product : forall k (A : matrix) (B : matrix -> matrix) i j,
    (forall l, (l < k)%nat -> tame (fun X => B X l j)) -> tame (fun X => product (F := reals) k A (B X) i j).
  Proof.
    intros k A B i j H. apply (tame_total k (fun l X => A i l * B X l j)). intros l Hl.
    apply (tame_times (fun _ => A i l)); [apply tame_constant | now apply H].
  Qed.

  Definition all_tame (Z : matrix -> matrix) : Prop := forall i j, (i < d)%nat -> (j < n)%nat ->
    tame (fun X => Z X i j).

  Lemma tame_feed_forward : forall f Z, activation f = ReLU -> all_tame Z ->
    all_tame (fun X => feed_forward (F := reals) d f (Z X)).
  Proof.
    intros f Z E H i j Hi Hj. unfold feed_forward. rewrite E. apply tame_plus; [| apply tame_constant].
    apply tame_plus; [now apply H |].
    apply (tame_product _ (W_2 f) (fun X a j => activate (F := reals) ReLU
      (product (F := reals) d (W_1 f) (Z X) a j + b_1 f a))).
    intros a _. apply (tame_ReLU (fun X => product (F := reals) d (W_1 f) (Z X) a j + b_1 f a)).
    apply tame_plus; [| apply tame_constant]. apply (tame_product _ (W_1 f) Z). intros b Hb. now apply H.
  Qed.

  Lemma tame_attention : forall H Z, all_tame Z -> all_tame (fun X => attention (F := reals) softmax d n [H] (Z X)).
  Proof.
    intros H Z HZ i j Hi Hj. unfold attention. cbn [fold_left].
    apply (tame_plus (fun X => Z X i j)); [now apply HZ |]. unfold attend, product at 1.
    apply (tame_total n (fun l X => product (head_size H) (W_O H) (product d (W_V H) (Z X)) i l *
      on_each_column softmax n (scores d H (Z X)) l j)).
    intros l Hl. apply tame_times.
    - apply (tame_product _ (W_O H) (fun X => product d (W_V H) (Z X))). intros a _.
      apply (tame_product _ (W_V H) Z). intros b Hb. now apply HZ.
    - unfold on_each_column. apply (tame_softmax (fun k X => scores d H (Z X) k j) l Hl). intros k Hk.
      apply (tame_total _ (fun a X => product (F := reals) d (W_K H) (Z X) a k *
        (product (F := reals) d (W_Q H) (Z X) a j + b_Q H a))).
      intros a _. apply tame_times; [| apply tame_plus; [| apply tame_constant]];
        apply (tame_product _ _ Z); intros b Hb; now apply HZ.
  Qed.

  Theorem tame_network : forall allowed g, in_T_2 allowed d n g -> exists C q, 0 <= C /\
    forall i j, (i < d)%nat -> (j < n)%nat -> bounds C q (fun X => g X i j).
  Proof.
    intros allowed g (f_1 & f_2 & H & E_1 & E_2 & _ & E).
    set (N := fun X => feed_forward (F := reals) d f_2 (attention softmax d n [H] (feed_forward d f_1 X))).
    assert (T : all_tame N).
    { apply (tame_feed_forward f_2 (fun X => attention softmax d n [H] (feed_forward d f_1 X)) E_2).
      apply (tame_attention H (fun X => feed_forward d f_1 X)).
      apply (tame_feed_forward f_1 (fun X => X) E_1). intros i j Hi Hj. now apply tame_entry. }
    destruct (common_bounds (nat * nat) (fun e X => N X (fst e) (snd e)) (entries d n)) as (C & q & HC & all).
    { intros [i j] I. apply entries_in in I. now apply T. }
    exists C, q. split; [exact HC |]. intros i j Hi Hj. destruct (all (i, j)) as [_ B]; [now apply entries_in |].
    split; [exact HC |]. intros r t X Y W. rewrite !E by assumption. exact (B r t X Y W).
  Qed.
End Tame.
