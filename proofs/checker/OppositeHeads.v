(** * Two heads that cancel

    A selective shift (Yun et al. 2020, App. E.3) has two heads with the same values, keys and queries of size 1, opposite
    outputs, and different biases. At a column where both queries have the same sign both heads attend to the same columns,
    and what they add cancels. [opposite_heads_cancel] is this fact; it lets a program pass over most layers of a sweep. *)

From Coq Require Import Bool ZArith QArith List Lia.
From Checker Require Import Rationals Syntax Networks FiniteSets Equality QuickDot.
Import ListNotations.
Open Scope Q_scope.

(** ** Who has the greatest score depends on the order of the scores alone *)

Lemma same_is x y : same x y = (at_most x y && at_most y x)%bool.
Proof.
  unfold same. rewrite !at_most_is. destruct (Qeq_bool x y) eqn:E.
  - apply Qeq_bool_iff in E. symmetry. apply andb_true_iff. rewrite !Qle_bool_iff, E. split; apply Qle_refl.
  - symmetry. apply andb_false_iff. destruct (Qle_bool x y) eqn:A; [ | auto ]. destruct (Qle_bool y x) eqn:B; [ | auto ].
    apply Qle_bool_iff in A, B. assert (x == y) by (apply Qle_antisym; assumption).
    apply Qeq_bool_iff in H. congruence.
Qed.

Section Order.
  Context {A : Type} (f g : A -> Q).
  Hypothesis alike : forall x y, at_most (f x) (f y) = at_most (g x) (g y).

  Lemma greatest_alike l attends :
    (greatest_attended (map f l) attends = None /\ greatest_attended (map g l) attends = None) \/
    exists x, greatest_attended (map f l) attends = Some (f x) /\ greatest_attended (map g l) attends = Some (g x).
  Proof.
    revert attends. induction l as [|x l IH]; intros [|[|] attends]; simpl; auto.
    destruct (IH attends) as [(-> & ->)|(y & -> & ->)]; [ right; exists x; auto | right ].
    rewrite alike. destruct (at_most (g x) (g y)); [ exists y | exists x ]; auto.
  Qed.

  Lemma winners_alike l attends : winners (map f l) attends = winners (map g l) attends.
  Proof.
    unfold winners. destruct (greatest_alike l attends) as [(-> & ->)|(top & -> & ->)]; [ rewrite !map_map; reflexivity | ].
    revert attends. induction l as [|x l IH]; intros [|a attends]; simpl; try reflexivity.
    rewrite !same_is, !alike, IH. reflexivity.
  Qed.
End Order.

(** ** Keys and queries of size 1 *)

Lemma dot_one x q : dot [x] [q] == x * q.
Proof. simpl. rewrite plus_is, Qred_correct, times_is, Qred_correct. unfold integer. simpl. ring. Qed.

Lemma at_most_iff x y : at_most x y = true <-> x <= y.
Proof. rewrite at_most_is. apply Qle_bool_iff. Qed.

Lemma bool_same (a b : bool) : (a = true <-> b = true) -> a = b.
Proof. destruct a, b; intros [F G]; auto; try (symmetry; apply F; reflexivity); apply G; reflexivity. Qed.

Definition positive (q : Q) : bool := Z.ltb 0 (Qnum q).
Definition negative (q : Q) : bool := Z.ltb (Qnum q) 0.
Lemma positive_is q : positive q = true -> 0 < q.
Proof. unfold positive. destruct q as [n d]. intros E. apply Z.ltb_lt in E. unfold Qlt. simpl in *. lia. Qed.
Lemma negative_is q : negative q = true -> q < 0.
Proof. unfold negative. destruct q as [n d]. intros E. apply Z.ltb_lt in E. unfold Qlt. simpl in *. lia. Qed.

Definition same_sign (p q : Q) : bool := ((positive p && positive q) || (negative p && negative q))%bool.

(** Signs of sums, which need not be in lowest terms for that. *)
Lemma sign_same x y : x == y -> positive x = positive y /\ negative x = negative y.
Proof.
  unfold positive, negative, Qeq. destruct x as [a b], y as [c d]. simpl. intros E.
  split; apply bool_same; rewrite !Z.ltb_lt; nia.
