(** * Proposition 5: g-bar = g_v o g_c o g_q (App. C; proof in App. E.1.4) *)

From Coq Require Import ZArith QArith Qabs Qpower Qminmax List Permutation Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Hardmax Simulation Grid Lemma8 FeedForwardLayers
  Lemma7 FiniteSets Proposition5 Contexts Lemma9.
Import ListNotations.
Open Scope Q_scope.

(** ** g_q takes S_L to L *)

Lemma run_app : forall N N' Z, run (N ++ N') Z = run N' (run N Z).
Proof. intros. apply fold_left_app. Qed.

Lemma some_interval : forall dl t m,
  (exists i, (i < m)%nat /\ of_nat i * dl <= t /\ t < (of_nat i + 1) * dl) \/
  (forall i, (i < m)%nat -> ~ (of_nat i * dl <= t /\ t < (of_nat i + 1) * dl)).
Proof.
  intros dl t m. induction m as [|m [(i & Hi & H)|N]]; [right; intros; lia | left; exists i; split; [lia | exact H]|].
  assert (E : forall i, (i < S m)%nat -> (i < m)%nat \/ i = m) by (intros; lia).
  destruct (Qlt_le_dec t (of_nat m * dl)) as [L|L]; [right|destruct (Qlt_le_dec t ((of_nat m + 1) * dl)) as [R|R]].
  - intros i Hi H. destruct (E i Hi) as [K| ->]; [exact (N i K H) | lra].
  - left. exists m. split; [lia|]. split; assumption.
  - right. intros i Hi H. destruct (E i Hi) as [K| ->]; [exact (N i K H) | lra].
Qed.

Section Quantised.
  Variables (d n m : nat).
  Hypothesis one_m : (1 <= m)%nat.

  Lemma interval_of_level : forall k, (0 <= k < Z.of_nat m)%Z -> exists j, (j < m)%nat /\ of_nat j = inject_Z k.
  Proof. intros k range. exists (Z.to_nat k). split; [lia|]. unfold of_nat. rewrite Z2Nat.id by lia. reflexivity. Qed.

  (** k delta <= t < k delta + delta is quantised to k delta; and only that is. *)
  Lemma quantised_in_cube : forall k t y, (0 <= k < Z.of_nat m)%Z -> quantised_to d n m t y ->
    (inject_Z k * delta m <= t /\ t < inject_Z k * delta m + delta m) <-> y == inject_Z k * delta m.
  Proof.
    intros k t y range [I O]. destruct (interval_of_level k range) as (j & Hj & Ej). rewrite <- Ej. split.
    - intros [A B]. apply I; [exact Hj|]. split; [exact A|]. lra.
    - intro E. pose proof (delta_positive m one_m) as P.
      pose proof (some_interval (delta m) t m) as some.
      destruct some as [(i & Hi & A & B)|N].
      + specialize (I i Hi (conj A B)). rewrite I in E. split.
        * rewrite <- E. exact A.
        * rewrite <- E. lra.
      + exfalso. specialize (O N). rewrite O in E. pose proof (outside_level_negative m one_m d n).
        pose proof (multiples_ascend m one_m 0 j ltac:(lia)) as G. change (of_nat 0) with 0 in G. lra.
  Qed.

  Lemma cube_is_quantised : forall L X Y, Forall (Forall (fun k => 0 <= k < Z.of_nat m)%Z) L ->
    Forall2 (Forall2 (quantised_to d n m)) X Y -> (in_cube m L X <-> Meq Y (in_unit_1 m L)).
  Proof.
    assert (C : forall c x y, Forall (fun k => 0 <= k < Z.of_nat m)%Z c -> Forall2 (quantised_to d n m) x y ->
      (Forall2 (fun k t => inject_Z k * delta m <= t /\ t < inject_Z k * delta m + delta m) c x <->
       Forall2 Qeq y (map (fun k => inject_Z k * delta m) c))).
    { intros c x y F. revert x y. induction F as [|k c Hk F IH]; intros x y H.
      - split; intro E; inversion E; subst; inversion H; constructor.
      - split; intro E; inversion E as [|? ? ? ? E1 E2]; subst; inversion H as [|? ? ? ? H1 H2]; subst; constructor;
          try (apply (IH _ _ H2); assumption); apply (quantised_in_cube k _ _ Hk H1); assumption. }
    intros L X Y F. revert X Y. induction F as [|c L Hc F IH]; intros X Y H.
    - split; intro E; inversion E; subst; inversion H; constructor.
    - split; intro E; inversion E as [|? ? ? ? E1 E2]; subst; inversion H as [|? ? ? ? H1 H2]; subst; constructor;
        try (apply (IH _ _ H2); assumption); apply (C c _ _ Hc H1); assumption.
  Qed.
