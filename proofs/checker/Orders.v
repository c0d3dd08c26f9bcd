(** * The orders of domains are strict, so that a domain has one list

    [Lists l S] says that l has all points of a domain in its order. The order of every domain is irreflexive and transitive
    ([space_strict]), so that no two lists are lists of the same domain ([lists_unique]): 'the list of its points' is well
    said, and so are the rank of a point and the number of points. *)

From Coq Require Import ZArith QArith String List Bool Sorted RelationClasses Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains FiniteSets LongLists Sorting.
Import ListNotations.

(** ** One list at most *)

Lemma strictly_sorted_once {A : Type} (before : A -> A -> Prop) : StrictOrder before ->
  forall l, StronglySorted before l -> NoDup l.
Proof.
  intros [irreflexive _] l s. induction s as [|x l s IH all]; constructor; [ | assumption ].
  intros i. rewrite Forall_forall in all. exact (irreflexive x (all x i)).
Qed.

Lemma strict_everywhere {A : Type} (before : A -> A -> Prop) (p : A -> Prop) : StrictOrder before -> strict_on before p.
Proof. intros [irreflexive transitive]. split; [ intros x _; apply irreflexive | intros x y z _ _ _; apply transitive ]. Qed.

Theorem lists_unique (S : space) (l l' : list matrix) :
  StrictOrder (precedes S) -> Lists l S -> Lists l' S -> l = l'.
Proof. intros strict. apply in_order_unique. apply strict_everywhere. assumption. Qed.

(** ** The order of a list *)

Lemma sorted_weaker {A : Type} (R S : A -> A -> Prop) (l : list A) :
  (forall x y, R x y -> S x y) -> StronglySorted R l -> StronglySorted S l.
Proof.
  intros weaker s. induction s as [|x l s IH xl]; constructor; [ assumption | ]. eapply Forall_impl; [ | exact xl ]. auto.
Qed.

Lemma listed_before_sorted {A : Type} (l : list A) : StronglySorted (listed_before l) l.
Proof.
  induction l as [|x l IH]; constructor.
  - assert (weaker : forall y z, listed_before l y z -> listed_before (x :: l) y z).
    { intros y z (a & b & c & E). exists (x :: a), b, c. rewrite E. reflexivity. }
    exact (sorted_weaker _ _ l weaker IH).
  - apply Forall_forall. intros y i. apply in_split in i. destruct i as (b & c & E). exists [], b, c. rewrite E. reflexivity.
Qed.

Lemma one_place {A : Type} (y : A) : forall a c a' c', NoDup (a ++ y :: c) -> a ++ y :: c = a' ++ y :: c' -> a = a' /\ c = c'.
Proof.
  induction a as [|x a IH]; intros c [|x' a'] c' once E; simpl in *.
  - injection E as E. auto.
  - injection E as E F. subst. inversion once as [|? ? out]. destruct out. apply in_app_iff. simpl. auto.
  - injection E as E F. subst. inversion once as [|? ? out]. destruct out. apply in_app_iff. simpl. auto.
  - injection E as E F. subst. inversion once; subst. destruct (IH c a' c') as [-> ->]; auto.
Qed.

Lemma listed_before_strict {A : Type} (l : list A) : NoDup l -> StrictOrder (listed_before l).
Proof.
  intros once. split.
  - intros x (a & b & c & E). rewrite E in once. apply NoDup_remove_2 in once. apply once.
    apply in_app_iff. right. apply in_app_iff. simpl. auto.
  - intros x y z (a & b & c & E) (a' & b' & c' & F).
    assert (E' : l = (a ++ x :: b) ++ y :: c) by (rewrite <- app_assoc; exact E).
    rewrite E' in once, F. destruct (one_place y _ _ _ _ once F) as [G H].
    exists a, (b ++ y :: b'), c'. rewrite E, H, <- app_assoc. reflexivity.
Qed.

Lemma listed_before_total {A : Type} (l : list A) (x y : A) : In x l -> In y l -> x = y \/ listed_before l x y \/ listed_before l y x.
Proof.
  intros i j. apply in_split in i. destruct i as (a & c & E). rewrite E in j. apply in_app_iff in j. simpl in j.
  destruct j as [j|[j|j]]; [ | auto | ]; apply in_split in j; destruct j as (p & q & F).
  - right. right. exists p, q, c. rewrite E, F, <- app_assoc. reflexivity.
  - right. left. exists a, p, q. rewrite E, F. reflexivity.
Qed.

(** ** The order of words *)

Lemma lexicographic_strict {A : Type} (orders : list (A -> A -> Prop)) :
  Forall StrictOrder orders -> StrictOrder (lexicographic orders).
Proof.
  induction 1 as [|before orders [irreflexive transitive] _ [IHi IHt]].
  - split; [ intros x L; inversion L | intros x y z L; inversion L ].
  - split.
    + intros x L. inversion L; subst; [ eapply irreflexive | eapply IHi ]; eassumption.
    + intros x y z L L'. inversion L; subst; inversion L'; subst.
      * apply here. eapply transitive; eassumption.
      * apply here. assumption.
      * apply here. assumption.
      * apply later. eapply IHt; eassumption.
Qed.

(** ** The order of every domain *)

Lemma once_if_different {A : Type} (eq : A -> A -> bool) : (forall x, eq x x = true) ->
  forall l, all_different eq l = true -> NoDup l.
Proof.
  intros reflexive. induction l as [|x l IH]; simpl; intros d; constructor; apply andb_true_iff in d; destruct d as [n d].
  - intros i. assert (E : existsb (eq x) l = true) by (apply existsb_exists; eauto). rewrite E in n. discriminate.
  - auto.
Qed.

Lemma same_lists_reflexive (z : list Q) : same_lists z z = Some true.
Proof.
  induction z as [|x z IH]; simpl; [ reflexivity | ]. rewrite IH. simpl. unfold same.
  rewrite (proj2 (Qeq_bool_iff x x)); reflexivity.
Qed.
Lemma same_matrices_reflexive (X : matrix) : same_matrices X X = Some true.
Proof. induction X as [|z X IH]; simpl; [ reflexivity | ]. rewrite same_lists_reflexive, IH. reflexivity. Qed.

Lemma vocabulary_once (C : context) (d : Z) (listed : list (list term)) (l : list column) :
  vocabulary C d listed = Some l -> NoDup l.
Proof.
  unfold vocabulary. destruct (all_of _ listed) as [m|]; [ simpl | discriminate ].
  destruct (Z.leb 1 (size m)); simpl; [ | discriminate ]. destruct (all_different _ m) eqn:E; [ | discriminate ].
  injection 1 as <-. apply (once_if_different same_columns); [ | assumption ].
  intros z. unfold same_columns. rewrite same_lists_reflexive. reflexivity.
Qed.

Lemma list_points_once (C : context) (d n : Z) (points : list (list (list term))) (l : list matrix) :
  list_points C d n points = Some l -> NoDup l.
Proof.
  unfold list_points. destruct (all_of _ points) as [m|]; [ simpl | discriminate ].
  destruct (all_different _ m) eqn:E; [ | discriminate ].
  injection 1 as <-. apply (once_if_different same_points); [ | assumption ].
  intros X. unfold same_points. rewrite same_matrices_reflexive. reflexivity.
Qed.

Lemma palette_strict (C : context) (d : Z) (c : columns) (s : specials) (P : palette) (asked : Prop) :
  palette_of C d c s = Some (P, asked) -> StrictOrder (before P).
Proof.
  destruct c as [start step count special ids|listed]; simpl.
  - destruct (levels_of _ _ _ _ _ _ _ _) as [[[levels specials] u]|]; [ simpl | discriminate ]. injection 1 as <- <-. simpl. split.
    + intros z L. exact (Qlt_irrefl _ L).
    + intros x y z. apply Qlt_trans.
  - destruct (vocabulary C d listed) as [l|] eqn:E; [ simpl | discriminate ]. injection 1 as <- <-. simpl.
    apply listed_before_strict. exact (vocabulary_once _ _ _ _ E).
Qed.

Lemma palette_words_strict (P : palette) (n : Z) : StrictOrder (before P) ->
  StrictOrder (lexicographic (map (fun _ : Z => before P) (count_up n))).
Proof.
  intros strict. apply lexicographic_strict. apply Forall_map, Forall_forall. intros _ _. exact strict.
Qed.

Lemma all_of_all {A B : Type} (f : A -> option B) (l : list A) (m : list B) :
  all_of f l = Some m -> Forall (fun y => exists x, f x = Some y) m.
Proof.
  revert m. induction l as [|x l IH]; simpl; intros m E; [ injection E as <-; constructor | ].
  destruct (f x) eqn:F; [ | discriminate ]. destruct (all_of f l); [ | discriminate ]. injection E as <-.
  constructor; [ eauto | apply IH; reflexivity ].
Qed.

Lemma beginnings_equal {A : Type} (n : Z) (K L K' L' : list A) :
  size K = n -> size L = n -> K ++ K' = L ++ L' -> K = L /\ K' = L'.
Proof.
  rewrite !size_is. intros a b. assert (lengths : length K = length L) by lia. clear a b.
  revert L lengths. induction K as [|x K IH]; intros [|y L] lengths E; simpl in *; try discriminate; [ auto | ].
  injection E as -> E. destruct (IH L) as [-> ->]; auto.
Qed.

Lemma pairs_strict (S : space) (n : Z) : StrictOrder (precedes S) -> StrictOrder (precedes (ordered_pairs S n)).
Proof.
  intros [irreflexive transitive]. split.
  - intros X (K & K' & L & L' & E & F & a & b & c). rewrite E in F.
    destruct (beginnings_equal n _ _ _ _ a b F) as [-> ->]. destruct c as [c|[_ c]]; exact (irreflexive _ c).
  - intros X Y Z (K & K' & L & L' & E & F & a & b & c) (M & M' & N & N' & G & H & a' & b' & c').
    rewrite F in G. destruct (beginnings_equal n _ _ _ _ b a' G) as [-> ->].
    exists K, K', N, N'. repeat split; try assumption.
    destruct c as [c|[-> c]], c' as [c'|[<- c']]; [ left; eapply transitive; eassumption | auto | auto | ].
    right. split; [ reflexivity | eapply transitive; eassumption ].
Qed.

Theorem space_strict (C : context) (sp : spec) : forall S asked, space_of C sp = Some (S, asked) -> StrictOrder (precedes S).
Proof.
  induction sp as [c r s|c|places|points|name lists|of IH]; simpl; intros S asked E;
    destruct (size_parameter C "d"%string) as [d|]; try discriminate; destruct (size_parameter C "n"%string) as [n|]; try discriminate;
    simpl in E.
  - destruct (palette_of C d c s) as [[P a]|] eqn:F; [ | discriminate ]. injection E as <- _. simpl.
    apply palette_words_strict. eapply palette_strict; eassumption.
  - destruct (palette_of C d c SpecialsAllowed) as [[P a]|] eqn:F; [ | discriminate ]. injection E as <- _. simpl.
    apply palette_words_strict. eapply palette_strict; eassumption.
  - destruct (all_of (vocabulary C d) places) as [l|] eqn:F; [ simpl in E | discriminate ].
    destruct (Z.eqb (size l) n); [ | discriminate ]. injection E as <- _. simpl. apply lexicographic_strict, Forall_map.
    eapply Forall_impl; [ | exact (all_of_all _ _ _ F) ]. intros m [listed G].
    apply listed_before_strict. eapply vocabulary_once; eassumption.
  - destruct (list_points C d n points) as [l|] eqn:F; [ | discriminate ]. injection E as <- _. simpl.
    apply listed_before_strict. eapply list_points_once; eassumption.
  - destruct (parameter_value C name) as [k|]; [ simpl in E | discriminate ].
    destruct (pick lists k) as [points|]; [ simpl in E | discriminate ].
    destruct (all_of (list_of_its_shape C) lists) as [others|]; [ simpl in E | discriminate ].
    destruct (list_points C d n points) as [l|] eqn:F; [ | discriminate ]. injection E as <- _. simpl.
    apply listed_before_strict. eapply list_points_once; eassumption.
  - assert (F : exists T a, space_of C of = Some (T, a) /\ S = ordered_pairs T n).
    { destruct of; try discriminate; destruct (space_of C _) as [[T a]|]; try discriminate; injection E as <- _; eauto. }
    destruct F as (T & a & F & ->). apply pairs_strict. eapply IH; eassumption.
Qed.

(** The list of the points of a spec, if there is one, is the only one. *)
Theorem spec_lists_unique (C : context) (sp : spec) (l l' : list matrix) :
  spec_lists C sp l -> spec_lists C sp l' -> l = l'.
Proof.
  intros (S & a & E & _ & L) (S' & a' & E' & _ & L'). rewrite E in E'. injection E' as <- <-.
  apply (lists_unique S); [ | assumption | assumption ]. eapply space_strict; eassumption.
Qed.
