(** * Projections: a unit vector along which finitely many directions are seen

    Kajitsuka & Sato 2024, Lemmas 2 and 3. Of m unit vectors choose the signs that make their sum longest: to turn one
    around makes it no longer, so the sum w has |w^T u| >= 1 for each of them, and ||w|| <= m. *)

From Coq Require Import Reals List Lia Lra.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements.
Import ListNotations.
Open Scope R_scope.

(** ** Sums of products *)

Lemma dot_sum : forall d x y, dot d x y = sum_below d (fun i => x i * y i).
Proof. reflexivity. Qed.

Lemma dot_ext : forall d x x' y y', same_vector d x x' -> same_vector d y y' -> dot d x y = dot d x' y'.
Proof.
  intros d x x' y y' Hx Hy. rewrite !dot_sum. apply sum_below_ext. intros i Hi. now rewrite (Hx i Hi), (Hy i Hi).
Qed.

Lemma dot_comm : forall d x y, dot d x y = dot d y x.
Proof. intros d x y. rewrite !dot_sum. apply sum_below_ext. intros i _. ring. Qed.

Lemma dot_combined : forall d x y z c, dot d x (fun i => y i + c * z i) = dot d x y + c * dot d x z.
Proof.
  intros d x y z c. rewrite !dot_sum, <- sum_below_scale, <- sum_below_plus. apply sum_below_ext. intros i _. ring.
Qed.

Lemma dot_combined_square : forall d x y c,
  dot d (fun i => x i + c * y i) (fun i => x i + c * y i) = dot d x x + 2 * c * dot d x y + c * c * dot d y y.
Proof.
  intros d x y c. rewrite dot_combined, (dot_comm d (fun i => x i + c * y i) x),
    (dot_comm d (fun i => x i + c * y i) y), !dot_combined, (dot_comm d y x). ring.
Qed.

Lemma dot_scaled : forall d x y c, dot d x (fun i => c * y i) = c * dot d x y.
Proof. intros d x y c. rewrite !dot_sum, <- sum_below_scale. apply sum_below_ext. intros i _. ring. Qed.

Lemma dot_minus : forall d x y z, dot d x (gap y z) = dot d x y - dot d x z.
Proof.
  intros d x y z. transitivity (dot d x (fun i => y i + (-1) * z i)).
  - apply dot_ext; intros i _; unfold gap; ring.
  - rewrite dot_combined. ring.
Qed.

Lemma dot_nonnegative : forall d x, 0 <= dot d x x.
Proof. intros d x. rewrite dot_sum. apply sum_below_nonnegative. intros i _. apply Rle_0_sqr. Qed.

Lemma dot_zero : forall d x, dot d x x = 0 -> same_vector d x (fun _ => 0).
Proof.
  intros d x H i Hi. assert (x i * x i <= 0).
  - rewrite <- H, dot_sum. apply (sum_below_has d (fun i => x i * x i) i); [intros; apply Rle_0_sqr | exact Hi].
  - pose proof (Rle_0_sqr (x i)) as H1. unfold Rsqr in H1. apply Rsqr_0_uniq. unfold Rsqr. lra.
Qed.

(** ** Norms *)

Lemma norm_nonnegative : forall d x, 0 <= norm d x.
Proof. intros d x. apply sqrt_pos. Qed.

Lemma norm_square : forall d x, norm d x * norm d x = dot d x x.
Proof. intros d x. apply sqrt_sqrt, dot_nonnegative. Qed.

Lemma norm_ext : forall d x y, same_vector d x y -> norm d x = norm d y.
Proof. intros d x y H. unfold norm. now rewrite (dot_ext d x y x y H H). Qed.

Lemma norm_scaled : forall d x c, norm d (fun i => c * x i) = Rabs c * norm d x.
Proof.
  intros d x c. unfold norm. rewrite dot_scaled, dot_comm, dot_scaled, <- Rmult_assoc.
  rewrite sqrt_mult_alt by apply Rle_0_sqr. fold (Rsqr c). now rewrite sqrt_Rsqr_abs.
