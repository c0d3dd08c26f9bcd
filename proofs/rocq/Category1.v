(** * Category 1, App. E.3.1: the sweep on n different ids

    x is [l_1; ...; l_n], the ids in units of delta, D = delta^-d. Everywhere
    2 <= D, 2 <= length x, StronglySorted Z.lt x, Forall (fun y => 0 <= y < D) x;
    y is sweep D (all_ids D) x, that is [l~_1; ...; l~_n], and l~_n is nth (length x - 1) y 0.

    [NewIds.v] has l~_1, ..., l~_n as numbers, new_ids D x, and their display in E.3.1; here the sweep makes them. What
    follows: [Lemma10.v] (top_lower_bound, top_upper_bound, sweep_upper_bound, top_one_to_one), [Lemma10Sharp.v]
    (lower_bound_sharp, upper_bound_sharp and where they are attained), [GlobalShift.v] (outputs_distinct,
    outputs_in_interval, outputs_of_different_contexts). *)

From Coq Require Import ZArith List Lia Sorted.
From Exactua Require Import Ids Sweeps.
From Exactua Require Export NewIds.
Import ListNotations.
Open Scope Z_scope.

(** ** One layer *)

Lemma shift_elsewhere gain k x : ~ In k x -> shift gain k x = x.
Proof.
  intros H. unfold shift. rewrite <- map_id. apply map_ext_in. intros y Hy. unfold gained.
  destruct (Z.eqb_spec y k); [subst; contradiction | lia].
Qed.

(** E.3.1: the layer of l_j, the least id, shifts it alone, by delta^-d (p - l_j), where p is the greatest. *)
Lemma shift_here gain k p done rest : ~ In k done -> ~ In k rest ->
  greatest (done ++ k :: rest) = p -> least (done ++ k :: rest) = k ->
  shift gain k (done ++ k :: rest) = done ++ shifted gain p k :: rest.
Proof.
  intros Hd Hr Hp Hk. unfold shift, gained. rewrite Hp, Hk, map_app. cbn [map].
  rewrite Z.eqb_refl. unfold shifted. f_equal; [|f_equal].
  - rewrite <- map_id. apply map_ext_in. intros y Hy. destruct (Z.eqb_spec y k); [subst; contradiction | lia].
  - rewrite <- map_id. apply map_ext_in. intros y Hy. destruct (Z.eqb_spec y k); [subst; contradiction | lia].
Qed.

Lemma sweep_cons gain k ks x : sweep gain (k :: ks) x = sweep gain ks (shift gain k x).
Proof. reflexivity. Qed.

(** ** The layers in their order *)

(** The shifts of the layers of the ids < K alone. *)
Fixpoint partly (D K p : Z) (x : list Z) : list Z :=
  match x with
  | [] => []
  | l :: rest => if l <? K then shifted D p l :: partly D K (shifted D p l) rest else x
  end.

Lemma partly_none D K p x : Forall (fun y => K <= y) x -> partly D K p x = x.
Proof. destruct 1; [reflexivity|]. simpl. destruct (Z.ltb_spec x K); [lia | reflexivity]. Qed.

Lemma partly_all D K p x : Forall (fun y => y < K) x -> partly D K p x = chain D p x.
Proof.
  intros H; revert p; induction H as [|l x Hl Hx IH]; intros p; [reflexivity|].
  simpl. destruct (Z.ltb_spec l K); [rewrite IH; reflexivity | lia].
Qed.

Lemma partly_nth D K p x j : StronglySorted Z.lt x -> (j < length x)%nat ->
  nth j (partly D K p x) 0 = if nth j x 0 <? K then nth j (chain D p x) 0 else nth j x 0.
Proof.
  intros Hx; revert p j; induction Hx as [|l x Hx IH Hl]; intros p j Hj; [simpl in Hj; lia|].
  cbn [partly]. destruct (Z.ltb_spec l K) as [H | H].
  - destruct j as [|j]; cbn [nth chain].
    + destruct (Z.ltb_spec l K); [reflexivity | lia].
    + apply IH. simpl in Hj. lia.
  - destruct j as [|j]; cbn [nth].
    + destruct (Z.ltb_spec l K); [lia | reflexivity].
    + simpl in Hj. assert (In (nth j x 0) x) as Hin by (apply nth_In; lia).
      rewrite Forall_forall in Hl. specialize (Hl _ Hin).
      destruct (Z.ltb_spec (nth j x 0) K); [lia | reflexivity].
Qed.

(** Before the layer of the id k: `done` are the ids of the columns that were shifted, `rest` the others, p is the
    greatest of all. *)
