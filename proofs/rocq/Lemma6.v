(** * Lemma 6 for every g-bar, on every bounded set (App. C, Step 3, and App. F)

    Layer by layer, from the last to the first: what comes after a layer is a network of softmax and ReLU, and so
    continuous. A layer of hardmax or of an activation of Phi is near one of softmax or of ReLUs wherever no score is
    nearly another one, and nothing nearly at an end of a piece, without being it. Those differences are values of
    finitely many polynomials in the entries of the input, which are rarely small without being 0. What the network
    makes of the rest has a bound that does not depend on how near it is elsewhere. *)

From Coq Require Import List Arith Bool Lia Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws NetworkSizes Matrices Distance Powers Sums Boxes Coverings Lemma4
  SoftmaxLimit ContinuousNetworks FourReLUs FinitelyManyPoints Gate RealDistance5 Theorem2Hardmax SmallPolynomials
  PiecewisePolynomials NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** ** Bounds *)

(** What holds from some number on for each of finitely many things holds from one on for all. *)
Lemma common_bound : forall (A : Type) (P : A -> R -> Prop) l, (forall a M M', M <= M' -> P a M -> P a M') ->
  (forall a, In a l -> exists M, P a M) -> exists M, forall a, In a l -> P a M.
Proof.
  intros A P l grows. induction l as [|a l IH]; intros H; [exists 0; intros a []|].
  destruct IH as (M & HM); [intros b I; apply H; right; exact I|]. destruct (H a (or_introl eq_refl)) as (M' & HM').
  exists (Rmax M M'). intros b [<-|I]; [apply (grows a M')|apply (grows b M)]; auto using Rmax_l, Rmax_r.
Qed.

(** No entry is more than K in modulus. *)
Definition small (d n : nat) (K : R) (X : matrix) : Prop :=
  forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (X i j) <= K.

Lemma small_grows : forall d n K M X, K <= M -> small d n K X -> small d n M X.
Proof. intros d n K M X L H i j Hi Hj. specialize (H i j Hi Hj). lra. Qed.

