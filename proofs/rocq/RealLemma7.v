(** * Lemma 7 for real matrices (App. E.1.1; proof in App. E.2) *)

From Coq Require Import List Arith Bool Lia ZArith QArith Qreals Reals Lra Permutation.
From Exactua Require Import Networks NetworkLaws NetworkSizes RealNetworks RationalNetworks RealPhi NetworkStatements.
From Exactua Require Matrices Transformers Grids FeedForward FeedForwardLayers Lemma7.
Import ListNotations.
Open Scope R_scope.

(** ** Rational numbers as real ones *)

Lemma real_opposite_of_one : Q2R (-(1)) = -1. Proof. unfold Q2R. cbn. lra. Qed.

Lemma real_integer : forall k, Q2R (inject_Z k) = IZR k.
Proof. intro k. unfold Q2R, inject_Z. cbn. lra. Qed.

Lemma real_of_nat : forall k, Q2R (Transformers.of_nat k) = INR k.
Proof. intro k. unfold Transformers.of_nat. rewrite real_integer. symmetry. apply INR_IZR_INZ. Qed.

Lemma real_delta : forall m, (1 <= m)%nat -> Q2R (Transformers.delta m) = 1 / INR m.
Proof.
  intros m Hm. unfold Transformers.delta. assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  rewrite Q2R_div, real_of_nat, real_one; [reflexivity|].
  intro E. apply Qeq_eqR in E. rewrite real_of_nat, real_zero in E. lra.
Qed.

Lemma real_outside_level : forall d n m, Q2R (FeedForward.outside_level d n m) = - INR m ^ (n * d).
Proof.
  intros. unfold FeedForward.outside_level. rewrite Q2R_opp, real_integer, INR_IZR_INZ, pow_IZR. reflexivity.
Qed.

(** ** Both activations *)

Definition real_activation (phi : list Transformers.piece) : list (piece reals) := map real_piece (map piece_of phi).

Lemma clipping_value : forall d n m t,
  ((t < 0 \/ 1 <= t) ->
    activate (real_activation (FeedForward.clipping d n m)) t = - t + - INR m ^ (n * d)) /\
  (0 <= t < 1 -> activate (real_activation (FeedForward.clipping d n m)) t = 0).
Proof.
  intros d n m t. cbn. unfold has, above, below. cbn.
  rewrite !real_zero, !real_one, !real_outside_level, !real_opposite_of_one.
  destruct (Rle_dec 0 t), (Rle_dec 1 t); cbn; split; intros; lra.
Qed.

Lemma flattening_value : forall m t, (1 <= m)%nat ->
  ((t < 0 \/ 1 / INR m <= t) -> activate (real_activation (FeedForward.flattening m)) t = 0) /\
  (0 <= t < 1 / INR m -> activate (real_activation (FeedForward.flattening m)) t = - t).
Proof.
  intros m t Hm. cbn. unfold has, above, below. cbn.
  rewrite !real_zero, !real_opposite_of_one, !real_delta by exact Hm.
  destruct (Rle_dec 0 t), (Rle_dec (1 / INR m) t); cbn; split; intros; lra.
Qed.

(** ** A layer for one row *)

Definition real_adding (d i : nat) (s : Q * list Transformers.piece) : layer reals :=
  real_layer (layer_of (FeedForward.adding d (FeedForward.unit_vector d i) (FeedForward.unit_vector d i) (fst s) (snd
    s))).

Lemma unit_entry : forall d i j, (j < d)%nat ->
  Q2R (of_list (FeedForward.unit_vector d i) j) = if Nat.eqb j i then 1 else 0.
Proof.
  intros d i j Hj. unfold of_list. rewrite FeedForwardLayers.unit_vector_entry by exact Hj.
  destruct (Nat.eqb j i); [apply real_one|apply real_zero].
Qed.

Lemma row_layer_adds : forall sigma d n i s (X : matrix reals) i' j, (i < d)%nat -> (i' < d)%nat ->
  apply sigma d n X (real_adding d i s) i' j =
  X i' j + if Nat.eqb i' i then activate (real_activation (snd s)) (X i j + Q2R (fst s)) else 0.
