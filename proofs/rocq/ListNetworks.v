(** * The networks of the proof, written as lists, are networks of the general kind: heads of size 1, one hidden node *)

From Coq Require Import List Arith Bool Lia ZArith QArith Qreals Lqa Setoid Morphisms.
From Exactua Require Import Networks RealNetworks NetworkLaws RationalNetworks.
From Exactua Require Transformers Hardmax Simulation FeedForwardLayers.
Import ListNotations.
Open Scope Q_scope.

(** ** Sums and dot products *)

Lemma total_first : forall k (f : nat -> Q), total (F := rationals) (S k) f == f O + total (F := rationals) k (fun i =>
  f (S i)).
Proof.
  induction k as [|k IH]; intros f; [cbn; ring|]. cbn [total plus rationals] in *. rewrite (IH f). ring.
Qed.

Lemma dot_is_total : forall d a b, length b = d ->
  Transformers.dot a b == total (F := rationals) d (fun i => of_list a i * of_list b i).
Proof.
  induction d as [|d IH]; intros a [|y b] E; try discriminate.
  - destruct a; reflexivity.
  - rewrite total_first. destruct a as [|x a].
    + cbn [Transformers.dot]. unfold of_list at 1. cbn [nth].
      rewrite (total_zero rational_laws) by (intros; unfold of_list; destruct i; cbn; ring). cbn. ring.
    + cbn [Transformers.dot]. rewrite (IH a b) by (injection E; auto). reflexivity.
Qed.

Lemma total_times : forall k f c, total (F := rationals) k f * c == total (F := rationals) k (fun i => f i * c).
Proof.
  induction k as [|k IH]; intros f c; cbn [total plus zero rationals]; [ring|]. rewrite <- IH. ring.
Qed.

(** A product of a row and a matrix of columns. *)
Lemma row_of_is_product : forall d n u X (W : matrix rationals) a j, of_shape d n X -> (j < n)%nat ->
  (forall i, W a i = of_list u i) ->
  product (F := rationals) d W (of_columns X) a j == Transformers.dot u (nth j X []).
Proof.
  intros d n u X W a j [Hn HX] Hj E. rewrite (dot_is_total d).
  - apply (total_respects rational_laws). intros i _. cbn. rewrite E. reflexivity.
  - rewrite Forall_forall in HX. apply HX, nth_In. lia.
Qed.

(** ** Hardmax *)

Lemma count_is : forall k, of_count (F := rationals) k == inject_Z (Z.of_nat k).
Proof.
  induction k as [|k IH]; [reflexivity|]. unfold of_count in *. cbn [total plus one rationals] in *. rewrite IH.
  rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. reflexivity.
Qed.

Lemma is_greatest_is : forall (s : vector rationals) n k, (k < n)%nat ->
  is_greatest n s k = Qeq_bool (s k) (Transformers.maximum (map s (seq 0 n))).
Proof.
  intros s n k Hk. set (top := Transformers.maximum (map s (seq 0 n))).
  pose proof (Hardmax.maximum_is_greatest (map s (seq 0 n))) as G. fold top in G. rewrite Forall_forall in G.
  assert (I : forall l, (l < n)%nat -> s l <= top).
  { intros l Hl. apply G, in_map, in_seq. lia. }
  apply eq_true_iff_eq. rewrite Qeq_bool_iff. unfold is_greatest. rewrite forallb_forall. split; intros H.
  - apply Qle_antisym; [apply I, Hk|].
    assert (N : map s (seq 0 n) <> []) by (destruct n; [lia|discriminate]).
    pose proof (Hardmax.maximum_attained _ N) as A. fold top in A. apply Exists_exists in A.
    destruct A as (y & Iy & ->). apply in_map_iff in Iy. destruct Iy as (l & <- & Il).
    specialize (H l Il). cbn in H. apply Qle_bool_iff, H.
  - intros l Il. cbn. apply Qle_bool_iff. rewrite H. apply I. apply in_seq in Il. lia.
