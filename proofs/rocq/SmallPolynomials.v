(** * SmallPolynomials: small values of polynomials are rare

    Of finitely many polynomials in the entries of a matrix, on a box. For every eps > 0 there are eta > 0 and finitely
    many boxes whose volumes sum to at most eps such that every point of the box at which one of the polynomials is not
    0, and less than eta in modulus, is in one of these boxes.

    The proof is by induction on the degree. Where some partial derivative is small, take the boxes of the derivative.
    Elsewhere take a grid of cells that are short on all sides, and far shorter on all sides but that of the derivative:
    in each of them the points of small value are in a thin slice.

    None of this is in the paper: it is a tool of ours. *)

From Coq Require Import Reals List Bool Lra Lia Classical.
From Exactua Require Import Matrices Distance Sums Boxes.
Import ListNotations.
Open Scope R_scope.

(** Polynomials in the entries of a matrix, with real coefficients, as expressions. *)
Inductive poly :=
| Constant (c : R)
| Entry (i j : nat)
| Plus (a b : poly)
| Times (a b : poly).

(** The value of a polynomial at X. *)
Fixpoint poly_value (q : poly) (X : matrix) : R :=
  match q with
  | Constant c => c
  | Entry i j => X i j
  | Plus a b => poly_value a X + poly_value b X
  | Times a b => poly_value a X * poly_value b X
  end.

(** It uses the entries of a d x n matrix only. *)
Fixpoint of_entries (d n : nat) (q : poly) : Prop :=
  match q with
  | Constant _ => True
  | Entry i j => (i < d)%nat /\ (j < n)%nat
  | Plus a b | Times a b => of_entries d n a /\ of_entries d n b
  end.

(** For finitely many polynomials, a box B and eps > 0 there are eta > 0 and finitely many boxes of total volume at most
    eps that have every X of B at which one of the polynomials is not 0 and less than eta in modulus. *)
Definition small_values_are_rare_statement : Prop :=
  forall d n (qs : list poly) (B : box) (eps : R),
  (forall q, In q qs -> of_entries d n q) -> 0 < eps ->
  exists (eta : R) (k : nat) (C : nat -> box),
    0 < eta /\
    sum_below k (fun i => volume d n (C i)) <= eps /\
    forall X q, in_box d n B X -> In q qs -> 0 < Rabs (poly_value q X) < eta ->
      exists i, (i < k)%nat /\ in_box d n (C i) X.

(** ** Partial derivatives *)

Fixpoint degree (q : poly) : nat :=
  match q with
  | Constant _ => 0
  | Entry _ _ => 1
  | Plus a b => Nat.max (degree a) (degree b)
  | Times a b => degree a + degree b
  end.

(** The derivative by entry (i, j). A factor of degree 0 is not differentiated: so the degree falls. *)
Fixpoint partial (i j : nat) (q : poly) : poly :=
  match q with
  | Constant _ => Constant 0
  | Entry k l => if ((k =? i) && (l =? j))%nat%bool then Constant 1 else Constant 0
  | Plus a b => Plus (partial i j a) (partial i j b)
  | Times a b =>
      match degree a, degree b with
      | O, _ => Times a (partial i j b)
      | _, O => Times (partial i j a) b
      | _, _ => Plus (Times (partial i j a) b) (Times a (partial i j b))
      end
  end.

Lemma partial_of_constant : forall i j q X, degree q = 0%nat -> poly_value (partial i j q) X = 0.
Proof.
  intros i j q X. induction q as [c | k l | a IHa b IHb | a IHa b IHb]; simpl; intros Hq.
  - reflexivity.
  - discriminate.
  - rewrite IHa, IHb by lia. ring.
  - replace (degree a) with 0%nat by lia. simpl. rewrite IHb by lia. ring.
Qed.

Lemma partial_degree : forall i j q, (degree (partial i j q) <= pred (degree q))%nat.
Proof.
  intros i j. induction q as [c | k l | a IHa b IHb | a IHa b IHb]; simpl.
  - lia.
  - destruct ((k =? i) && (l =? j))%nat%bool; simpl; lia.
  - lia.
  - destruct (degree a) eqn:Ea; [| destruct (degree b) eqn:Eb]; simpl in *; lia.
Qed.

Lemma partial_of_entries : forall d n i j q, of_entries d n q -> of_entries d n (partial i j q).
Proof.
  intros d n i j. induction q as [c | k l | a IHa b IHb | a IHa b IHb]; simpl; intros Hq.
  - exact I.
  - destruct ((k =? i) && (l =? j))%nat%bool; exact I.
  - tauto.
  - destruct (degree a); [| destruct (degree b)]; simpl; tauto.
Qed.

Lemma partial_is : forall i j X t q,
  derivable_pt_lim (fun u => poly_value q (put i j u X)) t (poly_value (partial i j q) (put i j t X)).
