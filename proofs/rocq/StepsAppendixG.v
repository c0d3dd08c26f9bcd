(** * StepsAppendixG: the steps on contextual mapping with positions, App. G.2

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters; or its
    negation, where the page is wrong at d = 1, n = 2. What is proved in [AppendixG.v] for ids is carried over to the
    terms; new is what the ids are between two layers. *)

From Coq Require Import ZArith QArith Qabs Qround List Permutation Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid.
From Exactua Require Import Sweeps NewIds Category1 AppendixGSweep AppendixG.
From Exactua Require AppendixGNetwork StepsCategory1.
From Exactua Require Import Exported StepTools.
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
    intros j Hj. apply (at_Forall (AppendixGSweep.in_range K)); [apply (corner _ _ _ _ _ S) |]. rewrite x_length. exact Hj.
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

  Lemma first_id_is : first_id l = at_ l 1.
  Proof. reflexivity. Qed.

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
    pose proof two_last. rewrite !at_last with (n := n) by (exact y_length || exact t_length || (unfold last in *; lia)).
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
    pose proof (partial_sweep_simulates d m (D d m) (spaced_ids spacing n d m) (Z.to_nat k) L Hd ltac:(lia) Hne Hc) as H.
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
  Proof. intros k. unfold shifted_point. rewrite sweep_point_ids by (exact Hd || apply L_shape). fold L. now rewrite L_ids. Qed.

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
  intros d m. unfold total_Z, range, id_spacing. rewrite Nat.mul_1_l. replace (Z.to_nat (Z.of_nat d - 1 + 1)) with d by lia.
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

(** ** From a step to these numbers *)

Lemma whole_if : forall (b : bool) p q x y, whole p x -> whole q y -> whole (if b then p else q) (if b then x else y).
Proof. intros [|]; auto. Qed.

Lemma whole_is : forall q z z', whole q z -> z = z' -> whole q z'.
Proof. intros q z z' H <-. exact H. Qed.

Lemma units_is : forall m q z z', units m q z -> z = z' -> units m q z'.
Proof. intros m q z z' H <-. exact H. Qed.

Ltac parameters := StepsCategory1.parameters; rewrite ?sigma_is.

(** A point X; what the layers make of X + E. *)
Ltac corner_point spacing X :=
  let HX := fresh "HX" in
  intros X HX;
  match type of HX with G_delta ?d ?n ?m X =>
    let R := fresh "known" in
    pose proof (reads_start spacing d n m ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) X HX) as R;
    let R := fresh "known" in
    pose proof (reads_swept spacing d n m ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) X HX) as R;
    let R := fresh "known" in
    pose proof (reads_output spacing d n m ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) X HX) as R;
    let S := fresh "S" in
    pose proof (point_setting spacing d n m ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) X HX) as S;
    let HK := fresh "HK" in pose proof (two_to_D d m ltac:(lia) ltac:(lia)) as HK
  end.

(** The ids in the goal. *)
Ltac ids :=
  repeat match goal with
  | HX : G_delta ?d ?n ?m ?X |- context [column_ids ?d ?m (with_spaced_positions ?s ?m ?X)] =>
      rewrite (L_ids s d n m X HX)
  | HX : G_delta ?d ?n ?m ?X |- context [column_ids ?d ?m (swept_point ?s ?d ?n ?m ?X)] =>
      rewrite (swept_ids s d n m ltac:(lia) X HX)
  | HX : G_delta ?d ?n ?m ?X |- context [column_ids ?d ?m (output_point ?s ?d ?n ?m ?X)] =>
      rewrite (output_ids s d n m ltac:(lia) X HX)
  | HX : G_delta ?d ?n ?m ?X |- context [column_ids ?d ?m (shifted_point ?s ?d ?n ?m ?X ?k)] =>
      rewrite (shifted_ids s d n m ltac:(lia) X HX k)
  end.

