(** * AppendixH: bi-linear projections, separable convolutions and average attention, for all weights *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks Matrices Distance NetworkLaws NetworkStatements Sums Boxes RealSelectiveShift.
Import ListNotations.
Open Scope R_scope.

Local Notation total := (Networks.total (F := reals)).
Local Notation product := (Networks.product (F := reals)).

(** ** H.1 *)

Theorem difference_sparse_holds : difference_sparse.
Proof.
  intros d n j X Y H.
  set (p := fun e : nat * nat => if Req_EM_T (difference_of X Y (fst e) (snd e)) 0 then false else true).
  assert (I : incl (filter p (entries d n)) (map (fun i => (i, j)) (seq 0 d))).
  { intros [i k] I. apply filter_In in I as [I P]. apply entries_in in I as [Hi Hk]. apply in_map_iff. exists i.
    split; [| apply in_seq; lia]. destruct (Nat.eq_dec k j) as [-> | Ne]; [reflexivity | exfalso].
    unfold p, difference_of in P. cbn [fst snd] in P. rewrite (H i k Hi Hk Ne) in P.
    destruct (Req_EM_T (Y i k - Y i k) 0) as [_ | N]; [discriminate | apply N; ring]. }
  apply NoDup_incl_length in I; [now rewrite map_length, seq_length in I |]. apply NoDup_filter, entries_once.
Qed.

Theorem projection_of_difference_holds : projection_of_difference.
Proof.
  intros d n j X Y W_P Hd Hj H projected.
  assert (E : forall i k, (i < d)%nat -> (k < n)%nat -> projected i k = (X i j - Y i j) * W_P j k).
  { intros i k Hi Hk. unfold projected, Networks.product. rewrite (total_at n _ j Hj); [reflexivity |].
    intros l Hl Ne. unfold difference_of. rewrite (H i l Hi Hl Ne). cbn [times reals]. real. ring. }
  split; [exact E |]. split.
  - split.
    + intros N. split.
      * intros i Hi F. apply (N i j Hi Hj). rewrite E, F by assumption. real. ring.
      * intros k Hk F. apply (N 0%nat k ltac:(lia) Hk). rewrite E, F by (assumption || lia). real. ring.
    + intros [A B] i k Hi Hk. rewrite E by assumption. apply Rmult_integral_contrapositive.
      split; [specialize (A i Hi); lra | now apply B].
  - intros i Hi Ne. assert (D : X i j - Y i j <> 0) by lra. split; intros A k l Hk Hl Nkl F; apply (A k l Hk Hl Nkl).
    + rewrite !E, F by assumption. reflexivity.
    + rewrite !E in F by assumption. exact (Rmult_eq_reg_l _ _ _ F D).
Qed.

(** ** H.3 *)

Lemma row_of_same : forall d n u Z Z' j, same d n Z Z' -> (j < n)%nat -> row_of d u Z j = row_of d u Z' j.
Proof. intros d n u Z Z' j H Hj. apply total_ext. intros i Hi. now rewrite (H i j Hi Hj). Qed.

Lemma total_of_zeros : forall k f, (forall i, (i < k)%nat -> f i = 0) -> total k f = 0.
Proof. intros k f H. exact (total_zero real_laws k f H). Qed.

(** What maps 0 to 0 gives all tokens of 0 the same number. *)
Lemma zero_to_zero : forall d n u g (S : matrix -> Prop), (2 <= n)%nat -> (exists L, S L /\ same d n L zero) ->
  (forall L, same d n L zero -> same d n (g L) zero) -> ~ condition_1 d n u g S.
Proof.
  intros d n u g S Hn (L & HL & Z) G H. apply (H L HL 0%nat 1%nat ltac:(lia) ltac:(lia) ltac:(lia)).
  rewrite !(row_of_same d n u (g L) zero) by (now apply G || lia). reflexivity.
Qed.

Theorem BProj_fails_at_zero_holds : BProj_fails_at_zero.
Proof.
  intros d n u W_O W_P S Hn HS. apply (zero_to_zero d n u _ S Hn HS). intros L Z i j Hi Hj. unfold BProj, sum.
  rewrite (Z i j Hi Hj). unfold Networks.product at 1. rewrite total_of_zeros; [cbn; unfold zero; real; ring |].
  intros k Hk. unfold Networks.product. rewrite total_of_zeros; [cbn; real; ring |]. intros l Hl. rewrite (Z l k Hl Hk).
  unfold zero. cbn. real. ring.
Qed.

Theorem SepConv_fails_at_zero_holds : SepConv_fails_at_zero.
Proof.
  intros d n k c u W_O W_C S Hn HS. apply (zero_to_zero d n u _ S Hn HS). intros L Z i j Hi Hj. unfold SepConv, sum.
  rewrite (Z i j Hi Hj). unfold Networks.product. rewrite total_of_zeros; [cbn; unfold zero; real; ring |].
  intros l Hl. unfold convolved. rewrite total_of_zeros; [cbn; real; ring |]. intros s _.
  destruct (Nat.leb_spec c (j + s)), (Nat.ltb_spec (j + s - c) n); cbn [andb]; try (real; ring).
  rewrite (Z l (j + s - c)%nat Hl) by assumption. unfold zero. real. ring.
Qed.

(** ** H.2 *)

(** A token that sees the same tokens, itself among them, in both matrices has the same number. *)
Lemma sees_the_same : forall d n k c u W_O W_C X Y j, (j < n)%nat ->
  (forall l, (l < d)%nat -> X l j = Y l j) ->
  (forall s l, (s < k)%nat -> (l < d)%nat -> (c <= j + s)%nat -> (j + s - c < n)%nat ->
    X l (j + s - c)%nat = Y l (j + s - c)%nat) ->
  row_of d u (SepConv d n k c W_O W_C X) j = row_of d u (SepConv d n k c W_O W_C Y) j.
Proof.
  intros d n k c u W_O W_C X Y j Hj Own H. apply total_ext. intros i Hi. f_equal. unfold SepConv, sum.
  rewrite (Own i Hi). f_equal. apply total_ext. intros l Hl. cbn [times reals]. f_equal. apply total_ext. intros s Hs.
  f_equal. destruct (Nat.leb_spec c (j + s)) as [A |], (Nat.ltb_spec (j + s - c) n) as [B |]; cbn [andb];
    try reflexivity. now apply H.
Qed.

Theorem SepConv_small_filter_fails_holds : SepConv_small_filter_fails.
Proof.
  intros d n k c u W_O W_C S Hn Hk (L & L' & S1 & S2 & Ne & One) (M & M' & T1 & T2 & Ne' & One') H.
  destruct (le_lt_dec (c + n) k) as [Far | Near].
  - (* the last token does not see the first *)
    apply (H M M' T1 T2 Ne' (n - 1)%nat (n - 1)%nat ltac:(lia) ltac:(lia)). apply sees_the_same; [lia | |].
    + intros l Hl. apply (One' l (n - 1)%nat Hl); lia.
    + intros s l Hs Hl A B. apply (One' l _ Hl B). lia.
  - (* the first token does not see the last *)
    apply (H L L' S1 S2 Ne 0%nat 0%nat ltac:(lia) ltac:(lia)). apply sees_the_same; [lia | |].
    + intros l Hl. apply (One l 0%nat Hl); lia.
    + intros s l Hs Hl A B. apply (One l _ Hl B). lia.
Qed.

(** ** H.4 *)

Theorem average_attention_holds : average_attention.
Proof.
  intros d n H X i j Hn Hj Zero averaged.
  assert (S0 : forall k, scores d H X k j = 0).
  { intros k. unfold scores. apply total_of_zeros. intros a Ha. unfold Networks.product at 1.
    rewrite total_of_zeros; [cbn; real; ring |]. intros l Hl. rewrite (Zero a l Ha Hl). cbn. real. ring. }
  assert (P : 0 < INR n) by (apply lt_0_INR; lia).
  assert (E : forall sigma : nat -> Networks.vector reals -> Networks.vector reals,
    (forall k, (k < n)%nat -> sigma n (fun l => scores d H X l j) k = / INR n) ->
    attend sigma d n H X i j = averaged).
  { intros sigma W. unfold attend, averaged, on_each_column. apply total_ext. intros k Hk. now rewrite W. }
  split; apply E; intros k Hk.
  - unfold softmax. rewrite S0, (total_ext n _ (fun _ => 1)) by (intros; now rewrite S0, exp_0).
    change (total n (fun _ => 1)) with (of_count (F := reals) n). rewrite count_is, exp_0. real. field. lra.
  - unfold hardmax, how_many_greatest.
    assert (G : forall l, is_greatest (F := reals) n (fun l => scores d H X l j) l = true)
      by (intros l; apply great_is; intros; rewrite !S0; lra).
    assert (F : filter (is_greatest (F := reals) n (fun l => scores d H X l j)) (seq 0 n) = seq 0 n).
    { generalize (seq 0 n) as l. induction l as [| a l IH]; [reflexivity |]. cbn [filter]. now rewrite G, IH. }
    rewrite F, seq_length, count_is, G. reflexivity.
Qed.

(** ** E.1.2 *)

Lemma total_minus : forall k f g, total k f - total k g = total k (fun i => f i - g i).
Proof.
  induction k as [| k IH]; intros f g; cbn [Networks.total Networks.zero plus number reals]; [ring |].
  rewrite <- IH. ring.
Qed.

Theorem averages_of_contexts_hold : averages_of_contexts.
Proof.
  split.
  - intros d n j X Y Hj One Ne.
    assert (E : exists i, (i < d)%nat /\ X i j <> Y i j).
    { apply Classical_Prop.NNPP. intros No. apply Ne. intros i k Hi Hk. destruct (Nat.eq_dec k j) as [-> | N].
      - apply Classical_Prop.NNPP. intros F. apply No. now exists i.
      - now apply One. }
    destruct E as (i & Hi & D). exists i. split; [exact Hi |]. intros F. apply D. unfold average in F.
    assert (P : 0 < INR n) by (apply lt_0_INR; lia).
    assert (T : total n (fun l => X i l) = total n (fun l => Y i l)).
    { apply (Rmult_eq_reg_r (/ INR n)); [exact F | apply Rinv_neq_0_compat; lra]. }
    assert (M : total n (fun l => X i l - Y i l) = X i j - Y i j).
    { apply (total_at n (fun l => X i l - Y i l) j Hj). intros l Hl N. rewrite (One i l Hi Hl N). ring. }
    pose proof (total_minus n (fun l => X i l) (fun l => Y i l)) as Q. cbv beta in Q. rewrite M, T in Q.
    apply Rminus_diag_uniq. rewrite <- Q. real. ring.
  - intros d n Hd Hn.
    (* [0 2 0 ... 0] and [1 1 0 ... 0] *)
    exists (fun _ j => if (j =? 1)%nat then 2 else 0), (fun _ j => if (j <? 2)%nat then 1 else 0), 0%nat, 1%nat.
    split; [lia|]. split; [lia|]. split; [lia|]. split; [| split; [| split]].
    + exists 0%nat. split; [lia|]. cbn. lra.
    + exists 0%nat. split; [lia|]. cbn. lra.
    + intros s _ E. specialize (E 0%nat 0%nat ltac:(lia) ltac:(lia)). unfold permuted in E. cbn in E.
      destruct (s 0%nat =? 1)%nat; lra.
    + intros i. unfold average. f_equal. destruct n as [|[|k]]; [lia | lia |]. clear Hn.
      induction k as [|k IH]; [cbn; real; ring |].
      change (total (S (S (S k))) ?f) with (total (S (S k)) f + f (S (S k))).
      rewrite IH. reflexivity.
Qed.
