(** * Proposition 5 over R: the distance of f-bar and g-bar (App. E.1.4) *)

From Coq Require Import List Arith Bool Lia ZArith QArith Qreals Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws RealNetworks RationalNetworks RealLemma7 RealGrid RealProposition5
  Matrices Distance Cubes Powers Sums Boxes Coverings NetworkStatements.
From Exactua Require Transformers Grids FeedForward Statements Proposition5.
Import ListNotations.
Open Scope R_scope.

Lemma difference_is : forall d n p f g f' g' X, same d n (f X) (f' X) -> same d n (g X) (g' X) ->
  difference d n p f g X = difference d n p f' g' X.
Proof.
  intros d n p f g f' g' X E E'. apply sum_over_ext. intros i j I. apply entries_in in I. destruct I as [Hi Hj].
  rewrite E, E' by assumption. reflexivity.
Qed.

Lemma product_over_constant : forall (l : list (nat * nat)) x, product_over l (fun _ _ => x) = x ^ length l.
Proof. induction l as [|[i j] l IH]; intros x; [reflexivity|]. rewrite product_over_cons, IH. reflexivity. Qed.

Lemma entries_length : forall d n, length (entries d n) = (d * n)%nat.
Proof. intros. unfold entries. rewrite prod_length, !seq_length. reflexivity. Qed.

(** S_L with its faces. *)
Definition cube_of (m : nat) (L : Grids.point) : box :=
  Box (real_point m L) (fun i j => real_point m L i j + 1 / INR m).

Lemma cube_volume : forall d n m L, (1 <= m)%nat -> volume d n (cube_of m L) = (1 / INR m) ^ (d * n).
Proof.
  intros d n m L Hm. pose proof (delta_positive m Hm) as P. unfold volume, cube_of. cbn [low high].
  rewrite (product_over_ext _ _ (fun _ _ => 1 / INR m)).
  - rewrite product_over_constant, entries_length. reflexivity.
  - intros i j _. replace (real_point m L i j + 1 / INR m - real_point m L i j) with (1 / INR m) by ring.
    apply Rmax_right. lra.
Qed.

(** The cubes with duplicate columns measure n (n - 1)/2 delta^d at most. *)
Lemma repeated_measure : forall d n m, (1 <= d)%nat -> (2 <= m)%nat -> exists things : list Grids.point,
  (forall L, In L things <-> Grids.G_delta d n m L /\ ~ Grids.G_tilde d n m L) /\
  INR (length things) * (1 / INR m) ^ (d * n) <= INR n * (INR n - 1) / 2 * (1 / INR m) ^ d.
Proof.
  intros d n m Hd Hm. pose proof (Proposition5.repeated_cubes d n m) as H.
  destruct (Proposition5.proposition_5_measure_holds d n m _ Hd Hm H) as [B _].
  destruct H as (things & _ & I & E). exists things. split; [exact I|]. rewrite <- E in B. apply Qle_Rle in B.
  rewrite !Q2R_mult, real_integer, <- INR_IZR_INZ in B. unfold Statements.cube, Statements.equal_columns in B.
  assert (P : forall k, Q2R (1 / Transformers.of_nat (m ^ k)) = (1 / INR m) ^ k).
  { intro k. change (Q2R (Transformers.delta (m ^ k)) = (1 / INR m) ^ k).
    assert (1 <= m ^ k)%nat by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia). rewrite real_delta, pow_INR by assumption.
    unfold Rdiv. rewrite !Rmult_1_l. rewrite pow_inv. reflexivity. }
  rewrite !P in B. eapply Rle_trans; [exact B|]. apply Rmult_le_compat_r.
  - apply pow_le. pose proof (delta_positive m ltac:(lia)). lra.
  - right. unfold Statements.pairs. rewrite Q2R_div by discriminate. rewrite Q2R_mult, Q2R_minus, real_of_nat, real_one.
    unfold Rdiv. f_equal. f_equal. unfold Q2R. cbn. lra.
Qed.

(** What has the values of g-bar is as near as the measure of those cubes says. *)
Lemma distance_by_values : forall d n m f_bar g, (1 <= d)%nat -> (2 <= m)%nat -> piecewise_constant d n m f_bar ->
  (forall X, let inside L := grid_point d n m L /\ different_columns d n L /\ in_cube d n m L X in
    (forall L, inside L -> same d n (g X) (f_bar X)) /\ ((forall L, ~ inside L) -> same d n (g X) zero)) ->
  forall p M e, 0 <= e -> (forall X, difference d n p f_bar (fun _ => zero) X <= M) ->
  INR n * (INR n - 1) / 2 * (1 / INR m) ^ d * M <= power e p -> at_most d n p f_bar g everywhere e.
