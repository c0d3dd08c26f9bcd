(** * RelativeBias: one head with a relative position bias reverses up to three tokens, and no more

    The web page 'Transformer Expressiveness', 'Relative Position Bias' and the second program. Two rows in the middle
    need the same two biases in opposite orders, whatever the scores of two contents are. *)

From Coq Require Import Reals List Arith Bool Lia Lra.
From Exactua Require Import Networks Matrices Distance Sums Boltzmann BoltzmannSeparation AnyWeights
  BackgroundStatements Background.
Import ListNotations.
Open Scope R_scope.

(** ** No reversal from L = 4 on *)

Section Row.
  Variables (L : nat) (score : bool -> bool -> R) (B : nat -> R) (value : bool -> R) (x : nat -> bool) (i : nat).
  Hypothesis HL : (1 <= L)%nat.

  Definition mass (j : nat) : R := exp (score (x i) (x j) + B (i + (L - 1) - j)%nat).
  Definition mass_of (content : bool) : R := sum_below L (fun j => if eqb (x j) content then mass j else 0).

  Lemma mass_nonnegative : forall content j, 0 <= if eqb (x j) content then mass j else 0.
  Proof. intros content j. destruct (eqb (x j) content); [apply Rlt_le, exp_pos | lra]. Qed.

  Lemma masses_positive : 0 < mass_of true + mass_of false.
  Proof.
    unfold mass_of. rewrite <- sum_below_plus. apply Rlt_le_trans with (mass 0).
    - apply exp_pos.
    - eapply Rle_trans; [| apply (sum_below_has L (fun j => (if eqb (x j) true then mass j else 0)
        + (if eqb (x j) false then mass j else 0)) 0%nat)]; [| | lia].
      + cbv beta. destruct (x 0%nat); cbn [eqb]; lra.
      + intros j _. cbv beta. pose proof (mass_nonnegative true j). pose proof (mass_nonnegative false j). lra.
  Qed.

  Lemma biased_is : page_biased L score B value x i
    = (mass_of true * value true + mass_of false * value false) / (mass_of true + mass_of false).
  Proof.
    pose proof masses_positive as HP.
    assert (partition L (fun j => score (x i) (x j) + B (i + (L - 1) - j)%nat) = mass_of true + mass_of false) as EP.
    { unfold partition, mass_of. rewrite <- sum_below_plus. apply sum_below_ext. intros j _. unfold mass.
      destruct (x j); cbn [eqb]; ring. }
    unfold page_biased, page_attended, page_weights. change (total (F := reals)) with sum_below.
    rewrite (sum_below_ext L _ (fun j => / (mass_of true + mass_of false)
      * (value true * (if eqb (x j) true then mass j else 0) + value false * (if eqb (x j) false then mass j else 0)))).
    - rewrite sum_below_scale, sum_below_plus, !sum_below_scale. fold (mass_of true) (mass_of false). field. lra.
    - intros j _. rewrite softmax_is, EP. unfold mass. destruct (x j); cbn [eqb]; field; lra.
  Qed.

  (** The content that stands at the target has more of the weight. *)
  Lemma more_of_target : forall c,
    Rabs (page_biased L score B value x i - value c) < Rabs (value true - value false) / 2 ->
    mass_of (negb c) < mass_of c.
  Proof.
    intros c H. pose proof masses_positive as HP. rewrite biased_is in H.
    assert (0 <= mass_of true /\ 0 <= mass_of false) as [H1 H2]
      by (split; apply sum_below_nonnegative; intros j _; apply mass_nonnegative).
    set (T := mass_of true) in *. set (F := mass_of false) in *. set (P := T + F) in *.
    assert (0 <= Rabs (value true - value false)) as Hv by apply Rabs_pos.
    set (D := Rabs (value true - value false)) in *.
    assert (forall w, 0 <= w -> w / P * D < D / 2 -> w + w < P) as G.
    { intros w Hw Hlt. assert (0 < D) as HD by (destruct Hv as [Hv | Hv]; [exact Hv | rewrite <- Hv in Hlt; lra]).
      assert (w / P < 1 / 2) as Hq by (apply Rmult_lt_reg_r with D; [exact HD | lra]).
      assert (w < 1 / 2 * P); [| lra]. replace w with (w / P * P) by (field; lra). now apply Rmult_lt_compat_r. }
    destruct c; cbn [negb].
    - replace ((T * value true + F * value false) / P - value true)
        with (- (F / P) * (value true - value false)) in H by (unfold P; field; fold P; lra).
      rewrite Rabs_mult, Rabs_Ropp, (Rabs_right (F / P)) in H
        by (apply Rle_ge, Rmult_le_pos; [exact H2 | apply Rlt_le, Rinv_0_lt_compat; lra]).
      specialize (G F H2 H). unfold P in G. fold T F. lra.
    - replace ((T * value true + F * value false) / P - value false)
        with (T / P * (value true - value false)) in H by (unfold P; field; fold P; lra).
      rewrite Rabs_mult, (Rabs_right (T / P)) in H
        by (apply Rle_ge, Rmult_le_pos; [exact H1 | apply Rlt_le, Rinv_0_lt_compat; lra]).
      specialize (G T H1 H). unfold P in G. fold T F. lra.
  Qed.

  Lemma mass_has : forall c j, (j < L)%nat -> x j = c -> mass j <= mass_of c.
  Proof.
    intros c j Hj E. pose proof (sum_below_has L (fun j => if eqb (x j) c then mass j else 0) j) as H. cbv beta in H.
    rewrite E, eqb_reflx in H. apply H; [| exact Hj]. intros l _. apply mass_nonnegative.
  Qed.

  Lemma mass_has_two : forall c j l, (j < L)%nat -> (l < L)%nat -> j <> l -> x j = c -> x l = c ->
    mass j + mass l <= mass_of c.
  Proof.
    intros c j l Hj Hl Hne E E'. unfold mass_of. rewrite (two_terms L _ j l Hj Hl Hne), E, E', eqb_reflx.
    assert (0 <= sum_below L (fun k => if (Nat.eqb k j || Nat.eqb k l)%bool then 0
      else if eqb (x k) c then mass k else 0)); [| lra].
    apply sum_below_nonnegative. intros k _. destruct (_ || _)%bool; [lra | apply mass_nonnegative].
  Qed.

  Lemma mass_is_two : forall c j l, (j < L)%nat -> (l < L)%nat -> j <> l -> x j = c -> x l = c ->
    (forall k, (k < L)%nat -> k <> j -> k <> l -> x k = negb c) -> mass_of c = mass j + mass l.
  Proof.
    intros c j l Hj Hl Hne E E' H. unfold mass_of. rewrite (two_terms L _ j l Hj Hl Hne), E, E', eqb_reflx.
    rewrite sum_below_zero; [ring |]. intros k Hk.
    destruct (Nat.eqb_spec k j) as [_ | Hkj]; [reflexivity |]. destruct (Nat.eqb_spec k l) as [_ | Hkl]; [reflexivity
      |].
    cbn [orb]. rewrite (H k Hk Hkj Hkl). destruct c; reflexivity.
  Qed.

  Lemma mass_is : forall c j, (j < L)%nat -> x j = c -> (forall k, (k < L)%nat -> k <> j -> x k = negb c) ->
    mass_of c = mass j.
  Proof.
    intros c j Hj E H. unfold mass_of. rewrite (sum_below_single L _ j Hj); [now rewrite E, eqb_reflx |].
    intros k Hk Hne. rewrite (H k Hk Hne). destruct c; reflexivity.
  Qed.
