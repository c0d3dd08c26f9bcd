(** * Theorem 2: softmax and ReLU (App. C, Step 3; not by the network of App. F)

    A g-bar that is constant on the cubes of a grid needs to be met at finitely many matrices only. Behind the gate all
    that is outside is one of them, and a last bias makes 0 of what becomes of it. Between the cells the network has a
    bound that depends on no strip, and so the strips come last. *)

From Coq Require Import List Arith Bool Lia ZArith Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws NetworkSizes Matrices Distance Cubes Powers Sums Boxes Coverings Lemma4
  ContinuousNetworks FourReLUs FinitelyManyPoints TransformerClass Gate RealProposition5 RealDistance5 Theorem2Hardmax
  NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** ** Finitely many matrices *)

(** Those with entries of a finite set of numbers. *)
Lemma finitely_many_matrices : forall d n (numbers : list R), exists S : list matrix, forall X : matrix,
  (forall i j, (i < d)%nat -> (j < n)%nat -> In (X i j) numbers) -> exists Y, In Y S /\ same d n Y X.
Proof.
  intros d n numbers.
  assert (G : exists S : list matrix, forall X : matrix, (forall i j, In (i, j) (entries d n) -> In (X i j) numbers) ->
    exists Y, In Y S /\ forall i j, In (i, j) (entries d n) -> Y i j = X i j).
  { induction (entries d n) as [|[k l] es (S & IH)].
    - exists [zero]. intros X _. exists zero. split; [left; reflexivity|]. intros i j [].
    - exists (flat_map (fun Y => map (fun t => put k l t Y) numbers) S). intros X H.
      destruct (IH X (fun i j I => H i j (or_intror I))) as (Y & I & E). exists (put k l (X k l) Y). split.
      + apply in_flat_map. exists Y. split; [exact I|]. apply (in_map (fun t => put k l t Y)), H. left. reflexivity.
      + intros i j I'. destruct (classic ((i, j) = (k, l))) as [E'|N]; [injection E' as -> ->; apply put_there|].
        rewrite put_elsewhere by exact N. apply E. destruct I' as [E'|I']; [congruence|exact I']. }
  destruct G as (S & G). exists S. intros X H.
  destruct (G X) as (Y & I & E); [intros i j I; apply entries_in in I; apply H; apply I|].
  exists Y. split; [exact I|]. intros i j Hi Hj. apply E, entries_in. auto.
Qed.

(** ** Boxes *)

Lemma product_at_most : forall l a i j, (forall k m, In (k, m) l -> 0 <= a k m <= 1) -> In (i, j) l ->
  product_over l a <= a i j.
Proof.
  induction l as [|[k m] l IH]; intros a i j H I; [contradiction|]. rewrite product_over_cons.
  assert (P : 0 <= product_over l a) by (apply product_over_nonnegative; intros; apply H; right; assumption).
  pose proof (H k m (or_introl eq_refl)) as Hk. destruct I as [E|I].
  - injection E as -> ->. rewrite <- (Rmult_1_r (a i j)) at 2. apply Rmult_le_compat_l; [lra|].
    assert (One : product_over l a <= 1); [|exact One]. clear - H. induction l as [|[k m] l IH]; [cbn; lra|].
    rewrite product_over_cons. rewrite <- (Rmult_1_l 1).
    assert (H' : forall k' m', In (k', m') ((i, j) :: l) -> 0 <= a k' m' <= 1) by (intros k' m' [E|I]; apply H;
      [left; exact E|right; right; exact I]).
    apply Rmult_le_compat; try apply (H k m); try (right; left; reflexivity); [|apply IH, H'].
    apply product_over_nonnegative. intros k' m' I. apply H'. right. exact I.
  - specialize (IH a i j (fun k' m' I' => H k' m' (or_intror I')) I).
    apply Rle_trans with (1 * product_over l a); [apply Rmult_le_compat_r; lra|lra].
Qed.

Definition ones : matrix := fun _ _ => 1.

