(** * Lemma 9, repaired, for real values (App. E.1.3; proof in App. E.4) *)

From Coq Require Import List Arith Bool Lia ZArith QArith Qreals Reals Lra Permutation.
From Exactua Require Import Networks NetworkLaws NetworkSizes RealNetworks RationalNetworks ListNetworks RealPhi
  RealLemma7
  RealGrid Matrices NetworkStatements.
From Exactua Require Transformers Grids FeedForward FeedForwardLayers Statements Hardmax Simulation Grid Lemma8 Contexts
  Lemma7 Lemma9Layers Lemma9 NetworkEquivariance.
Import ListNotations.
Open Scope R_scope.

(** ** What is added to a column has d rows *)

Lemma psi_rows : forall d m b gain, (1 <= d)%nat -> length (Transformers.W_O (Transformers.psi d m b gain)) = d.
Proof. intros. apply FeedForwardLayers.first_unit_length. assumption. Qed.

Lemma g_c_rows : forall d n m, (1 <= d)%nat -> Forall (has_rows d) (Transformers.g_c d n m).
Proof.
  intros d n m Hd. apply Forall_app. split.
  - apply Forall_forall. intros l I. apply in_map_iff in I. destruct I as (k & <- & _).
    repeat constructor; apply psi_rows, Hd.
  - repeat constructor. apply psi_rows, Hd.
Qed.

Lemma adding_rows : forall d w u b phi, length w = d -> has_rows d (FeedForward.adding d w u b phi).
Proof. intros. split; [assumption|apply FeedForwardLayers.zeros_length]. Qed.

Lemma first_layers_rows : forall d n m l r, Forall (has_rows d) (FeedForward.first_layers d n m l r).
Proof.
  intros. constructor; [apply adding_rows, repeat_length|]. apply Forall_forall. intros x I.
  apply in_map_iff in I. destruct I as (i & <- & _). apply adding_rows, FeedForwardLayers.unit_vector_length.
Qed.

Lemma real_network_app : forall N N', real_network (N ++ N') = real_network N ++ real_network N'.
Proof. intros. apply map_app. Qed.

(** Lists of columns that are equal over Q are equal over R. *)
Lemma real_columns_equal : forall X Y j i, Forall2 Qeq (nth j X []) (nth j Y []) ->
  real_matrix (of_columns X) i j = real_matrix (of_columns Y) i j.
Proof. intros X Y j i E. apply Qeq_eqR, FeedForwardLayers.Forall2_entry, E. Qed.

(** [ring] where the numbers are said to be those of [reals]. *)
Ltac real_ring := match goal with |- @eq _ ?a ?b => change (@eq R a b) end; ring.

