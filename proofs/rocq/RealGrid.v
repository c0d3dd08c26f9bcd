(** * Points of the grid as lists of integers and as real matrices; what Lemma 8 says of them over R *)

From Coq Require Import List Arith Bool Lia ZArith QArith Qreals Reals Lra Permutation.
From Exactua Require Import Networks NetworkLaws RealNetworks RationalNetworks ListNetworks RealPhi RealLemma7
  Matrices Cubes NetworkStatements.
From Exactua Require Transformers Grids FeedForward FeedForwardLayers Statements Hardmax Simulation Grid Lemma8 Contexts
  Lemma7 Lemma9Layers Lemma9.
Import ListNotations.
Open Scope R_scope.

(** ** The matrix of a point *)

Definition real_point (m : nat) (L : Grids.point) : matrix := real_matrix (of_columns (Grids.in_unit_1 m L)).

Lemma real_point_entry : forall d n m L i j, (1 <= m)%nat -> Grids.of_shape d n L -> (i < d)%nat -> (j < n)%nat ->
  real_point m L i j = IZR (nth i (nth j L []) 0%Z) * (1 / INR m).
Proof.
  intros d n m L i j Hm [Hn Hd] Hi Hj. unfold real_point, real_matrix.
  set (unit := fun k => (inject_Z k * Transformers.delta m)%Q).
  assert (E : of_columns (Grids.in_unit_1 m L) i j = nth i (map unit (nth j L [])) 0%Q).
  { unfold of_columns, Grids.in_unit_1. f_equal. exact (map_nth (map unit) L [] j). }
  rewrite E. assert (Hc : length (nth j L []) = d). { rewrite Forall_forall in Hd. apply Hd, nth_In. lia. }
  rewrite (nth_indep _ 0%Q (unit 0%Z)) by (rewrite map_length; lia). rewrite (map_nth unit). unfold unit.
  rewrite Q2R_mult, real_integer, real_delta by exact Hm. reflexivity.
Qed.

Lemma real_point_shape : forall d n m L, Grids.of_shape d n L -> RealNetworks.of_shape d n (Grids.in_unit_1 m L).
Proof.
  intros d n m L [Hn Hd]. split; [etransitivity; [apply map_length|exact Hn]|].
  apply Forall_map. eapply Forall_impl; [|exact Hd]. intros c Hc. etransitivity; [apply map_length|exact Hc].
Qed.

(** The matrix whose entries a list of integers has. *)
Lemma tabulated : forall (P : Z -> Prop) d n (f : nat -> nat -> R) dl,
  (forall i j, (i < d)%nat -> (j < n)%nat -> exists k, P k /\ f i j = IZR k * dl) ->
  exists L : Grids.point, Grids.of_shape d n L /\ Forall (Forall P) L /\
    forall i j, (i < d)%nat -> (j < n)%nat -> f i j = IZR (nth i (nth j L []) 0%Z) * dl.
Proof.
  assert (C : forall (P : Z -> Prop) d (g : nat -> R) dl, (forall i, (i < d)%nat -> exists k,
    P k /\ g i = IZR k * dl) ->
    exists c : list Z, length c = d /\ Forall P c /\ forall i, (i < d)%nat -> g i = IZR (nth i c 0%Z) * dl).
  { intros P. induction d as [|d IH]; intros g dl H; [exists []; repeat split; [constructor|intros; lia]|].
    destruct (H 0%nat ltac:(lia)) as (k & Pk & Ek). destruct (IH (fun i => g (S i)) dl) as (c & Lc & Pc & Ec).
    - intros i Hi. apply (H (S i)). lia.
    - exists (k :: c). repeat split; cbn; [congruence|constructor; assumption|].
      intros [|i] Hi; [exact Ek|apply Ec; lia]. }
  intros P d n. induction n as [|n IH]; intros f dl H.
  - exists []. repeat split; try constructor. intros; lia.
  - destruct (C P d (fun i => f i 0%nat) dl) as (c & Lc & Pc & Ec); [intros i Hi; apply (H i 0%nat Hi); lia|].
    destruct (IH (fun i j => f i (S j)) dl) as (L & [Ln Ld] & PL & EL); [intros i j Hi Hj; apply (H i (S j) Hi); lia|].
    exists (c :: L). repeat split; cbn; [congruence|constructor; assumption|constructor; assumption|].
    intros i [|j] Hi Hj; [apply Ec, Hi|apply EL; [exact Hi|lia]].
