(** * Steps over orbits that speak of every order of the columns

    The points of an orbits domain have their columns in ascending order. A step that holds of them says something of matrices
    with their columns in any order if its terms do not depend on that order. [manner_of] looks at a term and says how its
    value changes with the columns: not at all, or so that it moves with them. [keeps_orders] says of a step that its
    hypothesis does not change, and its term neither (or only so that its numbers move, where numbers are compared); then what
    holds of the points holds of every matrix with columns of the domain ([every_order], [distinct_in_every_order],
    [apart_in_every_order]). Sums and own folds are left out. [speaks_of] is what to tell a reader of a step: [AllOrders], or
    [SortedRepresentatives] where this is not shown, or [Points] where no domain consists of orbits. *)

From Coq Require Import ZArith QArith Qreduction String List Bool Permutation Sorted Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains FiniteSets LongLists Truth TermInduction Orders LowestTerms
  Representatives PointsOfSteps Meaning ColumnOrder.
Import ListNotations.

(** How a value changes where the columns of the point take another order: [Same], not at all; [ByColumn], a list or a matrix
    has an item for each column, and they take that order; [AColumn], it is the number of a column. *)
Inductive manner := Same | ByColumn | AColumn.

Definition order_free_network (C : context) (name : string) : bool :=
  match lookup name (known_networks C) with Some N => negb (order_matters N) | None => false end.

(** [around] has the variables that are bound, and whether each is the number of a column. A range from 1 to n is over the
    columns if that serves, otherwise over numbers. *)
Fixpoint manner_of (C : context) (around : list (string * bool)) (t : term) {struct t} : option manner :=
  let same t := match manner_of C around t with Some Same => true | _ => false end in
  let when (b : bool) := if b then Some Same else None in
  let through N m := match manner_of C around m with
    | Some Same => Some Same
    | Some ByColumn => if order_free_network C N then Some ByColumn else None
    | _ => None end in
  let inner x b body := match manner_of C ((x, b) :: around) body with Some Same => true | _ => false end in
  match t with
  | Int _ | Param _ | Def _ | Quantity _ _ | Accumulator | Numbers => Some Same
  | Var x => match lookup x around with Some true => Some AColumn | _ => Some Same end
  | Point => Some ByColumn
  | Connect _ ts => when (everywhere same ts)
  | Minus a b | Quotient a b | Power a b | Implies a b => when (same a && same b)%bool
  | Negative a | Floor a | Not a => when (same a)
  | Compare r a b =>
      match manner_of C around a, manner_of C around b with
      | Some Same, Some Same | Some ByColumn, Some ByColumn => Some Same
      | Some AColumn, Some AColumn => match r with Equal | Unequal => Some Same | _ => None end
      | _, _ => None
      end
  | Within _ a b c | If a b c | Columns a b c => when (same a && same b && same c)%bool
  | Select k ts => when (same k && everywhere same ts)%bool
  | Range q x lo hi body =>
      if (match lo, hi with Int 1, Param p => String.eqb p "n" | _, _ => false end && inner x true body)%bool
      then Some (match q with ListOf => ByColumn | _ => Same end)
      else when (same lo && same hi && inner x false body)%bool
  | Item l k =>
      match manner_of C around l, manner_of C around k with
      | Some Same, Some Same | Some ByColumn, Some AColumn => Some Same
      | _, _ => None
      end
  | MatrixEntry m i j =>
      match manner_of C around m, manner_of C around j with
      | Some Same, Some Same | Some ByColumn, Some AColumn => when (same i)
      | _, _ => None
      end
  | Distinct l => match manner_of C around l with Some Same | Some ByColumn => Some Same | _ => None end
  | Dot u m => if same u then match manner_of C around m with Some AColumn => None | w => w end else None
  | NamedStage N _ m => through N m
  | Stage N k m | After N k m | Layer N k m => if same k then through N m else None
  | Permutations x p => when (inner x false p)
  | Permuted m x => when (same m && match lookup x around with Some true => false | _ => true end)%bool
  end.

Definition keeps_value (C : context) (t : term) : bool := match manner_of C [] t with Some Same => true | _ => false end.
Definition keeps_numbers (C : context) (t : term) : bool :=
  match manner_of C [] t with Some Same | Some ByColumn => true | _ => false end.

Definition keeps_orders (C : context) (st : step) : bool :=
  (match given st with None => true | Some g => keeps_value C g end
   && match the_fold st with
      | Each => keeps_value C (the_term st)
      | DistinctNumbers | Apart _ _ => keeps_numbers C (the_term st)
      | SumOfAll _ _ | Own _ _ _ => false
      end)%bool.

(** ** Lists of the same items *)

Lemma all_of_permuted {A B : Type} (g : A -> option B) l l' : Permutation l l' ->
  match all_of g l, all_of g l' with Some u, Some v => Permutation u v | None, None => True | _, _ => False end.
