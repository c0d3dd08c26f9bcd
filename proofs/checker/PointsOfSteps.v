(** * The points of a step: a domain's name and a matrix

    Truth.v speaks of the places of a step, which carry numbers and ranks so that they can be put in order and found again.
    A reader thinks of a point as a matrix of a domain. This file says what a point is in those words ([is_point]), which
    points come before which ([comes_before]), and proves that the places of a step are its points and that they stand in that
    order. It is a bridge to Meaning.v. *)

From Coq Require Import ZArith QArith List String Sorted RelationClasses Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Enumerate Orders Truth FiniteSets Places.
Import ListNotations.

(** ** The words *)

(** The set of matrices, with its order, of the domain of that name. *)
Definition space_named (C : context) (ds : list domain) (name : string) (S : space) : Prop :=
  exists d asked, In d ds /\ domain_name d = name /\ space_of C (domain_spec d) = Some (S, asked).

(** A point: the name of a domain, and a matrix. *)
Definition point := (string * matrix)%type.

(** The points of a step are those of the domains that it names. *)
Definition is_point (C : context) (ds : list domain) (st : step) (p : point) : Prop :=
  In (fst p) (over st) /\ exists S, space_named C ds (fst p) S /\ member S (snd p).

(** One point comes before another: its domain is named before the other's, or it precedes it in the same domain. *)
Definition comes_before (C : context) (ds : list domain) (st : step) (p q : point) : Prop :=
  listed_before (over st) (fst p) (fst q) \/
  fst p = fst q /\ exists S, space_named C ds (fst p) S /\ precedes S (snd p) (snd q).

(** A term is true, or false, at a matrix. *)
Definition true_at (C : context) (t : term) (X : matrix) : Prop := is_true C (at_point X) t.
Definition false_at (C : context) (t : term) (X : matrix) : Prop := is_false C (at_point X) t.

(** The hypothesis of a step is true at a matrix; a step without a hypothesis supposes nothing. *)
Definition supposed (C : context) (st : step) (X : matrix) : Prop :=
  match given st with None => True | Some g => true_at C g X end.

(** The points that a step speaks of. *)
Definition spoken_of (C : context) (ds : list domain) (st : step) (p : point) : Prop :=
  is_point C ds st p /\ supposed C st (snd p).

(** The numbers of a term at a matrix: its value, or the items of its value where that is a list. *)
Definition numbers_of_term (C : context) (t : term) (X : matrix) (l : list Q) : Prop :=
  exists v, value_of C (at_point X) t = Some v /\ numbers_of v = Some l.

(** ** Lists *)

Lemma nth_of_listed_before {A : Type} (l : list A) i j x y :
  nth_of l i = Some x -> nth_of l j = Some y -> (i < j)%Z -> listed_before l x y.
Proof.
  revert i j. induction l as [|z l IH]; intros i j; simpl; [ discriminate | ].
  destruct (Z.eqb_spec i 0) as [->|I]; destruct (Z.eqb_spec j 0) as [->|J]; intros E F L.
  - lia.
  - injection E as ->. apply nth_of_in, in_split in F. destruct F as (b & c & ->). exists [], b, c. reflexivity.
  - apply nth_of_range in E. lia.
  - destruct (IH _ _ E F) as (a & b & c & ->); [ lia | ]. exists (z :: a), b, c. reflexivity.
Qed.

Lemma listed_before_nth_of {A : Type} (l : list A) x y : listed_before l x y ->
  exists i j, nth_of l i = Some x /\ nth_of l j = Some y /\ (i < j)%Z.
Proof.
  intros (a & b & c & ->). exists (size a), (size (a ++ x :: b)). repeat split.
  - apply nth_of_split. eauto.
  - apply nth_of_split. exists (a ++ x :: b), c. split; [ rewrite <- app_assoc; reflexivity | reflexivity ].
  - rewrite size_app, size_cons. pose proof (size_nonnegative b). lia.
Qed.

Lemma nth_of_once {A : Type} (l : list A) i j x : NoDup l -> nth_of l i = Some x -> nth_of l j = Some x -> i = j.
Proof.
  intros D. revert i j. induction D as [|y l new D IH]; intros i j; simpl; [ discriminate | ].
  destruct (Z.eqb_spec i 0) as [->|I]; destruct (Z.eqb_spec j 0) as [->|J]; intros E F; try reflexivity.
  - injection E as ->. apply nth_of_in in F. contradiction.
  - injection F as ->. apply nth_of_in in E. contradiction.
  - pose proof (IH _ _ E F). lia.
Qed.

(** ** Places and points *)

Section Bridge.
  Variables (C : context) (ds : list domain) (st : step).
  Hypothesis once : NoDup (map domain_name ds).
  Hypothesis all_right : Forall (fun d => exists S asked, space_of C (domain_spec d) = Some (S, asked) /\ asked /\
                           cardinal (member S) (domain_points d)) ds.
  Hypothesis names_once : NoDup (over st).
  Hypothesis some_domain : over st <> [].

  Lemma space_named_once name S S' : space_named C ds name S -> space_named C ds name S' -> S = S'.
  Proof.
    intros (d & a & I & N & E) (d' & a' & I' & N' & E'). assert (d = d') by (apply (name_once ds); congruence). subst d'.
    congruence.
  Qed.

  Lemma space_strict_order name S : space_named C ds name S -> StrictOrder (precedes S).
  Proof. intros (d & a & I & N & E). eapply space_strict. eassumption. Qed.

  Lemma space_listed name S : space_named C ds name S -> exists l, Lists l S.
  Proof.
    intros (d & a & I & N & E). rewrite Forall_forall in all_right. destruct (all_right d I) as (S' & a' & E' & asked & _).
    destruct (enumerate C (domain_spec d)) as [l|] eqn:F.
    - apply enumerate_lists in F. destruct F as (S'' & a'' & E'' & _ & L). exists l. congruence.
    - destruct (enumerate_refused C _ F _ _ E' asked).
  Qed.

  Lemma strict_everywhere (S : space) : StrictOrder (precedes S) -> strict_on (precedes S) (member S).
  Proof. intros [i t]. split; [ intros x _; apply i | intros x y z _ _ _; apply t ]. Qed.

  (** The place of a point. *)
  Definition place_of (x : place) (p : point) : Prop := domain_of x = fst p /\ point_at x = Some (snd p).

  Lemma is_place_in_words x : is_place C ds st x <-> exists X S,
    nth_of (over st) (domain_number x) = Some (domain_of x) /\ space_named C ds (domain_of x) S /\ point_at x = Some X /\
    member S X /\ cardinal (fun Y => member S Y /\ precedes S Y X) (rank x).
  Proof.
    unfold is_place. destruct (over st) as [|n names]; [ contradiction | ]. split.
    - intros (d & X & S & a & N & I & D & E & P & M & K). exists X, S. rewrite D. repeat split; try assumption.
      exists d, a. auto.
    - intros (X & S & N & (d & a & I & D & E) & P & M & K). exists d, X, S, a. rewrite D. auto 10.
  Qed.

  Lemma place_has_point x : is_place C ds st x -> exists p, place_of x p /\ is_point C ds st p.
  Proof.
    intros H. apply is_place_in_words in H. destruct H as (X & S & N & E & P & M & _). exists (domain_of x, X).
    split; [ split; [ reflexivity | assumption ] | ]. split; [ simpl; eapply nth_of_in; eassumption | eauto ].
  Qed.

  Lemma point_has_place p : is_point C ds st p -> exists x, is_place C ds st x /\ place_of x p.
  Proof.
    intros (I & S & E & M). destruct (space_listed _ _ E) as (l & L). apply in_nth_of in I. destruct I as (i & N).
    assert (J : In (snd p) l) by (apply L; assumption).
    apply in_nth_of in J. destruct J as (k & J).
    pose proof (proj1 (rank_is S l (strict_everywhere S (space_strict_order _ _ E)) L k (snd p)) J) as (_ & K).
    exists (At i (fst p) k (Some (snd p))). split; [ | split; reflexivity ]. apply is_place_in_words. exists (snd p), S. auto.
  Qed.

  Lemma place_rank x p S l : is_place C ds st x -> place_of x p -> space_named C ds (fst p) S -> Lists l S ->
    nth_of l (rank x) = Some (snd p).
  Proof.
    intros H (D & P) E L. apply is_place_in_words in H. destruct H as (X & S' & _ & E' & P' & M & K).
    rewrite D in E'. rewrite (space_named_once _ _ _ E' E) in *. assert (X = snd p) by congruence. subst X.
    apply (rank_is S l (strict_everywhere S (space_strict_order _ _ E)) L). auto.
  Qed.

  Lemma place_number x p : is_place C ds st x -> place_of x p -> nth_of (over st) (domain_number x) = Some (fst p).
  Proof. intros H (D & _). apply is_place_in_words in H. destruct H as (X & S & N & _). congruence. Qed.

  Lemma point_of_place x p : is_place C ds st x -> place_of x p -> is_point C ds st p.
  Proof.
    intros H P. destruct (place_has_point x H) as (q & Q & I). replace p with q; [ assumption | ].
    destruct p, q, P, Q. simpl in *. congruence.
  Qed.

  Lemma place_once x y p : is_place C ds st x -> is_place C ds st y -> place_of x p -> place_of y p -> x = y.
  Proof.
    intros Hx Hy Px Py. destruct (point_of_place x p Hx Px) as (_ & S & E & _). destruct (space_listed _ _ E) as (l & L).
    pose proof (place_rank x p S l Hx Px E L) as R. pose proof (place_rank y p S l Hy Py E L) as R'.
    assert (D : NoDup l).
    { apply (in_order_no_duplicates (precedes S) (member S)); [ | exact L ]. apply strict_everywhere.
      exact (space_strict_order _ _ E). }
    pose proof (nth_of_once l _ _ _ D R R').
    pose proof (nth_of_once _ _ _ _ names_once (place_number x p Hx Px) (place_number y p Hy Py)).
    destruct x, y, Px, Py. simpl in *. congruence.
  Qed.

  Lemma place_different x y p q : place_of x p -> place_of y q -> p <> q -> x <> y.
  Proof. intros (A & B) (A' & B') N ->. apply N. destruct p, q. simpl in *. congruence. Qed.

  (** Places stand in the order of their points. *)
  Theorem earlier_is x y p q : is_place C ds st x -> is_place C ds st y -> place_of x p -> place_of y q ->
    (earlier x y <-> comes_before C ds st p q).
  Proof.
    intros Hx Hy Px Py. pose proof (place_number x p Hx Px) as N. pose proof (place_number y q Hy Py) as M.
    pose proof (point_of_place x p Hx Px) as (_ & S & E & _). destruct (space_listed _ _ E) as (l & L).
    pose proof (place_rank x p S l Hx Px E L) as R. split.
    - intros [D|(D & K)].
      + left. eapply nth_of_listed_before; eassumption.
      + right. rewrite D in N. assert (F : fst p = fst q) by congruence. split; [ assumption | ]. exists S. split; [ assumption | ].
        rewrite F in E. pose proof (place_rank y q S l Hy Py E L) as R'.
        destruct (nth_of_listed_before l _ _ _ _ R R' K) as (a & b & c & G). destruct L as (_ & Sorted). rewrite G in Sorted.
        destruct (sorted_around (precedes S) a (snd p) (b ++ snd q :: c) Sorted) as (_ & After). apply After.
        apply in_or_app. right. left. reflexivity.
    - intros [B|(F & S' & E' & B)].
      + left. apply listed_before_nth_of in B. destruct B as (i & j & I & J & K).
        rewrite (nth_of_once _ _ _ _ names_once N I), (nth_of_once _ _ _ _ names_once M J). assumption.
      + rewrite (space_named_once _ _ _ E' E) in B. right. rewrite <- F in M. split; [ exact (nth_of_once _ _ _ _ names_once N M) | ].
        rewrite F in E. pose proof (place_rank y q S l Hy Py E L) as R'. pose proof (space_strict_order _ _ E) as [Irr Tr].
        destruct (Z.lt_trichotomy (rank x) (rank y)) as [K|[K|K]]; [ assumption | exfalso | exfalso ].
        * rewrite K in R. assert (G : snd p = snd q) by congruence. rewrite G in B. exact (Irr _ B).
        * destruct (nth_of_listed_before l _ _ _ _ R' R K) as (a & b & c & G). destruct L as (_ & Sorted). rewrite G in Sorted.
          destruct (sorted_around (precedes S) a (snd q) (b ++ snd p :: c) Sorted) as (_ & After).
          apply (Irr (snd p)). eapply Tr; [ exact B | ]. apply After. apply in_or_app. right. left. reflexivity.
  Qed.

  (** ** Hypotheses and numbers *)

  Lemma scene_of x p : place_of x p -> scene_at x = at_point (snd p).
  Proof. intros (_ & P). unfold scene_at. rewrite P. reflexivity. Qed.

  Lemma supposed_is x p : place_of x p -> (hypothesis_true C st x <-> supposed C st (snd p)).
  Proof. intros P. unfold hypothesis_true, supposed, true_at. rewrite (scene_of x p P). reflexivity. Qed.

  Lemma applies_is x p : is_place C ds st x -> place_of x p -> (applies C ds st x <-> spoken_of C ds st p).
  Proof.
    intros H P. unfold applies, spoken_of. rewrite (supposed_is x p P). pose proof (point_of_place x p H P). tauto.
  Qed.

  Lemma spoken_of_place p : spoken_of C ds st p -> exists x, applies C ds st x /\ is_place C ds st x /\ place_of x p.
  Proof.
    intros S. destruct (point_has_place p (proj1 S)) as (x & H & P). exists x. split; [ apply (applies_is x p H P); assumption | auto ].
  Qed.

  Lemma applies_point x : applies C ds st x -> exists p, place_of x p /\ spoken_of C ds st p.
  Proof.
    intros (H & A). destruct (place_has_point x H) as (p & P & I). exists p. split; [ assumption | ].
    apply (applies_is x p H P). split; assumption.
  Qed.

  Lemma numbers_is x p l : place_of x p -> numbers_at C ds st x l -> numbers_of_term C (the_term st) (snd p) l.
  Proof. intros P (_ & v & V & N). exists v. rewrite <- (scene_of x p P). auto. Qed.

  Lemma numbers_at_place x p l : applies C ds st x -> place_of x p -> numbers_of_term C (the_term st) (snd p) l ->
    numbers_at C ds st x l.
  Proof. intros A P (v & V & N). split; [ assumption | ]. exists v. rewrite (scene_of x p P). auto. Qed.

  (** ** Lists of all points in order *)

  Theorem points_in_order xs : in_order earlier (applies C ds st) xs ->
    exists ps, Forall2 place_of xs ps /\ in_order (comes_before C ds st) (spoken_of C ds st) ps.
  Proof.
    intros (M & Sorted).
    assert (points : exists ps, Forall2 place_of xs ps).
    { assert (all : forall x, In x xs -> applies C ds st x) by (intros x; apply M). clear M Sorted.
      induction xs as [|x xs IH]; [ exists []; constructor | ]. destruct IH as (ps & F); [ intros y I; apply all; right; assumption | ].
      destruct (applies_point x) as (p & P & _); [ apply all; left; reflexivity | ]. exists (p :: ps). constructor; assumption. }
    destruct points as (ps & F). exists ps. split; [ assumption | ]. split.
    - intros p. split.
      + intros I. destruct (in_split p ps I) as (a & b & ->). apply Forall2_app_inv_r in F.
        destruct F as (u & v & _ & G & ->). inversion G as [|x ? v' ? P _]; subst.
        assert (A : applies C ds st x) by (apply M, in_or_app; right; left; reflexivity).
        exact (proj1 (applies_is x p (proj1 A) P) A).
      + intros S. destruct (spoken_of_place p S) as (x & A & H & P). apply M in A.
        destruct (in_split x xs A) as (a & b & ->). apply Forall2_app_inv_l in F. destruct F as (u & v & _ & G & ->).
        inversion G as [|? q ? v' P' _]; subst. apply in_or_app. right. left. destruct p, q, P, P'. simpl in *. congruence.
    - assert (all : Forall (is_place C ds st) xs) by (apply Forall_forall; intros x I; apply M; assumption). clear M.
      induction F as [|x p xs ps P F IH]; constructor.
      + apply IH; [ inversion Sorted | inversion all ]; assumption.
      + apply StronglySorted_inv in Sorted. destruct Sorted as (_ & later). apply Forall_cons_iff in all. destruct all as (H & all).
        apply Forall_forall. intros q I. destruct (in_split q ps I) as (a & b & ->). apply Forall2_app_inv_r in F.
        destruct F as (u & v & _ & G & ->). inversion G as [|y ? v' ? P' _]; subst.
        rewrite Forall_forall in later, all. assert (J : In y (u ++ y :: v')) by (apply in_or_app; right; left; reflexivity).
        apply (earlier_is x y p q H (all y J) P P'). apply later. assumption.
  Qed.
End Bridge.