End Quantised.

(** ** Values *)

Section Network.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Variable A : point -> matrix.
  Hypothesis A_values : equivariant_values d n m A.

  Lemma one_m5 : (1 <= m)%nat.
  Proof. lia. Qed.

  Lemma g_bar_runs : forall X L, Meq (run (g_q d n m) X) (in_unit_1 m L) ->
    Meq (run (g_bar d n m A) X) (run (g_v d n m (t_l d n m) (t_r d n m) A) (run (g_c d n m) (in_unit_1 m L))).
  Proof. intros X L E. unfold g_bar. rewrite !run_app. apply run_respects, run_respects, E. Qed.

  Lemma G_tilde_or_not : forall L, G_delta d n m L -> G_tilde d n m L \/ ~ G_tilde d n m L.
  Proof.
    intros L grid. destruct (ListDec.NoDup_dec column_eq_dec L) as [N|N].
    - left. split; assumption.
    - right. intros [_ H]. exact (N H).
  Qed.

  Theorem values_hold : forall X, length X = n -> Forall (fun x => length x = d) X ->
    (forall L, G_tilde d n m L -> in_cube m L X -> Meq (run (g_bar d n m A) X) (A L)) /\
    ((forall L, G_tilde d n m L -> ~ in_cube m L X) -> Meq (run (g_bar d n m A) X) (repeat (zeros d) n)).
  Proof.
    intros X LX FX. destruct (lemma_7_holds d n m one_m5) as (_ & _ & _ & H7). destruct (H7 X FX) as [Q G].
    destruct (G LX) as (L0 & plus & E). destruct (lemma_9_repaired_holds d n m A one_d two_n two_m A_values) as [_ [V
      Z]].
    split.
    - intros L tilde inside. apply (cube_is_quantised d n m one_m5 L X _ (proj2 (proj1 tilde)) Q) in inside.
      eapply Meq_trans; [apply g_bar_runs, inside | apply V, tilde].
    - intro none. eapply Meq_trans; [apply g_bar_runs, E | apply Z; [exact plus|]]. intro tilde.
      apply (none L0 tilde). apply (cube_is_quantised d n m one_m5 L0 X _ (proj2 (proj1 tilde)) Q). exact E.
  Qed.

  (** The lower corner of a cube. *)
  Lemma corner_shape : forall L, G_delta d n m L ->
    length (in_unit_1 m L) = n /\ Forall (fun x => length x = d) (in_unit_1 m L).
  Proof.
    intros L [[C F] _]. split.
    - etransitivity; [apply map_length | exact C].
    - apply Forall_map. eapply Forall_impl; [|exact F]. intros c Hc. etransitivity; [apply map_length | exact Hc].
  Qed.

  Lemma corner_quantised : forall L, G_delta d n m L -> Meq (run (g_q d n m) (in_unit_1 m L)) (in_unit_1 m L).
  Proof.
    intros L grid. destruct (lemma_7_holds d n m one_m5) as (_ & _ & _ & H7).
    destruct (corner_shape L grid) as [C F]. destruct (H7 _ F) as [Q _].
    apply (cube_is_quantised d n m one_m5 L _ _ (proj2 grid) Q). pose proof (delta_positive m one_m5) as P. clear - P.
    unfold in_cube, in_unit_1. induction L as [|c L IH]; constructor; [|exact IH].
    induction c as [|k c IHc]; constructor; [split; lra | exact IHc].
  Qed.

  Lemma corner_inside : forall L, G_tilde d n m L -> Meq (run (g_bar d n m A) (in_unit_1 m L)) (A L).
  Proof.
    intros L tilde. destruct (lemma_9_repaired_holds d n m A one_d two_n two_m A_values) as [_ [V _]].
    eapply Meq_trans; [apply g_bar_runs, corner_quantised, tilde | apply V, tilde].
  Qed.

  Lemma corner_repeated : forall L, G_delta d n m L -> ~ G_tilde d n m L ->
    Meq (run (g_bar d n m A) (in_unit_1 m L)) (repeat (zeros d) n).
  Proof.
    intros L grid outside. destruct (lemma_9_repaired_holds d n m A one_d two_n two_m A_values) as [_ [_ Z]].
    eapply Meq_trans; [apply g_bar_runs, corner_quantised, grid | apply Z; [apply G_delta_is_G_plus,
      grid | exact outside]].
  Qed.
