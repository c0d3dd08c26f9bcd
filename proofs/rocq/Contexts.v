(** * Contexts: what App. E.4 uses of g_c beyond the statement of Lemma 8

    [contexts] has one L in G~_delta for each orbit; g_c(L) is an integer point in units of delta, with entries >= 0 for
    L in G~_delta; and g_c(L P) = g_c(L) P. *)

From Coq Require Import ZArith QArith List Permutation Lia Lqa.
From Exactua Require Import Transformers Grids Ids FeedForward Statements Hardmax Sweeps Simulation Grid Lemma8
  FiniteSets.
Import ListNotations.
Open Scope Z_scope.

(** ** Permutations of columns *)

(** L P for a permutation P. *)
Lemma permuted_by : forall (A : Type) (L S : list (list A)), Permutation L S ->
  exists P, Permutation P (seq 0 (length S)) /\ L = permuted P S.
Proof.
  intros A L S H. assert (E : S = map (fun j => nth j S []) (seq 0 (length S))).
  { clear H. apply (nth_ext _ _ [] []); [rewrite map_length, seq_length; reflexivity|]. intros j Hj.
    rewrite (nth_indep (map _ _) [] (nth (length S) S [])) by (rewrite map_length, seq_length; exact Hj).
    rewrite (map_nth (fun j => nth j S []) (seq 0 (length S)) (length S)), seq_nth by exact Hj. reflexivity. }
  rewrite E in H. apply Permutation_map_inv in H. destruct H as (P & -> & H). exists P.
  split; [apply Permutation_sym, H | reflexivity].
Qed.

Lemma permuted_map : forall (A : Type) (f : list A -> list A) P S, Forall (fun j => (j < length S)%nat) P ->
  map f (permuted P S) = permuted P (map f S).
Proof.
  intros A f P S H. unfold permuted. rewrite map_map. apply map_ext_in. intros j I.
  rewrite Forall_forall in H. rewrite (nth_indep (map f S) [] (f [])) by (rewrite map_length; apply H, I).
  rewrite map_nth. reflexivity.
Qed.

Lemma permutation_below : forall P n, Permutation P (seq 0 n) -> Forall (fun j => (j < n)%nat) P.
Proof.
  intros P n H. apply (Permutation_Forall (Permutation_sym H)). apply Forall_forall. intros j I. apply in_seq in I. lia.
Qed.

(** Two points with the same columns in some order: or not. *)
Lemma permutation_or_not : forall L S : point, NoDup L -> length L = length S -> Permutation L S \/ ~ Permutation L S.
Proof.
  intros L S N E. destruct (Forall_dec (fun c => In c S) (fun c => in_dec column_eq_dec c S) L) as [F|F].
  - left. apply NoDup_Permutation_bis; [exact N | lia|]. intros c I. rewrite Forall_forall in F. apply F, I.
  - right. intro P. apply F, Forall_forall. intros c I. exact (Permutation_in _ P I).
Qed.

(** ** One point for each orbit *)

