(** * Lemma 7: feed-forward layers quantise every entry (App. E.1.1; proof in App. E.2) *)

From Coq Require Import ZArith QArith List Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Simulation FeedForwardLayers.
Import ListNotations.
Open Scope Q_scope.

(** ** delta = 1/m *)

Lemma of_nat_S : forall k, of_nat (S k) == of_nat k + 1.
Proof. intros. unfold of_nat. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. reflexivity. Qed.

Lemma of_nat_nonnegative : forall k, 0 <= of_nat k.
Proof. intros. unfold of_nat. change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. Qed.

Lemma of_nat_le : forall j k, (j <= k)%nat -> of_nat j <= of_nat k.
Proof. intros. unfold of_nat. rewrite <- Zle_Qle. lia. Qed.

Section Spacing.
  Variable m : nat.
  Hypothesis m_positive : (1 <= m)%nat.

  Lemma of_nat_positive : 0 < of_nat m.
  Proof. unfold of_nat. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia. Qed.

  Lemma m_times_delta : of_nat m * delta m == 1.
  Proof. pose proof of_nat_positive. unfold delta. field. lra. Qed.

  Lemma multiples_ascend : forall j k, (j <= k)%nat -> of_nat j * delta m <= of_nat k * delta m.
  Proof.
    intros j k H. apply Qmult_le_compat_r; [apply of_nat_le, H | apply Qlt_le_weak, delta_positive, m_positive].
  Qed.

  Lemma next_multiple : forall k, of_nat (S k) * delta m == of_nat k * delta m + delta m.
  Proof. intros. rewrite of_nat_S. ring. Qed.

  (** -delta^(-nd) <= -1 *)
  Lemma outside_level_negative : forall d n, outside_level d n m <= -(1).
  Proof.
    intros d n. unfold outside_level. assert (E : 1 <= inject_Z (Z.of_nat m ^ Z.of_nat (n * d))); [|lra].
    change 1 with (inject_Z 1). rewrite <- Zle_Qle.
    assert (0 < Z.of_nat m ^ Z.of_nat (n * d))%Z by (apply Z.pow_pos_nonneg; lia). lia.
  Qed.
End Spacing.

(** ** Both activations *)

Lemma clipping_value : forall d n m t,
  ((t < 0 \/ 1 <= t) -> activate (clipping d n m) t == - t + outside_level d n m) /\
  (0 <= t -> t < 1 -> activate (clipping d n m) t == 0).
Proof. intros. unfold clipping. evaluate_activation; split; intros; try lra. Qed.

Lemma flattening_value : forall m t, (1 <= m)%nat ->
  ((t < 0 \/ delta m <= t) -> activate (flattening m) t == 0) /\
  (0 <= t -> t < delta m -> activate (flattening m) t == - t).
Proof.
  intros m t Hm. pose proof (delta_positive m Hm). unfold flattening.
  evaluate_activation; split; intros; try lra.
Qed.

(** E.2: 'both phi's in this construction are piecewise linear functions with three pieces, and at least one of them are
    constant. Thus, both phi's are in Phi.' *)
