(** * StepsLemma4: the steps of Lemma 4, App. D, for all d, n and delta

    Matrices are read as functions of row and column. What the steps say of f = bump and f = tilted holds for any such
    function: a product of factors in [0, 1] changes by the sum of their changes at most. *)

From Coq Require Import ZArith QArith Qminmax Qpower Qround List Bool Permutation Lia Lqa.
From Exactua Require Import Transformers Grids FeedForward Statements Terms Simulation FeedForwardLayers Lemma7.
From Exactua Require Import FiniteSets Proposition5 StepTools Exported StepsFeedForward.
From Exactua Require PositionNetworks.
Import ListNotations.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.

(** ** Products and sums of a range *)

Lemma fold_ext : forall (op : Q -> Q -> Q) e (f g : Z -> Q) l,
  (forall a b c d, a == b -> c == d -> op a c == op b d) -> (forall k, In k l -> f k == g k) ->
  fold_right op e (map f l) == fold_right op e (map g l).
Proof.
  intros op e f g l P H. induction l as [| k l IH]; [reflexivity |]. cbn [map fold_right]. apply P.
  - apply H. now left.
  - apply IH. intros; apply H. now right.
Qed.

Lemma product_ext : forall lo hi f g, (forall k, (lo <= k <= hi)%Z -> f k == g k) ->
  product lo hi f == product lo hi g.
Proof.
  intros lo hi f g H. apply fold_ext; [intros a b c e E F; now rewrite E, F | intros; now apply H, in_range].
Qed.

Lemma total_ext : forall lo hi f g, (forall k, (lo <= k <= hi)%Z -> f k == g k) -> total lo hi f == total lo hi g.
Proof.
  intros lo hi f g H. apply fold_ext; [intros a b c e E F; now rewrite E, F | intros; now apply H, in_range].
Qed.

Lemma product_zero : forall lo hi f k, (lo <= k <= hi)%Z -> f k == 0 -> product lo hi f == 0.
Proof.
  intros lo hi f k Hk E. apply in_range in Hk. unfold product. induction (range lo hi) as [| i l IH]; [destruct Hk |].
  cbn [map fold_right]. destruct Hk as [-> | Hk]; [rewrite E | rewrite (IH Hk)]; ring.
Qed.

Lemma product_permuted : forall (n : nat) P f, permutation_of n P ->
  product 1 n (fun c => f (at_ P c)) == product 1 n f.
Proof.
  intros n P f HP. unfold product. rewrite <- (map_map (at_ P) f), at_all.
  - unfold permutation_of in HP. induction HP as [| x a b _ IH | x y a | a b c _ IH1 _ IH2]; cbn [map fold_right].
    + reflexivity.
    + now rewrite IH.
    + ring.
    + now rewrite IH1.
  - apply Permutation_length in HP. rewrite range_length in HP. lia.
Qed.

(** A term of a sum of numbers that are not negative; a sum of numbers that are at most b. *)
Lemma total_has : forall lo hi f k, (lo <= k <= hi)%Z -> (forall i, (lo <= i <= hi)%Z -> 0 <= f i) ->
  f k <= total lo hi f.
Proof.
  intros lo hi f k Hk H. unfold total.
  assert (A : forall i, In i (range lo hi) -> 0 <= f i) by (intros; now apply H, in_range). apply in_range in Hk.
  induction (range lo hi) as [| i l IH]; [destruct Hk |]. cbn [map fold_right].
  assert (B : forall i, In i l -> 0 <= f i) by (intros; apply A; now right).
  assert (0 <= fold_right Qplus 0 (map f l)).
  { clear - B. induction l as [| j l IH]; [apply Qle_refl |]. cbn [map fold_right].
    specialize (IH (fun i Hi => B i (or_intror Hi))). specialize (B j (or_introl eq_refl)). lra. }
  destruct Hk as [-> | Hk]; [lra |]. specialize (IH Hk B). specialize (A i (or_introl eq_refl)). lra.
Qed.

Lemma total_not_negative : forall lo hi f, (forall i, (lo <= i <= hi)%Z -> 0 <= f i) -> 0 <= total lo hi f.
Proof.
  intros lo hi f H. unfold total.
  assert (A : forall i, In i (range lo hi) -> 0 <= f i) by (intros; now apply H, in_range).
  induction (range lo hi) as [| i l IH]; [apply Qle_refl |]. cbn [map fold_right].
  specialize (IH (fun i Hi => A i (or_intror Hi))). specialize (A i (or_introl eq_refl)). lra.
Qed.

Lemma one_more : forall k : nat, inject_Z (Z.of_nat (S k)) == inject_Z k + 1.
Proof. intros k. rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite inject_Z_plus. reflexivity. Qed.

Lemma numbers_of_range : forall n : nat, inject_Z n = inject_Z (length (range 1 n)).
Proof. intros n. rewrite range_length. do 2 f_equal. lia. Qed.

Lemma total_at_most : forall (n : nat) f b, (forall i, (1 <= i <= n)%Z -> f i <= b) -> total 1 n f <= inject_Z n * b.
Proof.
  intros n f b H. unfold total. rewrite numbers_of_range.
  assert (A : forall i, In i (range 1 n) -> f i <= b) by (intros; now apply H, in_range). clear H.
  induction (range 1 n) as [| i l IH]; cbn [map fold_right length]; [change (inject_Z 0%nat) with 0; lra |].
  specialize (IH (fun i Hi => A i (or_intror Hi))). specialize (A i (or_introl eq_refl)). rewrite one_more. lra.
Qed.

(** ** Functions of row and column *)

Definition same_table (d n : nat) (x y : Z -> Z -> Q) : Prop :=
  forall r c, (1 <= r <= d)%Z -> (1 <= c <= n)%Z -> x r c == y r c.

