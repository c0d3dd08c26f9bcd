(** * BoltzmannSets: Lemma 1, and masks

    Kajitsuka & Sato 2024, Lemma 1 and App. C. The scores that a mask leaves, in decreasing order, are a list; two
    different lists differ first at a number that both have, or one begins the other. *)

From Coq Require Import Reals List Arith Lia Lra Permutation Sorted.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections Boltzmann
  BoltzmannSeparation.
Import ListNotations.
Open Scope R_scope.

(** ** Sums over lists *)

Definition list_sum (f : R -> R) (l : list R) : R := fold_right (fun x s => f x + s) 0 l.

Lemma list_sum_app : forall f l l', list_sum f (l ++ l') = list_sum f l + list_sum f l'.
Proof.
  intros f l l'. induction l as [| x l IH]; unfold list_sum in *; cbn [app fold_right]; [ring |]. rewrite IH. ring.
Qed.

Lemma list_sum_permuted : forall f l l', Permutation l l' -> list_sum f l = list_sum f l'.
Proof. intros f l l' H. unfold list_sum. induction H; cbn [fold_right]; lra. Qed.

Definition numbers_of (l : list R) : nat -> R := fun i => nth i l 0.

Lemma list_sum_is : forall f l, sum_below (length l) (fun i => f (numbers_of l i)) = list_sum f l.
Proof.
  intros f l. induction l as [| x l IH]; [reflexivity |]. cbn [length]. rewrite sum_below_first.
  unfold numbers_of in *. cbn [nth]. rewrite IH. reflexivity.
Qed.

(** ** What a mask leaves *)

Definition left (n : nat) (c : nat -> bool) (a : nat -> R) : list R := map a (filter c (seq 0 n)).

Lemma left_sum : forall n (c : nat -> bool) a f,
  sum_below n (fun k => if c k then f (a k) else 0) = list_sum f (left n c a).
Proof.
  intros n c a f. induction n as [| n IH]; [reflexivity |]. unfold left in *.
  rewrite seq_S, filter_app, map_app, list_sum_app. cbn [sum_below Nat.add filter]. rewrite IH.
  destruct (c n); cbn; ring.
Qed.

Lemma left_has : forall n c a x, In x (left n c a) <-> leaves n c a x.
Proof.
  intros n c a x. unfold left, leaves. rewrite in_map_iff. split.
  - intros [k [E H]]. apply filter_In in H. destruct H as [H Hc]. apply in_seq in H. exists k. repeat split; auto; lia.
  - intros [k [H [Hc E]]]. exists k. split; [exact E |]. apply filter_In. split; [apply in_seq; lia | exact Hc].
Qed.

