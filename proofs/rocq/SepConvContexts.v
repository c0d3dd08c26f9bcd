(** * SepConvContexts: one separable convolution with filters of size 2n - 1, behind a bias, tells contexts apart

    Entry j of u^T SepConv(L) is B^(n-1-j) N, where N has the ids of L as its digits in the base B, none of them 0: how
    often B divides it tells j. *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks Matrices Cubes NetworkLaws NetworkStatements RealSelectiveShift BProjContexts.
Import ListNotations.
Open Scope R_scope.

Local Notation total := (Networks.total (F := reals)).
Local Notation product := (Networks.product (F := reals)).

Lemma total_of_sum : forall k f g, total k (fun i => f i + g i) = total k f + total k g.
Proof.
  induction k as [| k IH]; intros f g; cbn [Networks.total Networks.zero plus number reals]; [ring |].
  rewrite IH. ring.
Qed.

(** The lowest digit. *)
Lemma numeral_lowest : forall B k f, (1 <= k)%nat -> exists q, numeral B k f = (f 0%nat + B * q)%nat.
Proof.
  intros B k f Hk. induction k as [| k IH]; [lia |]. cbn [numeral]. destruct k as [| k].
  - exists 0%nat. cbn [numeral Nat.pow]. lia.
  - destruct (IH ltac:(lia)) as [q E]. rewrite E. exists (q + B ^ k * f (S k))%nat. cbn [Nat.pow]. ring.
Qed.

(** B^a N tells a and N where the lowest digit of N is not 0. *)
Lemma powers_apart : forall B k f g a b, (2 <= B)%nat -> (1 <= k)%nat -> (1 <= f 0%nat < B)%nat -> (1 <= g 0%nat <
  B)%nat ->
  (B ^ a * numeral B k f = B ^ b * numeral B k g)%nat -> a = b /\ numeral B k f = numeral B k g.
Proof.
  assert (G : forall B k f g a b, (2 <= B)%nat -> (1 <= k)%nat -> (1 <= f 0%nat < B)%nat -> (a < b)%nat ->
    (B ^ a * numeral B k f)%nat <> (B ^ b * numeral B k g)%nat).
  { intros B k f g a b HB Hk F L E. destruct (numeral_lowest B k f Hk) as [q Eq].
    replace b with (a + S (b - a - 1))%nat in E by lia. rewrite Nat.pow_add_r, <- Nat.mul_assoc in E.
    apply Nat.mul_cancel_l in E; [| apply Nat.pow_nonzero; lia]. cbn [Nat.pow] in E. rewrite Eq in E.
    set (r := (B ^ (b - a - 1) * numeral B k g)%nat). assert (E' : (f 0 + B * q = B * r)%nat) by (unfold r; lia).
    assert (M : ((f 0%nat + q * B) mod B = (0 + r * B) mod B)%nat) by (f_equal; lia).
    rewrite !Nat.mod_add, Nat.mod_small, Nat.mod_0_l in M by lia. lia. }
  intros B k f g a b HB Hk F F' E. destruct (lt_eq_lt_dec a b) as [[L | L] | L].
  - exfalso. exact (G B k f g a b HB Hk F L E).
  - subst b. split; [reflexivity |]. apply Nat.mul_cancel_l in E; [exact E | apply Nat.pow_nonzero; lia].
  - exfalso. exact (G B k g f b a HB Hk F' L (eq_sym E)).
Qed.

(** A sum over a filter of 2n - 1 numbers is one over tokens. *)
Lemma filtered : forall n j (w : nat -> R) (x : nat -> R), (j < n)%nat ->
  total (2 * n - 1) (fun s => w s * (if ((n - 1 <=? j + s) && (j + s - (n - 1) <? n))%nat%bool then x (j + s - (n -
    1))%nat else 0)) =
  total n (fun t => w (t + (n - 1 - j))%nat * x t).
Proof.
  intros n j w x Hj.
  set (term := fun s => w s * (if ((n - 1 <=? j + s) && (j + s - (n - 1) <? n))%nat%bool then x (j + s - (n - 1))%nat
    else 0)).
  assert (Shift : forall a k, (forall s, (s < a)%nat -> term s = 0) ->
    total (a + k) term = total k (fun t => term (t + a)%nat)).
  { intros a k Z. induction k as [| k IH].
    - rewrite Nat.add_0_r. exact (total_zero real_laws a term Z).
    - rewrite Nat.add_succ_r. cbn [Networks.total]. rewrite IH. do 2 f_equal. lia. }
  assert (Cut : forall a k, (forall s, (k <= s < k + a)%nat -> term s = 0) -> total (k + a) term = total k term).
  { intros a k Z. induction a as [| a IH]; [now rewrite Nat.add_0_r |]. rewrite Nat.add_succ_r. cbn [Networks.total].
    rewrite IH, Z by (intros; try apply Z; lia). cbn. real. ring. }
  replace (2 * n - 1)%nat with ((n - 1 - j + n) + j)%nat by lia. rewrite Cut, Shift.
  - apply total_ext. intros t Ht. unfold term. destruct (Nat.leb_spec (n - 1) (j + (t + (n - 1 - j)))); [| lia].
    destruct (Nat.ltb_spec (j + (t + (n - 1 - j)) - (n - 1)) n); [| lia]. cbn [andb]. do 2 f_equal. lia.
  - intros s Hs. unfold term. destruct (Nat.leb_spec (n - 1) (j + s)); [lia |]. cbn [andb]. ring.
  - intros s Hs. unfold term. destruct (Nat.leb_spec (n - 1) (j + s)); [| lia].
    destruct (Nat.ltb_spec (j + s - (n - 1)) n); [lia |]. cbn [andb]. ring.
Qed.

Theorem large_SepConv_is_contextual_holds : large_SepConv_is_contextual.
Proof.
  intros d n m Hd Hn Hm. assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  set (B := S (S (m ^ d))). set (u := read m).
  set (W_O := to_first_row m).
  set (W_C := fun (_ s : nat) => INR (B ^ s) - (if (s =? n - 1)%nat then 1 else 0) : R).
  set (b := fun i : nat => if (i =? 0)%nat then / INR m else 0 : R).
  set (before := fun X : matrix => sum (F := reals) X (in_each_column (F := reals) b)).
  set (id := fun (L : nat -> nat -> nat) k => S (numeral m d (fun i => L i k))).
  exists u, W_O, W_C, b. intros g.
  assert (D0 : (1 <= m ^ d)%nat) by (pose proof (Nat.pow_nonzero m d ltac:(lia)); lia).
  assert (Below : forall L k, grid_point d n m L -> (k < n)%nat -> (1 <= id L k < B)%nat).
  { intros L k HL Hk. unfold id, B. pose proof (numeral_below m d (fun i => L i k) Hm) as N. cbv beta in N.
    specialize (N (fun i Hi => HL i k Hi Hk)). lia. }
  assert (Row : forall X L k, (k < n)%nat -> same d n X (fun i j => INR (L i j) / INR m) ->
    row_of d u (before X) k = INR (id L k) / INR m).
  { intros X L k Hk E. unfold row_of, before, sum, in_each_column. cbn [plus reals].
    rewrite (total_ext d _ (fun i => u i * X i k + u i * b i)) by (intros; real; ring). rewrite total_of_sum.
    rewrite (total_at d (fun i => u i * b i) 0); [| lia | intros i _ Ne; unfold b;
      destruct (Nat.eqb_spec i 0); [contradiction | real; ring]].
    rewrite (total_ext d _ (fun i => / INR m * (INR (m ^ i) * INR (L i k))))
      by (intros i Hi; rewrite (E i k Hi Hk); unfold u, read; real; field; lra).
    rewrite total_scaled, <- numeral_real. unfold b, u, read, id. cbn [Nat.eqb Nat.pow]. change (INR 1) with 1.
    rewrite S_INR. real. unfold Rdiv. ring. }
  assert (Value : forall X L j, (j < n)%nat -> same d n X (fun i j => INR (L i j) / INR m) ->
    row_of d u (g X) j = INR (B ^ (n - 1 - j) * numeral B n (id L)) / INR m).
  { intros X L j Hj E. unfold g. fold (before X). set (Z := before X).
    assert (First : forall i, product d W_O (convolved n (2 * n - 1) (n - 1) Z W_C) i j =
      if (i =? 0)%nat then total d (fun l => u l * convolved n (2 * n - 1) (n - 1) Z W_C l j) else 0).
    { intros i. unfold Networks.product, W_O, to_first_row. destruct (i =? 0)%nat; [reflexivity |].
      apply (total_zero real_laws). intros l _. cbn. real. ring. }
    assert (Conv : forall l, convolved n (2 * n - 1) (n - 1) Z W_C l j =
      total n (fun t => W_C l (t + (n - 1 - j))%nat * Z l t)).
    { intros l. exact (filtered n j (W_C l) (Z l) Hj). }
    unfold row_of at 1. unfold SepConv, sum at 1.
    rewrite (total_ext d _ (fun i => u i * Z i j + (if (i =? 0)%nat then
      total d (fun l => u l * convolved n (2 * n - 1) (n - 1) Z W_C l j) else 0))).
    2: { intros i _. cbn [plus reals]. rewrite First. destruct (Nat.eqb_spec i 0) as [-> | Ne]; [| real; ring].
         unfold u at 1 3, read. cbn [Nat.pow]. change (INR 1) with 1. real. ring. }
    rewrite total_of_sum. change (total d (fun i => u i * Z i j)) with (row_of d u Z j).
    rewrite (total_at d (fun i => if (i =? 0)%nat then _ else 0) 0);
      [| lia | intros i _ Ne; destruct (Nat.eqb_spec i 0); [contradiction | reflexivity]].
    cbn [Nat.eqb].
    assert (Swap : total d (fun l => u l * convolved n (2 * n - 1) (n - 1) Z W_C l j) =
      total n (fun t => (INR (B ^ (t + (n - 1 - j))) - (if (t =? j)%nat then 1 else 0)) * row_of d u Z t)).
    { assert (Ex : forall k (h : nat -> nat -> R), total d (fun l => total k (fun t => h l t)) =
        total k (fun t => total d (fun l => h l t))).
      { induction k as [| k IH]; intros h; cbn [Networks.total].
        - apply (total_zero real_laws). reflexivity.
        - cbn [plus reals]. rewrite total_of_sum. now rewrite IH. }
      rewrite (total_ext d _ (fun l => total n (fun t => u l * (W_C l (t + (n - 1 - j))%nat * Z l t))))
        by (intros l _; rewrite Conv, total_scaled; reflexivity).
      rewrite Ex. apply total_ext. intros t Ht. unfold row_of. rewrite <- total_scaled. apply total_ext. intros l _.
      unfold W_C. replace (t + (n - 1 - j) =? n - 1)%nat with (t =? j)%nat;
        [cbn [times reals]; real; ring |].
      destruct (Nat.eqb_spec t j), (Nat.eqb_spec (t + (n - 1 - j)) (n - 1)); lia || reflexivity. }
    rewrite Swap.
    rewrite (total_ext n _ (fun t => INR (B ^ (n - 1 - j)) * / INR m * (INR (B ^ t) * INR (id L t)) +
      (if (t =? j)%nat then - row_of d u Z t else 0))).
    - rewrite total_of_sum, total_scaled, <- numeral_real.
      rewrite (total_at n (fun t => if (t =? j)%nat then - row_of d u Z t else 0) j Hj);
        [| intros t _ Ne; destruct (Nat.eqb_spec t j); [contradiction | reflexivity]].
      rewrite Nat.eqb_refl, mult_INR. real. unfold Rdiv. ring.
    - intros t Ht. rewrite Nat.pow_add_r, mult_INR. unfold Z. rewrite (Row X L t Ht E).
      destruct (t =? j)%nat; real; field; lra. }
  assert (Same : forall x y, INR x / INR m = INR y / INR m -> x = y).
  { intros x y E. apply INR_eq. apply (Rmult_eq_reg_r (/ INR m)); [exact E | apply Rinv_neq_0_compat; lra]. }
  assert (Tell : forall X L Y L', grid_point d n m L -> grid_point d n m L' ->
    same d n X (fun i j => INR (L i j) / INR m) -> same d n Y (fun i j => INR (L' i j) / INR m) ->
    (forall k, (k < n)%nat -> id L k = id L' k) -> same d n X Y).
  { intros X L Y L' HL HL' E E' H i j Hi Hj. rewrite (E i j Hi Hj), (E' i j Hi Hj). do 2 f_equal.
    apply (numeral_injective m d (fun i => L i j) (fun i => L' i j) Hm); try assumption;
      [intros a Ha; now apply HL | intros a Ha; now apply HL' |].
    specialize (H j Hj). unfold id in H. lia. }
  split.
  - intros X (L & HL & E) j k Hj Hk Ne F. rewrite !(Value X L) in F by assumption. apply Same in F.
    destruct (powers_apart B n (id L) (id L) _ _ ltac:(unfold B; lia) Hn (Below L 0%nat HL ltac:(lia))
      (Below L 0%nat HL ltac:(lia)) F) as [A _]. lia.
  - intros X Y (L & HL & E) (L' & HL' & E') Ne j k Hj Hk F.
    rewrite (Value X L), (Value Y L') in F by assumption. apply Same in F.
    destruct (powers_apart B n (id L) (id L') _ _ ltac:(unfold B; lia) Hn (Below L 0%nat HL ltac:(lia))
      (Below L' 0%nat HL' ltac:(lia)) F) as [_ A]. apply Ne.
    apply (Tell X L Y L' HL HL' E E').
    apply (numeral_injective B n (id L) (id L') ltac:(unfold B; lia)); [intros k' Hk'; apply (Below L k' HL Hk') |
      intros k' Hk'; apply (Below L' k' HL' Hk') | exact A].
Qed.
