(** * Proposition1: one layer of attention with one head, between two feed-forward layers, is enough

    Kajitsuka & Sato 2024, Proposition 1, from [OneLayerApproximation.v]. *)

From Coq Require Import Reals List Arith Lia Lra Classical.
From Exactua Require Import Networks Matrices Distance Sums Boxes Coverings Lemma4 ContinuousNetworks.
From Exactua Require Import RealDistance5 Theorem2Hardmax Theorem3Hardmax NetworkStatements SomeFunction.
From Exactua Require Import KajitsukaStatements Projections OneHead.
From Exactua Require Import CompactShells UnitLayers OneLayerApproximation.
Import ListNotations.
Open Scope R_scope.

(** ** The class *)

Lemma norm_first : forall d, (1 <= d)%nat -> norm d first = 1.
Proof.
  intros d Hd. rewrite (norm_ext d first (fun i => if Nat.eqb i 0 then 1 else 0)) by (intros i _; reflexivity).
  now apply some_unit_vector.
Qed.

Lemma made_of_numbers_in_T_2 : forall s d n g, (1 <= s)%nat -> (1 <= d)%nat -> made_of_numbers d n g ->
  in_T_2 (head_of_rank_one s d) d n g.
Proof.
  intros s d n g Hs Hd (p & b & a & c & kappa & omega & U & V & Hk & Ho & H).
  exists (to_number d p b a c U), (from_number d V), (number_head s kappa omega).
  split; [reflexivity |]. split; [reflexivity |]. split.
  - split; [reflexivity |]. split; [reflexivity |].
    split; [apply (rank_one_outer d s (fun i => omega * first i)); [exact Hd | now apply norm_first |] |].
    { change (omega * 1 <> 0). now rewrite Rmult_1_r. }
    split; [apply (rank_one_outer s d first); [exact Hs | now apply norm_first |] |].
    { change (1 <> 0). lra. }
    split; [apply (rank_one_outer s d first); [exact Hs | now apply norm_first |] |].
    { change (1 <> 0). lra. }
    apply (rank_one_outer s d (fun h => kappa * first h)); [exact Hs | now apply norm_first |].
    change (kappa * 1 <> 0). now rewrite Rmult_1_r.
  - intros X i k Hi Hk'. rewrite H by assumption. symmetry. now apply network_is.
Qed.

(** ** The proposition *)

Lemma proposition_1_holds : kajitsuka_proposition_1.
Proof.
  intros d n s K f p e Hd Hn Hs Hp He (closed & (M & bounded) & moved & continuous & symmetric).
  set (f_0 := fun X => if truth_of (K X) then f X else zero).
  assert (on_K : forall X, K X -> f_0 X = f X) by (intros X HX; unfold f_0; now rewrite (proj2 (truth_is _) HX)).
  assert (off_K : forall X, ~ K X -> f_0 X = zero).
  { intros X HX. unfold f_0. destruct (truth_of (K X)) eqn:T; [| reflexivity]. now apply (proj1 (truth_is _)) in T. }
  destruct (bounded_on d n K f M closed bounded continuous) as (N & f_bounded).
  set (B := Rmax M 0 + 1). pose proof (Rmax_l M 0) as BM. pose proof (Rmax_r M 0) as B0.
  assert (HB : 1 <= B) by (unfold B; lra).
  destruct (near_by_numbers d n B K f_0 (INR N) Hd Hn HB (pos_INR N) closed) with (p := p) (e := e / 2)
    as (g & G & near).
  - intros X i j HX Hi Hj. specialize (bounded X i j HX Hi Hj). unfold reduced.
    assert (- B <= X i j <= B).
    { pose proof (Rle_abs (X i j)) as A. pose proof (Rle_abs (- X i j)) as A'. rewrite Rabs_Ropp in A'. unfold B. lra. }
    replace (X i j / (2 * B) + 1 / 2) with ((X i j + B) * / (2 * B)) by (field; lra).
    assert (I : 0 < / (2 * B)) by (apply Rinv_0_lt_compat; lra). split; [apply Rmult_le_pos; lra |].
    apply (Rmult_le_reg_r (2 * B)); [lra |]. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros r Hr. destruct (uniformly_continuous_on d n K f M closed bounded continuous r Hr) as (t & Ht & H).
    exists t. split; [exact Ht |]. intros X Y HX HY W. rewrite !on_K by assumption. now apply H.
  - intros X HX. rewrite off_K by exact HX. intros i j _ _. reflexivity.
  - intros X i j HX Hi Hj. rewrite on_K by exact HX. now apply f_bounded.
  - exact moved.
  - intros t X Ht HX. rewrite !on_K; [now apply symmetric | exact HX | now apply moved].
  - exact Hp.
  - lra.
  - exists g. split; [now apply made_of_numbers_in_T_2 |]. split.
    + exists (e / 2). split; [lra |].
      apply (distance_of_same d n p f_0 g f g K); [intros X HX; rewrite on_K
        by exact HX | |]; try (intros X _ i j _ _; reflexivity).
      { intros i j _ _. reflexivity. }
      apply (proj1 (monotone_holds d n p f_0 g everywhere K (e / 2) (e / 2) Hp (fun _ _ => I) (Rle_refl _))), near.
    + intros zero_off. exists (e / 2). split; [lra |].
      apply (distance_of_same d n p f_0 g f g everywhere); [| intros X _ i j _ _; reflexivity | exact near].
      intros X _. destruct (classic (K X)) as [HX | HX].
      * rewrite on_K by exact HX. intros i j _ _. reflexivity.
      * rewrite off_K by exact HX. intros i j Hi Hj. symmetry. now apply zero_off.
