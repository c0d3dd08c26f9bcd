(** * Hardmax: attention selects the greatest and the least id, ties included (App. E.3, 'Selective shift operation')

    Proofs of [psi_selects] and [Psi_shifts_selectively] of [Statements.v]. *)

From Coq Require Import ZArith QArith Qminmax List Lia Lqa Setoid Morphisms.
From Exactua Require Import Transformers Grids Statements.
Import ListNotations.
Open Scope Q_scope.

(** ** The maximum of a list *)

Lemma maximum_cons : forall x y rest, maximum (x :: y :: rest) = Qmax x (maximum (y :: rest)).
Proof. reflexivity. Qed.

Lemma maximum_attained : forall a, a <> [] -> Exists (Qeq (maximum a)) a.
Proof.
  induction a as [|x [|y rest] IH]; intros nonempty.
  - contradiction.
  - left. reflexivity.
  - rewrite maximum_cons. destruct (Q.max_spec x (maximum (y :: rest))) as [[_ E]|[_ E]].
    + right. eapply Exists_impl; [|apply IH; discriminate]. intros z Hz. simpl. rewrite <- Hz. exact E.
    + left. exact E.
Qed.

Lemma maximum_is_greatest : forall a, Forall (fun y => y <= maximum a) a.
Proof.
  induction a as [|x [|y rest] IH]; constructor.
  - simpl. lra.
  - constructor.
  - rewrite maximum_cons. apply Q.le_max_l.
  - eapply Forall_impl; [|exact IH]. intros z Hz. rewrite maximum_cons.
    eapply Qle_trans; [exact Hz|apply Q.le_max_r].
Qed.

(** The maximum is the only greatest entry, as a number. *)
Lemma maximum_unique : forall a x, greatest_of a x -> x == maximum a.
Proof.
  intros a x [attained upper]. apply Qle_antisym.
  - apply Exists_exists in attained. destruct attained as [y [inside equal]]. rewrite equal.
    exact (proj1 (Forall_forall _ _) (maximum_is_greatest a) y inside).
  - assert (nonempty : a <> []) by (intro E; subst; inversion attained).
    pose proof (maximum_attained a nonempty) as M. apply Exists_exists in M. destruct M as [y [inside equal]].
    rewrite equal. exact (proj1 (Forall_forall _ _) upper y inside).
Qed.

(** ** The average over ties *)

Lemma Forall2_implied : forall A B (R S : A -> B -> Prop) l l', (forall a b, R a b -> S a b) ->
  Forall2 R l l' -> Forall2 S l l'.
Proof. intros A B R S l l' implied H. induction H; constructor; auto. Qed.

(** Weights: the same number w wherever the test is passed, 0 elsewhere; the values there all equal v. *)
Lemma dot_of_ties : forall (test : Q -> bool) w v scores values, length values = length scores ->
  Forall2 (fun value score => test score = true -> value == v) values scores ->
  dot values (map (fun x => if test x then w else 0) scores)
    == of_nat (length (filter test scores)) * (w * v).
Proof.
  intros test w v. induction scores as [|s scores IH]; intros [|a values] lengths same; try discriminate lengths.
  - simpl. unfold of_nat. simpl. ring.
  - inversion same as [|? ? ? ? here rest]; subst. injection lengths as lengths. cbn [map dot filter].
    rewrite (IH values lengths rest). destruct (test s) eqn:T.
    + rewrite (here eq_refl). cbn [length]. unfold of_nat. rewrite Nat2Z.inj_succ, <- Z.add_1_l, inject_Z_plus.
      change (inject_Z 1) with 1. ring.
    + ring.
Qed.

Lemma occurrences_positive : forall x a, Exists (Qeq x) a -> 0 < of_nat (occurrences x a).
Proof.
  intros x a attained. unfold occurrences, of_nat. change 0 with (inject_Z 0). rewrite <- Zlt_Qlt.
  apply Exists_exists in attained. destruct attained as [y [inside equal]].
  assert (F : In y (filter (Qeq_bool x) a)) by (apply filter_In; split; [exact inside|apply Qeq_bool_iff; exact equal]).
  destruct (filter (Qeq_bool x) a); [contradiction|]. simpl. lia.