(** What [Numbers] says, for a point. *)
Section Steps.
  Variables spacing d n m : nat.
  Variable X : point.
  Hypothesis S : setting (id_spacing spacing d m) (m ^ d) n (Z.of_nat (spacing * m)) (column_ids d m X).

  Let l := ids_of spacing d m X.
  Let t := display_of spacing d m X.
  Let y := swept_of spacing d n m X.
  Let z := output_of spacing d n m X.
  Let x := column_ids d m X.
  Let w := Z.of_nat (id_spacing spacing d m).
  Let last := Z.of_nat n.

  Lemma offset : forall j, 1 <= j <= last -> at_ l j = (j - 1) * w + at_ x j /\ 0 <= at_ x j < D d m.
  Proof. intros j Hj. split; [now apply (l_is _ _ _ _ _ S) | now apply (x_range _ _ _ _ _ S)]. Qed.

  Lemma increasing : forall i j, 1 <= i < j -> j <= last -> at_ l i < at_ l j.
  Proof. exact (l_increases _ _ _ _ _ S). Qed.

  Lemma display : forall j, 1 <= j <= last ->
    at_ t j = at_ l j + total_Z 1 (j - 1) (fun k => D d m ^ k * (at_ l (j - k) - at_ l (j - k + 1))) +
      D d m ^ j * (at_ l last - at_ l 1).
  Proof. exact (t_closed _ _ _ _ _ S). Qed.

  Lemma display_first : at_ t 1 = at_ l 1 + D d m * (at_ l last - at_ l 1).
  Proof. exact (t_first _ _ _ _ _ S). Qed.

  Lemma display_increases : forall i j, 1 <= i < j -> j <= last -> at_ t i < at_ t j.
  Proof. exact (t_increases _ _ _ _ _ S). Qed.

  Lemma below_display : forall i j, 1 <= i <= last -> 1 <= j <= last -> at_ l i < at_ t j.
  Proof. exact (l_below_t _ _ _ _ _ S). Qed.

  Lemma wide : D d m <= w.
  Proof. exact (K_w _ _ _ _ _ S). Qed.

  Lemma between : forall j i k, 1 <= j <= last -> 0 <= i <= D d m -> (j - 1) * w + i <= at_ l last + 1 ->
    1 <= k <= last ->
    at_ (sweep (D d m) (firstn (Z.to_nat ((j - 1) * D d m + i)) (visited (id_spacing spacing d m) (m ^ d) n)) l) k =
      if at_ l k <? (j - 1) * w + i then at_ t k else at_ l k.
  Proof. exact (state_at _ _ _ _ _ S). Qed.

  (** After the j-th shift. *)
  Lemma after_shift : forall j k, 1 <= j <= last -> 1 <= k <= last ->
    at_ (sweep (D d m) (firstn (Z.to_nat ((j - 1) * D d m + (at_ x j + 1)))
      (visited (id_spacing spacing d m) (m ^ d) n)) l) k = if k <=? j then at_ t k else at_ l k.
  Proof.
    intros j k Hj Hk. destruct (offset j Hj) as [E Hx]. pose proof (l_at_most_last _ _ _ _ _ S j Hj) as top.
    change (at_ l j <= at_ l last) in top. rewrite between by lia.
    replace ((j - 1) * w + (at_ x j + 1)) with (at_ l j + 1) by lia.
    destruct (Z.leb_spec k j) as [H | H], (Z.ltb_spec (at_ l k) (at_ l j + 1)) as [H' | H']; try reflexivity.
    - destruct (Z.eq_dec k j) as [-> | Hne]; [lia |]. pose proof (increasing k j). lia.
    - pose proof (increasing j k). lia.
  Qed.
End Steps.

(** ** L = X + E *)

Lemma entry_of_X : forall d n m X i j, G_delta d n m X -> 1 <= i <= Z.of_nat d -> 1 <= j <= Z.of_nat n ->
  0 <= entry_ X i j < Z.of_nat m.
Proof.
  intros d n m X i j [HS HX] Hi Hj. pose proof (column_length d n X j HS Hj) as Hc. destruct HS as [Hl _].
  unfold entry_. apply (at_Forall (fun k => 0 <= k < Z.of_nat m)); [| unfold column in *; lia].
  rewrite Forall_forall in HX. apply HX, nth_In. lia.
Qed.

Lemma units_start : forall d n m X i j, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  1 <= i <= Z.of_nat d -> 1 <= j <= Z.of_nat n ->
  units m (entry (encoded (positions 1 d n) (in_unit_1 m X)) i j) (Z.of_nat m * (j - 1) + entry_ X i j).
Proof.
  intros d n m X i j Hd Hn Hm HX Hi Hj. eapply units_is.
  - apply (units_entry d n m _ (with_spaced_positions 1 m X)); [lia | apply reads_start; auto | exact Hi | exact Hj].
  - rewrite (entry_of_positions 1 d n) by (auto; apply (X_shape d n m), HX). change (Z.of_nat 1) with 1. ring.
Qed.

