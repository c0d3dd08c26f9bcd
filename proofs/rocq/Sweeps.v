(** * Sweeps: what all selective shifts together do to an id

    A shift adds to every id a number that depends on the id and on the greatest and the least of all ids. So a sweep is
    one function of a single id, and that function depends on the set of ids alone, not on their order and number. *)

From Coq Require Import ZArith List Lia Sorted.
From Exactua Require Import Ids.
Import ListNotations.
Open Scope Z_scope.

(** ** The greatest and the least id *)

Lemma greatest_cons : forall y z rest, greatest (y :: z :: rest) = Z.max y (greatest (z :: rest)).
Proof. reflexivity. Qed.

Lemma least_cons : forall y z rest, least (y :: z :: rest) = Z.min y (least (z :: rest)).
Proof. reflexivity. Qed.

Lemma greatest_above : forall x y, In y x -> y <= greatest x.
Proof.
  induction x as [|a [|b rest] IH]; intros y Hy.
  - destruct Hy.
  - destruct Hy as [-> | []]. cbn. lia.
  - rewrite greatest_cons. destruct Hy as [-> | Hy]; [lia|]. specialize (IH y Hy). lia.
Qed.

Lemma least_below : forall x y, In y x -> least x <= y.
Proof.
  induction x as [|a [|b rest] IH]; intros y Hy.
  - destruct Hy.
  - destruct Hy as [-> | []]. cbn. lia.
  - rewrite least_cons. destruct Hy as [-> | Hy]; [lia|]. specialize (IH y Hy). lia.
Qed.

Lemma greatest_in : forall x, x <> [] -> In (greatest x) x.
Proof.
  induction x as [|a [|b rest] IH]; intros Hx.
  - now contradiction Hx.
  - now left.
  - rewrite greatest_cons. destruct (Z.max_spec a (greatest (b :: rest))) as [[_ ->] | [_ ->]]; [right | now left].
    now apply IH.
Qed.

Lemma least_in : forall x, x <> [] -> In (least x) x.
Proof.
  induction x as [|a [|b rest] IH]; intros Hx.
  - now contradiction Hx.
  - now left.
  - rewrite least_cons. destruct (Z.min_spec a (least (b :: rest))) as [[_ ->] | [_ ->]]; [now left | right].
    now apply IH.
Qed.

Lemma greatest_is : forall x y, In y x -> (forall z, In z x -> z <= y) -> greatest x = y.
Proof.
  intros x y Hy Hx. assert (Hne : x <> []) by (intros ->; destruct Hy).
  pose proof (greatest_above x y Hy). pose proof (Hx _ (greatest_in x Hne)). lia.
Qed.

Lemma least_is : forall x y, In y x -> (forall z, In z x -> y <= z) -> least x = y.
Proof.
  intros x y Hy Hx. assert (Hne : x <> []) by (intros ->; destruct Hy).
  pose proof (least_below x y Hy). pose proof (Hx _ (least_in x Hne)). lia.
Qed.

Definition same_set (x y : list Z) : Prop := forall z, In z x <-> In z y.

Lemma same_set_empty : forall x y, same_set x y -> x = [] -> y = [].
Proof.
  intros x [|a y] H ->; [reflexivity|]. destruct (proj2 (H a) (or_introl eq_refl)).
Qed.

