(** * Coverings: the laws of d_p(f, g) <= e *)

From Coq Require Import Reals List Lra Lia Classical Cantor.
From Exactua Require Import Matrices Distance Powers Sums Boxes NeverBoth RealStatements.
Open Scope R_scope.

(** A sequence of boxes with weights covers h over D. *)
Definition covers (d n : nat) (h : matrix -> R) (D : matrix -> Prop) (B : nat -> box) (c : nat -> R) : Prop :=
  (forall i, 0 <= c i) /\
  forall X, D X -> forall r, 0 < r -> exists k, h X <= sum_below k (fun i => c i * indicator d n (B i) X) + r.

Lemma term_nonnegative : forall d n (B : nat -> box) (c : nat -> R) X, (forall i, 0 <= c i) ->
  forall i, 0 <= c i * indicator d n (B i) X.
Proof. intros d n B c X Hc i. apply Rmult_le_pos; [apply Hc | apply indicator_nonnegative]. Qed.

Lemma weight_nonnegative : forall d n (B : nat -> box) (c : nat -> R), (forall i, 0 <= c i) ->
  forall i, 0 <= c i * volume d n (B i).
Proof. intros d n B c Hc i. apply Rmult_le_pos; [apply Hc | apply volume_nonnegative]. Qed.

Lemma terms_in_turn : forall (v : box -> R) (A B : nat -> box) (a b : nat -> R) k,
  sum_below (2 * k) (fun i => in_turn a b i * v (in_turn A B i)) =
  sum_below k (fun i => a i * v (A i)) + sum_below k (fun i => b i * v (B i)).
Proof.
  intros v A B a b k. rewrite <- sum_below_in_turn. apply sum_below_ext. intros i _. unfold in_turn.
  destruct (Nat.even i); reflexivity.
Qed.

Lemma cover_in_turn :
  forall d n h (D : matrix -> Prop) (A B : nat -> box) (a b : nat -> R), (forall i, 0 <= a i) -> (forall i, 0 <= b i) ->
  (forall X, D X -> forall r, 0 < r -> exists k, h X <= sum_below k (fun i => a i * indicator d n (A i) X) +
    sum_below k (fun i => b i * indicator d n (B i) X) + r) ->
  covers d n h D (in_turn A B) (in_turn a b).
Proof.
  intros d n h D A B a b Ha Hb H. split.
  - intros i. now apply (in_turn_all R (fun x => 0 <= x)).
  - intros X HX r Hr. destruct (H X HX r Hr) as [k Hk]. exists (2 * k)%nat.
    now rewrite (terms_in_turn (fun B => indicator d n B X)).
Qed.

Lemma weight_in_turn :
  forall d n (A B : nat -> box) (a b : nat -> R) x y, (forall i, 0 <= a i) -> (forall i, 0 <= b i) ->
  (forall k, sum_below k (fun i => a i * volume d n (A i)) <= x) ->
  (forall k, sum_below k (fun i => b i * volume d n (B i)) <= y) ->
  forall k, sum_below k (fun i => in_turn a b i * volume d n (in_turn A B i)) <= x + y.
Proof.
  intros d n A B a b x y Ha Hb Hx Hy k. eapply Rle_trans.
  - apply (sum_below_grows k (2 * k)); [| lia]. apply weight_nonnegative. intros i.
    now apply (in_turn_all R (fun x => 0 <= x)).
  - rewrite (terms_in_turn (volume d n)). now apply Rplus_le_compat.
Qed.

Lemma difference_nonnegative : forall d n p f g X, 0 <= difference d n p f g X.
Proof.
  intros d n p f g X. unfold difference. replace 0 with (sum_over (entries d n) (fun _ _ => 0)).
  - apply sum_over_le. intros. apply power_nonnegative.
  - rewrite sum_over_constant. ring.
Qed.

Lemma sum_over_ext :
  forall l a b, (forall i j, In (i, j) l -> a i j = b i j) -> sum_over l a = sum_over l b.
