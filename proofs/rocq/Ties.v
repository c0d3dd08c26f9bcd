(** * Ties: what is computed in [Comparisons.v] says what it should

    Lowest terms change no state, and the points that are computed are those of the three categories. *)

From Coq Require Import ZArith QArith List Bool Lia Sorted.
From Exactua Require Import Transformers Grids FeedForward FiniteSets Simulation Terms.
From Exactua Require Export Comparisons.
Import ListNotations.
Open Scope Q_scope.

(** ** States *)

Lemma in_lowest_terms_same : forall X, Meq (in_lowest_terms X) X.
Proof.
  induction X as [| c X IH]; constructor; [| exact IH].
  induction c as [| x c IHc]; constructor; [apply Qred_correct | exact IHc].
Qed.

Theorem run_in_lowest_terms_is : forall N X Y, Meq X Y -> Meq (run_in_lowest_terms N X) (run N Y).
Proof.
  induction N as [| l N IH]; intros X Y E; simpl; [exact E |]. apply IH.
  eapply Meq_trans; [apply in_lowest_terms_same | now apply apply_layer_respects].
Qed.

Theorem after_in_lowest_terms_is : forall N k X, Meq (after_in_lowest_terms N k X) (after N k X).
Proof. intros. apply run_in_lowest_terms_is, Meq_refl. Qed.

Theorem after_encoding_in_lowest_terms_is : forall E N k X,
  Meq (after_encoding_in_lowest_terms E N k X) (after_encoding E N k X).
Proof.
  intros. unfold after_encoding_in_lowest_terms, after_encoding. destruct (k <=? 0)%Z; [apply Meq_refl |].
  apply after_in_lowest_terms_is.
Qed.

(** Lowest terms change nothing: number k of the states is what [after] says. *)
Theorem states_are : forall N X Y k, Meq X Y -> (k < length N)%nat -> Meq (nth k (states N X) []) (after N (S k) Y).
Proof.
  induction N as [| l N IH]; intros X Y k E H; simpl in H; [inversion H |].
  assert (E' : Meq (in_lowest_terms (apply_layer X l)) (apply_layer Y l)).
  { eapply Meq_trans; [apply in_lowest_terms_same | now apply apply_layer_respects]. }
  destruct k as [| k]; simpl; [exact E' |]. apply IH; [exact E' | now apply Nat.succ_lt_mono].
Qed.

Theorem states_length : forall N X, length (states N X) = length N.
Proof. induction N as [| l N IH]; intros X; simpl; [reflexivity | now rewrite IH]. Qed.

(** ** Points *)

Lemma is_in_order_iff : forall d m L, is_in_order d m L = true <-> in_order d m L.
Proof.
  intros d m L. unfold is_in_order, in_order. induction (column_ids d m L) as [| k x IH]; simpl.
  - split; intros _; [constructor | reflexivity].
  - rewrite andb_true_iff, IH, forallb_forall. split.
    + intros [A B]. constructor; [exact B |]. apply Forall_forall. intros y Hy. now apply Z.leb_le, A.
    + intros H. inversion H as [| ? ? B A]. subst. split; [| exact B]. rewrite Forall_forall in A.
      intros y Hy. now apply Z.leb_le, A.
Qed.

Lemma nodup_shorter : forall (L : point), (length (nodup (list_eq_dec Z.eq_dec) L) <= length L)%nat.
Proof.
  induction L as [| c L IH]; simpl; [apply Nat.le_refl |].
  destruct (in_dec (list_eq_dec Z.eq_dec) c L); simpl; lia.
Qed.

Lemma all_different_iff : forall L, all_different L = true <-> NoDup L.
Proof.
  intros L. unfold all_different.
  destruct (Nat.eqb_spec (length (nodup (list_eq_dec Z.eq_dec) L)) (length L)) as [E | E].
  - split; [intros _ | reflexivity]. induction L as [| c L IH]; [constructor |]. simpl in E.
    pose proof (nodup_shorter L). destruct (in_dec (list_eq_dec Z.eq_dec) c L) as [H' | H']; simpl in E; [lia |].
    constructor; [exact H' | apply IH; lia].
  - split; [discriminate |]. intros H. contradiction E. f_equal. now apply nodup_fixed_point.
Qed.

Theorem points_1_are : forall d n m L, In L (points_1 d n m) <-> category_1 d n m L.
Proof.
  intros d n m L. unfold points_1, category_1, G_tilde.
  rewrite filter_In, andb_true_iff, in_points, all_different_iff, is_in_order_iff. tauto.
Qed.

Theorem points_2_are : forall d n m L, In L (points_2 d n m) <-> category_2 d n m L.
Proof.
  intros d n m L. unfold points_2, category_2.
  rewrite filter_In, andb_true_iff, in_points, negb_true_iff, is_in_order_iff, <- all_different_iff.
  destruct (all_different L); intuition congruence.
Qed.

Lemma in_extended_points : forall d n m L, In L (extended_points d n m) <-> G_plus d n m L.
Proof.
  intros d n m L. unfold extended_points, G_plus, of_shape. rewrite in_points_of. split.
  - intros [H A]. split; [exact H |]. eapply Forall_impl; [| exact A]. intros c Hc. eapply Forall_impl; [| exact Hc].
    intros k [E | E]; [now left | right; now apply in_levels].
  - intros [H A]. split; [exact H |]. eapply Forall_impl; [| exact A]. intros c Hc. eapply Forall_impl; [| exact Hc].
    intros k [E | E]; [now left | right; now apply in_levels].
Qed.

Theorem points_3_are : forall d n m L, (1 <= m)%nat -> In L (points_3 d n m) <-> category_3 d n m L.
Proof.
  intros d n m L Hm. unfold points_3, category_3. rewrite filter_In, andb_true_iff, in_extended_points, is_in_order_iff.
  enough (A : G_plus d n m L -> (is_special d n m L = true <-> ~ G_delta d n m L)) by tauto.
  intros [Hs Hp]. unfold is_special. rewrite existsb_exists. split.
  - intros [c [Hc E]] [_ HG]. apply existsb_exists in E as [k [Hk E]]. apply Z.eqb_eq in E. subst k.
    rewrite Forall_forall in HG. specialize (HG c Hc). rewrite Forall_forall in HG. specialize (HG _ Hk).
    unfold special, D in HG. pose proof (Z.pow_nonneg (Z.of_nat (m ^ d)) (Z.of_nat n) ltac:(lia)).
    assert (1 <= Z.of_nat (m ^ d) ^ Z.of_nat n)%Z.
    { assert (m ^ d <> 0)%nat by (apply Nat.pow_nonzero; lia).
      pose proof (Z.pow_pos_nonneg (Z.of_nat (m ^ d)) (Z.of_nat n)). lia. }
    nia.
  - intros H. destruct (existsb (existsb (Z.eqb (special d n m))) L) eqn:E; [now apply existsb_exists in E |].
    exfalso. apply H. split; [exact Hs |]. apply Forall_forall. intros c Hc. apply Forall_forall. intros k Hk.
    rewrite Forall_forall in Hp. specialize (Hp c Hc). rewrite Forall_forall in Hp.
    destruct (Hp k Hk) as [Ek | Ek]; [| exact Ek].
    exfalso. assert (existsb (existsb (Z.eqb (special d n m))) L = true); [| congruence].
    apply existsb_exists. exists c. split; [exact Hc |]. apply existsb_exists. exists k.
    split; [exact Hk | now apply Z.eqb_eq].
Qed.
