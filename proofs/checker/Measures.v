(** * The measure of a step

    Which numbers are measured at a place, whether all that has to have a value has one, and whether the extremes and the
    sum that a step reports are those of the numbers that are measured. Sums are taken modulo a prime, in which p/q counts
    as p times the inverse of q. The inverse comes from Euclid's algorithm and is checked, so nothing about that algorithm
    needs a proof; where it finds none although q is not 0 modulo the prime, the answer is [NotDecided]. *)

From Coq Require Import ZArith QArith List String Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Places StepCounts.
Import ListNotations.

(** ** Answers *)

Inductive answer := Yes | No | NotDecided.
Definition of_bool (b : bool) : answer := if b then Yes else No.
Definition right (a : answer) (p : Prop) : Prop := (a = Yes -> p) /\ (a = No -> ~ p).

Lemma right_of_bool b p : (b = true <-> p) -> right (of_bool b) p.
Proof.
  intros E. destruct b; split; simpl; intros H; try discriminate; [ apply E; reflexivity | ].
  intros Hp. apply E in Hp. discriminate.
Qed.
Lemma right_same a p q : (p <-> q) -> right a p -> right a q.
Proof. unfold right. tauto. Qed.
Lemma right_not_decided p : right NotDecided p.
Proof. split; discriminate. Qed.

(** Both of two things, the second of which is asked for only where the first is true. *)
Definition also (b : bool) (a : answer) : answer := if b then a else No.
Lemma right_also b a p q : (b = true <-> p) -> (p -> right a q) -> right (also b a) (p /\ q).
Proof.
  intros E R. destruct b; simpl.
  - assert (Hp : p) by (apply E; reflexivity). apply right_same with q; [ tauto | auto ].
  - split; [ discriminate | ]. intros _ (Hp & _). apply E in Hp. discriminate.
Qed.

(** ** Residues *)

(** Euclid's algorithm on (r, r'), with the coefficient of the second number at first in each; what it makes is checked. *)
Fixpoint euclid (fuel : nat) (r r' t t' : Z) : Z :=
  match fuel with
  | O => t
  | S fuel => if Z.eqb r' 0 then t else let q := (r / r')%Z in euclid fuel r' (r - q * r')%Z t' (t - q * t')%Z
  end.
Definition inverse (q : Z) : Z := if Z.eqb q 1 then 1%Z else (euclid 200 prime (q mod prime) 0 1 mod prime)%Z.

Inductive residue_result := IsResidue (r : Z) | NoResidue | UnknownResidue.
Definition residue_of (x : Q) : residue_result :=
  if is_integer x then IsResidue (Qnum x mod prime)
  else
    let d := Zpos (Qden x) in let i := inverse d in
    if Z.eqb (d * i mod prime) 1 then IsResidue (Qnum x * i mod prime)
    else if Z.eqb (d mod prime) 0 then NoResidue else UnknownResidue.

Lemma prime_positive : (0 < prime)%Z.
Proof. reflexivity. Qed.

Lemma residue_by_inverse x i : (Zpos (Qden x) * i mod prime = 1)%Z -> forall r,
  residue x r <-> r = (Qnum x * i mod prime)%Z.
Proof.
  intros I r. pose proof prime_positive as P. unfold residue. set (q := Zpos (Qden x)) in *. set (p := Qnum x) in *. split.
  - intros (B & _ & E). rewrite <- (Z.mod_small r prime) by assumption.
    rewrite <- (Z.mul_mod_idemp_l p i) by lia. rewrite <- E. rewrite Z.mul_mod_idemp_l by lia.
    rewrite <- Z.mul_assoc, <- Z.mul_mod_idemp_r, I, Z.mul_1_r by lia. reflexivity.
  - intros ->. split; [ apply Z.mod_pos_bound; assumption | ]. split.
    + intros Q0. rewrite <- Z.mul_mod_idemp_l, Q0 in I by lia. discriminate.
    + rewrite Z.mul_mod_idemp_l by lia. rewrite <- Z.mul_assoc, (Z.mul_comm i q), <- Z.mul_mod_idemp_r, I, Z.mul_1_r by lia.
      reflexivity.
Qed.

Theorem residue_of_is x :
  match residue_of x with
  | IsResidue r => forall r', residue x r' <-> r' = r
  | NoResidue => forall r', ~ residue x r'
  | UnknownResidue => True
  end.