Section Choices.
  Context {A : Type}.

  Lemma in_choices : forall (xs : list A) n l, In l (choices n xs) -> length l = n /\ incl l xs /\ (NoDup xs ->
    NoDup l).
  Proof.
    induction xs as [|x xs IH]; intros [|n] l I; cbn [choices] in I.
    - destruct I as [<-|[]]. repeat split; [intros ? []|constructor].
    - destruct I.
    - destruct I as [<-|[]]. repeat split; [intros ? []|constructor].
    - apply in_app_iff in I. destruct I as [I|I].
      + apply in_map_iff in I. destruct I as (l' & <- & I). destruct (IH n l' I) as (L & S & N).
        split; [simpl; lia|]. split; [intros y [->|J]; [left; reflexivity | right; apply S, J]|].
        intro H. apply NoDup_cons_iff in H. destruct H as [Hx H]. constructor; [intro J; apply Hx, S, J | apply N, H].
      + destruct (IH (Datatypes.S n) l I) as (L & S & N). split; [exact L|]. split; [intros y J; right; apply S, J|].
        intro H. apply NoDup_cons_iff in H. apply N, H.
  Qed.

  (** Every n different entries of xs are chosen. *)
  Lemma choices_complete : forall (xs l : list A), (forall x y : A, {x = y} + {x <> y}) -> NoDup l -> incl l xs ->
    exists l', In l' (choices (length l) xs) /\ Permutation l l'.
  Proof.
    intros xs l eq_dec. revert l. induction xs as [|x xs IH]; intros l N S.
    - destruct l as [|y l]; [|destruct (S y (or_introl eq_refl))]. exists []. split; [left; reflexivity | constructor].
    - destruct (in_dec eq_dec x l) as [I|I].
      + apply in_split in I. destruct I as (a & b & ->). pose proof (NoDup_remove _ _ _ N) as [N' Hx].
        destruct (IH (a ++ b) N') as (l' & I' & P).
        * intros y J. destruct (S y) as [<-|K]; [|contradiction|exact K].
          apply in_app_iff in J. apply in_app_iff. destruct J; [left | right; right]; assumption.
        * exists (x :: l'). split.
          -- replace (length (a ++ x :: b)) with (Datatypes.S (length (a ++ b))) by (rewrite !app_length; simpl; lia).
             cbn [choices]. apply in_app_iff. left. apply in_map, I'.
          -- apply Permutation_sym, Permutation_cons_app, Permutation_sym, P.
      + destruct (IH l N) as (l' & I' & P).
        * intros y J. destruct (S y J) as [<-|K]; [contradiction | exact K].
        * exists l'. split; [|exact P]. destruct l as [|y l]; cbn [choices length]; [|apply in_app_iff; right;
            exact I'].
          apply Permutation_nil in P. subst. left. reflexivity.
  Qed.
End Choices.

Lemma falling_head : forall D n, falling (D + 1) (S n) = (D + 1) * falling D n.
Proof.
  intros D n. induction n as [|n IH]; [cbn [falling]; change (Z.of_nat 0) with 0; lia|].
  change (falling (D + 1) (S (S n))) with (falling (D + 1) (S n) * (D + 1 - Z.of_nat (S n))). rewrite IH.
  cbn [falling]. rewrite Nat2Z.inj_succ. unfold Z.succ. ring.
Qed.

(** There are C(D, n) of them. *)
Lemma choices_count : forall (A : Type) (xs : list A) n, binomial (Z.of_nat (length xs)) n (length (choices n xs)).
Proof.
  unfold binomial. intros A xs. induction xs as [|x xs IH]; intros [|n]; try reflexivity.
  - cbn [choices length]. rewrite Z.mul_0_r. clear. induction n as [|n IH]; [reflexivity|].
    change (falling (Z.of_nat 0) (S (S n))) with (falling (Z.of_nat 0) (S n) * (0 - Z.of_nat (S n))). rewrite <- IH.
    lia.
  - cbn [choices length]. rewrite app_length, map_length, Nat2Z.inj_add. rewrite Nat2Z.inj_succ. unfold Z.succ.
    rewrite falling_head, Z.mul_add_distr_l, IH. cbn [falling]. rewrite <- (IH n).
    change (fact (S n)) with (S n * fact n)%nat. rewrite Nat2Z.inj_mul, Nat2Z.inj_succ. unfold Z.succ. ring.
Qed.

Lemma column_of_digits : forall d M k, column_of d M k = digits M d k.
Proof. induction d as [|d IH]; intros M k; [reflexivity|]. cbn [column_of digits]. rewrite IH. reflexivity. Qed.

Section Orbits.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_m : (2 <= m)%nat.

  Let column (k : Z) := column_of d (Z.of_nat m) k.

  Lemma id_of_column : forall k, 0 <= k < D d m -> column_id d m (column k) = k.
  Proof.
    intros k range. unfold column. rewrite column_of_digits, column_id_is_value by apply digits_length.
    apply value_of_digits; [lia|]. rewrite <- D_is_power. exact range.
  Qed.

  Lemma column_of_id : forall c, length c = d -> Forall (fun k => 0 <= k < Z.of_nat m) c ->
    column (column_id d m c) = c.
  Proof.
    intros c shape range. unfold column. rewrite column_of_digits.
    apply (value_one_to_one (Z.of_nat m)); [rewrite digits_length; congruence | apply digits_range; lia | exact range|].
    rewrite column_id_is_value by exact shape. apply value_of_digits; [lia|]. rewrite <- shape.
    apply value_range, range.
  Qed.

  (** Each of the contexts is in G~_delta. *)
  Lemma contexts_in_G_tilde : forall S, In S (contexts d n m) -> G_tilde d n m S.
  Proof.
    intros S I. apply in_map_iff in I. destruct I as (ids & <- & I). apply in_choices in I.
    destruct I as (L & inside & N).
    specialize (N (levels_NoDup _)). assert (range : forall k, In k ids -> 0 <= k < D d m).
    { intros k J. apply in_levels, inside, J. }
    split; [split; [split|]|].
    - rewrite map_length. exact L.
    - apply Forall_forall. intros c J. apply in_map_iff in J. destruct J as (k & <- & _). rewrite column_of_digits.
      apply digits_length.
    - apply Forall_forall. intros c J. apply in_map_iff in J. destruct J as (k & <- & _). rewrite column_of_digits.
      apply digits_range. lia.
    - apply NoDup_map_injective; [|exact N]. intros j k J K E. rewrite <- (id_of_column j), <- (id_of_column k);
        [unfold column; rewrite E; reflexivity | apply range, K | apply range, J].
  Qed.

  (** Each L in G~_delta is one of the contexts with its columns in another order. *)
  Lemma contexts_complete : forall L, G_tilde d n m L -> exists S, In S (contexts d n m) /\ Permutation L S.
  Proof.
    intros L tilde. pose proof tilde as [grid different].
    destruct (choices_complete (levels (m ^ d)) (column_ids d m L) Z.eq_dec) as (ids & I & P).
    - apply (different_columns_different_ids d n m); assumption.
    - intros k J. apply in_levels. pose proof (G_delta_ids d n m L one_d two_m grid) as range.
      rewrite Forall_forall in range. apply range, J.
    - exists (map column ids). split.
      + unfold contexts. apply in_map. rewrite (ids_length d n m L (proj1 grid)) in I. exact I.
      + assert (E : L = map column (column_ids d m L)).
        { unfold column_ids. rewrite map_map. rewrite <- (map_id L) at 1. apply map_ext_in. intros c J. symmetry.
          pose proof (G_delta_columns d n m L grid) as columns. rewrite Forall_forall in columns.
          destruct (columns c J). apply column_of_id; assumption. }
        rewrite E at 1. apply Permutation_map, P.
  Qed.

  Lemma contexts_count : binomial (D d m) n (length (contexts d n m)).
  Proof.
    unfold contexts. rewrite map_length. pose proof (choices_count Z (levels (m ^ d)) n) as H.
    rewrite levels_length in H. exact H.
  Qed.
End Orbits.

(** ** g_c on G+_delta *)

Definition context_point (d n m : nat) (L : point) : point :=
  global_point d m (D d m ^ (Z.of_nat n + 1)) (sweep_point d m (D d m) (all_ids (D d m)) L).

(** One function of a single column does to all columns of both orders what g_c does. *)
Lemma context_point_permuted : forall d n m L S, Permutation L S ->
  exists f, context_point d n m L = map f L /\ context_point d n m S = map f S.
Proof.
  intros d n m. unfold context_point. intros L S P.
  assert (Sw : forall ks L S, Permutation L S -> exists f,
            sweep_point d m (D d m) ks L = map f L /\ sweep_point d m (D d m) ks S = map f S).
  { clear L S P. induction ks as [|k ks IH]; intros L S P.
    - exists (fun c => c). rewrite !map_id. split; reflexivity.
    - pose proof (Permutation_map (column_id d m) P) as ids.
      set (f := fun c => add_first (gained (D d m) k (column_ids d m L) (column_id d m c)) c).
      assert (fS : shift_point d m (D d m) k S = map f S).
      { unfold shift_point, f, gained, column_ids. rewrite (greatest_permuted _ _ ids), (least_permuted _ _ ids).
        reflexivity. }
      destruct (IH (map f L) (map f S) (Permutation_map f P)) as (g & gL & gS). exists (fun c => g (f c)).
      rewrite map_map in gL, gS. rewrite <- fS in gS. split; [exact gL | exact gS]. }
  destruct (Sw (all_ids (D d m)) L S P) as (f & fL & fS). rewrite fL, fS. pose proof (Permutation_map f P) as Q.
  pose proof (Permutation_map (column_id d m) Q) as ids. set (c := D d m ^ (Z.of_nat n + 1)).
  exists (fun z => add_first (globally_gained c (column_ids d m (map f L)) (column_id d m (f z))) (f z)).
  unfold global_point. rewrite !map_map. split; [reflexivity|]. unfold globally_gained, column_ids.
  rewrite (greatest_permuted _ _ ids), (least_permuted _ _ ids). reflexivity.
Qed.

(** g_c(L P) = g_c(L) P. *)
Lemma context_point_equivariant : forall d n m P S, Permutation P (seq 0 (length S)) ->
  context_point d n m (permuted P S) = permuted P (context_point d n m S).
Proof.
  intros d n m P S H. assert (Q : Permutation (permuted P S) S).
  { assert (E : S = permuted (seq 0 (length S)) S).
    { destruct (permuted_by Z S S (Permutation_refl S)) as (P' & HP' & E). clear - S.
      apply (nth_ext _ _ [] []); [unfold permuted; rewrite map_length, seq_length; reflexivity|]. intros j Hj.
      unfold permuted. rewrite (nth_indep (map _ _) [] (nth (length S) S [])) by (rewrite map_length, seq_length;
        exact Hj).
      rewrite (map_nth (fun j => nth j S []) (seq 0 (length S)) (length S)), seq_nth by exact Hj. reflexivity. }
    rewrite E at 2. unfold permuted. apply Permutation_map, H. }
  destruct (context_point_permuted d n m _ _ Q) as (f & fP & fS). rewrite fP, fS. apply permuted_map.
  apply permutation_below, H.
Qed.

Lemma context_point_shape : forall d n m L, of_shape d n L -> of_shape d n (context_point d n m L).
Proof.
  intros d n m L shape. destruct (sweep_point_shape d n m (D d m) (all_ids (D d m)) L shape) as [C F].
  unfold context_point.
  split; [unfold global_point; rewrite map_length; exact C | apply add_firsts_lengths, F].
Qed.

(** ** Entries >= 0 stay so *)

Definition nonnegative (L : point) : Prop := Forall (Forall (fun k => 0 <= k)) L.

Lemma nonnegative_ids : forall d m L, nonnegative L -> Forall (fun y => 0 <= y) (column_ids d m L).
Proof.
  intros d m L H. apply Forall_forall. intros y I. apply in_map_iff in I. destruct I as (c & <- & I).
  unfold nonnegative in H. rewrite Forall_forall in H. specialize (H c I). clear I. unfold column_id.
  assert (W : Forall (fun k => 0 <= k) (weights d m)).
  { apply Forall_forall. intros k I. apply in_map_iff in I. destruct I as (i & <- & _). lia. }
  revert c H. induction W as [|w u Hw W IH]; intros c H; [simpl; lia|]. destruct H as [|k c Hk H]; [simpl; lia|].
  cbn [dot_Z]. specialize (IH c H). nia.
Qed.

Lemma nonnegative_add_first : forall v c, 0 <= v -> Forall (fun k => 0 <= k) c ->
  Forall (fun k => 0 <= k) (add_first v c).
Proof. intros v c Hv H. destruct H; constructor; [lia|assumption]. Qed.

Lemma shift_point_nonnegative : forall d m gain k L, 0 <= gain -> nonnegative L ->
  nonnegative (shift_point d m gain k L).
Proof.
  intros d m gain k L Hg H. unfold shift_point. apply Forall_map. pose proof H as H'. unfold nonnegative in H'.
  rewrite Forall_forall in *. intros c I. apply nonnegative_add_first; [|apply H', I]. unfold gained.
  destruct (column_id d m c =? k); [|lia]. assert (J : In (column_id d m c) (column_ids d m L)) by (apply in_map, I).
  pose proof (greatest_above _ _ J). pose proof (least_below _ _ J). nia.
Qed.

Lemma context_point_nonnegative : forall d n m L, nonnegative L -> nonnegative (context_point d n m L).
Proof.
  intros d n m L H. assert (HD : 0 <= D d m) by (unfold D; lia). unfold context_point.
  assert (S : forall ks L, nonnegative L -> nonnegative (sweep_point d m (D d m) ks L)).
  { induction ks as [|k ks IH]; intros L' H'; [exact H'|]. apply IH, shift_point_nonnegative; assumption. }
  specialize (S (all_ids (D d m)) L H). revert S. generalize (sweep_point d m (D d m) (all_ids (D d m)) L). intros S HS.
  unfold global_point. apply Forall_map. pose proof (nonnegative_ids d m S HS) as ids. pose proof HS as HS'.
  unfold nonnegative in HS'. rewrite Forall_forall in *. intros c I. apply nonnegative_add_first; [|apply HS', I].
  assert (J : In (column_id d m c) (column_ids d m S)) by (apply in_map, I). pose proof (ids _ J).
  pose proof (greatest_above _ _ J). unfold globally_gained.
  assert (0 <= D d m ^ (Z.of_nat n + 1)) by (apply Z.pow_nonneg; exact HD).
  destruct (Z.ltb_spec 0 (column_id d m c)); [nia|]. destruct (Z.ltb_spec (column_id d m c) 0); lia.
Qed.

(** ** The network computes it *)

Lemma run_reduced_is_run : forall N Z, Meq (run_reduced N Z) (run N Z).
Proof.
  assert (G : forall N Z Z', Meq Z Z' -> Meq (run_reduced N Z) (run N Z')).
  { induction N as [|l N IH]; intros Z Z' E; [exact E|]. apply IH. eapply Meq_trans; [|apply apply_layer_respects, E].
    generalize (apply_layer Z l). intro Y. unfold reduced. induction Y as [|z Y IHY]; constructor; [|exact IHY].
    clear. induction z as [|x z IHz]; constructor; [apply Qred_correct | exact IHz]. }
  intros N Z. apply G, Meq_refl.
Qed.

Lemma Meq_sym : forall Z Z', Meq Z Z' -> Meq Z' Z.
Proof. intros Z Z' E. induction E; constructor; [apply Forall2_Qeq_sym; assumption | assumption]. Qed.

Section Runs.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.

  Theorem g_c_simulates : forall L, G_plus d n m L ->
    Meq (run (g_c d n m) (in_unit_1 m L)) (in_unit_1 m (context_point d n m L)).
  Proof.
    intros L plus. pose proof plus as [shape _]. assert (one_m : (1 <= m)%nat) by lia.
    pose proof (of_shape_nonempty d n L two_n shape) as nonempty.
    unfold g_c. unfold run. rewrite fold_left_app. cbn [fold_left].
    change (fold_left apply_layer (sweep_layers d m) (in_unit_1 m L)) with (run (sweep_layers d m) (in_unit_1 m L)).
    eapply Meq_trans.
    - apply apply_layer_respects, sweep_layers_simulate; try assumption. exact (proj2 shape).
    - assert (E : of_nat ((m ^ d) ^ (n + 1)) = inject_Z (D d m ^ (Z.of_nat n + 1))).
      { unfold of_nat. rewrite power_of_D. do 2 f_equal. lia. }
      rewrite E. apply global_simulates; try assumption.
      + intro F. apply nonempty. apply length_zero_iff_nil. rewrite <- (sweep_point_columns d m (D d m) (all_ids (D d
          m)) L).
        rewrite F. reflexivity.
      + apply sweep_point_lengths. exact (proj2 shape).
      + rewrite sweep_point_ids; [|exact one_d | exact (proj2 shape)]. apply (swept_zero_alone d n m); assumption.
  Qed.

  Theorem context_simulates : forall L, G_plus d n m L -> Meq (context d n m L) (in_unit_1 m (context_point d n m L)).
  Proof. intros L plus. eapply Meq_trans; [apply run_reduced_is_run | apply g_c_simulates, plus]. Qed.
End Runs.
