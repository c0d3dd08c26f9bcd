(** * InputCodes: one tie rule that looks at the input, under which all sequences of different numbers are served

    Kajitsuka & Sato 2024, Theorem 1, for d = 1. Where all scores are equal, the mean lies between the first two tokens,
    and its digits to the base 3 tell, from some place on, all tokens: each of them by the rational numbers below it,
    and each of these bits at infinitely many places. *)

From Coq Require Import Reals ZArith List Arith Bool Lia Lra Classical_Prop FunctionalExtensionality Cantor.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections BoltzmannSeparation OneHead
  OneHardmaxLayer AnyWeights HardmaxFamilies InputWeights.
Import ListNotations.
Open Scope R_scope.

(** ** Bits of a sequence of n numbers *)

(** Every rational number, and so one between any two reals. *)
Definition rational (r : nat) : R :=
  let (ab, c) := Cantor.of_nat r in let (a, b) := Cantor.of_nat ab in (INR a - INR b) / (INR c + 1).

Lemma rational_between : forall x y, x < y -> exists r, x < rational r < y.
Proof.
  intros x y H. set (c := Z.to_nat (up (/ (y - x)))).
  assert (0 < / (y - x)) as Hp by (apply Rinv_0_lt_compat; lra). destruct (archimed (/ (y - x))) as [H1 _].
  assert (/ (y - x) < INR c + 1) as Hc.
  { unfold c. rewrite INR_IZR_INZ, Z2Nat.id; [lra |]. apply le_IZR. lra. }
  pose proof (pos_INR c) as Hc0. set (C := INR c + 1) in *. assert (0 < C) as HC by (unfold C; lra).
  assert (1 < C * (y - x)) as Hgap.
  { apply Rmult_lt_compat_r with (r := y - x) in Hc; [| lra]. rewrite Rinv_l in Hc by lra. exact Hc. }
  destruct (archimed (x * C)) as [H2 H3]. set (z := up (x * C)) in *.
  exists (Cantor.to_nat (Cantor.to_nat (Z.to_nat z, Z.to_nat (- z)), c)). unfold rational.
  rewrite Cantor.cancel_of_to, Cantor.cancel_of_to. fold C.
  assert (INR (Z.to_nat z) - INR (Z.to_nat (- z)) = IZR z) as ->.
  { destruct (Z_le_dec 0 z) as [Hz | Hz].
    - replace (Z.to_nat (- z)) with 0%nat by lia. rewrite INR_IZR_INZ, Z2Nat.id by exact Hz. simpl. ring.
    - replace (Z.to_nat z) with 0%nat by lia. rewrite INR_IZR_INZ, (INR_IZR_INZ (Z.to_nat (- z))), Z2Nat.id by lia.
      rewrite opp_IZR. simpl. ring. }
  split; apply Rmult_lt_reg_r with C; try exact HC; unfold Rdiv; rewrite ?Rmult_assoc, Rinv_l, ?Rmult_1_r by lra; lra.
Qed.

Definition bit (n : nat) (z : nat -> R) (j : nat) : R :=
  if Rlt_dec (rational (j / n)) (z (j mod n)%nat) then 1 else 0.

Lemma bit_or : forall n z j, bit n z j = 0 \/ bit n z j = 1.
Proof. intros n z j. unfold bit. destruct (Rlt_dec _ _); auto. Qed.

