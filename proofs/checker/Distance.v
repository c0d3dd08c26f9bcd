(** * Numbers of a list that are too near to each other

    Whether two numbers of a list are nearer to each other than a bound allows, which is the least number that occurs twice,
    and which is the least distance of two of them: each is found among neighbours, once the numbers are sorted. *)

From Coq Require Import ZArith QArith Qabs List Sorted Permutation Lia Lqa.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality Sorting Neighbours.
Import ListNotations.
Open Scope Q_scope.

Lemma at_most_true x y : at_most x y = true <-> x <= y.
Proof. rewrite at_most_is. apply Qle_bool_iff. Qed.
Lemma at_most_false x y : at_most x y = false <-> y < x.
Proof.
  destruct (at_most x y) eqn:E.
  - apply at_most_true in E. split; [ discriminate | intros H; exfalso; lra ].
  - split; [ intros _ | reflexivity ]. apply Qnot_le_lt. intros H. apply at_most_true in H. congruence.
Qed.
Lemma same_true x y : same x y = true <-> x == y.
Proof. apply Qeq_bool_iff. Qed.
Lemma minus_same x y : minus x y == x - y.
Proof. rewrite minus_is. apply Qred_correct. Qed.

Lemma at_most_turned x y : at_most x y = false -> at_most y x = true.
Proof. rewrite at_most_false, at_most_true. lra. Qed.
Lemma at_most_transitive x y z : at_most x y = true -> at_most y z = true -> at_most x z = true.
Proof. rewrite !at_most_true. lra. Qed.

