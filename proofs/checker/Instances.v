(** * The networks of certificates and those of the general theorems

    The theorems of proofs/rocq are about networks with hardmax attention, heads of size 1 and feed-forward layers with one
    hidden node, as Transformers.v there defines them; certificates carry networks as Syntax.v has them. This file proves that
    both speak of the same functions:

    - [layer_is] relates a layer of a certificate with one of Transformers.v that has the same weights, and [run_is] says that
      networks of such layers make the same matrix of a matrix, number by number;
    - [certificate_network] writes a network of Transformers.v as a certificate does, and [after_is] says that what its first
      k layers make of a matrix is [after] of Transformers.v;
    - [lemma8_network] is the network that certificates of Lemma 8 of Yun et al. 2020 carry, for all d, n and m, with its
      sweep as a family, and [lemma8_network_is] says that it is [g_c d n m] of Transformers.v. *)

From Coq Require Import ZArith QArith Qminmax String List Bool Lia Lqa.
From Checker Require Import Rationals Syntax Networks FiniteSets LongLists ColumnOrder.
From Exactua Require Transformers.
Import ListNotations.
Module T := Exactua.Transformers.

(** The same numbers in the same places. *)
Notation same_vector := (Forall2 Qeq).
Notation same_matrix := (Forall2 (Forall2 Qeq)).

(** ** Numbers and columns *)

Lemma plus_same x y : plus x y == x + y.
Proof. rewrite plus_is. apply Qred_correct. Qed.
Lemma times_same x y : times x y == x * y.
Proof. rewrite times_is. apply Qred_correct. Qed.
Lemma at_most_same x x' y y' : x == x' -> y == y' -> at_most x y = Qle_bool x' y'.
Proof. intros E F. rewrite at_most_is. rewrite E, F. reflexivity. Qed.
Lemma same_same x x' y y' : x == x' -> y == y' -> same x y = Qeq_bool x' y'.
Proof. intros E F. unfold same. rewrite E, F. reflexivity. Qed.

Lemma dot_is a a' b b' : same_vector a a' -> same_vector b b' -> dot a b == T.dot a' b'.
Proof.
  intros A. revert b b'. induction A as [|x x' a a' X A IH]; intros b b' B; simpl; [ reflexivity | ].
  destruct B as [|y y' b b' Y B]; [ reflexivity | ]. rewrite plus_same, times_same, (IH _ _ B), X, Y. reflexivity.
Qed.

Lemma add_is a a' b b' : same_vector a a' -> same_vector b b' -> same_vector (add a b) (T.add a' b').
Proof.
  intros A. revert b b'. induction A as [|x x' a a' X A IH]; intros b b' B; simpl; [ constructor | ].
  destruct B as [|y y' b b' Y B]; [ constructor | ]. constructor; [ rewrite plus_same, X, Y; reflexivity | apply IH; assumption ].
Qed.

