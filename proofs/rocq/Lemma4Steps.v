(** * Lemma4Steps: the steps of App. D on the distance, for every continuous f, and with numbers for two of them

    A function of X and C = C_L that is below e^p wherever ||X - C||_infinity < delta has a bound below e^p where
    ||X - C||_infinity <= delta/2, as [X C] is in a closed box. *)

From Coq Require Import Reals ZArith List Permutation FinFun Lra Lia Classical.
From Exactua Require Import Matrices Distance Cubes Powers Sums Boxes Compactness Coverings RealStatements Lemma4.
Import ListNotations.
Open Scope R_scope.

(** ** f_bar *)

Lemma delta_above_zero : forall m, (1 <= m)%nat -> 0 < 1 / INR m.
Proof. intros m Hm. apply Rdiv_lt_0_compat; [lra |]. now apply INR_positive. Qed.

(** X has a cube, with f_bar(X) = f(C) and C at most delta/2 away; or X has none, and f_bar(X) = 0. *)
Lemma at_centres_cases : forall d n m f f_bar X, (1 <= m)%nat -> at_centres d n m f f_bar ->
  (exists C, same d n (f_bar X) (f C) /\
    forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1 /\ 0 <= C i j <= 1 /\ Rabs (X i j - C i j) <= 1 / INR m
      / 2) \/
  (~ (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1)) /\ same d n (f_bar X) zero.
Proof.
  intros d n m f f_bar X Hm H. destruct (H X) as [In Out]. pose proof (INR_positive m Hm) as P.
  destruct (classic (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1)) as [Inside | Outside]; [left | right].
  - set (L := fun i j => Z.to_nat (cell m (X i j))). exists (fun i j => (INR (L i j) + / 2) / INR m).
    assert (B : forall i j, (i < d)%nat -> (j < n)%nat -> (0 <= cell m (X i j) < Z.of_nat m)%Z)
      by (intros i j Hi Hj; now apply (cell_of_unit m Hm), Inside).
    assert (E : forall i j, (i < d)%nat -> (j < n)%nat -> INR (L i j) = IZR (cell m (X i j)))
      by (intros i j Hi Hj; unfold L; rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity | now apply B]).
    split.
    + apply In.
      * intros i j Hi Hj. specialize (B i j Hi Hj). unfold L. lia.
      * intros i j Hi Hj. rewrite E by assumption. now apply cell_bounds.
    + intros i j Hi Hj. split; [now apply Inside |]. rewrite E by assumption.
      destruct (cell_bounds m Hm (X i j)) as [B1 B2]. specialize (B i j Hi Hj).
      assert (C0 : 0 <= IZR (cell m (X i j))) by (apply IZR_le; lia).
      assert (C1 : IZR (cell m (X i j)) + 1 <= INR m) by (rewrite INR_IZR_INZ, <- plus_IZR; apply IZR_le; lia).
      set (c := IZR (cell m (X i j))) in *. unfold Rdiv in *. pose proof (Rinv_0_lt_compat _ P) as I.
      assert (M : INR m * / INR m = 1) by (apply Rinv_r; lra). split; [split |].
      * apply Rmult_le_pos; lra.
      * rewrite <- M. apply Rmult_le_compat_r; lra.
      * apply Rabs_le. lra.
  - split; [exact Outside |]. apply Out. intros L HL HX. apply Outside. intros i j Hi Hj.
    destruct (HX i j Hi Hj) as [B1 B2]. pose proof (HL i j Hi Hj) as Lm. apply le_INR in Lm. rewrite S_INR in Lm.
    pose proof (pos_INR (L i j)) as L0. unfold Rdiv in *. pose proof (Rinv_0_lt_compat _ P) as I.
    assert (M : INR m * / INR m = 1) by (apply Rinv_r; lra). split.
    + eapply Rle_trans; [| exact B1]. apply Rmult_le_pos; lra.
    + eapply Rlt_le_trans; [exact B2 |]. rewrite <- M. apply Rmult_le_compat_r; lra.
Qed.

(** A continuous f that is 0 outside of [0, 1]^(d x n) is 0 on its faces. *)
Lemma zero_without_cube : forall d n f X, continuous d n f -> supported_in_unit_cube d n f ->
  ~ (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1) -> same d n (f X) zero.
