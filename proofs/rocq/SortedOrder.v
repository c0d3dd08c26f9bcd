(** * The order in which l~_n grows: W up, g_1 down, ..., g_(n-2) down, l_n up

    x is [l_1; ...; l_n], the ids in units of delta, D = delta^-d, W = l_n - l_1, g_j = l_(j+1) - l_j; l~_n is
    nth (length x - 1) (new_ids D x) 0, and [Category1.v] proves that the sweep makes it. No statement of the paper: an
    enumeration in this order meets l~_n in increasing order. Positions count from 0 here: g_(j+1) is gap x j. *)

From Coq Require Import ZArith List Lia Sorted.
From Exactua Require Import NewIds Lemma10.
Import ListNotations.
Open Scope Z_scope.

Definition gap (x : list Z) (j : nat) : Z := nth (S j) x 0 - nth j x 0.
Definition width (x : list Z) : Z := last_id x - first_id x.

Section Two.

Variables (D : Z) (x x' : list Z).
Hypothesis two_ids : 2 <= D.
Hypothesis two_columns : (2 <= length x)%nat.
Hypothesis as_many : length x = length x'.
Hypothesis in_order : StronglySorted Z.lt x.
Hypothesis in_order' : StronglySorted Z.lt x'.
Hypothesis are_ids : Forall (fun y => 0 <= y < D) x.
Hypothesis are_ids' : Forall (fun y => 0 <= y < D) x'.

Notation n := (length x).
Notation new := (fun i => nth i (new_ids D x) 0).
Notation new' := (fun i => nth i (new_ids D x') 0).
Notation top := (nth (n - 1) (new_ids D x) 0).
Notation top' := (nth (n - 1) (new_ids D x') 0).

Lemma range i : (i < n)%nat -> 0 <= nth i x 0 < D.
Proof. intros H. rewrite Forall_forall in are_ids. apply are_ids, nth_In, H. Qed.

Lemma range' i : (i < n)%nat -> 0 <= nth i x' 0 < D.
Proof. intros H. rewrite Forall_forall in are_ids'. apply are_ids', nth_In. lia. Qed.

Lemma last_is : last_id x = nth (n - 1) x 0 /\ last_id x' = nth (n - 1) x' 0.
Proof. unfold last_id. rewrite <- as_many. split; reflexivity. Qed.

(** ** W first *)

(** l~_n is between l_n + D^n W - D^(n-1) W and l_n + D^n W - D W. *)
Theorem wider_is_later : width x < width x' -> top < top'.
Proof.
  intros H.
  pose proof (below_coarsest D x (n - 1) two_ids in_order ltac:(lia)) as high.
  pose proof (above_telescoped D x' (n - 1) two_ids in_order' ltac:(lia)) as low.
  replace (S (n - 1)) with n in high, low by lia. destruct last_is as [E E'].
  pose proof (power_next D (n - 1)) as P. replace (S (n - 1)) with n in P by lia. rewrite P in high, low.
  pose proof (power_large D (n - 1) ltac:(lia) ltac:(lia)) as large.
  rewrite <- E in high. rewrite <- E' in low. unfold width in H.
  pose proof (first_below_last x two_columns in_order) as some.
  pose proof (range 0 ltac:(lia)). pose proof (range (n - 1) ltac:(lia)).
  pose proof (range' 0 ltac:(lia)). pose proof (range' (n - 1) ltac:(lia)).
  rewrite E, E' in *. unfold first_id in *.
  set (R := D ^ Z.of_nat (n - 1)) in *. set (f := nth 0 x 0) in *. set (l := nth (n - 1) x 0) in *.
  set (f' := nth 0 x' 0) in *. set (l' := nth (n - 1) x' 0) in *. clearbody R f l f' l'.
  set (t := top) in *. set (t' := top') in *. clearbody t t'.
  assert (0 <= R * D * (l' - f' - (l - f) - 1)) by (repeat apply Z.mul_nonneg_nonneg; lia).
  assert (0 <= R * (D - 1 - (l' - f'))) by (repeat apply Z.mul_nonneg_nonneg; lia).
  assert (0 <= D * (l - f - 1)) by (apply Z.mul_nonneg_nonneg; lia).
  nia.
Qed.

(** ** Then the gaps *)

(** Where the first gaps are equal, ids and new ids are the same, counted from the first id. *)
Lemma same_until j : width x = width x' -> (forall i, (i < j)%nat -> gap x i = gap x' i) -> (j < n)%nat ->
  nth j x 0 - nth 0 x 0 = nth j x' 0 - nth 0 x' 0 /\ new j - nth 0 x 0 = new' j - nth 0 x' 0.
