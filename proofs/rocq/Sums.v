(** * Sums: finite sums and products of real numbers, over numbers below k and over entries *)

From Coq Require Import Reals List Lra Lia.
From Exactua Require Import Matrices Distance.
Open Scope R_scope.

Lemma sum_below_ext : forall k a b, (forall i, (i < k)%nat -> a i = b i) -> sum_below k a = sum_below k b.
Proof. induction k; simpl; intros a b H; [reflexivity |]. rewrite (IHk a b), (H k); auto with arith. Qed.

Lemma sum_below_le : forall k a b, (forall i, (i < k)%nat -> a i <= b i) -> sum_below k a <= sum_below k b.
Proof.
  induction k; simpl; intros a b H; [lra |]. apply Rplus_le_compat; [apply IHk; auto with arith | apply H; lia].
Qed.

Lemma sum_below_nonnegative : forall k a, (forall i, (i < k)%nat -> 0 <= a i) -> 0 <= sum_below k a.
Proof.
  induction k; simpl; intros a H; [lra |]. apply Rplus_le_le_0_compat; [apply IHk; auto with arith | apply H; lia].
Qed.

Lemma sum_below_scale : forall k x a, sum_below k (fun i => x * a i) = x * sum_below k a.
Proof. induction k; simpl; intros x a; [ring |]. rewrite IHk. ring. Qed.

Lemma sum_below_plus : forall k a b, sum_below k (fun i => a i + b i) = sum_below k a + sum_below k b.
Proof. induction k; simpl; intros a b; [ring |]. rewrite IHk. ring. Qed.

Lemma sum_below_zero : forall k a, (forall i, (i < k)%nat -> a i = 0) -> sum_below k a = 0.
Proof. induction k; simpl; intros a H; [reflexivity |]. rewrite IHk, H; auto with arith; ring. Qed.

Lemma sum_below_grows : forall k l a, (forall i, 0 <= a i) -> (k <= l)%nat -> sum_below k a <= sum_below l a.
Proof. intros k l a H Hkl. induction Hkl; simpl; [lra |]. pose proof (H m). lra. Qed.

Lemma sum_below_grows_to :
  forall k l a, (forall i, (i < k)%nat -> 0 <= a i) -> (l <= k)%nat -> sum_below l a <= sum_below k a.
Proof.
  intros k l a H Hlk. induction Hlk as [| k Hlk IH]; [right; reflexivity |]. simpl.
  pose proof (H k ltac:(lia)). pose proof (IH (fun i Hi => H i ltac:(lia))). lra.
Qed.

Lemma sum_below_has : forall k a i, (forall j, (j < k)%nat -> 0 <= a j) -> (i < k)%nat -> a i <= sum_below k a.
Proof.
  induction k; intros a i H Hi; [lia |]. simpl.
  pose proof (sum_below_nonnegative k a (fun j Hj => H j (Nat.lt_lt_succ_r _ _ Hj))) as Hk.
  destruct (Nat.eq_dec i k) as [-> | Hn]; [lra |].
  pose proof (IHk a i (fun j Hj => H j (Nat.lt_lt_succ_r _ _ Hj)) ltac:(lia)). pose proof (H k ltac:(lia)). lra.
Qed.

(** If all terms but term i are 0, the sum is term i. *)
Lemma sum_below_single :
  forall k a i, (i < k)%nat -> (forall j, (j < k)%nat -> j <> i -> a j = 0) -> sum_below k a = a i.
Proof.
  induction k; intros a i Hi H; [lia |]. simpl. destruct (Nat.eq_dec i k) as [-> | Hn].
  - rewrite sum_below_zero; [ring |]. intros j Hj. apply H; lia.
  - rewrite (IHk a i) by (try lia; intros j Hj; apply H; lia). rewrite (H k) by lia. ring.
Qed.

(** The first k terms of one sequence, then those of another. *)
Definition followed {A : Type} (k : nat) (a b : nat -> A) (i : nat) : A := if (i <? k)%nat then a i else b (i - k)%nat.

Lemma sum_below_followed :
  forall k l (a b : nat -> R), sum_below (k + l) (followed k a b) = sum_below k a + sum_below l b.
Proof.
  intros k l a b. induction l.
  - rewrite Nat.add_0_r. simpl. rewrite Rplus_0_r. apply sum_below_ext. intros i Hi. unfold followed.
    apply Nat.ltb_lt in Hi. now rewrite Hi.
  - rewrite Nat.add_succ_r. simpl. rewrite IHl. unfold followed at 1.
    replace ((k + l <? k)%nat) with false by (symmetry; apply Nat.ltb_ge; lia).
    replace (k + l - k)%nat with l by lia. ring.
Qed.

(** Two sequences in turn. *)
Definition in_turn {A : Type} (a b : nat -> A) (i : nat) : A := if Nat.even i then a (Nat.div2 i) else b (Nat.div2 i).

Lemma in_turn_even : forall A (a b : nat -> A) i, in_turn a b (2 * i) = a i.
Proof.
  intros A a b i. unfold in_turn. rewrite Nat.even_mul. simpl Nat.even. cbv beta iota. now rewrite Nat.div2_double.
