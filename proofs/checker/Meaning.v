(** * What a true statement says, in plain propositions

    The verifier proves [true_of s] (Truth.v) of a statement s: every field of the certificate is right. Most of these fields
    are counts, positions and measures. This file draws from [true_of s] what a reader wants to know: what it means that a
    step holds, is refuted, is vacuous or is left open, and what the overall verdict means for the steps that are judged.

    A point is a pair of the name of a domain and a matrix (PointsOfSteps.v): [is_point] says that it is a point of a domain
    that the step is over, [supposed] that the hypothesis of the step is true there, [true_at] that a term is. The theorems are

    - [each_holds], [each_refuted]: a step that says something of every point;
    - [distinct_holds], [apart_holds]: steps that say that numbers differ, or are apart;
    - [sum_holds], [own_holds]: steps about a sum, or another fold, over all points;
    - [nothing_supposed], [at_most_one_supposed]: vacuous steps;
    - [without_domains_holds], [without_domains_refuted]: steps without domains;
    - [inconclusive_counts]: an inconclusive step, of which only counts are said;
    - [holds_overall], [holds_overall_each], [refuted_overall]: the overall verdict. *)

From Coq Require Import ZArith QArith Qabs List String Bool Sorted Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Places PointsOfSteps.
Import ListNotations.

(** What the terms of a statement may speak of: its parameters, its networks, and its definitions with their values. *)
Definition context_of (s : statement) : option context :=
  define (Context (parameters s) [] (networks s)) (definitions s).

(** The relation of two numbers that a step asks for. *)
Definition related (r : relation) (x y : Q) : Prop :=
  match r with
  | Less => x < y | AtMost => x <= y | Equal => x == y | Unequal => ~ x == y | AtLeast => y <= x | Greater => y < x
  end.

Lemma related_is r x y : compare_numbers r x y = true <-> related r x y.
Proof.
  assert (le : forall x y, at_most x y = true <-> x <= y) by (intros; rewrite at_most_is; apply Qle_bool_iff).
  assert (lt : forall x y, less x y = true <-> x < y).
  { intros a b. unfold less. rewrite negb_true_iff, <- not_true_iff_false, le. split; [ apply Qnot_le_lt | apply Qlt_not_le ]. }
  assert (eq : forall x y, same x y = true <-> x == y) by (intros; apply Qeq_bool_iff).
  destruct r; simpl; rewrite ?negb_true_iff, <- ?not_true_iff_false, ?le, ?lt, ?eq; reflexivity.
Qed.

Lemma related_same r x y z : x == y -> related r x z -> related r y z.
Proof. intros E. destruct r; unfold related; rewrite E; auto. Qed.

Lemma unrelated_is r x y : compare_numbers r x y = false <-> ~ related r x y.
Proof. rewrite <- not_true_iff_false, related_is. reflexivity. Qed.

(** Numbers at different places of a list are as they should be; so are those of two lists. *)
Definition apart_within (r : relation) (bound : Q) (l : list Q) : Prop :=
  forall i j a b, i <> j -> nth_of l i = Some a -> nth_of l j = Some b -> related r (Qabs (a - b)) bound.
Definition apart_between (r : relation) (bound : Q) (l m : list Q) : Prop :=
  forall a b, In a l -> In b m -> related r (Qabs (a - b)) bound.
Definition different_within (l : list Q) : Prop :=
  forall i j a b, i <> j -> nth_of l i = Some a -> nth_of l j = Some b -> ~ a == b.
Definition different_between (l m : list Q) : Prop := forall a b, In a l -> In b m -> ~ a == b.

Lemma apart_zero a b : related Greater (Qabs (a - b)) 0 -> ~ a == b.
Proof.
  unfold related. intros L E. assert (F : a - b == 0) by (rewrite E; ring). rewrite F in L. exact (Qlt_irrefl 0 L).
Qed.

(** ** Counts and verdicts *)

Lemma cardinal_nonnegative {A : Type} (p : A -> Prop) k : cardinal p k -> (0 <= k)%Z.
Proof. intros (l & _ & _ & <-). apply size_nonnegative. Qed.

Lemma cardinal_none {A : Type} (p : A -> Prop) : cardinal p 0 -> forall x, ~ p x.
Proof. intros (l & _ & I & Z) x P. apply size_zero in Z. subst. apply I in P. destruct P. Qed.