Section Bounds.
  Variables d n : nat.

  Definition bounded_on (F : matrix -> R) (K : R) : Prop := exists M, forall X, small d n K X -> Rabs (F X) <= M.

  Lemma bounded_sum : forall F G K, bounded_on F K -> bounded_on G K -> bounded_on (fun X => F X + G X) K.
  Proof.
    intros F G K (M & HM) (M' & HM'). exists (M + M'). intros X HX. specialize (HM X HX). specialize (HM' X HX).
    pose proof (Rabs_triang (F X) (G X)). lra.
  Qed.

  Lemma bounded_product : forall F G K, bounded_on F K -> bounded_on G K -> bounded_on (fun X => F X * G X) K.
  Proof.
    intros F G K (M & HM) (M' & HM'). exists (M * M'). intros X HX. rewrite Rabs_mult.
    apply Rmult_le_compat; auto using Rabs_pos.
  Qed.

  Lemma polynomial_bounded : forall q K, of_entries d n q -> bounded_on (poly_value q) K.
  Proof.
    induction q as [c|i j|a IHa b IHb|a IHa b IHb]; intros K E; cbn [of_entries] in E.
    - exists (Rabs c). intros X _. apply Rle_refl.
    - exists K. intros X HX. apply HX; apply E.
    - apply bounded_sum; [apply IHa|apply IHb]; apply E.
    - apply bounded_product; [apply IHa|apply IHb]; apply E.
  Qed.

  Lemma pp_bounded : forall F K, piecewise_polynomial d n F -> bounded_on F K.
  Proof.
    intros F K (qs & E & V).
    destruct (common_bound _ (fun q M => forall X, small d n K X -> Rabs (poly_value q X) <= M) qs) as (M & HM).
    - intros q M M' L H X HX. specialize (H X HX). lra.
    - intros q I. apply polynomial_bounded, E, I.
    - exists M. intros X HX. destruct (V X) as (q & I & ->). apply HM; assumption.
  Qed.

  Lemma bounded_entries : forall (F : matrix -> matrix) K,
    (forall i j, (i < d)%nat -> (j < n)%nat -> bounded_on (fun X => F X i j) K) ->
    exists M, forall X, small d n K X -> small d n M (F X).
  Proof.
    intros F K H.
    destruct (common_bound _ (fun e M => forall X, small d n K X -> Rabs (F X (fst e) (snd e)) <= M) (entries d n))
      as (M & HM).
    - intros e M M' L H' X HX. specialize (H' X HX). lra.
    - intros [i j] I. apply entries_in in I. apply H; apply I.
    - exists M. intros X HX i j Hi Hj. apply (HM (i, j)); [apply entries_in; auto|exact HX].
  Qed.

  Lemma pp_entries_bounded : forall F K, pp_matrix d n F -> exists M, forall X, small d n K X -> small d n M (F X).
  Proof. intros F K H. apply bounded_entries. intros i j Hi Hj. apply pp_bounded, H; assumption. Qed.

  (** X + W_2 of what is at most G. *)
  Lemma layer_bound : forall r (X : matrix) (w : nat -> R) (g : nat -> R) b i j K G, Rabs (X i j) <= K ->
    (forall q, (q < r)%nat -> Rabs (g q) <= G) ->
    Rabs (X i j + total (F := reals) r (fun q => w q * g q) + b) <=
      K + total (F := reals) r (fun q => Rabs (w q) * G) + Rabs b.
  Proof.
    intros r X w g b i j K G HX Hg. eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat_r.
    eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [exact HX|].
    eapply Rle_trans; [apply total_abs|]. apply total_le. intros q Hq. rewrite Rabs_mult.
    apply Rmult_le_compat_l; [apply Rabs_pos|apply Hg, Hq].
  Qed.
End Bounds.

(** ** Attention *)

(** Neither is nearly 0 without being it. *)
Definition clear (eta : R) (Ds : list (matrix -> R)) (Y : matrix) : Prop :=
  forall D, In D Ds -> ~ 0 < Rabs (D Y) < eta.

Section Attention.
  Variables d n : nat.

  (** The sum of |(W_O W_V Y)_(i,l)| over l. *)
  Definition reach (H : head reals) (i : nat) (Y : matrix) : R :=
    total (F := reals) n (fun l => Rabs (product (F := reals) (head_size H) (W_O H) (product d (W_V H) Y) i l)).

  Lemma reach_positive : forall H i Y, 0 <= reach H i Y.
  Proof.
    intros H i Y. unfold reach. rewrite <- (Rmult_0_r (INR n)), <- total_constant. apply total_le.
    intros. apply Rabs_pos.
  Qed.

  Lemma reach_bounded : forall H K, exists M, 0 <= M /\
    forall i Y, (i < d)%nat -> small d n K Y -> reach H i Y <= M.
  Proof.
    intros H K.
    destruct (common_bound _ (fun i M => forall Y, small d n K Y -> reach H i Y <= M) (seq 0 d)) as (M & HM).
    - intros i M M' L B Y HY. specialize (B Y HY). lra.
    - intros i _.
      destruct (common_bound _ (fun l M => forall Y, small d n K Y ->
        Rabs (product (F := reals) (head_size H) (W_O H) (product d (W_V H) Y) i l) <= M) (seq 0 n)) as (M & HM).
      + intros l M M' L B Y HY. specialize (B Y HY). lra.
      + intros l I. apply in_seq in I. apply (pp_bounded d n (fun Y => product (F := reals) (head_size H) (W_O H)
          (product d (W_V H) Y) i l)).
        apply (pp_product d n _ (W_O H) (fun Y => product (F := reals) d (W_V H) Y)). intros a _.
        apply (pp_product d n d (W_V H) (fun Y => Y)). intros b Hb. apply pp_entry; lia.
      + exists (INR n * M). intros Y HY. unfold reach. rewrite <- total_constant. apply total_le. intros l Hl.
        apply HM; [apply in_seq; lia|exact HY].
    - exists (Rmax 0 M). split; [apply Rmax_l|]. intros i Y Hi HY. eapply Rle_trans; [|apply Rmax_r].
      apply HM; [apply in_seq; lia|exact HY].
  Qed.

  Lemma softmax_weight : forall (s : Networks.vector reals) k, (k < n)%nat -> Rabs (softmax n s k) <= 1.
  Proof.
    intros s k Hk. unfold softmax. pose proof (exp_pos (s k)) as E.
    assert (L : exp (s k) <= total (F := reals) n (fun l => exp (s l))).
    { apply (total_has n (fun l => exp (s l)) k); [|exact Hk]. intros l _. left. apply exp_pos. }
    rewrite Rabs_right; [|apply Rle_ge, Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]].
    apply (Rmult_le_reg_r (total (F := reals) n (fun l => exp (s l)))); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  Qed.

  Lemma softmax_head_bound : forall H lambda Y i j, (i < d)%nat -> (j < n)%nat ->
    Rabs (attend softmax d n (sharper lambda H) Y i j) <= reach H i Y.
  Proof.
    intros H lambda Y i j _ Hj. set (V := product (F := reals) (head_size H) (W_O H) (product d (W_V H) Y) i).
    change (attend softmax d n (sharper lambda H) Y i j) with
      (total (F := reals) n (fun l => V l * softmax n (fun k => scores (F := reals) d (sharper lambda H) Y k j) l)).
    eapply Rle_trans; [apply total_abs|]. apply total_le. intros l Hl. rewrite Rabs_mult.
    apply Rle_trans with (Rabs (V l) * 1); [|apply Req_le, Rmult_1_r]. apply Rmult_le_compat_l; [apply Rabs_pos|].
    apply softmax_weight, Hl.
  Qed.

  (** For scores that are eta apart where they are not equal, some lambda makes the error small. *)
  Lemma some_lambda : forall A eta e, 0 <= A -> 0 < eta -> 0 < e ->
    exists lambda, 0 <= lambda /\ exp (- (lambda * eta)) * A <= e.
  Proof.
    intros A eta e HA Heta He. exists (A / (e * eta)).
    assert (P : 0 < e * eta) by (apply Rmult_lt_0_compat; assumption).
    split; [apply Rmult_le_pos; [exact HA|left; apply Rinv_0_lt_compat, P]|].
    replace (A / (e * eta) * eta) with (A / e) by (field; lra). rewrite exp_Ropp.
    pose proof (exp_ineq1_le (A / e)) as X. pose proof (exp_pos (A / e)) as Y.
    apply (Rmult_le_reg_l (exp (A / e))); [exact Y|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    apply (Rmult_le_compat_r e) in X; [|lra]. replace ((1 + A / e) * e) with (e + A) in X by (field; lra). lra.
  Qed.

  Lemma clear_head : forall H Y eta j, 0 < eta -> (j < n)%nat -> clear eta (score_differences d n H) Y ->
    forall k l, (k < n)%nat -> (l < n)%nat -> is_greatest n (fun a => scores (F := reals) d H Y a j) k = true ->
    is_greatest n (fun a => scores (F := reals) d H Y a j) l = false ->
    scores (F := reals) d H Y l j + eta <= scores (F := reals) d H Y k j.
  Proof.
    intros H Y eta j Heta Hj C k l Hk Hl G N.
    assert (I : In (fun Y => scores (F := reals) d H Y k j - scores d H Y l j) (score_differences d n H)).
    { apply (in_map (fun klj Y => scores (F := reals) d H Y (fst (fst klj)) (snd klj) -
        scores d H Y (snd (fst klj)) (snd klj)) _ (k, l, j)).
      apply in_prod; [apply entries_in; auto|apply in_seq; lia]. }
    specialize (C _ I). cbn beta in C. rewrite is_greatest_is in G.
    assert (L : scores (F := reals) d H Y l j < scores (F := reals) d H Y k j).
    { apply Rnot_le_lt. intro L.
      assert (is_greatest n (fun a => scores (F := reals) d H Y a j) l = true); [|congruence].
      apply is_greatest_is. intros m Hm. specialize (G m Hm). cbn beta in *. lra. }
    rewrite Rabs_right in C by lra. apply Rnot_lt_le. intro L'. apply C. lra.
  Qed.

  Lemma heads_near : forall (all : list (head reals)) K, exists M, 0 <= M /\ forall eta e, 0 < eta -> 0 < e ->
    exists all', map head_size all' = map head_size all /\ forall Y i j, small d n K Y -> (i < d)%nat -> (j < n)%nat ->
      (forall Z : matrix, Rabs (fold_left (fun Z H => sum Z (attend (F := reals) softmax d n H Y)) all' Z i j) <=
        Rabs (Z i j) + M) /\
      (clear eta (flat_map (score_differences d n) all) Y -> forall Z Z' : matrix,
        Rabs (fold_left (fun Z H => sum Z (attend (F := reals) hardmax d n H Y)) all Z i j -
          fold_left (fun Z H => sum Z (attend (F := reals) softmax d n H Y)) all' Z' i j) <= Rabs (Z i j - Z' i j) + e).
  Proof.
    intros all K. induction all as [|H all (M & HM & IH)].
    - exists 0. split; [lra|]. intros eta e Heta He. exists []. split; [reflexivity|]. intros Y i j _ _ _.
      split; [intro Z; cbn; lra|]. intros _ Z Z'. cbn. lra.
    - destruct (reach_bounded H K) as (M' & HM' & B). exists (M' + M). split; [lra|]. intros eta e Heta He.
      destruct (IH eta (e / 2) Heta ltac:(lra)) as (all' & sizes & rest).
      destruct (some_lambda (INR n * M') eta (e / 2)) as (lambda & Hl & near); [|assumption|lra|].
      { apply Rmult_le_pos; [apply pos_INR|exact HM']. }
      exists (sharper lambda H :: all'). split; [cbn; f_equal; exact sizes|]. intros Y i j HY Hi Hj.
      destruct (rest Y i j HY Hi Hj) as [bound close]. pose proof (B i Y Hi HY) as BY. split.
      + intro Z. cbn [fold_left]. eapply Rle_trans; [apply bound|]. unfold sum. cbn [plus reals].
        pose proof (softmax_head_bound H lambda Y i j Hi Hj).
        pose proof (Rabs_triang (Z i j) (attend softmax d n (sharper lambda H) Y i j)). lra.
      + intros C Z Z'. cbn [fold_left flat_map] in *.
        assert (C' : clear eta (flat_map (score_differences d n) all) Y) by (intros D I; apply C, in_or_app; auto).
        eapply Rle_trans; [apply (close C')|]. unfold sum. cbn [plus reals].
        assert (E : Rabs (attend hardmax d n H Y i j - attend softmax d n (sharper lambda H) Y i j) <= e / 2).
        { eapply Rle_trans; [apply (head_near_hardmax_holds d n H Y i j eta lambda Hj Hl)|].
          - apply clear_head; [exact Heta|exact Hj|]. intros D I. apply C, in_or_app. auto.
          - fold (reach H i Y). eapply Rle_trans; [|exact near].
            replace (exp (- (lambda * eta)) * (INR n * M')) with (INR n * exp (- (lambda * eta)) * M') by ring.
            apply Rmult_le_compat_l; [|exact BY]. apply Rmult_le_pos; [apply pos_INR|left; apply exp_pos]. }
        replace (Z i j + attend hardmax d n H Y i j - (Z' i j + attend softmax d n (sharper lambda H) Y i j)) with
          (Z i j - Z' i j + (attend hardmax d n H Y i j - attend softmax d n (sharper lambda H) Y i j)) by ring.
        eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang|]. lra.
  Qed.
End Attention.

(** ** Activations *)

Lemma from_is_end : forall (phi : list (piece reals)) p c, In p phi -> from p = Some c -> In c (ends phi).
Proof.
  intros phi p c I E. apply in_flat_map. exists p. split; [exact I|]. rewrite E. left. reflexivity.
Qed.

Lemma to_is_end : forall (phi : list (piece reals)) p c, In p phi -> to p = Some c -> In c (ends phi).
Proof.
  intros phi p c I E. apply in_flat_map. exists p. split; [exact I|]. rewrite E. apply in_or_app. right. left.
  reflexivity.
Qed.

Lemma piece_is : forall (p : piece reals) t, Networks.has p t = true <->
  (match from p with None => True | Some c => c < t \/ (c = t /\ from_closed p = true) end) /\
  (match to p with None => True | Some c => t < c \/ (t = c /\ to_closed p = true) end).
Proof.
  intros p t. unfold Networks.has, above, below. rewrite andb_true_iff.
  assert (A : forall a b (c : bool), (if c then Networks.at_most (n := reals) a b else
    negb (Networks.at_most (n := reals) b a)) = true <-> a < b \/ (a = b /\ c = true)).
  { intros a b c. cbn. destruct c; [destruct (Rle_dec a b) as [L|L]|destruct (Rle_dec b a) as [L|L]]; cbn;
      split; intro H; try reflexivity; try discriminate; try (destruct H as [H|[H E]]; (discriminate || lra)); [|lra].
    destruct (Rle_lt_or_eq_dec a b L); auto. }
  destruct (from p) as [a|], (to p) as [b|]; rewrite ?A; tauto.
Qed.

(** Ends are the points around which something matters. *)
Lemma pieces_separable : forall (phi : list (piece reals)) eta, 0 < eta ->
  separable phi (fun t => forall c, In c (ends phi) -> ~ 0 < Rabs (t - c) < eta)
    (fun t => exists c, In c (ends phi) /\ Rabs (t - c) <= eta).
Proof.
  intros phi eta Heta p q Ip Iq B (x & Hx) (y & Hy).
  destruct (to p) as [c|] eqn:Ec.
  2: { exfalso. assert (H : Networks.has p y = true); [|specialize (B y y H Hy); lra].
       pose proof (B x y Hx Hy) as L. rewrite piece_is in *. rewrite Ec in *.
       split; [|exact I]. destruct (from p); [|exact I]. destruct Hx as [[|[]] _]; lra. }
  destruct (from q) as [c'|] eqn:Ec'.
  2: { exfalso. assert (H : Networks.has q x = true); [|specialize (B x x Hx H); lra].
       pose proof (B x y Hx Hy) as L. rewrite piece_is in *. rewrite Ec' in *.
       split; [exact I|]. destruct (to q); [|exact I]. destruct Hy as [_ [|[]]]; lra. }
  pose proof (to_is_end phi p c Ip Ec) as Ic. pose proof (from_is_end phi q c' Iq Ec') as Ic'.
  destruct (separated (Networks.has p) (Networks.has q) [c; c - eta; c'; c' + eta] B)
    as (a & b & Pa & Qb & L & TP & TQ);
    [exists x; exact Hx|exists y; exact Hy|].
  assert (Pc : forall t, Networks.has p t = true -> t <= c).
  { intros t Ht. rewrite piece_is, Ec in Ht. destruct Ht as [_ [T|[T _]]]; lra. }
  assert (Qc : forall t, Networks.has q t = true -> c' <= t).
  { intros t Ht. rewrite piece_is, Ec' in Ht. destruct Ht as [[T|[T _]] _]; lra. }
  (* to the left of a point of p, but for c - eta and c, there is a point of p, and so for q *)
  assert (P_left : forall t, Networks.has p t = true -> t <= c - eta -> Networks.has p (c - eta) = true).
  { intros t Ht H. rewrite piece_is, Ec in *. split; [|left; lra]. destruct Ht as [F _].
    destruct (from p) as [f|]; [|exact I]. destruct H as [H | <-]; [left; destruct F as [F|[F _]]; lra|exact F]. }
  assert (Q_right : forall t, Networks.has q t = true -> c' + eta <= t -> Networks.has q (c' + eta) = true).
  { intros t Ht H. rewrite piece_is, Ec' in *. split; [left; lra|]. destruct Ht as [_ F].
    destruct (to q) as [f|]; [|exact I]. destruct H as [H | ->]; [left; destruct F as [F|[F _]]; lra|exact F]. }
  exists a, b. split; [exact Pa|]. split; [exact Qb|]. split; [exact L|].
  pose proof (Pc a Pa) as A. pose proof (Qc b Qb) as A'. split; [|split; [|split]].
  - exists c. split; [exact Ic|]. rewrite Rabs_left1 by lra. destruct (Rle_dec (c - eta) a) as [N|N]; [lra|].
    specialize (P_left a Pa ltac:(lra)). specialize (TP (c - eta) ltac:(cbn; tauto) P_left). lra.
  - exists c'. split; [exact Ic'|]. rewrite Rabs_right by lra. destruct (Rle_dec b (c' + eta)) as [N|N]; [lra|].
    specialize (Q_right b Qb ltac:(lra)). specialize (TQ (c' + eta) ltac:(cbn; tauto) Q_right). lra.
  - intros t G Ht. specialize (G c Ic). specialize (Pc t Ht). destruct Pc as [Pc | ->].
    + rewrite Rabs_left in G by lra. specialize (P_left t Ht ltac:(lra)).
      specialize (TP (c - eta) ltac:(cbn; tauto) P_left). lra.
    + apply TP; [cbn; tauto|exact Ht].
  - intros t G Ht. specialize (G c' Ic'). specialize (Qc t Ht). destruct Qc as [Qc | <-].
    + rewrite Rabs_right in G by lra. specialize (Q_right t Ht ltac:(lra)).
      specialize (TQ (c' + eta) ltac:(cbn; tauto) Q_right). lra.
    + apply TQ; [cbn; tauto|exact Ht].
Qed.

(** Four ReLUs for each hidden node: exact where nothing is nearly at an end of a piece, without being it. *)
Lemma feed_forward_near : forall d n (f : token_wise reals) K, in_Phi (activation f) -> exists M, forall eta, 0 < eta ->
  exists f' : token_wise reals, hidden_size f' = (4 * hidden_size f)%nat /\ activation f' = ReLU /\ forall Y,
    small d n K Y -> small d n M (feed_forward d f' Y) /\
    (clear eta (differences d n (FeedForward f)) Y -> same d n (feed_forward d f' Y) (feed_forward d f Y)).
Proof.
  intros d n f K HP. destruct (Phi_by_ReLUs_where (activation f) HP) as (S & I & H).
  (* what the activation is applied to, and the ends of its pieces *)
  destruct (common_bound _ (fun qj M => forall Y, small d n K Y -> Rabs (hidden d f Y (fst qj) (snd qj)) <= M)
    (entries (hidden_size f) n)) as (M1 & H1).
  { intros qj M M' L B Y HY. specialize (B Y HY). lra. }
  { intros [q j] J. apply entries_in in J. apply (pp_bounded d n (fun Y => hidden d f Y q j)).
    apply (pp_hidden d n (fun Y => Y)); [intros i k Hi Hk; apply pp_entry; assumption|apply J]. }
  destruct (common_bound _ (fun c M => Rabs c + 1 <= M) (ends (activation f))) as (M2 & H2).
  { intros c M M' L B. lra. }
  { intros c _. exists (Rabs c + 1). lra. }
  set (G := S * Rmax M1 M2 + I).
  destruct (common_bound _ (fun i M => K + total (F := reals) (hidden_size f) (fun q => Rabs (W_2 f i q) * G) +
    Rabs (b_2 f i) <= M) (seq 0 d)) as (M & HM).
  { intros c M M' L B. lra. }
  { intros i _. eexists. apply Rle_refl. }
  exists M. intros eta Heta.
  destruct (H _ _ (pieces_separable (activation f) (Rmin eta 1) (Rmin_glb_lt _ _ _ Heta Rlt_0_1)))
    as (g & (w & a & c & k & U) & V & B).
  exists (fourfold w a c k f). split; [reflexivity|]. split; [reflexivity|]. intros Y HY. split.
  - intros i j Hi Hj. eapply Rle_trans; [|apply (HM i), in_seq; lia].
    replace (feed_forward d (fourfold w a c k f) Y i j) with (Y i j + total (F := reals) (hidden_size f) (fun q =>
      W_2 f i q * g (hidden d f Y q j)) + b_2 f i).
    + apply layer_bound; [apply HY; assumption|]. intros q Hq. apply (B (Rmax M1 M2)).
      * intros x (e & Ie & Hx). eapply Rle_trans; [|apply Rmax_r]. specialize (H2 e Ie). pose proof (Rmin_r eta 1).
        replace x with (e + (x - e)) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra.
      * eapply Rle_trans; [|apply Rmax_l]. apply (H1 (q, j)); [apply entries_in; auto|exact HY].
    + rewrite fourfold_adds. f_equal. f_equal. apply (total_respects real_laws). intros q _. cbn [equal reals].
      rewrite U. reflexivity.
  - intros C i j Hi Hj. apply fourfold_is. intros q Hq. rewrite <- U. apply V. intros e Ie N.
    apply (C (fun Y => hidden d f Y q j - e)).
    + apply (in_map (fun qjc Y => hidden d f Y (fst (fst qjc)) (snd (fst qjc)) - snd qjc) _ (q, j, e)).
      apply in_prod; [apply entries_in; auto|exact Ie].
    + pose proof (Rmin_l eta 1). lra.
Qed.

(** ** One layer *)

(** A layer of softmax, or of four times as many ReLUs, of the same sizes. *)
Definition stands_for (l' l : layer reals) : Prop :=
  match l', l with
  | Attention all', Attention all => map head_size all' = map head_size all
  | FeedForward f', FeedForward f => hidden_size f' = (4 * hidden_size f)%nat /\ activation f' = ReLU
  | _, _ => False
  end.

Definition layer_with_Phi (l : layer reals) : Prop :=
  match l with Attention _ => True | FeedForward f => in_Phi (activation f) end.

Lemma layer_near : forall d n (l : layer reals) K, layer_with_Phi l -> exists M,
  (forall Y, small d n K Y -> small d n M (apply (F := reals) hardmax d n Y l)) /\
  forall eta e, 0 < eta -> 0 < e -> exists l', stands_for l' l /\ forall Y, small d n K Y ->
    small d n M (apply softmax d n Y l') /\
    (clear eta (differences d n l) Y -> within d n e (apply (F := reals) hardmax d n Y l) (apply softmax d n Y l')).
Proof.
  intros d n l K HP.
  destruct (pp_entries_bounded d n (fun Y => apply (F := reals) hardmax d n Y l) K) as (M1 & H1).
  { apply (pp_layer d n (fun Y => Y)). intros i j Hi Hj. apply pp_entry; assumption. }
  destruct l as [all|f].
  - destruct (heads_near d n all K) as (M2 & HM2 & H2). exists (Rmax M1 (K + M2)). split.
    + intros Y HY. apply (small_grows d n M1); [apply Rmax_l|apply H1, HY].
    + intros eta e Heta He. destruct (H2 eta (e / 2) Heta ltac:(lra)) as (all' & sizes & near).
      exists (Attention all'). split; [exact sizes|]. intros Y HY. split.
      * apply (small_grows d n (K + M2)); [apply Rmax_r|]. intros i j Hi Hj. specialize (HY i j Hi Hj) as HYij.
        eapply Rle_trans; [apply (near Y i j HY Hi Hj)|]. lra.
      * intros C i j Hi Hj. eapply Rle_lt_trans; [apply (proj2 (near Y i j HY Hi Hj) C Y Y)|].
        rewrite Rminus_eq_0, Rabs_R0. lra.
  - destruct (feed_forward_near d n f K HP) as (M2 & H2). exists (Rmax M1 M2). split.
    + intros Y HY. apply (small_grows d n M1); [apply Rmax_l|apply H1, HY].
    + intros eta e Heta He. destruct (H2 eta Heta) as (f' & size & relu & near). exists (FeedForward f').
      split; [split; assumption|]. intros Y HY. destruct (near Y HY) as [B E]. split.
      * apply (small_grows d n M2); [apply Rmax_r|exact B].
      * intros C i j Hi Hj. cbn [apply]. rewrite (E C i j Hi Hj), Rminus_eq_0, Rabs_R0. exact He.
Qed.

(** ** All layers *)

Lemma standing_continuous : forall d n (N' N : list (layer reals)), Forall2 stands_for N' N ->
  continuous d n (run softmax d n N').
Proof.
  intros d n N' N H. induction H as [|l' l N' N E _ IH].
  - intros X r Hr. exists r. split; [exact Hr|]. intros Y HY. exact HY.
  - apply (continuous_composed d n (fun X => apply softmax d n X l') (run softmax d n N')); [|exact IH].
    destruct l' as [all'|f'], l as [all|f]; cbn [stands_for] in E; try contradiction.
    + apply attention_continuous.
    + apply feed_forward_continuous, E.
Qed.

(** All with entries of at most K in modulus. *)
Definition cube (K : R) : box := Box (fun _ _ => - K) (fun _ _ => K).

Lemma in_cube_is : forall d n K X, in_box d n (cube K) X <-> small d n K X.
Proof.
  intros d n K X. split; intros H i j Hi Hj; specialize (H i j Hi Hj).
  - apply Rabs_le. exact H.
  - cbn [cube low high]. unfold Rabs in H. destruct (Rcase_abs (X i j)); lra.
Qed.

(** X is in one of k boxes. *)
Definition in_some_box (d n k : nat) (C : nat -> box) (X : matrix) : Prop :=
  exists i, (i < k)%nat /\ in_box d n (C i) X.

Lemma boxes_followed : forall d n k k' (C C' : nat -> box) e e', sum_below k (fun i => volume d n (C i)) <= e ->
  sum_below k' (fun i => volume d n (C' i)) <= e' -> exists (D : nat -> box),
  sum_below (k + k') (fun i => volume d n (D i)) <= e + e' /\
  forall X, in_some_box d n k C X \/ in_some_box d n k' C' X -> in_some_box d n (k + k') D X.
Proof.
  intros d n k k' C C' e e' H H'. exists (followed k C C'). split.
  - replace (sum_below (k + k') (fun i => volume d n (followed k C C' i))) with
      (sum_below (k + k') (followed k (fun i => volume d n (C i)) (fun i => volume d n (C' i)))).
    + rewrite sum_below_followed. lra.
    + apply sum_below_ext. intros i _. unfold followed. destruct (i <? k)%nat; reflexivity.
  - intros X [(i & Hi & B)|(i & Hi & B)].
    + exists i. split; [lia|]. unfold followed. rewrite (proj2 (Nat.ltb_lt i k) Hi). exact B.
    + exists (k + i)%nat. split; [lia|]. unfold followed. rewrite (proj2 (Nat.ltb_ge (k + i) k)) by lia.
      replace (k + i - k)%nat with i by lia. exact B.
Qed.

(** Where a layer's input is a piecewise polynomial, its jumps are rarely near. *)
Lemma clear_but_for_boxes : forall d n (Y : matrix -> matrix) l B eps, pp_matrix d n Y -> 0 < eps ->
  exists eta k (C : nat -> box), 0 < eta /\ sum_below k (fun i => volume d n (C i)) <= eps /\
    forall X, in_box d n B X -> in_some_box d n k C X \/ clear eta (differences d n l) (Y X).
Proof.
  intros d n Y l B eps HY Heps.
  destruct (common_polynomials d n (map (fun D X => D (Y X)) (differences d n l))) as (qs & E & V).
  { intros F I. apply in_map_iff in I. destruct I as (D & <- & I). apply (pp_differences d n Y HY l D I). }
  destruct (small_values_are_rare d n qs B eps E Heps) as (eta & k & C & Heta & weight & cover).
  exists eta, k, C. split; [exact Heta|]. split; [exact weight|]. intros X HX.
  destruct (classic (in_some_box d n k C X)) as [some|none]; [left; exact some|right]. intros D I bad.
  destruct (V (fun X => D (Y X)) X (in_map (fun D X => D (Y X)) _ D I)) as (q & Iq & Eq). rewrite Eq in bad.
  apply none, (cover X q HX Iq bad).
Qed.

Theorem layers_near : forall d n (N : list (layer reals)), Forall layer_with_Phi N -> forall K, exists M,
  (forall Y, small d n K Y -> small d n M (run (F := reals) hardmax d n N Y)) /\
  forall (Y : matrix -> matrix) B e eps, pp_matrix d n Y -> (forall X, in_box d n B X -> small d n K (Y X)) ->
    0 < e -> 0 < eps -> exists N' k (C : nat -> box), Forall2 stands_for N' N /\
      (forall Z, small d n K Z -> small d n M (run softmax d n N' Z)) /\
      sum_below k (fun i => volume d n (C i)) <= eps /\
      forall X, in_box d n B X ->
        in_some_box d n k C X \/ within d n e (run (F := reals) hardmax d n N (Y X)) (run softmax d n N' (Y X)).
Proof.
  intros d n N phi. induction phi as [|l N phi_l _ IH]; intro K.
  - exists K. split; [intros Y HY; exact HY|]. intros Y B e eps _ _ He Heps.
    exists [], 0%nat, (fun _ => B). split; [constructor|]. split; [intros Z HZ; exact HZ|].
    split; [cbn; lra|]. intros X _. right. apply within_itself, He.
  - destruct (layer_near d n l K phi_l) as (M1 & hard & near). destruct (IH M1) as (M & hard' & rest).
    exists M. split; [intros Y HY; apply (hard' _ (hard Y HY))|]. intros Y B e eps HY bound He Heps.
    (* what comes after the layer *)
    destruct (rest (fun X => apply (F := reals) hardmax d n (Y X) l) B (e / 2) (eps / 2)) as
      (N' & k & C & S & soft & weight & close); [apply pp_layer, HY| |lra|lra|].
    { intros X HX. apply hard, bound, HX. }
    (* it is continuous *)
    destruct (uniformly_continuous d n (run softmax d n N') (cube M1) (e / 2) (standing_continuous d n N' N S)
      ltac:(lra)) as (s & steady).
    (* the layer *)
    destruct (clear_but_for_boxes d n Y l B (eps / 2) HY ltac:(lra)) as (eta & k' & C' & Heta & weight' & clear_at).
    destruct (near eta (/ INR (Datatypes.S s)) Heta (inverse_positive s)) as (l' & Sl & near_l).
    destruct (boxes_followed d n k k' C C' _ _ weight weight') as (D & weight_D & has_D).
    exists (l' :: N'), (k + k')%nat, D. split; [constructor; assumption|]. split; [|split].
    + intros Z HZ. apply soft. apply near_l, HZ.
    + lra.
    + intros X HX. destruct (close X HX) as [some|close_X]; [left; apply has_D; auto|].
      destruct (clear_at X HX) as [some|clear_X]; [left; apply has_D; auto|right].
      replace e with (e / 2 + e / 2) by lra. eapply within_sum; [exact close_X|].
      apply steady; [apply in_cube_is, hard, bound, HX|]. apply (near_l (Y X) (bound X HX)), clear_X.
Qed.

(** ** Blocks, and the distance *)

Lemma standing_blocks : forall h m r (N : list (block reals)), Forall (of_size h m r) N -> forall L,
  Forall2 stands_for L (layers N) ->
  exists N' : list (block reals), L = layers N' /\ Forall (of_size h m (4 * r)) N' /\ Forall with_ReLU N'.
Proof.
  intros h m r N sizes. induction sizes as [|t N (Sh & Sm & Sr) _ IH]; intros L H.
  - inversion H. exists []. repeat split; constructor.
  - cbn [layers flat_map app] in H. inversion H as [|la ? L1 ? Ha H1]; subst. inversion H1 as [|lf ? L2 ? Hf H2]; subst.
    destruct (IH L2 H2) as (N' & -> & sizes' & relu).
    destruct la as [all|?]; [|contradiction]. destruct lf as [?|f]; [contradiction|]. cbn [stands_for] in Ha, Hf.
    destruct Hf as [size relu_f]. exists (Block all f :: N'). split; [reflexivity|]. split; constructor; try assumption.
    split; [|split]; cbn [heads behind].
    + rewrite <- (map_length head_size), Ha, map_length. reflexivity.
    + apply (Forall_map head_size (fun k => k = m)). rewrite Ha. apply Forall_map. exact Sm.
    + exact size.
Qed.

Lemma layers_with_Phi : forall N : list (block reals), Forall with_Phi N -> Forall layer_with_Phi (layers N).
Proof.
  intros N phi. induction phi as [|t N P _ IH]; [constructor|]. cbn [layers flat_map app].
  constructor; [exact I|]. constructor; [exact P|exact IH].
Qed.

(** Near everywhere on a box of volume V but for boxes of volume eps, and bounded there. *)
Lemma distance_but_for_boxes : forall d n p e, 1 <= p -> 0 < e -> forall V M, 0 <= V -> exists close eps,
  0 < close /\ 0 < eps /\ forall f g B k (C : nat -> box), volume d n B <= V ->
  sum_below k (fun i => volume d n (C i)) <= eps ->
  (forall X, in_box d n B X -> (forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (f X i j - g X i j) <= M) /\
    (in_some_box d n k C X \/ within d n close (f X) (g X))) ->
  at_most d n p f g (in_box d n B) e.
Proof.
  intros d n p e Hp He V M HV. set (P := power (e / 2) p).
  assert (HP : 0 < P) by (apply power_above_zero; lra).
  set (W := INR (d * n) * power M p).
  assert (HW : 0 <= W) by (apply Rmult_le_pos; [apply pos_INR|apply power_nonnegative]).
  set (a := / (1 + V)). assert (Ha : 0 < a <= 1).
  { split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  set (e' := e / 2 * a). assert (He' : 0 < e') by (apply Rmult_lt_0_compat; lra).
  exists (e' / (1 + INR (length (entries d n)))), (P / (1 + W)).
  split; [apply Rdiv_lt_0_compat; [exact He'|pose proof (pos_INR (length (entries d n))); lra]|].
  split; [apply Rdiv_lt_0_compat; lra|]. intros f g B k C HB weight near.
  set (E := fun i => if Nat.ltb i k then C i else B). set (c := fun i => if Nat.ltb i k then W else power e' p).
  assert (NN : forall i, 0 <= c i).
  { intro i. unfold c. destruct (Nat.ltb i k); [exact HW|apply power_nonnegative]. }
  apply (by_upper_sum_holds d n p f g (in_box d n B) e (sum_below (S k) (fun i => c i * volume d n (E i)))); [lra| |].
  - exists (S k), E, c. split; [intros; apply NN|]. split; [|reflexivity]. intros X HX.
    assert (T : forall i, (i < S k)%nat -> 0 <= c i * indicator d n (E i) X).
    { intros i _. apply Rmult_le_pos; [apply NN|apply indicator_nonnegative]. }
    destruct (near X HX) as [bound [(i & Hi & some)|close]].
    + apply Rle_trans with (c i * indicator d n (E i) X);
        [|apply (sum_below_has (S k) (fun i => c i * indicator d n (E i) X) i T); lia].
      unfold c, E. rewrite (proj2 (Nat.ltb_lt i k) Hi), indicator_in, Rmult_1_r by exact some.
      apply difference_bounded; assumption.
    + apply Rle_trans with (c k * indicator d n (E k) X);
        [|apply (sum_below_has (S k) (fun i => c i * indicator d n (E i) X) k T); lia].
      unfold c, E. rewrite Nat.ltb_irrefl, indicator_in, Rmult_1_r by exact HX. apply difference_small; assumption.
  - cbn [sum_below]. unfold c at 2, E at 2. rewrite Nat.ltb_irrefl.
    assert (H1 : sum_below k (fun i => c i * volume d n (E i)) <= P).
    { rewrite (sum_below_ext k _ (fun i => W * volume d n (C i))).
      - rewrite sum_below_scale. apply Rle_trans with (W * (P / (1 + W))); [apply Rmult_le_compat_l; assumption|].
        apply (Rmult_le_reg_r (1 + W)); [lra|]. replace (W * (P / (1 + W)) * (1 + W)) with (W * P) by (field; lra). lra.
      - intros i Hi. unfold c, E. rewrite (proj2 (Nat.ltb_lt i k) Hi). reflexivity. }
    assert (H2 : power e' p * volume d n B <= P).
    { unfold e'. rewrite power_times by lra. fold P. rewrite Rmult_assoc. apply Rle_trans with (P * 1); [|lra].
      apply Rmult_le_compat_l; [lra|]. apply Rle_trans with (a * (1 + V)); [|unfold a; right; field; lra].
      apply Rmult_le_compat; [apply power_nonnegative|apply volume_nonnegative|apply power_of_small; assumption|lra]. }
    assert (half : P + P <= power e p); [|lra].
    unfold P, Rdiv. rewrite power_times by lra. pose proof (power_of_small (/ 2) p ltac:(lra) Hp) as H.
    pose proof (power_nonnegative e p) as H'. pose proof (Rmult_le_compat_l _ _ _ H' H). lra.
Qed.

Theorem lemma_6_on_bounded_sets_holds : lemma_6_on_bounded_sets.
Proof.
  intros h m r d n p e g_bar D Hp He (N & sizes & phi & is_g_bar) (K & HK).
  destruct (layers_near d n (layers N) (layers_with_Phi N phi) K) as (M & hard & near).
  destruct (distance_but_for_boxes d n p e Hp He (volume d n (cube K)) (2 * M) (volume_nonnegative d n (cube K)))
    as (close & eps & Hclose & Heps & distance).
  destruct (near (fun X => X) (cube K) close eps) as (L & k & C & stands & soft & weight & near'); try assumption.
  { intros i j Hi Hj. apply pp_entry; assumption. }
  { intros X HX. apply in_cube_is, HX. }
  destruct (standing_blocks h m r N sizes L stands) as (N' & -> & sizes' & relu).
  exists (softmax_network d n N'). split.
  { exists N'. split; [exact sizes'|]. split; [exact relu|]. intro X. apply (same_reflexive real_laws). }
  apply (monotone_holds d n p g_bar _ (in_box d n (cube K)) D e e Hp); [|lra|].
  { intros X HX. apply in_cube_is. intros i j. apply HK, HX. }
  apply (distance_of_same d n p (hardmax_network d n N) (softmax_network d n N') g_bar (softmax_network d n N'));
    [intros X _; apply (same_symmetric real_laws), is_g_bar|intros X _; apply (same_reflexive real_laws)|].
  apply (distance _ _ (cube K) k C (Rle_refl _) weight). intros X HX. split; [|apply near', HX].
  apply in_cube_is in HX. intros i j Hi Hj. specialize (hard X HX i j Hi Hj). specialize (soft X HX i j Hi Hj).
  unfold hardmax_network, softmax_network.
  pose proof (Rabs_triang (run hardmax d n (layers N) X i j) (- run softmax d n (layers N') X i j)) as T.
  rewrite Rabs_Ropp in T. unfold Rminus. lra.
Qed.
