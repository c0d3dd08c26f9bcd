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
  generalize (activate [Piece None false None false 0 0] (dot (repeat 0 d) (map (fun k => inject_Z k * delta m) c)
    + 0)).
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

(** ** The measure of the cubes with duplicate columns *)

Lemma sum_exists : forall (domain A : point -> Prop) v k, has_exactly A k ->
  (forall L, A L <-> exists P, Permutation L P /\ domain P) -> exists s, sum_over_orders domain v s.
Proof.
  intros domain A v k (Ls & N & I & _) E.
  assert (H : exists values, Forall2 (fun L x => exists P, Permutation L P /\ domain P /\ x == v P) Ls values).
  { assert (G : forall L, In L Ls -> exists P, Permutation L P /\ domain P) by (intros L HL; now apply E, I).
    clear - G. induction Ls as [| L Ls IH]; [exists []; constructor |].
    destruct (IH (fun L H => G L (or_intror H))) as [values F].
    destruct (G L (or_introl eq_refl)) as (P & HP & HD). exists (v P :: values). constructor; [| exact F].
    exists P. split; [exact HP | split; [exact HD | reflexivity]]. }
  destruct H as [values F]. exists (fold_right Qplus 0 values), Ls, values.
  split; [exact N | split; [| split; [exact F | reflexivity]]]. intros L. rewrite I. apply E.
Qed.

Lemma sum_bounds : forall (domain A : point -> Prop) v k s lo hi, sum_over_orders domain v s -> has_exactly A k ->
  (forall L, A L <-> exists P, Permutation L P /\ domain P) -> (forall P, domain P -> lo <= v P <= hi) ->
  inject_Z k * lo <= s /\ s <= inject_Z k * hi.
Proof.
  intros domain A v k s lo hi (Ls & values & N & I & F & S) HA E B.
  assert (K : has_exactly A (Z.of_nat (length Ls))).
  { exists Ls. split; [exact N | split; [| reflexivity]]. intros L. rewrite I. symmetry. apply E. }
  rewrite (has_exactly_unique _ _ _ _ HA K), S. clear - F B. induction F as [| L x Ls values H F IH].
  - cbn [length fold_right]. change (inject_Z (Z.of_nat 0)) with 0. rewrite !Qmult_0_l. split; apply Qle_refl.
  - cbn [length fold_right]. rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus. change (inject_Z 1) with 1.
    destruct H as (P & _ & HD & ->). specialize (B P HD). lra.
Qed.

Lemma sum_constant : forall (domain A : point -> Prop) v k s c, sum_over_orders domain v s -> has_exactly A k ->
  (forall L, A L <-> exists P, Permutation L P /\ domain P) -> (forall P, domain P -> v P == c) -> s == inject_Z k * c.
Proof.
  intros domain A v k s c H HA E B.
  destruct (sum_bounds domain A v k s c c H HA E) as [H1 H2]; [| now apply Qle_antisym].
  intros P HP. rewrite (B P HP). split; apply Qle_refl.
Qed.

(** delta^(dn). *)
Lemma cube_is : forall d n m : nat, 1 / inject_Z (m ^ (d * n)) == cube d n m.
Proof. intros. unfold cube, of_nat. rewrite Nat2Z.inj_pow, Nat2Z.inj_mul. reflexivity. Qed.

