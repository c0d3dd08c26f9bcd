(** * Sorting, and pairs of neighbours

    A merge sort that goes through long lists in constant depth of calls, and what it is for: whether two entries of a list
    are in a relation, in either order, does not depend on the order of the list, so that it may be sorted first. *)

From Coq Require Import ZArith QArith List Sorted Permutation Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets.
Import ListNotations.

Section MergeSort.
  Context {A : Type} (le : A -> A -> bool).
  Hypothesis total : forall x y, le x y = true \/ le y x = true.
  Hypothesis transitive : forall x y z, le x y = true -> le y z = true -> le x z = true.

  (** Two lists merged in front of a third one, backwards. *)
  Fixpoint merge_onto (a : list A) {struct a} : list A -> list A -> list A :=
    fix inner (b done : list A) {struct b} : list A :=
      match a, b with
      | [], _ => rev_append b done
      | _, [] => rev_append a done
      | x :: a', y :: b' => if le x y then merge_onto a' b (x :: done) else inner b' (y :: done)
      end.
  Definition merged (a b : list A) : list A := rev' (merge_onto a b []).

  (** Sorted lists merged two by two. *)
  Fixpoint merge_round (runs done : list (list A)) : list (list A) :=
    match runs with
    | a :: b :: rest => merge_round rest (merged a b :: done)
    | [a] => a :: done
    | [] => done
    end.
  Fixpoint merge_rounds (p : positive) (runs : list (list A)) : list (list A) :=
    match p with xH => merge_round runs [] | xO p | xI p => merge_rounds p (merge_round runs []) end.
  Definition sort (l : list A) : list A :=
    fold_left merged (merge_rounds (Z.to_pos (size l)) (image (fun x => [x]) l)) [].

  Definition ascending := StronglySorted (fun x y => le x y = true).
  Definition descending := StronglySorted (fun x y => le y x = true).

  Lemma merge_onto_permutes a : forall b done, Permutation (merge_onto a b done) (a ++ b ++ done).
  Proof.
    induction a as [|x a IH]; intros b.
    - induction b as [|y b IHb]; intros done; simpl; [ apply Permutation_refl | ].
      rewrite rev_append_rev. apply Permutation_trans with (b ++ y :: done).
      + apply Permutation_app_tail. apply Permutation_sym, Permutation_rev.
      + apply Permutation_sym, Permutation_middle.
    - induction b as [|y b IHb]; intros done.
      + simpl. rewrite rev_append_rev. apply Permutation_trans with (a ++ x :: done).
        * apply Permutation_app_tail. apply Permutation_sym, Permutation_rev.
        * apply Permutation_sym, Permutation_middle.
      + simpl merge_onto. destruct (le x y).
        * apply Permutation_trans with (a ++ (y :: b) ++ x :: done); [ apply IH | ].
          apply Permutation_sym. change ((x :: a) ++ (y :: b) ++ done) with (x :: (a ++ (y :: b) ++ done)).
          rewrite !app_assoc. apply Permutation_middle.
        * apply Permutation_trans with ((x :: a) ++ b ++ y :: done); [ apply IHb | ].
          apply Permutation_sym, Permutation_trans with (y :: (x :: a) ++ b ++ done);
            [ apply Permutation_sym, (Permutation_middle (x :: a) (b ++ done) y) | ].
          rewrite !app_assoc. apply Permutation_middle.
  Qed.

  Lemma descending_rev_append a done :
    ascending a -> descending done -> (forall x y, In x done -> In y a -> le x y = true) -> descending (rev_append a done).
  Proof.
    intros S. revert done. induction S as [|x a S IH F]; intros done D H; simpl; [ assumption | ].
    rewrite Forall_forall in F. apply IH.
    - constructor; [ assumption | ]. apply Forall_forall. intros y J. apply H; [ | left ]; auto.
    - intros y z [<-|J] K; [ apply F; assumption | apply H; [ | right ]; assumption ].
  Qed.

  Lemma merge_onto_sorted a : forall b done, ascending a -> ascending b -> descending done ->
    (forall x y, In x done -> In y a -> le x y = true) -> (forall x y, In x done -> In y b -> le x y = true) ->
    descending (merge_onto a b done).
  Proof.
    induction a as [|x a IH]; intros b.
    - intros done _ Sb D _ Hb. destruct b; simpl; [ assumption | ].
      apply (descending_rev_append (a :: b)); assumption.
    - induction b as [|y b IHb]; intros done Sa Sb D Ha Hb.
      + apply (descending_rev_append (x :: a)); assumption.
      + simpl merge_onto. inversion Sa as [|? ? Sa' Fa]; subst. inversion Sb as [|? ? Sb' Fb]; subst.
        rewrite Forall_forall in Fa, Fb. destruct (le x y) eqn:E.
        * apply IH; try assumption.
          -- constructor; [ assumption | ]. apply Forall_forall. intros z J. apply Ha; [ | left ]; auto.
          -- intros z w [<-|J] K; [ apply Fa; assumption | apply Ha; [ | right ]; assumption ].
          -- intros z w [<-|J] K; [ | apply Hb; assumption ].
             destruct K as [<-|K]; [ assumption | apply transitive with y; auto ].
        * assert (G : le y x = true) by (destruct (total x y); congruence). apply IHb; try assumption.
          -- constructor; [ assumption | ]. apply Forall_forall. intros z J. apply Hb; [ | left ]; auto.
          -- intros z w [<-|J] K; [ | apply Ha; assumption ].
             destruct K as [<-|K]; [ assumption | apply transitive with x; auto ].
          -- intros z w [<-|J] K; [ apply Fb; assumption | apply Hb; [ | right ]; assumption ].
  Qed.

  Lemma reversed (l : list A) : rev' l = rev l.
  Proof. unfold rev'. symmetry. apply rev_alt. Qed.

  Lemma ascending_rev l : descending l -> ascending (rev l).
  Proof.
    intros S. induction S as [|x l S IH F]; simpl; [ constructor | ].
    rewrite Forall_forall in F. assert (G : forall y, In y (rev l) -> le y x = true) by (intros y J; apply F, in_rev, J).
    clear F S. induction IH as [|y m S IH F]; simpl; [ repeat constructor | ]. constructor.
    - apply IH. intros z J. apply G. right. assumption.
    - rewrite Forall_forall in *. intros z J. apply in_app_or in J. destruct J as [J|[<-|[]]]; [ auto | ].
      apply G. left. reflexivity.
  Qed.

  Lemma merged_permutes a b : Permutation (merged a b) (a ++ b).
  Proof.
    unfold merged. rewrite reversed. apply Permutation_trans with (merge_onto a b []);
      [ apply Permutation_sym, Permutation_rev | ].
    pose proof (merge_onto_permutes a b []) as P. rewrite app_nil_r in P. assumption.
  Qed.
  Lemma merged_sorted a b : ascending a -> ascending b -> ascending (merged a b).
  Proof.
    intros Sa Sb. unfold merged. rewrite reversed. apply ascending_rev, merge_onto_sorted; try assumption;
      try constructor; intros ? ? [].
  Qed.

  Lemma merge_round_keeps : forall runs done,
    Permutation (concat (merge_round runs done)) (concat runs ++ concat done) /\
    (Forall ascending runs -> Forall ascending done -> Forall ascending (merge_round runs done)).
  Proof.
    fix IH 1. intros [|a [|b rest]] done.
    - simpl. split; [ apply Permutation_refl | auto ].
    - simpl. split; [ rewrite app_nil_r; apply Permutation_refl | ]. intros F G. inversion F; subst. constructor; assumption.
    - simpl. destruct (IH rest (merged a b :: done)) as (P & S). split.
      + apply Permutation_trans with (1 := P). simpl. rewrite (app_assoc a b).
        apply Permutation_trans with ((concat rest ++ merged a b) ++ concat done); [ rewrite app_assoc; apply Permutation_refl | ].
        apply Permutation_app_tail. apply Permutation_trans with (merged a b ++ concat rest); [ apply Permutation_app_comm | ].
        apply Permutation_app_tail, merged_permutes.
      + intros F G. inversion F as [|? ? Fa F']; subst. inversion F' as [|? ? Fb F'']; subst. apply S; [ assumption | ].
        constructor; [ apply merged_sorted | ]; assumption.
  Qed.
  Lemma merge_rounds_keep p : forall runs,
    Permutation (concat (merge_rounds p runs)) (concat runs) /\
    (Forall ascending runs -> Forall ascending (merge_rounds p runs)).
  Proof.
    assert (one : forall runs, Permutation (concat (merge_round runs [])) (concat runs) /\
                        (Forall ascending runs -> Forall ascending (merge_round runs []))).
    { intros runs. destruct (merge_round_keeps runs []) as (P & S). split.
      - simpl in P. rewrite app_nil_r in P. assumption.
      - intros F. apply S; [ assumption | constructor ]. }
    induction p as [p IH|p IH|]; intros runs; simpl; try apply one;
      destruct (one runs) as (P & S), (IH (merge_round runs [])) as (P' & S'); split; auto;
      apply Permutation_trans with (1 := P'); assumption.
  Qed.
  Lemma merge_all_keeps runs : forall a,
    Permutation (fold_left merged runs a) (a ++ concat runs) /\
    (Forall ascending runs -> ascending a -> ascending (fold_left merged runs a)).
  Proof.
    induction runs as [|b runs IH]; intros a; simpl.
    - rewrite app_nil_r. split; [ apply Permutation_refl | auto ].
    - destruct (IH (merged a b)) as (P & S). split.
      + apply Permutation_trans with (1 := P). rewrite app_assoc. apply Permutation_app_tail, merged_permutes.
      + intros F Sa. inversion F; subst. apply S; [ assumption | apply merged_sorted; assumption ].
  Qed.

  Theorem sort_permutes l : Permutation (sort l) l.
  Proof.
    unfold sort. destruct (merge_all_keeps (merge_rounds (Z.to_pos (size l)) (image (fun x => [x]) l)) []) as (P & _).
    apply Permutation_trans with (1 := P). simpl.
    destruct (merge_rounds_keep (Z.to_pos (size l)) (image (fun x => [x]) l)) as (P' & _).
    apply Permutation_trans with (1 := P'). rewrite image_is.
    replace (concat (map (fun x => [x]) l)) with l; [ apply Permutation_refl | ].
    clear. induction l as [|x l IH]; simpl; [ reflexivity | ]. rewrite <- IH. reflexivity.
  Qed.
  Theorem sort_sorted l : ascending (sort l).
  Proof.
    unfold sort. apply merge_all_keeps; [ | constructor ]. apply merge_rounds_keep. rewrite image_is.
    apply Forall_forall. intros a J. apply in_map_iff in J. destruct J as (x & <- & _). repeat constructor.
  Qed.
End MergeSort.

(** ** Two entries of a list *)

(** An entry of the list is in the relation to a later one. *)
Fixpoint two {A : Type} (R : A -> A -> Prop) (l : list A) : Prop :=
  match l with [] => False | x :: rest => Exists (R x) rest \/ two R rest end.

Lemma two_app {A : Type} (R : A -> A -> Prop) l m :
  two R (l ++ m) <-> two R l \/ two R m \/ exists x y, In x l /\ In y m /\ R x y.
Proof.
  induction l as [|x l IH]; simpl.
  - split; [ auto | intros [[]|[H|(x & y & [] & _)]]; assumption ].
  - rewrite Exists_app, IH. split.
    + intros [[H|H]|[H|[H|(y & z & Y & Z & H)]]]; auto.
      * apply Exists_exists in H. destruct H as (y & J & H). right. right. exists x, y. auto.
      * right. right. exists y, z. auto.
    + intros [[H|H]|[H|(y & z & [<-|Y] & Z & H)]]; auto.
      * left. right. apply Exists_exists. exists z. auto.
      * right. right. right. exists y, z. auto.
Qed.
Lemma two_map {A B : Type} (f : A -> B) (R : B -> B -> Prop) l : two R (map f l) <-> two (fun x y => R (f x) (f y)) l.
Proof. induction l as [|x l IH]; simpl; [ reflexivity | ]. rewrite IH, Exists_map. reflexivity. Qed.
Lemma two_same {A : Type} (R S : A -> A -> Prop) l : (forall x y, R x y <-> S x y) -> (two R l <-> two S l).
Proof.
  intros E. induction l as [|x l IH]; simpl; [ reflexivity | ]. rewrite IH, !Exists_exists.
  split; (intros [(y & J & H)|H]; [ left; exists y; split; [ assumption | apply E; assumption ] | right; assumption ]).
Qed.

Lemma two_implies {A : Type} (R S : A -> A -> Prop) l : (forall x y, R x y -> S x y) -> two R l -> two S l.
Proof.
  intros E. induction l as [|x l IH]; simpl; [ auto | ]. intros [H|H]; [ left | right; auto ].
  apply Exists_exists in H. destruct H as (y & J & H). apply Exists_exists. exists y. auto.
Qed.

Section Symmetric.
  Context {A : Type} (R : A -> A -> Prop).
  Hypothesis symmetric : forall x y, R x y -> R y x.

  Theorem two_permuted l m : Permutation l m -> two R l -> two R m.
  Proof.
    intros P. induction P as [|x l m P IH|x y l|l m k P IH Q IH']; simpl; auto.
    - intros [H|H]; [ left | right; auto ]. apply Exists_exists in H. destruct H as (y & J & H).
      apply Exists_exists. exists y. split; [ apply Permutation_in with l; assumption | assumption ].
    - intros [H|[H|H]]; auto. inversion H; subst; auto.
  Qed.

  Theorem two_by_number l :
    two R l <-> exists i j x y, i <> j /\ nth_of l i = Some x /\ nth_of l j = Some y /\ R x y.
  Proof.
    induction l as [|z l IH]; simpl.
    - split; [ intros [] | intros (i & j & x & y & _ & E & _); discriminate ].
    - rewrite IH. split.
      + intros [H|(i & j & x & y & D & I & J & H)].
        * apply Exists_exists in H. destruct H as (y & J & H). apply in_nth_of in J. destruct J as (k & J).
          exists 0%Z, (k + 1)%Z, z, y. pose proof (nth_of_range _ _ _ J).
          destruct (Z.eqb_spec (k + 1) 0); [ lia | ]. rewrite Z.eqb_refl. repeat split; try assumption; [ lia | ].
          rewrite <- J. f_equal. lia.
        * exists (i + 1)%Z, (j + 1)%Z, x, y. pose proof (nth_of_range _ _ _ I). pose proof (nth_of_range _ _ _ J).
          destruct (Z.eqb_spec (i + 1) 0); [ lia | ]. destruct (Z.eqb_spec (j + 1) 0); [ lia | ].
          repeat split; try assumption; [ lia | rewrite <- I | rewrite <- J ]; f_equal; lia.
      + intros (i & j & x & y & D & I & J & H). destruct (Z.eqb_spec i 0) as [->|Ni], (Z.eqb_spec j 0) as [->|Nj].
        * contradiction.
        * injection I as ->. left. apply Exists_exists. exists y. split; [ eapply nth_of_in; eassumption | assumption ].
        * injection J as ->. left. apply Exists_exists. exists x. split; [ eapply nth_of_in; eassumption | auto ].
        * right. exists (i - 1)%Z, (j - 1)%Z, x, y. repeat split; try assumption. lia.
  Qed.
End Symmetric.

(** ** Neighbours *)

Fixpoint neighbours_from {A : Type} (x : A) (l : list A) (done : list (A * A)) : list (A * A) :=
  match l with [] => done | y :: rest => neighbours_from y rest ((x, y) :: done) end.
Definition neighbours {A : Type} (l : list A) : list (A * A) :=
  match l with [] => [] | x :: rest => neighbours_from x rest [] end.

Lemma neighbours_from_in {A : Type} (l : list A) : forall x done p,
  In p (neighbours_from x l done) <-> In p done \/ In p (neighbours (x :: l)).
Proof.
  induction l as [|y l IH]; intros x done p; simpl; [ tauto | ].
  rewrite IH, (IH y [(x, y)] p). simpl. tauto.
Qed.
Lemma neighbours_cons {A : Type} (x y : A) l p : In p (neighbours (x :: y :: l)) <-> p = (x, y) \/ In p (neighbours (y :: l)).
Proof. simpl. rewrite neighbours_from_in. simpl. intuition. Qed.

Lemma neighbours_are_two {A : Type} (R : A -> A -> Prop) l x y : In (x, y) (neighbours l) -> R x y -> two R l.
Proof.
  intros H HR. destruct l as [|z l]; [ contradiction | ]. revert z H. induction l as [|w l IH]; intros z H; [ contradiction | ].
  apply neighbours_cons in H. destruct H as [E|H]; [ injection E as <- <-; left; left; assumption | right; apply (IH w H) ].
Qed.

(** In a sorted list: if two entries are in a relation, and what lies between two entries in the relation is in it with
    either of them, then so is each of the two with a neighbour. *)
Section Closest.
  Context {A : Type} (le : A -> A -> Prop) (R : A -> A -> Prop).
  Hypothesis closer_above : forall x y z, le x y -> y = z \/ le y z -> R x z -> R x y.
  Hypothesis closer_below : forall x y z, x = y \/ le x y -> le y z -> R x z -> R y z.

  Theorem two_neighbours (K : A -> Prop) l : StronglySorted le l ->
    two (fun x z => R x z /\ (K x \/ K z)) l -> exists x y, In (x, y) (neighbours l) /\ R x y /\ (K x \/ K y).
  Proof.
    intros S. induction S as [|x l S IH F]; simpl; [ contradiction | ]. intros [H|H].
    - apply Exists_exists in H. destruct H as (z & J & HR & HK).
      assert (above : K x -> exists x0 y, In (x0, y) (neighbours (x :: l)) /\ R x0 y /\ (K x0 \/ K y)).
      { intros Kx. destruct l as [|y l]; [ contradiction | ]. exists x, y.
        split; [ apply neighbours_cons; left; reflexivity | ]. split; [ | left; assumption ].
        inversion F as [|? ? Hxy F']; subst. inversion S as [|? ? S' G]; subst.
        apply closer_above with z; [ assumption | | assumption ]. destruct J as [->|J]; [ left; reflexivity | right ].
        rewrite Forall_forall in G. apply G, J. }
      destruct HK as [HK|HK]; [ apply above, HK | ].
      clear above IH. revert x S F HR. induction l as [|y l IHl]; intros x S F HR; [ contradiction | ].
      inversion S as [|? ? S' G]; subst. inversion F as [|? ? Hxy F']; subst. destruct J as [->|J].
      + exists x, z. split; [ apply neighbours_cons; left; reflexivity | auto ].
      + assert (Ryz : R y z).
        { rewrite Forall_forall in G. apply closer_below with x; [ right | apply G | ]; assumption. }
        destruct (IHl J y S' G Ryz) as (u & v & N & HN). exists u, v. split; [ apply neighbours_cons; right | ]; assumption.
    - destruct (IH H) as (y & z & J & HR). exists y, z. split; [ | assumption ].
      destruct l as [|w l]; [ contradiction | ]. apply neighbours_cons. right. assumption.
  Qed.
End Closest.
