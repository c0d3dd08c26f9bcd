(** * Softmax for hardmax in a whole network, with one factor and an explicit number (Yun et al. 2020, App. F) *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks NetworkLaws Matrices Sums NetworkStatements NetworkSizes ContinuousNetworks
  SoftmaxLimit.
Import ListNotations.
Open Scope R_scope.

Local Notation total := (total (F := reals)).
Local Ltac real := match goal with |- @eq _ ?x ?y => change (@eq R x y) end.
Local Tactic Notation "ring" := try real; ring.

(** ** Sums *)

Lemma total_same : forall k (f g : nat -> R), (forall a, (a < k)%nat -> f a = g a) -> total k f = total k g.
Proof. intros k f g E. apply (total_respects real_laws). exact E. Qed.

Lemma total_none : forall k, total k (fun _ => 0) = 0.
Proof. intro k. rewrite total_constant. ring. Qed.

Lemma total_nonnegative : forall k f, (forall a, (a < k)%nat -> 0 <= f a) -> 0 <= total k f.
Proof. intros k f H. rewrite <- (total_none k). apply total_le, H. Qed.

Lemma total_of_totals : forall k l (f : nat -> nat -> R),
  total k (fun a => total l (f a)) = total l (fun b => total k (fun a => f a b)).
Proof.
  induction k as [|k IH]; intros l f; [cbn; symmetry; apply total_none|].
  change (total k (fun a => total l (f a)) + total l (f k) = total l (fun b => total k (fun a => f a b) + f k b)).
  rewrite IH. apply total_plus.
Qed.

Lemma total_only : forall k i (f : nat -> R), (i < k)%nat -> total k (fun a => if Nat.eqb a i then f a else 0) = f i.
Proof.
  intros k i f Hi. transitivity (if Nat.eqb i i then f i else 0); [|rewrite Nat.eqb_refl; reflexivity].
  apply (total_single real_laws k (fun a => if Nat.eqb a i then f a else 0) i Hi). intros j _ N. cbn.
  destruct (Nat.eqb_spec j i); [contradiction|reflexivity].
Qed.

(** A sum of products, of which one factor is at most e. *)
Lemma total_within : forall k (a x : nat -> R) e, (forall l, (l < k)%nat -> Rabs (x l) <= e) ->
  Rabs (total k (fun l => a l * x l)) <= total k (fun l => Rabs (a l)) * e.
Proof.
  intros k a x e H. eapply Rle_trans; [apply total_abs|]. rewrite Rmult_comm, <- total_scale. apply total_le.
  intros l Hl. rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos|apply H, Hl].
Qed.

Lemma product_minus : forall k (A X Y : matrix) i j, product (F := reals) k A X i j - product (F := reals) k A Y i j =
  total k (fun l => A i l * (X l j - Y l j)).
Proof. intros. unfold product. rewrite total_minus. apply total_same. intros l _. cbn. ring. Qed.

Lemma product_associates : forall k m (A B C : matrix) i j,
  product (F := reals) m A (product (F := reals) k B C) i j =
    product (F := reals) k (product (F := reals) m A B) C i j.
Proof.
  intros. unfold product. transitivity (total m (fun a => total k (fun l => A i a * B a l * C l j))).
  - apply total_same. intros a _. rewrite <- (total_scale k (A i a)). apply total_same. intros l _. cbn. ring.
  - rewrite total_of_totals. apply total_same. intros l _. cbn.
    rewrite (Rmult_comm _ (C l j)), <- total_scale. apply total_same. intros a _. ring.
Qed.

(** ** The weights of one column *)

Lemma is_greatest_at : forall n (s : vector reals), (1 <= n)%nat -> exists g, (g < n)%nat /\ is_greatest n s g = true.
Proof.
  intros n s Hn. destruct (greatest_exists n s Hn) as (g & Hg & top). exists g. split; [exact Hg|].
  apply is_greatest_is, top.
Qed.

Lemma how_many_is : forall n (s : vector reals), INR (how_many_greatest n s) =
  total n (fun l => if is_greatest n s l then 1 else 0).
Proof. intros. apply count_is_total. Qed.

