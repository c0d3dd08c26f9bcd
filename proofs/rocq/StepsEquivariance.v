(** * StepsEquivariance: g_c and permutations of columns, App. E.3.1; Definition E.1 for the q of Lemma 8, App. E.1.2

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters. *)

From Coq Require Import ZArith QArith Qround List Permutation Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Exported StepTools StepsCategory1.
From Exactua Require FeedForward Equivariance Lemma8.
Import ListNotations.
Open Scope Z_scope.

(** ** Permutations of columns, counted from 1 *)

(** The same places, counted from 0. *)
Definition from_0 (v : list Z) : list nat := map (fun j => Z.to_nat (j - 1)) v.

Lemma permuted_is : forall X v, permuted X v = FeedForward.permuted (from_0 v) X.
Proof. intros X v. unfold permuted, FeedForward.permuted, from_0. now rewrite map_map. Qed.

Lemma from_0_permutes : forall n v, permutation_of n v -> Permutation (from_0 v) (seq 0 n).
Proof.
  intros n v H. unfold from_0. rewrite (Permutation_map (fun j => Z.to_nat (j - 1)) H). unfold range. rewrite map_map.
  replace (Z.to_nat (Z.of_nat n - 1 + 1)) with n by lia.
  rewrite (map_ext _ (fun i => i)) by (intros; lia). now rewrite map_id.
Qed.

Lemma equivariant_network : forall N d n m L v, of_shape d n L -> permutation_of n v ->
  same_matrix (run N (permuted (in_unit_1 m L) v)) (permuted (run N (in_unit_1 m L)) v).
Proof.
  intros N d n m L v [Hn _] Hv. rewrite !permuted_is. apply Equivariance.claim_1_holds.
  subst n. unfold in_unit_1. rewrite map_length. exact (from_0_permutes _ v Hv).
Qed.

Theorem yun2020_equivariance_sweep_commutes_proved : yun2020_equivariance_sweep_commutes.
Proof. parameters. intros L HL v Hv. apply (equivariant_network _ d n); [apply HL | exact Hv]. Qed.

Theorem yun2020_equivariance_equivariant_proved : yun2020_equivariance_equivariant.
Proof. parameters. intros L HL v Hv. apply (equivariant_network _ d n); [apply HL | exact Hv]. Qed.

(** ** Definition E.1 *)

Lemma run_columns : forall N X, length (run N X) = length X.
Proof. induction N as [| l N IH]; intros X; [reflexivity |]. simpl. rewrite IH. unfold apply_layer. apply map_length.
Qed.

(** The numbers of a row, times 1/delta, are distinct just where those of the row are. *)
Lemma distinct_scaled : forall n m a, (1 <= m)%nat -> length a = n ->
  distinct (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) * item a j)%Q) <-> all_distinct a.
Proof.
  intros n m a Hm Ha. unfold distinct, all_distinct. rewrite listed_length.
  replace (Z.to_nat (Z.of_nat n - 1 + 1)) with n by lia.
  assert (E : forall i, (i < n)%nat -> nth i (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) * item a j)%Q) 0%Q =
    (inject_Z (Z.of_nat m) * nth i a 0)%Q).
  { intros i Hi. pose proof (item_listed (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) * item a j)%Q (Z.of_nat i + 1)
      ltac:(lia)) as F. unfold item in F |- *. replace (Z.to_nat (Z.of_nat i + 1 - 1)) with i in F by lia. exact F. }
  split; intros H i j Hi Hj Hij.
  - specialize (H i j ltac:(lia) ltac:(lia) Hij). rewrite !E in H by lia. intros Eq. apply H. now rewrite Eq.
  - specialize (H i j ltac:(lia) ltac:(lia) Hij). rewrite !E by lia. intros Eq. apply H.
    now apply (proj2 (proj2 (scaled m (nth i a 0%Q) (nth j a 0%Q) Hm))).
Qed.

