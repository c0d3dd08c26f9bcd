(** * StepsFeedForward: the steps of Lemma 7, App. E.1.1 and E.2

    The layers of g_q act on a column alone, so a column x stands for any input. *)

From Coq Require Import ZArith QArith List Bool Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Terms Simulation FeedForwardLayers Lemma7.
From Exactua Require Import StepTools Exported.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** A column, layer by layer *)

Lemma entry_column : forall (x : vector) row, entry [x] row 1 = nth (Z.to_nat (row - 1)) x 0.
Proof. reflexivity. Qed.

Lemma run_column : forall N x, Forall (fun l => is_attention l = false) N -> run N [x] = [on_column N x].
Proof. intros N x H. now rewrite run_token_wise. Qed.

Lemma after_column : forall N k x, Forall (fun l => is_attention l = false) N ->
  after N k [x] = [on_column (firstn k N) x].
Proof.
  intros N k x H. unfold after. apply run_column. rewrite <- (firstn_skipn k N) in H. now apply Forall_app in H.
Qed.

(** The layers up to the one with number p of row r, rows and layers of a row counted from 0. *)
Lemma first_rows : forall d n m step r p, (r < d)%nat -> (p <= m + 1)%nat ->
  firstn (r * (m + 1) + p) (flat_map (one_row d n m step) (seq 0 d)) =
  flat_map (one_row d n m step) (seq 0 r) ++ firstn p (one_row d n m step r).
Proof.
  intros d n m step r p Hr Hp. replace d with (r + S (d - r - 1))%nat at 2 by lia.
  rewrite seq_app, flat_map_app. cbn [seq flat_map].
  pose proof (rows_length d n m step (seq 0 r)) as Hl. rewrite seq_length in Hl.
  rewrite firstn_app, Hl, firstn_all2 by lia. f_equal.
  replace (r * (m + 1) + p - r * (m + 1))%nat with p by lia.
  assert (H1 : length (one_row d n m step r) = (m + 1)%nat)
    by (unfold one_row; cbn [length]; rewrite map_length, seq_length; lia).
  rewrite Nat.add_0_l, firstn_app. replace (p - length (one_row d n m step r))%nat with 0%nat by lia.
  cbn [firstn]. now rewrite app_nil_r.
Qed.

Lemma whole_rows : forall d n m step i, (i <= d)%nat ->
  firstn (i * (m + 1)) (flat_map (one_row d n m step) (seq 0 d)) = flat_map (one_row d n m step) (seq 0 i).
Proof.
  intros d n m step i Hi. replace d with (i + (d - i))%nat at 2 by lia. rewrite seq_app, flat_map_app.
  pose proof (rows_length d n m step (seq 0 i)) as Hl. rewrite seq_length in Hl.
  rewrite firstn_app, Hl, firstn_all2 by lia. replace (i * (m + 1) - i * (m + 1))%nat with 0%nat by lia.
  cbn [firstn]. now rewrite app_nil_r.
Qed.

Lemma rows_before : forall d n m step i x, (i <= d)%nat -> length x = d ->
  let y := on_column (flat_map (one_row d n m step) (seq 0 i)) x in
  length y = d /\ forall r, (r < d)%nat ->
  nth r y 0 == if (r <? i)%nat then through (steps d n m step) (nth r x 0) else nth r x 0.
Proof.
  intros d n m step i x Hi Hx.
  assert (E : flat_map (one_row d n m step) (seq 0 i) =
              flat_map (fun i => map (layer_of_row d i) (steps d n m step)) (seq 0 i))
    by (apply flat_map_ext; intro; apply one_row_steps).
  rewrite E. destruct (rows_act d (steps d n m step) (seq 0 i) x (seq_NoDup _ _)) as [L A]; [| exact Hx |].
  - apply Forall_forall. intros k Hk. apply in_seq in Hk. lia.
  - split; [exact L |]. intros r Hr. rewrite (A r Hr).
    destruct (in_dec Nat.eq_dec r (seq 0 i)) as [I | I]; rewrite in_seq in I; destruct (Nat.ltb_spec r i);
      try reflexivity; lia.
Qed.

(** Within row r. *)
Lemma row_so_far : forall d n m step r p x, (r < d)%nat -> (p <= m + 1)%nat -> length x = d ->
  nth r (on_column (firstn (r * (m + 1) + p) (flat_map (one_row d n m step) (seq 0 d))) x) 0 ==
  through (firstn p (steps d n m step)) (nth r x 0).
Proof.
  intros d n m step r p x Hr Hp Hx. rewrite first_rows, on_column_app by assumption.
  destruct (rows_before d n m step r x ltac:(lia) Hx) as [L A].
  rewrite one_row_steps, firstn_map.
  destruct (row_layers_act d r (firstn p (steps d n m step)) _ Hr L) as [_ B].
  rewrite (B r Hr), Nat.eqb_refl. apply through_respects. rewrite (A r Hr), Nat.ltb_irrefl. reflexivity.
