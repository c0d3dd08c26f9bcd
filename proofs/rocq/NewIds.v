(** * New ids: l~_1, ..., l~_n of App. E.3.1, as numbers

    x is [l_1; ...; l_n], the ids in units of delta, D = delta^-d. Nothing here speaks of layers: [Category1.v]
    proves that the sweep makes new_ids D x of x. *)

From Coq Require Import ZArith List Lia Sorted.
Import ListNotations.
Open Scope Z_scope.

(** What a shift makes of the id l where the greatest id is p and l is the least. *)
Definition shifted (D p l : Z) : Z := l + D * (p - l).

(** One shift after the other, each from the greatest id that the one before made; before all of them it is p. *)
Fixpoint chain (D p : Z) (x : list Z) : list Z :=
  match x with [] => [] | l :: rest => shifted D p l :: chain D (shifted D p l) rest end.

Definition first_id (x : list Z) : Z := nth 0 x 0.
Definition last_id (x : list Z) : Z := nth (length x - 1) x 0.

(** l~_1, ..., l~_n: with l~_0 := l_n every l~_j is l_j + D (l~_(j-1) - l_j). *)
Definition new_ids (D : Z) (x : list Z) : list Z := chain D (last_id x) x.

Definition sum (a : list Z) : Z := fold_right Z.add 0 a.

(** l_j + sum_(k=1..j-1) D^k (l_(j-k) - l_(j-k+1)) + D^j (l_n - l_1); l_j is nth (j - 1) x 0. *)
Definition closed_form (D : Z) (x : list Z) (j : nat) : Z :=
  let l i := nth (i - 1) x 0 in
  l j + sum (map (fun k => D ^ Z.of_nat k * (l (j - k)%nat - l (j - k + 1)%nat)) (seq 1 (j - 1)))
    + D ^ Z.of_nat j * (l (length x) - l 1%nat).

Lemma chain_length D p x : length (chain D p x) = length x.
Proof. revert p; induction x as [|l x IH]; intros p; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.

Lemma new_ids_length D x : length (new_ids D x) = length x.
Proof. apply chain_length. Qed.

