(** * StepsAppendixH: steps of App. H.1 and H.2 that name no network, for all d, n and delta *)

From Coq Require Import ZArith QArith List Bool Permutation Lia Lqa.
From Exactua Require Import Transformers Grids Ids Statements Terms Simulation Grid StepTools Exported StepsFeedForward.
From Exactua Require Import StepsLemma4.
From Exactua Require StepsColumnId.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** H.1 *)

(** Where one column differs at most d entries do. *)
Theorem yun2020_bilinear_projection_sparse_proved : yun2020_bilinear_projection_sparse.
Proof.
  intros d n m Hd Hn Hm _ _ L _ H. set (M := in_unit_1 m L) in *.
  set (differs := fun i j : Z => negb (Qeq_bool (entry M i j - entry M i (n + j)) 0)).
  set (b := fun j : Z => if some 1 d (fun i => differs i j) then 1%Z else 0%Z).
  assert (B : total_Z 1 n b = 1%Z).
  { apply (proj1 (inject_Z_injective _ _)). change (inject_Z 1) with 1. rewrite <- H. symmetry.
    apply whole_total. intros j Hj. apply whole_item; [exact Hj | apply whole_inject]. }
  change (total_Z 1 d (fun i => total_Z 1 n (fun j => if differs i j then 1%Z else 0%Z)) <= d)%Z.
  assert (R : forall i, (1 <= i <= d)%Z -> (total_Z 1 n (fun j => if differs i j then 1%Z else 0%Z) <= 1)%Z).
  { intros i Hi. eapply Z.le_trans; [| apply Z.eq_le_incl, B]. apply total_Z_le. intros j _. unfold b.
    destruct (differs i j) eqn:E.
    - replace (some 1 d (fun i => differs i j)) with true; [lia |]. symmetry. apply existsb_exists. exists i.
      split; [now apply in_range | exact E].
    - destruct (some _ _ _); lia. }
  eapply Z.le_trans; [apply total_Z_le; exact R |].
  assert (C : forall k : nat, total_Z 1 k (fun _ => 1%Z) = k).
  { induction k as [| k IH]; [reflexivity |]. replace (Z.of_nat (S k)) with (k + 1)%Z by lia.
    rewrite total_Z_snoc by lia. rewrite IH. lia. }
  rewrite C. lia.
Qed.

(** ** H.2 *)

(** No filter of 2 n - 2 tokens or fewer sees the first token from the last, and the last from the first. *)
Theorem yun2020_separable_convolution_small_filter_is_blind_proved :
  yun2020_separable_convolution_small_filter_is_blind.
Proof.
  intros d n m Hd Hn Hm Hn' _ L _ _ k Hk c Hc. split; [split |].
  - lia.
  - intros [[_ A] Hcn] s Hs [S1 S2]. apply A. lia.
  - intros [[_ A] Hcn] s Hs [S1 S2]. apply A. lia.
Qed.

(** ** H.3 *)

