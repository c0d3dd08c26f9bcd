(** * CompactShells: a compact set is nearly filled by small cubes that meet it

    The cubes of [0, 1]^(d x n) are halved again and again, and those without a point of K are dropped. From some number
    of halvings on what is dropped afterwards is small together, and it has all that is not in K. *)

From Coq Require Import Reals List Arith ZArith Lia Lra Classical.
From Exactua Require Import Networks Matrices Distance Sums Boxes ContinuousNetworks.
From Exactua Require Import RealProposition5 RealDistance5 Theorem2Hardmax NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** ** Lists *)

Lemma length_flat_map_constant : forall (A B : Type) (f : A -> list B) l k, (forall a, length (f a) = k) ->
  length (flat_map f l) = (length l * k)%nat.
Proof.
  intros A B f l k H. induction l as [| a l IH]; [reflexivity |]. cbn [flat_map length]. rewrite app_length, IH, H. lia.
Qed.

(** Finitely many matrices of numbers below m. *)
Lemma finitely_many_cells : forall d n m, exists S : list (nat -> nat -> nat), length S = (m ^ (d * n))%nat /\ forall L,
  (forall i j, (i < d)%nat -> (j < n)%nat -> (L i j < m)%nat) ->
  exists L', In L' S /\ forall i j, (i < d)%nat -> (j < n)%nat -> L' i j = L i j.