Proof.
  intros d n f X Hf Hout None.
  assert (E : exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ 0 <= X i j < 1).
  { apply NNPP. intros No. apply None. intros i j Hi Hj. apply NNPP. intros N. apply No. now exists i, j. }
  destruct E as (i & j & Hi & Hj & N). destruct (classic (0 <= X i j <= 1)) as [In | Out]; [| now apply (Hout X i j)].
  assert (X1 : X i j = 1) by lra. intros k l Hk Hl. unfold zero. apply NNPP. intros Ne. apply Rabs_pos_lt in Ne.
  destruct (Hf X _ Ne) as (s & Hs & H). specialize (H (put i j (1 + s / 2) X)).
  assert (Near : within d n s X (put i j (1 + s / 2) X)).
  { intros a b _ _. destruct (classic ((a, b) = (i, j))) as [Eq | Eq].
    - injection Eq as -> ->. rewrite put_there, X1. apply Rabs_def1; lra.
    - rewrite put_elsewhere by exact Eq. unfold Rminus. now rewrite Rplus_opp_r, Rabs_R0. }
  specialize (H Near k l Hk Hl). rewrite (Hout (put i j (1 + s / 2) X) i j Hi Hj) in H; [| | exact Hk | exact Hl].
  - unfold zero in H. rewrite Rminus_0_r in H. lra.
  - rewrite put_there. lra.
Qed.

(** One box, the unit cube, with one weight. *)
Lemma at_most_on_unit_cube : forall d n p f g e, 0 <= e ->
  (forall X, (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j <= 1) -> difference d n p f g X <= power e p) ->
  (forall X, ~ (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j <= 1) -> same d n (f X) (g X)) ->
  at_most d n p f g everywhere e.
Proof.
  intros d n p f g e He In Out. apply (by_upper_sum_holds d n p f g everywhere e (power e p)); [exact He | | lra].
  exists 1%nat, (fun _ => unit_box), (fun _ => power e p).
  split; [intros; apply power_nonnegative |]. split; [| simpl; rewrite unit_volume; ring].
  intros X _. simpl sum_below. rewrite Rplus_0_l. destruct (indicator_cases d n unit_box X) as [[HX ->] | [HX ->]].
  - rewrite Rmult_1_r. apply In. exact HX.
  - rewrite difference_same; [lra |]. apply Out. exact HX.
Qed.

Lemma no_cube_outside : forall d n (X : matrix), ~ (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j <= 1) ->
  ~ (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1).
Proof. intros d n X N H. apply N. intros i j Hi Hj. specialize (H i j Hi Hj). lra. Qed.

(** ||f(X) - f_bar(X)||_p^p where f_bar(X) is f(C). *)
Lemma difference_at_centre : forall d n p f f_bar X C, same d n (f_bar X) (f C) ->
  difference d n p f f_bar X = difference d n p f (fun _ => f C) X.
Proof.
  intros d n p f f_bar X C E. apply sum_over_ext. intros i j I. apply entries_in in I as [Hi Hj].
  now rewrite (E i j Hi Hj).
Qed.

(** ** A bound below e^p *)

(** (a + t)^p <= a^p + t (a + 1)^p for 0 <= t <= 1. *)
Lemma power_near : forall a t p, 0 <= a -> 0 <= t <= 1 -> 1 <= p -> power (a + t) p <= power a p + t * power (a + 1) p.
Proof.
  intros a t p Ha Ht Hp. pose proof (power_convex (1 - t) t a (a + 1) p) as H.
  replace ((1 - t) * a + t * (a + 1)) with (a + t) in H by ring.
  specialize (H ltac:(lra) ltac:(lra) ltac:(lra) Ha ltac:(lra) Hp). pose proof (power_nonnegative a p). nra.
Qed.

(** A little less than e. *)
Definition less (e : R) (N : nat) : R := e * (1 - / INR (S (S N))).

Lemma half_at_most : forall N, 0 < / INR (S (S N)) <= / 2.
Proof.
  intros N. split; [apply Rinv_0_lt_compat, lt_0_INR; lia |]. apply Rinv_le_contravar; [lra |].
  rewrite !S_INR. pose proof (pos_INR N). lra.
Qed.

Lemma less_bounds : forall e N, 0 < e -> 0 <= less e N < e.
Proof. intros e N He. pose proof (half_at_most N). unfold less. nra. Qed.

Lemma less_grows : forall e N M, 0 < e -> (N <= M)%nat -> less e N <= less e M.
Proof.
  intros e N M He H. unfold less. apply Rmult_le_compat_l; [lra |].
  assert (/ INR (S (S M)) <= / INR (S (S N))); [| lra].
  apply Rinv_le_contravar; [apply lt_0_INR; lia | apply le_INR; lia].
Qed.

