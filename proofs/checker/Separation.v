(** * Which places of a step are too near to another one

    Of the folds "distinct" and "apart": all numbers of all places are sorted together, each with the label of its place.
    Whoever is too near to another number is too near to a neighbour, so that the labels of neighbours that are too near are
    those of the places that fail ([failing_rows_are]). The least pair of places whose numbers together clash begins with
    the first place of all, if the numbers of some place clash alone, and with the first one that fails, if not
    ([first_pair_is]). *)

From Coq Require Import ZArith QArith Qabs List Sorted Permutation MSetPositive Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Places Sorting Neighbours
  Distance.
Import ListNotations.

Lemma once_by {A B : Type} (f : A -> B) l x y : NoDup (map f l) -> In x l -> In y l -> f x = f y -> x = y.
Proof.
  intros N. induction l as [|z l IH]; simpl in *; [ contradiction | ]. inversion N as [|? ? H N']; subst.
  intros [<-|J] [<-|K] E; try reflexivity; try (apply IH; assumption); exfalso; apply H.
  - rewrite E. apply in_map. assumption.
  - rewrite <- E. apply in_map. assumption.
Qed.

(** ** Labels *)

(** A place with its numbers, and a label. *)
Definition row := (positive * (place * list Q))%type.
Definition label (t : row) : positive := fst t.
Definition row_place (t : row) : place := fst (snd t).
Definition row_numbers (t : row) : list Q := snd (snd t).

Definition labelled (rows : list (place * list Q)) : list row :=
  rev' (snd (fold_left (fun '(k, done) x => (Pos.succ k, (k, x) :: done)) rows (1%positive, []))).

Fixpoint labels_from (k : positive) (rows : list (place * list Q)) : list row :=
  match rows with [] => [] | x :: rest => (k, x) :: labels_from (Pos.succ k) rest end.