Qed.

(** The whole network. *)
Lemma all_rows : forall (d n m : nat) step row (x : vector), (1 <= row <= d)%Z -> length x = d ->
  entry (run (flat_map (one_row d n m step) (seq 0 d)) [x]) row 1 == through (steps d n m step) (entry [x] row 1).
Proof.
  intros d n m step row x Hrow Hx. rewrite run_column by apply rows_feed_forward. rewrite !entry_column.
  destruct (all_rows_act d n m step x Hx) as [_ A]. apply A. lia.
Qed.

(** ** g_q^ent *)

Definition quantised_sum (d n m : nat) (t : Q) : Q :=
  total 0 (m - 1) (fun k => if ((Qle_bool (inject_Z k / inject_Z m) t) && (Qlt_bool t (inject_Z (k + 1) / inject_Z m)))
    then inject_Z k / inject_Z m else 0) + inject_Z (if ((Qlt_bool t 0) || (Qle_bool 1 t)) then - m ^ (n * d) else 0).

Lemma over_m : forall k m : nat, inject_Z k / inject_Z m == of_nat k * delta m.
Proof. intros k m. unfold delta, of_nat, Qdiv. ring. Qed.

Lemma Qlt_bool_iff : forall a b, Qlt_bool a b = true <-> a < b.
Proof.
  intros a b. unfold Qlt_bool. destruct (Qle_bool b a) eqn:E; cbn [negb].
  - apply Qle_bool_iff in E. split; [discriminate | lra].
  - apply Qle_bool_false in E. tauto.
Qed.

Lemma both_bools : forall a t b, (Qle_bool a t && Qlt_bool t b = true <-> a <= t /\ t < b).
Proof. intros. now rewrite andb_true_iff, Qle_bool_iff, Qlt_bool_iff. Qed.

Lemma outside_bools : forall t, (Qlt_bool t 0 || Qle_bool 1 t = true <-> t < 0 \/ 1 <= t).
Proof. intros. now rewrite orb_true_iff, Qle_bool_iff, Qlt_bool_iff. Qed.

(** A sum with one term that is not 0. *)
Lemma total_one : forall lo hi f k v, (lo <= k <= hi)%Z -> f k == v ->
  (forall i, (lo <= i <= hi)%Z -> i <> k -> f i == 0) -> total lo hi f == v.