(** A column with the id 0 is 0. *)
Lemma zero_column : forall d n m L j, (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m L -> (1 <= j <= n)%Z ->
  at_ (column_ids d m L) j = 0%Z -> forall i, (1 <= i <= d)%Z -> entry_ L i j = 0%Z.
Proof.
  intros d n m L j Hd Hm HL Hj E i Hi. pose proof (column_length d n L j (proj1 HL) Hj) as Hc.
  rewrite at_ids in E by (destruct HL as [[Hl _] _]; unfold column in *; lia).
  rewrite (column_id_is_value d m _ Hc), <- StepsColumnId.value_by_powers, Hc in E.
  set (f := fun i : Z => (m ^ (i - 1) * at_ (nth (Z.to_nat (j - 1)) L []) i)%Z) in *.
  assert (P : forall k, (1 <= k <= d)%Z -> (0 <= f k)%Z /\ (0 < m ^ (k - 1))%Z).
  { intros k Hk. pose proof (entry_range d n m L k j HL Hk Hj) as R. unfold entry_ in R.
    assert (0 < m ^ (k - 1))%Z by (apply Z.pow_pos_nonneg; lia). unfold f. split; [nia | assumption]. }
  assert (Z : forall hi, (0 <= hi <= d)%Z -> (0 <= total_Z 1 hi f)%Z /\
    forall k, (1 <= k <= hi)%Z -> (f k <= total_Z 1 hi f)%Z).
  { intros hi Hhi. apply (total_Z_ind (fun hi => (hi <= d)%Z -> (0 <= total_Z 1 hi f)%Z /\
      forall k, (1 <= k <= hi)%Z -> (f k <= total_Z 1 hi f)%Z) 1 hi); [lia | | | lia].
    - intros _. rewrite total_Z_empty by lia. split; [lia | intros; lia].
    - intros k H1 H2 IH Hk. specialize (IH ltac:(lia)) as [I0 I1]. rewrite total_Z_snoc by lia.
      destruct (P (k + 1)%Z ltac:(lia)) as [Q0 _]. split; [lia |]. intros k' Hk'.
      destruct (Z.eq_dec k' (k + 1)) as [-> | Ne]; [lia |]. specialize (I1 k' ltac:(lia)). lia. }
  destruct (Z d ltac:(lia)) as [_ F]. specialize (F i Hi). destruct (P i Hi) as [P0 P1]. unfold entry_.
  unfold f in F, P0 at 1. fold f in F. rewrite E in F. unfold f in P0. nia.
Qed.

(** The shift L P has column s of L in column s + 1, and its last column in the first. *)
Theorem yun2020_separable_convolution_zero_columns_proved : yun2020_separable_convolution_zero_columns.
Proof.
  intros d n m Hd Hn Hm Hn' _. cbv zeta. rewrite u_is. intros L HL H0 H.
  rewrite item_listed in H0 by lia.
  assert (Id : at_ (column_ids d m L) n = 0%Z).
  { pose proof (units_row_item d n m _ L n ltac:(lia) (reads_point d n m L (proj1 HL)) ltac:(lia)) as U.
    unfold units in U. rewrite H0 in U. apply (proj1 (inject_Z_injective 0 _)) in U. now symmetry. }
  set (P := (Z.of_nat n :: range 1 (n - 1))%Z).
  assert (HP : permutation_of n P).
  { unfold permutation_of, P, range. replace (Z.to_nat (n - 1 + 1)) with (S (n - 1)) by lia.
    rewrite seq_S, map_app. replace (Z.to_nat (n - 1 - 1 + 1)) with (n - 1)%nat by lia. cbn [map plus].
    replace (1 + Z.of_nat (n - 1))%Z with (Z.of_nat n) by lia. apply Permutation_cons_append. }
  assert (First : at_ P 1 = n) by reflexivity.
  assert (Next : forall j, (2 <= j <= n)%Z -> at_ P j = (j - 1)%Z).
  { intros j Hj. unfold at_, P. replace (Z.to_nat (j - 1)) with (S (Z.to_nat (j - 2))) by lia. cbn [nth].
    rewrite nth_range by lia. lia. }
  apply (H P HP). intros i Hi s Hs. set (M := in_unit_1 m L) in *.
  assert (Zero : entry M i n == 0).
  { unfold M. rewrite (entry_is d n m) by (lia || assumption || apply HL).
    rewrite (zero_column d n m L n Hd Hm HL ltac:(lia) Id i Hi). change (inject_Z 0) with 0. ring. }
  assert (Left : total 1 n (fun j => if (j =? s + 1)%Z then entry (permuted M P) i j else 0) ==
    if (s =? n)%Z then 0 else entry M i (at_ P (s + 1))).
  { destruct (Z.eqb_spec s n) as [-> | Ne].
    - apply total_none. intros j Hj. destruct (Z.eqb_spec j (n + 1)); [lia | reflexivity].
    - apply (total_one _ _ _ (s + 1)%Z); [lia | |].
      + rewrite Z.eqb_refl. rewrite (entry_permuted n) by (assumption || lia). reflexivity.
      + intros j Hj Nj. destruct (Z.eqb_spec j (s + 1)); [lia | reflexivity]. }
  assert (Right : total 1 n (fun j => if (j =? s)%Z then entry M i j else 0) ==
    if (s =? 0)%Z then 0 else entry M i s).
  { destruct (Z.eqb_spec s 0) as [-> | Ne].
    - apply total_none. intros j Hj. destruct (Z.eqb_spec j 0); [lia | reflexivity].
    - apply (total_one _ _ _ s); [lia | |].
      + now rewrite Z.eqb_refl.
      + intros j Hj Nj. destruct (Z.eqb_spec j s); [lia | reflexivity]. }
  rewrite Left, Right. destruct (Z.eqb_spec s n) as [E | Ne].
  - rewrite E. destruct (Z.eqb_spec n 0); [lia | now rewrite Zero].
  - destruct (Z.eqb_spec s 0) as [E | N0].
    + rewrite E. change (0 + 1)%Z with 1%Z. rewrite First. exact Zero.
    + rewrite Next by lia. replace (s + 1 - 1)%Z with s by lia. reflexivity.
Qed.
