(** * Induction over terms, and which variables a term reads

    Terms contain lists of terms, so their induction principle is written here. The value of a term depends on no variable
    but those that it reads. *)

From Coq Require Import ZArith QArith List String Bool.
From Checker Require Import Rationals Syntax Networks Terms.
Import ListNotations.

Definition children (t : term) : list term :=
  match t with
  | Int _ | Param _ | Def _ | Var _ | Point | Quantity _ _ | Accumulator | Numbers => []
  | Negative a | Floor a | Not a | Distinct a | Permutations _ a | Permuted a _ | NamedStage _ _ a => [a]
  | Minus a b | Quotient a b | Power a b | Compare _ a b | Implies a b | Item a b | Dot a b => [a; b]
  | Stage _ a b | After _ a b | Layer _ a b => [a; b]
  | Within _ a b c | If a b c | Range _ _ a b c | MatrixEntry a b c | Columns a b c => [a; b; c]
  | Connect _ ts => ts
  | Select k ts => k :: ts
  end.

Theorem term_induction (P : term -> Prop) :
  (forall t, (forall u, In u (children t) -> P u) -> P t) -> forall t, P t.
Proof.
  intros H. fix step 1. intros t. apply H.
  destruct t; simpl; intros u among.
  all: repeat (destruct among as [here|among]; [ subst u; apply step | ]); try contradiction.
  all: revert u among; match goal with |- forall u, In u ?l -> _ => induction l as [|x rest again] end; simpl;
    intros u among; [ contradiction | destruct among as [here|among]; [ subst u; apply step | exact (again u among) ] ].
Qed.

(** ** Results of lists *)

Lemma all_of_ext_in {A B : Type} (f g : A -> option B) (l : list A) :
  (forall x, In x l -> f x = g x) -> all_of f l = all_of g l.
Proof.
  induction l as [|x rest again]; intros E; simpl; [ reflexivity | ].
  rewrite (E x) by (left; reflexivity). rewrite again by (intros y inside; apply E; right; assumption). reflexivity.
Qed.

(** ** Variables *)

(** Whether a term reads no variables but these and those that it binds itself. *)
Fixpoint reads_only (names : list string) (t : term) {struct t} : bool :=
  match t with
  | Int _ | Param _ | Def _ | Point | Quantity _ _ | Accumulator | Numbers => true
  | Var x => existsb (String.eqb x) names
  | Negative a | Floor a | Not a | Distinct a | NamedStage _ _ a => reads_only names a
  | Permutations x a => reads_only (x :: names) a
  | Permuted a x => existsb (String.eqb x) names && reads_only names a
  | Minus a b | Quotient a b | Power a b | Compare _ a b | Implies a b | Item a b | Dot a b => reads_only names a && reads_only names b
  | Stage _ a b | After _ a b | Layer _ a b => reads_only names a && reads_only names b
  | Within _ a b c | If a b c | MatrixEntry a b c | Columns a b c => reads_only names a && reads_only names b && reads_only names c
  | Range _ x a b c => reads_only names a && reads_only names b && reads_only (x :: names) c
  | Connect _ ts => everywhere (reads_only names) ts
  | Select k ts => reads_only names k && everywhere (reads_only names) ts
  end.

Lemma everywhere_in {A : Type} (p : A -> bool) (l : list A) (x : A) : everywhere p l = true -> In x l -> p x = true.
Proof.
  induction l as [|y rest again]; simpl; [ contradiction | ].
  intros both [E|inside]; apply andb_true_iff in both; destruct both as [h t]; [ subst; assumption | exact (again t inside) ].
Qed.

Definition same_but_variables (s s' : scene) : Prop :=
  the_point s = the_point s' /\ accumulated s = accumulated s' /\ added s = added s'.

Definition agree (names : list string) (s s' : scene) : Prop :=
  same_but_variables s s' /\ forall x, existsb (String.eqb x) names = true -> lookup x (variables s) = lookup x (variables s').

Lemma agree_with_variable (names : list string) (s s' : scene) (x : string) (v : value) :
  agree names s s' -> agree (x :: names) (with_variable s x v) (with_variable s' x v).
Proof.
  intros [same vars]. split; [ exact same | ]. intros y. simpl.
  destruct (String.eqb y x) eqn:E; simpl; [ reflexivity | apply vars ].
Qed.

Ltac split_bools := repeat match goal with H : (_ && _)%bool = true |- _ => apply andb_true_iff in H; destruct H end.

Theorem value_agrees (C : context) : forall t names s s',
  reads_only names t = true -> agree names s s' -> value_of C s t = value_of C s' t.
Proof.
  apply (term_induction (fun t => forall names s s', reads_only names t = true -> agree names s s' ->
    value_of C s t = value_of C s' t)).
  intros t IH names s s' reads A. pose proof A as [[sp [sa sn]] vars].
  assert (child : forall u, In u (children t) -> reads_only names u = true -> value_of C s u = value_of C s' u)
    by (intros u inside r; exact (IH u inside names s s' r A)).
  destruct t; simpl in reads, child; split_bools.
  all: try reflexivity.
  all: cbn [value_of]; rewrite ?sp, ?sa, ?sn; try reflexivity.
  all: repeat match goal with
    | H : reads_only _ ?u = true, K : forall u, _ |- context [value_of _ _ ?u] =>
        rewrite (K u (ltac:(simpl; tauto)) H)
    end; try reflexivity.
  - exact (vars _ reads).
  - f_equal. rewrite (all_of_ext_in (value_of C s) (value_of C s') operands); [ reflexivity | ].
    intros u inside. apply child; [ assumption | exact (everywhere_in _ _ _ reads inside) ].
  - destruct (whole (value_of C s' t)) as [k|]; simpl; [ | reflexivity ].
    match goal with H : everywhere _ _ = true |- _ => rename H into E end.
    assert (all : forall u, In u choices -> value_of C s u = value_of C s' u).
    { intros u among. apply child; [ right; assumption | exact (everywhere_in _ _ _ E among) ]. }
    clear - all. revert k. induction choices as [|u rest again]; intros k; simpl; [ reflexivity | ].
    destruct (Z.eqb k 1); [ apply all; left; reflexivity | apply again; intros v among; apply all; right; assumption ].
  - destruct (number (value_of C s' t1)) as [l|]; simpl; [ | reflexivity ].
    destruct (number (value_of C s' t2)) as [h|]; simpl; [ | reflexivity ].
    f_equal. apply all_of_ext_in. intros v _. apply (IH t3 (ltac:(simpl; tauto)) (variable :: names)); [ assumption | ].
    apply agree_with_variable. assumption.
  - destruct (parameter_value C "n") as [n|]; simpl; [ | reflexivity ].
    induction (orders n) as [|v rest again]; [ reflexivity | ].
    rewrite (IH t (ltac:(simpl; tauto)) (variable :: names) (with_variable s variable (Order v)) (with_variable s' variable (Order v)));
      [ | assumption | apply agree_with_variable; assumption ].
    rewrite again. reflexivity.
  - rewrite (vars _ H). reflexivity.
Qed.
