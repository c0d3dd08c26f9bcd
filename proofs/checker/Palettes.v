(** * The columns of a domain as a list

    [palette_columns] lists the columns of an orbits or sequences domain in their order, each with whether it is special, and
    has no list exactly where the columns are not what the page asks for ([palette_columns_list], [palette_columns_none]):
    where two of them have the same id, for example, which shows in neighbours once they are sorted by their ids.
    Vocabularies and lists of points are read, with whether their entries are all different, by sorting as well. *)

From Coq Require Import ZArith QArith String List Bool Permutation Sorted RelationClasses Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains FiniteSets LongLists Sorting Orders Words Choices.
Import ListNotations.

(** ** Reading, with accumulators and by sorting *)

Definition read_column (C : context) (d : Z) (ts : list term) : option column :=
  let? z := all_results (constant_of C) ts in if Z.eqb (size z) d then Some z else None.

Lemma read_column_is (C : context) (d : Z) (ts : list term) : read_column C d ts = column_value C d ts.
Proof. unfold read_column. rewrite all_results_is. reflexivity. Qed.

Lemma column_length (C : context) (d : Z) (ts : list term) (z : column) :
  column_value C d ts = Some z -> length z = Z.to_nat d.
Proof.
  unfold column_value. destruct (all_of _ ts) as [y|]; simpl; [ | discriminate ].
  destruct (Z.eqb_spec (size y) d) as [E|]; [ | discriminate ]. injection 1 as <-. rewrite size_is in E. lia.
Qed.

Definition different_numbers (l : list Q) : bool := rising at_most (sort at_most l).

Lemma different_numbers_is (l : list Q) : different_numbers l = different l.
Proof.
  transitivity (all_different same l); [ | induction l as [|x l IH]; simpl; [ | rewrite IH ]; reflexivity ].
  symmetry. apply different_by_sorting; [ exact at_most_total | exact at_most_transitive | ]. intros x y _ _. apply same_at_most.
Qed.

Definition column_at_most : column -> column -> bool := word_at_most at_most.

Definition read_vocabulary (C : context) (d : Z) (listed : list (list term)) : option (list column) :=
  let? l := all_results (read_column C d) listed in
  if (Z.leb 1 (size l) && rising column_at_most (sort column_at_most l))%bool then Some l else None.

Lemma read_vocabulary_is (C : context) (d : Z) (listed : list (list term)) :
  read_vocabulary C d listed = vocabulary C d listed.
Proof.
  unfold read_vocabulary, vocabulary. rewrite all_results_is, (all_of_ext _ (column_value C d)) by (apply read_column_is).
  destruct (all_of (column_value C d) listed) as [l|] eqn:E; [ simpl | reflexivity ]. apply all_of_all in E.
  rewrite <- (different_by_sorting column_at_most
    (word_at_most_total _ at_most_total) (word_at_most_transitive _ at_most_transitive) same_columns l); [ reflexivity | ].
  intros x y i j. rewrite Forall_forall in E. apply same_columns_at_most.
  destruct (E x i) as [ts F], (E y j) as [us G]. rewrite (column_length _ _ _ _ F), (column_length _ _ _ _ G). reflexivity.
Qed.

Definition read_matrix (C : context) (d n : Z) (rows : list (list term)) : option matrix :=
  let? R := all_results (read_column C n) rows in
  if Z.eqb (size R) d then all_results (column_of R) (count_up n) else None.

Lemma read_matrix_is (C : context) (d n : Z) (rows : list (list term)) : read_matrix C d n rows = matrix_value C d n rows.
Proof.
  unfold read_matrix, matrix_value. rewrite all_results_is, (all_of_ext _ (column_value C n)) by (apply read_column_is).
  destruct (all_of _ rows); [ simpl | reflexivity ]. rewrite all_results_is. reflexivity.
Qed.

Lemma all_of_length {A B : Type} (f : A -> option B) : forall (l : list A) (m : list B),
  all_of f l = Some m -> length m = length l.