(** What is below e^p is below the p-th power of something less. *)
Lemma less_reaches : forall e p x, 0 < e -> 1 <= p -> x < power e p -> exists N, x <= power (less e N) p.
Proof.
  intros e p x He Hp Hx. pose proof (power_above_zero e p He) as P. set (c := power e p) in *.
  assert (G : 0 < (c - x) / (c * p)) by (apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]).
  destruct (archimed_cor1 _ G) as (N & HN & Np). exists N. unfold less.
  pose proof (half_at_most N) as [Q0 Q1]. set (q := / INR (S (S N))) in *.
  assert (Qs : q <= / INR N) by (apply Rinv_le_contravar; [now apply lt_0_INR | apply le_INR; lia]).
  rewrite power_times by lra. fold c.
  pose proof (bernoulli (1 - q) p ltac:(lra) Hp) as B. replace (1 + p * (1 - q - 1)) with (1 - p * q) in B by ring.
  assert (C : c * (p * q) <= c - x).
  { assert (L : q <= (c - x) / (c * p)) by lra. apply (Rmult_le_compat_l (c * p)) in L; [| nra].
    replace (c * p * ((c - x) / (c * p))) with (c - x) in L by (field; lra). lra. }
  apply (Rmult_le_compat_l c) in B; [| lra]. lra.
Qed.

