(** * Finite sets as lists

    Truth.v speaks of sets: of how many elements one has, of its elements in an order, of an element before which there is
    none. This file proves that a list of the elements answers such questions: the number of elements of a set is the
    length of a list that has each of them once, and no other; there is one list of them in an order that is strict; the
    first element of that list is the element before which there is none. *)

From Coq Require Import ZArith QArith List Sorted Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth.
Import ListNotations.

(** ** The number of entries of a list *)

Lemma size_from {A : Type} (l : list A) (k : Z) : (fold_left (fun k _ => Z.succ k) l k = k + Z.of_nat (length l))%Z.
Proof.
  revert k. induction l as [|x l IH]; intros k; simpl; [ lia | ]. rewrite IH. lia.
Qed.
Theorem size_is {A : Type} (l : list A) : size l = Z.of_nat (length l).
Proof. unfold size. rewrite size_from. lia. Qed.

Lemma size_nil {A : Type} : size (@nil A) = 0%Z.
Proof. reflexivity. Qed.
Lemma size_cons {A : Type} (x : A) l : size (x :: l) = (size l + 1)%Z.
Proof. rewrite !size_is. simpl length. lia. Qed.
Lemma size_app {A : Type} (l m : list A) : size (l ++ m) = (size l + size m)%Z.
Proof. rewrite !size_is, app_length. lia. Qed.
Lemma size_map {A B : Type} (f : A -> B) l : size (map f l) = size l.
Proof. rewrite !size_is, map_length. reflexivity. Qed.
Lemma size_nonnegative {A : Type} (l : list A) : (0 <= size l)%Z.
Proof. rewrite size_is. lia. Qed.
Lemma size_zero {A : Type} (l : list A) : size l = 0%Z <-> l = [].
Proof. rewrite size_is. destruct l; simpl; split; intros; try reflexivity; try discriminate; lia. Qed.

(** ** Entries by their number *)

Lemma nth_of_cons {A : Type} (x : A) l k : nth_of (x :: l) k = if Z.eqb k 0 then Some x else nth_of l (k - 1).
Proof. reflexivity. Qed.
Lemma nth_of_range {A : Type} (l : list A) k x : nth_of l k = Some x -> (0 <= k < size l)%Z.
Proof.
  revert k. induction l as [|y l IH]; intros k; simpl; [ discriminate | ]. rewrite size_cons. pose proof (size_nonnegative l).
  destruct (Z.eqb_spec k 0); intros E; [ lia | apply IH in E; lia ].
Qed.
Lemma nth_of_in {A : Type} (l : list A) k x : nth_of l k = Some x -> In x l.
Proof.
  revert k. induction l as [|y l IH]; intros k; simpl; [ discriminate | ].
  destruct (Z.eqb_spec k 0); intros E; [ left; congruence | right; eauto ].
Qed.
Lemma nth_of_split {A : Type} (l : list A) k x :
  nth_of l k = Some x <-> exists a b, l = a ++ x :: b /\ size a = k.
Proof.
  revert k. induction l as [|y l IH]; intros k; simpl.
  - split; [ discriminate | intros (a & b & E & _); destruct a; discriminate ].
  - destruct (Z.eqb_spec k 0) as [->|N].
    + split.
      * intros E. injection E as ->. exists [], l. split; reflexivity.
      * intros (a & b & E & Z0). apply size_zero in Z0. subst a. simpl in E. congruence.
    + rewrite IH. split.
      * intros (a & b & E & S). exists (y :: a), b. subst l. split; [ reflexivity | rewrite size_cons; lia ].
      * intros (a & b & E & S). destruct a as [|z a]; simpl in E; [ rewrite size_nil in S; lia | ].
        injection E as -> ->. exists a, b. split; [ reflexivity | rewrite size_cons in S; lia ].
Qed.
Lemma nth_of_app {A : Type} (l m : list A) k :
  nth_of (l ++ m) k = if Z.ltb k (size l) then nth_of l k else nth_of m (k - size l).
Proof.
  revert k. induction l as [|x l IH]; intros k; simpl.
  - rewrite size_nil, Z.sub_0_r. destruct (Z.ltb_spec k 0); [ | reflexivity ].
    destruct (nth_of m k) eqn:E; [ apply nth_of_range in E; lia | reflexivity ].
  - rewrite size_cons, IH. pose proof (size_nonnegative l).
    destruct (Z.eqb_spec k 0) as [->|N].
    + destruct (Z.ltb_spec 0 (size l + 1)); [ reflexivity | lia ].
    + destruct (Z.ltb_spec (k - 1) (size l)), (Z.ltb_spec k (size l + 1)); try lia; try reflexivity.
      f_equal. lia.
Qed.
Lemma in_nth_of {A : Type} (l : list A) x : In x l -> exists k, nth_of l k = Some x.
Proof.
  intros H. apply in_split in H. destruct H as (a & b & E). exists (size a). apply nth_of_split. exists a, b. auto.
