(** * The points of a domain as a list

    [enumerate] lists the points of a spec. The list has all points of the domain that Domains.v defines, each once, in its
    order ([enumerate_lists]), and it is the only such list ([enumerate_only]); a spec that is refused has none
    ([enumerate_complete]). The time and the memory that it takes grow with the number of points and of columns. *)

From Coq Require Import ZArith QArith String List Bool Sorted Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains FiniteSets LongLists Orders Words Choices Palettes.
Import ListNotations.

(** All pairs of points, each one matrix: the columns of the first before those of the second. *)
Definition all_pairs (l : list matrix) : list matrix :=
  rev' (fold_left (fun done L => fold_left (fun done L' => (L ++ L') :: done) l done) l []).

Definition all_orbits (n : Z) (r : repeats) (s : specials) (letters : list (column * bool)) : list matrix :=
  all_choices (match r with Forbidden => true | _ => false end) (count_up n)
    (match r with Required => true | _ => false end) (match s with SpecialsRequired => true | _ => false end) letters.

Fixpoint enumerate (C : context) (sp : spec) : option (list matrix) :=
  let? d := size_parameter C "d"%string in let? n := size_parameter C "n"%string in
  match sp with
  | Orbits c r s => option_map (all_orbits n r s) (palette_columns C d c s)
  | Sequences c =>
      let? l := palette_columns C d c SpecialsAllowed in
      let letters := image fst l in Some (all_words (image (fun _ => letters) (count_up n)))
  | ProductOf places =>
      let? l := all_results (read_vocabulary C d) places in if Z.eqb (size l) n then Some (all_words l) else None
  | ListOfPoints points => read_points C d n points
  | Chosen name lists =>
      let? k := parameter_value C name in let? points := pick lists k in
      let? others := all_results (read_any_list C) lists in read_points C d n points
  | Pairs (Pairs _) => None
  | Pairs of => option_map all_pairs (enumerate C of)
  end.

Lemma all_pairs_is (l : list matrix) : all_pairs l = flat_map (fun L => map (app L) l) l.
Proof.
  unfold all_pairs. rewrite reversed.
  assert (inner : forall (m : list matrix) L done,
    fold_left (fun done L' => (L ++ L') :: done) m done = rev (map (app L) m) ++ done).
  { induction m as [|K m IH]; intros L done; simpl; [ reflexivity | ]. rewrite IH, <- app_assoc. reflexivity. }
  assert (outer : forall (m : list matrix) done,
    fold_left (fun done L => fold_left (fun done L' => (L ++ L') :: done) l done) m done =
    rev (flat_map (fun L => map (app L) l) m) ++ done).
  { induction m as [|K m IH]; intros done; simpl; [ reflexivity | ].
    rewrite IH, inner, rev_app_distr, <- app_assoc. reflexivity. }
  rewrite outer, app_nil_r. apply rev_involutive.
Qed.

Lemma size_positive (C : context) (name : string) (z : Z) : size_parameter C name = Some z -> (1 <= z)%Z.
Proof.
  unfold size_parameter. destruct (parameter_value C name) as [x|]; [ | discriminate ].
  destruct (Z.leb_spec 1 x); [ | discriminate ]. injection 1 as <-. assumption.
Qed.

(** ** Each kind of domain *)

Lemma orbits_list (P : palette) (n : Z) (r : repeats) (s : specials) (letters : list (column * bool)) :
  RelationClasses.StrictOrder (before P) -> (0 <= n)%Z -> lists_columns P letters ->
  Lists (all_orbits n r s letters) (sorted_points P n r s).
Proof.
  intros strict nonnegative (order & columns & specials). unfold all_orbits. rewrite all_choices_is. split.
  - intros X. rewrite (in_choices _ (before P) strict (is_special P)); [ | assumption | assumption | reflexivity ].
    unfold fitting, whole_word. simpl. rewrite (size_count_up X n nonnegative).
    assert (E : Forall (fun x => In x (map fst letters)) X <-> Forall (is_column P) X).
    { split; apply Forall_impl; intros x; apply columns. }
    rewrite E. change (not_after (before P)) with (fun x y => before P x y \/ x = y).
    destruct r, s; intuition discriminate.
  - simpl. apply (choices_sorted _ (before P)); assumption.
