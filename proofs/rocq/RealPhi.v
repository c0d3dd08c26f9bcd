(** * Phi: an activation of rational pieces that is in Phi over Q is in Phi over R *)

From Coq Require Import List Arith Bool Lia ZArith QArith Qreals Reals Lra.
From Exactua Require Import Networks NetworkLaws RealNetworks RationalNetworks.
From Exactua Require Transformers FeedForward.
Import ListNotations.
Open Scope R_scope.

Lemma rational_between : forall x y, x < y -> exists q, x < Q2R q < y.
Proof.
  intros x y H. destruct (archimed (1 / (y - x))) as [A _].
  assert (P : 0 < 1 / (y - x)) by (apply Rdiv_lt_0_compat; lra).
  destruct (up (1 / (y - x))) as [|k|k] eqn:E; try (cbn in A; lra).
  - assert (A' : 1 < IZR (Z.pos k) * (y - x)).
    { apply (Rmult_lt_compat_r (y - x)) in A; [|lra]. unfold Rdiv in A. rewrite Rmult_1_l, Rinv_l in A by lra. lra. }
    assert (K : 0 < IZR (Z.pos k)) by lra.
    destruct (archimed (x * IZR (Z.pos k))) as [B C]. exists (up (x * IZR (Z.pos k)) # k). unfold Q2R. cbn [Qnum Qden].
    split.
    + apply (Rmult_lt_reg_r (IZR (Z.pos k))); [exact K|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + apply (Rmult_lt_reg_r (IZR (Z.pos k))); [exact K|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - exfalso. pose proof (IZR_lt (Z.neg k) 0 ltac:(lia)). lra.
Qed.

(** A rational number on the same side of each of finitely many rational numbers. *)
Lemma same_sides : forall (ends : list Q) t, exists q, forall e, In e ends ->
  (Q2R e <= t <-> Q2R e <= Q2R q) /\ (t <= Q2R e <-> Q2R q <= Q2R e).
Proof.
  intros ends t.
  assert (G : exists a b, a < t < b /\ forall e, In e ends -> Q2R e <= a \/ b <= Q2R e \/ Q2R e = t).
  { induction ends as [|e ends (a & b & T & H)]; [exists (t - 1), (t + 1); split; [lra|intros e []]|].
    destruct (Rtotal_order (Q2R e) t) as [L|[E|L]].
    - exists (Rmax a (Q2R e)), b. split; [split; [apply Rmax_lub_lt|]; lra|]. pose proof (Rmax_l a (Q2R e)).
      pose proof (Rmax_r a (Q2R e)). intros e' [<-|I]; [left; lra|]. destruct (H e' I) as [?|?]; [left; lra|auto].
    - exists a, b. split; [exact T|]. intros e' [<-|I]; auto.
    - exists a, (Rmin b (Q2R e)). split; [split; [|apply Rmin_glb_lt]; lra|]. pose proof (Rmin_l b (Q2R e)).
      pose proof (Rmin_r b (Q2R e)). intros e' [<-|I]; [right; left; lra|].
      destruct (H e' I) as [?|[?|?]]; [left; lra|right; left; lra|auto]. }
  destruct G as (a & b & T & H).
  assert (D : (exists e, In e ends /\ Q2R e = t) \/ (forall e, In e ends -> Q2R e <> t)).
  { clear H. induction ends as [|e ends [(e' & I & E)|N]].
    - right. intros e [].
    - left. exists e'. split; [right; exact I|exact E].
    - destruct (Req_dec (Q2R e) t) as [E|E]; [left; exists e; split; [left; reflexivity|exact E]|].
      right. intros e' [<-|I]; [exact E|apply N, I]. }
  destruct D as [(q & _ & E)|N].
  - exists q. rewrite E. tauto.
  - destruct (rational_between a b ltac:(lra)) as (q & Hq). exists q. intros e I. pose proof (N e I).
    destruct (H e I) as [?|[?|?]]; [split; split; lra|split; split; lra|contradiction].
Qed.

Definition ends_of (p : Transformers.piece) : list Q :=
  match Transformers.from p with Some a => [a] | None => [] end ++
  match Transformers.to p with Some b => [b] | None => [] end.

Lemma has_same : forall p t q,
  (forall e, In e (ends_of p) -> (Q2R e <= t <-> Q2R e <= Q2R q) /\ (t <= Q2R e <-> Q2R q <= Q2R e)) ->
  has (real_piece (piece_of p)) t = FeedForward.has p q.
Proof.
  assert (A : forall e t q, (Q2R e <= t <-> Q2R e <= Q2R q) -> at_most (n := reals) (Q2R e) t = Qle_bool e q).
  { intros e t q H. change (Qle_bool e q) with (at_most (n := rationals) e q). rewrite <- real_at_most. cbn.
    destruct (Rle_dec (Q2R e) t), (Rle_dec (Q2R e) (Q2R q)); tauto. }
  assert (B : forall e t q, (t <= Q2R e <-> Q2R q <= Q2R e) -> at_most (n := reals) t (Q2R e) = Qle_bool q e).
  { intros e t q H. change (Qle_bool q e) with (at_most (n := rationals) q e). rewrite <- real_at_most. cbn.
    destruct (Rle_dec t (Q2R e)), (Rle_dec (Q2R q) (Q2R e)); tauto. }
  intros p t q H. unfold has, FeedForward.has, above, below, Transformers.above, Transformers.below, real_piece,
    piece_of.
  unfold ends_of in H. cbn [from to from_closed to_closed].
  destruct (Transformers.from p) as [a|], (Transformers.to p) as [b|]; cbn [option_map app] in *;
    repeat match goal with
           | |- context [at_most (Q2R ?e) t] => rewrite (A e t q) by (apply H; cbn; auto)
           | |- context [at_most t (Q2R ?e)] => rewrite (B e t q) by (apply H; cbn; auto)
           end; reflexivity.
Qed.

Theorem rational_in_Phi : forall phi, FeedForward.in_Phi phi -> in_Phi (map real_piece (map piece_of phi)).
Proof.
  intros phi (short & constant & once). split; [rewrite !map_length; exact short|]. split.
  - rewrite map_map. apply Exists_exists in constant. destruct constant as (p & I & flat & q & q' & less & Hq & Hq').
    apply Exists_exists. exists (real_piece (piece_of p)). split; [apply (in_map (fun p => real_piece (piece_of p))),
      I|].
    split.
    + cbn. apply Qeq_eqR in flat. rewrite flat. apply real_zero.
    + exists (Q2R q), (Q2R q'). apply Qlt_Rlt in less. split.
      * cbn. destruct (Rle_dec (Q2R q') (Q2R q)); [lra|reflexivity].
      * split; [rewrite <- Hq|rewrite <- Hq']; apply has_same; tauto.
  - intro t. destruct (same_sides (flat_map ends_of phi) t) as (q & H). rewrite <- (once q). rewrite map_map.
    assert (G : forall l, (forall p, In p l -> In p phi) ->
      length (filter (fun p => has p t) (map (fun p => real_piece (piece_of p)) l)) =
      length (filter (fun p => FeedForward.has p q) l)).
    { induction l as [|p l IH]; intros inside; cbn [map filter]; [reflexivity|].
      rewrite (has_same p t q).
      - destruct (FeedForward.has p q); cbn [length]; rewrite IH; auto; intros; apply inside; right; assumption.
      - intros e I. apply H, in_flat_map. exists p. split; [apply inside; left; reflexivity|exact I]. }
    apply G. auto.
Qed.