Qed.

Lemma filter_map_length : forall (A B : Type) (p : B -> bool) (f : A -> B) l,
  length (filter p (map f l)) = length (filter (fun x => p (f x)) l).
Proof. intros A B p f. induction l as [|x l IH]; cbn; [reflexivity|]. destruct (p (f x)); cbn; congruence. Qed.

Lemma how_many_greatest_is : forall (s : vector rationals) n,
  how_many_greatest n s = Transformers.occurrences (Transformers.maximum (map s (seq 0 n))) (map s (seq 0 n)).
Proof.
  intros s n. unfold how_many_greatest, Transformers.occurrences. rewrite filter_map_length. f_equal.
  apply filter_ext_in. intros k I. apply in_seq in I. rewrite is_greatest_is by lia.
  apply eq_true_iff_eq. rewrite !Qeq_bool_iff. split; intros E; symmetry; exact E.
Qed.

Lemma hardmax_is : forall (s : vector rationals) n k, (k < n)%nat ->
  hardmax n s k == nth k (Transformers.hardmax (map s (seq 0 n))) 0.
Proof.
  intros s n k Hk. unfold Transformers.hardmax.
  set (f := fun x => if Qeq_bool x _ then _ else 0). rewrite map_map.
  rewrite (nth_indep _ 0 (f (s 0%nat))) by (rewrite map_length, seq_length; exact Hk).
  rewrite (map_nth (fun l => f (s l))), seq_nth by exact Hk. unfold f, hardmax. rewrite is_greatest_is by exact Hk.
  cbn [Nat.add]. destruct (Qeq_bool _ _); [|reflexivity].
  cbn [inverse rationals]. rewrite count_is, how_many_greatest_is. unfold Qdiv. symmetry. apply Qmult_1_l.
Qed.

(** ** Attention *)

Lemma columns_listed : forall (X : Transformers.matrix), X = map (fun k => nth k X []) (seq 0 (length X)).
Proof.
  induction X as [|x X IH]; [reflexivity|]. cbn [length seq map nth]. f_equal.
  rewrite <- seq_shift, map_map. exact IH.
Qed.

Lemma entry_of_row : forall u X l, nth l (Transformers.row_of u X) 0 = Transformers.dot u (nth l X []).
Proof.
  intros u X l. unfold Transformers.row_of. rewrite <- (map_nth (Transformers.dot u)).
  destruct u; reflexivity.
Qed.

Lemma attend_is : forall d n h X i j, of_shape d n X -> (j < n)%nat ->
  attend hardmax d n (head_of h) (of_columns X) i j == nth i (Transformers.attend h X (nth j X [])) 0.
Proof.
  intros d n h X i j HX Hj. unfold Transformers.attend. rewrite FeedForwardLayers.scale_entry.
  set (query := Transformers.dot (Transformers.W_Q h) (nth j X []) + Transformers.b_Q h).
  set (s := fun k => Transformers.dot (Transformers.W_K h) (nth k X []) * query).
  assert (E : map (fun key => key * query) (Transformers.row_of (Transformers.W_K h) X) = map s (seq 0 n)).
  { unfold Transformers.row_of. rewrite (columns_listed X) at 1. rewrite !map_map, (proj1 HX). reflexivity. }
  rewrite E. rewrite (dot_is_total n) by (unfold Transformers.hardmax; rewrite !map_length, seq_length; reflexivity).
  rewrite total_times. unfold attend, product at 1. apply (total_respects rational_laws). intros l Hl.
  cbn [times equal rationals]. unfold on_each_column. rewrite (hardmax_weighs rational_laws n _ s l Hl).
  - cbn [equal rationals]. rewrite hardmax_is by exact Hl. unfold of_list at 1. rewrite entry_of_row.
    unfold product at 1. cbn [head_of head_size W_O W_V total plus times zero rationals].
    rewrite (row_of_is_product d n (Transformers.W_V h)) by (auto; reflexivity). unfold of_list.
    assert (R : forall a b c : Q, (0 + a * b) * c == b * c * a) by (intros; ring). apply R.
  - intros k Hk. unfold scores, sum, in_each_column. cbn [head_of head_size W_K W_Q b_Q total plus times zero
    rationals].
    rewrite (row_of_is_product d n (Transformers.W_K h)) by (auto; reflexivity).
    rewrite (row_of_is_product d n (Transformers.W_Q h)) by (auto; reflexivity).
    unfold s, query. cbn. assert (R : forall a b : Q, 0 + a * b == a * b) by (intros; ring). apply R.