(** All X in the unit cube, but entry (i, j) is near c. *)
Definition strip (eta : R) (e : nat * nat * R) : box :=
  Box (put (fst (fst e)) (snd (fst e)) (snd e - eta) zero) (put (fst (fst e)) (snd (fst e)) (snd e + eta) ones).

Lemma strip_volume : forall d n eta i j c, (i < d)%nat -> (j < n)%nat -> 0 <= 2 * eta <= 1 ->
  volume d n (strip eta (i, j, c)) <= 2 * eta.
Proof.
  intros d n eta i j c Hi Hj He. unfold volume, strip. cbn [low high fst snd].
  eapply Rle_trans; [apply (product_at_most _ _ i j)|].
  - intros k l _. split; [apply Rmax_l|]. apply Rmax_lub; [lra|].
    destruct (classic ((k, l) = (i, j))) as [E|N]; [injection E as -> ->; rewrite !put_there; lra|].
    rewrite !put_elsewhere by exact N. unfold ones, zero. lra.
  - apply entries_in. auto.
  - rewrite !put_there. apply Rmax_lub; lra.
Qed.

Lemma strip_has : forall d n eta i j c X, in_box d n unit_box X -> Rabs (X i j - c) <= eta ->
  in_box d n (strip eta (i, j, c)) X.
Proof.
  intros d n eta i j c X H A k l Hk Hl. unfold strip. cbn [low high fst snd].
  destruct (classic ((k, l) = (i, j))) as [E|N].
  - injection E as -> ->. rewrite !put_there. unfold Rabs in A. destruct (Rcase_abs (X i j - c)); lra.
  - rewrite !put_elsewhere by exact N. exact (H k l Hk Hl).
Qed.

(** Where each matrix is in one of finitely many boxes of weight C, or in the unit cube and near enough, or where there
    is no difference. *)
Lemma near_but_for_boxes : forall d n p f g e C v (bad : list box), 1 <= p -> 0 < e -> 0 <= C ->
  (forall X, difference d n p f g X = 0 \/ (exists B, In B bad /\ in_box d n B X /\ difference d n p f g X <= C) \/
    (in_box d n unit_box X /\ difference d n p f g X <= power (e / 2) p)) ->
  (forall B, In B bad -> volume d n B <= v) -> INR (length bad) * (C * v) <= power (e / 2) p ->
  at_most d n p f g everywhere e.
Proof.
  intros d n p f g e C v bad Hp He HC cases volumes small. set (k := length bad).
  set (B := fun i => nth i bad unit_box). set (c := fun i => if Nat.ltb i k then C else power (e / 2) p).
  assert (NN : forall i, 0 <= c i) by (intro i; unfold c; destruct (Nat.ltb i k); [exact HC|apply power_nonnegative]).
  assert (last_c : c k = power (e / 2) p) by (unfold c; rewrite Nat.ltb_irrefl; reflexivity).
  assert (last_B : B k = unit_box) by (apply nth_overflow; reflexivity).
  apply (by_upper_sum_holds d n p f g everywhere e (sum_below (S k) (fun i => c i * volume d n (B i)))); [lra| |].
  - exists (S k), B, c. split; [intros; apply NN|]. split; [|reflexivity]. intros X _.
    assert (T : forall i, (i < S k)%nat -> 0 <= c i * indicator d n (B i) X).
    { intros i _. apply Rmult_le_pos; [apply NN|apply indicator_nonnegative]. }
    destruct (cases X) as [->|[(b & I & in_b & D)|(in_unit & D)]].
    + apply sum_below_nonnegative. exact T.
    + destruct (In_nth bad b unit_box I) as (i & Hi & E). fold k in Hi.
      apply Rle_trans with (c i * indicator d n (B i) X).
      * unfold B. rewrite E, indicator_in by exact in_b. unfold c. rewrite (proj2 (Nat.ltb_lt i k) Hi). lra.
      * apply (sum_below_has (S k) (fun i => c i * indicator d n (B i) X) i T). lia.
    + apply Rle_trans with (c k * indicator d n (B k) X).
      * rewrite last_B, last_c, indicator_in by exact in_unit. lra.
      * apply (sum_below_has (S k) (fun i => c i * indicator d n (B i) X) k T). lia.
  - cbn [sum_below]. rewrite last_c, last_B, unit_volume, Rmult_1_r.
    assert (G : forall l, (l <= k)%nat -> sum_below l (fun i => c i * volume d n (B i)) <= INR l * (C * v)).
    { induction l as [|l IH]; intro Hl; [cbn; lra|]. cbn [sum_below]. rewrite S_INR. specialize (IH ltac:(lia)).
      assert (c l * volume d n (B l) <= C * v); [|lra]. unfold c. rewrite (proj2 (Nat.ltb_lt l k)) by lia.
      apply Rmult_le_compat_l; [exact HC|]. apply volumes, nth_In. exact Hl. }
    specialize (G k (le_n k)).
    assert (half : power (e / 2) p + power (e / 2) p <= power e p); [|fold k in small; lra].
    unfold Rdiv. rewrite power_times by lra. pose proof (power_of_small (/ 2) p ltac:(lra) Hp) as H.
    pose proof (power_nonnegative e p) as E. pose proof (Rmult_le_compat_l _ _ _ E H). lra.