Proof. intros l a b H. apply Rle_antisym; apply sum_over_le; intros i j Hin; rewrite (H i j Hin); lra. Qed.

Lemma difference_symmetric : forall d n p f g X, difference d n p f g X = difference d n p g f X.
Proof. intros d n p f g X. apply sum_over_ext. intros i j _. now rewrite Rabs_minus_sym. Qed.

Lemma difference_same : forall d n p f g X, same d n (f X) (g X) -> difference d n p f g X = 0.
Proof.
  intros d n p f g X H. unfold difference. rewrite (sum_over_ext _ _ (fun _ _ => 0)).
  - rewrite sum_over_constant. ring.
  - intros i j Hin. apply entries_in in Hin as [Hi Hj]. rewrite (H i j Hi Hj).
    unfold Rminus. rewrite Rplus_opp_r, Rabs_R0. apply power_zero.
Qed.

(** ** The laws *)

Theorem never_both_holds : distance_never_both.
Proof.
  intros d n p f g D e [(He & A & a & Ha & Hcover & Hweight) (K & B & c & Hc & Hbelow & Hapart & Hgt)].
  pose proof (never_heavier d n _ D (power e p) A a K B c Ha Hcover Hweight Hbelow Hapart). lra.
Qed.

Theorem monotone_holds : distance_monotone.
Proof.
  intros d n p f g D D' e e' Hp HD He. split.
  - intros (He0 & B & c & Hc & Hcover & Hweight). split; [lra |]. exists B, c. split; [exact Hc |]. split.
    + intros X HX. now apply Hcover, HD.
    + intros k. eapply Rle_trans; [apply Hweight |]. apply power_monotone; lra.
  - intros (k & B & c & Hc & Hbelow & Hapart & Hgt). exists k, B, c. split; [exact Hc |]. split; [| split].
    + intros i X Hi HX. destruct (Hbelow i X Hi HX). split; [now apply HD | assumption].
    + exact Hapart.
    + eapply Rle_lt_trans; [| exact Hgt]. apply power_monotone; lra.
Qed.

Theorem by_upper_sum_holds : distance_by_upper_sum.
Proof.
  intros d n p f g D e s He (k & B & c & Hc & Hcover & Es) Hs. subst s. split; [exact He |].
  exists B, (fun i => if (i <? k)%nat then c i else 0).
  assert (Hsame : forall v : box -> R, sum_below k (fun i => (if (i <? k)%nat then c i else 0) * v (B i)) =
    sum_below k (fun i => c i * v (B i))).
  { intros v. apply sum_below_ext. intros i Hi. apply Nat.ltb_lt in Hi. now rewrite Hi. }
  split; [| split].
  - intros i. destruct (Nat.ltb_spec i k); [now apply Hc | lra].
  - intros X HX r Hr. exists k. rewrite (Hsame (fun B => indicator d n B X)). pose proof (Hcover X HX). lra.
  - intros l. eapply Rle_trans; [| exact Hs]. rewrite <- (Hsame (volume d n)).
    induction l as [| l IH].
    + apply sum_below_nonnegative. intros i Hi. apply Nat.ltb_lt in Hi as Hi'. rewrite Hi'.
      apply Rmult_le_pos; [now apply Hc | apply volume_nonnegative].
    + destruct (Nat.leb_spec (S l) k) as [Hl | Hl].
      * apply (sum_below_grows_to k (S l)); [| exact Hl]. intros i Hi. apply Nat.ltb_lt in Hi as Hi'. rewrite Hi'.
        apply Rmult_le_pos; [now apply Hc | apply volume_nonnegative].
      * simpl. replace (l <? k)%nat with false by (symmetry; apply Nat.ltb_ge; lia). lra.
Qed.

