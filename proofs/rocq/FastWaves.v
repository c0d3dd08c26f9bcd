(** * FastWaves: a bounded function that is at a finite distance from no network of T_2

    cos(e^x) of each entry x. A network changes by less and less as the first entry goes from x to log(e^x + pi), which
    turns the sign of the wave. So a network that is near the wave would be near both it and its negative. *)

From Coq Require Import List Arith ZArith FinFun Lia Reals Lra Classical.
From Exactua Require Import Networks Matrices Distance Powers Sums Boxes Coverings NeverBoth ContinuousNetworks.
From Exactua Require Import RealDistance5 Theorem2Hardmax Theorem2 KajitsukaStatements Boltzmann TameNetworks.
Import ListNotations.
Open Scope R_scope.

Definition wave (X : matrix) : matrix := fun i j => cos (exp (X i j)).

(** ** The wave *)

Lemma wave_continuous : forall d n, continuous d n wave.
Proof.
  intros d n. apply continuous_by_entries. intros i j X Hi Hj.
  apply (at_composed d n (fun x => cos (exp x)) (fun X => X i j)).
  - apply (continuity_pt_comp exp cos); [apply derivable_continuous_pt, derivable_pt_exp | apply continuity_cos].
  - now apply at_entry.
Qed.

Lemma wave_bounded : forall X i j, Rabs (wave X i j) <= 1.
Proof. intros X i j. unfold wave. pose proof (COS_bound (exp (X i j))). apply Rabs_le. lra. Qed.

Lemma cos_peak : forall k y, 2 * INR k * PI - PI / 3 <= y <= 2 * INR k * PI + PI / 3 -> 1 / 2 <= cos y.
Proof.
  assert (G : forall z, 0 <= z <= PI / 3 -> 1 / 2 <= cos z).
  { intros z Hz. pose proof PI_RGT_0. rewrite <- cos_PI3. destruct (Req_dec z (PI / 3)) as [-> | N]; [lra |].
    left. apply cos_decreasing_1; lra. }
  intros k y Hy. replace y with (y - 2 * INR k * PI + 2 * INR k * PI) by ring. rewrite cos_period.
  destruct (Rle_dec 0 (y - 2 * INR k * PI)); [apply G; lra |]. rewrite <- cos_neg. apply G. lra.
Qed.

(** ** A power is below an exponential *)

Lemma exp_power : forall k t, exp (INR k * t) = exp t ^ k.
Proof.
  induction k as [| k IH]; intros t; [rewrite Rmult_0_l; apply exp_0 |].
  rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH.
  cbn [pow]. rewrite Rmult_1_l. ring.
Qed.

Lemma power_below_exp : forall C q b, 0 <= C -> 0 <= b -> exists x, 0 <= x /\ forall y, x <= y ->
  C * (y + b) ^ q * exp (- y) <= 1.
