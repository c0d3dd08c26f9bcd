(** * StepsSortedOrder: the order in which l~_n grows, and the block of u^T g_c(L)

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters. The point of
    a step over pairs is [L L'], with L in the first n columns. *)

From Coq Require Import ZArith QArith Qround List Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Sweeps NewIds Category1.
From Exactua Require Import Exported StepTools StepsCategory1.
From Exactua Require SortedOrder StepsColumnId PresentIds.
Import ListNotations.
Open Scope Z_scope.

(** ** One point *)

Lemma total_Z_reversed : forall h f, 0 <= h -> total_Z 1 h f = total_Z 1 h (fun k => f (h + 1 - k)).
Proof.
  intros h f Hh. apply (total_Z_ind (fun h => total_Z 1 h f = total_Z 1 h (fun k => f (h + 1 - k))) 1); [lia | |].
  - now rewrite !total_Z_empty by lia.
  - intros k _ _ IH. destruct (Z.le_gt_cases 0 k) as [Hk | Hk]; [| now rewrite !total_Z_empty by lia].
    rewrite total_Z_snoc, IH by lia. rewrite (StepsColumnId.total_Z_first 1 (k + 1)) by lia.
    rewrite (total_Z_up 1 k). replace (k + 1 + 1 - 1) with (k + 1) by lia. rewrite Z.add_comm. f_equal.
    apply total_Z_ext. intros i Hi. f_equal. lia.
Qed.

(** sum_(j=1..n-1) D^(n-j) g_j, with k = n - j. *)
Lemma gaps_reversed : forall K x N, 0 <= N ->
  total_Z 1 (N - 1) (fun j => K ^ (N - j) * (at_ x (j + 1) - at_ x j)) =
  - total_Z 1 (N - 1) (fun k => K ^ k * (at_ x (N - k) - at_ x (N - k + 1))).
Proof.
  intros K x N HN. destruct (Z.eq_dec N 0) as [-> | Hne]; [reflexivity |]. rewrite (total_Z_reversed (N - 1)) by lia.
  replace (- total_Z 1 (N - 1) (fun k => K ^ k * (at_ x (N - k) - at_ x (N - k + 1))))
    with (-1 * total_Z 1 (N - 1) (fun k => K ^ k * (at_ x (N - k) - at_ x (N - k + 1)))) by ring.
  rewrite <- total_Z_scale. apply total_Z_ext. intros k Hk.
  replace (N - (N - 1 + 1 - k)) with k by ring. replace (N - 1 + 1 - k + 1) with (N - k + 1) by ring.
  replace (N - 1 + 1 - k) with (N - k) by ring. ring.
Qed.

Theorem yun2020_sorted_order_by_gaps_proved : yun2020_sorted_order_by_gaps.
Proof.
  parameters. category_1_point L. to_Z. numbers. rewrite (y_closed (D d m) n) by (auto; lia).
  rewrite gaps_reversed by lia. lia.
Qed.

Theorem yun2020_sorted_order_multiple_of_delta_proved : yun2020_sorted_order_multiple_of_delta.
Proof.
  parameters. category_1_point L.
  match goal with |- (inject_Z (Qfloor ?e) == _)%Q => assert (W : exists z, whole e z) by (eexists; whole) end.
  destruct W as [z W]. rewrite (Qfloor_whole _ _ W). symmetry. exact W.
Qed.

Theorem yun2020_sorted_order_in_its_block_proved : yun2020_sorted_order_in_its_block.
Proof.
  parameters. category_1_point L. intros j Hj.
  pose proof (y_above (D d m) n _ HK ltac:(lia) Hx Hinc Hrange j Hj) as low.
  pose proof (y_below (D d m) n _ HK ltac:(lia) Hx Hinc Hrange j Hj) as high.
  split; to_Z; numbers; rewrite (z_is (D d m) n) by (auto; lia); lia.
Qed.

(** ** Two points *)

Lemma columns_between_is : forall (M : matrix) a n, (a + n <= length M)%nat ->
  columns_between M (Z.of_nat a + 1) (Z.of_nat a + Z.of_nat n) = firstn n (skipn a M).
Proof.
  intros M a n H. apply nth_ext with (d := []) (d' := []).
  - unfold columns_between. rewrite map_length, range_length, firstn_length, skipn_length. lia.
  - unfold columns_between. rewrite map_length, range_length. intros i Hi.
    set (f := fun j => nth (Z.to_nat (j - 1)) M []).
    rewrite (nth_indep _ [] (f 0)) by (rewrite map_length, range_length; lia).
    rewrite (map_nth f), nth_range by lia. unfold f. replace (Z.to_nat _) with (a + i)%nat by lia.
    rewrite <- (firstn_skipn a M) at 1. rewrite app_nth2 by (rewrite firstn_length; lia).
    rewrite firstn_length. replace (a + i - Nat.min a (length M))%nat with i by lia.
    rewrite <- (firstn_skipn n (skipn a M)) at 1. rewrite app_nth1; [reflexivity |].
    rewrite firstn_length, skipn_length. lia.
Qed.

(** The steps' own words: the ids a come before the ids b; their keys are the same. *)
Definition same_gaps (lo hi : Z) (a b : vector) : Prop := forall i : Z, (lo <= i <= hi)%Z ->
  (item a (i + 1) - item a i == item b (i + 1) - item b i)%Q.
Definition order (N : Z) (a b : vector) : Prop :=
  (item a N - item a 1 < item b N - item b 1 \/
   item a N - item a 1 == item b N - item b 1 /\
   ((exists j : Z, (1 <= j <= N - 2)%Z /\ same_gaps 1 (j - 1) a b /\
       item a (j + 1) - item a j > item b (j + 1) - item b j) \/
    same_gaps 1 (N - 2) a b /\ item a N < item b N))%Q.
Definition same_key (N : Z) (a b : vector) : Prop :=
  ((item a N - item a 1 == item b N - item b 1 /\ same_gaps 1 (N - 2) a b) /\ item a N == item b N)%Q.

Section Words.
  Variables (n : nat) (a b : vector) (x y : list Z).
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hx : length x = n.
  Hypothesis Hy : length y = n.
  Hypothesis Ha : forall j, 1 <= j <= Z.of_nat n -> whole (item a j) (at_ x j).
  Hypothesis Hb : forall j, 1 <= j <= Z.of_nat n -> whole (item b j) (at_ y j).

  Let N := Z.of_nat n.

  Lemma widths : whole (item a N - item a 1) (SortedOrder.width x) /\ whole (item b N - item b 1) (SortedOrder.width y).
  Proof.
    unfold SortedOrder.width, last_id, first_id. rewrite Hx, Hy. rewrite <- !at_nat.
    split; apply whole_minus; (apply Ha || apply Hb); unfold N; lia.
  Qed.

  Lemma last_ids : whole (item a N) (last_id x) /\ whole (item b N) (last_id y).
  Proof.
    unfold last_id. rewrite Hx, Hy, <- !at_nat. split; (apply Ha || apply Hb); unfold N; lia.
  Qed.

  Lemma gap_is : forall (c : vector) z i, (forall j, 1 <= j <= N -> whole (item c j) (at_ z j)) -> 1 <= i < N ->
    whole (item c (i + 1) - item c i) (SortedOrder.gap z (Z.to_nat (i - 1))).
  Proof.
    intros c z i Hc Hi. replace (SortedOrder.gap z (Z.to_nat (i - 1))) with (at_ z (i + 1) - at_ z i).
    - apply whole_minus; apply Hc; lia.
    - unfold SortedOrder.gap, at_. f_equal; f_equal; lia.
  Qed.

  Lemma same_gap_is : forall i, 1 <= i < N -> (item a (i + 1) - item a i == item b (i + 1) - item b i)%Q <->
    SortedOrder.gap x (Z.to_nat (i - 1)) = SortedOrder.gap y (Z.to_nat (i - 1)).
  Proof. intros i Hi. apply whole_eq; apply gap_is; assumption. Qed.

  Lemma same_gaps_is : forall hi, 0 <= hi < N ->
    same_gaps 1 hi a b <-> forall i, (i < Z.to_nat hi)%nat -> SortedOrder.gap x i = SortedOrder.gap y i.
  Proof.
    intros hi Hhi. split; intros H i Hi.
    - specialize (H (Z.of_nat i + 1) ltac:(lia)). apply same_gap_is in H; [| lia].
      now replace (Z.to_nat (Z.of_nat i + 1 - 1)) with i in H by lia.
    - apply same_gap_is; [lia |]. apply H. lia.
  Qed.

  Theorem order_is : order N a b <-> SortedOrder.before x y.
  Proof.
    unfold order, SortedOrder.before. destruct widths as [Wx Wy], last_ids as [Lx Ly].
    rewrite (whole_lt _ _ _ _ Wx Wy), (whole_eq _ _ _ _ Wx Wy), (whole_lt _ _ _ _ Lx Ly), same_gaps_is by lia.
    rewrite Hx.
    assert (first : (exists j : Z, 1 <= j <= N - 2 /\ same_gaps 1 (j - 1) a b /\
        (item a (j + 1) - item a j > item b (j + 1) - item b j)%Q) <->
      (exists j, (j + 2 < n)%nat /\ (forall i, (i < j)%nat -> SortedOrder.gap x i = SortedOrder.gap y i) /\
        SortedOrder.gap y j < SortedOrder.gap x j)).
    { split; intros (j & Hj & same & more).
      - exists (Z.to_nat (j - 1)). split; [lia |].
        split; [| apply (whole_lt _ _ _ _ (gap_is b y j Hb ltac:(lia)) (gap_is a x j Ha ltac:(lia))), more].
        apply (same_gaps_is (j - 1)); [lia | exact same].
      - exists (Z.of_nat j + 1). split; [lia |].
        assert (E : Z.to_nat (Z.of_nat j + 1 - 1) = j) by lia. split.
        + apply same_gaps_is; [lia |]. now rewrite E.
        + pose proof (gap_is b y (Z.of_nat j + 1) Hb ltac:(lia)) as Gy.
          pose proof (gap_is a x (Z.of_nat j + 1) Ha ltac:(lia)) as Gx. apply (whole_lt _ _ _ _ Gy Gx). now rewrite E. }
    assert (range : (forall i, (i < Z.to_nat (N - 2))%nat -> SortedOrder.gap x i = SortedOrder.gap y i) <->
      (forall i, (i + 2 < n)%nat -> SortedOrder.gap x i = SortedOrder.gap y i))
      by (split; intros H i Hi; apply H; lia).
    rewrite first, range. reflexivity.
  Qed.

  Theorem same_key_is : 2 <= N -> same_key N a b <-> x = y.
  Proof.
    intros _. unfold same_key. destruct widths as [Wx Wy], last_ids as [Lx Ly].
    rewrite (whole_eq _ _ _ _ Wx Wy), (whole_eq _ _ _ _ Lx Ly), same_gaps_is by lia. split.
    - intros [[W same] L]. apply (SortedOrder.equal_keys 2); try assumption; try lia. intros i Hi. apply same. lia.
    - intros ->. repeat split.
  Qed.
End Words.

(** A pair [L L']: its halves, their ids, and what the networks read of them. *)
Section Pair.
  Variables (d n m : nat) (L : point).
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hm : (2 <= m)%nat.
  Hypothesis HL : category_1 d n m (firstn n L).
  Hypothesis HL' : category_1 d n m (skipn n L).

  Let N := Z.of_nat n.
  Let x := column_ids d m (firstn n L).
  Let y := column_ids d m (skipn n L).

  Lemma pair_shape : of_shape d (n + n) L.
  Proof.
    destruct (category_1_facts d n m _ Hd Hn Hm HL) as [[length_1 lengths_1] _].
    destruct (category_1_facts d n m _ Hd Hn Hm HL') as [[length_2 lengths_2] _].
    rewrite <- (firstn_skipn n L). split; [rewrite app_length; lia | now apply Forall_app].
  Qed.

  Lemma first_is : columns_between (in_unit_1 m L) 1 N = in_unit_1 m (firstn n L).
  Proof.
    change 1 with (Z.of_nat 0 + 1). replace N with (Z.of_nat 0 + Z.of_nat n) by reflexivity.
    destruct pair_shape as [columns _].
    assert (length (in_unit_1 m L) = n + n)%nat by (unfold in_unit_1; now rewrite map_length).
    rewrite columns_between_is by lia. unfold in_unit_1. cbn [skipn]. now rewrite firstn_map.
  Qed.

  Lemma second_is : columns_between (in_unit_1 m L) (N + 1) (2 * N) = in_unit_1 m (skipn n L).
  Proof.
    replace (2 * N) with (Z.of_nat n + Z.of_nat n) by (unfold N; lia). destruct pair_shape as [columns _].
    assert (length (in_unit_1 m L) = n + n)%nat by (unfold in_unit_1; now rewrite map_length).
    unfold N. rewrite columns_between_is by lia.
    unfold in_unit_1. rewrite skipn_map. apply firstn_all2. rewrite map_length, skipn_length. lia.
  Qed.

  Lemma ids_of_pair : column_ids d m L = x ++ y.
  Proof. unfold x, y, column_ids. now rewrite <- map_app, firstn_skipn. Qed.

  Lemma first_ids : length x = n.
  Proof. now apply (category_1_facts d n m). Qed.

  Lemma second_ids : length y = n.
  Proof. now apply (category_1_facts d n m). Qed.

  Local Notation l :=
    (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) * item (row_of (reading_vector d m) (in_unit_1 m L)) j)%Q).
  Local Notation l_prime :=
    (listed 1 (Z.of_nat n) (fun j =>
      inject_Z (Z.of_nat m) * item (row_of (reading_vector d m) (in_unit_1 m L)) (Z.of_nat n + j))%Q).

  Lemma whole_l : forall j, 1 <= j <= Z.of_nat n -> whole (item l j) (at_ x j).
  Proof.
    intros j Hj. pose proof (reads_point d (n + n) m L pair_shape). pose proof first_ids.
    replace (at_ x j) with (at_ (column_ids d m L) j); [whole |].
    rewrite ids_of_pair. unfold at_. apply app_nth1. lia.
  Qed.

  Lemma whole_l_prime : forall j, 1 <= j <= Z.of_nat n -> whole (item l_prime j) (at_ y j).
  Proof.
    intros j Hj. pose proof (reads_point d (n + n) m L pair_shape). pose proof first_ids.
    replace (at_ y j) with (at_ (column_ids d m L) (Z.of_nat n + j)); [whole |].
    rewrite ids_of_pair. unfold at_. rewrite app_nth2 by lia. f_equal. lia.
  Qed.

  Lemma comes_first : order N l l_prime <-> SortedOrder.before x y.
  Proof. apply (order_is n); auto using first_ids, second_ids, whole_l, whole_l_prime. Qed.

  Lemma comes_second : order N l_prime l <-> SortedOrder.before y x.
  Proof. apply (order_is n); auto using first_ids, second_ids, whole_l, whole_l_prime. Qed.

  Lemma same_keys : same_key N l l_prime <-> x = y.
  Proof. apply (same_key_is n); auto using first_ids, second_ids, whole_l, whole_l_prime. unfold N. lia. Qed.

  Lemma same_points : same_matrix (in_unit_1 m (firstn n L)) (in_unit_1 m (skipn n L)) <-> x = y.
  Proof.
    split.
    - intros E. assert (R : reads d n m (in_unit_1 m (firstn n L)) (skipn n L))
        by (split; [exact E | apply (category_1_facts d n m _ Hd Hn Hm HL')]).
      pose proof (reads_point d n m _ (proj1 (category_1_facts d n m _ Hd Hn Hm HL))) as S.
      rewrite <- (at_all x n first_ids), <- (at_all y n second_ids). apply map_range_ext. intros j Hj.
      apply inject_Z_injective. pose proof (units_row_item d n m _ _ j ltac:(lia) R Hj) as U.
      pose proof (units_row_item d n m _ _ j ltac:(lia) S Hj) as V. exact (Qeq_trans _ _ _ (Qeq_sym _ _ V) U).
    - intros E. assert (firstn n L = skipn n L) as ->; [| apply Meq_refl].
      apply (G_delta_ids_one_to_one d n m); auto; [apply HL | apply HL'].
  Qed.

  Lemma tops : SortedOrder.before x y ->
    at_ (sweep (D d m) (all_ids (D d m)) x) N < at_ (sweep (D d m) (all_ids (D d m)) y) N.
  Proof.
    intros H. destruct (category_1_facts d n m _ Hd Hn Hm HL) as (_ & Hx & Hinc & Hrange).
    destruct (category_1_facts d n m _ Hd Hn Hm HL') as (_ & Hy & Hinc' & Hrange').
    fold x in Hx, Hinc, Hrange. fold y in Hy, Hinc', Hrange'. pose proof (two_to_D d m Hd Hm) as HK.
    rewrite !sweep_is_new_ids by (auto; lia). unfold N. rewrite !at_nat.
    rewrite <- Hx. apply SortedOrder.before_increases; auto; lia.
  Qed.
End Pair.

(** A pair, in the words of the steps. *)
Ltac a_pair L :=
  let HL := fresh "HL" in let HL' := fresh "HL'" in
  intros L [HL HL'];
  match type of HL with category_1 ?d ?n ?m _ =>
    rewrite ?(first_is d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL HL'),
      ?(second_is d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL HL');
    let O := fresh "O" in pose proof (comes_first d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL HL') as O;
    let O' := fresh "O'" in pose proof (comes_second d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL HL') as O';
    let S := fresh "S" in pose proof (same_points d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL HL') as S
  end.

Theorem yun2020_sorted_order_same_keys_proved : yun2020_sorted_order_same_keys.
Proof.
  parameters. a_pair L. pose proof (same_keys d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL HL') as K.
  rewrite <- S in K. exact K.
Qed.

Theorem yun2020_sorted_order_comparable_proved : yun2020_sorted_order_comparable.
Proof.
  parameters. a_pair L.
  match type of O with ?here <-> _ => match type of O' with ?there <-> _ => match type of S with ?same <-> _ =>
    enough (C : here \/ there <-> ~ same) by exact C
  end end end.
  rewrite O, O', S. split.
  - intros H E. rewrite E in H. destruct H as [H | H]; now apply SortedOrder.never_itself in H.
  - intros H. pose proof (first_ids d n m L Hd ltac:(lia) Hm HL) as Hx.
    pose proof (second_ids d n m L Hd ltac:(lia) Hm HL') as Hy.
    destruct (SortedOrder.some_order 2 (column_ids d m (firstn n L)) (column_ids d m (skipn n L)) ltac:(lia) ltac:(lia)
      ltac:(lia)) as [E | E]; [contradiction | exact E].
Qed.

(** What the sweep and all layers make of both halves, where the first comes before the second. *)
Ltac both_halves O :=
  let less := fresh "less" in intros less; apply O in less; apply tops in less; auto; try lia;
  match type of O with context [firstn ?n ?L] =>
    let A := fresh "A" in let B := fresh "B" in
    revert less; repeat match goal with K : _ <-> _ |- _ => clear K end;
    generalize dependent (skipn n L); generalize dependent (firstn n L); clear L; intros A HA B HB; revert A HA B HB
  end;
  let L := fresh "L" in let L' := fresh "L'" in category_1_point L; category_1_point L'; intros less.

Theorem yun2020_sorted_order_increasing_proved : yun2020_sorted_order_increasing.
Proof. parameters. a_pair L. both_halves O. to_Z. numbers. exact less. Qed.

Theorem yun2020_sorted_order_blocks_apart_proved : yun2020_sorted_order_blocks_apart.
Proof.
  parameters. a_pair L. both_halves O. rewrite <- Qmult_assoc. to_Z. numbers.
  pose proof (Z.pow_nonneg (D d m) (Z.of_nat n + 1) ltac:(lia)). nia.
Qed.

Theorem yun2020_sorted_order_entries_increasing_proved : yun2020_sorted_order_entries_increasing.
Proof.
  parameters. a_pair L. both_halves O. intros i Hi j Hj. to_Z. numbers. rewrite !(z_is (D d m) n) by (auto; lia).
  pose proof (y_below (D d m) n _ HK ltac:(lia) Hx Hinc Hrange i Hi).
  pose proof (y_above (D d m) n _ HK ltac:(lia) Hx0 Hinc0 Hrange0 j Hj).
  pose proof (Z.pow_nonneg (D d m) (Z.of_nat n + 1) ltac:(lia)). nia.
Qed.
