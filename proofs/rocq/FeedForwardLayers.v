(** * Feed-forward layers, entry by entry

    Token-wise layers act on each column alone; a layer Z -> Z + w phi(u^T Z + b 1^T) adds w_j phi(u^T z + b) to entry j
    of each column z. *)

From Coq Require Import ZArith QArith List Lia Lqa Morphisms.
From Exactua Require Import Transformers Grids FeedForward Hardmax Simulation.
Import ListNotations.
Open Scope Q_scope.

(** ** Vectors, entry by entry *)

#[global] Instance activate_proper (phi : list piece) : Proper (Qeq ==> Qeq) (activate phi).
Proof. intros t t' E. apply activate_respects, E. Qed.

Lemma Forall2_length_eq : forall (A B : Type) (R : A -> B -> Prop) a b, Forall2 R a b -> length a = length b.
Proof. intros A B R a b H. induction H; simpl; congruence. Qed.

Lemma Forall2_entry : forall a b j, Forall2 Qeq a b -> nth j a 0 == nth j b 0.
Proof.
  intros a b j E. revert j. induction E as [|x y a b Exy E IH]; intros [|j]; simpl; try reflexivity; auto.
Qed.

Lemma entries_equal : forall (R : Q -> Q -> Prop) a b, length a = length b ->
  (forall j, (j < length a)%nat -> R (nth j a 0) (nth j b 0)) -> Forall2 R a b.
Proof.
  intros R a. induction a as [|x a IH]; intros [|y b] Hlen H; simpl in *; try discriminate; constructor.
  - apply (H 0%nat). lia.
  - apply IH; [lia|]. intros j Hj. apply (H (S j)). lia.
Qed.

Lemma add_length : forall a b, length a = length b -> length (add a b) = length a.
Proof. induction a as [|x a IH]; intros [|y b] H; simpl in *; try lia. rewrite IH; lia. Qed.

Lemma scale_length : forall c a, length (scale c a) = length a.
Proof. intros. apply map_length. Qed.

Lemma add_entry : forall a b j, length a = length b -> nth j (add a b) 0 == nth j a 0 + nth j b 0.
Proof.
  induction a as [|x a IH]; intros [|y b] [|j] H; simpl in *; try lra; try lia. apply IH. lia.
Qed.

Lemma scale_entry : forall c a j, nth j (scale c a) 0 == c * nth j a 0.
Proof. intros c a. induction a as [|x a IH]; intros [|j]; simpl; try lra. apply IH. Qed.

Lemma zeros_entry : forall d j, nth j (zeros d) 0 = 0.
Proof. induction d as [|d IH]; intros [|j]; simpl; auto. Qed.

Lemma zeros_length : forall d, length (zeros d) = d.
Proof. intros. apply repeat_length. Qed.

Lemma unit_vector_length : forall d i, length (unit_vector d i) = d.
Proof. intros. unfold unit_vector. rewrite map_length, seq_length. reflexivity. Qed.

Lemma unit_vector_entry : forall d i j, (j < d)%nat -> nth j (unit_vector d i) 0 = if Nat.eqb j i then 1 else 0.
Proof.
  intros d i j H. unfold unit_vector. set (f := fun row => if Nat.eqb row i then 1 else 0).
  rewrite (nth_indep (map f (seq 0 d)) 0 (f 0%nat)) by (rewrite map_length, seq_length; exact H).
  rewrite map_nth, seq_nth by exact H. reflexivity.
Qed.

Lemma first_unit_length : forall d c, (1 <= d)%nat -> length (first_unit d c) = d.
Proof. intros d c H. unfold first_unit. simpl. rewrite repeat_length. lia. Qed.

Lemma dot_zero : forall u z, Forall (Qeq 0) z -> dot u z == 0.
Proof.
  induction u as [|x u IH]; intros z H; [reflexivity|]. destruct H as [|y z Hy H]; simpl; [reflexivity|].
  rewrite (IH z H), <- Hy. lra.
Qed.

(** (e^(i))^T z = z_i. *)
Lemma dot_unit_from : forall z s i, (s <= i)%nat ->
  dot (map (fun row => if Nat.eqb row i then 1 else 0) (seq s (length z))) z == nth (i - s) z 0.
