(** * The rank of a point is its place in the list

    Truth.v counts points as elements of sets: the number of points of a domain, and the rank of a point, are cardinals. This
    file proves that they are the length of the list of the points ([number_of_points]) and the place of a point in it, from 0
    ([rank_is_place]), and that a set has one number of elements ([cardinal_unique]). *)

From Coq Require Import ZArith QArith String List Sorted RelationClasses Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth LongLists Orders Enumerate.
Import ListNotations.

Lemma cardinal_unique {A : Type} (p : A -> Prop) (k k' : Z) : cardinal p k -> cardinal p k' -> k = k'.
Proof.
  intros (l & once & m & <-) (l' & once' & m' & <-). rewrite !size_is. f_equal. apply Nat.le_antisymm; apply NoDup_incl_length;
    try assumption; intros x i; [ apply m', m | apply m, m' ]; assumption.
Qed.

Lemma cardinal_same {A : Type} (p q : A -> Prop) (k : Z) : (forall x, p x <-> q x) -> cardinal p k -> cardinal q k.
Proof. intros E (l & once & m & L). exists l. repeat split; try assumption; intros i; [ apply E, m | apply m, E ]; assumption. Qed.

(** What stands at place k of a list, from 0, has k entries before it. *)
Lemma nth_of_place {A : Type} (l : list A) : forall k x, nth_of l k = Some x <-> exists a b, l = a ++ x :: b /\ size a = k.
Proof.
  induction l as [|y l IH]; intros k x; simpl.
  - split; [ discriminate | ]. intros ([|z a] & b & E & _); discriminate.
  - destruct (Z.eqb_spec k 0) as [->|no].
    + split.
      * intros E. injection E as <-. exists [], l. auto.
      * intros ([|z a] & b & E & s); [ injection E as -> _; reflexivity | ]. rewrite size_is in s. simpl length in s. lia.
    + rewrite IH. split.
      * intros (a & b & -> & s). exists (y :: a), b. split; [ reflexivity | ]. rewrite size_is in *. simpl length. lia.
      * intros ([|z a] & b & E & s); [ destruct no; symmetry; exact s | ]. injection E as -> ->. exists a, b.
        split; [ reflexivity | ]. rewrite size_is in *. simpl length in s. lia.
Qed.

Lemma before_and_after {A : Type} (R : A -> A -> Prop) (x : A) (b : list A) : forall a, StronglySorted R (a ++ x :: b) ->
  Forall (fun y => R y x) a /\ Forall (R x) b.
Proof.
  induction a as [|y a IH]; simpl; intros s; apply StronglySorted_inv in s; destruct s as [s all].
  - auto.
  - destruct (IH s) as [before after]. split; [ | assumption ]. constructor; [ | assumption ].
    apply Forall_app in all. destruct all as [_ all]. inversion all. assumption.
Qed.

Section Listed.
Context (S : space) (l : list matrix) (strict : StrictOrder (precedes S)) (listed : Lists l S).

Theorem number_of_points : cardinal (member S) (size l).
Proof.
  destruct listed as [m s]. exists l. repeat split; [ | apply m | apply m ]. exact (strictly_sorted_once _ strict _ s).
Qed.

Lemma points_before (a b : list matrix) (X : matrix) : l = a ++ X :: b ->
  forall Y, In Y a <-> member S Y /\ precedes S Y X.
Proof.
  intros E Y. destruct listed as [m s]. rewrite E in m, s. destruct (before_and_after _ _ _ _ s) as [before after].
  rewrite Forall_forall in before, after. destruct strict as [irreflexive transitive]. split.
  - intros i. split; [ apply m, in_app_iff; auto | auto ].
  - intros [i L]. apply m, in_app_iff in i. destruct i as [i|[<-|i]]; [ assumption | destruct (irreflexive X L) | ].
    destruct (irreflexive X). exact (transitive _ _ _ (after Y i) L).
Qed.

Lemma rank_at (a b : list matrix) (X : matrix) : l = a ++ X :: b ->
  cardinal (fun Y => member S Y /\ precedes S Y X) (size a).
Proof.
  intros E. exists a. repeat split; try (apply (points_before a b X E)); try assumption.
  apply (strictly_sorted_once (precedes S) strict). destruct listed as [_ s]. rewrite E in s. clear - s.
  induction a as [|y a IH]; simpl in s; constructor; apply StronglySorted_inv in s; destruct s as [s all];
    [ auto | apply Forall_app in all; tauto ].
Qed.

Theorem rank_is_place (k : Z) (X : matrix) :
  nth_of l k = Some X <-> member S X /\ cardinal (fun Y => member S Y /\ precedes S Y X) k.
Proof.
  rewrite nth_of_place. split.
  - intros (a & b & E & <-). split; [ | exact (rank_at a b X E) ]. destruct listed as [m _]. apply m. rewrite E.
    apply in_app_iff. simpl. auto.
  - intros [i c]. destruct listed as [m _]. apply m, in_split in i. destruct i as (a & b & E). exists a, b.
    split; [ assumption | ]. exact (cardinal_unique _ _ _ (rank_at a b X E) c).
Qed.

End Listed.

(** Of a spec: its points, their number and their ranks are those of the list that [enumerate] makes. *)
Theorem enumerated (C : context) (sp : spec) (l : list matrix) : enumerate C sp = Some l ->
  exists S asked, space_of C sp = Some (S, asked) /\ asked /\ (forall X, In X l <-> member S X) /\
    cardinal (member S) (size l) /\
    forall k X, nth_of l k = Some X <-> member S X /\ cardinal (fun Y => member S Y /\ precedes S Y X) k.
Proof.
  intros E. apply enumerate_lists in E. destruct E as (S & asked & F & a & L). pose proof (space_strict _ _ _ _ F) as strict.
  exists S, asked. split; [ assumption | ]. split; [ assumption | ]. split; [ apply L | ].
  split; [ exact (number_of_points S l strict L) | exact (rank_is_place S l strict L) ].
Qed.