Lemma left_distinct : forall n c a, no_duplicates n a -> NoDup (left n c a).
Proof.
  intros n c a H. unfold left. assert (forall l, NoDup l -> (forall k, In k l -> (k < n)%nat) -> NoDup (map a l)) as G.
  { induction l as [| k l IH]; intros Hl Hn; cbn; [constructor |]. inversion Hl as [| k' l' Hk Hl']; subst. constructor.
    - intros Hin. apply in_map_iff in Hin. destruct Hin as [k' [E Hk']]. apply Hk.
      rewrite <- (H k' k); [exact Hk' | now apply Hn; right | now apply Hn; left | exact E].
    - apply IH; [exact Hl' |]. intros k' Hk'. apply Hn. now right. }
  apply G.
  - apply NoDup_filter, seq_NoDup.
  - intros k Hk. apply filter_In in Hk. destruct Hk as [Hk _]. apply in_seq in Hk. lia.
Qed.

Definition list_boltz (l : list R) : R := boltz (length l) (numbers_of l).

Lemma list_boltz_is : forall l, list_boltz l = list_sum (fun x => x * exp x) l / list_sum exp l.
Proof.
  intros l. unfold list_boltz. rewrite boltz_is. unfold weighted, partition.
  now rewrite (list_sum_is (fun x => x * exp x)), (list_sum_is exp).
Qed.

Lemma list_boltz_permuted : forall l l', Permutation l l' -> list_boltz l = list_boltz l'.
Proof. intros l l' H. rewrite !list_boltz_is. now rewrite !(list_sum_permuted _ l l' H). Qed.

Lemma masked_boltz_is : forall n c a, masked_boltz n c a = list_boltz (left n c a).
Proof.
  intros n c a. rewrite list_boltz_is, <- !left_sum. unfold masked_boltz, masked_softmax, Rdiv. rewrite dot_sum.
  rewrite Rmult_comm, <- sum_below_scale. apply sum_below_ext. intros k _.
  change (total (F := reals) n (fun l => if c l then exp (a l) else 0))
    with (sum_below n (fun l => if c l then exp (a l) else 0)).
  destruct (c k); ring.
Qed.

Lemma boltz_is_masked : forall n a, boltz n a = masked_boltz n (fun _ => true) a.
Proof. reflexivity. Qed.

(** ** Decreasing order *)

Lemma sorted_exists : forall l, exists l', Permutation l l' /\ StronglySorted Rge l'.
Proof.
  assert (forall x l, StronglySorted Rge l -> exists l', Permutation (x :: l) l' /\ StronglySorted Rge l') as Hi.
  { intros x l. induction l as [| y l IH]; intros H.
    - exists [x]. split; [reflexivity | repeat constructor].
    - inversion H as [| y' l' Hl Hy]; subst. destruct (Rge_dec x y) as [Hxy | Hxy].
      + exists (x :: y :: l). split; [reflexivity |]. constructor; [exact H |]. constructor; [exact Hxy |].
        eapply Forall_impl; [| exact Hy]. intros z Hz. cbv beta in Hz. lra.
      + destruct (IH Hl) as [l' [HP HS]]. exists (y :: l'). split.
        * rewrite perm_swap. now constructor.
        * constructor; [exact HS |]. apply (Permutation_Forall HP). constructor; [lra | exact Hy]. }
  induction l as [| x l [l' [HP HS]]].
  - exists []. split; constructor.
  - destruct (Hi x l' HS) as [l'' [HP' HS']]. exists l''. split; [| exact HS']. now rewrite HP.
Qed.

(** Numbers of a list without repetitions, in decreasing order, any two more than delta apart. *)
Lemma sorted_steps : forall l delta, StronglySorted Rge l -> NoDup l ->
  (forall x y, In x l -> In y l -> x <> y -> Rabs (x - y) > delta) -> steps_of (length l) delta (numbers_of l).
Proof.
  intros l delta HS. induction HS as [| x l HS IH Hx]; intros HN H i Hi; [cbn in Hi; lia |].
  inversion HN as [| x' l' Hx' HN']; subst. destruct i as [| i].
  - unfold numbers_of. cbn [nth]. cbn [length] in Hi. assert (In (nth 0 l 0) l) as Hin by (apply nth_In; lia).
    rewrite Forall_forall in Hx. pose proof (Hx _ Hin) as Hge.
    assert (x <> nth 0 l 0) as Hne by (intros E; apply Hx'; rewrite E; exact Hin).
    specialize (H x (nth 0 l 0) (or_introl eq_refl) (or_intror Hin) Hne). rewrite Rabs_right in H by lra. lra.
  - apply (IH HN'); [| cbn [length] in Hi; lia]. intros y z Hy Hz. apply H; now right.
Qed.

(** Where two lists first differ. *)
Lemma first_difference : forall l l' : list R, l <> l' -> exists k, (k <= length l)%nat /\ (k <= length l')%nat /\
  (forall i, (i < k)%nat -> numbers_of l i = numbers_of l' i) /\
  ((k < length l /\ k < length l' /\ numbers_of l k <> numbers_of l' k)%nat
   \/ (k = length l /\ k < length l')%nat \/ (k = length l' /\ k < length l)%nat).
Proof.
  unfold numbers_of. induction l as [| x l IH]; intros [| y l'] H; [contradiction | | |].
  - exists 0%nat. cbn [length]. repeat split; try lia.
  - exists 0%nat. cbn [length]. repeat split; try lia.
  - destruct (Req_EM_T x y) as [-> | Hne].
    + destruct (IH l') as [k [H1 [H2 [H3 H4]]]]; [intros E; apply H; now rewrite E |].
      exists (S k). cbn [length]. repeat split; try lia.
      * intros [| i] Hi; cbn [nth]; [reflexivity | apply H3; lia].
      * cbn [nth]. destruct H4 as [[H4 [H5 H6]] | [[H4 H5] | [H4 H5]]].
        -- left. repeat split; try lia. exact H6.
        -- right. left. lia.
        -- right. right. lia.
    + exists 0%nat. cbn [length]. repeat split; try lia. left. cbn [nth]. repeat split; try lia. exact Hne.
Qed.

(** ** Two sets of numbers *)

Definition set_apart (delta : R) (l l' : list R) : Prop :=
  forall x y, In x l -> In y l' -> x <> y -> Rabs (x - y) > delta.

Section Lists.
  Variable delta : R.
  Hypothesis wide : 3 <= delta.

  (** The first of two lists is the greater where they first differ. *)
  Lemma differ : forall l l' k, steps_of (length l) delta (numbers_of l) ->
    steps_of (length l') delta (numbers_of l') ->
    set_apart delta l l' -> (k < length l)%nat -> (k < length l')%nat ->
    (forall i, (i < k)%nat -> numbers_of l i = numbers_of l' i) -> numbers_of l k > numbers_of l' k ->
    exists x y, In x l /\ In y l' /\ Rabs (list_boltz l - list_boltz l') > exp (delta - (x - y)).
  Proof.
    intros l l' k Hl Hl' Hd Hk Hk' E H. exists (numbers_of l 0), (numbers_of l' k).
    split; [apply nth_In; lia |]. split; [apply nth_In; lia |].
    assert (numbers_of l k - numbers_of l' k >= delta) as Hg.
    { specialize (Hd (numbers_of l k) (numbers_of l' k) (nth_In _ _ Hk) (nth_In _ _ Hk') ltac:(lra)).
      rewrite Rabs_right in Hd by lra. lra. }
    destruct (lemma_7_sharper_holds (length l) (length l') k (numbers_of l) (numbers_of l') delta Hl Hl' ltac:(lra)
      Hk Hk' E Hg) as [H0 H1].
    apply Rlt_gt. destruct k as [| k].
    - apply Rlt_le_trans with (2 := Rle_abs _). now apply H0.
    - rewrite Rabs_minus_sym. apply Rlt_le_trans with (2 := Rle_abs _). apply H1. lia.
  Qed.

  (** The first begins the second. *)
  Lemma begun : forall l l', steps_of (length l') delta (numbers_of l') -> l <> [] -> (length l < length l')%nat ->
    (forall i, (i < length l)%nat -> numbers_of l i = numbers_of l' i) ->
    let u := numbers_of l' 0 - numbers_of l' (length l) in
    Rabs (list_boltz l - list_boltz l') > 19 / 20 * (u - 1 / 6) * exp (- u).
  Proof.
    intros l l' H Hne Hl E u. assert (1 <= length l)%nat as H1 by (destruct l; [contradiction | cbn; lia]).
    destruct (lemma_7_beginning_holds (length l') (length l) (numbers_of l') delta H ltac:(lra) H1 Hl) as [Hb _].
    apply Rlt_gt. apply Rlt_le_trans with (2 := Rle_abs _). unfold list_boltz at 1.
    rewrite (boltz_ext (length l) (numbers_of l) (numbers_of l') E). exact Hb.
  Qed.

  Lemma lists_apart : forall l l', steps_of (length l) delta (numbers_of l) ->
    steps_of (length l') delta (numbers_of l') -> set_apart delta l l' -> l <> [] -> l' <> [] -> l <> l' ->
    (exists x y, In x (l ++ l') /\ In y (l ++ l') /\ Rabs (list_boltz l - list_boltz l') > exp (delta - (x - y))) \/
    (exists l0 k, (l0 = l \/ l0 = l') /\ (1 <= k)%nat /\ (k < length l0)%nat /\ length l <> length l' /\
       let u := numbers_of l0 0 - numbers_of l0 k in
       Rabs (list_boltz l - list_boltz l') > 19 / 20 * (u - 1 / 6) * exp (- u)).
  Proof.
    intros l l' Hl Hl' Hd Hne Hne' H.
    assert (set_apart delta l' l) as Hd'
      by (intros x y Hx Hy Hxy; rewrite Rabs_minus_sym; apply Hd; auto).
    destruct (first_difference l l' H) as [k [H1 [H2 [E [[Hk [Hk' Hn]] | [[Ek Hk] | [Ek Hk]]]]]]].
    - left. destruct (Rtotal_order (numbers_of l k) (numbers_of l' k)) as [Hlt | [Heq | Hgt]]; [| contradiction |].
      + destruct (differ l' l k Hl' Hl Hd' Hk' Hk (fun i Hi => eq_sym (E i Hi)) Hlt) as [x [y [Hx [Hy Hxy]]]].
        rewrite Rabs_minus_sym in Hxy. exists x, y. repeat split; auto using in_or_app.
      + destruct (differ l l' k Hl Hl' Hd Hk Hk' E Hgt) as [x [y [Hx [Hy Hxy]]]].
        exists x, y. repeat split; auto using in_or_app.
    - right. exists l', (length l). subst k.
      repeat split; [now right | destruct l; [contradiction | cbn; lia] | lia | lia |].
      now apply begun.
    - right. exists l, (length l'). subst k.
      repeat split; [now left | destruct l'; [contradiction | cbn; lia] | lia | lia |].
      intros u. rewrite Rabs_minus_sym. apply begun; auto. intros i Hi. symmetry. now apply E.
  Qed.
End Lists.

(** The numbers of a vector that a mask leaves, in decreasing order. *)
Lemma in_order : forall n c a delta, no_duplicates n a ->
  (forall k l, (k < n)%nat -> (l < n)%nat -> a k <> a l -> Rabs (a k - a l) > delta) ->
  exists l, steps_of (length l) delta (numbers_of l) /\ masked_boltz n c a = list_boltz l /\
    (forall x, In x l <-> leaves n c a x) /\ length l = length (left n c a).
Proof.
  intros n c a delta Hn H. destruct (sorted_exists (left n c a)) as [l [HP HS]]. exists l.
  assert (forall x, In x l <-> leaves n c a x) as Hin.
  { intros x. rewrite <- left_has.
    split; intros Hx; [now apply (Permutation_in _ (Permutation_sym HP)) | now apply (Permutation_in _ HP)]. }
  repeat split.
  - apply sorted_steps; [exact HS | exact (Permutation_NoDup HP (left_distinct n c a Hn)) |].
    intros x y Hx Hy Hxy. apply Hin in Hx. apply Hin in Hy. destruct Hx as [k [Hk [_ <-]]].
    destruct Hy as [j [Hj [_ <-]]].
    now apply H.
  - rewrite masked_boltz_is. now apply list_boltz_permuted.
  - apply Hin.
  - apply Hin.
  - symmetry. now apply Permutation_length.
Qed.

Lemma left_all : forall n a, length (left n (fun _ => true) a) = n.
Proof.
  intros n a. unfold left. rewrite map_length. assert (forall l : list nat, filter (fun _ => true) l = l) as E.
  { induction l as [| x l IH]; [reflexivity |]. cbn. now rewrite IH. }
  now rewrite E, seq_length.
Qed.

(** ** Lemma 1 *)

(** A weighted average of numbers in [-r, r]. *)
Lemma average : forall n a p r, (1 <= n)%nat -> (forall k, (k < n)%nat -> Rabs (p k) <= r) ->
  Rabs (dot n p (softmax n a)) <= r.
Proof.
  intros n a p r Hn H. assert (forall s, (s = 1 \/ s = -1) -> s * dot n p (softmax n a) <= r) as G.
  { intros s Hs. rewrite dot_sum, <- sum_below_scale. apply Rle_trans with (sum_below n (fun i => r * softmax n a i)).
    - apply sum_below_le. intros i Hi. rewrite <- Rmult_assoc.
      apply Rmult_le_compat_r; [now apply Rlt_le, softmax_positive |].
      specialize (H i Hi). pose proof (Rle_abs (p i)). pose proof (Rle_abs (- p i)) as H'. rewrite Rabs_Ropp in H'.
      destruct Hs; subst s; lra.
    - rewrite sum_below_scale, softmax_sum by exact Hn. lra. }
  pose proof (G 1 (or_introl eq_refl)). pose proof (G (-1) (or_intror eq_refl)). apply Rabs_le. lra.
Qed.

Lemma lemma_1_sharper_holds : kajitsuka_lemma_1_sharper.
Proof.
  intros m n r delta A [Hr Hs] Hnd H3 i j Hi Hj Hdiff. rewrite !boltz_is_masked.
  destruct (in_order n (fun _ => true) (A i) delta (Hnd i Hi)) as [l [Hl [-> [Hin Hlen]]]];
    [intros k k' Hk Hk'; apply Hs; assumption |].
  destruct (in_order n (fun _ => true) (A j) delta (Hnd j Hj)) as [l' [Hl' [-> [Hin' Hlen']]]];
    [intros k k' Hk Hk'; apply Hs; assumption |].
  rewrite left_all in Hlen, Hlen'.
  assert (l <> l') as Hne.
  { intros E. apply Hdiff. rewrite <- E in Hin'. split; intros k Hk.
    - assert (In (A i k) l) as Hx by (apply Hin; exists k; auto). apply Hin' in Hx. destruct Hx as [p [Hp [_ Hx]]].
      exists p. auto.
    - assert (In (A j k) l) as Hx by (apply Hin'; exists k; auto). apply Hin in Hx. destruct Hx as [p [Hp [_ Hx]]].
      exists p. auto. }
  assert (n <> 0%nat) as Hn0.
  { intros E. apply Hne. rewrite E in Hlen, Hlen'. destruct l; [| discriminate].
    destruct l'; [reflexivity | discriminate]. }
  assert (forall x, In x (l ++ l') -> Rabs x < r) as Hb.
  { intros x Hx. apply in_app_or in Hx. destruct Hx as [Hx | Hx]; [apply Hin in Hx | apply Hin' in Hx];
      destruct Hx as [p [Hp [_ <-]]]; now apply Hr. }
  destruct (lists_apart delta ltac:(lra) l l' Hl Hl') as [[x [y [Hx [Hy H]]]] | [l0 [k [_ [_ [_ [H _]]]]]]].
  - intros x y Hx Hy Hxy. apply Hin in Hx. apply Hin' in Hy. destruct Hx as [p [Hp [_ <-]]].
    destruct Hy as [p' [Hp' [_ <-]]].
    now apply Hs.
  - intros E. apply Hn0. now rewrite <- Hlen, E.
  - intros E. apply Hn0. now rewrite <- Hlen', E.
  - exact Hne.
  - apply Rlt_gt. apply Rlt_trans with (2 := H). apply exp_increasing. apply Hb in Hx. apply Hb in Hy.
    apply Rabs_def2 in Hx. apply Rabs_def2 in Hy. lra.
  - exfalso. apply H. now rewrite Hlen, Hlen'.
Qed.

Lemma lemma_1_repaired_holds : kajitsuka_lemma_1_repaired.
Proof.
  intros m n r delta A Hn HA Hnd Hd. split.
  - intros i Hi. apply average; [exact Hn |]. intros k Hk. now apply Rlt_le, HA.
  - intros i j Hi Hj Hdiff. destruct (threshold n delta Hn Hd) as [H3 _].
    replace (- 2 * r) with (- (2 * r)) by ring.
    apply Rlt_gt. apply Rlt_trans with (1 := promised n delta (2 * r) Hn Hd).
    apply (lemma_1_sharper_holds m n r delta A); auto; lra.
Qed.

(** Spaced numbers, and the same with the first two exchanged. *)
Definition exchanged (k : nat) : nat := match k with 0%nat => 1%nat | 1%nat => 0%nat | _ => k end.

Lemma lemma_1_printed_fails_holds : kajitsuka_lemma_1_printed_fails.
Proof.
  intros n Hn. set (delta := 2 * ln (INR n) + 4). pose proof (ln_INR_nonnegative n ltac:(lia)) as Hl.
  set (s := fun i k => if (i =? 0)%nat then k else exchanged k).
  exists (INR n * (delta + 1)), delta, (fun i k => INR (s i k) * (delta + 1)).
  assert (forall i k, (k < n)%nat -> (s i k < n)%nat) as Hs.
  { intros i k Hk. unfold s, exchanged. destruct (i =? 0)%nat; [exact Hk |]. destruct k as [| [| k]]; lia. }
  assert (forall i k l, s i k = s i l -> k = l) as Hinj.
  { intros i k l. unfold s, exchanged. destruct (i =? 0)%nat; [auto |]. destruct k as [| [| k]], l as [| [| l]]; lia. }
  assert (0 < delta + 1) as Hpos by (unfold delta; lra).
  assert (forall p p' : nat, p <> p' -> Rabs (INR p - INR p') >= 1) as H1.
  { intros p p' Hp. destruct (Nat.lt_total p p') as [H | [H | H]]; [| contradiction |].
    - pose proof (le_INR (S p) p' H) as H1. rewrite S_INR in H1. rewrite Rabs_left by lra. lra.
    - pose proof (le_INR (S p') p H) as H1. rewrite S_INR in H1. rewrite Rabs_right by lra. lra. }
  repeat split.
  - intros i k _ Hk. rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [apply pos_INR | lra]).
    apply Rmult_lt_compat_r; [exact Hpos |]. apply lt_INR. now apply Hs.
  - intros i j k l _ _ Hk Hl' Hne. rewrite <- Rmult_minus_distr_r, Rabs_mult, (Rabs_right (delta + 1)) by lra.
    assert (s i k <> s j l) as Hne' by (intros E; apply Hne; now rewrite E). specialize (H1 _ _ Hne'). nra.
  - intros i _ k l _ _ E. apply (Hinj i). apply INR_eq. apply Rmult_eq_reg_r in E; [exact E | lra].
  - unfold delta. lra.
  - intros E. specialize (E 0%nat ltac:(lia)). cbn in E. lra.
  - assert (boltz n (fun k => INR (s 0%nat k) * (delta + 1)) = boltz n (fun k => INR (s 1%nat k) * (delta + 1))) as ->.
    { rewrite !boltz_is. unfold weighted, partition.
      assert (forall f, sum_below n (fun k => f (s 0%nat k)) = sum_below n (fun k => f (s 1%nat k))) as G.
      { intros f. destruct n as [| [| n]]; [lia | lia |]. rewrite !sum_below_first. cbn [s Nat.eqb exchanged]. ring. }
      now rewrite (G (fun p => INR p * (delta + 1) * exp (INR p * (delta + 1)))),
        (G (fun p => exp (INR p * (delta + 1)))). }
    rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. intros H. apply Rgt_lt in H.
    pose proof (exp_pos (- 2 * (INR n * (delta + 1)))). pose proof (pow2_ge_0 (ln (INR n))). nra.
Qed.

(** ** Masks *)

Lemma same_numbers : forall n c a l, (forall x, In x l <-> leaves n c a x) -> (exists x, leaves n c a x) -> l <> [].
Proof. intros n c a l H [x Hx] ->. apply H in Hx. contradiction. Qed.

(** Where n scores lie more than delta apart and within (-r, r), those of one list among them. *)
Lemma nested : forall n a r delta l k, (1 <= n)%nat -> no_duplicates n a ->
  (forall p, (p < n)%nat -> Rabs (a p) < r) ->
  (forall p p', (p < n)%nat -> (p' < n)%nat -> a p <> a p' -> Rabs (a p - a p') > delta) ->
  delta > 2 * ln (INR n) + 3 ->
  steps_of (length l) delta (numbers_of l) -> (forall x, In x l -> exists p, (p < n)%nat /\ a p = x) ->
  (1 <= k)%nat -> (k < length l)%nat -> (length l <= n)%nat ->
  let u := numbers_of l 0 - numbers_of l k in
  ln (INR n) ^ 2 * exp (- 2 * r) < 19 / 20 * (u - 1 / 6) * exp (- u).
Proof.
  intros n a r delta l k Hn Hnd Hr Hs Hd Hl Hin Hk1 Hk Hlen u. destruct (threshold n delta Hn Hd) as [H3 HD].
  pose proof (steps_far_1 delta ltac:(lra) (length l) (numbers_of l) k Hl Hk1 Hk) as Hu. fold u in Hu.
  pose proof (exp_pos (- u)) as He.
  assert (0 < length l)%nat as Hl1 by lia.
  destruct (Hin (numbers_of l 0) (nth_In _ _ Hl1)) as [p0 [Hp0 E0]].
  destruct (Hin (numbers_of l k) (nth_In _ _ Hk)) as [pk [Hpk Ek]].
  assert (2 * r > u) as Hru.
  { pose proof (Hr p0 Hp0) as Ha. pose proof (Hr pk Hpk) as Hb. apply Rabs_def2 in Ha. apply Rabs_def2 in Hb.
    unfold u. lra. }
  assert (2 * r > u + delta -> ln (INR n) ^ 2 * exp (- 2 * r) < 19 / 20 * (u - 1 / 6) * exp (- u)) as Hfar.
  { intros H. apply Rlt_trans with (exp (- u)).
    - apply Rlt_trans with (exp delta * exp (- 2 * r)); [apply Rmult_lt_compat_r; [apply exp_pos | exact HD] |].
      rewrite <- exp_plus. apply exp_increasing. lra.
    - nra. }
  destruct (in_order n (fun _ => true) a delta Hnd Hs) as [t [Ht [_ [Hint Hlent]]]]. rewrite left_all in Hlent.
  assert (0 < length t)%nat as Ht0 by lia. assert (n - 1 < length t)%nat as Ht1 by lia.
  destruct (proj1 (Hint (numbers_of t 0)) (nth_In _ _ Ht0)) as [q0 [Hq0 [_ F0]]].
  destruct (proj1 (Hint (numbers_of t (n - 1))) (nth_In _ _ Ht1)) as [q1 [Hq1 [_ F1]]].
  pose proof (Hr q0 Hq0) as Hq0r. pose proof (Hr q1 Hq1) as Hq1r. apply Rabs_def2 in Hq0r. apply Rabs_def2 in Hq1r.
  pose proof (Hr p0 Hp0) as Hp0r. pose proof (Hr pk Hpk) as Hpkr. apply Rabs_def2 in Hp0r. apply Rabs_def2 in Hpkr.
  destruct (Rlt_dec (numbers_of l 0) (numbers_of t 0)) as [Hout | Hin0].
  { apply Hfar. rewrite <- E0, <- F0 in Hout. pose proof (Hs q0 p0 Hq0 Hp0 ltac:(lra)) as Hg.
    rewrite Rabs_right in Hg by lra.
    unfold u. lra. }
  destruct (Rlt_dec (numbers_of t (n - 1)) (numbers_of l k)) as [Hout | Hin1].
  { apply Hfar. rewrite <- Ek, <- F1 in Hout. pose proof (Hs pk q1 Hpk Hq1 ltac:(lra)) as Hg.
    rewrite Rabs_right in Hg by lra.
    unfold u. lra. }
  pose proof (steps_far delta (length t) (numbers_of t) (n - 1) Ht ltac:(lia)) as Hf.
  assert (2 <= n)%nat as Hn2 by lia. rewrite minus_INR in Hf by lia. change (INR 1) with 1 in Hf.
  apply le_INR in Hn2. change (INR 2) with 2 in Hn2.
  assert (ln (INR n) <= INR n - 1) as Hln.
  { pose proof (exp_ineq1_le (ln (INR n))) as H. rewrite exp_ln in H by lra. lra. }
  pose proof (ln_INR_nonnegative n Hn) as Hl0. set (L := ln (INR n)) in *. set (N := INR n) in *.
  assert (u >= (N - 1) * delta) as Hu2 by (unfold u; lra).
  assert (L ^ 2 < 19 / 20 * (u - 1 / 6)) as HL.
  { assert ((N - 1) * delta >= (N - 1) * (2 * L + 3)) by (apply Rle_ge, Rmult_le_compat_l; lra).
    assert ((N - 1) * L >= L * L) by (apply Rle_ge, Rmult_le_compat_r; lra). nra. }
  apply Rle_lt_trans with (L ^ 2 * exp (- u)).
  - apply Rmult_le_compat_l; [apply pow2_ge_0 | apply Rlt_le, exp_increasing; lra].
  - apply Rmult_lt_compat_r; assumption.
Qed.

Lemma masks_separated_holds : kajitsuka_masks_separated.
Proof.
  intros n a b c c' r delta [Hr Hs] Ha Hb Hd Hc Hc' Hdiff.
  assert (1 <= n)%nat as Hn by (destruct Hc as [x [k [Hk _]]]; lia). destruct (threshold n delta Hn Hd) as [H3 _].
  assert (forall k, (k < n)%nat -> Rabs (a k) < r) as Hra by (intros k Hk; exact (Hr 0%nat k ltac:(lia) Hk)).
  assert (forall k, (k < n)%nat -> Rabs (b k) < r) as Hrb by (intros k Hk; exact (Hr 1%nat k ltac:(lia) Hk)).
  assert (forall k l, (k < n)%nat -> (l < n)%nat -> a k <> a l -> Rabs (a k - a l) > delta) as Hsa
    by (intros k l Hk Hl; exact (Hs 0%nat 0%nat k l ltac:(lia) ltac:(lia) Hk Hl)).
  assert (forall k l, (k < n)%nat -> (l < n)%nat -> b k <> b l -> Rabs (b k - b l) > delta) as Hsb
    by (intros k l Hk Hl; exact (Hs 1%nat 1%nat k l ltac:(lia) ltac:(lia) Hk Hl)).
  assert (forall k l, (k < n)%nat -> (l < n)%nat -> a k <> b l -> Rabs (a k - b l) > delta) as Hsab
    by (intros k l Hk Hl; exact (Hs 0%nat 1%nat k l ltac:(lia) ltac:(lia) Hk Hl)).
  destruct (in_order n c a delta Ha Hsa) as [l [Hl [-> [Hin Hlen]]]].
  destruct (in_order n c' b delta Hb Hsb) as [l' [Hl' [-> [Hin' Hlen']]]].
  assert (forall (m : nat -> bool) e, (length (left n m e) <= n)%nat) as Hle.
  { intros m e. unfold left. rewrite map_length.
    apply Nat.le_trans with (length (seq 0 n)); [| rewrite seq_length; lia].
    generalize (seq 0 n). induction l0 as [| x l0 IH]; cbn; [lia |]. destruct (m x); cbn; lia. }
  assert (forall x, In x (l ++ l') -> Rabs x < r) as Hbound.
  { intros x Hx. apply in_app_or in Hx. destruct Hx as [Hx | Hx]; [apply Hin in Hx | apply Hin' in Hx];
      destruct Hx as [p [Hp [_ <-]]]; auto. }
  destruct (lists_apart delta ltac:(lra) l l' Hl Hl') as [[x [y [Hx [Hy H]]]] | [l0 [k [Hl0 [Hk1 [Hk [_ H]]]]]]].
  - intros x y Hx Hy Hxy. apply Hin in Hx. apply Hin' in Hy. destruct Hx as [p [Hp [_ <-]]].
    destruct Hy as [p' [Hp' [_ <-]]].
    now apply Hsab.
  - exact (same_numbers n c a l Hin Hc).
  - exact (same_numbers n c' b l' Hin' Hc').
  - intros E. apply Hdiff. intros x. rewrite <- Hin, <- Hin', E. reflexivity.
  - replace (- 2 * r) with (- (2 * r)) by ring.
    apply Rlt_gt. apply Rlt_trans with (1 := promised n delta (2 * r) Hn Hd). apply Rlt_trans with (2 := H).
    apply exp_increasing. apply Hbound in Hx. apply Hbound in Hy. apply Rabs_def2 in Hx. apply Rabs_def2 in Hy. lra.
  - apply Rlt_gt. apply Rlt_trans with (2 := H). destruct Hl0 as [-> | ->].
    + apply (nested n a r delta l k); try assumption; [| rewrite Hlen; apply Hle].
      intros x Hx. apply Hin in Hx. destruct Hx as [p [Hp [_ E]]]. now exists p.
    + apply (nested n b r delta l' k); try assumption; [| rewrite Hlen'; apply Hle].
      intros x Hx. apply Hin' in Hx. destruct Hx as [p [Hp [_ E]]]. now exists p.
Qed.

Lemma same_scores_different_masks_hold : kajitsuka_same_scores_different_masks.
Proof.
  intros n a c c' r delta [Hr Hs] Ha Hd Hc Hc' [k [Hk Hck]].
  apply (masks_separated_holds n a a c c' r delta); auto.
  - split.
    + intros i p _ Hp. destruct (i =? 0)%nat; exact (Hr 0%nat p ltac:(lia) Hp).
    + intros i j p p' _ _ Hp Hp'.
      destruct (i =? 0)%nat, (j =? 0)%nat; exact (Hs 0%nat 0%nat p p' ltac:(lia) ltac:(lia) Hp Hp').
  - intros H. apply Hck. specialize (H (a k)).
    assert (forall m, leaves n m a (a k) <-> m k = true) as G.
    { intros m. split; [intros [p [Hp [Hm E]]]; rewrite <- (Ha p k Hp Hk E); exact Hm | intros Hm; now exists k]. }
    rewrite !G in H. destruct (c k), (c' k); [reflexivity | | | reflexivity].
    + discriminate (proj1 H eq_refl).
    + discriminate (proj2 H eq_refl).
Qed.

(** ** -M for -infinity *)

Lemma masked_softmax_is_limit_holds : kajitsuka_masked_softmax_is_limit.
Proof.
  intros n c a [x [k0 [Hk0 [Hc0 _]]]] e He.
  set (K := sum_below n (fun l => if c l then exp (a l) else 0)).
  set (H := sum_below n (fun l => if c l then 0 else exp (a l))).
  assert (0 < K) as HK.
  { apply Rlt_le_trans with (exp (a k0)); [apply exp_pos |].
    pose proof (sum_below_has n (fun l => if c l then exp (a l) else 0) k0) as HH. cbv beta in HH. rewrite Hc0 in HH.
    apply HH; [| exact Hk0]. intros j _. destruct (c j); [apply Rlt_le, exp_pos | lra]. }
  assert (0 <= H) as HH0 by (apply sum_below_nonnegative; intros j _; destruct (c j); [lra | apply Rlt_le, exp_pos]).
  exists (H / (K * e)). intros M HM k Hk.
  assert (sum_below n (fun l => exp (if c l then a l else a l - M)) = K + exp (- M) * H) as EP.
  { unfold K, H. rewrite <- sum_below_scale, <- sum_below_plus. apply sum_below_ext. intros j _.
    destruct (c j); [ring |]. unfold Rminus. rewrite exp_plus. ring. }
  pose proof (exp_pos (- M)) as HeM.
  assert (exp (- M) * (H / K) < e) as Hsmall.
  { assert (0 <= H / (K * e)) as H0 by (apply Rmult_le_pos; [exact HH0 | apply Rlt_le, Rinv_0_lt_compat; nra]).
    pose proof (exp_ineq1_le M) as H1. rewrite exp_Ropp in *. assert (0 < exp M) as HM0 by apply exp_pos.
    apply Rmult_lt_reg_l with (exp M); [exact HM0 |]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    replace (H / K) with (H / (K * e) * e) by (field; lra). apply Rmult_lt_compat_r; lra. }
  apply Rle_lt_trans with (2 := Hsmall). 
  change (softmax n (fun l => if c l then a l else a l - M) k) with
    (exp (if c k then a k else a k - M) / sum_below n (fun l => exp (if c l then a l else a l - M))).
  rewrite EP. unfold masked_softmax.
  change (total (F := reals) n (fun l => if c l then exp (a l) else 0)) with K.
  assert (0 <= exp (- M) * H) as HMH by (apply Rmult_le_pos; lra).
  destruct (c k) eqn:Ec.
  - assert (exp (a k) <= K) as Hak.
    { pose proof (sum_below_has n (fun l => if c l then exp (a l) else 0) k) as G. cbv beta in G. rewrite Ec in G.
      apply G; [| exact Hk]. intros j _. destruct (c j); [apply Rlt_le, exp_pos | lra]. }
    rewrite Rabs_minus_sym.
    replace (exp (a k) / K - exp (a k) / (K + exp (- M) * H))
      with (exp (- M) * (H / K) * (exp (a k) / (K + exp (- M) * H)))
      by (field; lra).
    pose proof (exp_pos (a k)) as Hak0.
    assert (0 <= exp (a k) / (K + exp (- M) * H) <= 1) as Hq.
    { split; [apply Rmult_le_pos; [lra | apply Rlt_le, Rinv_0_lt_compat; lra] |].
      apply Rmult_le_reg_r with (K + exp (- M) * H); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (0 <= exp (- M) * (H / K)) as Hp
      by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; [exact HH0 | apply Rlt_le, Rinv_0_lt_compat, HK]]).
    rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
    rewrite <- (Rmult_1_r (exp (- M) * (H / K))) at 2. apply Rmult_le_compat_l; lra.
  - assert (exp (a k) <= H) as Hak.
    { pose proof (sum_below_has n (fun l => if c l then 0 else exp (a l)) k) as G. cbv beta in G. rewrite Ec in G.
      apply G; [| exact Hk]. intros j _. destruct (c j); [lra | apply Rlt_le, exp_pos]. }
    unfold Rminus at 2. rewrite exp_plus. unfold Rdiv at 2. rewrite Rmult_0_l, Rminus_0_r.
    pose proof (exp_pos (a k)) as Hak0.
    rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; [nra | apply Rlt_le, Rinv_0_lt_compat; lra]).
    unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat; [nra | apply Rlt_le, Rinv_0_lt_compat; lra | nra |].
    apply Rinv_le_contravar; lra.
Qed.
