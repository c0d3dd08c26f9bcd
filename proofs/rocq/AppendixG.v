(** * App. G.2 on ids: one shift for each column but for one matrix, and a contextual mapping always

    Numbers are in units of delta. N = delta^-d, W = spacing (1 + delta^-1 + ... + delta^(-d+1)) in these units,
    s_j = (j - 1) W and l_j = s_j + x_j with x_j the id of column j of X; T = s_n + D - 1 is the last id of the sweep.
*)

From Coq Require Import ZArith List Sorted FinFun Lia.
From Exactua Require Import Ids Sweeps NewIds Category1 AppendixGSweep.
Import ListNotations.
Open Scope Z_scope.

Section Positions.

Variables W N n : nat.
Hypothesis N_at_least_2 : (2 <= N)%nat.
Hypothesis W_at_least_N : (N <= W)%nat.
Hypothesis n_at_least_2 : (2 <= n)%nat.

Let D : Z := Z.of_nat N.
Let w : Z := Z.of_nat W.
Let T : Z := (Z.of_nat n - 1) * w + D - 1.

Lemma two_D : 2 <= D.
Proof. unfold D. lia. Qed.

Lemma D_w : D <= w.
Proof. unfold D, w. lia. Qed.

(** n ids of columns of X. *)
Definition corner_ids (x : list Z) : Prop := length x = n /\ Forall (in_range D) x.

(** The ids of L = X + E. *)
Definition position_ids (x : list Z) : list Z := spread w 0 x.

Definition after_sweep (x : list Z) : list Z := sweep D (visited W N n) (position_ids x).

(** d = 1, n = 2, spacing = 1 and L = [1 - delta, 1]. *)
Definition exceptional (x : list Z) : Prop := n = 2%nat /\ W = N /\ x = [D - 1; 0].

Lemma exceptional_dec : forall x, exceptional x \/ ~ exceptional x.
Proof.
  intros x. unfold exceptional. destruct (Nat.eq_dec n 2), (Nat.eq_dec W N), (list_eq_dec Z.eq_dec x [D - 1; 0]); tauto.
Qed.

Lemma positions_length : forall x, corner_ids x -> length (position_ids x) = n.
Proof. intros x [length_x _]. unfold position_ids. now rewrite spread_length. Qed.

Lemma position_nth : forall x j, corner_ids x -> (j < n)%nat ->
  nth j (position_ids x) 0 = Z.of_nat j * w + nth j x 0 /\ 0 <= nth j x 0 < D.
Proof.
  intros x j [length_x range] j_n. unfold position_ids. rewrite spread_nth by lia. split; [lia |].
  rewrite Forall_forall in range. apply range, nth_In. lia.
Qed.

Lemma positions_sorted : forall x, corner_ids x ->
  StronglySorted Z.lt (position_ids x) /\ Forall (fun b => 0 <= b) (position_ids x).
Proof. intros x [_ range]. exact (spread_sorted D two_D w D_w x 0 range). Qed.

Lemma positions_visited : forall x, corner_ids x -> incl (position_ids x) (visited W N n).
Proof.
  intros x [length_x range] y i. destruct (spread_places D w x 0 y range i) as [j [j_x between]].
  apply visited_iff. exists j. unfold D, w in between. lia.
Qed.

Lemma visited_at_most : Forall (fun k => k <= T) (visited W N n).
Proof.
  apply Forall_forall. intros k i. apply visited_iff in i as [j [j_n between]]. unfold T, D, w. nia.
Qed.

(** ** One shift each *)

(** The first shift ends above all ids of the sweep, but for the exception: D l_n - (D - 1) l_1 > T. *)
Lemma first_shift_above : forall x, corner_ids x -> ~ exceptional x ->
  T < shifted D (last_id (position_ids x)) (first_id (position_ids x)).