Section Strictly.
  Variables (d n m : nat) (f : matrix -> matrix) (p e : R).
  Hypothesis one_m : (1 <= m)%nat.
  Hypothesis f_continuous : continuous d n f.
  Hypothesis one_p : 1 <= p.
  Hypothesis e_positive : 0 < e.
  Hypothesis modulus : forall X Y, within d n (1 / INR m) X Y -> difference d n p f (fun _ => f Y) X < power e p.

  Definition left_half (Z : matrix) : matrix := Z.
  Definition right_half (Z : matrix) : matrix := fun i j => Z i (n + j)%nat.
  Definition both_halves (X C : matrix) : matrix := fun i j => if (j <? n)%nat then X i j else C i (j - n)%nat.

  Definition bounded_by (N : nat) (Z : matrix) : Prop :=
    (forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (left_half Z i j - right_half Z i j) <= 1 / INR m / 2) ->
    difference d n p f (fun _ => f (right_half Z)) (left_half Z) <= power (less e N) p.

  Lemma halves_within : forall r Z W, within d (n + n) r Z W ->
    within d n r (left_half Z) (left_half W) /\ within d n r (right_half Z) (right_half W).
  Proof. intros r Z W H. split; intros i j Hi Hj; apply H; lia. Qed.

  Lemma near_values : forall X Y C E t, 0 <= t <= 1 -> within d n (t / 2) (f X) (f Y) -> within d n (t / 2) (f C) (f
    E) ->
    difference d n p f (fun _ => f E) Y <= difference d n p f (fun _ => f C) X +
      t * sum_over (entries d n) (fun i j => power (Rabs (f X i j - f C i j) + 1) p).
  Proof.
    intros X Y C E t Ht HX HC. unfold difference. rewrite <- sum_over_scale, <- sum_over_plus. apply sum_over_le.
    intros i j I. apply entries_in in I as [Hi Hj]. specialize (HX i j Hi Hj). specialize (HC i j Hi Hj).
    eapply Rle_trans; [| apply power_near; [apply Rabs_pos | exact Ht | exact one_p]]. apply power_monotone; [lra |].
    replace (f Y i j - f E i j) with ((f X i j - f C i j) + (- (f X i j - f Y i j) + (f C i j - f E i j))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat_l.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
  Qed.

  Lemma bounded_near : forall Z, exists r N, 0 < r /\ forall W, within d (n + n) r Z W -> bounded_by N W.
  Proof.
    intros Z. pose proof (delta_above_zero m one_m) as D. set (dl := 1 / INR m) in *.
    destruct (classic (within d n dl (left_half Z) (right_half Z))) as [Near | Far].
    - pose proof (modulus _ _ Near) as H. set (h := difference d n p f _ _) in H. set (c := power e p) in *.
      set (S := sum_over (entries d n) (fun i j => power (Rabs (f (left_half Z) i j - f (right_half Z) i j) + 1) p)).
      assert (S0 : 0 <= S).
      { unfold S. replace 0 with (sum_over (entries d n) (fun _ _ => 0)) by (rewrite sum_over_constant; ring).
        apply sum_over_le. intros. apply power_nonnegative. }
      set (t := Rmin 1 ((c - h) / 2 / (S + 1))).
      assert (T : 0 < t <= 1 /\ t * S <= (c - h) / 2).
      { assert (Q : 0 < (c - h) / 2 / (S + 1)) by (apply Rdiv_lt_0_compat; lra).
        pose proof (Rmin_l 1 ((c - h) / 2 / (S + 1))) as L1. pose proof (Rmin_r 1 ((c - h) / 2 / (S + 1))) as L2.
        fold t in L1, L2. assert (T0 : 0 < t) by (unfold t; apply Rmin_glb_lt; lra). split; [lra |].
        apply (Rmult_le_compat_r (S + 1)) in L2; [| lra].
        replace ((c - h) / 2 / (S + 1) * (S + 1)) with ((c - h) / 2) in L2 by (field; lra). nra. }
      destruct T as [[T0 T1] TS].
      destruct (less_reaches e p ((c + h) / 2) e_positive one_p) as [N HN]; [fold c; lra |].
      destruct (f_continuous (left_half Z) (t / 2) ltac:(lra)) as (s1 & P1 & H1).
      destruct (f_continuous (right_half Z) (t / 2) ltac:(lra)) as (s2 & P2 & H2).
      exists (Rmin s1 s2), N. split; [now apply Rmin_glb_lt |]. intros W HW _.
      destruct (halves_within _ _ _ HW) as [HX HC]. eapply Rle_trans; [| exact HN].
      eapply Rle_trans; [apply (near_values (left_half Z) (left_half W) (right_half Z) (right_half W) t); [lra | |] |].
      + apply H1. intros i j Hi Hj. specialize (HX i j Hi Hj). pose proof (Rmin_l s1 s2). lra.
      + apply H2. intros i j Hi Hj. specialize (HC i j Hi Hj). pose proof (Rmin_r s1 s2). lra.
      + fold h S. lra.
    - assert (E : exists i j, (i < d)%nat /\ (j < n)%nat /\ dl <= Rabs (left_half Z i j - right_half Z i j)).
      { apply NNPP. intros No. apply Far. intros i j Hi Hj. apply Rnot_le_lt. intros Le. apply No. now exists i, j. }
      destruct E as (i & j & Hi & Hj & Le). exists (dl / 8), 0%nat. split; [lra |]. intros W HW Close. exfalso.
      destruct (halves_within _ _ _ HW) as [HX HC]. specialize (Close i j Hi Hj). specialize (HX i j Hi Hj).
      specialize (HC i j Hi Hj).
      assert (T : Rabs (left_half Z i j - right_half Z i j) <= Rabs (left_half Z i j - left_half W i j) +
        (Rabs (left_half W i j - right_half W i j) + Rabs (right_half Z i j - right_half W i j))).
      { replace (left_half Z i j - right_half Z i j) with ((left_half Z i j - left_half W i j) +
          ((left_half W i j - right_half W i j) + - (right_half Z i j - right_half W i j))) by ring.
        eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat_l.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
      fold dl in Close. lra.
  Qed.

  (** One bound for all X in the unit cube and all centres. *)
  Lemma one_bound : exists N, forall X C,
    (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j <= 1 /\ 0 <= C i j <= 1 /\ Rabs (X i j - C i j) <= 1 / INR
      m / 2) ->
    difference d n p f (fun _ => f C) X <= power (less e N) p.
  Proof.
    destruct (compact d (n + n) unit_box bounded_by) as [N HN].
    - intros N M Z H B Close. eapply Rle_trans; [exact (B Close) |]. apply power_monotone; [lra |].
      now apply less_grows.
    - intros Z _. apply bounded_near.
    - exists N. intros X C H. specialize (HN (both_halves X C)).
      assert (L : forall i j, (j < n)%nat -> left_half (both_halves X C) i j = X i j).
      { intros i j Hj. unfold left_half, both_halves. now rewrite (proj2 (Nat.ltb_lt j n) Hj). }
      assert (R : forall i j, right_half (both_halves X C) i j = C i j).
      { intros i j. unfold right_half, both_halves. rewrite (proj2 (Nat.ltb_ge (n + j) n)) by lia.
        now replace (n + j - n)%nat with j by lia. }
      assert (EX : same d n (f X) (f (left_half (both_halves X C)))).
      { apply same_within; [exact f_continuous |]. intros i j _ Hj. now rewrite L. }
      assert (EC : same d n (f C) (f (right_half (both_halves X C)))).
      { apply same_within; [exact f_continuous |]. intros i j _ Hj. now rewrite R. }
      assert (E : difference d n p f (fun _ => f C) X =
        difference d n p f (fun _ => f (right_half (both_halves X C))) (left_half (both_halves X C))).
      { apply sum_over_ext. intros i j I. apply entries_in in I as [Hi Hj].
      now rewrite (EX i j Hi Hj), (EC i j Hi Hj). }
      rewrite E. apply HN.
      + intros i j Hi Hj. simpl. unfold zero, both_halves. destruct (Nat.ltb_spec j n) as [J | J].
        * apply (H i j Hi J).
        * apply (H i (j - n)%nat Hi ltac:(lia)).
      + intros i j Hi Hj. rewrite L, R by assumption. now apply H.
  Qed.
End Strictly.

Theorem lemma_4_strictly_holds : lemma_4_strictly.
Proof.
  intros d n m f f_bar p e Hm Hf Hout Hp He Hbar modulus. pose proof (delta_above_zero m Hm) as D.
  assert (Zero : forall X, ~ (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1) -> same d n (f_bar X) zero ->
    same d n (f X) (f_bar X)).
  { intros X N B i j Hi Hj. rewrite (B i j Hi Hj). now apply (zero_without_cube d n f X Hf Hout N). }
  split.
  - intros X. destruct (at_centres_cases d n m f f_bar X Hm Hbar) as [(C & E & H) | [N B]].
    + rewrite (difference_at_centre d n p f f_bar X C E). apply modulus. intros i j Hi Hj.
      destruct (H i j Hi Hj) as (_ & _ & A). lra.
    + rewrite difference_same by now apply Zero. now apply power_above_zero.
  - destruct (one_bound d n m f p e Hm Hf Hp He modulus) as [N HN]. exists (less e N).
    pose proof (less_bounds e N He) as [L0 L1]. split; [exact L1 |]. apply at_most_on_unit_cube; [exact L0 | |].
    + intros X HX. destruct (at_centres_cases d n m f f_bar X Hm Hbar) as [(C & E & H) | [No B]].
      * rewrite (difference_at_centre d n p f f_bar X C E). apply HN. intros i j Hi Hj.
        destruct (H i j Hi Hj) as (_ & A & A'). split; [now apply HX | now split].
      * rewrite difference_same by now apply Zero. apply power_nonnegative.
    + intros X HX. destruct (at_centres_cases d n m f f_bar X Hm Hbar) as [(C & E & H) | [No B]].
      * exfalso. apply (no_cube_outside d n X HX). intros i j Hi Hj. now apply H.
      * now apply Zero.
Qed.

(** ** With a constant *)

Lemma lipschitz_continuous : forall d n K f, 0 <= K -> lipschitz d n K f -> continuous d n f.
Proof.
  intros d n K f HK H X r Hr. exists (r / (K + 1)). split; [apply Rdiv_lt_0_compat; lra |]. intros Y HY i j Hi Hj.
  eapply Rle_lt_trans; [apply (H X Y (r / (K + 1))); try assumption |].
  - intros k l Hk Hl. left. now apply HY.
  - apply (Rmult_lt_reg_r (K + 1)); [lra |]. replace (K * (r / (K + 1)) * (K + 1)) with (K * r) by (field; lra). nra.
Qed.

Lemma entries_count : forall d n, length (entries d n) = (d * n)%nat.
Proof. intros d n. unfold entries. now rewrite prod_length, !seq_length. Qed.

Theorem lemma_4_with_constant_holds : lemma_4_with_constant.
Proof.
  intros d n m K f f_bar p e Hm HK Hf Hout Hp He Hbar Ep. pose proof (delta_above_zero m Hm) as D.
  pose proof (lipschitz_continuous d n K f HK Hf) as Hc. pose proof (INR_positive m Hm) as P.
  assert (Half : power (e / 2) p = INR (d * n) * power (K / INR m / 2) p).
  { unfold Rdiv in *. rewrite power_times, Ep by lra.
    rewrite (power_times (K * / INR m) (/ 2)); [ring | | lra]. apply Rmult_le_pos; [exact HK |].
    left. now apply Rinv_0_lt_compat. }
  assert (Zero : forall X, ~ (forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1) -> same d n (f_bar X) zero ->
    same d n (f X) (f_bar X)).
  { intros X N B i j Hi Hj. rewrite (B i j Hi Hj). now apply (zero_without_cube d n f X Hc Hout N). }
  apply at_most_on_unit_cube; [lra | |].
  - intros X HX. destruct (at_centres_cases d n m f f_bar X Hm Hbar) as [(C & E & H) | [No B]].
    + rewrite (difference_at_centre d n p f f_bar X C E), Half, <- entries_count, <- sum_over_constant.
      apply sum_over_le. intros i j I. apply entries_in in I as [Hi Hj]. apply power_monotone; [lra |].
      replace (K / INR m / 2) with (K * (1 / INR m / 2)) by (field; lra).
      apply (Hf X C); try assumption. intros k l Hk Hl. now apply H.
    + rewrite difference_same by now apply Zero. apply power_nonnegative.
  - intros X HX. destruct (at_centres_cases d n m f f_bar X Hm Hbar) as [(C & E & H) | [No B]].
    + exfalso. apply (no_cube_outside d n X HX). intros i j Hi Hj. now apply H.
    + now apply Zero.
Qed.

(** ** The two functions *)

Definition hump (t : R) : R := Rmax 0 (4 * t * (1 - t)).

Lemma hump_cases : forall t, (0 <= t <= 1 /\ hump t = 4 * t * (1 - t)) \/ (~ 0 <= t <= 1 /\ hump t = 0).
Proof.
  intros t. unfold hump. destruct (classic (0 <= t <= 1)) as [H | H]; [left | right]; (split; [exact H |]).
  - apply Rmax_right. nra.
  - apply Rmax_left. destruct (Rlt_le_dec t 0); [nra |]. destruct (Rlt_le_dec 1 t); [nra | lra].
Qed.

Lemma hump_bounds : forall t, 0 <= hump t <= 1.
Proof.
  intros t. destruct (hump_cases t) as [[H ->] | [_ ->]]; [| lra].
  pose proof (Rle_0_sqr (2 * t - 1)) as S. unfold Rsqr in S. split; nra.
Qed.

Lemma hump_varies : forall x y r, Rabs (x - y) <= r -> Rabs (hump x - hump y) <= 4 * r.
Proof.
  intros x y r H. apply Rabs_le_between in H || (pose proof (Rle_abs (x - y)); pose proof (Rle_abs (- (x - y)));
    rewrite Rabs_Ropp in *).
  assert (A : - r <= x - y <= r) by (clear - H; pose proof (Rle_abs (x - y)); pose proof (Rle_abs (- (x - y)));
    rewrite ?Rabs_Ropp in *; lra).
  apply Rabs_le. destruct (hump_cases x) as [[X ->] | [X ->]], (hump_cases y) as [[Y ->] | [Y ->]].
  - split; nra.
  - destruct (Rlt_le_dec y 0); [split; nra |]. destruct (Rlt_le_dec 1 y); [split; nra | lra].
  - destruct (Rlt_le_dec x 0); [split; nra |]. destruct (Rlt_le_dec 1 x); [split; nra | lra].
  - lra.
Qed.

(** Products of numbers in [0, 1] differ by at most what their factors differ by. *)
Lemma products_differ : forall l (a b : nat -> nat -> R) r, (forall i j, In (i, j) l -> 0 <= a i j <= 1) ->
  (forall i j, In (i, j) l -> 0 <= b i j <= 1) -> (forall i j, In (i, j) l -> Rabs (a i j - b i j) <= r) ->
  0 <= product_over l a <= 1 /\ 0 <= product_over l b <= 1 /\
  Rabs (product_over l a - product_over l b) <= INR (length l) * r.
Proof.
  induction l as [| [i j] l IH]; intros a b r A B H.
  - unfold product_over. simpl. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
  - rewrite !product_over_cons. cbn [length]. rewrite S_INR.
    destruct (IH a b r) as (A' & B' & D); [intros; apply A; now right .. | intros; apply B; now right |
      intros; apply H; now right |].
    specialize (A i j (or_introl eq_refl)). specialize (B i j (or_introl eq_refl)).
    specialize (H i j (or_introl eq_refl)).
    set (u := product_over l a) in *. set (v := product_over l b) in *. split; [split; nra |]. split; [split; nra |].
    replace (a i j * u - b i j * v) with ((a i j - b i j) * u + b i j * (u - v)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult, (Rabs_right u), (Rabs_right (b i j)) by lra.
    pose proof (Rabs_pos (a i j - b i j)). pose proof (Rabs_pos (u - v)). nra.
Qed.

Lemma bump_is : forall d n X i j, bump d n X i j = product_over (entries d n) (fun i j => hump (X i j)).
Proof. reflexivity. Qed.

Lemma bump_bounds : forall d n X i j, 0 <= bump d n X i j <= 1.
Proof.
  intros d n X i j. rewrite bump_is.
  apply (products_differ (entries d n) (fun i j => hump (X i j)) (fun i j => hump (X i j)) 0); intros;
    try apply hump_bounds. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
Qed.

Lemma bump_outside : forall d n X k l, (k < d)%nat -> (l < n)%nat -> ~ 0 <= X k l <= 1 ->
  forall i j, bump d n X i j = 0.
Proof.
  intros d n X k l Hk Hl H i j. rewrite bump_is. apply (product_over_zero _ _ k l); [now apply entries_in |].
  destruct (hump_cases (X k l)) as [[In _] | [_ E]]; [contradiction | exact E].
Qed.

Lemma bump_lipschitz : forall d n, lipschitz d n (INR (4 * d * n)) (bump d n).
Proof.
  intros d n X Y r H i j Hi Hj. rewrite !bump_is.
  assert (R0 : 0 <= r) by (eapply Rle_trans; [apply Rabs_pos | exact (H i j Hi Hj)]).
  destruct (products_differ (entries d n) (fun i j => hump (X i j)) (fun i j => hump (Y i j)) (4 * r)) as (_ & _ & D).
  - intros; apply hump_bounds.
  - intros; apply hump_bounds.
  - intros k l I. apply entries_in in I as [Hk Hl]. apply hump_varies. now apply H.
  - rewrite entries_count in D. eapply Rle_trans; [exact D |]. apply Req_le. rewrite !mult_INR.
    replace (INR 4) with 4 by (cbn; lra). ring.
Qed.

Lemma product_permuted : forall l l' (a : nat -> nat -> R), Permutation l l' -> product_over l a = product_over l' a.
Proof.
  intros l l' a H. unfold product_over. induction H as [| x l l' _ IH | x y l | l l' l'' _ I1 _ I2]; simpl.
  - reflexivity.
  - now rewrite IH.
  - ring.
  - congruence.
Qed.

Lemma bump_equivariant : forall d n, equivariant d n (bump d n).
Proof.
  intros d n s X (t & Hs) i j Hi Hj. unfold permuted at 2. rewrite !bump_is. unfold permuted.
  set (move := fun e : nat * nat => (fst e, s (snd e))).
  assert (E : product_over (entries d n) (fun i j => hump (X i (s j))) =
    product_over (map move (entries d n)) (fun i j => hump (X i j))).
  { generalize (entries d n). induction l as [| [a b] l IH]; [reflexivity |]. cbn [map]. unfold move at 1.
  cbn [fst snd].
    rewrite !product_over_cons. now rewrite IH. }
  rewrite E. apply product_permuted. apply NoDup_Permutation.
  - assert (G : forall l, NoDup l -> (forall e, In e l -> (snd e < n)%nat) -> NoDup (map move l)).
    { induction l as [| e l IH]; intros N B; [constructor |]. apply NoDup_cons_iff in N as [N0 N]. cbn [map].
    constructor.
      - intros I. apply in_map_iff in I as (e' & Eq & I). apply N0.
        assert (e' = e); [| now subst e']. unfold move in Eq. destruct e as [a b], e' as [a' b']. cbn [fst snd] in Eq.
        injection Eq as -> Eb. f_equal. destruct (Hs b) as (_ & _ & _ & T); [exact (B (a, b) (or_introl eq_refl)) |].
        destruct (Hs b') as (_ & _ & _ & T'); [exact (B (a, b') (or_intror I)) |]. congruence.
      - apply IH; [exact N |]. intros e' I. apply B. now right. }
    apply G; [apply entries_once |]. intros [a b] I. now apply entries_in in I as [_ I].
  - apply entries_once.
  - intros [a b]. split.
    + intros I. apply in_map_iff in I as ([a' b'] & Eq & I). unfold move in Eq. cbn [fst snd] in Eq.
      injection Eq as <- <-. apply entries_in in I as [Ia Ib]. apply entries_in. split; [exact Ia |]. now apply Hs.
    + intros I. apply entries_in in I as [Ia Ib]. apply in_map_iff. exists (a, t b).
    destruct (Hs b Ib) as (_ & Tb & ST & _).
      split; [unfold move; cbn [fst snd]; now rewrite ST |]. apply entries_in. now split.
Qed.

Lemma tilted_lipschitz : forall d n, lipschitz d n (INR (4 * d * n + 1)) (tilted d n).
Proof.
  intros d n X Y r H i j Hi Hj. pose proof (bump_lipschitz d n X Y r H i j Hi Hj) as D. pose proof (H i j Hi Hj) as E.
  rewrite plus_INR. change (INR 1) with 1. unfold tilted. pose proof (bump_bounds d n X i j) as BX.
  pose proof (bump_bounds d n Y i j) as BY.
  assert (K0 : 0 <= INR (4 * d * n)) by apply pos_INR.
  assert (R0 : 0 <= r) by (eapply Rle_trans; [apply Rabs_pos | exact E]).
  set (u := bump d n X i j) in *. set (v := bump d n Y i j) in *. set (K := INR (4 * d * n)) in *.
  destruct (classic (0 <= Y i j <= 1)) as [Y01 | Yout].
  - replace (X i j * u - Y i j * v) with ((X i j - Y i j) * u + Y i j * (u - v)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult, (Rabs_right u), (Rabs_right (Y i j)) by lra.
    pose proof (Rabs_pos (X i j - Y i j)). pose proof (Rabs_pos (u - v)). nra.
  - assert (V0 : v = 0) by (unfold v; now apply (bump_outside d n Y i j)). rewrite V0 in *.
    destruct (classic (0 <= X i j <= 1)) as [X01 | Xout].
    + replace (X i j * u - Y i j * 0) with (X i j * (u - 0)) by ring. rewrite Rabs_mult, (Rabs_right (X i j)) by lra.
      pose proof (Rabs_pos (u - 0)). nra.
    + assert (U0 : u = 0) by (unfold u; now apply (bump_outside d n X i j)). rewrite U0.
      replace (X i j * 0 - Y i j * 0) with 0 by ring. rewrite Rabs_R0. nra.
Qed.

Theorem bump_and_tilted_holds : bump_and_tilted.
Proof.
  intros d n. split; (split; [| split; [| split]]).
  - apply (lipschitz_continuous d n _ _ (pos_INR _) (bump_lipschitz d n)).
  - apply bump_equivariant.
  - intros X i j Hi Hj H k l _ _. unfold zero. now apply (bump_outside d n X i j).
  - apply bump_lipschitz.
  - apply (lipschitz_continuous d n _ _ (pos_INR _) (tilted_lipschitz d n)).
  - intros s X Hs i j Hi Hj. unfold tilted, permuted at 1 3. f_equal.
    exact (bump_equivariant d n s X Hs i j Hi Hj).
  - intros X i j Hi Hj H k l _ _. unfold zero, tilted. rewrite (bump_outside d n X i j Hi Hj H). ring.
  - apply tilted_lipschitz.
Qed.

Theorem lemma_4_for_both_holds : lemma_4_for_both.
Proof.
  intros d n m p e f_bar Hd Hn Hm Hp He. destruct (bump_and_tilted_holds d n) as [(_ & _ & SB & LB) (_ & _ & ST & LT)].
  split; intros Hbar E.
  - exact (lemma_4_with_constant_holds d n m _ _ f_bar p e Hm (pos_INR _) LB SB Hp (Rlt_le _ _ He) Hbar E).
  - exact (lemma_4_with_constant_holds d n m _ _ f_bar p e Hm (pos_INR _) LT ST Hp (Rlt_le _ _ He) Hbar E).
Qed.

Lemma square_is : forall x, 0 <= x -> power x 2 = x * x.
Proof.
  intros x [H | <-]; [| rewrite power_zero; ring]. rewrite power_positive by exact H.
  replace 2 with (INR 2) by (cbn; lra). rewrite Rpower_pow by exact H. ring.
Qed.

Theorem lemma_4_third_holds : lemma_4_third.
Proof.
  intros d n m f_bar Hd Hn Hm H Hbar. pose proof (INR_positive m Hm) as P. set (K := INR (4 * d * n + 1)).
  assert (K0 : 0 < K) by (apply lt_0_INR; lia). assert (N0 : 0 < INR (d * n)) by (apply lt_0_INR; nia).
  set (e := sqrt (INR (d * n)) * (K / INR m)). pose proof (sqrt_lt_R0 _ N0) as S.
  assert (Q : 0 < K / INR m) by now apply Rdiv_lt_0_compat.
  assert (E0 : 0 < e) by (apply Rmult_lt_0_compat; assumption).
  assert (E : power e 2 = INR (d * n) * power (K / INR m) 2).
  { rewrite !square_is by lra. unfold e. pose proof (sqrt_sqrt (INR (d * n)) ltac:(lra)) as R.
    replace (sqrt (INR (d * n)) * (K / INR m) * (sqrt (INR (d * n)) * (K / INR m)))
      with (sqrt (INR (d * n)) * sqrt (INR (d * n)) * (K / INR m * (K / INR m))) by ring. now rewrite R. }
  destruct (lemma_4_for_both_holds d n m 2 e f_bar Hd Hn Hm ltac:(lra) E0) as [_ T]. specialize (T Hbar E).
  apply (monotone_holds d n 2 (tilted d n) f_bar everywhere everywhere (e / 2) (1 / 3)); [lra | auto | | exact T].
  assert (B : e * e <= 4 / 9).
  { rewrite <- square_is, E, square_is by lra. apply le_INR in H. rewrite !mult_INR in H. fold K in H.
    replace (INR 9) with 9 in H by (cbn; lra). replace (INR 4) with 4 in H by (cbn; lra).
    rewrite mult_INR. apply (Rmult_le_reg_r (9 * (INR m * INR m))); [nra |].
    replace (INR d * INR n * (K / INR m * (K / INR m)) * (9 * (INR m * INR m))) with (9 * K * K * (INR d * INR n))
      by (field; lra). lra. }
  nra.
Qed.
