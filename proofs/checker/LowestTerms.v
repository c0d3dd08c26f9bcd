(** * Every value is in lowest terms

    Domains.v speaks of columns and points as they are written: two that are equal as numbers, but written differently, would
    be two. This file proves that there are none: the values of definitions are in lowest terms ([definitions_lowest]), and so
    are the entries of all points of a domain ([points_lowest]); at a scene that is in lowest terms, so is the value of every
    term ([value_lowest]). *)

From Coq Require Import ZArith QArith Qreduction String List Bool Lia.
From Checker Require Import Rationals Syntax Networks Terms Domains TermInduction Orders.
Import ListNotations.

Definition lowest (x : Q) : Prop := Qred x = x.
Definition lowest_column : column -> Prop := Forall lowest.
Definition lowest_matrix : matrix -> Prop := Forall lowest_column.

Definition lowest_value (v : value) : Prop :=
  match v with
  | Number x => lowest x
  | ListValue l => lowest_column l
  | Matrix X => lowest_matrix X
  | Truth _ | Order _ => True
  end.

Definition in_all {A : Type} (p : A -> Prop) (x : option A) : Prop := forall y, x = Some y -> p y.

Definition lowest_context (C : context) : Prop := Forall (fun e => lowest (snd e)) (known_definitions C).
Definition lowest_scene (s : scene) : Prop :=
  in_all lowest_matrix (the_point s) /\ in_all lowest_column (accumulated s) /\ in_all lowest_column (added s) /\
  Forall (fun e => lowest_value (snd e)) (variables s).

(** ** Numbers *)

Lemma lowest_reduced (x : Q) : lowest (Qred x).
Proof. apply Qred_complete, Qred_correct. Qed.
Lemma lowest_plus (x y : Q) : lowest (plus x y).
Proof. rewrite plus_is. apply lowest_reduced. Qed.
Lemma lowest_times (x y : Q) : lowest (times x y).
Proof. rewrite times_is. apply lowest_reduced. Qed.
Lemma lowest_integer (z : Z) : lowest (integer z).
Proof. apply reduced_integer. Qed.
Lemma lowest_opposite (x : Q) : lowest x -> lowest (opposite x).
Proof. unfold lowest. rewrite opposite_is, Qred_opp. intros ->. reflexivity. Qed.
Lemma lowest_power (x : Q) (e : Z) : lowest (power x e).
Proof.
  unfold power. destruct (is_integer x && Z.leb (Z.abs (Qnum x)) 1)%bool; [ apply lowest_integer | ].
  rewrite reduced_is. apply lowest_reduced.
Qed.
Lemma lowest_divided (x y z : Q) : divided x y = Some z -> lowest z.
Proof.
  rewrite divided_is. destruct (Qeq_bool y 0); [ discriminate | ]. intros E.
  assert (z = Qred (x / y)) as -> by congruence. apply lowest_reduced.
Qed.

Lemma lowest_sum (l : list Q) : forall x, lowest x -> lowest (fold_left plus l x).
Proof. induction l as [|y l IH]; simpl; intros x h; [ assumption | ]. apply IH, lowest_plus. Qed.
Lemma lowest_product (l : list Q) : forall x, lowest x -> lowest (fold_left times l x).
Proof. induction l as [|y l IH]; simpl; intros x h; [ assumption | ]. apply IH, lowest_times. Qed.
Lemma lowest_choice (choose : Q -> Q -> bool) (l : list Q) : Forall lowest l ->
  forall x, lowest x -> lowest (fold_left (fun a b => if choose a b then a else b) l x).
Proof. induction 1 as [|y l hy h IH]; simpl; intros x hx; [ assumption | ]. apply IH. destruct (choose x y); assumption. Qed.

Lemma lowest_dot (u z : list Q) : lowest (dot u z).
Proof.
  destruct u as [|x u]; [ apply lowest_integer | ]. destruct z as [|y z]; [ apply lowest_integer | ]. apply lowest_plus.
