(** * Deciding a step

    [decide_step] says whether a step of a certificate is true, given the lists of the points of its domains:
    [Yes] if it is ([decide_step_sound]), [No] if it is not ([decide_step_refutes]). [NotDecided] is left for the sum of a
    measure in which an inverse modulo the prime is not found. *)

From Coq Require Import ZArith QArith List String Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Places StepForm StepCounts
  Measures EachStep SeparationStep SumStep OwnFold.
Import ListNotations.

Section Steps.
  Variables (C : context) (ds : list domain) (lists : list (string * list matrix)) (eval : scene -> term -> option value).
  Hypothesis eval_is : forall s t, eval s t = value_of C s t.
  Variable margins_by : scene -> term -> option (list Q).
  Hypothesis margins_by_is : forall s t, margins_by s t = margins C s t.

  Definition fold_answer (st : step) (alone : bool) (ps : list place) : answer :=
    match the_fold st with
    | Each => of_bool (each_right C st alone eval ps)
    | DistinctNumbers => of_bool (distinct_right st alone eval ps)
    | Apart r t => match constant_of C t with Some b => of_bool (apart_right st alone eval ps r b) | None => No end
    | SumOfAll r t => match constant_of C t with Some b => of_bool (sum_right ds st alone eval ps r b) | None => No end
    | Own start next holds => of_bool (own_or_nothing_right C st alone eval ps start next holds)
    end.

  Definition decide_step (st : step) (alone : bool) : answer :=
    also (step_formed C ds st)
      (let ps := places_of lists st in let apps := applicable_places st eval ps in
       also (values_there C st eval apps margins_by)
         match fold_answer st alone ps with
         | Yes => measure_answer C st eval apps margins_by
         | No => No
         | NotDecided => NotDecided
         end).

  Hypothesis listed : all_listed C ds lists.
  Hypothesis strict : orders_strict C ds.

  Lemma right_and a b p q : right a p -> (p -> right b q) -> 
    right (match a with Yes => b | No => No | NotDecided => NotDecided end) (p /\ q).
  Proof.
    intros (Y & N) R. destruct a.
    - assert (Hp : p) by auto. apply right_same with q; [ tauto | auto ].
    - split; [ discriminate | ]. intros _ (Hp & _). apply N; auto.
    - apply right_not_decided.
  Qed.

  Definition fold_true (st : step) (alone : bool) : Prop :=
    match the_fold st with
    | Each => counts_true C ds st alone 1 (fails_alone C ds st)
    | DistinctNumbers => counts_true C ds st alone 2 (fails_with_another C ds st Greater 0)
    | Apart r t => exists b, constant_of C t = Some b /\ counts_true C ds st alone 2 (fails_with_another C ds st r b)
    | SumOfAll r t => exists s b, constant_of C t = Some b /\ sum_is C ds st s /\
        whole_true C ds st alone (compare_numbers r s b = false)
    | Own start next holds =>
        (applicable st = 0%Z \/ alone = true) /\ whole_true C ds st alone False \/
        exists a b, own_result C ds st start next a /\
          value_of C (own_scene a) holds = Some (Truth b) /\ whole_true C ds st alone (b = false)
    end.

  Theorem decide_step_is st alone : right (decide_step st alone) (step_true C ds st alone).
  Proof.
    apply right_same with (well_formed_step C ds st /\ all_have_values C ds st /\
      (witness_true C ds st /\ fold_true st alone) /\ measure_true C ds st).
    { unfold step_true, fold_true. tauto. }
    unfold decide_step. apply right_also; [ apply step_formed_is | intros Formed ].
    assert (Ps : in_order earlier (is_place C ds st) (places_of lists st)) by (apply places_in_order; try assumption;
      apply Formed).
    cbv zeta. set (ps := places_of lists st) in *.
    pose proof (applicable_in_order C ds st eval eval_is ps Ps) as Apps. set (apps := applicable_places st eval ps) in *.
    pose proof (values_there_is C ds st eval eval_is apps Apps margins_by margins_by_is) as V.
    apply right_also; [ assumption | intros Values ].
    apply right_and.
    - assert (Numbers : the_fold st <> Each -> forall x, applies C ds st x -> exists l, numbers_at C ds st x l).
      { intros N x J. specialize (Values x J). destruct (the_fold st); [ contradiction | | | | ]; assumption. }
        assert (Fits := proj2 (proj2 (proj2 Formed))).
      unfold fold_answer, fold_true. destruct (the_fold st) as [| |r bound|r bound|start next holds] eqn:F.
      + apply right_of_bool. apply each_right_is; assumption.
      + apply right_of_bool. apply distinct_right_is; try assumption. apply Numbers. discriminate.
      + destruct Fits as (D & B & _). destruct (constant_of C bound) as [b|] eqn:E; [ | contradiction ].
        apply right_of_bool. rewrite <- E. apply apart_right_is with (t := bound); try assumption. apply Numbers. discriminate.
      + destruct Fits as (_ & B & _). destruct (constant_of C bound) as [b|] eqn:E; [ | contradiction ].
        apply right_of_bool. rewrite <- E. apply sum_right_is with (t := bound); try assumption. apply listed.
      + apply right_of_bool. apply own_or_nothing_right_is; try assumption. apply Numbers. discriminate.
    - intros _. apply measure_answer_is; [ assumption | assumption | assumption | ].
      destruct (no_domains st) eqn:D; [ left; reflexivity | right ]. intros x J.
      apply Apps in J. specialize (Values x J).
      assert (exists l, measured_at C ds st x l) as (l & M).
      { destruct (the_fold st) eqn:F.
        - destruct Values as (_ & l & [E|M]); [ | eauto ]. apply no_domains_is in E. congruence.
        - destruct Values as (l & N). exists l. unfold measured_at. rewrite F. assumption.
        - destruct Values as (l & N). exists l. unfold measured_at. rewrite F. assumption.
        - destruct Values as (l & N). exists l. unfold measured_at. rewrite F. assumption.
        - destruct Values as (l & N). exists l. unfold measured_at. rewrite F. assumption. }
      exists l. eapply measured_is; eassumption.
  Qed.

  (** A step that is accepted is true; one that is refused is false. *)
  Theorem decide_step_sound st alone : decide_step st alone = Yes -> step_true C ds st alone.
  Proof. apply decide_step_is. Qed.
  Theorem decide_step_refutes st alone : decide_step st alone = No -> ~ step_true C ds st alone.
  Proof. apply decide_step_is. Qed.
End Steps.
