(** * At finitely many matrices a modified Transformer is near a Transformer (App. F) *)

From Coq Require Import List Arith Lia Reals Lra.
From Exactua Require Import Networks NetworkLaws Matrices ContinuousNetworks SoftmaxLimit FourReLUs NetworkStatements.
Import ListNotations.
Open Scope R_scope.

Lemma within_itself : forall d n e X, 0 < e -> within d n e X X.
Proof. intros d n e X He i j _ _. rewrite Rminus_eq_0, Rabs_R0. exact He. Qed.

Lemma within_sum : forall d n e e' X Y Z, within d n e X Y -> within d n e' Y Z -> within d n (e + e') X Z.
Proof.
  intros d n e e' X Y Z H H' i j Hi Hj. specialize (H i j Hi Hj). specialize (H' i j Hi Hj).
  replace (X i j - Z i j) with (X i j - Y i j + (Y i j - Z i j)) by ring. eapply Rle_lt_trans; [apply Rabs_triang|lra].
Qed.

(** From the last block to the first: each follows what comes after it, which is continuous. *)
Theorem finitely_many_points : forall h m r d n (N : list (block reals)), Forall (of_size h m r) N ->
  Forall with_Phi N -> forall (S : list matrix) e, 0 < e ->
  exists N' : list (block reals), Forall (of_size h m (4 * r)) N' /\ Forall with_ReLU N' /\
    forall X, In X S -> within d n e (hardmax_network d n N X) (softmax_network d n N' X).
Proof.
  intros h m r d n N sizes phi. induction N as [|t N IH]; intros S e He.
  - exists []. split; [constructor|]. split; [constructor|]. intros X _. apply within_itself, He.
  - apply Forall_cons_iff in sizes, phi. destruct sizes as [(Sh & Sm & Sr) sizes], phi as [Pt phi].
    set (attended := map (attention (F := reals) hardmax d n (heads t)) S).
    destruct (IH sizes phi (map (feed_forward (F := reals) d (behind t)) attended) (e / 2) ltac:(lra))
      as (N' & sizes' & relu & near).
    destruct (feed_forward_by_ReLUs d n (behind t) attended Pt) as (f & Hf & Rf & same_f).
    set (g := fun Z => softmax_network d n N' (feed_forward (F := reals) d f Z)).
    assert (Cg : continuous d n g).
    { apply (continuous_composed d n (feed_forward (F := reals) d f) (softmax_network d n N'));
        [apply feed_forward_continuous, Rf|apply softmax_network_continuous, relu]. }
    destruct (common_radius _ (fun Z s => forall Y, within d n s Z Y -> within d n (e / 2) (g Z) (g Y)) attended)
      as (s & Hs & close).
    { intros Z s s' Hs C Y HY. apply C. intros i j Hi Hj. specialize (HY i j Hi Hj). lra. }
    { intros Z _. apply (Cg Z (e / 2)). lra. }
    destruct (attention_near d n (heads t) S s Hs) as (all & sizes_all & attends).
    exists (Block all f :: N'). split; [|split].
    + constructor; [|exact sizes']. split; [|split]; cbn [heads behind].
      * rewrite <- (map_length head_size), sizes_all, map_length. exact Sh.
      * apply (Forall_map head_size (fun k => k = m)). rewrite sizes_all. apply Forall_map. exact Sm.
      * rewrite Hf, Sr. reflexivity.
    + constructor; [exact Rf|exact relu].
    + intros X I. replace e with (e / 2 + e / 2) by lra.
      set (Z := attention (F := reals) hardmax d n (heads t) X). assert (IZ : In Z attended) by (apply in_map, I).
      apply (within_sum d n _ _ _ (g Z)); [|exact (close Z IZ _ (attends X I))].
      intros i j Hi Hj. specialize (near (feed_forward (F := reals) d (behind t) Z) (in_map _ _ _ IZ) i j Hi Hj).
      replace (g Z i j) with (softmax_network d n N' (feed_forward (F := reals) d (behind t) Z) i j); [exact near|].
      apply (run_is_function real_laws softmax d n (layers N') softmax_weighs); [|exact Hi|exact Hj].
      apply (same_symmetric real_laws), same_f, IZ.
Qed.

Theorem lemma_6_at_points_holds : lemma_6_at_points.
Proof.
  intros h m r d n g_bar S e He (N & sizes & phi & is_g_bar).
  destruct (finitely_many_points h m r d n N sizes phi S e He) as (N' & sizes' & relu & near).
  exists (softmax_network d n N'). split.
  - exists N'. split; [exact sizes'|]. split; [exact relu|]. intro X. apply (same_reflexive real_laws).
  - intros X I i j Hi Hj. rewrite (is_g_bar X i j Hi Hj). exact (near X I i j Hi Hj).
Qed.
