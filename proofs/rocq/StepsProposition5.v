(** * StepsProposition5: the steps of Proposition 5, App. C and E.1.4 *)

From Coq Require Import ZArith QArith Qabs Qround List Permutation Bool Lia Lqa.
From Exactua Require Import Transformers Grids Ids FeedForward Statements Terms Hardmax Simulation Grid Lemma8.
From Exactua Require Import FeedForwardLayers Lemma7 FiniteSets Contexts Lemma9Layers Lemma9.
From Exactua Require Import StepTools StepsCategory1 StepsColumnId StepsSweep StepsFeedForward StepsValueMap Exported.
From Exactua Require Proposition5 Proposition5Network.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** A point inside of each cube *)

(** L + 2/3 delta, as the steps have it. *)
Definition inner (d m : nat) (L : point) : matrix :=
  run [FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) [Piece
    None false None false 0 0])] (in_unit_1 m L).

Definition moved (m : nat) (h : Q) (k : Z) (x : Q) : Prop := x == inject_Z k * delta m + h.

Lemma inner_is : forall d n m L, of_shape d n L -> Forall2 (Forall2 (moved m ((2 # 3) * delta m))) L (inner d m L).
Proof.
  intros d n m L [_ F]. unfold inner, run. cbn [fold_left]. unfold apply_layer, in_unit_1. rewrite map_map.
  induction F as [| c L Hc F IH]; constructor; [| exact IH]. clear - Hc. cbn [column_after W_1 b_1 W_2 b_2 activation].
  generalize (activate [Piece None false None false 0 0] (dot (repeat 0 d) (map (fun k => inject_Z k * delta m) c) + 0)).
  intros a. subst d. unfold scale. induction c as [| k c IH]; cbn [length repeat map add]; constructor; [| exact IH].
  unfold moved. ring.
Qed.

Lemma corner_is : forall d n m L, of_shape d n L -> Forall2 (Forall2 (moved m 0)) L (in_unit_1 m L).
Proof.
  intros d n m L _. unfold in_unit_1. induction L as [| c L IH]; constructor; [| exact IH].
  induction c as [| k c IHc]; constructor; [unfold moved; ring | exact IHc].
Qed.

Lemma special_level : forall d n m, (1 <= m)%nat -> outside_level d n m == inject_Z (special d n m) * delta m.
Proof.
  intros d n m Hm. rewrite <- is_outside_level, <- level, inject_Z_mult.
  transitivity ((inject_Z m * delta m) * inject_Z (- m ^ (n * d))); [| ring]. rewrite m_delta by exact Hm. ring.
Qed.

Lemma moved_quantised : forall d n m h k t y, (2 <= m)%nat -> 0 <= h -> h < delta m ->
  (k = special d n m \/ 0 <= k < Z.of_nat m)%Z -> moved m h k t -> quantised_to d n m t y -> y == inject_Z k * delta m.
Proof.
  intros d n m h k t y Hm H0 H1 Hk M [I O]. unfold moved in M. destruct Hk as [-> | Hk].
  - rewrite <- special_level by lia. apply O. intros j Hj [A _].
    rewrite <- special_level in M by lia. pose proof (outside_level_negative m ltac:(lia) d n).
    pose proof (interval_bounds m ltac:(lia) j Hj) as [B _]. pose proof (delta_at_most_half m Hm). lra.
  - replace k with (Z.of_nat (Z.to_nat k)) in M |- * by lia. fold (of_nat (Z.to_nat k)) in M |- *.
    apply I; [lia |]. split; lra.
Qed.

Lemma moved_points : forall d n m h L X, (2 <= m)%nat -> 0 <= h -> h < delta m -> G_plus d n m L ->
  Forall2 (Forall2 (moved m h)) L X -> Meq (run (g_q d n m) X) (in_unit_1 m L).
Proof.
  intros d n m h L X Hm H0 H1 [[_ F] G] M. destruct (lemma_7_holds d n m ltac:(lia)) as (_ & _ & _ & H7).
  assert (FX : Forall (fun x => length x = d) X).
  { clear - F M. induction M as [| c x L X Hcx M IH]; constructor; apply Forall_cons_iff in F as [Hc F]; auto.
    rewrite <- Hc. symmetry. clear - Hcx. induction Hcx; simpl; congruence. }
  destruct (H7 X FX) as [Q _]. clear H7 FX F. revert Q. generalize (run (g_q d n m) X). intros Y Q.
  revert Y Q. induction M as [| c x L X Hcx M IH]; intros Y Q; inversion Q as [| ? y ? Y' Hy Q' E1 E2]; subst;
    constructor; apply Forall_cons_iff in G as [Gc G]; [| now apply IH].
  clear - Gc Hcx Hy H0 H1 Hm. revert y Hy. induction Hcx as [| k t c x Hkt Hcx IH]; intros y Hy;
    inversion Hy as [| ? v ? y' Hv Hy' E1 E2]; subst; constructor; apply Forall_cons_iff in Gc as [Gk Gc];
    [now apply (moved_quantised d n m h k t) | now apply IH].
Qed.

Lemma inner_quantised : forall d n m L, (2 <= m)%nat -> G_plus d n m L ->
  Meq (run (g_q d n m) (inner d m L)) (in_unit_1 m L).
Proof.
  intros d n m L Hm HG. pose proof (delta_positive m ltac:(lia)).
  apply (moved_points d n m ((2 # 3) * delta m)); [exact Hm | lra | lra | exact HG | apply (inner_is d n), HG].
Qed.

Lemma corner_quantised : forall d n m L, (2 <= m)%nat -> G_plus d n m L ->
  Meq (run (g_q d n m) (in_unit_1 m L)) (in_unit_1 m L).
Proof.
  intros d n m L Hm HG. pose proof (delta_positive m ltac:(lia)).
  apply (moved_points d n m 0); [exact Hm | lra | lra | exact HG | apply (corner_is d n), HG].
Qed.

Lemma composed : forall d n m N L, (2 <= m)%nat -> G_plus d n m L ->
  Meq (run (g_q d n m ++ g_c d n m ++ N) (inner d m L)) (run N (run (g_c d n m) (in_unit_1 m L))).
Proof.
  intros d n m N L Hm HG. rewrite !Proposition5Network.run_app. now apply run_respects, run_respects, inner_quantised.
Qed.

(** *** g-bar entry by entry *)

Lemma bar_entry : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> forall F : point -> Z -> Z -> Q,
  (forall R i j, category_1 d n m R -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z -> F R i j <= 6) ->
  forall L i j, category_1 d n m L \/ category_3 d n m L \/ category_2 d n m L ->
  (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (run (g_q d n m ++ g_c d n m ++ g_v_as_printed d n m (t_l d n m) (t_r d n m) (fun L => tabulated d n (F L)))
    (inner d m L)) i j == if in_tilde d n m L then F L i j else 0.
Proof.
  intros d n m Hd Hn Hm F H L i j HL Hi Hj. pose proof (category_point d n m L HL) as [HG _].
  rewrite (entry_respects _ _ i j (composed d n m _ L Hm HG)). now apply printed_entry.
Qed.

Lemma scrambled_low : forall d n m, (2 <= m)%nat -> forall R i j, category_1 d n m R -> (1 <= i <= d)%Z ->
  (1 <= j <= n)%Z -> scrambled d n m R i j <= 6.
Proof. intros d n m Hm R i j HR Hi Hj. apply scrambled_bounds; [lia | apply HR | exact Hj]. Qed.

Lemma bar_one : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> forall L i j,
  category_1 d n m L \/ category_3 d n m L \/ category_2 d n m L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (run (g_q d n m ++ g_c d n m ++ g_v_as_printed d n m (t_l d n m) (t_r d n m) (one_values d n m))
    (inner d m L)) i j == if in_tilde d n m L then 1 else 0.
Proof.
  intros d n m Hd Hn Hm L i j HL Hi Hj. apply (bar_entry d n m Hd Hn Hm (fun _ _ _ => 1)); auto. intros. lra.
Qed.

Lemma bar_scrambled : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> forall L i j,
  category_1 d n m L \/ category_3 d n m L \/ category_2 d n m L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (run (g_q d n m ++ g_c d n m ++ g_v_as_printed d n m (t_l d n m) (t_r d n m) (scrambled_values d n m))
    (inner d m L)) i j == if in_tilde d n m L then scrambled d n m L i j else 0.
Proof.
  intros d n m Hd Hn Hm L i j HL Hi Hj. rewrite scrambled_values_are.
  apply (bar_entry d n m Hd Hn Hm (scrambled d n m)); auto. now apply scrambled_low.
Qed.

Ltac bar_parameters := intros d n m Hd _ Hm Hn' _; assert (Hn : (2 <= n)%nat) by lia; cbv zeta; rewrite ?u_is.

(** ** The class of g-bar *)

Lemma scrambled_shape : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> exists k,
  binomial (D d m) n k /\
  token_wise (g_v_as_printed d n m (t_l d n m) (t_r d n m) (scrambled_values d n m)) (d + 1 + n * k).
Proof. intros d n m Hd Hn Hm. apply printed_shape; auto. intros R _. apply tabulated_sized. Qed.

Theorem yun2020_proposition5_heads_proved : yun2020_proposition5_heads.
Proof.
  bar_parameters. destruct (scrambled_shape d n m Hd Hn Hm) as (k & _ & A & _).
  destruct (lemma_7_holds d n m ltac:(lia)) as (_ & A7 & _ & _).
  rewrite !Proposition5Network.heads_app, (Proposition5Network.heads_feed_forward _ A7),
    (Proposition5Network.heads_feed_forward _ A), g_c_heads by lia. reflexivity.
Qed.

Theorem yun2020_proposition5_head_size_proved : yun2020_proposition5_head_size.
Proof.
  intros d n m Hd Hn Hm Hn' Hm'. pose proof (yun2020_proposition5_heads_proved d n m Hd Hn Hm Hn' Hm') as H.
  cbv beta in H. unfold head_size. lia.
Qed.

Theorem yun2020_proposition5_hidden_size_proved : yun2020_proposition5_hidden_size.
Proof.
  bar_parameters. unfold hidden_size, feed_forward_layers. rewrite filter_app, app_length.
  pose proof (g_q_layers d n m) as H. unfold feed_forward_layers in H. nia.
Qed.

Lemma g_c_fine : forall d n m, Forall (fun l => fine l = true) (g_c d n m).
Proof.
  intros. apply Forall_app. split; [| constructor; [reflexivity | constructor]].
  apply Forall_forall. intros l I. apply in_map_iff in I as (i & <- & _). reflexivity.
Qed.

Theorem yun2020_proposition5_activations_proved : yun2020_proposition5_activations.
Proof.
  bar_parameters. apply all_fine, Forall_app. split; [apply rows_fine |]. apply Forall_app.
  split; [apply g_c_fine | apply printed_fine].
Qed.

Theorem yun2020_proposition5_token_wise_proved : yun2020_proposition5_token_wise.
Proof. bar_parameters. destruct (scrambled_shape d n m Hd Hn Hm) as (k & _ & A & _). now rewrite A. Qed.

(** ** Values *)

Theorem yun2020_proposition5_quantised_proved : yun2020_proposition5_quantised.
Proof.
  bar_parameters. intros L HL. assert (HG : G_plus d n m L) by apply G_delta_is_G_plus, HL.
  split; [now apply inner_quantised | now apply corner_quantised].
Qed.

Theorem yun2020_proposition5_others_quantised_proved : yun2020_proposition5_others_quantised.
Proof.
  bar_parameters. intros L HL. destruct (others d n m L HL) as [HG _].
  split; [now apply inner_quantised | now apply corner_quantised].
Qed.

Theorem yun2020_proposition5_composed_proved : yun2020_proposition5_composed.
Proof. bar_parameters. intros L HL. apply composed; [exact Hm | apply G_delta_is_G_plus, HL]. Qed.

Theorem yun2020_proposition5_others_composed_proved : yun2020_proposition5_others_composed.
Proof. bar_parameters. intros L HL. apply composed; [exact Hm | apply (others d n m L HL)]. Qed.

Theorem yun2020_proposition5_value_identity_proved : yun2020_proposition5_value_identity.
Proof.
  bar_parameters. intros L HL i Hi j Hj. fold (inner d m L).
  rewrite (bar_entry d n m Hd Hn Hm (fun L i j => entry (in_unit_1 m L) i j)); auto.
  - now rewrite inside_tilde.
  - intros R i' j' HR Hi' Hj'. destruct (entry_low d n m R i' j') as [_ B]; auto; [lia | apply HR |]. lra.
Qed.

Theorem yun2020_proposition5_value_scrambled_proved : yun2020_proposition5_value_scrambled.
Proof.
  bar_parameters. intros L HL i Hi j Hj. fold (inner d m L) (scrambled d n m L i j).
  rewrite bar_scrambled by auto. now rewrite inside_tilde.
Qed.

Theorem yun2020_proposition5_value_swapped_repaired_proved : yun2020_proposition5_value_swapped_repaired.
Proof.
  bar_parameters. intros L HL i Hi j Hj. fold (inner d m L).
  assert (HG : G_plus d n m L) by apply G_delta_is_G_plus, HL.
  rewrite (entry_respects _ _ i j (composed d n m _ L Hm HG)), swapped_values_are.
  rewrite (repaired_entry d n m Hd Hn Hm (swapped d n m) L i j) by auto. rewrite inside_tilde by auto. reflexivity.
Qed.

Theorem yun2020_proposition5_outside_quantised_proved : yun2020_proposition5_outside_quantised.
Proof.
  intros d n m Hd Hn Hm Hn' _ row x Hrow Hx H.
  exact (yun2020_lemma7_elements_outside_proved d n m Hd Hn Hm Hn' row x Hrow Hx H).
Qed.

Theorem yun2020_proposition5_others_zero_proved : yun2020_proposition5_others_zero.
Proof.
  bar_parameters. intros L HL i Hi j Hj. rewrite scrambled_values_are.
  rewrite (printed_entry d n m Hd Hn Hm (scrambled d n m)); auto using scrambled_low.
  destruct (others d n m L HL). now rewrite outside_tilde.
Qed.

Theorem yun2020_proposition5_everywhere_known_proved : yun2020_proposition5_everywhere_known.
Proof.
  bar_parameters. intros L HL i Hi j Hj. fold (inner d m L) (in_tilde d n m L) (scrambled d n m L i j).
  split; [now apply bar_scrambled |]. rewrite bar_one by auto. destruct (in_tilde d n m L); reflexivity.
Qed.

Theorem yun2020_proposition5_support_coordinates_refuted : ~ yun2020_proposition5_support_coordinates.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). discriminate H.
Qed.

Theorem yun2020_proposition5_support_coordinates_repaired_proved : yun2020_proposition5_support_coordinates_repaired.
Proof.
  bar_parameters. intros L HL i Hi j Hj. fold (inner d m L). rewrite bar_one by auto.
  destruct (others d n m L (or_introl HL)). now rewrite outside_tilde.
Qed.

Theorem yun2020_proposition5_bounded_proved : yun2020_proposition5_bounded.
Proof.
  bar_parameters. intros L HL i Hi j Hj. fold (scrambled d n m L i j).
  apply scrambled_bounds; [lia | destruct HL as [HL | HL]; apply HL | exact Hj].
Qed.