Qed.

(** ** Cells *)

Lemma cell_or_strip : forall m eta t, (1 <= m)%nat -> 0 <= t <= 1 -> 0 <= eta ->
  (exists l, (l < m)%nat /\ INR l / INR m + eta <= t <= (INR l + 1) / INR m - eta) \/
  (exists l, (l <= m)%nat /\ Rabs (t - INR l / INR m) <= eta).
Proof.
  intros m eta t Hm Ht He. pose proof (INR_positive m Hm) as M.
  destruct (Req_dec t 1) as [->|N].
  - right. exists m. split; [lia|]. replace (1 - INR m / INR m) with 0 by (field; lra). rewrite Rabs_R0. exact He.
  - pose proof (cell_bounds m Hm t) as B. pose proof (cell_of_unit m Hm t ltac:(lra)) as U.
    set (l := Z.to_nat (cell m t)). assert (E : IZR (cell m t) = INR l).
    { unfold l. rewrite INR_IZR_INZ, Z2Nat.id by lia. reflexivity. }
    rewrite E in B. assert (Hl : (l < m)%nat) by (unfold l; lia).
    destruct (Rle_dec (INR l / INR m + eta) t) as [L|L]; [destruct (Rle_dec t ((INR l + 1) / INR m - eta)) as [L'|L']|].
    + left. exists l. auto.
    + right. exists (S l). split; [exact Hl|]. rewrite S_INR. apply Rabs_le. lra.
    + right. exists l. split; [lia|]. apply Rabs_le. lra.
Qed.

(** ** Lemma 6, for those g-bar that are constant on the cubes of a grid *)

(** What a network makes of a constant matrix has equal columns. *)
Lemma constant_columns : forall d n N c i j, (i < d)%nat -> (j < n)%nat ->
  softmax_network d n N (fun _ _ => c) i j = softmax_network d n N (fun _ _ => c) i 0%nat.
Proof.
  intros d n N c i j Hi Hj.
  assert (E : equivariant d n (softmax_network d n N)).
  { apply equivariance_by_columns_holds; [apply softmax_network_respects|apply networks_equivariant_holds]. }
  set (s := fun k => if Nat.eqb k 0 then j else if Nat.eqb k j then 0%nat else k).
  assert (P : permutation n s).
  { exists s. intros k Hk. unfold s.
    repeat match goal with |- context [Nat.eqb ?a ?b] => destruct (Nat.eqb_spec a b) end; repeat split; lia. }
  symmetry. exact (E s (fun _ _ => c) P i 0%nat Hi ltac:(lia)).