End Network.

(** ** The class T-bar^(2,1,1) *)

Lemma heads_app : forall N N', heads (N ++ N') = Nat.max (heads N) (heads N').
Proof.
  intros N N'. unfold heads. induction N as [|l N IH]; [reflexivity|]. cbn [app map fold_right]. rewrite IH. lia.
Qed.

Lemma heads_feed_forward : forall N, attention_layers N = 0%nat -> heads N = 0%nat.
Proof.
  intros N. unfold heads, attention_layers. induction N as [|[hs|f] N IH]; cbn [filter is_attention]; intro H;
    [reflexivity | discriminate | exact (IH H)].
Qed.

Lemma no_attention_filter : forall N, feed_forward_layers N = 0%nat -> filter (fun l => negb (is_attention l)) N = [].
Proof. intros N H. apply length_zero_iff_nil, H. Qed.

Lemma feed_forward_filter : forall N, in_Phi_throughout N ->
  in_Phi_throughout (filter (fun l => negb (is_attention l)) N).
Proof. intros N H. apply incl_Forall with N; [|exact H]. intros l I. apply filter_In in I. apply I. Qed.

Theorem proposition_5_values_holds : proposition_5_values.
Proof.
  intros d n m A one_d two_n two_m values g.
  destruct (lemma_7_holds d n m ltac:(lia)) as (_ & A7 & P7 & _).
  destruct (lemma_9_repaired_holds d n m A one_d two_n two_m values) as [(k & _ & A9 & _ & P9 & _) _].
  split; [|split].
  - unfold g, g_bar. rewrite !heads_app, (heads_feed_forward _ A7), (heads_feed_forward _ A9), g_c_heads by lia. lia.
  - unfold g, g_bar. rewrite !filter_app, (no_attention_filter (g_c d n m)) by apply g_c_feed_forward.
    apply Forall_app. split; apply feed_forward_filter; assumption.
  - apply values_hold; assumption.
Qed.

(** ** The distance *)

Lemma sum_bounded : forall (f : point -> Q) (few : point -> bool) B xs,
  (forall x, In x xs -> few x = false -> f x == 0) -> (forall x, In x xs -> few x = true -> f x <= B) ->
  sum_of (map f xs) <= of_nat (length (filter few xs)) * B.
Proof.
  intros f few B xs. induction xs as [|x xs IH]; intros H0 HB; [simpl; change (of_nat 0) with 0; lra|].
  cbn [map sum_of fold_right filter]. change (fold_right Qplus 0 (map f xs)) with (sum_of (map f xs)).
  specialize (IH (fun y I => H0 y (or_intror I)) (fun y I => HB y (or_intror I))). destruct (few x) eqn:E.
  - cbn [length]. rewrite of_nat_S. pose proof (HB x (or_introl eq_refl) E). lra.
  - rewrite (H0 x (or_introl eq_refl) E). lra.
Qed.

Lemma sum_equal : forall (f : point -> Q) (few : point -> bool) B xs,
  (forall x, In x xs -> few x = false -> f x == 0) -> (forall x, In x xs -> few x = true -> f x == B) ->
  sum_of (map f xs) == of_nat (length (filter few xs)) * B.
Proof.
  intros f few B xs. induction xs as [|x xs IH]; intros H0 HB; [simpl; change (of_nat 0) with 0; lra|].
  cbn [map sum_of fold_right filter]. change (fold_right Qplus 0 (map f xs)) with (sum_of (map f xs)).
  specialize (IH (fun y I => H0 y (or_intror I)) (fun y I => HB y (or_intror I))). destruct (few x) eqn:E.
  - cbn [length]. rewrite of_nat_S. pose proof (HB x (or_introl eq_refl) E). lra.
  - rewrite (H0 x (or_introl eq_refl) E). lra.
Qed.

(** Equal entry by entry, equal norms. *)
Lemma norm_respects : forall p Z Z', Meq Z Z' -> norm_to_the p Z == norm_to_the p Z'.
Proof.
  intros p Z Z' E. unfold norm_to_the. assert (F : Forall2 Qeq (concat Z) (concat Z')).
  { induction E as [|z z' Z Z' Ez E IH]; simpl; [constructor | apply Forall2_app; assumption]. }
  induction F as [|x x' a a' Ex F IH]; [reflexivity|]. cbn [map sum_of fold_right].
  apply Qplus_comp; [rewrite Ex; reflexivity | exact IH].
