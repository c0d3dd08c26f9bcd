(** * Scalar products that are put in lowest terms once

    [quick_dot] adds products as fractions, of which those with one denominator are added without a product, and puts their
    sum in lowest terms in the end. It is [dot] of Networks.v. *)

From Coq Require Import Bool ZArith QArith List Lia.
From Checker Require Import Rationals Syntax Networks.
Import ListNotations.
Open Scope Q_scope.

Definition raw_plus (x y : Q) : Q :=
  if Z.eqb (Zpos (Qden x)) (Zpos (Qden y)) then Qmake (Qnum x + Qnum y) (Qden x) else x + y.

Lemma raw_plus_is x y : raw_plus x y == x + y.
Proof.
  unfold raw_plus. destruct x as [a b], y as [c d]. simpl. destruct (Pos.eqb_spec b d) as [E|E]; [ | reflexivity ].
  subst d. unfold Qeq, Qplus. simpl. lia.
Qed.

Fixpoint raw_dot (sum : Q) (a b : list Q) : Q :=
  match a, b with
  | x :: a', y :: b' => raw_dot (raw_plus sum (x * y)) a' b'
  | _, _ => sum
  end.

Definition quick_dot (a b : list Q) : Q := reduced (raw_dot (integer 0) a b).

Lemma raw_dot_is a b sum : raw_dot sum a b == sum + dot a b.
Proof.
  revert b sum. induction a as [|x a IH]; intros [|y b] sum; simpl; try (unfold integer; simpl; ring).
  rewrite IH, raw_plus_is, plus_is, Qred_correct, times_is, Qred_correct. ring.
Qed.

Theorem quick_dot_is a b : quick_dot a b = dot a b.
Proof.
  unfold quick_dot. rewrite reduced_is.
  assert (R : Qred (dot a b) = dot a b).
  { destruct a as [|x a], b as [|y b]; try reflexivity. simpl. rewrite plus_is. apply Qred_complete. apply Qred_correct. }
  rewrite <- R. apply Qred_complete. rewrite raw_dot_is. unfold integer. simpl. ring.
Qed.

Definition quick_apply (W : weights Q) (z : column) : column := map (fun row => quick_dot row z) W.
Lemma quick_apply_is W z : quick_apply W z = apply W z.
Proof. apply map_ext. intros row. apply quick_dot_is. Qed.