Qed.

Lemma in_turn_odd : forall A (a b : nat -> A) i, in_turn a b (S (2 * i)) = b i.
Proof.
  intros A a b i. unfold in_turn. rewrite Nat.even_succ, <- Nat.negb_even, Nat.even_mul.
  cbv [Nat.even orb negb]. now rewrite Nat.div2_succ_double.
Qed.

Lemma sum_below_in_turn :
  forall k (a b : nat -> R), sum_below (2 * k) (in_turn a b) = sum_below k a + sum_below k b.
Proof.
  induction k; intros a b; [simpl; ring |]. replace (2 * S k)%nat with (S (S (2 * k))) by lia.
  change (sum_below (2 * k) (in_turn a b) + in_turn a b (2 * k) + in_turn a b (S (2 * k))
          = sum_below k a + a k + (sum_below k b + b k)).
  rewrite IHk, in_turn_even, in_turn_odd. ring.
Qed.

Lemma in_turn_all : forall A (P : A -> Prop) a b i, (forall j, P (a j)) -> (forall j, P (b j)) -> P (in_turn a b i).
Proof. intros A P a b i Ha Hb. unfold in_turn. destruct (Nat.even i); auto. Qed.

(** ** Sums and products over entries *)

Lemma entries_in : forall d n i j, In (i, j) (entries d n) <-> (i < d)%nat /\ (j < n)%nat.
Proof. intros d n i j. unfold entries. rewrite in_prod_iff, !in_seq. lia. Qed.

Lemma sum_over_le :
  forall l a b, (forall i j, In (i, j) l -> a i j <= b i j) -> sum_over l a <= sum_over l b.
Proof.
  induction l as [| [i j] l IH]; simpl; intros a b H; [lra |]. unfold sum_over in *. simpl.
  apply Rplus_le_compat; [apply H | apply IH; intros; apply H]; auto.
Qed.

Lemma sum_over_has :
  forall l a i j, (forall k m, 0 <= a k m) -> In (i, j) l -> a i j <= sum_over l a.
Proof.
  induction l as [| [k m] l IH]; intros a i j Ha Hin; [easy |]. unfold sum_over in *. simpl.
  assert (Hl : 0 <= fold_right (fun position sum => a (fst position) (snd position) + sum) 0 l).
  { clear - Ha. induction l as [| e l IH]; simpl; [lra |]. pose proof (Ha (fst e) (snd e)). lra. }
  destruct Hin as [E | Hin]; [injection E as -> ->; lra |].
  pose proof (IH a i j Ha Hin). pose proof (Ha k m). lra.
Qed.

Lemma sum_over_scale : forall l x a, sum_over l (fun i j => x * a i j) = x * sum_over l a.
Proof. induction l as [| [i j] l IH]; unfold sum_over in *; simpl; intros x a; [ring |]. rewrite IH. ring. Qed.

Lemma sum_over_plus : forall l a b, sum_over l (fun i j => a i j + b i j) = sum_over l a + sum_over l b.
Proof. induction l as [| [i j] l IH]; unfold sum_over in *; simpl; intros a b; [ring |]. rewrite IH. ring. Qed.

Lemma sum_over_constant : forall l x, sum_over l (fun _ _ => x) = INR (length l) * x.
Proof.
  induction l as [| [i j] l IH]; unfold sum_over in *; intros x; [simpl; ring |].
  simpl length. rewrite S_INR. simpl fold_right. rewrite IH. ring.
Qed.

Lemma product_over_cons : forall i j l a, product_over ((i, j) :: l) a = a i j * product_over l a.
Proof. reflexivity. Qed.

Lemma product_over_ext :
  forall l a b, (forall i j, In (i, j) l -> a i j = b i j) -> product_over l a = product_over l b.
Proof.
  induction l as [| [i j] l IH]; simpl; intros a b H; [reflexivity |]. unfold product_over in *. simpl.
  rewrite (H i j) by auto. f_equal. apply IH. intros; apply H; auto.
Qed.

Lemma product_over_nonnegative : forall l a, (forall i j, In (i, j) l -> 0 <= a i j) -> 0 <= product_over l a.
Proof.
  induction l as [| [i j] l IH]; simpl; intros a H; unfold product_over in *; simpl; [lra |].
  apply Rmult_le_pos; [apply H | apply IH; intros; apply H]; auto.
Qed.

Lemma product_over_one : forall l a, (forall i j, In (i, j) l -> a i j = 1) -> product_over l a = 1.
Proof.
  induction l as [| [i j] l IH]; simpl; intros a H; unfold product_over in *; simpl; [reflexivity |].
  rewrite H by auto. rewrite IH; [ring |]. intros; apply H; auto.
Qed.

Lemma product_over_zero : forall l a i j, In (i, j) l -> a i j = 0 -> product_over l a = 0.
Proof.
  induction l as [| [k m] l IH]; simpl; intros a i j H H0; [easy |]. unfold product_over in *. simpl.
  destruct H as [H | H]; [injection H as -> ->; rewrite H0; ring |]. rewrite (IH a i j H H0). ring.
Qed.