Proof.
  unfold residue_of, is_integer. cbv zeta. destruct (Z.eqb_spec (Zpos (Qden x)) 1) as [D|_].
  - intros r'. rewrite (residue_by_inverse x 1) by (rewrite D; reflexivity). rewrite Z.mul_1_r. reflexivity.
  - destruct (Z.eqb_spec (Zpos (Qden x) * inverse (Zpos (Qden x)) mod prime) 1) as [E|_].
    + intros r'. apply residue_by_inverse. assumption.
    + destruct (Z.eqb_spec (Zpos (Qden x) mod prime) 0) as [Q0|_]; [ | exact I ]. intros r' (_ & H & _). contradiction.
Qed.

(** The sum of residues, modulo the prime; how one number is added. *)
Definition add_residue (sum : residue_result) (x : Q) : residue_result :=
  match sum with
  | IsResidue s => match residue_of x with IsResidue r => IsResidue ((s + r) mod prime) | other => other end
  | other => other
  end.
Definition residue_sum (l : list Q) : residue_result := fold_left add_residue l (IsResidue 0).

Lemma residue_sum_stays l r : (forall s, r <> IsResidue s) -> fold_left add_residue l r = r.
Proof.
  intros H. induction l as [|x l IH]; simpl; [ reflexivity | ]. destruct r; [ exfalso; eapply H; reflexivity | | ]; apply IH.
Qed.

