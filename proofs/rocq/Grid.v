(** * Grid: column ids (App. E.3, 'Bijective column id mapping')

    Proofs of [column_id_bijective], [column_id_reads] and [special_column_id] of [Statements.v], and what Lemma 8 takes
    from the grids. *)

From Coq Require Import ZArith QArith List Permutation Sorted Lia.
From Exactua Require Import Transformers Grids Statements Simulation.
Import ListNotations.
Open Scope Z_scope.

(** ** Ids are numbers in base m = delta^-1 *)

(** The number in base M with the given digits, the first of them the least. *)
Fixpoint value (M : Z) (c : column) : Z := match c with [] => 0 | x :: rest => x + M * value M rest end.

Lemma dot_with_powers : forall m c s,
  dot_Z (map (fun i => Z.of_nat (m ^ i)) (seq s (length c))) c = Z.of_nat (m ^ s) * value (Z.of_nat m) c.
Proof.
  intros m. induction c as [|x c IH]; intro s; cbn [length seq map dot_Z value]; [lia|].
  rewrite IH. cbn [Nat.pow]. rewrite Nat2Z.inj_mul. ring.
Qed.

Lemma column_id_is_value : forall d m c, length c = d -> column_id d m c = value (Z.of_nat m) c.
Proof.
  intros d m c <-. unfold column_id, weights. rewrite dot_with_powers. cbn [Nat.pow]. lia.
Qed.

Lemma D_is_power : forall d m, D d m = Z.of_nat m ^ Z.of_nat d.
Proof. intros. unfold D. apply Nat2Z.inj_pow. Qed.

Lemma value_range : forall M c, Forall (fun k => 0 <= k < M) c -> 0 <= value M c < M ^ Z.of_nat (length c).
Proof.
  intros M c H. induction H as [|x c x_range _ IH]; cbn [value length]; [simpl; lia|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. nia.
Qed.

Lemma digit_unique : forall M x x' v v', 0 <= x < M -> 0 <= x' < M -> x + M * v = x' + M * v' -> x = x' /\ v = v'.
Proof.
  intros M x x' v v' H H' E. destruct (Z.div_mod_unique M v v' x x') as [vv xx]; lia.
Qed.

Lemma value_one_to_one : forall M c c', length c = length c' ->
  Forall (fun k => 0 <= k < M) c -> Forall (fun k => 0 <= k < M) c' -> value M c = value M c' -> c = c'.
Proof.
  intros M. induction c as [|x c IH]; intros [|x' c'] lengths H H' E; try discriminate lengths; [reflexivity|].
  inversion H; subst. inversion H'; subst. injection lengths as lengths. cbn [value] in E.
  destruct (digit_unique M x x' (value M c) (value M c')) as [-> vv]; try assumption.
  f_equal. apply IH; assumption.
Qed.

Fixpoint digits (M : Z) (d : nat) (k : Z) : column :=
  match d with O => [] | S d' => k mod M :: digits M d' (k / M) end.

Lemma digits_length : forall M d k, length (digits M d k) = d.
Proof. intros M d. induction d; intro k; simpl; [reflexivity|f_equal; auto]. Qed.

Lemma digits_range : forall M d k, 0 < M -> Forall (fun x => 0 <= x < M) (digits M d k).
Proof. intros M d. induction d; intros k H; simpl; constructor; [apply Z.mod_pos_bound; exact H|auto]. Qed.

Lemma value_of_digits : forall M d k, 0 < M -> 0 <= k < M ^ Z.of_nat d -> value M (digits M d k) = k.
Proof.
  intros M d. induction d as [|d IH]; intros k H range; [simpl in *; lia|].
  cbn [digits value]. rewrite Nat2Z.inj_succ, Z.pow_succ_r in range by lia. rewrite IH; [|exact H|].
  - pose proof (Z.div_mod k M). lia.
  - split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; lia.
Qed.

Theorem column_id_bijective_holds : column_id_bijective.
Proof.
  intros d m one_d two_m grid. unfold grid. clear grid. split; [|split].
  - intros c [length_c range]. rewrite (column_id_is_value d m c length_c), D_is_power, <- length_c.
    apply value_range. exact range.
  - intros c c' [length_c range] [length_c' range'] E.
    rewrite (column_id_is_value d m c length_c), (column_id_is_value d m c' length_c') in E.
    apply (value_one_to_one (Z.of_nat m)); congruence || assumption.
  - intros k range. rewrite D_is_power in range. exists (digits (Z.of_nat m) d k).
    assert (length_c : length (digits (Z.of_nat m) d k) = d) by apply digits_length.
    split; [split; [exact length_c|apply digits_range; lia]|].
    rewrite (column_id_is_value d m _ length_c). apply value_of_digits; [lia|exact range].