Qed.
Lemma nth_of_map {A B : Type} (f : A -> B) l k : nth_of (map f l) k = option_map f (nth_of l k).
Proof.
  revert k. induction l as [|x l IH]; intros k; simpl; [ reflexivity | ]. destruct (Z.eqb k 0); [ reflexivity | apply IH ].
Qed.

(** ** Cardinality *)

Theorem cardinal_of {A : Type} (p : A -> Prop) (l : list A) :
  NoDup l -> (forall x, In x l <-> p x) -> forall k, cardinal p k <-> size l = k.
Proof.
  intros D I k. split.
  - intros (m & Dm & Im & <-). rewrite !size_is. f_equal.
    apply Nat.le_antisymm; apply NoDup_incl_length; try assumption; intros x H.
    + apply Im, I, H.
    + apply I, Im, H.
  - intros <-. exists l. auto.
Qed.

(** ** Elements in a strict order *)

Section Order.
  Context {A : Type} (less : A -> A -> Prop).
  Definition strict_on (p : A -> Prop) : Prop :=
    (forall x, p x -> ~ less x x) /\ (forall x y z, p x -> p y -> p z -> less x y -> less y z -> less x z).

  Lemma strict_sub (p q : A -> Prop) : (forall x, q x -> p x) -> strict_on p -> strict_on q.
  Proof. intros H (I & T). split; [ intros x; auto | intros x y z Hx Hy Hz; apply T; auto ]. Qed.

  Theorem in_order_no_duplicates (p : A -> Prop) l : strict_on p -> in_order less p l -> NoDup l.
  Proof.
    intros (I & T) (M & S).
    assert (H : forall x, In x l -> p x) by (intros x; apply M). clear M.
    induction S as [|x l S IH F]; constructor.
    - intros J. rewrite Forall_forall in F. apply (I x); [ apply H; left; reflexivity | apply F; assumption ].
    - apply IH. intros y J. apply H. right. assumption.
  Qed.

  Theorem in_order_unique (p : A -> Prop) l m : strict_on p -> in_order less p l -> in_order less p m -> l = m.
  Proof.
    intros (I & T) (Ml & Sl) (Mm & Sm).
    assert (H : forall x, In x l -> p x) by (intros x; apply Ml).
    assert (E : forall x, In x l <-> In x m) by (intros x; rewrite Ml, Mm; reflexivity). clear Ml Mm.
    revert m Sm E. induction Sl as [|x l Sl IH F]; intros m Sm E.
    - destruct m as [|y m]; [ reflexivity | exfalso; apply (E y); left; reflexivity ].
    - destruct Sm as [|y m Sm G].
      + exfalso. apply (E x). left. reflexivity.
      + rewrite Forall_forall in F, G.
        assert (x = y) as <-.
        { destruct (proj1 (E x)) as [->|Jx]; [ left; reflexivity | reflexivity | ].
          destruct (proj2 (E y)) as [->|Jy]; [ left; reflexivity | reflexivity | ].
          exfalso. assert (p x) by (apply H; left; reflexivity). assert (p y) by (apply H; right; assumption).
          apply (I x); [ assumption | ]. apply T with y; auto. }
        f_equal. apply IH; [ intros z J; apply H; right; assumption | assumption | ].
        intros z. split; intros J.
        * destruct (proj1 (E z)) as [->|J']; [ right; assumption | | assumption ].
          exfalso. apply (I z); [ apply H; left; reflexivity | auto ].
        * destruct (proj2 (E z)) as [->|J']; [ right; assumption | | assumption ].
          exfalso. apply (I z); [ apply H; left; reflexivity | auto ].
  Qed.

  Theorem in_order_filter (p : A -> Prop) (f : A -> bool) l :
    in_order less p l -> in_order less (fun x => p x /\ f x = true) (filter f l).
  Proof.
    intros (M & S). split.
    - intros x. rewrite filter_In, M. reflexivity.
    - clear M. induction S as [|x l S IH F]; simpl; [ constructor | ].
      destruct (f x); [ | assumption ]. constructor; [ assumption | ].
      rewrite Forall_forall in *. intros y J. apply filter_In in J. apply F. apply J.
  Qed.

  Theorem in_order_same (p q : A -> Prop) l : (forall x, p x <-> q x) -> in_order less p l -> in_order less q l.
  Proof. intros E (M & S). split; [ intros x; rewrite M; apply E | assumption ]. Qed.

  (** The first element of a list in order is the element before which there is none. *)
  Theorem first_of_list (p : A -> Prop) l :
    strict_on p -> in_order less p l -> forall x, first_of less p x <-> hd_error l = Some x.
  Proof.
    intros (I & T) (M & S) x. split.
    - intros (Px & B). destruct S as [|y l S F]; simpl.
      + exfalso. apply (M x). assumption.
      + assert (Py : p y) by (apply M; left; reflexivity). destruct (B y Py) as [->|J]; [ reflexivity | ].
        apply M in Px. destruct Px as [->|Px]; [ reflexivity | ].
        rewrite Forall_forall in F. exfalso. apply (I x).
        * apply M. right. assumption.
        * apply T with y; auto. apply M. right. assumption. apply M. right. assumption.
    - destruct S as [|y l S F]; simpl; [ discriminate | ]. intros E. injection E as ->. rewrite Forall_forall in F. split.
      + apply M. left. reflexivity.
      + intros y J. apply M in J. destruct J as [J|J]; [ left; assumption | right; apply F; assumption ].
  Qed.
End Order.

(** ** All results of a list *)

Lemma all_of_cons {A B : Type} (f : A -> option B) x l :
  all_of f (x :: l) =
    match f x with None => None | Some y => match all_of f l with None => None | Some ys => Some (y :: ys) end end.
Proof. reflexivity. Qed.

Theorem all_of_is {A B : Type} (f : A -> option B) l r : all_of f l = Some r <-> Forall2 (fun x y => f x = Some y) l r.
Proof.
  revert r. induction l as [|x l IH]; intros r.
  - simpl. split; [ intros E; injection E as <-; constructor | intros F; inversion F; reflexivity ].
  - rewrite all_of_cons. split.
    + destruct (f x) as [y|] eqn:E; [ | discriminate ]. destruct (all_of f l) as [ys|] eqn:F; [ | discriminate ].
      intros G. injection G as <-. constructor; [ assumption | apply IH; reflexivity ].
    + intros F. inversion F as [|? y ? ys E G]; subst. rewrite E. apply IH in G. rewrite G. reflexivity.
Qed.
Lemma all_of_none {A B : Type} (f : A -> option B) l : all_of f l = None <-> exists x, In x l /\ f x = None.
Proof.
  induction l as [|x l IH].
  - simpl. split; [ discriminate | intros (x & [] & _) ].
  - rewrite all_of_cons. destruct (f x) as [y|] eqn:E.
    + destruct (all_of f l) as [ys|].
      * split; [ discriminate | ]. intros (z & [<-|J] & F); [ congruence | ].
        assert (Some ys = None) by (apply IH; eauto). discriminate.
      * split; [ intros _ | reflexivity ]. destruct (proj1 IH eq_refl) as (z & J & F). exists z. split; [ right | ]; assumption.
    + split; [ intros _ | reflexivity ]. exists x. split; [ left; reflexivity | assumption ].
Qed.
Lemma all_of_ext {A B : Type} (f g : A -> option B) l : (forall x, f x = g x) -> all_of f l = all_of g l.
Proof. intros E. induction l as [|x l IH]; [ reflexivity | ]. rewrite !all_of_cons, E, IH. reflexivity. Qed.

(** ** Existence and comparison on lists *)

Lemma forallb_iff {A : Type} (f : A -> bool) (p : A -> Prop) l :
  (forall x, In x l -> (f x = true <-> p x)) -> (forallb f l = true <-> forall x, In x l -> p x).
Proof. intros E. rewrite forallb_forall. split; intros H x J; apply E; auto. Qed.
Lemma existsb_iff {A : Type} (f : A -> bool) (p : A -> Prop) l :
  (forall x, In x l -> (f x = true <-> p x)) -> (existsb f l = true <-> exists x, In x l /\ p x).
Proof. intros E. rewrite existsb_exists. split; intros (x & J & H); exists x; split; try apply E; auto. Qed.

(** ** Long lists

    The same as [filter] and [map], in constant depth of calls. *)

Definition keep {A : Type} (f : A -> bool) (l : list A) : list A :=
  rev' (fold_left (fun kept x => if f x then x :: kept else kept) l []).
Theorem keep_is {A : Type} (f : A -> bool) l : keep f l = filter f l.
Proof.
  assert (H : forall l k, fold_left (fun kept x => if f x then x :: kept else kept) l k = rev (filter f l) ++ k).
  { clear l. induction l as [|x l IH]; intros k; simpl; [ reflexivity | ].
    rewrite IH. destruct (f x); [ simpl; rewrite <- app_assoc | ]; reflexivity. }
  unfold keep, rev'. rewrite <- rev_alt, H, app_nil_r, rev_involutive. reflexivity.
Qed.

Definition image {A B : Type} (f : A -> B) (l : list A) : list B := rev' (fold_left (fun made x => f x :: made) l []).
Theorem image_is {A B : Type} (f : A -> B) l : image f l = map f l.
Proof.
  assert (H : forall l k, fold_left (fun made x => f x :: made) l k = rev (map f l) ++ k).
  { clear l. induction l as [|x l IH]; intros k; simpl; [ reflexivity | ]. rewrite IH, <- app_assoc. reflexivity. }
  unfold image, rev'. rewrite <- rev_alt, H, app_nil_r, rev_involutive. reflexivity.
Qed.