Proof.
  intros i j X t. induction q as [c | k l | a IHa b IHb | a IHa b IHb]; simpl.
  - apply derivable_pt_lim_const.
  - unfold put. destruct ((k =? i) && (l =? j))%nat%bool; [apply derivable_pt_lim_id | apply derivable_pt_lim_const].
  - exact (derivable_pt_lim_plus _ _ _ _ _ IHa IHb).
  - pose proof (derivable_pt_lim_mult _ _ _ _ _ IHa IHb) as H.
    destruct (degree a) eqn:Ea; [| destruct (degree b) eqn:Eb].
    + rewrite (partial_of_constant i j a) in H by exact Ea. rewrite Rmult_0_l, Rplus_0_l in H. exact H.
    + rewrite (partial_of_constant i j b) in H by exact Eb. rewrite Rmult_0_r, Rplus_0_r in H. exact H.
    + exact H.
Qed.

Lemma mean_value : forall q i j X u v, exists t, (u <= t <= v \/ v <= t <= u) /\
  poly_value q (put i j v X) - poly_value q (put i j u X) = poly_value (partial i j q) (put i j t X) * (v - u).
Proof.
  intros q i j X u v. destruct (Rtotal_order u v) as [H | [<- | H]].
  - destruct (MVT_cor2 (fun t => poly_value q (put i j t X)) (fun t => poly_value (partial i j q) (put i j t X)) u v H)
      as (t & E & Ht); [intros; apply partial_is |]. exists t. split; [left; lra | exact E].
  - exists u. split; [left; lra | ring].
  - destruct (MVT_cor2 (fun t => poly_value q (put i j t X)) (fun t => poly_value (partial i j q) (put i j t X)) v u H)
      as (t & E & Ht); [intros; apply partial_is |]. exists t. split; [right; lra | lra].
Qed.

Lemma put_back : forall i j X k l, put i j (X i j) X k l = X k l.
Proof.
  intros i j X k l. destruct (classic ((k, l) = (i, j))) as [E | E].
  - injection E as -> ->. apply put_there.
  - now apply put_elsewhere.
Qed.