Lemma clipping_in_Phi : forall d n m, in_Phi (clipping d n m).
Proof.
  intros. unfold in_Phi, clipping. split; [simpl; lia|]. split.
  - right. left. split; [reflexivity|]. exists (1 # 3), (1 # 2). repeat split; reflexivity.
  - intro t. evaluate_activation; try reflexivity; exfalso; lra.
Qed.

Lemma flattening_in_Phi : forall m, (1 <= m)%nat -> in_Phi (flattening m).
Proof.
  intros m Hm. pose proof (delta_positive m Hm). unfold in_Phi, flattening. split; [simpl; lia|]. split.
  - left. split; [reflexivity|]. exists (-(2)), (-(1)). repeat split; reflexivity.
  - intro t. evaluate_activation; try reflexivity; exfalso; lra.
Qed.

(** ** One row *)

(** The layers of a row: what is added to its entry before phi, and phi. *)
Definition steps (d n m : nat) (step : Q) : list (Q * list piece) :=
  (0, clipping d n m) :: map (fun j => (- (of_nat j * step * delta m), flattening m)) (seq 0 m).

Definition layer_of_row (d i : nat) (s : Q * list piece) : layer :=
  adding d (unit_vector d i) (unit_vector d i) (fst s) (snd s).

Lemma one_row_steps : forall d n m step i, one_row d n m step i = map (layer_of_row d i) (steps d n m step).
Proof. intros. unfold one_row, steps. simpl. rewrite map_map. reflexivity. Qed.

(** What layers make of the entry of their row. *)
Definition through (s : list (Q * list piece)) (t : Q) : Q :=
  fold_left (fun t bp => t + activate (snd bp) (t + fst bp)) s t.

Lemma through_respects : forall s t t', t == t' -> through s t == through s t'.
Proof.
  induction s as [|bp s IH]; intros t t' E; [exact E|]. apply IH. rewrite E. reflexivity.
Qed.

(** The layers of row i change row i alone. *)
Lemma row_layers_act : forall d i s z, (i < d)%nat -> length z = d ->
  let z' := on_column (map (layer_of_row d i) s) z in
  length z' = d /\ forall j, (j < d)%nat -> nth j z' 0 == if Nat.eqb j i then through s (nth j z 0) else nth j z 0.
Proof.
  intros d i s. induction s as [|bp s IH]; intros z Hi Hz; cbn [map].
  - split; [exact Hz|]. intros j _. destruct (Nat.eqb j i); reflexivity.
  - set (z1 := column_after (layer_of_row d i bp) [] z).
    assert (H1 : length z1 = d) by (apply adding_length; [apply unit_vector_length | exact Hz]).
    change (on_column (layer_of_row d i bp :: map (layer_of_row d i) s) z)
      with (on_column (map (layer_of_row d i) s) z1).
    destruct (IH z1 Hi H1) as [L E]. split; [exact L|]. intros j Hj. rewrite (E j Hj).
    assert (E1 : nth j z1 0 == nth j z 0 + activate (snd bp) (nth i z 0 + fst bp) * (if Nat.eqb j i then 1 else 0)).
    { unfold z1, layer_of_row. rewrite adding_entry by (rewrite ?unit_vector_length; auto).
      rewrite unit_vector_entry by exact Hj.
      rewrite (activate_respects _ _ (nth i z 0 + fst bp)); [reflexivity|]. rewrite dot_unit by exact Hz. reflexivity. }
    destruct (Nat.eqb_spec j i) as [->|N].
    + change (through (bp :: s) (nth i z 0))
        with (through s (nth i z 0 + activate (snd bp) (nth i z 0 + fst bp))).
      apply through_respects. rewrite E1. ring.
    + rewrite E1. ring.
Qed.

(** 'Then stack another 1/delta + 1 layers that quantizes the second row, and so on.' *)
Lemma rows_act : forall d s rows z, NoDup rows -> Forall (fun i => (i < d)%nat) rows -> length z = d ->
  let z' := on_column (flat_map (fun i => map (layer_of_row d i) s) rows) z in
  length z' = d /\
  forall j, (j < d)%nat -> nth j z' 0 == if in_dec Nat.eq_dec j rows then through s (nth j z 0) else nth j z 0.
Proof.
  intros d s rows. induction rows as [|i rows IH]; intros z ND B Hz; cbn [flat_map].
  - split; [exact Hz|]. intros j _. destruct (in_dec Nat.eq_dec j []) as [[]|]; reflexivity.
  - apply NoDup_cons_iff in ND. destruct ND as [Hi ND']. apply Forall_cons_iff in B. destruct B as [Bi B'].
    rewrite on_column_app. destruct (row_layers_act d i s z Bi Hz) as [L1 E1].
    destruct (IH _ ND' B' L1) as [L2 E2]. split; [exact L2|]. intros j Hj. rewrite (E2 j Hj).
    destruct (in_dec Nat.eq_dec j rows) as [I|I], (in_dec Nat.eq_dec j (i :: rows)) as [I'|I'];
      try (exfalso; apply I'; right; exact I).
    + apply through_respects. rewrite (E1 j Hj). destruct (Nat.eqb_spec j i); [subst; contradiction|reflexivity].
    + destruct I' as [->|I']; [|contradiction]. rewrite (E1 j Hj), Nat.eqb_refl. reflexivity.
    + rewrite (E1 j Hj). destruct (Nat.eqb_spec j i); [subst; exfalso; apply I'; left; reflexivity|reflexivity].
Qed.

Lemma all_rows_act : forall d n m step z, length z = d ->
  let z' := on_column (flat_map (one_row d n m step) (seq 0 d)) z in
  length z' = d /\ forall j, (j < d)%nat -> nth j z' 0 == through (steps d n m step) (nth j z 0).
Proof.
  intros d n m step z Hz.
  assert (E : flat_map (one_row d n m step) (seq 0 d) =
              flat_map (fun i => map (layer_of_row d i) (steps d n m step)) (seq 0 d)).
  { apply flat_map_ext. intro i. apply one_row_steps. }
  rewrite E. destruct (rows_act d (steps d n m step) (seq 0 d) z) as [L A]; auto using seq_NoDup.
  - apply Forall_forall. intros i I. apply in_seq in I. lia.
  - split; [exact L|]. intros j Hj. rewrite (A j Hj). destruct (in_dec Nat.eq_dec j (seq 0 d)) as [|N]; [reflexivity|].
    exfalso. apply N, in_seq. lia.
Qed.

(** ** k = 0, 1, ..., 1/delta - 1 *)

Section Quantises.
  Variables (d n m : nat).
  Hypothesis m_positive : (1 <= m)%nat.
  Let dl := delta m.

  (** After the clipping and the layers 0, ..., k - 1: entries in [0, k delta) are quantised, the rest is clipped. *)
  Definition passed (k : nat) (t y : Q) : Prop :=
    (exists j, (j < k)%nat /\ of_nat j * dl <= t /\ t < of_nat j * dl + dl /\ y == of_nat j * dl) \/
    (of_nat k * dl <= t /\ t < 1 /\ y == t) \/
    ((t < 0 \/ 1 <= t) /\ y == outside_level d n m).

  Lemma clipped_first : forall t, passed 0 t (t + activate (clipping d n m) (t + 0)).
  Proof.
    intro t. assert (Z : activate (clipping d n m) (t + 0) == activate (clipping d n m) t).
    { apply activate_respects. ring. }
    unfold passed. right.
    destruct (clipping_value d n m t) as [O I]. change (of_nat 0) with 0.
    destruct (Qlt_le_dec t 0); [right|destruct (Qlt_le_dec t 1); [left|right]].
    - rewrite Z, O by lra. lra.
    - rewrite Z, I by lra. lra.
    - rewrite Z, O by lra. lra.
  Qed.

  (** 'Each layer quantizes X_1 in [k delta, k delta + delta) to k delta, without modifying other intervals.' *)
  Lemma layer_k : forall k t y, passed k t y ->
    passed (S k) t (y + activate (flattening m) (y - of_nat k * dl)).
  Proof.
    intros k t y H. pose proof (delta_positive m m_positive) as P. fold dl in P.
    pose proof (next_multiple m k) as N. fold dl in N.
    destruct (flattening_value m (y - of_nat k * dl) m_positive) as [O I]. fold dl in O, I.
    destruct H as [(j & Hj & A & B & E) | [(A & B & E) | (A & E)]].
    - left. exists j. pose proof (multiples_ascend m m_positive (S j) k Hj) as C. rewrite next_multiple in C.
      fold dl in C.
      repeat split; try lia; try assumption. rewrite O by lra. lra.
    - destruct (Qlt_le_dec t (of_nat k * dl + dl)).
      + left. exists k. repeat split; try lia; try assumption. rewrite I by lra. lra.
      + right. left. rewrite O by lra. repeat split; lra.
    - right. right. split; [exact A|]. pose proof (outside_level_negative m m_positive d n).
      pose proof (multiples_ascend m m_positive 0 k ltac:(lia)) as C. fold dl in C. change (of_nat 0) with 0 in C.
      rewrite O by lra. lra.
  Qed.

  Lemma layers_pass : forall k t y, passed 0 t y ->
    passed k t (through (map (fun j => (- (of_nat j * 1 * dl), flattening m)) (seq 0 k)) y).
  Proof.
    intros k t y H. induction k as [|k IH]; [exact H|].
    rewrite seq_S, map_app. unfold through. rewrite fold_left_app. simpl. apply layer_k in IH.
    revert IH. unfold through.
    set (x := fold_left _ _ y). clearbody x. unfold passed.
    assert (E : x + activate (flattening m) (x + - (of_nat k * 1 * dl))
                == x + activate (flattening m) (x - of_nat k * dl)).
    { rewrite (activate_respects _ (x + - (of_nat k * 1 * dl)) (x - of_nat k * dl)) by ring. reflexivity. }
    intros [(j & Hj & A & B & C) | [(A & B & C) | (A & C)]]; rewrite <- E in C;
      [left; exists j | right; left | right; right]; auto.
  Qed.

  Lemma passed_all : forall t y, passed m t y -> quantised_to d n m t y.
  Proof.
    intros t y H. pose proof (delta_positive m m_positive) as P. fold dl in P.
    assert (M : of_nat m * dl == 1) by (apply m_times_delta, m_positive).
    unfold quantised_to. fold dl. split.
    - intros k Hk [A B]. destruct H as [(j & Hj & C & D & E) | [(C & D & E) | (C & E)]].
      + rewrite E. destruct (lt_eq_lt_dec j k) as [[J| ->]|J]; [exfalso| reflexivity |exfalso].
        * pose proof (multiples_ascend m m_positive (S j) k J) as F. rewrite next_multiple in F. fold dl in F. lra.
        * pose proof (multiples_ascend m m_positive (S k) j J) as F. rewrite next_multiple in F. fold dl in F. lra.
      + exfalso. lra.
      + exfalso. pose proof (multiples_ascend m m_positive (S k) m Hk) as F. rewrite next_multiple in F. fold dl in F.
    pose proof (multiples_ascend m m_positive 0 k ltac:(lia)) as G. fold dl in G. change (of_nat 0) with 0 in G.
        lra.
    - intros N. destruct H as [(j & Hj & C & D & E) | [(C & D & E) | (C & E)]].
      + exfalso. apply (N j Hj). split; lra.
      + exfalso. lra.
      + exact E.
  Qed.

  Theorem entry_quantised : forall t, quantised_to d n m t (through (steps d n m 1) t).
  Proof. intro t. apply passed_all. unfold steps. simpl. apply (layers_pass m), clipped_first. Qed.

  (** An entry of the result is -delta^(-nd) or one of 0, delta, ..., 1 - delta. *)
  Lemma passed_level : forall t y, passed m t y ->
    exists k, (k = special d n m \/ 0 <= k < Z.of_nat m)%Z /\ y == inject_Z k * dl.
  Proof.
    intros t y H. assert (M : of_nat m * dl == 1) by (apply m_times_delta, m_positive).
    destruct H as [(j & Hj & C & D & E) | [(C & D & E) | (C & E)]].
    - exists (Z.of_nat j). split; [right; lia|]. exact E.
    - exfalso. lra.
    - exists (special d n m). split; [left; reflexivity|]. rewrite E. unfold outside_level, special.
      rewrite inject_Z_opp, inject_Z_mult. unfold D. rewrite Nat2Z.inj_pow, <- Z.pow_mul_r by lia.
      replace (Z.of_nat d * Z.of_nat n)%Z with (Z.of_nat (n * d)) by lia. fold (of_nat m).
      transitivity (- ((of_nat m * dl) * inject_Z (Z.of_nat m ^ Z.of_nat (n * d)))); [rewrite M|]; ring.
  Qed.

  Lemma entry_level : forall t,
    exists k, (k = special d n m \/ 0 <= k < Z.of_nat m)%Z /\ through (steps d n m 1) t == inject_Z k * dl.
  Proof. intro t. apply (passed_level t). unfold steps. simpl. apply (layers_pass m), clipped_first. Qed.
End Quantises.

(** ** Counts *)

Lemma feed_forward_only : forall N, Forall (fun l => is_attention l = false) N ->
  attention_layers N = 0%nat /\ feed_forward_layers N = length N.
Proof.
  intros N H. unfold attention_layers, feed_forward_layers.
  induction H as [|l N Hl _ [IH1 IH2]]; simpl; [auto|]. rewrite Hl. simpl. auto.
Qed.

Lemma rows_feed_forward : forall d n m step rows,
  Forall (fun l => is_attention l = false) (flat_map (one_row d n m step) rows).
Proof.
  intros. apply Forall_forall. intros l I. apply in_flat_map in I. destruct I as (i & _ & I).
  destruct I as [<-|I]; [reflexivity|]. apply in_map_iff in I. destruct I as (j & <- & _). reflexivity.
Qed.

Lemma rows_in_Phi : forall d n m step rows, (1 <= m)%nat -> in_Phi_throughout (flat_map (one_row d n m step) rows).
Proof.
  intros. apply Forall_forall. intros l I. apply in_flat_map in I. destruct I as (i & _ & I).
  destruct I as [<-|I]; [apply clipping_in_Phi|]. apply in_map_iff in I. destruct I as (j & <- & _).
  apply flattening_in_Phi. assumption.
Qed.

Lemma rows_length : forall d n m step rows, length (flat_map (one_row d n m step) rows) = (length rows * (m + 1))%nat.
Proof.
  intros. induction rows as [|i rows IH]; [reflexivity|]. cbn [flat_map]. rewrite app_length, IH. unfold one_row.
  cbn [length]. rewrite map_length, seq_length. lia.
Qed.

(** ** Lemma 7 *)

(** A column each of whose entries has a level. *)
Lemma levels_of_column : forall (P : Z -> Prop) dl z,
  (forall j, (j < length z)%nat -> exists k, P k /\ nth j z 0 == inject_Z k * dl) ->
  exists c, length c = length z /\ Forall P c /\ Forall2 Qeq z (map (fun k => inject_Z k * dl) c).
Proof.
  intros P dl z. induction z as [|x z IH]; intros H.
  - exists []. repeat split; constructor.
  - destruct (H 0%nat ltac:(simpl; lia)) as (k & Pk & Ek).
    destruct IH as (c & L & F & E); [intros j Hj; apply (H (S j)); simpl; lia|].
    exists (k :: c). repeat split; simpl; [congruence | constructor; assumption | constructor; assumption].
Qed.

Theorem lemma_7_holds : lemma_7.
Proof.
  intros d n m Hm.
  destruct (feed_forward_only (g_q d n m) (rows_feed_forward _ _ _ _ _)) as [NA NF].
  split; [rewrite NF; unfold g_q; rewrite rows_length, seq_length; lia|].
  split; [exact NA|]. split; [apply rows_in_Phi; exact Hm|].
  intros X HX. unfold g_q. rewrite run_token_wise by apply rows_feed_forward. split.
  - induction HX as [|x X Hx _ IH]; constructor; [|exact IH].
    destruct (all_rows_act d n m 1 x Hx) as [L E]. apply entries_equal; [congruence|]. intros j Hj.
    destruct (entry_quantised d n m Hm (nth j x 0)) as [I O]. specialize (E j ltac:(congruence)).
    split; intros; rewrite E; auto.
  - intro Hn.
    assert (G : exists L, Forall (fun c => length c = d) L /\ length L = length X /\
                Forall (Forall (fun k => k = special d n m \/ 0 <= k < Z.of_nat m)%Z) L /\
                Forall2 (Forall2 Qeq) (map (on_column (flat_map (one_row d n m 1) (seq 0 d))) X) (in_unit_1 m L)).
    { clear Hn. induction HX as [|x X Hx _ (L & W & S & F & E)].
      - exists []. repeat split; constructor.
      - destruct (all_rows_act d n m 1 x Hx) as [Lx Ex].
        destruct (levels_of_column (fun k => k = special d n m \/ 0 <= k < Z.of_nat m)%Z (delta m)
                   (on_column (flat_map (one_row d n m 1) (seq 0 d)) x)) as (c & Lc & Fc & Ec).
        + intros j Hj. rewrite Lx in Hj. destruct (entry_level d n m Hm (nth j x 0)) as (k & Pk & Ek).
          exists k. split; [exact Pk|]. rewrite (Ex j Hj). exact Ek.
        + exists (c :: L). split; [constructor; [congruence | exact W]|]. split; [simpl; congruence|].
          split; constructor; assumption. }
    destruct G as (L & W & S & F & E). exists L. split; [|exact E]. split; [split|exact F]; [|exact W].
    etransitivity; [exact S | exact Hn].
Qed.

(** ** k = 0, delta, ..., 1 - delta *)

(** The layer k = 0 leaves delta, the next one makes delta^2 of it, the others leave delta^2. *)
Lemma printed_steps : forall d n m, (2 <= m)%nat ->
  through (steps d n m (delta m)) (delta m) == delta m * delta m.
Proof.
  intros d n m Hm. assert (Hm1 : (1 <= m)%nat) by lia. set (dl := delta m).
  assert (P : 0 < dl) by (apply delta_positive, Hm1).
  assert (M : of_nat m * dl == 1) by (apply m_times_delta, Hm1).
  assert (H : 2 * dl <= 1).
  { rewrite <- M. apply Qmult_le_compat_r; [apply (of_nat_le 2 m Hm) | lra]. }
  assert (HH : 2 * (dl * dl) <= dl) by nra. assert (PP : 0 < dl * dl) by nra.
  destruct m as [|[|m']]; try lia. set (m := S (S m')) in *.
  unfold steps. change (seq 0 m) with (0%nat :: 1%nat :: seq 2 m'). cbn [map through fold_left fst snd].
  set (y0 := dl + activate (clipping d n m) (dl + 0)).
  assert (E0 : y0 == dl).
  { unfold y0. destruct (clipping_value d n m (dl + 0)) as [_ I]. rewrite I by lra. lra. }
  set (y1 := y0 + activate (flattening m) (y0 + - (of_nat 0 * dl * dl))).
  assert (E1 : y1 == dl).
  { unfold y1. destruct (flattening_value m (y0 + - (of_nat 0 * dl * dl)) Hm1) as [O _]. fold dl in O.
    change (of_nat 0) with 0 in *. rewrite O by lra. lra. }
  set (y2 := y1 + activate (flattening m) (y1 + - (of_nat 1 * dl * dl))).
  assert (E2 : y2 == dl * dl).
  { unfold y2. destruct (flattening_value m (y1 + - (of_nat 1 * dl * dl)) Hm1) as [_ I]. fold dl in I.
    change (of_nat 1) with 1 in *. rewrite I by lra. lra. }
  assert (G : forall ks y, Forall (fun k => (2 <= k)%nat) ks -> y == dl * dl ->
             through (map (fun j => (- (of_nat j * dl * dl), flattening m)) ks) y == dl * dl).
  { induction ks as [|k ks IH]; intros y B E; [exact E|]. inversion B as [|? ? Bk B']; subst.
    apply IH; [exact B'|]. cbn [fst snd].
    destruct (flattening_value m (y + - (of_nat k * dl * dl)) Hm1) as [O _].
    pose proof (of_nat_le 2 k Bk) as K. change (of_nat 2) with 2 in K.
    assert (2 * (dl * dl) <= of_nat k * (dl * dl)) by (apply Qmult_le_compat_r; lra).
    rewrite O by (left; lra). lra. }
  apply G; [|exact E2]. apply Forall_forall. intros k I. apply in_seq in I. lia.
Qed.

Lemma delta_at_most_half : forall m, (2 <= m)%nat -> 2 * delta m <= 1.
Proof.
  intros m Hm. assert (Hm1 : (1 <= m)%nat) by lia. rewrite <- (m_times_delta m Hm1).
  apply Qmult_le_compat_r; [apply (of_nat_le 2 m Hm) | apply Qlt_le_weak, delta_positive, Hm1].
Qed.

Lemma repeat_entry : forall d (x : Q) j, (j < d)%nat -> nth j (repeat x d) 0 = x.
Proof. induction d as [|d IH]; intros x [|j] H; simpl; try lia; auto. apply IH. lia. Qed.

Theorem lemma_7_printed_range_fails_holds : lemma_7_printed_range_fails.
Proof.
  intros d n m Hd Hn Hm X.
  assert (E : Forall2 (Forall2 Qeq) (run (g_q_as_printed d n m) X) (repeat (repeat (delta m * delta m) d) n)).
  { unfold g_q_as_printed. rewrite run_token_wise by apply rows_feed_forward. unfold X.
    destruct (all_rows_act d n m (delta m) (repeat (delta m) d)) as [L A]; [apply repeat_length|].
    revert L A. generalize (flat_map (one_row d n m (delta m)) (seq 0 d)). intros N L A.
    assert (C : Forall2 Qeq (on_column N (repeat (delta m) d)) (repeat (delta m * delta m) d)).
    { apply entries_equal; rewrite L; [symmetry; apply repeat_length|]. intros j Hj. rewrite (A j Hj).
      rewrite !repeat_entry by exact Hj. apply printed_steps, Hm. }
    clear A L Hn X. induction n; simpl; constructor; assumption. }
  split; [|exact E]. intro Q. unfold X in *. destruct n as [|n']; [lia|]. destruct d as [|d']; [lia|].
  assert (Hm1 : (1 <= m)%nat) by lia. pose proof (delta_positive m Hm1). pose proof (delta_at_most_half m Hm).
  revert Q E. generalize (run (g_q_as_printed (S d') (S n') m) (repeat (repeat (delta m) (S d')) (S n'))).
  intros Y Q E. inversion Q as [|? y ? ? Qy _]; subst. inversion E as [|? ? ? ? Ecol _]; subst.
  inversion Qy as [|? e ? ? Qe _]; subst. inversion Ecol as [|? ? ? ? Ee _]; subst.
  destruct Qe as [I _]. specialize (I 1%nat ltac:(lia)). change (of_nat 1) with 1 in I.
  assert (F : e == 1 * delta m) by (apply I; split; lra). rewrite F in Ee. nra.
Qed.