Lemma residue_sum_from l : forall s,
  match fold_left add_residue l (IsResidue s) with
  | IsResidue t => (0 <= s < prime)%Z -> exists rs, (forall rs', Forall2 residue l rs' <-> rs' = rs) /\
                                           t = ((s + fold_right Z.add 0 rs) mod prime)%Z
  | NoResidue => forall rs, ~ Forall2 residue l rs
  | UnknownResidue => True
  end.
Proof.
  induction l as [|x l IH]; intros s; simpl.
  - intros B. exists []. split; [ | rewrite Z.add_0_r, Z.mod_small; [ reflexivity | assumption ] ].
    intros rs'. split; [ intros F; inversion F; reflexivity | intros ->; constructor ].
  - pose proof (residue_of_is x) as R. destruct (residue_of x) as [r| |].
    + specialize (IH ((s + r) mod prime)%Z). destruct (fold_left add_residue l _) as [t| |]; [ | | exact I ].
      * intros B. destruct IH as (rs & F & E); [ apply Z.mod_pos_bound, prime_positive | ]. exists (r :: rs). split.
        -- intros rs'. split.
           ++ intros G. inversion G as [|? r' ? rs'' Hr Hl]; subst. apply R in Hr. apply F in Hl. congruence.
           ++ intros ->. constructor; [ apply R | apply F ]; reflexivity.
        -- rewrite E. simpl. rewrite Z.add_mod_idemp_l by (pose proof prime_positive; lia). f_equal. lia.
      * intros rs F. inversion F as [|? r' ? rs' Hr Hl]; subst. eapply IH. eassumption.
    + rewrite residue_sum_stays by discriminate. intros rs F. inversion F; subst. eapply R. eassumption.
    + rewrite residue_sum_stays by discriminate. exact I.
Qed.

Theorem residue_sum_is l :
  match residue_sum l with
  | IsResidue t => exists rs, (forall rs', Forall2 residue l rs' <-> rs' = rs) /\ t = (fold_right Z.add 0 rs mod prime)%Z
  | NoResidue => forall rs, ~ Forall2 residue l rs
  | UnknownResidue => True
  end.
Proof.
  unfold residue_sum. pose proof (residue_sum_from l 0) as H. destruct (fold_left add_residue l (IsResidue 0)); try assumption.
  apply H. split; [ lia | reflexivity ].
Qed.

(** ** What is measured *)

Section Measure.
  Variables (C : context) (ds : list domain) (st : step) (eval : scene -> term -> option value).
  Hypothesis eval_is : forall s t, eval s t = value_of C s t.
  Variable apps : list place.
  Hypothesis apps_are : in_order earlier (applies C ds st) apps.

  Lemma apps_in x : In x apps <-> applies C ds st x.
  Proof. apply apps_are. Qed.

  (** A program for the numbers that relations of numbers are measured by. *)
  Variable margins_by : scene -> term -> option (list Q).
  Hypothesis margins_by_is : forall s t, margins_by s t = margins C s t.

  Definition numbers_by (x : place) : option (list Q) := let? v := eval (scene_at x) (the_term st) in numbers_of v.
  Lemma numbers_by_is x l : applies C ds st x -> (numbers_by x = Some l <-> numbers_at C ds st x l).
  Proof.
    intros A. unfold numbers_by, numbers_at. rewrite eval_is. destruct (value_of C (scene_at x) (the_term st)) as [v|]; simpl.
    - split; [ intros E; split; [ assumption | exists v; auto ] | intros (_ & v' & E & N); congruence ].
    - split; [ discriminate | intros (_ & v' & E & _); discriminate ].
  Qed.

  Definition by_margins : bool := of_numbers C [] (the_term st).
  Definition measured (x : place) : option (list Q) :=
    match the_fold st with
    | Each =>
        if by_margins then margins_by (scene_at x) (the_term st)
        else let? b := truth (eval (scene_at x) (the_term st)) in Some [integer (if b then 1 else 0)]
    | _ => numbers_by x
    end.
  Lemma measured_is x l : applies C ds st x -> (measured x = Some l <-> measured_at C ds st x l).
  Proof.
    intros A. unfold measured, measured_at, by_margins. destruct (the_fold st); try (apply numbers_by_is; assumption).
    destruct (of_numbers C [] (the_term st)).
    - rewrite margins_by_is. tauto.
    - rewrite eval_is. split.
      + destruct (value_of C (scene_at x) (the_term st)) as [[|b| | |]|]; try discriminate. simpl. intros E. injection E as <-.
        split; [ assumption | ]. exists b. auto.
      + intros (_ & b & E & ->). rewrite E. reflexivity.
  Qed.
  Lemma measured_applies x l : measured_at C ds st x l -> applies C ds st x.
  Proof. unfold measured_at, numbers_at. destruct (the_fold st); tauto. Qed.

  (** ** Whether all that has to have a value has one *)

  Definition no_domains : bool := match over st with [] => true | _ => false end.
  Lemma no_domains_is : no_domains = true <-> over st = [].
  Proof. unfold no_domains. destruct (over st); split; congruence. Qed.

  Definition there {A : Type} (x : option A) : bool := match x with Some _ => true | None => false end.
  Lemma there_is {A : Type} (x : option A) : there x = true <-> exists y, x = Some y.
  Proof. destruct x as [y|]; split; [ eauto | reflexivity | discriminate | intros (y & E); discriminate ]. Qed.

  Definition valued_at (x : place) : bool :=
    match the_fold st with
    | Each => (there (truth (eval (scene_at x) (the_term st))) && (no_domains || negb by_margins || there (measured x)))%bool
    | _ => there (numbers_by x)
    end.
  Definition values_there : bool := forallb valued_at apps.

  Lemma truth_is s t b : truth (eval s t) = Some b <-> value_of C s t = Some (Truth b).
  Proof. rewrite eval_is. destruct (value_of C s t) as [[|c| | |]|]; simpl; split; congruence. Qed.

  Theorem values_there_is : values_there = true <-> all_have_values C ds st.
  Proof.
    unfold values_there, all_have_values. rewrite forallb_forall.
    assert (H : forall x, applies C ds st x -> (valued_at x = true <->
      match the_fold st with
      | Each => (exists b, value_of C (scene_at x) (the_term st) = Some (Truth b)) /\
                exists l, over st = [] \/ measured_at C ds st x l
      | _ => exists l, numbers_at C ds st x l
      end)).
    { intros x A. unfold valued_at.
      assert (N : there (numbers_by x) = true <-> exists l, numbers_at C ds st x l).
      { rewrite there_is. split; intros (l & E); exists l; apply numbers_by_is; assumption. }
        assert (M : there (measured x) = true <-> exists l, measured_at C ds st x l).
      { rewrite there_is. split; intros (l & E); exists l; apply measured_is; assumption. }
        destruct (the_fold st) eqn:F; try exact N.
      rewrite Bool.andb_true_iff, !Bool.orb_true_iff, Bool.negb_true_iff, no_domains_is, M, there_is. split.
      - intros ((b & B) & R). apply truth_is in B. split; [ eauto | ]. destruct R as [[R|R]|(l & R)].
        + exists []. auto.
        + exists [integer (if b then 1 else 0)]. right. apply measured_is; [ assumption | ]. unfold measured. rewrite F, R.
          apply truth_is in B. rewrite B. reflexivity.
        + exists l. auto.
      - intros ((b & B) & l & R). split; [ exists b; apply truth_is; assumption | ].
        destruct R as [R|R]; [ left; left; assumption | ].
        right. exists l. assumption. }
    split; intros G x J.
    - apply H; [ assumption | ]. apply G, apps_in, J.
    - apply apps_in in J. apply H; [ assumption | ]. apply G, J.
  Qed.

  (** ** Extremes and sum *)

  (** Every applicable place with its numbers. *)
  Definition rows : list (place * list Q) :=
    image (fun x => (x, match measured x with Some l => l | None => [] end)) apps.

  Hypothesis values : no_domains = true \/ forall x, In x apps -> exists l, measured x = Some l.

  Lemma rows_in x l : no_domains = false -> (In (x, l) rows <-> measured_at C ds st x l).
  Proof.
    intros D. unfold rows. rewrite image_is, in_map_iff. destruct values as [E|V]; [ congruence | ]. split.
    - intros (y & E & J). injection E as -> <-. destruct (V x J) as (l & M). rewrite M.
      apply measured_is; [ apply apps_in | ]; assumption.
    - intros M. pose proof (measured_applies x l M) as A. exists x. apply measured_is in M; [ | assumption ].
      rewrite M. split; [ reflexivity | apply apps_in; assumption ].
  Qed.

  Definition extreme_right (rows : list (place * list Q)) (better : Q -> Q -> bool) (x : Q) (p : position) : bool :=
    (match find (fun row => existsb (rational_eqb x) (snd row)) rows with
     | Some (y, _) => position_eqb (position_of y) p
     | None => false
     end && forallb (fun row => forallb (better x) (snd row)) rows)%bool.

  Lemma find_hd {A : Type} (f : A -> bool) l : find f l = hd_error (filter f l).
  Proof. induction l as [|x l IH]; simpl; [ reflexivity | ]. destruct (f x); [ reflexivity | assumption ]. Qed.

  Lemma has_number x l : existsb (rational_eqb x) l = true <-> In x l.
  Proof.
    rewrite existsb_exists. split.
    - intros (y & J & E). apply rational_eqb_tells in E. subst y. assumption.
    - intros J. exists x. split; [ assumption | apply rational_eqb_tells; reflexivity ].
  Qed.

  Lemma first_with_number x : no_domains = false -> forall y,
    first_of earlier (fun z => exists l, measured_at C ds st z l /\ In x l) y <->
    exists l, find (fun row => existsb (rational_eqb x) (snd row)) rows = Some (y, l).
  Proof.
    intros D y. destruct values as [E|V]; [ congruence | ].
    set (with_x z := existsb (rational_eqb x) (match measured z with Some l => l | None => [] end)).
    rewrite (first_of_list earlier _ (filter with_x apps)).
    - unfold rows. rewrite image_is. clear. induction apps as [|z l IH]; simpl.
      + split; [ discriminate | intros (l & E); discriminate ].
      + unfold with_x at 1. destruct (existsb _ _); simpl; [ | exact IH ].
        split; [ intros E; injection E as ->; eauto | intros (m & E); congruence ].
    - apply earlier_strict.
    - apply in_order_same with (p := fun z => applies C ds st z /\ with_x z = true); [ | apply in_order_filter; assumption ].
      intros z. unfold with_x. rewrite has_number. split.
      + intros (A & J). destruct (measured z) as [l|] eqn:M; [ | contradiction ]. exists l. split; [ | assumption ].
        apply measured_is; assumption.
      + intros (l & M & J). pose proof (measured_applies z l M) as A. split; [ assumption | ].
        apply measured_is in M; [ | assumption ]. rewrite M. assumption.
  Qed.

  Theorem extreme_right_is better better_b x p : no_domains = false ->
    (forall a b, better_b a b = true <-> better a b) ->
    (extreme_right rows better_b x p = true <-> extreme_at C ds st better x p).
  Proof.
    intros D B. unfold extreme_right, extreme_at. rewrite Bool.andb_true_iff, forallb_forall. split.
    - intros (P & Best). destruct (find _ rows) as [[y l]|] eqn:F; [ | discriminate ]. apply position_eqb_tells in P.
      exists y. split; [ assumption | ]. split; [ apply first_with_number; eauto | ].
      intros z m x' M J. apply rows_in in M; [ | assumption ]. specialize (Best _ M). rewrite forallb_forall in Best.
      apply B, Best, J.
    - intros (y & P & F & Best). apply first_with_number in F; [ | assumption ]. destruct F as (l & F). rewrite F.
      split; [ apply position_eqb_tells; assumption | ]. intros [z m] M. apply rows_in in M; [ | assumption ].
      apply forallb_forall. intros x' J. apply B. eapply Best; eassumption.
  Qed.

  (** The residues of all numbers at all places, added up. *)
  Definition rows_sum (rows : list (place * list Q)) : residue_result :=
    fold_left (fun sum row => fold_left add_residue (snd row) sum) rows (IsResidue 0).
  Lemma rows_sum_is rows : rows_sum rows = residue_sum (List.concat (map snd rows)).
  Proof.
    unfold rows_sum, residue_sum. generalize (IsResidue 0). induction rows as [|row l IH]; intros s; simpl; [ reflexivity | ].
    rewrite IH, fold_left_app. reflexivity.
  Qed.

  Lemma measured_rows : no_domains = false -> forall xs ls,
    in_order earlier (applies C ds st) xs -> (Forall2 (measured_at C ds st) xs ls <-> ls = map snd rows).
  Proof.
    intros D xs ls O. destruct values as [E|V]; [ congruence | ].
    assert (xs = apps) as -> by (eapply (in_order_unique earlier (applies C ds st)); [ apply earlier_strict | | ]; eassumption).
    unfold rows. rewrite image_is, map_map. simpl.
    assert (A : forall x, In x apps -> applies C ds st x) by (intros; apply apps_in; assumption). clear O.
    revert ls V A. generalize apps. clear apps_are values apps. intros apps. induction apps as [|x l IH]; intros ls V A; simpl.
    - split; [ intros F; inversion F; reflexivity | intros ->; constructor ].
    - destruct (V x) as (m & M); [ left; reflexivity | ]. rewrite M. split.
      + intros F. inversion F as [|? m' ? ls' Mx Fl]; subst. f_equal.
        * apply measured_is in Mx; [ congruence | apply A; left; reflexivity ].
        * apply IH; [ intros y J; apply V; right; assumption | intros y J; apply A; right; assumption | assumption ].
      + intros ->. constructor.
        * apply measured_is; [ apply A; left; reflexivity | assumption ].
        * apply IH; [ intros y J; apply V; right; assumption | intros y J; apply A; right; assumption | reflexivity ].
  Qed.

  (** What the rows of all places say of the measure. *)
  Definition measure_by (rows : list (place * list Q)) : answer :=
    match over st, the_measure st with
    | [], None => Yes
    | [], Some _ => No
    | _, None => of_bool (forallb (fun row => match snd row with [] => true | _ => false end) rows)
    | _, Some m =>
        also (extreme_right rows at_most (least m) (least_at m))
          (also (extreme_right rows (fun x y => at_most y x) (greatest m) (greatest_at m))
            match rows_sum rows with
            | IsResidue t => of_bool (Z.eqb (sum_modulo m) t)
            | NoResidue => No
            | UnknownResidue => NotDecided
            end)
    end.

  Definition measure_answer : answer := measure_by rows.

  Lemma at_most_le x y : at_most x y = true <-> x <= y.
  Proof. rewrite at_most_is. apply Qle_bool_iff. Qed.

  Theorem measure_answer_is : right measure_answer (measure_true C ds st).
  Proof.
    unfold measure_answer, measure_by, measure_true. pose proof no_domains_is as D.
    destruct (over st) as [|name names] eqn:Over.
    - destruct (the_measure st); split; try discriminate; reflexivity.
    - assert (N : no_domains = false) by (unfold no_domains; rewrite Over; reflexivity). clear D.
      destruct (the_measure st) as [m|].
      + apply right_also; [ apply extreme_right_is; [ assumption | apply at_most_le ] | intros _ ].
        apply right_also; [ apply extreme_right_is; [ assumption | intros; apply at_most_le ] | intros _ ].
        rewrite rows_sum_is. pose proof (residue_sum_is (List.concat (map snd rows))) as R.
        destruct (residue_sum _) as [t| |].
        * apply right_of_bool. rewrite Z.eqb_eq. destruct R as (rs & F & ->). split.
          -- intros E. exists apps, (map snd rows), rs. split; [ assumption | ].
             split; [ apply measured_rows; [ assumption | assumption | reflexivity ] | ].
             split; [ apply F; reflexivity | assumption ].
          -- intros (xs & ls & rs' & O & M & G & E). apply measured_rows in M; [ | assumption | assumption ]. subst ls.
             apply F in G. subst rs'. assumption.
        * split; [ discriminate | ]. intros _ (xs & ls & rs' & O & M & G & E).
          apply measured_rows in M; [ | assumption | assumption ]. subst ls. apply (R rs'). assumption.
        * apply right_not_decided.
      + apply right_of_bool. rewrite forallb_forall. split.
        * intros H x l M. apply rows_in in M; [ | assumption ]. specialize (H _ M). simpl in H.
          destruct l; [ reflexivity | discriminate ].
        * intros H [x l] M. apply rows_in in M; [ | assumption ]. apply H in M. subst l. reflexivity.
  Qed.
End Measure.