Proof.
  intros lo hi f k v Hk Ek E0. unfold total.
  assert (N : NoDup (range lo hi)).
  { unfold range. apply FinFun.Injective_map_NoDup; [intros a b; lia | apply seq_NoDup]. }
  assert (A : forall i, In i (range lo hi) -> i <> k -> f i == 0) by (intros; apply E0; [apply in_range |]; assumption).
  apply in_range in Hk. induction (range lo hi) as [| i l IH]; [destruct Hk |]. cbn [map fold_right].
  apply NoDup_cons_iff in N as [Ni N]. destruct (Z.eq_dec i k) as [-> | Nk].
  - rewrite Ek. assert (Z : fold_right Qplus 0 (map f l) == 0); [| rewrite Z; ring].
    assert (A' : forall i, In i l -> f i == 0)
      by (intros i Hi; apply A; [now right | intros ->; contradiction]).
    clear - A'. induction l as [| i l IH]; [reflexivity |]. cbn [map fold_right].
    rewrite (A' i (or_introl eq_refl)), IH by (intros; apply A'; now right). ring.
  - rewrite (A i (or_introl eq_refl) Nk). destruct Hk as [-> | Hk]; [contradiction |].
    rewrite IH; [ring | assumption | assumption |]. intros j Hj. apply A. now right.
Qed.

Lemma total_none : forall lo hi f, (forall i, (lo <= i <= hi)%Z -> f i == 0) -> total lo hi f == 0.
Proof.
  intros lo hi f H. unfold total.
  assert (A : forall i, In i (range lo hi) -> f i == 0) by (intros; apply H, in_range; assumption).
  induction (range lo hi) as [| i l IH]; [reflexivity |]. cbn [map fold_right].
  rewrite (A i (or_introl eq_refl)), IH by (intros; apply A; now right). ring.
Qed.

Section Entry.
  Variables (d n m : nat) (t : Q).
  Hypothesis one_m : (1 <= m)%nat.
  Local Notation dl := (delta m).

  Lemma is_outside_level : inject_Z (- m ^ (n * d)) == outside_level d n m.
  Proof. unfold outside_level. rewrite inject_Z_opp, Nat2Z.inj_mul. reflexivity. Qed.

  (** Intervals do not meet. *)
  Lemma one_interval : forall j k, of_nat j * dl <= t -> t < of_nat j * dl + dl -> of_nat k * dl <= t ->
    t < of_nat k * dl + dl -> j = k.
  Proof.
    intros j k A B C E. destruct (lt_eq_lt_dec j k) as [[J | J] | J]; [exfalso | assumption | exfalso].
    - pose proof (multiples_ascend m one_m (S j) k J) as F. rewrite next_multiple in F. fold dl in F. lra.
    - pose proof (multiples_ascend m one_m (S k) j J) as F. rewrite next_multiple in F. fold dl in F. lra.
  Qed.

  Lemma interval_bounds : forall j, (j < m)%nat -> 0 <= of_nat j * dl /\ of_nat j * dl + dl <= 1.
  Proof.
    intros j Hj. pose proof (multiples_ascend m one_m 0 j ltac:(lia)) as A.
    pose proof (multiples_ascend m one_m (S j) m Hj) as B. pose proof (m_times_delta m one_m).
    rewrite next_multiple in B. fold dl in A, B, H. change (of_nat 0) with 0 in A. lra.
  Qed.

  Lemma sum_in_interval : forall j, (j < m)%nat -> of_nat j * dl <= t -> t < of_nat j * dl + dl ->
    quantised_sum d n m t == of_nat j * dl.
  Proof.
    intros j Hj A B. unfold quantised_sum. pose proof (interval_bounds j Hj) as [L U].
    destruct (Qlt_bool t 0 || Qle_bool 1 t) eqn:O; [apply outside_bools in O; exfalso; lra |].
    rewrite (total_one 0 (m - 1) _ j (of_nat j * dl)); [change (inject_Z 0) with 0; ring | lia | |].
    - destruct (_ && _) eqn:E; [apply over_m |]. exfalso. apply Bool.not_true_iff_false in E. apply E, both_bools.
      rewrite over_m. replace (j + 1)%Z with (Z.of_nat (S j)) by lia. rewrite over_m, next_multiple. fold dl. lra.
    - intros i Hi Ni. destruct (_ && _) eqn:E; [| reflexivity]. exfalso. apply both_bools in E as [C F].
      replace i with (Z.of_nat (Z.to_nat i)) in C, F, Ni by lia.
      replace (Z.to_nat i + 1)%Z with (Z.of_nat (S (Z.to_nat i))) in F by lia.
      rewrite over_m in C, F. rewrite next_multiple in F. fold dl in C, F. apply Ni. f_equal.
      now apply one_interval.
  Qed.

  Lemma sum_outside : (t < 0 \/ 1 <= t) -> quantised_sum d n m t == outside_level d n m.
  Proof.
    intros H. unfold quantised_sum. rewrite (proj2 (outside_bools t) H), is_outside_level.
    rewrite total_none; [ring |]. intros i Hi. destruct (_ && _) eqn:E; [| reflexivity]. exfalso.
    apply both_bools in E as [C F]. replace i with (Z.of_nat (Z.to_nat i)) in C, F by lia.
    replace (Z.to_nat i + 1)%Z with (Z.of_nat (S (Z.to_nat i))) in F by lia.
    rewrite over_m in C, F. rewrite next_multiple in F. fold dl in C, F.
    pose proof (interval_bounds (Z.to_nat i) ltac:(lia)). lra.
  Qed.

  Definition clipped (t : Q) : Q := if Qlt_bool t 0 || Qle_bool 1 t then inject_Z (- m ^ (n * d)) else t.

  Lemma clipped_outside : (t < 0 \/ 1 <= t) -> clipped t == outside_level d n m.
  Proof. intros H. unfold clipped. now rewrite (proj2 (outside_bools t) H), is_outside_level. Qed.

  Lemma clipped_inside : 0 <= t -> t < 1 -> clipped t == t.
  Proof.
    intros A B. unfold clipped. destruct (_ || _) eqn:O; [apply outside_bools in O; exfalso; lra | reflexivity].
  Qed.

  Lemma passed_respects : forall k y y', y == y' -> passed d n m k t y -> passed d n m k t y'.
  Proof.
    intros k y y' E [(j & Hj & A & B & C) | [(A & B & C) | (A & C)]]; rewrite E in C;
      [left; exists j | right; left | right; right]; auto.
  Qed.

  (** After the clipping and the first k other layers. *)
  Lemma passed_value : forall k y, (k <= m)%nat -> passed d n m k t y ->
    y == if Qle_bool 0 t && Qlt_bool t (inject_Z k / inject_Z m) then quantised_sum d n m t else clipped t.
  Proof.
    intros k y Hk H. pose proof (delta_positive m one_m) as P. fold dl in P. destruct (_ && _) eqn:E.
    - apply both_bools in E as [A B]. rewrite over_m in B. fold dl in B.
      destruct H as [(j & Hj & C & F & ->) | [(C & F & _) | (C & _)]].
      + symmetry. apply sum_in_interval; [lia | exact C | exact F].
      + exfalso. fold dl in C. lra.
      + exfalso. pose proof (multiples_ascend m one_m k m Hk) as G. rewrite (m_times_delta m one_m) in G.
        fold dl in G. lra.
    - apply Bool.not_true_iff_false in E. destruct H as [(j & Hj & C & F & ->) | [(C & F & ->) | (C & ->)]].
      + exfalso. apply E, both_bools. rewrite over_m. fold dl in C, F |- *.
        pose proof (interval_bounds j ltac:(lia)). pose proof (multiples_ascend m one_m (S j) k Hj) as G.
        rewrite next_multiple in G. fold dl in G. lra.
      + symmetry. apply clipped_inside; [| exact F]. pose proof (multiples_ascend m one_m 0 k ltac:(lia)) as G.
        change (of_nat 0) with 0 in G. fold dl in C, G. lra.
      + symmetry. apply clipped_outside, C.
  Qed.

  Lemma first_steps : forall k, (k <= m)%nat ->
    passed d n m k t (through (firstn (S k) (steps d n m 1)) t).
  Proof.
    intros k Hk. unfold steps. cbn [firstn]. rewrite firstn_map.
    replace (firstn k (seq 0 m)) with (seq 0 k).
    - apply (layers_pass d n m one_m), clipped_first.
    - replace m with (k + (m - k))%nat by lia. rewrite seq_app, firstn_app, seq_length, Nat.sub_diag. cbn [firstn].
      now rewrite app_nil_r, firstn_all2 by now rewrite seq_length.
  Qed.

  Lemma entry_is : through (steps d n m 1) t == quantised_sum d n m t.
  Proof.
    pose proof (first_steps m (le_n m)) as H. rewrite firstn_all2 in H
      by (unfold steps; cbn [length]; now rewrite map_length, seq_length).
    pose proof (passed_value m _ (le_n m) H) as E. rewrite E.
    destruct (_ && _) eqn:B; [reflexivity |]. apply Bool.not_true_iff_false in B.
    assert (O : t < 0 \/ 1 <= t).
    { destruct (Qlt_le_dec t 0) as [A | A]; [now left |]. destruct (Qlt_le_dec t 1) as [C | C]; [| now right].
      exfalso. apply B, both_bools. rewrite over_m, (m_times_delta m one_m). now split. }
    rewrite clipped_outside, sum_outside by exact O. reflexivity.
  Qed.

  (** Every t is outside of [0, 1) or in one of the intervals. *)
  Lemma cases : (t < 0 \/ 1 <= t) \/ exists j, (j < m)%nat /\ of_nat j * dl <= t /\ t < of_nat j * dl + dl.
  Proof.
    destruct (first_steps m (le_n m)) as [(j & Hj & A & B & _) | [(A & B & _) | (A & _)]].
    - right. exists j. now split.
    - rewrite (m_times_delta m one_m) in A. left. now right.
    - now left.
  Qed.
End Entry.

(** ** The statement *)

Ltac column := intros d n m Hd Hn Hm _ row x Hrow Hx.

Theorem yun2020_lemma7_quantises_proved : yun2020_lemma7_quantises.
Proof. column. cbv zeta. unfold g_q. rewrite all_rows by assumption. apply entry_is. lia. Qed.

Theorem yun2020_lemma7_range_of_k_repaired_proved : yun2020_lemma7_range_of_k_repaired.
Proof. exact yun2020_lemma7_quantises_proved. Qed.

Lemma g_q_layers : forall d n m, Z.of_nat (feed_forward_layers (g_q d n m)) = (d * m + d)%Z.
Proof.
  intros d n m. destruct (feed_forward_only (g_q d n m) (rows_feed_forward _ _ _ _ _)) as [_ ->].
  unfold g_q. rewrite rows_length, seq_length. lia.
Qed.

Theorem yun2020_lemma7_layers_proved : yun2020_lemma7_layers.
Proof. intros d n m _ _ _ _. apply g_q_layers. Qed.

Theorem yun2020_lemma7_token_wise_proved : yun2020_lemma7_token_wise.
Proof.
  intros d n m _ _ _ _. destruct (feed_forward_only (g_q d n m) (rows_feed_forward _ _ _ _ _)) as [-> _]. reflexivity.
Qed.

Theorem yun2020_lemma7_hidden_size_proved : yun2020_lemma7_hidden_size.
Proof. intros d n m Hd _ Hm _. unfold hidden_size. pose proof (g_q_layers d n m). nia. Qed.

(** A layer whose activation is in Phi. *)
Definition fine (l : layer) : bool :=
  match l with FeedForward f => Terms.in_Phi (activation f) | Attention _ => true end.

Lemma all_fine : forall N, Forall (fun l => fine l = true) N -> Z.of_nat (activations_outside_Phi N) = 0%Z.
Proof.
  intros N H. unfold activations_outside_Phi. induction H as [| l N Hl _ IH]; [reflexivity |]. cbn [filter].
  destruct l as [h | f]; [exact IH |]. cbn [fine] in Hl. rewrite Hl. exact IH.
Qed.

Lemma rows_fine : forall d n m step rows, Forall (fun l => fine l = true) (flat_map (one_row d n m step) rows).
Proof.
  intros. apply Forall_forall. intros l I. apply in_flat_map in I as (i & _ & I).
  destruct I as [<- | I]; [reflexivity |]. apply in_map_iff in I as (j & <- & _). reflexivity.
Qed.

Theorem yun2020_lemma7_activations_proved : yun2020_lemma7_activations.
Proof. intros d n m _ _ _ _. apply all_fine, rows_fine. Qed.

Theorem yun2020_lemma7_clipping_in_phi_proved : yun2020_lemma7_clipping_in_phi.
Proof.
  intros d n m _ _ _ _. apply all_fine, Forall_forall. intros l I.
  apply in_map_iff in I as (i & <- & _). reflexivity.
Qed.

Theorem yun2020_lemma7_flattening_in_phi_proved : yun2020_lemma7_flattening_in_phi.
Proof.
  intros d n m _ _ _ _. apply all_fine, Forall_forall. intros l I.
  apply in_map_iff in I as (i & <- & _). reflexivity.
Qed.

(** ** E.1.1 *)

Theorem yun2020_lemma7_cubes_proved : yun2020_lemma7_cubes.
Proof.
  column. cbv zeta. intros k Hk. destruct (_ && _) eqn:E; [| reflexivity]. apply both_bools in E as [A B].
  unfold g_q. rewrite all_rows, entry_is by (lia || assumption).
  replace k with (Z.of_nat (Z.to_nat k)) in * by lia. change 1 with (inject_Z (Z.of_nat 1)) in B.
  rewrite !over_m in *. change (of_nat 1) with 1 in B. rewrite Qmult_1_l in B.
  apply sum_in_interval; [lia | lia | exact A | exact B].
Qed.

Theorem yun2020_lemma7_elements_outside_proved : yun2020_lemma7_elements_outside.
Proof.
  column. cbv zeta. intros H. unfold g_q. rewrite all_rows, entry_is by (lia || assumption).
  rewrite is_outside_level. apply sum_outside; [lia |]. destruct H as [H | H]; [now left | right; apply Qlt_le_weak, H].
Qed.

Theorem yun2020_lemma7_indicating_repaired_proved : yun2020_lemma7_indicating_repaired.
Proof.
  column. cbv zeta. intros H. unfold g_q in H. rewrite all_rows, entry_is in H by (lia || assumption).
  rewrite is_outside_level in H. pose proof (outside_level_negative m ltac:(lia) d n) as N.
  destruct (cases d n m (entry [x] row 1) ltac:(lia)) as [C | (j & Hj & A & B)].
  - destruct C as [C | C]; [tauto |]. apply Qle_lteq in C as [C | C]; [tauto | right; now symmetry].
  - exfalso. rewrite (sum_in_interval d n m _ ltac:(lia) j Hj A B) in H.
    pose proof (interval_bounds m ltac:(lia) j Hj). lra.
Qed.

(** 1 is in [0, 1], but not in [0, 1). *)
Theorem yun2020_lemma7_indicating_refuted : ~ yun2020_lemma7_indicating.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) 1%Z [1] ltac:(lia) eq_refl).
  cbv zeta in H. destruct H as [H | H]; [vm_compute; reflexivity | |]; vm_compute in H; discriminate H.
