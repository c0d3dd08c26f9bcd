(** * Terms that are prepared once and evaluated often

    [compiled t] is a function that is first given a point and then variables, often: what no variable is free in is
    evaluated once at each point, however many values the variables around it take. That it gives the values of Terms.v is
    [compiled_is]. *)

From Coq Require Import ZArith QArith List String Bool Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains Truth FiniteSets Descent TermInduction QuickNetworks.
Import ListNotations.

Definition with_variables (s : scene) (b : list (string * value)) : scene := Scene (the_point s) (accumulated s) (added s) b.

Section Evaluate.
  Variable C : context.
  Variable prepared : list (string * quick_network).

  (** Where a term is evaluated, with the states that networks make of the point, as far as they are known. *)
  Record here := Here { scene_here : scene; states_here : list (string * list matrix) }.

  Definition meant := here -> list (string * value) -> option value.

  Definition is_point (m : term) : bool := match m with Point => true | _ => false end.

  (** The known states of an argument: those of the point. *)
  Definition known_states (h : here) (N : string) (m : term) : option (list matrix) :=
    if is_point m then lookup N (states_here h) else None.
  Definition known_after (states : list matrix) (i : Z) : option matrix := if Z.leb 0 i then nth_of states i else None.
  Definition known_stage (N : string) (states : list matrix) (i : Z) : option matrix :=
    let? net := lookup N prepared in
    match (if Z.leb 0 i then nth_of (quick_offsets net) i else None) with Some j => nth_of states j | None => None end.

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
      | Point => fun s => let v := option_map Matrix (the_point (scene_here s)) in fun _ => v
      | NamedStage N name m =>
          let k := let? net := lookup N (known_networks C) in lookup name (stages net) in
          let g := compiled m in
          fun s => match known_states s N m with
          | Some states => fun b => let? i := k in option_map Matrix (known_stage N states i)
          | None => let g' := g s in
              fun b => let? X := matrix_of (g' b) in let? i := k in on_network N (fun net => quick_stage net i) X
          end
      | Stage N k m =>
          let f := compiled k in let g := compiled m in
          fun s => let f' := f s in match known_states s N m with
          | Some states => fun b => let? i := whole (f' b) in option_map Matrix (known_stage N states i)
          | None => let g' := g s in
              fun b => let? i := whole (f' b) in let? X := matrix_of (g' b) in on_network N (fun net => quick_stage net i) X
          end
      | After N k m =>
          let f := compiled k in let g := compiled m in
          fun s => let f' := f s in match known_states s N m with
          | Some states => fun b => let? i := whole (f' b) in option_map Matrix (known_after states i)
          | None => let g' := g s in
              fun b => let? i := whole (f' b) in let? X := matrix_of (g' b) in on_network N (fun net => quick_after net i) X
          end
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
            if (Z.leb i j && Z.leb 1 i && Z.leb j (size X))%bool then option_map Matrix (all_of (pick X) (interval i j)) else None
      | Accumulator => fun s => let v := option_map ListValue (accumulated (scene_here s)) in fun _ => v
      | Numbers => fun s => let v := option_map ListValue (added (scene_here s)) in fun _ => v
      end.

  (** The numbers by which a relation of numbers is measured (Truth.v), as a function of a point and of variables. *)
  Fixpoint compiled_margins (t : term) : here -> list (string * value) -> option (list Q) :=
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

  (** What is said of the states of the point is so. *)
  Definition sound (h : here) : Prop := forall N states, lookup N (states_here h) = Some states ->
    exists X net, the_point (scene_here h) = Some X /\ lookup N (known_networks C) = Some net /\
      quick_states (prepare net) X = Some states.

  Definition right (t : term) (f : meant) : Prop :=
    forall h b, sound h -> f h b = value_of C (with_variables (scene_here h) b) t.

  Lemma early_right t f : right t f -> right t (early t f).
  Proof.
    intros R s b K. unfold early. destruct (reads_only [] t) eqn:closed; [ | apply R; assumption ].
    rewrite R by assumption. apply (value_agrees C t []); [ assumption | ]. split; [ repeat split | discriminate ].
  Qed.

  Lemma on_network_is N f g X :
    (forall net, f (prepare net) X = g net X) ->
    on_network N f X = let? net := lookup N (known_networks C) in option_map Matrix (g net X).
  Proof.
    intros E. unfold on_network. rewrite prepared_is. destruct (lookup N (known_networks C)); simpl; [ | reflexivity ].
    rewrite E. reflexivity.
  Qed.

  Lemma known_states_are h N m states s b : sound h -> s = scene_here h -> known_states h N m = Some states ->
    exists X net, value_of C (with_variables s b) m = Some (Matrix X) /\ lookup N (known_networks C) = Some net /\
      quick_states (prepare net) X = Some states.
  Proof.
    intros K -> E. unfold known_states in E. destruct m; try discriminate. destruct (K _ _ E) as (X & net & P & L & Q).
    exists X, net. simpl. rewrite P. auto.
  Qed.

  Lemma known_after_is net X states i : quick_states (prepare net) X = Some states -> known_after states i = after net i X.
  Proof. apply quick_states_after. Qed.
  Lemma known_stage_is N net X states i : lookup N (known_networks C) = Some net -> quick_states (prepare net) X = Some states ->
    known_stage N states i = Networks.stage net i X.
  Proof. intros L Q. unfold known_stage. rewrite prepared_is, L. simpl. apply quick_states_stage. assumption. Qed.

  (** Columns that are not there are told before they are counted. *)
  Lemma columns_there (X : matrix) i j :
    (if (Z.leb i j && Z.leb 1 i && Z.leb j (size X))%bool then option_map Matrix (all_of (pick X) (interval i j)) else None)
    = if Z.leb i j then option_map Matrix (all_of (pick X) (interval i j)) else None.
  Proof.
    destruct (Z.leb_spec i j) as [L|L]; simpl; [ | reflexivity ].
    destruct (Z.leb_spec 1 i) as [A|A]; simpl.
    - destruct (Z.leb_spec j (size X)) as [B|B]; [ reflexivity | ].
      assert (N : all_of (pick X) (interval i j) = None).
      { apply all_of_none. exists j. split; [ apply interval_in; lia | ]. unfold pick.
        destruct (nth_of X (j - 1)) eqn:F; [ apply nth_of_range in F; lia | reflexivity ]. }
      rewrite N. reflexivity.
    - assert (N : all_of (pick X) (interval i j) = None).
      { apply all_of_none. exists i. split; [ apply interval_in; lia | ]. unfold pick.
        destruct (nth_of X (i - 1)) eqn:F; [ apply nth_of_range in F; lia | reflexivity ]. }
      rewrite N. reflexivity.
  Qed.

  Theorem compiled_right : forall t, right t (compiled t).
  Proof.
    apply term_induction. intros t IH.
    assert (E : forall u, In u (children t) -> forall h b, sound h -> compiled u h b = value_of C (with_variables (scene_here h) b) u)
      by (intros u among; exact (IH u among)).
    clear IH.
    destruct t; cbn [compiled]; apply early_right; intros s b K; cbn [value_of children] in *;
      repeat match goal with
        | H : forall u, _, Q : sound ?s |- context [compiled ?u ?s b] => rewrite (H u (ltac:(simpl; tauto)) s b Q)
        end; try reflexivity.
    - assert (L : all_of (fun g => g b) (map (fun f => f s) (map compiled operands))
        = all_of (value_of C (with_variables (scene_here s) b)) operands).
      { rewrite map_map, all_of_map. apply all_of_ext_in. intros u among. apply E; assumption. }
      rewrite L. reflexivity.
    - destruct (whole (value_of C (with_variables (scene_here s) b) t)) as [k|]; simpl; [ | reflexivity ].
      assert (all : forall u, In u choices -> compiled u s b = value_of C (with_variables (scene_here s) b) u)
        by (intros; apply E; [ right; assumption | assumption ]).
      clear - all. rewrite nth_of_map.
      revert k. induction choices as [|u rest again]; intros k; simpl; [ reflexivity | ].
      replace (Z.eqb (k - 1) 0) with (Z.eqb k 1) by (destruct (Z.eqb_spec k 1), (Z.eqb_spec (k - 1) 0); lia || reflexivity).
      destruct (Z.eqb k 1); simpl; [ apply all; left; reflexivity | ].
      apply again. intros v among. apply all. right. assumption.
    - destruct (number (value_of C (with_variables (scene_here s) b) t1)) as [l|]; simpl; [ | reflexivity ].
      destruct (number (value_of C (with_variables (scene_here s) b) t2)) as [h|]; simpl; [ | reflexivity ].
      f_equal. apply all_of_ext_in. intros v _. rewrite (E t3) by (simpl; tauto || assumption). reflexivity.
    - destruct (known_states s network t) as [states|] eqn:F.
      { destruct (known_states_are s network t states _ b K eq_refl F) as (X & net & V & L & Q). rewrite V, L. simpl.
        destruct (lookup stage (stages net)) as [k|]; simpl; [ | reflexivity ].
        rewrite (known_stage_is network net X states k L Q). reflexivity. }
      rewrite (E t) by (simpl; tauto || assumption).
      destruct (matrix_of _) as [X|]; simpl; [ | reflexivity ].
      destruct (lookup network (known_networks C)) as [net|] eqn:L; simpl; [ | reflexivity ].
      destruct (lookup stage (stages net)) as [k|]; simpl; [ | reflexivity ].
      rewrite (on_network_is network _ (fun net => Networks.stage net k)) by (intros; apply quick_stage_is).
      rewrite L. reflexivity.
    - destruct (known_states s network t2) as [states|] eqn:F.
      { destruct (known_states_are s network t2 states _ b K eq_refl F) as (X & net & V & L & Q). rewrite V, L, (E t1) by (simpl; tauto || assumption).
        destruct (whole _) as [i|]; simpl; [ | reflexivity ]. rewrite (known_stage_is network net X states i L Q). reflexivity. }
      rewrite (E t1), (E t2) by (simpl; tauto || assumption).
      destruct (whole _) as [i|]; simpl; [ | reflexivity ]. destruct (matrix_of _) as [X|]; simpl; [ | reflexivity ].
      apply (on_network_is network _ (fun net => Networks.stage net i)). intros. apply quick_stage_is.
    - destruct (known_states s network t2) as [states|] eqn:F.
      { destruct (known_states_are s network t2 states _ b K eq_refl F) as (X & net & V & L & Q). rewrite V, L, (E t1) by (simpl; tauto || assumption).
        destruct (whole _) as [i|]; simpl; [ | reflexivity ]. rewrite (known_after_is net X states i Q). reflexivity. }
      rewrite (E t1), (E t2) by (simpl; tauto || assumption).
      destruct (whole _) as [i|]; simpl; [ | reflexivity ]. destruct (matrix_of _) as [X|]; simpl; [ | reflexivity ].
      apply (on_network_is network _ (fun net => Networks.after net i)). intros. apply quick_after_is.
    - destruct (whole _) as [i|]; simpl; [ | reflexivity ]. destruct (matrix_of _) as [X|]; simpl; [ | reflexivity ].
      apply (on_network_is network _ (fun net => layer_alone net i)). intros. apply quick_alone_is.
    - rewrite prepared_is. destruct (lookup network (known_networks C)) as [net|]; simpl; [ | reflexivity ].
      unfold prepare. simpl. destruct (quantity_of quantity); simpl; [ | reflexivity ].
      destruct (layers_of (items net)); reflexivity.
    - destruct (parameter_value C "n") as [n|]; simpl; [ | reflexivity ].
      induction (orders n) as [|v rest again]; [ reflexivity | ].
      rewrite (E t) by (simpl; tauto || assumption). rewrite again. reflexivity.
    - destruct (matrix_of _) as [X|]; simpl; [ | reflexivity ]. destruct (whole _) as [i|]; simpl; [ | reflexivity ].
      destruct (whole _) as [j|]; simpl; [ | reflexivity ]. apply columns_there.
  Qed.

  Theorem compiled_margins_right t : forall h b, sound h -> compiled_margins t h b = margins C (with_variables (scene_here h) b) t.
  Proof.
    induction t; intros s b K; try reflexivity; cbn [compiled_margins margins]; rewrite ?compiled_right by assumption; try reflexivity.
    destruct q; try reflexivity. rewrite !compiled_right by assumption.
    destruct (number (value_of C (with_variables (scene_here s) b) t1)); [ simpl | reflexivity ].
    destruct (number (value_of C (with_variables (scene_here s) b) t2)); [ simpl | reflexivity ].
    f_equal. apply all_of_ext_in. intros v _. apply IHt3. assumption.
  Qed.

  (** ** The states of the point, computed once *)

  (** Networks that a term evaluates at the point. *)
  Fixpoint at_the_point (t : term) : list string :=
    match t with
    | Int _ | Param _ | Def _ | Var _ | Point | Quantity _ _ | Accumulator | Numbers => []
    | Negative a | Floor a | Not a | Distinct a | Permutations _ a | Permuted a _ => at_the_point a
    | NamedStage N _ a => if is_point a then [N] else at_the_point a
    | Stage N a b | After N a b => at_the_point a ++ (if is_point b then [N] else at_the_point b)
    | Minus a b | Quotient a b | Power a b | Compare _ a b | Implies a b | Item a b | Dot a b | Layer _ a b =>
        at_the_point a ++ at_the_point b
    | Within _ a b c | If a b c | Range _ _ a b c | MatrixEntry a b c | Columns a b c =>
        at_the_point a ++ at_the_point b ++ at_the_point c
    | Connect _ ts => flat_map at_the_point ts
    | Select k ts => at_the_point k ++ flat_map at_the_point ts
    end.

  Definition look (names : list string) (s : scene) : here :=
    Here s (match the_point s with
      | None => []
      | Some X => flat_map (fun N => match lookup N prepared with
          | Some net => match quick_states net X with Some states => [(N, states)] | None => [] end
          | None => []
          end) names
      end).

  Local Opaque prepare.

  Lemma look_sound names s : sound (look names s).
  Proof.
    intros N states L. unfold look in *. simpl in *. destruct (the_point s) as [X|]; [ | discriminate ].
    induction names as [|M names IH]; [ discriminate | ]. simpl in L.
    rewrite prepared_is in L. destruct (lookup M (known_networks C)) as [net|] eqn:F; simpl in L; [ | apply IH; exact L ].
    destruct (quick_states (prepare net) X) as [st|] eqn:Q; simpl in L; [ | apply IH; exact L ].
    destruct (String.eqb_spec N M) as [->|_]; [ | apply IH; exact L ]. injection L as <-. exists X, net. auto.
  Qed.

  (** The value of a term at a scene, and what is measured there. *)
  Definition value_by (t : term) : scene -> option value :=
    let f := compiled t in let names := nodup string_dec (at_the_point t) in fun s => f (look names s) (variables s).
  Theorem value_by_is t s : value_by t s = value_of C s t.
  Proof. unfold value_by. rewrite compiled_right by apply look_sound. destruct s. reflexivity. Qed.

  Definition margins_by (t : term) : scene -> option (list Q) :=
    let f := compiled_margins t in let names := nodup string_dec (at_the_point t) in fun s => f (look names s) (variables s).
  Theorem margins_by_is t s : margins_by t s = margins C s t.
  Proof. unfold margins_by. rewrite compiled_margins_right by apply look_sound. destruct s. reflexivity. Qed.

  (** Both at once. *)
  Definition both_by (t : term) : scene -> option value * option (list Q) :=
    let f := compiled t in let g := compiled_margins t in let names := nodup string_dec (at_the_point t) in
    fun s => let h := look names s in (f h (variables s), g h (variables s)).
  Theorem both_by_is t s : both_by t s = (value_by t s, margins_by t s).
  Proof. reflexivity. Qed.
End Evaluate.

(** The networks of a context, prepared. *)
Definition prepared_networks (C : context) : list (string * quick_network) :=
  map (fun '(name, N) => (name, prepare N)) (known_networks C).

Theorem prepared_networks_is C N : lookup N (prepared_networks C) = option_map prepare (lookup N (known_networks C)).
Proof.
  unfold prepared_networks. induction (known_networks C) as [|[x M] rest again]; simpl; [ reflexivity | ].
  destruct (String.eqb N x); [ reflexivity | exact again ].
Qed.
