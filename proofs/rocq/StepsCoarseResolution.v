(** * StepsCoarseResolution: why Lemma 10 is one-to-one, App. E.3.4

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters. *)

From Coq Require Import ZArith Znumtheory QArith Qround List Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Exported StepTools StepsCategory1.
From Exactua Require StepsColumnId.
Import ListNotations.
Open Scope Z_scope.

(** ** The difference of two displays, term by term *)

Lemma total_Z_multiple : forall c lo hi f, (forall k, lo <= k <= hi -> (c | f k)) -> (c | total_Z lo hi f).
Proof.
  intros c lo hi f H. unfold total_Z.
  assert (A : forall k, In k (range lo hi) -> (c | f k)) by (intros; now apply H, in_range).
  induction (range lo hi) as [| k l IH]; simpl; [apply Z.divide_0_r |].
  apply Z.divide_add_r; [apply A; now left | apply IH; intros; apply A; now right].
Qed.

Lemma power_multiple : forall K e f, 0 <= e <= f -> (K ^ e | K ^ f).
Proof. intros K e f H. exists (K ^ (f - e)). rewrite <- Z.pow_add_r by lia. f_equal. lia. Qed.

Section Terms.
  Variables (K N : Z) (a b : Z -> Z).
  Hypothesis HK : 2 <= K.
  Hypothesis HN : 2 <= N.
  Hypothesis Ha : forall j, 1 <= j <= N -> 0 <= a j < K.
  Hypothesis Hb : forall j, 1 <= j <= N -> 0 <= b j < K.

  (** Term k < n, term n, the term in which l_j comes first, and what comes after it. *)
  Let middle k := K ^ k * (a (N - k) - a (N - k + 1) - b (N - k) + b (N - k + 1)).
  Let last := K ^ N * (a N - a 1 - b N + b 1).
  Let term j := if j =? N then a N - b N else middle (N - j).
  Let rest j := total_Z (N - j + 1) (N - 1) middle + last.

  Lemma rest_multiple : forall j, 1 <= j <= N -> (K ^ (N - j + 1) | rest j).
  Proof.
    intros j Hj. apply Z.divide_add_r.
    - apply total_Z_multiple. intros k Hk. eapply Z.divide_trans; [apply (power_multiple K _ k); lia |].
      apply Z.divide_factor_l.
    - eapply Z.divide_trans; [apply (power_multiple K _ N); lia | apply Z.divide_factor_l].
  Qed.

  Let equal_beyond j := forall i, j + 1 <= i <= N -> a i = b i.

  Lemma term_is : forall j, 1 <= j <= N -> equal_beyond j -> term j = K ^ (N - j) * (a j - b j).
  Proof.
    intros j Hj H. unfold term. destruct (Z.eqb_spec j N) as [-> | Hne].
    - rewrite Z.sub_diag, Z.pow_0_r. ring.
    - unfold middle. replace (N - (N - j)) with j by lia. rewrite (H (j + 1)) by lia. ring.
  Qed.

  Lemma term_bounded : forall j, 1 <= j <= N -> equal_beyond j ->
    - (K ^ (N - j + 1) - K ^ (N - j)) <= term j <= K ^ (N - j + 1) - K ^ (N - j).
  Proof.
    intros j Hj H. rewrite term_is, power_up by (assumption || lia). specialize (Ha j Hj). specialize (Hb j Hj).
    pose proof (power_one K (N - j) HK ltac:(lia)). nia.
  Qed.

  Lemma term_stays : forall j, 1 <= j <= N -> equal_beyond j -> a j <> b j -> term j + rest j <> 0.
  Proof.
    intros j Hj H Hne E. destruct (rest_multiple j Hj) as [q Hq].
    rewrite term_is, Hq, power_up in E by (assumption || lia).
    pose proof (power_one K (N - j) HK ltac:(lia)) as P. set (p := K ^ (N - j)) in *. clearbody p.
    assert (F : p * ((a j - b j) + q * K) = 0) by lia. apply Z.mul_eq_0 in F as [F | F]; [lia |].
    specialize (Ha j Hj). specialize (Hb j Hj). assert (q = 0) by nia. subst q. lia.
  Qed.

  Let display (x : Z -> Z) := x N + total_Z 1 (N - 1) (fun k => K ^ k * (x (N - k) - x (N - k + 1))) + K ^ N *
    (x N - x 1).

  Lemma displayed : display a - display b = a N - b N + rest N.
  Proof.
    unfold display, rest, last. rewrite Z.sub_diag, Z.add_0_l.
    rewrite (total_Z_ext 1 (N - 1) middle (fun k => K ^ k * (a (N - k) - a (N - k + 1)) +
      -1 * (K ^ k * (b (N - k) - b (N - k + 1))))) by (intros; unfold middle; ring).
    rewrite total_Z_plus, total_Z_scale. ring.
  Qed.

  (** The terms before that in which l_j comes first are 0. *)
  Lemma displayed_from : forall i, 0 <= i <= N - 1 -> equal_beyond (N - i) ->
    display a - display b = term (N - i) + rest (N - i).
  Proof.
    intros i Hi. apply (total_Z_ind (fun i => equal_beyond (N - i) ->
      display a - display b = term (N - i) + rest (N - i)) 1 i); [lia | |].
    - intros _. rewrite displayed. unfold term. rewrite !Z.sub_0_r, Z.eqb_refl. reflexivity.
    - intros k H1 H2 IH H. rewrite IH by (intros j Hj; apply H; lia).
      rewrite (term_is (N - k)) by (lia || (intros j Hj; apply H; lia)).
      rewrite (H (N - k)) by lia. unfold term, rest.
      destruct (Z.eqb_spec (N - (k + 1)) N) as [E | _]; [lia |].
      rewrite (StepsColumnId.total_Z_first (N - (N - k) + 1)) by lia.
      replace (N - (N - k) + 1) with (k + 1) by lia. replace (N - (N - (k + 1))) with (k + 1) by lia. ring.
  Qed.

  Lemma from_last : display a = display b -> forall j, 1 <= j <= N -> a j = b j.
  Proof.
    intros E. assert (A : forall i, 0 <= i <= N -> forall j, N - i + 1 <= j <= N -> a j = b j).
    { intros i Hi. apply (total_Z_ind (fun i => forall j, N - i + 1 <= j <= N -> a j = b j) 1 i); [lia | intros; lia |].
      intros k H1 H2 IH j Hj. destruct (Z.eq_dec j (N - k)) as [-> | Hne]; [| apply IH; lia].
      destruct (Z.eq_dec (a (N - k)) (b (N - k))) as [Eq | Ne]; [exact Eq | exfalso].
      assert (B : equal_beyond (N - k)) by (intros i' Hi'; apply IH; lia).
      apply (term_stays (N - k) ltac:(lia) B Ne). rewrite <- displayed_from by (lia || exact B). lia. }
    intros j Hj. apply (A N); lia.
  Qed.
