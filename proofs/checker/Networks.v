(** * What a network makes of a matrix (docs/certificate-format.md, section 4)

    A matrix is the list of its columns. Weights are matrices by rows. Every function is the formula of the page, in
    rationals in lowest terms (Rationals.v), and has no value where the page speaks of an error: where shapes do not fit.
    This file says what is meant. What a program does instead to be quick is proved to be the same elsewhere. *)

From Coq Require Import ZArith QArith List String.
From Checker Require Import Rationals Syntax.
Import ListNotations.

Definition column := list Q.
Definition matrix := list column.

Definition total (l : list Q) : Q := fold_left plus l (integer 0).

Fixpoint dot (a b : list Q) : Q :=
  match a, b with
  | x :: a', y :: b' => plus (times x y) (dot a' b')
  | _, _ => integer 0
  end.

Fixpoint add (a b : column) : column :=
  match a, b with
  | x :: a', y :: b' => plus x y :: add a' b'
  | _, _ => []
  end.

(** W z for a matrix W by rows. *)
Definition apply (W : weights Q) (z : column) : column := map (fun row => dot row z) W.

(** All results of a list, or none where one is missing. *)
Definition all_of {A B : Type} (f : A -> option B) : list A -> option (list B) :=
  fix go (l : list A) : option (list B) :=
    match l with
    | [] => Some []
    | x :: rest => match f x with
                   | None => None
                   | Some y => match go rest with None => None | Some ys => Some (y :: ys) end
                   end
    end.

(** The number of entries of a list, in Z. *)
Definition size {A : Type} (l : list A) : Z := fold_left (fun k _ => Z.succ k) l 0%Z.

(** 0, 1, ..., n - 1, and lo, lo + 1, ..., hi. *)
Definition count_up (n : Z) : list Z :=
  match n with
  | Zpos p => rev' (snd (Pos.iter (fun '(k, l) => (Z.succ k, k :: l)) (0%Z, []) p))
  | _ => []
  end.
Definition interval (lo hi : Z) : list Z := map (Z.add lo) (count_up (hi - lo + 1)).

(** Item number k, from 0, of a list. *)
Fixpoint nth_of {A : Type} (l : list A) (k : Z) : option A :=
  match l with
  | [] => None
  | x :: rest => if Z.eqb k 0 then Some x else nth_of rest (k - 1)
  end.

(** ** Hardmax *)

(** Whether column j attends to columns 0, 1, ..., n - 1; no value where a mask has another number of columns. *)
Definition attended (M : mask) (n j : Z) : option (list bool) :=
  match M with
  | Everything => Some (map (fun _ => true) (count_up n))
  | Causal => Some (map (fun k => Z.leb k j) (count_up n))
  | StrictlyCausal => Some (map (fun k => Z.ltb k j) (count_up n))
  | Pattern rows =>
      if Z.eqb (size rows) n then all_of (fun row => if Z.eqb (size row) n then nth_of row j else None) rows else None
  end.

(** The greatest number of those that are attended to; none where there is none. *)
Fixpoint greatest_attended (scores : list Q) (attends : list bool) : option Q :=
  match scores, attends with
  | x :: scores', true :: attends' =>
      match greatest_attended scores' attends' with
      | None => Some x
      | Some y => Some (if at_most x y then y else x)
      end
  | _ :: scores', false :: attends' => greatest_attended scores' attends'
  | _, _ => None
  end.

