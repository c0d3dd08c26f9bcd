(** * Theorem 3 for modified Transformers: hardmax and Phi, with a positional encoding (Sec. 3.1)

    E puts the columns of X + E into bands of their own, so that f on K, in all orders of the columns, is one
    permutation equivariant function on the cubes, and Proposition 5 has a network for it. Its cubes with equal columns
    have no matrix of K + E: so the network is as near to f as the cubes are small. The network of App. G is another. *)

From Coq Require Import List Arith Bool Lia ZArith Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws NetworkSizes RealProposition5 RealDistance5 Matrices Distance Cubes
  Powers Sums Boxes Compactness Coverings Lemma4 Theorem2Hardmax NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** ** Functions that are continuous on a compact set *)

Section Compact.
  Variables (d n : nat) (K : matrix -> Prop) (f : matrix -> matrix) (M : R).
  Hypothesis closed : closed_set d n K.
  Hypothesis within_M : forall X i j, K X -> (i < d)%nat -> (j < n)%nat -> Rabs (X i j) <= M.
  Hypothesis f_continuous : continuous_on d n K f.

  Definition around : box := Box (fun _ _ => - M) (fun _ _ => M).

  Lemma in_around : forall X, K X -> in_box d n around X.
  Proof.
    intros X HX i j Hi Hj. cbn [around low high]. specialize (within_M X i j HX Hi Hj).
    pose proof (Rle_abs (X i j)) as A. pose proof (Rle_abs (- X i j)) as A'. rewrite Rabs_Ropp in A'. lra.
  Qed.

  (** A matrix outside of K has no matrix of K near it. *)
  Lemma outside_of_closed : forall X, ~ K X -> exists r, 0 < r /\ forall Y, within d n r X Y -> ~ K Y.
  Proof.
    intros X HX. apply NNPP. intros none. apply HX, closed. intros r Hr. apply NNPP. intros no. apply none. exists r.
    split; [exact Hr|]. intros Y HY KY. apply no. exists Y. auto.
  Qed.

  Lemma within_less : forall r s X Y, r <= s -> within d n r X Y -> within d n s X Y.
  Proof. intros r s X Y H HXY i j Hi Hj. specialize (HXY i j Hi Hj). lra. Qed.

  Lemma within_twice : forall r s X Y Z, within d n r X Y -> within d n s Y Z -> within d n (r + s) X Z.
  Proof.
    intros r s X Y Z HXY HYZ i j Hi Hj. specialize (HXY i j Hi Hj). specialize (HYZ i j Hi Hj).
    replace (X i j - Z i j) with ((X i j - Y i j) + (Y i j - Z i j)) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang|lra].
  Qed.

  Lemma within_back : forall r X Y, within d n r X Y -> within d n r Y X.
  Proof.
    intros r X Y HXY i j Hi Hj. specialize (HXY i j Hi Hj).
    replace (Y i j - X i j) with (- (X i j - Y i j)) by ring. rewrite Rabs_Ropp. exact HXY.
  Qed.

  (** Heine-Cantor. *)
  Lemma uniformly_continuous_on : forall r, 0 < r -> exists s, 0 < s /\
    forall X Y, K X -> K Y -> within d n s X Y -> within d n r (f X) (f Y).
  Proof.
    intros r Hr.
    destruct (compact d n around (fun N X => K X -> forall Y, K Y -> within d n (/ INR (S N)) X Y ->
      within d n r (f X) (f Y))) as (N & H).
    - intros N N' X HN H HX Y HY HXY. apply H; [exact HX|exact HY|].
      eapply within_less; [apply inverse_falls, HN|exact HXY].
    - intros X _. destruct (classic (K X)) as [HX|HX].
      + destruct (f_continuous X (r / 2) HX) as (s & Hs & H); [lra|].
        destruct (archimed_cor1 (s / 2)) as (N & HN & Hpos); [lra|]. exists (s / 2), N. split; [lra|].
        intros Y HY KY Z KZ HZ.
        assert (HN' : / INR (S N) <= / INR N) by (apply Rinv_le_contravar; [now apply lt_0_INR|apply le_INR; lia]).
        replace r with (r / 2 + r / 2) by field. apply (within_twice _ _ _ (f X)).
        * apply within_back, H; [exact KY|]. eapply within_less; [|exact HY]. lra.
        * apply H; [exact KZ|]. eapply within_less; [|exact (within_twice _ _ X Y Z HY HZ)]. lra.
      + destruct (outside_of_closed X HX) as (s & Hs & H). exists s, 0%nat. split; [exact Hs|].
        intros Y HY KY. contradiction (H Y HY KY).
    - exists (/ INR (S N)). split; [apply inverse_positive|]. intros X Y HX HY HXY. apply H; auto. apply in_around, HX.
  Qed.

  Lemma bounded_on : exists N, forall X i j, K X -> (i < d)%nat -> (j < n)%nat -> Rabs (f X i j) <= INR N.
  Proof.
    destruct (compact d n around (fun N X => K X -> forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j) <= INR N))
      as (N & H).
    - intros N N' X HN H HX i j Hi Hj. eapply Rle_trans; [apply H; assumption|apply le_INR, HN].
    - intros X _. destruct (classic (K X)) as [HX|HX].
      + destruct (f_continuous X 1 HX ltac:(lra)) as (s & Hs & H).
        assert (G : exists N, forall e, In e (entries d n) -> Rabs (f X (fst e) (snd e)) + 1 <= INR N).
        { induction (entries d n) as [|e es (N & IH)]; [exists 0%nat; intros e []|].
          destruct (archimed (Rabs (f X (fst e) (snd e)) + 1)) as [A _].
          exists (Nat.max N (Z.to_nat (up (Rabs (f X (fst e) (snd e)) + 1)))). intros e' [<-|I].
          - apply Rle_trans with (IZR (up (Rabs (f X (fst e) (snd e)) + 1))); [lra|].
            eapply Rle_trans; [|apply le_INR, Nat.le_max_r]. rewrite INR_IZR_INZ. apply IZR_le. lia.
          - eapply Rle_trans; [apply IH, I|apply le_INR, Nat.le_max_l]. }
        destruct G as (N & G). exists s, N. split; [exact Hs|]. intros Y HY KY i j Hi Hj.
        specialize (H Y KY HY i j Hi Hj). specialize (G (i, j) (proj2 (entries_in d n i j) (conj Hi Hj))).
        cbn [fst snd] in G. replace (f Y i j) with (f X i j + - (f X i j - f Y i j)) by ring.
        eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
      + destruct (outside_of_closed X HX) as (s & Hs & H). exists s, 0%nat. split; [exact Hs|].
        intros Y HY KY. contradiction (H Y HY KY).
    - exists N. intros X i j HX. apply H; [apply in_around, HX|exact HX].
  Qed.
