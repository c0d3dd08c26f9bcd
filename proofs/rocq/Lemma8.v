(** * Lemma 8 and Lemma 10, for the networks

    Proofs of [lemma_10_bounds], [lemma_10_one_to_one] and [lemma_8] of [Statements.v]. What App. E.3 proves for the ids
    of each category is carried over to g_c, layer by layer, and to points in any order of their columns. *)

From Coq Require Import ZArith QArith List Permutation Sorted Lqa Lia.
From Exactua Require Import Transformers Grids Ids Statements Hardmax Simulation Grid.
From Exactua Require Category1 Lemma10 GlobalShift Category2 Category3.
Import ListNotations.
Open Scope Z_scope.

(** ** Numbers in unit 1 *)

Lemma in_unit_1_one_to_one : forall m j k, (1 <= m)%nat -> (inject_Z j * delta m == inject_Z k * delta m)%Q -> j = k.
Proof.
  intros m j k one_m E. apply inject_Z_injective. pose proof (delta_positive m one_m).
  apply Qmult_inj_r in E; [exact E|lra].
Qed.

Lemma in_unit_1_increasing : forall m j k, (1 <= m)%nat -> j < k -> (inject_Z j * delta m < inject_Z k * delta m)%Q.
Proof.
  intros m j k one_m less. apply Qmult_lt_compat_r; [apply delta_positive; exact one_m|].
  rewrite <- Zlt_Qlt. exact less.
Qed.

(** delta^(-kd+1) (delta^-d - 1). *)
Lemma edge_in_unit_1 : forall d m k,
  (delta m * power d m k * (power d m 1 - 1) == inject_Z (D d m ^ Z.of_nat k * (D d m - 1)) * delta m)%Q.
Proof.
  intros d m k. unfold power, of_nat. rewrite !power_of_D. change (Z.of_nat 1) with 1. rewrite Z.pow_1_r.
  unfold Zminus. rewrite inject_Z_mult, inject_Z_plus. change (inject_Z (- (1))) with (- (1))%Q. ring.
Qed.

Lemma t_l_in_unit_1 : forall d n m,
  (t_l d n m == inject_Z (D d m ^ (2 * Z.of_nat n) * (D d m - 1)) * delta m)%Q.
Proof.
  intros d n m. unfold t_l. rewrite edge_in_unit_1. replace (Z.of_nat (2 * n)) with (2 * Z.of_nat n) by lia.
  reflexivity.
Qed.

Lemma t_r_in_unit_1 : forall d n m,
  (t_r d n m == inject_Z (D d m ^ (2 * Z.of_nat n + 1) * (D d m - 1)) * delta m)%Q.
Proof.
  intros d n m. unfold t_r. rewrite edge_in_unit_1. replace (Z.of_nat (2 * n + 1)) with (2 * Z.of_nat n + 1) by lia.
  reflexivity.
Qed.

Lemma nth_ids_in_unit_1 : forall m a x i, Forall2 Qeq a (ids_in_unit_1 m x) -> (i < length x)%nat ->
  (nth i a 0 == inject_Z (nth i x 0%Z) * delta m)%Q.
Proof.
  intros m a x. revert a. induction x as [|k x IH]; intros a i same inside; [inversion inside|].
  inversion same as [|y ? a' ? here rest]; subst. destruct i as [|i]; cbn [nth]; [exact here|].
  apply IH; [exact rest|]. simpl in inside. lia.
Qed.

Lemma same_length : forall a b, Forall2 Qeq a b -> length a = length b.
Proof. intros a b same. induction same; simpl; congruence. Qed.

Lemma entry_in_unit_1 : forall m a x y, Forall2 Qeq a (ids_in_unit_1 m x) -> In y a ->
  exists k, In k x /\ (y == inject_Z k * delta m)%Q.
Proof.
  intros m a x y same inside. destruct (Forall2_in_left _ _ _ _ _ same y inside) as [y' [inside' equal]].
  apply in_map_iff in inside'. destruct inside' as [k [<- k_inside]]. exists k. split; assumption.
Qed.

(** ** Points of the grids *)

Definition ids_swept (d m : nat) (L : point) : list Z := sweep (D d m) (all_ids (D d m)) (column_ids d m L).

(** u^T g_c(L), in units of delta. *)
Definition output_ids (d n m : nat) (L : point) : list Z := global (D d m ^ (Z.of_nat n + 1)) (ids_swept d m L).

