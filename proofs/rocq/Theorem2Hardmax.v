(** * Theorem 2 for modified Transformers: hardmax and Phi (App. C, Steps 1 and 2) *)

From Coq Require Import List Arith Bool Lia ZArith Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws NetworkSizes RealProposition5 RealDistance5
  Matrices Distance Cubes Powers Sums Boxes Coverings Lemma4 ContinuousNetworks NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** ** Scaling: [-K, K) to [0, 1), everything else to -2K, in each row *)

Section Scaling.
  Variables (d n : nat) (K : R).
  Hypothesis K_positive : 1 <= K.

  (** phi(t) = -t - 2K if t < -K or t >= K, 0 otherwise. *)
  Definition clipping : list (piece reals) :=
    [@Piece reals None false (Some (- K)) false (-1) (- (2 * K)); @Piece reals (Some (- K)) true (Some K) false 0 0;
     @Piece reals (Some K) true None false (-1) (- (2 * K))].

  (** phi(t) = (1/(2K) - 1) t + 1/2 if -K <= t < K, 0 otherwise. *)
  Definition shrinking : list (piece reals) :=
    [@Piece reals None false (Some (- K)) false 0 0;
     @Piece reals (Some (- K)) true (Some K) false (1 / (2 * K) - 1) (1 / 2);
       @Piece reals (Some K) true None false 0 0].

  Lemma clipping_value : forall t, activate clipping t = if Rle_dec (- K) t then if Rle_dec K t then - t - 2 * K else 0
    else - t - 2 * K.
  Proof.
    intro t. cbn. unfold Networks.has, above, below. cbn. destruct (Rle_dec (- K) t), (Rle_dec K t); cbn; try lra.
  Qed.

  Lemma shrinking_value : forall t, activate shrinking t =
    if Rle_dec (- K) t then if Rle_dec K t then 0 else (1 / (2 * K) - 1) * t + 1 / 2 else 0.
  Proof.
    intro t. cbn. unfold Networks.has, above, below. cbn. destruct (Rle_dec (- K) t), (Rle_dec K t); cbn; try lra.
  Qed.

  Lemma three_pieces : forall s1 c1 s2 c2 s3 c3, s1 = 0 \/ s2 = 0 \/ s3 = 0 -> in_Phi
    [@Piece reals None false (Some (- K)) false s1 c1; @Piece reals (Some (- K)) true (Some K) false s2 c2;
     @Piece reals (Some K) true None false s3 c3].
  Proof.
    intros s1 c1 s2 c2 s3 c3 H. split; [cbn; lia|]. split.
    - unfold Networks.has, above, below. destruct H as [H|[H|H]].
      + left. split; [exact H|]. exists (- K - 2), (- K - 1). cbn.
        destruct (Rle_dec (- K - 1) (- K - 2)), (Rle_dec (- K) (- K - 2)), (Rle_dec (- K) (- K - 1)); lra || auto.
      + right. left. split; [exact H|]. exists (- K), 0. cbn.
        destruct (Rle_dec 0 (- K)), (Rle_dec (- K) (- K)), (Rle_dec K (- K)), (Rle_dec (- K) 0), (Rle_dec K 0); lra ||
          auto.
      + right. right. left. split; [exact H|]. exists K, (K + 1). cbn.
        destruct (Rle_dec (K + 1) K), (Rle_dec K K), (Rle_dec K (K + 1)); lra || auto.
    - intro t. cbn. unfold Networks.has, above, below. cbn. destruct (Rle_dec (- K) t), (Rle_dec K t); cbn; try lra;
      reflexivity.
  Qed.

  (** Z -> Z + e^(i) phi((e^(i))^T Z). *)
  Definition row_layer (i : nat) (phi : list (piece reals)) : layer reals :=
    FeedForward (@TokenWise reals 1 (fun _ l => if Nat.eqb l i then 1 else 0) (fun _ => 0)
      (fun l _ => if Nat.eqb l i then 1 else 0) (fun _ => 0) phi).

  Lemma row_layer_adds : forall sigma i phi (X : Networks.matrix reals) i' j, (i < d)%nat ->
    apply sigma d n X (row_layer i phi) i' j = X i' j + if Nat.eqb i' i then activate phi (X i j) else 0.
  Proof.
    intros sigma i phi X i' j Hi. cbn [row_layer apply]. unfold feed_forward, sum, in_each_column, product at 1.
    cbn [hidden_size W_1 b_1 W_2 b_2 activation total plus times zero reals].
    assert (E : product (F := reals) d (fun _ l : nat => if Nat.eqb l i then 1 else 0) X 0%nat j = X i j).
    { unfold product. rewrite (total_single real_laws d _ i Hi).
      - rewrite Nat.eqb_refl. cbn. apply Rmult_1_l.
      - intros l _ N. destruct (Nat.eqb_spec l i); [contradiction|]. cbn. apply Rmult_0_l. }
    rewrite E. assert (P : X i j + 0 = X i j) by (cbn; apply Rplus_0_r). rewrite P.
    destruct (Nat.eqb i' i); cbn; lra.
  Qed.

  Definition scaled_entry (t : R) : R :=
    if Rle_dec (- K) t then if Rle_dec K t then - (2 * K) else t / (2 * K) + 1 / 2 else - (2 * K).

  Definition row_layers (i : nat) : list (layer reals) := [row_layer i clipping; row_layer i shrinking].

  Lemma two_layers : forall t, t + activate clipping t + activate shrinking (t + activate clipping t) = scaled_entry t.
  Proof.
    intro t. rewrite clipping_value, shrinking_value. unfold scaled_entry.
    assert (E : forall x, (1 / (2 * K) - 1) * x = x / (2 * K) - x) by (intro; field; lra).
    destruct (Rle_dec (- K) t); [destruct (Rle_dec K t)|].
    - replace (t + (- t - 2 * K)) with (- (2 * K)) by ring. destruct (Rle_dec (- K) (- (2 * K))); lra.
    - rewrite Rplus_0_r. destruct (Rle_dec (- K) t); [|lra]. destruct (Rle_dec K t); [lra|]. rewrite E. lra.
    - replace (t + (- t - 2 * K)) with (- (2 * K)) by ring. destruct (Rle_dec (- K) (- (2 * K))); lra.
  Qed.

  Definition scaling : list (layer reals) := flat_map row_layers (seq 0 d).

  Lemma rows_scaled : forall sigma rows (X : Networks.matrix reals) i j, NoDup rows ->
    Forall (fun i => (i < d)%nat) rows ->
    run sigma d n (flat_map row_layers rows) X i j = if in_dec Nat.eq_dec i rows then scaled_entry (X i j) else X i j.
  Proof.
    intros sigma rows. induction rows as [|r rows IH]; intros X i j ND B; cbn [flat_map].
    - destruct (in_dec Nat.eq_dec i []) as [[]|]; reflexivity.
    - apply NoDup_cons_iff in ND. destruct ND as [Hr ND]. apply Forall_cons_iff in B. destruct B as [Br B].
      rewrite run_app, (IH _ i j ND B). cbn [row_layers run fold_left].
      rewrite !row_layer_adds, !Nat.eqb_refl by exact Br.
      destruct (Nat.eqb_spec i r) as [->|N].
      + destruct (in_dec Nat.eq_dec r rows) as [|_]; [contradiction|].
        destruct (in_dec Nat.eq_dec r (r :: rows)) as [_|O]; [apply two_layers|]. contradiction O. left. reflexivity.
      + assert (Z : X i j + 0 + 0 = X i j) by (cbn; lra). rewrite Z.
        destruct (in_dec Nat.eq_dec i rows) as [I|I], (in_dec Nat.eq_dec i (r :: rows)) as [I'|I']; try reflexivity.
        * contradiction I'. right. exact I.
        * destruct I' as [E|I']; [congruence|contradiction].
  Qed.

  Lemma scaling_scales : forall sigma (X : Networks.matrix reals) i j, (i < d)%nat ->
    run sigma d n scaling X i j = scaled_entry (X i j).
  Proof.
    intros sigma X i j Hi. unfold scaling. rewrite rows_scaled.
    - destruct (in_dec Nat.eq_dec i (seq 0 d)) as [|N]; [reflexivity|]. contradiction N. apply in_seq. lia.
    - apply seq_NoDup.
    - apply Forall_forall. intros r I. apply in_seq in I. lia.
  Qed.

  Lemma scaling_small : Forall small_layer scaling.
  Proof.
    apply Forall_forall. intros l I. apply in_flat_map in I. destruct I as (i & _ & [<-|[<-|[]]]);
      (split; [reflexivity|]); apply three_pieces; auto.
  Qed.
