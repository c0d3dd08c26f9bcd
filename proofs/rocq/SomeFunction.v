(** * A function that Theorem 2 speaks of: in each entry 1 minus the sum of all absolute values, or 0 *)

From Coq Require Import List Arith Lia Reals Lra Permutation.
From Exactua Require Import Matrices Sums Boxes Coverings NetworkStatements.
Import ListNotations.
Open Scope R_scope.

Definition size (d n : nat) (X : matrix) : R := sum_over (entries d n) (fun i j => Rabs (X i j)).
Definition tent (d n : nat) (X : matrix) : matrix := fun _ _ => Rmax 0 (1 - size d n X).

Lemma size_near : forall d n r X Y, 0 < r -> within d n (r / (1 + INR (length (entries d n)))) X Y ->
  Rabs (size d n X - size d n Y) < r.
Proof.
  intros d n r X Y Hr H. set (l := INR (length (entries d n))) in *. assert (Hl : 0 <= l) by apply pos_INR.
  assert (G : forall X Y, within d n (r / (1 + l)) X Y -> size d n X <= size d n Y + l * (r / (1 + l))).
  { intros X' Y' H'. unfold size, l. rewrite <- sum_over_constant, <- sum_over_plus. apply sum_over_le. intros i j I.
    apply entries_in in I. destruct I as [Hi Hj]. specialize (H' i j Hi Hj).
    pose proof (Rabs_triang (X' i j - Y' i j) (Y' i j)) as T.
    replace (X' i j - Y' i j + Y' i j) with (X' i j) in T by ring. fold l. lra. }
  assert (S : l * (r / (1 + l)) < r).
  { replace (l * (r / (1 + l))) with (r - r / (1 + l)) by (field; lra).
    assert (0 < r / (1 + l)) by (apply Rdiv_lt_0_compat; lra). lra. }
  pose proof (G X Y H) as A. assert (H' : within d n (r / (1 + l)) Y X).
  { intros i j Hi Hj. rewrite Rabs_minus_sym. apply H; assumption. }
  pose proof (G Y X H') as B. apply Rabs_def1; lra.
Qed.

Lemma sum_over_permuted : forall (l m : list (nat * nat)) a, Permutation l m -> sum_over l a = sum_over m a.
Proof.
  intros l m a P. unfold sum_over. induction P as [|x l m _ IH|x y l|l m o _ IH _ IH']; cbn; [reflexivity| | |].
  - rewrite IH. reflexivity.
  - ring.
  - rewrite IH. exact IH'.
Qed.

Lemma size_permuted : forall d n s X, permutation n s -> size d n (permuted s X) = size d n X.
Proof.
  intros d n s X (t & Hs). unfold size, permuted.
  assert (P : Permutation (map (fun e => (fst e, s (snd e))) (entries d n)) (entries d n)).
  { apply NoDup_Permutation_bis.
    - assert (N : forall l : list (nat * nat), NoDup l -> (forall e, In e l -> (snd e < n)%nat) ->
        NoDup (map (fun e => (fst e, s (snd e))) l)).
      { induction l as [|e l IH]; intros ND B; cbn; constructor.
        - intro I. apply in_map_iff in I. destruct I as ((i, j) & E & I). destruct e as (i', j'). cbn in E.
          injection E as E1 E2. subst i'. assert (j = j').
          { rewrite <- (proj2 (proj2 (proj2 (Hs j (B _ (or_intror I)))))), E2.
            apply (Hs j' (B _ (or_introl eq_refl))). }
          subst. apply NoDup_cons_iff in ND. tauto.
        - apply IH; [apply NoDup_cons_iff in ND; tauto|]. intros; apply B; right; assumption. }
      apply N; [apply entries_once|]. intros (i, j) I. apply entries_in in I. cbn. tauto.
    - rewrite map_length. reflexivity.
    - intros e I. apply in_map_iff in I. destruct I as ((i, j) & <- & I). apply entries_in in I. apply entries_in. cbn.
      split; [tauto|]. apply Hs. tauto. }
  rewrite <- (sum_over_permuted _ _ (fun i j => Rabs (X i j)) P). unfold sum_over. generalize (entries d n).
  induction l as [|e l IH]; cbn; [reflexivity|]. rewrite IH. reflexivity.
Qed.

Theorem theorem_2_speaks_of_some_f_holds : theorem_2_speaks_of_some_f.
Proof.
  intros d n Hd Hn. exists (tent d n). split; [|split; [|split]].
  - intros X r Hr. exists (r / (1 + INR (length (entries d n)))). pose proof (pos_INR (length (entries d n))).
    split; [apply Rdiv_lt_0_compat; lra|]. intros Y HY i j _ _. pose proof (size_near d n r X Y Hr HY) as S.
    apply Rabs_def2 in S. destruct S as [S1 S2]. unfold tent, Rmax.
    destruct (Rle_dec 0 (1 - size d n X)), (Rle_dec 0 (1 - size d n Y)); apply Rabs_def1; try lra.
  - intros s X Hs i j _ _. unfold tent. rewrite (size_permuted d n s X Hs). reflexivity.
  - exists 1. intros X i j Hi Hj out k l _ _. unfold tent, zero. apply Rmax_left.
    assert (1 < Rabs (X i j)).
    { unfold Rabs. destruct (Rcase_abs (X i j)); apply Rnot_le_lt; intro H; apply out; split; lra. }
    pose proof (sum_over_has (entries d n) (fun i j => Rabs (X i j)) i j (fun k m => Rabs_pos _)
      (proj2 (entries_in d n i j) (conj Hi Hj))) as S. unfold size. cbv beta in S. lra.
  - exists zero, (fun _ _ => 1). intro E. specialize (E 0%nat 0%nat Hd Hn). unfold tent in E.
    assert (Z : size d n zero = 0).
    { unfold size, zero. rewrite (sum_over_ext _ _ (fun _ _ => 0)) by (intros; apply Rabs_R0).
      rewrite sum_over_constant. ring. }
    assert (O : 1 <= size d n (fun _ _ => 1)).
    { pose proof (sum_over_has (entries d n) (fun _ _ => Rabs 1) 0 0 (fun k m => Rabs_pos _)
        (proj2 (entries_in d n 0 0) (conj Hd Hn))) as S. unfold size. cbv beta in S. rewrite Rabs_R1 in *. lra. }
    rewrite Z, (Rmax_right 0 (1 - 0)) in E by lra. rewrite Rmax_left in E by lra. lra.
Qed.
