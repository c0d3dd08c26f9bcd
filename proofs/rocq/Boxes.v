(** * Boxes: a finite sum of boxes with weights of any sign that is nowhere negative has no negative weight

    This is all that is needed of an integral: it is positive. By induction on the entries, from intervals of the line. *)

From Coq Require Import Reals List FinFun Lra Lia.
From Exactua Require Import Matrices Distance Sums.
Import ListNotations.
Open Scope R_scope.

(** ** Intervals of the line *)

(** 1 if t is in [a, b], else 0. *)
Definition between (a b t : R) : R := if Rle_dec a t then if Rle_dec t b then 1 else 0 else 0.

(** The length of what [a, b] and [x, y] have in common. *)
Definition part (a b x y : R) : R := Rmax 0 (Rmin b y - Rmax a x).

Lemma Rmax_cases : forall x y, (x <= y /\ Rmax x y = y) \/ (y <= x /\ Rmax x y = x).
Proof. intros x y. unfold Rmax. destruct (Rle_dec x y); [left | right]; lra. Qed.

Lemma Rmin_cases : forall x y, (x <= y /\ Rmin x y = x) \/ (y <= x /\ Rmin x y = y).
Proof. intros x y. unfold Rmin. destruct (Rle_dec x y); [left | right]; lra. Qed.

(** Every minimum, and then every maximum from within, is the one or the other. *)
Ltac by_cases :=
  repeat match goal with |- context [Rmin ?x ?y] => destruct (Rmin_cases x y) as [[? ->] | [? ->]] end;
  repeat match goal with
    |- context [Rmax ?x ?y] =>
      lazymatch y with context [Rmax _ _] => fail | _ => destruct (Rmax_cases x y) as [[? ->] | [? ->]] end
    end;
  try lra.

Lemma part_splits : forall a b x e y, x <= e <= y -> part a b x y = part a b x e + part a b e y.
Proof. intros a b x e y H. unfold part. by_cases. Qed.

Lemma part_of_point : forall a b x, part a b x x = 0.
Proof. intros a b x. unfold part. by_cases. Qed.

Lemma part_inside :
  forall a b x y, x < y -> (a <= x \/ y <= a) -> (b <= x \/ y <= b) ->
  part a b x y = (y - x) * between a b ((x + y) / 2).
Proof.
  intros a b x y Hxy Ha Hb. unfold part, between.
  destruct (Rle_dec a ((x + y) / 2)), (Rle_dec ((x + y) / 2) b), Ha, Hb; by_cases.
Qed.

Lemma part_of_all : forall a b M, - M <= a <= M -> - M <= b <= M -> part a b (- M) M = Rmax 0 (b - a).
Proof. intros a b M Ha Hb. unfold part. by_cases. Qed.

