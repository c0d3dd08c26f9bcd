(** * AnyWeights: no layer of hardmax attention tells two sequences apart, however it shares out ties

    Kajitsuka & Sato 2024, Theorem 1, with any weights of sum 1 at the maxima. Tokens alpha_1 v, ..., alpha_n v: a head
    has the scores c alpha_l, and attends to the greatest or the least token, or all scores are 0, and it attends to one
    weighted mean. At the token 0 the mean is all that is seen. *)

From Coq Require Import Reals List Arith Bool Lia Lra.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections BoltzmannSeparation OneHead
  OneHardmaxLayer.
Import ListNotations.
Open Scope R_scope.

(** ** The three rules share out *)

Lemma some_greatest : forall n (s : nat -> R), (1 <= n)%nat ->
  exists k, (k < n)%nat /\ is_greatest (F := reals) n s k = true.
Proof.
  intros n s Hn. assert (exists k, (k < n)%nat /\ forall l, (l < n)%nat -> s l <= s k) as [k [Hk H]].
  { induction n as [| n IH]; [lia |]. destruct n as [| n].
    - exists 0%nat. split; [lia |]. intros l Hl. replace l with 0%nat by lia. apply Rle_refl.
    - destruct (IH ltac:(lia)) as [k [Hk H]]. destruct (Rle_dec (s k) (s (S n))) as [Hle | Hlt].
      + exists (S n). split; [lia |]. intros l Hl. destruct (Nat.eq_dec l (S n)) as [-> | Hne]; [apply Rle_refl |].
        apply Rle_trans with (2 := Hle). apply H. lia.
      + exists k. split; [lia |]. intros l Hl. destruct (Nat.eq_dec l (S n)) as [-> | Hne]; [lra |]. apply H. lia. }
  exists k. split; [exact Hk |]. now apply is_greatest_iff.
Qed.

Lemma sum_of_chosen : forall n (g : nat -> bool) (x : R),
  sum_below n (fun k => if g k then x else 0) = INR (length (filter g (seq 0 n))) * x.
Proof.
  induction n as [| n IH]; intros g x; [simpl; ring |].
  rewrite seq_S, filter_app, app_length, plus_INR. cbn [sum_below Nat.add filter]. rewrite IH.
  destruct (g n); simpl; ring.
Qed.

Lemma of_count_is : forall k, of_count (F := reals) k = INR k.
Proof. induction k as [| k IH]; [reflexivity |]. rewrite S_INR, <- IH. reflexivity. Qed.

(** The first, and the last, of the places below n that g has. *)
Lemma first_chosen : forall (g : nat -> bool) k, g k = true ->
  exists m, (m <= k)%nat /\ g m = true /\ forall l, (l < m)%nat -> g l = false.
Proof.
  intros g k. induction k as [k IH] using (well_founded_induction lt_wf). intros Hk.
  destruct (forallb (fun l => negb (g l)) (seq 0 k)) eqn:E.
  - exists k. split; [lia |]. split; [exact Hk |]. intros l Hl. rewrite forallb_forall in E.
    specialize (E l ltac:(apply in_seq; lia)). now apply negb_true_iff.
  - assert (exists l, In l (seq 0 k) /\ g l = true) as [l [Hl Hg]].
    { clear IH Hk. induction (seq 0 k) as [| x r IHr]; [discriminate |]. cbn in E. destruct (g x) eqn:Ex.
      - exists x. split; [now left | exact Ex].
      - destruct (IHr E) as [l [Hl Hg]]. exists l. split; [now right | exact Hg]. }
    apply in_seq in Hl. destruct (IH l ltac:(lia) Hg) as [m [Hm H]]. exists m. split; [lia | exact H].
Qed.

Lemma last_chosen : forall n (g : nat -> bool) k, (k < n)%nat -> g k = true ->
  exists m, (m < n)%nat /\ g m = true /\ forall l, (m < l < n)%nat -> g l = false.
Proof.
  intros n g k Hk Hg. destruct (first_chosen (fun l => g (n - 1 - l)%nat) (n - 1 - k)%nat) as [m [Hm [Hgm H]]].
  - replace (n - 1 - (n - 1 - k))%nat with k by lia. exact Hg.
  - exists (n - 1 - m)%nat. split; [lia |]. split; [exact Hgm |]. intros l Hl. specialize (H (n - 1 - l)%nat
      ltac:(lia)).
    cbv beta in H. replace (n - 1 - (n - 1 - l))%nat with l in H by lia. exact H.
Qed.

