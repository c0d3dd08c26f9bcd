(** * RangesQuantiser: where the steps on the grid of Lemma 4, the quantiser of App. G.1 and the order of the entries of
    X + E hold, and where they fail *)

From Coq Require Import ZArith QArith Qround List Bool Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Hardmax Terms Simulation Lemma7 StepTools
  Exported.
From Exactua Require Import StepsFeedForward StepsLemma4 PositionNetworks StepsAppendixG1 StepsTheorem3 RangeStatements.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** Lemma 4 *)

Theorem creates_grid_range_holds : creates_grid_range.
Proof.
  split; [reflexivity |]. intros d n m. split.
  - intros H. apply Nat.nlt_ge. intros Hm. specialize (H 3%Z ltac:(lia) 2%Z ltac:(lia)). discriminate H.
  - intros Hm b Hb a Ha. assert (a = 1 /\ b = 2)%Z as [-> ->] by lia. reflexivity.
Qed.

(** ** App. G.1 *)

(** At t = j the quantiser gives j, and the greatest level below j is less. *)
Lemma right_end : forall (d n m : nat) row (x : vector) (j : Z), (1 <= m)%nat -> (1 <= row <= d)%Z -> length x = d ->
  (1 <= j <= n)%Z -> entry [x] row 1 == inject_Z j ->
  entry (run (position_quantiser d n m) [x]) row 1 == inject_Z j /\
  greatest_over 0 (m - 1) (fun k => if (Qle_bool (inject_Z (j - 1) + inject_Z k / inject_Z m) (entry [x] row 1))
    then inject_Z (j - 1) + inject_Z k / inject_Z m else inject_Z (j - 1)) < inject_Z j.
Proof.
  intros d n m row x j Hm Hrow Hx Hj Ht. set (t := entry [x] row 1) in *. pose proof (delta_positive m Hm) as P.
  pose proof (m_delta m Hm) as M.
  assert (J : inject_Z j == inject_Z (j - 1) + 1)
    by (replace j with (j - 1 + 1)%Z at 1 by lia; rewrite inject_Z_plus; reflexivity).
  split.
  - pose proof (quantised d n m row x Hm Hrow Hx) as All. cbv zeta in All. fold t in All.
    destruct All as [(i & Hi & C & F & G) | [_ G]]; [| now rewrite G].
    rewrite G. assert (E : inject_Z j == inject_Z (j * m) * delta m).
    { rewrite inject_Z_mult. transitivity (inject_Z j * (inject_Z m * delta m)); [rewrite M; ring | ring]. }
    rewrite Ht, E in C, F. rewrite E. unfold of_nat in *.
    assert (A : (Z.of_nat i <= j * m)%Z) by (apply (not_more m); [exact Hm | lra]).
    assert (B : (j * m <= Z.of_nat i)%Z) by (apply (not_more m); [exact Hm | lra]).
    now replace (j * m)%Z with (Z.of_nat i) by lia.
  - set (f := fun k : Z => if Qle_bool (inject_Z (j - 1) + inject_Z k / inject_Z m) t
      then inject_Z (j - 1) + inject_Z k / inject_Z m else inject_Z (j - 1)).
    destruct (greatest_is_one 0 (m - 1) f ltac:(lia)) as [(k & Hk & E) _]. rewrite E. unfold f.
    destruct (Qle_bool _ _); [| rewrite J; lra]. rewrite J. apply Qplus_lt_r.
    assert (K : inject_Z k / inject_Z m == inject_Z k * delta m) by (unfold delta, of_nat, Qdiv; ring).
    rewrite K, <- M. apply Qmult_lt_r; [exact P |]. rewrite <- Zlt_Qlt. lia.
Qed.

(** A column of the number q. *)
Lemma constant_column : forall (d : nat) q row, (1 <= row <= d)%Z -> entry [repeat q d] row 1 = q.
Proof.
  intros d q row H. unfold entry, item. change (nth (Z.to_nat (1 - 1)) [repeat q d] []) with (repeat q d).
  apply repeat_entry. lia.
Qed.

Theorem discrete_version_range_holds : discrete_version_range.
Proof.
  split; [reflexivity | split].
  - intros d n m Hd Hn Hm H. specialize (H 1%Z (repeat 1 d) ltac:(lia) (repeat_length _ _) 1%Z ltac:(lia)).
    cbv zeta in H. destruct (right_end d n m 1 (repeat 1 d) 1 Hm ltac:(lia) (repeat_length _ _) ltac:(lia)) as [A B].
    { rewrite constant_column by lia. reflexivity. }
    set (g := greatest_over _ _ _) in *. rewrite constant_column in H by lia.
    change (Qle_bool (inject_Z (1 - 1)) 1 && Qle_bool 1 (inject_Z 1))%bool with true in H. cbv iota in H.
    rewrite A in H. rewrite H in B. now apply Qlt_irrefl in B.
  - intros d n m row x j Hd Hn Hm Hrow Hx Hj T0 T1. split.
    + intros E. destruct (Qlt_le_dec (entry [x] row 1) (inject_Z j)) as [H | H]; [exact H | exfalso].
      destruct (right_end d n m row x j ltac:(lia) Hrow Hx Hj ltac:(lra)) as [A B]. rewrite <- E, A in B.
      now apply Qlt_irrefl in B.
    + intros T. pose proof (yun2020_g1_discrete_version_repaired_proved d n m Hd ltac:(lia) Hm ltac:(lia) ltac:(lia)
        row x Hrow Hx j Hj) as H. cbv zeta in H.
      assert (B : (Qle_bool (inject_Z (j - 1)) (entry [x] row 1) && Qlt_bool (entry [x] row 1) (inject_Z j) =
        true)%bool)
        by (apply andb_true_intro; split; [now apply Qle_bool_iff | now apply Qlt_bool_iff]).
      rewrite B in H. exact H.
