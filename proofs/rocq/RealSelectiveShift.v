(** * RealSelectiveShift: psi and Psi of App. E.3 over the real numbers, under three tie rules

    Scores of a head with W_K = W_Q = u^T are ids times the number u^T Z_(:,j) - b_Q; hardmax and both one-sided rules
    have their weights where scores are greatest, and their sum is 1. *)

From Coq Require Import List Arith Bool Lia ZArith QArith Qreals Reals Lra.
From Exactua Require Import Networks NetworkLaws RealNetworks RationalNetworks NetworkStatements.
From Exactua Require Transformers.
Import ListNotations.
Open Scope R_scope.

Local Notation total := (total (F := reals)).

(** An equation of numbers is one of real numbers. *)
Ltac real := match goal with |- @eq _ ?a ?b => change (@eq R a b) end.

(** ** Sums *)

Lemma total_ext : forall k f g, (forall i, (i < k)%nat -> f i = g i) -> total k f = total k g.
Proof. intros k f g H. exact (total_respects real_laws k f g H). Qed.

Lemma total_scaled : forall k f x, total k (fun i => x * f i) = x * total k f.
Proof.
  induction k as [| k IH]; intros f x; cbn [Networks.total zero plus number reals]; [ring |]. rewrite IH. ring.
Qed.

Lemma total_where : forall k (p : nat -> bool) x,
  total k (fun i => if p i then x else 0) = INR (length (filter p (seq 0 k))) * x.
Proof.
  induction k as [| k IH]; intros p x; cbn [Networks.total zero plus number reals]; [cbn; ring |].
  rewrite IH, seq_S, filter_app, app_length, plus_INR. cbn [Nat.add filter]. destruct (p k); cbn [length INR]; ring.
Qed.

Lemma count_is : forall k, of_count (F := reals) k = INR k.
Proof.
  induction k as [| k IH]; [reflexivity |]. unfold of_count in *. cbn [Networks.total]. rewrite IH, S_INR. reflexivity.
Qed.

Lemma total_at : forall k f i, (i < k)%nat -> (forall j, (j < k)%nat -> j <> i -> f j = 0) -> total k f = f i.
Proof. intros k f i. exact (total_single real_laws k f i). Qed.

(** ** Greatest scores *)