Qed.

Lemma sequences_list (P : palette) (n : Z) (letters : list (column * bool)) : (0 <= n)%Z -> lists_columns P letters ->
  Lists (words (map (fun _ => map fst letters) (count_up n))) (all_sequences P n).
Proof.
  intros nonnegative (order & columns & _). split.
  - intros X. etransitivity; [ apply in_words_of | ]. simpl. rewrite (size_count_up X n nonnegative).
    assert (E : Forall (fun x => In x (map fst letters)) X <-> Forall (is_column P) X).
    { split; apply Forall_impl; intros x; apply columns. }
    rewrite E. reflexivity.
  - apply words_of_sorted. exact order.
Qed.

Lemma product_list (places : list (list column)) : Lists (words places) (one_of_each places).
Proof.
  split; [ intros X; apply in_words | ]. apply words_sorted.
  induction places; simpl; constructor; [ apply listed_before_sorted | assumption ].
Qed.

Lemma these_list (l : list matrix) : Lists l (these l).
Proof. split; [ reflexivity | apply listed_before_sorted ]. Qed.

Lemma pairs_list (S : space) (n : Z) (l : list matrix) : (forall X, member S X -> size X = n) -> Lists l S ->
  Lists (flat_map (fun L => map (app L) l) l) (ordered_pairs S n).