End Terms.

(** ** From a pair [L L'] to these numbers *)

Lemma at_firstn : forall x n j, 1 <= j <= Z.of_nat n -> at_ (firstn n x) j = at_ x j.
Proof.
  intros x n j Hj. unfold at_. assert (H : (Z.to_nat (j - 1) < n)%nat) by lia. revert H. clear Hj.
  generalize (Z.to_nat (j - 1)) as i. revert x. induction n as [| n IH]; intros x i H; [lia |].
  destruct x as [| y x]; [reflexivity |]. destruct i as [| i]; [reflexivity |]. cbn [firstn nth]. apply IH. lia.
Qed.

Lemma at_skipn : forall x n j, 1 <= j -> at_ (skipn n x) j = at_ x (Z.of_nat n + j).
Proof.
  intros x n j Hj. unfold at_. replace (Z.to_nat (Z.of_nat n + j - 1)) with (n + Z.to_nat (j - 1))%nat by lia.
  clear Hj. generalize (Z.to_nat (j - 1)) as i. revert x. induction n as [| n IH]; intros x i; [reflexivity |].
  destruct x as [| y x]; [now destruct i |]. apply IH.
Qed.

Lemma pair_facts : forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  category_1 d n m (firstn n L) /\ category_1 d n m (skipn n L) ->
  of_shape d (n + n) L /\
  (forall j, 1 <= j <= Z.of_nat n -> 0 <= at_ (column_ids d m L) j < D d m) /\
  (forall j, 1 <= j <= Z.of_nat n -> 0 <= at_ (column_ids d m L) (Z.of_nat n + j) < D d m).
Proof.
  intros d n m L Hd Hn Hm [HL HL'].
  destruct (category_1_facts d n m _ Hd Hn Hm HL) as ([S1 S2] & Hx & _ & R).
  destruct (category_1_facts d n m _ Hd Hn Hm HL') as ([S1' S2'] & Hx' & _ & R').
  pose proof (firstn_skipn n L) as E. split; [split |].
  - rewrite <- E, app_length, S1, S1'. reflexivity.
  - rewrite <- E. apply Forall_app. split; assumption.
  - assert (F : column_ids d m (firstn n L) = firstn n (column_ids d m L)) by (unfold column_ids;
    now rewrite firstn_map).
    assert (F' : column_ids d m (skipn n L) = skipn n (column_ids d m L)) by (unfold column_ids; now rewrite skipn_map).
    split; intros j Hj.
    + rewrite <- (at_firstn _ n) by lia. rewrite <- F. apply (at_Forall _ _ j R). lia.
    + rewrite <- at_skipn by lia. rewrite <- F'. apply (at_Forall _ _ j R'). lia.
Qed.

(** A pair [L L'], and its ids, l_j and l'_j. *)
Ltac pair L :=
  let HL := fresh "HL" in intros L HL;
  match type of HL with category_1 ?d ?n ?m _ /\ _ =>
    let HK := fresh "HK" in pose proof (two_to_D d m ltac:(lia) ltac:(lia)) as HK;
    let HS := fresh "HS" in let R := fresh "R" in let R' := fresh "R'" in
    destruct (pair_facts d n m L ltac:(lia) ltac:(lia) ltac:(lia) HL) as (HS & R & R');
    pose proof (reads_point d (n + n) m L HS)
  end.

(** A fact about the terms, for the ids of the pair. *)
Ltac terms fact :=
  match goal with R : forall j, 1 <= j <= Z.of_nat ?n -> 0 <= at_ (column_ids ?d ?m ?L) j < D ?d ?m |- _ =>
    pose proof (fact (D d m) (Z.of_nat n) (at_ (column_ids d m L)) (fun j => at_ (column_ids d m L) (Z.of_nat n + j)))
      as E; cbv zeta beta in E
  end.

(** a = K z: K floor(a/K) = a. *)
Lemma floor_of_multiple : forall a x K, 1 <= K -> whole a x -> (K | x) ->
  (inject_Z (K * Qfloor (a / inject_Z K)) == a)%Q.
Proof.
  intros a x K HK Ha [q ->]. unfold whole in Ha.
  assert (E : (a / inject_Z K == inject_Z q)%Q).
  { rewrite Ha, inject_Z_mult. field. unfold Qeq. simpl. lia. }
  rewrite E, Qfloor_Z, Ha. rewrite Z.mul_comm. reflexivity.
Qed.

Theorem yun2020_coarse_resolution_in_the_range_refuted : ~ yun2020_coarse_resolution_in_the_range.
Proof. intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) ltac:(easy)). lia. Qed.

Theorem yun2020_coarse_resolution_in_the_range_repaired_proved : yun2020_coarse_resolution_in_the_range_repaired.
Proof.
  parameters. pair L. intros j Hj. specialize (R j Hj). split; [| split; to_Z; lia].
  assert (W : exists z, whole (item (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) *
    item (row_of (reading_vector d m) (in_unit_1 m L)) j)%Q) j) z) by (eexists; whole).
  destruct W as [z W]. rewrite (Qfloor_whole _ _ W). symmetry. exact W.
Qed.

Theorem yun2020_coarse_resolution_displayed_proved : yun2020_coarse_resolution_displayed.
Proof.
  parameters. pair L. to_Z.
  terms displayed. rewrite Z.sub_diag, Z.add_0_l in E. rewrite E. ring.
Qed.

Theorem yun2020_coarse_resolution_first_term_low_proved : yun2020_coarse_resolution_first_term_low.
Proof.
  parameters. pair L. intros _. to_Z. specialize (R (Z.of_nat n) ltac:(lia)).
  specialize (R' (Z.of_nat n) ltac:(lia)). lia.
Qed.

Theorem yun2020_coarse_resolution_first_term_high_proved : yun2020_coarse_resolution_first_term_high.
Proof.
  parameters. pair L. intros _. to_Z. specialize (R (Z.of_nat n) ltac:(lia)).
  specialize (R' (Z.of_nat n) ltac:(lia)). lia.
Qed.

Theorem yun2020_coarse_resolution_second_term_coarse_proved : yun2020_coarse_resolution_second_term_coarse.
Proof.
  parameters. pair L. eapply floor_of_multiple; [lia | whole |].
  rewrite Z.pow_1_r. apply Z.divide_factor_l.
Qed.

Theorem yun2020_coarse_resolution_remaining_coarse_proved : yun2020_coarse_resolution_remaining_coarse.
Proof.
  parameters. pair L.
  assert (P : forall k, 1 <= k -> (D d m | D d m ^ k)) by (intros k Hk; rewrite <- (Z.pow_1_r (D d m)) at 1;
    apply power_multiple; lia).
  split; [intros k Hk |]; (eapply floor_of_multiple; [lia | whole |]);
    (eapply Z.divide_trans; [apply P | apply Z.divide_factor_l]); lia.
Qed.

(** Two rationals are not equal where the integers that they are are not. *)
Lemma whole_differ : forall a b x y, whole a x -> whole b y -> x <> y -> ~ (a == b)%Q.
Proof. intros a b x y Ha Hb H E. apply H. now apply (whole_eq a b x y Ha Hb). Qed.

Theorem yun2020_coarse_resolution_first_term_stays_proved : yun2020_coarse_resolution_first_term_stays.
Proof.
  parameters. pair L. intros Hne. erewrite whole_eq in Hne by whole.
  eapply whole_differ; [whole | whole |]. terms term_stays.
  specialize (E HK ltac:(lia) R R' (Z.of_nat n) ltac:(lia) ltac:(intros; lia) Hne).
  rewrite Z.eqb_refl, Z.sub_diag, Z.add_0_l in E. lia.
Qed.

Theorem yun2020_coarse_resolution_last_ids_equal_proved : yun2020_coarse_resolution_last_ids_equal.
Proof.
  parameters. pair L. intros Eq. erewrite whole_eq in Eq by whole. terms from_last.
  specialize (E HK ltac:(lia) R R' ltac:(lia)). to_Z. apply E. lia.
Qed.

Theorem yun2020_coarse_resolution_second_to_last_equal_proved : yun2020_coarse_resolution_second_to_last_equal.
Proof.
  parameters. pair L. intros Eq. erewrite whole_eq in Eq by whole. terms from_last.
  specialize (E HK ltac:(lia) R R' ltac:(lia)). to_Z. apply E. lia.
Qed.

Theorem yun2020_coarse_resolution_one_to_one_proved : yun2020_coarse_resolution_one_to_one.
Proof.
  parameters. pair L. intros Eq. erewrite whole_eq in Eq by whole. terms from_last.
  specialize (E HK ltac:(lia) R R' ltac:(lia)). intros j Hj. to_Z. apply E. lia.
Qed.

(** The second term, where l_n = l'_n and l_(n-1) <> l'_(n-1). *)
Ltac second_term fact :=
  let same := fresh "same" in let other := fresh "other" in
  intros [same other]; erewrite whole_eq in same by whole; erewrite whole_eq in other by whole; terms fact;
  match goal with HK : 2 <= _, R : forall j, _ -> 0 <= at_ _ j < _, R' : forall j, _ -> 0 <= at_ _ (_ + j) < _,
    E : _ -> _ |- context [Z.of_nat ?n] =>
    specialize (E HK ltac:(lia) R R' (Z.of_nat n - 1) ltac:(lia)
      ltac:(intros i Hi; replace i with (Z.of_nat n) by lia; exact same));
    replace (Z.of_nat n - (Z.of_nat n - 1)) with 1 in E by lia;
    destruct (Z.eqb_spec (Z.of_nat n - 1) (Z.of_nat n)) as [? | _] in E; [lia |]
  end.

Theorem yun2020_coarse_resolution_second_term_low_proved : yun2020_coarse_resolution_second_term_low.
Proof. parameters. pair L. second_term term_bounded. to_Z. change (1 + 1) with 2 in E. rewrite !Z.pow_1_r in *. lia.
Qed.

Theorem yun2020_coarse_resolution_second_term_high_proved : yun2020_coarse_resolution_second_term_high.
Proof. parameters. pair L. second_term term_bounded. to_Z. change (1 + 1) with 2 in E. rewrite !Z.pow_1_r in *. lia.
Qed.

Theorem yun2020_coarse_resolution_second_term_stays_proved : yun2020_coarse_resolution_second_term_stays.
Proof.
  parameters. pair L. second_term term_stays. eapply whole_differ; [whole | whole |]. specialize (E other).
  change (1 + 1) with 2 in E. lia.
Qed.

(** Where l_j differs first; (j = n)'s term is not one of the middle. *)
Ltac first_difference j fact :=
  let same := fresh "same" in let other := fresh "other" in let B := fresh "B" in
  intros [same other]; erewrite whole_eq in other by whole;
  match goal with HK : 2 <= D ?d ?m, R : forall j, 1 <= j <= Z.of_nat ?n -> 0 <= at_ (column_ids ?d ?m ?L) j < _,
    R' : forall j, _ -> 0 <= at_ _ (_ + j) < _, Hj : 1 <= j <= _ |- _ =>
    assert (B : forall i, j + 1 <= i <= Z.of_nat n ->
      at_ (column_ids d m L) i = at_ (column_ids d m L) (Z.of_nat n + i))
      by (let i := fresh "i" in let Hi := fresh "Hi" in intros i Hi; specialize (same i Hi);
          erewrite whole_eq in same by whole; exact same);
    terms fact; match goal with E : _ -> _ |- _ => specialize (E HK ltac:(lia) R R' j Hj B) end
  end.

Theorem yun2020_coarse_resolution_terms_bounded_proved : yun2020_coarse_resolution_terms_bounded.
Proof.
  parameters. pair L. intros j Hj. first_difference j term_bounded.
  destruct (Z.eqb_spec j (Z.of_nat n)) as [-> | Hne]; split; to_Z; apply E.
Qed.

Theorem yun2020_coarse_resolution_terms_coarse_proved : yun2020_coarse_resolution_terms_coarse.
Proof.
  parameters. pair L. intros j Hj. eapply floor_of_multiple; [apply power_one; lia | whole |].
  terms rest_multiple. apply E; lia.
Qed.

Theorem yun2020_coarse_resolution_terms_stay_proved : yun2020_coarse_resolution_terms_stay.
Proof.
  parameters. pair L. intros j Hj. first_difference j term_stays. specialize (E other).
  destruct (Z.eqb_spec j (Z.of_nat n)) as [-> | Hne]; (eapply whole_differ; [whole | whole |]); lia.
Qed.