End Scaling.

(** ** The distance after a change of scale *)

(** 2K Y - K, and its inverse. *)
Definition enlarged (K : R) (Y : matrix) : matrix := fun i j => 2 * K * Y i j - K.
Definition reduced (K : R) (X : matrix) : matrix := fun i j => X i j / (2 * K) + 1 / 2.

Definition enlarged_box (K : R) (B : box) : box := Box (enlarged K (low B)) (enlarged K (high B)).

Lemma enlarged_indicator : forall d n K B X, 0 < K -> indicator d n (enlarged_box K B) X = indicator d n B (reduced K
  X).
Proof.
  intros d n K B X HK.
  assert (E : in_box d n (enlarged_box K B) X <-> in_box d n B (reduced K X)).
  { assert (P : 0 < / (2 * K)) by (apply Rinv_0_lt_compat; lra).
    assert (A : forall a x, 2 * K * a - K <= x <-> a <= x / (2 * K) + 1 / 2).
    { intros a x. replace (x / (2 * K) + 1 / 2) with ((x + K) * / (2 * K)) by (field; lra). split; intro H.
      - apply (Rmult_le_reg_r (2 * K)); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
      - apply (Rmult_le_compat_r (2 * K)) in H; [|lra]. rewrite Rmult_assoc, Rinv_l in H by lra. lra. }
    assert (A' : forall a x, x <= 2 * K * a - K <-> x / (2 * K) + 1 / 2 <= a).
    { intros a x. replace (x / (2 * K) + 1 / 2) with ((x + K) * / (2 * K)) by (field; lra). split; intro H.
      - apply (Rmult_le_reg_r (2 * K)); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
      - apply (Rmult_le_compat_r (2 * K)) in H; [|lra]. rewrite Rmult_assoc, Rinv_l in H by lra. lra. }
    unfold in_box, enlarged_box, enlarged, reduced. cbn [low high].
    split; intros H i j Hi Hj; specialize (H i j Hi Hj); rewrite ?A, ?A' in *; exact H. }
  destruct (indicator_cases d n (enlarged_box K B) X) as [[H ->]|[H ->]],
    (indicator_cases d n B (reduced K X)) as [[H' ->]|[H' ->]]; tauto.
Qed.

Lemma product_over_times : forall (l : list (nat * nat)) c a,
  product_over l (fun i j => c * a i j) = c ^ length l * product_over l a.
Proof.
  induction l as [|[i j] l IH]; intros c a; [cbn; unfold product_over; cbn; ring|].
  rewrite !product_over_cons, IH. cbn [length pow]. ring.
Qed.

Lemma enlarged_volume : forall d n K B, 0 < K -> volume d n (enlarged_box K B) = (2 * K) ^ (d * n) * volume d n B.
Proof.
  intros d n K B HK. unfold volume. rewrite <- entries_length, <- product_over_times. apply product_over_ext.
  intros i j _. unfold enlarged_box, enlarged. cbn [low high].
  replace (2 * K * high B i j - K - (2 * K * low B i j - K)) with (2 * K * (high B i j - low B i j)) by ring.
  unfold Rmax. destruct (Rle_dec 0 (2 * K * (high B i j - low B i j))) as [H|H],
    (Rle_dec 0 (high B i j - low B i j)) as [H'|H'];
    try lra.
  - exfalso. apply H'. apply (Rmult_le_reg_l (2 * K)); lra.
  - exfalso. apply H. apply Rmult_le_pos; lra.
Qed.

(** a^p <= a for 0 < a <= 1. *)
Lemma power_of_small : forall a p, 0 < a <= 1 -> 1 <= p -> power a p <= a.
Proof.
  intros a p [Ha Ha1] Hp. rewrite power_positive by exact Ha.
  rewrite <- (Rpower_1 a Ha) at 2. unfold Rpower.
  assert (L : ln a <= 0).
  { rewrite <- ln_1. destruct (Rle_lt_or_eq_dec _ _ Ha1) as [H| ->]; [left; apply ln_increasing; assumption|lra]. }
  assert (E : p * ln a <= 1 * ln a) by nra. destruct (Rle_lt_or_eq_dec _ _ E) as [H| ->]; [left;
    apply exp_increasing, H|lra].
Qed.

(** A continuous function that is 0 outside of the unit cube is bounded. *)
Lemma bounded : forall d n f, continuous d n f -> supported_in_unit_cube d n f ->
  exists N, forall X i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j) <= INR N.
Proof.
  intros d n f Hf Hout. destruct (bounded_on_box d n f unit_box Hf) as (N & H). exists N. intros X i j Hi Hj.
  destruct (classic (in_box d n unit_box X)) as [I|O]; [apply H; assumption|].
  assert (Hsome : exists k l, (k < d)%nat /\ (l < n)%nat /\ ~ 0 <= X k l <= 1).
  { apply NNPP. intros none. apply O. intros k l Hk Hl. cbn [unit_box low high]. unfold zero. apply NNPP. intro Hout'.
    apply none. exists k, l. auto. }
  destruct Hsome as (k & l & Hk & Hl & outside). rewrite (Hout X k l Hk Hl outside i j Hi Hj). unfold zero.
  rewrite Rabs_R0. apply pos_INR.
Qed.

(** ** Theorem 2, hardmax and Phi *)

Lemma layers_app : forall N N' : list (block reals), layers (N ++ N') = layers N ++ layers N'.
Proof. intros. unfold layers. apply flat_map_app. Qed.

