(** * The gate: layers of softmax and ReLU that make one constant matrix of all that has an entry outside (0, 1),
    exactly, and quantise the entries of everything else

    1. Each entry: M if it isn't in (0, 1), where M is large; k/m if it is in a cell [k/m + eta, (k + 1)/m - eta].
    2. The mean of the columns is added to all entries, which lifts every entry to K or more if one of them was M.
    3. min(K, .) makes K of all that was lifted, whatever it was.
    4. What was added is taken away again, and if everything is K, then 2 remains. *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks NetworkLaws Matrices Lemma4 SoftmaxLimit FourReLUs TransformerClass.
Import ListNotations.
Open Scope R_scope.

(** ** Sums of entries *)

Section Level.
  Variables d n : nat.
  Hypothesis one_n : (1 <= n)%nat.

  Lemma n_positive : 0 < INR n.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma level_same : forall X Y, same d n X Y -> level d n X = level d n Y.
  Proof.
    intros X Y E. unfold level. f_equal. apply (total_respects real_laws). intros l Hl.
    apply (total_respects real_laws). intros i Hi. apply E; assumption.
  Qed.

  Lemma level_shifted : forall X c, level d n (fun i j => X i j + c) = level d n X + INR d * c.
  Proof.
    intros X c. unfold level. assert (E : total (F := reals) n (fun l => total (F := reals) d (fun i => X i l + c)) =
      total (F := reals) n (fun l => total (F := reals) d (fun i => X i l)) + INR n * (INR d * c)).
    { rewrite <- (total_constant n), total_plus. apply (total_respects real_laws). intros l _.
      rewrite <- (total_constant d), total_plus. reflexivity. }
    rewrite E. pose proof n_positive. field. lra.
  Qed.

  Lemma level_le : forall X c, (forall i j, (i < d)%nat -> (j < n)%nat -> X i j <= c) -> level d n X <= INR d * c.
  Proof.
    intros X c H. unfold level. apply (Rmult_le_reg_l (INR n)); [apply n_positive|].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by (pose proof n_positive; lra).
    rewrite <- (total_constant n). apply total_le. intros l Hl. rewrite <- (total_constant d). apply total_le.
    intros i Hi. apply H; assumption.
  Qed.

  Lemma level_constant : forall c, level d n (fun _ _ => c) = INR d * c.
  Proof.
    intro c. unfold level. assert (E : total (F := reals) n (fun _ => total (F := reals) d (fun _ => c)) =
      INR n * (INR d * c)) by (rewrite !total_constant; reflexivity).
    rewrite E. pose proof n_positive. field. lra.
  Qed.

  Lemma total_has : forall k (f : nat -> R) i, (forall a, (a < k)%nat -> 0 <= f a) -> (i < k)%nat ->
    f i <= total (F := reals) k f.
  Proof.
    intros k f i H Hi.
    assert (E : f i = total (F := reals) k (fun a => if Nat.eqb a i then f i else 0)).
    { rewrite (total_single real_laws k _ i Hi); [rewrite Nat.eqb_refl; reflexivity|].
      intros j _ N. rewrite (proj2 (Nat.eqb_neq j i) N). reflexivity. }
    rewrite E. apply total_le. intros a Ha. destruct (Nat.eqb_spec a i) as [->|_]; [lra|apply H, Ha].
  Qed.

  Section Positive.
    Variable X : matrix.
    Hypothesis positive : forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j.

    Lemma sums_positive : forall l, (l < n)%nat -> 0 <= total (F := reals) d (fun i => X i l).
    Proof.
      intros l Hl. rewrite <- (Rmult_0_r (INR d)), <- total_constant. apply total_le.
      intros i Hi. apply positive; assumption.
    Qed.

    Lemma level_has : forall i j, (i < d)%nat -> (j < n)%nat -> X i j <= INR n * level d n X.
    Proof.
      intros i j Hi Hj. unfold level. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by (pose proof n_positive; lra).
      eapply Rle_trans; [|apply (total_has n (fun l => total (F := reals) d (fun i => X i l)) j);
        [exact sums_positive|exact Hj]].
      apply (total_has d (fun i => X i j) i); [intros a Ha; apply positive; assumption|exact Hi].
    Qed.

    Lemma level_positive : 0 <= level d n X.
    Proof.
      unfold level. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, n_positive|].
      rewrite <- (Rmult_0_r (INR n)), <- total_constant. apply total_le. exact sums_positive.
    Qed.
  End Positive.

  (** ** Steps 2 to 4 *)

  Definition ceiling : R := 2 * (1 + INR d).
  Definition capped (t : R) : R := t + -1 * Rmax 0 (1 * t + - ceiling).

  Definition collapsed (X : matrix) : matrix :=
    lifted d n (- / (1 + INR d)) (entrywise capped (lifted d n 1 X)).

  Lemma capped_is : forall t, (t <= ceiling -> capped t = t) /\ (ceiling <= t -> capped t = ceiling).
  Proof. intro t. unfold capped. split; intro H; [rewrite Rmax_below by lra|rewrite Rmax_above by lra]; ring. Qed.

  Lemma d_not_negative : 0 <= INR d.
  Proof. apply pos_INR. Qed.

  (** What has all entries in [0, 1] stays as it is. *)
  Lemma collapsed_inside : forall X, (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j <= 1) ->
    same d n (collapsed X) X.
  Proof.
    intros X H i j Hi Hj. pose proof d_not_negative as D.
    assert (up : level d n X <= INR d * 1) by (apply level_le; intros; apply H; assumption).
    assert (E : same d n (entrywise capped (lifted d n 1 X)) (fun i j => X i j + level d n X)).
    { intros k l Hk Hl. specialize (H k l Hk Hl). unfold entrywise, lifted.
      rewrite (proj1 (capped_is _)); [ring|unfold ceiling; lra]. }
    unfold collapsed. unfold lifted at 1. rewrite (E i j Hi Hj), (level_same _ _ E), level_shifted. field. lra.
  Qed.

  (** Where nothing is negative, one large entry makes 2 of everything. *)
  Lemma collapsed_outside : forall X, (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j) ->
    (exists i j, (i < d)%nat /\ (j < n)%nat /\ INR n * ceiling <= X i j) -> same d n (collapsed X) (fun _ _ => 2).
  Proof.
    intros X H (k & l & Hk & Hl & large) i j Hi Hj. pose proof d_not_negative as D.
    pose proof (level_has X H k l Hk Hl) as up. pose proof n_positive as N.
    assert (high : ceiling <= level d n X) by (apply (Rmult_le_reg_l (INR n)); lra).
    assert (E : same d n (entrywise capped (lifted d n 1 X)) (fun _ _ => ceiling)).
    { intros a b Ha Hb. specialize (H a b Ha Hb). apply capped_is. unfold lifted. lra. }
    unfold collapsed. unfold lifted at 1. rewrite (E i j Hi Hj), (level_same _ _ E), level_constant. unfold ceiling.
    field. lra.
  Qed.

  Lemma collapsed_bounded : forall X, (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j) ->
    forall i j, (i < d)%nat -> (j < n)%nat -> - ceiling <= collapsed X i j <= ceiling.
  Proof.
    intros X H i j Hi Hj. pose proof d_not_negative as D. set (Z := entrywise capped (lifted d n 1 X)).
    assert (B : forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= Z i j <= ceiling).
    { intros k l Hk Hl. pose proof (level_positive X H) as P. specialize (H k l Hk Hl). unfold Z, entrywise, lifted.
      assert (0 <= ceiling) by (unfold ceiling; lra).
      destruct (Rle_dec (X k l + 1 * level d n X) ceiling) as [L|L];
        [rewrite (proj1 (capped_is _) L)|rewrite (proj2 (capped_is (X k l + 1 * level d n X))) by lra]; lra. }
    assert (B0 : 0 <= level d n Z) by (apply level_positive; intros; apply B; assumption).
    assert (B1 : level d n Z <= INR d * ceiling) by (apply level_le; intros; apply B; assumption).
    specialize (B i j Hi Hj). unfold collapsed. fold Z. unfold lifted at 1 2.
    assert (I : 0 < / (1 + INR d)) by (apply Rinv_0_lt_compat; lra).
    assert (0 <= / (1 + INR d) * level d n Z <= ceiling); [|lra].
    split; [apply Rmult_le_pos; lra|]. apply (Rmult_le_reg_l (1 + INR d)); [lra|].
    rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. unfold ceiling in *. lra.
  Qed.