Section Line.
  Variables (k : nat) (v a b : nat -> R).
  Hypothesis positive : forall t, 0 <= sum_below k (fun i => v i * between (a i) (b i) t).

  Lemma parts_positive :
    forall ends x y, x <= y ->
    (forall i, (i < k)%nat -> x < a i < y -> In (a i) ends) ->
    (forall i, (i < k)%nat -> x < b i < y -> In (b i) ends) ->
    0 <= sum_below k (fun i => v i * part (a i) (b i) x y).
  Proof.
    induction ends as [| e ends IH]; intros x y Hxy Ha Hb.
    - destruct Hxy as [Hxy | <-].
      + rewrite (sum_below_ext _ _ (fun i => (y - x) * (v i * between (a i) (b i) ((x + y) / 2)))).
        * rewrite sum_below_scale. apply Rmult_le_pos; [lra | apply positive].
        * intros i Hi. rewrite (part_inside (a i) (b i) x y); [ring | exact Hxy | |].
          -- destruct (Rle_dec (a i) x); [now left |]. destruct (Rle_dec y (a i)); [now right |].
             destruct (Ha i Hi). lra.
          -- destruct (Rle_dec (b i) x); [now left |]. destruct (Rle_dec y (b i)); [now right |].
             destruct (Hb i Hi). lra.
      + rewrite sum_below_zero; [lra |]. intros i _. rewrite part_of_point. ring.
    - destruct (Rlt_dec x e) as [Hxe | Hxe]; [destruct (Rlt_dec e y) as [Hey | Hey] |].
      + rewrite (sum_below_ext _ _ (fun i => v i * part (a i) (b i) x e + v i * part (a i) (b i) e y)).
        * rewrite sum_below_plus.
          apply Rplus_le_le_0_compat; apply IH; try lra; intros i Hi H;
            [destruct (Ha i Hi) | destruct (Hb i Hi) | destruct (Ha i Hi) | destruct (Hb i Hi)]; try lra; assumption.
        * intros i _. rewrite (part_splits (a i) (b i) x e y) by lra. ring.
      + apply IH; [exact Hxy | |]; intros i Hi H; [destruct (Ha i Hi H) | destruct (Hb i Hi H)]; try lra; assumption.
      + apply IH; [exact Hxy | |]; intros i Hi H; [destruct (Ha i Hi H) | destruct (Hb i Hi H)]; try lra; assumption.
  Qed.

  Lemma line_positive : 0 <= sum_below k (fun i => v i * Rmax 0 (b i - a i)).
  Proof.
    set (M := sum_below k (fun i => Rabs (a i) + Rabs (b i))).
    assert (Hpos : forall i, 0 <= Rabs (a i) + Rabs (b i)).
    { intros i. pose proof (Rabs_pos (a i)). pose proof (Rabs_pos (b i)). lra. }
    assert (HM : forall i, (i < k)%nat -> - M <= a i <= M /\ - M <= b i <= M).
    { intros i Hi.
      pose proof (sum_below_has k (fun i => Rabs (a i) + Rabs (b i)) i (fun j _ => Hpos j) Hi) as H.
      cbv beta in H. fold M in H.
      pose proof (Rabs_pos (a i)). pose proof (Rabs_pos (b i)).
      pose proof (Rle_abs (a i)). pose proof (Rle_abs (b i)).
      pose proof (Rle_abs (- a i)) as Na. pose proof (Rle_abs (- b i)) as Nb. rewrite Rabs_Ropp in Na, Nb. lra. }
    rewrite (sum_below_ext _ _ (fun i => v i * part (a i) (b i) (- M) M)).
    - apply (parts_positive (map a (seq 0 k) ++ map b (seq 0 k))).
      + assert (0 <= M) by (apply sum_below_nonnegative; intros; apply Hpos). lra.
      + intros i Hi _. apply in_or_app. left. apply in_map, in_seq. lia.
      + intros i Hi _. apply in_or_app. right. apply in_map, in_seq. lia.
    - intros i Hi. destruct (HM i Hi). now rewrite part_of_all.
  Qed.
End Line.

(** ** Boxes, over a list of positions *)

Definition side (B : box) (i j : nat) : R := Rmax 0 (high B i j - low B i j).

Definition has (B : box) (X : matrix) (i j : nat) : R := between (low B i j) (high B i j) (X i j).

(** X with t at position (i, j). *)
Definition put (i j : nat) (t : R) (X : matrix) : matrix :=
  fun k l => if ((k =? i) && (l =? j))%nat%bool then t else X k l.

Lemma put_there : forall i j t X, put i j t X i j = t.
Proof. intros i j t X. unfold put. now rewrite !Nat.eqb_refl. Qed.

Lemma put_elsewhere : forall i j t X k l, (k, l) <> (i, j) -> put i j t X k l = X k l.
Proof.
  intros i j t X k l H. unfold put. destruct (Nat.eqb_spec k i) as [-> |]; [| reflexivity].
  destruct (Nat.eqb_spec l j) as [-> |]; [congruence | reflexivity].
Qed.

Lemma boxes_positive_over :
  forall positions, NoDup positions -> forall k (w : nat -> R) (B : nat -> box),
  (forall X, 0 <= sum_below k (fun i => w i * product_over positions (has (B i) X))) ->
  0 <= sum_below k (fun i => w i * product_over positions (side (B i))).
Proof.
  induction 1 as [| [r s] positions Hnot _ IH]; intros k w B H.
  - exact (H zero).
  - rewrite (sum_below_ext _ _ (fun i =>
      w i * product_over positions (side (B i)) * Rmax 0 (high (B i) r s - low (B i) r s)))
      by (intros i _; unfold product_over, side; simpl; ring).
    apply line_positive. intros t.
    rewrite (sum_below_ext _ _ (fun i =>
      w i * between (low (B i) r s) (high (B i) r s) t * product_over positions (side (B i))))
      by (intros i _; ring).
    apply IH. intros X. eapply Rle_trans; [apply (H (put r s t X)) |]. right.
    apply sum_below_ext. intros i _. unfold product_over. simpl fold_right. fold (product_over positions).
    change (w i * (has (B i) (put r s t X) r s * product_over positions (has (B i) (put r s t X))) =
            w i * between (low (B i) r s) (high (B i) r s) t * product_over positions (has (B i) X)).
    replace (has (B i) (put r s t X) r s) with (between (low (B i) r s) (high (B i) r s) t)
      by (unfold has; now rewrite put_there).
    rewrite (product_over_ext positions (has (B i) (put r s t X)) (has (B i) X)); [ring |].
    intros k' l Hin. unfold has. rewrite put_elsewhere; [reflexivity |]. intros E. now rewrite E in Hin.