Proof.
  intros W. induction j as [|j IH]; intros same Hj.
  - split; [lia|]. rewrite !new_ids_first by lia. unfold width, first_id in *. nia.
  - destruct IH as [E N]; [intros i Hi; apply same; lia | lia |]. specialize (same j ltac:(lia)).
    unfold gap in same. rewrite !new_ids_next by lia. split; [lia|]. nia.
Qed.

(** Behind a greater gap the new ids of x' stay ahead, by D - 1 and more. *)
Lemma ahead j i : width x = width x' -> (forall i, (i < j)%nat -> gap x i = gap x' i) -> gap x' j < gap x j ->
  (j + i + 1 < n)%nat -> D - 1 <= new' (j + i + 1)%nat - nth 0 x' 0 - (new (j + i + 1)%nat - nth 0 x 0).
Proof.
  intros W same more. induction i as [|i IH]; intros Hi.
  - destruct (same_until j W same ltac:(lia)) as [E N]. unfold gap in more. replace (j + 0 + 1)%nat with (S j) by lia.
    rewrite !new_ids_next by lia.
    set (a := nth (S j) x 0) in *. set (a' := nth (S j) x' 0) in *. set (p := nth j (new_ids D x) 0) in *.
    set (p' := nth j (new_ids D x') 0) in *. set (f := nth 0 x 0) in *. set (f' := nth 0 x' 0) in *.
    assert (0 <= (D - 1) * (a - f - (a' - f') - 1)) by (apply Z.mul_nonneg_nonneg; lia). nia.
  - specialize (IH ltac:(lia)). replace (j + S i + 1)%nat with (S (j + i + 1)) by lia. rewrite !new_ids_next by lia.
    pose proof (range 0 ltac:(lia)). pose proof (range' 0 ltac:(lia)). pose proof (range' (S (j + i + 1)) ltac:(lia)).
    pose proof (sorted_spread x (S (j + i + 1)) in_order ltac:(lia)) as spread. unfold first_id in spread.
    set (a := nth (S (j + i + 1)) x 0) in *. set (a' := nth (S (j + i + 1)) x' 0) in *.
    set (p := nth (j + i + 1) (new_ids D x) 0) in *. set (p' := nth (j + i + 1) (new_ids D x') 0) in *.
    set (f := nth 0 x 0) in *. set (f' := nth 0 x' 0) in *. clearbody a a' p p' f f'.
    assert (0 <= D * (p' - f' - (p - f) - (D - 1))) by (apply Z.mul_nonneg_nonneg; lia).
    assert (0 <= (D - 1) * (D - 1 - (a' - f') + (a - f))) by (apply Z.mul_nonneg_nonneg; lia). nia.
Qed.

Theorem greater_gap_is_earlier j : width x = width x' -> (forall i, (i < j)%nat -> gap x i = gap x' i) ->
  gap x' j < gap x j -> (j + 2 < n)%nat -> top < top'.
Proof.
  intros W same more Hj. pose proof (ahead j (n - 3 - j) W same more ltac:(lia)) as H.
  replace (j + (n - 3 - j) + 1)%nat with (n - 2)%nat in H by lia.
  replace (n - 1)%nat with (S (n - 2)) by lia. rewrite !new_ids_next by lia.
  replace (S (n - 2)) with (n - 1)%nat by lia.
  unfold width, first_id in W. destruct last_is as [E E']. rewrite E, E' in W.
  pose proof (range 0 ltac:(lia)). pose proof (range' 0 ltac:(lia)).
  set (a := nth (n - 1) x 0) in *. set (a' := nth (n - 1) x' 0) in *.
  set (p := nth (n - 2) (new_ids D x) 0) in *. set (p' := nth (n - 2) (new_ids D x') 0) in *.
  set (f := nth 0 x 0) in *. set (f' := nth 0 x' 0) in *. clearbody a a' p p' f f'.
  assert (0 <= D * (p' - f' - (p - f) - (D - 1))) by (apply Z.mul_nonneg_nonneg; lia).
  assert (0 <= (D - 1) * (D - 2)) by (apply Z.mul_nonneg_nonneg; lia). nia.
Qed.

(** ** Then l_n *)

(** W fixes the last gap. *)
Lemma all_gaps : width x = width x' -> (forall i, (i + 2 < n)%nat -> gap x i = gap x' i) ->
  forall i, (i < n - 1)%nat -> gap x i = gap x' i.