Proof.
  induction l as [|x l IH]; simpl; intros m E; [ injection E as <-; reflexivity | ].
  destruct (f x); [ | discriminate ]. destruct (all_of f l); [ | discriminate ]. injection E as <-. simpl. auto.
Qed.

(** A matrix of a list of points has n columns of d entries each. *)
Lemma matrix_shape (C : context) (d n : Z) (rows : list (list term)) (X : matrix) : matrix_value C d n rows = Some X ->
  length X = Z.to_nat n /\ Forall (fun z => length z = Z.to_nat d) X.
Proof.
  unfold matrix_value. destruct (all_of _ rows) as [R|]; simpl; [ | discriminate ].
  destruct (Z.eqb_spec (size R) d) as [E|]; [ | discriminate ]. intros F. split.
  - rewrite (all_of_length _ _ _ F), count_up_length. reflexivity.
  - eapply Forall_impl; [ | exact (all_of_all _ _ _ F) ]. intros z [j G]. unfold column_of in G.
    rewrite (all_of_length _ _ _ G). rewrite size_is in E. subst d. rewrite Nat2Z.id. reflexivity.
Qed.

Definition read_points (C : context) (d n : Z) (points : list (list (list term))) : option (list matrix) :=
  let? l := all_results (read_matrix C d n) points in
  if rising (word_at_most column_at_most) (sort (word_at_most column_at_most) l) then Some l else None.

Lemma read_points_is (C : context) (d n : Z) (points : list (list (list term))) :
  read_points C d n points = list_points C d n points.
Proof.
  unfold read_points, list_points. rewrite all_results_is, (all_of_ext _ (matrix_value C d n)) by (apply read_matrix_is).
  destruct (all_of (matrix_value C d n) points) as [l|] eqn:E; [ simpl | reflexivity ]. apply all_of_all in E.
  rewrite <- (different_by_sorting (word_at_most column_at_most)
    (word_at_most_total _ (word_at_most_total _ at_most_total))
    (word_at_most_transitive _ (word_at_most_transitive _ at_most_transitive)) same_points l); [ reflexivity | ].
  intros X Y i j. rewrite Forall_forall in E. destruct (E X i) as [ts F], (E Y j) as [us G].
  apply matrix_shape in F, G. destruct F as [F F'], G as [G G'].
  apply (same_points_at_most (Z.to_nat d)); [ congruence | assumption | assumption ].
Qed.

Definition read_any_list (C : context) (points : list (list (list term))) : option (list matrix) :=
  match points with
  | [] => Some []
  | rows :: _ =>
      let d := size rows in let n := match rows with row :: _ => size row | [] => 0%Z end in
      if (Z.leb 1 d && Z.leb 1 n)%bool then read_points C d n points else None
  end.

Lemma read_any_list_is (C : context) (points : list (list (list term))) : read_any_list C points = list_of_its_shape C points.
Proof.
  destruct points as [|rows points]; [ reflexivity | ]. unfold read_any_list, list_of_its_shape. rewrite read_points_is. reflexivity.
Qed.

Definition read_levels (C : context) (d : Z) (s : specials) (start step count : term) (special : list term) (ids : term)
    : option (list Q * list Q * list Q) :=
  let? a := constant_of C start in let? b := constant_of C step in let? k := whole (option_map Number (constant_of C count)) in
  let? named := all_results (constant_of C) special in let? u := constant_list C ids in
  let levels := image (fun k => plus a (times (integer k) b)) (count_up k) in
  let specials := match s with NoSpecials => [] | _ => named end in
  if (Z.leb 0 k && different_numbers (joined levels specials) && Z.eqb (size u) d)%bool then Some (levels, specials, u) else None.

Lemma read_levels_is (C : context) (d : Z) (s : specials) (start step count : term) (special : list term) (ids : term) :
  read_levels C d s start step count special ids = levels_of C d s start step count special ids.
