(** * Theorem 2 for modified Transformers with numbers: which delta serves an epsilon, and how many blocks (App. C) *)

From Coq Require Import List Arith Bool Lia ZArith Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws NetworkSizes RealProposition5 RealDistance5 Theorem2Hardmax
  Matrices Distance Cubes Powers Sums Boxes Coverings Lemma4 NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** d n w^p, where entries differ by at most w. *)
Lemma difference_bounded : forall d n p f g w X, 1 <= p ->
  (forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j - g X i j) <= w) ->
  difference d n p f g X <= INR (d * n) * power w p.
Proof.
  intros d n p f g w X Hp H. unfold difference. rewrite <- entries_length, <- sum_over_constant. apply sum_over_le.
  intros i j I. apply entries_in in I. destruct I as [Hi Hj]. apply power_monotone; [lra|]. apply H; assumption.
Qed.

(** The centre of a cell is in [0, 1], and at most delta/2 away. *)
Lemma centre_half : forall m x, (1 <= m)%nat -> 0 <= x < 1 ->
  0 <= centre m x <= 1 /\ Rabs (x - centre m x) <= 1 / (2 * INR m).
Proof.
  intros m x Hm Hx. pose proof (INR_positive m Hm) as P. pose proof (Rinv_0_lt_compat _ P) as PI.
  destruct (cell_bounds m Hm x) as [A B]. destruct (cell_of_unit m Hm x Hx) as [C D].
  unfold centre, Rdiv in *. rewrite Rinv_mult, Rmult_1_l.
  rewrite Rmult_plus_distr_r in *. rewrite Rmult_1_l in B. split; [|apply Rabs_le; lra].
  apply IZR_le in C. assert (D' : (cell m x + 1 <= Z.of_nat m)%Z) by lia. apply IZR_le in D'.
  rewrite plus_IZR, <- INR_IZR_INZ in D'. split.
  - apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra.
  - rewrite <- Rmult_plus_distr_r. apply (Rmult_le_reg_r (INR m)); [exact P|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(** [theorem_2_hardmax_on_the_cube], and where the network is 0. *)
Lemma on_the_cube : forall d n m f w B p e, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> 1 <= p -> 0 <= e ->
  respects d n f -> equivariant d n f -> supported_in_unit_cube d n f ->
  bounded_by d n f B -> varies_by d n 0 1 f (1 / (2 * INR m)) w ->
  INR (d * n) * (power w p + INR n * (INR n - 1) / 2 * (1 / INR m) ^ d * power B p) <= power e p ->
  exists (N : list (block reals)) k, Forall (of_size 2 1 1) N /\ Forall with_Phi N /\
    Statements.binomial (Grids.D d m) n k /\ length N = blocks_of_g_bar d n m k /\
    at_most d n p f (hardmax_network d n N) everywhere e /\
    (forall X i j, (i < d)%nat -> (j < n)%nat -> ~ 0 <= X i j < 1 -> same d n (hardmax_network d n N X) zero).
Proof.
  intros d n m f w B p e Hd Hn Hm Hp He function symmetric support bound vary small.
  assert (constant : piecewise_constant d n m (f_bar d n m f)) by (apply f_bar_of_function; [lia|exact function]).
  destruct (proposition_5_real_holds d n m (f_bar d n m f) Hd Hn Hm constant (f_bar_equivariant d n m f symmetric))
    as (N & size & phi & (k & binomial & count) & _ & values).
  assert (outside : forall X i j, (i < d)%nat -> (j < n)%nat -> ~ 0 <= X i j < 1 ->
    same d n (hardmax_network d n N X) zero).
  { intros X i j Hi Hj out. apply (values X). intros L (grid & _ & in_L). apply out.
    apply (cube_inside d n m L X); (lia || assumption). }
  exists N, k. split; [exact size|]. split; [exact phi|]. split; [exact binomial|]. split; [exact count|].
  split; [|exact outside].
  apply (distance_from_parts d n m) with (W := INR (d * n) * power w p) (M := INR (d * n) * power B p);
    try assumption; try lra.
  - intros X none. apply (values X), none.
  - apply Rmult_le_pos; [apply pos_INR|apply power_nonnegative].
  - intros X L (grid & different & in_L).
    assert (unit : forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1) by
      (intros; apply (cube_inside d n m L X); (lia || assumption)).
    rewrite (difference_is d n p _ _ f (f_bar d n m f)).
    + apply difference_bounded; [exact Hp|]. unfold f_bar. rewrite (proj2 (inside_is d n X) unit).
      apply vary. intros i j Hi Hj. pose proof (unit i j Hi Hj).
      destruct (centre_half m (X i j) ltac:(lia) ltac:(assumption)). unfold centres. repeat split; lra.
    + intros i j _ _. reflexivity.
    + apply (proj1 (values X) L). split; auto.
  - intro X. apply difference_bounded; [exact Hp|]. intros i j Hi Hj. unfold Matrices.zero. rewrite Rminus_0_r.
    apply bound; assumption.
Qed.

Theorem theorem_2_hardmax_on_the_cube_holds : theorem_2_hardmax_on_the_cube.
Proof.
  intros d n m f w B p e Hd Hn Hm Hp He function symmetric support bound vary small.
  destruct (on_the_cube d n m f w B p e Hd Hn Hm Hp He function symmetric support bound vary small)
    as (N & k & size & phi & binomial & count & near & _).
  exists N, k. auto.
Qed.

(** A network that is near f on the unit cube is so on a larger one, behind the change of scale. *)
Lemma near_on_a_larger_cube : forall d n K N f p e0 e, 1 <= K -> 0 <= e -> respects d n f ->
  (forall X i j, (i < d)%nat -> (j < n)%nat -> ~ 0 <= X i j < 1 -> same d n (hardmax_network d n N X) zero) ->
  at_most d n p (fun Y => f (enlarged K Y)) (hardmax_network d n N) everywhere e0 ->
  (2 * K) ^ (d * n) * power e0 p <= power e p ->
  at_most d n p f (hardmax_network d n (map block_for (scaling d K) ++ N)) everywhere e.
Proof.
  intros d n K N f p e0 e HK He function outside (_ & Bs & c & Hc & cover & weight) small. split; [exact He|].
  set (g0 := hardmax_network d n N) in *. set (C := (2 * K) ^ (d * n)) in *.
  assert (HC : 1 <= C) by (apply pow_R1_Rle; lra).
  assert (g0_respects : respects d n g0) by apply (hardmax_network_respects d n (layers N)).
  assert (network : forall X, same d n (hardmax_network d n (map block_for (scaling d K) ++ N) X)
    (g0 (run (F := reals) hardmax d n (scaling d K) X))).
  { intro X. unfold hardmax_network at 1. rewrite layers_app, run_app.
    apply g0_respects. apply blocks_for_are, hardmax_weighs, real_laws. }
  assert (reduced_is : forall x, (- K <= x < K <-> 0 <= x / (2 * K) + 1 / 2 < 1)).
  { intro x. assert (E : x / (2 * K) + 1 / 2 = (x + K) * / (2 * K)) by (field; lra). rewrite E.
    assert (P : 0 < / (2 * K)) by (apply Rinv_0_lt_compat; lra).
    assert (U : 2 * K * / (2 * K) = 1) by (field; lra). split; intros [A B]; split; nra. }
  exists (fun i => enlarged_box K (Bs i)), c. split; [exact Hc|]. split.
  - intros X _ r Hr.
    assert (E : difference d n p f (hardmax_network d n (map block_for (scaling d K) ++ N)) X =
      difference d n p (fun Y => f (enlarged K Y)) g0 (reduced K X)).
    { transitivity (difference d n p (fun _ => f (enlarged K (reduced K X))) (fun _ => g0 (reduced K X)) X);
        [|reflexivity].
      apply difference_is.
      - apply function. intros i j _ _. unfold enlarged, reduced. field. lra.
      - eapply (same_transitive real_laws); [apply network|].
        destruct (classic (forall i j, (i < d)%nat -> (j < n)%nat -> - K <= X i j < K)) as [within_K|out].
        + apply g0_respects. intros i j Hi Hj. rewrite scaling_scales by (try exact HK; exact Hi).
          specialize (within_K i j Hi Hj). unfold scaled_entry, reduced.
          destruct (Rle_dec (- K) (X i j)); [|lra]. destruct (Rle_dec K (X i j)); lra.
        + assert (some : exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ - K <= X i j < K).
          { apply NNPP. intro none. apply out. intros i j Hi Hj. apply NNPP. intro H. apply none. exists i, j. auto. }
          destruct some as (i & j & Hi & Hj & H).
          eapply (same_transitive real_laws); [apply (outside _ i j Hi Hj)|apply (same_symmetric real_laws),
            (outside _ i j Hi Hj)].
          * rewrite scaling_scales by (try exact HK; exact Hi). unfold scaled_entry.
            destruct (Rle_dec (- K) (X i j)); [destruct (Rle_dec K (X i j))|]; lra.
          * unfold reduced. rewrite <- reduced_is. exact H. }
    destruct (cover (reduced K X) I r Hr) as (k & Hk). exists k. rewrite E.
    rewrite (sum_below_ext k _ (fun i => c i * indicator d n (Bs i) (reduced K X))); [exact Hk|].
    intros i _. rewrite enlarged_indicator by lra. reflexivity.
  - intro k. assert (E : sum_below k (fun i => c i * volume d n (enlarged_box K (Bs i))) =
      C * sum_below k (fun i => c i * volume d n (Bs i))).
    { rewrite <- sum_below_scale. apply sum_below_ext. intros i _. rewrite enlarged_volume by lra. unfold C. ring. }
    rewrite E. apply Rle_trans with (C * power e0 p); [|exact small]. apply Rmult_le_compat_l; [lra|apply weight].
Qed.

(** (x^(1/p))^p = x. *)
Lemma power_root : forall x p, 0 < x -> 1 <= p -> power (Rpower x (/ p)) p = x.
Proof.
  intros x p Hx Hp. rewrite power_positive by apply exp_pos. rewrite Rpower_mult, Rinv_l by lra. apply Rpower_1, Hx.
Qed.

Theorem theorem_2_hardmax_effective_holds : theorem_2_hardmax_effective.
Proof.
  intros d n m f K B s eta p e Hd Hn Hm Hp He HK function symmetric support bound vary V fine_w fine_s fine_B.
  set (C := (2 * K) ^ (d * n)) in *. assert (HC : 1 <= C) by (apply pow_R1_Rle; lra).
  assert (HM : 0 < INR m) by (apply lt_0_INR; lia). assert (HMd : 0 < INR m ^ d) by (apply pow_lt, HM).
  set (e0 := e * Rpower (/ C) (/ p)).
  assert (He0 : power e0 p = power e p / C).
  { unfold e0. rewrite power_times; [|lra|left; apply exp_pos].
    rewrite power_root; [reflexivity|apply Rinv_0_lt_compat; lra|exact Hp]. }
  destruct (on_the_cube d n m (fun Y => f (enlarged K Y)) eta B p e0) as
    (N & k & size & phi & binomial & count & near & outside); try assumption.
  - left. apply Rmult_lt_0_compat; [exact He|apply exp_pos].
  - intros X Y H. apply function. intros i j Hi Hj. unfold enlarged. rewrite (H i j Hi Hj). reflexivity.
  - intros t X Ht. exact (symmetric t (enlarged K X) Ht).
  - intros Y i j Hi Hj out. apply (support _ i j Hi Hj). unfold enlarged. intros [A A']. apply out.
    split; apply (Rmult_le_reg_l (2 * K)); lra.
  - intros X i j Hi Hj. apply bound; assumption.
  - intros X Y H. apply vary. intros i j Hi Hj. destruct (H i j Hi Hj) as (A & A' & near). unfold enlarged.
    split; [nra|]. split; [nra|].
    replace (2 * K * X i j - K - (2 * K * Y i j - K)) with (2 * K * (X i j - Y i j)) by ring.
    rewrite Rabs_mult, (Rabs_right (2 * K)) by lra.
    apply (Rmult_le_compat_l (2 * K)) in near; [|lra]. eapply Rle_trans; [exact near|].
    replace (2 * K * (1 / (2 * INR m))) with (K / INR m) by (field; lra).
    apply (Rmult_le_reg_r (INR m)); [exact HM|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - rewrite He0. apply (Rmult_le_reg_r C); [lra|]. unfold Rdiv at 3. rewrite (Rmult_assoc (power e p)), Rinv_l by lra.
    apply (Rmult_le_reg_r (2 * INR m ^ d)); [lra|].
    assert (inv : (1 / INR m) ^ d * INR m ^ d = 1).
    { unfold Rdiv. rewrite Rmult_1_l, pow_inv, Rinv_l; [reflexivity|lra]. }
    unfold V in fine_w, fine_B.
    replace (INR (d * n) * (power eta p + INR n * (INR n - 1) / 2 * (1 / INR m) ^ d * power B p) * C * (2 * INR m ^ d))
      with (2 * (INR (d * n) * C) * power eta p * INR m ^ d +
        INR (d * n) * C * (INR n * (INR n - 1)) * power B p * ((1 / INR m) ^ d * INR m ^ d)) by field.
    rewrite inv. apply (Rmult_le_compat_r (INR m ^ d)) in fine_w; [|lra]. lra.
  - exists (map block_for (scaling d K) ++ N), k.
    assert (small : Forall (of_size 2 1 1) (map block_for (scaling d K)) /\ Forall with_Phi (map block_for (scaling d
      K))).
    { split; apply Forall_map; (eapply Forall_impl; [|exact (scaling_small d K HK)]); intros l H;
        apply block_for_size, H. }
    split; [apply Forall_app; split; [apply small|exact size]|].
    split; [apply Forall_app; split; [apply small|exact phi]|]. split; [exact binomial|]. split.
    + rewrite app_length, map_length, count. f_equal.
      assert (L : forall rows, length (flat_map (row_layers K) rows) = (2 * length rows)%nat).
      { induction rows as [|r rows IH]; [reflexivity|]. cbn [flat_map]. rewrite app_length, IH. cbn. lia. }
      unfold scaling. rewrite L, seq_length. reflexivity.
    + apply (near_on_a_larger_cube d n K N f p e0 e); try assumption; try lra.
      rewrite He0. right. unfold C. field. apply pow_nonzero. lra.
Qed.
