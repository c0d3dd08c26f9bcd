(** * The layers of g_v, one after another, on a single column (App. E.4) *)

From Coq Require Import ZArith QArith List Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Hardmax Simulation FeedForwardLayers Lemma7.
Import ListNotations.
Open Scope Q_scope.

(** ** Activations in Phi *)

Ltac each_t_once := let t := fresh "t" in intro t; evaluate_activation; try reflexivity; exfalso; lra.

Lemma shifting_in_Phi : forall l r, l < r -> in_Phi [until l 0 1; closed l r 0 0; beyond r 0 1].
Proof.
  intros l r H. split; [simpl; lia|]. split; [|each_t_once].
  left. split; [reflexivity|]. exists (l - 2), (l - 1). repeat split; [lra| |]; evaluate_activation; try reflexivity;
    exfalso; lra.
Qed.

Lemma raising_in_Phi : in_Phi [until 0 (-(1)) 0; at_least 0 0 0].
Proof.
  split; [simpl; lia|]. split; [|each_t_once]. right. left. split; [reflexivity|]. exists 0, 1. repeat split;
    reflexivity.
Qed.

Lemma matching_in_Phi : forall h, 0 < h -> in_Phi [until (- h) 0 0; half_open (- h) h 0 1; at_least h 0 0].
Proof.
  intros h H. split; [simpl; lia|]. split; [|each_t_once].
  left. split; [reflexivity|]. exists (- h - 2), (- h - 1). repeat split; [lra| |]; evaluate_activation; try
    reflexivity; exfalso; lra.
Qed.

Lemma lowering_in_Phi : forall h, in_Phi [until h 0 0; at_least h 0 1].
Proof.
  intros h. split; [simpl; lia|]. split; [|each_t_once].
  left. split; [reflexivity|]. exists (h - 2), (h - 1). repeat split; [lra| |]; evaluate_activation; try reflexivity;
    exfalso; lra.
Qed.

(** ** A layer that is not active, and one whose activation is 1 *)

Section OneLayer.
  Variables (d : nat) (w u : vector) (b : Q) (phi : list piece) (z : vector).
  Hypothesis w_length : length w = d.
  Hypothesis z_length : length z = d.

  Lemma inactive : activate phi (dot u z + b) == 0 -> Forall2 Qeq (column_after (adding d w u b phi) [] z) z.
  Proof.
    intro E. apply entries_equal; [rewrite adding_length; congruence|]. intros j _.
    rewrite adding_entry by assumption. rewrite E. ring.
  Qed.

  Lemma active : activate phi (dot u z + b) == 1 -> Forall2 Qeq (column_after (adding d w u b phi) [] z) (add z w).
  Proof.
    intro E. assert (L : length z = length w) by congruence.
    apply entries_equal; [rewrite adding_length, add_length; congruence|]. intros j _.
    rewrite adding_entry, add_entry by assumption. rewrite E. ring.
  Qed.
End OneLayer.

(** ** Z -> Z - (M + 1) 1_d phi(u^T Z) *)