Lemma repeated_measure : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  inject_Z (D d m ^ n - falling (D d m) n) * cube d n m <= inject_Z (n * (n - 1)) / 2 / inject_Z (D d m).
Proof.
  intros d n m Hd Hn Hm.
  destruct (Proposition5.proposition_5_measure_holds d n m _ Hd Hm (Proposition5.repeated_cubes d n m)) as [H _].
  eapply Qle_trans; [exact H |]. unfold pairs, equal_columns, of_nat. unfold D.
  rewrite inject_Z_mult. unfold Z.sub. rewrite inject_Z_plus. change (inject_Z (Z.opp 1)) with (-1 # 1).
  apply Qle_lteq. right. field. intros E. apply (inject_Z_injective (Z.of_nat (m ^ d)) 0) in E.
  pose proof (two_to_D d m Hd Hm). unfold D in *. lia.
Qed.

Theorem yun2020_proposition5_measure_repaired_proved : yun2020_proposition5_measure_repaired.
Proof.
  bar_parameters.
  destruct (sum_exists (fun L => category_2 d n m L) _ (fun _ => 1 / inject_Z (m ^ (d * n))) _
    (Proposition5.repeated_cubes d n m) (orders_2 d n m)) as [s S].
  exists s. split; [exact S |]. rewrite (sum_constant _ _ _ _ _ (cube d n m) S (Proposition5.repeated_cubes d n m)
    (orders_2 d n m)) by (intros; apply cube_is). rewrite D_is. now apply repeated_measure.
Qed.

(** d = 1, n = 3, delta = 1/2: all cubes have duplicate columns. *)
Theorem yun2020_proposition5_measure_refuted : ~ yun2020_proposition5_measure.
Proof.
  intros H. specialize (H 1%nat 3%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). cbv zeta in H.
  destruct H as (s & S & H).
  rewrite (sum_constant _ _ _ _ _ (1 # 8) S (Proposition5.repeated_cubes 1 3 2) (orders_2 1 3 2)) in H
    by (intros; reflexivity). vm_compute in H. now apply H.
Qed.

Lemma product_Q_snoc : forall hi f, (0 <= hi)%Z -> product 1 (hi + 1) f == product 1 hi f * f (hi + 1)%Z.
Proof.
  intros hi f H. unfold product, range. replace (Z.to_nat (hi + 1 - 1 + 1)) with (S (Z.to_nat (hi - 1 + 1))) by lia.
  rewrite seq_S, !map_app, fold_right_app. cbn [map fold_right].
  replace (1 + Z.of_nat (0 + Z.to_nat (hi - 1 + 1)))%Z with (hi + 1)%Z by lia.
  generalize (map f (map (fun i => 1 + Z.of_nat i)%Z (seq 0 (Z.to_nat (hi - 1 + 1))))) as l. intros l.
  induction l as [| a l IH]; cbn [fold_right]; [ring | rewrite IH; ring].
Qed.

Lemma falling_product : forall K (n : nat), (1 <= K)%Z -> inject_Z (falling K (S n)) ==
  inject_Z (K ^ S n) * product 1 n (fun k => inject_Z (K - k) / inject_Z K).
Proof.
  intros K n HK. assert (N : ~ inject_Z K == 0) by (intros E; apply (inject_Z_injective K 0) in E; lia).
  induction n as [| n IH].
  - change (product 1 (Z.of_nat 0) (fun k => inject_Z (K - k) / inject_Z K)) with 1. cbn [falling].
    change (Z.of_nat 1) with 1%Z. rewrite Z.pow_1_r. replace (1 * (K - Z.of_nat 0))%Z with K by lia. ring.
  - change (falling K (S (S n))) with (falling K (S n) * (K - Z.of_nat (S n)))%Z. rewrite inject_Z_mult, IH.
    replace (Z.of_nat (S n)) with (n + 1)%Z by lia. rewrite product_Q_snoc by lia.
    replace (Z.of_nat (S (S n))) with (n + 1 + 1)%Z by lia. rewrite (Z.pow_add_r K (n + 1) 1) by lia.
    rewrite Z.pow_1_r, inject_Z_mult. field. exact N.
Qed.

Theorem yun2020_proposition5_measure_exact_proved : yun2020_proposition5_measure_exact.
Proof.
  bar_parameters.
  destruct (sum_exists (fun L => category_2 d n m L) _ (fun _ => 1 / inject_Z (m ^ (d * n))) _
    (Proposition5.repeated_cubes d n m) (orders_2 d n m)) as [s S].
  exists s. split; [exact S |]. rewrite (sum_constant _ _ _ _ _ (1 / inject_Z (m ^ (d * n))) S
    (Proposition5.repeated_cubes d n m) (orders_2 d n m)) by (intros; reflexivity).
  pose proof (two_to_D d m Hd Hm) as HK. rewrite D_is, Z.pow_mul_r, D_is by lia.
  destruct n as [| n']; [lia |]. replace (Z.of_nat (Datatypes.S n') - 1)%Z with (Z.of_nat n') by lia.
  unfold Z.sub at 1. rewrite inject_Z_plus, inject_Z_opp, falling_product by lia. field.
  intros E. change 0 with (inject_Z 0) in E. rewrite inject_Z_injective in E. revert E. apply Z.pow_nonzero; lia.
Qed.

(** ** The distance *)

(** The sum over a cube of |f - g|^p, entry by entry. *)
Definition far (f g : Q) : Q := if Qlt_bool (f - g) 0 then - (f - g) else f - g.

Lemma far_same : forall f g, f == g -> far f g == 0.
Proof. intros f g E. unfold far. destruct (Qlt_bool (f - g) 0); rewrite E; ring. Qed.

Lemma far_zero : forall f g b, g == 0 -> - b <= f -> f <= b -> 0 <= far f g <= b.
Proof.
  intros f g b E H1 H2. unfold far. destruct (Qlt_bool (f - g) 0) eqn:F.
  - apply Qlt_bool_iff in F. lra.
  - apply Bool.not_true_iff_false in F. rewrite Qlt_bool_iff in F. apply Qnot_lt_le in F. lra.
Qed.

Lemma total_bounds : forall lo hi f a b, (lo <= hi + 1)%Z -> (forall i, (lo <= i <= hi)%Z -> a <= f i <= b) ->
  inject_Z (hi - lo + 1) * a <= total lo hi f /\ total lo hi f <= inject_Z (hi - lo + 1) * b.
Proof.
  intros lo hi f a b Hlo H. unfold total.
  assert (A : forall i, In i (range lo hi) -> a <= f i <= b) by (intros; apply H, in_range; assumption).
  pose proof (range_length lo hi) as Hl. replace (hi - lo + 1)%Z with (Z.of_nat (length (range lo hi))) by lia.
  clear Hl H.
  induction (range lo hi) as [| i l IH].
  - cbn [length map fold_right]. change (inject_Z (Z.of_nat 0)) with 0. rewrite !Qmult_0_l. split; apply Qle_refl.
  - cbn [map fold_right length]. rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus. change (inject_Z 1) with 1.
    specialize (IH (fun i Hi => A i (or_intror Hi))). specialize (A i (or_introl eq_refl)). lra.
Qed.

Lemma table_bounds : forall (d n : nat) f a b,
  (forall i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z -> a <= f i j <= b) ->
  inject_Z d * inject_Z n * a <= total 1 d (fun i => total 1 n (fun j => f i j)) /\
  total 1 d (fun i => total 1 n (fun j => f i j)) <= inject_Z d * inject_Z n * b.
Proof.
  intros d n f a b H.
  assert (R : forall i, (1 <= i <= d)%Z -> inject_Z n * a <= total 1 n (fun j => f i j) <= inject_Z n * b).
  { intros i Hi. pose proof (total_bounds 1 n (fun j => f i j) a b ltac:(lia) (fun j => H i j Hi)) as B.
    now replace (n - 1 + 1)%Z with (Z.of_nat n) in B by lia. }
  pose proof (total_bounds 1 d _ _ _ ltac:(lia) R) as B. replace (d - 1 + 1)%Z with (Z.of_nat d) in B by lia. lra.
Qed.

Lemma cube_not_negative : forall d n m, (2 <= m)%nat -> 0 <= cube d n m.
Proof. intros. apply Qlt_le_weak, Proposition5.cube_positive. lia. Qed.

(** One value for all points of a category, or bounds. *)
Lemma cell_bounds : forall (d n m : nat) f a b, (2 <= m)%nat ->
  (forall i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z -> a <= f i j <= b) ->
  cube d n m * (inject_Z d * inject_Z n * a) <=
  1 / inject_Z (m ^ (d * n)) * total 1 d (fun i => total 1 n (fun j => f i j)) <=
  cube d n m * (inject_Z d * inject_Z n * b).
Proof.
  intros d n m f a b Hm H. rewrite cube_is. pose proof (cube_not_negative d n m Hm) as C.
  destruct (table_bounds d n f a b H) as [H1 H2]. rewrite !(Qmult_comm (cube d n m)).
  split; apply Qmult_le_compat_r; assumption.
Qed.

Lemma two_sums : forall d n m v c, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  (forall L, category_1 d n m L -> v L == 0) -> (forall L, category_2 d n m L -> v L <= cube d n m * c) ->
  (forall L, category_2 d n m L -> 0 <= v L) -> 0 <= c ->
  exists s s1, sum_over_orders (fun L : point => category_1 d n m L) v s /\
    sum_over_orders (fun L : point => category_2 d n m L) v s1 /\
    s + s1 <= inject_Z (n * (n - 1)) / 2 / inject_Z (D d m) * c.
Proof.
  intros d n m v c Hd Hn Hm H1 H2 H0 Hc.
  destruct (sum_exists _ _ v _ (Proposition5.distinct_cubes d n m) (orders_1 d n m)) as [s S].
  destruct (sum_exists _ _ v _ (Proposition5.repeated_cubes d n m) (orders_2 d n m)) as [s1 S1].
  exists s, s1. split; [exact S | split; [exact S1 |]].
  rewrite (sum_constant _ _ _ _ _ 0 S (Proposition5.distinct_cubes d n m) (orders_1 d n m) H1).
  destruct (sum_bounds _ _ _ _ _ 0 (cube d n m * c) S1 (Proposition5.repeated_cubes d n m) (orders_2 d n m)) as [_ B].
  { intros P HP. split; auto. }
  pose proof (repeated_measure d n m Hd Hn Hm) as M. apply Qmult_le_compat_r with (z := c) in M; [| exact Hc]. lra.
Qed.

(** The distance to the power p on a cube. *)
Definition gap (d n m : nat) (F : point -> Z -> Z -> Q) (A : point -> matrix) (p : Z) (L : point) : Q :=
  1 / inject_Z (m ^ (d * n)) * total 1 d (fun i => total 1 n (fun j => far (F L i j)
    (entry (run (g_q d n m ++ g_c d n m ++ g_v_as_printed d n m (t_l d n m) (t_r d n m) A) (inner d m L)) i j) ^ p)).

Section Gap.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Variables (F : point -> Z -> Z -> Q) (A : point -> matrix) (p : Z) (a b c : Q).
  Hypothesis values : forall L i j, category_1 d n m L \/ category_3 d n m L \/ category_2 d n m L ->
    (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
    entry (run (g_q d n m ++ g_c d n m ++ g_v_as_printed d n m (t_l d n m) (t_r d n m) A) (inner d m L)) i j ==
    if in_tilde d n m L then F L i j else 0.
  Hypothesis bounded : forall L i j, category_2 d n m L -> (1 <= j <= n)%Z -> - b <= F L i j <= b.
  Hypothesis power : forall x, 0 <= x <= b -> 0 <= x ^ p <= c.
  Hypothesis power_of_zero : forall x, x == 0 -> x ^ p == 0.

  Lemma gap_inside : forall L, category_1 d n m L -> gap d n m F A p L == 0.
  Proof.
    intros L HL. unfold gap. apply Qle_antisym.
    - eapply Qle_trans; [apply (cell_bounds d n m _ 0 0 two_m) | rewrite !Qmult_0_r; apply Qle_refl].
      intros i j Hi Hj. rewrite power_of_zero; [split; apply Qle_refl |]. apply far_same.
      rewrite values by auto. now rewrite inside_tilde.
    - eapply Qle_trans; [| apply (cell_bounds d n m _ 0 0 two_m)]; [rewrite !Qmult_0_r; apply Qle_refl |].
      intros i j Hi Hj. rewrite power_of_zero; [split; apply Qle_refl |]. apply far_same.
      rewrite values by auto. now rewrite inside_tilde.
  Qed.

  Lemma gap_outside : forall L, category_2 d n m L ->
    0 <= gap d n m F A p L <= cube d n m * (inject_Z d * inject_Z n * c).
  Proof.
    intros L HL. unfold gap.
    destruct (cell_bounds d n m (fun i j => far (F L i j) (entry (run (g_q d n m ++ g_c d n m ++
      g_v_as_printed d n m (t_l d n m) (t_r d n m) A) (inner d m L)) i j) ^ p) 0 c two_m) as [H1 H2].
    - intros i j Hi Hj. apply power. destruct (bounded L i j HL Hj) as [B1 B2]. apply far_zero; auto.
      rewrite values by auto. destruct (others d n m L (or_intror HL)). now rewrite outside_tilde.
    - split; [| exact H2]. rewrite !Qmult_0_r in H1. exact H1.
  Qed.

  Lemma gap_sums : exists s s1, sum_over_orders (fun L : point => category_1 d n m L) (gap d n m F A p) s /\
    sum_over_orders (fun L : point => category_2 d n m L) (gap d n m F A p) s1 /\
    s + s1 <= inject_Z (n * (n - 1)) / 2 * inject_Z d * inject_Z n * c / inject_Z (m ^ d).
  Proof.
    assert (C : 0 <= c).
    { destruct (Qlt_le_dec b 0) as [N | P].
      - exfalso. destruct (Proposition5.repeated_cubes d n m) as (Ls & _ & I & _).
        set (L := repeat (repeat 0%Z d) n).
        assert (HL : category_2 d n m L).
        { assert (G : G_delta d n m L).
          { split; [split; [apply repeat_length |] |]; apply Forall_forall; intros z Hz; apply repeat_spec in Hz;
              subst z.
            - apply repeat_length.
            - apply Forall_forall. intros k Hk. apply repeat_spec in Hk. subst k. lia. }
          split; [exact G | split].
          - intros U. unfold L in U. destruct n as [| [| n']]; [lia | lia |]. cbn [repeat] in U.
            apply NoDup_cons_iff in U as [U _]. apply U. now left.
          - unfold in_order, L, column_ids. clear. induction n; cbn [repeat map]; constructor; [assumption |].
            apply Forall_forall. intros z Hz. apply in_map_iff in Hz as (y & <- & Hy).
            apply repeat_spec in Hy. subst. lia. }
        destruct (bounded L 1 1 HL ltac:(lia)). lra.
      - destruct (power 0) as [P1 P2]; [split; [apply Qle_refl | exact P] |]. lra. }
    assert (NN : 0 <= inject_Z d * inject_Z n * c).
    { rewrite <- inject_Z_mult. apply Qmult_le_0_compat; [| exact C].
      change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. }
    destruct (two_sums d n m (gap d n m F A p) (inject_Z d * inject_Z n * c) one_d two_n two_m gap_inside) as
      (s & s1 & S & S1 & H); [| | exact NN |].
    - intros L HL. now apply gap_outside.
    - intros L HL. now apply gap_outside.
    - exists s, s1. split; [exact S | split; [exact S1 |]]. eapply Qle_trans; [exact H |]. rewrite D_is.
      apply Qle_lteq. right. unfold Qdiv. ring.
  Qed.
End Gap.

Lemma power_one : forall x, 0 <= x <= 1 -> 0 <= x ^ 1 <= 1.
Proof. intros x H. exact H. Qed.

Theorem yun2020_proposition5_displayed_repaired_proved : yun2020_proposition5_displayed_repaired.
Proof.
  bar_parameters. destruct (gap_sums d n m Hd Hn Hm (fun _ _ _ => 1) (one_values d n m) 1 1 1) as (s & s1 & S & S1 & H).
  - intros L i j HL Hi Hj. rewrite bar_one by auto. reflexivity.
  - intros. lra.
  - exact power_one.
  - intros x E. exact E.
  - exists s, s1. split; [exact S | split; [exact S1 |]]. eapply Qle_trans; [exact H |].
    apply Qle_lteq. right. unfold Qdiv. ring.
Qed.

Theorem yun2020_proposition5_distance_for_each_n_proved : yun2020_proposition5_distance_for_each_n.
Proof. exact yun2020_proposition5_displayed_repaired_proved. Qed.

Lemma square : forall x : Q, x ^ 2 = x * x.
Proof. reflexivity. Qed.

Theorem yun2020_proposition5_same_on_contexts_proved : yun2020_proposition5_same_on_contexts.
Proof.
  bar_parameters.
  destruct (sum_exists _ _ (gap d n m (scrambled d n m) (scrambled_values d n m) 2) _
    (Proposition5.distinct_cubes d n m) (orders_1 d n m)) as [s S].
  exists s. split; [exact S |].
  rewrite (sum_constant _ _ _ _ _ 0 S (Proposition5.distinct_cubes d n m) (orders_1 d n m)); [ring |].
  intros L HL. apply (gap_inside d n m Hd Hm); auto.
  - intros R i j HR Hi Hj. now apply bar_scrambled.
  - intros x E. rewrite square, E. reflexivity.
Qed.

Theorem yun2020_proposition5_displayed_scrambled_proved : yun2020_proposition5_displayed_scrambled.
Proof.
  bar_parameters.
  destruct (gap_sums d n m Hd Hn Hm (scrambled d n m) (scrambled_values d n m) 3 6 216) as (s & s1 & S & S1 & H).
  - intros L i j HL Hi Hj. now apply bar_scrambled.
  - intros L i j HL Hj. destruct (scrambled_bounds d n m L i j) as [H1 H2]; [lia | apply HL | exact Hj | now split].
  - intros x Hx. change (x ^ 3) with (x * (x * x)). assert (H2 : 0 <= x * x <= 36) by (split; nra). split; [nra |].
    apply Qle_trans with (6 * (x * x)); [apply Qmult_le_compat_r; apply Hx || apply H2 | lra].
  - intros x E. change (x ^ 3) with (x * (x * x)). rewrite E. reflexivity.
  - exists s, s1. split; [exact S | split; [exact S1 | exact H]].
Qed.

(** d = 1, n = 3, delta = 1/2: 3 on the left, 3/2 on the right. *)
Theorem yun2020_proposition5_displayed_refuted : ~ yun2020_proposition5_displayed.
Proof.
  intros H. specialize (H 1%nat 3%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). cbv zeta in H.
  destruct H as (s & s1 & S & S1 & H).
  assert (one : forall L i j, category_1 1 3 2 L \/ category_3 1 3 2 L \/ category_2 1 3 2 L ->
    (1 <= i <= 1%nat)%Z -> (1 <= j <= 3%nat)%Z ->
    entry (run (g_q 1 3 2 ++ g_c 1 3 2 ++ g_v_as_printed 1 3 2 (t_l 1 3 2) (t_r 1 3 2) (one_values 1 3 2))
      (inner 1 2 L)) i j == if in_tilde 1 3 2 L then 1 else 0) by (intros; apply bar_one; auto).
  change (sum_over_orders (fun L => category_1 1 3 2 L) (gap 1 3 2 (fun _ _ _ => 1) (one_values 1 3 2) 1) s) in S.
  change (sum_over_orders (fun L => category_2 1 3 2 L) (gap 1 3 2 (fun _ _ _ => 1) (one_values 1 3 2) 1) s1) in S1.
  assert (E : s == inject_Z (falling (D 1 2) 3) * 0).
  { apply (sum_constant _ _ _ _ _ 0 S (Proposition5.distinct_cubes 1 3 2) (orders_1 1 3 2)).
    apply gap_inside; auto. }
  assert (E1 : inject_Z (D 1 2 ^ 3%nat - falling (D 1 2) 3) * (cube 1 3 2 * (1 * 3 * 1)) <= s1).
  { apply (sum_bounds _ _ _ _ _ _ (cube 1 3 2 * (1 * 3 * 1)) S1 (Proposition5.repeated_cubes 1 3 2) (orders_2 1 3 2)).
    intros L HL. apply (cell_bounds 1 3 2 _ 1 1); [lia |]. intros i j Hi Hj. specialize (one L i j ltac:(auto) Hi Hj).
    destruct (others 1 3 2 L (or_intror HL)) as [HG HN]. rewrite outside_tilde in one by (auto; lia).
    assert (F : far 1 (entry (run (g_q 1 3 2 ++ g_c 1 3 2 ++ g_v_as_printed 1 3 2 (t_l 1 3 2) (t_r 1 3 2)
      (one_values 1 3 2)) (inner 1 2 L)) i j) == 1).
    { unfold far. destruct (Qlt_bool _ 0) eqn:B; [apply Qlt_bool_iff in B; rewrite one in B; discriminate B |].
      rewrite one. reflexivity. }
    cbn [Qpower Qpower_positive]. simpl Qpower_positive. rewrite F. split; apply Qle_refl. }
  rewrite E in H. apply (Qle_trans _ _ (0 + s1)) in E1; [| rewrite Qplus_0_l; apply Qle_refl].
  assert (G : inject_Z (D 1 2 ^ 3%nat - falling (D 1 2) 3) * (cube 1 3 2 * (1 * 3 * 1)) <= inject_Z (1%nat * 3%nat) /
    inject_Z (2%nat ^ 1%nat)).
  { eapply Qle_trans; [exact E1 |]. eapply Qle_trans; [| exact H]. rewrite Qmult_0_r. apply Qle_refl. }
  vm_compute in G. now apply G.
Qed.

(** Values that are keys: d = 1, n = 2, delta = 1/2, L = [0, delta]. *)
Theorem yun2020_proposition5_value_swapped_refuted : ~ yun2020_proposition5_value_swapped.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). cbv zeta in H.
  specialize (H _ small_category_1 1%Z ltac:(lia) 1%Z ltac:(lia)). fold (inner 1 2 [[0]; [1]]%Z) in H.
  assert (HG : G_plus 1 2 2 [[0]; [1]]%Z) by apply G_delta_is_G_plus, small_category_1.
  rewrite (entry_respects _ _ 1 1 (composed 1 2 2 _ _ ltac:(lia) HG)) in H. vm_compute in H. discriminate H.
Qed.