Section Values.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Variable A : matrix -> matrix.
  Hypothesis A_values : equivariant_values d n m A.

  Let l := Statements.t_l d n m.
  Let r := Statements.t_r d n m.
  Let h := Q2R (Transformers.delta m / 2).

  Lemma one_m : (1 <= m)%nat. Proof. lia. Qed.

  (** u; u^T X_(:,j); g_c(L), as a real matrix; A_L. *)
  Definition u (i : nat) : R := Q2R (of_list (Transformers.reading_vector d m) i).
  Definition id (X : matrix) (j : nat) : R := total (F := reals) d (fun i => u i * X i j).
  Definition C (L : Grids.point) : matrix :=
    real_matrix (of_columns (Transformers.run (Transformers.g_c d n m) (Grids.in_unit_1 m L))).
  Definition value (L : Grids.point) : matrix := A (real_point m L).
  Definition key (L : Grids.point) (j : nat) : R := Q2R (nth j (Statements.q d n m L) 0%Q).

  Lemma id_respects : forall X Y j, (forall i, (i < d)%nat -> X i j = Y i j) -> id X j = id Y j.
  Proof. intros X Y j E. apply (total_respects real_laws). intros i Hi. cbn. rewrite E by exact Hi. reflexivity. Qed.

  Lemma id_of_context : forall L j, Grids.G_plus d n m L -> (j < n)%nat -> id (C L) j = key L j.
  Proof.
    intros L j plus Hj. unfold key. rewrite <- (Lemma9.mapped_id d n m one_d two_n two_m L j plus Hj).
    change (id (C L) j) with
      (product (F := reals) d (real_matrix (fun _ i => of_list (Transformers.reading_vector d m) i)) (C L) 0%nat j).
    unfold C. rewrite real_product. apply Qeq_eqR.
    apply (row_of_is_product d n (Transformers.reading_vector d m)); [|exact Hj|reflexivity].
    exact (Lemma9.mapped_columns d n m one_d two_n two_m L plus).
  Qed.

  Lemma tilde_plus : forall L, Grids.G_tilde d n m L -> Grids.G_plus d n m L.
  Proof. intros L [grid _]. apply Lemma8.G_delta_is_G_plus, grid. Qed.

  (** ** Points of one orbit *)

  Lemma context_is : forall L i j, Grids.G_plus d n m L -> C L i j = real_point m (Contexts.context_point d n m L) i j.
  Proof.
    intros L i j plus. apply real_columns_equal, Lemma9.Meq_column.
    exact (Contexts.g_c_simulates d n m one_d two_n two_m L plus).
  Qed.

  Lemma orbit : forall L S, Grids.G_tilde d n m L -> Grids.G_tilde d n m S -> Permutation L S ->
    exists s, permutation n s /\
      (forall i j, (i < d)%nat -> (j < n)%nat -> C L i j = C S i (s j)) /\
      (forall i j, (i < d)%nat -> (j < n)%nat -> value L i j = value S i (s j)).
  Proof.
    intros L S tilde tilde' H. destruct (Contexts.permuted_by Z L S H) as (P & HP & E).
    pose proof (tilde_plus L tilde) as plus. pose proof (tilde_plus S tilde') as plus'.
    pose proof plus' as [shape _]. pose proof shape as [LS _].
    assert (HPS : Permutation P (seq 0 (@length (list Z) S))) by exact HP.
    assert (HPn : Permutation P (seq 0 n)) by (unfold Grids.point, Grids.column in *; rewrite LS in HP; exact HP).
    assert (LP : length P = n) by (rewrite (Permutation_length HPn), seq_length; reflexivity).
    exists (fun j => nth j P 0%nat). split; [|split].
    - apply permutes_permutation. split.
      + intros j Hj. pose proof (Contexts.permutation_below P n HPn) as B. rewrite Forall_forall in B.
        apply B, nth_In. lia.
      + intros j j' Hj Hj' same. assert (N : NoDup P) by (apply (Permutation_NoDup (Permutation_sym HPn)), seq_NoDup).
        apply (proj1 (NoDup_nth P 0%nat) N); [lia|lia|exact same].
    - intros i j Hi Hj. rewrite !context_is by assumption. rewrite E, (Contexts.context_point_equivariant d n m P S
      HPS).
      apply (real_point_permuted d n m one_m); try assumption. apply Contexts.context_point_shape, shape.
    - intros i j Hi Hj. unfold value. destruct (real_point_permuted d n m one_m S P shape HPn) as [EP _].
      rewrite <- E in EP.
      assert (in_L : in_G_tilde d n m (real_point m L)) by (apply (point_in_G_tilde d n m one_m);
        [apply plus|exact tilde]).
      assert (in_S : in_G_tilde d n m (real_point m S)) by (apply (point_in_G_tilde d n m one_m);
        [exact shape|exact tilde']).
      rewrite (proj1 (A_values _ in_L) _ EP i j Hi Hj).
      apply (proj2 (A_values _ in_S)); [|exact Hi|exact Hj].
      apply permutes_permutation. split.
      + intros k Hk. pose proof (Contexts.permutation_below P n HPn) as B. rewrite Forall_forall in B.
        apply B, nth_In. lia.
      + intros k k' Hk Hk' same. assert (N : NoDup P) by (apply (Permutation_NoDup (Permutation_sym HPn)), seq_NoDup).
        apply (proj1 (NoDup_nth P 0%nat) N); [lia|lia|exact same].
  Qed.

  (** ** Keys *)

  Definition in_window (k t : R) : Prop := k - h <= t < k + h.

  Lemma half_positive : 0 < h.
  Proof.
    unfold h. rewrite <- real_zero. apply Qlt_Rlt, (Lemma9Layers.half_positive m). lia.
  Qed.

  Lemma window_over_Q : forall k t, in_window (Q2R k) (Q2R t) -> Lemma9Layers.in_window m k t.
  Proof.
    intros k t [W1 W2]. unfold h in *. rewrite <- Q2R_minus in W1. rewrite <- Q2R_plus in W2.
    split; [apply Rle_Qle, W1|apply Rlt_Qlt, W2].
  Qed.

  (** 'If L is not a permutation of L-bar, g_c(L) is left untouched', and a column meets its own key alone. *)
  Lemma own_key : forall L S i j, Grids.G_tilde d n m L -> Grids.G_tilde d n m S -> (i < n)%nat -> (j < n)%nat ->
    in_window (key S i) (key L j) ->
    forall k, (k < d)%nat -> value S k i = value L k j /\ C S k i = C L k j.
  Proof.
    intros L S i j tilde tilde' Hi Hj W. pose proof (tilde_plus L tilde) as plus.
      pose proof (tilde_plus S tilde') as plus'.
    apply window_over_Q in W.
    pose proof (Lemma9.window_is_equality d n m one_d two_n two_m S L i j plus' plus Hi Hj W) as same.
    destruct (Lemma8.lemma_8_holds d n m one_d two_n two_m) as (_ & _ & _ & _ & _ & P1 & P2 & _).
    destruct (Contexts.permutation_or_not L S (proj2 tilde)) as [P|P].
    - destruct tilde as [[[E _] _] _], tilde' as [[[E' _] _] _]. congruence.
    - destruct (orbit L S tilde tilde' P) as (s & Hs & EC & EA). destruct Hs as (t & Hs).
      destruct (Hs j Hj) as (Hsj & _).
      assert (F : i = s j).
      { destruct (Nat.eq_dec i (s j)) as [|N]; [assumption|]. exfalso.
        apply (P1 S tilde' i (s j)); try (rewrite Lemma9.q_length by assumption); try assumption.
        rewrite same. apply eqR_Qeq. fold (key L j) (key S (s j)).
        rewrite <- !id_of_context by assumption. apply (total_respects real_laws). intros k Hk. cbn.
        rewrite (EC k j Hk Hj). reflexivity. }
      rewrite F. intros k Hk. split; symmetry; [apply EA|apply EC]; assumption.
    - exfalso. apply (P2 L S tilde tilde' P (nth j (Statements.q d n m L) 0%Q) (nth i (Statements.q d n m S) 0%Q));
        try (apply (Lemma9.q_entry d n m one_d two_n two_m); assumption). symmetry. exact same.
  Qed.

  Definition keys : list (Grids.point * nat) := list_prod (FeedForward.contexts d n m) (seq 0 n).

  Lemma in_keys : forall S i, In (S, i) keys -> Grids.G_tilde d n m S /\ (i < n)%nat.
  Proof.
    intros S i I. apply in_prod_iff in I. destruct I as [I J]. apply in_seq in J.
    split; [apply (Contexts.contexts_in_G_tilde d n m one_d two_m S I)|lia].
  Qed.

  Lemma some_key : forall L j, Grids.G_tilde d n m L -> (j < n)%nat -> exists S i, In (S, i) keys /\
    key S i = key L j /\ forall k, (k < d)%nat -> value S k i = value L k j.
  Proof.
    intros L j tilde Hj. destruct (Contexts.contexts_complete d n m one_d two_m L tilde) as (S & I & P).
    pose proof (Contexts.contexts_in_G_tilde d n m one_d two_m S I) as tilde'.
    destruct (orbit L S tilde tilde' P) as (s & (t & Hs) & EC & EA). destruct (Hs j Hj) as (Hsj & _).
    exists S, (s j). split; [|split].
    - apply in_prod; [exact I|]. apply in_seq. lia.
    - rewrite <- !id_of_context by (try apply tilde_plus; assumption). symmetry. apply (total_respects real_laws).
      intros k Hk. cbn. rewrite (EC k j Hk Hj). reflexivity.
    - intros k Hk. symmetry. apply EA; assumption.
  Qed.

  Lemma key_inside : forall S i, Grids.G_tilde d n m S -> (i < n)%nat -> Q2R l <= key S i <= Q2R r.
  Proof.
    intros S i tilde Hi. destruct (Lemma9.key_inside d n m one_d two_n two_m S i tilde Hi).
    split; apply Qle_Rle; assumption.
  Qed.

  (** ** Layers Z -> Z + w phi(u^T Z + b) *)

  Definition reading (w : nat -> R) (b : R) (phi : list (piece reals)) : layer reals :=
    FeedForward (@TokenWise reals 1 (fun _ i => u i) (fun _ => b) (fun i _ => w i) (fun _ => 0) phi).

  Lemma reading_adds : forall sigma k w b phi (X : Networks.matrix reals) i j,
    apply sigma d k X (reading w b phi) i j = X i j + w i * activate phi (id X j + b).
  Proof.
    intros. cbn [reading apply]. unfold feed_forward, sum, in_each_column, product at 1.
    cbn [hidden_size W_1 b_1 W_2 b_2 activation total plus times zero reals].
    change (product (F := reals) d (fun _ i0 : nat => u i0) X 0%nat j) with (id X j).
    assert (E : forall a b : R, a + (0 + b) + 0 = a + b) by (intros; ring). apply E.
  Qed.

  Definition matching_pieces : list (piece reals) := real_activation
    [FeedForward.until (- (Transformers.delta m / 2)) 0 0;
     FeedForward.half_open (- (Transformers.delta m / 2)) (Transformers.delta m / 2) 0 1;
     FeedForward.at_least (Transformers.delta m / 2) 0 0].

  Lemma matching_value : forall k t,
    (in_window k t -> activate matching_pieces (t + - k) = 1) /\
    (~ in_window k t -> activate matching_pieces (t + - k) = 0).
  Proof.
    intros k t. pose proof half_positive as P. unfold in_window, matching_pieces. cbn. unfold has, above, below. cbn.
    rewrite !real_zero, !real_one, !Q2R_opp. fold h.
    destruct (Rle_dec (- h) (t + - k)), (Rle_dec h (t + - k)); cbn; split; intros; try lra; exfalso; lra.
  Qed.

  Definition first_row (c : R) (i : nat) : R := if Nat.eqb i 0 then c else 0.

  (** max |u^T A| over one point of each orbit; t_r + 1 + that. *)
  Definition greatest_read : R := fold_right Rmax 0 (map (fun e => Rabs (id (value (fst e)) (snd e))) keys).
  Definition lift : R := Q2R r + 1 + greatest_read.

  (** The layer that takes g_c(L)_(:,j) to (A_L)_(:,j) + lift e^(1). *)
  Definition key_layer (e : Grids.point * nat) : layer reals :=
    let '(L, j) := e in reading (fun k => value L k j + first_row lift k - C L k j) (- key L j) matching_pieces.

  Lemma greatest_read_is : forall S i, In (S, i) keys -> Rabs (id (value S) i) <= greatest_read.
  Proof.
    intros S i. unfold greatest_read. induction keys as [|e es IH]; intros []; cbn [map fold_right].
    - subst e. apply Rmax_l.
    - eapply Rle_trans; [apply IH; assumption|apply Rmax_r].
  Qed.

  Lemma first_of_u : u 0 = 1.
  Proof.
    unfold u, of_list, Transformers.reading_vector. destruct d as [|d']; [lia|]. cbn [seq map nth].
    change (Transformers.of_nat (m ^ 0)) with 1%Q. apply real_one.
  Qed.

  Lemma id_lifted : forall (X Y : matrix) j i c, (forall k, (k < d)%nat -> X k j = Y k i + first_row c k) ->
    id X j = id Y i + c.
  Proof.
    intros X Y j i c E.
    assert (G : forall k, (k <= d)%nat -> total (F := reals) k (fun l => u l * X l j) =
      total (F := reals) k (fun l => u l * Y l i) + if Nat.eqb k 0 then 0 else c).
    { induction k as [|k IH]; intros Hk; cbn [total plus zero reals]; [cbn; lra|]. rewrite IH, E by lia.
      unfold first_row. destruct k as [|k]; cbn [Nat.eqb]; [rewrite first_of_u|]; real_ring. }
    unfold id. rewrite G by lia. destruct d; [lia|reflexivity].
  Qed.

  (** ** All keys, one column *)

  (** Where no window has the column it stays. *)
  Lemma keys_other : forall sigma k es (X : Networks.matrix reals) j,
    (forall S i, In (S, i) es -> ~ in_window (key S i) (id X j)) ->
    forall i, run sigma d k (map key_layer es) X i j = X i j.
  Proof.
    intros sigma k es. induction es as [|[L s] es IH]; intros X j W i; cbn [map run fold_left]; [reflexivity|].
    assert (E : forall i, apply sigma d k X (key_layer (L, s)) i j = X i j).
    { intro i'. cbn [key_layer]. rewrite reading_adds. rewrite (proj2 (matching_value (key L s) (id X j)));
      [real_ring|].
      apply W. left. reflexivity. }
    unfold run in IH. rewrite IH, E; [reflexivity|]. intros S' s' I.
    rewrite (id_respects _ X j) by (intros; apply E). apply W. right. exact I.
  Qed.

  Lemma window_decidable : forall k t, in_window k t \/ ~ in_window k t.
  Proof. intros k t. unfold in_window. destruct (Rle_dec (k - h) t), (Rlt_dec t (k + h)); tauto. Qed.

  (** g_c(L)_(:,j) becomes (A_L)_(:,j) + lift e^(1), which no window has. *)
  Lemma keys_own : forall sigma k L j, Grids.G_tilde d n m L -> (j < n)%nat ->
    forall es, (forall S i, In (S, i) es -> In (S, i) keys) ->
    (exists S i, In (S, i) es /\ key S i = key L j) ->
    forall X : Networks.matrix reals, (forall i, (i < d)%nat -> X i j = C L i j) ->
    forall i, (i < d)%nat -> run sigma d k (map key_layer es) X i j = value L i j + first_row lift i.
  Proof.
    intros sigma k L j tilde Hj es. induction es as [|[S s] es IH]; intros inside found X EX i Hi.
    { destruct found as (S & s & [] & _). }
    assert (IX : id X j = key L j).
    { rewrite <- (id_of_context L j (tilde_plus L tilde) Hj). apply id_respects. exact EX. }
    destruct (in_keys S s (inside S s (or_introl eq_refl))) as [tilde' Hs]. cbn [map run fold_left].
    destruct (window_decidable (key S s) (id X j)) as [W|W].
    - rewrite IX in W. pose proof (own_key L S s j tilde tilde' Hs Hj W) as own.
      assert (E : forall i', (i' < d)%nat ->
        apply sigma d k X (key_layer (S, s)) i' j = value L i' j + first_row lift i').
      { intros i' Hi'. cbn [key_layer]. rewrite reading_adds, IX, (proj1 (matching_value (key S s) (key L j)) W).
        destruct (own i' Hi') as [-> ->]. rewrite EX by exact Hi'. real_ring. }
      pose proof (keys_other sigma k es (apply sigma d k X (key_layer (S, s))) j) as rest. unfold run in rest.
      rewrite rest; [apply E, Hi|]. intros S' s' I [_ W'].
      destruct (in_keys S' s' (inside S' s' (or_intror I))) as [tilde'' Hs'].
      rewrite (id_lifted _ (value L) j j lift E) in W'.
      destruct (key_inside S' s' tilde'' Hs') as [_ K]. destruct (some_key L j tilde Hj) as (S0 & s0 & I0 & _ & V0).
      pose proof (greatest_read_is S0 s0 I0) as B.
      assert (V : id (value S0) s0 = id (value L) j).
      { apply (total_respects real_laws). intros k' Hk'. cbn. rewrite V0 by exact Hk'. reflexivity. }
      rewrite V in B. pose proof (Rle_abs (- id (value L) j)) as N. rewrite Rabs_Ropp in N.
      pose proof half_positive. assert (HH : h <= 1).
      { unfold h. rewrite <- real_one. apply Qle_Rle. pose proof (Lemma7.delta_at_most_half m two_m) as HD.
        pose proof (Simulation.delta_positive m one_m) as DP. clear - HD DP.
        assert (E2 : (Transformers.delta m / 2 == Transformers.delta m * (1 # 2))%Q) by reflexivity.
        rewrite E2. Lqa.lra. }
      unfold lift in W'. lra.
    - assert (E : forall i', apply sigma d k X (key_layer (S, s)) i' j = X i' j).
      { intro i'. cbn [key_layer]. rewrite reading_adds, (proj2 (matching_value (key S s) (id X j)) W). real_ring. }
      pose proof (IH (fun S' s' I => inside S' s' (or_intror I))) as rest. unfold run in rest. apply rest;
        try assumption.
      + destruct found as (S' & s' & [I|I] & K); [exfalso|exists S', s'; split; assumption].
        injection I as -> ->. apply W. rewrite IX, K. pose proof half_positive. split; lra.
      + intros i' Hi'. rewrite E. apply EX, Hi'.
  Qed.

  (** ** The network *)

  Let threshold := (r + Transformers.delta m)%Q.

  Definition lowering_pieces : list (piece reals) :=
    real_activation [FeedForward.until threshold 0 0; FeedForward.at_least threshold 0 1].

  Lemma lowering_value : forall t,
    (Q2R threshold <= t -> activate lowering_pieces t = 1) /\ (t < Q2R threshold -> activate lowering_pieces t = 0).
  Proof.
    intro t. unfold lowering_pieces. cbn. unfold has, above, below. cbn. rewrite !real_zero, !real_one.
    destruct (Rle_dec (Q2R threshold) t); cbn; split; intros; lra.
  Qed.

  Definition last_layer : layer reals := reading (first_row (- lift)) 0 lowering_pieces.

  Definition value_network : list (layer reals) :=
    real_network (FeedForward.first_layers d n m l r) ++ map key_layer keys ++ [last_layer].

  Lemma first_layers_over_Q : forall L j, Grids.G_plus d n m L -> (j < n)%nat ->
    nth j (Transformers.run (Transformers.g_c d n m ++ FeedForward.first_layers d n m l r) (Grids.in_unit_1 m L)) [] =
    FeedForwardLayers.on_column (FeedForward.first_layers d n m l r)
      (nth j (Transformers.run (Transformers.g_c d n m) (Grids.in_unit_1 m L)) []).
  Proof.
    intros L j plus Hj. unfold Transformers.run at 1. rewrite fold_left_app.
    fold (Transformers.run (Transformers.g_c d n m) (Grids.in_unit_1 m L)).
    set (Z := Transformers.run (Transformers.g_c d n m) (Grids.in_unit_1 m L)).
    fold (Transformers.run (FeedForward.first_layers d n m l r) Z). rewrite FeedForwardLayers.run_token_wise.
    - destruct (Lemma9.mapped_columns d n m one_d two_n two_m L plus) as [HZ _]. fold Z in HZ.
      rewrite (nth_indep _ [] (FeedForwardLayers.on_column (FeedForward.first_layers d n m l r) []))
        by (rewrite map_length; unfold Transformers.matrix, Transformers.vector in *; lia).
      apply map_nth.
    - constructor; [reflexivity|]. apply Forall_forall. intros x I. apply in_map_iff in I. destruct I as (i & <- & _).
      reflexivity.
  Qed.

  Definition before_keys (L : Grids.point) : matrix :=
    run hardmax d n (real_network (Transformers.g_c d n m ++ FeedForward.first_layers d n m l r)) (real_point m L).

  Lemma before_keys_is : forall L, Grids.G_plus d n m L -> same d n (before_keys L)
    (real_matrix (of_columns (Transformers.run (Transformers.g_c d n m ++ FeedForward.first_layers d n m l r)
      (Grids.in_unit_1 m L)))).
  Proof.
    intros L plus. apply real_networks_agree; [apply real_point_shape, plus|].
    apply Forall_app. split; [apply g_c_rows, one_d|apply first_layers_rows].
  Qed.

  Lemma before_keys_inside : forall L, Grids.G_tilde d n m L -> same d n (before_keys L) (C L).
  Proof.
    intros L tilde i j Hi Hj. rewrite (before_keys_is L (tilde_plus L tilde) i j Hi Hj). apply real_columns_equal.
    rewrite first_layers_over_Q by (try apply tilde_plus; assumption).
    exact (Lemma9.first_layers_inside d n m one_d two_n two_m L j tilde Hj).
  Qed.

  Lemma before_keys_outside : forall L, Grids.G_plus d n m L -> ~ Grids.G_tilde d n m L ->
    same d n (before_keys L) zero.
  Proof.
    intros L plus outside i j Hi Hj. rewrite (before_keys_is L plus i j Hi Hj).
    unfold real_matrix, of_columns, zero. rewrite first_layers_over_Q by assumption. rewrite <- real_zero.
    apply Qeq_eqR. pose proof (FeedForwardLayers.Forall2_entry _ _ i
      (Lemma9.first_layers_outside d n m one_d two_n two_m L j plus outside Hj)) as E.
    rewrite FeedForwardLayers.zeros_entry in E. exact E.
  Qed.

  Lemma threshold_is : Q2R threshold = Q2R r + 1 / INR m.
  Proof. unfold threshold. rewrite Q2R_plus, real_delta by lia. reflexivity. Qed.

  Lemma delta_small : 0 < 1 / INR m <= 1 / 2.
  Proof.
    assert (2 <= INR m) by (apply (le_INR 2); lia). split; [apply Rdiv_lt_0_compat; lra|].
    unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; lra.
  Qed.

  Lemma half_is : h = 1 / INR m / 2.
  Proof.
    unfold h. rewrite <- (real_delta m one_m). unfold Qdiv. rewrite Q2R_mult. unfold Rdiv. f_equal. unfold Q2R. cbn.
      lra.
  Qed.

  Lemma ends_positive : 1 / INR m <= Q2R l < Q2R r.
  Proof.
    destruct (Lemma9.interval_ends d n m one_d two_n two_m) as [E F]. rewrite <- (real_delta m one_m).
    split; [apply Qle_Rle, E|apply Qlt_Rlt, F].
  Qed.

  Lemma network_at_point : forall L i j, Grids.G_plus d n m L -> (i < d)%nat -> (j < n)%nat ->
    let Y : matrix := run hardmax d n (real_network (Transformers.g_c d n m) ++ value_network) (real_point m L) in
    (Grids.G_tilde d n m L -> Y i j = value L i j) /\ (~ Grids.G_tilde d n m L -> Y i j = 0).
  Proof.
    intros L i j plus Hi Hj Y.
    assert (E : Y i j = run hardmax d n [last_layer] (run hardmax d n (map key_layer keys) (before_keys L)) i j).
    { unfold Y, value_network, before_keys. rewrite real_network_app, !run_app. reflexivity. }
    rewrite E. cbn [run fold_left last_layer]. unfold last_layer. rewrite reading_adds.
      fold (run (F := reals) hardmax d n (map key_layer keys)).
    pose proof delta_small as DS. pose proof ends_positive as EP. split; intro tilde.
    - assert (K : forall i', (i' < d)%nat ->
        run hardmax d n (map key_layer keys) (before_keys L) i' j = value L i' j + first_row lift i').
      { apply (keys_own hardmax n L j tilde Hj keys); [auto| |].
        - destruct (some_key L j tilde Hj) as (S0 & s0 & I0 & K0 & _). exists S0, s0. split; assumption.
        - intros i' Hi'. apply before_keys_inside; assumption. }
      rewrite K by exact Hi. rewrite (id_lifted _ (value L) j j lift K).
      rewrite (proj1 (lowering_value _)).
      + unfold first_row. destruct (Nat.eqb i 0); real_ring.
      + destruct (some_key L j tilde Hj) as (S0 & s0 & I0 & _ & V0).
        pose proof (greatest_read_is S0 s0 I0) as B.
        assert (V : id (value S0) s0 = id (value L) j).
        { apply (total_respects real_laws). intros k' Hk'. cbn. rewrite V0 by exact Hk'. reflexivity. }
        rewrite V in B. pose proof (Rle_abs (- id (value L) j)) as N. rewrite Rabs_Ropp in N.
        rewrite threshold_is. unfold lift. lra.
    - assert (zero_id : id (before_keys L) j = 0).
      { unfold id. apply (total_zero real_laws). intros k Hk. cbn.
        rewrite (before_keys_outside L plus tilde k j Hk Hj). unfold zero. ring. }
      assert (K : forall i', run hardmax d n (map key_layer keys) (before_keys L) i' j = before_keys L i' j).
      { apply (keys_other hardmax n keys). intros S0 s0 I0 [W _]. destruct (in_keys S0 s0 I0) as [tilde0 Hs0].
        destruct (key_inside S0 s0 tilde0 Hs0) as [B _]. rewrite zero_id, half_is in W. lra. }
      rewrite (id_respects _ (before_keys L) j) by (intros; apply K). rewrite zero_id, K.
      rewrite (proj2 (lowering_value _)) by (rewrite threshold_is; lra).
      rewrite (before_keys_outside L plus tilde i j Hi Hj). unfold zero. ring.
  Qed.

  Lemma value_network_in_Phi : Forall token_wise_in_Phi value_network.
  Proof.
    assert (G : forall phi, FeedForward.in_Phi phi -> in_Phi (real_activation phi)) by apply rational_in_Phi.
    apply Forall_app. split; [|apply Forall_app; split].
    - constructor.
      + split; [reflexivity|]. apply rational_in_Phi, Lemma9Layers.shifting_in_Phi.
        apply (Lemma9.interval_ends d n m one_d two_n two_m).
      + apply Forall_forall. intros x I. apply in_map_iff in I. destruct I as (l0 & <- & I).
        apply in_map_iff in I. destruct I as (i & <- & _). split; [reflexivity|].
        apply rational_in_Phi, Lemma9Layers.raising_in_Phi.
    - apply Forall_forall. intros x I. apply in_map_iff in I. destruct I as ([S0 s0] & <- & _).
      split; [reflexivity|]. apply G, Lemma9Layers.matching_in_Phi, Lemma9Layers.half_positive, one_m.
    - constructor; [|constructor]. split; [reflexivity|]. apply G, Lemma9Layers.lowering_in_Phi.
  Qed.

  Lemma value_network_length : length value_network = (d + 2 + n * length (FeedForward.contexts d n m))%nat.
  Proof.
    unfold value_network, real_network, keys, FeedForward.first_layers. rewrite !app_length, !map_length.
    cbn [length]. rewrite map_length, seq_length, prod_length, seq_length. lia.
  Qed.

  Theorem real_values : exists g_v, Forall token_wise_in_Phi g_v /\
    (exists k, Statements.binomial (Grids.D d m) n k /\ length g_v = (d + 2 + n * k)%nat) /\
    forall L : matrix,
      let Y : matrix := run hardmax d n (real_network (Transformers.g_c d n m) ++ g_v) L in
      (in_G_tilde d n m L -> same d n Y (A L)) /\ (in_G_plus d n m L -> ~ in_G_tilde d n m L -> same d n Y zero).
  Proof.
    exists value_network. split; [apply value_network_in_Phi|]. split.
    - exists (length (FeedForward.contexts d n m)). split; [apply Contexts.contexts_count|apply value_network_length].
    - intros L Y.
      assert (G : forall L0, same d n L (real_point m L0) -> same d n Y
        (run hardmax d n (real_network (Transformers.g_c d n m) ++ value_network) (real_point m L0))).
      { intros L0 E. apply (run_is_function real_laws); [apply hardmax_weighs, real_laws|exact E]. }
      split.
      + intro tilde. assert (plus : in_G_plus d n m L) by (intros i j Hi Hj; right; apply tilde; assumption).
        destruct (point_of d n m one_m L plus) as (L0 & plus0 & E). intros i j Hi Hj. rewrite (G L0 E i j Hi Hj).
        assert (tilde0 : Grids.G_tilde d n m L0).
        { apply (point_in_G_tilde d n m one_m); [apply plus0|]. apply (in_G_tilde_respects d n m L); assumption. }
        rewrite (proj1 (network_at_point L0 i j plus0 Hi Hj) tilde0). unfold value. symmetry.
        apply (A_values L tilde); assumption.
      + intros plus outside. destruct (point_of d n m one_m L plus) as (L0 & plus0 & E). intros i j Hi Hj.
        rewrite (G L0 E i j Hi Hj). apply (network_at_point L0 i j plus0 Hi Hj). intro tilde0. apply outside.
        apply (in_G_tilde_respects d n m (real_point m L0)).
        * apply (same_symmetric real_laws), E.
        * apply (point_in_G_tilde d n m one_m); [apply plus0|exact tilde0].
  Qed.
End Values.

Theorem lemma_9_real_holds : lemma_9_real.
Proof. intros d n m A one_d two_n two_m A_values g_c. apply real_values; assumption. Qed.