Qed.

(** ** E.2: row after row *)

Lemma capped : forall i k : Z, (i <= k)%Z -> (if (i <=? k)%Z then i else k) = i.
Proof. intros i k H. destruct (Z.leb_spec i k); lia. Qed.

Theorem yun2020_lemma7_layers_a_row_proved : yun2020_lemma7_layers_a_row.
Proof.
  column. cbv zeta. intros i Hi. rewrite capped by (rewrite g_q_layers; nia).
  unfold g_q. rewrite after_column by apply rows_feed_forward.
  replace (Z.to_nat (i * (m + 1))) with (Z.to_nat i * (m + 1))%nat by nia. rewrite whole_rows, !entry_column by lia.
  destruct (rows_before d n m 1 (Z.to_nat i) x ltac:(lia) Hx) as [_ A]. rewrite A by lia.
  destruct (Nat.ltb_spec (Z.to_nat (row - 1)) (Z.to_nat i)), (Z.ltb_spec i row); try lia; [| reflexivity].
  apply entry_is. lia.
Qed.

Theorem yun2020_lemma7_other_rows_proved : yun2020_lemma7_other_rows.
Proof.
  column. cbv zeta. intros i Hi Ni. unfold g_q. rewrite !after_column by apply rows_feed_forward.
  replace (Z.to_nat (i * (m + 1))) with (Z.to_nat i * (m + 1))%nat by nia.
  replace (Z.to_nat ((i - 1) * (m + 1))) with (Z.to_nat (i - 1) * (m + 1))%nat by nia.
  rewrite !whole_rows, !entry_column by lia.
  destruct (rows_before d n m 1 (Z.to_nat i) x ltac:(lia) Hx) as [_ A].
  destruct (rows_before d n m 1 (Z.to_nat (i - 1)) x ltac:(lia) Hx) as [_ B]. rewrite A, B by lia.
  destruct (Nat.ltb_spec (Z.to_nat (row - 1)) (Z.to_nat i)), (Nat.ltb_spec (Z.to_nat (row - 1)) (Z.to_nat (i - 1)));
    try lia; reflexivity.
