(** * The numbers of a term at every applicable place

    Folds other than "each" go through the numbers of their term, which is a number or a list. [number_rows] has them, place
    by place; it is asked that the term has a value everywhere. *)

From Coq Require Import ZArith QArith List String Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Places StepCounts Measures.
Import ListNotations.

Section Rows.
  Variables (C : context) (ds : list domain) (st : step) (eval : scene -> term -> option value).
  Hypothesis eval_is : forall s t, eval s t = value_of C s t.
  Variable apps : list place.
  Hypothesis apps_are : in_order earlier (applies C ds st) apps.
  Hypothesis values : forall x, applies C ds st x -> exists l, numbers_at C ds st x l.

  Definition number_rows : list (place * list Q) :=
    image (fun x => (x, match numbers_by st eval x with Some l => l | None => [] end)) apps.

  Lemma numbers_once x l m : numbers_at C ds st x l -> numbers_at C ds st x m -> l = m.
  Proof. intros (_ & v & E & N) (_ & w & F & O). congruence. Qed.

  Lemma row_numbers x l : applies C ds st x ->
    numbers_at C ds st x l <-> (match numbers_by st eval x with Some l => l | None => [] end) = l.
  Proof.
    intros A. destruct (values x A) as (m & M).
    assert (E : numbers_by st eval x = Some m) by (apply (numbers_by_is C ds st eval eval_is); assumption). rewrite E. split.
    - intros N. eapply numbers_once; eassumption.
    - intros <-. assumption.
  Qed.

  Theorem number_rows_in x l : In (x, l) number_rows <-> numbers_at C ds st x l.
  Proof.
    unfold number_rows. rewrite image_is, in_map_iff. split.
    - intros (y & E & J). injection E as -> <-. apply apps_are in J. apply row_numbers; [ assumption | reflexivity ].
    - intros N. assert (A : applies C ds st x) by apply N. exists x. apply row_numbers in N; [ | assumption ]. rewrite N.
      split; [ reflexivity | apply apps_are; assumption ].
  Qed.

  Lemma number_rows_places : map fst number_rows = apps.
  Proof. unfold number_rows. rewrite image_is, map_map. simpl. apply map_id. Qed.

  Lemma number_rows_numbers xs ls :
    in_order earlier (applies C ds st) xs -> (Forall2 (numbers_at C ds st) xs ls <-> ls = map snd number_rows).
  Proof.
    intros O.
    assert (xs = apps) as -> by (eapply (in_order_unique earlier (applies C ds st)); [ apply earlier_strict | | ]; eassumption).
    unfold number_rows. rewrite image_is, map_map. simpl.
    assert (A : forall x, In x apps -> applies C ds st x) by (intros; apply apps_are; assumption). clear O.
    revert ls A. generalize apps. clear apps_are apps. intros apps. induction apps as [|x l IH]; intros ls A; simpl.
    - split; [ intros F; inversion F; reflexivity | intros ->; constructor ].
    - assert (Ax : applies C ds st x) by (apply A; left; reflexivity). split.
      + intros F. inversion F as [|? m ? ls' M Fl]; subst. f_equal.
        * symmetry. apply row_numbers; assumption.
        * apply IH; [ intros y J; apply A; right; assumption | assumption ].
      + intros ->. constructor.
        * apply row_numbers; [ assumption | reflexivity ].
        * apply IH; [ intros y J; apply A; right; assumption | reflexivity ].
  Qed.
End Rows.
