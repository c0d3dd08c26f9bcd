(** * StepsColumnId: the steps on column ids and on the three categories, App. E.3

    A theorem here proves one proposition of [Exported.v], and so one step of a claim, for all parameters. *)

From Coq Require Import ZArith QArith Qabs Qround List Permutation Sorted Lia.
From Exactua Require Import Transformers Grids Ids Statements Terms Hardmax Simulation Grid Lemma8.
From Exactua Require Import Exported StepTools FiniteSets.
From Exactua Require FeedForward Proposition5 Ties.
Import ListNotations.
Open Scope Z_scope.

(** ** Columns and entries, counted from 1 *)

Definition column_ (L : point) (j : Z) : column := nth (Z.to_nat (j - 1)) L [].

Lemma column_in : forall d n L j, of_shape d n L -> 1 <= j <= Z.of_nat n -> In (column_ L j) L.
Proof. intros d n L j [Hn _] Hj. apply nth_In. lia. Qed.

Lemma in_column : forall d n L c, of_shape d n L -> In c L -> exists j, 1 <= j <= Z.of_nat n /\ c = column_ L j.
Proof.
  intros d n L c [Hn _] H. apply (In_nth _ _ []) in H as [i [Hi <-]]. exists (Z.of_nat i + 1).
  unfold column, column_ in *. split; [lia |]. f_equal. lia.
Qed.

Lemma column_in_grid : forall d n m L j, G_delta d n m L -> 1 <= j <= Z.of_nat n ->
  length (column_ L j) = d /\ Forall (fun k => 0 <= k < Z.of_nat m) (column_ L j).
Proof.
  intros d n m L j HG Hj. exact (proj1 (Forall_forall _ _) (G_delta_columns d n m L HG) _
    (column_in d n L j (G_delta_shape d n m L HG) Hj)).
Qed.

Lemma column_in_plus : forall d n m L j, G_plus d n m L -> 1 <= j <= Z.of_nat n ->
  length (column_ L j) = d /\ Forall (fun k => k = special d n m \/ 0 <= k < Z.of_nat m) (column_ L j).
Proof.
  intros d n m L j [HS HF] Hj. split; [now apply (column_length d n) |].
  exact (proj1 (Forall_forall _ _) HF _ (column_in d n L j HS Hj)).
Qed.

Lemma entry_in : forall (P : Z -> Prop) L i j, 1 <= i <= Z.of_nat (length (column_ L j)) -> Forall P (column_ L j) ->
  P (entry_ L i j).
Proof. intros P L i j Hi H. exact (at_Forall P (column_ L j) i H Hi). Qed.

Lemma id_at : forall d n m L j, of_shape d n L -> 1 <= j <= Z.of_nat n ->
  at_ (column_ids d m L) j = column_id d m (column_ L j).
Proof. intros d n m L j [Hn _] Hj. apply at_ids. lia. Qed.

(** Columns with the same entries are the same. *)
Lemma columns_equal : forall d n L j k, of_shape d n L -> 1 <= j <= Z.of_nat n -> 1 <= k <= Z.of_nat n ->
  (forall i, 1 <= i <= Z.of_nat d -> entry_ L i j = entry_ L i k) -> column_ L j = column_ L k.
Proof.
  intros d n L j k HS Hj Hk H.
  rewrite <- (at_all (column_ L j) d), <- (at_all (column_ L k) d) by now apply (column_length d n).
  apply map_range_ext. exact H.
Qed.

(** -delta^(-nd) in unit 1 is [special] in units of delta. *)
Lemma level : forall d n m, Z.of_nat m * (- Z.of_nat m ^ (Z.of_nat n * Z.of_nat d)) = special d n m.
Proof.
  intros d n m. unfold special. rewrite <- D_is, <- Z.pow_mul_r, (Z.mul_comm (Z.of_nat d)) by lia. ring.
Qed.

Lemma special_negative : forall d n m, (1 <= m)%nat -> special d n m < 0.
Proof.
  intros d n m Hm. rewrite <- level. pose proof (Z.pow_pos_nonneg (Z.of_nat m) (Z.of_nat n * Z.of_nat d)). nia.
Qed.

(** Entries of a point in unit 1, in units of delta. *)
Lemma entry_units : forall d n m L i j, (1 <= m)%nat -> of_shape d n L -> 1 <= i <= Z.of_nat d ->
  1 <= j <= Z.of_nat n ->
  units m (entry (in_unit_1 m L) i j) (entry_ L i j).
Proof. intros d n m L i j Hm HS Hi Hj. apply (units_entry d n m _ L i j Hm); [now apply reads_point | lia | lia]. Qed.

Lemma units_eq : forall m a b x y, (1 <= m)%nat -> units m a x -> units m b y -> (a == b)%Q <-> x = y.
Proof.
  intros m a b x y Hm Ha Hb. unfold units in *. rewrite (proj2 (proj2 (scaled m a b Hm))), Ha, Hb.
  apply inject_Z_injective.
Qed.

Lemma units_le : forall m a b x y, (1 <= m)%nat -> units m a x -> units m b y -> (a <= b)%Q <-> x <= y.
Proof.
  intros m a b x y Hm Ha Hb. unfold units in *. rewrite (proj1 (scaled m a b Hm)), Ha, Hb. now rewrite <- Zle_Qle.
Qed.

Lemma units_lt : forall m a b x y, (1 <= m)%nat -> units m a x -> units m b y -> (a < b)%Q <-> x < y.
Proof.
  intros m a b x y Hm Ha Hb. unfold units in *. rewrite (proj1 (proj2 (scaled m a b Hm))), Ha, Hb.
  now rewrite <- Zlt_Qlt.
Qed.

Lemma entry_special : forall d n m L i j, (1 <= m)%nat -> of_shape d n L -> 1 <= i <= Z.of_nat d ->
  1 <= j <= Z.of_nat n ->
  (entry (in_unit_1 m L) i j == inject_Z (- Z.of_nat m ^ (Z.of_nat n * Z.of_nat d)))%Q <-> entry_ L i j = special d n m.