Qed.

Section OnCubes.
  Variables (h r' r d n m : nat) (N : list (block reals)) (p e : R).
  Hypotheses (one_h : (1 <= h)%nat) (one_r' : (1 <= r')%nat) (one_r : (1 <= r)%nat) (one_n : (1 <= n)%nat)
    (one_m : (1 <= m)%nat) (one_p : 1 <= p) (e_positive : 0 < e).
  Hypotheses (sizes : Forall (of_size h r' r) N) (phi : Forall with_Phi N).
  Let g_bar : matrix -> matrix := hardmax_network d n N.
  Hypothesis constant : piecewise_constant d n m g_bar.

  Let outside : matrix := fun _ _ => 2.

  (** Outside of [0, 1) g-bar is 0. *)
  Lemma g_bar_outside : forall X, (exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ 0 <= X i j < 1) ->
    same d n (g_bar X) zero.
  Proof.
    intros X (i & j & Hi & Hj & out). destruct constant as (A & H). apply (proj2 (H X)). intros L grid in_L.
    apply out, (in_unit_interval m (L i j)); [apply grid; assumption|apply in_L; assumption].
  Qed.

  Lemma g_bar_in_cube : forall L X, grid_point d n m L -> in_cube d n m L X -> same d n (g_bar X) (g_bar (corner m L)).
  Proof.
    intros L X grid in_L. destruct constant as (A & H).
    eapply (same_transitive real_laws); [exact (proj1 (H X) L grid in_L)|].
    apply (same_symmetric real_laws), (proj1 (H (corner m L)) L grid). apply corner_in_cube, one_m.
  Qed.

  Theorem near_constant_on_cubes : exists g, in_T h r' (4 * r) d n g /\ at_most d n p g_bar g everywhere e.
  Proof.
    set (close := e / 2 / (1 + INR (length (entries d n)))).
    assert (close_positive : 0 < close).
    { apply Rdiv_lt_0_compat; [lra|]. pose proof (pos_INR (length (entries d n))). lra. }
    (* finitely many matrices: the corners of the cubes, and the one that the gate makes of what is outside *)
    destruct (finitely_many_matrices d n (2 :: map (fun k => INR k / INR m) (seq 0 m))) as (S & all_S).
    destruct (finitely_many_points h r' r d n N sizes phi S (close / 2) ltac:(lra)) as (N' & sizes' & relu & near).
    set (g' := softmax_network d n N').
    assert (g'_respects : respects d n g') by apply softmax_network_respects.
    assert (g_bar_respects : respects d n g_bar) by apply hardmax_network_respects.
    assert (near' : forall X, (forall i j, (i < d)%nat -> (j < n)%nat -> X i j = 2 \/
      exists k, (k < m)%nat /\ X i j = INR k / INR m) -> within d n (close / 2) (g_bar X) (g' X)).
    { intros X H. destruct (all_S X) as (Y & I & E).
      - intros i j Hi Hj. destruct (H i j Hi Hj) as [->|(k & Hk & ->)]; [left; reflexivity|right].
        apply (in_map (fun k => INR k / INR m)), in_seq. lia.
      - intros i j Hi Hj. rewrite <- (g_bar_respects Y X E i j Hi Hj), <- (g'_respects Y X E i j Hi Hj).
        exact (near Y I i j Hi Hj). }
    (* what the network makes of everything outside; all its columns are equal *)
    set (v := fun i => g' outside i 0%nat).
    assert (v_is : forall i j, (i < d)%nat -> (j < n)%nat -> g' outside i j = v i).
    { intros i j Hi Hj. exact (constant_columns d n N' 2 i j Hi Hj). }
    assert (v_small : forall i, (i < d)%nat -> Rabs (v i) < close / 2).
    { intros i Hi. pose proof (near' outside ltac:(intros; left; reflexivity) i 0%nat Hi ltac:(lia)) as H.
      rewrite (g_bar_outside outside) in H; [|exists i, 0%nat; unfold outside; repeat split; [lia|lia|lra]|lia|lia].
      unfold zero in H. rewrite Rminus_0_l, Rabs_Ropp in H. exact H. }
    (* bounds that don't depend on the strips *)
    destruct (bounded_on_box d n g' (Box (fun _ _ => - ceiling d) (fun _ _ => ceiling d))) as (B & bound).
    { apply softmax_network_continuous, relu. }
    destruct (finite_bound _ (fun Ye => Rabs (g_bar (fst Ye) (fst (snd Ye)) (snd (snd Ye))))
      (list_prod S (entries d n))) as (B' & bound').
    assert (bound_g_bar : forall L i j, grid_point d n m L -> (i < d)%nat -> (j < n)%nat ->
      Rabs (g_bar (corner m L) i j) <= INR B').
    { intros L i j grid Hi Hj. destruct (all_S (corner m L)) as (Y & I & E).
      - intros k l Hk Hl. right. apply (in_map (fun k => INR k / INR m)), in_seq. specialize (grid k l Hk Hl). lia.
      - specialize (bound' (Y, (i, j))). cbn [fst snd] in bound'.
        rewrite (g_bar_respects Y (corner m L) E i j Hi Hj) in bound'. apply bound'.
        apply in_prod; [exact I|apply entries_in; auto]. }
    (* the strips *)
    set (C := INR (d * n) * power (INR B' + (INR B + close / 2)) p).
    assert (HC : 0 <= C) by (apply Rmult_le_pos; [apply pos_INR|apply power_nonnegative]).
    set (places := list_prod (entries d n) (map (fun k => INR k / INR m) (seq 0 (m + 1)))).
    set (K := INR (length places) * C).
    assert (HK : 0 <= K) by (apply Rmult_le_pos; [apply pos_INR|exact HC]).
    pose proof (power_above_zero (e / 2) p ltac:(lra)) as HP.
    pose proof (INR_positive m one_m) as M. assert (M1 : 1 <= INR m) by (apply (le_INR 1), one_m).
    assert (IM : 0 < 1 / INR m <= 1).
    { unfold Rdiv. rewrite Rmult_1_l. split; [apply Rinv_0_lt_compat, M|]. rewrite <- Rinv_1.
      apply Rinv_le_contravar; lra. }
    set (eta := Rmin (1 / INR m / 2) (power (e / 2) p / (2 * (K + 1)))).
    assert (eta_positive : 0 < eta) by (apply Rmin_glb_lt; [lra|apply Rdiv_lt_0_compat; lra]).
    assert (eta_cell : eta <= 1 / INR m / 2) by apply Rmin_l.
    assert (eta_small : K * (2 * eta) <= power (e / 2) p).
    { apply Rle_trans with ((K + 1) * (2 * eta)); [apply Rmult_le_compat_r; lra|].
      apply Rle_trans with ((K + 1) * (2 * (power (e / 2) p / (2 * (K + 1))))); [|right; field; lra].
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|]. apply Rmin_r. }
    (* the network *)
    destruct (gate h r' (4 * r) d n one_h one_r' ltac:(lia) one_n m eta one_m eta_positive eta_cell)
      as (P & TP & P_bound & P_outside & P_cells).
    exists (fun X i j => g' (P X) i j + - v i). split.
    { apply (T_composed h r' (4 * r) d n (fun X => g' (P X)) (fun X i j => X i j + - v i)).
      - apply (T_composed h r' (4 * r) d n P g'); [exact TP|]. exists N'. split; [exact sizes'|]. split; [exact relu|].
        intro X. apply (same_reflexive real_laws).
      - apply (T_bias h r' (4 * r) d n); lia. }
    apply (near_but_for_boxes d n p g_bar _ e C (2 * eta) (map (strip eta) places)); try assumption.
    - intro X. destruct (classic (in_box d n unit_box X)) as [in_unit|out].
      + destruct (classic (exists i j l, (i < d)%nat /\ (j < n)%nat /\ (l <= m)%nat /\
          Rabs (X i j - INR l / INR m) <= eta)) as [(i & j & l & Hi & Hj & Hl & in_strip)|in_cells].
        * (* in a strip *)
          right. left. exists (strip eta (i, j, INR l / INR m)). split; [|split; [apply strip_has; assumption|]].
          { apply in_map, in_prod; [apply entries_in; auto|]. apply (in_map (fun k => INR k / INR m)), in_seq. lia. }
          apply difference_bounded; [exact one_p|]. intros a b Ha Hb.
          replace (g_bar X a b - (g' (P X) a b + - v a)) with (g_bar X a b + (- g' (P X) a b + v a)) by ring.
          eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat.
          { destruct (classic (exists L, grid_point d n m L /\ in_cube d n m L X)) as [(L & grid & in_L)|none].
            - rewrite (g_bar_in_cube L X grid in_L a b Ha Hb). apply bound_g_bar; assumption.
            - destruct constant as (A & H). rewrite (proj2 (H X)); [|intros L G I; apply none; exists L; auto|lia|lia].
              unfold zero. rewrite Rabs_R0. apply pos_INR. }
          eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. apply Rplus_le_compat.
          { apply bound; [|exact Ha|exact Hb]. intros k k' Hk Hk'. apply P_bound; assumption. }
          { left. apply v_small, Ha. }
        * (* in a cell *)
          right. right. split; [exact in_unit|]. apply difference_small; [exact one_p|lra|]. fold close.
          destruct (choice_of_entries d n (fun i j l => (l < m)%nat /\
            INR l / INR m + eta <= X i j <= (INR l + 1) / INR m - eta)) as (L & HL).
          { intros i j Hi Hj.
            destruct (cell_or_strip m eta (X i j) one_m (in_unit i j Hi Hj) ltac:(lra)) as [H|(l & Hl & H)];
              [exact H|]. destruct in_cells. exists i, j, l. auto. }
          assert (grid : grid_point d n m L) by (intros i j Hi Hj; apply (HL i j Hi Hj)).
          assert (in_L : in_cube d n m L X) by (intros i j Hi Hj; destruct (HL i j Hi Hj); lra).
          pose proof (P_cells X L HL) as PX. intros i j Hi Hj.
          rewrite (g_bar_in_cube L X grid in_L i j Hi Hj), (g'_respects _ (corner m L) PX i j Hi Hj).
          assert (H : Rabs (g_bar (corner m L) i j - g' (corner m L) i j) < close / 2).
          { apply near'; [|exact Hi|exact Hj]. intros a b Ha Hb. right. exists (L a b).
            split; [apply grid; assumption|reflexivity]. }
          replace (g_bar (corner m L) i j - (g' (corner m L) i j + - v i)) with
            (g_bar (corner m L) i j - g' (corner m L) i j + v i) by ring.
          eapply Rle_lt_trans; [apply Rabs_triang|]. pose proof (v_small i Hi). lra.
      + (* outside *)
        left. assert (some : exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ 0 <= X i j <= 1).
        { apply NNPP. intro none. apply out. intros i j Hi Hj. cbn [unit_box low high]. apply NNPP. intro H.
          apply none. exists i, j. auto. }
        destruct some as (i & j & Hi & Hj & H). apply difference_same. intros a b Ha Hb.
        assert (Z : same d n (g_bar X) zero) by (apply g_bar_outside; exists i, j; repeat split; [assumption..|lra]).
        assert (E : same d n (P X) outside) by (apply P_outside; exists i, j; repeat split; [assumption..|lra]).
        rewrite (Z a b Ha Hb), (g'_respects _ _ E a b Ha Hb), v_is by assumption. unfold zero. ring.
    - intros b I. apply in_map_iff in I. destruct I as ([[i j] c] & <- & I). apply in_prod_iff in I.
      destruct I as [I _]. apply entries_in in I. apply strip_volume; [apply I|apply I|lra].
    - rewrite map_length. rewrite <- Rmult_assoc. exact eta_small.
  Qed.
End OnCubes.

(** ** Theorem 2 *)

Lemma affine : forall a b, four_units (fun t => a * t + b).
Proof.
  intros a b. apply (two_and_two (fun t => a * Rmax 0 (1 * t + 0)) (fun t => - a * Rmax 0 (-1 * t + 0)) b);
    [apply one_unit|apply one_unit|].
  intro t. destruct (Rle_dec 0 t); [rewrite (Rmax_above (1 * t + 0)), (Rmax_below (-1 * t + 0))|
    rewrite (Rmax_below (1 * t + 0)), (Rmax_above (-1 * t + 0))]; lra.
Qed.

Theorem lemma_6_on_cubes_holds : lemma_6_on_cubes.
Proof.
  intros h r' r d n m p e g_bar Hh Hr' Hr Hn Hm Hp He (N & sizes & phi & is_g_bar) constant.
  assert (constant' : piecewise_constant d n m (hardmax_network d n N)).
  { destruct constant as (A & H). exists A. intro X. destruct (H X) as [V Z]. split.
    - intros L grid in_L. eapply (same_transitive real_laws); [apply (same_symmetric real_laws), is_g_bar|].
      exact (V L grid in_L).
    - intro none. eapply (same_transitive real_laws); [apply (same_symmetric real_laws), is_g_bar|]. exact (Z none). }
  destruct (near_constant_on_cubes h r' r d n m N p e) as (g & T & near); try assumption. exists g. split; [exact T|].
  apply (distance_of_same d n p (hardmax_network d n N) g g_bar g);
    [intros X _; apply (same_symmetric real_laws), is_g_bar|intros X _; apply (same_reflexive real_laws)|exact near].
Qed.

(** The change of scale before g. *)
Lemma T_reduced : forall d n K g, in_T 2 1 4 d n g -> in_T 2 1 4 d n (fun X => g (reduced K X)).
Proof.
  intros d n K g T. apply (T_composed 2 1 4 d n (reduced K) g); [|exact T].
  apply (T_same 2 1 4 d n (entrywise (fun t => t / (2 * K) + 1 / 2))); [intros X i j _ _; reflexivity|].
  apply (T_entrywise 2 1 4 d n ltac:(lia) ltac:(lia) ltac:(lia) (fun t => (/ (2 * K) - 1) * t + 1 / 2));
    [apply affine|]. intro t. unfold Rdiv. ring.
Qed.

Theorem theorem_2_holds : theorem_2.
Proof.
  intros d n f p e Hd Hn Hp He Hf symmetric support.
  destruct (on_the_unit_cube d n f Hf symmetric support) as (K & HK & Hf' & symmetric' & support' & scale).
  set (e' := e / (2 * K) ^ (d * n)).
  assert (He' : 0 < e').
  { apply Rdiv_lt_0_compat; [lra|]. apply Rlt_le_trans with 1; [lra|]. apply pow_R1_Rle. lra. }
  destruct (near_by_cubes d n (fun Y => f (enlarged K Y)) p (e' / 2)) as (m & N & Hm & sizes & phi & constant & near);
    try assumption; [lra|].
  destruct (near_constant_on_cubes 2 1 1 d n m N p (e' / 2)) as (g & T & near'); try assumption; try lia; [lra|].
  exists (fun X => g (reduced K X)). split.
  - apply T_reduced, T.
  - apply (distance_of_same d n p (fun X => f (enlarged K (reduced K X))) (fun X => g (reduced K X)));
      [intros X _; apply scale|intros X _; apply (same_reflexive real_laws)|].
    apply (distance_rescaled d n p K (fun Y => f (enlarged K Y)) g); try assumption. fold e'.
    replace e' with (e' / 2 + e' / 2) by field.
    apply (triangle_holds d n p _ (hardmax_network d n N)); assumption.
Qed.
