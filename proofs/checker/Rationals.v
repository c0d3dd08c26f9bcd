(** * Rationals in lowest terms

    Every number of a certificate is a rational. The functions of this file are those of QArith followed by [Qred]: sums,
    differences, products and quotients in lowest terms. They are written so that a program that is extracted from them is
    quick where denominators are 1, and each of them is proved to be what its name says. *)

From Coq Require Import Bool ZArith QArith Qpower Qround Lia.
Open Scope Q_scope.

(** The same number in lowest terms. *)
Definition reduced (q : Q) : Q :=
  if Z.eqb (Zpos (Qden q)) 1 then q else
  let g := Z.gcd (Qnum q) (Zpos (Qden q)) in
  if Z.eqb g 1 then q else Qmake (Qnum q / g) (Z.to_pos (Zpos (Qden q) / g)).

Theorem reduced_is (q : Q) : reduced q = Qred q.
Proof.
  assert (general : let g := Z.gcd (Qnum q) (Zpos (Qden q)) in
    Qmake (Qnum q / g) (Z.to_pos (Zpos (Qden q) / g)) = Qred q).
  { destruct q as [n d]. simpl. unfold Qred.
    pose proof (Z.ggcd_gcd n (Zpos d)) as E. pose proof (Z.ggcd_correct_divisors n (Zpos d)) as D.
    destruct (Z.ggcd n (Zpos d)) as [g [a b]]. simpl in *. subst g. destruct D as [Da Db].
    set (g := Z.gcd n (Zpos d)) in *.
    assert (g <> 0)%Z. { intros Z0. unfold g in Z0. apply Z.gcd_eq_0 in Z0. lia. }
    rewrite Da at 1. rewrite Db at 1. rewrite (Z.mul_comm g a), (Z.mul_comm g b), !Z.div_mul by assumption. reflexivity. }
  unfold reduced. destruct q as [n d]. simpl in *.
  destruct d as [p|p|]; simpl.
  1,2: match goal with |- context [Z.eqb ?g 1] => destruct (Z.eqb_spec g 1) as [E|E] end;
       [ rewrite <- general, E, !Z.div_1_r; reflexivity | exact general ].
  rewrite <- general. rewrite Z.gcd_1_r, !Z.div_1_r. reflexivity.
Qed.

Definition integer (z : Z) : Q := Qmake z 1.

Definition is_integer (q : Q) : bool := Z.eqb (Zpos (Qden q)) 1.

Definition plus (x y : Q) : Q :=
  if (is_integer x && is_integer y)%bool then Qmake (Qnum x + Qnum y) 1 else reduced (x + y).
Definition opposite (x : Q) : Q := Qmake (- Qnum x) (Qden x).
Definition minus (x y : Q) : Q := plus x (opposite y).
Definition times (x y : Q) : Q :=
  if (is_integer x && is_integer y)%bool then Qmake (Qnum x * Qnum y) 1 else reduced (x * y).

(** No value for a quotient by 0. *)
Definition divided (x y : Q) : option Q := if Z.eqb (Qnum y) 0 then None else Some (reduced (x * / y)).

Definition floor (x : Q) : Z := if is_integer x then Qnum x else (Qnum x / Zpos (Qden x))%Z.
Definition ceiling (x : Q) : Z := (- floor (opposite x))%Z.

(** A power with an exponent that is an integer >= 0. *)
Definition power (x : Q) (e : Z) : Q :=
  if (is_integer x && Z.leb (Z.abs (Qnum x)) 1)%bool
  then integer (if Z.eqb e 0 then 1 else if Z.even e then Z.abs (Qnum x) else Qnum x)
  else reduced (Qmake (Z.pow (Qnum x) e) (Z.to_pos (Z.pow (Zpos (Qden x)) e))).

(** Comparisons. *)
Definition same (x y : Q) : bool := Qeq_bool x y.
Definition at_most (x y : Q) : bool :=
  if (is_integer x && is_integer y)%bool then Z.leb (Qnum x) (Qnum y) else Qle_bool x y.
Definition less (x y : Q) : bool := negb (at_most y x).

Lemma reduced_integer (z : Z) : Qred (Qmake z 1) = Qmake z 1.
Proof. rewrite <- reduced_is. reflexivity. Qed.

Theorem plus_is (x y : Q) : plus x y = Qred (x + y).
Proof.
  unfold plus. destruct x as [a [b|b|]], y as [c [d|d|]]; simpl; try apply reduced_is.
  unfold Qplus. simpl. rewrite !Z.mul_1_r. symmetry. apply reduced_integer.
