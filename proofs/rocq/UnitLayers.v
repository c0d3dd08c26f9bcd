(** * UnitLayers: layers by lists of hidden units, and networks of T_2 by functions of a number

    Kajitsuka & Sato 2024, App. A.5: a feed-forward layer with its skip connection taken away is any sum of ReLUs of
    affine functions of a token. With the head of App. A.2 for the first unit vector the layers of (19) compute, of each
    token, one number; of it and of the numbers of the other tokens another one; and of that the token's output. *)

From Coq Require Import Reals List Arith Lia Lra.
From Exactua Require Import Networks Distance Sums KajitsukaStatements Projections Interpolation OneHead.
Import ListNotations.
Open Scope R_scope.

(** ** Sums over lists *)

Definition list_total {A : Type} (f : A -> R) (l : list A) : R := fold_right (fun a s => f a + s) 0 l.

Lemma list_total_app : forall A (f : A -> R) l l', list_total f (l ++ l') = list_total f l + list_total f l'.
Proof.
  intros A f l l'. induction l as [| a l IH]; unfold list_total in *; cbn [app fold_right]; [ring |]. rewrite IH. ring.
Qed.

Lemma list_total_flat_map : forall A B (f : B -> R) (g : A -> list B) l,
  list_total f (flat_map g l) = list_total (fun a => list_total f (g a)) l.
Proof.
  intros A B f g l. induction l as [| a l IH]; [reflexivity |]. cbn [flat_map]. rewrite list_total_app, IH. reflexivity.
Qed.

Lemma list_total_map : forall A B (f : B -> R) (g : A -> B) l, list_total f (map g l) = list_total (fun a => f (g a)) l.
Proof. intros A B f g l. induction l as [| a l IH]; [reflexivity |]. unfold list_total in *. cbn. now rewrite IH. Qed.

Lemma list_total_ext : forall A (f g : A -> R) l, (forall a, In a l -> f a = g a) -> list_total f l = list_total g l.
Proof.
  intros A f g l H. induction l as [| a l IH]; [reflexivity |]. unfold list_total in *. cbn [fold_right].
  rewrite (H a) by now left. rewrite IH; [reflexivity |]. intros b Hb. apply H. now right.
Qed.

Lemma list_total_scale : forall A (f : A -> R) c l, list_total (fun a => c * f a) l = c * list_total f l.
Proof. intros A f c l. induction l as [| a l IH]; unfold list_total in *; cbn [fold_right]; [ring |]. rewrite IH.
ring. Qed.

Lemma list_total_seq : forall d (f : nat -> R), list_total f (seq 0 d) = sum_below d f.
Proof.
  induction d as [| d IH]; intros f; [reflexivity |]. rewrite seq_S, list_total_app, IH. unfold list_total. simpl. ring.
Qed.

(** ** Hidden units *)

(** c max(0, w^T z + b) is added to a token z. *)
Record hidden_unit := HiddenUnit { direction_in : nat -> R; bias_in : R; direction_out : nat -> R }.

Definition no_unit : hidden_unit := HiddenUnit (fun _ => 0) 0 (fun _ => 0).

Definition units_layer (U : list hidden_unit) (b : nat -> R) : token_wise reals :=
  @TokenWise reals (length U) (fun a => direction_in (nth a U no_unit)) (fun a => bias_in (nth a U no_unit))
    (fun i a => direction_out (nth a U no_unit) i) b ReLU.

Definition adds (d : nat) (z : nat -> R) (r : nat) (u : hidden_unit) : R :=
  direction_out u r * Rmax 0 (dot d (direction_in u) z + bias_in u).

Lemma units_layer_is : forall d U b Z r k,
  @eq R (feed_forward (F := reals) d (units_layer U b) Z r k) (Z r k + list_total (adds d (column k Z) r) U + b r).
Proof.
  intros d U b Z r k.
  transitivity (Z r k + sum_below (length U) (fun a => direction_out (nth a U no_unit) r
    * activate (F := reals) ReLU (dot d (direction_in (nth a U no_unit)) (column k Z) + bias_in (nth a U no_unit))) +
        b r);
    [reflexivity |].
  f_equal. f_equal. unfold list_total. rewrite (fold_right_sum _ (adds d (column k Z) r) U no_unit).
  apply sum_below_ext. intros a _. now rewrite ReLU_value.