Lemma how_many_at_least : forall n (s : vector reals), (1 <= n)%nat -> 1 <= INR (how_many_greatest n s).
Proof.
  intros n s Hn. destruct (is_greatest_at n s Hn) as (g & Hg & E). rewrite how_many_is.
  apply Rle_trans with (total n (fun a => if Nat.eqb a g then 1 else 0)).
  { right. symmetry. apply (total_only n g (fun _ => 1) Hg). }
  apply total_le. intros a _.
  destruct (Nat.eqb_spec a g) as [->|]; [rewrite E; lra|]. destruct (is_greatest n s a); lra.
Qed.

Lemma hardmax_is : forall n (s : vector reals) k,
  hardmax n s k = (if is_greatest n s k then 1 else 0) * / INR (how_many_greatest n s).
Proof.
  intros. unfold hardmax. destruct (is_greatest n s k); cbn [inverse reals Networks.zero].
  - rewrite Rmult_1_l. f_equal. change (@of_count reals (how_many_greatest n s)) with
      (total (how_many_greatest n s) (fun _ => 1)). rewrite total_constant. ring.
  - ring.
Qed.

Lemma hardmax_total : forall n (s : vector reals), (1 <= n)%nat -> total n (hardmax n s) = 1.
Proof.
  intros n s Hn. pose proof (how_many_at_least n s Hn).
  rewrite (total_same n _ (fun k => / INR (how_many_greatest n s) * (if is_greatest n s k then 1 else 0)))
    by (intros; rewrite hardmax_is; ring). rewrite total_scale, <- how_many_is. apply Rinv_l. lra.
Qed.

Lemma softmax_total : forall n (s : vector reals), (1 <= n)%nat -> total n (softmax n s) = 1.
Proof.
  intros n s Hn. unfold softmax. set (A := total n (fun l => exp (s l)) : R).
  assert (0 < A) by (apply total_positive; [exact Hn|intros; apply exp_pos]).
  rewrite (total_same n _ (fun k => / A * exp (s k))) by (intros; unfold Rdiv; ring).
  rewrite total_scale. fold A. apply Rinv_l. lra.
Qed.

Lemma softmax_ratio : forall n (s : vector reals) k l, (1 <= n)%nat ->
  softmax n s k = softmax n s l * exp (s k - s l).
Proof.
  intros n s k l Hn. unfold softmax. set (A := total n (fun c => exp (s c)) : R).
  assert (0 < A) by (apply total_positive; [exact Hn|intros; apply exp_pos]).
  replace (s k) with (s l + (s k - s l)) at 1 by ring. rewrite exp_plus. unfold Rdiv. ring.
Qed.

Lemma softmax_nonnegative : forall n (s : vector reals) k, (1 <= n)%nat -> 0 <= softmax n s k.
Proof.
  intros n s k Hn. unfold softmax. left. apply Rdiv_lt_0_compat; [apply exp_pos|].
  apply total_positive; [exact Hn|intros; apply exp_pos].
Qed.

Lemma softmax_at_most_one : forall n (s : vector reals) k, (1 <= n)%nat -> (k < n)%nat -> softmax n s k <= 1.
Proof.
  intros n s k Hn Hk. rewrite <- (softmax_total n s Hn), <- (total_only n k (softmax n s) Hk). apply total_le.
  intros a _. destruct (Nat.eqb a k); [lra|]. apply softmax_nonnegative, Hn.
Qed.

(** By how much weights of hardmax of s exceed those of softmax of lambda s', where in s' losers of s are kappa below
    winners of s, and winners t apart: all of it together is at most (n - 1) e^(-lambda kappa) + lambda t. *)