End Compact.

(** ** f on K, in all orders of the columns, as a function that is constant on cubes *)

Section Extended.
  Variables (d n m : nat) (K : matrix -> Prop) (f moved : matrix -> matrix) (B : R).
  Hypothesis m_positive : (1 <= m)%nat.
  Hypothesis f_bounded : forall X i j, K X -> (i < d)%nat -> (j < n)%nat -> Rabs (f X i j) <= B.

  (** Column l of X lies where column s l of the moved Z does. *)
  Definition matches (X Z : matrix) (s : nat -> nat) : Prop := K Z /\ permutation n s /\
    forall i l, (i < d)%nat -> (l < n)%nat -> cell m (X i l) = cell m (moved Z i (s l)).

  Definition values (X : matrix) (i j : nat) (y : R) : Prop := y = - Rabs B \/
    exists Z s, (i < d)%nat /\ (j < n)%nat /\ matches X Z s /\ y = f Z i (s j).

  Lemma permutation_below : forall s j, permutation n s -> (j < n)%nat -> (s j < n)%nat.
  Proof. intros s j (t & H) Hj. apply H, Hj. Qed.

  Lemma value_below : forall X i j y, values X i j y -> - Rabs B <= y <= Rabs B.
  Proof.
    intros X i j y [->|(Z & s & Hi & Hj & (KZ & Hs & _) & ->)]; [pose proof (Rabs_pos B); lra|].
    pose proof (f_bounded Z i (s j) KZ Hi (permutation_below s j Hs Hj)) as H.
    pose proof (Rle_abs B). pose proof (Rle_abs (f Z i (s j))). pose proof (Rle_abs (- f Z i (s j))) as A.
    rewrite Rabs_Ropp in A. lra.
  Qed.

  Lemma values_bound : forall X i j, bound (values X i j).
  Proof. intros X i j. exists (Rabs B). intros y H. apply value_below in H. lra. Qed.

  Lemma values_some : forall X i j, exists y, values X i j y.
  Proof. intros X i j. exists (- Rabs B). left. reflexivity. Qed.

  (** On the unit cube the least upper bound of what f is where K meets the cube; 0 elsewhere. *)
  Definition extended (X : matrix) : matrix := fun i j =>
    if inside d n X then proj1_sig (completeness _ (values_bound X i j) (values_some X i j)) else 0.

  Lemma extended_is : forall X i j, inside d n X = true -> is_lub (values X i j) (extended X i j).
  Proof.
    intros X i j H. unfold extended. rewrite H.
    exact (proj2_sig (completeness _ (values_bound X i j) (values_some X i j))).
  Qed.

  Lemma extended_same : forall X i j X' i' j', inside d n X = inside d n X' ->
    (forall y, values X i j y <-> values X' i' j' y) -> extended X i j = extended X' i' j'.
  Proof.
    intros X i j X' i' j' E H. destruct (inside d n X) eqn:I; [|unfold extended; rewrite I, <- E; reflexivity].
    symmetry in E. destruct (extended_is X i j I) as [U L], (extended_is X' i' j' E) as [U' L'].
    apply Rle_antisym; [apply L|apply L']; intros y Hy; [apply U'|apply U]; apply H, Hy.
  Qed.

  Lemma cell_of_cube : forall L X i j, in_cube d n m L X -> (i < d)%nat -> (j < n)%nat ->
    cell m (X i j) = Z.of_nat (L i j).
  Proof.
    intros L X i j H Hi Hj. apply cell_unique; [exact m_positive|]. rewrite <- INR_IZR_INZ. apply H; assumption.
  Qed.

  Lemma in_cell : forall X i j, inside d n X = true -> (i < d)%nat -> (j < n)%nat ->
    (Z.to_nat (cell m (X i j)) < m)%nat /\
    INR (Z.to_nat (cell m (X i j))) / INR m <= X i j < (INR (Z.to_nat (cell m (X i j))) + 1) / INR m.
  Proof.
    intros X i j H Hi Hj. rewrite inside_is in H. pose proof (cell_of_unit m m_positive _ (H i j Hi Hj)) as C.
    split; [lia|]. rewrite INR_IZR_INZ, Z2Nat.id by lia. apply cell_bounds, m_positive.
  Qed.

  Lemma inside_cube : forall L X, grid_point d n m L -> in_cube d n m L X -> inside d n X = true.
  Proof.
    intros L X HL HX. apply inside_is. intros i j Hi Hj. destruct (HX i j Hi Hj) as [H1 H2].
    pose proof (INR_positive m m_positive) as Hpos. pose proof (HL i j Hi Hj) as Hlt.
    pose proof (pos_INR (L i j)) as H0. apply le_INR in Hlt. rewrite S_INR in Hlt. split.
    - eapply Rle_trans; [|exact H1]. apply Rmult_le_pos; [exact H0|left; now apply Rinv_0_lt_compat].
    - eapply Rlt_le_trans; [exact H2|]. apply (Rmult_le_reg_r (INR m)); [exact Hpos|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  Qed.

  Lemma corner_in_own_cube : forall L, in_cube d n m L (fun i j => INR (L i j) / INR m).
  Proof.
    intros L i j _ _. pose proof (Rinv_0_lt_compat _ (INR_positive m m_positive)). unfold Rdiv.
    rewrite Rmult_plus_distr_r. lra.
  Qed.

  Theorem extended_constant : piecewise_constant d n m extended.
  Proof.
    exists (fun L => extended (fun i j => INR (L i j) / INR m)). intros X. split.
    - intros L HL HX. pose proof (corner_in_own_cube L) as HC.
      intros i j _ _. apply extended_same; [rewrite !(inside_cube L) by assumption; reflexivity|].
      intros y. unfold values, matches.
      split; (intros [->|(Z & s & Hi & Hj & (KZ & Hs & H) & ->)]; [left; reflexivity|right; exists Z, s]);
        (split; [exact Hi|split; [exact Hj|split; [split; [exact KZ|split; [exact Hs|]]|reflexivity]]]);
        intros i' l Hi' Hl; rewrite <- H by assumption.
      + rewrite (cell_of_cube L _ i' l HC Hi' Hl). symmetry. apply (cell_of_cube L); assumption.
      + rewrite (cell_of_cube L _ i' l HC Hi' Hl). apply (cell_of_cube L); assumption.
    - intros none i j Hi Hj. unfold extended. destruct (inside d n X) eqn:I; [exfalso|reflexivity].
      apply (none (fun i j => Z.to_nat (cell m (X i j)))); intros i' j' Hi' Hj'; now apply in_cell.
  Qed.

  Theorem extended_equivariant : equivariant d n extended.
  Proof.
    intros s X Hs i j Hi Hj. change (extended (permuted s X) i j = extended X i (s j)).
    destruct Hs as (t & Hst). apply extended_same.
    - apply eq_true_iff_eq. rewrite !inside_is. unfold permuted. split; intros H i' j' Hi' Hj'.
      + destruct (Hst j' Hj') as (_ & Hlt & E & _). rewrite <- E. now apply H.
      + apply H; [exact Hi'|]. now apply Hst.
    - intros y. unfold values, matches.
      split; (intros [->|(Z & v & _ & _ & (KZ & (w & Hv) & H) & ->)]; [left; reflexivity|right]).
      + exists Z, (fun l => v (t l)). split; [exact Hi|]. split; [apply Hst, Hj|]. split; [split; [exact KZ|split]|].
        * exists (fun l => s (w l)). intros l Hl. destruct (Hst l Hl) as (S1 & S2 & S3 & S4).
          destruct (Hv (t l) S2) as (V1 & _ & _ & V4). destruct (Hv l Hl) as (_ & W2 & W3 & _).
          destruct (Hst (w l) W2) as (T1 & _ & _ & T4). rewrite T4, V4. auto.
        * intros i' l Hi' Hl. destruct (Hst l Hl) as (_ & S2 & S3 & _). rewrite <- (H i' (t l) Hi' S2). unfold permuted.
          rewrite S3. reflexivity.
        * destruct (Hst j Hj) as (_ & _ & _ & ->). reflexivity.
      + exists Z, (fun l => v (s l)). split; [exact Hi|]. split; [exact Hj|].
        split; [split; [exact KZ|split]|reflexivity].
        * exists (fun l => t (w l)). intros l Hl. destruct (Hst l Hl) as (S1 & S2 & S3 & S4).
          destruct (Hv (s l) S1) as (V1 & _ & _ & V4). destruct (Hv l Hl) as (_ & W2 & W3 & _).
          destruct (Hst (w l) W2) as (_ & T2 & T3 & _). rewrite T3, V4. auto.
        * intros i' l Hi' Hl. unfold permuted. apply H; [exact Hi'|]. now apply Hst.
  Qed.

  (** Where f hardly changes between matrices of K that match, its values are near the bound. *)
  Theorem extended_near : forall Z i j r, 0 <= r -> K Z -> inside d n (moved Z) = true -> (i < d)%nat -> (j < n)%nat ->
    (forall Y s, matches (moved Z) Y s -> Rabs (f Z i j - f Y i (s j)) <= r) ->
    Rabs (f Z i j - extended (moved Z) i j) <= r.
  Proof.
    intros Z i j r Hr KZ I Hi Hj H. destruct (extended_is (moved Z) i j I) as [U L].
    assert (low : f Z i j <= extended (moved Z) i j).
    { apply U. right. exists Z, (fun l => l). repeat split; auto. exists (fun l => l). auto. }
    assert (high : extended (moved Z) i j <= f Z i j + r).
    { apply L. intros y [->|(Y & s & _ & _ & M & ->)].
      - pose proof (f_bounded Z i j KZ Hi Hj) as A. pose proof (Rle_abs (- f Z i j)) as A'. rewrite Rabs_Ropp in A'.
        pose proof (Rle_abs B). lra.
      - specialize (H Y s M). pose proof (Rle_abs (- (f Z i j - f Y i (s j)))) as A. rewrite Rabs_Ropp in A. lra. }
    rewrite Rabs_left1; lra.
  Qed.
End Extended.

(** ** The bands *)

Section Bands.
  Variables (n : nat) (W : R).
  Hypothesis one_n : (1 <= n)%nat.
  Hypothesis W_positive : 0 < W.

  (** Column j of E is (2 j + 1 - n) W, j = 0, ..., n - 1; and X + E on the unit cube. *)
  Definition encoding : matrix := fun _ j => (2 * INR j + 1 - INR n) * W.
  Definition moved (X : matrix) : matrix := reduced (INR n * W) (fun i j => X i j + encoding i j).

  Lemma n_positive : 1 <= INR n.
  Proof. apply (le_INR 1), one_n. Qed.

  Lemma moved_is : forall X i j, INR n * moved X i j = INR j + (X i j + W) / (2 * W).
  Proof. intros X i j. pose proof n_positive. unfold moved, reduced, encoding. field. lra. Qed.

  Lemma moved_in_band : forall X i j, Rabs (X i j) < W -> INR j < INR n * moved X i j < INR j + 1.
  Proof.
    intros X i j H. apply Rabs_def2 in H. rewrite moved_is.
    assert (0 < (X i j + W) / (2 * W)) by (apply Rdiv_lt_0_compat; lra).
    assert ((X i j + W) / (2 * W) < 1).
    { apply (Rmult_lt_reg_r (2 * W)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    lra.
  Qed.

  Lemma moved_inside : forall X i j, Rabs (X i j) < W -> (j < n)%nat -> 0 <= moved X i j < 1.
  Proof.
    intros X i j H Hj. pose proof (moved_in_band X i j H) as [L U]. pose proof n_positive as P. pose proof (pos_INR j).
    apply le_INR in Hj. rewrite S_INR in Hj. split.
    - apply (Rmult_le_reg_l (INR n)); lra.
    - apply (Rmult_lt_reg_l (INR n)); lra.
  Qed.

  (** Cells that are as wide as 1/(n q) lie in one band each. *)
  Lemma cell_in_band : forall q x a, (1 <= q)%nat -> INR a < INR n * x < INR a + 1 ->
    (Z.of_nat (a * q) <= cell (n * q) x < Z.of_nat ((a + 1) * q))%Z.
  Proof.
    intros q x a Hq [L U]. unfold cell. destruct (base_Int_part (INR (n * q) * x)) as [H1 H2].
    set (z := Int_part (INR (n * q) * x)) in *. rewrite mult_INR in H1, H2.
    assert (Q : 1 <= INR q) by (apply (le_INR 1), Hq).
    assert (L' : INR a * INR q < INR n * INR q * x) by nra.
    assert (U' : INR n * INR q * x < (INR a + 1) * INR q) by nra.
    split.
    - assert (Z.of_nat (a * q) < z + 1)%Z; [|lia]. apply lt_IZR. rewrite plus_IZR, <- INR_IZR_INZ, mult_INR. lra.
    - apply lt_IZR. rewrite <- INR_IZR_INZ, mult_INR, plus_INR. change (INR 1) with 1. lra.
  Qed.

  Lemma one_band : forall q x y a b, (1 <= q)%nat -> INR a < INR n * x < INR a + 1 -> INR b < INR n * y < INR b + 1 ->
    cell (n * q) x = cell (n * q) y -> a = b.
  Proof.
    intros q x y a b Hq Hx Hy E. pose proof (cell_in_band q x a Hq Hx) as A.
    pose proof (cell_in_band q y b Hq Hy) as A'.
    rewrite E in A. assert (H : (a * q < (b + 1) * q)%nat) by lia. assert (H' : (b * q < (a + 1) * q)%nat) by lia.
    apply Nat.mul_lt_mono_pos_r in H; [|lia]. apply Nat.mul_lt_mono_pos_r in H'; [|lia]. lia.
  Qed.

  (** In one cell, X and Y are close. *)
  Lemma close_in_cell : forall q X Y i j, (1 <= q)%nat -> cell (n * q) (moved X i j) = cell (n * q) (moved Y i j) ->
    Rabs (X i j - Y i j) < 2 * W / INR q.
  Proof.
    intros q X Y i j Hq E. assert (Q : 1 <= INR q) by (apply (le_INR 1), Hq). pose proof n_positive as P.
    assert (m_positive : (1 <= n * q)%nat) by nia.
    pose proof (cell_bounds (n * q) m_positive (moved X i j)) as A.
    pose proof (cell_bounds (n * q) m_positive (moved Y i j)) as A'. rewrite E in A.
    set (z := cell (n * q) (moved Y i j)) in *. rewrite mult_INR in A, A'.
    assert (D : Rabs (moved X i j - moved Y i j) < / (INR n * INR q)).
    { unfold Rdiv in A, A'. rewrite Rmult_plus_distr_r in A, A'. apply Rabs_def1; lra. }
    assert (F : X i j - Y i j = (2 * W * INR n) * (moved X i j - moved Y i j)).
    { unfold moved, reduced. field. lra. }
    assert (C : 0 < 2 * W * INR n) by (apply Rmult_lt_0_compat; lra).
    rewrite F, Rabs_mult, (Rabs_right (2 * W * INR n)) by lra.
    apply (Rmult_lt_compat_l (2 * W * INR n)) in D; [|exact C].
    replace (2 * W * INR n * / (INR n * INR q)) with (2 * W / INR q) in D by (field; lra). exact D.
  Qed.
End Bands.

(** ** A network that is near f, and constant on the cubes of a grid, behind the bands *)

Lemma near_by_cubes_on : forall d n K, (1 <= d)%nat -> (2 <= n)%nat -> closed_set d n K -> bounded_set d n K ->
  exists W, 1 <= W /\ (forall X i j, K X -> (i < d)%nat -> (j < n)%nat -> Rabs (X i j) < W) /\
  forall f p e, 1 <= p -> 0 < e -> continuous_on d n K f -> exists m (N : list (block reals)), (1 <= m)%nat /\
    Forall (of_size 2 1 1) N /\ Forall with_Phi N /\ piecewise_constant d n m (hardmax_network d n N) /\
    at_most d n p f (fun X => hardmax_network d n N (moved n W X)) K e.
Proof.
  intros d n K Hd Hn closed (M & HM).
  set (W := Rmax M 0 + 1). pose proof (Rmax_l M 0) as M1. pose proof (Rmax_r M 0) as M2.
  assert (HW : 1 <= W) by (unfold W; lra). assert (M_W : M < W) by (unfold W; lra).
  assert (one_n : (1 <= n)%nat) by lia. assert (W_positive : 0 < W) by lra.
  assert (in_K : forall X i j, K X -> (i < d)%nat -> (j < n)%nat -> Rabs (X i j) < W)
    by (intros X i j HX Hi Hj; specialize (HM X i j HX Hi Hj); lra).
  pose proof (n_positive n one_n) as PN.
  exists W. split; [exact HW|]. split; [exact in_K|]. intros f p e Hp He f_continuous.
  (* how much f may change on a cube *)
  set (V := (2 * W) ^ (d * n)). assert (HV : 1 <= V) by (apply pow_R1_Rle; lra).
  set (e0 := e / V). assert (He0 : 0 < e0) by (apply Rdiv_lt_0_compat; lra).
  set (count := INR (length (entries d n))). assert (Hcount : 0 <= count) by apply pos_INR.
  set (r := e0 / (1 + count) / 2). assert (Hr0 : 0 < e0 / (1 + count)) by (apply Rdiv_lt_0_compat; lra).
  assert (Hr : 0 < r) by (unfold r; lra).
  destruct (uniformly_continuous_on d n K f M closed HM f_continuous r Hr) as (s & Hs & uniform).
  destruct (bounded_on d n K f M closed HM f_continuous) as (N & f_bounded).
  (* the grid *)
  destruct (archimed (2 * W / s)) as [A _]. set (q := S (Z.to_nat (up (2 * W / s)))).
  assert (Hq : (1 <= q)%nat) by (unfold q; lia).
  assert (small : 2 * W / INR q <= s).
  { assert (P : 0 < 2 * W / s) by (apply Rdiv_lt_0_compat; lra).
    assert (I : 2 * W / s <= INR q).
    { unfold q. rewrite S_INR, INR_IZR_INZ. assert (0 <= up (2 * W / s))%Z by (apply le_IZR; lra).
      rewrite Z2Nat.id by assumption. lra. }
    apply (Rmult_le_reg_r (INR q)); [apply lt_0_INR; lia|]. unfold Rdiv at 1.
    rewrite Rmult_assoc, Rinv_l by (apply not_0_INR; lia).
    apply (Rmult_le_compat_l s) in I; [|lra]. replace (s * (2 * W / s)) with (2 * W) in I by (field; lra). lra. }
  set (m := (n * q)%nat). assert (Hm : (2 <= m)%nat) by (unfold m; nia). assert (one_m : (1 <= m)%nat) by lia.
  set (g_bar := extended d n m K f (moved n W) (INR N) f_bounded).
  pose proof (extended_constant d n m K f (moved n W) (INR N) one_m f_bounded) as constant. fold g_bar in constant.
  destruct (proposition_5_real_holds d n m g_bar Hd Hn Hm constant
    (extended_equivariant d n m K f (moved n W) (INR N) f_bounded)) as (blocks & size & phi & _ & _ & network).
  exists m, blocks. split; [exact one_m|]. split; [exact size|]. split; [exact phi|].
  split; [apply (network_constant d n m g_bar); assumption|].
  assert (inside_K : forall X, K X -> inside d n (moved n W X) = true).
  { intros X HX. apply inside_is. intros i j Hi Hj. apply moved_inside; auto. }
  assert (value : forall X, K X -> same d n (hardmax_network d n blocks (moved n W X)) (g_bar (moved n W X))).
  { intros X HX.
    apply (proj1 (network (moved n W X)) (fun i j => Z.to_nat (cell m (moved n W X i j)))).
    split; [|split].
    - intros i j Hi Hj. apply (in_cell d n m one_m _ i j (inside_K X HX) Hi Hj).
    - intros j j' Hj Hj' different. exists 0%nat. split; [lia|]. intros E. apply different.
      assert (C : forall l, (l < n)%nat -> (0 <= cell m (moved n W X 0%nat l))%Z).
      { intros l Hl. apply (cell_of_unit m one_m). apply moved_inside; auto. }
      apply (one_band n one_n q (moved n W X 0%nat j) (moved n W X 0%nat j')); auto;
        try (apply moved_in_band; auto; apply in_K; auto; lia).
      fold m. pose proof (C j Hj). pose proof (C j' Hj'). lia.
    - intros i j Hi Hj. apply (in_cell d n m one_m _ i j (inside_K X HX) Hi Hj). }
  (* the distance *)
  assert (near : forall X, K X -> within d n (e0 / (1 + count)) (f X) (g_bar (moved n W X))).
  { intros X HX i j Hi Hj. apply Rle_lt_trans with r; [|unfold r; lra].
    apply (extended_near d n m K f (moved n W) (INR N) f_bounded); auto; [lra|].
    intros Y v (HY & Hv & same_cells).
    assert (v_is : forall l, (l < n)%nat -> v l = l).
    { intros l Hl. symmetry. apply (one_band n one_n q (moved n W X 0%nat l) (moved n W Y 0%nat (v l)) _ _ Hq).
      - apply (moved_in_band n W one_n W_positive). apply in_K; [exact HX|lia|exact Hl].
      - apply (moved_in_band n W one_n W_positive).
        apply in_K; [exact HY|lia|exact (permutation_below n v l Hv Hl)].
      - apply same_cells; [lia|exact Hl]. }
    rewrite v_is by exact Hj. left. apply (uniform X Y HX HY); [|exact Hi|exact Hj]. intros k l Hk Hl.
    specialize (same_cells k l Hk Hl). rewrite v_is in same_cells by exact Hl.
    eapply Rlt_le_trans; [|exact small]. apply (close_in_cell n W one_n W_positive q); [exact Hq|exact same_cells]. }
  apply (by_upper_sum_holds d n p f _ K e (power e0 p * V)); [lra| |].
  - exists 1%nat, (fun _ => around W), (fun _ => power e0 p). split; [intros; apply power_nonnegative|]. split.
    + intros X HX. cbn [sum_below]. rewrite Rplus_0_l, (indicator_in d n (around W) X), Rmult_1_r
        by (apply (in_around d n K W); [intros; left; auto|exact HX]).
      rewrite (difference_is d n p _ _ f (fun X => g_bar (moved n W X))).
      * apply difference_small; [exact Hp|exact He0|]. apply near, HX.
      * intros i j _ _. reflexivity.
      * apply value, HX.
    + cbn [sum_below]. rewrite Rplus_0_l. f_equal. unfold volume, around, V. cbn [low high].
      rewrite <- entries_length, <- product_over_constant. apply product_over_ext. intros i j _.
      rewrite Rmax_right by lra. ring.
  - assert (Small : 0 < / V <= 1).
    { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    unfold e0, Rdiv. rewrite power_times by lra. pose proof (power_of_small (/ V) p Small Hp) as S.
    pose proof (power_nonnegative e p) as P.
    apply Rle_trans with (power e p * / V * V).
    + apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; assumption.
    + right. field. lra.
Qed.

(** ** Theorem 3, hardmax and Phi *)

Theorem theorem_3_hardmax_holds : theorem_3_hardmax.
Proof.
  intros d n K Hd Hn closed bounded_K.
  destruct (near_by_cubes_on d n K Hd Hn closed bounded_K) as (W & HW & in_K & near).
  assert (one_n : (1 <= n)%nat) by lia. assert (W_positive : 0 < W) by lra. pose proof (n_positive n one_n) as PN.
  assert (HnW : 1 <= INR n * W) by (rewrite <- (Rmult_1_l 1); apply Rmult_le_compat; lra).
  exists (encoding n W). intros f p e Hp He f_continuous.
  destruct (near f p e Hp He f_continuous) as (m & blocks & _ & size & phi & _ & close).
  (* the network, with the change of scale before *)
  set (N := map block_for (scaling d (INR n * W)) ++ blocks). exists (hardmax_network d n N). split.
  { exists N. split; [|split; [|intro X; apply (same_reflexive real_laws)]]; apply Forall_app; (split; [|assumption]);
      apply Forall_map; (eapply Forall_impl; [|exact (scaling_small d (INR n * W) HnW)]); intros l H;
      apply block_for_size, H. }
  apply (distance_of_same d n p f (fun X => hardmax_network d n blocks (moved n W X)));
    [intros X _; apply (same_reflexive real_laws)| |exact close].
  intros X HX. set (Y := fun i j => X i j + encoding n W i j). apply (same_symmetric real_laws).
  unfold hardmax_network at 1, N. rewrite layers_app, run_app.
  apply (hardmax_network_respects d n (layers blocks)). eapply (same_transitive real_laws).
  - apply blocks_for_are, hardmax_weighs, real_laws.
  - intros i j Hi Hj. rewrite scaling_scales by (try exact HnW; exact Hi).
    pose proof (moved_in_band n W one_n W_positive X i j (in_K X i j HX Hi Hj)) as Band.
    assert (E : INR n * moved n W X i j * (2 * W) = Y i j + INR n * W).
    { unfold moved, reduced, Y. field. lra. }
    assert (Rabs (X i j) < W) as B by auto. apply Rabs_def2 in B.
    assert (In : 0 <= moved n W X i j < 1) by (apply moved_inside; auto).
    assert (low : - (INR n * W) <= Y i j) by nra. assert (high : Y i j < INR n * W) by nra.
    unfold scaled_entry. destruct (Rle_dec (- (INR n * W)) (Y i j)); [|lra].
    destruct (Rle_dec (INR n * W) (Y i j)); [lra|]. reflexivity.
Qed.

(** Column j of f(X) is j times that of X, j = 0, ..., n - 1. *)
Theorem theorem_3_speaks_of_some_f_holds : theorem_3_speaks_of_some_f.
Proof.
  intros d n Hd Hn.
  exists (fun X => forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j <= 1), (fun X i j => INR j * X i j).
  split; [|split; [|split; [tauto|split]]].
  - intros X H i j Hi Hj. split; apply Rnot_lt_le; intros out.
    + destruct (H (- X i j) ltac:(lra)) as (Y & HY & near). specialize (HY i j Hi Hj). specialize (near i j Hi Hj).
      apply Rabs_def2 in near. lra.
    + destruct (H (X i j - 1) ltac:(lra)) as (Y & HY & near). specialize (HY i j Hi Hj). specialize (near i j Hi Hj).
      apply Rabs_def2 in near. lra.
  - exists 1. intros X i j H Hi Hj. specialize (H i j Hi Hj). rewrite Rabs_right; lra.
  - intros X r _ Hr. assert (PN : 0 < INR n) by (apply lt_0_INR; lia).
    exists (r / INR n). split; [apply Rdiv_lt_0_compat; assumption|]. intros Y _ near i j Hi Hj.
    specialize (near i j Hi Hj). rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_right (INR j)) by apply Rle_ge, pos_INR.
    apply Rle_lt_trans with (INR n * Rabs (X i j - Y i j)).
    + apply Rmult_le_compat_r; [apply Rabs_pos | apply le_INR; lia].
    + apply Rmult_lt_reg_l with (/ INR n); [apply Rinv_0_lt_compat, PN|].
      rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. unfold Rdiv in near. lra.
  - set (s := fun j => match j with O => 1%nat | S O => 0%nat | _ => j end).
    assert (Hs : permutation n s).
    { exists s. intros [|[|j]] Hj; cbn; repeat split; lia. }
    set (X := fun (_ : nat) j => match j with O => 1 | _ => 0 end).
    exists s, X. split; [exact Hs|]. split; [intros i [|j] _ _; cbn; lra|].
    split; [intros i [|[|j]] _ _; cbn; lra|].
    intro H. specialize (H 0%nat 1%nat ltac:(lia) ltac:(lia)). unfold permuted in H. cbn in H. lra.
Qed.
