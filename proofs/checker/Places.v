(** * The places of a step as a list

    A step speaks of the points of its domains, in the order of the domains and of their points. [places_of] makes the list
    of them from lists of the points of every domain, and [places_in_order] proves that it has every place of the step, each
    once and in its order: that a point stands at number k of such a list says that k points precede it. *)

From Coq Require Import ZArith QArith List String Sorted Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets.
Import ListNotations.

(** The order of places is strict. *)
Theorem earlier_strict (p : place -> Prop) : strict_on earlier p.
Proof. split; unfold earlier; intros; lia. Qed.

(** ** The rank of a point *)

Lemma sorted_around {A : Type} (less : A -> A -> Prop) a x b :
  StronglySorted less (a ++ x :: b) -> (forall y, In y a -> less y x) /\ (forall y, In y b -> less x y).
Proof.
  induction a as [|z a IH]; simpl; intros S; inversion S as [|? ? S' F]; subst; rewrite Forall_forall in F.
  - split; [ contradiction | assumption ].
  - destruct (IH S') as (H & K). split; [ | assumption ]. intros y [->|J]; [ | auto ].
    apply F, in_or_app. right. left. reflexivity.
Qed.
Lemma sorted_before {A : Type} (less : A -> A -> Prop) a b : StronglySorted less (a ++ b) -> StronglySorted less a.
Proof.
  induction a as [|z a IH]; simpl; intros S; inversion S as [|? ? S' F]; subst; constructor; [ auto | ].
  rewrite Forall_forall in *. intros y J. apply F, in_or_app. left. assumption.
Qed.

Theorem rank_is (S : space) (l : list matrix) : strict_on (precedes S) (member S) -> Lists l S -> forall k X,
  nth_of l k = Some X <-> member S X /\ cardinal (fun Y => member S Y /\ precedes S Y X) k.
Proof.
  intros O (M & Sorted).
  assert (at_split : forall a X b, l = a ++ X :: b -> forall k, cardinal (fun Y => member S Y /\
    precedes S Y X) k <-> size a = k).
  { intros a X b E. destruct O as (I & T). destruct (sorted_around (precedes S) a X b) as (Before & After); [ congruence | ].
    apply cardinal_of.
    - apply (in_order_no_duplicates (precedes S) (fun Y => In Y a)).
      + apply strict_sub with (p := member S); [ | split; assumption ]. intros Y J. apply M. rewrite E. apply in_or_app. auto.
      + split; [ reflexivity | ]. rewrite E in Sorted. apply sorted_before in Sorted. assumption.
    - intros Y. split.
      + intros J. split; [ apply M; rewrite E; apply in_or_app; auto | auto ].
      + intros (HY & P). apply M in HY. rewrite E in HY. apply in_app_or in HY.
        assert (HX : member S X) by (apply M; rewrite E; apply in_or_app; right; left; reflexivity).
        destruct HY as [J|[->|J]]; [ assumption | exfalso; apply (I Y); assumption | exfalso ].
        assert (member S Y) by (apply M; rewrite E; apply in_or_app; right; right; assumption).
        apply (I X); [ assumption | ]. apply T with Y; auto. }
  intros k X. split.
  - intros N. split; [ apply M; eapply nth_of_in; eassumption | ].
    apply nth_of_split in N. destruct N as (a & b & E & Size). apply (at_split a X b E). assumption.
  - intros (HX & Card). apply M in HX. apply in_split in HX. destruct HX as (a & b & E).
    apply nth_of_split. exists a, b. split; [ assumption | ]. apply (at_split a X b E). assumption.
Qed.

(** ** The list *)

(** The places of the points of one domain, the last one first. *)
Definition places_backwards (number : Z) (name : string) (l : list matrix) : list place :=
  snd (fold_left (fun '(k, done) X => (Z.succ k, At number name k (Some X) :: done)) l (0%Z, [])).

Fixpoint places_from (lists : list (string * list matrix)) (number : Z) (names : list string) : list place :=
  match names with
  | [] => []
  | name :: rest =>
      rev_append (places_backwards number name (match lookup name lists with Some l => l | None => [] end))
        (places_from lists (Z.succ number) rest)
  end.

Definition places_of (lists : list (string * list matrix)) (st : step) : list place :=
  match over st with [] => [At 0 "" 0 None] | names => places_from lists 0 names end.

Fixpoint places_upwards (number : Z) (name : string) (k : Z) (l : list matrix) : list place :=
  match l with [] => [] | X :: rest => At number name k (Some X) :: places_upwards number name (Z.succ k) rest end.

Lemma places_backwards_is number name l : places_backwards number name l = rev (places_upwards number name 0 l).
Proof.
  assert (H : forall l k done, snd (fold_left (fun '(k, done) X => (Z.succ k, At number name k (Some X) :: done)) l (k, done))
                      = rev (places_upwards number name k l) ++ done).
  { clear l. induction l as [|X l IH]; intros k done; simpl; [ reflexivity | ]. rewrite IH, <- app_assoc. reflexivity. }
    unfold places_backwards. rewrite H, app_nil_r. reflexivity.
Qed.

Lemma places_upwards_in number name l k x :
  In x (places_upwards number name k l) <-> exists i X, nth_of l i = Some X /\ x = At number name (k + i) (Some X).
Proof.
  revert k. induction l as [|Y l IH]; intros k; simpl.
  - split; [ contradiction | intros (i & X & E & _); discriminate ].
  - rewrite IH. split.
    + intros [<-|(i & X & E & ->)].
      * exists 0%Z, Y. split; [ reflexivity | f_equal; lia ].
      * exists (i + 1)%Z, X. pose proof (nth_of_range _ _ _ E). destruct (Z.eqb_spec (i + 1) 0); [ lia | ].
        split; [ rewrite <- E; f_equal; lia | f_equal; lia ].
    + intros (i & X & E & ->). destruct (Z.eqb_spec i 0) as [->|N].
      * left. injection E as ->. f_equal. lia.
      * right. exists (i - 1)%Z, X. split; [ assumption | f_equal; lia ].
Qed.
Lemma places_upwards_sorted number name l k : StronglySorted earlier (places_upwards number name k l).
Proof.
  revert k. induction l as [|X l IH]; intros k; simpl; constructor; [ apply IH | ].
  apply Forall_forall. intros x J. apply places_upwards_in in J. destruct J as (i & Y & E & ->).
  pose proof (nth_of_range _ _ _ E). right. simpl. lia.
Qed.

Lemma places_from_in lists number names x :
  In x (places_from lists number names) <-> exists i name l k X,
    nth_of names i = Some name /\ lookup name lists = Some l /\ nth_of l k = Some X /\ x = At (number + i) name k (Some X).
Proof.
  revert number. induction names as [|name names IH]; intros number; simpl.
  - split; [ contradiction | intros (i & n & l & k & X & E & _); discriminate ].
  - rewrite rev_append_rev, places_backwards_is, rev_involutive, in_app_iff, IH, places_upwards_in. split.
    + intros [(k & X & E & ->)|(i & n & l & k & X & E & L & N & ->)].
      * exists 0%Z, name. destruct (lookup name lists) as [l|]; [ | discriminate ]. exists l, k, X. rewrite Z.add_0_r. auto.
      * exists (i + 1)%Z, n, l, k, X. pose proof (nth_of_range _ _ _ E). destruct (Z.eqb_spec (i + 1) 0); [ lia | ].
        repeat split; try assumption; [ rewrite <- E | ]; f_equal; lia.
    + intros (i & n & l & k & X & E & L & N & ->). destruct (Z.eqb_spec i 0) as [->|D].
      * left. injection E as ->. rewrite L. exists k, X. rewrite Z.add_0_r. auto.
      * right. exists (i - 1)%Z, n, l, k, X. repeat split; try assumption. f_equal. lia.
Qed.
Lemma sorted_app {A : Type} (less : A -> A -> Prop) a b :
  StronglySorted less a -> StronglySorted less b -> (forall x y, In x a -> In y b -> less x y) -> StronglySorted less (a ++ b).
Proof.
  intros Sa Sb H. induction Sa as [|x a Sa IH F]; simpl; [ assumption | ]. constructor.
  - apply IH. intros; apply H; [ right | ]; assumption.
  - rewrite Forall_forall in *. intros y J. apply in_app_or in J. destruct J as [J|J]; [ auto | ].
    apply H; [ left; reflexivity | assumption ].
Qed.
Lemma places_from_sorted lists number names : StronglySorted earlier (places_from lists number names).
Proof.
  revert number. induction names as [|name names IH]; intros number; simpl; [ constructor | ].
  rewrite rev_append_rev, places_backwards_is, rev_involutive. apply sorted_app.
  - apply places_upwards_sorted.
  - apply IH.
  - intros x y J K. apply places_upwards_in in J. destruct J as (i & X & _ & ->).
    apply places_from_in in K. destruct K as (j & n & l & k & Y & E & _ & _ & ->).
    pose proof (nth_of_range _ _ _ E). left. simpl. lia.
Qed.

Lemma name_once (ds : list domain) d e :
  NoDup (map domain_name ds) -> In d ds -> In e ds -> domain_name d = domain_name e -> d = e.
Proof.
  intros N. induction ds as [|c ds IH]; simpl in *; [ contradiction | ]. inversion N as [|? ? H N']; subst.
  intros [<-|J] [<-|K] E; try reflexivity; try (apply IH; assumption); exfalso; apply H.
  - rewrite E. apply in_map. assumption.
  - rewrite <- E. apply in_map. assumption.
Qed.

(** What is asked of the lists of points of all domains: there is one for each domain, and it is right. *)
Definition all_listed (C : context) (ds : list domain) (lists : list (string * list matrix)) : Prop :=
  NoDup (map domain_name ds) /\
  forall d, In d ds -> exists l, lookup (domain_name d) lists = Some l /\ spec_lists C (domain_spec d) l.

(** The orders of all domains are strict. *)
Definition orders_strict (C : context) (ds : list domain) : Prop :=
  forall d S asked, In d ds -> space_of C (domain_spec d) = Some (S, asked) -> asked -> strict_on (precedes S) (member S).

Theorem places_in_order (C : context) (ds : list domain) (lists : list (string * list matrix)) (st : step) :
  all_listed C ds lists -> orders_strict C ds ->
  (forall name, In name (over st) -> exists d, In d ds /\ domain_name d = name) ->
  in_order earlier (is_place C ds st) (places_of lists st).
Proof.
  intros (Once & Listed) Strict Known. unfold is_place, places_of. destruct (over st) as [|first names] eqn:Over.
  - split.
    + intros x. simpl. split; [ intros [<-|[]]; reflexivity | intros ->; left; reflexivity ].
    + constructor; constructor.
  - rewrite <- Over in *. clear Over first names. split; [ | apply places_from_sorted ].
    intros x. rewrite places_from_in. split.
    + intros (i & name & l & k & X & E & L & N & ->). simpl.
      destruct (Known name) as (d & J & <-); [ eapply nth_of_in; eassumption | ].
      destruct (Listed d J) as (l' & L' & S & asked & Sp & A & Ls). assert (l' = l) by congruence. subst l'.
      apply (rank_is S l (Strict d S asked J Sp A) Ls) in N. destruct N as (M & Card).
      exists d, X, S, asked. repeat split; assumption.
    + intros (d & X & S & asked & E & J & Dn & Sp & P & M & Card).
      destruct (Listed d J) as (l & L & S' & asked' & Sp' & A & Ls).
      assert (S' = S /\ asked' = asked) as (-> & ->) by (rewrite Sp in Sp'; injection Sp'; auto).
      exists (domain_number x), (domain_name d), l, (rank x), X. repeat split; try assumption.
      * apply (rank_is S l (Strict d S asked J Sp A) Ls). auto.
      * destruct x; simpl in *. congruence.
Qed.