Lemma greatest_same_set : forall x y, same_set x y -> greatest x = greatest y.
Proof.
  intros x y H. destruct y as [|a y'] eqn:Ey.
  - rewrite (same_set_empty [] x); [reflexivity | | reflexivity]. intros z. symmetry. apply H.
  - apply greatest_is.
    + apply H. apply greatest_in. discriminate.
    + intros z Hz. apply greatest_above. now apply H.
Qed.

Lemma least_same_set : forall x y, same_set x y -> least x = least y.
Proof.
  intros x y H. destruct y as [|a y'] eqn:Ey.
  - rewrite (same_set_empty [] x); [reflexivity | | reflexivity]. intros z. symmetry. apply H.
  - apply least_is.
    + apply H. apply least_in. discriminate.
    + intros z Hz. apply least_below. now apply H.
Qed.

Lemma map_same_set : forall f x y, same_set x y -> same_set (map f x) (map f y).
Proof.
  intros f x y H z. rewrite !in_map_iff. split; intros (w & Hw & Hin); exists w; (split; [exact Hw | now apply H]).
Qed.

(** ** What a sweep makes of one id *)

(** What the selective shifts of the ids ks, with x as the ids at the start, make of an id y. *)
Fixpoint swept (gain : Z) (ks x : list Z) (y : Z) : Z :=
  match ks with
  | [] => y
  | k :: rest => swept gain rest (shift gain k x) (y + gained gain k x y)
  end.

Theorem sweep_is_map : forall gain ks x, sweep gain ks x = map (swept gain ks x) x.
Proof.
  intros gain ks. induction ks as [|k ks IH]; intros x.
  - cbn. symmetry. apply map_id.
  - change (sweep gain (k :: ks) x) with (sweep gain ks (shift gain k x)). rewrite IH.
    unfold shift at 2. rewrite map_map. reflexivity.
Qed.

Theorem swept_same_set : forall gain ks x x' y, same_set x x' -> swept gain ks x y = swept gain ks x' y.
Proof.
  intros gain ks. induction ks as [|k ks IH]; intros x x' y H; [reflexivity|].
  assert (Hg : forall z, gained gain k x z = gained gain k x' z)
    by (intros z; unfold gained; now rewrite (greatest_same_set _ _ H), (least_same_set _ _ H)).
  cbn. rewrite Hg. apply IH. unfold shift.
  rewrite (map_ext _ (fun y => y + gained gain k x' y)) by (intros z; now rewrite Hg).
  now apply map_same_set.
Qed.

(** One function does to the ids of both lists what the sweep does. *)
Theorem sweep_same_set : forall gain ks x x', same_set x x' ->
  sweep gain ks x = map (swept gain ks x') x /\ sweep gain ks x' = map (swept gain ks x') x'.
Proof.
  intros gain ks x x' H. split; rewrite sweep_is_map; [|reflexivity].
  apply map_ext. intros y. now apply swept_same_set.
Qed.

Lemma sweep_snoc : forall gain ks k x, sweep gain (ks ++ [k]) x = shift gain k (sweep gain ks x).
Proof. intros. unfold sweep. now rewrite fold_left_app. Qed.

Lemma swept_snoc : forall gain ks k x y,
  swept gain (ks ++ [k]) x y = swept gain ks x y + gained gain k (sweep gain ks x) (swept gain ks x y).
Proof.
  intros gain ks. induction ks as [|j ks IH]; intros k x y; [reflexivity|]. cbn. apply IH.
Qed.

Lemma length_sweep : forall gain ks x, length (sweep gain ks x) = length x.
Proof. intros. rewrite sweep_is_map. apply map_length. Qed.

Lemma In_swept : forall gain ks x z, In z (sweep gain ks x) <-> exists y, In y x /\ z = swept gain ks x y.
Proof.
  intros. rewrite sweep_is_map, in_map_iff. split; intros (y & H1 & H2); exists y; auto.
Qed.

Lemma nth_sweep : forall gain ks x i, (i < length x)%nat -> nth i (sweep gain ks x) 0 = swept gain ks x (nth i x 0).
Proof.
  intros gain ks x i Hi. rewrite sweep_is_map. rewrite (nth_indep _ 0 (swept gain ks x 0)) by (now rewrite map_length).
  apply map_nth.
Qed.

(** ** Ids in order: l_1 <= ... <= l_n *)

Lemma sorted_nth : forall x i j, StronglySorted Z.le x -> (i <= j)%nat -> (j < length x)%nat -> nth i x 0 <= nth j x 0.
Proof.
  induction x as [|a x IH]; intros i j H Hij Hj; [cbn in Hj; lia|]. inversion H as [|? ? Hs Ha]. subst.
  destruct i as [|i], j as [|j]; cbn in *; try lia.
  - apply (proj1 (Forall_forall _ _) Ha). apply nth_In. lia.
  - apply IH; auto; lia.
Qed.

Lemma sorted_least : forall x, StronglySorted Z.le x -> x <> [] -> least x = nth 0 x 0.
Proof.
  intros x H Hne. assert (Hlen : (0 < length x)%nat) by (destruct x; [contradiction | cbn; lia]).
  apply least_is; [now apply nth_In|]. intros z Hz. apply (In_nth _ _ 0) in Hz. destruct Hz as (i & Hi & <-).
  apply sorted_nth; auto; lia.
Qed.

Lemma sorted_greatest : forall x, StronglySorted Z.le x -> x <> [] -> greatest x = nth (length x - 1) x 0.
Proof.
  intros x H Hne. assert (Hlen : (0 < length x)%nat) by (destruct x; [contradiction | cbn; lia]).
  apply greatest_is; [apply nth_In; lia|]. intros z Hz. apply (In_nth _ _ 0) in Hz. destruct Hz as (i & Hi & <-).
  apply sorted_nth; auto; lia.
Qed.

(** The negative ids come first. *)
Lemma sorted_split : forall x, StronglySorted Z.le x -> exists i, (i <= length x)%nat /\
  (forall j, (j < i)%nat -> nth j x 0 < 0) /\ (forall j, (i <= j < length x)%nat -> 0 <= nth j x 0).
Proof.
  intros x H. induction H as [|a x Hs IH Ha].
  - exists 0%nat. split; [cbn; lia|]. split; intros j Hj; cbn in *; lia.
  - destruct (Z.ltb_spec a 0) as [Hneg | Hpos].
    + destruct IH as (i & Hi & Hlow & Hhigh). exists (S i). split; [cbn; lia|].
      split; intros [|j] Hj; cbn in *; try lia.
      * apply Hlow. lia.
      * apply Hhigh. lia.
    + exists 0%nat. split; [lia|]. split; [intros; lia|]. intros j [_ Hj].
      destruct j as [|j]; cbn in *; [exact Hpos|]. rewrite Forall_forall in Ha.
      assert (a <= nth j x 0) by (apply Ha, nth_In; lia). lia.
Qed.

Lemma sorted_map : forall f x, StronglySorted Z.le x ->
  (forall y z, In y x -> In z x -> y <= z -> f y <= f z) -> StronglySorted Z.le (map f x).
Proof.
  intros f x H. induction H as [|a x Hs IH Ha]; intros Hf; constructor.
  - apply IH. intros y z Hy Hz. apply Hf; now right.
  - apply Forall_map, Forall_forall. intros z Hz. apply Hf; [now left | now right |].
    exact (proj1 (Forall_forall _ _) Ha z Hz).
Qed.

(** ** The ids 0, 1, ..., k - 1, one after another *)

Lemma all_ids_0 : all_ids 0 = [].
Proof. reflexivity. Qed.

Lemma all_ids_succ : forall k, 0 <= k -> all_ids (k + 1) = all_ids k ++ [k].
Proof.
  intros k Hk. unfold all_ids. replace (Z.to_nat (k + 1)) with (S (Z.to_nat k)) by lia.
  rewrite seq_S, map_app. cbn. now rewrite Z2Nat.id.
Qed.

Lemma swept_succ : forall gain k x y, 0 <= k ->
  swept gain (all_ids (k + 1)) x y =
  swept gain (all_ids k) x y + gained gain k (sweep gain (all_ids k) x) (swept gain (all_ids k) x y).
Proof. intros. now rewrite all_ids_succ, swept_snoc. Qed.

Lemma gained_other : forall gain k x y, y <> k -> gained gain k x y = 0.
Proof. intros gain k x y H. unfold gained. now rewrite (proj2 (Z.eqb_neq y k) H). Qed.

Lemma gained_own : forall gain k x, gained gain k x k = gain * (greatest x - least x).
Proof. intros. unfold gained. now rewrite Z.eqb_refl. Qed.

(** ** The last layer *)

Lemma global_cases : forall c x (P : Z -> Prop),
  (forall y, In y x -> 0 < y -> P (y + c * greatest x)) ->
  (forall y, In y x -> y < 0 -> P (y + c * least x)) ->
  (In 0 x -> P 0) -> Forall P (global c x).
Proof.
  intros c x P Hpos Hneg Hzero. unfold global. apply Forall_forall. intros z Hz. apply in_map_iff in Hz.
  destruct Hz as (y & <- & Hy). destruct (Z.ltb_spec 0 y); [now apply Hpos|].
  destruct (Z.ltb_spec y 0); [now apply Hneg|]. assert (y = 0) by lia. subst y. now apply Hzero.
Qed.

Lemma nth_global : forall c x i, (i < length x)%nat -> nth i (global c x) 0 =
  let y := nth i x 0 in if 0 <? y then y + c * greatest x else if y <? 0 then y + c * least x else y.
Proof.
  intros c x i Hi. unfold global.
  rewrite (nth_indep _ 0 ((fun y => if 0 <? y then y + c * greatest x else if y <? 0 then y + c * least x else y) 0))
    by (now rewrite map_length).
  now rewrite (map_nth (fun y => if 0 <? y then y + c * greatest x else if y <? 0 then y + c * least x else y)).
Qed.