Lemma weights_lost : forall n (s s' : vector reals) lambda kappa t, (1 <= n)%nat -> 0 <= lambda -> 0 <= t ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> is_greatest n s k = true -> is_greatest n s l = false ->
    s' l + kappa <= s' k) ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> is_greatest n s k = true -> is_greatest n s l = true ->
    s' l <= s' k + t) ->
  exists u : nat -> R, (forall k, (k < n)%nat -> 0 <= u k /\
      hardmax n s k - softmax n (fun c => lambda * s' c) k <= u k) /\
    total n u <= (INR n - 1) * exp (- (lambda * kappa)) + lambda * t.
Proof.
  intros n s s' lambda kappa t Hn Hlambda Ht apart near. set (w := softmax n (fun c => lambda * s' c) : nat -> R).
  set (q := exp (- (lambda * kappa))). pose proof (exp_pos (- (lambda * kappa))) as Hq. fold q in Hq.
  destruct (is_greatest_at n s Hn) as (g & Hg & G).
  set (lost := total n (fun l => if is_greatest n s l then 0 else w l) : R).
  set (c := INR (how_many_greatest n s)). assert (Hc : 1 <= c) by apply how_many_at_least, Hn.
  assert (w_nonnegative : forall k, 0 <= w k) by (intro; apply softmax_nonnegative, Hn).
  assert (lost_nonnegative : 0 <= lost).
  { apply total_nonnegative. intros a _. destruct (is_greatest n s a); [lra|apply w_nonnegative]. }
  assert (lost_small : lost <= (INR n - 1) * q).
  { replace ((INR n - 1) * q) with (total n (fun l => q - (if Nat.eqb l g then q else 0))).
    - apply total_le. intros l Hl. destruct (is_greatest n s l) eqn:E; [destruct (Nat.eqb l g); lra|].
      destruct (Nat.eqb_spec l g) as [->|_]; [congruence|]. rewrite Rminus_0_r.
      unfold w. rewrite (softmax_ratio n _ l g Hn).
      pose proof (softmax_at_most_one n (fun c => lambda * s' c) g Hn Hg) as W.
      pose proof (softmax_nonnegative n (fun c => lambda * s' c) g Hn) as W0.
      assert (B : exp (lambda * s' l - lambda * s' g) <= q).
      { specialize (apart g l Hg Hl G E). unfold q.
        assert (L : lambda * s' l - lambda * s' g <= - (lambda * kappa)).
        { replace (- (lambda * kappa)) with (lambda * (- kappa)) by ring. rewrite <- Rmult_minus_distr_l.
          apply Rmult_le_compat_l; lra. }
        destruct L as [L| ->]; [left; apply exp_increasing, L|right; reflexivity]. }
      pose proof (exp_pos (lambda * s' l - lambda * s' g)). rewrite <- (Rmult_1_l q). apply Rmult_le_compat; lra.
    - transitivity (total n (fun _ => q) - total n (fun l => if Nat.eqb l g then q else 0));
        [symmetry; apply total_minus|].
      rewrite (total_only n g (fun _ => q) Hg), total_constant. ring. }
  assert (kept : total n (fun l => if is_greatest n s l then w l else 0) = 1 - lost).
  { rewrite <- (softmax_total n (fun c => lambda * s' c) Hn). unfold lost. rewrite total_minus. apply total_same.
    intros a _. fold w. destruct (is_greatest n s a); ring. }
  exists (fun k => (if is_greatest n s k then 1 else 0) * / c * (lost + lambda * t)).
  assert (lt : 0 <= lambda * t) by (apply Rmult_le_pos; lra).
  assert (ic : 0 < / c) by (apply Rinv_0_lt_compat; lra).
  split.
  - intros k Hk. split; [apply Rmult_le_pos; [apply Rmult_le_pos; [destruct (is_greatest n s k); lra|lra]|lra]|].
    rewrite hardmax_is. fold c w. destruct (is_greatest n s k) eqn:E.
    + rewrite !Rmult_1_l.
      assert (A : 1 - lost <= c * (w k * exp (lambda * t))).
      { rewrite <- kept. unfold c. rewrite how_many_is, Rmult_comm, <- total_scale. apply total_le. intros l Hl.
        destruct (is_greatest n s l) eqn:E'; [|rewrite Rmult_0_r; lra]. rewrite Rmult_1_r.
        unfold w at 1. rewrite (softmax_ratio n _ l k Hn). fold w. apply Rmult_le_compat_l; [apply w_nonnegative|].
        specialize (near k l Hk Hl E E').
        assert (L : lambda * s' l - lambda * s' k <= lambda * t).
        { rewrite <- Rmult_minus_distr_l. apply Rmult_le_compat_l; lra. }
        destruct L as [L| ->]; [left; apply exp_increasing, L|right; reflexivity]. }
      assert (B : (1 - lost) * exp (- (lambda * t)) <= c * w k).
      { apply (Rmult_le_compat_r (exp (- (lambda * t)))) in A; [|left; apply exp_pos].
        rewrite Rmult_assoc, Rmult_assoc, <- exp_plus, Rplus_opp_r, exp_0, Rmult_1_r in A. exact A. }
      assert (small : exp (- (lambda * t)) <= 1).
      { rewrite <- exp_0. destruct lt as [L|E0]; [left; apply exp_increasing; lra|right; f_equal; lra]. }
      pose proof (exp_ineq1_le (- (lambda * t))) as X. pose proof (exp_pos (- (lambda * t))).
      assert (C : 1 - lost - lambda * t <= c * w k) by nra.
      apply (Rmult_le_reg_l c); [lra|]. rewrite Rmult_minus_distr_l, <- Rmult_assoc, Rinv_r by lra. lra.
    + rewrite !Rmult_0_l. specialize (w_nonnegative k). lra.
  - rewrite (total_same n _ (fun k => (/ c * (lost + lambda * t)) * (if is_greatest n s k then 1 else 0)))
      by (intros; ring). rewrite total_scale, <- how_many_is. fold c.
    replace (/ c * (lost + lambda * t) * c) with (lost + lambda * t) by (field; lra). lra.
Qed.

(** Weights of the same sum, applied to values that are at most r apart. *)
Lemma weights_applied : forall n (a w u V : nat -> R) r, (1 <= n)%nat -> total n a = total n w ->
  (forall k, (k < n)%nat -> 0 <= u k /\ a k - w k <= u k) ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> V k - V l <= r) ->
  Rabs (total n (fun k => V k * w k) - total n (fun k => V k * a k)) <= r * total n u.
Proof.
  intros n a w u V r Hn E H apart.
  assert (shift : forall c, total n (fun k => V k * w k) - total n (fun k => V k * a k) =
    total n (fun k => (c - V k) * (a k - w k))).
  { intro c. replace (total n (fun k => (c - V k) * (a k - w k))) with
      (c * (total n a - total n w) + (total n (fun k => V k * w k) - total n (fun k => V k * a k))); [rewrite E; ring|].
    rewrite !total_minus, <- total_scale, total_plus. apply total_same. intros; ring. }
  destruct (greatest_exists n V Hn) as (g & Hg & top). destruct (greatest_exists n (fun k => - V k) Hn) as (b & Hb & low).
  apply Rabs_le. split.
  - rewrite (shift (V b)).
    replace (- (r * total n u)) with (total n (fun k => - r * u k)) by (rewrite total_scale; ring).
    apply total_le. intros k Hk. specialize (H k Hk). specialize (apart k b Hk Hb). specialize (low k Hk). cbn in low.
    nra.
  - rewrite (shift (V g)), <- total_scale. apply total_le. intros k Hk. specialize (H k Hk).
    specialize (apart g k Hg Hk). specialize (top k Hk). nra.
Qed.

(** ** One head *)

Lemma between : forall x y, Rabs x <= y -> - y <= x <= y.
Proof. intros x y H. pose proof (Rle_abs x). pose proof (Rle_abs (- x)). rewrite Rabs_Ropp in *. lra. Qed.

Lemma row_size_nonnegative : forall k A i, 0 <= row_size k A i.
Proof. intros. apply total_nonnegative. intros. apply Rabs_pos. Qed.

(** Entries of a product move by at most the row's sum. *)
Lemma product_moves : forall d n (A Z Z' : matrix) e i j, (j < n)%nat ->
  (forall l k, (l < d)%nat -> (k < n)%nat -> Rabs (Z' l k - Z l k) <= e) ->
  Rabs (product (F := reals) d A Z' i j - product (F := reals) d A Z i j) <= row_size d A i * e.
Proof.
  intros d n A Z Z' e i j Hj near. rewrite product_minus. apply total_within. intros l Hl. apply near; assumption.
Qed.

Lemma scores_move : forall d n tau kappa X Z Z' ties H a e k j, head_bounds d n tau kappa X Z ties H a ->
  0 <= e <= tau -> (k < n)%nat -> (j < n)%nat ->
  (forall l c, (l < d)%nat -> (c < n)%nat -> Rabs (Z' l c - Z l c) <= e) ->
  Rabs (scores (F := reals) d H Z' k j - scores (F := reals) d H Z k j) <= sensitivity a * e.
Proof.
  intros d n tau kappa X Z Z' ties H a e k j (_ & _ & S & _) He Hk Hj near. specialize (S j k Hj Hk).
  apply Rle_trans with (total (head_size H) (fun c => e * (row_size d (W_K H) c *
    Rabs (sum (F := reals) (product (F := reals) d (W_Q H) Z) (in_each_column (b_Q H)) c j) +
    (Rabs (product (F := reals) d (W_K H) Z c k) + tau * row_size d (W_K H) c) * row_size d (W_Q H) c))).
  2:{ rewrite total_scale, Rmult_comm. apply Rmult_le_compat_r; [lra|exact S]. }
  unfold scores. rewrite total_minus. eapply Rle_trans; [apply total_abs|]. apply total_le. intros c _.
  pose proof (product_moves d n (W_K H) Z Z' e c k Hk near) as MK.
  pose proof (product_moves d n (W_Q H) Z Z' e c j Hj near) as MQ.
  pose proof (row_size_nonnegative d (W_K H) c) as RK. pose proof (row_size_nonnegative d (W_Q H) c) as RQ.
  unfold sum, in_each_column. cbn [plus times reals].
  set (K := product (F := reals) d (W_K H) Z c k : R) in *. set (K' := product (F := reals) d (W_K H) Z' c k : R) in *.
  set (Q := product (F := reals) d (W_Q H) Z c j : R) in *. set (Q' := product (F := reals) d (W_Q H) Z' c j : R) in *.
  set (rk := row_size d (W_K H) c : R) in *. set (rq := row_size d (W_Q H) c : R) in *. set (b := b_Q H c : R).
  replace (K' * (Q' + b) - K * (Q + b)) with ((K' - K) * (Q + b) + K' * (Q' - Q)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
  assert (A1 : Rabs (K' - K) * Rabs (Q + b) <= rk * e * Rabs (Q + b)) by
    (apply Rmult_le_compat_r; [apply Rabs_pos|exact MK]).
  assert (K'_small : Rabs K' <= Rabs K + tau * rk).
  { replace K' with (K + (K' - K)) by ring. eapply Rle_trans; [apply Rabs_triang|].
    assert (rk * e <= tau * rk) by (rewrite (Rmult_comm tau); apply Rmult_le_compat_l; lra). lra. }
  assert (A2 : Rabs K' * Rabs (Q' - Q) <= (Rabs K + tau * rk) * (rq * e)) by
    (apply Rmult_le_compat; try apply Rabs_pos; assumption).
  eapply Rle_trans; [apply Rplus_le_compat; eassumption|]. right. ring.
Qed.

Lemma attend_is : forall sigma d n H Z i j, attend (F := reals) sigma d n H Z i j = total n (fun k =>
  product (F := reals) d (product (F := reals) (head_size H) (W_O H) (W_V H)) Z i k *
    sigma n (fun c => scores (F := reals) d H Z c j) k).
Proof.
  intros. unfold attend at 1. unfold product at 1. apply total_same. intros k _. unfold on_each_column.
  rewrite product_associates. reflexivity.
Qed.

(** Columns that are equal in X are equal in Z. *)
Definition keeps_equal (d n : nat) (X Z : matrix) : Prop := forall k l, (k < n)%nat -> (l < n)%nat ->
  (forall i, (i < d)%nat -> X i k = X i l) -> forall i, (i < d)%nat -> Z i k = Z i l.

(** What a head adds, but for what weights of hardmax make of the error. *)
Definition carried (d n : nat) (H : head reals) (Z D : matrix) (i j : nat) : R := total n (fun k =>
  product (F := reals) d (product (F := reals) (head_size H) (W_O H) (W_V H)) D i k *
    hardmax n (fun c => scores (F := reals) d H Z c j) k).

Lemma head_moves : forall d n tau kappa lambda X Z Z' ties H a e i j, head_bounds d n tau kappa X Z ties H a ->
  (1 <= n)%nat -> 0 <= lambda -> 0 <= e <= tau -> keeps_equal d n X Z' -> (i < d)%nat -> (j < n)%nat ->
  (forall l c, (l < d)%nat -> (c < n)%nat -> Rabs (Z' l c - Z l c) <= e) ->
  Rabs (attend (F := reals) softmax d n (sharper lambda H) Z' i j - attend (F := reals) hardmax d n H Z i j -
      carried d n H Z (fun l c => Z' l c - Z l c) i j) <=
    (spread a + 2 * tau * value_size a) * ((INR n - 1) * exp (- (lambda * kappa)) +
      lambda * (if ties then 2 * sensitivity a * e else 0)).
Proof.
  intros d n tau kappa lambda X Z Z' ties H a e i j bounds Hn Hlambda He keeps Hi Hj near.
  pose proof (fun k Hk => scores_move d n tau kappa X Z Z' ties H a e k j bounds He Hk Hj near) as moved.
  destruct bounds as (rows & values & _ & apart & equal_ties & v0 & s0 & S0).
  rewrite !attend_is. cbn [sharper head_size W_O W_V].
  set (M := product (F := reals) (head_size H) (W_O H) (W_V H)) in *.
  set (s := fun c => scores (F := reals) d H Z c j). set (s' := fun c => scores (F := reals) d H Z' c j).
  set (V' := fun k => product (F := reals) d M Z' i k : R). set (V := fun k => product (F := reals) d M Z i k : R).
  set (t := if ties then 2 * sensitivity a * e else 0).
  assert (Ht : 0 <= t) by (unfold t; destruct ties; [|lra]; apply Rmult_le_pos; [lra|lra]).
  destruct (weights_lost n s s' lambda kappa t Hn Hlambda Ht) as (u & Hu & U).
  - intros k l Hk Hl G L. specialize (apart j k l Hj Hk Hl G L).
    pose proof (moved k Hk) as A. pose proof (moved l Hl) as B. apply between in A, B. unfold s'.
    assert (sensitivity a * e <= tau * sensitivity a) by (rewrite (Rmult_comm tau); apply Rmult_le_compat_l; lra).
    cbn in *. lra.
  - intros k l Hk Hl G L. unfold t. destruct ties.
    + pose proof (moved k Hk) as A. pose proof (moved l Hl) as B. apply between in A, B.
      assert (E : s k = s l).
      { rewrite is_greatest_is in G, L. specialize (G l Hl). specialize (L k Hk). cbn in *. lra. }
      unfold s, s' in *. cbn in *. lra.
    + right. rewrite Rplus_0_r. unfold s', scores. apply total_same. intros c _. cbn [times reals]. f_equal.
      unfold product. apply total_same. intros m Hm. cbn [times reals]. f_equal.
      symmetry. apply (keeps k l Hk Hl); [|exact Hm]. apply (equal_ties eq_refl j k l Hj Hk Hl G L).
  - assert (W : forall k, (k < n)%nat -> softmax n (fun c => scores (F := reals) d (sharper lambda H) Z' c j) k =
      softmax n (fun c => lambda * s' c) k).
    { intros k Hk. apply (softmax_weighs n); [exact Hk|]. intros l _. apply sharper_scores. }
    set (w := fun k => softmax n (fun c => lambda * s' c) k : R). set (h := fun k => hardmax n s k : R).
    assert (E : total n (fun k => V' k * softmax n (fun c => scores (F := reals) d (sharper lambda H) Z' c j) k) -
        total n (fun k => V k * h k) - carried d n H Z (fun l c => Z' l c - Z l c) i j =
      total n (fun k => V' k * w k) - total n (fun k => V' k * h k)).
    { rewrite (total_same n _ (fun k => V' k * w k)) by (intros k Hk; rewrite W by exact Hk; reflexivity).
      assert (C : carried d n H Z (fun l c => Z' l c - Z l c) i j =
        total n (fun k => V' k * h k) - total n (fun k => V k * h k)).
      { rewrite total_minus. unfold carried. apply total_same. intros k _. fold M s. unfold h, V', V.
        rewrite <- Rmult_minus_distr_r, product_minus. reflexivity. }
      rewrite C. ring. }
    change (Rabs (total n (fun k => V' k * softmax n (fun c => scores (F := reals) d (sharper lambda H) Z' c j) k) -
        total n (fun k => V k * h k) - carried d n H Z (fun l c => Z' l c - Z l c) i j) <=
      (spread a + 2 * tau * value_size a) * ((INR n - 1) * exp (- (lambda * kappa)) + lambda * t)).
    rewrite E. eapply Rle_trans; [apply weights_applied with (r := spread a + 2 * tau * value_size a) (u := u)|].
    + exact Hn.
    + transitivity 1; [apply (hardmax_total n s Hn)|symmetry; apply (softmax_total n _ Hn)].
    + exact Hu.
    + intros k l Hk Hl. specialize (values i k l Hi Hk Hl). apply between in values.
      pose proof (product_moves d n M Z Z' e i k Hk near) as A. pose proof (product_moves d n M Z Z' e i l Hl near) as B.
      apply between in A, B. specialize (rows i Hi).
      assert (row_size d M i * e <= tau * value_size a).
      { rewrite (Rmult_comm tau). apply Rmult_le_compat; try lra. apply row_size_nonnegative. }
      unfold V'. cbn in *. lra.
    + apply Rmult_le_compat_l; [|exact U]. assert (0 <= tau * value_size a) by (apply Rmult_le_pos; lra). lra.
Qed.

(** ** An attention layer *)

Definition added (sigma : nat -> vector reals -> vector reals) (d n : nat) (all : list (head reals)) (X : matrix)
  (i j : nat) : R := fold_right (fun H s => attend (F := reals) sigma d n H X i j + s) 0 all.

Lemma attention_adds : forall sigma d n all X i j,
  attention (F := reals) sigma d n all X i j = X i j + added sigma d n all X i j.
Proof.
  intros. unfold attention.
  assert (G : forall Y : matrix, fold_left (fun Y H => sum (F := reals) Y (attend sigma d n H X)) all Y i j =
    Y i j + added sigma d n all X i j).
  { induction all as [|H all IH]; intro Y; cbn [fold_left added fold_right]; [unfold added; cbn; ring|].
    rewrite IH. apply Rplus_assoc. }
  apply G.
Qed.

Lemma frozen_is : forall d n all Z (D : matrix) i j, (i < d)%nat -> (j < n)%nat ->
  total n (fun k => total d (fun l => frozen d n all Z i j l k * D l k)) =
    D i j + fold_right (fun H s => carried d n H Z D i j + s) 0 all.
Proof.
  intros d n all Z D i j Hi Hj. unfold frozen. induction all as [|H all IH].
  - cbn [fold_right]. transitivity (total n (fun k => if Nat.eqb k j then D i k else 0)).
    + apply total_same. intros k _. destruct (Nat.eqb_spec k j) as [->|N].
      * rewrite <- (total_only d i (fun l => D l j) Hi). apply total_same. intros l _.
        rewrite andb_true_r. destruct (Nat.eqb l i); ring.
      * transitivity (total d (fun _ => 0)); [|apply total_none]. apply total_same. intros l _.
        rewrite andb_false_r. ring.
    + rewrite (total_only n j (fun k => D i k) Hj). ring.
  - cbn [fold_right] in *. set (rest := fold_right (fun H s => carried d n H Z D i j + s) 0 all) in *.
    replace (D i j + (carried d n H Z D i j + rest)) with (carried d n H Z D i j + (D i j + rest)) by ring.
    rewrite <- IH. unfold carried. rewrite total_plus. apply total_same. intros k _.
    set (h := hardmax n (fun c => scores (F := reals) d H Z c j) k : R).
    set (M := product (F := reals) (head_size H) (W_O H) (W_V H) : nat -> nat -> R).
    assert (P : product (F := reals) d M D i k * h = total d (fun l => h * (M i l * D l k))) by
      (rewrite total_scale; apply Rmult_comm).
    rewrite P, total_plus. apply total_same. intros l _. ring.
Qed.

Lemma heads_move : forall d n tau kappa lambda X Z Z' ties all of_heads e i j,
  Forall2 (head_bounds d n tau kappa X Z ties) all of_heads ->
  (1 <= n)%nat -> 0 <= lambda -> 0 <= e <= tau -> keeps_equal d n X Z' -> (i < d)%nat -> (j < n)%nat ->
  (forall l c, (l < d)%nat -> (c < n)%nat -> Rabs (Z' l c - Z l c) <= e) ->
  Rabs (added softmax d n (map (sharper lambda) all) Z' i j - added hardmax d n all Z i j -
      fold_right (fun H s => carried d n H Z (fun l c => Z' l c - Z l c) i j + s) 0 all) <=
    by_losers n tau of_heads * exp (- (lambda * kappa)) + lambda * e * (if ties then by_ties tau of_heads else 0).
Proof.
  intros d n tau kappa lambda X Z Z' ties all of_heads e i j bounds Hn Hlambda He keeps Hi Hj near.
  induction bounds as [|H a all of_heads bound _ IH].
  - cbn. unfold by_losers, by_ties. cbn. rewrite Rminus_0_r, Rminus_eq_0, Rabs_R0. destruct ties; lra.
  - pose proof (head_moves d n tau kappa lambda X Z Z' ties H a e i j bound Hn Hlambda He keeps Hi Hj near) as one.
    unfold added, by_losers, by_ties in *. cbn [map fold_right].
    set (q := exp (- (lambda * kappa))) in *.
    match type of IH with Rabs (?A - ?B - ?C) <= _ => set (P := A : R) in *; set (P' := B : R) in *; set (P'' := C : R)
      in * end.
    match type of one with Rabs (?A - ?B - ?C) <= _ => set (O := A : R) in *; set (O' := B : R) in *;
      set (O'' := C : R) in * end.
    replace (O + P - (O' + P') - (O'' + P'')) with ((O - O' - O'') + (P - P' - P'')) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. eapply Rle_trans; [apply Rplus_le_compat; eassumption|].
    right. destruct ties; ring.
Qed.

Lemma attention_moves : forall d n tau kappa lambda X Z Z' ties all growth of_heads e i j,
  attention_bounds d n tau kappa X Z all growth ties of_heads ->
  (1 <= n)%nat -> 0 <= lambda -> 0 <= e <= tau -> keeps_equal d n X Z' -> (i < d)%nat -> (j < n)%nat ->
  (forall l c, (l < d)%nat -> (c < n)%nat -> Rabs (Z' l c - Z l c) <= e) ->
  Rabs (attention (F := reals) softmax d n (map (sharper lambda) all) Z' i j -
      attention (F := reals) hardmax d n all Z i j) <=
    growth * e + by_losers n tau of_heads * exp (- (lambda * kappa)) +
      lambda * e * (if ties then by_ties tau of_heads else 0).
Proof.
  intros d n tau kappa lambda X Z Z' ties all growth of_heads e i j (_ & bounds & rows) Hn Hlambda He keeps Hi Hj near.
  pose proof (heads_move d n tau kappa lambda X Z Z' ties all of_heads e i j bounds Hn Hlambda He keeps Hi Hj near) as A.
  rewrite !attention_adds.
  pose proof (frozen_is d n all Z (fun l c => Z' l c - Z l c) i j Hi Hj) as B.
  match type of B with ?L = _ => assert (C : Rabs L <= growth * e) end.
  { eapply Rle_trans; [apply total_abs|]. eapply Rle_trans; [|apply Rmult_le_compat_r; [lra|apply (rows i j Hi Hj)]].
    rewrite Rmult_comm, <- total_scale. apply total_le. intros k Hk. rewrite (Rmult_comm e).
    apply total_within. intros l Hl. apply near; assumption. }
  cbv beta in B, C. rewrite B in C.
  match type of A with Rabs (?P - ?P' - ?P'') <= _ => set (p := P : R) in *; set (p' := P' : R) in *;
    set (p'' := P'' : R) in * end.
  replace (Z' i j + p - (Z i j + p')) with ((Z' i j - Z i j + p'') + (p - p' - p'')) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.