Qed.

Lemma attend_length : forall h X z, length (Transformers.attend h X z) = length (Transformers.W_O h).
Proof. intros. apply FeedForwardLayers.scale_length. Qed.

Lemma attention_is : forall d n all X i j, of_shape d n X -> (j < n)%nat ->
  Forall (fun h => length (Transformers.W_O h) = d) all ->
  attention hardmax d n (map head_of all) (of_columns X) i j ==
  nth i (fold_left (fun sum h => Transformers.add sum (Transformers.attend h X (nth j X []))) all (nth j X [])) 0 /\
  length (fold_left (fun sum h => Transformers.add sum (Transformers.attend h X (nth j X []))) all (nth j X [])) = d.
Proof.
  intros d n all X i j HX Hj wide. unfold attention.
  assert (G : forall Y z, Y i j == nth i z 0 -> length z = d ->
    fold_left (fun Y H => sum Y (attend hardmax d n H (of_columns X))) (map head_of all) Y i j ==
    nth i (fold_left (fun sum h => Transformers.add sum (Transformers.attend h X (nth j X []))) all z) 0 /\
    length (fold_left (fun sum h => Transformers.add sum (Transformers.attend h X (nth j X []))) all z) = d).
  { induction wide as [|h all Hh _ IH]; intros Y z E Ez; cbn [map fold_left]; [split; assumption|].
    assert (A : length z = length (Transformers.attend h X (nth j X []))) by (rewrite attend_length; congruence).
    apply IH.
    - rewrite FeedForwardLayers.add_entry by exact A. unfold sum. cbn [plus rationals].
      rewrite attend_is by assumption. rewrite E. reflexivity.
    - rewrite FeedForwardLayers.add_length by exact A. exact Ez. }
  apply G; [reflexivity|]. destruct HX as [Hn HX]. rewrite Forall_forall in HX. apply HX, nth_In. lia.
Qed.

(** ** Feed-forward layers *)

Lemma activate_is : forall phi t, activate (F := rationals) (map piece_of phi) t = Transformers.activate phi t.
Proof. induction phi as [|p phi IH]; intros t; cbn [map activate Transformers.activate]; [reflexivity|].
  rewrite IH. reflexivity.
Qed.

Lemma feed_forward_is : forall d n f X i j, of_shape d n X -> (j < n)%nat ->
  has_rows d (Transformers.FeedForward f) ->
  apply hardmax d n (of_columns X) (layer_of (Transformers.FeedForward f)) i j ==
  nth i (Transformers.column_after (Transformers.FeedForward f) X (nth j X [])) 0 /\
  length (Transformers.column_after (Transformers.FeedForward f) X (nth j X [])) = d.