Qed.

(** After the first layers of a row. *)
Lemma within_row : forall (d n m : nat) row (x : vector) (i : Z) (k : nat), (2 <= m)%nat ->
  (1 <= row <= d)%Z -> length x = d -> (k <= m)%nat ->
  i = ((row - 1) * (m + 1) + k + 1)%Z ->
  let t := entry [x] row 1 in
  passed d n m k t (entry (after (g_q d n m) (Z.to_nat (if (i <=? Z.of_nat (feed_forward_layers (g_q d n m)))%Z then i
    else Z.of_nat (feed_forward_layers (g_q d n m)))) [x]) row 1).
Proof.
  intros d n m row x i k Hm Hrow Hx Hk Hi t. rewrite capped by (rewrite g_q_layers; nia). subst i.
  replace (Z.to_nat ((row - 1) * (m + 1) + k + 1)) with (Z.to_nat (row - 1) * (m + 1) + S k)%nat by nia.
  unfold g_q. rewrite after_column, entry_column by apply rows_feed_forward.
  pose proof (row_so_far d n m 1 (Z.to_nat (row - 1)) (S k) x ltac:(lia) ltac:(lia) Hx) as E.
  pose proof (first_steps d n m t ltac:(lia) k Hk) as P. unfold t in P at 2. rewrite entry_column in P.
  exact (passed_respects d n m t k _ _ (Qeq_sym _ _ E) P).
