(** * Category 2 in the network, App. E.3.2

    Proofs of the statements of [Statements.v], from what [Category2.v] proves about ids. *)

From Coq Require Import ZArith QArith List Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Sweeps NewIds Simulation Grid Lemma8 NetworkIds Category2.
Import ListNotations.
Open Scope Z_scope.

(** ** Lists in order *)

Lemma nodup_sorted : forall (A : Type) (same : forall a b : A, {a = b} + {a <> b}) (R : A -> A -> Prop) l,
  StronglySorted R l -> StronglySorted R (nodup same l).
Proof.
  intros A same R l H. induction H as [|a l _ IH Ha]; cbn; [constructor|].
  destruct (in_dec same a l); [exact IH|]. constructor; [exact IH|].
  apply Forall_forall. intros b Hb. apply nodup_In in Hb. exact (proj1 (Forall_forall _ _) Ha b Hb).
Qed.

Lemma sorted_ids_columns : forall (f : column -> Z) L,
  StronglySorted Z.le (map f L) <-> StronglySorted (fun c c' => f c <= f c') L.
Proof.
  intros f L. split; induction L as [|c L IH]; intros H; constructor.
  - inversion H. subst. now apply IH.
  - inversion H. subst. now apply Forall_map.
  - inversion H. subst. now apply IH.
  - inversion H. subst. now apply Forall_map.
Qed.

(** One list alone is in strict order and has given members. *)
Lemma sorted_same_set : forall a b, StronglySorted Z.lt a -> StronglySorted Z.lt b -> same_set a b -> a = b.
Proof.
  induction a as [|y a IH]; intros b Ha Hb H.
  - symmetry. now apply (same_set_empty [] b).
  - destruct b as [|z b]; [exfalso; destruct (proj1 (H y) (or_introl eq_refl))|].
    inversion Ha as [|? ? Ha' Hya]. inversion Hb as [|? ? Hb' Hzb]. subst. rewrite Forall_forall in Hya, Hzb.
    assert (y = z).
    { destruct (proj1 (H y) (or_introl eq_refl)) as [E|Hy]; [now symmetry|].
      destruct (proj2 (H z) (or_introl eq_refl)) as [E|Hz]; [exact E|].
      specialize (Hya z Hz). specialize (Hzb y Hy). lia. }
    subst z. f_equal. apply IH; try assumption. intros w. split; intros Hw.
    + destruct (proj1 (H w) (or_intror Hw)) as [<-|]; [|assumption]. specialize (Hya y Hw). lia.
    + destruct (proj2 (H w) (or_intror Hw)) as [<-|]; [|assumption]. specialize (Hzb y Hw). lia.
Qed.

