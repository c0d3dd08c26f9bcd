(** * T^(h,m,r), Sec. 2: compositions, functions of single entries, and the mean of the columns are in it *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks NetworkLaws NetworkSizes Matrices SoftmaxLimit FourReLUs NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** f, applied to each entry. *)
Definition entrywise (f : R -> R) (X : matrix) : matrix := fun i j => f (X i j).

(** The mean of the columns' sums. *)
Definition level (d n : nat) (X : matrix) : R :=
  / INR n * total (F := reals) n (fun l => total (F := reals) d (fun i => X i l)).

(** c times the mean, added to every entry. *)
Definition lifted (d n : nat) (c : R) (X : matrix) : matrix := fun i j => X i j + c * level d n X.

Section Class.
  Variables h m r d n : nat.
  Hypotheses (one_h : (1 <= h)%nat) (one_m : (1 <= m)%nat) (four_r : (4 <= r)%nat).

  Lemma T_same : forall f g, (forall X, same d n (g X) (f X)) -> in_T h m r d n f -> in_T h m r d n g.
  Proof.
    intros f g E (N & sizes & relu & H). exists N. split; [exact sizes|]. split; [exact relu|]. intro X.
    eapply (same_transitive real_laws); [apply E|apply H].
  Qed.

  Lemma T_identity : in_T h m r d n (fun X => X).
  Proof. exists []. split; [constructor|]. split; [constructor|]. intro X. apply (same_reflexive real_laws). Qed.

  Lemma T_composed : forall f g, in_T h m r d n f -> in_T h m r d n g -> in_T h m r d n (fun X => g (f X)).
  Proof.
    intros f g (N & sizes & relu & E) (N' & sizes' & relu' & E'). exists (N ++ N').
    split; [apply Forall_app; auto|]. split; [apply Forall_app; auto|]. intro X.
    unfold layers. rewrite flat_map_app, run_app. eapply (same_transitive real_laws); [apply E'|].
    apply (run_is_function real_laws softmax d n _ softmax_weighs), E.
  Qed.

  Lemma T_feed_forward : forall f, activation f = ReLU -> (hidden_size f <= r)%nat ->
    in_T h m r d n (feed_forward d f).
  Proof.
    intros f E Hr. destruct (layer_is_block_holds h m (hidden_size f) d n softmax) as [_ G].
    destruct (G f eq_refl) as (t & size & _ & Et & is).
    apply (classes_grow_holds h m (hidden_size f) h m r); [lia..|]. exists [t]. split; [auto|].
    split; [constructor; [unfold with_ReLU; rewrite Et; exact E|constructor]|].
    intro X. apply (same_symmetric real_laws), is.
  Qed.

  Lemma T_head : forall H, head_size H = 1%nat -> in_T h m r d n (attention softmax d n [H]).
  Proof.
    intros H E. destruct (layer_is_block_holds 1%nat 1%nat r d n softmax) as [G _].
    destruct (G [H] ReLU eq_refl (Forall_cons _ E (Forall_nil _))) as (t & size & _ & Et & is).
    apply (classes_grow_holds 1%nat 1%nat r h m r); [lia..|]. exists [t]. split; [auto|].
    split; [constructor; [exact Et|constructor]|]. intro X. apply (same_symmetric real_laws), is.
  Qed.

  (** One number for each row, added to all its entries. *)
  Lemma T_bias : forall v : nat -> R, in_T h m r d n (fun X i j => X i j + v i).
  Proof.
    intro v. apply (T_same (feed_forward d (@TokenWise reals 0 no_entries (fun _ => 0) no_entries v ReLU))).
    - intros X i j _ _. rewrite feed_forward_is. cbn. ring.
    - apply T_feed_forward; [reflexivity|cbn; lia].
  Qed.

  (** phi of row k's entries, added to them. *)
  Lemma T_row : forall phi k, four_units phi -> (k < d)%nat ->
    in_T h m r d n (fun X i j => X i j + if Nat.eqb i k then phi (X i j) else 0).
  Proof.
    intros phi k (w & a & c & e & U) Hk.
    apply (T_same (feed_forward d (@TokenWise reals 4 (fun b l => if Nat.eqb l k then a b else 0) c
      (fun i b => if Nat.eqb i k then w b else 0) (fun i => if Nat.eqb i k then e else 0) ReLU))).
    - intros X i j _ _. rewrite feed_forward_is. cbn [hidden_size W_2 b_2 activation].
      assert (H : forall b, hidden d (@TokenWise reals 4 (fun b l => if Nat.eqb l k then a b else 0) c
        (fun i b => if Nat.eqb i k then w b else 0) (fun i => if Nat.eqb i k then e else 0) ReLU) X b j =
        a b * X k j + c b).
      { intro b. unfold hidden, sum, product, in_each_column. cbn [W_1 b_1].
        rewrite (total_single real_laws d _ k Hk); [rewrite Nat.eqb_refl; reflexivity|].
        intros l _ N. rewrite (proj2 (Nat.eqb_neq l k) N). cbn. ring. }
      destruct (Nat.eqb_spec i k) as [->|N].
      + rewrite U. cbn [equal reals]. rewrite Rplus_assoc. f_equal. f_equal. apply (total_respects real_laws).
        intros b _. cbn [equal reals]. rewrite H, (proj2 ReLU_in_Phi_holds). reflexivity.
      + rewrite (total_zero real_laws) by (intros; cbn; ring). cbn. ring.
    - apply T_feed_forward; [reflexivity|exact four_r].
  Qed.

  Lemma T_entrywise : forall phi f, four_units phi -> (forall t, f t = t + phi t) -> in_T h m r d n (entrywise f).
  Proof.
    intros phi f U F.
    assert (G : forall k, (k <= d)%nat -> in_T h m r d n (fun X i j => if Nat.ltb i k then f (X i j) else X i j)).
    { induction k as [|k IH]; intro Hk.
      { apply (T_same (fun X => X)); [intros X i j _ _; reflexivity|apply T_identity]. }
      apply (T_same (fun X => (fun X i j => X i j + if Nat.eqb i k then phi (X i j) else 0)
        ((fun X i j => if Nat.ltb i k then f (X i j) else X i j) X))).
      - intros X i j _ _. cbn beta. destruct (Nat.eqb_spec i k) as [->|N].
        + rewrite (proj2 (Nat.ltb_ge k k)), (proj2 (Nat.ltb_lt k (S k))) by lia. apply F.
        + assert (E : Nat.ltb i (S k) = Nat.ltb i k).
          { destruct (Nat.ltb_spec i k), (Nat.ltb_spec i (S k)); try reflexivity; lia. }
          rewrite E. cbn. ring.
      - apply (T_composed (fun X i j => if Nat.ltb i k then f (X i j) else X i j)
          (fun X i j => X i j + if Nat.eqb i k then phi (X i j) else 0)); [apply IH; lia|apply T_row; [exact U|lia]]. }
    apply (T_same (fun X i j => if Nat.ltb i d then f (X i j) else X i j)); [|apply G; lia].
    intros X i j Hi _. rewrite (proj2 (Nat.ltb_lt i d) Hi). reflexivity.
  Qed.

  (** With W_K = 0 all scores are 0, and softmax weighs all columns alike, exactly. *)
  Lemma T_lifted : forall c, in_T h m r d n (lifted d n c).
  Proof.
    intro c. set (H := @Head reals 1 (fun _ _ => c) (fun _ _ => 1) no_entries no_entries (fun _ => 0)).
    apply (T_same (attention softmax d n [H])); [|apply T_head; reflexivity].
    intros X i j _ Hj. unfold lifted. change (attention softmax d n [H] X i j) with
      (X i j + total (F := reals) n (fun l => (0 + c * total (F := reals) d (fun i => 1 * X i l)) *
        softmax n (fun k => scores (F := reals) d H X k j) l)).
    cbn [equal reals]. f_equal. unfold level. rewrite <- Rmult_assoc, <- total_scale. apply (total_respects real_laws).
    intros l Hl. rewrite (softmax_weighs n _ (fun _ => 0) l Hl).
    - unfold softmax. rewrite exp_0, total_constant, Rmult_1_r, total_scale. cbn [equal reals]. unfold Rdiv. ring.
    - intros k _. unfold scores. cbn [H head_size W_K W_Q b_Q]. apply (total_zero real_laws). intros a _.
      unfold product. rewrite (total_zero real_laws) by (intros; unfold no_entries; cbn; ring). cbn. ring.
  Qed.
End Class.