Qed.

(** The unit vector e^(i). *)
Definition e_ (i : nat) : nat -> R := fun l => if (l =? i)%nat then 1 else 0.

Lemma e_dot : forall d i c z, (i < d)%nat -> dot d (fun l => c * e_ i l) z = c * z i.
Proof.
  intros d i c z Hi. rewrite dot_sum, (sum_below_single d _ i Hi).
  - unfold e_. rewrite Nat.eqb_refl. ring.
  - intros j _ Hj. unfold e_. apply Nat.eqb_neq in Hj. rewrite Hj. ring.
Qed.

(** Units that take a token away: x = max(0, x) - max(0, -x). *)
Definition without_skip (d : nat) : list hidden_unit :=
  flat_map (fun i => [HiddenUnit (fun l => 1 * e_ i l) 0 (fun r => - e_ i r);
                      HiddenUnit (fun l => -1 * e_ i l) 0 (e_ i)]) (seq 0 d).

Lemma without_skip_is : forall d z r, (r < d)%nat -> list_total (adds d z r) (without_skip d) = - z r.
Proof.
  intros d z r Hr. unfold without_skip. rewrite list_total_flat_map, list_total_seq.
  assert (P : forall i, (i < d)%nat -> list_total (adds d z r) [HiddenUnit (fun l => 1 * e_ i l) 0 (fun r => - e_ i r);
    HiddenUnit (fun l => -1 * e_ i l) 0 (e_ i)] = - (e_ i r * z i)).
  { intros i Hi. unfold list_total, adds. cbn [fold_right direction_in bias_in direction_out].
    rewrite !e_dot by exact Hi. unfold Rmax.
    destruct (Rle_dec 0 (1 * z i + 0)), (Rle_dec 0 (-1 * z i + 0)); try lra.
    assert (z i = 0) as -> by lra. lra. }
  rewrite (sum_below_ext d _ _ P), (sum_below_single d _ r Hr).
  - unfold e_. rewrite Nat.eqb_refl. ring.
  - intros j _ Hj. unfold e_. replace (r =? j)%nat with false; [ring |]. symmetry. apply Nat.eqb_neq. lia.
Qed.

(** A layer that is sums of ReLUs, without the skip connection. *)
Definition sums_layer (d : nat) (U : list hidden_unit) (b : nat -> R) : token_wise reals :=
  units_layer (without_skip d ++ U) b.

Lemma sums_layer_is : forall d U b Z r k, (r < d)%nat ->
  @eq R (feed_forward (F := reals) d (sums_layer d U b) Z r k) (list_total (adds d (column k Z) r) U + b r).
Proof.
  intros d U b Z r k Hr. unfold sums_layer. rewrite units_layer_is, list_total_app, without_skip_is by exact Hr.
  unfold column. ring.
Qed.

(** ** Networks of T_2 *)

Lemma units_value_total : forall x U, units_value x U = list_total (unit_value x) U.
Proof. reflexivity. Qed.

(** What the head adds, but for a factor: the mean of y under softmax[kappa y_k y]. *)
Definition attended (n : nat) (kappa : R) (y : nat -> R) (k : nat) : R :=
  dot n y (softmax n (fun l => kappa * y l * y k)).

(** The number of a token z: p_0 psi(a z_0 + c) + ... + p_(d-1) psi(a z_(d-1) + c) + b, psi a sum of units. *)
Definition token_number (d : nat) (p : nat -> R) (b a c : R) (U : list (R * R)) (z : nat -> R) : R :=
  sum_below d (fun i => p i * units_value (a * z i + c) U) + b.

Lemma along_first : forall d Z k, (1 <= d)%nat -> along d first Z k = Z 0%nat k.
Proof.
  intros d Z k Hd. unfold along. rewrite (dot_ext d first (fun l => 1 * e_ 0 l) _ (column k Z)).
  - rewrite e_dot by lia. unfold column. ring.
  - intros i _. unfold first, e_. destruct (Nat.eqb i 0); ring.
  - intros i _. reflexivity.
