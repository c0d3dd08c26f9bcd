(** * Networks that are prepared once and applied often

    [prepare] unrolls the families and tables of a network once, and computes keys and values once for each head of a layer
    and not once for each column, and passes over heads that cancel. What a prepared network gives is proved to be what Networks.v says. *)

From Coq Require Import ZArith QArith List String Bool Lia.
From Checker Require Import Rationals Syntax Networks Terms FiniteSets TermInduction OppositeHeads.
Import ListNotations.

(** ** Layers *)

Definition quick_attend (ties : tie_rule) (h : head Q) (X : matrix) : list bool -> column -> column :=
  let keys := map (apply (W_K h)) X in
  let vs := map (apply (W_V h)) X in
  let v := size (W_V h) in
  fun attends z =>
    let query := add (apply (W_Q h) z) (b_Q h) in
    apply (W_O h) (combination v (hardmax ties (map (fun key => dot key query) keys) attends) vs).

Lemma quick_attend_is ties h X attends z : quick_attend ties h X attends z = attend ties h X attends z.
Proof. unfold quick_attend, attend. rewrite map_map. reflexivity. Qed.

(** Heads that stand beside each other and may cancel are taken together. *)
Inductive group := Alone (h : head Q) | Together (row : list Q) (b b' : Q) (h h' : head Q).

