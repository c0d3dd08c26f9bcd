(** * Lemma 10 with its best bounds: the least and the greatest l~_n there are, for all D and n

    x is [l_1; ...; l_n] as in [Category1.v]. With the gaps g_j = l_(j+1) - l_j >= 1 the display of E.3.1 reads
    l~_n = l_1 + sum_(j=1..n-1) (D^n - D^(n-j) + 1) g_j: it is least at [0; 1; ...; n-1], greatest at
    [0; 1; ...; n-2; D-1]. *)

From Coq Require Import ZArith List Lia Sorted.
From Exactua Require Import Ids Sweeps Category1 Lemma10.
Import ListNotations.
Open Scope Z_scope.

(** ** Sums of powers *)

(** D + D^2 + ... + D^(j-1). *)
Definition powers (D : Z) (j : nat) : Z := sum (map (fun k => D ^ Z.of_nat k) (seq 1 (j - 1))).

Lemma powers_next D j : (1 <= j)%nat -> powers D (S j) = D + D * powers D j.
Proof.
  intros Hj. unfold powers. rewrite <- sum_scaled. replace (S j - 1)%nat with (S (j - 1)) by lia.
  cbn [seq]. rewrite <- seq_shift. cbn [map]. rewrite map_map. cbn [sum fold_right]. f_equal.
  - change (Z.of_nat 1) with 1. apply Z.pow_1_r.
  - apply (f_equal sum). apply map_ext. intros k. apply power_next.
Qed.

Lemma powers_one D : powers D 1 = 0.
Proof. reflexivity. Qed.

(** (D - 1) (D + ... + D^(j-1)) = D^j - D. *)
Lemma powers_telescope D j : (1 <= j)%nat -> (D - 1) * powers D j = D ^ Z.of_nat j - D.
Proof.
  induction j as [|j IH]; [lia|]. intros _. destruct (Nat.eq_dec j 0) as [-> | Hj].
  - rewrite powers_one. change (Z.of_nat 1) with 1. rewrite Z.pow_1_r. lia.
  - rewrite powers_next, power_next by lia.
    transitivity (D * (D - 1) + D * ((D - 1) * powers D j)); [ring | rewrite IH by lia; ring].
Qed.

(** Every one of the powers is D at least. *)
Lemma powers_large D j : 1 <= D -> (1 <= j)%nat -> D * (Z.of_nat j - 1) <= powers D j.
Proof.
  intros HD. induction j as [|j IH]; [lia|]. intros _. destruct (Nat.eq_dec j 0) as [-> | Hj].
  - rewrite powers_one. lia.
  - rewrite powers_next by lia. specialize (IH ltac:(lia)). rewrite Nat2Z.inj_succ.
    assert (0 <= (D - 1) * (Z.of_nat j - 1)) by (apply Z.mul_nonneg_nonneg; lia).
    assert (D * (Z.of_nat j - 1) <= D * powers D j) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.

(** ** Invariants of the sweep; j counts from 0 *)

(** With all gaps l_(j+1) - l_j >= 1: how far l~_j - l_j is from D^j (l_n - l_1) - (D + ... + D^(j-1)). *)
Definition excess (x : list Z) (j : nat) : Z := nth j x 0 - first_id x - Z.of_nat j.

Lemma excess_next x j : StronglySorted Z.lt x -> (S j < length x)%nat -> 0 <= excess x j <= excess x (S j).
Proof.
  intros Hx Hj. pose proof (sorted_spread x j Hx ltac:(lia)). pose proof (sorted_step x j Hx Hj). unfold excess. lia.
Qed.

Lemma excess_nonnegative x j : StronglySorted Z.lt x -> (j < length x)%nat -> 0 <= excess x j.
Proof. intros Hx Hj. pose proof (sorted_spread x j Hx Hj). unfold excess. lia. Qed.