Qed.

Lemma norm_zero : forall d x, norm d x = 0 -> same_vector d x (fun _ => 0).
Proof. intros d x H. apply dot_zero. rewrite <- norm_square, H. ring. Qed.

(** Cauchy and Schwarz. *)
Lemma dot_at_most : forall d x y, Rabs (dot d x y) <= norm d x * norm d y.
Proof.
  intros d x y. apply Rsqr_incr_0_var; [| apply Rmult_le_pos; apply norm_nonnegative].
  rewrite <- Rsqr_abs. unfold Rsqr.
  replace (norm d x * norm d y * (norm d x * norm d y)) with (norm d x * norm d x * (norm d y * norm d y)) by ring.
  rewrite !norm_square. pose proof (dot_nonnegative d x) as Hx.
  destruct (Rle_lt_or_eq_dec _ _ (dot_nonnegative d y)) as [Hy | Hy].
  - pose proof (dot_nonnegative d (fun i => x i + - (dot d x y / dot d y y) * y i)) as H.
    rewrite dot_combined_square in H.
    assert (0 <= dot d y y * (dot d x x + 2 * - (dot d x y / dot d y y) * dot d x y
      + - (dot d x y / dot d y y) * - (dot d x y / dot d y y) * dot d y y)) as H'
      by (apply Rmult_le_pos; [lra | exact H]).
    field_simplify in H'; [lra | lra].
  - rewrite (dot_ext d x x y (fun _ => 0)); [| intros i _; reflexivity | apply dot_zero; now symmetry].
    replace (dot d x (fun _ => 0)) with 0; [rewrite <- Hy; lra |].
    rewrite dot_sum. symmetry. apply sum_below_zero. intros; ring.
Qed.

Lemma norm_of_unit_times : forall d v x, norm d v = 1 -> Rabs (dot d v x) <= norm d x.
Proof. intros d v x H. pose proof (dot_at_most d v x) as H'. rewrite H in H'. lra. Qed.

(** The first unit vector of R^d, for d >= 1. *)
Lemma some_unit_vector : forall d, (1 <= d)%nat -> norm d (fun i => if Nat.eqb i 0 then 1 else 0) = 1.
Proof.
  intros d Hd. unfold norm. rewrite dot_sum, (sum_below_single d _ 0%nat); [| lia |].
  - simpl. rewrite Rmult_1_r. apply sqrt_1.
  - intros j _ Hj. apply Nat.eqb_neq in Hj. rewrite Hj. ring.
Qed.

(** ** The longest signed sum *)

(** w is a sum of the vectors, each with a sign. *)
Inductive signed (d : nat) : list (nat -> R) -> (nat -> R) -> Prop :=
| signed_nil : forall w, same_vector d w (fun _ => 0) -> signed d [] w
| signed_cons : forall u U w w' c, c = 1 \/ c = -1 -> signed d U w -> same_vector d w' (fun i => w i + c * u i) ->
    signed d (u :: U) w'.