Lemma compare_numbers_same r x x' y : x == x' -> compare_numbers r x y = compare_numbers r x' y.
Proof.
  intros E.
  assert (L : forall y, at_most x y = at_most x' y).
  { intros z. destruct (at_most x' z) eqn:F; [ apply at_most_true in F; apply at_most_true
                                         | apply at_most_false in F; apply at_most_false ]; lra. }
  assert (G : forall y, at_most y x = at_most y x').
  { intros z. destruct (at_most z x') eqn:F; [ apply at_most_true in F; apply at_most_true
                                         | apply at_most_false in F; apply at_most_false ]; lra. }
  assert (S : same x y = same x' y).
  { destruct (same x' y) eqn:F; [ apply same_true in F; apply same_true; lra | ].
    destruct (same x y) eqn:H; [ | reflexivity ]. apply same_true in H. rewrite <- F. symmetry. apply same_true. lra. }
  destruct r; simpl; unfold less; rewrite ?L, ?G, ?S; reflexivity.
Qed.

Lemma distance_symmetric x y : Qabs (x - y) == Qabs (y - x).
Proof. rewrite Qabs_Qminus. reflexivity. Qed.
Lemma distance_upwards x y : x <= y -> Qabs (x - y) == y - x.
Proof. intros H. rewrite Qabs_Qminus. apply Qabs_pos. lra. Qed.

Lemma distance_proper x x' y y' : x == x' -> y == y' -> Qabs (x - y) == Qabs (x' - y').
Proof. intros E F. rewrite E, F. reflexivity. Qed.

(** ** Too near *)

Section TooNear.
  Variables (r : relation) (bound : Q).
  Hypothesis distant : r = AtLeast \/ r = Greater.

  Lemma too_near_symmetric x y : too_near r bound x y -> too_near r bound y x.
  Proof. unfold too_near. intros H. rewrite (compare_numbers_same r _ (Qabs (x - y)));
    [ assumption | apply distance_symmetric ]. Qed.

  Lemma too_near_closer x y x' y' : Qabs (x' - y') <= Qabs (x - y) -> too_near r bound x y -> too_near r bound x' y'.
  Proof.
    intros L. unfold too_near. destruct distant as [-> | ->]; cbn [compare_numbers]; unfold less.
    - rewrite !at_most_false. intros. lra.
    - rewrite !Bool.negb_false_iff, !at_most_true. intros; lra.
  Qed.

  Lemma too_near_above x y z : x <= y -> y <= z -> too_near r bound x z -> too_near r bound x y.
  Proof. intros A B. apply too_near_closer. rewrite !distance_upwards; lra. Qed.
  Lemma too_near_below x y z : x <= y -> y <= z -> too_near r bound x z -> too_near r bound y z.
  Proof. intros A B. apply too_near_closer. rewrite !distance_upwards; lra. Qed.

  (** The same of two numbers of which the second is not less. *)
  Definition near_upwards (x y : Q) : bool := negb (compare_numbers r (minus y x) bound).
  Lemma near_upwards_is x y : x <= y -> (near_upwards x y = true <-> too_near r bound x y).
  Proof.
    intros L. unfold near_upwards, too_near. rewrite Bool.negb_true_iff.
    rewrite (compare_numbers_same r (minus y x) (Qabs (x - y))); [ reflexivity | ].
    rewrite minus_same, distance_upwards; lra.
  Qed.

  Lemma clash_two l : clash r bound l <-> two (too_near r bound) l.
  Proof.
    unfold clash. rewrite (two_by_number _ too_near_symmetric). split; intros (i & j & a & b & H); exists i, j, a, b;
      assumption.
  Qed.
End TooNear.

(** ** Neighbours in order *)

Definition sorted_numbers : list Q -> list Q := sort at_most.

Lemma sorted_numbers_sorted l : StronglySorted Qle (sorted_numbers l).
Proof.
  pose proof (sort_ascending at_most at_most_turned at_most_transitive l) as S. unfold sorted_numbers.
  induction S as [|x m S IH F]; constructor; [ assumption | ].
  rewrite Forall_forall in *. intros y J. apply at_most_true, F, J.
Qed.

Lemma neighbours_ascend {A : Type} (le : A -> A -> Prop) l x y : StronglySorted le l -> In (x, y) (neighbours l) -> le x y.
Proof.
  intros S. induction S as [|z l S IH F]; [ contradiction | ]. destruct l as [|w l]; [ contradiction | ].
  intros J. apply neighbours_cons in J. destruct J as [E|J]; [ | apply IH; assumption ].
  injection E as -> ->. inversion F; assumption.
Qed.

Lemma two_sorted_numbers (R : Q -> Q -> Prop) l : (forall x y, R x y -> R y x) -> (two R l <-> two R (sorted_numbers l)).
Proof.
  intros Sy. split; intros H.
  - apply (two_permuted R Sy l); [ apply Permutation_sym, sort_permutation | assumption ].
  - apply (two_permuted R Sy (sorted_numbers l)); [ apply sort_permutation | assumption ].
Qed.

(** Of a symmetric relation that is closer where numbers are: it is found among neighbours in order. *)
Theorem two_numbers (R : Q -> Q -> Prop) l : (forall x y, R x y -> R y x) ->
  (forall x y z, x <= y -> y <= z -> R x z -> R x y) -> (forall x y z, x <= y -> y <= z -> R x z -> R y z) ->
  (two R l <-> exists x y, In (x, y) (neighbours (sorted_numbers l)) /\ R x y).
Proof.
  intros Sy Above Below. rewrite (two_sorted_numbers R l Sy). split.
  - intros H. destruct (two_neighbours Qle R) with (K := fun _ : Q => True) (l := sorted_numbers l) as (x & y & J & HR & _).
    + intros x y z L [->|M] HR; [ assumption | eapply Above; eassumption ].
    + intros x y z [->|L] M HR; [ assumption | eapply Below; eassumption ].
    + apply sorted_numbers_sorted.
    + eapply two_same; [ | exact H ]. intros; tauto.
    + exists x, y. auto.
  - intros (x & y & J & HR). eapply neighbours_are_two; eassumption.
Qed.

Definition clashes (r : relation) (bound : Q) (l : list Q) : bool :=
  existsb (fun p => near_upwards r bound (fst p) (snd p)) (neighbours (sorted_numbers l)).

Theorem clashes_is r bound l : r = AtLeast \/ r = Greater -> (clashes r bound l = true <-> clash r bound l).
Proof.
  intros D. rewrite clash_two. rewrite (two_numbers (too_near r bound)).
  - unfold clashes. rewrite existsb_exists. split.
    + intros ([x y] & J & N). exists x, y. split; [ assumption | ]. apply near_upwards_is; [ | assumption ].
      eapply neighbours_ascend; [ apply sorted_numbers_sorted | eassumption ].
    + intros (x & y & J & N). exists (x, y). split; [ assumption | ]. apply near_upwards_is; [ | assumption ].
      eapply neighbours_ascend; [ apply sorted_numbers_sorted | eassumption ].
  - apply too_near_symmetric.
  - apply too_near_above, D.
  - apply too_near_below, D.
Qed.

(** ** The least of several numbers *)

Lemma least_of_from l : forall x,
  let m := fold_left (fun a b => if at_most a b then a else b) l x in (m = x \/ In m l) /\ m <= x /\ forall y, In y l -> m <= y.
Proof.
  induction l as [|z l IH]; intros x; simpl; [ split; [ auto | split; [ lra | intros ? [] ] ] | ].
  destruct (IH (if at_most x z then x else z)) as (I & L & M).
  set (m := fold_left _ l _) in *. clearbody m. destruct (at_most x z) eqn:E.
  - apply at_most_true in E. split; [ tauto | ]. split; [ assumption | ]. intros y [<-|J]; [ lra | auto ].
  - apply at_most_false in E. split; [ destruct I as [->|I]; auto | ]. split; [ lra | ]. intros y [<-|J]; [ lra | auto ].
Qed.
Lemma least_of_some l m : least_of l = Some m -> In m l /\ forall y, In y l -> m <= y.
Proof.
  destruct l as [|x l]; [ discriminate | ]. simpl. intros E. injection E as E.
  destruct (least_of_from l x) as (I & L & M). cbv zeta in *. rewrite E in *. split.
  - destruct I as [->|I]; auto.
  - intros y [<-|J]; auto.
Qed.
Lemma least_of_none l : least_of l = None -> l = [].
Proof. destruct l; [ reflexivity | discriminate ]. Qed.

(** ** The least number that occurs twice *)

Definition twice_at (y a b : Q) : Prop := a == y /\ b == y.
Definition least_repeated (l : list Q) : option Q :=
  least_of (map fst (filter (fun p => same (fst p) (snd p)) (neighbours (sorted_numbers l)))).

Lemma twice_neighbours l y :
  (exists i j a b, i <> j /\ nth_of l i = Some a /\ nth_of l j = Some b /\ a == y /\ b == y) <->
  exists a b, In (a, b) (neighbours (sorted_numbers l)) /\ a == y /\ b == y.
Proof.
  transitivity (two (twice_at y) l).
  - rewrite (two_by_number (twice_at y)) by (unfold twice_at; tauto). reflexivity.
  - apply two_numbers; unfold twice_at; intros; lra.
Qed.

Theorem least_repeated_is l x : least_repeated l = Some x -> least_twice l x.
Proof.
  intros E. apply least_of_some in E. destruct E as (I & M). unfold least_twice. cbv zeta. rewrite twice_neighbours.
  apply in_map_iff in I. destruct I as ([a b] & <- & I). apply filter_In in I. destruct I as (I & S).
  apply same_true in S. simpl in *. split.
  - exists a, b. split; [ assumption | ]. split; [ reflexivity | rewrite S; reflexivity ].
  - intros y T. apply twice_neighbours in T. destruct T as (u & v & J & Eu & Ev). rewrite <- Eu. apply M.
    apply in_map_iff. exists (u, v). split; [ reflexivity | ]. apply filter_In. split; [ assumption | ].
    apply same_true. simpl. rewrite Eu, Ev. reflexivity.
Qed.
Theorem least_repeated_none l x : least_repeated l = None -> ~ least_twice l x.
Proof.
  intros E (T & _). apply least_of_none in E. apply twice_neighbours in T. destruct T as (u & v & J & Eu & Ev).
  assert (In u (map fst (filter (fun p => same (fst p) (snd p)) (neighbours (sorted_numbers l))))) as K;
    [ | rewrite E in K; contradiction ].
  apply in_map_iff. exists (u, v). split; [ reflexivity | ]. apply filter_In. split; [ assumption | ].
  apply same_true. simpl. rewrite Eu, Ev. reflexivity.
Qed.
Lemma least_twice_once l x y : least_twice l x -> least_twice l y -> x == y.
Proof. intros (T & L) (T' & L'). apply Qle_antisym; [ apply L, T' | apply L', T ]. Qed.

(** ** The least distance of two numbers *)

Definition least_gap (l : list Q) : option Q :=
  least_of (map (fun p => minus (snd p) (fst p)) (neighbours (sorted_numbers l))).

Lemma distances_two l y :
  (exists i j a b, i <> j /\ nth_of l i = Some a /\ nth_of l j = Some b /\ y == Qabs (a - b)) <->
  two (fun a b => y == Qabs (a - b)) (sorted_numbers l).
Proof.
  rewrite <- two_sorted_numbers by (intros a b E; rewrite E; apply distance_symmetric).
  rewrite (two_by_number (fun a b => y == Qabs (a - b))); [ reflexivity | ].
  intros a b E. rewrite E. apply distance_symmetric.
Qed.

Theorem least_gap_is l x : least_gap l = Some x -> least_distance l x.
Proof.
  intros E. apply least_of_some in E. destruct E as (I & M). unfold least_distance. cbv zeta. rewrite distances_two.
  apply in_map_iff in I. destruct I as ([a b] & <- & I). cbn [fst snd] in *.
  pose proof (neighbours_ascend Qle _ a b (sorted_numbers_sorted l) I) as L. split.
  - eapply neighbours_are_two; [ exact I | ]. rewrite minus_same, distance_upwards; lra.
  - intros y T. apply distances_two in T.
    destruct (two_neighbours Qle (fun u v => u <= v -> v - u <= y)) with (K := fun _ : Q => True) (l := sorted_numbers l)
      as (u & v & J & HR & _).
    + intros u v w A [<-|B] H A'; [ auto | ]. assert (u <= w) by lra. specialize (H H0). lra.
    + intros u v w [<-|A] B H B'; [ auto | ]. assert (u <= w) by lra. specialize (H H0). lra.
    + apply sorted_numbers_sorted.
    + eapply two_implies; [ | exact T ]. intros u v H. split; [ | auto ]. intros A. rewrite H, distance_upwards; lra.
    + assert (A : u <= v) by (eapply neighbours_ascend; [ apply sorted_numbers_sorted | eassumption ]).
      apply Qle_trans with (minus v u); [ apply M | rewrite minus_same; auto ].
      apply in_map_iff. exists (u, v). auto.
Qed.
Theorem least_gap_none l x : least_gap l = None -> ~ least_distance l x.
Proof.
  intros E (T & _). apply least_of_none in E. apply distances_two in T.
  assert (neighbours (sorted_numbers l) = []) as N by (destruct (neighbours (sorted_numbers l));
    [ reflexivity | discriminate ]).
  destruct (sorted_numbers l) as [|a [|b m]]; [ contradiction | | ].
  - destruct T as [T|T]; [ inversion T | contradiction ].
  - assert (In (a, b) (neighbours (a :: b :: m))) as J by (apply neighbours_cons; auto). rewrite N in J. contradiction.
Qed.
Lemma least_distance_once l x y : least_distance l x -> least_distance l y -> x == y.
Proof. intros (T & L) (T' & L'). apply Qle_antisym; [ apply L, T' | apply L', T ]. Qed.