Definition bump (d n : nat) (x : Z -> Z -> Q) : Q :=
  product 1 d (fun r => product 1 n (fun c => 4 * x r c * (1 - x r c))).
Definition tilted (d n : nat) (x : Z -> Z -> Q) (i j : Z) : Q := x i j * bump d n x.

Lemma bump_same : forall d n x y, same_table d n x y -> bump d n x == bump d n y.
Proof.
  intros d n x y H. apply product_ext. intros r Hr. apply product_ext. intros c Hc. now rewrite (H r c Hr Hc).
Qed.

Lemma tilted_same : forall d n x y i j, same_table d n x y -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  tilted d n x i j == tilted d n y i j.
Proof. intros d n x y i j H Hi Hj. unfold tilted. now rewrite (bump_same d n x y H), (H i j Hi Hj). Qed.

Lemma bump_permuted : forall (d n : nat) P x, permutation_of n P -> bump d n (fun r c => x r (at_ P c)) == bump d n x.
Proof.
  intros d n P x HP. apply product_ext. intros r _. exact (product_permuted n P (fun c => 4 * x r c * (1 - x r c)) HP).
Qed.

Lemma tilted_permuted : forall (d n : nat) P x y i j, permutation_of n P -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  same_table d n y (fun r c => x r (at_ P c)) -> tilted d n y i j == tilted d n x i (at_ P j).
Proof.
  intros d n P x y i j HP Hi Hj H. rewrite (tilted_same d n y _ i j H Hi Hj). unfold tilted.
  now rewrite bump_permuted.
Qed.

(** *** How much they change *)

Lemma times_small : forall f a b, -(1) <= f <= 1 -> - b <= a <= b -> - b <= f * a <= b.
Proof. intros f a b [Hf Hf'] [Ha Ha']. split; nra. Qed.

Lemma square_not_negative : forall a, 0 <= a * a.
Proof.
  intros a. destruct (Qlt_le_dec a 0) as [A | A]; [| now apply Qmult_le_0_compat].
  assert (E : a * a == (- a) * (- a)) by ring. rewrite E. apply Qmult_le_0_compat; lra.
Qed.

Lemma factor_close : forall x y e, 0 <= x <= 1 -> 0 <= y <= 1 -> - e <= x - y <= e ->
  0 <= 4 * x * (1 - x) <= 1 /\ - (4 * e) <= 4 * x * (1 - x) - 4 * y * (1 - y) <= 4 * e.
Proof.
  intros x y e [X0 X1] [Y0 Y1] He. split.
  - split; [pose proof (Qmult_le_0_compat x (1 - x) X0 ltac:(lra)); lra |].
    pose proof (square_not_negative (2 * x - 1)). lra.
  - assert (E : 4 * x * (1 - x) - 4 * y * (1 - y) == 4 * ((1 - x - y) * (x - y))) by ring. rewrite E.
    pose proof (times_small (1 - x - y) (x - y) e ltac:(lra) He) as [A B]. set (w := (1 - x - y) * (x - y)) in *.
    clearbody w. lra.
Qed.

Definition in_unit (f : Q) : Prop := 0 <= f <= 1.

Lemma product_close : forall (n : nat) f g b,
  (forall k, (1 <= k <= n)%Z -> in_unit (f k) /\ in_unit (g k) /\ - b <= f k - g k <= b) ->
  in_unit (product 1 n f) /\ in_unit (product 1 n g) /\
  - (inject_Z n * b) <= product 1 n f - product 1 n g <= inject_Z n * b.
Proof.
  intros n f g b H. unfold product. rewrite numbers_of_range.
  assert (A : forall k, In k (range 1 n) -> in_unit (f k) /\ in_unit (g k) /\ - b <= f k - g k <= b)
    by (intros; now apply H, in_range).
  clear H. unfold in_unit in *.
  induction (range 1 n) as [| k l IH]; cbn [map fold_right length]; [change (inject_Z 0%nat) with 0; lra |].
  specialize (IH (fun i Hi => A i (or_intror Hi))). destruct (A k (or_introl eq_refl)) as (Hf & Hg & Hd).
  rewrite one_more. destruct IH as (IF & IG & ID).
  set (F := fold_right Qmult 1 (map f l)) in *. set (G := fold_right Qmult 1 (map g l)) in *.
  set (s := inject_Z (length l) * b) in *.
  assert (S : (inject_Z (length l) + 1) * b == s + b) by (unfold s; ring). rewrite S.
  assert (T : f k * F - g k * G == f k * (F - G) + G * (f k - g k)) by ring. rewrite T.
  pose proof (times_small (f k) (F - G) s ltac:(lra) ID). pose proof (times_small G (f k - g k) b ltac:(lra) Hd).
  repeat split; try nra.
Qed.

Lemma bump_close : forall (d n : nat) x y e,
  (forall r c, (1 <= r <= d)%Z -> (1 <= c <= n)%Z ->
    in_unit (x r c) /\ in_unit (y r c) /\ - e <= x r c - y r c <= e) ->
  in_unit (bump d n x) /\ in_unit (bump d n y) /\
  - (inject_Z (4 * d * n) * e) <= bump d n x - bump d n y <= inject_Z (4 * d * n) * e.
