(** * HardmaxFamilies: which families of sequences one layer of attention serves

    Not in Kajitsuka & Sato 2024. A layer is a contextual mapping of some sequences if and only if some head tells apart
    what has to be told apart. Heads are added with the weights x, x^2, x^3, ...: a polynomial that is not 0 has no root
    between 0 and some number. *)

From Coq Require Import Reals List Arith Bool Lia Lra Classical_Prop.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections BoltzmannSeparation OneHead
  MaskedHead.
Import ListNotations.
Open Scope R_scope.

(** ** Polynomials near 0 *)

Definition polynomial (m : nat) (c : nat -> R) (x : R) : R := sum_below m (fun k => x ^ k * c k).

Lemma polynomial_first : forall m c x, polynomial (S m) c x = c 0%nat + x * polynomial m (fun k => c (S k)) x.
Proof.
  intros m c x. unfold polynomial. rewrite sum_below_first, <- sum_below_scale. simpl. f_equal; [ring |].
  apply sum_below_ext. intros k _. ring.
Qed.

Lemma polynomial_bounded : forall m c, exists M, 0 < M /\ forall x, 0 < x < 1 -> Rabs (polynomial m c x) < M.
Proof.
  induction m as [| m IH]; intros c.
  - exists 1. split; [lra |]. intros x _. unfold polynomial. simpl. rewrite Rabs_R0. lra.
  - destruct (IH (fun k => c (S k))) as [M [HM H]]. exists (Rabs (c 0%nat) + M). pose proof (Rabs_pos (c 0%nat)).
    split; [lra |]. intros x Hx. rewrite polynomial_first. specialize (H x Hx).
    apply Rle_lt_trans with (1 := Rabs_triang _ _). rewrite Rabs_mult, (Rabs_right x) by lra.
    pose proof (Rabs_pos (polynomial m (fun k => c (S k)) x)). nra.
Qed.

Lemma no_root_near_zero : forall m c, (exists k, (k < m)%nat /\ c k <> 0) ->
  exists x_0, 0 < x_0 /\ forall x, 0 < x < x_0 -> polynomial m c x <> 0.