Proof.
  intros P. induction P as [|x l l' P IH|x y l|l m k P IH Q IH'].
  - simpl. constructor.
  - rewrite !all_of_cons. destruct (g x); [ | exact I ]. destruct (all_of g l), (all_of g l'); try contradiction; auto.
  - rewrite !all_of_cons. destruct (g x), (g y); try exact I; destruct (all_of g l); try exact I. apply perm_swap.
  - destruct (all_of g l), (all_of g m), (all_of g k); try contradiction; try exact I. eapply perm_trans; eassumption.
Qed.

Lemma same_sym x y : same x y = same y x.
Proof. unfold same. apply Qeq_bool_comm. Qed.

Lemma different_permuted l l' : Permutation l l' -> different l = different l'.
Proof.
  intros P. induction P as [|x l l' P IH|x y l|l m k P IH Q IH']; simpl; try congruence.
  - rewrite IH, (existsb_permuted (same x) l l' P). reflexivity.
  - rewrite (same_sym x y). destruct (same y x), (existsb (same x) l), (existsb (same y) l); reflexivity.
Qed.

Lemma same_lists_is l m : same_lists l m =
  if (length l =? length m)%nat then Some (forallb (fun p => same (fst p) (snd p)) (combine l m)) else None.
Proof.
  revert m. induction l as [|x l IH]; intros [|y m]; simpl; try reflexivity. rewrite IH.
  destruct (length l =? length m)%nat; reflexivity.
Qed.

Lemma same_matrices_is (X Y : list (list Q)) : same_matrices X Y =
  if (length X =? length Y)%nat
  then option_map (forallb (fun b => b)) (all_of (fun p => same_lists (fst p) (snd p)) (combine X Y)) else None.
Proof.
  revert Y. induction X as [|x X IH]; intros [|y Y]; try reflexivity. simpl same_matrices. simpl combine. rewrite all_of_cons, IH.
  simpl length. simpl Nat.eqb. simpl fst. simpl snd.
  destruct (same_lists x y) as [b|]; simpl; destruct (length X =? length Y)%nat; simpl; try reflexivity.
  match goal with |- context [all_of ?g ?l] => destruct (all_of g l) end; reflexivity.
Qed.

(** ** The least and the greatest of numbers in lowest terms *)

Lemma lower_swaps (choose : Q -> Q -> bool) (le : Q -> Q -> Prop) :
  (forall x y, choose x y = true <-> le x y) -> (forall x y, le x y \/ le y x) -> (forall x y z, le x y -> le y z -> le x z) ->
  (forall x y, le x y -> le y x -> x == y) ->
  forall l l', Permutation l l' -> Forall lowest l ->
  match l, l' with
  | x :: r, x' :: r' => fold_left (fun a b => if choose a b then a else b) r x = fold_left (fun a b => if choose a b then a else b) r' x'
  | [], [] => True
  | _, _ => False
  end.
Proof.
  intros tells total trans antisym.
  assert (found : forall l x, let y := fold_left (fun a b => if choose a b then a else b) l x in In y (x :: l) /\ forall z, In z (x :: l) -> le y z).
  { induction l as [|z l IH]; intros x; simpl.
    - split; [ auto | ]. intros w [<-|[]]. destruct (total x x); assumption.
    - destruct (IH (if choose x z then x else z)) as (I & least). split.
      + destruct I as [I|I]; [ | auto ]. destruct (choose x z); auto.
      + assert (first : le (fold_left (fun a b => if choose a b then a else b) l (if choose x z then x else z)) (if choose x z then x else z)).
        { apply least. left. reflexivity. }
        assert (both : le (if choose x z then x else z) x /\ le (if choose x z then x else z) z).
        { destruct (choose x z) eqn:E.
          - split; [ destruct (total x x); assumption | apply tells; assumption ].
          - split; [ | destruct (total z z); assumption ]. destruct (total z x) as [L|L]; [ assumption | ].
            apply tells in L. congruence. }
        intros w [<-|[<-|J]]; [ eapply trans; [ exact first | apply both ].. | apply least; right; assumption ]. }
  intros [|x r] [|x' r'] P low.
  - exact I.
  - exact (Permutation_nil_cons P).
  - exact (Permutation_nil_cons (Permutation_sym P)).
  - destruct (found r x) as (I1 & L1). destruct (found r' x') as (I2 & L2).
    set (y := fold_left _ r x) in *. set (y' := fold_left _ r' x') in *.
    assert (E : y == y').
    { apply antisym; [ apply L1; exact (Permutation_in _ (Permutation_sym P) I2) | apply L2; exact (Permutation_in _ P I1) ]. }
    rewrite Forall_forall in low. pose proof (low y I1) as R. pose proof (low y' (Permutation_in _ (Permutation_sym P) I2)) as R'.
    unfold lowest in *. rewrite <- R, <- R'. apply Qred_complete. assumption.
Qed.

Lemma least_permuted l l' : Permutation l l' -> Forall lowest l -> least_of l = least_of l'.
Proof.
  intros P low. pose proof (lower_swaps (fun a b => at_most a b) Qle) as H. specialize (H ltac:(intros; cbv beta; rewrite at_most_is; apply Qle_bool_iff)).
  specialize (H ltac:(intros x y; destruct (Qlt_le_dec x y); [ left; apply Qlt_le_weak | right ]; assumption) Qle_trans Qle_antisym l l' P low).
  destruct l, l'; try contradiction; simpl; [ reflexivity | congruence ].
Qed.

Lemma greatest_permuted l l' : Permutation l l' -> Forall lowest l -> greatest_of l = greatest_of l'.
Proof.
  intros P low. pose proof (lower_swaps (fun a b => at_most b a) (fun a b => b <= a)) as H.
  specialize (H ltac:(intros; cbv beta; rewrite at_most_is; apply Qle_bool_iff)).
  specialize (H ltac:(intros x y; destruct (Qlt_le_dec x y); [ right; apply Qlt_le_weak | left ]; assumption)).
  specialize (H ltac:(intros x y z L M; exact (Qle_trans _ _ _ M L)) ltac:(intros x y L M; exact (Qle_antisym _ _ M L)) l l' P low).
  destruct l, l'; try contradiction; simpl; [ reflexivity | congruence ].
Qed.

Lemma quantified_permuted q vs vs' : q <> ListOf -> Permutation vs vs' -> Forall lowest_value vs -> quantified q vs = quantified q vs'.
Proof.
  intros not_list P low. unfold quantified.
  pose proof (all_of_permuted (fun v => number (Some v)) vs vs' P) as N.
  pose proof (all_of_permuted (fun v => truth (Some v)) vs vs' P) as T.
  assert (low' : forall l, all_of (fun v => number (Some v)) vs = Some l -> Forall lowest l).
  { intros l E. rewrite Forall_forall in low. apply (all_of_each _ lowest) in E; [ assumption | ].
    intros v x I F. specialize (low v I). destruct v; try discriminate. injection F as <-. exact low. }
  destruct (all_of (fun v => number (Some v)) vs) as [l|], (all_of (fun v => number (Some v)) vs') as [l'|]; try contradiction;
  destruct (all_of (fun v => truth (Some v)) vs) as [b|], (all_of (fun v => truth (Some v)) vs') as [b'|]; try contradiction;
  destruct q; simpl; try reflexivity; try congruence;
    rewrite ?(forallb_permuted (fun b => b) b b' T), ?(existsb_permuted (fun b => b) b b' T),
      ?(fold_permuted plus l l' plus_swaps N), ?(fold_permuted times l l' times_swaps N),
      ?(least_permuted l l' N (low' l eq_refl)), ?(greatest_permuted l l' N (low' l eq_refl)); reflexivity.
Qed.

(** ** Two scenes that differ in the order of columns *)

Section Two.
  Variables (C : context) (n : nat) (f : nat -> nat).
  Hypothesis below_n : forall k, (k < n)%nat -> (f k < n)%nat.
  Hypothesis injective : forall i j, (i < n)%nat -> (j < n)%nat -> f i = f j -> i = j.
  Hypothesis n_columns : parameter_value C "n" = Some (Z.of_nat n).
  Hypothesis low_context : lowest_context C.

  Definition column_number (k : nat) : value := Number (integer (Z.of_nat k + 1)).

  (** In the second scene the columns of the point stand in another order, and variables that are numbers of columns have the
      numbers that go with it. *)
  Definition reordered (around : list (string * bool)) (s s' : scene) : Prop :=
    both_moved n f (the_point s) (the_point s') /\ accumulated s = accumulated s' /\ added s = added s' /\
    lowest_scene s /\ lowest_scene s' /\
    forall x, match lookup x around with
      | Some true => exists k, (k < n)%nat /\ lookup x (variables s) = Some (column_number (f k)) /\
                               lookup x (variables s') = Some (column_number k)
      | _ => lookup x (variables s) = lookup x (variables s')
      end.

  Definition values_moved (v v' : option value) : Prop :=
    match v, v' with
    | Some (ListValue l), Some (ListValue l') => moved n f l l'
    | Some (Matrix X), Some (Matrix X') => moved n f X X'
    | None, None => True
    | _, _ => False
    end.

  Definition as_said (m : manner) (v v' : option value) : Prop :=
    match m with
    | Same => v = v'
    | ByColumn => values_moved v v'
    | AColumn => exists k, (k < n)%nat /\ v = Some (column_number (f k)) /\ v' = Some (column_number k)
    end.

  Lemma bind_number around s s' x z : reordered around s s' ->
    reordered ((x, false) :: around) (with_variable s x (Number (integer z))) (with_variable s' x (Number (integer z))).
  Proof.
    intros (P & A & B & L & L' & V). split; [ exact P | split; [ exact A | split; [ exact B | ] ] ].
    split; [ apply lowest_with_variable; [ assumption | apply lowest_integer ] | ].
    split; [ apply lowest_with_variable; [ assumption | apply lowest_integer ] | ].
    intros y. simpl. destruct (String.eqb y x); [ reflexivity | apply V ].
  Qed.

  Lemma bind_order around s s' x v : reordered around s s' ->
    reordered ((x, false) :: around) (with_variable s x (Order v)) (with_variable s' x (Order v)).
  Proof.
    intros (P & A & B & L & L' & V). split; [ exact P | split; [ exact A | split; [ exact B | ] ] ].
    split; [ apply lowest_with_variable; [ assumption | exact I ] | ].
    split; [ apply lowest_with_variable; [ assumption | exact I ] | ].
    intros y. simpl. destruct (String.eqb y x); [ reflexivity | apply V ].
  Qed.

  Lemma bind_column around s s' x k : (k < n)%nat -> reordered around s s' ->
    reordered ((x, true) :: around) (with_variable s x (column_number (f k))) (with_variable s' x (column_number k)).
  Proof.
    intros K (P & A & B & L & L' & V). split; [ exact P | split; [ exact A | split; [ exact B | ] ] ].
    split; [ apply lowest_with_variable; [ assumption | apply lowest_integer ] | ].
    split; [ apply lowest_with_variable; [ assumption | apply lowest_integer ] | ].
    intros y. simpl. destruct (String.eqb y x); [ eauto | apply V ].
  Qed.

  (** Columns by their numbers. *)
  Lemma nth_of_error {A : Type} (l : list A) k : nth_of l (Z.of_nat k) = nth_error l k.
  Proof.
    revert k. induction l as [|y l IH]; intros [|k]; try reflexivity. rewrite nth_of_cons.
    destruct (Z.eqb_spec (Z.of_nat (S k)) 0); [ lia | ]. replace (Z.of_nat (S k) - 1)%Z with (Z.of_nat k) by lia. apply IH.
  Qed.
  Lemma pick_column {A : Type} (l : list A) k : pick l (Z.of_nat k + 1) = nth_error l k.
  Proof. unfold pick. rewrite Z.add_simpl_r. apply nth_of_error. Qed.

  Lemma pick_moved {A : Type} (l l' : list A) k : (k < n)%nat -> moved n f l l' ->
    pick l (Z.of_nat (f k) + 1) = pick l' (Z.of_nat k + 1).
  Proof. intros K (_ & _ & E). rewrite !pick_column. symmetry. apply E. assumption. Qed.

  (** The values of a body over all columns. *)
  Lemma over_columns (g g' : value -> option value) : (forall k, (k < n)%nat -> g (column_number (f k)) = g' (column_number k)) ->
    let over h := all_of (fun v => h (Number (integer v))) (interval 1 (Z.of_nat n)) in
    match over g, over g' with Some vs, Some vs' => moved n f vs vs' | None, None => True | _, _ => False end.
  Proof.
    intros E over.
    assert (numbers : interval 1 (Z.of_nat n) = map (fun k => Z.of_nat k + 1)%Z (seq 0 n)).
    { unfold interval. replace (Z.of_nat n - 1 + 1)%Z with (Z.of_nat n) by lia. rewrite count_up_seq, map_map.
      apply map_ext. intros k. lia. }
    unfold over. rewrite numbers. clear numbers.
    assert (by_number : forall (h : value -> option value) ks, all_of (fun v => h (Number (integer v))) (map (fun k => Z.of_nat k + 1)%Z ks) =
                                     all_of (fun k => h (column_number k)) ks).
    { intros h ks. induction ks as [|k ks IH]; [ reflexivity | ]. simpl map. rewrite !all_of_cons, IH. reflexivity. }
    rewrite !by_number.
    assert (through : all_of (fun k => g' (column_number k)) (seq 0 n) = all_of (fun k => g (column_number k)) (map f (seq 0 n))).
    { assert (inside : forall k, In k (seq 0 n) -> (k < n)%nat) by (intros k J; apply in_seq in J; lia).
      induction (seq 0 n) as [|k ks IH]; [ reflexivity | ]. simpl map. rewrite !all_of_cons, <- E by (apply inside; left; reflexivity).
      rewrite IH by (intros j J; apply inside; right; assumption). reflexivity. }
    pose proof (all_of_permuted (fun k => g (column_number k)) _ _ (all_numbers n f below_n injective)) as P. rewrite <- through in P.
    destruct (all_of (fun k => g (column_number k)) (seq 0 n)) as [vs|] eqn:V; destruct (all_of _ (seq 0 n)) as [vs'|] eqn:V';
      try contradiction; [ | exact I ].
    apply all_of_is in V. apply all_of_is in V'.
    assert (len : forall (ks : list nat) (us : list value) h, Forall2 (fun k u => h k = Some u) ks us ->
      length us = length ks /\ forall i k, nth_error ks i = Some k -> nth_error us i = h k).
    { intros ks us h F. induction F as [|k u ks us H F (L & N)]; [ split; [ reflexivity | intros [|i] k; discriminate ] | ].
      split; [ simpl; congruence | ]. intros [|i] j; simpl; [ intros J; injection J as <-; congruence | apply N ]. }
    destruct (len _ _ _ V) as (L & N). destruct (len _ _ _ V') as (L' & N'). rewrite seq_length in L, L'.
    assert (at_ : forall k, (k < n)%nat -> nth_error (seq 0 n) k = Some k).
    { intros k K. rewrite (nth_error_nth' (seq 0 n) 0%nat) by (rewrite seq_length; assumption). rewrite seq_nth by assumption. reflexivity. }
    split; [ assumption | split; [ assumption | ] ]. intros k K. rewrite (N' k k (at_ k K)), (N (f k) (f k) (at_ (f k) (below_n k K))).
    symmetry. apply E. assumption.
  Qed.

  Lemma moved_values (g : value -> option Q) vs vs' : moved n f vs vs' ->
    both_moved n f (all_of g vs) (all_of g vs').
  Proof.
    intros M. pose proof (all_of_permuted g _ _ (moved_permutation n f below_n injective vs vs' M)) as P.
    destruct (all_of g vs) as [u|] eqn:U, (all_of g vs') as [u'|] eqn:U'; try contradiction; [ | exact I ].
    apply all_of_is in U. apply all_of_is in U'. destruct M as (L & L' & E).
    assert (len : forall (us : list value) (ws : list Q), Forall2 (fun v w => g v = Some w) us ws ->
      length ws = length us /\ forall i, nth_error ws i = match nth_error us i with Some v => g v | None => None end).
    { intros us ws F. induction F as [|v w us ws H F (A & B)]; [ split; [ reflexivity | intros [|i]; reflexivity ] | ].
      split; [ simpl; congruence | ]. intros [|i]; simpl; [ congruence | apply B ]. }
    destruct (len _ _ U) as (A & B). destruct (len _ _ U') as (A' & B').
    split; [ congruence | split; [ congruence | ] ]. intros k K. rewrite B, B', (E k K). reflexivity.
  Qed.

  Lemma compare_moved r v v' w w' : values_moved (Some v) (Some v') -> values_moved (Some w) (Some w') -> compare r v w = compare r v' w'.
  Proof.
    assert (permuted : forall (A : Type) (l l' : list A), moved n f l l' -> Permutation l l')
      by (intros A l l'; apply moved_permutation; assumption).
    destruct v, v'; simpl; try contradiction; destruct w, w'; simpl; try contradiction; try reflexivity; intros M M'.
    - rewrite !same_lists_is. destruct M as (A & A' & E), M' as (B & B' & F). rewrite A, A', B, B', Nat.eqb_refl.
      assert (P : forallb (fun p => same (fst p) (snd p)) (combine l l1) = forallb (fun p => same (fst p) (snd p)) (combine l0 l2)).
      { apply forallb_permuted, permuted. apply moved_combine; split; auto. }
      rewrite P. reflexivity.
    - rewrite !same_matrices_is. destruct M as (A & A' & E), M' as (B & B' & F). rewrite A, A', B, B', Nat.eqb_refl.
      assert (M : moved n f (combine columns columns1) (combine columns0 columns2)) by (apply moved_combine; split; auto).
      pose proof (all_of_permuted (fun p => same_lists (fst p) (snd p)) _ _ (permuted _ _ _ M)) as P.
      destruct (all_of _ (combine columns columns1)) as [u|], (all_of _ (combine columns0 columns2)) as [u'|]; try contradiction; [ | reflexivity ].
      simpl. rewrite (forallb_permuted (fun b => b) u u' P). reflexivity.
  Qed.
  Lemma list_moved v v' : values_moved v v' -> both_moved n f (list_of v) (list_of v').
  Proof. destruct v as [[| | | |]|], v' as [[| | | |]|]; simpl; try contradiction; auto. Qed.
  Lemma matrix_moved v v' : values_moved v v' -> both_moved n f (matrix_of v) (matrix_of v').
  Proof. destruct v as [[| | | |]|], v' as [[| | | |]|]; simpl; try contradiction; auto. Qed.

  (** A network through which columns move. *)
  Lemma network_moved N (g : network -> matrix -> option matrix) v v' :
    (forall net X Y, order_matters net = false -> moved n f X Y -> both_moved n f (g net X) (g net Y)) ->
    order_free_network C N = true -> values_moved v v' ->
    values_moved (bind (matrix_of v) (fun X => bind (lookup N (known_networks C)) (fun net => option_map Matrix (g net X))))
                 (bind (matrix_of v') (fun X => bind (lookup N (known_networks C)) (fun net => option_map Matrix (g net X)))).
  Proof.
    intros G free M. unfold order_free_network in free. destruct (lookup N (known_networks C)) as [net|]; [ | discriminate ].
    apply negb_true_iff in free. apply matrix_moved in M.
    destruct (matrix_of v) as [X|], (matrix_of v') as [Y|]; try contradiction; [ | exact I ]. simpl.
    specialize (G net X Y free M). destruct (g net X), (g net Y); try contradiction; exact G.
  Qed.

  Lemma whole_column k : whole (Some (column_number k)) = Some (Z.of_nat k + 1)%Z.
  Proof. reflexivity. Qed.

  Theorem value_moves : forall t around s s', reordered around s s' ->
    match manner_of C around t with Some m => as_said m (value_of C s t) (value_of C s' t) | None => True end.
  Proof.
    apply (term_induction (fun t => forall around s s', reordered around s s' ->
      match manner_of C around t with Some m => as_said m (value_of C s t) (value_of C s' t) | None => True end)).
    intros t IH around s s' R.
    assert (same : forall u, In u (children t) ->
      match manner_of C around u with Some Same => true | _ => false end = true -> value_of C s u = value_of C s' u).
    { intros u J E. specialize (IH u J around s s' R). destruct (manner_of C around u) as [[]|]; try discriminate. exact IH. }
    assert (several : forall us, (forall u, In u us -> In u (children t)) ->
      everywhere (fun u => match manner_of C around u with Some Same => true | _ => false end) us = true ->
      forall u, In u us -> value_of C s u = value_of C s' u).
    { intros us among E u J. apply same; [ apply among; assumption | ]. exact (everywhere_in _ _ _ E J). }
    assert (inner : forall x b u, In u (children t) ->
      match manner_of C ((x, b) :: around) u with Some Same => true | _ => false end = true ->
      forall v v', reordered ((x, b) :: around) (with_variable s x v) (with_variable s' x v') ->
      value_of C (with_variable s x v) u = value_of C (with_variable s' x v') u).
    { intros x b u J E v v' R'. specialize (IH u J _ _ _ R'). destruct (manner_of C ((x, b) :: around) u) as [[]|]; try discriminate.
      exact IH. }
    assert (of_child : forall u, In u (children t) ->
      match manner_of C around u with Some m => as_said m (value_of C s u) (value_of C s' u) | None => True end)
      by (intros u J; exact (IH u J around s s' R)).
    clear IH. pose proof R as (RP & RA & RB & RL & RL' & RV).
    Ltac child := simpl; auto.
    destruct t; cbn [manner_of]; cbn [children] in *.
    - reflexivity.
    - reflexivity.
    - reflexivity.
    - (* Var *) specialize (RV name). destruct (lookup name around) as [[]|]; simpl.
      + destruct RV as (k & K & E & E'). exists k. auto.
      + assumption.
      + assumption.
    - (* Connect *) destruct (everywhere _ operands) eqn:E; [ | exact I ]. simpl.
      rewrite (all_of_ext_in (value_of C s) (value_of C s') operands); [ reflexivity | ].
      apply several; [ auto | assumption ].
    - destruct (_ && _)%bool eqn:E; [ | exact I ]. apply andb_true_iff in E. destruct E as (A & B). simpl.
      rewrite (same t1), (same t2) by (assumption || child). reflexivity.
    - destruct (match manner_of C around t with Some Same => true | _ => false end) eqn:E; [ | exact I ]. simpl.
      rewrite (same t) by (assumption || child). reflexivity.
    - destruct (_ && _)%bool eqn:E; [ | exact I ]. apply andb_true_iff in E. destruct E as (A & B). simpl.
      rewrite (same t1), (same t2) by (assumption || child). reflexivity.
    - destruct (_ && _)%bool eqn:E; [ | exact I ]. apply andb_true_iff in E. destruct E as (A & B). simpl.
      rewrite (same t1), (same t2) by (assumption || child). reflexivity.
    - destruct (match manner_of C around t with Some Same => true | _ => false end) eqn:E; [ | exact I ]. simpl.
      rewrite (same t) by (assumption || child). reflexivity.
    - (* Compare *) pose proof (of_child t1 ltac:(child)) as A. pose proof (of_child t2 ltac:(child)) as B.
      destruct (manner_of C around t1) as [[]|], (manner_of C around t2) as [[]|]; try exact I; simpl in A, B.
      + simpl. rewrite A, B. reflexivity.
      + simpl. destruct (value_of C s t1) as [v|] eqn:V, (value_of C s' t1) as [v'|] eqn:V'; try (destruct v; contradiction);
          try contradiction; [ | reflexivity ].
        destruct (value_of C s t2) as [w|] eqn:W, (value_of C s' t2) as [w'|] eqn:W'; try (destruct w; contradiction);
          try contradiction; [ | reflexivity ].
        simpl. rewrite (compare_moved r v v' w w' A B). reflexivity.
      + destruct A as (i & I1 & E1 & E1'), B as (j & J1 & E2 & E2').
        assert (H : forall a b, Rationals.same (integer (Z.of_nat a + 1)) (integer (Z.of_nat b + 1)) = Nat.eqb a b).
        { intros a b. unfold Rationals.same, Qeq_bool. simpl. rewrite !Z.mul_1_r.
          destruct (Nat.eqb_spec a b) as [->|N]; [ apply Zeq_is_eq_bool; reflexivity | ].
          destruct (Zeq_bool (Z.of_nat a + 1) (Z.of_nat b + 1)) eqn:Z; [ | reflexivity ]. apply Zeq_bool_eq in Z. lia. }
        assert (F : Nat.eqb (f i) (f j) = Nat.eqb i j).
        { destruct (Nat.eqb_spec i j) as [->|N]; [ apply Nat.eqb_refl | ]. apply Nat.eqb_neq. intros G. apply N.
          apply injective; assumption. }
        destruct r; try exact I; simpl; rewrite E1, E1', E2, E2'; simpl; rewrite !H, F; reflexivity.
    - destruct (_ && _ && _)%bool eqn:E; [ | exact I ]. rewrite !andb_true_iff in E. destruct E as ((A & B) & D). simpl.
      rewrite (same t1), (same t2), (same t3) by (assumption || child). reflexivity.
    - destruct (match manner_of C around t with Some Same => true | _ => false end) eqn:E; [ | exact I ]. simpl.
      rewrite (same t) by (assumption || child). reflexivity.
    - destruct (_ && _)%bool eqn:E; [ | exact I ]. apply andb_true_iff in E. destruct E as (A & B). simpl.
      rewrite (same t1), (same t2) by (assumption || child). reflexivity.
    - destruct (_ && _ && _)%bool eqn:E; [ | exact I ]. rewrite !andb_true_iff in E. destruct E as ((A & B) & D). simpl.
      rewrite (same t1), (same t2), (same t3) by (assumption || child). reflexivity.
    - (* Select *) destruct (_ && _)%bool eqn:E; [ | exact I ]. apply andb_true_iff in E. destruct E as (A & B). simpl.
      rewrite (same t) by (assumption || child).
      assert (each : forall u, In u choices -> value_of C s u = value_of C s' u)
        by (apply several; [ intros u J; right; assumption | assumption ]).
      destruct (whole (value_of C s' t)) as [i|]; [ simpl | reflexivity ]. clear -each. revert i.
      induction choices as [|u choices IH]; intros i; [ reflexivity | ]. rewrite (each u) by (left; reflexivity).
      rewrite IH by (intros w J; apply each; right; assumption). reflexivity.
    - (* Range *)
      destruct (match t1, t2 with Int 1, Param p => String.eqb p "n" | _, _ => false end &&
                match manner_of C ((variable, true) :: around) t3 with Some Same => true | _ => false end)%bool eqn:E.
      + apply andb_true_iff in E. destruct E as (ends & body).
        assert (one : t1 = Int 1 /\ t2 = Param "n").
        { destruct t1; try discriminate.
          destruct z as [|[]|]; try discriminate. destruct t2; try discriminate. apply String.eqb_eq in ends. subst. auto. }
        destruct one as (-> & ->). clear ends.
        set (g := fun v => value_of C (with_variable s variable v) t3).
        set (g' := fun v => value_of C (with_variable s' variable v) t3).
        assert (E : forall k, (k < n)%nat -> g (column_number (f k)) = g' (column_number k)).
        { intros k K. apply (inner variable true t3); [ simpl; auto | assumption | ]. apply bind_column; assumption. }
        pose proof (over_columns g g' E) as over. cbv zeta in over.
        assert (low : forall h sc, lowest_scene sc -> (forall v, h v = value_of C (with_variable sc variable v) t3) ->
          forall vs, all_of (fun v => h (Number (integer v))) (interval 1 (Z.of_nat n)) = Some vs -> Forall lowest_value vs).
        { intros h sc Lsc same_ vs V. apply (all_of_each _ lowest_value) in V; [ assumption | ]. intros k v _ H.
          rewrite same_ in H. eapply value_lowest; [ exact low_context | | exact H ].
          apply lowest_with_variable; [ assumption | apply lowest_integer ]. }
        pose proof (low g s RL ltac:(reflexivity)) as low_s. clear low.
        assert (value_at : forall sc, value_of C sc (Range q variable (Int 1) (Param "n") t3) =
          match all_of (fun v => value_of C (with_variable sc variable (Number (integer v))) t3) (interval 1 (Z.of_nat n)) with
          | Some vs => quantified q vs | None => None end).
        { intros sc. simpl. rewrite n_columns. simpl. reflexivity. }
        rewrite !value_at. fold g g'.
        change (fun v => value_of C (with_variable s variable (Number (integer v))) t3) with (fun v => g (Number (integer v))).
        change (fun v => value_of C (with_variable s' variable (Number (integer v))) t3) with (fun v => g' (Number (integer v))).
        remember (all_of (fun v => g (Number (integer v))) (interval 1 (Z.of_nat n))) as us eqn:Us.
        remember (all_of (fun v => g' (Number (integer v))) (interval 1 (Z.of_nat n))) as us' eqn:Us'.
        assert (over' : match us, us' with Some vs, Some vs' => moved n f vs vs' | None, None => True | _, _ => False end)
          by (subst us us'; exact over).
        clear over Us Us'. rename over' into over. destruct us as [vs|], us' as [vs'|]; try contradiction.
        * pose proof (moved_permutation n f below_n injective vs vs' over) as P.
          destruct q; cbn [as_said]; try (apply quantified_permuted; [ discriminate | exact P | apply low_s; reflexivity ]).
          unfold quantified. pose proof (moved_values (fun v => number (Some v)) vs vs' over) as M.
          destruct (all_of (fun v => number (Some v)) vs), (all_of (fun v => number (Some v)) vs'); try contradiction; exact M.
        * destruct q; simpl; auto.
      + clear E. destruct (_ && _ && _)%bool eqn:E; [ | exact I ]. rewrite !andb_true_iff in E. destruct E as ((A & B) & D). simpl.
        rewrite (same t1), (same t2) by (assumption || child).
        destruct (number (value_of C s' t1)) as [l|]; [ simpl | reflexivity ].
        destruct (number (value_of C s' t2)) as [h|]; [ simpl | reflexivity ].
        rewrite (all_of_ext (fun v => value_of C (with_variable s variable (Number (integer v))) t3)
          (fun v => value_of C (with_variable s' variable (Number (integer v))) t3)); [ reflexivity | ].
        intros v. apply (inner variable false t3); [ simpl; auto | assumption | apply bind_number; assumption ].
    - (* Item *) pose proof (of_child t1 ltac:(child)) as A. pose proof (of_child t2 ltac:(child)) as B.
      destruct (manner_of C around t1) as [[]|], (manner_of C around t2) as [[]|]; try exact I; simpl in A, B.
      + simpl. rewrite A, B. reflexivity.
      + destruct B as (k & K & E & E'). simpl. rewrite E, E'. apply list_moved in A.
        destruct (list_of (value_of C s t1)) as [l|], (list_of (value_of C s' t1)) as [l'|]; try contradiction; [ | reflexivity ].
        cbn [bind]. rewrite !whole_column. cbn [bind]. rewrite (pick_moved l l' k K A). reflexivity.
    - (* MatrixEntry *) pose proof (of_child t1 ltac:(child)) as A. pose proof (of_child t3 ltac:(child)) as B.
      destruct (manner_of C around t1) as [[]|], (manner_of C around t3) as [[]|]; try exact I; simpl in A, B;
        (destruct (match manner_of C around t2 with Some Same => true | _ => false end) eqn:D; [ | exact I ]).
      + simpl. rewrite A, B, (same t2) by (assumption || child). reflexivity.
      + destruct B as (k & K & E & E'). simpl. rewrite E, E', (same t2) by (assumption || child). apply matrix_moved in A.
        destruct (matrix_of (value_of C s t1)) as [X|], (matrix_of (value_of C s' t1)) as [Y|]; try contradiction; [ | reflexivity ].
        cbn [bind]. destruct (whole (value_of C s' t2)) as [i|]; [ cbn [bind] | reflexivity ].
        rewrite !whole_column. cbn [bind]. rewrite (pick_moved X Y k K A). reflexivity.
    - (* Distinct *) pose proof (of_child t ltac:(child)) as A.
      destruct (manner_of C around t) as [[]|]; try exact I; simpl in A.
      + simpl. rewrite A. reflexivity.
      + simpl. apply list_moved in A.
        destruct (list_of (value_of C s t)) as [l|], (list_of (value_of C s' t)) as [l'|]; try contradiction; [ | reflexivity ].
        simpl. rewrite (different_permuted l l' (moved_permutation n f below_n injective l l' A)). reflexivity.
    - (* Dot *) destruct (match manner_of C around t1 with Some Same => true | _ => false end) eqn:D; [ | exact I ].
      pose proof (of_child t2 ltac:(child)) as A. destruct (manner_of C around t2) as [[]|]; try exact I; simpl in A.
      + simpl. rewrite A, (same t1) by (assumption || child). reflexivity.
      + simpl. rewrite (same t1) by (assumption || child).
        destruct (list_of (value_of C s' t1)) as [u|]; [ simpl | exact I ]. apply matrix_moved in A.
        destruct (matrix_of (value_of C s t2)) as [X|], (matrix_of (value_of C s' t2)) as [Y|]; try contradiction; [ simpl | exact I ].
        match goal with |- values_moved (if ?a then _ else _) (if ?b then _ else _) =>
          assert (F : a = b) by exact (forallb_permuted _ X Y (moved_permutation n f below_n injective X Y A)); rewrite F; destruct b
        end; [ | exact I ]. simpl. apply moved_map. assumption.
    - (* Point *) simpl. unfold both_moved in RP.
      destruct (the_point s) as [X|], (the_point s') as [Y|]; try contradiction; exact RP.
    - (* NamedStage *) pose proof (of_child t ltac:(child)) as A. destruct (manner_of C around t) as [[]|]; try exact I; simpl in A.
      + simpl. rewrite A. reflexivity.
      + destruct (order_free_network C network) eqn:F; [ | exact I ]. simpl.
        apply (network_moved network (fun net X => bind (lookup stage (stages net)) (fun k => Networks.stage net k X))); try assumption.
        intros net X Y O M. destruct (lookup stage (stages net)); [ | exact I ]. apply stage_moved; assumption.
    - (* Stage *) destruct (match manner_of C around t1 with Some Same => true | _ => false end) eqn:D; [ | exact I ].
      pose proof (of_child t2 ltac:(child)) as A. destruct (manner_of C around t2) as [[]|]; try exact I; simpl in A.
      + simpl. rewrite A, (same t1) by (assumption || child). reflexivity.
      + destruct (order_free_network C network) eqn:F; [ | exact I ]. simpl. rewrite (same t1) by (assumption || child).
        destruct (whole (value_of C s' t1)) as [i|]; [ simpl | exact I ].
        apply (network_moved network (fun net X => Networks.stage net i X)); try assumption.
        intros net X Y O M. apply stage_moved; assumption.
    - (* After *) destruct (match manner_of C around t1 with Some Same => true | _ => false end) eqn:D; [ | exact I ].
      pose proof (of_child t2 ltac:(child)) as A. destruct (manner_of C around t2) as [[]|]; try exact I; simpl in A.
      + simpl. rewrite A, (same t1) by (assumption || child). reflexivity.
      + destruct (order_free_network C network) eqn:F; [ | exact I ]. simpl. rewrite (same t1) by (assumption || child).
        destruct (whole (value_of C s' t1)) as [i|]; [ simpl | exact I ].
        apply (network_moved network (fun net X => Networks.after net i X)); try assumption.
        intros net X Y O M. apply after_moved; assumption.
    - (* Layer *) destruct (match manner_of C around t1 with Some Same => true | _ => false end) eqn:D; [ | exact I ].
      pose proof (of_child t2 ltac:(child)) as A. destruct (manner_of C around t2) as [[]|]; try exact I; simpl in A.
      + simpl. rewrite A, (same t1) by (assumption || child). reflexivity.
      + destruct (order_free_network C network) eqn:F; [ | exact I ]. simpl. rewrite (same t1) by (assumption || child).
        destruct (whole (value_of C s' t1)) as [i|]; [ simpl | exact I ].
        apply (network_moved network (fun net X => Networks.layer_alone net i X)); try assumption.
        intros net X Y O M. apply layer_alone_moved; assumption.
    - reflexivity.
    - (* Permutations *)
      destruct (match manner_of C ((variable, false) :: around) t with Some Same => true | _ => false end) eqn:E; [ | exact I ].
      simpl. destruct (parameter_value C "n") as [k|]; [ simpl | reflexivity ].
      induction (orders k) as [|v vs IH]; [ reflexivity | ].
      rewrite (inner variable false t ltac:(child) E (Order v) (Order v)) by (apply bind_order; assumption). rewrite IH. reflexivity.
    - (* Permuted *) destruct (_ && _)%bool eqn:E; [ | exact I ]. apply andb_true_iff in E. destruct E as (A & B). simpl.
      rewrite (same t) by (assumption || child). specialize (RV variable).
      destruct (lookup variable around) as [[]|]; try discriminate; rewrite RV; reflexivity.
    - destruct (_ && _ && _)%bool eqn:E; [ | exact I ]. rewrite !andb_true_iff in E. destruct E as ((A & B) & D). simpl.
      rewrite (same t1), (same t2), (same t3) by (assumption || child). reflexivity.
    - simpl. rewrite RA. reflexivity.
    - simpl. rewrite RB. reflexivity.
  Qed.
End Two.

(** ** Matrices with their columns in another order *)

Lemma permutation_moved {A : Type} (l l' : list A) : Permutation l l' -> exists f,
  (forall k, (k < length l)%nat -> (f k < length l)%nat) /\
  (forall i j, (i < length l)%nat -> (j < length l)%nat -> f i = f j -> i = j) /\ moved (length l) f l l'.
Proof.
  intros P. pose proof (Permutation_length P) as L. apply Permutation_nth_error in P. destruct P as (_ & f & inj & E).
  exists f. split; [ | split; [ intros i j _ _; apply inj | ] ].
  - intros k K. apply nth_error_Some. rewrite <- E. apply nth_error_Some. lia.
  - split; [ reflexivity | split; [ auto | ] ]. intros k _. apply E.
Qed.

(** A term that keeps its value does so at every matrix with the same columns. *)
Theorem same_in_every_order C t X Y : lowest_context C -> parameter_value C "n" = Some (size X) ->
  lowest_matrix X -> manner_of C [] t = Some Same -> Permutation X Y -> value_of C (at_point X) t = value_of C (at_point Y) t.
Proof.
  intros low n_is low_X E P. destruct (permutation_moved X Y P) as (f & below & inj & M).
  rewrite size_is in n_is. pose proof (value_moves C (length X) f below inj n_is low t [] (at_point X) (at_point Y)) as V.
  rewrite E in V. apply V.
  assert (low_Y : lowest_matrix Y) by (unfold lowest_matrix in *; rewrite <- P; assumption).
  assert (scenes : forall Z, lowest_matrix Z -> lowest_scene (at_point Z)).
  { intros Z L. split; [ intros W F; injection F as <-; assumption | ].
    split; [ intros W F; discriminate | split; [ intros W F; discriminate | constructor ] ]. }
  split; [ exact M | split; [ reflexivity | split; [ reflexivity | ] ] ].
  split; [ apply scenes; assumption | split; [ apply scenes; assumption | ] ]. intros x. reflexivity.
Qed.

Lemma context_lowest s C : context_of s = Some C -> lowest_context C.
Proof. intros E. eapply definitions_lowest; [ | exact E ]. constructor. Qed.

(** What the matrices are for which a domain of orbits stands: those with columns of the domain, in any order. *)
Definition in_orbits (C : context) (sp : spec) (X : matrix) : Prop :=
  match sp with
  | Orbits c r s => exists d n P asked, size_parameter C "d" = Some d /\ size_parameter C "n" = Some n /\
      palette_of C d c s = Some (P, asked) /\ in_some_order P n r s X
  | _ => False
  end.

(** Such a matrix has the columns of a point, in an order of its own. *)
Lemma point_in_order s C st d X : true_of s -> context_of s = Some C -> In d (domains s) -> In (domain_name d) (over st) ->
  in_orbits C (domain_spec d) X -> exists Y, Permutation Y X /\ is_point C (domains s) st (domain_name d, Y) /\
    lowest_matrix Y /\ parameter_value C "n" = Some (size Y).
Proof.
  intros T E I J O. destruct (domains_right s C T E) as (_ & right_). rewrite Forall_forall in right_.
  destruct (right_ d I) as (S & a & Sp & asked & _). unfold in_orbits in O.
  destruct (domain_spec d) as [c r sp|c|places|points|name lists|of] eqn:D; try contradiction.
  destruct O as (h & n & P & a' & Hd & Hn & Pal & fits). pose proof Sp as Sp'. simpl in Sp'. rewrite Hd, Hn in Sp'. simpl in Sp'.
  rewrite Pal in Sp'. simpl in Sp'. injection Sp' as <- <-.
  apply (orbit_representatives C h n c r sp P a' Pal asked) in fits. destruct fits as (Y & (M & Per) & _).
  exists Y. split; [ apply Permutation_sym; assumption | ]. split; [ | split ].
  - split; [ assumption | ]. exists (sorted_points P n r sp). split; [ | assumption ]. exists d, a'. rewrite D. auto.
  - eapply points_lowest; eassumption.
  - destruct M as (-> & _). unfold size_parameter in Hn. destruct (parameter_value C "n") as [z|]; [ | discriminate ].
    destruct (Z.leb 1 z); [ | discriminate ]. congruence.
Qed.

Lemma keeps_value_is C t : keeps_value C t = true -> manner_of C [] t = Some Same.
Proof. unfold keeps_value. destruct (manner_of C [] t) as [[]|]; congruence. Qed.

Lemma supposed_in_order s C st X Y : context_of s = Some C -> match given st with None => true | Some g => keeps_value C g end = true ->
  lowest_matrix Y -> parameter_value C "n" = Some (size Y) -> Permutation Y X -> supposed C st X -> supposed C st Y.
Proof.
  intros E keeps low n_is P. unfold supposed. destruct (given st) as [g|]; [ | auto ]. unfold true_at, is_true.
  rewrite (same_in_every_order C g Y X (context_lowest s C E) n_is low (keeps_value_is C g keeps) P). auto.
Qed.

(** What holds of the points of a domain of orbits holds of every matrix with columns of the domain, in whatever order they
    stand, if the hypothesis and the term of the step keep their values. *)
Theorem every_order s C st d : true_of s -> context_of s = Some C -> In st (steps s) ->
  the_fold st = Each -> the_verdict st = Holds -> keeps_orders C st = true ->
  In d (domains s) -> In (domain_name d) (over st) ->
  forall X, in_orbits C (domain_spec d) X -> supposed C st X -> true_at C (the_term st) X.
Proof.
  intros T E I fold verdict keeps J K X O S. destruct (point_in_order s C st d X T E J K O) as (Y & P & point_ & low & n_is).
  assert (some : over st <> []) by (intros N; rewrite N in K; destruct K).
  destruct (each_holds s C st T E I some fold verdict) as (all & _). unfold keeps_orders in keeps. apply andb_true_iff in keeps.
  destruct keeps as (keeps_given & keeps_term). rewrite fold in keeps_term. apply keeps_value_is in keeps_term.
  unfold true_at, is_true. rewrite <- (same_in_every_order C (the_term st) Y X (context_lowest s C E) n_is low keeps_term P).
  apply (all (domain_name d, Y) point_). exact (supposed_in_order s C st X Y E keeps_given low n_is P S).
Qed.

(** *** Numbers that are compared *)

Definition pairwise (R : Q -> Q -> Prop) (l : list Q) : Prop :=
  forall i j a b, i <> j -> nth_of l i = Some a -> nth_of l j = Some b -> R a b.

Lemma pairwise_permuted R l l' : Permutation l l' -> pairwise R l -> pairwise R l'.
Proof.
  intros P H. destruct (permutation_moved l l' P) as (f & _ & inj & (_ & L & M)). intros i j a b ij A B.
  pose proof (nth_of_range _ _ _ A) as I. pose proof (nth_of_range _ _ _ B) as J. rewrite size_is, L in I, J.
  rewrite <- (Z2Nat.id i) in A by lia. rewrite <- (Z2Nat.id j) in B by lia. rewrite nth_of_error in A, B.
  rewrite M in A by lia. rewrite M in B by lia. rewrite <- nth_of_error in A, B.
  apply (H (Z.of_nat (f (Z.to_nat i))) (Z.of_nat (f (Z.to_nat j))) a b); try assumption.
  intros F. apply Nat2Z.inj, inj in F; lia.
Qed.

(** The numbers at a matrix with the same columns are the same, perhaps in another order. *)
Theorem numbers_permuted C t X Y l : lowest_context C -> parameter_value C "n" = Some (size X) ->
  lowest_matrix X -> keeps_numbers C t = true -> Permutation X Y -> numbers_of_term C t X l ->
  exists m, numbers_of_term C t Y m /\ Permutation l m.
Proof.
  intros low n_is low_X keeps P (v & V & N). unfold keeps_numbers in keeps. destruct (manner_of C [] t) as [[]|] eqn:E; try discriminate.
  - exists l. split; [ | apply Permutation_refl ]. exists v. rewrite <- (same_in_every_order C t X Y low n_is low_X E P). auto.
  - destruct (permutation_moved X Y P) as (f & below & inj & M). rewrite size_is in n_is.
    pose proof (value_moves C (length X) f below inj n_is low t [] (at_point X) (at_point Y)) as W. rewrite E in W.
    assert (low_Y : lowest_matrix Y) by (unfold lowest_matrix in *; rewrite <- P; assumption).
    assert (scenes : forall Z, lowest_matrix Z -> lowest_scene (at_point Z)).
    { intros Z L. split; [ intros U F; injection F as <-; assumption | ].
      split; [ intros U F; discriminate | split; [ intros U F; discriminate | constructor ] ]. }
    assert (R : reordered (length X) f [] (at_point X) (at_point Y)).
    { split; [ exact M | split; [ reflexivity | split; [ reflexivity | ] ] ].
      split; [ apply scenes; assumption | split; [ apply scenes; assumption | ] ]. intros x. reflexivity. }
    specialize (W R). simpl in W. rewrite V in W. unfold values_moved in W. destruct v as [| |u| |]; try contradiction.
    + destruct (value_of C (at_point Y) t) as [[| |u'| |]|] eqn:V'; try contradiction. simpl in N. injection N as <-.
      exists u'. split; [ exists (ListValue u'); auto | ]. exact (moved_permutation (length X) f below inj u u' W).
    + discriminate.
Qed.

(** The numbers at matrices with columns of domains of orbits, in whatever order they stand: those of one matrix are related
    to each other by R, and those of two matrices, unless these have the same columns in the same domain. *)
Definition numbers_related (s : statement) (C : context) (st : step) (R : Q -> Q -> Prop) : Prop :=
  (forall d X, In d (domains s) -> In (domain_name d) (over st) -> in_orbits C (domain_spec d) X -> supposed C st X ->
     exists l, numbers_of_term C (the_term st) X l /\ pairwise R l) /\
  forall d e X Y l m, In d (domains s) -> In (domain_name d) (over st) -> In e (domains s) -> In (domain_name e) (over st) ->
    in_orbits C (domain_spec d) X -> in_orbits C (domain_spec e) Y -> supposed C st X -> supposed C st Y ->
    (domain_name d <> domain_name e \/ ~ Permutation X Y) ->
    numbers_of_term C (the_term st) X l -> numbers_of_term C (the_term st) Y m -> forall a b, In a l -> In b m -> R a b.

Lemma numbers_related_points s C st R : true_of s -> context_of s = Some C ->
  match given st with None => true | Some g => keeps_value C g end = true -> keeps_numbers C (the_term st) = true ->
  (forall p, spoken_of C (domains s) st p -> exists l, numbers_of_term C (the_term st) (snd p) l /\ pairwise R l) ->
  (forall p q l m, spoken_of C (domains s) st p -> spoken_of C (domains s) st q -> p <> q ->
     numbers_of_term C (the_term st) (snd p) l -> numbers_of_term C (the_term st) (snd q) m -> forall a b, In a l -> In b m -> R a b) ->
  numbers_related s C st R.
Proof.
  intros T E keeps_given keeps one two. pose proof (context_lowest s C E) as low_C. split.
  - intros d X J K O S. destruct (point_in_order s C st d X T E J K O) as (Y & P & point_ & low & n_is).
    destruct (one (domain_name d, Y)) as (l & N & W).
    { split; [ assumption | ]. exact (supposed_in_order s C st X Y E keeps_given low n_is P S). }
    destruct (numbers_permuted C (the_term st) Y X l low_C n_is low keeps P N) as (m & N' & Q). exists m.
    split; [ assumption | ]. exact (pairwise_permuted R l m Q W).
  - intros d e X Y l m J K J' K' O O' S S' differ N N' a b Ia Ib.
    destruct (point_in_order s C st d X T E J K O) as (X' & P & point_ & low & n_is).
    destruct (point_in_order s C st e Y T E J' K' O') as (Y' & P' & point' & low' & n_is').
    assert (back : forall Z Z' u, Permutation Z' Z -> lowest_matrix Z' -> parameter_value C "n" = Some (size Z') ->
      numbers_of_term C (the_term st) Z u -> exists w, numbers_of_term C (the_term st) Z' w /\ Permutation u w).
    { intros Z Z' u Per L n_Z. apply numbers_permuted; try assumption; [ | | apply Permutation_sym; assumption ].
      - rewrite n_Z, !size_is, (Permutation_length Per). reflexivity.
      - unfold lowest_matrix in *. rewrite <- Per. assumption. }
    destruct (back X X' l P low n_is N) as (u & U & Pu). destruct (back Y Y' m P' low' n_is' N') as (w & W & Pw).
    apply (two (domain_name d, X') (domain_name e, Y') u w).
    + split; [ assumption | exact (supposed_in_order s C st X X' E keeps_given low n_is P S) ].
    + split; [ assumption | exact (supposed_in_order s C st Y Y' E keeps_given low' n_is' P' S') ].
    + intros F. injection F as F G. destruct differ as [D|D]; [ contradiction | ]. apply D. subst Y'.
      apply perm_trans with X'; [ apply Permutation_sym | ]; assumption.
    + assumption.
    + assumption.
    + exact (Permutation_in a Pu Ia).
    + exact (Permutation_in b Pw Ib).
Qed.

(** Steps whose numbers should differ, or be apart, say so of all matrices with columns of their domains. *)
Theorem distinct_in_every_order s C st : true_of s -> context_of s = Some C -> In st (steps s) -> over st <> [] ->
  the_fold st = DistinctNumbers -> the_verdict st = Holds -> keeps_orders C st = true ->
  numbers_related s C st (fun a b => ~ a == b).
Proof.
  intros T E I some fold verdict keeps. unfold keeps_orders in keeps. rewrite fold in keeps. apply andb_true_iff in keeps.
  destruct keeps as (keeps_given & keeps). destruct (distinct_holds s C st T E I some fold verdict) as (one & two & _).
  apply numbers_related_points; assumption.
Qed.

Theorem apart_in_every_order s C st r t : true_of s -> context_of s = Some C -> In st (steps s) -> over st <> [] ->
  the_fold st = Apart r t -> the_verdict st = Holds -> keeps_orders C st = true ->
  exists bound, constant_of C t = Some bound /\ numbers_related s C st (fun a b => related r (Qabs.Qabs (a - b)) bound).
Proof.
  intros T E I some fold verdict keeps. unfold keeps_orders in keeps. rewrite fold in keeps. apply andb_true_iff in keeps.
  destruct keeps as (keeps_given & keeps). destruct (apart_holds s C st T E I some r t fold verdict) as (bound & B & one & two & _).
  exists bound. split; [ assumption | ]. apply numbers_related_points; assumption.
Qed.

(** ** What to tell a reader of a step *)

Inductive speech := AllOrders | SortedRepresentatives | Points.

Definition speaks_of (C : context) (ds : list domain) (st : step) : speech :=
  let among (p : spec -> bool) := existsb (fun d => existsb (String.eqb (domain_name d)) (over st) && p (domain_spec d))%bool ds in
  if among over_orbits
  then if (keeps_orders C st && negb (among (fun sp => over_orbits sp && negb (is_orbits sp))))%bool
       then AllOrders else SortedRepresentatives
  else Points.

Lemma all_orders_keeps C ds st : speaks_of C ds st = AllOrders -> keeps_orders C st = true.
Proof.
  unfold speaks_of. destruct (existsb _ ds); [ | discriminate ]. destruct (keeps_orders C st); [ reflexivity | discriminate ].
Qed.

(** Where a step is said to speak of all orders and holds, it is true of every matrix with columns of one of its domains of
    orbits, in whatever order they stand, and of every point of its other domains. *)
Theorem all_orders s C st : true_of s -> context_of s = Some C -> In st (steps s) -> the_fold st = Each -> the_verdict st = Holds ->
  speaks_of C (domains s) st = AllOrders -> forall d, In d (domains s) -> In (domain_name d) (over st) ->
  forall X, in_orbits C (domain_spec d) X \/ is_point C (domains s) st (domain_name d, X) ->
  supposed C st X -> true_at C (the_term st) X.
Proof.
  intros T E I fold verdict speaks d J K X. apply all_orders_keeps in speaks. intros [O|P] S.
  - exact (every_order s C st d T E I fold verdict speaks J K X O S).
  - assert (some : over st <> []) by (intros N; rewrite N in K; destruct K).
    destruct (each_holds s C st T E I some fold verdict) as (all & _). exact (all (domain_name d, X) P S).
Qed.

(** What a step of a statement speaks of. *)
Definition speech_of (s : statement) (st : step) : speech :=
  match context_of s with Some C => speaks_of C (domains s) st | None => Points end.
