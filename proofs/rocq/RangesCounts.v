(** * RangesCounts: up to which n the counts of Sec. 3.2 hold *)

From Coq Require Import ZArith QArith List Bool Permutation Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Terms Simulation Lemma7 Lemma8 Contexts.
From Exactua Require Import StepTools Exported StepsFeedForward StepsValueMap StepsTightness RangeStatements.
From Exactua Require Proposition5 Proposition5Network StepsColumnId StepsCategory1 StepsProposition5.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** The greatest n *)

(** A property that holds at lo and fails at hi, and holds below where it holds. *)
Lemma greatest_such : forall (P : nat -> Prop) lo k, (forall n, P n \/ ~ P n) ->
  (forall n, (lo <= n)%nat -> P (S n) -> P n) -> P lo -> ~ P (lo + k)%nat ->
  exists t, (lo <= t < lo + k)%nat /\ forall n, (lo <= n)%nat -> (P n <-> (n <= t)%nat).
Proof.
  intros P lo k decidable below Plo. induction k as [| k IH]; intros H.
  - exfalso. apply H. now rewrite Nat.add_0_r.
  - destruct (decidable (lo + k)%nat) as [Pk | Nk].
    + assert (Up : forall j, P (lo + j)%nat -> forall i, (i <= j)%nat -> P (lo + i)%nat).
      { induction j as [| j IHj]; intros Pj i Hi; [now replace i with 0%nat by lia |].
        destruct (Nat.eq_dec i (S j)) as [-> | Ne]; [exact Pj |]. apply IHj; [| lia]. apply below; [lia |].
        now replace (S (lo + j)) with (lo + S j)%nat by lia. }
      exists (lo + k)%nat. split; [lia |]. intros n Hn. split.
      * intros Pn. apply Nat.nlt_ge. intros L. apply H. replace n with (lo + (n - lo))%nat in Pn by lia.
        exact (Up (n - lo)%nat Pn (S k) ltac:(lia)).
      * intros L. replace n with (lo + (n - lo))%nat by lia. exact (Up k Pk (n - lo)%nat ltac:(lia)).
    + destruct (IH Nk) as (t & Ht & E). exists t. split; [lia | exact E].
Qed.