(** L has different columns where their ids are distinct. *)
Lemma different_columns : forall d m L, all_distinct (row_of (reading_vector d m) (in_unit_1 m L)) -> NoDup L.
Proof.
  intros d m L H. apply (NoDup_nth L []). intros i j Hi Hj E. destruct (Nat.eq_dec i j) as [| Hij]; [assumption |].
  exfalso. assert (Hl : length (row_of (reading_vector d m) (in_unit_1 m L)) = length L)
    by (unfold row_of, in_unit_1; now rewrite !map_length).
  apply (H i j); [rewrite Hl; lia | rewrite Hl; lia | exact Hij |].
  unfold row_of, in_unit_1. rewrite map_map.
  set (f := fun c : list Z => dot (reading_vector d m) (map (fun k => inject_Z k * delta m)%Q c)).
  rewrite (nth_indep _ 0%Q (f [])) by (rewrite map_length; exact Hi).
  rewrite (nth_indep _ 0%Q (f []) (n := j)) by (rewrite map_length; exact Hj).
  rewrite !(map_nth f). exact (eq_rect _ (fun c => (f (nth i L []) == f c)%Q) (Qeq_refl _) _ E).
Qed.

Lemma q_length : forall d n m L, of_shape d n L ->
  length (row_of (reading_vector d m) (run (g_c d n m) (in_unit_1 m L))) = n.
Proof. intros d n m L [Hn _]. unfold row_of. rewrite map_length, run_columns. unfold in_unit_1. rewrite map_length.
exact Hn. Qed.

Lemma ids_length : forall d n m L, of_shape d n L -> length (row_of (reading_vector d m) (in_unit_1 m L)) = n.
Proof. intros d n m L [Hn _]. unfold row_of, in_unit_1. rewrite !map_length. exact Hn. Qed.

(** L is in G~_delta where its ids are distinct. *)
Lemma in_G_tilde : forall d n m L, (1 <= m)%nat -> G_delta d n m L ->
  distinct (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
    item (row_of (reading_vector d m) (in_unit_1 m L)) j)%Q) -> G_tilde d n m L.
Proof.
  intros d n m L Hm HG H. split; [exact HG |]. apply (different_columns d m).
  apply (distinct_scaled n m _ Hm); [apply ids_length, HG | exact H].
Qed.

Theorem yun2020_definition_e1_condition1_proved : yun2020_definition_e1_condition1.
Proof.
  parameters. intros L HG H. apply (distinct_scaled n m); [lia | apply q_length, HG |].
  pose proof (Lemma8.lemma_8_holds d n m ltac:(lia) ltac:(lia) ltac:(lia)) as (_ & _ & _ & _ & _ & P & _).
  apply P, in_G_tilde; auto; lia.
Qed.

(** L = [0 delta] and L P have the same entries of q. *)
Lemma two_ids : G_delta 1 2 2 [[0]; [1]].
Proof. split; [split; [reflexivity | repeat constructor] | repeat constructor; simpl; lia]. Qed.

Lemma two_ids_swapped : G_delta 1 2 2 [[1]; [0]].
Proof. split; [split; [reflexivity | repeat constructor] | repeat constructor; simpl; lia]. Qed.

Lemma swap : permutation_of 2 [2; 1].
Proof. apply perm_swap. Qed.

Lemma distinct_three : forall a b c, ~ (a == b)%Q -> ~ (a == c)%Q -> ~ (b == c)%Q -> distinct [a; b; c].
Proof.
  intros a b c H1 H2 H3 i j Hi Hj Hij. simpl in Hi, Hj.
  destruct i as [| [| [| i]]], j as [| [| [| j]]]; try lia; simpl; intros E; (contradiction || symmetry in E;
    contradiction).
Qed.

Lemma distinct_two : forall a b, ~ (a == b)%Q -> distinct [a; b].
Proof.
  intros a b H i j Hi Hj Hij. simpl in Hi, Hj.
  destruct i as [| [| i]], j as [| [| j]]; try lia; simpl; intros E; (contradiction || symmetry in E; contradiction).
Qed.

(** The ids of some points with two and with three columns. *)
Ltac different := cbv zeta beta; (refine (distinct_two _ _ _) || refine (distinct_three _ _ _ _ _ _));
  vm_compute; discriminate.