Qed.

Lemma zero_stays : forall m js y, (1 <= m)%nat -> Forall (fun j => (1 <= j)%nat) js -> y == 0 ->
  through (map (fun j => (- (of_nat j * delta m * delta m), flattening m)) js) y == 0.
Proof.
  intros m js y Hm H. revert y. induction H as [| j js Hj _ IH]; intros y E; [exact E |].
  unfold through in *. cbn [map fold_left fst snd]. apply IH.
  destruct (flattening_value m (y + - (of_nat j * delta m * delta m)) Hm) as [O _]. rewrite O; [lra |]. left.
  pose proof (delta_positive m Hm) as P.
  assert (1 <= of_nat j) by (change 1 with (of_nat 1); now apply of_nat_le).
  assert (0 < of_nat j * delta m) by (apply Qmult_lt_0_compat; lra).
  assert (0 < of_nat j * delta m * delta m) by (apply Qmult_lt_0_compat; lra). lra.
Qed.

Theorem each_interval_range_holds : each_interval_range.
Proof.
  split; [reflexivity |]. intros d n m Hd Hn Hm. split.
  - intros H. destruct (Nat.eq_dec m 1) as [E | Ne]; [exact E | exfalso]. pose proof (delta_positive m Hm) as P.
    pose proof (delta_at_most_half m ltac:(lia)) as Half.
    set (t := delta m * delta m). assert (T0 : 0 < t) by (apply Qmult_lt_0_compat; exact P).
    assert (T1 : t < delta m) by (unfold t; nra).
    assert (K : inject_Z 1 / inject_Z m / inject_Z m == t) by (unfold t, delta, of_nat, Qdiv; ring).
    specialize (H 1%Z (repeat t d) ltac:(lia) (repeat_length _ _) 1%Z ltac:(nia)). cbv zeta in H.
    rewrite constant_column in H by lia.
    assert (B : (Qle_bool (inject_Z 1 / inject_Z m / inject_Z m) t &&
      Qlt_bool t (inject_Z 1 / inject_Z m / inject_Z m + 1 / inject_Z m) = true)%bool).
    { apply andb_true_intro. split; [apply Qle_bool_iff | apply Qlt_bool_iff]; rewrite K; [apply Qle_refl |].
      change (1 / inject_Z m) with (delta m). lra. }
    rewrite B, K in H. unfold position_quantiser_as_printed in H. fold (rows d n m (delta m) (seq 0 d)) in H.
    rewrite (run_entry d n m (delta m) 1 (repeat t d) ltac:(lia) (repeat_length _ _)), constant_column in H by lia.
    unfold position_steps in H. destruct (n * m)%nat as [| k] eqn:C; [nia |]. cbn [seq map] in H.
    assert (Z : through ((- (of_nat 0 * delta m * delta m), flattening m) ::
      map (fun j => (- (of_nat j * delta m * delta m), flattening m)) (seq 1 k)) t == 0).
    { unfold through. cbn [fold_left fst snd]. apply zero_stays; [exact Hm | |].
      - apply Forall_forall. intros j I. apply in_seq in I. lia.
      - change (of_nat 0) with 0. destruct (flattening_value m (t + - (0 * delta m * delta m)) Hm) as [_ I].
        rewrite I; lra. }
    rewrite Z in H. lra.
  - intros ->. intros row x Hrow Hx t k Hk. change (inject_Z 1%nat) with 1.
    assert (Q1 : forall q, q / 1 == q) by (intros; field). destruct (_ && _)%bool eqn:B; [| reflexivity].
    apply both_bools in B as [A B]. rewrite !Q1 in A, B |- *.
    unfold position_quantiser_as_printed. change (delta 1) with 1. fold (position_quantiser d n 1).
    replace k with (Z.of_nat (Z.to_nat k)) in A, B |- * by lia. set (i := Z.to_nat k) in *.
    assert (D1 : inject_Z i == of_nat i * delta 1) by (change (delta 1) with 1; unfold of_nat; ring).
    pose proof (quantised d n 1 row x ltac:(lia) Hrow Hx) as All. cbv zeta in All. fold t in All.
    destruct All as [(j & Hj & C & F & G) | [C _]].
    + rewrite G, D1. rewrite D1 in A, B. change 1 with (delta 1) in B at 2.
      now rewrite (one_interval 1 _ ltac:(lia) j i C F A B).
    + exfalso. assert (0 <= inject_Z i) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia).
      assert (inject_Z i + 1 <= inject_Z n)
        by (change 1 with (inject_Z 1); rewrite <- inject_Z_plus, <- Zle_Qle; unfold i; lia).
      change (1 / 1) with 1 in B. destruct C; lra.