Lemma new_ids_above D x j : 2 <= D -> StronglySorted Z.lt x -> (j < length x)%nat ->
  nth j x 0 + D ^ Z.of_nat (S j) * (last_id x - first_id x) - powers D (S j) - D ^ Z.of_nat j * excess x j
    <= nth j (new_ids D x) 0.
Proof.
  intros HD Hx. induction j as [|j IH]; intros Hj.
  - rewrite new_ids_first, powers_one, power_next by lia. change (Z.of_nat 0) with 0. rewrite Z.pow_0_r.
    unfold excess, first_id. lia.
  - rewrite new_ids_next by lia. specialize (IH ltac:(lia)).
    pose proof (excess_next x j Hx Hj) as [_ He]. pose proof (power_positive D j ltac:(lia)) as Hpower.
    rewrite (powers_next D (S j)), (power_next D (S j)) by lia. set (P := D ^ Z.of_nat (S j)) in *.
    assert (P = D * D ^ Z.of_nat j) as HP by (apply power_next). set (R := D ^ Z.of_nat j) in *. clearbody P R. subst P.
    assert (excess x (S j) = excess x j + (nth (S j) x 0 - nth j x 0 - 1)) as Hex by (unfold excess; lia).
    set (e := excess x j) in *. set (e' := excess x (S j)) in *. clearbody e e'.
    set (W := last_id x - first_id x) in *. set (a := nth j x 0) in *. set (b := nth (S j) x 0) in *.
    set (t := nth j (new_ids D x) 0) in *. set (S' := powers D (S j)) in *. clearbody W a b t S'.
    assert (D * (a + D * R * W - S' - R * e) <= D * t) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (0 <= D * (R - 1) * (e' - e)) by (repeat apply Z.mul_nonneg_nonneg; lia).
    subst e'. nia.
Qed.

Lemma new_ids_below D x j : 2 <= D -> StronglySorted Z.lt x -> (j < length x)%nat ->
  nth j (new_ids D x) 0 <=
  nth j x 0 + D ^ Z.of_nat (S j) * (last_id x - first_id x) - powers D (S j) - D * excess x j.
Proof.
  intros HD Hx. induction j as [|j IH]; intros Hj.
  - rewrite new_ids_first, powers_one, power_next by lia. change (Z.of_nat 0) with 0. rewrite Z.pow_0_r.
    unfold excess, first_id. lia.
  - rewrite new_ids_next by lia. specialize (IH ltac:(lia)).
    pose proof (excess_next x j Hx Hj) as [He' He].
    rewrite (powers_next D (S j)), (power_next D (S j)) by lia. set (P := D ^ Z.of_nat (S j)) in *. clearbody P.
    assert (excess x (S j) = excess x j + (nth (S j) x 0 - nth j x 0 - 1)) as Hex by (unfold excess; lia).
    set (e := excess x j) in *. set (e' := excess x (S j)) in *. clearbody e e'.
    set (W := last_id x - first_id x) in *. set (a := nth j x 0) in *. set (b := nth (S j) x 0) in *.
    set (t := nth j (new_ids D x) 0) in *. set (S' := powers D (S j)) in *. clearbody W a b t S'.
    assert (D * t <= D * (a + P * W - S' - D * e)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (0 <= D * (D - 1) * e) by (repeat apply Z.mul_nonneg_nonneg; lia).
    subst e'. nia.
Qed.

(** ** The bounds *)

(** (n-1) (D^n + 1) - (D + D^2 + ... + D^(n-1)), the least l~_n. *)
Definition least_top (D : Z) (n : nat) : Z := (Z.of_nat n - 1) * (D ^ Z.of_nat n + 1) - powers D n.

(** D^n (D-1) - (D-1)^2 - (D + D^2 + ... + D^(n-1) - (n-1) D), the greatest l~_n. *)
Definition greatest_top (D : Z) (n : nat) : Z :=
  D ^ Z.of_nat n * (D - 1) - (D - 1) ^ 2 - (powers D n - (Z.of_nat n - 1) * D).

Section Bounds.

Variables (D : Z) (x : list Z).
Hypothesis two_ids : 2 <= D.
Hypothesis two_columns : (2 <= length x)%nat.
Hypothesis in_order : StronglySorted Z.lt x.
Hypothesis are_ids : Forall (fun y => 0 <= y < D) x.

Notation n := (Z.of_nat (length x)).
Notation top := (nth (length x - 1) (sweep D (all_ids D) x) 0).

(** There are not more columns than ids. *)
Lemma enough_ids : n <= D.
Proof. pose proof (ends D x two_columns in_order are_ids). lia. Qed.

Theorem lower_bound_sharp : least_top D (length x) <= top.
Proof.
  rewrite (top_is D x) by assumption. pose proof (new_ids_above D x (length x - 1) two_ids in_order ltac:(lia)) as H.
  replace (S (length x - 1)) with (length x) in H by lia.
  pose proof (ends D x two_columns in_order are_ids) as (H0 & Hs & H1).
  unfold excess in H. fold (last_id x) in H. replace (Z.of_nat (length x - 1)) with (n - 1) in H by lia.
  unfold least_top. assert (D ^ n = D * D ^ (n - 1)) as HP.
  { rewrite <- Z.pow_succ_r by lia. f_equal. lia. }
  assert (0 < D ^ (n - 1)) by (apply Z.pow_pos_nonneg; lia).
  rewrite HP in *. set (P := D ^ (n - 1)) in *. set (W := last_id x - first_id x) in *.
  assert (0 <= (D - 1) * P * (W - (n - 1))) by (repeat apply Z.mul_nonneg_nonneg; lia).
  assert (n - 1 <= last_id x) by lia. nia.
Qed.

Theorem upper_bound_sharp : top <= greatest_top D (length x).
Proof.
  rewrite (top_is D x) by assumption. pose proof (new_ids_below D x (length x - 1) two_ids in_order ltac:(lia)) as H.
  replace (S (length x - 1)) with (length x) in H by lia.
  pose proof (ends D x two_columns in_order are_ids) as (H0 & Hs & H1).
  unfold excess in H. fold (last_id x) in H. replace (Z.of_nat (length x - 1)) with (n - 1) in H by lia.
  unfold greatest_top.
  assert (D <= D ^ n) by (apply power_large; lia).
  set (P := D ^ n) in *. set (W := last_id x - first_id x) in *.
  assert (0 <= (P - D) * (D - 1 - W)) by (repeat apply Z.mul_nonneg_nonneg; lia).
  rewrite Z.pow_2_r. nia.
Qed.

End Bounds.

(** ** The sharp bounds are attained *)

(** [0; 1; ...; n-1]. *)
Definition first_ids (n : nat) : list Z := map Z.of_nat (seq 0 n).

(** [0; 1; ...; n-2; D-1]. *)
Definition first_ids_and_last (D : Z) (n : nat) : list Z := first_ids (n - 1) ++ [D - 1].

Lemma first_ids_length n : length (first_ids n) = n.
Proof. unfold first_ids. rewrite map_length. apply seq_length. Qed.

Lemma first_ids_nth n j : (j < n)%nat -> nth j (first_ids n) 0 = Z.of_nat j.
Proof.
  intros H. unfold first_ids. change 0 with (Z.of_nat 0) at 1. rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Lemma first_ids_in n y : In y (first_ids n) <-> 0 <= y < Z.of_nat n.
Proof.
  unfold first_ids. rewrite in_map_iff. split.
  - intros (k & <- & Hk). apply in_seq in Hk. lia.
  - intros H. exists (Z.to_nat y). split; [lia | apply in_seq; lia].
Qed.

Lemma numbers_sorted k n : StronglySorted Z.lt (map Z.of_nat (seq k n)).
Proof.
  revert k; induction n as [|n IH]; intros k; [constructor|]. cbn [seq map]. constructor; [apply IH|].
  rewrite Forall_forall. intros y Hy. apply in_map_iff in Hy as (i & <- & Hi). apply in_seq in Hi. lia.
Qed.

Lemma sorted_snoc x l : StronglySorted Z.lt x -> Forall (fun y => y < l) x -> StronglySorted Z.lt (x ++ [l]).
Proof.
  induction 1 as [|y x Hx IH Hy]; intros Hl; [repeat constructor|].
  inversion Hl; subst. cbn [app]. constructor; [apply IH; assumption|].
  apply Forall_app; split; [assumption | repeat constructor; assumption].
Qed.

(** Where the columns of the ids 0, ..., j are the first ones, the two invariants meet. *)
Lemma new_ids_of_first D x j : 2 <= D -> StronglySorted Z.lt x -> (j < length x)%nat ->
  first_id x = 0 -> nth j x 0 = Z.of_nat j ->
  nth j (new_ids D x) 0 = Z.of_nat j + D ^ Z.of_nat (S j) * last_id x - powers D (S j).
Proof.
  intros HD Hx Hj Hfirst Hlast.
  pose proof (new_ids_above D x j HD Hx Hj) as Ha. pose proof (new_ids_below D x j HD Hx Hj) as Hb.
  unfold excess in *. rewrite Hlast, Hfirst in *. replace (Z.of_nat j - 0 - Z.of_nat j) with 0 in * by lia.
  rewrite Z.mul_0_r in *. rewrite !Z.sub_0_r in *. lia.
Qed.

Theorem lower_bound_attained D n : 2 <= D -> (2 <= n)%nat -> Z.of_nat n <= D ->
  let x := first_ids n in
  length x = n /\ StronglySorted Z.lt x /\ Forall (fun y => 0 <= y < D) x /\
  nth (n - 1) (sweep D (all_ids D) x) 0 = least_top D n.
Proof.
  intros HD Hn Henough x. subst x. pose proof (first_ids_length n) as Hlength.
  assert (StronglySorted Z.lt (first_ids n)) as Hsorted by apply numbers_sorted.
  assert (Forall (fun y => 0 <= y < D) (first_ids n)) as Hids.
  { rewrite Forall_forall. intros y Hy. apply first_ids_in in Hy. lia. }
  repeat (split; [assumption|]). rewrite sweep_is_new_ids by (assumption || lia).
  assert (last_id (first_ids n) = Z.of_nat n - 1) as Hlast
    by (unfold last_id; rewrite Hlength, first_ids_nth; lia).
  rewrite new_ids_of_first; try assumption; try lia.
  - rewrite Hlast. replace (S (n - 1)) with n by lia. unfold least_top. rewrite Nat2Z.inj_sub by lia. ring.
  - unfold first_id. rewrite first_ids_nth; lia.
  - apply first_ids_nth. lia.
Qed.

Theorem upper_bound_attained D n : 2 <= D -> (2 <= n)%nat -> Z.of_nat n <= D ->
  let x := first_ids_and_last D n in
  length x = n /\ StronglySorted Z.lt x /\ Forall (fun y => 0 <= y < D) x /\
  nth (n - 1) (sweep D (all_ids D) x) 0 = greatest_top D n.
Proof.
  intros HD Hn Henough x. subst x. pose proof (first_ids_length (n - 1)) as Hlength'.
  assert (length (first_ids_and_last D n) = n) as Hlength
    by (unfold first_ids_and_last; rewrite app_length, Hlength'; simpl; lia).
  assert (StronglySorted Z.lt (first_ids_and_last D n)) as Hsorted.
  { apply sorted_snoc; [apply numbers_sorted|]. rewrite Forall_forall. intros y Hy. apply first_ids_in in Hy. lia. }
  assert (Forall (fun y => 0 <= y < D) (first_ids_and_last D n)) as Hids.
  { apply Forall_app; split; [|repeat constructor; lia].
    rewrite Forall_forall. intros y Hy. apply first_ids_in in Hy. lia. }
  repeat (split; [assumption|]). rewrite sweep_is_new_ids by (assumption || lia).
  assert (nth (n - 1) (first_ids_and_last D n) 0 = D - 1) as Hn1.
  { unfold first_ids_and_last. rewrite app_nth2 by lia. rewrite Hlength'.
    replace (n - 1 - (n - 1))%nat with 0%nat by lia. reflexivity. }
  assert (last_id (first_ids_and_last D n) = D - 1) as Hlast by (unfold last_id; rewrite Hlength; exact Hn1).
  assert (forall j, (j < n - 1)%nat -> nth j (first_ids_and_last D n) 0 = Z.of_nat j) as Hnth.
  { intros j Hj. unfold first_ids_and_last. rewrite app_nth1 by lia. apply first_ids_nth. assumption. }
  destruct n as [|[|k]]; [lia | lia |].
  replace (S (S k) - 1)%nat with (S k) in * by lia. rewrite new_ids_next, Hn1 by lia.
  rewrite new_ids_of_first; try assumption; try lia.
  - rewrite Hlast. unfold greatest_top. rewrite (powers_next D (S k)), (power_next D (S k)), Z.pow_2_r by lia. lia.
  - apply Hnth. lia.
  - apply Hnth. lia.
Qed.

(** D + ... + D^(n-1) <= (n-1) D^(n-1). *)
Lemma powers_small D n : 1 <= D -> (1 <= n)%nat -> powers D (S n) <= Z.of_nat n * D ^ Z.of_nat n.
Proof.
  intros HD. induction n as [|n IH]; [lia|]. intros _. rewrite powers_next by lia.
  destruct (Nat.eq_dec n 0) as [-> | Hn].
  - rewrite powers_one. change (Z.of_nat 1) with 1. rewrite Z.pow_1_r. lia.
  - specialize (IH ltac:(lia)). pose proof (power_large D (S n) HD ltac:(lia)) as Hp.
    rewrite power_next in *. set (P := D ^ Z.of_nat n) in *. clearbody P.
    assert (D * powers D (S n) <= D * (Z.of_nat n * P)) by (apply Z.mul_le_mono_nonneg_l; lia).
    rewrite Nat2Z.inj_succ. lia.
Qed.

(** The least l~_n is n - 1 times as large as the lower bound of Lemma 10, and n - 1 more. *)
Lemma least_top_above D n : 2 <= D -> (2 <= n)%nat ->
  (Z.of_nat n - 1) * (D ^ (Z.of_nat n - 1) * (D - 1) + 1) <= least_top D n.
Proof.
  intros HD Hn. unfold least_top. destruct n as [|n]; [lia|].
  pose proof (powers_small D n ltac:(lia) ltac:(lia)) as Hp. rewrite power_next.
  replace (Z.of_nat (S n) - 1) with (Z.of_nat n) by lia. lia.
Qed.

(** The upper bound of Lemma 10 is attained for n = 2 alone. *)
Lemma greatest_top_two D : greatest_top D 2 = D ^ 2 * (D - 1) - (D - 1) ^ 2.
Proof. unfold greatest_top, powers. cbn [Nat.sub seq map sum fold_right]. change (Z.of_nat 2) with 2.
  change (Z.of_nat 1) with 1. rewrite Z.pow_1_r. lia.
Qed.

Lemma greatest_top_below D n : 2 <= D -> (3 <= n)%nat ->
  greatest_top D n < D ^ Z.of_nat n * (D - 1) - (D - 1) ^ 2.
Proof.
  intros HD Hn. unfold greatest_top. destruct n as [|n]; [lia|]. rewrite powers_next by lia.
  pose proof (powers_large D n ltac:(lia) ltac:(lia)) as Hp.
  assert (D * (D * (Z.of_nat n - 1)) <= D * powers D n) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (0 < D * ((D - 1) * (Z.of_nat n - 1))) by (repeat apply Z.mul_pos_pos; lia). lia.
Qed.
