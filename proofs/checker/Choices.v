(** * Words whose letters do not descend: the points of an orbits domain

    Given letters in an order, each marked as special or not, [choices] lists the words of a length whose letters do not
    descend; if asked, those without repeats, those with a repeat, those with a special letter ([in_choices]). They are in
    lexicographic order ([choices_sorted]). [all_choices] is the same list, made with an accumulator, and without going
    far into words that can't be completed. *)

From Coq Require Import ZArith List Bool Sorted RelationClasses Lia.
From Checker Require Import Domains FiniteSets LongLists Orders Words.
Import ListNotations.

Section Choices.
Context {A : Type} (once : bool). (* whether each letter may occur once only *)

(** [next] continues a word, given whether its last letter is a repeat, whether that is special, and the letters that may
    follow. [again]: the first of the letters is the one that the word so far ends with. *)
Definition from_each (next : bool -> bool -> list (A * bool) -> list (list A)) :
    bool -> list (A * bool) -> list (list A) :=
  fix each again letters :=
    match letters with
    | [] => []
    | (x, marked) :: following => map (cons x) (next again marked (if once then following else letters)) ++ each false following
    end.

(** [repeat], [special]: whether a repeat, a special letter is still to come. *)
Fixpoint choices (places : list Z) (repeat special again : bool) (letters : list (A * bool)) : list (list A) :=
  match places with
  | [] => if (repeat || special)%bool then [] else [[]]
  | _ :: rest =>
      from_each (fun again marked letters => choices rest (repeat && negb again) (special && negb marked) (negb once) letters)
        again letters
  end.

(** ** What is listed *)

Context (before : A -> A -> Prop) (strict : StrictOrder before) (is_special : A -> Prop).

Definition not_after (x y : A) : Prop := before x y \/ x = y.
Definition marks (letters : list (A * bool)) : Prop := forall x b, In (x, b) letters -> (b = true <-> is_special x).
Definition letters_in_order (letters : list (A * bool)) : Prop := StronglySorted before (map fst letters).

(** A word, with the letter that stood before it if the letters begin with that. *)
Definition whole_word (again : bool) (letters : list (A * bool)) (w : list A) : list A :=
  if again then match letters with (x, _) :: _ => x :: w | [] => w end else w.

Definition fitting (repeat special again : bool) (letters : list (A * bool)) (w : list A) : Prop :=
  Forall (fun x => In x (map fst letters)) w /\ StronglySorted not_after w /\ (once = true -> NoDup w) /\
  (repeat = true -> ~ NoDup (whole_word again letters w)) /\ (special = true -> Exists is_special w).

Lemma tail_once (x : A) (w : list A) : NoDup (x :: w) -> NoDup w.
Proof. inversion 1; assumption. Qed.

Lemma first_is_no_other (x : A) (b : bool) (following : list (A * bool)) : letters_in_order ((x, b) :: following) ->
  forall y, In y (map fst following) -> before x y /\ ~ not_after y x.
Proof.
  destruct strict as [irreflexive transitive]. intros o y i. apply StronglySorted_inv in o. destruct o as [_ o].
  rewrite Forall_forall in o. specialize (o y i). split; [ assumption | ].
  intros [L|E]; [ exact (irreflexive x (transitive _ _ _ o L)) | subst; exact (irreflexive x o) ].
Qed.

Theorem in_choices (places : list Z) : forall repeat special again letters,
  letters_in_order letters -> marks letters -> (once = true -> again = false) ->
  forall w, In w (choices places repeat special again letters) <->
            length w = length places /\ fitting repeat special again letters w.
Proof.
  induction places as [|place rest IH]; intros repeat special again letters o m first w.
  - simpl. unfold fitting. split.
    + destruct repeat, special; simpl; try tauto. intros [<-|[]]. repeat split; try constructor; discriminate.
    + intros (L & _ & _ & _ & r & s). destruct w; [ | discriminate ].
      destruct repeat; [ destruct (r eq_refl); unfold whole_word; destruct again, letters as [|[x b] letters];
        repeat constructor; simpl; tauto | ].
      destruct special; [ specialize (s eq_refl); inversion s | ]. simpl. auto.
  - simpl choices. revert again first w. induction letters as [|[x b] following IHl]; intros again first w.
    + simpl. split; [ tauto | ]. intros (L & F & _). destruct w; [ discriminate | ]. inversion F; subst. contradiction.
    + pose proof (first_is_no_other x b following o) as no_other.
      assert (o' : letters_in_order following) by (apply StronglySorted_inv in o; tauto).
      assert (m' : marks following) by (intros y c i; apply m; simpl; auto).
      specialize (IHl o' m' false ltac:(reflexivity)).
      simpl from_each. rewrite in_app_iff, in_map_iff, IHl. clear IHl.
      assert (IH' : forall w', In w' (choices rest (repeat && negb again) (special && negb b) (negb once)
                                        (if once then following else (x, b) :: following)) <->
                length w' = length rest /\ fitting (repeat && negb again) (special && negb b) (negb once)
                                        (if once then following else (x, b) :: following) w').
      { apply IH; destruct once; auto. }
      clear IH. unfold fitting in *. split.
      * intros [(w' & <- & i)|(L & F & s & d & r & sp)].
        -- apply IH' in i. destruct i as (L & F & s & d & r & sp). rewrite Forall_forall in F.
           split; [ simpl; auto | ]. split; [ | split; [ | split; [ | split ] ] ].
           ++ constructor; [ simpl; auto | ]. apply Forall_forall. intros y i. specialize (F y i). destruct once; simpl in *; auto.
           ++ constructor; [ assumption | ]. apply Forall_forall. intros y i. specialize (F y i).
              destruct once; simpl in F; [ | destruct F as [F|F]; [ right; assumption | ] ]; left; apply no_other; assumption.
           ++ intros E. constructor; [ | auto ]. intros i. specialize (F x i). rewrite E in F. apply no_other in F.
              destruct F as [F _]. destruct strict as [irreflexive _]. exact (irreflexive x F).
           ++ intros E n. rewrite E in r. destruct again; simpl in *; [ inversion n; simpl in *; tauto | ].
              destruct once; simpl in r; [ apply tail_once in n | ]; exact (r eq_refl n).
           ++ intros E. rewrite E in sp. destruct b; simpl in sp; [ | apply Exists_cons_tl; auto ].
              apply Exists_cons_hd. apply (m x true); simpl; auto.
        -- split; [ assumption | ]. split; [ | split; [ assumption | split; [ assumption | split; [ | assumption ] ] ] ].
           ++ eapply Forall_impl; [ | exact F ]. simpl. auto.
           ++ intros E n. apply (r E). simpl. destruct again; simpl in n; [ exact (tail_once _ _ n) | assumption ].
      * intros (L & F & s & d & r & sp). destruct w as [|y w']; [ discriminate | ]. inversion F as [|? ? i F']; subst.
        simpl in L. apply StronglySorted_inv in s. destruct s as [s yw]. simpl in i. destruct i as [<-|i].
        -- left. exists w'. split; [ reflexivity | ]. apply IH'. split; [ lia | ].
           split; [ | split; [ assumption | split; [ intros E; exact (tail_once _ _ (d E)) | split ] ] ].
           ++ destruct once; [ | assumption ]. specialize (d eq_refl). inversion d; subst. rewrite Forall_forall in *.
              intros z j. destruct (F' z j) as [E|E]; [ simpl in E; subst; contradiction | assumption ].
           ++ intros E. apply andb_true_iff in E. destruct E as [E G]. destruct again; [ discriminate | ].
              specialize (r E). simpl in r. destruct once; simpl; [ destruct (r (d eq_refl)) | assumption ].
           ++ intros E. apply andb_true_iff in E. destruct E as [E G]. destruct b; [ discriminate | ].
              specialize (sp E). inversion sp as [? ? h|]; subst; [ | assumption ].
              apply (m x false) in h; [ discriminate | simpl; auto ].
        -- right. split; [ simpl; lia | ]. assert (all : Forall (fun z => In z (map fst following)) (y :: w')).
           { constructor; [ assumption | ]. rewrite Forall_forall in *. intros z j.
             destruct (F' z j) as [E|E]; [ | assumption ]. simpl in E. subst z.
             destruct (no_other y i) as [_ no]. destruct (no (yw x j)). }
           split; [ assumption | ]. split; [ constructor; assumption | ]. split; [ assumption | ]. split; [ | assumption ].
           intros E n. apply (r E). destruct again; simpl; [ | assumption ]. constructor; [ | assumption ].
           intros j. rewrite Forall_forall in all. specialize (all x j). apply no_other in all. destruct all as [L' _].
           destruct strict as [irreflexive _]. exact (irreflexive x L').
Qed.

Lemma from_each_begins next : forall again letters w, In w (from_each next again letters) ->
  exists x u, w = x :: u /\ In x (map fst letters).
Proof.
  intros again letters. revert again. induction letters as [|[x b] following IH]; simpl; intros again w i; [ contradiction | ].
  apply in_app_iff in i. destruct i as [i|i].
  - apply in_map_iff in i. destruct i as (u & <- & _). eauto.
  - apply IH in i. destruct i as (y & u & E & i). exists y, u. auto.
Qed.

Theorem choices_sorted (places : list Z) : forall repeat special again letters, letters_in_order letters ->
  StronglySorted (lexicographic (map (fun _ => before) places)) (choices places repeat special again letters).
Proof using strict.
  induction places as [|place rest IH]; intros repeat special again letters o; simpl.
  - destruct (repeat || special)%bool; repeat constructor.
  - revert again. induction letters as [|[x b] following IHl]; intros again; simpl; [ constructor | ].
    pose proof (first_is_no_other x b following o) as no_other.
    assert (o' : letters_in_order following) by (apply StronglySorted_inv in o; destruct o; assumption).
    apply sorted_together.
    + eapply sorted_mapped; [ | apply IH; destruct once; assumption ]. intros u v. apply later.
    + apply IHl. assumption.
    + intros u v i j. apply in_map_iff in i. destruct i as (u' & <- & _).
      apply from_each_begins in j. destruct j as (y & v' & -> & j). apply here. apply no_other. assumption.
Qed.

(** ** The same with an accumulator *)

Fixpoint fewer {B : Type} (letters : list (A * bool)) (places : list B) : bool :=
  match letters, places with
  | _, [] => false
  | [], _ :: _ => true
  | _ :: letters, _ :: places => fewer letters places
  end.

(** The words that begin with [beginning], which is reversed, in front of [done]; the last word comes first. Nothing is
    to be found where there are fewer letters than places though each may occur once only, and where the last letter was
    to be a repeat and is none. *)
Fixpoint choices_onto (places : list Z) (repeat special again : bool) (letters : list (A * bool)) (beginning : list A)
    (done : list (list A)) {struct places} : list (list A) :=
  match places with
  | [] => if (repeat || special)%bool then done else rev' beginning :: done
  | _ :: rest =>
      let last := match rest with [] => true | _ => false end in
      (fix each again letters done {struct letters} :=
         match letters with
         | [] => done
         | (x, marked) :: following =>
             if (if once then fewer letters places else repeat && negb again && last)%bool then done
             else each false following
               (choices_onto rest (repeat && negb again) (special && negb marked) (negb once)
                  (if once then following else letters) (x :: beginning) done)
         end) again letters done
  end.

Definition all_choices (places : list Z) (repeat special : bool) (letters : list (A * bool)) : list (list A) :=
  rev' (choices_onto places repeat special false letters [] []).

Lemma fewer_none (places : list Z) : once = true -> forall repeat special again letters,
  fewer letters places = true -> choices places repeat special again letters = [].
Proof.
  intros E. induction places as [|place rest IH]; intros repeat special again letters; [ destruct letters; discriminate | ].
  simpl choices. revert again. induction letters as [|[x b] following IHl]; intros again f; [ reflexivity | ].
  simpl. replace (if once then following else (x, b) :: following) with following by (rewrite E; reflexivity).
  rewrite IH by exact f. apply IHl.
  clear - f. simpl in f. revert place rest f.
  induction following as [|y following IH]; intros place [|p rest] f; simpl in *; auto; discriminate.
Qed.

Lemma no_repeat_none special letters :
  from_each (fun again marked letters => choices [] (true && negb again) (special && negb marked) (negb once) letters)
    false letters = [].
Proof. induction letters as [|[x b] following IH]; simpl; [ reflexivity | assumption ]. Qed.

Lemma choices_onto_is (places : list Z) : forall repeat special again letters beginning done,
  choices_onto places repeat special again letters beginning done =
  rev (map (fun w => rev beginning ++ w) (choices places repeat special again letters)) ++ done.
Proof.
  induction places as [|place rest IH]; intros repeat special again letters beginning done.
  - simpl. destruct (repeat || special)%bool; simpl; [ reflexivity | ]. rewrite reversed, app_nil_r. reflexivity.
  - cbn -[fewer from_each]. revert again done. induction letters as [|[x b] following IHl]; intros again done; [ reflexivity | ].
    match goal with |- (if ?c then _ else _) = _ => destruct c eqn:hopeless end.
    + match goal with |- _ = rev (map _ ?l) ++ _ => assert (none : l = []) end.
      { destruct (bool_dec once true) as [E|E]; [ | apply not_true_is_false in E ]; rewrite E in hopeless;
          [ exact (fewer_none (place :: rest) E repeat special again ((x, b) :: following) hopeless) | ].
        destruct repeat, again, rest; try discriminate. apply no_repeat_none. }
      rewrite none. reflexivity.
    + rewrite IHl. simpl from_each. rewrite IH, map_app, rev_app_distr, <- app_assoc. f_equal. f_equal.
      rewrite map_map. f_equal. apply map_ext. intros w. simpl. rewrite <- app_assoc. reflexivity.
Qed.

Theorem all_choices_is (places : list Z) (repeat special : bool) (letters : list (A * bool)) :
  all_choices places repeat special letters = choices places repeat special false letters.
Proof.
  unfold all_choices. rewrite choices_onto_is, app_nil_r, reversed, rev_involutive. simpl. apply map_id.
Qed.

End Choices.
