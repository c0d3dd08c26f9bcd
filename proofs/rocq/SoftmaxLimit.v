(** * Softmax of large scores is near hardmax: one layer of attention (Yun et al. 2020, App. F) *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks NetworkLaws Matrices Sums NetworkStatements ContinuousNetworks.
Import ListNotations.
Open Scope R_scope.

(** ** Sums *)

Lemma total_scale : forall k c f, total (F := reals) k (fun a => c * f a) = c * total (F := reals) k f.
Proof.
  induction k as [|k IH]; intros c f; [cbn; ring|].
  change (total (F := reals) k (fun a => c * f a) + c * f k = c * (total (F := reals) k f + f k)). rewrite IH. ring.
Qed.

Lemma total_plus : forall k u v, total (F := reals) k u + total (F := reals) k v =
  total (F := reals) k (fun q => u q + v q).
Proof.
  induction k as [|k IH]; intros u v; [cbn; ring|].
  change (total (F := reals) k u + u k + (total (F := reals) k v + v k) =
    total (F := reals) k (fun q => u q + v q) + (u k + v k)). rewrite <- IH. ring.
Qed.

Lemma total_minus : forall k f g,
  total (F := reals) k f - total (F := reals) k g = total (F := reals) k (fun a => f a - g a).
Proof.
  induction k as [|k IH]; intros f g; [cbn; ring|].
  change (total (F := reals) k f + f k - (total (F := reals) k g + g k) =
    total (F := reals) k (fun a => f a - g a) + (f k - g k)). rewrite <- IH. ring.
Qed.

Lemma total_le : forall k f g, (forall a, (a < k)%nat -> f a <= g a) ->
  total (F := reals) k f <= total (F := reals) k g.
Proof.
  induction k as [|k IH]; intros f g H; [cbn; lra|].
  change (total (F := reals) k f + f k <= total (F := reals) k g + g k).
  apply Rplus_le_compat; [apply IH; intros; apply H; lia|apply H; lia].
Qed.

Lemma total_constant : forall k c, total (F := reals) k (fun _ => c) = INR k * c.
Proof.
  induction k as [|k IH]; intros c; [cbn; ring|].
  change (total (F := reals) k (fun _ => c) + c = INR (S k) * c). rewrite IH, S_INR. ring.
Qed.

Lemma total_abs : forall k f, Rabs (total (F := reals) k f) <= total (F := reals) k (fun a => Rabs (f a)).
Proof.
  induction k as [|k IH]; intros f; [cbn; rewrite Rabs_R0; lra|].
  change (Rabs (total (F := reals) k f + f k) <= total (F := reals) k (fun a => Rabs (f a)) + Rabs (f k)).
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat_r, IH.
Qed.

Lemma count_is_total : forall k (p : nat -> bool),
  INR (length (filter p (seq 0 k))) = total (F := reals) k (fun a => if p a then 1 else 0).
Proof.
  induction k as [|k IH]; intros p; [reflexivity|]. rewrite seq_S, filter_app, app_length, plus_INR, IH.
  change (total (F := reals) (S k) (fun a => if p a then 1 else 0)) with
    (total (F := reals) k (fun a => if p a then 1 else 0) + (if p k then 1 else 0)).
  cbn [plus filter Nat.add]. destruct (p k); reflexivity.
Qed.

(** ** The weights *)

Lemma greatest_exists : forall n (s : nat -> R), (1 <= n)%nat ->
  exists g, (g < n)%nat /\ forall l, (l < n)%nat -> s l <= s g.
Proof.
  induction n as [|[|n] IH]; intros s Hn; [lia| |].
  - exists 0%nat. split; [lia|]. intros l Hl. replace l with 0%nat by lia. lra.
  - destruct (IH s ltac:(lia)) as (g & Hg & H). destruct (Rle_dec (s g) (s (S n))) as [L|L].
    + exists (S n). split; [lia|]. intros l Hl. destruct (Nat.eq_dec l (S n)) as [->|N]; [lra|].
      specialize (H l ltac:(lia)). lra.
    + exists g. split; [lia|]. intros l Hl. destruct (Nat.eq_dec l (S n)) as [->|N]; [lra|]. apply H. lia.
Qed.

Lemma is_greatest_is : forall n (s : vector reals) k,
  is_greatest n s k = true <-> forall l, (l < n)%nat -> s l <= s k.
Proof.
  intros n s k. unfold is_greatest. rewrite forallb_forall. split.
  - intros H l Hl. specialize (H l ltac:(apply in_seq; lia)). cbn in H. destruct (Rle_dec (s l) (s k)); easy.
  - intros H l I. apply in_seq in I. cbn. destruct (Rle_dec (s l) (s k)) as [|N]; [reflexivity|].
    destruct N. apply H. lia.
Qed.

(** With the greatest score taken off all of them, every other one's exponential is at most e^(-lambda gap). *)
Theorem softmax_near_hardmax_holds : softmax_near_hardmax.
Proof.
  intros n s gap lambda Hn Hlambda apart k Hk. destruct (greatest_exists n s Hn) as (g & Hg & top).
  set (small := exp (- (lambda * gap))). assert (small_positive : 0 < small) by apply exp_pos.
  assert (HN : 1 <= INR n) by (apply (le_INR 1), Hn).
  set (a := fun l => exp (lambda * (s l - s g))).
  assert (G : is_greatest n s g = true) by (apply is_greatest_is, top).
  assert (one : forall l, (l < n)%nat -> is_greatest n s l = true -> a l = 1).
  { intros l Hl E. unfold a. rewrite <- exp_0. f_equal. rewrite is_greatest_is in E. specialize (E g Hg).
    specialize (top l Hl). replace (s l) with (s g) by lra. ring. }
  assert (less : forall l, (l < n)%nat -> is_greatest n s l = false -> 0 < a l <= small).
  { intros l Hl E. split; [apply exp_pos|]. specialize (apart g l Hg Hl G E).
    assert (L : lambda * (s l - s g) <= - (lambda * gap)).
    { replace (- (lambda * gap)) with (lambda * (- gap)) by ring. apply Rmult_le_compat_l; lra. }
    destruct L as [L|E']; [left; apply exp_increasing, L|right; unfold a, small; f_equal; exact E']. }
  set (A := total (F := reals) n a : R).
  assert (W : softmax n (fun l => lambda * s l) k = a k / A).
  { unfold softmax. assert (E : forall l, exp (lambda * s l) = exp (lambda * s g) * a l).
    { intro l. unfold a. rewrite <- exp_plus. f_equal. ring. }
    rewrite (total_respects real_laws n _ (fun l => exp (lambda * s g) * a l)) by (intros; apply E).
    rewrite total_scale, E. fold A. assert (0 < A) by (apply total_positive; [exact Hn|intros; apply exp_pos]).
    pose proof (exp_pos (lambda * s g)).
    assert (cancel : forall x y z, x <> 0 -> z <> 0 -> x * y / (x * z) = y / z) by (intros; field; auto).
    apply cancel; lra. }
  set (c := how_many_greatest n s).
  assert (C : INR c = total (F := reals) n (fun l => if is_greatest n s l then 1 else 0)) by apply count_is_total.
  assert (C1 : 1 <= INR c).
  { apply (le_INR 1). unfold c, how_many_greatest. destruct (filter (is_greatest n s) (seq 0 n)) eqn:E; [|cbn; lia].
    assert (I : In g (filter (is_greatest n s) (seq 0 n))) by (apply filter_In; split; [apply in_seq; lia|exact G]).
    rewrite E in I. contradiction. }
  assert (A1 : INR c <= A).
  { rewrite C. apply total_le. intros l Hl. destruct (is_greatest n s l) eqn:E; [rewrite one by assumption; lra|].
    specialize (less l Hl E). lra. }
  assert (A2 : A - INR c <= INR n * small).
  { rewrite C. unfold A. rewrite total_minus, <- total_constant. apply total_le. intros l Hl.
    destruct (is_greatest n s l) eqn:E; [rewrite one by assumption; lra|]. specialize (less l Hl E). lra. }
  assert (N1 : small <= INR n * small).
  { rewrite <- (Rmult_1_l small) at 1. apply Rmult_le_compat_r; lra. }
  rewrite W. unfold hardmax. fold c. destruct (is_greatest n s k) eqn:E.
  - rewrite one by assumption. change (@of_count reals c) with (total (F := reals) c (fun _ => 1)).
    rewrite total_constant, Rmult_1_r. change (@inverse reals (INR c)) with (/ INR c).
    replace (/ INR c - 1 / A) with ((A - INR c) * (/ INR c * / A)) by (field; lra).
    assert (I : 0 < / INR c * / A <= 1).
    { split; [apply Rmult_lt_0_compat; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_mult.
      rewrite <- Rinv_1. apply Rinv_le_contravar; [lra|]. rewrite <- (Rmult_1_l 1). apply Rmult_le_compat; lra. }
    rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
    apply Rle_trans with ((A - INR c) * 1); [apply Rmult_le_compat_l; lra|lra].
  - specialize (less k Hk E). change (@Networks.zero reals) with 0.
    replace (0 - a k / A) with (- (a k * / A)) by (unfold Rdiv; ring).
    rewrite Rabs_Ropp.
    assert (I : 0 < / A <= 1).
    { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
    rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
    apply Rle_trans with (a k * 1); [apply Rmult_le_compat_l; lra|lra].
Qed.

(** So they tend to those of hardmax. *)
Lemma softmax_tends : forall n (s : vector reals) e, 0 < e -> exists r, 0 < r /\ forall lambda, / r <= lambda ->
  forall k, (k < n)%nat -> Rabs (hardmax n s k - softmax n (fun l => lambda * s l) k) < e.
Proof.
  intros n s e He. destruct n as [|n']; [exists 1; split; [lra|intros; lia]|]. set (n := S n').
  assert (HN : 1 <= INR n) by (apply (le_INR 1); unfold n; lia).
  destruct (common_radius _ (fun kl gap => is_greatest n s (fst kl) = true -> is_greatest n s (snd kl) = false ->
    s (snd kl) + gap <= s (fst kl)) (list_prod (seq 0 n) (seq 0 n))) as (gap & Hgap & H).
  - intros [k l] g g' Hg A E E'. specialize (A E E'). lra.
  - intros [k l] I. cbn [fst snd]. destruct (is_greatest n s l) eqn:E.
    + exists 1. split; [lra|]. congruence.
    + destruct (Rle_dec (s k) (s l)) as [L|L].
      * exists 1. split; [lra|]. intros E' _. exfalso. apply in_prod_iff in I. rewrite !in_seq in I.
        rewrite is_greatest_is in E'. assert (E'' : is_greatest n s l = true); [|congruence].
        apply is_greatest_is. intros j Hj. specialize (E' j Hj). lra.
      * exists (s k - s l). split; [lra|]. intros _ _. lra.
  - exists (e * gap / INR n). split; [apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra|].
    intros lambda L k Hk.
    assert (P : 0 < / (e * gap / INR n)).
    { apply Rinv_0_lt_compat, Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; lra. }
    eapply Rle_lt_trans; [apply (softmax_near_hardmax_holds n s gap); [unfold n; lia|lra| |exact Hk]|].
    + intros k' l' Hk' Hl'. apply (H (k', l')). apply in_prod_iff. rewrite !in_seq. lia.
    + apply (Rmult_le_compat_r gap) in L; [|lra].
      replace (/ (e * gap / INR n) * gap) with (INR n / e) in L by (field; lra).
      pose proof (exp_ineq1_le (lambda * gap)) as X. rewrite exp_Ropp. pose proof (exp_pos (lambda * gap)) as Y.
      apply (Rmult_lt_reg_r (exp (lambda * gap))); [exact Y|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      apply Rlt_le_trans with (e * (1 + lambda * gap)); [|apply Rmult_le_compat_l; lra].
      apply (Rmult_le_compat_l e) in L; [|lra]. replace (e * (INR n / e)) with (INR n) in L by (field; lra). lra.
Qed.

(** ** A layer *)

Lemma sharper_scores : forall d lambda H X k j, scores (F := reals) d (sharper lambda H) X k j =
  lambda * scores (F := reals) d H X k j.
Proof.
  intros. unfold scores. cbn [sharper head_size W_K W_Q b_Q]. rewrite <- total_scale.
  apply (total_respects real_laws). intros a _.
  assert (E : product (F := reals) d (fun a i => lambda * W_K H a i) X a k = lambda * product d (W_K H) X a k).
  { unfold product. rewrite <- total_scale. apply (total_respects real_laws). intros i _. cbn. ring. }
  change (product (F := reals) d (fun a i => lambda * W_K H a i) X a k *
    sum (F := reals) (product d (W_Q H) X) (in_each_column (b_Q H)) a j =
    lambda * (product (F := reals) d (W_K H) X a k *
      sum (F := reals) (product d (W_Q H) X) (in_each_column (b_Q H)) a j)).
  rewrite E. ring.
Qed.

(** What weights that differ by at most [small] make of the values. *)
Lemma head_error : forall d n (H : head reals) lambda X i j small, (j < n)%nat ->
  (forall k, (k < n)%nat -> Rabs (hardmax n (fun l => scores (F := reals) d H X l j) k -
    softmax n (fun l => lambda * scores (F := reals) d H X l j) k) <= small) ->
  Rabs (attend hardmax d n H X i j - attend softmax d n (sharper lambda H) X i j) <= small *
    total (F := reals) n (fun l => Rabs (product (head_size H) (W_O H) (product d (W_V H) X) i l)).
Proof.
  intros d n H lambda X i j small Hj near.
  set (V := product (F := reals) (head_size H) (W_O H) (product d (W_V H) X) i).
  change (attend hardmax d n H X i j) with
    (total (F := reals) n (fun l => V l * hardmax n (fun k => scores (F := reals) d H X k j) l)).
  change (attend softmax d n (sharper lambda H) X i j) with
    (total (F := reals) n (fun l => V l * softmax n (fun k => scores (F := reals) d (sharper lambda H) X k j) l)).
  rewrite total_minus. eapply Rle_trans; [apply total_abs|]. rewrite <- total_scale. apply total_le. intros l Hl.
  rewrite <- Rmult_minus_distr_l, Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos|].
  rewrite (softmax_weighs n _ (fun k => lambda * scores (F := reals) d H X k j) l Hl);
    [apply near, Hl|intros k _; apply sharper_scores].
Qed.

Theorem head_near_hardmax_holds : head_near_hardmax.
Proof.
  intros d n H X i j gap lambda Hj Hlambda apart. apply head_error; [exact Hj|]. intros k Hk.
  apply (softmax_near_hardmax_holds n (fun l => scores (F := reals) d H X l j)); [lia|assumption..].
Qed.

(** At finitely many matrices a head with softmax comes as near as one likes to what it is with hardmax. *)
Lemma head_near : forall d n (H : head reals) (S : list matrix) e, 0 < e -> exists lambda, forall X, In X S ->
  within d n e (attend hardmax d n H X) (attend softmax d n (sharper lambda H) X).
Proof.
  intros d n H S e He.
  destruct (common_radius _ (fun Xij r => forall lambda, / r <= lambda ->
    Rabs (attend (F := reals) hardmax d n H (fst Xij) (fst (snd Xij)) (snd (snd Xij)) -
      attend softmax d n (sharper lambda H) (fst Xij) (fst (snd Xij)) (snd (snd Xij))) < e)
    (list_prod S (entries d n))) as (r & Hr & C).
  - intros Xij r r' [Hr' Hr] B lambda L. apply B. eapply Rle_trans; [|exact L]. apply Rinv_le_contravar; lra.
  - intros [X [i j]] I. cbn [fst snd]. apply in_prod_iff in I. destruct I as [_ I]. apply entries_in in I.
    destruct I as [_ Hj].
    set (T := total (F := reals) n (fun l => Rabs (product (head_size H) (W_O H) (product d (W_V H) X) i l)) : R).
    assert (HT : 0 <= T).
    { unfold T. rewrite <- (Rmult_0_r (INR n)), <- total_constant. apply total_le. intros. apply Rabs_pos. }
    destruct (softmax_tends n (fun l => scores (F := reals) d H X l j) (e / (1 + T))) as (r & Hr & near).
    { apply Rdiv_lt_0_compat; lra. }
    exists r. split; [exact Hr|]. intros lambda L.
    eapply Rle_lt_trans; [apply head_error with (small := e / (1 + T)); [exact Hj|]|].
    + intros k Hk. left. apply near; assumption.
    + fold T. apply (Rmult_lt_reg_r (1 + T)); [lra|].
      replace (e / (1 + T) * T * (1 + T)) with (e * T) by (field; lra). rewrite Rmult_plus_distr_l. lra.
  - exists (/ r). intros X I i j Hi Hj. apply (C (X, (i, j))); [|lra]. apply in_prod; [exact I|].
    apply entries_in. split; assumption.
Qed.

(** And so does a layer of such heads. *)
Theorem attention_near : forall d n (all : list (head reals)) (S : list matrix) e, 0 < e ->
  exists all', map head_size all' = map head_size all /\ forall X, In X S ->
  within d n e (attention hardmax d n all X) (attention softmax d n all' X).
Proof.
  intros d n all S e He.
  assert (G : forall e0 e, 0 < e -> exists all', map head_size all' = map head_size all /\ forall X, In X S ->
    forall Z Z', within d n e0 Z Z' -> within d n (e0 + e)
      (fold_left (fun Y H => sum Y (attend (F := reals) hardmax d n H X)) all Z)
      (fold_left (fun Y H => sum Y (attend (F := reals) softmax d n H X)) all' Z')).
  { clear e He. induction all as [|H all IH]; intros e0 e He.
    - exists []. split; [reflexivity|]. intros X _ Z Z' HZ i j Hi Hj. specialize (HZ i j Hi Hj). cbn. lra.
    - destruct (head_near d n H S (e / 2) ltac:(lra)) as (lambda & near).
      destruct (IH (e0 + e / 2) (e / 2) ltac:(lra)) as (all' & sizes & rest).
      exists (sharper lambda H :: all'). split; [cbn; f_equal; exact sizes|]. intros X I Z Z' HZ. cbn [fold_left].
      replace (e0 + e) with (e0 + e / 2 + e / 2) by lra. apply (rest X I). intros i j Hi Hj.
      specialize (HZ i j Hi Hj). specialize (near X I i j Hi Hj). unfold sum. cbn [plus reals].
      match goal with |- Rabs ?x < _ => replace x with ((Z i j - Z' i j) +
        (attend (F := reals) hardmax d n H X i j - attend softmax d n (sharper lambda H) X i j)) by ring end.
      eapply Rle_lt_trans; [apply Rabs_triang|lra]. }
  destruct (G (e / 2) (e / 2) ltac:(lra)) as (all' & sizes & near). exists all'. split; [exact sizes|].
  intros X I. replace e with (e / 2 + e / 2) by lra. apply (near X I). intros i j _ _.
  rewrite Rminus_eq_0, Rabs_R0. lra.
Qed.
