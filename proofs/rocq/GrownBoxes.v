(** * GrownBoxes: boxes a little larger or smaller on all sides, whose volumes are as near as one likes *)

From Coq Require Import Reals List Lra Lia ConstructiveEpsilon.
From Exactua Require Import Matrices Distance Sums Boxes.
Open Scope R_scope.

(** B with each face moved outwards by u, or inwards if u < 0. *)
Definition grown (u : R) (B : box) : box := Box (fun i j => low B i j - u) (fun i j => high B i j + u).

Lemma grown_has : forall d n u B X Y, in_box d n B X -> within d n u X Y -> in_box d n (grown u B) Y.
Proof.
  intros d n u B X Y HX HY i j Hi Hj. specialize (HX i j Hi Hj). specialize (HY i j Hi Hj).
  apply Rabs_def2 in HY. simpl. lra.
Qed.

Lemma shrunk_inside : forall d n u B X, 0 < u -> in_box d n (grown (- u) B) X -> interior d n B X.
Proof. intros d n u B X Hu HX i j Hi Hj. specialize (HX i j Hi Hj). simpl in HX. lra. Qed.

Lemma product_over_le :
  forall l a b, (forall i j, In (i, j) l -> 0 <= a i j <= b i j) -> product_over l a <= product_over l b.
Proof.
  induction l as [| [i j] l IH]; intros a b H; [right; reflexivity |]. rewrite !product_over_cons.
  apply Rmult_le_compat.
  - apply H. now left.
  - apply product_over_nonnegative. intros k m Hin. apply H. now right.
  - apply H. now left.
  - apply IH. intros k m Hin. apply H. now right.
Qed.

Lemma shrunk_volume : forall d n u B, 0 < u -> volume d n (grown (- u) B) <= volume d n B.
Proof.
  intros d n u B Hu. apply product_over_le. intros i j _. split; [apply Rmax_l |]. simpl.
  apply Rle_max_compat_l. lra.
Qed.

Lemma grown_by_nothing : forall d n B, volume d n (grown 0 B) = volume d n B.
Proof. intros d n B. apply product_over_ext. intros i j _. simpl. f_equal. ring. Qed.

Lemma side_continuous : forall l h, continuity_pt (fun u => Rmax 0 (h + u - (l - u))) 0.
Proof.
  intros l h r Hr. exists (r / 3). split; [lra |]. intros u [_ Hu]. simpl in *. unfold R_dist in *.
  apply Rabs_def2 in Hu. apply Rabs_def1;
    destruct (Rmax_cases 0 (h + u - (l - u))) as [[? ->] | [? ->]];
    destruct (Rmax_cases 0 (h + 0 - (l - 0))) as [[? ->] | [? ->]]; lra.
Qed.

Lemma volume_continuous : forall d n B, continuity_pt (fun u => volume d n (grown u B)) 0.
Proof.
  intros d n B. unfold volume. induction (entries d n) as [| [i j] l IH].
  - apply continuity_pt_const. intros x y. reflexivity.
  - apply (continuity_pt_mult (fun u => Rmax 0 (high B i j + u - (low B i j - u)))
      (fun u => product_over l (fun i j => Rmax 0 (high (grown u B) i j - low (grown u B) i j)))).
    + apply side_continuous.
    + exact IH.
Qed.

Lemma weight_continuous :
  forall d n k (c : nat -> R) (B : nat -> box),
  continuity_pt (fun u => sum_below k (fun i => c i * volume d n (grown u (B i)))) 0.
Proof.
  intros d n k c B. induction k as [| k IH].
  - apply continuity_pt_const. intros x y. reflexivity.
  - apply (continuity_pt_plus (fun u => sum_below k (fun i => c i * volume d n (grown u (B i))))
      (fun u => c k * volume d n (grown u (B k)))); [exact IH |].
    apply (continuity_pt_scal (fun u => volume d n (grown u (B k)))), volume_continuous.
Qed.

Lemma near_zero : forall f, continuity_pt f 0 -> forall r, 0 < r ->
  exists s, 0 < s /\ forall u, Rabs u < s -> Rabs (f u - f 0) < r.
Proof.
  intros f Hf r Hr. destruct (Hf r Hr) as (s & Hs & H). exists s. split; [exact Hs |]. intros u Hu.
  destruct (Req_dec u 0) as [-> | Hne]; [replace (f 0 - f 0) with 0 by ring; now rewrite Rabs_R0 |].
  apply H. split; [split; [exact I | now apply not_eq_sym] |]. simpl. unfold R_dist. now rewrite Rminus_0_r.
Qed.

(** Boxes B_i with weights grow by some u_i > 0 each such that the weights grow by at most r 2^-(i+1). *)
Lemma grown_a_little :
  forall d n (c : nat -> R) (B : nat -> box) r, 0 < r ->
  exists u : nat -> R, (forall i, 0 < u i) /\
    forall i, c i * volume d n (grown (u i) (B i)) <= c i * volume d n (B i) + r * (/ 2) ^ S i.
Proof.
  intros d n c B r Hr.
  assert (Hsome : forall i, exists m, c i * volume d n (grown ((/ 2) ^ m) (B i)) <=
                                      c i * volume d n (B i) + r * (/ 2) ^ S i).
  { intros i. assert (Hp : 0 < r * (/ 2) ^ S i) by (apply Rmult_lt_0_compat; [exact Hr | apply pow_lt; lra]).
    destruct (near_zero (fun u => c i * volume d n (grown u (B i)))
      (continuity_pt_scal _ (c i) 0 (volume_continuous d n (B i))) _ Hp) as (s & Hs & H).
    destruct (pow_lt_1_zero (/ 2)) with (y := s) as [m Hm]; [rewrite Rabs_right; lra | exact Hs |].
    exists m. specialize (H _ (Hm m (le_n m))). rewrite grown_by_nothing in H. apply Rabs_def2 in H. lra. }
  exists (fun i => (/ 2) ^ proj1_sig (constructive_indefinite_ground_description_nat
    (fun m => c i * volume d n (grown ((/ 2) ^ m) (B i)) <= c i * volume d n (B i) + r * (/ 2) ^ S i)
    (fun m => Rle_dec _ _) (Hsome i))).
  split; intros i; [apply pow_lt; lra |].
  exact (proj2_sig (constructive_indefinite_ground_description_nat _ _ (Hsome i))).
Qed.

Lemma halves : forall k r, 0 <= r -> sum_below k (fun i => r * (/ 2) ^ S i) <= r.
Proof.
  intros k r Hr. assert (E : sum_below k (fun i => r * (/ 2) ^ S i) = r * (1 - (/ 2) ^ k)).
  { induction k as [| k IH]; simpl in *; [ring | rewrite IH; field]. }
  rewrite E. assert (0 < (/ 2) ^ k) by (apply pow_lt; lra).
  pose proof (Rmult_le_pos r ((/ 2) ^ k) Hr). lra.
Qed.