Qed.

Theorem yun2020_lemma7_clipping_proved : yun2020_lemma7_clipping.
Proof.
  column. cbv zeta.
  pose proof (within_row d n m row x ((row - 1) * (m + 1) + 1)%Z 0 Hm Hrow Hx ltac:(lia) ltac:(lia)) as P.
  cbv zeta in P. rewrite (passed_value d n m _ ltac:(lia) 0 _ ltac:(lia) P). unfold clipped.
  destruct (Qle_bool 0 _ && _) eqn:E; [| reflexivity]. exfalso. apply both_bools in E as [A B].
  change (inject_Z (Z.of_nat 0) / inject_Z m) with (0 * / inject_Z m) in B. rewrite Qmult_0_l in B. lra.
Qed.

Theorem yun2020_lemma7_after_each_layer_proved : yun2020_lemma7_after_each_layer.
Proof.
  column. cbv zeta. intros k Hk.
  pose proof (within_row d n m row x ((row - 1) * (m + 1) + k + 2)%Z (S (Z.to_nat k)) Hm Hrow Hx ltac:(lia) ltac:(lia))
    as P.
  cbv zeta in P. rewrite (passed_value d n m _ ltac:(lia) (S (Z.to_nat k)) _ ltac:(lia) P).
  replace (Z.of_nat (S (Z.to_nat k))) with (k + 1)%Z by lia. reflexivity.
Qed.

Theorem yun2020_lemma7_each_layer_quantises_repaired_proved : yun2020_lemma7_each_layer_quantises_repaired.
Proof.
  column. cbv zeta. intros j Hj. destruct (Qle_bool (inject_Z (1 * j) / inject_Z m) _ && _) eqn:E; [| reflexivity].
  pose proof (within_row d n m row x ((row - 1) * (m + 1) + j + 2)%Z (S (Z.to_nat j)) Hm Hrow Hx ltac:(lia) ltac:(lia))
    as P.
  cbv zeta in P. apply both_bools in E as [A B].
  assert (J : inject_Z (1 * j) / inject_Z m == of_nat (Z.to_nat j) * delta m).
  { rewrite <- over_m, Z.mul_1_l, Z2Nat.id by lia. reflexivity. }
  change (1 / inject_Z m) with (delta m) in B. rewrite J in A, B |- *.
  pose proof (next_multiple m (Z.to_nat j)) as N.
  destruct P as [(i & Hi & C & F & G) | [(C & F & G) | (C & G)]].
  - rewrite G, <- (one_interval m _ ltac:(lia) i (Z.to_nat j) C F A B). reflexivity.
  - exfalso. lra.
  - exfalso. pose proof (interval_bounds m ltac:(lia) (Z.to_nat j) ltac:(lia)). lra.
