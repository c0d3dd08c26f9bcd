(** * StepTools: from the rationals of an exported step to integers

    A step of [Exported.v] compares rationals that are integers, or integers times delta. The tactics here find these
    integers, so that what is left speaks of Z: of ids before, during and after the sweep. *)

From Coq Require Import ZArith QArith Qabs Qminmax Qround List Permutation Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation.
From Exactua Require Sweeps.
Import ListNotations.
Open Scope Z_scope.

(** ** Ranges *)

Lemma in_range : forall lo hi k, In k (range lo hi) <-> lo <= k <= hi.
Proof.
  intros lo hi k. unfold range. rewrite in_map_iff. split.
  - intros [i [E H]]. apply in_seq in H. lia.
  - intros H. exists (Z.to_nat (k - lo)). rewrite in_seq. lia.
Qed.

Lemma range_length : forall lo hi, length (range lo hi) = Z.to_nat (hi - lo + 1).
Proof. intros. unfold range. rewrite map_length, seq_length. reflexivity. Qed.

Lemma nth_range : forall lo hi i e, (i < Z.to_nat (hi - lo + 1))%nat -> nth i (range lo hi) e = lo + Z.of_nat i.
Proof.
  intros lo hi i e H. unfold range.
  rewrite nth_indep with (d' := (fun i => lo + Z.of_nat i) 0%nat) by now rewrite map_length, seq_length.
  rewrite (map_nth (fun i => lo + Z.of_nat i)), seq_nth by lia. reflexivity.
Qed.

Lemma item_listed : forall n f j, 1 <= j <= n -> item (listed 1 n f) j = f j.
Proof.
  intros n f j H. unfold item, listed.
  rewrite nth_indep with (d' := f 0) by (rewrite map_length, range_length; lia).
  rewrite (map_nth f), nth_range by lia. f_equal. lia.
Qed.

Lemma listed_length : forall lo hi f, length (listed lo hi f) = Z.to_nat (hi - lo + 1).
Proof. intros. unfold listed. now rewrite map_length, range_length. Qed.

Lemma map_range_ext : forall {A} (f g : Z -> A) lo hi, (forall k, lo <= k <= hi -> f k = g k) ->
  map f (range lo hi) = map g (range lo hi).
Proof. intros A f g lo hi H. apply map_ext_in. intros k Hk. now apply H, in_range. Qed.

(** The list u of the terms, and the number D. *)
Lemma u_is : forall d m, listed 1 (Z.of_nat d) (fun i => inject_Z (Z.of_nat m ^ (i - 1))) = reading_vector d m.
Proof.
  intros d m. unfold listed, range, reading_vector. rewrite map_map.
  replace (Z.to_nat (Z.of_nat d - 1 + 1)) with d by lia.
  apply map_ext. intros i. unfold of_nat. rewrite Nat2Z.inj_pow. do 2 f_equal. lia.
Qed.

Lemma D_is : forall d m, Z.of_nat m ^ Z.of_nat d = D d m.
Proof. intros. unfold D. now rewrite Nat2Z.inj_pow. Qed.

Lemma two_to_D : forall d m, (1 <= d)%nat -> (2 <= m)%nat -> 2 <= D d m.
Proof.
  intros d m Hd Hm. rewrite <- D_is. apply Z.le_trans with (Z.of_nat m ^ 1); [lia |].
  apply Z.pow_le_mono_r; lia.
Qed.

(** ** Rationals that are integers, or integers times delta *)

Definition whole (q : Q) (z : Z) : Prop := (q == inject_Z z)%Q.
Definition units (m : nat) (q : Q) (z : Z) : Prop := (inject_Z (Z.of_nat m) * q == inject_Z z)%Q.

Lemma whole_inject : forall z, whole (inject_Z z) z.
Proof. intros. unfold whole. reflexivity. Qed.

Lemma whole_numeral : forall z, whole (z # 1) z.
Proof. intros. unfold whole. reflexivity. Qed.

Lemma whole_plus : forall a b x y, whole a x -> whole b y -> whole (a + b) (x + y).
Proof. unfold whole. intros a b x y -> ->. now rewrite inject_Z_plus. Qed.

Lemma whole_minus : forall a b x y, whole a x -> whole b y -> whole (a - b) (x - y).
Proof. unfold whole, Qminus, Z.sub. intros a b x y -> ->. now rewrite inject_Z_plus, inject_Z_opp. Qed.

Lemma whole_mult : forall a b x y, whole a x -> whole b y -> whole (a * b) (x * y).
Proof. unfold whole. intros a b x y -> ->. now rewrite inject_Z_mult. Qed.

Lemma whole_opp : forall a x, whole a x -> whole (- a) (- x).
Proof. unfold whole. intros a x ->. now rewrite inject_Z_opp. Qed.

Lemma whole_units : forall m a x, units m a x -> whole (inject_Z (Z.of_nat m) * a) x.
Proof. intros m a x H. exact H. Qed.

Lemma whole_item : forall n f j z, 1 <= j <= n -> whole (f j) z -> whole (item (listed 1 n f) j) z.
Proof. intros n f j z H. now rewrite item_listed. Qed.

Lemma units_of_whole : forall m a x, whole a x -> units m a (Z.of_nat m * x).
Proof. unfold whole, units. intros m a x ->. now rewrite inject_Z_mult. Qed.

Lemma units_plus : forall m a b x y, units m a x -> units m b y -> units m (a + b) (x + y).
Proof. unfold units. intros m a b x y Ha Hb. now rewrite Qmult_plus_distr_r, Ha, Hb, inject_Z_plus. Qed.

Lemma units_opp : forall m a x, units m a x -> units m (- a) (- x).
Proof.
  unfold units. intros m a x Ha. rewrite inject_Z_opp, <- Ha. unfold Qeq, Qopp, Qmult. simpl. lia.
Qed.

Lemma units_minus : forall m a b x y, units m a x -> units m b y -> units m (a - b) (x - y).
Proof. intros. unfold Qminus, Z.sub. auto using units_plus, units_opp. Qed.

Lemma units_mult : forall m a b x y, whole a x -> units m b y -> units m (a * b) (x * y).
Proof.
  unfold units, whole. intros m a b x y Ha Hb.
  rewrite inject_Z_mult, <- Hb, Ha. rewrite !Qmult_assoc, (Qmult_comm (inject_Z (Z.of_nat m))). reflexivity.
Qed.

Lemma units_over_m : forall m a x, (1 <= m)%nat -> whole a x -> units m (a / inject_Z (Z.of_nat m)) x.
Proof.
  unfold units, whole. intros m a x Hm <-. rewrite Qmult_div_r; [reflexivity |].
  unfold Qeq. simpl. lia.
Qed.

Lemma units_item : forall m n f j z, 1 <= j <= n -> units m (f j) z -> units m (item (listed 1 n f) j) z.
Proof. intros m n f j z H. now rewrite item_listed. Qed.

Lemma fold_whole : forall (f : Z -> Q) (g : Z -> Z) l, (forall k, In k l -> whole (f k) (g k)) ->
  whole (fold_right Qplus 0%Q (map f l)) (fold_right Z.add 0 (map g l)).
Proof.
  intros f g l. induction l as [| k l IH]; intros H; simpl.
  - apply whole_numeral.
  - apply whole_plus; [apply H | apply IH; intros; apply H]; simpl; auto.
Qed.

Lemma whole_total : forall lo hi f g, (forall k, lo <= k <= hi -> whole (f k) (g k)) ->
  whole (total lo hi f) (total_Z lo hi g).
Proof. intros. apply fold_whole. intros k Hk. now apply H, in_range. Qed.

Lemma inject_Z_max : forall x y, (Qmax (inject_Z x) (inject_Z y) == inject_Z (Z.max x y))%Q.
Proof.
  intros x y. destruct (Z.le_ge_cases x y).
  - rewrite Z.max_r by lia. apply Q.max_r. rewrite <- Zle_Qle. lia.
  - rewrite Z.max_l by lia. apply Q.max_l. rewrite <- Zle_Qle. lia.
Qed.

Lemma inject_Z_min : forall x y, (Qmin (inject_Z x) (inject_Z y) == inject_Z (Z.min x y))%Q.
Proof.
  intros x y. destruct (Z.le_ge_cases x y).
  - rewrite Z.min_l by lia. apply Q.min_l. rewrite <- Zle_Qle. lia.
  - rewrite Z.min_r by lia. apply Q.min_r. rewrite <- Zle_Qle. lia.
Qed.

Lemma maximum_whole : forall (f : Z -> Q) (g : Z -> Z) l, (forall k, In k l -> whole (f k) (g k)) ->
  whole (maximum (map f l)) (greatest (map g l)).
Proof.
  intros f g l. induction l as [| k l IH]; intros H; [apply whole_numeral |].
  assert (Hk : whole (f k) (g k)) by (apply H; now left).
  assert (Hl : whole (maximum (map f l)) (greatest (map g l))) by (apply IH; intros; apply H; now right).
  destruct l as [| k' l]; [exact Hk |].
  change (whole (Qmax (f k) (maximum (map f (k' :: l)))) (Z.max (g k) (greatest (map g (k' :: l))))).
  unfold whole in *. rewrite <- inject_Z_max, Hk, Hl. reflexivity.
Qed.

Lemma minimum_whole : forall (f : Z -> Q) (g : Z -> Z) l, (forall k, In k l -> whole (f k) (g k)) ->
  whole (minimum (map f l)) (least (map g l)).
Proof.
  intros f g l. induction l as [| k l IH]; intros H; [apply whole_numeral |].
  assert (Hk : whole (f k) (g k)) by (apply H; now left).
  assert (Hl : whole (minimum (map f l)) (least (map g l))) by (apply IH; intros; apply H; now right).
  destruct l as [| k' l]; [exact Hk |].
  change (whole (Qmin (f k) (minimum (map f (k' :: l)))) (Z.min (g k) (least (map g (k' :: l))))).
  unfold whole in *. rewrite <- inject_Z_min, Hk, Hl. reflexivity.
Qed.

Lemma whole_greatest : forall lo hi f g, (forall k, lo <= k <= hi -> whole (f k) (g k)) ->
  whole (greatest_over lo hi f) (greatest (map g (range lo hi))).
Proof. intros. apply maximum_whole. intros k Hk. now apply H, in_range. Qed.

Lemma whole_least : forall lo hi f g, (forall k, lo <= k <= hi -> whole (f k) (g k)) ->
  whole (least_over lo hi f) (least (map g (range lo hi))).
Proof. intros. apply minimum_whole. intros k Hk. now apply H, in_range. Qed.

(** *** Comparisons *)

Lemma whole_le : forall a b x y, whole a x -> whole b y -> (a <= b)%Q <-> x <= y.
Proof. unfold whole. intros a b x y -> ->. rewrite <- Zle_Qle. reflexivity. Qed.

Lemma whole_lt : forall a b x y, whole a x -> whole b y -> (a < b)%Q <-> x < y.
Proof. unfold whole. intros a b x y -> ->. rewrite <- Zlt_Qlt. reflexivity. Qed.

Lemma whole_eq : forall a b x y, whole a x -> whole b y -> (a == b)%Q <-> x = y.
Proof. unfold whole. intros a b x y -> ->. apply inject_Z_injective. Qed.

Lemma scaled : forall m a b, (1 <= m)%nat ->
  ((a <= b)%Q <-> (inject_Z (Z.of_nat m) * a <= inject_Z (Z.of_nat m) * b)%Q) /\
  ((a < b)%Q <-> (inject_Z (Z.of_nat m) * a < inject_Z (Z.of_nat m) * b)%Q) /\
  ((a == b)%Q <-> (inject_Z (Z.of_nat m) * a == inject_Z (Z.of_nat m) * b)%Q).
Proof.
  intros m a b Hm.
  assert (H : (0 < inject_Z (Z.of_nat m))%Q) by (change 0%Q with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
  repeat split; intros E.
  - now apply Qmult_le_l.
  - now apply Qmult_le_l in E.
  - now apply Qmult_lt_l.
  - now apply Qmult_lt_l in E.
  - now rewrite E.
  - apply Qmult_inj_l in E; [assumption |]. intros N. rewrite N in H. now apply Qlt_irrefl in H.
Qed.

(** ** Points and what the layers make of them *)

(** The matrix M is the point P in unit 1. *)
Definition reads (d n m : nat) (M : matrix) (P : point) : Prop := Meq M (in_unit_1 m P) /\ of_shape d n P.

(** The j-th number, counted from 1; the entry of a point in row i and column j. *)
Definition at_ (x : list Z) (j : Z) : Z := nth (Z.to_nat (j - 1)) x 0.
Definition entry_ (P : point) (i j : Z) : Z := at_ (nth (Z.to_nat (j - 1)) P []) i.

Lemma nth_respects : forall a b i, Forall2 Qeq a b -> (nth i a 0 == nth i b 0)%Q.
Proof. intros a b i H. revert i. induction H; intros [| i]; simpl; auto; reflexivity. Qed.

Lemma m_delta : forall m, (1 <= m)%nat -> (inject_Z (Z.of_nat m) * delta m == 1)%Q.
Proof. intros m Hm. unfold delta, of_nat. apply Qmult_div_r. unfold Qeq. simpl. lia. Qed.

Lemma units_delta : forall m a z, (1 <= m)%nat -> (a == inject_Z z * delta m)%Q -> units m a z.
Proof.
  intros m a z Hm H. unfold units. rewrite H.
  transitivity (inject_Z z * (inject_Z (Z.of_nat m) * delta m))%Q; [ring |]. rewrite m_delta by assumption. ring.
Qed.

Lemma nth_times : forall m x i, (i < length x)%nat ->
  nth i (map (fun k => inject_Z k * delta m)%Q x) 0%Q = (inject_Z (nth i x 0%Z) * delta m)%Q.
Proof.
  intros m x i H. rewrite nth_indep with (d' := (fun k => inject_Z k * delta m)%Q 0) by now rewrite map_length.
  exact (map_nth (fun k => inject_Z k * delta m)%Q x 0 i).
Qed.

Lemma units_row_item : forall d n m M P j, (1 <= m)%nat -> reads d n m M P -> 1 <= j <= Z.of_nat n ->
  units m (item (row_of (reading_vector d m) M) j) (at_ (column_ids d m P) j).
Proof.
  intros d n m M P j Hm [HM [Hn _]] Hj. apply units_delta; [assumption |]. unfold item, at_.
  rewrite (nth_respects _ _ _ (row_of_respects (reading_vector d m) _ _ HM)).
  rewrite (nth_respects _ _ _ (ids_read d m P)). unfold ids_in_unit_1. rewrite nth_times; [reflexivity |].
  unfold column_ids. rewrite map_length. lia.
Qed.

Lemma nth_Meq : forall M N j, Meq M N -> Forall2 Qeq (nth j M []) (nth j N []).
Proof. intros M N j H. revert j. induction H; intros [| j]; simpl; auto. Qed.

Lemma units_entry : forall d n m M P i j, (1 <= m)%nat -> reads d n m M P ->
  1 <= i <= Z.of_nat d -> 1 <= j <= Z.of_nat n -> units m (entry M i j) (entry_ P i j).
Proof.
  intros d n m M P i j Hm [HM [Hn Hd]] Hi Hj. apply units_delta; [assumption |]. unfold entry, item, entry_, at_.
  assert (Hl : (Z.to_nat (j - 1) < length P)%nat) by lia.
  rewrite (nth_respects _ _ _ (nth_Meq _ _ (Z.to_nat (j - 1)) HM)). unfold in_unit_1.
  rewrite nth_indep with (d' := map (fun k => inject_Z k * delta m)%Q []) by (rewrite map_length; exact Hl).
  rewrite (map_nth (map (fun k => inject_Z k * delta m)%Q)). 
  assert (Hc : length (nth (Z.to_nat (j - 1)) P []) = d) by (rewrite Forall_forall in Hd; apply Hd, nth_In, Hl).
  rewrite nth_times; [reflexivity |]. unfold column in Hc. lia.
Qed.

Lemma reads_point : forall d n m L, of_shape d n L -> reads d n m (in_unit_1 m L) L.
Proof. intros. split; [apply Meq_refl | assumption]. Qed.

(** The point after the first k layers of the sweep. *)
Definition state (d m : nat) (L : point) (k : Z) : point :=
  sweep_point d m (D d m) (firstn (Z.to_nat k) (all_ids (D d m))) L.

Lemma shape_facts : forall d n L, (1 <= n)%nat -> of_shape d n L -> L <> [] /\ columns_have_length d L.
Proof. intros d n L Hn [Hl Hc]. split; [intros -> ; simpl in Hl; lia | exact Hc]. Qed.

Lemma state_shape : forall d n m L k, of_shape d n L -> of_shape d n (state d m L k).
Proof. intros. now apply sweep_point_shape. Qed.

Lemma state_ids : forall d n m L k, (1 <= d)%nat -> of_shape d n L ->
  column_ids d m (state d m L k) = sweep (D d m) (firstn (Z.to_nat k) (all_ids (D d m))) (column_ids d m L).
Proof. intros d n m L k Hd [_ Hc]. now apply sweep_point_ids. Qed.

Lemma all_state : forall d m L, state d m L (D d m) = sweep_point d m (D d m) (all_ids (D d m)) L.
Proof.
  intros. unfold state. rewrite firstn_all2; [reflexivity |]. unfold all_ids. rewrite map_length, seq_length. lia.
Qed.

Lemma reads_after : forall d n m L k, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L ->
  0 <= k <= D d m -> reads d n m (after (g_c d n m) (Z.to_nat k) (in_unit_1 m L)) (state d m L k).
Proof.
  intros d n m L k Hd Hn Hm HL Hk. destruct (shape_facts d n L Hn HL) as [Hne Hc].
  split; [| now apply state_shape]. unfold after, g_c.
  assert (Hl : (Z.to_nat k <= length (sweep_layers d m))%nat).
  { unfold sweep_layers, selective_shifts. rewrite map_length, seq_length. unfold D in Hk. lia. }
  rewrite firstn_app. replace (Z.to_nat k - length (sweep_layers d m))%nat with 0%nat by lia.
  simpl firstn. rewrite app_nil_r.
  pose proof (partial_sweep_simulates d m (D d m) (seq 0 (m ^ d)) (Z.to_nat k) L Hd Hm Hne Hc) as H.
  unfold after in H. unfold state, all_ids. rewrite firstn_map. unfold D at 2. rewrite Nat2Z.id. exact H.
Qed.

Lemma reads_sweep : forall d n m L, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L ->
  reads d n m (run (sweep_layers d m) (in_unit_1 m L)) (state d m L (D d m)).
Proof.
  intros d n m L Hd Hn Hm HL. destruct (shape_facts d n L Hn HL) as [Hne Hc].
  split; [| now apply state_shape]. rewrite all_state. now apply sweep_layers_simulate.
Qed.

(** The point after all layers. *)
Definition output (d n m : nat) (L : point) : point :=
  global_point d m (D d m ^ (Z.of_nat n + 1)) (state d m L (D d m)).

Lemma output_ids : forall d n m L, (1 <= d)%nat -> of_shape d n L ->
  column_ids d m (output d n m L) = global (D d m ^ (Z.of_nat n + 1)) (column_ids d m (state d m L (D d m))).
Proof. intros d n m L Hd HL. apply global_point_ids; [assumption |]. apply (state_shape d n m L _ HL). Qed.

Lemma reads_output : forall d n m L, (1 <= d)%nat -> (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L ->
  zero_alone (column_ids d m (state d m L (D d m))) ->
  reads d n m (run (g_c d n m) (in_unit_1 m L)) (output d n m L).
Proof.
  intros d n m L Hd Hn Hm HL Hz. destruct (shape_facts d n L Hn HL) as [Hne Hc].
  pose proof (state_shape d n m L (D d m) HL) as [Sn Sc].
  assert (Sne : state d m L (D d m) <> []) by (intros E; rewrite E in Sn; simpl in Sn; lia).
  split.
  - unfold g_c, run. rewrite fold_left_app. cbn [fold_left]. eapply Meq_trans.
    + apply apply_layer_respects. exact (proj1 (reads_sweep d n m L Hd Hn Hm HL)).
    + unfold output. replace (D d m ^ (Z.of_nat n + 1)) with (Z.of_nat ((m ^ d) ^ (n + 1))).
      * now apply global_simulates.
      * rewrite power_of_D. f_equal. lia.
  - unfold output, global_point. split; [now rewrite map_length |].
    apply Forall_map. eapply Forall_impl; [| exact Sc]. intros c. now rewrite add_first_length.
Qed.

Lemma Qfloor_whole : forall q z, whole q z -> Qfloor q = z.
Proof. unfold whole. intros q z H. rewrite H. apply Qfloor_Z. Qed.

Lemma reads_floor : forall d n m N e z X P, whole e z -> reads d n m (after N (Z.to_nat z) X) P ->
  reads d n m (after N (Z.to_nat (Qfloor e)) X) P.
Proof. intros d n m N e z X P He. now rewrite (Qfloor_whole e z He). Qed.

(** ** The tactics *)

Ltac side :=
  first
    [ lia
    | match goal with
      | H : forall j, 1 <= j <= _ -> _ <= at_ ?x j < _ |- context [at_ ?x ?j] => pose proof (H j ltac:(lia)); lia
      end
    | idtac ].

Ltac whole :=
  cbv beta;
  lazymatch goal with
  | |- whole (inject_Z _) _ => apply whole_inject
  | |- whole (Qmake _ 1) _ => apply whole_numeral
  | |- whole (inject_Z (Z.of_nat ?m) * ?a) _ => first [apply whole_units; units | apply whole_mult; whole]
  | |- whole (_ + _) _ => apply whole_plus; [whole | whole]
  | |- whole (_ - _) _ => apply whole_minus; [whole | whole]
  | |- whole (_ * _) _ => apply whole_mult; [whole | whole]
  | |- whole (- _) _ => apply whole_opp; whole
  | |- whole (item (listed 1 _ _) _) _ => apply whole_item; [side | whole]
  | |- whole (total _ _ _) _ => apply whole_total; intros; whole
  | |- whole (greatest_over _ _ _) _ => apply whole_greatest; intros; whole
  | |- whole (least_over _ _ _) _ => apply whole_least; intros; whole
  end
with units :=
  cbv beta;
  lazymatch goal with
  | |- units _ (item (row_of _ _) _) _ => eapply units_row_item; [lia | read | side]
  | |- units _ (entry _ _ _) _ => eapply units_entry; [lia | read | side | side]
  | |- units _ (_ + _) _ => apply units_plus; [units | units]
  | |- units _ (_ - _) _ => apply units_minus; [units | units]
  | |- units _ (- _) _ => apply units_opp; units
  | |- units ?m (_ / inject_Z (Z.of_nat ?m)) _ => apply units_over_m; [lia | whole]
  | |- units _ (item (listed 1 _ _) _) _ => apply units_item; [side | units]
  | |- units _ (_ * _) _ => first [apply units_mult; [whole | units] | apply units_of_whole; whole]
  | |- units _ _ _ => apply units_of_whole; whole
  end
with read :=
  lazymatch goal with
  | H : reads _ _ _ ?M _ |- reads _ _ _ ?M _ => exact H
  | |- reads _ _ _ (after _ (Z.to_nat (Qfloor _)) _) _ => eapply reads_floor; [whole | read]
  | |- reads _ _ _ (after _ (Z.to_nat _) _) _ => apply reads_after; [lia | lia | lia | assumption | side]
  end.

Ltac to_Z :=
  lazymatch goal with
  | |- Qle _ _ => eapply whole_le; [whole | whole |]
  | |- Qlt _ _ => eapply whole_lt; [whole | whole |]
  | |- Qeq _ _ => eapply whole_eq; [whole | whole |]
  end.

(** ** Numbers of a list, counted from 1 *)

Lemma at_nat : forall x j, at_ x (Z.of_nat j) = nth (j - 1) x 0.
Proof. intros. unfold at_. f_equal. lia. Qed.

Lemma at_last : forall x n, length x = n -> (1 <= n)%nat -> at_ x (Z.of_nat n) = nth (length x - 1) x 0.
Proof. intros x n H _. now rewrite at_nat, H. Qed.

Lemma at_in : forall x j, 1 <= j <= Z.of_nat (length x) -> In (at_ x j) x.
Proof. intros x j H. apply nth_In. lia. Qed.

Lemma at_Forall : forall P x j, Forall P x -> 1 <= j <= Z.of_nat (length x) -> P (at_ x j).
Proof. intros P x j H Hj. rewrite Forall_forall in H. now apply H, at_in. Qed.

Lemma in_at : forall x y, In y x -> exists j, 1 <= j <= Z.of_nat (length x) /\ y = at_ x j.
Proof.
  intros x y H. apply (In_nth _ _ 0) in H as [i [Hi <-]]. exists (Z.of_nat i + 1). split; [lia |].
  unfold at_. f_equal. lia.
Qed.

Lemma at_sorted : forall (R : Z -> Z -> Prop) x, StronglySorted R x -> forall i j,
  1 <= i < j -> j <= Z.of_nat (length x) -> R (at_ x i) (at_ x j).
Proof.
  intros R x H. induction H as [| a x Hx IH Ha]; intros i j Hi Hj; simpl in Hj; [lia |].
  unfold at_. destruct (Z.to_nat (j - 1)) as [| j'] eqn:Ej; [lia |].
  destruct (Z.to_nat (i - 1)) as [| i'] eqn:Ei; simpl.
  - rewrite Forall_forall in Ha. apply Ha, nth_In. lia.
  - specialize (IH (i - 1) (j - 1) ltac:(lia) ltac:(lia)). unfold at_ in IH.
    replace (Z.to_nat (i - 1 - 1)) with i' in IH by lia. now replace (Z.to_nat (j - 1 - 1)) with j' in IH by lia.
Qed.

Lemma at_map : forall f x j, 1 <= j <= Z.of_nat (length x) -> at_ (map f x) j = f (at_ x j).
Proof.
  intros f x j H. unfold at_. rewrite nth_indep with (d' := f 0) by (rewrite map_length; lia). apply map_nth.
Qed.

Lemma at_listed : forall n f j, 1 <= j <= n -> at_ (map f (range 1 n)) j = f j.
Proof.
  intros n f j H. unfold at_. rewrite nth_indep with (d' := f 0) by (rewrite map_length, range_length; lia).
  rewrite (map_nth f), nth_range by lia. f_equal. lia.
Qed.

Lemma at_all : forall x n, length x = n -> map (at_ x) (range 1 (Z.of_nat n)) = x.
Proof.
  intros x n H. apply nth_ext with (d := 0) (d' := 0); [rewrite map_length, range_length; lia |].
  intros i Hi. rewrite map_length, range_length in Hi. rewrite nth_indep with (d' := at_ x 0)
    by (rewrite map_length, range_length; lia).
  rewrite (map_nth (at_ x)), nth_range by lia. unfold at_. f_equal. lia.
Qed.

(** *** Sums *)

Lemma total_Z_empty : forall lo hi f, hi < lo -> total_Z lo hi f = 0.
Proof. intros lo hi f H. unfold total_Z, range. now replace (Z.to_nat (hi - lo + 1)) with 0%nat by lia. Qed.

Lemma total_Z_snoc : forall lo hi f, lo <= hi + 1 -> total_Z lo (hi + 1) f = total_Z lo hi f + f (hi + 1).
Proof.
  intros lo hi f H. unfold total_Z, range.
  replace (Z.to_nat (hi + 1 - lo + 1)) with (S (Z.to_nat (hi - lo + 1))) by lia.
  rewrite seq_S, !map_app, fold_right_app. simpl. replace (lo + Z.of_nat (Z.to_nat (hi - lo + 1))) with (hi + 1) by lia.
  rewrite Z.add_0_r. generalize (map f (map (fun i => lo + Z.of_nat i) (seq 0 (Z.to_nat (hi - lo + 1))))) as l.
  intros l. induction l; simpl; lia.
Qed.

Lemma total_Z_ext : forall lo hi f g, (forall k, lo <= k <= hi -> f k = g k) -> total_Z lo hi f = total_Z lo hi g.
Proof. intros lo hi f g H. unfold total_Z. f_equal. now apply map_range_ext. Qed.

Lemma total_Z_ind : forall (P : Z -> Prop) lo hi, lo <= hi + 1 -> P (lo - 1) ->
  (forall k, lo <= k + 1 -> k + 1 <= hi -> P k -> P (k + 1)) -> P hi.
Proof.
  intros P lo hi H H0 Hs. assert (A : forall i, Z.of_nat i <= hi - lo + 1 -> P (lo - 1 + Z.of_nat i)).
  { induction i as [| i IH]; intros Hi; [now rewrite Z.add_0_r |].
    replace (lo - 1 + Z.of_nat (S i)) with (lo - 1 + Z.of_nat i + 1) by lia. apply Hs; [lia | lia |]. apply IH. lia. }
  specialize (A (Z.to_nat (hi - lo + 1)) ltac:(lia)).
  now replace (lo - 1 + Z.of_nat (Z.to_nat (hi - lo + 1))) with hi in A by lia.
Qed.

Lemma total_Z_scale : forall lo hi c f, total_Z lo hi (fun k => c * f k) = c * total_Z lo hi f.
Proof.
  intros lo hi c f. unfold total_Z. induction (range lo hi) as [| k l IH]; simpl; [lia |]. rewrite IH. lia.
Qed.

Lemma total_Z_plus : forall lo hi f g, total_Z lo hi (fun k => f k + g k) = total_Z lo hi f + total_Z lo hi g.
Proof.
  intros lo hi f g. unfold total_Z. induction (range lo hi) as [| k l IH]; simpl; [lia |]. rewrite IH. lia.
Qed.

Lemma total_Z_up : forall lo hi f, total_Z (lo + 1) (hi + 1) f = total_Z lo hi (fun k => f (k + 1)).
Proof.
  intros lo hi f. unfold total_Z, range. replace (hi + 1 - (lo + 1) + 1) with (hi - lo + 1) by lia.
  rewrite !map_map. f_equal. apply map_ext. intros i. f_equal. lia.
Qed.

Lemma total_Z_le : forall lo hi f g, (forall k, lo <= k <= hi -> f k <= g k) -> total_Z lo hi f <= total_Z lo hi g.
Proof.
  intros lo hi f g H. unfold total_Z.
  assert (A : forall k, In k (range lo hi) -> f k <= g k) by (intros; now apply H, in_range).
  induction (range lo hi) as [| k l IH]; simpl; [lia |].
  specialize (IH (fun k Hk => A k (or_intror Hk))). specialize (A k (or_introl eq_refl)). lia.
Qed.

Lemma total_Z_lt : forall lo hi f g, lo <= hi -> (forall k, lo <= k <= hi -> f k < g k) ->
  total_Z lo hi f < total_Z lo hi g.
Proof.
  intros lo hi f g Hne H. pose proof (total_Z_snoc lo (hi - 1) f ltac:(lia)) as Ef.
  pose proof (total_Z_snoc lo (hi - 1) g ltac:(lia)) as Eg. replace (hi - 1 + 1) with hi in * by lia.
  pose proof (total_Z_le lo (hi - 1) f g ltac:(intros k Hk; specialize (H k ltac:(lia)); lia)).
  specialize (H hi ltac:(lia)). lia.
Qed.

(** *** Greatest and least *)

Lemma greatest_of_range : forall n g j, 1 <= j <= n -> (forall i, 1 <= i <= n -> g i <= g j) ->
  greatest (map g (range 1 n)) = g j.
Proof.
  intros n g j Hj H. apply Sweeps.greatest_is.
  - apply in_map, in_range. exact Hj.
  - intros z Hz. apply in_map_iff in Hz as [i [<- Hi]]. now apply H, in_range.
Qed.

Lemma least_of_range : forall n g j, 1 <= j <= n -> (forall i, 1 <= i <= n -> g j <= g i) ->
  least (map g (range 1 n)) = g j.
Proof.
  intros n g j Hj H. apply Sweeps.least_is.
  - apply in_map, in_range. exact Hj.
  - intros z Hz. apply in_map_iff in Hz as [i [<- Hi]]. now apply H, in_range.
Qed.

(** *** Lists of rationals *)

Lemma Forall2_from_nth : forall a b, length a = length b ->
  (forall i, (i < length a)%nat -> (nth i a 0 == nth i b 0)%Q) -> Forall2 Qeq a b.
Proof.
  induction a as [| p a IH]; intros [| q b] Hl H; simpl in Hl; try discriminate; constructor.
  - apply (H 0%nat). simpl. lia.
  - apply IH; [lia |]. intros i Hi. apply (H (S i)). simpl. lia.
Qed.

Lemma units_same : forall m a b z, (1 <= m)%nat -> units m a z -> units m b z -> (a == b)%Q.
Proof. unfold units. intros m a b z Hm Ha Hb. apply (scaled m a b Hm). now rewrite Ha, Hb. Qed.

Lemma same_length : forall {A B} (R : A -> B -> Prop) a b, Forall2 R a b -> length a = length b.
Proof. intros A B R a b H. induction H; simpl; lia. Qed.

Lemma same_list_listed : forall d n m M P f, (1 <= m)%nat -> reads d n m M P ->
  (forall j, 1 <= j <= Z.of_nat n -> units m (f j) (at_ (column_ids d m P) j)) ->
  same_list (row_of (reading_vector d m) M) (listed 1 (Z.of_nat n) f).
Proof.
  intros d n m M P f Hm HM Hf. pose proof HM as [HMeq [Hn _]].
  assert (Hlen : length (row_of (reading_vector d m) M) = n).
  { unfold row_of. rewrite map_length. transitivity (length (in_unit_1 m P)); [exact (same_length _ _ _ HMeq) |].
    unfold in_unit_1. rewrite map_length. exact Hn. }
  apply Forall2_from_nth.
  - rewrite Hlen, listed_length. lia.
  - rewrite Hlen. intros i Hi. assert (Hj : 1 <= Z.of_nat i + 1 <= Z.of_nat n) by lia.
    pose proof (units_row_item d n m M P _ Hm HM Hj) as A. specialize (Hf _ Hj).
    rewrite <- (item_listed _ f _ Hj) in Hf. unfold item in A, Hf.
    replace (Z.to_nat (Z.of_nat i + 1 - 1)) with i in * by lia. eapply units_same; eassumption.
Qed.

(** *** Entries: what the layers add is added in the first row *)

Definition same_tails (P L : point) : Prop := map (@tl Z) P = map (@tl Z) L.

Lemma state_tails : forall d m L k, same_tails (state d m L k) L.
Proof. intros. apply sweep_point_other_rows. Qed.

Lemma states_tails : forall d m L k k', same_tails (state d m L k) (state d m L k').
Proof. intros. unfold same_tails. now rewrite !state_tails. Qed.

Lemma output_tails : forall d n m L, same_tails (output d n m L) (state d m L (D d m)).
Proof. intros. apply global_point_other_rows. Qed.

Lemma output_tails_of_point : forall d n m L, same_tails (output d n m L) L.
Proof. intros. unfold same_tails. rewrite output_tails. apply state_tails. Qed.

Lemma nth_tail : forall (P : point) j, tl (nth j P []) = nth j (map (@tl Z) P) [].
Proof. induction P as [| c P IH]; intros [| j]; simpl; auto. Qed.

Lemma entry_rest : forall P L i j, same_tails P L -> 2 <= i -> entry_ P i j = entry_ L i j.
Proof.
  intros P L i j H Hi. unfold entry_, at_.
  assert (E : tl (nth (Z.to_nat (j - 1)) P []) = tl (nth (Z.to_nat (j - 1)) L []))
    by now rewrite !nth_tail, H.
  replace (Z.to_nat (i - 1)) with (S (Z.to_nat (i - 2))) by lia.
  assert (A : forall c : list Z, nth (S (Z.to_nat (i - 2))) c 0 = nth (Z.to_nat (i - 2)) (tl c) 0)
    by (intros [| a c]; [now destruct (Z.to_nat (i - 2)) | reflexivity]).
  now rewrite !A, E.
Qed.

Lemma id_of_tail : forall d m c c', (1 <= d)%nat -> length c = d -> length c' = d -> tl c = tl c' ->
  at_ c 1 - at_ c' 1 = column_id d m c - column_id d m c'.
Proof.
  intros d m [| a c] [| b c'] Hd Hc Hc' E; simpl in Hc, Hc'; try lia. simpl in E. subst c'.
  unfold column_id, weights. destruct d as [| d']; [lia |]. cbn [seq map dot_Z]. change (Z.of_nat (m ^ 0)) with 1.
  change (at_ (a :: c) 1) with a. change (at_ (b :: c) 1) with b. ring.
Qed.

Lemma at_ids : forall d m L j, 1 <= j <= Z.of_nat (length L) ->
  at_ (column_ids d m L) j = column_id d m (nth (Z.to_nat (j - 1)) L []).
Proof.
  intros d m L j H. unfold at_, column_ids.
  rewrite nth_indep with (d' := column_id d m []) by (rewrite map_length; lia). apply map_nth.
Qed.

Lemma column_length : forall d n L j, of_shape d n L -> 1 <= j <= Z.of_nat n ->
  length (nth (Z.to_nat (j - 1)) L []) = d.
Proof.
  intros d n L j [Hn Hd] Hj. assert (Hl : (Z.to_nat (j - 1) < length L)%nat) by lia.
  rewrite Forall_forall in Hd. apply Hd, nth_In. exact Hl.
Qed.

Lemma entry_first : forall d n m P L j, (1 <= d)%nat -> of_shape d n P -> of_shape d n L -> same_tails P L ->
  1 <= j <= Z.of_nat n ->
  entry_ P 1 j - entry_ L 1 j = at_ (column_ids d m P) j - at_ (column_ids d m L) j.
Proof.
  intros d n m P L j Hd HP HL H Hj. rewrite !at_ids by (destruct HP, HL; lia).
  apply id_of_tail; [assumption | now apply (column_length d n) | now apply (column_length d n) |].
  now rewrite !nth_tail, H.
Qed.

Lemma output_shape : forall d n m L, of_shape d n L -> of_shape d n (output d n m L).
Proof.
  intros d n m L HL. pose proof (state_shape d n m L (D d m) HL) as [Sn Sc]. unfold output, global_point.
  split; [now rewrite map_length |].
  apply Forall_map. eapply Forall_impl; [| exact Sc]. intros c. now rewrite add_first_length.
Qed.

(** *** Folds *)

Lemma distinct_whole : forall a z, Forall2 whole a z -> NoDup z -> distinct a.
Proof.
  intros a z H Hz i j Hi Hj Hij E. rewrite (same_length _ _ _ H) in Hi, Hj.
  assert (A : forall i, (nth i a 0 == inject_Z (nth i z 0%Z))%Q).
  { clear - H. induction H; intros [| i]; simpl; auto; reflexivity. }
  rewrite !A in E. apply (proj1 (inject_Z_injective (nth i z 0) (nth j z 0))) in E.
  apply Hij. exact (proj1 (NoDup_nth z 0) Hz i j Hi Hj E).
Qed.

Lemma whole_listed : forall n f z, length z = n -> (forall j, 1 <= j <= Z.of_nat n -> whole (f j) (at_ z j)) ->
  Forall2 whole (listed 1 (Z.of_nat n) f) z.
Proof.
  intros n f z Hz H. rewrite <- (at_all z n Hz). unfold listed.
  assert (A : forall k, In k (range 1 (Z.of_nat n)) -> whole (f k) (at_ z k)) by (intros; now apply H, in_range).
  induction (range 1 (Z.of_nat n)); simpl; constructor; [apply A; now left | apply IHl; intros; apply A; now right].
Qed.

Lemma apart_pair : forall bound a b,
  ((bound <= Qabs (a - b))%Q -> at_least_apart bound ([a] ++ [b])) /\
  ((bound < Qabs (a - b))%Q -> more_than_apart bound ([a] ++ [b])).
Proof.
  intros bound a b. split; intros H i j Hi Hj Hij; simpl in Hi, Hj;
    (destruct i as [| [| i]], j as [| [| j]]; try (exfalso; lia); [exact H |]);
    (rewrite Qabs_Qminus; exact H).
Qed.

Lemma whole_abs : forall a x, whole a x -> whole (Qabs a) (Z.abs x).
Proof. unfold whole. intros a x ->. reflexivity. Qed.

Lemma NoDup_app_of : forall a b : list Z, NoDup a -> NoDup b -> (forall z, In z a -> In z b -> False) -> NoDup (a ++ b).
Proof.
  intros a b Ha Hb H. induction Ha as [| x a Hx Ha IH]; simpl; [assumption |]. constructor.
  - rewrite in_app_iff. intros [E | E]; [now apply Hx | apply (H x); [now left | assumption]].
  - apply IH. intros z Hz. apply H. now right.
Qed.
