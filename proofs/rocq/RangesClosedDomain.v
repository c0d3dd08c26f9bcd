(** * RangesClosedDomain: g_P fails on [0, 1]^(d x n) for all d, n and delta

    With all entries 1 the entries of X + E are 1, ..., n, multiples of delta,
    and the quantiser leaves them as they are.
    g_c takes positive ids to positive ids that are multiples of delta. In the value map a column meets the window of an
    id that it has, or none; so u^T of it is a positive multiple of delta or that of a value, and never 0. *)

From Coq Require Import ZArith QArith Qround List Bool Lia Lqa.
From Exactua Require Import Transformers Grids Ids FeedForward Statements Hardmax Simulation Grid FeedForwardLayers.
From Exactua Require Import Lemma7 FiniteSets Contexts Lemma9Layers.
From Exactua Require Import Terms StepTools PositionNetworks AppendixGLayers Exported StepsFeedForward StepsLemma4.
From Exactua Require Import StepsAppendixG1 StepsAppendixG3 StepsTheorem3 RangeStatements.
From Exactua Require StepsColumnId StepsValueMap AppendixGNetwork Sweeps.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** u^T of sums *)

Lemma dot_add : forall u a b, length a = length b -> dot u (add a b) == dot u a + dot u b.
Proof.
  induction u as [| w u IH]; intros [| x a] [| y b] H; simpl in H; try discriminate; cbn [dot add]; try ring.
  rewrite (IH a b) by lia. ring.
Qed.

Lemma dot_scale : forall u c a, dot u (scale c a) == c * dot u a.
Proof.
  induction u as [| w u IH]; intros c [| x a]; cbn [dot scale map]; try ring.
  change (map (Qmult c) a) with (scale c a). rewrite (IH c a). ring.
Qed.

(** ** A layer of the value map *)

Section Layer.
  Variables d m : nat.
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hm : (1 <= m)%nat.
  Local Notation u := (reading_vector d m).

  Lemma layer_in_window : forall now wanted z, sized d (now, wanted) -> length z = d ->
    in_window m (dot u now) (dot u z) ->
    length (column_after (key_layer d m 0 (now, wanted)) [] z) = d /\
    dot u (column_after (key_layer d m 0 (now, wanted)) [] z) == dot u z + dot u wanted - dot u now.
  Proof.
    intros now wanted z [Hn Hw] Hz W. cbn [fst snd] in Hn, Hw.
    set (w := add (add wanted (first_unit d 0)) (scale (-(1)) now)).
    assert (Lw : length w = d) by (exact (change_length d Hd 0 now wanted Hn Hw)).
    assert (E : Forall2 Qeq (column_after (key_layer d m 0 (now, wanted)) [] z) (add z w)).
    { apply active; [exact Lw | exact Hz |]. exact (proj1 (window_value m Hm _ _) W). }
    split.
    - etransitivity; [exact (Forall2_length_eq _ _ _ _ _ E) |]. rewrite add_length; congruence.
    - rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl u) E), dot_add by congruence.
      pose proof (first_unit_length d 0 Hd) as U. unfold w.
      assert (L1 : length (add wanted (first_unit d 0)) = d) by (rewrite add_length; congruence).
      rewrite dot_add by (rewrite scale_length; congruence).
      rewrite dot_scale, (dot_lifted d m Hd Hm wanted 0 Hw). ring.
  Qed.

  Lemma layer_beside : forall entry z, sized d entry -> length z = d -> ~ in_window m (dot u (fst entry)) (dot u z) ->
    length (column_after (key_layer d m 0 entry) [] z) = d /\
    dot u (column_after (key_layer d m 0 entry) [] z) == dot u z.
  Proof.
    intros entry z S Hz W. pose proof (key_layer_other d m Hd Hm 0 entry z S Hz W) as E. split.
    - etransitivity; [exact (Forall2_length_eq _ _ _ _ _ E) | exact Hz].
    - exact (dot_respects _ _ _ _ (Forall2_Qeq_refl u) E).
  Qed.

End Layer.

