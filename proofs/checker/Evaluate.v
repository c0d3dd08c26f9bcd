(** * Terms that are prepared once and evaluated often

    [compiled t] is a function that is first given a point and then variables, often: what no variable is free in is
    evaluated once at each point, however many values the variables around it take. That it gives the values of Terms.v is
    [compiled_is]. *)

From Coq Require Import ZArith QArith List String Bool Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets TermInduction QuickNetworks.
Import ListNotations.

Definition with_variables (s : scene) (b : list (string * value)) : scene := Scene (the_point s) (accumulated s) (added s) b.

Section Evaluate.
  Variable C : context.
  Variable prepared : list (string * quick_network).

  Definition meant := scene -> list (string * value) -> option value.

  (** What reads no variable is evaluated when the point is known. *)
  Definition early (t : term) (f : meant) : meant :=
    if reads_only [] t then fun s => let v := f s [] in fun _ => v else f.

  Definition on_network (N : string) (apply : quick_network -> matrix -> option matrix) (X : matrix) : option value :=
    let? net := lookup N prepared in option_map Matrix (apply net X).

  Fixpoint compiled (t : term) : meant :=
    early t
      match t with
      | Int z => let v := Some (Number (integer z)) in fun _ _ => v
      | Param x => let v := option_map (fun z => Number (integer z)) (parameter_value C x) in fun _ _ => v
      | Def x => let v := option_map Number (lookup x (known_definitions C)) in fun _ _ => v
      | Var x => fun _ b => lookup x b
      | Connect c ts =>
          let fs := map compiled ts in
          fun s => let gs := map (fun f => f s) fs in
          fun b => let? vs := all_of (fun g => g b) gs in connected c vs
      | Minus a c =>
          let f := compiled a in let g := compiled c in
          fun s => let f' := f s in let g' := g s in
          fun b => let? x := number (f' b) in let? y := number (g' b) in Some (Number (minus x y))
      | Negative a => let f := compiled a in fun s => let f' := f s in fun b => let? x := number (f' b) in Some (Number (opposite x))
      | Quotient a c =>
          let f := compiled a in let g := compiled c in
          fun s => let f' := f s in let g' := g s in
          fun b => let? x := number (f' b) in let? y := number (g' b) in option_map Number (divided x y)
      | Power a e =>
          let f := compiled a in let g := compiled e in
          fun s => let f' := f s in let g' := g s in
          fun b => let? x := number (f' b) in let? k := whole (g' b) in
            if Z.leb 0 k then Some (Number (power x k)) else None
      | Floor a =>
          let f := compiled a in fun s => let f' := f s in
          fun b => let? x := number (f' b) in Some (Number (integer (floor x)))
      | Compare r a c =>
          let f := compiled a in let g := compiled c in
          fun s => let f' := f s in let g' := g s in
          fun b => let? x := f' b in let? y := g' b in option_map Truth (compare r x y)
      | Within inside x lo hi =>
          let f := compiled x in let g := compiled lo in let h := compiled hi in
          fun s => let f' := f s in let g' := g s in let h' := h s in
          fun b => let? a := number (f' b) in let? l := number (g' b) in let? k := number (h' b) in
            let within := (at_most l a && at_most a k)%bool in Some (Truth (if inside then within else negb within))
      | Not p => let f := compiled p in fun s => let f' := f s in fun b => let? x := truth (f' b) in Some (Truth (negb x))
      | Implies p q =>
          let f := compiled p in let g := compiled q in
          fun s => let f' := f s in let g' := g s in
          fun b => let? x := truth (f' b) in let? y := truth (g' b) in Some (Truth (implb x y))
      | If p a c =>
          let f := compiled p in let g := compiled a in let h := compiled c in
          fun s b => let? x := truth (f s b) in if x then g s b else h s b
      | Select k ts =>
          let f := compiled k in let gs := map compiled ts in
          fun s b => let? i := whole (f s b) in
            match nth_of gs (i - 1) with Some g => g s b | None => None end
      | Range q x lo hi body =>
          let f := compiled lo in let g := compiled hi in let h := compiled body in
          fun s => let f' := f s in let g' := g s in let h' := h s in
          fun b => let? l := number (f' b) in let? k := number (g' b) in
            let? vs := all_of (fun v => h' ((x, Number (integer v)) :: b)) (interval (ceiling l) (floor k)) in
            quantified q vs
      | Item l k =>
          let f := compiled l in let g := compiled k in
          fun s => let f' := f s in let g' := g s in
          fun b => let? xs := list_of (f' b) in let? i := whole (g' b) in option_map Number (pick xs i)
      | MatrixEntry m i j =>
          let f := compiled m in let g := compiled i in let h := compiled j in
          fun s => let f' := f s in let g' := g s in let h' := h s in
          fun b => let? X := matrix_of (f' b) in let? a := whole (g' b) in let? c := whole (h' b) in
            let? z := pick X c in option_map Number (pick z a)
      | Distinct l => let f := compiled l in fun s => let f' := f s in fun b => let? xs := list_of (f' b) in Some (Truth (different xs))
      | Dot u m =>
          let f := compiled u in let g := compiled m in
          fun s => let f' := f s in let g' := g s in
          fun b => let? xs := list_of (f' b) in let? X := matrix_of (g' b) in
            if forallb (fun z => Z.eqb (size z) (size xs)) X then Some (ListValue (map (dot xs) X)) else None
      | Point => fun s => let v := option_map Matrix (the_point s) in fun _ => v
      | NamedStage N name m =>
          let k := let? net := lookup N (known_networks C) in lookup name (stages net) in
          let g := compiled m in
          fun s => let g' := g s in
          fun b => let? X := matrix_of (g' b) in let? i := k in on_network N (fun net => quick_stage net i) X
      | Stage N k m =>
          let f := compiled k in let g := compiled m in
          fun s => let f' := f s in let g' := g s in
          fun b => let? i := whole (f' b) in let? X := matrix_of (g' b) in on_network N (fun net => quick_stage net i) X
      | After N k m =>
          let f := compiled k in let g := compiled m in
          fun s => let f' := f s in let g' := g s in
          fun b => let? i := whole (f' b) in let? X := matrix_of (g' b) in on_network N (fun net => quick_after net i) X
      | Layer N k m =>
          let f := compiled k in let g := compiled m in
          fun s => let f' := f s in let g' := g s in
          fun b => let? i := whole (f' b) in let? X := matrix_of (g' b) in on_network N (fun net => quick_alone net i) X
      | Quantity N q =>
          let v := let? net := lookup N prepared in option_map (fun k => Number (integer k)) (quick_quantity net q) in
          fun _ _ => v
      | Permutations x p =>
          let f := compiled p in
          let all := option_map orders (parameter_value C "n") in
          fun s => let f' := f s in
          fun b => let? vs := all in
            (fix go (l : list (list Z)) : option value :=
               match l with
               | [] => Some (Truth true)
               | v :: rest => let? y := truth (f' ((x, Order v) :: b)) in if y then go rest else Some (Truth false)
               end) vs
      | Permuted m x =>
          let f := compiled m in
          fun s => let f' := f s in
          fun b => let? X := matrix_of (f' b) in
            match lookup x b with
            | Some (Order v) => if Z.eqb (size v) (size X) then option_map Matrix (all_of (pick X) v) else None
            | _ => None
            end
      | Columns m lo hi =>
          let f := compiled m in let g := compiled lo in let h := compiled hi in
          fun s => let f' := f s in let g' := g s in let h' := h s in
          fun b => let? X := matrix_of (f' b) in let? i := whole (g' b) in let? j := whole (h' b) in
            if Z.leb i j then option_map Matrix (all_of (pick X) (interval i j)) else None
      | Accumulator => fun s => let v := option_map ListValue (accumulated s) in fun _ => v
      | Numbers => fun s => let v := option_map ListValue (added s) in fun _ => v
      end.

  (** The numbers by which a relation of numbers is measured (Truth.v), as a function of a point and of variables. *)
  Fixpoint compiled_margins (t : term) : scene -> list (string * value) -> option (list Q) :=
    match t with
    | Range ForAll x lo hi body =>
        let f := compiled lo in let g := compiled hi in let h := compiled_margins body in
        fun s => let f' := f s in let g' := g s in let h' := h s in
        fun b => let? l := number (f' b) in let? k := number (g' b) in
          option_map (@List.concat _) (all_of (fun v => h' ((x, Number (integer v)) :: b)) (interval (ceiling l) (floor k)))
    | Compare _ a c =>
        let f := compiled a in let g := compiled c in
        fun s => let f' := f s in let g' := g s in
        fun b => let? x := number (f' b) in let? y := number (g' b) in Some [minus y x]
    | Within _ x _ _ => let f := compiled x in fun s => let f' := f s in fun b => let? y := number (f' b) in Some [y]
    | _ => fun _ _ => None
    end.

  Hypothesis prepared_is : forall N, lookup N prepared = option_map prepare (lookup N (known_networks C)).

  Definition right (t : term) (f : meant) : Prop := forall s b, f s b = value_of C (with_variables s b) t.

  Lemma early_right t f : right t f -> right t (early t f).
  Proof.
    intros R s b. unfold early. destruct (reads_only [] t) eqn:closed; [ | apply R ].
    rewrite R. apply (value_agrees C t []); [ assumption | ]. split; [ repeat split | discriminate ].
  Qed.

  Lemma on_network_is N f g X :
    (forall net, f (prepare net) X = g net X) ->
    on_network N f X = let? net := lookup N (known_networks C) in option_map Matrix (g net X).
  Proof.
    intros E. unfold on_network. rewrite prepared_is. destruct (lookup N (known_networks C)); simpl; [ | reflexivity ].
    rewrite E. reflexivity.
  Qed.

  Theorem compiled_right : forall t, right t (compiled t).
  Proof.
    apply term_induction. intros t IH.
    assert (E : forall u, In u (children t) -> forall s b, compiled u s b = value_of C (with_variables s b) u)
      by (intros u among; exact (IH u among)).
    clear IH.
    destruct t; cbn [compiled]; apply early_right; intros s b; cbn [value_of children] in *;
      repeat match goal with
        | K : forall u, _ |- context [compiled ?u s b] => rewrite (K u (ltac:(simpl; tauto)) s b)
        end; try reflexivity.
    - assert (L : all_of (fun g => g b) (map (fun f => f s) (map compiled operands)) = all_of (value_of C (with_variables s b)) operands).
      { rewrite map_map, all_of_map. apply all_of_ext_in. intros u among. apply E. assumption. }
      rewrite L. reflexivity.
    - destruct (whole (value_of C (with_variables s b) t)) as [k|]; simpl; [ | reflexivity ].
      assert (all : forall u, In u choices -> compiled u s b = value_of C (with_variables s b) u) by (intros; apply E; right; assumption).
      clear - all. rewrite nth_of_map.
      revert k. induction choices as [|u rest again]; intros k; simpl; [ reflexivity | ].
      replace (Z.eqb (k - 1) 0) with (Z.eqb k 1) by (destruct (Z.eqb_spec k 1), (Z.eqb_spec (k - 1) 0); lia || reflexivity).
      destruct (Z.eqb k 1); simpl; [ apply all; left; reflexivity | ].
      apply again. intros v among. apply all. right. assumption.
    - destruct (number (value_of C (with_variables s b) t1)) as [l|]; simpl; [ | reflexivity ].
      destruct (number (value_of C (with_variables s b) t2)) as [h|]; simpl; [ | reflexivity ].
      f_equal. apply all_of_ext_in. intros v _. rewrite (E t3) by (simpl; tauto). reflexivity.
    - destruct (matrix_of _) as [X|]; simpl; [ | reflexivity ].
      destruct (lookup network (known_networks C)) as [net|] eqn:L; simpl; [ | reflexivity ].
      destruct (lookup stage (stages net)) as [k|]; simpl; [ | reflexivity ].
      rewrite (on_network_is network _ (fun net => Networks.stage net k)) by (intros; apply quick_stage_is).
      rewrite L. reflexivity.
    - destruct (whole _) as [i|]; simpl; [ | reflexivity ]. destruct (matrix_of _) as [X|]; simpl; [ | reflexivity ].
      apply (on_network_is network _ (fun net => Networks.stage net i)). intros. apply quick_stage_is.
    - destruct (whole _) as [i|]; simpl; [ | reflexivity ]. destruct (matrix_of _) as [X|]; simpl; [ | reflexivity ].
      apply (on_network_is network _ (fun net => Networks.after net i)). intros. apply quick_after_is.
    - destruct (whole _) as [i|]; simpl; [ | reflexivity ]. destruct (matrix_of _) as [X|]; simpl; [ | reflexivity ].
      apply (on_network_is network _ (fun net => layer_alone net i)). intros. apply quick_alone_is.
    - rewrite prepared_is. destruct (lookup network (known_networks C)) as [net|]; simpl; [ | reflexivity ].
      unfold prepare. simpl. destruct (quantity_of quantity); simpl; [ | reflexivity ].
      destruct (layers_of (items net)); reflexivity.
    - destruct (parameter_value C "n") as [n|]; simpl; [ | reflexivity ].
      induction (orders n) as [|v rest again]; [ reflexivity | ].
      rewrite (E t) by (simpl; tauto). rewrite again. reflexivity.
  Qed.

  Theorem compiled_margins_right t : forall s b, compiled_margins t s b = margins C (with_variables s b) t.
  Proof.
    induction t; intros s b; try reflexivity; cbn [compiled_margins margins]; rewrite ?compiled_right; try reflexivity.
    destruct q; try reflexivity. rewrite !compiled_right.
    destruct (number (value_of C (with_variables s b) t1)); [ simpl | reflexivity ].
    destruct (number (value_of C (with_variables s b) t2)); [ simpl | reflexivity ].
    f_equal. apply all_of_ext_in. intros v _. apply IHt3.
  Qed.

  Theorem compiled_margins_is t s : compiled_margins t s (variables s) = margins C s t.
  Proof. rewrite compiled_margins_right. destruct s. reflexivity. Qed.

  (** The value of a term at a scene. *)
  Theorem compiled_is t s : compiled t s (variables s) = value_of C s t.
  Proof. rewrite compiled_right. destruct s. reflexivity. Qed.
End Evaluate.

(** The networks of a context, prepared. *)
Definition prepared_networks (C : context) : list (string * quick_network) :=
  map (fun '(name, N) => (name, prepare N)) (known_networks C).

Theorem prepared_networks_is C N : lookup N (prepared_networks C) = option_map prepare (lookup N (known_networks C)).
Proof.
  unfold prepared_networks. induction (known_networks C) as [|[x M] rest again]; simpl; [ reflexivity | ].
  destruct (String.eqb N x); [ reflexivity | exact again ].
Qed.
