(** * Lemma4: a continuous function is near one that is constant on the cubes of a fine grid, Yun et al. 2020, App. D *)

From Coq Require Import Reals ZArith List Lra Lia Classical.
From Exactua Require Import Matrices Distance Cubes Powers Sums Boxes Compactness Coverings RealStatements.
Open Scope R_scope.

Lemma same_within : forall d n f X Y, continuous d n f -> same d n X Y -> same d n (f X) (f Y).
Proof.
  intros d n f X Y Hf HXY i j Hi Hj. apply Rminus_diag_uniq. apply NNPP. intros Hne. apply Rabs_pos_lt in Hne.
  destruct (Hf X _ Hne) as (s & Hs & H).
  assert (Hclose : within d n s X Y).
  { intros k l Hk Hl. rewrite (HXY k l Hk Hl). unfold Rminus. now rewrite Rplus_opp_r, Rabs_R0. }
  specialize (H Y Hclose i j Hi Hj). lra.
Qed.

Theorem functions_of_matrices_hold : functions_of_matrices.
Proof.
  intros d n f. split.
  - intros Hf X Y. now apply same_within.
  - intros m [A HA] X Y HXY.
    assert (Hcube : forall L, in_cube d n m L X <-> in_cube d n m L Y).
    { intros L. split; intros H i j Hi Hj; specialize (H i j Hi Hj); rewrite (HXY i j Hi Hj) in *; exact H. }
    destruct (HA X) as [Xin Xout]. destruct (HA Y) as [Yin Yout].
    destruct (classic (exists L, grid_point d n m L /\ in_cube d n m L X)) as [(L & HL & HX) | None].
    + intros i j Hi Hj. rewrite (Xin L HL HX i j Hi Hj). symmetry. apply (Yin L HL); [now apply Hcube | |]; assumption.
    + intros i j Hi Hj. rewrite Xout, Yout; try assumption; [reflexivity | |]; intros L HL HX; apply None; exists L;
        (split; [exact HL |]); [now apply Hcube | exact HX].
Qed.

(** ** Uniform continuity *)

Lemma inverse_positive : forall N, 0 < / INR (S N).
Proof. intros N. apply Rinv_0_lt_compat, lt_0_INR. lia. Qed.

Lemma inverse_falls : forall N M, (N <= M)%nat -> / INR (S M) <= / INR (S N).
Proof. intros N M H. apply Rinv_le_contravar; [apply lt_0_INR; lia | apply le_INR; lia]. Qed.

(** Near a closed box a continuous f changes by less than r between any two matrices less than 1/(N+1) apart. *)
Lemma uniformly_continuous :
  forall d n f B r, continuous d n f -> 0 < r ->
  exists N, forall X, in_box d n B X -> forall Z, within d n (/ INR (S N)) X Z -> within d n r (f X) (f Z).