Proof.
  intros d n m.
  assert (G : exists S : list (nat -> nat -> nat), length S = (m ^ length (entries d n))%nat /\
    forall L, (forall i j, In (i, j) (entries d n) -> (L i j < m)%nat) ->
    exists L', In L' S /\ forall i j, In (i, j) (entries d n) -> L' i j = L i j).
  { induction (entries d n) as [| [k l] es (S & size & IH)].
    - exists [fun _ _ => 0%nat]. split; [reflexivity |]. intros L _. exists (fun _ _ => 0%nat).
      split; [now left | intros i j []].
    - exists (flat_map (fun L => map (fun v i j => if ((i =? k) && (j =? l))%bool%nat then v else L i j) (seq 0 m)) S).
      split.
      { rewrite (length_flat_map_constant _ _ _ _ m) by (intros L; now rewrite map_length, seq_length).
        rewrite size. cbn [length Nat.pow]. ring. }
      intros L H. destruct (IH L (fun i j I => H i j (or_intror I))) as (L' & I & E).
      exists (fun i j => if ((i =? k) && (j =? l))%bool%nat then L k l else L' i j). split.
      + apply in_flat_map. exists L'. split; [exact I |].
        apply (in_map (fun v i j => if ((i =? k) && (j =? l))%bool%nat then v else L' i j)), in_seq.
        specialize (H k l (or_introl eq_refl)). lia.
      + intros i j I'. destruct (Nat.eqb_spec i k) as [-> | N]; [destruct (Nat.eqb_spec j l) as [-> | N] |]; cbn [andb].
        * reflexivity.
        * apply E. destruct I' as [E' | I']; [congruence | exact I'].
        * apply E. destruct I' as [E' | I']; [congruence | exact I']. }
  destruct G as (S & size & G). exists S. rewrite <- (entries_length d n). split; [exact size |]. intros L H.
  destruct (G L) as (L' & I & E); [intros i j I; apply entries_in in I; now apply H |].
  exists L'. split; [exact I |]. intros i j Hi Hj. now apply E, entries_in.
Qed.

(** Of each proposition it can be told whether it is true: by an axiom of the real numbers. *)
Definition truth_of (P : Prop) : bool := if ClassicalDedekindReals.sig_not_dec P then true else false.

Lemma truth_is : forall P, truth_of P = true <-> P.
Proof.
  intros P. unfold truth_of. destruct (ClassicalDedekindReals.sig_not_dec P) as [H | H]; split; intros H'.
  - now apply NNPP.
  - reflexivity.
  - discriminate.
  - contradiction.
Qed.

Lemma filter_both : forall (A : Type) (t : A -> bool) l,
  (length (filter t l) + length (filter (fun a => negb (t a)) l) = length l)%nat.
Proof. intros A t l. induction l as [| a l IH]; [reflexivity |]. cbn. destruct (t a); cbn; lia. Qed.

(** ** Cubes *)

(** All entries of [-B, B]^(d x n) as [0, 1]^(d x n): X is in the closed one L of m^(d n) cubes. *)
Definition in_cell (d n : nat) (B : R) (m : nat) (L : nat -> nat -> nat) (X : matrix) : Prop :=
  forall i j, (i < d)%nat -> (j < n)%nat -> INR (L i j) / INR m <= reduced B X i j <= (INR (L i j) + 1) / INR m.

Lemma in_cell_same : forall d n B m L L' X, (forall i j, (i < d)%nat -> (j < n)%nat -> L i j = L' i j) ->
  in_cell d n B m L X -> in_cell d n B m L' X.
Proof. intros d n B m L L' X E H i j Hi Hj. rewrite <- E by assumption. now apply H. Qed.

Definition cell_box (m : nat) (L : nat -> nat -> nat) : box :=
  Box (fun i j => INR (L i j) / INR m) (fun i j => (INR (L i j) + 1) / INR m).

Lemma cell_box_volume : forall d n m L, (1 <= m)%nat -> volume d n (cell_box m L) = (/ INR m) ^ (d * n).
Proof.
  intros d n m L Hm. assert (M : 0 < INR m) by (apply lt_0_INR; lia). unfold volume, cell_box. cbn [low high].
  rewrite (product_over_ext _ _ (fun _ _ => / INR m)).
  - now rewrite product_over_constant, entries_length.
  - intros i j _. replace ((INR (L i j) + 1) / INR m - INR (L i j) / INR m) with (/ INR m) by (field; lra).
    apply Rmax_right. left. now apply Rinv_0_lt_compat.
Qed.

(** Two in one cube are at most its side apart. *)
Lemma cell_within : forall d n B m L X Y r, 0 < B -> (1 <= m)%nat -> 2 * B / INR m < r -> in_cell d n B m L X ->
  in_cell d n B m L Y -> within d n r X Y.
Proof.
  intros d n B m L X Y r HB Hm Hr in_X in_Y a b Ha Hb. specialize (in_X a b Ha Hb). specialize (in_Y a b Ha Hb).
  unfold reduced in *. assert (M : 0 < INR m) by (apply lt_0_INR; lia).
  assert (A : Rabs (X a b / (2 * B) - Y a b / (2 * B)) <= 1 / INR m).
  { replace ((INR (L a b) + 1) / INR m) with (INR (L a b) / INR m + 1 / INR m) in * by (field; lra).
    apply Rabs_le. lra. }
  replace (X a b - Y a b) with (2 * B * (X a b / (2 * B) - Y a b / (2 * B))) by (field; lra).
  rewrite Rabs_mult, (Rabs_right (2 * B)) by lra. apply Rle_lt_trans with (2 := Hr).
  replace (2 * B / INR m) with (2 * B * (1 / INR m)) by (field; lra). apply Rmult_le_compat_l; lra.
Qed.

(** ** Halving *)

Lemma two_to : forall h, (1 <= 2 ^ h)%nat.
Proof. intros h. apply Nat.neq_0_lt_0, Nat.pow_nonzero. lia. Qed.

Lemma power_of_two : forall h, 0 < INR (2 ^ h).
Proof. intros h. apply lt_0_INR, two_to. Qed.

Lemma next_power : forall h, INR (2 ^ S h) = 2 * INR (2 ^ h).
Proof. intros h. change (2 ^ S h)%nat with (2 * 2 ^ h)%nat. rewrite mult_INR. change (INR 2) with 2. reflexivity. Qed.

Section Halving.
  Variables (d n : nat) (B : R) (K : matrix -> Prop) (bits : list (nat -> nat -> nat)).
  Hypotheses (Hd : (1 <= d)%nat) (Hn : (1 <= n)%nat) (HB : 0 < B) (closed : closed_set d n K).
  Hypothesis bits_size : length bits = (2 ^ (d * n))%nat.
  Hypothesis all_bits : forall b, (forall i j, (i < d)%nat -> (j < n)%nat -> (b i j < 2)%nat) ->
    exists b', In b' bits /\ forall i j, (i < d)%nat -> (j < n)%nat -> b' i j = b i j.

  Definition meets (h : nat) (L : nat -> nat -> nat) : Prop := exists Y, K Y /\ in_cell d n B (2 ^ h) L Y.

  Definition halves (L : nat -> nat -> nat) : list (nat -> nat -> nat) :=
    map (fun b i j => (2 * L i j + b i j)%nat) bits.

  Fixpoint kept (h : nat) : list (nat -> nat -> nat) :=
    match h with
    | O => [fun _ _ => 0%nat]
    | S h' => filter (fun L => truth_of (meets h L)) (flat_map halves (kept h'))
    end.
  Definition dropped (h : nat) : list (nat -> nat -> nat) :=
    filter (fun L => negb (truth_of (meets (S h) L))) (flat_map halves (kept h)).

  Lemma kept_meets : forall h L, (1 <= h)%nat -> In L (kept h) -> meets h L.
  Proof. intros [| h] L Hh H; [lia |]. apply filter_In in H. now apply (proj1 (truth_is _)). Qed.

  (** An entry in half b of an interval is in the interval, and it is in one of the two. *)
  Lemma half_inside : forall h k b t, (b < 2)%nat ->
    INR (2 * k + b) / INR (2 ^ S h) <= t <= (INR (2 * k + b) + 1) / INR (2 ^ S h) ->
    INR k / INR (2 ^ h) <= t <= (INR k + 1) / INR (2 ^ h).
  Proof.
    intros h k b t Hb Ht. pose proof (power_of_two h) as P. rewrite next_power, plus_INR, mult_INR in Ht.
    change (INR 2) with 2 in Ht. assert (Hb' : 0 <= INR b <= 1).
    { split; [apply pos_INR |]. apply (le_INR b 1). lia. }
    assert (I : 0 < / (2 * INR (2 ^ h))) by (apply Rinv_0_lt_compat; lra). split.
    - apply Rle_trans with (2 := proj1 Ht). replace (INR k / INR (2 ^ h)) with (2 * INR k * / (2 * INR (2 ^ h)))
        by (field; lra).
      apply Rmult_le_compat_r; lra.
    - apply Rle_trans with (1 := proj2 Ht).
      replace ((INR k + 1) / INR (2 ^ h)) with ((2 * INR k + 2) * / (2 * INR (2 ^ h))) by (field; lra).
      apply Rmult_le_compat_r; lra.
  Qed.

  Lemma one_half : forall h k t, INR k / INR (2 ^ h) <= t <= (INR k + 1) / INR (2 ^ h) -> exists b, (b < 2)%nat /\
    INR (2 * k + b) / INR (2 ^ S h) <= t <= (INR (2 * k + b) + 1) / INR (2 ^ S h).
  Proof.
    intros h k t Ht. pose proof (power_of_two h) as P.
    assert (E : forall b, INR (2 * k + b) / INR (2 ^ S h) = INR k / INR (2 ^ h) + INR b / (2 * INR (2 ^ h))).
    { intros b. rewrite next_power, plus_INR, mult_INR. change (INR 2) with 2. field. lra. }
    assert (E' : forall b, (INR (2 * k + b) + 1) / INR (2 ^ S h) =
      INR k / INR (2 ^ h) + (INR b + 1) / (2 * INR (2 ^ h))).
    { intros b. rewrite next_power, plus_INR, mult_INR. change (INR 2) with 2. field. lra. }
    replace ((INR k + 1) / INR (2 ^ h)) with (INR k / INR (2 ^ h) + 2 / (2 * INR (2 ^ h))) in Ht by (field; lra).
    destruct (Rle_dec t (INR k / INR (2 ^ h) + 1 / (2 * INR (2 ^ h)))) as [H | H].
    - exists 0%nat. split; [lia |]. rewrite E, E'. change (INR 0) with 0. rewrite Rplus_0_l.
      replace (0 / (2 * INR (2 ^ h))) with 0 by (field; lra). lra.
    - exists 1%nat. split; [lia |]. rewrite E, E'. change (INR 1) with 1.
      replace (1 + 1) with 2 by ring. lra.
  Qed.

  (** Every cube that meets K is kept. *)
  Lemma kept_has : forall h L, (forall i j, (i < d)%nat -> (j < n)%nat -> (L i j < 2 ^ h)%nat) -> meets h L ->
    exists L', In L' (kept h) /\ forall i j, (i < d)%nat -> (j < n)%nat -> L' i j = L i j.
  Proof.
    induction h as [| h IH]; intros L below M.
    - exists (fun _ _ => 0%nat). split; [now left |]. intros i j Hi Hj. specialize (below i j Hi Hj). cbn in below. lia.
    - assert (split_L : forall i j, L i j = (2 * (L i j / 2) + L i j mod 2)%nat) by (intros; apply Nat.div_mod; lia).
      destruct (IH (fun i j => L i j / 2)%nat) as (P & HP & EP).
      + intros i j Hi Hj. specialize (below i j Hi Hj). cbn [Nat.pow] in below. apply Nat.div_lt_upper_bound; lia.
      + destruct M as (Y & HY & in_Y). exists Y. split; [exact HY |]. intros i j Hi Hj. specialize (in_Y i j Hi Hj).
        rewrite (split_L i j) in in_Y. apply half_inside in in_Y; [exact in_Y |]. apply Nat.mod_upper_bound. lia.
      + destruct (all_bits (fun i j => L i j mod 2)%nat) as (b & Hb & Eb).
        { intros i j _ _. apply Nat.mod_upper_bound. lia. }
        assert (E : forall i j, (i < d)%nat -> (j < n)%nat -> (2 * P i j + b i j)%nat = L i j).
        { intros i j Hi Hj. rewrite EP, Eb by assumption. symmetry. apply split_L. }
        exists (fun i j => 2 * P i j + b i j)%nat. split; [| exact E]. cbn [kept]. apply filter_In. split.
        * apply in_flat_map. exists P. split; [exact HP |]. unfold halves.
          apply (in_map (fun b i j => (2 * P i j + b i j)%nat)). exact Hb.
        * apply truth_is. destruct M as (Y & HY & in_Y). exists Y. split; [exact HY |].
          apply (in_cell_same d n B _ L); [| exact in_Y]. intros i j Hi Hj. symmetry. now apply E.
  Qed.

  (** What lies in a kept cube lies in one of its halves: in a dropped one, or in a kept one again. *)
  Lemma descent : forall h L X, In L (kept h) -> in_cell d n B (2 ^ h) L X ->
    (exists L', In L' (dropped h) /\ in_cell d n B (2 ^ S h) L' X) \/
    (exists L', In L' (kept (S h)) /\ in_cell d n B (2 ^ S h) L' X).
  Proof.
    intros h L X HL in_L. destruct (choice_of_entries d n (fun i j b => (b < 2)%nat /\
      INR (2 * L i j + b) / INR (2 ^ S h) <= reduced B X i j <= (INR (2 * L i j + b) + 1) / INR (2 ^ S h))) as (b & Hb).
    { intros i j Hi Hj. apply one_half. now apply in_L. }
    destruct (all_bits b) as (b' & Hb' & E); [intros i j Hi Hj; now apply Hb |].
    set (L' := fun i j => (2 * L i j + b' i j)%nat).
    assert (I : In L' (flat_map halves (kept h))).
    { apply in_flat_map. exists L. split; [exact HL |]. apply (in_map (fun b i j => (2 * L i j + b i j)%nat)).
      exact Hb'. }
    assert (in_L' : in_cell d n B (2 ^ S h) L' X).
    { intros i j Hi Hj. unfold L'. rewrite E by assumption. now apply Hb. }
    destruct (classic (meets (S h) L')) as [M | M]; [right | left]; exists L'; (split; [| exact in_L']);
      apply filter_In; (split; [exact I |]).
    - now apply truth_is.
    - destruct (truth_of (meets (S h) L')) eqn:T; [| reflexivity]. apply (proj1 (truth_is _)) in T. contradiction.
  Qed.

  (** ** Volumes *)

  Definition measure (h : nat) : R := INR (length (kept h)) * (/ INR (2 ^ h)) ^ (d * n).

  Lemma measure_falls : forall h, measure h = measure (S h) + INR (length (dropped h)) * (/ INR (2 ^ S h)) ^ (d * n).
  Proof.
    intros h. unfold measure. rewrite <- Rmult_plus_distr_r, <- plus_INR. unfold dropped. cbn [kept].
    rewrite filter_both, (length_flat_map_constant _ _ _ _ (2 ^ (d * n)))
      by (intros L; unfold halves; now rewrite map_length).
    pose proof (power_of_two h) as P. rewrite mult_INR, Rmult_assoc. f_equal.
    rewrite next_power, (pow_INR 2 (d * n)), <- Rpow_mult_distr. f_equal. change (INR 2) with 2. field. lra.
  Qed.

  Lemma measure_positive : forall h, 0 <= measure h.
  Proof.
    intros h. apply Rmult_le_pos; [apply pos_INR |]. apply pow_le. left. apply Rinv_0_lt_compat, power_of_two.
  Qed.

  Lemma measure_settles : forall r h0, 0 < r -> exists h, (h0 <= h)%nat /\ forall h', (h <= h')%nat ->
    measure h - measure h' <= r.
  Proof.
    intros r h0 Hr. set (E := fun x => exists h, (h0 <= h)%nat /\ x = - measure h).
    destruct (completeness E) as [m [up least]].
    - exists 0. intros x (h & _ & ->). pose proof (measure_positive h). lra.
    - exists (- measure h0). now exists h0.
    - assert (exists h, (h0 <= h)%nat /\ m - r < - measure h) as (h & Hh & H).
      { apply NNPP. intros none. assert (m <= m - r); [| lra]. apply least. intros x (h & Hh & ->).
        apply Rnot_lt_le. intros H. apply none. now exists h. }
      exists h. split; [exact Hh |]. intros h' Hh'.
      assert (- measure h' <= m) by (apply up; exists h'; split; [lia | reflexivity]). lra.
  Qed.

  (** All that is dropped from h on, as one sequence. *)
  Definition no_box : box := Box (fun _ _ => 1) (fun _ _ => 0).

  Lemma no_box_volume : volume d n no_box = 0.
  Proof.
    apply (product_over_zero _ _ 0%nat 0%nat); [apply entries_in; lia |]. cbn [no_box low high]. apply Rmax_left. lra.
  Qed.

  Fixpoint dropped_boxes (h k : nat) : list box :=
    match k with
    | O => []
    | S k' => dropped_boxes h k' ++ (map (cell_box (2 ^ S (h + k'))) (dropped (h + k')) ++ [no_box])
    end.
  Definition shell (h i : nat) : box := nth i (dropped_boxes h (S i)) no_box.

  Lemma dropped_boxes_grow : forall h k k', (k <= k')%nat -> exists l, dropped_boxes h k' = dropped_boxes h k ++ l.
  Proof.
    intros h k k' H. induction H as [| k' H (l & IH)]; [exists []; now rewrite app_nil_r |].
    cbn [dropped_boxes]. rewrite IH, <- app_assoc. now eexists.
  Qed.

  Lemma dropped_boxes_length : forall h k, (k <= length (dropped_boxes h k))%nat.
  Proof. intros h k. induction k as [| k IH]; cbn [dropped_boxes]; [cbn; lia |]. rewrite !app_length. cbn. lia. Qed.

  Lemma shell_is : forall h i k, (i < k)%nat -> shell h i = nth i (dropped_boxes h k) no_box.
  Proof.
    intros h i k H. destruct (dropped_boxes_grow h (S i) k H) as (l & ->). unfold shell.
    rewrite app_nth1; [reflexivity |]. apply (dropped_boxes_length h (S i)).
  Qed.

  Definition volumes (l : list box) : R := fold_right (fun b s => volume d n b + s) 0 l.

  Lemma volumes_app : forall l l', volumes (l ++ l') = volumes l + volumes l'.
  Proof. intros l l'. induction l as [| b l IH]; unfold volumes in *; cbn [app fold_right]; [ring |]. rewrite IH.
  ring. Qed.

  Lemma volumes_first : forall l k, (k <= length l)%nat ->
    sum_below k (fun i => volume d n (nth i l no_box)) <= volumes l.
  Proof.
    intros l. induction l as [| b l IH] using rev_ind; intros k H.
    - cbn in H. assert (k = 0%nat) as -> by lia. cbn. lra.
    - rewrite volumes_app. rewrite app_length in H. cbn [length] in H.
      assert (last : volumes [b] = volume d n b) by (unfold volumes; cbn; ring). rewrite last.
      pose proof (volume_nonnegative d n b). destruct (Nat.eq_dec k (length l + 1)) as [-> | N].
      + rewrite Nat.add_1_r. cbn [sum_below]. rewrite app_nth2, Nat.sub_diag by lia. cbn [nth].
        rewrite (sum_below_ext _ _ (fun i => volume d n (nth i l no_box))) by (intros i Hi; now rewrite app_nth1).
        specialize (IH (length l) (le_n _)). lra.
      + rewrite (sum_below_ext _ _ (fun i => volume d n (nth i l no_box)))
          by (intros i Hi; rewrite app_nth1 by lia; reflexivity).
        specialize (IH k ltac:(lia)). lra.
  Qed.

  Lemma dropped_volume : forall h k, volumes (dropped_boxes h k) = measure h - measure (h + k).
  Proof.
    intros h k. induction k as [| k IH]; [rewrite Nat.add_0_r; cbn; ring |].
    cbn [dropped_boxes]. rewrite !volumes_app, IH, (measure_falls (h + k)). rewrite Nat.add_succ_r.
    assert (E : volumes (map (cell_box (2 ^ S (h + k))) (dropped (h + k))) =
      INR (length (dropped (h + k))) * (/ INR (2 ^ S (h + k))) ^ (d * n)).
    { induction (dropped (h + k)) as [| L l IH']; [cbn; ring |]. cbn [map length]. rewrite S_INR.
      change (volume d n (cell_box (2 ^ S (h + k)) L) + volumes (map (cell_box (2 ^ S (h + k))) l) =
        (INR (length l) + 1) * (/ INR (2 ^ S (h + k))) ^ (d * n)).
      rewrite IH', cell_box_volume by apply two_to. ring. }
    rewrite E. unfold volumes. cbn [fold_right]. rewrite no_box_volume. ring.
  Qed.

  (** The shell of K from h halvings on. *)
  Theorem shells : forall r h0, 0 < r -> exists h, (h0 <= h)%nat /\
    (forall k, sum_below k (fun i => volume d n (shell h i)) <= r) /\
    forall X L, ~ K X -> (forall i j, (i < d)%nat -> (j < n)%nat -> (L i j < 2 ^ h)%nat) -> in_cell d n B (2 ^ h) L X ->
      meets h L -> exists i, in_box d n (shell h i) (reduced B X).
  Proof.
    intros r h0 Hr. destruct (measure_settles r (S h0) Hr) as (h & Hh & settles). exists h. split; [lia |]. split.
    - intros k. rewrite (sum_below_ext k _ (fun i => volume d n (nth i (dropped_boxes h k) no_box)))
        by (intros i Hi; now rewrite (shell_is h i k Hi)).
      eapply Rle_trans; [apply volumes_first, dropped_boxes_length |]. rewrite dropped_volume. apply settles. lia.
    - intros X L HX below in_L M. destruct (kept_has h L below M) as (L0 & HL0 & E0).
      assert (G : forall k, (exists k' L', (k' < k)%nat /\ In L' (dropped (h + k')) /\
        in_cell d n B (2 ^ S (h + k')) L' X) \/
        (exists L', In L' (kept (h + k)) /\ in_cell d n B (2 ^ (h + k)) L' X)).
      { induction k as [| k [(k' & L' & Hk' & H) | (L' & HL' & in_L')]].
        - right. exists L0. rewrite Nat.add_0_r. split; [exact HL0 |]. apply (in_cell_same d n B _ L); [| exact in_L].
          intros i j Hi Hj. symmetry. now apply E0.
        - left. exists k', L'. split; [lia | exact H].
        - destruct (descent (h + k) L' X HL' in_L') as [(L2 & H2) | (L2 & H2)].
          + left. exists k, L2. split; [lia | exact H2].
          + right. exists L2. rewrite Nat.add_succ_r. exact H2. }
      assert (far : exists s, 0 < s /\ forall Y, K Y -> ~ within d n s X Y).
      { apply NNPP. intros none. apply HX, closed. intros s Hs. apply NNPP. intros no. apply none. exists s.
        split; [exact Hs |]. intros Y HY W. apply no. exists Y. auto. }
      destruct far as (s & Hs & far).
      destruct (finite_bound _ (fun x => x) [2 * B / s]) as (k & Hk). specialize (Hk _ (or_introl eq_refl)).
      cbv beta in Hk.
      assert (fine : 2 * B / INR (2 ^ (h + k)) < s).
      { assert (P : INR k < INR (2 ^ (h + k))).
        { apply lt_INR. apply Nat.lt_le_trans with (2 ^ k)%nat; [apply Nat.pow_gt_lin_r; lia |].
          apply Nat.pow_le_mono_r; lia. }
        pose proof (power_of_two (h + k)) as P'. apply (Rmult_lt_reg_r (INR (2 ^ (h + k)))); [lra |].
        replace (2 * B / INR (2 ^ (h + k)) * INR (2 ^ (h + k))) with (2 * B / s * s) by (field; lra).
        rewrite (Rmult_comm s). apply Rmult_lt_compat_r; lra. }
      destruct (G k) as [(k' & L' & Hk' & HL' & in_L') | (L' & HL' & in_L')].
      + assert (I : In (cell_box (2 ^ S (h + k')) L') (dropped_boxes h (S k'))).
        { cbn [dropped_boxes]. apply in_or_app. right. apply in_or_app. left. now apply in_map. }
        destruct (In_nth _ _ no_box I) as (i & Hi & E). exists i.
        assert (E' : shell h i = cell_box (2 ^ S (h + k')) L').
        { rewrite <- E. set (q := Nat.max (S i) (S k')). rewrite (shell_is h i q) by lia.
          destruct (dropped_boxes_grow h (S k') q) as (l & ->); [lia |]. now apply app_nth1. }
        rewrite E'. exact in_L'.
      + destruct (kept_meets (h + k) L' ltac:(lia) HL') as (Y & HY & in_Y). destruct (far Y HY).
        apply (cell_within d n B (2 ^ (h + k)) L'); auto. apply two_to.
  Qed.
End Halving.

(** For a closed K: boxes of any small volume that have all of the cubes that meet K, but K. *)
Theorem shells_of_closed : forall d n B K, (1 <= d)%nat -> (1 <= n)%nat -> 0 < B -> closed_set d n K ->
  forall r m_star, 0 < r -> exists m (shell : nat -> box), (m_star <= m)%nat /\ (1 <= m)%nat /\
    (forall k, sum_below k (fun i => volume d n (shell i)) <= r) /\
    forall X L, ~ K X -> (forall i j, (i < d)%nat -> (j < n)%nat -> (L i j < m)%nat) -> in_cell d n B m L X ->
      (exists Y, K Y /\ in_cell d n B m L Y) -> exists i, in_box d n (shell i) (reduced B X).
Proof.
  intros d n B K Hd Hn HB closed r m_star Hr. destruct (finitely_many_cells d n 2) as (bits & size & all).
  destruct (shells d n B K bits Hd Hn HB closed size all r m_star Hr) as (h & Hh & small & covers).
  exists (2 ^ h)%nat, (shell d n B K bits h). split; [| split; [apply two_to | split; [exact small | exact covers]]].
  apply Nat.le_trans with (1 := Hh). apply Nat.lt_le_incl, Nat.pow_gt_lin_r. lia.
Qed.
