(** * Memorisation: one layer of attention and one feed-forward layer take finitely many sequences to their labels

    Kajitsuka & Sato 2024, Corollaries 1 and 2 (App. A.3, A.4). The head of [OneHead.v] gives different ids to tokens
    whose labels may differ, under masks, too; along a direction that keeps the ids apart, ReLUs add to each id what its
    label lacks. *)

From Coq Require Import Reals List Arith Lia Lra Classical_Prop.
From Exactua Require Import Networks Distance Sums KajitsukaStatements Projections OneHead MaskedHead
  Interpolation.
Import ListNotations.
Open Scope R_scope.

(** ** A feed-forward layer that takes finitely many tokens to their labels *)

Definition places (n N : nat) : list (nat * nat) := list_prod (seq 0 N) (seq 0 n).

Lemma places_in : forall n N i k, In (i, k) (places n N) <-> (i < N)%nat /\ (k < n)%nat.
Proof. intros n N i k. unfold places. rewrite in_prod_iff, !in_seq. lia. Qed.

Lemma places_count : forall n N, length (places n N) = (n * N)%nat.
Proof. intros n N. unfold places. rewrite prod_length, !seq_length. lia. Qed.

Lemma choose_below : forall (A : Type) (P : nat -> A -> Prop) (a0 : A) d, (forall i, (i < d)%nat -> exists a, P i a) ->
  exists f, forall i, (i < d)%nat -> P i (f i).
Proof.
  intros A P a0 d. induction d as [| d IH]; intros H; [exists (fun _ => a0); intros; lia |].
  destruct IH as [f Hf]; [intros; apply H; lia |]. destruct (H d ltac:(lia)) as [a Ha].
  exists (fun i => if (i =? d)%nat then a else f i). intros i Hi.
  destruct (Nat.eqb_spec i d) as [-> | Hne]; [exact Ha |]. apply Hf. lia.
Qed.

(** One w for all rows, and a bias b and a weight c for each unit, as many units for each row as tokens. *)
Lemma labels_by_units : forall d n N (Z Y : nat -> nat -> nat -> R), (1 <= d)%nat ->
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat -> same_token d (Z i) (Z j) k l ->
     same_token d (Y i) (Y j) k l) ->
  exists w b c, forall i k r, (i < N)%nat -> (k < n)%nat -> (r < d)%nat ->
    Z i r k + sum_below (n * N) (fun t => c r t * Rmax 0 (dot d w (column k (Z i)) + b r t)) = Y i r k.
Proof.
  intros d n N Z Y Hd H. set (token := fun p : nat * nat => column (snd p) (Z (fst p))).
  destruct (apart d (map token (places n N)) Hd) as [w [_ Hw]].
  assert (forall p q, In p (places n N) -> In q (places n N) -> dot d w (token p) = dot d w (token q) ->
    same_vector d (token p) (token q)) as Hsame.
  { intros p q Hp Hq E. specialize (Hw _ _ (in_map token _ _ Hp) (in_map token _ _ Hq)).
    rewrite dot_minus, E, Rminus_eq_0, Rabs_R0, Rmult_0_r in Hw.
    pose proof (norm_nonnegative d (gap (token p) (token q))) as Hn.
    pose proof (norm_zero d (gap (token p) (token q)) ltac:(lra)) as Hz.
    intros a Ha. specialize (Hz a Ha). unfold gap in Hz. lra. }
  set (point := fun r (p : nat * nat) => (dot d w (token p), Y (fst p) r (snd p) - Z (fst p) r (snd p))).
  destruct (choose_below _ (fun r U => length U = (n * N)%nat /\ forall p, In p (places n N) ->
    units_value (dot d w (token p)) U = Y (fst p) r (snd p) - Z (fst p) r (snd p)) [] d) as [U HU].
  { intros r Hr. destruct (units_through (map (point r) (places n N))) as [U [HU Hv]].
    - intros p' q' Hp' Hq'. apply in_map_iff in Hp', Hq'. destruct Hp' as [p [<- Hp]], Hq' as [q [<- Hq]].
      cbn [fst snd point]. intros E. pose proof (Hsame p q Hp Hq E) as Es.
      destruct p as [i k], q as [j l]. apply places_in in Hp, Hq. cbn [fst snd].
      pose proof (H i j k l ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) Es r Hr) as EY. specialize (Es r Hr).
      unfold column in EY. unfold token, column in Es. cbn [fst snd] in Es. rewrite EY, Es. reflexivity.
    - exists U. split; [rewrite HU, map_length; apply places_count |]. intros p Hp.
      exact (Hv _ (in_map (point r) _ _ Hp)). }
  exists w, (fun r t => fst (nth t (U r) (0, 0))), (fun r t => snd (nth t (U r) (0, 0))). intros i k r Hi Hk Hr.
  destruct (HU r Hr) as [HL Hv]. specialize (Hv (i, k) (proj2 (places_in n N i k) (conj Hi Hk))).
  unfold token in Hv. cbn [fst snd] in Hv. rewrite units_value_sum, HL in Hv. rewrite Hv. ring.
