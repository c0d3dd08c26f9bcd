(** * StepsTightness: the counts of Sec. 3.2, for all d, n and delta

    n! times what a step says is about integers: products of n numbers, each k, D - k or D + k, D = delta^-d. *)

From Coq Require Import ZArith QArith List Bool Permutation Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Terms Simulation Lemma7 Lemma8 Contexts.
From Exactua Require Import StepTools Exported StepsFeedForward StepsValueMap.
From Exactua Require Proposition5 Proposition5Network StepsColumnId StepsCategory1 StepsProposition5.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** Products *)

Lemma product_Z_snoc : forall lo hi f, (lo <= hi + 1)%Z ->
  product_Z lo (hi + 1) f = (product_Z lo hi f * f (hi + 1))%Z.
Proof.
  intros lo hi f H. unfold product_Z, range.
  replace (Z.to_nat (hi + 1 - lo + 1)) with (S (Z.to_nat (hi - lo + 1))) by lia.
  rewrite seq_S, !map_app, fold_right_app. cbn [map fold_right plus].
  replace (lo + Z.of_nat (Z.to_nat (hi - lo + 1)))%Z with (hi + 1)%Z by lia.
  generalize (map f (map (fun i => lo + Z.of_nat i)%Z (seq 0 (Z.to_nat (hi - lo + 1))))) as l.
  intros l. induction l as [| a l IH]; cbn [fold_right]; [ring | rewrite IH; ring].
Qed.

(** n!; D (D - 1) ... (D - n + 1) is [falling]; D (D + 1) ... (D + n - 1). *)
Definition orders (n : nat) : Z := product_Z 1 n (fun k => k).
Definition rising (D : Z) (n : nat) : Z := product_Z 0 (n - 1) (fun k => (D + k)%Z).

Lemma orders_next : forall n : nat, orders (S n) = (orders n * (n + 1))%Z.
Proof.
  intros n. unfold orders. replace (Z.of_nat (S n)) with (n + 1)%Z by lia. now rewrite product_Z_snoc by lia.
Qed.

Lemma rising_next : forall D (n : nat), rising D (S n) = (rising D n * (D + n))%Z.
Proof.
  intros D n. unfold rising. replace (Z.of_nat (S n) - 1)%Z with (n - 1 + 1)%Z by lia.
  rewrite product_Z_snoc by lia. now replace (n - 1 + 1)%Z with (Z.of_nat n) by lia.
Qed.

Lemma falling_is : forall D (n : nat), product_Z 0 (n - 1) (fun k => (D - k)%Z) = falling D n.
Proof.
  intros D n. induction n as [| n IH]; [reflexivity |]. cbn [falling]. rewrite <- IH.
  replace (Z.of_nat (S n) - 1)%Z with (n - 1 + 1)%Z by lia. rewrite product_Z_snoc by lia.
  now replace (n - 1 + 1)%Z with (Z.of_nat n) by lia.
Qed.

Lemma falling_first : forall (n : nat) D, falling D (S n) = (D * falling (D - 1) n)%Z.
Proof.
  induction n as [| n IH]; intros D; [cbn [falling]; lia |].
  change (falling D (S (S n))) with (falling D (S n) * (D - S n))%Z. rewrite IH. cbn [falling].
  replace (D - S n)%Z with (D - 1 - n)%Z by lia. ring.
Qed.

Lemma power_next : forall D (n : nat), (D ^ S n = D * D ^ n)%Z.
Proof. intros D n. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. reflexivity. Qed.

Lemma orders_positive : forall n, (1 <= orders n)%Z.
Proof. induction n as [| n IH]; [cbv; discriminate |]. rewrite orders_next. nia. Qed.

Lemma power_positive : forall D (n : nat), (1 <= D)%Z -> (1 <= D ^ n)%Z.
Proof. intros D n H. assert (0 < D ^ n)%Z by (apply Z.pow_pos_nonneg; lia). lia. Qed.

Lemma falling_bounds : forall D (n : nat), (0 <= D)%Z ->
  (0 <= falling D n <= D ^ n)%Z /\ (falling D n = 0%Z \/ (n <= D)%Z).
Proof. exact Proposition5.falling_range. Qed.

Lemma rising_at_least : forall D (n : nat), (1 <= D)%Z -> (D ^ n <= rising D n)%Z.
Proof.
  intros D n H. induction n as [| n IH]; [cbv; discriminate |]. rewrite rising_next, power_next.
  pose proof (power_positive D n H). nia.
Qed.

(** n! <= D (D - 1) ... (D - n + 1) for n <= D. *)
Lemma orders_at_most_falling : forall (n : nat) D, (n <= D)%Z -> (orders n <= falling D n)%Z.
Proof.
  induction n as [| n IH]; intros D H; [cbv; discriminate |]. rewrite falling_first, orders_next.
  specialize (IH (D - 1)%Z ltac:(lia)). pose proof (orders_positive n). nia.
Qed.

(** 2 n! <= D^n for 1 <= n < D, and 2 n! <= D (D + 1) ... (D + n - 1) for all n >= 1. *)
Lemma twice_orders_power : forall D (n : nat), (2 <= D)%Z -> (1 <= n)%nat -> (n < D)%Z -> (2 * orders n <= D ^ n)%Z.
Proof.
  intros D n H Hn. induction n as [| n IH]; [lia |]. intros HD. destruct n as [| n].
  - change (orders 1) with 1%Z. rewrite Z.pow_1_r. lia.
  - specialize (IH ltac:(lia) ltac:(lia)). rewrite orders_next, power_next. pose proof (orders_positive (S n)). nia.
Qed.

Lemma twice_orders_rising : forall D (n : nat), (2 <= D)%Z -> (1 <= n)%nat -> (2 * orders n <= rising D n)%Z.
Proof.
  intros D n H Hn. induction n as [| n IH]; [lia |]. destruct n as [| n].
  - change (orders 1) with 1%Z. change (rising D 1) with ((D + 0) * 1)%Z. lia.
  - specialize (IH ltac:(lia)). rewrite orders_next, rising_next. pose proof (orders_positive (S n)). nia.
Qed.

Lemma falling_at_most_rising : forall D (n : nat), (1 <= D)%Z -> (falling D (S n) <= D * rising D n)%Z.
Proof.
  intros D n H. induction n as [| n IH]; [cbv [falling]; change (rising D 0) with 1%Z; lia |].
  change (falling D (S (S n))) with (falling D (S n) * (D - S n))%Z. rewrite rising_next.
  destruct (falling_bounds D (S n) ltac:(lia)) as [[F0 _] [F1 | F1]]; [rewrite F1; pose proof (rising_at_least D n H);
    pose proof (power_positive D n H); nia |].
  assert (falling D (S n) * (D - S n) <= D * rising D n * (D - S n))%Z by (apply Z.mul_le_mono_nonneg_r; lia).
  pose proof (rising_at_least D n H). pose proof (power_positive D n H).
  assert (D * rising D n * (D - S n) <= D * rising D n * (D + n))%Z by (apply Z.mul_le_mono_nonneg_l; nia). lia.