Qed.
Theorem times_is (x y : Q) : times x y = Qred (x * y).
Proof.
  unfold times. destruct x as [a [b|b|]], y as [c [d|d|]]; simpl; try apply reduced_is.
  unfold Qmult. simpl. symmetry. apply reduced_integer.
Qed.
Theorem opposite_is (x : Q) : opposite x = - x.
Proof. reflexivity. Qed.
Theorem minus_is (x y : Q) : minus x y = Qred (x - y).
Proof. unfold minus. rewrite plus_is. reflexivity. Qed.
Theorem divided_is (x y : Q) : divided x y = if Qeq_bool y 0 then None else Some (Qred (x / y)).
Proof.
  unfold divided. destruct y as [c d]. unfold Qeq_bool. simpl. rewrite Z.mul_1_r.
  replace (Zeq_bool c 0) with (Z.eqb c 0) by (destruct (Z.eqb_spec c 0); symmetry;
    [ apply Zeq_is_eq_bool; assumption | destruct (Zeq_bool c 0) eqn:E; [ apply Zeq_bool_eq in E; contradiction | reflexivity ] ]).
  destruct (Z.eqb c 0); [ reflexivity | rewrite reduced_is; reflexivity ].
Qed.
Theorem floor_is (x : Q) : floor x = Qfloor x.
Proof. unfold floor, Qfloor. destruct x as [n [d|d|]]; simpl; try reflexivity. rewrite Z.div_1_r. reflexivity. Qed.
Theorem ceiling_is (x : Q) : ceiling x = Qceiling x.
Proof. unfold ceiling, Qceiling. rewrite floor_is. reflexivity. Qed.
Theorem at_most_is (x y : Q) : at_most x y = Qle_bool x y.
Proof.
  unfold at_most. destruct x as [a [b|b|]], y as [c [d|d|]]; simpl; try reflexivity.
  unfold Qle_bool. simpl. rewrite !Z.mul_1_r. reflexivity.
Qed.
Theorem power_is (x : Q) (e : Z) : (0 <= e)%Z -> power x e = Qred (Qpower x e).
Proof.
  intros nonnegative. unfold power.
  destruct (is_integer x && Z.leb (Z.abs (Qnum x)) 1)%bool eqn:small.
  - apply andb_true_iff in small. destruct small as [whole small]. destruct x as [n d]. unfold is_integer in whole.
    apply Z.eqb_eq in whole. simpl in *. injection whole as ->. apply Z.leb_le in small.
    destruct (Z.eqb_spec e 0) as [->|E]; [ reflexivity | ]. destruct e as [|p|p]; [ contradiction | | lia ].
    simpl Qpower. rewrite Qpower_decomp_positive. assert (one : (1 ^ p)%positive = 1%positive) by (apply Pos2Z.inj; rewrite Pos2Z.inj_pow, Z.pow_1_l; [ reflexivity | lia ]). rewrite one.
    assert (V : (n ^ Zpos p = if Z.even (Zpos p) then Z.abs n else n)%Z).
    { assert (n = 0 \/ n = 1 \/ n = -1)%Z as [ -> | [ -> | -> ] ] by lia.
      - rewrite Z.pow_0_l by lia. destruct (Z.even (Zpos p)); reflexivity.
      - rewrite Z.pow_1_l by lia. destruct (Z.even (Zpos p)); reflexivity.
      - destruct (Z.even (Zpos p)) eqn:even.
        + apply Z.even_spec in even. destruct even as [k K]. rewrite K, Z.pow_mul_r by lia.
          change ((-1) ^ 2)%Z with 1%Z. apply Z.pow_1_l. lia.
        + assert (odd : Z.odd (Zpos p) = true) by (rewrite <- Z.negb_even, even; reflexivity).
          apply Z.odd_spec in odd. destruct odd as [k K]. rewrite K, Z.pow_add_r, Z.pow_mul_r by lia.
          change ((-1) ^ 2)%Z with 1%Z. rewrite Z.pow_1_l by lia. reflexivity. }
    rewrite V. symmetry. apply reduced_integer.
  - rewrite reduced_is. destruct x as [n d].
    destruct e as [|p|p]; [ reflexivity | | lia ]. simpl Qpower.
    rewrite Qpower_decomp_positive. simpl Qnum. simpl Qden. rewrite <- Pos2Z.inj_pow. reflexivity.
Qed.

(** Numbers in lowest terms are equal if they are the same. *)
Theorem same_reduced (x y : Q) : Qred x = x -> Qred y = y -> (same x y = true <-> x = y).
Proof.
  intros Rx Ry. unfold same. split.
  - intros E. rewrite <- Rx, <- Ry. apply Qred_complete. apply Qeq_bool_eq. assumption.
  - intros E. subst. apply Qeq_eq_bool. reflexivity.
Qed.