Qed.

Lemma both_once :
  forall (A : Type) (l m : list A), NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  intros A l m Hl Hm. induction Hl as [| x l Hx _ IH]; simpl; intros H; [exact Hm |]. constructor.
  - intros Hin. apply in_app_or in Hin as [Hin | Hin]; [contradiction |]. apply (H x); auto.
  - apply IH. auto.
Qed.

Lemma entries_once : forall d n, NoDup (entries d n).
Proof.
  intros d n. unfold entries. generalize (seq_NoDup d 0). generalize (seq 0 d) as rows.
  induction 1 as [| i rows Hnot _ IH]; simpl; [constructor |]. apply both_once; [| exact IH |].
  - apply Injective_map_NoDup; [intros x y E; now injection E | apply seq_NoDup].
  - intros [k l] Hk Hin. apply in_map_iff in Hk as (j & E & _). injection E as -> ->.
    apply in_prod_iff in Hin as [Hin _]. contradiction.
Qed.

Lemma boxes_positive :
  forall d n k (w : nat -> R) (B : nat -> box), (forall X, 0 <= sum_below k (fun i => w i * indicator d n (B i) X)) ->
  0 <= sum_below k (fun i => w i * volume d n (B i)).
Proof. intros d n. apply boxes_positive_over, entries_once. Qed.

(** The boxes of [Distance]. *)
Lemma indicator_is : forall d n B X, indicator d n B X = product_over (entries d n) (has B X).
Proof. reflexivity. Qed.

Lemma volume_is : forall d n B, volume d n B = product_over (entries d n) (side B).
Proof. reflexivity. Qed.

Lemma volume_nonnegative : forall d n B, 0 <= volume d n B.
Proof. intros d n B. apply product_over_nonnegative. intros i j _. apply Rmax_l. Qed.

Lemma between_is : forall a b t, (a <= t <= b /\ between a b t = 1) \/ (~ a <= t <= b /\ between a b t = 0).
Proof. intros a b t. unfold between. destruct (Rle_dec a t), (Rle_dec t b); [left | right ..]; split; lra. Qed.

(** X is in B. *)
Definition in_box (d n : nat) (B : box) (X : matrix) : Prop :=
  forall i j, (i < d)%nat -> (j < n)%nat -> low B i j <= X i j <= high B i j.

Lemma indicator_in : forall d n B X, in_box d n B X -> indicator d n B X = 1.
Proof.
  intros d n B X H. rewrite indicator_is. apply product_over_one. intros i j Hin. apply entries_in in Hin as [Hi Hj].
  unfold has. destruct (between_is (low B i j) (high B i j) (X i j)) as [[_ E] | [N _]]; [exact E |].
  destruct N. now apply H.
Qed.

Lemma indicator_cases : forall d n B X,
  (in_box d n B X /\ indicator d n B X = 1) \/ (~ in_box d n B X /\ indicator d n B X = 0).
Proof.
  intros d n B X.
  assert (Hdec : indicator d n B X = 1 \/ indicator d n B X = 0).
  { rewrite indicator_is. generalize (entries d n). induction l as [| [i j] l IH]; [now left |].
    rewrite product_over_cons.
    replace (has B X i j) with (between (low B i j) (high B i j) (X i j)) by reflexivity.
    destruct (between_is (low B i j) (high B i j) (X i j)) as [[_ ->] | [_ ->]];
      destruct IH as [-> | ->]; lra. }
  destruct Hdec as [E | E]; [left | right]; (split; [| exact E]).
  - intros i j Hi Hj. destruct (between_is (low B i j) (high B i j) (X i j)) as [[H _] | [_ H]]; [exact H |].
    exfalso. rewrite indicator_is, (product_over_zero _ _ i j) in E; [lra | now apply entries_in | exact H].
  - intros H. rewrite indicator_in in E by exact H. lra.
Qed.

Lemma indicator_out : forall d n B X, ~ in_box d n B X -> indicator d n B X = 0.
Proof. intros d n B X H. destruct (indicator_cases d n B X) as [[H' _] | [_ E]]; [contradiction | exact E]. Qed.

Lemma indicator_nonnegative : forall d n B X, 0 <= indicator d n B X.
Proof. intros d n B X. destruct (indicator_cases d n B X) as [[_ ->] | [_ ->]]; lra. Qed.
