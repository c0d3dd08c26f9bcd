(** * What a certificate is made of: networks, terms, domains, steps

    Sections 2 to 6 of docs/certificate-format.md as data. Nothing is said here of what they mean (Networks.v, Terms.v,
    Domains.v, Truth.v), and nothing is proved. Names of parameters, variables, networks, domains and steps are strings. *)

From Coq Require Import ZArith QArith List String.

(** ** Networks (section 4) *)

(** An entry of a weight matrix: a constant, plus a coefficient for each variable of a family or a table around it. *)
Record entry := Entry { constant : Q; slopes : list (string * Q) }.

(** Matrices of weights are lists of rows; they are over entries as they are written, and over Q once the variables of
    families and tables have values. *)
Definition weights (A : Type) := list (list A).

Inductive tie_rule := Average | Leftmost | Rightmost.

Inductive mask :=
| Everything
| Causal
| StrictlyCausal
| Pattern (rows : list (list bool)). (* at row k, column j: whether column j attends to column k *)

Record head (A : Type) := Head {
  W_O : weights A; W_V : weights A; W_K : weights A; W_Q : weights A; b_Q : list A }.
Arguments Head {A}. Arguments W_O {A}. Arguments W_V {A}. Arguments W_K {A}. Arguments W_Q {A}. Arguments b_Q {A}.

(** A piece of an activation; [None] is infinite. *)
Record piece := Piece {
  from : option Q; from_closed : bool; to : option Q; to_closed : bool; slope : Q; intercept : Q }.

Inductive layer (A : Type) :=
| Attention (ties : tie_rule) (attended : mask) (heads : list (head A))
| FeedForward (W_1 : weights A) (b_1 : list A) (W_2 : weights A) (b_2 : list A) (activation : list piece)
| PositionalEncoding (E : weights Q)
| BilinearProjection (W_O W_P : weights A)
| SeparableConvolution (W_O W_C : weights A) (centre : Z).
Arguments Attention {A}. Arguments FeedForward {A}. Arguments PositionalEncoding {A}.
Arguments BilinearProjection {A}. Arguments SeparableConvolution {A}.

Inductive item :=
| Single (l : layer entry)
| Family (variable : string) (start step : Q) (count : Z) (items : list item)
| Table (variables : list string) (rows : list (list Q)) (items : list item)
| Group (name : string) (items : list item).

Record network := Network { network_d : Z; items : list item; stages : list (string * Z) }.

(** ** Terms (section 3) *)

Inductive relation := Less | AtMost | Equal | Unequal | AtLeast | Greater.

(** Operators that take two or more terms. *)
Inductive connective := Sum | Product | And | Or.

(** Operators that take all values of a variable in a range. *)
Inductive quantifier := ForAll | ForSome | SumOver | ProductOver | LeastOf | GreatestOf | ListOf.

Inductive term :=
| Int (z : Z)
| Param (name : string)
| Def (name : string)
| Var (name : string)
| Connect (c : connective) (operands : list term)
| Minus (a b : term)
| Negative (a : term)
| Quotient (a b : term)
| Power (a e : term)
| Floor (a : term)
| Compare (r : relation) (a b : term)
| Within (inside : bool) (x lo hi : term)        (* ["in", ...] and ["not in", ...] *)
| Not (p : term)
| Implies (p q : term)
| If (p a b : term)
| Select (k : term) (choices : list term)
| Range (q : quantifier) (variable : string) (lo hi body : term)
| Item (l k : term)
| MatrixEntry (m i j : term)
| Distinct (l : term)
| Dot (u m : term)
| Point
| NamedStage (network stage : string) (m : term)
| Stage (network : string) (k m : term)
| After (network : string) (k m : term)
| Layer (network : string) (k m : term)
| Quantity (network quantity : string)
| Permutations (variable : string) (p : term)
| Permuted (m : term) (variable : string)
| Columns (m lo hi : term)
| Accumulator
| Numbers.

(** ** Domains (section 5); numbers in them are terms *)

Inductive repeats := Forbidden | Allowed | Required.
Inductive specials := NoSpecials | SpecialsAllowed | SpecialsRequired.

(** The columns of a domain: those with entries of certain levels, or a vocabulary. *)
Inductive columns :=
| Levels (start step count : term) (special : list term) (ids : term)
| Vocabulary (listed : list (list term)).

(** A point of a list is written as its rows. *)
Inductive spec :=
| Orbits (c : columns) (r : repeats) (s : specials)
| Sequences (c : columns)
| ProductOf (places : list (list (list term)))
| ListOfPoints (points : list (list (list term)))
| Chosen (parameter : string) (of : list (list (list (list term))))
| Pairs (of : spec).

Record domain := Domain { domain_name : string; domain_spec : spec; domain_points : Z }.

(** ** Steps (section 6) *)

Inductive step_kind := Statement | ProofLine | Repaired.

Inductive step_fold :=
| Each
| DistinctNumbers
| Apart (r : relation) (bound : term)
| SumOfAll (r : relation) (bound : term)
| Own (start next : list term) (holds : term).

Inductive verdict := Holds | Refuted | Vacuous | Inconclusive.

(** A value of a term, as it stands in a witness and as terms are evaluated to it. A matrix is the list of its columns. *)
Inductive value :=
| Number (x : Q)
| Truth (b : bool)
| ListValue (l : list Q)
| Matrix (columns : list (list Q))
| Order (v : list Z).

(** The name of a domain, and the rank of a point of it. *)
Definition position := (string * Z)%type.

(** What a counterexample says: positions and points; the values of variables on the way down to what is false; and where
    that is a relation, the relation and its sides. Of [in] and [not in], the right side is the two ends. *)
Inductive sign := Relation (r : relation) | Inside | Outside.
Record witness := Witness {
  at_positions : list position; at_points : list (list (list Q)); bindings : list (string * value);
  comparison : option (sign * value * list value) }.

Record measure := Measure { least : Q; least_at : position; greatest : Q; greatest_at : position; sum_modulo : Z }.

Record step := Step {
  step_name : string; kind : step_kind; over : list string; given : option term; the_fold : step_fold;
  the_term : term; statement_hash : string; the_verdict : verdict; reason_given : bool;
  points : Z; applicable : Z; failures : Z; the_witness : option witness; the_measure : option measure }.

(** ** The hashed part of a certificate (section 2), but for words for people *)

Inductive parameter := Integer (z : Z) | Word (s : string).

Record part := Part { part_steps : list string; part_undecided : bool }.

Inductive overall := OverallHolds | HoldsInPart | OverallRefuted | OverallVacuous | OverallInconclusive.

Record statement := State {
  claim : string; parameters : list (string * parameter); definitions : list (string * term); values : list (string * Q);
  networks : list (string * network); domains : list domain; steps : list step; parts : list part; judged : list string;
  in_runs : bool; conclusion : overall }.