Section Selection.
  Variables (n : nat) (s v : nat -> R).
  Local Notation great := (is_greatest (F := reals) n s).

  Lemma great_is : forall k, great k = true <-> forall l, (l < n)%nat -> s l <= s k.
  Proof.
    intros k. unfold is_greatest. rewrite forallb_forall. split; intros H l Hl.
    - specialize (H l ltac:(apply in_seq; lia)). cbn in H. destruct (Rle_dec (s l) (s k)); [assumption | discriminate].
    - apply in_seq in Hl. cbn. destruct (Rle_dec (s l) (s k)) as [| N]; [reflexivity | exfalso]. apply N, H. lia.
  Qed.

  (** The first, and the last of the greatest. *)
  Lemma first_great : forall k, (k < n)%nat -> great k = true ->
    exists i, (i < n)%nat /\ great i = true /\ forall l, (l < i)%nat -> great l = false.
  Proof.
    intros k. induction k as [k IH] using lt_wf_ind. intros Hk G.
    destruct (forallb (fun l => negb (great l)) (seq 0 k)) eqn:E.
    - exists k. split; [exact Hk | split; [exact G |]]. intros l Hl. rewrite forallb_forall in E.
      specialize (E l ltac:(apply in_seq; lia)). now apply negb_true_iff in E.
    - apply not_true_iff_false in E. rewrite forallb_forall in E.
      assert (X : exists l, (l < k)%nat /\ great l = true).
      { clear - E. induction k as [| k IHk]; [exfalso; apply E; intros x []; fail |].
        destruct (great k) eqn:G; [exists k; split; [lia | exact G] |].
        destruct IHk as (l & Hl & Gl); [| exists l; split; [lia | exact Gl]].
        intros H. apply E. intros x I. rewrite seq_S in I. apply in_app_iff in I as [I | [<- | []]]; [now apply H |].
        cbn [Nat.add]. now rewrite G. }
      destruct X as (l & Hl & Gl). exact (IH l Hl ltac:(lia) Gl).
  Qed.

  Lemma last_great : forall k, (k < n)%nat -> great k = true ->
    exists i, (i < n)%nat /\ great i = true /\ forall l, (i < l < n)%nat -> great l = false.
  Proof.
    intros k Hk G. remember (n - k)%nat as r eqn:R. revert k Hk G R. induction r as [r IH] using lt_wf_ind.
    intros k Hk G R. destruct (forallb (fun l => negb (great l)) (seq (S k) (n - S k))) eqn:E.
    - exists k. split; [exact Hk | split; [exact G |]]. intros l Hl. rewrite forallb_forall in E.
      specialize (E l ltac:(apply in_seq; lia)). now apply negb_true_iff in E.
    - apply not_true_iff_false in E. rewrite forallb_forall in E.
      assert (X : exists l, In l (seq (S k) (n - S k)) /\ great l = true).
      { clear - E. induction (seq (S k) (n - S k)) as [| a l IHl]; [exfalso; apply E; intros x []; fail |].
        destruct (great a) eqn:G; [exists a; split; [now left | exact G] |].
        destruct IHl as (b & Hb & Gb); [| exists b; split; [now right | exact Gb]].
        intros H. apply E. intros x [<- | I]; [now rewrite G | now apply H]. }
      destruct X as (l & Hl & Gl). apply in_seq in Hl. exact (IH (n - l)%nat ltac:(lia) l ltac:(lia) Gl eq_refl).
  Qed.

  Lemma leftmost_at : forall i, (i < n)%nat -> great i = true -> (forall l, (l < i)%nat -> great l = false) ->
    total n (fun k => v k * leftmost_hardmax (F := reals) n s k) = v i.
  Proof.
    intros i Hi G F. rewrite (total_at n _ i Hi).
    - unfold leftmost_hardmax. rewrite G. replace (forallb _ (seq 0 i)) with true; [cbn; ring |]. symmetry.
      apply forallb_forall. intros l I. apply in_seq in I. now rewrite F by lia.
    - intros j Hj Ne. unfold leftmost_hardmax. destruct (great j) eqn:E; [| cbn; ring].
      assert (Lt : (i < j)%nat) by (destruct (lt_eq_lt_dec i j) as [[L | L] | L]; [exact L | lia | rewrite F in E;
        [discriminate | lia]]).
      replace (forallb _ (seq 0 j)) with false; [cbn; ring |]. symmetry. apply not_true_iff_false. intros A.
      rewrite forallb_forall in A. specialize (A i ltac:(apply in_seq; lia)). rewrite G in A. discriminate.
  Qed.

  Lemma rightmost_at : forall i, (i < n)%nat -> great i = true -> (forall l, (i < l < n)%nat -> great l = false) ->
    total n (fun k => v k * rightmost_hardmax (F := reals) n s k) = v i.
  Proof.
    intros i Hi G F. rewrite (total_at n _ i Hi).
    - unfold rightmost_hardmax. rewrite G. replace (forallb _ (seq (S i) (n - S i))) with true; [cbn; ring |]. symmetry.
      apply forallb_forall. intros l I. apply in_seq in I. now rewrite F by lia.
    - intros j Hj Ne. unfold rightmost_hardmax. destruct (great j) eqn:E; [| cbn; ring].
      assert (Lt : (j < i)%nat) by (destruct (lt_eq_lt_dec i j) as [[L | L] | L]; [rewrite F in E;
        [discriminate | lia] | lia | exact L]).
      replace (forallb _ (seq (S j) (n - S j))) with false; [cbn; ring |]. symmetry. apply not_true_iff_false. intros A.
      rewrite forallb_forall in A. specialize (A i ltac:(apply in_seq; lia)). rewrite G in A. discriminate.
  Qed.

  Lemma averaged : total n (fun k => v k * hardmax (F := reals) n s k) =
    total n (fun k => if great k then v k else 0) / INR (length (filter great (seq 0 n))).
  Proof.
    unfold Rdiv. rewrite Rmult_comm, <- total_scaled. apply total_ext. intros k _. unfold hardmax, how_many_greatest.
    rewrite count_is. destruct (great k); cbn [inverse zero number reals]; ring.
  Qed.

  (** What has one value at all greatest scores. *)
  Lemma selected : forall (sigma : nat -> vector reals -> vector reals) x k, In sigma [hardmax; leftmost_hardmax;
    rightmost_hardmax] -> (k < n)%nat ->
    great k = true -> (forall l, (l < n)%nat -> great l = true -> v l = x) ->
    total n (fun l => v l * sigma n s l) = x.
  Proof.
    intros sigma x k I Hk G V. destruct I as [<- | [<- | [<- | []]]].
    - rewrite averaged, (total_ext n _ (fun l => if great l then x else 0)), total_where.
      + assert (P : 0 < INR (length (filter great (seq 0 n)))).
        { apply lt_0_INR. assert (J : In k (filter great (seq 0 n))) by (apply filter_In; split; [apply in_seq;
          lia | exact G]).
          destruct (filter great (seq 0 n)); [destruct J | cbn; lia]. }
        real. field. lra.
      + intros l Hl. destruct (great l) eqn:E; [now apply V | reflexivity].
    - destruct (first_great k Hk G) as (i & Hi & Gi & F). rewrite (leftmost_at i Hi Gi F). now apply V.
    - destruct (last_great k Hk G) as (i & Hi & Gi & F). rewrite (rightmost_at i Hi Gi F). now apply V.
  Qed.
