(** * Steps whose numbers differ, or are apart

    The folds "distinct" and "apart" of a step: the places that fail, their number, and the witness, which speaks of the
    least pair of places that are too near to each other. *)

From Coq Require Import ZArith QArith List String Sorted MSetPositive Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Places StepCounts Measures
  EachStep NumberRows Distance Separation.
Import ListNotations.

Lemma sorted_map {A B : Type} (f : A -> B) (less : B -> B -> Prop) l :
  StronglySorted less (map f l) -> StronglySorted (fun x y => less (f x) (f y)) l.
Proof.
  induction l as [|x l IH]; simpl; intros S; inversion S as [|? ? S' F]; subst; constructor; [ auto | ].
  rewrite Forall_forall in *. intros y J. apply F, in_map, J.
Qed.
Lemma once_filter {A B : Type} (f : A -> B) (p : A -> bool) l : NoDup (map f l) -> NoDup (map f (filter p l)).
Proof.
  induction l as [|x l IH]; simpl; intros N; [ constructor | ]. inversion N as [|? ? H N']; subst.
  destruct (p x); simpl; [ constructor | ]; auto. intros J. apply H. apply in_map_iff in J. destruct J as (y & <- & J).
  apply in_map. apply filter_In in J. apply J.
Qed.

(** ** From rows

    What is found from the rows of all places, whoever made them; [count] compares the places that fail with the counts. *)

Section Rows.
  Variable st : step.

  Definition no_bindings (w : witness) : bool := match bindings w with [] => true | _ => false end.
  Lemma no_bindings_is w : no_bindings w = true <-> bindings w = [].
  Proof. unfold no_bindings. destruct (bindings w); split; congruence. Qed.

  Definition places_that_fail (rows : list row) (set : PositiveSet.t) : list place := image row_place (keep (fails_in set)
    rows).

  (** What a witness is compared with: that which [told] makes of the numbers of both places, if anything. *)
  Definition pair_witness_by (rows : list row) (r : relation) (bound : Q) (set : PositiveSet.t)
      (told : list Q -> option (sign * value * list value)) : bool :=
    match the_witness st with
    | None => Z.eqb (failures st) 0
    | Some w =>
        (negb (Z.eqb (failures st) 0) &&
         match first_pair r bound rows set with
         | None => false
         | Some (t, u) =>
             located_right st w [row_place t; row_place u] && (no_bindings w &&
             match told (row_numbers t ++ row_numbers u) with
             | None => false
             | Some c => comparison_eqb (comparison w) (Some c)
             end)
         end)%bool
    end.

  Definition told_distinct (l : list Q) : option (sign * value * list value) :=
    option_map (fun v => (Relation Unequal, Number (Qred v), [Number (Qred v)])) (least_repeated l).
  Definition told_apart (r : relation) (bound : Q) (l : list Q) : option (sign * value * list value) :=
    option_map (fun v => (Relation r, Number (Qred v), [Number bound])) (least_gap l).

  Definition distinct_by (rows : list row) (count : list place -> bool) : bool :=
    let set := failing_labels Greater 0 rows in
    (count (places_that_fail rows set) && pair_witness_by rows Greater 0 set told_distinct)%bool.
  Definition apart_by (rows : list row) (count : list place -> bool) (r : relation) (bound : Q) : bool :=
    let set := failing_labels r bound rows in
    (count (places_that_fail rows set) && pair_witness_by rows r bound set (told_apart r bound))%bool.
End Rows.

Section SeparationStep.
  Variables (C : context) (ds : list domain) (st : step) (alone : bool) (eval : scene -> term -> option value).
  Hypothesis eval_is : forall s t, eval s t = value_of C s t.
  Variable ps : list place.
  Hypothesis ps_are : in_order earlier (is_place C ds st) ps.
  Hypothesis values : forall x, applies C ds st x -> exists l, numbers_at C ds st x l.

  Definition separated_rows : list row := labelled (number_rows st eval (applicable_places st eval ps)).

  Lemma apps_are : in_order earlier (applies C ds st) (applicable_places st eval ps).
  Proof. apply applicable_in_order; assumption. Qed.
  Lemma separated_places : map row_place separated_rows = applicable_places st eval ps.
  Proof.
    transitivity (map fst (map snd separated_rows)); [ rewrite map_map; reflexivity | ].
    unfold separated_rows. rewrite labelled_rows. apply number_rows_places.
  Qed.
  Lemma separated_once : NoDup (map label separated_rows).
  Proof. apply labelled_once. Qed.
  Lemma separated_sorted : StronglySorted (fun t u => earlier (row_place t) (row_place u)) separated_rows.
  Proof. apply (sorted_map row_place). rewrite separated_places. apply apps_are. Qed.
  Lemma separated_in t : In t separated_rows -> numbers_at C ds st (row_place t) (row_numbers t).
  Proof.
    intros J. apply (number_rows_in C ds st eval eval_is _ apps_are values).
    rewrite <- (labelled_rows (number_rows _ _ _)). apply in_map_iff. exists t. split; [ | assumption ].
    unfold row_place, row_numbers. destruct (snd t). reflexivity.
  Qed.
  Lemma separated_has x l : numbers_at C ds st x l -> exists t, In t separated_rows /\ row_place t = x /\ row_numbers t = l.
  Proof.
    intros N. apply (number_rows_in C ds st eval eval_is _ apps_are values) in N.
    rewrite <- (labelled_rows (number_rows _ _ _)) in N. apply in_map_iff in N. destruct N as (t & E & J).
    exists t. split; [ assumption | ]. unfold row_place, row_numbers. rewrite E. auto.
  Qed.

  Section Bound.
    Variables (r : relation) (bound : Q).
    Hypothesis distant : r = AtLeast \/ r = Greater.

    Definition too_near_labels : PositiveSet.t := failing_labels r bound separated_rows.
    Definition too_near_places (set : PositiveSet.t) : list place := places_that_fail separated_rows set.

    Lemma too_near_places_in x : In x (too_near_places too_near_labels) <-> fails_with_another C ds st r bound x.
    Proof.
      unfold too_near_places, places_that_fail, too_near_labels. rewrite image_is, keep_is, in_map_iff. split.
      - intros (t & <- & J). apply filter_In in J. destruct J as (J & F).
        apply (fails_in_is r bound distant _ separated_once separated_sorted t J) in F.
        exists (row_numbers t). split; [ apply separated_in; assumption | ].
        destruct F as [F|(u & U & D & a & b & A & B & N)]; [ auto | right ].
        exists (row_place u), (row_numbers u), a, b. repeat split; try assumption; apply separated_in; assumption.
      - intros (l & N & H). destruct (separated_has x l N) as (t & J & <- & <-). exists t. split; [ reflexivity | ].
        apply filter_In. split; [ assumption | ]. apply (fails_in_is r bound distant _ separated_once separated_sorted t J).
        destruct H as [H|(y & m & a & b & M & D & A & B & H)]; [ auto | right ].
        destruct (separated_has y m M) as (u & U & <- & <-). exists u. split; [ assumption | ]. split; [ assumption | ].
        exists a, b. auto.
    Qed.
    Lemma too_near_places_once : NoDup (too_near_places too_near_labels).
    Proof.
      unfold too_near_places, places_that_fail. rewrite image_is, keep_is. apply once_filter. rewrite separated_places.
      apply (in_order_no_duplicates earlier (applies C ds st)); [ apply earlier_strict | apply apps_are ].
    Qed.

    Lemma clashing_pair t u : clashing r bound separated_rows t u -> pair_fails C ds st r bound (row_place t, row_place u).
    Proof.
      intros (T & U & E & H). split; [ assumption | ]. exists (row_numbers t), (row_numbers u).
      split; [ apply separated_in; assumption | ]. split; [ apply separated_in; assumption | assumption ].
    Qed.
    Lemma pair_clashing x y : pair_fails C ds st r bound (x, y) ->
      exists t u, clashing r bound separated_rows t u /\ row_place t = x /\ row_place u = y.
    Proof.
      intros (E & l & m & L & M & H). simpl in E, L, M. destruct (separated_has x l L) as (t & T & <- & <-).
      destruct (separated_has y m M) as (u & U & <- & <-). exists t, u. repeat split; assumption.
    Qed.

    (** The least pair, with its numbers. *)
    Theorem least_pair (K : place -> place -> list Q -> list Q -> Prop) :
      (exists x y l m, first_of earlier_pair (pair_fails C ds st r bound) (x, y) /\
          numbers_at C ds st x l /\ numbers_at C ds st y m /\ K x y l m) <->
      match first_pair r bound separated_rows too_near_labels with
      | Some (t, u) => K (row_place t) (row_place u) (row_numbers t) (row_numbers u)
      | None => False
      end.
    Proof.
      pose proof (first_pair_is r bound distant separated_rows separated_once separated_sorted) as P. unfold too_near_labels.
      destruct (first_pair r bound separated_rows (failing_labels r bound separated_rows)) as [[t u]|].
      - destruct P as (H & Least).
        assert (First : first_of earlier_pair (pair_fails C ds st r bound) (row_place t, row_place u)).
        { split; [ apply clashing_pair; assumption | ]. intros (x & y) F.
          destruct (pair_clashing x y F) as (t' & u' & H' & <- & <-). unfold earlier_pair. simpl.
          destruct (Least t' u' H') as [L|(<- & [<-|L])]; auto. }
        split.
        + intros (x & y & l & m & F & L & M & Hk).
          assert (E : (x, y) = (row_place t, row_place u)).
          { destruct F as (F & B). destruct (B _ (proj1 First)) as [E|L1]; [ assumption | ].
            destruct (proj2 First _ F) as [E|L2]; [ congruence | ].
            exfalso. unfold earlier_pair, earlier in L1, L2. simpl in L1, L2.
            destruct L1 as [L1|(E1 & L1)], L2 as [L2|(E2 & L2)]; try rewrite E1 in *; try rewrite <- E2 in *; lia. }
          injection E as -> ->.
          assert (l = row_numbers t) as -> by (eapply numbers_once; [ exact L | apply separated_in; apply H ]).
          assert (m = row_numbers u) as -> by (eapply numbers_once; [ exact M | apply separated_in; apply H ]).
          assumption.
        + intros Hk. exists (row_place t), (row_place u), (row_numbers t), (row_numbers u).
          split; [ assumption | ]. split; [ apply separated_in; apply H | ].
          split; [ apply separated_in; apply H | assumption ].
      - split; [ | contradiction ]. intros (x & y & l & m & (F & _) & _).
        destruct (pair_clashing x y F) as (t & u & H & _). apply (P t u). assumption.
    Qed.
  End Bound.

  Lemma told_least (f : Q -> sign * value * list value) (find : list Q -> option Q) (least : list Q -> Q -> Prop) (w :
    witness) l :
    (forall x y, x == y -> f x = f y) ->
    (forall x, find l = Some x -> least l x) -> (forall x, find l = None -> ~ least l x) ->
    (forall x y, least l x -> least l y -> x == y) ->
    (match option_map f (find l) with None => false | Some c => comparison_eqb (comparison w) (Some c) end = true <->
     exists v, least l v /\ comparison w = Some (f v)).
  Proof.
    intros Same Found Missing Once. destruct (find l) as [x|]; simpl.
    - rewrite (comparison_eqb_tells _ _). split.
      + intros E. exists x. auto.
      + intros (v & L & E). rewrite E. f_equal. apply Same. apply Once; auto.
    - split; [ discriminate | ]. intros (v & L & _). exfalso. eapply Missing; [ reflexivity | eassumption ].
  Qed.

  Definition distinct_right : bool := distinct_by st separated_rows (counted_right st alone eval ps 2).
  Definition apart_right : relation -> Q -> bool := apart_by st separated_rows (counted_right st alone eval ps 2).

  Lemma counted_apart r bound : r = AtLeast \/ r = Greater ->
    (counted_right st alone eval ps 2 (too_near_places (too_near_labels r bound)) = true <->
     counts_true C ds st alone 2 (fails_with_another C ds st r bound)).
  Proof.
    intros D. apply counted_right_is; [ assumption | assumption | apply too_near_places_once; assumption | ].
    apply too_near_places_in. assumption.
  Qed.

  Lemma pair_witness_right_is r bound told (T : witness -> list Q -> Prop) : r = AtLeast \/ r = Greater ->
    (forall w l, (match told l with None => false | Some c => comparison_eqb (comparison w) (Some c) end) = true <-> T w l) ->
    (pair_witness_by st separated_rows r bound (too_near_labels r bound) told = true <->
     match the_witness st with
     | None => failures st = 0%Z
     | Some w => failures st <> 0%Z /\ exists x y l m, first_of earlier_pair (pair_fails C ds st r bound) (x, y) /\
         numbers_at C ds st x l /\ numbers_at C ds st y m /\ (located st w [x; y] /\ bindings w = [] /\ T w (l ++ m))
     end).
  Proof.
    intros D E. unfold pair_witness_by. destruct (the_witness st) as [w|]; [ | apply Z.eqb_eq ].
    rewrite Bool.andb_true_iff, Bool.negb_true_iff, Z.eqb_neq.
    rewrite (least_pair r bound D (fun x y l m => located st w [x; y] /\ bindings w = [] /\ T w (l ++ m))).
    destruct (first_pair _ _ _ _) as [[t u]|]; [ | intuition congruence ].
    rewrite !Bool.andb_true_iff, located_right_is, no_bindings_is, E. reflexivity.
  Qed.

  Theorem distinct_right_is : the_fold st = DistinctNumbers -> (distinct_right = true <->
    witness_true C ds st /\ counts_true C ds st alone 2 (fails_with_another C ds st Greater 0)).
  Proof.
    intros F. unfold distinct_right, distinct_by. cbv zeta.
    fold (too_near_labels Greater 0). fold (too_near_places (too_near_labels Greater 0)).
    rewrite Bool.andb_true_iff, counted_apart by auto.
    rewrite (pair_witness_right_is Greater 0 told_distinct (fun w l => exists v, least_twice l v /\
      comparison w = Some (Relation Unequal, Number (Qred v), [Number (Qred v)]))).
    - unfold witness_true. rewrite F. destruct (the_witness st) as [w|]; [ | tauto ].
      assert (E : (exists x y l m, first_of earlier_pair (pair_fails C ds st Greater 0) (x, y) /\
          numbers_at C ds st x l /\ numbers_at C ds st y m /\ located st w [x; y] /\ bindings w = [] /\
          exists v, least_twice (l ++ m) v /\ comparison w = Some (Relation Unequal, Number (Qred v), [Number (Qred v)])) <->
        (exists x y l m v, first_of earlier_pair (pair_fails C ds st Greater 0) (x, y) /\
          numbers_at C ds st x l /\ numbers_at C ds st y m /\ located st w [x; y] /\ bindings w = [] /\
          least_twice (l ++ m) v /\ comparison w = Some (Relation Unequal, Number (Qred v), [Number (Qred v)]))).
      { split.
        - intros (x & y & l & m & A & B & D & E & G & v & H). exists x, y, l, m, v. tauto.
        - intros (x & y & l & m & v & A & B & D & E & G & H). exists x, y, l, m. repeat (split; [ assumption | ]). eauto. }
      rewrite E. tauto.
    - auto.
    - intros w l. apply (told_least (fun v => (Relation Unequal, Number (Qred v), [Number (Qred v)]))).
      + intros x y E. rewrite (Qred_complete x y E). reflexivity.
      + apply least_repeated_is.
      + apply least_repeated_none.
      + apply least_twice_once.
  Qed.

  Theorem apart_right_is r t b : the_fold st = Apart r t -> r = AtLeast \/ r = Greater -> constant_of C t = Some b ->
    (apart_right r b = true <->
     witness_true C ds st /\ exists b, constant_of C t = Some b /\
       counts_true C ds st alone 2 (fails_with_another C ds st r b)).
  Proof.
    intros F D B. unfold apart_right, apart_by. cbv zeta.
    fold (too_near_labels r b). fold (too_near_places (too_near_labels r b)).
    rewrite Bool.andb_true_iff, counted_apart by assumption.
    assert (Counts : (exists b, constant_of C t = Some b /\ counts_true C ds st alone 2 (fails_with_another C ds st r b)) <->
                     counts_true C ds st alone 2 (fails_with_another C ds st r b)).
    { split; [ intros (b' & B' & H); congruence | eauto ]. }
    rewrite Counts.
    rewrite (pair_witness_right_is r b (told_apart r b) (fun w l => exists v, least_distance l v /\
      comparison w = Some (Relation r, Number (Qred v), [Number b]))).
    - unfold witness_true. rewrite F. destruct (the_witness st) as [w|]; [ | tauto ].
      assert (E : (exists x y l m, first_of earlier_pair (pair_fails C ds st r b) (x, y) /\
          numbers_at C ds st x l /\ numbers_at C ds st y m /\ located st w [x; y] /\ bindings w = [] /\
          exists v, least_distance (l ++ m) v /\ comparison w = Some (Relation r, Number (Qred v), [Number b])) <->
        (exists x y l m v b, constant_of C t = Some b /\ first_of earlier_pair (pair_fails C ds st r b) (x, y) /\
          numbers_at C ds st x l /\ numbers_at C ds st y m /\ located st w [x; y] /\ bindings w = [] /\
          least_distance (l ++ m) v /\ comparison w = Some (Relation r, Number (Qred v), [Number b]))).
      { split.
        - intros (x & y & l & m & A & B' & D' & E & G & v & H). exists x, y, l, m, v, b. tauto.
        - intros (x & y & l & m & v & b' & Bb & A & B' & D' & E & G & H). assert (b' = b) as -> by congruence.
          exists x, y, l, m. repeat (split; [ assumption | ]). eauto. }
      rewrite E. tauto.
    - assumption.
    - intros w l. apply (told_least (fun v => (Relation r, Number (Qred v), [Number b]))).
      + intros x y E. rewrite (Qred_complete x y E). reflexivity.
      + apply least_gap_is.
      + apply least_gap_none.
      + apply least_distance_once.
  Qed.
End SeparationStep.
