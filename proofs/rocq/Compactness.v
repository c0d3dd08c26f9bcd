(** * Compactness: what holds near each matrix of a closed box holds on all of it, with one number for all

    By induction on the entries, from the least upper bounds of the line. *)

From Coq Require Import Reals List Lra Lia Classical.
From Exactua Require Import Matrices Distance Sums Boxes.
Open Scope R_scope.

(** What holds of short intervals around each point of [a, b], and of two that meet if of both, holds of [a, b]. *)
Lemma interval_principle :
  forall (Q : R -> R -> Prop) a b, a <= b ->
  (forall t, a <= t <= b -> exists r, 0 < r /\ forall x y, t - r <= x -> x <= y -> y <= t + r -> Q x y) ->
  (forall x y z, x <= y <= z -> Q x y -> Q y z -> Q x z) -> Q a b.
Proof.
  intros Q a b Hab Hnear Hmeet. set (E := fun y => a <= y <= b /\ Q a y).
  assert (Ea : E a).
  { split; [lra |]. destruct (Hnear a ltac:(lra)) as (r & Hr & H). apply H; lra. }
  destruct (completeness E) as [m [Hup Hleast]].
  - exists b. intros y [Hy _]. lra.
  - now exists a.
  - assert (Hm : a <= m <= b) by (split; [now apply Hup | apply Hleast; intros y [Hy _]; lra]).
    destruct (Hnear m Hm) as (r & Hr & H).
    assert (Hy : exists y, E y /\ m - r < y).
    { apply NNPP. intros No. assert (m <= m - r); [| lra]. apply Hleast. intros y Hy.
      destruct (Rle_dec y (m - r)) as [Hle | Hle]; [exact Hle |]. destruct No. exists y. split; [exact Hy | lra]. }
    destruct Hy as (y & Hy & Hlow). pose proof (Hup y Hy) as Hym. destruct Hy as [Hy Qy].
    assert (Hnext : E (Rmin b (m + r))).
    { pose proof (Rmin_l b (m + r)). pose proof (Rmin_r b (m + r)).
      assert (y <= Rmin b (m + r)) by (apply Rmin_glb; lra).
      split; [lra |]. apply (Hmeet a y); [lra | exact Qy |]. apply H; lra. }
    pose proof (Hup _ Hnext) as Hle. destruct Hnext as [_ Qn].
    replace (Rmin b (m + r)) with b in Qn; [exact Qn |].
    destruct (Rmin_cases b (m + r)) as [[_ E1] | [_ E1]]; rewrite E1 in *; lra.
Qed.

