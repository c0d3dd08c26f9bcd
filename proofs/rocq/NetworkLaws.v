(** * Networks: what all numbers have in common, and that only the d n entries of a matrix matter *)

From Coq Require Import List Arith Bool Lia QArith Reals Setoid Morphisms Permutation.
From Exactua Require Import Networks.
Import ListNotations.

(** What is used of numbers: + is associative and commutative with 0, and all operations respect equality. *)
Record laws (F : numbers) : Prop := Laws {
  equal_equivalence : Equivalence (@equal F);
  plus_respects : Proper (equal ==> equal ==> equal) (@plus F);
  times_respects : Proper (equal ==> equal ==> equal) (@times F);
  inverse_respects : Proper (equal ==> equal) (@inverse F);
  at_most_respects : Proper (equal ==> equal ==> eq) (@at_most F);
  plus_commutes : forall x y : number F, equal (plus x y) (plus y x);
  plus_associates : forall x y z : number F, equal (plus x (plus y z)) (plus (plus x y) z);
  zero_plus : forall x : number F, equal (plus zero x) x;
  zero_times : forall x : number F, equal (times zero x) zero;
  times_zero : forall x : number F, equal (times x zero) zero;
  times_one : forall x : number F, equal (times x one) x;
  zero_is_not_one : ~ equal (@zero F) one }.

Theorem rational_laws : laws rationals.
Proof. split; cbn; try typeclasses eauto; try (intros; ring). discriminate. Qed.

Theorem real_laws : laws reals.
Proof.
  split; cbn; try typeclasses eauto; try (intros; ring); try (repeat intro; subst; reflexivity).
  intro E. apply R1_neq_R0. congruence.
Qed.

