(** * Sorting, and whether the entries of a list are pairwise different

    Merge sort by a comparison that is any function to [bool], with accumulators, so that a program that is extracted from it
    sorts 100,000 entries without a deep stack. Proved: the result is a permutation of the list ([sort_permutation]) and
    ascends ([sort_ascending]); and the entries of a list are pairwise different exactly where no two neighbours in the
    sorted list are equal ([different_by_sorting]), which takes far less time than to compare all pairs. *)

From Coq Require Import ZArith QArith List Bool Permutation Sorted Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains FiniteSets LongLists.
Import ListNotations.

Section Sorting.
Context {A : Type} (le : A -> A -> bool).

(** Two ascending lists as one; [done] is what has been merged, the last first. *)
Fixpoint merge (u v done : list A) {struct u} : list A :=
  let fix against (v done : list A) {struct v} : list A :=
    match u, v with
    | [], _ => rev_append done v
    | _, [] => rev_append done u
    | x :: u', y :: v' => if le x y then merge u' v (x :: done) else against v' (y :: done)
    end in
  against v done.

(** Neighbouring lists are merged; the order of the lists does not matter. *)
Fixpoint merge_neighbours (ls done : list (list A)) : list (list A) :=
  match ls with
  | u :: v :: rest => merge_neighbours rest (merge u v [] :: done)
  | [u] => u :: done
  | [] => done
  end.

(** Each pass halves the number of lists; what is left after the last pass is merged one by one. *)
Fixpoint merge_all (passes : nat) (ls : list (list A)) : list A :=
  match passes with
  | O => fold_left (fun u v => merge u v []) ls []
  | S passes => match ls with
                | [] => []
                | [u] => u
                | _ => merge_all passes (merge_neighbours ls [])
                end
  end.

(** 64 passes are more than any list needs; what is proved does not depend on their number. *)
Definition sort (l : list A) : list A := merge_all 64 (image (fun x => [x]) l).

(** No entry of the list is at most the one before it. *)
Fixpoint rising (l : list A) : bool :=
  match l with
  | x :: rest => match rest with y :: _ => if le y x then false else rising rest | [] => true end
  | [] => true
  end.

(** ** The same entries *)

Lemma merge_permutation (u : list A) : forall v done, Permutation (merge u v done) (done ++ u ++ v).
Proof.
  induction u as [|x u IH]; simpl.
  - intros v done. destruct v; rewrite rev_append_rev; apply Permutation_app_tail; symmetry; apply Permutation_rev.
  - induction v as [|y v IHv]; intros done.
    + rewrite rev_append_rev, app_nil_r. apply Permutation_app_tail. symmetry. apply Permutation_rev.
    + destruct (le x y).
      * rewrite IH. simpl. apply Permutation_middle.
      * rewrite IHv. simpl. rewrite Permutation_middle. apply Permutation_app_head.
        exact (Permutation_middle (x :: u) v y).
Qed.

Lemma merge_neighbours_permutation : forall ls done,
  Permutation (concat (merge_neighbours ls done)) (concat ls ++ concat done).
Proof.
  fix IH 1. intros [|u [|v rest]] done; simpl; [ reflexivity | rewrite app_nil_r; reflexivity | ].
  rewrite IH. simpl. rewrite (merge_permutation u v []). simpl. rewrite !app_assoc.
  apply Permutation_app_tail. rewrite <- !app_assoc. rewrite (Permutation_app_comm (concat rest)).
  rewrite !app_assoc. reflexivity.
Qed.

Lemma merge_all_permutation (passes : nat) : forall ls, Permutation (merge_all passes ls) (concat ls).
Proof.
  induction passes as [|passes IH]; intros ls.
  - simpl. assert (general : forall done, Permutation (fold_left (fun u v => merge u v []) ls done) (done ++ concat ls)).
    { induction ls as [|u ls IH]; intros done; simpl; [ rewrite app_nil_r; reflexivity | ].
      rewrite IH, (merge_permutation done u []). simpl. rewrite app_assoc. reflexivity. }
    apply general.
  - destruct ls as [|u [|v rest]]; simpl merge_all; [ reflexivity | simpl; rewrite app_nil_r; reflexivity | ].
    rewrite IH. rewrite merge_neighbours_permutation. simpl concat. rewrite (merge_permutation u v []). simpl.
    rewrite (Permutation_app_comm (concat rest)), app_nil_r, app_assoc. reflexivity.
Qed.

Theorem sort_permutation (l : list A) : Permutation (sort l) l.
Proof.
  unfold sort. rewrite merge_all_permutation, image_is.
  induction l as [|x l IH]; simpl; [ reflexivity | constructor; assumption ].
