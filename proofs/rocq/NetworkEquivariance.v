(** * Claim 1 for networks of all sizes, App. B *)

From Coq Require Import List Arith Bool Lia QArith Reals Lra Setoid Morphisms Permutation.
From Exactua Require Import Networks NetworkLaws.
Import ListNotations.

Section Equivariance.
  Context {F : numbers} (L : laws F).

  (** P has n rows and n columns, a 1 in each row and in each column, and 0 elsewhere. *)
  Definition is_permutation_matrix (n : nat) (P : matrix F) : Prop :=
    (forall i j, (i < n)%nat -> (j < n)%nat -> equal (P i j) zero \/ equal (P i j) one) /\
    (forall i, (i < n)%nat -> exists j, (j < n)%nat /\ equal (P i j) one /\
       forall j', (j' < n)%nat -> equal (P i j') one -> j' = j) /\
    (forall j, (j < n)%nat -> exists i, (i < n)%nat /\ equal (P i j) one /\
       forall i', (i' < n)%nat -> equal (P i' j) one -> i' = i).

  (** f(X P) = f(X) P. *)
  Definition commutes_with_matrices (d n : nat) (f : matrix F -> matrix F) : Prop :=
    forall P X, is_permutation_matrix n P -> same d n (f (product n X P)) (product n (f X) P).

  Local Notation "x == y" := (@equal F x y) (at level 70, no associativity).
  #[local] Instance equal_is_equivalence : Equivalence (@equal F) := equal_equivalence F L.
  #[local] Instance plus_is_proper : Proper (equal ==> equal ==> equal) (@plus F) := plus_respects F L.
  #[local] Instance times_is_proper : Proper (equal ==> equal ==> equal) (@times F) := times_respects F L.

  (** ** Weights see scores in no order: 'sigma[P^T S P] = P^T sigma[S] P' *)

  Definition sees_no_order (sigma : nat -> vector F -> vector F) : Prop := forall n pi s k, permutes n pi ->
    (k < n)%nat -> sigma n (fun l => s (pi l)) k == sigma n s (pi k).

  Lemma forallb_permuted : forall (p : nat -> bool) a b, Permutation a b -> forallb p a = forallb p b.
  Proof.
    intros p a b P. induction P as [|x a b _ IH|x y a|a b c _ IH _ IH']; cbn; try congruence.
    destruct (p x), (p y); reflexivity.
  Qed.

  Lemma forallb_map : forall (p : nat -> bool) (pi : nat -> nat) l, forallb p (map pi l) = forallb (fun k => p (pi k))
    l.
  Proof. intros p pi. induction l as [|k l IH]; cbn; [reflexivity|]. rewrite IH. reflexivity. Qed.

  Lemma filter_permuted : forall (p : nat -> bool) a b, Permutation a b ->
    length (filter p a) = length (filter p b).
  Proof.
    intros p a b P. induction P as [|x a b _ IH|x y a|a b c _ IH _ IH']; cbn.
    - reflexivity.
    - destruct (p x); cbn; congruence.
    - destruct (p x), (p y); reflexivity.
    - congruence.
  Qed.

  Lemma filter_map : forall (p : nat -> bool) (pi : nat -> nat) l, length (filter p (map pi l)) = length (filter (fun k
    => p (pi k)) l).
  Proof. intros p pi. induction l as [|k l IH]; cbn; [reflexivity|]. destruct (p (pi k)); cbn; congruence. Qed.

  Lemma is_greatest_permuted : forall n pi (s : vector F) k, permutes n pi ->
    is_greatest n (fun l => s (pi l)) k = is_greatest n s (pi k).
  Proof.
    intros n pi s k P. unfold is_greatest.
    rewrite <- (forallb_permuted (fun l => at_most (s l) (s (pi k))) _ _ (permutes_seq n pi P)), forallb_map.
    reflexivity.
  Qed.

  Lemma how_many_greatest_permuted : forall n pi (s : vector F), permutes n pi ->
    how_many_greatest n (fun l => s (pi l)) = how_many_greatest n s.
  Proof.
    intros n pi s P. unfold how_many_greatest.
    rewrite <- (filter_permuted (is_greatest n s) _ _ (permutes_seq n pi P)), filter_map. f_equal. apply filter_ext.
      intro k. apply is_greatest_permuted, P.
  Qed.

  Lemma hardmax_sees_no_order : sees_no_order hardmax.
  Proof.
    intros n pi s k P Hk. unfold hardmax. rewrite is_greatest_permuted, how_many_greatest_permuted by exact P.
    reflexivity.
  Qed.

  (** ** Layers *)

  Lemma attend_rearranged : forall sigma d n pi H (X : matrix F) i j, sees_no_order sigma -> permutes n pi ->
    attend sigma d n H (rearranged pi X) i j == attend sigma d n H X i (pi j).
  Proof.
    intros sigma d n pi H X i j W P.
    pose proof (total_permuted L n pi (fun l => times (product (head_size H) (W_O H) (product d (W_V H) X) i l)
      (on_each_column sigma n (scores d H X) l (pi j))) P) as E.
    unfold attend. unfold product at 3. rewrite <- E. apply (total_respects L). intros l Hl.
    apply times_is_proper; [reflexivity|]. exact (W n pi (fun k => scores d H X k (pi j)) l P Hl).
  Qed.

  Lemma layer_rearranged : forall sigma d n pi l (X : matrix F), sees_no_order sigma -> permutes n pi ->
    same d n (apply sigma d n (rearranged pi X) l) (rearranged pi (apply sigma d n X l)).
  Proof.
    intros sigma d n pi [heads|f] X W P; cbn [apply]; [|intros i j _ _; reflexivity].
    intros i j Hi Hj. unfold attention, rearranged at 2.
    assert (G : forall Y Z, Y i j == Z i (pi j) ->
      fold_left (fun Y0 H => sum Y0 (attend sigma d n H (rearranged pi X))) heads Y i j ==
      fold_left (fun Y0 H => sum Y0 (attend sigma d n H X)) heads Z i (pi j)).
    { induction heads as [|H heads IH]; intros Y Z E; cbn; [exact E|]. apply IH. unfold sum.
      rewrite E, attend_rearranged by assumption. reflexivity. }
    apply G. reflexivity.
  Qed.

  (** ** Networks, by permutations of columns *)

  Theorem run_rearranged : forall sigma d n pi N (X : matrix F), weighs sigma -> sees_no_order sigma ->
    permutes n pi -> same d n (run sigma d n N (rearranged pi X)) (rearranged pi (run sigma d n N X)).
  Proof.
    intros sigma d n pi N X V W P. revert X. induction N as [|l N IH]; intros X; [apply (same_reflexive L)|].
    cbn [run fold_left]. eapply (same_transitive L); [|apply IH].
    apply (run_is_function L sigma d n N V), layer_rearranged; assumption.
  Qed.

  (** ** Permutation matrices *)

  Definition matrix_of (pi : nat -> nat) : matrix F := fun i j => if Nat.eqb i (pi j) then one else zero.

  Lemma permutes_onto : forall n pi i, permutes n pi -> (i < n)%nat -> exists j, (j < n)%nat /\ pi j = i.
  Proof.
    intros n pi i P Hi. assert (I : In i (map pi (seq 0 n))).
    { apply (Permutation_in i (Permutation_sym (permutes_seq n pi P))), in_seq. lia. }
    apply in_map_iff in I. destruct I as (j & E & I). exists j. split; [apply in_seq in I; lia|exact E].
  Qed.

  Lemma matrix_of_permutation : forall n pi, permutes n pi -> is_permutation_matrix n (matrix_of pi).
  Proof.
    intros n pi P. pose proof (zero_is_not_one F L) as N. split; [|split].
    - intros i j _ _. unfold matrix_of. destruct (Nat.eqb i (pi j)); [right|left]; reflexivity.
    - intros i Hi. destruct (permutes_onto n pi i P Hi) as (j & Hj & E). exists j. split; [exact Hj|]. split.
      + unfold matrix_of. rewrite E, Nat.eqb_refl. reflexivity.
      + intros j' Hj' E'. unfold matrix_of in E'. destruct (Nat.eqb_spec i (pi j')) as [E''|]; [|contradiction].
        apply (proj2 P); [exact Hj'|exact Hj|congruence].
    - intros j Hj. exists (pi j). split; [apply P, Hj|]. split.
      + unfold matrix_of. rewrite Nat.eqb_refl. reflexivity.
      + intros i' _ E'. unfold matrix_of in E'. destruct (Nat.eqb_spec i' (pi j)); [assumption|contradiction].
  Qed.

  Lemma choice : forall n (R : nat -> nat -> Prop), (forall j, (j < n)%nat -> exists i, R j i) ->
    exists pi, forall j, (j < n)%nat -> R j (pi j).
  Proof.
    induction n as [|n IH]; intros R E; [exists (fun j => j); intros; lia|].
    destruct (IH R) as (pi & A); [intros; apply E; lia|]. destruct (E n ltac:(lia)) as (i & B).
    exists (fun j => if Nat.eqb j n then i else pi j). intros j Hj.
    destruct (Nat.eqb_spec j n) as [->|]; [exact B|apply A; lia].
  Qed.

  Lemma product_rearranges : forall n P (pi : nat -> nat) (X : matrix F) i j, (pi j < n)%nat ->
    P (pi j) j == one -> (forall l, (l < n)%nat -> l <> pi j -> P l j == zero) ->
    product n X P i j == X i (pi j).
  Proof.
    intros n P pi X i j B E Z. unfold product.
    rewrite (total_single L n (fun l => times (X i l) (P l j)) (pi j)).
    - rewrite E. apply (times_one F L).
    - exact B.
    - intros l Hl N. rewrite (Z l) by assumption. apply (times_zero F L).
  Qed.

  (** X P is X with its columns rearranged, and each rearrangement is one by a permutation matrix. *)
  Lemma matrix_rearranges : forall n (P : matrix F), is_permutation_matrix n P ->
    exists pi, permutes n pi /\ forall X i j, (j < n)%nat -> product n X P i j == X i (pi j).
  Proof.
    intros n P (bits & rows & columns).
    destruct (choice n (fun j i => (i < n)%nat /\ P i j == one /\ forall i', (i' < n)%nat -> P i' j == one -> i' = i))
      as (pi & A); [intros j Hj; exact (columns j Hj)|].
    exists pi. split; [split|].
    - intros j Hj. apply A, Hj.
    - intros j j' Hj Hj' E. destruct (rows (pi j)) as (j0 & _ & _ & only); [apply A, Hj|].
      transitivity j0; [|symmetry]; apply only; try assumption; [|rewrite E]; apply A; assumption.
    - intros X i j Hj. destruct (A j Hj) as (B & E & only). apply product_rearranges; [exact B|exact E|].
      intros l Hl N. destruct (bits l j Hl Hj) as [Z|O]; [exact Z|]. contradiction (N (only l Hl O)).
  Qed.

  Lemma rearranged_by_matrix : forall n pi (X : matrix F) i j, permutes n pi -> (j < n)%nat ->
    product n X (matrix_of pi) i j == X i (pi j).
  Proof.
    intros n pi X i j P Hj. apply product_rearranges; [apply P, Hj| |]; unfold matrix_of.
    - rewrite Nat.eqb_refl. reflexivity.
    - intros l _ N. destruct (Nat.eqb_spec l (pi j)); [contradiction|reflexivity].
  Qed.

  Theorem equivariant_both_ways : forall d n (f : matrix F -> matrix F), is_function d n f ->
    (commutes_with_matrices d n f <->
     forall pi X, permutes n pi -> same d n (f (rearranged pi X)) (rearranged pi (f X))).
  Proof.
    intros d n f respects. split.
    - intros E pi X P i j Hi Hj. specialize (E (matrix_of pi) X (matrix_of_permutation n pi P) i j Hi Hj).
      rewrite rearranged_by_matrix in E by assumption. unfold rearranged at 2. rewrite <- E.
      apply respects; [|exact Hi|exact Hj]. intros i' j' Hi' Hj'. symmetry. apply rearranged_by_matrix; assumption.
    - intros E P X HP. destruct (matrix_rearranges n P HP) as (pi & Hpi & A). intros i j Hi Hj.
      rewrite A by exact Hj. rewrite <- (E pi X Hpi i j Hi Hj). apply respects; [|exact Hi|exact Hj].
      intros i' j' _ Hj'. apply A, Hj'.
  Qed.

  Theorem run_equivariant : forall sigma d n N, weighs sigma -> sees_no_order sigma ->
    commutes_with_matrices d n (run sigma d n N).
  Proof.
    intros sigma d n N V W. apply equivariant_both_ways; [apply (run_is_function L), V|].
    intros pi X P. apply run_rearranged; assumption.
  Qed.
End Equivariance.

Lemma softmax_sees_no_order : sees_no_order (F := reals) softmax.
Proof.
  intros n pi s k P _. pose proof (total_permuted real_laws n pi (fun l => exp (s l)) P) as E. unfold softmax.
  cbn in *. rewrite E. reflexivity.
Qed.

Theorem softmax_equivariant : forall d n N, commutes_with_matrices (F := reals) d n (run softmax d n N).
Proof. intros. apply (run_equivariant real_laws); [apply softmax_weighs|apply softmax_sees_no_order]. Qed.

Theorem hardmax_equivariant : forall d n N, commutes_with_matrices (F := reals) d n (run hardmax d n N).
Proof. intros. apply (run_equivariant real_laws); [apply hardmax_weighs|apply hardmax_sees_no_order];
  exact real_laws. Qed.

Theorem rational_equivariant : forall d n N, commutes_with_matrices (F := rationals) d n (run hardmax d n N).
Proof.
  intros. apply (run_equivariant rational_laws); [apply hardmax_weighs|apply hardmax_sees_no_order];
    exact rational_laws.
Qed.