Proof.
  unfold read_levels, levels_of, level_values. rewrite all_results_is.
  destruct (constant_of C start) as [a|]; [ simpl | reflexivity ]. destruct (constant_of C step) as [b|]; [ simpl | reflexivity ].
  destruct (constant_of C count) as [x|]; simpl; [ | reflexivity ]. destruct (is_integer x); simpl; [ | reflexivity ].
  destruct (all_of _ special) as [named|]; [ simpl | reflexivity ]. destruct (constant_list C ids); [ simpl | reflexivity ].
  rewrite different_numbers_is, joined_is, image_is. reflexivity.
Qed.

(** ** The columns with entries of certain levels, by their ids *)

(** A column with its id, and whether it is special. *)
Definition with_id (ids : list Q) (z : list (Q * bool)) : Q * (column * bool) :=
  let c := map fst z in (dot ids c, (c, existsb snd z)).

Definition id_at_most (x y : Q * (column * bool)) : bool := at_most (fst x) (fst y).

(** All columns, each entry with whether it is special, in any order. *)
Definition marked_columns (d : Z) (levels special : list Q) : list (list (Q * bool)) :=
  let entries := joined (image (fun x => (x, false)) levels) (image (fun x => (x, true)) special) in
  words_onto (image (fun _ => entries) (count_up d)) [] [].

Definition columns_of_levels (d : Z) (levels special ids : list Q) : option (list (column * bool)) :=
  let numbered := sort id_at_most (image (with_id ids) (marked_columns d levels special)) in
  if rising id_at_most numbered then Some (image snd numbered) else None.

(** l lists the columns of a palette in their order, and says which are special. *)
Definition lists_columns (P : palette) (l : list (column * bool)) : Prop :=
  letters_in_order (before P) l /\ (forall z, is_column P z <-> In z (map fst l)) /\ marks (is_special P) l.

Lemma mapped_once {A B : Type} (f : A -> B) (l : list A) :
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros injective once. induction once as [|x l out once IH]; simpl; constructor.
  - intros i. apply in_map_iff in i. destruct i as (y & E & i). apply injective in E; simpl; auto. subst y. contradiction.
  - apply IH. intros y z i j. apply injective; simpl; auto.
Qed.

Section Levels.
Context (d : Z) (d_positive : (1 <= d)%Z) (levels special ids : list Q) (once : different (levels ++ special) = true).

Let entries := map (fun x => (x, false)) levels ++ map (fun x => (x, true)) special.

Lemma entries_once : NoDup (levels ++ special).
Proof.
  rewrite <- different_numbers_is in once. unfold different_numbers in once.
  rewrite <- (different_by_sorting _ at_most_total at_most_transitive same) in once by (intros; apply same_at_most).
  apply (once_if_different same); [ | assumption ]. intros x. apply Qeq_bool_iff. reflexivity.
Qed.

Lemma entry_names : map fst entries = levels ++ special.
Proof. unfold entries. rewrite map_app, !map_map. simpl. rewrite !map_id. reflexivity. Qed.

Lemma in_both (x : Q) : forall l m : list Q, NoDup (l ++ m) -> In x l -> In x m -> False.
Proof.
  induction l as [|y l IH]; simpl; intros m o i j; [ contradiction | ]. inversion o as [|? ? out]; subst. destruct i as [<-|i].
  - apply out, in_app_iff. auto.
  - eapply IH; eassumption.
Qed.

Lemma entry_mark (x : Q) (b : bool) : In (x, b) entries -> (b = true <-> In x special).
Proof.
  unfold entries. rewrite in_app_iff, !in_map_iff. intros [(y & E & i)|(y & E & i)]; injection E as <- <-.
  - split; [ discriminate | ]. intros j. destruct (in_both y _ _ entries_once i j).
  - tauto.
Qed.

Lemma marked_columns_permutation :
  Permutation (marked_columns d levels special) (words (map (fun _ => entries) (count_up d))).
Proof.
  unfold marked_columns. rewrite joined_is, !image_is, words_onto_is, app_nil_r. simpl. rewrite map_id.
  symmetry. apply Permutation_rev.
Qed.

Lemma in_marked_columns (z : list (Q * bool)) :
  In z (marked_columns d levels special) <-> size z = d /\ Forall (fun e => In e entries) z.
Proof.
  rewrite marked_columns_permutation, in_words_of. rewrite size_count_up by lia. reflexivity.