Theorem yun2020_g2_range_of_L_proved : yun2020_g2_range_of_L.
Proof.
  parameters. intros X HX i Hi j Hj. exists (entry_ X i j).
  pose proof (entry_of_X d n m X i j HX Hi Hj). split; [lia |].
  eapply (units_same m); [lia | apply units_start; auto; lia |]. units.
Qed.

Theorem yun2020_g2_category1_entries_repaired_proved : yun2020_g2_category1_entries_repaired.
Proof.
  parameters. intros X HX i Hi j Hj. pose proof (entry_of_X d n m X i j HX Hi Hj).
  pose proof (units_start d n m X i j Hd ltac:(lia) ltac:(lia) HX Hi Hj) as U.
  split; apply (scaled m _ _ ltac:(lia)); (eapply whole_le; [| |]); try (apply whole_units; exact U);
    try (apply whole_units; units); lia.
Qed.

Theorem yun2020_g2_least_id_proved : yun2020_g2_least_id.
Proof. parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. destruct (offset 1 d n m X S j Hj). lia. Qed.

Theorem yun2020_g2_greatest_id_proved : yun2020_g2_greatest_id.
Proof. parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. destruct (offset 1 d n m X S j Hj). lia. Qed.

Theorem yun2020_g2_ids_increase_proved : yun2020_g2_ids_increase.
Proof. parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. apply (increasing 1 d n m X S); lia. Qed.

Lemma sorted_distinct : forall x, StronglySorted Z.lt x -> NoDup x.
Proof.
  intros x H. induction H as [| a x _ IH Ha]; constructor; [| exact IH]. intros i. rewrite Forall_forall in Ha.
  specialize (Ha a i). lia.
Qed.

Theorem yun2020_g2_category1_unique_proved : yun2020_g2_category1_unique.
Proof.
  parameters. corner_point 1%nat X. eapply distinct_whole.
  - apply (whole_listed n _ (column_ids d m (with_spaced_positions 1 m X))); [| intros j Hj; whole].
    ids. apply (l_length _ _ _ _ _ S).
  - ids. apply sorted_distinct, (l_sorted _ _ _ _ _ S).
Qed.

Theorem yun2020_g2_ranges_increase_proved : yun2020_g2_ranges_increase.
Proof.
  parameters. intros j Hj. destruct (id_spacing_at_least 1 d m ltac:(lia) Hd ltac:(lia)) as [H _]. unfold D. lia.
Qed.

(** ** The layers *)

Theorem yun2020_g2_layers_proved : yun2020_g2_layers.
Proof.
  parameters. destruct (AppendixGNetwork.layers 1 d n m ltac:(lia) Hd ltac:(lia) ltac:(lia)) as (_ & _ & E & _).
  rewrite E. unfold D. lia.
Qed.

Theorem yun2020_g2_heads_proved : yun2020_g2_heads.
Proof.
  parameters. destruct (AppendixGNetwork.layers 1 d n m ltac:(lia) Hd ltac:(lia) ltac:(lia)) as (_ & _ & _ & _ & E).
  rewrite E. reflexivity.
Qed.

Theorem yun2020_g2_head_size_proved : yun2020_g2_head_size.
Proof.
  parameters. destruct (AppendixGNetwork.layers 1 d n m ltac:(lia) Hd ltac:(lia) ltac:(lia)) as (_ & _ & _ & _ & E).
  unfold head_size. rewrite E. reflexivity.
Qed.

Theorem yun2020_g2_last_heads_proved : yun2020_g2_last_heads.
Proof. parameters. reflexivity. Qed.

Theorem yun2020_g2_last_is_last_proved : yun2020_g2_last_is_last.
Proof.
  parameters. intros X HX. unfold g2_g_c, run. rewrite fold_left_app, Nat.mul_1_l. apply Meq_refl.
Qed.

Theorem yun2020_g2_order_of_layers_proved : yun2020_g2_order_of_layers.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. to_Z. ids.
  destruct (offset 1 d n m X S j ltac:(lia)), (offset 1 d n m X S (j + 1) ltac:(lia)). lia.
Qed.

(** ** The shifts, one by one *)

(** What the first k layers after E make of X, where the goal has a state of the network. *)
Ltac after_layers d n m X k R :=
  match goal with
  | |- context [after_encoding ?E ?N (Qfloor ?e) ?M] =>
      assert (R : reads d n m (after_encoding E N (Qfloor e) M) (shifted_point 1 d n m X k))
  end.