Lemma half_delta_is : forall m, delta m / 2 == (1 # 2) * delta m.
Proof. intros m. unfold Qdiv. change (/ 2) with (1 # 2). ring. Qed.

(** Two multiples of delta, one in the window of the other. *)
Lemma window_of_multiples : forall m a b q k, (1 <= m)%nat -> q == inject_Z a * delta m ->
  k == inject_Z b * delta m -> in_window m k q -> q == k.
Proof.
  intros m a b q k Hm Eq Ek [W W']. rewrite half_delta_is in W, W'. pose proof (delta_positive m Hm) as P.
  rewrite Eq, Ek in *.
  assert (E1 : (a <= b)%Z) by (apply (not_more m); [exact Hm | lra]).
  assert (E2 : (b <= a)%Z) by (apply (not_more m); [exact Hm | lra]).
  now replace a with b by lia.
Qed.

(** ** The first two thirds of g_P on positive multiples of delta *)

Lemma shift_positive : forall gain k x, (0 <= gain)%Z -> Forall (fun y => 0 < y)%Z x ->
  Forall (fun y => 0 < y)%Z (shift gain k x).
Proof.
  intros gain k x Hg H. unfold shift. apply Forall_map. pose proof H as H'. rewrite Forall_forall in H' |- *.
  intros y I. specialize (H' y I). unfold gained. destruct (y =? k)%Z; [| lia].
  pose proof (Sweeps.greatest_above _ _ I). pose proof (Sweeps.least_below _ _ I). nia.
Qed.

Lemma sweep_positive : forall gain ks x, (0 <= gain)%Z -> Forall (fun y => 0 < y)%Z x ->
  Forall (fun y => 0 < y)%Z (sweep gain ks x).
Proof.
  intros gain ks. induction ks as [| k ks IH]; intros x Hg H; [exact H |]. cbn [sweep fold_left].
  apply IH; [exact Hg | now apply shift_positive].
Qed.

Lemma global_positive : forall c x, (0 <= c)%Z -> Forall (fun y => 0 < y)%Z x -> Forall (fun y => 0 < y)%Z (global c x).
Proof.
  intros c x Hc H. unfold global. apply Forall_map. pose proof H as H'. rewrite Forall_forall in H' |- *.
  intros y I. specialize (H' y I). destruct (Z.ltb_spec 0 y); [| lia]. pose proof (Sweeps.greatest_above _ _ I). nia.
Qed.

Section Positive.
  Variables d n m : nat.
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hm : (2 <= m)%nat.
  Local Notation u := (reading_vector d m).

  (** g_c takes positive ids to positive ids, all of them multiples of delta. *)
  Lemma context_positive : forall P, of_shape d n P -> Forall (fun y => 0 < y)%Z (column_ids d m P) ->
    exists O, of_shape d n O /\ Meq (run (g2_g_c 1 d n m) (in_unit_1 m P)) (in_unit_1 m O) /\
    Forall (fun y => 0 < y)%Z (column_ids d m O).
  Proof.
    intros P HP Pos. destruct (shape_facts d n P ltac:(lia) HP) as [Hne Hc].
    set (gain := Z.of_nat (m ^ d)). set (ks := map Z.of_nat (spaced_ids 1 n d m)).
    set (S := sweep_point d m gain ks P).
    assert (HS : of_shape d n S) by (apply sweep_point_shape; exact HP).
    destruct (shape_facts d n S ltac:(lia) HS) as [Sne Sc].
    assert (SP : Forall (fun y => 0 < y)%Z (column_ids d m S)).
    { unfold S. rewrite sweep_point_ids by assumption. apply sweep_positive; [unfold gain; lia | exact Pos]. }
    set (c := Z.of_nat (1 * n * m * (m ^ d) ^ (n + 1))). exists (global_point d m c S). split; [| split].
    - split.
      + unfold global_point. rewrite map_length. apply HS.
      + unfold global_point. apply Forall_map. eapply Forall_impl; [| exact Sc]. intros col.
        now rewrite add_first_length.
    - unfold g2_g_c, run. rewrite fold_left_app. cbn [fold_left]. eapply Meq_trans.
      + apply apply_layer_respects. unfold g2_sweep. apply (sweep_simulates d m gain (spaced_ids 1 n d m) P);
        lia || assumption.
      + apply global_simulates; try assumption; [lia |]. left. eapply Forall_impl; [| exact SP].
        cbv beta. intros. lia.
    - rewrite global_point_ids by assumption. apply global_positive; [unfold c; lia | exact SP].
  Qed.

  (** What u^T of a column is on its way through the value map: a positive multiple of delta, or that of a value. *)
  Definition not_zero (q : Q) : Prop :=
    (exists k : Z, (0 < k)%Z /\ q == inject_Z k * delta m) \/ (0 < q /\ q < inject_Z (least_number d n m)).

  Variable A : nat -> matrix.
  Hypothesis A_shape : forall r, length (A r) = n /\ Forall (fun c => length c = d) (A r).
  Hypothesis A_small : forall r j, (r < length (corners d n m))%nat -> (j < n)%nat ->
    0 < dot u (nth j (A r) []) /\ dot u (nth j (A r) []) < inject_Z (least_number d n m).

  Lemma value_map_positive : forall z, length z = d -> not_zero (dot u z) ->
    not_zero (dot u (on_column (position_value_map d n m A) z)).
  Proof.
    intros z Hz Q0. rewrite value_map_is. pose proof (pairs_sized d n m Hd Hn Hm A A_shape) as S.
    assert (I : forall now wanted, In (now, wanted) (pairs d n m A) -> exists (r : nat) X (j : nat),
      nth_error (corners d n m) r = Some X /\
      (j < n)%nat /\ now = nth j (position_context d n m X) [] /\ wanted = nth j (A r) [])
      by (exact (in_pairs d n m Hd Hn Hm A A_shape)).
    revert z Hz Q0 S I. induction (pairs d n m A) as [| [now wanted] l IH]; intros z Hz Q0 S I; [exact Q0 |].
    cbn [map].
    change (on_column (key_layer d m 0 (now, wanted) :: map (key_layer d m 0) l) z)
      with (on_column (map (key_layer d m 0) l) (column_after (key_layer d m 0 (now, wanted)) [] z)).
    apply Forall_cons_iff in S as [S0 S].
    destruct (I now wanted (or_introl eq_refl)) as (r & X & j & E & Hj & En & Ew).
    pose proof (corner_in_grid d n m r X Hd Hm E) as HX.
    assert (Small : 0 < dot u wanted /\ dot u wanted < inject_Z (least_number d n m)).
    { rewrite Ew. apply A_small; [| exact Hj]. apply nth_error_Some. congruence. }
    assert (Now : dot u now == inject_Z (nth j (output_of 1 d n m X) 0%Z) * delta m).
    { rewrite En. destruct (context_columns d n m Hd Hn Hm X HX) as [_ C]. destruct (C j Hj) as [_ F].
      rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl u) F). now apply mapped_id. }
    destruct (window_decidable m (dot u now) (dot u z)) as [W | W].
    - destruct (layer_in_window d m Hd ltac:(lia) now wanted z S0 Hz W) as [L V]. apply IH; [exact L | | exact S |].
      + destruct Q0 as [(k & Hk & K) | [_ B]].
        * pose proof (window_of_multiples m _ _ _ _ ltac:(lia) K Now W) as Same. right. rewrite V, Same.
          destruct Small. split; lra.
        * exfalso. revert W. rewrite En. now apply (no_window d n m Hd Hn Hm).
      + intros now' wanted' J. apply I. now right.
    - destruct (layer_beside d m Hd ltac:(lia) (now, wanted) z S0 Hz W) as [L V]. apply IH; [exact L | | exact S |].
      + destruct Q0 as [(k & Hk & K) | B]; [left; exists k; now rewrite V | right; now rewrite V].
      + intros now' wanted' J. apply I. now right.
  Qed.
End Positive.

(** u^T of a column of numbers is positive. *)
Lemma dot_positive : forall (m : nat) t s, (1 <= m)%nat -> t <> [] -> Forall (fun x => 0 < x) t ->
  0 < dot (map (fun i => of_nat (m ^ i)) (seq s (length t))) t.
Proof.
  intros m t s Hm Ne H. revert s. induction H as [| x t X _ IH]; intros s; [contradiction |]. cbn [length seq map dot].
  assert (W : 0 < of_nat (m ^ s)).
  { apply of_nat_positive. pose proof (Nat.pow_nonzero m s ltac:(lia)). lia. }
  assert (0 < of_nat (m ^ s) * x) by now apply Qmult_lt_0_compat. destruct t as [| y t].
  - cbn [length seq map dot]. lra.
  - specialize (IH ltac:(discriminate) (S s)). lra.
Qed.

Lemma numbered_positive : forall d n m r j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> (j < n)%nat ->
  0 < dot (reading_vector d m) (nth j (numbered_outputs d n m r) []).
Proof.
  intros d n m r j Hd Hn Hm Hj. rewrite numbered_column by exact Hj. set (t := map _ _).
  assert (Hl : length t = d) by (unfold t; now rewrite map_length, seq_length).
  unfold reading_vector. rewrite <- Hl. apply dot_positive; [lia | intros E; rewrite E in Hl; cbn in Hl; lia |].
  unfold t. apply Forall_map, Forall_forall. intros i I. apply in_seq in I.
  assert (P : 0 < of_nat (d * n * (m ^ d) ^ n)).
  { apply of_nat_positive. pose proof (Nat.pow_nonzero m d ltac:(lia)) as N.
    pose proof (Nat.pow_nonzero (m ^ d) n N). nia. }
  apply Qlt_shift_div_l; [exact P |]. rewrite Qmult_0_l. apply of_nat_positive. lia.
Qed.

(** ** Theorem 3 on [0, 1]^(d x n): all entries 1 *)

Lemma nth_repeat_in : forall (T : Type) (x e : T) k i, (i < k)%nat -> nth i (repeat x k) e = x.
Proof. intros T x e k. induction k as [| k IH]; intros [| i] H; simpl; try lia; [reflexivity |]. apply IH. lia. Qed.

Section Ones.
  Variables d n m : nat.
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hm : (2 <= m)%nat.

  Definition ones : point := repeat (repeat (Z.of_nat (2 * m)) d) n.
  (** X + E in units of delta. *)
  Definition ones_encoded : point := map (fun j => repeat (Z.of_nat (S j * m)) d) (seq 0 n).

  Lemma ones_matrix : every_matrix d n (2 * m + 1) ones.
  Proof.
    split; [split |]; unfold ones.
    - apply repeat_length.
    - apply Forall_forall. intros c I. apply repeat_spec in I as ->. apply repeat_length.
    - apply Forall_forall. intros c I. apply repeat_spec in I as ->. apply Forall_forall. intros z J.
      apply repeat_spec in J as ->. lia.
  Qed.

  Lemma ones_entry : forall i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z -> entry_ ones i j = Z.of_nat (2 * m).
  Proof.
    intros i j Hi Hj. unfold entry_, ones, at_. unfold column. rewrite (nth_repeat_in _ (repeat (Z.of_nat (2 * m)) d)
      []) by lia.
    apply nth_repeat_in. lia.
  Qed.

  Lemma encoded_shape : of_shape d n ones_encoded.
  Proof.
    split; unfold ones_encoded; [now rewrite map_length, seq_length |].
    apply Forall_map, Forall_forall. intros j _. apply repeat_length.
  Qed.

  Lemma encoded_columns_are : forall k, (k < n)%nat -> nth k ones_encoded [] = repeat (Z.of_nat (S k * m)) d.
  Proof.
    intros k Hk. unfold ones_encoded. set (f := fun j : nat => repeat (Z.of_nat (S j * m)) d).
    rewrite nth_indep with (d' := f 0%nat) by (rewrite map_length, seq_length; exact Hk).
    now rewrite (map_nth f), seq_nth by exact Hk.
  Qed.

  (** The quantiser leaves all entries as they are: they are multiples of delta. *)
  Lemma quantised_ones : Meq (run (position_quantiser d n m) (encoded (positions 1 d n) (in_unit_1 (2 * m) ones)))
    (in_unit_1 m ones_encoded).
  Proof.
    unfold position_quantiser. fold (rows d n m 1 (seq 0 d)). rewrite run_token_wise by apply positions_feed_forward.
    set (N := rows d n m 1 (seq 0 d)). destruct (unit_columns d n (2 * m) ones (proj1 ones_matrix)) as [A B].
    destruct (unit_columns d n m ones_encoded encoded_shape) as [A' B'].
    set (Y := encoded (positions 1 d n) (in_unit_1 (2 * m) ones)).
    assert (LY : length Y = n) by (apply (encoded_length d n _ A)).
    apply Meq_from_columns; rewrite map_length; [congruence |]. intros k Hk'.
    assert (Hk : (k < n)%nat) by (unfold vector, matrix in *; lia).
    rewrite nth_indep with (d' := on_column N []) by (rewrite map_length; exact Hk'). rewrite (map_nth (on_column N)).
    assert (Hy : length (nth k Y []) = d) by (apply (encoded_columns d n _ A B); exact Hk).
    assert (Lr : length (on_column N (nth k Y [])) = d).
    { unfold N, rows. rewrite (flat_map_ext _ (fun i => map (layer_of_row d i) (position_steps n m 1)))
        by (intro; apply row_steps).
      apply (rows_act d (position_steps n m 1) (seq 0 d) _ (seq_NoDup _ _)); [| exact Hy].
      apply Forall_forall. intros i Hi. apply in_seq in Hi. lia. }
    assert (Lo : length (nth k (in_unit_1 m ones_encoded) []) = d).
    { rewrite Forall_forall in B'. apply B', nth_In. unfold vector, matrix in *. lia. }
    apply entries_equal; [congruence |]. intros r Hr'. assert (Hr : (r < d)%nat) by (unfold vector in *; lia).
    unfold N. rewrite rows_entry by (lia || assumption). destruct (Nat.ltb_spec r d) as [_ | ?]; [| lia].
    pose proof (start_entry d n (2 * m) ones (r + 1)%Z (k + 1)%Z ltac:(lia) (proj1 ones_matrix) ltac:(lia) ltac:(lia))
      as V. rewrite ones_entry in V by lia. pose proof (m_delta (2 * m) ltac:(lia)) as M2. rewrite M2, next_is in V.
    unfold entry, item in V. replace (Z.to_nat (r + 1 - 1)) with r in V by lia.
    replace (Z.to_nat (k + 1 - 1)) with k in V by lia. fold Y in V. set (t := nth r (nth k Y []) 0) in *.
    pose proof (entry_is d n m ones_encoded (r + 1)%Z (k + 1)%Z ltac:(lia) encoded_shape ltac:(lia) ltac:(lia)) as O.
    unfold entry, item, entry_, at_ in O. replace (Z.to_nat (r + 1 - 1)) with r in O by lia.
    replace (Z.to_nat (k + 1 - 1)) with k in O by lia. unfold column in O.
    rewrite encoded_columns_are, nth_repeat_in in O by assumption. rewrite O.
    pose proof (m_delta m ltac:(lia)) as M.
    assert (T : t == of_nat (S k * m) * delta m).
    { rewrite V. unfold of_nat. rewrite Nat2Z.inj_mul, inject_Z_mult, Nat2Z.inj_succ, <- Z.add_1_r, next_is.
      transitivity ((inject_Z k + 1) * (inject_Z m * delta m)); [rewrite M |]; ring. }
    change (inject_Z (Z.of_nat (S k * m))) with (of_nat (S k * m)). rewrite <- T. unfold position_steps.
    destruct (layers_step m t ltac:(lia) (n * m)) as [(j & Hj & C0 & C1 & E) | [_ E]]; [| exact E].
    etransitivity; [exact E |]. rewrite T in C0, C1 |- *. unfold of_nat in *.
    assert (E1 : (Z.of_nat j <= Z.of_nat (S k * m))%Z).
    { apply (not_more m); [lia |]. pose proof (delta_positive m ltac:(lia)). lra. }
    assert (E2 : (Z.of_nat (S k * m) <= Z.of_nat j)%Z) by (apply (not_more m); [lia | exact C1]).
    now replace (Z.of_nat j) with (Z.of_nat (S k * m)) by lia.
  Qed.

  Lemma ones_ids : Forall (fun y => 0 < y)%Z (column_ids d m ones_encoded).
  Proof.
    unfold column_ids, ones_encoded. rewrite map_map. apply Forall_map, Forall_forall. intros j _.
    unfold column_id, weights. destruct d as [| d']; [lia |]. cbn [seq map repeat dot_Z]. rewrite Nat.pow_0_r.
    assert (W : forall k s v, (0 <= v)%Z -> (0 <= dot_Z (map (fun i => Z.of_nat (m ^ i)) (seq s k)) (repeat v k))%Z).
    { induction k as [| k IH]; intros s v Hv; cbn [seq map repeat dot_Z]; [lia |]. specialize (IH (S s) v Hv). nia. }
    specialize (W d' 1%nat (Z.of_nat (S j * m)) ltac:(lia)). nia.
  Qed.

  Lemma output_not_zero : exists c, length c = d /\ 0 < dot (reading_vector d m) c /\
    Forall2 Qeq (nth 0 (run (position_transformer d n m) (encoded (positions 1 d n) (in_unit_1 (2 * m) ones))) []) c.
  Proof.
    destruct (context_positive d n m Hd Hn Hm ones_encoded encoded_shape ones_ids) as (O & HO & E & Pos).
    set (N := position_value_map d n m (numbered_outputs d n m)).
    assert (All : Meq (run (position_transformer d n m) (encoded (positions 1 d n) (in_unit_1 (2 * m) ones)))
      (run N (in_unit_1 m O))).
    { unfold position_transformer, mapped_contexts, run. rewrite !fold_left_app. fold N.
      apply (run_respects N). eapply Meq_trans; [apply (run_respects (g2_g_c 1 d n m));
        exact quantised_ones | exact E]. }
    destruct (unit_columns d n m O HO) as [A B]. set (z := nth 0 (in_unit_1 m O) []).
    assert (Hz : length z = d) by (rewrite Forall_forall in B; apply B, nth_In; unfold vector, matrix in *; lia).
    assert (FF : Forall (fun l => is_attention l = false) N)
      by (apply value_map_feed_forward).
    exists (on_column N z). pose proof All as All'. rewrite (run_token_wise N) in All' by exact FF.
    pose proof (nth_Meq _ _ 0 All') as F0.
    assert (Own : nth 0 (map (on_column N) (in_unit_1 m O)) [] = on_column N z).
    { rewrite nth_indep with (d' := on_column N []) by (rewrite map_length; unfold vector, matrix in *; lia).
      apply (map_nth (on_column N)). }
    rewrite Own in F0.
    assert (Q0 : not_zero d n m (dot (reading_vector d m) (on_column N z))).
    { apply (value_map_positive d n m Hd Hn Hm (numbered_outputs d n m) (numbered_shape d n m)); [| exact Hz |].
      - intros r j Hr Hj. rewrite corners_length in Hr.
        split; [now apply numbered_positive | now apply numbered_small].
      - left. destruct HO as [Hl Hc]. destruct O as [| c O]; [cbn in Hl; lia |].
        exists (column_id d m c). apply Forall_cons_iff in Pos as [P0 _]. split; [exact P0 |].
        unfold z. cbn [in_unit_1 map nth]. exact (column_id_read d m c). }
    split; [| split; [| exact F0]].
    - unfold N. rewrite value_map_is.
      pose proof (pairs_sized d n m Hd Hn Hm (numbered_outputs d n m) (numbered_shape d n m)) as S.
      clearbody z. clear - S Hz Hd Hm. revert z Hz. induction S as [| e l Se S IH]; intros z Hz; [exact Hz |].
      cbn [map].
      apply IH. destruct (window_decidable m (dot (reading_vector d m) (fst e)) (dot (reading_vector d m) z)) as [W |
        W].
      + destruct e as [now wanted]. exact (proj1 (layer_in_window d m Hd ltac:(lia) now wanted z Se Hz W)).
      + exact (proj1 (layer_beside d m Hd ltac:(lia) e z Se Hz W)).
    - destruct Q0 as [(k & Hk & K) | [P _]]; [| exact P]. rewrite K. apply Qmult_lt_0_compat;
        [change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; exact Hk | apply delta_positive; lia].
  Qed.
End Ones.

Lemma dot_zero : forall u c, Forall (fun x => x == 0) c -> dot u c == 0.
Proof.
  induction u as [| w u IH]; intros c H; [reflexivity |]. destruct H as [| x c E H]; [reflexivity |].
  cbn [dot]. rewrite E, (IH c H). ring.
Qed.

Theorem on_closed_domain_range_holds : on_closed_domain_range.
Proof.
  split; [reflexivity |]. intros d n m Hd Hn Hm H. specialize (H (ones d n m) (ones_matrix d n m Hd Hn Hm)).
  cbv zeta in H.
  destruct (output_not_zero d n m Hd Hn Hm) as (c & Hc & P & E).
  assert (Z : dot (reading_vector d m) c == 0); [| rewrite Z in P; now apply Qlt_irrefl in P].
  apply dot_zero, Forall_forall. intros x I. destruct (In_nth _ _ 0 I) as (k & Hk & <-).
  specialize (H (k + 1)%Z ltac:(lia) 1%Z ltac:(lia)).
  set (b := each _ _ _) in H. assert (Eb : b = false).
  { apply Bool.not_true_iff_false. intros T. unfold b, each in T. rewrite forallb_forall in T.
    specialize (T 1%Z ltac:(apply in_range; lia)). cbv beta in T. rewrite forallb_forall in T.
    specialize (T 1%Z ltac:(apply in_range; lia)). cbv beta in T. apply Qlt_bool_iff in T.
    rewrite (entry_is d n (2 * m)) in T by (lia || apply (ones_matrix d n m Hd Hn Hm)).
    rewrite ones_entry in T by lia. rewrite (m_delta (2 * m) ltac:(lia)) in T. now apply Qlt_irrefl in T. }
  rewrite Eb in H. cbv iota in H. etransitivity; [| exact H]. unfold entry, item. change (Z.to_nat (1 - 1)) with 0%nat.
  replace (Z.to_nat (k + 1 - 1)) with k by lia. symmetry. now apply Forall2_entry.
Qed.
