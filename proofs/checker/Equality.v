(** * Equality of what stands in a certificate

    Programs that tell whether two values, positions or bindings are one and the same, and that each of them is right. Two
    rationals are the same here if they are written in the same way; where numbers are in lowest terms that is equality of
    numbers (Rationals.v). *)

From Coq Require Import ZArith QArith List String.
From Checker Require Import Rationals Syntax.
Import ListNotations.

Definition tells {A : Type} (eq : A -> A -> bool) : Prop := forall x y, eq x y = true <-> x = y.

Definition rational_eqb (x y : Q) : bool := (Z.eqb (Qnum x) (Qnum y) && Z.eqb (Zpos (Qden x)) (Zpos (Qden y)))%bool.
Theorem rational_eqb_tells : tells rational_eqb.
Proof.
  intros [a b] [c d]. unfold rational_eqb. simpl Qnum. simpl Qden. rewrite Bool.andb_true_iff, !Z.eqb_eq. split.
  - intros (-> & E). injection E as ->. reflexivity.
  - intros E. injection E as -> ->. auto.
Qed.

Definition list_eqb {A : Type} (eq : A -> A -> bool) : list A -> list A -> bool :=
  fix go (l m : list A) : bool :=
    match l, m with
    | [], [] => true
    | x :: l', y :: m' => if eq x y then go l' m' else false
    | _, _ => false
    end.
Theorem list_eqb_tells {A : Type} (eq : A -> A -> bool) : tells eq -> tells (list_eqb eq).
Proof.
  intros T l. induction l as [|x l IH]; intros [|y m]; simpl; try (split; intros; congruence).
  specialize (T x y). specialize (IH m). destruct (eq x y).
  - rewrite IH. split; [ intros ->; f_equal; apply T; reflexivity | intros E; congruence ].
  - split; [ discriminate | intros E; exfalso ]. assert (false = true) by (apply T; congruence). discriminate.
Qed.

Definition option_eqb {A : Type} (eq : A -> A -> bool) (x y : option A) : bool :=
  match x, y with Some a, Some b => eq a b | None, None => true | _, _ => false end.
Theorem option_eqb_tells {A : Type} (eq : A -> A -> bool) : tells eq -> tells (option_eqb eq).
Proof.
  intros T [x|] [y|]; simpl; try (split; intros; congruence). rewrite (T x y). split; intros; congruence.
Qed.

Definition pair_eqb {A B : Type} (eqA : A -> A -> bool) (eqB : B -> B -> bool) (x y : A * B) : bool :=
  if eqA (fst x) (fst y) then eqB (snd x) (snd y) else false.
Theorem pair_eqb_tells {A B : Type} (eqA : A -> A -> bool) (eqB : B -> B -> bool) :
  tells eqA -> tells eqB -> tells (pair_eqb eqA eqB).
Proof.
  intros S T [a b] [c d]. unfold pair_eqb. simpl. specialize (S a c). specialize (T b d). destruct (eqA a c).
  - rewrite T. split; [ intros ->; f_equal; apply S; reflexivity | intros; congruence ].
  - split; [ discriminate | intros E; exfalso ]. assert (false = true) by (apply S; congruence). discriminate.
Qed.

Lemma string_eqb_tells : tells String.eqb.
Proof. intros x y. apply String.eqb_eq. Qed.
Lemma integer_eqb_tells : tells Z.eqb.
Proof. intros x y. apply Z.eqb_eq. Qed.

Definition value_eqb (x y : value) : bool :=
  match x, y with
  | Number a, Number b => rational_eqb a b
  | Truth a, Truth b => Bool.eqb a b
  | ListValue a, ListValue b => list_eqb rational_eqb a b
  | Matrix a, Matrix b => list_eqb (list_eqb rational_eqb) a b
  | Order a, Order b => list_eqb Z.eqb a b
  | _, _ => false
  end.
Theorem value_eqb_tells : tells value_eqb.
Proof.
  intros [a|a|a|a|a] [b|b|b|b|b]; simpl; try (split; intros; congruence).
  - rewrite (rational_eqb_tells a b). split; intros; congruence.
  - rewrite Bool.eqb_true_iff. split; intros; congruence.
  - rewrite (list_eqb_tells _ rational_eqb_tells a b). split; intros; congruence.
  - rewrite (list_eqb_tells _ (list_eqb_tells _ rational_eqb_tells) a b). split; intros; congruence.
  - rewrite (list_eqb_tells _ integer_eqb_tells a b). split; intros; congruence.
Qed.

Definition relation_eqb (r s : relation) : bool :=
  match r, s with
  | Less, Less | AtMost, AtMost | Equal, Equal | Unequal, Unequal | AtLeast, AtLeast | Greater, Greater => true
  | _, _ => false
  end.
Lemma relation_eqb_tells : tells relation_eqb.
Proof. intros [] []; simpl; split; intros; congruence. Qed.

Definition sign_eqb (r s : sign) : bool :=
  match r, s with
  | Relation a, Relation b => relation_eqb a b
  | Inside, Inside | Outside, Outside => true
  | _, _ => false
  end.
Lemma sign_eqb_tells : tells sign_eqb.
Proof.
  intros [a| |] [b| |]; simpl; try (split; intros; congruence). rewrite (relation_eqb_tells a b). split; intros; congruence.
Qed.

Definition position_eqb : position -> position -> bool := pair_eqb String.eqb Z.eqb.
Lemma position_eqb_tells : tells position_eqb.
Proof. apply pair_eqb_tells; [ apply string_eqb_tells | apply integer_eqb_tells ]. Qed.

Definition points_eqb : list (list (list Q)) -> list (list (list Q)) -> bool := list_eqb (list_eqb (list_eqb rational_eqb)).
Lemma points_eqb_tells : tells points_eqb.
Proof. repeat apply list_eqb_tells. apply rational_eqb_tells. Qed.

Definition comparison_eqb : option (sign * value * list value) -> option (sign * value * list value) -> bool :=
  option_eqb (pair_eqb (pair_eqb sign_eqb value_eqb) (list_eqb value_eqb)).
Lemma comparison_eqb_tells : tells comparison_eqb.
Proof.
  apply option_eqb_tells, pair_eqb_tells; [ apply pair_eqb_tells | apply list_eqb_tells ].
  - apply sign_eqb_tells.
  - apply value_eqb_tells.
  - apply value_eqb_tells.
Qed.