Theorem by_upper_integral_holds : distance_by_upper_integral.
Proof.
  intros d n p f g D e Hp He H e' He'.
  assert (Hlt : power e p < power e' p).
  { destruct He as [He | <-].
    - rewrite !power_positive by lra. apply Rlt_Rpower_l; lra.
    - rewrite power_zero. now apply power_above_zero. }
  destruct (H (power e' p - power e p)) as (s & Hs & Hle); [lra |].
  apply (by_upper_sum_holds d n p f g D e' s); [lra | exact Hs | lra].
Qed.

Theorem to_itself_holds : distance_to_itself.
Proof.
  intros d n p f D. apply (by_upper_sum_holds d n p f f D 0 0); [lra | | apply power_nonnegative].
  exists 0%nat, (fun _ => Box zero zero), (fun _ => 0). split; [intros; lra |]. split; [| reflexivity].
  intros X _. rewrite difference_same; [simpl; lra | now intros i j].
Qed.

Theorem symmetric_holds : distance_symmetric.
Proof.
  intros d n p f g D e. split.
  - intros (He & B & c & Hc & Hcover & Hweight). split; [exact He |]. exists B, c. split; [exact Hc |].
    split; [| exact Hweight]. intros X HX. rewrite difference_symmetric. now apply Hcover.
  - intros (k & B & c & Hc & Hbelow & Hrest). exists k, B, c. split; [exact Hc |]. split; [| exact Hrest].
    intros i X Hi HX. rewrite difference_symmetric. now apply Hbelow.
Qed.

Theorem of_step_functions_holds : distance_of_step_functions.
Proof.
  intros d n p f g D e k B c He Hc Hapart Hbelow Hcover.
  assert (Hat : sum_below k (fun i => c i * volume d n (B i)) <= power e p -> at_most d n p f g D e).
  { intros H. apply (by_upper_sum_holds d n p f g D e _ He) with (2 := H). exists k, B, c. auto. }
  assert (Hmore : power e p < sum_below k (fun i => c i * volume d n (B i)) -> more_than d n p f g D e).
  { intros H. exists k, B, c. auto. }
  split; split; try assumption.
  - intros H. apply Rnot_lt_le. intros Hlt. apply (never_both_holds d n p f g D e). auto.
  - intros H. apply Rnot_le_lt. intros Hle. apply (never_both_holds d n p f g D e). auto.
Qed.

(** A product of numbers that are at least 1 is at least each of them. *)
Lemma product_over_has :
  forall l a i j, (forall k m, In (k, m) l -> 1 <= a k m) -> In (i, j) l -> a i j <= product_over l a.
Proof.
  induction l as [| [k m] l IH]; intros a i j Ha Hin; [easy |]. rewrite product_over_cons.
  assert (Hk : 1 <= a k m) by (apply Ha; now left).
  assert (Hl : 1 <= product_over l a).
  { clear - Ha. induction l as [| [k' m'] l IH]; [right; reflexivity |]. rewrite product_over_cons.
    rewrite <- (Rmult_1_r 1) at 1. apply Rmult_le_compat; try lra; [apply Ha; right; now left |].
    apply IH. intros q r [E | Hin]; apply Ha; [now left | right; now right]. }
  destruct Hin as [E | Hin].
  - injection E as -> ->. rewrite <- (Rmult_1_r (a i j)) at 1. apply Rmult_le_compat_l; lra.
  - apply Rle_trans with (product_over l a); [apply IH; [intros; apply Ha; now right | exact Hin] |].
    rewrite <- (Rmult_1_l (product_over l a)) at 1. apply Rmult_le_compat_r; lra.
Qed.

Theorem infinite_holds : distance_infinite.
Proof.
  intros d n p f g D. split.
  - intros H e Hat. apply (never_both_holds d n p f g D e). auto.
  - intros Hd Hn c Hc H e. pose proof (power_nonnegative e p) as HE.
    set (l := 1 + power e p / c).
    assert (Hl : 1 <= l).
    { unfold l. assert (0 <= power e p / c); [| lra]. apply Rmult_le_pos; [exact HE | left; now apply Rinv_0_lt_compat]. }
    exists 1%nat, (fun _ => Box zero (fun _ _ => l)), (fun _ => c).
    split; [intros; lra |]. split; [| split].
    + intros i X _ _. split; [exact I | apply H].
    + intros i j X Hi Hj _ _. lia.
    + assert (Hside : forall i j, Rmax 0 (high (Box zero (fun _ _ => l)) i j - low (Box zero (fun _ _ => l)) i j) = l).
      { intros i j. simpl. unfold zero. rewrite Rminus_0_r. apply Rmax_right. lra. }
      assert (Hvolume : l <= volume d n (Box zero (fun _ _ => l))).
      { unfold volume. rewrite <- (Hside 0%nat 0%nat) at 1.
        apply (product_over_has _ (fun i j => Rmax 0 (high (Box zero (fun _ _ => l)) i j -
          low (Box zero (fun _ _ => l)) i j))); [intros; rewrite Hside; exact Hl | apply entries_in; lia]. }
      simpl sum_below. rewrite Rplus_0_l. apply Rlt_le_trans with (c * l); [| now apply Rmult_le_compat_l; [lra |]].
      unfold l. replace (c * (1 + power e p / c)) with (c + power e p) by (field; lra). lra.
Qed.

(** ** The triangle inequality *)

(** ||f - k||^p <= s^(1-p) ||f - g||^p + t^(1-p) ||g - k||^p, for weights s, t > 0 with s + t = 1. *)
Lemma difference_triangle :
  forall d n p f g k s t X, 0 < s -> 0 < t -> s + t = 1 -> 1 <= p ->
  difference d n p f k X <=
  s * power (/ s) p * difference d n p f g X + t * power (/ t) p * difference d n p g k X.
Proof.
  intros d n p f g k s t X Hs Ht Hst Hp. unfold difference.
  rewrite <- !sum_over_scale, <- sum_over_plus. apply sum_over_le. intros i j _.
  replace (f X i j - k X i j) with ((f X i j - g X i j) + (g X i j - k X i j)) by ring.
  now apply power_of_sum.
Qed.

Lemma triangle_positive :
  forall d n p f g k D e e', 1 <= p -> 0 < e -> 0 < e' ->
  at_most d n p f g D e -> at_most d n p g k D e' -> at_most d n p f k D (e + e').
Proof.
  intros d n p f g k D e e' Hp He He' (_ & A & a & Ha & HA & Wa) (_ & B & b & Hb & HB & Wb).
  split; [lra |]. set (s := e / (e + e')). set (t := e' / (e + e')).
  assert (Hs : 0 < s) by (apply Rdiv_lt_0_compat; lra). assert (Ht : 0 < t) by (apply Rdiv_lt_0_compat; lra).
  assert (Hst : s + t = 1) by (unfold s, t; field; lra).
  set (x := s * power (/ s) p). set (y := t * power (/ t) p).
  assert (Hx : 0 <= x) by (apply Rmult_le_pos; [lra | apply power_nonnegative]).
  assert (Hy : 0 <= y) by (apply Rmult_le_pos; [lra | apply power_nonnegative]).
  assert (Hxa : forall i, 0 <= x * a i) by (intros i; apply Rmult_le_pos; auto).
  assert (Hyb : forall i, 0 <= y * b i) by (intros i; apply Rmult_le_pos; auto).
  exists (in_turn A B), (in_turn (fun i => x * a i) (fun i => y * b i)).
  assert (Hcover : covers d n (difference d n p f k) D (in_turn A B) (in_turn (fun i => x * a i) (fun i => y * b i))).
  { apply cover_in_turn; [exact Hxa | exact Hyb |]. intros X HX r Hr.
    assert (Hq : 0 < r / (x + y + 1)) by (apply Rdiv_lt_0_compat; lra).
    destruct (HA X HX _ Hq) as [k1 H1]. destruct (HB X HX _ Hq) as [k2 H2]. exists (Nat.max k1 k2).
    pose proof (sum_below_grows k1 (Nat.max k1 k2) _ (term_nonnegative d n A a X Ha) ltac:(lia)) as G1.
    pose proof (sum_below_grows k2 (Nat.max k1 k2) _ (term_nonnegative d n B b X Hb) ltac:(lia)) as G2.
    rewrite (sum_below_ext _ (fun i => x * a i * indicator d n (A i) X) (fun i => x * (a i * indicator d n (A i) X)))
      by (intros; ring).
    rewrite (sum_below_ext _ (fun i => y * b i * indicator d n (B i) X) (fun i => y * (b i * indicator d n (B i) X)))
      by (intros; ring).
    rewrite !sum_below_scale.
    pose proof (difference_triangle d n p f g k s t X Hs Ht Hst Hp) as H. fold x y in H.
    assert (Hr' : x * (r / (x + y + 1)) + y * (r / (x + y + 1)) <= r).
    { replace r with (x * (r / (x + y + 1)) + y * (r / (x + y + 1)) + r / (x + y + 1)) at 3 by (field; lra). lra. }
    pose proof (Rmult_le_compat_l x _ _ Hx (Rle_trans _ _ _ H1 (Rplus_le_compat_r _ _ _ G1))).
    pose proof (Rmult_le_compat_l y _ _ Hy (Rle_trans _ _ _ H2 (Rplus_le_compat_r _ _ _ G2))). lra. }
  destruct Hcover as [Hpos Hcover]. split; [exact Hpos |]. split; [exact Hcover |].
  intros l. replace (power (e + e') p) with (x * power e p + y * power e' p).
  - apply weight_in_turn; [exact Hxa | exact Hyb | |]; intros q.
    + rewrite (sum_below_ext _ _ (fun i => x * (a i * volume d n (A i)))) by (intros; ring).
      rewrite sum_below_scale. now apply Rmult_le_compat_l.
    + rewrite (sum_below_ext _ _ (fun i => y * (b i * volume d n (B i)))) by (intros; ring).
      rewrite sum_below_scale. now apply Rmult_le_compat_l.
  - unfold x, y. rewrite !Rmult_assoc, <- !power_times by (try (left; apply Rinv_0_lt_compat); lra).
    replace (/ s * e) with (e + e') by (unfold s; field; lra).
    replace (/ t * e') with (e + e') by (unfold t; field; lra).
    rewrite <- Rmult_plus_distr_r, Hst. ring.
Qed.

(** Where boxes weigh nothing together, each of them may be taken infinitely often. *)
Definition again {A : Type} (a : nat -> A) (i : nat) : A := a (fst (Cantor.of_nat i)).

Lemma again_unbounded :
  forall (a : nat -> R) i, (forall j, 0 <= a j) -> 0 < a i -> forall x, exists k, x <= sum_below k (again a).
Proof.
  intros a i Ha Hi x.
  assert (H : forall q, exists k, INR q * a i <= sum_below k (again a)).
  { induction q as [| q [k Hk]]; [exists 0%nat; simpl; lra |].
    set (l := Cantor.to_nat (i, k)). assert (Hl : (k <= l)%nat) by (pose proof (Cantor.to_nat_non_decreasing i k); lia).
    exists (S l). simpl sum_below. rewrite S_INR.
    pose proof (sum_below_grows k l (again a) (fun j => Ha _) Hl).
    replace (again a l) with (a i) by (unfold again, l; now rewrite Cantor.cancel_of_to). lra. }
  assert (Hq : exists q, x / a i < INR q).
  { exists (Z.to_nat (up (x / a i))). destruct (archimed (x / a i)) as [Hup _].
    eapply Rlt_le_trans; [exact Hup |]. rewrite INR_IZR_INZ. apply IZR_le. lia. }
  destruct Hq as [q Hq]. destruct (H q) as [k Hk]. exists k.
  apply (Rmult_lt_compat_r (a i)) in Hq; [| exact Hi]. unfold Rdiv in Hq.
  rewrite Rmult_assoc, Rinv_l in Hq by lra. lra.
Qed.

Lemma triangle_zero :
  forall d n p f g k D e, 1 <= p -> at_most d n p f g D 0 -> at_most d n p g k D e -> at_most d n p f k D e.
Proof.
  intros d n p f g k D e Hp (_ & A & a & Ha & HA & Wa) (He & B & b & Hb & HB & Wb). split; [exact He |].
  exists (in_turn (again A) B), (in_turn (again a) b).
  assert (Haa : forall i, 0 <= again a i) by (intros i; apply Ha).
  assert (Hnull : forall i, a i * volume d n (A i) = 0).
  { intros i. pose proof (weight_nonnegative d n A a Ha) as Hpos. apply Rle_antisym; [| apply Hpos].
    rewrite <- (power_zero p). eapply Rle_trans; [| apply (Wa (S i))].
    apply (sum_below_has (S i) (fun j => a j * volume d n (A j)) i); [intros j _; apply Hpos | lia]. }
  assert (Hcover : covers d n (difference d n p f k) D (in_turn (again A) B) (in_turn (again a) b)).
  { apply cover_in_turn; [exact Haa | exact Hb |]. intros X HX r Hr.
    destruct (classic (exists i, 0 < a i * indicator d n (A i) X)) as [[i Hi] | None].
    - destruct (again_unbounded (fun j => a j * indicator d n (A j) X) i) with (x := difference d n p f k X)
        as [q Hq]; [now apply term_nonnegative | exact Hi |].
      exists q. assert (0 <= sum_below q (fun i => b i * indicator d n (B i) X))
        by (apply sum_below_nonnegative; intros; now apply term_nonnegative).
      change (sum_below q (fun i => again a i * indicator d n (again A i) X)) with
        (sum_below q (again (fun j => a j * indicator d n (A j) X))). lra.
    - assert (Hsame : same d n (f X) (g X)).
      { intros i j Hi Hj. apply NNPP. intros Hne.
        assert (Hpow : 0 < power (Rabs (f X i j - g X i j)) p) by (apply power_above_zero, Rabs_pos_lt; lra).
        destruct (HA X HX (power (Rabs (f X i j - g X i j)) p / 2)) as [q Hq]; [lra |].
        rewrite sum_below_zero in Hq.
        - assert (power (Rabs (f X i j - g X i j)) p <= difference d n p f g X); [| lra].
          apply (sum_over_has (entries d n) (fun i j => power (Rabs (f X i j - g X i j)) p)).
          + intros. apply power_nonnegative.
          + now apply entries_in.
        - intros l _. apply Rle_antisym; [| now apply term_nonnegative].
          apply Rnot_lt_le. intros H. apply None. now exists l. }
      destruct (HB X HX r Hr) as [q Hq]. exists q.
      assert (0 <= sum_below q (fun i => again a i * indicator d n (again A i) X))
        by (apply sum_below_nonnegative; intros; now apply term_nonnegative).
      replace (difference d n p f k X) with (difference d n p g k X); [lra |].
      apply sum_over_ext. intros i j Hin. apply entries_in in Hin as [Hi Hj]. now rewrite (Hsame i j Hi Hj). }
  destruct Hcover as [Hpos Hcover]. split; [exact Hpos |]. split; [exact Hcover |].
  intros l. rewrite <- (Rplus_0_l (power e p)). apply weight_in_turn; [exact Haa | exact Hb | | exact Wb].
  intros q. rewrite sum_below_zero; [lra |]. intros i _. apply Hnull.
Qed.

Theorem triangle_holds : distance_triangle.
Proof.
  intros d n p f g k D e e' Hp H H'. pose proof H as [[He | <-] _]; [pose proof H' as [[He' | <-] _] |].
  - now apply (triangle_positive d n p f g k D).
  - rewrite Rplus_0_r. apply symmetric_holds. apply (triangle_zero d n p k g f D e Hp); now apply symmetric_holds.
  - rewrite Rplus_0_l. now apply (triangle_zero d n p f g k D e' Hp).
Qed.
