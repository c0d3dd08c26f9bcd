(** * Proposition 5 over R: the values of g-bar (App. C, Step 2; proof in App. E.1.4) *)

From Coq Require Import List Arith Bool Lia ZArith Reals Lra.
From Exactua Require Import Networks NetworkLaws NetworkEquivariance NetworkSizes RealNetworks RealLemma7 RealLemma9
  Matrices Cubes NetworkStatements.
From Exactua Require Transformers FeedForward Grids Statements RealGrid Lemma4.
Import ListNotations.
Open Scope R_scope.

(** ** Layers of T-bar^(2,1,1): at most two heads of size 1, or one hidden node *)

Definition small_layer (l : layer reals) : Prop :=
  match l with
  | Attention all => (length all <= 2)%nat /\ Forall (fun H => head_size H = 1%nat) all
  | FeedForward f => hidden_size f = 1%nat /\ in_Phi (activation f)
  end.

Definition block_for (l : layer reals) : block reals :=
  match l with
  | Attention all => Block (all ++ repeat (idle_head 1) (2 - length all)) (idle_layer 1 ReLU)
  | FeedForward f => Block (repeat (idle_head 1) 2) f
  end.

Lemma block_for_size : forall l, small_layer l -> of_size 2 1 1 (block_for l) /\ with_Phi (block_for l).
Proof.
  intros [all|f] [S1 S2]; split; try (exact S2); try apply ReLU_in_Phi_holds.
  - split; [|split; [|reflexivity]]; cbn [heads block_for].
    + rewrite app_length, repeat_length. lia.
    + apply Forall_app. split; [exact S2|]. apply repeat_Forall. reflexivity.
  - split; [reflexivity|]. split; [repeat constructor|exact S1].
Qed.

Lemma block_for_is : forall sigma d n l X,
  same d n (run sigma d n (layers [block_for l]) X) (apply (F := reals) sigma d n X l).
Proof.
  intros sigma d n [all|f] X i j Hi Hj; cbn [block_for layers flat_map app heads behind run fold_left apply].
  - rewrite idle_layer_leaves. unfold attention. rewrite fold_left_app. apply idle_heads_leave.
  - apply (feed_forward_respects real_laws d n f); [|exact Hi|exact Hj]. intros i' j' _ _.
    apply (idle_heads_leave _ _ _ _ 2).
Qed.

Lemma blocks_for_are : forall sigma d n N, weighs (F := reals) sigma -> forall X,
  same d n (run sigma d n (layers (map block_for N)) X) (run (F := reals) sigma d n N X).
Proof.
  intros sigma d n N V. induction N as [|l N IH]; intros X; [apply (same_reflexive real_laws)|].
  change (layers (map block_for (l :: N))) with (layers [block_for l] ++ layers (map block_for N)).
  rewrite run_app. eapply (same_transitive real_laws); [apply IH|].
  cbn [run fold_left]. apply (run_is_function real_laws _ _ _ _ V), block_for_is.
Qed.

(** ** Grid points *)

Lemma choice_of_entries : forall d n (R : nat -> nat -> nat -> Prop),
  (forall i j, (i < d)%nat -> (j < n)%nat -> exists k, R i j k) ->
  exists L, forall i j, (i < d)%nat -> (j < n)%nat -> R i j (L i j).
Proof.
  induction d as [|d IH]; intros n R H; [exists (fun _ _ => 0%nat); intros; lia|].
  destruct (IH n R) as (L & HL); [intros; apply H; lia|].
  destruct (choice n (R d)) as (row & Hrow); [intros; apply H; lia|].
  exists (fun i j => if Nat.eqb i d then row j else L i j). intros i j Hi Hj.
  destruct (Nat.eqb_spec i d) as [->|]; [apply Hrow, Hj|apply HL; lia].
Qed.

(** L as a real matrix. *)
Definition corner (m : nat) (L : nat -> nat -> nat) : matrix := fun i j => INR (L i j) / INR m.

