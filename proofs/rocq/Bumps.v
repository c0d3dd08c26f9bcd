(** * Bumps: sums of ReLUs of one number that quantise it, and that take finitely many numbers to given values

    App. A.5 of Kajitsuka & Sato 2024: the steps of (56) to (58), and bumps as (67) and (68) have them for matrices. *)

From Coq Require Import Reals List Arith Lia Lra.
From Exactua Require Import Networks Distance Sums Interpolation.
Import ListNotations.
Open Scope R_scope.

Lemma units_value_app : forall x U V, units_value x (U ++ V) = units_value x U + units_value x V.
Proof.
  intros x U V. induction U as [| u U IH]; unfold units_value in *; cbn [app fold_right]; [ring |]. rewrite IH. ring.
Qed.

Definition scaled_units (c : R) (U : list (R * R)) : list (R * R) := map (fun u => (fst u, c * snd u)) U.

Lemma scaled_units_value : forall x c U, units_value x (scaled_units c U) = c * units_value x U.
Proof.
  intros x c U. induction U as [| u U IH]; unfold units_value, scaled_units in *; cbn [map fold_right]; [ring |].
  rewrite IH. unfold unit_value. cbn [fst snd]. ring.
Qed.

(** ** Bumps *)

(** 1 at p, 0 where t is r or more away from it, and in [0, 1] between. *)
Lemma bump : forall p r, 0 < r -> exists U, units_value p U = 1 /\ (forall t, r <= Rabs (t - p) ->
  units_value t U = 0) /\
  forall t, 0 <= units_value t U <= 1.
Proof.
  intros p r Hr. exists [(r - p, / r); (- p, - (2 * / r)); (- r - p, / r)].
  assert (I : 0 < / r) by (now apply Rinv_0_lt_compat). assert (E : r * / r = 1) by (apply Rinv_r; lra).
  assert (P : forall t, p - r <= t <= p + r -> 0 <= (r - Rabs (t - p)) * / r <= 1).
  { intros t Ht. assert (0 <= Rabs (t - p) <= r) by (split; [apply Rabs_pos | apply Rabs_le; lra]). split.
    - apply Rmult_le_pos; lra.
    - rewrite <- E. apply Rmult_le_compat_r; lra. }
  assert (V : forall t, units_value t [(r - p, / r); (- p, - (2 * / r)); (- r - p, / r)] =
    if Rle_dec r (Rabs (t - p)) then 0 else (r - Rabs (t - p)) * / r).
  { intros t. unfold units_value, unit_value. cbn [fold_right fst snd].
    destruct (Rle_dec 0 (t - p)) as [H | H].
    - rewrite (Rabs_right (t - p)) by lra. rewrite (Rmax_right 0 (t + (r - p))), (Rmax_right 0 (t + - p)) by lra.
      destruct (Rle_dec r (t - p)); [rewrite Rmax_right by lra | rewrite Rmax_left by lra]; ring.
    - rewrite (Rabs_left (t - p)) by lra. rewrite (Rmax_left 0 (t + - p)), (Rmax_left 0 (t + (- r - p))) by lra.
      destruct (Rle_dec r (- (t - p))); [rewrite Rmax_left by lra | rewrite Rmax_right by lra]; ring. }
  split; [| split].
  - rewrite V, Rminus_diag_eq, Rabs_R0 by reflexivity. destruct (Rle_dec r 0); [lra |]. rewrite Rminus_0_r. exact E.
  - intros t Ht. rewrite V. destruct (Rle_dec r (Rabs (t - p))); [reflexivity | contradiction].
  - intros t. rewrite V. destruct (Rle_dec r (Rabs (t - p))) as [H | H]; [lra |]. apply P.
    apply Rnot_le_lt, Rabs_def2 in H. lra.
Qed.

