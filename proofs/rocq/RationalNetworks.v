(** * Rational networks: over R they have the values that they have over Q, and lists are one way to write them *)

From Coq Require Import List Arith Bool Lia QArith Qreals Reals Lra.
From Exactua Require Import Networks RealNetworks NetworkLaws.
Import ListNotations.
Open Scope R_scope.

(** ** Operations *)

Lemma real_zero : Q2R 0 = 0. Proof. unfold Q2R. cbn. lra. Qed.
Lemma real_one : Q2R 1 = 1. Proof. unfold Q2R. cbn. lra. Qed.

Lemma real_at_most : forall x y, at_most (n := reals) (Q2R x) (Q2R y) = at_most (n := rationals) x y.
Proof.
  intros x y. cbn. destruct (Rle_dec (Q2R x) (Q2R y)) as [H|H]; symmetry.
  - apply Qle_bool_iff, Rle_Qle, H.
  - apply not_true_iff_false. intro E. apply H, Qle_Rle, Qle_bool_iff, E.
Qed.

Lemma real_total : forall k f, Q2R (total (F := rationals) k f) = total (F := reals) k (fun i => Q2R (f i)).
Proof.
  induction k as [|k IH]; intros f; cbn; [apply real_zero|]. rewrite Q2R_plus. f_equal. apply IH.
Qed.

Lemma real_product : forall k A B i j,
  product (F := reals) k (real_matrix A) (real_matrix B) i j = Q2R (product (F := rationals) k A B i j).
Proof.
  intros. unfold product. rewrite real_total. apply (total_respects real_laws). intros l _. cbn.
  unfold real_matrix. symmetry. apply Q2R_mult.
Qed.

(** ** Hardmax *)

Lemma real_is_greatest : forall n s k, is_greatest n (real_vector s) k = is_greatest n s k.
Proof. intros. apply forallb_same. intros l _. apply real_at_most. Qed.

Lemma real_how_many_greatest : forall n s, how_many_greatest n (real_vector s) = how_many_greatest n s.
Proof. intros. unfold how_many_greatest. f_equal. apply filter_ext. intro k. apply real_is_greatest. Qed.

Lemma count_positive : forall k, (1 <= k)%nat -> 0 < of_count (F := reals) k.
Proof.
  assert (G : forall k, 0 <= of_count (F := reals) k).
  { induction k; unfold of_count in *; cbn in *; lra. }
  intros [|k] H; [lia|]. unfold of_count. cbn. specialize (G k). unfold of_count in G. cbn in G. lra.
Qed.

Lemma real_count : forall k, Q2R (of_count (F := rationals) k) = of_count (F := reals) k.
Proof.
  intro k. unfold of_count. rewrite real_total. apply (total_respects real_laws). intros. apply real_one.
Qed.

Lemma real_hardmax : forall n s k, (k < n)%nat -> hardmax n (real_vector s) k = Q2R (hardmax n s k).
Proof.
  intros n s k Hk. unfold hardmax. rewrite real_is_greatest, real_how_many_greatest.
  destruct (is_greatest n s k) eqn:E; [|symmetry; apply real_zero].
  assert (C : (1 <= how_many_greatest n s)%nat).
  { unfold how_many_greatest. assert (I : In k (filter (is_greatest n s) (seq 0 n))).
    { apply filter_In. split; [apply in_seq; lia|exact E]. }
    destruct (filter _ _); [contradiction|cbn; lia]. }
  pose proof (count_positive _ C) as P. cbn [inverse reals rationals].
  rewrite Q2R_inv, real_count; [reflexivity|]. intro Z. apply Qeq_eqR in Z. rewrite real_count, real_zero in Z. lra.
Qed.

(** ** Layers *)

Lemma real_attend : forall d n H X i j,
  attend hardmax d n (real_head H) (real_matrix X) i j = Q2R (attend hardmax d n H X i j).
Proof.
  intros d n H X i j. unfold attend. rewrite <- real_product. apply (product_respects real_laws).
  - intros l _. cbn [real_head head_size W_O W_V]. unfold real_matrix at 4. rewrite <- real_product.
    apply (product_respects real_laws); intros; [reflexivity|]. apply real_product.
  - intros l Hl. unfold real_matrix at 2, on_each_column. rewrite <- real_hardmax by exact Hl.
    apply (hardmax_weighs real_laws); [exact Hl|]. intros k _. unfold real_vector, scores. rewrite real_total.
    apply (total_respects real_laws). intros a _. cbn [real_head head_size W_K W_Q b_Q times reals rationals].
    rewrite Q2R_mult. unfold sum, in_each_column. cbn [plus reals rationals]. rewrite Q2R_plus, !real_product.
    reflexivity.
Qed.

Lemma real_activate : forall phi t, activate (map real_piece phi) (Q2R t) = Q2R (activate phi t).
Proof.
  induction phi as [|p phi IH]; intros t; cbn [map activate]; [symmetry; apply real_zero|].
  assert (E : has (real_piece p) (Q2R t) = has p t).
  { unfold has, above, below, real_piece. cbn [from from_closed to to_closed].
    destruct (from p), (to p); cbn [option_map]; rewrite ?real_at_most; reflexivity. }
  rewrite E. destruct (has p t); [|apply IH]. cbn. rewrite Q2R_plus, Q2R_mult. reflexivity.
Qed.

Lemma real_feed_forward : forall d n f X,
  same d n (apply hardmax d n (real_matrix X) (real_layer (FeedForward f))) (real_matrix (feed_forward d f X)).
Proof.
  intros d n f X i j _ _. cbn [real_layer apply]. unfold real_matrix at 4. unfold feed_forward, sum, in_each_column.
  cbn [hidden_size W_1 b_1 W_2 b_2 activation equal plus reals rationals]. rewrite !Q2R_plus. f_equal. f_equal.
  rewrite <- real_product. apply (product_respects real_laws); [reflexivity|].
  intros a _. unfold real_matrix at 3. rewrite <- real_activate. apply (activate_respects real_laws).
  cbn [equal reals]. rewrite real_product. unfold real_vector. rewrite <- Q2R_plus. reflexivity.
Qed.

Lemma real_attention : forall d n all X,
  same d n (apply hardmax d n (real_matrix X) (real_layer (Attention all))) (real_matrix (attention hardmax d n all X)).
Proof.
  intros d n all X i j _ _. cbn [real_layer apply]. unfold attention, real_matrix at 2.
  assert (G : forall Y Z, Y i j = Q2R (Z i j) ->
    fold_left (fun Y H => sum Y (attend hardmax d n H (real_matrix X))) (map real_head all) Y i j =
    Q2R (fold_left (fun Y H => sum Y (attend hardmax d n H X)) all Z i j)).
  { induction all as [|H all IH]; intros Y Z E; cbn; [exact E|]. apply IH. unfold sum. cbn.
    rewrite real_attend, E, Q2R_plus. reflexivity. }
  apply G. reflexivity.
Qed.

(** ** Networks *)

Theorem real_run : forall d n N X,
  same d n (run hardmax d n (map real_layer N) (real_matrix X)) (real_matrix (run hardmax d n N X)).
Proof.
  intros d n N. induction N as [|l N IH]; intros X; [apply (same_reflexive real_laws)|]. cbn [map run fold_left].
  eapply (same_transitive real_laws); [|apply IH].
  apply (run_is_function real_laws); [apply hardmax_weighs, real_laws|].
  destruct l as [all|f]; [apply real_attention|apply real_feed_forward].
Qed.
