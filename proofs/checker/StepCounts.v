(** * What is counted of a step, and its verdict

    From the list of the places of a step: at which its hypothesis is true, how many there are, and whether points,
    applicable points, failures and verdict are as Truth.v says ([counts_true], and [whole_true] of steps that fail or not
    as a whole). Terms are evaluated by any program that gives the values of Terms.v. *)

From Coq Require Import ZArith QArith List String Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Places.
Import ListNotations.

Lemma verdict_eqb_tells : tells verdict_eqb.
Proof. intros [] []; simpl; split; congruence. Qed.

Section Counts.
  Variables (C : context) (ds : list domain) (st : step) (alone : bool) (eval : scene -> term -> option value).
  Hypothesis eval_is : forall s t, eval s t = value_of C s t.
  Variable ps : list place.
  Hypothesis ps_are : in_order earlier (is_place C ds st) ps.

  (** ** The hypothesis *)

  Definition hypothesis_valued (x : place) : bool :=
    match given st with
    | None => true
    | Some g => match eval (scene_at x) g with Some (Truth _) => true | _ => false end
    end.
  Definition satisfied (x : place) : bool :=
    match given st with
    | None => true
    | Some g => match eval (scene_at x) g with Some (Truth b) => b | _ => false end
    end.

  Lemma hypothesis_valued_is x : hypothesis_valued x = true <-> hypothesis_true C st x \/ hypothesis_false C st x.
  Proof.
    unfold hypothesis_valued, hypothesis_true, hypothesis_false, is_true, is_false.
    destruct (given st) as [g|]; [ | tauto ]. rewrite eval_is.
    destruct (value_of C (scene_at x) g) as [[|[|]| | |]|]; split; intros H; try discriminate; auto;
      destruct H; discriminate.
  Qed.
  Lemma satisfied_is x : satisfied x = true <-> hypothesis_true C st x.
  Proof.
    unfold satisfied, hypothesis_true, is_true. destruct (given st) as [g|]; [ | tauto ]. rewrite eval_is.
    destruct (value_of C (scene_at x) g) as [[|[|]| | |]|]; split; intros; congruence.
  Qed.

  Definition applicable_places : list place := keep satisfied ps.
  Theorem applicable_in_order : in_order earlier (applies C ds st) applicable_places.
  Proof.
    unfold applicable_places. rewrite keep_is. apply in_order_same with (p := fun x => is_place C ds st x /\
      satisfied x = true).
    - intros x. rewrite satisfied_is. reflexivity.
    - apply in_order_filter. assumption.
  Qed.
  Lemma applicable_in x : In x applicable_places <-> applies C ds st x.
  Proof. apply applicable_in_order. Qed.
  Lemma applicable_once : NoDup applicable_places.
  Proof. apply (in_order_no_duplicates earlier (applies C ds st)); [ apply earlier_strict | apply applicable_in_order ]. Qed.

  Lemma points_count k : cardinal (is_place C ds st) k <-> size ps = k.
  Proof.
    apply cardinal_of; [ | apply ps_are ].
    apply (in_order_no_duplicates earlier (is_place C ds st)); [ apply earlier_strict | assumption ].
  Qed.
  Lemma applicable_count k : cardinal (applies C ds st) k <-> size applicable_places = k.
  Proof. apply cardinal_of; [ apply applicable_once | apply applicable_in ]. Qed.

  Definition all_valued : bool := forallb hypothesis_valued ps.
  Lemma all_valued_is : all_valued = true <-> hypothesis_decided C ds st.
  Proof.
    unfold all_valued, hypothesis_decided.
    rewrite (forallb_iff _ (fun x => hypothesis_true C st x \/ hypothesis_false C st x)) by (intros;
      apply hypothesis_valued_is).
    split; intros H x J; apply H, ps_are, J.
  Qed.

  (** Where applicable points are none, nothing needs them. *)
  Lemma applicable_none : size applicable_places = 0%Z <-> forall x, ~ applies C ds st x.
  Proof.
    rewrite size_zero. split.
    - intros E x H. apply applicable_in in H. rewrite E in H. contradiction.
    - intros H. destruct applicable_places as [|x l] eqn:E; [ reflexivity | exfalso ].
      apply (H x), applicable_in. rewrite E. left. reflexivity.
  Qed.

  (** ** Counts *)

  (** From what is counted: whether hypotheses have values, the number of points, and k applicable ones. *)
  Definition counted_by (valued : bool) (n k least_number : Z) (failing : list place) : bool :=
    (valued && (Z.eqb n (points st) && (Z.eqb k (applicable st) &&
     (verdict_eqb (the_verdict st) (verdict_of alone least_number k (failures st)) &&
      Z.eqb (failures st) (if Z.ltb k least_number then 0 else size failing)))))%bool.
  Definition counted_whole_by (valued : bool) (n k : Z) (fails : bool) : bool :=
    (valued && (Z.eqb n (points st) && (Z.eqb k (applicable st) &&
     (verdict_eqb (the_verdict st) (verdict_of alone 1 k (failures st)) &&
      Z.eqb (failures st) (if (fails && Z.ltb 0 k && negb alone)%bool then 1 else 0)))))%bool.

  (** [failing] has the places that fail, each once. *)
  Definition counted_right : Z -> list place -> bool := counted_by all_valued (size ps) (size applicable_places).

  Theorem counted_right_is least_number failing fails :
    NoDup failing -> (forall x, In x failing <-> fails x) ->
    (counted_right least_number failing = true <-> counts_true C ds st alone least_number fails).
  Proof.
    intros D I. unfold counted_right, counted_by, counts_true. rewrite !Bool.andb_true_iff.
    rewrite all_valued_is, points_count, applicable_count, !Z.eqb_eq, (verdict_eqb_tells _ _).
    assert (F : cardinal fails (failures st) <-> size failing = failures st) by (apply cardinal_of; assumption).
    split; intros (H & P & A & V & N); rewrite <- A in *; repeat split; try assumption;
      destruct (Z.ltb (size applicable_places) least_number); try assumption; try (symmetry; assumption).
    - apply F. symmetry. assumption.
    - symmetry. apply F. assumption.
  Qed.

  Definition counted_whole : bool -> bool := counted_whole_by all_valued (size ps) (size applicable_places).

  Theorem counted_whole_is (b : bool) fails :
    (b = true <-> fails) -> (counted_whole b = true <-> whole_true C ds st alone fails).
  Proof.
    intros B. unfold counted_whole, counted_whole_by, whole_true. rewrite !Bool.andb_true_iff.
    rewrite all_valued_is, points_count, applicable_count, !Z.eqb_eq, (verdict_eqb_tells _ _).
    assert (Nonnegative := size_nonnegative applicable_places).
    split; intros (H & P & A & V & N); rewrite <- A in *; repeat split; try assumption.
    - destruct b, alone; destruct (Z.ltb_spec 0 (size applicable_places)) as [K|K]; simpl in N; try (left; tauto); right;
        (split; [ assumption | ]); try (left; intros F; apply B in F; discriminate); auto; right; left; lia.
    - destruct b, alone; destruct (Z.ltb_spec 0 (size applicable_places)) as [K|K]; simpl;
        destruct N as [(N & F & L & E)|(N & [F|[F|F]])]; try assumption; try discriminate; try lia;
        try (apply B in F; discriminate); exfalso; apply F, B; reflexivity.
  Qed.
End Counts.
