(** * Softmax for hardmax in the contextual map g_c of Lemma 8, with a number for all d, n and delta (App. E.3 and F)

    Ids are integers in units of delta, thresholds halves of odd ones, so scores have gaps of delta^2/2 or are equal. *)

From Coq Require Import List Arith Bool Lia ZArith QArith Qreals Reals Lra.
From Exactua Require Import Networks NetworkLaws RealNetworks RationalNetworks RealLemma7 RealGrid Matrices Sums
  NetworkStatements NetworkSizes ContinuousNetworks SoftmaxLimit SoftmaxNetwork.
From Exactua Require Transformers Grids Grid.
Import ListNotations.
Open Scope R_scope.

Local Notation total := (total (F := reals)).
Local Ltac real := match goal with |- @eq _ ?x ?y => change (@eq R x y) end.
Local Tactic Notation "ring" := try real; ring.

(** ** Hardmax *)

(** Only the order of scores counts. *)
Lemma hardmax_by_order : forall n (s s' : vector reals),
  (forall k l, (k < n)%nat -> (l < n)%nat -> (s l <= s k <-> s' l <= s' k)) ->
  forall k, (k < n)%nat -> hardmax n s k = hardmax n s' k.
Proof.
  intros n s s' E.
  assert (G : forall k, (k < n)%nat -> is_greatest n s k = is_greatest n s' k).
  { intros k Hk. apply eq_true_iff_eq. rewrite !is_greatest_is. split; intros H l Hl; apply E; auto. }
  assert (C : how_many_greatest n s = how_many_greatest n s').
  { unfold how_many_greatest. f_equal. apply filter_ext_in. intros k I. apply G. apply in_seq in I. lia. }
  intros k Hk. rewrite !hardmax_is, C, (G k Hk). reflexivity.
Qed.

(** Where all winners have the value v, v comes out. *)
Lemma hardmax_takes : forall n (s : vector reals) (y : nat -> R) v, (1 <= n)%nat ->
  (forall k, (k < n)%nat -> is_greatest n s k = true -> y k = v) -> total n (fun k => y k * hardmax n s k) = v.
Proof.
  intros n s y v Hn H. transitivity (total n (fun k => v * hardmax n s k)).
  - apply total_same. intros k Hk. rewrite hardmax_is. destruct (is_greatest n s k) eqn:E;
    [rewrite H by assumption|]; ring.
  - rewrite total_scale. rewrite (hardmax_total n s Hn). apply Rmult_1_r.
Qed.

Lemma hardmax_nonnegative : forall n (s : vector reals) k, (1 <= n)%nat -> 0 <= hardmax n s k.
Proof.
  intros n s k Hn. rewrite hardmax_is. pose proof (how_many_at_least n s Hn).
  apply Rmult_le_pos; [destruct (is_greatest n s k); lra|]. left. apply Rinv_0_lt_compat. lra.
Qed.

(** ** How errors grow: at most by 1 and the sums of rows of all heads *)

Lemma frozen_at_most : forall d n all Z i j, (1 <= n)%nat -> (i < d)%nat -> (j < n)%nat ->
  total n (fun k => total d (fun l => Rabs (frozen d n all Z i j l k))) <=
    1 + fold_right (fun (H : head reals) s => row_size d (product (F := reals) (head_size H) (W_O H) (W_V H)) i + s) 0
      all.
Proof.
  intros d n all Z i j Hn Hi Hj. unfold frozen. induction all as [|H all IH].
  - cbn [fold_right]. rewrite Rplus_0_r. right. transitivity (total n (fun k => if Nat.eqb k j then 1 else 0)).
    + apply total_same. intros k _. destruct (Nat.eqb_spec k j) as [->|N].
      * transitivity (total d (fun l => if Nat.eqb l i then 1 else 0)); [|apply (total_only d i (fun _ => 1) Hi)].
        apply total_same. intros l _. rewrite andb_true_r.
        destruct (Nat.eqb l i); rewrite Rabs_right; lra.
      * transitivity (total d (fun _ => 0)); [|apply total_none]. apply total_same. intros l _.
        rewrite andb_false_r, Rabs_right; lra.
    + apply (total_only n j (fun _ => 1) Hj).
  - cbn [fold_right]. set (M := product (F := reals) (head_size H) (W_O H) (W_V H) : nat -> nat -> R).
    set (w := fun k => hardmax n (fun c => scores (F := reals) d H Z c j) k : R).
    set (rest := fun l k => (if andb (Nat.eqb l i) (Nat.eqb k j) then 1 else 0) +
      fold_right (fun (H0 : head reals) s => product (F := reals) (head_size H0) (W_O H0) (W_V H0) i l *
        hardmax n (fun c => scores (F := reals) d H0 Z c j) k + s) 0 all : R).
    apply Rle_trans with (total n (fun k => w k * row_size d M i + total d (fun l => Rabs (rest l k)))).
    + apply total_le. intros k _. unfold row_size. rewrite <- total_scale, total_plus. apply total_le. intros l _.
      match goal with |- Rabs ?x <= _ => replace x with (w k * M i l + rest l k) by
        (unfold w, rest, M; cbn [times reals]; ring) end.
      eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat_r. rewrite Rabs_mult. right. f_equal.
      apply Rabs_right, Rle_ge, hardmax_nonnegative, Hn.
    + rewrite <- total_plus. assert (E : total n (fun k => w k * row_size d M i) = row_size d M i).
      { transitivity (total n (fun k => row_size d M i * w k)); [apply total_same; intros; ring|].
        rewrite total_scale. unfold w. rewrite (hardmax_total n _ Hn). apply Rmult_1_r. }
      rewrite E. unfold rest. lra.
Qed.

(** ** The heads psi *)

Definition id (d m : nat) (Z : matrix) (j : nat) : R := total d (fun l => INR m ^ l * Z l j).
Definition real_psi (d m : nat) (b gain : Q) : head reals := real_head (head_of (Transformers.psi d m b gain)).

Lemma reads : forall d m l, (l < d)%nat -> Q2R (of_list (Transformers.reading_vector d m) l) = INR m ^ l.
Proof.
  intros d m l Hl. unfold of_list, Transformers.reading_vector.
  rewrite (nth_indep _ 0%Q (Transformers.of_nat (m ^ 0))) by (rewrite map_length, seq_length; exact Hl).
  rewrite (map_nth (fun i => Transformers.of_nat (m ^ i))), seq_nth by exact Hl.
  rewrite real_of_nat, pow_INR. reflexivity.
Qed.

Lemma writes : forall d c i, (i < d)%nat -> Q2R (of_list (Transformers.first_unit d c) i) = if Nat.eqb i 0 then Q2R c
  else 0.
Proof.
  intros d c [|i] Hi; [reflexivity|]. unfold of_list, Transformers.first_unit. cbn [nth Nat.eqb].
  rewrite nth_repeat. apply real_zero.
Qed.

Section Heads.
  Variables d n m : nat.
  Hypotheses (Hd : (1 <= d)%nat) (Hn : (1 <= n)%nat) (Hm : (2 <= m)%nat).
  Let D := INR m ^ d.

  Lemma m_two : 2 <= INR m.
  Proof. apply (le_INR 2), Hm. Qed.

  Lemma powers_below : forall k, total k (fun l => INR m ^ l) <= INR m ^ k.
  Proof.
    pose proof m_two as M. induction k as [|k IH]; [cbn; lra|].
    change (total k (fun l => INR m ^ l) + INR m ^ k <= INR m * INR m ^ k).
    assert (0 <= INR m ^ k) by (apply pow_le; lra). nra.
  Qed.

  Lemma reading_size : total d (fun l => Rabs (Q2R (of_list (Transformers.reading_vector d m) l))) <= D.
  Proof.
    pose proof m_two as M. eapply Rle_trans; [|apply powers_below]. apply total_le. intros l Hl.
    rewrite (reads d m l Hl), Rabs_right; [lra|]. apply Rle_ge, pow_le. lra.
  Qed.

  Lemma reads_id : forall Z j, total d (fun l => Q2R (of_list (Transformers.reading_vector d m) l) * Z l j) = id d m Z
    j.
  Proof. intros. apply total_same. intros l Hl. rewrite (reads d m l Hl). reflexivity. Qed.

  Lemma psi_scores : forall b g Z k j,
    scores (F := reals) d (real_psi d m b g) Z k j = id d m Z k * (id d m Z j + - Q2R b).
  Proof.
    intros. unfold scores, real_psi. cbn [head_size real_head head_of Networks.total plus times reals Networks.zero].
    rewrite Rplus_0_l. unfold sum, product, in_each_column. cbn [W_K W_Q b_Q real_head head_of plus times reals].
    unfold real_matrix, real_vector. cbn [W_K W_Q b_Q head_of Transformers.psi Transformers.W_K Transformers.W_Q
      Transformers.b_Q]. rewrite <- Q2R_opp. f_equal; [apply reads_id|]. f_equal. apply reads_id.
  Qed.

  Lemma psi_matrix : forall b g i l, (i < d)%nat ->
    product (F := reals) (head_size (real_psi d m b g)) (W_O (real_psi d m b g)) (W_V (real_psi d m b g)) i l =
      (if Nat.eqb i 0 then Q2R g else 0) * Q2R (of_list (Transformers.reading_vector d m) l).
  Proof.
    intros b g i l Hi. unfold product, real_psi.
    cbn [head_size real_head head_of Networks.total plus times reals Networks.zero]. rewrite Rplus_0_l.
    unfold real_matrix. cbn [W_O W_V real_head head_of Transformers.psi Transformers.W_O Transformers.W_V].
    unfold real_matrix. rewrite (writes d g i Hi). reflexivity.
  Qed.

  Lemma psi_row : forall b g i, (i < d)%nat ->
    row_size d (product (F := reals) (head_size (real_psi d m b g)) (W_O (real_psi d m b g)) (W_V (real_psi d m b g))) i
      <= Rabs (Q2R g) * D.
  Proof.
    intros b g i Hi. unfold row_size.
    apply Rle_trans with (total d (fun l => Rabs (Q2R g) * Rabs (Q2R (of_list (Transformers.reading_vector d m) l)))).
    - apply total_le. intros l _. rewrite psi_matrix, Rabs_mult by exact Hi.
      apply Rmult_le_compat_r; [apply Rabs_pos|]. destruct (Nat.eqb i 0); [lra|]. rewrite Rabs_R0. apply Rabs_pos.
    - rewrite total_scale. apply Rmult_le_compat_l; [apply Rabs_pos|apply reading_size].
  Qed.

  Lemma psi_values : forall b g Z i k, (i < d)%nat ->
    product (F := reals) d (product (F := reals) (head_size (real_psi d m b g)) (W_O (real_psi d m b g))
      (W_V (real_psi d m b g))) Z i k = (if Nat.eqb i 0 then Q2R g else 0) * id d m Z k.
  Proof.
    intros b g Z i k Hi. rewrite <- reads_id, <- total_scale. apply total_same. intros l _.
    rewrite psi_matrix by exact Hi. cbn [times reals]. apply Rmult_assoc.
  Qed.

  Lemma psi_adds : forall b g Z i j, (i < d)%nat -> attend (F := reals) hardmax d n (real_psi d m b g) Z i j =
    (if Nat.eqb i 0 then Q2R g else 0) *
      total n (fun k => id d m Z k * hardmax (F := reals) n (fun c => id d m Z c * (id d m Z j + - Q2R b)) k).
  Proof.
    intros b g Z i j Hi. rewrite attend_is, <- total_scale. apply total_same. intros k Hk.
    rewrite psi_values by exact Hi. rewrite Rmult_assoc. f_equal. f_equal.
    apply (hardmax_weighs real_laws); [exact Hk|]. intros l _. apply psi_scores.
  Qed.

  (** ** Numbers of a head psi where ids are x_j delta and the threshold is h delta/2 *)

  Lemma psi_bounds : forall X exact Y (x : nat -> Z) b g h B tau kappa,
    0 < tau <= 1 -> D <= B ->
    (forall j, (j < n)%nat -> id d m Y j = IZR (x j) / INR m) -> Q2R b = IZR h / (2 * INR m) -> Rabs (Q2R b) <= D ->
    (forall k l, (k < n)%nat -> (l < n)%nat -> x k = x l -> forall i, (i < d)%nat -> X i k = X i l) ->
    (forall j, (j < n)%nat -> (2 * x j <> h)%Z \/ forall k l, (k < n)%nat -> (l < n)%nat -> x k = x l) ->
    (forall j, (j < n)%nat -> Rabs (id d m Y j) <= B) ->
    kappa + 2 * tau * (4 * D * B) <= 1 / (2 * INR m ^ 2) ->
    head_bounds d n tau kappa X exact Y false (real_psi d m b g)
      (HeadNumbers (Rabs (Q2R g) * D) (2 * Rabs (Q2R g) * B) (4 * D * B)).
  Proof.
    intros X exact Y x b g h B tau kappa Ht HB ids threshold small_b inj nz small room. pose proof m_two as M.
    assert (HD : 1 <= D) by (apply pow_R1_Rle; lra). pose proof (Rabs_pos (Q2R g)) as G0.
    assert (score : forall k j, (k < n)%nat -> (j < n)%nat -> scores (F := reals) d (real_psi d m b g) Y k j =
      IZR (x k * (2 * x j - h)) / (2 * INR m ^ 2)).
    { intros k j Hk Hj. rewrite psi_scores, !ids, threshold by assumption.
      rewrite mult_IZR, minus_IZR, mult_IZR. real. field. lra. }
    assert (order : forall j k l, (j < n)%nat -> (k < n)%nat -> (l < n)%nat ->
      (scores (F := reals) d (real_psi d m b g) Y l j <= scores (F := reals) d (real_psi d m b g) Y k j <->
        (x l * (2 * x j - h) <= x k * (2 * x j - h))%Z)).
    { intros j k l Hj Hk Hl. rewrite !score by assumption. assert (P : 0 < / (2 * INR m ^ 2)).
      { apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; [lra|apply pow_lt; lra]. }
      unfold Rdiv. split.
      - intro H. apply le_IZR. apply (Rmult_le_reg_r (/ (2 * INR m ^ 2))); assumption.
      - intro H. apply Rmult_le_compat_r; [lra|]. apply IZR_le, H. }
    unfold head_bounds. cbv zeta. cbn [value_size spread sensitivity]. repeat split.
    - intros i Hi. apply psi_row, Hi.
    - intros i k l Hi Hk Hl. rewrite !psi_values by exact Hi. rewrite <- Rmult_minus_distr_l, Rabs_mult.
      assert (A : Rabs (if Nat.eqb i 0 then Q2R g else 0) <= Rabs (Q2R g)).
      { destruct (Nat.eqb i 0); [lra|]. rewrite Rabs_R0. exact G0. }
      assert (C : Rabs (id d m Y k - id d m Y l) <= 2 * B).
      { pose proof (small k Hk) as A1. pose proof (small l Hl) as A2. apply between in A1, A2. apply Rabs_le. lra. }
      replace (2 * Rabs (Q2R g) * B) with (Rabs (Q2R g) * (2 * B)) by ring.
      apply Rmult_le_compat; try apply Rabs_pos; assumption.
    - intros j k Hj Hk. unfold real_psi.
      cbn [head_size real_head head_of Networks.total plus reals Networks.zero]. rewrite Rplus_0_l.
      unfold sum, product, in_each_column. cbn [W_K W_Q b_Q real_head head_of plus times reals].
      unfold row_size, real_matrix, real_vector. cbn [W_K W_Q b_Q head_of Transformers.psi Transformers.W_K
        Transformers.W_Q
        Transformers.b_Q]. rewrite !reads_id. pose proof reading_size as below.
      set (U := total d (fun l => Rabs (Q2R (of_list (Transformers.reading_vector d m) l))) : R) in *.
      assert (U0 : 0 <= U) by (apply total_nonnegative; intros; apply Rabs_pos).
      pose proof (small j Hj) as A1. pose proof (small k Hk) as A2. rewrite Q2R_opp.
      assert (A3 : Rabs (id d m Y j + - Q2R b) <= B + D).
      { eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
      pose proof (Rabs_pos (id d m Y j + - Q2R b)). pose proof (Rabs_pos (id d m Y k)).
      assert (A4 : U * Rabs (id d m Y j + - Q2R b) <= D * (B + D)) by (apply Rmult_le_compat; lra).
      assert (A5 : (Rabs (id d m Y k) + tau * U) * U <= (B + B) * D).
      { assert (0 <= tau * U) by (apply Rmult_le_pos; lra).
        assert (tau * U <= 1 * D) by (apply Rmult_le_compat; lra). apply Rmult_le_compat; lra. }
      assert (D * D <= D * B) by (apply Rmult_le_compat_l; lra). lra.
    - intros j k l Hj Hk Hl Gk Gl. rewrite is_greatest_is in Gk.
      assert (less : (x l * (2 * x j - h) < x k * (2 * x j - h))%Z).
      { apply Z.nle_gt. intro N. assert (T : is_greatest n (fun c => scores (F := reals) d (real_psi d m b g) Y c j) l
        = true).
        { apply is_greatest_is. intros c Hc. eapply Rle_trans; [apply Gk, Hc|]. apply order; assumption. }
        congruence. }
      rewrite !score by assumption.
      assert (P : 0 < / (2 * INR m ^ 2)).
      { apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; [lra|apply pow_lt; lra]. }
      assert (step_apart : IZR (x l * (2 * x j - h)) + 1 <= IZR (x k * (2 * x j - h))).
      { rewrite <- plus_IZR. apply IZR_le. lia. }
      apply (Rmult_le_compat_r (/ (2 * INR m ^ 2))) in step_apart; [|lra]. unfold Rdiv in *. lra.
    - intros _ _ j k l Hj Hk Hl Gk Gl. apply inj; [assumption|assumption|].
      destruct (nz j Hj) as [N|all]; [|apply all; assumption].
      rewrite is_greatest_is in Gk, Gl. specialize (Gk l Hl). specialize (Gl k Hk).
      apply (order j k l Hj Hk Hl) in Gk. apply (order j l k Hj Hl Hk) in Gl.
      assert (E : (x k * (2 * x j - h) = x l * (2 * x j - h))%Z) by lia.
      apply Z.mul_reg_r in E; lia.
    - apply Rmult_le_pos; lra.
    - apply Rmult_le_pos; lra.
    - apply Rmult_le_pos; lra.
  Qed.
End Heads.

(** ** A selective shift *)

(** D = delta^-d, G = D^(n+1), B = G (1 + 2 D)^n. *)
Lemma sizes : forall d n m, (1 <= d)%nat -> (2 <= m)%nat -> let D := INR m ^ d in let G := D ^ (n + 1) in
  2 <= D /\ D <= G /\ forall P, G <= G * (1 + 2 * D) ^ (n - P) <= G * (1 + 2 * D) ^ n.
Proof.
  intros d n m Hd Hm D G. assert (M : 2 <= INR m) by (apply (le_INR 2), Hm).
  assert (D2 : 2 <= D).
  { unfold D. destruct d as [|e]; [lia|]. cbn [pow]. assert (1 <= INR m ^ e) by (apply pow_R1_Rle; lra). nra. }
  assert (GD : D <= G).
  { unfold G. rewrite Nat.add_1_r. cbn [pow]. assert (1 <= D ^ n) by (apply pow_R1_Rle; lra). nra. }
  split; [exact D2|]. split; [exact GD|]. intro P.
  assert (1 <= (1 + 2 * D) ^ (n - P)) by (apply pow_R1_Rle; lra).
  assert ((1 + 2 * D) ^ (n - P) <= (1 + 2 * D) ^ n) by (apply Rle_pow; [lra|lia]). split; [nra|].
  apply Rmult_le_compat_l; lra.
Qed.

Section Shifts.
  Variables d n m : nat.
  Hypotheses (Hd : (1 <= d)%nat) (Hn : (1 <= n)%nat) (Hm : (2 <= m)%nat).
  Let D := INR m ^ d.
  Let G := D ^ (n + 1).
  Let B := G * (1 + 2 * D) ^ n.
  Variables (X : matrix) (tau kappa : R).
  Hypotheses (Ht : 0 < tau <= 1 / 2) (room : kappa + 2 * tau * (4 * D * B) <= 1 / (2 * INR m ^ 2)).

  Let gain : Q := Transformers.of_nat (m ^ d).
  Let lower (k : nat) : Q :=
    (Transformers.of_nat k * Transformers.delta m - Transformers.delta m / 2)%Q.
  Let upper (k : nat) : Q :=
    (Transformers.of_nat k * Transformers.delta m + Transformers.delta m / 2)%Q.
  Definition shift_heads (k : nat) : list (head reals) :=
    [real_psi d m (lower k) gain; real_psi d m (upper k) (- gain)].

  Lemma D_two : 2 <= D.
  Proof. exact (proj1 (sizes d n m Hd Hm)). Qed.

  Lemma D_integer : D = IZR (Z.of_nat (m ^ d)).
  Proof. unfold D. rewrite <- pow_INR, INR_IZR_INZ. reflexivity. Qed.

  Lemma gain_is : Q2R gain = D.
  Proof. unfold gain. rewrite real_of_nat, pow_INR. reflexivity. Qed.

  Lemma half_delta : Q2R (Transformers.delta m / 2) = 1 / (2 * INR m).
  Proof.
    pose proof (m_two m Hm) as M. unfold Qdiv. rewrite Q2R_mult, real_delta by lia.
    replace (Q2R (/ 2)) with (/ 2) by (unfold Q2R; cbn; lra). field. lra.
  Qed.

  Lemma lower_is : forall k, Q2R (lower k) = IZR (2 * Z.of_nat k - 1) / (2 * INR m).
  Proof.
    intro k. pose proof (m_two m Hm) as M. unfold lower.
    rewrite Q2R_minus, Q2R_mult, half_delta, real_of_nat, real_delta by lia.
    rewrite minus_IZR, mult_IZR, <- INR_IZR_INZ. field. lra.
  Qed.

  Lemma upper_is : forall k, Q2R (upper k) = IZR (2 * Z.of_nat k + 1) / (2 * INR m).
  Proof.
    intro k. pose proof (m_two m Hm) as M. unfold upper.
    rewrite Q2R_plus, Q2R_mult, half_delta, real_of_nat, real_delta by lia.
    rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ. field. lra.
  Qed.

  (** The ids of Y are x_j delta. *)
  Definition has_ids (Y : matrix) (x : nat -> Z) : Prop := forall j, (j < n)%nat -> id d m Y j = IZR (x j) / INR m.

  Lemma from_threshold : forall Y x b h j, has_ids Y x -> Q2R b = IZR h / (2 * INR m) -> (j < n)%nat ->
    id d m Y j + - Q2R b = IZR (2 * x j - h) / (2 * INR m).
  Proof.
    intros Y x b h j ids E Hj. pose proof (m_two m Hm) as M. rewrite (ids j Hj), E, minus_IZR, mult_IZR. field. lra.
  Qed.

  Lemma above_threshold : forall Y x b h j, has_ids Y x -> Q2R b = IZR h / (2 * INR m) -> (j < n)%nat ->
    (h < 2 * x j)%Z -> 0 < id d m Y j + - Q2R b.
  Proof.
    intros Y x b h j ids E Hj L. pose proof (m_two m Hm) as M. rewrite (from_threshold Y x b h j ids E Hj).
    apply Rdiv_lt_0_compat; [apply (IZR_lt 0); lia|lra].
  Qed.

  Lemma below_threshold : forall Y x b h j, has_ids Y x -> Q2R b = IZR h / (2 * INR m) -> (j < n)%nat ->
    (2 * x j < h)%Z -> id d m Y j + - Q2R b < 0.
  Proof.
    intros Y x b h j ids E Hj L. pose proof (m_two m Hm) as M. rewrite (from_threshold Y x b h j ids E Hj).
    apply Ropp_lt_cancel. rewrite Ropp_0. unfold Rdiv. rewrite Ropp_mult_distr_l.
    apply Rmult_lt_0_compat; [rewrite <- opp_IZR; apply (IZR_lt 0); lia|apply Rinv_0_lt_compat; lra].
  Qed.

  Lemma takes_top : forall (y : nat -> R) c t, (t < n)%nat -> (forall k, (k < n)%nat -> y k <= y t) -> 0 < c ->
    total n (fun k => y k * hardmax (F := reals) n (fun a => y a * c) k) = y t.
  Proof.
    intros y c t Hk top Hc. apply hardmax_takes; [exact Hn|]. intros k Hk' E. rewrite is_greatest_is in E.
    specialize (E t Hk). specialize (top k Hk'). cbn in E. apply Rmult_le_reg_r in E; [lra|exact Hc].
  Qed.

  Lemma takes_low : forall (y : nat -> R) c t, (t < n)%nat -> (forall k, (k < n)%nat -> y t <= y k) -> c < 0 ->
    total n (fun k => y k * hardmax (F := reals) n (fun a => y a * c) k) = y t.
  Proof.
    intros y c t Hk low Hc. apply hardmax_takes; [exact Hn|]. intros k Hk' E. rewrite is_greatest_is in E.
    specialize (E t Hk). specialize (low k Hk'). cbn in E.
    assert (y k * - c <= y t * - c) by lra. assert (y k <= y t) by (apply (Rmult_le_reg_r (- c)); lra). lra.
  Qed.

  Lemma shift_adds : forall k Y j, (j < n)%nat ->
    id d m (attention (F := reals) hardmax d n (shift_heads k) Y) j = id d m Y j + D *
      (total n (fun a => id d m Y a * hardmax (F := reals) n (fun c => id d m Y c * (id d m Y j + - Q2R (lower k))) a) -
       total n (fun a => id d m Y a * hardmax (F := reals) n (fun c => id d m Y c * (id d m Y j + - Q2R (upper k))) a)).
  Proof.
    intros k Y j Hj.
    set (S1 := total n (fun a => id d m Y a * hardmax (F := reals) n (fun c => id d m Y c * (id d m Y j + - Q2R (lower
      k))) a) : R).
    set (S2 := total n (fun a => id d m Y a * hardmax (F := reals) n (fun c => id d m Y c * (id d m Y j + - Q2R (upper
      k))) a) : R).
    transitivity (total d (fun l => INR m ^ l * Y l j + if Nat.eqb l 0 then INR m ^ l * (D * (S1 - S2)) else 0)).
    - apply total_same. intros l Hl. rewrite attention_adds. unfold added, shift_heads. cbn [fold_right].
      rewrite !psi_adds by assumption. fold S1 S2. rewrite Q2R_opp, gain_is.
      destruct (Nat.eqb l 0); ring.
    - transitivity (id d m Y j + total d (fun l => if Nat.eqb l 0 then INR m ^ l * (D * (S1 - S2)) else 0));
        [symmetry; apply total_plus|]. rewrite (total_only d 0 (fun l => INR m ^ l * (D * (S1 - S2))) ltac:(lia)).
      rewrite pow_O, Rmult_1_l. reflexivity.
  Qed.

  (** The id k moves up by gain (greatest - least). *)
  Definition moved (k : nat) (x : nat -> Z) (t b : nat) : nat -> Z := fun j =>
    if Z.eqb (x j) (Z.of_nat k) then (x j + Z.of_nat (m ^ d) * (x t - x b))%Z else x j.

  Lemma shift_moves : forall k Y x t b, has_ids Y x -> (t < n)%nat -> (b < n)%nat ->
    (forall j, (j < n)%nat -> (x b <= x j <= x t)%Z) ->
    has_ids (attention (F := reals) hardmax d n (shift_heads k) Y) (moved k x t b).
  Proof.
    intros k Y x t b ids Hst Hb range j Hj. pose proof (m_two m Hm) as M. rewrite shift_adds by exact Hj.
    assert (top : forall a, (a < n)%nat -> id d m Y a <= id d m Y t).
    { intros a Ha. rewrite !ids by assumption. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
      apply IZR_le, range, Ha. }
    assert (low : forall a, (a < n)%nat -> id d m Y b <= id d m Y a).
    { intros a Ha. rewrite !ids by assumption. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
      apply IZR_le, range, Ha. }
    unfold moved. destruct (Z.eqb_spec (x j) (Z.of_nat k)) as [E|N].
    - rewrite (takes_top (id d m Y) _ t Hst top), (takes_low (id d m Y) _ b Hb low).
      + rewrite !ids by assumption. rewrite plus_IZR, mult_IZR, minus_IZR, D_integer. field. lra.
      + apply (below_threshold Y x _ (2 * Z.of_nat k + 1) j ids (upper_is k) Hj). lia.
      + apply (above_threshold Y x _ (2 * Z.of_nat k - 1) j ids (lower_is k) Hj). lia.
    - destruct (Z.lt_ge_cases (x j) (Z.of_nat k)) as [L|L].
      + rewrite !(takes_low (id d m Y) _ b Hb low).
        * rewrite Rminus_eq_0, Rmult_0_r, Rplus_0_r. apply ids, Hj.
        * apply (below_threshold Y x _ (2 * Z.of_nat k + 1) j ids (upper_is k) Hj). lia.
        * apply (below_threshold Y x _ (2 * Z.of_nat k - 1) j ids (lower_is k) Hj). lia.
      + rewrite !(takes_top (id d m Y) _ t Hst top).
        * rewrite Rminus_eq_0, Rmult_0_r, Rplus_0_r. apply ids, Hj.
        * apply (above_threshold Y x _ (2 * Z.of_nat k + 1) j ids (upper_is k) Hj). lia.
        * apply (above_threshold Y x _ (2 * Z.of_nat k - 1) j ids (lower_is k) Hj). lia.
  Qed.

  (** A shift that moves nothing: both heads weigh columns alike, and cancel. *)
  Lemma shift_growth_one : forall k Y x i j, has_ids Y x ->
    (forall a, (a < n)%nat -> x a <> Z.of_nat k) \/ (forall a c, (a < n)%nat -> (c < n)%nat -> x a = x c) ->
    (i < d)%nat -> (j < n)%nat ->
    total n (fun a => total d (fun l => Rabs (frozen d n (shift_heads k) Y i j l a))) <= 1.
  Proof.
    intros k Y x i j ids none Hi Hj.
    apply Rle_trans with (total n (fun a => total d (fun l => Rabs (frozen d n [] Y i j l a)))).
    2:{ eapply Rle_trans; [apply (frozen_at_most d n [] Y i j Hn Hi Hj)|]. cbn. lra. }
    right. apply total_same. intros a Ha. apply total_same. intros l Hl. f_equal. unfold frozen, shift_heads.
    cbn [fold_right]. rewrite !psi_matrix by exact Hi. rewrite Q2R_opp.
    assert (W : hardmax (F := reals) n (fun c => scores (F := reals) d (real_psi d m (lower k) gain) Y c j) a =
      hardmax (F := reals) n (fun c => scores (F := reals) d (real_psi d m (upper k) (- gain)) Y c j) a).
    { apply hardmax_by_order; [|exact Ha]. intros a' c Ha' Hc. rewrite !psi_scores.
      destruct none as [none|all].
      - destruct (Z.lt_ge_cases (x j) (Z.of_nat k)) as [L|L].
        + pose proof (below_threshold Y x _ (2 * Z.of_nat k - 1) j ids (lower_is k) Hj ltac:(lia)) as A.
          pose proof (below_threshold Y x _ (2 * Z.of_nat k + 1) j ids (upper_is k) Hj ltac:(lia)) as A'. split; nra.
        + specialize (none j Hj).
          pose proof (above_threshold Y x _ (2 * Z.of_nat k - 1) j ids (lower_is k) Hj ltac:(lia)) as A.
          pose proof (above_threshold Y x _ (2 * Z.of_nat k + 1) j ids (upper_is k) Hj ltac:(lia)) as A'. split; nra.
      - rewrite !ids by assumption. rewrite (all a' c Ha' Hc). split; intros; right; reflexivity. }
    rewrite W. destruct (Nat.eqb i 0); ring.
  Qed.

  Lemma shift_growth_any : forall k Y i j, (i < d)%nat -> (j < n)%nat ->
    total n (fun a => total d (fun l => Rabs (frozen d n (shift_heads k) Y i j l a))) <= 1 + 2 * D ^ 2.
  Proof.
    intros k Y i j Hi Hj. eapply Rle_trans; [apply (frozen_at_most d n _ Y i j Hn Hi Hj)|]. unfold shift_heads.
    cbn [fold_right]. pose proof (psi_row d m Hm (lower k) gain i Hi) as A.
    pose proof (psi_row d m Hm (upper k) (- gain) i Hi) as A'. pose proof D_two.
    rewrite Q2R_opp, Rabs_Ropp, gain_is in *. rewrite Rabs_right in A, A' by lra. fold D in A, A'. cbn [pow]. lra.
  Qed.

  (** ** What stays true from layer to layer: k is the next id, at most P columns have ids below D *)

  Definition low_ids (x : nat -> Z) : nat :=
    length (filter (fun j => andb (Z.leb 0 (x j)) (Z.ltb (x j) (Z.of_nat (m ^ d)))) (seq 0 n)).
  Definition state (Y : matrix) (x : nat -> Z) (k P : nat) : Prop :=
    has_ids Y x /\
    (forall a c, (a < n)%nat -> (c < n)%nat -> x a = x c -> forall i, (i < d)%nat -> X i a = X i c) /\
    ((forall a c, (a < n)%nat -> (c < n)%nat -> x a = x c) \/
     (forall a, (a < n)%nat -> (x a < 0 \/ Z.of_nat k <= x a)%Z)) /\
    (low_ids x <= P <= n)%nat /\
    (forall a, (a < n)%nat -> Rabs (id d m Y a) <= G * (1 + 2 * D) ^ (n - P)).

  Lemma filter_fewer : forall (p q : nat -> bool) l j, (forall a, In a l -> q a = true -> p a = true) ->
    In j l -> p j = true -> q j = false -> (length (filter q l) < length (filter p l))%nat.
  Proof.
    intros p q. induction l as [|a l IH]; intros j sub I Pj Qj; [destruct I|].
    assert (le : (length (filter q l) <= length (filter p l))%nat).
    { clear - sub. induction l as [|c l IH]; [cbn; lia|]. cbn [filter].
      pose proof (sub c (or_intror (or_introl eq_refl))) as S.
      assert (sub' : forall b, In b (a :: l) -> q b = true -> p b = true).
      { intros b [<-|I]; apply sub; [left; reflexivity|right; right; exact I]. }
      specialize (IH sub'). destruct (q c); [rewrite (S eq_refl); cbn; lia|destruct (p c); cbn; lia]. }
    cbn [filter]. destruct I as [->|I].
    - rewrite Pj, Qj. cbn. lia.
    - specialize (IH j (fun b J => sub b (or_intror J)) I Pj Qj). pose proof (sub a (or_introl eq_refl)) as S.
      destruct (q a); [rewrite (S eq_refl); cbn; lia|destruct (p a); cbn; lia].
  Qed.

  Definition shift_numbers (growth : R) : layer_numbers := OfAttention growth false
    [HeadNumbers (D * D) (2 * D * B) (4 * D * B); HeadNumbers (D * D) (2 * D * B) (4 * D * B)].

  Lemma G_at_least : D <= G.
  Proof. exact (proj1 (proj2 (sizes d n m Hd Hm))). Qed.

  Lemma B_at_least : forall P, G <= G * (1 + 2 * D) ^ (n - P) <= B.
  Proof. exact (proj2 (proj2 (sizes d n m Hd Hm))). Qed.

  Lemma thresholds_small : forall k, (k < m ^ d)%nat -> Rabs (Q2R (lower k)) <= D /\ Rabs (Q2R (upper k)) <= D.
  Proof.
    intros k Hk. pose proof (m_two m Hm) as M. pose proof D_two as D2. rewrite lower_is, upper_is.
    assert (P : 0 < / (2 * INR m)) by (apply Rinv_0_lt_compat; lra).
    assert (P' : / (2 * INR m) <= / 4) by (apply Rinv_le_contravar; lra).
    assert (K : (IZR (2 * Z.of_nat k + 1) <= 2 * D)).
    { rewrite D_integer. rewrite <- mult_IZR. apply IZR_le. lia. }
    assert (L : - 1 <= IZR (2 * Z.of_nat k - 1)) by (apply (IZR_le (-1)); lia).
    assert (L' : IZR (2 * Z.of_nat k - 1) <= IZR (2 * Z.of_nat k + 1)) by (apply IZR_le; lia).
    split; apply Rabs_le; unfold Rdiv; split; nra.
  Qed.

  Lemma shift_bounds : forall k Y x P exact growth, (k < m ^ d)%nat -> state Y x k P -> 1 <= growth ->
    (forall i j, (i < d)%nat -> (j < n)%nat ->
      total n (fun a => total d (fun l => Rabs (frozen d n (shift_heads k) Y i j l a))) <= growth) ->
    attention_bounds d n tau kappa X exact Y (shift_heads k) growth false
      [HeadNumbers (D * D) (2 * D * B) (4 * D * B); HeadNumbers (D * D) (2 * D * B) (4 * D * B)].
  Proof.
    intros k Y x P exact growth Hk (ids & inj & _ & _ & small) Hg rows. pose proof D_two as D2.
    pose proof (B_at_least P) as BP. pose proof G_at_least as GD. destruct (thresholds_small k Hk) as [low up].
    assert (small' : forall a, (a < n)%nat -> Rabs (id d m Y a) <= B).
    { intros a Ha. eapply Rle_trans; [apply small, Ha|]. apply BP. }
    split; [exact Hg|]. split; [|exact rows]. constructor; [|constructor; [|constructor]].
    - pose proof (psi_bounds d n m Hd Hn Hm X exact Y x (lower k) gain (2 * Z.of_nat k - 1) B tau kappa ltac:(lra)
        ltac:(fold D; lra) ids (lower_is k) low inj ltac:(intros; left; lia) small' room) as A.
      rewrite gain_is, Rabs_right in A by lra. exact A.
    - pose proof (psi_bounds d n m Hd Hn Hm X exact Y x (upper k) (- gain) (2 * Z.of_nat k + 1) B tau kappa ltac:(lra)
        ltac:(fold D; lra) ids (upper_is k) up inj ltac:(intros; left; lia) small' room) as A.
      rewrite Q2R_opp, Rabs_Ropp, gain_is, Rabs_right in A by lra. exact A.
  Qed.

  Lemma extreme : forall x : nat -> Z, exists t b, (t < n)%nat /\ (b < n)%nat /\
    forall j, (j < n)%nat -> (x b <= x j <= x t)%Z.
  Proof.
    intro x. destruct (greatest_exists n (fun j => IZR (x j)) Hn) as (t & Hst & top).
    destruct (greatest_exists n (fun j => - IZR (x j)) Hn) as (b & Hb & low). exists t, b.
    split; [exact Hst|]. split; [exact Hb|]. intros j Hj. specialize (top j Hj). specialize (low j Hj). cbn in low.
    split; apply le_IZR; lra.
  Qed.

  (** One shift: the state goes on, and only a shift that moves columns lets errors grow; these then have ids >= D. *)
  Lemma shift_step : forall k Y x P, (k < m ^ d)%nat -> state Y x k P ->
    exists x' P' growth, state (attention (F := reals) hardmax d n (shift_heads k) Y) x' (S k) P' /\
      (forall exact, attention_bounds d n tau kappa X exact Y (shift_heads k) growth false
        [HeadNumbers (D * D) (2 * D * B) (4 * D * B); HeadNumbers (D * D) (2 * D * B) (4 * D * B)]) /\
      (growth = 1 /\ P' = P \/ growth = 1 + 2 * D ^ 2 /\ S P' = P).
  Proof.
    intros k Y x P Hk St. pose proof St as (ids & inj & order & count & small). pose proof D_two as D2.
    destruct (extreme x) as (t & b & Hst & Hb & range).
    pose proof (shift_moves k Y x t b ids Hst Hb range) as ids'.
    assert (quiet : (forall a, (a < n)%nat -> x a <> Z.of_nat k) \/
        (forall a c, (a < n)%nat -> (c < n)%nat -> x a = x c) ->
      exists x' P' growth, state (attention (F := reals) hardmax d n (shift_heads k) Y) x' (S k) P' /\
      (forall exact, attention_bounds d n tau kappa X exact Y (shift_heads k) growth false
        [HeadNumbers (D * D) (2 * D * B) (4 * D * B); HeadNumbers (D * D) (2 * D * B) (4 * D * B)]) /\
      (growth = 1 /\ P' = P \/ growth = 1 + 2 * D ^ 2 /\ S P' = P)).
    { intro none. exists x, P, 1. split; [|split; [|left; auto]].
      - assert (same_ids : has_ids (attention (F := reals) hardmax d n (shift_heads k) Y) x).
        { intros j Hj. rewrite (ids' j Hj). f_equal. f_equal. unfold moved.
          destruct (Z.eqb_spec (x j) (Z.of_nat k)) as [E|]; [|reflexivity].
          destruct none as [none|all]; [exfalso; apply (none j Hj E)|]. rewrite (all t b Hst Hb). lia. }
        split; [exact same_ids|]. split; [exact inj|]. split; [|split; [exact count|]].
        + destruct none as [none|all]; [|left; exact all]. destruct order as [all|order]; [left; exact all|right].
          intros a Ha. specialize (none a Ha). specialize (order a Ha). lia.
        + intros a Ha. rewrite (same_ids a Ha), <- (ids a Ha). apply small, Ha.
      - intro exact. apply (shift_bounds k Y x P exact 1 Hk St ltac:(lra)). intros i j Hi Hj.
        apply (shift_growth_one k Y x i j ids none Hi Hj). }
    destruct (Z.eq_dec (x t) (x b)) as [E|N].
    { apply quiet. right. intros a c Ha Hc. pose proof (range a Ha). pose proof (range c Hc). lia. }
    destruct (existsb (fun j => Z.eqb (x j) (Z.of_nat k)) (seq 0 n)) eqn:sel.
    2:{ apply quiet. left. intros a Ha E. assert (T : existsb (fun j => Z.eqb (x j) (Z.of_nat k)) (seq 0 n) = true).
        { apply existsb_exists. exists a. split; [apply in_seq; lia|apply Z.eqb_eq, E]. }
        congruence. }
    apply existsb_exists in sel. destruct sel as (s & I & Es). apply in_seq in I. apply Z.eqb_eq in Es.
    assert (Hs : (s < n)%nat) by lia.
    assert (order' : forall a, (a < n)%nat -> (x a < 0 \/ Z.of_nat k <= x a)%Z).
    { destruct order as [all|order]; [|exact order]. exfalso. apply N, all; assumption. }
    set (Dz := Z.of_nat (m ^ d)) in *. assert (DZ : (2 <= Dz)%Z).
    { apply le_IZR. unfold Dz. rewrite <- D_integer. exact D2. }
    assert (KZ : (0 <= Z.of_nat k < Dz)%Z) by (unfold Dz; lia).
    assert (above : (x t < Z.of_nat k + Dz * (x t - x b))%Z /\ (Dz <= Z.of_nat k + Dz * (x t - x b))%Z).
    { pose proof (range s Hs) as R1. pose proof (range b Hb) as R2. pose proof (order' b Hb) as O. rewrite Es in R1.
      split; [|nia]. destruct O as [O|O]; nia. }
    assert (counted : (low_ids (moved k x t b) < low_ids x)%nat).
    { unfold low_ids. apply (filter_fewer _ _ _ s).
      - intros a J Q. apply in_seq in J. apply andb_true_iff in Q. destruct Q as [Q1 Q2].
        apply Z.leb_le in Q1. apply Z.ltb_lt in Q2. unfold moved in Q1, Q2.
        destruct (Z.eqb_spec (x a) (Z.of_nat k)) as [E|E].
        + rewrite E in Q2. fold Dz in Q2. lia.
        + apply andb_true_iff. split; [apply Z.leb_le; exact Q1|apply Z.ltb_lt; exact Q2].
      - apply in_seq. lia.
      - rewrite Es. apply andb_true_iff. split; [apply Z.leb_le; lia|apply Z.ltb_lt; fold Dz; lia].
      - apply andb_false_iff. right. apply Z.ltb_ge. unfold moved. rewrite Es, Z.eqb_refl. fold Dz. lia. }
    exists (moved k x t b), (P - 1)%nat, (1 + 2 * D ^ 2). split; [|split; [|right; split; [reflexivity|lia]]].
    - split; [exact ids'|]. split; [|split; [right|split; [lia|]]].
      + intros a c Ha Hc E i Hi. apply inj; try assumption. unfold moved in E. fold Dz in E.
        pose proof (range a Ha). pose proof (range c Hc).
        destruct (Z.eqb_spec (x a) (Z.of_nat k)) as [E1|E1], (Z.eqb_spec (x c) (Z.of_nat k)) as [E2|E2]; lia.
      + intros a Ha. unfold moved. fold Dz. specialize (order' a Ha).
        destruct (Z.eqb_spec (x a) (Z.of_nat k)) as [E|E]; [rewrite E|]; lia.
      + intros a Ha. replace (n - (P - 1))%nat with (S (n - P)) by lia. cbn [pow].
        pose proof (B_at_least P) as BP. pose proof G_at_least as GD.
        set (Q := G * (1 + 2 * D) ^ (n - P)) in *.
        replace (G * ((1 + 2 * D) * (1 + 2 * D) ^ (n - P))) with ((1 + 2 * D) * Q) by (unfold Q; ring).
        rewrite (ids' a Ha). unfold moved. fold Dz. destruct (Z.eqb_spec (x a) (Z.of_nat k)) as [E|E].
        * rewrite plus_IZR, mult_IZR, minus_IZR. unfold Dz. rewrite <- D_integer.
          replace ((IZR (x a) + D * (IZR (x t) - IZR (x b))) / INR m) with
            (IZR (x a) / INR m + D * (IZR (x t) / INR m - IZR (x b) / INR m)) by
            (field; pose proof (m_two m Hm); lra).
          rewrite <- (ids a Ha), <- (ids t Hst), <- (ids b Hb).
          pose proof (small a Ha) as A1. pose proof (small t Hst) as A2. pose proof (small b Hb) as A3.
          fold Q in A1, A2, A3. apply between in A1, A2, A3. apply Rabs_le. split; nra.
        * rewrite <- (ids a Ha). eapply Rle_trans; [apply small, Ha|]. fold Q. nra.
    - intro exact. apply (shift_bounds k Y x P exact _ Hk St); [nra|]. intros i j Hi Hj.
      apply shift_growth_any; assumption.
  Qed.

  (** ** The last layer, and all layers *)

  Definition last_shift : layer reals := Attention [real_psi d m 0 (Transformers.of_nat ((m ^ d) ^ (n + 1)))].

  Lemma last_gain : Q2R (Transformers.of_nat ((m ^ d) ^ (n + 1))) = G.
  Proof. rewrite real_of_nat, !pow_INR. reflexivity. Qed.

  Lemma last_bounds : forall Y x P exact, state Y x (m ^ d) P ->
    attention_bounds d n tau kappa X exact Y [real_psi d m 0 (Transformers.of_nat ((m ^ d) ^ (n + 1)))] (1 + G * D)
      false
      [HeadNumbers (G * D) (2 * G * B) (4 * D * B)].
  Proof.
    intros Y x P exact (ids & inj & order & _ & small). pose proof D_two as D2. pose proof (B_at_least P) as BP.
    pose proof G_at_least as GD. assert (DZ : (2 <= Z.of_nat (m ^ d))%Z) by (apply le_IZR; rewrite <- D_integer;
      exact D2).
    assert (small' : forall a, (a < n)%nat -> Rabs (id d m Y a) <= B).
    { intros a Ha. eapply Rle_trans; [apply small, Ha|]. apply BP. }
    assert (GD0 : 0 <= G * D) by (apply Rmult_le_pos; lra).
    split; [lra|]. split; [constructor; [|constructor]|].
    - pose proof (psi_bounds d n m Hd Hn Hm X exact Y x 0 (Transformers.of_nat ((m ^ d) ^ (n + 1))) 0 B tau kappa
        ltac:(lra) ltac:(fold D; lra) ids) as A. rewrite real_zero, last_gain, Rabs_R0, (Rabs_right G) in A by lra.
      apply A; try assumption.
      + unfold Rdiv. ring.
      + fold D. lra.
      + intros j Hj. destruct order as [all|order]; [right; exact all|left]. specialize (order j Hj). lia.
    - intros i j Hi Hj. eapply Rle_trans; [apply (frozen_at_most d n _ Y i j Hn Hi Hj)|]. cbn [fold_right].
      pose proof (psi_row d m Hm 0 (Transformers.of_nat ((m ^ d) ^ (n + 1))) i Hi) as A.
      rewrite last_gain, Rabs_right in A by lra. fold D in A. lra.
  Qed.

  Let c := 6 * (INR n - 1) * D * B.
  Let c' := 3 * (INR n - 1) * G * B.

  Lemma tau_small : 2 * tau * (D * D) <= D * B /\ 2 * tau * (G * D) <= G * B.
  Proof.
    pose proof D_two as D2. pose proof (B_at_least n) as BP. pose proof G_at_least as GD.
    assert (A : 2 * tau * D <= B).
    { apply Rle_trans with (1 * D); [apply Rmult_le_compat_r; lra|lra]. }
    split; [replace (2 * tau * (D * D)) with (D * (2 * tau * D)) by ring|
      replace (2 * tau * (G * D)) with (G * (2 * tau * D)) by ring]; apply Rmult_le_compat_l; lra.
  Qed.

  Lemma n_positive : 0 <= INR n - 1.
  Proof. pose proof (le_INR 1 n Hn) as A. cbn in A. lra. Qed.

  Lemma losers : 0 <= by_losers n tau [HeadNumbers (D * D) (2 * D * B) (4 * D * B);
      HeadNumbers (D * D) (2 * D * B) (4 * D * B)] <= c /\
    0 <= by_losers n tau [HeadNumbers (G * D) (2 * G * B) (4 * D * B)] <= c'.
  Proof.
    destruct tau_small as [T1 T2]. pose proof n_positive as N. pose proof D_two as D2. pose proof (B_at_least n) as BP.
    pose proof G_at_least as GD. unfold by_losers, c, c'. cbn [fold_right spread value_size].
    assert (0 <= tau * (D * D)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
    assert (0 <= tau * (G * D)) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]).
    assert (0 <= D * B) by (apply Rmult_le_pos; lra). assert (0 <= G * B) by (apply Rmult_le_pos; lra). split; split.
    - apply Rmult_le_pos; lra.
    - replace (6 * (INR n - 1) * D * B) with ((INR n - 1) * (6 * (D * B))) by ring. apply Rmult_le_compat_l; lra.
    - apply Rmult_le_pos; lra.
    - replace (3 * (INR n - 1) * G * B) with ((INR n - 1) * (3 * (G * B))) by ring. apply Rmult_le_compat_l; lra.
  Qed.

  Lemma all_layers : forall r k Y x P exact C, (k + r = m ^ d)%nat -> state Y x k P -> 0 <= C ->
    exists numbers, run_bounds d n tau kappa X exact
        (map (fun k => Attention (shift_heads k)) (seq k r) ++ [last_shift]) numbers Y /\
      layers_with_ties numbers = 0%nat /\
      fold_left (next_constant n tau) numbers C <= (C + c * INR r) * (1 + 2 * D ^ 2) ^ P * (1 + G * D) + c'.
  Proof.
    pose proof D_two as D2. pose proof G_at_least as GD. destruct losers as [L1 L2].
    assert (g_one : 1 <= 1 + 2 * D ^ 2) by (cbn [pow]; nra). assert (GD1 : 1 <= 1 + G * D) by nra.
    induction r as [|r IH]; intros k Y x P exact C Hk St HC.
    - exists [OfAttention (1 + G * D) false [HeadNumbers (G * D) (2 * G * B) (4 * D * B)]]. cbn [seq map app].
      replace k with (m ^ d)%nat in St by lia. split; [split; [exact (last_bounds Y x P exact St)|exact I]|].
      split; [reflexivity|]. cbn [fold_left next_constant]. rewrite Rplus_0_r, Rmult_0_r, Rplus_0_r.
      apply Rplus_le_compat; [|lra]. rewrite (Rmult_comm (1 + G * D)). apply Rmult_le_compat_r; [lra|].
      rewrite <- (Rmult_1_r C) at 1. apply Rmult_le_compat_l; [exact HC|]. apply pow_R1_Rle, g_one.
    - destruct (shift_step k Y x P ltac:(lia) St) as (x' & P' & growth & St' & bounds & grows).
      assert (growth_least : 1 <= growth) by (destruct grows as [[-> _]|[-> _]]; lra).
      set (C1 := next_constant n tau C (shift_numbers growth)).
      assert (HC1 : 0 <= C1 <= growth * C + c).
      { unfold C1, shift_numbers. cbn [next_constant]. rewrite Rplus_0_r.
        assert (0 <= growth * C) by (apply Rmult_le_pos; lra). lra. }
      destruct (IH (S k) _ x' P' false C1 ltac:(lia) St' ltac:(lra)) as (numbers & run & ties & small).
      exists (shift_numbers growth :: numbers). cbn [seq map app]. split; [split; [apply bounds|exact run]|].
      split; [exact ties|]. cbn [fold_left]. fold C1. eapply Rle_trans; [exact small|].
      apply Rplus_le_compat_r, Rmult_le_compat_r; [lra|]. rewrite S_INR. pose proof (pos_INR r) as R0.
      assert (c0 : 0 <= c) by lra. assert (cr : 0 <= c * INR r) by (apply Rmult_le_pos; assumption).
      assert (gP : 0 <= (1 + 2 * D ^ 2) ^ P') by (apply pow_le; lra).
      destruct grows as [[-> ->]|[-> <-]].
      + apply Rmult_le_compat_r; [exact gP|]. lra.
      + set (g := 1 + 2 * D ^ 2) in *.
        replace ((C + c * (INR r + 1)) * g ^ S P') with ((C + c * (INR r + 1)) * g * g ^ P') by (cbn [pow]; ring).
        apply Rmult_le_compat_r; [exact gP|].
        assert (c + c * INR r <= g * (c + c * INR r)).
        { rewrite <- (Rmult_1_l (c + c * INR r)) at 1. apply Rmult_le_compat_r; lra. }
        lra.
  Qed.
End Shifts.

(** ** Ids of G+_delta *)

(** With digits below M, or s = -N for an N >= M^d, a number in base M has one column. *)
Lemma value_with_special_one_to_one : forall M s c c', (2 <= M)%Z -> length c = length c' ->
  (s <= - M ^ Z.of_nat (length c))%Z ->
  Forall (fun k => k = s \/ 0 <= k < M)%Z c -> Forall (fun k => k = s \/ 0 <= k < M)%Z c' ->
  Grid.value M c = Grid.value M c' -> c = c'.
Proof.
  intros M s c c' HM lengths far H H' E.
  assert (Hs : (s < 0)%Z) by (pose proof (Z.pow_pos_nonneg M (Z.of_nat (length c)) ltac:(lia) ltac:(lia)); lia).
  set (rest := fun k : Z => if Z.eqb k s then 0%Z else k). set (mark := fun k : Z => if Z.eqb k s then 1%Z else 0%Z).
  assert (split : forall a, Forall (fun k => k = s \/ 0 <= k < M)%Z a ->
    Grid.value M a = (Grid.value M (map rest a) + s * Grid.value M (map mark a))%Z).
  { intros a Ha. induction Ha as [|k a Hk _ IH]; [cbn; lia|]. cbn [map Grid.value]. rewrite IH. unfold rest, mark.
    destruct (Z.eqb_spec k s) as [->|]; ring. }
  assert (range : forall a, Forall (fun k => k = s \/ 0 <= k < M)%Z a -> Forall (fun k => 0 <= k < M)%Z (map rest a)).
  { intros a Ha. apply Forall_map. eapply Forall_impl; [|exact Ha]. intros k Hk. cbv beta in *. unfold rest.
    destruct (Z.eqb_spec k s); lia. }
  pose proof (Grid.value_range M _ (range c H)) as R1. pose proof (Grid.value_range M _ (range c' H')) as R2.
  rewrite !map_length in R1, R2. rewrite (split c H), (split c' H') in E. rewrite <- lengths in R2.
  set (v := Grid.value M (map rest c)) in *. set (v' := Grid.value M (map rest c')) in *.
  set (w := Grid.value M (map mark c)) in *. set (w' := Grid.value M (map mark c')) in *.
  set (N := (M ^ Z.of_nat (length c))%Z) in *.
  assert (W : w = w') by nia.
  assert (V : v = v') by (rewrite W in E; lia).
  assert (A : map rest c = map rest c').
  { apply (Grid.value_one_to_one M); [rewrite !map_length; exact lengths|apply range, H|apply range, H'|exact V]. }
  assert (K : map mark c = map mark c').
  { apply (Grid.value_one_to_one M); [rewrite !map_length; exact lengths| | |exact W];
      apply Forall_map, Forall_forall; intros k _; unfold mark; destruct (Z.eqb k s); lia. }
  clear - A K lengths. revert c' lengths A K.
  induction c as [|k c IH]; intros [|k' c'] lengths A K; try discriminate lengths; [reflexivity|].
  cbn [map] in A, K. injection A as A1 A. injection K as K1 K. f_equal; [|apply IH; [cbn in lengths;
    lia|exact A|exact K]].
  unfold rest in A1. unfold mark in K1. destruct (Z.eqb_spec k s), (Z.eqb_spec k' s); congruence.
Qed.

Lemma total_from_first : forall k (f : nat -> R), total (S k) f = f 0%nat + total k (fun i => f (S i)).
Proof.
  induction k as [|k IH]; intro f; [cbn; ring|].
  change (total (S k) f + f (S k) = f 0%nat + (total k (fun i => f (S i)) + f (S k))). rewrite IH. ring.
Qed.

Lemma value_is : forall m (c : list Z),
  total (length c) (fun l => INR m ^ l * IZR (nth l c 0%Z)) = IZR (Grid.value (Z.of_nat m) c).
Proof.
  intros m. induction c as [|x c IH]; [reflexivity|]. cbn [length Grid.value].
  rewrite total_from_first. cbn [nth]. rewrite plus_IZR, mult_IZR, <- IH, <- total_scale, <- INR_IZR_INZ, pow_O.
  rewrite Rmult_1_l. f_equal. apply total_same. intros l _. cbn [pow]. ring.
Qed.

Lemma filter_at_most : forall (A : Type) (p : A -> bool) l, (length (filter p l) <= length l)%nat.
Proof. intros A p l. induction l as [|a l IH]; [cbn; lia|]. cbn. destruct (p a); cbn; lia. Qed.

(** What a point of G+_delta is before the first layer. *)
Lemma first_state : forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> in_G_plus d n m L ->
  exists x, state d n m L L x 0 n.
Proof.
  intros d n m L Hd Hn Hm plus. pose proof (m_two m Hm) as M.
  destruct (point_of d n m ltac:(lia) L plus) as (p & [[length_p lengths] entries_p] & E).
  rewrite Forall_forall in lengths, entries_p.
  assert (column : forall j, (j < n)%nat -> In (nth j p []) p) by (intros; apply nth_In; lia).
  assert (entry : forall i j, (i < d)%nat -> (j < n)%nat -> L i j = IZR (nth i (nth j p []) 0%Z) * (1 / INR m)).
  { intros i j Hi Hj. rewrite (E i j Hi Hj). apply (real_point_entry d n m p i j ltac:(lia)); [split|exact Hi|exact Hj];
      [exact length_p|apply Forall_forall, lengths]. }
  set (x := fun j => Grid.value (Z.of_nat m) (nth j p [])).
  assert (ids : has_ids d n m L x).
  { intros j Hj. unfold x. rewrite <- value_is, (lengths _ (column j Hj)). unfold id, Rdiv.
    rewrite (Rmult_comm (Networks.total (F := reals) d _)). rewrite <- total_scale. apply total_same. intros l Hl.
    rewrite (entry l j Hl Hj). unfold Rdiv. ring. }
  exists x. split; [exact ids|]. split; [|split; [right; intros; lia|split]].
  - intros a b Ha Hb same i Hi. rewrite (entry i a Hi Ha), (entry i b Hi Hb). do 2 f_equal.
    assert (C : nth a p [] = nth b p []); [|rewrite C; reflexivity].
    apply (value_with_special_one_to_one (Z.of_nat m) (Grids.special d n m)); try exact same.
    + lia.
    + rewrite !lengths by auto. reflexivity.
    + rewrite (lengths _ (column a Ha)). unfold Grids.special. rewrite Grid.D_is_power.
      assert (P : (0 < Z.of_nat m ^ Z.of_nat d)%Z) by (apply Z.pow_pos_nonneg; lia).
      assert (P' : (Z.of_nat m ^ Z.of_nat d <= (Z.of_nat m ^ Z.of_nat d) ^ Z.of_nat n)%Z).
      { rewrite <- (Z.pow_1_r (Z.of_nat m ^ Z.of_nat d)) at 1. apply Z.pow_le_mono_r; lia. }
      nia.
    + apply entries_p, column, Ha.
    + apply entries_p, column, Hb.
  - unfold low_ids. split; [|lia]. eapply Nat.le_trans; [apply filter_at_most|]. rewrite seq_length. lia.
  - intros a Ha. rewrite Nat.sub_diag, pow_O, Rmult_1_r. unfold id.
    pose proof (pow_R1_Rle (INR m) (n * d) ltac:(lra)) as big.
    eapply Rle_trans; [apply (total_within d (fun l => INR m ^ l) (fun l => L l a) (INR m ^ (n * d)))|].
    + intros l Hl. destruct (plus l a Hl Ha) as [O|(k & Hk & O)]; rewrite O.
      * rewrite Rabs_Ropp, Rabs_right; lra.
      * assert (0 <= INR k) by apply pos_INR. assert (INR k <= INR m) by (apply le_INR; lia).
        assert (0 < / INR m) by (apply Rinv_0_lt_compat; lra). assert (INR m * / INR m = 1) by (apply Rinv_r; lra).
        unfold Rdiv. rewrite Rabs_right; nra.
    + rewrite pow_add, pow_1, <- pow_mult. replace (d * n)%nat with (n * d)%nat by lia.
      rewrite (Rmult_comm (INR m ^ (n * d))). apply Rmult_le_compat_r; [lra|].
      eapply Rle_trans; [|apply (powers_below m Hm d)]. apply total_le. intros l _.
      rewrite Rabs_right; [lra|]. apply Rle_ge, pow_le. lra.
Qed.

Theorem g_c_near_hardmax_holds : g_c_near_hardmax.
Proof.
  intros d n m e Hd Hn Hm He g_c D G B C tau lambda enough L plus i j Hi Hj.
  assert (M : 2 <= INR m) by (apply (le_INR 2), Hm). destruct (sizes d n m Hd Hm) as (D2 & GD & BP).
  fold D in D2, GD, BP. fold G in GD, BP. specialize (BP n). fold B in BP.
  destruct (first_state d n m L Hd Hn Hm plus) as (x & St).
  assert (M2 : 4 <= INR m ^ 2) by (cbn [pow]; nra).
  assert (DB : 4 <= D * B) by nra.
  assert (large : 128 <= 128 * INR m ^ 2 * D * B).
  { replace (128 * INR m ^ 2 * D * B) with (128 * (INR m ^ 2 * (D * B))) by ring. nra. }
  assert (tau_positive : 0 < tau).
  { unfold tau. apply Rmin_glb_lt; [exact He|]. apply Rdiv_lt_0_compat; lra. }
  assert (tau_below : tau <= 1 / (128 * INR m ^ 2 * D * B)) by apply Rmin_r.
  assert (tau_half : 0 < tau <= 1 / 2).
  { split; [exact tau_positive|]. eapply Rle_trans; [exact tau_below|]. unfold Rdiv.
    apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
  set (kappa := 7 / (16 * INR m ^ 2)).
  assert (kappa_positive : 0 < kappa) by (apply Rdiv_lt_0_compat; lra).
  assert (room : kappa + 2 * tau * (4 * D * B) <= 1 / (2 * INR m ^ 2)).
  { assert (A : tau * (D * B) <= 1 / (128 * INR m ^ 2)).
    { apply (Rmult_le_compat_r (D * B)) in tau_below; [|lra].
      replace (1 / (128 * INR m ^ 2 * D * B) * (D * B)) with (1 / (128 * INR m ^ 2)) in tau_below by (field; nra).
      exact tau_below. }
    replace (1 / (2 * INR m ^ 2)) with (kappa + 8 * (1 / (128 * INR m ^ 2))) by (unfold kappa; field; lra). lra. }
  destruct (all_layers d n m Hd ltac:(lia) Hm L tau kappa tau_half room (m ^ d) 0 L x n true 0 ltac:(lia) St ltac:(lra))
    as (numbers & run & ties & small).
  assert (network : g_c = map (fun k => Attention (shift_heads d m k)) (seq 0 (m ^ d)) ++ [last_shift d n m]).
  { unfold g_c, real_network, Transformers.g_c, Transformers.sweep_layers, Transformers.selective_shifts.
    rewrite map_app, map_map. reflexivity. }
  rewrite network.
  assert (constant : error_constant n tau numbers <= C).
  { eapply Rle_trans; [exact small|]. right. unfold C. rewrite pow_INR. fold D. fold G. fold B. cbn [pow]. ring. }
  assert (tau_e : tau <= e) by apply Rmin_l.
  eapply Rle_trans; [|exact tau_e].
  assert (N1 : 1 <= INR n - 1).
  { pose proof (le_INR 2 n Hn) as A. cbn in A. lra. }
  assert (C_large : 1 <= C).
  { unfold C. assert (0 <= 2 * D ^ 2 * (1 + 2 * D ^ 2) ^ n * (1 + G * D)).
    { apply Rmult_le_pos; [apply Rmult_le_pos; [cbn [pow]; nra|apply pow_le; cbn [pow]; nra]|nra]. }
    assert (1 <= B * G) by nra. assert (B * G <= B * (2 * D ^ 2 * (1 + 2 * D ^ 2) ^ n * (1 + G * D) + G)) by nra.
    set (R0 := 2 * D ^ 2 * (1 + 2 * D ^ 2) ^ n * (1 + G * D) + G) in *.
    replace (3 * (INR n - 1) * B * R0) with ((INR n - 1) * (3 * (B * R0))) by ring. nra. }
  assert (log : 0 <= ln (C / tau)).
  { rewrite <- ln_1. assert (A : 1 < C / tau); [|left; apply ln_increasing; lra].
    apply (Rmult_lt_reg_r tau); [exact tau_positive|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  apply (near_by_constant d n _ L numbers tau kappa C); try assumption; try lia.
  - eapply Rle_trans; [|exact enough]. apply Rmult_le_pos; [|exact log]. apply Rmult_le_pos; lra.
  - rewrite ties. unfold sharp_enough, kappa. eapply Rle_trans; [|exact enough]. right. field. lra.
Qed.