Lemma three_rules : forall sigma, tie_rule sigma -> shares_out sigma.
Proof.
  intros sigma Hs n s Hn. split; [intros k _; now apply weightless |].
  split; [| intros s' E k Hk; now apply weights_ext].
  destruct (some_greatest n s Hn) as [k [Hk Hg]]. set (g := is_greatest (F := reals) n s) in *.
  change (sum_below n (sigma n s) = 1). destruct Hs as [-> | [-> | ->]].
  - change (hardmax (F := reals) n s) with
      (fun k => if g k then / of_count (F := reals) (length (filter g (seq 0 n))) else 0).
    rewrite sum_of_chosen, of_count_is. apply Rinv_r. apply not_0_INR. intros E.
    assert (In k (filter g (seq 0 n))) as Hin by (apply filter_In; split; [apply in_seq; lia | exact Hg]).
    destruct (filter g (seq 0 n)); [contradiction | discriminate].
  - destruct (first_chosen g k Hg) as [m [Hm [Hgm H]]].
    assert (forall l, (l < n)%nat -> leftmost_hardmax (F := reals) n s l = if Nat.eqb l m then 1 else 0) as G.
    { intros l Hl. unfold leftmost_hardmax. fold g. destruct (Nat.eqb_spec l m) as [-> | Hne].
      - rewrite Hgm. replace (forallb (fun l => negb (g l)) (seq 0 m)) with true; [reflexivity |]. symmetry.
        apply forallb_forall. intros j Hj. apply in_seq in Hj. rewrite H by lia. reflexivity.
      - destruct (Nat.lt_total l m) as [Hlt | [E | Hgt]]; [rewrite (H l Hlt); reflexivity | contradiction |].
        replace (forallb (fun l => negb (g l)) (seq 0 l)) with false; [now rewrite andb_false_r |]. symmetry.
        apply not_true_iff_false. rewrite forallb_forall. intros F. specialize (F m ltac:(apply in_seq; lia)).
        rewrite Hgm in F. discriminate. }
    rewrite (sum_below_ext n _ _ G). rewrite (sum_below_single n _ m ltac:(lia)); [now rewrite Nat.eqb_refl |].
    intros j _ Hj. apply Nat.eqb_neq in Hj. now rewrite Hj.
  - destruct (last_chosen n g k Hk Hg) as [m [Hm [Hgm H]]].
    assert (forall l, (l < n)%nat -> rightmost_hardmax (F := reals) n s l = if Nat.eqb l m then 1 else 0) as G.
    { intros l Hl. unfold rightmost_hardmax. fold g. destruct (Nat.eqb_spec l m) as [-> | Hne].
      - rewrite Hgm. replace (forallb (fun l => negb (g l)) (seq (S m) (n - S m))) with true; [reflexivity |].
        symmetry. apply forallb_forall. intros j Hj. apply in_seq in Hj. rewrite H by lia. reflexivity.
      - destruct (Nat.lt_total l m) as [Hlt | [E | Hgt]]; [| contradiction | rewrite (H l ltac:(lia)); reflexivity].
        replace (forallb (fun l => negb (g l)) (seq (S l) (n - S l))) with false; [now rewrite andb_false_r |].
        symmetry.
        apply not_true_iff_false. rewrite forallb_forall. intros F. specialize (F m ltac:(apply in_seq; lia)).
        rewrite Hgm in F. discriminate. }
    rewrite (sum_below_ext n _ _ G). rewrite (sum_below_single n _ m Hm); [now rewrite Nat.eqb_refl |].
    intros j _ Hj. apply Nat.eqb_neq in Hj. now rewrite Hj.
Qed.

(** ** Two sequences on a line *)

Section Line.
Variable alpha : nat -> nat -> R.

Definition on_line (i : nat) : nat -> nat -> R := fun a k => alpha i k * first a.

Lemma on_line_same : forall d i j k l, (1 <= d)%nat ->
  (same_token d (on_line i) (on_line j) k l <-> alpha i k = alpha j l).
Proof.
  intros d i j k l Hd. split.
  - intros H. specialize (H 0%nat Hd). unfold column, on_line, first in H. simpl in H. lra.
  - intros H a _. unfold column, on_line. now rewrite H.
Qed.

Lemma on_line_norm : forall d i k, (1 <= d)%nat -> norm d (column k (on_line i)) = Rabs (alpha i k).
Proof. intros d i k Hd. rewrite <- (norm_first d _ Hd). apply norm_ext. intros a _. reflexivity. Qed.

(** The mean to which scores c alpha_l lead. *)
Definition seen (sigma : nat -> (nat -> R) -> nat -> R) (n i : nat) (c : R) : R :=
  sum_below n (fun l => alpha i l * sigma n (fun l => c * alpha i l) l).

Lemma seen_extreme : forall sigma n i c g, shares_out sigma -> (g < n)%nat ->
  (forall l, (l < n)%nat -> l <> g -> c * alpha i l < c * alpha i g) -> seen sigma n i c = alpha i g.
Proof.
  intros sigma n i c g Hs Hg H. destruct (Hs n (fun l => c * alpha i l) ltac:(lia)) as [H0 [H1 _]].
  change (sum_below n (sigma n (fun l => c * alpha i l)) = 1) in H1.
  assert (forall l, (l < n)%nat -> l <> g -> sigma n (fun l => c * alpha i l) l = 0) as Hz.
  { intros l Hl Hne. apply H0; [exact Hl |]. apply not_true_iff_false. rewrite is_greatest_iff. intros F.
    specialize (F g Hg). cbv beta in F. specialize (H l Hl Hne). lra. }
  rewrite (sum_below_single n _ g Hg Hz) in H1. unfold seen.
  rewrite (sum_below_single n _ g Hg); [rewrite H1; ring |]. intros l Hl Hne. cbv beta. rewrite (Hz l Hl Hne). ring.
Qed.

Lemma seen_zero : forall sigma n i, shares_out sigma ->
  seen sigma n i 0 = sum_below n (fun l => alpha i l * sigma n (fun _ => 0) l).
Proof.
  intros sigma n i Hs. unfold seen. apply sum_below_ext. intros l Hl. f_equal.
  destruct (Hs n (fun l => 0 * alpha i l) ltac:(lia)) as [_ [_ H]]. apply (H (fun _ => 0)); [| exact Hl].
  intros j _. ring.
Qed.

Lemma attend_on_line : forall sigma d n (H : head reals) i a k, shares_out sigma -> (1 <= d)%nat ->
  (forall h, (h < head_size H)%nat -> b_Q H h = 0) ->
  attend (F := reals) sigma d n H (on_line i) a k =
  sum_below (head_size H) (fun h => W_O H a h * W_V H h 0%nat)
  * seen sigma n i (alpha i k * sum_below (head_size H) (fun h => W_K H h 0%nat * W_Q H h 0%nat)).
Proof.
  intros sigma d n H i a k Hs Hd Hb.
  set (c := alpha i k * sum_below (head_size H) (fun h => W_K H h 0%nat * W_Q H h 0%nat)).
  set (g := sum_below (head_size H) (fun h => W_O H a h * W_V H h 0%nat)).
  assert (forall (W : nat -> nat -> R) h l, product (F := reals) d W (on_line i) h l = alpha i l * W h 0%nat) as Hrow.
  { intros W h l. change (sum_below d (fun j => W h j * (alpha i l * first j)) = alpha i l * W h 0%nat).
    rewrite (sum_below_ext d _ (fun j => first j * (alpha i l * W h j))) by (intros; ring). now apply sum_of_first. }
  change (sum_below n (fun l =>
      sum_below (head_size H) (fun h => W_O H a h * product (F := reals) d (W_V H) (on_line i) h l)
      * sigma n (fun l' => scores (F := reals) d H (on_line i) l' k) l) = g * seen sigma n i c).
  unfold seen. rewrite <- sum_below_scale. apply sum_below_ext. intros l Hl.
  assert (sigma n (fun l' => scores (F := reals) d H (on_line i) l' k) l = sigma n (fun l => c * alpha i l) l) as ->.
  { destruct (Hs n (fun l' => scores (F := reals) d H (on_line i) l' k) ltac:(lia)) as [_ [_ E]].
    apply E; [| exact Hl].
    intros l' _. change (sum_below (head_size H) (fun h => product (F := reals) d (W_K H) (on_line i) h l'
      * (product (F := reals) d (W_Q H) (on_line i) h k + b_Q H h)) = c * alpha i l').
    unfold c. rewrite (Rmult_comm (alpha i k)), Rmult_assoc, Rmult_comm, <- sum_below_scale. apply sum_below_ext.
    intros h Hh. rewrite !Hrow, Hb by assumption. ring. }
  rewrite (sum_below_ext (head_size H) _ (fun h => alpha i l * (W_O H a h * W_V H h 0%nat))).
  - rewrite sum_below_scale. fold g. ring.
  - intros h _. rewrite Hrow. ring.
