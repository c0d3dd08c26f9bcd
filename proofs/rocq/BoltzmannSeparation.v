(** * BoltzmannSeparation: the Boltzmann operator keeps decreasing vectors apart

    Kajitsuka & Sato 2024, Lemma 7, for neighbours that are at least 3 apart. With a_i = a_1 - t_i the operator is
    a_1 - (sum of t_i e^(-t_i)) / (sum of e^(-t_i)); what stands behind number k + 1 weighs at most 20/19 of what it
    weighs, as e^3 > 20. *)

From Coq Require Import Reals List Arith Lia Lra.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections Boltzmann.
Open Scope R_scope.

(** ** Exponentials *)

Lemma exp_3_above_20 : 20 < exp 3.
Proof.
  assert (sum_f_R0 (fun i => / INR (fact i) * 3 ^ i) 8 <= exp 3) as H.
  { apply sum_incr; [exact (proj2_sig (exist_exp 3)) |]. intros i. apply Rmult_le_pos.
    - apply Rlt_le, Rinv_0_lt_compat, INR_fact_lt_0.
    - apply pow_le. lra. }
  apply Rlt_le_trans with (2 := H). cbn [sum_f_R0 pow]. rewrite !fact_simpl, !mult_INR.
  change (fact 0) with 1%nat. cbn [INR]. lra.
Qed.

(** t e^(-t) decreases from t = 1 on. *)
Lemma decays : forall s t, 1 <= s -> s <= t -> t * exp (- t) <= s * exp (- s).
Proof.
  intros s t Hs Ht. replace (- s) with ((t - s) + - t) by ring. rewrite exp_plus, <- Rmult_assoc.
  apply Rmult_le_compat_r; [apply Rlt_le, exp_pos |]. pose proof (exp_ineq1_le (t - s)). nra.
Qed.