(** Some 1/m makes A delta^d as small as P. *)
Lemma fine_grid : forall A P d m_star, 0 <= A -> 0 < P -> (1 <= d)%nat ->
  exists m, (m_star <= m)%nat /\ (2 <= m)%nat /\ A * (1 / INR m) ^ d <= P.
Proof.
  intros A P d m_star HA HP Hd. destruct (archimed (A / P)) as [B _].
  exists (Nat.max (Nat.max m_star 2) (Z.to_nat (up (A / P)))).
  set (m := Nat.max (Nat.max m_star 2) (Z.to_nat (up (A / P)))).
  assert (Hm : (2 <= m)%nat) by lia. split; [lia|]. split; [exact Hm|].
  assert (HR : 2 <= INR m) by (apply (le_INR 2); exact Hm).
  assert (I : A / P <= INR m).
  { apply Rle_trans with (IZR (up (A / P))); [lra|]. rewrite INR_IZR_INZ. apply IZR_le. lia. }
  assert (D : 0 < 1 / INR m <= 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. unfold Rdiv. rewrite Rmult_1_l, <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (Pow : (1 / INR m) ^ d <= 1 / INR m).
  { destruct d as [|k]; [lia|]. cbn [pow]. rewrite <- (Rmult_1_r (1 / INR m)) at 3. apply Rmult_le_compat_l; [lra|].
    apply Rle_trans with (1 ^ k); [apply pow_incr; lra|rewrite pow1; lra]. }
  apply Rle_trans with (A * (1 / INR m)); [apply Rmult_le_compat_l; assumption|].
  apply (Rmult_le_reg_r (INR m)); [lra|]. unfold Rdiv. rewrite Rmult_1_l, Rmult_assoc, Rinv_l by lra.
  apply (Rmult_le_compat_l P) in I; [|lra]. unfold Rdiv in I.
  replace (P * (A * / P)) with A in I by (field; lra). lra.
Qed.

Lemma difference_bounded : forall d n p f g B X, 1 <= p ->
  (forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j - g X i j) <= B) ->
  difference d n p f g X <= INR (d * n) * power B p.