Section Threshold.
  Variables (d m : nat) (w c : Z).
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hm : (2 <= m)%nat.
  (** 7 w > c: the least that d/delta + 2 d + delta^-d + 1 can be is 7. *)
  Hypothesis w_c : (0 < c < 7 * w)%Z.

  Definition fits (n : nat) : Prop := (rest d m * w * orders (n - 1) <= c * D_ d m ^ n)%Z.

  Lemma D_nat : D_ d m = Z.of_nat (m ^ d).
  Proof. unfold D_. now rewrite Nat2Z.inj_pow. Qed.

  Lemma rest_least : (7 <= rest d m)%Z.
  Proof. destruct (D_facts d m Hd Hm) as (A & B & C). unfold rest. nia. Qed.

  Lemma fits_below : forall n, (m ^ d <= n)%nat -> fits (S n) -> fits n.
  Proof.
    intros n Hn. unfold fits. replace (S n - 1)%nat with n by lia. destruct (D_facts d m Hd Hm) as (_ & _ & K).
    pose proof D_nat as DN. pose proof rest_least as R.
    assert (L : (D_ d m <= n)%Z) by (rewrite DN; now apply inj_le).
    assert (N1 : (1 <= n)%nat) by lia.
    assert (O : orders n = (orders (n - 1) * n)%Z).
    { replace n with (S (n - 1)) at 1 by lia. rewrite orders_next. f_equal. lia. }
    rewrite O, power_next. pose proof (orders_positive (n - 1)) as P. intros H.
    set (D := D_ d m) in *. set (a := (rest d m * w * orders (n - 1))%Z) in *.
    set (p := (D ^ n)%Z) in *. apply (Z.mul_le_mono_pos_r _ _ D); [lia |].
    assert (0 <= a)%Z by (unfold a; repeat apply Z.mul_nonneg_nonneg; lia).
    assert (a * D <= a * n)%Z by (apply Z.mul_le_mono_nonneg_l; assumption).
    unfold a in *. lia.
  Qed.

  Lemma fits_not : ~ fits (4 * m ^ d + 1).
  Proof.
    pose proof (yun2020_tightness_no_constant_for_all_n_proved d 2%nat m Hd ltac:(lia) Hm ltac:(lia)) as N.
    cbv zeta in N.
    specialize (N 1%Z ltac:(lia)). unfold fits. replace (4 * m ^ d + 1 - 1)%nat with (4 * m ^ d)%nat by lia.
    set (n := (4 * m ^ d)%nat) in *. change (m ^ d)%Z with (D_ d m) in N.
    assert (En : (4 * D_ d m + 1)%Z = Z.of_nat (S n)) by (rewrite D_nat; unfold n; lia). rewrite En in N.
    change (product_Z 1 (S n) (fun k => k)) with (orders (S n)) in N. rewrite orders_next in N.
    replace (n + 1)%nat with (S n) by lia. pose proof rest_least as R. pose proof (orders_positive n) as P.
    intros H. set (p := (D_ d m ^ S n)%Z) in *. replace (Z.of_nat (S n)) with (n + 1)%Z in N by lia.
    assert (L : (p < orders n)%Z) by (apply (Z.mul_lt_mono_pos_l (n + 1)); lia).
    assert (A : (7 * (w * orders n) <= rest d m * (w * orders n))%Z) by (apply Z.mul_le_mono_nonneg_r; nia).
    assert (B : (c * p <= c * orders n)%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (C : (c * orders n < 7 * w * orders n)%Z) by (apply Z.mul_lt_mono_pos_r; lia). lia.
  Qed.

  Lemma threshold : exists t : nat, (m ^ d <= t <= 4 * m ^ d)%nat /\
    (forall n, (n <= t)%nat <-> (n <= m ^ d)%nat \/ fits n) /\ forall n, (m ^ d < n)%nat -> ((n <= t)%nat <-> fits n).
  Proof.
    pose proof (D_facts d m Hd Hm) as (_ & _ & K). rewrite D_nat in K.
    destruct (greatest_such (fun n => (n <= m ^ d)%nat \/ fits n) (m ^ d) (3 * m ^ d + 1)) as (t & Ht & E).
    - intros n. destruct (le_dec n (m ^ d)) as [A | A]; [left; now left |].
      destruct (Z_le_dec (rest d m * w * orders (n - 1)) (c * D_ d m ^ n)) as [B | B]; [left; now right | right].
      intros [F | F]; contradiction.
    - intros n Hn [F | F]; [left; lia | right]. now apply fits_below.
    - left. lia.
    - intros [F | F]; [lia |]. apply fits_not. now replace (4 * m ^ d + 1)%nat with (m ^ d + (3 * m ^ d + 1))%nat by
      lia.
    - exists t. split; [lia |]. assert (E' : forall n, (n <= t)%nat <-> (n <= m ^ d)%nat \/ fits n).
      { intros n. destruct (le_dec (m ^ d) n) as [A | A]; [symmetry; now apply E |]. split; [left | intros _]; lia. }
      split; [exact E' |]. intros n Hn. rewrite E'. split; [intros [F | F]; [lia | exact F] | now right].
  Qed.
End Threshold.

Lemma falling_none : forall D (n : nat), (0 <= D < n)%Z -> falling D n = 0%Z.
Proof. intros D n H. destruct (falling_bounds D n ltac:(lia)) as [_ [E | E]]; [exact E | lia]. Qed.

Lemma over_orders_iff : forall d n m a b, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (inject_Z a / inject_Z (orders n) <= inject_Z b / inject_Z (orders n) <-> (a <= b)%Z).
Proof.
  intros d n m a b Hd Hn Hm. split; [| now apply (over_orders d n m Hd Hn Hm)]. intros H.
  pose proof (orders_not_0 d n m Hd Hn Hm) as P. apply (Qmult_le_r _ _ _ P) in H.
  assert (E : forall x, x / inject_Z (orders n) * inject_Z (orders n) == x) by (intros; field; lra).
  rewrite !E in H. now rewrite <- Zle_Qle in H.
Qed.

(** What is counted beyond delta^-d, times n!, both sides over n. *)
Lemma count_beyond : forall d n m w c, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> (D_ d m < n)%Z ->
  ((rest d m * orders n + n * falling (D_ d m) n) * w <= c * (n * D_ d m ^ n))%Z <-> fits d m w c n.
Proof.
  intros d n m w c Hd Hn Hm H. destruct (D_facts d m Hd Hm) as (_ & _ & K).
  rewrite falling_none by lia. rewrite (orders_split d n m Hd Hn Hm). unfold fits.
  set (o := orders (n - 1)). set (p := (D_ d m ^ n)%Z). rewrite (Z.mul_le_mono_pos_l (rest d m * w * o) (c * p) n) by
    lia.
  replace ((rest d m * (o * n) + n * 0) * w)%Z with (n * (rest d m * w * o))%Z by ring.
  now replace (c * (n * p))%Z with (n * (c * p))%Z by ring.
Qed.

Lemma blocks_at_iff : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (transformer_blocks_at d n m <-> (n <= m ^ d)%nat \/ fits d m 1 3 n).
Proof.
  intros d n m Hd Hn Hm. change (blocks_ d n m <= 3 * printed_ d n m <-> (n <= m ^ d)%nat \/ fits d m 1 3 n).
  pose proof (D_nat d m) as DN. destruct (le_dec n (m ^ d)) as [L | L].
  - split; [now left |]. intros _. apply (blocks_thrice d n m Hd Hn Hm). lia.
  - rewrite (blocks_over d n m Hd Hn Hm), printed_is.
    setoid_replace (3 * (inject_Z (n * D_ d m ^ n) / inject_Z (orders n)))
      with (inject_Z (3 * (n * D_ d m ^ n)) / inject_Z (orders n))
      by (rewrite (inject_Z_mult 3); change (inject_Z 3) with 3; unfold Qdiv; ring).
    rewrite (over_orders_iff d n m) by assumption.
    rewrite <- (count_beyond d n m 1 3) by (assumption || lia). rewrite Z.mul_1_r. split; [now right |].
    intros [F | F]; [contradiction | exact F].
Qed.

Lemma parameters_at_iff : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (total_parameters_at d n m <-> (n <= m ^ d)%nat \/ fits d m (17 * d + 6) (69 * d) n).
Proof.
  intros d n m Hd Hn Hm.
  change (blocks_ d n m * inject_Z (17 * d + 6) <= 69 * inject_Z d * printed_ d n m <->
    (n <= m ^ d)%nat \/ fits d m (17 * d + 6) (69 * d) n).
  pose proof (D_nat d m) as DN. destruct (le_dec n (m ^ d)) as [L | L].
  - split; [now left |]. intros _.
    eapply Qle_trans; [exact (parameters_at_most d n m Hd Hn Hm _ (blocks_thrice d n m Hd Hn Hm ltac:(lia))) |].
    apply Qle_lteq. right. ring.
  - rewrite (blocks_over d n m Hd Hn Hm), printed_is.
    setoid_replace (69 * inject_Z d * (inject_Z (n * D_ d m ^ n) / inject_Z (orders n)))
      with (inject_Z (69 * d * (n * D_ d m ^ n)) / inject_Z (orders n))
      by (rewrite (inject_Z_mult (69 * d)), (inject_Z_mult 69); change (inject_Z 69) with 69; unfold Qdiv; ring).
    set (a := (rest d m * orders n + n * falling (D_ d m) n)%Z).
    setoid_replace (inject_Z a / inject_Z (orders n) * inject_Z (17 * d + 6))
      with (inject_Z (a * (17 * d + 6)) / inject_Z (orders n)) by (rewrite (inject_Z_mult a); unfold Qdiv; ring).
    rewrite (over_orders_iff d n m) by assumption. unfold a.
    rewrite <- (count_beyond d n m (17 * d + 6) (69 * d)) by (assumption || lia). split; [now right |].
    intros [F | F]; [contradiction | exact F].
Qed.

Theorem transformer_blocks_range_holds : transformer_blocks_range.
Proof.
  split; [reflexivity |]. intros d m Hd Hm. destruct (threshold d m 1 3 Hd Hm ltac:(lia)) as (t & Ht & E & F).
  exists t. split; [exact Ht | split].
  - intros n Hn. rewrite (blocks_at_iff d n m Hd Hn Hm), <- E. reflexivity.
  - intros n Hn. rewrite (F n Hn). unfold fits. rewrite Z.mul_1_r. fold (D_ d m). fold (rest d m).
    replace (n - 1)%Z with (Z.of_nat (n - 1)) by lia. reflexivity.
Qed.

Theorem total_parameters_range_holds : total_parameters_range.
Proof.
  split; [reflexivity |]. intros d m Hd Hm.
  destruct (threshold d m (17 * d + 6) (69 * d) Hd Hm ltac:(lia)) as (t & Ht & E & F).
  exists t. split; [exact Ht | split].
  - intros n Hn. rewrite (parameters_at_iff d n m Hd Hn Hm), <- E. reflexivity.
  - intros n Hn. rewrite (F n Hn). unfold fits. fold (D_ d m). fold (rest d m).
    replace (n - 1)%Z with (Z.of_nat (n - 1)) by lia. reflexivity.
Qed.

(** ** Memorised numbers *)

Lemma rising_more : forall D (n : nat), (1 <= D)%Z -> (2 <= n)%nat -> (D ^ n < rising D n)%Z.
Proof.
  intros D n H Hn. destruct n as [| n]; [lia |]. rewrite rising_next, power_next.
  pose proof (rising_at_least D n H). pose proof (power_positive D n H). nia.
Qed.

Theorem memorized_numbers_range_holds : memorized_numbers_range.
Proof.
  split; [reflexivity |]. intros d n m Hd Hn1 Hm. destruct (Nat.eq_dec n 1) as [-> | N1].
  - split; [lia |]. intros _. unfold memorized_numbers_at. cbv zeta. change (Z.of_nat 1) with 1%Z.
    change (product_Z 0 (1 - 2) (fun k : Z => (m ^ d + k)%Z)) with 1%Z. change (product_Z 1 1 (fun k => k)) with 1%Z.
    rewrite Z.pow_1_r, !Z.mul_1_l. change (inject_Z 1) with 1. field.
  - assert (Hn : (2 <= n)%nat) by lia. change (free_ d n m == inject_Z d * printed_ d n m <-> (n <= 2)%nat).
    rewrite (free_is d n m Hd Hn Hm), printed_is. destruct (D_facts d m Hd Hm) as (_ & _ & K). set (D := D_ d m) in *.
    setoid_replace (inject_Z d * (inject_Z (n * D ^ n) / inject_Z (orders n)))
      with (inject_Z (d * (n * D ^ n)) / inject_Z (orders n)) by (rewrite (inject_Z_mult d); unfold Qdiv; ring).
    assert (E : (D ^ n = D * D ^ (n - 1)%nat)%Z) by (rewrite <- power_next; do 2 f_equal; lia).
    set (r := rising D (n - 1)) in *. split.
    + intros H. apply Nat.nlt_ge. intros L. pose proof (rising_more D (n - 1) ltac:(lia) ltac:(lia)) as R. fold r in R.
      assert (H' : (d * D * (r * n) <= d * (n * D ^ n))%Z).
      { apply (over_orders_iff d n m); try assumption. rewrite H. apply Qle_refl. }
      rewrite E in H'. assert (0 < d * n * D)%Z by nia.
      assert (d * n * D * D ^ (n - 1)%nat < d * n * D * r)%Z by (apply Z.mul_lt_mono_pos_l; assumption). lia.
    + intros L. assert (n = 2)%nat by lia. subst n. rewrite E. change (2 - 1)%nat with 1%nat in *.
      assert (r = D) as ->. { change r with ((D + 0) * 1)%Z. lia. }
      change (Z.of_nat 1) with 1%Z. rewrite Z.pow_1_r.
      now replace (d * (2%nat * (D * D)))%Z with (d * D * (D * 2%nat))%Z by ring.
Qed.

(** ** A factor of n! *)

Lemma product_Z_at_least : forall lo hi f, (forall k, (lo <= k <= hi)%Z -> (1 <= f k)%Z) ->
  (1 <= product_Z lo hi f)%Z /\ forall k, (lo <= k <= hi)%Z -> (f k <= product_Z lo hi f)%Z.
Proof.
  intros lo hi f H. unfold product_Z. assert (A : forall k, In k (range lo hi) -> (1 <= f k)%Z)
    by (intros; now apply H, in_range).
  assert (B : (1 <= fold_right Z.mul 1 (map f (range lo hi)))%Z /\
    forall k, In k (range lo hi) -> (f k <= fold_right Z.mul 1 (map f (range lo hi)))%Z).
  { clear H. induction (range lo hi) as [| k l IH]; [split; [cbn; lia | intros ? []] |]. cbn [map fold_right].
    destruct IH as [I1 I2]; [intros; apply A; now right |]. pose proof (A k (or_introl eq_refl)) as K. split; [nia |].
    intros i [<- | I]; [nia |]. specialize (I2 i I). nia. }
  destruct B as [B1 B2]. split; [exact B1 |]. intros k Hk. now apply B2, in_range.
Qed.

Lemma total_Z_at_least : forall lo hi f k, (forall i, (lo <= i <= hi)%Z -> (0 <= f i)%Z) -> (lo <= k <= hi)%Z ->
  (f k <= total_Z lo hi f)%Z.
Proof.
  intros lo hi f k H Hk. unfold total_Z. assert (A : forall i, In i (range lo hi) -> (0 <= f i)%Z)
    by (intros; now apply H, in_range).
  apply in_range in Hk. clear H. induction (range lo hi) as [| i l IH]; [destruct Hk |]. cbn [map fold_right].
  assert (N : (0 <= fold_right Z.add 0 (map f l))%Z).
  { assert (A' : forall j, In j l -> (0 <= f j)%Z) by (intros; apply A; now right). clear - A'.
    induction l as [| j l IH]; [cbn; lia |]. cbn [map fold_right]. pose proof (A' j (or_introl eq_refl)).
    specialize (IH (fun i I => A' i (or_intror I))). lia. }
  destruct Hk as [-> | Hk]; [lia |]. specialize (IH Hk (fun i I => A i (or_intror I))).
  pose proof (A i (or_introl eq_refl)). lia.
Qed.

Section Factor.
  Variables d n m : nat.
  Definition ids_equal (L : point) (k j : Z) : bool :=
    Qeq_bool (item (row_of (listed 1 d (fun i => inject_Z (m ^ (i - 1)))) (in_unit_1 m L)) k)
      (item (row_of (listed 1 d (fun i => inject_Z (m ^ (i - 1)))) (in_unit_1 m L)) j).
  Definition repeats (L : point) (j : Z) : Z := total_Z 1 j (fun k => if ids_equal L k j then 1%Z else 0%Z).
  Definition value_of (L : point) : Q := inject_Z (product_Z 1 n (fun j => repeats L j)).

  Lemma repeats_at_least : forall L j, (1 <= j)%Z -> (1 <= repeats L j)%Z.
  Proof.
    intros L j Hj. unfold repeats. eapply Z.le_trans; [| apply (total_Z_at_least _ _ _ j); [| lia]].
    - cbv beta. unfold ids_equal. now rewrite (proj2 (Qeq_bool_iff _ _) (Qeq_refl _)).
    - intros i _. destruct (ids_equal L i j); lia.
  Qed.

  Lemma value_at_least : forall L, 1 <= value_of L.
  Proof.
    intros L. unfold value_of. change 1 with (inject_Z 1). rewrite <- Zle_Qle. apply product_Z_at_least.
    intros k Hk. apply repeats_at_least. lia.
  Qed.
End Factor.

(** n equal columns, n >= 2. *)
Lemma zeros_twice : forall d n m : nat, (2 <= n)%nat -> 2 <= value_of d n m (repeat (repeat 0%Z d) n).
Proof.
  intros d n m Hn. set (L := repeat (repeat 0%Z d) n). unfold value_of. change 2 with (inject_Z 2).
  rewrite <- Zle_Qle. assert (B : (2 <= repeats d m L 2)%Z).
  { unfold repeats. change (total_Z 1 2 (fun k => if ids_equal d m L k 2 then 1%Z else 0%Z))
      with ((if ids_equal d m L 1 2 then 1%Z else 0%Z) + ((if ids_equal d m L 2 2 then 1%Z else 0%Z) + 0))%Z.
    assert (Q2 : ids_equal d m L 2 2 = true) by (apply Qeq_bool_iff; reflexivity).
    assert (Q1 : ids_equal d m L 1 2 = true).
    { unfold ids_equal, item, L. change (Z.to_nat (1 - 1)) with 0%nat. change (Z.to_nat (2 - 1)) with 1%nat.
      destruct n as [| [| k]]; [lia .. |]. apply Qeq_bool_iff. reflexivity. }
    rewrite Q1, Q2. discriminate. }
  eapply Z.le_trans; [exact B |].
  apply (proj2 (product_Z_at_least 1 n (fun j => repeats d m L j)
    (fun k Hk => repeats_at_least d m L k (proj1 Hk)))). lia.
Qed.

Theorem factor_of_permutations_range_holds : factor_of_permutations_range.
Proof.
  split; [reflexivity |]. intros d n m Hd Hn1 Hm. split.
  - intros (s & S & E). destruct (Nat.eq_dec n 1) as [N | N]; [exact N | exfalso]. assert (Hn : (2 <= n)%nat) by lia.
    set (L0 := repeat (repeat 0%Z d) n : point).
    pose proof (sum_above _ _ _ _ _ L0 S (Proposition5.all_cubes d n m) (StepsColumnId.orders_grid d n m)) as T.
    assert (G : G_delta d n m L0).
    { split; [split |]; unfold L0; [apply repeat_length | |]; apply Forall_forall; intros c I;
        apply repeat_spec in I as ->; [apply repeat_length |]. apply Forall_forall. intros z J.
      apply repeat_spec in J as ->. lia. }
    assert (C : inject_Z (D d m ^ n) + 1 <= s).
    { apply T; [| exact G |].
      - intros P _. exact (value_at_least d n m P).
      - intros P HP _. assert (P = L0) as ->.
        { assert (A : forall c, In c P -> c = repeat 0%Z d).
          { intros c I. apply Permutation_sym in HP. apply (Permutation_in c HP) in I. now apply repeat_spec in I. }
          pose proof (Permutation_length HP) as Len. unfold L0 in Len |- *. rewrite repeat_length in Len. rewrite Len.
          clear - A. induction P as [| c P IH]; [reflexivity |]. cbn [length repeat].
          rewrite (A c (or_introl eq_refl)) at 1. f_equal. apply IH. intros; apply A; now right. }
        now apply zeros_twice. }
    rewrite E in C. unfold D in C. rewrite Nat2Z.inj_pow in C. lra.
  - intros ->. destruct (StepsProposition5.sum_exists _ _ (value_of d 1 m) _ (Proposition5.all_cubes d 1 m)
      (StepsColumnId.orders_grid d 1 m)) as [s S]. exists s. split; [exact S |].
    rewrite (StepsProposition5.sum_constant _ _ _ _ _ 1 S (Proposition5.all_cubes d 1 m)
      (StepsColumnId.orders_grid d 1 m)).
    + unfold D. rewrite Nat2Z.inj_pow. ring.
    + intros L _. unfold value_of. change (Z.of_nat 1) with 1%Z.
      change (product_Z 1 1 (fun j => repeats d m L j)) with (repeats d m L 1 * 1)%Z. unfold repeats.
      change (total_Z 1 1 (fun k => if ids_equal d m L k 1 then 1%Z else 0%Z))
        with ((if ids_equal d m L 1 1 then 1%Z else 0%Z) + 0)%Z.
      unfold ids_equal. now rewrite (proj2 (Qeq_bool_iff _ _) (Qeq_refl _)).
Qed.
