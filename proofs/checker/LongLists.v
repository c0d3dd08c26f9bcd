(** * Functions of long lists that need no deep stack

    A program that is extracted from [++] or [all_of] calls itself once for each entry before it returns, which is too deep
    for lists of 100,000 entries. The functions of this file do the same with an accumulator, and each of them is proved to
    be the plain function. The length of [count_up] is counted here too. *)

From Coq Require Import ZArith List Lia.
From Checker Require Import Networks FiniteSets.
Import ListNotations.

Lemma reversed {A : Type} (l : list A) : rev' l = rev l.
Proof. unfold rev'. rewrite rev_append_rev, app_nil_r. reflexivity. Qed.

Definition joined {A : Type} (l m : list A) : list A := rev_append (rev' l) m.

Theorem joined_is {A : Type} (l m : list A) : joined l m = l ++ m.
Proof. unfold joined. rewrite reversed, rev_append_rev, rev_involutive. reflexivity. Qed.

Definition all_results {A B : Type} (f : A -> option B) : list A -> option (list B) :=
  (fix go (done : list B) (l : list A) : option (list B) :=
     match l with
     | [] => Some (rev' done)
     | x :: rest => match f x with None => None | Some y => go (y :: done) rest end
     end) [].

Theorem all_results_is {A B : Type} (f : A -> option B) (l : list A) : all_results f l = all_of f l.
Proof.
  unfold all_results. match goal with |- ?go [] l = _ => set (onto := go) end.
  assert (general : forall done, onto done l = match all_of f l with None => None | Some ys => Some (rev done ++ ys) end).
  { induction l as [|x l IH]; intros done; simpl.
    - rewrite reversed, app_nil_r. reflexivity.
    - destruct (f x) as [y|]; [ | reflexivity ]. fold onto. rewrite IH. destruct (all_of f l); [ | reflexivity ].
      simpl. rewrite <- app_assoc. reflexivity. }
  rewrite general. destruct (all_of f l); reflexivity.
Qed.

(** ** Lengths *)

Lemma count_up_length (n : Z) : length (count_up n) = Z.to_nat n.
Proof.
  destruct n as [|p|p]; [ reflexivity | | reflexivity ]. unfold count_up. rewrite reversed, rev_length.
  induction p as [|p IH] using Pos.peano_ind; [ reflexivity | ]. rewrite Pos.iter_succ.
  destruct (Pos.iter _ _ p) as [k l]. simpl in *. lia.
Qed.

Lemma size_count_up {A : Type} (l : list A) (n : Z) : (0 <= n)%Z -> (size l = n <-> length l = length (count_up n)).
Proof. intros nonnegative. rewrite size_is, count_up_length. lia. Qed.