Theorem yun2020_definition_e1_condition2_refuted : ~ yun2020_definition_e1_condition2.
Proof.
  assert (unequal : [[0]; [1]] <> [[1]; [0]]) by discriminate.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy) _ _
    (conj two_ids (conj two_ids_swapped unequal)) ltac:(clear H; different) ltac:(clear H; different)).
  apply (H 0%nat 3%nat); [vm_compute; lia | vm_compute; lia | discriminate | vm_compute; reflexivity].
Qed.

Theorem yun2020_definition_e1_condition2_repaired_proved : yun2020_definition_e1_condition2_repaired.
Proof. exact yun2020_lemma8_property2_proved. Qed.

Theorem yun2020_definition_e1_condition2_up_to_order_proved : yun2020_definition_e1_condition2_up_to_order.
Proof. exact yun2020_lemma8_property2_proved. Qed.

Theorem yun2020_definition_e1_permutation_equivariant_proved : yun2020_definition_e1_permutation_equivariant.
Proof. parameters. intros L HL _ v Hv. apply (equivariant_network _ d n); [apply HL | exact Hv]. Qed.

Theorem yun2020_definition_e1_unique_value_repaired_proved : yun2020_definition_e1_unique_value_repaired.
Proof. exact yun2020_lemma8_property2_proved. Qed.

Theorem yun2020_definition_e1_arbitrary_function_refuted : ~ yun2020_definition_e1_arbitrary_function.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy) [[0]; [1]] two_ids
    ltac:(clear H; different) [2; 1] swap 2 ltac:(easy)).
  match type of H with ?premise -> _ => assert (E : premise) by (clear H; vm_compute; reflexivity) end.
  specialize (H E). vm_compute in H. discriminate H.
Qed.

(** Item k of u^T (X P) is item P_k of u^T X. *)
Lemma item_permuted : forall u (X : matrix) v k, 1 <= k <= Z.of_nat (length v) ->
  (forall j, In j v -> 1 <= j <= Z.of_nat (length X)) ->
  item (row_of u (permuted X v)) k = item (row_of u X) (nth (Z.to_nat (k - 1)) v 0).
Proof.
  intros u X v k Hk Hv. unfold item, row_of, permuted. rewrite map_map.
  set (i := Z.to_nat (k - 1)). assert (Hi : (i < length v)%nat) by lia.
  set (f := fun j => dot u (nth (Z.to_nat (j - 1)) X [])).
  rewrite (nth_indep _ 0%Q (f 0)) by (now rewrite map_length). rewrite (map_nth f). unfold f.
  pose proof (Hv (nth i v 0) (nth_In v 0 Hi)) as R.
  rewrite (nth_indep (map (dot u) X) 0%Q (dot u [])) by (rewrite map_length; lia). now rewrite (map_nth (dot u)).
Qed.

Lemma in_permutation : forall n v j, permutation_of n v -> In j v -> 1 <= j <= Z.of_nat n.
Proof. intros n v j H Hj. apply in_range. exact (Permutation_in j H Hj). Qed.

Lemma permutation_length : forall n v, permutation_of n v -> length v = n.
Proof. intros n v H. rewrite (Permutation_length H), range_length. lia. Qed.

Lemma item_respects : forall u M N j, same_matrix M N -> (item (row_of u M) j == item (row_of u N) j)%Q.
Proof. intros u M N j H. unfold item. apply nth_respects, row_of_respects, H. Qed.

