(** * Category 3, App. E.3.3: a column with an entry -delta^(-nd)

    Ids are integers, in units of delta; D = delta^-d. The ids of columns with an entry -delta^(-nd) are at most
    -(m D^n) + D - m < 0, all others are in [0, D). Such an id is the minimum for the whole sweep, so that each id that
    is not negative is shifted far, once; in the end ids are negative or greater than t_r. *)

From Coq Require Import ZArith List Lia Sorted.
From Exactua Require Import Ids Sweeps.
Import ListNotations.
Open Scope Z_scope.

(** -delta^(-nd) + delta^(-d+1) - 1, in units of delta. *)
Definition special_bound (D m : Z) (n : nat) : Z := - (m * D ^ Z.of_nat n) + D - m.

Section Category3.
  Variables (D m : Z) (n : nat) (x : list Z).
  Local Notation bound := (special_bound D m n).
  Hypothesis m_range : 2 <= m <= D.
  Hypothesis n_range : (2 <= n)%nat.
  Hypothesis x_range : Forall (fun y => y <= bound \/ 0 <= y < D) x.
  Hypothesis x_special : Exists (fun y => y <= bound) x.

  (** The ids after the first k layers, and what became of the id y. *)
  Local Notation state k := (sweep D (all_ids k) x).
  Local Notation id_after k y := (swept D (all_ids k) x y).

  Lemma powers : D ^ (Z.of_nat n + 1) = D * D ^ Z.of_nat n /\ D * D <= D ^ Z.of_nat n.
  Proof.
    split; [rewrite Z.add_1_r, Z.pow_succ_r; lia|].
    replace (D * D) with (D ^ 2) by (rewrite Z.pow_2_r; reflexivity). apply Z.pow_le_mono_r; lia.
  Qed.

  (** E.3.3: 'l_j <= -delta^(-nd) + delta^(-d+1) - 1 < 0', 'where we used delta^-1 >= 2'. *)
  Lemma bound_low : bound <= - D ^ Z.of_nat n /\ bound < 0.
  Proof. unfold special_bound. destruct powers as [_ H]. nia. Qed.

  Lemma x_nonempty : x <> [].
  Proof. intros E. rewrite E in x_special. inversion x_special. Qed.

  (** l_1. *)
  Lemma least_special : least x <= bound.
  Proof.
    apply Exists_exists in x_special. destruct x_special as (y & Hy & Hb). pose proof (least_below x y Hy). lia.
  Qed.

  Lemma greatest_nonnegative : (exists y, In y x /\ 0 <= y) -> 0 <= greatest x.
  Proof. intros (y & Hy & H0). pose proof (greatest_above x y Hy). lia. Qed.

  Record invariant (k : Z) : Prop := {
    (** 'Selective shift operation does not affect l_1, ..., l_(i-1)', nor the ids still to come. *)
    kept : forall y, In y x -> y < 0 \/ k <= y -> id_after k y = y;
    (** delta^(-(n+1)d+1) <= l~_i, ..., l~_n *)
    far : forall y, In y x -> 0 <= y < k -> D ^ (Z.of_nat n + 1) <= id_after k y;
    (** 'by even larger amount' *)
    larger : forall y z, In y x -> In z x -> 0 <= y < z -> z < k -> id_after k y - y < id_after k z - z;
    (** What the next shift adds is larger than what was added so far. *)
    next_larger : forall y, In y x -> 0 <= y < k -> id_after k y - y < D * (greatest (state k) - least x);
  }.

  (** 'l_1 remains as the minimum for the whole time.' *)
  Lemma minimum_stays_if : forall k, invariant k -> least (state k) = least x.
  Proof.
    intros k I. pose proof (least_in x x_nonempty) as Hin. pose proof least_special. pose proof bound_low.
    assert (Hk : forall y, In y x -> least x <= id_after k y).
    { intros y Hy. pose proof (least_below x y Hy). destruct (Z.ltb_spec y 0), (Z.leb_spec k y).
      1-2, 3: rewrite (kept k I); auto; lia.
      pose proof (far k I y Hy ltac:(lia)). destruct powers. nia. }
    apply least_is.
    - apply In_swept. exists (least x). split; [exact Hin|].
      symmetry. apply (kept k I); [exact Hin | lia].
    - intros z Hz. apply In_swept in Hz. destruct Hz as (y & Hy & ->). now apply Hk.
  Qed.

  (** The layer of k shifts the id k, as it does in L, and no other. *)
  Lemma layer_of : forall k, 0 <= k < D -> invariant k -> forall y, In y x ->
    id_after (k + 1) y = if y =? k then k + D * (greatest (state k) - least x) else id_after k y.
  Proof.
    intros k Hk I y Hy. rewrite swept_succ by lia.
    destruct (Z.eqb_spec y k) as [-> | Hne].
    - rewrite (kept k I k Hy) by lia. now rewrite gained_own, minimum_stays_if.
    - rewrite gained_other; [lia|]. destruct (Z.ltb_spec y 0), (Z.leb_spec k y).
      1-2, 3: rewrite (kept k I y Hy); lia.
      pose proof (far k I y Hy ltac:(lia)). destruct powers. nia.
  Qed.

  Lemma greatest_of_state : forall k, exists y, In y x /\ greatest (state k) = id_after k y.
  Proof.
    intros k. assert (Hne : state k <> []).
    { intros E. apply x_nonempty. apply length_zero_iff_nil. rewrite <- (length_sweep D (all_ids k) x). now rewrite E. }
    apply (In_swept D (all_ids k) x), greatest_in, Hne.
  Qed.

  Lemma state_above : forall k y, In y x -> id_after k y <= greatest (state k).
  Proof. intros k y Hy. apply greatest_above. apply In_swept. now exists y. Qed.

  Lemma spread_nonnegative : forall k, invariant k -> 0 <= greatest (state k) - least x.
  Proof.
    intros k I. rewrite <- (minimum_stays_if k I). destruct (greatest_of_state k) as (y & Hy & _).
    assert (Hin : In (id_after k y) (state k)) by (apply In_swept; now exists y).
    pose proof (greatest_above _ _ Hin). pose proof (least_below _ _ Hin). lia.
  Qed.

  (** The maximum never decreases. *)
  Lemma greatest_next : forall k, 0 <= k < D -> invariant k -> greatest (state k) <= greatest (state (k + 1)).
  Proof.
    intros k Hk I. destruct (greatest_of_state k) as (y & Hy & ->).
    pose proof (state_above (k + 1) y Hy) as Ha. rewrite (layer_of k Hk I y Hy) in Ha.
    pose proof (spread_nonnegative k I). destruct (Z.eqb_spec y k) as [-> | _]; [|exact Ha].
    rewrite (kept k I k Hy) by lia. nia.
  Qed.

  (** The shift of k: at least delta^(-(n+1)d+1), to a new maximum. *)
  Lemma shift_is_far : forall k, 0 <= k < D -> invariant k -> In k x ->
    D ^ (Z.of_nat n + 1) <= D * (greatest (state k) - least x) /\
    greatest (state k) < k + D * (greatest (state k) - least x).
  Proof.
    intros k Hk I Hin. pose proof (state_above k k Hin) as Ha. rewrite (kept k I k Hin) in Ha by lia.
    pose proof least_special. pose proof bound_low. destruct powers as [-> _]. nia.
  Qed.

  Lemma invariant_start : invariant 0.
  Proof. split; intros; try lia. reflexivity. Qed.

  Lemma invariant_next : forall k, 0 <= k < D -> invariant k -> invariant (k + 1).
  Proof.
    intros k Hk I. pose proof (layer_of k Hk I) as Hlayer. split.
    - intros y Hy Hr. rewrite (Hlayer y Hy), (proj2 (Z.eqb_neq y k)) by lia. apply (kept k I y Hy). lia.
    - intros y Hy Hr. rewrite (Hlayer y Hy). destruct (Z.eqb_spec y k) as [-> | Hne].
      + pose proof (shift_is_far k Hk I Hy). lia.
      + apply (far k I y Hy). lia.
    - intros y z Hy Hz Hyz Hzk. rewrite (Hlayer y Hy), (Hlayer z Hz), (proj2 (Z.eqb_neq y k)) by lia.
      destruct (Z.eqb_spec z k) as [-> | Hne].
      + pose proof (next_larger k I y Hy). lia.
      + apply (larger k I y z); auto; lia.
    - intros y Hy Hr. pose proof (greatest_next k Hk I). rewrite (Hlayer y Hy).
      destruct (Z.eqb_spec y k) as [-> | Hne].
      + pose proof (state_above (k + 1) k Hy) as Ha. rewrite (Hlayer k Hy), Z.eqb_refl in Ha.
        pose proof (shift_is_far k Hk I Hy). nia.
      + pose proof (next_larger k I y Hy ltac:(lia)). nia.
  Qed.

  Lemma invariant_all : forall k, 0 <= k <= D -> invariant k.
  Proof.
    intros k [H0 HD]. revert HD. pattern k. apply natlike_ind; [|intros j Hj IH|exact H0].
    - intros _. apply invariant_start.
    - intros Hj'. unfold Z.succ in *. apply invariant_next; [lia|]. apply IH. lia.
  Qed.

  (** ** E.3.3, line by line *)

  (** 'l_1 never gets shifted upwards, so it remains as the minimum for the whole time.' *)
  Theorem minimum_stays : forall k, 0 <= k <= D -> id_after k (least x) = least x /\ least (state k) = least x.
  Proof.
    intros k Hk. split; [|now apply minimum_stays_if, invariant_all].
    apply (kept k (invariant_all k Hk)); [apply least_in, x_nonempty|].
    pose proof least_special. pose proof bound_low. lia.
  Qed.

  (** 'Selective shift operation does not affect l_1, ..., l_(i-1)', and no id before its turn. *)
  Theorem negative_kept : forall k y, 0 <= k <= D -> In y x -> y < 0 \/ k <= y -> id_after k y = y.
  Proof. intros k y Hk. apply (kept k (invariant_all k Hk)). Qed.

  (** After its turn an id rests: each is shifted once. *)
  Theorem shifted_once : forall k y, In y x -> 0 <= y < k -> k <= D -> id_after k y = id_after (y + 1) y.
  Proof.
    intros k y Hy [H0 Hyk]. replace k with (y + 1 + (k - y - 1)) by lia.
    generalize (k - y - 1) (ltac:(lia) : 0 <= k - y - 1). intros j Hj. pattern j.
    apply natlike_ind; [|intros i Hi IH|exact Hj].
    - intros _. now rewrite Z.add_0_r.
    - intros HD. replace (y + 1 + Z.succ i) with (y + 1 + i + 1) by lia.
      rewrite (layer_of (y + 1 + i)); [|lia|apply invariant_all; lia|exact Hy].
      rewrite (proj2 (Z.eqb_neq y _)) by lia. apply IH. lia.
  Qed.

  (** The shift of an id y that is not negative. *)
  Theorem shift_of : forall y, In y x -> 0 <= y < D ->
    id_after (y + 1) y - id_after y y = D * (greatest (state y) - least x).
  Proof.
    intros y Hy Hr. rewrite (layer_of y Hr (invariant_all y ltac:(lia)) y Hy), Z.eqb_refl.
    rewrite (negative_kept y y); auto; lia.
  Qed.

  (** 'It shifts l_i by delta^-d (l_n - l_1)', where l_i is the least id that is not negative. *)
  Theorem first_shift : forall y, In y x -> 0 <= y < D -> (forall z, In z x -> 0 <= z -> y <= z) ->
    id_after (y + 1) y - id_after y y = D * (greatest x - least x).
  Proof.
    intros y Hy Hr Hfirst. rewrite (shift_of y Hy Hr). do 2 f_equal. rewrite sweep_is_map.
    rewrite (map_ext_in _ (fun z => z)), map_id; [reflexivity|]. intros z Hz.
    apply (negative_kept y z); [lia|exact Hz|].
    destruct (Z.ltb_spec z 0); [now left|right; now apply Hfirst].
  Qed.

  (** 'delta^-d (l_n - l_1) >= delta^-d (0 + delta^(-nd) - delta^(-d+1) + 1) >= delta^(-(n+1)d+1)' *)
  Theorem first_shift_is_large : (exists y, In y x /\ 0 <= y) ->
    D * (0 - bound) <= D * (greatest x - least x) /\ D ^ (Z.of_nat n + 1) <= D * (0 - bound).
  Proof.
    intros H. pose proof (greatest_nonnegative H). pose proof least_special. pose proof bound_low.
    destruct powers as [-> _]. nia.
  Qed.

  (** 'The next shift operations shift [the next ids] by even larger amount.' *)
  Theorem larger_shifts : forall y z, In y x -> In z x -> 0 <= y < z -> z < D ->
    id_after (y + 1) y - id_after y y < id_after (z + 1) z - id_after z z.
  Proof.
    intros y z Hy Hz Hyz HzD. rewrite (negative_kept y y), (negative_kept z z); try lia; auto.
    rewrite <- (shifted_once (z + 1) y) by (auto; lia).
    apply (larger (z + 1) (invariant_all (z + 1) ltac:(lia))); auto; lia.
  Qed.

  (** 'delta^(-(n+1)d+1) <= l~_i' *)
  Theorem shifted_far : forall y, In y x -> 0 <= y -> D ^ (Z.of_nat n + 1) <= id_after D y.
  Proof.
    intros y Hy Hr. apply (far D (invariant_all D ltac:(lia)) y Hy). split; [exact Hr|].
    pose proof (proj1 (Forall_forall _ _) x_range y Hy) as H. pose proof bound_low. cbn in H. lia.
  Qed.

  (** 'l~_i <= ... <= l~_n'; and negative ids stay below. *)
  Theorem order_after : forall y z, In y x -> In z x -> y <= z -> id_after D y <= id_after D z.
  Proof.
    intros y z Hy Hz Hyz. destruct (Z.eq_dec y z) as [-> | Hne]; [lia|].
    pose proof (proj1 (Forall_forall _ _) x_range z Hz) as H. pose proof bound_low. cbn in H.
    destruct (Z.ltb_spec z 0).
    - rewrite !(negative_kept D) by (auto; lia). lia.
    - pose proof (shifted_far z Hz ltac:(lia)). destruct (Z.ltb_spec y 0).
      + rewrite (negative_kept D y) by (auto; lia). pose proof (Z.pow_pos_nonneg D (Z.of_nat n + 1)). lia.
      + pose proof (larger D (invariant_all D ltac:(lia)) y z Hy Hz). lia.
  Qed.

  (** 'If all l_j's are negative, L~ = L.' *)
  Theorem unchanged_if_all_negative : forall k, 0 <= k <= D -> Forall (fun y => y < 0) x -> state k = x.
  Proof.
    intros k Hk Hneg. rewrite sweep_is_map, (map_ext_in _ (fun z => z)); [apply map_id|].
    intros y Hy. apply (negative_kept k y Hk Hy). left. exact (proj1 (Forall_forall _ _) Hneg y Hy).
  Qed.

  (** After the sweep ids are negative or at least delta^(-(n+1)d+1). *)
  Theorem after_sweep_cases : Forall (fun y => y < 0 \/ D ^ (Z.of_nat n + 1) <= y) (sweep D (all_ids D) x).
  Proof.
    apply Forall_forall. intros z Hz. apply In_swept in Hz. destruct Hz as (y & Hy & ->).
    destruct (Z.ltb_spec y 0) as [Hneg | Hpos].
    - left. rewrite (negative_kept D y); auto; lia.
    - right. now apply shifted_far.
  Qed.

  (** No id is 0 when the last layer reads them: hardmax has no tie at the threshold of psi(.; 0). *)
  Theorem category_3_nonzero : Forall (fun y => y <> 0) (sweep D (all_ids D) x).
  Proof.
    refine (Forall_impl _ _ after_sweep_cases). intros y. pose proof (Z.pow_pos_nonneg D (Z.of_nat n + 1)). cbn. lia.
  Qed.

  (** 'delta^(-(2n+2)d+1) > t_r' *)
  Lemma beyond_t_r : D ^ (2 * Z.of_nat n + 1) * (D - 1) < D ^ (2 * Z.of_nat n + 2).
  Proof.
    replace (2 * Z.of_nat n + 2) with (Z.succ (2 * Z.of_nat n + 1)) by lia. rewrite Z.pow_succ_r by lia.
    pose proof (Z.pow_pos_nonneg D (2 * Z.of_nat n + 1)). nia.
  Qed.

  (** 'Shifts by the last layer': negative ids are pushed down, the others end at delta^(-(2n+2)d+1) or above. *)
  Theorem last_layer_pushes :
    let y := sweep D (all_ids D) x in let c := D ^ (Z.of_nat n + 1) in
    least y = least x /\ c * least x < 0 /\
    (forall a, In a y -> a < 0 -> a + c * least y < 0) /\
    (forall a, In a y -> 0 < a ->
      D ^ (2 * Z.of_nat n + 2) <= c * greatest y /\ D ^ (2 * Z.of_nat n + 2) <= a + c * greatest y).
  Proof.
    intros y c. destruct (minimum_stays D) as [_ Hmin]; [lia|]. fold y in Hmin.
    pose proof least_special. pose proof bound_low.
    assert (Hc : 0 < c) by (apply Z.pow_pos_nonneg; lia). split; [exact Hmin|]. split; [nia|]. split.
    - intros a Ha Hneg. rewrite Hmin. nia.
    - intros a Ha Hpos. pose proof (greatest_above y a Ha).
      pose proof (proj1 (Forall_forall _ _) after_sweep_cases a Ha) as Hcases. cbn in Hcases. fold c in Hcases.
      assert (c * c <= c * greatest y) by (apply Z.mul_le_mono_nonneg_l; lia).
      replace (2 * Z.of_nat n + 2) with (Z.of_nat n + 1 + (Z.of_nat n + 1)) by lia.
      rewrite Z.pow_add_r by lia. fold c. lia.
  Qed.

  (** l~_1 <= ... <= l~_n *)
  Theorem sorted_after : StronglySorted Z.le x -> StronglySorted Z.le (sweep D (all_ids D) x).
  Proof. intros H. rewrite sweep_is_map. apply sorted_map; [exact H | exact order_after]. Qed.

  (** The last layer adds delta^(-(n+1)d) l_1 to the negative ids and delta^(-(n+1)d) l~_n to the others. *)
  Theorem last_layer : StronglySorted Z.le x -> forall c i, (i < length x)%nat -> let y := sweep D (all_ids D) x in
    nth i (global c y) 0 =
      nth i y 0 + c * if nth i x 0 <? 0 then nth 0 x 0 else nth (length x - 1) y 0.
  Proof.
    intros Hs c i Hi y. assert (Hlen : length y = length x) by (unfold y; apply length_sweep).
    assert (Hin : In (nth i x 0) x) by (now apply nth_In).
    assert (Ey : nth i y 0 = id_after D (nth i x 0)) by (unfold y; now rewrite nth_sweep).
    rewrite nth_global by lia. cbv zeta. rewrite !Ey.
    destruct (Z.ltb_spec (nth i x 0) 0) as [Hneg | Hpos].
    - rewrite (negative_kept D) by (auto; lia). rewrite (proj2 (Z.ltb_ge _ _)), (proj2 (Z.ltb_lt _ _)) by lia.
      do 2 f_equal. destruct (minimum_stays D) as [_ Hmin]; [lia|]. change (least y = least x) in Hmin. rewrite Hmin.
      now apply sorted_least, x_nonempty.
    - pose proof (shifted_far _ Hin Hpos). pose proof (Z.pow_pos_nonneg D (Z.of_nat n + 1)).
      rewrite (proj2 (Z.ltb_lt _ _)) by lia. do 2 f_equal.
      rewrite sorted_greatest, Hlen; [reflexivity | now apply sorted_after |].
      intros E. apply x_nonempty. apply length_zero_iff_nil. rewrite <- Hlen. now rewrite E.
  Qed.

  (** Negative ids end below 0, the others at D^(2n+2) or above. *)
  Theorem category_3_outputs_at_least :
    Forall (fun z => z < 0 \/ D ^ (2 * Z.of_nat n + 2) <= z) (global (D ^ (Z.of_nat n + 1)) (sweep D (all_ids D) x)).
  Proof.
    destruct last_layer_pushes as (Hmin & _ & Hdown & Hup). apply global_cases.
    - intros y Hy Hpos. right. now apply Hup.
    - intros y Hy Hneg. left. now apply Hdown.
    - intros H0. destruct (proj1 (Forall_forall _ _) category_3_nonzero 0 H0). reflexivity.
  Qed.

  (** Property 8.4 in Category 3: below 0 < t_l or above t_r. *)
  Theorem category_3_outputs :
    Forall (fun z => z < 0 \/ D ^ (2 * Z.of_nat n + 1) * (D - 1) < z)
      (global (D ^ (Z.of_nat n + 1)) (sweep D (all_ids D) x)).
  Proof.
    refine (Forall_impl _ _ category_3_outputs_at_least). intros z [Hz | Hz]; [now left | right].
    exact (Z.lt_le_trans _ _ _ beyond_t_r Hz).
  Qed.
End Category3.