Qed.

(** ** In ascending order *)

Definition ascending : list A -> Prop := StronglySorted (fun x y => le x y = true).

Context (le_total : forall x y, le x y = false -> le y x = true)
        (le_transitive : forall x y z, le x y = true -> le y z = true -> le x z = true).

Fixpoint merged (u : list A) : list A -> list A :=
  fix against (v : list A) : list A :=
    match u, v with
    | [], _ => v
    | _, [] => u
    | x :: u', y :: v' => if le x y then x :: merged u' v else y :: against v'
    end.

Lemma merge_is (u : list A) : forall v done, merge u v done = rev_append done (merged u v).
Proof.
  induction u as [|x u IH]; [ intros [|y v] done; reflexivity | ].
  induction v as [|y v IHv]; intros done; [ reflexivity | ]. simpl in *. destruct (le x y); [ apply IH | apply IHv ].
Qed.

Lemma merged_ascending (u : list A) : forall v, ascending u -> ascending v -> ascending (merged u v).
Proof.
  induction u as [|x u IH]; [ intros [|y v]; simpl; auto | ].
  intros v su. pose proof su as all. apply StronglySorted_inv in su. destruct su as [su xu].
  induction v as [|y v IHv]; intros sv; [ exact all | ].
  pose proof sv as sv'. apply StronglySorted_inv in sv. destruct sv as [sv yv].
  pose proof (merge_permutation u (y :: v) []) as P. rewrite merge_is in P. simpl rev_append in P.
  pose proof (merge_permutation (x :: u) v []) as P'. rewrite merge_is in P'. simpl rev_append in P'. simpl app in P, P'.
  simpl. destruct (le x y) eqn:E.
  - constructor; [ apply IH; assumption | ]. rewrite P. apply Forall_app. split; [ assumption | ].
    constructor; [ assumption | ]. eapply Forall_impl; [ | exact yv ]. intros z yz. eapply le_transitive; eassumption.
  - apply le_total in E. constructor; [ exact (IHv sv) | ].
    change (Forall (fun z => le y z = true) (merged (x :: u) v)). rewrite P'.
    constructor; [ assumption | ]. apply Forall_app. split; [ | assumption ].
    eapply Forall_impl; [ | exact xu ]. intros z xz. eapply le_transitive; eassumption.
Qed.

Lemma merge_ascending (u v : list A) : ascending u -> ascending v -> ascending (merge u v []).
Proof. rewrite merge_is. apply merged_ascending. Qed.

Lemma merge_neighbours_ascending : forall ls done,
  Forall ascending ls -> Forall ascending done -> Forall ascending (merge_neighbours ls done).
