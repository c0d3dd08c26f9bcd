(** * Interpolation: hidden units of ReLU through finitely many points of a line

    App. A.3 of Kajitsuka & Sato 2024 takes it from Zhang et al. (2016): along a direction that keeps the points apart,
    each unit sets the value at a point and changes none at the points before it. Points may be given more than once. *)

From Coq Require Import Reals List Arith Lia Lra.
From Exactua Require Import Networks Distance Sums.
Import ListNotations.
Open Scope R_scope.

(** ** Sums over the units of a list: a bias and a weight each *)

Definition unit_value (x : R) (u : R * R) : R := snd u * Rmax 0 (x + fst u).
Definition units_value (x : R) (U : list (R * R)) : R := fold_right (fun u sum => unit_value x u + sum) 0 U.

Lemma fold_right_sum : forall A (f : A -> R) l a0,
  fold_right (fun a sum => f a + sum) 0 l = sum_below (length l) (fun t => f (nth t l a0)).
Proof.
  intros A f l a0.
  assert (G : forall k g, sum_below (S k) g = g 0%nat + sum_below k (fun t => g (S t))).
  { induction k as [| k IH]; intros g; [simpl; ring |].
    change (sum_below (S k) g + g (S k) = g 0%nat + (sum_below k (fun t => g (S t)) + g (S k))). rewrite IH. ring. }
  induction l as [| a l IH]; [reflexivity |]. cbn [fold_right length]. rewrite G, IH. reflexivity.
Qed.

Lemma units_value_sum : forall x U,
  units_value x U = sum_below (length U) (fun t => snd (nth t U (0, 0)) * Rmax 0 (x + fst (nth t U (0, 0)))).
Proof. intros x U. apply (fold_right_sum _ (unit_value x)). Qed.

(** ** Finitely many numbers *)

Lemma last_below : forall l (M : R), (forall x, In x l -> x < M) -> exists b, b < M /\ forall x, In x l -> x <= b.
Proof.
  induction l as [| a l IH]; intros M H; [exists (M - 1); split; [lra | contradiction] |].
  destruct (IH M) as [b [Hb Hl]]; [intros x Hx; apply H; now right |]. exists (Rmax a b). split.
  - apply Rmax_lub_lt; [apply H; now left | exact Hb].
  - intros x [<- | Hx]; [apply Rmax_l | apply Rle_trans with (2 := Rmax_r a b); now apply Hl].
Qed.

(** A pair whose first number is a greatest one. *)
Lemma greatest_pair : forall L : list (R * R), L <> [] ->
  exists before p after, L = before ++ p :: after /\ forall q, In q L -> fst q <= fst p.
Proof.
  induction L as [| p L IH]; intros H; [contradiction |]. destruct L as [| q L].
  - exists [], p, []. split; [reflexivity |]. intros q [<- | []]. lra.
  - destruct (IH ltac:(discriminate)) as [before [m [after [E Hm]]]].
    destruct (Rle_dec (fst p) (fst m)) as [Hp | Hp].
    + exists (p :: before), m, after. split; [rewrite E; reflexivity |]. intros z [<- | Hz]; [exact Hp | now apply Hm].
    + exists [], p, (q :: L). split; [reflexivity |]. intros z [<- | Hz]; [lra |]. specialize (Hm z Hz). lra.
Qed.

(** As many units as points: for all (x, y) of L they give y at x, where L has the same y for the same x. *)
Theorem units_through : forall L : list (R * R),
  (forall p q, In p L -> In q L -> fst p = fst q -> snd p = snd q) ->
  exists U, length U = length L /\ forall p, In p L -> units_value (fst p) U = snd p.