Lemma signed_ext : forall d U w w', same_vector d w w' -> signed d U w -> signed d U w'.
Proof.
  intros d U w w' E H. revert w' E. destruct H as [w H | u U w w0 c Hc H Hw]; intros w' E.
  - apply signed_nil. intros i Hi. now rewrite <- E, H.
  - apply (signed_cons d u U w w' c Hc H). intros i Hi. now rewrite <- E, Hw.
Qed.

(** Some signed sum w makes z + w longest. *)
Lemma longest : forall d U z, exists w, signed d U w /\ forall w', signed d U w' ->
  dot d (fun i => z i + 1 * w' i) (fun i => z i + 1 * w' i) <= dot d (fun i => z i + 1 * w i) (fun i => z i + 1 * w i).
Proof.
  intros d U. induction U as [| u U IH]; intros z.
  - exists (fun _ => 0). split; [apply signed_nil; intros i _; reflexivity |].
    intros w' H. inversion H as [w0 E |]; subst. right. apply dot_ext; intros i Hi; now rewrite (E i Hi).
  - destruct (IH (fun i => z i + 1 * u i)) as [w1 [S1 H1]]. destruct (IH (fun i => z i + -1 * u i)) as [w2 [S2 H2]].
    assert (forall c w, dot d (fun i => z i + c * u i + 1 * w i) (fun i => z i + c * u i + 1 * w i)
      = dot d (fun i => z i + 1 * (w i + c * u i)) (fun i => z i + 1 * (w i + c * u i))) as E
      by (intros c w; apply dot_ext; intros i _; ring).
    destruct (Rle_dec (dot d (fun i => z i + 1 * u i + 1 * w1 i) (fun i => z i + 1 * u i + 1 * w1 i))
      (dot d (fun i => z i + -1 * u i + 1 * w2 i) (fun i => z i + -1 * u i + 1 * w2 i))) as [Hle | Hle].
    + exists (fun i => w2 i + -1 * u i).
      split; [apply (signed_cons d u U w2 _ (-1)); [now right | exact S2 | intros i _; reflexivity] |].
      intros w' H. inversion H as [| u0 U0 w w0 c Hc S' Hw]; subst.
      rewrite <- E. apply Rle_trans with (dot d (fun i => z i + c * u i + 1 * w i) (fun i => z i + c * u i + 1 * w i)).
      * right. rewrite E. apply dot_ext; intros i Hi; now rewrite (Hw i Hi).
      * destruct Hc; subst c; [eapply Rle_trans; [apply H1, S' | exact Hle] | apply H2, S'].
    + exists (fun i => w1 i + 1 * u i).
      split; [apply (signed_cons d u U w1 _ 1); [now left | exact S1 | intros i _; reflexivity] |].
      intros w' H. inversion H as [| u0 U0 w w0 c Hc S' Hw]; subst.
      rewrite <- E. apply Rle_trans with (dot d (fun i => z i + c * u i + 1 * w i) (fun i => z i + c * u i + 1 * w i)).
      * right. rewrite E. apply dot_ext; intros i Hi; now rewrite (Hw i Hi).
      * destruct Hc; subst c; [apply H1, S' | eapply Rle_trans; [apply H2, S' | lra]].
Qed.

(** Each of its vectors may be turned around. *)
Lemma turned : forall d U w u, signed d U w -> In u U ->
  exists c, (c = 1 \/ c = -1) /\ signed d U (fun i => w i + - (2 * c) * u i).