Proof.
  intros x corner no_exception. unfold shifted, last_id, first_id. rewrite positions_length by easy.
  destruct (position_nth x 0 corner ltac:(lia)) as [-> first_range].
  destruct (position_nth x (n - 1) corner ltac:(lia)) as [-> last_range].
  pose proof two_D as D_2. pose proof D_w as D_w. rewrite Nat2Z.inj_sub by lia. change (Z.of_nat 1) with 1.
  change (Z.of_nat 0) with 0. unfold T. set (s := (Z.of_nat n - 1) * w).
  set (y := nth 0 x 0) in *. set (z := nth (n - 1) x 0) in *. assert (w_s : w <= s) by (unfold s; nia).
  assert (strict : y + 1 < s \/ 0 < z).
  { destruct (Z.lt_decidable (y + 1) s) as [? | no_room]; [now left |]. right.
    enough (z <> 0) by lia. intros zero. apply no_exception.
    assert (n_2 : n = 2%nat) by (enough (Z.of_nat n = 2) by lia; unfold s in *; nia).
    repeat split; [easy | unfold D, w in *; lia |]. destruct corner as [length_x _]. rewrite n_2 in length_x.
    destruct x as [|y' [|z' [|? ?]]]; try discriminate length_x.
    unfold z in zero. rewrite n_2 in zero. cbn [nth Nat.sub] in zero. unfold y in *. cbn [nth] in *.
    rewrite zero. f_equal. lia. }
  destruct strict; nia.
Qed.

(** Every column is shifted exactly once. *)
Theorem shifted_once : forall x, corner_ids x -> ~ exceptional x ->
  after_sweep x = new_ids D (position_ids x) /\
  forall j, (j < n)%nat -> shifts_of D j (visited W N n) (position_ids x) = 1%nat.
Proof.
  intros x corner no_exception. destruct (positions_sorted x corner) as [sorted _].
  pose proof (positions_length x corner) as length_l. pose proof (sorted_last _ sorted) as greatest_last.
  destruct (sweep_is_chain D T two_D (visited W N n) [] (position_ids x) (last_id (position_ids x)))
    as [swept counts]; cbn [app]; try easy.
  - apply visited_in_order, W_at_least_N.
  - exact visited_at_most.
  - now apply positions_visited.
  - apply last_id_in. intros none. rewrite none in length_l. cbn in length_l. lia.
  - intros b first. pose proof (first_shift_above x corner no_exception) as above.
    destruct (position_ids x) as [|b' l]; [easy |]. injection first as ->. exact above.
  - split; [exact swept |]. intros j j_n. specialize (counts j). cbn [app length] in counts. rewrite counts, length_l.
    destruct (Nat.ltb_spec j 0); [lia |]. destruct (Nat.ltb_spec j (0 + n)); [easy | lia].
Qed.

(** l~_1 < ... < l~_n, all above the ids of the sweep. *)
Theorem increases_after_sweep : forall x, corner_ids x -> ~ exceptional x ->
  Forall (fun y => T < y) (after_sweep x) /\ StronglySorted Z.lt (after_sweep x).
Proof.
  intros x corner no_exception. destruct (shifted_once x corner no_exception) as [-> _].
  pose proof (positions_length x corner) as length_l. destruct (positions_sorted x corner) as [sorted _].
  assert (increasing : StronglySorted Z.lt (new_ids D (position_ids x))).
  { apply new_ids_increasing; [exact two_D | lia | exact sorted]. }
  split; [| exact increasing]. pose proof (first_shift_above x corner no_exception) as above.
  unfold new_ids in *. destruct (position_ids x) as [|b l]; [constructor |]. cbn [chain] in *.
  change (first_id (b :: l)) with b in above. apply StronglySorted_inv in increasing as [_ rest].
  constructor; [exact above |]. eapply Forall_impl; [| exact rest]. cbv beta. intros y. lia.
Qed.

(** l~_j = l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1). *)
Corollary swept_closed_form : forall x j, corner_ids x -> ~ exceptional x -> (1 <= j <= n)%nat ->
  nth (j - 1) (after_sweep x) 0 = closed_form D (position_ids x) j.