Lemma corner_in_cube : forall d n m L, (1 <= m)%nat -> in_cube d n m L (corner m L).
Proof.
  intros d n m L Hm i j _ _. assert (0 < / INR m) by (apply Rinv_0_lt_compat, lt_0_INR; lia). unfold corner.
  split; [lra|]. apply Rmult_lt_compat_r; lra.
Qed.

Section Network.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Variable f_bar : matrix -> matrix.
  Hypothesis constant : piecewise_constant d n m f_bar.
  Hypothesis symmetric : equivariant d n f_bar.

  Lemma f_bar_respects : respects d n f_bar.
  Proof. exact (proj2 (Lemma4.functions_of_matrices_hold d n f_bar) m constant). Qed.

  Lemma f_bar_values : equivariant_values d n m f_bar.
  Proof. intros L _. split; [intros L' E; apply f_bar_respects, E|intros s P; apply symmetric, P]. Qed.

  Lemma m_positive : 0 < INR m.
  Proof. apply lt_0_INR. lia. Qed.

  Lemma corner_in_G : forall L, grid_point d n m L -> in_G d n m (corner m L).
  Proof. intros L grid i j Hi Hj. exists (L i j). split; [apply grid; assumption|reflexivity]. Qed.

  Lemma next_corner : forall k : R, (k + 1) / INR m = k / INR m + 1 / INR m.
  Proof. intro k. unfold Rdiv. ring. Qed.

  Lemma in_S_is_in_cube : forall L X, in_S d n m (corner m L) X <-> in_cube d n m L X.
  Proof.
    intros L X. unfold in_S, in_cube, corner. split; intros H i j Hi Hj; specialize (H i j Hi Hj);
      rewrite next_corner in *; exact H.
  Qed.

  Lemma same_integers : forall a b, INR a / INR m = INR b / INR m -> a = b.
  Proof.
    intros a b E. pose proof m_positive. unfold Rdiv in E. apply Rmult_eq_reg_r in E; [apply INR_eq, E|].
    apply Rinv_neq_0_compat. lra.
  Qed.

  Lemma corner_in_G_tilde : forall L, grid_point d n m L -> different_columns d n L -> in_G_tilde d n m (corner m L).
  Proof.
    intros L grid different. split; [apply corner_in_G, grid|]. intros j j' Hj Hj' N.
    destruct (different j j' Hj Hj' N) as (i & Hi & D). exists i. split; [exact Hi|]. intro E.
    apply D, same_integers, E.
  Qed.

  (** f-bar has one value on S_L. *)
  Lemma f_bar_on_cube : forall L X, grid_point d n m L -> in_cube d n m L X -> same d n (f_bar (corner m L)) (f_bar X).
  Proof.
    intros L X grid inside. destruct constant as (A & H).
    eapply (same_transitive real_laws); [apply (proj1 (H (corner m L)) L grid), corner_in_cube; lia|].
    apply (same_symmetric real_laws), (proj1 (H X) L grid inside).
  Qed.

  Theorem values_hold : exists N : list (block reals), Forall (of_size 2 1 1) N /\ Forall with_Phi N /\
    (exists k, Statements.binomial (Grids.D d m) n k /\
       length N = ((d * m + d) + (m ^ d + 1) + (d + 2 + n * k))%nat) /\
    forall X, let inside L := grid_point d n m L /\ different_columns d n L /\ in_cube d n m L X in
      (forall L, inside L -> same d n (hardmax_network d n N X) (f_bar X)) /\
      ((forall L, ~ inside L) -> same d n (hardmax_network d n N X) zero).
  Proof.
    destruct (lemma_7_real_holds d n m ltac:(lia)) as (L7 & P7 & H7).
    destruct (lemma_9_real_holds d n m f_bar one_d two_n two_m f_bar_values) as (g_v & P9 & (k & K & L9) & H9).
    set (g_q := real_network (FeedForward.g_q d n m)) in *. set (g_c := real_network (Transformers.g_c d n m)) in *.
    exists (map block_for (g_q ++ g_c ++ g_v)).
    assert (small : Forall small_layer (g_q ++ g_c ++ g_v)).
    { assert (T : forall N, Forall token_wise_in_Phi N -> Forall small_layer N).
      { intros N. apply Forall_impl. intros [all|f] H; [contradiction|exact H]. }
      apply Forall_app. split; [apply T, P7|]. apply Forall_app. split; [|apply T, P9].
      unfold g_c, real_network. apply Forall_map. apply Forall_app. split.
      - apply Forall_map, Forall_forall. intros s _. repeat constructor.
      - repeat constructor. }
    split; [|split; [|split]].
    - apply Forall_map. eapply Forall_impl; [|exact small]. intros l H. apply block_for_size, H.
    - apply Forall_map. eapply Forall_impl; [|exact small]. intros l H. apply block_for_size, H.
    - exists k. split; [exact K|]. rewrite map_length, !app_length, L7, L9. unfold g_c, real_network.
      rewrite map_length. unfold Transformers.g_c, Transformers.sweep_layers, Transformers.selective_shifts.
      rewrite app_length, map_length, seq_length. cbn [length]. lia.
    - intros X inside. set (Y := run (F := reals) hardmax d n g_q X).
      assert (E : same d n (hardmax_network d n (map block_for (g_q ++ g_c ++ g_v)) X) (run hardmax d n (g_c ++ g_v)
        Y)).
      { eapply (same_transitive real_laws);
          [apply blocks_for_are, hardmax_weighs, real_laws|]. rewrite run_app. apply (same_reflexive real_laws). }
      destruct (H7 X) as (plus & _ & to_L & _). fold Y in plus, to_L. destruct (H9 Y) as [V Z]. split.
      + intros L (grid & different & in_L).
        assert (Y_is : same d n Y (corner m L)) by (apply to_L; [apply corner_in_G, grid|apply in_S_is_in_cube, in_L]).
        assert (tilde : in_G_tilde d n m Y).
        { apply (RealGrid.in_G_tilde_respects d n m (corner m L)); [apply (same_symmetric real_laws), Y_is|].
          apply corner_in_G_tilde; assumption. }
        eapply (same_transitive real_laws); [exact E|]. eapply (same_transitive real_laws); [apply V, tilde|].
        eapply (same_transitive real_laws); [apply f_bar_respects, Y_is|]. apply f_bar_on_cube; assumption.
      + intro none. eapply (same_transitive real_laws); [exact E|]. apply Z; [exact plus|]. intros [grid different].
        destruct (choice_of_entries d n (fun i j k => (k < m)%nat /\ Y i j = INR k / INR m)) as (L & HL).
        { intros i j Hi Hj. destruct (grid i j Hi Hj) as (k' & Hk'). exists k'. exact Hk'. }
        assert (Y_is : same d n Y (corner m L)) by (intros i j Hi Hj; apply HL; assumption).
        apply (none L). split; [|split].
        * intros i j Hi Hj. apply HL; assumption.
        * intros j j' Hj Hj' N. destruct (different j j' Hj Hj' N) as (i & Hi & D). exists i. split; [exact Hi|].
          intro F. apply D. destruct (HL i j Hi Hj) as [_ ->], (HL i j' Hi Hj') as [_ ->]. rewrite F. reflexivity.
        * apply in_S_is_in_cube. apply in_S_iff; [lia| |exact Y_is]. apply corner_in_G. intros i j Hi Hj.
          apply HL; assumption.
  Qed.
End Network.

Theorem proposition_5_real_holds : proposition_5_real.
Proof.
  intros d n m f_bar one_d two_n two_m constant symmetric.
  destruct (values_hold d n m one_d two_n two_m f_bar constant symmetric) as (N & size & phi & count & values).
  exists N. split; [exact size|]. split; [exact phi|]. split; [exact count|]. split; [|exact values].
  exists N. split; [exact size|]. split; [exact phi|]. intro X. apply (same_reflexive real_laws).
Qed.