Qed.

(** Where what is seen is the same, so is what a layer makes of it. *)
Lemma same_made : forall sigma d n all k l, shares_out sigma -> (1 <= d)%nat -> alpha 0 k = alpha 1 l ->
  (forall c, (alpha 0 k = 0 -> c = 0) -> seen sigma n 0 c = seen sigma n 1 c) ->
  (forall (H : head reals) h, In H all -> (h < head_size H)%nat -> b_Q H h = 0) ->
  forall a, attention (F := reals) sigma d n all (on_line 0) a k = attention (F := reals) sigma d n all (on_line 1) a l.
Proof.
  intros sigma d n all k l Hs Hd E Hseen Hall a. unfold attention.
  assert (forall Y Y' : nat -> nat -> R, Y a k = Y' a l ->
    fold_left (fun Y H => sum (F := reals) Y (attend (F := reals) sigma d n H (on_line 0))) all Y a k
    = fold_left (fun Y H => sum (F := reals) Y (attend (F := reals) sigma d n H (on_line 1))) all Y' a l) as G.
  { revert Hall. induction all as [| H all IH]; intros Hall Y Y' EY; [exact EY |]. cbn [fold_left].
    apply IH; [intros H' h Hin; apply Hall; now right |].
    assert (forall h, (h < head_size H)%nat -> b_Q H h = 0) as HH by (intros h; apply Hall; now left).
    change (Y a k + attend (F := reals) sigma d n H (on_line 0) a k
      = Y' a l + attend (F := reals) sigma d n H (on_line 1) a l).
    rewrite EY, !attend_on_line, <- E by assumption. do 2 f_equal. apply Hseen. intros ->. ring. }
  apply G. unfold on_line. now rewrite E.
Qed.

Lemma none_maps_line : forall sigma d n k l, (forall k, shares_out (sigma k)) -> (1 <= d)%nat -> (k < n)%nat ->
  (l < n)%nat -> sigma k = sigma l -> alpha 0 k = alpha 1 l ->
  (forall c, (alpha 0 k = 0 -> c = 0) -> seen (sigma k) n 0 c = seen (sigma k) n 1 c) ->
  ~ same_vocabulary d n (on_line 0) (on_line 1) -> no_layer_maps_by_position d n 2 on_line sigma.
Proof.
  intros sigma d n k l Hs Hd Hk Hl Hkl E Hseen Hdiff all Hall r delta Hdelta [_ H].
  specialize (H 0%nat 1%nat k l ltac:(lia) ltac:(lia) Hk Hl (or_introl Hdiff)).
  rewrite (norm_ext d _ (fun a => 0 * first a)) in H.
  - rewrite norm_first, Rabs_R0 in H by exact Hd. lra.
  - intros a _. unfold gap, column, attention_by_position.
    rewrite <- Hkl, (same_made (sigma k) d n all k l (Hs k) Hd E Hseen Hall a). ring.
Qed.
End Line.

(** ** From n = 3 on with the token 0, from n = 4 on without it: b, b + 2, b + 5, b + 8, b + 9, ... and b, b + 2 + s,
       b + 5 - u, b + 8, b + 9, ... *)

Definition base (k : nat) : nat := match k with 0 => 0 | 1 => 2 | 2 => 5 | _ => k + 5 end%nat.
Definition spaced (b s u : R) (i k : nat) : R :=
  b + INR (base k) + (if Nat.eqb i 0 then 0 else match k with 1%nat => s | 2%nat => - u | _ => 0 end).

Lemma base_increasing : forall k l, (k < l)%nat -> INR (base k) + 1 <= INR (base l).
Proof.
  intros k l H. rewrite <- S_INR. apply le_INR. unfold base. destruct k as [| [| [| k]]], l as [| [| [| l]]]; lia.
Qed.

Lemma spaced_increasing : forall b s u i k l, -1 < s < 1 -> -1 < u < 1 -> (k < l)%nat ->
  spaced b s u i k < spaced b s u i l.
Proof.
  intros b s u i k l Hs Hu H. pose proof (base_increasing k l H) as Hb. unfold spaced.
  destruct (Nat.eqb i 0); [lra |].
  assert (forall m, (3 <= m)%nat -> 8 <= INR (base m)) as H8.
  { intros m Hm. replace 8 with (INR 8) by (simpl; ring). apply le_INR. unfold base. destruct m as [| [| [| m]]]; lia. }
  destruct k as [| [| [| k]]], l as [| [| [| l]]]; try lia;
    try (specialize (H8 (S (S (S l))) ltac:(lia)); cbn [base INR] in *; lra); cbn [base INR] in *; lra.
Qed.

Section Spaced.
Variables (b s u : R) (n : nat).
Hypotheses (Hs : -1 < s < 1) (Hu : -1 < u < 1) (Hsu : s <> 0 \/ u <> 0) (Hn : (3 <= n)%nat).

Lemma spaced_injective : forall i k l, spaced b s u i k = spaced b s u i l -> k = l.
Proof.
  intros i k l E. destruct (Nat.lt_total k l) as [H | [H | H]]; [| exact H |];
    pose proof (spaced_increasing b s u i _ _ Hs Hu H); lra.
Qed.

Lemma spaced_distinct : forall d, (1 <= d)%nat -> no_duplicate_token d n 2 (on_line (spaced b s u)).
Proof. intros d Hd i k l _ _ _ Hne E. apply on_line_same in E; [| exact Hd]. now apply Hne, (spaced_injective i). Qed.

Lemma spaced_differ : forall d, (1 <= d)%nat ->
  ~ same_vocabulary d n (on_line (spaced b s u) 0) (on_line (spaced b s u) 1).
Proof.
  intros d Hd [H _].
  assert (forall m, (3 <= m)%nat -> 8 <= INR (base m)) as H8.
  { intros m Hm. replace 8 with (INR 8) by (simpl; ring). apply le_INR. unfold base. destruct m as [| [| [| m]]]; lia. }
  destruct (Req_dec s 0) as [Es | Es].
  - destruct Hsu as [F | F]; [contradiction |]. destruct (H 2%nat ltac:(lia)) as [l [_ E]].
    apply on_line_same in E; [| exact Hd]. unfold spaced in E. cbn [Nat.eqb] in E.
    destruct l as [| [| [| l]]]; try (specialize (H8 (S (S (S l))) ltac:(lia))); cbn [base INR] in *; lra.
  - destruct (H 1%nat ltac:(lia)) as [l [_ E]].
    apply on_line_same in E; [| exact Hd]. unfold spaced in E. cbn [Nat.eqb] in E.
    destruct l as [| [| [| l]]]; try (specialize (H8 (S (S (S l))) ltac:(lia))); cbn [base INR] in *; lra.
Qed.

(** Where s w_1 = u w_2 the weighted means are the same. *)
Lemma spaced_means : forall w : nat -> R, s * w 1%nat = u * w 2%nat ->
  sum_below n (fun l => spaced b s u 0 l * w l) = sum_below n (fun l => spaced b s u 1 l * w l).
Proof.
  intros w E. destruct n as [| [| [| m]]]; [lia | lia | lia |]. rewrite !sum_below_first.
  assert (forall i l, spaced b s u i (S (S (S l))) = b + INR (base (S (S (S l))))) as G
    by (intros i l; unfold spaced; destruct (Nat.eqb i 0); ring).
  rewrite (sum_below_ext m (fun l => spaced b s u 1 (S (S (S l))) * w (S (S (S l))))
    (fun l => spaced b s u 0 (S (S (S l))) * w (S (S (S l))))) by (intros l _; now rewrite !G).
  unfold spaced at 1 2 3 5 6 7. cbn [Nat.eqb base INR]. nra.
Qed.
End Spaced.

(** s and u for two weights. *)
Lemma shifts_exist : forall x y : R, exists s u, -1 < s < 1 /\ -1 < u < 1 /\ (s <> 0 \/ u <> 0) /\ s * x = u * y.
Proof.
  intros x y. destruct (Req_dec x 0) as [-> | Hx].
  - exists (1 / 2), 0. repeat split; lra.
  - pose proof (Rabs_pos x) as Ha. pose proof (Rabs_pos y) as Hb. set (t := / (1 + Rabs x + Rabs y)).
    assert (0 < t) as Ht by (apply Rinv_0_lt_compat; lra).
    assert (forall z, Rabs z < 1 + Rabs x + Rabs y -> -1 < z * t < 1) as G.
    { intros z Hz. assert (Rabs (z * t) < 1) as H.
      { rewrite Rabs_mult, (Rabs_right t) by lra. apply Rmult_lt_reg_r with (1 + Rabs x + Rabs y); [lra |].
        unfold t. rewrite Rmult_assoc, Rinv_l by lra. lra. }
      apply Rabs_def2 in H. lra. }
    exists (y * t), (x * t). split; [apply G; lra |]. split; [apply G; lra |]. split; [| ring].
    right. apply Rmult_integral_contrapositive_currified; lra.
Qed.

Lemma any_weights_holds : kajitsuka_theorem_1_any_weights.
Proof.
  intros d n sigma Hd Hn Hs. set (w := sigma 0%nat n (fun _ => 0)).
  destruct (shifts_exist (w 1%nat) (w 2%nat)) as [s [u [H1 [H2 [H3 E]]]]]. exists (on_line (spaced 0 s u)).
  split; [now apply spaced_distinct |]. split; [now apply spaced_differ |].
  apply (none_maps_line _ sigma d n 0 0); auto; try lia; [| now apply spaced_differ].
  intros c Hc. rewrite Hc by (unfold spaced; cbn; ring). rewrite !seen_zero by apply Hs. now apply spaced_means.
Qed.

Lemma any_weights_from_4_holds : kajitsuka_theorem_1_any_weights_from_4.
Proof.
  intros d n sigma Hd Hn Hs. set (w := sigma 0%nat n (fun _ => 0)).
  destruct (shifts_exist (w 1%nat) (w 2%nat)) as [s [u [H1 [H2 [H3 E]]]]]. exists (on_line (spaced 1 s u)).
  split; [now apply spaced_distinct |]. split; [| split; [apply spaced_differ; try assumption; lia |]].
  - intros i k _ _. rewrite on_line_norm by exact Hd. pose proof (pos_INR (base k)) as Hb.
    assert (1 <= spaced 1 s u i k) as H; [| rewrite Rabs_right; lra].
    unfold spaced. destruct (Nat.eqb i 0); [lra |]. destruct k as [| [| [| k]]]; cbn [base INR] in *; lra.
  - apply (none_maps_line _ sigma d n 0 0); auto; try lia; [| apply spaced_differ; try assumption; lia].
    intros c _.
    assert (forall i l, (i < 2)%nat -> (l < n)%nat -> l <> 0%nat -> spaced 1 s u i 0 < spaced 1 s u i l) as Hfirst
      by (intros i l _ _ Hl; apply spaced_increasing; try assumption; lia).
    assert (forall i l, (i < 2)%nat -> (l < n)%nat -> l <> (n - 1)%nat -> spaced 1 s u i l < spaced 1 s u i (n - 1))
      as Hlast by (intros i l _ Hl Hne; apply spaced_increasing; try assumption; lia).
    destruct (Rtotal_order c 0) as [Hc | [-> | Hc]].
    + rewrite !(seen_extreme _ (sigma 0%nat) n _ c 0); try apply Hs; try lia;
        [reflexivity | |]; intros l Hl Hne; apply Rmult_lt_gt_compat_neg_l; auto.
    + rewrite !seen_zero by apply Hs. apply spaced_means; [lia | exact E].
    + rewrite !(seen_extreme _ (sigma 0%nat) n _ c (n - 1)); try apply Hs; try lia.
      * destruct n as [| [| [| [| m]]]]; try lia. unfold spaced. cbn. ring.
      * intros l Hl Hne. apply Rmult_lt_compat_l; auto.
      * intros l Hl Hne. apply Rmult_lt_compat_l; auto.
Qed.

(** ** One rule with uneven weights, n = 3 and more: 1 at place y_i, m_i between 1 and 4 at place z_i, n + 5 at place h,
       k + 4 at all other places k *)

Section Uneven.
Variables (d n h : nat) (y z : nat -> nat) (m : nat -> R) (sigma : nat -> (nat -> R) -> nat -> R).
Let w : nat -> R := sigma n (fun _ => 0).
Hypotheses (Hd : (1 <= d)%nat) (Hh : (h < n)%nat) (Hs : shares_out sigma).
Hypothesis places : forall i, (y i < n)%nat /\ (z i < n)%nat /\ y i <> z i /\ y i <> h /\ z i <> h.
Hypothesis between : forall i, 1 < m i < 4.
Hypothesis differ : m 0%nat <> m 1%nat.
Hypothesis swapped : y 1%nat = y 0%nat /\ z 1%nat = z 0%nat \/ y 1%nat = z 0%nat /\ z 1%nat = y 0%nat.
Hypothesis balanced : w (y 0%nat) + m 0%nat * w (z 0%nat) = w (y 1%nat) + m 1%nat * w (z 1%nat).

Definition placed (i k : nat) : R :=
  if Nat.eqb k (y i) then 1 else if Nat.eqb k (z i) then m i else if Nat.eqb k h then INR n + 5 else INR k + 4.

Lemma placed_cases : forall i k, (k < n)%nat ->
  k = y i /\ placed i k = 1 \/ k = z i /\ placed i k = m i \/ k = h /\ placed i k = INR n + 5
  \/ k <> y i /\ k <> z i /\ k <> h /\ placed i k = INR k + 4 /\ INR k + 4 < INR n + 5.
Proof.
  intros i k Hk. pose proof (lt_INR k n Hk). unfold placed. destruct (Nat.eqb_spec k (y i)) as [E | Hy]; [now left |].
  destruct (Nat.eqb_spec k (z i)) as [E | Hz]; [now right; left |].
  destruct (Nat.eqb_spec k h) as [E | Hne]; [now right; right; left |]. right. right. right. repeat split; auto. lra.
Qed.

Lemma placed_at : forall i, placed i (y i) = 1 /\ placed i (z i) = m i /\ placed i h = INR n + 5.
Proof.
  intros i. destruct (places i) as [_ [_ [H1 [H2 H3]]]]. unfold placed. rewrite Nat.eqb_refl.
  rewrite (proj2 (Nat.eqb_neq (z i) (y i))) by auto. rewrite Nat.eqb_refl.
  rewrite (proj2 (Nat.eqb_neq h (y i))), (proj2 (Nat.eqb_neq h (z i))) by auto. now rewrite Nat.eqb_refl.
Qed.

Lemma placed_injective : forall i k l, (k < n)%nat -> (l < n)%nat -> placed i k = placed i l -> k = l.
Proof.
  intros i k l Hk Hl E. pose proof (between i) as Hm. pose proof (pos_INR n). pose proof (pos_INR k).
  pose proof (pos_INR l).
  destruct (placed_cases i k Hk) as [[-> F] | [[-> F] | [[-> F] | [_ [_ [_ [F F']]]]]]];
    destruct (placed_cases i l Hl) as [[-> G] | [[-> G] | [[-> G] | [_ [_ [_ [G G']]]]]]];
    try reflexivity; rewrite F, G in E; try lra. apply INR_eq. lra.
Qed.

Lemma placed_least : forall i l, (l < n)%nat -> l <> y i -> placed i (y i) < placed i l.
Proof.
  intros i l Hl Hne. pose proof (between i). destruct (placed_at i) as [-> _]. pose proof (pos_INR n).
  pose proof (pos_INR l).
  destruct (placed_cases i l Hl) as [[E _] | [[_ F] | [[_ F] | [_ [_ [_ [F _]]]]]]]; [contradiction | lra | lra | lra].
Qed.

Lemma placed_greatest : forall i l, (l < n)%nat -> l <> h -> placed i l < placed i h.
Proof.
  intros i l Hl Hne. pose proof (between i). destruct (placed_at i) as [_ [_ ->]]. pose proof (pos_INR n).
  destruct (placed_cases i l Hl) as [[_ F] | [[_ F] | [[E _] | [_ [_ [_ [F F']]]]]]]; [lra | lra | contradiction | lra].
Qed.

Lemma placed_distinct : no_duplicate_token d n 2 (on_line placed).
Proof. intros i k l _ Hk Hl Hne E. apply on_line_same in E; [| exact Hd]. now apply Hne, (placed_injective i). Qed.

Lemma placed_norm : forall i k, (i < 2)%nat -> (k < n)%nat -> 1 <= norm d (column k (on_line placed i)).
Proof.
  intros i k _ Hk. rewrite on_line_norm by exact Hd. pose proof (between i). pose proof (pos_INR n).
  pose proof (pos_INR k).
  destruct (placed_cases i k Hk) as [[_ F] | [[_ F] | [[_ F] | [_ [_ [_ [F _]]]]]]]; rewrite F, Rabs_right; lra.
Qed.

Lemma placed_differ : ~ same_vocabulary d n (on_line placed 0) (on_line placed 1).
Proof.
  intros [H _]. destruct (places 0) as [_ [Hz _]]. destruct (H (z 0%nat) Hz) as [l [Hl E]].
  apply on_line_same in E; [| exact Hd]. destruct (placed_at 0) as [_ [F _]]. rewrite F in E.
  pose proof (between 0). pose proof (between 1). pose proof (pos_INR n). pose proof (pos_INR l).
  destruct (placed_cases 1 l Hl) as [[_ G] | [[_ G] | [[_ G] | [_ [_ [_ [G _]]]]]]]; rewrite G in E; try lra.
Qed.

(** A sum of which only the terms y_i and z_i depend on i. *)
Lemma two_terms : forall k (f : nat -> R) p q, (p < k)%nat -> (q < k)%nat -> p <> q ->
  sum_below k f = f p + f q + sum_below k (fun l => if orb (Nat.eqb l p) (Nat.eqb l q) then 0 else f l).
Proof.
  intros k f p q Hp Hq Hne.
  assert (sum_below k (fun l => if Nat.eqb l p then f p else 0) = f p) as Ep.
  { rewrite (sum_below_single k _ p Hp); [now rewrite Nat.eqb_refl |]. intros j _ Hj. apply Nat.eqb_neq in Hj.
    now rewrite Hj. }
  assert (sum_below k (fun l => if Nat.eqb l q then f q else 0) = f q) as Eq.
  { rewrite (sum_below_single k _ q Hq); [now rewrite Nat.eqb_refl |]. intros j _ Hj. apply Nat.eqb_neq in Hj.
    now rewrite Hj. }
  rewrite <- Ep, <- Eq at 1. rewrite <- !sum_below_plus. apply sum_below_ext. intros l _.
  destruct (Nat.eqb_spec l p) as [E1 | _], (Nat.eqb_spec l q) as [E2 | _]; cbn [orb].
  - exfalso. apply Hne. now rewrite <- E1.
  - rewrite E1. ring.
  - rewrite E2. ring.
  - ring.
Qed.

Lemma placed_means : sum_below n (fun l => placed 0 l * w l) = sum_below n (fun l => placed 1 l * w l).
Proof.
  destruct (places 0) as [H1 [H2 [H3 _]]]. destruct (places 1) as [H4 [H5 [H6 _]]].
  rewrite (two_terms n (fun l => placed 0 l * w l) (y 0%nat) (z 0%nat) H1 H2 H3).
  rewrite (two_terms n (fun l => placed 1 l * w l) (y 1%nat) (z 1%nat) H4 H5 H6).
  destruct (placed_at 0) as [-> [-> _]]. destruct (placed_at 1) as [-> [-> _]]. f_equal; [lra |].
  apply sum_below_ext. intros l _. unfold placed. destruct swapped as [[-> ->] | [-> ->]];
    destruct (Nat.eqb l (y 0%nat)), (Nat.eqb l (z 0%nat)); reflexivity.
Qed.

Lemma placed_not_mapped : no_layer_maps d n 2 (on_line placed) sigma.
Proof.
  pose proof (none_maps_line placed (fun _ => sigma) d n h h (fun _ => Hs) Hd Hh Hh eq_refl) as G.
  intros all Hall r delta. apply G; [| | exact placed_differ | exact Hall].
  - destruct (placed_at 0) as [_ [_ ->]]. destruct (placed_at 1) as [_ [_ ->]]. reflexivity.
  - intros c _. destruct (Rtotal_order c 0) as [Hc | [-> | Hc]].
    + destruct (places 0) as [H0 _]. destruct (places 1) as [H1 _].
      rewrite (seen_extreme placed sigma n 0 c (y 0%nat)), (seen_extreme placed sigma n 1 c (y 1%nat)); try assumption.
      * destruct (placed_at 0) as [-> _]. destruct (placed_at 1) as [-> _]. reflexivity.
      * intros l Hl Hne. apply Rmult_lt_gt_compat_neg_l; [exact Hc | now apply placed_least].
      * intros l Hl Hne. apply Rmult_lt_gt_compat_neg_l; [exact Hc | now apply placed_least].
    + rewrite !seen_zero by exact Hs. exact placed_means.
    + rewrite (seen_extreme placed sigma n 0 c h), (seen_extreme placed sigma n 1 c h); try assumption.
      * destruct (placed_at 0) as [_ [_ ->]]. destruct (placed_at 1) as [_ [_ ->]]. reflexivity.
      * intros l Hl Hne. apply Rmult_lt_compat_l; [exact Hc | now apply placed_greatest].
      * intros l Hl Hne. apply Rmult_lt_compat_l; [exact Hc | now apply placed_greatest].
Qed.
End Uneven.

(** A place that is neither of two. *)
Lemma third_place : forall n p q, (3 <= n)%nat -> exists h, (h < n)%nat /\ h <> p /\ h <> q.
Proof.
  intros n p q Hn. destruct (Nat.eq_dec 0 p) as [E0 | N0]; [| destruct (Nat.eq_dec 0 q) as [E0 | N0']].
  - destruct (Nat.eq_dec 1 q); [exists 2%nat | exists 1%nat]; lia.
  - destruct (Nat.eq_dec 1 p); [exists 2%nat | exists 1%nat]; lia.
  - exists 0%nat. lia.
Qed.

Lemma uneven_weights_hold : kajitsuka_theorem_1_uneven_weights.
Proof.
  intros d n sigma p q Hd Hn Hs Hw Hp Hq Hne. set (w := sigma n (fun _ => 0)) in *.
  assert (p <> q) as Hpq by (intros E; apply Hne; now rewrite E).
  destruct (Req_dec (w p * w q) 0) as [E | E].
  - (* a place z without weight: 2 or 3 stands there *)
    assert (exists z, (z < n)%nat /\ w z = 0) as [z [Hz Ez]].
    { apply Rmult_integral in E. destruct E as [E | E]; eauto. }
    destruct (third_place n z z Hn) as [y [Hy [Hyz _]]]. destruct (third_place n y z Hn) as [h [Hh [Hhy Hhz]]].
    set (m := fun i : nat => if Nat.eqb i 0 then 2 else 3).
    assert (forall i, 1 < m i < 4) as Hm by (intros i; unfold m; destruct (Nat.eqb i 0); lra).
    assert (m 0%nat <> m 1%nat) as Hd01 by (unfold m; cbn; lra).
    exists (on_line (placed n h (fun _ => y) (fun _ => z) m)). split; [| split; [| split]].
    + apply placed_distinct; auto.
    + apply placed_norm; auto.
    + apply placed_differ; auto.
    + apply placed_not_mapped; auto. fold w. rewrite Ez. ring.
  - (* 1 and 1 + x at places p and q, and the other way round *)
    assert (0 < w p) as H1 by (destruct (Hw p Hp) as [H | H]; [exact H | exfalso; apply E; rewrite <- H; ring]).
    assert (0 < w q) as H2 by (destruct (Hw q Hq) as [H | H]; [exact H | exfalso; apply E; rewrite <- H; ring]).
    destruct (third_place n p q Hn) as [h [Hh [Hhp Hhq]]].
    set (y := fun i : nat => if Nat.eqb i 0 then p else q). set (z := fun i : nat => if Nat.eqb i 0 then q else p).
    set (m := fun i : nat => 1 + (if Nat.eqb i 0 then w p else w q) / (w p + w q)).
    assert (forall x, 0 < x -> x < w p + w q -> 0 < x / (w p + w q) < 1) as G.
    { intros x Hx Hx'. split; [apply Rmult_lt_0_compat; [exact Hx | apply Rinv_0_lt_compat; lra] |].
      apply Rmult_lt_reg_r with (w p + w q); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    pose proof (G (w p) H1 ltac:(lra)) as G1. pose proof (G (w q) H2 ltac:(lra)) as G2.
    assert (forall i, (y i < n)%nat /\ (z i < n)%nat /\ y i <> z i /\ y i <> h /\ z i <> h) as Hplaces
      by (intros i; unfold y, z; destruct (Nat.eqb i 0); auto).
    assert (forall i, 1 < m i < 4) as Hm by (intros i; unfold m; destruct (Nat.eqb i 0); lra).
    assert (m 0%nat <> m 1%nat) as Hd01.
    { unfold m. cbn. intros F. apply Hne. apply Rplus_eq_reg_l in F. unfold Rdiv in F.
      apply Rmult_eq_reg_r in F; [exact F |]. apply Rgt_not_eq, Rinv_0_lt_compat. lra. }
    exists (on_line (placed n h y z m)). split; [| split; [| split]].
    + apply placed_distinct; auto.
    + apply placed_norm; auto.
    + apply placed_differ; auto.
    + apply placed_not_mapped; auto. fold w. unfold y, z, m. cbn. field. lra.
Qed.
