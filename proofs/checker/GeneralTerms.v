(** * The operators of terms and those of the general theorems

    proofs/rocq states the steps of claims as propositions, with the operators of its Terms.v. This file proves that the
    operators of certificates (Terms.v here) have the same values: ranges, sums and products over them, the least and the
    greatest number, for all and for some, items and entries, relations, columns and permutations, 'distinct'. Numbers are the
    same as rationals (==); truth values are equal. The same of hardmax and of networks is in Instances.v. *)

From Coq Require Import ZArith QArith Qminmax Qround String List Bool Lia Lqa.
From Checker Require Import Rationals Syntax Networks Terms FiniteSets LongLists ColumnOrder Instances.
From Exactua Require Transformers Terms.
Import ListNotations.
Module G := Exactua.Terms.

(** ** Ranges *)

Theorem interval_is lo hi : interval lo hi = G.range lo hi.
Proof.
  unfold interval, G.range. replace (count_up (hi - lo + 1)) with (map Z.of_nat (seq 0 (Z.to_nat (hi - lo + 1)))).
  - rewrite map_map. reflexivity.
  - destruct (Z.leb_spec 0 (hi - lo + 1)) as [L|L].
    + rewrite <- (Z2Nat.id (hi - lo + 1)) at 2 by assumption. symmetry. apply count_up_seq.
    + destruct (hi - lo + 1)%Z; [ lia | lia | reflexivity ].
Qed.

Lemma in_range lo hi k : In k (G.range lo hi) -> (lo <= k <= hi)%Z.
Proof. unfold G.range. rewrite in_map_iff. intros (i & <- & I). apply in_seq in I. lia. Qed.