Qed.

(** ** Layers told by numbers *)

Section Numbers.
  Variables (d s K : nat) (u v w b c : nat -> nat -> R).
  Hypotheses (Hd : (1 <= d)%nat) (Hs : (1 <= s)%nat).

  (** For each of four matrices s numbers of u and d of v; then for each row d numbers of w, K of b and K of c. *)
  Definition told (k : nat) : R :=
    if (k <? 4 * (s + d))%nat then
      let m := (k / (s + d))%nat in let j := (k mod (s + d))%nat in if (j <? s)%nat then u m j else v m (j - s)%nat
    else
      let r := ((k - 4 * (s + d)) / (2 * K + d))%nat in let j := ((k - 4 * (s + d)) mod (2 * K + d))%nat in
      if (j <? d)%nat then w r j else if (j <? d + K)%nat then b r (j - d)%nat else c r (j - (d + K))%nat.

  Definition told_list : list R := map told (seq 0 (4 * (s + d) + d * (2 * K + d))).
  Let p (k : nat) : R := nth k told_list 0.

  Lemma told_list_length : length told_list = (4 * (s + d) + d * (2 * K + d))%nat.
  Proof. unfold told_list. now rewrite map_length, seq_length. Qed.

  Lemma told_list_nth : forall k, (k < 4 * (s + d) + d * (2 * K + d))%nat -> p k = told k.
  Proof.
    intros k Hk. unfold p. rewrite (nth_indep told_list 0 (told 0)) by (now rewrite told_list_length). unfold told_list.
    rewrite map_nth, seq_nth by exact Hk. reflexivity.
  Qed.

  Lemma of_matrix : forall m j, (m < 4)%nat -> (j < s + d)%nat ->
    numbers_from (m * (s + d)) p j = if (j <? s)%nat then u m j else v m (j - s)%nat.
  Proof.
    intros m j Hm Hj. unfold numbers_from. assert (m * (s + d) + j < 4 * (s + d))%nat as Hlt by nia.
    rewrite told_list_nth by lia. unfold told. rewrite (proj2 (Nat.ltb_lt _ _) Hlt). cbv zeta.
    rewrite Nat.add_comm, Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia. reflexivity.
  Qed.

  Lemma of_u : forall m h, (m < 4)%nat -> (h < s)%nat -> numbers_from (m * (s + d)) p h = u m h.
  Proof. intros m h Hm Hh. rewrite of_matrix by lia. now rewrite (proj2 (Nat.ltb_lt _ _) Hh). Qed.

  Lemma of_v : forall m i, (m < 4)%nat -> (i < d)%nat -> numbers_from (m * (s + d) + s) p i = v m i.
  Proof.
    intros m i Hm Hi. change (p (m * (s + d) + s + i)%nat = v m i). rewrite <- Nat.add_assoc.
    change (numbers_from (m * (s + d)) p (s + i)%nat = v m i). rewrite of_matrix by lia.
    rewrite (proj2 (Nat.ltb_ge _ _)) by lia. f_equal. lia.
  Qed.

  Lemma of_row : forall r j, (r < d)%nat -> (j < 2 * K + d)%nat ->
    numbers_from (r * (2 * K + d)) (numbers_from (4 * (s + d)) p) j =
    if (j <? d)%nat then w r j else if (j <? d + K)%nat then b r (j - d)%nat else c r (j - (d + K))%nat.
  Proof.
    intros r j Hr Hj. unfold numbers_from at 1. unfold numbers_from at 1.
    assert (r * (2 * K + d) + j < d * (2 * K + d))%nat as Hlt by nia.
    rewrite told_list_nth by lia. unfold told. rewrite (proj2 (Nat.ltb_ge _ _)) by lia. cbv zeta.
    replace (4 * (s + d) + (r * (2 * K + d) + j) - 4 * (s + d))%nat with (j + r * (2 * K + d))%nat by lia.
    rewrite Nat.div_add, Nat.mod_add, Nat.div_small, Nat.mod_small by lia. reflexivity.
  Qed.

  Lemma feed_forward_told : forall Z r k, (r < d)%nat ->
    feed_forward (F := reals) d (units_of_numbers d K (numbers_from (4 * (s + d)) p)) Z r k
    = Z r k + sum_below K (fun t => c r t * Rmax 0 (dot d (w r) (column k Z) + b r t)).
  Proof.
    intros Z r k Hr. set (P := numbers_from (4 * (s + d)) p).
    transitivity (Z r k + sum_below (d * K) (fun a =>
      (if (r =? a / K)%nat then numbers_from (r * (2 * K + d)) P (d + K + a mod K)%nat else 0)
      * activate (F := reals) ReLU (dot d (numbers_from (a / K * (2 * K + d)) P) (column k Z)
                                    + numbers_from (a / K * (2 * K + d)) P (d + a mod K)%nat)) + 0); [reflexivity |].
    rewrite Rplus_0_r. f_equal. rewrite <- (sum_over_row d K r _ Hr). apply sum_below_ext. intros a Ha.
    destruct (Nat.eqb_spec r (a / K)) as [<- | Hne]; [| ring].
    assert (K <> 0)%nat as HK by (intros ->; lia).
    pose proof (Nat.mod_upper_bound a K HK) as Ht. rewrite ReLU_value, !of_row by lia.
    rewrite (proj2 (Nat.ltb_ge (d + K + a mod K) d)), (proj2 (Nat.ltb_ge (d + K + a mod K) (d + K))),
      (proj2 (Nat.ltb_ge (d + a mod K) d)), (proj2 (Nat.ltb_lt (d + a mod K) (d + K))) by lia.
    replace (d + K + a mod K - (d + K))%nat with (a mod K)%nat by lia.
    replace (d + a mod K - d)%nat with (a mod K)%nat by lia.
    rewrite (dot_ext d (numbers_from (r * (2 * K + d)) P) (w r) (column k Z) (column k Z));
      [reflexivity | | intros i _; reflexivity].
    intros i Hi. unfold P. rewrite of_row by lia. now rewrite (proj2 (Nat.ltb_lt _ _) Hi).
  Qed.

  (** Entries h < s and i < d of the four matrices. *)
  Lemma matrices_told : forall h i, (h < s)%nat -> (i < d)%nat ->
    let H := head_of_numbers d s p in
    W_O H i h = v 0%nat i * u 0%nat h /\ W_V H h i = u 1%nat h * v 1%nat i /\
    W_K H h i = u 2%nat h * v 2%nat i /\ W_Q H h i = u 3%nat h * v 3%nat i.
  Proof.
    intros h i Hh Hi H. unfold H, head_of_numbers, outer. cbn [W_O W_V W_K W_Q]. rewrite !of_u, !of_v by lia. auto.
  Qed.
