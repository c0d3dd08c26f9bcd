(** * Networks of softmax and ReLU are continuous, and so bounded on every box *)

From Coq Require Import List Arith Lia ZArith Reals Lra.
From Exactua Require Import Networks NetworkSizes Matrices Distance Sums Boxes Compactness.
Import ListNotations.
Open Scope R_scope.

(** What holds from some positive number downwards, for each of finitely many things, holds from one downwards. *)
Lemma common_radius : forall (A : Type) (P : A -> R -> Prop) l, (forall a s s', 0 < s' <= s -> P a s -> P a s') ->
  (forall a, In a l -> exists s, 0 < s /\ P a s) -> exists s, 0 < s /\ forall a, In a l -> P a s.
Proof.
  intros A P l falls. induction l as [|a l IH]; intros H; [exists 1; split; [lra|intros a []]|].
  destruct IH as (s & Hs & IH); [intros b I; apply H; right; exact I|].
  destruct (H a (or_introl eq_refl)) as (s' & Hs' & Ha). exists (Rmin s s'). split; [apply Rmin_glb_lt; assumption|].
  intros b [<-|I]; [apply (falls a s')|apply (falls b s)]; auto;
    split; auto using Rmin_glb_lt, Rmin_l, Rmin_r.
Qed.

Section Continuity.
  Variables d n : nat.

  Definition continuous_at (F : matrix -> R) (X : matrix) : Prop :=
    forall r, 0 < r -> exists s, 0 < s /\ forall Y, within d n s X Y -> Rabs (F X - F Y) < r.

  Lemma at_entry : forall i j X, (i < d)%nat -> (j < n)%nat -> continuous_at (fun X => X i j) X.
  Proof. intros i j X Hi Hj r Hr. exists r. split; [exact Hr|]. intros Y HY. apply HY; assumption. Qed.

  Lemma at_constant : forall c X, continuous_at (fun _ => c) X.
  Proof. intros c X r Hr. exists 1. split; [lra|]. intros Y _. rewrite Rminus_eq_0, Rabs_R0. exact Hr. Qed.

  Lemma at_plus : forall F G X, continuous_at F X -> continuous_at G X -> continuous_at (fun X => F X + G X) X.
  Proof.
    intros F G X HF HG r Hr.
    destruct (HF (r / 2)) as (s & Hs & CF); [lra|]. destruct (HG (r / 2)) as (s' & Hs' & CG); [lra|].
    exists (Rmin s s'). split; [apply Rmin_glb_lt; assumption|]. intros Y HY.
    assert (A : Rabs (F X - F Y) < r / 2).
    { apply CF. intros i j Hi Hj. eapply Rlt_le_trans; [apply HY; assumption|apply Rmin_l]. }
    assert (B : Rabs (G X - G Y) < r / 2).
    { apply CG. intros i j Hi Hj. eapply Rlt_le_trans; [apply HY; assumption|apply Rmin_r]. }
    replace (F X + G X - (F Y + G Y)) with ((F X - F Y) + (G X - G Y)) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang|lra].
  Qed.

  Lemma at_composed : forall g F X, continuity_pt g (F X) -> continuous_at F X -> continuous_at (fun X => g (F X)) X.
  Proof.
    intros g F X Hg HF r Hr. destruct (Hg r Hr) as (a & Ha & H). destruct (HF a Ha) as (s & Hs & C). exists s.
    split; [exact Hs|]. intros Y HY.
    destruct (Req_dec (F Y) (F X)) as [->|N]; [rewrite Rminus_eq_0, Rabs_R0; exact Hr|].
    rewrite Rabs_minus_sym. apply H. split; [split; [exact I|auto]|]. simpl. unfold R_dist. rewrite Rabs_minus_sym.
    apply C, HY.
  Qed.

  (** x y = ((x + y)^2 - x^2 - y^2) / 2. *)
  Lemma at_times : forall F G X, continuous_at F X -> continuous_at G X -> continuous_at (fun X => F X * G X) X.
  Proof.
    intros F G X HF HG.
    assert (S : forall c F, continuous_at F X -> continuous_at (fun X => c * Rsqr (F X)) X).
    { intros c F' H. apply (at_composed (fun x => c * Rsqr x)); [|exact H].
      apply (continuity_pt_scal Rsqr c), derivable_continuous_pt, derivable_pt_Rsqr. }
    intros r Hr.
    destruct (at_plus _ _ X (at_plus _ _ X (S (/ 2) _ (at_plus _ _ X HF HG)) (S (- / 2) _ HF)) (S (- / 2) _ HG) r Hr)
      as (s & Hs & C).
    exists s. split; [exact Hs|]. intros Y HY. specialize (C Y HY).
    eapply Rle_lt_trans; [|exact C]. right. f_equal. unfold Rsqr. field.
  Qed.

  Lemma at_total : forall k (F : nat -> matrix -> R) X, (forall a, (a < k)%nat -> continuous_at (F a) X) ->
    continuous_at (fun X => total (F := reals) k (fun a => F a X)) X.
  Proof.
    induction k as [|k IH]; intros F X H; [apply at_constant|]. cbn [total].
    apply (at_plus (fun X => total (F := reals) k (fun a => F a X)) (F k));
      [apply IH; intros; apply H; lia|apply H; lia].
  Qed.

  Lemma at_ReLU : forall F X, continuous_at F X -> continuous_at (fun X => activate (F := reals) ReLU (F X)) X.
  Proof.
    intros F X H r Hr. destruct (H r Hr) as (s & Hs & C). exists s. split; [exact Hs|]. intros Y HY.
    specialize (C Y HY). rewrite !(proj2 ReLU_in_Phi_holds). apply Rabs_def2 in C.
    unfold Rmax. destruct (Rle_dec 0 (F X)), (Rle_dec 0 (F Y)); apply Rabs_def1; lra.
  Qed.

  Lemma at_product : forall k (A : matrix) (B : matrix -> matrix) i j X,
    (forall l, (l < k)%nat -> continuous_at (fun X => B X l j) X) ->
    continuous_at (fun X => product (F := reals) k A (B X) i j) X.
  Proof.
    intros k A B i j X H. apply (at_total k (fun l X => A i l * B X l j)). intros l Hl.
    apply (at_times (fun _ => A i l)); [apply at_constant|apply H, Hl].
  Qed.

  Lemma total_positive : forall k f, (1 <= k)%nat -> (forall a, (a < k)%nat -> 0 < f a) -> 0 < total (F := reals) k f.
  Proof.
    induction k as [|[|k] IH]; intros f Hk H; [lia| |].
    - cbn. rewrite Rplus_0_l. apply H. lia.
    - change (0 < total (F := reals) (S k) f + f (S k)). apply Rplus_lt_0_compat; [apply IH; [lia|]|apply H; lia].
      intros a Ha. apply H. lia.
  Qed.

  (** X has n >= 1 columns wherever column j is asked for. *)
  Lemma at_attend : forall H i j X, (j < n)%nat -> continuous_at (fun X => attend softmax d n H X i j) X.
  Proof.
    intros H i j X Hj. unfold attend, product at 1.
    apply (at_total n (fun l X => product (head_size H) (W_O H) (product d (W_V H) X) i l *
      on_each_column softmax n (scores d H X) l j)).
    intros l Hl. apply at_times.
    - apply (at_product _ (W_O H) (fun X => product d (W_V H) X)). intros a _.
      apply (at_product _ (W_V H) (fun X => X)). intros b Hb. apply at_entry; assumption.
    - assert (S : forall k, (k < n)%nat -> continuous_at (fun X => exp (scores d H X k j)) X).
      { intros k Hk. apply (at_composed exp); [apply derivable_continuous_pt, derivable_pt_exp|].
        apply (at_total _ (fun a X => product (F := reals) d (W_K H) X a k *
          (product (F := reals) d (W_Q H) X a j + b_Q H a))).
        intros a _. apply at_times; [|apply at_plus; [|apply at_constant]];
          apply (at_product _ _ (fun X => X)); intros b Hb; apply at_entry; assumption. }
      unfold on_each_column, softmax, Rdiv. apply at_times; [apply S, Hl|].
      apply (at_composed Rinv (fun X => total (F := reals) n (fun k => exp (scores d H X k j)))).
      + apply (continuity_pt_inv id); [apply derivable_continuous_pt, derivable_pt_id|]. unfold id. apply Rgt_not_eq.
        apply total_positive; [lia|]. intros. apply exp_pos.
      + apply (at_total n (fun k X => exp (scores d H X k j))). exact S.
  Qed.

  Lemma at_attention : forall heads i j X, (i < d)%nat -> (j < n)%nat ->
    continuous_at (fun X => attention softmax d n heads X i j) X.
  Proof.
    intros heads i j X Hi Hj. unfold attention.
    assert (G : forall Z : matrix -> matrix, continuous_at (fun X => Z X i j) X -> continuous_at (fun X =>
      fold_left (fun Y H => sum Y (attend (F := reals) softmax d n H X)) heads (Z X) i j) X).
    { induction heads as [|H heads IH]; intros Z HZ; [exact HZ|]. cbn [fold_left].
      apply (IH (fun X => sum (F := reals) (Z X) (attend softmax d n H X))).
      apply (at_plus (fun X => Z X i j)); [exact HZ|apply at_attend, Hj]. }
    apply (G (fun X => X)). apply at_entry; assumption.
  Qed.

  Lemma at_feed_forward : forall f i j X, activation f = ReLU -> (i < d)%nat -> (j < n)%nat ->
    continuous_at (fun X => feed_forward (F := reals) d f X i j) X.
  Proof.
    intros f i j X E Hi Hj. unfold feed_forward. rewrite E. apply at_plus; [|apply at_constant].
    apply at_plus; [apply at_entry; assumption|].
    apply (at_product _ (W_2 f) (fun X a j => activate (F := reals) ReLU
      (product (F := reals) d (W_1 f) X a j + b_1 f a))).
    intros a _. apply (at_ReLU (fun X => product (F := reals) d (W_1 f) X a j + b_1 f a)).
    apply at_plus; [|apply at_constant].
    apply (at_product _ (W_1 f) (fun X => X)). intros b Hb. apply at_entry; assumption.
  Qed.

  Lemma continuous_by_entries : forall f : matrix -> matrix,
    (forall i j X, (i < d)%nat -> (j < n)%nat -> continuous_at (fun X => f X i j) X) -> continuous d n f.
  Proof.
    intros f H X r Hr.
    destruct (common_radius _ (fun e s => forall Y, within d n s X Y ->
      Rabs (f X (fst e) (snd e) - f Y (fst e) (snd e)) < r) (entries d n)) as (s & Hs & C).
    - intros e s s' Hs C Y HY. apply C. intros i j Hi Hj. specialize (HY i j Hi Hj). lra.
    - intros [i j] I. apply entries_in in I. destruct I as [Hi Hj]. apply (H i j X Hi Hj r Hr).
    - exists s. split; [exact Hs|]. intros Y HY i j Hi Hj. apply (C (i, j)); [apply entries_in; auto|exact HY].
  Qed.

  Lemma continuous_composed : forall f g, continuous d n f -> continuous d n g -> continuous d n (fun X => g (f X)).
  Proof.
    intros f g Hf Hg X r Hr. destruct (Hg (f X) r Hr) as (s & Hs & H). destruct (Hf X s Hs) as (s' & Hs' & H').
    exists s'. split; [exact Hs'|]. intros Y HY. apply H, H', HY.
  Qed.

  Lemma attention_continuous : forall heads, continuous d n (attention softmax d n heads).
  Proof. intros heads. apply continuous_by_entries. intros. apply at_attention; assumption. Qed.

  Lemma feed_forward_continuous : forall f, activation f = ReLU -> continuous d n (feed_forward (F := reals) d f).
  Proof. intros f E. apply continuous_by_entries. intros. apply at_feed_forward; assumption. Qed.

  Theorem softmax_network_continuous : forall N : list (block reals), Forall with_ReLU N ->
    continuous d n (run softmax d n (layers N)).
  Proof.
    induction 1 as [|t N E _ IH].
    - intros X r Hr. exists r. split; [exact Hr|]. intros Y HY. exact HY.
    - apply (continuous_composed (fun X => feed_forward d (behind t) (attention softmax d n (heads t) X))
        (run softmax d n (layers N))); [|exact IH].
      apply (continuous_composed (attention softmax d n (heads t)) (feed_forward d (behind t)));
        [apply attention_continuous|apply feed_forward_continuous, E].
  Qed.

  (** Finitely many numbers have a bound. *)
  Lemma finite_bound : forall (A : Type) (F : A -> R) l, exists N, forall a, In a l -> F a <= INR N.
  Proof.
    intros A F. induction l as [|a l (N & IH)]; [exists 0%nat; intros a []|].
    destruct (archimed (F a)) as [U _]. exists (Nat.max N (Z.to_nat (up (F a)))). intros b [<-|I].
    - apply Rle_trans with (IZR (up (F a))); [lra|]. eapply Rle_trans; [|apply le_INR, Nat.le_max_r].
      rewrite INR_IZR_INZ. apply IZR_le. lia.
    - eapply Rle_trans; [apply IH, I|apply le_INR, Nat.le_max_l].
  Qed.

  Theorem bounded_on_box : forall f B, continuous d n f -> exists N, forall X, in_box d n B X ->
    forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j) <= INR N.
  Proof.
    intros f B Hf.
    apply (compact d n B (fun N X => forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j) <= INR N)).
    - intros N M X HNM H i j Hi Hj. eapply Rle_trans; [apply H; assumption|apply le_INR, HNM].
    - intros X _. destruct (Hf X 1 ltac:(lra)) as (s & Hs & H).
      destruct (finite_bound _ (fun e => Rabs (f X (fst e) (snd e)) + 1) (entries d n)) as (N & G).
      exists s, N. split; [exact Hs|]. intros Y HY i j Hi Hj. specialize (H Y HY i j Hi Hj).
      specialize (G (i, j) (proj2 (entries_in d n i j) (conj Hi Hj))). cbn [fst snd] in G.
      replace (f Y i j) with (f X i j + - (f X i j - f Y i j)) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
  Qed.
End Continuity.