Proof.
  intros d n f X i j HX Hj [H2 Hb]. cbn [layer_of apply Transformers.column_after].
  assert (Hz : length (nth j X []) = d).
  { destruct HX as [Hn HX]. rewrite Forall_forall in HX. apply HX, nth_In. lia. }
  set (t := Transformers.activate _ _).
  assert (A : length (nth j X []) = length (Transformers.scale t (Transformers.W_2 f))).
  { rewrite FeedForwardLayers.scale_length. congruence. }
  assert (B : length (Transformers.add (nth j X []) (Transformers.scale t (Transformers.W_2 f))) =
              length (Transformers.b_2 f)).
  { rewrite FeedForwardLayers.add_length by exact A. congruence. }
  split.
  - rewrite FeedForwardLayers.add_entry, FeedForwardLayers.add_entry, FeedForwardLayers.scale_entry by assumption.
    unfold feed_forward, sum, in_each_column. cbn [plus rationals]. unfold product at 1.
    cbn [hidden_size W_1 b_1 W_2 b_2 activation total plus times zero rationals]. rewrite activate_is.
    rewrite (Simulation.activate_respects _ _
      (Transformers.dot (Transformers.W_1 f) (nth j X []) + Transformers.b_1 f)).
    + fold t. unfold of_columns, of_list.
      assert (R : forall a b c e : Q, a + (0 + b * c) + e == a + c * b + e) by (intros; ring). apply R.
    + rewrite (row_of_is_product d n (Transformers.W_1 f)) by (auto; reflexivity). reflexivity.
  - rewrite FeedForwardLayers.add_length, FeedForwardLayers.add_length by assumption. exact Hz.
Qed.

(** ** Networks *)

Lemma layer_is : forall d n l X, of_shape d n X -> has_rows d l ->
  same d n (apply hardmax d n (of_columns X) (layer_of l)) (of_columns (Transformers.apply_layer X l)) /\
  of_shape d n (Transformers.apply_layer X l).
Proof.
  intros d n l X HX Hl.
  assert (G : forall i j, (j < n)%nat ->
    apply hardmax d n (of_columns X) (layer_of l) i j ==
    nth i (Transformers.column_after l X (nth j X [])) 0 /\ length (Transformers.column_after l X (nth j X [])) = d).
  { intros i j Hj. destruct l as [all|f]; [apply attention_is|apply feed_forward_is]; assumption. }
  unfold Transformers.apply_layer. split; [|split].
  - intros i j _ Hj. destruct (G i j Hj) as [E _]. cbn [equal rationals] in *. rewrite E. unfold of_columns.
    rewrite (nth_indep (map _ X) [] (Transformers.column_after l X [])) by (rewrite map_length, (proj1 HX); exact Hj).
    rewrite (map_nth (Transformers.column_after l X)). reflexivity.
  - rewrite map_length. apply HX.
  - apply Forall_map, Forall_forall. intros x I. apply (In_nth _ _ []) in I. destruct I as (j & Hj & <-).
    apply (G 0%nat j). rewrite <- (proj1 HX). exact Hj.
Qed.

(** [Transformers.run] is [run] with [hardmax]. *)
Theorem list_networks_are_networks : forall d n N X, of_shape d n X -> Forall (has_rows d) N ->
  same d n (run hardmax d n (map layer_of N) (of_columns X)) (of_columns (Transformers.run N X)) /\
  of_shape d n (Transformers.run N X).
Proof.
  intros d n N X HX wide. revert X HX.
  induction wide as [|l N Hl _ IH]; intros X HX; [split; [apply (same_reflexive rational_laws)|exact HX]|].
  destruct (layer_is d n l X HX Hl) as [E S]. destruct (IH _ S) as [E' S'].
  cbn [map run Transformers.run fold_left]. split; [|exact S'].
  eapply (same_transitive rational_laws); [|exact E'].
  apply (run_is_function rational_laws); [apply hardmax_weighs, rational_laws|exact E].
Qed.

(** And so over R: at rational matrices, the values over Q. *)
Theorem real_networks_agree : forall d n N X, of_shape d n X -> Forall (has_rows d) N ->
  same d n (run hardmax d n (real_network N) (real_matrix (of_columns X)))
    (real_matrix (of_columns (Transformers.run N X))).
Proof.
  intros d n N X HX wide. unfold real_network. rewrite <- map_map.
  eapply (same_transitive real_laws); [apply real_run|]. intros i j Hi Hj. apply Qeq_eqR.
  apply list_networks_are_networks; assumption.
Qed.
