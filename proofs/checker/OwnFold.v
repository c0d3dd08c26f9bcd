(** * Steps with a fold of their own

    Numbers that are carried from place to place, each time by the terms of the step, and what is asserted of them in the
    end. *)

From Coq Require Import ZArith QArith List String Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Descent Places StepCounts
  Measures NumberRows.
Import ListNotations.

Section OwnFold.
  Variables (C : context) (ds : list domain) (st : step) (alone : bool) (eval : scene -> term -> option value).
  Hypothesis eval_is : forall s t, eval s t = value_of C s t.
  Variable ps : list place.
  Hypothesis ps_are : in_order earlier (is_place C ds st) ps.
  Hypothesis values : forall x, applies C ds st x -> exists l, numbers_at C ds st x l.
  Variables (start next : list term) (holds : term).

  Definition carry (a : option (list Q)) (row : place * list Q) : option (list Q) :=
    match a with
    | None => None
    | Some a => all_of (fun t => number (eval (Scene None (Some a) (Some (snd row)) []) t)) next
    end.
  Definition own_total : option (list Q) :=
    match all_of (constant_of C) start with
    | None => None
    | begin => fold_left carry (number_rows st eval (applicable_places st eval ps)) begin
    end.

  Lemma carry_none rows : fold_left carry rows None = None.
  Proof. induction rows; simpl; auto. Qed.
  Lemma carry_all rows : forall a b, fold_left carry rows (Some a) = Some b <-> accumulates C next a (map snd rows) b.
  Proof.
    induction rows as [|row rows IH]; intros a b; simpl.
    - split; [ intros E; injection E as ->; constructor | intros H; inversion H; reflexivity ].
    - assert (E : all_of (fun t => number (eval (Scene None (Some a) (Some (snd row)) []) t)) next =
                  all_of (fun t => number (value_of C (Scene None (Some a) (Some (snd row)) []) t)) next)
        by (apply all_of_ext; intros t; rewrite eval_is; reflexivity).
      rewrite E. destruct (all_of (fun t => number (value_of C _ t)) next) as [a'|] eqn:N.
      + rewrite IH. split.
        * intros H. eapply accumulates_next; eassumption.
        * intros H. inversion H as [|? a'' ? ? ? N' H']; subst. rewrite N in N'. injection N' as <-. assumption.
      + rewrite carry_none. split; [ discriminate | ]. intros H. inversion H as [|? a'' ? ? ? N' H']; subst. congruence.
  Qed.

  Theorem own_total_is a : own_total = Some a <-> own_result C ds st start next a.
  Proof.
    pose proof (applicable_in_order C ds st eval eval_is ps ps_are) as O. unfold own_total, own_result.
    pose proof (number_rows_numbers C ds st eval eval_is _ O values) as Rows. split.
    - destruct (all_of (constant_of C) start) as [begin|]; [ | discriminate ]. intros H. apply carry_all in H.
      exists (applicable_places st eval ps), (map snd (number_rows st eval (applicable_places st eval ps))), begin.
      split; [ assumption | ]. split; [ apply Rows; auto | auto ].
    - intros (xs & ls & begin & O' & N & B & H). rewrite B. apply Rows in N; [ | assumption ]. subst ls.
      apply carry_all. assumption.
  Qed.

  (** Whether counts and witness are those of a total; [count] is given whether the fold fails. *)
  Definition own_fits (total : option (list Q)) (count : bool -> bool) : bool :=
    match total with
    | None => false
    | Some a =>
        match eval (own_scene a) holds with
        | Some (Truth b) =>
            (count (negb b) &&
             match the_witness st with
             | None => Z.eqb (failures st) 0
             | Some w =>
                 negb (Z.eqb (failures st) 0) &&
                 (match at_positions w, at_points w with [], [] => true | _, _ => false end &&
                  describes C eval (own_scene a) holds w)
             end)%bool
        | _ => false
        end
    end.

  Definition own_right : bool := own_fits own_total (counted_whole st alone eval ps).

  Theorem own_right_is : the_fold st = Own start next holds -> (own_right = true <->
    witness_true C ds st /\ exists a b, own_result C ds st start next a /\
      value_of C (own_scene a) holds = Some (Truth b) /\ whole_true C ds st alone (b = false)).
  Proof.
    intros F. unfold own_right, own_fits. pose proof own_total_is as T. destruct own_total as [a|].
    - assert (Ra : own_result C ds st start next a) by (apply T; reflexivity).
      assert (Once : forall a', own_result C ds st start next a' -> a' = a) by (intros a' R; apply T in R; congruence).
      rewrite eval_is. destruct (value_of C (own_scene a) holds) as [[|b| | |]|] eqn:E;
        try (split; [ discriminate | intros (_ & a' & b' & R & H & _); apply Once in R; subst a'; congruence ]).
      rewrite Bool.andb_true_iff.
      rewrite (counted_whole_is C ds st alone eval eval_is ps ps_are _ (b = false)) by apply Bool.negb_true_iff.
      assert (Whole : (exists a b, own_result C ds st start next a /\ value_of C (own_scene a) holds = Some (Truth b) /\
                        whole_true C ds st alone (b = false)) <-> whole_true C ds st alone (b = false)).
      { split.
        - intros (a' & b' & R & H & W). apply Once in R. subst a'. assert (b' = b) as -> by congruence. assumption.
        - intros W. exists a, b. auto. }
      rewrite Whole. unfold witness_true. rewrite F. destruct (the_witness st) as [w|].
      + rewrite !Bool.andb_true_iff, Bool.negb_true_iff, Z.eqb_neq, (describes_is C eval eval_is).
        assert (L : match at_positions w, at_points w with [], [] => true | _, _ => false end = true <->
                    at_positions w = [] /\ at_points w = []).
        { destruct (at_positions w), (at_points w); split; try discriminate; try (intros (? & ?); discriminate); auto. }
          rewrite L.
        assert (G : (exists a, own_result C ds st start next a /\ at_positions w = [] /\ at_points w = [] /\
                       described C (own_scene a) holds w) <->
                    (at_positions w = [] /\ at_points w = []) /\ described C (own_scene a) holds w).
        { split.
          - intros (a' & R & H). apply Once in R. subst a'. tauto.
          - intros H. exists a. tauto. }
        rewrite G. tauto.
      + rewrite Z.eqb_eq. tauto.
    - split; [ discriminate | ]. intros (_ & a & b & R & _). apply T in R. discriminate.
  Qed.

  (** Where nothing is applicable, or a point does not stand for its orbit, nothing is asserted in the end. *)
  Definition own_or_nothing_right : bool :=
    if (Z.eqb (size (applicable_places st eval ps)) 0 || alone)%bool
    then (counted_whole st alone eval ps false && match the_witness st with None => true | Some _ => false end)%bool
    else own_right.

  Theorem own_or_nothing_right_is : the_fold st = Own start next holds -> (own_or_nothing_right = true <->
    witness_true C ds st /\
    ((applicable st = 0%Z \/ alone = true) /\ whole_true C ds st alone False \/
     exists a b, own_result C ds st start next a /\
       value_of C (own_scene a) holds = Some (Truth b) /\ whole_true C ds st alone (b = false))).
  Proof.
    intros F. unfold own_or_nothing_right.
    assert (Count : forall fails, whole_true C ds st alone fails -> size (applicable_places st eval ps) = applicable st)
      by (intros fails W; apply (applicable_count C ds st eval eval_is ps ps_are); apply W).
    destruct (Z.eqb (size (applicable_places st eval ps)) 0 || alone)%bool eqn:E.
    - apply Bool.orb_true_iff in E. rewrite Z.eqb_eq in E.
      assert (Nothing : forall fails, whole_true C ds st alone fails -> failures st = 0%Z /\ whole_true C ds st alone False).
      { intros fails W. pose proof (Count fails W) as N. destruct W as (H & P & A & V & [(K & Hf & L & D)|(K & _)]).
        - exfalso. destruct E as [E|E]; [ lia | congruence ].
        - split; [ assumption | ]. repeat split; try assumption. right. split; [ assumption | ]. left. intros []. }
      rewrite Bool.andb_true_iff.
      rewrite (counted_whole_is C ds st alone eval eval_is ps ps_are false False) by (split; [ discriminate | contradiction ]).
      split.
      + intros (W & N). split.
        * unfold witness_true. destruct (the_witness st); [ discriminate | apply (Nothing False W) ].
        * left. split; [ | assumption ]. destruct E as [E|E]; [ left; rewrite <- (Count False W); assumption | auto ].
      + intros (Wit & H).
        assert (W : failures st = 0%Z /\ whole_true C ds st alone False)
          by (destruct H as [(_ & H)|(a & b & _ & _ & H)]; eapply Nothing; exact H).
        destruct W as (K & W). split; [ assumption | ].
        unfold witness_true in Wit. destruct (the_witness st); [ exfalso; apply Wit; assumption | reflexivity ].
    - apply Bool.orb_false_iff in E. destruct E as (N & Na). apply Z.eqb_neq in N. rewrite (own_right_is F). split.
      + intros (Wit & H). auto.
      + intros (Wit & [([H|H] & W)|H]); [ | congruence | auto ]. rewrite <- (Count False W) in H. contradiction.
  Qed.

  (** The same from the rows of all places, with programs for the terms [next]. *)
  Definition carry_by (programs : list (scene -> option value)) (a : option (list Q)) (row : place * list Q)
      : option (list Q) :=
    match a with
    | None => None
    | Some a => all_of (fun f => number (f (Scene None (Some a) (Some (snd row)) []))) programs
    end.
  Definition own_total_by (programs : list (scene -> option value)) (rows : list (place * list Q)) : option (list Q) :=
    match all_of (constant_of C) start with
    | None => None
    | begin => fold_left (carry_by programs) rows begin
    end.
  Lemma own_total_by_is :
    own_total_by (map (fun t s => eval s t) next) (number_rows st eval (applicable_places st eval ps)) = own_total.
  Proof.
    unfold own_total_by, own_total. destruct (all_of (constant_of C) start) as [begin|]; [ | reflexivity ].
    generalize (Some begin). induction (number_rows st eval (applicable_places st eval ps)) as [|row rows IH]; intros a;
      [ reflexivity | ].
    simpl. rewrite IH. f_equal. unfold carry_by, carry. destruct a as [a|]; [ | reflexivity ].
    clear. induction next as [|t ts IH]; [ reflexivity | ]. simpl map. rewrite !all_of_cons, IH. reflexivity.
  Qed.

  Definition own_by (nothing : bool) (total : option (list Q)) (count : bool -> bool) : bool :=
    if nothing
    then (count false && match the_witness st with None => true | Some _ => false end)%bool
    else own_fits total count.
  Lemma own_by_is :
    own_by (Z.eqb (size (applicable_places st eval ps)) 0 || alone) own_total (counted_whole st alone eval ps) =
      own_or_nothing_right.
  Proof. reflexivity. Qed.
End OwnFold.