(** [0 1/3 2/3] and [0 2/3 1/3]: the order of the other columns does not reach the first one. *)
Theorem yun2020_definition_e1_unique_value_refuted : ~ yun2020_definition_e1_unique_value.
Proof.
  assert (A : forall a b, 0 <= a < 3 -> 0 <= b < 3 -> G_delta 1 3 3 [[0]; [a]; [b]])
    by (intros a b Ha Hb; split; [split; [reflexivity | repeat constructor] | repeat constructor; simpl; lia]).
  pose proof (A 1 2 ltac:(lia) ltac:(lia)) as HL. pose proof (A 2 1 ltac:(lia) ltac:(lia)) as HL'.
  assert (Hv : permutation_of 3 [1; 3; 2]) by (apply perm_skip, perm_swap).
  assert (unequal : [[0]; [1]; [2]] <> [[0]; [2]; [1]]) by discriminate.
  intros H. specialize (H 1%nat 3%nat 3%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy) _ _
    (conj HL (conj HL' unequal)) ltac:(clear H; different) ltac:(clear H; different) 0%nat 1%nat Nat.lt_0_2 Nat.lt_1_2
    (O_S 0)).
  apply H. clear H. cbv zeta. rewrite !u_is, !item_listed by lia. cbn [app nth]. apply Qmult_comp; [reflexivity |].
  pose proof (equivariant_network (g_c 1 3 3) 1 3 3 [[0]; [1]; [2]] _ (proj1 HL) Hv) as E.
  apply (item_respects (reading_vector 1 3) _ _ 1) in E.
  rewrite item_permuted in E; [| cbn; lia | intros k Hk; rewrite run_columns; cbn in Hk |- *; lia].
  assert (S : permuted (in_unit_1 3 [[0]; [1]; [2]]) [1; 3; 2] = in_unit_1 3 [[0]; [2]; [1]]) by reflexivity.
  rewrite S in E. change (nth (Z.to_nat (1 - 1)) [1; 3; 2] 0) with 1 in E. symmetry. exact E.
Qed.

Theorem yun2020_definition_e1_arbitrary_function_repaired_proved : yun2020_definition_e1_arbitrary_function_repaired.
Proof.
  parameters. intros L HG different v Hv j Hj E. pose proof (proj1 HG) as HS.
  set (u := reading_vector d m) in *. set (X := in_unit_1 m L) in *.
  assert (length_X : length X = n) by (unfold X, in_unit_1; rewrite map_length; apply HS).
  pose proof (permutation_length n v Hv) as length_v.
  set (p := nth (Z.to_nat (1 - 1)) v 0).
  assert (Hp : 1 <= p <= Z.of_nat n) by (apply (in_permutation n v); [exact Hv | apply nth_In; rewrite length_v; lia]).
  (* q(L P)_1 is q(L)_p, and the entries of q(L) are distinct *)
  assert (q_p : (item (row_of u (run (g_c d n m) (permuted X v))) 1 == item (row_of u (run (g_c d n m) X)) p)%Q).
  { pose proof (item_respects u _ _ 1 (equivariant_network (g_c d n m) d n m L v HS Hv)) as I. fold X in I.
    eapply Qeq_trans; [exact I |]. rewrite item_permuted; [reflexivity | lia |].
    intros k Hk. rewrite run_columns. fold X. rewrite length_X. now apply (in_permutation n v). }
  rewrite item_listed in E by lia. rewrite q_p in E.
  apply (proj2 (proj2 (scaled m _ _ ltac:(lia)))) in E.
  assert (p = j) as <-.
  { destruct (Z.eq_dec p j) as [| other]; [assumption | exfalso].
    pose proof (Lemma8.lemma_8_holds d n m ltac:(lia) ltac:(lia) ltac:(lia)) as (_ & _ & _ & _ & _ & P & _).
    specialize (P L (in_G_tilde d n m L ltac:(lia) HG different)).
    assert (length_q : length (q d n m L) = n) by (apply q_length, HS).
    refine (P (Z.to_nat (p - 1)) (Z.to_nat (j - 1)) _ _ _ E); rewrite ?length_q; lia. }
  rewrite item_permuted; [reflexivity | lia |]. intros k Hk. rewrite length_X. now apply (in_permutation n v).
Qed.

Theorem yun2020_definition_e1_invariant_refuted : ~ yun2020_definition_e1_invariant.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy) [[0]; [1]] two_ids
    ltac:(clear H; different) [2; 1] swap).
  apply (nth_Meq _ _ 0%nat), (nth_respects _ _ 0%nat) in H. vm_compute in H. discriminate H.
Qed.

Theorem yun2020_definition_e1_invariant_repaired_proved : yun2020_definition_e1_invariant_repaired.
Proof. parameters. intros L HL v Hv. apply (equivariant_network _ d n); [apply HL | exact Hv]. Qed.