Lemma ids_length : forall d n m L, of_shape d n L -> length (column_ids d m L) = n.
Proof. intros d n m L [columns _]. unfold column_ids. rewrite map_length. exact columns. Qed.

Lemma of_shape_nonempty : forall d n L, (2 <= n)%nat -> of_shape d n L -> L <> [].
Proof. intros d n L two_n [columns _] ->. simpl in columns. lia. Qed.

Lemma G_delta_is_G_plus : forall d n m L, G_delta d n m L -> G_plus d n m L.
Proof.
  intros d n m L [shape ranges]. split; [exact shape|]. eapply Forall_impl; [|exact ranges]. intros c range.
  eapply Forall_impl; [|exact range]. intros k H. right. exact H.
Qed.

Section Points.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.

  Lemma one_m : (1 <= m)%nat.
  Proof. lia. Qed.

  Lemma two_D : 2 <= D d m.
  Proof. pose proof (D_at_least_m d m one_d two_m). lia. Qed.

  (** *** Category 1 *)

  Section Category1.
    Variable L : point.
    Hypothesis L_in : category_1 d n m L.

    Lemma category_1_length : length (column_ids d m L) = n.
    Proof. destruct L_in as [[[shape _] _] _]. apply ids_length. exact shape. Qed.

    Lemma category_1_two : (2 <= length (column_ids d m L))%nat.
    Proof. rewrite category_1_length. exact two_n. Qed.

    Lemma category_1_increasing : StronglySorted Z.lt (column_ids d m L).
    Proof. apply (category_1_ids d n m); assumption. Qed.

    Lemma category_1_range : Forall (fun k => 0 <= k < D d m) (column_ids d m L).
    Proof. destruct L_in as [[grid _] _]. apply (G_delta_ids d n m); assumption. Qed.

    Lemma category_1_nonzero : Forall (fun y => y <> 0) (ids_swept d m L).
    Proof.
      pose proof two_D. eapply Forall_impl.
      2: exact (Category1.sweep_above_ids _ _ two_D category_1_two category_1_increasing category_1_range).
      intros y above. cbv beta in above. lia.
    Qed.

    Lemma category_1_distinct : NoDup (output_ids d n m L).
    Proof.
      pose proof (GlobalShift.outputs_distinct _ _ two_D category_1_two category_1_increasing category_1_range) as H.
      rewrite category_1_length in H. exact H.
    Qed.

    Lemma category_1_inside : Forall (fun z => D d m ^ (2 * Z.of_nat n) * (D d m - 1) <= z
      <= D d m ^ (2 * Z.of_nat n + 1) * (D d m - 1)) (output_ids d n m L).
    Proof.
      pose proof (GlobalShift.outputs_in_interval _ _ two_D category_1_two category_1_increasing category_1_range)
        as H.
      rewrite category_1_length in H. exact H.
    Qed.

    (** l~_n. *)
    Lemma top_is : (top d n m L == inject_Z (nth (n - 1) (ids_swept d m L) 0%Z) * delta m)%Q.
    Proof.
      destruct L_in as [[[[columns lengths] _] _] _]. apply nth_ids_in_unit_1.
      - apply ids_after_sweep_are; try assumption; [exact one_m|].
        apply (of_shape_nonempty d n); [exact two_n|split; assumption].
      - unfold ids_swept. rewrite Sweeps.length_sweep, category_1_length. lia.
    Qed.
  End Category1.

  Lemma category_1_different : forall L L', category_1 d n m L -> category_1 d n m L' -> L <> L' ->
    forall z z', In z (output_ids d n m L) -> In z' (output_ids d n m L') -> z <> z'.
  Proof.
    intros L L' L_in L'_in different z z' inside inside'. unfold output_ids in inside, inside'.
    rewrite <- (category_1_length L L_in) in inside. rewrite <- (category_1_length L' L'_in) in inside'.
    refine (GlobalShift.outputs_of_different_contexts _ _ _ two_D (category_1_two L L_in) _
      (category_1_increasing L L_in) (category_1_range L L_in)
      (category_1_increasing L' L'_in) (category_1_range L' L'_in) _ z z' inside inside').
    - rewrite !category_1_length by assumption. reflexivity.
    - intro E. apply different. destruct L_in as [[grid _] _], L'_in as [[grid' _] _].
      apply (G_delta_ids_one_to_one d n m); assumption.
  Qed.

  Lemma bounds_hold : forall L, category_1 d n m L ->
    (delta m * power d m (n - 1) * (power d m 1 - 1) <= top d n m L /\
    top d n m L <= delta m * power d m n * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1))%Q.
  Proof.
    intros L L_in. pose proof (category_1_length L L_in) as length_ids.
    pose proof (Lemma10.top_lower_bound (D d m) (column_ids d m L) two_D (category_1_two L L_in)
      (category_1_increasing L L_in) (category_1_range L L_in)) as lower.
    pose proof (Lemma10.top_upper_bound (D d m) (column_ids d m L) two_D (category_1_two L L_in)
      (category_1_increasing L L_in) (category_1_range L L_in)) as upper.
    rewrite length_ids in lower, upper. fold (ids_swept d m L) in lower, upper. split; rewrite (top_is L L_in).
    - rewrite edge_in_unit_1. apply in_unit_1_monotone; [exact one_m|].
      replace (Z.of_nat (n - 1)) with (Z.of_nat n - 1) by lia. exact lower.
    - assert (square : (delta m * (power d m 1 - 1) * (power d m 1 - 1) == inject_Z ((D d m - 1) ^ 2) * delta m)%Q).
      { assert (E := edge_in_unit_1 d m 0). change (Z.of_nat 0) with 0 in E. rewrite Z.pow_0_r, Z.mul_1_l in E.
        assert (one : (power d m 0 == 1)%Q) by reflexivity. rewrite one in E.
        assert (F : (power d m 1 - 1 == inject_Z (D d m - 1))%Q).
        { unfold power, of_nat. rewrite power_of_D. change (Z.of_nat 1) with 1. rewrite Z.pow_1_r.
          unfold Zminus. rewrite inject_Z_plus. reflexivity. }
        rewrite Z.pow_2_r, inject_Z_mult, <- F. ring. }
      rewrite edge_in_unit_1, square.
      assert (difference : (inject_Z (D d m ^ Z.of_nat n * (D d m - 1)) * delta m - inject_Z ((D d m - 1) ^ 2) * delta m
        == inject_Z (D d m ^ Z.of_nat n * (D d m - 1) - (D d m - 1) ^ 2) * delta m)%Q).
      { unfold Zminus at 3. rewrite (inject_Z_plus _ (- _)), inject_Z_opp. ring. }
      rewrite difference. apply in_unit_1_monotone; [exact one_m|exact upper].
  Qed.

  Lemma one_to_one_holds : forall L L', category_1 d n m L -> category_1 d n m L' ->
    (top d n m L == top d n m L')%Q -> L = L'.
  Proof.
    intros L L' L_in L'_in E. rewrite (top_is L L_in), (top_is L' L'_in) in E.
    apply in_unit_1_one_to_one in E; [|exact one_m].
    assert (same : column_ids d m L = column_ids d m L').
    { apply (Lemma10.top_one_to_one (D d m) _ _ two_D (category_1_two L L_in)).
      - rewrite !category_1_length by assumption. reflexivity.
      - exact (category_1_increasing L L_in).
      - exact (category_1_range L L_in).
      - exact (category_1_increasing L' L'_in).
      - exact (category_1_range L' L'_in).
      - rewrite !category_1_length by assumption. exact E. }
    destruct L_in as [[grid _] _], L'_in as [[grid' _] _]. apply (G_delta_ids_one_to_one d n m); assumption.
  Qed.

  (** *** Categories 2 and 3 *)

  Lemma category_2_alone : forall L, category_2 d n m L -> zero_alone (ids_swept d m L).
  Proof.
    intros L [grid [repeated sorted]].
    destruct (Category2.category_2_zero (D d m) n (column_ids d m L) two_D) as [positive|zero].
    - apply ids_length. exact (G_delta_shape d n m L grid).
    - exact sorted.
    - apply (G_delta_ids d n m); assumption.
    - left. eapply Forall_impl; [|exact positive]. intros y above. cbv beta in above. lia.
    - right. exact zero.
  Qed.

  Lemma category_2_below : forall L, category_2 d n m L ->
    Forall (fun z => z < D d m ^ (2 * Z.of_nat n) * (D d m - 1)) (output_ids d n m L).
  Proof.
    intros L [grid [repeated sorted]]. apply Category2.category_2_outputs.
    - exact two_D.
    - apply ids_length. exact (G_delta_shape d n m L grid).
    - exact sorted.
    - apply (G_delta_ids d n m); assumption.
    - apply equal_columns_equal_ids. exact repeated.
  Qed.

  Lemma category_3_alone : forall L, category_3 d n m L -> zero_alone (ids_swept d m L).
  Proof.
    intros L [plus [outside _]]. left. apply (Category3.category_3_nonzero (D d m) (Z.of_nat m) n).
    - apply D_at_least_m; assumption.
    - exact two_n.
    - apply (G_plus_ids d n m); assumption.
    - apply (G_plus_not_G_delta d n m); assumption.
  Qed.

  Lemma category_3_outside : forall L, category_3 d n m L ->
    Forall (fun z => z < 0 \/ D d m ^ (2 * Z.of_nat n + 1) * (D d m - 1) < z) (output_ids d n m L).
  Proof.
    intros L [plus [outside _]]. apply (Category3.category_3_outputs (D d m) (Z.of_nat m) n).
    - apply D_at_least_m; assumption.
    - exact two_n.
    - apply (G_plus_ids d n m); assumption.
    - apply (G_plus_not_G_delta d n m); assumption.
  Qed.

  (** *** All points of G+_delta, in any order *)

  Lemma swept_permuted : forall L S, Permutation L S -> Permutation (ids_swept d m L) (ids_swept d m S).
  Proof.
    intros L S P. pose proof (Permutation_map (column_id d m) P) as ids.
    destruct (sweep_permuted (D d m) (all_ids (D d m)) _ _ ids) as [f [left right]].
    unfold ids_swept, column_ids. rewrite left, right. apply Permutation_map. exact ids.
  Qed.

  Lemma output_ids_permuted : forall L S, Permutation L S -> Permutation (output_ids d n m L) (output_ids d n m S).
  Proof.
    intros L S P. pose proof (swept_permuted L S P) as ids.
    destruct (global_permuted (D d m ^ (Z.of_nat n + 1)) _ _ ids) as [f [left right]].
    unfold output_ids. rewrite left, right. apply Permutation_map. exact ids.
  Qed.

  Lemma zero_alone_permuted : forall x y, Permutation x y -> zero_alone x -> zero_alone y.
  Proof.
    intros x y P [none|all]; [left|right]; [exact (Permutation_Forall P none)|exact (Permutation_Forall P all)].
  Qed.

  Lemma in_order_cases : forall S, G_plus d n m S -> in_order d m S ->
    category_1 d n m S \/ category_2 d n m S \/ category_3 d n m S.
  Proof.
    intros S plus sorted. destruct (in_G_delta_or_not d n m S plus) as [grid|no_grid].
    - destruct (ListDec.NoDup_dec (list_eq_dec Z.eq_dec) S) as [different|repeated].
      + left. split; [split; assumption|exact sorted].
      + right. left. repeat split; try apply grid; assumption.
    - right. right. split; [exact plus|]. split; assumption.
  Qed.

  Lemma swept_zero_alone : forall L, G_plus d n m L -> zero_alone (ids_swept d m L).
  Proof.
    intros L plus. destruct (some_order d m L) as [S [P sorted]].
    apply (zero_alone_permuted (ids_swept d m S)); [apply Permutation_sym, swept_permuted; exact P|].
    destruct (in_order_cases S (G_plus_permuted d n m L S P plus) sorted) as [one|[two|three]].
    - left. apply category_1_nonzero. exact one.
    - apply category_2_alone. exact two.
    - apply category_3_alone. exact three.
  Qed.

  (** u^T g_c(L), by the network itself. *)
  Theorem q_is_output_ids : forall L, G_plus d n m L -> Forall2 Qeq (q d n m L) (ids_in_unit_1 m (output_ids d n m L)).
  Proof.
    intros L plus. pose proof plus as [shape _]. apply q_is; try assumption; [exact one_m| | |].
    - apply (of_shape_nonempty d n); assumption.
    - exact (proj2 shape).
    - apply swept_zero_alone. exact plus.
  Qed.

  Lemma in_order_category_1 : forall L, G_tilde d n m L -> exists S, Permutation L S /\ category_1 d n m S.
  Proof.
    intros L tilde. destruct (some_order d m L) as [S [P sorted]]. exists S. split; [exact P|].
    split; [exact (G_tilde_permuted d n m L S P tilde)|exact sorted].
  Qed.

  (** Property 8.1 *)
  Theorem property_1 : forall L, G_tilde d n m L -> all_distinct (q d n m L).
  Proof.
    intros L tilde. destruct (in_order_category_1 L tilde) as [S [P S_in]].
    pose proof (q_is_output_ids L (G_delta_is_G_plus d n m L (proj1 tilde))) as same.
    assert (different : NoDup (output_ids d n m L)).
    { apply (Permutation_NoDup (Permutation_sym (output_ids_permuted L S P))). apply category_1_distinct. exact S_in. }
    assert (lengths : length (q d n m L) = length (output_ids d n m L)).
    { rewrite (same_length _ _ same). apply map_length. }
    intros i j i_inside j_inside i_not_j E. rewrite lengths in i_inside, j_inside.
    rewrite (nth_ids_in_unit_1 m _ _ i same i_inside), (nth_ids_in_unit_1 m _ _ j same j_inside) in E.
    apply in_unit_1_one_to_one in E; [|exact one_m]. apply i_not_j.
    exact (proj1 (NoDup_nth (output_ids d n m L) 0) different i j i_inside j_inside E).
  Qed.

  (** Property 8.2 *)
  Theorem property_2 : forall L L', G_tilde d n m L -> G_tilde d n m L' -> ~ Permutation L L' ->
    forall x y, In x (q d n m L) -> In y (q d n m L') -> ~ (x == y)%Q.
  Proof.
    intros L L' tilde tilde' not_permuted x y x_inside y_inside E.
    destruct (in_order_category_1 L tilde) as [S [P S_in]].
    destruct (in_order_category_1 L' tilde') as [S' [P' S'_in]].
    destruct (entry_in_unit_1 m _ _ x (q_is_output_ids L (G_delta_is_G_plus d n m L (proj1 tilde))) x_inside)
      as [k [k_inside xk]].
    destruct (entry_in_unit_1 m _ _ y (q_is_output_ids L' (G_delta_is_G_plus d n m L' (proj1 tilde'))) y_inside)
      as [k' [k'_inside yk']].
    apply (category_1_different S S' S_in S'_in) with (z := k) (z' := k').
    - intros ->. apply not_permuted. exact (perm_trans P (Permutation_sym P')).
    - exact (Permutation_in _ (output_ids_permuted L S P) k_inside).
    - exact (Permutation_in _ (output_ids_permuted L' S' P') k'_inside).
    - apply (in_unit_1_one_to_one m); [exact one_m|]. rewrite <- xk, <- yk'. exact E.
  Qed.

  (** Property 8.3 *)
  Theorem property_3 : forall L, G_tilde d n m L -> Forall (fun x => t_l d n m <= x <= t_r d n m)%Q (q d n m L).
  Proof.
    intros L tilde. destruct (in_order_category_1 L tilde) as [S [P S_in]]. apply Forall_forall. intros x inside.
    destruct (entry_in_unit_1 m _ _ x (q_is_output_ids L (G_delta_is_G_plus d n m L (proj1 tilde))) inside)
      as [k [k_inside xk]].
    pose proof (proj1 (Forall_forall _ _) (category_1_inside S S_in) k
      (Permutation_in _ (output_ids_permuted L S P) k_inside)) as [low high].
    rewrite xk, t_l_in_unit_1, t_r_in_unit_1. split; apply in_unit_1_monotone; exact one_m || assumption.
  Qed.

  Lemma t_l_positive_in_delta : 0 < D d m ^ (2 * Z.of_nat n) * (D d m - 1).
  Proof. pose proof two_D. apply Z.mul_pos_pos; [apply Z.pow_pos_nonneg; lia|lia]. Qed.

  Lemma t_l_below_t_r_in_delta :
    D d m ^ (2 * Z.of_nat n) * (D d m - 1) < D d m ^ (2 * Z.of_nat n + 1) * (D d m - 1).
  Proof.
    pose proof two_D. pose proof t_l_positive_in_delta. rewrite Z.pow_add_r, Z.pow_1_r by lia. nia.
  Qed.

  (** Property 8.4 *)
  Theorem property_4 : forall L, G_plus d n m L -> ~ G_tilde d n m L ->
    Forall (fun x => x < t_l d n m \/ t_r d n m < x)%Q (q d n m L).
  Proof.
    intros L plus outside. destruct (some_order d m L) as [S [P sorted]]. apply Forall_forall. intros x inside.
    destruct (entry_in_unit_1 m _ _ x (q_is_output_ids L plus) inside) as [k [k_inside xk]].
    apply (Permutation_in _ (output_ids_permuted L S P)) in k_inside.
    rewrite xk, t_l_in_unit_1, t_r_in_unit_1.
    destruct (categories_cover d n m S (G_plus_permuted d n m L S P plus)) as [two|three].
    - intro tilde. apply outside. exact (G_tilde_permuted d n m S L (Permutation_sym P) tilde).
    - exact sorted.
    - left. apply in_unit_1_increasing; [exact one_m|].
      exact (proj1 (Forall_forall _ _) (category_2_below S two) k k_inside).
    - pose proof t_l_positive_in_delta.
      destruct (proj1 (Forall_forall _ _) (category_3_outside S three) k k_inside) as [low|high]; [left|right];
        apply in_unit_1_increasing; try exact one_m; lia.
  Qed.

  Lemma interval : (0 < t_l d n m /\ t_l d n m < t_r d n m)%Q.
  Proof.
    rewrite t_l_in_unit_1, t_r_in_unit_1. split.
    - assert (zero : (inject_Z 0 * delta m == 0)%Q) by (simpl; ring). rewrite <- zero at 1.
      apply in_unit_1_increasing; [exact one_m|exact t_l_positive_in_delta].
    - apply in_unit_1_increasing; [exact one_m|exact t_l_below_t_r_in_delta].
  Qed.
End Points.

(** ** How large the network is *)

Lemma selective_shifts_attention : forall d m gain ids,
  attention_layers (selective_shifts d m gain ids) = length ids.
Proof.
  intros d m gain ids. unfold attention_layers. induction ids as [|k ids IH]; [reflexivity|]. simpl. f_equal. exact IH.
Qed.

Lemma selective_shifts_feed_forward : forall d m gain ids,
  feed_forward_layers (selective_shifts d m gain ids) = 0%nat.
Proof. intros d m gain ids. unfold feed_forward_layers. induction ids as [|k ids IH]; [reflexivity|exact IH]. Qed.

Lemma selective_shifts_heads : forall d m gain c ids, (1 <= length ids)%nat ->
  heads (selective_shifts d m gain ids ++ [global_shift d m c]) = 2%nat.
Proof.
  intros d m gain c ids nonempty. unfold heads.
  assert (two : forall l, fold_right Nat.max 0%nat
    (map heads_of (selective_shifts d m gain l ++ [global_shift d m c])) = match l with [] => 1 | _ => 2 end%nat).
  { induction l as [|k l IH]; [reflexivity|]. cbn [selective_shifts map app fold_right].
    unfold selective_shifts in IH. rewrite IH. destruct l; reflexivity. }
  rewrite two. destruct ids; [simpl in nonempty; lia|reflexivity].
Qed.

Lemma g_c_attention : forall d n m, attention_layers (g_c d n m) = (m ^ d + 1)%nat.
Proof.
  intros d n m. unfold g_c, sweep_layers, attention_layers. rewrite filter_app, app_length. f_equal.
  etransitivity; [apply selective_shifts_attention|apply seq_length].
Qed.

Lemma g_c_feed_forward : forall d n m, feed_forward_layers (g_c d n m) = 0%nat.
Proof.
  intros d n m. unfold g_c, sweep_layers, feed_forward_layers. rewrite filter_app, app_length.
  fold (feed_forward_layers (selective_shifts d m (of_nat (m ^ d)) (seq 0 (m ^ d)))).
  rewrite selective_shifts_feed_forward. reflexivity.
Qed.

Lemma g_c_heads : forall d n m, (1 <= m)%nat -> heads (g_c d n m) = 2%nat.
Proof.
  intros d n m one_m. apply selective_shifts_heads. rewrite seq_length.
  pose proof (Nat.pow_nonzero m d). lia.
Qed.

(** ** The statements *)

Theorem lemma_10_bounds_holds : lemma_10_bounds.
Proof. intros d n m L one_d two_n two_m L_in. apply bounds_hold; assumption. Qed.

Theorem lemma_10_one_to_one_holds : lemma_10_one_to_one.
Proof. intros d n m L L' one_d two_n two_m L_in L'_in. apply one_to_one_holds; assumption. Qed.

Theorem lemma_8_holds : lemma_8.
Proof.
  intros d n m one_d two_n two_m. split; [apply g_c_attention|]. split; [apply g_c_feed_forward|].
  split; [apply g_c_heads; lia|]. destruct (interval d n m one_d two_n two_m) as [positive less].
  split; [exact positive|]. split; [exact less|]. split; [|split; [|split]].
  - exact (property_1 d n m one_d two_n two_m).
  - exact (property_2 d n m one_d two_n two_m).
  - exact (property_3 d n m one_d two_n two_m).
  - exact (property_4 d n m one_d two_n two_m).
Qed.