Qed.

(** ** E.2: the layers alone *)

Lemma clip_alone : forall (d n m : nat) row, (1 <= row <= d)%Z ->
  nth_error (map (clip d n m) (seq 0 d)) (Z.to_nat (row - 1)) = Some (clip d n m (Z.to_nat (row - 1))).
Proof.
  intros d n m row H. rewrite nth_error_map.
  rewrite (nth_error_nth' (seq 0 d) 0%nat) by (rewrite seq_length; lia). now rewrite seq_nth by lia.
Qed.

Lemma flatten_alone : forall (d m : nat) row k, (1 <= row <= d)%Z ->
  nth_error (map (fun i => flatten d m i k) (seq 0 d)) (Z.to_nat (row - 1)) = Some (flatten d m (Z.to_nat (row - 1)) k).
Proof.
  intros d m row k H. rewrite nth_error_map.
  rewrite (nth_error_nth' (seq 0 d) 0%nat) by (rewrite seq_length; lia). now rewrite seq_nth by lia.
Qed.

(** What a layer of its row makes of an entry. *)
Lemma own_row : forall (d : nat) b phi row (x : vector), (1 <= row <= d)%Z -> length x = d ->
  let u := unit_vector d (Z.to_nat (row - 1)) in
  entry (apply_layer [x] (adding d u u b phi)) row 1 == entry [x] row 1 + activate phi (entry [x] row 1 + b).
Proof.
  intros d b phi row x Hrow Hx u. rewrite entry_column. unfold apply_layer. cbn [map]. rewrite entry_column.
  rewrite adding_entry by (apply unit_vector_length || exact Hx).
  unfold u. rewrite unit_vector_entry, Nat.eqb_refl, dot_unit by (lia || exact Hx). ring.
Qed.

Theorem yun2020_lemma7_clipping_phi_proved : yun2020_lemma7_clipping_phi.
Proof.
  column. cbv zeta. unfold layer_alone. rewrite clip_alone by exact Hrow. unfold clip. rewrite own_row by assumption.
  set (t := entry [x] row 1). rewrite (activate_respects _ (t + 0) t) by ring.
  destruct (clipping_value d n m t) as [O I].
  destruct (Qlt_bool t 0 || Qle_bool 1 t) eqn:E.
  - rewrite O, is_outside_level by now apply outside_bools. ring.
  - apply Bool.not_true_iff_false in E. rewrite outside_bools in E.
    rewrite I; [ring | |]; apply Qnot_lt_le || apply Qnot_le_lt; tauto.
Qed.

Lemma flattened : forall m k t, (1 <= m)%nat ->
  t + activate (flattening m) (t + - (k * delta m)) ==
  if Qle_bool (k * delta m) t && Qlt_bool t (k * delta m + delta m) then k * delta m else t.
Proof.
  intros m k t Hm. destruct (flattening_value m (t + - (k * delta m)) Hm) as [O I]. destruct (_ && _) eqn:E.
  - apply both_bools in E. rewrite I by lra. ring.
  - apply Bool.not_true_iff_false in E. rewrite both_bools in E. rewrite O; [ring |].
    destruct (Qlt_le_dec t (k * delta m)); [left; lra |].
    destruct (Qlt_le_dec t (k * delta m + delta m)); [exfalso; apply E; now split | right; lra].
Qed.

Theorem yun2020_lemma7_flattening_phi_proved : yun2020_lemma7_flattening_phi.
Proof.
  column. cbv zeta. unfold layer_alone. rewrite flatten_alone by exact Hrow. unfold flatten.
  rewrite own_row by assumption. set (t := entry [x] row 1). rewrite (activate_respects _ _ t) by ring.
  destruct (flattening_value m t ltac:(lia)) as [O I]. change (1 / inject_Z m) with (delta m).
  destruct (Qlt_bool t 0 || Qle_bool (delta m) t) eqn:E.
  - rewrite O; [ring |]. rewrite orb_true_iff, Qlt_bool_iff, Qle_bool_iff in E. exact E.
  - apply Bool.not_true_iff_false in E. rewrite orb_true_iff, Qlt_bool_iff, Qle_bool_iff in E.
    rewrite I; [ring | |]; apply Qnot_lt_le || apply Qnot_le_lt; tauto.
Qed.

(** The layer with number j after the clipping of its row. *)
Lemma layer_of_the_row : forall (d n m : nat) step row (i : Z) j X, (1 <= row <= d)%Z -> (0 <= j <= m - 1)%Z ->
  i = ((row - 1) * (m + 1) + j + 2)%Z ->
  let N := flat_map (one_row d n m step) (seq 0 d) in
  layer_alone N (if (i <=? Z.of_nat (feed_forward_layers N))%Z then i else Z.of_nat (feed_forward_layers N)) X =
  apply_layer X (flatten d m (Z.to_nat (row - 1)) (of_nat (Z.to_nat j) * step)).
Proof.
  intros d n m step row i j X Hrow Hj Hi N.
  destruct (feed_forward_only N (rows_feed_forward _ _ _ _ _)) as [_ F].
  pose proof (rows_length d n m step (seq 0 d)) as Hl. rewrite seq_length in Hl. fold N in Hl. rewrite F, Hl.
  rewrite capped by nia. unfold layer_alone.
  replace (Z.to_nat (i - 1)) with (Z.to_nat (row - 1) * (m + 1) + S (Z.to_nat j))%nat by nia.
  set (r := Z.to_nat (row - 1)). unfold N. replace d with (r + S (d - r - 1))%nat at 2 by lia.
  rewrite seq_app, flat_map_app. cbn [seq flat_map]. rewrite nth_error_app2; rewrite rows_length, seq_length; [| lia].
  replace (r * (m + 1) + S (Z.to_nat j) - r * (m + 1))%nat with (S (Z.to_nat j)) by lia.
  rewrite Nat.add_0_l, nth_error_app1 by (unfold one_row; cbn [length]; rewrite map_length, seq_length; lia).
  unfold one_row. cbn [nth_error]. rewrite nth_error_map.
  rewrite (nth_error_nth' (seq 0 m) 0%nat) by (rewrite seq_length; lia). rewrite seq_nth by lia. reflexivity.
Qed.

Theorem yun2020_lemma7_other_intervals_proved : yun2020_lemma7_other_intervals.
Proof.
  column. cbv zeta. intros j Hj. unfold g_q. rewrite (layer_of_the_row d n m 1 row _ j _ Hrow Hj eq_refl).
  unfold flatten. rewrite own_row, flattened by (lia || assumption).
  assert (E : of_nat (Z.to_nat j) * 1 * delta m == inject_Z (1 * j) / inject_Z m).
  { rewrite Z.mul_1_l. replace j with (Z.of_nat (Z.to_nat j)) at 2 by lia. rewrite over_m. ring. }
  unfold Qlt_bool. change (1 / inject_Z m) with (delta m). rewrite E.
  destruct (_ && _); [exact E | reflexivity].
Qed.

Theorem yun2020_lemma7_other_intervals_as_printed_proved : yun2020_lemma7_other_intervals_as_printed.
Proof.
  column. cbv zeta. intros j Hj. unfold g_q_as_printed.
  rewrite (layer_of_the_row d n m (delta m) row _ j _ Hrow Hj eq_refl).
  unfold flatten. rewrite own_row, flattened by (lia || assumption).
  assert (E : of_nat (Z.to_nat j) * delta m * delta m == 1 / inject_Z m * inject_Z j / inject_Z m).
  { unfold of_nat. replace (Z.of_nat (Z.to_nat j)) with j by lia. unfold delta, of_nat, Qdiv. ring. }
  unfold Qlt_bool. change (1 / inject_Z m) with (delta m) in *. rewrite E.
  destruct (_ && _); [exact E | reflexivity].
Qed.

(** ** E.2: to the grid *)

Theorem yun2020_lemma7_map_to_the_grid_repaired_proved : yun2020_lemma7_map_to_the_grid_repaired.
Proof.
  column. cbv zeta. unfold g_q.
  destruct (cases d n m (entry [x] row 1) ltac:(lia)) as [C | (j & Hj & A & B)].
  - left. rewrite all_rows, entry_is, is_outside_level by (lia || assumption). apply sum_outside; [lia | exact C].
  - right. exists (Z.of_nat j). split; [lia |]. rewrite all_rows, entry_is, over_m by (lia || assumption).
    apply sum_in_interval; [lia | exact Hj | exact A | exact B].
Qed.

(** With k = 0, delta, ..., 1 - delta: delta = 1/2 makes 1/4 of 1/2, and 0 of 1/4. *)
Theorem yun2020_lemma7_range_of_k_refuted : ~ yun2020_lemma7_range_of_k.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) 1%Z [1 # 2] ltac:(lia) eq_refl).
  vm_compute in H. discriminate H.
Qed.

Theorem yun2020_lemma7_map_to_the_grid_refuted : ~ yun2020_lemma7_map_to_the_grid.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) 1%Z [1 # 2] ltac:(lia) eq_refl).
  destruct H as [H | (k & Hk & H)]; [vm_compute in H; discriminate H |].
  assert (E : k = 0%Z \/ k = 1%Z) by lia. destruct E; subst k; vm_compute in H; discriminate H.
Qed.

Theorem yun2020_lemma7_each_layer_quantises_refuted : ~ yun2020_lemma7_each_layer_quantises.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) 1%Z [1 # 4] ltac:(lia) eq_refl).
  specialize (H 1%Z ltac:(lia)). vm_compute in H. discriminate H.
Qed.
