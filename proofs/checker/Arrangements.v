(** * In how many orders the columns of a matrix can stand

    A point of an orbit stands for all matrices with its columns in some order. [orders_number] counts them: with one more
    column there are (n + 1) / m times as many, where n is the number of the columns before and m says how often the new one
    occurs among all. [orders_number_is] proves that it is the cardinality of the set of those matrices. The proof counts
    twice the ways to insert a column into an order of the others. *)

From Coq Require Import ZArith QArith List Permutation Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Equality.
Import ListNotations.

Section Arrangements.
  Context {A : Type} (dec : forall x y : A, {x = y} + {x <> y}) (dec_list : forall l m : list A, {l = m} + {l <> m}).

  (** All lists that have x in one place more. *)
  Fixpoint insertions (x : A) (l : list A) : list (list A) :=
    match l with [] => [[x]] | y :: rest => (x :: l) :: map (cons y) (insertions x rest) end.
  (** All lists that have x in one place less. *)
  Fixpoint deletions (x : A) (l : list A) : list (list A) :=
    match l with [] => [] | y :: rest => (if dec y x then [rest] else []) ++ map (cons y) (deletions x rest) end.

  Lemma insertions_length x l : length (insertions x l) = S (length l).
  Proof. induction l as [|y l IH]; simpl; [ reflexivity | ]. rewrite map_length, IH. reflexivity. Qed.
  Lemma deletions_length x l : length (deletions x l) = count_occ dec l x.
  Proof.
    induction l as [|y l IH]; simpl; [ reflexivity | ]. rewrite app_length, map_length, IH. destruct (dec y x); reflexivity.
  Qed.
  Lemma insertions_in x l m : In m (insertions x l) <-> exists a b, l = a ++ b /\ m = a ++ x :: b.
  Proof.
    revert m. induction l as [|y l IH]; intros m; simpl.
    - split.
      + intros [<-|[]]. exists [], []. auto.
      + intros (a & b & E & ->). symmetry in E. apply app_eq_nil in E. destruct E as (-> & ->). left. reflexivity.
    - rewrite in_map_iff. split.
      + intros [<-|(k & <- & J)].
        * exists [], (y :: l). auto.
        * apply IH in J. destruct J as (a & b & -> & ->). exists (y :: a), b. auto.
      + intros (a & b & E & ->). destruct a as [|z a]; simpl in E.
        * left. subst b. reflexivity.
        * injection E as <- ->. right. exists (a ++ x :: b). split; [ reflexivity | ]. apply IH. eauto.
  Qed.
  Lemma deletions_in x l m : In m (deletions x l) -> exists a b, m = a ++ b /\ l = a ++ x :: b.
  Proof.
    revert m. induction l as [|y l IH]; intros m; simpl; [ contradiction | ]. rewrite in_app_iff, in_map_iff.
    intros [J|(k & <- & J)].
    - destruct (dec y x) as [->|]; [ | contradiction ]. destruct J as [<-|[]]. exists [], l. auto.
    - destruct (IH k J) as (a & b & -> & ->). exists (y :: a), b. auto.
  Qed.

  Lemma count_cons_map (y z : A) (l : list A) (ls : list (list A)) :
    count_occ dec_list (map (cons y) ls) (z :: l) = if dec y z then count_occ dec_list ls l else 0%nat.
  Proof.
    induction ls as [|m ls IH]; simpl; [ destruct (dec y z); reflexivity | ].
    destruct (dec_list (y :: m) (z :: l)) as [E|E]; rewrite IH.
    - injection E as -> ->. destruct (dec z z); [ | contradiction ]. destruct (dec_list l l); [ reflexivity | contradiction ].
    - destruct (dec y z) as [->|]; [ | reflexivity ]. destruct (dec_list m l) as [->|]; [ contradiction | reflexivity ].
  Qed.
  Lemma count_nil_map (y : A) (ls : list (list A)) : count_occ dec_list (map (cons y) ls) [] = 0%nat.
  Proof. induction ls as [|m ls IH]; simpl; [ reflexivity | ]. destruct (dec_list (y :: m) []);
    [ discriminate | assumption ]. Qed.

  (** As often as m comes from l by an insertion, l comes from m by a deletion. *)
  Lemma insertions_deletions x m : forall l,
    count_occ dec_list (insertions x l) m = count_occ dec_list (deletions x m) l.
  Proof.
    induction m as [|y m IH]; intros l.
    - simpl. destruct l as [|z l]; simpl; [ destruct (dec_list [x] []); [ discriminate | reflexivity ] | ].
      destruct (dec_list (x :: z :: l) []); [ discriminate | apply count_nil_map ].
    - destruct l as [|z l]; simpl insertions; simpl deletions; rewrite count_occ_app.
      + rewrite count_nil_map. simpl. destruct (dec_list [x] (y :: m)) as [E|E].
        * injection E as -> <-. destruct (dec y y); [ | contradiction ]. simpl.
          destruct (dec_list [] []); [ reflexivity | contradiction ].
        * destruct (dec y x) as [->|]; [ | reflexivity ]. simpl. destruct (dec_list m []) as [->|];
          [ contradiction | reflexivity ].
      + rewrite (count_cons_map y z). simpl. rewrite (count_cons_map z y), IH.
        assert (Swap : (if dec z y then count_occ dec_list (deletions x m) l else 0%nat) =
                       (if dec y z then count_occ dec_list (deletions x m) l else 0%nat))
          by (destruct (dec z y), (dec y z); congruence).
        rewrite Swap. destruct (dec_list (x :: z :: l) (y :: m)) as [E|E].
        * injection E as -> <-. destruct (dec y y); [ | contradiction ]. simpl.
          destruct (dec_list (z :: l) (z :: l)); [ reflexivity | contradiction ].
        * destruct (dec y x) as [->|]; [ | reflexivity ]. simpl.
          destruct (dec_list m (z :: l)) as [->|]; [ contradiction | reflexivity ].
  Qed.

  (** ** Sums of counts *)

  Fixpoint sum_of (f : list A -> nat) (ls : list (list A)) : nat :=
    match ls with [] => 0%nat | l :: rest => (f l + sum_of f rest)%nat end.
  Lemma sum_of_same f g ls : (forall l, In l ls -> f l = g l) -> sum_of f ls = sum_of g ls.
  Proof.
    induction ls as [|l ls IH]; simpl; intros E; [ reflexivity | ]. rewrite E by auto. rewrite IH by auto. reflexivity.
  Qed.
  Lemma sum_of_constant f c ls : (forall l, In l ls -> f l = c) -> sum_of f ls = (length ls * c)%nat.
  Proof. induction ls as [|l ls IH]; simpl; intros E; [ reflexivity | ]. rewrite E by auto. rewrite IH by auto. reflexivity.
  Qed.
  Lemma sum_of_zero (ls : list (list A)) : sum_of (fun _ => 0%nat) ls = 0%nat.
  Proof. induction ls; simpl; auto. Qed.

  (** The entries of a list, counted for each of the lists in another one that has them all, each once. *)
  Lemma counted_for_each (ls ms : list (list A)) : NoDup ls -> (forall m, In m ms -> In m ls) ->
    sum_of (fun l => count_occ dec_list ms l) ls = length ms.
  Proof.
    intros N. induction ms as [|m ms IH]; intros I; simpl; [ apply sum_of_zero | ].
    assert (J : In m ls) by (apply I; left; reflexivity).
    assert (split_sum : sum_of (fun l => if dec_list m l then S (count_occ dec_list ms l) else count_occ dec_list ms l) ls
                  = (count_occ dec_list ls m + sum_of (fun l => count_occ dec_list ms l) ls)%nat).
    { clear. induction ls as [|l ls IH]; simpl; [ reflexivity | ]. rewrite IH.
      destruct (dec_list m l), (dec_list l m); subst; try contradiction; try congruence; lia. }
    rewrite split_sum, IH by (intros; apply I; right; assumption).
    rewrite (proj1 (NoDup_count_occ' dec_list ls) N m J). reflexivity.
  Qed.
  Lemma count_flat_map (f : list A -> list (list A)) ls m :
    count_occ dec_list (flat_map f ls) m = sum_of (fun l => count_occ dec_list (f l) m) ls.
  Proof. induction ls as [|l ls IH]; simpl; [ reflexivity | ]. rewrite count_occ_app, IH. reflexivity. Qed.
  Lemma length_flat_map (f : list A -> list (list A)) ls : length (flat_map f ls) = sum_of (fun l => length (f l)) ls.
  Proof. induction ls as [|l ls IH]; simpl; [ reflexivity | ]. rewrite app_length, IH. reflexivity. Qed.

  (** ** All arrangements of a list, each once *)

  Fixpoint arrangements (l : list A) : list (list A) :=
    match l with [] => [[]] | x :: rest => nodup dec_list (flat_map (insertions x) (arrangements rest)) end.
  Lemma arrangements_once l : NoDup (arrangements l).
  Proof. destruct l; simpl; [ repeat constructor; intros [] | apply NoDup_nodup ]. Qed.
  Lemma arrangements_in l m : In m (arrangements l) <-> Permutation m l.
  Proof.
    revert m. induction l as [|x l IH]; intros m; simpl.
    - split; [ intros [<-|[]]; constructor | intros P; left; symmetry; apply Permutation_nil, Permutation_sym, P ].
    - rewrite nodup_In, in_flat_map. split.
      + intros (k & K & J). apply IH in K. apply insertions_in in J. destruct J as (a & b & -> & ->).
        apply Permutation_sym, Permutation_cons_app, Permutation_sym. assumption.
      + intros P. assert (J : In x m) by (apply (Permutation_in x (Permutation_sym P)); left; reflexivity).
        apply in_split in J. destruct J as (a & b & ->). exists (a ++ b). split; [ | apply insertions_in; eauto ].
        apply IH. apply (Permutation_cons_inv (a := x)). apply Permutation_trans with (2 := P). apply Permutation_middle.
  Qed.

  Theorem arrangements_step x l :
    (length (arrangements (x :: l)) * count_occ dec (x :: l) x = length (arrangements l) * S (length l))%nat.
  Proof.
    set (all := flat_map (insertions x) (arrangements l)).
    assert (Total : length all = (length (arrangements l) * S (length l))%nat).
    { unfold all. rewrite length_flat_map. apply sum_of_constant. intros k J. rewrite insertions_length. f_equal.
      apply Permutation_length. apply arrangements_in. assumption. }
    rewrite <- Total.
    rewrite <- (counted_for_each (arrangements (x :: l)) all).
    - symmetry. apply sum_of_constant. intros m J. apply arrangements_in in J. unfold all. rewrite count_flat_map.
      rewrite (sum_of_same _ (fun k => count_occ dec_list (deletions x m) k)) by (intros; apply insertions_deletions).
      rewrite counted_for_each.
      + rewrite deletions_length. apply Permutation_count_occ. assumption.
      + apply arrangements_once.
      + intros k K. apply deletions_in in K. destruct K as (a & b & -> & ->). apply arrangements_in.
        apply (Permutation_cons_inv (a := x)). apply Permutation_trans with (2 := J). apply Permutation_middle.
    - apply arrangements_once.
    - intros m J. simpl. apply nodup_In. assumption.
  Qed.
End Arrangements.

(** ** Of columns *)

Definition column_eqb : column -> column -> bool := list_eqb rational_eqb.
Definition column_dec (x y : column) : {x = y} + {x <> y}.
Proof.
  destruct (column_eqb x y) eqn:E; [ left | right ].
  - apply (list_eqb_tells _ rational_eqb_tells). assumption.
  - intros F. apply (list_eqb_tells _ rational_eqb_tells) in F. unfold column_eqb in E. congruence.
Defined.

Definition matrix_dec : forall X Y : matrix, {X = Y} + {X <> Y} := list_eq_dec column_dec.

Fixpoint orders_number (X : matrix) : Z :=
  match X with
  | [] => 1
  | z :: rest => (orders_number rest * (size rest + 1) / (size (filter (column_eqb z) rest) + 1))%Z
  end.

Lemma occurrences (z : column) X : size (filter (column_eqb z) X) = Z.of_nat (count_occ column_dec X z).
Proof.
  rewrite size_is. f_equal. induction X as [|y X IH]; simpl; [ reflexivity | ].
  destruct (column_dec y z) as [->|N]; destruct (column_eqb z _) eqn:E; simpl; try (rewrite IH; reflexivity).
  - exfalso. assert (column_eqb z z = true) by (apply (list_eqb_tells _ rational_eqb_tells); reflexivity). congruence.
  - apply (list_eqb_tells _ rational_eqb_tells) in E. congruence.
Qed.

Theorem orders_number_arranged (X : matrix) : orders_number X = Z.of_nat (length (arrangements matrix_dec X)).
Proof.
  induction X as [|z X IH]; [ reflexivity | ]. simpl orders_number. rewrite IH, occurrences, size_is.
  pose proof (arrangements_step column_dec matrix_dec z X) as S. simpl count_occ in S.
  destruct (column_dec z z) as [_|N]; [ | contradiction ].
  apply (f_equal Z.of_nat) in S. rewrite !Nat2Z.inj_mul, !Nat2Z.inj_succ in S. unfold Z.succ in S.
  rewrite <- S. apply Z.div_mul. lia.
Qed.

Theorem orders_number_is (X : matrix) k : orders_count X k <-> orders_number X = k.
Proof.
  unfold orders_count. rewrite (cardinal_of _ (arrangements matrix_dec X)).
  - rewrite orders_number_arranged, size_is. reflexivity.
  - apply arrangements_once.
  - intros Y. rewrite arrangements_in. split; [ eauto | intros (l & P & ->); assumption ].
Qed.