Qed.
Lemma lowest_add (u : column) : forall v, lowest_column (add u v).
Proof. induction u as [|x u IH]; intros [|y v]; simpl; constructor; [ apply lowest_plus | apply IH ]. Qed.

(** ** Lists *)

Lemma all_of_each {A B : Type} (f : A -> option B) (p : B -> Prop) (l : list A) (m : list B) :
  (forall x y, In x l -> f x = Some y -> p y) -> all_of f l = Some m -> Forall p m.
Proof.
  revert m. induction l as [|x l IH]; simpl; intros m h E; [ injection E as <-; constructor | ].
  destruct (f x) eqn:F; [ | discriminate ]. destruct (all_of f l) eqn:G; [ | discriminate ]. injection E as <-.
  constructor; [ eapply h; eauto | ]. apply IH; [ | reflexivity ]. intros y z i. apply h. auto.
Qed.

Lemma nth_of_each {A : Type} (p : A -> Prop) (l : list A) : Forall p l -> forall k x, nth_of l k = Some x -> p x.
Proof.
  induction 1 as [|y l hy h IH]; simpl; intros k x E; [ discriminate | ].
  destruct (Z.eqb k 0); [ injection E as <-; assumption | eapply IH; eassumption ].
Qed.

Lemma lookup_each {A : Type} (p : A -> Prop) (l : list (string * A)) : Forall (fun e => p (snd e)) l ->
  forall name x, lookup name l = Some x -> p x.
Proof.
  induction 1 as [|[n y] l hy h IH]; simpl; intros name x E; [ discriminate | ].
  destruct (String.eqb name n); [ injection E as <-; assumption | eapply IH; eassumption ].
Qed.

(** ** Networks *)

Lemma lowest_changed (Z C : matrix) : lowest_matrix (changed Z C).
Proof. unfold changed. apply Forall_map, Forall_forall. intros [z c] _. apply lowest_add. Qed.

Lemma apply_layer_lowest (d : Z) (l : layer Q) (X Y : matrix) :
  lowest_matrix X -> apply_layer d l X = Some Y -> lowest_matrix Y.