End Row.

Lemma no_reversal_by_bias_holds : page_no_reversal_by_bias.
Proof.
  intros L score B value HL H. destruct (Nat.Even_or_Odd L) as [[h Eh] | [c Ec]].
  - (* rows h - 1 and h *)
    set (x := fun j => negb (Nat.eqb j (h - 1) || Nat.eqb j h)). set (y := fun j => Nat.eqb j (h - 1)).
    assert (x (h - 1)%nat = false) as X1 by (unfold x; now rewrite Nat.eqb_refl).
    assert (x h = false) as X2 by (unfold x; now rewrite Nat.eqb_refl, orb_true_r).
    assert (forall k, k <> (h - 1)%nat -> k <> h -> x k = true) as X3
      by (intros k H1 H2; unfold x; apply Nat.eqb_neq in H1, H2; now rewrite H1, H2).
    assert (y (h - 1)%nat = true) as Y1 by (unfold y; apply Nat.eqb_refl).
    assert (forall k, k <> (h - 1)%nat -> y k = false) as Y2 by (intros k H1; unfold y; now apply Nat.eqb_neq).
    pose proof (H x (h - 1)%nat ltac:(lia)) as R1. replace (L - 1 - (h - 1))%nat with h in R1 by lia. rewrite X2 in R1.
    apply more_of_target in R1; [| lia]. cbn [negb] in R1.
    pose proof (H y h ltac:(lia)) as R2. replace (L - 1 - h)%nat with (h - 1)%nat in R2 by lia. rewrite Y1 in R2.
    apply more_of_target in R2; [| lia]. cbn [negb] in R2.
    rewrite (mass_is_two L score B x (h - 1) false (h - 1) h) in R1; try lia; auto.
    pose proof (mass_has L score B x (h - 1) true (h - 2) ltac:(lia) (X3 (h - 2)%nat ltac:(lia) ltac:(lia))) as G1.
    rewrite (mass_is L score B y h true (h - 1)) in R2; try lia; auto.
    pose proof (mass_has_two L score B y h false h (S h) ltac:(lia) ltac:(lia) ltac:(lia) (Y2 h ltac:(lia))
      (Y2 (S h) ltac:(lia))) as G2.
    unfold mass in R1, R2, G1, G2. rewrite ?X1, ?X2, ?Y1, ?(Y2 h), ?(Y2 (S h)), ?(X3 (h - 2)%nat) in * by lia.
    replace (h - 1 + (L - 1) - (h - 1))%nat with (L - 1)%nat in * by lia.
    replace (h - 1 + (L - 1) - h)%nat with (L - 2)%nat in * by lia.
    replace (h - 1 + (L - 1) - (h - 2))%nat with L in * by lia.
    replace (h + (L - 1) - (h - 1))%nat with L in * by lia.
    replace (h + (L - 1) - h)%nat with (L - 1)%nat in * by lia.
    replace (h + (L - 1) - S h)%nat with (L - 2)%nat in * by lia. lra.
  - (* rows c and c + 1 *)
    set (x := fun j => negb (Nat.eqb j c)). set (y := fun j => Nat.eqb j (c - 1)).
    assert (x c = false) as X1 by (unfold x; now rewrite Nat.eqb_refl).
    assert (forall k, k <> c -> x k = true) as X2
      by (intros k H1; unfold x; apply Nat.eqb_neq in H1; now rewrite H1).
    assert (y (c - 1)%nat = true) as Y1 by (unfold y; apply Nat.eqb_refl).
    assert (forall k, k <> (c - 1)%nat -> y k = false) as Y2 by (intros k H1; unfold y; now apply Nat.eqb_neq).
    pose proof (H x c ltac:(lia)) as R1. replace (L - 1 - c)%nat with c in R1 by lia. rewrite X1 in R1.
    apply more_of_target in R1; [| lia]. cbn [negb] in R1.
    pose proof (H y (S c) ltac:(lia)) as R2. replace (L - 1 - S c)%nat with (c - 1)%nat in R2 by lia. rewrite Y1 in R2.
    apply more_of_target in R2; [| lia]. cbn [negb] in R2.
    rewrite (mass_is L score B x c false c) in R1; try lia; auto.
    pose proof (mass_has L score B x c true (c - 2) ltac:(lia) (X2 (c - 2)%nat ltac:(lia))) as G1.
    rewrite (mass_is L score B y (S c) true (c - 1)) in R2; try lia; auto.
    pose proof (mass_has L score B y (S c) false (S c) ltac:(lia) (Y2 (S c) ltac:(lia))) as G2.
    unfold mass in R1, R2, G1, G2. rewrite ?X1, ?Y1, ?(Y2 (S c)), ?(X2 (c - 2)%nat) in * by lia.
    replace (c + (L - 1) - c)%nat with (L - 1)%nat in * by lia.
    replace (c + (L - 1) - (c - 2))%nat with (S L) in * by lia.
    replace (S c + (L - 1) - (c - 1))%nat with (S L) in * by lia.
    replace (S c + (L - 1) - S c)%nat with (L - 1)%nat in * by lia. lra.
