(** * The points of an orbits domain stand for their orbits

    An orbits domain is meant to be matrices up to the order of their columns. Its points are those with columns in ascending
    order; this file proves that they are enough: every matrix with columns of the domain, with or without repeats and
    special columns as the domain asks, is a permutation of exactly one point ([orbit_representatives]). *)

From Coq Require Import ZArith QArith String List Permutation Sorted RelationClasses.
From Checker Require Import Rationals Syntax Networks Terms Domains FiniteSets LongLists Orders.
Import ListNotations.

(** What a domain asks of a matrix, whatever the order of its columns. *)
Definition in_some_order (P : palette) (n : Z) (r : repeats) (s : specials) (X : matrix) : Prop :=
  size X = n /\ Forall (is_column P) X /\
  match r with Forbidden => NoDup X | Allowed => True | Required => ~ NoDup X end /\
  match s with SpecialsRequired => Exists (is_special P) X | _ => True end.

Section Sorted.
Context {A : Type} (before : A -> A -> Prop) (strict : StrictOrder before).

Let not_after (x y : A) : Prop := before x y \/ x = y.

Lemma inserted (x : A) (l : list A) : (forall y, In y l -> x = y \/ before x y \/ before y x) ->
  StronglySorted not_after l -> exists m, Permutation (x :: l) m /\ StronglySorted not_after m.
Proof.
  destruct strict as [_ transitive]. intros total s. induction s as [|y l s IH yl].
  - exists [x]. split; [ reflexivity | repeat constructor ].
  - assert (first : not_after x y -> Forall (not_after x) (y :: l)).
    { intros xy. constructor; [ assumption | ]. eapply Forall_impl; [ | exact yl ]. intros z yz.
      destruct xy as [xy|<-]; [ | assumption ]. destruct yz as [yz|<-]; [ left; eapply transitive; eassumption | left; assumption ]. }
    destruct (total y (or_introl eq_refl)) as [E|[L|L]].
    + exists (x :: y :: l). split; [ reflexivity | ]. constructor; [ constructor; assumption | apply first; right; assumption ].
    + exists (x :: y :: l). split; [ reflexivity | ]. constructor; [ constructor; assumption | apply first; left; assumption ].
    + destruct IH as (m & P & t); [ intros z i; apply total; simpl; auto | ].
      exists (y :: m). split; [ rewrite perm_swap, P; reflexivity | ]. constructor; [ assumption | ]. rewrite <- P.
      constructor; [ left; assumption | assumption ].
Qed.

Lemma some_order (l : list A) : (forall x y, In x l -> In y l -> x = y \/ before x y \/ before y x) ->
  exists m, Permutation l m /\ StronglySorted not_after m.