(** Finitely many numbers: those that are not equal are some 2 r apart. *)
Lemma gap_of_list : forall l : list R, exists r, 0 < r /\ forall x y, In x l -> In y l -> x <> y ->
  2 * r <= Rabs (x - y).
Proof.
  induction l as [| x l (r & Hr & H)]; [exists 1; split; [lra | contradiction] |].
  assert (G : exists r', 0 < r' /\ forall y, In y l -> x <> y -> 2 * r' <= Rabs (x - y)).
  { clear H. induction l as [| y l (r' & Hr' & H')]; [exists 1; split; [lra | contradiction] |].
    destruct (Req_dec x y) as [-> | Hne].
    - exists r'. split; [exact Hr' |]. intros z [<- | Hz] Hne; [contradiction | now apply H'].
    - assert (0 < Rabs (x - y)) by (apply Rabs_pos_lt; lra). exists (Rmin r' (Rabs (x - y) / 2)).
      pose proof (Rmin_l r' (Rabs (x - y) / 2)). pose proof (Rmin_r r' (Rabs (x - y) / 2)).
      split; [apply Rmin_glb_lt; lra |]. intros z [<- | Hz] Hxz; [lra |]. specialize (H' z Hz Hxz). lra. }
  destruct G as (r' & Hr' & H'). exists (Rmin r r'). pose proof (Rmin_l r r'). pose proof (Rmin_r r r').
  split; [apply Rmin_glb_lt; assumption |]. intros y z [<- | Hy] [<- | Hz] Hne.
  - contradiction.
  - specialize (H' z Hz Hne). lra.
  - rewrite Rabs_minus_sym. specialize (H' y Hy (fun E => Hne (eq_sym E))). lra.
  - specialize (H y z Hy Hz Hne). lra.
Qed.

(** y at x for all (x, y) of L, never more than the greatest |y|, and 0 beyond T, where all x are below T. *)
Theorem bumps_through : forall (L : list (R * R)) C T, 0 <= C ->
  (forall p q, In p L -> In q L -> fst p = fst q -> snd p = snd q) -> (forall p, In p L -> Rabs (snd p) <= C) ->
  (forall p, In p L -> fst p < T) ->
  exists U, (forall p, In p L -> units_value (fst p) U = snd p) /\ (forall t, Rabs (units_value t U) <= C) /\
    (forall t, T <= t -> units_value t U = 0).
Proof.
  intros L C T HC same_y bound below. destruct (gap_of_list (T :: map fst L)) as (r & Hr & gap).
  assert (gap' : forall p q, In p L -> In q L -> fst p <> fst q -> 2 * r <= Rabs (fst p - fst q)).
  { intros p q Hp Hq. apply gap; right; now apply in_map. }
  assert (G : exists U, (forall p, In p L -> units_value (fst p) U = snd p) /\
    (forall t, Rabs (units_value t U) <= C) /\
    (forall t, (forall p, In p L -> r <= Rabs (t - fst p)) -> units_value t U = 0)).
  { clear gap below. induction L as [| p L IH].
    - exists []. split; [contradiction |]. split; [| reflexivity]. intros t. cbn. now rewrite Rabs_R0.
    - destruct IH as (U & through & small & away).
      { intros q q' Hq Hq'. apply same_y; now right. }
      { intros q Hq. apply bound. now right. }
      { intros q q' Hq Hq'. apply gap'; now right. }
      destruct (in_dec Req_EM_T (fst p) (map fst L)) as [old | new].
      + exists U. split; [| split; [exact small |]].
        * intros q [<- | Hq]; [| now apply through]. apply in_map_iff in old. destruct old as (q & E & Hq).
          rewrite <- E, through by exact Hq. apply same_y; [now right | now left | exact E].
        * intros t Ht. apply away. intros q Hq. apply Ht. now right.
      + assert (far : forall q, In q L -> 2 * r <= Rabs (fst p - fst q)).
        { intros q Hq. apply gap'; [now left | now right |]. intros E. apply new. rewrite E. now apply in_map. }
        destruct (bump (fst p) r Hr) as (V & V1 & V0 & V01). exists (U ++ scaled_units (snd p) V).
        assert (one_of : forall t, Rabs (t - fst p) < r -> units_value t U = 0).
        { intros t Ht. apply away. intros q Hq. specialize (far q Hq).
          replace (fst p - fst q) with (- (t - fst p) + (t - fst q)) in far by ring.
          pose proof (Rabs_triang (- (t - fst p)) (t - fst q)) as Htr. rewrite Rabs_Ropp in Htr. lra. }
        split; [| split].
        * intros q [<- | Hq]; rewrite units_value_app, scaled_units_value.
          -- rewrite V1, one_of; [ring |]. now rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
          -- rewrite V0, through by (try exact Hq; rewrite Rabs_minus_sym; specialize (far q Hq); lra). ring.
        * intros t. rewrite units_value_app, scaled_units_value.
          destruct (Rle_dec r (Rabs (t - fst p))) as [H | H].
          -- rewrite V0 by exact H. rewrite Rmult_0_r, Rplus_0_r. apply small.
          -- rewrite one_of by lra. rewrite Rplus_0_l, Rabs_mult. specialize (V01 t).
             rewrite (Rabs_right (units_value t V)) by lra. rewrite <- (Rmult_1_r C).
             apply Rmult_le_compat; [apply Rabs_pos | lra | apply bound; now left | lra].
        * intros t Ht. rewrite units_value_app, scaled_units_value, V0, away; [ring | |].
          -- intros q Hq. apply Ht. now right.
          -- apply Ht. now left. }
  destruct G as (U & through & small & away). exists U. split; [exact through |]. split; [exact small |].
  intros t Ht. apply away. intros p Hp. specialize (below p Hp).
  assert (2 * r <= Rabs (T - fst p)) as H by (apply gap; [now left | right; now apply in_map | lra]).
  rewrite Rabs_right in * by lra. lra.
Qed.

(** ** Steps *)

(** 0 below a, 1 above b. *)
Lemma step_units : forall a b, a < b -> exists U, (forall t, t <= a -> units_value t U = 0) /\
  (forall t, b <= t -> units_value t U = 1) /\ forall t, 0 <= units_value t U <= 1.
Proof.
  intros a b Hab. exists [(- a, / (b - a)); (- b, - / (b - a))].
  assert (I : 0 < / (b - a)) by (apply Rinv_0_lt_compat; lra).
  assert (E : (b - a) * / (b - a) = 1) by (apply Rinv_r; lra).
  assert (V : forall t, (t <= a -> units_value t [(- a, / (b - a)); (- b, - / (b - a))] = 0) /\
    (b <= t -> units_value t [(- a, / (b - a)); (- b, - / (b - a))] = (b - a) * / (b - a)) /\
    (a <= t <= b -> units_value t [(- a, / (b - a)); (- b, - / (b - a))] = (t - a) * / (b - a))).
  { intros t. unfold units_value, unit_value. cbn [fold_right fst snd]. split; [| split]; intros H.
    - rewrite !Rmax_left by lra. ring.
    - rewrite !Rmax_right by lra. ring.
    - rewrite (Rmax_right 0 (t + - a)), (Rmax_left 0 (t + - b)) by lra. ring. }
  split; [| split].
  - intros t Ht. now apply V.
  - intros t Ht. rewrite <- E. now apply V.
  - intros t. destruct (Rle_dec t a) as [H | H]; [rewrite (proj1 (V t)); lra |].
    destruct (Rle_dec b t) as [H' | H']; [rewrite (proj1 (proj2 (V t))) by exact H'; lra |].
    rewrite (proj2 (proj2 (V t))) by lra. split; [apply Rmult_le_pos; lra |]. rewrite <- E.
    apply Rmult_le_compat_r; lra.
Qed.

(** l where t is in cell l of m cells, but for the strips between them; at least M outside of (0, 1). *)
Theorem quantising_units : forall m eta M, (1 <= m)%nat -> 0 < eta -> 0 <= M ->
  exists U, let psi t := units_value t U + M in
  (forall t, 0 <= psi t) /\ (forall t, ~ 0 < t < 1 -> M <= psi t) /\
  (forall l t, (l < m)%nat -> INR l / INR m + eta <= t <= (INR l + 1) / INR m - eta -> psi t = INR l).
Proof.
  intros m eta M Hm Heta HM. assert (Hm0 : 0 < INR m) by (apply lt_0_INR; lia).
  assert (I : 0 < / INR m) by (now apply Rinv_0_lt_compat).
  assert (G : forall k, exists U, (forall t, 0 <= units_value t U) /\ forall l t,
    INR l / INR m + eta <= t <= (INR l + 1) / INR m - eta -> units_value t U = INR (Nat.min l k)).
  { induction k as [| k (U & positive & cells)].
    - exists []. split; [intros; cbn; lra |]. intros l t _. now rewrite Nat.min_0_r.
    - destruct (step_units (INR (S k) / INR m - eta) (INR (S k) / INR m + eta)) as (V & V0 & V1 & V01); [lra |].
      exists (U ++ V). split; [intros t; rewrite units_value_app; specialize (positive t); specialize (V01 t); lra |].
      intros l t Ht. rewrite units_value_app, (cells l t Ht). destruct (Nat.le_gt_cases l k) as [H | H].
      + rewrite (Nat.min_l l k), (Nat.min_l l (S k)) by lia. rewrite V0.
        * ring.
        * apply Rle_trans with (1 := proj2 Ht). apply Rplus_le_compat_r. rewrite <- S_INR.
          apply Rmult_le_compat_r; [lra |]. apply le_INR. lia.
      + rewrite (Nat.min_r l k), (Nat.min_r l (S k)) by lia. rewrite V1.
        * now rewrite S_INR.
        * apply Rle_trans with (2 := proj1 Ht). apply Rplus_le_compat_r. apply Rmult_le_compat_r; [lra |].
          apply le_INR. lia. }
  destruct (G m) as (U & positive & cells).
  destruct (step_units 0 eta) as (A & A0 & A1 & A01); [lra |].
  destruct (step_units (1 - eta) 1) as (B & B0 & B1 & B01); [lra |].
  exists (scaled_units (- M) A ++ scaled_units M B ++ U).
  assert (V : forall t, units_value t (scaled_units (- M) A ++ scaled_units M B ++ U) + M =
    M * (1 - units_value t A) + M * units_value t B + units_value t U)
    by (intros t; rewrite !units_value_app, !scaled_units_value; ring).
  assert (P : forall t, 0 <= M * (1 - units_value t A) /\ 0 <= M * units_value t B)
    by (intros t; specialize (A01 t); specialize (B01 t); split; apply Rmult_le_pos; lra).
  cbn zeta. split; [| split].
  - intros t. rewrite V. specialize (P t). specialize (positive t). lra.
  - intros t Ht. rewrite V. specialize (P t). specialize (positive t). destruct (Rle_dec t 0) as [H | H].
    + rewrite (A0 t H) in *. lra.
    + rewrite (B1 t) in * by lra. lra.
  - intros l t Hl Ht. rewrite V, (cells l t Ht), Nat.min_l by lia.
    assert (0 <= INR l / INR m) by (apply Rmult_le_pos; [apply pos_INR | lra]).
    assert ((INR l + 1) / INR m <= 1).
    { apply Rle_trans with (INR m / INR m); [| right; apply Rinv_r; lra]. apply Rmult_le_compat_r; [lra |].
      rewrite <- S_INR. apply le_INR. lia. }
    rewrite A1, B0 by lra. ring.
Qed.