Qed.

Lemma Qeq_bool_swap : forall x y, Qeq_bool x y = Qeq_bool y x.
Proof.
  intros x y. destruct (Qeq_bool y x) eqn:E.
  - apply Qeq_bool_iff. symmetry. apply Qeq_bool_iff. exact E.
  - destruct (Qeq_bool x y) eqn:F; [|reflexivity]. exfalso. apply Qeq_bool_iff in F. symmetry in F.
    apply Qeq_bool_iff in F. congruence.
Qed.

(** Where the values at all greatest scores equal v, the sum of the values with the weights of hardmax is v. *)
Theorem hardmax_selects : forall scores values v, scores <> [] -> length values = length scores ->
  Forall2 (fun value score => score == maximum scores -> value == v) values scores ->
  dot values (hardmax scores) == v.
Proof.
  intros scores values v nonempty lengths same. unfold hardmax.
  pose proof (occurrences_positive _ _ (maximum_attained scores nonempty)) as positive.
  set (top := maximum scores) in *. set (test := fun x => Qeq_bool x top).
  etransitivity; [apply (dot_of_ties test (1 / of_nat (occurrences top scores)) v scores values lengths)|].
  2: { replace (length (filter test scores)) with (occurrences top scores).
    - field. intro E. rewrite E in positive. discriminate.
    - unfold occurrences, test. f_equal. apply filter_ext. intro x. apply Qeq_bool_swap. }
  - eapply Forall2_implied; [|exact same]. intros value score selected T. apply selected, Qeq_bool_iff, T.
Qed.

(** ** psi *)

(** Scores key * factor with a positive factor are greatest just at the greatest keys. *)
Lemma greatest_key : forall keys factor highest, 0 < factor -> greatest_of keys highest ->
  maximum (map (fun key => key * factor) keys) == highest * factor.
Proof.
  intros keys factor highest positive [attained upper]. symmetry. apply maximum_unique. split.
  - apply Exists_exists in attained. destruct attained as [key [inside equal]]. apply Exists_exists.
    exists (key * factor). split; [apply in_map_iff; eauto|]. rewrite equal. reflexivity.
  - apply Forall_forall. intros y inside. apply in_map_iff in inside. destruct inside as [key [<- inside]].
    apply Qmult_le_compat_r; [|lra]. exact (proj1 (Forall_forall _ _) upper key inside).
Qed.

Lemma least_key : forall keys factor lowest, factor < 0 -> least_of keys lowest ->
  maximum (map (fun key => key * factor) keys) == lowest * factor.
Proof.
  intros keys factor lowest negative [attained lower]. symmetry. apply maximum_unique. split.
  - apply Exists_exists in attained. destruct attained as [key [inside equal]]. apply Exists_exists.
    exists (key * factor). split; [apply in_map_iff; eauto|]. rewrite equal. reflexivity.
  - apply Forall_forall. intros y inside. apply in_map_iff in inside. destruct inside as [key [<- inside]].
    pose proof (proj1 (Forall_forall _ _) lower key inside). simpl in *. nra.
Qed.

Lemma Forall2_map_same : forall A B C (R : B -> C -> Prop) (f : A -> B) (g : A -> C) l,
  (forall x, In x l -> R (f x) (g x)) -> Forall2 R (map f l) (map g l).
Proof.
  intros A B C R f g l H. induction l as [|x l IH]; simpl; constructor.
  - apply H. left. reflexivity.
  - apply IH. intros y inside. apply H. right. exact inside.
Qed.

Lemma Forall2_in_left : forall A B (R : A -> B -> Prop) l l', Forall2 R l l' ->
  forall a, In a l -> exists b, In b l' /\ R a b.
Proof.
  intros A B R l l' H. induction H as [|x y l l' xy _ IH]; intros a inside; [contradiction|].
  destruct inside as [<-|inside].
  - exists y. split; [left; reflexivity|exact xy].
  - destruct (IH a inside) as [b [b_inside ab]]. exists b. split; [right; exact b_inside|exact ab].