Qed.

(** ** Theorem 3 *)

Lemma neighbours_increase : forall (d n m : nat) L i j, (1 <= m)%nat -> every_matrix d n (m + 1) L ->
  (1 <= i <= d)%Z -> (1 <= j <= n - 1)%Z ->
  (entry (encoded (positions 1 d n) (in_unit_1 m L)) i j < entry (encoded (positions 1 d n) (in_unit_1 m L)) i (j + 1)
   <-> ~ (entry_ L i j = m /\ entry_ L i (j + 1) = 0)%Z).
Proof.
  intros d n m L i j Hm HL Hi Hj. pose proof (every_entry d n (m + 1) L i j HL Hi ltac:(lia)) as R.
  pose proof (every_entry d n (m + 1) L i (j + 1) HL Hi ltac:(lia)) as R'.
  pose proof (neighbours d n m L i j Hm (proj1 HL) Hi Hj) as N. pose proof (delta_positive m Hm) as P.
  set (a := entry _ i j) in *. set (b := entry _ i (j + 1)) in *.
  assert (W : inject_Z (entry_ L i (j + 1)) + inject_Z m - inject_Z (entry_ L i j) ==
    inject_Z (entry_ L i (j + 1) + m - entry_ L i j)).
  { unfold Z.sub. rewrite !inject_Z_plus, inject_Z_opp. reflexivity. }
  rewrite W in N. set (w := (entry_ L i (j + 1) + m - entry_ L i j)%Z) in *. split.
  - intros H [E E']. assert (w = 0)%Z by (unfold w; lia). rewrite H0 in N. change (inject_Z 0) with 0 in N. lra.
  - intros H. assert (1 <= inject_Z w) by (change 1 with (inject_Z 1); rewrite <- Zle_Qle; unfold w; lia). nra.
Qed.

Theorem strictly_monotone_range_holds : strictly_monotone_range.
Proof.
  split; [reflexivity | split].
  - intros d n m Hd Hm. split.
    + intros H. apply Nat.nlt_ge. intros Hn. set (L := repeat (Z.of_nat m) d :: repeat (repeat 0%Z d) (n - 1)).
      assert (HL : every_matrix d n (m + 1) L).
      { split; [split |]; unfold L.
        - cbn [length]. rewrite repeat_length. lia.
        - constructor; [apply repeat_length |]. apply Forall_forall. intros c I. apply repeat_spec in I as ->.
          apply repeat_length.
        - constructor; apply Forall_forall; intros c I; apply repeat_spec in I as ->; [lia |].
          apply Forall_forall. intros z J. apply repeat_spec in J as ->. lia. }
      specialize (H L HL). cbv zeta in H. specialize (H 1%Z ltac:(lia) 1%Z ltac:(lia)).
      apply (neighbours_increase d n m L 1 1 Hm HL ltac:(lia) ltac:(lia)) in H. apply H. clear H.
      unfold entry_, at_. change (Z.to_nat (1 + 1 - 1)) with 1%nat. change (Z.to_nat (1 - 1)) with 0%nat.
      unfold L. destruct d as [| d]; [lia |]. destruct n as [| [| n]]; [lia .. |].
      replace (S (S n) - 1)%nat with (S n) by lia. split; reflexivity.
    + intros Hn L HL e i Hi j Hj. lia.
  - intros d n m L i j Hm HL Hi Hj. rewrite (neighbours_increase d n m L i j Hm HL Hi Hj).
    rewrite !(entry_is d n m) by (assumption || lia || apply HL). pose proof (delta_positive m Hm) as P.
    pose proof (m_delta m Hm) as M.
    assert (A : forall z c : Z, inject_Z z * delta m == inject_Z c * delta m <-> z = c).
    { intros z c. split; [| now intros ->]. intros E. apply inject_Z_injective.
      apply (Qmult_inj_r _ _ (delta m)); [lra | exact E]. }
    assert (A1 : inject_Z (entry_ L i j) * delta m == 1 <-> entry_ L i j = m).
    { rewrite <- M. apply A. }
    assert (A0 : inject_Z (entry_ L i (j + 1)) * delta m == 0 <-> entry_ L i (j + 1) = 0%Z).
    { rewrite <- (A _ 0%Z). change (inject_Z 0) with 0. rewrite Qmult_0_l. reflexivity. }
    rewrite A1, A0. reflexivity.
Qed.