Proof.
  intros d n x y e H. unfold bump.
  destruct (product_close d (fun r => product 1 n (fun c => 4 * x r c * (1 - x r c)))
    (fun r => product 1 n (fun c => 4 * y r c * (1 - y r c))) (inject_Z n * (4 * e))) as (A & B & C).
  - intros r Hr. apply product_close. intros c Hc. destruct (H r c Hr Hc) as (Hx & Hy & He). unfold in_unit in *.
    destruct (factor_close _ _ e Hx Hy He) as [F G]. destruct (factor_close _ _ e Hy Hx) as [F' _]; [lra |]. tauto.
  - split; [exact A |]. split; [exact B |].
    assert (E : inject_Z (4 * d * n) * e == inject_Z d * (inject_Z n * (4 * e))).
    { rewrite !inject_Z_mult. change (inject_Z 4) with 4. ring. }
    rewrite E. exact C.
Qed.

Lemma tilted_close : forall (d n : nat) x y e i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  (forall r c, (1 <= r <= d)%Z -> (1 <= c <= n)%Z ->
    in_unit (x r c) /\ in_unit (y r c) /\ - e <= x r c - y r c <= e) ->
  - (inject_Z (4 * d * n + 1) * e) <= tilted d n x i j - tilted d n y i j <= inject_Z (4 * d * n + 1) * e.
Proof.
  intros d n x y e i j Hi Hj H. destruct (bump_close d n x y e H) as (A & B & C).
  destruct (H i j Hi Hj) as (Hx & Hy & He). unfold tilted, in_unit in *.
  set (F := bump d n x) in *. set (G := bump d n y) in *.
  assert (S : inject_Z (4 * d * n + 1) * e == inject_Z (4 * d * n) * e + e).
  { rewrite inject_Z_plus. change (inject_Z 1) with 1. ring. }
  rewrite S. set (s := inject_Z (4 * d * n) * e) in *.
  assert (T : x i j * F - y i j * G == x i j * (F - G) + G * (x i j - y i j)) by ring. rewrite T.
  pose proof (times_small (x i j) (F - G) s ltac:(lra) C). pose proof (times_small G (x i j - y i j) e ltac:(lra) He).
  lra.
Qed.

(** ** Entries of a point, of points in its cube, and of both under a permutation *)

Lemma half_delta : forall m : nat, 1 / inject_Z (2 * m) == (1 # 2) * delta m.
Proof.
  intros m. unfold delta, of_nat, Qdiv. rewrite inject_Z_mult, Qinv_mult_distr. change (/ inject_Z 2) with (1 # 2).
  ring.
Qed.

Lemma entry_is : forall (d n m : nat) L i j, (1 <= m)%nat -> of_shape d n L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (in_unit_1 m L) i j == inject_Z (entry_ L i j) * delta m.
Proof.
  intros d n m L i j Hm HL Hi Hj. pose proof (units_entry d n m _ L i j Hm (reads_point d n m L HL) Hi Hj) as U.
  unfold units in U. rewrite <- U. transitivity ((inject_Z m * delta m) * entry (in_unit_1 m L) i j); [| ring].
  rewrite m_delta by exact Hm. ring.
Qed.

Lemma entry_range : forall (d n m : nat) L i j, G_delta d n m L -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  (0 <= entry_ L i j < m)%Z.
Proof.
  intros d n m L i j [[Hn Hd] H] Hi Hj. unfold entry_. apply at_Forall with (P := fun k => (0 <= k < m)%Z).
  - rewrite Forall_forall in H. apply H, nth_In. lia.
  - rewrite (column_length d n L j) by (lia || now split). lia.
Qed.

Lemma entry_in_unit : forall (d n m : nat) L i j, (1 <= m)%nat -> G_delta d n m L -> (1 <= i <= d)%Z ->
  (1 <= j <= n)%Z -> 0 <= entry (in_unit_1 m L) i j /\ entry (in_unit_1 m L) i j + delta m <= 1.
Proof.
  intros d n m L i j Hm HL Hi Hj. pose proof (entry_range d n m L i j HL Hi Hj) as R.
  rewrite (entry_is d n m) by (assumption || apply HL). pose proof (delta_positive m Hm) as P.
  pose proof (m_times_delta m Hm) as E. unfold of_nat in E. split.
  - assert (0 <= inject_Z (entry_ L i j)) by (change 0 with (inject_Z 0); rewrite <- Zle_Qle; lia). nra.
  - assert (inject_Z (entry_ L i j) + 1 <= inject_Z m)
      by (change 1 with (inject_Z 1); rewrite <- inject_Z_plus, <- Zle_Qle; lia).
    nra.
Qed.

Lemma unit_columns : forall (d n m : nat) L, of_shape d n L ->
  length (in_unit_1 m L) = n /\ Forall (fun c => length c = d) (in_unit_1 m L).
Proof.
  intros d n m L [Hn Hd]. unfold in_unit_1. rewrite map_length. split; [exact Hn |]. apply Forall_map.
  eapply Forall_impl; [| exact Hd]. intros c Hc. now rewrite map_length.
Qed.

Lemma shifted_column : forall (d i : nat) a c (z : vector), length z = d -> (i < d)%nat ->
  nth i (add (add z (scale a (repeat 0 d))) (repeat c d)) 0 == nth i z 0 + c.
Proof.
  intros d i a c z Hz Hi. assert (Hs : length (scale a (repeat 0 d)) = d) by now rewrite scale_length, repeat_length.
  assert (Hr : forall x : Q, length (repeat x d) = d) by (intros; apply repeat_length).
  rewrite add_entry by (rewrite add_length, Hr; congruence). rewrite add_entry by congruence.
  rewrite scale_entry, !repeat_entry by exact Hi. ring.
Qed.

Lemma into_cube_entry : forall (d n m : nat) M f i j, length M = n -> Forall (fun c => length c = d) M ->
  (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  entry (run (PositionNetworks.into_cube d m f) M) i j == entry M i j + f * delta m.
Proof.
  intros d n m M f i j Hn Hd Hi Hj. unfold run, PositionNetworks.into_cube. cbn [fold_left].
  unfold apply_layer, entry, item. set (layer := FeedForward _).
  rewrite (map_nth (column_after layer M) M [] (Z.to_nat (j - 1)) :
    nth (Z.to_nat (j - 1)) (map (column_after layer M) M) [] = _).
  apply shifted_column; [| lia]. rewrite Forall_forall in Hd. apply Hd, nth_In.
  assert (Hl : @length vector M = n) by exact Hn. lia.
Qed.

Lemma at_permutation : forall (n : nat) P j, permutation_of n P -> (1 <= j <= n)%Z -> (1 <= at_ P j <= n)%Z.
Proof.
  intros n P j HP Hj. apply in_range. eapply Permutation_in; [exact HP |]. apply at_in.
  apply Permutation_length in HP. rewrite HP, range_length. lia.
Qed.

Lemma entry_permuted : forall (n : nat) M P i j, permutation_of n P -> (1 <= j <= n)%Z ->
  entry (permuted M P) i j = entry M i (at_ P j).
Proof.
  intros n M P i j HP Hj. unfold entry, permuted, at_. f_equal.
  apply Permutation_length in HP. rewrite range_length in HP.
  rewrite nth_indep with (d' := (fun j => nth (Z.to_nat (j - 1)) M []) 0%Z) by (rewrite map_length; lia).
  apply (map_nth (fun j => nth (Z.to_nat (j - 1)) M [])).
Qed.

Lemma nth_encoded : forall E X k, (k < length E)%nat -> length E = length X ->
  nth k (encoded E X) [] = add (nth k X []) (nth k E []).
Proof.
  induction E as [| e E IH]; intros [| x X] k Hk H; simpl in Hk, H; try lia. destruct k as [| k]; [reflexivity |].
  simpl. apply IH; lia.
Qed.

Lemma number_is : forall (d n m : nat) L c, (1 <= d)%nat -> of_shape d n L -> (1 <= c <= n)%Z ->
  entry (encoded (PositionNetworks.numbers d n) (in_unit_1 m L)) 1 c - entry (in_unit_1 m L) 1 c == inject_Z c.
Proof.
  intros d n m L c Hd HL Hc. destruct (unit_columns d n m L HL) as [Hn Hcols].
  assert (Hl : length (PositionNetworks.numbers d n) = n)
    by (unfold PositionNetworks.numbers; now rewrite map_length, seq_length).
  unfold entry, item. rewrite nth_encoded by lia. set (k := Z.to_nat (c - 1)).
  assert (Ek : nth k (PositionNetworks.numbers d n) [] = first_unit d (of_nat (S k))).
  { unfold PositionNetworks.numbers. rewrite nth_indep with (d' := (fun j => first_unit d (of_nat j)) 0%nat)
      by (rewrite map_length, seq_length; unfold k; lia).
    rewrite (map_nth (fun j => first_unit d (of_nat j))), seq_nth by (unfold k; lia). reflexivity. }
  assert (Hz : length (nth k (in_unit_1 m L) []) = d)
    by (rewrite Forall_forall in Hcols; apply Hcols, nth_In; unfold k; lia).
  rewrite Ek, add_entry by (rewrite first_unit_length; lia). change (Z.to_nat (1 - 1)) with 0%nat.
  unfold first_unit. cbn [nth]. unfold of_nat. replace (Z.of_nat (S k)) with c by (unfold k; lia). ring.
Qed.

(** ** The statement *)

Ltac unit_entry r c :=
  match goal with Hm : (2 <= ?m)%nat, HL : G_delta ?d ?n ?m ?L, Hr : (1 <= r <= _)%Z, Hc : (1 <= c <= _)%Z |- _ =>
    pose proof (entry_in_unit d n m L r c ltac:(lia) HL Hr Hc); pose proof (delta_positive m ltac:(lia)) end.

Section Point.
  Variables (d n m : nat) (L : point).
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis two_m : (2 <= m)%nat.
  Hypothesis in_grid : G_delta d n m L.
  Local Notation M := (in_unit_1 m L).

  Definition centre_table (r c : Z) : Q := entry M r c + 1 / inject_Z (2 * m).
  Definition cube_table (N : matrix) (r c : Z) : Q := inject_Z (Qfloor (inject_Z m * entry N r c)) / inject_Z m +
    1 / inject_Z (2 * m).

  Lemma moved : forall f r c, (1 <= r <= d)%Z -> (1 <= c <= n)%Z ->
    entry (run (PositionNetworks.into_cube d m f) M) r c == entry M r c + f * delta m.
  Proof. intros. destruct (unit_columns d n m L (proj1 in_grid)). now apply (into_cube_entry d n). Qed.

  Lemma centre_moved : same_table d n (entry (run (PositionNetworks.into_cube d m (1 # 2)) M)) centre_table.
  Proof. intros r c Hr Hc. unfold centre_table. rewrite moved, half_delta by assumption. reflexivity. Qed.

  Lemma floor_of : forall q f r c, (1 <= r <= d)%Z -> (1 <= c <= n)%Z -> 0 <= f -> f < 1 ->
    q == entry M r c + f * delta m -> Qfloor (inject_Z m * q) = entry_ L r c.
  Proof.
    intros q f r c Hr Hc F0 F1 E. rewrite (entry_is d n m) in E by (lia || assumption || apply in_grid).
    assert (V : inject_Z m * q == inject_Z (entry_ L r c) + f).
    { rewrite E. pose proof (m_delta m ltac:(lia)) as D.
      transitivity ((inject_Z m * delta m) * (inject_Z (entry_ L r c) + f)); [ring |]. rewrite D. ring. }
    pose proof (Qfloor_le (inject_Z m * q)) as A. pose proof (Qlt_floor (inject_Z m * q)) as B.
    rewrite inject_Z_plus in B. change (inject_Z 1) with 1 in B.
    set (z := Qfloor (inject_Z m * q)) in *. set (y := entry_ L r c) in *.
    assert (C : inject_Z z < inject_Z (y + 1)) by (rewrite inject_Z_plus; change (inject_Z 1) with 1; lra).
    assert (G : inject_Z y < inject_Z (z + 1)) by (rewrite inject_Z_plus; change (inject_Z 1) with 1; lra).
    rewrite <- Zlt_Qlt in C, G. lia.
  Qed.

  Lemma cube_of : forall q f r c, (1 <= r <= d)%Z -> (1 <= c <= n)%Z -> 0 <= f -> f < 1 ->
    q == entry M r c + f * delta m ->
    inject_Z (Qfloor (inject_Z m * q)) / inject_Z m + 1 / inject_Z (2 * m) == centre_table r c.
  Proof.
    intros q f r c Hr Hc F0 F1 E. rewrite (floor_of q f r c Hr Hc F0 F1 E). unfold centre_table.
    rewrite (entry_is d n m) by (lia || assumption || apply in_grid). unfold delta, of_nat, Qdiv. ring.
  Qed.

  Lemma cube_inside : same_table d n (cube_table (run (PositionNetworks.into_cube d m (2 # 3)) M)) centre_table.
  Proof.
    intros r c Hr Hc. apply (cube_of _ (2 # 3)); try assumption; [discriminate | reflexivity |]. now apply moved.
  Qed.

  Lemma cube_corner : same_table d n (cube_table M) centre_table.
  Proof.
    intros r c Hr Hc. apply (cube_of _ 0); try assumption; [discriminate | reflexivity |]. ring.
  Qed.

  (** Under a permutation P. *)
  Variable P : list Z.
  Hypothesis permutation : permutation_of n P.

  Lemma centre_moved_permuted : same_table d n
    (entry (permuted (run (PositionNetworks.into_cube d m (1 # 2)) M) P)) (fun r c => centre_table r (at_ P c)).
  Proof.
    intros r c Hr Hc. rewrite (entry_permuted n) by assumption.
    apply centre_moved; [exact Hr | now apply at_permutation].
  Qed.

  Lemma centre_permuted : same_table d n
    (fun r c => entry (permuted M P) r c + 1 / inject_Z (2 * m)) (fun r c => centre_table r (at_ P c)).
  Proof. intros r c Hr Hc. rewrite (entry_permuted n) by assumption. reflexivity. Qed.

  Lemma cube_permuted : same_table d n
    (cube_table (permuted (run (PositionNetworks.into_cube d m (2 # 3)) M) P)) (fun r c => centre_table r (at_ P c)).
  Proof.
    intros r c Hr Hc. unfold cube_table. rewrite (entry_permuted n) by assumption.
    apply cube_inside; [exact Hr | now apply at_permutation].
  Qed.

  (** The sum of g(k) P_(kj) over all k. *)
  Lemma picked : forall g j, (1 <= j <= n)%Z ->
    total 1 n (fun k => if Qeq_bool (entry (permuted (run [] (encoded (PositionNetworks.numbers d n) M)) P) 1 j -
      entry (permuted M P) 1 j) (inject_Z k) then g k else 0) == g (at_ P j).
  Proof.
    intros g j Hj. pose proof (at_permutation n P j permutation Hj) as Hp.
    assert (E : entry (permuted (run [] (encoded (PositionNetworks.numbers d n) M)) P) 1 j - entry (permuted M P) 1 j
      == inject_Z (at_ P j)).
    { rewrite !(entry_permuted n) by assumption. apply number_is; [lia | apply in_grid | exact Hp]. }
    apply (total_one _ _ _ (at_ P j)); [exact Hp | |].
    - apply Qeq_bool_iff in E. now rewrite E.
    - intros i _ Hi. destruct (Qeq_bool _ _) eqn:B; [| reflexivity]. apply Qeq_bool_iff in B. rewrite E in B.
      exfalso. apply Hi. symmetry. exact (proj1 (inject_Z_injective _ _) B).
  Qed.
End Point.

Ltac point := intros d n m Hd Hn Hm _; cbv zeta; intros L HL.

Theorem yun2020_lemma4_zero_on_faces_proved : yun2020_lemma4_zero_on_faces.
Proof.
  point. intros i Hi j Hj. split; (apply (product_zero _ _ _ i Hi), (product_zero _ _ _ j Hj));
    rewrite !Z.eqb_refl; cbn [andb]; ring.
Qed.

Theorem yun2020_lemma4_factor_bounded_proved : yun2020_lemma4_factor_bounded.
Proof. intros d n m _ _ _ _ x _. ring. Qed.

Theorem yun2020_lemma4_factor_difference_proved : yun2020_lemma4_factor_difference.
Proof. intros d n m _ _ _ _ x _ y _. ring. Qed.

Theorem yun2020_lemma4_slope_bounded_proved : yun2020_lemma4_slope_bounded.
Proof. intros d n m _ _ _ _ x Hx y Hy. lia. Qed.

Theorem yun2020_lemma4_telescopes_proved : yun2020_lemma4_telescopes.
Proof. intros d n m _ _ _ _ a _ b _ A _ B _. ring. Qed.

(** Corner and centre are delta/2 apart, the point inside and the centre delta/6. *)
Lemma corner_close : forall (d n m : nat) L, (2 <= m)%nat -> G_delta d n m L -> forall r c,
  (1 <= r <= d)%Z -> (1 <= c <= n)%Z -> in_unit (entry (in_unit_1 m L) r c) /\ in_unit (centre_table m L r c) /\
  - ((1 # 2) * delta m) <= entry (in_unit_1 m L) r c - centre_table m L r c <= (1 # 2) * delta m.
Proof.
  intros d n m L Hm HL r c Hr Hc. unit_entry r c. unfold centre_table, in_unit. rewrite half_delta. lra.
Qed.

Lemma inside_close : forall (d n m : nat) L, (2 <= m)%nat -> G_delta d n m L -> forall r c,
  (1 <= r <= d)%Z -> (1 <= c <= n)%Z ->
  in_unit (entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c) /\
  in_unit (centre_table m L r c) /\
  - ((1 # 6) * delta m) <= entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L)) r c -
    centre_table m L r c <= (1 # 6) * delta m.
Proof.
  intros d n m L Hm HL r c Hr Hc. unit_entry r c. unfold centre_table, in_unit.
  rewrite (moved d n m L HL), half_delta by assumption. lra.
Qed.

(** q (1/q) delta m K = K. *)
Lemma scaled_bound : forall (m : nat) q (K x : Q), (2 <= m)%nat -> 0 < q ->
  - (K * (/ q * delta m)) <= x <= K * (/ q * delta m) -> - K <= q * inject_Z m * x <= K.
Proof.
  intros m q K x Hm Hq [A B]. assert (P : 0 < q * inject_Z m).
  { apply Qmult_lt_0_compat; [exact Hq |]. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt. lia. }
  assert (E : q * inject_Z m * (K * (/ q * delta m)) == K).
  { transitivity ((q * / q) * (inject_Z m * delta m) * K); [ring |].
    rewrite m_delta, Qmult_inv_r by (lia || (intro Z; rewrite Z in Hq; discriminate)). ring. }
  apply (Qmult_le_l _ _ _ P) in A. apply (Qmult_le_l _ _ _ P) in B. rewrite E in B. split; [| exact B].
  assert (F : q * inject_Z m * - (K * (/ q * delta m)) == - (q * inject_Z m * (K * (/ q * delta m)))) by ring.
  rewrite F, E in A. exact A.
Qed.

Theorem yun2020_lemma4_modulus_bump_proved : yun2020_lemma4_modulus_bump.
Proof.
  point. intros i Hi j Hj. rewrite inject_Z_opp. split; apply scaled_bound; try assumption; try reflexivity.
  - exact (proj2 (proj2 (bump_close d n _ _ _ (corner_close d n m L Hm HL)))).
  - exact (proj2 (proj2 (bump_close d n _ _ _ (inside_close d n m L Hm HL)))).
Qed.

Theorem yun2020_lemma4_modulus_tilted_proved : yun2020_lemma4_modulus_tilted.
Proof.
  point. intros i Hi j Hj. rewrite inject_Z_opp. split; apply scaled_bound; try assumption; try reflexivity.
  - exact (tilted_close d n _ _ _ i j Hi Hj (corner_close d n m L Hm HL)).
  - exact (tilted_close d n _ _ _ i j Hi Hj (inside_close d n m L Hm HL)).
Qed.

(** The greatest of a range is one of its numbers, and none is greater. *)
Lemma greatest_is_one : forall lo hi f, (lo <= hi)%Z ->
  (exists k, (lo <= k <= hi)%Z /\ greatest_over lo hi f == f k) /\
  forall k, (lo <= k <= hi)%Z -> f k <= greatest_over lo hi f.
Proof.
  intros lo hi f Hn. unfold greatest_over.
  assert (Ne : range lo hi <> [])
    by (intros E; pose proof (range_length lo hi) as H; rewrite E in H; cbn [length] in H; lia).
  assert (A : forall l, l <> [] -> (exists k, In k l /\ maximum (map f l) == f k) /\
    forall k, In k l -> f k <= maximum (map f l)).
  { induction l as [| k l IH]; intros H; [contradiction |]. destruct l as [| k' l].
    - split; [exists k; split; [now left | reflexivity] |]. intros i [<- | []]. apply Qle_refl.
    - change (maximum (map f (k :: k' :: l))) with (Qmax (f k) (maximum (map f (k' :: l)))).
      destruct (IH ltac:(discriminate)) as [(i & Ii & Ei) B]. split.
      + destruct (Q.max_spec (f k) (maximum (map f (k' :: l)))) as [[_ E] | [_ E]].
        * exists i. split; [now right | now rewrite E].
        * exists k. split; [now left | exact E].
      + intros x [<- | Ix]; [apply Q.le_max_l |]. eapply Qle_trans; [exact (B x Ix) | apply Q.le_max_r]. }
  destruct (A _ Ne) as [(k & Ik & E) B]. split.
  - exists k. split; [now apply in_range | exact E].
  - intros k' Hk. now apply B, in_range.
Qed.

Lemma power_respects : forall a b p, a == b -> a ^ p == b ^ p.
Proof. intros a b p E. now rewrite E. Qed.

Lemma power_monotone : forall a b p, (1 <= p <= 4)%Z -> 0 <= a -> a <= b -> a ^ p <= b ^ p.
Proof.
  intros a b p Hp Ha Hb. assert (S : a * a <= b * b) by (apply Qmult_le_compat_nonneg; lra).
  assert (0 <= a * a) by (apply Qmult_le_0_compat; lra).
  assert (C : p = 1%Z \/ p = 2%Z \/ p = 3%Z \/ p = 4%Z) by lia. destruct C as [-> | [-> | [-> | ->]]].
  - exact Hb.
  - exact S.
  - change (a * (a * a) <= b * (b * b)). apply Qmult_le_compat_nonneg; lra.
  - change ((a * a) * (a * a) <= (b * b) * (b * b)). apply Qmult_le_compat_nonneg; lra.
Qed.

Lemma power_not_negative : forall a p, 0 <= a -> 0 <= a ^ p.
Proof. intros a p Ha. now apply Qpower_pos. Qed.

Theorem yun2020_lemma4_norm_above_proved : yun2020_lemma4_norm_above.
Proof.
  point. intros p Hp.
  destruct (greatest_is_one 1 d (fun i => greatest_over 1 n (fun j => entry (in_unit_1 m L) i j)) ltac:(lia))
    as [(i & Hi & Ei) _].
  destruct (greatest_is_one 1 n (fun j => entry (in_unit_1 m L) i j) ltac:(lia)) as [(j & Hj & Ej) _].
  rewrite (power_respects _ _ p Ei), (power_respects _ _ p Ej).
  assert (A : forall i, (1 <= i <= d)%Z -> forall j, (1 <= j <= n)%Z -> 0 <= entry (in_unit_1 m L) i j ^ p).
  { intros r Hr c Hc. apply power_not_negative. now apply (entry_in_unit d n m L r c ltac:(lia) HL). }
  eapply Qle_trans; [| apply (total_has 1 d _ i Hi)].
  - exact (total_has 1 n (fun j => entry (in_unit_1 m L) i j ^ p) j Hj (A i Hi)).
  - intros r Hr. apply total_not_negative. exact (A r Hr).
Qed.

Theorem yun2020_lemma4_norm_below_proved : yun2020_lemma4_norm_below.
Proof.
  point. intros p Hp. set (G := greatest_over 1 d _).
  rewrite inject_Z_mult, <- Qmult_assoc. apply total_at_most. intros i Hi. apply total_at_most. intros j Hj.
  apply power_monotone; [exact Hp | now apply (entry_in_unit d n m L i j ltac:(lia) HL) |].
  eapply Qle_trans; [| apply (greatest_is_one 1 d (fun i => greatest_over 1 n (fun j => entry (in_unit_1 m L) i j))
    ltac:(lia)); exact Hi].
  now apply (greatest_is_one 1 n (fun j => entry (in_unit_1 m L) i j) ltac:(lia)).
Qed.

(** 2/3 is no 1/k: so it fails for all d, n and delta. *)
Theorem yun2020_lemma4_creates_grid_refuted : ~ yun2020_lemma4_creates_grid.
Proof.
  intros H. specialize (H 1%nat 2%nat 2%nat ltac:(lia) ltac:(lia) ltac:(lia) ltac:(easy) 3%Z ltac:(lia) 2%Z ltac:(lia)).
  discriminate H.
Qed.

Theorem yun2020_lemma4_creates_grid_repaired_proved : yun2020_lemma4_creates_grid_repaired.
Proof. intros d n m _ _ _ _ b Hb a Ha. exists b. split; nia. Qed.

Theorem yun2020_lemma4_centre_in_cube_proved : yun2020_lemma4_centre_in_cube.
Proof.
  point. intros i Hi j Hj. unit_entry i j. rewrite !(moved d n m L HL) by assumption.
  change (1 / inject_Z m) with (delta m). lra.
Qed.

Theorem yun2020_lemma4_near_centre_proved : yun2020_lemma4_near_centre.
Proof.
  intros d n m Hd Hn Hm _ row x _ _ k Hk. set (t := entry [x] row 1). rewrite half_delta.
  assert (N : inject_Z (k + 1) / inject_Z m == inject_Z k / inject_Z m + delta m).
  { rewrite inject_Z_plus. change (inject_Z 1) with 1. unfold delta, of_nat, Qdiv. ring. }
  assert (O : -1 / inject_Z m == - delta m) by (unfold delta, of_nat, Qdiv; ring).
  rewrite N, O. change (1 / inject_Z m) with (delta m). pose proof (delta_positive m ltac:(lia)). lra.
Qed.

Theorem yun2020_lemma4_constant_on_cube_proved : yun2020_lemma4_constant_on_cube.
Proof.
  point. intros i Hi j Hj.
  assert (A := tilted_same d n _ _ i j (cube_inside d n m L Hd Hm HL) Hi Hj).
  assert (B := tilted_same d n _ _ i j (cube_corner d n m L Hd Hm HL) Hi Hj).
  split; [exact A |]. etransitivity; [exact A |]. symmetry. exact B.
Qed.

Theorem yun2020_lemma4_below_third_proved : yun2020_lemma4_below_third.
Proof.
  point. pose proof (delta_positive m ltac:(lia)) as P.
  set (K := inject_Z (4 * d * n + 1)).
  assert (K1 : 1 <= K) by (unfold K; change 1 with (inject_Z 1); rewrite <- Zle_Qle; nia).
  assert (S : forall x e, 0 < e -> e <= (1 # 2) * delta m -> (forall i j, (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
    - (K * e) <= tilted d n x i j - tilted d n (centre_table m L) i j <= K * e) ->
    total 1 d (fun i => total 1 n (fun j => (tilted d n x i j - tilted d n (centre_table m L) i j) ^ 2)) <
    inject_Z (d * n * (4 * d * n + 1) ^ 2) / inject_Z (m ^ 2)).
  { intros x e He He' C. apply Qle_lt_trans with (inject_Z d * (inject_Z n * (K * e * (K * e)))).
    - apply total_at_most. intros i Hi. apply total_at_most. intros j Hj. specialize (C i j Hi Hj).
      set (y := tilted d n x i j - tilted d n (centre_table m L) i j) in *. change (y ^ 2) with (y * y). nra.
    - assert (E : inject_Z (d * n * (4 * d * n + 1) ^ 2) / inject_Z (m ^ 2) ==
        inject_Z d * (inject_Z n * (K * delta m * (K * delta m)))).
      { rewrite !Z.pow_2_r, !inject_Z_mult. fold K. unfold delta, of_nat, Qdiv. rewrite Qinv_mult_distr. ring. }
      rewrite E. assert (D : 0 < inject_Z d) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
      assert (N : 0 < inject_Z n) by (change 0 with (inject_Z 0); rewrite <- Zlt_Qlt; lia).
      apply Qmult_lt_l; [exact D |]. apply Qmult_lt_l; [exact N |].
      assert (K * e < K * delta m) by (apply Qmult_lt_l; lra). assert (0 < K * e) by (apply Qmult_lt_0_compat; lra).
      nra. }
  split.
  - apply (S (entry (in_unit_1 m L)) ((1 # 2) * delta m)); [lra | lra |]. intros i j Hi Hj.
    exact (tilted_close d n _ _ _ i j Hi Hj (corner_close d n m L Hm HL)).
  - apply (S (entry (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L))) ((1 # 6) * delta m));
      [lra | lra |].
    intros i j Hi Hj. exact (tilted_close d n _ _ _ i j Hi Hj (inside_close d n m L Hm HL)).
Qed.

Theorem yun2020_lemma4_unit_measure_proved : yun2020_lemma4_unit_measure.
Proof.
  intros d n m Hd Hn Hm _. cbv zeta. set (c := 1 / inject_Z (m ^ (d * n))).
  exists (fold_right Qplus 0 (map (fun _ : point => c) (points d n m))). split.
  - exists (points d n m). split; [apply points_NoDup |]. split; [intro L; apply in_points | reflexivity].
  - assert (A : forall l : list point, fold_right Qplus 0 (map (fun _ => c) l) == inject_Z (length l) * c).
    { induction l as [| L l IH]; cbn [map fold_right length]; [change (inject_Z 0%nat) with 0; ring |].
      rewrite IH, one_more. ring. }
    rewrite A, points_length. unfold c. rewrite !Nat2Z.inj_pow, <- Z.pow_mul_r by lia. field.
    assert (0 < m ^ (d * n))%Z by (apply Z.pow_pos_nonneg; lia). unfold Qeq. simpl. lia.
Qed.

(** ** Permutation equivariance *)

Ltac permutation := point; intros P HP i Hi j Hj.

Theorem yun2020_lemma4_values_permuted_proved : yun2020_lemma4_values_permuted.
Proof.
  permutation.
  etransitivity; [exact (tilted_permuted d n P _ _ i j HP Hi Hj (centre_moved_permuted d n m L HL P HP)) |].
  symmetry. exact (picked d n m L Hd Hm HL P HP (tilted d n (centre_table m L) i) j Hj).
Qed.

Theorem yun2020_lemma4_cubes_permuted_proved : yun2020_lemma4_cubes_permuted.
Proof.
  permutation. rewrite !(entry_permuted n) by assumption. pose proof (at_permutation n P j HP Hj) as Hp.
  rewrite !(moved d n m L HL) by assumption. change (1 / inject_Z m) with (delta m).
  pose proof (delta_positive m ltac:(lia)). lra.
Qed.

Theorem yun2020_lemma4_link_cube_proved : yun2020_lemma4_link_cube.
Proof.
  permutation. etransitivity; [exact (tilted_permuted d n P _ _ i j HP Hi Hj (cube_permuted d n m L Hd Hm HL P HP)) |].
  symmetry. exact (tilted_permuted d n P _ _ i j HP Hi Hj (centre_permuted d n m L P HP)).
Qed.

Theorem yun2020_lemma4_link_centre_proved : yun2020_lemma4_link_centre.
Proof.
  permutation. etransitivity; [exact (tilted_permuted d n P _ _ i j HP Hi Hj (centre_permuted d n m L P HP)) |].
  symmetry. exact (tilted_permuted d n P _ _ i j HP Hi Hj (centre_moved_permuted d n m L HL P HP)).
Qed.

Lemma picked_cube : forall (d n m : nat) L, (1 <= d)%nat -> (2 <= m)%nat -> G_delta d n m L -> forall P i j,
  permutation_of n P -> (1 <= i <= d)%Z -> (1 <= j <= n)%Z ->
  tilted d n (cube_table m (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L))) i (at_ P j) ==
  tilted d n (centre_table m L) i (at_ P j).
Proof.
  intros d n m L Hd Hm HL P i j HP Hi Hj. apply tilted_same; [now apply cube_inside | exact Hi |].
  now apply at_permutation.
Qed.

Theorem yun2020_lemma4_link_value_proved : yun2020_lemma4_link_value.
Proof.
  permutation.
  etransitivity; [exact (picked d n m L Hd Hm HL P HP (tilted d n (centre_table m L) i) j Hj) |].
  etransitivity; [symmetry; exact (picked_cube d n m L Hd Hm HL P i j HP Hi Hj) |].
  symmetry. exact (picked d n m L Hd Hm HL P HP
    (tilted d n (cube_table m (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L))) i) j Hj).
Qed.

Theorem yun2020_lemma4_equivariant_proved : yun2020_lemma4_equivariant.
Proof.
  permutation. etransitivity; [exact (tilted_permuted d n P _ _ i j HP Hi Hj (cube_permuted d n m L Hd Hm HL P HP)) |].
  etransitivity; [symmetry; exact (picked_cube d n m L Hd Hm HL P i j HP Hi Hj) |].
  symmetry. exact (picked d n m L Hd Hm HL P HP
    (tilted d n (cube_table m (run (PositionNetworks.into_cube d m (2 # 3)) (in_unit_1 m L))) i) j Hj).
Qed.