Qed.

(** ** Up to L = 3 *)

Lemma sharp_weight : forall L (s : nat -> R) k t, (L <= 3)%nat -> (k < L)%nat ->
  (forall l, (l < L)%nat -> l <> k -> s l + t <= s k) -> 1 - 2 * exp (- t) <= softmax L s k.
Proof.
  intros L s k t HL Hk H. rewrite (softmax_shifted L s (s k) k) by lia. rewrite Rminus_eq_0, exp_0.
  set (P := sum_below L (fun l => exp (s l - s k))). pose proof (exp_pos (- t)) as Ht.
  assert (P <= 1 + 2 * exp (- t)) as HP.
  { apply Rle_trans with (sum_below L (fun l => exp (- t) + (if Nat.eqb l k then 1 - exp (- t) else 0))).
    - apply sum_below_le. intros l Hl. destruct (Nat.eqb_spec l k) as [-> | Hne].
      + rewrite Rminus_eq_0, exp_0. lra.
      + rewrite Rplus_0_r. apply exp_at_most. specialize (H l Hl Hne). lra.
    - rewrite sum_below_plus, sum_of_constants.
      rewrite (sum_below_single L (fun l => if Nat.eqb l k then 1 - exp (- t) else 0) k Hk), Nat.eqb_refl.
      + apply le_INR in HL. replace (INR 3) with 3 in HL by (simpl; ring). nra.
      + intros l _ Hl. apply Nat.eqb_neq in Hl. now rewrite Hl. }
  assert (1 <= P) as HP1.
  { pose proof (sum_below_has L (fun l => exp (s l - s k)) k) as G. cbv beta in G. rewrite Rminus_eq_0, exp_0 in G.
    apply G; [intros; apply Rlt_le, exp_pos | exact Hk]. }
  change (1 - 2 * exp (- t) <= 1 / P). apply Rmult_le_reg_r with P; [lra |].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. set (u := 2 * exp (- t)) in *. nra.