Proof.
  intros d n m L i j Hm HS Hi Hj. rewrite <- level. apply (units_eq m); [assumption | now apply (entry_units d n) |].
  apply units_of_whole, whole_inject.
Qed.

(** A column without the special entry. *)
Definition regular (d n m : nat) (L : point) (j : Z) : Prop := forall i : Z, 1 <= i <= Z.of_nat d ->
  ~ (entry (in_unit_1 m L) i j == inject_Z (- Z.of_nat m ^ (Z.of_nat n * Z.of_nat d)))%Q.

Lemma regular_is : forall d n m L j, (1 <= m)%nat -> of_shape d n L -> 1 <= j <= Z.of_nat n ->
  regular d n m L j <-> ~ In (special d n m) (column_ L j).
Proof.
  intros d n m L j Hm HS Hj. pose proof (column_length d n L j HS Hj) as Hl. fold (column_ L j) in Hl. split; intros H.
  - intros Hin. apply in_at in Hin as [i [Hi E]]. rewrite Hl in Hi.
    apply (H i Hi), (entry_special d n m L i j Hm HS Hi Hj). symmetry. exact E.
  - intros i Hi E. apply H. apply (entry_special d n m L i j Hm HS Hi Hj) in E. rewrite <- E. apply at_in. lia.
Qed.

Lemma regular_column : forall d n m L j, (1 <= m)%nat -> G_plus d n m L -> 1 <= j <= Z.of_nat n -> regular d n m L j ->
  length (column_ L j) = d /\ Forall (fun k => 0 <= k < Z.of_nat m) (column_ L j).
Proof.
  intros d n m L j Hm HG Hj H. destruct (column_in_plus d n m L j HG Hj) as [Hl HF]. split; [exact Hl |].
  apply (regular_is d n m L j Hm (proj1 HG) Hj) in H. apply Forall_forall. intros k Hk.
  destruct (proj1 (Forall_forall _ _) HF k Hk) as [-> |]; [contradiction | assumption].
Qed.

Lemma regular_id : forall d n m L j, (1 <= d)%nat -> (2 <= m)%nat -> G_plus d n m L -> 1 <= j <= Z.of_nat n ->
  regular d n m L j -> 0 <= at_ (column_ids d m L) j < D d m.
Proof.
  intros d n m L j Hd Hm HG Hj H. rewrite (id_at d n) by (apply HG || assumption).
  apply (proj1 (column_id_bijective_holds d m Hd Hm)), (regular_column d n m L j); auto. lia.
Qed.

(** An entry in {0, delta, ..., 1 - delta}. *)
Lemma entry_on_grid : forall d n m L i j, (1 <= m)%nat -> of_shape d n L -> 1 <= i <= Z.of_nat d ->
  1 <= j <= Z.of_nat n ->
  ((inject_Z (Qfloor (inject_Z (Z.of_nat m) * entry (in_unit_1 m L) i j)) ==
    inject_Z (Z.of_nat m) * entry (in_unit_1 m L) i j /\ 0 <= entry (in_unit_1 m L) i j) /\
    entry (in_unit_1 m L) i j < 1)%Q <-> 0 <= entry_ L i j < Z.of_nat m.
Proof.
  intros d n m L i j Hm HS Hi Hj. pose proof (entry_units d n m L i j Hm HS Hi Hj) as E.
  pose proof (units_of_whole m 0%Q 0 (whole_numeral 0)) as E0.
  pose proof (units_of_whole m 1%Q 1 (whole_numeral 1)) as E1.
  rewrite (units_le m _ _ _ _ Hm E0 E), (units_lt m _ _ _ _ Hm E E1). split; [intros [[_ A] B]; lia |]. intros A.
  repeat split; try lia. rewrite (Qfloor_whole _ _ E). symmetry. exact E.
Qed.

Ltac grid_parameters := intros d n m Hd _ Hm Hn; cbv zeta; rewrite ?u_is, ?D_is.

(** ** Ids *)