Proof.
  intros W same i Hi. destruct (Nat.eq_dec i (n - 2)) as [-> | Hne]; [|apply same; lia].
  destruct (same_until (n - 2) W ltac:(intros; apply same; lia) ltac:(lia)) as [E _].
  unfold width, first_id in W. destruct last_is as [F F']. rewrite F, F' in W.
  unfold gap. replace (S (n - 2)) with (n - 1)%nat by lia. lia.
Qed.

Theorem greater_last_is_later : width x = width x' -> (forall i, (i + 2 < n)%nat -> gap x i = gap x' i) ->
  last_id x < last_id x' -> top < top'.
Proof.
  intros W same less. pose proof (same_until (n - 1) W ltac:(apply all_gaps; assumption) ltac:(lia)) as [_ N].
  cbv beta in N. unfold width, first_id in W. lia.
Qed.

(** ** Equal keys *)

Theorem equal_keys : width x = width x' -> (forall i, (i + 2 < n)%nat -> gap x i = gap x' i) ->
  last_id x = last_id x' -> x = x'.
Proof.
  intros W same E. apply nth_ext with (d := 0) (d' := 0); [exact as_many|]. intros i Hi.
  destruct (same_until i W) as [H _]; [|lia|].
  - intros k Hk. apply all_gaps; auto; lia.
  - unfold width, first_id in W. lia.
Qed.

End Two.

(** ** The order *)

(** x comes before x'. *)
Definition before (x x' : list Z) : Prop :=
  width x < width x' \/ width x = width x' /\
  ((exists j, (j + 2 < length x)%nat /\ (forall i, (i < j)%nat -> gap x i = gap x' i) /\ gap x' j < gap x j) \/
   (forall i, (i + 2 < length x)%nat -> gap x i = gap x' i) /\ last_id x < last_id x').

(** The first place before k where two sequences differ. *)
Lemma first_difference (f g : nat -> Z) k :
  (forall i, (i < k)%nat -> f i = g i) \/ exists j, (j < k)%nat /\ (forall i, (i < j)%nat -> f i = g i) /\ f j <> g j.
Proof.
  induction k as [|k [same | (j & Hj & same & H)]].
  - left. intros; lia.
  - destruct (Z.eq_dec (f k) (g k)) as [E | E].
    + left. intros i Hi. destruct (Nat.eq_dec i k) as [-> | Hne]; [exact E | apply same; lia].
    + right. exists k. auto.
  - right. exists j. auto.
Qed.

Section Order.

Variables (D : Z) (x x' : list Z).
Hypothesis two_ids : 2 <= D.
Hypothesis two_columns : (2 <= length x)%nat.
Hypothesis as_many : length x = length x'.
Hypothesis in_order : StronglySorted Z.lt x.
Hypothesis in_order' : StronglySorted Z.lt x'.
Hypothesis are_ids : Forall (fun y => 0 <= y < D) x.
Hypothesis are_ids' : Forall (fun y => 0 <= y < D) x'.

Theorem before_increases : before x x' -> nth (length x - 1) (new_ids D x) 0 < nth (length x - 1) (new_ids D x') 0.
Proof.
  intros [H | [W [(j & Hj & same & H) | [same H]]]].
  - now apply wider_is_later.
  - now apply (greater_gap_is_earlier D x x') with (j := j).
  - now apply greater_last_is_later.
Qed.

Theorem some_order : x = x' \/ before x x' \/ before x' x.
Proof.
  unfold before. destruct (Z.lt_trichotomy (width x) (width x')) as [W | [W | W]]; [auto | | auto].
  destruct (first_difference (gap x) (gap x') (length x - 2)) as [same | (j & Hj & same & H)].
  - assert (S : forall i, (i + 2 < length x)%nat -> gap x i = gap x' i) by (intros; apply same; lia).
    destruct (Z.lt_trichotomy (last_id x) (last_id x')) as [H | [H | H]]; [now auto 8 | |].
    + left. now apply (equal_keys D x x').
    + right; right; right. split; [now symmetry|]. right. split; [|exact H].
      intros i Hi. symmetry. apply S. lia.
  - destruct (Z.lt_ge_cases (gap x' j) (gap x j)) as [less | more].
    + right; left; right. split; [exact W|]. left. exists j. split; [lia | auto].
    + right; right; right. split; [now symmetry|]. left. exists j. split; [lia|]. split; [|lia].
      intros i Hi. symmetry. now apply same.
Qed.

End Order.

Theorem never_itself : forall x, ~ before x x.
Proof. unfold before. intros x [H | [W [(j & Hj & same & H) | [same H]]]]; lia. Qed.