Section Fixed.
  Variables d n : nat.

  Lemma poly_value_same : forall q X Y, of_entries d n q -> same d n X Y -> poly_value q X = poly_value q Y.
  Proof.
    induction q as [c | k l | a IHa b IHb | a IHa b IHb]; simpl; intros X Y Hq HXY.
    - reflexivity.
    - now apply HXY.
    - rewrite (IHa X Y), (IHb X Y) by tauto. reflexivity.
    - rewrite (IHa X Y), (IHb X Y) by tauto. reflexivity.
  Qed.

  (** X with the entries of Y at some positions. *)
  Definition with_entries_of (X Y : matrix) (positions : list (nat * nat)) : matrix :=
    fold_right (fun position Z => put (fst position) (snd position) (Y (fst position) (snd position)) Z) X positions.

  Lemma moved_there : forall X Y positions i j, In (i, j) positions -> with_entries_of X Y positions i j = Y i j.
  Proof.
    intros X Y. induction positions as [| [k l] positions IH]; simpl; intros i j Hin; [easy |].
    destruct (classic ((i, j) = (k, l))) as [E | E].
    - injection E as -> ->. apply put_there.
    - rewrite put_elsewhere by exact E. apply IH. destruct Hin as [Hin |]; [now symmetry in Hin | assumption].
  Qed.

  (** Where all partial derivatives are 0 at every X, the value is the same at every X. *)
  Lemma constant_without_partials : forall q, of_entries d n q ->
    (forall i j X, (i < d)%nat -> (j < n)%nat -> poly_value (partial i j q) X = 0) ->
    forall X Y, poly_value q X = poly_value q Y.
  Proof.
    intros q Hq H X Y.
    assert (Hmoved : forall positions, incl positions (entries d n) ->
      poly_value q (with_entries_of X Y positions) = poly_value q X).
    { induction positions as [| [i j] positions IH]; intros Hin; [reflexivity |].
      assert (Hij : (i < d)%nat /\ (j < n)%nat) by (apply entries_in, Hin; now left).
      rewrite <- IH by (intros e He; apply Hin; now right). simpl. set (Z := with_entries_of X Y positions).
      destruct (mean_value q i j Z (Z i j) (Y i j)) as (t & _ & E). rewrite H in E by tauto.
      rewrite (poly_value_same q Z (put i j (Z i j) Z)); [lra | exact Hq |]. intros k l _ _. now rewrite put_back. }
    rewrite <- (Hmoved (entries d n) (incl_refl _)). apply poly_value_same; [exact Hq |].
    intros i j Hi Hj. apply moved_there, entries_in. tauto.
  Qed.

  (** ** On a box a polynomial is bounded, and has a Lipschitz constant *)

  Definition close (r : R) (X Y : matrix) : Prop :=
    forall i j, (i < d)%nat -> (j < n)%nat -> Rabs (X i j - Y i j) <= r.

  Lemma bounded_and_lipschitz : forall B q, of_entries d n q -> exists M L, 0 <= M /\ 0 <= L /\
    (forall X, in_box d n B X -> Rabs (poly_value q X) <= M) /\
    (forall r X Y, 0 <= r -> in_box d n B X -> in_box d n B Y -> close r X Y ->
      Rabs (poly_value q X - poly_value q Y) <= L * r).
  Proof.
    intros B. induction q as [c | k l | a IHa b IHb | a IHa b IHb]; simpl; intros Hq.
    - exists (Rabs c), 0. split; [apply Rabs_pos |]. split; [lra |]. split; [intros; lra |].
      intros r X Y _ _ _ _. replace (c - c) with 0 by ring. rewrite Rabs_R0. lra.
    - exists (Rabs (low B k l) + Rabs (high B k l)), 1.
      pose proof (Rabs_pos (low B k l)). pose proof (Rabs_pos (high B k l)). split; [lra |]. split; [lra |]. split.
      + intros X HX. specialize (HX k l (proj1 Hq) (proj2 Hq)). apply Rabs_le.
        pose proof (Rle_abs (high B k l)). pose proof (Rle_abs (- low B k l)) as Hlow. rewrite Rabs_Ropp in Hlow. lra.
      + intros r X Y _ _ _ HXY. specialize (HXY k l (proj1 Hq) (proj2 Hq)). lra.
    - destruct IHa as (Ma & La & HMa & HLa & Ba & La'); [tauto |].
      destruct IHb as (Mb & Lb & HMb & HLb & Bb & Lb'); [tauto |].
      exists (Ma + Mb), (La + Lb). split; [lra |]. split; [lra |]. split.
      + intros X HX. eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; auto.
      + intros r X Y Hr HX HY HXY. specialize (La' r X Y Hr HX HY HXY). specialize (Lb' r X Y Hr HX HY HXY).
        replace (poly_value a X + poly_value b X - (poly_value a Y + poly_value b Y)) with
          (poly_value a X - poly_value a Y + (poly_value b X - poly_value b Y)) by ring.
        eapply Rle_trans; [apply Rabs_triang |]. lra.
    - destruct IHa as (Ma & La & HMa & HLa & Ba & La'); [tauto |].
      destruct IHb as (Mb & Lb & HMb & HLb & Bb & Lb'); [tauto |].
      pose proof (Rmult_le_pos _ _ HMa HMb). pose proof (Rmult_le_pos _ _ HMa HLb).
      pose proof (Rmult_le_pos _ _ HMb HLa).
      exists (Ma * Mb), (Ma * Lb + Mb * La). split; [lra |]. split; [lra |]. split.
      + intros X HX. rewrite Rabs_mult. apply Rmult_le_compat; auto; apply Rabs_pos.
      + intros r X Y Hr HX HY HXY. specialize (La' r X Y Hr HX HY HXY). specialize (Lb' r X Y Hr HX HY HXY).
        specialize (Ba X HX). specialize (Bb Y HY).
        replace (poly_value a X * poly_value b X - poly_value a Y * poly_value b Y) with
          (poly_value a X * (poly_value b X - poly_value b Y) + poly_value b Y * (poly_value a X - poly_value a Y))
          by ring.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
        replace ((Ma * Lb + Mb * La) * r) with (Ma * (Lb * r) + Mb * (La * r)) by ring.
        apply Rplus_le_compat; apply Rmult_le_compat; auto; apply Rabs_pos.
  Qed.

  (** ** Boxes cut at an entry *)

  (** B with [a, b] as its side at entry (i, j). *)
  Definition cut (i j : nat) (a b : R) (B : box) : box := Box (put i j a (low B)) (put i j b (high B)).

  (** The product of all sides but that at entry (i, j). *)
  Definition face_volume (i j : nat) (B : box) : R := product_over (entries d n) (put i j 1 (side B)).

  Lemma product_put : forall i j (a : nat -> nat -> R) l, NoDup l -> In (i, j) l ->
    product_over l a = a i j * product_over l (put i j 1 a).
  Proof.
    intros i j a. induction l as [| [k m] l IH]; intros Hl Hin; [easy |].
    apply NoDup_cons_iff in Hl as [Hnot Hl]. rewrite !product_over_cons.
    destruct (classic ((k, m) = (i, j))) as [E | E].
    - injection E as -> ->. rewrite put_there, (product_over_ext l (put i j 1 a) a); [ring |].
      intros k m Hk. apply put_elsewhere. intros E. now rewrite E in Hk.
    - rewrite (put_elsewhere i j 1 a k m E). destruct Hin as [Hin | Hin]; [contradiction |].
      rewrite (IH Hl Hin) at 1. ring.
  Qed.

  Lemma volume_face : forall i j B, (i < d)%nat -> (j < n)%nat -> volume d n B = side B i j * face_volume i j B.
  Proof. intros i j B Hi Hj. rewrite volume_is. apply product_put; [apply entries_once | now apply entries_in]. Qed.

  Lemma face_nonnegative : forall i j B, 0 <= face_volume i j B.
  Proof.
    intros i j B. apply product_over_nonnegative. intros k l _. unfold put.
    destruct ((k =? i) && (l =? j))%nat%bool; [lra | apply Rmax_l].
  Qed.

  Lemma volume_cut : forall i j a b B, (i < d)%nat -> (j < n)%nat ->
    volume d n (cut i j a b B) = Rmax 0 (b - a) * face_volume i j B.
  Proof.
    intros i j a b B Hi Hj. rewrite (volume_face i j) by assumption. f_equal.
    - unfold side, cut. simpl. now rewrite !put_there.
    - apply product_over_ext. intros k l _. unfold side, cut, put. simpl.
      now destruct ((k =? i) && (l =? j))%nat%bool.
  Qed.

  Lemma in_cut : forall i j a b B X, (i < d)%nat -> (j < n)%nat ->
    in_box d n (cut i j a b B) X <->
    a <= X i j <= b /\
    forall k l, (k < d)%nat -> (l < n)%nat -> (k, l) <> (i, j) -> low B k l <= X k l <= high B k l.
  Proof.
    intros i j a b B X Hi Hj. split.
    - intros H. split; [specialize (H i j Hi Hj); simpl in H; now rewrite !put_there in H |].
      intros k l Hk Hl Hne. specialize (H k l Hk Hl). simpl in H. now rewrite !put_elsewhere in H.
    - intros [Hat Hoff] k l Hk Hl. simpl. destruct (classic ((k, l) = (i, j))) as [E | E].
      + injection E as -> ->. now rewrite !put_there.
      + rewrite !put_elsewhere by exact E. now apply Hoff.
  Qed.

  (** ** Covers by finitely many boxes *)

  Definition total_volume (boxes : list box) : R := fold_right (fun B sum => volume d n B + sum) 0 boxes.

  Lemma total_volume_app : forall l m, total_volume (l ++ m) = total_volume l + total_volume m.
  Proof. intros l m. induction l as [| B l IH]; simpl; [ring | rewrite IH; ring]. Qed.

  (** Boxes of total volume at most v have every point of S that is in B. *)
  Definition covered (S : matrix -> Prop) (B : box) (v : R) : Prop :=
    exists boxes, (forall X, in_box d n B X -> S X -> exists C, In C boxes /\ in_box d n C X) /\
      total_volume boxes <= v.

  Lemma covered_both : forall (S T U : matrix -> Prop) B v w,
    (forall X, in_box d n B X -> U X -> S X \/ T X) -> covered S B v -> covered T B w -> covered U B (v + w).
  Proof.
    intros S T U B v w HU (l & Hl & Hv) (m & Hm & Hw). exists (l ++ m). split; [| rewrite total_volume_app; lra].
    intros X HX HUX. destruct (HU X HX HUX) as [HS | HT].
    - destruct (Hl X HX HS) as (C & HC & HCX). exists C. split; [apply in_or_app; now left | exact HCX].
    - destruct (Hm X HX HT) as (C & HC & HCX). exists C. split; [apply in_or_app; now right | exact HCX].
  Qed.

  Lemma covered_by_none : forall (S : matrix -> Prop) B v,
    0 <= v -> (forall X, in_box d n B X -> ~ S X) -> covered S B v.
  Proof. intros S B v Hv H. exists []. split; [| exact Hv]. intros X HX HS. now destruct (H X HX). Qed.

  Lemma covered_by_box : forall (S : matrix -> Prop) B C v,
    volume d n C <= v -> (forall X, in_box d n B X -> S X -> in_box d n C X) -> covered S B v.
  Proof.
    intros S B C v Hv H. exists [C]. split; [| simpl; lra]. intros X HX HS. exists C. split; [now left | auto].
  Qed.

  (** If the points of S in each cell of a grid on B are covered by boxes of at most x times the volume of the cell,
      those in B are covered by boxes of at most x times the volume of B. *)
  Section Grid.
    Variables (S : matrix -> Prop) (x : R).

    Let share (B : box) : Prop := covered S B (x * volume d n B).

    Lemma share_of_same : forall B C,
      (forall i j, low B i j = low C i j) -> (forall i j, high B i j = high C i j) -> share B -> share C.
    Proof.
      intros B C Hlow Hhigh (boxes & H & Hv). exists boxes. split.
      - intros X HX. apply H. intros i j Hi Hj. rewrite Hlow, Hhigh. now apply HX.
      - replace (volume d n C) with (volume d n B); [exact Hv |].
        apply product_over_ext. intros i j _. now rewrite Hlow, Hhigh.
    Qed.

    Lemma share_of_halves : forall i j a b c B, (i < d)%nat -> (j < n)%nat -> a <= b <= c ->
      share (cut i j a b B) -> share (cut i j b c B) -> share (cut i j a c B).
    Proof.
      intros i j a b c B Hi Hj Habc (l & Hl & Hv) (m & Hm & Hw). exists (l ++ m). split.
      - intros X HX HS. apply in_cut in HX as [Hat Hoff]; [| exact Hi | exact Hj].
        destruct (Rle_dec (X i j) b) as [Hb | Hb].
        + destruct (Hl X) as (C & HC & HCX); [apply in_cut; auto; split; [lra | exact Hoff] | exact HS |].
          exists C. split; [apply in_or_app; now left | exact HCX].
        + destruct (Hm X) as (C & HC & HCX); [apply in_cut; auto; split; [lra | exact Hoff] | exact HS |].
          exists C. split; [apply in_or_app; now right | exact HCX].
      - rewrite total_volume_app. rewrite volume_cut in * by assumption. rewrite Rmax_right in * by lra. lra.
    Qed.

    Lemma share_of_parts : forall i j B, (i < d)%nat -> (j < n)%nat -> forall m a b, a <= b ->
      (forall u v, a <= u -> v <= b -> v - u = (b - a) * (/ 2) ^ m -> share (cut i j u v B)) ->
      share (cut i j a b B).
    Proof.
      intros i j B Hi Hj. induction m as [| m IH]; intros a b Hab H.
      - apply H; simpl; lra.
      - apply (share_of_halves i j a ((a + b) / 2) b); try assumption; [lra | |].
        + apply IH; [lra |]. intros u v Hu Hv E. apply H; simpl; lra.
        + apply IH; [lra |]. intros u v Hu Hv E. apply H; simpl; lra.
    Qed.

    (** C is in B: at some positions its sides are 2^-m of those of B, m by entry; elsewhere they are those of B. *)
    Definition grid_cell (m : nat -> nat -> nat) (positions : list (nat * nat)) (B C : box) : Prop :=
      forall i j,
      (In (i, j) positions -> low B i j <= low C i j /\ high C i j <= high B i j /\
        high C i j - low C i j = (high B i j - low B i j) * (/ 2) ^ m i j) /\
      (~ In (i, j) positions -> low C i j = low B i j /\ high C i j = high B i j).

    Lemma share_of_cells_over : forall m B positions, NoDup positions -> incl positions (entries d n) ->
      (forall i j, In (i, j) positions -> low B i j <= high B i j) ->
      (forall C, grid_cell m positions B C -> share C) -> share B.
    Proof.
      intros m B. induction positions as [| [i j] positions IH]; intros Hnodup Hin HB H.
      - apply H. intros i j. split; [easy | auto].
      - apply NoDup_cons_iff in Hnodup as [Hnot Hnodup].
        assert (Hij : (i < d)%nat /\ (j < n)%nat) by (apply entries_in, Hin; now left).
        apply IH; [exact Hnodup | intros e He; apply Hin; now right | intros; apply HB; now right |].
        intros C HC. destruct (HC i j) as [_ Hside]. destruct (Hside Hnot) as [Elow Ehigh].
        apply (share_of_same (cut i j (low C i j) (high C i j) C)); [intros; apply put_back .. |].
        apply (share_of_parts i j C (proj1 Hij) (proj2 Hij) (m i j)).
        + rewrite Elow, Ehigh. apply HB. now left.
        + intros u v Hu Hv E. apply H. intros k l. simpl. destruct (classic ((k, l) = (i, j))) as [Ekl | Ekl].
          * injection Ekl as -> ->. rewrite !put_there, <- Elow, <- Ehigh. split; [intros _; lra | tauto].
          * rewrite !put_elsewhere by exact Ekl. destruct (HC k l) as [Hon Hoff]. split.
            -- intros [Hkl | Hkl]; [now symmetry in Hkl | now apply Hon].
            -- intros Hkl. apply Hoff. tauto.
    Qed.

    Lemma share_of_cells : forall m B,
      (forall i j, (i < d)%nat -> (j < n)%nat -> low B i j <= high B i j) ->
      (forall C, grid_cell m (entries d n) B C -> share C) -> share B.
    Proof.
      intros m B HB. apply share_of_cells_over; [apply entries_once | apply incl_refl |].
      intros i j Hin. apply entries_in in Hin as [Hi Hj]. now apply HB.
    Qed.
  End Grid.

  (** ** Where a partial derivative is not small *)

  Lemma small_power : forall a b, 0 <= a -> 0 < b -> exists m, a * (/ 2) ^ m <= b.
  Proof.
    intros a b Ha Hb. assert (Hq : 0 < b / (a + 1)) by (apply Rdiv_lt_0_compat; lra).
    destruct (pow_lt_1_zero (/ 2)) with (y := b / (a + 1)) as [m Hm]; [rewrite Rabs_right; lra | exact Hq |].
    exists m. specialize (Hm m (le_n m)). assert (Hp : 0 < (/ 2) ^ m) by (apply pow_lt; lra).
    rewrite Rabs_right in Hm by lra. apply (Rmult_lt_compat_l (a + 1)) in Hm; [| lra].
    replace ((a + 1) * (b / (a + 1))) with b in Hm by (field; lra). lra.
  Qed.

  Lemma half_power_falls : forall m k, 0 < (/ 2) ^ (m + k) <= (/ 2) ^ m.
  Proof.
    intros m k. rewrite pow_add. assert (Hm : 0 < (/ 2) ^ m) by (apply pow_lt; lra).
    assert (Hk : 0 < (/ 2) ^ k <= 1) by (split; [apply pow_lt; lra | induction k; simpl; lra]).
    split; [apply Rmult_lt_0_compat; lra |]. rewrite <- (Rmult_1_r ((/ 2) ^ m)) at 2.
    apply Rmult_le_compat_l; lra.
  Qed.

  Lemma small_with_slope : forall q B i j delta eps, of_entries d n q -> (i < d)%nat -> (j < n)%nat ->
    0 < delta -> 0 < eps ->
    exists eta, 0 < eta /\
      covered (fun X => Rabs (poly_value q X) < eta /\ delta <= Rabs (poly_value (partial i j q) X)) B eps.
  Proof.
    intros q B i j delta eps Hq Hi Hj Hdelta Heps. destruct (Rle_dec (volume d n B) 0) as [Hnull | Hvolume].
    { exists 1. split; [lra |]. apply (covered_by_box _ B B); [lra | auto]. }
    assert (HB : forall k l, (k < d)%nat -> (l < n)%nat -> low B k l < high B k l).
    { intros k l Hk Hl. apply Rnot_le_lt. intros Hle. apply Hvolume. right. rewrite volume_is.
      apply (product_over_zero _ _ k l); [now apply entries_in |]. unfold side. apply Rmax_left. lra. }
    set (b := sum_over (entries d n) (side B)).
    assert (Hb : forall k l, (k < d)%nat -> (l < n)%nat -> high B k l - low B k l <= b).
    { intros k l Hk Hl. eapply Rle_trans; [apply (Rmax_r 0) |].
      apply (sum_over_has (entries d n) (side B)); [intros; apply Rmax_l | now apply entries_in]. }
    pose proof (HB i j Hi Hj) as Hside. pose proof (Hb i j Hi Hj) as Hbij.
    destruct (bounded_and_lipschitz B q Hq) as (_ & L & _ & HL & _ & Lip).
    destruct (bounded_and_lipschitz B (partial i j q) (partial_of_entries d n i j q Hq))
      as (_ & L' & _ & HL' & _ & Lip').
    destruct (small_power (L' * b) (delta / 2)) as [m Hm]; [apply Rmult_le_pos; lra | lra |].
    set (x := eps / volume d n B). assert (Hx : 0 < x) by (apply Rdiv_lt_0_compat; lra).
    set (s := (high B i j - low B i j) * (/ 2) ^ m).
    assert (Hs : 0 < s) by (apply Rmult_lt_0_compat; [lra | apply pow_lt; lra]).
    set (w := x * s / 2). assert (Hw : 0 < w) by (pose proof (Rmult_lt_0_compat x s Hx Hs); unfold w; lra).
    assert (Hwd : 0 < w * delta) by (apply Rmult_lt_0_compat; lra).
    destruct (small_power (L * b) (w * delta / 4)) as [m' Hm']; [apply Rmult_le_pos; lra | lra |].
    exists (w * delta / 8). split; [lra |].
    set (S := fun X => Rabs (poly_value q X) < w * delta / 8 /\ delta <= Rabs (poly_value (partial i j q) X)).
    replace eps with (x * volume d n B) by (unfold x; field; lra).
    apply (share_of_cells S x (fun k l => if ((k =? i) && (l =? j))%nat%bool then m else (m + m')%nat)).
    { intros k l Hk Hl. left. now apply HB. }
    intros C HC.
    assert (Hcell : forall k l, (k < d)%nat -> (l < n)%nat -> low B k l <= low C k l /\ high C k l <= high B k l /\
      high C k l - low C k l <= b * (/ 2) ^ m /\
      ((k, l) <> (i, j) -> high C k l - low C k l <= b * (/ 2) ^ m') /\
      ((k, l) = (i, j) -> high C k l - low C k l = s)).
    { intros k l Hk Hl. destruct (HC k l) as [Hon _]. destruct (Hon (proj2 (entries_in _ _ _ _) (conj Hk Hl)))
        as (Hlow & Hhigh & E). clear Hon. split; [exact Hlow |]. split; [exact Hhigh |]. rewrite E. cbv beta.
      pose proof (HB k l Hk Hl) as Hkl. specialize (Hb k l Hk Hl).
      pose proof (half_power_falls m m') as Hp. pose proof (half_power_falls m' m) as Hp'.
      rewrite Nat.add_comm in Hp'. assert (Hp0 : 0 < (/ 2) ^ m) by (apply pow_lt; lra).
      destruct ((k =? i) && (l =? j))%nat%bool eqn:Ekl.
      - apply andb_prop in Ekl as [Ek El]. apply Nat.eqb_eq in Ek, El. subst k l.
        split; [apply Rmult_le_compat; lra |]. split; [congruence | reflexivity].
      - split; [apply Rmult_le_compat; lra |]. split; [intros _; apply Rmult_le_compat; lra |].
        intros E'. injection E' as -> ->. now rewrite !Nat.eqb_refl in Ekl. }
    assert (Hinside : forall X, in_box d n C X -> in_box d n B X).
    { intros X HX k l Hk Hl. specialize (HX k l Hk Hl). destruct (Hcell k l Hk Hl) as (? & ? & _). lra. }
    assert (Hface : 0 <= face_volume i j C) by apply face_nonnegative.
    assert (HvC : volume d n C = s * face_volume i j C).
    { rewrite (volume_face i j) by assumption. f_equal. destruct (Hcell i j Hi Hj) as (_ & _ & _ & _ & E).
      unfold side. rewrite E by reflexivity. apply Rmax_right. lra. }
    destruct (classic (exists X0, in_box d n C X0 /\ S X0)) as [(X0 & HX0 & Hsmall0 & Hlarge) | None].
    2:{ apply covered_by_none; [apply Rmult_le_pos; [lra | apply volume_nonnegative] |].
        intros X HX HS. apply None. now exists X. }
    apply (covered_by_box S C (cut i j (X0 i j - w) (X0 i j + w) C)).
    { rewrite volume_cut, HvC by assumption. rewrite Rmax_right by lra. right. unfold w. field. }
    intros X HX [Hsmall _]. apply in_cut; [exact Hi | exact Hj |]. split; [| intros; now apply HX].
    assert (Hpos : forall k, 0 <= b * (/ 2) ^ k) by (intros k; apply Rmult_le_pos; [lra | left; apply pow_lt; lra]).
    assert (Hput : forall t, low C i j <= t <= high C i j -> in_box d n C (put i j t X)).
    { intros t Ht k l Hk Hl. destruct (classic ((k, l) = (i, j))) as [E | E].
      - injection E as -> ->. now rewrite put_there.
      - rewrite put_elsewhere by exact E. now apply HX. }
    pose proof (HX i j Hi Hj) as HXij. pose proof (HX0 i j Hi Hj) as HX0ij.
    destruct (mean_value q i j X (X0 i j) (X i j)) as (t & Ht & E).
    assert (HtC : low C i j <= t <= high C i j) by lra.
    rewrite (poly_value_same q (put i j (X i j) X) X Hq) in E by (intros k l _ _; apply put_back).
    (* The derivative is at least delta / 2 between. *)
    pose proof (Lip' (b * (/ 2) ^ m) X0 (put i j t X) (Hpos m) (Hinside _ HX0) (Hinside _ (Hput t HtC))) as Hslope.
    assert (Hclose : close (b * (/ 2) ^ m) X0 (put i j t X)).
    { intros k l Hk Hl. specialize (HX0 k l Hk Hl). pose proof (Hput t HtC k l Hk Hl).
      destruct (Hcell k l Hk Hl) as (_ & _ & Hlen & _). apply Rabs_le. lra. }
    specialize (Hslope Hclose). set (D0 := poly_value (partial i j q) X0) in *.
    set (D := poly_value (partial i j q) (put i j t X)) in *.
    assert (HD : delta / 2 <= Rabs D).
    { pose proof (Rabs_triang (D0 - D) D) as Htri. replace (D0 - D + D) with D0 in Htri by ring. lra. }
    (* Off entry (i, j) the value moves little. *)
    pose proof (Lip (b * (/ 2) ^ m') (put i j (X0 i j) X) X0 (Hpos m') (Hinside _ (Hput _ HX0ij)) (Hinside _ HX0))
      as Hmove.
    assert (Hclose' : close (b * (/ 2) ^ m') (put i j (X0 i j) X) X0).
    { intros k l Hk Hl. destruct (classic ((k, l) = (i, j))) as [Ekl | Ekl].
      - injection Ekl as -> ->. rewrite put_there. replace (X0 i j - X0 i j) with 0 by ring. now rewrite Rabs_R0.
      - rewrite put_elsewhere by exact Ekl. specialize (HX0 k l Hk Hl). specialize (HX k l Hk Hl).
        destruct (Hcell k l Hk Hl) as (_ & _ & _ & Hlen & _). specialize (Hlen Ekl). apply Rabs_le. lra. }
    specialize (Hmove Hclose'). set (v := poly_value q (put i j (X0 i j) X)) in *.
    assert (Hprod : Rabs D * Rabs (X i j - X0 i j) <= w * delta / 2).
    { rewrite <- Rabs_mult, <- E. apply Rabs_def2 in Hsmall, Hsmall0.
      assert (Hmove' : Rabs (v - poly_value q X0) <= w * delta / 4) by lra.
      revert Hmove'. unfold Rabs. destruct (Rcase_abs (v - poly_value q X0)), (Rcase_abs (poly_value q X - v)); lra. }
    assert (Hfar : Rabs (X i j - X0 i j) <= w).
    { apply (Rmult_le_reg_l (delta / 2)); [lra |].
      apply Rle_trans with (Rabs D * Rabs (X i j - X0 i j)); [| lra].
      apply Rmult_le_compat_r; [apply Rabs_pos | exact HD]. }
    revert Hfar. unfold Rabs. destruct (Rcase_abs (X i j - X0 i j)); lra.
  Qed.

  (** ** All polynomials *)

  Lemma small_of_degree : forall B D q, (degree q <= D)%nat -> of_entries d n q ->
    (exists X, poly_value q X <> 0) -> forall eps, 0 < eps ->
    exists eta, 0 < eta /\ covered (fun X => Rabs (poly_value q X) < eta) B eps.
  Proof.
    intros B. induction D as [| D IH]; intros q HD Hq [X0 HX0] eps Heps;
      (destruct (classic (exists i j X, (i < d)%nat /\ (j < n)%nat /\ poly_value (partial i j q) X <> 0))
        as [(i & j & X & Hi & Hj & HX) | None];
      [| exists (Rabs (poly_value q X0)); split; [now apply Rabs_pos_lt |];
         apply covered_by_none; [lra |]; intros Y _;
         rewrite (constant_without_partials q Hq) with (X := Y) (Y := X0); [lra |];
         intros i j X Hi Hj; apply NNPP; intros HX; apply None; now exists i, j, X]).
    - destruct HX. apply partial_of_constant. lia.
    - destruct (IH (partial i j q)) with (eps := eps / 2) as (delta & Hdelta & Hsmall); [| | now exists X | lra |].
      + pose proof (partial_degree i j q). lia.
      + now apply partial_of_entries.
      + destruct (small_with_slope q B i j delta (eps / 2)) as (eta & Heta & Hlarge); try assumption; [lra |].
        exists eta. split; [exact Heta |]. replace eps with (eps / 2 + eps / 2) by field.
        apply (covered_both _ _ _ _ _ _) with (2 := Hsmall) (3 := Hlarge). intros Y _ HY. cbv beta.
        destruct (Rlt_dec (Rabs (poly_value (partial i j q) Y)) delta); [now left | right; split; [exact HY | lra]].
  Qed.

  Lemma small_of_some : forall B qs, (forall q, In q qs -> of_entries d n q) -> forall eps, 0 < eps ->
    exists eta, 0 < eta /\ covered (fun X => exists q, In q qs /\ 0 < Rabs (poly_value q X) < eta) B eps.
  Proof.
    intros B. induction qs as [| q qs IH]; intros Hqs eps Heps.
    - exists 1. split; [lra |]. apply covered_by_none; [lra |]. intros X _ (q & Hin & _). easy.
    - destruct IH with (eps := eps / 2) as (eta & Heta & Hrest); [intros; apply Hqs; now right | lra |].
      assert (Hfirst : exists eta', 0 < eta' /\ covered (fun X => 0 < Rabs (poly_value q X) < eta') B (eps / 2)).
      { destruct (classic (exists X, poly_value q X <> 0)) as [Hsome | None].
        - destruct (small_of_degree B (degree q) q) with (eps := eps / 2) as (eta' & Heta' & boxes & H & Hv);
            [lia | apply Hqs; now left | exact Hsome | lra |].
          exists eta'. split; [exact Heta' |]. exists boxes. split; [| exact Hv]. intros X HX HqX. apply H; tauto.
        - exists 1. split; [lra |]. apply covered_by_none; [lra |]. intros X _ [Hpos _].
          apply None. exists X. intros E. rewrite E, Rabs_R0 in Hpos. lra. }
      destruct Hfirst as (eta' & Heta' & Hfirst). exists (Rmin eta eta'). split; [now apply Rmin_glb_lt |].
      replace eps with (eps / 2 + eps / 2) by field.
      apply (covered_both _ _ _ _ _ _) with (2 := Hfirst) (3 := Hrest). intros X _ (q' & [<- | Hin] & HqX).
      + left. pose proof (Rmin_r eta eta'). lra.
      + right. exists q'. split; [exact Hin |]. pose proof (Rmin_l eta eta'). lra.
  Qed.

  Lemma total_volume_is : forall boxes,
    total_volume boxes = sum_below (length boxes) (fun i => volume d n (nth i boxes (Box zero zero))).
  Proof.
    induction boxes as [| B boxes IH] using rev_ind; [reflexivity |].
    rewrite total_volume_app, IH, app_length, Nat.add_comm. simpl. f_equal.
    - apply sum_below_ext. intros i Hi. now rewrite app_nth1.
    - rewrite app_nth2, Nat.sub_diag by lia. simpl. ring.
  Qed.
End Fixed.

Theorem small_values_are_rare : small_values_are_rare_statement.
Proof.
  intros d n qs B eps Hqs Heps. destruct (small_of_some d n B qs Hqs eps Heps) as (eta & Heta & boxes & H & Hv).
  exists eta, (length boxes), (fun i => nth i boxes (Box zero zero)). split; [exact Heta |].
  split; [rewrite total_volume_is in Hv; exact Hv |]. intros X q HX Hin HqX.
  destruct (H X HX) as (C & HC & HCX); [now exists q |].
  apply (In_nth _ _ (Box zero zero)) in HC as (i & Hi & <-). now exists i.
Qed.