Qed.

(** (D - 0) ... (D - n + 1) >= D^n (1 - n (n - 1) / 2 D), and D^n >= (D + 0) ... (D + n - 1) (1 - n (n - 1) / 2 D). *)
Lemma falling_above : forall D (n : nat), (0 <= D)%Z -> (n <= D + 1)%Z ->
  (D ^ n * (2 * D - n * (n - 1)) <= 2 * D * falling D n)%Z.
Proof.
  intros D n H. induction n as [| n IH]; intros Hn; [cbn [falling]; change (Z.of_nat 0) with 0%Z; lia |].
  specialize (IH ltac:(lia)). cbn [falling]. rewrite power_next.
  assert (P : (0 <= D ^ n)%Z) by (apply Z.pow_nonneg; lia).
  assert (A : (D ^ n * (2 * D - n * (n - 1)) * (D - n) <= 2 * D * falling D n * (D - n))%Z)
    by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (B : (D * (2 * D - S n * (S n - 1)) <= (2 * D - n * (n - 1)) * (D - n))%Z).
  { replace (Z.of_nat (S n)) with (n + 1)%Z by lia. assert (0 <= n * (n - 1) * n)%Z by (destruct n; nia). nia. }
  assert (C : (D ^ n * (D * (2 * D - S n * (S n - 1))) <= D ^ n * ((2 * D - n * (n - 1)) * (D - n)))%Z)
    by (apply Z.mul_le_mono_nonneg_l; assumption).
  lia.
Qed.

Lemma rising_below : forall D (n : nat), (1 <= D)%Z -> (rising D n * (2 * D - n * (n - 1)) <= 2 * D ^ S n)%Z.
Proof.
  intros D n H. induction n as [| n IH].
  - change (rising D 0) with 1%Z. rewrite power_next. change (Z.of_nat 0) with 0%Z. lia.
  - rewrite rising_next, (power_next D (S n)). set (t := (n * (n - 1))%Z) in *.
    assert (T : (0 <= t)%Z) by (unfold t; destruct n; nia).
    replace (S n * (S n - 1))%Z with (t + 2 * n)%Z by (unfold t; lia).
    assert (R : (0 <= rising D n)%Z)
      by (pose proof (rising_at_least D n H); pose proof (power_positive D n H); lia).
    assert (A : ((D + n) * (2 * D - (t + 2 * n)) <= D * (2 * D - t))%Z) by nia.
    assert (B : (rising D n * ((D + n) * (2 * D - (t + 2 * n))) <= rising D n * (D * (2 * D - t)))%Z)
      by (apply Z.mul_le_mono_nonneg_l; assumption).
    nia.
Qed.

(** ** What is counted, times n! *)

Lemma dm_at_most_D : forall d m : nat, (1 <= d)%nat -> (2 <= m)%nat -> (d * m <= m ^ d)%Z /\ (2 * d <= m ^ d)%Z /\
  (2 <= m ^ d)%Z.
Proof.
  intros d m Hd Hm. destruct d as [| d]; [lia |]. clear Hd. induction d as [| d IH].
  - change (Z.of_nat 1) with 1%Z. rewrite Z.pow_1_r. lia.
  - rewrite power_next. destruct IH as (A & B & C). replace (Z.of_nat (S (S d))) with (S d + 1)%Z by lia. nia.
Qed.