Record before (D k p : Z) (done rest : list Z) : Prop := {
  done_high : forall y, In y done -> D <= y;
  rest_sorted : StronglySorted Z.lt rest;
  rest_ids : forall y, In y rest -> k <= y < D;
  p_in : In p (done ++ rest);
  p_greatest : forall y, In y (done ++ rest) -> y <= p;
  several : (2 <= length (done ++ rest))%nat }.

(** A layer whose id no column has changes nothing. *)
Lemma layer_waits D k p done rest : before D k p done rest -> k < D -> ~ In k rest ->
  shift D k (done ++ rest) = done ++ rest /\ before D (k + 1) p done rest.
Proof.
  intros [Hdone Hsorted Hrest Hp Hall Hn] Hk Hnot. split.
  - apply shift_elsewhere. intros H. apply in_app_or in H as [H | H]; [specialize (Hdone k H); lia | contradiction].
  - constructor; try assumption. intros y Hy. specialize (Hrest y Hy).
    destruct (Z.eq_dec y k) as [-> | H]; [contradiction | lia].
Qed.

(** A layer whose id a column has: l_j is the new minimum, l~_(j-1) the new maximum, and the layer makes l~_j. *)
Lemma layer_shifts D k p done rest : 2 <= D -> 0 <= k -> before D k p done (k :: rest) ->
  shift D k (done ++ k :: rest) = (done ++ [shifted D p k]) ++ rest /\
  before D (k + 1) (shifted D p k) (done ++ [shifted D p k]) rest.