Theorem yun2020_column_id_regular_column_proved : yun2020_column_id_regular_column.
Proof.
  grid_parameters. intros L [HG _] j Hj. change (forall i : Z, 1 <= i <= Z.of_nat d -> ~ (entry (in_unit_1 m L) i j ==
    inject_Z (- Z.of_nat m ^ (Z.of_nat n * Z.of_nat d)))%Q) with (regular d n m L j).
  assert (Hm' : (1 <= m)%nat) by lia. pose proof (proj1 HG) as HS. split; intros H.
  - intros i Hi. apply (entry_on_grid d n m L i j Hm' HS Hi Hj).
    destruct (regular_column d n m L j Hm' HG Hj H) as [Hl HF].
    apply (entry_in (fun k => 0 <= k < Z.of_nat m)); [lia | exact HF].
  - intros i Hi E. apply (entry_special d n m L i j Hm' HS Hi Hj) in E. specialize (H i Hi).
    apply (entry_on_grid d n m L i j Hm' HS Hi Hj) in H. pose proof (special_negative d n m Hm'). lia.
Qed.

Theorem yun2020_column_id_at_least_zero_proved : yun2020_column_id_at_least_zero.
Proof.
  grid_parameters. intros L [HG _] j Hj H. pose proof (reads_point d n m L (proj1 HG)).
  to_Z. apply (regular_id d n m L j Hd Hm HG Hj H).
Qed.

Theorem yun2020_column_id_at_most_largest_proved : yun2020_column_id_at_most_largest.
Proof.
  grid_parameters. intros L [HG _] j Hj H. pose proof (reads_point d n m L (proj1 HG)).
  to_Z. pose proof (regular_id d n m L j Hd Hm HG Hj H). lia.
Qed.

Theorem yun2020_column_id_on_the_grid_proved : yun2020_column_id_on_the_grid.
Proof.
  grid_parameters. intros L [HG _] j Hj H. pose proof (reads_point d n m L (proj1 HG)).
  match goal with |- (inject_Z (Qfloor ?q) == _)%Q => eassert (W : whole q _) by whole end.
  rewrite (Qfloor_whole _ _ W). symmetry. exact W.
Qed.

Lemma points_equal : forall d n L L', of_shape d n L -> of_shape d n L' ->
  (forall j, 1 <= j <= Z.of_nat n -> column_ L j = column_ L' j) -> L = L'.
Proof.
  intros d n L L' [Hn _] [Hn' _] H. apply nth_ext with (d := []) (d' := []); [congruence |]. intros i Hi.
  specialize (H (Z.of_nat i + 1) ltac:(lia)). unfold column_ in H.
  now replace (Z.to_nat (Z.of_nat i + 1 - 1)) with i in H by lia.
Qed.

Lemma columns_equal_first : forall d n m L, (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L ->
  (forall j : Z, 2 <= j <= Z.of_nat n -> forall i : Z, 1 <= i <= Z.of_nat d ->
    (entry (in_unit_1 m L) i j == entry (in_unit_1 m L) i 1)%Q) ->
  forall j, 1 <= j <= Z.of_nat n -> column_ L j = column_ L 1.
Proof.
  intros d n m L Hn Hm HS H j Hj. destruct (Z.eq_dec j 1) as [-> | Hj1]; [reflexivity |].
  apply (columns_equal d n L j 1 HS); [lia | lia |]. intros i Hi. specialize (H j ltac:(lia) i Hi).
  exact (proj1 (units_eq m _ _ _ _ Hm (entry_units d n m L i j Hm HS Hi Hj)
    (entry_units d n m L i 1 Hm HS Hi ltac:(lia))) H).
Qed.

Theorem yun2020_column_id_one_to_one_proved : yun2020_column_id_one_to_one.
Proof.
  grid_parameters. intros L L' ((HG & _) & (HG' & _) & Hne) H H'.
  pose proof (G_delta_shape d n m L HG) as HS. pose proof (G_delta_shape d n m L' HG') as HS'.
  pose proof (reads_point d n m L HS). pose proof (reads_point d n m L' HS').
  apply (distinct_whole _ [at_ (column_ids d m L) 1; at_ (column_ids d m L') 1]); [repeat constructor; whole |].
  constructor; [intros [E | []] | constructor; [easy | constructor]]. apply Hne.
  rewrite !(id_at d n) in E by (assumption || lia).
  apply (proj1 (proj2 (column_id_bijective_holds d m Hd Hm))) in E;
    [| apply (column_in_grid d n m L'); auto; lia | apply (column_in_grid d n m L); auto; lia].
  apply (points_equal d n L L' HS HS'). intros j Hj.
  rewrite (columns_equal_first d n m L), (columns_equal_first d n m L') by (assumption || lia). now symmetry.
Qed.

(** ** Columns with an entry -delta^(-nd) *)

Theorem yun2020_column_id_special_at_most_proved : yun2020_column_id_special_at_most.
Proof.
  grid_parameters. intros L (HG & _ & _) j Hj H. pose proof (proj1 HG) as HS. pose proof (reads_point d n m L HS).
  to_Z. rewrite (id_at d n) by assumption. destruct (column_in_plus d n m L j HG Hj) as [Hl HF].
  assert (Hin : In (special d n m) (column_ L j)).
  { destruct (in_dec Z.eq_dec (special d n m) (column_ L j)) as [Hin | Hin]; [assumption |]. exfalso. apply H.
    apply (regular_is d n m L j ltac:(lia) HS Hj). exact Hin. }
  destruct (special_column_id_holds d n m (column_ L j) Hd ltac:(lia) Hm Hl HF Hin) as [B _].
  rewrite <- level, <- D_is in B.
  replace (Z.of_nat m ^ Z.of_nat d) with (Z.of_nat m * Z.of_nat m ^ (Z.of_nat d - 1)) in B; [lia |].
  rewrite <- Z.pow_succ_r by lia. f_equal. lia.
Qed.

Theorem yun2020_column_id_special_negative_proved : yun2020_column_id_special_negative.
Proof.
  grid_parameters. assert (Z.of_nat m ^ (Z.of_nat d - 1) <= Z.of_nat m ^ (Z.of_nat n * Z.of_nat d)); [| lia].
  apply Z.pow_le_mono_r; nia.
Qed.

(** ** The three categories *)

Theorem yun2020_column_id_inside_grid_proved : yun2020_column_id_inside_grid.
Proof.
  grid_parameters. intros L [[HG _] _] i Hi j Hj.
  apply (entry_on_grid d n m L i j ltac:(lia) (G_delta_shape d n m L HG) Hi Hj).
  destruct (column_in_grid d n m L j HG Hj) as [Hl HF].
  apply (entry_in (fun k => 0 <= k < Z.of_nat m)); [lia | exact HF].
Qed.

Theorem yun2020_column_id_duplicates_regular_proved : yun2020_column_id_duplicates_regular.
Proof.
  grid_parameters. intros L (HG & _ & _) i Hi j Hj. pose proof (reads_point d n m L (G_delta_shape d n m L HG)).
  destruct (column_in_grid d n m L j HG Hj) as [Hl HF].
  rewrite <- Hl in Hi. pose proof (entry_in (fun k => 0 <= k < Z.of_nat m) L i j Hi HF) as A.
  cbv beta in A. rewrite Hl in Hi. split; to_Z; lia.
Qed.

(** A number for which two lists of the same length differ. *)
Lemma different_entry : forall x y : list Z, length x = length y -> x <> y ->
  exists i, 1 <= i <= Z.of_nat (length x) /\ at_ x i <> at_ y i.
Proof.
  induction x as [| a x IH]; intros [| b y] Hl Hne; try discriminate Hl; [now contradiction Hne |].
  destruct (Z.eq_dec a b) as [<- | Hab].
  - destruct (IH y) as [i [Hi E]]; [simpl in Hl; lia | congruence |]. exists (i + 1). split; [simpl; lia |].
    unfold at_ in *. replace (Z.to_nat (i + 1 - 1)) with (S (Z.to_nat (i - 1))) by lia. exact E.
  - exists 1. split; [simpl; lia | exact Hab].
Qed.

Theorem yun2020_column_id_unique_columns_proved : yun2020_column_id_unique_columns.
Proof.
  grid_parameters. intros L [[HG HN] _] j Hj k Hk. pose proof (G_delta_shape d n m L HG) as HS.
  assert (Hlj : length (column_ L j) = d) by (apply (column_length d n); [assumption | lia]).
  assert (Hlk : length (column_ L k) = d) by (apply (column_length d n); [assumption | lia]).
  destruct (different_entry (column_ L j) (column_ L k)) as [i [Hi E]]; [congruence | |].
  - intros E. unfold column_ in E. apply (proj1 (NoDup_nth L []) HN) in E; destruct HS; lia.
  - rewrite Hlj in Hi. exists i. split; [exact Hi |]. intros Q. apply E.
    apply (units_eq m _ _ _ _ ltac:(lia) (entry_units d n m L i j ltac:(lia) HS Hi ltac:(lia))
      (entry_units d n m L i k ltac:(lia) HS Hi ltac:(lia))). exact Q.
Qed.

Lemma duplicates : forall L : point, ~ NoDup L -> exists i j, (i < j < length L)%nat /\ nth i L [] = nth j L [].
Proof.
  induction L as [| c L IH]; intros H; [contradiction H; constructor |].
  destruct (in_dec (list_eq_dec Z.eq_dec) c L) as [Hin | Hin].
  - apply (In_nth _ _ []) in Hin as [j [Hj E]]. exists 0%nat, (S j).
    split; [simpl; unfold column in *; lia | now symmetry].
  - destruct IH as (i & j & Hij & E); [intros N; apply H; now constructor |]. exists (S i), (S j).
    split; [simpl; unfold column in *; lia | exact E].
Qed.

Theorem yun2020_column_id_duplicate_columns_proved : yun2020_column_id_duplicate_columns.
Proof.
  grid_parameters. intros L (HG & HN & _). destruct (duplicates L HN) as (i & j & Hij & E).
  pose proof (G_delta_shape d n m L HG) as HS. pose proof (proj1 HS) as Hl. unfold column in *.
  exists (Z.of_nat i + 1). split; [lia |]. exists (Z.of_nat j + 1). split; [lia |]. intros k Hk.
  apply (units_eq m _ _ _ _ ltac:(lia) (entry_units d n m L k (Z.of_nat i + 1) ltac:(lia) HS Hk ltac:(lia))
    (entry_units d n m L k (Z.of_nat j + 1) ltac:(lia) HS Hk ltac:(lia))).
  unfold entry_. replace (Z.to_nat (Z.of_nat i + 1 - 1)) with i by lia.
  replace (Z.to_nat (Z.of_nat j + 1 - 1)) with j by lia. exact (f_equal (fun c => at_ c k) E).
Qed.

Theorem yun2020_column_id_special_entry_proved : yun2020_column_id_special_entry.
Proof.
  grid_parameters. intros L (HG & HN & _). pose proof (proj1 HG) as HS.
  destruct (Exists_dec (fun c => In (special d n m) c) L (in_dec Z.eq_dec (special d n m))) as [E | E].
  - apply Exists_exists in E as [c [Hc Hin]]. destruct (in_column d n L c HS Hc) as [j [Hj ->]]. exists j.
    split; [exact Hj |]. intros R. apply (regular_is d n m L j ltac:(lia) HS Hj) in R. contradiction.
  - exfalso. apply HN. split; [exact HS |]. apply Forall_forall. intros c Hc.
    destruct (in_column d n L c HS Hc) as [j [Hj ->]]. apply (regular_column d n m L j ltac:(lia) HG Hj).
    apply (regular_is d n m L j ltac:(lia) HS Hj). intros Hin. apply E, Exists_exists. eauto.
Qed.

(** *** The categories are disjoint: a number in base delta^-1 + 1 for each point *)

Lemma total_Z_first : forall lo hi f, lo <= hi -> total_Z lo hi f = f lo + total_Z (lo + 1) hi f.
Proof.
  intros lo hi f H. unfold total_Z, range.
  replace (Z.to_nat (hi - lo + 1)) with (S (Z.to_nat (hi - (lo + 1) + 1))) by lia.
  cbn [seq map fold_right]. rewrite Z.add_0_r. f_equal. rewrite <- seq_shift, !map_map. f_equal. apply map_ext.
  intros i. f_equal. lia.
Qed.

Lemma at_cons : forall a x i, 1 <= i -> at_ (a :: x) (i + 1) = at_ x i.
Proof.
  intros a x i Hi. unfold at_. now replace (Z.to_nat (i + 1 - 1)) with (S (Z.to_nat (i - 1))) by lia.
Qed.

Lemma value_by_powers : forall M c, total_Z 1 (Z.of_nat (length c)) (fun i => M ^ (i - 1) * at_ c i) = value M c.
Proof.
  intros M c. induction c as [| a c IH]; [reflexivity |]. cbn [length value].
  replace (Z.of_nat (S (length c))) with (Z.of_nat (length c) + 1) by lia.
  rewrite total_Z_first by lia. rewrite total_Z_up, <- IH, <- total_Z_scale. f_equal.
  - replace (1 - 1) with 0 by lia. rewrite Z.pow_0_r. change (at_ (a :: c) 1) with a. ring.
  - apply total_Z_ext. intros i Hi. rewrite at_cons by lia. replace (i + 1 - 1) with (Z.succ (i - 1)) by lia.
    rewrite Z.pow_succ_r by lia. ring.
Qed.

(** delta^-1 for an entry -delta^(-nd). *)
Definition digit (m k : Z) : Z := if k <? 0 then m else k.
Definition code (d : nat) (M m : Z) (L : point) : Z :=
  value (M ^ Z.of_nat d) (map (fun c => value M (map (digit m) c)) L).

Lemma code_by_powers : forall d n M m L, 0 <= M -> of_shape d n L ->
  total_Z 1 (Z.of_nat n) (fun j => total_Z 1 (Z.of_nat d) (fun i =>
    M ^ (Z.of_nat d * (j - 1) + i - 1) * digit m (entry_ L i j))) = code d M m L.
Proof.
  intros d n M m L HM HS. unfold code. rewrite <- value_by_powers, map_length.
  replace (@length (list Z) L) with n by (symmetry; apply HS).
  apply total_Z_ext. intros j Hj. pose proof (column_length d n L j HS Hj) as Hl. fold (column_ L j) in Hl.
  assert (E : at_ (map (fun c => value M (map (digit m) c)) L) j = value M (map (digit m) (column_ L j))).
  { unfold at_, column_. rewrite nth_indep with (d' := value M (map (digit m) [])).
    - exact (map_nth (fun c => value M (map (digit m) c)) L [] _).
    - rewrite map_length. destruct HS as [Hn _]. unfold column in *. lia. }
  rewrite E, <- value_by_powers, map_length, Hl, <- total_Z_scale.
  apply total_Z_ext. intros i Hi. rewrite at_map by lia. fold (entry_ L i j).
  replace (Z.of_nat d * (j - 1) + i - 1) with (Z.of_nat d * (j - 1) + (i - 1)) by lia.
  rewrite Z.pow_add_r, Z.pow_mul_r by nia. unfold entry_, column_. ring.
Qed.

Lemma map_one_to_one : forall {A B} (f : A -> B) x y, length x = length y ->
  (forall a b, In a x -> In b y -> f a = f b -> a = b) -> map f x = map f y -> x = y.
Proof.
  intros A B f. induction x as [| a x IH]; intros [| b y] Hl H E; try discriminate Hl; [reflexivity |].
  injection E as Ea Ex. f_equal.
  - apply H; simpl; auto.
  - apply IH; [simpl in Hl; lia | | assumption]. intros; apply H; simpl; auto.
Qed.

Lemma code_one_to_one : forall d n m L L', (1 <= m)%nat -> G_plus d n m L -> G_plus d n m L' ->
  code d (Z.of_nat m + 1) (Z.of_nat m) L = code d (Z.of_nat m + 1) (Z.of_nat m) L' -> L = L'.
Proof.
  intros d n m L L' Hm HG HG' E. set (M := Z.of_nat m + 1) in *.
  assert (G : forall P c, G_plus d n m P -> In c P -> length (map (digit (Z.of_nat m)) c) = d /\
    Forall (fun k => 0 <= k < M) (map (digit (Z.of_nat m)) c)).
  { intros P c HP Hc. destruct (in_column d n P c (proj1 HP) Hc) as [j [Hj ->]].
    destruct (column_in_plus d n m P j HP Hj) as [Hl HF]. split; [now rewrite map_length |].
    apply Forall_map. eapply Forall_impl; [| exact HF]. intros k Hk. cbv beta in *. unfold digit.
    pose proof (special_negative d n m Hm). destruct (Z.ltb_spec k 0); unfold M; lia. }
  assert (B : forall P, G_plus d n m P -> Forall (fun k => 0 <= k < M ^ Z.of_nat d)
    (map (fun c => value M (map (digit (Z.of_nat m)) c)) P)).
  { intros P HP. apply Forall_map, Forall_forall. intros c Hc. destruct (G P c HP Hc) as [Hl HF].
    pose proof (value_range M _ HF) as V. now rewrite Hl in V. }
  destruct (proj1 HG) as [Hn _], (proj1 HG') as [Hn' _].
  apply value_one_to_one in E; [| rewrite !map_length; unfold column in *; congruence | now apply B | now apply B].
  apply map_one_to_one in E; [assumption | unfold column in *; congruence |]. intros c c' Hc Hc' V.
  destruct (G L c HG Hc) as [Hl HF], (G L' c' HG' Hc') as [Hl' HF'].
  apply value_one_to_one in V; [| congruence | assumption | assumption].
  apply map_one_to_one in V; [assumption | rewrite map_length in *; congruence |]. intros k k' Hk Hk' W.
  pose proof (proj1 (Forall_forall _ _) (proj1 (Forall_forall _ _) (proj2 HG) c Hc) k Hk) as A. cbv beta in A.
  pose proof (proj1 (Forall_forall _ _) (proj1 (Forall_forall _ _) (proj2 HG') c' Hc') k' Hk') as A'. cbv beta in A'.
  pose proof (special_negative d n m Hm). unfold digit in W. destruct (Z.ltb_spec k 0), (Z.ltb_spec k' 0); lia.
Qed.

Lemma whole_digit : forall d n m L i j, (1 <= m)%nat -> of_shape d n L -> 1 <= i <= Z.of_nat d ->
  1 <= j <= Z.of_nat n ->
  whole (if Qlt_bool (entry (in_unit_1 m L) i j) 0 then inject_Z (Z.of_nat m)
    else inject_Z (Z.of_nat m) * entry (in_unit_1 m L) i j)%Q (digit (Z.of_nat m) (entry_ L i j)).
Proof.
  intros d n m L i j Hm HS Hi Hj. pose proof (entry_units d n m L i j Hm HS Hi Hj) as E.
  pose proof (units_of_whole m 0%Q 0 (whole_numeral 0)) as E0. pose proof (units_le m _ _ _ _ Hm E0 E) as C.
  unfold digit, Qlt_bool. rewrite <- Qle_bool_iff in C. destruct (Qle_bool 0 _) eqn:B; cbn [negb].
  - destruct (Z.ltb_spec (entry_ L i j) 0); [apply proj1 in C; specialize (C eq_refl); lia | exact E].
  - destruct (Z.ltb_spec (entry_ L i j) 0); [apply whole_inject |]. apply proj2 in C. discriminate C. lia.
Qed.

Theorem yun2020_column_id_disjoint_proved : yun2020_column_id_disjoint.
Proof.
  grid_parameters. intros L L' H.
  assert (A : G_plus d n m L /\ G_plus d n m L' /\ L <> L').
  { assert (P1 : forall P, category_1 d n m P -> G_plus d n m P) by (intros P C; apply G_delta_is_G_plus, C).
    assert (P2 : forall P, category_2 d n m P -> G_plus d n m P) by (intros P C; apply G_delta_is_G_plus, C).
    assert (P3 : forall P, category_3 d n m P -> G_plus d n m P) by (intros P C; apply C).
    destruct H as [(C & C' & N) | [(C & C') | [(C & C') | [(C & C' & N) | [(C & C') | (C & C' & N)]]]]];
      (split; [auto | split; [auto |]]); try exact N; intros E; subst L'.
    - apply C', C.
    - apply C', C.
    - apply C', C. }
  clear H. destruct A as (HG & HG' & Hne).
  assert (W : forall P, G_plus d n m P -> whole (total 1 (Z.of_nat n) (fun j => total 1 (Z.of_nat d) (fun i =>
    inject_Z ((Z.of_nat m + 1) ^ (Z.of_nat d * (j - 1) + i - 1)) * (if Qlt_bool (entry (in_unit_1 m P) i j) 0
      then inject_Z (Z.of_nat m) else inject_Z (Z.of_nat m) * entry (in_unit_1 m P) i j))))%Q
    (code d (Z.of_nat m + 1) (Z.of_nat m) P)).
  { intros P HP. rewrite <- (code_by_powers d n) by (lia || apply HP).
    apply whole_total. intros j Hj. apply whole_total. intros i Hi. apply whole_mult; [apply whole_inject |].
    apply (whole_digit d n); auto; [lia | apply HP]. }
  eapply distinct_whole; [apply Forall2_app; (constructor; [apply W; assumption | constructor]) |].
  constructor; [intros [E | []] | constructor; [easy | constructor]]. apply Hne.
  apply (code_one_to_one d n m L L'); auto. lia.
Qed.

(** ** How many matrices *)

(** A set of points that does not depend on the order of columns, and its points in order. *)
Lemma orders_of : forall d m (A domain : point -> Prop), (forall L L', Permutation L L' -> A L -> A L') ->
  (forall P, domain P <-> A P /\ in_order d m P) -> forall L, A L <-> exists P, Permutation L P /\ domain P.
Proof.
  intros d m A domain inv E L. split.
  - intros H. destruct (some_order d m L) as [P [Hp Ho]]. exists P. split; [exact Hp |]. apply E. eauto.
  - intros [P [Hp H]]. apply E in H as [H _]. apply (inv P L); [now apply Permutation_sym | exact H].
Qed.

(** The sum over all orders of a value that is 1 or 0. *)
Lemma count_some : forall (domain A : point -> Prop) (v : point -> Q) (b : point -> bool) k k', has_exactly A k' ->
  (forall L, A L <-> exists P, Permutation L P /\ domain P) ->
  (forall L P, Permutation L P -> domain P -> v P = inject_Z (if b L then 1 else 0)) ->
  has_exactly (fun L => A L /\ b L = true) k -> sum_over_orders domain v (inject_Z k).
Proof.
  intros domain A v b k k' (Ls & HN & HI & _) E Hv HK. exists Ls, (map (fun L => inject_Z (if b L then 1 else 0)) Ls).
  split; [exact HN | split; [| split]].
  - intros L. rewrite HI. apply E.
  - assert (G : forall L, In L Ls ->
      exists P, Permutation L P /\ domain P /\ (inject_Z (if b L then 1 else 0) == v P)%Q).
    { intros L HL. apply HI, E in HL as [P [Hp Hd]]. exists P. split; [exact Hp | split; [exact Hd |]].
      rewrite (Hv L P Hp Hd). reflexivity. }
    clear - G. induction Ls as [| L Ls IH]; simpl; constructor; [apply G; now left |].
    apply IH. intros. apply G. now right.
  - assert (F : has_exactly (fun L => A L /\ b L = true) (Z.of_nat (length (filter b Ls)))).
    { exists (filter b Ls). split; [now apply NoDup_filter | split; [| reflexivity]]. intros L. rewrite filter_In, HI.
      reflexivity. }
    rewrite (has_exactly_unique _ _ _ _ HK F). clear. induction Ls as [| L Ls IH]; [reflexivity |].
    cbn [map fold_right filter]. rewrite <- IH. destruct (b L); [| cbn; ring]. cbn [length].
    rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus. reflexivity.
Qed.

Lemma count_orders : forall (domain A : point -> Prop) k, has_exactly A k ->
  (forall L, A L <-> exists P, Permutation L P /\ domain P) -> sum_over_orders domain (fun _ => 1%Q) (inject_Z k).
Proof.
  intros domain A k HA E. apply (count_some domain A _ (fun _ => true) k k HA E); [reflexivity |].
  destruct HA as (Ls & HN & HI & Hk). exists Ls. split; [exact HN | split; [| exact Hk]]. intros L. rewrite HI. tauto.
Qed.

Lemma special_not_level : forall d n m, (1 <= m)%nat -> ~ In (special d n m) (FeedForward.levels m).
Proof. intros d n m Hm H. apply in_levels in H. pose proof (special_negative d n m Hm). lia. Qed.

(** |G+_delta| = (delta^-1 + 1)^(dn). *)
Lemma all_points : forall d n m, (1 <= m)%nat ->
  has_exactly (G_plus d n m) ((Z.of_nat m + 1) ^ (Z.of_nat d * Z.of_nat n)).
Proof.
  intros d n m Hm. exists (FeedForward.extended_points d n m). split; [| split].
  - apply tuples_NoDup, tuples_NoDup. constructor; [now apply special_not_level | apply levels_NoDup].
  - apply Ties.in_extended_points.
  - assert (E : length (FeedForward.extended_points d n m) =
      (length (FeedForward.tuples d (special d n m :: FeedForward.levels m)) ^ n)%nat) by apply tuples_length.
    rewrite E, tuples_length. cbn [length]. rewrite levels_length, !Nat2Z.inj_pow, Z.pow_mul_r by lia.
    do 2 f_equal. lia.
Qed.

Lemma special_points : forall d n m, (1 <= m)%nat -> has_exactly (fun L => G_plus d n m L /\ ~ G_delta d n m L)
  ((Z.of_nat m + 1) ^ (Z.of_nat d * Z.of_nat n) - D d m ^ Z.of_nat n).
Proof.
  intros d n m Hm. apply (has_exactly_without point point_eq_dec);
    [now apply all_points | apply Proposition5.all_cubes | apply G_delta_is_G_plus].
Qed.

(** The orders of the points of each category. *)
Lemma orders_1 : forall d n m L, G_tilde d n m L <-> exists P, Permutation L P /\ category_1 d n m P.
Proof. intros d n m. apply (orders_of d m); [apply G_tilde_permuted | reflexivity]. Qed.

Lemma orders_2 : forall d n m L, (G_delta d n m L /\ ~ G_tilde d n m L) <->
  exists P, Permutation L P /\ category_2 d n m P.
Proof.
  intros d n m. apply (orders_of d m (fun L => G_delta d n m L /\ ~ G_tilde d n m L)).
  - intros L L' Hp [H1 H2]. split; [now apply (G_delta_permuted d n m L) |]. intros H. apply H2.
    apply (G_tilde_permuted d n m L'); [now apply Permutation_sym | exact H].
  - intros P. unfold category_2, G_tilde. tauto.
Qed.

Lemma orders_3 : forall d n m L, (G_plus d n m L /\ ~ G_delta d n m L) <->
  exists P, Permutation L P /\ category_3 d n m P.
Proof.
  intros d n m. apply (orders_of d m (fun L => G_plus d n m L /\ ~ G_delta d n m L)).
  - intros L L' Hp [H1 H2]. split; [now apply (G_plus_permuted d n m L) |]. intros H. apply H2.
    apply (G_delta_permuted d n m L'); [now apply Permutation_sym | exact H].
  - intros P. unfold category_3. tauto.
Qed.

Lemma orders_grid : forall d n m L, G_delta d n m L <->
  exists P, Permutation L P /\ (G_delta d n m P /\ in_order d m P).
Proof. intros d n m. apply (orders_of d m); [apply G_delta_permuted | reflexivity]. Qed.

Lemma size_1 : forall d n m, sum_over_orders (fun L => category_1 d n m L) (fun _ => 1%Q)
  (inject_Z (falling (D d m) n)).
Proof. intros d n m. exact (count_orders _ _ _ (Proposition5.distinct_cubes d n m) (orders_1 d n m)). Qed.

Lemma size_2 : forall d n m, sum_over_orders (fun L => category_2 d n m L) (fun _ => 1%Q)
  (inject_Z (D d m ^ Z.of_nat n - falling (D d m) n)).
Proof. intros d n m. exact (count_orders _ _ _ (Proposition5.repeated_cubes d n m) (orders_2 d n m)). Qed.

Lemma size_3 : forall d n m, (1 <= m)%nat -> sum_over_orders (fun L => category_3 d n m L) (fun _ => 1%Q)
  (inject_Z ((Z.of_nat m + 1) ^ (Z.of_nat d * Z.of_nat n) - D d m ^ Z.of_nat n)).
Proof. intros d n m Hm. exact (count_orders _ _ _ (special_points d n m Hm) (orders_3 d n m)). Qed.

Theorem yun2020_column_id_exhaustive_proved : yun2020_column_id_exhaustive.
Proof.
  grid_parameters. do 3 eexists. split; [apply size_1 | split; [apply size_2 | split; [apply size_3; lia |]]].
  rewrite <- !inject_Z_plus. apply inject_Z_injective. ring.
Qed.

Theorem yun2020_column_id_size_of_grid_proved : yun2020_column_id_size_of_grid.
Proof.
  grid_parameters. do 2 eexists. split; [apply size_1 | split; [apply size_2 |]].
  rewrite <- !inject_Z_plus. apply inject_Z_injective. ring.
Qed.

(** E.4 counts G+_delta alone. *)
Theorem yun2020_lemma9_grid_size_proved : yun2020_lemma9_grid_size.
Proof.
  grid_parameters. intros _. eexists. split; [| reflexivity].
  apply (count_orders _ (G_plus d n m)); [apply all_points; lia |].
  apply (orders_of d m); [apply G_plus_permuted | reflexivity].
Qed.

Lemma falling_is_product : forall D n, product_Z 0 (Z.of_nat n - 1) (fun k => D - k) = falling D n.
Proof.
  intros D n. unfold product_Z, range. replace (Z.to_nat (Z.of_nat n - 1 - 0 + 1)) with n by lia.
  induction n as [| n IH]; [reflexivity |]. rewrite seq_S, !map_app, fold_right_app. cbn [map fold_right falling].
  rewrite <- IH. generalize (map (fun k => D - k) (map (fun i => 0 + Z.of_nat i) (seq 0 n))) as l. intros l.
  replace (D - (0 + Z.of_nat (0 + n))) with (D - Z.of_nat n) by lia. generalize (D - Z.of_nat n) as c. intros c.
  rewrite Z.mul_1_r. induction l as [| a l IHl]; cbn [fold_right]; [ring | rewrite IHl; ring].
Qed.

Theorem yun2020_column_id_size_of_category1_proved : yun2020_column_id_size_of_category1.
Proof. grid_parameters. eexists. split; [apply size_1 |]. now rewrite falling_is_product. Qed.

Theorem yun2020_column_id_negligible_proved : yun2020_column_id_negligible.
Proof.
  grid_parameters. eexists. split; [apply size_2 |].
  pose proof (Proposition5.repeated_at_most (D d m) n ltac:(unfold D; lia)) as H.
  apply Qmult_le_l with 2%Q; [reflexivity |]. change 2%Q with (inject_Z 2) at 1. rewrite <- inject_Z_mult.
  setoid_replace (2 * (inject_Z (Z.of_nat n * (Z.of_nat n - 1)) / 2 * inject_Z (D d m ^ (Z.of_nat n - 1))))%Q
    with (inject_Z (Z.of_nat n * (Z.of_nat n - 1) * D d m ^ (Z.of_nat n - 1))).
  - rewrite <- Zle_Qle. exact H.
  - rewrite (inject_Z_mult (Z.of_nat n * (Z.of_nat n - 1))). field.
Qed.

(** *** Onto: as many columns as ids *)

Lemma each_is : forall lo hi p, each lo hi p = true <-> forall k, lo <= k <= hi -> p k = true.
Proof.
  intros lo hi p. unfold each. rewrite forallb_forall. split; intros H k Hk; apply H; now apply in_range.
Qed.

Definition all_equal (L : point) : Prop := forall c c', In c L -> In c' L -> c = c'.

(** All columns equal the first. *)
Definition one_column (d n m : nat) (L : point) : bool := each 2 (Z.of_nat n) (fun j => each 1 (Z.of_nat d) (fun i =>
  Qeq_bool (entry (in_unit_1 m L) i j) (entry (in_unit_1 m L) i 1))).

Lemma one_column_is : forall d n m L, (1 <= n)%nat -> (1 <= m)%nat -> of_shape d n L ->
  one_column d n m L = true <-> all_equal L.
Proof.
  intros d n m L Hn Hm HS. unfold one_column. rewrite each_is. split.
  - intros H.
    assert (F : forall j, 1 <= j <= Z.of_nat n -> column_ L j = column_ L 1).
    { apply (columns_equal_first d n m L Hn Hm HS). intros j Hj i Hi. specialize (H j Hj). rewrite each_is in H.
      apply Qeq_bool_iff, H, Hi. }
    intros c c' Hc Hc'. apply (in_column d n L c HS) in Hc as [j [Hj ->]].
    apply (in_column d n L c' HS) in Hc' as [j' [Hj' ->]]. now rewrite (F j), (F j').
  - intros H j Hj. apply each_is. intros i Hi. apply Qeq_bool_iff.
    apply (units_eq m _ _ _ _ Hm (entry_units d n m L i j Hm HS Hi ltac:(lia))
      (entry_units d n m L i 1 Hm HS Hi ltac:(lia))).
    unfold entry_. f_equal. apply H; apply (column_in d n L _ HS); lia.
Qed.

Lemma all_equal_permuted : forall L L', Permutation L L' -> all_equal L -> all_equal L'.
Proof.
  intros L L' Hp H c c' Hc Hc'. apply Permutation_sym in Hp. apply H; eapply Permutation_in; eassumption.
Qed.

Lemma same_truth : forall a b : bool, (a = true <-> b = true) -> a = b.
Proof. intros [|] [|] H; try reflexivity; [symmetry; now apply H | now apply H]. Qed.

Lemma one_column_points : forall d n m, (1 <= n)%nat -> (1 <= m)%nat ->
  has_exactly (fun L => G_delta d n m L /\ one_column d n m L = true) (D d m).
Proof.
  intros d n m Hn Hm.
  set (columns := FeedForward.tuples d (FeedForward.levels m)).
  assert (E : forall L, (G_delta d n m L /\ one_column d n m L = true) <->
    (length L = n /\ Forall (fun c => In c columns) L) /\ all_equal L).
  { intros L. rewrite <- (in_tuples n columns L : In L (FeedForward.points d n m) <-> _), in_points.
    split; intros [H1 H2]; (split; [exact H1 |]);
      apply (one_column_is d n m L Hn Hm (G_delta_shape d n m L H1)); exact H2. }
  exists (map (fun c => repeat c n) columns). split; [| split].
  - apply NoDup_map_injective; [| apply tuples_NoDup, levels_NoDup]. intros c c' _ _ H. destruct n; [lia |].
    cbn [repeat] in H. congruence.
  - intros L. rewrite E, in_map_iff. split.
    + intros (c & <- & Hc). split; [split; [apply repeat_length |] |].
      * apply Forall_forall. intros x Hx. apply repeat_spec in Hx. now subst x.
      * intros x x' Hx Hx'. apply repeat_spec in Hx, Hx'. congruence.
    + intros [[Hl HF] Heq]. destruct L as [| c L]; [simpl in Hl; lia |]. exists c. split.
      * apply nth_ext with (d := c) (d' := c); [rewrite repeat_length; now symmetry |]. intros i Hi.
        rewrite repeat_length in Hi. rewrite nth_repeat. apply Heq; [now left |]. apply nth_In. lia.
      * now apply Forall_cons_iff in HF as [HF _].
  - rewrite map_length. unfold columns. rewrite Proposition5.columns_length. reflexivity.
Qed.

Theorem yun2020_column_id_onto_proved : yun2020_column_id_onto.
Proof.
  grid_parameters. exists (inject_Z (D d m)). split; [| reflexivity].
  apply (count_some _ (G_delta d n m) _ (one_column d n m) (D d m) _ (Proposition5.all_cubes d n m)).
  - apply orders_grid.
  - intros L P Hp [HP _]. fold (one_column d n m P).
    replace (one_column d n m P) with (one_column d n m L); [reflexivity |]. apply same_truth.
    assert (HL : of_shape d n L)
      by (apply (of_shape_permuted d n P L); [now apply Permutation_sym | exact (G_delta_shape d n m P HP)]).
    rewrite (one_column_is d n m L), (one_column_is d n m P) by (lia || assumption || exact (G_delta_shape d n m P HP)).
    split; apply all_equal_permuted; [exact Hp | now apply Permutation_sym].
  - apply one_column_points; lia.
Qed.
