(** * Proposition 5 over R: the distance of f-bar and g-bar (App. E.1.4) *)

From Coq Require Import List Arith Bool Lia ZArith QArith Qreals Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws RealNetworks RationalNetworks RealLemma7 RealGrid RealProposition5
  Matrices Distance Cubes Powers Sums Boxes Coverings NetworkStatements.
From Exactua Require Transformers Grids FeedForward Statements Proposition5.
Import ListNotations.
Open Scope R_scope.

Lemma difference_is : forall d n p f g f' g' X, same d n (f X) (f' X) -> same d n (g X) (g' X) ->
  difference d n p f g X = difference d n p f' g' X.
Proof.
  intros d n p f g f' g' X E E'. apply sum_over_ext. intros i j I. apply entries_in in I. destruct I as [Hi Hj].
  rewrite E, E' by assumption. reflexivity.
Qed.

Lemma product_over_constant : forall (l : list (nat * nat)) x, product_over l (fun _ _ => x) = x ^ length l.
Proof. induction l as [|[i j] l IH]; intros x; [reflexivity|]. rewrite product_over_cons, IH. reflexivity. Qed.

Lemma entries_length : forall d n, length (entries d n) = (d * n)%nat.
Proof. intros. unfold entries. rewrite prod_length, !seq_length. reflexivity. Qed.

(** S_L with its faces. *)
Definition cube_of (m : nat) (L : Grids.point) : box :=
  Box (real_point m L) (fun i j => real_point m L i j + 1 / INR m).

Lemma cube_volume : forall d n m L, (1 <= m)%nat -> volume d n (cube_of m L) = (1 / INR m) ^ (d * n).
Proof.
  intros d n m L Hm. pose proof (delta_positive m Hm) as P. unfold volume, cube_of. cbn [low high].
  rewrite (product_over_ext _ _ (fun _ _ => 1 / INR m)).
  - rewrite product_over_constant, entries_length. reflexivity.
  - intros i j _. replace (real_point m L i j + 1 / INR m - real_point m L i j) with (1 / INR m) by ring.
    apply Rmax_right. lra.
Qed.

(** The cubes with duplicate columns measure n (n - 1)/2 delta^d at most. *)
Lemma repeated_measure : forall d n m, (1 <= d)%nat -> (2 <= m)%nat -> exists things : list Grids.point,
  (forall L, In L things <-> Grids.G_delta d n m L /\ ~ Grids.G_tilde d n m L) /\
  INR (length things) * (1 / INR m) ^ (d * n) <= INR n * (INR n - 1) / 2 * (1 / INR m) ^ d.
Proof.
  intros d n m Hd Hm. pose proof (Proposition5.repeated_cubes d n m) as H.
  destruct (Proposition5.proposition_5_measure_holds d n m _ Hd Hm H) as [B _].
  destruct H as (things & _ & I & E). exists things. split; [exact I|]. rewrite <- E in B. apply Qle_Rle in B.
  rewrite !Q2R_mult, real_integer, <- INR_IZR_INZ in B. unfold Statements.cube, Statements.equal_columns in B.
  assert (P : forall k, Q2R (1 / Transformers.of_nat (m ^ k)) = (1 / INR m) ^ k).
  { intro k. change (Q2R (Transformers.delta (m ^ k)) = (1 / INR m) ^ k).
    assert (1 <= m ^ k)%nat by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia). rewrite real_delta, pow_INR by assumption.
    unfold Rdiv. rewrite !Rmult_1_l. rewrite pow_inv. reflexivity. }
  rewrite !P in B. eapply Rle_trans; [exact B|]. apply Rmult_le_compat_r.
  - apply pow_le. pose proof (delta_positive m ltac:(lia)). lra.
  - right. unfold Statements.pairs. rewrite Q2R_div by discriminate. rewrite Q2R_mult, Q2R_minus, real_of_nat, real_one.
    unfold Rdiv. f_equal. f_equal. unfold Q2R. cbn. lra.
Qed.

(** ** A distance from its parts *)

(** What boxes of a list weigh, each with its weight. *)
Definition list_weight (d n : nat) (l : list (box * R)) : R :=
  fold_right (fun b s => snd b * volume d n (fst b) + s) 0 l.

Lemma list_weight_app : forall d n l l', list_weight d n (l ++ l') = list_weight d n l + list_weight d n l'.
Proof.
  intros d n l l'. unfold list_weight. induction l as [|b l IH]; cbn [app fold_right]; [ring|]. rewrite IH. ring.
Qed.