Section Compactness.
  Variables (d n : nat) (B : box) (P : nat -> matrix -> Prop).
  Hypothesis P_grows : forall N M X, (N <= M)%nat -> P N X -> P M X.

  Lemma compact_over : forall positions X0,
    (forall X, (forall i j, In (i, j) positions -> low B i j <= X i j <= high B i j) ->
      (forall i j, ~ In (i, j) positions -> X i j = X0 i j) ->
      exists r N, 0 < r /\ forall Y, within d n r X Y -> P N Y) ->
    exists r N, 0 < r /\ forall Y,
      (forall i j, In (i, j) positions -> low B i j <= Y i j <= high B i j) ->
      (forall i j, (i < d)%nat -> (j < n)%nat -> ~ In (i, j) positions -> Rabs (X0 i j - Y i j) < r) -> P N Y.
  Proof.
    induction positions as [| [k l] positions IH]; intros X0 H.
    - destruct (H X0) as (r & N & Hr & HP); [easy | easy |]. exists r, N. split; [exact Hr |].
      intros Y _ HY. apply HP. intros i j Hi Hj. now apply HY.
    - destruct (Rle_dec (low B k l) (high B k l)) as [Hkl | Hkl].
      + set (Q := fun x y => exists r N, 0 < r /\ forall Y,
          (forall i j, In (i, j) positions -> low B i j <= Y i j <= high B i j) -> x <= Y k l <= y ->
          (forall i j, (i < d)%nat -> (j < n)%nat -> ~ In (i, j) ((k, l) :: positions) -> Rabs (X0 i j - Y i j) < r) ->
          P N Y).
        assert (HQ : Q (low B k l) (high B k l)).
        { apply interval_principle; [exact Hkl | |].
          - intros t Ht. destruct (IH (put k l t X0)) as (r & N & Hr & HP).
            + intros X Hin Hoff. apply H.
              * intros i j [E | Hi]; [injection E as <- <- | now apply Hin].
                destruct (classic (In (k, l) positions)) as [Hp | Hp]; [now apply Hin |].
                rewrite Hoff, put_there by exact Hp. exact Ht.
              * intros i j Hi. simpl in Hi. rewrite Hoff by tauto. apply put_elsewhere.
                intros E. apply Hi. now left.
            + exists (r / 2). split; [lra |]. intros x y Hx Hxy Hy. exists r, N. split; [exact Hr |].
              intros Y Hin Hat Hoff. apply HP; [exact Hin |]. intros i j Hi Hj Hn.
              destruct (classic ((i, j) = (k, l))) as [E | E].
              * injection E as -> ->. rewrite put_there. apply Rabs_def1; lra.
              * rewrite put_elsewhere by exact E. apply Hoff; [exact Hi | exact Hj |].
                intros [E' | Hp]; [now symmetry in E' | contradiction].
          - intros x y z Hxyz (r & N & Hr & HP) (r' & N' & Hr' & HP').
            exists (Rmin r r'), (Nat.max N N'). split; [now apply Rmin_glb_lt |].
            pose proof (Rmin_l r r'). pose proof (Rmin_r r r'). intros Y Hin Hat Hoff.
            destruct (Rle_dec (Y k l) y).
            + apply (P_grows N); [lia |]. apply HP; [exact Hin | lra |].
              intros i j Hi Hj Hn. specialize (Hoff i j Hi Hj Hn). lra.
            + apply (P_grows N'); [lia |]. apply HP'; [exact Hin | lra |].
              intros i j Hi Hj Hn. specialize (Hoff i j Hi Hj Hn). lra. }
        destruct HQ as (r & N & Hr & HP). exists r, N. split; [exact Hr |]. intros Y Hin Hoff.
        apply HP; [intros i j Hi; apply Hin; now right | apply Hin; now left | exact Hoff].
      + exists 1, 0%nat. split; [lra |]. intros Y Hin _. destruct Hkl.
        specialize (Hin k l (or_introl eq_refl)). lra.
  Qed.

  Lemma compact :
    (forall X, in_box d n B X -> exists r N, 0 < r /\ forall Y, within d n r X Y -> P N Y) ->
    exists N, forall Y, in_box d n B Y -> P N Y.
  Proof.
    intros H. destruct (compact_over (entries d n) zero) as (r & N & Hr & HP).
    - intros X Hin _. apply H. intros i j Hi Hj. now apply Hin, entries_in.
    - exists N. intros Y HY. apply HP.
      + intros i j Hin. apply entries_in in Hin as [Hi Hj]. now apply HY.
      + intros i j Hi Hj Hn. destruct Hn. now apply entries_in.
  Qed.
End Compactness.

(** What holds from some number on for each k < K holds from one on for all of them. *)
Lemma for_all_below :
  forall (P : nat -> nat -> Prop), (forall N M k, (N <= M)%nat -> P N k -> P M k) ->
  forall K, (forall k, (k < K)%nat -> exists N, P N k) -> exists N, forall k, (k < K)%nat -> P N k.
Proof.
  intros P Hgrows. induction K as [| K IH]; intros H.
  - exists 0%nat. intros k Hk. lia.
  - destruct IH as [N HN]; [auto with arith |]. destruct (H K) as [M HM]; [lia |].
    exists (Nat.max N M). intros k Hk. destruct (Nat.eq_dec k K) as [-> | Hne].
    + apply (Hgrows M); [lia | exact HM].
    + apply (Hgrows N); [lia |]. apply HN. lia.
Qed.
