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
  destruct (greatest_exists n V Hn) as (g & Hg & top).
  destruct (greatest_exists n (fun k => - V k) Hn) as (b & Hb & low).
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

Lemma scores_move : forall d n tau kappa X exact Z Z' ties H a e k j,
  head_bounds d n tau kappa X exact Z ties H a ->
  0 <= e <= tau -> (k < n)%nat -> (j < n)%nat ->
  (forall l c, (l < d)%nat -> (c < n)%nat -> Rabs (Z' l c - Z l c) <= e) ->
  Rabs (scores (F := reals) d H Z' k j - scores (F := reals) d H Z k j) <= sensitivity a * e.
Proof.
  intros d n tau kappa X exact Z Z' ties H a e k j (_ & _ & S & _) He Hk Hj near. specialize (S j k Hj Hk).
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

Lemma head_moves : forall d n tau kappa lambda X exact Z Z' ties H a e i j,
  head_bounds d n tau kappa X exact Z ties H a ->
  (1 <= n)%nat -> 0 <= lambda -> 0 <= e <= tau -> (exact = true -> e = 0) -> keeps_equal d n X Z' ->
  (i < d)%nat -> (j < n)%nat -> (forall l c, (l < d)%nat -> (c < n)%nat -> Rabs (Z' l c - Z l c) <= e) ->
  Rabs (attend (F := reals) softmax d n (sharper lambda H) Z' i j - attend (F := reals) hardmax d n H Z i j -
      carried d n H Z (fun l c => Z' l c - Z l c) i j) <=
    (spread a + 2 * tau * value_size a) * ((INR n - 1) * exp (- (lambda * kappa)) +
      lambda * (if ties then 2 * sensitivity a * e else 0)).
Proof.
  intros d n tau kappa lambda X exact Z Z' ties H a e i j bounds Hn Hlambda He none keeps Hi Hj near.
  pose proof (fun k Hk => scores_move d n tau kappa X exact Z Z' ties H a e k j bounds He Hk Hj near) as moved.
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
    + assert (E : s k = s l).
      { rewrite is_greatest_is in G, L. specialize (G l Hl). specialize (L k Hk). cbn in *. lra. }
      destruct exact.
      { pose proof (moved k Hk) as A. pose proof (moved l Hl) as B. rewrite (none eq_refl), Rmult_0_r in A, B.
        apply between in A, B. unfold s, s' in *. cbn in *. lra. }
      right. rewrite Rplus_0_r. unfold s', scores. apply total_same. intros c _. cbn [times reals]. f_equal.
      unfold product. apply total_same. intros m Hm. cbn [times reals]. f_equal.
      symmetry. apply (keeps k l Hk Hl); [|exact Hm]. apply (equal_ties eq_refl eq_refl j k l Hj Hk Hl G L).
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
      pose proof (product_moves d n M Z Z' e i k Hk near) as A.
      pose proof (product_moves d n M Z Z' e i l Hl near) as B.
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

Lemma heads_move : forall d n tau kappa lambda X exact Z Z' ties all of_heads e i j,
  Forall2 (head_bounds d n tau kappa X exact Z ties) all of_heads ->
  (1 <= n)%nat -> 0 <= lambda -> 0 <= e <= tau -> (exact = true -> e = 0) -> keeps_equal d n X Z' ->
  (i < d)%nat -> (j < n)%nat -> (forall l c, (l < d)%nat -> (c < n)%nat -> Rabs (Z' l c - Z l c) <= e) ->
  Rabs (added softmax d n (map (sharper lambda) all) Z' i j - added hardmax d n all Z i j -
      fold_right (fun H s => carried d n H Z (fun l c => Z' l c - Z l c) i j + s) 0 all) <=
    by_losers n tau of_heads * exp (- (lambda * kappa)) + lambda * e * (if ties then by_ties tau of_heads else 0).
Proof.
  intros d n tau kappa lambda X exact Z Z' ties all of_heads e i j bounds Hn Hlambda He none keeps Hi Hj near.
  induction bounds as [|H a all of_heads bound _ IH].
  - cbn. unfold by_losers, by_ties. cbn. rewrite Rminus_0_r, Rminus_eq_0, Rabs_R0. destruct ties; lra.
  - pose proof (head_moves d n tau kappa lambda X exact Z Z' ties H a e i j bound Hn Hlambda He none keeps Hi Hj near)
      as first.
    unfold added, by_losers, by_ties in *. cbn [map fold_right].
    set (q := exp (- (lambda * kappa))) in *.
    match type of IH with Rabs (?A - ?B - ?C) <= _ => set (P := A : R) in *; set (P' := B : R) in *; set (P'' := C : R)
      in * end.
    match type of first with Rabs (?A - ?B - ?C) <= _ => set (O := A : R) in *; set (O' := B : R) in *;
      set (O'' := C : R) in * end.
    replace (O + P - (O' + P') - (O'' + P'')) with ((O - O' - O'') + (P - P' - P'')) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. eapply Rle_trans; [apply Rplus_le_compat; eassumption|].
    right. destruct ties; ring.
Qed.

Lemma attention_moves : forall d n tau kappa lambda X exact Z Z' ties all growth of_heads e i j,
  attention_bounds d n tau kappa X exact Z all growth ties of_heads ->
  (1 <= n)%nat -> 0 <= lambda -> 0 <= e <= tau -> (exact = true -> e = 0) -> keeps_equal d n X Z' ->
  (i < d)%nat -> (j < n)%nat -> (forall l c, (l < d)%nat -> (c < n)%nat -> Rabs (Z' l c - Z l c) <= e) ->
  Rabs (attention (F := reals) softmax d n (map (sharper lambda) all) Z' i j -
      attention (F := reals) hardmax d n all Z i j) <=
    growth * e + by_losers n tau of_heads * exp (- (lambda * kappa)) +
      lambda * e * (if ties then by_ties tau of_heads else 0).
Proof.
  intros d n tau kappa lambda X exact Z Z' ties all growth of_heads e i j (_ & bounds & rows) Hn Hlambda He none keeps
    Hi Hj near.
  pose proof (heads_move d n tau kappa lambda X exact Z Z' ties all of_heads e i j bounds Hn Hlambda He none keeps Hi Hj
    near) as A.
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

(** ** A feed-forward layer *)

Lemma feed_forward_moves : forall d n tau Z Z' f growth e i j, feed_forward_bounds d n tau Z f growth ->
  0 <= e <= tau -> (i < d)%nat -> (j < n)%nat ->
  (forall l c, (l < d)%nat -> (c < n)%nat -> Rabs (Z' l c - Z l c) <= e) ->
  Rabs (feed_forward (F := reals) d f Z' i j - feed_forward (F := reals) d f Z i j) <= growth * e.
Proof.
  intros d n tau Z Z' f growth e i j bounds He Hi Hj near.
  destruct (bounds j Hj) as (slope & kink & along & rows). specialize (rows i Hi).
  set (r := hidden_size f) in *. set (phi := fun t : R => activate (F := reals) (activation f) t : R).
  set (W1 := W_1 f : nat -> nat -> R) in *. set (W2 := W_2 f : nat -> nat -> R) in *.
  set (t0 := fun c => sum (F := reals) (product (F := reals) d W1 Z) (in_each_column (b_1 f)) c j : R).
  set (t1 := fun c => sum (F := reals) (product (F := reals) d W1 Z') (in_each_column (b_1 f)) c j : R).
  assert (moved : forall c, t1 c - t0 c = total d (fun l => W1 c l * (Z' l j - Z l j))).
  { intro c. rewrite <- product_minus. unfold t1, t0, sum. cbn [plus reals]. unfold in_each_column.
    set (p := product (F := reals) d W1 Z' c j : R). set (p' := product (F := reals) d W1 Z c j : R).
    set (b := b_1 f c : R). ring. }
  assert (small : forall c, Rabs (t1 c - t0 c) <= row_size d W1 c * e).
  { intro c. rewrite moved. apply total_within. intros l Hl. apply near; assumption. }
  set (rest := fun c => phi (t1 c) - phi (t0 c) - slope c * (t1 c - t0 c)).
  assert (rest_small : forall c, (c < r)%nat -> Rabs (rest c) <= kink c * row_size d W1 c * e).
  { intros c Hc. destruct (along c Hc) as [k0 line]. specialize (small c).
    pose proof (row_size_nonnegative d W1 c).
    eapply Rle_trans; [apply line|].
    - fold (t0 c). apply (Rle_trans _ _ _ small). rewrite (Rmult_comm tau). apply Rmult_le_compat_l; lra.
    - fold (t0 c). rewrite Rmult_assoc. apply Rmult_le_compat_l; assumption. }
  set (D := fun l => Z' l j - Z l j). set (b := fun l => if Nat.eqb l i then 1 else 0).
  assert (E : feed_forward (F := reals) d f Z' i j - feed_forward (F := reals) d f Z i j =
    total d (fun l => (b l + total r (fun c => W2 i c * slope c * W1 c l)) * D l) + total r (fun c => W2 i c * rest c)).
  { unfold feed_forward, sum, in_each_column. cbn [plus reals].
    transitivity (D i + (total r (fun c => W2 i c * phi (t1 c)) - total r (fun c => W2 i c * phi (t0 c)))).
    { unfold product at 1 3, D, phi. cbn [times reals]. fold W2 r.
      change (fun a => W2 i a * activate (activation f) (product (F := reals) d (W_1 f) Z' a j + b_1 f a)) with
        (fun c => W2 i c * phi (t1 c)).
      change (fun a => W2 i a * activate (activation f) (product (F := reals) d (W_1 f) Z a j + b_1 f a)) with
        (fun c => W2 i c * phi (t0 c)).
      set (p := total r (fun c => W2 i c * phi (t1 c)) : R). set (p' := total r (fun c => W2 i c * phi (t0 c)) : R).
      set (c := b_2 f i : R). change (Z' i j + p + c - (Z i j + p' + c) = Z' i j - Z i j + (p - p')). ring. }
    rewrite total_minus.
    assert (first : D i = total d (fun l => b l * D l)).
    { rewrite <- (total_only d i D Hi). apply total_same. intros l _. unfold b. destruct (Nat.eqb l i); ring. }
    assert (second : total r (fun c => W2 i c * slope c * (t1 c - t0 c)) =
      total d (fun l => total r (fun c => W2 i c * slope c * W1 c l) * D l)).
    { transitivity (total r (fun c => total d (fun l => W2 i c * slope c * W1 c l * D l))).
      - apply total_same. intros c _. rewrite moved, <- total_scale. apply total_same. intros l _. unfold D. ring.
      - rewrite total_of_totals. apply total_same. intros l _. rewrite (Rmult_comm _ (D l)), <- total_scale.
        apply total_same. intros c _. ring. }
    transitivity (total d (fun l => b l * D l) + total r (fun c => W2 i c * slope c * (t1 c - t0 c)) +
      total r (fun c => W2 i c * rest c)).
    - rewrite <- first, Rplus_assoc, total_plus. f_equal. apply total_same. intros c _. unfold rest. ring.
    - rewrite second, total_plus. f_equal. apply total_same. intros l _. ring. }
  rewrite E. eapply Rle_trans; [apply Rabs_triang|].
  eapply Rle_trans; [|apply Rmult_le_compat_r; [lra|exact rows]]. rewrite Rmult_plus_distr_r.
  apply Rplus_le_compat.
  - apply total_within. intros l Hl. apply near; assumption.
  - eapply Rle_trans; [apply total_abs|]. rewrite Rmult_comm, <- total_scale. apply total_le. intros c Hc.
    rewrite Rabs_mult. specialize (rest_small c Hc).
    replace (e * (Rabs (W2 i c) * kink c * row_size d W1 c)) with (Rabs (W2 i c) * (kink c * row_size d W1 c * e)) by
      ring.
    apply Rmult_le_compat_l; [apply Rabs_pos|exact rest_small].
Qed.

(** ** All layers *)

(** Equal columns stay equal. *)
Lemma layer_keeps_equal : forall d n l X Z, keeps_equal d n X Z ->
  keeps_equal d n X (apply (F := reals) softmax d n Z l).
Proof.
  intros d n l X Z K j k Hj Hk E. specialize (K j k Hj Hk E).
  set (s := fun c => if Nat.eqb c j then k else if Nat.eqb c k then j else c).
  assert (P : permutation n s).
  { exists s. intros c Hc. unfold s.
    repeat match goal with |- context [Nat.eqb ?a ?b] => destruct (Nat.eqb_spec a b) end; repeat split; lia. }
  assert (swapped : same d n (permuted s Z) Z).
  { intros i c Hi Hc. unfold permuted, s. destruct (Nat.eqb_spec c j) as [->|]; [symmetry; apply K, Hi|].
    destruct (Nat.eqb_spec c k) as [->|]; [apply K, Hi|reflexivity]. }
  assert (function : respects d n (run (F := reals) softmax d n [l])).
  { exact (run_is_function real_laws softmax d n [l] softmax_weighs). }
  assert (A : equivariant d n (run (F := reals) softmax d n [l])).
  { apply equivariance_by_columns_holds; [exact function|apply networks_equivariant_holds]. }
  intros i Hi. pose proof (A s Z P i j Hi Hj) as B. pose proof (function _ _ swapped i j Hi Hj) as C.
  unfold permuted in B. cbn [run fold_left] in B, C. unfold s in B at 2. rewrite Nat.eqb_refl in B.
  unfold run in B, C. cbn [fold_left] in B, C. unfold permuted in C. congruence.
Qed.

Lemma sums_nonnegative : forall n d tau kappa X exact Z ties all of_heads, (1 <= n)%nat -> 0 < tau ->
  Forall2 (head_bounds d n tau kappa X exact Z ties) all of_heads ->
  0 <= by_losers n tau of_heads /\ 0 <= by_ties tau of_heads.
Proof.
  intros n d tau kappa X exact Z ties all of_heads Hn Ht bounds. assert (N : 1 <= INR n) by (apply (le_INR 1), Hn).
  assert (G : 0 <= fold_right (fun a s => spread a + 2 * tau * value_size a + s) 0 of_heads /\
    0 <= by_ties tau of_heads).
  { induction bounds as [|H a all of_heads (_ & _ & _ & _ & _ & v & s & S) _ [IH IH']]; [cbn;
    lra|]. unfold by_ties in *.
    cbn [fold_right]. assert (0 <= tau * value_size a) by (apply Rmult_le_pos; lra).
    assert (0 <= sensitivity a * (spread a + 2 * tau * value_size a)) by (apply Rmult_le_pos; lra). lra. }
  split; [|apply G]. apply Rmult_le_pos; [lra|apply G].
Qed.

Lemma constants_grow : forall d n tau kappa X numbers N exact Z C, (1 <= n)%nat -> 0 < tau -> 0 <= C ->
  run_bounds d n tau kappa X exact N numbers Z -> C <= fold_left (next_constant n tau) numbers C.
Proof.
  intros d n tau kappa X. induction numbers as [|a numbers IH]; intros N exact Z C Hn Ht HC B; [cbn; lra|].
  destruct N as [|[all|f] N]; [destruct B| |]; destruct a as [growth ties of_heads|growth]; try contradiction.
  - cbn [run_bounds] in B. destruct B as [(least & bounds & _) B]. cbn [fold_left next_constant].
    destruct (sums_nonnegative n d tau kappa X exact Z ties all of_heads Hn Ht bounds) as [L T].
    assert (G : C <= (growth + if ties then by_ties tau of_heads else 0) * C).
    { rewrite <- (Rmult_1_l C) at 1. apply Rmult_le_compat_r; [exact HC|]. destruct ties; lra. }
    eapply Rle_trans; [|eapply IH; [exact Hn|exact Ht| |exact B]]; lra.
  - cbn [run_bounds] in B. destruct B as (least & _ & B). cbn [fold_left next_constant].
    assert (G : C <= growth * C) by (rewrite <- (Rmult_1_l C) at 1; apply Rmult_le_compat_r; lra).
    eapply Rle_trans; [exact G|]. eapply IH; [exact Hn|exact Ht| |exact B]. lra.
Qed.

(** From any layer on: with errors of at most C lambda^b q before it, where q = e^(-lambda kappa). *)
Lemma run_moves : forall d n tau kappa lambda X numbers N exact Z Z' C b, (1 <= n)%nat -> 0 < tau -> 0 <= lambda ->
  run_bounds d n tau kappa X exact N numbers Z -> keeps_equal d n X Z' -> 0 <= C -> (exact = true -> C = 0) ->
  (b + layers_with_ties numbers = 0)%nat \/ 1 <= lambda ->
  let q := exp (- (lambda * kappa)) in
  (forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (Z' i j - Z i j) <= C * (lambda ^ b * q)) ->
  let last := fold_left (next_constant n tau) numbers C * (lambda ^ (b + layers_with_ties numbers) * q) in last <= tau
    ->
  forall i j, (i < d)%nat -> (j < n)%nat ->
    Rabs (run (F := reals) softmax d n (map (sharper_layer lambda) N) Z' i j - run (F := reals) hardmax d n N Z i j) <=
      last.
Proof.
  intros d n tau kappa lambda X. induction numbers as [|a numbers IH];
    intros N exact Z Z' C b Hn Ht Hl B K HC exactly large q near last small.
  - destruct N as [|[all|f] N]; [|destruct B|destruct B]. unfold last, layers_with_ties. cbn [filter length fold_left].
    rewrite Nat.add_0_r. exact near.
  - assert (Hq : 0 < q) by apply exp_pos.
    assert (power_at_least : forall c c', (c <= c' <= b + layers_with_ties (a :: numbers))%nat ->
      0 <= lambda ^ c <= lambda ^ c').
    { intros c c' Hc. split; [apply pow_le, Hl|]. destruct large as [E|L]; [|apply Rle_pow; [exact L|lia]].
      replace c' with c by lia. lra. }
    assert (scale : forall c c', (c <= c' <= b + layers_with_ties (a :: numbers))%nat ->
      0 <= lambda ^ c * q <= lambda ^ c' * q).
    { intros c c' Hc. specialize (power_at_least c c' Hc). split; [apply Rmult_le_pos; lra|].
      apply Rmult_le_compat_r; lra. }
    assert (now : C * (lambda ^ b * q) <= tau).
    { eapply Rle_trans; [|exact small]. unfold last. pose proof (constants_grow d n tau kappa X _ _ _ _ C Hn Ht HC B).
      pose proof (scale b (b + layers_with_ties (a :: numbers))%nat ltac:(lia)). apply Rmult_le_compat; lra. }
    assert (e_range : 0 <= C * (lambda ^ b * q) <= tau).
    { split; [|exact now]. pose proof (scale b b ltac:(lia)). apply Rmult_le_pos; lra. }
    destruct N as [|[all|f] N]; [destruct B| |]; destruct a as [growth ties of_heads|growth]; try contradiction.
    + cbn [run_bounds] in B. destruct B as [AB B]. pose proof AB as (least & heads & _).
      destruct (sums_nonnegative n d tau kappa X exact Z ties all of_heads Hn Ht heads) as [L T].
      cbn [map sharper_layer]. change (run softmax d n (?l :: ?N') ?Y) with (run (F := reals) softmax d n N' (apply
        softmax d n Y l)).
      set (C' := next_constant n tau C (OfAttention growth ties of_heads)).
      assert (HC' : 0 <= C').
      { unfold C'. cbn [next_constant]. apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [destruct ties;
        lra|exact HC]|exact L]. }
      set (b' := (b + if ties then 1 else 0)%nat).
      assert (count : (b + layers_with_ties (OfAttention growth ties of_heads :: numbers) =
        b' + layers_with_ties numbers)%nat).
      { unfold b', layers_with_ties. cbn [filter with_ties]. destruct ties; cbn [length]; lia. }
      unfold last in *. rewrite count in *. cbn [fold_left] in *. fold C' in small |- *.
      change (run hardmax d n (Attention all :: N) Z) with (run (F := reals) hardmax d n N (attention hardmax d n all
        Z)).
      apply (IH N false _ _ C' b'); try assumption; [exact (layer_keeps_equal d n (Attention (map (sharper lambda)
        all)) X Z' K)|discriminate|].
      intros i j Hi Hj. cbn [apply].
      assert (none : exact = true -> C * (lambda ^ b * q) = 0) by (intro E; rewrite (exactly E); ring).
      eapply Rle_trans.
      { exact (attention_moves d n tau kappa lambda X exact Z Z' ties all growth of_heads _ i j AB Hn Hl e_range none K
          Hi Hj near). }
      fold q. unfold C'. cbn [next_constant].
      pose proof (scale b b' ltac:(unfold b'; destruct ties; lia)) as S1. pose proof (scale 0%nat b' ltac:(lia)) as S0.
      rewrite pow_O, Rmult_1_l in S0.
      assert (by_losers n tau of_heads * q <= by_losers n tau of_heads * (lambda ^ b' * q)) by (apply
        Rmult_le_compat_l; lra).
      assert (growth * (C * (lambda ^ b * q)) <= growth * (C * (lambda ^ b' * q))).
      { apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
      unfold b' in *. destruct ties.
      * assert (lambda * (C * (lambda ^ b * q)) * by_ties tau of_heads = by_ties tau of_heads * C * (lambda ^ (b + 1)
        * q)).
        { rewrite pow_add, pow_1. ring. }
        lra.
      * rewrite Nat.add_0_r in *. lra.
    + cbn [run_bounds] in B. destruct B as (least & FB & B).
      cbn [map sharper_layer].
      set (C' := next_constant n tau C (OfFeedForward growth)).
      unfold last in *. change (layers_with_ties (OfFeedForward growth :: numbers)) with (layers_with_ties numbers) in
        *.
      cbn [fold_left] in *. fold C' in small |- *.
      change (run hardmax d n (FeedForward f :: N) Z) with (run (F := reals) hardmax d n N (feed_forward d f Z)).
      change (run softmax d n (FeedForward f :: map (sharper_layer lambda) N) Z') with
        (run (F := reals) softmax d n (map (sharper_layer lambda) N) (feed_forward d f Z')).
      apply (IH N exact _ _ C' b); try assumption.
      * exact (layer_keeps_equal d n (FeedForward f) X Z' K).
      * unfold C'. cbn [next_constant]. apply Rmult_le_pos; lra.
      * intro E. unfold C'. cbn [next_constant]. rewrite (exactly E). ring.
      * intros i j Hi Hj. unfold C'. cbn [next_constant]. rewrite Rmult_assoc. destruct FB as [E|FB].
        -- rewrite (exactly E) in *. rewrite Rmult_0_l, Rmult_0_r in *.
           assert (S : same d n Z' Z).
           { intros k l Hk Hl'. specialize (near k l Hk Hl'). pose proof (Rabs_pos (Z' k l - Z k l)).
             assert (Z0 : Rabs (Z' k l - Z k l) = 0) by lra. destruct (Req_dec (Z' k l - Z k l) 0) as [D|D]; [lra|].
             apply Rabs_no_R0 in D. contradiction. }
           rewrite (feed_forward_respects real_laws d n f Z' Z S i j Hi Hj). rewrite Rminus_eq_0, Rabs_R0. lra.
        -- exact (feed_forward_moves d n tau Z Z' f growth _ i j FB e_range Hi Hj near).
Qed.

(** ** The number *)

(** x^b <= (2 b/kappa)^b e^(x kappa/2). *)
Lemma power_below_exp : forall b x kappa, (1 <= b)%nat -> 0 <= x -> 0 < kappa ->
  x ^ b <= (2 * INR b / kappa) ^ b * exp (x * kappa / 2).
Proof.
  intros b x kappa Hb Hx Hk. assert (B : 0 < INR b) by (apply lt_0_INR; lia).
  assert (E : exp (x * kappa / 2) = exp (x * kappa / (2 * INR b)) ^ b).
  { rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. field. lra. }
  rewrite E, <- Rpow_mult_distr. apply pow_incr. split; [exact Hx|].
  pose proof (exp_ineq1_le (x * kappa / (2 * INR b))) as X.
  assert (P : 0 < 2 * INR b / kappa) by (apply Rdiv_lt_0_compat; lra).
  apply Rle_trans with (2 * INR b / kappa * (x * kappa / (2 * INR b))); [right; field; lra|].
  apply Rmult_le_compat_l; lra.
Qed.

Lemma enough : forall C tau kappa b lambda, 0 < tau -> 0 < kappa -> 0 <= C -> 0 <= lambda ->
  sharp_enough C tau kappa b <= lambda ->
  C * (lambda ^ b * exp (- (lambda * kappa))) <= tau.
Proof.
  intros C tau kappa b lambda Ht Hk HC Hl L. unfold sharp_enough in L. pose proof (exp_pos (- (lambda * kappa))) as Hq.
  destruct HC as [HC|<-]; [|lra].
  assert (R : 0 < C / tau) by (apply Rdiv_lt_0_compat; assumption).
  assert (cancel : exp (lambda * kappa) * exp (- (lambda * kappa)) = 1) by (rewrite <- exp_plus, Rplus_opp_r;
    apply exp_0).
  assert (G : C / tau * lambda ^ b <= exp (lambda * kappa)).
  { destruct b as [|b].
    - rewrite pow_O, Rmult_1_r, <- (exp_ln (C / tau)) by exact R.
      apply (Rmult_le_compat_r kappa) in L; [|lra]. unfold Rdiv in L at 1.
      rewrite Rmult_assoc, Rinv_l, Rmult_1_r in L by lra.
      destruct L as [L|E]; [left; apply exp_increasing, L|right; f_equal; exact E].
    - set (c := S b) in *. assert (B : 0 < INR c) by (apply lt_0_INR; lia).
      assert (P : 0 < 2 * INR c / kappa) by (apply Rdiv_lt_0_compat; lra).
      assert (L' : 2 / kappa * (ln (C / tau) + INR c * ln (2 * INR c / kappa)) <= lambda).
      { eapply Rle_trans; [apply Rmax_r|exact L]. }
      apply (Rmult_le_compat_r (kappa / 2)) in L'; [|lra].
      replace (2 / kappa * (ln (C / tau) + INR c * ln (2 * INR c / kappa)) * (kappa / 2)) with
        (ln (C / tau) + INR c * ln (2 * INR c / kappa)) in L' by (field; lra).
      assert (M : C / tau * (2 * INR c / kappa) ^ c <= exp (lambda * (kappa / 2))).
      { rewrite <- (exp_ln (C / tau)) by exact R. rewrite <- (Rpower_pow c) by exact P. unfold Rpower.
        rewrite <- exp_plus. destruct L' as [L'|E]; [left; apply exp_increasing, L'|right; f_equal; exact E]. }
      pose proof (power_below_exp c lambda kappa ltac:(lia) Hl Hk) as Q.
      replace (lambda * kappa) with (lambda * (kappa / 2) + lambda * kappa / 2) by field. rewrite exp_plus.
      apply Rle_trans with (C / tau * ((2 * INR c / kappa) ^ c * exp (lambda * kappa / 2))).
      + apply Rmult_le_compat_l; lra.
      + rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply exp_pos|exact M]. }
  apply (Rmult_le_compat_r (exp (- (lambda * kappa)))) in G; [|lra]. rewrite cancel in G.
  apply (Rmult_le_compat_l tau) in G; [|lra]. rewrite Rmult_1_r in G.
  eapply Rle_trans; [|exact G]. right. field. lra.
Qed.

(** What a greater constant serves for, too. *)
Lemma near_by_constant : forall d n N X numbers tau kappa C lambda i j, (1 <= n)%nat -> 0 < tau -> 0 < kappa ->
  run_bounds d n tau kappa X true N numbers X -> error_constant n tau numbers <= C -> 0 <= lambda ->
  sharp_enough C tau kappa (layers_with_ties numbers) <= lambda -> (i < d)%nat -> (j < n)%nat ->
  Rabs (run (F := reals) hardmax d n N X i j -
    run (F := reals) softmax d n (map (sharper_layer lambda) N) X i j) <= tau.
Proof.
  intros d n N X numbers tau kappa C lambda i j Hn Ht Hk B HC Hl L Hi Hj.
  assert (zero_first : 0 <= error_constant n tau numbers).
  { apply (constants_grow d n tau kappa X numbers N true X 0); try assumption; lra. }
  set (b := layers_with_ties numbers) in *.
  pose proof (enough C tau kappa b lambda Ht Hk ltac:(lra) Hl L) as E.
  assert (P : 0 <= lambda ^ b * exp (- (lambda * kappa))).
  { apply Rmult_le_pos; [apply pow_le, Hl|left; apply exp_pos]. }
  assert (last : error_constant n tau numbers * (lambda ^ b * exp (- (lambda * kappa))) <= tau).
  { eapply Rle_trans; [apply Rmult_le_compat_r; [exact P|exact HC]|exact E]. }
  assert (large : (0 + b = 0)%nat \/ 1 <= lambda).
  { unfold sharp_enough in L. destruct b; [left; reflexivity|right]. eapply Rle_trans; [apply Rmax_l|exact L]. }
  rewrite Rabs_minus_sym. eapply Rle_trans; [|exact last].
  apply (run_moves d n tau kappa lambda X numbers N true X X 0 0); try assumption; try lra.
  - intros k l _ _ H. exact H.
  - intros k l _ _. rewrite Rminus_eq_0, Rabs_R0, Rmult_0_l. lra.
Qed.

Theorem network_near_hardmax_holds : network_near_hardmax.
Proof.
  intros d n N set LAMBDA e Hn He bounds lambda Hl L X i j HX Hi Hj.
  destruct (bounds X HX) as (numbers & tau & kappa & Ht & Hk & B & small).
  eapply Rle_trans; [|apply Ht].
  apply (near_by_constant d n N X numbers tau kappa (error_constant n tau numbers)); try assumption; lra.
Qed.

(** ** By the number of layers *)

Lemma run_bounds_length : forall d n tau kappa X numbers N exact Z, run_bounds d n tau kappa X exact N numbers Z ->
  length N = length numbers.
Proof.
  intros d n tau kappa X. induction numbers as [|a numbers IH]; intros N exact Z B;
    destruct N as [|[all|f] N]; try contradiction; [reflexivity| |]; destruct a; try contradiction; cbn in *; f_equal;
    eapply IH, B.
Qed.

(** C becomes at most (C + c L) g^L behind L layers. *)
Lemma constant_by_depth : forall d n tau kappa X g c, (1 <= n)%nat -> 0 < tau -> 1 <= g -> 0 <= c ->
  forall numbers N exact Z C, 0 <= C -> run_bounds d n tau kappa X exact N numbers Z ->
  Forall (layer_at_most n tau g c) numbers ->
  fold_left (next_constant n tau) numbers C <= (C + c * INR (length numbers)) * g ^ length numbers.
Proof.
  intros d n tau kappa X g c Hn Ht Hg Hc. induction numbers as [|a numbers IH]; intros N exact Z C HC B small.
  - cbn. lra.
  - apply Forall_cons_iff in small. destruct small as [A small]. cbn [fold_left length]. rewrite S_INR.
    assert (L : 0 <= INR (length numbers)) by apply pos_INR.
    assert (CL : 0 <= c * INR (length numbers)) by (apply Rmult_le_pos; assumption).
    assert (P : 0 <= g ^ length numbers) by (apply pow_le; lra).
    assert (next : next_constant n tau C a <= g * C + c -> 0 <= next_constant n tau C a ->
      (exists N' exact' Z', run_bounds d n tau kappa X exact' N' numbers Z') ->
      fold_left (next_constant n tau) numbers (next_constant n tau C a) <=
        (C + c * (INR (length numbers) + 1)) * (g * g ^ length numbers)).
    { intros U U0 (N' & exact' & Z' & B'). eapply Rle_trans; [exact (IH N' exact' Z' _ U0 B' small)|].
      rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [exact P|].
      assert (c + c * INR (length numbers) <= g * (c + c * INR (length numbers))).
      { rewrite <- (Rmult_1_l (c + _)) at 1. apply Rmult_le_compat_r; lra. }
      lra. }
    destruct N as [|[all|f] N]; [destruct B| |]; destruct a as [growth ties of_heads|growth]; try contradiction;
      cbn [run_bounds layer_at_most next_constant] in *.
    + destruct B as [(least & heads & _) B]. destruct A as [A1 A2].
      destruct (sums_nonnegative n d tau kappa X exact Z ties all of_heads Hn Ht heads) as [S T].
      apply next; [|apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [destruct ties; lra|exact HC]|exact S]|eauto].
      apply Rplus_le_compat; [apply Rmult_le_compat_r; assumption|exact A2].
    + destruct B as (least & _ & B). apply next; [|apply Rmult_le_pos; lra|eauto].
      assert (growth * C <= g * C) by (apply Rmult_le_compat_r; assumption). lra.
Qed.

Theorem network_near_hardmax_by_depth_holds : network_near_hardmax_by_depth.
Proof.
  intros d n N X numbers tau kappa g c Hn Ht Hk Hg Hc B small C lambda Hl L i j Hi Hj.
  apply (near_by_constant d n N X numbers tau kappa C); try assumption.
  pose proof (constant_by_depth d n tau kappa X g c Hn Ht Hg Hc numbers N true X 0 ltac:(lra) B small) as D.
  unfold C. rewrite (run_bounds_length d n tau kappa X numbers N true X B). rewrite Rplus_0_l in D. exact D.
Qed.

(** ** An instance *)

Lemma two_scores : forall s : vector reals, s 0%nat < s 1%nat ->
  is_greatest 2 s 0 = false /\ is_greatest 2 s 1 = true.
Proof.
  intros s H. split.
  - destruct (is_greatest 2 s 0) eqn:E; [|reflexivity]. rewrite is_greatest_is in E. specialize (E 1%nat ltac:(lia)).
  lra.
  - apply is_greatest_is. intros [|[|l]] Hl; [lra|lra|lia].
Qed.

Theorem network_near_hardmax_for_one_head_holds : network_near_hardmax_for_one_head.
Proof.
  assert (bounds : run_bounds 1 2 (1 / 100) (1049 / 5000) half_and_one true one_head_of_ones
    [OfAttention 2 false [HeadNumbers 1 (1 / 2) (201 / 100)]] half_and_one).
  { unfold one_head_of_ones. cbn [run_bounds]. split; [|exact I].
    set (H := @Head reals 1 (fun _ _ => 1) (fun _ _ => 1) (fun _ _ => 1) (fun _ _ => 1) (fun _ => 0)).
    assert (score : forall k j, scores (F := reals) 1 H half_and_one k j = half_and_one 0%nat k * half_and_one 0%nat j).
    { intros k j. unfold scores, H, product, sum, in_each_column. cbn. ring. }
    assert (order : forall j, scores (F := reals) 1 H half_and_one 0%nat j < scores (F := reals) 1 H half_and_one
      1%nat j).
    { intro j. rewrite !score. unfold half_and_one. cbn. destruct (Nat.eqb j 0); lra. }
    assert (greatest : forall j, is_greatest 2 (fun c => scores (F := reals) 1 H half_and_one c j) 0 = false /\
      is_greatest 2 (fun c => scores (F := reals) 1 H half_and_one c j) 1 = true) by (intro; apply two_scores, order).
    split; [lra|]. split.
    - constructor; [|constructor]. unfold head_bounds. cbv zeta. cbn [value_size spread sensitivity].
      split; [|split; [|split; [|split; [|split; [|lra]]]]].
      + intros i _. unfold row_size, product, H. cbn. rewrite Rabs_right; lra.
      + intros i k l _ Hk Hl. unfold product, H, half_and_one. cbn. apply Rabs_le.
        destruct (Nat.eqb k 0), (Nat.eqb l 0); lra.
      + intros j k _ _. unfold row_size, product, sum, in_each_column, H, half_and_one. cbn.
        rewrite !(Rabs_right 1) by lra. destruct (Nat.eqb j 0), (Nat.eqb k 0); rewrite !Rabs_right; lra.
      + intros j k l _ Hk Hl G L. destruct (greatest j) as [G0 G1].
        destruct k as [|[|k]]; [congruence| |lia]. destruct l as [|[|l]]; [|congruence|lia].
        rewrite !score. unfold half_and_one. cbn. destruct (Nat.eqb j 0); lra.
      + intros _ _ j k l _ Hk Hl G L i _. destruct (greatest j) as [G0 G1].
        destruct k as [|[|k]]; [congruence| |lia]. destruct l as [|[|l]]; [congruence| |lia]. reflexivity.
    - intros i j Hi Hj. destruct (greatest j) as [G0 G1]. replace i with 0%nat by lia.
      assert (W : forall k, (k < 2)%nat -> hardmax (F := reals) 2 (fun c => scores (F := reals) 1 H half_and_one c j)
        k =
        if Nat.eqb k 1 then 1 else 0).
      { intros k Hk. rewrite hardmax_is, how_many_is. cbn [Networks.total plus reals Networks.zero]. rewrite G0, G1.
        destruct k as [|[|k]]; [rewrite G0|rewrite G1|lia]; cbn; lra. }
      cbn [Networks.total plus reals Networks.zero]. unfold frozen. cbn [fold_right]. rewrite !W by lia.
      unfold product, H. cbn. destruct j as [|[|j]]; [| |lia]; cbn; rewrite !Rabs_right; lra. }
  split; [exact bounds|].
  assert (C : error_constant 2 (1 / 100) [OfAttention 2 false [HeadNumbers 1 (1 / 2) (201 / 100)]] = 52 / 100).
  { unfold error_constant. cbn [fold_left next_constant]. unfold by_losers. cbn. lra. }
  split; [exact C|]. intros lambda L j Hj.
  assert (positive : 0 <= ln 52) by (rewrite <- ln_1; left; apply ln_increasing; lra).
  apply (near_by_constant 1 2 one_head_of_ones half_and_one [OfAttention 2 false [HeadNumbers 1 (1 / 2) (201 / 100)]]
    (1 / 100) (1049 / 5000) (52 / 100)); try lra; try lia; try exact bounds.
  unfold sharp_enough. cbn [layers_with_ties filter with_ties length]. replace (52 / 100 / (1 / 100)) with 52 by field.
  exact L.
Qed.