Section Respect.
  Context {F : numbers} (L : laws F).
  Local Notation "x == y" := (@equal F x y) (at level 70, no associativity).

  #[local] Instance equal_is_equivalence : Equivalence (@equal F) := equal_equivalence F L.
  #[local] Instance plus_is_proper : Proper (equal ==> equal ==> equal) (@plus F) := plus_respects F L.
  #[local] Instance times_is_proper : Proper (equal ==> equal ==> equal) (@times F) := times_respects F L.

  (** ** Sums *)

  Lemma total_respects : forall k f g, (forall i, (i < k)%nat -> f i == g i) -> total k f == total k g.
  Proof.
    induction k as [|k IH]; intros f g E; cbn; [reflexivity|].
    rewrite (IH f g), (E k) by (intros; try apply E; lia). reflexivity.
  Qed.

  Lemma total_zero : forall k f, (forall i, (i < k)%nat -> f i == zero) -> total k f == zero.
  Proof.
    induction k as [|k IH]; intros f E; cbn; [reflexivity|].
    rewrite (IH f), (E k) by (intros; try apply E; lia). apply (zero_plus F L).
  Qed.

  (** A sum of which one term is not 0. *)
  Lemma total_single : forall k f i, (i < k)%nat -> (forall j, (j < k)%nat -> j <> i -> f j == zero) ->
    total k f == f i.
  Proof.
    induction k as [|k IH]; intros f i Hi E; [lia|]. cbn. destruct (Nat.eq_dec i k) as [->|N].
    - rewrite total_zero by (intros; apply E; lia). apply (zero_plus F L).
    - rewrite (IH f i), (E k) by (intros; try apply E; lia). rewrite (plus_commutes F L). apply (zero_plus F L).
  Qed.

  (** ** Sums in any order *)

  (** pi is a permutation of 0, ..., n - 1. *)
  Definition permutes (n : nat) (pi : nat -> nat) : Prop :=
    (forall j, (j < n)%nat -> (pi j < n)%nat) /\
    (forall j j', (j < n)%nat -> (j' < n)%nat -> pi j = pi j' -> j = j').

  (** Column j is column pi(j) of X. *)
  Definition rearranged (pi : nat -> nat) (X : matrix F) : matrix F := fun i j => X i (pi j).

  Definition listed (a : list (number F)) : number F := fold_right plus zero a.

  Lemma listed_permuted : forall a b, Permutation a b -> listed a == listed b.
  Proof.
    intros a b P. induction P as [|x a b _ IH|x y a|a b c _ IH _ IH']; cbn; [reflexivity|rewrite IH; reflexivity| |].
    - rewrite !(plus_associates F L), (plus_commutes F L y x). reflexivity.
    - rewrite IH. exact IH'.
  Qed.

  Lemma listed_snoc : forall a x, listed (a ++ [x]) == plus (listed a) x.
  Proof.
    induction a as [|y a IH]; intros x; cbn; [apply (plus_commutes F L)|].
    rewrite IH. apply (plus_associates F L).
  Qed.

  Lemma total_listed : forall k f, total k f == listed (map f (seq 0 k)).
  Proof.
    induction k as [|k IH]; intros f; [reflexivity|]. cbn [total].
    rewrite seq_S, map_app. change (map f [(0 + k)%nat]) with [f k]. rewrite listed_snoc, <- IH. reflexivity.
  Qed.

  Lemma permutes_seq : forall n pi, permutes n pi -> Permutation (map pi (seq 0 n)) (seq 0 n).
  Proof.
    intros n pi [into one_to_one]. apply NoDup_Permutation_bis.
    - assert (G : forall l, NoDup l -> (forall j, In j l -> (j < n)%nat) -> NoDup (map pi l)).
      { induction l as [|j l IH]; intros ND B; cbn; constructor.
        - intros I. apply in_map_iff in I. destruct I as (j' & E & I). apply NoDup_cons_iff in ND.
          apply (proj1 ND). rewrite <- (one_to_one j' j); auto; apply B; cbn; auto.
        - apply IH; [apply NoDup_cons_iff in ND; tauto|]. intros; apply B; cbn; auto. }
      apply G; [apply seq_NoDup|]. intros j I. apply in_seq in I. lia.
    - rewrite map_length. reflexivity.
    - intros i I. apply in_map_iff in I. destruct I as (j & <- & I). apply in_seq in I. apply in_seq.
      specialize (into j). lia.
  Qed.

  Lemma total_permuted : forall n pi f, permutes n pi -> total n (fun l => f (pi l)) == total n f.
  Proof.
    intros n pi f P. rewrite !total_listed. apply listed_permuted. rewrite <- map_map.
    apply Permutation_map, permutes_seq, P.
  Qed.

  (** ** Only d n entries matter *)

  Definition is_function (d n : nat) (f : matrix F -> matrix F) : Prop :=
    forall X Y, same d n X Y -> same d n (f X) (f Y).

  Lemma product_respects : forall k (A B A' B' : matrix F) i j,
    (forall l, (l < k)%nat -> A i l == A' i l) -> (forall l, (l < k)%nat -> B l j == B' l j) ->
    product k A B i j == product k A' B' i j.
  Proof. intros k A B A' B' i j EA EB. apply total_respects. intros l Hl. rewrite EA, EB by exact Hl. reflexivity. Qed.

  (** What hardmax and softmax have: the weights are a function of the n scores. *)
  Definition weighs (sigma : nat -> vector F -> vector F) : Prop := forall n s s' k, (k < n)%nat ->
    (forall l, (l < n)%nat -> s l == s' l) -> sigma n s k == sigma n s' k.

  Lemma forallb_same : forall (p q : nat -> bool) l, (forall k, In k l -> p k = q k) -> forallb p l = forallb q l.
  Proof.
    intros p q. induction l as [|k l IH]; intros E; cbn; [reflexivity|].
    rewrite (E k), IH; cbn; auto. intros; apply E; cbn; auto.
  Qed.

  Lemma is_greatest_respects : forall n (s s' : vector F) k, (k < n)%nat -> (forall l, (l < n)%nat -> s l == s' l) ->
    is_greatest n s k = is_greatest n s' k.
  Proof.
    intros n s s' k Hk E. apply forallb_same. intros l I. apply in_seq in I.
    apply (at_most_respects F L); apply E; lia.
  Qed.

  Lemma how_many_greatest_respects : forall n (s s' : vector F), (forall l, (l < n)%nat -> s l == s' l) ->
    how_many_greatest n s = how_many_greatest n s'.
  Proof.
    intros n s s' E. unfold how_many_greatest. f_equal. apply filter_ext_in. intros k I. apply in_seq in I.
    apply is_greatest_respects; [lia|exact E].
  Qed.

  Lemma hardmax_weighs : weighs hardmax.
  Proof.
    intros n s s' k Hk E. unfold hardmax. rewrite (is_greatest_respects n s s') by assumption.
    rewrite (how_many_greatest_respects n s s') by assumption. reflexivity.
  Qed.

  Lemma leftmost_hardmax_weighs : weighs leftmost_hardmax.
  Proof.
    intros n s s' k Hk E. unfold leftmost_hardmax. rewrite (is_greatest_respects n s s') by assumption.
    rewrite (forallb_same _ (fun l => negb (is_greatest n s' l))); [reflexivity|].
    intros l I. apply in_seq in I. rewrite (is_greatest_respects n s s'); [reflexivity|lia|exact E].
  Qed.

  Lemma rightmost_hardmax_weighs : weighs rightmost_hardmax.
  Proof.
    intros n s s' k Hk E. unfold rightmost_hardmax. rewrite (is_greatest_respects n s s') by assumption.
    rewrite (forallb_same _ (fun l => negb (is_greatest n s' l))); [reflexivity|].
    intros l I. apply in_seq in I. rewrite (is_greatest_respects n s s'); [reflexivity|lia|exact E].
  Qed.

  Lemma activate_respects : forall (phi : list (piece F)) t t', t == t' -> activate phi t == activate phi t'.
  Proof.
    induction phi as [|p phi IH]; intros t t' E; cbn; [reflexivity|].
    assert (H : has p t = has p t').
    { unfold has, above, below. destruct (from p), (to p), (from_closed p), (to_closed p);
        rewrite ?(at_most_respects F L _ _ (reflexivity _) _ _ E), ?(at_most_respects F L _ _ E _ _ (reflexivity _));
        reflexivity. }
    rewrite H. destruct (has p t'); [rewrite E; reflexivity|apply IH, E].
  Qed.

  Lemma attend_respects : forall sigma d n H (X Y : matrix F), weighs sigma -> same d n X Y ->
    forall i j, (j < n)%nat -> attend sigma d n H X i j == attend sigma d n H Y i j.
  Proof.
    intros sigma d n H X Y W E i j Hj.
    assert (P : forall A a l, (l < n)%nat -> product d A X a l == product d A Y a l).
    { intros A a l Hl. apply product_respects; intros; [reflexivity|apply E; assumption]. }
    apply product_respects; intros l Hl.
    - apply product_respects; intros; [reflexivity|apply P, Hl].
    - apply W; [exact Hl|]. intros k Hk. apply total_respects. intros a _. unfold sum. rewrite !P by assumption.
      reflexivity.
  Qed.

  Lemma attention_respects : forall sigma d n heads (X Y : matrix F), weighs sigma -> same d n X Y ->
    same d n (attention sigma d n heads X) (attention sigma d n heads Y).
  Proof.
    intros sigma d n heads X Y W E. unfold attention.
    assert (G : forall Z Z', same d n Z Z' -> same d n (fold_left (fun Y0 H => sum Y0 (attend sigma d n H X)) heads Z)
                                                      (fold_left (fun Y0 H => sum Y0 (attend sigma d n H Y)) heads Z')).
    { induction heads as [|H heads IH]; intros Z Z' EZ; cbn; [exact EZ|]. apply IH. intros i j Hi Hj. unfold sum.
      rewrite (EZ i j), (attend_respects sigma d n H X Y) by assumption. reflexivity. }
    apply G, E.
  Qed.

  Lemma feed_forward_respects : forall d n f (X Y : matrix F), same d n X Y ->
    same d n (feed_forward d f X) (feed_forward d f Y).
  Proof.
    intros d n f X Y E i j Hi Hj. unfold feed_forward, sum. rewrite (E i j) by assumption.
    rewrite (product_respects _ _ _ (W_2 f)
      (fun a j => activate (activation f) (plus (product d (W_1 f) Y a j) (in_each_column (b_1 f) a j))));
        [reflexivity| |].
    - intros; reflexivity.
    - intros a _. apply activate_respects.
      rewrite (product_respects d (W_1 f) X (W_1 f) Y); [reflexivity|reflexivity|]. intros; apply E; assumption.
  Qed.

  Lemma apply_respects : forall sigma d n l (X Y : matrix F), weighs sigma -> same d n X Y ->
    same d n (apply sigma d n X l) (apply sigma d n Y l).
  Proof. intros sigma d n [heads|f] X Y W E; [apply attention_respects; assumption|apply feed_forward_respects, E]. Qed.

  Lemma same_transitive : forall d n (X Y Z : matrix F), same d n X Y -> same d n Y Z -> same d n X Z.
  Proof. intros d n X Y Z E E' i j Hi Hj. rewrite (E i j), (E' i j) by assumption. reflexivity. Qed.

  Lemma same_symmetric : forall d n (X Y : matrix F), same d n X Y -> same d n Y X.
  Proof. intros d n X Y E i j Hi Hj. rewrite (E i j) by assumption. reflexivity. Qed.

  Lemma same_reflexive : forall d n (X : matrix F), same d n X X.
  Proof. intros d n X i j _ _. reflexivity. Qed.

  Theorem run_is_function : forall sigma d n N, weighs sigma -> is_function d n (run sigma d n N).
  Proof.
    intros sigma d n N W. unfold run. induction N as [|l N IH]; intros X Y E; cbn; [exact E|].
    apply IH, apply_respects; assumption.
  Qed.

  Lemma run_app : forall sigma d n N N' (X : matrix F), run sigma d n (N ++ N') X = run sigma d n N' (run sigma d n N
    X).
  Proof. intros. apply fold_left_app. Qed.
End Respect.

Lemma softmax_weighs : weighs (F := reals) softmax.
Proof.
  intros n s s' k Hk E. unfold softmax. cbn in *. rewrite (E k) by exact Hk.
  rewrite (total_respects real_laws n _ (fun l => exp (s' l))); [reflexivity|].
  intros l Hl. cbn. rewrite (E l) by exact Hl. reflexivity.
Qed.
