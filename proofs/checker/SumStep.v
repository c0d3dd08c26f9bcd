(** * Steps about a sum over matrices

    The sum of the numbers of all applicable places, each as often as its point stands for a matrix, against the bound. *)

From Coq Require Import ZArith QArith List String Lia Lqa.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Places StepCounts Measures
  EachStep NumberRows Distance Arrangements SeparationStep.
Import ListNotations.
Open Scope Q_scope.

Definition nowhere_right (w : witness) : bool :=
  match at_positions w, at_points w, bindings w with [], [], [] => true | _, _, _ => false end.
Lemma nowhere_right_is w : nowhere_right w = true <-> nowhere_located w.
Proof.
  unfold nowhere_right, nowhere_located. destruct (at_positions w), (at_points w), (bindings w);
    split; try discriminate; try (intros (? & ? & ?); discriminate); auto.
Qed.

Section SumStep.
  Variables (C : context) (ds : list domain) (st : step) (alone : bool) (eval : scene -> term -> option value).
  Hypothesis eval_is : forall s t, eval s t = value_of C s t.
  Variable ps : list place.
  Hypothesis ps_are : in_order earlier (is_place C ds st) ps.
  Hypothesis names_once : NoDup (map domain_name ds).

  (** How many matrices the point of a place stands for. *)
  Definition multiplicity (x : place) : Z :=
    match point_at x with
    | None => 1
    | Some X =>
        if existsb (fun d => if is_orbits (domain_spec d) then String.eqb (domain_name d) (domain_of x) else false) ds
        then orders_number X else 1
    end.
  Lemma multiplicity_is x k : is_place C ds st x -> (counted ds x k <-> k = multiplicity x).
  Proof.
    intros P. unfold counted, multiplicity. destruct (point_at x) as [X|] eqn:E; [ | reflexivity ].
    assert (exists d, In d ds /\ domain_of x = domain_name d) as (d & J & D).
    { unfold is_place in P. destruct (over st); [ subst x; discriminate | ].
      destruct P as (d & Y & S & asked & _ & J & D & _). exists d. auto. }
    assert (B : existsb (fun d => if is_orbits (domain_spec d) then String.eqb (domain_name d) (domain_of x) else false) ds
                = is_orbits (domain_spec d)).
    { destruct (is_orbits (domain_spec d)) eqn:O.
      - apply existsb_exists. exists d. rewrite O. split; [ assumption | apply String.eqb_eq; congruence ].
      - destruct (existsb _ ds) eqn:B; [ exfalso | reflexivity ]. apply existsb_exists in B. destruct B as (e & K & B).
        destruct (is_orbits (domain_spec e)) eqn:Oe; [ | discriminate ]. apply String.eqb_eq in B.
        assert (e = d) by (eapply name_once; try eassumption; congruence). congruence. }
    rewrite B. split.
    - intros (e & K & De & H). assert (e = d) as -> by (eapply name_once; try eassumption; congruence).
      destruct (is_orbits (domain_spec d)); [ | assumption ]. symmetry. apply orders_number_is. assumption.
    - intros ->. exists d. split; [ assumption | ]. split; [ assumption | ].
      destruct (is_orbits (domain_spec d)); [ apply orders_number_is | ]; reflexivity.
  Qed.

  (** The number of a place, as often as it counts. *)
  Definition weighted (x : place) : option Q :=
    match numbers_by st eval x with Some [a] => Some (times a (integer (multiplicity x))) | _ => None end.
  Lemma weighted_is x y : applies C ds st x ->
    (exists a k, numbers_at C ds st x [a] /\ counted ds x k /\ y == a * inject_Z k) <->
    (exists y', weighted x = Some y' /\ y == y').
  Proof.
    intros A. unfold weighted. pose proof (numbers_by_is C ds st eval eval_is x) as N. split.
    - intros (a & k & M & Cn & E). apply N in M; [ | assumption ]. rewrite M.
      apply multiplicity_is in Cn; [ | apply A ]. subst k. eexists. split; [ reflexivity | ].
      rewrite times_is, Qred_correct. assumption.
    - intros (y' & E & F). destruct (numbers_by st eval x) as [[|a [|]]|] eqn:M; try discriminate. injection E as <-.
      exists a, (multiplicity x). split; [ apply N; auto | ]. split; [ apply multiplicity_is; [ apply A | reflexivity ] | ].
      rewrite times_is, Qred_correct in F. assumption.
  Qed.

  Definition add_weighted (sum : option Q) (x : place) : option Q :=
    match sum with None => None | Some s => match weighted x with None => None | Some y => Some (plus s y) end end.
  Definition sum_total : option Q := fold_left add_weighted (applicable_places st eval ps) (Some (integer 0)).

  (** The same from the rows of all places. *)
  Definition add_row (sum : option Q) (row : place * list Q) : option Q :=
    match sum with
    | None => None
    | Some s => match snd row with [a] => Some (plus s (times a (integer (multiplicity (fst row))))) | _ => None end
    end.
  Definition rows_total (rows : list (place * list Q)) : option Q := fold_left add_row rows (Some (integer 0)).
  Lemma rows_total_is : rows_total (number_rows st eval (applicable_places st eval ps)) = sum_total.
  Proof.
    unfold rows_total, sum_total, number_rows. rewrite image_is. generalize (Some (integer 0)).
    induction (applicable_places st eval ps) as [|x l IH]; intros s; [ reflexivity | ]. cbn [map fold_left]. rewrite IH.
    f_equal. unfold add_row, add_weighted, weighted. destruct s as [s|]; [ | reflexivity ]. cbn [fst snd].
    destruct (numbers_by st eval x) as [[|a [|]]|]; reflexivity.
  Qed.

  Lemma add_weighted_none l : fold_left add_weighted l None = None.
  Proof. induction l; simpl; auto. Qed.

  Definition terms_of_places (xs : list place) (terms : list Q) : Prop :=
    Forall2 (fun x y => exists a k, numbers_at C ds st x [a] /\ counted ds x k /\ y == a * inject_Z k) xs terms.

  Lemma sum_from xs : (forall x, In x xs -> applies C ds st x) -> forall s0,
    match fold_left add_weighted xs (Some s0) with
    | Some t => (exists terms, terms_of_places xs terms) /\
                forall terms, terms_of_places xs terms -> t == s0 + fold_right Qplus 0 terms
    | None => forall terms, ~ terms_of_places xs terms
    end.
  Proof.
    induction xs as [|x xs IH]; intros A s0; cbn [fold_left].
    - split; [ exists []; constructor | ]. intros terms F. inversion F. simpl. lra.
    - assert (Ax : applies C ds st x) by (apply A; left; reflexivity).
      pose proof (weighted_is x) as W. cbn [add_weighted]. destruct (weighted x) as [y|] eqn:E.
      + specialize (IH (fun z J => A z (or_intror J)) (plus s0 y)). destruct (fold_left _ xs _) as [t|].
        * destruct IH as ((terms & F) & S). split.
          -- exists (y :: terms). constructor; [ | assumption ]. apply (W y Ax). exists y. split; reflexivity.
          -- intros terms' F'. inversion F' as [|? z ? terms'' Hz Hr]; subst. apply W in Hz; [ | assumption ].
             destruct Hz as (y' & Ey & Ez). injection Ey as <-. rewrite (S terms'' Hr), plus_is, Qred_correct. simpl.
             rewrite Ez. ring.
        * intros terms F. inversion F as [|? z ? terms'' Hz Hr]; subst. apply (IH terms''). assumption.
      + rewrite add_weighted_none. intros terms F. inversion F as [|? z ? terms'' Hz Hr]; subst.
        apply W in Hz; [ | assumption ]. destruct Hz as (y' & Ey & _). discriminate.
  Qed.

  Theorem sum_total_is : match sum_total with
    | Some t => forall s, sum_is C ds st s <-> s == t
    | None => forall s, ~ sum_is C ds st s
    end.
  Proof.
    pose proof (applicable_in_order C ds st eval eval_is ps ps_are) as O.
    pose proof (sum_from (applicable_places st eval ps) (fun x J => proj1 (proj1 O x) J) (integer 0)) as F.
    assert (Unique : forall s, sum_is C ds st s -> exists terms, terms_of_places (applicable_places st eval ps) terms /\
      s == fold_right Qplus 0 terms).
    { intros s (xs & terms & O' & T & E). exists terms. split; [ | assumption ].
      assert (Same : xs = applicable_places st eval ps)
        by (eapply (in_order_unique earlier (applies C ds st)); [ apply earlier_strict | | ]; eassumption).
      rewrite <- Same. exact T. }
    unfold sum_total. destruct (fold_left _ _ _) as [t|].
    - destruct F as ((terms & T) & S). intros s. split.
      + intros H. destruct (Unique s H) as (terms' & T' & E). rewrite E, (S terms' T'). unfold integer. lra.
      + intros E. exists (applicable_places st eval ps), terms. split; [ assumption | ]. split; [ assumption | ].
        rewrite E, (S terms T). unfold integer. lra.
    - intros s H. destruct (Unique s H) as (terms' & T' & _). apply (F terms'). assumption.
  Qed.

  Definition sum_by (total : option Q) (count : bool -> bool) (r : relation) (bound : Q) : bool :=
    match total with
    | None => false
    | Some s =>
        (count (negb (compare_numbers r s bound)) &&
         match the_witness st with
         | None => Z.eqb (failures st) 0
         | Some w => negb (Z.eqb (failures st) 0) && (nowhere_right w &&
                       comparison_eqb (comparison w) (Some (Relation r, Number (Qred s), [Number bound])))
         end)%bool
    end.
  Definition sum_right : relation -> Q -> bool := sum_by sum_total (counted_whole st alone eval ps).

  Theorem sum_right_is r t b : the_fold st = SumOfAll r t -> constant_of C t = Some b ->
    (sum_right r b = true <->
     witness_true C ds st /\ exists s b, constant_of C t = Some b /\ sum_is C ds st s /\
       whole_true C ds st alone (compare_numbers r s b = false)).
  Proof.
    intros F B. unfold sum_right, sum_by. pose proof sum_total_is as T. destruct sum_total as [s|].
    - rewrite Bool.andb_true_iff.
      rewrite (counted_whole_is C ds st alone eval eval_is ps ps_are _ (compare_numbers r s b = false)) by apply
        Bool.negb_true_iff.
      assert (Whole : (exists s b, constant_of C t = Some b /\ sum_is C ds st s /\
        whole_true C ds st alone (compare_numbers r s b = false))
                      <-> whole_true C ds st alone (compare_numbers r s b = false)).
      { split.
        - intros (s' & b' & B' & S & W). assert (b' = b) as -> by congruence. apply T in S.
          rewrite (compare_numbers_same r s s') by (symmetry; assumption). assumption.
        - intros W. exists s, b. split; [ assumption | ]. split; [ apply T; reflexivity | assumption ]. }
      rewrite Whole. unfold witness_true. rewrite F. destruct (the_witness st) as [w|].
      + rewrite !Bool.andb_true_iff, Bool.negb_true_iff, Z.eqb_neq, nowhere_right_is, (comparison_eqb_tells _ _).
        assert (E : (exists s b, constant_of C t = Some b /\ sum_is C ds st s /\ nowhere_located w /\
                       comparison w = Some (Relation r, Number (Qred s), [Number b])) <->
                    nowhere_located w /\ comparison w = Some (Relation r, Number (Qred s), [Number b])).
        { split.
          - intros (s' & b' & B' & S & L & E). assert (b' = b) as -> by congruence. apply T in S.
            rewrite <- (Qred_complete s' s S). auto.
          - intros (L & E). exists s, b. split; [ assumption | ]. split; [ apply T; reflexivity | auto ]. }
        rewrite E. tauto.
      + rewrite Z.eqb_eq. tauto.
    - split; [ discriminate | ]. intros (_ & s & b' & _ & S & _). exfalso. apply (T s). assumption.
  Qed.
End SumStep.
