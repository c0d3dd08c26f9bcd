(** * Category 3 in the network, App. E.3.3

    Proofs of the statements of [Statements.v], from what [Category3.v] proves about ids. *)

From Coq Require Import ZArith QArith List Sorted Lqa Lia.
From Exactua Require Import Transformers Grids Ids Statements Sweeps Simulation Grid Lemma8 NetworkIds Category3.
Import ListNotations.
Open Scope Z_scope.

Section Category3Network.
  Variables (d n m : nat) (L : point).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Hypothesis L_in : category_3 d n m L.

  Local Notation x := (column_ids d m L).
  Local Notation M := (Z.of_nat m).
  Local Notation swept_ids := (sweep (D d m) (all_ids (D d m)) x).
  Local Notation id_swept k y := (swept (D d m) (all_ids k) x y).

  Lemma m_positive : (1 <= m)%nat.
  Proof. lia. Qed.
  Local Hint Resolve m_positive : core.

  Lemma m_range : 2 <= M <= D d m.
  Proof. exact (D_at_least_m d m one_d two_m). Qed.

  Lemma L_grid : G_plus d n m L.
  Proof. exact (proj1 L_in). Qed.

  Lemma L_nonempty : L <> [].
  Proof. exact (of_shape_nonempty d n L two_n (proj1 L_grid)). Qed.

  Lemma L_lengths : columns_have_length d L.
  Proof. exact (proj2 (proj1 L_grid)). Qed.
  Local Hint Resolve L_nonempty L_lengths : core.

  Lemma x_length : length x = n.
  Proof. exact (ids_length d n m L (proj1 L_grid)). Qed.

  Lemma x_index : forall j, (1 <= j <= n)%nat -> (j - 1 < length x)%nat.
  Proof. intros j Hj. rewrite x_length. lia. Qed.
  Local Hint Resolve x_index : core.

  Lemma x_nonempty : x <> [].
  Proof. intros E. pose proof x_length as H. rewrite E in H. cbn in H. lia. Qed.

  Lemma x_sorted : StronglySorted Z.le x.
  Proof. exact (proj2 (proj2 L_in)). Qed.

  Lemma x_range : Forall (fun y => y <= special_bound (D d m) M n \/ 0 <= y < D d m) x.
  Proof. exact (G_plus_ids d n m L one_d two_n two_m L_grid). Qed.

  Lemma x_special : Exists (fun y => y <= special_bound (D d m) M n) x.
  Proof. exact (G_plus_not_G_delta d n m L one_d two_n two_m L_grid (proj1 (proj2 L_in))). Qed.

  Lemma x_entry : forall j, (1 <= j <= n)%nat -> In (nth (j - 1) x 0) x.
  Proof. intros j Hj. apply nth_In. now apply x_index. Qed.

  (** An id that is not negative has a layer. *)
  Lemma x_entry_range : forall j, (1 <= j <= n)%nat -> 0 <= nth (j - 1) x 0 -> nth (j - 1) x 0 < D d m.
  Proof.
    intros j Hj H. pose proof (proj1 (Forall_forall _ _) x_range _ (x_entry j Hj)) as [low | [_ less]]; [|exact less].
    pose proof (bound_low (D d m) M n m_range two_n). lia.
  Qed.

  Lemma first_is_least : least x = nth 0 x 0.
  Proof. exact (sorted_least x x_sorted x_nonempty). Qed.

  Lemma last_is_greatest : greatest x = nth (n - 1) x 0.
  Proof. rewrite (sorted_greatest x x_sorted x_nonempty). now rewrite x_length. Qed.

  Lemma first_special : nth 0 x 0 <= special_bound (D d m) M n /\ nth 0 x 0 < 0.
  Proof.
    rewrite <- first_is_least. pose proof (least_special (D d m) M n x two_n x_special).
    pose proof (bound_low (D d m) M n m_range two_n). lia.
  Qed.

  Lemma alone : zero_alone swept_ids.
  Proof. left. exact (category_3_nonzero (D d m) M n x m_range two_n x_range x_special). Qed.

  Lemma negative_units : forall j, (id_of d m L j < 0)%Q <-> nth (j - 1) x 0 < 0.
  Proof. intros j. rewrite id_of_units, (units_0 m). now apply units_lt. Qed.

  Lemma nonnegative_units : forall j, (0 <= id_of d m L j)%Q <-> 0 <= nth (j - 1) x 0.
  Proof. intros j. rewrite id_of_units, (units_0 m). now apply units_le. Qed.

  Lemma is_id_layer : forall j k, (1 <= j <= n)%nat -> is_id d m L j k -> (k < m ^ d)%nat.
  Proof.
    intros j k Hj own. pose proof (x_entry_range j Hj) as H. rewrite (is_id_units d m L m_positive j k own) in H.
    unfold D in H. lia.
  Qed.

  (** ** l_1 *)

  Lemma minimum : (id_of d m L 1 < 0)%Q /\ forall k, (k <= m ^ d)%nat ->
    (id_after d m k L 1 == id_of d m L 1)%Q /\ least_of (ids_after d m k L) (id_of d m L 1).
  Proof.
    split; [apply negative_units; exact (proj2 first_special)|]. intros k Hk.
    assert (kD : 0 <= Z.of_nat k <= D d m) by (unfold D; lia).
    pose proof (minimum_stays (D d m) M n x m_range two_n x_special (Z.of_nat k) kD) as [kept is_least].
    rewrite first_is_least in kept, is_least. split.
    - rewrite id_after_units, id_of_units, nth_sweep by (auto; rewrite x_length; lia).
      apply units_eq; [auto|]. exact kept.
    - pose proof (ids_after_units d m L one_d m_positive L_nonempty L_lengths k Hk) as same.
      assert (state_nonempty : sweep (D d m) (all_ids (Z.of_nat k)) x <> []).
      { intros E. apply (f_equal (@length Z)) in E. rewrite length_sweep, x_length in E. cbn in E. lia. }
      pose proof (least_of_units m _ _ m_positive state_nonempty same) as [attained below]. rewrite is_least in *.
      pose proof (id_of_units d m L 1) as E. cbn [Nat.sub] in E. split.
      + apply Exists_exists in attained. destruct attained as (y & y_in & Ey). apply Exists_exists. exists y.
        split; [exact y_in|]. now rewrite E.
      + refine (Forall_impl _ _ below). intros y. cbv beta. now rewrite E.
  Qed.

  (** ** If all ids are negative *)

  Lemma ids_below_zero : (forall j, (1 <= j <= n)%nat -> (id_of d m L j < 0)%Q) -> forall y, In y x -> y < 0.
  Proof.
    intros H y y_in. apply (In_nth _ _ 0) in y_in. destruct y_in as (i & Hi & <-). rewrite x_length in Hi.
    specialize (H (S i) ltac:(lia)). apply negative_units in H. cbn in H. now rewrite Nat.sub_0_r in H.
  Qed.

  Lemma last_layer_at : forall j, (1 <= j <= n)%nat ->
    (nth (j - 1) (q d n m L) 0 ==
     units m (id_swept (D d m) (nth (j - 1) x 0%Z) + D d m ^ (Z.of_nat n + 1) *
       if nth (j - 1) x 0%Z <? 0 then nth 0 x 0%Z else id_swept (D d m) (nth (n - 1) x 0%Z)))%Q.
  Proof.
    intros j Hj. rewrite q_units by auto using alone. apply units_eq; [auto|].
    rewrite (last_layer (D d m) M n x m_range two_n x_range x_special x_sorted) by auto.
    rewrite x_length, !nth_sweep by (rewrite x_length; lia). reflexivity.
  Qed.

  Lemma nth_outputs : forall P : Q -> Prop, (forall j, (1 <= j <= n)%nat -> P (nth (j - 1) (q d n m L) 0%Q)) ->
    Forall P (q d n m L).
  Proof.
    intros P H. apply Forall_forall. intros y y_in. apply (In_nth _ _ 0%Q) in y_in. destruct y_in as (i & Hi & <-).
    rewrite q_length, x_length in Hi by auto using alone. specialize (H (S i) ltac:(lia)). cbn in H.
    now rewrite Nat.sub_0_r in H.
  Qed.

  Lemma power_positive : 0 < D d m ^ (Z.of_nat n + 1).
  Proof. pose proof m_range. apply Z.pow_pos_nonneg; lia. Qed.

  Lemma pushed_below : (power d m (n + 1) * id_of d m L 1 < 0)%Q.
  Proof.
    rewrite id_of_units, power_units, (units_0 m). apply units_lt; [auto|].
    replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia. pose proof power_positive. pose proof first_special.
    cbn [Nat.sub]. nia.
  Qed.

  Lemma negative_kept_at : forall j, (1 <= j <= n)%nat -> (id_of d m L j < 0)%Q ->
    id_swept (D d m) (nth (j - 1) x 0) = nth (j - 1) x 0.
  Proof.
    intros j Hj H. apply negative_units in H. pose proof m_range.
    apply (negative_kept (D d m) M n x m_range two_n x_special); [lia | now apply x_entry | now left].
  Qed.

  Lemma negative_output : forall j, (1 <= j <= n)%nat -> (id_of d m L j < 0)%Q ->
    (new_id d m L j == id_of d m L j)%Q /\
    (nth (j - 1) (q d n m L) 0 == id_of d m L j + power d m (n + 1) * id_of d m L 1)%Q /\
    (nth (j - 1) (q d n m L) 0 < 0)%Q.
  Proof.
    intros j Hj H. pose proof (negative_kept_at j Hj H) as kept. pose proof pushed_below as below.
    assert (E : (nth (j - 1) (q d n m L) 0 == id_of d m L j + power d m (n + 1) * id_of d m L 1)%Q).
    { rewrite last_layer_at by exact Hj. rewrite kept. pose proof (proj1 (negative_units j) H) as less.
      rewrite (proj2 (Z.ltb_lt _ _) less). rewrite !id_of_units, power_units, units_plus. apply units_eq; [auto|].
      replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia. reflexivity. }
    split; [|split; [exact E|]].
    - rewrite new_id_swept, id_of_units by auto. now rewrite kept.
    - rewrite E. lra.
  Qed.

  Lemma all_negative : (forall j, (1 <= j <= n)%nat -> (id_of d m L j < 0)%Q) ->
    Meq (run (sweep_layers d m) (in_unit_1 m L)) (in_unit_1 m L) /\
    (power d m (n + 1) * id_of d m L 1 < 0)%Q /\
    (forall j, (1 <= j <= n)%nat ->
      (nth (j - 1) (q d n m L) 0 == id_of d m L j + power d m (n + 1) * id_of d m L 1)%Q) /\
    Forall (fun y => (y < 0)%Q) (q d n m L).
  Proof.
    intros H. split; [|split; [exact pushed_below|split]].
    - pose proof (sweep_layers_simulate d m L one_d m_positive L_nonempty L_lengths) as same.
      rewrite sweep_point_unchanged in same; [exact same|]. intros k y k_in y_in. apply gained_other.
      pose proof (ids_below_zero H y y_in). unfold all_ids in k_in. apply in_map_iff in k_in.
      destruct k_in as (i & <- & _). lia.
    - intros j Hj. exact (proj1 (proj2 (negative_output j Hj (H j Hj)))).
    - apply nth_outputs. intros j Hj. exact (proj2 (proj2 (negative_output j Hj (H j Hj)))).
  Qed.

  (** ** The index i *)

  Lemma index : (forall j, (1 <= j <= n)%nat -> (id_of d m L j < 0)%Q) \/ exists i, first_nonnegative d n m L i.
  Proof.
    destruct (sorted_split x x_sorted) as (i & Hi & low & high). rewrite x_length in Hi, high.
    destruct (Nat.eq_dec i n) as [-> | ne].
    - left. intros j Hj. apply negative_units, low. lia.
    - right. exists (S i). split; [|split].
      + destruct i as [|i]; [|lia]. pose proof (high 0%nat ltac:(lia)). pose proof first_special. lia.
      + intros j Hj. apply negative_units, low. lia.
      + intros j Hj. apply nonnegative_units, high. lia.
  Qed.

  Section Index.
    Variable i : nat.
    Hypothesis i_index : first_nonnegative d n m L i.

    Lemma i_range : (2 <= i <= n)%nat.
    Proof. exact (proj1 i_index). Qed.

    Lemma below_i : forall j, (1 <= j < i)%nat -> nth (j - 1) x 0 < 0.
    Proof. intros j Hj. apply negative_units. now apply i_index. Qed.

    Lemma from_i : forall j, (i <= j <= n)%nat -> 0 <= nth (j - 1) x 0 < D d m.
    Proof.
      intros j Hj. pose proof i_range as Hi.
      assert (H : 0 <= nth (j - 1) x 0) by (apply nonnegative_units; now apply i_index).
      split; [exact H|]. apply x_entry_range; [lia | exact H].
    Qed.

    Lemma kept_below_i : forall j k, (1 <= j < i)%nat -> (k <= m ^ d)%nat -> (id_after d m k L j == id_of d m L j)%Q.
    Proof.
      intros j k Hj Hk. pose proof i_range as Hi.
      rewrite id_after_units, id_of_units, nth_sweep by (auto; rewrite x_length; lia).
      apply units_eq; [auto|]. apply (negative_kept (D d m) M n x m_range two_n x_special).
      - unfold D. lia.
      - apply x_entry. lia.
      - left. now apply below_i.
    Qed.

    Lemma first_shift_at : forall k, is_id d m L i k ->
      (shifted_by d m k L i == power d m 1 * (id_of d m L n - id_of d m L 1))%Q.
    Proof.
      intros k own. pose proof i_range as Hi. pose proof (from_i i ltac:(lia)) as range.
      pose proof (x_index i ltac:(lia)). pose proof (is_id_layer i k ltac:(lia) own).
      rewrite shifted_by_units by auto. cbv zeta.
      rewrite (first_shift (D d m) M n x m_range two_n x_special); [|apply x_entry; lia | exact range|].
      - rewrite first_is_least, last_is_greatest, !id_of_units, units_minus, power_1_units. reflexivity.
      - intros y y_in y_nonnegative. apply (In_nth _ _ 0) in y_in. destruct y_in as (a & Ha & <-).
        rewrite x_length in Ha.
        destruct (Nat.lt_ge_cases a (i - 1)) as [less | ge].
        + pose proof (below_i (S a) ltac:(lia)) as negative. cbn in negative. rewrite Nat.sub_0_r in negative. lia.
        + apply Sweeps.sorted_nth; [exact x_sorted | exact ge | rewrite x_length; exact Ha].
    Qed.

    Lemma some_nonnegative : exists y, In y x /\ 0 <= y.
    Proof. pose proof i_range. exists (nth (i - 1) x 0). split; [apply x_entry | apply from_i]; lia. Qed.

    (** delta^-d (0 + delta^(-nd) - delta^(-d+1) + 1). *)
    Lemma least_shift_units : (power d m 1 * (0 + power d m n - delta m * power d m 1 + 1) ==
      units m (D d m * (0 - special_bound (D d m) M n)))%Q.
    Proof.
      rewrite delta_power. change (Z.of_nat 1) with 1. rewrite Z.pow_1_r.
      rewrite (power_alone d m n m_positive), Qplus_0_l, units_minus. rewrite (units_m m m_positive) at 1.
      rewrite units_plus, power_1_units. apply units_eq; [auto|]. unfold special_bound. ring.
    Qed.

    Lemma shifts_large :
      (power d m 1 * (0 + power d m n - delta m * power d m 1 + 1) <=
       power d m 1 * (id_of d m L n - id_of d m L 1))%Q /\
      (delta m * power d m (n + 1) <= power d m 1 * (0 + power d m n - delta m * power d m 1 + 1))%Q.
    Proof.
      pose proof (first_shift_is_large (D d m) M n x m_range two_n x_special some_nonnegative) as [large far].
      rewrite first_is_least, last_is_greatest in large.
      rewrite least_shift_units, delta_power, !id_of_units, units_minus, power_1_units, !units_le by auto.
      replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia. split; [exact large | exact far].
    Qed.

    Lemma next_shifts : forall j j' k k', (i <= j)%nat -> (j < j')%nat -> (j' <= n)%nat ->
      is_id d m L j k -> is_id d m L j' k' ->
      ((id_of d m L j < id_of d m L j')%Q -> (shifted_by d m k L j < shifted_by d m k' L j')%Q) /\
      ((id_of d m L j == id_of d m L j')%Q -> (shifted_by d m k L j == shifted_by d m k' L j')%Q).
    Proof.
      intros j j' k k' Hj Hjj' Hj' own own'. pose proof i_range as Hi.
      pose proof (x_index j ltac:(lia)). pose proof (x_index j' ltac:(lia)).
      pose proof (is_id_layer j k ltac:(lia) own). pose proof (is_id_layer j' k' ltac:(lia) own').
      rewrite !shifted_by_units, !id_of_units, units_lt, !units_eq by auto. cbv zeta.
      rewrite units_lt by auto. split; [|now intros ->]. intros less.
      apply (larger_shifts (D d m) M n x m_range two_n x_special).
      - apply x_entry. lia.
      - apply x_entry. lia.
      - pose proof (from_i j ltac:(lia)). lia.
      - apply from_i. lia.
    Qed.

    Lemma swept_far : forall j, (i <= j <= n)%nat -> D d m ^ (Z.of_nat n + 1) <= id_swept (D d m) (nth (j - 1) x 0).
    Proof.
      intros j Hj. pose proof i_range. apply (shifted_far (D d m) M n x m_range two_n x_range x_special).
      - apply x_entry. lia.
      - now apply from_i.
    Qed.

    Lemma swept_order : forall j j', (1 <= j)%nat -> (j <= j')%nat -> (j' <= n)%nat ->
      id_swept (D d m) (nth (j - 1) x 0) <= id_swept (D d m) (nth (j' - 1) x 0).
    Proof.
      intros j j' Hj Hjj' Hj'. apply (order_after (D d m) M n x m_range two_n x_range x_special).
      - apply x_entry. lia.
      - apply x_entry. lia.
      - apply Sweeps.sorted_nth; [exact x_sorted | lia | rewrite x_length; lia].
    Qed.

    Lemma after_sweep : (delta m * power d m (n + 1) <= new_id d m L i)%Q /\
      (forall j j', (i <= j)%nat -> (j <= j')%nat -> (j' <= n)%nat -> (new_id d m L j <= new_id d m L j')%Q) /\
      (forall j, (1 <= j < i)%nat -> (new_id d m L j == id_of d m L j)%Q /\ (id_of d m L j < 0)%Q).
    Proof.
      pose proof i_range as Hi. split; [|split].
      - rewrite delta_power, new_id_swept by (auto; apply x_index; lia). apply units_le; [auto|].
        replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia. apply swept_far. lia.
      - intros j j' Hj Hjj' Hj'. rewrite !new_id_swept by (auto; apply x_index; lia). apply units_le; [auto|].
        apply swept_order; lia.
      - intros j Hj. assert (negative : (id_of d m L j < 0)%Q) by (now apply i_index). split; [|exact negative].
        exact (proj1 (negative_output j ltac:(lia) negative)).
    Qed.

    Lemma top_far : D d m ^ (2 * Z.of_nat n + 2) <= D d m ^ (Z.of_nat n + 1) * id_swept (D d m) (nth (n - 1) x 0).
    Proof.
      pose proof i_range as Hi. pose proof (swept_far n ltac:(lia)). pose proof power_positive.
      replace (2 * Z.of_nat n + 2) with (Z.of_nat n + 1 + (Z.of_nat n + 1)) by lia. rewrite Z.pow_add_r by lia.
      apply Z.mul_le_mono_nonneg_l; lia.
    Qed.

    Lemma nonnegative_output : forall j, (i <= j <= n)%nat ->
      (nth (j - 1) (q d n m L) 0 == new_id d m L j + power d m (n + 1) * new_id d m L n)%Q /\
      (delta m * power d m (2 * n + 2) <= nth (j - 1) (q d n m L) 0)%Q.
    Proof.
      intros j Hj. pose proof i_range as Hi. pose proof (from_i j Hj) as range. rewrite last_layer_at by lia.
      rewrite (proj2 (Z.ltb_ge _ _)) by lia. split.
      - rewrite !new_id_swept by (auto; apply x_index; lia). rewrite power_units, units_plus. apply units_eq; [auto|].
        replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia. reflexivity.
      - rewrite delta_power. apply units_le; [auto|]. replace (Z.of_nat (2 * n + 2)) with (2 * Z.of_nat n + 2) by lia.
        pose proof (swept_far j Hj). pose proof top_far. pose proof power_positive. lia.
    Qed.

    Lemma t_r_below : (t_r d n m < delta m * power d m (2 * n + 2))%Q.
    Proof.
      rewrite delta_power, t_r_in_unit_1. apply units_lt; [auto|].
      replace (Z.of_nat (2 * n + 2)) with (2 * Z.of_nat n + 2) by lia. exact (beyond_t_r (D d m) M n m_range two_n).
    Qed.

    Lemma output : (power d m (n + 1) * id_of d m L 1 < 0)%Q /\
      (forall j, (1 <= j < i)%nat ->
        (nth (j - 1) (q d n m L) 0 == new_id d m L j + power d m (n + 1) * id_of d m L 1)%Q) /\
      (delta m * power d m (2 * n + 2) <= power d m (n + 1) * new_id d m L n)%Q /\
      (forall j, (i <= j <= n)%nat ->
        (nth (j - 1) (q d n m L) 0 == new_id d m L j + power d m (n + 1) * new_id d m L n)%Q /\
        (delta m * power d m (2 * n + 2) <= nth (j - 1) (q d n m L) 0)%Q) /\
      (t_r d n m < delta m * power d m (2 * n + 2))%Q.
    Proof.
      pose proof i_range as Hi. split; [exact pushed_below|].
      split; [|split; [|split; [exact nonnegative_output | exact t_r_below]]].
      - intros j Hj. assert (negative : (id_of d m L j < 0)%Q) by (now apply i_index).
        destruct (negative_output j ltac:(lia) negative) as (-> & E & _). exact E.
      - rewrite new_id_swept by (auto; apply x_index; lia). rewrite power_units, delta_power. apply units_le; [auto|].
        replace (Z.of_nat (2 * n + 2)) with (2 * Z.of_nat n + 2) by lia.
        replace (Z.of_nat (n + 1)) with (Z.of_nat n + 1) by lia. exact top_far.
    Qed.
  End Index.

  Lemma below_zero_or_beyond : Forall (fun y => (y < 0 \/ t_r d n m < y)%Q) (q d n m L).
  Proof.
    destruct index as [negative | [i i_index]].
    - refine (Forall_impl _ _ (proj2 (proj2 (proj2 (all_negative negative))))). intros y H. now left.
    - apply nth_outputs. intros j Hj. destruct (Nat.lt_ge_cases j i) as [less | ge].
      + left. apply negative_output; [exact Hj|]. now apply i_index.
      + right. refine (Qlt_le_trans _ _ _ t_r_below _). now apply (nonnegative_output i i_index j).
  Qed.

  Lemma t_l_positive : (0 < t_l d n m)%Q.
  Proof.
    rewrite t_l_in_unit_1, (units_0 m). apply units_lt; [auto|]. pose proof m_range.
    apply Z.mul_pos_pos; [apply Z.pow_pos_nonneg; lia | lia].
  Qed.
End Category3Network.

(** ** The statements *)

Theorem category_3_minimum_holds : Statements.category_3_minimum.
Proof. intros d n m L one_d two_n two_m L_in. now apply (minimum d n). Qed.

Theorem category_3_all_negative_holds : Statements.category_3_all_negative.
Proof. intros d n m L one_d two_n two_m L_in. now apply all_negative. Qed.

Theorem category_3_index_holds : Statements.category_3_index.
Proof. intros d n m L one_d two_n two_m L_in. now apply index. Qed.

Theorem category_3_shifts_holds : Statements.category_3_shifts.
Proof.
  intros d n m L i one_d two_n two_m L_in i_index.
  split; [intros; now apply (kept_below_i d n m L one_d two_n two_m L_in i)|].
  split; [intros; now apply (first_shift_at d n m L one_d two_n two_m L_in i)|].
  split; [now apply (shifts_large d n m L one_d two_n two_m L_in i)|].
  split; [now apply (shifts_large d n m L one_d two_n two_m L_in i)|].
  intros. now apply (next_shifts d n m L one_d two_n two_m L_in i).
Qed.

Theorem category_3_after_sweep_holds : Statements.category_3_after_sweep.
Proof. intros d n m L i one_d two_n two_m L_in i_index. now apply after_sweep. Qed.

Theorem category_3_output_holds : Statements.category_3_output.
Proof. intros d n m L i one_d two_n two_m L_in i_index. now apply output. Qed.

Theorem category_3_outside_holds : Statements.category_3_outside.
Proof.
  intros d n m L one_d two_n two_m L_in. pose proof (below_zero_or_beyond d n m L one_d two_n two_m L_in) as H.
  split; [exact H|]. refine (Forall_impl _ _ H). intros y [low | high]; [left | now right].
  apply (Qlt_trans _ _ _ low). now apply (t_l_positive d n m).
Qed.
