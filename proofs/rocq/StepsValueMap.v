(** * StepsValueMap: the steps of Lemma 9, App. E.1.3 and E.4 *)

From Coq Require Import ZArith QArith Qabs Qround List Permutation Sorted Bool Factorial Lia Lqa.
From Exactua Require Import Transformers Grids Ids FeedForward Statements Terms Hardmax Simulation Grid Lemma8.
From Exactua Require Import FeedForwardLayers Lemma7 FiniteSets Contexts Lemma9Layers Lemma9.
From Exactua Require Import StepTools StepsCategory1 StepsColumnId StepsSweep StepsFeedForward Exported.
From Exactua Require Proposition5 Proposition5Network Category1.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** Values for one point of each orbit are values for all *)

Lemma sorted_unique : forall x y, StronglySorted Z.le x -> StronglySorted Z.le y -> Permutation x y -> x = y.
Proof.
  intros x y Hx. revert y. induction Hx as [| a x Hx IH Ha]; intros y Hy P.
  - symmetry. now apply Permutation_nil.
  - destruct Hy as [| b y Hy Hb]; [apply Permutation_sym, Permutation_nil in P; discriminate P |].
    assert (E : a = b).
    { rewrite Forall_forall in Ha, Hb.
      assert (Ia : In a (b :: y)) by (apply (Permutation_in _ P); now left).
      assert (Ib : In b (a :: x)) by (apply (Permutation_in _ (Permutation_sym P)); now left).
      destruct Ia as [-> | Ia]; [reflexivity |]. destruct Ib as [-> | Ib]; [reflexivity |].
      specialize (Ha b Ib). specialize (Hb a Ia). lia. }
    subst b. f_equal. apply IH; [exact Hy |]. now apply Permutation_cons_inv in P.
Qed.

Lemma same_order : forall d n m L R, (1 <= d)%nat -> (2 <= m)%nat -> G_tilde d n m L -> G_tilde d n m R ->
  in_order d m L -> in_order d m R -> Permutation L R -> L = R.
Proof.
  intros d n m L R Hd Hm HL HS OL OS P. apply (G_delta_ids_one_to_one d n m); [assumption | assumption | apply HL |
    apply HS |].
  apply sorted_unique; [exact OL | exact OS |]. apply Permutation_map, P.
Qed.