Qed.

(** A function on all matrices, on a box. *)
Lemma box_in_F_PE : forall d n f M, continuous d n f -> equivariant d n f ->
  in_F_PE d n (in_box d n (Box (fun _ _ => - M) (fun _ _ => M))) f.
Proof.
  intros d n f M continuous symmetric. split; [| split; [| split; [| split]]].
  - intros X H i j Hi Hj. cbn [low high].
    assert (A : forall r, 0 < r -> - M - r <= X i j <= M + r).
    { intros r Hr. destruct (H r Hr) as (Y & HY & W). specialize (HY i j Hi Hj). cbn [low high] in HY.
      specialize (W i j Hi Hj). apply Rabs_def2 in W. lra. }
    split; apply Rnot_lt_le; intros L; [specialize (A ((- M - X i j) / 2)) | specialize (A ((X i j - M) / 2))];
      (destruct A; [lra | lra]).
  - exists M. intros X i j HX Hi Hj. specialize (HX i j Hi Hj). cbn [low high] in HX. now apply Rabs_le.
  - intros t X [u Hu] HX i j Hi Hj. destruct (Hu j Hj) as [H _]. exact (HX i (t j) Hi H).
  - intros X r _ Hr. destruct (continuous X r Hr) as (t & Ht & H). exists t. split; [exact Ht |]. intros Y _. apply H.
  - intros t X Ht _. now apply symmetric.
Qed.

Lemma proposition_1_compact_support_holds : kajitsuka_proposition_1_compact_support.
Proof.
  intros d n s f p e Hd Hn Hs Hp He continuous symmetric (M & support).
  destruct (proposition_1_holds d n s _ f p e Hd Hn Hs Hp He (box_in_F_PE d n f M continuous symmetric))
    as (g & G & _ & near).
  exists g. split; [exact G |]. apply near. intros X HX.
  assert (some : exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ - M <= X i j <= M).
  { apply NNPP. intros none. apply HX. intros i j Hi Hj. cbn [low high]. apply NNPP. intros H. apply none.
    exists i, j. auto. }
  destruct some as (i & j & Hi & Hj & out). now apply (support X i j).
Qed.

(** ** An example *)

(** 1 minus the sum of all |X_ij|, or 0, in each entry. *)
Lemma proposition_1_speaks_of_some_holds : kajitsuka_proposition_1_speaks_of_some.
Proof.
  intros d n Hd Hn. set (Y := put 0 1 1 zero).
  exists (in_box d n (Box (fun _ _ => - 1) (fun _ _ => 1))), (tent d n), zero, Y.
  split; [| split; [| split; [| split; [| split]]]].
  - apply box_in_F_PE.
    + intros X r Hr. exists (r / (1 + INR (length (entries d n)))). pose proof (pos_INR (length (entries d n))).
      split; [apply Rdiv_lt_0_compat; lra |]. intros Z HZ i j _ _. pose proof (size_near d n r X Z Hr HZ) as S.
      apply Rabs_def2 in S. destruct S as [S1 S2]. unfold tent, Rmax.
      destruct (Rle_dec 0 (1 - size d n X)), (Rle_dec 0 (1 - size d n Z)); apply Rabs_def1; try lra.
    + intros s X Hs i j _ _. unfold tent. now rewrite (size_permuted d n s X Hs).
  - intros Z. unfold in_box. cbn [low high]. reflexivity.
  - intros i j _ _. cbn [low high]. unfold zero. lra.
  - intros i j _ _. cbn [low high]. destruct (classic ((i, j) = (0%nat, 1%nat))) as [E | N].
    + injection E as -> ->. unfold Y. rewrite put_there. lra.
    + unfold Y. rewrite put_elsewhere by exact N. unfold zero. lra.
  - intros i _. unfold column, Y. rewrite put_elsewhere; [reflexivity | congruence].
  - intros E. specialize (E 0%nat Hd). unfold column, tent in E.
    assert (Z : size d n zero = 0).
    { unfold size, zero. rewrite (sum_over_ext _ _ (fun _ _ => 0)) by (intros; apply Rabs_R0).
      rewrite sum_over_constant. ring. }
    assert (O : Rabs (Y 0%nat 1%nat) <= size d n Y).
    { apply (sum_over_has (entries d n) (fun i j => Rabs (Y i j))); [intros; apply Rabs_pos | apply entries_in; lia]. }
    unfold Y in O at 1. rewrite put_there, Rabs_R1 in O.
    rewrite Z, (Rmax_right 0 (1 - 0)), Rmax_left in E by lra. lra.
Qed.