Qed.

Theorem column_id_reads_holds : column_id_reads.
Proof. intros d m L _ _. apply ids_read. Qed.

(** ** Columns with an entry -delta^-nd *)

Lemma value_upper : forall M s c, 0 < M -> s < M -> Forall (fun k => k = s \/ 0 <= k < M) c ->
  value M c <= M ^ Z.of_nat (length c) - 1.
Proof.
  intros M s c one s_less H. induction H as [|x c x_range _ IH]; cbn [value length]; [simpl; lia|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. nia.
Qed.

Lemma value_with_special : forall M s c, 1 <= M -> s < M -> Forall (fun k => k = s \/ 0 <= k < M) c -> In s c ->
  value M c <= s + M ^ Z.of_nat (length c) - M.
Proof.
  intros M s c one s_less H. induction H as [|x c x_range rest IH]; intros inside; [contradiction|].
  cbn [value length]. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
  pose proof (value_upper M s c ltac:(lia) s_less rest) as upper.
  destruct (Z.eq_dec x s) as [->|other]; [nia|].
  destruct inside as [E|inside]; [congruence|]. specialize (IH inside).
  assert (scaled : M * value M c <= M * (s + M ^ Z.of_nat (length c) - M)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (square : (M - 1) * s <= (M - 1) * (M - 1)) by (apply Z.mul_le_mono_nonneg_l; lia).
  lia.
Qed.

Lemma D_at_least_m : forall d m, (1 <= d)%nat -> (2 <= m)%nat -> 2 <= Z.of_nat m <= D d m.
Proof.
  intros d m one_d two_m. split; [lia|]. rewrite D_is_power.
  rewrite <- (Z.pow_1_r (Z.of_nat m)) at 1. apply Z.pow_le_mono_r; lia.
Qed.

Lemma special_far_below : forall d n m, (1 <= d)%nat -> (1 <= n)%nat -> (2 <= m)%nat ->
  special d n m + D d m - Z.of_nat m < 0.
Proof.
  intros d n m one_d one_n two_m. pose proof (D_at_least_m d m one_d two_m). unfold special.
  assert (D d m ^ 1 <= D d m ^ Z.of_nat n) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *. nia.
Qed.

Theorem special_column_id_holds : special_column_id.
Proof.
  intros d n m c one_d two_n two_m length_c entries inside. split.
  - rewrite (column_id_is_value d m c length_c), D_is_power, <- length_c.
    rewrite <- length_c in entries, inside.
    apply (value_with_special (Z.of_nat m) (special (length c) n m)); try assumption; [lia|].
    pose proof (special_far_below (length c) n m ltac:(lia) ltac:(lia) two_m).
    pose proof (D_at_least_m (length c) m ltac:(lia) two_m). lia.
  - apply special_far_below; lia.
Qed.

(** ** What Lemma 8 takes from the grids *)

Lemma G_delta_shape : forall d n m L, G_delta d n m L -> of_shape d n L.
Proof. intros d n m L [shape _]. exact shape. Qed.

Lemma G_delta_columns : forall d n m L, G_delta d n m L ->
  Forall (fun c => length c = d /\ Forall (fun k => 0 <= k < Z.of_nat m) c) L.
Proof.
  intros d n m L [[_ lengths] ranges]. apply Forall_forall. intros c inside. split.
  - exact (proj1 (Forall_forall _ _) lengths c inside).
  - exact (proj1 (Forall_forall _ _) ranges c inside).
Qed.

(** Ids of points of G_delta are in [0 : delta : delta^(-d+1) - delta]. *)
Lemma G_delta_ids : forall d n m L, (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m L ->
  Forall (fun k => 0 <= k < D d m) (column_ids d m L).
Proof.
  intros d n m L one_d two_m grid. apply Forall_map. eapply Forall_impl; [|exact (G_delta_columns d n m L grid)].
  intros c range. exact (proj1 (column_id_bijective_holds d m one_d two_m) c range).
Qed.

Lemma ids_determine_columns : forall d m L L', (1 <= d)%nat -> (2 <= m)%nat ->
  Forall (fun c => length c = d /\ Forall (fun k => 0 <= k < Z.of_nat m) c) L ->
  Forall (fun c => length c = d /\ Forall (fun k => 0 <= k < Z.of_nat m) c) L' ->
  column_ids d m L = column_ids d m L' -> L = L'.
Proof.
  intros d m L L' one_d two_m columns. revert L'. induction columns as [|c L c_ok _ IH]; intros [|c' L'] columns' E;
    try discriminate E; [reflexivity|].
  inversion columns'; subst. injection E as here there. f_equal.
  - apply (proj1 (proj2 (column_id_bijective_holds d m one_d two_m))); assumption.
  - apply IH; assumption.
Qed.

(** The map from points of G_delta to their ids is one-to-one. *)
Lemma G_delta_ids_one_to_one : forall d n m L L', (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m L -> G_delta d n m L' ->
  column_ids d m L = column_ids d m L' -> L = L'.
Proof.
  intros d n m L L' one_d two_m grid grid'. apply ids_determine_columns; try assumption.
  - exact (G_delta_columns d n m L grid).
  - exact (G_delta_columns d n m L' grid').
Qed.

(** Different columns have different ids. *)
Lemma different_columns_different_ids : forall d n m L, (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m L -> NoDup L ->
  NoDup (column_ids d m L).
Proof.
  intros d n m L one_d two_m grid different. pose proof (G_delta_columns d n m L grid) as columns. clear grid.
  induction different as [|c L fresh _ IH]; [constructor|]. inversion columns as [|? ? c_ok L_ok]; subst.
  constructor; [|exact (IH L_ok)]. intro inside. apply in_map_iff in inside. destruct inside as [c' [E inside]].
  apply fresh. rewrite (proj1 (proj2 (column_id_bijective_holds d m one_d two_m)) c c'); try assumption.
  - exact (proj1 (Forall_forall _ _) L_ok c' inside).
  - symmetry. exact E.
Qed.

Lemma equal_columns_equal_ids : forall d m L, ~ NoDup L -> ~ NoDup (column_ids d m L).
Proof. intros d m L same different. apply same. exact (NoDup_map_inv _ _ different). Qed.

(** In order and all different: l_1 < l_2 < ... < l_n. *)
Lemma strictly_increasing : forall x, StronglySorted Z.le x -> NoDup x -> StronglySorted Z.lt x.
Proof.
  intros x sorted. induction sorted as [|a x _ IH above_a]; intro different; [constructor|].
  inversion different as [|? ? fresh rest]; subst. constructor; [exact (IH rest)|].
  apply Forall_forall. intros b inside. pose proof (proj1 (Forall_forall _ _) above_a b inside) as le. cbv beta in le.
  assert (a <> b) by (intros ->; contradiction). lia.
Qed.

(** l_1 < l_2 < ... < l_n in Category 1. *)
Lemma category_1_ids : forall d n m L, (1 <= d)%nat -> (2 <= m)%nat -> category_1 d n m L ->
  StronglySorted Z.lt (column_ids d m L).
Proof.
  intros d n m L one_d two_m [[grid different] sorted]. apply strictly_increasing; [exact sorted|].
  apply (different_columns_different_ids d n m); assumption.
Qed.

(** An id of a point of G+_delta is an id of a point of G_delta, or far below 0. *)
Lemma G_plus_ids : forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_plus d n m L ->
  Forall (fun k => k <= special d n m + D d m - Z.of_nat m \/ 0 <= k < D d m) (column_ids d m L).
Proof.
  intros d n m L one_d two_n two_m [[_ lengths] entries]. apply Forall_map. apply Forall_forall. intros c inside.
  pose proof (proj1 (Forall_forall _ _) lengths c inside) as length_c. cbv beta in length_c.
  pose proof (proj1 (Forall_forall _ _) entries c inside) as entries_c. cbv beta in entries_c.
  destruct (in_dec Z.eq_dec (special d n m) c) as [has|has_not].
  - left. apply (special_column_id_holds d n m c); assumption.
  - right. apply (proj1 (column_id_bijective_holds d m one_d two_m)). split; [exact length_c|].
    apply Forall_forall. intros k k_inside. destruct (proj1 (Forall_forall _ _) entries_c k k_inside) as [->|range].
    + contradiction.
    + exact range.
Qed.

(** A point of G+_delta that isn't one of G_delta has a column with an id far below 0. *)
Lemma G_plus_not_G_delta : forall d n m L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_plus d n m L ->
  ~ G_delta d n m L -> Exists (fun k => k <= special d n m + D d m - Z.of_nat m) (column_ids d m L).
Proof.
  intros d n m L one_d two_n two_m [[columns lengths] entries] outside.
  destruct (Exists_dec (fun c => In (special d n m) c) L (in_dec Z.eq_dec (special d n m))) as [has|has_not].
  - apply Exists_exists in has. destruct has as [c [inside special_inside]]. apply Exists_exists.
    exists (column_id d m c). split; [apply in_map; exact inside|].
    apply (special_column_id_holds d n m c); try assumption.
    + exact (proj1 (Forall_forall _ _) lengths c inside).
    + exact (proj1 (Forall_forall _ _) entries c inside).
  - exfalso. apply outside. split; [split; assumption|]. apply Forall_forall. intros c inside.
    apply Forall_forall. intros k k_inside.
    destruct (proj1 (Forall_forall _ _) (proj1 (Forall_forall _ _) entries c inside) k k_inside) as [->|range].
    + exfalso. apply has_not. apply Exists_exists. exists c. split; assumption.
    + exact range.
Qed.

Lemma in_G_delta_or_not : forall d n m L, G_plus d n m L -> G_delta d n m L \/ ~ G_delta d n m L.
Proof.
  intros d n m L [shape _].
  assert (digit : forall k, {0 <= k < Z.of_nat m} + {~ 0 <= k < Z.of_nat m}).
  { intro k. destruct (Z_le_dec 0 k), (Z_lt_dec k (Z.of_nat m)); (left; lia) || (right; lia). }
  destruct (Forall_dec _ (Forall_dec _ digit) L) as [all|not_all].
  - left. split; assumption.
  - right. intros [_ all]. contradiction.
Qed.

(** ** 'Due to permutation equivariance, we can assume without loss of generality that l_j's are in increasing order' *)

Lemma inserted_in_order : forall d m c L, in_order d m L -> exists L', Permutation (c :: L) L' /\ in_order d m L'.
Proof.
  intros d m c L. unfold in_order. induction L as [|a L IH]; intro sorted.
  - exists [c]. split; [apply Permutation_refl|]. repeat constructor.
  - cbn [column_ids map] in sorted. inversion sorted as [|? ? rest above_a]; subst.
    destruct (Z_le_gt_dec (column_id d m c) (column_id d m a)) as [le|gt].
    + exists (c :: a :: L). split; [apply Permutation_refl|]. cbn [column_ids map]. constructor; [exact sorted|].
      constructor; [exact le|]. eapply Forall_impl; [|exact above_a]. intros k above. cbv beta in *. lia.
    + destruct (IH rest) as [L' [permuted sorted']]. exists (a :: L'). split.
      * eapply perm_trans; [apply perm_swap|]. apply perm_skip. exact permuted.
      * cbn [column_ids map]. constructor; [exact sorted'|].
        apply (Permutation_Forall (Permutation_map (column_id d m) permuted)). cbn [map]. constructor; [lia|].
        exact above_a.
Qed.

Lemma some_order : forall d m L, exists L', Permutation L L' /\ in_order d m L'.
Proof.
  intros d m. induction L as [|c L [L' [permuted sorted]]].
  - exists []. split; [constructor|constructor].
  - destruct (inserted_in_order d m c L' sorted) as [L'' [permuted' sorted']]. exists L''. split; [|exact sorted'].
    eapply perm_trans; [apply perm_skip; exact permuted|exact permuted'].
Qed.

Lemma of_shape_permuted : forall d n L L', Permutation L L' -> of_shape d n L -> of_shape d n L'.
Proof.
  intros d n L L' P [columns lengths]. split; [rewrite <- (Permutation_length P); exact columns|].
  exact (Permutation_Forall P lengths).
Qed.

Lemma G_delta_permuted : forall d n m L L', Permutation L L' -> G_delta d n m L -> G_delta d n m L'.
Proof.
  intros d n m L L' P [shape ranges]. split; [exact (of_shape_permuted d n L L' P shape)|].
  exact (Permutation_Forall P ranges).
Qed.

Lemma G_plus_permuted : forall d n m L L', Permutation L L' -> G_plus d n m L -> G_plus d n m L'.
Proof.
  intros d n m L L' P [shape entries]. split; [exact (of_shape_permuted d n L L' P shape)|].
  exact (Permutation_Forall P entries).
Qed.

Lemma G_tilde_permuted : forall d n m L L', Permutation L L' -> G_tilde d n m L -> G_tilde d n m L'.
Proof.
  intros d n m L L' P [grid different]. split; [exact (G_delta_permuted d n m L L' P grid)|].
  exact (Permutation_NoDup P different).
Qed.

(** Each point of G+_delta outside G~_delta is in Category 2 or 3, once its columns are in order. *)
Lemma categories_cover : forall d n m L, G_plus d n m L -> ~ G_tilde d n m L -> in_order d m L ->
  category_2 d n m L \/ category_3 d n m L.
Proof.
  intros d n m L plus outside sorted. destruct (in_G_delta_or_not d n m L plus) as [grid|no_grid].
  - left. split; [exact grid|]. split; [|exact sorted]. intro different. apply outside. split; assumption.
  - right. split; [exact plus|]. split; [exact no_grid|exact sorted].
Qed.