Qed.

(** The sum of the keys with the weights of hardmax, where the scores are key * factor with a factor of one sign. *)
Theorem hardmax_of_positive : forall keys factor highest, 0 < factor -> greatest_of keys highest ->
  dot keys (hardmax (map (fun key => key * factor) keys)) == highest.
Proof.
  intros keys factor highest positive greatest. apply hardmax_selects.
  - destruct greatest as [attained _]. destruct attained; discriminate.
  - rewrite map_length. reflexivity.
  - rewrite <- (map_id keys) at 1. apply Forall2_map_same. intros key _ top.
    rewrite (greatest_key keys factor highest positive greatest) in top.
    apply Qmult_inj_r in top; [exact top|lra].
Qed.

Theorem hardmax_of_negative : forall keys factor lowest, factor < 0 -> least_of keys lowest ->
  dot keys (hardmax (map (fun key => key * factor) keys)) == lowest.
Proof.
  intros keys factor lowest negative least. apply hardmax_selects.
  - destruct least as [attained _]. destruct attained; discriminate.
  - rewrite map_length. reflexivity.
  - rewrite <- (map_id keys) at 1. apply Forall2_map_same. intros key _ top.
    rewrite (least_key keys factor lowest negative least) in top.
    apply Qmult_inj_r in top; [exact top|lra].
Qed.

(** All keys 0: whatever the ties, the average is 0. *)
Theorem hardmax_of_zeros : forall keys weights, Forall (Qeq 0) keys -> dot keys weights == 0.
Proof.
  induction keys as [|x keys IH]; intros [|w weights] zeros; simpl; try reflexivity.
  inversion zeros as [|? ? here rest]; subst. rewrite (IH weights rest), <- here. ring.
Qed.

(** What one head psi gives at a column: a number times e^(1). *)
Definition selected (d m : nat) (b : Q) (Z : matrix) (z : vector) : Q :=
  let ids := row_of (reading_vector d m) Z in
  dot ids (hardmax (map (fun key => key * (dot (reading_vector d m) z + - b)) ids)).

Lemma attend_psi : forall d m b gain Z z,
  Forall2 Qeq (attend (psi d m b gain) Z z) (first_unit d (gain * selected d m b Z z)).
Proof.
  intros d m b gain Z z. unfold attend, psi, selected, first_unit, scale. cbn [W_O W_V W_K W_Q b_Q].
  cbn [map]. constructor.
  - apply Qmult_comm.
  - induction (d - 1)%nat; simpl; constructor; [ring|assumption].
Qed.

Lemma selected_above : forall d m b Z z highest,
  greatest_of (row_of (reading_vector d m) Z) highest -> b < dot (reading_vector d m) z ->
  selected d m b Z z == highest.
Proof. intros. unfold selected. apply hardmax_of_positive; [lra|assumption]. Qed.

Lemma selected_below : forall d m b Z z lowest,
  least_of (row_of (reading_vector d m) Z) lowest -> dot (reading_vector d m) z < b ->
  selected d m b Z z == lowest.
Proof. intros. unfold selected. apply hardmax_of_negative; [lra|assumption]. Qed.

(** ** Laws of vectors *)

Lemma Forall2_Qeq_refl : forall a : vector, Forall2 Qeq a a.
Proof. induction a; constructor; [reflexivity|assumption]. Qed.

Lemma Forall2_Qeq_sym : forall a b : vector, Forall2 Qeq a b -> Forall2 Qeq b a.
Proof. induction 1; constructor; [symmetry; assumption|assumption]. Qed.

Lemma Forall2_Qeq_trans : forall a b c : vector, Forall2 Qeq a b -> Forall2 Qeq b c -> Forall2 Qeq a c.
Proof.
  induction a as [|x a IH]; intros b c ab bc; inversion ab; subst; inversion bc; subst; constructor; eauto.
  etransitivity; eassumption.
Qed.