Proof.
  induction l as [|x l IH]; intros total; [ exists []; split; constructor | ].
  destruct IH as (m & P & s); [ intros y z i j; apply total; simpl; auto | ].
  destruct (inserted x m) as (k & P' & t); [ | assumption | ].
  - intros y i. apply (Permutation_in _ (Permutation_sym P)) in i. apply total; simpl; auto.
  - exists k. split; [ rewrite P; assumption | assumption ].
Qed.

Lemma one_order : forall l m, Permutation l m -> StronglySorted not_after l -> StronglySorted not_after m -> l = m.
Proof.
  destruct strict as [irreflexive transitive].
  induction l as [|x l IH]; intros [|y m] P sl sm.
  - reflexivity.
  - destruct (Permutation_nil_cons P).
  - destruct (Permutation_nil_cons (Permutation_sym P)).
  - pose proof (Permutation_in x P (or_introl eq_refl)) as i.
    pose proof (Permutation_in y (Permutation_sym P) (or_introl eq_refl)) as j.
    apply StronglySorted_inv in sl, sm. destruct sl as [sl xl], sm as [sm ym]. rewrite Forall_forall in xl, ym.
    assert (E : x = y).
    { destruct i as [i|i]; [ auto | ]. destruct j as [j|j]; [ auto | ].
      destruct (ym x i) as [yx|]; [ | auto ]. destruct (xl y j) as [xy|]; [ | auto ].
      destruct (irreflexive x). exact (transitive _ _ _ xy yx). }
    subst y. f_equal. apply IH; [ exact (Permutation_cons_inv P) | assumption | assumption ].
Qed.

End Sorted.

Lemma all_permuted {A : Type} (p : A -> Prop) (l m : list A) : Permutation l m -> Exists p l -> Exists p m.
Proof.
  intros P E. apply Exists_exists in E. destruct E as (x & i & h). apply Exists_exists. exists x. split; [ | assumption ].
  exact (Permutation_in x P i).
Qed.

Lemma in_any_order (P : palette) (n : Z) (r : repeats) (s : specials) (X Y : matrix) :
  Permutation X Y -> in_some_order P n r s X -> in_some_order P n r s Y.
Proof.
  intros p (L & F & d & e). split; [ | split; [ | split ] ].
  - rewrite size_is in *. rewrite <- (Permutation_length p). assumption.
  - rewrite <- p. assumption.
  - destruct r; [ rewrite <- p; assumption | exact I | intros once; apply d; rewrite p; assumption ].
  - destruct s; [ exact I | exact I | exact (all_permuted _ _ _ p e) ].
Qed.

(** Different columns of a palette come one before the other. *)
Lemma palette_total (C : context) (d : Z) (c : columns) (s : specials) (P : palette) (asked : Prop) :
  palette_of C d c s = Some (P, asked) -> asked ->
  forall x y, is_column P x -> is_column P y -> x = y \/ before P x y \/ before P y x.
Proof.
  destruct c as [start step count special ids|listed]; simpl.
  - destruct (levels_of _ _ _ _ _ _ _ _) as [[[levels specials] u]|]; [ simpl | discriminate ]. injection 1 as <- <-.
    intros tell x y i j. simpl. destruct (Q_dec (dot u x) (dot u y)) as [[L|L]|E]; [ auto | auto | ].
    left. exact (tell x y i j E).
  - destruct (vocabulary C d listed) as [l|]; [ simpl | discriminate ]. injection 1 as <- <-. intros _ x y i j.
    apply listed_before_total; assumption.
Qed.

Theorem orbit_representatives (C : context) (d n : Z) (c : columns) (r : repeats) (s : specials) (P : palette) (asked : Prop) :
  palette_of C d c s = Some (P, asked) -> asked ->
  forall X, in_some_order P n r s X <->
    exists Y, (member (sorted_points P n r s) Y /\ Permutation X Y) /\
      forall Y', member (sorted_points P n r s) Y' /\ Permutation X Y' -> Y = Y'.
Proof.
  intros E a X. pose proof (palette_strict _ _ _ _ _ _ E) as strict. split.
  - intros fits. pose proof fits as (_ & F & _). rewrite Forall_forall in F.
    destruct (some_order (before P) strict X) as (Y & p & sorted).
    { intros x y i j. eapply palette_total; [ exact E | exact a | auto | auto ]. }
    pose proof (in_any_order _ _ _ _ _ _ p fits) as (L & G & q & t).
    exists Y. split; [ simpl; auto 7 | ]. intros Y' [(_ & _ & sorted' & _) p'].
    apply (one_order (before P) strict); [ rewrite <- p, p'; reflexivity | assumption | assumption ].
  - intros (Y & [(L & F & _ & q & t) p] & _). apply (in_any_order P n r s Y X); [ symmetry; assumption | ].
    split; [ assumption | split; [ assumption | split; assumption ] ].
Qed.

(** The same of a spec: the points of an orbits domain, each with its permutations, are all matrices that it asks for. *)
Theorem orbits_of_spec (C : context) (c : columns) (r : repeats) (s : specials) (l : list matrix) :
  spec_lists C (Orbits c r s) l ->
  exists d n P asked, size_parameter C "d"%string = Some d /\ size_parameter C "n"%string = Some n /\ palette_of C d c s = Some (P, asked) /\
    (forall Y, In Y l -> in_some_order P n r s Y) /\
    forall X, in_some_order P n r s X -> exists Y, (In Y l /\ Permutation X Y) /\ forall Y', In Y' l /\ Permutation X Y' -> Y = Y'.
Proof.
  intros (S & asked & E & a & L). simpl in E. destruct (size_parameter C "d"%string) as [d|] eqn:D; [ simpl in E | discriminate ].
  destruct (size_parameter C "n"%string) as [n|] eqn:N; [ simpl in E | discriminate ].
  destruct (palette_of C d c s) as [[P b]|] eqn:F; [ simpl in E | discriminate ]. injection E as <- <-.
  exists d, n, P, b. repeat split; try assumption; try reflexivity.
  1,2,3,4: destruct L as [m _]; apply m in H; simpl in H; tauto.
  intros X fits. destruct L as [m _]. apply (orbit_representatives C d n c r s P b F a) in fits.
  destruct fits as (Y & [i p] & only). exists Y. split; [ rewrite m; auto | ]. intros Y' [j q]. apply only. rewrite <- m. auto.
Qed.
