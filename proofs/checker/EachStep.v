(** * Steps whose term is asserted at every point

    The places at which the term is false, their number, and the witness, which speaks of the first of them. *)

From Coq Require Import ZArith QArith List String Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Descent Places StepCounts.
Import ListNotations.

(** ** Where a witness says that it is *)

Definition located_right (st : step) (w : witness) (xs : list place) : bool :=
  match over st with
  | [] => match at_positions w, at_points w with [], [] => true | _, _ => false end
  | _ => (list_eqb position_eqb (at_positions w) (map position_of xs) &&
          list_eqb (option_eqb (list_eqb (list_eqb rational_eqb))) (map Some (at_points w)) (map point_at xs))%bool
  end.

Theorem located_right_is st w xs : located_right st w xs = true <-> located st w xs.
Proof.
  unfold located_right, located. destruct (over st).
  - destruct (at_positions w), (at_points w); split; try discriminate; try (intros (? & ?); discriminate); auto.
  - rewrite Bool.andb_true_iff, (list_eqb_tells _ position_eqb_tells _ _).
    rewrite (list_eqb_tells _ (option_eqb_tells _ (list_eqb_tells _ (list_eqb_tells _ rational_eqb_tells))) _ _).
    assert (E : forall Xs, map Some Xs = map point_at xs <-> Forall2 (fun X x => point_at x = Some X) Xs xs).
    { induction xs as [|x xs IH]; intros [|X Xs]; simpl; split; intros H; try discriminate; try constructor;
      try (inversion H; fail).
      - injection H as H _. symmetry. assumption.
      - apply IH. injection H as _ H. assumption.
      - inversion H as [|? ? ? ? A B]; subst. rewrite A. f_equal. apply IH. assumption. }
    rewrite E. reflexivity.
Qed.

Section EachStep.
  Variables (C : context) (ds : list domain) (st : step) (alone : bool) (eval : scene -> term -> option value).
  Hypothesis eval_is : forall s t, eval s t = value_of C s t.
  Variable ps : list place.
  Hypothesis ps_are : in_order earlier (is_place C ds st) ps.
  Hypothesis each : the_fold st = Each.

  Definition false_at (x : place) : bool :=
    match eval (scene_at x) (the_term st) with Some (Truth false) => true | _ => false end.
  Definition failing_places : list place := keep false_at (applicable_places st eval ps).

  Lemma failing_in_order : in_order earlier (fails_alone C ds st) failing_places.
  Proof.
    unfold failing_places. rewrite keep_is.
    apply in_order_same with (p := fun x => applies C ds st x /\ false_at x = true).
    - intros x. unfold fails_alone, is_false, false_at. rewrite eval_is.
      destruct (value_of C (scene_at x) (the_term st)) as [[|[|]| | |]|]; intuition congruence.
    - apply in_order_filter. apply applicable_in_order; assumption.
  Qed.

  Definition each_witness_right (failing : list place) : bool :=
    match the_witness st with
    | None => Z.eqb (failures st) 0
    | Some w =>
        (negb (Z.eqb (failures st) 0) &&
         match failing with
         | [] => false
         | x :: _ => located_right st w [x] && describes C eval (scene_at x) (the_term st) w
         end)%bool
    end.

  Definition each_right : bool :=
    let failing := failing_places in (counted_right st alone eval ps 1 failing && each_witness_right failing)%bool.

  Lemma failing_first x : first_of earlier (fails_alone C ds st) x <-> hd_error failing_places = Some x.
  Proof. apply first_of_list; [ apply earlier_strict | apply failing_in_order ]. Qed.

  Lemma each_witness_right_is : each_witness_right failing_places = true <-> witness_true C ds st.
  Proof.
    unfold each_witness_right, witness_true. rewrite each. destruct (the_witness st) as [w|]; [ | apply Z.eqb_eq ].
    rewrite Bool.andb_true_iff, Bool.negb_true_iff, Z.eqb_neq. pose proof failing_first as First. split.
    - intros (N & H). split; [ assumption | ]. destruct failing_places as [|x l]; [ discriminate | ].
      apply Bool.andb_true_iff in H. destruct H as (L & D). exists x. split; [ apply First; reflexivity | ].
      split; [ apply located_right_is; assumption | ]. eapply describes_is; eassumption.
    - intros (N & x & F & L & D). split; [ assumption | ]. apply First in F.
      destruct failing_places as [|y l]; [ discriminate | ]. injection F as ->.
      apply Bool.andb_true_iff. split; [ apply located_right_is; assumption | ]. eapply describes_is; eassumption.
  Qed.

  Theorem each_right_is : each_right = true <->
    witness_true C ds st /\ counts_true C ds st alone 1 (fails_alone C ds st).
  Proof.
    unfold each_right. cbv zeta. rewrite Bool.andb_true_iff, each_witness_right_is.
    rewrite (counted_right_is C ds st alone eval eval_is ps ps_are 1 failing_places (fails_alone C ds st)); [ tauto | | ].
    - apply (in_order_no_duplicates earlier (fails_alone C ds st)); [ apply earlier_strict | apply failing_in_order ].
    - apply failing_in_order.
  Qed.
End EachStep.