Fixpoint grouped (hs : list (head Q)) : list group :=
  match hs with
  | h :: ((h' :: rest) as more) =>
      match opposite_heads h h' with
      | Some (row, b, b') => Together row b b' h h' :: grouped rest
      | None => Alone h :: grouped more
      end
  | [h] => [Alone h]
  | [] => []
  end.

(** What a group makes of the sum so far, given what the column attends to and the column. *)
Definition quick_group (ties : tie_rule) (X : matrix) (g : group) : list bool -> column -> column -> column :=
  match g with
  | Alone h => let f := quick_attend ties h X in fun attends z sum => add sum (f attends z)
  | Together row b b' h h' => fun attends z sum =>
      let q := dot row z in
      if same_sign (plus q b) (plus q b') then map (fun '(x, _) => reduced x) (combine sum (W_O h))
      else add (add sum (attend ties h X attends z)) (attend ties h' X attends z)
  end.

Definition quick_layer (d : Z) (l : layer Q) : matrix -> option matrix :=
  match l with
  | Attention ties M heads =>
      let groups := grouped heads in
      fun X =>
        let n := size X in
        let numbers := count_up n in
        let everyone := map (fun _ => true) numbers in
        let adding := map (quick_group ties X) groups in
        all_of (fun '(j, z) => option_map (fun attends => fold_left (fun sum f => f attends z sum) adding z)
          (match M with Everything => Some everyone | _ => attended M n j end)) (combine numbers X)
  | l => apply_layer d l
  end.

Lemma fold_left_map {A B C : Type} (f : C -> B -> C) (g : A -> B) (l : list A) (c : C) :
  fold_left f (map g l) c = fold_left (fun c x => f c (g x)) l c.
Proof. revert c. induction l as [|x rest again]; intros c; simpl; [ reflexivity | apply again ]. Qed.

Lemma grouped_is ties X attends z : forall hs sum,
  fold_left (fun sum g => quick_group ties X g attends z sum) (grouped hs) sum
  = fold_left (fun sum h => add sum (attend ties h X attends z)) hs sum.
Proof.
  assert (H : forall n (hs : list (head Q)), (List.length hs <= n)%nat -> forall sum,
    fold_left (fun sum g => quick_group ties X g attends z sum) (grouped hs) sum
    = fold_left (fun sum h => add sum (attend ties h X attends z)) hs sum).
  { induction n as [|n IH]; intros [|h [|h' rest]] L sum; simpl in L; try lia; try reflexivity.
    - simpl. rewrite quick_attend_is. reflexivity.
    - cbn [grouped]. destruct (opposite_heads h h') as [[[row b] b']|] eqn:O.
      + cbn [fold_left quick_group]. rewrite IH by lia. f_equal.
        destruct (same_sign _ _) eqn:S; [ | reflexivity ].
        symmetry. exact (opposite_heads_cancel h h' row b b' ties X attends z sum O S).
      + cbn [fold_left quick_group]. rewrite quick_attend_is. apply (IH (h' :: rest)). simpl. lia. }
  intros hs. apply (H (List.length hs)). auto.
Qed.

Theorem quick_layer_is d l X : quick_layer d l X = apply_layer d l X.
Proof.
  destruct l as [ties M heads| | | |]; try reflexivity. simpl. apply all_of_ext_in. intros [j z] _.
  replace (match M with Everything => _ | _ => _ end) with (attended M (size X) j) by (destruct M; reflexivity).
  destruct (attended M (size X) j); [ | reflexivity ]. simpl. f_equal. rewrite fold_left_map. apply grouped_is.
Qed.

Fixpoint run_quickly (layers : list (matrix -> option matrix)) (X : matrix) : option matrix :=
  match layers with
  | [] => Some X
  | f :: rest => match f X with None => None | Some Y => run_quickly rest Y end
  end.

Lemma run_quickly_is d ls X : run_quickly (map (quick_layer d) ls) X = run d ls X.
Proof.
  revert X. induction ls as [|l rest again]; intros X; simpl; [ reflexivity | ].
  rewrite quick_layer_is. destruct (apply_layer d l X); [ apply again | reflexivity ].
Qed.

(** ** Networks *)

Record quick_network := Quick {
  quick_stage : Z -> matrix -> option matrix; quick_after : Z -> matrix -> option matrix;
  quick_alone : Z -> matrix -> option matrix; quick_quantity : string -> option Z }.

Lemma first_map {A B : Type} (f : A -> B) (k : Z) (l : list A) : first k (map f l) = map f (first k l).
Proof.
  revert k. induction l as [|x rest again]; intros k; simpl; [ reflexivity | ].
  destruct (Z.leb k 0); [ reflexivity | simpl; rewrite again; reflexivity ].
Qed.

Lemma all_of_map {A B C : Type} (f : B -> option C) (g : A -> B) (l : list A) : all_of f (map g l) = all_of (fun x => f (g x)) l.
Proof. induction l as [|x rest again]; simpl; [ reflexivity | rewrite again; reflexivity ]. Qed.

Lemma all_of_option_map {A B C : Type} (f : A -> option B) (g : B -> C) (l : list A) :
  all_of (fun x => option_map g (f x)) l = option_map (map g) (all_of f l).
Proof.
  induction l as [|x rest again]; simpl; [ reflexivity | ].
  destruct (f x); simpl; [ rewrite again; destruct (all_of f rest); reflexivity | reflexivity ].
Qed.

Definition prepare (N : network) : quick_network :=
  let d := network_d N in
  let by_item := map (fun i => option_map (map (quick_layer d)) (unrolled [] i)) (items N) in
  let number := size (items N) in
  let literal := layers_of (items N) in
  let layers := option_map (map (quick_layer d)) literal in
  let depth := match literal with Some ls => size ls | None => 0%Z end in
  Quick
    (fun k X => if (fits N X && Z.leb 0 k && Z.leb k number)%bool
                then match all_of (fun x => x) (first k by_item) with
                     | Some ls => run_quickly (List.concat ls) X
                     | None => None
                     end
                else None)
    (fun k X => match layers with
                | Some ls => if (fits N X && Z.leb 0 k && Z.leb k depth)%bool then run_quickly (first k ls) X else None
                | None => None
                end)
    (fun k X => match layers with
                | Some ls => if (fits N X && Z.leb 1 k)%bool
                             then match nth_of ls (k - 1) with Some f => f X | None => None end else None
                | None => None
                end)
    (fun q => match quantity_of q, literal with Some f, Some ls => Some (f ls) | _, _ => None end).

Theorem quick_stage_is N k X : quick_stage (prepare N) k X = stage N k X.
Proof.
  unfold prepare, stage. simpl. destruct (_ && _ && _)%bool; [ | reflexivity ].
  rewrite first_map, all_of_map, all_of_option_map. unfold layers_of.
  destruct (all_of (unrolled []) (first k (items N))) as [ls|]; simpl; [ | reflexivity ].
  rewrite <- concat_map. apply run_quickly_is.
Qed.

Theorem quick_after_is N k X : quick_after (prepare N) k X = after N k X.
Proof.
  unfold prepare, after. simpl. destruct (layers_of (items N)) as [ls|]; simpl; [ | reflexivity ].
  destruct (_ && _ && _)%bool; [ | reflexivity ]. rewrite first_map. apply run_quickly_is.
Qed.

Theorem quick_alone_is N k X : quick_alone (prepare N) k X = layer_alone N k X.
Proof.
  unfold prepare, layer_alone. simpl. destruct (layers_of (items N)) as [ls|]; simpl; [ | reflexivity ].
  destruct (_ && _)%bool; [ | reflexivity ]. rewrite nth_of_map. destruct (nth_of ls (k - 1)); simpl; [ | reflexivity ].
  apply quick_layer_is.
Qed.
