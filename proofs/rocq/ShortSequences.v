(** * ShortSequences: up to three tokens, one layer of hardmax attention may be enough

    Kajitsuka & Sato 2024, Theorem 1 for n <= 3. By [HardmaxFamilies.v] one head for each two sequences and a token of
    both is enough: one with scores u . x, for which the maxima of u . x differ, or one with scores 0, for which the
    means do. *)

From Coq Require Import Reals List Arith Bool Lia Lra Classical_Prop.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections BoltzmannSeparation OneHead
  OneHardmaxLayer AnyWeights HardmaxFamilies.
Import ListNotations.
Open Scope R_scope.

(** ** Heads of size 1 *)

(** The head with the scores (u . x) (w . z) of tokens x at the token z. *)
Definition looking (u w : nat -> R) : head reals :=
  @Head reals 1 (fun _ _ => 0) (fun _ _ => 0) (fun _ => u) (fun _ => w) (fun _ => 0).

Lemma looking_scores : forall d u w Z l k,
  scores (F := reals) d (looking u w) Z l k = dot d u (column l Z) * dot d w (column k Z).
Proof.
  intros d u w Z l k. change (0 + dot d u (column l Z) * (dot d w (column k Z) + 0)
    = dot d u (column l Z) * dot d w (column k Z)). ring.
Qed.

(** Some w has w . t = 1, if t is not 0. *)
Lemma some_query : forall d t, ~ same_vector d t (fun _ => 0) -> exists w, dot d w t = 1.
Proof.
  intros d t Ht. exists (fun a => / dot d t t * t a). rewrite dot_comm, dot_scaled. apply Rinv_l. intros E.
  apply Ht. now apply dot_zero.
Qed.

(** u . y is the greatest score, where y is what a head with the scores u . x attends to. *)
Lemma along_attended : forall sigma d n u w Z k M, shares_out sigma -> (1 <= n)%nat -> dot d w (column k Z) = 1 ->
  (exists l, (l < n)%nat /\ dot d u (column l Z) = M) -> (forall l, (l < n)%nat -> dot d u (column l Z) <= M) ->
  dot d u (attended_to sigma d n (looking u w) Z k) = M.
Proof.
  intros sigma d n u w Z k M Hs Hn Hw [g [Hg Eg]] Hmax.
  set (s := fun l' => scores (F := reals) d (looking u w) Z l' k).
  assert (forall l, s l = dot d u (column l Z)) as Es
    by (intros l; unfold s; rewrite looking_scores, Hw; apply Rmult_1_r).
  destruct (Hs n s Hn) as [H0 [H1 _]]. change (sum_below n (sigma n s) = 1) in H1.
  assert (dot d u (attended_to sigma d n (looking u w) Z k) = sum_below n (fun l => dot d u (column l Z) * sigma n s l))
    as ->.
  { rewrite dot_sum. unfold attended_to. change (total (F := reals) n) with (sum_below n). fold s.
    rewrite (sum_below_ext d _ (fun a => sum_below n (fun l => u a * (Z a l * sigma n s l))))
      by (intros a _; now rewrite sum_below_scale).
    assert (forall p q (f : nat -> nat -> R), sum_below p (fun i => sum_below q (fun j => f i j))
      = sum_below q (fun j => sum_below p (fun i => f i j))) as Hswap.
    { intros p q f. induction p as [| p IH]; [cbn; symmetry; now apply sum_below_zero |]. cbn [sum_below].
      rewrite IH, <- sum_below_plus. reflexivity. }
    rewrite Hswap. apply sum_below_ext. intros l _. rewrite dot_sum, Rmult_comm, <- sum_below_scale.
    apply sum_below_ext. intros a _. unfold column. ring. }
  transitivity (M * sum_below n (sigma n s)); [| rewrite H1; ring]. rewrite <- sum_below_scale. apply sum_below_ext.
  intros l Hl. destruct (is_greatest (F := reals) n s l) eqn:E.
  - rewrite is_greatest_iff in E. specialize (E g Hg). rewrite !Es, Eg in E. specialize (Hmax l Hl).
    replace (dot d u (column l Z)) with M by lra. reflexivity.
  - rewrite (H0 l Hl E). ring.