End Level.

(** ** Step 1 *)

Section Entries.
  Variables (h r' r d n : nat).
  Hypotheses (one_h : (1 <= h)%nat) (one_r' : (1 <= r')%nat) (four_r : (4 <= r)%nat) (one_n : (1 <= n)%nat).

  (** [a, b - eta] to a; what is below a or above b stays as it is. *)
  Lemma one_step : forall a b eta, 0 <= a < b -> 0 < eta <= b - a ->
    exists q, in_T h r' r d n (entrywise q) /\ (forall t, 0 <= t -> 0 <= q t) /\
      (forall t, t <= a \/ b <= t -> q t = t) /\ (forall t, a <= t <= b - eta -> q t = a).
  Proof.
    intros a b eta Hab Heta. destruct (right_ramp (b - eta) b 1 (- a)) as (g & U & Z & V & B); [lra|].
    exists (fun t => t + (0 + -1 * Rmax 0 (1 * t + - a) + g t)). split; [|split; [|split]].
    - apply (T_entrywise h r' r d n one_h one_r' four_r (fun t => 0 + -1 * Rmax 0 (1 * t + - a) + g t)); [|reflexivity].
      apply (two_and_two (fun t => -1 * Rmax 0 (1 * t + - a)) g 0); [apply one_unit|exact U|reflexivity].
    - intros t Ht. destruct (Rle_dec t a) as [L|L]; [rewrite Rmax_below, Z by lra; lra|].
      rewrite Rmax_above by lra. destruct (Rle_dec t (b - eta)) as [L'|L']; [rewrite Z by lra; lra|].
      destruct (Rle_dec b t) as [L2|L2]; [rewrite V by lra; lra|].
      destruct (B t ltac:(lra)) as (x & Hx & ->). assert (0 <= x * (1 * b + - a)) by (apply Rmult_le_pos; lra). lra.
    - intros t [L|L]; [rewrite Rmax_below, Z by lra; lra|rewrite Rmax_above, V by lra; lra].
    - intros t L. rewrite Rmax_above, Z by lra. ring.
  Qed.

  (** The first k of m cells. *)
  Lemma quantised : forall m eta, (1 <= m)%nat -> 0 < eta <= 1 / INR m -> forall k, (k <= m)%nat ->
    exists q, in_T h r' r d n (entrywise q) /\ (forall t, 0 <= t -> 0 <= q t) /\
      (forall t, INR k / INR m <= t -> q t = t) /\
      (forall j t, (j < k)%nat -> INR j / INR m <= t <= (INR j + 1) / INR m - eta -> q t = INR j / INR m).
  Proof.
    intros m eta Hm Heta. pose proof (INR_positive m Hm) as M. assert (I : 0 < / INR m) by (apply Rinv_0_lt_compat, M).
    induction k as [|k IH]; intro Hk.
    - exists (fun t => t). split; [|split; [|split]]; auto; [|intros; lia].
      apply (T_same h r' r d n (fun X => X)); [intros X i j _ _; reflexivity|apply T_identity].
    - destruct IH as (q & Tq & Pq & Iq & Vq); [lia|].
      assert (W : INR k / INR m < INR (S k) / INR m) by (rewrite S_INR; apply Rmult_lt_compat_r; lra).
      assert (W0 : 0 <= INR k / INR m) by (apply Rmult_le_pos; [apply pos_INR|lra]).
      assert (W1 : INR (S k) / INR m - INR k / INR m = 1 / INR m) by (rewrite S_INR; field; lra).
      destruct (one_step (INR k / INR m) (INR (S k) / INR m) eta) as (s & Ts & Ps & Is & Vs); [lra|lra|].
      exists (fun t => s (q t)). split; [|split; [|split]].
      + apply (T_composed h r' r d n (entrywise q) (entrywise s)); assumption.
      + auto.
      + intros t Ht. rewrite Iq by lra. apply Is. right. exact Ht.
      + intros j t Hj Ht. destruct (Nat.eq_dec j k) as [->|N].
        * rewrite <- S_INR in Ht. rewrite Iq by lra. apply Vs. exact Ht.
        * rewrite (Vq j t) by (try lia; exact Ht). apply Is. left. apply Rmult_le_compat_r; [lra|]. apply le_INR. lia.
  Qed.

  (** M outside (0, 1); what is in [eta, 1 - eta] stays as it is. *)
  Lemma clipped : forall M eta, 1 <= M -> 0 < eta <= 1 / 2 ->
    exists q, in_T h r' r d n (entrywise q) /\ (forall t, 0 <= q t) /\
      (forall t, ~ 0 < t < 1 -> q t = M) /\ (forall t, eta <= t <= 1 - eta -> q t = t).
  Proof.
    intros M eta HM Heta. destruct (left_ramp 0 eta (-1) M) as (g & U & Z & V & B); [lra|].
    destruct (right_ramp (1 - eta) 1 (-1) M) as (g' & U' & Z' & V' & B'); [lra|].
    exists (fun t => t + (0 + g t + g' t)). split; [|split; [|split]].
    - apply (T_entrywise h r' r d n one_h one_r' four_r (fun t => 0 + g t + g' t)); [|reflexivity].
      apply (two_and_two g g' 0); auto.
    - intro t. destruct (Rle_dec t 0) as [L|L]; [rewrite V, Z' by lra; lra|].
      destruct (Rle_dec t eta) as [L1|L1].
      + destruct (B t ltac:(lra)) as (x & Hx & ->). rewrite Z' by lra.
        assert (0 <= x * (-1 * 0 + M)) by (apply Rmult_le_pos; lra). lra.
      + rewrite Z by lra. destruct (Rle_dec t (1 - eta)) as [L2|L2]; [rewrite Z' by lra; lra|].
        destruct (Rle_dec 1 t) as [L3|L3]; [rewrite V' by lra; lra|].
        destruct (B' t ltac:(lra)) as (x & Hx & ->).
        assert (0 <= x * (-1 * 1 + M)) by (apply Rmult_le_pos; lra). lra.
    - intros t N. destruct (Rle_dec t 0) as [L|L]; [rewrite V, Z' by lra; ring|].
      rewrite Z, V' by lra. ring.
    - intros t L. rewrite Z, Z' by lra. ring.
  Qed.

  (** The gate, for every width of the strips; what bounds it doesn't depend on that width. *)
  Theorem gate : forall m eta, (1 <= m)%nat -> 0 < eta -> eta <= 1 / INR m / 2 ->
    exists P, in_T h r' r d n P /\
      (forall X i j, (i < d)%nat -> (j < n)%nat -> - ceiling d <= P X i j <= ceiling d) /\
      (forall X, (exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ 0 < X i j < 1) -> same d n (P X) (fun _ _ => 2)) /\
      (forall X (L : nat -> nat -> nat), (forall i j, (i < d)%nat -> (j < n)%nat -> (L i j < m)%nat /\
          INR (L i j) / INR m + eta <= X i j <= (INR (L i j) + 1) / INR m - eta) ->
        same d n (P X) (fun i j => INR (L i j) / INR m)).
  Proof.
    intros m eta Hm He Heta. pose proof (INR_positive m Hm) as M0.
    assert (M1 : 1 <= INR m) by (apply (le_INR 1), Hm).
    assert (I : 0 < / INR m <= 1).
    { split; [apply Rinv_0_lt_compat, M0|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    assert (N1 : 1 <= INR n) by (apply (le_INR 1), one_n). pose proof (pos_INR d) as D.
    set (M := INR n * ceiling d).
    assert (HM : 1 <= M). { unfold M, ceiling. rewrite <- (Rmult_1_l 1). apply Rmult_le_compat; lra. }
    destruct (clipped M eta HM) as (q & Tq & Pq & Oq & Iq); [lra|].
    destruct (quantised m eta Hm ltac:(lra) m (le_n m)) as (s & Ts & Ps & Is & Vs).
    assert (E1 : INR m / INR m = 1) by (field; lra).
    assert (P : forall X i j, 0 <= entrywise s (entrywise q X) i j) by (intros; apply Ps, Pq).
    exists (fun X => collapsed d n (entrywise s (entrywise q X))). split; [|split; [|split]].
    - apply (T_composed h r' r d n (fun X => entrywise s (entrywise q X)) (collapsed d n)).
      + apply (T_composed h r' r d n (entrywise q) (entrywise s)); assumption.
      + apply (T_composed h r' r d n (fun X => entrywise (capped d) (lifted d n 1 X)) (lifted d n (- / (1 + INR d)))).
        * apply (T_composed h r' r d n (lifted d n 1) (entrywise (capped d))); [apply T_lifted; assumption|].
          apply (T_entrywise h r' r d n one_h one_r' four_r (fun t => 0 + -1 * Rmax 0 (1 * t + - ceiling d) + 0)).
          -- apply (two_and_two (fun t => -1 * Rmax 0 (1 * t + - ceiling d)) (fun _ => 0) 0);
               [apply one_unit|apply no_units|reflexivity].
          -- intro t. unfold capped. ring.
        * apply T_lifted; assumption.
    - intros X i j Hi Hj. apply collapsed_bounded; auto.
    - intros X (i & j & Hi & Hj & out). apply collapsed_outside; auto. exists i, j. split; [exact Hi|].
      split; [exact Hj|]. unfold entrywise. rewrite (Oq _ out), Is by lra. fold M. lra.
    - intros X L HL. assert (E : same d n (entrywise s (entrywise q X)) (fun i j => INR (L i j) / INR m)).
      { intros i j Hi Hj. destruct (HL i j Hi Hj) as [lt in_cell]. unfold entrywise.
        assert (0 <= INR (L i j) / INR m) by (apply Rmult_le_pos; [apply pos_INR|lra]).
        assert ((INR (L i j) + 1) / INR m <= 1).
        { apply Rle_trans with (INR m / INR m); [|lra]. apply Rmult_le_compat_r; [lra|]. rewrite <- S_INR.
          apply le_INR, lt. }
        rewrite Iq by lra. apply Vs; [exact lt|lra]. }
      eapply (same_transitive real_laws); [|exact E]. apply collapsed_inside; [exact one_n|]. intros i j Hi Hj.
      rewrite (E i j Hi Hj). destruct (HL i j Hi Hj) as [lt _]. split; [apply Rmult_le_pos; [apply pos_INR|lra]|].
      apply Rle_trans with (INR m / INR m); [|lra]. apply Rmult_le_compat_r; [lra|]. apply le_INR. lia.
  Qed.
End Entries.