Proof.
  intros d n p f g B X Hp H. unfold difference. rewrite <- entries_length, <- sum_over_constant. apply sum_over_le.
  intros i j I. apply entries_in in I. destruct I as [Hi Hj]. apply power_monotone; [lra|]. apply H; assumption.
Qed.

(** The cells of a grid are in [0, 1). *)
Lemma in_unit_interval : forall m k t, (k < m)%nat -> INR k / INR m <= t < (INR k + 1) / INR m -> 0 <= t < 1.
Proof.
  intros m k t Hk Ht. assert (I : 0 < / INR m) by (apply Rinv_0_lt_compat, lt_0_INR; lia).
  assert (low : 0 <= INR k / INR m) by (apply Rmult_le_pos; [apply pos_INR|lra]).
  assert (up : (INR k + 1) / INR m <= 1); [|lra].
  rewrite <- S_INR. apply Rle_trans with (INR m * / INR m).
  - apply Rmult_le_compat_r; [lra|]. apply le_INR, Hk.
  - right. apply Rinv_r. apply Rgt_not_eq, lt_0_INR. lia.
Qed.

(** A matrix is in one cube only. *)
Lemma one_cube : forall d n m L L' X, (1 <= m)%nat -> in_cube d n m L X -> in_cube d n m L' X ->
  forall i j, (i < d)%nat -> (j < n)%nat -> L i j = L' i j.
