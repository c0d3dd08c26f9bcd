(** * AppendixGLayers: contextual mapping with positions, App. G.2, layer by layer

    What [AppendixG.v] proves of the whole sweep is proved here of its first layers, too; ids are counted from 1, and
    the network's matrices on L = X + E are read as points with these ids. *)

From Coq Require Import ZArith QArith Qround List Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Sweeps NewIds Category1 AppendixGSweep AppendixG.
From Exactua Require AppendixGNetwork.
From Exactua Require Import StepTools.
Import ListNotations.
Open Scope Z_scope.

(** ** The ids between two layers *)

(** The first layers of the sweep, those of the ids < c: the columns A have been shifted and lie above T, the columns
    B have not, and p is the greatest id. *)
Lemma first_layers_shift : forall D T c, 2 <= D -> forall ks A B p,
  StronglySorted Z.lt ks -> Forall (fun k => k <= T) ks -> StronglySorted Z.lt B ->
  (forall b, In b B -> (b < c <-> In b ks)) ->
  Forall (fun a => T < a) A -> In p (A ++ B) -> Forall (fun z => z <= p) (A ++ B) ->
  (forall b, hd_error B = Some b -> b < c -> T < shifted D p b) ->
  sweep D ks (A ++ B) = A ++ partly D c p B.
Proof.
  intros D T c HD. induction ks as [| k ks IH]; intros A B p Hks HT HB Hc HA Hp Hmax first.
  - rewrite partly_none; [reflexivity |]. apply Forall_forall. intros b Hb.
    destruct (Z.lt_ge_cases b c) as [E | E]; [| lia]. now apply Hc in E.
  - apply StronglySorted_inv in Hks as [Hks k_ks]. inversion HT as [| ? ? k_T HT']; subst.
    rewrite Forall_forall in k_ks, HA, Hmax. rewrite sweep_cons.
    assert (k_A : ~ In k A) by (intros i; specialize (HA k i); lia).
    destruct (in_dec Z.eq_dec k B) as [Hin | Hno].
    + destruct B as [| b B]; [destruct Hin |].
      pose proof (StronglySorted_inv HB) as [HB' b_B]. rewrite Forall_forall in b_B.
      assert (k_c : k < c) by (apply (Hc k Hin); now left).
      assert (b = k) as ->.
      { destruct Hin as [E | Hin]; [exact E |]. specialize (b_B k Hin).
        destruct (proj1 (Hc b (or_introl eq_refl)) ltac:(lia)) as [E | E]; [lia | specialize (k_ks b E); lia]. }
      assert (k_B : ~ In k B) by (intros i; specialize (b_B k i); lia).
      specialize (first k eq_refl k_c). set (a := shifted D p k) in *.
      assert (k_p : k <= p) by (apply Hmax, in_or_app; now (right; left)).
      assert (p_a : p <= a) by (unfold a, shifted; nia).
      assert (E : shift D k (A ++ k :: B) = A ++ a :: B).
      { apply shift_here; try assumption; [now apply greatest_is |].
        apply least_is; [apply in_elt |]. intros z i.
        apply in_app_or in i as [i | [<- | i]]; [specialize (HA z i) | | specialize (b_B z i)]; lia. }
      rewrite E. replace (A ++ a :: B) with ((A ++ [a]) ++ B) by now rewrite <- app_assoc.
      cbn [partly]. destruct (Z.ltb_spec k c); [| lia]. fold a. rewrite (IH (A ++ [a]) B a); try assumption.
      * now rewrite <- app_assoc.
      * intros b Hb. rewrite (Hc b (or_intror Hb)). split; [| now right].
        intros [-> | ?]; [contradiction | assumption].
      * apply Forall_app. split; [now apply Forall_forall | now repeat constructor].
      * rewrite <- app_assoc. apply in_or_app. now (right; left).
      * apply Forall_forall. intros z i. rewrite <- app_assoc in i.
        apply in_app_or in i as [i | [<- | i]]; [| lia |];
          (enough (z <= p) by lia); apply Hmax, in_or_app; [now left | now (right; right)].
      * intros b Hb _. assert (b <= p).
        { apply Hmax, in_or_app. right. right. destruct B as [| b' B]; [easy |]. injection Hb as ->. now left. }
        unfold shifted. nia.
    + rewrite shift_elsewhere by (intros i; apply in_app_or in i as [i | i]; contradiction).
      apply IH; try assumption; try now apply Forall_forall.
      intros b Hb. rewrite (Hc b Hb). split; [| now right]. intros [-> | ?]; [contradiction | assumption].
Qed.

Lemma visited_app : forall w N j n, (j <= n)%nat ->
  visited w N n = visited w N j ++ map Z.of_nat (flat_map (fun i => seq (i * w) N) (seq j (n - j))).
Proof.
  intros w N j n H. unfold visited. replace (seq 0 n) with (seq 0 (j + (n - j))) by (f_equal; lia).
  now rewrite seq_app, flat_map_app, map_app.
Qed.

Lemma visited_length : forall w N n, length (visited w N n) = (n * N)%nat.
Proof.
  intros w N n. unfold visited. rewrite map_length. generalize 0%nat as j.
  induction n as [| n IH]; intros j; [reflexivity |]. cbn [seq flat_map]. rewrite app_length, seq_length, IH. lia.
Qed.

(** The first j delta^-d + i layers. *)
Lemma first_visited : forall w N n j i, (j < n)%nat -> (i <= N)%nat ->
  firstn (j * N + i) (visited w N n) = visited w N j ++ map Z.of_nat (seq (j * w) i).
Proof.
  intros w N n j i Hj Hi. rewrite (visited_app w N j n) by lia.
  replace (j * N)%nat with (length (visited w N j)) by apply visited_length. rewrite firstn_app_2. f_equal.
  rewrite firstn_map. f_equal. replace (n - j)%nat with (S (n - j - 1)) by lia. cbn [seq flat_map].
  rewrite firstn_app, seq_length. replace (i - N)%nat with 0%nat by lia. rewrite firstn_O, app_nil_r.
  replace N with (i + (N - i))%nat by lia. rewrite seq_app, firstn_app, seq_length, Nat.sub_diag, firstn_O, app_nil_r.
  apply firstn_all2. now rewrite seq_length.
Qed.

Lemma sorted_firstn : forall k (x : list Z), StronglySorted Z.lt x -> StronglySorted Z.lt (firstn k x).
Proof.
  intros k x H. revert k. induction H as [| a x Hx IH Ha]; intros [| k]; simpl; constructor; [apply IH |].
  rewrite Forall_forall in *. intros b Hb. apply Ha. rewrite <- (firstn_skipn k x). apply in_or_app. now left.
Qed.

(** ** The ids, counted from 1 *)

(** What [AppendixG.v] supposes of the parameters and of the ids of X. *)
Record setting (W N n : nat) (A : Z) (x : list Z) : Prop := {
  two_N : (2 <= N)%nat;
  N_W : (N <= W)%nat;
  two_n : (2 <= n)%nat;
  one_A : 1 <= A;
  W_at_most : Z.of_nat W <= A * (Z.of_nat N - 1);
  corner : corner_ids N n x }.

Section Numbers.
  Variables (W N n : nat) (A : Z) (x : list Z).
  Hypothesis S : setting W N n A x.

  Let K := Z.of_nat N.
  Let w := Z.of_nat W.
  Let last := Z.of_nat n.
  Let l := position_ids W x.
  Let t := new_ids K l.
  Let y := after_sweep W N n x.
  Let c := A * last * K ^ (last + 1).
  Let z := after_last_layer W N n A x.

  Local Notation "'use' f" := (f W N n (two_N _ _ _ _ _ S) (N_W _ _ _ _ _ S) (two_n _ _ _ _ _ S))
    (at level 10, f at next level, only parsing).

  Lemma two_K : 2 <= K.
  Proof. pose proof (two_N _ _ _ _ _ S). unfold K. lia. Qed.

  Lemma K_w : K <= w.
  Proof. pose proof (N_W _ _ _ _ _ S). unfold K, w. lia. Qed.

  Lemma two_last : 2 <= last.
  Proof. pose proof (two_n _ _ _ _ _ S). unfold last. lia. Qed.

  Lemma x_length : length x = n.
  Proof. apply (corner _ _ _ _ _ S). Qed.

  Lemma l_length : length l = n.
  Proof. unfold l, position_ids. rewrite spread_length. exact x_length. Qed.

  Lemma t_length : length t = n.
  Proof. unfold t. rewrite new_ids_length. exact l_length. Qed.

  Lemma y_length : length y = n.
  Proof. exact (after_sweep_length W N n x (corner _ _ _ _ _ S)). Qed.

  Lemma z_length : length z = n.
  Proof. unfold z, after_last_layer, Ids.global. rewrite map_length. exact y_length. Qed.

  Lemma x_range : forall j, 1 <= j <= last -> 0 <= at_ x j < K.
  Proof.
    intros j Hj. apply (at_Forall (AppendixGSweep.in_range K)); [apply (corner _ _ _ _ _ S) |].
    rewrite x_length. exact Hj.
  Qed.

  (** l_j = s_j + x_j. *)
  Lemma l_is : forall j, 1 <= j <= last -> at_ l j = (j - 1) * w + at_ x j.
  Proof.
    intros j Hj. pose proof x_length. unfold at_, l, position_ids. rewrite spread_nth by (unfold last in Hj; lia).
    rewrite Z2Nat.id by lia. fold w. ring.
  Qed.

  Lemma l_sorted : StronglySorted Z.lt l.
  Proof. apply (use positions_sorted x (corner _ _ _ _ _ S)). Qed.

  Lemma l_increases : forall i j, 1 <= i < j -> j <= last -> at_ l i < at_ l j.
  Proof. intros i j Hi Hj. apply at_sorted; [exact l_sorted | exact Hi | rewrite l_length; exact Hj]. Qed.

  Lemma l_at_most_last : forall j, 1 <= j <= last -> at_ l j <= at_ l last.
  Proof.
    intros j Hj. destruct (Z.eq_dec j last) as [-> | Hne]; [lia |]. pose proof (l_increases j last). lia.
  Qed.

  Lemma l_positive : forall j, 1 <= j <= last -> 0 <= at_ l j.
  Proof. intros j Hj. rewrite l_is by exact Hj. pose proof (x_range j Hj). pose proof K_w. pose proof two_K. nia. Qed.

  Lemma last_id_is : last_id l = at_ l last.
  Proof. symmetry. unfold last_id, last. apply at_last; [exact l_length |]. pose proof (two_n _ _ _ _ _ S). lia. Qed.

  (** *** The display of E.3.1 *)

  Lemma t_closed : forall j, 1 <= j <= last ->
    at_ t j = at_ l j + total_Z 1 (j - 1) (fun k => K ^ k * (at_ l (j - k) - at_ l (j - k + 1))) +
      K ^ j * (at_ l last - at_ l 1).
  Proof.
    intros j Hj. replace (at_ t j) with (nth (Z.to_nat j - 1) t 0) by (unfold at_; f_equal; lia).
    unfold t. pose proof l_length. rewrite new_ids_closed_form by (unfold last in Hj; lia). unfold closed_form, sum.
    rewrite Z2Nat.id by lia. f_equal; [f_equal |].
    - unfold at_. f_equal. lia.
    - unfold total_Z, range. f_equal. replace (Z.to_nat (j - 1 - 1 + 1)) with (Z.to_nat j - 1)%nat by lia.
      rewrite <- seq_shift, !map_map. apply map_ext_in. intros i Hi. apply in_seq in Hi. unfold at_.
      f_equal; [f_equal; lia |]. f_equal; f_equal; lia.
    - f_equal. unfold at_, last. rewrite l_length. f_equal; f_equal; lia.
  Qed.

  Lemma t_increases : forall i j, 1 <= i < j -> j <= last -> at_ t i < at_ t j.
  Proof.
    intros i j Hi Hj. apply at_sorted; [| exact Hi | rewrite t_length; exact Hj]. pose proof two_last.
    apply new_ids_increasing; [exact two_K | rewrite l_length; unfold last in *; lia | exact l_sorted].
  Qed.

  Lemma t_first : at_ t 1 = at_ l 1 + K * (at_ l last - at_ l 1).
  Proof.
    pose proof two_last. rewrite t_closed by lia. rewrite total_Z_empty by lia. rewrite Z.pow_1_r. lia.
  Qed.

  (** E.3.1: l_n < l~_1. *)
  Lemma l_below_t : forall i j, 1 <= i <= last -> 1 <= j <= last -> at_ l i < at_ t j.
  Proof.
    intros i j Hi Hj. pose proof (l_at_most_last i Hi). pose proof two_last. pose proof two_K.
    pose proof (l_increases 1 last ltac:(lia) ltac:(lia)).
    assert (at_ l last < at_ t 1) by (rewrite t_first; nia).
    destruct (Z.eq_dec j 1) as [-> | Hne]; [lia |]. pose proof (t_increases 1 j ltac:(lia) ltac:(lia)). lia.
  Qed.

  (** *** Between two layers *)

  Lemma state_at : forall j i k, 1 <= j <= last -> 0 <= i <= K -> (j - 1) * w + i <= at_ l last + 1 -> 1 <= k <= last ->
    at_ (sweep K (firstn (Z.to_nat ((j - 1) * K + i)) (visited W N n)) l) k =
      if at_ l k <? (j - 1) * w + i then at_ t k else at_ l k.
  Proof.
    intros j i k Hj Hi Hc Hk. set (b := (j - 1) * w + i) in *. pose proof K_w as Kw. pose proof two_K as K2.
    assert (member : forall e, In e (firstn (Z.to_nat ((j - 1) * K + i)) (visited W N n)) <->
      (exists j', 1 <= j' < j /\ (j' - 1) * w <= e < (j' - 1) * w + K) \/ (j - 1) * w <= e < b).
    { intros e. replace (Z.to_nat ((j - 1) * K + i)) with (Z.to_nat (j - 1) * N + Z.to_nat i)%nat by (unfold K; nia).
      rewrite first_visited by (unfold last, K in *; lia). rewrite in_app_iff, visited_iff, in_map_iff. fold w K. split.
      - intros [[j' [H1 H2]] | [e' [<- He]]].
        + left. exists (Z.of_nat j' + 1). replace (Z.of_nat j' + 1 - 1) with (Z.of_nat j') by lia. lia.
        + right. apply in_seq in He. unfold b, w. nia.
      - intros [[j' [H1 H2]] | He].
        + left. exists (Z.to_nat (j' - 1)). rewrite Z2Nat.id by lia. lia.
        + right. exists (Z.to_nat e). assert (0 <= (j - 1) * w) by nia. split; [lia |]. apply in_seq.
          unfold b, w in *. nia. }
    assert (below : forall e, In e (firstn (Z.to_nat ((j - 1) * K + i)) (visited W N n)) -> e < b).
    { intros e He. apply member in He as [[j' [H1 H2]] | He]; [unfold b; nia | lia]. }
    assert (E : sweep K (firstn (Z.to_nat ((j - 1) * K + i)) (visited W N n)) l = partly K b (last_id l) l).
    { pose proof two_last. pose proof l_length.
      apply (first_layers_shift K (b - 1) b K2 _ [] l (last_id l)); cbn [app].
      - apply sorted_firstn, visited_in_order, (N_W _ _ _ _ _ S).
      - apply Forall_forall. intros e He. specialize (below e He). lia.
      - exact l_sorted.
      - intros e He. split; [| apply below]. intros Hlt. apply member. apply in_at in He as [j' [Hj' ->]].
        rewrite l_length in Hj'. fold last in Hj'. pose proof (x_range j' Hj'). rewrite l_is in * by exact Hj'.
        assert (j' <= j) by (unfold b in *; nia).
        destruct (Z.eq_dec j' j) as [-> | Hne]; [right; lia | left; exists j'; lia].
      - constructor.
      - apply last_id_in. intros none. rewrite none in *. cbn in *. unfold last in *. lia.
      - apply sorted_last, l_sorted.
      - intros e He _. rewrite last_id_is. assert (e = at_ l 1) as ->.
        { unfold at_. destruct l as [| e' l']; [easy |]. injection He as ->. reflexivity. }
        pose proof (l_below_t last 1 ltac:(lia) ltac:(lia)). rewrite t_first in *. unfold shifted. lia. }
    unfold at_ at 1. rewrite E. rewrite partly_nth by (exact l_sorted || (rewrite l_length; unfold last in Hk; lia)).
    reflexivity.
  Qed.

  (** *** After the sweep *)

  Lemma y_once : ~ exceptional W N n x -> y = t.
  Proof. intros H. apply (use shifted_once x (corner _ _ _ _ _ S) H). Qed.

  Lemma y_last : at_ y last = at_ t last.
  Proof.
    pose proof two_last.
    rewrite !at_last with (n := n) by (exact y_length || exact t_length || (unfold last in *; lia)).
    rewrite y_length, t_length. unfold y, t. rewrite (use last_closed_form x (corner _ _ _ _ _ S)).
    rewrite new_ids_closed_form by (fold l; rewrite l_length; unfold last in *; lia). reflexivity.
  Qed.

  Lemma y_exception : exceptional W N n x -> at_ y 1 = 2 * K - 1 + K * (K - 1) ^ 2 /\ at_ t 1 = 2 * K - 1.
  Proof.
    intros (n_2 & W_N & E). split.
    - unfold y. rewrite E. destruct (exception_swept W N n (two_N _ _ _ _ _ S) (N_W _ _ _ _ _ S)
        (two_n _ _ _ _ _ S) n_2 W_N) as [-> _]. reflexivity.
    - pose proof two_last. rewrite t_first, !l_is by lia. unfold last, w. rewrite n_2, W_N, E. fold K.
      change (at_ [K - 1; 0] 1) with (K - 1). change (at_ [K - 1; 0] (Z.of_nat 2)) with 0. lia.
  Qed.

  Lemma y_bounds : forall j, 1 <= j <= last -> 0 < at_ y j <= greatest y.
  Proof.
    intros j Hj. apply (at_Forall (fun v => 0 < v <= greatest y)).
    - apply (use upper_bound A (one_A _ _ _ _ _ S) (W_at_most _ _ _ _ _ S) x (corner _ _ _ _ _ S)).
    - rewrite y_length. exact Hj.
  Qed.

  Lemma y_below : greatest y < c.
  Proof. apply (use upper_bound A (one_A _ _ _ _ _ S) (W_at_most _ _ _ _ _ S) x (corner _ _ _ _ _ S)). Qed.

  Lemma y_alone : zero_alone y.
  Proof.
    left. apply Forall_forall. intros v Hv. apply in_at in Hv as [j [Hj ->]]. rewrite y_length in Hj.
    pose proof (y_bounds j Hj). lia.
  Qed.

  Lemma greatest_y : greatest (map (at_ y) (range 1 last)) = greatest y.
  Proof. unfold last. rewrite at_all by exact y_length. reflexivity. Qed.

  Lemma z_is : forall j, 1 <= j <= last -> at_ z j = at_ y j + c * greatest y.
  Proof.
    intros j Hj. unfold z.
    rewrite (use last_layer_adds A (one_A _ _ _ _ _ S) (W_at_most _ _ _ _ _ S) x (corner _ _ _ _ _ S)).
    rewrite at_map by (fold y; rewrite y_length; exact Hj). reflexivity.
  Qed.
End Numbers.

(** ** The network on L = X + E *)

(** The ids of L, those after the sweep, those after the last layer, and the l~_j of the display of E.3.1. *)
Definition ids_of (spacing d m : nat) (X : point) : list Z :=
  position_ids (id_spacing spacing d m) (column_ids d m X).
Definition swept_of (spacing d n m : nat) (X : point) : list Z :=
  after_sweep (id_spacing spacing d m) (m ^ d) n (column_ids d m X).
Definition output_of (spacing d n m : nat) (X : point) : list Z :=
  after_last_layer (id_spacing spacing d m) (m ^ d) n (Z.of_nat (spacing * m)) (column_ids d m X).
Definition display_of (spacing d m : nat) (X : point) : list Z := new_ids (D d m) (ids_of spacing d m X).

(** The points after the first k layers of the sweep, and after all layers. *)
Definition shifted_point (spacing d n m : nat) (X : point) (k : Z) : point :=
  sweep_point d m (D d m) (firstn (Z.to_nat k) (visited (id_spacing spacing d m) (m ^ d) n))
    (with_spaced_positions spacing m X).
Definition swept_point (spacing d n m : nat) (X : point) : point :=
  sweep_point d m (D d m) (visited (id_spacing spacing d m) (m ^ d) n) (with_spaced_positions spacing m X).
Definition output_point (spacing d n m : nat) (X : point) : point :=
  global_point d m (Z.of_nat (spacing * m) * Z.of_nat n * D d m ^ (Z.of_nat n + 1)) (swept_point spacing d n m X).

Lemma encoded_is : forall E X, encoded E X = map (fun '(x, e) => add x e) (combine X E).
Proof. induction E as [| e E IH]; intros [| x X]; simpl; [reflexivity .. |]. now rewrite IH. Qed.

Lemma entry_of_positions : forall spacing d n m X i j, of_shape d n X -> 1 <= i <= Z.of_nat d -> 1 <= j <= Z.of_nat n ->
  entry_ (with_spaced_positions spacing m X) i j = Z.of_nat spacing * (j - 1) * Z.of_nat m + entry_ X i j.
Proof.
  intros spacing d n m X i j HX Hi Hj. pose proof (column_length d n X j HX Hj) as Hc. destruct HX as [Hn _].
  unfold entry_. replace (j - 1) with (Z.of_nat (Z.to_nat (j - 1))) at 2 by lia.
  assert (Hl : (Z.to_nat (j - 1) < length X)%nat) by lia. clear Hj Hn. revert Hc Hl.
  generalize (Z.to_nat (j - 1)) as k. intros k Hc Hl. unfold with_spaced_positions.
  replace (Z.of_nat k) with (Z.of_nat (0 + k)) by reflexivity. generalize 0%nat as from.
  revert k Hc Hl. induction X as [| c X IH]; intros k Hc Hl from; [simpl in Hl; lia |].
  destruct k as [| k]; cbn [plus_positions nth] in *.
  - rewrite at_map by (unfold column in *; lia). rewrite !Nat2Z.inj_mul. f_equal. f_equal. f_equal. lia.
  - rewrite IH by (assumption || (simpl in Hl; lia)). f_equal. f_equal. f_equal. lia.
Qed.

Section Network.
  Variables spacing d n m : nat.
  Hypothesis Hs : (1 <= spacing)%nat.
  Hypothesis Hd : (1 <= d)%nat.
  Hypothesis Hn : (2 <= n)%nat.
  Hypothesis Hm : (2 <= m)%nat.
  Variable X : point.
  Hypothesis HX : G_delta d n m X.

  Let L := with_spaced_positions spacing m X.
  Let start := encoded (positions spacing d n) (in_unit_1 m X).

  Lemma point_setting : setting (id_spacing spacing d m) (m ^ d) n (Z.of_nat (spacing * m)) (column_ids d m X).
  Proof.
    split.
    - now apply (AppendixGNetwork.two_N spacing d n m).
    - now apply AppendixGNetwork.N_W.
    - exact Hn.
    - now apply (AppendixGNetwork.one_A spacing d n m).
    - now apply (AppendixGNetwork.W_at_most spacing d n m).
    - apply AppendixGNetwork.corner; assumption.
  Qed.

  Lemma X_shape : of_shape d n X.
  Proof. exact (G_delta_shape d n m X HX). Qed.

  Lemma L_shape : of_shape d n L.
  Proof. apply AppendixGNetwork.positions_shape, X_shape. Qed.

  Lemma L_ids : column_ids d m L = ids_of spacing d m X.
  Proof. apply AppendixGNetwork.ids_with_positions, X_shape. Qed.

  Lemma reads_start : reads d n m start L.
  Proof.
    split; [| exact L_shape]. unfold start. rewrite encoded_is.
    assert (E := AppendixGNetwork.positions_added_holds spacing d n m X ltac:(lia) X_shape). fold L in E.
    clear - E. induction E as [| a b M M' H _ IH]; constructor; [now apply Forall2_Qeq_sym | exact IH].
  Qed.

  Lemma spaced_visited : forall k, map Z.of_nat (firstn k (spaced_ids spacing n d m)) =
    firstn k (visited (id_spacing spacing d m) (m ^ d) n).
  Proof. intros k. rewrite <- firstn_map. reflexivity. Qed.

  Lemma L_facts : L <> [] /\ columns_have_length d L.
  Proof. exact (shape_facts d n L ltac:(lia) L_shape). Qed.

  Lemma reads_partial : forall k, 0 <= k <= Z.of_nat n * D d m ->
    reads d n m (after_encoding (positions spacing d n) (g2_g_c spacing d n m) (k + 1) (in_unit_1 m X))
      (shifted_point spacing d n m X k).
  Proof.
    intros k Hk. destruct L_facts as [Hne Hc]. split; [| apply sweep_point_shape, L_shape].
    unfold after_encoding. destruct (Z.leb_spec (k + 1) 0) as [? | _]; [lia |].
    replace (Z.to_nat (k + 1 - 1)) with (Z.to_nat k) by lia. unfold after, g2_g_c. rewrite firstn_app.
    assert (Hl : length (g2_sweep spacing d n m) = (n * m ^ d)%nat).
    { unfold g2_sweep, selective_shifts. rewrite map_length.
      rewrite <- (visited_length (id_spacing spacing d m) (m ^ d) n). unfold visited. now rewrite map_length. }
    replace (Z.to_nat k - length (g2_sweep spacing d n m))%nat with 0%nat by (unfold D in Hk; lia).
    rewrite firstn_O, app_nil_r. eapply Meq_trans; [apply run_respects; exact (proj1 reads_start) |].
    pose proof (partial_sweep_simulates d m (D d m) (spaced_ids spacing n d m) (Z.to_nat k) L Hd ltac:(lia) Hne Hc)
      as H.
    rewrite spaced_visited in H. exact H.
  Qed.

  Lemma reads_partial_floor : forall e z k, whole e z -> z = k + 1 -> 0 <= k <= Z.of_nat n * D d m ->
    reads d n m (after_encoding (positions spacing d n) (g2_g_c spacing d n m) (Qfloor e) (in_unit_1 m X))
      (shifted_point spacing d n m X k).
  Proof. intros e z k He -> Hk. rewrite (Qfloor_whole e _ He). now apply reads_partial. Qed.

  Lemma reads_swept : reads d n m (run (g2_sweep spacing d n m) start) (swept_point spacing d n m X).
  Proof.
    destruct L_facts as [Hne Hc]. split; [| apply sweep_point_shape, L_shape].
    eapply Meq_trans; [apply run_respects; exact (proj1 reads_start) |]. apply sweep_simulates; assumption || lia.
  Qed.

  Lemma shifted_ids : forall k, column_ids d m (shifted_point spacing d n m X k) =
    sweep (D d m) (firstn (Z.to_nat k) (visited (id_spacing spacing d m) (m ^ d) n)) (ids_of spacing d m X).
  Proof.
    intros k. unfold shifted_point. rewrite sweep_point_ids by (exact Hd || apply L_shape). fold L. now rewrite L_ids.
  Qed.

  Lemma swept_ids : column_ids d m (swept_point spacing d n m X) = swept_of spacing d n m X.
  Proof. unfold swept_point. rewrite sweep_point_ids by (exact Hd || apply L_shape). fold L. now rewrite L_ids. Qed.

  Lemma reads_output : reads d n m (run (g2_g_c spacing d n m) start) (output_point spacing d n m X).
  Proof.
    assert (HS : of_shape d n (swept_point spacing d n m X)) by apply sweep_point_shape, L_shape.
    destruct (shape_facts d n _ ltac:(lia) HS) as [Hne Hc]. split.
    - unfold g2_g_c, run. rewrite fold_left_app. cbn [fold_left]. eapply Meq_trans.
      + apply apply_layer_respects. exact (proj1 reads_swept).
      + unfold output_point.
        replace (Z.of_nat (spacing * m) * Z.of_nat n * D d m ^ (Z.of_nat n + 1))
          with (Z.of_nat (spacing * n * m * (m ^ d) ^ (n + 1)))
          by (rewrite (Nat2Z.inj_mul (spacing * n * m)), power_of_D, !Nat2Z.inj_mul; f_equal; [lia | f_equal; lia]).
        apply global_simulates; try assumption; [lia |]. rewrite swept_ids. apply (y_alone _ _ _ _ _ point_setting).
    - unfold output_point, global_point. split; [now rewrite map_length; apply HS |].
      apply Forall_map. eapply Forall_impl; [| exact Hc]. intros c. now rewrite add_first_length.
  Qed.

  Lemma output_ids : column_ids d m (output_point spacing d n m X) = output_of spacing d n m X.
  Proof.
    assert (HS : of_shape d n (swept_point spacing d n m X)) by apply sweep_point_shape, L_shape.
    unfold output_point. rewrite global_point_ids by (exact Hd || apply HS). now rewrite swept_ids.
  Qed.

  (** The exception, as the steps have it. *)
  Lemma exception_is : exceptional (id_spacing 1 d m) (m ^ d) n (column_ids d m X) <->
    d = 1%nat /\ n = 2%nat /\ at_ (ids_of 1 d m X) 1 = Z.of_nat m - 1 /\ at_ (ids_of 1 d m X) 2 = Z.of_nat m.
  Proof.
    assert (E : forall j, 1 <= j <= Z.of_nat n -> at_ (ids_of 1 d m X) j =
      (j - 1) * Z.of_nat (id_spacing 1 d m) + at_ (column_ids d m X) j).
    { intros j Hj. unfold ids_of, position_ids, at_. destruct X_shape as [Hl _].
      rewrite spread_nth by (unfold column_ids; rewrite map_length; lia). rewrite Z2Nat.id by lia. ring. }
    rewrite !E by lia. unfold exceptional. split.
    - intros (n_2 & W_N & ->). destruct (id_spacing_at_least 1 d m ltac:(lia) Hd Hm) as [_ only].
      destruct (only W_N) as [_ d_1]. rewrite W_N, d_1. cbn [Nat.pow]. rewrite Nat.mul_1_r.
      change (at_ [Z.of_nat m - 1; 0] 1) with (Z.of_nat m - 1). change (at_ [Z.of_nat m - 1; 0] 2) with 0. lia.
    - intros (d_1 & n_2 & E1 & E2). assert (W : id_spacing 1 d m = m) by (rewrite d_1; unfold id_spacing; cbn; lia).
      assert (N : (m ^ d)%nat = m) by (rewrite d_1; cbn; lia). rewrite W in E2. rewrite W, N.
      split; [exact n_2 |]. split; [reflexivity |]. rewrite <- (at_all (column_ids d m X) n).
      + rewrite n_2. change (range 1 (Z.of_nat 2)) with [1; 2]. cbn [map]. f_equal; [lia | f_equal; lia].
      + destruct X_shape as [Hl _]. unfold column_ids. now rewrite map_length.
  Qed.
End Network.

(** delta^-1 + ... + delta^-d: s_j is (j - 1) times that. *)
Lemma sigma_is : forall d m, total_Z 1 (Z.of_nat d) (fun k => Z.of_nat m ^ k) = Z.of_nat (id_spacing 1 d m).
Proof.
  intros d m. unfold total_Z, range, id_spacing. rewrite Nat.mul_1_l.
  replace (Z.to_nat (Z.of_nat d - 1 + 1)) with d by lia.
  rewrite <- seq_shift, !map_map. induction (seq 0 d) as [| k l IH]; [reflexivity |].
  cbn [map fold_right list_sum]. fold (list_sum (map (fun k => m ^ S k)%nat l)).
  rewrite Nat2Z.inj_add, Nat2Z.inj_pow, <- IH. f_equal. f_equal. lia.
Qed.

(** (delta^-1 - 1) (delta^-1 + ... + delta^-d) = delta^-1 (delta^-d - 1). *)
Lemma sigma_times : forall d m, (1 <= m)%nat ->
  (Z.of_nat m - 1) * Z.of_nat (id_spacing 1 d m) = Z.of_nat m * (D d m - 1).
Proof.
  intros d m Hm. pose proof (sum_of_powers d m Hm) as H. unfold id_spacing, D. rewrite Nat.mul_1_l.
  apply (f_equal Z.of_nat) in H. rewrite !Nat2Z.inj_mul, Nat2Z.inj_sub in H by exact Hm.
  assert (1 <= m ^ d)%nat by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia). rewrite Nat2Z.inj_sub in H by assumption.
  exact H.
Qed.