Section Counts.
  Variables d n m : nat.
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hm : (2 <= m)%nat.

  Definition D_ : Z := (m ^ d)%Z.
  Definition rest : Z := (d * m + 2 * d + D_ + 1)%Z.
  Definition contexts_ : Q :=
    inject_Z (product_Z 0 (n - 1) (fun k => (D_ - k)%Z)) / inject_Z (product_Z 1 n (fun k => k)).
  Definition blocks_ : Q :=
    inject_Z (d * m) + inject_Z d + inject_Z D_ + 1 + (1 + inject_Z d + inject_Z n * contexts_) - 1.
  Definition printed_ : Q := inject_Z (n * D_ ^ n) / inject_Z (product_Z 1 n (fun k => k)).
  Definition free_ : Q := inject_Z d * inject_Z D_ * (inject_Z (product_Z 0 (n - 2) (fun k => (D_ + k)%Z) * n) /
    inject_Z (product_Z 1 n (fun k => k))).

  Lemma D_facts : (d * m <= D_)%Z /\ (2 * d <= D_)%Z /\ (2 <= D_)%Z.
  Proof. now apply dm_at_most_D. Qed.

  Lemma rest_bounds : (0 <= rest <= 3 * D_ + 1)%Z /\ (rest <= 4 * D_)%Z.
  Proof. destruct D_facts as (A & B & C). unfold rest. nia. Qed.

  Lemma orders_not_0 : 0 < inject_Z (orders n).
  Proof. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. pose proof (orders_positive n). lia. Qed.

  Lemma blocks_are : blocks_ == inject_Z rest + inject_Z (n * falling D_ n) / inject_Z (orders n).
  Proof.
    unfold blocks_, contexts_, rest. rewrite falling_is. fold (orders n).
    rewrite !inject_Z_plus, !inject_Z_mult. change (inject_Z 1) with 1. change (inject_Z 2) with 2.
    pose proof orders_not_0. field. lra.
  Qed.

  Lemma printed_is : printed_ = inject_Z (n * D_ ^ n) / inject_Z (orders n).
  Proof. reflexivity. Qed.

  Lemma free_is : free_ == inject_Z (d * D_ * (rising D_ (n - 1) * n)) / inject_Z (orders n).
  Proof.
    unfold free_, rising. replace (n - 2)%Z with ((n - 1)%nat - 1)%Z by lia. fold (orders n).
    set (r := product_Z 0 _ _). rewrite !inject_Z_mult. pose proof orders_not_0. field. lra.
  Qed.

  (** a/f + b <= c/f' ... by a + b f <= c. *)
  Lemma over_orders : forall a b, (a <= b)%Z -> inject_Z a / inject_Z (orders n) <= inject_Z b / inject_Z (orders n).
  Proof.
    intros a b H. pose proof orders_not_0 as P. apply Qle_shift_div_l; [exact P |].
    setoid_replace (inject_Z a / inject_Z (orders n) * inject_Z (orders n)) with (inject_Z a) by (field; lra).
    now rewrite <- Zle_Qle.
  Qed.

  Lemma orders_split : orders n = (orders (n - 1) * n)%Z.
  Proof.
    replace n with (S (n - 1)) at 1 by lia. rewrite orders_next. f_equal. lia.
  Qed.

  Lemma blocks_over : blocks_ == inject_Z (rest * orders n + n * falling D_ n) / inject_Z (orders n).
  Proof. rewrite blocks_are, inject_Z_plus, !inject_Z_mult. pose proof orders_not_0. field. lra. Qed.

  Lemma blocks_at_most : forall b, (rest * orders n + n * falling D_ n <= b)%Z ->
    blocks_ <= inject_Z b / inject_Z (orders n).
  Proof. intros b H. rewrite blocks_over. now apply over_orders. Qed.

  Lemma blocks_not_negative : 0 <= blocks_.
  Proof.
    rewrite blocks_over. pose proof orders_not_0 as P. apply Qle_shift_div_l; [exact P |]. rewrite Qmult_0_l.
    change 0 with (inject_Z 0). rewrite <- Zle_Qle. destruct rest_bounds as [[R _] _]. destruct D_facts as (_ & _ & K).
    destruct (falling_bounds D_ n ltac:(lia)) as [[F _] _]. pose proof (orders_positive n). nia.
  Qed.

  (** 3 n D^n / n!, for n <= D. *)
  Lemma blocks_thrice : (n <= D_)%Z -> blocks_ <= 3 * printed_.
  Proof.
    intros H. rewrite printed_is. setoid_replace (3 * (inject_Z (n * D_ ^ n) / inject_Z (orders n)))
      with (inject_Z (3 * (n * D_ ^ n)) / inject_Z (orders n))
      by (rewrite (inject_Z_mult 3); change (inject_Z 3) with 3; unfold Qdiv; ring).
    apply blocks_at_most. destruct rest_bounds as [_ R]. destruct D_facts as (_ & _ & K).
    destruct (falling_bounds D_ n ltac:(lia)) as [[_ F] _].
    pose proof (twice_orders_power D_ (n - 1) K ltac:(lia) ltac:(lia)) as T. rewrite orders_split.
    assert (E : (D_ ^ n = D_ * D_ ^ (n - 1)%nat)%Z) by (rewrite <- power_next; do 2 f_equal; lia).
    pose proof (orders_positive (n - 1)) as O. set (o := orders (n - 1)) in *. set (p := (D_ ^ (n - 1)%nat)%Z) in *.
    assert (A : (rest * o <= 4 * D_ * o)%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (B : (2 * D_ * (2 * o) <= 2 * D_ * p)%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (C : (rest * o <= 2 * D_ ^ n)%Z) by lia.
    assert (G : (n * (rest * o) <= n * (2 * D_ ^ n))%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (G' : (n * falling D_ n <= n * D_ ^ n)%Z) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  Qed.

  (** (1 + 4 (n - 1)! / 2^(n-1)) n D^n / n!, for all n. *)
  Definition constant : Q := 1 + inject_Z (4 * product_Z 1 n (fun k => k)) / inject_Z n / inject_Z (2 ^ (n - 1)).

  Lemma two_powers : (D_ * 2 ^ (n - 1) <= D_ ^ n)%Z /\ (1 <= 2 ^ (n - 1))%Z.
  Proof.
    destruct D_facts as (_ & _ & K). replace (n - 1)%Z with (Z.of_nat (n - 1)) by lia.
    assert (E : (D_ ^ n = D_ * D_ ^ (n - 1)%nat)%Z) by (rewrite <- power_next; do 2 f_equal; lia). rewrite E.
    assert (A : (2 ^ (n - 1)%nat <= D_ ^ (n - 1)%nat)%Z) by (apply Z.pow_le_mono_l; lia).
    pose proof (power_positive 2 (n - 1) ltac:(lia)). split; [apply Z.mul_le_mono_nonneg_l; lia | assumption].
  Qed.

  Lemma blocks_constant : blocks_ <= constant * printed_.
  Proof.
    destruct two_powers as [T T1]. destruct rest_bounds as [_ R]. destruct D_facts as (_ & _ & K).
    destruct (falling_bounds D_ n ltac:(lia)) as [[_ F] _]. pose proof orders_not_0 as P.
    set (w := (2 ^ (n - 1))%Z) in *.
    assert (W : 0 < inject_Z w) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
    assert (N : 0 < inject_Z n) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
    assert (E : constant * printed_ ==
      inject_Z (4 * D_ ^ n) / inject_Z w + inject_Z (n * D_ ^ n) / inject_Z (orders n)).
    { unfold constant, printed_. fold (orders n) w. rewrite !inject_Z_mult. field. repeat split; lra. }
    rewrite E, blocks_are.
    assert (A : inject_Z rest <= inject_Z (4 * D_ ^ n) / inject_Z w).
    { apply Qle_shift_div_l; [exact W |]. rewrite <- inject_Z_mult, <- Zle_Qle.
      assert (rest * w <= 4 * D_ * w)%Z by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
    assert (B : inject_Z (n * falling D_ n) / inject_Z (orders n) <= inject_Z (n * D_ ^ n) / inject_Z (orders n))
      by (apply over_orders, Z.mul_le_mono_nonneg_l; lia).
    lra.
  Qed.

  (** A block has 17 d + 6 <= 23 d parameters. *)
  Lemma parameters_at_most : forall c, blocks_ <= c -> blocks_ * inject_Z (17 * d + 6) <= 23 * inject_Z d * c.
  Proof.
    intros c H. pose proof blocks_not_negative as B.
    assert (L : inject_Z (17 * d + 6) <= 23 * inject_Z d).
    { change 23 with (inject_Z 23). rewrite <- inject_Z_mult, <- Zle_Qle. lia. }
    assert (P : 0 <= inject_Z d) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
    apply Qle_trans with (blocks_ * (23 * inject_Z d)).
    - rewrite !(Qmult_comm blocks_). now apply Qmult_le_compat_r.
    - setoid_replace (blocks_ * (23 * inject_Z d)) with (23 * inject_Z d * blocks_) by ring.
      rewrite !(Qmult_comm (23 * inject_Z d)). apply Qmult_le_compat_r; [exact H | lra].
  Qed.
End Counts.

(** ** The statement *)

Ltac counts := intros d n m Hd _ Hm Hn'; assert (Hn : (2 <= n)%nat) by lia; cbv zeta.

Theorem yun2020_tightness_transformer_blocks_repaired_proved : yun2020_tightness_transformer_blocks_repaired.
Proof. counts. intros H. exact (blocks_thrice d n m Hd Hn Hm H). Qed.

Theorem yun2020_tightness_blocks_for_each_n_proved : yun2020_tightness_blocks_for_each_n.
Proof. counts. exact (blocks_constant d n m Hd Hn Hm). Qed.

Theorem yun2020_tightness_block_of_constant_width_proved : yun2020_tightness_block_of_constant_width.
Proof. counts. lia. Qed.

Theorem yun2020_tightness_total_parameters_repaired_proved : yun2020_tightness_total_parameters_repaired.
Proof.
  counts. intros H. eapply Qle_trans; [exact (parameters_at_most d n m Hd Hn Hm _ (blocks_thrice d n m Hd Hn Hm H)) |].
  fold (D_ d m). fold (printed_ d n m). apply Qle_lteq. right. ring.
Qed.

Theorem yun2020_tightness_parameters_for_each_n_proved : yun2020_tightness_parameters_for_each_n.
Proof.
  counts. eapply Qle_trans; [exact (parameters_at_most d n m Hd Hn Hm _ (blocks_constant d n m Hd Hn Hm)) |].
  fold (D_ d m). fold (printed_ d n m). fold (constant n). apply Qle_lteq. right. ring.
Qed.

Theorem yun2020_tightness_blocks_from_below_proved : yun2020_tightness_blocks_from_below.
Proof.
  counts. intros H. change (printed_ d n m <= 2 * blocks_ d n m). rewrite (blocks_over d n m Hd Hn Hm), printed_is.
  setoid_replace (2 * (inject_Z (rest d m * orders n + n * falling (D_ d m) n) / inject_Z (orders n)))
    with (inject_Z (2 * (rest d m * orders n + n * falling (D_ d m) n)) / inject_Z (orders n))
    by (rewrite (inject_Z_mult 2); change (inject_Z 2) with 2; unfold Qdiv; ring).
  apply (over_orders d n m Hd Hn Hm). destruct (rest_bounds d n m Hd Hn Hm) as [[R _] _].
  destruct (D_facts d m Hd Hm) as (_ & _ & K).
  fold (D_ d m) in H. pose proof (falling_above (D_ d m) n ltac:(lia) ltac:(nia)) as F.
  pose proof (orders_positive n). pose proof (power_positive (D_ d m) n ltac:(lia)) as P. set (D := D_ d m) in *.
  assert (A : (D ^ n * D <= D ^ n * (2 * D - n * (n - 1)))%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (B : (D ^ n <= 2 * falling D n)%Z) by (apply (Z.mul_le_mono_pos_r _ _ D); lia).
  assert (C : (n * D ^ n <= n * (2 * falling D n))%Z) by (apply Z.mul_le_mono_nonneg_l; lia). nia.
Qed.

Theorem yun2020_tightness_memorized_numbers_repaired_proved : yun2020_tightness_memorized_numbers_repaired.
Proof.
  counts. change (inject_Z d * printed_ d n m <= free_ d n m). rewrite (free_is d n m Hd Hn Hm), printed_is.
  setoid_replace (inject_Z d * (inject_Z (n * D_ d m ^ n) / inject_Z (orders n)))
    with (inject_Z (d * (n * D_ d m ^ n)) / inject_Z (orders n)) by (rewrite (inject_Z_mult d); unfold Qdiv; ring).
  apply (over_orders d n m Hd Hn Hm). destruct (D_facts d m Hd Hm) as (_ & _ & K). set (D := D_ d m) in *.
  pose proof (rising_at_least D (n - 1) ltac:(lia)) as R.
  assert (E : (D ^ n = D * D ^ (n - 1)%nat)%Z) by (rewrite <- power_next; do 2 f_equal; lia). rewrite E.
  assert (A : (d * n * D * D ^ (n - 1)%nat <= d * n * D * rising D (n - 1))%Z) by (apply Z.mul_le_mono_nonneg_l; nia).
  lia.
Qed.

Theorem yun2020_tightness_memorized_at_most_twice_proved : yun2020_tightness_memorized_at_most_twice.
Proof.
  counts. intros H. change (free_ d n m <= 2 * (inject_Z d * printed_ d n m)).
  rewrite (free_is d n m Hd Hn Hm), printed_is.
  setoid_replace (2 * (inject_Z d * (inject_Z (n * D_ d m ^ n) / inject_Z (orders n))))
    with (inject_Z (2 * (d * (n * D_ d m ^ n))) / inject_Z (orders n))
    by (rewrite (inject_Z_mult 2), (inject_Z_mult d); change (inject_Z 2) with 2; unfold Qdiv; ring).
  apply (over_orders d n m Hd Hn Hm). destruct (D_facts d m Hd Hm) as (_ & _ & K). fold (D_ d m) in H.
  set (D := D_ d m) in *. pose proof (rising_below D (n - 1) ltac:(lia)) as R. replace (S (n - 1)) with n in R by lia.
  assert (T : (D <= 2 * D - (n - 1)%nat * ((n - 1)%nat - 1))%Z) by nia.
  assert (P : (0 <= rising D (n - 1))%Z)
    by (pose proof (rising_at_least D (n - 1) ltac:(lia)); pose proof (power_positive D (n - 1) ltac:(lia)); lia).
  assert (A : (rising D (n - 1) * D <= 2 * D ^ n)%Z).
  { eapply Z.le_trans; [apply Z.mul_le_mono_nonneg_l; [exact P | exact T] | exact R]. }
  assert (B : (d * n * (rising D (n - 1) * D) <= d * n * (2 * D ^ n))%Z) by (apply Z.mul_le_mono_nonneg_l; nia). lia.
Qed.

Theorem yun2020_tightness_optimal_order_proved : yun2020_tightness_optimal_order.
Proof.
  counts. change (blocks_ d n m * inject_Z (17 * d + 6) <= 69 * free_ d n m).
  destruct (rest_bounds d n m Hd Hn Hm) as [_ R]. destruct (D_facts d m Hd Hm) as (_ & _ & K).
  set (b := (3 * (D_ d m * (rising (D_ d m) (n - 1) * n)))%Z).
  assert (B : (rest d m * orders n + n * falling (D_ d m) n <= b)%Z).
  { rewrite (orders_split d n m Hd Hn Hm). pose proof (twice_orders_rising (D_ d m) (n - 1) K ltac:(lia)) as T.
    pose proof (falling_at_most_rising (D_ d m) (n - 1) ltac:(lia)) as F. replace (S (n - 1)) with n in F by lia.
    pose proof (orders_positive (n - 1)) as O. unfold b. set (D := D_ d m) in *. set (r := rising D (n - 1)) in *.
    set (o := orders (n - 1)) in *.
    assert (A : (rest d m * o <= 4 * D * o)%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (A' : (2 * D * (2 * o) <= 2 * D * r)%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (C : (n * (rest d m * o + falling D n) <= n * (3 * (D * r)))%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
    lia. }
  eapply Qle_trans; [exact (parameters_at_most d n m Hd Hn Hm _ (blocks_at_most d n m Hd Hn Hm b B)) |].
  rewrite (free_is d n m Hd Hn Hm). unfold b. apply Qle_lteq. right. rewrite !inject_Z_mult.
  change (inject_Z 3) with 3. unfold Qdiv. ring.
Qed.

Theorem yun2020_tightness_optimal_on_distinct_columns_proved : yun2020_tightness_optimal_on_distinct_columns.
Proof.
  counts. intros H.
  change (blocks_ d n m * inject_Z (17 * d + 6) <= 115 * inject_Z d * (inject_Z n * contexts_ d n m)).
  fold (D_ d m) in H. destruct (rest_bounds d n m Hd Hn Hm) as [_ R]. destruct (D_facts d m Hd Hm) as (_ & _ & K).
  set (b := (5 * (n * falling (D_ d m) n))%Z).
  assert (B : (rest d m * orders n + n * falling (D_ d m) n <= b)%Z).
  { rewrite (orders_split d n m Hd Hn Hm). unfold b. set (D := D_ d m) in *.
    pose proof (orders_at_most_falling (n - 1) (D - 1) ltac:(lia)) as T.
    pose proof (falling_first (n - 1) D) as F. replace (S (n - 1)) with n in F by lia. rewrite F.
    pose proof (orders_positive (n - 1)) as O. set (o := orders (n - 1)) in *. set (f := falling (D - 1) (n - 1)) in *.
    assert (A : (rest d m * o <= 4 * D * o)%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (A' : (4 * D * o <= 4 * D * f)%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (C : (n * (rest d m * o) <= n * (4 * D * f))%Z) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  eapply Qle_trans; [exact (parameters_at_most d n m Hd Hn Hm _ (blocks_at_most d n m Hd Hn Hm b B)) |].
  unfold b, contexts_. rewrite falling_is. fold (orders n). apply Qle_lteq. right. rewrite !inject_Z_mult.
  change (inject_Z 5) with 5. unfold Qdiv. ring.
Qed.

Theorem yun2020_tightness_more_efficient_proved : yun2020_tightness_more_efficient.
Proof.
  counts. change (inject_Z d * printed_ d n m < inject_Z (d * n * D_ d m ^ n)). rewrite printed_is.
  destruct (D_facts d m Hd Hm) as (_ & _ & K). set (D := D_ d m) in *. pose proof (orders_not_0 d n m Hd Hn Hm) as P.
  setoid_replace (inject_Z d * (inject_Z (n * D ^ n) / inject_Z (orders n)))
    with (inject_Z (d * (n * D ^ n)) / inject_Z (orders n)) by (rewrite (inject_Z_mult d); unfold Qdiv; ring).
  apply Qlt_shift_div_r; [exact P |]. rewrite <- inject_Z_mult, <- Zlt_Qlt.
  assert (2 <= orders n)%Z.
  { rewrite (orders_split d n m Hd Hn Hm). pose proof (orders_positive (n - 1)). nia. }
  pose proof (power_positive D n ltac:(lia)). assert (1 <= d * n * D ^ n)%Z by nia. nia.
Qed.

Theorem yun2020_tightness_more_efficient_counted_proved : yun2020_tightness_more_efficient_counted.
Proof.
  counts. intros [H4 H]. change (blocks_ d n m * inject_Z (17 * d + 6) < inject_Z (d * n * D_ d m ^ n)).
  fold (D_ d m) in H. destruct (rest_bounds d n m Hd Hn Hm) as [[_ R] _]. destruct (D_facts d m Hd Hm) as (_ & _ & K).
  set (D := D_ d m) in *. pose proof (orders_not_0 d n m Hd Hn Hm) as P.
  pose proof (power_positive D n ltac:(lia)) as DP.
  assert (S : exists b, blocks_ d n m <= inject_Z b / inject_Z (orders n) /\ (23 * b < n * D ^ n * orders n)%Z).
  { destruct (Z.eq_dec n 4) as [E | E].
    - exists (rest d m * orders n + n * falling D n)%Z. split; [now apply (blocks_at_most d n m Hd Hn Hm) |].
      assert (n = 4)%nat as -> by lia. change (orders 4) with 24%Z. cbn [falling].
      change (Z.of_nat 4) with 4%Z. replace (D ^ 4)%Z with (D * D * D * D)%Z by ring.
      change (Z.of_nat 0) with 0%Z. change (Z.of_nat 1) with 1%Z. change (Z.of_nat 2) with 2%Z.
      change (Z.of_nat 3) with 3%Z. set (r := rest d m) in *. clearbody r D. clear - R H4 H E.
      assert (D4 : (4 <= D)%Z) by lia. assert (S2 : (4 * D <= D * D)%Z) by nia.
      assert (S3 : (4 * (D * D) <= D * D * D)%Z) by nia. nia.
    - exists (3 * (n * D ^ n))%Z. split.
      + eapply Qle_trans; [exact (blocks_thrice d n m Hd Hn Hm H) |]. rewrite printed_is. fold D.
        apply Qle_lteq. right. rewrite (inject_Z_mult 3). change (inject_Z 3) with 3. unfold Qdiv. ring.
      + assert (O : (120 <= orders n)%Z).
        { replace n with (5 + (n - 5))%nat by lia. generalize (n - 5)%nat as k. induction k as [| k IH];
            [now vm_compute |]. replace (5 + S k)%nat with (S (5 + k)) by lia. rewrite orders_next. nia. }
        assert (1 <= n * D ^ n)%Z by nia. nia. }
  destruct S as (b & B & L).
  eapply Qle_lt_trans; [exact (parameters_at_most d n m Hd Hn Hm _ B) |].
  setoid_replace (23 * inject_Z d * (inject_Z b / inject_Z (orders n)))
    with (inject_Z (23 * d * b) / inject_Z (orders n))
    by (rewrite !inject_Z_mult; change (inject_Z 23) with 23; unfold Qdiv; ring).
  apply Qlt_shift_div_r; [exact P |]. rewrite <- inject_Z_mult, <- Zlt_Qlt.
  assert (d * (23 * b) < d * (n * D ^ n * orders n))%Z by (apply Z.mul_lt_mono_pos_l; lia). lia.
Qed.

(** *** Theorem 3 *)

Lemma layers_of_theorem_3 : forall d n m : nat, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (d * n * m + n * m ^ d + 1 + n * (m ^ d) ^ n <= 3 * n * (m ^ d) ^ n)%Z.
Proof.
  intros d n m Hd Hn Hm. destruct (dm_at_most_D d m Hd Hm) as (A & _ & K). set (D := (m ^ d)%Z) in *.
  assert (E : (D ^ n = D * (D * D ^ (n - 2)%nat))%Z) by (rewrite <- !power_next; do 2 f_equal; lia).
  pose proof (power_positive D (n - 2) ltac:(lia)) as P. set (p := (D ^ (n - 2)%nat)%Z) in *.
  assert (Q2 : (2 * D <= D ^ n)%Z) by (rewrite E; nia).
  assert (B : (n * (d * m) <= n * D)%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (C : (n * (2 * D) <= n * D ^ n)%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (1 <= n * D ^ n)%Z by nia. lia.
Qed.

Theorem yun2020_tightness_theorem_3_layers_proved : yun2020_tightness_theorem_3_layers.
Proof. counts. now apply layers_of_theorem_3. Qed.

Theorem yun2020_tightness_theorem_3_optimal_order_proved : yun2020_tightness_theorem_3_optimal_order.
Proof.
  counts. pose proof (layers_of_theorem_3 d n m Hd Hn Hm) as L. destruct (dm_at_most_D d m Hd Hm) as (_ & _ & K).
  set (x := (d * n * m + n * m ^ d + 1 + n * (m ^ d) ^ n)%Z) in *. set (y := ((m ^ d) ^ n)%Z) in *.
  assert (Y : (1 <= y)%Z) by (apply power_positive; lia).
  assert (A : (x * (17 * d + 6) <= 3 * n * y * (17 * d + 6))%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (B : (3 * n * y * (17 * d + 6) <= 3 * n * y * (23 * d))%Z) by (apply Z.mul_le_mono_nonneg_l; nia). lia.
Qed.

(** *** How large the network is *)

Ltac shape := intros d n m Hd _ Hm Hn'; assert (Hn : (2 <= n)%nat) by lia; cbv zeta;
  match goal with |- context [g_v_as_printed ?d ?n ?m ?l ?r ?A] =>
    assert (S : exists k, binomial (D d m) n k /\ token_wise (g_v_as_printed d n m l r A) (d + 1 + n * k))
      by (apply printed_shape; auto; intros R _; apply tabulated_sized);
    let k := fresh "k" in let K := fresh "K" in destruct S as (k & K & A0 & F & _);
    destruct (lemma_7_holds d n m ltac:(lia)) as (F7 & A7 & _ & _)
  end.

Theorem yun2020_tightness_heads_proved : yun2020_tightness_heads.
Proof.
  shape. rewrite !Proposition5Network.heads_app, (Proposition5Network.heads_feed_forward _ A7),
    (Proposition5Network.heads_feed_forward _ A0), g_c_heads by lia. reflexivity.
Qed.

Theorem yun2020_tightness_head_size_proved : yun2020_tightness_head_size.
Proof.
  intros d n m Hd Hn Hm Hn'. pose proof (yun2020_tightness_heads_proved d n m Hd Hn Hm Hn') as H.
  unfold head_size. lia.
Qed.

Theorem yun2020_tightness_hidden_size_proved : yun2020_tightness_hidden_size.
Proof.
  shape. assert (E : Z.of_nat (activations_outside_Phi (g_q d n m ++ g_c d n m ++ g_v_as_printed d n m (t_l d n m)
    (t_r d n m) (fun _ => tabulated d n (fun i j => inject_Z (i + j))))) = 0%Z).
  { apply all_fine, Forall_app. split; [apply rows_fine |]. apply Forall_app.
    split; [apply StepsProposition5.g_c_fine | apply printed_fine]. }
  rewrite E. unfold hidden_size, feed_forward_layers. rewrite filter_app, app_length.
  pose proof (g_q_layers d n m) as H. unfold feed_forward_layers in H. nia.
Qed.

Lemma orders_fact : forall n, orders n = Z.of_nat (fact n).
Proof.
  induction n as [| n IH]; [reflexivity |]. rewrite orders_next, IH. change (fact (S n)) with (S n * fact n)%nat. lia.
Qed.

Theorem yun2020_tightness_feed_forward_layers_proved : yun2020_tightness_feed_forward_layers.
Proof.
  shape. unfold feed_forward_layers. rewrite !filter_app, !app_length. fold (feed_forward_layers (g_q d n m)).
  fold (feed_forward_layers (g_c d n m)). rewrite g_c_feed_forward, F7.
  match goal with |- context [length (filter ?p (g_v_as_printed ?d ?n ?m ?l ?r ?A))] =>
    change (length (filter p (g_v_as_printed d n m l r A)))
      with (feed_forward_layers (g_v_as_printed d n m l r A)) end.
  rewrite F, falling_is. fold (orders n). unfold binomial in K. rewrite <- orders_fact, <- D_is in K. rewrite <- K.
  pose proof (orders_not_0 d n m Hd Hn Hm) as P.
  replace (Z.of_nat (d * m + d + (0 + (d + 1 + n * k)))) with (d * m + d + (1 + d + n * k))%Z by lia.
  rewrite !inject_Z_plus, !inject_Z_mult. change (inject_Z 1) with 1. field. lra.
Qed.

Theorem yun2020_tightness_attention_layers_proved : yun2020_tightness_attention_layers.
Proof.
  shape. unfold attention_layers. rewrite !filter_app, !app_length. fold (attention_layers (g_q d n m)).
  fold (attention_layers (g_c d n m)).
  match goal with |- context [length (filter ?p (g_v_as_printed ?d ?n ?m ?l ?r ?A))] =>
    change (length (filter p (g_v_as_printed d n m l r A))) with (attention_layers (g_v_as_printed d n m l r A)) end.
  rewrite A0, A7, g_c_attention. rewrite Nat.add_0_r, Nat.add_0_l, Nat2Z.inj_add, Nat2Z.inj_pow. reflexivity.
Qed.

(** *** What is false: n > delta^-d, where no L has n different columns, and n = 3 *)

Theorem yun2020_tightness_transformer_blocks_refuted : ~ yun2020_tightness_transformer_blocks.
Proof.
  intros H. specialize (H 1%nat 5%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy)). cbv zeta in H.
  apply Qle_bool_iff in H. vm_compute in H. discriminate H.
Qed.

Theorem yun2020_tightness_total_parameters_refuted : ~ yun2020_tightness_total_parameters.
Proof.
  intros H. specialize (H 1%nat 5%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy)). cbv zeta in H.
  apply Qle_bool_iff in H. vm_compute in H. discriminate H.
Qed.

Theorem yun2020_tightness_memorized_numbers_refuted : ~ yun2020_tightness_memorized_numbers.
Proof.
  intros H. specialize (H 1%nat 3%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy)). cbv zeta in H.
  apply Qeq_bool_iff in H. vm_compute in H. discriminate H.
Qed.

(** *** All columns different: n! orders *)

Lemma product_Z_ones : forall lo hi f, (forall k, (lo <= k <= hi)%Z -> f k = 1%Z) -> product_Z lo hi f = 1%Z.
Proof.
  intros lo hi f H. unfold product_Z. assert (A : forall k, In k (range lo hi) -> f k = 1%Z)
    by (intros; now apply H, in_range).
  induction (range lo hi) as [| k l IH]; [reflexivity |]. cbn [map fold_right].
  rewrite (A k (or_introl eq_refl)), IH by (intros; apply A; now right). reflexivity.
Qed.

Lemma total_Z_zeros : forall lo hi f, (forall k, (lo <= k <= hi)%Z -> f k = 0%Z) -> total_Z lo hi f = 0%Z.
Proof.
  intros lo hi f H. unfold total_Z. assert (A : forall k, In k (range lo hi) -> f k = 0%Z)
    by (intros; now apply H, in_range).
  induction (range lo hi) as [| k l IH]; [reflexivity |]. cbn [map fold_right].
  rewrite (A k (or_introl eq_refl)), IH by (intros; apply A; now right). reflexivity.
Qed.

Theorem yun2020_tightness_factor_of_permutations_repaired_proved : yun2020_tightness_factor_of_permutations_repaired.
Proof.
  counts. rewrite u_is.
  destruct (StepsProposition5.sum_exists _ _ (fun L : point => inject_Z (product_Z 1 n (fun j => total_Z 1 j (fun k =>
    if Qeq_bool (item (row_of (reading_vector d m) (in_unit_1 m L)) k)
      (item (row_of (reading_vector d m) (in_unit_1 m L)) j) then 1%Z else 0%Z)))) _
    (Proposition5.distinct_cubes d n m) (StepsColumnId.orders_1 d n m)) as [s S].
  exists s. split; [exact S |].
  rewrite (StepsProposition5.sum_constant _ _ _ _ _ 1 S (Proposition5.distinct_cubes d n m)
    (StepsColumnId.orders_1 d n m)).
  - rewrite falling_is. fold (orders n). pose proof (orders_not_0 d n m Hd Hn Hm). rewrite D_is. field. lra.
  - intros L HL. destruct (StepsCategory1.category_1_facts d n m L Hd Hn Hm HL) as (HS & _ & Hx & _).
    change 1 with (inject_Z 1). apply inject_Z_injective. apply product_Z_ones. intros j Hj.
    assert (E : forall k, (1 <= k <= j)%Z -> Qeq_bool (item (row_of (reading_vector d m) (in_unit_1 m L)) k)
      (item (row_of (reading_vector d m) (in_unit_1 m L)) j) = (k =? j)%Z).
    { intros k Hk. pose proof (units_row_item d n m _ L k ltac:(lia) (reads_point d n m L HS) ltac:(lia)) as A.
      pose proof (units_row_item d n m _ L j ltac:(lia) (reads_point d n m L HS) ltac:(lia)) as B.
      destruct (Z.eqb_spec k j) as [-> | Ne]; [apply Qeq_bool_iff; reflexivity |].
      apply Bool.not_true_iff_false. intros F. apply Qeq_bool_iff in F. unfold units in A, B. rewrite F in A.
      rewrite A in B. apply (proj1 (inject_Z_injective _ _)) in B.
      pose proof (at_sorted Z.lt _ Hx k j ltac:(lia)
        ltac:(unfold column_ids; rewrite map_length; destruct HS as [Hl _]; unfold column in *; lia)). lia. }
    replace j with (j - 1 + 1)%Z at 1 by lia. rewrite total_Z_snoc by lia. replace (j - 1 + 1)%Z with j by lia.
    rewrite (E j) by lia. rewrite Z.eqb_refl, total_Z_zeros; [reflexivity |].
    intros k Hk. rewrite (E k) by lia. destruct (Z.eqb_spec k j); [lia | reflexivity].
Qed.

(** One orbit with the value 2, all others with 1 or more. *)
Lemma sum_above : forall (domain A : point -> Prop) v k s L0, sum_over_orders domain v s -> has_exactly A k ->
  (forall L, A L <-> exists P, Permutation L P /\ domain P) -> (forall P, domain P -> 1 <= v P) -> A L0 ->
  (forall P, Permutation L0 P -> domain P -> 2 <= v P) -> inject_Z k + 1 <= s.
Proof.
  intros domain A v k s L0 (Ls & values & N & I & F & S) HA E B A0 B0.
  assert (K : has_exactly A (Z.of_nat (length Ls))).
  { exists Ls. split; [exact N | split; [| reflexivity]]. intros L. rewrite I. symmetry. apply E. }
  rewrite (FiniteSets.has_exactly_unique _ _ _ _ HA K), S. apply E, I in A0. clear - F B B0 A0.
  assert (G : forall Ls values, Forall2 (fun L x => exists P, Permutation L P /\ domain P /\ x == v P) Ls values ->
    inject_Z (length Ls) <= fold_right Qplus 0 values).
  { clear - B. intros Ls values F. induction F as [| L x Ls values (P & _ & HD & X) F IH]; [apply Qle_refl |].
    cbn [length fold_right]. rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus, X. change (inject_Z 1) with 1.
    specialize (B P HD). lra. }
  induction F as [| L x Ls values (P & HP & HD & X) F IH]; [destruct A0 |]. cbn [length fold_right].
  rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus, X. change (inject_Z 1) with 1.
  destruct A0 as [-> | A0]; [specialize (B0 P HP HD); specialize (G _ _ F); lra |].
  specialize (IH A0). specialize (B P HD). lra.
Qed.

(** At d = 1, n = 2 and delta = 1/2 the sum is 6, as [0, 0] and [1, 1] count twice, and not 4. *)
Theorem yun2020_tightness_factor_of_permutations_refuted : ~ yun2020_tightness_factor_of_permutations.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy)). cbv zeta in H.
  destruct H as (s & S & E).
  assert (All : forall P, G_delta 1 2 2 P -> In P (points 1 2 2)) by (intros P HP; now apply FiniteSets.in_points).
  change (points 1 2 2) with [[[0]; [0]]; [[0]; [1]]; [[1]; [0]]; [[1]; [1]]]%Z in All.
  pose proof (sum_above _ _ _ _ _ [[0]; [0]]%Z S (Proposition5.all_cubes 1 2 2) (StepsColumnId.orders_grid 1 2 2)) as T.
  cbv beta in T. rewrite E in T.
  assert (C : inject_Z (D 1 2 ^ 2%nat) + 1 <= inject_Z (2%nat ^ 1%nat)%Z ^ 2); [| vm_compute in C; now apply C].
  eapply Qle_trans; [apply T | vm_compute; discriminate].
  - intros P [HP _]. apply All in HP as [<- | [<- | [<- | [<- | []]]]]; vm_compute; discriminate.
  - apply FiniteSets.in_points. now left.
  - intros P HP _. apply Permutation_length_2_inv in HP as [-> | ->]; vm_compute; discriminate.
Qed.

(** *** No constant serves all n: n! outgrows c n D^n at n = 4 D + c *)

Lemma bernoulli : forall a (k : nat), (0 <= a)%Z -> (a * a ^ k + (k + 1) * a ^ k <= (a + 1) * (a + 1) ^ k)%Z.
Proof.
  intros a k Ha. induction k as [| k IH].
  - change (Z.of_nat 0) with 0%Z. rewrite !Z.pow_0_r. lia.
  - rewrite !power_next. assert (P : (0 <= a ^ k)%Z) by (apply Z.pow_nonneg; lia). set (p := (a ^ k)%Z) in *.
    assert (A : ((a + 1) * (a * p + (k + 1) * p) <= (a + 1) * ((a + 1) * (a + 1) ^ k))%Z)
      by (apply Z.mul_le_mono_nonneg_l; lia).
    replace (Z.of_nat (S k)) with (k + 1)%Z by lia. set (q := Z.of_nat k) in *.
    assert (0 <= q * p)%Z by (apply Z.mul_nonneg_nonneg; lia). nia.
Qed.

(** (1 + 1/x)^(x+1) falls, and is below 3 at x = 5. *)
Lemma below_three : forall n : nat, (5 <= n)%nat -> ((n + 1) * (n + 1) ^ n <= 3 * (n * n ^ n))%Z.
Proof.
  intros n Hn. replace n with (5 + (n - 5))%nat by lia. generalize (n - 5)%nat as k. clear n Hn.
  induction k as [| k IH]; [vm_compute; discriminate |]. replace (5 + S k)%nat with (S (5 + k)) by lia.
  set (n := (5 + k)%nat) in *. assert (Hn : (5 <= n)%nat) by (unfold n; lia). clearbody n. clear k.
  pose proof (bernoulli (n * (n + 2)) n ltac:(nia)) as B.
  replace (n * (n + 2) + 1)%Z with ((n + 1) * (n + 1))%Z in B by lia. rewrite !Z.pow_mul_l in B.
  rewrite !power_next. replace (Z.of_nat (S n) + 1)%Z with (n + 2)%Z by lia.
  replace (Z.of_nat (S n)) with (n + 1)%Z by lia.
  assert (P0 : (1 <= n ^ n)%Z) by (apply power_positive; lia).
  assert (P1 : (1 <= (n + 1) ^ n)%Z) by (apply power_positive; lia).
  set (p0 := (n ^ n)%Z) in *. set (p1 := ((n + 1) ^ n)%Z) in *. set (p2 := ((n + 2) ^ n)%Z) in *.
  set (x := Z.of_nat n) in *. assert (X : (5 <= x)%Z) by (unfold x; lia). clearbody x p0 p1 p2. clear Hn.
  (** Both sides times x p0. *)
  apply (Z.mul_le_mono_pos_l _ _ (x * p0)); [nia |].
  assert (A : ((x + 1) * (x + 1) * p1 * ((x + 1) * p1) <= (x + 1) * (x + 1) * p1 * (3 * (x * p0)))%Z)
    by (apply Z.mul_le_mono_nonneg_l; nia).
  assert (C : ((x + 1) * (x * (x + 2) * (p0 * p2) + (x + 1) * (p0 * p2)) <=
    (x + 1) * ((x + 1) * (x + 1) * (p1 * p1)))%Z) by (apply Z.mul_le_mono_nonneg_l; [lia |]; lia).
  assert (P2 : (0 <= p0 * p2)%Z \/ (p0 * p2 < 0)%Z) by lia.
  destruct P2 as [P2 | P2].
  - assert (F : (x * (x + 2) * (x + 2) * (p0 * p2) <= (x + 1) * (x * (x + 2) + (x + 1)) * (p0 * p2))%Z)
      by (apply Z.mul_le_mono_nonneg_r; [exact P2 | lia]).
    lia.
  - nia.
Qed.

Lemma power_at_most_orders : forall n : nat, (n ^ n <= 3 ^ n * orders n)%Z.
Proof.
  induction n as [| n IH]; [vm_compute; discriminate |].
  assert (T : ((n + 1) ^ n <= 3 * n ^ n)%Z).
  { destruct (le_lt_dec 5 n) as [H | H].
    - pose proof (below_three n H) as B. assert (P : (1 <= n ^ n)%Z) by (apply power_positive; lia).
      apply (Z.mul_le_mono_pos_l _ _ (n + 1)); [lia |]. nia.
    - assert (C : n = 0%nat \/ n = 1%nat \/ n = 2%nat \/ n = 3%nat \/ n = 4%nat) by lia.
      destruct C as [-> | [-> | [-> | [-> | ->]]]]; vm_compute; discriminate. }
  rewrite orders_next, !power_next. replace (Z.of_nat (S n)) with (n + 1)%Z by lia.
  assert (A : ((n + 1) * (n + 1) ^ n <= (n + 1) * (3 * n ^ n))%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (B : (3 * (n + 1) * n ^ n <= 3 * (n + 1) * (3 ^ n * orders n))%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
  lia.
Qed.

(** (4/3)^n > c n for n >= 12 + c. *)
Lemma outgrows : forall c n : nat, (1 <= c <= 8)%nat -> (12 + c <= n)%nat -> (c * n * 3 ^ n < 4 ^ n)%Z.
Proof.
  intros c n Hc Hn. replace n with (12 + c + (n - 12 - c))%nat by lia. generalize (n - 12 - c)%nat as k. clear n Hn.
  induction k as [| k IH].
  - rewrite Nat.add_0_r. assert (C : In c [1; 2; 3; 4; 5; 6; 7; 8]%nat) by (simpl; lia).
    simpl in C. destruct C as [<- | [<- | [<- | [<- | [<- | [<- | [<- | [<- | []]]]]]]]]; vm_compute; reflexivity.
  - replace (12 + c + S k)%nat with (S (12 + c + k)) by lia. set (n := (12 + c + k)%nat) in *.
    assert (Hn : (12 <= n)%nat) by (unfold n; lia). clearbody n. rewrite !power_next.
    replace (Z.of_nat (S n)) with (n + 1)%Z by lia. assert (P : (1 <= 3 ^ n)%Z) by (apply power_positive; lia).
    set (p := (3 ^ n)%Z) in *. set (q := (4 ^ n)%Z) in *. assert (Q : (c * p * (3 * (n + 1)) <= c * p * (4 * n))%Z)
      by (apply Z.mul_le_mono_nonneg_l; nia).
    lia.
Qed.

Theorem yun2020_tightness_no_constant_for_all_n_proved : yun2020_tightness_no_constant_for_all_n.
Proof.
  counts. intros c Hc. destruct (dm_at_most_D d m Hd Hm) as (_ & _ & K).
  replace c with (Z.of_nat (Z.to_nat c)) in * by lia. set (c' := Z.to_nat c) in *. clearbody c'. clear c.
  replace (m ^ d)%Z with (Z.of_nat (m ^ d)) in * by apply Nat2Z.inj_pow. set (D := (m ^ d)%nat) in *. clearbody D.
  replace (4 * D + c')%Z with (Z.of_nat (4 * D + c')) by lia. set (N := (4 * D + c')%nat).
  change (product_Z 1 N (fun k => k)) with (orders N). destruct (le_lt_dec 3 D) as [H | H].
  - pose proof (outgrows c' N ltac:(lia) ltac:(unfold N; lia)) as G. pose proof (power_at_most_orders N) as F.
    assert (P : (1 <= D ^ N)%Z) by (apply power_positive; lia).
    assert (T : (1 <= 3 ^ N)%Z) by (apply power_positive; lia).
    assert (A : ((4 * D) ^ N <= N ^ N)%Z) by (apply Z.pow_le_mono_l; unfold N; lia). rewrite Z.pow_mul_l in A.
    apply (Z.mul_lt_mono_pos_l (3 ^ N)); [lia |].
    assert (B : (c' * N * 3 ^ N * D ^ N < 4 ^ N * D ^ N)%Z) by (apply Z.mul_lt_mono_pos_r; lia). lia.
  - assert (D = 2)%nat as -> by lia. unfold N. assert (C : In c' [1; 2; 3; 4; 5; 6; 7; 8]%nat) by (simpl; lia).
    simpl in C. destruct C as [<- | [<- | [<- | [<- | [<- | [<- | [<- | [<- | []]]]]]]]]; vm_compute; reflexivity.
Qed.