Qed.

(** Where the maxima of u . x differ, a head tells apart. *)
Lemma told_by_maximum : forall sigma d n u Z Z' k l M M', shares_out sigma -> (1 <= n)%nat ->
  same_token d Z Z' k l -> ~ same_vector d (column k Z) (fun _ => 0) ->
  (exists j, (j < n)%nat /\ dot d u (column j Z) = M) -> (forall j, (j < n)%nat -> dot d u (column j Z) <= M) ->
  (exists j, (j < n)%nat /\ dot d u (column j Z') = M') -> (forall j, (j < n)%nat -> dot d u (column j Z') <= M') ->
  M <> M' -> some_head_tells sigma d n Z Z' k l.
Proof.
  intros sigma d n u Z Z' k l M M' Hs Hn E Hz H1 H2 H1' H2' Hne. destruct (some_query d (column k Z) Hz) as [w Hw].
  exists (looking u w). split; [cbn; lia |]. split; [reflexivity |]. intros F. apply Hne.
  rewrite <- (along_attended sigma d n u w Z k M Hs Hn Hw H1 H2).
  rewrite <- (along_attended sigma d n u w Z' l M' Hs Hn); try assumption.
  - apply dot_ext; [intros a _; reflexivity | exact F].
  - rewrite <- Hw. apply dot_ext; [intros a _; reflexivity |]. intros a Ha. symmetry. now apply E.
Qed.

(** What the head with scores 0 attends to where ties are averaged. *)
Lemma blank_averages : forall d n Z k a, (1 <= n)%nat ->
  attended_to (hardmax (F := reals)) d n (looking (fun _ => 0) (fun _ => 0)) Z k a
  = / INR n * sum_below n (fun l => Z a l).
Proof.
  intros d n Z k a Hn. unfold attended_to. change (total (F := reals) n) with (sum_below n).
  rewrite <- sum_below_scale. apply sum_below_ext. intros l Hl. rewrite Rmult_comm. f_equal.
  set (s := fun l' => scores (F := reals) d (looking (fun _ => 0) (fun _ => 0)) Z l' k).
  assert (forall j, s j = 0) as Es.
  { intros j. unfold s. rewrite looking_scores, (dot_sum d (fun _ => 0) (column k Z)), sum_below_zero by (intros; ring).
    apply Rmult_0_r. }
  assert (forall j, is_greatest (F := reals) n s j = true) as Hall.
  { intros j. apply is_greatest_iff. intros i _. rewrite !Es. apply Rle_refl. }
  unfold hardmax. rewrite Hall. unfold how_many_greatest.
  replace (length (filter (is_greatest (F := reals) n s) (seq 0 n))) with n; [now rewrite of_count_is |].
  assert (forall r : list nat, length (filter (is_greatest (F := reals) n s) r) = length r) as G.
  { induction r as [| x r IH]; [reflexivity |]. cbn [filter]. rewrite Hall. cbn. now rewrite IH. }
  rewrite G, seq_length. reflexivity.
Qed.

Lemma told_by_mean : forall d n Z Z' k l, (1 <= n)%nat ->
  ~ (forall a, (a < d)%nat -> sum_below n (fun j => Z a j) = sum_below n (fun j => Z' a j)) ->
  some_head_tells (hardmax (F := reals)) d n Z Z' k l.
Proof.
  intros d n Z Z' k l Hn H. exists (looking (fun _ => 0) (fun _ => 0)). split; [cbn; lia |]. split; [reflexivity |].
  intros F. apply H. intros a Ha. specialize (F a Ha). rewrite !blank_averages in F by exact Hn.
  apply Rmult_eq_reg_l in F; [exact F |]. apply Rinv_neq_0_compat, not_0_INR. lia.
Qed.

(** ** Vectors *)

Lemma same_or_not : forall d (x y : nat -> R), same_vector d x y \/ dot d (gap x y) (gap x y) > 0.
Proof.
  intros d x y. destruct (dot_nonnegative d (gap x y)) as [H | H]; [right; lra | left].
  intros a Ha. symmetry in H. pose proof (dot_zero d (gap x y) H a Ha) as E. unfold gap in E. lra.
Qed.

Lemma dot_plus_left : forall d x y z, dot d (fun a => x a + y a) z = dot d x z + dot d y z.
Proof.
  intros d x y z. rewrite !dot_sum, <- sum_below_plus. apply sum_below_ext. intros a _. ring.
Qed.

Lemma dot_opposite : forall d x z, dot d (fun a => - x a) z = - dot d x z.
Proof.
  intros d x z. rewrite !dot_sum. replace (- sum_below d (fun i => x i * z i))
    with (-1 * sum_below d (fun i => x i * z i)) by ring.
  rewrite <- sum_below_scale. apply sum_below_ext. intros a _. ring.
Qed.

(** Of two vectors that are not 0 none is orthogonal to some u. *)
Lemma some_direction : forall d x y, dot d x x > 0 -> dot d y y > 0 ->
  exists u, dot d u x <> 0 /\ dot d u y <> 0.
Proof.
  intros d x y Hx Hy. destruct (Req_dec (dot d x y) 0) as [E | E].
  - exists (fun a => x a + y a). rewrite !dot_plus_left, (dot_comm d y x), E. split; lra.
  - exists x. split; lra.
Qed.

(** ** Two tokens *)

Lemma two_maxima : forall d t a b, ~ same_vector d a b -> exists u,
  Rmax (dot d u t) (dot d u a) <> Rmax (dot d u t) (dot d u b).
Proof.
  intros d t a b Hab. destruct (same_or_not d a b) as [E | Hpos]; [contradiction |].
  rewrite dot_minus in Hpos. set (u := gap a b) in *.
  destruct (Rlt_le_dec (dot d u t) (dot d u a)) as [H | H].
  - exists u. rewrite (Rmax_right _ _ (Rlt_le _ _ H)). intros F.
    assert (Rmax (dot d u t) (dot d u b) < dot d u a) as G by (apply Rmax_lub_lt; lra). lra.
  - exists (fun i => - u i). rewrite !dot_opposite. intros F.
    rewrite (Rmax_right (- dot d u t) (- dot d u b)) in F by lra.
    assert (Rmax (- dot d u t) (- dot d u a) < - dot d u b) as G by (apply Rmax_lub_lt; lra). lra.
Qed.

(** The other one of two places. *)
Lemma other_of_two : forall k, (k < 2)%nat -> (1 - k < 2)%nat /\ forall j, (j < 2)%nat -> j = k \/ j = (1 - k)%nat.
Proof. intros k Hk. split; [lia |]. intros j Hj. lia. Qed.

Lemma different_others : forall d Z Z' k l, (k < 2)%nat -> (l < 2)%nat -> same_token d Z Z' k l ->
  ~ same_vocabulary d 2 Z Z' -> ~ same_vector d (column (1 - k) Z) (column (1 - l) Z').
Proof.
  intros d Z Z' k l Hk Hl E Hdiff F. apply Hdiff. destruct (other_of_two k Hk) as [Hk' Ak].
  destruct (other_of_two l Hl) as [Hl' Al]. split; intros j Hj.
  - destruct (Ak j Hj) as [-> | ->]; [exists l | exists (1 - l)%nat]; auto.
  - destruct (Al j Hj) as [-> | ->]; [exists k | exists (1 - k)%nat]; split; auto; intros a Ha; symmetry.
    + now apply E.
    + now apply F.
Qed.

Lemma maximum_of_two : forall d u Z k, (k < 2)%nat ->
  let M := Rmax (dot d u (column k Z)) (dot d u (column (1 - k) Z)) in
  (exists j, (j < 2)%nat /\ dot d u (column j Z) = M) /\ (forall j, (j < 2)%nat -> dot d u (column j Z) <= M).
Proof.
  intros d u Z k Hk M. destruct (other_of_two k Hk) as [Hk' Ak]. split.
  - unfold M, Rmax. destruct (Rle_dec _ _); [exists (1 - k)%nat | exists k]; auto.
  - intros j Hj. destruct (Ak j Hj) as [-> | ->]; [apply Rmax_l | apply Rmax_r].
Qed.

Lemma two_told : forall sigma d Z Z' k l, shares_out sigma -> (k < 2)%nat -> (l < 2)%nat -> same_token d Z Z' k l ->
  ~ same_vocabulary d 2 Z Z' -> ~ same_vector d (column k Z) (fun _ => 0) -> some_head_tells sigma d 2 Z Z' k l.
Proof.
  intros sigma d Z Z' k l Hs Hk Hl E Hdiff Hz.
  destruct (two_maxima d (column k Z) _ _ (different_others d Z Z' k l Hk Hl E Hdiff)) as [u Hu].
  destruct (maximum_of_two d u Z k Hk) as [H1 H2]. destruct (maximum_of_two d u Z' l Hl) as [H1' H2'].
  apply (told_by_maximum sigma d 2 u Z Z' k l _ _ Hs ltac:(lia) E Hz H1 H2 H1' H2').
  replace (dot d u (column l Z')) with (dot d u (column k Z)); [exact Hu |].
  apply dot_ext; [intros a _; reflexivity | exact E].
Qed.

Lemma two_averaged : forall d Z Z' k l, (k < 2)%nat -> (l < 2)%nat -> same_token d Z Z' k l ->
  ~ same_vocabulary d 2 Z Z' -> some_head_tells (hardmax (F := reals)) d 2 Z Z' k l.
Proof.
  intros d Z Z' k l Hk Hl E Hdiff. apply told_by_mean; [lia |]. intros H.
  apply (different_others d Z Z' k l Hk Hl E Hdiff). intros a Ha. specialize (H a Ha). specialize (E a Ha).
  unfold column in *. cbn [sum_below] in H.
  destruct k as [| [| k]], l as [| [| l]]; try lia; cbn [Nat.sub] in *; lra.
Qed.

(** ** Three tokens, ties averaged *)

(** Where t, a, b and t, c, d have the same sum, {a, b} = {c, d} or some u tells them by a maximum. *)
Lemma three_maxima : forall m (t a b c e : nat -> R), (forall i, (i < m)%nat -> a i + b i = c i + e i) ->
  ~ same_vector m a c -> ~ same_vector m a e -> exists u,
  Rmax (dot m u t) (Rmax (dot m u a) (dot m u b)) <> Rmax (dot m u t) (Rmax (dot m u c) (dot m u e)).
Proof.
  intros m t a b c e Hsum Hac Hae.
  destruct (same_or_not m a c) as [E | H1]; [contradiction |].
  destruct (same_or_not m a e) as [E | H2]; [contradiction |].
  destruct (some_direction m _ _ H1 H2) as [u [Hu1 Hu2]]. rewrite dot_minus in Hu1, Hu2.
  assert (forall v, dot m v a + dot m v b = dot m v c + dot m v e) as Hs.
  { intros v. rewrite !dot_sum, <- !sum_below_plus. apply sum_below_ext. intros i Hi. specialize (Hsum i Hi).
    rewrite <- !Rmult_plus_distr_l. now rewrite Hsum. }
  (* the greater of u . a and u . b, and of u . c and u . e *)
  assert (forall v, dot m v a <> dot m v c -> dot m v a <> dot m v e ->
    2 * dot m v t <= dot m v a + dot m v b ->
    Rmax (dot m v t) (Rmax (dot m v a) (dot m v b)) <> Rmax (dot m v t) (Rmax (dot m v c) (dot m v e))) as G.
  { intros v Hv1 Hv2 Hv. specialize (Hs v).
    rewrite !(Rmax_right (dot m v t)) by (unfold Rmax; destruct (Rle_dec _ _); lra).
    unfold Rmax. destruct (Rle_dec (dot m v a) _), (Rle_dec (dot m v c) _); intros F;
      first [apply Hv1; lra | apply Hv2; lra]. }
  destruct (Rle_dec (2 * dot m u t) (dot m u a + dot m u b)) as [Hle | Hgt].
  - exists u. apply G; lra.
  - exists (fun i => - u i). apply G; rewrite !dot_opposite; lra.
Qed.

(** The two other places of three. *)
Definition second_of (k : nat) : nat := match k with 0 => 1 | _ => 0 end%nat.
Definition third_of (k : nat) : nat := match k with 0 | 1 => 2 | _ => 1 end%nat.

Lemma places_of_three : forall k, (k < 3)%nat -> (second_of k < 3)%nat /\ (third_of k < 3)%nat /\
  (forall j, (j < 3)%nat -> j = k \/ j = second_of k \/ j = third_of k) /\
  forall f : nat -> R, sum_below 3 f = f k + (f (second_of k) + f (third_of k)).
Proof.
  intros k Hk. destruct k as [| [| [| k]]]; try lia; cbn; repeat split; try lia; intros f; ring.
Qed.

Lemma maximum_of_three : forall d u Z k, (k < 3)%nat ->
  let M := Rmax (dot d u (column k Z)) (Rmax (dot d u (column (second_of k) Z)) (dot d u (column (third_of k) Z))) in
  (exists j, (j < 3)%nat /\ dot d u (column j Z) = M) /\ (forall j, (j < 3)%nat -> dot d u (column j Z) <= M).
Proof.
  intros d u Z k Hk M. destruct (places_of_three k Hk) as [H2 [H3 [Ak _]]]. split.
  - unfold M, Rmax. destruct (Rle_dec (dot d u (column (second_of k) Z)) _); destruct (Rle_dec _ _); eauto.
  - intros j Hj. unfold M. destruct (Ak j Hj) as [-> | [-> | ->]]; [apply Rmax_l | |];
      (eapply Rle_trans; [| apply Rmax_r]); [apply Rmax_l | apply Rmax_r].
Qed.

Lemma three_told : forall d Z Z' k l, (k < 3)%nat -> (l < 3)%nat -> same_token d Z Z' k l ->
  ~ same_vocabulary d 3 Z Z' -> ~ same_vector d (column k Z) (fun _ => 0) ->
  some_head_tells (hardmax (F := reals)) d 3 Z Z' k l.
Proof.
  intros d Z Z' k l Hk Hl E Hdiff Hz.
  destruct (places_of_three k Hk) as [K2 [K3 [Ak Sk]]]. destruct (places_of_three l Hl) as [L2 [L3 [Al Sl]]].
  destruct (classic (forall a, (a < d)%nat -> sum_below 3 (fun j => Z a j) = sum_below 3 (fun j => Z' a j)))
    as [Hsum | Hsum]; [| apply told_by_mean; [lia | exact Hsum]].
  set (a := column (second_of k) Z). set (b := column (third_of k) Z).
  set (c := column (second_of l) Z'). set (e := column (third_of l) Z').
  assert (forall i, (i < d)%nat -> a i + b i = c i + e i) as Hs.
  { intros i Hi. specialize (Hsum i Hi). rewrite Sk, Sl in Hsum. specialize (E i Hi). unfold column in E.
    unfold a, b, c, e, column. lra. }
  assert (forall x y x' y' : nat, same_token d Z Z' x x' -> same_token d Z Z' y y' ->
    (forall j, (j < 3)%nat -> j = k \/ j = x \/ j = y) -> (forall j, (j < 3)%nat -> j = l \/ j = x' \/ j = y') ->
    (x < 3)%nat -> (y < 3)%nat -> (x' < 3)%nat -> (y' < 3)%nat -> same_vocabulary d 3 Z Z') as Hsame.
  { intros x y x' y' Ex Ey A A' Hx Hy Hx' Hy'. split; intros j Hj.
    - destruct (A j Hj) as [-> | [-> | ->]]; [exists l | exists x' | exists y']; auto.
    - destruct (A' j Hj) as [-> | [-> | ->]]; [exists k | exists x | exists y]; split; auto; intros i Hi; symmetry;
        [now apply E | now apply Ex | now apply Ey]. }
  destruct (classic (same_vector d a c)) as [Eac | Hac].
  { exfalso. apply Hdiff. apply (Hsame (second_of k) (third_of k) (second_of l) (third_of l)); auto.
    intros i Hi. specialize (Hs i Hi). specialize (Eac i Hi). unfold a, b, c, e, column in *. lra. }
  destruct (classic (same_vector d a e)) as [Eae | Hae].
  { exfalso. apply Hdiff. apply (Hsame (second_of k) (third_of k) (third_of l) (second_of l)); auto.
    - intros i Hi. specialize (Hs i Hi). specialize (Eae i Hi). unfold a, b, c, e, column in *. lra.
    - intros j Hj. destruct (Al j Hj) as [H | [H | H]]; auto. }
  destruct (three_maxima d (column k Z) a b c e Hs Hac Hae) as [u Hu].
  destruct (maximum_of_three d u Z k Hk) as [H1 H2]. destruct (maximum_of_three d u Z' l Hl) as [H1' H2'].
  apply (told_by_maximum _ d 3 u Z Z' k l _ _ (three_rules _ (or_introl eq_refl)) ltac:(lia) E Hz H1 H2 H1' H2').
  replace (dot d u (column l Z')) with (dot d u (column k Z)); [exact Hu |].
  apply dot_ext; [intros i _; reflexivity | exact E].
Qed.

(** ** The families *)

Lemma served : forall d n N X sigma, (1 <= d)%nat ->
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
     ~ same_vocabulary d n (X i) (X j) -> same_token d (X i) (X j) k l -> some_head_tells sigma d n (X i) (X j) k l) ->
  some_layer_serves d n N X sigma.
Proof. intros d n N X sigma Hd H. exact (proj2 (which_families_hold d n N X sigma Hd) H). Qed.

Lemma short_sequences_hold : kajitsuka_short_sequences.
Proof.
  intros d N X Hd. split; [| split; [| split]].
  - intros sigma. apply served; [exact Hd |]. intros i j k l _ _ Hk Hl Hdiff E. exfalso. apply Hdiff.
    replace k with 0%nat in E by lia. replace l with 0%nat in E by lia.
    split; intros k' Hk'; exists 0%nat; split; try lia; replace k' with 0%nat by lia; [exact E |].
    intros a Ha. symmetry. now apply E.
  - apply served; [exact Hd |]. intros i j k l _ _ Hk Hl Hdiff E. now apply two_averaged.
  - intros sigma Hs Hz. apply served; [exact Hd |]. intros i j k l Hi _ Hk Hl Hdiff E. apply two_told; auto.
  - intros Hz. apply served; [exact Hd |]. intros i j k l Hi _ Hk Hl Hdiff E. apply three_told; auto.
Qed.

(** ** Two tokens with the token 0 under an uneven rule: w_2, 0 and 0, w_1 *)

Lemma two_tokens_uneven_holds : kajitsuka_two_tokens_uneven.
Proof.
  intros d sigma Hd Hs Hne. set (w := sigma 2%nat (fun _ => 0)) in *.
  set (alpha := fun i k : nat => match i, k with
    | O, O => w 1%nat | O, _ => 0 | _, O => 0 | _, _ => w 0%nat end).
  assert (w 0%nat + w 1%nat = 1) as H1.
  { destruct (Hs 2%nat (fun _ => 0) ltac:(lia)) as [_ [H _]]. change (0 + w 0%nat + w 1%nat = 1) in H. lra. }
  assert (~ same_vocabulary d 2 (on_line alpha 0) (on_line alpha 1)) as Hdiff.
  { intros [A B]. destruct (Req_dec (w 1%nat) 0) as [E0 | E0].
    - destruct (B 1%nat ltac:(lia)) as [l [_ E]]. apply on_line_same in E; [| exact Hd].
      destruct l as [| l]; cbn in E; lra.
    - destruct (A 0%nat ltac:(lia)) as [l [_ E]]. apply on_line_same in E; [| exact Hd].
      destruct l as [| l]; cbn in E; lra. }
  exists (on_line alpha). split; [exact Hdiff |].
  pose proof (none_maps_line alpha (fun _ => sigma) d 2 1 0 (fun _ => Hs) Hd ltac:(lia) ltac:(lia) eq_refl eq_refl)
    as G.
  intros all Hall r delta. apply G; [| exact Hdiff | exact Hall].
  intros c Hc. rewrite (Hc eq_refl), !seen_zero by exact Hs. fold w. cbn. ring.
Qed.