Qed.

Lemma same_marks : forall y z : list (Q * bool), Forall (fun e => In e entries) y -> Forall (fun e => In e entries) z ->
  map fst y = map fst z -> y = z.
Proof.
  induction y as [|[x b] y IH]; intros [|[x' b'] z] Fy Fz E; simpl in E; try discriminate; [ reflexivity | ].
  injection E as <- E. inversion Fy as [|? ? i Fy']; subst. inversion Fz as [|? ? j Fz']; subst.
  f_equal; [ | apply IH; assumption ]. f_equal. apply entry_mark in i, j. destruct b, b'; intuition congruence.
Qed.

(** Every column, once; and whether it is special. *)
Lemma is_column_marked (z : column) : is_column (palette_of_values d levels special ids) z <->
  exists y, In y (marked_columns d levels special) /\ map fst y = z.
Proof.
  simpl. rewrite <- entry_names. split.
  - intros [L F]. assert (G : exists y, Forall (fun e => In e entries) y /\ map fst y = z).
    { clear L. induction F as [|x z i F [y [G E]]]; [ exists []; split; [ constructor | reflexivity ] | ].
      apply in_map_iff in i. destruct i as (e & E' & i). exists (e :: y). split; [ constructor; assumption | ].
      simpl. congruence. }
    destruct G as (y & G & E). exists y. split; [ | assumption ]. apply in_marked_columns. split; [ | assumption ].
    rewrite <- L, <- E, !size_is, map_length. reflexivity.
  - intros (y & i & <-). apply in_marked_columns in i. destruct i as [L F]. split.
    + rewrite <- L, !size_is, map_length. reflexivity.
    + apply Forall_map. eapply Forall_impl; [ | exact F ]. intros e i. apply in_map. assumption.
Qed.

Lemma special_marked (y : list (Q * bool)) : In y (marked_columns d levels special) ->
  (existsb snd y = true <-> is_special (palette_of_values d levels special ids) (map fst y)).
Proof.
  intros i. apply in_marked_columns in i. destruct i as [_ F]. simpl. rewrite existsb_exists, Exists_exists.
  rewrite Forall_forall in F. split.
  - intros ([x b] & i & E). exists x. split; [ apply (in_map fst _ _ i) | ]. apply (entry_mark x b); auto.
  - intros (x & i & j). apply in_map_iff in i. destruct i as ([x' b] & E & i). simpl in E. subst x'.
    exists (x, b). split; [ assumption | ]. apply (entry_mark x b); auto.
Qed.

Lemma marked_columns_once : NoDup (marked_columns d levels special).
Proof.
  rewrite marked_columns_permutation. apply words_once. apply Forall_map, Forall_forall. intros _ _.
  apply (NoDup_map_inv fst). rewrite entry_names. exact entries_once.
Qed.

Let numbered := sort id_at_most (map (with_id ids) (marked_columns d levels special)).

Lemma in_numbered (e : Q * (column * bool)) :
  In e numbered <-> exists y, In y (marked_columns d levels special) /\ with_id ids y = e.
Proof.
  unfold numbered. rewrite sort_permutation, in_map_iff. split; intros (y & a & b); exists y; auto.
Qed.

Lemma numbered_ascending : ascending id_at_most numbered.
Proof.
  apply sort_ascending; unfold id_at_most; intros; [ apply at_most_total | eapply at_most_transitive ]; eassumption.
Qed.

Theorem columns_of_levels_list (l : list (column * bool)) : columns_of_levels d levels special ids = Some l ->
  let P := palette_of_values d levels special ids in ids_tell P ids /\ lists_columns P l.
Proof.
  unfold columns_of_levels. rewrite !image_is. fold numbered.
  destruct (rising id_at_most numbered) eqn:R; [ | discriminate ]. intros E. injection E as <-. set (P := palette_of_values _ _ _ _).
  apply rising_strictly in R; [ | unfold id_at_most; intros; eapply at_most_transitive; eassumption | exact numbered_ascending ].
  assert (sorted : StronglySorted (fun x y => dot ids (fst (snd x)) < dot ids (fst (snd y)))%Q numbered).
  { assert (G : Forall (fun e => fst e = dot ids (fst (snd e))) numbered).
    { apply Forall_forall. intros e i. apply in_numbered in i. destruct i as (y & _ & <-). reflexivity. }
    clear - R G. induction R as [|x m s IH xm]; [ constructor | ]. inversion G as [|? ? Gx Gm]; subst.
    constructor; [ apply IH; assumption | ].
    rewrite Forall_forall in *. intros y i. specialize (xm y i). unfold id_at_most in xm. rewrite <- Gx, <- (Gm y i).
    destruct (Qlt_le_dec (fst x) (fst y)) as [L|L]; [ assumption | ]. apply at_most_iff in L. congruence. }
  assert (columns : forall z, is_column P z <-> In z (map fst (map snd numbered))).
  { intros z. unfold P. rewrite is_column_marked, map_map, in_map_iff. split.
    - intros (y & i & <-). exists (with_id ids y). split; [ reflexivity | ]. apply in_numbered. eauto.
    - intros (e & <- & i). apply in_numbered in i. destruct i as (y & i & <-). exists y. auto. }
  split; [ | split; [ | split; [ exact columns | ] ] ].
  - intros y z i j E. apply columns in i, j. rewrite map_map, in_map_iff in i, j.
    destruct i as (e & <- & i), j as (f & <- & j). clear - sorted i j E.
    induction sorted as [|x m s IH xm]; [ contradiction | ]. rewrite Forall_forall in xm.
    destruct i as [<-|i], j as [<-|j]; [ reflexivity | | | auto ].
    + specialize (xm f j). simpl in xm. rewrite E in xm. destruct (Qlt_irrefl _ xm).
    + specialize (xm e i). simpl in xm. rewrite E in xm. destruct (Qlt_irrefl _ xm).
  - unfold letters_in_order. rewrite map_map. eapply sorted_mapped; [ | exact sorted ]. intros x y L. exact L.
  - intros z b i. apply in_map_iff in i. destruct i as ([x e] & E & i). simpl in E. subst e.
    apply in_numbered in i. destruct i as (y & i & E). unfold with_id in E. injection E as _ <- <-. apply special_marked. assumption.
Qed.

Theorem columns_of_levels_none :
  columns_of_levels d levels special ids = None -> ~ ids_tell (palette_of_values d levels special ids) ids.
Proof.
  unfold columns_of_levels. rewrite !image_is. fold numbered.
  destruct (rising id_at_most numbered) eqn:R; [ discriminate | ]. intros _ tell.
  apply not_rising in R. destruct R as (a & x & y & b & E & yx).
  assert (two : forall e, In e numbered -> is_column (palette_of_values d levels special ids) (fst (snd e))
      /\ fst e = dot ids (fst (snd e)) /\ exists w, In w (marked_columns d levels special) /\ with_id ids w = e).
  { intros e i. apply in_numbered in i. destruct i as (w & i & <-). split; [ apply is_column_marked; eauto | ]. eauto. }
  assert (ix : In x numbered) by (rewrite E; apply in_app_iff; simpl; auto).
  assert (iy : In y numbered) by (rewrite E; apply in_app_iff; simpl; auto).
  destruct (two x ix) as (cx & dx & u & iu & Eu), (two y iy) as (cy & dy & v & iv & Ev). clear two.
  assert (xy : id_at_most x y = true).
  { pose proof numbered_ascending as s. rewrite E in s. clear - s. induction a as [|z a IH]; simpl in s;
      apply StronglySorted_inv in s; destruct s as [s p]; [ inversion p; assumption | auto ]. }
  assert (F : fst (snd x) = fst (snd y)).
  { apply tell; [ assumption | assumption | ]. rewrite <- dx, <- dy. unfold id_at_most in *.
    rewrite at_most_iff in xy, yx. apply Qle_antisym; assumption. }
  assert (u = v).
  { apply same_marks; [ apply in_marked_columns in iu; tauto | apply in_marked_columns in iv; tauto | ].
    rewrite <- Eu, <- Ev in F. exact F. }
  subst v. assert (G : x = y) by congruence. subst y.
  assert (once' : NoDup numbered).
  { unfold numbered. rewrite sort_permutation. apply mapped_once; [ | exact marked_columns_once ].
    intros p q ip iq H. unfold with_id in H. injection H as _ H _.
    apply same_marks; [ apply in_marked_columns in ip; tauto | apply in_marked_columns in iq; tauto | assumption ]. }
  rewrite E in once'. apply NoDup_remove_2 in once'. apply once'. apply in_app_iff. simpl. auto.
Qed.

End Levels.

(** ** The columns of any palette *)

Definition palette_columns (C : context) (d : Z) (c : columns) (s : specials) : option (list (column * bool)) :=
  match c with
  | Levels start step count special ids =>
      let? x := read_levels C d s start step count special ids in
      let '(levels, specials, u) := x in columns_of_levels d levels specials u
  | Vocabulary listed => let? l := read_vocabulary C d listed in Some (image (fun z => (z, false)) l)
  end.

Lemma levels_once (C : context) (d : Z) (s : specials) start step count special ids (levels specials u : list Q) :
  levels_of C d s start step count special ids = Some (levels, specials, u) -> different (levels ++ specials) = true.
Proof.
  unfold levels_of. destruct (constant_of C start) as [a|]; [ simpl | discriminate ].
  destruct (constant_of C step) as [b|]; [ simpl | discriminate ].
  destruct (constant_of C count) as [x|]; simpl; [ | discriminate ]. destruct (is_integer x); simpl; [ | discriminate ].
  destruct (all_of _ special) as [named|]; [ simpl | discriminate ]. destruct (constant_list C ids); [ simpl | discriminate ].
  match goal with |- (if (?p && ?q && ?r)%bool then _ else _) = _ -> _ => destruct p, q eqn:E, r; try discriminate end.
  simpl. injection 1 as <- <- <-. exact E.
Qed.

Theorem palette_columns_list (C : context) (d : Z) (c : columns) (s : specials) (l : list (column * bool)) : (1 <= d)%Z ->
  palette_columns C d c s = Some l -> exists P asked, palette_of C d c s = Some (P, asked) /\ asked /\ lists_columns P l.
Proof.
  intros positive. destruct c as [start step count special ids|listed]; simpl.
  - rewrite read_levels_is. destruct (levels_of _ _ _ _ _ _ _ _) as [[[levels specials] u]|] eqn:E; [ simpl | discriminate ].
    apply levels_once in E. intros F. apply columns_of_levels_list in F; [ | assumption | assumption ].
    simpl in F. destruct F. eauto.
  - rewrite read_vocabulary_is. destruct (vocabulary C d listed) as [m|]; [ simpl | discriminate ].
    rewrite image_is. injection 1 as <-. eexists. eexists. split; [ reflexivity | ]. split; [ exact I | ].
    assert (E : map fst (map (fun z : column => (z, false)) m) = m) by (rewrite map_map; apply map_id).
    split; [ | split ].
    + unfold letters_in_order. rewrite E. apply listed_before_sorted.
    + intros z. rewrite E. reflexivity.
    + intros z b i. apply in_map_iff in i. destruct i as (y & F & _). injection F as _ <-. simpl. split; [ discriminate | tauto ].
Qed.

Theorem palette_columns_none (C : context) (d : Z) (c : columns) (s : specials) : (1 <= d)%Z ->
  palette_columns C d c s = None -> forall P asked, palette_of C d c s = Some (P, asked) -> ~ asked.
Proof.
  intros positive. destruct c as [start step count special ids|listed]; simpl.
  - rewrite read_levels_is. destruct (levels_of _ _ _ _ _ _ _ _) as [[[levels specials] u]|] eqn:E; [ simpl | discriminate ].
    apply levels_once in E. intros F P asked. injection 1 as <- <-.
    apply columns_of_levels_none; assumption.
  - rewrite read_vocabulary_is. destruct (vocabulary C d listed); discriminate.
Qed.