Lemma choices_sorted : forall (xs : list Z) k l, StronglySorted Z.lt xs -> In l (choices k xs) -> StronglySorted Z.lt l.
Proof.
  intros xs k l H. revert k l. induction H as [| x xs H IH Hx]; intros k l I.
  - destruct k; [destruct I as [<- | []]; constructor | destruct I].
  - destruct k as [| k]; [destruct I as [<- | []]; constructor |]. cbn [choices] in I. apply in_app_iff in I as [I | I].
    + apply in_map_iff in I as (l' & <- & I). constructor; [now apply (IH k) |].
      destruct (in_choices xs k l' I) as (_ & inside & _). apply Forall_forall. intros z Hz.
      rewrite Forall_forall in Hx. now apply Hx, inside.
    + now apply (IH (S k)).
Qed.

Lemma levels_sorted : forall k, StronglySorted Z.lt (levels k).
Proof.
  intros k. unfold levels. generalize 0%nat as s. induction k as [| k IH]; intros s; cbn [seq map]; constructor;
    [apply IH |]. apply Forall_forall. intros z Hz. apply in_map_iff in Hz as (i & <- & Hi). apply in_seq in Hi. lia.
Qed.

Lemma contexts_in_order : forall d n m R, (1 <= d)%nat -> (2 <= m)%nat -> In R (contexts d n m) -> in_order d m R.
Proof.
  intros d n m R Hd Hm I. apply in_map_iff in I as (ids & <- & I).
  pose proof (choices_sorted _ _ _ (levels_sorted _) I) as H. destruct (in_choices _ _ _ I) as (_ & inside & _).
  unfold in_order, column_ids. rewrite map_map.
  rewrite (map_ext_in _ (fun k => k)); [rewrite map_id |].
  - clear - H. induction H as [| x l H IH Hx]; constructor; [exact IH |]. eapply Forall_impl; [| exact Hx]. intros; lia.
  - intros k Hk. apply (id_of_column d m Hd Hm). apply in_levels. now apply inside.
Qed.

Lemma category_1_in_contexts : forall d n m L, (1 <= d)%nat -> (2 <= m)%nat -> category_1 d n m L ->
  In L (contexts d n m).
Proof.
  intros d n m L Hd Hm [tilde order]. destruct (contexts_complete d n m Hd Hm L tilde) as (R & I & P).
  rewrite (same_order d n m L R); auto; [now apply contexts_in_G_tilde | now apply (contexts_in_order d n m)].
Qed.

Lemma context_is_category_1 : forall d n m R, (1 <= d)%nat -> (2 <= m)%nat -> In R (contexts d n m) ->
  category_1 d n m R.
Proof.
  intros d n m R Hd Hm I. split; [now apply contexts_in_G_tilde | now apply (contexts_in_order d n m)].
Qed.

Fixpoint place (c : column) (L : point) : nat :=
  match L with [] => 0%nat | c' :: rest => if column_eq_dec c c' then 0%nat else S (place c rest) end.

Lemma place_in : forall c R, In c R -> (place c R < length R)%nat /\ nth (place c R) R [] = c.
Proof.
  intros c R. induction R as [| c' R IH]; intros H; [destruct H |]. cbn [place length].
  destruct (column_eq_dec c c') as [-> | N]; [split; [lia | reflexivity] |].
  destruct H as [-> | H]; [contradiction |]. destruct (IH H). split; [lia | assumption].
Qed.

Lemma place_nth : forall R j, NoDup R -> (j < length R)%nat -> place (nth j R []) R = j.
Proof.
  intros R j N Hj. destruct (place_in (nth j R []) R (nth_In _ _ Hj)) as [L E].
  exact (proj1 (NoDup_nth R []) N _ _ L Hj E).
Qed.

Section Extension.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Variable A : point -> matrix.
  Hypothesis A_sized : forall R, In R (contexts d n m) -> length (A R) = n /\ Forall (fun z => length z = d) (A R).

  Definition within (L R : point) : bool :=
    forallb (fun c => if in_dec column_eq_dec c R then true else false) L.

  Lemma within_iff : forall L R, within L R = true <-> incl L R.
  Proof.
    intros L R. unfold within. rewrite forallb_forall. split; intros H c Hc; specialize (H c Hc);
      destruct (in_dec column_eq_dec c R); auto; discriminate.
  Qed.

  (** The point of the orbit of L that is in order. *)
  Definition representative (L : point) : point :=
    match find (within L) (contexts d n m) with Some R => R | None => [] end.

  Lemma represented : forall L, G_tilde d n m L ->
    In (representative L) (contexts d n m) /\ Permutation L (representative L).
  Proof.
    intros L tilde. unfold representative. destruct (find (within L) (contexts d n m)) as [R |] eqn:F.
    - apply find_some in F as [I W]. split; [exact I |]. apply within_iff in W.
      pose proof (contexts_in_G_tilde d n m one_d two_m R I) as [[[LS _] _] _].
      apply NoDup_Permutation_bis; [apply tilde | | exact W]. destruct tilde as [[[LL _] _] _]. unfold column in *. lia.
    - exfalso. destruct (contexts_complete d n m one_d two_m L tilde) as (R & I & P).
      pose proof (find_none _ _ F R I) as W. apply Bool.not_true_iff_false in W. apply W, within_iff.
      intros c Hc. now apply (Permutation_in _ P).
  Qed.

  Lemma same_representative : forall L L', Permutation L L' -> representative L = representative L'.
  Proof.
    intros L L' P. unfold representative.
    assert (E : forall R, within L R = within L' R).
    { intros R. apply same_truth. rewrite !within_iff. split; intros H c Hc; apply H;
        [apply (Permutation_in _ (Permutation_sym P)) | apply (Permutation_in _ P)]; exact Hc. }
    clear - E. induction (contexts d n m) as [| R Ss IH]; [reflexivity |]. cbn [find]. rewrite E.
    destruct (within L' R); [reflexivity | exact IH].
  Qed.

  Lemma representative_of_context : forall R, In R (contexts d n m) -> representative R = R.
  Proof.
    intros R I. pose proof (contexts_in_G_tilde d n m one_d two_m R I) as tilde.
    destruct (represented R tilde) as [I' P]. symmetry.
    apply (same_order d n m); auto; try (now apply (contexts_in_order d n m)). now apply contexts_in_G_tilde.
  Qed.

  Definition extended (L : point) : matrix :=
    map (fun c => nth (place c (representative L)) (A (representative L)) []) L.

  Lemma extended_context : forall R, In R (contexts d n m) -> extended R = A R.
  Proof.
    intros R I. unfold extended. rewrite representative_of_context by exact I.
    pose proof (contexts_in_G_tilde d n m one_d two_m R I) as [[[LS _] _] N]. destruct (A_sized R I) as [LA _].
    apply nth_ext with (d := nth (place [] R) (A R) []) (d' := []).
    - rewrite map_length. unfold column, matrix, vector in *. congruence.
    - intros j Hj. rewrite map_length in Hj. rewrite (map_nth (fun c => nth (place c R) (A R) []) R [] j).
      now rewrite place_nth.
  Qed.

  Lemma extended_columns : forall L, G_tilde d n m L -> Forall (fun z => In z (A (representative L))) (extended L).
  Proof.
    intros L tilde. destruct (represented L tilde) as [I P]. destruct (A_sized _ I) as [LA _].
    apply Forall_forall. intros z Hz. apply in_map_iff in Hz as (c & <- & Hc). apply nth_In.
    apply (Permutation_in _ P), place_in in Hc as [Hc _].
    pose proof (contexts_in_G_tilde d n m one_d two_m _ I) as [[[LS _] _] _]. unfold column, matrix, vector in *. lia.
  Qed.

  Lemma extended_values : equivariant_values d n m extended.
  Proof.
    split.
    - intros L tilde. split; [unfold extended; rewrite map_length; apply tilde |].
      destruct (represented L tilde) as [I P]. destruct (A_sized _ I) as [_ FA]. rewrite Forall_forall in FA.
      eapply Forall_impl; [| apply extended_columns, tilde]. intros z. apply FA.
    - intros L P tilde HP. assert (LL : length L = n) by apply tilde.
      pose proof (permutation_below P n HP) as B.
      assert (Q : Permutation (FeedForward.permuted P L) L).
      { assert (E : L = FeedForward.permuted (seq 0 n) L).
        { apply (nth_ext _ _ [] []); unfold FeedForward.permuted; [rewrite map_length, seq_length; exact LL |].
          intros j Hj.
          rewrite (nth_indep (map _ _) [] (nth n L [])) by (rewrite map_length, seq_length; unfold column in *; lia).
          rewrite (map_nth (fun j => nth j L []) (seq 0 n) n), seq_nth by (unfold column in *; lia). reflexivity. }
        rewrite E at 2. unfold FeedForward.permuted. apply Permutation_map, HP. }
      assert (E : extended (FeedForward.permuted P L) = FeedForward.permuted P (extended L)).
      { unfold extended. rewrite (same_representative _ _ Q). unfold FeedForward.permuted.
        rewrite map_map. apply map_ext_in.
        intros j Hj. rewrite Forall_forall in B. specialize (B j Hj). symmetry.
        set (f := fun c => nth (place c (representative L)) (A (representative L)) []).
        rewrite (nth_indep (map f L) [] (f [])) by (rewrite map_length; unfold column in *; lia). apply map_nth. }
      rewrite E. apply Meq_refl.
  Qed.

  Lemma flat_map_same : forall {B} (f g : point -> list B) Ls, (forall L, In L Ls -> f L = g L) ->
    flat_map f Ls = flat_map g Ls.
  Proof.
    intros B f g Ls H. induction Ls as [| L Ls IH]; [reflexivity |]. cbn [flat_map].
    rewrite (H L (or_introl eq_refl)), IH by (intros; apply H; now right). reflexivity.
  Qed.

  Lemma same_lift : lift d n m (t_r d n m) A = lift d n m (t_r d n m) extended.
  Proof.
    unfold lift. do 3 f_equal. apply flat_map_same. intros L I. now rewrite extended_context.
  Qed.

  Lemma same_matching : forall c, flat_map (matching_layers d n m A c) (contexts d n m) =
    flat_map (matching_layers d n m extended c) (contexts d n m).
  Proof. intros c. apply flat_map_same. intros L I. unfold matching_layers. now rewrite extended_context. Qed.

  Lemma same_g_v : g_v d n m (t_l d n m) (t_r d n m) A = g_v d n m (t_l d n m) (t_r d n m) extended.
  Proof. unfold g_v. now rewrite same_lift, same_matching. Qed.

  Lemma same_printed : g_v_as_printed d n m (t_l d n m) (t_r d n m) A =
    g_v_as_printed d n m (t_l d n m) (t_r d n m) extended.
  Proof. unfold g_v_as_printed. now rewrite same_matching. Qed.

  Hypothesis two_n : (2 <= n)%nat.
  Let g := g_v d n m (t_l d n m) (t_r d n m) A.
  Let printed := g_v_as_printed d n m (t_l d n m) (t_r d n m) A.

  Lemma repaired_inside : forall L, category_1 d n m L -> Meq (run g (run (g_c d n m) (in_unit_1 m L))) (A L).
  Proof.
    intros L HL. unfold g. rewrite same_g_v.
    destruct (lifted_value_map d n m one_d two_n two_m extended extended_values) as [_ [H _]].
    rewrite <- (extended_context L) by now apply category_1_in_contexts. apply H, HL.
  Qed.

  Lemma repaired_outside : forall L, G_plus d n m L -> ~ G_tilde d n m L ->
    Meq (run g (run (g_c d n m) (in_unit_1 m L))) (repeat (zeros d) n).
  Proof.
    unfold g. rewrite same_g_v.
    apply (lifted_value_map d n m one_d two_n two_m extended extended_values).
  Qed.

  Lemma repaired_shape : exists k, binomial (D d m) n k /\ token_wise g (d + 2 + n * k).
  Proof.
    unfold g. rewrite same_g_v. apply (lifted_value_map d n m one_d two_n two_m extended extended_values).
  Qed.

  Lemma printed_shape : exists k, binomial (D d m) n k /\ token_wise printed (d + 1 + n * k).
  Proof.
    unfold printed, g_v_as_printed. rewrite same_matching. exists (length (contexts d n m)).
    split; [apply contexts_count |].
    pose proof (value_network_shape d n m one_d two_n two_m extended extended_values [] 0 (Forall_nil _)
      (Forall_nil _)) as H.
    cbn [length] in H. rewrite app_nil_r, Nat.add_0_r in H. exact H.
  Qed.

  Hypothesis low : forall R, category_1 d n m R ->
    Forall (fun x => x < t_l d n m - delta m / 2) (row_of (reading_vector d m) (A R)).

  Lemma printed_maps : maps_values d n m extended printed.
  Proof.
    unfold printed. rewrite same_printed. apply (low_value_map d n m one_d two_n two_m extended extended_values).
    intros L tilde. destruct (represented L tilde) as [I P].
    specialize (low _ (context_is_category_1 d n m _ one_d two_m I)).
    pose proof (extended_columns L tilde) as C. rewrite Forall_forall in low, C |- *. intros x Hx.
    apply in_map_iff in Hx as (z & <- & Hz). apply low, in_map, C, Hz.
  Qed.

  Lemma printed_inside : forall L, category_1 d n m L -> Meq (run printed (run (g_c d n m) (in_unit_1 m L))) (A L).
  Proof.
    intros L HL. rewrite <- (extended_context L) by now apply category_1_in_contexts. apply printed_maps, HL.
  Qed.

  Lemma printed_outside : forall L, G_plus d n m L -> ~ G_tilde d n m L ->
    Meq (run printed (run (g_c d n m) (in_unit_1 m L))) (repeat (zeros d) n).
  Proof. apply printed_maps. Qed.
End Extension.

(** ** Tables of values *)

Lemma nth_map_range : forall {B} (f : Z -> B) k j e, (j < k)%nat -> nth j (map f (range 1 k)) e = f (j + 1)%Z.
Proof.
  intros B f k j e H. rewrite nth_indep with (d' := f 0%Z) by (rewrite map_length, range_length; lia).
  rewrite map_nth, nth_range by lia. f_equal. lia.
Qed.

Lemma entry_tabulated : forall (d n : nat) f i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (tabulated d n f) i j = f i j.
Proof.
  intros d n f i j Hi Hj. unfold entry, tabulated. rewrite nth_map_range by lia.
  rewrite item_listed by exact Hi. f_equal. lia.
Qed.

Lemma tabulated_sized : forall (d n : nat) f,
  length (tabulated d n f) = n /\ Forall (fun z => length z = d) (tabulated d n f).
Proof.
  intros d n f. unfold tabulated. split; [rewrite map_length, range_length; lia |].
  apply Forall_forall. intros z Hz. apply in_map_iff in Hz as (j & <- & _). rewrite listed_length. lia.
Qed.

Lemma entry_respects : forall M M' i j, Meq M M' -> entry M i j == entry M' i j.
Proof. intros M M' i j H. apply nth_respects, nth_Meq, H. Qed.

Lemma entry_zero : forall d n i j, entry (repeat (zeros d) n) i j == 0.
Proof.
  intros d n i j. unfold entry, item. destruct (Nat.lt_ge_cases (Z.to_nat (j - 1)) n) as [H | H].
  - rewrite (repeat_spec n (zeros d) (nth _ _ [])) by (apply nth_In; now rewrite repeat_length).
    now rewrite zeros_entry.
  - rewrite (nth_overflow (repeat (zeros d) n)) by now rewrite repeat_length. destruct (Z.to_nat (i - 1)); reflexivity.
Qed.

(** ** Is L in G~_delta? *)

Lemma distinct_bool_units : forall m a z, (1 <= m)%nat -> Forall2 (units m) a z -> distinct_bool a = true <-> NoDup z.
Proof.
  intros m a z Hm H. induction H as [| x k a z Hx H IH]; [split; [constructor | reflexivity] |].
  cbn [distinct_bool]. rewrite andb_true_iff, IH, negb_true_iff, <- Bool.not_true_iff_false, existsb_exists.
  assert (E : (exists y, In y a /\ Qeq_bool x y = true) <-> In k z).
  { clear IH. induction H as [| y l a z Hy H IH']; [split; [intros (y & [] & _) | intros []] |]. split.
    - intros (w & [<- | Hw] & E).
      + left. apply Qeq_bool_iff in E. symmetry. now apply (units_eq m x y k l Hm Hx Hy).
      + right. apply IH'. eauto.
    - intros [-> | I].
      + exists y. split; [now left |]. apply Qeq_bool_iff. now apply (units_eq m x y k k Hm Hx Hy).
      + apply IH' in I as (w & Hw & E). exists w. split; [now right | exact E]. }
  rewrite E. split; [intros [N1 N2]; now constructor | intros N; apply NoDup_cons_iff in N; tauto].
Qed.

Definition in_tilde (d n m : nat) (L : point) : bool :=
  (each 1 d (fun i2 => (each 1 n (fun k => (Qle_bool 0 (entry (in_unit_1 m L) i2 k)))))) &&
  (distinct_bool (row_of (reading_vector d m) (in_unit_1 m L))).

Lemma in_tilde_iff : forall d n m L, (1 <= d)%nat -> (2 <= m)%nat -> G_plus d n m L ->
  in_tilde d n m L = true <-> G_tilde d n m L.
Proof.
  intros d n m L Hd Hm plus. pose proof (proj1 plus) as HS. unfold in_tilde. rewrite andb_true_iff, each_is.
  rewrite (distinct_bool_units m _ (column_ids d m L))
    by (lia || (apply (row_units d n m); [lia | now apply reads_point])).
  pose proof (special_negative d n m ltac:(lia)) as N. split.
  - intros [H U]. split; [split; [exact HS |] | exact (NoDup_map_inv _ _ U)].
    apply Forall_forall. intros c Hc. apply Forall_forall. intros k Hk.
    pose proof (proj1 (Forall_forall _ _) (proj1 (Forall_forall _ _) (proj2 plus) c Hc) k Hk) as E. cbv beta in E.
    apply (in_column d n L c HS) in Hc as (j & Hj & ->). apply in_at in Hk as (i & Hi & ->).
    pose proof (column_length d n L j HS Hj) as CL. unfold column_ in Hi. rewrite CL in Hi.
    specialize (H i Hi). rewrite each_is in H. specialize (H j Hj). apply Qle_bool_iff in H.
    pose proof (units_of_whole m 0 0 (whole_numeral 0)) as E0.
    apply (units_le m _ _ _ _ ltac:(lia) E0 (entry_units d n m L i j ltac:(lia) HS Hi Hj)) in H.
    unfold entry_, column_ in *. lia.
  - intros tilde. split; [| apply (different_columns_different_ids d n m); auto; apply tilde].
    intros i Hi. apply each_is. intros j Hj. apply Qle_bool_iff.
    pose proof (units_of_whole m 0 0 (whole_numeral 0)) as E0.
    apply (units_le m _ _ _ _ ltac:(lia) E0 (entry_units d n m L i j ltac:(lia) HS Hi Hj)).
    destruct tilde as [[_ grid] _].
    pose proof (column_in d n L j HS Hj) as C. pose proof (proj1 (Forall_forall _ _) grid _ C) as F.
    pose proof (entry_in (fun k => 0 <= k < Z.of_nat m)%Z L i j) as G. cbv beta in G.
    pose proof (column_length d n L j HS Hj) as CL. unfold column_ in *. rewrite CL in G. specialize (G Hi F). lia.
Qed.

Lemma category_point : forall d n m L, category_1 d n m L \/ category_3 d n m L \/ category_2 d n m L ->
  G_plus d n m L /\ (category_1 d n m L \/ ~ G_tilde d n m L).
Proof.
  intros d n m L [H | [H | H]].
  - split; [apply G_delta_is_G_plus, H | now left].
  - split; [apply H |]. right. intros [G _]. now apply H.
  - split; [apply G_delta_is_G_plus, H |]. right. intros [_ N]. now apply H.
Qed.

Lemma others : forall d n m L, category_3 d n m L \/ category_2 d n m L -> G_plus d n m L /\ ~ G_tilde d n m L.
Proof.
  intros d n m L [H | H]; (split; [| intros [G N]]).
  - apply H.
  - now apply H.
  - apply G_delta_is_G_plus, H.
  - now apply H.
Qed.

(** ** How large values may be *)

Section Low.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.

  Lemma dot_total : forall f, dot (reading_vector d m) (listed 1 d f) =
    total 1 d (fun i => inject_Z (m ^ (i - 1)) * f i).
  Proof.
    intros f. rewrite <- u_is. unfold listed, total. induction (range 1 d) as [| i l IH]; [reflexivity |].
    cbn [map dot fold_right]. now rewrite IH.
  Qed.

  Lemma sum_of_powers : (total_Z 1 d (fun i => m ^ (i - 1)) <= D d m - 1)%Z.
  Proof.
    rewrite <- D_is. apply (total_Z_ind (fun k => total_Z 1 k (fun i => m ^ (i - 1)) <= m ^ k - 1)%Z 1%Z d); [lia | |].
    - rewrite total_Z_empty by lia. change (1 - 1)%Z with 0%Z. rewrite Z.pow_0_r. lia.
    - intros k Hk _ IH. rewrite total_Z_snoc by lia. replace (k + 1 - 1)%Z with k by lia.
      rewrite Z.pow_add_r, Z.pow_1_r by lia. assert (0 < m ^ k)%Z by (apply Z.pow_pos_nonneg; lia). nia.
  Qed.

  Lemma total_le : forall lo hi f g, (forall i, (lo <= i <= hi)%Z -> f i <= g i) -> total lo hi f <= total lo hi g.
  Proof.
    intros lo hi f g H. unfold total.
    assert (A : forall i, In i (range lo hi) -> f i <= g i) by (intros; apply H, in_range; assumption).
    induction (range lo hi) as [| i l IH]; [apply Qle_refl |]. cbn [map fold_right].
    apply Qplus_le_compat; [apply A; now left | apply IH; intros; apply A; now right].
  Qed.

  Lemma read_at_most_six : forall f, (forall i, (1 <= i <= d)%Z -> f i <= 6) ->
    total 1 d (fun i => inject_Z (m ^ (i - 1)) * f i) <= inject_Z (6 * (D d m - 1)).
  Proof.
    intros f H. apply Qle_trans with (total 1 d (fun i => inject_Z (m ^ (i - 1) * 6))).
    - apply total_le. intros i Hi. rewrite inject_Z_mult. rewrite !(Qmult_comm (inject_Z (m ^ (i - 1)))).
      apply Qmult_le_compat_r; [now apply H |]. change 0 with (inject_Z 0). rewrite <- Zle_Qle.
      apply Z.pow_nonneg. lia.
    - eapply whole_le; [| apply whole_inject |].
      { apply (whole_total 1 d _ (fun i => m ^ (i - 1) * 6)%Z). intros. apply whole_inject. }
      rewrite (total_Z_ext _ _ _ (fun i => 6 * m ^ (i - 1))%Z) by (intros; lia). rewrite total_Z_scale.
      pose proof sum_of_powers. lia.
  Qed.

  Let T := (D d m ^ (2 * n) * (D d m - 1))%Z.

  Lemma six_is_low : inject_Z (6 * (D d m - 1)) < inject_Z (2 * T - 1) / inject_Z (2 * m).
  Proof.
    apply Qlt_shift_div_l; [change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia |].
    rewrite <- inject_Z_mult, <- Zlt_Qlt. unfold T. pose proof (D_at_least_m d m one_d two_m) as [Hm HD].
    set (K := D d m) in *.
    assert (HP : (K * 8 <= K ^ (2 * n))%Z).
    { replace (2 * Z.of_nat n)%Z with (4 + (2 * n - 4))%Z by lia. rewrite Z.pow_add_r by lia.
      assert (1 <= K ^ (2 * n - 4))%Z by (assert (0 < K ^ (2 * n - 4))%Z by (apply Z.pow_pos_nonneg; lia); lia).
      assert (H4 : (K * 8 <= K ^ 4)%Z).
      { replace (K ^ 4)%Z with (K * (K * K * K))%Z by ring. assert (8 <= K * K * K)%Z by nia. nia. }
      nia. }
    assert (6 * (K - 1) * (2 * m) <= 12 * (K * (K - 1)))%Z by nia.
    assert (16 * (K * (K - 1)) <= 2 * (K ^ (2 * n) * (K - 1)))%Z by nia. nia.
  Qed.

  Lemma window_of_t_l : t_l d n m - delta m / 2 == inject_Z (2 * T - 1) / inject_Z (2 * m).
  Proof.
    assert (E : t_l d n m == inject_Z T * delta m) by apply t_l_in_unit_1. rewrite E. clearbody T.
    unfold delta, of_nat, Z.sub. rewrite inject_Z_plus, !inject_Z_mult.
    change (inject_Z 2) with 2. change (inject_Z (Z.opp 1)) with (-1 # 1). field.
    intros N. apply (inject_Z_injective (Z.of_nat m) 0) in N. lia.
  Qed.

  Lemma low_values : forall F : point -> Z -> Z -> Q,
    (forall R i j, category_1 d n m R -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z -> F R i j <= 6) ->
    forall R, category_1 d n m R -> Forall (fun x => x < t_l d n m - delta m / 2)
      (row_of (reading_vector d m) (tabulated d n (F R))).
  Proof.
    intros F H R HR. apply Forall_forall. intros x Hx. apply in_map_iff in Hx as (z & <- & Hz).
    apply in_map_iff in Hz as (j & <- & Hj). apply in_range in Hj. rewrite dot_total, window_of_t_l.
    eapply Qle_lt_trans; [apply read_at_most_six | apply six_is_low]. intros i Hi. now apply H.
  Qed.

  Lemma outside_tilde : forall L, G_plus d n m L -> ~ G_tilde d n m L -> in_tilde d n m L = false.
  Proof. intros L P N. apply Bool.not_true_iff_false. now rewrite in_tilde_iff. Qed.

  Lemma inside_tilde : forall L, category_1 d n m L -> in_tilde d n m L = true.
  Proof. intros L H. apply in_tilde_iff; auto; [apply G_delta_is_G_plus |]; apply H. Qed.

  Lemma printed_entry : forall F : point -> Z -> Z -> Q,
    (forall R i j, category_1 d n m R -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z -> F R i j <= 6) ->
    forall L i j, category_1 d n m L \/ category_3 d n m L \/ category_2 d n m L ->
    (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
    entry (run (g_v_as_printed d n m (t_l d n m) (t_r d n m) (fun L => tabulated d n (F L)))
      (run (g_c d n m) (in_unit_1 m L))) i j == if in_tilde d n m L then F L i j else 0.
  Proof.
    intros F H L i j HL Hi Hj. apply category_point in HL as [P [C | N]].
    - rewrite (entry_respects _ (tabulated d n (F L))).
      + now rewrite inside_tilde, entry_tabulated.
      + apply (printed_inside d n m one_d two_m (fun L => tabulated d n (F L))); auto using low_values.
        intros R _. apply tabulated_sized.
    - rewrite (entry_respects _ (repeat (zeros d) n)).
      + now rewrite outside_tilde, entry_zero.
      + apply (printed_outside d n m one_d two_m (fun L => tabulated d n (F L))); auto using low_values.
        intros R _. apply tabulated_sized.
  Qed.

  Lemma repaired_entry : forall (F : point -> Z -> Z -> Q) L i j,
    category_1 d n m L \/ category_3 d n m L \/ category_2 d n m L ->
    (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
    entry (run (g_v d n m (t_l d n m) (t_r d n m) (fun L => tabulated d n (F L)))
      (run (g_c d n m) (in_unit_1 m L))) i j == if in_tilde d n m L then F L i j else 0.
  Proof.
    intros F L i j HL Hi Hj. apply category_point in HL as [P [C | N]].
    - rewrite (entry_respects _ (tabulated d n (F L))).
      + now rewrite inside_tilde, entry_tabulated.
      + apply (repaired_inside d n m one_d two_m (fun L => tabulated d n (F L))); auto.
        intros R _. apply tabulated_sized.
    - rewrite (entry_respects _ (repeat (zeros d) n)).
      + now rewrite outside_tilde, entry_zero.
      + apply (repaired_outside d n m one_d two_m (fun L => tabulated d n (F L))); auto.
        intros R _. apply tabulated_sized.
  Qed.
End Low.

(** ** The integers without a pattern *)

Definition scrambled (d n m : nat) (L : point) (i j : Z) : Q :=
  5 * inject_Z m * item (row_of (reading_vector d m) (in_unit_1 m L)) j +
  3 * total 1 n (fun k => (inject_Z m * item (row_of (reading_vector d m) (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i) -
  inject_Z (13 * Qfloor ((5 * inject_Z m * item (row_of (reading_vector d m) (in_unit_1 m L)) j +
  3 * total 1 n (fun k => (inject_Z m * item (row_of (reading_vector d m) (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i))
  / 13)) - 6.

Lemma scrambled_whole : forall d n m L i j, (1 <= m)%nat -> of_shape d n L -> (1 <= j <= n)%Z ->
  exists z, (-6 <= z <= 6)%Z /\ whole (scrambled d n m L i j) z.
Proof.
  intros d n m L i j Hm HS Hj. unfold scrambled. set (u := reading_vector d m).
  set (q := 5 * inject_Z m * item (row_of u (in_unit_1 m L)) j +
    3 * total 1 n (fun k => (inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) + inject_Z (2 * i)).
  assert (I : forall k, (1 <= k <= n)%Z -> whole (inject_Z m * item (row_of u (in_unit_1 m L)) k)
    (at_ (column_ids d m L) k)).
  { intros k Hk. apply whole_units, (units_row_item d n m); [exact Hm | now apply reads_point | exact Hk]. }
  assert (W : exists z, whole q z).
  { exists (5 * at_ (column_ids d m L) j +
      3 * total_Z 1 n (fun k => at_ (column_ids d m L) k * at_ (column_ids d m L) k) + 2 * i)%Z.
    unfold q. apply whole_plus; [apply whole_plus | apply whole_inject].
    - unfold whole. rewrite <- Qmult_assoc. apply (whole_mult 5 _ 5); [apply whole_numeral | now apply I].
    - apply whole_mult; [apply whole_numeral |]. apply whole_total. intros k Hk.
      change ((inject_Z m * item (row_of u (in_unit_1 m L)) k) ^ 2) with
        ((inject_Z m * item (row_of u (in_unit_1 m L)) k) * (inject_Z m * item (row_of u (in_unit_1 m L)) k)).
      apply whole_mult; now apply I. }
  destruct W as [z W]. exists (z - 13 * (z / 13) - 6)%Z. split.
  - pose proof (Z.mod_pos_bound z 13 ltac:(lia)). pose proof (Z.div_mod z 13 ltac:(lia)). lia.
  - assert (E : Qfloor (q / 13) = (z / 13)%Z).
    { rewrite (Zdiv_Qdiv z 13). apply Qfloor_comp. change (inject_Z 13) with 13. unfold whole in W. now rewrite W. }
    rewrite E. apply whole_minus; [apply whole_minus; [exact W | apply whole_inject] | apply whole_numeral].
Qed.

Lemma scrambled_bounds : forall d n m L i j, (1 <= m)%nat -> of_shape d n L -> (1 <= j <= n)%Z ->
  scrambled d n m L i j <= 6 /\ -6 <= scrambled d n m L i j.
Proof.
  intros d n m L i j Hm HS Hj. destruct (scrambled_whole d n m L i j Hm HS Hj) as (z & Hz & W).
  split; [apply (whole_le _ _ z 6 W (whole_numeral 6)) | apply (whole_le _ _ (-6) z (whole_numeral _) W)]; lia.
Qed.

Lemma scrambled_values_are : forall d n m, scrambled_values d n m = fun L => tabulated d n (scrambled d n m L).
Proof. intros. unfold scrambled_values. rewrite !u_is. reflexivity. Qed.

Definition swapped (d n m : nat) (L : point) (i j : Z) : Q :=
  if in_tilde d n m L && Qeq_bool (item (row_of (reading_vector d m) (in_unit_1 m L)) 1) 0
  then entry (run (g_c d n m) (in_unit_1 m L)) i (n + 1 - j) else entry (in_unit_1 m L) i j.

Lemma swapped_values_are : forall d n m, swapped_values d n m = fun L => tabulated d n (swapped d n m L).
Proof. intros. unfold swapped_values. rewrite !u_is. reflexivity. Qed.

Lemma entry_low : forall d n m L i j, (1 <= m)%nat -> G_delta d n m L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  0 <= entry (in_unit_1 m L) i j /\ entry (in_unit_1 m L) i j < 1.
Proof.
  intros d n m L i j Hm grid Hi Hj. pose proof (G_delta_shape d n m L grid) as HS.
  pose proof (entry_units d n m L i j Hm HS Hi Hj) as E.
  pose proof (column_in d n L j HS Hj) as C. pose proof (proj1 (Forall_forall _ _) (proj2 grid) _ C) as F.
  pose proof (entry_in (fun k => 0 <= k < Z.of_nat m)%Z L i j) as G. cbv beta in G.
  pose proof (column_length d n L j HS Hj) as CL. unfold column_ in *. rewrite CL in G. specialize (G Hi F).
  split.
  - apply (units_le m _ _ _ _ Hm (units_of_whole m 0 0 (whole_numeral 0)) E). unfold entry_, column_ in *. lia.
  - apply (units_lt m _ _ _ _ Hm E (units_of_whole m 1 1 (whole_numeral 1))). unfold entry_, column_ in *. lia.
Qed.

Ltac value_parameters := intros d n m Hd _ Hm Hn' _; assert (Hn : (2 <= n)%nat) by lia; cbv zeta; rewrite ?u_is.

(** ** The statement *)

Theorem yun2020_lemma9_maps_identity_proved : yun2020_lemma9_maps_identity.
Proof.
  value_parameters. intros L HL i Hi j Hj. fold (in_tilde d n m L).
  apply (printed_entry d n m Hd Hn Hm (fun L i j => entry (in_unit_1 m L) i j)); auto.
  intros R i' j' HR Hi' Hj'. destruct (entry_low d n m R i' j') as [_ B]; auto; [lia | apply HR |]. lra.
Qed.

Theorem yun2020_lemma9_maps_scrambled_proved : yun2020_lemma9_maps_scrambled.
Proof.
  value_parameters. intros L HL i Hi j Hj. rewrite scrambled_values_are. fold (in_tilde d n m L).
  fold (scrambled d n m L i j).
  apply (printed_entry d n m Hd Hn Hm (scrambled d n m)); auto.
  intros R i' j' HR Hi' Hj'. apply scrambled_bounds; [lia | apply HR | exact Hj'].
Qed.

Lemma product_Z_id : forall n : nat, product_Z 1 n (fun k => k) = Z.of_nat (fact n).
Proof.
  intros n. unfold product_Z, range. replace (Z.to_nat (n - 1 + 1)) with n by lia. rewrite map_map.
  induction n as [| n IH]; [reflexivity |]. rewrite seq_S, map_app, fold_right_app. cbn [map fold_right].
  change (fact (S n)) with (S n * fact n)%nat. rewrite Nat2Z.inj_mul, <- IH.
  generalize (map (fun i => 1 + Z.of_nat i)%Z (seq 0 n)) as l. intros l.
  replace (1 + Z.of_nat (0 + n))%Z with (Z.of_nat (S n)) by lia. generalize (Z.of_nat (S n)) as c. intros c.
  rewrite Z.mul_1_r. induction l as [| a l IHl]; cbn [fold_right]; [ring | rewrite IHl; ring].
Qed.

(** |contexts| = n! C(D, n) / n!. *)
Lemma distinct_contexts_are : forall (d n m : nat) k, binomial (D d m) n k ->
  inject_Z (product_Z 0 (n - 1) (fun k => (m ^ d - k)%Z)) / inject_Z (product_Z 1 n (fun k => k)) == inject_Z k.
Proof.
  intros d n m k H. rewrite D_is, falling_is_product, product_Z_id. unfold binomial in H. rewrite <- H, inject_Z_mult.
  field. intros E. apply (inject_Z_injective (Z.of_nat (fact n)) 0) in E. pose proof (lt_O_fact n). lia.
Qed.

Lemma numbers_at_most : forall (d n m : nat) k, (2 <= m)%nat -> binomial (D d m) n k ->
  inject_Z n * inject_Z k <= inject_Z (n * (m ^ d) ^ n) / inject_Z (product_Z 1 n (fun k => k)).
Proof.
  intros d n m k Hm H. rewrite D_is, product_Z_id. pose proof (lt_O_fact n) as F.
  apply Qle_shift_div_l; [change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia |].
  rewrite <- !inject_Z_mult, <- Zle_Qle. unfold binomial in H.
  assert (P : (0 <= D d m)%Z) by (unfold D; lia).
  destruct (Proposition5.falling_range (D d m) n P) as [[_ B] _]. nia.
Qed.

Lemma identity_shape : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> exists k,
  binomial (D d m) n k /\
  token_wise (g_v_as_printed d n m (t_l d n m) (t_r d n m) (identity_values d n m)) (d + 1 + n * k).
Proof. intros d n m Hd Hn Hm. apply printed_shape; auto. intros R _. apply tabulated_sized. Qed.

Theorem yun2020_lemma9_layers_repaired_proved : yun2020_lemma9_layers_repaired.
Proof.
  value_parameters. destruct (identity_shape d n m Hd Hn Hm) as (k & B & _ & F & _). rewrite F.
  pose proof (numbers_at_most d n m k Hm B) as H. rewrite !Nat2Z.inj_add, Nat2Z.inj_mul, !inject_Z_plus, inject_Z_mult.
  change (inject_Z (Z.of_nat 1)) with 1. lra.
Qed.

Theorem yun2020_lemma9_layers_for_each_n_proved : yun2020_lemma9_layers_for_each_n.
Proof. exact yun2020_lemma9_layers_repaired_proved. Qed.

(** d = 1, n = 5, delta = 1/2: no context at all, but d + 1 layers. *)
Theorem yun2020_lemma9_layers_refuted : ~ yun2020_lemma9_layers.
Proof.
  intros H. specialize (H 1%nat 5%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). cbv zeta in H.
  destruct (identity_shape 1 5 2 ltac:(lia) ltac:(lia) ltac:(lia)) as (k & B & _ & F & _). rewrite F in H.
  unfold binomial in B. change (falling (D 1 2) 5) with 0%Z in B. change (Z.of_nat (fact 5)) with 120%Z in B.
  replace k with 0%nat in H by lia. vm_compute in H. apply H. reflexivity.
Qed.

Theorem yun2020_lemma9_layer_per_number_proved : yun2020_lemma9_layer_per_number.
Proof.
  value_parameters. destruct (identity_shape d n m Hd Hn Hm) as (k & B & _ & F & _). rewrite F.
  rewrite (distinct_contexts_are d n m k B).
  rewrite !Nat2Z.inj_add, Nat2Z.inj_mul, !inject_Z_plus, inject_Z_mult. change (inject_Z (Z.of_nat 1)) with 1. ring.
Qed.

Theorem yun2020_lemma9_numbers_order_proved : yun2020_lemma9_numbers_order.
Proof.
  value_parameters. destruct (identity_shape d n m Hd Hn Hm) as (k & B & _). rewrite (distinct_contexts_are d n m k B).
  now apply numbers_at_most.
Qed.

Theorem yun2020_lemma9_token_wise_proved : yun2020_lemma9_token_wise.
Proof. value_parameters. destruct (identity_shape d n m Hd Hn Hm) as (k & _ & A & _). now rewrite A. Qed.

Theorem yun2020_lemma9_hidden_size_proved : yun2020_lemma9_hidden_size.
Proof.
  value_parameters. destruct (identity_shape d n m Hd Hn Hm) as (k & _ & _ & F & _). unfold hidden_size. rewrite F. lia.
Qed.

Lemma first_layers_fine : forall d n m l r, Forall (fun l => fine l = true) (first_layers d n m l r).
Proof.
  intros. constructor; [reflexivity |]. apply Forall_forall. intros x I. apply in_map_iff in I as (i & <- & _).
  reflexivity.
Qed.

Lemma matching_fine : forall d n m A c Ls, Forall (fun l => fine l = true) (flat_map (matching_layers d n m A c) Ls).
Proof.
  intros. apply Forall_forall. intros l I. apply in_flat_map in I as (L & _ & I).
  apply in_map_iff in I as ([now wanted] & <- & _). reflexivity.
Qed.

Lemma printed_fine : forall d n m l r A, Forall (fun l => fine l = true) (g_v_as_printed d n m l r A).
Proof. intros. apply Forall_app. split; [apply first_layers_fine | apply matching_fine]. Qed.

Lemma repaired_fine : forall d n m l r A, Forall (fun l => fine l = true) (g_v d n m l r A).
Proof.
  intros. apply Forall_app. split; [apply first_layers_fine |]. apply Forall_app. split; [apply matching_fine |].
  constructor; [reflexivity | constructor].
Qed.

Theorem yun2020_lemma9_activations_proved : yun2020_lemma9_activations.
Proof. value_parameters. apply all_fine, printed_fine. Qed.

Lemma swapped_shape : forall d n m, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> exists k,
  binomial (D d m) n k /\
  token_wise (g_v d n m (t_l d n m) (t_r d n m) (swapped_values d n m)) (d + 2 + n * k).
Proof. intros d n m Hd Hn Hm. apply repaired_shape; auto. intros R _. apply tabulated_sized. Qed.

Lemma same_binomial : forall K n k k', binomial K n k -> binomial K n k' -> k = k'.
Proof. unfold binomial. intros K n k k' H H'. pose proof (lt_O_fact n). nia. Qed.

Theorem yun2020_lemma9_maps_swapped_repaired_proved : yun2020_lemma9_maps_swapped_repaired.
Proof.
  value_parameters. intros L HL.
  destruct (identity_shape d n m Hd Hn Hm) as (k & B & _ & F & _).
  destruct (swapped_shape d n m Hd Hn Hm) as (k' & B' & A' & F' & _).
  pose proof (same_binomial _ _ _ _ B B') as <-.
  split; [split; [split; [split |] |] |].
  - unfold hidden_size. rewrite F'. lia.
  - apply all_fine, repaired_fine.
  - now rewrite A'.
  - rewrite F, F'. lia.
  - intros i Hi j Hj. rewrite swapped_values_are.
    rewrite (repaired_entry d n m Hd Hn Hm (swapped d n m) L i j HL Hi Hj). reflexivity.
Qed.

Theorem yun2020_lemma9_exists_for_keys_proved : yun2020_lemma9_exists_for_keys.
Proof. exact yun2020_lemma9_maps_swapped_repaired_proved. Qed.

(** *** The values stay below all windows *)

Theorem yun2020_lemma9_identity_below_windows_proved : yun2020_lemma9_identity_below_windows.
Proof.
  value_parameters. intros L HL j Hj. rewrite item_listed by exact Hj. rewrite D_is.
  eapply Qle_lt_trans; [| apply (six_is_low d n m Hd Hn Hm)].
  eapply Qle_trans; [| apply (read_at_most_six d n m Hd Hn Hm (fun i => entry (in_unit_1 m L) i j))].
  - apply total_le. intros i Hi. rewrite <- (u_is d m), item_listed by exact Hi. apply Qle_refl.
  - intros i Hi. destruct (entry_low d n m L i j) as [_ B]; auto; [lia | apply HL |]. lra.
Qed.

Theorem yun2020_lemma9_scrambled_below_windows_proved : yun2020_lemma9_scrambled_below_windows.
Proof.
  value_parameters. intros L HL j Hj. rewrite item_listed by exact Hj. rewrite D_is.
  eapply Qle_lt_trans; [| apply (six_is_low d n m Hd Hn Hm)].
  eapply Qle_trans; [| apply (read_at_most_six d n m Hd Hn Hm (fun i => scrambled d n m L i j))].
  - apply total_le. intros i Hi. rewrite <- (u_is d m) at 1. rewrite item_listed by exact Hi. apply Qle_refl.
  - intros i Hi. apply scrambled_bounds; [lia | apply HL | exact Hj].
Qed.

Theorem yun2020_lemma9_t_l_above_window_proved : yun2020_lemma9_t_l_above_window.
Proof.
  value_parameters. rewrite D_is. pose proof (t_l_positive_in_delta d n m Hd Hn Hm). lia.
Qed.

(** *** The first layer *)

Theorem yun2020_lemma9_contexts_inside_proved : yun2020_lemma9_contexts_inside.
Proof. exact yun2020_lemma8_property3_proved. Qed.

Theorem yun2020_lemma9_others_outside_proved : yun2020_lemma9_others_outside.
Proof. exact yun2020_lemma8_property4_proved. Qed.

Theorem yun2020_lemma9_shift_all_rows_refuted : ~ yun2020_lemma9_shift_all_rows.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). discriminate H.
Qed.

Theorem yun2020_lemma9_unique_numbers_proved : yun2020_lemma9_unique_numbers.
Proof. exact yun2020_lemma8_property1_proved. Qed.

Lemma whole_nth : forall a z, Forall2 whole a z -> forall i, whole (nth i a 0) (nth i z 0%Z).
Proof. intros a z H. induction H; intros [| i]; simpl; auto; apply whole_numeral. Qed.

Lemma apart_whole : forall a z, Forall2 whole a z -> NoDup z -> at_least_apart 1 a.
Proof.
  intros a z H N i j Hi Hj Hij. rewrite (StepTools.same_length _ _ _ H) in Hi, Hj.
  eapply whole_le; [apply (whole_numeral 1) | apply whole_abs, whole_minus; apply whole_nth, H |].
  assert (nth i z 0%Z <> nth j z 0%Z); [| lia]. intros E. apply Hij. exact (proj1 (NoDup_nth z 0%Z) N i j Hi Hj E).
Qed.

Lemma twice_apart : forall a z, Forall2 whole a (map (Z.mul 2) z) -> NoDup z -> more_than_apart 1 a.
Proof.
  intros a z H N i j Hi Hj Hij. rewrite (StepTools.same_length _ _ _ H), map_length in Hi, Hj.
  eapply whole_lt; [apply (whole_numeral 1) | apply whole_abs, whole_minus; apply whole_nth, H |].
  change 0%Z with (2 * 0)%Z. rewrite !(map_nth (Z.mul 2)).
  assert (nth i z 0%Z <> nth j z 0%Z); [| lia]. intros E. apply Hij. exact (proj1 (NoDup_nth z 0%Z) N i j Hi Hj E).
Qed.

Theorem yun2020_lemma9_numbers_apart_proved : yun2020_lemma9_numbers_apart.
Proof.
  value_parameters. intros L L' (HL & HL' & Hne).
  eapply apart_whole; [apply Forall2_app; apply outputs_whole; eassumption |
    exact (outputs_of_two d n m L L' Hd Hn Hm HL HL' Hne)].
Qed.

Theorem yun2020_lemma9_other_contexts_inactive_proved : yun2020_lemma9_other_contexts_inactive.
Proof.
  value_parameters. intros L L' (HL & HL' & Hne).
  eapply twice_apart; [rewrite map_app; apply Forall2_app | exact (outputs_of_two d n m L L' Hd Hn Hm HL HL' Hne)].
  - pose proof (outputs_whole d n m L Hd Hn Hm HL) as H.
    assert (Hl : length (column_ids d m (output d n m L)) = n)
      by (rewrite <- (StepTools.same_length _ _ _ H), listed_length; lia).
    apply whole_listed; [now rewrite map_length |]. intros j Hj. rewrite at_map by lia.
    apply whole_mult; [apply whole_numeral | apply whole_nth, H].
  - pose proof (outputs_whole d n m L' Hd Hn Hm HL') as H.
    assert (Hl : length (column_ids d m (output d n m L')) = n)
      by (rewrite <- (StepTools.same_length _ _ _ H), listed_length; lia).
    apply whole_listed; [now rewrite map_length |]. intros j Hj. rewrite at_map by lia.
    apply whole_mult; [apply whole_numeral | apply whole_nth, H].
Qed.
(** ** Values that are keys: d = 1, n = 2, delta = 1/2, L = [0, delta] *)

Lemma small_category_1 : category_1 1 2 2 [[0]; [1]]%Z.
Proof.
  split; [split; [apply in_points; simpl; auto | repeat constructor; intros []; try discriminate; contradiction] |].
  repeat constructor; discriminate.
Qed.

Theorem yun2020_lemma9_maps_swapped_refuted : ~ yun2020_lemma9_maps_swapped.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). cbv zeta in H.
  specialize (H _ (or_introl small_category_1) 1%Z ltac:(lia) 1%Z ltac:(lia)). vm_compute in H. discriminate H.
Qed.

Theorem yun2020_lemma9_others_unaffected_refuted : ~ yun2020_lemma9_others_unaffected.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)). cbv zeta in H.
  specialize (H _ small_category_1 1%Z ltac:(vm_compute; split; discriminate)). 
  apply (entry_respects _ _ 1 2) in H. vm_compute in H. discriminate H.
Qed.


(** ** The first layers, entry by entry *)

Lemma nth_entry : forall M i j, entry M i j = nth (Z.to_nat (i - 1)) (nth (Z.to_nat (j - 1)) M []) 0.
Proof. reflexivity. Qed.

Lemma run_entry : forall N (M : matrix) i (j : Z), Forall (fun l => is_attention l = false) N ->
  (1 <= j <= length M)%Z ->
  entry (run N M) i j = nth (Z.to_nat (i - 1)) (on_column N (nth (Z.to_nat (j - 1)) M [])) 0.
Proof.
  intros N M i j H Hj. rewrite run_token_wise by exact H. rewrite nth_entry.
  rewrite (nth_indep (map (on_column N) M) [] (on_column N [])) by (rewrite map_length; lia). now rewrite map_nth.
Qed.

Lemma one_feed_forward : forall l, is_attention l = false -> Forall (fun l => is_attention l = false) [l].
Proof. intros l H. now constructor. Qed.

Section First.
  Variables (d n m : nat).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_n : (2 <= n)%nat.
  Hypothesis two_m : (2 <= m)%nat.

  Definition g_c_of (L : point) : matrix := run (g_c d n m) (in_unit_1 m L).
  Definition shifted : layer := shifting d n m (t_l d n m) (t_r d n m).
  Let M := greatest_entry d n m.

  Lemma g_c_length : forall L, G_plus d n m L -> length (g_c_of L) = n.
  Proof. intros L HG. apply (mapped_columns d n m one_d two_n two_m L HG). Qed.

  Lemma g_c_column : forall L (j : Z), G_plus d n m L -> (1 <= j <= n)%Z ->
    length (nth (Z.to_nat (j - 1)) (g_c_of L) []) = d.
  Proof. intros L j HG Hj. apply (mapped_column_length d n m one_d two_n two_m L); [exact HG | lia]. Qed.

  Lemma g_c_id : forall L (j : Z), G_plus d n m L -> (1 <= j <= n)%Z ->
    dot (reading_vector d m) (nth (Z.to_nat (j - 1)) (g_c_of L) []) = nth (Z.to_nat (j - 1)) (q d n m L) 0.
  Proof. intros L j HG Hj. apply (mapped_id d n m one_d two_n two_m L); [exact HG | lia]. Qed.

  (** A layer that adds c in the rows of w where the id is in the interval or not. *)
  Definition window_layer (w : vector) : layer := adding d w (reading_vector d m) 0
    [until (t_l d n m) 0 1; closed (t_l d n m) (t_r d n m) 0 0; beyond (t_r d n m) 0 1].

  Lemma window_inside : forall w L i (j : Z), length w = d -> category_1 d n m L -> (1 <= j <= n)%Z ->
    entry (run [window_layer w] (g_c_of L)) i j == entry (g_c_of L) i j.
  Proof.
    intros w L i j Hw [tilde _] Hj. assert (HG : G_plus d n m L) by apply G_delta_is_G_plus, tilde.
    rewrite run_entry by (first [apply one_feed_forward; reflexivity | rewrite g_c_length by exact HG; exact Hj]).
    unfold on_column. cbn [fold_left]. unfold window_layer. rewrite adding_entry by (auto using g_c_column).
    rewrite g_c_id by assumption. rewrite Qplus_0_r.
    pose proof (key_inside d n m one_d two_n two_m L (Z.to_nat (j - 1)) tilde ltac:(lia)) as K.
    rewrite nth_entry. set (x := nth _ (q d n m L) 0) in *.
    assert (E : activate [until (t_l d n m) 0 1; closed (t_l d n m) (t_r d n m) 0 0; beyond (t_r d n m) 0 1] x == 0).
    { clearbody x. evaluate_activation; try (exfalso; lra); lra. }
    rewrite E. ring.
  Qed.

  Lemma window_value_outside : forall x, (x < t_l d n m \/ t_r d n m < x) ->
    activate [until (t_l d n m) 0 1; closed (t_l d n m) (t_r d n m) 0 0; beyond (t_r d n m) 0 1] x == 1.
  Proof. intros x H. evaluate_activation; try (exfalso; lra); lra. Qed.

  Lemma window_outside : forall w L i (j : Z), length w = d -> G_plus d n m L -> ~ G_tilde d n m L -> (1 <= j <= n)%Z ->
    entry (run [window_layer w] (g_c_of L)) i j == entry (g_c_of L) i j + nth (Z.to_nat (i - 1)) w 0.
  Proof.
    intros w L i j Hw HG outside Hj.
    rewrite run_entry by (first [apply one_feed_forward; reflexivity | rewrite g_c_length by exact HG; exact Hj]).
    unfold on_column. cbn [fold_left]. unfold window_layer. rewrite adding_entry by (auto using g_c_column).
    rewrite g_c_id by assumption. rewrite Qplus_0_r.
    pose proof (key_outside d n m one_d two_n two_m L (Z.to_nat (j - 1)) HG outside ltac:(lia)) as K.
    rewrite window_value_outside by exact K. rewrite nth_entry. ring.
  Qed.

  Lemma shifted_is : shifted = window_layer (repeat (- (M + 1)) d).
  Proof. reflexivity. Qed.

  Lemma entries_below : forall L i (j : Z), G_plus d n m L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
    entry (g_c_of L) i j <= M.
  Proof.
    intros L i j HG Hi Hj.
    pose proof (entries_at_most_M d n m one_d two_n two_m L (Z.to_nat (j - 1)) HG ltac:(lia)) as B.
    rewrite Forall_forall in B. rewrite nth_entry. apply B, nth_In.
    fold (g_c_of L). rewrite g_c_column by assumption. lia.
  Qed.

  (** What the steps call M: the first layer is active at L itself. *)
  Lemma M_is : forall L, G_plus d n m L ->
    entry (in_unit_1 m L) 1 1 - entry (run [shifted] (in_unit_1 m L)) 1 1 - 1 == M.
  Proof.
    intros L HG. pose proof (proj1 HG) as HS.
    assert (Hl : length (in_unit_1 m L) = n) by (unfold in_unit_1; rewrite map_length; apply HS).
    rewrite run_entry by (first [apply one_feed_forward; reflexivity | rewrite Hl; lia]).
    unfold on_column. cbn [fold_left]. unfold shifted, shifting.
    assert (Hc : length (nth (Z.to_nat (1 - 1)) (in_unit_1 m L) []) = d).
    { assert (F : Forall (fun z => length z = d) (in_unit_1 m L)).
      { apply Forall_map. eapply Forall_impl; [| exact (proj2 HS)]. intros c Hc. rewrite map_length. exact Hc. }
      rewrite Forall_forall in F. apply F, nth_In. rewrite Hl. lia. }
    rewrite adding_entry by (rewrite ?repeat_length; auto). rewrite repeat_entry by lia. rewrite nth_entry.
    rewrite window_value_outside; [unfold M; ring |]. left. rewrite Qplus_0_r.
    assert (E : dot (reading_vector d m) (nth (Z.to_nat (1 - 1)) (in_unit_1 m L) []) =
      item (row_of (reading_vector d m) (in_unit_1 m L)) 1).
    { unfold item, row_of. rewrite (nth_indep _ 0 (dot (reading_vector d m) [])) by (rewrite map_length; lia).
      symmetry. apply map_nth. }
    rewrite E.
    pose proof (units_row_item d n m (in_unit_1 m L) L 1 ltac:(lia) (reads_point d n m L HS) ltac:(lia)) as U.
    assert (T : units m (t_l d n m) (D d m ^ (2 * n) * (D d m - 1)))
      by (apply units_delta; [lia | apply t_l_in_unit_1]).
    apply (units_lt m _ _ _ _ ltac:(lia) U T).
    assert (B : Forall (fun k => k < D d m)%Z (column_ids d m L)).
    { eapply Forall_impl; [| exact (G_plus_ids d n m L one_d two_n two_m HG)]. intros k. cbv beta.
      pose proof (two_to_D d m one_d two_m). pose proof (special_negative d n m ltac:(lia)). lia. }
    apply at_Forall with (j := 1%Z) in B;
      [| unfold column_ids; rewrite map_length; destruct HS; unfold column in *; lia].
    pose proof (two_to_D d m one_d two_m). assert (1 <= D d m ^ (2 * n - 1))%Z.
    { assert (0 < D d m ^ (2 * n - 1))%Z by (apply Z.pow_pos_nonneg; lia). lia. }
    replace (2 * Z.of_nat n)%Z with (1 + (2 * n - 1))%Z by lia. rewrite Z.pow_add_r, Z.pow_1_r by lia. nia.
  Qed.
End First.

Ltac first_parameters := intros d n m Hd _ Hm Hn' _; assert (Hn : (2 <= n)%nat) by lia; cbv zeta; rewrite ?u_is.

Theorem yun2020_lemma9_maximum_proved : yun2020_lemma9_maximum.
Proof.
  first_parameters. intros L [HG _] i Hi j Hj. fold (g_c_of d n m L). fold (shifted d n m).
  rewrite M_is by assumption. now apply entries_below.
Qed.

Theorem yun2020_lemma9_shift_all_rows_repaired_proved : yun2020_lemma9_shift_all_rows_repaired.
Proof.
  first_parameters. intros L HL i Hi j Hj. destruct (others d n m L HL) as [HG HN].
  fold (g_c_of d n m L) (shifted d n m). rewrite shifted_is.
  rewrite !window_outside by (auto; apply repeat_length). rewrite !repeat_entry by lia. ring.
Qed.

Theorem yun2020_lemma9_inactive_on_contexts_proved : yun2020_lemma9_inactive_on_contexts.
Proof.
  first_parameters. intros L HL j Hj. rewrite item_listed by exact Hj. fold (g_c_of d n m L).
  fold (window_layer d n m (unit_vector d 0)). rewrite window_inside by (auto; apply unit_vector_length). ring.
Qed.

Theorem yun2020_lemma9_active_on_others_proved : yun2020_lemma9_active_on_others.
Proof.
  first_parameters. intros L HL j Hj. destruct (others d n m L HL) as [HG HN]. rewrite item_listed by exact Hj.
  fold (g_c_of d n m L). fold (window_layer d n m (unit_vector d 0)).
  rewrite window_outside by (auto; apply unit_vector_length). rewrite unit_vector_entry by lia.
  change (Nat.eqb (Z.to_nat (1 - 1)) 0) with true. cbv iota. ring.
Qed.

Theorem yun2020_lemma9_others_shifted_proved : yun2020_lemma9_others_shifted.
Proof.
  first_parameters. intros L HL i Hi j Hj. destruct (others d n m L HL) as [HG HN].
  fold (g_c_of d n m L) (shifted d n m). rewrite M_is by assumption. rewrite shifted_is.
  rewrite window_outside by (auto; apply repeat_length). rewrite repeat_entry by lia. ring.
Qed.

Theorem yun2020_lemma9_others_negative_proved : yun2020_lemma9_others_negative.
Proof.
  first_parameters. intros L HL i Hi j Hj. destruct (others d n m L HL) as [HG HN].
  fold (g_c_of d n m L) (shifted d n m). rewrite shifted_is.
  rewrite window_outside by (auto; apply repeat_length). rewrite repeat_entry by lia.
  pose proof (entries_below d n m Hd Hn Hm L i j HG Hi Hj). lra.
Qed.

Theorem yun2020_lemma9_contexts_nonnegative_proved : yun2020_lemma9_contexts_nonnegative.
Proof.
  first_parameters. intros L HL i Hi j Hj. assert (HG : G_plus d n m L) by apply G_delta_is_G_plus, HL.
  assert (R : reads d n m (run (g_c d n m) (in_unit_1 m L)) (context_point d n m L)).
  { split; [now apply g_c_simulates | apply context_point_shape, HG]. }
  assert (N : nonnegative (context_point d n m L)).
  { apply context_point_nonnegative. destruct HL as [[[_ F] _] _]. eapply Forall_impl; [| exact F].
    intros c. apply Forall_impl. intros k. lia. }
  pose proof (units_entry d n m _ _ i j ltac:(lia) R Hi Hj) as E.
  apply (units_le m _ _ _ _ ltac:(lia) (units_of_whole m 0 0 (whole_numeral 0)) E).
  pose proof (column_in d n _ j (proj2 R) Hj) as C. pose proof (proj1 (Forall_forall _ _) N _ C) as F.
  pose proof (entry_in (fun k => 0 <= k)%Z (context_point d n m L) i j) as G. cbv beta in G.
  pose proof (column_length d n _ j (proj2 R) Hj) as CL. unfold column_ in *. rewrite CL in G. specialize (G Hi F).
  rewrite Z.mul_0_r. exact G.
Qed.

(** *** Whole matrices *)

Lemma stays : forall d n m N L, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> G_plus d n m L ->
  Forall (fun l => is_attention l = false) N ->
  (forall j, (j < n)%nat -> Forall2 Qeq (on_column N (nth j (g_c_of d n m L) [])) (nth j (g_c_of d n m L) [])) ->
  Meq (run N (g_c_of d n m L)) (g_c_of d n m L).
Proof.
  intros d n m N L Hd Hn Hm HG HN H. pose proof (g_c_length d n m Hd Hn Hm L HG) as Hl.
  rewrite run_token_wise by exact HN.
  set (M := g_c_of d n m L) in *. clearbody M. rewrite <- Hl in H. clear - H.
  induction M as [| z M IH]; constructor; [apply (H 0%nat); cbn [length]; lia |].
  apply IH. intros j Hj. apply (H (S j)). cbn [length]. lia.
Qed.

Lemma first_layers_token_wise : forall d n m l r, Forall (fun l => is_attention l = false) (first_layers d n m l r).
Proof.
  intros. constructor; [reflexivity |]. apply Forall_forall. intros x I. apply in_map_iff in I as (i & <- & _).
  reflexivity.
Qed.

Theorem yun2020_lemma9_contexts_stay_proved : yun2020_lemma9_contexts_stay.
Proof.
  first_parameters. intros L HL. assert (HG : G_plus d n m L) by apply G_delta_is_G_plus, HL.
  apply (stays d n m _ L Hd Hn Hm HG); [now apply one_feed_forward |]. intros j Hj. apply shifting_inside.
  - now apply (mapped_column_length d n m Hd Hn Hm L).
  - unfold g_c_of. rewrite (mapped_id d n m Hd Hn Hm L j HG Hj). apply key_inside; auto. apply HL.
Qed.

Theorem yun2020_lemma9_contexts_not_flattened_proved : yun2020_lemma9_contexts_not_flattened.
Proof.
  first_parameters. intros L HL. assert (HG : G_plus d n m L) by apply G_delta_is_G_plus, HL.
  apply (stays d n m _ L Hd Hn Hm HG); [apply first_layers_token_wise |].
  intros j Hj. apply first_layers_inside; auto. apply HL.
Qed.

Theorem yun2020_lemma9_others_flattened_proved : yun2020_lemma9_others_flattened.
Proof.
  first_parameters. intros L HL i Hi j Hj. destruct (others d n m L HL) as [HG HN]. fold (g_c_of d n m L).
  rewrite run_entry by (first [apply first_layers_token_wise | rewrite g_c_length by assumption; exact Hj]).
  pose proof (first_layers_outside d n m Hd Hn Hm L (Z.to_nat (j - 1)) HG HN ltac:(lia)) as E.
  rewrite (nth_respects _ _ (Z.to_nat (i - 1)) E). now rewrite zeros_entry.
Qed.

(** *** 'Zero input matrix remains the same at the output' *)

Theorem yun2020_lemma9_zero_stays_proved : yun2020_lemma9_zero_stays.
Proof.
  first_parameters. intros L HL. destruct (others d n m L HL) as [HG HN]. fold (g_c_of d n m L).
  assert (sized : forall R, In R (contexts d n m) ->
    length (identity_values d n m R) = n /\ Forall (fun z => length z = d) (identity_values d n m R))
    by (intros R _; apply tabulated_sized).
  rewrite (same_printed d n m Hd Hm _ sized). unfold g_v_as_printed.
  pose proof (extended_values d n m Hd Hm _ sized) as V.
  set (A := extended d n m (identity_values d n m)) in *.
  unfold run at 1. rewrite fold_left_app.
  change (fold_left apply_layer (first_layers d n m (t_l d n m) (t_r d n m)) (g_c_of d n m L)) with
    (run (first_layers d n m (t_l d n m) (t_r d n m)) (g_c_of d n m L)).
  rewrite matching_layers_are. change (fold_left apply_layer ?N ?X) with (run N X).
  rewrite run_token_wise.
  - rewrite run_token_wise by apply first_layers_token_wise. rewrite map_map.
    pose proof (g_c_length d n m Hd Hn Hm L HG) as Hl.
    assert (Z : forall j, (j < n)%nat -> Forall2 Qeq (on_column (first_layers d n m (t_l d n m) (t_r d n m))
      (nth j (g_c_of d n m L) [])) (zeros d)) by (intros j Hj; apply first_layers_outside; auto).
    set (M := g_c_of d n m L) in *. clearbody M. assert (Z' : forall j, (j < length M)%nat -> Forall2 Qeq
      (on_column (first_layers d n m (t_l d n m) (t_r d n m)) (nth j M [])) (zeros d)) by (rewrite Hl; exact Z).
    clear Z Hl HL. rename Z' into Z.
    induction M as [| z M IH]; constructor.
    + apply (keys_zero d n m Hd Hn Hm A V). apply (Z 0%nat). cbn [length]. lia.
    + apply IH. intros j Hj. apply (Z (S j)). cbn [length]. lia.
  - apply Forall_forall. intros x I. apply in_map_iff in I as ([now wanted] & <- & _). reflexivity.
Qed.

(** *** Keys *)

Lemma no_window : forall d m key w z, (1 <= m)%nat -> length w = d -> length z = d ->
  dot (reading_vector d m) z < key - delta m / 2 ->
  Forall2 Qeq (column_after (matching d m key w) [] z) z.
Proof.
  intros d m key w z Hm Hw Hz H. apply inactive; [exact Hw | exact Hz |]. apply window_value; [exact Hm |].
  intros [W _]. lra.
Qed.

Lemma context_key : forall d n m L z, (1 <= d)%nat -> (2 <= n)%nat -> (2 <= m)%nat -> In L (contexts d n m) ->
  In z (context d n m L) -> t_l d n m <= dot (reading_vector d m) z /\ length z = d.
Proof.
  intros d n m L z Hd Hn Hm I Hz. pose proof (contexts_in_G_tilde d n m Hd Hm L I) as tilde.
  pose proof (tilde_plus d n m L tilde) as HG.
  pose proof (run_reduced_is_run (g_c d n m) (in_unit_1 m L)) as E. fold (context d n m L) in E.
  destruct (In_nth _ _ [] Hz) as (j & Hj & <-).
  assert (Hj' : (j < n)%nat).
  { pose proof (Lemma9.Meq_length _ _ E) as LE. pose proof (proj1 (mapped_columns d n m Hd Hn Hm L HG)) as LM.
    unfold matrix, vector in *. lia. }
  pose proof (Meq_column _ _ j E) as Ej. split.
  - rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl (reading_vector d m)) Ej).
    rewrite (mapped_id d n m Hd Hn Hm L j HG Hj'). now apply key_inside.
  - etransitivity; [exact (Forall2_length_eq _ _ _ _ _ Ej) | now apply (mapped_column_length d n m Hd Hn Hm L)].
Qed.

Theorem yun2020_lemma9_zero_inactive_proved : yun2020_lemma9_zero_inactive.
Proof.
  first_parameters. intros L HL. destruct (others d n m L HL) as [HG HN]. fold (g_c_of d n m L).
  set (N := flat_map _ (contexts d n m)).
  assert (K : Forall (fun l => exists key, t_l d n m <= key /\ l = matching d m key (unit_vector d 0)) N).
  { apply Forall_forall. intros l I. apply in_flat_map in I as (R & IR & I). apply in_map_iff in I as (z & <- & Hz).
    exists (dot (reading_vector d m) z). split; [| reflexivity]. now apply (context_key d n m R z). }
  clearbody N.
  assert (T : Forall (fun l => is_attention l = false) N)
    by (eapply Forall_impl; [| exact K]; intros l (key & _ & ->); reflexivity).
  assert (Z : forall z, Forall2 Qeq z (zeros d) -> Forall2 Qeq (on_column N z) z).
  { clear T. intros z Ez. assert (Hz : length z = d) by (rewrite (Forall2_length_eq _ _ _ _ _ Ez); apply zeros_length).
    induction K as [| l N (key & Hkey & ->) K IH]; [apply Forall2_Qeq_refl |].
    change (on_column (matching d m key (unit_vector d 0) :: N) z) with
      (on_column N (column_after (matching d m key (unit_vector d 0)) [] z)).
    eapply Forall2_Qeq_trans;
      [apply on_column_respects, no_window; [lia | apply unit_vector_length | exact Hz |] | exact IH].
    rewrite (dot_respects _ _ _ _ (Forall2_Qeq_refl (reading_vector d m)) Ez).
    rewrite dot_zero by (apply Forall_forall; intros x J; apply repeat_spec in J; subst; reflexivity).
    destruct (interval_ends d n m Hd Hn Hm) as [D1 _]. pose proof (half_positive m ltac:(lia)).
    assert (HH : delta m / 2 + delta m / 2 == delta m) by field. lra. }
  rewrite (run_token_wise N) by exact T. rewrite run_token_wise by apply first_layers_token_wise.
  pose proof (g_c_length d n m Hd Hn Hm L HG) as Hl.
  assert (F : forall j, (j < n)%nat -> Forall2 Qeq (on_column (first_layers d n m (t_l d n m) (t_r d n m))
    (nth j (g_c_of d n m L) [])) (zeros d)) by (intros j Hj; apply first_layers_outside; auto).
  set (M := g_c_of d n m L) in *. clearbody M.
  assert (F' : forall j, (j < length M)%nat -> Forall2 Qeq
    (on_column (first_layers d n m (t_l d n m) (t_r d n m)) (nth j M [])) (zeros d)) by (rewrite Hl; exact F).
  clear F Hl HL. induction M as [| z M IH]; constructor.
  - apply Z, (F' 0%nat). cbn [length]. lia.
  - apply IH. intros j Hj. apply (F' (S j)). cbn [length]. lia.
Qed.

Theorem yun2020_lemma9_own_key_proved : yun2020_lemma9_own_key.
Proof.
  first_parameters. intros L HL HU i Hi j Hj. pose proof (G_delta_shape d n m L HL) as HS.
  assert (HG : G_plus d n m L) by now apply G_delta_is_G_plus.
  assert (tilde : G_tilde d n m L).
  { split; [exact HL |]. apply (NoDup_map_inv (column_id d m)). apply (NoDup_nth _ 0%Z). fold (column_ids d m L).
    intros a b Ha Hb E. destruct (Nat.eq_dec a b) as [| N]; [assumption |]. exfalso.
    pose proof (row_units d n m _ L ltac:(lia) (reads_point d n m L HS)) as U.
    pose proof (StepTools.same_length _ _ _ U) as Hl. apply (HU a b); [lia | lia | exact N |].
    assert (V : forall k, units m (nth k (row_of (reading_vector d m) (in_unit_1 m L)) 0)
      (nth k (column_ids d m L) 0%Z)).
    { clear - U. induction U; intros [| k]; simpl; auto; unfold units; rewrite Qmult_0_r; reflexivity. }
    apply (units_eq m _ _ _ _ ltac:(lia) (V a) (V b)). exact E. }
  destruct (outputs_of_point d n m L Hd Hn Hm HG) as [R _].
  pose proof (property_1 d n m Hd Hn Hm L tilde) as P1. unfold q in P1.
  rewrite !item_listed by assumption.
  assert (W : forall k, (1 <= k <= n)%Z -> whole (inject_Z m * item (row_of (reading_vector d m)
    (run (g_c d n m) (in_unit_1 m L))) k) (at_ (column_ids d m (output d n m L)) k)).
  { intros k Hk. apply whole_units, (units_row_item d n m); [lia | exact R | exact Hk]. }
  pose proof (whole_mult _ _ _ _ (whole_numeral 2) (whole_minus _ _ _ _ (W j Hj) (W i Hi))) as X.
  destruct (_ && _) eqn:B.
  - apply both_bools in B as [B1 B2]. apply (whole_le _ _ _ _ (whole_numeral (-1)) X) in B1.
    apply (whole_lt _ _ _ _ X (whole_numeral 1)) in B2. destruct (Z.eqb_spec j i) as [| N]; [reflexivity |]. exfalso.
    apply (P1 (Z.to_nat (j - 1)) (Z.to_nat (i - 1))); [| | lia |].
    + unfold row_of. rewrite map_length. pose proof (g_c_length d n m Hd Hn Hm L HG) as Hl. unfold g_c_of, matrix,
        vector in *. lia.
    + unfold row_of. rewrite map_length. pose proof (g_c_length d n m Hd Hn Hm L HG) as Hl. unfold g_c_of, matrix,
        vector in *. lia.
    + apply (units_eq m _ _ _ _ ltac:(lia) (W j Hj) (W i Hi)). lia.
  - destruct (Z.eqb_spec j i) as [-> | N]; [| reflexivity]. exfalso. apply Bool.not_true_iff_false in B.
    apply B, both_bools.
    split; [apply (whole_le _ _ _ _ (whole_numeral (-1)) X) | apply (whole_lt _ _ _ _ X (whole_numeral 1))]; lia.
Qed.

(** g_c(L P) = g_c(L) P. *)
Theorem yun2020_lemma9_contexts_permuted_proved : yun2020_lemma9_contexts_permuted.
Proof.
  first_parameters. intros L HL P HP. assert (HG : G_plus d n m L) by apply G_delta_is_G_plus, HL.
  set (p := map (fun j => Z.to_nat (j - 1)) P).
  assert (Hp : Permutation p (seq 0 n)).
  { unfold p. eapply perm_trans; [apply Permutation_map, HP |]. unfold range. rewrite map_map.
    replace (Z.to_nat (n - 1 + 1)) with n by lia. rewrite (map_ext _ (fun i => i)) by (intros; lia).
    now rewrite map_id. }
  assert (LL : length L = n) by apply HG.
  assert (Hp' : Permutation p (seq 0 (length L))) by now rewrite LL.
  assert (B : forall (X : point), permuted (in_unit_1 m X) P = in_unit_1 m (FeedForward.permuted p X)).
  { intros X. unfold permuted, in_unit_1, FeedForward.permuted, p. rewrite !map_map. apply map_ext. intros j.
    exact (map_nth (map (fun k => inject_Z k * delta m)) X [] (Z.to_nat (j - 1))). }
  assert (HGp : G_plus d n m (FeedForward.permuted p L)).
  { apply (G_plus_permuted d n m L); [| exact HG]. apply Permutation_sym.
    assert (E : L = FeedForward.permuted (seq 0 n) L).
    { apply (nth_ext _ _ [] []); unfold FeedForward.permuted; [rewrite map_length, seq_length; exact LL |].
      intros j Hj. rewrite (nth_indep (map _ _) [] (nth n L [])) by (rewrite map_length, seq_length;
        unfold column in *; lia).
      rewrite (map_nth (fun j => nth j L []) (seq 0 n) n), seq_nth by (unfold column in *; lia). reflexivity. }
    rewrite E at 2. unfold FeedForward.permuted. apply Permutation_map, Hp. }
  rewrite B. eapply Meq_trans; [now apply g_c_simulates |].
  rewrite (context_point_equivariant d n m p L Hp'). rewrite <- B.
  pose proof (g_c_simulates d n m Hd Hn Hm L HG) as E. apply Contexts.Meq_sym in E.
  unfold permuted. clear - E. induction P as [| j P IH]; constructor; [apply nth_Meq, E | exact IH].
Qed.