Qed.

Section Points.
  Variables (d n m : nat).
  Hypothesis Hm : (1 <= m)%nat.

  Lemma delta_not_zero : 0 < 1 / INR m.
  Proof. apply (delta_positive m Hm). Qed.

  Lemma special_is : IZR (Grids.special d n m) * (1 / INR m) = - INR m ^ (n * d).
  Proof.
    unfold Grids.special, Grids.D. rewrite Nat2Z.inj_pow, <- Z.pow_mul_r, opp_IZR, mult_IZR, <- INR_IZR_INZ by lia.
    replace (Z.of_nat d * Z.of_nat n)%Z with (Z.of_nat (n * d)) by lia. rewrite <- pow_IZR, <- INR_IZR_INZ.
    field. apply not_0_INR. lia.
  Qed.

  (** A real matrix in G+_delta is the matrix of a point in G+_delta. *)
  Lemma point_of : forall X, in_G_plus d n m X -> exists L, Grids.G_plus d n m L /\ same d n X (real_point m L).
  Proof.
    intros X plus.
    destruct (tabulated (fun k => k = Grids.special d n m \/ 0 <= k < Z.of_nat m)%Z d n X (1 / INR m)) as (L & S & P &
      E).
    - intros i j Hi Hj. destruct (plus i j Hi Hj) as [O|(k & Hk & O)]; rewrite O.
      + exists (Grids.special d n m). split; [left; reflexivity|]. symmetry. apply special_is.
      + exists (Z.of_nat k). split; [right; lia|]. rewrite <- INR_IZR_INZ. unfold Rdiv. ring.
    - exists L. split; [split; assumption|]. intros i j Hi Hj. rewrite E by assumption. symmetry.
      apply (real_point_entry d n m L i j Hm S Hi Hj).
  Qed.

  (** Its integers are those of G_delta where its entries are. *)
  Lemma point_in_G : forall L, Grids.of_shape d n L -> in_G d n m (real_point m L) <-> Grids.G_delta d n m L.
  Proof.
    intros L S. pose proof delta_not_zero as P. split; intro H.
    - split; [exact S|]. apply Forall_forall. intros c Ic. apply Forall_forall. intros k Ik.
      destruct S as [Sn Sd]. rewrite Forall_forall in Sd. pose proof (Sd c Ic) as Hc.
        unfold Grids.point, Grids.column in *.
      destruct (In_nth _ _ [] Ic) as (j & Hj & <-). destruct (In_nth _ _ 0%Z Ik) as (i & Hi & <-).
      destruct (H i j ltac:(lia) ltac:(lia)) as (k & Hk & E).
      rewrite (real_point_entry d n m L i j Hm) in E by (first [lia | split; [exact Sn|apply Forall_forall; exact Sd]]).
      replace (INR k / INR m) with (IZR (Z.of_nat k) * (1 / INR m)) in E by (rewrite <- INR_IZR_INZ; unfold Rdiv; ring).
      apply Rmult_eq_reg_r in E; [|lra]. apply eq_IZR in E. unfold Grids.column in *. lia.
    - intros i j Hi Hj. rewrite (real_point_entry d n m L i j Hm S Hi Hj). destruct S as [Sn Sd], H as [_ H].
      rewrite Forall_forall in H, Sd. assert (Ic : In (nth j L []) L) by (apply nth_In; lia).
      specialize (H _ Ic). rewrite Forall_forall in H. pose proof (Sd _ Ic) as Hc.
      assert (B : (0 <= nth i (nth j L []) 0 < Z.of_nat m)%Z) by (apply H, nth_In; lia).
      set (k := nth i (nth j L []) 0%Z) in *. exists (Z.to_nat k). split; [lia|].
      rewrite (INR_IZR_INZ (Z.to_nat k)), Z2Nat.id by lia. unfold k, Rdiv. ring.
  Qed.

  Lemma columns_differ : forall L, Grids.of_shape d n L ->
    (forall j j', (j < n)%nat -> (j' < n)%nat -> j <> j' ->
       exists i, (i < d)%nat /\ real_point m L i j <> real_point m L i j') <-> NoDup L.
  Proof.
    intros L S. pose proof delta_not_zero as P. pose proof S as [Sn Sd]. rewrite Forall_forall in Sd. split; intro H.
    - apply (NoDup_nth L []). intros j j' Hj Hj' E. destruct (Nat.eq_dec j j') as [|N]; [assumption|].
      destruct (H j j' ltac:(lia) ltac:(lia) N) as (i & Hi & different). contradiction different.
      rewrite !(real_point_entry d n m L i _ Hm S) by lia. rewrite E. reflexivity.
    - intros j j' Hj Hj' N.
      destruct (list_eq_dec Z.eq_dec (nth j L []) (nth j' L [])) as [E|E].
      + contradiction N. apply (proj1 (NoDup_nth L []) H); [lia|lia|exact E].
      + assert (G : forall a b : list Z, length a = length b -> a <> b ->
          exists i, (i < length a)%nat /\ nth i a 0%Z <> nth i b 0%Z).
        { induction a as [|x a IH]; intros [|y b] Lab Nab; try discriminate; [contradiction|].
          destruct (Z.eq_dec x y) as [->|Nxy]; [|exists 0%nat; split; [cbn; lia|exact Nxy]].
          destruct (IH b) as (i & Hi & Di); [cbn in Lab; lia|congruence|]. exists (Datatypes.S i). split; [cbn;
            lia|exact Di]. }
        assert (La : length (nth j L []) = d) by (apply Sd, nth_In; lia).
        assert (Lb : length (nth j' L []) = d) by (apply Sd, nth_In; lia).
        destruct (G _ _ (eq_trans La (eq_sym Lb)) E) as (i & Hi & Di). exists i. split; [lia|].
        rewrite !(real_point_entry d n m L i _ Hm S) by lia. intro F. apply Di, eq_IZR.
        apply Rmult_eq_reg_r in F; lra.
  Qed.

  Lemma point_in_G_tilde : forall L, Grids.of_shape d n L ->
    in_G_tilde d n m (real_point m L) <-> Grids.G_tilde d n m L.
  Proof.
    intros L S. unfold in_G_tilde, Grids.G_tilde. rewrite (point_in_G L S), (columns_differ L S). reflexivity.
  Qed.

  Lemma in_G_tilde_respects : forall X Y, same d n X Y -> in_G_tilde d n m X -> in_G_tilde d n m Y.
  Proof.
    intros X Y E [G D]. split.
    - intros i j Hi Hj. rewrite <- E by assumption. apply G; assumption.
    - intros j j' Hj Hj' N. destruct (D j j' Hj Hj' N) as (i & Hi & different). exists i. split; [exact Hi|].
      rewrite <- !E by assumption. exact different.
  Qed.

  (** The columns of L in the order P are those of its matrix in that order. *)
  Lemma real_point_permuted : forall L P, Grids.of_shape d n L -> Permutation P (seq 0 n) ->
    same d n (real_point m (FeedForward.permuted P L)) (permuted (fun j => nth j P 0%nat) (real_point m L)) /\
    Grids.of_shape d n (FeedForward.permuted P L).
  Proof.
    intros L P S HP. pose proof S as [Sn Sd]. assert (LP : length P = n) by (rewrite (Permutation_length HP),
      seq_length; reflexivity).
    assert (B : forall j, (j < n)%nat -> (nth j P 0 < n)%nat).
    { intros j Hj. pose proof (Contexts.permutation_below P n HP) as B. rewrite Forall_forall in B. apply B, nth_In.
      lia. }
    assert (N : forall j, (j < n)%nat -> nth j (FeedForward.permuted P L) [] = nth (nth j P 0%nat) L []).
    { intros j Hj. unfold FeedForward.permuted.
      rewrite (nth_indep _ [] (nth 0%nat L [])) by (rewrite map_length; lia). apply (map_nth (fun i => nth i L [])). }
    assert (S' : Grids.of_shape d n (FeedForward.permuted P L)).
    { split; [unfold FeedForward.permuted; rewrite map_length; exact LP|]. apply Forall_forall. intros c I.
      rewrite Forall_forall in Sd. apply in_map_iff in I. destruct I as (i & <- & I). apply Sd, nth_In.
      pose proof (Contexts.permutation_below P n HP) as B'. rewrite Forall_forall in B'. specialize (B' i I).
      unfold Grids.point, Grids.column in *. lia. }
    split; [|exact S']. intros i j Hi Hj. unfold permuted.
    rewrite (real_point_entry d n m _ i j Hm S' Hi Hj), (real_point_entry d n m L i _ Hm S Hi (B j Hj)), N by exact Hj.
    reflexivity.
  Qed.
End Points.
