(** * All lists of a length over a finite set, and how many have no repetition *)

From Coq Require Import ZArith List Lia Permutation.
From Exactua Require Import Transformers Grids FeedForward Statements.
Import ListNotations.
Open Scope Z_scope.

Lemma NoDup_app_disjoint : forall (A : Type) (a b : list A), NoDup a -> NoDup b -> (forall x, In x a -> ~ In x b) ->
  NoDup (a ++ b).
Proof.
  intros A a b Ha Hb H. induction Ha as [|x a Hx Ha IH]; [exact Hb|]. simpl. constructor.
  - intro I. apply in_app_iff in I. destruct I as [I|I]; [exact (Hx I)|]. exact (H x (or_introl eq_refl) I).
  - apply IH. intros y I. apply H. right. exact I.
Qed.

Lemma NoDup_flat_map : forall (A B : Type) (f : A -> list B) xs, NoDup xs -> (forall x, In x xs -> NoDup (f x)) ->
  (forall x y z, In x xs -> In y xs -> In z (f x) -> In z (f y) -> x = y) -> NoDup (flat_map f xs).
Proof.
  intros A B f xs H N U. induction H as [|x xs Hx H IH]; simpl; [constructor|].
  apply NoDup_app_disjoint.
  - apply N. left. reflexivity.
  - apply IH; intros; [apply N; right; assumption | eapply U; try (right; eassumption); eassumption].
  - intros z Iz Iz'. apply in_flat_map in Iz'. destruct Iz' as (y & Iy & Iz').
    apply Hx. rewrite (U x y z); try assumption; [left; reflexivity | right; assumption].
Qed.

Lemma NoDup_map_injective : forall (A B : Type) (f : A -> B) xs,
  (forall x y, In x xs -> In y xs -> f x = f y -> x = y) -> NoDup xs -> NoDup (map f xs).
Proof.
  intros A B f xs U H. induction H as [|x xs Hx H IH]; simpl; constructor.
  - intro I. apply in_map_iff in I. destruct I as (y & E & Iy). apply Hx.
    rewrite (U x y); [exact Iy | left; reflexivity | right; exact Iy | congruence].
  - apply IH. intros. apply U; try (right; assumption); assumption.
Qed.

(** ** [tuples] *)

