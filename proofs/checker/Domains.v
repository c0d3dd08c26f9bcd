(** * What 'for all points of a domain' ranges over (docs/certificate-format.md, section 5)

    A domain is a set of matrices with a strict order on it. The rank of a point is the number of points before it. This
    file defines both without listing anything; that a list has every point of a domain, once, in its order, is [Lists]. *)

From Coq Require Import ZArith QArith List String Sorted.
From Checker Require Import Rationals Syntax Networks Terms.
Import ListNotations.

Record space := Space { member : matrix -> Prop; precedes : matrix -> matrix -> Prop }.

(** All points of a domain in its order, each once (the order is strict). *)
Definition Lists (l : list matrix) (S : space) : Prop :=
  (forall X, In X l <-> member S X) /\ StronglySorted (precedes S) l.

(** The order of words, letter by letter; each place has an order of its own. *)
Inductive lexicographic {A : Type} : list (A -> A -> Prop) -> list A -> list A -> Prop :=
| here (before : A -> A -> Prop) orders x y u v : before x y -> lexicographic (before :: orders) (x :: u) (y :: v)
| later (before : A -> A -> Prop) orders x u v :
    lexicographic orders u v -> lexicographic (before :: orders) (x :: u) (x :: v).

(** x stands before y in a list. *)
Definition listed_before {A : Type} (l : list A) (x y : A) : Prop := exists a b c, l = a ++ x :: b ++ y :: c.

(** ** Numbers in a spec: terms that speak of no point *)

Definition constant_of (C : context) (t : term) : option Q :=
  match kind_of C (Reach false false false) [] t with
  | Some NumberKind => option_map reduced (number (value_of C nowhere t))
  | _ => None
  end.
Definition constant_list (C : context) (t : term) : option (list Q) :=
  match kind_of C (Reach false false false) [] t with Some ListKind => list_of (value_of C nowhere t) | _ => None end.

Definition size_parameter (C : context) (name : string) : option Z :=
  match parameter_value C name with Some z => if Z.leb 1 z then Some z else None | None => None end.

(** ** Columns *)

Record palette := Palette {
  is_column : column -> Prop; is_special : column -> Prop; before : column -> column -> Prop }.

Definition level_values (start step : Q) (count : Z) : list Q :=
  map (fun k => plus start (times (integer k) step)) (count_up count).

(** Columns of d entries of these values, by increasing id; a column is special if it has a special entry. *)
Definition palette_of_values (d : Z) (levels special ids : list Q) : palette := {|
  is_column z := size z = d /\ Forall (fun x => In x (levels ++ special)) z;
  is_special z := Exists (fun x => In x special) z;
  before y z := dot ids y < dot ids z |}.

Definition palette_of_list (listed : list column) : palette := {|
  is_column z := In z listed; is_special _ := False; before := listed_before listed |}.

(** Different columns have different ids. *)
Definition ids_tell (P : palette) (ids : list Q) : Prop :=
  forall y z, is_column P y -> is_column P z -> dot ids y == dot ids z -> y = z.

Definition column_value (C : context) (d : Z) (ts : list term) : option column :=
  let? z := all_of (constant_of C) ts in if Z.eqb (size z) d then Some z else None.

Definition same_columns (x y : column) : bool := match same_lists x y with Some b => b | None => false end.
Definition all_different {A : Type} (eq : A -> A -> bool) : list A -> bool :=
  fix go l := match l with [] => true | x :: rest => (negb (existsb (eq x) rest) && go rest)%bool end.

(** The columns of a vocabulary: at least one, all different. *)
Definition vocabulary (C : context) (d : Z) (listed : list (list term)) : option (list column) :=
  let? l := all_of (column_value C d) listed in
  if (Z.leb 1 (size l) && all_different same_columns l)%bool then Some l else None.

(** The numbers of which columns with levels consist: plain ones, special ones (none where they are not to occur), ids. *)
Definition levels_of (C : context) (d : Z) (s : specials) (start step count : term) (special : list term) (ids : term)
    : option (list Q * list Q * list Q) :=
  let? a := constant_of C start in let? b := constant_of C step in let? k := whole (option_map Number (constant_of C count)) in
  let? named := all_of (constant_of C) special in let? u := constant_list C ids in
  let levels := level_values a b k in let specials := match s with NoSpecials => [] | _ => named end in
  if (Z.leb 0 k && different (levels ++ specials) && Z.eqb (size u) d)%bool then Some (levels, specials, u) else None.