End Numbers.

(** ** Heads with the same entries *)

Lemma product_rows : forall k (A A' B B' : nat -> nat -> R) i j,
  (forall l, (l < k)%nat -> A i l = A' i l) -> (forall l, (l < k)%nat -> B l j = B' l j) ->
  product (F := reals) k A B i j = product (F := reals) k A' B' i j.
Proof.
  intros k A A' B B' i j HA HB.
  change (sum_below k (fun l => A i l * B l j) = sum_below k (fun l => A' i l * B' l j)).
  apply sum_below_ext. intros l Hl. now rewrite HA, HB.
Qed.

Lemma head_by_entries : forall d n C (H H' : head reals), head_size H = head_size H' ->
  (forall h i, (h < head_size H)%nat -> (i < d)%nat -> W_O H i h = W_O H' i h /\ W_V H h i = W_V H' h i /\
     W_K H h i = W_K H' h i /\ W_Q H h i = W_Q H' h i /\ b_Q H h = b_Q H' h) ->
  forall Z i k, (i < d)%nat -> masked_attention d n C H Z i k = masked_attention d n C H' Z i k.
Proof.
  intros d n C H H' Es E Z i k Hi.
  change (Z i k + sum_below n (fun l => product (F := reals) (head_size H) (W_O H) (product d (W_V H) Z) i l
      * masked_softmax n (fun l' => C l' k) (fun l' => scores (F := reals) d H Z l' k) l)
    = Z i k + sum_below n (fun l => product (F := reals) (head_size H') (W_O H') (product d (W_V H') Z) i l
      * masked_softmax n (fun l' => C l' k) (fun l' => scores (F := reals) d H' Z l' k) l)).
  rewrite <- Es. f_equal. apply sum_below_ext. intros l Hl. f_equal.
  - apply product_rows; [intros h Hh; now apply E |]. intros h Hh.
    apply product_rows; [| reflexivity]. intros j Hj. now apply E.
  - apply masked_softmax_ext; [| exact Hl]. intros l' _.
    change (sum_below (head_size H) (fun h => product (F := reals) d (W_K H) Z h l'
        * (product (F := reals) d (W_Q H) Z h k + b_Q H h))
      = sum_below (head_size H') (fun h => product (F := reals) d (W_K H') Z h l'
        * (product (F := reals) d (W_Q H') Z h k + b_Q H' h))).
    rewrite <- Es. apply sum_below_ext. intros h Hh.
    rewrite (product_rows d (W_K H) (W_K H') Z Z), (product_rows d (W_Q H) (W_Q H') Z Z);
      try reflexivity; try (intros j Hj; now apply E).
    f_equal. f_equal. now apply (E h i).
Qed.

Lemma rank_one_by_entries : forall s d (W W' : nat -> nat -> R),
  (forall h i, (h < s)%nat -> (i < d)%nat -> W' h i = W h i) -> rank_one s d W -> rank_one s d W'.
Proof.
  intros s d W W' E [[u [v Huv]] [h [i [Hh [Hi Hne]]]]]. split.
  - exists u, v. intros h' i' Hh' Hi'. rewrite E by assumption. now apply Huv.
  - exists h, i. rewrite E by assumption. auto.
Qed.

(** ** Corollary 1 *)

(** A feed-forward layer behind a head whose matrices have the rank 1 and that tells tokens by what they attend to. *)
Lemma memorises_by : forall d n s N C X Y delta kappa v x, (1 <= d)%nat -> (1 <= s)%nat -> norm d v = 1 ->
  kappa <> 0 -> x <> 0 -> 0 <= delta ->
  let q i := masked_attention d n (C i) (the_head s v (fun a => x * first a) kappa) (X i) in
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
     ~ same_view d n (C i) (C j) (X i) (X j) k l \/ ~ same_token d (X i) (X j) k l ->
     norm d (gap (column k (q i)) (column l (q j))) > delta) ->
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
     same_view d n (C i) (C j) (X i) (X j) k l -> same_token d (X i) (X j) k l -> same_token d (Y i) (Y j) k l) ->
  exists p, memorises_with (fun H i => masked_attention d n (C i) H) d n s N X Y p.
Proof.
  intros d n s N C X Y delta kappa v x Hd Hs Hv Hk Hx Hdelta. set (w_O := fun a => x * first a).
  set (H := the_head s v w_O kappa). intros q maps consistent.
  destruct (labels_by_units d n N q Y Hd) as [w [b [c units]]].
  { intros i j k l Hi Hj Hkn Hl E. specialize (maps i j k l Hi Hj Hkn Hl).
    assert (norm d (gap (column k (q i)) (column l (q j))) = 0) as Hz.
    { rewrite (norm_ext d _ (fun i => 0 * first i)); [rewrite norm_scaled, Rabs_R0; ring |].
      intros a Ha. unfold gap. rewrite (E a Ha). ring. }
    rewrite Hz in maps. apply consistent; try assumption; apply NNPP; intros Hne.
    - specialize (maps (or_introl Hne)). lra.
    - specialize (maps (or_intror Hne)). lra. }
  set (u := fun m h => if (m =? 3)%nat then kappa * first h else first h).
  set (v' := fun m i => if (m =? 0)%nat then w_O i else v i).
  set (p := told_list d s (n * N) u v' (fun _ => w) b c). exists p.
  pose proof (matrices_told d s (n * N) u v' (fun _ => w) b c Hd Hs) as told. fold p in told.
  split; [apply told_list_length |]. intros H' f.
  assert (forall h i, (h < s)%nat -> (i < d)%nat -> W_O H' i h = W_O H i h /\ W_V H' h i = W_V H h i /\
    W_K H' h i = W_K H h i /\ W_Q H' h i = W_Q H h i /\ b_Q H' h = b_Q H h) as E.
  { intros h i Hh Hi. destruct (told h i Hh Hi) as (EO & EV & EK & EQ). auto. }
  split; [apply (rank_one_by_entries d s (W_O H)); [intros; now apply E |] |].
  { split; [exists w_O, first; reflexivity |]. exists 0%nat, 0%nat. repeat split; [lia | lia |].
    change (x * 1 * 1 <> 0). now rewrite !Rmult_1_r. }
  split; [apply (rank_one_by_entries s d (W_V H)); [intros; now apply E |] |].
  { apply rank_one_outer; try assumption. unfold first. simpl. lra. }
  split; [apply (rank_one_by_entries s d (W_K H)); [intros; now apply E |] |].
  { apply rank_one_outer; try assumption. unfold first. simpl. lra. }
  split; [apply (rank_one_by_entries s d (W_Q H)); [intros; now apply E |] |].
  { apply (rank_one_outer s d (fun h => kappa * first h)); try assumption. unfold first. simpl. lra. }
  intros i Hi r' k Hr Hkn. set (Z := masked_attention d n (C i) H' (X i)).
  change (feed_forward (F := reals) d f Z r' k = Y i r' k).
  pose proof (feed_forward_told d s (n * N) u v' (fun _ => w) b c Hd Hs Z r' k Hr) as layer.
  fold p in layer. fold f in layer. rewrite layer.
  rewrite <- (units i k r' Hi Hkn Hr).
  assert (same_vector d (column k Z) (column k (q i))) as Eq.
  { intros a Ha. apply head_by_entries; [reflexivity | exact E | exact Ha]. }
  f_equal; [now apply Eq |]. apply sum_below_ext. intros t _.
  rewrite (dot_ext d w w _ (column k (q i))); [reflexivity | intros a _; reflexivity | exact Eq].
Qed.

Lemma all_tokens : forall d n N X,
  vocabulary d n N X (map (fun p : nat * nat => column (snd p) (X (fst p))) (places n N)).
Proof.
  intros d n N X. split.
  - intros i k Hi Hk. exists (column k (X i)). split; [| intros a _; reflexivity].
    apply (in_map (fun p : nat * nat => column (snd p) (X (fst p))) _ (i, k)). now apply places_in.
  - intros x Hx. apply in_map_iff in Hx. destruct Hx as [[i k] [<- Hp]]. apply places_in in Hp. exists i, k.
    split; [apply Hp |]. split; [apply Hp | intros a _; reflexivity].
Qed.

Lemma corollary_1_masked_holds : kajitsuka_corollary_1_masked.
Proof.
  intros d n s N X Y C r_min r_max e Hd Hn Hs HN He Hr Hsep Hdist HC consistent.
  destruct (masked_head d n s N X _ C r_min r_max e Hd Hn Hs HN (all_tokens d n N X) Hdist Hsep Hr He HC)
    as [Hk [Hrm [v [Hv [_ maps]]]]].
  set (kappa := _ * _ * _) in *.
  assert (0 < e / (4 * r_max)) as Hp by (apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra]).
  apply (memorises_by d n s N C X Y _ kappa v (e / (4 * r_max)) Hd Hs Hv) in maps; try assumption; try lra.
  apply Rmult_le_pos.
  - apply Rlt_le, Rmult_lt_0_compat; [exact He |]. apply Rinv_0_lt_compat.
    apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra | now apply pow_lt] | exact Hk].
  - apply Rmult_le_pos; [apply pow2_ge_0 | apply Rlt_le, exp_pos].
Qed.

(** Where all tokens attend to all tokens it is Corollary 1. *)
Lemma corollary_1_holds : kajitsuka_corollary_1.
Proof.
  intros d n s N X Y r_min r_max e Hd Hn Hs HN He Hr Hsep Hdist consistent.
  apply (corollary_1_masked_holds d n s N X Y (fun _ _ _ => true) r_min r_max e); try assumption.
  - intros i k _ Hk. now exists k.
  - intros i j k l Hi Hj Hk Hl [Hab Hba] HT. apply consistent; try assumption. split.
    + intros a Ha. destruct (Hab a Ha eq_refl) as [b [Hb [_ E]]]. now exists b.
    + intros b Hb. destruct (Hba b Hb eq_refl) as [a [Ha [_ E]]]. exists a. split; [exact Ha |].
      intros h Hh. symmetry. now apply E.
Qed.

(** ** Corollary 2 *)

(** Finitely many norms that are less than r_max are at most some number that is less. *)
Lemma largest_norm : forall d n N X r_min r_max e, tokens_separated d n N X r_min r_max e ->
  exists b, b < r_max /\ forall i k, (i < N)%nat -> (k < n)%nat -> norm d (column k (X i)) <= b.
Proof.
  intros d n N X r_min r_max e [Hx _]. set (size := fun p : nat * nat => norm d (column (snd p) (X (fst p)))).
  destruct (last_below (map size (places n N)) r_max) as [b [Hb H]].
  - intros z Hz. apply in_map_iff in Hz. destruct Hz as [[i k] [<- Hp]]. apply places_in in Hp.
    exact (proj2 (Hx i k (proj1 Hp) (proj2 Hp))).
  - exists b. split; [exact Hb |]. intros i k Hi Hk. apply (H (size (i, k))), in_map, places_in. now split.
Qed.

Lemma first_entry : forall d x, (1 <= d)%nat -> Rabs (x 0%nat) <= norm d x.
Proof.
  intros d x Hd. apply Rsqr_incr_0_var; [| apply norm_nonnegative]. unfold Rsqr at 2. rewrite norm_square, dot_sum.
  rewrite <- Rsqr_abs. unfold Rsqr.
  apply (sum_below_has d (fun i => x i * x i) 0%nat); [intros; apply Rle_0_sqr | exact Hd].
Qed.

Section Encoded.
  Variables (d n N : nat) (X : nat -> nat -> nat -> R) (r_min r_max e b : R).
  Hypotheses (Hd : (1 <= d)%nat) (Hn : (1 <= n)%nat) (HN : (1 <= N)%nat) (He : 0 < e).
  Hypotheses (separated : tokens_separated d n N X r_min r_max e) (Hb : b < r_max).
  Hypothesis norms : forall i k, (i < N)%nat -> (k < n)%nat -> norm d (column k (X i)) <= b.

  Let X' (i : nat) : nat -> nat -> R := sum (F := reals) (X i) (encodings r_max).

  Lemma encoded : forall i k a, column k (X' i) a = column k (X i) a + 2 * INR (S k) * r_max.
  Proof. reflexivity. Qed.

  Lemma b_nonnegative : 0 <= b.
  Proof. pose proof (norms 0%nat 0%nat HN Hn). pose proof (norm_nonnegative d (column 0 (X 0%nat))). lra. Qed.

  Lemma first_entries : forall i k, (i < N)%nat -> (k < n)%nat -> - b <= X i 0%nat k <= b.
  Proof.
    intros i k Hi Hk. pose proof (norms i k Hi Hk) as H. pose proof (first_entry d (column k (X i)) Hd) as H'.
    unfold column at 1 in H'. split; [| eapply Rle_trans; [apply Rle_abs | lra]].
    pose proof (Rle_abs (- X i 0%nat k)) as Ha. rewrite Rabs_Ropp in Ha. lra.
  Qed.

  (** Different places are 2 r_max apart in every entry, before X is added. *)
  Lemma places_apart : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat -> k <> l ->
    2 * (r_max - b) <= norm d (gap (column k (X' i)) (column l (X' j))).
  Proof.
    assert (G : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat -> (k < l)%nat ->
      2 * (r_max - b) <= X' j 0%nat l - X' i 0%nat k).
    { intros i j k l Hi Hj Hk Hl Hkl. pose proof (first_entries i k Hi Hk). pose proof (first_entries j l Hj Hl).
      pose proof b_nonnegative as Hb0. apply le_INR in Hkl. rewrite S_INR in Hkl.
      change (2 * (r_max - b) <= (X j 0%nat l + 2 * INR (S l) * r_max) - (X i 0%nat k + 2 * INR (S k) * r_max)).
      rewrite !S_INR. assert (1 * (2 * r_max) <= (INR l - INR k) * (2 * r_max)); [apply Rmult_le_compat_r; lra | lra]. }
    intros i j k l Hi Hj Hk Hl Hne. eapply Rle_trans; [| now apply first_entry]. unfold gap, column.
    destruct (Nat.lt_ge_cases k l) as [Hkl | Hkl].
    - specialize (G i j k l Hi Hj Hk Hl Hkl). rewrite Rabs_minus_sym. eapply Rle_trans; [exact G | apply Rle_abs].
    - specialize (G j i l k Hj Hi Hl Hk ltac:(lia)). eapply Rle_trans; [exact G | apply Rle_abs].
  Qed.

  Lemma same_place : forall i j k, norm d (gap (column k (X' i)) (column k (X' j)))
    = norm d (gap (column k (X i)) (column k (X j))).
  Proof. intros i j k. apply norm_ext. intros a _. unfold gap. rewrite !encoded. ring. Qed.

  Lemma encoded_tokens : forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
    same_token d (X' i) (X' j) k l -> k = l /\ same_token d (X i) (X j) k k.
  Proof.
    intros i j k l Hi Hj Hk Hl E. destruct (Nat.eq_dec k l) as [<- | Hne].
    - split; [reflexivity |]. intros a Ha. specialize (E a Ha). rewrite !encoded in E. lra.
    - exfalso. pose proof (places_apart i j k l Hi Hj Hk Hl Hne) as H.
      rewrite (norm_ext d _ (fun i => 0 * first i)) in H.
      + rewrite norm_scaled, Rabs_R0 in H. lra.
      + intros a Ha. unfold gap. rewrite (E a Ha). ring.
  Qed.

  Lemma encoded_no_duplicate : no_duplicate_token d n N X'.
  Proof. intros i k l Hi Hk Hl Hne E. now destruct (encoded_tokens i i k l Hi Hi Hk Hl E). Qed.

  (** The tokens lie between r_max - b and r_max + 2n r_max ||(1, ..., 1)||, and are more than the smaller one of e / 2
      and r_max - b apart. *)
  Lemma encoded_separated : tokens_separated d n N X' (r_max - b)
    (r_max + 2 * INR n * r_max * norm d (fun _ => 1)) (Rmin (e / 2) (r_max - b)).
  Proof.
    pose proof b_nonnegative as Hb0. split.
    - intros i k Hi Hk. pose proof (le_INR _ _ Hk) as Hkn. pose proof (norms i k Hi Hk) as Hx. split.
      + pose proof (first_entry d (column k (X' i)) Hd) as H. rewrite encoded in H.
        pose proof (first_entries i k Hi Hk) as Hf. change (column k (X i) 0%nat) with (X i 0%nat k) in H.
        apply Rlt_le_trans with (2 := H). apply Rlt_le_trans with (2 := Rle_abs _).
        assert (1 * (2 * r_max) <= INR (S k) * (2 * r_max)); [| lra].
        apply Rmult_le_compat_r; [lra |]. apply (le_INR 1). lia.
      + rewrite (norm_ext d _ (fun a => column k (X i) a + 2 * INR (S k) * r_max * 1))
          by (intros a _; rewrite encoded; ring).
        eapply Rle_lt_trans; [apply norm_triangle |]. pose proof (pos_INR (S k)).
        pose proof (norm_nonnegative d (fun _ => 1)).
        rewrite (norm_scaled d (fun _ => 1)), Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
        assert (2 * INR (S k) * r_max * norm d (fun _ => 1) <= 2 * INR n * r_max * norm d (fun _ => 1)); [| lra].
        apply Rmult_le_compat_r; [assumption |]. apply Rmult_le_compat_r; lra.
    - intros i j k l Hi Hj Hk Hl Hne. destruct (Nat.eq_dec k l) as [<- | Hkl].
      + rewrite same_place. pose proof (Rmin_l (e / 2) (r_max - b)). destruct separated as [_ far].
        specialize (far i j k k Hi Hj Hk Hk). enough (norm d (gap (column k (X i)) (column k (X j))) > e) by lra.
        apply far. intros E. apply Hne. intros a Ha. specialize (E a Ha). rewrite !encoded. now rewrite E.
      + pose proof (places_apart i j k l Hi Hj Hk Hl Hkl). pose proof (Rmin_r (e / 2) (r_max - b)). lra.
  Qed.

  Lemma encoded_vocabularies : forall i j, (i < N)%nat -> (j < N)%nat -> same_vocabulary d n (X' i) (X' j) ->
    same (F := reals) d n (X i) (X j).
  Proof.
    intros i j Hi Hj [HV _] a k Ha Hk. destruct (HV k Hk) as [l [Hl E]].
    destruct (encoded_tokens i j k l Hi Hj Hk Hl E) as [_ E']. exact (E' a Ha).
  Qed.
End Encoded.

Lemma corollary_2_holds : kajitsuka_corollary_2.
Proof.
  intros d n s N X Y r_min r_max e Hd Hn Hs HN He Hsep consistent.
  destruct (largest_norm d n N X r_min r_max e Hsep) as [b [Hb norms]].
  apply (corollary_1_holds d n s N _ Y (r_max - b) (r_max + 2 * INR n * r_max * norm d (fun _ => 1))
    (Rmin (e / 2) (r_max - b))); try assumption.
  - apply Rmin_glb_lt; lra.
  - lra.
  - now apply encoded_separated with (r_min := r_min).
  - now apply encoded_no_duplicate with (b := b).
  - intros i j k l Hi Hj Hk Hl HV HT.
    destruct (encoded_tokens d n N X r_max b Hd Hn HN Hb norms i j k l Hi Hj Hk Hl HT) as [<- _].
    intros a Ha. apply consistent; try assumption.
    now apply (encoded_vocabularies d n N X r_max b Hd Hn HN Hb norms).
Qed.

(** ** An example *)

(** X^(1) has the tokens 1, ..., n on a line, X^(2) has n + 1 in place of n. *)
Definition token_of (n i k : nat) : nat := if ((i =? 1) && (S k =? n))%bool then S n else S k.
Definition two_sequences (n i : nat) : nat -> nat -> R := fun a k => INR (token_of n i k) * first a.

Lemma on_the_line : forall d c, (1 <= d)%nat -> norm d (fun a => c * first a) = Rabs c.
Proof.
  intros d c Hd. rewrite norm_scaled. rewrite (norm_ext d first (fun i => if Nat.eqb i 0 then 1 else 0)) by
    (intros i _; reflexivity). rewrite some_unit_vector by exact Hd. ring.
Qed.

Lemma token_of_same : forall d n i j k l, (1 <= d)%nat ->
  same_token d (two_sequences n i) (two_sequences n j) k l <-> token_of n i k = token_of n j l.
Proof.
  intros d n i j k l Hd. split.
  - intros E. specialize (E 0%nat Hd). unfold column, two_sequences, first in E. simpl in E. rewrite !Rmult_1_r in E.
    now apply INR_eq.
  - intros E a _. unfold column, two_sequences. now rewrite E.
Qed.

Lemma token_of_injective : forall n i k l, (k < n)%nat -> (l < n)%nat -> token_of n i k = token_of n i l -> k = l.
Proof.
  intros n i k l Hk Hl. unfold token_of. destruct (Nat.eqb i 1), (Nat.eqb_spec (S k) n), (Nat.eqb_spec (S l) n);
    cbn [andb]; lia.
Qed.

Lemma two_sequences_separated : forall d n, (1 <= d)%nat ->
  tokens_separated d n 2 (two_sequences n) (1 / 2) (INR n + 2) (1 / 2).
Proof.
  intros d n Hd. split.
  - intros i k _ Hk. assert (1 <= token_of n i k <= S n)%nat as Ht
      by (unfold token_of; destruct (Nat.eqb i 1 && Nat.eqb (S k) n)%bool; lia).
    rewrite (norm_ext d _ (fun a => INR (token_of n i k) * first a)) by (intros a _; reflexivity).
    rewrite on_the_line, Rabs_right by (try exact Hd; apply Rle_ge, pos_INR). destruct Ht as [H1 H2].
    apply le_INR in H1, H2. rewrite S_INR in H2. change (INR 1) with 1 in H1. lra.
  - intros i j k l _ _ _ _ Hne. rewrite token_of_same in Hne by exact Hd.
    rewrite (norm_ext d _ (fun a => (INR (token_of n i k) - INR (token_of n j l)) * first a))
      by (intros a _; unfold gap, column, two_sequences; ring).
    rewrite on_the_line by exact Hd. destruct (Nat.lt_ge_cases (token_of n i k) (token_of n j l)) as [H | H].
    + apply le_INR in H. rewrite S_INR in H. rewrite Rabs_left by lra. lra.
    + assert (token_of n j l < token_of n i k)%nat as H' by lia. apply le_INR in H'. rewrite S_INR in H'.
      rewrite Rabs_right by lra. lra.
Qed.

Lemma two_sequences_distinct : forall d n, (1 <= d)%nat -> no_duplicate_token d n 2 (two_sequences n).
Proof.
  intros d n Hd i k l _ Hk Hl Hne E. apply token_of_same in E; [| exact Hd]. now apply Hne, (token_of_injective n i).
Qed.

Lemma two_sequences_differ : forall d n, (1 <= d)%nat -> (2 <= n)%nat ->
  ~ same_vocabulary d n (two_sequences n 0) (two_sequences n 1).
Proof.
  intros d n Hd Hn [_ H]. destruct (H (n - 1)%nat ltac:(lia)) as [k [Hk E]]. apply token_of_same in E; [| exact Hd].
  revert E. unfold token_of. replace (S (n - 1)) with n by lia. rewrite !Nat.eqb_refl. cbn [Nat.eqb andb]. lia.
Qed.

Lemma two_sequences_first : forall d n, (1 <= d)%nat -> (2 <= n)%nat ->
  same_token d (two_sequences n 0) (two_sequences n 1) 0 0.
Proof.
  intros d n Hd Hn. apply token_of_same; [exact Hd |]. unfold token_of.
  destruct (Nat.eqb_spec 1 n); [lia | reflexivity].
Qed.

Lemma corollary_1_speaks_of_some_holds : kajitsuka_corollary_1_speaks_of_some.
Proof.
  intros d n Hd Hn. exists (two_sequences n), (fun i _ _ => INR i).
  split; [now apply two_sequences_separated |]. pose proof (two_sequences_distinct d n Hd) as distinct.
  split; [exact distinct |]. split; [| split].
  - pose proof (two_sequences_differ d n Hd Hn) as Hdiff. intros i j k l Hi Hj Hk Hl HV HT.
    assert (i = j) as ->; [| intros a _; reflexivity].
    destruct (Nat.eq_dec i j) as [E | Hne]; [exact E |]. exfalso. apply Hdiff.
    destruct i as [| [| i]], j as [| [| j]]; try lia; [exact HV |]. destruct HV as [H H']. now split.
  - now apply two_sequences_first.
  - intros E. specialize (E 0%nat Hd). unfold column in E. simpl in E. lra.
Qed.
