(** * Theorem 3: softmax and ReLU (Sec. 3.1; not by the network of App. G)

    Behind the bands of [Theorem3Hardmax.v] the network of Proposition 5 is constant on cubes, so Lemma 6 on cubes gives
    one with softmax and ReLU: over all matrices, and so over K + E. *)

From Coq Require Import List Arith Lia Reals Lra.
From Exactua Require Import Networks NetworkLaws Matrices Distance Powers Sums Boxes Coverings Theorem2Hardmax Theorem2
  Theorem3Hardmax NetworkStatements.
Import ListNotations.
Open Scope R_scope.

Definition shifted (E X : matrix) : matrix := fun i j => X i j + E i j.

(** What is at most e over all matrices stays so after a shift of them: the boxes shift back. *)
Lemma distance_shifted : forall d n p f g E e, at_most d n p f g everywhere e ->
  at_most d n p (fun X => f (shifted E X)) (fun X => g (shifted E X)) everywhere e.
Proof.
  intros d n p f g E e (He & Bs & c & Hc & cover & weight). split; [exact He|].
  exists (fun k => Box (fun i j => low (Bs k) i j - E i j) (fun i j => high (Bs k) i j - E i j)), c.
  split; [exact Hc|]. split.
  - intros X _ r Hr. destruct (cover (shifted E X) I r Hr) as (k & Hk). exists k.
    erewrite sum_below_ext; [exact Hk|]. intros l _. cbn beta. f_equal. apply product_over_ext. intros i j _.
    unfold shifted. cbn [low high].
    destruct (Rle_dec (low (Bs l) i j - E i j) (X i j)), (Rle_dec (low (Bs l) i j) (X i j + E i j)),
      (Rle_dec (X i j) (high (Bs l) i j - E i j)), (Rle_dec (X i j + E i j) (high (Bs l) i j)); lra.
  - intro k. erewrite sum_below_ext; [exact (weight k)|]. intros l _. cbn beta. f_equal. apply product_over_ext.
    intros i j _. cbn [low high]. f_equal. ring.
Qed.

Theorem theorem_3_holds : theorem_3.
Proof.
  intros d n K Hd Hn closed bounded_K.
  destruct (near_by_cubes_on d n K Hd Hn closed bounded_K) as (W & HW & _ & near).
  exists (encoding n W). intros f p e Hp He f_continuous. set (V := INR n * W).
  assert (HV : 1 <= V).
  { pose proof (n_positive n ltac:(lia)). unfold V. rewrite <- (Rmult_1_l 1). apply Rmult_le_compat; lra. }
  destruct (near f p (e / 2) Hp ltac:(lra) f_continuous) as (m & N & Hm & sizes & phi & constant & close).
  assert (He' : 0 < e / 2 / (2 * V) ^ (d * n)) by (apply Rdiv_lt_0_compat; [lra|apply pow_lt; lra]).
  destruct (near_constant_on_cubes 2 1 1 d n m N p (e / 2 / (2 * V) ^ (d * n))) as (g & T & near');
    try assumption; try lia.
  exists (fun X => g (reduced V X)). split; [apply T_reduced, T|].
  replace e with (e / 2 + e / 2) by field.
  apply (triangle_holds d n p f (fun X => hardmax_network d n N (moved n W X)) _ K); [exact Hp|exact close|].
  apply (proj1 (monotone_holds d n p _ _ everywhere K (e / 2) (e / 2) Hp (fun _ _ => I) (Rle_refl _))).
  apply (distance_shifted d n p (fun X => hardmax_network d n N (reduced V X)) (fun X => g (reduced V X))).
  apply distance_rescaled; [exact Hp|exact HV|lra|exact near'].
Qed.