Lemma list_weight_constant : forall d n M v (l : list box), (forall B, In B l -> volume d n B = v) ->
  list_weight d n (map (fun B => (B, M)) l) = INR (length l) * v * M.
Proof.
  intros d n M v l H. induction l as [|B l IH]; [cbn; ring|]. change (M * volume d n B + list_weight d n (map (fun B =>
    (B, M)) l) = INR (S (length l)) * v * M). rewrite IH, (H B), S_INR; [ring|left; reflexivity|].
  intros B' I. apply H. right. exact I.
Qed.

(** A function is below boxes of a list, if where it is more than 0 one of them has the point and at least its value. *)
Lemma upper_sum_of_list : forall d n h (D : matrix -> Prop) (l : list (box * R)), (forall b, In b l -> 0 <= snd b) ->
  (forall X, D X -> h X <= 0 \/ exists b, In b l /\ in_box d n (fst b) X /\ h X <= snd b) ->
  upper_sum d n h D (list_weight d n l).
Proof.
  intros d n h D l positive cover. set (at_place := fun i => nth i l (Box zero zero, 0)).
  exists (length l), (fun i => fst (at_place i)), (fun i => snd (at_place i)).
  assert (N : forall i, (i < length l)%nat -> 0 <= snd (at_place i)) by (intros i Hi; apply positive, nth_In, Hi).
  split; [exact N|]. split.
  - intros X HX.
    assert (N' : forall i, (i < length l)%nat -> 0 <= snd (at_place i) * indicator d n (fst (at_place i)) X) by
      (intros i Hi; apply Rmult_le_pos; [apply N, Hi|apply indicator_nonnegative]).
    destruct (cover X HX) as [H|(b & I & inside & H)].
    + eapply Rle_trans; [exact H|]. apply sum_below_nonnegative, N'.
    + destruct (In_nth l b (Box zero zero, 0) I) as (i & Hi & E). fold (at_place i) in E.
      eapply Rle_trans; [|apply (sum_below_has _ (fun i => snd (at_place i) * indicator d n (fst (at_place i)) X) i N'
        Hi)]. rewrite E, indicator_in by exact inside. lra.
  - unfold at_place. clear. induction l as [|b l IH] using rev_ind; [reflexivity|].
    rewrite list_weight_app, IH, app_length, Nat.add_1_r. cbn [sum_below]. f_equal.
    + apply sum_below_ext. intros i Hi. rewrite app_nth1 by exact Hi. reflexivity.
    + rewrite app_nth2, Nat.sub_diag by lia. cbn. ring.
Qed.

(** A cube of the grid lies in [0, 1)^(d x n). *)
Lemma cube_inside : forall d n m L X, (1 <= m)%nat -> grid_point d n m L -> in_cube d n m L X ->
  forall i j, (i < d)%nat -> (j < n)%nat -> 0 <= X i j < 1.
Proof.
  intros d n m L X Hm grid in_L i j Hi Hj. pose proof (grid i j Hi Hj) as G. specialize (in_L i j Hi Hj).
  apply le_INR in G. rewrite S_INR in G. pose proof (pos_INR (L i j)).
  assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  assert (A : 0 <= INR (L i j) / INR m) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, P]).
  assert (B : (INR (L i j) + 1) / INR m <= 1).
  { apply (Rmult_le_reg_r (INR m)); [exact P|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  lra.
Qed.

(** The face of the unit cube where an entry is 1. *)
Definition face (e : nat * nat) : box :=
  Box (fun i j => if Nat.eqb i (fst e) && Nat.eqb j (snd e) then 1 else 0) (fun _ _ => 1).

Lemma face_volume : forall d n e, In e (entries d n) -> volume d n (face e) = 0.
Proof.
  intros d n [i j] I. apply (product_over_zero _ _ i j I). unfold face. cbn [low high fst snd].
  rewrite !Nat.eqb_refl. cbn [andb]. unfold Rminus. rewrite Rplus_opp_r. apply Rmax_left. lra.
Qed.

(** What g-bar makes of X: f is missed by at most W (to the power p) where a cube without equal columns has X, and at
    most by all of it, M, where g is 0. *)
Lemma distance_from_parts : forall d n m f g, (1 <= d)%nat -> (2 <= m)%nat -> supported_in_unit_cube d n f ->
  let inside X L := grid_point d n m L /\ different_columns d n L /\ in_cube d n m L X in
  (forall X, (forall L, ~ inside X L) -> same d n (g X) zero) ->
  forall p W M e, 0 <= e -> 0 <= W -> (forall X L, inside X L -> difference d n p f g X <= W) ->
  (forall X, difference d n p f (fun _ => zero) X <= M) ->
  W + INR n * (INR n - 1) / 2 * (1 / INR m) ^ d * M <= power e p -> at_most d n p f g everywhere e.
Proof.
  intros d n m f g Hd Hm outside inside Z p W M e He HW near bound small.
  destruct (repeated_measure d n m Hd Hm) as (things & I & measure).
  assert (HM : 0 <= M) by (eapply Rle_trans; [apply difference_nonnegative|apply (bound zero)]).
  set (l := (Lemma4.unit_box, W) :: map (fun B => (B, M)) (map (cube_of m) things) ++
    map (fun B => (B, M)) (map face (entries d n))).
  apply (by_upper_sum_holds d n p f _ everywhere e (list_weight d n l)); [exact He| |].
  - apply upper_sum_of_list.
    + intros b [<-|H]; [exact HW|]. apply in_app_or in H. destruct H as [H|H]; apply in_map_iff in H;
        destruct H as (B & <- & _); exact HM.
    + intros X _.
      assert (all_of_f : (forall L, ~ inside X L) -> difference d n p f g X <= M).
      { intro none. rewrite (difference_is d n p _ _ f (fun _ => zero)); [apply bound|intros ? ? _ _; reflexivity|].
        apply Z, none. }
      destruct (classic (exists L, grid_point d n m L /\ in_cube d n m L X)) as [(L & grid & in_L)|none].
      * destruct (classic (different_columns d n L)) as [different|alike].
        -- right. exists (Lemma4.unit_box, W). split; [left; reflexivity|]. split; [|apply (near X L); split; auto].
           intros i j Hi Hj. pose proof (cube_inside d n m L X ltac:(lia) grid in_L i j Hi Hj).
           cbn [fst low high Lemma4.unit_box]. unfold zero. lra.
        -- (* a cube with duplicate columns *)
           assert (G : in_G_plus d n m (corner m L)) by (intros i j Hi Hj; right; exists (L i j); split; [apply grid;
             assumption|reflexivity]).
           destruct (point_of d n m ltac:(lia) _ G) as (P & plus & EP).
           assert (inP : In P things).
           { apply I. assert (S : Grids.of_shape d n P) by apply plus. split.
             - apply (point_in_G d n m ltac:(lia) P S). intros i j Hi Hj. rewrite <- EP by assumption.
               exists (L i j). split; [apply grid; assumption|reflexivity].
             - intro tilde. apply (point_in_G_tilde d n m ltac:(lia) P S) in tilde. apply alike.
               intros j j' Hj Hj' ne. destruct (proj2 tilde j j' Hj Hj' ne) as (i & Hi & D). exists i. split;
                 [exact Hi|].
               intro E. apply D. rewrite <- !EP by assumption. unfold corner. rewrite E. reflexivity. }
           right. exists (cube_of m P, M). split; [|split].
           ++ right. apply in_or_app. left. apply (in_map (fun B => (B, M))), in_map, inP.
           ++ intros i' j Hi' Hj. unfold cube_of. cbn [fst low high]. rewrite <- EP by assumption. unfold corner.
              specialize (in_L i' j Hi' Hj). rewrite next_corner in in_L. lra.
           ++ apply all_of_f. intros L' (grid' & different' & in_L'). apply alike.
              intros j j' Hj Hj' ne. destruct (different' j j' Hj Hj' ne) as (i' & Hi' & D). exists i'.
              split; [exact Hi'|]. assert (U : forall k, (k < n)%nat -> L i' k = L' i' k).
              { intros k Hk. specialize (in_L i' k Hi' Hk). specialize (in_L' i' k Hi' Hk).
                rewrite !(next_corner m) in *. unfold Rdiv in in_L, in_L'. rewrite !Rmult_1_l in *.
                apply (one_interval m ltac:(lia) _ _ (X i' k)); unfold Rdiv; rewrite !Rmult_1_l; assumption. }
              rewrite !U by assumption. exact D.
      * assert (nowhere : forall L, ~ inside X L) by (intros L (grid & _ & in_L); apply none; exists L; auto).
        destruct (classic (in_box d n Lemma4.unit_box X)) as [unit|out].
        -- right. destruct (Lemma4.inside d n X) eqn:E.
           { exfalso. apply none. apply Lemma4.inside_is in E || rewrite Lemma4.inside_is in E.
             exists (fun i j => Z.to_nat (Lemma4.cell m (X i j))). split; intros i j Hi Hj.
             - pose proof (Lemma4.cell_of_unit m ltac:(lia) _ (E i j Hi Hj)). lia.
             - rewrite INR_IZR_INZ, Z2Nat.id by (apply (Lemma4.cell_of_unit m ltac:(lia)), E; assumption).
               apply Lemma4.cell_bounds. lia. }
           assert (some : exists i j, (i < d)%nat /\ (j < n)%nat /\ X i j = 1).
           { apply NNPP. intros no. assert (Lemma4.inside d n X = true); [|congruence]. apply Lemma4.inside_is.
             intros i j Hi Hj. destruct (unit i j Hi Hj) as [A B]. cbn in A, B. split; [exact A|].
             destruct B as [B|B]; [exact B|]. destruct no. exists i, j. auto. }
           destruct some as (i & j & Hi & Hj & one). exists (face (i, j), M). split; [|split].
           ++ right. apply in_or_app. right. apply (in_map (fun B => (B, M))), in_map, entries_in. auto.
           ++ intros k l' Hk Hl. destruct (unit k l' Hk Hl) as [A B]. cbn in A, B. change (0 <= X k l') in A. unfold
             face. cbn [fst snd low high].
              destruct (Nat.eqb_spec k i) as [->|]; [destruct (Nat.eqb_spec l' j) as [->|]|]; cbn [andb]; lra.
           ++ apply all_of_f, nowhere.
        -- left. right. rewrite (difference_is d n p _ _ (fun _ => zero) (fun _ => zero)).
           ++ apply difference_same. intros ? ? _ _. reflexivity.
           ++ assert (some : exists i j, (i < d)%nat /\ (j < n)%nat /\ ~ 0 <= X i j <= 1).
              { apply NNPP. intros no. apply out. intros i j Hi Hj. apply NNPP. intro H. apply no. exists i, j. auto. }
              destruct some as (i & j & Hi & Hj & H). apply (outside X i j Hi Hj H).
           ++ apply Z, nowhere.
  - unfold l. change (W * volume d n Lemma4.unit_box + list_weight d n (map (fun B => (B, M)) (map (cube_of m) things)
    ++
      map (fun B => (B, M)) (map face (entries d n))) <= power e p).
    rewrite list_weight_app, Lemma4.unit_volume, (list_weight_constant d n M ((1 / INR m) ^ (d * n))),
      (list_weight_constant d n M 0), !map_length.
    + eapply Rle_trans; [|exact small]. apply (Rmult_le_compat_r M) in measure; [|exact HM]. lra.
    + intros B H. apply in_map_iff in H. destruct H as (e' & <- & H). apply face_volume, H.
    + intros B H. apply in_map_iff in H. destruct H as (L & <- & _). apply cube_volume. lia.
Qed.

(** What has the values of g-bar is as near as the measure of those cubes says. *)
Lemma distance_by_values : forall d n m f_bar g, (1 <= d)%nat -> (2 <= m)%nat -> piecewise_constant d n m f_bar ->
  (forall X, let inside L := grid_point d n m L /\ different_columns d n L /\ in_cube d n m L X in
    (forall L, inside L -> same d n (g X) (f_bar X)) /\ ((forall L, ~ inside L) -> same d n (g X) zero)) ->
  forall p M e, 0 <= e -> (forall X, difference d n p f_bar (fun _ => zero) X <= M) ->
  INR n * (INR n - 1) / 2 * (1 / INR m) ^ d * M <= power e p -> at_most d n p f_bar g everywhere e.
Proof.
  intros d n m f_bar g Hd Hm constant values p M e He bound small.
  apply (distance_from_parts d n m) with (W := 0) (M := M); try assumption; try lra.
  - intros X i j Hi Hj out. destruct constant as (A & H). apply (proj2 (H X)). intros L grid in_L. apply out.
    pose proof (cube_inside d n m L X ltac:(lia) grid in_L i j Hi Hj). lra.
  - intros X. apply (values X).
  - intros X L H. right. rewrite difference_symmetric. apply difference_same, (proj1 (values X) L), H.
Qed.

Theorem proposition_5_distance_real_holds : proposition_5_distance_real.
Proof.
  intros d n m f_bar Hd Hn Hm constant symmetric.
  destruct (proposition_5_real_holds d n m f_bar Hd Hn Hm constant symmetric) as (N & _ & _ & _ & class & values).
  exists (hardmax_network d n N). split; [exact class|]. intros p M e _. apply (distance_by_values d n m); assumption.
Qed.
