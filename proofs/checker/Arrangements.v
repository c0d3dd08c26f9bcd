(** * In how many orders the columns of a point can stand

    A sum over an orbits domain counts each point as often as its columns can be put in another order: n! over the product of
    the factorials of the numbers of equal columns. [arrangements] computes that number, and it is the number of elements of
    the set of Truth.v ([arrangements_count]). *)

From Coq Require Import ZArith QArith List Permutation Lia.
From Checker Require Import Rationals Networks Terms Domains Truth FiniteSets LongLists.
Import ListNotations.

Section Arrangements.
Context {A : Type} (eqb : A -> A -> bool).

Definition occurrences (x : A) (l : list A) : Z := fold_left (fun k y => if eqb x y then Z.succ k else k) l 0%Z.

(** The product of the factorials of the numbers of equal entries: each entry counts those equal to it from there on. *)
Fixpoint equal_orders_times (product : Z) (l : list A) : Z :=
  match l with [] => product | x :: rest => equal_orders_times (product * occurrences x l)%Z rest end.
Definition equal_orders (l : list A) : Z := equal_orders_times 1 l.

(** The factorial of the length of a list. *)
Definition all_orders (l : list A) : Z := snd (fold_left (fun '(k, p) _ => (Z.succ k, p * Z.succ k)%Z) l (0, 1)%Z).

Definition arrangements_of (l : list A) : Z := (all_orders l / equal_orders l)%Z.

Context (eqb_spec : forall x y, reflect (x = y) (eqb x y)).

Lemma occurrences_cons (x y : A) (l : list A) :
  occurrences x (y :: l) = ((if eqb x y then 1 else 0) + occurrences x l)%Z.
Proof.
  unfold occurrences. simpl. assert (general : forall k, fold_left (fun k y => if eqb x y then Z.succ k else k) l k =
    (k + fold_left (fun k y => if eqb x y then Z.succ k else k) l 0)%Z).
  { clear y. induction l as [|y l IH]; intros k; simpl; [ lia | ]. rewrite IH. rewrite (IH (if eqb x y then _ else _)).
    destruct (eqb x y); lia. }
  rewrite general. destruct (eqb x y); lia.
Qed.

Lemma occurrences_nonnegative (x : A) (l : list A) : (0 <= occurrences x l)%Z.
Proof. induction l as [|y l IH]; [ reflexivity | ]. rewrite occurrences_cons. destruct (eqb x y); lia. Qed.

Lemma equal_orders_times_is (l : list A) : forall k, equal_orders_times k l = (k * equal_orders l)%Z.
Proof.
  unfold equal_orders. induction l as [|y l IH]; intros k; [ simpl; ring | ].
  cbn [equal_orders_times]. rewrite IH, (IH (1 * _)%Z). ring.
Qed.
Lemma equal_orders_cons (x : A) (l : list A) : equal_orders (x :: l) = (occurrences x (x :: l) * equal_orders l)%Z.
Proof. unfold equal_orders at 1. cbn [equal_orders_times]. rewrite equal_orders_times_is. ring. Qed.

Lemma equal_orders_positive (l : list A) : (0 < equal_orders l)%Z.
Proof.
  induction l as [|x l IH]; [ reflexivity | ]. rewrite equal_orders_cons, occurrences_cons.
  pose proof (occurrences_nonnegative x l). destruct (eqb_spec x x) as [_|no]; [ | destruct (no eq_refl) ]. nia.
Qed.

Lemma occurrences_permuted (x : A) (l m : list A) : Permutation l m -> occurrences x l = occurrences x m.
Proof. induction 1; rewrite ?occurrences_cons; lia. Qed.

Lemma equal_orders_permuted (l m : list A) : Permutation l m -> equal_orders l = equal_orders m.
Proof.
  induction 1 as [|x l m p IH|x y l|]; [ reflexivity | | | congruence ].
  - rewrite !equal_orders_cons, IH, !occurrences_cons, (occurrences_permuted x l m p). reflexivity.
  - rewrite !equal_orders_cons, !occurrences_cons. destruct (eqb_spec x y) as [->|no].
    { destruct (eqb_spec y y) as [_|no]; [ reflexivity | destruct (no eq_refl) ]. }
    destruct (eqb_spec y x) as [E|_]; [ congruence | ]. ring.
Qed.

Lemma all_orders_cons (x : A) (l : list A) : all_orders (x :: l) = (Z.succ (size l) * all_orders l)%Z.
Proof.
  unfold all_orders. set (f := fun '(k, p) _ => _).
  assert (general : forall m k p, exists q, fold_left f m (k, p) = ((k + size m)%Z, (p * q)%Z)
      /\ fold_left f m (k, 1%Z) = ((k + size m)%Z, q)).
  { induction m as [|y m IH]; intros k p; simpl.
    - exists 1%Z. rewrite Z.mul_1_r, Z.add_0_r. auto.
    - destruct (IH (Z.succ k) (p * Z.succ k)%Z) as (q & E & F).
      destruct (IH (Z.succ k) (Z.succ k)%Z) as (q' & E' & F'). exists (Z.succ k * q)%Z.
      assert (S : (Z.succ k + size m)%Z = (k + size (y :: m))%Z) by (rewrite !size_is; simpl length; lia).
      assert (Q' : q' = q) by congruence. subst q'. rewrite E, S. split; [ f_equal; ring | ].
      replace (match Z.succ k with 0 => 0 | Z.pos y' => Z.pos y' | Z.neg y' => Z.neg y' end)%Z with (Z.succ k)
        by (destruct (Z.succ k); reflexivity).
      rewrite E', S. reflexivity. }
  assert (snoc : forall m, fold_left f (m ++ [x]) (0, 1)%Z =
      (Z.succ (size m), (snd (fold_left f m (0, 1)%Z) * Z.succ (size m))%Z)).
  { intros m. rewrite fold_left_app. destruct (general m 0%Z 1%Z) as (q & _ & F). rewrite F. reflexivity. }
  assert (only_length : forall m m' s, length m = length m' -> fold_left f m s = fold_left f m' s).
  { induction m as [|y m IH]; intros [|y' m'] s L; try discriminate; [ reflexivity | ]. simpl. injection L as L.
    destruct s as [k p]. apply IH. assumption. }
  rewrite (only_length (x :: l) (l ++ [x])) by (rewrite app_length; simpl; lia). rewrite snoc. simpl. ring.
Qed.

Lemma cases (x y : A) : {x = y} + {x <> y}.
Proof. destruct (eqb_spec x y); auto. Qed.

Definition occurrences_among (D X : list A) : Z := fold_right (fun x k => (occurrences x X + k)%Z) 0%Z D.

Lemma all_occurrences (D : list A) : NoDup D -> forall X, incl X D -> occurrences_among D X = size X.
Proof.
  intros once X. induction X as [|y X IH]; intros i.
  - clear. induction D as [|x D IH]; simpl; [ reflexivity | ]. rewrite IH. reflexivity.
  - assert (j : In y D) by (apply i; simpl; auto). specialize (IH (fun z k => i z (or_intror k))).
    rewrite size_is. simpl length. rewrite Nat2Z.inj_succ, <- size_is, <- IH. clear - once j eqb_spec.
    assert (none : forall D, ~ In y D -> occurrences_among D (y :: X) = occurrences_among D X).
    { induction D0 as [|z D0 IH]; simpl; intros n; [ reflexivity | ]. rewrite IH by tauto. rewrite occurrences_cons.
      destruct (eqb_spec z y) as [E|_]; [ destruct n; auto | lia ]. }
    induction once as [|z D out once IH]; [ contradiction | ]. simpl. rewrite occurrences_cons. destruct (eqb_spec z y) as [->|no].
    + rewrite none by assumption. lia.
    + destruct j as [E|j]; [ contradiction | ]. rewrite IH by assumption. lia.
Qed.

Lemma count_by_first (n : nat) : forall X, length X = n ->
  exists L, NoDup L /\ (forall Y, In Y L <-> Permutation Y X) /\ (size L * equal_orders X = all_orders X)%Z.
Proof.
  induction n as [|n IH]; intros X L.
  - destruct X; [ | discriminate ]. exists [[]]. split; [ repeat constructor; intros [] | ]. split; [ | reflexivity ].
    intros Y. simpl. split; [ intros [<-|[]]; reflexivity | ]. intros p. left. symmetry. apply Permutation_nil. symmetry. assumption.
  - assert (firsts : forall D, NoDup D -> incl D X -> exists L, NoDup L /\
      (forall Y, In Y L <-> exists x Y', Y = x :: Y' /\ In x D /\ Permutation Y X) /\
      (size L * equal_orders X * Z.of_nat (S n) = occurrences_among D X * all_orders X)%Z).
    { induction D as [|x D IHD]; intros once i.
      - exists []. split; [ constructor | ]. split; [ | reflexivity ]. intros Y. simpl. split; [ tauto | firstorder ].
      - inversion once as [|? ? out once']; subst. destruct IHD as (M & oM & mM & cM);
          [ assumption | intros z j; apply i; simpl; auto | ].
        assert (j : In x X) by (apply i; simpl; auto). apply in_split in j. destruct j as (a & b & E).
        assert (p : Permutation X (x :: a ++ b)) by (rewrite E; symmetry; apply Permutation_middle).
        assert (shorter : length (a ++ b) = n) by (apply Permutation_length in p; simpl in p; lia).
        destruct (IH (a ++ b) shorter) as (N & oN & mN & cN). exists (map (cons x) N ++ M). split; [ | split ].
        + assert (oN' : NoDup (map (cons x) N)).
          { clear - oN. induction oN as [|Y N out oN IH]; simpl; constructor; [ | assumption ].
            intros k. apply in_map_iff in k. destruct k as (Y' & E & k). injection E as ->. contradiction. }
          clear - oN' oM mM out. induction N as [|Y N IH]; simpl in *; [ assumption | ]. inversion oN'; subst. constructor; [ | auto ].
          intros k. apply in_app_iff in k. destruct k as [k|k]; [ contradiction | ].
          apply mM in k. destruct k as (z & Y' & E & k & _). injection E as -> _. contradiction.
        + intros Y. rewrite in_app_iff, in_map_iff, mM. split.
          * intros [(Y' & <- & k)|(z & Y' & -> & k & q)].
            -- exists x, Y'. apply mN in k. repeat split; [ simpl; auto | ]. rewrite p. constructor. assumption.
            -- exists z, Y'. simpl. auto.
          * intros (z & Y' & -> & [<-|k] & q); [ left | right; exists z, Y'; auto ].
            exists Y'. split; [ reflexivity | ]. apply mN. rewrite p in q. exact (Permutation_cons_inv q).
        + assert (sizes : size (map (cons x) N ++ M) = (size N + size M)%Z).
          { rewrite !size_is, app_length, map_length. lia. }
          assert (orders : all_orders X = (Z.of_nat (S n) * all_orders (a ++ b))%Z).
          { assert (same : forall l m : list A, length l = length m -> all_orders l = all_orders m).
            { induction l as [|y l IHl]; intros [|z m] K; try discriminate; [ reflexivity | ]. injection K as K.
              rewrite !all_orders_cons, (IHl m K), !size_is, K. reflexivity. }
            rewrite (same X (x :: a ++ b)) by (apply Permutation_length; assumption).
            rewrite all_orders_cons, size_is, shorter. f_equal. lia. }
          assert (weight : equal_orders X = (occurrences x X * equal_orders (a ++ b))%Z).
          { rewrite (equal_orders_permuted _ _ p), equal_orders_cons, <- (occurrences_permuted x _ _ p). reflexivity. }
          rewrite sizes. simpl occurrences_among. rewrite !Z.mul_add_distr_r, cM. f_equal.
          rewrite weight, orders, <- cN. ring. }
    destruct (firsts (nodup cases X)) as (M & oM & mM & cM); [ apply NoDup_nodup | intros z i; apply nodup_In in i; assumption | ].
    exists M. split; [ assumption | ]. split.
    + intros Y. rewrite mM. split; [ firstorder | ]. intros p. destruct Y as [|x Y].
      * apply Permutation_length in p. rewrite L in p. discriminate.
      * exists x, Y. repeat split; [ | assumption ]. apply nodup_In. apply (Permutation_in x p). simpl. auto.
    + rewrite all_occurrences in cM; [ | apply NoDup_nodup | intros z i; apply nodup_In; assumption ].
      rewrite (size_is X), L in cM. rewrite Z.mul_comm in cM. apply Z.mul_cancel_l in cM; [ assumption | lia ].
Qed.

Theorem arrangements_are (X : list A) : cardinal (fun Y => exists l, Permutation l X /\ Y = l) (arrangements_of X).
Proof.
  destruct (count_by_first (length X) X eq_refl) as (L & once & m & c). exists L. split; [ assumption | ]. split.
  - intros Y. rewrite m. split; [ eauto | intros (l & p & ->); assumption ].
  - unfold arrangements_of. rewrite <- c. pose proof (equal_orders_positive X). symmetry. apply Z.div_mul. lia.
Qed.

End Arrangements.

(** ** Columns that are the same to the last digit *)

Definition identical_numbers (x y : Q) : bool := (Z.eqb (Qnum x) (Qnum y) && Pos.eqb (Qden x) (Qden y))%bool.

Fixpoint identical_columns (u v : column) : bool :=
  match u, v with
  | [], [] => true
  | x :: u, y :: v => if identical_numbers x y then identical_columns u v else false
  | _, _ => false
  end.

Lemma identical_numbers_spec (x y : Q) : reflect (x = y) (identical_numbers x y).
Proof.
  unfold identical_numbers. destruct x as [a b], y as [c d]. simpl.
  destruct (Z.eqb_spec a c) as [->|no]; [ | constructor; congruence ].
  destruct (Pos.eqb_spec b d) as [->|no]; constructor; congruence.
Qed.

Lemma identical_columns_spec : forall u v, reflect (u = v) (identical_columns u v).
Proof.
  induction u as [|x u IH]; intros [|y v]; simpl; try (constructor; congruence).
  destruct (identical_numbers_spec x y) as [->|no]; [ | constructor; congruence ].
  destruct (IH v) as [->|no]; constructor; congruence.
Qed.

Definition arrangements (X : matrix) : Z := arrangements_of identical_columns X.

Theorem arrangements_count (X : matrix) : orders_count X (arrangements X).
Proof. apply (arrangements_are identical_columns identical_columns_spec). Qed.