Qed.

Section Numbers.
  Variables (s d n : nat) (p : nat -> R) (b a c kappa omega : R) (U : list (R * R)) (V : nat -> list (R * R)).
  Hypotheses (Hs : (1 <= s)%nat) (Hd : (1 <= d)%nat).

  Definition to_number : token_wise reals := sums_layer d
    (flat_map (fun i => map (fun u => HiddenUnit (fun l => a * e_ i l) (c + fst u) (fun r => p i * snd u * e_ 0 r)) U)
      (seq 0 d)) (fun r => b * e_ 0 r).

  Definition from_number : token_wise reals := sums_layer d
    (flat_map (fun i => map (fun u => HiddenUnit (fun l => 1 * e_ 0 l) (fst u) (fun r => snd u * e_ i r)) (V i))
      (seq 0 d)) (fun _ => 0).

  Lemma to_number_is : forall X r k, (r < d)%nat ->
    @eq R (feed_forward (F := reals) d to_number X r k) (e_ 0 r * token_number d p b a c U (column k X)).
  Proof.
    intros X r k Hr. unfold to_number. rewrite sums_layer_is by exact Hr.
    rewrite list_total_flat_map, list_total_seq. unfold token_number.
    rewrite (sum_below_ext d _ (fun i => e_ 0 r * (p i * units_value (a * column k X i + c) U))).
    - rewrite sum_below_scale. ring.
    - intros i Hi. rewrite list_total_map, units_value_total, <- !list_total_scale. apply list_total_ext.
      intros u _. unfold adds, unit_value. cbn [direction_in bias_in direction_out]. rewrite e_dot by exact Hi.
      rewrite <- Rplus_assoc. ring.
  Qed.

  Lemma from_number_is : forall Z r k, (r < d)%nat ->
    @eq R (feed_forward (F := reals) d from_number Z r k) (units_value (Z 0%nat k) (V r)).
  Proof.
    intros Z r k Hr. unfold from_number. rewrite sums_layer_is, list_total_flat_map, list_total_seq by exact Hr.
    rewrite (sum_below_single d _ r Hr).
    - rewrite list_total_map, Rplus_0_r, units_value_total. apply list_total_ext. intros u _. unfold adds, unit_value.
      cbn [direction_in bias_in direction_out]. rewrite e_dot by exact Hd. unfold e_, column. rewrite Nat.eqb_refl.
      rewrite Rmult_1_l. ring.
    - intros j _ Hj. rewrite list_total_map. rewrite (list_total_ext _ _ (fun u => 0 * unit_value (Z 0%nat k) u)).
      + rewrite list_total_scale. ring.
      + intros u _. unfold adds. cbn [direction_in bias_in direction_out]. unfold e_ at 1.
        replace (r =? j)%nat with false; [ring |]. symmetry. apply Nat.eqb_neq. lia.
  Qed.

  Definition number_head : head reals := the_head s first (fun i => omega * first i) kappa.

  (** What the three layers make of X. *)
  Lemma network_is : forall X r k, (r < d)%nat -> (k < n)%nat ->
    @eq R (feed_forward (F := reals) d from_number
        (attention softmax d n [number_head] (feed_forward d to_number X)) r k)
      (units_value (token_number d p b a c U (column k X)
        + omega * attended n kappa (fun l => token_number d p b a c U (column l X)) k) (V r)).
  Proof.
    intros X r k Hr Hk. rewrite from_number_is by exact Hr. f_equal. unfold number_head. rewrite output by exact Hs.
    rewrite to_number_is by lia.
    assert (E : forall l, along d first (feed_forward (F := reals) d to_number X) l =
      token_number d p b a c U (column l X)).
    { intros l. rewrite along_first, to_number_is by lia. unfold e_. rewrite Nat.eqb_refl. ring. }
    unfold e_, first at 1. rewrite !Nat.eqb_refl, Rmult_1_l, Rmult_1_r. f_equal. f_equal. unfold mean, attended.
    apply dot_ext.
    - intros l _. apply E.
    - intros l Hl. apply softmax_ext; [| exact Hl]. intros l' _. now rewrite !E.
  Qed.
End Numbers.