Theorem yun2020_g2_waits_proved : yun2020_g2_waits.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. destruct (offset 1 d n m X S j Hj) as [E Hx].
  after_layers d n m X ((j - 1) * D d m + at_ (column_ids d m X) j) R.
  { eapply reads_partial_floor; [lia .. | exact HX | whole | ids; rewrite E; ring | nia]. }
  to_Z. ids. pose proof (l_at_most_last _ _ _ _ _ S j Hj) as top. fold (ids_of 1 d m X) in top.
  rewrite (between 1 d n m X S) by lia. destruct (Z.ltb_spec (at_ (ids_of 1 d m X) j)
    ((j - 1) * Z.of_nat (id_spacing 1 d m) + at_ (column_ids d m X) j)); [lia | reflexivity].
Qed.

Theorem yun2020_g2_first_shift_proved : yun2020_g2_first_shift.
Proof.
  parameters. corner_point 1%nat X. destruct (offset 1 d n m X S 1 ltac:(lia)) as [E Hx].
  after_layers d n m X ((1 - 1) * D d m + (at_ (column_ids d m X) 1 + 1)) R.
  { eapply reads_partial_floor; [lia .. | exact HX | whole | ids; rewrite E; ring | nia]. }
  to_Z. ids. rewrite (after_shift 1 d n m X S) by lia. cbn [Z.leb Z.compare Pos.compare Pos.compare_cont].
  exact (display_first 1 d n m X S).
Qed.

Theorem yun2020_g2_first_shift_at_least_proved : yun2020_g2_first_shift_at_least.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids. pose proof (increasing 1 d n m X S 1 (Z.of_nat n) ltac:(lia) ltac:(lia)).
  pose proof (l_positive _ _ _ _ _ S 1 ltac:(lia)) as low. fold (ids_of 1 d m X) in low. nia.
Qed.

Theorem yun2020_g2_first_shift_above_repaired_proved : yun2020_g2_first_shift_above_repaired.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids.
  pose proof (below_display 1 d n m X S (Z.of_nat n) 1 ltac:(lia) ltac:(lia)) as H.
  rewrite (display_first 1 d n m X S) in H. exact H.
Qed.

Theorem yun2020_g2_each_shift_proved : yun2020_g2_each_shift.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. destruct (offset 1 d n m X S j Hj) as [E Hx].
  after_layers d n m X ((j - 1) * D d m + (at_ (column_ids d m X) j + 1)) R.
  { eapply reads_partial_floor; [lia .. | exact HX | whole | ids; rewrite E; ring | nia]. }
  apply (same_list_listed d n m _ _ _ ltac:(lia) R). intros k Hk. eapply units_is.
  - apply units_over_m; [lia |]. apply whole_if; whole.
  - ids. rewrite (after_shift 1 d n m X S) by lia. rewrite (display 1 d n m X S) by lia. reflexivity.
Qed.

(** l~_1, ..., l~_j, l_(j+1), ..., l_n, as whole numbers. *)
Theorem yun2020_g2_new_maximum_proved : yun2020_g2_new_maximum.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. eapply whole_eq; [whole | |].
  - apply (whole_greatest _ _ _ (fun k => if k <=? j then at_ (display_of 1 d m X) k else at_ (ids_of 1 d m X) k)).
    intros k Hk. apply whole_if; [| eapply whole_is; [whole | now ids]].
    eapply whole_is; [whole |]. ids. rewrite (display 1 d n m X S) by lia. reflexivity.
  - ids. rewrite <- (display 1 d n m X S) by lia. symmetry. rewrite (greatest_of_range _ _ j); [| lia |].
    + now rewrite Z.leb_refl.
    + intros i Hi. rewrite Z.leb_refl. destruct (Z.leb_spec i j) as [H | H].
      * destruct (Z.eq_dec i j) as [-> | Hne]; [lia |]. pose proof (display_increases 1 d n m X S i j). lia.
      * pose proof (below_display 1 d n m X S i j). lia.
Qed.