Lemma Forall2_map_both {A A' B B' : Type} (R : A -> A' -> Prop) (S : B -> B' -> Prop) (f : A -> B) (g : A' -> B') l l' :
  (forall x x', R x x' -> S (f x) (g x')) -> Forall2 R l l' -> Forall2 S (map f l) (map g l').
Proof. intros H F. induction F; simpl; constructor; auto. Qed.

Lemma same_length {A B : Type} (R : A -> B -> Prop) l l' : Forall2 R l l' -> length l = length l'.
Proof. intros F. induction F; simpl; congruence. Qed.

Lemma same_vector_refl l : same_vector l l.
Proof. induction l; constructor; [ reflexivity | assumption ]. Qed.
Lemma same_matrix_refl l : same_matrix l l.
Proof. induction l; constructor; [ apply same_vector_refl | assumption ]. Qed.

(** ** Hardmax *)

Lemma greatest_is s s' : same_vector s s' ->
  match greatest_attended s (map (fun _ => true) s) with Some top => s <> [] /\ top == T.maximum s' | None => s = [] end.
Proof.
  intros E. induction E as [|x x' s s' X E IH]; simpl; [ reflexivity | ].
  destruct (greatest_attended s (map (fun _ => true) s)) as [y|].
  - destruct IH as (some_ & Y). split; [ discriminate | ]. destruct E as [|z z' s s' Z E]; [ contradiction | ].
    rewrite (at_most_same x x' y _ X Y). destruct (Qle_bool x' (T.maximum (z' :: s'))) eqn:L.
    + rewrite Qle_bool_iff in L. rewrite Y. symmetry. apply Q.max_r. assumption.
    + rewrite X. symmetry. apply Q.max_l. apply Qlt_le_weak, Qnot_le_lt. rewrite <- Qle_bool_iff, L. discriminate.
  - subst s. inversion E. subst. split; [ discriminate | assumption ].
Qed.

Lemma share_is (k : nat) : (1 <= k)%nat -> reduced (1 # Z.to_pos (Z.of_nat k)) == 1 / inject_Z (Z.of_nat k).
Proof. intros L. rewrite reduced_is, Qred_correct. destruct k as [|k]; [ lia | ]. simpl. reflexivity. Qed.

Theorem hardmax_is s s' : same_vector s s' -> same_vector (hardmax Average s (map (fun _ => true) s)) (T.hardmax s').
Proof.
  intros E. pose proof (greatest_is s s' E) as G. unfold hardmax, T.hardmax, chosen, winners.
  destruct (greatest_attended s (map (fun _ => true) s)) as [top|]; [ | subst s; inversion E; constructor ].
  destruct G as (_ & G). set (top' := T.maximum s') in *. clearbody top'.
  assert (W : map (fun '(x, a) => (a && same x top)%bool) (combine s (map (fun _ => true) s)) = map (fun x => Qeq_bool x top') s').
  { clear -E G. induction E as [|x x' s s' X E IH]; simpl; [ reflexivity | ]. rewrite IH, (same_same x x' top top' X G). reflexivity. }
  rewrite W.
  assert (K : size (filter (fun b => b) (map (fun x => Qeq_bool x top') s')) = Z.of_nat (T.occurrences top' s')).
  { rewrite size_is. f_equal. unfold T.occurrences. clear. induction s' as [|x s' IH]; simpl; [ reflexivity | ].
    rewrite (Qeq_bool_comm top' x). destruct (Qeq_bool x top'); simpl; congruence. }
  rewrite K, map_map.
  assert (counted : forall x, In x s' -> Qeq_bool x top' = true -> (1 <= T.occurrences top' s')%nat).
  { intros x I F. unfold T.occurrences. rewrite Qeq_bool_comm in F.
    assert (J : In x (filter (Qeq_bool top') s')) by (apply filter_In; auto).
    destruct (filter (Qeq_bool top') s'); [ destruct J | simpl; lia ]. }
  generalize dependent (T.occurrences top' s'). intros k _ counted. clear -counted.
  induction s' as [|x s' IH]; simpl; constructor.
  - destruct (Qeq_bool x top') eqn:F; [ | reflexivity ]. apply share_is. apply (counted x); [ left; reflexivity | assumption ].
  - apply IH. intros y I. apply counted. right. assumption.
Qed.

(** ** Heads *)

(** The same weights; a head of Transformers.v has size 1, so W_O is a column and W_V, W_K and W_Q are rows. *)
Record head_is (h : head Q) (g : T.head) : Prop := HeadIs {
  same_W_O : same_matrix (W_O h) (map (fun w => [w]) (T.W_O g)); same_W_V : same_matrix (W_V h) [T.W_V g];
  same_W_K : same_matrix (W_K h) [T.W_K g]; same_W_Q : same_matrix (W_Q h) [T.W_Q g]; same_b_Q : same_vector (b_Q h) [T.b_Q g] }.

Lemma one_row (W : weights Q) r : same_matrix W [r] -> exists r', W = [r'] /\ same_vector r' r.
Proof. intros E. inversion E as [|r' ? l ? R N]; subst. inversion N; subst. eauto. Qed.

Lemma combination_is (f f' : column -> Q) Z Z' cs cs' acc :
  Forall2 (fun z z' => f z == f' z') Z Z' -> same_vector cs cs' ->
  exists x, fold_left add (map (fun '(c, z) => map (times c) z) (combine cs (map (fun z => [f z]) Z))) [acc] = [x] /\
    x == acc + T.dot (map f' Z') cs'.
Proof.
  intros E. revert cs cs' acc. induction E as [|z z' Z Z' H E IH]; intros cs cs' acc F.
  - exists acc. split; [ destruct cs; reflexivity | simpl; ring ].
  - destruct F as [|c c' cs cs' G F]; [ exists acc; split; [ reflexivity | simpl; ring ] | ].
    simpl. destruct (IH cs cs' (plus acc (times c (f z))) F) as (x & -> & X). exists x. split; [ reflexivity | ].
    rewrite X, plus_same, times_same, H, G. ring.
Qed.

Theorem attend_is h g X X' z z' : head_is h g -> same_matrix X X' -> same_vector z z' ->
  same_vector (attend Average h X (map (fun _ => true) X) z) (T.attend g X' z').
Proof.
  intros [O V K Qr B] EX Ez. unfold attend, T.attend.
  destruct (one_row _ _ V) as (v & -> & V'). destruct (one_row _ _ K) as (k & -> & K'). destruct (one_row _ _ Qr) as (q & -> & Q').
  inversion B as [|b ? l ? B' N EB]; subst. inversion N; subst. simpl. clear N B.
  set (scores := map (fun y => plus (times (dot k y) (plus (dot q z) b)) (integer 0)) X).
  set (scores' := map (fun key => key * (T.dot (T.W_Q g) z' + T.b_Q g)) (T.row_of (T.W_K g) X')).
  assert (S : same_vector scores scores').
  { unfold scores, scores', T.row_of. rewrite map_map. apply (Forall2_map_both (Forall2 Qeq)); [ | assumption ].
    intros y y' Y. rewrite plus_same, times_same, plus_same, (dot_is _ _ _ _ K' Y), (dot_is _ _ _ _ Q' Ez), B'.
    unfold integer. ring. }
  match goal with |- context [hardmax Average _ ?a] =>
    replace a with (map (fun _ => true) scores) by (unfold scores; rewrite map_map; reflexivity) end.
  pose proof (hardmax_is scores scores' S) as H. unfold combination.
  assert (values : Forall2 (fun z z' => dot v z == T.dot (T.W_V g) z') X X').
  { clear -EX V'. induction EX; constructor; [ apply dot_is; assumption | assumption ]. }
  destruct (combination_is (dot v) (T.dot (T.W_V g)) X X' _ _ (integer 0) values H) as (x & E & F).
  match goal with |- Forall2 _ (apply _ ?columns) _ => replace columns with [x] by (symmetry; exact E) end.
  pose (value := T.dot (map (T.dot (T.W_V g)) X') (T.hardmax scores')).
  assert (F' : x == value) by (transitivity (integer 0 + value); [ exact F | unfold integer; ring ]). clear F. rename F' into F.
  change (same_vector (map (fun row => dot row [x]) (W_O h)) (map (Qmult value) (T.W_O g))).
  clearbody value. clear -O F. revert O. generalize (T.W_O g). intros column. revert column.
  induction (W_O h) as [|row W IH]; intros [|w column] O; inversion O; subst; simpl; constructor.
  - match goal with H : Forall2 Qeq row [w] |- _ => inversion H as [|w' ? l ? W' N]; subst; inversion N; subst end.
    simpl. rewrite plus_same, times_same, F, W'. unfold integer. ring.
  - apply IH. assumption.
Qed.

(** ** Activations *)

Definition piece_of (p : T.piece) : piece :=
  Piece (T.from p) (T.from_closed p) (T.to p) (T.to_closed p) (T.slope p) (T.intercept p).

Lemma activate_is phi t t' : t == t' -> activate (map piece_of phi) t == T.activate phi t'.
Proof.
  intros E. induction phi as [|p phi IH]; simpl; [ reflexivity | ].
  assert (A : above (piece_of p) t = T.above p t').
  { unfold above, T.above, less. simpl. destruct (T.from p) as [a|]; [ | reflexivity ].
    rewrite (at_most_same a a t t'), (at_most_same t t' a a) by (reflexivity || assumption). reflexivity. }
  assert (B : below (piece_of p) t = T.below p t').
  { unfold below, T.below, less. simpl. destruct (T.to p) as [a|]; [ | reflexivity ].
    rewrite (at_most_same a a t t'), (at_most_same t t' a a) by (reflexivity || assumption). reflexivity. }
  rewrite A, B. destruct (T.above p t' && T.below p t')%bool; [ | assumption ].
  simpl. rewrite plus_same, times_same, E. reflexivity.
Qed.

(** ** Layers and networks *)

(** The same weights; a feed-forward layer of Transformers.v has one hidden node. *)
Inductive layer_is : layer Q -> T.layer -> Prop :=
| attention_is hs gs : Forall2 head_is hs gs -> layer_is (Attention Average Everything hs) (T.Attention gs)
| feed_forward_is W_1 b_1 W_2 b_2 f :
    same_matrix W_1 [T.W_1 f] -> same_vector b_1 [T.b_1 f] -> same_matrix W_2 (map (fun w => [w]) (T.W_2 f)) ->
    same_vector b_2 (T.b_2 f) -> layer_is (FeedForward W_1 b_1 W_2 b_2 (map piece_of (T.activation f))) (T.FeedForward f).

Theorem apply_layer_is d l m X X' : layer_is l m -> same_matrix X X' ->
  exists Y, apply_layer d l X = Some Y /\ same_matrix Y (T.apply_layer X' m).
Proof.
  intros L E. destruct L as [hs gs H|W_1 b_1 W_2 b_2 f EW1 Eb1 EW2 Eb2].
  - simpl. pose proof (attended_by_all (fun attends z => fold_left (fun sum h => add sum (attend Average h X attends z)) hs z) X) as A.
    simpl in A. rewrite A. clear A. eexists. split; [ reflexivity | ].
    unfold T.apply_layer, T.column_after. apply (Forall2_map_both (Forall2 Qeq)); [ | assumption ]. intros z z' Z.
    enough (onto : forall s s', same_vector s s' ->
      same_vector (fold_left (fun sum h => add sum (attend Average h X (map (fun _ => true) X) z)) hs s)
                  (fold_left (fun sum h => T.add sum (T.attend h X' z')) gs s')) by (apply onto; assumption).
    induction H as [|h g hs gs Hg H IH]; intros s s' S; simpl; [ assumption | ]. apply IH.
    apply add_is; [ assumption | apply attend_is; assumption ].
  - simpl. eexists. split; [ reflexivity | ]. unfold T.apply_layer. apply (Forall2_map_both (Forall2 Qeq)); [ | assumption ].
    intros z z' Z. simpl. destruct (one_row _ _ EW1) as (w & -> & EW).
    inversion Eb1 as [|b ? l ? B N]; subst. inversion N; subst. simpl.
    apply add_is; [ | assumption ]. apply add_is; [ assumption | ].
    assert (A : activate (map piece_of (T.activation f)) (plus (dot w z) b) ==
                T.activate (T.activation f) (T.dot (T.W_1 f) z' + T.b_1 f)).
    { apply activate_is. rewrite plus_same, (dot_is _ _ _ _ EW Z), B. reflexivity. }
    revert A. generalize (activate (map piece_of (T.activation f)) (plus (dot w z) b)),
      (T.activate (T.activation f) (T.dot (T.W_1 f) z' + T.b_1 f)). intros a a' A.
    revert EW2. generalize (T.W_2 f). clear -A. intros column. revert column.
    induction W_2 as [|row W IH]; intros [|c column] O; inversion O; subst; simpl; constructor.
    + match goal with H : Forall2 Qeq row [c] |- _ => inversion H as [|c' ? l ? C' N]; subst; inversion N; subst end.
      simpl. rewrite plus_same, times_same, A, C'. unfold integer. ring.
    + apply IH. assumption.
Qed.

(** Networks with the same weights make the same of the same matrix. *)
Theorem run_is d ls N : Forall2 layer_is ls N -> forall X X', same_matrix X X' ->
  exists Y, run d ls X = Some Y /\ same_matrix Y (T.run N X').
Proof.
  unfold T.run. intros F. induction F as [|l m ls N L F IH]; intros X X' E; simpl; [ eauto | ].
  destruct (apply_layer_is d l m X X' L E) as (Y & A & S). rewrite A. apply IH. assumption.
Qed.

(** ** A network of Transformers.v, as certificates write networks *)

Definition number_entry (x : Q) : entry := Entry x [].
Definition head_entry (g : T.head) : head entry := Head
  (map (fun w => [number_entry w]) (T.W_O g)) [map number_entry (T.W_V g)] [map number_entry (T.W_K g)]
  [map number_entry (T.W_Q g)] [number_entry (T.b_Q g)].
Definition layer_entry (l : T.layer) : layer entry :=
  match l with
  | T.Attention gs => Attention Average Everything (map head_entry gs)
  | T.FeedForward f => FeedForward [map number_entry (T.W_1 f)] [number_entry (T.b_1 f)]
      (map (fun w => [number_entry w]) (T.W_2 f)) (map number_entry (T.b_2 f)) (map piece_of (T.activation f))
  end.
Definition certificate_network (d : Z) (N : T.network) : network := Network d (map (fun l => Single (layer_entry l)) N) [].

Lemma list_value_numbers around l : list_value around (map number_entry l) = Some l.
Proof. unfold list_value. apply all_of_is. induction l; simpl; constructor; [ reflexivity | assumption ]. Qed.

Lemma column_value_numbers around l : weights_value around (map (fun w => [number_entry w]) l) = Some (map (fun w => [w]) l).
Proof. unfold weights_value. apply all_of_is. induction l; simpl; constructor; [ reflexivity | assumption ]. Qed.

Lemma row_value_numbers around l : weights_value around [map number_entry l] = Some [l].
Proof. unfold weights_value. rewrite all_of_cons, list_value_numbers. reflexivity. Qed.

Lemma head_value_numbers around g : exists h, head_value around (head_entry g) = Some h /\ head_is h g.
Proof.
  unfold head_value. simpl W_O. simpl W_V. simpl W_K. simpl W_Q. simpl b_Q.
  rewrite column_value_numbers, !row_value_numbers. eexists. split; [ reflexivity | ].
  constructor; simpl; first [ apply same_matrix_refl | apply same_vector_refl ].
Qed.

Lemma layer_value_numbers around l : exists m, layer_value around (layer_entry l) = Some m /\ layer_is m l.
Proof.
  destruct l as [gs|f]; cbn [layer_entry layer_value].
  - assert (all : exists hs, all_of (head_value around) (map head_entry gs) = Some hs /\ Forall2 head_is hs gs).
    { induction gs as [|g gs (hs & E & F)]; [ exists []; split; [ reflexivity | constructor ] | ].
      destruct (head_value_numbers around g) as (h & V & H). exists (h :: hs). simpl map. rewrite all_of_cons, V, E.
      split; [ reflexivity | constructor; assumption ]. }
    destruct all as (hs & E & F). rewrite E. eexists. split; [ reflexivity | constructor; assumption ].
  - rewrite row_value_numbers, column_value_numbers, list_value_numbers. eexists. split; [ reflexivity | ].
    constructor; first [ apply same_matrix_refl | apply same_vector_refl ].
Qed.

Lemma layers_of_network d N : exists ls, layers_of (items (certificate_network d N)) = Some ls /\ Forall2 layer_is ls N.
Proof.
  unfold layers_of, certificate_network. simpl items.
  induction N as [|l N (ls & E & F)]; [ exists []; split; [ reflexivity | constructor ] | ].
  destruct (layer_value_numbers [] l) as (m & V & L). exists (m :: ls). simpl map. rewrite all_of_cons. simpl unrolled. rewrite V.
  destruct (all_of (unrolled []) (map (fun l => Single (layer_entry l)) N)) as [lists|]; [ | discriminate ].
  simpl in *. split; [ congruence | constructor; assumption ].
Qed.

Lemma first_layers ls N : Forall2 layer_is ls N -> forall k, Forall2 layer_is (first k ls) (firstn (Z.to_nat k) N).
Proof.
  intros F. induction F as [|l m ls N L F IH]; intros k; simpl; [ rewrite firstn_nil; constructor | ].
  destruct (Z.leb_spec k 0) as [Z|Z].
  - replace (Z.to_nat k) with 0%nat by lia. constructor.
  - replace (Z.to_nat k) with (S (Z.to_nat (k - 1))) by lia. simpl. constructor; [ assumption | apply IH ].
Qed.

(** What the first k layers of networks with the same weights make of a matrix with d rows. *)
Theorem after_same (M : network) (N : T.network) ls k X :
  layers_of (items M) = Some ls -> Forall2 layer_is ls N -> Forall (fun z => size z = network_d M) X ->
  (0 <= k <= size N)%Z -> exists Y, after M k X = Some Y /\ same_matrix Y (T.after N (Z.to_nat k) X).
Proof.
  intros E F rows_ (k0 & kN). unfold after. rewrite E.
  assert (L : size ls = size N) by (rewrite !size_is, (same_length _ _ _ F); reflexivity).
  assert (fit : fits M X = true).
  { unfold fits. apply forallb_forall. intros z I. rewrite Forall_forall in rows_. apply Z.eqb_eq. auto. }
  rewrite fit, L, (proj2 (Z.leb_le 0 k) k0), (proj2 (Z.leb_le k (size N)) kN). simpl andb.
  apply run_is; [ apply first_layers; assumption | apply same_matrix_refl ].
Qed.

Theorem after_is d N k X : Forall (fun z => size z = d) X -> (0 <= k <= size N)%Z ->
  exists Y, after (certificate_network d N) k X = Some Y /\ same_matrix Y (T.after N (Z.to_nat k) X).
Proof.
  intros rows_ range_. destruct (layers_of_network d N) as (ls & E & F). eapply after_same; eassumption.
Qed.

(** ** The network of Lemma 8 *)

(** The entries of u = (1, m, ..., m^(d-1)), of c e^(1), and c - l for the variable l of the sweep. *)
Definition whole_entry (k : nat) : entry := number_entry (integer (Z.of_nat k)).
Definition u_entries (d m : nat) : list entry := map (fun i => whole_entry (m ^ i)) (seq 0 d).
Definition unit_entries (d : nat) (c : Z) : weights entry :=
  [number_entry (integer c)] :: repeat [number_entry (integer 0)] (d - 1).
Definition psi_entries (d m : nat) (gain : Z) (b_Q : entry) : head entry :=
  Head (unit_entries d gain) [u_entries d m] [u_entries d m] [u_entries d m] [b_Q].
Definition minus_l (c : Q) : entry := Entry c [("l"%string, integer (-1))].

(** A sweep over m^d values of l, 1/m from each to the next, and a layer with one head. *)
Definition lemma8_network (d n m : nat) : network :=
  let D := Z.of_nat (m ^ d) in
  let half := 1 # Pos.of_nat (2 * m) in
  Network (Z.of_nat d)
    [ Family "l" (integer 0) (1 # Pos.of_nat m) D
        [ Single (Attention Average Everything [psi_entries d m D (minus_l half); psi_entries d m (- D) (minus_l (opposite half))]) ];
      Single (Attention Average Everything [psi_entries d m (Z.of_nat ((m ^ d) ^ (n + 1))) (number_entry (integer 0))]) ]
    [("output"%string, 2%Z); ("sweep"%string, 1%Z)].

Lemma psi_value around d m gain gain' e b b' : entry_value around e = Some b -> b == - b' -> integer gain == gain' ->
  exists h, head_value around (psi_entries d m gain e) = Some h /\ head_is h (T.psi d m b' gain').
Proof.
  intros E B G.
  assert (U : list_value around (u_entries d m) = Some (T.reading_vector d m)).
  { unfold u_entries, T.reading_vector. unfold list_value. apply all_of_is. induction (seq 0 d); simpl; constructor; [ reflexivity | assumption ]. }
  assert (O : weights_value around (unit_entries d gain) = Some ([integer gain] :: repeat [integer 0] (d - 1))).
  { unfold weights_value, unit_entries. apply all_of_is. constructor; [ reflexivity | ].
    induction (d - 1)%nat; simpl; constructor; [ reflexivity | assumption ]. }
  unfold head_value. simpl W_O. simpl W_V. simpl W_K. simpl W_Q. simpl b_Q. rewrite O.
  assert (R : weights_value around [u_entries d m] = Some [T.reading_vector d m]).
  { unfold weights_value. rewrite all_of_cons, U. reflexivity. }
  assert (L : list_value around [e] = Some [b]) by (unfold list_value; rewrite all_of_cons, E; reflexivity).
  rewrite R, L. eexists. split; [ reflexivity | ]. constructor; simpl; try (constructor; [ | constructor ]; apply same_vector_refl).
  - unfold T.first_unit. simpl. constructor; [ constructor; [ assumption | constructor ] | ].
    clear. induction (d - 1)%nat; simpl; constructor; [ constructor; [ reflexivity | constructor ] | assumption ].
  - constructor; [ assumption | constructor ].
Qed.

Lemma nth_delta (m : nat) : (1 <= m)%nat -> (1 # Pos.of_nat m) == T.delta m.
Proof.
  intros L. unfold T.delta, T.of_nat. destruct m as [|m]; [ lia | ].
  replace (Z.of_nat (S m)) with (Zpos (Pos.of_nat (S m))) by lia. reflexivity.
Qed.

Lemma half_delta (m : nat) : (1 <= m)%nat -> (1 # Pos.of_nat (2 * m)) == T.delta m / 2.
Proof.
  intros L. rewrite <- nth_delta by assumption. destruct m as [|m]; [ lia | ].
  replace (Pos.of_nat (2 * S m)) with (2 * Pos.of_nat (S m))%positive by lia. unfold Qeq, Qdiv. simpl. lia.
Qed.

Lemma shift_value (d m k : nat) (gain : nat) : (1 <= m)%nat ->
  let half := 1 # Pos.of_nat (2 * m) in
  let around := [("l"%string, plus (integer 0) (times (integer (Z.of_nat k)) (1 # Pos.of_nat m)))] in
  exists l, layer_value around (Attention Average Everything
      [psi_entries d m (Z.of_nat gain) (minus_l half); psi_entries d m (- Z.of_nat gain) (minus_l (opposite half))]) = Some l /\
    layer_is l (T.selective_shift d m (T.of_nat gain) k).
Proof.
  intros m1 half around.
  assert (l : plus (integer 0) (times (integer (Z.of_nat k)) (1 # Pos.of_nat m)) == T.of_nat k * T.delta m).
  { rewrite plus_same, times_same, nth_delta by assumption. unfold integer, T.of_nat, inject_Z. ring. }
  assert (at_l : forall c, exists b, entry_value around (minus_l c) = Some b /\ b == c - T.of_nat k * T.delta m).
  { intros c. eexists. split; [ reflexivity | ]. rewrite plus_same, times_same, l. unfold integer. cbn [constant minus_l]. ring. }
  destruct (at_l half) as (b & B & B'). destruct (at_l (opposite half)) as (c & E & E').
  destruct (psi_value around d m (Z.of_nat gain) (T.of_nat gain) _ b (T.of_nat k * T.delta m - T.delta m / 2) B) as (h & H & Hh).
  { rewrite B'. unfold half. rewrite half_delta by assumption. ring. }
  { reflexivity. }
  destruct (psi_value around d m (- Z.of_nat gain) (- T.of_nat gain) _ c (T.of_nat k * T.delta m + T.delta m / 2) E) as (g & G & Gg).
  { rewrite E', opposite_is. unfold half. rewrite half_delta by assumption. ring. }
  { reflexivity. }
  simpl layer_value. rewrite H, G. simpl. eexists. split; [ reflexivity | ]. constructor. constructor; [ assumption | ].
  constructor; [ assumption | constructor ].
Qed.

(** The network that certificates of Lemma 8 carry has the weights of g_c. *)
Theorem lemma8_network_is d n m : (1 <= m)%nat ->
  exists ls, layers_of (items (lemma8_network d n m)) = Some ls /\ Forall2 layer_is ls (T.g_c d n m).
Proof.
  intros m1. unfold layers_of. cbv beta iota zeta delta [items lemma8_network].
  set (sweep := Family _ _ _ _ _). set (shift := Single _). rewrite !all_of_cons.
  assert (swept : exists ls, unrolled [] sweep = Some ls /\ Forall2 layer_is ls (T.sweep_layers d m)).
  { unfold sweep. cbn [unrolled]. rewrite count_up_seq. unfold T.sweep_layers, T.selective_shifts.
    match goal with |- context [all_of ?f] => set (turn := f) end.
    enough (all : exists lists, all_of turn (map Z.of_nat (seq 0 (m ^ d))) = Some lists /\
      Forall2 layer_is (List.concat lists) (map (T.selective_shift d m (T.of_nat (m ^ d))) (seq 0 (m ^ d)))).
    { destruct all as (lists & E & F). rewrite E. exists (List.concat lists). split; [ reflexivity | assumption ]. }
    induction (seq 0 (m ^ d)) as [|k ks (lists & E & F)]; [ exists []; split; [ reflexivity | constructor ] | ].
    destruct (shift_value d m k (m ^ d) m1) as (l & V & L). exists ([l] :: lists). simpl map. rewrite all_of_cons, E.
    assert (one : turn (Z.of_nat k) = Some [l]).
    { unfold turn. cbv beta. rewrite all_of_cons. cbn [unrolled]. rewrite V. reflexivity. }
    rewrite one. split; [ reflexivity | constructor; assumption ]. }
  destruct swept as (ls & E & F). rewrite E.
  destruct (psi_value [] d m (Z.of_nat ((m ^ d) ^ (n + 1))) (T.of_nat ((m ^ d) ^ (n + 1))) (number_entry (integer 0)) (integer 0) 0)
    as (h & H & Hh); [ reflexivity | reflexivity | reflexivity | ].
  assert (S : unrolled [] shift = Some [Attention Average Everything [h]]).
  { unfold shift. cbn [unrolled]. simpl layer_value. rewrite H. reflexivity. }
  rewrite S. simpl. eexists. split; [ reflexivity | ]. unfold T.g_c. apply Forall2_app; [ assumption | ].
  constructor; [ | constructor ]. constructor. constructor; [ assumption | constructor ].
Qed.

(** What the first k of its layers make of a matrix with d rows is what those of g_c make of it. *)
Theorem lemma8_network_after d n m k X : (1 <= m)%nat -> Forall (fun z => size z = Z.of_nat d) X ->
  (0 <= k <= Z.of_nat (m ^ d) + 1)%Z ->
  exists Y, after (lemma8_network d n m) k X = Some Y /\ same_matrix Y (T.after (T.g_c d n m) (Z.to_nat k) X).
Proof.
  intros m1 rows_ range_. destruct (lemma8_network_is d n m m1) as (ls & E & F). eapply after_same; try eassumption.
  unfold T.g_c, T.sweep_layers, T.selective_shifts. rewrite size_app, size_map, !size_is, seq_length. simpl Datatypes.length. lia.
Qed.

(** The stages of it: behind the sweep, and behind the last layer. *)
Theorem lemma8_network_output d n m X : (1 <= m)%nat -> Forall (fun z => size z = Z.of_nat d) X ->
  exists Y, stage (lemma8_network d n m) 2 X = Some Y /\ same_matrix Y (T.run (T.g_c d n m) X).
Proof.
  intros m1 rows_. destruct (lemma8_network_is d n m m1) as (ls & E & F). unfold stage.
  assert (fit : fits (lemma8_network d n m) X = true).
  { unfold fits. apply forallb_forall. intros z I. rewrite Forall_forall in rows_. apply Z.eqb_eq. simpl network_d. auto. }
  rewrite fit. change (size (items (lemma8_network d n m))) with 2%Z.
  change (first 2 (items (lemma8_network d n m))) with (items (lemma8_network d n m)). simpl andb. rewrite E.
  apply run_is; [ assumption | apply same_matrix_refl ].
Qed.