Qed.
Lemma same_sign_raw x b b' : same_sign (raw_plus x b) (raw_plus x b') = same_sign (plus x b) (plus x b').
Proof.
  assert (H : forall c, raw_plus x c == plus x c) by (intros c; rewrite raw_plus_is, plus_is, Qred_correct; reflexivity).
  unfold same_sign. destruct (sign_same _ _ (H b)) as [-> ->]. destruct (sign_same _ _ (H b')) as [-> ->]. reflexivity.
Qed.

Lemma scores_alike p q : same_sign p q = true -> forall x y, at_most (dot [x] [p]) (dot [y] [p]) = at_most (dot [x] [q]) (dot [y] [q]).
Proof.
  intros S x y. apply bool_same. rewrite !at_most_iff, !dot_one. unfold same_sign in S.
  apply orb_true_iff in S. destruct S as [S|S]; apply andb_true_iff in S; destruct S as [P N].
  - apply positive_is in P, N. rewrite !Qmult_le_r by assumption. reflexivity.
  - apply negative_is in P, N.
    assert (turn : forall r, r < 0 -> (x * r <= y * r <-> y <= x)).
    { intros r R. assert (R' : 0 < - r) by (apply Qlt_minus_iff in R; rewrite Qplus_0_l in R; exact R).
      rewrite <- (Qmult_le_r y x (- r)) by assumption.
      split; intros L; [ apply Qopp_le_compat in L | apply Qopp_le_compat in L ].
      - setoid_replace (y * - r) with (- (y * r)) by ring. setoid_replace (x * - r) with (- (x * r)) by ring. assumption.
      - setoid_replace (y * - r) with (- (y * r)) in L by ring. setoid_replace (x * - r) with (- (x * r)) in L by ring.
        rewrite !Qopp_opp in L. assumption. }
    rewrite !turn by assumption. reflexivity.
Qed.

(** ** What opposite outputs add *)

Lemma opposite_reduced x : Qred (- x) = - Qred x.
Proof. apply Qred_opp. Qed.

Lemma dot_opposite row v : dot (map opposite row) v = opposite (dot row v).
Proof.
  revert v. induction row as [|x row IH]; intros [|y v]; simpl; try reflexivity.
  rewrite IH, !plus_is, !times_is, !opposite_is. rewrite <- opposite_reduced. apply Qred_complete.
  rewrite !Qred_correct. change (opposite (dot row v)) with (- dot row v). ring.
Qed.

Lemma apply_opposite W v : apply (map (map opposite) W) v = map opposite (apply W v).
Proof. unfold apply. rewrite !map_map. apply map_ext. intros row. apply dot_opposite. Qed.

Lemma add_opposite z v : add (add z v) (map opposite v) = map (fun '(x, _) => reduced x) (combine z v).
Proof.
  revert v. induction z as [|x z IH]; intros [|y v]; simpl; try reflexivity.
  rewrite IH, reduced_is, !plus_is, opposite_is. f_equal. apply Qred_complete. rewrite Qred_correct. ring.
Qed.

(** ** Two heads *)

Definition weights_eqb : weights Q -> weights Q -> bool := list_eqb (list_eqb rational_eqb).
Lemma weights_eqb_tells : tells weights_eqb.
Proof. apply list_eqb_tells, list_eqb_tells, rational_eqb_tells. Qed.

(** The row of queries and the biases of two heads that may cancel. *)
Definition opposite_heads (h h' : head Q) : option (list Q * Q * Q) :=
  match W_K h, W_Q h, b_Q h, b_Q h' with
  | [_], [row], [b], [b'] =>
      if (weights_eqb (W_K h) (W_K h') && weights_eqb (W_Q h) (W_Q h') && weights_eqb (W_V h) (W_V h')
          && weights_eqb (map (map opposite) (W_O h)) (W_O h'))%bool
      then Some (row, b, b') else None
  | _, _, _, _ => None
  end.

Theorem opposite_heads_cancel h h' row b b' ties X attends z sum :
  opposite_heads h h' = Some (row, b, b') ->
  same_sign (plus (dot row z) b) (plus (dot row z) b') = true ->
  add (add sum (attend ties h X attends z)) (attend ties h' X attends z)
  = map (fun '(x, _) => reduced x) (combine sum (W_O h)).
Proof.
  intros O S. unfold opposite_heads in O. unfold attend.
  destruct (W_K h) as [|key [|? ?]] eqn:K; try discriminate. destruct (W_Q h) as [|r [|? ?]] eqn:Q; try discriminate.
  destruct (b_Q h) as [|a [|? ?]] eqn:B; try discriminate. destruct (b_Q h') as [|a' [|? ?]] eqn:B'; try discriminate.
  destruct (_ && _)%bool eqn:E; [ | discriminate ]. injection O as -> -> ->.
  rewrite !andb_true_iff in E. destruct E as [[[EK EQ] EV] EO].
  apply weights_eqb_tells in EK, EQ, EV, EO. rewrite <- EK, <- EQ, <- EV, <- EO. simpl apply at 2 4 6 8.
  cbn [map add apply].
  assert (W : forall c, winners (map (fun y => dot [dot key y] [plus (dot row z) b]) X) c
                      = winners (map (fun y => dot [dot key y] [plus (dot row z) b']) X) c).
  { intros c. rewrite <- (map_map (dot key) (fun x => dot [x] [plus (dot row z) b])),
      <- (map_map (dot key) (fun x => dot [x] [plus (dot row z) b'])).
    apply winners_alike. apply scores_alike. assumption. }
  unfold hardmax. rewrite W, apply_opposite, add_opposite.
  set (v := combination _ _ _). clear. unfold apply. revert sum. induction (W_O h) as [|r O IH]; intros [|x sum]; simpl; try reflexivity.
  rewrite IH. reflexivity.
Qed.