Theorem yun2020_g2_new_minimum_proved : yun2020_g2_new_minimum.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. eapply whole_eq; [whole | |].
  - apply (whole_least _ _ _ (fun k => if k <=? j then at_ (display_of 1 d m X) k else at_ (ids_of 1 d m X) k)).
    intros k Hk. apply whole_if; [| eapply whole_is; [whole | now ids]].
    eapply whole_is; [whole |]. ids. rewrite (display 1 d n m X S) by lia. reflexivity.
  - ids. symmetry. rewrite (least_of_range _ _ (j + 1)); [| lia |].
    + destruct (Z.leb_spec (j + 1) j); [lia | reflexivity].
    + intros i Hi. destruct (Z.leb_spec (j + 1) j); [lia |]. destruct (Z.leb_spec i j) as [H' | H'].
      * pose proof (below_display 1 d n m X S (j + 1) i). lia.
      * destruct (Z.eq_dec i (j + 1)) as [-> | Hne]; [lia |]. pose proof (increasing 1 d n m X S (j + 1) i). lia.
Qed.

(** ** After the sweep *)

(** What [Numbers] says of l~_1, ..., l~_n and of the output. *)
Section Swept.
  Variables d n m : nat.
  Variable X : point.
  Hypothesis S : setting (id_spacing 1 d m) (m ^ d) n (Z.of_nat (1 * m)) (column_ids d m X).

  Let y := swept_of 1 d n m X.
  Let last := Z.of_nat n.
  Let c := last * Z.of_nat m * D d m ^ (last + 1).

  Lemma gain_is : Z.of_nat (1 * m) * last * Z.of_nat (m ^ d) ^ (last + 1) = c.
  Proof. unfold c. rewrite Nat.mul_1_l. change (Z.of_nat (m ^ d)) with (D d m). ring. Qed.

  Lemma swept_last : at_ y last = at_ (display_of 1 d m X) last.
  Proof. exact (y_last _ _ _ _ _ S). Qed.

  Lemma swept_once : ~ exceptional (id_spacing 1 d m) (m ^ d) n (column_ids d m X) -> y = display_of 1 d m X.
  Proof. exact (y_once _ _ _ _ _ S). Qed.

  Lemma swept_bounds : forall j, 1 <= j <= last -> 0 < at_ y j <= greatest y.
  Proof. exact (y_bounds _ _ _ _ _ S). Qed.

  Lemma swept_below : greatest y < c.
  Proof. rewrite <- gain_is. exact (y_below _ _ _ _ _ S). Qed.

  Lemma output_is : forall j, 1 <= j <= last -> at_ (output_of 1 d n m X) j = at_ y j + c * greatest y.
  Proof. rewrite <- gain_is. exact (z_is _ _ _ _ _ S). Qed.

  Lemma greatest_swept : greatest (map (fun k => at_ y k) (range 1 last)) = greatest y.
  Proof. exact (greatest_y _ _ _ _ _ S). Qed.

  Lemma swept_count : length y = n.
  Proof. exact (y_length _ _ _ _ _ S). Qed.

  Lemma output_count : length (output_of 1 d n m X) = n.
  Proof. exact (z_length _ _ _ _ _ S). Qed.
End Swept.

Lemma both_iff : forall P P' R R' : Prop, (P <-> P') -> (R <-> R') -> (P /\ R <-> P' /\ R').
Proof. tauto. Qed.

