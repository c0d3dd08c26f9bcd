(** * The order of the columns of a matrix: networks that do not depend on it

    [moved n f l l'] says that the list l' has the n items of l in another order: item k of l' is item f k of l. A network
    of feed-forward layers and of attention without a mask, in which ties are shared, moves with the columns: from the matrix
    with its columns in another order it makes what it made before, with the columns in that order ([run_moved]). Sums in
    another order are the very same numbers, since all numbers are in lowest terms. *)

From Coq Require Import ZArith QArith Qreduction String List Bool Permutation Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains FiniteSets LongLists Truth.
Import ListNotations.

(** ** Folds in another order *)

Lemma fold_permuted {A B : Type} (f : A -> B -> A) (l l' : list B) :
  (forall a b c, f (f a b) c = f (f a c) b) -> Permutation l l' -> forall a, fold_left f l a = fold_left f l' a.
Proof.
  intros H P. induction P as [|x l l' P IH|x y l|l m k P IH Q IH']; intros a; simpl; [ reflexivity | apply IH | | ].
  - rewrite H. reflexivity.
  - rewrite IH. apply IH'.
Qed.

Lemma plus_swaps a b c : plus (plus a b) c = plus (plus a c) b.
Proof. rewrite !plus_is. apply Qred_complete. rewrite !Qred_correct. ring. Qed.
Lemma times_swaps a b c : times (times a b) c = times (times a c) b.
Proof. rewrite !times_is. apply Qred_complete. rewrite !Qred_correct. ring. Qed.
Lemma add_swaps a b c : add (add a b) c = add (add a c) b.
Proof.
  revert b c. induction a as [|x a IH]; intros [|y b] [|z c]; simpl; try reflexivity. rewrite plus_swaps, IH. reflexivity.
Qed.

Lemma forallb_permuted {A : Type} (p : A -> bool) l l' : Permutation l l' -> forallb p l = forallb p l'.
Proof.
  intros P. induction P as [|x l l' P IH|x y l|l m k P IH Q IH']; simpl; try congruence.
  destruct (p x), (p y); reflexivity.
Qed.
Lemma existsb_permuted {A : Type} (p : A -> bool) l l' : Permutation l l' -> existsb p l = existsb p l'.
Proof.
  intros P. induction P as [|x l l' P IH|x y l|l m k P IH Q IH']; simpl; try congruence.
  destruct (p x), (p y); reflexivity.
Qed.

(** ** Hardmax and heads *)

Lemma count_up_seq (k : nat) : count_up (Z.of_nat k) = map Z.of_nat (seq 0 k).
Proof.
  destruct k as [|k]; [ reflexivity | ]. 
  change (count_up (Z.of_nat (S k))) with (rev' (snd (Pos.iter (fun '(i, l) => (Z.succ i, i :: l)) (0%Z, []) (Pos.of_succ_nat k)))).
  rewrite reversed.
  replace (S k) with (Pos.to_nat (Pos.of_succ_nat k)) by lia. generalize (Pos.of_succ_nat k). intros p.
  assert (H : Pos.iter (fun '(i, l) => (Z.succ i, i :: l)) (0%Z, []) p = (Zpos p, rev (map Z.of_nat (seq 0 (Pos.to_nat p))))).
  { induction p as [|p IH] using Pos.peano_ind; [ reflexivity | ]. rewrite Pos.iter_succ, IH, Pos2Nat.inj_succ, seq_S, map_app, rev_app_distr.
    simpl. f_equal; [ lia | f_equal; lia ]. }
  rewrite H. simpl. apply rev_involutive.
Qed.

Lemma share_all {A : Type} (l : list A) : map (fun _ => true) (count_up (size l)) = map (fun _ => true) l.
Proof.
  assert (constant : forall (B : Type) (m : list B), map (fun _ => true) m = repeat true (length m)).
  { intros B m. induction m; simpl; congruence. }
  rewrite !constant, count_up_length, size_is, Nat2Z.id. reflexivity.
Qed.

(** The greatest of some numbers, as a number of the list. *)
Lemma greatest_found s : match greatest_attended s (map (fun _ => true) s) with
  | Some top => (exists x, In x s /\ x == top) /\ forall x, In x s -> x <= top
  | None => s = [] end.
Proof.
  induction s as [|x s IH]; simpl; [ reflexivity | ]. destruct (greatest_attended s (map (fun _ => true) s)) as [y|].
  - destruct IH as ((z & I & E) & most). rewrite at_most_is. destruct (Qle_bool x y) eqn:L.
    + apply Qle_bool_iff in L. split; [ exists z; auto | ]. intros w [<-|J]; auto.
    + assert (N : y < x) by (apply Qnot_le_lt; rewrite <- Qle_bool_iff, L; discriminate).
      split; [ exists x; split; [ auto | reflexivity ] | ]. intros w [<-|J]; [ apply Qle_refl | ].
      apply Qle_trans with y; [ auto | apply Qlt_le_weak; assumption ].
  - subst s. split; [ exists x; split; [ auto | reflexivity ] | ]. intros w [<-|[]]. apply Qle_refl.
Qed.

(** Hardmax with shared ties gives each number what depends on it and on the set of all numbers. *)
Lemma hardmax_permuted s s' : Permutation s s' ->
  exists g, hardmax Average s (map (fun _ => true) s) = map g s /\ hardmax Average s' (map (fun _ => true) s') = map g s'.
Proof.
  intros P. pose proof (greatest_found s) as G. pose proof (greatest_found s') as G'. unfold hardmax, chosen, winners.
  destruct (greatest_attended s (map (fun _ => true) s)) as [top|].
  2: { subst s. apply Permutation_nil in P. subst s'. exists (fun x => x). split; reflexivity. }
  destruct (greatest_attended s' (map (fun _ => true) s')) as [top'|].
  2: { subst s'. apply Permutation_sym, Permutation_nil in P. subst s. exists (fun x => x). split; reflexivity. }
  assert (E : top == top').
  { destruct G as ((x & I & X) & most), G' as ((y & J & Y) & most'). apply Qle_antisym.
    - rewrite <- X. apply most'. exact (Permutation_in x P I).
    - rewrite <- Y. apply most. exact (Permutation_in y (Permutation_sym P) J). }
  assert (W : forall t r, map (fun '(x, a) => (a && same x t)%bool) (combine r (map (fun _ => true) r)) = map (fun x => same x t) r).
  { intros t r. induction r as [|x r IH]; simpl; congruence. }
  rewrite !W. assert (T : map (fun x => same x top') s' = map (fun x => same x top) s').
  { apply map_ext. intros x. unfold same. rewrite E. reflexivity. }
  rewrite T.
  assert (K : size (filter (fun b => b) (map (fun x => same x top) s')) = size (filter (fun b => b) (map (fun x => same x top) s))).
  { rewrite !size_is. f_equal. apply Permutation_length. apply Permutation_sym.
    apply (Permutation_map (fun x => same x top)) in P. revert P. generalize (map (fun x => same x top) s), (map (fun x => same x top) s').
    intros u v P. clear -P. induction P as [|x l l' P IH|x y l|l m k P IH Q IH']; simpl.
    - constructor.
    - destruct x; [ constructor | ]; assumption.
    - destruct x, y; first [ apply perm_swap | apply Permutation_refl ].
    - eapply perm_trans; eassumption. }
  rewrite K. eexists. rewrite !map_map. split; reflexivity.
Qed.

Lemma attend_permuted h X Y z : Permutation X Y ->
  attend Average h X (map (fun _ => true) X) z = attend Average h Y (map (fun _ => true) Y) z.
Proof.
  intros P. unfold attend. f_equal. set (query := add (apply (W_Q h) z) (b_Q h)).
  set (score := fun y => dot (apply (W_K h) y) query).
  assert (A : forall Z : matrix, map (fun _ => true) Z = map (fun _ => true) (map score Z)) by (intros Z; rewrite map_map; reflexivity).
  rewrite (A X), (A Y). destruct (hardmax_permuted (map score X) (map score Y)) as (g & E & E'); [ apply Permutation_map; assumption | ].
  rewrite E, E'. unfold combination.
  assert (B : forall Z : matrix, map (fun '(c, y) => map (times c) y) (combine (map g (map score Z)) (map (apply (W_V h)) Z)) =
    map (fun y => map (times (g (score y))) (apply (W_V h) y)) Z).
  { intros Z. induction Z as [|y Z IH]; simpl; congruence. }
  rewrite !B. apply fold_permuted; [ exact add_swaps | ]. apply Permutation_map. assumption.
Qed.

(** ** Layers *)

Definition in_any_order_layer (l : layer Q) : bool :=
  match l with Attention Average Everything _ | FeedForward _ _ _ _ _ => true | _ => false end.

Lemma attended_by_all (f : list bool -> column -> column) (X : matrix) :
  all_of (fun '(j, z) => option_map (fun attends => f attends z) (attended Everything (size X) j)) (combine (count_up (size X)) X) =
  Some (map (f (map (fun _ => true) X)) X).
Proof.
  assert (each : forall (g : column -> column) (js : list Z) (Y : list column), length js = length Y ->
    Forall2 (fun x y => (let '(j, z) := x in Some (g z)) = Some y) (combine js Y) (map g Y)).
  { intros g js Y. revert js. induction Y as [|z Y IH]; intros [|j js] L; simpl in *; try discriminate; constructor.
    - reflexivity.
    - apply IH. congruence. }
  apply all_of_is. unfold attended. rewrite share_all. simpl. apply each.
  rewrite count_up_length, size_is, Nat2Z.id. reflexivity.
Qed.

(** What such a layer makes of a column depends on the column and on the set of all columns. *)
Theorem layer_permuted d l X Y : in_any_order_layer l = true -> Permutation X Y ->
  exists F, apply_layer d l X = Some (map F X) /\ apply_layer d l Y = Some (map F Y).
Proof.
  intros L P. destruct l as [ties M heads|W_1 b_1 W_2 b_2 phi| | |]; try discriminate.
  - destruct ties; try discriminate. destruct M; try discriminate.
    exists (fun z => fold_left (fun sum h => add sum (attend Average h X (map (fun _ => true) X) z)) heads z). split.
    + exact (attended_by_all (fun attends z => fold_left (fun sum h => add sum (attend Average h X attends z)) heads z) X).
    + transitivity (Some (map (fun z => fold_left (fun sum h => add sum (attend Average h Y (map (fun _ => true) Y) z)) heads z) Y)).
      * exact (attended_by_all (fun attends z => fold_left (fun sum h => add sum (attend Average h Y attends z)) heads z) Y).
      * f_equal. apply map_ext. intros z. clear L. generalize z at 2 4. induction heads as [|h heads IH]; intros a; simpl; [ reflexivity | ].
        rewrite (attend_permuted h X Y z P). apply IH.
  - eexists. split; reflexivity.
Qed.

(** ** Lists in another order *)

Section Moved.
  Variables (n : nat) (f : nat -> nat).
  Hypothesis below_n : forall k, (k < n)%nat -> (f k < n)%nat.
  Hypothesis injective : forall i j, (i < n)%nat -> (j < n)%nat -> f i = f j -> i = j.

  Definition moved {A : Type} (l l' : list A) : Prop :=
    length l = n /\ length l' = n /\ forall k, (k < n)%nat -> nth_error l' k = nth_error l (f k).

  Lemma all_numbers : Permutation (map f (seq 0 n)) (seq 0 n).
  Proof.
    apply NoDup_Permutation_bis.
    - assert (H : forall ks, (forall k, In k ks -> (k < n)%nat) -> NoDup ks -> NoDup (map f ks)).
      { intros ks I D. induction D as [|k ks N D IH]; simpl; constructor.
        - intros J. apply in_map_iff in J. destruct J as (j & E & J).
          apply injective in E; [ subst; contradiction | apply I; right; assumption | apply I; left; reflexivity ].
        - apply IH. intros j J. apply I. right. assumption. }
      apply H; [ intros k I; apply in_seq in I; lia | apply seq_NoDup ].
    - rewrite map_length. lia.
    - intros k I. apply in_map_iff in I. destruct I as (j & <- & J). apply in_seq in J. apply in_seq.
      pose proof (below_n j). lia.
  Qed.

  Lemma as_numbered {A : Type} (l : list A) (x : A) : l = map (fun k => nth k l x) (seq 0 (length l)).
  Proof.
    induction l as [|y l IH]; [ reflexivity | ]. simpl. f_equal. rewrite <- seq_shift, map_map. exact IH.
  Qed.

  Lemma moved_permutation {A : Type} (l l' : list A) : moved l l' -> Permutation l l'.
  Proof.
    intros (L & L' & E). destruct l as [|x l].
    - simpl in L. rewrite <- L in L'. destruct l'; [ constructor | discriminate ].
    - rewrite (as_numbered (x :: l) x), (as_numbered l' x), L, L'.
      apply perm_trans with (map (fun k => nth k (x :: l) x) (map f (seq 0 n))).
      + apply Permutation_map, Permutation_sym, all_numbers.
      + rewrite map_map. apply Permutation_refl'. apply map_ext_in. intros k I. apply in_seq in I.
        assert (K : (k < n)%nat) by lia. specialize (E k K).
        rewrite (nth_error_nth' (x :: l) x) in E by (rewrite L; apply below_n; assumption).
        rewrite (nth_error_nth' l' x) in E by lia. congruence.
  Qed.

  Lemma moved_map {A B : Type} (g : A -> B) l l' : moved l l' -> moved (map g l) (map g l').
  Proof.
    intros (L & L' & E). split; [ rewrite map_length; assumption | split; [ rewrite map_length; assumption | ] ].
    intros k K. rewrite !nth_error_map, (E k K). reflexivity.
  Qed.

  Lemma moved_combine {A B : Type} (l l' : list A) (m m' : list B) : moved l l' -> moved m m' -> moved (combine l m) (combine l' m').
  Proof.
    assert (H : forall (u : list A) (v : list B) k, length u = length v -> nth_error (combine u v) k =
      match nth_error u k, nth_error v k with Some x, Some y => Some (x, y) | _, _ => None end).
    { induction u as [|x u IH]; intros [|y v] [|k] E; simpl in *; try discriminate; try reflexivity. apply IH. congruence. }
    intros (L & L' & E) (M & M' & F). split; [ rewrite combine_length; lia | split; [ rewrite combine_length; lia | ] ].
    intros k K. rewrite !H by congruence. rewrite (E k K), (F k K). reflexivity.
  Qed.

  Theorem run_moved d ls : forallb in_any_order_layer ls = true -> forall X Y, moved X Y ->
    exists X' Y', run d ls X = Some X' /\ run d ls Y = Some Y' /\ moved X' Y'.
  Proof.
    induction ls as [|l ls IH]; simpl; intros all X Y M; [ eauto | ]. apply andb_true_iff in all. destruct all as (one & all).
    destruct (layer_permuted d l X Y one (moved_permutation X Y M)) as (F & E & E'). rewrite E, E'.
    apply IH; [ assumption | ]. apply moved_map. assumption.
  Qed.

  (** ** Networks *)

  Lemma fits_moved N X Y : moved X Y -> fits N X = fits N Y.
  Proof. intros M. apply forallb_permuted, moved_permutation. assumption. Qed.

  Lemma order_free N : order_matters N = false -> exists ls, layers_of (items N) = Some ls /\ forallb in_any_order_layer ls = true.
  Proof.
    unfold order_matters. destruct (layers_of (items N)) as [ls|]; [ | discriminate ]. intros E. exists ls. split; [ reflexivity | ].
    apply forallb_forall. intros l I. destruct (in_any_order_layer l) eqn:L; [ reflexivity | exfalso ].
    assert (T : existsb (fun l => match l with Attention Average Everything _ | FeedForward _ _ _ _ _ => false | _ => true end) ls = true).
    { apply existsb_exists. exists l. split; [ assumption | ].
      destruct l as [[] [] ?| | | |]; simpl in *; congruence. }
    rewrite T in E. discriminate.
  Qed.

  Lemma first_all {A : Type} (p : A -> bool) k l : forallb p l = true -> forallb p (first k l) = true.
  Proof.
    revert k. induction l as [|x l IH]; intros k; simpl; [ reflexivity | ]. intros all. apply andb_true_iff in all.
    destruct all as (one & all). destruct (Z.leb k 0); simpl; [ reflexivity | ]. rewrite one, IH by assumption. reflexivity.
  Qed.

  Lemma first_all_of {A B : Type} (g : A -> option B) l ys : all_of g l = Some ys -> forall k, all_of g (first k l) = Some (first k ys).
  Proof.
    intros E. apply all_of_is in E. induction E as [|x y l ys H E IH]; intros k; [ reflexivity | ]. simpl first.
    destruct (Z.leb k 0); [ reflexivity | ]. rewrite all_of_cons, H, IH. reflexivity.
  Qed.

  (** Whether they are both missing, or both there and moved. *)
  Definition both_moved {A : Type} (l l' : option (list A)) : Prop :=
    match l, l' with Some u, Some v => moved u v | None, None => True | _, _ => False end.

  Lemma run_both d ls X Y : forallb in_any_order_layer ls = true -> moved X Y -> both_moved (run d ls X) (run d ls Y).
  Proof. intros all M. destruct (run_moved d ls all X Y M) as (X' & Y' & -> & -> & M'). exact M'. Qed.

  Theorem after_moved N k X Y : order_matters N = false -> moved X Y -> both_moved (after N k X) (after N k Y).
  Proof.
    intros O M. destruct (order_free N O) as (ls & E & all). unfold after. rewrite E, (fits_moved N X Y M).
    destruct (fits N Y && Z.leb 0 k && Z.leb k (size ls))%bool; [ | exact I ]. apply run_both; [ apply first_all | ]; assumption.
  Qed.

  Theorem layer_alone_moved N k X Y : order_matters N = false -> moved X Y -> both_moved (layer_alone N k X) (layer_alone N k Y).
  Proof.
    intros O M. destruct (order_free N O) as (ls & E & all). unfold layer_alone. rewrite E, (fits_moved N X Y M).
    destruct (fits N Y && Z.leb 1 k)%bool; [ | exact I ]. destruct (nth_of ls (k - 1)) as [l|] eqn:L; [ | exact I ].
    apply nth_of_in in L. rewrite forallb_forall in all.
    destruct (layer_permuted (network_d N) l X Y (all l L) (moved_permutation X Y M)) as (F & -> & ->). apply moved_map. assumption.
  Qed.

  Theorem stage_moved N k X Y : order_matters N = false -> moved X Y -> both_moved (stage N k X) (stage N k Y).
  Proof.
    intros O M. destruct (order_free N O) as (ls & E & all). unfold stage. rewrite (fits_moved N X Y M).
    destruct (fits N Y && Z.leb 0 k && Z.leb k (size (items N)))%bool; [ | exact I ].
    unfold layers_of in *. destruct (all_of (unrolled []) (items N)) as [lists|] eqn:F; [ | discriminate ]. injection E as <-.
    rewrite (first_all_of _ _ _ F). simpl option_map. apply run_both; [ | assumption ].
    clear F. revert k. induction lists as [|u lists IH]; intros k; [ reflexivity | ]. simpl in all. rewrite forallb_app in all.
    apply andb_true_iff in all. destruct all as (one & all). simpl first. destruct (Z.leb k 0); [ reflexivity | ].
    simpl. rewrite forallb_app, one, IH by assumption. reflexivity.
  Qed.
End Moved.