Qed.

Lemma reversal_by_bias_up_to_3_holds : page_reversal_by_bias_up_to_3.
Proof.
  intros L e H1 H3 He. set (t := 2 / e). assert (0 < t) as Ht
    by (apply Rmult_lt_0_compat; [lra | now apply Rinv_0_lt_compat]).
  assert (2 * exp (- t) < e) as Hsmall.
  { rewrite exp_Ropp. pose proof (exp_ineq1_le t) as G. pose proof (exp_pos t).
    apply Rmult_lt_reg_r with (exp t); [lra |]. rewrite Rmult_assoc, Rinv_l by lra.
    assert (2 = e * t) as E by (unfold t; field; lra). nra. }
  exists (fun m => match L, m with
    | 2%nat, 1%nat => 0 | 2%nat, _ => t
    | 3%nat, 0%nat | 3%nat, 4%nat => 2 * t | 3%nat, 2%nat => t | _, _ => 0 end).
  intros i Hi. eapply Rlt_le_trans; [| apply (sharp_weight L _ _ t H3); [lia |]]; [lra |].
  intros l Hl Hne. destruct L as [| [| [| [| L]]]]; try lia.
  - destruct i as [| [| i]]; try lia; destruct l as [| [| l]]; try lia; cbn in *; try lia; lra.
  - destruct i as [| [| [| i]]]; try lia; destruct l as [| [| [| l]]]; try lia; cbn in *; try lia; lra.
Qed.
