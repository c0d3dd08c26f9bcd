(** * Two entries of a list, and neighbours

    Whether some entry of a list is in a symmetric relation to another one does not depend on the order of the list, so that
    it may be sorted first; and where what lies between two entries that are in the relation is in it too, neighbours in a
    sorted list are enough ([two_neighbours]). *)

From Coq Require Import ZArith QArith List Sorted Permutation Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets.
Import ListNotations.

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