Proof.
  intros sizes [m s]. split.
  - intros X. rewrite in_flat_map. simpl. split.
    + intros (L & i & j). apply in_map_iff in j. destruct j as (L' & <- & j). exists L, L'. rewrite <- !m. auto.
    + intros (L & L' & -> & i & j). exists L. rewrite m. split; [ assumption | ]. apply in_map, m. assumption.
  - assert (members : forall X, In X l -> size X = n) by (intros X i; apply sizes, m, i).
    assert (one : forall L, size L = n -> StronglySorted (precedes (ordered_pairs S n)) (map (app L) l)).
    { intros L E. eapply sorted_mapped; [ | exact s ]. intros K K' before. exists L, K, L, K'. auto 7. }
    assert (general : forall k, (forall X, In X k -> size X = n) -> StronglySorted (precedes S) k ->
      StronglySorted (precedes (ordered_pairs S n)) (flat_map (fun L => map (app L) l) k)).
    { intros k E t. induction t as [|L k t IH Lk]; simpl; [ constructor | ]. apply sorted_together.
      - apply one, E. simpl. auto.
      - apply IH. intros X i. apply E. simpl. auto.
      - intros X Y i j. apply in_map_iff in i. destruct i as (K & <- & i).
        apply in_flat_map in j. destruct j as (L' & i' & j). apply in_map_iff in j. destruct j as (K' & <- & j).
        rewrite Forall_forall in Lk. exists L, K, L', K'.
        repeat split; [ apply E; simpl; auto | apply E; simpl; auto | left; auto ]. }
    apply general; assumption.
Qed.

(** The points of all domains but pairs have n columns. *)
Lemma point_size (C : context) (sp : spec) (S : space) (asked : Prop) (n : Z) :
  space_of C sp = Some (S, asked) -> size_parameter C "n"%string = Some n -> (forall of, sp <> Pairs of) ->
  forall X, member S X -> size X = n.
Proof.
  assert (listed : forall d points l, list_points C d n points = Some l -> (1 <= n)%Z -> forall X, In X l -> size X = n).
  { intros d points l E positive X i. unfold list_points in E.
    destruct (all_of (matrix_value C d n) points) as [m|] eqn:F; [ simpl in E | discriminate ].
    destruct (all_different _ m); [ | discriminate ]. injection E as ->.
    apply all_of_all in F. rewrite Forall_forall in F. destruct (F X i) as [rows G]. apply matrix_shape in G.
    rewrite size_is. destruct G as [-> _]. lia. }
  intros E N no X i. pose proof (size_positive _ _ _ N) as positive. destruct sp as [c r s|c|places|points|name lists|of];
    simpl in E; rewrite N in E; destruct (size_parameter C "d"%string) as [d|]; try discriminate; simpl in E.
  - destruct (palette_of C d c s) as [[P a]|]; [ | discriminate ]. injection E as <- _. simpl in i. tauto.
  - destruct (palette_of C d c SpecialsAllowed) as [[P a]|]; [ | discriminate ]. injection E as <- _. simpl in i. tauto.
  - destruct (all_of (vocabulary C d) places) as [l|]; [ simpl in E | discriminate ].
    destruct (Z.eqb_spec (size l) n) as [L|]; [ | discriminate ]. injection E as <- _. simpl in i.
    rewrite <- L, !size_is. f_equal. clear - i. induction i; simpl; congruence.
  - destruct (list_points C d n points) as [l|] eqn:F; [ | discriminate ]. injection E as <- _. simpl in i.
    eapply listed; eassumption.
  - destruct (parameter_value C name) as [k|]; [ simpl in E | discriminate ].
    destruct (pick lists k) as [points|]; [ simpl in E | discriminate ].
    destruct (all_of (list_of_its_shape C) lists) as [others|]; [ simpl in E | discriminate ].
    destruct (list_points C d n points) as [l|] eqn:F; [ | discriminate ]. injection E as <- _. simpl in i.
    eapply listed; eassumption.
  - destruct (no of eq_refl).
Qed.

(** ** All specs *)

Theorem enumerate_lists (C : context) (sp : spec) : forall l, enumerate C sp = Some l -> spec_lists C sp l.
Proof.
  unfold spec_lists. induction sp as [c r s|c|places|points|name lists|of IH]; simpl; intros l E;
    destruct (size_parameter C "d"%string) as [d|] eqn:D; try discriminate;
    destruct (size_parameter C "n"%string) as [n|] eqn:N; try discriminate; simpl in *;
    pose proof (size_positive _ _ _ D) as d_positive; pose proof (size_positive _ _ _ N) as n_positive.
  - destruct (palette_columns C d c s) as [letters|] eqn:F; [ | discriminate ]. injection E as <-.
    apply palette_columns_list in F; [ | assumption ]. destruct F as (P & asked & F & a & L). rewrite F. simpl.
    eexists. eexists. split; [ reflexivity | ]. split; [ exact a | ]. simpl.
    apply orbits_list; [ eapply palette_strict; eassumption | lia | assumption ].
  - destruct (palette_columns C d c SpecialsAllowed) as [letters|] eqn:F; [ simpl in E | discriminate ]. injection E as <-.
    apply palette_columns_list in F; [ | assumption ]. destruct F as (P & asked & F & a & L). rewrite F. simpl.
    eexists. eexists. split; [ reflexivity | ]. split; [ exact a | ]. rewrite all_words_is, !image_is.
    apply sequences_list; [ lia | assumption ].
  - rewrite all_results_is, (all_of_ext _ (vocabulary C d)) in E by (apply read_vocabulary_is).
    destruct (all_of _ places) as [m|]; [ simpl in * | discriminate ]. destruct (Z.eqb (size m) n); [ | discriminate ].
    injection E as <-. eexists. eexists. split; [ reflexivity | ]. split; [ exact I | ].
    rewrite all_words_is. apply product_list.
  - rewrite read_points_is in E. rewrite E. simpl.
    eexists. eexists. split; [ reflexivity | ]. split; [ exact I | ]. apply these_list.
  - destruct (parameter_value C name) as [k|]; [ simpl in * | discriminate ].
    destruct (pick lists k) as [points|]; [ simpl in * | discriminate ].
    rewrite all_results_is, (all_of_ext _ (list_of_its_shape C)) in E by (apply read_any_list_is).
    destruct (all_of (list_of_its_shape C) lists) as [others|]; [ simpl in * | discriminate ].
    rewrite read_points_is in E. rewrite E. simpl.
    eexists. eexists. split; [ reflexivity | ]. split; [ exact I | ]. apply these_list.
  - assert (F : exists m, enumerate C of = Some m /\ l = all_pairs m /\ forall of', of <> Pairs of').
    { destruct of; try discriminate; destruct (enumerate C _) as [m|]; try discriminate; injection E as <-;
        exists m; repeat split; discriminate. }
    destruct F as (m & F & -> & no). destruct (IH m F) as (S & asked & G & a & L).
    exists (ordered_pairs S n), asked. split; [ | split; [ assumption | ] ].
    + destruct of; try (rewrite G; reflexivity). destruct (no _ eq_refl).
    + rewrite all_pairs_is. apply pairs_list; [ | assumption ]. eapply point_size; eassumption.
Qed.

(** A spec whose points are not listed is none of the page. *)
Theorem enumerate_refused (C : context) (sp : spec) : enumerate C sp = None ->
  forall S asked, space_of C sp = Some (S, asked) -> ~ asked.
Proof.
  induction sp as [c r s|c|places|points|name lists|of IH]; simpl; intros E S asked F;
    destruct (size_parameter C "d"%string) as [d|] eqn:D; try discriminate;
    destruct (size_parameter C "n"%string) as [n|] eqn:N; try discriminate; simpl in *;
    pose proof (size_positive _ _ _ D) as d_positive.
  - destruct (palette_columns C d c s) as [letters|] eqn:G; [ discriminate | ].
    destruct (palette_of C d c s) as [[P a]|] eqn:H; [ | discriminate ]. injection F as _ <-. simpl.
    eapply palette_columns_none; eassumption.
  - destruct (palette_columns C d c SpecialsAllowed) as [letters|] eqn:G; [ discriminate | ].
    destruct (palette_of C d c SpecialsAllowed) as [[P a]|] eqn:H; [ | discriminate ]. injection F as _ <-. simpl.
    eapply palette_columns_none; eassumption.
  - rewrite all_results_is, (all_of_ext _ (vocabulary C d)) in E by (apply read_vocabulary_is).
    destruct (all_of _ places) as [m|]; [ simpl in * | discriminate ]. destruct (Z.eqb (size m) n); discriminate.
  - rewrite read_points_is in E. rewrite E in F. discriminate.
  - destruct (parameter_value C name) as [k|]; [ simpl in * | discriminate ].
    destruct (pick lists k) as [points|]; [ simpl in * | discriminate ].
    rewrite all_results_is, (all_of_ext _ (list_of_its_shape C)) in E by (apply read_any_list_is).
    destruct (all_of (list_of_its_shape C) lists) as [others|]; [ simpl in * | discriminate ].
    rewrite read_points_is in E. rewrite E in F. discriminate.
  - assert (G : enumerate C of = None /\ exists T, space_of C of = Some (T, asked)).
    { destruct of; try discriminate; destruct (enumerate C _) as [m|]; try discriminate;
        destruct (space_of C _) as [[T a]|]; try discriminate; injection F as _ <-; simpl; eauto. }
    destruct G as (G & T & H). eapply IH; eassumption.
Qed.

Theorem enumerate_complete (C : context) (sp : spec) : enumerate C sp = None -> ~ exists l, spec_lists C sp l.
Proof. intros E (l & S & asked & F & a & _). exact (enumerate_refused C sp E S asked F a). Qed.

(** What is listed is the one list of the points. *)
Theorem enumerate_only (C : context) (sp : spec) (l : list matrix) : spec_lists C sp l <-> enumerate C sp = Some l.
Proof.
  split; [ | apply enumerate_lists ]. intros L. destruct (enumerate C sp) as [m|] eqn:E.
  - f_equal. apply enumerate_lists in E. exact (spec_lists_unique C sp m l E L).
  - apply enumerate_complete in E. destruct E. eauto.
Qed.
