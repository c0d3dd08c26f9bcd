(** * The verifier, and what is proved of it

    [check] takes the bytes of a certificate and answers

    - [Confirmed s]: the file is the certificate of the statement s, and s is true ([check_sound]);
    - [Wrong why]: the file is no certificate of a true statement ([check_wrong]);
    - [NotRechecked what]: nothing is said; the file has something that is not decided here;
    - [Unreadable]: the file is not in the layout of a certificate.

    What 'true' means is [true_of] in Truth.v. *)

From Coq Require Import ZArith QArith List String Ascii Bool Lia RelationClasses.
From Checker Require Import Rationals Syntax Networks Terms TermInduction QuickNetworks Evaluate Domains Enumerate Orders Truth
  FiniteSets Equality Places StepForm Lookups Measures Steps QuickSteps Json JsonComplete CertificateFile Decode Hashes.
Import ListNotations.

(** ** The points of all domains *)

(** The points of a domain, if it is what it should be and has as many points as it says. *)
Definition domain_listed (C : context) (d : domain) : option (string * list matrix) :=
  let? l := enumerate C (domain_spec d) in
  if Z.eqb (size l) (domain_points d) then Some (domain_name d, l) else None.
Definition list_domains (C : context) (ds : list domain) : option (list (string * list matrix)) :=
  all_of (domain_listed C) ds.

Definition domain_true (C : context) (d : domain) : Prop :=
  exists S asked, space_of C (domain_spec d) = Some (S, asked) /\ asked /\ cardinal (member S) (domain_points d).

Lemma spec_strict C sp S asked : space_of C sp = Some (S, asked) -> strict_on (precedes S) (member S).
Proof.
  intros E. pose proof (space_strict C sp S asked E) as [irreflexive transitive]. split.
  - intros x _. apply irreflexive.
  - intros x y z _ _ _. apply transitive.
Qed.

Lemma spec_lists_once C sp l : spec_lists C sp l -> NoDup l.
Proof.
  intros (S & asked & E & _ & M & Sorted). apply (in_order_no_duplicates (precedes S) (member S)).
  - eapply spec_strict. eassumption.
  - split; assumption.
Qed.

Lemma domain_listed_some C d l : domain_listed C d = Some l ->
  fst l = domain_name d /\ spec_lists C (domain_spec d) (snd l) /\ domain_true C d.
Proof.
  unfold domain_listed. destruct (enumerate C (domain_spec d)) as [m|] eqn:E; [ simpl | discriminate ].
  destruct (Z.eqb_spec (size m) (domain_points d)) as [N|N]; [ | discriminate ].
  intros H. injection H as <-. apply enumerate_only in E. split; [ reflexivity | split; [ assumption | ] ].
  pose proof (spec_lists_once _ _ _ E) as Once. destruct E as (S & asked & F & A & M & _).
  exists S, asked. split; [ assumption | split; [ assumption | ] ]. apply (cardinal_of (member S) m Once M). assumption.
Qed.