End Selection.

(** ** The head *)

Section Head.
  Variables (d n : nat) (u : nat -> R) (b gain : R) (Z : matrix reals) (j : nat).
  Local Notation ids := (id_of_column d u Z).

  Definition scores_of (k : nat) : R := scores d (psi_head u b gain) Z k j.

  Lemma score_is : forall k, scores_of k = ids k * (ids j - b).
  Proof.
    intros k. unfold scores_of, scores, sum, in_each_column, product, id_of_column.
    cbn [psi_head head_size W_K W_Q b_Q Networks.total zero plus times number reals]. ring.
  Qed.

  Lemma attend_is : forall (sigma : nat -> vector reals -> vector reals) i, attend sigma d n (psi_head u b gain) Z i j =
    (if (i =? 0)%nat then gain else 0) * total n (fun k => ids k * sigma n scores_of k).
  Proof.
    intros sigma i. unfold attend, product at 1, on_each_column. rewrite <- total_scaled. apply total_ext. intros k _.
    unfold product, id_of_column, scores_of.
    cbn [psi_head head_size W_O W_V Networks.total zero plus times number reals]. ring.
  Qed.

  Lemma ids_selected : forall (sigma : nat -> vector reals -> vector reals) highest lowest, In sigma [hardmax;
    leftmost_hardmax; rightmost_hardmax] ->
    greatest_and_least_id d n u Z highest lowest ->
    (b < ids j -> total n (fun k => ids k * sigma n scores_of k) = highest) /\
    (ids j < b -> total n (fun k => ids k * sigma n scores_of k) = lowest).
  Proof.
    intros sigma highest lowest I ((k & Hk & Ek) & (k' & Hk' & Ek') & B). split; intros H.
    - assert (G : is_greatest (F := reals) n scores_of k = true).
      { apply great_is. intros l Hl. rewrite !score_is, Ek. apply Rmult_le_compat_r; [lra | now apply B]. }
      apply (selected n scores_of ids sigma highest k I Hk G). intros l Hl Gl. apply Rle_antisym; [now apply B |].
      rewrite great_is in Gl. specialize (Gl k Hk). rewrite !score_is, Ek in Gl.
      apply (Rmult_le_reg_r (ids j - b)); [lra | exact Gl].
    - assert (G : is_greatest (F := reals) n scores_of k' = true).
      { apply great_is. intros l Hl. rewrite !score_is, Ek'. pose proof (proj1 (B l Hl)). nra. }
      apply (selected n scores_of ids sigma lowest k' I Hk' G). intros l Hl Gl. apply Rle_antisym; [| now apply B].
      rewrite great_is in Gl. specialize (Gl k' Hk'). rewrite !score_is, Ek' in Gl. pose proof (proj1 (B l Hl)). nra.
  Qed.

  Lemma all_great : ids j = b -> forall k, is_greatest (F := reals) n scores_of k = true.
  Proof. intros E k. apply great_is. intros l _. rewrite !score_is, E, Rminus_diag_eq by reflexivity. lra. Qed.
End Head.

Theorem psi_selects_real_holds : psi_selects_real.
Proof.
  intros d n u b Z j highest lowest Hj HB psi id. split.
  - intros sigma I i Hi. destruct (ids_selected d n u b 1 Z j sigma highest lowest I HB) as [A B].
    unfold psi. rewrite attend_is. split; intros H; [rewrite A by exact H | rewrite B by exact H];
      destruct (i =? 0)%nat; real; ring.
  - intros E i Hi. unfold psi. rewrite !attend_is. fold id. pose proof (all_great d n u b 1 Z j E) as G.
    rewrite averaged, (leftmost_at n _ id 0 ltac:(lia) (G 0%nat)) by (intros; lia).
    rewrite (rightmost_at n _ id (n - 1) ltac:(lia) (G (n - 1)%nat)) by (intros; lia).
    assert (F : filter (is_greatest (F := reals) n (scores_of d u b 1 Z j)) (seq 0 n) = seq 0 n).
    { assert (A : forall l, (forall k, In k l -> is_greatest (F := reals) n (scores_of d u b 1 Z j) k = true) ->
        filter (is_greatest (F := reals) n (scores_of d u b 1 Z j)) l = l).
      { induction l as [| k l IH]; intros A; [reflexivity |]. cbn [filter]. rewrite A by now left.
        rewrite IH; [reflexivity |]. intros; apply A; now right. }
      apply A. intros; apply G. }
    rewrite F, seq_length, (total_ext n (fun k => if is_greatest _ _ k then id k else 0) id)
      by (intros k _; now rewrite G).
    destruct (i =? 0)%nat; repeat split; real; unfold Rdiv; ring.
Qed.

Theorem Psi_shifts_selectively_real_holds : Psi_shifts_selectively_real.
Proof.
  intros sigma d n u b b' c Z j highest lowest I Hj Hb HB after id i Hi. unfold after, attention.
  cbn [fold_left]. unfold sum. rewrite !attend_is. cbn [plus number reals].
  destruct (ids_selected d n u b c Z j sigma highest lowest I HB) as [A B].
  destruct (ids_selected d n u b' (- c) Z j sigma highest lowest I HB) as [A' B']. fold id in A, B, A', B'.
  split.
  - intros [H H']. rewrite A, B' by assumption. destruct (i =? 0)%nat; real; ring.
  - intros [H | H]; [rewrite B, B' by lra | rewrite A, A' by lra]; destruct (i =? 0)%nat; real; ring.
Qed.

Theorem psi_head_of_E_3_holds : psi_head_of_E_3.
Proof.
  intros d m b gain Hd H H'. assert (U : forall i, (i < d)%nat -> Q2R (nth i (Transformers.reading_vector d m) 0%Q) =
    INR (m ^ i)).
  { intros i Hi. unfold Transformers.reading_vector. set (f := fun i : nat => Transformers.of_nat (m ^ i)).
    rewrite nth_indep with (d' := f 0%nat) by (rewrite map_length, seq_length; exact Hi).
    rewrite (map_nth f), seq_nth by exact Hi. unfold f, Transformers.of_nat, Q2R, inject_Z. cbn [Qnum Qden].
    rewrite INR_IZR_INZ, Nat.add_0_l. change (IZR (Z.pos 1)) with 1. field. }
  split; [reflexivity |]. split; [apply Q2R_opp |]. intros i Hi.
  unfold H, H', real_head, head_of, psi_head, real_matrix, Transformers.psi, of_list.
  cbn [W_O W_V W_K W_Q Transformers.W_O Transformers.W_V Transformers.W_K Transformers.W_Q].
  rewrite !(U i Hi). split; [| now repeat split]. unfold Transformers.first_unit.
  destruct i as [| i]; cbn [nth Nat.eqb].
  - reflexivity.
  - assert (E : nth i (repeat 0%Q (d - 1)) 0%Q = 0%Q).
    { generalize (d - 1)%nat as k. revert i Hi. intros i _ k. revert i.
      induction k as [| k IH]; intros [| i]; cbn [repeat nth]; auto. }
    rewrite E. apply real_zero.
Qed.