Proof.
  intros L. remember (length L) as k eqn:Ek. revert L Ek.
  induction k as [| k IH]; intros L Ek H.
  - destruct L; [| discriminate]. exists []. split; [reflexivity | contradiction].
  - destruct (greatest_pair L) as [before [[x y] [after [E Hx]]]]; [intros ->; discriminate |].
    set (L' := before ++ after).
    assert (forall p, In p L' -> In p L) as Hin.
    { intros p Hp. rewrite E. apply in_or_app. apply in_app_or in Hp. destruct Hp; [now left | right; now right]. }
    assert (forall p, In p L -> p = (x, y) \/ In p L') as Hout.
    { intros p Hp. rewrite E in Hp. apply in_app_or in Hp. unfold L'.
      destruct Hp as [Hp | [<- | Hp]]; auto using in_or_app. }
    assert (In (x, y) L) as Hxy by (rewrite E; apply in_or_app; right; now left).
    destruct (IH L') as [U [HU HL']].
    { rewrite E in Ek. unfold L'. rewrite app_length in *. cbn [length] in Ek. lia. }
    { intros p q Hp Hq. apply H; auto. }
    destruct (in_dec Req_EM_T x (map fst L')) as [Hold | Hnew].
    + exists ((0, 0) :: U). split; [cbn [length]; now rewrite HU |]. intros p Hp.
      change (0 * Rmax 0 (fst p + 0) + units_value (fst p) U = snd p). rewrite Rmult_0_l, Rplus_0_l.
      destruct (Hout p Hp) as [-> | Hp']; [| now apply HL'].
      apply in_map_iff in Hold. destruct Hold as [q [Eq Hq]].
      rewrite (H (x, y) q Hxy (Hin q Hq)) by now symmetry. cbn [fst]. rewrite <- Eq. now apply HL'.
    + destruct (last_below (map fst L') x) as [b [Hb Hbelow]].
      { intros z Hz. apply in_map_iff in Hz. destruct Hz as [q [<- Hq]]. pose proof (Hx q (Hin q Hq)) as Hle.
        cbn [fst] in Hle. destruct Hle as [Hlt | Heq]; [exact Hlt |]. exfalso. apply Hnew. rewrite <- Heq.
        now apply in_map. }
      exists ((- b, (y - units_value x U) / (x - b)) :: U). split; [cbn [length]; now rewrite HU |]. intros p Hp.
      change ((y - units_value x U) / (x - b) * Rmax 0 (fst p + - b) + units_value (fst p) U = snd p).
      destruct (Hout p Hp) as [-> | Hp'].
      * cbn [fst snd]. rewrite Rmax_right by lra. field. lra.
      * rewrite Rmax_left by (pose proof (Hbelow (fst p) (in_map fst _ _ Hp')); lra). rewrite Rmult_0_r, Rplus_0_l.
        now apply HL'.
Qed.

(** ** The units of one row among those of all rows *)

Lemma sum_below_app : forall k l a, sum_below (k + l) a = sum_below k a + sum_below l (fun t => a (k + t)%nat).
Proof.
  intros k l a. induction l as [| l IH]; [rewrite Nat.add_0_r; simpl; ring |]. rewrite Nat.add_succ_r. simpl.
  rewrite IH. ring.
Qed.

(** a = i K + t with t < K is unit t of row i. *)
Lemma sum_over_row : forall d K i (g : nat -> R), (i < d)%nat ->
  sum_below (d * K) (fun a => if (i =? a / K)%nat then g (a mod K)%nat else 0) = sum_below K g.
Proof.
  intros d K i g. set (f := fun a => if (i =? a / K)%nat then g (a mod K)%nat else 0).
  assert (R : forall r, sum_below K (fun t => f (r * K + t)%nat) = if (i =? r)%nat then sum_below K g else 0).
  { intros r. transitivity (sum_below K (fun t => if (i =? r)%nat then g t else 0)).
    - apply sum_below_ext. intros t Ht. unfold f. rewrite Nat.add_comm, Nat.div_add, Nat.mod_add by lia.
      now rewrite Nat.div_small, Nat.mod_small by exact Ht.
    - destruct (i =? r)%nat; [reflexivity |]. now apply sum_below_zero. }
  assert (Z : forall r, (r <= i)%nat -> sum_below (r * K) f = 0).
  { induction r as [| r IH]; intros Hr; [reflexivity |]. rewrite Nat.mul_succ_l, sum_below_app, R, IH by lia.
    destruct (Nat.eqb_spec i r); [lia | ring]. }
  induction d as [| d IH]; intros Hi; [lia |]. rewrite Nat.mul_succ_l, sum_below_app, R.
  destruct (Nat.eqb_spec i d) as [-> | Hne]; [rewrite Z by lia; ring |]. rewrite IH by lia. ring.
Qed.

Lemma ReLU_value : forall t : R, activate (F := reals) ReLU t = Rmax 0 t.
Proof.
  intro t. cbn. unfold has, above, below. cbn. unfold Rmax. destruct (Rle_dec 0 t); cbn; ring.
Qed.
