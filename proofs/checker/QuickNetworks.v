(** * Networks that are prepared once and applied often

    [prepare] unrolls the families and tables of a network once, and computes keys and values once for each head of a layer
    and not once for each column. What a prepared network gives is proved to be what Networks.v says. *)

From Coq Require Import ZArith QArith List String Bool.
From Checker Require Import Rationals Syntax Networks Terms FiniteSets TermInduction.
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

Definition quick_layer (d : Z) (l : layer Q) : matrix -> option matrix :=
  match l with
  | Attention ties M heads => fun X =>
      let n := size X in
      let attending := map (fun h => quick_attend ties h X) heads in
      all_of (fun '(j, z) => option_map (fun attends => fold_left (fun sum f => add sum (f attends z)) attending z)
        (attended M n j)) (combine (count_up n) X)
  | l => apply_layer d l
  end.

Lemma fold_left_map {A B C : Type} (f : C -> B -> C) (g : A -> B) (l : list A) (c : C) :
  fold_left f (map g l) c = fold_left (fun c x => f c (g x)) l c.
Proof. revert c. induction l as [|x rest again]; intros c; simpl; [ reflexivity | apply again ]. Qed.

Lemma fold_left_ext {A C : Type} (f g : C -> A -> C) (l : list A) (c : C) :
  (forall c x, f c x = g c x) -> fold_left f l c = fold_left g l c.
Proof. intros E. revert c. induction l as [|x rest again]; intros c; simpl; [ reflexivity | rewrite E; apply again ]. Qed.

Theorem quick_layer_is d l X : quick_layer d l X = apply_layer d l X.
Proof.
  destruct l as [ties M heads| | | |]; try reflexivity. simpl. apply all_of_ext_in. intros [j z] _.
  destruct (attended M (size X) j); [ | reflexivity ]. simpl. f_equal.
  rewrite fold_left_map. apply fold_left_ext. intros c h. rewrite quick_attend_is. reflexivity.
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