Proof.
  intros d n m L L' X Hm H H' i j Hi Hj. specialize (H i j Hi Hj). specialize (H' i j Hi Hj).
  rewrite INR_IZR_INZ in H, H'. apply (cell_unique m Hm) in H, H'. lia.
Qed.

(** What is f-bar on the cubes without equal columns, and 0 elsewhere, is constant on cubes. *)
Lemma network_constant : forall d n m f_bar N, (1 <= m)%nat -> piecewise_constant d n m f_bar ->
  (forall X, let inside L := grid_point d n m L /\ different_columns d n L /\ in_cube d n m L X in
    (forall L, inside L -> same d n (hardmax_network d n N X) (f_bar X)) /\
    ((forall L, ~ inside L) -> same d n (hardmax_network d n N X) zero)) ->
  piecewise_constant d n m (hardmax_network d n N).
Proof.
  intros d n m f_bar N m_positive constant values.
  exists (fun L => hardmax_network d n N (corner m L)). intro X. split.
  - intros L grid in_L. pose proof (corner_in_cube d n m L m_positive) as in_corner.
    assert (same_cube : forall Y Y' L', in_cube d n m L Y -> in_cube d n m L Y' -> in_cube d n m L' Y ->
      in_cube d n m L' Y').
    { intros Y Y' L' H H' in_L' i j Hi Hj. rewrite <- (one_cube d n m L L' Y m_positive H in_L' i j Hi Hj).
      apply H'; assumption. }
    destruct (values X) as [V Z], (values (corner m L)) as [V' Z'].
    destruct (classic (exists L', grid_point d n m L' /\ different_columns d n L' /\ in_cube d n m L' X))
      as [(L' & grid' & different & in_L')|none].
    + pose proof (same_cube X (corner m L) L' in_L in_corner in_L') as in_L''. destruct constant as (A & H).
      eapply (same_transitive real_laws); [apply (V L'); auto|].
      eapply (same_transitive real_laws); [apply (proj1 (H X) L' grid' in_L')|]. apply (same_symmetric real_laws).
      eapply (same_transitive real_laws); [apply (V' L'); auto|]. apply (proj1 (H (corner m L)) L' grid' in_L'').
    + eapply (same_transitive real_laws); [apply Z; intros L' H; apply none; exists L'; exact H|].
      apply (same_symmetric real_laws), Z'. intros L' (grid' & different & in_L'). apply none. exists L'.
      split; [exact grid'|]. split; [exact different|]. exact (same_cube (corner m L) X L' in_corner in_L in_L').
  - intro none. apply (values X). intros L (grid & _ & in_L). exact (none L grid in_L).
Qed.

(** On the unit cube: a network that is near f, and constant on the cubes of a grid. *)
Lemma near_by_cubes : forall d n f p e, (1 <= d)%nat -> (2 <= n)%nat -> 1 <= p -> 0 < e ->
  continuous d n f -> equivariant d n f -> supported_in_unit_cube d n f ->
  exists m (N : list (block reals)), (2 <= m)%nat /\ Forall (of_size 2 1 1) N /\ Forall with_Phi N /\
    piecewise_constant d n m (hardmax_network d n N) /\ at_most d n p f (hardmax_network d n N) everywhere e.
Proof.
  intros d n f p e Hd Hn Hp He Hf symmetric support.
  destruct (bounded d n f Hf support) as (B & bound). set (M := INR (d * n) * power (INR B) p).
  assert (HM : 0 <= M) by (apply Rmult_le_pos; [apply pos_INR|apply power_nonnegative]).
  destruct (f_bar_near d n f p e Hf support Hp He) as (m_star & _ & near).
  assert (HP : 0 < power (e / 3) p) by (apply power_above_zero; lra).
  assert (HN : 2 <= INR n) by (apply (le_INR 2); exact Hn).
  destruct (fine_grid (INR n * (INR n - 1) / 2 * M) (power (e / 3) p) d m_star) as (m & Hstar & Hm & fine).
  { apply Rmult_le_pos; [|exact HM]. assert (0 <= INR n * (INR n - 1)) by (apply Rmult_le_pos; lra). lra. }
  { exact HP. }
  { exact Hd. }
  specialize (near m Hstar). assert (m_positive : (1 <= m)%nat) by lia.
  assert (constant : piecewise_constant d n m (f_bar d n m f)) by (apply f_bar_constant; assumption).
  destruct (proposition_5_real_holds d n m (f_bar d n m f) Hd Hn Hm constant (f_bar_equivariant d n m f symmetric))
    as (N & size & phi & _ & _ & values).
  exists m, N. split; [exact Hm|]. split; [exact size|]. split; [exact phi|]. split.
  - apply (network_constant d n m (f_bar d n m f)); assumption.
  - assert (far : at_most d n p (f_bar d n m f) (hardmax_network d n N) everywhere (e / 3)).
    { apply (distance_by_values d n m (f_bar d n m f) _ Hd Hm constant values p M); [lra| |].
      - intro X. apply difference_bounded; [exact Hp|]. intros i j Hi Hj. unfold f_bar, zero. rewrite Rminus_0_r.
        destruct (inside d n X); [apply bound; assumption|]. unfold zero. rewrite Rabs_R0. apply pos_INR.
      - replace (INR n * (INR n - 1) / 2 * (1 / INR m) ^ d * M) with (INR n * (INR n - 1) / 2 * M * (1 / INR m) ^ d) by
        ring.
        exact fine. }
    pose proof (triangle_holds d n p f (f_bar d n m f) _ everywhere _ _ Hp near far) as total.
    refine (proj1 (monotone_holds d n p f _ everywhere everywhere _ e Hp (fun _ H => H) _) total). lra.
Qed.

(** What is at most e / (2K)^(dn) on the unit cube's scale is at most e on that of [-K, K]. *)
Lemma distance_rescaled : forall d n p K f g e, 1 <= p -> 1 <= K -> 0 < e ->
  at_most d n p f g everywhere (e / (2 * K) ^ (d * n)) ->
  at_most d n p (fun X => f (reduced K X)) (fun X => g (reduced K X)) everywhere e.
Proof.
  intros d n p K f g e Hp HK He (_ & Bs & c & Hc & cover & weight). set (C := (2 * K) ^ (d * n)) in *.
  assert (HC : 1 <= C) by (apply pow_R1_Rle; lra). split; [lra|].
  exists (fun i => enlarged_box K (Bs i)), c. split; [exact Hc|]. split.
  - intros X _ r Hr. destruct (cover (reduced K X) I r Hr) as (k & Hk). exists k.
    rewrite (sum_below_ext k _ (fun i => c i * indicator d n (Bs i) (reduced K X))); [exact Hk|].
    intros i _. rewrite enlarged_indicator by lra. reflexivity.
  - intro k. assert (E : sum_below k (fun i => c i * volume d n (enlarged_box K (Bs i))) =
      C * sum_below k (fun i => c i * volume d n (Bs i))).
    { rewrite <- sum_below_scale. apply sum_below_ext. intros i _. rewrite enlarged_volume by lra. unfold C. ring. }
    rewrite E. apply Rle_trans with (C * power (e / C) p); [apply Rmult_le_compat_l; [lra|apply weight]|].
    assert (Small : 0 < / C <= 1).
    { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    unfold Rdiv. rewrite power_times by lra. pose proof (power_of_small (/ C) p Small Hp) as S.
    pose proof (power_nonnegative e p) as PN.
    apply Rle_trans with (C * (power e p * / C)).
    + apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; assumption.
    + right. field. lra.
Qed.

(** The distance over D speaks of the d n entries of the values on D only. *)
Lemma distance_of_same : forall d n p f g f' g' (D : matrix -> Prop) e,
  (forall X, D X -> same d n (f X) (f' X)) -> (forall X, D X -> same d n (g X) (g' X)) ->
  at_most d n p f g D e -> at_most d n p f' g' D e.
Proof.
  intros d n p f g f' g' D e Ef Eg (He & B & c & Hc & cover & weight). split; [exact He|]. exists B, c.
  split; [exact Hc|]. split; [|exact weight]. intros X HX r Hr. destruct (cover X HX r Hr) as (k & Hk). exists k.
  rewrite <- (difference_is d n p f g f' g' X (Ef X HX) (Eg X HX)). exact Hk.
Qed.

(** Every f of Theorem 2 is, on a larger scale, one that is 0 outside of the unit cube. *)
Lemma on_the_unit_cube : forall d n f, continuous d n f -> equivariant d n f ->
  (exists K, forall X i j, (i < d)%nat -> (j < n)%nat -> ~ - K <= X i j <= K -> same d n (f X) zero) ->
  exists K, 1 <= K /\ let f' := fun Y => f (enlarged K Y) in continuous d n f' /\ equivariant d n f' /\
    supported_in_unit_cube d n f' /\ forall X, same d n (f' (reduced K X)) (f X).
Proof.
  intros d n f Hf symmetric (K0 & support). exists (Rmax K0 0 + 1). set (K := Rmax K0 0 + 1).
  pose proof (Rmax_l K0 0) as KK0. pose proof (Rmax_r K0 0) as K1.
  assert (HK : 1 <= K) by (unfold K; lra). assert (K0K : K0 < K) by (unfold K; lra).
  split; [exact HK|]. split; [|split; [|split]].
  - intros X r Hr. destruct (Hf (enlarged K X) r Hr) as (s & Hs & H). exists (s / (2 * K)).
    split; [apply Rdiv_lt_0_compat; lra|]. intros Y HY. apply H. intros i j Hi Hj. unfold enlarged.
    replace (2 * K * X i j - K - (2 * K * Y i j - K)) with (2 * K * (X i j - Y i j)) by ring.
    rewrite Rabs_mult, (Rabs_right (2 * K)) by lra. specialize (HY i j Hi Hj).
    apply (Rmult_lt_compat_l (2 * K)) in HY; [|lra]. replace (2 * K * (s / (2 * K))) with s in HY by (field; lra).
    exact HY.
  - intros s X Hs. exact (symmetric s (enlarged K X) Hs).
  - intros Y i j Hi Hj out. apply (support _ i j Hi Hj). unfold enlarged. intros [B B']. apply out.
    split; apply (Rmult_le_reg_l (2 * K)); lra.
  - intro X. apply same_within; [exact Hf|]. intros i j _ _. unfold enlarged, reduced. field. lra.
Qed.

Theorem theorem_2_hardmax_holds : theorem_2_hardmax.
Proof.
  intros d n f p e Hd Hn Hp He Hf symmetric support.
  destruct (on_the_unit_cube d n f Hf symmetric support) as (K & HK & Hf' & symmetric' & support' & scale).
  assert (HC : 1 <= (2 * K) ^ (d * n)) by (apply pow_R1_Rle; lra).
  destruct (near_by_cubes d n (fun Y => f (enlarged K Y)) p (e / (2 * K) ^ (d * n)))
    as (m & N & Hm & size & phi & constant & near); try assumption; [apply Rdiv_lt_0_compat; lra|].
  set (N' := map block_for (scaling d K) ++ N). exists (hardmax_network d n N'). split.
  { exists N'. split; [|split; [|intro X; apply (same_reflexive real_laws)]]; apply Forall_app; (split; [|assumption]);
      apply Forall_map; (eapply Forall_impl; [|exact (scaling_small d K HK)]); intros l H; apply block_for_size, H. }
  apply (distance_of_same d n p (fun X => f (enlarged K (reduced K X))) (fun X => hardmax_network d n N (reduced K X)));
    [intros X _; apply scale| |apply (distance_rescaled d n p K (fun Y => f (enlarged K Y)) (hardmax_network d n N));
    assumption].
  intros X _. apply (same_symmetric real_laws).
  eapply (same_transitive real_laws).
  { unfold hardmax_network at 1, N'. rewrite layers_app, run_app. apply (hardmax_network_respects d n (layers N)).
    apply blocks_for_are, hardmax_weighs, real_laws. }
  destruct (classic (forall i j, (i < d)%nat -> (j < n)%nat -> - K <= X i j < K)) as [within_K|out].
  - apply (hardmax_network_respects d n (layers N)). intros i j Hi Hj. rewrite scaling_scales by assumption.
    specialize (within_K i j Hi Hj). unfold scaled_entry, reduced.
    destruct (Rle_dec (- K) (X i j)); [|lra]. destruct (Rle_dec K (X i j)); lra.
  - assert (some : exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ - K <= X i j < K).
    { apply NNPP. intro none. apply out. intros i j Hi Hj. apply NNPP. intro H. apply none. exists i, j. auto. }
    destruct some as (i & j & Hi & Hj & H).
    assert (zeros : forall Y, ~ 0 <= Y i j < 1 -> same d n (hardmax_network d n N Y) zero).
    { intros Y HY. destruct constant as (A & values). apply (proj2 (values Y)). intros L grid in_L. apply HY.
      apply (in_unit_interval m (L i j)); [apply grid; assumption|apply in_L; assumption]. }
    eapply (same_transitive real_laws); [apply zeros|apply (same_symmetric real_laws), zeros].
    + rewrite scaling_scales by assumption. unfold scaled_entry.
      destruct (Rle_dec (- K) (X i j)); [destruct (Rle_dec K (X i j))|]; lra.
    + unfold reduced. intros [A A']. apply H.
      replace (X i j) with (2 * K * (X i j / (2 * K) + 1 / 2) - K) by (field; lra).
      apply (Rmult_le_compat_l (2 * K)) in A; [|lra]. apply (Rmult_lt_compat_l (2 * K)) in A'; [|lra]. lra.
Qed.