Lemma add_respects : forall a a' b b', Forall2 Qeq a a' -> Forall2 Qeq b b' -> Forall2 Qeq (add a b) (add a' b').
Proof.
  intros a a' b b' H. revert b b'. induction H as [|x x' a a' xx aa IH]; intros b b' K; simpl; [constructor|].
  destruct K; constructor; [|apply IH; assumption]. rewrite xx, H. reflexivity.
Qed.

Lemma first_unit_respects : forall d c c', c == c' -> Forall2 Qeq (first_unit d c) (first_unit d c').
Proof. intros d c c' E. constructor; [exact E|apply Forall2_Qeq_refl]. Qed.

Lemma add_zeros : forall z k, length z = k -> Forall2 Qeq (add z (repeat 0 k)) z.
Proof.
  induction z as [|x z IH]; intros k E; subst; simpl; constructor; [ring|]. apply IH. reflexivity.
Qed.

(** Adding c e^(1), to a column of d entries. *)
Lemma add_first_unit : forall d z c, length z = d ->
  Forall2 Qeq (add z (first_unit d c)) (match z with [] => [] | x :: rest => (x + c) :: rest end).
Proof.
  intros d [|x rest] c E; simpl; constructor; [reflexivity|]. apply add_zeros. simpl in E. lia.
Qed.

Lemma add_first_units : forall d z c c', length z = d ->
  Forall2 Qeq (add (add z (first_unit d c)) (first_unit d c')) (add z (first_unit d (c + c'))).
Proof.
  intros d [|x rest] c c' E; simpl; constructor; [ring|]. simpl in E.
  apply add_respects; [|apply Forall2_Qeq_refl]. apply add_zeros. lia.
Qed.

(** gain Psi(.; b, b'), with its skip connection, adds a number to the first coordinate. *)
Lemma Psi_adds : forall d m b b' gain Z z, length z = d ->
  Forall2 Qeq (column_after (Attention (Psi d m b b' gain)) Z z)
    (add z (first_unit d (gain * (selected d m b Z z - selected d m b' Z z)))).
Proof.
  intros d m b b' gain Z z E. cbn [column_after Psi fold_left].
  eapply Forall2_Qeq_trans.
  - apply add_respects; [apply add_respects; [apply Forall2_Qeq_refl|apply attend_psi]|apply attend_psi].
  - eapply Forall2_Qeq_trans; [apply add_first_units; exact E|].
    apply add_respects; [apply Forall2_Qeq_refl|]. apply first_unit_respects. ring.
Qed.

(** ** The statements *)

Theorem psi_selects_holds : psi_selects.
Proof.
  intros d m b Z z highest lowest _ ids id greatest least. split; intros side;
    (eapply Forall2_Qeq_trans; [apply attend_psi|]); apply first_unit_respects.
  - rewrite (selected_above d m b Z z highest greatest side). ring.
  - rewrite (selected_below d m b Z z lowest least side). ring.
Qed.

Theorem Psi_shifts_selectively_holds : Psi_shifts_selectively.
Proof.
  intros d m b b' c Z z highest lowest _ shape ends ids id layer greatest least. split.
  - intros after_b before_b'. eapply Forall2_Qeq_trans; [apply Psi_adds; exact shape|].
    apply add_respects; [apply Forall2_Qeq_refl|]. apply first_unit_respects.
    rewrite (selected_above d m b Z z highest greatest after_b).
    rewrite (selected_below d m b' Z z lowest least before_b'). reflexivity.
  - intros outside. eapply Forall2_Qeq_trans; [apply Psi_adds; exact shape|].
    eapply Forall2_Qeq_trans; [apply add_respects; [apply Forall2_Qeq_refl|]|].
    + apply first_unit_respects with (c' := 0). destruct outside as [low|high].
      * rewrite (selected_below d m b Z z lowest least low).
        rewrite (selected_below d m b' Z z lowest least) by (unfold ids, id in *; lra). ring.
      * rewrite (selected_above d m b Z z highest greatest) by (unfold ids, id in *; lra).
        rewrite (selected_above d m b' Z z highest greatest high). ring.
    + destruct z as [|x rest]; simpl; constructor; [ring|]. apply add_zeros. simpl in shape. lia.
Qed.
