(** * StepsAppendixG3: the steps of App. G.3, for all d, n and delta

    The value map has a layer for each column of each context. Ids of contexts are integers in units of delta, all
    different, and greater than u^T of any value that is small enough: so a column meets the window of its own layer
    alone. *)

From Coq Require Import ZArith QArith Qround List Bool Lia Lqa.
From Exactua Require Import Transformers Grids Ids FeedForward Statements Hardmax Simulation Grid FeedForwardLayers.
From Exactua Require Import Lemma7 FiniteSets Contexts Lemma9Layers.
From Exactua Require Import Terms StepTools PositionNetworks AppendixGLayers Exported StepsFeedForward.
From Exactua Require AppendixG AppendixGNetwork StepsColumnId StepsAppendixG StepsLemma4.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** Lists *)

Lemma nth_flat_map : forall (A B : Type) (f : A -> list B) xs c k p e, (forall x, length (f x) = c) -> (p < c)%nat ->
  (k < length xs)%nat -> nth_error (flat_map f xs) (k * c + p) = nth_error (f (nth k xs e)) p.
Proof.
  intros A B f xs c k p e Hc Hp. revert k. induction xs as [| x xs IH]; intros k Hk; [simpl in Hk; lia |].
  cbn [flat_map]. destruct k as [| k].
  - rewrite nth_error_app1 by (rewrite Hc; lia). reflexivity.
  - rewrite nth_error_app2 by (rewrite Hc; lia). rewrite Hc. replace (S k * c + p - c)%nat with (k * c + p)%nat by lia.
    cbn [nth]. apply IH. simpl in Hk. lia.
Qed.

(** The number with the digits ks, the first of them the highest. *)
Fixpoint place (N : nat) (ks : list nat) : nat :=
  match ks with [] => 0%nat | k :: rest => (k * N ^ length rest + place N rest)%nat end.

Lemma place_below : forall N ks, Forall (fun k => (k < N)%nat) ks -> (place N ks < N ^ length ks)%nat.
Proof.
  intros N ks H. induction H as [| k ks Hk _ IH]; cbn [place length Nat.pow]; [lia |].
  assert (k * N ^ length ks + N ^ length ks <= N * N ^ length ks)%nat by nia. lia.
Qed.

Lemma nth_tuples : forall (A : Type) (xs : list A) e ks, Forall (fun k => (k < length xs)%nat) ks ->
  nth_error (tuples (length ks) xs) (place (length xs) ks) = Some (map (fun k => nth k xs e) ks).
Proof.
  intros A xs e ks H. induction H as [| k ks Hk H IH]; [reflexivity |]. cbn [place length tuples map].
  rewrite nth_flat_map with (e := e); [| intros x; now rewrite map_length, tuples_length | now apply place_below |
    exact Hk].
  rewrite nth_error_map, IH. reflexivity.
Qed.

Lemma place_by_powers : forall N ks, Z.of_nat (place N ks) =
  total_Z 1 (length ks) (fun j => (Z.of_nat N ^ (length ks - j) * at_ (map Z.of_nat ks) j)%Z).
Proof.
  intros N ks. induction ks as [| k ks IH]; [reflexivity |]. cbn [place length map].
  replace (Z.of_nat (S (length ks))) with (length ks + 1)%Z by lia.
  rewrite StepsColumnId.total_Z_first by lia. rewrite total_Z_up, Nat2Z.inj_add, Nat2Z.inj_mul, Nat2Z.inj_pow, IH.
  f_equal.
  - replace (length ks + 1 - 1)%Z with (Z.of_nat (length ks)) by lia. change (at_ (Z.of_nat k :: map Z.of_nat ks) 1)
      with (Z.of_nat k). ring.
  - apply total_Z_ext. intros j Hj. rewrite StepsColumnId.at_cons by lia. do 2 f_equal. lia.
Qed.

Lemma in_numbered : forall (A : Type) (l : list A) s r x,
  In (r, x) (combine (seq s (length l)) l) <-> exists k, r = (s + k)%nat /\ nth_error l k = Some x.
Proof.
  intros A l. induction l as [| y l IH]; intros s r x; cbn [length seq combine].
  - split; [intros [] | intros ([| k] & _ & E); discriminate E].
  - split.
    + intros [E | I].
      * injection E as <- <-. exists 0%nat. split; [lia | reflexivity].
      * apply IH in I as (k & -> & E). exists (S k). split; [lia | exact E].
    + intros ([| k] & -> & E).
      * left. injection E as ->. f_equal. lia.
      * right. apply IH. exists k. split; [lia | exact E].
Qed.

Lemma in_combine_nth : forall (a b : list vector) x y, length a = length b -> In (x, y) (combine a b) ->
  exists j, (j < length a)%nat /\ x = nth j a [] /\ y = nth j b [].
Proof.
  intros a. induction a as [| u a IH]; intros [| v b] x y Hl I; try destruct I; simpl in Hl.
  - injection H as <- <-. exists 0%nat. repeat split. simpl. lia.
  - destruct (IH b x y ltac:(lia) H) as (j & Hj & E & F). exists (S j). repeat split; [simpl; lia | exact E | exact F].
Qed.

Lemma nth_in_combine : forall (a b : list vector) j, length a = length b -> (j < length a)%nat ->
  In (nth j a [], nth j b []) (combine a b).
Proof.
  intros a. induction a as [| u a IH]; intros [| v b] j Hl Hj; simpl in Hl, Hj; try lia.
  destruct j as [| j]; [now left |]. right. exact (IH b j ltac:(lia) ltac:(lia)).
Qed.

Lemma map_flat_map : forall (A B C : Type) (f : B -> C) (g : A -> list B) l,
  flat_map (fun x => map f (g x)) l = map f (flat_map g l).
Proof. intros. induction l as [| x l IH]; [reflexivity |]. cbn [flat_map]. now rewrite map_app, IH. Qed.

Lemma Meq_from_columns : forall A B : matrix, length A = length B ->
  (forall j, (j < length A)%nat -> Forall2 Qeq (nth j A []) (nth j B [])) -> Meq A B.
Proof.
  intros A. induction A as [| a A IH]; intros [| b B] Hl H; simpl in Hl; try discriminate; constructor.
  - apply (H 0%nat). simpl. lia.
  - apply IH; [lia |]. intros j Hj. apply (H (S j)). simpl. lia.
Qed.

(** ** The corners of cubes, and their numbers *)