Proof.
  intros d n f B r Hf Hr.
  apply (compact d n B (fun N X => forall Z, within d n (/ INR (S N)) X Z -> within d n r (f X) (f Z))).
  - intros N M X HNM H Z HZ. apply H. intros i j Hi Hj. specialize (HZ i j Hi Hj).
    pose proof (inverse_falls N M HNM). lra.
  - intros X _. destruct (Hf X (r / 2)) as (s & Hs & H); [lra |].
    destruct (archimed_cor1 (s / 2)) as (N & HN & Hpos); [lra |].
    exists (s / 2), N. split; [lra |]. intros Y HY Z HZ i j Hi Hj.
    assert (HN' : / INR (S N) <= / INR N) by (apply Rinv_le_contravar; [now apply lt_0_INR | apply le_INR; lia]).
    assert (HXY : within d n s X Y) by (intros k l Hk Hl; specialize (HY k l Hk Hl); lra).
    assert (HXZ : within d n s X Z).
    { intros k l Hk Hl. specialize (HY k l Hk Hl). specialize (HZ k l Hk Hl).
      replace (X k l - Z k l) with ((X k l - Y k l) + (Y k l - Z k l)) by ring.
      eapply Rle_lt_trans; [apply Rabs_triang | lra]. }
    pose proof (H Y HXY i j Hi Hj) as H1. pose proof (H Z HXZ i j Hi Hj) as H2.
    replace (f Y i j - f Z i j) with (- (f X i j - f Y i j) + (f X i j - f Z i j)) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.

(** ** The centres of cubes *)

(** The number of the interval [z/m, (z+1)/m) that has x, and its centre. *)
Definition cell (m : nat) (x : R) : Z := Int_part (INR m * x).
Definition centre (m : nat) (x : R) : R := (IZR (cell m x) + / 2) / INR m.

Definition centres (m : nat) (X : matrix) : matrix := fun i j => centre m (X i j).

(** All entries are in [0, 1). *)
Definition inside (d n : nat) (X : matrix) : bool :=
  forallb (fun e => if Rle_dec 0 (X (fst e) (snd e)) then if Rlt_dec (X (fst e) (snd e)) 1 then true else false
                    else false) (entries d n).

(** f at the centre of the cube that has X. *)
Definition f_bar (d n m : nat) (f : matrix -> matrix) (X : matrix) : matrix :=
  if inside d n X then f (centres m X) else zero.

Lemma inside_is : forall d n X,
  inside d n X = true <-> forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1.
Proof.
  intros d n X. unfold inside. rewrite forallb_forall. split.
  - intros H i j Hi Hj. specialize (H (i, j) (proj2 (entries_in d n i j) (conj Hi Hj))). simpl in H.
    destruct (Rle_dec 0 (X i j)), (Rlt_dec (X i j) 1); try discriminate. lra.
  - intros H [i j] Hin. apply entries_in in Hin as [Hi Hj]. specialize (H i j Hi Hj). simpl.
    destruct (Rle_dec 0 (X i j)); [| lra]. destruct (Rlt_dec (X i j) 1); [reflexivity | lra].
Qed.

Section Centres.
  Variable m : nat.
  Hypothesis m_positive : (1 <= m)%nat.

  Lemma INR_positive : 0 < INR m.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma cell_bounds : forall x, IZR (cell m x) / INR m <= x < (IZR (cell m x) + 1) / INR m.
  Proof.
    intros x. unfold cell. destruct (base_Int_part (INR m * x)) as [H1 H2]. pose proof INR_positive as Hm. split.
    - apply (Rmult_le_reg_r (INR m)); [exact Hm |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    - apply (Rmult_lt_reg_r (INR m)); [exact Hm |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  Qed.

  Lemma cell_unique : forall x z, IZR z / INR m <= x < (IZR z + 1) / INR m -> cell m x = z.
  Proof.
    intros x z [H1 H2]. pose proof INR_positive as Hm.
    apply (Rmult_le_compat_r (INR m)) in H1; [| lra]. apply (Rmult_lt_compat_r (INR m)) in H2; [| exact Hm].
    unfold Rdiv in *. rewrite Rmult_assoc, Rinv_l in H1, H2 by lra.
    unfold cell. destruct (base_Int_part (INR m * x)) as [H3 H4].
    assert (Hlow : (z < Int_part (INR m * x) + 1)%Z) by (apply lt_IZR; rewrite plus_IZR; lra).
    assert (Hhigh : (Int_part (INR m * x) < z + 1)%Z) by (apply lt_IZR; rewrite plus_IZR; lra).
    lia.
  Qed.

  Lemma centre_near : forall x, Rabs (x - centre m x) < / INR m.
  Proof.
    intros x. destruct (cell_bounds x) as [H1 H2]. pose proof (Rinv_0_lt_compat _ INR_positive) as Hm.
    unfold centre, Rdiv in *. rewrite Rmult_plus_distr_r in *. rewrite Rmult_1_l in H2.
    apply Rabs_def1; lra.
  Qed.

  Lemma cell_of_unit : forall x, 0 <= x < 1 -> (0 <= cell m x < Z.of_nat m)%Z.
  Proof.
    intros x [H0 H1]. unfold cell. destruct (base_Int_part (INR m * x)) as [H3 H4]. pose proof INR_positive as Hm.
    pose proof (Rmult_le_pos (INR m) x ltac:(lra) H0) as Hpos. pose proof (Rmult_lt_compat_l (INR m) x 1 Hm H1) as Hlt.
    split.
    - assert (-1 < Int_part (INR m * x))%Z by (apply lt_IZR; lra). lia.
    - apply lt_IZR. rewrite <- INR_IZR_INZ. lra.
  Qed.
End Centres.

(** ** f-bar *)

Lemma f_bar_of_function : forall d n m f, (1 <= m)%nat -> respects d n f -> piecewise_constant d n m (f_bar d n m f).
Proof.
  intros d n m f Hm Hf. exists (fun L => f (fun i j => (INR (L i j) + / 2) / INR m)). intros X. split.
  - intros L HL HX. pose proof (INR_positive m Hm) as Hpos.
    assert (Hin : inside d n X = true).
    { apply inside_is. intros i j Hi Hj. destruct (HX i j Hi Hj) as [H1 H2]. pose proof (HL i j Hi Hj) as Hlt.
      pose proof (pos_INR (L i j)) as H0. apply le_INR in Hlt. rewrite S_INR in Hlt. split.
      - eapply Rle_trans; [| exact H1]. apply Rmult_le_pos; [exact H0 | left; now apply Rinv_0_lt_compat].
      - eapply Rlt_le_trans; [exact H2 |]. apply (Rmult_le_reg_r (INR m)); [exact Hpos |].
        unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    unfold f_bar. rewrite Hin. apply Hf. intros i j Hi Hj. unfold centres, centre.
    rewrite (cell_unique m Hm (X i j) (Z.of_nat (L i j))).
    + now rewrite <- INR_IZR_INZ.
    + rewrite <- INR_IZR_INZ. now apply HX.
  - intros None. unfold f_bar. destruct (inside d n X) eqn:Hin; [| now intros i j].
    exfalso. rewrite inside_is in Hin. apply (None (fun i j => Z.to_nat (cell m (X i j)))).
    + intros i j Hi Hj. pose proof (cell_of_unit m Hm _ (Hin i j Hi Hj)). lia.
    + intros i j Hi Hj. rewrite INR_IZR_INZ, Z2Nat.id by (apply (cell_of_unit m Hm); now apply Hin).
      now apply cell_bounds.
Qed.

Lemma f_bar_constant : forall d n m f, (1 <= m)%nat -> continuous d n f -> piecewise_constant d n m (f_bar d n m f).
Proof. intros d n m f Hm Hf. apply f_bar_of_function; [exact Hm | intros X Y; now apply same_within]. Qed.

Lemma f_bar_equivariant : forall d n m f, equivariant d n f -> equivariant d n (f_bar d n m f).
Proof.
  intros d n m f Hf s X Hs.
  assert (Hin : inside d n (permuted s X) = inside d n X).
  { destruct Hs as [t Ht]. apply Bool.eq_true_iff_eq. rewrite !inside_is. unfold permuted. split; intros H i j Hi Hj.
    - destruct (Ht j Hj) as (_ & Hlt & E & _). rewrite <- E. now apply H.
    - apply H; [exact Hi |]. now apply Ht. }
  unfold f_bar. rewrite Hin. destruct (inside d n X); [| now intros i j].
  change (centres m (permuted s X)) with (permuted s (centres m X)). now apply Hf.
Qed.

Definition unit_box : box := Box zero (fun _ _ => 1).

Lemma unit_volume : forall d n, volume d n unit_box = 1.
Proof. intros d n. apply product_over_one. intros i j _. simpl. unfold zero. rewrite Rminus_0_r. apply Rmax_right. lra. Qed.

(** If all entries differ by at most e / (1 + d n), the difference is at most e^p. *)
Lemma difference_small :
  forall d n p f g X e, 1 <= p -> 0 < e ->
  within d n (e / (1 + INR (length (entries d n)))) (f X) (g X) -> difference d n p f g X <= power e p.
Proof.
  intros d n p f g X e Hp He H. set (l := INR (length (entries d n))) in *.
  assert (Hl : 0 <= l) by apply pos_INR.
  assert (Hi : 0 < / (1 + l)) by (apply Rinv_0_lt_compat; lra).
  assert (Hone : (1 + l) * / (1 + l) = 1) by (field; lra).
  apply Rle_trans with (l * power (e / (1 + l)) p).
  - unfold difference, l. rewrite <- sum_over_constant. apply sum_over_le. intros i j Hin.
    apply entries_in in Hin as [Hi' Hj']. apply power_monotone; [lra |]. left. now apply H.
  - unfold Rdiv. rewrite power_times by lra.
    assert (Hle : power (/ (1 + l)) p <= / (1 + l)).
    { assert (Hle1 : / (1 + l) <= 1).
      { rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
      replace (/ (1 + l)) with (power (/ (1 + l)) 1) at 2 by (rewrite power_positive by exact Hi; now apply Rpower_1).
      rewrite !power_positive by exact Hi. unfold Rpower.
      assert (Hln : ln (/ (1 + l)) <= 0).
      { rewrite <- ln_1. destruct (Rle_lt_or_eq_dec _ _ Hle1) as [Hlt | ->]; [| lra]. left. now apply ln_increasing. }
      assert (Hexp : p * ln (/ (1 + l)) <= 1 * ln (/ (1 + l))).
      { pose proof (Rmult_le_compat_l (p - 1) _ 0 ltac:(lra) Hln). lra. }
      destruct (Rle_lt_or_eq_dec _ _ Hexp) as [Hlt | ->]; [| lra]. left. now apply exp_increasing. }
    pose proof (power_nonnegative e p) as HE.
    assert (Hl1 : l * power (/ (1 + l)) p <= 1).
    { apply Rle_trans with (l * / (1 + l)); [now apply Rmult_le_compat_l | lra]. }
    replace (l * (power e p * power (/ (1 + l)) p)) with (power e p * (l * power (/ (1 + l)) p)) by ring.
    rewrite <- (Rmult_1_r (power e p)) at 2. now apply Rmult_le_compat_l.
Qed.

(** This f-bar is near f for every fine grid: from some m on. *)
Lemma f_bar_near : forall d n f p e, continuous d n f -> supported_in_unit_cube d n f -> 1 <= p -> 0 < e ->
  exists m_star, (1 <= m_star)%nat /\ forall m, (m_star <= m)%nat -> at_most d n p f (f_bar d n m f) everywhere (e / 3).
Proof.
  intros d n f p e Hf Hout Hp He.
  assert (Hr : 0 < e / 3 / (1 + INR (length (entries d n)))).
  { apply Rdiv_lt_0_compat; [lra |]. pose proof (pos_INR (length (entries d n))). lra. }
  destruct (uniformly_continuous d n f unit_box _ Hf Hr) as [N HN].
  exists (S N). split; [lia |]. intros m Hm. assert (Hm1 : (1 <= m)%nat) by lia.
  apply (by_upper_sum_holds d n p f (f_bar d n m f) everywhere (e / 3) (power (e / 3) p)); [lra | | lra].
  exists 1%nat, (fun _ => unit_box), (fun _ => power (e / 3) p).
  split; [intros; apply power_nonnegative |]. split; [| simpl; rewrite unit_volume; ring].
  intros X _. simpl sum_below. rewrite Rplus_0_l.
  destruct (indicator_cases d n unit_box X) as [[HX ->] | [HX ->]].
  - rewrite Rmult_1_r. apply difference_small; [exact Hp | lra |]. unfold f_bar.
    destruct (inside d n X) eqn:Hin.
    + apply HN; [exact HX |]. intros i j Hi Hj. eapply Rlt_le_trans; [now apply centre_near |].
      destruct m as [| m]; [lia |]. apply inverse_falls. lia.
    + assert (Hface : exists i j, (i < d)%nat /\ (j < n)%nat /\ X i j = 1).
      { apply NNPP. intros None. assert (inside d n X = true); [| congruence]. apply inside_is.
        intros i j Hi Hj. destruct (HX i j Hi Hj) as [H0 H1]. simpl in H0, H1. unfold zero in H0. split; [exact H0 |].
        destruct H1 as [H1 | H1]; [exact H1 |]. destruct None. now exists i, j. }
      destruct Hface as (i & j & Hi & Hj & E). pose proof (inverse_positive N) as Hpos.
      assert (Hzero : same d n (f (put i j (1 + / INR (S N) / 2) X)) zero).
      { apply (Hout _ i j Hi Hj). rewrite put_there. lra. }
      assert (Hnear : within d n (/ INR (S N)) X (put i j (1 + / INR (S N) / 2) X)).
      { intros k l Hk Hl. destruct (classic ((k, l) = (i, j))) as [E' | E'].
        - injection E' as -> ->. rewrite put_there, E. apply Rabs_def1; lra.
        - rewrite put_elsewhere by exact E'. unfold Rminus. now rewrite Rplus_opp_r, Rabs_R0. }
      intros k l Hk Hl. rewrite <- (Hzero k l Hk Hl). now apply (HN X HX).
  - rewrite difference_same; [lra |].
    assert (Hsome : exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ 0 <= X i j <= 1).
    { apply NNPP. intros None. apply HX. intros i j Hi Hj. simpl. unfold zero. apply NNPP. intros H.
      apply None. now exists i, j. }
    destruct Hsome as (i & j & Hi & Hj & H). unfold f_bar.
    destruct (inside d n X) eqn:Hin; [| now apply (Hout X i j)].
    exfalso. apply H. rewrite inside_is in Hin. specialize (Hin i j Hi Hj). lra.
Qed.

Theorem lemma_4_holds : lemma_4.
Proof.
  intros d n f p e Hf Heq Hout Hp He. destruct (f_bar_near d n f p e Hf Hout Hp He) as (m_star & Hm & H).
  exists m_star. split; [exact Hm |]. intros m Hle. exists (f_bar d n m f).
  split; [apply f_bar_constant; [lia | exact Hf] |]. split; [now apply f_bar_equivariant | now apply H].
Qed.
