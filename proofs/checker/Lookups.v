(** * Lists of names with values that say the same

    [same_lookups] tells whether two lists give every name the same value, in whatever order they are written. *)

From Coq Require Import ZArith QArith List String Bool.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth Equality StepForm.
Import ListNotations.

Lemma lookup_named {A : Type} (x : string) (l : list (string * A)) : ~ In x (map fst l) -> lookup x l = None.
Proof.
  induction l as [|[y v] rest again]; simpl; [ reflexivity | ]. intros N.
  destruct (String.eqb_spec x y) as [E|E]; [ subst; exfalso; auto | apply again; auto ].
Qed.

Definition same_lookups {A : Type} (eq : A -> A -> bool) (l m : list (string * A)) : bool :=
  forallb (fun x => option_eqb eq (lookup x l) (lookup x m)) (map fst l ++ map fst m).

Theorem same_lookups_is {A : Type} (eq : A -> A -> bool) : tells eq -> forall l m,
  same_lookups eq l m = true <-> forall x, lookup x l = lookup x m.
Proof.
  intros T l m. unfold same_lookups. rewrite forallb_forall. split.
  - intros all x. destruct (in_dec string_dec x (map fst l ++ map fst m)) as [J|J].
    + apply (option_eqb_tells _ T). apply all. assumption.
    + rewrite !lookup_named; [ reflexivity | | ]; intros K; apply J, in_or_app; auto.
  - intros E x _. apply (option_eqb_tells _ T). apply E.
Qed.

Lemma once_is (l : list string) : all_different String.eqb l = true <-> NoDup l.
Proof. apply all_different_is. intros x y. apply String.eqb_eq. Qed.

(** Whether bindings are written as those of the way down to what is false. *)
Definition bindings_right (written bound : list (string * value)) : bool :=
  (all_different String.eqb (map fst written) && same_lookups value_eqb written (rev bound))%bool.
Theorem bindings_right_is written bound : bindings_right written bound = true <-> same_bindings written bound.
Proof.
  unfold bindings_right, same_bindings. rewrite andb_true_iff, once_is, (same_lookups_is _ value_eqb_tells). reflexivity.
Qed.