Proof.
  intros sigma d n i s X i' j Hi Hi'. unfold real_adding, FeedForward.adding. cbn [layer_of real_layer apply].
  unfold feed_forward, sum, in_each_column, product at 1, real_matrix, real_vector.
  cbn [hidden_size W_1 b_1 W_2 b_2 activation Transformers.W_1 Transformers.b_1 Transformers.W_2 Transformers.b_2
       Transformers.activation total plus times zero reals].
  assert (E : product (F := reals) d (fun _ i0 : nat => Q2R (of_list (FeedForward.unit_vector d i) i0)) X 0%nat j = X i
    j).
  { unfold product. rewrite (total_single real_laws d _ i Hi).
    - rewrite unit_entry, Nat.eqb_refl by exact Hi. cbn. apply Rmult_1_l.
    - intros l Hl N. rewrite unit_entry by exact Hl. destruct (Nat.eqb_spec l i);
      [contradiction|]. cbn. apply Rmult_0_l. }
  rewrite E, unit_entry by exact Hi'. unfold of_list at 1. rewrite FeedForwardLayers.zeros_entry, real_zero.
  fold (real_activation (snd s)). destruct (Nat.eqb i' i); lra.
Qed.

(** What layers make of the entry of their row. *)
Definition through (s : list (Q * list Transformers.piece)) (t : R) : R :=
  fold_left (fun t bp => t + activate (real_activation (snd bp)) (t + Q2R (fst bp))) s t.

Lemma row_layers_act : forall sigma d n i s (X : matrix reals) i' j, (i < d)%nat -> (i' < d)%nat ->
  run sigma d n (map (real_adding d i) s) X i' j = if Nat.eqb i' i then through s (X i j) else X i' j.