Lemma labelled_is rows : labelled rows = labels_from 1 rows.
Proof.
  assert (H : forall rows k done, snd (fold_left (fun '(k, done) x => (Pos.succ k, (k, x) :: done)) rows (k, done))
                         = rev (labels_from k rows) ++ done).
  { clear rows. induction rows as [|x rows IH]; intros k done; simpl; [ reflexivity | ]. rewrite IH, <- app_assoc.
    reflexivity. }
  unfold labelled, rev'. rewrite <- rev_alt, H, app_nil_r, rev_involutive. reflexivity.
Qed.
Lemma labelled_rows rows : map snd (labelled rows) = rows.
Proof.
  rewrite labelled_is. generalize 1%positive. induction rows as [|x rows IH]; intros k; simpl; [ reflexivity | ].
  rewrite IH. reflexivity.
Qed.
Lemma labels_from_least rows k j : In j (map label (labels_from k rows)) -> (k <= j)%positive.
Proof.
  revert k. induction rows as [|x rows IH]; intros k; simpl; [ contradiction | ].
  intros [<-|J]; [ apply Pos.le_refl | ]. apply IH in J. lia.
Qed.
Lemma labelled_once rows : NoDup (map label (labelled rows)).
Proof.
  rewrite labelled_is. generalize 1%positive. induction rows as [|x rows IH]; intros k; simpl; constructor; [ | apply IH ].
  intros J. apply labels_from_least in J. unfold label in J. simpl in J. lia.
Qed.

(** ** Numbers with labels, sorted *)

Definition labelled_number := (Q * positive)%type.
Definition numbers_of_rows (rows : list row) : list labelled_number :=
  fold_left (fun done t => fold_left (fun done x => (x, label t) :: done) (row_numbers t) done) rows [].

Lemma numbers_of_rows_is rows :
  numbers_of_rows rows = rev (flat_map (fun t => map (fun x => (x, label t)) (row_numbers t)) rows).
Proof.
  assert (inner : forall (k : positive) (l : list Q) (done : list labelled_number),
    fold_left (fun done x => (x, k) :: done) l done = rev (map (fun x => (x, k)) l) ++ done).
  { intros k. induction l as [|x l IH]; intros done; simpl; [ reflexivity | ]. rewrite IH, <- app_assoc. reflexivity. }
    assert (outer : forall rows (done : list labelled_number),
    fold_left (fun done t => fold_left (fun done x => (x, label t) :: done) (row_numbers t) done) rows done
    = rev (flat_map (fun t => map (fun x => (x, label t)) (row_numbers t)) rows) ++ done).
  { clear rows. induction rows as [|t rows IH]; intros done; simpl; [ reflexivity | ].
    rewrite IH, inner, rev_app_distr, app_assoc. reflexivity. }
  unfold numbers_of_rows. rewrite outer, app_nil_r. reflexivity.
Qed.

Definition before_number (x y : labelled_number) : bool := at_most (fst x) (fst y).
Definition sorted_labelled : list labelled_number -> list labelled_number := sort before_number.
Lemma before_number_turned x y : before_number x y = false -> before_number y x = true.
Proof. apply at_most_turned. Qed.
Lemma before_number_transitive x y z : before_number x y = true -> before_number y z = true -> before_number x z = true.
Proof. apply at_most_transitive. Qed.

Section Separation.
  Variables (r : relation) (bound : Q).
  Hypothesis distant : r = AtLeast \/ r = Greater.

  Definition add_labels (set : PositiveSet.t) (p : labelled_number * labelled_number) : PositiveSet.t :=
    if near_upwards r bound (fst (fst p)) (fst (snd p))
    then PositiveSet.add (snd (fst p)) (PositiveSet.add (snd (snd p)) set) else set.
  (** The labels of all places that fail. *)
  Definition failing_labels (rows : list row) : PositiveSet.t :=
    fold_left add_labels (neighbours (sorted_labelled (numbers_of_rows rows))) PositiveSet.empty.

  Lemma add_labels_all l : forall set k, PositiveSet.mem k (fold_left add_labels l set) = true <->
    PositiveSet.mem k set = true \/
    exists u v, In (u, v) l /\ near_upwards r bound (fst u) (fst v) = true /\ (snd u = k \/ snd v = k).
  Proof.
    induction l as [|[u v] l IH]; intros set k; simpl.
    - split; [ auto | intros [H|(u & v & [] & _)]; assumption ].
    - rewrite IH. unfold add_labels. simpl.
      assert (A : forall j s, PositiveSet.mem k (PositiveSet.add j s) = true <-> k = j \/ PositiveSet.mem k s = true).
      { intros j s. pose proof (PositiveSet.add_spec s j k) as H. unfold PositiveSet.In in H. exact H. }
        destruct (near_upwards r bound (fst u) (fst v)) eqn:E.
      + rewrite !A. split.
        * intros [[->|[->|H]]|(u' & v' & J & H)]; [ right; exists u, v; auto | right; exists u, v; auto | auto | ].
          right. exists u', v'. auto.
        * intros [H|(u' & v' & [J|J] & H & L)]; [ auto | | right; exists u', v'; auto ].
          injection J as <- <-. destruct L as [<-|<-]; auto.
      + split.
        * intros [H|(u' & v' & J & H)]; [ auto | right; exists u', v'; auto ].
        * intros [H|(u' & v' & [J|J] & H & L)]; [ auto | | right; exists u', v'; auto ].
          injection J as <- <-. congruence.
  Qed.

  (** Two labelled numbers are too near, and one of them has label k. *)
  Definition near_with (k : positive) (u v : labelled_number) : Prop :=
    too_near r bound (fst u) (fst v) /\ (snd u = k \/ snd v = k).

  Lemma near_with_symmetric k u v : near_with k u v -> near_with k v u.
  Proof. intros (N & L). split; [ apply too_near_symmetric; assumption | tauto ]. Qed.

  Lemma sorted_labelled_sorted l : StronglySorted (fun u v : labelled_number => fst u <= fst v) (sorted_labelled l).
  Proof.
    pose proof (sort_ascending before_number before_number_turned before_number_transitive l) as S. unfold sorted_labelled.
    induction S as [|x m S IH F]; constructor; [ assumption | ].
    rewrite Forall_forall in *. intros y J. apply at_most_true. apply (F y J).
  Qed.

  Lemma failing_labels_two rows k : PositiveSet.mem k (failing_labels rows) = true <->
    two (near_with k) (flat_map (fun t => map (fun x => (x, label t)) (row_numbers t)) rows).
  Proof.
    unfold failing_labels. rewrite add_labels_all. set (l := numbers_of_rows rows).
    assert (Same : two (near_with k) (flat_map (fun t => map (fun x => (x, label t)) (row_numbers t)) rows)
                   <-> two (near_with k) (sorted_labelled l)).
    { assert (P : Permutation (sorted_labelled l) (flat_map (fun t => map (fun x => (x, label t)) (row_numbers t)) rows)).
      { apply Permutation_trans with l; [ apply sort_permutation | ].
        unfold l. rewrite numbers_of_rows_is. apply Permutation_sym, Permutation_rev. }
      split; apply (two_permuted _ (near_with_symmetric k)); [ apply Permutation_sym | ]; assumption. }
    rewrite Same. clear Same. pose proof (sorted_labelled_sorted l) as S. split.
    - intros [H|(u & v & J & N & L)]; [ unfold PositiveSet.mem, PositiveSet.empty in H; destruct k; discriminate | ].
      apply neighbours_are_two with u v; [ assumption | ]. split; [ | assumption ]. apply near_upwards_is; [ | assumption ].
      apply (neighbours_ascend _ _ _ _ S J).
    - intros H. right.
      destruct (two_neighbours (fun u v : labelled_number => fst u <= fst v) (fun u v => too_near r bound (fst u) (fst v)))
        with (K := fun u : labelled_number => snd u = k) (l := sorted_labelled l) as (u & v & J & N & L).
      + intros u v w A [<-|B] N; [ assumption | ]. apply (too_near_above r bound distant) with (fst w); assumption.
      + intros u v w [<-|A] B N; [ assumption | ]. apply (too_near_below r bound distant) with (fst u); assumption.
      + assumption.
      + exact H.
      + exists u, v. split; [ assumption | ]. split; [ | assumption ]. apply near_upwards_is; [ | assumption ].
        apply (neighbours_ascend _ _ _ _ S J).
  Qed.

  (** A number of the one list is too near to a number of the other. *)
  Definition across (l m : list Q) : Prop := exists a b, In a l /\ In b m /\ too_near r bound a b.
  Lemma across_symmetric l m : across l m -> across m l.
  Proof. intros (a & b & A & B & N). exists b, a. repeat split; try assumption. apply too_near_symmetric. assumption. Qed.

  Lemma clash_app l m : clash r bound (l ++ m) <-> clash r bound l \/ clash r bound m \/ across l m.
  Proof. rewrite !clash_two, two_app. reflexivity. Qed.

  Lemma two_of_rows k rows : NoDup (map label rows) ->
    (two (near_with k) (flat_map (fun t => map (fun x => (x, label t)) (row_numbers t)) rows) <->
     exists t, In t rows /\ label t = k /\
       (clash r bound (row_numbers t) \/ exists u, In u rows /\ label u <> k /\ across (row_numbers t) (row_numbers u))).
  Proof.
    induction rows as [|t rows IH]; simpl; intros N.
    - split; [ contradiction | intros (t & [] & _) ].
    - inversion N as [|? ? Fresh N']; subst. rewrite two_app, (IH N'), two_map. clear IH.
      assert (Others : forall u, In u rows -> label u <> label t).
      { intros u J E. apply Fresh. rewrite <- E. apply in_map. assumption. }
        assert (Own : two (fun x y => near_with k (x, label t) (y, label t)) (row_numbers t) <->
                    label t = k /\ clash r bound (row_numbers t)).
      { rewrite clash_two. unfold near_with. simpl. split.
        - intros H. split.
          + destruct (Pos.eq_dec (label t) k) as [E|E]; [ assumption | exfalso ].
            induction (row_numbers t) as [|x l IH]; [ contradiction | ]. destruct H as [H|H]; [ | auto ].
            apply Exists_exists in H. destruct H as (y & _ & _ & L). tauto.
          + eapply two_implies; [ | exact H ]. intros x y (H' & _). assumption.
        - intros (E & H). eapply two_implies; [ | exact H ]. intros x y H'. auto. }
      rewrite Own. clear Own. split.
      + intros [(E & H)|[(u & J & E & H)|(x & y & X & Y & H & L)]].
        * exists t. auto.
        * exists u. split; [ auto | ]. split; [ assumption | ].
          destruct H as [H|(v & K & D & H)]; [ auto | right ]. exists v. auto.
        * apply in_map_iff in X. destruct X as (a & <- & A). apply in_flat_map in Y. destruct Y as (u & U & Y).
          apply in_map_iff in Y. destruct Y as (b & <- & B). simpl in H, L. pose proof (Others u U) as D. destruct L as [L|L].
          -- exists t. split; [ auto | ]. split; [ assumption | ]. right. exists u. split; [ auto | ]. split; [ congruence | ].
             exists a, b. auto.
          -- exists u. split; [ auto | ]. split; [ assumption | ]. right. exists t. split; [ auto | ]. split; [ congruence | ].
             apply across_symmetric. exists a, b. auto.
      + intros (u & [<-|U] & E & [H|(v & [<-|V] & D & H)]).
        * auto.
        * contradiction.
        * right. right. destruct H as (a & b & A & B & H). exists (a, label t), (b, label v).
          split; [ apply in_map_iff; exists a; auto | ]. split; [ | split; [ assumption | auto ] ].
          apply in_flat_map. exists v. split; [ assumption | apply in_map_iff; exists b; auto ].
        * right. left. exists u. auto.
        * right. right. destruct H as (a & b & A & B & H). exists (b, label t), (a, label u).
          split; [ apply in_map_iff; exists b; auto | ]. split; [ | split; [ apply too_near_symmetric; assumption | auto ] ].
          apply in_flat_map. exists u. split; [ assumption | apply in_map_iff; exists a; auto ].
        * right. left. exists u. split; [ assumption | ]. split; [ assumption | ]. right. exists v. auto.
  Qed.

  (** ** The rows that fail, and the least pair *)

  Variable rows : list row.
  Hypothesis labels_once : NoDup (map label rows).
  Hypothesis rows_sorted : StronglySorted (fun t u => earlier (row_place t) (row_place u)) rows.

  Definition fails_in (set : PositiveSet.t) (t : row) : bool := PositiveSet.mem (label t) set.

  Lemma places_once : NoDup (map row_place rows).
  Proof.
    pose proof rows_sorted as Sorted. clear - Sorted.
    induction Sorted as [|t l S IH F]; simpl; constructor; [ | assumption ].
    intros J. apply in_map_iff in J. destruct J as (u & E & J). rewrite Forall_forall in F. apply F in J. rewrite E in J.
    unfold earlier in J. lia.
  Qed.

  Lemma fails_in_is t : In t rows -> (fails_in (failing_labels rows) t = true <->
    clash r bound (row_numbers t) \/
    exists u, In u rows /\ row_place u <> row_place t /\ across (row_numbers t) (row_numbers u)).
  Proof.
    intros J. unfold fails_in. rewrite failing_labels_two, (two_of_rows _ _ labels_once). split.
    - intros (t' & J' & E & H). assert (t' = t) as -> by (eapply (once_by label); eassumption).
      destruct H as [H|(u & U & D & H)]; [ auto | right ]. exists u. split; [ assumption | ]. split; [ | assumption ].
      intros E'. apply D. f_equal. eapply (once_by row_place); [ apply places_once | | | ]; eassumption.
    - intros H. exists t. split; [ assumption | ]. split; [ reflexivity | ].
      destruct H as [H|(u & U & D & H)]; [ auto | right ]. exists u. split; [ assumption | ]. split; [ | assumption ].
      intros E. apply D. f_equal. eapply (once_by label); eassumption.
  Qed.

  (** What is left of a list from the first entry on that is as asked. *)
  Fixpoint from_first {A : Type} (f : A -> bool) (l : list A) : list A :=
    match l with [] => [] | x :: rest => if f x then l else from_first f rest end.
  Lemma from_first_is {A : Type} (f : A -> bool) l : exists a, l = a ++ from_first f l /\ (forall x, In x a -> f x = false) /\
    match from_first f l with [] => True | x :: _ => f x = true end.
  Proof.
    induction l as [|x l (a & E & H & G)]; simpl.
    - exists []. repeat split. intros x [].
    - destruct (f x) eqn:Fx.
      + exists []. repeat split; [ intros y [] | assumption ].
      + exists (x :: a). split; [ simpl; f_equal; assumption | ]. split; [ | assumption ].
        intros y [<-|J]; auto.
  Qed.

  Definition first_pair (set : PositiveSet.t) : option (row * row) :=
    match (if existsb (fun t => clashes r bound (row_numbers t)) rows then rows else from_first (fails_in set) rows) with
    | [] => None
    | t :: rest => option_map (pair t) (find (fun u => clashes r bound (row_numbers t ++ row_numbers u)) rest)
    end.

  (** A pair of rows, the earlier one first, whose numbers together clash. *)
  Definition clashing (t u : row) : Prop :=
    In t rows /\ In u rows /\ earlier (row_place t) (row_place u) /\ clash r bound (row_numbers t ++ row_numbers u).

  Lemma later_rows a t rest : rows = a ++ t :: rest -> forall u, In u rows ->
    (earlier (row_place t) (row_place u) <-> In u rest) /\ (earlier (row_place u) (row_place t) <-> In u a).
  Proof.
    intros E u J. pose proof rows_sorted as S. rewrite E in S.
    destruct (sorted_around _ _ _ _ S) as (Before & After). rewrite E in J. apply in_app_or in J.
    unfold earlier in *. split; split; intros H.
    - destruct J as [J|[<-|J]]; [ specialize (Before u J); simpl in Before; lia | lia | assumption ].
    - apply After. assumption.
    - destruct J as [J|[<-|J]]; [ assumption | lia | specialize (After u J); simpl in After; lia ].
    - apply Before. assumption.
  Qed.
  Lemma find_some {A : Type} (f : A -> bool) l x : find f l = Some x ->
    exists a b, l = a ++ x :: b /\ f x = true /\ forall y, In y a -> f y = false.
  Proof.
    induction l as [|y l IH]; simpl; [ discriminate | ]. destruct (f y) eqn:E.
    - intros H. injection H as ->. exists [], l. repeat split; [ assumption | intros ? [] ].
    - intros H. destruct (IH H) as (a & b & -> & G & N). exists (y :: a), b. repeat split; [ assumption | ].
      intros z [<-|J]; auto.
  Qed.

  Lemma clashes_false l : clashes r bound l = false -> ~ clash r bound l.
  Proof. intros E H. apply (clashes_is r bound l distant) in H. congruence. Qed.

  (** Where the way down begins: behind rows that are in no pair as the earlier one. *)
  Lemma start_is : exists a start,
    (if existsb (fun t => clashes r bound (row_numbers t)) rows then rows else from_first (fails_in (failing_labels rows)) rows)
      = start /\ rows = a ++ start /\
    (forall t u, In t a -> ~ clashing t u) /\
    match start with
    | [] => forall t u, ~ clashing t u
    | t :: rest => (exists u, In u rest) -> (exists p q, clashing p q) -> exists u, In u rest /\
      clash r bound (row_numbers t ++ row_numbers u)
    end.
  Proof.
    destruct (existsb (fun t => clashes r bound (row_numbers t)) rows) eqn:Alone.
    - exists [], rows. repeat split; [ intros t u [] | ].
      apply existsb_exists in Alone. destruct Alone as (s & Js & Hs). apply (clashes_is r bound _ distant) in Hs.
      destruct rows as [|t rest]; [ contradiction | ]. intros (u & U) _. destruct Js as [<-|Js].
      + exists u. split; [ assumption | ]. apply clash_app. auto.
      + exists s. split; [ assumption | ]. apply clash_app. auto.
    - assert (None_alone : forall t, In t rows -> ~ clash r bound (row_numbers t)).
      { intros t J H. apply (clashes_is r bound _ distant) in H.
        assert (existsb (fun t => clashes r bound (row_numbers t)) rows = true) by (apply existsb_exists; exists t; auto).
        congruence. }
      assert (Pair_fails : forall t u, clashing t u -> fails_in (failing_labels rows) t = true).
      { intros t u (T & U & E & H). apply fails_in_is; [ assumption | ]. right. exists u. split; [ assumption | ].
        split; [ intros F; rewrite F in E; unfold earlier in E; lia | ].
        apply clash_app in H. destruct H as [H|[H|H]]; [ | | assumption ]; exfalso;
          [ apply (None_alone t) | apply (None_alone u) ]; assumption. }
      destruct (from_first_is (fails_in (failing_labels rows)) rows) as (a & E & Before & Head).
      exists a, (from_first (fails_in (failing_labels rows)) rows). split; [ reflexivity | ]. split; [ assumption | ].
      split; [ intros t u J H; apply Pair_fails in H; rewrite Before in H; [ discriminate | assumption ] | ].
      set (start := from_first (fails_in (failing_labels rows)) rows) in *. clearbody start. destruct start as [|t rest].
      + intros t u H. assert (J : In t rows) by apply H. apply Pair_fails in H. rewrite E, app_nil_r in J.
        rewrite Before in H; [ discriminate | assumption ].
      + intros _ _. assert (T : In t rows) by (rewrite E; apply in_or_app; right; left; reflexivity).
        apply fails_in_is in Head; [ | assumption ]. destruct Head as [Head|(u & U & D & H)]; [ exfalso; eapply None_alone;
          eassumption | ].
        exists u. split; [ | apply clash_app; auto ].
        assert (Fu : fails_in (failing_labels rows) u = true).
        { apply fails_in_is; [ assumption | ]. right. exists t. split; [ assumption | ]. split; [ congruence | ].
          apply across_symmetric. assumption. }
        assert (J : In u (a ++ t :: rest)) by (rewrite <- E; assumption). apply in_app_or in J.
        destruct J as [J|[J|J]]; [ rewrite Before in Fu; [ discriminate | assumption ] | congruence | assumption ].
  Qed.

  Theorem first_pair_is : match first_pair (failing_labels rows) with
    | Some (t, u) => clashing t u /\ forall t' u', clashing t' u' ->
        earlier (row_place t) (row_place t') \/ t = t' /\ (u = u' \/ earlier (row_place u) (row_place u'))
    | None => forall t u, ~ clashing t u
    end.
  Proof.
    destruct start_is as (a & start & E & Split & Before & Later). unfold first_pair. rewrite E. clear E.
    destruct start as [|t rest]; [ assumption | ].
    assert (T : In t rows) by (rewrite Split; apply in_or_app; right; left; reflexivity).
    assert (Rest : forall u, In u rest -> In u rows) by (intros u J; rewrite Split; apply in_or_app; right; right; assumption).
    destruct (find _ rest) as [u|] eqn:F; simpl.
    - apply find_some in F. destruct F as (b & c & Er & Hu & Nb). apply (clashes_is r bound _ distant) in Hu.
      assert (U : In u rest) by (rewrite Er; apply in_or_app; right; left; reflexivity). split.
      + split; [ assumption | ]. split; [ auto | ]. split; [ | assumption ].
        apply (later_rows a t rest Split); auto.
      + intros t' u' H. pose proof H as (T' & U' & L & H'). assert (J := T'). rewrite Split in J. apply in_app_or in J.
        destruct J as [J|[<-|J]]; [ exfalso; eapply Before; eassumption | right | left; apply (later_rows a t rest Split);
          auto ].
        split; [ reflexivity | ]. apply (later_rows a t rest Split) in L; [ | assumption ].
        rewrite Er in L. apply in_app_or in L. destruct L as [L|[L|L]]; [ exfalso | left; assumption | right ].
        * apply Nb in L. apply clashes_false in L. contradiction.
        * apply (later_rows (a ++ t :: b) u c); [ rewrite Split, Er, <- app_assoc; reflexivity | assumption | assumption ].
    - intros t' u' H. pose proof H as (T' & U' & L & H').
      assert (exists v, In v rest) as Nonempty.
      { exists u'. assert (J := T'). rewrite Split in J. apply in_app_or in J.
        destruct J as [J|[<-|J]]; [ exfalso; eapply Before; eassumption | apply (later_rows a t rest Split); auto | ].
        apply (later_rows a t rest Split); [ assumption | ]. assert (earlier (row_place t) (row_place t')) by (apply
          (later_rows a t rest Split); auto).
        unfold earlier in *. lia. }
      destruct (Later Nonempty) as (v & V & Hv); [ exists t', u'; assumption | ].
      apply (clashes_is r bound _ distant) in Hv. apply (find_none _ _ F) in V. simpl in V. congruence.
  Qed.
End Separation.
