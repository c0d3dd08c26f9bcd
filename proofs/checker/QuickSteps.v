(** * Steps that evaluate each term once at each place

    [quick_step] is [decide_step] of Steps.v, with one table of values: of the hypothesis at all places, and of the term and
    what is measured at those that satisfy it. [quick_step_is] says that both give the same answer. *)

From Coq Require Import ZArith QArith List String Bool.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Places StepForm StepCounts
  Measures EachStep NumberRows Separation SeparationStep SumStep OwnFold Steps QuickNetworks Evaluate.
Import ListNotations.

Section QuickSteps.
  Variables (C : context) (ds : list domain) (lists : list (string * list matrix)).
  Variable prepared : list (string * quick_network).
  Let eval (s : scene) (t : term) : option value := value_by C prepared t s.
  Let margins (s : scene) (t : term) : option (list Q) := margins_by C prepared t s.

  Definition hypothesis_table (st : step) (ps : list place) : list (place * option bool) :=
    match given st with
    | None => image (fun x => (x, Some true)) ps
    | Some g => let f := value_by C prepared g in image (fun x => (x, truth (f (scene_at x)))) ps
    end.
  Definition is_there {A : Type} (row : place * option A) : bool := match snd row with Some _ => true | None => false end.
  Definition is_so (row : place * option bool) : bool := match snd row with Some b => b | None => false end.

  (** A place, the truth of the term there, and the numbers that are measured. *)
  Definition each_table (st : step) (apps : list place) : list (place * option bool * option (list Q)) :=
    if by_margins C st
    then let f := both_by C prepared (the_term st) in
         image (fun x => let '(v, m) := f (scene_at x) in (x, truth v, m)) apps
    else let f := value_by C prepared (the_term st) in
         image (fun x =>
           let b := truth (f (scene_at x)) in (x, b, option_map (fun b : bool => [integer (if b then 1 else 0)]) b)) apps.

  Definition quick_each (st : step) (alone : bool) : answer :=
    also (step_formed C ds st)
      (let ps := places_of lists st in
       let hypotheses := hypothesis_table st ps in
       let apps := image fst (keep is_so hypotheses) in
       let table := each_table st apps in
       also (forallb (fun row => match snd (fst row) with
               | Some _ => (no_domains st || negb (by_margins C st) || there (snd row))%bool
               | None => false
               end) table)
         (let failing := image (fun row => fst (fst row))
            (keep (fun row => match snd (fst row) with Some false => true | _ => false end) table) in
          let k := size apps in
          match of_bool (forallb is_there hypotheses && (Z.eqb (size ps) (points st) && (Z.eqb k (applicable st) &&
              (verdict_eqb (the_verdict st) (verdict_of alone 1 k (failures st)) &&
               Z.eqb (failures st) (if Z.ltb k 1 then 0 else size failing))))
              && each_witness_right C st eval failing)%bool with
          | Yes => measure_by st (image (fun row => (fst (fst row), match snd row with Some l => l | None => [] end)) table)
          | No => No
          | NotDecided => NotDecided
          end)).

  (** The numbers of the term at each place. *)
  Definition number_table (st : step) (apps : list place) : list (place * option (list Q)) :=
    let f := value_by C prepared (the_term st) in image (fun x => (x, let? v := f (scene_at x) in numbers_of v)) apps.

  (** What the rows say of a fold other than "each". *)
  Definition fold_by (st : step) (alone valued : bool) (n k : Z) (rows : list (place * list Q)) : answer :=
    match the_fold st with
    | Each => NotDecided
    | DistinctNumbers => of_bool (distinct_by st (labelled rows) (counted_by st alone valued n k 2))
    | Apart r t =>
        match constant_of C t with
        | Some b => of_bool (apart_by st (labelled rows) (counted_by st alone valued n k 2) r b)
        | None => No
        end
    | SumOfAll r t =>
        match constant_of C t with
        | Some b => of_bool (sum_by st (rows_total ds rows) (counted_whole_by st alone valued n k) r b)
        | None => No
        end
    | Own start next holds =>
        of_bool (own_by C st eval holds (Z.eqb k 0 || alone)
                   (own_total_by C start (map (value_by C prepared) next) rows) (counted_whole_by st alone valued n k))
    end.

  Definition quick_numbers (st : step) (alone : bool) : answer :=
    also (step_formed C ds st)
      (let ps := places_of lists st in
       let hypotheses := hypothesis_table st ps in
       let apps := image fst (keep is_so hypotheses) in
       let table := number_table st apps in
       also (forallb (fun row => there (snd row)) table)
         (let rows := image (fun row => (fst row, match snd row with Some l => l | None => [] end)) table in
          match fold_by st alone (forallb is_there hypotheses) (size ps) (size apps) rows with
          | Yes => measure_by st rows
          | No => No
          | NotDecided => NotDecided
          end)).

  Definition quick_step (st : step) (alone : bool) : answer :=
    match the_fold st with
    | Each => quick_each st alone
    | _ => quick_numbers st alone
    end.

  Lemma filter_map {A B : Type} (f : A -> B) (p : B -> bool) l : filter p (map f l) = map f (filter (fun x => p (f x)) l).
  Proof. induction l as [|x l IH]; simpl; [ reflexivity | ]. rewrite IH. destruct (p (f x)); reflexivity. Qed.

  Lemma hypothesis_table_is st ps : hypothesis_table st ps =
    map (fun x => (x, match given st with None => Some true | Some g => truth (eval (scene_at x) g) end)) ps.
  Proof. unfold hypothesis_table. destruct (given st); rewrite image_is; reflexivity. Qed.

  Lemma forallb_map {A B : Type} (f : A -> B) (p : B -> bool) l : forallb p (map f l) = forallb (fun x => p (f x)) l.
  Proof. induction l as [|x l IH]; simpl; [ reflexivity | ]. rewrite IH. reflexivity. Qed.

  Lemma forallb_same {A : Type} (p q : A -> bool) l : (forall x, p x = q x) -> forallb p l = forallb q l.
  Proof. intros E. induction l as [|x l IH]; simpl; [ reflexivity | ]. rewrite IH, E. reflexivity. Qed.

  Lemma apps_same st ps : image fst (keep is_so (hypothesis_table st ps)) = applicable_places st eval ps.
  Proof.
    rewrite image_is, keep_is, hypothesis_table_is, filter_map, map_map. simpl. rewrite map_id.
    unfold applicable_places. rewrite keep_is. apply filter_ext. intros x. unfold is_so, satisfied. simpl.
    destruct (given st) as [g|]; [ | reflexivity ]. unfold truth. destruct (eval (scene_at x) g) as [[|[|]| | |]|]; reflexivity.
  Qed.

  Lemma valued_same st ps : forallb is_there (hypothesis_table st ps) = all_valued st eval ps.
  Proof.
    rewrite hypothesis_table_is, forallb_map. apply forallb_same. intros x. unfold is_there, hypothesis_valued. simpl.
    destruct (given st) as [g|]; [ | reflexivity ]. unfold truth. destruct (eval (scene_at x) g) as [[|[|]| | |]|]; reflexivity.
  Qed.

  Lemma each_table_is st apps : the_fold st = Each ->
    each_table st apps = map (fun x => (x, truth (eval (scene_at x) (the_term st)), measured C st eval margins x)) apps.
  Proof.
    intros F. unfold each_table, measured. rewrite F. destruct (by_margins C st); rewrite image_is; apply map_ext; intros x.
    - reflexivity.
    - unfold eval. destruct (truth _); reflexivity.
  Qed.

  Lemma quick_each_is st alone : the_fold st = Each -> quick_each st alone = decide_step C ds lists eval margins st alone.
  Proof.
    intros F. unfold quick_each, decide_step. destruct (step_formed C ds st); [ simpl | reflexivity ].
    cbv zeta. rewrite apps_same, valued_same, (each_table_is st _ F).
    set (ps := places_of lists st). set (apps := applicable_places st eval ps).
    assert (V : forallb (fun row => match snd (fst row) with
        | Some _ => (no_domains st || negb (by_margins C st) || there (snd row))%bool
        | None => false
        end) (map (fun x => (x, truth (eval (scene_at x) (the_term st)), measured C st eval margins x)) apps)
      = values_there C st eval apps margins).
    { rewrite forallb_map. apply forallb_same. intros x. unfold valued_at. rewrite F. simpl.
      destruct (truth _); reflexivity. }
    rewrite V. destruct (values_there C st eval apps margins); [ simpl | reflexivity ].
    assert (Failing : image (fun row => fst (fst row)) (keep (fun row => match snd (fst row) with Some false => true | _ =>
      false end)
        (map (fun x => (x, truth (eval (scene_at x) (the_term st)), measured C st eval margins x)) apps))
      = failing_places st eval ps).
    { rewrite image_is, keep_is, filter_map, map_map. simpl. rewrite map_id. unfold failing_places. rewrite keep_is.
      apply filter_ext. intros x. unfold false_at, truth. destruct (eval (scene_at x) (the_term st)) as [[|[|]| | |]|];
        reflexivity. }
    rewrite Failing. unfold fold_answer. rewrite F. unfold each_right, counted_right, counted_by. cbv zeta.
    fold apps.
    assert (Rows : image (fun row => (fst (fst row), match snd row with Some l => l | None => [] end))
        (map (fun x => (x, truth (eval (scene_at x) (the_term st)), measured C st eval margins x)) apps)
      = rows C st eval apps margins).
    { rewrite image_is, map_map. unfold rows. rewrite image_is. reflexivity. }
      rewrite Rows. reflexivity.
  Qed.

  Lemma number_table_is st apps : number_table st apps = map (fun x => (x, numbers_by st eval x)) apps.
  Proof. unfold number_table. rewrite image_is. reflexivity. Qed.

  Lemma quick_numbers_is st alone :
    the_fold st <> Each -> quick_numbers st alone = decide_step C ds lists eval margins st alone.
  Proof.
    intros F. unfold quick_numbers, decide_step. destruct (step_formed C ds st); [ simpl | reflexivity ].
    cbv zeta. rewrite apps_same, valued_same, number_table_is.
    set (ps := places_of lists st). set (apps := applicable_places st eval ps).
    assert (V : forallb (fun row => there (snd row)) (map (fun x => (x, numbers_by st eval x)) apps)
      = values_there C st eval apps margins).
    { rewrite forallb_map. apply forallb_same. intros x. unfold valued_at. simpl.
      destruct (the_fold st); [ contradiction | | | | ]; reflexivity. }
    rewrite V. destruct (values_there C st eval apps margins); [ simpl | reflexivity ].
    assert (Rows : image (fun row => (fst row, match snd row with Some l => l | None => [] end))
        (map (fun x => (x, numbers_by st eval x)) apps) = number_rows st eval apps).
    { rewrite image_is, map_map. unfold number_rows. rewrite image_is. reflexivity. }
      rewrite Rows.
    assert (Measured : number_rows st eval apps = rows C st eval apps margins).
    { unfold number_rows, rows. rewrite !image_is. apply map_ext. intros x. unfold measured.
      destruct (the_fold st); [ contradiction | | | | ]; reflexivity. }
    assert (Fold : fold_by st alone (all_valued st eval ps) (size ps) (size apps) (number_rows st eval apps)
      = fold_answer C ds eval st alone ps).
    { unfold fold_by, fold_answer. destruct (the_fold st) as [| |r t|r t|start next holds]; [ contradiction | | | | ].
      - reflexivity.
      - reflexivity.
      - unfold sum_right. rewrite <- (rows_total_is ds st eval ps). reflexivity.
      - rewrite <- own_by_is. rewrite <- own_total_by_is. reflexivity. }
    rewrite Fold, Measured. reflexivity.
  Qed.

  Theorem quick_step_is st alone : quick_step st alone = decide_step C ds lists eval margins st alone.
  Proof.
    unfold quick_step. destruct (the_fold st) eqn:F; [ apply quick_each_is; assumption | | | | ];
      apply quick_numbers_is; rewrite F; discriminate.
  Qed.
End QuickSteps.