Lemma chain_app D p x x' : chain D p (x ++ x') = chain D p x ++ chain D (last (chain D p x) p) x'.
Proof.
  revert p; induction x as [|l x IH]; intros p; [reflexivity|].
  cbn [app chain]. rewrite IH. f_equal. f_equal. f_equal.
  destruct x as [|l' x]; [reflexivity|]. cbn [chain last].
  generalize (chain D (shifted D (shifted D p l) l') x). intros c.
  revert p; revert IH; clear. intros _ p. destruct c; [reflexivity|].
  revert z; induction c as [|b c IH]; intros z; [reflexivity|]. exact (IH b).
Qed.

Lemma chain_first D p x : (0 < length x)%nat -> nth 0 (chain D p x) 0 = shifted D p (nth 0 x 0).
Proof. destruct x; simpl; [lia | reflexivity]. Qed.

Lemma chain_next D p x j : (S j < length x)%nat ->
  nth (S j) (chain D p x) 0 = shifted D (nth j (chain D p x) 0) (nth (S j) x 0).
Proof.
  revert p j; induction x as [|l x IH]; intros p j; [simpl; lia|].
  intros H. destruct j.
  - destruct x; [simpl in H; lia | reflexivity].
  - simpl in *. rewrite IH by lia. reflexivity.
Qed.

(** E.3.1: l~_1 = l_1 + delta^-d (l_n - l_1). *)
Lemma new_ids_first D x : (0 < length x)%nat ->
  nth 0 (new_ids D x) 0 = first_id x + D * (last_id x - first_id x).
Proof. exact (chain_first D _ x). Qed.

(** E.3.1: the j-th shift operation shifts by delta^-d (l~_(j-1) - l_j). *)
Lemma new_ids_next D x j : (S j < length x)%nat ->
  nth (S j) (new_ids D x) 0 = nth (S j) x 0 + D * (nth j (new_ids D x) 0 - nth (S j) x 0).
Proof. exact (chain_next D _ x j). Qed.

(** ** The display of E.3.1 *)

Lemma sum_scaled D (f : nat -> Z) ks : sum (map (fun k => D * f k) ks) = D * sum (map f ks).
Proof. induction ks as [|k ks IH]; cbn [map sum fold_right]; [lia | unfold sum in *; lia]. Qed.

Lemma closed_form_next D x j : (1 <= j)%nat ->
  closed_form D x (S j) = nth j x 0 + D * (closed_form D x j - nth j x 0).
Proof.
  intros Hj. unfold closed_form. cbv zeta.
  assert (sum (map (fun k => D ^ Z.of_nat k * (nth (S j - k - 1) x 0 - nth (S j - k + 1 - 1) x 0)) (seq 1 (S j - 1))) =
    D * (nth (j - 1) x 0 - nth j x 0) +
    D * sum (map (fun k => D ^ Z.of_nat k * (nth (j - k - 1) x 0 - nth (j - k + 1 - 1) x 0)) (seq 1 (j - 1)))) as ->.
  - rewrite <- sum_scaled. replace (S j - 1)%nat with (S (j - 1)) by lia.
    cbn [seq]. rewrite <- seq_shift. cbn [map]. rewrite map_map. cbn [sum fold_right]. f_equal.
    + replace (S j - 1 - 1)%nat with (j - 1)%nat by lia. replace (S j - 1 + 1 - 1)%nat with j by lia.
      change (Z.of_nat 1) with 1. rewrite Z.pow_1_r. reflexivity.
    + apply (f_equal sum). apply map_ext_in. intros k Hk. apply in_seq in Hk.
      replace (S j - S k)%nat with (j - k)%nat by lia.
      rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. replace (S j - 1)%nat with j by lia. ring.
Qed.

(** E.3.1: l~_j = l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1). *)
Lemma new_ids_closed_form D x j : (1 <= j <= length x)%nat -> nth (j - 1) (new_ids D x) 0 = closed_form D x j.
Proof.
  induction j as [|j IH]; [lia|]. intros Hj.
  destruct (Nat.eq_dec j 0) as [-> | Hn].
  - cbn [Nat.sub]. rewrite new_ids_first by lia.
    unfold closed_form, first_id, last_id. cbn [Nat.sub seq map sum fold_right]. change (Z.of_nat 1) with 1.
    rewrite Z.pow_1_r. lia.
  - rewrite closed_form_next by lia. rewrite <- IH by lia.
    replace (S j - 1)%nat with (S (j - 1)) by lia. rewrite new_ids_next by lia.
    replace (S (j - 1)) with j by lia. reflexivity.
Qed.

(** ** Increasing ids *)

Lemma sorted_last x : StronglySorted Z.lt x -> Forall (fun y => y <= last_id x) x.
Proof.
  induction 1 as [|y x Hx IH Hy]; [constructor|].
  destruct x as [|y' x]; [repeat constructor; unfold last_id; simpl; lia|].
  assert (last_id (y :: y' :: x) = last_id (y' :: x)) as ->
    by (unfold last_id; cbn [length]; replace (S (S (length x)) - 1)%nat with (S (length x)) by lia;
        replace (S (length x) - 1)%nat with (length x) by lia; reflexivity).
  constructor; [|exact IH].
  inversion IH; subst. inversion Hy; subst. lia.
Qed.

Lemma last_id_in x : x <> [] -> In (last_id x) x.
Proof. intros H. apply nth_In. destruct x; [congruence | simpl; lia]. Qed.

(** l_1 < l_n. *)
Lemma first_below_last x : (2 <= length x)%nat -> StronglySorted Z.lt x -> first_id x < last_id x.
Proof.
  intros Hn Hx. destruct Hx as [|l x Hx Hl]; [simpl in Hn; lia|].
  unfold first_id, last_id. cbn [nth length].
  replace (S (length x) - 1)%nat with (S (length x - 1)) by (simpl in Hn; lia).
  cbn [nth]. rewrite Forall_forall in Hl. apply Hl, nth_In. simpl in Hn. lia.
Qed.

Lemma increasing_bounds x : StronglySorted Z.lt x -> Forall (fun y => first_id x <= y <= last_id x) x.
Proof.
  intros Hx. rewrite Forall_forall. intros y Hy. split.
  - destruct Hx as [|l x Hx Hl]; [destruct Hy|]. unfold first_id; cbn [nth].
    destruct Hy as [-> | Hy]; [lia|]. rewrite Forall_forall in Hl. specialize (Hl y Hy). lia.
  - pose proof (sorted_last x Hx) as H. rewrite Forall_forall in H. apply H. assumption.
Qed.

Lemma sorted_step x j : StronglySorted Z.lt x -> (S j < length x)%nat -> nth j x 0 < nth (S j) x 0.
Proof.
  intros Hx; revert j; induction Hx as [|l x Hx IH Hl]; intros j Hj; [simpl in Hj; lia|].
  destruct j as [|j]; cbn [nth].
  - rewrite Forall_forall in Hl. apply Hl, nth_In. simpl in Hj. lia.
  - apply IH. simpl in Hj. lia.
Qed.

Lemma sorted_nth x i j : StronglySorted Z.lt x -> (i < j)%nat -> (j < length x)%nat -> nth i x 0 < nth j x 0.
Proof.
  intros Hx Hij. induction Hij as [|j Hij IH]; intros Hj; [apply sorted_step; assumption|].
  pose proof (sorted_step x j Hx Hj). specialize (IH ltac:(lia)). lia.
Qed.

(** ** The new ids increase *)

(** l~_(j-1) < l~_j: p > l and D >= 2. *)
Lemma shifted_above D p l : 2 <= D -> l < p -> p < shifted D p l.
Proof. intros. unfold shifted. nia. Qed.

Lemma chain_above D : 2 <= D -> forall x p, Forall (fun y => y < p) x -> Forall (fun y => p < y) (chain D p x).
Proof.
  intros HD x; induction x as [|l x IH]; intros p Hp; [constructor|].
  inversion Hp as [|? ? Hl Hx]; subst. cbn [chain].
  pose proof (shifted_above D p l HD Hl). constructor; [assumption|].
  apply (Forall_impl _ (P := fun y => shifted D p l < y)); [intros; lia|].
  apply IH. apply (Forall_impl _ (P := fun y => y < p)); [intros; lia | assumption].
Qed.

(** E.3.1: in the general case l~_(j-1) < l~_j. *)
Lemma chain_increasing D : 2 <= D -> forall x p, Forall (fun y => y < p) x -> StronglySorted Z.lt (chain D p x).
Proof.
  intros HD x; induction x as [|l x IH]; intros p Hp; [constructor|].
  inversion Hp as [|? ? Hl Hx]; subst. cbn [chain].
  pose proof (shifted_above D p l HD Hl).
  assert (Forall (fun y => y < shifted D p l) x)
    by (apply (Forall_impl _ (P := fun y => y < p)); [intros; lia | assumption]).
  constructor; [apply IH; assumption | apply chain_above; assumption].
Qed.

(** E.3.1: l_n < l~_1. *)
Lemma last_below_first_new D x : 2 <= D -> (2 <= length x)%nat -> StronglySorted Z.lt x ->
  last_id x < shifted D (last_id x) (first_id x).
Proof. intros. apply shifted_above; [assumption | apply first_below_last; assumption]. Qed.

(** delta^-d <= l~_1. *)
Lemma first_new_above_ids D x : 2 <= D -> (2 <= length x)%nat -> StronglySorted Z.lt x ->
  Forall (fun y => 0 <= y < D) x -> D <= shifted D (last_id x) (first_id x).
Proof.
  intros HD Hn Hx Hids. pose proof (first_below_last x Hn Hx). unfold shifted.
  rewrite Forall_forall in Hids. assert (0 <= first_id x < D) by (apply Hids, nth_In; lia).
  nia.
Qed.

Lemma new_ids_increasing D x : 2 <= D -> (2 <= length x)%nat -> StronglySorted Z.lt x ->
  StronglySorted Z.lt (new_ids D x).
Proof.
  intros HD Hn Hx. pose proof (last_below_first_new D x HD Hn Hx) as Hl. pose proof (sorted_last x Hx) as Hall.
  unfold new_ids. destruct x as [|l x]; [constructor|]. cbn [chain].
  change (first_id (l :: x)) with l in Hl. set (p := last_id (l :: x)) in *.
  inversion Hall as [|? ? _ Hp]; subst.
  assert (Forall (fun y => y < shifted D p l) x)
    by (apply (Forall_impl _ (P := fun y => y <= p)); [intros; lia | assumption]).
  constructor; [apply chain_increasing | apply chain_above]; assumption.
Qed.