Lemma domain_listed_none C d : domain_listed C d = None -> ~ domain_true C d.
Proof.
  unfold domain_listed. intros N (S & asked & E & A & K). destruct (enumerate C (domain_spec d)) as [m|] eqn:L.
  - simpl in N. destruct (Z.eqb_spec (size m) (domain_points d)) as [F|F]; [ discriminate | ]. apply F.
    apply enumerate_only in L. pose proof (spec_lists_once _ _ _ L) as Once. destruct L as (S' & asked' & E' & _ & M & _).
    assert (S' = S) by (rewrite E in E'; injection E'; auto). subst S'. apply (cardinal_of (member S) m Once M). assumption.
  - exact (enumerate_refused C _ L S asked E A).
Qed.

Lemma list_domains_some C ds ls : NoDup (map domain_name ds) -> list_domains C ds = Some ls ->
  all_listed C ds ls /\ Forall (domain_true C) ds.
Proof.
  intros Once E. apply all_of_is in E. split.
  - split; [ assumption | ]. induction E as [|d x ds' ls' H F IH]; [ contradiction | ].
    simpl in Once. inversion Once as [|? ? New Once']; subst. apply domain_listed_some in H. destruct H as (name & L & _).
    destruct x as [n l]. simpl in *. subst n. intros c [<-|J].
    + rewrite String.eqb_refl. eauto.
    + destruct (String.eqb_spec (domain_name c) (domain_name d)) as [same_name|_].
      * exfalso. apply New. rewrite <- same_name. apply in_map. assumption.
      * apply IH; assumption.
  - induction E as [|d x ds' ls' H F IH]; [ constructor | ]. simpl in Once. inversion Once; subst.
    constructor; [ | apply IH; assumption ]. apply domain_listed_some in H. tauto.
Qed.

Lemma list_domains_none C ds : list_domains C ds = None -> ~ Forall (domain_true C) ds.
Proof.
  intros E all. apply all_of_none in E. destruct E as (d & J & N). apply (domain_listed_none C d N).
  rewrite Forall_forall in all. exact (all d J).
Qed.

(** ** All steps *)

(** Yes where it is yes for all of a list, else no where it is no for one. *)
Fixpoint for_all {A : Type} (f : A -> answer) (l : list A) : answer :=
  match l with
  | [] => Yes
  | x :: rest => match f x with
      | No => No
      | Yes => for_all f rest
      | NotDecided => match for_all f rest with No => No | _ => NotDecided end
      end
  end.

Lemma for_all_right {A : Type} (f : A -> answer) (p : A -> Prop) (l : list A) :
  (forall x, right (f x) (p x)) -> right (for_all f l) (Forall p l).
Proof.
  intros R. induction l as [|x rest IH]; simpl; [ split; [ constructor | discriminate ] | ].
  destruct (R x) as [Y N]. destruct IH as [Ys Ns]. destruct (f x).
  - split; [ intros E; constructor; auto | intros E all; inversion all; subst; apply (Ns E); assumption ].
  - split; [ discriminate | intros _ all; inversion all; subst; apply N; auto ].
  - destruct (for_all f rest); split; try discriminate. intros _ all. inversion all; subst. apply Ns; auto.
Qed.

(** ** The statement *)

(** Two lists give every name the same number. *)
Definition same_values : list (string * Q) -> list (string * Q) -> bool := same_lookups rational_eqb.
Lemma same_values_is l m : same_values l m = true <-> forall x, lookup x l = lookup x m.
Proof. apply same_lookups_is. apply rational_eqb_tells. Qed.

Definition known_steps (s : statement) : bool :=
  forallb (fun name => existsb (String.eqb name) (map step_name (steps s))) (judged s).

Lemma known_steps_is s : known_steps s = true <-> forall name, In name (judged s) -> In name (map step_name (steps s)).
Proof.
  unfold known_steps. rewrite forallb_forall. split; intros all x J; specialize (all x J).
  - apply existsb_exists in all. destruct all as (y & K & E). apply String.eqb_eq in E. subst. assumption.
  - apply existsb_exists. exists x. split; [ assumption | apply String.eqb_refl ].
Qed.

Definition overall_eqb (a b : overall) : bool :=
  match a, b with
  | OverallHolds, OverallHolds | HoldsInPart, HoldsInPart | OverallRefuted, OverallRefuted
  | OverallVacuous, OverallVacuous | OverallInconclusive, OverallInconclusive => true
  | _, _ => false
  end.
Lemma overall_eqb_tells : tells overall_eqb.
Proof. intros [] []; simpl; split; congruence. Qed.

(** A reason is given of inconclusive steps alone. *)
Definition reason_fits (st : step) : bool := (negb (reason_given st) || verdict_eqb (the_verdict st) Inconclusive)%bool.
Lemma reason_fits_is st : reason_fits st = true <-> (reason_given st = true -> the_verdict st = Inconclusive).
Proof.
  unfold reason_fits. destruct (reason_given st), (the_verdict st); simpl; split; intros H; try reflexivity; try discriminate;
    try (intros _; reflexivity); try (specialize (H eq_refl); discriminate).
Qed.

(** What can be said of a statement without its points. *)
Definition written_right (s : statement) (C : context) : bool :=
  (same_values (Syntax.values s) (known_definitions C) && all_different String.eqb (map fst (Syntax.values s))
   && forallb (fun N => well_formed_network (snd N)) (networks s)
   && all_different String.eqb (map domain_name (domains s)) && all_different String.eqb (map step_name (steps s))
   && known_steps s && parts_well_formed (parts s) (judged s)
   && overall_eqb (conclusion s) (conclusion_of (steps s) (parts s) (judged s))
   && all_different String.eqb (map fst (parameters s)) && all_different String.eqb (map fst (networks s))
   && forallb reason_fits (steps s))%bool.

Definition not_decided : string := "a sum modulo the prime".

Inductive decision := IsTrue | IsFalse (why : string) | Left (what : string).

Definition decide (s : statement) : decision :=
  match define (Context (parameters s) [] (networks s)) (definitions s) with
  | None => IsFalse "a definition has no value"
  | Some C =>
      if written_right s C then
        match list_domains C (domains s) with
        | None => IsFalse "a domain is not what it should be, or has another number of points"
        | Some ls =>
            let step := quick_step C (domains s) ls (prepared_networks C) in
            match for_all (fun st => step st (stands_alone C (domains s) st)) (steps s) with
            | Yes => IsTrue
            | No => IsFalse "a step is not as it is said to be"
            | NotDecided => Left not_decided
            end
        end
      else IsFalse "values, networks, names, parts or the verdict"
  end.

Lemma orders_of_domains C ds : orders_strict C ds.
Proof. intros d S asked _ E _. eapply spec_strict. eassumption. Qed.

Theorem decide_is s :
  match decide s with IsTrue => true_of s | IsFalse _ => ~ true_of s | Left _ => True end.
Proof.
  unfold decide, true_of. destruct (define _ (definitions s)) as [C|]; [ | intros (C & E & _); discriminate ].
  destruct (written_right s C) eqn:W.
  - unfold written_right in W. rewrite !andb_true_iff in W. destruct W as [[[[[[[[[[W1 W2] W3] W4] W5] W6] W7] W8] W9] W10] W11].
    apply once_is in W2, W4, W5, W9, W10. pose proof (proj1 (same_values_is _ _) W1) as V1. pose proof (proj1 (known_steps_is _) W6) as K1.
    apply overall_eqb_tells in W8. rewrite forallb_forall in W3.
    destruct (list_domains C (domains s)) as [ls|] eqn:L.
    + destruct (list_domains_some C (domains s) ls W4 L) as [listed all].
      pose proof (for_all_right
        (fun st => quick_step C (domains s) ls (prepared_networks C) st (stands_alone C (domains s) st))
        (fun st => step_true C (domains s) st (stands_alone C (domains s) st)) (steps s)) as R.
      destruct R as [R1 R2].
      { intros st. rewrite quick_step_is. pose proof (prepared_networks_is C) as P.
        apply decide_step_is; [ intros; apply value_by_is, P | intros; apply margins_by_is, P | assumption | ].
        apply orders_of_domains. }
      destruct (for_all _ (steps s)); [ | | exact I ].
      * exists C. repeat split; try assumption; try (apply R1; reflexivity).
        -- apply Forall_forall. intros N J. exact (W3 N J).
        -- apply Forall_forall. rewrite forallb_forall in W11. intros st J. apply reason_fits_is. exact (W11 st J).
      * intros (C' & E & V & V' & N & D & T & Ds & S & _). injection E as <-. apply R2; [ reflexivity | exact S ].
    + intros (C' & E & V & V' & N & D & T & Ds & _). injection E as <-. exact (list_domains_none C (domains s) L Ds).
  - intros (C' & E & V & V' & N & D & T & Ds & S & K & P & O & Ps & Ns & R). injection E as <-.
    enough (written_right s C = true) by congruence.
    unfold written_right. rewrite !andb_true_iff. repeat split; try assumption.
    + apply same_values_is. assumption.
    + apply once_is. assumption.
    + apply forallb_forall. rewrite Forall_forall in N. assumption.
    + apply once_is. assumption.
    + apply once_is. assumption.
    + apply known_steps_is. assumption.
    + apply overall_eqb_tells. assumption.
    + apply once_is. assumption.
    + apply once_is. assumption.
    + apply forallb_forall. rewrite Forall_forall in R. intros st J. apply reason_fits_is. exact (R st J).
Qed.

(** ** The file *)

Inductive answer := Confirmed (s : statement) | Wrong (why : string) | NotRechecked (what : string) | Unreadable.

(** A file in the layout of a certificate whose digest is not that of its hashed part. *)
Definition other_digest (b : list ascii) : bool :=
  match parse_file b with
  | Some (decided, run, digest) =>
      (canonical decided && canonical (JString digest) && negb (String.eqb digest (digest_of decided))
       && same_bytes (layout_bytes decided digest run) b)%bool
  | None => false
  end.

Definition check (b : list ascii) : answer :=
  match read_file b with
  | None => if other_digest b then Wrong "the digest is not that of the hashed part" else Unreadable
  | Some (decided, _, _) =>
      match statement_of decided with
      | Malformed why => Wrong why
      | Unknown what => NotRechecked what
      | Read s =>
          match decide s with
          | IsTrue => Confirmed s
          | IsFalse why => Wrong why
          | Left what => NotRechecked what
          end
      end
  end.

(** The file is the certificate of a statement: its bytes are the layout of section 1, printed from `decided`, its digest and
    an account of the run, and the statement is what `decided` says. *)
Definition certificate_of (b : list ascii) (s : statement) : Prop :=
  exists decided run,
    canonical decided = true /\ canonical run = true /\ is_object decided = true /\ is_object run = true /\
    b = layout decided (digest_of decided) run /\ statement_of decided = Read s.

(** What is confirmed is true. *)
Theorem check_sound b s : check b = Confirmed s -> certificate_of b s /\ true_of s.
Proof.
  unfold check. destruct (read_file b) as [[[decided run] digest]|] eqn:F; [ | destruct (other_digest b); discriminate ].
  apply read_file_sound in F. destruct F as (B & -> & F1 & F2 & F3 & F4 & _).
  destruct (statement_of decided) as [t|why|what] eqn:S; try discriminate.
  pose proof (decide_is t) as D. destruct (decide t); try discriminate. intros E. injection E as <-.
  split; [ exists decided, run; tauto | assumption ].
Qed.

(** A file is the layout of one `decided` only. *)
Lemma layout_decided d g r d' g' r' : canonical d = true -> canonical d' = true -> layout d g r = layout d' g' r' -> d = d'.
Proof.
  unfold layout. intros D D' E. apply app_inv_head in E. rewrite <- !print_onto_is in E.
  pose proof (parse_print d (Nat.max (nesting d) (nesting d')) D (Nat.le_max_l _ _)) as P.
  pose proof (parse_print d' (Nat.max (nesting d) (nesting d')) D' (Nat.le_max_r _ _)) as P'.
  match type of E with print_onto _ ?rest = print_onto _ ?rest' =>
    assert (A : parse_at (Nat.max (nesting d) (nesting d')) (print_onto d rest) = Some (d, rest)) by (apply P; exact I);
    assert (A' : parse_at (Nat.max (nesting d) (nesting d')) (print_onto d' rest') = Some (d', rest')) by (apply P'; exact I)
  end.
  rewrite E in A. rewrite A in A'. congruence.
Qed.

(** Nor of two digests. *)
Lemma layout_digest d g r g' r' : canonical (JString g) = true -> canonical (JString g') = true ->
  layout d g r = layout d g' r' -> g = g'.
Proof.
  unfold layout. intros G G' E. apply app_inv_head in E. apply app_inv_head in E. apply app_inv_head in E.
  rewrite <- !print_onto_is in E.
  pose proof (parse_print (JString g) 0 G (Nat.le_0_l _)) as P. pose proof (parse_print (JString g') 0 G' (Nat.le_0_l _)) as P'.
  match type of E with print_onto _ ?rest = print_onto _ ?rest' =>
    assert (A : parse_at 0 (print_onto (JString g) rest) = Some (JString g, rest)) by (apply P; exact I);
    assert (A' : parse_at 0 (print_onto (JString g') rest') = Some (JString g', rest')) by (apply P'; exact I)
  end.
  rewrite E in A. rewrite A in A'. congruence.
Qed.

Lemma other_digest_is b : other_digest b = true -> forall s, ~ certificate_of b s.
Proof.
  unfold other_digest. destruct (parse_file b) as [[[d r] g]|]; [ | discriminate ].
  rewrite !andb_true_iff, negb_true_iff. intros [[[D G] N] B] s (d' & r' & D' & _ & _ & _ & B' & _).
  apply same_bytes_iff in B. rewrite layout_bytes_is in B. rewrite <- B in B'.
  assert (d = d') by (eapply layout_decided; eassumption). subst d'.
  apply String.eqb_neq in N. apply N. eapply layout_digest; [ exact G | apply digest_spelled | exact B' ].
Qed.

(** What is refused is no certificate of a true statement. *)
Theorem check_wrong b why : check b = Wrong why -> forall s, certificate_of b s -> ~ true_of s.
Proof.
  unfold check. destruct (read_file b) as [[[decided run] digest]|] eqn:F.
  2: { destruct (other_digest b) eqn:O; [ | discriminate ]. intros _ s H. destruct (other_digest_is b O s H). }
  apply read_file_sound in F. destruct F as (B & _ & F1 & _). intros E s (decided' & run' & C1 & _ & _ & _ & B' & S).
  assert (decided' = decided) by (eapply layout_decided; [ exact C1 | exact F1 | rewrite <- B'; exact B ]). subst decided'.
  rewrite S in E. pose proof (decide_is s) as D. destruct (decide s); [ discriminate | assumption | discriminate ].
Qed.

(** A certificate of a true statement is confirmed, if it is not larger than 64 MiB nor nested deeper than 200, but where a
    sum is taken of a number whose denominator has no inverse that was found modulo the prime. *)
Theorem check_complete decided run s :
  canonical decided = true -> canonical run = true -> is_object decided = true -> is_object run = true ->
  (nesting decided < deepest)%nat -> (nesting run < deepest)%nat ->
  (Z.of_nat (List.length (layout decided (digest_of decided) run)) <= largest_file)%Z ->
  statement_of decided = Read s -> true_of s ->
  check (layout decided (digest_of decided) run) = Confirmed s \/
  check (layout decided (digest_of decided) run) = NotRechecked not_decided.
Proof.
  intros C1 C2 O1 O2 N1 N2 L S T. unfold check. rewrite read_file_complete by assumption. rewrite S.
  pose proof (decide_is s) as D. destruct (decide s) as [|why|what] eqn:E; [ left; reflexivity | contradiction | right ].
  unfold decide in E. destruct (define _ _) as [C|]; [ | discriminate ].
  destruct (written_right s C); [ | discriminate ]. destruct (list_domains C (domains s)); [ | discriminate ].
  destruct (for_all _ _); try discriminate. injection E as <-. reflexivity.
Qed.