Lemma bits_tell : forall n z z', (forall j, bit n z j = bit n z' j) -> forall k, (k < n)%nat -> z k = z' k.
Proof.
  intros n z z' H k Hk.
  assert (forall r, bit n z (r * n + k) = if Rlt_dec (rational r) (z k) then 1 else 0) as G.
  { intros r. unfold bit. rewrite Nat.div_add_l, Nat.div_small, Nat.add_0_r by lia.
    rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity. }
  assert (forall r, bit n z' (r * n + k) = if Rlt_dec (rational r) (z' k) then 1 else 0) as G'.
  { intros r. unfold bit. rewrite Nat.div_add_l, Nat.div_small, Nat.add_0_r by lia.
    rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity. }
  destruct (Rtotal_order (z k) (z' k)) as [Hlt | [E | Hgt]]; [| exact E |]; exfalso.
  - destruct (rational_between _ _ Hlt) as [r Hr]. specialize (H (r * n + k)%nat). rewrite G, G' in H.
    destruct (Rlt_dec (rational r) (z k)); [lra |]. destruct (Rlt_dec (rational r) (z' k)); lra.
  - destruct (rational_between _ _ Hgt) as [r Hr]. specialize (H (r * n + k)%nat). rewrite G, G' in H.
    destruct (Rlt_dec (rational r) (z k)); [| lra]. destruct (Rlt_dec (rational r) (z' k)); lra.
Qed.

(** ** Digits 0 and 1 to the base 3 *)

(** The first N digits from place m on. *)
Definition digits (b : nat -> R) (m N : nat) : R := sum_below N (fun i => b (m + i)%nat * (/ 3) ^ S i).

Lemma digits_next : forall b m N, digits b m (S N) = (b m + digits b (S m) N) * / 3.
Proof.
  intros b m N. unfold digits. rewrite sum_below_first, Nat.add_0_r.
  rewrite (sum_below_ext N (fun j => b (m + S j)%nat * (/ 3) ^ S (S j))
    (fun j => / 3 * (b (S m + j)%nat * (/ 3) ^ S j))).
  - rewrite sum_below_scale. simpl. ring.
  - intros j _. replace (m + S j)%nat with (S m + j)%nat by lia. simpl. ring.
Qed.

Section Digits.
Variable b : nat -> R.
Hypothesis zero_or_one : forall j, b j = 0 \/ b j = 1.

Lemma digits_grow : forall m, Un_growing (digits b m).
Proof.
  intros m N. unfold digits. cbn [sum_below]. assert (0 < (/ 3) ^ S N) as H by (apply pow_lt; lra).
  destruct (zero_or_one (m + N)) as [-> | ->]; lra.
Qed.

Lemma digits_below : forall N m, digits b m N <= / 2.
Proof.
  induction N as [| N IH]; intros m; [unfold digits; simpl; lra |]. rewrite digits_next. specialize (IH (S m)).
  destruct (zero_or_one m) as [-> | ->]; lra.
Qed.

Lemma digits_bounded : forall m, has_ub (digits b m).
Proof. intros m. exists (/ 2). intros x [N ->]. apply digits_below. Qed.

(** The number with these digits from place m on. *)
Definition tail (m : nat) : R := proj1_sig (growing_cv _ (digits_grow m) (digits_bounded m)).

Lemma tail_is_limit : forall m, Un_cv (digits b m) (tail m).
Proof. intros m. unfold tail. now destruct (growing_cv _ _ _). Qed.

Lemma tail_between : forall m, 0 <= tail m <= / 2.
Proof.
  intros m. split.
  - pose proof (growing_ineq _ _ (digits_grow m) (tail_is_limit m) 0%nat) as H. exact H.
  - apply Rnot_lt_le. intros H. destruct (tail_is_limit m (tail m - / 2) ltac:(lra)) as [N HN].
    specialize (HN N (le_n N)). unfold R_dist in HN. pose proof (digits_below N m). apply Rabs_def2 in HN. lra.
Qed.

Lemma tail_next : forall m, tail m = (b m + tail (S m)) * / 3.
Proof.
  intros m. apply (UL_sequence (fun N => digits b m (S N))).
  - intros e He. destruct (tail_is_limit m e He) as [N HN]. exists N. intros k Hk. apply HN. lia.
  - assert (Un_cv (fun N => (b m + digits b (S m) N) * / 3) ((b m + tail (S m)) * / 3)) as H.
    { intros e He. destruct (tail_is_limit (S m) e He) as [N HN]. exists N. intros k Hk. specialize (HN k Hk).
      unfold R_dist in *. rewrite <- Rmult_minus_distr_r, Rabs_mult, (Rabs_right (/ 3)) by lra.
      replace (b m + digits b (S m) k - (b m + tail (S m))) with (digits b (S m) k - tail (S m)) by ring.
      pose proof (Rabs_pos (digits b (S m) k - tail (S m))). lra. }
    intros e He. destruct (H e He) as [N HN]. exists N. intros k Hk. rewrite digits_next. now apply HN.
Qed.

(** 3^k times it is an integer and what follows. *)
Lemma tail_after : forall k m, exists z : Z, 3 ^ k * tail m = IZR z + tail (m + k).
Proof.
  induction k as [| k IH]; intros m; [exists 0%Z; rewrite Nat.add_0_r; simpl; ring |].
  destruct (IH (S m)) as [z Hz]. replace (m + S k)%nat with (S m + k)%nat by lia.
  assert (exists y : Z, IZR y = 3 ^ k * b m) as [y Hy].
  { assert (exists y : Z, IZR y = 3 ^ k) as [y Hy].
    { exists (3 ^ Z.of_nat k)%Z. now rewrite <- pow_IZR. }
    destruct (zero_or_one m) as [-> | ->]; [exists 0%Z; ring | exists y; rewrite Hy; ring]. }
  exists (y + z)%Z. rewrite plus_IZR, tail_next, Hy. cbn [pow]. lra.
Qed.
End Digits.

Lemma tails_tell : forall b b' Hb Hb' m, tail b Hb m = tail b' Hb' m -> forall k, b (m + k)%nat = b' (m + k)%nat.
Proof.
  intros b b' Hb Hb' m E k. revert m E. induction k as [| k IH]; intros m E.
  - rewrite Nat.add_0_r. rewrite (tail_next b Hb), (tail_next b' Hb') in E.
    pose proof (tail_between b Hb (S m)). pose proof (tail_between b' Hb' (S m)).
    destruct (Hb m) as [H1 | H1], (Hb' m) as [H2 | H2]; rewrite H1, H2 in *; lra.
  - replace (m + S k)%nat with (S m + k)%nat by lia. apply IH.
    rewrite (tail_next b Hb m), (tail_next b' Hb' m) in E.
    pose proof (tail_between b Hb (S m)). pose proof (tail_between b' Hb' (S m)).
    destruct (Hb m) as [H1 | H1], (Hb' m) as [H2 | H2]; rewrite H1, H2 in *; lra.
Qed.

(** ** The mean of a sequence *)

Section Code.
Variable n : nat.

(** Digit k tells the bit that the first of the two numbers that k encodes counts. *)
Definition digit (z : nat -> R) (k : nat) : R := bit n z (fst (Cantor.of_nat k)).

Lemma digit_or : forall z k, digit z k = 0 \/ digit z k = 1.
Proof. intros z k. apply bit_or. Qed.

Definition low (z : nat -> R) : R := Rmin (z 0%nat) (z 1%nat).
Definition high (z : nat -> R) : R := Rmax (z 0%nat) (z 1%nat).
Definition first_digit (z : nat -> R) : nat := Z.to_nat (up (2 / (high z - low z))).
Definition whole (z : nat -> R) : Z := up (low z * 3 ^ first_digit z).
Definition coded (z : nat -> R) : R :=
  (IZR (whole z) + tail (digit z) (digit_or z) (first_digit z)) / 3 ^ first_digit z.

Lemma coded_between : forall z, z 0%nat <> z 1%nat -> low z <= coded z <= high z.
Proof.
  intros z H. assert (low z < high z) as Hlh by (unfold low, high, Rmin, Rmax; destruct (Rle_dec _ _); lra).
  set (m := first_digit z). assert (0 < 3 ^ m) as H3 by (apply pow_lt; lra).
  assert (2 / (high z - low z) < INR m) as Hm.
  { destruct (archimed (2 / (high z - low z))) as [A _]. unfold m, first_digit. rewrite INR_IZR_INZ, Z2Nat.id; [lra |].
    apply le_IZR. assert (0 < 2 / (high z - low z)) by (apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra]).
    lra. }
  assert (INR m <= 3 ^ m) as Hpow.
  { clear. induction m as [| m IH]; [simpl; lra |]. rewrite S_INR. cbn [pow].
    assert (1 <= 3 ^ m) by (apply pow_R1_Rle; lra). lra. }
  assert (2 < (high z - low z) * 3 ^ m) as Hw.
  { apply Rlt_le_trans with ((high z - low z) * INR m); [| apply Rmult_le_compat_l; lra].
    apply Rmult_lt_compat_r with (r := high z - low z) in Hm; [| lra]. unfold Rdiv in Hm.
    rewrite Rmult_assoc, Rinv_l in Hm by lra. lra. }
  destruct (archimed (low z * 3 ^ m)) as [A1 A2]. unfold coded, whole. fold m.
  pose proof (tail_between (digit z) (digit_or z) m) as Ht.
  split; apply Rmult_le_reg_r with (3 ^ m); try exact H3; unfold Rdiv; rewrite ?Rmult_assoc, Rinv_l, Rmult_1_r by lra;
    lra.
Qed.

(** An integer and a number in [0, 1/2] are told by their sum. *)
Lemma integer_part : forall (y y' : Z) t t', 0 <= t <= / 2 -> 0 <= t' <= / 2 -> IZR y + t = IZR y' + t' -> t = t'.
Proof.
  intros y y' t t' Ht Ht' E. assert (y - y' = 0)%Z as Ez; [| replace y with y' in E by lia; lra].
  apply one_IZR_lt1. rewrite minus_IZR. lra.
Qed.

Lemma coded_tells : forall z z', coded z = coded z' -> forall k, (k < n)%nat -> z k = z' k.
Proof.
  assert (forall z z', (first_digit z <= first_digit z')%nat -> coded z = coded z' ->
    forall k, (k < n)%nat -> z k = z' k) as G.
  { intros z z' Hle E. set (m := first_digit z) in *. set (m' := first_digit z') in *.
    assert (0 < 3 ^ m) as H3 by (apply pow_lt; lra). assert (0 < 3 ^ m') as H3' by (apply pow_lt; lra).
    destruct (tail_after (digit z) (digit_or z) (m' - m) m) as [y Hy]. replace (m + (m' - m))%nat with m' in Hy by lia.
    assert (3 ^ m' = 3 ^ (m' - m) * 3 ^ m) as Ep by (rewrite <- pow_add; f_equal; lia).
    assert (exists x : Z, IZR x = 3 ^ (m' - m)) as [x Hx] by (exists (3 ^ Z.of_nat (m' - m))%Z; now rewrite <- pow_IZR).
    assert (tail (digit z) (digit_or z) m' = tail (digit z') (digit_or z') m') as Et.
    { apply (integer_part (x * whole z + y) (whole z')); try apply tail_between.
      rewrite plus_IZR, mult_IZR, Hx. unfold coded in E. fold m m' in E.
      apply Rmult_eq_compat_r with (r := 3 ^ m') in E. unfold Rdiv in E. rewrite (Rmult_assoc _ (/ 3 ^ m')) in E.
      rewrite Rinv_l, Rmult_1_r in E by lra. rewrite Ep in E at 1.
      replace ((IZR (whole z) + tail (digit z) (digit_or z) m) * / 3 ^ m * (3 ^ (m' - m) * 3 ^ m))
        with (3 ^ (m' - m) * IZR (whole z) + 3 ^ (m' - m) * tail (digit z) (digit_or z) m) in E by (field; lra).
      lra. }
    apply (bits_tell n). intros j. pose proof (tails_tell _ _ _ _ m' Et (Cantor.to_nat (j, m') - m')) as F.
    assert (m' <= Cantor.to_nat (j, m'))%nat as Hge by (pose proof (Cantor.to_nat_non_decreasing j m'); lia).
    replace (m' + (Cantor.to_nat (j, m') - m'))%nat with (Cantor.to_nat (j, m')) in F by lia.
    unfold digit in F. now rewrite Cantor.cancel_of_to in F. }
  intros z z' E. destruct (Nat.le_ge_cases (first_digit z) (first_digit z')) as [H | H]; [now apply G |].
  intros k Hk. symmetry. now apply (G z' z).
Qed.

(** The weight of the second token. *)
Definition weight (z : nat -> R) : R :=
  if Req_EM_T (z 0%nat) (z 1%nat) then 0 else (coded z - z 0%nat) / (z 1%nat - z 0%nat).

Lemma weight_between : forall z, 0 <= weight z <= 1.
Proof.
  intros z. unfold weight. destruct (Req_EM_T _ _) as [E | H]; [lra |]. pose proof (coded_between z H) as [H1 H2].
  unfold low, high, Rmin, Rmax in H1, H2. destruct (Rtotal_order (z 0%nat) (z 1%nat)) as [Hlt | [E | Hgt]].
  - destruct (Rle_dec (z 0%nat) (z 1%nat)) as [_ | F]; [| lra]. assert (0 < / (z 1%nat - z 0%nat)) as Hi
      by (apply Rinv_0_lt_compat; lra). split.
    + apply Rmult_le_pos; lra.
    + apply Rmult_le_reg_r with (z 1%nat - z 0%nat); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - contradiction.
  - destruct (Rle_dec (z 0%nat) (z 1%nat)) as [F | _]; [lra |].
    replace ((coded z - z 0%nat) / (z 1%nat - z 0%nat)) with ((z 0%nat - coded z) / (z 0%nat - z 1%nat))
      by (field; split; lra). assert (0 < / (z 0%nat - z 1%nat)) as Hi by (apply Rinv_0_lt_compat; lra). split.
    + apply Rmult_le_pos; lra.
    + apply Rmult_le_reg_r with (z 0%nat - z 1%nat); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma weight_gives : forall z, z 0%nat <> z 1%nat -> z 0%nat * (1 - weight z) + z 1%nat * weight z = coded z.
Proof. intros z H. unfold weight. destruct (Req_EM_T _ _) as [E | _]; [contradiction |]. field. lra. Qed.

Lemma weight_same : forall z z', (2 <= n)%nat -> (forall k, (k < n)%nat -> z k = z' k) -> weight z = weight z'.
Proof.
  intros z z' Hn H. pose proof (H 0%nat ltac:(lia)) as E0. pose proof (H 1%nat ltac:(lia)) as E1.
  assert (digit z = digit z') as Ed.
  { apply functional_extensionality. intros k. unfold digit, bit. rewrite H; [reflexivity |].
    apply Nat.mod_upper_bound. lia. }
  assert (low z = low z' /\ high z = high z') as [El Eh] by (unfold low, high; now rewrite E0, E1).
  assert (first_digit z = first_digit z') as Ef by (unfold first_digit; now rewrite El, Eh).
  assert (coded z = coded z') as Ec.
  { unfold coded. replace (whole z') with (whole z) by (unfold whole; now rewrite El, Ef). rewrite Ef. f_equal. f_equal.
    generalize (digit_or z). generalize (digit_or z'). rewrite Ed. intros H1 H2. f_equal. apply proof_irrelevance. }
  unfold weight. rewrite Ec, E0, E1. reflexivity.
Qed.
End Code.

Lemma theorem_1_fails_by_input_holds : kajitsuka_theorem_1_fails_by_input.
Proof.
  intros n. set (sigma := fun Z : nat -> nat -> R => leaning (if (2 <=? n)%nat then weight n (Z 0%nat) else 0)).
  assert (forall Z, 0 <= (if (2 <=? n)%nat then weight n (Z 0%nat) else 0) <= 1) as Hw
    by (intros Z; destruct (2 <=? n)%nat; [apply weight_between | lra]).
  exists sigma. split; [intros Z; apply leaning_shares_out |].
  split; [intros Z s k _; now apply leaning_nonnegative |]. split.
  { intros Z Z' E. unfold sigma. destruct (Nat.leb_spec 2 n) as [Hn | _]; [| reflexivity]. f_equal.
    apply weight_same; [exact Hn |]. intros k Hk. apply (E 0%nat k); lia. }
  intros N X Hdist. destruct (some_layer_maps 1 n N X sigma ltac:(lia)) as [hs [y [r [delta [Hdelta [Hu Hmap]]]]]].
  { intros [[i k] [j l]] Hp [Hdiff E]. apply all_places_have in Hp. destruct Hp as [[Hi Hk] [Hj Hl]].
    assert (2 <= n)%nat as Hn.
    { destruct n as [| [| n']]; [lia | | lia]. exfalso. apply Hdiff.
      replace k with 0%nat in E by lia. replace l with 0%nat in E by lia.
      split; intros k' Hk'; exists 0%nat; split; try lia; replace k' with 0%nat by lia; [exact E |].
      intros a Ha. symmetry. now apply E. }
    exists blank, 0%nat. split; [split; [cbn; lia | reflexivity] |]. split; [lia |]. unfold tells, sigma.
    rewrite !blank_attends by (try exact Hn; lia).
    destruct (Nat.leb_spec 2 n) as [_ | F]; [| lia].
    assert (forall i, (i < N)%nat -> X i 0%nat 0%nat <> X i 0%nat 1%nat) as H01.
    { intros i' Hi' F. apply (Hdist i' 0%nat 1%nat Hi' ltac:(lia) ltac:(lia) ltac:(lia)). intros a Ha.
      replace a with 0%nat by lia. exact F. }
    rewrite (weight_gives n (X i 0%nat) (H01 i Hi)), (weight_gives n (X j 0%nat) (H01 j Hj)). intros Ec.
    pose proof (coded_tells n _ _ Ec) as Hsame. apply Hdiff.
    split; intros k' Hk'; exists k'; split; auto; intros a Ha; replace a with 0%nat by lia; unfold column;
      [| symmetry]; auto. }
  match type of Hmap with let all := ?A in _ => exists A, r, delta end.
  split; [exact Hdelta |]. split; [| exact Hmap].
  intros H1 a Hin Ha. apply in_map_iff in Hin. destruct Hin as [g [<- Hg]]. apply in_seq in Hg.
  pose proof (nth_In hs (@Head reals 1 (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ => 0), 0%nat)
    (proj2 Hg)) as Hin.
  destruct (nth g hs _) as [H2 b]. destruct (Hu H2 b Hin) as [_ Hb]. now apply Hb.
Qed.