Proof.
  intros x j corner no_exception j_n. destruct (shifted_once x corner no_exception) as [-> _].
  apply new_ids_closed_form. rewrite positions_length by easy. exact j_n.
Qed.

(** ** The exception *)

(** The last layer of the sweep finds the first column a second time. *)
Theorem exception_swept : n = 2%nat -> W = N ->
  after_sweep [D - 1; 0] = [2 * D - 1 + D * (D - 1) ^ 2; D ^ 2] /\
  shifts_of D 0 (visited W N n) (position_ids [D - 1; 0]) = 2%nat /\
  shifts_of D 1 (visited W N n) (position_ids [D - 1; 0]) = 1%nat.
Proof.
  intros n_2 W_N. pose proof two_D as D_2.
  assert (ids : position_ids [D - 1; 0] = [D - 1; D]).
  { unfold position_ids. cbn [spread]. unfold w. rewrite W_N. fold D. f_equal. f_equal. lia. }
  set (low := map Z.of_nat (seq 0 (N - 1))). set (high := map Z.of_nat (seq (N + 1) (N - 2))).
  assert (layers : visited W N n = low ++ [D - 1; D] ++ high ++ [2 * D - 1]).
  { unfold visited, low, high. rewrite n_2, W_N. cbn [seq flat_map].
    rewrite Nat.mul_0_l, Nat.mul_1_l, app_nil_r, map_app.
    assert (seq 0 N = seq 0 (N - 1) ++ [N - 1]%nat) as -> by (rewrite <- seq_S; f_equal; lia).
    assert (seq N N = N :: seq (N + 1) (N - 2) ++ [2 * N - 1]%nat) as ->.
    { replace (2 * N - 1)%nat with (N + 1 + (N - 2))%nat by lia. rewrite <- seq_S, Nat.add_1_r.
      change (N :: seq (S N) (S (N - 2))) with (seq N (S (S (N - 2)))). f_equal. lia. }
    cbn [map]. rewrite !map_app, <- app_assoc. cbn [map app].
    replace (Z.of_nat (N - 1)) with (D - 1) by (unfold D; lia).
    replace (Z.of_nat (2 * N - 1)) with (2 * D - 1) by (unfold D; lia). reflexivity. }
  assert (low_misses : forall k, In k low -> ~ In k [D - 1; D]).
  { intros k i. unfold low in i. apply in_map_iff in i as [j [<- i]]. apply in_seq in i. unfold D.
    intros [? | [? | []]]; lia. }
  assert (high_misses : forall k, In k high -> ~ In k [2 * D - 1; D ^ 2]).
  { intros k i. unfold high in i. apply in_map_iff in i as [j [<- i]]. apply in_seq in i.
    intros [? | [? | []]]; unfold D in *; nia. }
  assert (first : shift D (D - 1) [D - 1; D] = [2 * D - 1; D]).
  { pose proof (shift_here D (D - 1) D [] [D]) as found. cbn [app] in found. rewrite found; unfold shifted.
    - f_equal. lia.
    - intros [].
    - intros [? | []]. lia.
    - cbn [greatest]. lia.
    - cbn [least]. lia. }
  assert (second : shift D D [2 * D - 1; D] = [2 * D - 1; D ^ 2]).
  { pose proof (shift_here D D (2 * D - 1) [2 * D - 1] []) as found. cbn [app] in found. rewrite found; unfold shifted.
    - f_equal. f_equal. lia.
    - intros [? | []]. lia.
    - intros [].
    - cbn [greatest]. lia.
    - cbn [least]. lia. }
  assert (third : shift D (2 * D - 1) [2 * D - 1; D ^ 2] = [2 * D - 1 + D * (D - 1) ^ 2; D ^ 2]).
  { pose proof (shift_here D (2 * D - 1) (D ^ 2) [] [D ^ 2]) as found. cbn [app] in found.
    rewrite found; unfold shifted.
    - f_equal. lia.
    - intros [].
    - intros [? | []]. nia.
    - cbn [greatest]. nia.
    - cbn [least]. nia. }
  unfold after_sweep. rewrite ids, layers, !shifts_app, !sweep_app.
  rewrite !(sweep_finds_nothing D low), !(no_shifts D _ low) by exact low_misses.
  change (sweep D [D - 1; D] [D - 1; D]) with (shift D D (shift D (D - 1) [D - 1; D])).
  cbn [shifts_of]. rewrite first, second.
  rewrite !(sweep_finds_nothing D high), !(no_shifts D _ high) by exact high_misses.
  change (sweep D [2 * D - 1] [2 * D - 1; D ^ 2]) with (shift D (2 * D - 1) [2 * D - 1; D ^ 2]).
  rewrite third. cbn [nth]. split; [easy |]. rewrite !Z.eqb_refl.
  destruct (Z.eqb_spec (2 * D - 1) (D - 1)); [lia |]. destruct (Z.eqb_spec (D ^ 2) D); [nia |].
  destruct (Z.eqb_spec (2 * D - 1 + D * (D - 1) ^ 2) (2 * D - 1)); [nia | easy].