Lemma column_in_range : forall d m c, length c = d -> Forall (fun k => 0 <= k < Z.of_nat m)%Z c ->
  (0 <= column_id d m c < m ^ d)%Z.
Proof.
  intros d m c Hc H. rewrite (column_id_is_value d m c Hc), <- Hc. now apply value_range.
Qed.

Definition number (d m : nat) (X : point) : nat := place (m ^ d) (map (fun c => Z.to_nat (column_id d m c)) X).

Lemma corner_columns : forall d n m X, (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  Forall (fun c => (0 <= column_id d m c < m ^ d)%Z /\ column_of d m (column_id d m c) = c) X.
Proof.
  intros d n m X one_d Hm [[_ Hd] HX]. rewrite Forall_forall in *. intros c I. specialize (Hd c I).
  specialize (HX c I).
  split; [now apply column_in_range | now apply column_of_id].
Qed.

Lemma digits_below : forall d n m X, (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  Forall (fun k => (k < m ^ d)%nat) (map (fun c => Z.to_nat (column_id d m c)) X).
Proof.
  intros d n m X Hd Hm HX. apply Forall_map. eapply Forall_impl; [| exact (corner_columns d n m X Hd Hm HX)].
  intros c [R _]. apply Nat2Z.inj_lt. rewrite Z2Nat.id, Nat2Z.inj_pow by lia. lia.
Qed.

Lemma corner_number : forall d n m X, (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  nth_error (corners d n m) (number d m X) = Some X.
Proof.
  intros d n m X Hd Hm HX. pose proof (corner_columns d n m X Hd Hm HX) as F.
  pose proof (digits_below d n m X Hd Hm HX) as B.
  unfold corners, number. set (xs := map (column_of d m) (levels (m ^ d))).
  set (ks := map (fun c => Z.to_nat (column_id d m c)) X) in *.
  assert (Hl : length xs = (m ^ d)%nat) by (unfold xs; now rewrite map_length, levels_length).
  assert (Hn : length ks = n) by (unfold ks; rewrite map_length; apply HX).
  rewrite <- Hn. rewrite <- Hl in B |- *.
  etransitivity; [exact (nth_tuples _ xs [] ks B) |]. f_equal. unfold ks. rewrite map_map.
  clear HX ks B Hn. induction F as [| c X [R E] F IH]; [reflexivity |]. cbn [map]. f_equal; [| exact IH].
  rewrite nth_indep with (d' := column_of d m 0%Z) by (rewrite Hl; apply Nat2Z.inj_lt; rewrite Z2Nat.id,
    Nat2Z.inj_pow by lia; lia).
  unfold xs. rewrite map_nth. rewrite <- E at 2. f_equal. unfold levels.
  change 0%Z with (Z.of_nat 0). rewrite map_nth, seq_nth.
  - rewrite Nat.add_0_l, Z2Nat.id by lia. reflexivity.
  - apply Nat2Z.inj_lt. rewrite Z2Nat.id, Nat2Z.inj_pow by lia. lia.
Qed.

Lemma corners_length : forall d n m, length (corners d n m) = ((m ^ d) ^ n)%nat.
Proof. intros. etransitivity; [apply tuples_length |]. now rewrite map_length, levels_length. Qed.

Lemma corners_differ : forall d n m, (1 <= d)%nat -> (2 <= m)%nat -> NoDup (corners d n m).
Proof.
  intros d n m Hd Hm. apply tuples_NoDup, NoDup_map_injective; [| apply levels_NoDup].
  intros k k' Hk Hk' E. apply in_levels in Hk, Hk'.
  rewrite <- (id_of_column d m Hd Hm k Hk), <- (id_of_column d m Hd Hm k' Hk'). now rewrite E.
Qed.

Lemma corner_in_grid : forall d n m r X, (1 <= d)%nat -> (2 <= m)%nat -> nth_error (corners d n m) r = Some X ->
  G_delta d n m X.
Proof.
  intros d n m r X Hd Hm E. apply nth_error_In, in_tuples in E as [Hn H]. rewrite Forall_forall in H.
  assert (A : forall c, In c X -> length c = d /\ Forall (fun k => 0 <= k < Z.of_nat m)%Z c).
  { intros c I. apply H, in_map_iff in I as (k & <- & _). rewrite column_of_digits.
    split; [apply digits_length | apply digits_range; lia]. }
  split; [split; [exact Hn |] |]; apply Forall_forall; intros c I; now apply A.
Qed.

(** The number as the steps have it. *)
Lemma number_by_powers : forall d n m X (e : Z -> Z -> Z), (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  (forall i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z -> e i j = entry_ X i j) ->
  total_Z 1 n (fun j => ((m ^ d) ^ (n - j) * total_Z 1 d (fun i => m ^ (i - 1) * e i j))%Z) = Z.of_nat (number d m X).
Proof.
  intros d n m X e Hd Hm HX He. unfold number. rewrite place_by_powers, map_length.
  pose proof (proj1 (proj1 HX)) as Hl. unfold column in Hl |- *. rewrite Hl, Nat2Z.inj_pow. clear Hl.
  apply total_Z_ext.
  intros j Hj. f_equal. rewrite (total_Z_ext 1 d _ (fun i => (m ^ (i - 1) * at_ (nth (Z.to_nat (j - 1)) X []) i)%Z)).
  - pose proof (column_length d n X j (proj1 HX) Hj) as Hc.
    pose proof (StepsColumnId.value_by_powers m (nth (Z.to_nat (j - 1)) X [])) as V. rewrite Hc in V. rewrite V.
    rewrite <- (column_id_is_value d m _ Hc), map_map. unfold at_.
    pose proof (corner_columns d n m X Hd Hm HX) as F.
    assert (Hl : (Z.to_nat (j - 1) < length X)%nat) by (destruct HX as [[Hn _] _]; unfold column in *; lia).
    rewrite nth_indep with (d' := Z.of_nat (Z.to_nat (column_id d m []))) by (rewrite map_length; exact Hl).
    etransitivity; [| symmetry; exact (map_nth (fun c => Z.of_nat (Z.to_nat (column_id d m c))) X [] _)].
    rewrite Z2Nat.id; [reflexivity |].
    rewrite Forall_forall in F. apply (F (nth (Z.to_nat (j - 1)) X [])). now apply nth_In.
  - intros i Hi. now rewrite He.
Qed.

(** ** Columns of contexts *)

Definition least_number (d n m : nat) : Z := (n * (m ^ d) ^ (n + 1))%Z.

Section Contexts.
  Variables d n m : nat.
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hm : (2 <= m)%nat.

  Local Notation start X := (encoded (positions 1 d n) (in_unit_1 m X)).
  Local Notation mapped X := (in_unit_1 m (output_point 1 d n m X)).
  Local Notation u := (reading_vector d m).

  Lemma output_shape : forall X, G_delta d n m X -> of_shape d n (output_point 1 d n m X).
  Proof. intros X HX. apply (reads_output 1 d n m ltac:(lia) Hd Hn Hm X HX). Qed.

  Lemma mapped_columns : forall X, G_delta d n m X ->
    length (mapped X) = n /\ forall j, (j < n)%nat -> length (nth j (mapped X) []) = d.
  Proof.
    intros X HX. destruct (StepsLemma4.unit_columns d n m _ (output_shape X HX)) as [A B]. split; [exact A |].
    intros j Hj. rewrite Forall_forall in B. apply B, nth_In. unfold vector, matrix in *. lia.
  Qed.

  Lemma context_is : forall X, G_delta d n m X -> Meq (position_context d n m X) (mapped X).
  Proof.
    intros X HX. eapply Meq_trans; [apply run_reduced_is_run |].
    apply (reads_output 1 d n m ltac:(lia) Hd Hn Hm X HX).
  Qed.

  Lemma context_columns : forall X, G_delta d n m X -> length (position_context d n m X) = n /\
    forall j, (j < n)%nat -> length (nth j (position_context d n m X) []) = d /\
      Forall2 Qeq (nth j (position_context d n m X) []) (nth j (mapped X) []).
  Proof.
    intros X HX. pose proof (context_is X HX) as E. destruct (mapped_columns X HX) as [Hl Hc]. split.
    - etransitivity; [exact (Forall2_length_eq _ _ _ _ _ E) | exact Hl].
    - intros j Hj. pose proof (nth_Meq _ _ j E) as F. split; [| exact F].
      etransitivity; [exact (Forall2_length_eq _ _ _ _ _ F) | exact (Hc j Hj)].
  Qed.

  (** u^T of a column, in units of delta. *)
  Lemma mapped_id : forall X j, G_delta d n m X -> (j < n)%nat ->
    dot u (nth j (mapped X) []) == inject_Z (nth j (output_of 1 d n m X) 0%Z) * delta m.
  Proof.
    intros X j HX Hj.
    pose proof (units_row_item d n m _ _ (Z.of_nat j + 1) ltac:(lia) (reads_point d n m _ (output_shape X HX))
      ltac:(lia)) as U.
    rewrite (output_ids 1 d n m Hd X HX) in U. unfold item, at_ in U.
    replace (Z.to_nat (Z.of_nat j + 1 - 1)) with j in U by lia. unfold row_of in U.
    rewrite nth_indep with (d' := dot u []) in U by (rewrite map_length; destruct (mapped_columns X HX); lia).
    rewrite map_nth in U. unfold units in U. rewrite <- U.
    transitivity ((inject_Z m * delta m) * dot u (nth j (mapped X) [])); [| ring].
    rewrite m_delta by lia. ring.
  Qed.

  Lemma output_facts : forall X, G_delta d n m X -> length (output_of 1 d n m X) = n /\
    NoDup (output_of 1 d n m X) /\
    forall j, (j < n)%nat -> (least_number d n m * m < nth j (output_of 1 d n m X) 0)%Z.
  Proof.
    intros X HX. pose proof (point_setting 1 d n m ltac:(lia) Hd Hn Hm X HX) as S. split; [| split].
    - exact (StepsAppendixG.output_count d n m X S).
    - now apply StepsAppendixG.output_distinct.
    - intros j Hj. pose proof (StepsAppendixG.output_is d n m X S (Z.of_nat j + 1) ltac:(lia)) as E.
      pose proof (StepsAppendixG.swept_bounds d n m X S (Z.of_nat j + 1) ltac:(lia)) as B.
      unfold at_ in E, B. replace (Z.to_nat (Z.of_nat j + 1 - 1)) with j in E, B by lia. rewrite E.
      unfold least_number. rewrite D_is_power.
      assert (B0 : (0 <= (Z.of_nat m ^ Z.of_nat d) ^ (Z.of_nat n + 1))%Z) by (apply Z.pow_nonneg, Z.pow_nonneg; lia).
      set (b := ((Z.of_nat m ^ Z.of_nat d) ^ (Z.of_nat n + 1))%Z) in *. set (g := greatest _) in *.
      assert (C : (n * b * m <= n * m * b * g)%Z).
      { assert (0 <= n * b * m)%Z by (apply Z.mul_nonneg_nonneg; [apply Z.mul_nonneg_nonneg |]; lia). nia. }
      lia.
  Qed.

  Lemma same_output : forall X X' v, G_delta d n m X -> G_delta d n m X' -> In v (output_of 1 d n m X) ->
    In v (output_of 1 d n m X') -> X = X'.
  Proof.
    intros X X' v HX HX' Hv Hv'.
    destruct (point_setting 1 d n m ltac:(lia) Hd Hn Hm X HX) as [two_N N_W two_n one_A W_at_most corner].
    destruct (point_setting 1 d n m ltac:(lia) Hd Hn Hm X' HX') as [_ _ _ _ _ corner'].
    apply (AppendixGNetwork.same_ids d n m); try assumption.
    exact (AppendixG.contexts_distinct _ _ _ two_N N_W two_n _ one_A W_at_most _ _ v corner corner' Hv Hv').
  Qed.

  (** A column meets the window of its own layer alone. *)
  Lemma own_window : forall X X' j j', G_delta d n m X -> G_delta d n m X' -> (j < n)%nat -> (j' < n)%nat ->
    in_window m (dot u (nth j' (position_context d n m X') [])) (dot u (nth j (mapped X) [])) -> X' = X /\ j' = j.
  Proof.
    intros X X' j j' HX HX' Hj Hj' W. destruct (context_columns X' HX') as [_ C]. destruct (C j' Hj') as [_ E].
    unfold in_window in W. rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl u) E), !mapped_id in W by assumption.
    set (a := nth j' _ _) in *. set (b := nth j _ _) in *. pose proof (delta_positive m ltac:(lia)) as P.
    assert (Hh : delta m / 2 == (1 # 2) * delta m) by (unfold Qdiv; change (/ 2) with (1 # 2); ring).
    rewrite Hh in W. destruct W as [W W'].
    assert (E1 : (a <= b)%Z).
    { apply Z.lt_succ_r. unfold Z.succ. rewrite Zlt_Qlt, inject_Z_plus. change (inject_Z 1) with 1.
      apply (Qmult_lt_r _ _ _ P). lra. }
    assert (E2 : (b <= a)%Z).
    { apply Z.lt_succ_r. unfold Z.succ. rewrite Zlt_Qlt, inject_Z_plus. change (inject_Z 1) with 1.
      apply (Qmult_lt_r _ _ _ P). lra. }
    destruct (output_facts X HX) as (L & N & _). destruct (output_facts X' HX') as (L' & N' & _).
    assert (X' = X) as ->.
    { apply (same_output X' X a HX' HX); [apply nth_In; lia |]. replace a with b by lia. apply nth_In. lia. }
    split; [reflexivity |]. apply (proj1 (NoDup_nth _ 0%Z) N); lia || (fold a b; lia).
  Qed.

  Lemma no_window : forall X j q, G_delta d n m X -> (j < n)%nat -> q < inject_Z (least_number d n m) ->
    ~ in_window m (dot u (nth j (position_context d n m X) [])) q.
  Proof.
    intros X j q HX Hj Hq [W _]. destruct (context_columns X HX) as [_ C]. destruct (C j Hj) as [_ E].
    rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl u) E), mapped_id in W by assumption.
    destruct (output_facts X HX) as (_ & _ & B). specialize (B j Hj). pose proof (delta_positive m ltac:(lia)) as P.
    assert (Hh : delta m / 2 == (1 # 2) * delta m) by (unfold Qdiv; change (/ 2) with (1 # 2); ring).
    rewrite Hh in W. set (a := nth j _ _) in *. set (g := least_number d n m) in *.
    assert (G : inject_Z (g * m + 1) <= inject_Z a) by (rewrite <- Zle_Qle; lia).
    rewrite inject_Z_plus, inject_Z_mult in G. change (inject_Z 1) with 1 in G.
    pose proof (m_delta m ltac:(lia)) as M.
    assert (H : (inject_Z g * inject_Z m + 1) * delta m <= inject_Z a * delta m) by (apply Qmult_le_compat_r; lra).
    assert (H' : (inject_Z g * inject_Z m + 1) * delta m == inject_Z g + delta m)
      by (transitivity (inject_Z g * (inject_Z m * delta m) + delta m); [ring | rewrite M; ring]).
    lra.
  Qed.

  (** ** The value map *)

  Variable A : nat -> matrix.
  Hypothesis A_shape : forall r, length (A r) = n /\ Forall (fun c => length c = d) (A r).

  Definition pairs : list (vector * vector) :=
    flat_map (fun '(r, X) => combine (position_context d n m X) (A r))
      (combine (seq 0 (length (corners d n m))) (corners d n m)).

  Lemma value_map_is : position_value_map d n m A = map (key_layer d m 0) pairs.
  Proof.
    unfold pairs. rewrite <- map_flat_map. unfold position_value_map. apply flat_map_ext. intros [r X].
    apply map_ext. intros [now wanted]. reflexivity.
  Qed.

  Lemma value_map_feed_forward : Forall (fun l => is_attention l = false) (position_value_map d n m A).
  Proof. rewrite value_map_is. apply Forall_map, Forall_forall. intros [now wanted] _. reflexivity. Qed.

  Lemma in_pairs : forall now wanted, In (now, wanted) pairs -> exists r X j, nth_error (corners d n m) r = Some X /\
    (j < n)%nat /\ now = nth j (position_context d n m X) [] /\ wanted = nth j (A r) [].
  Proof.
    intros now wanted I. unfold pairs in I. apply in_flat_map in I as ([r X] & I & J).
    apply in_numbered in I as (k & -> & E). pose proof (corner_in_grid d n m k X Hd Hm E) as HX.
    destruct (context_columns X HX) as [Hl _]. destruct (A_shape (0 + k)) as [Ha _].
    apply in_combine_nth in J as (j & Hj & -> & ->); [| congruence].
    exists (0 + k)%nat, X, j. repeat split; [exact E | lia].
  Qed.

  Lemma pair_of : forall r X j, nth_error (corners d n m) r = Some X -> (j < n)%nat ->
    In (nth j (position_context d n m X) [], nth j (A r) []) pairs.
  Proof.
    intros r X j E Hj. pose proof (corner_in_grid d n m r X Hd Hm E) as HX.
    destruct (context_columns X HX) as [Hl _]. destruct (A_shape r) as [Ha _].
    apply in_flat_map. exists (r, X). split.
    - apply in_numbered. exists r. split; [lia | exact E].
    - apply nth_in_combine; [congruence | lia].
  Qed.

  Lemma pairs_sized : Forall (sized d) pairs.
  Proof.
    apply Forall_forall. intros [now wanted] I. apply in_pairs in I as (r & X & j & E & Hj & -> & ->).
    pose proof (corner_in_grid d n m r X Hd Hm E) as HX. destruct (context_columns X HX) as [_ C].
    destruct (A_shape r) as [Ha Hc]. split; cbn [fst snd]; [now apply C |].
    rewrite Forall_forall in Hc. apply Hc, nth_In. lia.
  Qed.

  (** 'maps g_c(L) to the desired output A_L', where u^T of its columns is small enough. *)
  Theorem value_map_acts : forall X r Y, nth_error (corners d n m) r = Some X ->
    (forall j, (j < n)%nat -> dot u (nth j (A r) []) < inject_Z (least_number d n m)) ->
    Meq Y (mapped X) -> Meq (run (position_value_map d n m A) Y) (A r).
  Proof.
    intros X r Y E small HY. pose proof (corner_in_grid d n m r X Hd Hm E) as HX.
    destruct (mapped_columns X HX) as [Hl Hc]. destruct (A_shape r) as [Ha Hw].
    eapply Meq_trans; [apply run_respects; exact HY |].
    rewrite run_token_wise by apply value_map_feed_forward. rewrite value_map_is.
    set (N := map (key_layer d m 0) pairs). apply Meq_from_columns; rewrite map_length; [congruence |].
    rewrite Hl. intros j Hj.
    rewrite nth_indep with (d' := on_column N []) by (rewrite map_length; lia). rewrite (map_nth (on_column N)).
    set (t := nth j (A r) []). assert (Ht : length t = d) by (rewrite Forall_forall in Hw; apply Hw, nth_In; lia).
    assert (Zero : first_unit d 0 = repeat 0 d)
      by (unfold first_unit; destruct d as [| d']; [lia |]; cbn [Nat.sub repeat]; now rewrite Nat.sub_0_r).
    eapply Forall2_Qeq_trans; [apply (keys_own d m Hd ltac:(lia) 0 pairs _ t) |].
    - exact pairs_sized.
    - now apply Hc.
    - exact Ht.
    - intros now wanted I W. apply in_pairs in I as (r' & X' & j' & E' & Hj' & -> & ->).
      pose proof (corner_in_grid d n m r' X' Hd Hm E') as HX'.
      destruct (own_window X X' j j' HX HX' Hj Hj' W) as [-> ->].
      assert (r' = r) as ->.
      { apply (proj1 (NoDup_nth_error (corners d n m)) (corners_differ d n m Hd Hm)); [| congruence].
        apply nth_error_Some. congruence. }
      split; [now apply context_columns | apply Forall2_Qeq_refl].
    - intros now wanted I. apply in_pairs in I as (r' & X' & j' & E' & Hj' & -> & _).
      assert (Eq : dot u (add t (first_unit d 0)) == dot u t)
        by (etransitivity; [exact (dot_lifted d m Hd ltac:(lia) t 0 Ht) | apply Qplus_0_r]).
      intros W. apply (in_window_respects _ _ _ _ Eq) in W. revert W.
      apply no_window; [exact (corner_in_grid d n m r' X' Hd Hm E') | exact Hj' | now apply small].
    - exists (nth j (position_context d n m X) []), t. split; [now apply pair_of |]. now apply context_columns.
    - rewrite Zero. now apply add_zeros.
  Qed.

  Theorem contexts_mapped : forall X r Y, nth_error (corners d n m) r = Some X ->
    (forall j, (j < n)%nat -> dot u (nth j (A r) []) < inject_Z (least_number d n m)) ->
    Meq Y (start X) -> Meq (run (mapped_contexts d n m A) Y) (A r).
  Proof.
    intros X r Y E small HY. pose proof (corner_in_grid d n m r X Hd Hm E) as HX.
    unfold mapped_contexts, run. rewrite fold_left_app. apply (value_map_acts X r); try assumption.
    eapply Meq_trans; [exact (run_respects (g2_g_c 1 d n m) _ _ HY) |].
    apply (reads_output 1 d n m ltac:(lia) Hd Hn Hm X HX).
  Qed.

  (** *** How many layers *)

  Lemma pairs_length : length pairs = (n * (m ^ d) ^ n)%nat.
  Proof.
    unfold pairs. rewrite <- corners_length.
    assert (G : forall l, (forall p, In p l -> exists r X, p = (r, X) /\ nth_error (corners d n m) r = Some X) ->
      length (flat_map (fun '(r, X) => combine (position_context d n m X) (A r)) l) = (n * length l)%nat).
    { induction l as [| p l IH]; intros H; [cbn [flat_map length]; lia |]. cbn [flat_map length].
      destruct (H p (or_introl eq_refl)) as (r & X & -> & E). rewrite app_length, IH by (intros; apply H; now right).
      pose proof (corner_in_grid d n m r X Hd Hm E) as HX. destruct (context_columns X HX) as [Hl _].
      destruct (A_shape r) as [Ha _]. rewrite combine_length, Hl, Ha, Nat.min_id. lia. }
    rewrite G.
    - now rewrite combine_length, seq_length, Nat.min_id.
    - intros [r X] I. apply in_numbered in I as (k & -> & E). now exists (0 + k)%nat, X.
  Qed.

  Lemma value_map_length : length (position_value_map d n m A) = (n * (m ^ d) ^ n)%nat.
  Proof. rewrite value_map_is, map_length. exact pairs_length. Qed.

  Lemma value_map_fine : Forall (fun l => fine l = true) (position_value_map d n m A).
  Proof. rewrite value_map_is. apply Forall_map, Forall_forall. intros [now wanted] _. reflexivity. Qed.
End Contexts.

(** ** The numbers (i + d (j - 1 + n r)) / (d n delta^(-dn)) *)

Lemma numbered_column : forall d n m r j, (j < n)%nat -> nth j (numbered_outputs d n m r) [] =
  map (fun i => of_nat (i + d * (j + n * r)) / of_nat (d * n * (m ^ d) ^ n)) (seq 1 d).
Proof.
  intros d n m r j Hj. unfold numbered_outputs.
  set (f := fun j : nat => map (fun i => of_nat (i + d * (j + n * r)) / of_nat (d * n * (m ^ d) ^ n)) (seq 1 d)).
  rewrite nth_indep with (d' := f 0%nat) by (rewrite map_length, seq_length; exact Hj).
  now rewrite (map_nth f), seq_nth by exact Hj.
Qed.

Lemma numbered_shape : forall d n m r, length (numbered_outputs d n m r) = n /\
  Forall (fun c => length c = d) (numbered_outputs d n m r).
Proof.
  intros d n m r. unfold numbered_outputs. split; [now rewrite map_length, seq_length |].
  apply Forall_map, Forall_forall. intros j _. now rewrite map_length, seq_length.
Qed.

Lemma numbered_entry : forall (d n m r : nat) i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (numbered_outputs d n m r) i j = inject_Z (i + d * (j - 1 + n * r)) / inject_Z (d * n * (m ^ d) ^ n).
Proof.
  intros d n m r i j Hi Hj. unfold entry, item. rewrite numbered_column by lia.
  set (f := fun i : nat => of_nat (i + d * (Z.to_nat (j - 1) + n * r)) / of_nat (d * n * (m ^ d) ^ n)).
  rewrite nth_indep with (d' := f 0%nat) by (rewrite map_length, seq_length; lia).
  rewrite (map_nth f), seq_nth by lia. unfold f, of_nat. do 2 f_equal; rewrite ?Nat2Z.inj_add, ?Nat2Z.inj_mul.
  - f_equal; [lia |]. rewrite Nat2Z.inj_add, Z2Nat.id, Nat2Z.inj_mul by lia. reflexivity.
  - now rewrite !Nat2Z.inj_pow.
Qed.

(** u^T of a column with entries in [0, 1] is at most delta^-d - 1. *)
Lemma dot_at_most : forall (m : nat) t s, (2 <= m)%nat -> Forall (fun x => 0 <= x <= 1) t ->
  dot (map (fun i => of_nat (m ^ i)) (seq s (length t))) t + of_nat (m ^ s) <= of_nat (m ^ (s + length t)).
Proof.
  intros m t s Hm H. revert s. induction H as [| x t [X0 X1] _ IH]; intros s; cbn [length seq map dot].
  - rewrite Nat.add_0_r. lra.
  - specialize (IH (S s)). replace (s + S (length t))%nat with (S s + length t)%nat by lia.
    assert (E : of_nat (m ^ s) + of_nat (m ^ s) <= of_nat (m ^ S s)).
    { unfold of_nat. rewrite <- inject_Z_plus, <- Zle_Qle. cbn [Nat.pow]. nia. }
    pose proof (of_nat_nonnegative (m ^ s)) as P. assert (of_nat (m ^ s) * x <= of_nat (m ^ s)) by nra. lra.
Qed.

Lemma numbered_small : forall d n m r j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> (r < (m ^ d) ^ n)%nat ->
  (j < n)%nat -> dot (reading_vector d m) (nth j (numbered_outputs d n m r) []) < inject_Z (least_number d n m).
Proof.
  intros d n m r j Hd Hn Hm Hr Hj. set (t := nth j _ _).
  assert (Ht : t = map (fun i => of_nat (i + d * (j + n * r)) / of_nat (d * n * (m ^ d) ^ n)) (seq 1 d))
    by (unfold t; now apply numbered_column).
  assert (Hl : length t = d) by (rewrite Ht; now rewrite map_length, seq_length).
  assert (F : Forall (fun x => 0 <= x <= 1) t).
  { rewrite Ht. apply Forall_map, Forall_forall. intros i I. apply in_seq in I.
    assert (P : 0 < of_nat (d * n * (m ^ d) ^ n)).
    { apply of_nat_positive. assert (1 <= (m ^ d) ^ n)%nat by lia. nia. }
    split; [apply Qle_shift_div_l | apply Qle_shift_div_r]; try exact P.
    - rewrite Qmult_0_l. apply of_nat_nonnegative.
    - rewrite Qmult_1_l. apply of_nat_le. set (N := ((m ^ d) ^ n)%nat) in *.
      assert (j + n * r + 1 <= n * N)%nat by nia. nia. }
  pose proof (dot_at_most m t 0 Hm F) as B. rewrite Hl in B. fold (reading_vector d m) in B.
  cbn [Nat.add Nat.pow] in B. change (of_nat 1) with 1 in B.
  assert (of_nat (m ^ d) <= inject_Z (least_number d n m)).
  { unfold of_nat, least_number. rewrite <- Zle_Qle, Nat2Z.inj_pow.
    assert (K : (2 <= m ^ d)%Z) by (pose proof (two_to_D d m Hd Hm) as T; rewrite <- D_is in T; exact T).
    rewrite Z.pow_add_r, Z.pow_1_r by lia.
    assert (0 < (m ^ d) ^ n)%Z by (apply Z.pow_pos_nonneg; lia). set (k := (m ^ d)%Z) in *.
    set (b := (k ^ n)%Z) in *. assert (k <= b * k)%Z by nia. nia. }
  lra.
Qed.

Lemma number_below : forall d n m X, (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  (number d m X < (m ^ d) ^ n)%nat.
Proof.
  intros d n m X Hd Hm HX. rewrite <- corners_length. apply nth_error_Some. rewrite corner_number by assumption.
  discriminate.
Qed.

(** ** The statement *)

Lemma entry_of_Meq : forall A B i j, Meq A B -> entry A i j == entry B i j.
Proof. intros A B i j E. unfold entry, item. apply nth_respects. now apply nth_Meq. Qed.

(** f-bar(X) = A_L for X with the corner X0, on whatever reads as X0 + E. *)
Lemma gives_numbers : forall (d n m : nat) X Y (e : Z -> Z -> Z) i j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  G_delta d n m X -> Meq Y (encoded (positions 1 d n) (in_unit_1 m X)) ->
  (forall i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z -> e i j = entry_ X i j) -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (run (mapped_contexts d n m (numbered_outputs d n m)) Y) i j ==
  inject_Z (i + d * (j - 1 + n * total_Z 1 n (fun j2 => ((m ^ d) ^ (n - j2) *
    total_Z 1 d (fun i2 => m ^ (i2 - 1) * e i2 j2))%Z))) / inject_Z (d * n * (m ^ d) ^ n).
Proof.
  intros d n m X Y e i j Hd Hn Hm HX HY He Hi Hj. rewrite (number_by_powers d n m X e Hd Hm HX He).
  rewrite <- (numbered_entry d n m (number d m X) i j Hi Hj). apply entry_of_Meq.
  apply (contexts_mapped d n m Hd Hn Hm (numbered_outputs d n m) (numbered_shape d n m) X); [now apply corner_number | |
    exact HY].
  intros k Hk. apply numbered_small; try assumption. now apply number_below.
Qed.

Lemma floor_of_corner : forall (d n m : nat) X i j, (2 <= m)%nat -> G_delta d n m X -> (1 <= i <= d)%Z ->
  (1 <= j <= n)%Z -> Qfloor (inject_Z m * entry (in_unit_1 m X) i j) = entry_ X i j.
Proof.
  intros d n m X i j Hm HX Hi Hj. apply Qfloor_whole.
  exact (units_entry d n m _ X i j ltac:(lia) (reads_point d n m X (proj1 HX)) Hi Hj).
Qed.

Theorem yun2020_g3_value_mapping_proved : yun2020_g3_value_mapping.
Proof.
  intros d n m Hd _ Hm Hn _. cbv zeta. intros X HX i Hi j Hj.
  apply (gives_numbers d n m X _ (fun i j => Qfloor (inject_Z m * entry (in_unit_1 m X) i j)));
    try assumption; [lia | apply Meq_refl |].
  intros. now apply (floor_of_corner d n m).
Qed.

Theorem yun2020_g3_layers_proved : yun2020_g3_layers.
Proof.
  intros d n m Hd _ Hm Hn _. cbv zeta. unfold mapped_contexts, feed_forward_layers. rewrite filter_app, app_length.
  fold (feed_forward_layers (g2_g_c 1 d n m)).
  destruct (AppendixGNetwork.layers 1 d n m ltac:(lia) Hd ltac:(lia) ltac:(lia)) as (_ & _ & _ & -> & _).
  set (N := position_value_map _ _ _ _). fold (feed_forward_layers N).
  destruct (feed_forward_only N) as [_ ->].
  - apply value_map_feed_forward.
  - unfold N. rewrite value_map_length; try assumption; [| lia | intros r; apply numbered_shape].
    rewrite Nat.add_0_l, Nat2Z.inj_mul, !Nat2Z.inj_pow. reflexivity.
Qed.

Theorem yun2020_g3_hidden_size_proved : yun2020_g3_hidden_size.
Proof.
  intros d n m Hd Hn Hm Hn' Hm'. unfold hidden_size. pose proof (yun2020_g3_layers_proved d n m Hd Hn Hm Hn' Hm') as E.
  cbv zeta in E. assert (0 < (m ^ d) ^ n)%Z by (apply Z.pow_pos_nonneg; [apply Z.pow_pos_nonneg |]; lia). nia.
Qed.

Lemma g2_fine : forall d n m, Forall (fun l => fine l = true) (g2_g_c 1 d n m).
Proof.
  intros d n m. unfold g2_g_c. apply Forall_app. split; [| now repeat constructor]. unfold g2_sweep, selective_shifts.
  apply Forall_map, Forall_forall. reflexivity.
Qed.

Theorem yun2020_g3_activations_proved : yun2020_g3_activations.
Proof.
  intros d n m Hd _ Hm Hn _. apply all_fine. unfold mapped_contexts. apply Forall_app. split; [apply g2_fine |].
  apply value_map_fine.
Qed.

Theorem yun2020_g3_unique_numbers_proved : yun2020_g3_unique_numbers.
Proof.
  intros d n m Hd _ Hm Hn _. cbv zeta. rewrite u_is. intros X HX.
  eapply distinct_whole; [apply StepsAppendixG.output_whole | apply StepsAppendixG.output_distinct]; auto; lia.
Qed.

(** Different integers are at least 1 apart. *)
Lemma whole_apart : forall a z, Forall2 whole a z -> NoDup z -> at_least_apart 1 a.
Proof.
  intros a z H N i j Hi Hj Hij.
  assert (A : forall k, (k < length a)%nat -> whole (nth k a 0) (nth k z 0%Z)).
  { clear - H. induction H; intros [| k] Hk; simpl in *; try lia; [assumption | apply IHForall2; lia]. }
  pose proof (same_length _ _ _ H) as L. pose proof (whole_minus _ _ _ _ (A i Hi) (A j Hj)) as W.
  apply whole_abs in W. eapply whole_le; [apply (whole_numeral 1) | exact W |].
  assert (nth i z 0 <> nth j z 0)%Z by (intros E; apply Hij; apply (proj1 (NoDup_nth z 0%Z) N); lia || exact E). lia.
Qed.

Theorem yun2020_g3_apart_proved : yun2020_g3_apart.
Proof.
  intros d n m Hd _ Hm Hn _. cbv zeta. rewrite u_is. intros X X' (HX & HX' & Hne). eapply whole_apart.
  - apply Forall2_app; apply StepsAppendixG.output_whole; auto; lia.
  - apply NoDup_app_of; [apply StepsAppendixG.output_distinct; auto; lia .. |]. intros v Hv Hv'. apply Hne.
    apply (same_output d n m Hd ltac:(lia) Hm X X' v); assumption.
Qed.

Theorem yun2020_g3_least_number_of_contexts_proved : yun2020_g3_least_number_of_contexts.
Proof.
  intros d n m Hd _ Hm Hn _. cbv zeta. rewrite u_is. intros X HX j Hj.
  pose proof (StepsAppendixG.output_whole d n m X Hd ltac:(lia) Hm HX) as W.
  destruct (output_facts d n m Hd ltac:(lia) Hm X HX) as (L & _ & B). specialize (B (Z.to_nat (j - 1)) ltac:(lia)).
  set (q := listed 1 n _) in *.
  assert (A : whole (item q j) (nth (Z.to_nat (j - 1)) (output_of 1 d n m X) 0%Z)).
  { unfold item. generalize (Z.to_nat (j - 1)) as k. clear - W. induction W; intros [| k]; simpl;
      [apply whole_numeral .. | assumption | apply IHW]. }
  change (inject_Z (2 * m * n * (m ^ d) ^ (n + 1) + 1) <= 2 * item q j).
  eapply whole_le; [apply whole_inject | apply whole_mult; [apply whole_numeral | exact A] |].
  unfold least_number in B. set (b := ((m ^ d) ^ (n + 1))%Z) in *. nia.
Qed.

(** *** An A_L with a column of another g_c(L') *)

Lemma colliding_shape : forall d n m r, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  length (colliding_outputs d n m r) = n /\ Forall (fun c => length c = d) (colliding_outputs d n m r).
Proof.
  intros d n m r Hd Hn Hm. destruct r as [| r]; [| apply numbered_shape]. cbn [colliding_outputs].
  destruct (numbered_shape d n m 0) as [L F]. set (N := numbered_outputs d n m 0) in *.
  assert (HX : G_delta d n m (last (corners d n m) [])).
  { assert (K : (0 < length (corners d n m))%nat).
    { rewrite corners_length. assert (m ^ d <> 0)%nat by (apply Nat.pow_nonzero; lia).
      pose proof (Nat.pow_nonzero (m ^ d) n H). lia. }
    destruct (corners d n m) as [| X Xs] eqn:E using rev_ind; [simpl in K; lia |]. rewrite last_last.
    apply (corner_in_grid d n m (length Xs) X Hd Hm). rewrite E, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
  destruct (context_columns d n m Hd Hn Hm _ HX) as [Hl Hc]. set (C := position_context _ _ _ _) in *.
  destruct N as [| c N]; [simpl in L; lia |]. cbn [tl length] in *. split; [exact L |]. constructor.
  - destruct C as [| c' C] using rev_ind; [simpl in Hl; lia |]. rewrite last_last. clear IHC.
    rewrite app_length in Hl. cbn [length] in Hl. specialize (Hc (n - 1)%nat ltac:(lia)) as [Hc _].
    rewrite app_nth2 in Hc by lia. now replace (n - 1 - length C)%nat with 0%nat in Hc by lia.
  - now apply Forall_inv_tail in F.
Qed.

(** The first column of A_L at X = 0 is no small one. *)
Lemma geometric_at_most : forall K (n : nat), (2 <= K)%Z -> (1 <= n)%nat ->
  (total_Z 1 (n - 1) (fun k => K ^ k) <= K ^ n - K)%Z.
Proof.
  intros K n HK Hn. destruct n as [| n]; [lia |]. clear Hn. induction n as [| n IH].
  - rewrite total_Z_empty by lia. rewrite Z.pow_1_r. lia.
  - replace (Z.of_nat (S (S n)) - 1)%Z with (Z.of_nat (S n) - 1 + 1)%Z by lia. rewrite total_Z_snoc by lia.
    replace (Z.of_nat (S (S n))) with (Z.succ (Z.of_nat (S n))) by lia. rewrite Z.pow_succ_r by lia.
    replace (Z.of_nat (S n) - 1 + 1)%Z with (Z.of_nat (S n)) by lia.
    assert (0 < K ^ Z.of_nat (S n))%Z by (apply Z.pow_pos_nonneg; lia). nia.
Qed.

Theorem yun2020_g3_any_values_repaired_proved : yun2020_g3_any_values_repaired.
Proof.
  intros d n m Hd _ Hm Hn _. cbv zeta. intros X HX.
  pose proof (number_by_powers d n m X (fun i j => Qfloor (inject_Z m * entry (in_unit_1 m X) i j)) Hd Hm HX
    (fun i j => floor_of_corner d n m X i j Hm HX)) as E.
  cbv beta in E. rewrite E. clear E. intros given i Hi j Hj.
  destruct (number d m X) as [| r] eqn:R.
  - exfalso. specialize (given 1%Z ltac:(lia)). cbn [Z.eqb Pos.eqb andb Z.of_nat] in given.
    set (sigma := total_Z 1 d _) in *. set (g := total_Z 1 (n - 1) _) in *.
    pose proof (two_to_D d m Hd Hm) as HK. rewrite <- D_is in HK.
    pose proof (geometric_at_most (m ^ d) n HK ltac:(lia)) as G. fold g in G.
    assert (S : (0 <= sigma)%Z).
    { unfold sigma. rewrite sigma_is. lia. }
    set (K := (m ^ d)%Z) in *. set (B := (K ^ n)%Z) in *.
    set (top := ((n - 1) * sigma + K - 1 - sigma * g + B * (n - 1) * sigma)%Z) in *.
    assert (T : ((n - 1) * sigma + K - 1 <= top)%Z).
    { unfold top. assert (0 <= sigma * (B * (n - 1) - g))%Z; [| nia].
      apply Z.mul_nonneg_nonneg; [exact S |]. assert (0 < B)%Z by (apply Z.pow_pos_nonneg; lia). nia. }
    set (b := (n * K ^ (n + 1))%Z) in *.
    assert (HB : (0 <= b)%Z) by (apply Z.mul_nonneg_nonneg; [lia | apply Z.pow_nonneg; lia]).
    pose proof (delta_positive m ltac:(lia)) as P.
    assert (D1 : 1 / inject_Z m <= 1).
    { change (1 / inject_Z m) with (delta m). pose proof (delta_at_most_half m Hm). lra. }
    assert (N2 : 2 <= inject_Z n) by (change 2 with (inject_Z 2); rewrite <- Zle_Qle; lia).
    assert (S0 : 0 <= inject_Z (top - (n - 1) * sigma - K + 1) / inject_Z m).
    { assert (F : inject_Z (top - (n - 1) * sigma - K + 1) / inject_Z m ==
        inject_Z (top - (n - 1) * sigma - K + 1) * delta m) by (unfold delta, of_nat, Qdiv; ring).
      rewrite F. apply Qmult_le_0_compat; [change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia | lra]. }
    assert (T1 : (1 <= top)%Z).
    { assert (0 <= (n - 1) * sigma)%Z by (apply Z.mul_nonneg_nonneg; lia). lia. }
    assert (S1 : inject_Z b <= inject_Z (b * top)).
    { rewrite <- Zle_Qle. rewrite <- (Z.mul_1_r b) at 1. apply Z.mul_le_mono_nonneg_l; [exact HB | exact T1]. }
    assert (S2 : 0 <= inject_Z b) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; exact HB).
    set (shift := inject_Z (top - (n - 1) * sigma - K + 1) / inject_Z m) in *. set (step := 1 / inject_Z m) in *.
    clearbody shift step.
    apply (Qlt_not_le _ _ given). apply Qle_trans with
      (inject_Z (m ^ (1 - 1)) * (inject_Z n - step + (shift + inject_Z (b * top)))).
    + rewrite Z.pow_0_r. change (inject_Z 1) with 1. lra.
    + refine (Qle_trans _ _ _ _ (StepsLemma4.total_has 1 d _ 1%Z ltac:(lia) _)); [apply Qle_refl |].
      intros k Hk. cbv beta. apply Qmult_le_0_compat;
        [change 0 with (inject_Z 0); rewrite <- Zle_Qle; apply Z.pow_nonneg; lia |].
      destruct (k =? 1)%Z; lra.
  - replace (Z.of_nat (S r) =? 0)%Z with false by (symmetry; apply Z.eqb_neq; lia). rewrite andb_false_r.
    rewrite <- (numbered_entry d n m (S r) i j Hi Hj). apply entry_of_Meq.
    apply (contexts_mapped d n m Hd ltac:(lia) Hm (colliding_outputs d n m)
      (fun r => colliding_shape d n m r Hd ltac:(lia) Hm) X (S r)).
    + rewrite <- R. now apply corner_number.
    + intros k Hk. cbn [colliding_outputs]. apply numbered_small; try assumption; [lia |]. rewrite <- R.
      now apply number_below.
    + apply Meq_refl.
Qed.

(** At d = 1, n = 2, delta = 1/2 and X = 0 the column that has its value is moved once more. *)
Theorem yun2020_g3_any_values_refuted : ~ yun2020_g3_any_values.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy)). cbv zeta in H.
  specialize (H [[0]; [0]]%Z ltac:(split; [split |]; repeat constructor; lia) 1%Z ltac:(lia) 1%Z ltac:(lia)).
  rewrite <- (entry_of_Meq _ _ 1 1 (run_reduced_is_run _ _)) in H.
  vm_compute in H. discriminate H.
Qed.