Section Category2Network.
  Variables (d n m : nat) (L : point).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Hypothesis L_in : category_2 d n m L.

  Local Notation x := (column_ids d m L).
  Local Notation swept_ids := (sweep (D d m) (all_ids (D d m)) x).

  Lemma m_positive : (1 <= m)%nat.
  Proof. lia. Qed.
  Local Hint Resolve m_positive : core.

  Lemma D_range : 2 <= D d m.
  Proof. pose proof (D_at_least_m d m one_d two_m). lia. Qed.

  Lemma L_grid : G_delta d n m L.
  Proof. exact (proj1 L_in). Qed.

  Lemma L_shape : of_shape d n L.
  Proof. exact (proj1 L_grid). Qed.

  Lemma L_nonempty : L <> [].
  Proof. exact (of_shape_nonempty d n L two_n L_shape). Qed.

  Lemma L_lengths : columns_have_length d L.
  Proof. exact (proj2 L_shape). Qed.
  Local Hint Resolve L_nonempty L_lengths : core.

  Lemma x_length : length x = n.
  Proof. exact (ids_length d n m L L_shape). Qed.

  Lemma x_nonempty : x <> [].
  Proof. intros E. pose proof x_length as H. rewrite E in H. cbn in H. lia. Qed.

  Lemma x_sorted : StronglySorted Z.le x.
  Proof. exact (proj2 (proj2 L_in)). Qed.

  Lemma x_range : Forall (fun y => 0 <= y < D d m) x.
  Proof. exact (G_delta_ids d n m L one_d two_m L_grid). Qed.

  Lemma x_repeated : ~ NoDup x.
  Proof. exact (equal_columns_equal_ids d m L (proj1 (proj2 L_in))). Qed.

  Lemma x_entry : forall j, (1 <= j <= n)%nat -> In (nth (j - 1) x 0) x.
  Proof. intros j Hj. apply nth_In. rewrite x_length. lia. Qed.

  Lemma x_entry_range : forall j, (1 <= j <= n)%nat -> 0 <= nth (j - 1) x 0 < D d m.
  Proof. intros j Hj. exact (proj1 (Forall_forall _ _) x_range _ (x_entry j Hj)). Qed.

  Lemma x_index : forall j, (1 <= j <= n)%nat -> (j - 1 < length x)%nat.
  Proof. intros j Hj. rewrite x_length. lia. Qed.
  Local Hint Resolve x_index : core.

  Lemma is_id_layer : forall j k, (1 <= j <= n)%nat -> is_id d m L j k -> (k < m ^ d)%nat.
  Proof.
    intros j k Hj own. pose proof (x_entry_range j Hj) as H. rewrite (is_id_units d m L m_positive j k own) in H.
    unfold D in H. lia.
  Qed.

  Lemma alone : zero_alone swept_ids.
  Proof.
    destruct (category_2_zero (D d m) n x D_range x_length x_sorted x_range) as [H | H]; [left | now right].
    refine (Forall_impl _ _ H). intros y. cbv beta. lia.
  Qed.

  (** ** If n' = 1 *)

  Lemma one_id_gains_nothing : (length (distinct_ids x) < 2)%nat -> forall gain k y, gained gain k x y = 0.
  Proof.
    intros H gain k y. unfold gained. rewrite (one_distinct_id x H (greatest x) (least x)).
    - destruct (y =? k); lia.
    - apply greatest_in, x_nonempty.
    - apply least_in, x_nonempty.
  Qed.

  Lemma one_id : (forall j, (1 <= j <= n)%nat -> (id_of d m L j == id_of d m L 1)%Q) ->
    (length (distinct_ids x) < 2)%nat.
  Proof.
    intros H. assert (same : forall y, In y x -> y = nth 0 x 0).
    { intros y y_in. apply (In_nth _ _ 0) in y_in. destruct y_in as (i & Hi & <-). rewrite x_length in Hi.
      specialize (H (S i) ltac:(lia)).
      apply (id_of_equal d m L m_positive) in H. cbn in H. rewrite Nat.sub_0_r in H. exact H. }
    pose proof (NoDup_nodup Z.eq_dec x) as different. fold (distinct_ids x) in different.
    destruct (distinct_ids x) as [|a [|b rest]] eqn:E; cbn; try lia. exfalso.
    assert (in_x : forall y, In y (distinct_ids x) -> In y x) by (intros y; apply distinct_ids_same_set).
    rewrite E in in_x. pose proof (same a (in_x a (or_introl eq_refl))).
    pose proof (same b (in_x b (or_intror (or_introl eq_refl)))). inversion different as [|? ? fresh _]. subst.
    apply fresh. left. congruence.
  Qed.

  Lemma several_ids : forall i, (1 <= i <= n)%nat -> ~ (id_of d m L i == id_of d m L 1)%Q ->
    (2 <= length (distinct_ids x))%nat.
  Proof.
    intros i Hi H. destruct (Nat.ltb_spec (length (distinct_ids x)) 2) as [less|]; [|assumption]. contradiction H.
    apply (id_of_equal d m L m_positive). apply (one_distinct_id x less); apply x_entry; lia.
  Qed.

  Lemma one_id_holds : (forall j, (1 <= j <= n)%nat -> (id_of d m L j == id_of d m L 1)%Q) ->
    (forall k, Meq (after (sweep_layers d m) k (in_unit_1 m L)) (in_unit_1 m L)) /\
    Meq (run (sweep_layers d m) (in_unit_1 m L)) (in_unit_1 m L).
  Proof.
    intros H. apply one_id in H. split.
    - intros k.
      pose proof (partial_sweep_simulates d m (D d m) (seq 0 (m ^ d)) k L one_d m_positive L_nonempty L_lengths)
        as same.
      rewrite sweep_point_unchanged in same; [exact same|]. intros. now apply one_id_gains_nothing.
    - pose proof (sweep_layers_simulate d m L one_d m_positive L_nonempty L_lengths)
        as same.
      rewrite sweep_point_unchanged in same; [exact same|]. intros. now apply one_id_gains_nothing.
  Qed.

  (** ** Coupled columns *)

  Lemma some_equal_ids : exists j j', (1 <= j < j')%nat /\ (j' <= n)%nat /\ (id_of d m L j == id_of d m L j')%Q.
  Proof.
    assert (H : forall l, ~ NoDup l -> exists i i', (i < i')%nat /\ (i' < length l)%nat /\ nth i l 0 = nth i' l 0).
    { induction l as [|a l IH]; intros same; [contradiction same; constructor|].
      destruct (in_dec Z.eq_dec a l) as [a_in | a_out].
      - apply (In_nth _ _ 0) in a_in. destruct a_in as (i & Hi & E). exists 0%nat, (S i).
        cbn. repeat split; [lia|lia|now symmetry].
      - destruct IH as (i & i' & less & Hi & E).
        + intros rest. apply same. now constructor.
        + exists (S i), (S i'). cbn. repeat split; [lia|lia|exact E]. }
    destruct (H x x_repeated) as (i & i' & less & Hi & E). rewrite x_length in Hi. exists (S i), (S i').
    split; [lia|]. split; [lia|]. apply (id_of_equal d m L m_positive). cbn. now rewrite !Nat.sub_0_r.
  Qed.

  Lemma shift_operation : forall j k highest lowest, (1 <= j <= n)%nat -> is_id d m L j k ->
    greatest_of (ids_after d m k L) highest -> least_of (ids_after d m k L) lowest ->
    (shifted_by d m k L j == power d m 1 * (highest - lowest))%Q.
  Proof.
    intros j k highest lowest Hj own top_is_highest least_is_lowest. pose proof (is_id_layer j k Hj own) as Hk.
    pose proof (x_entry j Hj) as y_in.
    rewrite shifted_by_units by (auto; rewrite x_length; lia). cbv zeta.
    rewrite (shift_of (D d m) n x D_range x_length x_sorted x_range _ y_in), (is_id_units d m L m_positive j k own).
    pose proof (ids_after_units d m L one_d m_positive L_nonempty L_lengths k ltac:(lia)) as same.
    assert (state_nonempty : sweep (D d m) (all_ids (Z.of_nat k)) x <> []).
    { intros E. apply (f_equal (@length Z)) in E. rewrite length_sweep, x_length in E. cbn in E. lia. }
    rewrite (greatest_of_unique _ _ _ top_is_highest (greatest_of_units m _ _ m_positive state_nonempty same)).
    rewrite (least_of_unique _ _ _ least_is_lowest (least_of_units m _ _ m_positive state_nonempty same)).
    rewrite units_minus, power_1_units. reflexivity.
  Qed.

  Lemma equal_ids_equal_columns : forall j j', (1 <= j <= n)%nat -> (1 <= j' <= n)%nat ->
    (id_of d m L j == id_of d m L j')%Q -> nth (j - 1) L [] = nth (j' - 1) L [].
  Proof.
    intros j j' Hj Hj' E. apply (id_of_equal d m L m_positive) in E. pose proof (proj1 L_shape) as columns.
    assert (id_at : forall i, (i < n)%nat -> nth i x 0 = column_id d m (nth i L [])).
    { intros i Hi. unfold column_ids. rewrite (nth_indep _ 0 (column_id d m [])) by (rewrite map_length; lia).
      apply map_nth. }
    rewrite !id_at in E by lia. pose proof (G_delta_columns d n m L L_grid) as in_grid.
    rewrite Forall_forall in in_grid.
    apply (proj1 (proj2 (column_id_bijective_holds d m one_d two_m))); [| | exact E]; apply in_grid, nth_In; lia.
  Qed.

  Lemma coupled : forall j j' k, (1 <= j <= n)%nat -> (1 <= j' <= n)%nat -> (id_of d m L j == id_of d m L j')%Q ->
    nth (j - 1) (after (g_c d n m) k (in_unit_1 m L)) [] = nth (j' - 1) (after (g_c d n m) k (in_unit_1 m L)) [].
  Proof.
    intros j j' k Hj Hj' E. pose proof (proj1 L_shape) as columns.
    assert (Hlen : length (in_unit_1 m L) = n) by (unfold in_unit_1; rewrite map_length; exact columns).
    assert (inside : forall i, (i < n)%nat -> (i < length (in_unit_1 m L))%nat) by (intros; lia).
    assert (column_at : forall i, (i < n)%nat ->
      nth i (in_unit_1 m L) [] = map (fun k => inject_Z k * delta m)%Q (nth i L [])).
    { intros i Hi. rewrite <- (map_nth (map (fun k => inject_Z k * delta m)%Q)). apply nth_indep.
      now apply inside. }
    unfold after. apply equal_columns_stay; [apply inside; lia | apply inside; lia |].
    rewrite !column_at by lia. f_equal. now apply equal_ids_equal_columns.
  Qed.

  (** ** In turn, in order *)

  Lemma in_turn : forall i, (1 <= i <= n)%nat -> ~ (id_of d m L i == id_of d m L 1)%Q ->
    forall j, (1 <= j <= n)%nat -> (id_of d m L j < new_id d m L j)%Q /\
    forall k, (k <= m ^ d)%nat ->
      ((id_of d m L j < of_nat k * delta m)%Q -> (id_after d m k L j == new_id d m L j)%Q) /\
      ((of_nat k * delta m <= id_of d m L j)%Q -> (id_after d m k L j == id_of d m L j)%Q).
  Proof.
    intros i Hi other j Hj. pose proof (several_ids i Hi other) as several. pose proof (x_entry j Hj) as y_in.
    split.
    - rewrite id_of_units, new_id_swept by auto. apply units_lt; [exact m_positive|].
      exact (shifted_up (D d m) n x D_range x_length x_sorted x_range several _ y_in).
    - intros k Hk. rewrite id_after_units, new_id_swept, id_of_units, units_of_nat by auto.
      rewrite nth_sweep by (rewrite x_length; lia).
      rewrite (shifted_in_turn (D d m) n x D_range x_length x_sorted x_range several (Z.of_nat k) _)
        by (exact y_in || (unfold D; lia)).
      rewrite units_lt, units_le by exact m_positive. split; intros H.
      + now rewrite (proj2 (Z.ltb_lt _ _) H).
      + now rewrite (proj2 (Z.ltb_ge _ _) H).
  Qed.

  Lemma order : (0 <= new_id d m L 1)%Q /\
    forall j j', (1 <= j)%nat -> (j <= j')%nat -> (j' <= n)%nat -> (new_id d m L j <= new_id d m L j')%Q /\
      ((new_id d m L j == new_id d m L j')%Q <-> (id_of d m L j == id_of d m L j')%Q).
  Proof.
    split.
    - rewrite new_id_units, (units_0 m) by auto. apply units_le; [exact m_positive|].
      destruct (category_2_zero (D d m) n x D_range x_length x_sorted x_range) as [H | H]; rewrite Forall_forall in H.
      + apply Z.lt_le_incl, H, nth_In. rewrite length_sweep, x_length. lia.
      + rewrite H; [lia|]. apply nth_In. rewrite length_sweep, x_length. lia.
    - intros j j' Hj Hjj' Hj'. pose proof (x_entry j ltac:(lia)) as y_in. pose proof (x_entry j' ltac:(lia)) as z_in.
      pose proof (x_index j ltac:(lia)). pose proof (x_index j' ltac:(lia)).
      assert (le : nth (j - 1) x 0 <= nth (j' - 1) x 0)
        by (apply Sweeps.sorted_nth; [exact x_sorted | lia | rewrite x_length; lia]).
      rewrite !new_id_swept, !id_of_units, !units_eq, units_le by auto.
      split; [now apply (order_after (D d m) n x D_range x_length x_sorted x_range)|]. split; [|now intros ->].
      intros E. destruct (Z.eq_dec (nth (j - 1) x 0) (nth (j' - 1) x 0)) as [|ne]; [assumption|].
      destruct (Nat.ltb_spec (length (distinct_ids x)) 2) as [one | several].
      + now apply (one_distinct_id x one).
      + pose proof (increasing_after (D d m) x D_range x_sorted x_range several _ _ y_in z_in ltac:(lia)). lia.
  Qed.

  (** ** The sequence l'_1 < ... < l'_n' *)

  Lemma some_distinct_columns : exists n' L', distinct_columns d m L n' L'.
  Proof.
    set (same := list_eq_dec Z.eq_dec). exists (length (nodup same L)), (nodup same L).
    pose proof L_grid as [[_ lengths] ranges]. rewrite Forall_forall in lengths, ranges.
    split; [|intros c; apply nodup_In]. split; [split; [split; [split|]|]|].
    - reflexivity.
    - apply Forall_forall. intros c c_in. apply lengths. now apply nodup_In in c_in.
    - apply Forall_forall. intros c c_in. apply ranges. now apply nodup_In in c_in.
    - apply NoDup_nodup.
    - apply sorted_ids_columns, nodup_sorted, sorted_ids_columns, x_sorted.
  Qed.

  Section DistinctColumns.
    Variables (n' : nat) (L' : point).
    Hypothesis L'_distinct : distinct_columns d m L n' L'.

    Local Notation x' := (column_ids d m L').

    Lemma L'_grid : G_delta d n' m L'.
    Proof. exact (proj1 (proj1 (proj1 L'_distinct))). Qed.

    Lemma ids_are_distinct_ids : x' = distinct_ids x.
    Proof.
      apply sorted_same_set.
      - exact (category_1_ids d n' m L' one_d two_m (proj1 L'_distinct)).
      - exact (distinct_ids_increasing x x_sorted).
      - intros y. rewrite <- (distinct_ids_same_set x y). unfold column_ids. rewrite !in_map_iff.
        split; intros (c & E & c_in); exists c; (split; [exact E | now apply (proj2 L'_distinct)]).
    Qed.

    Lemma x'_length : length (distinct_ids x) = n'.
    Proof. rewrite <- ids_are_distinct_ids. exact (ids_length d n' m L' (proj1 L'_grid)). Qed.

    Lemma n'_range : (1 <= n' < n)%nat.
    Proof.
      rewrite <- x'_length. split.
      - pose proof (proj1 (distinct_ids_same_set x _) (x_entry 1 ltac:(lia))) as y_in.
        destruct (distinct_ids x); [destruct y_in | cbn; lia].
      - pose proof (fewer_distinct x x_repeated) as fewer. now rewrite x_length in fewer.
    Qed.

    Lemma L'_nonempty : L' <> [].
    Proof.
      intros none. pose proof (proj1 (proj1 L'_grid)) as E. rewrite none in E. cbn in E. pose proof n'_range. lia.
    Qed.

    Lemma L'_lengths : columns_have_length d L'.
    Proof. exact (proj2 (proj1 L'_grid)). Qed.

    Lemma same_new_ids : forall j j', (1 <= j <= n)%nat -> (1 <= j' <= n')%nat ->
      (id_of d m L j == id_of d m L' j')%Q -> (new_id d m L j == new_id d m L' j')%Q.
    Proof.
      intros j j' Hj Hj' E. rewrite !id_of_units in E. apply units_eq in E; [|exact m_positive].
      rewrite new_id_swept by auto. rewrite (new_id_units d m L' one_d m_positive L'_nonempty L'_lengths).
      rewrite nth_sweep by (rewrite (ids_length d n' m L' (proj1 L'_grid)); lia).
      rewrite E, ids_are_distinct_ids. now rewrite (swept_same_set _ _ _ _ _ (distinct_ids_same_set x)).
    Qed.

    Lemma display : (2 <= n')%nat -> (top d n m L == display_of_new_id d n' m L' n')%Q.
    Proof.
      intros several. rewrite (top_units d m L one_d m_positive L_nonempty L_lengths).
      rewrite (display_units d m L' n' n' (ids_length d n' m L' (proj1 L'_grid))).
      rewrite (top_formula (D d m) n x D_range x_length x_sorted x_range) by (rewrite x'_length; exact several).
      rewrite x'_length, ids_are_distinct_ids. reflexivity.
    Qed.

    Lemma upper_bound_holds : (2 <= n')%nat ->
      let bound := (delta m * power d m n' * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1))%Q in
      (top d n m L <= bound)%Q /\ (bound < delta m * power d m (n - 1) * (power d m 1 - 1))%Q.
    Proof.
      intros several bound. unfold bound. rewrite upper_bound_units, edge_units, top_units, units_le, units_lt by auto.
      pose proof x'_length as Hn'. rewrite <- Hn' in several |- *. split.
      - apply (proj1 (Forall_forall _ _) (upper_bound (D d m) x D_range x_sorted x_range several)), nth_In.
        rewrite length_sweep, x_length. lia.
      - pose proof (below_lower_bound (D d m) n x D_range x_length x_sorted x_range x_repeated).
        replace (Z.of_nat (n - 1)) with (Z.of_nat n - 1) by lia. lia.
    Qed.
  End DistinctColumns.

  Lemma top_entry : In (nth (n - 1) swept_ids 0) swept_ids.
  Proof. apply nth_In. rewrite length_sweep, x_length. lia. Qed.

  Lemma below_category_1_holds : (top d n m L + delta m <= delta m * power d m (n - 1) * (power d m 1 - 1))%Q.
  Proof.
    rewrite edge_units, top_units, units_1, units_plus, units_le by auto.
    pose proof (proj1 (Forall_forall _ _)
      (after_sweep_at_most (D d m) n x D_range x_length x_sorted x_range x_repeated) _ top_entry) as H. cbv beta in H.
    pose proof (below_lower_bound (D d m) n x D_range x_length x_sorted x_range x_repeated).
    replace (Z.of_nat (n - 1)) with (Z.of_nat n - 1) by lia. lia.
  Qed.

  (** ** The last layer *)

  Lemma zero_column : forall c, In c L -> column_id d m c = 0 -> Forall (eq 0) c.
  Proof.
    intros c c_in E. pose proof (proj1 (Forall_forall _ _) (G_delta_columns d n m L L_grid) c c_in) as c_grid.
    assert (zeros : forall w k, dot_Z w (repeat 0 k) = 0).
    { induction w as [|a w IH]; intros [|k]; cbn; try reflexivity. rewrite IH. lia. }
    assert (E' : c = repeat 0 d).
    { apply (proj1 (proj2 (column_id_bijective_holds d m one_d two_m))); [exact c_grid | split |].
      - apply repeat_length.
      - apply Forall_forall. intros k k_in. apply repeat_spec in k_in. lia.
      - rewrite E. symmetry. apply zeros. }
    rewrite E'. apply Forall_forall. intros k k_in. apply repeat_spec in k_in. now symmetry.
  Qed.

  Lemma threshold : (forall j, (1 <= j <= n)%nat -> (0 < new_id d m L j)%Q) \/ Forall (Forall (eq 0)) L.
  Proof.
    destruct (positive_or_zero (D d m) n x D_range x_length x_sorted x_range) as [H | [H _]];
      rewrite Forall_forall in H.
    - left. intros j Hj. rewrite new_id_units, (units_0 m) by auto. apply units_lt; [exact m_positive|].
      apply H, nth_In. rewrite length_sweep, x_length. lia.
    - right. apply Forall_forall. intros c c_in. apply zero_column; [exact c_in|]. apply H. now apply in_map.
  Qed.

  Lemma output : let bound :=
    (delta m * power d m (n - 1) * (power d m 1 - 1) - delta m * (power d m 1 - 1) * (power d m 1 - 1))%Q in
    (forall j, (1 <= j <= n)%nat ->
      (nth (j - 1) (q d n m L) 0 == new_id d m L j + power d m (n + 1) * top d n m L)%Q /\
      (nth (j - 1) (q d n m L) 0 <= (power d m (n + 1) + 1) * bound)%Q) /\
    ((power d m (n + 1) + 1) * bound < t_l d n m)%Q.
  Proof.
    intros bound. assert (E : ((power d m (n + 1) + 1) * bound == units m ((D d m ^ (Z.of_nat n + 1) + 1) *
      (D d m ^ (Z.of_nat n - 1) * (D d m - 1) - (D d m - 1) ^ 2)))%Q).
    { unfold bound. rewrite upper_bound_units, Qmult_plus_distr_l, power_units, Qmult_1_l, units_plus.
      replace (Z.of_nat (n - 1)) with (Z.of_nat n - 1) by lia. replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia.
      apply units_eq; [exact m_positive|]. ring. }
    split.
    - intros j Hj. rewrite E, q_units by auto using alone. split.
      + rewrite new_id_units, top_units, power_units, units_plus, units_eq by auto.
        replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia.
        apply (last_layer (D d m) n x D_range x_length x_sorted x_range). lia.
      + apply units_le; [exact m_positive|]. apply (proj1 (Forall_forall _ _)
          (category_2_outputs_at_most (D d m) n x D_range x_length x_sorted x_range x_repeated)), nth_In.
        unfold global. rewrite map_length, length_sweep, x_length. lia.
    - rewrite E, t_l_in_unit_1. fold (units m (D d m ^ (2 * Z.of_nat n) * (D d m - 1))).
      apply units_lt; [exact m_positive|].
      exact (largest_below_t_l (D d m) n x D_range x_length x_sorted x_range x_repeated).
  Qed.

  Lemma outside : Forall (fun y => (y < t_l d n m \/ t_r d n m < y)%Q) (q d n m L).
  Proof.
    apply Forall_forall. intros y y_in. left. apply (In_nth _ _ 0%Q) in y_in. destruct y_in as (i & Hi & <-).
    destruct output as [bounds below].
    rewrite q_length, x_length in Hi by auto using alone.
    destruct (bounds (S i) ltac:(lia)) as [_ H]. cbn in H. rewrite Nat.sub_0_r in H.
    exact (Qle_lt_trans _ _ _ H below).
  Qed.
End Category2Network.

(** ** The statements *)

Theorem category_2_one_id_holds : Statements.category_2_one_id.
Proof. intros d n m L one_d two_n two_m L_in. now apply one_id_holds. Qed.

Theorem category_2_coupled_holds : Statements.category_2_coupled.
Proof.
  intros d n m L one_d two_n two_m L_in. split; [now apply some_equal_ids|]. split.
  - intros. now apply (shift_operation d n).
  - intros. now apply coupled.
Qed.

Theorem category_2_in_turn_holds : Statements.category_2_in_turn.
Proof. intros d n m L i one_d two_n two_m L_in. intros. now apply (in_turn d n m L one_d two_n two_m L_in i). Qed.

Theorem category_2_order_holds : Statements.category_2_order.
Proof. intros d n m L one_d two_n two_m L_in. now apply order. Qed.

Theorem category_2_as_shorter_sequence_holds : Statements.category_2_as_shorter_sequence.
Proof.
  intros d n m L one_d two_n two_m L_in. split; [now apply (some_distinct_columns d n)|].
  intros n' L' distinct. split; [now apply (n'_range d n m L one_d two_n two_m L_in n' L')|]. split.
  - intros. now apply (same_new_ids d n m L one_d two_n two_m L_in n' L').
  - intros. now apply (display d n m L one_d two_n two_m L_in n' L').
Qed.

Theorem category_2_below_category_1_holds : Statements.category_2_below_category_1.
Proof.
  intros d n m L one_d two_n two_m L_in. split; [|now apply below_category_1_holds].
  intros n' L' distinct several. now apply (upper_bound_holds d n m L one_d two_n two_m L_in n' L').
Qed.

Theorem category_2_threshold_holds : Statements.category_2_threshold.
Proof. intros d n m L one_d two_n two_m L_in. now apply threshold. Qed.

Theorem category_2_output_holds : Statements.category_2_output.
Proof. intros d n m L one_d two_n two_m L_in. now apply output. Qed.

Theorem category_2_outside_holds : Statements.category_2_outside.
Proof. intros d n m L one_d two_n two_m L_in. now apply outside. Qed.