Section Over.
  Variables (C : context) (s : scene) (x : string) (a b body : term) (lo hi : Z).
  Hypothesis low : value_of C s a = Some (Number (integer lo)).
  Hypothesis high : value_of C s b = Some (Number (integer hi)).
  Let at_ (k : Z) : option value := value_of C (with_variable s x (Number (integer k))) body.

  Lemma range_value q : value_of C s (Range q x a b body) =
    match all_of at_ (G.range lo hi) with Some vs => quantified q vs | None => None end.
  Proof.
    rewrite <- interval_is. simpl. rewrite low, high. simpl. unfold ceiling, floor. simpl. rewrite Z.opp_involutive. reflexivity.
  Qed.

  Section Numbers.
    Variable f : Z -> Q.
    Hypothesis numbers_ : forall k, (lo <= k <= hi)%Z -> exists y, at_ k = Some (Number y) /\ y == f k.

    Lemma range_numbers : exists l, all_of at_ (G.range lo hi) = Some (map Number l) /\
      all_of (fun v => number (Some v)) (map Number l) = Some l /\ same_vector l (map f (G.range lo hi)).
    Proof.
      assert (inside : forall k, In k (G.range lo hi) -> exists y, at_ k = Some (Number y) /\ y == f k).
      { intros k I. apply numbers_, in_range, I. }
      induction (G.range lo hi) as [|k ks IH]; [ exists []; repeat split; constructor | ].
      destruct IH as (l & A & N & F); [ intros j J; apply inside; right; assumption | ].
      destruct (inside k) as (y & Y & E); [ left; reflexivity | ]. exists (y :: l). rewrite all_of_cons, Y, A.
      split; [ reflexivity | split; [ simpl map; rewrite all_of_cons, N; reflexivity | constructor; assumption ] ].
    Qed.

    Lemma sum_same l l' y y' : same_vector l l' -> y == y' -> fold_left plus l y == y' + fold_right Qplus 0 l'.
    Proof.
      intros F. revert y y'. induction F as [|z z' l l' Z F IH]; intros y y' E; simpl; [ rewrite E; ring | ].
      rewrite (IH (plus y z) (y' + z')); [ ring | ]. rewrite plus_same, E, Z. reflexivity.
    Qed.

    Lemma product_same l l' y y' : same_vector l l' -> y == y' -> fold_left times l y == y' * fold_right Qmult 1 l'.
    Proof.
      intros F. revert y y'. induction F as [|z z' l l' Z F IH]; intros y y' E; simpl; [ rewrite E; ring | ].
      rewrite (IH (times y z) (y' * z')); [ ring | ]. rewrite times_same, E, Z. reflexivity.
    Qed.

    Lemma greatest_same l l' : same_vector l l' -> forall y y', y == y' ->
      fold_left (fun a b => if at_most b a then a else b) l y == T.maximum (y' :: l').
    Proof.
      intros F. induction F as [|z z' l l' Z F IH]; intros y y' E; [ assumption | ]. simpl fold_left.
      rewrite (IH _ (Qmax y' z')).
      - simpl. destruct l' as [|w l']; [ reflexivity | symmetry; apply Q.max_assoc ].
      - rewrite (at_most_same z z' y y' Z E). destruct (Qle_bool z' y') eqn:L.
        + rewrite E. symmetry. apply Q.max_l, Qle_bool_iff. assumption.
        + rewrite Z. symmetry. apply Q.max_r, Qlt_le_weak, Qnot_le_lt. rewrite <- Qle_bool_iff, L. discriminate.
    Qed.

    Lemma least_same l l' : same_vector l l' -> forall y y', y == y' ->
      fold_left (fun a b => if at_most a b then a else b) l y == G.minimum (y' :: l').
    Proof.
      intros F. induction F as [|z z' l l' Z F IH]; intros y y' E; [ assumption | ]. simpl fold_left.
      rewrite (IH _ (Qmin y' z')).
      - simpl. destruct l' as [|w l']; [ reflexivity | symmetry; apply Q.min_assoc ].
      - rewrite (at_most_same y y' z z' E Z). destruct (Qle_bool y' z') eqn:L.
        + rewrite E. symmetry. apply Q.min_l, Qle_bool_iff. assumption.
        + rewrite Z. symmetry. apply Q.min_r, Qlt_le_weak, Qnot_le_lt. rewrite <- Qle_bool_iff, L. discriminate.
    Qed.

    Theorem listed_is : exists l, value_of C s (Range ListOf x a b body) = Some (ListValue l) /\ same_vector l (G.listed lo hi f).
    Proof.
      destruct range_numbers as (l & A & N & F). exists l. rewrite range_value, A. unfold quantified. rewrite N.
      split; [ reflexivity | assumption ].
    Qed.

    Theorem total_is : exists y, value_of C s (Range SumOver x a b body) = Some (Number y) /\ y == G.total lo hi f.
    Proof.
      destruct range_numbers as (l & A & N & F). rewrite range_value, A. unfold quantified. rewrite N.
      eexists. split; [ reflexivity | ]. rewrite (sum_same _ _ (integer 0) 0 F) by reflexivity. unfold G.total. ring.
    Qed.

    Theorem product_is : exists y, value_of C s (Range ProductOver x a b body) = Some (Number y) /\ y == G.product lo hi f.
    Proof.
      destruct range_numbers as (l & A & N & F). rewrite range_value, A. unfold quantified. rewrite N.
      eexists. split; [ reflexivity | ]. rewrite (product_same _ _ (integer 1) 1 F) by reflexivity. unfold G.product. ring.
    Qed.

    Lemma range_some : (lo <= hi)%Z -> G.range lo hi <> [].
    Proof.
      intros L. unfold G.range. replace (Z.to_nat (hi - lo + 1)) with (S (Z.to_nat (hi - lo))) by lia. discriminate.
    Qed.

    (** Of an empty range there is no greatest number and no least one. *)
    Theorem greatest_over_is : (lo <= hi)%Z ->
      exists y, value_of C s (Range GreatestOf x a b body) = Some (Number y) /\ y == G.greatest_over lo hi f.
    Proof.
      intros L. pose proof (range_some L) as R. destruct range_numbers as (l & A & N & F). rewrite range_value, A.
      unfold quantified. rewrite N. unfold G.greatest_over.
      destruct (G.range lo hi) as [|k ks]; [ contradiction | ]. inversion F as [|y y' l' ? Y F']; subst.
      eexists. split; [ reflexivity | ]. apply greatest_same; assumption.
    Qed.

    Theorem least_over_is : (lo <= hi)%Z ->
      exists y, value_of C s (Range LeastOf x a b body) = Some (Number y) /\ y == G.least_over lo hi f.
    Proof.
      intros L. pose proof (range_some L) as R. destruct range_numbers as (l & A & N & F). rewrite range_value, A.
      unfold quantified. rewrite N. unfold G.least_over.
      destruct (G.range lo hi) as [|k ks]; [ contradiction | ]. inversion F as [|y y' l' ? Y F']; subst.
      eexists. split; [ reflexivity | ]. apply least_same; assumption.
    Qed.
  End Numbers.

  Section Truths.
    Variable p : Z -> bool.
    Hypothesis truths_ : forall k, (lo <= k <= hi)%Z -> at_ k = Some (Truth (p k)).

    Lemma range_truths : all_of at_ (G.range lo hi) = Some (map Truth (map p (G.range lo hi))).
    Proof.
      assert (inside : forall k, In k (G.range lo hi) -> at_ k = Some (Truth (p k))) by (intros k I; apply truths_, in_range, I).
      induction (G.range lo hi) as [|k ks IH]; [ reflexivity | ]. rewrite all_of_cons, (inside k (or_introl eq_refl)).
      rewrite IH by (intros j J; apply inside; right; assumption). reflexivity.
    Qed.

    Lemma all_truths (bs : list bool) : all_of (fun v => truth (Some v)) (map Truth bs) = Some bs.
    Proof. induction bs as [|t bs IH]; [ reflexivity | ]. simpl map. rewrite all_of_cons, IH. reflexivity. Qed.

    Theorem each_is : value_of C s (Range ForAll x a b body) = Some (Truth (G.each lo hi p)).
    Proof.
      rewrite range_value, range_truths. unfold quantified. rewrite all_truths. simpl. do 2 f_equal. unfold G.each.
      induction (G.range lo hi); simpl; congruence.
    Qed.

    Theorem some_is : value_of C s (Range ForSome x a b body) = Some (Truth (G.some lo hi p)).
    Proof.
      rewrite range_value, range_truths. unfold quantified. rewrite all_truths. simpl. do 2 f_equal. unfold G.some.
      induction (G.range lo hi); simpl; congruence.
    Qed.
  End Truths.
End Over.

(** ** Items, entries, columns *)

Lemma nth_of_nth {A : Type} (l : list A) (k : Z) (none : A) : (0 <= k < size l)%Z -> nth_of l k = Some (nth (Z.to_nat k) l none).
Proof.
  revert k. induction l as [|y l IH]; intros k; [ change (size (@nil A)) with 0%Z; lia | ]. rewrite size_cons. intros L. simpl nth_of.
  destruct (Z.eqb_spec k 0) as [->|N]; [ reflexivity | ]. rewrite IH by lia.
  replace (Z.to_nat k) with (S (Z.to_nat (k - 1))) by lia. reflexivity.
Qed.

Theorem item_is l l' k : same_vector l l' -> (1 <= k <= size l)%Z -> exists y, pick l k = Some y /\ y == G.item l' k.
Proof.
  intros F L. unfold pick, G.item. rewrite (nth_of_nth l (k - 1) 0) by lia. eexists. split; [ reflexivity | ].
  generalize (Z.to_nat (k - 1)). clear L. induction F as [|y y' l l' Y F IH]; intros [|i]; simpl; try reflexivity; auto.
Qed.

Theorem entry_is X X' i j z : same_matrix X X' -> pick X j = Some z -> (1 <= i <= size z)%Z ->
  exists y, pick z i = Some y /\ y == G.entry X' i j.
Proof.
  intros F P L. unfold pick in P. pose proof (nth_of_range _ _ _ P) as R. rewrite (nth_of_nth X (j - 1) []) in P by assumption.
  injection P as <-. apply item_is; [ | assumption ]. revert F. generalize (Z.to_nat (j - 1)). clear. intros n F. revert n.
  induction F as [|y y' l l' Y F IH]; intros [|n]; simpl; try constructor; auto.
Qed.

Lemma picked_is (X : matrix) (v : list Z) : (forall k, In k v -> (1 <= k <= size X)%Z) ->
  all_of (pick X) v = Some (map (fun j => nth (Z.to_nat (j - 1)) X []) v).
Proof.
  intros inside. apply all_of_is. induction v as [|k v IH]; simpl; constructor.
  - apply nth_of_nth. specialize (inside k (or_introl eq_refl)). lia.
  - apply IH. intros j J. apply inside. right. assumption.
Qed.

Theorem columns_between_is (X : matrix) lo hi : (1 <= lo)%Z -> (hi <= size X)%Z ->
  all_of (pick X) (interval lo hi) = Some (G.columns_between X lo hi).
Proof. intros L H. rewrite interval_is. apply picked_is. intros k I. apply in_range in I. lia. Qed.

Theorem permuted_is (X : matrix) v : G.permutation_of (length X) v -> all_of (pick X) v = Some (G.permuted X v).
Proof.
  intros P. apply picked_is. intros k I. rewrite size_is. apply in_range. unfold G.permutation_of in P.
  exact (Permutation.Permutation_in k P I).
Qed.

Theorem row_of_is u u' X X' : same_vector u u' -> same_matrix X X' -> same_vector (map (dot u) X) (T.row_of u' X').
Proof. intros U F. apply (Forall2_map_both (Forall2 Qeq)); [ | assumption ]. intros z z' Z. apply dot_is; assumption. Qed.

(** ** Relations *)

Theorem less_is x x' y y' : x == x' -> y == y' -> compare_numbers Less x y = G.Qlt_bool x' y'.
Proof. intros X Y. unfold compare_numbers, less, G.Qlt_bool. rewrite (at_most_same y y' x x' Y X). reflexivity. Qed.
Theorem at_most_is_le x x' y y' : x == x' -> y == y' -> compare_numbers AtMost x y = Qle_bool x' y'.
Proof. intros X Y. apply at_most_same; assumption. Qed.
Theorem equal_is x x' y y' : x == x' -> y == y' -> compare_numbers Equal x y = Qeq_bool x' y'.
Proof. intros X Y. apply same_same; assumption. Qed.

Theorem distinct_is l l' : same_vector l l' -> different l = G.distinct_bool l'.
Proof.
  intros F. induction F as [|y y' l l' Y F IH]; simpl; [ reflexivity | ]. rewrite IH. f_equal. f_equal. clear IH.
  induction F as [|z z' l l' Z F IH]; simpl; [ reflexivity | ]. rewrite IH. f_equal. apply same_same; assumption.
Qed.

Theorem same_list_is l l' m m' : same_vector l l' -> same_vector m m' -> size l = size m ->
  same_lists l m = Some (G.same_list_bool l' m').
Proof.
  intros F. revert m m'. induction F as [|y y' l l' Y F IH]; intros m m' E L; destruct E as [|z z' m m' Z E].
  - reflexivity.
  - rewrite size_cons in L. pose proof (size_nonnegative m). rewrite size_nil in L. lia.
  - rewrite size_cons in L. pose proof (size_nonnegative l). rewrite size_nil in L. lia.
  - rewrite !size_cons in L. simpl. rewrite (IH m m' E) by lia. simpl. f_equal. rewrite (same_same y y' z z' Y Z).
    unfold G.same_list_bool. simpl. destruct (length l' =? length m')%nat; destruct (Qeq_bool y' z'); simpl; rewrite ?andb_false_r, ?andb_true_r; reflexivity.
Qed.