Lemma cardinal_some {A : Type} (p : A -> Prop) k : cardinal p k -> (1 <= k)%Z -> exists x, p x.
Proof. intros (l & _ & I & Z) L. destruct l as [|x l]; [ rewrite size_nil in Z; lia | ]. exists x. apply I. left. reflexivity. Qed.

Lemma cardinal_at_most_one {A : Type} (p : A -> Prop) k : cardinal p k -> (k < 2)%Z -> forall x y, p x -> p y -> x = y.
Proof.
  intros (l & _ & I & Z) L x y Px Py. apply I in Px, Py. destruct l as [|z [|z' l]]; [ destruct Px | | ].
  - destruct Px as [<-|[]], Py as [<-|[]]. reflexivity.
  - rewrite !size_cons in Z. pose proof (size_nonnegative l). lia.
Qed.

Lemma holds_counts alone least k f : verdict_of alone least k f = Holds -> (f <= 0)%Z /\ (least <= k)%Z /\ alone = false.
Proof.
  unfold verdict_of. destruct (Z.ltb_spec 0 f); [ discriminate | ]. destruct (Z.ltb_spec k least); [ discriminate | ].
  destruct alone; [ discriminate | auto ].
Qed.
Lemma refuted_counts alone least k f : verdict_of alone least k f = Refuted -> (0 < f)%Z.
Proof.
  unfold verdict_of. destruct (Z.ltb_spec 0 f); [ auto | ]. destruct (Z.ltb k least); [ discriminate | ].
  destruct alone; discriminate.
Qed.
Lemma vacuous_counts alone least k f : verdict_of alone least k f = Vacuous -> (f <= 0)%Z /\ (k < least)%Z.
Proof.
  unfold verdict_of. destruct (Z.ltb_spec 0 f); [ discriminate | ]. destruct (Z.ltb_spec k least); [ auto | ].
  destruct alone; discriminate.
Qed.
Lemma inconclusive_is alone least k f : verdict_of alone least k f = Inconclusive -> (f <= 0)%Z /\ (least <= k)%Z /\ alone = true.
Proof.
  unfold verdict_of. destruct (Z.ltb_spec 0 f); [ discriminate | ]. destruct (Z.ltb_spec k least); [ discriminate | ].
  destruct alone; [ auto | discriminate ].
Qed.

(** ** The steps of a true statement *)

Section Statement.
  Variables (s : statement) (C : context) (st : step).
  Hypothesis is_true_statement : true_of s.
  Hypothesis the_context : context_of s = Some C.
  Hypothesis of_statement : In st (steps s).

  Let ds := domains s.
  Let alone := stands_alone C ds st.

  Lemma domains_right : NoDup (map domain_name ds) /\
    Forall (fun d => exists S asked, space_of C (domain_spec d) = Some (S, asked) /\ asked /\ cardinal (member S) (domain_points d)) ds.
  Proof.
    destruct is_true_statement as (C' & E & _ & _ & _ & D & _ & F & _). unfold context_of in the_context.
    assert (C' = C) by congruence. subst C'. split; assumption.
  Qed.

  Lemma step_right : step_true C ds st alone.
  Proof.
    destruct is_true_statement as (C' & E & _ & _ & _ & _ & _ & _ & F & _). unfold context_of in the_context.
    assert (C' = C) by congruence. subst C'. rewrite Forall_forall in F. apply F. assumption.
  Qed.

  Lemma over_once : NoDup (over st).
  Proof. destruct step_right as ((D & _) & _). assumption. Qed.

  Section Over.
    Hypothesis some_domain : over st <> [].

    Let once := proj1 domains_right.
    Let all_right := proj2 domains_right.

    Lemma place_found p : spoken_of C ds st p -> exists x, applies C ds st x /\ is_place C ds st x /\ place_of x p.
    Proof. apply spoken_of_place; first [ assumption | exact once | exact all_right | exact over_once ]. Qed.
    Lemma point_found x : applies C ds st x -> exists p, place_of x p /\ spoken_of C ds st p.
    Proof. apply applies_point; first [ assumption | exact once | exact all_right | exact over_once ]. Qed.

    (** *** Each *)

    (** The term of a step that holds is true at every point that satisfies the hypothesis, and there is such a point. *)
    Theorem each_holds : the_fold st = Each -> the_verdict st = Holds ->
      (forall p, is_point C ds st p -> supposed C st (snd p) -> true_at C (the_term st) (snd p)) /\
      exists p, is_point C ds st p /\ supposed C st (snd p).
    Proof.
      intros fold verdict. destruct step_right as (_ & V & _ & _ & F). rewrite fold in F.
      destruct F as (_ & _ & K & E & L). rewrite verdict in E. symmetry in E. apply holds_counts in E. destruct E as (f0 & k1 & _).
      destruct (Z.ltb_spec (applicable st) 1) as [|_]; [ lia | ]. split.
      - intros p I S. destruct (place_found p (conj I S)) as (x & A & _ & P).
        pose proof (V x A) as W. rewrite fold in W. destruct W as ((b & W) & _). unfold true_at, is_true.
        rewrite <- (scene_of x p P). destruct b; [ assumption | exfalso ].
        pose proof (cardinal_nonnegative _ _ L). apply (cardinal_none (fails_alone C ds st)) with (x := x); [ | split; assumption ].
        replace 0%Z with (failures st) by lia. assumption.
      - destruct (cardinal_some _ _ K k1) as (x & A). destruct (point_found x A) as (p & _ & S). exists p. exact S.
    Qed.

    (** The first counterexample of a step that is refuted, with the position and the point that the certificate gives: the
        hypothesis is true there and the term is false; at every point that comes before, the term is true if the hypothesis
        is. *)
    Theorem each_refuted : the_fold st = Each -> the_verdict st = Refuted ->
      exists p w, the_witness st = Some w /\ at_points w = [snd p] /\ map fst (at_positions w) = [fst p] /\
        is_point C ds st p /\ supposed C st (snd p) /\ false_at C (the_term st) (snd p) /\
        forall q, is_point C ds st q -> comes_before C ds st q p -> supposed C st (snd q) -> true_at C (the_term st) (snd q).
    Proof.
      intros fold verdict. destruct step_right as (_ & V & W & _ & F). rewrite fold in F. destruct F as (_ & _ & _ & E & _).
      rewrite verdict in E. symmetry in E. apply refuted_counts in E. unfold witness_true in W.
      destruct (the_witness st) as [w|]; [ | lia ]. destruct W as (_ & W). rewrite fold in W.
      destruct W as (x & ((A & N) & first) & where_ & _). destruct (point_found x A) as (p & P & I & S).
      exists p, w. unfold located in where_. destruct (over st) as [|n names] eqn:O; [ contradiction | ]. rewrite <- O in *.
      destruct where_ as (L & L'). split; [ reflexivity | ]. split; [ | split; [ | split; [ assumption | split; [ assumption | split ] ] ] ].
      - destruct P as (_ & P). revert L'. generalize (at_points w). intros points L'.
        inversion L' as [|X ? l ? PX R]; subst. inversion R; subst. f_equal. rewrite P in PX. injection PX. auto.
      - rewrite L. simpl. destruct P as (-> & _). reflexivity.
      - exact (eq_ind _ (fun scene => is_false C scene (the_term st)) N _ (scene_of x p P)).
      - intros q J B T. destruct (place_found q (conj J T)) as (y & Ay & Hy & Py).
        pose proof (V y Ay) as U. rewrite fold in U. destruct U as ((b & U) & _). unfold true_at, is_true.
        rewrite <- (scene_of y q Py). destruct b; [ assumption | exfalso ].
        assert (Y : earlier y x).
        { apply (earlier_is C ds st once all_right over_once some_domain y x q p); try assumption. apply A. }
        assert (strict : strict_on earlier (fun _ => True)) by apply earlier_strict. destruct strict as (irr & trans).
        destruct (first y) as [<-|K]; [ split; assumption | exact (irr x Logic.I Y) | ].
        apply (irr x Logic.I). exact (trans x y x Logic.I Logic.I Logic.I K Y).
    Qed.

    (** *** Distinct and apart *)

    (** The term of a step whose numbers should be apart has numbers at every point that is spoken of. *)
    Lemma numbers_there : the_fold st <> Each -> forall p, spoken_of C ds st p -> exists l, numbers_of_term C (the_term st) (snd p) l.
    Proof.
      intros fold p S. destruct (place_found p S) as (x & A & _ & P). destruct step_right as (_ & V & _).
      pose proof (V x A) as W. destruct (the_fold st); [ contradiction | | | | ]; destruct W as (l & W);
        exists l; exact (numbers_is C ds st x p l P W).
    Qed.

    Lemma never_too_near r bound : cardinal (fails_with_another C ds st r bound) 0 ->
      (forall p l, spoken_of C ds st p -> numbers_of_term C (the_term st) (snd p) l -> apart_within r bound l) /\
      (forall p q l m, spoken_of C ds st p -> spoken_of C ds st q -> p <> q -> numbers_of_term C (the_term st) (snd p) l ->
         numbers_of_term C (the_term st) (snd q) m -> apart_between r bound l m).
    Proof.
      intros none. pose proof (cardinal_none _ none) as no. split.
      - intros p l S N i j a b ij Ea Eb. destruct (place_found p S) as (x & A & _ & P).
        destruct (compare_numbers r (Qabs (a - b)) bound) eqn:E; [ apply related_is; assumption | exfalso ].
        apply (no x). exists l. split; [ exact (numbers_at_place C ds st x p l A P N) | ]. left. exists i, j, a, b. auto.
      - intros p q l m S T pq N M a b Ia Ib. destruct (place_found p S) as (x & A & _ & P).
        destruct (place_found q T) as (y & B & _ & R).
        destruct (compare_numbers r (Qabs (a - b)) bound) eqn:E; [ apply related_is; assumption | exfalso ].
        apply (no x). exists l. split; [ exact (numbers_at_place C ds st x p l A P N) | ]. right. exists y, m, a, b.
        split; [ exact (numbers_at_place C ds st y q m B R M) | ]. split; [ | split; [ assumption | split; assumption ] ].
        intros F. symmetry in F. exact (place_different x y p q P R pq F).
    Qed.

    (** The numbers of the term differ from each other: those of two points, and those of one at different places. At least
        two points are spoken of. *)
    Theorem distinct_holds : the_fold st = DistinctNumbers -> the_verdict st = Holds ->
      (forall p, spoken_of C ds st p -> exists l, numbers_of_term C (the_term st) (snd p) l /\ different_within l) /\
      (forall p q l m, spoken_of C ds st p -> spoken_of C ds st q -> p <> q -> numbers_of_term C (the_term st) (snd p) l ->
         numbers_of_term C (the_term st) (snd q) m -> different_between l m) /\
      (2 <= applicable st)%Z /\ cardinal (applies C ds st) (applicable st).
    Proof.
      intros fold verdict. destruct step_right as (_ & _ & _ & _ & F). rewrite fold in F.
      destruct F as (_ & _ & K & E & L). rewrite verdict in E. symmetry in E. apply holds_counts in E. destruct E as (f0 & k2 & _).
      destruct (Z.ltb_spec (applicable st) 2) as [|_]; [ lia | ]. pose proof (cardinal_nonnegative _ _ L).
      replace (failures st) with 0%Z in L by lia. destruct (never_too_near Greater 0 L) as (one & two).
      split; [ | split; [ | split; assumption ] ].
      - intros p S. destruct (numbers_there ltac:(congruence) p S) as (l & N). exists l. split; [ assumption | ].
        intros i j a b ij Ea Eb. apply apart_zero. exact (one p l S N i j a b ij Ea Eb).
      - intros p q l m S T pq N M a b Ia Ib. apply apart_zero. exact (two p q l m S T pq N M a b Ia Ib).
    Qed.

    (** The numbers of the term are apart, by as much as the step says. *)
    Theorem apart_holds r t : the_fold st = Apart r t -> the_verdict st = Holds ->
      exists bound, constant_of C t = Some bound /\
      (forall p, spoken_of C ds st p -> exists l, numbers_of_term C (the_term st) (snd p) l /\ apart_within r bound l) /\
      (forall p q l m, spoken_of C ds st p -> spoken_of C ds st q -> p <> q -> numbers_of_term C (the_term st) (snd p) l ->
         numbers_of_term C (the_term st) (snd q) m -> apart_between r bound l m) /\
      (2 <= applicable st)%Z /\ cardinal (applies C ds st) (applicable st).
    Proof.
      intros fold verdict. destruct step_right as (_ & _ & _ & _ & F). rewrite fold in F. destruct F as (bound & B & F).
      destruct F as (_ & _ & K & E & L). rewrite verdict in E. symmetry in E. apply holds_counts in E. destruct E as (f0 & k2 & _).
      destruct (Z.ltb_spec (applicable st) 2) as [|_]; [ lia | ]. pose proof (cardinal_nonnegative _ _ L).
      replace (failures st) with 0%Z in L by lia. destruct (never_too_near r bound L) as (one & two).
      exists bound. split; [ assumption | split; [ | split; [ assumption | split; assumption ] ] ].
      intros p S. destruct (numbers_there ltac:(congruence) p S) as (l & N). exists l. split; [ assumption | ].
      exact (one p l S N).
    Qed.

    (** *** Sums *)

    (** How often a point counts in a sum: over orbits, in as many orders as its columns can stand in; elsewhere, once. *)
    Definition weight (p : point) (k : Z) : Prop :=
      exists d, In d ds /\ domain_name d = fst p /\ (if is_orbits (domain_spec d) then orders_count (snd p) k else k = 1%Z).

    (** All points that are spoken of, each with what it adds to the sum; the sum is related to the bound as the step says. *)
    Theorem sum_holds r t : the_fold st = SumOfAll r t -> the_verdict st = Holds ->
      exists bound ps terms, constant_of C t = Some bound /\ in_order (comes_before C ds st) (spoken_of C ds st) ps /\
        Forall2 (fun p y => exists a k, numbers_of_term C (the_term st) (snd p) [a] /\ weight p k /\ y == a * inject_Z k) ps terms /\
        related r (fold_right Qplus 0 terms) bound /\ ps <> [].
    Proof.
      intros fold verdict. destruct step_right as (_ & _ & _ & _ & F). rewrite fold in F.
      destruct F as (sum & bound & B & (xs & terms & O & T & E) & (_ & _ & K & V & F)).
      rewrite verdict in V. symmetry in V. apply holds_counts in V. destruct V as (f0 & k1 & al).
      destruct (points_in_order C ds st once all_right over_once some_domain xs O) as (ps & P & Ops).
      exists bound, ps, terms. split; [ assumption | split; [ assumption | split; [ | split ] ] ].
      - clear O Ops E. revert ps P. induction T as [|x y xs terms (a & k & N & W & Y) T IH]; intros ps P; inversion P; subst; constructor.
        + exists a, k. split; [ eapply numbers_is; eassumption | split; [ | assumption ] ].
          unfold counted in W. match goal with H : place_of x ?p |- _ => destruct H as (D & X); rewrite X in W; rewrite D in W end.
          destruct W as (d & I & D' & W). exists d. auto.
        + apply IH. assumption.
      - destruct F as [(F & _)|(_ & [N|[N|N]])]; [ lia | | lia | congruence ].
        apply not_false_iff_true, related_is in N. exact (related_same r _ _ _ E N).
      - intros ->. inversion P. subst. destruct (cardinal_some _ _ K k1) as (x & A). apply (proj1 O) in A. destruct A.
    Qed.

    (** *** Own folds *)

    (** From the first numbers, through the numbers of all points that are spoken of, in their order, to the numbers of which
        the last term of the fold is true. *)
    Theorem own_holds start next last : the_fold st = Own start next last -> the_verdict st = Holds ->
      exists ps ls first final, in_order (comes_before C ds st) (spoken_of C ds st) ps /\ ps <> [] /\
        Forall2 (fun p l => numbers_of_term C (the_term st) (snd p) l) ps ls /\
        all_of (constant_of C) start = Some first /\ accumulates C next first ls final /\
        is_true C (own_scene final) last.
    Proof.
      intros fold verdict. destruct step_right as (_ & _ & _ & _ & F). rewrite fold in F.
      assert (counts : (failures st <= 0)%Z /\ (1 <= applicable st)%Z /\ alone = false /\ cardinal (applies C ds st) (applicable st)).
      { destruct F as [(_ & F)|(a & b & _ & _ & F)]; destruct F as (_ & _ & K & V & _); rewrite verdict in V; symmetry in V;
          apply holds_counts in V; tauto. }
      destruct counts as (f0 & k1 & al & K). destruct F as [([N|N] & _)|(final & b & (xs & ls & first & O & N & B & A) & V & F)];
        [ lia | congruence | ].
      destruct (points_in_order C ds st once all_right over_once some_domain xs O) as (ps & P & Ops).
      exists ps, ls, first, final. split; [ assumption | split; [ | split; [ | split; [ assumption | split; [ assumption | ] ] ] ] ].
      - intros ->. inversion P. subst. destruct (cardinal_some _ _ K k1) as (x & J). apply (proj1 O) in J. destruct J.
      - clear O Ops A. revert ps P. induction N as [|x l xs ls Nx N IH]; intros ps P; inversion P; subst; constructor.
        + eapply numbers_is; eassumption.
        + apply IH. assumption.
      - unfold is_true. rewrite V. destruct F as (_ & _ & _ & _ & [(F & _)|(_ & [F|[F|F]])]); [ lia | | lia | congruence ].
        destruct b; [ reflexivity | congruence ].
    Qed.

    (** *** Vacuous steps *)

    Lemma counts_of_step : cardinal (applies C ds st) (applicable st) /\ cardinal (is_place C ds st) (points st) /\
      the_verdict st = verdict_of alone (match the_fold st with DistinctNumbers | Apart _ _ => 2 | _ => 1 end) (applicable st) (failures st).
    Proof.
      destruct step_right as (_ & _ & _ & _ & F). destruct (the_fold st) as [| |r t|r t|start next last].
      - destruct F as (_ & P & K & V & _). auto.
      - destruct F as (_ & P & K & V & _). auto.
      - destruct F as (b & _ & _ & P & K & V & _). auto.
      - destruct F as (sum & b & _ & _ & _ & P & K & V & _). auto.
      - destruct F as [(_ & F)|(a & b & _ & _ & F)]; destruct F as (_ & P & K & V & _); auto.
    Qed.

    (** No point satisfies the hypothesis of a vacuous step. *)
    Theorem nothing_supposed : (the_fold st = Each \/ (exists r t, the_fold st = SumOfAll r t) \/ exists a n h, the_fold st = Own a n h) ->
      the_verdict st = Vacuous -> forall p, is_point C ds st p -> ~ supposed C st (snd p).
    Proof.
      intros fold verdict p I S. destruct counts_of_step as (K & _ & V). destruct (place_found p (conj I S)) as (x & A & _).
      rewrite verdict in V. symmetry in V. apply vacuous_counts in V. pose proof (cardinal_nonnegative _ _ K).
      apply (cardinal_none (applies C ds st)) with (x := x); [ | assumption ].
      destruct fold as [F|[(r & t & F)|(a & n & h & F)]]; rewrite F in V; replace 0%Z with (applicable st) by lia; assumption.
    Qed.

    (** No two points satisfy the hypothesis of a vacuous step that compares numbers. *)
    Theorem at_most_one_supposed : (the_fold st = DistinctNumbers \/ exists r t, the_fold st = Apart r t) ->
      the_verdict st = Vacuous -> forall p q, spoken_of C ds st p -> spoken_of C ds st q -> p = q.
    Proof.
      intros fold verdict p q S T. destruct counts_of_step as (K & _ & V). rewrite verdict in V. symmetry in V. apply vacuous_counts in V.
      destruct (place_found p S) as (x & A & _ & P). destruct (place_found q T) as (y & B & _ & R).
      assert (E : x = y).
      { apply (cardinal_at_most_one _ _ K); [ destruct fold as [F|(r & t & F)]; rewrite F in V; lia | assumption | assumption ]. }
      subst y. destruct p, q, P, R. simpl in *. congruence.
    Qed.

    (** *** Inconclusive steps *)

    (** An inconclusive step says nothing but how many points there are and how many of them are spoken of. It is over orbits,
        and one of its networks may depend on the order of columns. *)
    Theorem inconclusive_counts : the_verdict st = Inconclusive ->
      stands_alone C ds st = true /\
      (exists l, NoDup l /\ (forall p, In p l <-> is_point C ds st p) /\ size l = points st) /\
      (exists l, NoDup l /\ (forall p, In p l <-> spoken_of C ds st p) /\ size l = applicable st).
    Proof.
      intros verdict. destruct counts_of_step as (K & P & V). rewrite verdict in V. symmetry in V. apply inconclusive_is in V.
      split; [ apply V | ].
      assert (pointwise : forall (among : place -> Prop) (those : point -> Prop) k,
        (forall x, among x -> is_place C ds st x) -> (forall x p, is_place C ds st x -> place_of x p -> (among x <-> those p)) ->
        (forall p, those p -> is_point C ds st p) -> cardinal among k ->
        exists l, NoDup l /\ (forall p, In p l <-> those p) /\ size l = k).
      { intros among those k places same_ points_ (xs & D & I & Z).
        assert (all : exists ps, Forall2 place_of xs ps).
        { assert (J : forall x, In x xs -> is_place C ds st x) by (intros x J; apply places, I; assumption). clear D I Z.
          induction xs as [|x xs IH]; [ exists []; constructor | ]. destruct IH as (ps & F); [ intros y Jy; apply J; right; assumption | ].
          destruct (place_has_point C ds st over_once some_domain x) as (p & Px & _); [ apply J; left; reflexivity | ].
          exists (p :: ps). constructor; assumption. }
        destruct all as (ps & F). exists ps.
        assert (inside : forall p, In p ps -> exists x, In x xs /\ place_of x p).
        { intros p J. destruct (in_split p ps J) as (a & b & ->). apply Forall2_app_inv_r in F.
          destruct F as (u & v & _ & G & ->). inversion G as [|x ? v' ? Px _]; subst. exists x. split; [ | assumption ].
          apply in_or_app. right. left. reflexivity. }
        split; [ | split ].
        - assert (J : forall x, In x xs -> is_place C ds st x) by (intros x J; apply places, I; assumption). clear I Z inside.
          induction F as [|x p xs ps Px F IH]; [ constructor | ]. inversion D as [|? ? new D']; subst. constructor.
          + intros Jp. destruct (in_split p ps Jp) as (a & b & ->). apply Forall2_app_inv_r in F.
            destruct F as (u & v & _ & G & ->). inversion G as [|y ? v' ? Py _]; subst. apply new.
            rewrite (place_once C ds st once all_right over_once some_domain x y p); try assumption.
            * apply in_or_app. right. left. reflexivity.
            * apply J. left. reflexivity.
            * apply J. right. apply in_or_app. right. left. reflexivity.
          + apply IH; [ assumption | intros y Jy; apply J; right; assumption ].
        - intros p. split.
          + intros Jp. destruct (inside p Jp) as (x & Jx & Px). apply I in Jx. apply (same_ x p); [ apply places | | ]; assumption.
          + intros T. destruct (point_has_place C ds st all_right over_once some_domain p (points_ p T)) as (x & Hx & Px).
            apply (same_ x p Hx Px), I in T. destruct (in_split x xs T) as (a & b & ->). apply Forall2_app_inv_l in F.
            destruct F as (u & v & _ & G & ->). inversion G as [|? q ? v' Pq _]; subst. apply in_or_app. right. left.
            destruct p, q, Px, Pq. simpl in *. congruence.
        - rewrite <- Z, !size_is. f_equal. symmetry. clear -F. induction F; simpl; congruence. }
      split.
      - apply (pointwise (is_place C ds st)); try assumption; [ auto | | auto ].
        intros x p Hx Px. split; [ intros _; exact (point_of_place C ds st over_once some_domain x p Hx Px) | auto ].
      - apply (pointwise (applies C ds st)); [ | | | assumption ].
        + intros x A. apply A.
        + intros x p Hx Px. apply (applies_is C ds st over_once some_domain x p Hx Px).
        + intros p S. apply S.
    Qed.
  End Over.

  (** *** Steps without domains: terms that speak of no point *)

  Theorem without_domains_holds : over st = [] -> the_fold st = Each -> the_verdict st = Holds ->
    is_true C nowhere (the_term st).
  Proof.
    intros none fold verdict. destruct step_right as (_ & V & _ & _ & F). rewrite fold in F.
    destruct F as (_ & _ & K & E & L). rewrite verdict in E. symmetry in E. apply holds_counts in E. destruct E as (f0 & k1 & _).
    destruct (Z.ltb_spec (applicable st) 1) as [|_]; [ lia | ]. destruct (cardinal_some _ _ K k1) as (x & A).
    assert (X : x = At 0 "" 0 None) by (destruct A as (H & _); unfold is_place in H; rewrite none in H; assumption). subst x.
    pose proof (V _ A) as W. rewrite fold in W. destruct W as ((b & W) & _). unfold is_true.
    destruct b; [ exact W | exfalso ]. pose proof (cardinal_nonnegative _ _ L).
    apply (cardinal_none (fails_alone C ds st)) with (x := At 0 "" 0 None); [ | split; assumption ].
    replace 0%Z with (failures st) by lia. assumption.
  Qed.

  Theorem without_domains_refuted : over st = [] -> the_fold st = Each -> the_verdict st = Refuted ->
    is_false C nowhere (the_term st).
  Proof.
    intros none fold verdict. destruct step_right as (_ & V & _ & _ & F). rewrite fold in F.
    destruct F as (_ & _ & K & E & L). rewrite verdict in E. symmetry in E. apply refuted_counts in E.
    destruct (Z.ltb_spec (applicable st) 1) as [|k1]; [ lia | ]. destruct (cardinal_some _ _ L) as (x & A & N); [ lia | ].
    assert (X : x = At 0 "" 0 None) by (destruct A as (H & _); unfold is_place in H; rewrite none in H; assumption). subst x.
    exact N.
  Qed.
End Statement.

(** ** The overall verdict *)

Section Overall.
  Variable s : statement.
  Hypothesis is_true_statement : true_of s.

  Lemma verdict_among (v : verdict) : existsb (verdict_eqb v) (verdicts_of (steps s) (judged s)) = true <->
    exists st, In st (steps s) /\ In (step_name st) (judged s) /\ the_verdict st = v.
  Proof.
    assert (tells : forall v w, verdict_eqb v w = true <-> v = w) by (intros [] []; simpl; split; congruence).
    unfold verdicts_of. rewrite existsb_exists. split.
    - intros (w & I & E). apply tells in E. subst w. apply in_flat_map in I. destruct I as (name & J & I).
      apply in_map_iff in I. destruct I as (st & V & I). apply filter_In in I. destruct I as (I & E). apply String.eqb_eq in E.
      subst name. eauto.
    - intros (st & I & J & V). exists v. split; [ | apply tells; reflexivity ]. apply in_flat_map. exists (step_name st).
      split; [ assumption | ]. apply in_map_iff. exists st. split; [ assumption | ]. apply filter_In. split; [ assumption | ].
      apply String.eqb_refl.
  Qed.

  Lemma conclusion_right : conclusion s = conclusion_of (steps s) (parts s) (judged s).
  Proof. destruct is_true_statement as (C & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & E & _). exact E. Qed.

  (** If the overall verdict is that the claim holds, then every step that is judged holds or is vacuous, one of them holds,
      and no part of the claim is undecided. *)
  Theorem holds_overall : conclusion s = OverallHolds ->
    (forall st, In st (steps s) -> In (step_name st) (judged s) -> the_verdict st = Holds \/ the_verdict st = Vacuous) /\
    (exists st, In st (steps s) /\ In (step_name st) (judged s) /\ the_verdict st = Holds) /\
    (forall p, In p (parts s) -> part_undecided p = false).
  Proof.
    intros verdict. rewrite conclusion_right in verdict. unfold conclusion_of in verdict.
    destruct (existsb (verdict_eqb Refuted) _) eqn:R; [ discriminate | ].
    destruct (existsb (verdict_eqb Inconclusive) _) eqn:N; [ discriminate | ].
    destruct (existsb (verdict_eqb Holds) _) eqn:H;
      [ | destruct (Z.eqb (size (filter part_undecided (parts s))) 0); discriminate ].
    apply verdict_among in H. destruct (Z.eqb_spec (size (filter part_undecided (parts s))) 0) as [Z|Z];
      [ | destruct (Z.ltb _ _); discriminate ].
    split; [ | split; [ assumption | ] ].
    - intros st I J. destruct (the_verdict st) eqn:V; [ left; reflexivity | exfalso | right; reflexivity | exfalso ].
      + rewrite (proj2 (verdict_among Refuted)) in R; [ discriminate | eauto ].
      + rewrite (proj2 (verdict_among Inconclusive)) in N; [ discriminate | eauto ].
    - intros p I. apply size_zero in Z. destruct (part_undecided p) eqn:E; [ | reflexivity ].
      assert (J : In p (filter part_undecided (parts s))) by (apply filter_In; auto). rewrite Z in J. destruct J.
  Qed.

  (** Then the term of every judged step that says something of every point is true wherever its hypothesis is. *)
  Theorem holds_overall_each C st : context_of s = Some C -> conclusion s = OverallHolds ->
    In st (steps s) -> In (step_name st) (judged s) -> the_fold st = Each -> over st <> [] ->
    forall p, is_point C (domains s) st p -> supposed C st (snd p) -> true_at C (the_term st) (snd p).
  Proof.
    intros E verdict I J fold some p P S. destruct (holds_overall verdict) as (all & _).
    destruct (all st I J) as [V|V].
    - destruct (each_holds s C st is_true_statement E I some fold V) as (H & _). auto.
    - destruct (nothing_supposed s C st is_true_statement E I some (or_introl fold) V p P S).
  Qed.

  (** If the overall verdict is that the claim is refuted, then a step that is judged is. *)
  Theorem refuted_overall : conclusion s = OverallRefuted ->
    exists st, In st (steps s) /\ In (step_name st) (judged s) /\ the_verdict st = Refuted.
  Proof.
    intros verdict. rewrite conclusion_right in verdict. unfold conclusion_of in verdict.
    destruct (existsb (verdict_eqb Refuted) _) eqn:R; [ apply verdict_among; assumption | exfalso ].
    destruct (existsb (verdict_eqb Inconclusive) _); [ discriminate | ].
    destruct (existsb (verdict_eqb Holds) _); destruct (Z.eqb _ _); try destruct (Z.ltb _ _); discriminate.
  Qed.
End Overall.