Section Shifting.
  Variables (d n m : nat) (l r : Q) (z : vector).
  Hypothesis z_length : length z = d.
  Let id := dot (reading_vector d m) z.

  (** 'If L in G~_delta, the output stays the same as the input.' *)
  Lemma shifting_inside : l <= id <= r -> Forall2 Qeq (column_after (shifting d n m l r) [] z) z.
  Proof.
    intros H. apply inactive; [apply repeat_length | exact z_length|]. fold id. rewrite Qplus_0_r.
    evaluate_activation; try (exfalso; lra); lra.
  Qed.

  (** 'If L in G+_delta without G~_delta, all the entries of the input are shifted by -M - 1, and become strictly
      negative.' *)
  Lemma shifting_outside : (id < l \/ r < id) -> Forall (fun x => x <= greatest_entry d n m) z ->
    Forall (fun x => x < 0) (column_after (shifting d n m l r) [] z).
  Proof.
    intros H B. set (z' := column_after (shifting d n m l r) [] z).
    assert (L : length z' = d) by (apply adding_length; [apply repeat_length | exact z_length]).
    apply Forall_forall. intros x I. destruct (In_nth _ _ 0 I) as (j & Hj & <-). rewrite L in Hj.
    unfold z', shifting. rewrite adding_entry by (rewrite ?repeat_length; auto). rewrite repeat_entry by exact Hj.
    assert (E : activate [until l 0 1; closed l r 0 0; beyond r 0 1] (dot (reading_vector d m) z + 0) == 1).
    { fold id. rewrite Qplus_0_r. evaluate_activation; try (exfalso; lra); lra. }
    rewrite E. rewrite Forall_forall in B. specialize (B (nth j z 0)). rewrite <- z_length in Hj.
    specialize (B (nth_In _ _ Hj)). lra.
  Qed.
End Shifting.

(** ** 'For i in [d]: Z -> Z + e^(i) phi((e^(i))^T Z)' *)

Definition raising_steps : list (Q * list piece) := [(0, [until 0 (-(1)) 0; at_least 0 0 0])].

Lemma raising_rows : forall d, map (raising d) (seq 0 d) =
  flat_map (fun i => map (layer_of_row d i) raising_steps) (seq 0 d).
Proof. intro d. generalize (seq 0 d). induction l as [|i l IH]; [reflexivity|]. simpl. rewrite IH. reflexivity. Qed.

Lemma raised : forall x, (0 <= x -> through raising_steps x == x) /\ (x < 0 -> through raising_steps x == 0).
Proof.
  intro x. unfold raising_steps, through. cbn [fold_left fst snd]. rewrite Qplus_0_r.
  evaluate_activation; split; intro; lra.
Qed.

Lemma raising_acts : forall d z, length z = d ->
  let z' := on_column (map (raising d) (seq 0 d)) z in
  length z' = d /\ forall j, (j < d)%nat -> nth j z' 0 == through raising_steps (nth j z 0).
Proof.
  intros d z Hz. rewrite raising_rows. destruct (rows_act d raising_steps (seq 0 d) z) as [L E].
  - apply seq_NoDup.
  - apply Forall_forall. intros i I. apply in_seq in I. lia.
  - exact Hz.
  - split; [exact L|]. intros j Hj. rewrite (E j Hj). destruct (in_dec Nat.eq_dec j (seq 0 d)) as [|N]; [reflexivity|].
    exfalso. apply N, in_seq. lia.
Qed.

(** 'The output for L in G~_delta is g_c(L)': entries >= 0 stay. *)
Lemma raising_nonnegative : forall d z, length z = d -> Forall (fun x => 0 <= x) z ->
  Forall2 Qeq (on_column (map (raising d) (seq 0 d)) z) z.
Proof.
  intros d z Hz P. destruct (raising_acts d z Hz) as [L E]. apply entries_equal; [congruence|]. intros j Hj.
  rewrite L in Hj. rewrite (E j Hj). apply raised. rewrite Forall_forall in P. apply P, nth_In. congruence.
Qed.

(** 'After these d layers, the output for L in G+_delta without G~_delta is a zero matrix.' *)
Lemma raising_negative : forall d z, length z = d -> Forall (fun x => x < 0) z ->
  Forall2 Qeq (on_column (map (raising d) (seq 0 d)) z) (zeros d).
Proof.
  intros d z Hz P. destruct (raising_acts d z Hz) as [L E]. apply entries_equal; [rewrite L, zeros_length;
    reflexivity|].
  intros j Hj. rewrite L in Hj. rewrite (E j Hj), zeros_entry. apply raised. rewrite Forall_forall in P.
  apply P, nth_In. congruence.
Qed.

(** ** A layer for each key *)

Section Matching.
  Variables (d m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis one_m : (1 <= m)%nat.
  Let u := reading_vector d m.
  Let h := delta m / 2.

  Definition in_window (key id : Q) : Prop := key - h <= id /\ id < key + h.

  Lemma half_positive : 0 < h.
  Proof. pose proof (delta_positive m one_m). unfold h, Qdiv. setoid_replace (/ 2) with (1 # 2) by reflexivity. lra.
  Qed.

  Lemma window_value : forall key id,
    (in_window key id -> activate [until (- h) 0 0; half_open (- h) h 0 1; at_least h 0 0] (id + - key) == 1) /\
    (~ in_window key id -> activate [until (- h) 0 0; half_open (- h) h 0 1; at_least h 0 0] (id + - key) == 0).
  Proof.
    intros key id. pose proof half_positive. unfold in_window.
    evaluate_activation; split; intro W; try lra; exfalso; apply W || idtac; lra.
  Qed.

  (** The key's layer for g_c(L)_(:,j) = now and (A_L)_(:,j) = wanted. *)
  Definition key_layer (lift : Q) (entry : vector * vector) : layer :=
    let '(now, wanted) := entry in
    matching d m (dot u now) (add (add wanted (first_unit d lift)) (scale (-(1)) now)).

  Definition sized (entry : vector * vector) : Prop := length (fst entry) = d /\ length (snd entry) = d.

  Lemma change_length : forall lift now wanted, length now = d -> length wanted = d ->
    length (add (add wanted (first_unit d lift)) (scale (-(1)) now)) = d.
  Proof.
    intros. assert (L : length (add wanted (first_unit d lift)) = d).
    { rewrite add_length; [assumption|]. rewrite first_unit_length; [assumption | exact one_d]. }
    rewrite add_length; [exact L|]. rewrite scale_length. congruence.
  Qed.

  Lemma key_layer_other : forall lift entry z, sized entry -> length z = d ->
    ~ in_window (dot u (fst entry)) (dot u z) ->
    Forall2 Qeq (column_after (key_layer lift entry) [] z) z.
  Proof.
    intros lift [now wanted] z [Hn Hw] Hz W. simpl fst in *. simpl snd in *. apply inactive; [|exact Hz|].
    - apply change_length; assumption.
    - apply window_value, W.
  Qed.

  (** 'This layer maps the column g_c(L)_(:,j) to (A_L)_(:,j)', lifted. *)
  Lemma key_layer_own : forall lift now wanted z, sized (now, wanted) -> Forall2 Qeq now z ->
    Forall2 Qeq (column_after (key_layer lift (now, wanted)) [] z) (add wanted (first_unit d lift)).
  Proof.
    intros lift now wanted z [Hn Hw] E. simpl fst in *. simpl snd in *.
    pose proof (Forall2_length_eq _ _ _ _ _ E) as Hz. rewrite Hn in Hz.
    pose proof (change_length lift now wanted Hn Hw) as C. pose proof (first_unit_length d lift one_d) as U.
    eapply Forall2_Qeq_trans; [apply active; [exact C | symmetry; exact Hz|]|].
    - apply window_value. pose proof half_positive. unfold in_window. change (reading_vector d m) with u.
      rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl u) E). split; lra.
    - assert (A : length (add wanted (first_unit d lift)) = d) by (rewrite add_length; congruence).
      apply entries_equal; [rewrite add_length; congruence|]. intros j _.
      rewrite add_entry by congruence. rewrite add_entry by (rewrite scale_length; congruence).
      rewrite scale_entry, (Forall2_entry _ _ j E). ring.
  Qed.

  (** A column none of whose windows is met stays. *)
  Lemma keys_other : forall lift entries z, Forall sized entries -> length z = d ->
    Forall (fun entry => ~ in_window (dot u (fst entry)) (dot u z)) entries ->
    Forall2 Qeq (on_column (map (key_layer lift) entries) z) z.
  Proof.
    intros lift entries z S Hz W. induction entries as [|e entries IH]; [apply Forall2_Qeq_refl|].
    apply Forall_cons_iff in S, W. destruct S as [Se S], W as [We W]. cbn [map].
    change (on_column (key_layer lift e :: map (key_layer lift) entries) z)
      with (on_column (map (key_layer lift) entries) (column_after (key_layer lift e) [] z)).
    eapply Forall2_Qeq_trans; [apply on_column_respects, key_layer_other; assumption | apply IH; assumption].
  Qed.

  Lemma in_window_respects : forall key id id', id == id' -> in_window key id -> in_window key id'.
  Proof. unfold in_window. intros. lra. Qed.

  Lemma window_decidable : forall key id, in_window key id \/ ~ in_window key id.
  Proof.
    intros key id. unfold in_window. destruct (Qlt_le_dec id (key - h)); [right; lra|].
    destruct (Qlt_le_dec id (key + h)); [left; lra | right; lra].
  Qed.

  (** z is mapped to t + lift e^(1), where only its own key's window has it, and none has u^T t + lift. *)
  Lemma keys_own : forall lift entries z t, Forall sized entries -> length z = d -> length t = d ->
    (forall now wanted, In (now, wanted) entries -> in_window (dot u now) (dot u z) ->
       Forall2 Qeq now z /\ Forall2 Qeq wanted t) ->
    (forall now wanted, In (now, wanted) entries ->
       ~ in_window (dot u now) (dot u (add t (first_unit d lift)))) ->
    (exists now wanted, In (now, wanted) entries /\ Forall2 Qeq now z) ->
    Forall2 Qeq (on_column (map (key_layer lift) entries) z) (add t (first_unit d lift)).
  Proof.
    intros lift entries z t S Hz Ht own free exists_own. pose proof (first_unit_length d lift one_d) as U.
    induction entries as [|[now wanted] entries IH]; [destruct exists_own as (? & ? & [] & _)|].
    pose proof S as S0. apply Forall_cons_iff in S. destruct S as [Se S]. cbn [map].
    change (on_column (key_layer lift (now, wanted) :: map (key_layer lift) entries) z)
      with (on_column (map (key_layer lift) entries) (column_after (key_layer lift (now, wanted)) [] z)).
    destruct (window_decidable (dot u now) (dot u z)) as [W|W].
    - destruct (own now wanted (or_introl eq_refl) W) as [En Ew].
      assert (E : Forall2 Qeq (column_after (key_layer lift (now, wanted)) [] z) (add t (first_unit d lift))).
      { eapply Forall2_Qeq_trans; [apply key_layer_own; assumption|].
        apply add_respects; [exact Ew | apply Forall2_Qeq_refl]. }
      eapply Forall2_Qeq_trans; [apply on_column_respects, E|]. apply keys_other; [exact S | |].
      + rewrite add_length; congruence.
      + apply Forall_forall. intros [now' wanted'] I. apply (free now' wanted'). right. exact I.
    - eapply Forall2_Qeq_trans; [apply on_column_respects, key_layer_other; assumption|]. apply IH.
      + exact S.
      + intros now' wanted' I. apply own. right. exact I.
      + intros now' wanted' I. apply (free now' wanted'). right. exact I.
      + destruct exists_own as (now' & wanted' & [I|I] & E); [exfalso | exists now', wanted'; split; assumption].
        injection I as -> ->. apply W. pose proof half_positive. unfold in_window.
        rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl u) E). split; lra.
  Qed.

  (** u^T (t + lift e^(1)) = u^T t + lift. *)
  Lemma dot_lifted : forall t lift, length t = d -> dot u (add t (first_unit d lift)) == dot u t + lift.
  Proof.
    intros t lift Ht. unfold u, reading_vector. destruct d as [|d']; [lia|]. destruct t as [|x t]; [discriminate|].
    cbn [seq map first_unit Nat.sub dot add]. change (of_nat (m ^ 0)) with 1. rewrite Nat.sub_0_r.
    assert (E : forall v t k, length t = k -> dot v (add t (repeat 0 k)) == dot v t).
    { induction v as [|y v IH]; intros t' k Hk; [reflexivity|]. destruct t' as [|x' t']; subst; [reflexivity|]. simpl.
      rewrite (IH t' (length t') eq_refl). ring. }
    rewrite E by (simpl in Ht; lia). ring.
  Qed.

  (** ** The last layer *)

  Lemma lowering_active : forall lift threshold t, length t = d -> threshold <= dot u t + lift ->
    Forall2 Qeq (column_after (lowering d m lift threshold) [] (add t (first_unit d lift))) t.
  Proof.
    intros lift threshold t Ht H. pose proof (first_unit_length d lift one_d) as U.
    pose proof (first_unit_length d (- lift) one_d) as U'.
    eapply Forall2_Qeq_trans; [apply active; [exact U' | rewrite add_length; congruence|]|].
    - change (reading_vector d m) with u. rewrite Qplus_0_r, (dot_lifted t lift Ht).
      evaluate_activation; try (exfalso; lra); lra.
    - eapply Forall2_Qeq_trans; [apply add_first_units, Ht|].
      eapply Forall2_Qeq_trans; [apply add_respects; [apply Forall2_Qeq_refl|]|].
      + apply (first_unit_respects d (lift + - lift) 0). ring.
      + assert (E : first_unit d 0 = zeros d) by (unfold first_unit, zeros; destruct d; [lia|]; simpl;
          rewrite Nat.sub_0_r; reflexivity).
        rewrite E. apply add_zeros, Ht.
  Qed.

  Lemma lowering_inactive : forall lift threshold z, length z = d -> dot u z < threshold ->
    Forall2 Qeq (column_after (lowering d m lift threshold) [] z) z.
  Proof.
    intros lift threshold z Hz H. apply inactive; [apply first_unit_length, one_d | exact Hz|].
    change (reading_vector d m) with u. rewrite Qplus_0_r. evaluate_activation; try (exfalso; lra); lra.
  Qed.
End Matching.