Proof.
  intros HD Hk [Hdone Hsorted Hrest Hp Hall Hn].
  inversion Hsorted as [|? ? Hsorted' Habove]; subst. rewrite Forall_forall in Habove.
  pose proof (Hrest k (or_introl eq_refl)) as HkD.
  assert (k < p) as Hkp.
  { destruct done as [|y done].
    - destruct rest as [|l rest]; [simpl in Hn; lia|].
      specialize (Habove l (or_introl eq_refl)). specialize (Hall l (or_intror (or_introl eq_refl))). lia.
    - specialize (Hdone y (or_introl eq_refl)). specialize (Hall y (or_introl eq_refl)). lia. }
  pose proof (shifted_above D p k HD Hkp) as Hb.
  assert (D <= shifted D p k) as HbD by (unfold shifted; nia).
  rewrite <- app_assoc. cbn [app]. split; [|constructor].
  - apply shift_here.
    + intros H. specialize (Hdone k H). lia.
    + intros H. specialize (Habove k H). lia.
    + apply greatest_is; assumption.
    + apply least_is; [apply in_elt|]. intros y Hy.
      apply in_app_or in Hy as [Hy | Hy]; [specialize (Hdone y Hy); lia | specialize (Hrest y Hy); lia].
  - intros y Hy. apply in_app_or in Hy as [Hy | [<- | []]]; [exact (Hdone y Hy) | exact HbD].
  - exact Hsorted'.
  - intros y Hy. specialize (Habove y Hy). specialize (Hrest y (or_intror Hy)). lia.
  - rewrite <- app_assoc. apply in_elt.
  - intros y Hy. rewrite <- app_assoc in Hy. cbn [app] in Hy.
    apply in_app_or in Hy as [Hy | [<- | Hy]]; [|lia|].
    + specialize (Hall y (in_or_app _ _ _ (or_introl Hy))). lia.
    + specialize (Hall y (in_or_app _ _ _ (or_intror (in_cons k y rest Hy)))). lia.
  - rewrite !app_length in *. simpl in *. lia.
Qed.

(** The layers k, k + 1, ... shift `rest` in its order. *)
Lemma sweep_from D : 2 <= D -> forall layers k p done rest,
  Z.of_nat (k + layers) <= D -> before D (Z.of_nat k) p done rest ->
  sweep D (map Z.of_nat (seq k layers)) (done ++ rest) = done ++ partly D (Z.of_nat (k + layers)) p rest.
Proof.
  intros HD. induction layers as [|layers IH]; intros k p done rest HkD H.
  - rewrite partly_none; [reflexivity|]. apply Forall_forall. intros y Hy.
    pose proof (rest_ids _ _ _ _ _ H y Hy). lia.
  - cbn [seq map]. rewrite sweep_cons. replace (k + S layers)%nat with (S k + layers)%nat in * by lia.
    assert (forall p done rest, before D (Z.of_nat k + 1) p done rest ->
      sweep D (map Z.of_nat (seq (S k) layers)) (done ++ rest) =
        done ++ partly D (Z.of_nat (S k + layers)) p rest) as Hnext.
    { intros p' done' rest' H'. apply IH; [lia|]. replace (Z.of_nat (S k)) with (Z.of_nat k + 1) by lia. exact H'. }
    destruct (in_dec Z.eq_dec (Z.of_nat k) rest) as [Hin | Hnot].
    + destruct rest as [|l rest]; [destruct Hin|].
      assert (l = Z.of_nat k) as ->.
      { destruct Hin as [Hin | Hin]; [assumption|]. pose proof (rest_sorted _ _ _ _ _ H) as Hsorted.
        inversion Hsorted as [|? ? _ Habove]; subst. rewrite Forall_forall in Habove. specialize (Habove _ Hin).
        pose proof (rest_ids _ _ _ _ _ H l (or_introl eq_refl)). lia. }
      destruct (layer_shifts D (Z.of_nat k) p done rest HD ltac:(lia) H) as [-> H'].
      rewrite (Hnext _ _ _ H'), <- app_assoc.
      cbn [app partly]. destruct (Z.ltb_spec (Z.of_nat k) (Z.of_nat (S k + layers))); [reflexivity | lia].
    + destruct (layer_waits D (Z.of_nat k) p done rest H ltac:(lia) Hnot) as [-> H']. exact (Hnext _ _ _ H').
Qed.

(** ** The sweep *)

Lemma first_layers D k : (k <= Z.to_nat D)%nat -> firstn k (all_ids D) = map Z.of_nat (seq 0 k).
Proof.
  intros H. unfold all_ids. rewrite firstn_map. f_equal.
  replace (Z.to_nat D) with (k + (Z.to_nat D - k))%nat by lia. rewrite seq_app, firstn_app, seq_length.
  replace (k - k)%nat with 0%nat by lia. rewrite firstn_O, app_nil_r. rewrite <- (seq_length k 0) at 1.
  apply firstn_all.
Qed.

Section Category_1.

Variables (D : Z) (x : list Z).
Hypothesis two_ids : 2 <= D.
Hypothesis two_columns : (2 <= length x)%nat.
Hypothesis in_order : StronglySorted Z.lt x.
Hypothesis are_ids : Forall (fun y => 0 <= y < D) x.

Lemma nonempty : x <> [].
Proof. intros H. rewrite H in two_columns. simpl in *. lia. Qed.

Lemma sweep_partly k : (k <= Z.to_nat D)%nat ->
  sweep D (firstn k (all_ids D)) x = partly D (Z.of_nat k) (last_id x) x.
Proof.
  intros Hk. rewrite first_layers by assumption.
  apply (sweep_from D two_ids k 0 (last_id x) [] x); [lia|]. constructor; try assumption.
  - intros y [].
  - apply Forall_forall. assumption.
  - apply last_id_in, nonempty.
  - apply Forall_forall, sorted_last. assumption.
Qed.

(** E.3.1: after k layers the columns with l_j < k delta, and they alone, have been shifted, each once. *)
Theorem sweep_state k j : (k <= Z.to_nat D)%nat -> (j < length x)%nat ->
  nth j (sweep D (firstn k (all_ids D)) x) 0 = if nth j x 0 <? Z.of_nat k then nth j (new_ids D x) 0 else nth j x 0.
Proof. intros Hk Hj. rewrite sweep_partly by assumption. apply partly_nth; assumption. Qed.

(** u^T L~ = [l~_1 ... l~_n]. *)
Theorem sweep_is_new_ids : sweep D (all_ids D) x = new_ids D x.
Proof.
  rewrite <- (firstn_all (all_ids D)). unfold all_ids at 1. rewrite map_length, seq_length.
  rewrite sweep_partly by lia. apply partly_all.
  apply (Forall_impl _ (P := fun y => 0 <= y < D)); [intros; lia | assumption].
Qed.

Theorem sweep_closed_form j : (1 <= j <= length x)%nat -> nth (j - 1) (sweep D (all_ids D) x) 0 = closed_form D x j.
Proof. rewrite sweep_is_new_ids. apply new_ids_closed_form. Qed.

End Category_1.

Section Order.

Variables (D : Z) (x : list Z).
Hypothesis two_ids : 2 <= D.
Hypothesis two_columns : (2 <= length x)%nat.
Hypothesis in_order : StronglySorted Z.lt x.
Hypothesis are_ids : Forall (fun y => 0 <= y < D) x.

(** l~_1 < l~_2 < ... < l~_n. *)
Theorem sweep_increasing : StronglySorted Z.lt (sweep D (all_ids D) x).
Proof. rewrite sweep_is_new_ids by assumption. apply new_ids_increasing; assumption. Qed.

(** delta^(-d+1) - delta < l~_1. *)
Theorem sweep_above_ids : Forall (fun y => D - 1 < y) (sweep D (all_ids D) x).
Proof.
  pose proof (increasing_bounds _ sweep_increasing) as H.
  apply (Forall_impl _ (P := fun y => first_id (sweep D (all_ids D) x) <= y <= last_id (sweep D (all_ids D) x)));
    [|assumption].
  intros y [Hy _]. rewrite sweep_is_new_ids in Hy by assumption. unfold first_id at 1 in Hy.
  unfold new_ids in Hy. rewrite chain_first in Hy by lia. fold (first_id x) in Hy.
  pose proof (first_new_above_ids D x two_ids two_columns in_order are_ids). lia.
Qed.

Lemma id_range i : (i < length x)%nat -> 0 <= nth i x 0 < D.
Proof. intros Hi. exact (proj1 (Forall_forall _ _) are_ids _ (nth_In x 0 Hi)). Qed.

(** The ids after the j-th shift operation are l~_1, ..., l~_j, l_(j+1), ..., l_n; here i and j count from 0. *)
Definition after_shift (j : nat) : list Z := sweep D (firstn (S (Z.to_nat (nth j x 0))) (all_ids D)) x.

Lemma after_shift_nth i j : (i < length x)%nat -> (j < length x)%nat ->
  nth i (after_shift j) 0 = if (i <=? j)%nat then nth i (new_ids D x) 0 else nth i x 0.
Proof.
  intros Hi Hj. unfold after_shift. pose proof (id_range i Hi). pose proof (id_range j Hj).
  rewrite sweep_state; try assumption; [|lia].
  destruct (Nat.leb_spec i j) as [Hij | Hij].
  - assert (nth i x 0 <= nth j x 0).
    { destruct (Nat.eq_dec i j) as [-> | Hne]; [lia|]. pose proof (sorted_nth x i j in_order ltac:(lia) Hj). lia. }
    destruct (Z.ltb_spec (nth i x 0) (Z.of_nat (S (Z.to_nat (nth j x 0))))); [reflexivity | lia].
  - pose proof (sorted_nth x j i in_order Hij Hi).
    destruct (Z.ltb_spec (nth i x 0) (Z.of_nat (S (Z.to_nat (nth j x 0))))); [lia | reflexivity].
Qed.

Lemma new_ids_above_ids i : (i < length x)%nat -> D <= nth i (new_ids D x) 0.
Proof.
  intros Hi. pose proof sweep_above_ids as H. rewrite sweep_is_new_ids in H by assumption. rewrite Forall_forall in H.
  assert (In (nth i (new_ids D x) 0) (new_ids D x)) as Hin by (apply nth_In; rewrite new_ids_length; assumption).
  specialize (H _ Hin). lia.
Qed.

(** 'After the j-th selective shift operation l~_j is the new maximum'. *)
Theorem new_maximum j : (j < length x)%nat -> greatest (after_shift j) = nth j (new_ids D x) 0.
Proof.
  intros Hj. assert (length (after_shift j) = length x) as Hlength by apply length_sweep. apply greatest_is.
  - replace (nth j (new_ids D x) 0) with (nth j (after_shift j) 0); [apply nth_In; lia|].
    rewrite after_shift_nth by assumption. rewrite Nat.leb_refl. reflexivity.
  - intros y Hy. apply (In_nth _ _ 0) in Hy as (i & Hi & <-). rewrite Hlength in Hi.
    rewrite after_shift_nth by assumption. destruct (Nat.leb_spec i j) as [Hij | Hij].
    + destruct (Nat.eq_dec i j) as [-> | Hne]; [lia|]. pose proof (new_ids_increasing D x two_ids two_columns in_order).
      pose proof (sorted_nth (new_ids D x) i j). rewrite new_ids_length in *. intuition lia.
    + pose proof (new_ids_above_ids j Hj). pose proof (id_range i Hi). lia.
Qed.

(** 'And l_(j+1) is the new minimum'. *)
Theorem new_minimum j : (S j < length x)%nat -> least (after_shift j) = nth (S j) x 0.
Proof.
  intros Hj. assert (length (after_shift j) = length x) as Hlength by apply length_sweep.
  apply least_is.
  - replace (nth (S j) x 0) with (nth (S j) (after_shift j) 0); [apply nth_In; lia|].
    rewrite after_shift_nth by lia.
    destruct (Nat.leb_spec (S j) j); [lia | reflexivity].
  - intros y Hy. apply (In_nth _ _ 0) in Hy as (i & Hi & <-). rewrite Hlength in Hi.
    pose proof (id_range (S j) Hj). rewrite after_shift_nth by lia.
    destruct (Nat.leb_spec i j) as [Hij | Hij].
    + pose proof (new_ids_above_ids i Hi). lia.
    + destruct (Nat.eq_dec i (S j)) as [-> | Hne]; [lia|].
      pose proof (sorted_nth x (S j) i in_order ltac:(lia) Hi). lia.
Qed.

End Order.