Proof.
  induction m as [| m IH]; intros c [k [Hk Hc]]; [lia |].
  destruct (Req_dec (c 0%nat) 0) as [E | E].
  - destruct k as [| k]; [contradiction |]. destruct (IH (fun k => c (S k))) as [x_0 [H0 H]].
    { exists k. split; [lia | exact Hc]. }
    exists x_0. split; [exact H0 |]. intros x Hx. rewrite polynomial_first, E, Rplus_0_l.
    apply Rmult_integral_contrapositive_currified; [lra | now apply H].
  - destruct (polynomial_bounded m (fun k => c (S k))) as [M [HM H]]. pose proof (Rabs_pos_lt _ E) as Ha.
    exists (Rmin 1 (Rabs (c 0%nat) / M)). split.
    { apply Rmin_glb_lt; [lra |]. apply Rmult_lt_0_compat; [exact Ha | now apply Rinv_0_lt_compat]. }
    intros x [Hx0 Hx]. assert (x < 1) as Hx1 by (apply Rlt_le_trans with (1 := Hx); apply Rmin_l).
    assert (x * M < Rabs (c 0%nat)) as Hx2.
    { apply Rlt_le_trans with (Rabs (c 0%nat) / M * M).
      - apply Rmult_lt_compat_r; [exact HM |]. apply Rlt_le_trans with (1 := Hx). apply Rmin_r.
      - unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    rewrite polynomial_first. intros F. specialize (H x ltac:(lra)).
    assert (Rabs (c 0%nat) = x * Rabs (polynomial m (fun k => c (S k)) x)) as G.
    { replace (c 0%nat) with (- (x * polynomial m (fun k => c (S k)) x)) by lra.
      rewrite Rabs_Ropp, Rabs_mult, (Rabs_right x) by lra. reflexivity. }
    pose proof (Rabs_pos (polynomial m (fun k => c (S k)) x)). nra.
Qed.

(** What holds near 0 for each of finitely many things holds for all of them at once. *)
Lemma near_zero : forall (A : Type) (l : list A) (P : A -> R -> Prop),
  (forall q, In q l -> exists x_0, 0 < x_0 /\ forall x, 0 < x < x_0 -> P q x) ->
  exists x_0, 0 < x_0 /\ forall x, 0 < x < x_0 -> forall q, In q l -> P q x.
Proof.
  intros A l P. induction l as [| q l IH]; intros H.
  - exists 1. split; [lra |]. intros x _ q [].
  - destruct IH as [y [Hy IH]]; [intros q' Hq'; apply H; now right |]. destruct (H q (or_introl eq_refl)) as [z [Hz
      Hq]].
    exists (Rmin y z). split; [now apply Rmin_glb_lt |]. intros x [Hx0 Hx] q' [<- | Hin].
    + apply Hq. split; [exact Hx0 |]. apply Rlt_le_trans with (1 := Hx). apply Rmin_r.
    + apply IH; [| exact Hin]. split; [exact Hx0 |]. apply Rlt_le_trans with (1 := Hx). apply Rmin_l.
Qed.

(** ** Finitely many ids: different ones are some delta apart *)

Lemma some_bound : forall l : list R, exists r, forall x, In x l -> x < r.
Proof.
  induction l as [| x l [r IH]].
  - exists 0. intros x [].
  - exists (Rmax (x + 1) r). intros y [<- | Hy].
    + apply Rlt_le_trans with (2 := Rmax_l _ _). lra.
    + apply Rlt_le_trans with (2 := Rmax_r _ _). now apply IH.
Qed.

Lemma norm_positive : forall d x, ~ same_vector d x (fun _ => 0) -> 0 < norm d x.
Proof.
  intros d x H. destruct (norm_nonnegative d x) as [Hn | Hn]; [exact Hn |]. exfalso. apply H. now apply norm_zero.
Qed.

Lemma gap_positive : forall d x y, ~ same_vector d x y -> 0 < norm d (gap x y).
Proof. intros d x y H. apply norm_positive. intros E. apply H. intros i Hi. specialize (E i Hi). unfold gap in E. lra.
  Qed.

Definition place := ((nat * nat) * (nat * nat))%type.
Definition all_places (n N : nat) : list place :=
  list_prod (list_prod (seq 0 N) (seq 0 n)) (list_prod (seq 0 N) (seq 0 n)).

Lemma all_places_have : forall n N i k j l,
  In ((i, k), (j, l)) (all_places n N) <-> ((i < N)%nat /\ (k < n)%nat) /\ ((j < N)%nat /\ (l < n)%nat).
Proof. intros n N i k j l. unfold all_places. rewrite !in_prod_iff, !in_seq. lia. Qed.

Lemma finitely_many_ids : forall d n N X q,
  (forall i j k l, (i < N)%nat -> (j < N)%nat -> (k < n)%nat -> (l < n)%nat ->
     ~ same_vocabulary d n (X i) (X j) \/ ~ same_token d (X i) (X j) k l ->
     ~ same_vector d (column k (q (X i))) (column l (q (X j)))) ->
  exists r delta, 0 < delta /\ contextual_mapping d n N X r delta q.
Proof.
  intros d n N X q H.
  destruct (some_bound (map (fun p : nat * nat => norm d (column (snd p) (q (X (fst p)))))
    (list_prod (seq 0 N) (seq 0 n)))) as [r Hr].
  set (distance := fun p : place => let '((i, k), (j, l)) := p in
    let g := norm d (gap (column k (q (X i))) (column l (q (X j)))) in if Rlt_dec 0 g then g else 1).
  destruct (first_above (map distance (all_places n N)) 0) as [delta [Hd Hapart]].
  { intros x Hx. apply in_map_iff in Hx. destruct Hx as [[[i k] [j l]] [<- _]]. unfold distance.
    destruct (Rlt_dec 0 _) as [Hg | _]; lra. }
  exists r, delta. split; [exact Hd |]. split.
  - intros i k Hi Hk. apply Hr. apply in_map_iff. exists (i, k). split; [reflexivity |]. apply in_prod_iff.
    rewrite !in_seq. lia.
  - intros i j k l Hi Hj Hk Hl Hdiff. pose proof (gap_positive d _ _ (H i j k l Hi Hj Hk Hl Hdiff)) as Hg.
    assert (In (distance ((i, k), (j, l))) (map distance (all_places n N))) as Hin
      by (apply in_map, all_places_have; auto).
    specialize (Hapart _ Hin). unfold distance in Hapart. destruct (Rlt_dec 0 _) as [_ | F]; [exact Hapart |
      contradiction].
Qed.

(** ** Layers *)

Lemma attention_is_sum : forall sigma d n (f : nat -> head reals) m Z a k,
  attention (F := reals) sigma d n (map f (seq 0 m)) Z a k
  = Z a k + sum_below m (fun g => attend (F := reals) sigma d n (f g) Z a k).
Proof.
  intros sigma d n f m Z a k. unfold attention. induction m as [| m IH]; [symmetry; apply Rplus_0_r |].
  rewrite seq_S, map_app, fold_left_app. cbn [Nat.add map fold_left sum_below].
  change (fold_left (fun Y H => sum (F := reals) Y (attend (F := reals) sigma d n H Z)) (map f (seq 0 m)) Z a k
    + attend (F := reals) sigma d n (f m) Z a k
    = Z a k + (sum_below m (fun g => attend (F := reals) sigma d n (f g) Z a k)
    + attend (F := reals) sigma d n (f m) Z a k)).
  rewrite IH. apply Rplus_assoc.
Qed.

(** The head that adds t times entry b of what H attends to, to the first row. *)
Definition unit_row (b j : nat) : R := if Nat.eqb j b then 1 else 0.
Definition adding (t : R) (b : nat) (H : head reals) : head reals :=
  @Head reals (head_size H) (outer (fun a => t * first a) first) (outer first (unit_row b)) (W_K H) (W_Q H) (b_Q H).

Lemma adding_adds : forall (sigma : nat -> (nat -> R) -> nat -> R) d n t b H (Z : nat -> nat -> R) a k, (1 <= head_size
  H)%nat -> (b < d)%nat ->
  attend (F := reals) sigma d n (adding t b H) Z a k = t * first a * attended_to sigma d n H Z k b.
Proof.
  intros sigma d n t b H Z a k Hs Hb. unfold attended_to.
  change (total (F := reals) n) with (sum_below n). rewrite <- sum_below_scale.
  change (sum_below n (fun l =>
      sum_below (head_size H) (fun h => t * first a * first h * sum_below d (fun j => first h * unit_row b j * Z j l))
      * sigma n (fun l' => scores (F := reals) d H Z l' k) l)
    = sum_below n (fun l => t * first a * (Z b l * sigma n (fun l' => scores (F := reals) d H Z l' k) l))).
  apply sum_below_ext. intros l _.
  rewrite (sum_below_ext (head_size H) _ (fun h => first h * (t * first a
    * sum_below d (fun j => first h * unit_row b j * Z j l)))) by (intros; ring).
  rewrite sum_of_first by exact Hs. rewrite (sum_below_single d _ b Hb).
  - unfold unit_row. rewrite Nat.eqb_refl. change (first 0%nat) with 1. ring.
  - intros j _ Hj. unfold unit_row. apply Nat.eqb_neq in Hj. rewrite Hj. ring.
Qed.

(** A head adds the same where it attends to the same. *)
Lemma attend_by_attended : forall (sigma sigma' : nat -> (nat -> R) -> nat -> R) d n H (Z Z' : nat -> nat -> R) a k l,
  (1 <= head_size H)%nat ->
  same_vector d (attended_to sigma d n H Z k) (attended_to sigma' d n H Z' l) ->
  attend (F := reals) sigma d n H Z a k = attend (F := reals) sigma' d n H Z' a l.
Proof.
  intros sigma sigma' d n H Z Z' a k l _ E.
  assert (forall (tau : nat -> (nat -> R) -> nat -> R) (Y : nat -> nat -> R) c, attend (F := reals) tau d n H Y a c =
    sum_below d (fun j => sum_below (head_size H) (fun h => W_O H a h * W_V H h j)
      * attended_to tau d n H Y c j)) as G.
  { intros tau Y c. unfold attended_to. change (total (F := reals) n) with (sum_below n).
    change (attend (F := reals) tau d n H Y a c) with (sum_below n (fun l =>
      sum_below (head_size H) (fun h => W_O H a h * sum_below d (fun j => W_V H h j * Y j l))
      * tau n (fun l' => scores (F := reals) d H Y l' c) l)).
    set (t := tau n (fun l' => scores (F := reals) d H Y l' c)).
    rewrite (sum_below_ext d _ (fun j => sum_below n (fun l => sum_below (head_size H) (fun h => W_O H a h * W_V H h j)
      * (Y j l * t l)))) by (intros j _; now rewrite sum_below_scale).
    assert (forall p q (f : nat -> nat -> R), sum_below p (fun i => sum_below q (fun j => f i j))
      = sum_below q (fun j => sum_below p (fun i => f i j))) as Hswap.
    { intros p q f. induction p as [| p IH]; [cbn; symmetry; now apply sum_below_zero |]. cbn [sum_below].
      rewrite IH, <- sum_below_plus. reflexivity. }
    rewrite Hswap. apply sum_below_ext. intros i _.
    rewrite Rmult_comm, <- sum_below_scale.
    rewrite (sum_below_ext (head_size H) _ (fun h => sum_below d (fun j => t i * (W_O H a h * W_V H h j * Y j i)))).
    - rewrite Hswap. apply sum_below_ext. intros j _. rewrite (Rmult_comm _ (Y j i * t i)), <- sum_below_scale.
      apply sum_below_ext. intros h _. ring.
    - intros h _. rewrite sum_below_scale, <- sum_below_scale, Rmult_comm. rewrite <- (sum_below_scale d (t i)).
      rewrite Rmult_comm, <- sum_below_scale. apply sum_below_ext. intros j _. ring. }
  rewrite !G. apply sum_below_ext. intros j Hj. now rewrite (E j Hj).
Qed.

(** ** Sigma may depend on the sequence *)

Section Family.
Variables (d n N : nat) (X : nat -> nat -> nat -> R).
Variable sigma : (nat -> nat -> R) -> nat -> (nat -> R) -> nat -> R.
Hypothesis Hd : (1 <= d)%nat.

Definition to_tell (p : place) : Prop := let '((i, k), (j, l)) := p in
  ~ same_vocabulary d n (X i) (X j) /\ same_token d (X i) (X j) k l.

(** H attends to vectors with different entries b at the two places. *)
Definition tells (p : place) (H : head reals) (b : nat) : Prop := let '((i, k), (j, l)) := p in
  attended_to (sigma (X i)) d n H (X i) k b <> attended_to (sigma (X j)) d n H (X j) l b.

Definition usable (H : head reals) : Prop :=
  (1 <= head_size H)%nat /\ forall a, (a < head_size H)%nat -> b_Q H a = 0.

Hypothesis told : forall p, In p (all_places n N) -> to_tell p -> exists H b, usable H /\ (b < d)%nat /\ tells p H b.

Lemma heads_exist : exists hs : list (head reals * nat), (forall H b, In (H, b) hs -> usable H /\ (b < d)%nat) /\
  forall p, In p (all_places n N) -> to_tell p -> exists H b, In (H, b) hs /\ tells p H b.
Proof.
  revert told. induction (all_places n N) as [| p ps IH]; intros told'.
  - exists []. split; [intros H b [] | intros p []].
  - destruct IH as [hs [Hhs H]]; [intros q Hq; apply told'; now right |].
    destruct (classic (to_tell p)) as [Hp | Hp].
    + destruct (told' p (or_introl eq_refl) Hp) as [H0 [b [Hu [Hb Ht]]]]. exists ((H0, b) :: hs). split.
      * intros H' b' [E | Hin]; [injection E as <- <-; auto | now apply Hhs].
      * intros q [<- | Hq] Hn; [exists H0, b; split; [now left | exact Ht] |].
        destruct (H q Hq Hn) as [H' [b' [Hin Ht']]]. exists H', b'. split; [now right | exact Ht'].
    + exists hs. split; [exact Hhs |]. intros q [<- | Hq] Hn; [contradiction | now apply H].
Qed.

(** For all small x > 0, heads with the weights x, x^2, ... are enough. *)
Lemma some_layer_maps : exists (hs : list (head reals * nat)) x r delta, 0 < delta /\
  (forall H b, In (H, b) hs -> usable H) /\
  let all := map (fun g => let (H, b) := nth g hs (@Head reals 1 (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0)
    (fun _ _ => 0) (fun _ => 0), 0%nat) in adding (x ^ S g) b H) (seq 0 (length hs)) in
  contextual_mapping d n N X r delta (fun Z => attention (F := reals) (sigma Z) d n all Z).
Proof.
  destruct heads_exist as [hs [Hhs Htells]]. set (m := length hs).
  set (default := (@Head reals 1 (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ => 0), 0%nat)).
  set (head_at := fun g => fst (nth g hs default)). set (row_at := fun g => snd (nth g hs default)).
  assert (forall g, (g < m)%nat -> usable (head_at g) /\ (row_at g < d)%nat) as Hat.
  { intros g Hg. apply Hhs. unfold head_at, row_at. rewrite <- surjective_pairing. now apply nth_In. }
  set (s := fun g i k => attended_to (sigma (X i)) d n (head_at g) (X i) k (row_at g)).
  set (layer := fun x : R => map (fun g => adding (x ^ S g) (row_at g) (head_at g)) (seq 0 m)).
  assert (forall x i a k, attention (F := reals) (sigma (X i)) d n (layer x) (X i) a k
    = X i a k + sum_below m (fun g => x ^ S g * first a * s g i k)) as Hout.
  { intros x i a k. unfold layer. rewrite attention_is_sum. f_equal. apply sum_below_ext. intros g Hg.
    destruct (Hat g Hg) as [[H1 _] H2]. now apply adding_adds. }
  set (relevant := fun p : place => let '((i, k), (j, l)) := p in
    ~ same_vocabulary d n (X i) (X j) \/ ~ same_token d (X i) (X j) k l).
  set (apart := fun (p : place) (x : R) => let '((i, k), (j, l)) := p in relevant p ->
    exists a, (a < d)%nat /\ attention (F := reals) (sigma (X i)) d n (layer x) (X i) a k
      <> attention (F := reals) (sigma (X j)) d n (layer x) (X j) a l).
  destruct (near_zero place (all_places n N) apart) as [x_0 [Hx0 Hx]].
  { intros [[i k] [j l]] Hp. destruct (classic (relevant ((i, k), (j, l)))) as [Hr | Hr].
    - set (c := fun a g => match g with O => X i a k - X j a l | S g => first a * (s g i k - s g j l) end).
      assert (exists a, (a < d)%nat /\ exists g, (g < S m)%nat /\ c a g <> 0) as [a [Ha Hc]].
      { destruct (classic (same_token d (X i) (X j) k l)) as [E | Hne].
        - destruct Hr as [Hr | Hr]; [| contradiction]. exists 0%nat. split; [lia |].
          destruct (Htells _ Hp (conj Hr E)) as [H [b [Hin Ht]]]. destruct (In_nth hs (H, b) default Hin) as [g [Hg
            Eg]].
          exists (S g). split; [fold m in Hg; lia |]. unfold c, s, head_at, row_at. rewrite Eg. unfold first. cbn.
          cbn in Ht. lra.
        - assert (exists a, (a < d)%nat /\ X i a k <> X j a l) as [a [Ha Hx]].
          { apply NNPP. intros F. apply Hne. intros a Ha. apply NNPP. intros G. apply F. now exists a. }
          exists a. split; [exact Ha |]. exists 0%nat. split; [lia |]. unfold c. lra. }
      destruct (no_root_near_zero (S m) (c a) Hc) as [x_0 [Hx0 Hx]]. exists x_0. split; [exact Hx0 |].
      intros x Hin _. exists a. split; [exact Ha |]. intros E. apply (Hx x Hin). rewrite !Hout in E.
      rewrite polynomial_first. unfold polynomial. rewrite <- sum_below_scale.
      rewrite (sum_below_ext m _ (fun g => x ^ S g * first a * s g i k + -1 * (x ^ S g * first a * s g j l))).
      + rewrite sum_below_plus, sum_below_scale. unfold c. lra.
      + intros g _. unfold c. simpl. ring.
    - exists 1. split; [lra |]. intros x _ F. contradiction. }
  specialize (Hx (x_0 / 2) ltac:(lra)).
  destruct (finitely_many_ids d n N X (fun Z => attention (F := reals) (sigma Z) d n (layer (x_0 / 2)) Z))
    as [r [delta [Hdelta Hmap]]].
  { intros i j k l Hi Hj Hk Hl Hdiff E.
    destruct (Hx ((i, k), (j, l)) (proj2 (all_places_have n N i k j l) (conj (conj Hi Hk) (conj Hj Hl))) Hdiff)
      as [a [Ha Hne]]. apply Hne. now apply E. }
  exists hs, (x_0 / 2), r, delta. split; [exact Hdelta |]. split; [intros H b Hin; now apply (Hhs H b) |].
  cbv zeta. fold default m.
  replace (map _ (seq 0 m)) with (layer (x_0 / 2)); [exact Hmap |]. unfold layer. apply map_ext. intros g.
  unfold row_at, head_at. now destruct (nth g hs default).
Qed.
End Family.

(** ** The criterion *)

Lemma which_families_hold : kajitsuka_which_families.
Proof.
  intros d n N X sigma Hd. split.
  - intros [all [r [delta [Hdelta [Hall [_ H]]]]]] i j k l Hi Hj Hk Hl Hdiff E. apply NNPP. intros Hno.
    specialize (H i j k l Hi Hj Hk Hl (or_introl Hdiff)).
    assert (forall a, (a < d)%nat -> attention (F := reals) sigma d n all (X i) a k
      = attention (F := reals) sigma d n all (X j) a l) as Heq.
    { intros a Ha. unfold attention.
      assert (forall Y Y' : nat -> nat -> R, Y a k = Y' a l ->
        fold_left (fun Y H => sum (F := reals) Y (attend (F := reals) sigma d n H (X i))) all Y a k
        = fold_left (fun Y H => sum (F := reals) Y (attend (F := reals) sigma d n H (X j))) all Y' a l) as G.
      { clear H. induction all as [| H all IH]; intros Y Y' EY; [exact EY |]. cbn [fold_left].
        apply IH; [intros H' h Hin; apply Hall; now right |].
        change (Y a k + attend (F := reals) sigma d n H (X i) a k = Y' a l + attend (F := reals) sigma d n H (X j) a l).
        rewrite EY. f_equal. destruct (Nat.eq_dec (head_size H) 0) as [Es | Es].
        - change (sum_below n (fun l' => sum_below (head_size H) (fun h => W_O H a h * product (F := reals) d (W_V H)
              (X i) h l') * sigma n (fun l'' => scores (F := reals) d H (X i) l'' k) l')
            = sum_below n (fun l' => sum_below (head_size H) (fun h => W_O H a h * product (F := reals) d (W_V H)
              (X j) h l') * sigma n (fun l'' => scores (F := reals) d H (X j) l'' l) l')).
          rewrite Es. cbn [sum_below]. apply sum_below_ext. intros l' _. ring.
        - apply attend_by_attended; [lia |]. apply NNPP. intros F. apply Hno. exists H. split; [lia |].
          split; [intros h; apply Hall; now left | exact F]. }
      apply G. exact (E a Ha). }
    rewrite (norm_ext d _ (fun a => 0 * first a)) in H; [rewrite norm_scaled, Rabs_R0 in H; lra |].
    intros a Ha. unfold gap, column. rewrite (Heq a Ha). ring.
  - intros H. destruct (some_layer_maps d n N X (fun _ => sigma) Hd) as [hs [x [r [delta [Hdelta [Hu Hmap]]]]]].
    { intros [[i k] [j l]] Hp [Hdiff E]. apply all_places_have in Hp.
      destruct (H i j k l) as [H0 [Hs [Hb Hne]]]; try tauto.
      assert (exists b, (b < d)%nat /\ attended_to sigma d n H0 (X i) k b <> attended_to sigma d n H0 (X j) l b)
        as [b [Hb' Ht]].
      { apply NNPP. intros F. apply Hne. intros b Hbd. apply NNPP. intros G. apply F. now exists b. }
      exists H0, b. split; [split; assumption |]. split; [exact Hb' | exact Ht]. }
    match type of Hmap with let all := ?A in _ => exists A, r, delta end.
    split; [exact Hdelta |]. split; [| exact Hmap].
    intros H0 a Hin Ha. apply in_map_iff in Hin. destruct Hin as [g [<- Hg]]. apply in_seq in Hg.
    pose proof (nth_In hs (@Head reals 1 (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ => 0),
      0%nat)
      (proj2 Hg)) as Hin.
    destruct (nth g hs _) as [H1 b]. destruct (Hu H1 b Hin) as [_ Hb]. now apply Hb.
Qed.
