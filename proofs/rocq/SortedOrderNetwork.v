(** * The order in which l~_n grows, for the network

    Proofs of [sorted_order_is_total], [sorted_order] and [sorted_blocks] of [Statements.v]: what [SortedOrder.v] proves
    of ids, read off the columns of g_c. *)

From Coq Require Import ZArith QArith List Sorted Lia Lqa.
From Exactua Require Import Transformers Grids Ids Statements Hardmax Simulation Grid Lemma8 NetworkIds.
From Exactua Require NewIds Category1 Category1Network GlobalShift SortedOrder.
Import ListNotations.
Open Scope Z_scope.

Section Pair.
  Variables (d n m : nat) (L L' : point).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Hypothesis L_in : category_1 d n m L.
  Hypothesis L'_in : category_1 d n m L'.

  Notation x := (column_ids d m L).
  Notation x' := (column_ids d m L').

  Lemma units_width : forall P, length (column_ids d m P) = n ->
    (width d n m P == units m (SortedOrder.width (column_ids d m P)))%Q.
  Proof.
    intros P Hn. unfold width. rewrite !id_of_units, units_minus.
    unfold SortedOrder.width, NewIds.last_id. now rewrite Hn.
  Qed.

  Lemma units_gap : forall P j, (1 <= j)%nat ->
    (gap d m P j == units m (SortedOrder.gap (column_ids d m P) (j - 1)))%Q.
  Proof.
    intros P j Hj. unfold gap. rewrite !id_of_units, units_minus. unfold SortedOrder.gap.
    replace (j + 1 - 1)%nat with (S (j - 1)) by lia. reflexivity.
  Qed.

  Lemma length_x : length x = n.
  Proof. now apply category_1_length. Qed.

  Lemma length_x' : length x' = n.
  Proof. now apply category_1_length. Qed.

  Theorem comes_before_is : comes_before d n m L L' <-> SortedOrder.before x x'.
  Proof.
    assert (one_m : (1 <= m)%nat) by lia. pose proof length_x as Hx. pose proof length_x' as Hx'.
    unfold comes_before, SortedOrder.before. rewrite !units_width, units_lt, units_eq by assumption.
    assert (same : forall i, (1 <= i)%nat -> (gap d m L i == gap d m L' i)%Q <->
      SortedOrder.gap x (i - 1) = SortedOrder.gap x' (i - 1)).
    { intros i Hi. rewrite !units_gap by exact Hi. now apply units_eq. }
    assert (less : forall i, (1 <= i)%nat -> (gap d m L' i < gap d m L i)%Q <->
      SortedOrder.gap x' (i - 1) < SortedOrder.gap x (i - 1)).
    { intros i Hi. rewrite !units_gap by exact Hi. now apply units_lt. }
    assert (last : (id_of d m L n < id_of d m L' n)%Q <-> NewIds.last_id x < NewIds.last_id x').
    { rewrite !id_of_units, units_lt by exact one_m. unfold NewIds.last_id. now rewrite Hx, Hx'. }
    rewrite last. rewrite Hx.
    assert (gaps : (forall i, (1 <= i <= n - 2)%nat -> (gap d m L i == gap d m L' i)%Q) <->
      (forall i, (i + 2 < n)%nat -> SortedOrder.gap x i = SortedOrder.gap x' i)).
    { split; intros H i Hi.
      - specialize (H (i + 1)%nat ltac:(lia)). apply same in H; [|lia]. now replace (i + 1 - 1)%nat with i in H by lia.
      - apply same; [lia|]. apply H. lia. }
    assert (first : (exists j, (1 <= j <= n - 2)%nat /\
        (forall i, (1 <= i < j)%nat -> (gap d m L i == gap d m L' i)%Q) /\ (gap d m L' j < gap d m L j)%Q) <->
      (exists j, (j + 2 < n)%nat /\ (forall i, (i < j)%nat -> SortedOrder.gap x i = SortedOrder.gap x' i) /\
        SortedOrder.gap x' j < SortedOrder.gap x j)).
    { split.
      - intros (j & Hj & H & G). exists (j - 1)%nat. split; [lia|]. split; [|apply less; [lia | exact G]].
        intros i Hi. specialize (H (i + 1)%nat ltac:(lia)). apply same in H; [|lia].
        now replace (i + 1 - 1)%nat with i in H by lia.
      - intros (j & Hj & H & G). exists (j + 1)%nat. split; [lia|]. split.
        + intros i Hi. apply same; [lia|]. apply H. lia.
        + apply less; [lia|]. now replace (j + 1 - 1)%nat with j by lia. }
    rewrite gaps, first. reflexivity.
  Qed.

  Lemma two_D : 2 <= D d m.
  Proof. now apply (Lemma8.two_D d m). Qed.

  Lemma top_is_new : forall P, category_1 d n m P ->
    (top d n m P == units m (nth (n - 1) (NewIds.new_ids (D d m) (column_ids d m P)) 0%Z))%Q.
  Proof.
    intros P P_in. rewrite (top_is d n m one_d two_n two_m P P_in). unfold ids_swept.
    rewrite Category1.sweep_is_new_ids; [reflexivity | exact two_D | | |].
    - now apply (category_1_two d n m).
    - now apply (category_1_increasing d n m).
    - now apply (category_1_range d n m).
  Qed.

  Theorem increases : comes_before d n m L L' -> (top d n m L < top d n m L')%Q.
  Proof.
    intros H. apply comes_before_is in H. rewrite !top_is_new by assumption. apply units_lt; [lia|].
    rewrite <- length_x. apply SortedOrder.before_increases; try assumption.
    - exact two_D.
    - rewrite length_x. exact two_n.
    - now rewrite length_x, length_x'.
    - now apply (category_1_increasing d n m).
    - now apply (category_1_increasing d n m).
    - now apply (category_1_range d n m).
    - now apply (category_1_range d n m).
  Qed.

  (** l~_n is a multiple of delta. *)
  Theorem next_is_above : comes_before d n m L L' -> (top d n m L + delta m <= top d n m L')%Q.
  Proof.
    intros H. pose proof (increases H) as less. rewrite !top_is_new in * by assumption.
    apply (proj1 (units_lt m _ _ ltac:(lia))) in less. rewrite units_1, units_plus. apply units_le; lia.
  Qed.

  Lemma gain_positive : (0 <= power d m (n + 1))%Q.
  Proof. unfold power, of_nat. change 0%Q with (inject_Z 0). rewrite <- Zle_Qle. apply Nat2Z.is_nonneg. Qed.

  Lemma in_block : forall P x, category_1 d n m P -> In x (q d n m P) ->
    (power d m (n + 1) * top d n m P <= x < power d m (n + 1) * (top d n m P + delta m))%Q.
  Proof.
    intros P y P_in y_in. apply (In_nth _ _ 0%Q) in y_in as (j & Hj & <-).
    assert (length (q d n m P) = n) as Hq.
    { pose proof (G_delta_is_G_plus d n m P (proj1 (proj1 P_in))) as plus.
      rewrite (same_length _ _ (q_is_output_ids d n m one_d two_n two_m P plus)). unfold ids_in_unit_1, output_ids.
      unfold Ids.global, ids_swept. rewrite !map_length, Sweeps.length_sweep. now apply (category_1_length d n m). }
    destruct (Category1Network.category_1_output_holds d n m P one_d two_n two_m P_in) as [H _].
    destruct (H (j + 1)%nat ltac:(lia)) as [_ [low high]]. replace (j + 1 - 1)%nat with j in * by lia.
    split; [exact low|]. lra.
  Qed.
End Pair.

Theorem sorted_order_is_total_holds : sorted_order_is_total.
Proof.
  intros d n m L L' Hd Hn Hm HL HL'. split.
  - intros different. rewrite (comes_before_is d n m L L'), (comes_before_is d n m L' L) by assumption.
    pose proof (category_1_length d n m L HL) as Hx. pose proof (category_1_length d n m L' HL') as Hx'.
    destruct (SortedOrder.some_order (D d m) (column_ids d m L) (column_ids d m L') (two_D d m Hd Hm) ltac:(lia)
      ltac:(lia)) as [E | H]; [|exact H].
    exfalso. apply different. destruct HL as [[grid _] _], HL' as [[grid' _] _].
    now apply (G_delta_ids_one_to_one d n m).
  - intros [H | H] E; rewrite E in H; apply (comes_before_is d n m) in H; try assumption;
      exact (SortedOrder.never_itself _ H).
Qed.

Theorem sorted_blocks_holds : sorted_blocks.
Proof.
  intros d n m L L' Hd Hn Hm HL HL' H gain. split.
  - apply Forall_forall. intros x Hx. now apply in_block.
  - rewrite !(Qmult_comm gain). apply Qmult_le_compat_r; [now apply next_is_above | apply gain_positive].
Qed.

Theorem sorted_order_holds : sorted_order.
Proof.
  intros d n m L L' Hd Hn Hm HL HL' H. split; [now apply increases|]. intros x y Hx Hy.
  destruct (sorted_blocks_holds d n m L L' Hd Hn Hm HL HL' H) as [_ apart].
  pose proof (in_block d n m Hd Hn Hm L x HL Hx). pose proof (in_block d n m Hd Hn Hm L' y HL' Hy). lra.
Qed.
