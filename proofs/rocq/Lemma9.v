(** * Lemma 9, repaired: feed-forward layers map contexts to values (App. E.1.3; proof in App. E.4) *)

From Coq Require Import ZArith QArith Qabs List Permutation Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Hardmax Simulation Grid Lemma8 FeedForwardLayers
  Lemma7 FiniteSets Contexts Lemma9Layers.
Import ListNotations.
Open Scope Q_scope.

(** ** Columns of a matrix *)

Lemma Meq_column : forall Z Z' j, Meq Z Z' -> Forall2 Qeq (nth j Z []) (nth j Z' []).
Proof. intros Z Z' j E. revert j. induction E as [|z z' Z Z' Ez E IH]; intros [|j]; simpl; auto. Qed.

Lemma Meq_length : forall Z Z', Meq Z Z' -> length Z = length Z'.
Proof. intros Z Z' E. induction E; simpl; congruence. Qed.

Lemma columns_equal : forall Z Z' : matrix, length Z = length Z' ->
  (forall j, (j < length Z)%nat -> Forall2 Qeq (nth j Z []) (nth j Z' [])) -> Meq Z Z'.
Proof.
  induction Z as [|z Z IH]; intros [|z' Z'] L H; try discriminate; constructor.
  - apply (H 0%nat). simpl. lia.
  - apply IH; [simpl in L; lia|]. intros j Hj. apply (H (S j)). simpl. lia.
Qed.

Lemma nonnegative_in_unit_1 : forall m c z, (1 <= m)%nat -> Forall (fun k => 0 <= k)%Z c ->
  Forall2 Qeq z (map (fun k => inject_Z k * delta m) c) -> Forall (fun x => 0 <= x) z.
Proof.
  intros m c z Hm N. pose proof (delta_positive m Hm) as P. revert z.
  induction N as [|k c Hk N IH]; intros z E; inversion E as [|x ? z' ? Ex E']; constructor; [|apply IH, E'].
  rewrite Ex. rewrite Zle_Qle in Hk. change (inject_Z 0) with 0 in Hk. apply Qmult_le_0_compat; lra.
Qed.

Lemma in_combine_nth : forall (A B : Type) (a : list A) (b : list B) j x y, length a = length b -> (j < length a)%nat ->
  In (nth j a x, nth j b y) (combine a b).
Proof. intros. rewrite <- combine_nth by assumption. apply nth_In. rewrite combine_length. lia. Qed.

Lemma in_combine_inv : forall (A B : Type) (a : list A) (b : list B) p x y, length a = length b -> In p (combine a b) ->
  exists j, (j < length a)%nat /\ p = (nth j a x, nth j b y).
Proof.
  intros A B a b p x y L I. destruct (In_nth _ _ (x, y) I) as (j & Hj & E). exists j.
  rewrite combine_length in Hj. split; [lia|]. rewrite <- E. apply combine_nth, L.
Qed.

Section ValueMap.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Variable A : point -> matrix.
  Hypothesis A_values : equivariant_values d n m A.

  Let u := reading_vector d m.
  Let l := t_l d n m.
  Let r := t_r d n m.
  Let mapped (L : point) : matrix := run (g_c d n m) (in_unit_1 m L).

  Lemma one_m9 : (1 <= m)%nat.
  Proof. lia. Qed.

  Lemma tilde_plus : forall L, G_tilde d n m L -> G_plus d n m L.
  Proof. intros L [grid _]. apply G_delta_is_G_plus, grid. Qed.

  Lemma mapped_columns : forall L, G_plus d n m L -> length (mapped L) = n /\ Forall (fun z => length z = d) (mapped L).
  Proof.
    intros L plus. pose proof (g_c_simulates d n m one_d two_n two_m L plus) as E. fold (mapped L) in E.
    destruct (context_point_shape d n m L (proj1 plus)) as [C F]. split.
    - rewrite (Meq_length _ _ E). etransitivity; [apply map_length | exact C].
    - revert F E. generalize (mapped L) (context_point d n m L). intros Z S F. revert Z.
      induction F as [|c S Hc F IH]; intros Z E; inversion E as [|z ? Z' ? Ez E']; constructor; [|apply IH, E'].
      etransitivity; [exact (Forall2_length_eq _ _ _ _ _ Ez)|]. etransitivity; [apply map_length | exact Hc].
  Qed.

  Lemma mapped_column_length : forall L j, G_plus d n m L -> (j < n)%nat -> length (nth j (mapped L) []) = d.
  Proof.
    intros L j plus Hj. destruct (mapped_columns L plus) as [C F]. rewrite Forall_forall in F. apply F, nth_In.
    unfold matrix, vector in *. lia.
  Qed.

  Lemma mapped_id : forall L j, G_plus d n m L -> (j < n)%nat -> dot u (nth j (mapped L) []) = nth j (q d n m L) 0.
  Proof.
    intros L j plus Hj. unfold q, row_of. fold (mapped L) u. rewrite (nth_indep _ 0 (dot u [])).
    - symmetry. apply map_nth.
    - rewrite map_length. destruct (mapped_columns L plus) as [C _]. unfold matrix, vector in *. lia.
  Qed.

  Lemma q_length : forall L, G_plus d n m L -> length (q d n m L) = n.
  Proof. intros L plus. unfold q, row_of. rewrite map_length. apply mapped_columns, plus. Qed.

  Lemma q_entry : forall L j, G_plus d n m L -> (j < n)%nat -> In (nth j (q d n m L) 0) (q d n m L).
  Proof. intros L j plus Hj. apply nth_In. rewrite q_length by exact plus. exact Hj. Qed.

  (** *** What Lemma 8 says of them *)

  Lemma interval_ends : delta m <= l /\ l < r.
  Proof.
    pose proof (delta_positive m one_m9) as P. destruct (interval d n m one_d two_n two_m) as [_ less].
    split; [|exact less]. unfold l. rewrite t_l_in_unit_1.
    assert (H : (1 <= D d m ^ (2 * Z.of_nat n) * (D d m - 1))%Z).
    { pose proof (D_at_least_m d m one_d two_m). assert (0 < D d m ^ (2 * Z.of_nat n))%Z by (apply Z.pow_pos_nonneg;
        lia). nia. }
    rewrite Zle_Qle in H. change (inject_Z 1) with 1 in H. rewrite <- (Qmult_1_l (delta m)) at 1.
    apply Qmult_le_compat_r; [exact H | lra].
  Qed.

  Lemma key_inside : forall L j, G_tilde d n m L -> (j < n)%nat -> l <= nth j (q d n m L) 0 <= r.
  Proof.
    intros L j tilde Hj. destruct (lemma_8_holds d n m one_d two_n two_m) as (_ & _ & _ & _ & _ & _ & _ & P3 & _).
    specialize (P3 L tilde). rewrite Forall_forall in P3. apply P3, q_entry; [apply tilde_plus, tilde | exact Hj].
  Qed.

  Lemma key_outside : forall L j, G_plus d n m L -> ~ G_tilde d n m L -> (j < n)%nat ->
    nth j (q d n m L) 0 < l \/ r < nth j (q d n m L) 0.
  Proof.
    intros L j plus outside Hj. destruct (lemma_8_holds d n m one_d two_n two_m) as (_ & _ & _ & _ & _ & _ & _ & _ &
      P4).
    specialize (P4 L plus outside). rewrite Forall_forall in P4. apply P4, q_entry; assumption.
  Qed.

  (** 'Numbers u^T g_c(L), which are at least delta apart from each other': they are multiples of delta. *)
  Lemma key_multiple : forall L j, G_plus d n m L -> (j < n)%nat -> exists k,
    nth j (q d n m L) 0 == inject_Z k * delta m.
  Proof.
    intros L j plus Hj. pose proof (q_is_output_ids d n m one_d two_n two_m L plus) as E.
    destruct (entry_in_unit_1 m _ _ _ E (q_entry L j plus Hj)) as (k & _ & Ek). exists k. exact Ek.
  Qed.

  Lemma window_is_equality : forall L L' j j', G_plus d n m L -> G_plus d n m L' -> (j < n)%nat -> (j' < n)%nat ->
    in_window m (nth j (q d n m L) 0) (nth j' (q d n m L') 0) -> nth j (q d n m L) 0 == nth j' (q d n m L') 0.
  Proof.
    intros L L' j j' plus plus' Hj Hj' [W1 W2].
    destruct (key_multiple L j plus Hj) as (k & E). destruct (key_multiple L' j' plus' Hj') as (k' & E').
    destruct (Z.lt_trichotomy k k') as [H|[->|H]].
    - pose proof (next_above m k k' one_m9 H). lra.
    - rewrite E, E'. reflexivity.
    - pose proof (next_below m k k' one_m9 H). lra.
  Qed.

  (** *** The first d + 1 layers *)

  Lemma entries_at_most_M : forall L j, G_plus d n m L -> (j < n)%nat ->
    Forall (fun x => x <= greatest_entry d n m) (nth j (mapped L) []).
  Proof.
    intros L j plus Hj. assert (E : Meq (mapped L) (context d n m L)) by apply Meq_sym, run_reduced_is_run.
    pose proof (Meq_column _ _ j E) as Ej. assert (B : Forall (fun x => x <= greatest_entry d n m) (nth j (context d n
      m L) [])).
    { apply Forall_forall. intros x I. pose proof (maximum_is_greatest
        (flat_map (fun L => concat (context d n m L)) (extended_points d n m))) as M.
      rewrite Forall_forall in M. apply M. apply in_flat_map. exists L. split.
      - unfold extended_points. apply in_points_of. destruct plus as [shape levels]. split; [exact shape|].
        eapply Forall_impl; [|exact levels]. intro c. apply Forall_impl. intros k [->|K]; [left; reflexivity|].
        right. apply in_levels, K.
      - apply in_concat. exists (nth j (context d n m L) []). split; [|exact I]. apply nth_In.
        rewrite <- (Meq_length _ _ E), (proj1 (mapped_columns L plus)). exact Hj. }
    revert B. induction Ej as [|x y a b Exy Ej IH]; intro B; constructor; inversion B; subst.
    - rewrite Exy. assumption.
    - apply IH. assumption.
  Qed.

  Lemma first_layers_inside : forall L j, G_tilde d n m L -> (j < n)%nat ->
    Forall2 Qeq (on_column (first_layers d n m l r) (nth j (mapped L) [])) (nth j (mapped L) []).
  Proof.
    intros L j tilde Hj. pose proof (tilde_plus L tilde) as plus. set (z := nth j (mapped L) []).
    assert (Hz : length z = d) by (apply mapped_column_length; assumption).
    change (on_column (first_layers d n m l r) z)
      with (on_column (map (raising d) (seq 0 d)) (column_after (shifting d n m l r) [] z)).
    eapply Forall2_Qeq_trans; [apply on_column_respects, shifting_inside; [exact Hz|]|].
    - fold u. unfold z. rewrite mapped_id by assumption. apply key_inside; assumption.
    - apply raising_nonnegative; [exact Hz|].
      assert (N : nonnegative (context_point d n m L)).
      { apply context_point_nonnegative. destruct tilde as [[_ range] _]. eapply Forall_impl; [|exact range].
        intro c. apply Forall_impl. intros k K. lia. }
      pose proof (Meq_column _ _ j (g_c_simulates d n m one_d two_n two_m L plus)) as E. fold (mapped L) z in E.
      unfold in_unit_1 in E. rewrite (map_nth (map (fun k => inject_Z k * delta m)) _ [] j) in E.
      assert (Nj : Forall (fun k => 0 <= k)%Z (nth j (context_point d n m L) [])).
      { unfold nonnegative in N. rewrite Forall_forall in N. apply N, nth_In.
        rewrite (proj1 (context_point_shape d n m L (proj1 plus))). exact Hj. }
      exact (nonnegative_in_unit_1 m _ z one_m9 Nj E).
  Qed.

  Lemma first_layers_outside : forall L j, G_plus d n m L -> ~ G_tilde d n m L -> (j < n)%nat ->
    Forall2 Qeq (on_column (first_layers d n m l r) (nth j (mapped L) [])) (zeros d).
  Proof.
    intros L j plus outside Hj. set (z := nth j (mapped L) []).
    assert (Hz : length z = d) by (apply mapped_column_length; assumption).
    change (on_column (first_layers d n m l r) z)
      with (on_column (map (raising d) (seq 0 d)) (column_after (shifting d n m l r) [] z)).
    apply raising_negative; [apply adding_length; [apply repeat_length | exact Hz]|].
    apply shifting_outside; [exact Hz | | apply entries_at_most_M; assumption].
    fold u. unfold z. rewrite mapped_id by assumption. apply key_outside; assumption.
  Qed.

  (** *** The layers of the keys *)

  Definition entries : list (vector * vector) :=
    flat_map (fun L => combine (context d n m L) (A L)) (contexts d n m).

  Lemma matching_layers_are : forall lift,
    flat_map (matching_layers d n m A lift) (contexts d n m) = map (key_layer d m lift) entries.
  Proof.
    intro lift. unfold entries. generalize (contexts d n m). induction l0 as [|L Ls IH]; [reflexivity|].
    cbn [flat_map]. rewrite map_app, <- IH. reflexivity.
  Qed.

  Lemma context_length : forall L, G_plus d n m L -> length (context d n m L) = n.
  Proof.
    intros L plus. unfold context. rewrite (Meq_length _ _ (run_reduced_is_run (g_c d n m) (in_unit_1 m L))).
    apply mapped_columns, plus.
  Qed.

  (** An entry is g_c(L)_(:,j) with (A_L)_(:,j), for one of the contexts. *)
  Lemma in_entries : forall now wanted, In (now, wanted) entries -> exists L j, In L (contexts d n m) /\
    G_tilde d n m L /\
    (j < n)%nat /\ Forall2 Qeq now (nth j (mapped L) []) /\ wanted = nth j (A L) [].
  Proof.
    intros now wanted I. apply in_flat_map in I. destruct I as (L & IL & I).
    pose proof (contexts_in_G_tilde d n m one_d two_m L IL) as tilde. pose proof (tilde_plus L tilde) as plus.
    destruct (proj1 A_values L tilde) as [LA _]. pose proof (context_length L plus) as LC.
    destruct (in_combine_inv _ _ _ _ _ [] [] (eq_trans LC (eq_sym LA)) I) as (j & Hj & E). injection E as -> ->.
    exists L, j. split; [exact IL|]. split; [exact tilde|].
    split; [unfold matrix, vector in *; lia|]. split; [|reflexivity].
    apply Meq_column, run_reduced_is_run.
  Qed.

  Lemma entries_sized : Forall (sized d) entries.
  Proof.
    apply Forall_forall. intros [now wanted] I. destruct (in_entries now wanted I) as (L & j & _ & tilde & Hj & E & ->).
    destruct (proj1 A_values L tilde) as [LA FA]. split; simpl.
    - rewrite (Forall2_length_eq _ _ _ _ _ E). apply mapped_column_length; [apply tilde_plus, tilde | exact Hj].
    - rewrite Forall_forall in FA. apply FA, nth_In. unfold matrix, vector in *. lia.
  Qed.

  Lemma entry_key : forall L j now, G_tilde d n m L -> (j < n)%nat -> Forall2 Qeq now (nth j (mapped L) []) ->
    dot u now == nth j (q d n m L) 0.
  Proof.
    intros L j now tilde Hj E. rewrite <- mapped_id by (try apply tilde_plus; assumption).
    apply dot_respects; [apply Forall2_Qeq_refl | exact E].
  Qed.

  (** L = S P: column j of g_c(L) and of A_L is column P_j of g_c(S) and of A_S. *)
  Lemma same_orbit : forall L S j, G_tilde d n m L -> G_tilde d n m S -> Permutation L S -> (j < n)%nat ->
    exists i, (i < n)%nat /\ Forall2 Qeq (nth j (mapped L) []) (nth i (mapped S) []) /\
              Forall2 Qeq (nth j (A L) []) (nth i (A S) []).
  Proof.
    intros L S j tilde tilde' H Hj. destruct (permuted_by Z L S H) as (P & HP & E).
    pose proof tilde' as [[[LS _] _] _].
    assert (HS : Permutation P (seq 0 (@length column S))) by exact HP. unfold column in HP, LS. rewrite LS in HP.
    assert (LP : length P = n) by (rewrite (Permutation_length HP), seq_length; reflexivity).
    pose proof (permutation_below P n HP) as B. exists (nth j P 0%nat). split.
    { rewrite Forall_forall in B. apply B, nth_In. lia. }
    assert (N : forall (X : list (list Z)), nth j (permuted P X) [] = nth (nth j P 0%nat) X []).
    { intro X. unfold permuted. rewrite (nth_indep _ [] (nth 0%nat X [])) by (rewrite map_length; lia).
      apply (map_nth (fun i => nth i X [])). }
    assert (NQ : forall (X : matrix), nth j (permuted P X) [] = nth (nth j P 0%nat) X []).
    { intro X. unfold permuted. rewrite (nth_indep _ [] (nth 0%nat X [])) by (rewrite map_length; lia).
      apply (map_nth (fun i => nth i X [])). }
    split.
    - eapply Forall2_Qeq_trans; [apply Meq_column, g_c_simulates; try assumption; apply tilde_plus, tilde|].
      eapply Forall2_Qeq_trans;
        [|apply Forall2_Qeq_sym, Meq_column, g_c_simulates; try assumption; apply tilde_plus, tilde'].
      rewrite E, (context_point_equivariant d n m P S HS).
      unfold in_unit_1. rewrite !(map_nth (map (fun k => inject_Z k * delta m)) _ []). rewrite N.
      apply Forall2_Qeq_refl.
    - rewrite <- NQ. rewrite E. apply Meq_column, (proj2 A_values); assumption.
  Qed.

  (** 'If L is not a permutation of L-bar, g_c(L) is left untouched', and a column meets its own key alone. *)
  Lemma own_entry : forall L j now wanted, G_tilde d n m L -> (j < n)%nat -> In (now, wanted) entries ->
    in_window m (dot u now) (dot u (nth j (mapped L) [])) ->
    Forall2 Qeq now (nth j (mapped L) []) /\ Forall2 Qeq wanted (nth j (A L) []).
  Proof.
    intros L j now wanted tilde Hj I W. destruct (in_entries now wanted I) as (S & i & _ & tilde' & Hi & E & ->).
    pose proof (tilde_plus L tilde) as plus. pose proof (tilde_plus S tilde') as plus'.
    pose proof (entry_key S i now tilde' Hi E) as K. rewrite mapped_id in W by assumption.
    assert (W' : nth i (q d n m S) 0 == nth j (q d n m L) 0).
    { apply window_is_equality; try assumption. destruct W as [W1 W2]. rewrite K in W1, W2. split; assumption. }
    destruct (lemma_8_holds d n m one_d two_n two_m) as (_ & _ & _ & _ & _ & P1 & P2 & _).
    destruct (permutation_or_not L S (proj2 tilde)) as [P|P].
    - destruct tilde as [[[-> _] _] _], tilde' as [[[-> _] _] _]. reflexivity.
    - destruct (same_orbit L S j tilde tilde' P Hj) as (k & Hk & EC & EA).
      assert (Ek : nth j (q d n m L) 0 == nth k (q d n m S) 0).
      { rewrite <- !mapped_id by assumption. apply dot_respects; [apply Forall2_Qeq_refl | exact EC]. }
      destruct (Nat.eq_dec i k) as [->|N].
      + split; [eapply Forall2_Qeq_trans; [exact E|]|]; apply Forall2_Qeq_sym; assumption.
      + exfalso. apply (P1 S tilde' i k); try (rewrite q_length by exact plus'); try assumption.
        rewrite W', Ek. reflexivity.
    - exfalso. apply (P2 L S tilde tilde' P (nth j (q d n m L) 0) (nth i (q d n m S) 0));
        try (apply q_entry; assumption). symmetry. exact W'.
  Qed.

  Lemma some_entry : forall L j, G_tilde d n m L -> (j < n)%nat ->
    exists now wanted, In (now, wanted) entries /\ Forall2 Qeq now (nth j (mapped L) []).
  Proof.
    intros L j tilde Hj. destruct (contexts_complete d n m one_d two_m L tilde) as (S & I & P).
    pose proof (contexts_in_G_tilde d n m one_d two_m S I) as tilde'.
    destruct (same_orbit L S j tilde tilde' P Hj) as (i & Hi & E & _).
    exists (nth i (context d n m S) []), (nth i (A S) []). split.
    - apply in_flat_map. exists S. split; [exact I|]. pose proof (context_length S (tilde_plus S tilde')) as LC.
      apply in_combine_nth; [|lia]. rewrite LC. symmetry. apply (proj1 A_values S tilde').
    - eapply Forall2_Qeq_trans; [apply Meq_column, run_reduced_is_run | apply Forall2_Qeq_sym, E].
  Qed.

  (** The layers of all keys, where lifted values are outside all windows. *)
  Lemma keys_map : forall lift L j, G_tilde d n m L -> (j < n)%nat ->
    (forall key, l <= key <= r -> ~ in_window m key (dot u (nth j (A L) []) + lift)) ->
    Forall2 Qeq (on_column (map (key_layer d m lift) entries) (nth j (mapped L) []))
                (add (nth j (A L) []) (first_unit d lift)).
  Proof.
    intros lift L j tilde Hj free. pose proof (tilde_plus L tilde) as plus.
    assert (Ht : length (nth j (A L) []) = d).
    { destruct (proj1 A_values L tilde) as [LA FA]. rewrite Forall_forall in FA. apply FA, nth_In.
      unfold matrix, vector in *. lia. }
    apply keys_own; try assumption; [apply one_m9 | apply entries_sized | apply mapped_column_length; assumption | | |].
    - intros now wanted I W. apply own_entry; assumption.
    - intros now wanted I W. destruct (in_entries now wanted I) as (S & i & _ & tilde' & Hi & E & _).
      pose proof (entry_key S i now tilde' Hi E) as K. apply (free (nth i (q d n m S) 0)); [apply key_inside;
        assumption|].
      pose proof (dot_lifted d m one_d one_m9 (nth j (A L) []) lift Ht) as DL. destruct W as [W1 W2].
      fold u in W1, W2, K. rewrite K in W1, W2. fold u in DL. rewrite DL in W1, W2. split; assumption.
    - apply some_entry; assumption.
  Qed.

  (** 'Zero input matrix remains the same at the output.' *)
  Lemma keys_zero : forall lift z, Forall2 Qeq z (zeros d) ->
    Forall2 Qeq (on_column (map (key_layer d m lift) entries) z) z.
  Proof.
    intros lift z Ez. assert (Hz : length z = d) by (rewrite (Forall2_length_eq _ _ _ _ _ Ez); apply zeros_length).
    apply keys_other; try assumption; [apply one_m9 | apply entries_sized|].
    apply Forall_forall. intros [now wanted] I [W1 W2]. destruct (in_entries now wanted I) as (S & i & _ & tilde' & Hi
      & E & _).
    pose proof (entry_key S i now tilde' Hi E) as K. simpl fst in *. fold u in W1, W2. rewrite K in W1, W2.
    destruct (key_inside S i tilde' Hi) as [B _]. destruct interval_ends as [D1 _].
    pose proof (delta_positive m one_m9) as P. pose proof (half_positive m one_m9) as HP.
    assert (HH : delta m / 2 + delta m / 2 == delta m) by field.
    assert (Z0 : dot u z == 0).
    { rewrite (dot_respects u u z (zeros d) (Forall2_Qeq_refl u) Ez). apply dot_zero. apply Forall_forall.
      intros x J. apply repeat_spec in J. subst. reflexivity. }
    rewrite Z0 in W1. lra.
  Qed.

  (** *** Both networks *)

  Lemma value_network_token_wise : forall last, Forall (fun layer => is_attention layer = false) last ->
    forall lift, Forall (fun layer => is_attention layer = false)
      (first_layers d n m l r ++ flat_map (matching_layers d n m A lift) (contexts d n m) ++ last).
  Proof.
    intros last HL lift. apply Forall_app. split.
    - constructor; [reflexivity|]. apply Forall_forall. intros x I. apply in_map_iff in I. destruct I as (i & <- & _).
      reflexivity.
    - apply Forall_app. split; [|exact HL]. rewrite matching_layers_are. apply Forall_forall. intros x I.
      apply in_map_iff in I. destruct I as ([now wanted] & <- & _). reflexivity.
  Qed.

  Lemma value_network_in_Phi : forall last, in_Phi_throughout last -> forall lift,
    in_Phi_throughout (first_layers d n m l r ++ flat_map (matching_layers d n m A lift) (contexts d n m) ++ last).
  Proof.
    intros last HL lift. apply Forall_app. split.
    - constructor; [apply shifting_in_Phi, interval_ends|]. apply Forall_forall. intros x I. apply in_map_iff in I.
      destruct I as (i & <- & _). apply raising_in_Phi.
    - apply Forall_app. split; [|exact HL]. rewrite matching_layers_are. apply Forall_forall. intros x I.
      apply in_map_iff in I. destruct I as ([now wanted] & <- & _). apply matching_in_Phi, half_positive, one_m9.
  Qed.

  Lemma entries_length : length entries = (n * length (contexts d n m))%nat.
  Proof.
    unfold entries. assert (G : forall Ls, Forall (G_tilde d n m) Ls ->
      length (flat_map (fun L => combine (context d n m L) (A L)) Ls) = (n * length Ls)%nat).
    { intros Ls F. induction F as [|L Ls tilde F IH]; [simpl; lia|]. cbn [flat_map length].
      rewrite app_length, combine_length, IH, (context_length L (tilde_plus L tilde)),
        (proj1 (proj1 A_values L tilde)). lia. }
    apply G. apply Forall_forall. intros L I. apply (contexts_in_G_tilde d n m one_d two_m L I).
  Qed.

  Lemma value_network_length : forall last lift,
    length (first_layers d n m l r ++ flat_map (matching_layers d n m A lift) (contexts d n m) ++ last) =
    (d + 1 + n * length (contexts d n m) + length last)%nat.
  Proof.
    intros. rewrite !app_length, matching_layers_are, map_length, entries_length. unfold first_layers. cbn [length].
    rewrite map_length, seq_length. lia.
  Qed.

  Lemma value_network_shape : forall last lift, Forall (fun layer => is_attention layer = false) last ->
    in_Phi_throughout last ->
    token_wise (first_layers d n m l r ++ flat_map (matching_layers d n m A lift) (contexts d n m) ++ last)
      (d + 1 + n * length (contexts d n m) + length last).
  Proof.
    intros last lift HL HP. pose proof (value_network_token_wise last HL lift) as T.
    destruct (feed_forward_only _ T) as [NA NF]. split; [exact NA|]. split; [rewrite NF; apply value_network_length|].
    split; [apply value_network_in_Phi, HP|].
    exists (on_column (first_layers d n m l r ++ flat_map (matching_layers d n m A lift) (contexts d n m) ++ last)).
    intro X. apply run_token_wise, T.
  Qed.

  (** The network column by column. *)
  Lemma value_network_maps : forall last lift, Forall (fun layer => is_attention layer = false) last ->
    (forall L j, G_tilde d n m L -> (j < n)%nat ->
       (forall key, l <= key <= r -> ~ in_window m key (dot u (nth j (A L) []) + lift)) /\
       Forall2 Qeq (on_column last (add (nth j (A L) []) (first_unit d lift))) (nth j (A L) [])) ->
    Forall2 Qeq (on_column last (zeros d)) (zeros d) ->
    maps_values d n m A (first_layers d n m l r ++ flat_map (matching_layers d n m A lift) (contexts d n m) ++ last).
  Proof.
    intros last lift HL values zero. pose proof (value_network_token_wise last HL lift) as T. split.
    - intros L tilde. pose proof (tilde_plus L tilde) as plus. rewrite run_token_wise by exact T. fold (mapped L).
      destruct (mapped_columns L plus) as [LM _]. destruct (proj1 A_values L tilde) as [LA _].
      apply columns_equal; rewrite map_length; [congruence|]. intros j Hj. rewrite LM in Hj.
      rewrite (nth_indep _ [] (on_column (first_layers d n m l r ++ flat_map (matching_layers d n m A lift) (contexts
        d n m)
        ++ last) [])) by (rewrite map_length; unfold matrix, vector in *; lia).
      rewrite map_nth, !on_column_app, matching_layers_are. destruct (values L j tilde Hj) as [free lowered].
      eapply Forall2_Qeq_trans; [apply on_column_respects, on_column_respects, first_layers_inside; assumption|].
      eapply Forall2_Qeq_trans; [apply on_column_respects, keys_map; assumption | exact lowered].
    - intros L plus outside. rewrite run_token_wise by exact T. fold (mapped L).
      destruct (mapped_columns L plus) as [LM _].
      apply columns_equal; rewrite map_length; [rewrite repeat_length; exact LM|]. intros j Hj. rewrite LM in Hj.
      rewrite (nth_indep _ [] (on_column (first_layers d n m l r ++ flat_map (matching_layers d n m A lift) (contexts
        d n m)
        ++ last) [])) by (rewrite map_length; unfold matrix, vector in *; lia).
      rewrite map_nth, !on_column_app, matching_layers_are.
      assert (E : nth j (repeat (zeros d) n) [] = zeros d).
      { apply (repeat_spec n (zeros d)). apply nth_In. rewrite repeat_length. exact Hj. }
      rewrite E. eapply Forall2_Qeq_trans; [apply on_column_respects, on_column_respects, first_layers_outside;
        assumption|].
      eapply Forall2_Qeq_trans; [apply on_column_respects, keys_zero, Forall2_Qeq_refl | exact zero].
  Qed.

  (** *** Lifted values *)

  (** |u^T (A_L)_(:,j)| <= max |u^T A|, the maximum over one point of each orbit. *)
  Lemma read_bounded : forall L j, G_tilde d n m L -> (j < n)%nat ->
    Qabs (dot u (nth j (A L) [])) <= lift d n m r A - r - 1.
  Proof.
    intros L j tilde Hj. destruct (contexts_complete d n m one_d two_m L tilde) as (S & I & P).
    pose proof (contexts_in_G_tilde d n m one_d two_m S I) as tilde'.
    destruct (same_orbit L S j tilde tilde' P Hj) as (i & Hi & _ & E).
    rewrite (dot_respects u u _ _ (Forall2_Qeq_refl u) E). unfold lift. fold u.
    set (reads := flat_map (fun L => row_of u (A L)) (contexts d n m)).
    pose proof (maximum_is_greatest (map Qabs reads)) as M. rewrite Forall_forall in M.
    assert (J : In (Qabs (dot u (nth i (A S) []))) (map Qabs reads)).
    { apply in_map, in_flat_map. exists S. split; [exact I|]. apply in_map, nth_In.
      destruct (proj1 A_values S tilde') as [LA _]. unfold matrix, vector in *. lia. }
    specialize (M _ J). lra.
  Qed.

  Theorem lifted_value_map : let g := g_v d n m l r A in
    (exists k, binomial (D d m) n k /\ token_wise g (d + 2 + n * k)) /\ maps_values d n m A g.
  Proof.
    set (lf := lift d n m r A). set (last := [lowering d m lf (r + delta m)]).
    assert (HL : Forall (fun layer => is_attention layer = false) last) by (constructor; [reflexivity | constructor]).
    intro g. change g with (first_layers d n m l r ++ flat_map (matching_layers d n m A lf) (contexts d n m) ++ last).
    split.
    - exists (length (contexts d n m)). split; [apply contexts_count|].
      replace (d + 2 + n * length (contexts d n m))%nat with (d + 1 + n * length (contexts d n m) + length last)%nat
        by (simpl; lia).
      apply value_network_shape; [exact HL|]. constructor; [apply lowering_in_Phi | constructor].
    - pose proof (delta_at_most_half m two_m) as HD. pose proof (delta_positive m one_m9) as DP.
      pose proof (half_positive m one_m9) as HP. assert (HH : delta m / 2 + delta m / 2 == delta m) by field.
      destruct interval_ends as [IL IR].
      apply value_network_maps; [exact HL | |].
      + intros L j tilde Hj. pose proof (read_bounded L j tilde Hj) as B. apply Qabs_Qle_condition in B.
        destruct B as [B _].
        fold lf in B. split.
        * intros key [_ K] [_ W]. lra.
        * apply lowering_active; [exact one_d | apply one_m9 | | unfold u in B; lra].
          destruct (proj1 A_values L tilde) as [LA FA]. rewrite Forall_forall in FA. apply FA, nth_In.
          unfold matrix, vector in *. lia.
      + apply lowering_inactive; [exact one_d | apply zeros_length|].
        rewrite dot_zero; [lra|]. apply Forall_forall. intros x J. apply repeat_spec in J. subst. reflexivity.
  Qed.

  (** *** Values below all windows *)

  Theorem low_value_map :
    (forall L, G_tilde d n m L -> Forall (fun x => x < l - delta m / 2) (row_of u (A L))) ->
    let g := g_v_as_printed d n m l r A in
    (exists k, binomial (D d m) n k /\ token_wise g (d + 1 + n * k)) /\ maps_values d n m A g.
  Proof.
    intros low g. assert (E : g = first_layers d n m l r ++ flat_map (matching_layers d n m A 0) (contexts d n m) ++
      []).
    { rewrite app_nil_r. reflexivity. }
    rewrite E. split.
    - exists (length (contexts d n m)). split; [apply contexts_count|].
      replace (d + 1 + n * length (contexts d n m))%nat
        with (d + 1 + n * length (contexts d n m) + length (@nil layer))%nat by (simpl; lia).
      apply value_network_shape; constructor.
    - apply value_network_maps; [constructor | | apply Forall2_Qeq_refl].
      intros L j tilde Hj. destruct (proj1 A_values L tilde) as [LA FA]. split.
      + intros key [K _] [W _]. specialize (low L tilde). rewrite Forall_forall in low.
        assert (J : In (dot u (nth j (A L) [])) (row_of u (A L))).
        { apply in_map, nth_In. unfold matrix, vector in *. lia. }
        specialize (low _ J). lra.
      + assert (Z0 : first_unit d 0 = zeros d).
        { unfold first_unit, zeros. destruct d; [lia|]. simpl. rewrite Nat.sub_0_r. reflexivity. }
        rewrite Z0. apply add_zeros. rewrite Forall_forall in FA. apply FA, nth_In. unfold matrix, vector in *. lia.
  Qed.
End ValueMap.

Theorem lemma_9_repaired_holds : lemma_9_repaired.
Proof. intros d n m A one_d two_n two_m values. apply lifted_value_map; assumption. Qed.

Theorem lemma_9_low_values_holds : lemma_9_low_values.
Proof. intros d n m A one_d two_n two_m values low. apply low_value_map; assumption. Qed.

(** ** The printed map, at d = 1, n = 2, delta = 1/2 *)

(** The columns of g_c(L) in reverse order. *)
Definition exchanged (L : point) : matrix := rev (context 1 2 2 L).

Lemma two_contexts : forall L, G_tilde 1 2 2 L -> L = [[0]; [1]]%Z \/ L = [[1]; [0]]%Z.
Proof.
  intros L [grid different]. apply in_points in grid. simpl in grid.
  destruct grid as [<-|[<-|[<-|[<-|[]]]]]; auto; inversion different as [|? ? N]; destruct N; left; reflexivity.
Qed.

Lemma exchanged_values : equivariant_values 1 2 2 exchanged.
Proof.
  split.
  - intros L tilde. destruct (two_contexts L tilde) as [->| ->]; vm_compute; repeat constructor.
  - intros L P tilde H. apply Permutation_sym, Permutation_length_2_inv in H.
    destruct (two_contexts L tilde) as [->| ->], H as [->| ->]; vm_compute; repeat constructor.
Qed.

Theorem lemma_9_printed_fails_holds : lemma_9_printed_fails.
Proof.
  exists exchanged. split; [exact exchanged_values|]. intros [H _].
  assert (tilde : G_tilde 1 2 2 [[0]; [1]]%Z).
  { split; [apply in_points; simpl; auto|]. repeat constructor; intros []; try discriminate; contradiction. }
  specialize (H _ tilde). vm_compute in H. inversion H as [|? ? ? ? column _]. inversion column as [|? ? ? ? entry _].
  discriminate entry.
Qed.