Proof.
  intros d n m f_bar g Hd Hm constant values p M e He bound small.
  destruct (repeated_measure d n m Hd Hm) as (things & I & measure).
  assert (HM : 0 <= M) by (eapply Rle_trans; [apply difference_nonnegative|apply (bound zero)]).
  set (B := fun i => cube_of m (nth i things [])).
  apply (by_upper_sum_holds d n p f_bar _ everywhere e (INR (length things) * (1 / INR m) ^ (d * n) * M));
    [exact He| |].
  - exists (length things), B, (fun _ => M). split; [intros; exact HM|]. split.
    + intros X _. destruct (values X) as [V Z].
      assert (NN : forall i, (i < length things)%nat -> 0 <= M * indicator d n (B i) X).
      { intros i _. apply Rmult_le_pos; [exact HM|apply indicator_nonnegative]. }
      destruct (classic (exists L, grid_point d n m L /\ in_cube d n m L X)) as [(L & grid & in_L)|none].
      * destruct (classic (different_columns d n L)) as [different|alike].
        -- rewrite difference_symmetric, difference_same; [apply sum_below_nonnegative, NN|]. apply (V L). auto.
        -- (* a cube with duplicate columns *)
           assert (G : in_G_plus d n m (corner m L)) by (intros i j Hi Hj; right; exists (L i j); split; [apply grid;
             assumption|reflexivity]).
           destruct (point_of d n m ltac:(lia) _ G) as (P & plus & EP).
           assert (inP : In P things).
           { apply I. assert (S : Grids.of_shape d n P) by apply plus. split.
             - apply (point_in_G d n m ltac:(lia) P S). intros i j Hi Hj. rewrite <- EP by assumption.
               exists (L i j). split; [apply grid; assumption|reflexivity].
             - intro tilde. apply (point_in_G_tilde d n m ltac:(lia) P S) in tilde. apply alike.
               intros j j' Hj Hj' ne. destruct (proj2 tilde j j' Hj Hj' ne) as (i & Hi & D). exists i. split;
                 [exact Hi|].
               intro E. apply D. rewrite <- !EP by assumption. unfold corner. rewrite E. reflexivity. }
           destruct (In_nth things P [] inP) as (i & Hi & Ei).
           apply Rle_trans with (M * indicator d n (B i) X).
           ++ unfold B. rewrite Ei, indicator_in.
              ** rewrite Rmult_1_r. rewrite (difference_is d n p _ _ f_bar (fun _ => zero));
                [apply bound|intros ? ? _ _; reflexivity|].
                 apply Z. intros L' (grid' & different' & in_L'). apply alike.
                 intros j j' Hj Hj' ne. destruct (different' j j' Hj Hj' ne) as (i' & Hi' & D). exists i'.
                 split; [exact Hi'|]. assert (U : forall k, (k < n)%nat -> L i' k = L' i' k).
                 { intros k Hk. specialize (in_L i' k Hi' Hk). specialize (in_L' i' k Hi' Hk).
                   rewrite !(next_corner m) in *. unfold Rdiv in in_L, in_L'. rewrite !Rmult_1_l in *.
                   apply (one_interval m ltac:(lia) _ _ (X i' k)); unfold Rdiv; rewrite !Rmult_1_l; assumption. }
                 rewrite !U by assumption. exact D.
              ** intros i' j Hi' Hj. unfold cube_of. cbn [low high]. rewrite <- EP by assumption. unfold corner.
                 specialize (in_L i' j Hi' Hj). rewrite next_corner in in_L. lra.
           ++ apply (sum_below_has _ (fun i => M * indicator d n (B i) X) i NN Hi).
      * rewrite (difference_is d n p _ _ (fun _ => zero) (fun _ => zero)).
        -- rewrite difference_same by (intros ? ? _ _; reflexivity). apply sum_below_nonnegative, NN.
        -- destruct constant as (A & H). apply (proj2 (H X)). intros L grid in_L. apply none. exists L. auto.
        -- apply Z. intros L (grid & _ & in_L). apply none. exists L. auto.
    + assert (E : forall k, sum_below k (fun i => M * volume d n (B i)) = INR k * (1 / INR m) ^ (d * n) * M).
      { induction k as [|k IH]; [cbn; lra|]. cbn [sum_below]. rewrite IH, S_INR. unfold B.
        rewrite cube_volume by lia. ring. }
      symmetry. apply E.
  - eapply Rle_trans; [|exact small]. apply Rmult_le_compat_r; [exact HM|exact measure].
Qed.

Theorem proposition_5_distance_real_holds : proposition_5_distance_real.
Proof.
  intros d n m f_bar Hd Hn Hm constant symmetric.
  destruct (proposition_5_real_holds d n m f_bar Hd Hn Hm constant symmetric) as (N & _ & _ & _ & class & values).
  exists (hardmax_network d n N). split; [exact class|]. apply (distance_by_values d n m); assumption.
Qed.