(** None where the columns of a domain are not what the page asks for. [Prop] beside: what is asked of ids. *)
Definition palette_of (C : context) (d : Z) (c : columns) (s : specials) : option (palette * Prop) :=
  match c with
  | Levels start step count special ids =>
      let? x := levels_of C d s start step count special ids in
      let '(levels, specials, u) := x in
      let P := palette_of_values d levels specials u in
      Some (P, ids_tell P u)
  | Vocabulary listed => let? l := vocabulary C d listed in Some (palette_of_list l, True)
  end.

(** ** The kinds of domains *)

Definition sorted_points (P : palette) (n : Z) (r : repeats) (s : specials) : space := {|
  member X :=
    size X = n /\ Forall (is_column P) X /\ StronglySorted (fun x y => before P x y \/ x = y) X /\
    match r with Forbidden => NoDup X | Allowed => True | Required => ~ NoDup X end /\
    match s with SpecialsRequired => Exists (is_special P) X | _ => True end;
  precedes X Y := lexicographic (map (fun _ => before P) (count_up n)) X Y |}.

Definition all_sequences (P : palette) (n : Z) : space := {|
  member X := size X = n /\ Forall (is_column P) X;
  precedes X Y := lexicographic (map (fun _ => before P) (count_up n)) X Y |}.

Definition one_of_each (places : list (list column)) : space := {|
  member X := Forall2 (fun z place => In z place) X places;
  precedes X Y := lexicographic (map listed_before places) X Y |}.

Definition these (l : list matrix) : space := {| member X := In X l; precedes := listed_before l |}.

(** [L L'], n columns each. *)
Definition ordered_pairs (S : space) (n : Z) : space := {|
  member X := exists L L', X = L ++ L' /\ member S L /\ member S L';
  precedes X Y := exists K K' L L', X = K ++ K' /\ Y = L ++ L' /\ size K = n /\ size L = n /\
    (precedes S K L \/ K = L /\ precedes S K' L') |}.

(** A matrix that is written as its rows, n terms each; its columns. *)
Definition matrix_value (C : context) (d n : Z) (rows : list (list term)) : option matrix :=
  let? R := all_of (column_value C n) rows in
  if Z.eqb (size R) d then all_of (column_of R) (count_up n) else None.

Definition same_points (X Y : matrix) : bool := match same_matrices X Y with Some b => b | None => false end.
Definition list_points (C : context) (d n : Z) (points : list (list (list term))) : option (list matrix) :=
  let? l := all_of (matrix_value C d n) points in
  if (all_different same_points l)%bool then Some l else None.

(** A list of points with a number of rows and of columns of its own, at least one. *)
Definition list_of_its_shape (C : context) (points : list (list (list term))) : option (list matrix) :=
  match points with
  | [] => Some []
  | rows :: _ =>
      let d := size rows in let n := match rows with row :: _ => size row | [] => 0%Z end in
      if (Z.leb 1 d && Z.leb 1 n)%bool then list_points C d n points else None
  end.

(** The space of a spec. None, or a false proposition beside it, where the spec is not what the page asks for. *)
Fixpoint space_of (C : context) (sp : spec) : option (space * Prop) :=
  let? d := size_parameter C "d" in let? n := size_parameter C "n" in
  match sp with
  | Orbits c r s => let? P := palette_of C d c s in Some (sorted_points (fst P) n r s, snd P)
  | Sequences c => let? P := palette_of C d c SpecialsAllowed in Some (all_sequences (fst P) n, snd P)
  | ProductOf places =>
      let? l := all_of (vocabulary C d) places in
      if Z.eqb (size l) n then Some (one_of_each l, True) else None
  | ListOfPoints points => let? l := list_points C d n points in Some (these l, True)
  | Chosen name lists =>
      let? k := parameter_value C name in let? points := pick lists k in
      let? others := all_of (list_of_its_shape C) lists in
      let? l := list_points C d n points in Some (these l, True)
  | Pairs (Pairs _) => None
  | Pairs of => let? inner := space_of C of in Some (ordered_pairs (fst inner) n, snd inner)
  end.

(** l is the list of all points of a spec. *)
Definition spec_lists (C : context) (sp : spec) (l : list matrix) : Prop :=
  exists S asked, space_of C sp = Some (S, asked) /\ asked /\ Lists l S.