Proof.
  induction z as [|x z IH]; intros s i H; simpl; [destruct (i - s)%nat; reflexivity|].
  destruct (Nat.eqb_spec s i) as [->|N].
  - rewrite Nat.sub_diag. rewrite Qmult_1_l. simpl.
    assert (E : dot (map (fun row => if Nat.eqb row i then 1 else 0) (seq (S i) (length z))) z == 0).
    { clear. assert (G : forall z k, (i < k)%nat ->
        dot (map (fun row => if Nat.eqb row i then 1 else 0) (seq k (length z))) z == 0).
      { induction z0 as [|y z0 IH]; intros k Hk; simpl; [reflexivity|].
        destruct (Nat.eqb_spec k i); [lia|]. rewrite IH by lia. lra. }
      apply G. lia. }
    rewrite E. lra.
  - rewrite IH by lia. replace (i - s)%nat with (S (i - S s)) by lia. simpl. lra.
Qed.

Lemma dot_unit : forall d i z, length z = d -> dot (unit_vector d i) z == nth i z 0.
Proof.
  intros d i z <-. unfold unit_vector. rewrite (dot_unit_from z 0 i) by lia. rewrite Nat.sub_0_r. reflexivity.
Qed.

(** ** Token-wise networks *)

(** The network on one column; a feed-forward layer does not look at the others. *)
Definition on_column (N : network) (z : vector) : vector := fold_left (fun z l => column_after l [] z) N z.

Lemma run_token_wise : forall N Z, Forall (fun l => is_attention l = false) N -> run N Z = map (on_column N) Z.
Proof.
  induction N as [|l N IH]; intros Z H; simpl.
  - unfold run, on_column. simpl. symmetry. apply map_id.
  - inversion H as [|? ? Hl HN]; subst. change (run N (apply_layer Z l) = map (on_column (l :: N)) Z).
    rewrite (IH _ HN). unfold apply_layer. rewrite map_map. apply map_ext. intro z.
    destruct l as [hs|f]; [discriminate|reflexivity].
Qed.

Lemma on_column_app : forall N N' z, on_column (N ++ N') z = on_column N' (on_column N z).
Proof. intros. apply fold_left_app. Qed.

Section Adding.
  Variables (d : nat) (w u : vector) (b : Q) (phi : list piece).
  Hypothesis w_length : length w = d.

  Lemma adding_length : forall Z z, length z = d -> length (column_after (adding d w u b phi) Z z) = d.
  Proof.
    intros Z z H. simpl. rewrite add_length; rewrite add_length; rewrite ?scale_length, ?zeros_length; congruence.
  Qed.

  (** What a layer makes of an entry. *)
  Lemma adding_entry : forall Z z j, length z = d ->
    nth j (column_after (adding d w u b phi) Z z) 0 == nth j z 0 + activate phi (dot u z + b) * nth j w 0.
  Proof.
    intros Z z j H. simpl.
    rewrite add_entry by (rewrite add_length; rewrite ?scale_length, ?zeros_length; congruence).
    rewrite add_entry by (rewrite scale_length; congruence). rewrite scale_entry, zeros_entry. lra.
  Qed.
End Adding.

(** Columns equal entry by entry are treated alike. *)
Lemma on_column_respects : forall N z z', Forall2 Qeq z z' -> Forall2 Qeq (on_column N z) (on_column N z').
Proof.
  induction N as [|l N IH]; intros z z' E; [exact E|]. apply IH, column_after_respects; [constructor | exact E].
Qed.

(** ** Values of activations *)

Lemma Qle_bool_false : forall a b, Qle_bool a b = false -> b < a.
Proof. intros a b E. apply Qnot_le_lt. intro C. apply Qle_bool_iff in C. congruence. Qed.

(** Decides which piece has t, by [lra], from what is known about t. *)
Ltac decide_bools :=
  repeat match goal with
  | |- context [Qle_bool ?a ?b] =>
      let E := fresh "E" in destruct (Qle_bool a b) eqn:E; [apply Qle_bool_iff in E | apply Qle_bool_false in E]
  end.
Ltac evaluate_activation :=
  cbv beta iota delta [activate above below from from_closed to to_closed slope intercept has filter length until
                       at_least beyond half_open closed andb negb];
  decide_bools; cbv beta iota.
