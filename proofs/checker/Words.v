(** * All words with letters from given lists

    [words] lists all words whose letter number k is in list number k: they are in lexicographic order by the places that
    their letters have in the lists ([words_sorted]). All columns with entries of certain values, all sequences of
    columns, and products of vocabularies are such words. [all_words] is the same list, made with an accumulator. *)

From Coq Require Import ZArith List Bool Sorted.
From Checker Require Import Networks Domains FiniteSets LongLists Orders.
Import ListNotations.

Fixpoint words {A : Type} (places : list (list A)) : list (list A) :=
  match places with
  | [] => [[]]
  | letters :: rest => flat_map (fun x => map (cons x) (words rest)) letters
  end.

(** The words that begin with [beginning], which is reversed, in front of [done]; the last word comes first. *)
Fixpoint words_onto {A : Type} (places : list (list A)) (beginning : list A) (done : list (list A)) : list (list A) :=
  match places with
  | [] => rev' beginning :: done
  | letters :: rest => fold_left (fun done x => words_onto rest (x :: beginning) done) letters done
  end.
Definition all_words {A : Type} (places : list (list A)) : list (list A) := rev' (words_onto places [] []).

Lemma words_onto_is {A : Type} (places : list (list A)) : forall beginning done,
  words_onto places beginning done = rev (map (fun w => rev beginning ++ w) (words places)) ++ done.
Proof.
  induction places as [|letters rest IH]; intros beginning done; simpl.
  - rewrite reversed, app_nil_r. reflexivity.
  - revert done. induction letters as [|x letters IHl]; intros done; simpl; [ reflexivity | ].
    rewrite IHl, IH, map_app, rev_app_distr, <- app_assoc. f_equal. f_equal. rewrite map_map. f_equal.
    apply map_ext. intros w. simpl. rewrite <- app_assoc. reflexivity.
Qed.

Theorem all_words_is {A : Type} (places : list (list A)) : all_words places = words places.
Proof.
  unfold all_words. rewrite words_onto_is, app_nil_r, reversed, rev_involutive. simpl. apply map_id.
Qed.

Theorem in_words {A : Type} (places : list (list A)) : forall w,
  In w (words places) <-> Forall2 (fun x letters => In x letters) w places.
Proof.
  induction places as [|letters rest IH]; intros w; simpl.
  - split; [ intros [<-|[]]; constructor | intros F; inversion F; auto ].
  - rewrite in_flat_map. split.
    + intros (x & i & j). apply in_map_iff in j. destruct j as (u & <- & j). constructor; [ assumption | apply IH; assumption ].
    + intros F. inversion F as [|x l u m i G]; subst. exists x. split; [ assumption | ]. apply in_map, IH. assumption.
Qed.

(** Lists that are sorted each, and whose entries come one after the other, are sorted together. *)
Lemma sorted_together {A : Type} (R : A -> A -> Prop) (l m : list A) :
  StronglySorted R l -> StronglySorted R m -> (forall x y, In x l -> In y m -> R x y) -> StronglySorted R (l ++ m).
Proof.
  intros sl sm between. induction sl as [|x l sl IH xl]; simpl; [ assumption | ]. constructor.
  - apply IH. intros y z i. apply between. simpl. auto.
  - apply Forall_app. split; [ assumption | ]. apply Forall_forall. intros y i. apply between; simpl; auto.
Qed.

Lemma sorted_mapped {A B : Type} (f : A -> B) (R : B -> B -> Prop) (S : A -> A -> Prop) (l : list A) :
  (forall x y, S x y -> R (f x) (f y)) -> StronglySorted S l -> StronglySorted R (map f l).
Proof.
  intros goes s. induction s as [|x l s IH xl]; simpl; constructor; [ assumption | ].
  apply Forall_map. eapply Forall_impl; [ | exact xl ]. auto.
Qed.

Theorem words_sorted {A : Type} (orders : list (A -> A -> Prop)) (places : list (list A)) :
  Forall2 (@StronglySorted A) orders places -> StronglySorted (lexicographic orders) (words places).
Proof.
  induction 1 as [|before letters orders places s _ IH]; simpl; [ repeat constructor | ].
  induction s as [|x letters s IHl xl]; simpl; [ constructor | ]. apply sorted_together; [ | assumption | ].
  - eapply sorted_mapped; [ | exact IH ]. intros u v. apply later.
  - intros u v i j. apply in_map_iff in i. destruct i as (u' & <- & i).
    apply in_flat_map in j. destruct j as (y & jy & j). apply in_map_iff in j. destruct j as (v' & <- & j).
    apply here. rewrite Forall_forall in xl. auto.
Qed.

(** Words with the same letters at each place, of which there are as many as in a list. *)
Lemma in_words_of {A B : Type} (letters : list A) (l : list B) (w : list A) :
  In w (words (map (fun _ => letters) l)) <-> length w = length l /\ Forall (fun x => In x letters) w.
Proof.
  rewrite in_words. revert w. induction l as [|y l IH]; intros w; simpl; split.
  - intros F. inversion F. auto.
  - intros [E _]. destruct w; [ constructor | discriminate ].
  - intros F. inversion F as [|x m u v i G]; subst. apply IH in G. destruct G as [E G]. simpl. auto.
  - intros [E F]. destruct w as [|x w]; [ discriminate | ]. inversion F; subst. constructor; [ assumption | ]. apply IH.
    simpl in E. auto.
Qed.

Lemma words_of_sorted {A B : Type} (before : A -> A -> Prop) (letters : list A) (l : list B) :
  StronglySorted before letters ->
  StronglySorted (lexicographic (map (fun _ => before) l)) (words (map (fun _ => letters) l)).
Proof.
  intros s. apply words_sorted. induction l; simpl; constructor; assumption.
Qed.

Lemma words_once {A : Type} (places : list (list A)) : Forall (@NoDup A) places -> NoDup (words places).
Proof.
  intros once. apply (strictly_sorted_once (lexicographic (map listed_before places))).
  - apply lexicographic_strict, Forall_map. eapply Forall_impl; [ | exact once ]. intros l. apply listed_before_strict.
  - apply words_sorted. clear once. induction places; simpl; constructor; [ apply listed_before_sorted | assumption ].
Qed.
