(** * Blocks of all sizes: tie rules, layers that are blocks, classes that grow *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks NetworkLaws NetworkEquivariance Matrices NetworkStatements.
Import ListNotations.
Open Scope R_scope.

(** ** Permutations, said in two ways *)

Lemma permutation_permutes : forall n pi, permutation n pi -> permutes n pi.
Proof.
  intros n pi (t & E). split; [intros j Hj; apply E, Hj|].
  intros j j' Hj Hj' same. rewrite <- (proj2 (proj2 (proj2 (E j Hj)))), same. apply E, Hj'.
Qed.

Lemma permutes_permutation : forall n pi, permutes n pi -> permutation n pi.
Proof.
  intros n pi P.
  destruct (choice n (fun i j => (j < n)%nat /\ pi j = i)) as (t & E); [intros i Hi;
    exact (permutes_onto n pi i P Hi)|].
  exists t. intros j Hj. pose proof (proj1 P j Hj) as B. destruct (E j Hj) as [B' E'].
  repeat split; try assumption. apply (proj2 P); [apply E, B|exact Hj|apply E, B].
Qed.

(** The statements of [NetworkStatements.v] are the general ones, over the real numbers. *)
Lemma equivariant_is : forall d n f, permutation_equivariant d n f <-> commutes_with_matrices (F := reals) d n f.
Proof. intros. split; intros E P X H; apply E, H. Qed.

Theorem equivariance_by_columns_holds : equivariance_by_columns.
Proof.
  intros d n f R. rewrite equivariant_is. rewrite (equivariant_both_ways real_laws d n f R).
  split; intros E pi X P; apply E; [apply permutation_permutes|apply permutes_permutation]; exact P.
Qed.

(** ** Claim 1 *)

Theorem networks_equivariant_holds : networks_equivariant.
Proof. intros d n N. rewrite !equivariant_is. split; [apply softmax_equivariant|apply hardmax_equivariant]. Qed.

Lemma softmax_network_respects : forall d n N, respects d n (run softmax d n N).
Proof. intros. apply (run_is_function real_laws), softmax_weighs. Qed.

Lemma hardmax_network_respects : forall d n N, respects d n (run (F := reals) hardmax d n N).
Proof. intros. apply (run_is_function real_laws), hardmax_weighs, real_laws. Qed.

Theorem claim_1_softmax_holds : claim_1_softmax.
Proof. intros h m r d n t _ _. split; [apply softmax_network_respects|apply networks_equivariant_holds]. Qed.

Theorem claim_1_hardmax_holds : claim_1_hardmax.
Proof. intros h m r d n t _ _. split; [apply hardmax_network_respects|apply networks_equivariant_holds]. Qed.

(** What equals an equivariant function is one. *)
Lemma equal_functions : forall d n f g, (forall X, same d n (g X) (f X)) -> respects d n f ->
  permutation_equivariant d n f -> respects d n g /\ permutation_equivariant d n g.
Proof.
  intros d n f g E R C. split.
  - intros X Y same_X_Y i j Hi Hj. rewrite !(E _ i j Hi Hj). apply R; assumption.
  - intros X P HP i j Hi Hj. rewrite (E _ i j Hi Hj), (C X P HP i j Hi Hj).
    apply (total_respects real_laws). intros l Hl. cbn. f_equal. symmetry. apply E; assumption.
Qed.

Theorem T_equivariant_holds : T_equivariant.
Proof.
  intros h m r d n g (N & _ & _ & E). apply (equal_functions d n _ g E); [apply softmax_network_respects|].
  apply networks_equivariant_holds.
Qed.

Theorem T_bar_equivariant_holds : T_bar_equivariant.
Proof.
  intros h m r d n g (N & _ & _ & E). apply (equal_functions d n _ g E); [apply hardmax_network_respects|].
  apply networks_equivariant_holds.
Qed.

(** ** ReLU *)

Lemma of_at_most : forall x y, at_most (n := reals) x y = if Rle_dec x y then true else false.
Proof. reflexivity. Qed.

Theorem ReLU_in_Phi_holds : ReLU_in_Phi.
Proof.
  split.
  - split; [cbn; lia|]. split.
    + left. split; [reflexivity|]. exists (-2), (-1). cbn. destruct (Rle_dec (-1) (-2)), (Rle_dec 0 (-2)), (Rle_dec 0
      (-1)); lra || auto.
    + intro t. cbn. unfold has, above, below. cbn. destruct (Rle_dec 0 t); reflexivity.
  - intro t. cbn. unfold has, above, below. cbn. unfold Rmax. destruct (Rle_dec 0 t); cbn; ring.
Qed.

(** ** Layers *)

(** Weights that are 0, and no bias. *)
Definition no_entries : Networks.matrix reals := fun _ _ => 0.
Definition idle_head (m : nat) : head reals :=
  @Head reals m no_entries no_entries no_entries no_entries (fun _ => 0).
Definition idle_layer (r : nat) (phi : list (piece reals)) : token_wise reals :=
  @TokenWise reals r no_entries (fun _ => 0) no_entries (fun _ => 0) phi.

Lemma idle_layer_leaves : forall d r phi (X : matrix) i j, feed_forward d (idle_layer r phi) X i j = X i j.
Proof.
  intros. unfold feed_forward, sum, product at 1. cbn.
  rewrite (total_zero real_laws) by (intros; cbn; unfold no_entries; ring). cbn. unfold in_each_column. cbn. ring.
Qed.

Lemma idle_head_adds_nothing : forall sigma d n m (X : matrix) i j,
  attend (F := reals) sigma d n (idle_head m) X i j = 0.
Proof.
  intros. unfold attend, product at 1. apply (total_zero real_laws). intros l _. unfold product at 1.
  rewrite (total_zero real_laws) by (intros; cbn; unfold no_entries; ring). cbn. ring.
Qed.

Lemma idle_heads_leave : forall sigma d n m k (X Y : matrix) i j,
  fold_left (fun Y H => sum Y (attend (F := reals) sigma d n H X)) (repeat (idle_head m) k) Y i j = Y i j.
Proof.
  intros sigma d n m k X. induction k as [|k IH]; intros Y i j; cbn; [reflexivity|]. rewrite IH. unfold sum.
  rewrite idle_head_adds_nothing. cbn. ring.
Qed.

Lemma repeat_Forall : forall (A : Type) (P : A -> Prop) x k, P x -> Forall P (repeat x k).
Proof. induction k; intros; cbn; constructor; auto. Qed.

Theorem layer_is_block_holds : layer_is_block.
Proof.
  intros h m r d n sigma. split.
  - intros all phi Hh Hm. exists (Block all (idle_layer r phi)). repeat split; try assumption.
    intros X i j _ _. cbn. apply idle_layer_leaves.
  - intros f Hr. exists (Block (repeat (idle_head m) h) f). repeat split; cbn.
    + apply repeat_length.
    + apply repeat_Forall. reflexivity.
    + exact Hr.
    + apply repeat_Forall. reflexivity.
    + intros X i j Hi Hj. unfold attention.
      apply (feed_forward_respects real_laws d n f); [|exact Hi|exact Hj].
      intros i' j' _ _. apply idle_heads_leave.
Qed.

(** ** Tie rules *)

(** A head of size 1 whose scores are all 0, with W_O = e^(1) and W_V = (e^(1))^T. *)
Definition first_entry : Networks.matrix reals := fun i j => if (Nat.eqb i 0 && Nat.eqb j 0)%bool then 1 else 0.
Definition tying_block : block reals :=
  Block [@Head reals 1 first_entry first_entry no_entries no_entries (fun _ => 0)] (idle_layer 1 ReLU).

(** Adds column c's first entry to that of each column, where all weight is at c if all scores are 0. *)
Lemma tying_block_adds : forall sigma d n c, (1 <= d)%nat -> (c < n)%nat ->
  (forall s k, (k < n)%nat -> (forall l, s l = 0) -> sigma n s k = if Nat.eqb k c then 1 else 0) ->
  forall (X : matrix) j, run (F := reals) sigma d n (layers [tying_block]) X 0%nat j = X 0%nat j + X 0%nat c.
Proof.
  intros sigma d n c Hd Hc W X j. cbn [tying_block layers flat_map app heads behind run fold_left apply].
  rewrite idle_layer_leaves. unfold attention. cbn [fold_left]. unfold sum. cbn [plus reals]. f_equal.
  unfold attend. unfold product at 1.
  rewrite (total_single real_laws n _ c Hc).
  - unfold on_each_column. rewrite W, Nat.eqb_refl; [|exact Hc|].
    + cbn [head_size W_O W_V]. unfold product. cbn [total]. cbn [plus times zero reals].
      rewrite (total_single real_laws d _ 0%nat Hd); [cbn; ring|].
      intros [|l] _ N; [contradiction|]. cbn. ring.
    + intro l. unfold scores. cbn [head_size W_K W_Q b_Q total]. unfold product at 1.
      rewrite (total_zero real_laws) by (intros; cbn; unfold no_entries; ring). cbn. ring.
  - intros l Hl N. unfold on_each_column. rewrite W; [|exact Hl|].
    + destruct (Nat.eqb_spec l c); [contradiction|]. cbn. ring.
    + intro k. unfold scores. cbn [head_size W_K W_Q b_Q total]. unfold product at 1.
      rewrite (total_zero real_laws) by (intros; cbn; unfold no_entries; ring). cbn. ring.
Qed.

Definition exchange (n j : nat) : nat := if Nat.eqb j 0 then (n - 1)%nat else if Nat.eqb j (n - 1) then 0%nat else j.

Lemma exchange_permutes : forall n, (2 <= n)%nat -> permutes n (exchange n).
Proof.
  intros n Hn. unfold exchange. split; intros j; [|intros j'];
    repeat match goal with |- context [Nat.eqb ?a ?b] => destruct (Nat.eqb_spec a b) end; lia.
Qed.

Lemma one_column_fails : forall sigma d n c, (1 <= d)%nat -> (2 <= n)%nat -> (c = 0 \/ c = n - 1)%nat ->
  weighs (F := reals) sigma ->
  (forall s k, (k < n)%nat -> (forall l, s l = 0) -> sigma n s k = if Nat.eqb k c then 1 else 0) ->
  ~ permutation_equivariant d n (run sigma d n (layers [tying_block])).
Proof.
  intros sigma d n c Hd Hn Hc V W E. apply equivariant_is in E.
  pose proof (proj1 (equivariant_both_ways real_laws d n _ (run_is_function real_laws sigma d n _ V)) E) as E'.
  clear E. rename E' into E.
  specialize (E (exchange n) (fun _ j => if Nat.eqb j 0 then 1 else 0) (exchange_permutes n Hn) 0%nat 0%nat Hd
    ltac:(lia)).
  unfold rearranged at 2 in E. cbn [equal reals] in E.
  rewrite !(tying_block_adds sigma d n c) in E by (try assumption; lia).
  unfold rearranged in E. revert E.
  assert (E : Nat.eqb (n - 1) 0 = false) by (apply Nat.eqb_neq; lia).
  assert (first : exchange n 0 = (n - 1)%nat) by reflexivity.
  assert (last : exchange n (n - 1) = 0%nat) by (unfold exchange; rewrite E, Nat.eqb_refl; reflexivity).
  destruct Hc as [-> | ->]; rewrite ?first, ?last, E; cbn; lra.
Qed.

Lemma all_greatest : forall n (s : Networks.vector reals) k, (forall l, s l = 0) -> is_greatest n s k = true.
Proof.
  intros n s k E. apply forallb_forall. intros l _. cbn. rewrite !E. destruct (Rle_dec 0 0); [reflexivity|lra].
Qed.

Lemma none_greater : forall n (s : Networks.vector reals) a k, (forall l, s l = 0) ->
  forallb (fun l => negb (is_greatest n s l)) (seq a k) = Nat.eqb k 0.
Proof. intros n s a [|k] E; cbn; [reflexivity|]. rewrite all_greatest by exact E. reflexivity. Qed.

Theorem one_sided_ties_fail_holds : one_sided_ties_fail.
Proof.
  intros d n Hd Hn. exists tying_block.
  split; [repeat split; repeat constructor|]. split; [apply ReLU_in_Phi_holds|].
  split; [repeat constructor|]. split.
  - apply (one_column_fails _ d n 0); auto using (leftmost_hardmax_weighs real_laws).
    intros s k Hk E. unfold leftmost_hardmax. rewrite all_greatest, none_greater by exact E. reflexivity.
  - apply (one_column_fails _ d n (n - 1)); auto using (rightmost_hardmax_weighs real_laws).
    intros s k Hk E. unfold rightmost_hardmax. rewrite all_greatest, none_greater by exact E.
    destruct (Nat.eqb_spec (n - S k) 0), (Nat.eqb_spec k (n - 1)); try reflexivity; lia.
Qed.

(** ** Larger sizes *)

Lemma total_longer : forall k k' f g, (k <= k')%nat -> (forall a, (a < k)%nat -> f a = g a) ->
  (forall a, (k <= a)%nat -> f a = 0) -> total (F := reals) k' f = total (F := reals) k g.
Proof.
  intros k k' f g Hk E Z. induction Hk as [|k' Hk IH].
  - apply (total_respects real_laws). exact E.
  - cbn [total plus reals]. rewrite IH, Z by exact Hk. apply Rplus_0_r.
Qed.

(** Entries with an index of m or more are 0. *)
Definition rows_below (m : nat) (W : Networks.matrix reals) : Networks.matrix reals := fun a i =>
  if Nat.ltb a m then W a i else 0.
Definition columns_below (m : nat) (W : Networks.matrix reals) : Networks.matrix reals := fun i a =>
  if Nat.ltb a m then W i a else 0.

Definition larger_head (m' : nat) (H : head reals) : head reals :=
  let m := head_size H in
  Head m' (columns_below m (W_O H)) (rows_below m (W_V H)) (rows_below m (W_K H)) (rows_below m (W_Q H)) (b_Q H).
Definition larger_layer (r' : nat) (f : token_wise reals) : token_wise reals :=
  let r := hidden_size f in
  TokenWise r' (rows_below r (W_1 f)) (b_1 f) (columns_below r (W_2 f)) (b_2 f) (activation f).
Definition larger_block (h' m' r' : nat) (t : block reals) : block reals :=
  Block (map (larger_head m') (heads t) ++ repeat (idle_head m') (h' - length (heads t))) (larger_layer r' (behind t)).

Lemma rows_below_product : forall d m W X a j, (a < m)%nat ->
  product (F := reals) d (rows_below m W) X a j = product (F := reals) d W X a j.
Proof.
  intros d m W X a j Ha. apply (total_respects real_laws). intros i _. unfold rows_below.
  rewrite (proj2 (Nat.ltb_lt a m)) by exact Ha. cbn. reflexivity.
Qed.

Lemma rows_below_nothing : forall d m W X a j, (m <= a)%nat -> product (F := reals) d (rows_below m W) X a j = 0.
Proof.
  intros d m W X a j Ha. apply (total_zero real_laws). intros i _. unfold rows_below.
  rewrite (proj2 (Nat.ltb_ge a m)) by exact Ha. cbn. ring.
Qed.

Lemma larger_head_attends : forall sigma d n m' (H : head reals) X i j, weighs (F := reals) sigma ->
  (head_size H <= m')%nat -> attend sigma d n (larger_head m' H) X i j = attend sigma d n H X i j.
Proof.
  intros sigma d n m' H X i j V Hm. apply (product_respects real_laws).
  - intros l _. apply total_longer; [exact Hm| |]; cbn [larger_head head_size W_O W_V]; intros a Ha;
      unfold columns_below.
    + rewrite (proj2 (Nat.ltb_lt a _)), rows_below_product by exact Ha. reflexivity.
    + rewrite (proj2 (Nat.ltb_ge a _)) by exact Ha. cbn. ring.
  - intros l Hl. apply V; [exact Hl|]. intros k _. apply total_longer; [exact Hm| |];
      cbn [larger_head head_size W_K W_Q b_Q]; intros a Ha.
    + unfold sum. rewrite !rows_below_product by exact Ha. reflexivity.
    + rewrite rows_below_nothing by exact Ha. cbn. ring.
Qed.

Lemma larger_layer_is : forall d r' (f : token_wise reals) X i j, (hidden_size f <= r')%nat ->
  feed_forward d (larger_layer r' f) X i j = feed_forward d f X i j.
Proof.
  intros d r' f X i j Hr. unfold feed_forward, sum. cbn [larger_layer hidden_size W_1 b_1 W_2 b_2 activation].
  f_equal. f_equal. apply total_longer; [exact Hr| |]; intros a Ha; unfold columns_below.
  - rewrite (proj2 (Nat.ltb_lt a _)), rows_below_product by exact Ha. reflexivity.
  - rewrite (proj2 (Nat.ltb_ge a _)) by exact Ha. cbn. ring.
Qed.

Lemma larger_heads_attend : forall sigma d n m' k all (X Y : Networks.matrix reals) i j, weighs (F := reals) sigma ->
  Forall (fun H => head_size H <= m')%nat all ->
  fold_left (fun Y H => sum Y (attend sigma d n H X)) (map (larger_head m') all ++ repeat (idle_head m') k) Y i j =
  fold_left (fun Y H => sum Y (attend sigma d n H X)) all Y i j.
Proof.
  intros sigma d n m' k all X Y i j V small. rewrite fold_left_app, idle_heads_leave. revert Y.
  assert (G : forall Y Z, Y i j = Z i j ->
    fold_left (fun Y H => sum Y (attend sigma d n H X)) (map (larger_head m') all) Y i j =
    fold_left (fun Y H => sum Y (attend sigma d n H X)) all Z i j).
  { induction small as [|H all HH _ IH]; intros Y Z E; cbn; [exact E|]. apply IH. unfold sum.
    rewrite larger_head_attends, E by assumption. reflexivity. }
  intro Y. apply G. reflexivity.
Qed.

Lemma larger_network : forall sigma d n h m r h' m' r' N, weighs (F := reals) sigma -> Forall (of_size h m r) N ->
  (m <= m')%nat -> (r <= r')%nat -> forall X,
  same d n (run sigma d n (layers (map (larger_block h' m' r') N)) X) (run sigma d n (layers N) X).
Proof.
  intros sigma d n h m r h' m' r' N V sizes Hm Hr.
  induction sizes as [|t N (_ & Ht & Hf) _ IH]; intros X; [apply (same_reflexive real_laws)|].
  cbn [map layers flat_map app run fold_left apply larger_block heads behind].
  eapply (same_transitive real_laws); [apply IH|]. apply (run_is_function real_laws _ _ _ _ V).
  intros i j Hi Hj. rewrite larger_layer_is by lia.
  apply (feed_forward_respects real_laws d n); [|exact Hi|exact Hj]. intros i' j' _ _.
  apply larger_heads_attend; [exact V|]. apply Forall_impl with (2 := Ht). intros H E. lia.
Qed.

Lemma larger_size : forall h m r h' m' r' t, (h <= h')%nat -> of_size h m r t ->
  of_size h' m' r' (larger_block h' m' r' t).
Proof.
  intros h m r h' m' r' t Hh (Eh & _ & _). split; [|split].
  - cbn. rewrite app_length, map_length, repeat_length. lia.
  - cbn. apply Forall_app. split; [|apply repeat_Forall; reflexivity].
    apply Forall_forall. intros H I. apply in_map_iff in I. destruct I as (H' & <- & _). reflexivity.
  - reflexivity.
Qed.

Theorem classes_grow_holds : classes_grow.
Proof.
  intros h m r h' m' r' d n g Hh Hm Hr.
  assert (S : forall N, Forall (of_size h m r) N -> Forall (of_size h' m' r') (map (larger_block h' m' r') N)).
  { intros N H. apply Forall_map. eapply Forall_impl; [|exact H]. intros t. apply larger_size, Hh. }
  split; intros (N & sizes & kind & E); exists (map (larger_block h' m' r') N); (split; [apply S, sizes|]);
    (split; [apply Forall_map; exact kind|]); intros X; eapply (same_transitive real_laws); try apply E;
    apply (same_symmetric real_laws), (larger_network _ _ _ h m r); auto.
  - apply softmax_weighs.
  - apply hardmax_weighs, real_laws.
Qed.
