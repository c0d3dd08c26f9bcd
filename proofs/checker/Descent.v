(** * Going down from what is false

    A witness says of a term that is false where that ends: the least value of the variable of each "for all" for which
    what it says is false, the first order of columns, the first false one of several operands, the conclusion of an
    implication. [descend] finds that end, and there is one way down at most: [descend_is] proves that it is the relation
    [falsified] of Truth.v. [describes] decides whether a witness says what it should ([described]). *)

From Coq Require Import ZArith QArith Qround List String Sorted Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality StepForm Lookups.
Import ListNotations.

(** ** The integers between two rationals *)

Lemma counting_up (p : positive) :
  let state := Pos.iter (fun '(k, l) => (Z.succ k, k :: l)) (0%Z, []) p in
  fst state = Zpos p /\ rev (snd state) = map Z.of_nat (seq 0 (Pos.to_nat p)).
Proof.
  induction p using Pos.peano_ind; [ split; reflexivity | ].
  rewrite Pos.iter_succ. destruct (Pos.iter _ _ p) as [k l]. simpl in *. destruct IHp as (-> & E). split; [ lia | ].
  rewrite E, Pos2Nat.inj_succ, seq_S, map_app. simpl. f_equal. f_equal. lia.
Qed.
Theorem count_up_is (n : Z) : count_up n = map Z.of_nat (seq 0 (Z.to_nat n)).
Proof.
  destruct n as [|p|p]; try reflexivity. unfold count_up, rev'. rewrite <- rev_alt.
  rewrite (proj2 (counting_up p)). reflexivity.
Qed.
Lemma count_up_in (n k : Z) : In k (count_up n) <-> (0 <= k < n)%Z.
Proof.
  rewrite count_up_is, in_map_iff. split.
  - intros (m & <- & H). apply in_seq in H. lia.
  - intros H. exists (Z.to_nat k). rewrite in_seq. lia.
Qed.
Lemma seq_sorted (a n : nat) : StronglySorted Z.lt (map Z.of_nat (seq a n)).
Proof.
  revert a. induction n as [|n IH]; intros a; simpl; constructor; [ apply IH | ].
  apply Forall_forall. intros z H. apply in_map_iff in H. destruct H as (m & <- & H). apply in_seq in H. lia.
Qed.
Lemma interval_in (a b v : Z) : In v (interval a b) <-> (a <= v <= b)%Z.
Proof.
  unfold interval. rewrite in_map_iff. split.
  - intros (k & <- & H). apply count_up_in in H. lia.
  - intros H. exists (v - a)%Z. rewrite count_up_in. lia.
Qed.
Lemma interval_sorted (a b : Z) : StronglySorted Z.lt (interval a b).
Proof.
  unfold interval. rewrite count_up_is. pose proof (seq_sorted 0 (Z.to_nat (b - a + 1))) as S.
  induction S as [|x l S IH F]; simpl; constructor; [ assumption | ].
  rewrite Forall_forall in *. intros y H. apply in_map_iff in H. destruct H as (z & <- & J). specialize (F z J). lia.
Qed.

Lemma floor_spec (h : Q) (v : Z) : (v <= floor h)%Z <-> inject_Z v <= h.
Proof.
  rewrite floor_is. split; intros H.
  - apply Qle_trans with (inject_Z (Qfloor h)); [ rewrite <- Zle_Qle; assumption | apply Qfloor_le ].
  - rewrite <- (Qfloor_Z v). apply Qfloor_resp_le. assumption.
Qed.
Lemma ceiling_spec (l : Q) (v : Z) : (ceiling l <= v)%Z <-> l <= inject_Z v.
Proof.
  rewrite ceiling_is. split; intros H.
  - apply Qle_trans with (inject_Z (Qceiling l)); [ apply Qle_ceiling | rewrite <- Zle_Qle; assumption ].
  - rewrite <- (Qceiling_Z v). apply Qceiling_resp_le. assumption.
Qed.
Lemma between (l h : Q) (v : Z) : In v (interval (ceiling l) (floor h)) <-> l <= inject_Z v <= h.
Proof. rewrite interval_in, floor_spec, ceiling_spec. reflexivity. Qed.

(** ** The first entry of a list at which something is false *)

(** What is found at the first entry whose value is false; nothing where a value before it is missing. *)
Definition at_first_false {A R : Type} (val : A -> option value) (found : A -> option R) : list A -> option R :=
  fix go (l : list A) : option R :=
    match l with
    | [] => None
    | x :: rest => match val x with
                   | Some (Truth true) => go rest
                   | Some (Truth false) => found x
                   | _ => None
                   end
    end.
Theorem at_first_false_is {A R : Type} (val : A -> option value) (found : A -> option R) l r :
  at_first_false val found l = Some r <->
  exists before x after, l = before ++ x :: after /\ Forall (fun y => val y = Some (Truth true)) before /\
    val x = Some (Truth false) /\ found x = Some r.
Proof.
  induction l as [|x l IH]; simpl.
  - split; [ discriminate | intros ([|] & ? & ? & E & _); discriminate ].
  - split.
    + destruct (val x) as [[|[|]| | |]|] eqn:E; try discriminate.
      * intros H. apply IH in H. destruct H as (before & y & after & -> & F & G & H).
        exists (x :: before), y, after. repeat split; try assumption. constructor; assumption.
      * intros H. exists [], x, l. repeat split; try assumption. constructor.
    + intros (before & y & after & E & F & G & H). destruct F as [|z before T F]; simpl in E; injection E as -> ->.
      * rewrite G. assumption.
      * rewrite T. apply IH. exists before, y, after. auto.
Qed.

Section Descent.
  Variables (C : context) (eval : scene -> term -> option value).
  Hypothesis eval_is : forall s t, eval s t = value_of C s t.

  (** The bindings of variables, the scene and the term at the end of the way down. *)
  Fixpoint descend (s : scene) (b : list (string * value)) (t : term) {struct t}
      : option (list (string * value) * scene * term) :=
    match t with
    | Range ForAll x lo hi body =>
        let? l := number (eval s lo) in let? h := number (eval s hi) in
        at_first_false
          (fun v => eval (with_variable s x (Number (integer v))) body)
          (fun v => descend (with_variable s x (Number (integer v))) (b ++ [(x, Number (integer v))]) body)
          (interval (ceiling l) (floor h))
    | Permutations x p =>
        let? n := parameter_value C "n" in
        at_first_false
          (fun v => eval (with_variable s x (Order v)) p)
          (fun v => descend (with_variable s x (Order v)) (b ++ [(x, Order v)]) p)
          (orders n)
    | Implies _ q => descend s b q
    | Connect And ts => at_first_false (eval s) (descend s b) ts
    | _ => Some (b, s, t)
    end.

  Lemma falsified_descends s b t b' s' t' : falsified C s b t b' s' t' -> descend s b t = Some (b', s', t').
  Proof.
    intros F. induction F as [s b x lo hi body l h v b' s' t' L H B Fv Before F IH
      | s b x p n vs v rest b' s' t' N O Before Fv F IH | s b p q b' s' t' F IH
      | s b ts ps p rest b' s' t' E Before Fp F IH | s b t W].
    - simpl. rewrite !eval_is, L, H. simpl. apply at_first_false_is.
      apply between in B. destruct (in_split _ _ B) as (before & after & E). exists before, v, after.
      split; [ assumption | ]. rewrite eval_is. split; [ | split; assumption ].
      apply Forall_forall. intros w J. rewrite eval_is. apply Before.
      + apply (between l h w). rewrite E. apply in_or_app. left. assumption.
      + pose proof (interval_sorted (ceiling l) (floor h)) as S. rewrite E in S. clear - S J.
        induction before as [|z before I]; [ contradiction | ]. simpl in S. inversion S as [|? ? S' G]; subst.
        destruct J as [->|J]; [ | apply I; assumption ].
        rewrite Forall_forall in G. apply G. apply in_or_app. right. left. reflexivity.
    - simpl. rewrite N. simpl. apply at_first_false_is. exists vs, v, rest. rewrite eval_is. repeat split; try assumption.
      rewrite Forall_forall in *. intros w J. rewrite eval_is. apply Before, J.
    - exact IH.
    - simpl. apply at_first_false_is. exists ps, p, rest. rewrite eval_is. repeat split; try assumption.
      rewrite Forall_forall in *. intros q J. rewrite eval_is. apply Before, J.
    - destruct t; try (match goal with c : connective |- _ => destruct c | q : quantifier |- _ => destruct q end);
        simpl in W |- *; try contradiction; reflexivity.
  Qed.

  Lemma descends_falsified : forall t s b b' s' t', descend s b t = Some (b', s', t') -> falsified C s b t b' s' t'.
  Proof.
    fix IH 1. intros t s b b' s' t' D.
    destruct t as [| | | |[] ts| | | | | | | | |p q| | |[] x lo hi body| | | | | | | | | | |x p| | | |]; simpl in D;
      try (injection D as <- <- <-; apply falsified_here; simpl; exact I).
    - apply at_first_false_is in D. destruct D as (ps & p & rest & E & Before & Fp & D).
      assert (F : falsified C s b p b' s' t').
      { assert (J : In p ts) by (rewrite E; apply in_or_app; right; left; reflexivity). clear E.
        revert p J Fp D. induction ts as [|q ts IHts]; intros p J Fp D; [ contradiction | ]. destruct J as [E|J].
        - subst p. apply IH. exact D.
        - exact (IHts p J Fp D). }
      apply falsified_and with (ps := ps) (p := p) (rest := rest); try assumption.
      + apply Forall_forall. rewrite Forall_forall in Before. intros q J. unfold is_true. rewrite <- eval_is. apply Before, J.
      + unfold is_false. rewrite <- eval_is. assumption.
    - apply falsified_implies. apply IH. exact D.
    - destruct (number (eval s lo)) as [l|] eqn:L; [ | discriminate ]. simpl in D.
      destruct (number (eval s hi)) as [h|] eqn:H; [ | discriminate ]. simpl in D.
      apply at_first_false_is in D. destruct D as (before & v & after & E & Before & Fv & D).
      apply IH in D. rewrite eval_is in L, H. apply falsified_all with (l := l) (h := h) (v := v); try assumption.
      + apply between. rewrite E. apply in_or_app. right. left. reflexivity.
      + unfold is_false. rewrite <- eval_is. assumption.
      + intros w A B. unfold is_true. rewrite <- eval_is. rewrite Forall_forall in Before. apply Before.
        assert (J : In w (interval (ceiling l) (floor h))).
        { apply interval_in. split; [ apply ceiling_spec; assumption | ].
          assert (J : In v (interval (ceiling l) (floor h))) by (rewrite E; apply in_or_app; right; left; reflexivity).
          apply interval_in in J. lia. }
        rewrite E in J. apply in_app_or in J. destruct J as [J|J]; [ assumption | exfalso ].
        pose proof (interval_sorted (ceiling l) (floor h)) as S. rewrite E in S. clear - S J B.
        induction before as [|z before I]; simpl in S; inversion S as [|? ? S' G]; subst; [ | auto ].
        destruct J as [->|J]; [ lia | ]. rewrite Forall_forall in G. specialize (G w J). lia.
    - destruct (parameter_value C "n") as [n|] eqn:N; [ | discriminate ]. simpl in D.
      apply at_first_false_is in D. destruct D as (before & v & after & E & Before & Fv & D).
      apply IH in D. apply falsified_orders with (n := n) (vs := before) (v := v) (rest := after); try assumption.
      + apply Forall_forall. rewrite Forall_forall in Before. intros w J. unfold is_true. rewrite <- eval_is. apply Before, J.
      + unfold is_false. rewrite <- eval_is. assumption.
  Qed.

  (** There is one way down at most, and [descend] finds it. *)
  Theorem descend_is s b t b' s' t' : descend s b t = Some (b', s', t') <-> falsified C s b t b' s' t'.
  Proof. split; [ apply descends_falsified | apply falsified_descends ]. Qed.

  (** ** Whether a witness says of a false term what it should *)

  Definition describes (s : scene) (t : term) (w : witness) : bool :=
    match descend s [] t with
    | None => false
    | Some (b, s', t') =>
        if bindings_right (bindings w) b then
          match t' with
          | Compare r x y =>
              match eval s' x, eval s' y with
              | Some u, Some v => comparison_eqb (comparison w) (Some (Relation r, u, [v]))
              | _, _ => false
              end
          | Within inside x lo hi =>
              match eval s' x, eval s' lo, eval s' hi with
              | Some u, Some v, Some v' =>
                  comparison_eqb (comparison w) (Some (if inside then Inside else Outside, u, [v; v']))
              | _, _, _ => false
              end
          | _ => match comparison w with None => true | Some _ => false end
          end
        else false
    end.

  Theorem describes_is s t w : describes s t w = true <-> described C s t w.
  Proof.
    assert (None_is : (match comparison w with None => true | Some _ => false end) = true <-> comparison w = None)
      by (destruct (comparison w); split; congruence).
    unfold describes, described. split.
    - destruct (descend s [] t) as [[[b s'] t']|] eqn:D; [ | discriminate ].
      pose proof (bindings_right_is (bindings w) b) as B. destruct (bindings_right (bindings w) b); [ | discriminate ].
      intros H. exists b, s', t'. split; [ apply descend_is; assumption | ]. split; [ apply B; reflexivity | ].
      destruct t'; try (apply None_is; exact H).
      + rewrite !eval_is in H. destruct (value_of C s' t'1) as [u|] eqn:U; [ | discriminate ].
        destruct (value_of C s' t'2) as [v|] eqn:V; [ | discriminate ].
        apply comparison_eqb_tells in H. exists u, v. auto.
      + rewrite !eval_is in H. destruct (value_of C s' t'1) as [u|] eqn:U; [ | discriminate ].
        destruct (value_of C s' t'2) as [v|] eqn:V; [ | discriminate ].
        destruct (value_of C s' t'3) as [v'|] eqn:V'; [ | discriminate ].
        apply comparison_eqb_tells in H. exists u, v, v'. auto.
    - intros (b & s' & t' & F & B & H). apply descend_is in F. rewrite F.
      replace (bindings_right (bindings w) b) with true by (symmetry; apply bindings_right_is; assumption).
      destruct t'; try (apply None_is; exact H).
      + destruct H as (u & v & U & V & E). rewrite !eval_is, U, V. apply comparison_eqb_tells. assumption.
      + destruct H as (u & v & v' & U & V & V' & E). rewrite !eval_is, U, V, V'. apply comparison_eqb_tells. assumption.
  Qed.
End Descent.
