(** * Category 2, App. E.3.2: columns in G_delta, not all different

    Ids are integers, in units of delta; D = delta^-d; all are in [0, D) and some occur more than once. With n' < n
    distinct ids the sweep does to them what it does to the sequence l'_1 < ... < l'_n' (Category 1), so that they end
    below t_l. *)

From Coq Require Import ZArith List Lia Sorted.
From Exactua Require Import Ids Sweeps Category1 Lemma10.
Import ListNotations.
Open Scope Z_scope.

(** l'_1, ..., l'_n'. *)
Definition distinct_ids (x : list Z) : list Z := nodup Z.eq_dec x.

(** ** The distinct ids *)

Lemma distinct_ids_same_set : forall x, same_set x (distinct_ids x).
Proof. intros x z. symmetry. apply nodup_In. Qed.

Lemma distinct_ids_increasing : forall x, StronglySorted Z.le x -> StronglySorted Z.lt (distinct_ids x).
Proof.
  unfold distinct_ids. induction x as [|y x IH]; intros H; [constructor|].
  inversion H as [|? ? Hsorted Hall]. subst. cbn.
  destruct (in_dec Z.eq_dec y x) as [Hin | Hnot]; [now apply IH|]. constructor; [now apply IH|].
  apply Forall_forall. intros z Hz. apply nodup_In in Hz. pose proof (proj1 (Forall_forall _ _) Hall z Hz) as Hle.
  cbn in Hle. assert (y <> z) by (intros ->; contradiction). lia.
Qed.

(** n' < n *)
Lemma fewer_distinct : forall x, ~ NoDup x -> (length (distinct_ids x) < length x)%nat.
Proof.
  intros x H. destruct (Nat.ltb_spec (length (distinct_ids x)) (length x)) as [|Hge]; [assumption|]. contradiction H.
  apply (NoDup_incl_NoDup (NoDup_nodup Z.eq_dec x) Hge). intros z. apply distinct_ids_same_set.
Qed.

Lemma distinct_ids_range : forall (P : Z -> Prop) x, Forall P x -> Forall P (distinct_ids x).
Proof.
  intros P x H. apply Forall_forall. intros z Hz. apply (proj1 (Forall_forall _ _) H). now apply distinct_ids_same_set.
Qed.

Lemma one_distinct_id : forall x, (length (distinct_ids x) < 2)%nat -> forall y z, In y x -> In z x -> y = z.
Proof.
  intros x Hlen y z Hy Hz. apply distinct_ids_same_set in Hy, Hz.
  destruct (distinct_ids x) as [|a [|b rest]]; cbn in *; [destruct Hy | | lia].
  destruct Hy as [<- | []], Hz as [<- | []]. reflexivity.
Qed.

(** ** If n' = 1 *)

(** 'Max_j l_j = min_j l_j, so the selective shift operation applied at l_j does not shift the entry at all.' *)
Lemma no_shift : forall gain k x, (length (distinct_ids x) < 2)%nat -> shift gain k x = x.
Proof.
  intros gain k x H. unfold shift. rewrite (map_ext_in _ (fun y => y)); [apply map_id|]. intros y Hy.
  assert (Hne : x <> []) by (intros ->; destruct Hy).
  unfold gained. rewrite (one_distinct_id x H (greatest x) (least x)) by auto using greatest_in, least_in.
  destruct (y =? k); lia.
Qed.

(** 'At the end L~ = L'; so it is after each layer. *)
Theorem unchanged_if_one_distinct : forall gain ks x, (length (distinct_ids x) < 2)%nat -> sweep gain ks x = x.
Proof.
  intros gain ks x H. induction ks as [|k ks IH]; [reflexivity|].
  change (sweep gain (k :: ks) x) with (sweep gain ks (shift gain k x)). now rewrite no_shift.
Qed.

(** ** If 1 < n' <= n - 1 *)

(** 'Whose distinct values are the same as the numbers we get when we apply shift operations to [l'_1 ... l'_n'].' *)
Theorem as_shorter_sequence : forall gain ks x,
  sweep gain ks x = map (swept gain ks (distinct_ids x)) x /\
  sweep gain ks (distinct_ids x) = map (swept gain ks (distinct_ids x)) (distinct_ids x).
Proof. intros gain ks x. apply sweep_same_set, distinct_ids_same_set. Qed.

Lemma as_shorter_sequence_set : forall gain ks x, same_set (sweep gain ks x) (sweep gain ks (distinct_ids x)).
Proof.
  intros gain ks x. destruct (as_shorter_sequence gain ks x) as [-> ->]. apply map_same_set, distinct_ids_same_set.
Qed.

Section Category2.
  Variables (D : Z) (n : nat) (x : list Z).
  Hypothesis D_range : 2 <= D.
  Hypothesis x_length : length x = n.
  Hypothesis x_sorted : StronglySorted Z.le x.
  Hypothesis x_range : Forall (fun y => 0 <= y < D) x.

  Local Notation n' := (length (distinct_ids x)).
  (** The ids after the layers of the ids below k, and what has become of the id y. *)
  Local Notation state k := (sweep D (all_ids k) x).
  Local Notation id_after k y := (swept D (all_ids k) x y).

  (** The values of Category 1 for the sequence l'_1 < ... < l'_n'. *)
  Lemma from_category_1 : forall P : Z -> Prop, Forall P (sweep D (all_ids D) (distinct_ids x)) ->
    Forall P (sweep D (all_ids D) x).
  Proof.
    intros P H. apply Forall_forall. intros z Hz. apply (proj1 (Forall_forall _ _) H).
    exact (proj1 (as_shorter_sequence_set D (all_ids D) x z) Hz).
  Qed.

  (** l~_n <= delta^(-n'd+1) (delta^-d - 1) - delta (delta^-d - 1)^2; so are all l~_j. *)
  Theorem upper_bound : (2 <= n')%nat ->
    Forall (fun y => y <= D ^ Z.of_nat n' * (D - 1) - (D - 1) ^ 2) (state D).
  Proof.
    intros H. apply from_category_1. apply sweep_upper_bound; try assumption;
      [now apply distinct_ids_increasing | now apply distinct_ids_range].
  Qed.

  Lemma above_all_ids : (2 <= n')%nat -> Forall (fun y => D - 1 < y) (state D).
  Proof.
    intros H. apply from_category_1. apply sweep_above_ids; try assumption;
      [now apply distinct_ids_increasing | now apply distinct_ids_range].
  Qed.

  (** 'l~_1 <= l~_2 <= ... <= l~_n', and different ids stay different. *)
  Theorem increasing_after : (2 <= n')%nat -> forall y z, In y x -> In z x -> y < z -> id_after D y < id_after D z.
  Proof.
    intros H y z Hy Hz Hyz.
    pose proof (sweep_increasing D (distinct_ids x) D_range H (distinct_ids_increasing x x_sorted)
      (distinct_ids_range _ x x_range)) as Hinc.
    rewrite sweep_is_map in Hinc. rewrite !(swept_same_set D (all_ids D) _ _ _ (distinct_ids_same_set x)).
    apply distinct_ids_same_set in Hy, Hz. revert Hinc.
    generalize (swept D (all_ids D) (distinct_ids x)). intros f.
    pose proof (distinct_ids_increasing x x_sorted) as Hs. revert Hs Hy Hz.
    generalize (distinct_ids x). induction l as [|a l IH]; intros Hs Hy Hz Hf; [destruct Hy|].
    inversion Hs as [|? ? Hs' Ha]. inversion Hf as [|? ? Hf' Hb]. subst. cbn in Hb. rewrite Forall_map in Hb.
    rewrite Forall_forall in Ha, Hb.
    destruct Hy as [-> | Hy], Hz as [-> | Hz]; [lia | now apply Hb | specialize (Ha y Hy); lia | now apply IH].
  Qed.

  Lemma order_after : forall y z, In y x -> In z x -> y <= z -> id_after D y <= id_after D z.
  Proof.
    intros y z Hy Hz Hyz. destruct (Nat.ltb_spec n' 2) as [Hone | Hseveral].
    - rewrite (one_distinct_id x Hone y z Hy Hz). lia.
    - destruct (Z.eq_dec y z) as [-> | Hne]; [lia|]. pose proof (increasing_after Hseveral y z Hy Hz). lia.
  Qed.

  Theorem sorted_after : StronglySorted Z.le (sweep D (all_ids D) x).
  Proof. rewrite sweep_is_map. apply sorted_map; [exact x_sorted | exact order_after]. Qed.

  (** 'The shift operation is applied n' times, to l'_1, ..., l'_n', and shifts one or more entries at a time': after
      the layers of the ids below k the ids below k, and they alone, have been shifted. *)
  Theorem shifted_in_turn : (2 <= n')%nat -> forall k y, 0 <= k <= D -> In y x ->
    id_after k y = if y <? k then id_after D y else y.
  Proof.
    intros H k y Hk Hy. rewrite !(swept_same_set D _ _ _ _ (distinct_ids_same_set x)).
    apply distinct_ids_same_set in Hy. apply (In_nth _ _ 0) in Hy. destruct Hy as (j & Hj & <-).
    rewrite <- !nth_sweep by exact Hj.
    pose proof (distinct_ids_increasing x x_sorted) as Hs. pose proof (distinct_ids_range _ x x_range) as Hr.
    rewrite (sweep_is_new_ids D _ D_range H Hs Hr).
    pose proof (sweep_state D _ D_range H Hs Hr (Z.to_nat k) j ltac:(lia) Hj) as Hstate.
    rewrite first_layers, Z2Nat.id in Hstate by lia. exact Hstate.
  Qed.

  (** Each of them is shifted. *)
  Theorem shifted_up : (2 <= n')%nat -> forall y, In y x -> y < id_after D y.
  Proof.
    intros H y Hy. pose proof (proj1 (Forall_forall _ _) x_range y Hy) as Hr. cbv beta in Hr.
    assert (Hin : In (id_after D y) (state D)) by (apply In_swept; now exists y).
    pose proof (proj1 (Forall_forall _ _) (above_all_ids H) _ Hin) as Ha. cbv beta in Ha. lia.
  Qed.

  (** 'The selective shift operation for l_j is applied' to every column with that id, by delta^-d (max - min). *)
  Theorem shift_of : forall y, In y x ->
    id_after (y + 1) y - id_after y y = D * (greatest (state y) - least (state y)).
  Proof.
    intros y Hy. pose proof (proj1 (Forall_forall _ _) x_range y Hy) as Hr. cbv beta in Hr.
    assert (Hown : id_after y y = y).
    { destruct (Nat.ltb_spec n' 2) as [Hone | Hseveral].
      - assert (Hin : In (id_after y y) (state y)) by (apply In_swept; now exists y).
        rewrite (unchanged_if_one_distinct D (all_ids y) x Hone) in Hin. exact (one_distinct_id x Hone _ _ Hin Hy).
      - rewrite (shifted_in_turn Hseveral) by (auto; lia). now rewrite Z.ltb_irrefl. }
    rewrite swept_succ by lia. rewrite Hown, gained_own. lia.
  Qed.

  (** The display of l~_n, for l'_1 < ... < l'_n'. *)
  Theorem top_formula : (2 <= n')%nat -> nth (n - 1) (sweep D (all_ids D) x) 0 = closed_form D (distinct_ids x) n'.
  Proof.
    intros H. pose proof (distinct_ids_increasing x x_sorted) as Hs. pose proof (distinct_ids_range _ x x_range) as Hr.
    assert (Hne : sweep D (all_ids D) x <> []).
    { intros E. pose proof (f_equal (@length Z) E) as El. rewrite length_sweep in El. apply length_zero_iff_nil in El.
      rewrite El in H. cbn in H. lia. }
    rewrite <- (sweep_closed_form D _ D_range H Hs Hr) by (lia).
    replace (n - 1)%nat with (length (sweep D (all_ids D) x) - 1)%nat by (rewrite length_sweep; lia).
    replace (n' - 1)%nat with (length (sweep D (all_ids D) (distinct_ids x)) - 1)%nat
      by (rewrite length_sweep; reflexivity).
    rewrite <- !sorted_greatest.
    - apply greatest_same_set, as_shorter_sequence_set.
    - pose proof (sweep_increasing D _ D_range H Hs Hr) as Hinc.
      induction Hinc as [|a l _ IH Ha]; constructor; [exact IH|].
      refine (Forall_impl _ _ Ha). intros z. apply Z.lt_le_incl.
    - intros E. apply (f_equal (@length Z)) in E. rewrite length_sweep in E. rewrite E in H.
      cbn in H. lia.
    - exact sorted_after.
    - exact Hne.
  Qed.

  Hypothesis x_repeated : ~ NoDup x.

  Lemma n_range : (n' < n)%nat /\ (2 <= n)%nat.
  Proof.
    pose proof (fewer_distinct x x_repeated). rewrite x_length in *. split; [assumption|].
    destruct n as [|[|]]; [|exfalso|lia].
    - exfalso. apply x_repeated. apply length_zero_iff_nil in x_length. subst. constructor.
    - apply x_repeated. destruct x as [|a [|]]; cbn in x_length; try lia. constructor; [easy|constructor].
  Qed.

  (** delta^(-n'd+1) (delta^-d - 1) - delta (delta^-d - 1)^2 < delta^(-(n-1)d+1) (delta^-d - 1), the lower bound in
      Lemma 10. *)
  Lemma below_lower_bound :
    D ^ Z.of_nat n' * (D - 1) - (D - 1) ^ 2 <= D ^ (Z.of_nat n - 1) * (D - 1) - (D - 1) ^ 2 /\
    D ^ (Z.of_nat n - 1) * (D - 1) - (D - 1) ^ 2 < D ^ (Z.of_nat n - 1) * (D - 1).
  Proof.
    destruct n_range. assert (D ^ Z.of_nat n' <= D ^ (Z.of_nat n - 1)) by (apply Z.pow_le_mono_r; lia).
    rewrite Z.pow_2_r. nia.
  Qed.

  (** After the sweep each id, n' = 1 included, is at most delta^(-(n-1)d+1) (delta^-d - 1) - delta (delta^-d - 1)^2. *)
  Theorem after_sweep_at_most :
    Forall (fun y => y <= D ^ (Z.of_nat n - 1) * (D - 1) - (D - 1) ^ 2) (sweep D (all_ids D) x).
  Proof.
    destruct below_lower_bound as [H _], n_range. destruct (Nat.ltb_spec n' 2) as [Hone | Hseveral].
    - rewrite unchanged_if_one_distinct by exact Hone. refine (Forall_impl _ _ x_range). intros y Hy. cbv beta in *.
      assert (D ^ 1 <= D ^ (Z.of_nat n - 1)) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r, Z.pow_2_r in *. nia.
    - refine (Forall_impl _ _ (upper_bound Hseveral)). intros y Hy. cbv beta in *. lia.
  Qed.

  (** Not said in E.3.2: no tie at the threshold of psi(.; 0), or L = 0, where maximum, minimum and mean agree. *)
  Theorem positive_or_zero :
    Forall (fun y => 0 < y) (sweep D (all_ids D) x) \/ (Forall (fun y => y = 0) x /\ sweep D (all_ids D) x = x).
  Proof.
    destruct (Nat.ltb_spec n' 2) as [Hone | Hseveral].
    - rewrite unchanged_if_one_distinct by exact Hone. destruct (in_dec Z.eq_dec 0 x) as [Hin | Hnot].
      + right. split; [|reflexivity]. apply Forall_forall. intros y Hy. exact (one_distinct_id x Hone y 0 Hy Hin).
      + left. apply Forall_forall. intros y Hy. pose proof (proj1 (Forall_forall _ _) x_range y Hy) as Hr.
        cbv beta in Hr. assert (y <> 0) by (intros ->; contradiction). lia.
    - left. refine (Forall_impl _ _ (above_all_ids Hseveral)). intros y. cbv beta. lia.
  Qed.

  Theorem category_2_zero :
    Forall (fun y => 0 < y) (sweep D (all_ids D) x) \/ Forall (fun y => y = 0) (sweep D (all_ids D) x).
  Proof. destruct positive_or_zero as [H | [H ->]]; [now left | now right]. Qed.

  (** u^T g_c(L)_(:,j) = l~_j + delta^(-(n+1)d) l~_n *)
  Theorem last_layer : forall c i, (i < n)%nat -> let y := sweep D (all_ids D) x in
    nth i (global c y) 0 = nth i y 0 + c * nth (n - 1) y 0.
  Proof.
    intros c i Hi y. assert (Hlen : length y = n) by (unfold y; now rewrite length_sweep).
    rewrite nth_global by lia. cbv zeta.
    assert (Hi' : In (nth i y 0) y) by (apply nth_In; lia).
    assert (Htop : In (nth (n - 1) y 0) y) by (apply nth_In; lia).
    destruct category_2_zero as [Hpos | Hzero]; fold y in Hpos || fold y in Hzero.
    - pose proof (proj1 (Forall_forall _ _) Hpos _ Hi') as H0. cbv beta in H0. rewrite (proj2 (Z.ltb_lt _ _) H0).
      rewrite sorted_greatest, Hlen; [reflexivity | exact sorted_after |].
      intros E. rewrite E in Hlen. cbn in Hlen. lia.
    - rewrite Forall_forall in Hzero. rewrite (Hzero _ Hi'), (Hzero _ Htop). cbn. lia.
  Qed.

  (** (delta^(-(n+1)d) + 1) (delta^(-(n-1)d+1) (delta^-d - 1) - delta (delta^-d - 1)^2)
      < delta^(-2nd+1) (delta^-d - 1). *)
  Lemma largest_below_t_l :
    (D ^ (Z.of_nat n + 1) + 1) * (D ^ (Z.of_nat n - 1) * (D - 1) - (D - 1) ^ 2) < D ^ (2 * Z.of_nat n) * (D - 1).
  Proof.
    destruct n_range. replace (2 * Z.of_nat n) with (Z.of_nat n + 1 + (Z.of_nat n - 1)) by lia.
    replace (Z.of_nat n + 1) with (2 + (Z.of_nat n - 1)) by lia. rewrite !Z.pow_add_r by lia.
    assert (D ^ 1 <= D ^ (Z.of_nat n - 1)) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r, !Z.pow_2_r in *.
    generalize dependent (D ^ (Z.of_nat n - 1)). intros p Hp.
    assert (Hgap : 1 <= D * D * (D - 1) - 1) by nia.
    assert (0 < (D - 1) * (p * (D * D * (D - 1) - 1) + (D - 1))) by (apply Z.mul_pos_pos; nia).
    (* the difference of the two sides *)
    lia.
  Qed.

  (** u^T g_c(L)_(:,j) <= (delta^(-(n+1)d) + 1) (delta^(-(n-1)d+1) (delta^-d - 1) - delta (delta^-d - 1)^2). *)
  Theorem category_2_outputs_at_most :
    Forall (fun z => z <= (D ^ (Z.of_nat n + 1) + 1) * (D ^ (Z.of_nat n - 1) * (D - 1) - (D - 1) ^ 2))
      (global (D ^ (Z.of_nat n + 1)) (sweep D (all_ids D) x)).
  Proof.
    pose proof after_sweep_at_most as Hmost. pose proof category_2_zero as Hzero.
    assert (Hc : 0 < D ^ (Z.of_nat n + 1)) by (apply Z.pow_pos_nonneg; lia).
    generalize dependent (D ^ (Z.of_nat n - 1) * (D - 1) - (D - 1) ^ 2). intros most Hmost.
    generalize dependent (D ^ (Z.of_nat n + 1)). intros c Hc.  rewrite Forall_forall in Hmost.
    assert (Hnonneg : forall y, In y (state D) -> 0 <= y).
    { intros y Hy. destruct Hzero as [Hz | Hz]; rewrite Forall_forall in Hz; specialize (Hz y Hy); lia. }
    apply global_cases.
    - intros y Hy Hpos. pose proof (Hmost y Hy).
      assert (Hne : state D <> []) by (intros E; rewrite E in Hy; destruct Hy).
      pose proof (Hmost _ (greatest_in _ Hne)). nia.
    - intros y Hy Hneg. pose proof (Hnonneg y Hy). lia.
    - intros H0. pose proof (Hmost 0 H0). nia.
  Qed.

  (** Property 8.4 in Category 2: below t_l. *)
  Theorem category_2_outputs :
    Forall (fun z => z < D ^ (2 * Z.of_nat n) * (D - 1)) (global (D ^ (Z.of_nat n + 1)) (sweep D (all_ids D) x)).
  Proof.
    refine (Forall_impl _ _ category_2_outputs_at_most). intros z Hz. cbv beta in Hz.
    exact (Z.le_lt_trans _ _ _ Hz largest_below_t_l).
  Qed.

End Category2.