Section Tuples.
  Context {A : Type}.

  Lemma in_tuples : forall n (xs l : list A), In l (tuples n xs) <-> length l = n /\ Forall (fun x => In x xs) l.
  Proof.
    induction n as [|n IH]; intros xs l; simpl.
    - split; [intros [<-|[]]; split; constructor|]. intros [H _]. left. symmetry. apply length_zero_iff_nil, H.
    - rewrite in_flat_map. split.
      + intros (x & Ix & Il). apply in_map_iff in Il. destruct Il as (l' & <- & Il). apply IH in Il.
        destruct Il as [L F]. split; [simpl; lia | constructor; assumption].
      + intros [L F]. destruct l as [|x l]; [discriminate|]. apply Forall_cons_iff in F. destruct F as [Ix F].
        exists x. split; [exact Ix|]. apply in_map, IH. split; [simpl in L; lia | exact F].
  Qed.

  Lemma tuples_NoDup : forall n (xs : list A), NoDup xs -> NoDup (tuples n xs).
  Proof.
    intros n xs H. induction n as [|n IH]; simpl; [constructor; [intros []|constructor]|].
    apply NoDup_flat_map; [exact H| |].
    - intros x _. apply NoDup_map_injective; [|exact IH]. intros. congruence.
    - intros x y z _ _ I J. apply in_map_iff in I, J. destruct I as (a & <- & _), J as (b & E & _). congruence.
  Qed.

  Lemma tuples_length : forall n (xs : list A), length (tuples n xs) = (length xs ^ n)%nat.
  Proof.
    induction n as [|n IH]; intro xs; simpl; [reflexivity|].
    assert (G : forall ys, length (flat_map (fun x => map (cons x) (tuples n xs)) ys) =
                           (length ys * length xs ^ n)%nat).
    { induction ys as [|y ys IHy]; simpl; [reflexivity|]. rewrite app_length, map_length, IHy, IH. lia. }
    apply G.
  Qed.

  (** ** Lists without repetition *)

  Variable eq_dec : forall x y : A, {x = y} + {x <> y}.

  Definition new (l : list A) (x : A) : bool := if in_dec eq_dec x l then false else true.

  (** All lists of n different entries out of xs. *)
  Fixpoint distinct_tuples (n : nat) (xs : list A) : list (list A) :=
    match n with
    | O => [[]]
    | S n' => flat_map (fun l => map (fun x => x :: l) (filter (new l) xs)) (distinct_tuples n' xs)
    end.

  Lemma new_iff : forall l x, new l x = true <-> ~ In x l.
  Proof. intros l x. unfold new. destruct (in_dec eq_dec x l); split; congruence || tauto. Qed.

  Lemma in_distinct_tuples : forall n xs l,
    In l (distinct_tuples n xs) <-> (length l = n /\ Forall (fun x => In x xs) l) /\ NoDup l.
  Proof.
    induction n as [|n IH]; intros xs l; cbn [distinct_tuples].
    - split.
      + intros [<-|[]]. repeat split; constructor.
      + intros [[H _] _]. left. symmetry. apply length_zero_iff_nil, H.
    - rewrite in_flat_map. split.
      + intros (l' & I' & I). apply in_map_iff in I. destruct I as (x & <- & I). apply filter_In in I.
        destruct I as [Ix N]. apply new_iff in N. apply IH in I'. destruct I' as [[L F] ND].
        split; [split; [simpl; lia | constructor; assumption] | constructor; assumption].
      + intros [[L F] ND]. destruct l as [|x l]; [discriminate|]. apply Forall_cons_iff in F. destruct F as [Ix F].
        apply NoDup_cons_iff in ND. destruct ND as [N ND]. exists l. split.
        * apply IH. repeat split; try assumption. simpl in L. lia.
        * apply in_map_iff. exists x. split; [reflexivity|]. apply filter_In. split; [exact Ix | apply new_iff, N].
  Qed.

  Lemma distinct_tuples_NoDup : forall n xs, NoDup xs -> NoDup (distinct_tuples n xs).
  Proof.
    intros n xs H. induction n as [|n IH]; cbn [distinct_tuples]; [constructor; [intros []|constructor]|].
    apply NoDup_flat_map; [exact IH| |].
    - intros l _. apply NoDup_map_injective; [intros; congruence | apply NoDup_filter, H].
    - intros a b z _ _ I J. apply in_map_iff in I, J. destruct I as (x & <- & _), J as (y & E & _). congruence.
  Qed.

  (** D - n entries of xs are not in l. *)
  Lemma new_entries : forall xs l, NoDup xs -> NoDup l -> Forall (fun x => In x xs) l ->
    (length (filter (new l) xs) + length l = length xs)%nat.
  Proof.
    intros xs l Hx Hl F.
    assert (P : Permutation (filter (new l) xs ++ l) xs).
    { apply NoDup_Permutation; [|exact Hx|].
      - apply NoDup_app_disjoint; [apply NoDup_filter, Hx | exact Hl|].
        intros x I. apply filter_In in I. apply new_iff, I.
      - intro x. rewrite in_app_iff, filter_In. rewrite Forall_forall in F. split.
        + intros [[I _]|I]; auto.
        + intro I. destruct (in_dec eq_dec x l) as [J|J]; [right; exact J | left].
          split; [exact I | apply new_iff, J]. }
    rewrite <- (Permutation_length P), app_length. reflexivity.
  Qed.

  Lemma distinct_tuples_length : forall n xs, NoDup xs ->
    Z.of_nat (length (distinct_tuples n xs)) = falling (Z.of_nat (length xs)) n.
  Proof.
    intros n xs H. induction n as [|n IH]; [reflexivity|]. cbn [distinct_tuples falling]. rewrite <- IH.
    assert (G : forall ls, Forall (fun l => In l (distinct_tuples n xs)) ls ->
      Z.of_nat (length (flat_map (fun l => map (fun x => x :: l) (filter (new l) xs)) ls)) =
      Z.of_nat (length ls) * (Z.of_nat (length xs) - Z.of_nat n)).
    { intros ls F. induction F as [|l ls Il F IHl]; [reflexivity|]. cbn [flat_map length].
      rewrite app_length, map_length. apply in_distinct_tuples in Il. destruct Il as [[L Fl] ND].
      pose proof (new_entries xs l H ND Fl). lia. }
    apply G. apply Forall_forall. auto.
  Qed.
