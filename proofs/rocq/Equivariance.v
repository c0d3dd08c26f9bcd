(** * Permutation equivariance, App. B, and 'without loss of generality', App. E.3 *)

From Coq Require Import ZArith QArith List Permutation Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Hardmax Simulation Grid Contexts.
Import ListNotations.
Open Scope Q_scope.

Lemma Forall2_equal : forall (A : Type) (f g : A -> vector) l, (forall a, Forall2 Qeq (f a) (g a)) ->
  Forall2 (Forall2 Qeq) (map f l) (map g l).
Proof. intros A f g l same. apply Forall2_map_same. intros a _. apply same. Qed.

(** ** Attention sees its keys in no order *)

Lemma maximum_permuted : forall a b, Permutation a b -> maximum a == maximum b.
Proof.
  intros [|x a] b P; [apply Permutation_nil in P; subst; reflexivity|].
  apply maximum_unique. split.
  - apply Exists_exists. destruct (proj1 (Exists_exists _ _) (maximum_attained (x :: a) ltac:(discriminate)))
      as (y & inside & same). exists y. split; [exact (Permutation_in _ P inside)|exact same].
  - apply (Permutation_Forall P), maximum_is_greatest.
Qed.

Lemma occurrences_permuted : forall x a b, Permutation a b -> occurrences x a = occurrences x b.
Proof.
  intros x a b P. unfold occurrences. induction P as [|y a b P IH|y z a|a b c P IH P' IH']; cbn [filter].
  - reflexivity.
  - destruct (Qeq_bool x y); cbn [length]; congruence.
  - destruct (Qeq_bool x y), (Qeq_bool x z); reflexivity.
  - congruence.
Qed.

Lemma dot_permuted : forall (A : Type) (f g : A -> Q) a b, Permutation a b ->
  dot (map f a) (map g a) == dot (map f b) (map g b).
Proof.
  intros A f g a b P. induction P as [|y a b P IH|y z a|a b c P IH P' IH']; cbn [map dot].
  - reflexivity.
  - rewrite IH. reflexivity.
  - ring.
  - rewrite IH. exact IH'.
Qed.

Lemma attend_permuted : forall h Z Y z, Permutation Z Y -> Forall2 Qeq (attend h Z z) (attend h Y z).
Proof.
  intros h Z Y z P. unfold attend. apply scale_respects; [|apply Forall2_Qeq_refl].
  set (query := dot (W_Q h) z + b_Q h). unfold row_of. rewrite !map_map.
  set (score := fun key => dot (W_K h) key * query). unfold hardmax.
  pose proof (Permutation_map score P) as scores.
  rewrite (occurrences_respects _ _ _ _ (maximum_permuted _ _ scores) (Forall2_Qeq_refl (map score Z))).
  rewrite (occurrences_permuted _ _ _ scores).
  set (share := 1 / inject_Z (Z.of_nat (occurrences (maximum (map score Y)) (map score Y)))).
  rewrite (map_ext_in _ (fun s => if Qeq_bool s (maximum (map score Y)) then share else 0) (map score Z)).
  - rewrite !map_map. apply dot_permuted. exact P.
  - intros s _. rewrite (Qeq_bool_respects s s _ (maximum (map score Y))); [reflexivity|reflexivity|].
    apply maximum_permuted, scores.
Qed.

Lemma column_after_permuted : forall l Z Y z, Permutation Z Y -> Forall2 Qeq (column_after l Z z) (column_after l Y z).
Proof.
  intros [heads|f] Z Y z P; cbn [column_after]; [|apply Forall2_Qeq_refl].
  assert (sums : forall s s', Forall2 Qeq s s' ->
    Forall2 Qeq (fold_left (fun sum h => add sum (attend h Z z)) heads s)
      (fold_left (fun sum h => add sum (attend h Y z)) heads s')).
  { induction heads as [|h heads IH]; intros s s' same; simpl; [exact same|].
    apply IH, add_respects; [exact same|apply attend_permuted, P]. }
  apply sums, Forall2_Qeq_refl.
Qed.

(** ** Claim 1 *)

Lemma permuted_respects : forall P X Y, Meq X Y -> Meq (permuted P X) (permuted P Y).
Proof.
  intros P X Y same. apply Forall2_map_same. intros j _. revert j.
  induction same as [|x y X Y xy _ IH]; intros [|j]; cbn [nth]; try constructor; [exact xy|apply IH].
Qed.

Lemma permuted_is_permutation : forall (A : Type) P (X : list (list A)), Permutation P (seq 0 (length X)) ->
  Permutation X (permuted P X).
Proof.
  intros A P X H. destruct (permuted_by A X X (Permutation_refl X)) as (P' & H' & E). rewrite E at 1.
  apply Permutation_map. rewrite H', H. apply Permutation_refl.
Qed.

Lemma layer_equivariant : forall l Z P, Permutation P (seq 0 (length Z)) ->
  Meq (apply_layer (permuted P Z) l) (permuted P (apply_layer Z l)).
Proof.
  intros l Z P H. unfold apply_layer at 2. rewrite <- permuted_map by (apply permutation_below, H).
  apply Forall2_equal. intro z. apply column_after_permuted, Permutation_sym, permuted_is_permutation, H.
Qed.

Theorem claim_1_holds : claim_1.
Proof.
  intros N. induction N as [|l N IH]; intros Z P H; [apply Meq_refl|]. cbn [run fold_left].
  eapply Meq_trans; [apply run_respects, layer_equivariant, H|]. apply IH. unfold apply_layer. rewrite map_length.
  exact H.
Qed.

(** ** One point of each orbit *)

Theorem categories_without_loss_holds : categories_without_loss.
Proof.
  intros d n m L plus. destruct (some_order d m L) as (S & P & sorted).
  destruct (permuted_by Z S L (Permutation_sym P)) as (p & p_in & E).
  assert (length_L : @length (list Z) L = n) by exact (proj1 (proj1 plus)). rewrite length_L in p_in.
  exists p. rewrite <- E. pose proof (Permutation_sym P) as P'. split; [exact p_in|]. split; [|split].
  - intro tilde. split; [exact (G_tilde_permuted d n m L S P tilde)|exact sorted].
  - intros grid not_tilde. split; [exact (G_delta_permuted d n m L S P grid)|]. split; [|exact sorted].
    intro different. apply not_tilde. split; [exact grid|exact (Permutation_NoDup P' different)].
  - intro not_grid. split; [exact (G_plus_permuted d n m L S P plus)|]. split; [|exact sorted].
    intro grid. apply not_grid. exact (G_delta_permuted d n m S L P' grid).
Qed.