Proof.
  intros C q b HC Hb. set (Q := INR (S q)). assert (HQ : 0 < Q) by (apply lt_0_INR; lia).
  set (A := C * exp b * Q ^ S q). pose proof (pow_lt Q (S q) HQ) as PQ. pose proof (exp_pos b) as Eb.
  assert (HA : 0 <= A) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]).
  exists (A + 1). split; [lra |]. intros y Hy. set (z := y + b). assert (Hz : A + 1 <= z) by (unfold z; lra).
  assert (E : (z / Q) ^ S q <= exp z).
  { replace z with (INR (S q) * (z / Q)) at 2 by (unfold Q; field; apply not_0_INR; lia). rewrite exp_power.
    apply pow_incr. split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
    pose proof (exp_ineq1_le (z / Q)). lra. }
  assert (E' : z ^ S q <= Q ^ S q * exp z).
  { replace z with (Q * (z / Q)) at 1 by (field; lra). rewrite Rpow_mult_distr. apply Rmult_le_compat_l; lra. }
  assert (Ez : exp (- y) = exp b * exp (- z)) by (rewrite <- exp_plus; f_equal; unfold z; ring). rewrite Ez.
  apply (Rmult_le_reg_l z); [lra |]. pose proof (exp_pos (- z)) as Pz.
  replace (z * (C * z ^ q * (exp b * exp (- z)))) with (C * exp b * exp (- z) * z ^ S q) by (cbn [pow]; ring).
  apply Rle_trans with (C * exp b * exp (- z) * (Q ^ S q * exp z)).
  - apply Rmult_le_compat_l; [| exact E']. apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra].
  - replace (C * exp b * exp (- z) * (Q ^ S q * exp z)) with (A * (exp (- z) * exp z)) by (unfold A; ring).
    rewrite <- exp_plus, Rplus_opp_l, exp_0. lra.
Qed.

(** ** Boxes of which one side is given *)

Lemma product_of_one : forall l a i j, NoDup l -> In (i, j) l -> (forall k m, In (k, m) l -> (k, m) <> (i, j) ->
  a k m = 1) ->
  product_over l a = a i j.
Proof.
  intros l a i j once. induction once as [| [k m] l new _ IH]; intros I H; [contradiction |]. rewrite product_over_cons.
  destruct I as [E | I].
  - injection E as -> ->. rewrite product_over_one; [ring |]. intros k m I. apply H; [now right |].
    intros E. now rewrite E in I.
  - rewrite IH; [| exact I | intros; apply H; [now right | assumption]]. rewrite H; [ring | now left |].
    intros E. now rewrite E in new.
Qed.

Lemma product_at_most_twice : forall l a b i j, NoDup l -> (forall k m, 0 <= a k m) -> (forall k m, 0 <= b k m) ->
  (forall k m, (k, m) <> (i, j) -> b k m <= a k m) -> b i j <= 2 * a i j -> product_over l b <= 2 * product_over l a.
Proof.
  intros l a b i j once Ha Hb H H2. assert (N : forall c l, (forall k m, 0 <= c k m) -> 0 <= product_over l c)
    by (intros c l0 Hc; apply product_over_nonnegative; intros; apply Hc).
  assert (G : forall l, ~ In (i, j) l -> product_over l b <= product_over l a).
  { clear l once. induction l as [| [k m] l IH]; intros new; [right; reflexivity |]. rewrite !product_over_cons.
    apply Rmult_le_compat; auto.
    - apply H. intros E. apply new. now left.
    - apply IH. intros I. apply new. now right. }
  induction once as [| [k m] l new _ IH]; [cbn; lra |]. rewrite !product_over_cons.
  destruct (classic ((k, m) = (i, j))) as [E | E].
  - injection E as -> ->. rewrite <- Rmult_assoc. apply Rmult_le_compat; auto.
  - replace (2 * (a k m * product_over l a)) with (a k m * (2 * product_over l a)) by ring.
    apply Rmult_le_compat; auto.
Qed.

(** The first entry in [a, b], all others in [0, 1]. *)
Definition slab (a b : R) : box := Box (put 0 0 a zero) (put 0 0 b ones).

Lemma slab_volume : forall d n a b, (1 <= d)%nat -> (1 <= n)%nat -> a <= b -> volume d n (slab a b) = b - a.
Proof.
  intros d n a b Hd Hn Hab. unfold volume, slab. cbn [low high]. rewrite (product_of_one _ _ 0%nat 0%nat).
  - cbv beta. rewrite !put_there. apply Rmax_right. lra.
  - apply entries_once.
  - apply entries_in. lia.
  - intros k m _ N. rewrite !put_elsewhere by exact N. unfold ones, zero. rewrite Rmax_right; lra.
Qed.

(** ** From x to log(e^x + pi), and back *)

Definition turned (x : R) : R := ln (exp x + PI).
Definition turned_back (y : R) : R := ln (exp (Rmax y (ln (3 * PI))) - PI).
Definition moved (X : matrix) : matrix := put 0 0 (turned (X 0%nat 0%nat)) X.

Lemma exp_turned : forall x, exp (turned x) = exp x + PI.
Proof. intros x. apply exp_ln. pose proof (exp_pos x). pose proof PI_RGT_0. lra. Qed.

Lemma turned_near : forall x, x <= turned x <= x + PI * exp (- x).
Proof.
  intros x. pose proof PI_RGT_0. pose proof (exp_pos x). pose proof (exp_pos (- x)). unfold turned. split.
  - rewrite <- (ln_exp x) at 1. left. apply ln_increasing; lra.
  - replace (exp x + PI) with (exp x * (1 + PI * exp (- x))).
    + assert (P : 0 < PI * exp (- x)) by (apply Rmult_lt_0_compat; lra).
      rewrite ln_mult, ln_exp by lra. apply Rplus_le_compat_l.
      rewrite <- (ln_exp (PI * exp (- x))) at 2. pose proof (exp_ineq1_le (PI * exp (- x))) as L.
      destruct L as [L | ->]; [left; apply ln_increasing; lra | lra].
    + rewrite Rmult_plus_distr_l. replace (exp x * (PI * exp (- x))) with (PI * (exp x * exp (- x))) by ring.
      rewrite <- exp_plus, Rplus_opp_r, exp_0. ring.
Qed.

Lemma exp_above : forall y, 3 * PI <= exp (Rmax y (ln (3 * PI))).
Proof.
  intros y. pose proof PI_RGT_0. rewrite <- (exp_ln (3 * PI)) at 1 by lra. apply exp_at_most, Rmax_r.
Qed.

Lemma ln_at_most : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof. intros x y Hx [H | ->]; [left; now apply ln_increasing | lra]. Qed.

Lemma turned_back_grows : forall a b, a <= b -> turned_back a <= turned_back b.
Proof.
  intros a b Hab. unfold turned_back. pose proof (exp_above a). pose proof PI_RGT_0. apply ln_at_most; [lra |].
  apply Rplus_le_compat_r, exp_at_most. apply Rle_max_compat_r, Hab.
Qed.

(** At most twice as long: (u E - pi) <= u^2 (E - pi) for u >= 1 and E >= 2 pi. *)
Lemma turned_back_short : forall a b, a <= b -> turned_back b - turned_back a <= 2 * (b - a).
Proof.
  intros a b Hab. unfold turned_back. set (a' := Rmax a (ln (3 * PI))). set (b' := Rmax b (ln (3 * PI))).
  assert (H : b' - a' <= b - a /\ a' <= b').
  { unfold a', b'. unfold Rmax. destruct (Rle_dec a (ln (3 * PI))), (Rle_dec b (ln (3 * PI))); lra. }
  pose proof (exp_above a) as Ea. pose proof (exp_above b) as Eb. fold a' in Ea. fold b' in Eb.
  pose proof PI_RGT_0 as HP.
  set (E := exp a') in *. set (u := exp (b' - a')).
  assert (Ub : exp b' = u * E) by (unfold u, E; rewrite <- exp_plus; f_equal; ring).
  assert (U1 : 1 <= u) by (unfold u; rewrite <- exp_0; apply exp_at_most; lra).
  assert (K : u * E - PI <= u * u * (E - PI)).
  { assert (0 <= (u - 1) * (u * (E - PI) - PI)); [| lra]. apply Rmult_le_pos; [lra |].
    assert (1 * (E - PI) <= u * (E - PI)) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite Ub. rewrite Ub in Eb. apply Rle_trans with (2 * (b' - a')); [| lra].
  apply ln_at_most in K; [| lra]. rewrite ln_mult in K by (try lra; apply Rmult_lt_0_compat; lra).
  rewrite ln_mult in K by lra. replace (ln u) with (b' - a') in K by (symmetry; apply ln_exp). lra.
Qed.

Lemma turned_back_turned : forall x, ln (2 * PI) <= x -> turned_back (turned x) = x.
Proof.
  intros x Hx. pose proof PI_RGT_0 as HP. apply exp_at_most in Hx. rewrite exp_ln in Hx by lra.
  unfold turned_back. rewrite Rmax_left.
  - rewrite exp_turned. replace (exp x + PI - PI) with (exp x) by ring. apply ln_exp.
  - unfold turned. apply ln_at_most; lra.
Qed.

(** Where a box has what is moved, this one has what it was. *)
Definition box_back (b : box) : box :=
  Box (put 0 0 (turned_back (low b 0%nat 0%nat)) (low b)) (put 0 0 (turned_back (high b 0%nat 0%nat)) (high b)).

Lemma box_back_volume : forall d n b, volume d n (box_back b) <= 2 * volume d n b.
Proof.
  intros d n b. unfold volume. apply (product_at_most_twice _ _ _ 0%nat 0%nat); [apply entries_once | | | |].
  - intros. apply Rmax_l.
  - intros. apply Rmax_l.
  - intros k m N. unfold box_back. cbn [low high]. rewrite !put_elsewhere by exact N. lra.
  - unfold box_back. cbn [low high]. rewrite !put_there.
    destruct (Rle_dec (low b 0%nat 0%nat) (high b 0%nat 0%nat)) as [H | H].
    + pose proof (turned_back_short _ _ H). rewrite (Rmax_right 0 (high b 0%nat 0%nat - low b 0%nat 0%nat)) by lra.
      apply Rmax_lub; lra.
    + pose proof (turned_back_grows (high b 0%nat 0%nat) (low b 0%nat 0%nat) ltac:(lra)).
      rewrite (Rmax_left 0 (high b 0%nat 0%nat - low b 0%nat 0%nat)) by lra. rewrite Rmax_left by lra. lra.
Qed.

Lemma box_back_has : forall d n b X, (1 <= d)%nat -> (1 <= n)%nat -> ln (2 * PI) <= X 0%nat 0%nat ->
  in_box d n b (moved X) ->
  in_box d n (box_back b) X.
Proof.
  intros d n b X Hd Hn HX H i j Hi Hj. specialize (H i j Hi Hj). unfold box_back, moved in *. cbn [low high].
  destruct (classic ((i, j) = (0%nat, 0%nat))) as [E | N].
  - injection E as -> ->. rewrite !put_there in *. rewrite <- (turned_back_turned _ HX).
    split; now apply turned_back_grows.
  - rewrite !put_elsewhere in * by exact N. exact H.
Qed.

Lemma two_at_most_power : forall p, 1 <= p -> 2 <= power 2 p.
Proof. intros p Hp. pose proof (bernoulli 2 p ltac:(lra) Hp). lra. Qed.

Lemma distance_moved : forall d n p f g e (D : matrix -> Prop), (1 <= d)%nat -> (1 <= n)%nat -> 1 <= p ->
  (forall X, D X -> ln (2 * PI) <= X 0%nat 0%nat) -> at_most d n p f g everywhere e ->
  at_most d n p (fun X => f (moved X)) (fun X => g (moved X)) D (2 * e).
Proof.
  intros d n p f g e D Hd Hn Hp HD (He & B & c & Hc & cover & weight). split; [lra |].
  exists (fun i => box_back (B i)), c. split; [exact Hc |]. split.
  - intros X HX r Hr. destruct (cover (moved X) I r Hr) as (k & Hk). exists k. eapply Rle_trans; [exact Hk |].
    apply Rplus_le_compat_r, sum_below_le. intros i _. apply Rmult_le_compat_l; [apply Hc |].
    destruct (indicator_cases d n (B i) (moved X)) as [[H ->] | [_ ->]].
    + rewrite indicator_in; [lra |]. now apply box_back_has; [| | apply HD |].
    + apply indicator_nonnegative.
  - intros k. apply Rle_trans with (2 * sum_below k (fun i => c i * volume d n (B i))).
    + rewrite <- sum_below_scale. apply sum_below_le. intros i _.
      pose proof (Rmult_le_compat_l (c i) _ _ (Hc i) (box_back_volume d n (B i))). lra.
    + rewrite power_times by lra. pose proof (two_at_most_power p Hp). pose proof (power_nonnegative e p).
      apply Rle_trans with (2 * power e p); [apply Rmult_le_compat_l; [lra | apply weight] |].
      apply Rmult_le_compat_r; lra.
Qed.

(** ** The sum of 1/(4k) *)

Lemma telescope : forall (h : nat -> R) K, sum_below K (fun k => h (S k) - h k) = h K - h 0%nat.
Proof. intros h K. induction K as [| K IH]; cbn [sum_below]; [ring |]. rewrite IH. ring. Qed.

(** The side of a peak of the wave, e^x within pi/3 of 2 k pi. *)
Lemma peak_long : forall k, (1 <= k)%nat ->
  (ln (INR (S k)) - ln (INR k)) / 4 <= ln (2 * INR k * PI + PI / 3) - ln (2 * INR k * PI - PI / 3).
Proof.
  intros k Hk. apply (le_INR 1) in Hk. change (INR 1) with 1 in Hk. pose proof PI_RGT_0 as HP. rewrite S_INR.
  set (x := INR k) in *. assert (X : 1 * PI <= x * PI) by (apply Rmult_le_compat_r; lra).
  assert (U : ln (x + 1) - ln x <= / x).
  { replace (x + 1) with (x * (1 + / x)) by (field; lra). assert (I : 0 < / x) by (apply Rinv_0_lt_compat; lra).
    rewrite ln_mult by lra. assert (ln (1 + / x) <= / x); [| lra]. rewrite <- (ln_exp (/ x)) at 2.
    apply ln_at_most; [lra |]. apply exp_ineq1_le. }
  assert (L : / x / 4 <= ln ((2 * x * PI + PI / 3) / (2 * x * PI - PI / 3))).
  { apply Rle_trans with (1 - / ((2 * x * PI + PI / 3) / (2 * x * PI - PI / 3))).
    - replace (1 - / ((2 * x * PI + PI / 3) / (2 * x * PI - PI / 3))) with (2 * / (6 * x + 1)) by (field; lra).
      apply (Rmult_le_reg_r (x * (6 * x + 1))); [apply Rmult_lt_0_compat; lra |].
      replace (/ x / 4 * (x * (6 * x + 1))) with ((6 * x + 1) / 4) by (field; lra).
      replace (2 * / (6 * x + 1) * (x * (6 * x + 1))) with (2 * x) by (field; lra). lra.
    - apply ln_at_least. apply Rdiv_lt_0_compat; lra. }
  assert (Q : ln ((2 * x * PI + PI / 3) / (2 * x * PI - PI / 3)) = ln (2 * x * PI + PI / 3) - ln (2 * x * PI - PI / 3)).
  { unfold Rdiv at 1. rewrite ln_mult, ln_Rinv; [reflexivity | lra | lra | apply Rinv_0_lt_compat; lra]. }
  lra.
Qed.

(** ** No network is near *)

Section Far.
  Variables (d n : nat) (p e C : R) (q : nat) (g : matrix -> matrix).
  Hypotheses (Hd : (1 <= d)%nat) (Hn : (1 <= n)%nat) (Hp : 1 <= p) (HC : 0 <= C).
  Hypothesis tame_g : forall i j, (i < d)%nat -> (j < n)%nat -> bounds d n C q (fun X => g X i j).

  Lemma wave_turns : forall X, wave (moved X) 0%nat 0%nat = - wave X 0%nat 0%nat.
  Proof. intros X. unfold wave, moved. rewrite put_there, exp_turned. apply neg_cos. Qed.

  (** Peaks k_0, ..., k_0 + K - 1 lie in a slab. *)
  Lemma wave_far_from_moved : forall k0 K x1 M, (1 <= k0)%nat -> ln (2 * INR (k0 + K) * PI) <= x1 ->
    power M p < (ln (INR (k0 + K)) - ln (INR k0)) / 4 ->
    more_than d n p wave (fun X => wave (moved X)) (in_box d n (slab (ln (2 * INR k0 * PI - PI / 3)) x1)) M.
  Proof.
    intros k0 K x1 M Hk0 Hx1 HM. pose proof PI_RGT_0 as HP.
    assert (K1 : forall k, 1 * PI <= INR (k0 + k) * PI).
    { intros k. apply Rmult_le_compat_r; [lra |]. apply (le_INR 1). lia. }
    set (low_end := fun k => ln (2 * INR (k0 + k) * PI - PI / 3)).
    set (high_end := fun k => ln (2 * INR (k0 + k) * PI + PI / 3)).
    assert (inner : forall k X, interior d n (slab (low_end k) (high_end k)) X ->
      2 * INR (k0 + k) * PI - PI / 3 < exp (X 0%nat 0%nat) < 2 * INR (k0 + k) * PI + PI / 3).
    { intros k X H. specialize (H 0%nat 0%nat ltac:(lia) ltac:(lia)). unfold slab in H. cbn [low high] in H.
      rewrite !put_there in H. specialize (K1 k). destruct H as [H1 H2]. apply exp_increasing in H1, H2.
      unfold low_end, high_end in *. rewrite exp_ln in H1, H2 by lra. lra. }
    exists K, (fun k => slab (low_end k) (high_end k)), (fun _ => 1). split; [intros; lra |]. split; [| split].
    - intros k X Hk H. pose proof (inner k X H) as HX. split.
      + intros i j Hi Hj. specialize (H i j Hi Hj). unfold slab in *. cbn [low high] in *.
        destruct (classic ((i, j) = (0%nat, 0%nat))) as [E | N].
        * injection E as -> ->. rewrite !put_there in *. split.
          -- left. apply Rle_lt_trans with (2 := proj1 H). pose proof (K1 0%nat) as K10. rewrite Nat.add_0_r in K10.
             apply ln_at_most; [lra |]. assert (INR k0 <= INR (k0 + k)) as L by (apply le_INR; lia).
             apply (Rmult_le_compat_r PI) in L; lra.
          -- left. apply Rlt_le_trans with (1 := proj2 H). apply Rle_trans with (2 := Hx1).
             specialize (K1 k). apply ln_at_most; [lra |].
             assert (INR (S (k0 + k)) <= INR (k0 + K)) as L by (apply le_INR; lia). rewrite S_INR in L.
             apply (Rmult_le_compat_r PI) in L; lra.
        * rewrite !put_elsewhere in * by exact N. unfold ones, zero in *. lra.
      + assert (P : 1 / 2 <= wave X 0%nat 0%nat) by (apply (cos_peak (k0 + k)); lra).
        apply Rle_trans with (power (Rabs (wave X 0%nat 0%nat - wave (moved X) 0%nat 0%nat)) p).
        * rewrite <- (power_one p). apply power_monotone; [lra |]. rewrite wave_turns. rewrite Rabs_right; lra.
        * apply (sum_over_has (entries d n) (fun i j => power (Rabs (wave X i j - wave (moved X) i j)) p));
            [intros; apply power_nonnegative | apply entries_in; lia].
    - assert (G : forall i j X, (i < j)%nat -> interior d n (slab (low_end i) (high_end i)) X ->
        interior d n (slab (low_end j) (high_end j)) X -> False).
      { intros i j X Hij H H'. apply inner in H, H'.
        assert (INR (S (k0 + i)) <= INR (k0 + j)) as L by (apply le_INR; lia).
        rewrite S_INR in L. apply (Rmult_le_compat_r PI) in L; lra. }
      intros i j X _ _ H H'. destruct (Nat.lt_trichotomy i j) as [L | [L | L]]; [| exact L |].
      + destruct (G i j X L H H').
      + destruct (G j i X L H' H).
    - apply Rlt_le_trans with (1 := HM).
      apply Rle_trans with (sum_below K (fun k => ln (INR (k0 + S k)) / 4 - ln (INR (k0 + k)) / 4)).
      + rewrite (telescope (fun k => ln (INR (k0 + k)) / 4)), Nat.add_0_r. lra.
      + apply sum_below_le. intros k _. rewrite slab_volume; [| exact Hd | exact Hn |].
        * pose proof (peak_long (k0 + k) ltac:(lia)) as L. rewrite Nat.add_succ_r. unfold low_end, high_end. lra.
        * specialize (K1 k). apply ln_at_most; lra.
  Qed.

  (** On a slab of length l from x0 on the network hardly changes. *)
  Lemma network_near_moved : forall b x0 x1, 2 <= b -> 0 <= x0 -> ln (2 * PI) <= x0 -> x0 <= x1 -> x1 <= x0 + (b - 2) ->
    (C + 1) * PI * (INR (d * n) * b + 1) * (x0 + b) ^ q * exp (- x0) <= 1 ->
    at_most d n p g (fun X => g (moved X)) (in_box d n (slab x0 x1)) 1.
  Proof.
    intros b x0 x1 Hb H0 Hpi H01 H1 small. pose proof PI_RGT_0 as HP. set (t := PI * exp (- x0)).
    pose proof (exp_pos (- x0)) as E0. assert (T0 : 0 < t) by (apply Rmult_lt_0_compat; lra).
    assert (T1 : t <= 1 / 2).
    { apply exp_at_most in Hpi. rewrite exp_ln in Hpi by lra. unfold t. rewrite exp_Ropp.
      apply (Rmult_le_reg_r (exp x0)); [apply exp_pos |]. rewrite Rmult_assoc, Rinv_l by (apply Rgt_not_eq, exp_pos).
      lra. }
    set (w := (C + 1) * (x0 + b) ^ q * t). pose proof (pow_lt (x0 + b) q ltac:(lra)) as PQ.
    assert (W0 : 0 < w) by (unfold w; apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra | exact T0]).
    pose proof (pos_INR (d * n)) as DN. assert (DB : 0 <= INR (d * n) * b) by (apply Rmult_le_pos; lra).
    assert (W : w * (INR (d * n) * b + 1) <= 1).
    { replace (w * (INR (d * n) * b + 1)) with ((C + 1) * PI * (INR (d * n) * b + 1) * (x0 + b) ^ q * exp (- x0))
        by (unfold w, t; ring). exact small. }
    assert (WB : 0 <= w * (INR (d * n) * b)) by (apply Rmult_le_pos; lra).
    rewrite Rmult_plus_distr_l, Rmult_1_r in W. assert (W1 : w <= 1) by lra.
    apply (by_upper_sum_holds d n p _ _ _ 1 (INR (d * n) * power w p * (x1 - x0))); [lra | |].
    - exists 1%nat, (fun _ => slab x0 x1), (fun _ => INR (d * n) * power w p).
      split; [intros; apply Rmult_le_pos; [exact DN | apply power_nonnegative] |]. split.
      + intros X HX. cbn [sum_below]. rewrite indicator_in, Rplus_0_l, Rmult_1_r by exact HX.
        apply difference_bounded; [exact Hp |]. intros i j Hi Hj.
        assert (B : both_within d n (x0 + b) t X (moved X)).
        { split; [lra |]. split; [lra |]. intros i' j' Hi' Hj'. specialize (HX i' j' Hi' Hj').
          unfold moved, slab in *. cbn [low high] in HX. destruct (classic ((i', j') = (0%nat, 0%nat))) as [E | N].
          - injection E as -> ->. rewrite !put_there in *. pose proof (turned_near (X 0%nat 0%nat)) as TN.
            assert (PI * exp (- X 0%nat 0%nat) <= t).
            { apply Rmult_le_compat_l; [lra |]. apply exp_at_most. lra. }
            split; [apply Rabs_le; lra |]. split; [apply Rabs_le; lra |]. apply Rabs_le. lra.
          - rewrite !put_elsewhere in * by exact N. unfold ones, zero in HX. rewrite Rminus_eq_0, Rabs_R0.
            split; [apply Rabs_le; lra |]. split; [apply Rabs_le; lra | lra]. }
        destruct (tame_g i j Hi Hj) as [_ bound]. destruct (bound _ _ _ _ B) as [_ change].
        eapply Rle_trans; [exact change |]. unfold w. apply Rmult_le_compat_r; [lra |]. apply Rmult_le_compat_r; lra.
      + cbn [sum_below]. rewrite slab_volume by assumption. ring.
    - rewrite power_one. pose proof (power_of_small w p ltac:(lra) Hp) as S. pose proof (power_nonnegative w p) as S0.
      apply Rle_trans with (INR (d * n) * w * b).
      + apply Rmult_le_compat; [apply Rmult_le_pos; lra | lra | now apply Rmult_le_compat_l | lra].
      + lra.
  Qed.

  Lemma wave_far : ~ at_most d n p wave g everywhere e.
  Proof.
    intros near. set (M := e + (1 + 2 * e)). pose proof PI_RGT_0 as HP. pose proof PI2_1 as HP1.
    destruct (finite_bound _ (fun x => x) [exp (4 * (power M p + 1))]) as (N & HN).
    specialize (HN _ (or_introl eq_refl)). cbv beta in HN. pose proof (pos_INR N) as N0.
    set (b := ln (2 * (INR N + 1)) + 2).
    assert (Hb : 2 <= b).
    { unfold b. assert (0 <= ln (2 * (INR N + 1))); [| lra]. rewrite <- ln_1. apply ln_at_most; lra. }
    destruct (power_below_exp ((C + 1) * PI * (INR (d * n) * b + 1)) q b) as (x & Hx & small).
    { apply Rmult_le_pos; [apply Rmult_le_pos; lra |]. assert (0 <= INR (d * n) * b); [| lra].
      apply Rmult_le_pos; [apply pos_INR | lra]. }
    { lra. }
    destruct (finite_bound _ (fun x => x) [exp x]) as (k & Hk). specialize (Hk _ (or_introl eq_refl)). cbv beta in Hk.
    set (k0 := S (S k)). assert (K0 : INR k0 = INR k + 1 + 1) by (unfold k0; rewrite !S_INR; reflexivity).
    pose proof (pos_INR k) as k_0.
    assert (KP : 2 * PI <= INR k0 * PI) by (apply Rmult_le_compat_r; lra).
    set (x0 := ln (2 * INR k0 * PI - PI / 3)). set (K := (N * k0)%nat). set (x1 := ln (2 * INR (k0 + K) * PI)).
    assert (KK : INR (k0 + K) = (INR N + 1) * INR k0) by (unfold K; rewrite plus_INR, mult_INR; ring).
    assert (X : x <= x0).
    { rewrite <- (ln_exp x). apply ln_at_most; [apply exp_pos |].
      assert (INR k0 * 1 <= INR k0 * PI) by (apply Rmult_le_compat_l; lra). lra. }
    assert (X01 : x0 <= x1).
    { apply ln_at_most; [lra |]. rewrite KK. assert (1 * (INR k0 * PI) <= (INR N + 1) * (INR k0 * PI))
        by (apply Rmult_le_compat_r; lra). lra. }
    assert (X1 : x1 <= x0 + (b - 2)).
    { unfold x1, x0, b. rewrite KK. replace (ln (2 * INR k0 * PI - PI / 3) + (ln (2 * (INR N + 1)) + 2 - 2)) with
        (ln (2 * (INR N + 1)) + ln (2 * INR k0 * PI - PI / 3)) by ring. rewrite <- ln_mult by lra.
      apply ln_at_most.
      - apply Rmult_lt_0_compat; [| lra]. apply Rmult_lt_0_compat; [lra |]. apply Rmult_lt_0_compat; lra.
      - replace (2 * ((INR N + 1) * INR k0) * PI) with (2 * (INR N + 1) * (INR k0 * PI)) by ring.
        apply Rmult_le_compat_l; lra. }
    assert (P0 : ln (2 * PI) <= x0) by (apply ln_at_most; lra).
    set (D := in_box d n (slab x0 x1)).
    assert (to_g : at_most d n p wave g D e).
    { apply (proj1 (monotone_holds d n p wave g everywhere D e e Hp (fun _ _ => I) (Rle_refl _))), near. }
    assert (g_moved : at_most d n p g (fun X => g (moved X)) D 1).
    { apply (network_near_moved b); [exact Hb | lra | exact P0 | exact X01 | exact X1 | now apply small]. }
    assert (back : at_most d n p (fun X => g (moved X)) (fun X => wave (moved X)) D (2 * e)).
    { apply symmetric_holds. apply (distance_moved d n p wave g); try assumption. intros Y HY.
      specialize (HY 0%nat 0%nat ltac:(lia) ltac:(lia)). unfold slab in HY. cbn [low high] in HY.
      rewrite !put_there in HY.
      lra. }
    pose proof (triangle_holds d n p _ _ _ D _ _ Hp g_moved back) as half.
    pose proof (triangle_holds d n p _ _ _ D _ _ Hp to_g half) as whole.
    apply (never_both_holds d n p wave (fun X => wave (moved X)) D M). split; [exact whole |].
    apply (wave_far_from_moved k0 K x1 M); [unfold k0; lia | apply Rle_refl |].
    rewrite KK, ln_mult by lra. assert (4 * (power M p + 1) <= ln (INR N + 1)); [| lra].
    rewrite <- (ln_exp (4 * (power M p + 1))). apply ln_at_most; [apply exp_pos | lra].
  Qed.
End Far.

Lemma compact_values_fails_holds : kajitsuka_proposition_1_compact_values_fails.
Proof.
  intros d n Hd Hn. exists wave. split; [apply wave_continuous |]. split; [| split; [apply wave_bounded |]].
  - intros s X _ i j _ _. reflexivity.
  - intros p g e Hp T near. destruct (tame_network d n _ g T) as (C & q & HC & bound). pose proof near as [He _].
    exact (wave_far d n p e C q g Hd Hn Hp HC bound near).
Qed.