Lemma each_iff : forall lo hi (P P' : Z -> Prop), (forall j, lo <= j <= hi -> P j <-> P' j) ->
  (forall j, lo <= j <= hi -> P j) <-> (forall j, lo <= j <= hi -> P' j).
Proof. intros lo hi P P' H. split; intros A j Hj; apply H; auto. Qed.

Theorem yun2020_g2_once_repaired_proved : yun2020_g2_once_repaired.
Proof.
  parameters. corner_point 1%nat X.
  set (once := forall j, 1 <= j <= Z.of_nat n -> _). set (exception := (_ /\ _) /\ _).
  set (is_exceptional := exceptional (id_spacing 1 d m) (m ^ d) n (column_ids d m X)).
  assert (E : exception <-> is_exceptional).
  { unfold is_exceptional. rewrite exception_is by (auto; lia). unfold exception.
    eapply iff_trans; [eapply both_iff; [eapply both_iff; [apply iff_refl |] |]; eapply whole_eq; whole |]. ids. lia. }
  assert (O : once <-> forall j, 1 <= j <= Z.of_nat n -> at_ (swept_of 1 d n m X) j = at_ (display_of 1 d m X) j).
  { apply each_iff. intros j Hj. eapply iff_trans; [eapply whole_eq; whole |]. ids.
    now rewrite (display 1 d n m X S) by lia. }
  rewrite O, E. destruct (exceptional_dec (id_spacing 1 d m) (m ^ d) n (column_ids d m X)) as [yes | no].
  - right. split; [| exact yes]. intros H. specialize (H 1 ltac:(lia)).
    destruct (y_exception _ _ _ _ _ S yes) as [E1 E2]. change (Z.of_nat (m ^ d)) with (D d m) in *.
    change (at_ (swept_of 1 d n m X) 1 = 2 * D d m - 1 + D d m * (D d m - 1) ^ 2) in E1.
    change (at_ (display_of 1 d m X) 1 = 2 * D d m - 1) in E2. nia.
  - left. split; [| exact no]. intros j Hj. now rewrite (swept_once d n m X S no).
Qed.

Theorem yun2020_g2_sweep_increases_repaired_proved : yun2020_g2_sweep_increases_repaired.
Proof.
  parameters. corner_point 2%nat X. intros j Hj. to_Z. ids. unfold swept_of. rewrite (y_once _ _ _ _ _ S).
  - apply (t_increases _ _ _ _ _ S); lia.
  - intros (_ & E & _). destruct (id_spacing_at_least 2 d m ltac:(lia) ltac:(lia) ltac:(lia)) as [_ only].
    specialize (only E). lia.
Qed.

Theorem yun2020_g2_closed_form_proved : yun2020_g2_closed_form.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids. rewrite (swept_last d n m X S). apply (display 1 d n m X S). lia.
Qed.

Lemma swept_one_to_one : forall d n m X X', (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat ->
  G_delta d n m X -> G_delta d n m X' ->
  (at_ (swept_of 1 d n m X) (Z.of_nat n) = at_ (swept_of 1 d n m X') (Z.of_nat n) -> X = X') /\
  (greatest (swept_of 1 d n m X) = greatest (swept_of 1 d n m X') -> X = X').
Proof.
  intros d n m X X' Hd Hn Hm HX HX'.
  destruct (point_setting 1 d n m ltac:(lia) Hd Hn Hm X HX) as [two_N N_W two_n _ _ corner].
  destruct (point_setting 1 d n m ltac:(lia) Hd Hn Hm X' HX') as [_ _ _ _ _ corner'].
  rewrite !at_nat. split; intros E; apply (AppendixGNetwork.same_ids d n m); auto.
  - exact (last_one_to_one _ _ _ two_N N_W two_n _ _ corner corner' E).
  - exact (greatest_one_to_one _ _ _ two_N N_W two_n _ _ corner corner' E).
Qed.

Ltac two_points :=
  let X := fresh "X" in let X' := fresh "X'" in let HX := fresh in let HX' := fresh in let Hne := fresh "Hne" in
  intros X X' (HX & HX' & Hne); revert X HX X' HX' Hne; corner_point 1%nat X; corner_point 1%nat X'; intros Hne.

Theorem yun2020_g2_one_to_one_proved : yun2020_g2_one_to_one.
Proof.
  parameters. two_points.
  eapply (distinct_whole _ [_; _]); [repeat constructor; whole |]. ids. apply StepsCategory1.different_pair.
  intros E. apply Hne. revert E. apply (swept_one_to_one d n m); auto; lia.
Qed.

(** *** The bounds *)

Theorem yun2020_g2_bound_by_the_ends_proved : yun2020_g2_bound_by_the_ends.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids. set (l := ids_of 1 d m X) in *.
  enough (E : total_Z 1 (Z.of_nat n - 1) (fun k => D d m ^ k * (at_ l (Z.of_nat n - k) - at_ l (Z.of_nat n - k + 1))) <=
    total_Z 1 (Z.of_nat n - 1) (fun k => D d m * (at_ l (Z.of_nat n - k) - at_ l (Z.of_nat n - k + 1)))).
  { rewrite total_Z_scale, StepsCategory1.telescope in E by lia.
    replace (Z.of_nat n - (Z.of_nat n - 1)) with 1 in E by lia. lia. }
  apply total_Z_le. intros k Hk.
  pose proof (increasing 1 d n m X S (Z.of_nat n - k) (Z.of_nat n - k + 1) ltac:(lia) ltac:(lia)) as H. fold l in H.
  assert (D d m ^ 1 <= D d m ^ k) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *. nia.
Qed.

Theorem yun2020_g2_bound_by_the_range_proved : yun2020_g2_bound_by_the_range.
Proof.
  parameters. corner_point 1%nat X. to_Z. ids.
  destruct (offset 1 d n m X S (Z.of_nat n) ltac:(lia)) as [E Hx]. destruct (offset 1 d n m X S 1 ltac:(lia)) as [E1 Hx1].
  pose proof (wide _ _ _ _ _ S). set (w := Z.of_nat (id_spacing 1 d m)) in *.
  assert (D d m ^ 1 <= D d m ^ Z.of_nat n) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *.
  set (a := at_ _ 1) in *. set (b := at_ _ (Z.of_nat n)) in *. set (P := D d m ^ Z.of_nat n) in *.
  set (T := (Z.of_nat n - 1) * w + D d m - 1). assert (b <= T) by (unfold T; lia). assert (0 <= a) by lia.
  assert ((P - D d m) * (b - a) <= (P - D d m) * T) by (apply Z.mul_le_mono_nonneg_l; lia). nia.
Qed.

Lemma whole_quotient : forall m a b s, whole (inject_Z b) b -> b <> 0 -> m * a = b * s ->
  whole (inject_Z m * (inject_Z a / inject_Z b)) s.
Proof.
  intros m a b s _ Hb E. unfold whole.
  assert (Hb' : ~ (inject_Z b == 0)%Q) by (change 0%Q with (inject_Z 0); now rewrite inject_Z_injective).
  apply (Qmult_inj_l _ _ (inject_Z b) Hb'). rewrite <- inject_Z_mult, <- E, inject_Z_mult.
  transitivity (inject_Z m * (inject_Z b * (inject_Z a / inject_Z b)))%Q; [ring |].
  now rewrite Qmult_div_r.
Qed.

(** n - 1 times (delta^-d - 1) / (delta^-1 - 1), in units of delta. *)
Lemma sum_is : forall d n m, (2 <= m)%nat -> whole (inject_Z (Z.of_nat m) *
  (inject_Z ((Z.of_nat n - 1) * (D d m - 1)) / inject_Z (Z.of_nat m - 1)))
  ((Z.of_nat n - 1) * Z.of_nat (id_spacing 1 d m)).
Proof.
  intros d n m Hm. pose proof (sigma_times d m ltac:(lia)). apply whole_quotient; [apply whole_inject | lia | nia].
Qed.

Theorem yun2020_g2_bound_summed_proved : yun2020_g2_bound_summed.
Proof.
  parameters. eapply whole_eq; [whole | |].
  - apply whole_mult; [whole |]. apply whole_minus; [apply whole_plus; [apply sum_is; lia | whole] | whole].
  - ring.
Qed.

Theorem yun2020_g2_bound_simplified_proved : yun2020_g2_bound_simplified.
Proof.
  parameters. eapply whole_le; [| whole |].
  - apply whole_mult; [whole |]. apply whole_minus; [apply whole_plus; [apply sum_is; lia | whole] | whole].
  - pose proof (two_to_D d m ltac:(lia) ltac:(lia)). pose proof (sigma_times d m ltac:(lia)).
    assert (D d m ^ 1 <= D d m ^ Z.of_nat n) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *.
    set (w := Z.of_nat (id_spacing 1 d m)) in *. assert (w <= Z.of_nat m * (D d m - 1)) by nia.
    rewrite <- Z.mul_assoc. apply Z.mul_le_mono_nonneg_l; [lia |]. nia.
Qed.

Theorem yun2020_g2_bound_final_proved : yun2020_g2_bound_final.
Proof.
  parameters. pose proof (two_to_D d m ltac:(lia) ltac:(lia)) as HK.
  assert (D d m ^ 1 <= D d m ^ Z.of_nat n) by (apply Z.pow_le_mono_r; lia). rewrite Z.pow_1_r in *.
  rewrite StepsCategory1.power_up by lia. set (P := D d m ^ Z.of_nat n) in *. set (K := D d m) in *.
  assert (0 <= (P - K + 1) * (K - 1) < P * K) by nia.
  set (a := (P - K + 1) * (K - 1)) in *. set (b := P * K) in *.
  replace (Z.of_nat n * (K * P) * Z.of_nat m) with (b * (Z.of_nat n * Z.of_nat m)) by (unfold b; ring).
  assert (0 < Z.of_nat m * (Z.of_nat n - 1) + 1 <= Z.of_nat n * Z.of_nat m) by nia. nia.
Qed.

Lemma bound_is : forall n m P, n * P * m = n * m * P.
Proof. intros. ring. Qed.

Theorem yun2020_g2_upper_bound_of_all_proved : yun2020_g2_upper_bound_of_all.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. rewrite bound_is.
  pose proof (swept_bounds d n m X S j Hj). pose proof (swept_below d n m X S). lia.
Qed.

Theorem yun2020_g2_upper_bound_proved : yun2020_g2_upper_bound.
Proof.
  intros d n m Hd H1 Hm Hn H2 D u X HX swept. apply (yun2020_g2_upper_bound_of_all_proved d n m Hd H1 Hm Hn H2 X HX). lia.
Qed.

Theorem yun2020_g2_swept_positive_proved : yun2020_g2_swept_positive.
Proof. parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. apply (swept_bounds d n m X S j Hj). Qed.

(** ** After the last layer *)

Theorem yun2020_g2_last_shift_repaired_proved : yun2020_g2_last_shift_repaired.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. to_Z. ids. rewrite (greatest_swept d n m X S).
  apply (output_is d n m X S j Hj).
Qed.

Theorem yun2020_g2_in_its_interval_repaired_proved : yun2020_g2_in_its_interval_repaired.
Proof.
  parameters. corner_point 1%nat X. intros j Hj. pose proof (swept_bounds d n m X S j Hj).
  pose proof (swept_below d n m X S).
  split; to_Z; ids; rewrite (greatest_swept d n m X S), (output_is d n m X S j Hj); [lia |].
  rewrite (bound_is (Z.of_nat n) (D d m ^ (Z.of_nat n + 1))). lia.
Qed.

Theorem yun2020_g2_intervals_disjoint_repaired_proved : yun2020_g2_intervals_disjoint_repaired.
Proof.
  parameters. two_points. apply apart_pair. eapply whole_le; [whole | apply whole_abs; whole |]. ids.
  rewrite !greatest_swept, bound_is, <- Z.mul_sub_distr_l, Z.abs_mul by assumption.
  set (a := greatest _). set (b := greatest _). assert (a <> b) by (intros E; apply Hne; revert E; apply (swept_one_to_one d n m); auto; lia).
  set (c := _ * _ ^ _). nia.
Qed.

Lemma output_whole : forall d n m X, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  Forall2 whole (listed 1 (Z.of_nat n) (fun j => inject_Z (Z.of_nat m) * item (row_of (reading_vector d m)
    (run (g2_g_c 1 d n m) (encoded (positions 1 d n) (in_unit_1 m X)))) j)%Q) (output_of 1 d n m X).
Proof.
  intros d n m X Hd Hn Hm. revert X. corner_point 1%nat X. apply whole_listed; [now apply output_count |].
  intros j Hj. eapply whole_is; [whole | now ids].
Qed.

Lemma output_distinct : forall d n m X, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_delta d n m X ->
  NoDup (output_of 1 d n m X).
Proof.
  intros d n m X Hd Hn Hm HX. destruct (point_setting 1 d n m ltac:(lia) Hd Hn Hm X HX). now apply entries_distinct.
Qed.

Theorem yun2020_g2_entries_distinct_proved : yun2020_g2_entries_distinct.
Proof.
  parameters. intros X HX. eapply distinct_whole; [apply output_whole | apply output_distinct]; auto; lia.
Qed.

Theorem yun2020_g2_contexts_distinct_proved : yun2020_g2_contexts_distinct.
Proof.
  parameters. intros X X' (HX & HX' & Hne). eapply distinct_whole.
  - apply Forall2_app; apply output_whole; auto; lia.
  - apply NoDup_app_of; [apply output_distinct; auto; lia .. |]. intros v Hv Hv'. apply Hne.
    destruct (point_setting 1 d n m ltac:(lia) Hd ltac:(lia) Hm X HX) as [two_N N_W two_n one_A W_at_most corner].
    destruct (point_setting 1 d n m ltac:(lia) Hd ltac:(lia) Hm X' HX') as [_ _ _ _ _ corner'].
    apply (AppendixGNetwork.same_ids d n m); auto.
    exact (contexts_distinct _ _ _ two_N N_W two_n _ one_A W_at_most _ _ v corner corner' Hv Hv').
Qed.

(** ** What is wrong at d = 1, n = 2 and delta = 1/2 *)

Ltac at_the_exception H :=
  specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)).

Theorem yun2020_g2_category1_entries_refuted : ~ yun2020_g2_category1_entries.
Proof.
  intros H. at_the_exception H. specialize (H _ (proj1 (AppendixGNetwork.the_exception 2 ltac:(lia))) 1 ltac:(lia) 2 ltac:(lia)).
  destruct H as [_ H]. vm_compute in H. now apply H.
Qed.