Proof.
  intros h E. destruct l as [ties M heads|W_1 b_1 W_2 b_2 phi|E'|W_O W_P|W_O W_C centre]; simpl in E.
  - eapply all_of_each; [ | exact E ]. intros [j z] y i F. apply in_combine_r in i.
    unfold lowest_matrix in h. rewrite Forall_forall in h. specialize (h z i).
    destruct (attended M (size X) j) as [attends|]; [ | discriminate ]. injection F as <-. clear - h.
    revert z h. induction heads as [|head heads IH] using rev_ind; intros z h; [ assumption | ].
    rewrite fold_left_app. apply lowest_add.
  - injection E as <-. apply Forall_map, Forall_forall. intros z _. apply lowest_add.
  - destruct (forallb _ E'); [ | discriminate ]. destruct (all_of _ _); [ | discriminate ]. injection E as <-. apply lowest_changed.
  - destruct (Z.eqb _ _); [ | discriminate ]. destruct (mixed _ _ _); [ | discriminate ]. injection E as <-. apply lowest_changed.
  - injection E as <-. apply lowest_changed.
Qed.

Lemma run_lowest (d : Z) (layers : list (layer Q)) : forall X Y,
  lowest_matrix X -> run d layers X = Some Y -> lowest_matrix Y.
Proof.
  induction layers as [|l layers IH]; simpl; intros X Y h E; [ injection E as <-; assumption | ].
  destruct (apply_layer d l X) eqn:F; [ | discriminate ]. eapply IH; [ | exact E ]. eapply apply_layer_lowest; eassumption.
Qed.

Lemma after_lowest (N : network) (k : Z) (X Y : matrix) : lowest_matrix X -> after N k X = Some Y -> lowest_matrix Y.
Proof.
  unfold after. intros h E. destruct (layers_of (items N)); [ | discriminate ].
  destruct (fits N X && _ && _)%bool; [ | discriminate ]. eapply run_lowest; eassumption.
Qed.
Lemma layer_alone_lowest (N : network) (k : Z) (X Y : matrix) : lowest_matrix X -> layer_alone N k X = Some Y -> lowest_matrix Y.
Proof.
  unfold layer_alone. intros h E. destruct (layers_of (items N)) as [layers|]; [ | discriminate ].
  destruct (fits N X && _)%bool; [ | discriminate ]. destruct (nth_of layers (k - 1)); [ | discriminate ].
  eapply apply_layer_lowest; eassumption.
Qed.
Lemma stage_lowest (N : network) (k : Z) (X Y : matrix) : lowest_matrix X -> stage N k X = Some Y -> lowest_matrix Y.
Proof.
  unfold stage. intros h E. destruct (fits N X && _ && _)%bool; [ | discriminate ].
  destruct (layers_of _); [ | discriminate ]. eapply run_lowest; eassumption.
Qed.

(** ** Terms *)

Lemma quantified_lowest (q : quantifier) (vs : list value) (v : value) :
  Forall lowest_value vs -> quantified q vs = Some v -> lowest_value v.
Proof.
  intros h E. unfold quantified in E. set (numbers := all_of (fun v => number (Some v)) vs) in E.
  assert (hn : forall l, numbers = Some l -> Forall lowest l).
  { intros l F. eapply all_of_each; [ | exact F ]. intros w y i G. rewrite Forall_forall in h. specialize (h w i).
    destruct w; try discriminate. simpl in G. injection G as <-. exact h. }
  destruct numbers as [l|]; [ specialize (hn l eq_refl) | clear hn ].
  - destruct q; simpl in E; try (destruct (all_of _ vs); [ | discriminate ]); injection E as <- || idtac; simpl; try exact I.
    + apply lowest_sum, lowest_integer.
    + apply lowest_product, lowest_integer.
    + destruct l as [|x l]; [ discriminate | ]. inversion hn; subst. injection E as <-. apply lowest_choice; assumption.
    + destruct l as [|x l]; [ discriminate | ]. inversion hn; subst. injection E as <-.
      exact (lowest_choice (fun a b => at_most b a) l ltac:(assumption) x ltac:(assumption)).
    + exact hn.
  - destruct q; simpl in E; try discriminate; destruct (all_of _ vs); try discriminate; injection E as <-; exact I.
Qed.

Lemma lowest_number (v : option value) (x : Q) : in_all lowest_value v -> number v = Some x -> lowest x.
Proof. intros h E. destruct v as [[y| | | |]|]; try discriminate. injection E as <-. exact (h _ eq_refl). Qed.
Lemma lowest_list (v : option value) (l : list Q) : in_all lowest_value v -> list_of v = Some l -> lowest_column l.
Proof. intros h E. destruct v as [[| |m| |]|]; try discriminate. injection E as <-. exact (h _ eq_refl). Qed.
Lemma lowest_matrix_of (v : option value) (X : matrix) : in_all lowest_value v -> matrix_of v = Some X -> lowest_matrix X.
Proof. intros h E. destruct v as [[| | |Y|]|]; try discriminate. injection E as <-. exact (h _ eq_refl). Qed.

Lemma lowest_with_variable (s : scene) (x : string) (v : value) :
  lowest_scene s -> lowest_value v -> lowest_scene (with_variable s x v).
Proof. intros (p & a & n & vs) h. repeat split; try assumption. simpl. constructor; assumption. Qed.

(** What is bound has a value. *)
Ltac bound E := repeat match type of E with
  | bind ?x _ = Some _ => let F := fresh "F" in destruct x eqn:F; [ simpl in E | discriminate ]
  | option_map _ ?x = Some _ => let F := fresh "F" in destruct x eqn:F; [ simpl in E | discriminate ]
  | (if ?b then _ else _) = Some _ => let F := fresh "F" in destruct b eqn:F; try discriminate
  | Some _ = Some _ => injection E as <-
  end.

Theorem value_lowest (C : context) : lowest_context C ->
  forall t s, lowest_scene s -> in_all lowest_value (value_of C s t).
Proof.
  intros hC. apply (term_induction (fun t => forall s, lowest_scene s -> in_all lowest_value (value_of C s t))).
  intros t IH s hs v E. pose proof hs as (hp & ha & hn & hv).
  destruct t; cbn [value_of] in E; simpl in IH.
  all: try solve [ bound E; exact I ].
  - injection E as <-. apply lowest_integer.
  - bound E. apply lowest_integer.
  - bound E. simpl. eapply (lookup_each lowest); eassumption.
  - eapply (lookup_each lowest_value); eassumption.
  - bound E. eapply quantified_lowest; [ | exact E ]. eapply all_of_each; [ | exact F ].
    intros u w i G. exact (IH u i s hs w G).
  - bound E. simpl. unfold minus. apply lowest_plus.
  - bound E. simpl. apply lowest_opposite. eapply lowest_number; [ | exact F ]. apply IH; auto.
  - bound E. exact (lowest_divided _ _ _ F1).
  - bound E. apply lowest_power.
  - bound E. apply lowest_integer.
  - bound E; (eapply IH; [ | exact hs | exact E ]; auto).
  - assert (each : forall u, In u choices -> in_all lowest_value (value_of C s u)) by (intros u i; apply IH; auto).
    bound E. clear IH F. revert z E. induction choices as [|u rest again]; intros z E; [ discriminate | ].
    destruct (Z.eqb z 1); [ apply (each u); simpl; auto | ]. apply (again (fun u i => each u (or_intror i)) _ E).
  - bound E. eapply quantified_lowest; [ | exact E ]. eapply all_of_each; [ | exact F1 ].
    intros k w _ G. eapply IH; [ | | exact G ]; [ auto | ]. apply lowest_with_variable; [ assumption | apply lowest_integer ].
  - bound E. simpl. eapply (nth_of_each lowest); [ | exact F1 ]. eapply lowest_list; [ | exact F ]. apply IH; auto.
  - bound E. simpl. eapply (nth_of_each lowest); [ | exact F3 ]. eapply (nth_of_each lowest_column); [ | exact F2 ].
    eapply lowest_matrix_of; [ | exact F ]. apply IH; auto.
  - bound E. simpl. apply Forall_map, Forall_forall. intros z _. apply lowest_dot.
  - bound E. simpl. apply hp. reflexivity.
  - bound E. bound F1. simpl. eapply stage_lowest; [ | exact F1 ]. eapply lowest_matrix_of; [ | exact F ]. apply IH; auto.
  - bound E. simpl. eapply stage_lowest; [ | exact F2 ]. eapply lowest_matrix_of; [ | exact F0 ]. apply IH; auto.
  - bound E. simpl. eapply after_lowest; [ | exact F2 ]. eapply lowest_matrix_of; [ | exact F0 ]. apply IH; auto.
  - bound E. simpl. eapply layer_alone_lowest; [ | exact F2 ]. eapply lowest_matrix_of; [ | exact F0 ]. apply IH; auto.
  - bound E. apply lowest_integer.
  - bound E. clear F. revert E. induction (orders z) as [|w rest again]; intros E; [ injection E as <-; exact I | ].
    bound E; [ exact (again E) | exact I ].
  - bound E. destruct (lookup variable (variables s)) as [[| | | |order]|]; try discriminate. bound E. simpl.
    eapply all_of_each; [ | exact F1 ]. intros k y _ G. eapply (nth_of_each lowest_column); [ | exact G ].
    eapply lowest_matrix_of; [ | exact F ]. apply IH; auto.
  - bound E. simpl. eapply all_of_each; [ | exact F3 ]. intros k y _ G. eapply (nth_of_each lowest_column); [ | exact G ].
    eapply lowest_matrix_of; [ | exact F ]. apply IH; auto.
  - bound E. apply ha. reflexivity.
  - bound E. apply hn. reflexivity.
Qed.

(** ** Definitions and points *)

Theorem definitions_lowest (l : list (string * term)) : forall C D,
  lowest_context C -> define C l = Some D -> lowest_context D.
Proof.
  induction l as [|[x t] l IH]; simpl; intros C D h E; [ injection E as <-; assumption | ].
  destruct (kind_of _ _ _ t) as [[]|]; try discriminate.
  destruct (number (value_of C nowhere t)) as [v|] eqn:F; [ simpl in E | discriminate ].
  destruct (lookup x (known_definitions C)); [ discriminate | ]. eapply IH; [ | exact E ].
  unfold lowest_context. simpl. apply Forall_app. split; [ assumption | ]. constructor; [ | constructor ]. simpl.
  rewrite reduced_is. apply lowest_reduced.
Qed.

Section Points.
Context (C : context).

Lemma constant_lowest (t : term) (x : Q) : constant_of C t = Some x -> lowest x.
Proof.
  unfold constant_of. destruct (kind_of _ _ _ t) as [[]|]; try discriminate. intros E. bound E.
  rewrite reduced_is. apply lowest_reduced.
Qed.

Lemma column_lowest (d : Z) (ts : list term) (z : column) : column_value C d ts = Some z -> lowest_column z.
Proof.
  unfold column_value. intros E. bound E. eapply all_of_each; [ | exact F ]. intros t x _. apply constant_lowest.
Qed.

Lemma vocabulary_lowest (d : Z) (listed : list (list term)) (l : list column) :
  vocabulary C d listed = Some l -> Forall lowest_column l.
Proof.
  unfold vocabulary. intros E. bound E. eapply all_of_each; [ | exact F ]. intros ts z _. apply column_lowest.
Qed.

Lemma list_points_lowest (d n : Z) (points : list (list (list term))) (l : list matrix) :
  list_points C d n points = Some l -> Forall lowest_matrix l.
Proof.
  unfold list_points. intros E. bound E. eapply all_of_each; [ | exact F ]. intros rows X _ G. unfold matrix_value in G. bound G.
  eapply all_of_each; [ | exact G ]. intros j z _ H. unfold column_of in H. eapply all_of_each; [ | exact H ].
  intros row x i K. assert (R : lowest_column row).
  { assert (all : Forall lowest_column l) by (eapply all_of_each; [ | exact F1 ]; intros ts y _; apply column_lowest).
    rewrite Forall_forall in all. apply all. assumption. }
  exact (nth_of_each lowest row R j x K).
Qed.

Lemma palette_lowest (d : Z) (c : columns) (s : specials) (P : palette) (asked : Prop) :
  palette_of C d c s = Some (P, asked) -> forall z, is_column P z -> lowest_column z.
Proof.
  destruct c as [start step count special ids|listed]; simpl; intros E z i.
  - destruct (levels_of _ _ _ _ _ _ _ _) as [[[levels specials] u]|] eqn:L; [ simpl in E | discriminate ].
    injection E as <- _. destruct i as [_ i]. eapply Forall_impl; [ | exact i ]. intros x j. apply in_app_iff in j.
    unfold levels_of in L. destruct (constant_of C start); [ simpl in L | discriminate ].
    destruct (constant_of C step); [ simpl in L | discriminate ]. destruct (whole _) as [k|]; [ simpl in L | discriminate ].
    destruct (all_of (constant_of C) special) as [named|] eqn:N; [ simpl in L | discriminate ].
    destruct (constant_list C ids); [ simpl in L | discriminate ].
    match type of L with (if ?b then _ else _) = _ => destruct b; [ | discriminate ] end. injection L as <- <- _.
    destruct j as [j|j].
    + unfold level_values in j. apply in_map_iff in j. destruct j as (k' & <- & _). apply lowest_plus.
    + assert (all : Forall lowest named) by (eapply all_of_each; [ | exact N ]; intros t y _; apply constant_lowest).
      rewrite Forall_forall in all. apply all. destruct s; [ contradiction | assumption | assumption ].
  - destruct (vocabulary C d listed) as [l|] eqn:L; [ simpl in E | discriminate ]. injection E as <- _. simpl in i.
    apply vocabulary_lowest in L. rewrite Forall_forall in L. auto.
Qed.

Theorem points_lowest (sp : spec) : forall S asked, space_of C sp = Some (S, asked) -> forall X, member S X -> lowest_matrix X.
Proof.
  induction sp as [c r s|c|places|points|name lists|of IH]; simpl; intros S asked E X i;
    destruct (size_parameter C "d"%string) as [d|]; try discriminate; destruct (size_parameter C "n"%string) as [n|]; try discriminate;
    simpl in E.
  - destruct (palette_of C d c s) as [[P a]|] eqn:F; [ | discriminate ]. injection E as <- _. simpl in i.
    destruct i as (_ & i & _). eapply Forall_impl; [ | exact i ]. eapply palette_lowest; eassumption.
  - destruct (palette_of C d c SpecialsAllowed) as [[P a]|] eqn:F; [ | discriminate ]. injection E as <- _. simpl in i.
    destruct i as (_ & i). eapply Forall_impl; [ | exact i ]. eapply palette_lowest; eassumption.
  - destruct (all_of (vocabulary C d) places) as [l|] eqn:F; [ simpl in E | discriminate ].
    destruct (Z.eqb (size l) n); [ | discriminate ]. injection E as <- _. simpl in i.
    assert (all : Forall (Forall lowest_column) l).
    { eapply all_of_each; [ | exact F ]. intros listed m _. apply vocabulary_lowest. }
    clear F. induction i as [|z place X l j i IH]; constructor; inversion all; subst; [ | apply IH; assumption ].
    match goal with H : Forall lowest_column place |- _ => rewrite Forall_forall in H; auto end.
  - destruct (list_points C d n points) as [l|] eqn:F; [ | discriminate ]. injection E as <- _. simpl in i.
    apply list_points_lowest in F. rewrite Forall_forall in F. auto.
  - destruct (parameter_value C name) as [k|]; [ simpl in E | discriminate ].
    destruct (pick lists k) as [points|]; [ simpl in E | discriminate ].
    destruct (all_of (list_of_its_shape C) lists) as [others|]; [ simpl in E | discriminate ].
    destruct (list_points C d n points) as [l|] eqn:F; [ | discriminate ]. injection E as <- _. simpl in i.
    apply list_points_lowest in F. rewrite Forall_forall in F. auto.
  - assert (F : exists T a, space_of C of = Some (T, a) /\ S = ordered_pairs T n).
    { destruct of; try discriminate; destruct (space_of C _) as [[T a]|]; try discriminate; injection E as <- _; eauto. }
    destruct F as (T & a & F & ->). destruct i as (L & L' & -> & i & i'). apply Forall_app. split; eapply IH; eassumption.
Qed.

(** Columns of which one is the other as numbers are one column. *)
Theorem same_columns_one (y z : column) : lowest_column y -> lowest_column z -> same_lists y z = Some true -> y = z.
Proof.
  intros hy. revert z. induction hy as [|x y hx hy IH]; intros [|x' z] hz E; simpl in E; try discriminate; [ reflexivity | ].
  inversion hz; subst. destruct (same_lists y z) as [b|] eqn:F; [ simpl in E | discriminate ]. injection E as E.
  apply andb_true_iff in E. destruct E as [E ->]. f_equal; [ apply same_reduced; assumption | ]. apply IH; auto.
Qed.

End Points.