Proof.
  intros d U w u H. induction H as [w H | u' U w w' c Hc H IH Hw]; intros Hu; [contradiction |].
  destruct Hu as [-> | Hu].
  - exists c. split; [exact Hc |]. apply (signed_cons d u U w _ (- c)); [| exact H |].
    + destruct Hc; subst c; [right | left]; ring.
    + intros i Hi. rewrite (Hw i Hi). ring.
  - destruct (IH Hu) as [c' [Hc' H']]. exists c'. split; [exact Hc' |].
    apply (signed_cons d u' U _ _ c Hc H'). intros i Hi. rewrite (Hw i Hi). ring.
Qed.

(** ||w||^2 <= m ||w|| for a signed sum w of m unit vectors. *)
Lemma signed_short : forall d U w z, signed d U w -> (forall u, In u U -> norm d u = 1) ->
  dot d z w <= INR (length U) * norm d z.
Proof.
  intros d U w z H. revert z. induction H as [w H | u U w w' c Hc H IH Hw]; intros z HU.
  - rewrite (dot_ext d z z w (fun _ => 0)); [| intros i _; reflexivity | exact H].
    rewrite dot_sum, sum_below_zero by (intros; ring). simpl. lra.
  - rewrite (dot_ext d z z w' (fun i => w i + c * u i)); [| intros i _; reflexivity | exact Hw].
    rewrite dot_combined. cbn [length]. rewrite S_INR. pose proof (IH z (fun u Hu => HU u (or_intror Hu))) as H1.
    pose proof (dot_at_most d z u) as H2. rewrite (HU u (or_introl eq_refl)), Rmult_1_r in H2.
    apply Rabs_def2 in H2 || (unfold Rabs in H2; destruct (Rcase_abs (dot d z u))); destruct Hc; subst c; lra.
Qed.

(** Along w / ||w|| each of m unit vectors has length at least 1 / m. *)
Lemma seen : forall d U, (1 <= d)%nat -> (forall u, In u U -> norm d u = 1) ->
  exists v, norm d v = 1 /\ forall u, In u U -> 1 <= INR (length U) * Rabs (dot d v u).
Proof.
  intros d U Hd HU. destruct U as [| u0 U0].
  { exists (fun i => if Nat.eqb i 0 then 1 else 0). split; [now apply some_unit_vector | contradiction]. }
  set (U := u0 :: U0) in *.
  destruct (longest d U (fun _ => 0)) as [w [S H]].
  assert (forall u, In u U -> 1 <= Rabs (dot d w u)) as Hw.
  { intros u Hu. destruct (turned d U w u S Hu) as [c [Hc St]]. specialize (H _ St).
    rewrite (dot_ext d _ (fun i => w i + - (2 * c) * u i) _ (fun i => w i + - (2 * c) * u i)) in H
      by (intros i _; ring).
    rewrite dot_combined_square in H.
    rewrite (dot_ext d (fun i => 0 + 1 * w i) w (fun i => 0 + 1 * w i) w) in H by (intros i _; ring).
    assert (dot d u u = 1) as Hu1 by (rewrite <- norm_square, (HU u Hu); ring). rewrite Hu1 in H.
    unfold Rabs; destruct (Rcase_abs (dot d w u)); destruct Hc; subst c; lra. }
  pose proof (norm_nonnegative d w) as Hn.
  assert (norm d w <> 0) as Hpos.
  { intros E. pose proof (Hw u0 (or_introl eq_refl)) as H1. pose proof (dot_at_most d w u0) as H2.
    rewrite E in H2. lra. }
  assert (norm d w <= INR (length U)) as Hshort.
  { pose proof (signed_short d U w w S HU) as H1. rewrite <- norm_square in H1.
    apply Rmult_le_reg_r with (norm d w); lra. }
  exists (fun i => / norm d w * w i). split.
  - rewrite norm_scaled, Rabs_right by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra). now apply Rinv_l.
  - intros u Hu. rewrite (dot_comm d _ u), dot_scaled, Rabs_mult, (dot_comm d u w).
    rewrite Rabs_right by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra). pose proof (Hw u Hu) as H1.
    apply Rle_trans with (norm d w * (/ norm d w * Rabs (dot d w u))).
    + rewrite <- Rmult_assoc, Rinv_r by exact Hpos. lra.
    + apply Rmult_le_compat_r; [| exact Hshort].
      apply Rmult_le_pos; [apply Rlt_le, Rinv_0_lt_compat; lra | apply Rabs_pos].
Qed.

(** ** Lemma 2 *)

(** x / ||x||, and the first unit vector for x = 0. *)
Definition direction (d : nat) (x : nat -> R) : nat -> R :=
  if Req_EM_T (norm d x) 0 then fun i => if Nat.eqb i 0 then 1 else 0 else fun i => / norm d x * x i.

Lemma direction_unit : forall d x, (1 <= d)%nat -> norm d (direction d x) = 1.
Proof.
  intros d x Hd. unfold direction. destruct (Req_EM_T (norm d x) 0) as [H | H]; [now apply some_unit_vector |].
  pose proof (norm_nonnegative d x). rewrite norm_scaled, Rabs_right by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
  now apply Rinv_l.
Qed.

Lemma directions_hold : kajitsuka_lemma_2_directions.
Proof.
  intros d U Hd. destruct (seen d (map (direction d) U) Hd) as [v [Hv H]].
  { intros u Hu. apply in_map_iff in Hu. destruct Hu as [x [<- _]]. now apply direction_unit. }
  exists v. split; [exact Hv |]. intros u x c Hu Hx. rewrite (norm_ext d _ _ Hx), norm_scaled.
  rewrite (dot_ext d v v x (fun i => c * u i)); [| intros i _; reflexivity | exact Hx].
  rewrite dot_scaled, Rabs_mult. specialize (H _ (in_map _ _ _ Hu)). rewrite map_length in H. unfold direction in H.
  pose proof (norm_nonnegative d u) as Hn. pose proof (Rabs_pos c) as Hc. pose proof (Rabs_pos (dot d v u)) as Hvu.
  pose proof (pos_INR (length U)) as Hl.
  destruct (Req_EM_T (norm d u) 0) as [E | E].
  - rewrite E, Rmult_0_r. apply Rmult_le_pos; [lra | now apply Rmult_le_pos].
  - rewrite dot_scaled, Rabs_mult, (Rabs_right (/ norm d u)) in H by (apply Rle_ge, Rlt_le, Rinv_0_lt_compat; lra).
    replace (INR (length U) * (Rabs c * Rabs (dot d v u)))
      with (Rabs c * (norm d u * (INR (length U) * (/ norm d u * Rabs (dot d v u))))) by (field; exact E).
    apply Rmult_le_compat_l; [exact Hc |]. rewrite <- (Rmult_1_r (norm d u)) at 1. apply Rmult_le_compat_l; lra.
Qed.

(** The differences of two members, each pair once. *)
Fixpoint differences (X : list (nat -> R)) : list (nat -> R) :=
  match X with [] => [] | x :: X' => map (gap x) X' ++ differences X' end.

Lemma differences_count : forall X, INR (length (differences X)) = INR (length X) * (INR (length X) - 1) / 2.
Proof.
  induction X as [| x X IH]; [simpl; lra |]. cbn [differences length].
  rewrite app_length, map_length, plus_INR, IH, S_INR. field.
Qed.

Lemma differences_have : forall d X x x', In x X -> In x' X ->
  norm d (gap x x') = 0 \/ exists u c, In u (differences X) /\ same_vector d (gap x x') (fun i => c * u i).
Proof.
  intros d X x x'. induction X as [| y X IH]; [contradiction |].
  intros [<- | Hx] [<- | Hx']; cbn [differences].
  - left. unfold norm. rewrite dot_minus, Rminus_diag_eq by reflexivity. apply sqrt_0.
  - right. exists (gap y x'), 1. split; [apply in_or_app; left; now apply in_map | intros i _; ring].
  - right. exists (gap y x), (-1). split; [apply in_or_app; left; now apply in_map |].
    intros i _. unfold gap. ring.
  - destruct (IH Hx Hx') as [H | [u [c [Hu H]]]]; [now left | right].
    exists u, c. split; [apply in_or_app; now right | exact H].
Qed.

Lemma apart : forall d X, (1 <= d)%nat -> exists v, norm d v = 1 /\ forall x x', In x X -> In x' X ->
  norm d (gap x x') <= INR (length X) * (INR (length X) - 1) / 2 * Rabs (dot d v (gap x x')).
Proof.
  intros d X Hd. destruct (directions_hold d (differences X) Hd) as [v [Hv H]]. exists v. split; [exact Hv |].
  intros x x' Hx Hx'. rewrite <- differences_count.
  destruct (differences_have d X x x' Hx Hx') as [E | [u [c [Hu E]]]]; [| exact (H u _ c Hu E)].
  rewrite E. apply Rmult_le_pos; [apply pos_INR | apply Rabs_pos].
Qed.

Lemma printed_factor : forall d N, (1 <= d)%nat -> (2 <= N)%nat ->
  1 / INR N ^ 2 * sqrt (8 / (PI * INR d)) < 2 / (INR N * (INR N - 1)).
Proof.
  intros d N Hd HN. apply le_INR in Hd. apply le_INR in HN. change (INR 1) with 1 in Hd. change (INR 2) with 2 in HN.
  pose proof PI2_1 as Hpi.
  assert (sqrt (8 / (PI * INR d)) <= 2) as Hs.
  { rewrite <- (sqrt_square 2) by lra. apply sqrt_le_1_alt. assert (2 <= PI * INR d) by nra.
    apply Rmult_le_reg_r with (PI * INR d); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  apply Rle_lt_trans with (1 / INR N ^ 2 * 2).
  - apply Rmult_le_compat_l; [| exact Hs]. apply Rlt_le. unfold Rdiv. rewrite Rmult_1_l. apply Rinv_0_lt_compat. nra.
  - unfold Rdiv. rewrite Rmult_1_l, Rmult_comm. apply Rmult_lt_compat_l; [lra |]. apply Rinv_lt_contravar; nra.
Qed.

Lemma lemma_2_sharper_holds : kajitsuka_lemma_2_sharper.
Proof.
  intros d X Hd. split; [| now apply printed_factor].
  destruct (apart d X Hd) as [v [Hv H]]. exists v. split; [exact Hv |]. intros x x' Hx Hx'.
  split; [| now apply norm_of_unit_times]. specialize (H x x' Hx Hx'). set (l := Rabs _) in *.
  pose proof (norm_nonnegative d (gap x x')) as Hn.
  destruct (Req_dec (INR (length X) * (INR (length X) - 1)) 0) as [E | E].
  - rewrite E in H. assert (norm d (gap x x') = 0) as -> by lra. rewrite Rmult_0_r. apply Rabs_pos.
  - assert (0 <= INR (length X) * (INR (length X) - 1)) as Hpos
      by (pose proof (differences_count X); pose proof (pos_INR (length (differences X))); lra).
    apply Rmult_le_reg_l with (INR (length X) * (INR (length X) - 1)); [lra |].
    replace (INR (length X) * (INR (length X) - 1)
        * (2 / (INR (length X) * (INR (length X) - 1)) * norm d (gap x x')))
      with (2 * norm d (gap x x')) by (field; split; intros E'; apply E; rewrite E'; ring).
    lra.
Qed.

Lemma lemma_2_holds : kajitsuka_lemma_2.
Proof.
  intros d X Hd. destruct (lemma_2_sharper_holds d X Hd) as [[v [Hv H]] Hf]. exists v. split; [exact Hv |].
  intros x x' Hx Hx'. destruct (H x x' Hx Hx') as [Hl Hr]. split; [| exact Hr].
  destruct (le_lt_dec 2 (length X)) as [HN | HN].
  - apply Rle_trans with (2 := Hl). apply Rmult_le_compat_r; [apply norm_nonnegative | now apply Rlt_le, Hf].
  - assert (norm d (gap x x') = 0) as ->.
    { assert (x = x') as ->.
      { destruct X as [| y [| z X]]; [contradiction | | simpl in HN; lia].
        destruct Hx as [<- | []]. destruct Hx' as [<- | []]. reflexivity. }
      unfold norm. rewrite dot_minus, Rminus_diag_eq by reflexivity. apply sqrt_0. }
    rewrite Rmult_0_r. apply Rabs_pos.
Qed.

(** ** Lemma 3 *)

Lemma times_outer : forall d w z x h, applied d (outer w z) x h = w h * dot d z x.
Proof. intros d w z x h. rewrite (dot_comm d z x), <- dot_scaled. apply dot_comm. Qed.

Lemma score_product : forall d s u u' v v' x c,
  dot s (applied d (outer u v) x) (applied d (outer u' v') c) = dot d v x * (dot s u u' * dot d v' c).
Proof.
  intros d s u u' v v' x c.
  rewrite (dot_ext s _ (fun h => dot d v x * u h) _ (fun h => dot d v' c * u' h)).
  - rewrite dot_scaled, (dot_comm s _ u'), dot_scaled, (dot_comm s u' u). ring.
  - intros h _. rewrite times_outer. ring.
  - intros h _. rewrite times_outer. ring.
Qed.

Lemma scores_apart_by : forall d s V u u' v v' r_min r_max e delta factor,
  separated_vocabulary d V r_min r_max e -> 0 < r_min -> 0 < e -> 0 < delta -> 0 < factor ->
  (forall a b, In a V -> In b V -> factor * norm d (gap a b) <= Rabs (dot d v (gap a b))) ->
  (forall c, In c V -> factor * norm d c <= Rabs (dot d v' c)) ->
  delta / (e * r_min) <= factor * factor * Rabs (dot s u u') ->
  scores_apart d s V u u' v v' delta.
Proof.
  intros d s V u u' v v' r_min r_max e delta factor [Hr He] Hr0 He0 Hd Hf Hab Hc Hk a b c Ha Hb Hcin Hne score.
  unfold score. rewrite !score_product, <- Rmult_minus_distr_r, <- dot_minus, !Rabs_mult.
  specialize (Hab a b Ha Hb). specialize (Hc c Hcin). specialize (He a b Ha Hb Hne). destruct (Hr c Hcin) as [Hrc _].
  set (k := Rabs (dot s u u')) in *. set (p := Rabs (dot d v (gap a b))) in *. set (q := Rabs (dot d v' c)) in *.
  assert (0 < delta / (e * r_min)) as Hpos by (apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; nra]).
  assert (0 < k) as Hk0 by (apply Rmult_lt_reg_l with (factor * factor); nra).
  apply Rlt_gt. apply Rle_lt_trans with (factor * factor * k * (e * r_min)).
  - apply Rle_trans with (delta / (e * r_min) * (e * r_min)); [right; field; lra |].
    apply Rmult_le_compat_r; [nra | exact Hk].
  - assert (factor * e < p) as Hp by (apply Rlt_le_trans with (2 := Hab); now apply Rmult_lt_compat_l).
    assert (factor * r_min < q) as Hq by (apply Rlt_le_trans with (2 := Hc); now apply Rmult_lt_compat_l).
    replace (factor * factor * k * (e * r_min)) with (k * ((factor * e) * (factor * r_min))) by ring.
    replace (p * (k * q)) with (k * (p * q)) by ring. apply Rmult_lt_compat_l; [exact Hk0 |].
    apply Rmult_le_0_lt_compat; try assumption; apply Rlt_le, Rmult_lt_0_compat; assumption.
Qed.

Lemma minus_zero : forall d c, same_vector d (gap c (fun _ => 0)) c.
Proof. intros d c i _. unfold gap. ring. Qed.

(** What [keeps_apart] says of V and 0. *)
Lemma with_zero : forall d V factor v, keeps_apart d ((fun _ => 0) :: V) factor v ->
  (forall a b, In a V -> In b V -> factor * norm d (gap a b) <= Rabs (dot d v (gap a b))) /\
  (forall c, In c V -> factor * norm d c <= Rabs (dot d v c) <= norm d c).
Proof.
  intros d V factor v [_ H]. split.
  - intros a b Ha Hb. apply (H a b); now right.
  - intros c Hc. specialize (H c (fun _ => 0) (or_intror Hc) (or_introl eq_refl)).
    rewrite (norm_ext d _ _ (minus_zero d c)) in H.
    rewrite (dot_ext d v v (gap c (fun _ => 0)) c) in H; [exact H | intros i _; reflexivity | apply minus_zero].
Qed.

Lemma printed_product : forall d N delta e r_min, (1 <= d)%nat -> 0 < r_min -> 0 < e ->
  let factor := 1 / (INR N + 1) ^ 2 * sqrt (8 / (PI * INR d)) in
  0 < factor /\
  delta / (e * r_min) = factor * factor * ((INR N + 1) ^ 4 * (PI * INR d / 8) * (delta / (e * r_min))).
Proof.
  intros d N delta e r_min Hd Hr He factor. apply le_INR in Hd. change (INR 1) with 1 in Hd.
  pose proof PI_RGT_0 as Hpi. pose proof (pos_INR N) as HN.
  assert (0 < 8 / (PI * INR d)) as H8 by (apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; nra]).
  split.
  - apply Rmult_lt_0_compat; [| now apply sqrt_lt_R0]. apply Rmult_lt_0_compat; [lra |]. apply Rinv_0_lt_compat. nra.
  - unfold factor.
    replace (1 / (INR N + 1) ^ 2 * sqrt (8 / (PI * INR d)) * (1 / (INR N + 1) ^ 2 * sqrt (8 / (PI * INR d))))
      with (1 / (INR N + 1) ^ 4 * (sqrt (8 / (PI * INR d)) * sqrt (8 / (PI * INR d)))) by (field; lra).
    rewrite sqrt_sqrt by lra. field. repeat split; lra.
Qed.

Lemma two_vectors_hold : kajitsuka_lemma_3_two_vectors.
Proof.
  intros d V r_min r_max e delta v v' Hd HV Hr He Hdelta factor Hv Hv' s u u' Hu.
  destruct (printed_product d (length V) delta e r_min Hd Hr He) as [Hf Hk].
  apply (scores_apart_by d s V u u' v v' r_min r_max e delta factor); try assumption.
  - apply with_zero in Hv. apply Hv.
  - intros c Hc. apply with_zero in Hv'. now apply Hv'.
  - rewrite Hu. now apply Req_le.
Qed.

Lemma lemma_3_holds : kajitsuka_lemma_3.
Proof.
  intros d V r_min r_max e delta Hd HV Hr He Hdelta.
  destruct (lemma_2_holds d ((fun _ => 0) :: V) Hd) as [v Hv]. cbn [length] in Hv. rewrite S_INR in Hv.
  exists v. split; [apply Hv |]. split.
  - intros s u u' Hu. destruct (Rlt_or_le 0 e) as [He0 | He0].
    + now apply (two_vectors_hold d V r_min r_max e delta v v Hd HV Hr He0 Hdelta).
    + exfalso. pose proof (Rabs_pos (dot s u u')) as Ha. rewrite Hu in Ha. apply (Rle_not_lt _ _ Ha).
      apply le_INR in Hd. change (INR 1) with 1 in Hd. pose proof PI_RGT_0. pose proof (pos_INR (length V)) as HN.
      rewrite <- (Rmult_0_r ((INR (length V) + 1) ^ 4 * (PI * INR d / 8))). apply Rmult_lt_compat_l.
      * apply Rmult_lt_0_compat; [apply pow_lt; lra | nra].
      * rewrite <- (Rmult_0_r delta). apply Rmult_lt_compat_l; [exact Hdelta |]. apply Rinv_lt_0_compat. nra.
  - apply with_zero in Hv. apply Hv.
Qed.

Lemma lemma_3_sharper_holds : kajitsuka_lemma_3_sharper.
Proof.
  intros d V r_min r_max e delta Hd HV Hr He Hdelta.
  destruct (lemma_2_sharper_holds d ((fun _ => 0) :: V) Hd) as [[v Hv] _]. cbn [length] in Hv. rewrite S_INR in Hv.
  replace ((INR (length V) + 1) * (INR (length V) + 1 - 1)) with (INR (length V) * (INR (length V) + 1)) in Hv by ring.
  exists v. split; [apply Hv |]. apply with_zero in Hv. split; [| apply Hv].
  intros s u u' Hu. destruct V as [| x V]; [intros a b c Ha; contradiction |]. set (W := x :: V) in *.
  assert (1 <= INR (length W)) as HW by (apply (le_INR 1); cbn; lia).
  apply (scores_apart_by d s W u u' v v r_min r_max e delta (2 / (INR (length W) * (INR (length W) + 1))));
    try assumption.
  - apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; nra].
  - apply Hv.
  - intros c Hc. now apply Hv.
  - apply Rle_trans with (2 / (INR (length W) * (INR (length W) + 1)) * (2 / (INR (length W) * (INR (length W) + 1)))
      * ((INR (length W) * (INR (length W) + 1) / 2) ^ 2 * (delta / (e * r_min)))).
    + right. field. repeat split; lra.
    + apply Rmult_le_compat_l; [| lra]. apply Rle_0_sqr.
Qed.