Qed.

(** ** l~_n, and M, the greatest of all l~_j *)

Lemma last_is_final : forall l, l <> [] -> last_id (new_ids D l) = final D (last_id l) l.
Proof.
  intros l nonempty. destruct l as [|b l _] using rev_ind; [easy |]. rewrite final_snoc. unfold new_ids.
  rewrite chain_app. unfold last_id at 1. rewrite app_length, app_nth2 by (cbn; lia). cbn [chain length].
  replace (_ - _)%nat with 0%nat by lia. reflexivity.
Qed.

(** G.2's l~_n, exception included. *)
Theorem last_after_sweep : forall x, corner_ids x ->
  nth (n - 1) (after_sweep x) 0 = final D (last_id (position_ids x)) (position_ids x).
Proof.
  intros x corner. pose proof (positions_length x corner) as length_l.
  rewrite <- last_is_final by (intros none; rewrite none in length_l; cbn in length_l; lia).
  unfold last_id at 1. rewrite new_ids_length, length_l.
  destruct (exceptional_dec x) as [[n_2 [W_N ->]] | no_exception].
  - destruct (exception_swept n_2 W_N) as [-> _]. rewrite n_2. unfold position_ids, w. rewrite W_N. fold D.
    unfold new_ids, last_id. cbn [spread length Nat.sub nth chain]. unfold shifted. lia.
  - destruct (shifted_once x corner no_exception) as [-> _]. reflexivity.
Qed.

Theorem last_closed_form : forall x, corner_ids x ->
  nth (n - 1) (after_sweep x) 0 = closed_form D (position_ids x) n.
Proof.
  intros x corner. pose proof (positions_length x corner) as length_l.
  rewrite last_after_sweep, <- last_is_final by (easy || (intros none; rewrite none in length_l; cbn in length_l; lia)).
  unfold last_id at 1. rewrite new_ids_length, length_l. apply new_ids_closed_form. lia.
Qed.

Lemma after_sweep_length : forall x, corner_ids x -> length (after_sweep x) = n.
Proof. intros x corner. unfold after_sweep. rewrite length_sweep. now apply positions_length. Qed.

(** The greatest is l~_n but for the exception. *)
Theorem greatest_after_sweep : forall x, corner_ids x -> ~ exceptional x ->
  greatest (after_sweep x) = nth (n - 1) (after_sweep x) 0.
Proof.
  intros x corner no_exception. destruct (increases_after_sweep x corner no_exception) as [_ sorted].
  pose proof (after_sweep_length x corner) as length_y. apply greatest_is; [apply nth_In; lia |].
  apply sorted_last in sorted. unfold last_id in sorted. rewrite length_y in sorted. now apply Forall_forall.
Qed.

(** 'The map from L to l~_n is one-to-one.' *)
Theorem last_one_to_one : forall x x', corner_ids x -> corner_ids x' ->
  nth (n - 1) (after_sweep x) 0 = nth (n - 1) (after_sweep x') 0 -> x = x'.
Proof.
  intros x x' corner corner' same. rewrite !last_after_sweep in same by easy.
  destruct corner as [length_x range], corner' as [length_x' range'].
  apply (final_one_to_one D two_D w 0 _ _ x x') in same; try easy. lia.
Qed.

(** So is L -> M; at the exception M is l~_1 and not l~_2. *)
Theorem greatest_one_to_one : forall x x', corner_ids x -> corner_ids x' ->
  greatest (after_sweep x) = greatest (after_sweep x') -> x = x'.
Proof.
  pose proof two_D as D_2.
  assert (one : forall x x', corner_ids x' -> exceptional x -> ~ exceptional x' ->
    greatest (after_sweep x) = greatest (after_sweep x') -> False).
  { intros x x' corner' [n_2 [W_N ->]] no_exception same. destruct (exception_swept n_2 W_N) as [swept _].
    rewrite swept, greatest_after_sweep, last_after_sweep in same by easy.
    destruct corner' as [length_x' range]. rewrite n_2 in length_x'.
    destruct x' as [|y [|z [|? ?]]]; try discriminate length_x'.
    inversion range as [|? ? y_range range']. inversion range' as [|? ? z_range _]. unfold in_range in *.
    unfold position_ids, final, w in same. rewrite W_N in same. fold D in same.
    cbn [greatest spread chain last last_id length Nat.sub nth] in same. unfold last_id, shifted in same.
    cbn [length Nat.sub nth] in same. rewrite Z.max_l in same by nia.
    assert (multiple : D - 1 - z = D * ((D - 1) * (z - y + 1))) by nia.
    assert (D - 1 - z = 0) by (apply (small_multiple D _ ((D - 1) * (z - y + 1))); lia).
    assert (z - y + 1 = 0) by nia. lia. }
  intros x x' corner corner' same. destruct (exceptional_dec x) as [e | no_e], (exceptional_dec x') as [e' | no_e'].
  - destruct e as [_ [_ ->]], e' as [_ [_ ->]]. reflexivity.
  - destruct (one x x'); easy.
  - destruct (one x' x); easy.
  - rewrite !greatest_after_sweep in same by easy. now apply last_one_to_one.
Qed.

(** ** The last layer *)

(** spacing / delta: W <= A (D - 1) since (1 + delta^-1 + ... + delta^(-d+1)) (1/delta - 1) = delta^-d - 1. *)
Variable A : Z.
Hypothesis A_at_least_1 : 1 <= A.
Hypothesis w_at_most : Z.of_nat W <= A * (Z.of_nat N - 1).

(** n delta^(-(n+1)d-1). *)
Let c : Z := A * Z.of_nat n * D ^ (Z.of_nat n + 1).

(** l~_n < n delta^(-(n+1)d). *)
Theorem last_upper_bound : forall x, corner_ids x -> nth (n - 1) (after_sweep x) 0 < c.
Proof.
  intros x corner. rewrite last_after_sweep by easy. destruct (positions_sorted x corner) as [_ nonnegative].
  pose proof two_D as D_2. pose proof (positions_length x corner) as length_l.
  pose proof (final_bounded D two_D (position_ids x) (last_id (position_ids x)) nonnegative) as bound.
  rewrite length_l in bound. unfold c. rewrite Z.pow_add_r, Z.pow_1_r by lia.
  assert (power : 0 < D ^ Z.of_nat n) by (apply Z.pow_pos_nonneg; lia).
  assert (room : last_id (position_ids x) < A * Z.of_nat n * D).
  { unfold last_id. rewrite length_l. destruct (position_nth x (n - 1) corner ltac:(lia)) as [-> range].
    fold w D in w_at_most. rewrite Nat2Z.inj_sub by lia. change (Z.of_nat 1) with 1.
    assert ((Z.of_nat n - 1) * w <= (Z.of_nat n - 1) * (A * (D - 1))) by nia. nia. }
  nia.
Qed.

(** The same for all l~_j; they are positive. *)
Theorem upper_bound : forall x, corner_ids x ->
  Forall (fun y => 0 < y <= greatest (after_sweep x)) (after_sweep x) /\ greatest (after_sweep x) < c.
Proof.
  intros x corner. pose proof two_D as D_2. destruct (exceptional_dec x) as [[n_2 [W_N ->]] | no_exception].
  - destruct (exception_swept n_2 W_N) as [-> _]. cbn [greatest]. rewrite Z.max_l by nia.
    split; [repeat constructor; nia |]. unfold c. rewrite n_2. change (Z.of_nat 2 + 1) with 3. nia.
  - split; [| rewrite greatest_after_sweep by easy; now apply last_upper_bound].
    destruct (increases_after_sweep x corner no_exception) as [above _].
    rewrite Forall_forall in *. intros y i. split; [| now apply greatest_above].
    specialize (above y i). assert (0 <= T) by (unfold T, w; nia). lia.
Qed.

(** The ids l~_j are all different. *)
Theorem different_after_sweep : forall x, corner_ids x -> NoDup (after_sweep x).
Proof.
  intros x corner. pose proof two_D as D_2. destruct (exceptional_dec x) as [[n_2 [W_N ->]] | no_exception].
  - destruct (exception_swept n_2 W_N) as [-> _]. assert (0 < (D - 1) ^ 3) by (apply Z.pow_pos_nonneg; lia).
    constructor; [intros [? | []]; lia | repeat constructor; intros []].
  - destruct (increases_after_sweep x corner no_exception) as [_ sorted].
    induction sorted as [|a l _ IH below]; constructor; [| easy]. intros i. rewrite Forall_forall in below.
    specialize (below a i). lia.
Qed.

(** u^T g_c(L). *)
Definition after_last_layer (x : list Z) : list Z := global c (after_sweep x).

Theorem last_layer_adds : forall x, corner_ids x ->
  after_last_layer x = map (fun y => y + c * greatest (after_sweep x)) (after_sweep x).
Proof.
  intros x corner. destruct (upper_bound x corner) as [positive _]. apply map_ext_in. intros y i.
  rewrite Forall_forall in positive. specialize (positive y i). destruct (Z.ltb_spec 0 y); [easy | lia].
Qed.

(** A contextual mapping, first half: all entries are distinct. *)
Theorem entries_distinct : forall x, corner_ids x -> NoDup (after_last_layer x).
Proof.
  intros x corner. rewrite last_layer_adds by easy.
  apply Injective_map_NoDup; [intros y y' same; lia | now apply different_after_sweep].
Qed.

(** Second half: M is the quotient by c of an entry, l~_j the remainder. *)
Theorem contexts_distinct : forall x x' y, corner_ids x -> corner_ids x' ->
  In y (after_last_layer x) -> In y (after_last_layer x') -> x = x'.
Proof.
  intros x x' y corner corner' i i'. rewrite last_layer_adds in i, i' by easy.
  apply in_map_iff in i as [z [<- i]], i' as [z' [same i']].
  destruct (upper_bound x corner) as [bounds less], (upper_bound x' corner') as [bounds' less'].
  rewrite Forall_forall in bounds, bounds'. specialize (bounds z i). specialize (bounds' z' i').
  apply greatest_one_to_one; [easy.. |].
  set (M := greatest (after_sweep x)) in *. set (M' := greatest (after_sweep x')) in *.
  assert (z - z' = 0) by (apply (small_multiple c _ (M' - M)); lia). nia.
Qed.

End Positions.
