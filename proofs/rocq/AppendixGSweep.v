(** * Sweeps with positions, App. G.2: which layers there are, and why they shift each column once

    Numbers are in units of delta. The ids are l_j = s_j + x_j with x_j the id of column j of X, 0 <= x_j < D and
    D = delta^-d; w >= D is the distance from s_j to s_(j+1). *)

From Coq Require Import ZArith List Sorted Lia.
From Exactua Require Import Transformers Ids Sweeps NewIds Category1.
Import ListNotations.
Open Scope Z_scope.

(** ** Layers that find a column, and layers that find none *)

Lemma sweep_app : forall gain ks ks' x, sweep gain (ks ++ ks') x = sweep gain ks' (sweep gain ks x).
Proof. intros. apply fold_left_app. Qed.

Lemma sweep_finds_nothing : forall gain ks x, (forall k, In k ks -> ~ In k x) -> sweep gain ks x = x.
Proof.
  induction ks as [|k ks IH]; intros x no; [easy |]. rewrite sweep_cons, shift_elsewhere by (apply no; now left).
  apply IH. intros; apply no; now right.
Qed.

(** How many of the shifts change the id of column j, from 0. *)
Fixpoint shifts_of (gain : Z) (j : nat) (ks x : list Z) : nat :=
  match ks with
  | [] => 0%nat
  | k :: rest =>
      let x' := shift gain k x in
      ((if (nth j x' 0 =? nth j x 0)%Z then 0 else 1) + shifts_of gain j rest x')%nat
  end.

Lemma shifts_app : forall gain j ks ks' x,
  shifts_of gain j (ks ++ ks') x = (shifts_of gain j ks x + shifts_of gain j ks' (sweep gain ks x))%nat.
Proof.
  induction ks as [|k ks IH]; intros; [easy |]. cbn. rewrite IH. apply Nat.add_assoc.
Qed.

Lemma no_shifts : forall gain j ks x, (forall k, In k ks -> ~ In k x) -> shifts_of gain j ks x = 0%nat.
Proof.
  induction ks as [|k ks IH]; intros x no; [easy |]. cbn. rewrite shift_elsewhere by (apply no; now left).
  rewrite Z.eqb_refl. apply IH. intros; apply no; now right.
Qed.

Lemma small_multiple : forall a b k, - a < b < a -> b = a * k -> b = 0.
Proof.
  intros a b k small multiple. destruct (Z.lt_trichotomy k 0) as [? | [-> | ?]]; nia.
Qed.

(** ** One shift each *)

Section OneShiftEach.

Variables D T : Z.
Hypothesis D_at_least_2 : 2 <= D.

(** The columns A have been shifted and lie above T, the columns B have not, and p is the greatest id. *)
Lemma sweep_is_chain : forall ks A B p,
  StronglySorted Z.lt ks -> Forall (fun k => k <= T) ks -> StronglySorted Z.lt B -> incl B ks ->
  Forall (fun a => T < a) A -> In p (A ++ B) -> Forall (fun z => z <= p) (A ++ B) ->
  (forall b, hd_error B = Some b -> T < shifted D p b) ->
  sweep D ks (A ++ B) = A ++ chain D p B /\
  forall j, shifts_of D j ks (A ++ B) =
    (if j <? length A then 0 else if j <? length A + length B then 1 else 0)%nat.
Proof.
  induction ks as [|k ks IH]; intros A B p sorted_ks ks_T sorted_B B_ks A_T p_in p_max first.
  - destruct B as [|b B]; [| destruct (B_ks b (or_introl eq_refl))]. split; [easy |]. intros j. cbn [shifts_of length].
    destruct (Nat.ltb_spec j (length A)); [easy |]. destruct (Nat.ltb_spec j (length A + 0)); [lia | easy].
  - apply StronglySorted_inv in sorted_ks as [sorted_ks k_ks]. inversion ks_T as [|? ? k_T ks_T']; subst.
    assert (k_A : ~ In k A). { intros i. rewrite Forall_forall in A_T. specialize (A_T k i). lia. }
    destruct B as [|b B].
    + rewrite app_nil_r in *. cbn [sweep fold_left shifts_of].
      rewrite shift_elsewhere by easy. specialize (IH A [] p). rewrite app_nil_r in IH.
      destruct IH as [swept counts]; try easy. split; [exact swept |]. intros j. rewrite Z.eqb_refl. apply counts.
    + pose proof (StronglySorted_inv sorted_B) as [sorted_B' b_B].
      rewrite Forall_forall in b_B, k_ks, ks_T', A_T, p_max.
      assert (b_k : b = k \/ In b ks) by (destruct (B_ks b); [now left | now left | now right]).
      assert (B'_ks : incl B ks).
      { intros c i. specialize (b_B c i). destruct (B_ks c) as [-> |]; [now right | | easy].
        destruct b_k as [-> | b_k]; [lia | specialize (k_ks b b_k); lia]. }
      destruct b_k as [-> | b_k].
      * assert (k_B : ~ In k B) by (intros i; specialize (b_B k i); lia).
        specialize (first k eq_refl). set (a := shifted D p k) in *.
        assert (k_p : k <= p) by (apply p_max, in_or_app; now (right; left)).
        assert (p_a : p <= a) by (unfold a, shifted; nia).
        assert (moved : shift D k (A ++ k :: B) = A ++ a :: B).
        { apply shift_here; try easy; [now apply greatest_is |].
          apply least_is; [apply in_elt |]. intros z i.
          apply in_app_or in i as [i | [<- | i]]; [specialize (A_T z i) | | specialize (b_B z i)]; lia. }
        cbn [sweep fold_left shifts_of chain]. fold a. rewrite moved.
        replace (A ++ a :: B) with ((A ++ [a]) ++ B) by now rewrite <- app_assoc.
        destruct (IH (A ++ [a]) B a) as [swept counts]; try easy.
        -- now apply Forall_forall.
        -- apply Forall_app. split; [now apply Forall_forall | now repeat constructor].
        -- rewrite <- app_assoc. apply in_or_app. now (right; left).
        -- apply Forall_forall. intros z i. rewrite <- app_assoc in i.
           apply in_app_or in i as [i | [<- | i]]; [| lia |];
             (enough (z <= p) by lia); apply p_max, in_or_app; [now left | now (right; right)].
        -- intros c eq. assert (c_T : c <= T).
           { apply ks_T', B'_ks. destruct B as [|c' B]; [easy |]. injection eq as ->. now left. }
           unfold shifted. nia.
        -- split; [unfold sweep in swept; rewrite swept; now rewrite <- app_assoc |].
           intros j. rewrite counts, app_length. cbn [length]. rewrite <- app_assoc. cbn [app].
           destruct (Nat.ltb_spec j (length A)) as [j_A | j_A].
           ++ rewrite !app_nth1, Z.eqb_refl by easy. destruct (Nat.ltb_spec j (length A + 1)); [easy | lia].
           ++ rewrite !app_nth2 by lia. destruct (Nat.ltb_spec j (length A + 1)).
              ** replace (j - length A)%nat with 0%nat by lia. cbn [nth].
                 destruct (Z.eqb_spec a k); [lia |]. destruct (Nat.ltb_spec j (length A + S (length B))); [easy | lia].
              ** replace (j - length A)%nat with (S (j - length A - 1))%nat by lia. cbn [nth]. rewrite Z.eqb_refl.
                 replace (length A + 1 + length B)%nat with (length A + S (length B))%nat by lia. easy.
      * specialize (k_ks b b_k).
        assert (no : ~ In k (A ++ b :: B)).
        { intros i. apply in_app_or in i as [i | [<- | i]]; [easy | lia | specialize (b_B k i); lia]. }
        cbn [sweep fold_left shifts_of]. rewrite shift_elsewhere by easy.
        destruct (IH A (b :: B) p) as [swept counts]; try easy; try now apply Forall_forall.
        -- intros c [<- | i]; [easy | now apply B'_ks].
        -- split; [exact swept |]. intros j. rewrite Z.eqb_refl. apply counts.
Qed.

(** l~_n, or p for no ids. *)
Definition final (p : Z) (l : list Z) : Z := last (chain D p l) p.

Lemma final_snoc : forall l b p, final p (l ++ [b]) = shifted D (final p l) b.
Proof. intros. unfold final. rewrite chain_app. apply last_last. Qed.

Lemma final_bounded : forall l p, Forall (fun b => 0 <= b) l -> final p l <= D ^ Z.of_nat (length l) * p.
Proof.
  intros l p. revert l. apply (rev_ind (fun l => Forall (fun b => 0 <= b) l ->
    final p l <= D ^ Z.of_nat (length l) * p)).
  - intros _. unfold final. cbn [chain last length Z.of_nat]. rewrite Z.pow_0_r. lia.
  - intros b l IH f. apply Forall_app in f as [f b_0]. inversion b_0; subst. specialize (IH f).
    rewrite final_snoc, app_length. unfold shifted. cbn [length].
    rewrite Nat.add_1_r, Nat2Z.inj_succ, Z.pow_succ_r by lia. nia.
Qed.

(** ** l_j = s_j + x_j *)

Variable w : Z.
Hypothesis w_at_least_D : D <= w.

(** s + x_1, s + w + x_2, s + 2 w + x_3, ... *)
Fixpoint spread (s : Z) (x : list Z) : list Z :=
  match x with
  | [] => []
  | y :: rest => (s + y) :: spread (s + w) rest
  end.

Lemma spread_length : forall x s, length (spread s x) = length x.
Proof. induction x; intros; cbn; [easy | now rewrite IHx]. Qed.

Lemma spread_nth : forall x s j, (j < length x)%nat -> nth j (spread s x) 0 = s + Z.of_nat j * w + nth j x 0.
Proof.
  induction x as [|y x IH]; intros s [|j] j_x; cbn [length] in j_x; try lia; cbn [spread nth]; [lia |].
  rewrite IH by lia. lia.
Qed.

Definition in_range (y : Z) : Prop := 0 <= y < D.

Lemma spread_sorted : forall x s, Forall in_range x ->
  StronglySorted Z.lt (spread s x) /\ Forall (fun b => s <= b) (spread s x).
Proof.
  induction x as [|y x IH]; intros s f; [split; constructor |]. inversion f as [|? ? y_in f']; subst.
  unfold in_range in y_in. destruct (IH (s + w) f') as [sorted above]. cbn [spread].
  split; constructor; try easy; try lia; (eapply Forall_impl; [| exact above]); cbn; lia.
Qed.

(** G.2: s_j <= l_j <= s_j + D - 1. *)
Lemma spread_places : forall x s y, Forall in_range x -> In y (spread s x) ->
  exists j, (j < length x)%nat /\ s + Z.of_nat j * w <= y < s + Z.of_nat j * w + D.
Proof.
  induction x as [|z x IH]; intros s y f i; [easy |]. inversion f as [|? ? z_in f']; subst. unfold in_range in z_in.
  destruct i as [<- | i]; [exists 0%nat; cbn; lia |]. destruct (IH (s + w) y f' i) as [j [j_x between]].
  exists (S j). cbn [length]. lia.
Qed.

Lemma spread_snoc : forall x y s, spread s (x ++ [y]) = spread s x ++ [s + Z.of_nat (length x) * w + y].
Proof.
  induction x as [|z x IH]; intros; cbn [spread app length]; [f_equal; lia |]. rewrite IH. do 3 f_equal. lia.
Qed.

(** G.2, as in E.3.4: the map from L to l~_n is one-to-one. Modulo D it is l_n. *)
Lemma final_one_to_one : forall s p p' x x', length x = length x' -> Forall in_range x -> Forall in_range x' ->
  final p (spread s x) = final p' (spread s x') -> x = x' /\ p = p'.
Proof.
  intros s p p'. apply (rev_ind (fun x => forall x', length x = length x' -> Forall in_range x -> Forall in_range x' ->
    final p (spread s x) = final p' (spread s x') -> x = x' /\ p = p')).
  - intros [|y x'] e _ _ same; [now split | easy].
  - intros y x IH x'. destruct x' as [|y' x' _] using rev_ind; rewrite !app_length; cbn [length].
    { rewrite Nat.add_1_r. easy. }
    intros e f f' same. apply Forall_app in f as [f y_in], f' as [f' y'_in].
    inversion y_in as [|? ? y_range _]; subst. inversion y'_in as [|? ? y'_range _]; subst. unfold in_range in *.
    assert (lengths : length x = length x') by lia.
    rewrite !spread_snoc in same. rewrite !final_snoc in same. unfold shifted in same.
    rewrite <- lengths in same. set (t := s + Z.of_nat (length x) * w) in same.
    set (c := final p (spread s x)) in *. set (c' := final p' (spread s x')) in *.
    assert (multiple : y - y' = D * ((c' - (t + y')) - (c - (t + y)))) by lia.
    assert (no_difference : y - y' = 0) by (apply (small_multiple D _ ((c' - (t + y')) - (c - (t + y)))); lia).
    assert (same' : c = c') by nia. replace y' with y by lia.
    destruct (IH x' lengths f f' same') as [-> ->]. now split.
Qed.

End OneShiftEach.

(** ** The ids that the sweep visits *)

(** All ids of [j w, j w + N - 1] for j = 0, ..., n - 1. *)
Definition visited (w N n : nat) : list Z := map Z.of_nat (flat_map (fun j => seq (j * w) N) (seq 0 n)).

Lemma visited_iff : forall w N n k,
  In k (visited w N n) <-> exists j, (j < n)%nat /\ Z.of_nat j * Z.of_nat w <= k < Z.of_nat j * Z.of_nat w + Z.of_nat N.
Proof.
  intros w N n k. unfold visited. rewrite in_map_iff. split.
  - intros [i [<- found]]. apply in_flat_map in found as [j [j_n found]]. apply in_seq in j_n, found.
    exists j. rewrite <- Nat2Z.inj_mul. lia.
  - intros [j [j_n between]]. rewrite <- Nat2Z.inj_mul in between. exists (Z.to_nat k). split; [lia |].
    apply in_flat_map. exists j. rewrite !in_seq. lia.
Qed.

Lemma sorted_app : forall x y, StronglySorted lt x -> StronglySorted lt y ->
  (forall a b, In a x -> In b y -> (a < b)%nat) -> StronglySorted lt (x ++ y).
Proof.
  induction x as [|a x IH]; intros y sorted_x sorted_y below; [easy |].
  apply StronglySorted_inv in sorted_x as [sorted_x a_x]. constructor.
  - apply IH; try easy. intros; apply below; [now right | easy].
  - apply Forall_app. split; [easy |]. apply Forall_forall. intros b i. apply below; [now left | easy].
Qed.

Lemma seq_sorted : forall N s, StronglySorted lt (seq s N).
Proof.
  induction N as [|N IH]; intros s; [constructor |]. constructor; [apply IH |].
  apply Forall_forall. intros b i. apply in_seq in i. lia.
Qed.

(** G.2: 'in increasing order of l'. *)
Lemma ranges_in_order : forall w N n, (N <= w)%nat -> StronglySorted lt (flat_map (fun j => seq (j * w) N) (seq 0 n)).
Proof.
  intros w N n N_w. generalize 0%nat as i. induction n as [|n IH]; intros i; [constructor |].
  cbn [seq flat_map]. apply sorted_app; [apply seq_sorted | apply IH |].
  intros a b a_i b_i. apply in_seq in a_i. apply in_flat_map in b_i as [j [j_i b_j]]. apply in_seq in j_i, b_j. nia.
Qed.

Lemma visited_in_order : forall w N n, (N <= w)%nat -> StronglySorted Z.lt (visited w N n).
Proof.
  intros w N n N_w. unfold visited. induction (ranges_in_order w N n N_w) as [|a l _ IH a_l]; constructor; [easy |].
  apply Forall_map. eapply Forall_impl; [| exact a_l]. cbn. lia.
Qed.

(** sigma >= D, and sigma = D if and only if d = 1; (m - 1) sigma = m (D - 1). *)
Lemma sum_of_powers : forall d m, (1 <= m)%nat ->
  ((m - 1) * list_sum (map (fun k => m ^ k) (seq 1 d)) = m * (m ^ d - 1))%nat.
Proof.
  intros d m m_1. induction d as [|d IH]; [cbn; lia |].
  rewrite seq_S, map_app, list_sum_app. cbn [map list_sum fold_right]. rewrite Nat.mul_add_distr_l, IH.
  cbn [Nat.add Nat.pow]. assert (1 <= m ^ d)%nat by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia). nia.
Qed.

Lemma id_spacing_at_least : forall a d m, (1 <= a)%nat -> (1 <= d)%nat -> (2 <= m)%nat ->
  (m ^ d <= id_spacing a d m)%nat /\ (id_spacing a d m = m ^ d -> a = 1 /\ d = 1)%nat.
Proof.
  intros a d m a_1 d_1 m_2. unfold id_spacing. destruct d as [|d]; [lia |].
  rewrite seq_S, map_app, list_sum_app. cbn [map list_sum fold_right]. change (1 + d)%nat with (S d).
  assert (positive : (1 <= m ^ S d)%nat) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia).
  set (P := (m ^ S d)%nat) in *. set (rest := list_sum _). split; [nia |]. intros e.
  assert (rest = 0 /\ a = 1)%nat as [none ->] by nia. split; [easy |]. destruct d; [easy |]. exfalso.
  unfold rest in none. cbn [seq map list_sum fold_right] in none. rewrite Nat.pow_1_r in none. lia.
Qed.

Lemma id_spacing_at_most : forall a d m, (2 <= m)%nat -> (id_spacing a d m <= a * m * (m ^ d - 1))%nat.
Proof.
  intros a d m m_2. unfold id_spacing. pose proof (sum_of_powers d m ltac:(lia)). nia.
Qed.