Qed.

Lemma norm_zero : forall p Z, (1 <= p)%nat -> Forall (Forall (Qeq 0)) Z -> norm_to_the p Z == 0.
Proof.
  intros p Z Hp F. unfold norm_to_the. assert (G : Forall (Qeq 0) (concat Z)) by (apply Forall_concat, F).
  induction G as [|x a Ex G IH]; [reflexivity|]. cbn [map sum_of fold_right].
  change (fold_right Qplus 0 (map (fun x => Qabs x ^ Z.of_nat p) a)) with (sum_of (map (fun x => Qabs x ^ Z.of_nat p)
    a)).
  rewrite IH, <- Ex. change (Qabs 0) with 0. rewrite Qpower_0 by lia. reflexivity.
Qed.

Section Difference.
  Variables (d n : nat).

  Definition of_size (Z : matrix) : Prop := length Z = n /\ Forall (fun z => length z = d) Z.

  Lemma difference_respects : forall Z Z' Y, Meq Z Z' -> Meq (difference Y Z) (difference Y Z').
  Proof.
    intros Z Z' Y E. revert Y. induction E as [|z z' Z Z' Ez E IH]; intros [|y Y]; try constructor; [|apply IH].
    apply add_respects; [apply Forall2_Qeq_refl|]. apply scale_respects; [reflexivity | exact Ez].
  Qed.

  Lemma difference_self : forall Z, Forall (Forall (Qeq 0)) (difference Z Z).
  Proof.
    induction Z as [|z Z IH]; constructor; [|exact IH]. induction z as [|x z IHz]; constructor; [lra | exact IHz].
  Qed.

  Lemma difference_zeros : forall Z, of_size Z -> Meq (difference Z (repeat (zeros d) n)) Z.
  Proof.
    intros Z [L F]. revert n L. induction F as [|z Z Hz F IH]; intros k L; destruct k as [|k]; try discriminate;
      [constructor|]. constructor; [|apply IH; simpl in L; lia].
    clear - Hz. unfold zeros. revert d Hz. induction z as [|x z IHz]; intros [|d] Hz; try discriminate; constructor;
      [lra|].
    apply IHz. simpl in Hz. lia.
  Qed.
End Difference.

Definition repeats (L : point) : bool := if ListDec.NoDup_dec column_eq_dec L then false else true.

Lemma repeats_exactly : forall d n m, has_exactly (fun L => G_delta d n m L /\ ~ G_tilde d n m L)
  (Z.of_nat (length (filter repeats (points d n m)))).
Proof.
  intros. exists (filter repeats (points d n m)). split; [apply NoDup_filter, points_NoDup|]. split; [|reflexivity].
  intro L. rewrite filter_In, in_points. unfold repeats, G_tilde.
  destruct (ListDec.NoDup_dec column_eq_dec L); intuition discriminate.
Qed.

Section Distance.
  Variables (d n m p : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Hypothesis one_p : (1 <= p)%nat.
  Variable A : point -> matrix.
  Hypothesis A_values : equivariant_values d n m A.
  Hypothesis A_size : forall L, G_delta d n m L -> of_size d n (A L).

  Let differs (L : point) : Q := norm_to_the p (difference (A L) (run (g_bar d n m A) (in_unit_1 m L))).

  (** 'g-bar takes the same value as f-bar except for cubes with L in G_delta without G~_delta.' *)
  Lemma differs_nowhere_else : forall L, In L (points d n m) -> repeats L = false -> differs L == 0.
  Proof.
    intros L I R. apply in_points in I. unfold repeats in R.
    destruct (ListDec.NoDup_dec column_eq_dec L) as [N|N]; [|discriminate]. unfold differs.
    rewrite (norm_respects p _ (difference (A L) (A L))).
    - apply norm_zero; [exact one_p | apply difference_self].
    - apply difference_respects, corner_inside; try assumption. split; assumption.
  Qed.

  Lemma differs_there : forall L, In L (points d n m) -> repeats L = true -> differs L == norm_to_the p (A L).
  Proof.
    intros L I R. apply in_points in I. unfold repeats in R.
    destruct (ListDec.NoDup_dec column_eq_dec L) as [N|N]; [discriminate|]. apply norm_respects.
    eapply Meq_trans; [apply difference_respects, corner_repeated; try assumption; intros [_ H]; exact (N H)|].
    apply difference_zeros, A_size, I.
  Qed.

  Lemma distance_bounded : forall B, (forall L, G_delta d n m L -> norm_to_the p (A L) <= B) ->
    distance_to_the p d n m A <= of_nat (length (filter repeats (points d n m))) * B * cube d n m.
  Proof.
    intros B H. unfold distance_to_the. apply Qmult_le_compat_r; [|apply Qlt_le_weak, cube_positive; lia].
    apply (sum_bounded differs repeats B); [exact differs_nowhere_else|].
    intros L I R. rewrite (differs_there L I R). apply H, in_points, I.
  Qed.

  Lemma distance_equal : forall B, (forall L, G_delta d n m L -> norm_to_the p (A L) == B) ->
    distance_to_the p d n m A == of_nat (length (filter repeats (points d n m))) * B * cube d n m.
  Proof.
    intros B H. unfold distance_to_the. apply Qmult_comp; [|reflexivity].
    apply (sum_equal differs repeats B); [exact differs_nowhere_else|].
    intros L I R. rewrite (differs_there L I R). apply H, in_points, I.
  Qed.
End Distance.

Lemma norm_nonnegative : forall p Z, 0 <= norm_to_the p Z.
Proof.
  intros p Z. unfold norm_to_the. induction (concat Z) as [|x a IH]; [apply Qle_refl|]. cbn [map sum_of fold_right].
  change (fold_right Qplus 0 (map (fun x => Qabs x ^ Z.of_nat p) a)) with (sum_of (map (fun x => Qabs x ^ Z.of_nat p)
    a)).
  pose proof (Qpower_0_le (Qabs x) (Z.of_nat p) (Qabs_nonneg x)). lra.
Qed.

Theorem proposition_5_distance_holds : proposition_5_distance.
Proof.
  intros d n m A p B one_d two_n two_m one_p values size bound.
  destruct (proposition_5_measure_holds d n m _ one_d two_m (repeats_exactly d n m)) as [M _].
  eapply Qle_trans; [apply (distance_bounded d n m p one_d two_n two_m one_p A values size B bound)|].
  fold (of_nat (length (filter repeats (points d n m)))) in M.
  assert (P : 0 <= B).
  { assert (grid : G_delta d n m (repeat (repeat 0%Z d) n)).
    { split; [split; [apply repeat_length|]|]; apply Forall_forall; intros c I; apply repeat_spec in I; subst c;
        [apply repeat_length|]. apply Forall_forall. intros k I. apply repeat_spec in I. subst. lia. }
    eapply Qle_trans; [apply norm_nonnegative | apply (bound _ grid)]. }
  setoid_replace (of_nat (length (filter repeats (points d n m))) * B * cube d n m)
    with (of_nat (length (filter repeats (points d n m))) * cube d n m * B) by ring.
  setoid_replace (pairs n * B * equal_columns d m) with (pairs n * equal_columns d m * B) by ring.
  apply Qmult_le_compat_r; assumption.
Qed.

(** The same sum in any ordered K. *)
Lemma sum_at_most : forall (K : Type) (zero : K) (plus : K -> K -> K) (at_most : K -> K -> Prop) (f : point -> K)
  (few : point -> bool) (B : K) xs,
  (forall x, at_most x x) -> (forall x y z, at_most x y -> at_most y z -> at_most x z) ->
  (forall x x' y y', at_most x x' -> at_most y y' -> at_most (plus x y) (plus x' y')) ->
  (forall x, at_most (plus zero x) x) ->
  (forall x, In x xs -> few x = false -> at_most (f x) zero) ->
  (forall x, In x xs -> few x = true -> at_most (f x) B) ->
  at_most (fold_right plus zero (map f xs)) (fold_right plus zero (repeat B (length (filter few xs)))).
Proof.
  intros K zero plus at_most f few B xs same through both left. induction xs as [|x xs IH]; intros H0 HB; [apply same|].
  specialize (IH (fun y I => H0 y (or_intror I)) (fun y I => HB y (or_intror I))). cbn [map fold_right filter].
  destruct (few x) eqn:E; cbn [length repeat fold_right].
  - apply both; [exact (HB x (or_introl eq_refl) E) | exact IH].
  - eapply through; [apply both; [exact (H0 x (or_introl eq_refl) E) | exact IH] | apply left].
Qed.

Theorem proposition_5_distance_for_all_p_holds : proposition_5_distance_for_all_p.
Proof.
  intros K zero plus at_most norm same through both left respects at_zero d n m A B one_d two_n two_m values size bound.
  exists (length (filter repeats (points d n m))). split.
  - destruct (proposition_5_measure_holds d n m _ one_d two_m (repeats_exactly d n m)) as [M _]. exact M.
  - apply (sum_at_most K zero plus at_most _ repeats B); try assumption.
    + intros L I R. apply in_points in I. unfold repeats in R.
      destruct (ListDec.NoDup_dec column_eq_dec L) as [N|N]; [|discriminate].
      eapply through; [apply respects, difference_respects, corner_inside; try assumption; split; assumption|].
      apply at_zero, difference_self.
    + intros L I R. apply in_points in I. unfold repeats in R.
      destruct (ListDec.NoDup_dec column_eq_dec L) as [N|N]; [discriminate|].
      eapply through; [apply respects|exact (bound L I)].
      eapply Meq_trans; [apply difference_respects, corner_repeated; try assumption; intros [_ H]; exact (N H)|].
      apply difference_zeros, size, I.
Qed.

Lemma norm_of_ones : forall p d n, norm_to_the p (repeat (repeat 1 d) n) == of_nat d * of_nat n.
Proof.
  intros p d n. unfold norm_to_the.
  assert (S : forall k a, sum_of (map (fun x => Qabs x ^ Z.of_nat p) (repeat 1 k ++ a)) ==
                          of_nat k + sum_of (map (fun x => Qabs x ^ Z.of_nat p) a)).
  { induction k as [|k IH]; intro a; [change (of_nat 0) with 0; simpl; lra|]. cbn [repeat app map sum_of fold_right].
    change (fold_right Qplus 0 (map (fun x => Qabs x ^ Z.of_nat p) (repeat 1 k ++ a)))
      with (sum_of (map (fun x => Qabs x ^ Z.of_nat p) (repeat 1 k ++ a))).
    rewrite IH, of_nat_S. change (Qabs 1) with 1. rewrite Qpower_1. lra. }
  induction n as [|n IH]; [change (of_nat 0) with 0; simpl; lra|]. cbn [repeat concat]. rewrite S, IH, of_nat_S. ring.
Qed.

Theorem proposition_5_displayed_fails_holds : proposition_5_displayed_fails.
Proof.
  intros d n m p one_d three_n two_m one_p one. assert (two_n : (2 <= n)%nat) by lia.
  assert (size : forall L, of_size d n (one L)).
  { intro L. split; [apply repeat_length|]. apply Forall_forall. intros z I. apply repeat_spec in I. subst z.
    apply repeat_length. }
  assert (values : equivariant_values d n m one).
  { split; [intros L _; apply size|]. intros L P _ H.
    assert (E : permuted P (one L) = one L).
    { unfold permuted, one. assert (LP : length P = n) by (rewrite (Permutation_length H), seq_length; reflexivity).
      pose proof (permutation_below P n H) as B. transitivity (repeat (repeat 1 d) (length P)); [|rewrite LP;
        reflexivity]. clear LP H.
      induction B as [|j P Hj B IH]; [reflexivity|]. cbn [map length repeat]. f_equal; [|exact IH].
      apply (repeat_spec n (repeat 1 d)), nth_In. rewrite repeat_length. exact Hj. }
    rewrite E. apply Meq_refl. }
  assert (norm : forall L, norm_to_the p (one L) == of_nat d * of_nat n) by (intro; apply norm_of_ones).
  split; [exact values|]. split; [exact norm|].
  rewrite (distance_equal d n m p one_d two_n two_m one_p one values (fun L _ => size L) (of_nat d * of_nat n)
    (fun L _ => norm L)).
  destruct (proposition_5_measure_holds d n m _ one_d two_m (repeats_exactly d n m)) as (_ & _ & M).
  specialize (M three_n). fold (of_nat (length (filter repeats (points d n m)))) in M.
  setoid_replace (of_nat (length (filter repeats (points d n m))) * (of_nat d * of_nat n) * cube d n m)
    with (of_nat d * of_nat n * (of_nat (length (filter repeats (points d n m))) * cube d n m)) by ring.
  pose proof (of_nat_positive d one_d). pose proof (of_nat_positive n ltac:(lia)).
  apply Qmult_lt_l; [|exact M]. rewrite <- (Qmult_0_l (of_nat n)). apply Qmult_lt_compat_r; assumption.
Qed.