Proof.
  fix IH 1. intros [|u [|v rest]] done a b; simpl; [ assumption | constructor; [ inversion a; assumption | assumption ] | ].
  inversion a as [|? ? au a']; subst. inversion a' as [|? ? av a'']; subst.
  apply IH; [ assumption | ]. constructor; [ apply merge_ascending; assumption | assumption ].
Qed.

Lemma merge_all_ascending (passes : nat) : forall ls, Forall ascending ls -> ascending (merge_all passes ls).
Proof.
  induction passes as [|passes IH]; intros ls a.
  - simpl. assert (general : forall done, ascending done -> ascending (fold_left (fun u v => merge u v []) ls done)).
    { induction a as [|u ls au a IHls]; intros done ad; simpl; [ assumption | ]. apply IHls. apply merge_ascending; assumption. }
    apply general. constructor.
  - destruct ls as [|u [|v rest]]; simpl merge_all; [ constructor | inversion a; assumption | ].
    apply IH. apply (merge_neighbours_ascending (u :: v :: rest)); [ assumption | constructor ].
Qed.

Theorem sort_ascending (l : list A) : ascending (sort l).
Proof.
  unfold sort. apply merge_all_ascending. rewrite image_is. apply Forall_map. apply Forall_forall.
  intros x _. constructor; constructor.
Qed.

(** ** Pairwise different *)

Lemma rising_strictly (l : list A) : ascending l -> rising l = true -> StronglySorted (fun x y => le y x = false) l.
Proof.
  induction l as [|x l IH]; intros a r; [ constructor | ]. apply StronglySorted_inv in a. destruct a as [a xl].
  destruct l as [|y l]; [ constructor; constructor | ].
  simpl in r. destruct (le y x) eqn:E; [ discriminate | ]. pose proof (IH a r) as rest. constructor; [ assumption | ].
  constructor; [ assumption | ]. apply StronglySorted_inv in a. destruct a as [a yl].
  eapply Forall_impl; [ | exact yl ]. intros z yz. destruct (le z x) eqn:F; [ | reflexivity ].
  rewrite (le_transitive y z x yz F) in E. discriminate.
Qed.

Lemma not_rising (l : list A) : rising l = false -> exists a x y b, l = a ++ x :: y :: b /\ le y x = true.
Proof.
  induction l as [|x l IH]; [ discriminate | ]. destruct l as [|y l]; [ discriminate | ]. intros r. simpl in r.
  destruct (le y x) eqn:E; [ exists [], x, y, l; auto | ].
  destruct (IH r) as (a & p & q & b & E' & F). exists (x :: a), p, q, b. rewrite E'. auto.
Qed.

Lemma sorted_permutation (R : A -> A -> Prop) (R_symmetric : forall x y, R x y -> R y x) (l m : list A) :
  Permutation l m -> StronglySorted R l -> StronglySorted R m.
Proof.
  induction 1 as [|x l m P IH|x y l|l m k P IH P' IH']; intros s; auto.
  - apply StronglySorted_inv in s. destruct s as [s xl]. constructor; [ auto | rewrite <- P; assumption ].
  - apply StronglySorted_inv in s. destruct s as [s xl]. apply StronglySorted_inv in s. destruct s as [s yl].
    inversion xl; subst. constructor; [ constructor; assumption | constructor; [ auto | assumption ] ].
Qed.

Lemma all_different_sorted (eq : A -> A -> bool) (l : list A) :
  all_different eq l = true <-> StronglySorted (fun x y => eq x y = false) l.
Proof.
  induction l as [|x l IH]; simpl; [ split; [ constructor | reflexivity ] | ].
  rewrite andb_true_iff, negb_true_iff. split.
  - intros [n d]. constructor; [ apply IH, d | ]. apply Forall_forall. intros y i.
    destruct (eq x y) eqn:E; [ | reflexivity ].
    rewrite <- n. symmetry. apply existsb_exists. exists y. auto.
  - intros s. apply StronglySorted_inv in s. destruct s as [s xl]. split; [ | apply IH, s ].
    destruct (existsb (eq x) l) eqn:E; [ | reflexivity ]. apply existsb_exists in E. destruct E as (y & i & E).
    rewrite Forall_forall in xl. rewrite (xl y i) in E. discriminate.
Qed.

Theorem different_by_sorting (eq : A -> A -> bool) (l : list A) :
  (forall x y, In x l -> In y l -> eq x y = (le x y && le y x)%bool) ->
  all_different eq l = rising (sort l).
Proof.
  intros E. set (both x y := (le x y && le y x)%bool).
  assert (same : all_different eq l = all_different both l).
  { clear - E. induction l as [|x l IH]; simpl; [ reflexivity | ]. rewrite IH by (intros; apply E; simpl; auto). f_equal. f_equal.
    assert (F : forall y, In y l -> eq x y = both x y) by (intros; apply E; simpl; auto).
    clear - F. induction l as [|y l IH]; simpl; [ reflexivity | ]. rewrite IH, F by (simpl; auto; intros; apply F; simpl; auto).
    reflexivity. }
  rewrite same. apply eq_true_iff_eq. rewrite all_different_sorted.
  assert (both_symmetric : forall x y, both x y = false -> both y x = false) by (intros x y; unfold both; rewrite andb_comm; auto).
  pose proof (sort_permutation l) as P. pose proof (sort_ascending l) as a. split.
  - intros s. apply (sorted_permutation _ both_symmetric) with (m := sort l) in s; [ | symmetry; assumption ].
    destruct (rising (sort l)) eqn:R; [ reflexivity | ]. apply not_rising in R. destruct R as (u & x & y & v & F & yx).
    rewrite F in a, s. assert (xy : le x y = true /\ both x y = false).
    { clear - a s. induction u as [|z u IH]; simpl in *; apply StronglySorted_inv in a, s; destruct a as [a p], s as [s q];
        [ inversion p; inversion q; auto | auto ]. }
    unfold both in xy. rewrite yx in xy. destruct xy as [-> xy]. discriminate.
  - intros r. apply (sorted_permutation _ both_symmetric) with (l := sort l); [ assumption | ].
    apply rising_strictly in r; [ | assumption ]. clear - r. induction r as [|x m s IH xm]; constructor; [ assumption | ].
    eapply Forall_impl; [ | exact xm ]. intros y F. unfold both. rewrite F. apply andb_false_r.
Qed.

End Sorting.

(** ** The orders of numbers, columns and matrices *)

Lemma at_most_iff (x y : Q) : at_most x y = true <-> x <= y.
Proof. rewrite at_most_is. apply Qle_bool_iff. Qed.
Lemma at_most_total (x y : Q) : at_most x y = false -> at_most y x = true.
Proof.
  intros F. apply at_most_iff. destruct (Qlt_le_dec y x) as [L|L]; [ apply Qlt_le_weak, L | ].
  apply at_most_iff in L. congruence.
Qed.
Lemma at_most_transitive (x y z : Q) : at_most x y = true -> at_most y z = true -> at_most x z = true.
Proof. rewrite !at_most_iff. apply Qle_trans. Qed.
Lemma same_at_most (x y : Q) : same x y = (at_most x y && at_most y x)%bool.
Proof.
  apply eq_true_iff_eq. rewrite andb_true_iff, !at_most_iff. unfold same. rewrite Qeq_bool_iff. split.
  - intros E. rewrite E. split; apply Qle_refl.
  - intros [a b]. apply Qle_antisym; assumption.
Qed.

(** The order of words by an order of letters. *)
Fixpoint word_at_most {A : Type} (le : A -> A -> bool) (u v : list A) : bool :=
  match u, v with
  | [], _ => true
  | _, [] => false
  | x :: u', y :: v' => if le x y then if le y x then word_at_most le u' v' else true else false
  end.

Lemma word_at_most_total {A : Type} (le : A -> A -> bool) (total : forall x y, le x y = false -> le y x = true) :
  forall u v, word_at_most le u v = false -> word_at_most le v u = true.
Proof.
  induction u as [|x u IH]; intros [|y v]; simpl; try discriminate; auto.
  destruct (le x y) eqn:E, (le y x) eqn:F; auto; try discriminate. apply total in E. congruence.
Qed.

Lemma word_at_most_transitive {A : Type} (le : A -> A -> bool)
  (transitive : forall x y z, le x y = true -> le y z = true -> le x z = true) :
  forall u v w, word_at_most le u v = true -> word_at_most le v w = true -> word_at_most le u w = true.
Proof.
  induction u as [|x u IH]; intros [|y v] [|z w]; simpl; try discriminate; auto.
  destruct (le x y) eqn:xy; [ | discriminate ]. destruct (le y z) eqn:yz; [ | discriminate ].
  rewrite (transitive _ _ _ xy yz). destruct (le z x) eqn:zx; [ | reflexivity ].
  rewrite (transitive _ _ _ yz zx), (transitive _ _ _ zx xy). apply IH.
Qed.

Lemma same_columns_at_most (u v : column) : length u = length v ->
  same_columns u v = (word_at_most at_most u v && word_at_most at_most v u)%bool.
Proof.
  revert v. unfold same_columns. induction u as [|x u IH]; intros [|y v] L; simpl in *; try discriminate; [ reflexivity | ].
  injection L as L. specialize (IH v L). rewrite same_at_most.
  destruct (same_lists u v) as [b|]; simpl.
  - rewrite IH. destruct (at_most x y), (at_most y x); reflexivity.
  - destruct (at_most x y), (at_most y x); simpl; auto.
Qed.

Lemma same_lists_some (u v : list Q) : length u = length v -> exists b, same_lists u v = Some b.
Proof.
  revert v. induction u as [|x u IH]; intros [|y v] L; simpl in *; try discriminate; [ eauto | ].
  destruct (IH v) as [b ->]; [ congruence | ]. simpl. eauto.
Qed.

Lemma same_points_at_most (d : nat) (U V : matrix) : length U = length V ->
  Forall (fun z => length z = d) U -> Forall (fun z => length z = d) V ->
  same_points U V =
  (word_at_most (word_at_most at_most) U V && word_at_most (word_at_most at_most) V U)%bool.
Proof.
  revert V. unfold same_points. induction U as [|u U IH]; intros [|v V] L FU FV; simpl in *; try discriminate; [ reflexivity | ].
  injection L as L. inversion FU; subst. inversion FV as [|? ? E FV']; subst. specialize (IH V L ltac:(assumption) FV').
  pose proof (same_columns_at_most u v (eq_sym E)) as S. unfold same_columns in S.
  destruct (same_lists_some u v (eq_sym E)) as [b F]. rewrite F in *. simpl.
  destruct (same_matrices U V) as [c|]; simpl.
  - rewrite IH. destruct (word_at_most at_most u v), (word_at_most at_most v u); simpl in *; subst b; reflexivity.
  - destruct (word_at_most at_most u v), (word_at_most at_most v u); simpl in *; auto.
Qed.
