(** * OneLayerApproximation: networks of T_2 are near every permutation equivariant function on a compact set

    Kajitsuka & Sato 2024, Proposition 1; by the steps of App. A.5, but not by its layers. F_1 makes of each token one
    number: that of its cell, off thin strips, and a large one where the token is outside. The head makes contexts of
    these numbers; one token outside lifts all of them. F_2 has bumps at the contexts of the cells, each as high as the
    least upper bound of f on the cell, and is 0 at all that was lifted. *)

From Coq Require Import Reals List Arith ZArith Lia Lra Classical.
From Exactua Require Import Networks Matrices Distance Cubes Powers Sums Boxes Coverings Lemma4 ContinuousNetworks.
From Exactua Require Import RealProposition5 RealDistance5 Theorem2Hardmax Theorem2.
From Exactua Require Import KajitsukaStatements Projections Boltzmann Interpolation Memorisation.
From Exactua Require Import NetworkStatements CompactShells UnitLayers Bumps OneLayerContexts.
Import ListNotations.
Open Scope R_scope.

(** ** Lists *)

Lemma some_of : forall (A : Type) (P : A -> Prop) (l : list A), exists l', forall a, In a l' <-> In a l /\ P a.
Proof.
  intros A P l. induction l as [| a l (l' & H)]; [exists []; intros a; cbn; tauto |].
  destruct (classic (P a)) as [Pa | Na].
  - exists (a :: l'). intros b. cbn [In]. rewrite H. split; [intros [<- | ?]; tauto | intros [[<- | ?] ?]; tauto].
  - exists l'. intros b. cbn [In]. rewrite H. split; [tauto | intros [[<- | ?] ?]; tauto].
Qed.

(** For each member of a list something that it is related to. *)
Lemma chosen_of_list : forall (A B : Type) (P : A -> B -> Prop) (l : list A), (forall a, In a l -> exists b, P a b) ->
  exists l' : list (A * B), (forall c, In c l' -> In (fst c) l /\ P (fst c) (snd c)) /\
    forall a, In a l -> exists b, In (a, b) l'.
Proof.
  intros A B P l. induction l as [| a l IH]; intros H; [exists []; split; [intros c [] | intros a []] |].
  destruct IH as (l' & H1 & H2); [intros b Hb; apply H; now right |]. destruct (H a (or_introl eq_refl)) as [b Hb].
  exists ((a, b) :: l'). split.
  - intros c [<- | Hc]; [split; [now left | exact Hb] |]. destruct (H1 c Hc). split; [now right | assumption].
  - intros c [<- | Hc]; [exists b; now left |]. destruct (H2 c Hc) as [b' Hb']. exists b'. now right.
Qed.

(** ** The number of a column of digits *)

Fixpoint numeral (m d : nat) (c : nat -> nat) : nat :=
  match d with O => 0 | S k => numeral m k c + m ^ k * c k end.

Lemma numeral_below : forall m d c, (forall i, (i < d)%nat -> (c i < m)%nat) -> (numeral m d c < m ^ d)%nat.
Proof.
  intros m d c. induction d as [| d IH]; intros H; [cbn; lia |]. cbn [numeral Nat.pow].
  specialize (IH (fun i Hi => H i ltac:(lia))). specialize (H d ltac:(lia)). nia.
Qed.

Lemma numeral_ext : forall m d c c', (forall i, (i < d)%nat -> c i = c' i) -> numeral m d c = numeral m d c'.
Proof.
  intros m d c c'. induction d as [| d IH]; intros H; [reflexivity |]. cbn [numeral].
  rewrite (H d) by lia. rewrite IH; [reflexivity |]. intros i Hi. apply H. lia.
Qed.

Lemma numeral_unique : forall m d c c', (forall i, (i < d)%nat -> (c i < m)%nat) ->
  (forall i, (i < d)%nat -> (c' i < m)%nat) -> numeral m d c = numeral m d c' -> forall i, (i < d)%nat -> c i = c' i.
Proof.
  intros m d c c'. induction d as [| d IH]; intros H H' E i Hi; [lia |]. cbn [numeral] in E.
  pose proof (numeral_below m d c (fun i Hi => H i ltac:(lia))) as N.
  pose proof (numeral_below m d c' (fun i Hi => H' i ltac:(lia))) as N'.
  assert (c d = c' d) as Ed by (destruct (Nat.lt_trichotomy (c d) (c' d)) as [L | [L | L]]; [nia | exact L | nia]).
  destruct (Nat.eq_dec i d) as [-> | Hne]; [exact Ed |]. rewrite Ed in E.
  apply IH; [intros; apply H; lia | intros; apply H'; lia | lia | lia].
Qed.

Lemma numeral_real : forall m d c, INR (numeral m d c) = sum_below d (fun i => INR m ^ i * INR (c i)).
Proof.
  intros m d c. induction d as [| d IH]; [reflexivity |]. cbn [numeral sum_below].
  rewrite plus_INR, mult_INR, pow_INR, IH. reflexivity.
Qed.

(** ** Boxes *)

Lemma product_at_most_two : forall l a i j k m, (forall i j, In (i, j) l -> 0 <= a i j <= 1) -> In (i, j) l ->
  In (k, m) l -> (i, j) <> (k, m) -> product_over l a <= a i j * a k m.
Proof.
  induction l as [| [r c] l IH]; intros a i j k m H I I' N; [contradiction |]. rewrite product_over_cons.
  assert (H' : forall i j, In (i, j) l -> 0 <= a i j <= 1) by (intros; apply H; now right).
  assert (P : 0 <= product_over l a) by (apply product_over_nonnegative; intros; now apply H').
  pose proof (H r c (or_introl eq_refl)) as Hr. destruct I as [E | I].
  - injection E as -> ->. destruct I' as [E | I']; [contradiction |]. apply Rmult_le_compat_l; [lra |].
    now apply product_at_most.
  - destruct I' as [E | I'].
    + injection E as -> ->. rewrite (Rmult_comm (a i j)). apply Rmult_le_compat_l; [lra |]. now apply product_at_most.
    + specialize (IH a i j k m H' I I' N). apply Rle_trans with (1 * product_over l a); [| lra].
      apply Rmult_le_compat_r; lra.
Qed.

(** All X in the unit cube whose entries in row 0 of columns j and j' are in the same one of m cells. *)
Definition pair_box (m : nat) (e : nat * nat * nat) : box :=
  let (jj, l) := e in let (j, j') := jj in
  Box (put 0 j (INR l / INR m) (put 0 j' (INR l / INR m) zero))
      (put 0 j ((INR l + 1) / INR m) (put 0 j' ((INR l + 1) / INR m) ones)).

Lemma pair_volume : forall d n m j j' l, (1 <= m)%nat -> (1 <= d)%nat -> (j < n)%nat -> (j' < n)%nat -> j <> j' ->
  volume d n (pair_box m (j, j', l)) <= / INR m * / INR m.
Proof.
  intros d n m j j' l Hm Hd Hj Hj' N. assert (M : 1 <= INR m) by (apply (le_INR 1); exact Hm).
  assert (I : 0 < / INR m <= 1).
  { split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
  assert (N' : (0%nat, j') <> (0%nat, j)) by congruence.
  assert (S : Rmax 0 ((INR l + 1) / INR m - INR l / INR m) = / INR m).
  { replace ((INR l + 1) / INR m - INR l / INR m) with (/ INR m) by (field; lra). apply Rmax_right. lra. }
  unfold volume, pair_box. cbn [low high].
  eapply Rle_trans; [apply (product_at_most_two _ _ 0%nat j 0%nat j') |].
  - intros a b _. destruct (classic ((a, b) = (0%nat, j))) as [E | E1].
    { injection E as -> ->. rewrite !put_there, S. lra. }
    rewrite !(put_elsewhere 0 j) by exact E1. destruct (classic ((a, b) = (0%nat, j'))) as [E | E2].
    { injection E as -> ->. rewrite !put_there, S. lra. }
    rewrite !put_elsewhere by exact E2. unfold ones, zero. rewrite Rmax_right by lra. lra.
  - apply entries_in. lia.
  - apply entries_in. lia.
  - congruence.
  - cbv beta. rewrite !put_there, !(put_elsewhere 0 j) by exact N'. rewrite !put_there, S. lra.
Qed.

Lemma pair_box_has : forall d n m j j' l X, in_box d n unit_box X ->
  INR l / INR m <= X 0%nat j <= (INR l + 1) / INR m -> INR l / INR m <= X 0%nat j' <= (INR l + 1) / INR m ->
  in_box d n (pair_box m (j, j', l)) X.
Proof.
  intros d n m j j' l X H Hj Hj' a b Ha Hb. unfold pair_box. cbn [low high].
  destruct (classic ((a, b) = (0%nat, j))) as [E | E1]; [injection E as -> ->; now rewrite !put_there |].
  rewrite !(put_elsewhere 0 j) by exact E1.
  destruct (classic ((a, b) = (0%nat, j'))) as [E | E2]; [injection E as -> ->; now rewrite !put_there |].
  rewrite !put_elsewhere by exact E2. exact (H a b Ha Hb).
Qed.

Lemma list_weight_at_most : forall d n C v (l : list box), 0 <= C -> (forall B, In B l -> volume d n B <= v) ->
  list_weight d n (map (fun B => (B, C)) l) <= INR (length l) * (C * v).
Proof.
  intros d n C v l HC H. induction l as [| B l IH]; [cbn; lra |].
  change (C * volume d n B + list_weight d n (map (fun B => (B, C)) l) <= INR (S (length l)) * (C * v)).
  rewrite S_INR. specialize (IH (fun B I => H B (or_intror I))). specialize (H B (or_introl eq_refl)).
  assert (C * volume d n B <= C * v) by (now apply Rmult_le_compat_l). lra.
Qed.

Lemma filter_shorter : forall (A : Type) (t : A -> bool) l, (length (filter t l) <= length l)%nat.
Proof. intros A t l. induction l as [| a l IH]; cbn; [lia |]. destruct (t a); cbn; lia. Qed.

Lemma in_enlarged : forall d n B b X, 0 < B -> in_box d n b (reduced B X) -> in_box d n (enlarged_box B b) X.
Proof.
  intros d n B b X HB H. destruct (indicator_cases d n (enlarged_box B b) X) as [[I _] | [_ E]]; [exact I |].
  rewrite enlarged_indicator, indicator_in in E by assumption. lra.
Qed.

(** Where each matrix has no difference, or is in a box of a finite list that has its weight, or in one of a sequence of
    boxes of weight C each. *)
Lemma near_by_boxes : forall d n p f g e (l : list (box * R)) (S : nat -> box) C v, 0 <= e -> 0 <= C ->
  (forall b, In b l -> 0 <= snd b) -> (forall k, sum_below k (fun i => C * volume d n (S i)) <= v) ->
  list_weight d n l + v <= power e p ->
  (forall X, difference d n p f g X <= 0 \/ (exists b, In b l /\ in_box d n (fst b) X /\
    difference d n p f g X <= snd b) \/
    (exists i, in_box d n (S i) X /\ difference d n p f g X <= C)) ->
  at_most d n p f g everywhere e.
Proof.
  intros d n p f g e l S C v He HC positive small weight cases. set (none := (Box zero zero, 0) : box * R).
  set (A := fun i => fst (nth i l none)). set (a := fun i => snd (nth i l none)).
  assert (Ha : forall i, 0 <= a i).
  { intros i. unfold a. destruct (Nat.lt_ge_cases i (length l)) as [H | H]; [apply positive, nth_In, H |].
    rewrite nth_overflow by exact H. cbn. lra. }
  assert (all : sum_below (length l) (fun i => a i * volume d n (A i)) = list_weight d n l).
  { unfold a, A. clear. induction l as [| b l IH] using rev_ind; [reflexivity |].
    rewrite list_weight_app, <- IH, app_length, Nat.add_1_r. cbn [sum_below]. f_equal.
    - apply sum_below_ext. intros i Hi. now rewrite app_nth1 by exact Hi.
    - rewrite app_nth2, Nat.sub_diag by lia. cbn. ring. }
  assert (total : forall k, sum_below k (fun i => a i * volume d n (A i)) <= list_weight d n l).
  { intros k. rewrite <- all. destruct (Nat.le_ge_cases k (length l)) as [H | H].
    - apply sum_below_grows; [now apply weight_nonnegative | exact H].
    - right. induction H as [| k H IH]; [reflexivity |]. cbn [sum_below]. rewrite IH. unfold a.
      rewrite nth_overflow by lia. cbn [none snd]. ring. }
  split; [exact He |]. exists (in_turn A S), (in_turn a (fun _ => C)).
  destruct (cover_in_turn d n (difference d n p f g) everywhere A S a (fun _ => C) Ha (fun _ => HC)) as [H1 H2].
  - intros X _ r Hr.
    assert (N : forall k, 0 <= sum_below k (fun i => a i * indicator d n (A i) X)).
    { intros k. apply sum_below_nonnegative. intros i _. now apply term_nonnegative. }
    assert (N' : forall k, 0 <= sum_below k (fun i => C * indicator d n (S i) X)).
    { intros k. apply sum_below_nonnegative. intros i _. now apply (term_nonnegative d n S (fun _ => C)). }
    destruct (cases X) as [H | [(b & I & in_b & H) | (i & in_i & H)]].
    + exists 0%nat. cbn. lra.
    + destruct (In_nth l b none I) as (i & Hi & E). exists (length l).
      pose proof (sum_below_has (length l) (fun i => a i * indicator d n (A i) X) i
        (fun j _ => term_nonnegative d n A a X Ha j) Hi) as T. cbv beta in T. unfold a, A in T. rewrite E in T.
      rewrite indicator_in in T by exact in_b. specialize (N' (length l)). unfold a, A. lra.
    + exists (i + 1)%nat. pose proof (sum_below_has (i + 1) (fun i => C * indicator d n (S i) X) i
        (fun j _ => term_nonnegative d n S (fun _ => C) X (fun _ => HC) j) ltac:(lia)) as T. cbv beta in T.
      rewrite indicator_in in T by exact in_i. specialize (N (i + 1)%nat). lra.
  - split; [exact H1 |]. split; [exact H2 |]. intros k. apply Rle_trans with (2 := weight).
    now apply weight_in_turn.
Qed.

(** ** Networks of T_2 that are made of numbers, as [UnitLayers.v] has them *)

Definition made_of_numbers (d n : nat) (g : matrix -> matrix) : Prop :=
  exists (p : nat -> R) (b a c kappa omega : R) (U : list (R * R)) (V : nat -> list (R * R)),
    kappa <> 0 /\ omega <> 0 /\ forall X i k, (i < d)%nat -> (k < n)%nat ->
      g X i k = units_value (token_number d p b a c U (column k X)
      + omega * attended n kappa (fun l => token_number d p b a c U (column l X)) k) (V i).

(** ** Labels of cells *)

Section Core.
  Variables (d n : nat) (B : R) (K : matrix -> Prop) (f : matrix -> matrix) (C0 : R).
  Hypotheses (Hd : (1 <= d)%nat) (Hn : (1 <= n)%nat) (HB : 1 <= B) (HC0 : 0 <= C0).
  Hypothesis closed : closed_set d n K.
  Hypothesis K_inside : forall X i j, K X -> (i < d)%nat -> (j < n)%nat -> 0 <= reduced B X i j <= 1.
  Hypothesis uniform : forall r, 0 < r -> exists t, 0 < t /\ forall X Y, K X -> K Y -> within d n t X Y ->
    within d n r (f X) (f Y).
  Hypothesis f_outside : forall X, ~ K X -> same d n (f X) zero.
  Hypothesis f_bounded : forall X i j, K X -> (i < d)%nat -> (j < n)%nat -> Rabs (f X i j) <= C0.
  Hypothesis K_permuted : forall s X, permutation n s -> K X -> K (permuted s X).
  Hypothesis f_permuted : forall s X, permutation n s -> K X -> same d n (f (permuted s X)) (permuted s (f X)).

  Local Notation in_cell := (CompactShells.in_cell d n B).

  Definition values_on (m : nat) (L : nat -> nat -> nat) (i j : nat) (v : R) : Prop :=
    exists X, K X /\ in_cell m L X /\ f X i j = v.

  (** The least upper bound of entry (i, j) of f on K and cell L; 0 where there is nothing. *)
  Definition label (m : nat) (L : nat -> nat -> nat) (i j : nat) (v : R) : Prop :=
    is_lub (values_on m L i j) v \/ ((forall w, ~ values_on m L i j w) /\ v = 0).

  Lemma label_exists : forall m L i j, (i < d)%nat -> (j < n)%nat -> exists v, label m L i j v /\ Rabs v <= C0.
  Proof.
    intros m L i j Hi Hj. destruct (classic (exists w, values_on m L i j w)) as [(w & Hw) | none].
    - assert (bounds : forall w, values_on m L i j w -> - C0 <= w <= C0).
      { intros w' (X & HX & _ & <-). specialize (f_bounded X i j HX Hi Hj). pose proof (Rle_abs (f X i j)).
        pose proof (Rle_abs (- f X i j)) as H'. rewrite Rabs_Ropp in H'. lra. }
      destruct (completeness (values_on m L i j)) as [v Hv].
      + exists C0. intros w' Hw'. now apply bounds.
      + now exists w.
      + exists v. split; [now left |]. destruct Hv as [up least]. apply Rabs_le. split.
        * apply Rle_trans with w; [now apply bounds | now apply up].
        * apply least. intros w' Hw'. now apply bounds.
    - exists 0. split; [| now rewrite Rabs_R0]. right. split; [| reflexivity]. intros w Hw. apply none. now exists w.
  Qed.

  Lemma label_unique : forall m L i j v v', label m L i j v -> label m L i j v' -> v = v'.
  Proof.
    intros m L i j v v' [[up least] | [none ->]] [[up' least'] | [none' ->]].
    - apply Rle_antisym; auto.
    - exfalso. assert (v <= v - 1); [| lra]. apply least. intros w Hw. contradiction (none' w Hw).
    - exfalso. assert (v' <= v' - 1); [| lra]. apply least'. intros w Hw. contradiction (none w Hw).
    - reflexivity.
  Qed.

  Lemma label_same : forall m L L' i j j' v, (forall w, values_on m L i j w <-> values_on m L' i j' w) ->
    label m L i j v -> label m L' i j' v.
  Proof.
    intros m L L' i j j' v E [[up least] | [none ->]].
    - left. split; [intros w Hw; now apply up, E |]. intros b Hb. apply least. intros w Hw. now apply Hb, E.
    - right. split; [| reflexivity]. intros w Hw. now apply (none w), E.
  Qed.

  (** f is permutation equivariant, and so are its labels. *)
  Lemma label_moved : forall m L L' s i k v, permutation n s -> (i < d)%nat -> (k < n)%nat ->
    (forall a b, (a < d)%nat -> (b < n)%nat -> L' a b = L a (s b)) -> label m L' i k v -> label m L i (s k) v.
  Proof.
    intros m L L' s i k v Hs Hi Hk E. apply label_same. intros w. pose proof Hs as [t Ht]. split.
    - intros (X & HX & in_X & <-). assert (Hp : permutation n t).
      { exists s. intros j Hj. destruct (Ht j Hj) as (H1 & H2 & H3 & H4). auto. }
      exists (permuted t X). split; [now apply K_permuted |]. split.
      + intros a b Ha Hb. destruct (Ht b Hb) as (H1 & H2 & H3 & H4). specialize (in_X a (t b) Ha H2).
        rewrite E, H3 in in_X by assumption. exact in_X.
      + destruct (Ht k Hk) as (H1 & H2 & H3 & H4). rewrite (f_permuted t X Hp HX i (s k) Hi H1). unfold permuted.
        now rewrite H4.
    - intros (X & HX & in_X & <-). exists (permuted s X). split; [now apply K_permuted |]. split.
      + intros a b Ha Hb. destruct (Ht b Hb) as (H1 & _). specialize (in_X a (s b) Ha H1). rewrite E by assumption.
        exact in_X.
      + apply (f_permuted s X Hs HX i k Hi Hk).
  Qed.

  (** ** Contexts of cells *)

  Definition cells_below (m : nat) (L : nat -> nat -> nat) : Prop :=
    forall i j, (i < d)%nat -> (j < n)%nat -> (L i j < m)%nat.
  Definition all_columns_differ (L : nat -> nat -> nat) : Prop := forall j j', (j < n)%nat -> (j' < n)%nat ->
    (forall i, (i < d)%nat -> L i j = L i j') -> j = j'.

  (** 1, ..., m^d. *)
  Definition token_of (m : nat) (L : nat -> nat -> nat) (j : nat) : nat := S (numeral m d (fun i => L i j)).

  Lemma token_of_same : forall m L L' j j', cells_below m L -> cells_below m L' -> (j < n)%nat -> (j' < n)%nat ->
    token_of m L j = token_of m L' j' -> forall i, (i < d)%nat -> L i j = L' i j'.
  Proof.
    intros m L L' j j' HL HL' Hj Hj' E. injection E as E.
    apply (numeral_unique m d (fun i => L i j) (fun i => L' i j')); auto.
  Qed.

  Lemma token_of_numbered : forall m L, cells_below m L -> all_columns_differ L -> numbered (m ^ d) n (token_of m L).
  Proof.
    intros m L HL differ. split.
    - intros k Hk. pose proof (numeral_below m d (fun i => L i k) (fun i Hi => HL i k Hi Hk)). unfold token_of. lia.
    - intros k l Hk Hl E. apply differ; try assumption. now apply (token_of_same m L L).
  Qed.

  Definition context_of (m : nat) (L : nat -> nat -> nat) (k : nat) : R :=
    context (m ^ d) n (fun j => INR (token_of m L j)) k.

  (** Where cells have a context in common, they are one another's permutations, and the labels are the same. *)
  Lemma contexts_tell_labels : forall m L L' i k l v v', cells_below m L -> all_columns_differ L -> cells_below m L' ->
    all_columns_differ L' -> (i < d)%nat -> (k < n)%nat -> (l < n)%nat -> context_of m L k = context_of m L' l ->
    label m L i k v -> label m L' i l v' -> v = v'.
  Proof.
    intros m L L' i k l v v' HL differ HL' differ' Hi Hk Hl E Hv Hv'.
    destruct (contexts_differ (m ^ d) n (token_of m L) (token_of m L') k l (token_of_numbered m L HL differ)
      (token_of_numbered m L' HL' differ') Hk Hl E) as (Ekl & there & back).
    destruct (choose_below nat (fun a b => (b < n)%nat /\ token_of m L a = token_of m L' b) 0%nat n there) as [s Hs].
    destruct (choose_below nat (fun b a => (a < n)%nat /\ token_of m L' b = token_of m L a) 0%nat n back) as [t Ht].
    destruct (token_of_numbered m L HL differ) as [_ inj]. destruct (token_of_numbered m L' HL' differ') as [_ inj'].
    assert (P : permutation n s).
    { exists t. intros j Hj. destruct (Hs j Hj) as [H1 H2], (Ht j Hj) as [H3 H4].
      split; [exact H1 |]. split; [exact H3 |]. split.
      - apply inj'; [apply (Hs (t j) H3) | exact Hj |]. rewrite <- (proj2 (Hs (t j) H3)). now symmetry.
      - apply inj; [apply (Ht (s j) H1) | exact Hj |]. rewrite <- (proj2 (Ht (s j) H1)). now symmetry. }
    assert (s k = l) as Es by (destruct (Hs k Hk); apply inj'; [assumption | assumption | congruence]).
    rewrite <- Es in Hv'. apply (label_unique m L' i (s k)); [| exact Hv'].
    apply (label_moved m L' L s i k v P Hi Hk); [| exact Hv]. intros a b Ha Hb. destruct (Hs b Hb).
    now apply (token_of_same m L L').
  Qed.

  (** For each row bumps that take the contexts of all cells with different columns to their labels. *)
  Lemma labelling_bumps : forall m, exists T, forall i, (i < d)%nat -> exists U,
    (forall L k, cells_below m L -> all_columns_differ L -> (k < n)%nat ->
       label m L i k (units_value (context_of m L k) U)) /\
    (forall t, Rabs (units_value t U) <= C0) /\ (forall t, T <= t -> units_value t U = 0).
  Proof.
    intros m. destruct (finitely_many_cells d n m) as (S0 & _ & all_S0).
    destruct (some_of _ (fun L => cells_below m L /\ all_columns_differ L) S0) as (S' & in_S').
    set (places := list_prod S' (seq 0 n)).
    destruct (finite_bound _ (fun q => context_of m (fst q) (snd q)) places) as (N & HN). exists (INR N + 1).
    intros i Hi. destruct (chosen_of_list _ _ (fun q v => label m (fst q) i (snd q) v /\ Rabs v <= C0) places)
      as (l' & from_places & all_places).
    { intros [L k] I. apply in_prod_iff in I. destruct I as [_ I]. apply in_seq in I.
      apply label_exists; cbn [snd]; [exact Hi | lia]. }
    set (points := map (fun c : (nat -> nat -> nat) * nat * R => (context_of m (fst (fst c)) (snd (fst c)), snd c)) l').
    destruct (bumps_through points C0 (INR N + 1) HC0) as (U & through & small & away).
    - intros p q Hp Hq E. apply in_map_iff in Hp, Hq.
      destruct Hp as ([[L k] v] & <- & I), Hq as ([[L' l] v'] & <- & I').
      cbn [fst snd] in *. destruct (from_places _ I) as [P [Hv _]], (from_places _ I') as [P' [Hv' _]].
      cbn [fst snd] in *. apply in_prod_iff in P, P'. destruct P as [P1 P2], P' as [P1' P2']. apply in_seq in P2, P2'.
      apply in_S' in P1, P1'. destruct P1 as [_ [H1 H2]], P1' as [_ [H3 H4]].
      apply (contexts_tell_labels m L L' i k l); auto; lia.
    - intros p Hp. apply in_map_iff in Hp. destruct Hp as (c & <- & I). apply (from_places c I).
    - intros p Hp. apply in_map_iff in Hp. destruct Hp as (c & <- & I). destruct (from_places c I) as [P _].
      specialize (HN _ P). cbn [fst]. lra.
    - exists U. split; [| split; assumption]. intros L k HL differ Hk.
      destruct (all_S0 L HL) as (L' & I & E).
      assert (HL' : cells_below m L') by (intros a b Ha Hb; rewrite E by assumption; now apply HL).
      assert (differ' : all_columns_differ L').
      { intros j j' Hj Hj' H. apply differ; try assumption. intros a Ha. rewrite <- !E by assumption. now apply H. }
      assert (P : In (L', k) places) by (apply in_prod_iff; split; [now apply in_S' | apply in_seq; lia]).
      destruct (all_places _ P) as [v Iv]. destruct (from_places _ Iv) as [_ [Hv _]]. cbn [fst snd] in Hv.
      assert (Ec : context_of m L k = context_of m L' k).
      { apply context_ext; [exact Hk |]. intros j Hj. unfold token_of. f_equal. f_equal. apply numeral_ext.
        intros a Ha. symmetry. now apply E. }
      rewrite Ec. specialize (through _ (in_map _ _ _ Iv)). cbn [fst snd] in through. rewrite through.
      apply (label_same m L' L i k k v); [| exact Hv]. intros w.
      assert (Ei : forall X, in_cell m L' X <-> in_cell m L X).
      { intros X. split; intros H a b Ha Hb; specialize (H a b Ha Hb); rewrite E in * by assumption; exact H. }
      split; intros (X & HX & in_X & <-); exists X; (split; [exact HX |]); (split; [now apply Ei | reflexivity]).
  Qed.

  (** On a cell of side less than t the label is as near to f as f varies there. *)
  Lemma label_near : forall m L X i j v r t, (1 <= m)%nat -> (i < d)%nat -> (j < n)%nat -> K X -> in_cell m L X ->
    label m L i j v -> 2 * B / INR m < t ->
    (forall X Y, K X -> K Y -> within d n t X Y -> within d n r (f X) (f Y)) -> Rabs (f X i j - v) <= r.
  Proof.
    intros m L X i j v r t Hm Hi Hj HX in_X [[up least] | [none _]] Ht H.
    - assert (f X i j <= v) by (apply up; exists X; auto).
      assert (v <= f X i j + r); [| apply Rabs_le; lra]. apply least. intros w (Y & HY & in_Y & <-).
      assert (W : within d n t X Y) by (apply (cell_within d n B m L);
        [lra | exact Hm | exact Ht | assumption | assumption]).
      specialize (H X Y HX HY W i j Hi Hj). apply Rabs_def2 in H. lra.
    - exfalso. apply (none (f X i j)). exists X. auto.
  Qed.

  (** ** The network *)

  (** F_1 makes of each token the number of its column of cells, and something at least M of one outside. *)
  Lemma tokens_to_numbers : forall m eta M, (1 <= m)%nat -> 0 < eta -> 0 <= M -> exists p b U,
    let number := fun X k => token_number d p b (/ (2 * B)) (1 / 2) U (column k X) in
    (forall X k, 1 <= number X k) /\
    (forall X i k, (i < d)%nat -> ~ 0 < reduced B X i k < 1 -> M <= number X k) /\
    (forall X L k, (k < n)%nat -> cells_below m L -> (forall i, (i < d)%nat ->
        INR (L i k) / INR m + eta <= reduced B X i k <= (INR (L i k) + 1) / INR m - eta) ->
      number X k = INR (token_of m L k)).
  Proof.
    intros m eta M Hm He HM. destruct (quantising_units m eta M Hm He HM) as (U & positive & large & cells).
    cbv zeta in positive, large, cells.
    set (p := fun i => INR m ^ i). exists p, (sum_below d (fun i => p i * M) + 1), U. cbv zeta.
    assert (E : forall X k, token_number d p (sum_below d (fun i => p i * M) + 1) (/ (2 * B)) (1 / 2) U (column k X) =
      sum_below d (fun i => p i * (units_value (reduced B X i k) U + M)) + 1).
    { intros X k. unfold token_number. rewrite <- Rplus_assoc, <- sum_below_plus. f_equal. apply sum_below_ext.
      intros i _. unfold column, reduced, Rdiv. rewrite (Rmult_comm (/ (2 * B))). ring. }
    assert (P : forall i, 1 <= p i) by (intros i; apply pow_R1_Rle, (le_INR 1), Hm).
    assert (Q : forall X k i, 0 <= p i * (units_value (reduced B X i k) U + M)).
    { intros X k i. specialize (P i). specialize (positive (reduced B X i k)). apply Rmult_le_pos; lra. }
    split; [| split].
    - intros X k. rewrite E. pose proof (sum_below_nonnegative d _ (fun i _ => Q X k i)). cbv beta in H. lra.
    - intros X i k Hi out. rewrite E.
      pose proof (sum_below_has d _ i (fun j _ => Q X k j) Hi) as H. cbv beta in H.
      specialize (large _ out). specialize (P i). specialize (positive (reduced B X i k)).
      assert (1 * (units_value (reduced B X i k) U + M) <= p i * (units_value (reduced B X i k) U + M))
        by (apply Rmult_le_compat_r; lra). lra.
    - intros X L k Hk HL H. rewrite E. unfold token_of. rewrite S_INR, numeral_real. f_equal. apply sum_below_ext.
      intros i Hi. rewrite (cells (L i k)); [reflexivity | now apply HL | now apply H].
  Qed.

  Theorem near_by_numbers : forall p e, 1 <= p -> 0 < e -> exists g, made_of_numbers d n g /\
    at_most d n p f g everywhere e.
  Proof.
    intros p e Hp He.
    (* weights *)
    set (V := (2 * B) ^ (d * n)). assert (HV : 1 <= V) by (apply pow_R1_Rle; lra).
    set (P := power (e / 2) p). assert (HP : 0 < P) by (apply power_above_zero; lra).
    set (near := e / 2 / V). assert (near_positive : 0 < near) by (apply Rdiv_lt_0_compat; lra).
    set (close := near / (1 + INR (length (entries d n)))).
    assert (close_positive : 0 < close).
    { apply Rdiv_lt_0_compat; [lra |]. pose proof (pos_INR (length (entries d n))). lra. }
    set (C := INR (d * n) * power (C0 + C0) p).
    assert (HC : 0 <= C) by (apply Rmult_le_pos; [apply pos_INR | apply power_nonnegative]).
    (* the grid *)
    destruct (uniform (close / 2) ltac:(lra)) as (t & Ht & varies).
    destruct (finite_bound _ (fun x => x) [2 * B / t]) as (m_star & Hstar).
    specialize (Hstar _ (or_introl eq_refl)). cbv beta in Hstar.
    destruct (finite_bound _ (fun x => x) [INR (n * n) * (V * C) / (P / 4)]) as (m_star' & Hstar').
    specialize (Hstar' _ (or_introl eq_refl)). cbv beta in Hstar'.
    destruct (shells_of_closed d n B K Hd Hn ltac:(lra) closed (P / 4 / (V * (C + 1))) (S (Nat.max m_star m_star')))
      as (m & around_K & Hms & Hm & around_small & around_has).
    { apply Rdiv_lt_0_compat; [lra |]. apply Rmult_lt_0_compat; lra. }
    assert (M1 : 1 <= INR m) by (apply (le_INR 1); exact Hm).
    assert (fine : INR (n * n) * (V * C) * (1 / INR m) <= P / 4).
    { apply (Rmult_le_reg_r (INR m)); [lra |]. assert (m_star' <= m)%nat as H by lia. apply le_INR in H.
      replace (INR (n * n) * (V * C) * (1 / INR m) * INR m) with (INR (n * n) * (V * C) / (P / 4) * (P / 4))
        by (field; lra).
      rewrite (Rmult_comm (P / 4)). apply Rmult_le_compat_r; lra. }
    assert (side : 2 * B / INR m < t).
    { assert (S m_star <= m)%nat as H by lia. apply le_INR in H. rewrite S_INR in H.
      apply (Rmult_lt_reg_r (INR m)); [lra |].
      replace (2 * B / INR m * INR m) with (2 * B) by (field; lra).
      assert (2 * B / t * t < INR m * t) by (apply Rmult_lt_compat_r; lra).
      replace (2 * B / t * t) with (2 * B) in H0 by (field; lra). lra. }
    (* F_2 *)
    destruct (labelling_bumps m) as (T & bumps). destruct (choose_below (list (R * R)) _ [] d bumps) as [W HW].
    (* F_1: the strips come last *)
    set (M := Rmax 0 (T / share (m ^ d) + ln (INR n))).
    assert (HM : 0 <= M /\ T / share (m ^ d) + ln (INR n) <= M) by (split; [apply Rmax_l | apply Rmax_r]).
    set (edges := list_prod (entries d n) (map (fun k => INR k / INR m) (seq 0 (m + 1)))).
    set (Q := INR (length edges) * (V * C)).
    assert (HQ : 0 <= Q) by (apply Rmult_le_pos; [apply pos_INR | apply Rmult_le_pos; lra]).
    set (eta := Rmin (1 / 2) (P / 2 / (2 * (Q + 1)))).
    assert (eta_positive : 0 < eta) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
    assert (eta_half : eta <= 1 / 2) by apply Rmin_l.
    assert (eta_small : Q * (2 * eta) <= P / 2).
    { apply Rle_trans with ((Q + 1) * (2 * eta)); [apply Rmult_le_compat_r; lra |].
      apply Rle_trans with ((Q + 1) * (2 * (P / 2 / (2 * (Q + 1))))); [| right; field; lra].
      apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [lra |]. apply Rmin_r. }
    destruct (tokens_to_numbers m eta M Hm eta_positive (proj1 HM)) as (q & b & U & at_least_1 & large & cells).
    cbv zeta in at_least_1, large, cells.
    set (number := fun X k => token_number d q b (/ (2 * B)) (1 / 2) U (column k X)).
    set (g := fun (X : matrix) i k => units_value (context (m ^ d) n (number X) k) (W i)).
    exists g. split.
    { exists q, b, (/ (2 * B)), (1 / 2), sharpness, (share (m ^ d)), U, W.
      split; [unfold sharpness; lra |]. split; [apply Rgt_not_eq, share_positive |]. reflexivity. }
    assert (g_small : forall X i k, (i < d)%nat -> Rabs (g X i k) <= C0) by (intros X i k Hi; now apply (HW i Hi)).
    (* boxes *)
    set (pairs := map (fun x => enlarged_box B (pair_box m x))
      (filter (fun x => negb (fst (fst x) =? snd (fst x))%nat) (list_prod (entries n n) (seq 0 m)))).
    set (strips := map (fun x => enlarged_box B (strip eta x)) edges).
    set (boxes := (enlarged_box B unit_box, power near p) :: map (fun B => (B, C)) pairs ++ map (fun B => (B, C))
      strips).
    set (shell := fun i => enlarged_box B (around_K i)).
    assert (rough : forall X, difference d n p f g X <= C).
    { intros X. apply difference_bounded; [exact Hp |]. intros i j Hi Hj. unfold Rminus.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. apply Rplus_le_compat; [| now apply g_small].
      destruct (classic (K X)) as [KX | NX]; [now apply f_bounded |]. rewrite (f_outside X NX i j Hi Hj). unfold zero.
      now rewrite Rabs_R0. }
    apply (near_by_boxes d n p f g e boxes shell C (P / 4)); [lra | exact HC | | | |].
    - intros x [<- | I]; [apply power_nonnegative |]. apply in_app_or in I.
      destruct I as [I | I]; apply in_map_iff in I; destruct I as (y & <- & _); exact HC.
    - intros k. rewrite (sum_below_ext k _ (fun i => C * V * volume d n (around_K i))).
      + rewrite sum_below_scale. apply Rle_trans with (C * V * (P / 4 / (V * (C + 1)))).
        * apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | apply around_small].
        * replace (C * V * (P / 4 / (V * (C + 1)))) with (P / 4 * (C * / (C + 1))) by (field; lra).
          rewrite <- (Rmult_1_r (P / 4)) at 2. apply Rmult_le_compat_l; [lra |].
          apply (Rmult_le_reg_r (C + 1)); [lra |]. rewrite Rmult_assoc, Rinv_l by lra. lra.
      + intros i _. unfold shell. rewrite enlarged_volume by lra. fold V. ring.
    - (* weights *)
      assert (W1 : power near p * volume d n (enlarged_box B unit_box) <= P).
      { rewrite enlarged_volume, unit_volume, Rmult_1_r by lra. fold V. unfold near, P, Rdiv.
        assert (Small : 0 < / V <= 1).
        { split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
        rewrite power_times by lra. pose proof (power_of_small (/ V) p Small Hp) as S.
        pose proof (power_nonnegative (e * / 2) p) as PN.
        apply Rle_trans with (power (e * / 2) p * / V * V).
        - apply Rmult_le_compat_r; [lra |]. now apply Rmult_le_compat_l.
        - right. field. lra. }
      assert (W2 : list_weight d n (map (fun B => (B, C)) pairs) <= P / 4).
      { eapply Rle_trans; [apply (list_weight_at_most d n C (V * (/ INR m * / INR m)) pairs HC) |].
        - intros x I. apply in_map_iff in I. destruct I as ([[j j'] l] & <- & I). apply filter_In in I.
          destruct I as [I N]. apply in_prod_iff in I. destruct I as [I _]. apply entries_in in I. cbn [fst snd] in N.
          rewrite enlarged_volume by lra. fold V. apply Rmult_le_compat_l; [lra |].
          apply pair_volume; try assumption; try apply I. intros E. apply Nat.eqb_eq in E. rewrite E in N. discriminate.
        - unfold pairs. rewrite map_length.
          assert (H : INR (length (filter (fun x : nat * nat * nat => negb (fst (fst x) =? snd (fst x))%nat)
            (list_prod (entries n n) (seq 0 m)))) <= INR (n * n) * INR m).
          { rewrite <- mult_INR. apply le_INR. eapply Nat.le_trans; [apply filter_shorter |].
            rewrite prod_length, entries_length, seq_length. lia. }
          apply Rle_trans with (INR (n * n) * INR m * (C * (V * (/ INR m * / INR m)))).
          + apply Rmult_le_compat_r; [| exact H]. apply Rmult_le_pos; [exact HC |]. apply Rmult_le_pos; [lra |].
            apply Rmult_le_pos; left; apply Rinv_0_lt_compat; lra.
          + replace (INR (n * n) * INR m * (C * (V * (/ INR m * / INR m))))
              with (INR (n * n) * (V * C) * (1 / INR m)) by (field; lra). exact fine. }
      assert (W3 : list_weight d n (map (fun B => (B, C)) strips) <= P / 2).
      { eapply Rle_trans; [apply (list_weight_at_most d n C (V * (2 * eta)) strips HC) |].
        - intros x I. apply in_map_iff in I. destruct I as ([[i j] c] & <- & I). apply in_prod_iff in I.
          destruct I as [I _]. apply entries_in in I. rewrite enlarged_volume by lra. fold V.
          apply Rmult_le_compat_l; [lra |]. apply strip_volume; [apply I | apply I | lra].
        - unfold strips. rewrite map_length.
          replace (INR (length edges) * (C * (V * (2 * eta)))) with (Q * (2 * eta)) by (unfold Q; ring).
          exact eta_small. }
      unfold boxes. change (power near p * volume d n (enlarged_box B unit_box) +
        list_weight d n (map (fun B => (B, C)) pairs ++ map (fun B => (B, C)) strips) + P / 4 <= power e p).
      rewrite list_weight_app.
      assert (half : P + P <= power e p).
      { unfold P, Rdiv. rewrite power_times by lra. pose proof (power_of_small (/ 2) p ltac:(lra) Hp) as H.
        pose proof (power_nonnegative e p) as PN. pose proof (Rmult_le_compat_l _ _ _ PN H). lra. }
      lra.
    - intros X. destruct (classic (in_box d n unit_box (reduced B X))) as [in_unit | out].
      + destruct (classic (exists i j k, (i < d)%nat /\ (j < n)%nat /\ (k <= m)%nat /\
          Rabs (reduced B X i j - INR k / INR m) <= eta)) as [(i & j & k & Hi & Hj & Hk & near_k) | off].
        { (* on a strip *)
          right. left. exists (enlarged_box B (strip eta (i, j, INR k / INR m)), C). split; [| split; [| apply rough]].
          - right. apply in_or_app. right. apply (in_map (fun B => (B, C))).
            apply (in_map (fun x => enlarged_box B (strip eta x))).
            apply in_prod; [now apply entries_in |]. apply (in_map (fun k => INR k / INR m)), in_seq. lia.
          - apply in_enlarged; [lra |]. now apply strip_has. }
        destruct (choice_of_entries d n (fun i j l => (l < m)%nat /\
          INR l / INR m + eta <= reduced B X i j <= (INR l + 1) / INR m - eta)) as (L & HL).
        { intros i j Hi Hj. destruct (cell_or_strip m eta (reduced B X i j) Hm (in_unit i j Hi Hj) ltac:(lra))
            as [H | (k & Hk & H)]; [exact H |]. destruct off. exists i, j, k. auto. }
        assert (below : cells_below m L) by (intros i j Hi Hj; now apply HL).
        assert (in_L : in_cell m L X) by (intros i j Hi Hj; destruct (HL i j Hi Hj) as [_ H]; lra).
        destruct (classic (all_columns_differ L)) as [differ | alike].
        2: { (* in a cell with equal columns *)
          assert (same_columns : exists j j', (j < n)%nat /\ (j' < n)%nat /\ j <> j' /\ L 0%nat j = L 0%nat j').
          { apply NNPP. intros none. apply alike. intros j j' Hj Hj' H.
            destruct (Nat.eq_dec j j') as [E | N]; [exact E |].
            destruct none. exists j, j'. repeat split; try assumption. apply H. lia. }
          destruct same_columns as (j & j' & Hj & Hj' & N & E). right. left.
          exists (enlarged_box B (pair_box m (j, j', L 0%nat j)), C). split; [| split; [| apply rough]].
          { right. apply in_or_app. left. apply (in_map (fun B => (B, C))).
            apply (in_map (fun x => enlarged_box B (pair_box m x))). apply filter_In. split.
            - apply in_prod; [now apply entries_in |]. apply in_seq. specialize (below 0%nat j ltac:(lia) Hj). lia.
            - cbn [fst snd]. apply Nat.eqb_neq in N. now rewrite N. }
          apply in_enlarged; [lra |]. apply pair_box_has; [exact in_unit | apply in_L; [lia | exact Hj] |].
          rewrite E. apply in_L; [lia | exact Hj']. }
        assert (g_label : forall i j, (i < d)%nat -> (j < n)%nat -> label m L i j (g X i j)).
        { intros i j Hi Hj. replace (g X i j) with (units_value (context_of m L j) (W i)); [now apply (HW i Hi) |].
          unfold g. f_equal. apply context_ext; [exact Hj |]. intros l Hl. symmetry. apply cells; try assumption.
          intros a Ha. now apply HL. }
        destruct (classic (K X)) as [KX | NX].
        { (* in a cell with different columns, and in K *)
          right. left. exists (enlarged_box B unit_box, power near p). split; [now left |].
          split; [apply in_enlarged; [lra | exact in_unit] |].
          apply difference_small; [exact Hp | exact near_positive |]. fold close. intros i j Hi Hj.
          apply Rle_lt_trans with (close / 2); [| lra].
          apply (label_near m L X i j _ (close / 2) t Hm Hi Hj KX in_L);
            [now apply g_label | exact side | exact varies]. }
        destruct (classic (exists Y, K Y /\ in_cell m L Y)) as [some_Y | no_Y].
        * (* in a cell with a point of K, but not in K *)
          destruct (around_has X L NX below in_L some_Y) as (i & Hi). right. right. exists i. split; [| apply rough].
          unfold shell. apply in_enlarged; [lra | exact Hi].
        * (* in a cell without a point of K *)
          left. rewrite difference_same; [lra |]. intros i j Hi Hj. rewrite (f_outside X NX i j Hi Hj). unfold zero.
          destruct (g_label i j Hi Hj) as [[_ least] | [_ E]]; [| now symmetry]. exfalso.
          assert (g X i j <= g X i j - 1); [| lra]. apply least. intros w (Y & HY & in_Y & _). destruct no_Y.
          now exists Y.
      + (* outside *)
        assert (some : exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ 0 <= reduced B X i j <= 1).
        { apply NNPP. intros none. apply out. intros i j Hi Hj. cbn [unit_box low high]. unfold zero. apply NNPP.
          intros H.
          apply none. exists i, j. auto. }
        destruct some as (i & j & Hi & Hj & far).
        assert (NX : ~ K X) by (intros KX; apply far; now apply K_inside).
        left. rewrite difference_same; [lra |]. intros i' k Hi' Hk. rewrite (f_outside X NX i' k Hi' Hk).
        unfold zero, g.
        symmetry. apply (HW i' Hi'). apply (context_lifts (m ^ d) n (number X) k j T Hk Hj); [apply at_least_1 |].
        apply Rle_trans with (1 := proj2 HM). apply (large X i j Hi). lra.
  Qed.
End Core.
