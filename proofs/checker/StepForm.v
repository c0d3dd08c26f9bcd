(** * The form of a step

    [step_formed] decides whether a step is put together as the page asks: its domains are there and different, its terms
    are of the kinds that its fold takes, its bound is a constant. [step_formed_is] proves that this is [well_formed_step]
    of Truth.v. *)

From Coq Require Import ZArith QArith List String Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality.
Import ListNotations.

Lemma all_different_is {A : Type} (eq : A -> A -> bool) : tells eq -> forall l, all_different eq l = true <-> NoDup l.
Proof.
  intros T l. induction l as [|x l IH]; simpl; [ split; [ constructor | reflexivity ] | ].
  rewrite Bool.andb_true_iff, IH, Bool.negb_true_iff. split.
  - intros (E & N). constructor; [ | assumption ]. intros J.
    assert (existsb (eq x) l = true) by (apply existsb_exists; exists x; split; [ | apply T ]; auto). congruence.
  - intros N. inversion N as [|? ? H N']; subst. split; [ | assumption ].
    destruct (existsb (eq x) l) eqn:E; [ exfalso | reflexivity ]. apply existsb_exists in E.
    destruct E as (y & J & E). apply T in E. subst y. contradiction.
Qed.

Section StepForm.
  Variables (C : context) (ds : list domain) (st : step).

  Definition of_kind (r : reach) (k : kind) (t : term) : bool :=
    match kind_of C r [] t with Some k' => kind_eqb k k' | None => false end.
  Lemma kind_eqb_tells : tells kind_eqb.
  Proof. intros [] []; simpl; split; congruence. Qed.
  Lemma of_kind_is r k t : of_kind r k t = true <-> has_kind C r t k.
  Proof.
    unfold of_kind, has_kind. destruct (kind_of C r [] t) as [k'|]; [ | split; discriminate ].
    rewrite (kind_eqb_tells k k'). split; congruence.
  Qed.

  Definition is_constant (t : term) : bool := match constant_of C t with Some _ => true | None => false end.
  Lemma is_constant_is t : is_constant t = true <-> constant_of C t <> None.
  Proof. unfold is_constant. destruct (constant_of C t); split; congruence. Qed.

  Definition numbers_or_list : bool := (of_kind (sees st) NumberKind (the_term st) || of_kind (sees st) ListKind (the_term
    st))%bool.
  Lemma numbers_or_list_is : numbers_or_list = true <->
    has_kind C (sees st) (the_term st) NumberKind \/ has_kind C (sees st) (the_term st) ListKind.
  Proof. unfold numbers_or_list. rewrite Bool.orb_true_iff, !of_kind_is. reflexivity. Qed.

  Definition known_domain (name : string) : bool := existsb (fun d => String.eqb (domain_name d) name) ds.
  Lemma known_domain_is name : known_domain name = true <-> exists d, In d ds /\ domain_name d = name.
  Proof.
    unfold known_domain. rewrite existsb_exists. split; intros (d & J & E); exists d; split; try apply String.eqb_eq;
      assumption.
  Qed.

  Definition fold_formed : bool :=
    match the_fold st with
    | Each => of_kind (sees st) TruthKind (the_term st)
    | DistinctNumbers => numbers_or_list
    | Apart r b => (match r with AtLeast | Greater => true | _ => false end && (is_constant b && numbers_or_list))%bool
    | SumOfAll r b =>
        (match r with Unequal => false | _ => true end && (is_constant b && of_kind (sees st) NumberKind (the_term st)))%bool
    | Own start next holds =>
        (numbers_or_list && (match start with [] => false | _ => true end && (Z.eqb (size start) (size next) &&
         (forallb is_constant start && (forallb (of_kind (Reach false true true) NumberKind) next &&
          of_kind (Reach false true false) TruthKind holds)))))%bool
    end.

  Definition step_formed : bool :=
    (all_different String.eqb (over st) && (forallb known_domain (over st) &&
     (match given st with None => true | Some g => of_kind (sees st) TruthKind g end && fold_formed)))%bool.

  Lemma forallb_Forall {A : Type} (f : A -> bool) (p : A -> Prop) l :
    (forall x, f x = true <-> p x) -> (forallb f l = true <-> Forall p l).
  Proof. intros E. rewrite forallb_forall, Forall_forall. split; intros H x J; apply E, H, J. Qed.

  Theorem step_formed_is : step_formed = true <-> well_formed_step C ds st.
  Proof.
    unfold step_formed, well_formed_step, fold_formed.
    rewrite !Bool.andb_true_iff, (all_different_is _ string_eqb_tells).
    rewrite (forallb_iff known_domain (fun name => exists d, In d ds /\ domain_name d = name))
      by (intros; apply known_domain_is).
    assert (G : match given st with None => true | Some g => of_kind (sees st) TruthKind g end = true <->
                forall g, given st = Some g -> has_kind C (sees st) g TruthKind).
    { destruct (given st) as [g|].
      - rewrite of_kind_is. split; [ intros H g' E; congruence | intros H; apply H; reflexivity ].
      - split; [ intros _ g' E; discriminate | reflexivity ]. }
    rewrite G. destruct (the_fold st) as [| |r b|r b|start next holds].
    - rewrite of_kind_is. reflexivity.
    - rewrite numbers_or_list_is. reflexivity.
    - rewrite !Bool.andb_true_iff, numbers_or_list_is, is_constant_is.
      assert (R : (match r with AtLeast | Greater => true | _ => false end = true) <-> r = AtLeast \/ r = Greater)
        by (destruct r; split; try congruence; try (intros [|]; congruence); auto).
      rewrite R. reflexivity.
    - rewrite !Bool.andb_true_iff, of_kind_is, is_constant_is.
      assert (R : (match r with Unequal => false | _ => true end = true) <-> r <> Unequal)
        by (destruct r; split; congruence).
      rewrite R. reflexivity.
    - rewrite !Bool.andb_true_iff, numbers_or_list_is, of_kind_is, Z.eqb_eq,
        (forallb_Forall _ _ _ is_constant_is), (forallb_Forall _ _ _ (of_kind_is (Reach false true true) NumberKind)).
      assert (R : (match start with [] => false | _ => true end = true) <-> start <> [])
        by (destruct start; split; congruence).
      rewrite R. reflexivity.
  Qed.
End StepForm.