End Tuples.

(** ** Counting *)

Lemma has_exactly_unique : forall (A : Type) (P : A -> Prop) k k', has_exactly P k -> has_exactly P k' -> k = k'.
Proof.
  intros A P k k' (a & Na & Ia & <-) (b & Nb & Ib & <-). f_equal. apply Permutation_length.
  apply NoDup_Permutation; [exact Na | exact Nb|]. intro x. rewrite Ia, Ib. reflexivity.
Qed.

(** What is left when a part is taken away. *)
Lemma has_exactly_without : forall (A : Type) (eq_dec : forall x y : A, {x = y} + {x <> y}) (P R : A -> Prop) k j,
  has_exactly P k -> has_exactly R j -> (forall x, R x -> P x) -> has_exactly (fun x => P x /\ ~ R x) (k - j).
Proof.
  intros A eq_dec P R k j (a & Na & Ia & <-) (b & Nb & Ib & <-) H. exists (filter (new eq_dec b) a).
  split; [apply NoDup_filter, Na|]. split.
  - intro x. rewrite filter_In, new_iff, Ia, Ib. reflexivity.
  - assert (F : Forall (fun x => In x a) b) by (apply Forall_forall; intros x I; apply Ia, H, Ib, I).
    pose proof (new_entries eq_dec a b Na Nb F). lia.
Qed.

Lemma levels_length : forall m, length (levels m) = m.
Proof. intros. unfold levels. rewrite map_length, seq_length. reflexivity. Qed.

Lemma levels_NoDup : forall m, NoDup (levels m).
Proof. intros. apply NoDup_map_injective; [intros; lia | apply seq_NoDup]. Qed.

Lemma in_levels : forall m k, In k (levels m) <-> 0 <= k < Z.of_nat m.
Proof.
  intros m k. unfold levels. rewrite in_map_iff. split.
  - intros (j & <- & I). apply in_seq in I. lia.
  - intro H. exists (Z.to_nat k). split; [lia|]. apply in_seq. lia.
Qed.

(** [points] are the points of G_delta, each once. *)
Lemma in_points_of : forall (xs : list Z) d n L,
  In L (tuples n (tuples d xs)) <-> of_shape d n L /\ Forall (Forall (fun k => In k xs)) L.
Proof.
  intros xs d n L. rewrite in_tuples. unfold of_shape. split.
  - intros [H F]. assert (G : Forall (fun c => length c = d /\ Forall (fun k => In k xs) c) L).
    { eapply Forall_impl; [|exact F]. intros c I. apply in_tuples, I. }
    apply Forall_and_inv in G. tauto.
  - intros [[H F] G]. split; [exact H|]. pose proof (Forall_and F G) as K. eapply Forall_impl; [|exact K].
    intros c I. apply in_tuples, I.
Qed.

Lemma in_points : forall d n m L, In L (points d n m) <-> G_delta d n m L.
Proof.
  intros. unfold points. rewrite in_points_of. unfold G_delta. split; intros [H F]; (split; [exact H|]);
    (eapply Forall_impl; [|exact F]); intro c; apply Forall_impl; intro k; apply in_levels.
Qed.

Lemma points_NoDup : forall d n m, NoDup (points d n m).
Proof. intros. apply tuples_NoDup, tuples_NoDup, levels_NoDup. Qed.

Definition column_eq_dec : forall x y : column, {x = y} + {x <> y} := list_eq_dec Z.eq_dec.
Definition point_eq_dec : forall x y : point, {x = y} + {x <> y} := list_eq_dec column_eq_dec.