Proof.
  intros sigma d n i s. induction s as [|bp s IH]; intros X i' j Hi Hi'; cbn [map run fold_left].
  - destruct (Nat.eqb_spec i' i) as [->|]; reflexivity.
  - unfold run in IH. rewrite IH, !row_layer_adds, Nat.eqb_refl by assumption.
    destruct (Nat.eqb i' i); [reflexivity|]. apply Rplus_0_r.
Qed.

(** 'Then stack another 1/delta + 1 layers that quantizes the second row, and so on.' *)
Lemma rows_act : forall sigma d n s rows (X : matrix reals) i j, NoDup rows -> Forall (fun i => (i < d)%nat) rows ->
  (i < d)%nat ->
  run sigma d n (flat_map (fun i => map (real_adding d i) s) rows) X i j =
  if in_dec Nat.eq_dec i rows then through s (X i j) else X i j.
Proof.
  intros sigma d n s rows. induction rows as [|r rows IH]; intros X i j ND B Hi; cbn [flat_map].
  - destruct (in_dec Nat.eq_dec i []) as [[]|]; reflexivity.
  - apply NoDup_cons_iff in ND. destruct ND as [Hr ND]. apply Forall_cons_iff in B. destruct B as [Br B].
    rewrite run_app, (IH _ i j ND B Hi), row_layers_act by assumption.
    destruct (Nat.eqb_spec i r) as [->|N].
    + destruct (in_dec Nat.eq_dec r rows) as [|_]; [contradiction|].
      destruct (in_dec Nat.eq_dec r (r :: rows)) as [_|O]; [reflexivity|]. contradiction O. left. reflexivity.
    + destruct (in_dec Nat.eq_dec i rows) as [I|I], (in_dec Nat.eq_dec i (r :: rows)) as [I'|I']; try reflexivity.
      * contradiction I'. right. exact I.
      * destruct I' as [E|I']; [congruence|contradiction].
Qed.

(** ** k = 0, 1, ..., 1/delta - 1 *)

Definition steps (d n m : nat) : list (Q * list Transformers.piece) :=
  (0%Q, FeedForward.clipping d n m) ::
  map (fun j => ((- (Transformers.of_nat j * 1 * Transformers.delta m))%Q, FeedForward.flattening m)) (seq 0 m).

Lemma g_q_rows : forall d n m,
  real_network (FeedForward.g_q d n m) = flat_map (fun i => map (real_adding d i) (steps d n m)) (seq 0 d).
Proof.
  intros. unfold real_network, FeedForward.g_q. rewrite flat_map_concat_map, concat_map, map_map.
  rewrite flat_map_concat_map. f_equal. apply map_ext. intro i. unfold FeedForward.one_row, steps. cbn [map].
  rewrite !map_map. reflexivity.
Qed.

Section Quantises.
  Variables (d n m : nat).
  Hypothesis m_positive : (1 <= m)%nat.
  Let dl := 1 / INR m.
  Let outside := - INR m ^ (n * d).

  Lemma delta_positive : 0 < dl.
  Proof. unfold dl. apply Rdiv_lt_0_compat; [lra|]. apply lt_0_INR. lia. Qed.

  Lemma outside_negative : outside <= -1.
  Proof.
    unfold outside. assert (1 <= INR m ^ (n * d)); [|lra]. apply pow_R1_Rle. apply (le_INR 1). lia.
  Qed.

  Lemma multiples_ascend : forall j k, (j <= k)%nat -> INR j * dl <= INR k * dl.
  Proof. intros j k H. apply Rmult_le_compat_r; [apply Rlt_le, delta_positive|apply le_INR, H]. Qed.

  Lemma next_multiple : forall k, INR (S k) * dl = INR k * dl + dl.
  Proof. intro k. rewrite S_INR. ring. Qed.

  Lemma m_times_delta : INR m * dl = 1.
  Proof. unfold dl. field. apply not_0_INR. lia. Qed.

  (** After the clipping and the layers 0, ..., k - 1: entries in [0, k delta) are quantised, the rest is clipped. *)
  Definition passed (k : nat) (t y : R) : Prop :=
    (exists j, (j < k)%nat /\ INR j * dl <= t < INR j * dl + dl /\ y = INR j * dl) \/
    (INR k * dl <= t < 1 /\ y = t) \/
    ((t < 0 \/ 1 <= t) /\ y = outside).

  Lemma clipped_first : forall t, passed 0 t (t + activate (real_activation (FeedForward.clipping d n m)) (t + Q2R 0)).
  Proof.
    intro t. rewrite real_zero, Rplus_0_r. destruct (clipping_value d n m t) as [O I]. unfold passed. right.
    cbn [INR]. rewrite Rmult_0_l. destruct (Rlt_le_dec t 0); [right|destruct (Rlt_le_dec t 1); [left|right]];
      unfold outside.
    - rewrite O by lra. lra.
    - rewrite I by lra. lra.
    - rewrite O by lra. lra.
  Qed.

  (** 'Each layer quantizes X_1 in [k delta, k delta + delta) to k delta, without modifying other intervals.' *)
  Lemma layer_k : forall k t y, passed k t y ->
    passed (S k) t (y + activate (real_activation (FeedForward.flattening m))
                          (y + Q2R (- (Transformers.of_nat k * 1 * Transformers.delta m)))).
  Proof.
    intros k t y H. rewrite Q2R_opp, !Q2R_mult, real_of_nat, real_one, real_delta by exact m_positive.
    replace (y + - (INR k * 1 * (1 / INR m))) with (y - INR k * dl) by (unfold dl; ring).
    pose proof delta_positive as P. pose proof (next_multiple k) as N.
    destruct (flattening_value m (y - INR k * dl) m_positive) as [O I]. fold dl in O, I. unfold passed in *.
    destruct H as [(j & Hj & A & E) | [(A & E) | (A & E)]].
    - left. exists j. pose proof (multiples_ascend (S j) k Hj) as C. rewrite next_multiple in C.
      repeat split; try lia; try lra; rewrite O by lra; lra.
    - destruct (Rlt_le_dec t (INR k * dl + dl)).
      + left. exists k. repeat split; try lia; try lra; rewrite I by lra; lra.
      + right. left. rewrite O by lra. lra.
    - right. right. split; [exact A|]. pose proof outside_negative. pose proof (multiples_ascend 0 k ltac:(lia)) as C.
      cbn [INR] in C. rewrite O by lra. lra.
  Qed.

  Lemma layers_pass : forall k t y, passed 0 t y ->
    passed k t (through (map (fun j => ((- (Transformers.of_nat j * 1 * Transformers.delta m))%Q,
                                         FeedForward.flattening m)) (seq 0 k)) y).
  Proof.
    intros k t y H. induction k as [|k IH]; [exact H|].
    rewrite seq_S, map_app. unfold through. rewrite fold_left_app. apply layer_k, IH.
  Qed.

  Lemma entry_passed : forall t, passed m t (through (steps d n m) t).
  Proof. intro t. apply (layers_pass m), clipped_first. Qed.

  Lemma interval_is : forall k t, INR k / INR m <= t < (INR k + 1) / INR m <-> INR k * dl <= t < INR k * dl + dl.
  Proof.
    intros k t. replace (INR k / INR m) with (INR k * dl) by (unfold dl, Rdiv; ring).
    replace ((INR k + 1) / INR m) with (INR k * dl + dl); [reflexivity|]. unfold dl, Rdiv. ring.
  Qed.

  Lemma one_interval : forall j k t, INR j * dl <= t < INR j * dl + dl -> INR k * dl <= t < INR k * dl + dl -> j = k.
  Proof.
    intros j k t A B. destruct (lt_eq_lt_dec j k) as [[J|E]|J]; [exfalso|exact E|exfalso].
    - pose proof (multiples_ascend (S j) k J) as C. rewrite next_multiple in C. lra.
    - pose proof (multiples_ascend (S k) j J) as C. rewrite next_multiple in C. lra.
  Qed.

  Lemma inside : forall k, (k < m)%nat -> 0 <= INR k * dl /\ INR k * dl + dl <= 1.
  Proof.
    intros k Hk. pose proof (multiples_ascend 0 k ltac:(lia)) as A. pose proof (multiples_ascend (S k) m Hk) as B.
    rewrite next_multiple, m_times_delta in B. cbn [INR] in A. lra.
  Qed.

  Lemma passed_all : forall t y, passed m t y -> quantised_to d n m t y.
  Proof.
    intros t y H. pose proof m_times_delta as M. split.
    - intros k Hk A. apply interval_is in A. pose proof (inside k Hk).
      destruct H as [(j & _ & B & E) | [(B & _) | (B & _)]]; [|lra|lra].
      rewrite E, (one_interval j k t B A). unfold dl, Rdiv. ring.
    - intros N. destruct H as [(j & Hj & B & _) | [(B & _) | (_ & E)]]; [|lra|exact E].
      contradiction (N j Hj). apply interval_is, B.
  Qed.

  Lemma entry_quantised : forall t, quantised_to d n m t (through (steps d n m) t).
  Proof. intro t. apply passed_all, entry_passed. Qed.

  (** An entry of the result is -delta^(-nd) or one of 0, delta, ..., 1 - delta. *)
  Lemma entry_level : forall t, through (steps d n m) t = - INR m ^ (n * d) \/
    exists k, (k < m)%nat /\ through (steps d n m) t = INR k / INR m.
  Proof.
    intro t. destruct (entry_passed t) as [(j & Hj & _ & E) | [(B & _) | (_ & E)]].
    - right. exists j. split; [exact Hj|]. rewrite E. unfold dl, Rdiv. ring.
    - pose proof m_times_delta. lra.
    - left. exact E.
  Qed.

  (** Only what is in [k delta, k delta + delta) is quantised to k delta. *)
  Lemma quantised_inside : forall k t, (k < m)%nat -> through (steps d n m) t = INR k / INR m <->
    INR k / INR m <= t < INR k / INR m + 1 / INR m.
  Proof.
    intros k t Hk. assert (S : INR k / INR m + 1 / INR m = (INR k + 1) / INR m) by (unfold Rdiv; ring).
    rewrite S, interval_is. split; intro H.
    - pose proof (inside k Hk) as I. assert (F : INR k / INR m = INR k * dl) by (unfold dl, Rdiv; ring). rewrite F in H.
      destruct (entry_passed t) as [(j & _ & B & E) | [(B & _) | (_ & E)]].
      + rewrite E in H. rewrite H in B. exact B.
      + rewrite m_times_delta in B. lra.
      + rewrite E in H. pose proof outside_negative. lra.
    - apply (entry_quantised t); [exact Hk|]. apply interval_is, H.
  Qed.
End Quantises.


(** ** Lemma 7 *)

Lemma run_entry : forall d n m (X : matrix reals) i j, (i < d)%nat ->
  run hardmax d n (real_network (FeedForward.g_q d n m)) X i j = through (steps d n m) (X i j).
Proof.
  intros d n m X i j Hi. rewrite g_q_rows, rows_act by
    (try apply seq_NoDup; try exact Hi; apply Forall_forall; intros r I; apply in_seq in I; lia).
  destruct (in_dec Nat.eq_dec i (seq 0 d)) as [_|N]; [reflexivity|]. contradiction N. apply in_seq. lia.
Qed.

(** X is in S_L where it is quantised to L, and nowhere else. *)
Lemma in_S_iff : forall d n m L (X : Matrices.matrix), (1 <= m)%nat -> in_G d n m L ->
  (in_S d n m L X <-> Matrices.same d n (run hardmax d n (real_network (FeedForward.g_q d n m)) X) L).
Proof.
  intros d n m L X Hm grid. split; intros H i j Hi Hj; destruct (grid i j Hi Hj) as (k & Hk & E);
    specialize (H i j Hi Hj); rewrite E in *.
  - rewrite run_entry by exact Hi. apply (quantised_inside d n m Hm k _ Hk), H.
  - rewrite run_entry in H by exact Hi. apply (quantised_inside d n m Hm k _ Hk), H.
Qed.

Theorem lemma_7_real_holds : lemma_7_real.
Proof.
  intros d n m Hm g_q. split; [|split].
  - unfold g_q, real_network. rewrite map_length. unfold FeedForward.g_q.
    rewrite Lemma7.rows_length, seq_length. lia.
  - unfold g_q, real_network. apply Forall_map.
    pose proof (Lemma7.rows_in_Phi d n m 1 (seq 0 d) Hm) as P. unfold FeedForward.in_Phi_throughout in P.
    eapply Forall_impl; [|exact P]. intros [all|f] H; [contradiction|]. split; [reflexivity|].
    apply rational_in_Phi, H.
  - intros X Y. split; [|split; [|split]]; [| |intros L grid; apply in_S_iff; assumption|]; intros i j Hi Hj;
      unfold Y, g_q; rewrite run_entry by exact Hi.
    + apply entry_level, Hm.
    + apply entry_quantised, Hm.
    + intro H. destruct (entry_quantised d n m Hm (X i j)) as [_ O]. apply O. intros k Hk B. apply (interval_is m) in B.
      pose proof (inside m Hm k Hk). lra.
Qed.