Section Apart.
  Variable delta : R.
  Hypothesis wide : 3 <= delta.
  Let q := exp (- delta).

  Lemma exp_below : 0 < q < 1 / 20.
  Proof.
    split; [apply exp_pos |]. apply Rle_lt_trans with (exp (- (3))).
    - apply exp_at_most. lra.
    - rewrite exp_Ropp. unfold Rdiv. rewrite Rmult_1_l. pose proof exp_3_above_20.
      apply Rinv_lt_contravar; lra.
  Qed.

  Lemma delta_exp_below : delta * q <= 3 / 20.
  Proof.
    pose proof (decays 3 delta ltac:(lra) wide) as H. fold q in H.
    assert (exp (- (3)) < / 20) by (rewrite exp_Ropp; pose proof exp_3_above_20; apply Rinv_lt_contravar; lra). lra.
  Qed.

  (** ** Sums *)

  Lemma sum_below_first : forall m f, sum_below (S m) f = f 0%nat + sum_below m (fun j => f (S j)).
  Proof. induction m; intros f; [simpl; ring |]. cbn [sum_below] in *. rewrite IHm. ring. Qed.

  Lemma sum_below_split : forall k m f, sum_below (k + m) f = sum_below k f + sum_below m (fun j => f (k + j)%nat).
  Proof.
    intros k m f. induction m; [rewrite Nat.add_0_r; simpl; ring |]. rewrite Nat.add_succ_r. cbn [sum_below].
    rewrite IHm. ring.
  Qed.

  (** Steps of at least delta, upwards. *)
  Definition rises (m : nat) (t : nat -> R) : Prop := forall j, (S j < m)%nat -> t (S j) - t j >= delta.

  Lemma weights_behind : forall m t, rises m t -> (1 <= m)%nat ->
    sum_below m (fun j => exp (- t j)) < 20 / 19 * exp (- t 0%nat).
  Proof.
    induction m as [| m IH]; intros t H Hm; [lia |]. rewrite sum_below_first. pose proof (exp_pos (- t 0%nat)) as H0.
    destruct m as [| m]; [simpl; lra |].
    pose proof (IH (fun j => t (S j)) (fun j Hj => H (S j) ltac:(lia)) ltac:(lia)) as H1. cbv beta in H1.
    pose proof (H 0%nat ltac:(lia)) as Hs.
    assert (exp (- t 1%nat) <= exp (- t 0%nat) * q) as H2.
    { unfold q. rewrite <- exp_plus. apply exp_at_most. lra. }
    pose proof exp_below. nra.
  Qed.

  Lemma moments_behind : forall m t, rises m t -> (1 <= m)%nat -> 0 <= t 0%nat ->
    sum_below m (fun j => t j * exp (- t j)) <= exp (- t 0%nat) * (20 / 19 * t 0%nat + 1 / 6).
  Proof.
    induction m as [| m IH]; intros t H Hm Ht; [lia |]. rewrite sum_below_first. pose proof (exp_pos (- t 0%nat)) as H0.
    destruct m as [| m]; [simpl; nra |].
    pose proof (H 0%nat ltac:(lia)) as Hs.
    pose proof (IH (fun j => t (S j)) (fun j Hj => H (S j) ltac:(lia)) ltac:(lia) ltac:(cbv beta; lra)) as H1.
    cbv beta in H1.
    pose proof (decays (t 0%nat + delta) (t 1%nat) ltac:(lra) ltac:(lra)) as H2.
    replace (- (t 0%nat + delta)) with (- t 0%nat + - delta) in H2 by ring. rewrite exp_plus in H2. fold q in H2.
    assert (exp (- t 1%nat) <= exp (- t 0%nat) * q) as H3.
    { unfold q. rewrite <- exp_plus. apply exp_at_most. lra. }
    pose proof exp_below as Hq. pose proof delta_exp_below as Hd.
    set (e := exp (- t 0%nat)) in *. set (x := t 0%nat) in *.
    apply Rle_trans with (x * e + (20 / 19 * ((x + delta) * (e * q)) + 1 / 6 * (e * q))); [lra |].
    assert (0 <= e * x) by nra. assert (e * x * q <= e * x * (1 / 20)) by (apply Rmult_le_compat_l; lra).
    assert (e * (delta * q) <= e * (3 / 20)) by (apply Rmult_le_compat_l; lra).
    assert (e * q <= e * (1 / 20)) by (apply Rmult_le_compat_l; lra).
    replace ((x + delta) * (e * q)) with (e * x * q + e * (delta * q)) by ring. lra.
  Qed.

  (** ** The operator, from a number c down *)

  Definition mass (c : R) (n : nat) (a : nat -> R) : R := sum_below n (fun i => exp (- (c - a i))).
  Definition moment (c : R) (n : nat) (a : nat -> R) : R := sum_below n (fun i => (c - a i) * exp (- (c - a i))).

  Lemma mass_positive : forall c n a, (1 <= n)%nat -> 0 < mass c n a.
  Proof.
    intros c n a Hn. pose proof (sum_below_has n (fun i => exp (- (c - a i))) 0%nat
      (fun i _ => Rlt_le _ _ (exp_pos _)) ltac:(lia)). pose proof (exp_pos (- (c - a 0%nat))). unfold mass. lra.
  Qed.

  Lemma mass_nonnegative : forall c n a, 0 <= mass c n a.
  Proof. intros c n a. apply sum_below_nonnegative. intros i _. apply Rlt_le, exp_pos. Qed.

  Lemma boltz_down : forall c n a, (1 <= n)%nat -> boltz n a = c - moment c n a / mass c n a.
  Proof.
    intros c n a Hn. pose proof (mass_positive c n a Hn) as Hm. rewrite boltz_is.
    assert (partition n a = exp c * mass c n a) as E1.
    { unfold partition, mass. rewrite <- sum_below_scale. apply sum_below_ext. intros i _. rewrite <- exp_plus.
      f_equal. ring. }
    assert (weighted n a = exp c * (c * mass c n a - moment c n a)) as E2.
    { unfold weighted, mass, moment.
      rewrite <- sum_below_scale. replace (sum_below n (fun i => c * exp (- (c - a i)))
        - sum_below n (fun i => (c - a i) * exp (- (c - a i)))) with
        (sum_below n (fun i => c * exp (- (c - a i)))
         + -1 * sum_below n (fun i => (c - a i) * exp (- (c - a i)))) by ring.
      rewrite <- sum_below_scale, <- sum_below_plus, <- sum_below_scale. apply sum_below_ext. intros i _.
      replace (exp (a i)) with (exp c * exp (- (c - a i))); [ring |]. rewrite <- exp_plus. f_equal. ring. }
    rewrite E1, E2. pose proof (exp_pos c). field. lra.
  Qed.

  (** What stands from number k on. *)
  Definition from (k : nat) (a : nat -> R) : nat -> R := fun j => a (k + j)%nat.

  Lemma mass_split : forall c k n a, (k <= n)%nat -> mass c n a = mass c k a + mass c (n - k) (from k a).
  Proof. intros c k n a H. unfold mass. replace n with (k + (n - k))%nat at 1 by lia. apply sum_below_split. Qed.

  Lemma moment_split : forall c k n a, (k <= n)%nat -> moment c n a = moment c k a + moment c (n - k) (from k a).
  Proof.
    intros c k n a H. unfold moment. replace n with (k + (n - k))%nat at 1 by lia.
    apply (sum_below_split k (n - k) (fun i => (c - a i) * exp (- (c - a i)))).
  Qed.

  Lemma steps_far : forall n a i, steps_of n delta a -> (i < n)%nat -> a 0%nat - a i >= INR i * delta.
  Proof.
    intros n a i H. induction i as [| i IH]; intros Hi; [simpl; lra |].
    rewrite S_INR. pose proof (IH ltac:(lia)). pose proof (H i Hi). lra.
  Qed.

  Lemma steps_far_1 : forall n a i, steps_of n delta a -> (1 <= i)%nat -> (i < n)%nat -> a 0%nat - a i >= delta.
  Proof.
    intros n a i H Hi1 Hi. pose proof (steps_far n a i H Hi). apply le_INR in Hi1. change (INR 1) with 1 in Hi1. nra.
  Qed.

  Lemma rises_from : forall c k n a, steps_of n delta a -> rises (n - k) (fun j => c - from k a j).
  Proof.
    intros c k n a H j Hj. unfold from. rewrite Nat.add_succ_r. pose proof (H (k + j)%nat ltac:(lia)). lra.
  Qed.

  (** The beginning: S >= 1 and T <= 1/6 for the first k >= 1 numbers, S < 20/19. *)
  Lemma beginning : forall n k a, steps_of n delta a -> (1 <= k)%nat -> (k <= n)%nat ->
    1 <= mass (a 0%nat) k a < 20 / 19 /\ 0 <= moment (a 0%nat) k a <= 1 / 6.
  Proof.
    intros n k a H Hk1 Hk. assert (rises k (fun j => a 0%nat - a j)) as Hr.
    { intros j Hj. pose proof (H j ltac:(lia)). lra. }
    pose proof (weights_behind k _ Hr Hk1) as H0. pose proof (moments_behind k _ Hr Hk1) as H1. cbv beta in *.
    rewrite Rminus_diag_eq, Ropp_0, exp_0 in H0, H1 by reflexivity. specialize (H1 ltac:(lra)).
    repeat split; [| unfold mass; lra | | unfold moment; lra].
    - pose proof (sum_below_has k (fun i => exp (- (a 0%nat - a i))) 0%nat
        (fun i _ => Rlt_le _ _ (exp_pos _)) ltac:(lia)) as H2. cbv beta in H2.
      rewrite Rminus_diag_eq, Ropp_0, exp_0 in H2 by reflexivity. exact H2.
    - apply sum_below_nonnegative. intros i Hi. apply Rmult_le_pos; [| apply Rlt_le, exp_pos].
      destruct i as [| i]; [lra |]. pose proof (steps_far_1 n a (S i) H ltac:(lia) ltac:(lia)). lra.
  Qed.

  (** What stands behind the first k numbers of a: S A_1 - T A_0 is at least its first summand. *)
  Lemma behind : forall n k a S T, steps_of n delta a -> (1 <= k)%nat -> (k < n)%nat -> 1 <= S -> T <= 1 / 6 ->
    let u := a 0%nat - a k in
    (S * u - T) * exp (- u)
      <= S * moment (a 0%nat) (n - k) (from k a) - T * mass (a 0%nat) (n - k) (from k a) /\
    mass (a 0%nat) (n - k) (from k a) < 20 / 19 * exp (- u) /\
    0 <= moment (a 0%nat) (n - k) (from k a) <= exp (- u) * (20 / 19 * u + 1 / 6).
  Proof.
    intros n k a S T H Hk1 Hk HS HT u. set (t := fun j => a 0%nat - from k a j).
    assert (forall j, (j < n - k)%nat -> 3 <= t j) as Ht.
    { intros j Hj. pose proof (steps_far_1 n a (k + j) H ltac:(lia) ltac:(lia)). unfold t, from. lra. }
    assert (t 0%nat = u) as E by (unfold t, from, u; now rewrite Nat.add_0_r).
    pose proof (rises_from (a 0%nat) k n a H) as Hr. fold t in Hr.
    assert (0 <= t 0%nat) as Ht0 by (pose proof (Ht 0%nat ltac:(lia)); lra).
    pose proof (weights_behind (n - k) t Hr ltac:(lia)) as H0.
    pose proof (moments_behind (n - k) t Hr ltac:(lia) Ht0) as H1. rewrite E in H0, H1.
    repeat split; [| exact H0 | | exact H1].
    - change (mass (a 0%nat) (n - k) (from k a)) with (sum_below (n - k) (fun j => exp (- t j))).
      change (moment (a 0%nat) (n - k) (from k a)) with (sum_below (n - k) (fun j => t j * exp (- t j))).
      replace (S * _ - T * _) with (S * sum_below (n - k) (fun j => t j * exp (- t j))
        + - T * sum_below (n - k) (fun j => exp (- t j))) by ring.
      rewrite <- !sum_below_scale, <- sum_below_plus.
      pose proof (sum_below_has (n - k) (fun j => S * (t j * exp (- t j)) + - T * exp (- t j)) 0%nat) as H2.
      cbv beta in H2.
      apply Rle_trans with (S * (t 0%nat * exp (- t 0%nat)) + - T * exp (- t 0%nat)); [right; rewrite E; ring |].
      apply H2; [| lia]. intros j Hj. pose proof (Ht j Hj). pose proof (exp_pos (- t j)).
      replace (S * (t j * exp (- t j)) + - T * exp (- t j)) with ((S * t j - T) * exp (- t j)) by ring.
      apply Rmult_le_pos; nra.
    - apply sum_below_nonnegative. intros j Hj. pose proof (Ht j Hj). change (0 <= t j * exp (- t j)).
      apply Rmult_le_pos; [lra | apply Rlt_le, exp_pos].
  Qed.

  (** ** One begins the other *)

  Lemma quotients : forall T A1 S A0 B1 B0 c, 0 < S + A0 -> 0 < S + B0 ->
    c * ((S + A0) * (S + B0)) < (T + A1) * (S + B0) - (T + B1) * (S + A0) ->
    c < (T + A1) / (S + A0) - (T + B1) / (S + B0).
  Proof.
    intros T A1 S A0 B1 B0 c HA HB H. assert (0 < (S + A0) * (S + B0)) as Hp by (now apply Rmult_lt_0_compat).
    apply Rmult_lt_reg_r with ((S + A0) * (S + B0)); [exact Hp |].
    replace (((T + A1) / (S + A0) - (T + B1) / (S + B0)) * ((S + A0) * (S + B0)))
      with ((T + A1) * (S + B0) - (T + B1) * (S + A0)) by (field; lra). exact H.
  Qed.

  Lemma begins : forall n k b, steps_of n delta b -> (1 <= k)%nat -> (k < n)%nat ->
    let u := b 0%nat - b k in boltz k b - boltz n b > 19 / 20 * (u - 1 / 6) * exp (- u).
  Proof.
    intros n k b H Hk1 Hk u. rewrite (boltz_down (b 0%nat) k b Hk1), (boltz_down (b 0%nat) n b) by lia.
    destruct (beginning n k b H Hk1 ltac:(lia)) as [[HS _] [HT0 HT]].
    destruct (beginning n n b H ltac:(lia) ltac:(lia)) as [[_ HSB] _].
    rewrite (mass_split _ k n b), (moment_split _ k n b) in * by lia.
    set (S := mass (b 0%nat) k b) in *. set (T := moment (b 0%nat) k b) in *.
    destruct (behind n k b S T H Hk1 Hk HS HT) as [H1 [_ _]]. fold u in H1.
    pose proof (mass_nonnegative (b 0%nat) (n - k) (from k b)) as HB0.
    set (B0 := mass (b 0%nat) (n - k) (from k b)) in *. set (B1 := moment (b 0%nat) (n - k) (from k b)) in *.
    pose proof (steps_far_1 n b k H Hk1 Hk) as Hu. fold u in Hu. pose proof (exp_pos (- u)) as He.
    set (e := exp (- u)) in *. apply Rlt_gt.
    replace (b 0%nat - T / S - (b 0%nat - (T + B1) / (S + B0))) with ((T + B1) / (S + B0) - (T + 0) / (S + 0)).
    2: { rewrite !Rplus_0_r. ring. }
    apply quotients; [lra | lra |]. rewrite !Rplus_0_r.
    replace ((T + B1) * S - T * (S + B0)) with (S * B1 - T * B0) by ring. apply Rlt_le_trans with (2 := H1).
    assert (0 < (u - 1 / 6) * e * S) as Hp by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | lra]).
    apply Rlt_le_trans with ((u - 1 / 6) * e * S).
    - replace (19 / 20 * (u - 1 / 6) * e * ((S + B0) * S)) with ((u - 1 / 6) * e * S * (19 / 20 * (S + B0))) by ring.
      rewrite <- (Rmult_1_r ((u - 1 / 6) * e * S)) at 2. apply Rmult_lt_compat_l; lra.
    - replace ((u - 1 / 6) * e * S) with ((S * u - S * (1 / 6)) * e) by ring. apply Rmult_le_compat_r; nra.
  Qed.

  (** ** They differ at a number that both have *)

  Lemma first_numbers : forall n n' a b, steps_of n delta a -> steps_of n' delta b -> (0 < n)%nat -> (0 < n')%nat ->
    a 0%nat - b 0%nat >= delta -> boltz n a - boltz n' b > exp (delta - (a 0%nat - b 0%nat)).
  Proof.
    intros n n' a b Ha Hb Hn Hn' H. rewrite (boltz_down (a 0%nat) n a), (boltz_down (b 0%nat) n' b) by lia.
    destruct (beginning n n a Ha ltac:(lia) ltac:(lia)) as [[HS _] [_ HT]].
    destruct (beginning n' n' b Hb ltac:(lia) ltac:(lia)) as [[HS' _] [HT' _]].
    set (S := mass (a 0%nat) n a) in *. set (T := moment (a 0%nat) n a) in *.
    set (S' := mass (b 0%nat) n' b) in *. set (T' := moment (b 0%nat) n' b) in *.
    assert (T / S <= 1 / 6) as H1.
    { apply Rmult_le_reg_r with S; [lra |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (0 <= T' / S') as H2 by (apply Rmult_le_pos; [exact HT' | apply Rlt_le, Rinv_0_lt_compat; lra]).
    assert (exp (delta - (a 0%nat - b 0%nat)) <= 1) as H3.
    { rewrite <- exp_0. apply exp_at_most. lra. }
    lra.
  Qed.

  Lemma later_numbers : forall n n' k a b, steps_of n delta a -> steps_of n' delta b -> (1 <= k)%nat ->
    (k < n)%nat -> (k < n')%nat -> (forall i, (i < k)%nat -> a i = b i) -> a k - b k >= delta ->
    boltz n' b - boltz n a > exp (delta - (a 0%nat - b k)).
  Proof.
    intros n n' k a b Ha Hb Hk1 Hk Hk' Hab Hd. pose proof (Hab 0%nat ltac:(lia)) as E0.
    rewrite (boltz_down (a 0%nat) n' b), (boltz_down (a 0%nat) n a) by lia.
    rewrite (mass_split _ k n a), (moment_split _ k n a), (mass_split _ k n' b), (moment_split _ k n' b) by lia.
    replace (mass (a 0%nat) k b) with (mass (a 0%nat) k a)
      by (apply sum_below_ext; intros i Hi; now rewrite (Hab i Hi)).
    replace (moment (a 0%nat) k b) with (moment (a 0%nat) k a)
      by (apply sum_below_ext; intros i Hi; now rewrite (Hab i Hi)).
    destruct (beginning n k a Ha Hk1 ltac:(lia)) as [[HS _] [HT0 HT]].
    destruct (beginning n' n' b Hb ltac:(lia) ltac:(lia)) as [[_ HSB] _].
    rewrite (mass_split _ k n' b), <- E0 in HSB by lia.
    replace (mass (a 0%nat) k b) with (mass (a 0%nat) k a) in HSB
      by (apply sum_below_ext; intros i Hi; now rewrite (Hab i Hi)).
    set (S := mass (a 0%nat) k a) in *. set (T := moment (a 0%nat) k a) in *.
    destruct (behind n k a S T Ha Hk1 Hk HS HT) as [HA [HA0 [HA1 _]]].
    destruct (behind n' k b S T Hb Hk1 Hk' HS HT) as [_ [_ [_ HB1]]]. rewrite <- E0 in HB1.
    pose proof (mass_nonnegative (a 0%nat) (n - k) (from k a)) as HA00.
    pose proof (mass_nonnegative (a 0%nat) (n' - k) (from k b)) as HB0.
    pose proof (steps_far_1 n a k Ha Hk1 Hk) as Hu.
    set (A0 := mass (a 0%nat) (n - k) (from k a)) in *. set (A1 := moment (a 0%nat) (n - k) (from k a)) in *.
    set (B0 := mass (a 0%nat) (n' - k) (from k b)) in *. set (B1 := moment (a 0%nat) (n' - k) (from k b)) in *.
    set (u := a 0%nat - a k) in *. set (w := a k - b k) in *.
    replace (a 0%nat - b k) with (u + w) in * by (unfold u, w; ring).
    set (V := exp (- (u + w))) in *. set (W := exp w). set (D := exp delta).
    assert (0 < V) as HV by apply exp_pos.
    assert (exp (- u) = V * W) as EU by (unfold V, W; rewrite <- exp_plus; f_equal; ring). rewrite EU in *.
    replace (exp (delta - (u + w))) with (D * V) by (unfold D, V; rewrite <- exp_plus; f_equal; ring).
    assert (D <= W) as HDW.
    { apply exp_at_most. lra. }
    assert (20 <= D) as HD.
    { pose proof exp_below as Hq. unfold q in Hq. rewrite exp_Ropp in Hq. fold D in Hq.
      assert (0 < D) by apply exp_pos. apply Rmult_le_reg_l with (/ D); [lra |]. rewrite Rinv_l by lra. lra. }
    assert (w <= 3 / 20 * W) as Hw.
    { pose proof (decays delta w ltac:(lra) ltac:(lra)) as H. pose proof delta_exp_below as Hq. fold q in H.
      rewrite (exp_Ropp w) in H. fold W in H. apply Rmult_le_reg_r with (/ W); [apply Rinv_0_lt_compat; lra |].
      rewrite Rmult_assoc, Rinv_r by lra. lra. }
    assert (V * W < 1 / 20) as HU.
    { rewrite <- EU. apply Rle_lt_trans with q; [apply exp_at_most; lra | apply exp_below]. }
    apply Rlt_gt.
    replace (a 0%nat - (T + B1) / (S + B0) - (a 0%nat - (T + A1) / (S + A0)))
      with ((T + A1) / (S + A0) - (T + B1) / (S + B0)) by ring.
    apply quotients; [lra | lra |].
    (* what is to be shown, times e^(u + w) *)
    assert (20 / 19 * (20 / 19 * (u + w) + 1 / 6) + 20 / 19 * (20 / 19) * D < (u - 1 / 6) * W) as Hmain.
    { assert (20 * u <= W * u) by (apply Rmult_le_compat_r; lra).
      assert (3 * W <= u * W) by (apply Rmult_le_compat_r; lra). lra. }
    assert (A0 <= 1 / 19) as HA19 by lra.
    assert (S + A0 <= 20 / 19 * S) as HSA by lra.
    assert (S * (u - 1 / 6) * (V * W) <= S * A1 - T * A0) as HN.
    { apply Rle_trans with (2 := HA). apply Rmult_le_compat_r; [| nra].
      apply Rlt_le, Rmult_lt_0_compat; lra. }
    assert (0 <= B0 * (T + A1)) by (apply Rmult_le_pos; lra).
    set (c := 20 / 19 * (u + w) + 1 / 6) in *. assert (0 < c) as Hc by (unfold c; lra).
    assert (B1 * (S + A0) <= V * c * (20 / 19 * S)) as HB.
    { apply Rle_trans with (V * c * (S + A0)); [apply Rmult_le_compat_r; lra |].
      apply Rmult_le_compat_l; [apply Rlt_le, Rmult_lt_0_compat; lra | lra]. }
    assert (D * V * ((S + A0) * (S + B0)) <= D * V * (20 / 19 * S * (20 / 19))) as HC.
    { apply Rmult_le_compat_l; [apply Rlt_le, Rmult_lt_0_compat; lra |]. apply Rmult_le_compat; lra. }
    assert (V * S * (20 / 19 * c + 20 / 19 * (20 / 19) * D) < V * S * ((u - 1 / 6) * W)) as HF
      by (apply Rmult_lt_compat_l; [apply Rmult_lt_0_compat; lra | exact Hmain]).
    replace ((T + A1) * (S + B0) - (T + B1) * (S + A0)) with
      ((S * A1 - T * A0) + B0 * (T + A1) - B1 * (S + A0)) by ring.
    nra.
  Qed.
End Apart.

(** ** Lemma 7 *)

Lemma lemma_7_sharper_holds : kajitsuka_lemma_7_sharper.
Proof.
  intros n n' k a b delta Ha Hb Hd Hk Hk' Hab H. split; intros E.
  - subst k. apply (first_numbers delta); try assumption; lra.
  - apply (later_numbers delta) with (k := k); try assumption; lra.
Qed.

Lemma lemma_7_beginning_holds : kajitsuka_lemma_7_beginning.
Proof.
  intros n k b delta Hb Hd Hk1 Hk. split; [apply (begins delta); try assumption; lra |].
  pose proof (steps_far_1 delta ltac:(lra) n b k Hb Hk1 Hk). pose proof (exp_pos (- (b 0%nat - b k))). nra.
Qed.

(** 2 log n + 3 is enough for e^delta > (log n)^2. *)
Lemma at_threshold : forall n, (1 <= n)%nat -> ln (INR n) ^ 2 < exp (2 * ln (INR n) + 3).
Proof.
  intros n Hn. pose proof (ln_INR_nonnegative n Hn) as Hl.
  rewrite exp_plus. replace (2 * ln (INR n)) with (ln (INR n) + ln (INR n)) by ring. rewrite exp_plus.
  pose proof (exp_ineq1_le (ln (INR n))). pose proof exp_3_above_20. set (l := ln (INR n)) in *. set (e := exp l) in *.
  apply Rlt_trans with (e * e); nra.
Qed.

Lemma threshold : forall n delta, (1 <= n)%nat -> delta > 2 * ln (INR n) + 3 -> 3 < delta /\ ln (INR n) ^ 2 < exp delta.
Proof.
  intros n delta Hn H. pose proof (ln_INR_nonnegative n Hn) as Hl. split; [lra |].
  apply Rlt_trans with (1 := at_threshold n Hn). apply exp_increasing. lra.
Qed.

Lemma promised : forall n delta x, (1 <= n)%nat -> delta > 2 * ln (INR n) + 3 ->
  ln (INR n) ^ 2 * exp (- x) < exp (delta - x).
Proof.
  intros n delta x Hn H. unfold Rminus. rewrite exp_plus. apply Rmult_lt_compat_r; [apply exp_pos |].
  now apply threshold.
Qed.

Lemma lemma_7_holds : kajitsuka_lemma_7.
Proof.
  intros n k a b delta Ha Hb Hab Hd Hk E H. assert (1 <= n)%nat as Hn by lia.
  destruct (threshold n delta Hn Hd) as [H3 _].
  assert (forall c, decreasing_by n delta c -> steps_of n delta c) as Hs
    by (intros c Hc i Hi; specialize (Hc i (S i) ltac:(lia) Hi); lra).
  assert (a k - b k >= delta) as Hk0.
  { specialize (Hab k k Hk Hk ltac:(lra)). rewrite Rabs_right in Hab by lra. lra. }
  destruct (lemma_7_sharper_holds n n k a b delta (Hs a Ha) (Hs b Hb) ltac:(lra) Hk Hk E Hk0) as [H0 H1].
  pose proof (promised n delta (a 0%nat - b k) Hn Hd) as Hp. apply Rlt_gt. apply Rlt_trans with (1 := Hp).
  destruct k as [| k].
  - apply Rlt_le_trans with (2 := Rle_abs _). apply H0. reflexivity.
  - rewrite Rabs_minus_sym. apply Rlt_le_trans with (2 := Rle_abs _). apply H1. lia.
Qed.