(** Whether each number is attended to and is the greatest of those. *)
Definition winners (scores : list Q) (attends : list bool) : list bool :=
  match greatest_attended scores attends with
  | None => map (fun _ => false) scores
  | Some top => map (fun '(x, a) => a && same x top)%bool (combine scores attends)
  end.

(** The first true of a list and nothing else. *)
Fixpoint only_first (l : list bool) : list bool :=
  match l with
  | [] => []
  | true :: rest => true :: map (fun _ => false) rest
  | false :: rest => false :: only_first rest
  end.

Definition chosen (ties : tie_rule) (w : list bool) : list bool :=
  match ties with
  | Average => w
  | Leftmost => only_first w
  | Rightmost => rev (only_first (rev w))
  end.

(** Hardmax: 1/k at each of the k chosen ones of the greatest numbers, 0 elsewhere. *)
Definition hardmax (ties : tie_rule) (scores : list Q) (attends : list bool) : list Q :=
  let w := chosen ties (winners scores attends) in
  let k := size (filter (fun b => b) w) in
  map (fun b : bool => if b then reduced (1 # Z.to_pos k) else integer 0) w.

(** The combination of columns with these coefficients; h zeros where there are no columns. *)
Definition combination (h : Z) (coefficients : list Q) (columns : list column) : column :=
  fold_left add (map (fun '(c, z) => map (times c) z) (combine coefficients columns)) (map (fun _ => integer 0) (count_up h)).

(** What a head adds to column j, which is z: W_O W_V Z hardmax[(W_K Z)^T (W_Q z + b_Q)]. *)
Definition attend (ties : tie_rule) (h : head Q) (Z : matrix) (attends : list bool) (z : column) : column :=
  let query := add (apply (W_Q h) z) (b_Q h) in
  let scores := map (fun y => dot (apply (W_K h) y) query) Z in
  apply (W_O h) (combination (size (W_V h)) (hardmax ties scores attends) (map (apply (W_V h)) Z)).

(** ** Activations *)

Definition above (p : piece) (t : Q) : bool :=
  match from p with
  | None => true
  | Some a => if from_closed p then at_most a t else less a t
  end.
Definition below (p : piece) (t : Q) : bool :=
  match to p with
  | None => true
  | Some b => if to_closed p then at_most t b else less t b
  end.

(** The value at t of the piece that has t. *)
Fixpoint activate (phi : list piece) (t : Q) : Q :=
  match phi with
  | [] => integer 0
  | p :: rest => if (above p t && below p t)%bool then plus (times (slope p) t) (intercept p) else activate rest t
  end.

(** ** Layers *)

(** The product of a matrix by columns and one by rows: column j is the combination of the columns of Z by column j of W. *)
Definition column_of (W : weights Q) (j : Z) : option (list Q) := all_of (fun row => nth_of row j) W.
Definition mixed (d : Z) (Z : matrix) (W : weights Q) : option matrix :=
  all_of (fun j => option_map (fun c => combination d c Z) (column_of W j)) (count_up (size Z)).

(** Entry (i, j) of Z * W_C: the sum over t of W_C[i, t] Z[i, j + centre - t]; i, j and t from 0 here, centre from 1. *)
Definition convolved (W_C : weights Q) (centre : Z) (Z : matrix) : matrix :=
  map (fun j => map (fun '(i, row) => total (map (fun '(t, w) =>
      match nth_of Z (j + centre - 1 - t) with
      | None => integer 0
      | Some z => times w (match nth_of z i with None => integer 0 | Some x => x end)
      end) (combine (count_up (size row)) row))) (combine (count_up (size W_C)) W_C)) (count_up (size Z)).

(** Z plus what is given for each column. *)
Definition changed (Z C : matrix) : matrix := map (fun '(z, c) => add z c) (combine Z C).

Definition apply_layer (d : Z) (l : layer Q) (X : matrix) : option matrix :=
  match l with
  | Attention ties M heads =>
      all_of (fun '(j, z) => option_map
          (fun attends => fold_left (fun sum h => add sum (attend ties h X attends z)) heads z)
          (attended M (size X) j))
        (combine (count_up (size X)) X)
  | FeedForward W_1 b_1 W_2 b_2 phi =>
      Some (map (fun z => add (add z (apply W_2 (map (activate phi) (add (apply W_1 z) b_1)))) b_2) X)
  | PositionalEncoding E =>
      if forallb (fun row => Z.eqb (size row) (size X)) E
      then option_map (changed X) (all_of (column_of E) (count_up (size X))) else None
  | BilinearProjection W_O W_P =>
      if Z.eqb (size W_P) (size X) then option_map (fun Y => changed X (map (apply W_O) Y)) (mixed d X W_P) else None
  | SeparableConvolution W_O W_C centre => Some (changed X (map (apply W_O) (convolved W_C centre X)))
  end.

(** ** Networks: families and tables unrolled *)

Definition valuation := list (string * Q).
Fixpoint lookup {A : Type} (name : string) (l : list (string * A)) : option A :=
  match l with
  | [] => None
  | (x, y) :: rest => if String.eqb name x then Some y else lookup name rest
  end.

(** The number that an entry is; a variable that has no value makes none. *)
Definition entry_value (around : valuation) (e : entry) : option Q :=
  fold_left (fun sum '(name, c) =>
    match sum, lookup name around with Some s, Some x => Some (plus s (times c x)) | _, _ => None end)
    (slopes e) (Some (constant e)).

Definition list_value (around : valuation) : list entry -> option (list Q) := all_of (entry_value around).
Definition weights_value (around : valuation) : weights entry -> option (weights Q) := all_of (list_value around).

Definition head_value (around : valuation) (h : head entry) : option (head Q) :=
  match weights_value around (W_O h), weights_value around (W_V h), weights_value around (W_K h),
        weights_value around (W_Q h), list_value around (b_Q h) with
  | Some o, Some v, Some k, Some q, Some b => Some (Head o v k q b)
  | _, _, _, _, _ => None
  end.

Definition layer_value (around : valuation) (l : layer entry) : option (layer Q) :=
  match l with
  | Attention ties M heads => option_map (Attention ties M) (all_of (head_value around) heads)
  | FeedForward W_1 b_1 W_2 b_2 phi =>
      match weights_value around W_1, list_value around b_1, weights_value around W_2, list_value around b_2 with
      | Some w_1, Some a, Some w_2, Some b => Some (FeedForward w_1 a w_2 b phi)
      | _, _, _, _ => None
      end
  | PositionalEncoding E => Some (PositionalEncoding E)
  | BilinearProjection W_O W_P =>
      match weights_value around W_O, weights_value around W_P with
      | Some o, Some p => Some (BilinearProjection o p)
      | _, _ => None
      end
  | SeparableConvolution W_O W_C centre =>
      match weights_value around W_O, weights_value around W_C with
      | Some o, Some c => Some (SeparableConvolution o c centre)
      | _, _ => None
      end
  end.

(** The layers of an item, in order. *)
Fixpoint unrolled (around : valuation) (i : item) {struct i} : option (list (layer Q)) :=
  let all (around : valuation) (l : list item) := option_map (@List.concat _) (all_of (unrolled around) l) in
  match i with
  | Single l => option_map (fun l => [l]) (layer_value around l)
  | Family variable start step count items =>
      option_map (@List.concat _) (all_of (fun k => all ((variable, plus start (times (integer k) step)) :: around) items)
        (count_up count))
  | Table variables rows items =>
      option_map (@List.concat _) (all_of (fun row => all (combine variables row ++ around) items) rows)
  | Group _ items => all around items
  end.

(** All layers of the first k items. *)
Definition layers_of (items : list item) : option (list (layer Q)) := option_map (@List.concat _) (all_of (unrolled []) items).

Fixpoint run (d : Z) (layers : list (layer Q)) (X : matrix) : option matrix :=
  match layers with
  | [] => Some X
  | l :: rest => match apply_layer d l X with None => None | Some Y => run d rest Y end
  end.

(** The first k entries of a list, and what is behind them. *)
Fixpoint first {A : Type} (k : Z) (l : list A) : list A :=
  match l with
  | [] => []
  | x :: rest => if Z.leb k 0 then [] else x :: first (k - 1) rest
  end.

Definition fits (N : network) (X : matrix) : bool := forallb (fun z => Z.eqb (size z) (network_d N)) X.

(** What the first k layers make of X; layer number k alone, from 1; the first k top-level items. *)
Definition after (N : network) (k : Z) (X : matrix) : option matrix :=
  match layers_of (items N) with
  | Some layers => if (fits N X && Z.leb 0 k && Z.leb k (size layers))%bool then run (network_d N) (first k layers) X else None
  | None => None
  end.

Definition layer_alone (N : network) (k : Z) (X : matrix) : option matrix :=
  match layers_of (items N) with
  | Some layers =>
      if (fits N X && Z.leb 1 k)%bool
      then match nth_of layers (k - 1) with Some l => apply_layer (network_d N) l X | None => None end else None
  | None => None
  end.

Definition stage (N : network) (k : Z) (X : matrix) : option matrix :=
  if (fits N X && Z.leb 0 k && Z.leb k (size (items N)))%bool
  then match layers_of (first k (items N)) with Some layers => run (network_d N) layers X | None => None end else None.
