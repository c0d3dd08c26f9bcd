
val implb : bool -> bool -> bool

val negb : bool -> bool

type nat =
| O
| S of nat

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val pred : nat -> nat

val add : nat -> nat -> nat

val eqb : bool -> bool -> bool

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : Big_int_Z.big_int -> Big_int_Z.big_int

  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val add_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val pred_N : Big_int_Z.big_int -> Big_int_Z.big_int

  type mask = Pos.mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : Big_int_Z.big_int -> mask

  val sub_mask : Big_int_Z.big_int -> Big_int_Z.big_int -> mask

  val sub_mask_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> mask

  val sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val iter : ('a1 -> 'a1) -> 'a1 -> Big_int_Z.big_int -> 'a1

  val div2 : Big_int_Z.big_int -> Big_int_Z.big_int

  val div2_up : Big_int_Z.big_int -> Big_int_Z.big_int

  val size_nat : Big_int_Z.big_int -> nat

  val compare_cont :
    comparison -> Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val gcdn :
    nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val gcd : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val coq_Nsucc_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val coq_Ndouble : Big_int_Z.big_int -> Big_int_Z.big_int

  val coq_lor : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val coq_land : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val ldiff : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val coq_lxor : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val iter_op : ('a1 -> 'a1 -> 'a1) -> Big_int_Z.big_int -> 'a1 -> 'a1

  val to_nat : Big_int_Z.big_int -> nat
 end

module N :
 sig
  val succ_pos : Big_int_Z.big_int -> Big_int_Z.big_int

  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val coq_lor : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val ldiff : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val coq_lxor : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int
 end

module Z :
 sig
  val double : Big_int_Z.big_int -> Big_int_Z.big_int

  val succ_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val pos_sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val opp : Big_int_Z.big_int -> Big_int_Z.big_int

  val succ : Big_int_Z.big_int -> Big_int_Z.big_int

  val sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val pow_pos : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val pow : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val max : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val abs : Big_int_Z.big_int -> Big_int_Z.big_int

  val to_nat : Big_int_Z.big_int -> nat

  val to_N : Big_int_Z.big_int -> Big_int_Z.big_int

  val of_N : Big_int_Z.big_int -> Big_int_Z.big_int

  val to_pos : Big_int_Z.big_int -> Big_int_Z.big_int

  val pos_div_eucl :
    Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int * Big_int_Z.big_int

  val div_eucl :
    Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int * Big_int_Z.big_int

  val div : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val modulo : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val div2 : Big_int_Z.big_int -> Big_int_Z.big_int

  val gcd : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val shiftl : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val shiftr : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val coq_land : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val coq_lxor : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int
 end

val zeq_bool : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val rev : 'a1 list -> 'a1 list

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val rev' : 'a1 list -> 'a1 list

val concat : 'a1 list list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val repeat : 'a1 -> nat -> 'a1 list

val zero : char

val one : char

val shift : bool -> char -> char

val ascii_of_pos : Big_int_Z.big_int -> char

val ascii_of_N : Big_int_Z.big_int -> char

val n_of_digits : bool list -> Big_int_Z.big_int

val n_of_ascii : char -> Big_int_Z.big_int

type q = { qnum : Big_int_Z.big_int; qden : Big_int_Z.big_int }

val inject_Z : Big_int_Z.big_int -> q

val qeq_bool : q -> q -> bool

val qle_bool : q -> q -> bool

val qplus : q -> q -> q

val qmult : q -> q -> q

val qinv : q -> q

val reduced : q -> q

val integer : Big_int_Z.big_int -> q

val is_integer : q -> bool

val plus : q -> q -> q

val opposite : q -> q

val minus : q -> q -> q

val times : q -> q -> q

val divided : q -> q -> q option

val floor : q -> Big_int_Z.big_int

val ceiling : q -> Big_int_Z.big_int

val power : q -> Big_int_Z.big_int -> q

val same : q -> q -> bool

val at_most : q -> q -> bool

val less : q -> q -> bool

type entry = { constant : q; slopes : (string * q) list }

type 'a weights = 'a list list

type tie_rule =
| Average
| Leftmost
| Rightmost

type mask0 =
| Everything
| Causal
| StrictlyCausal
| Pattern of bool list list

type 'a head = { w_O : 'a weights; w_V : 'a weights; w_K : 'a weights;
                 w_Q : 'a weights; b_Q : 'a list }

type piece = { from : q option; from_closed : bool; to0 : q option;
               to_closed : bool; slope : q; intercept : q }

type 'a layer =
| Attention of tie_rule * mask0 * 'a head list
| FeedForward of 'a weights * 'a list * 'a weights * 'a list * piece list
| PositionalEncoding of q weights
| BilinearProjection of 'a weights * 'a weights
| SeparableConvolution of 'a weights * 'a weights * Big_int_Z.big_int

type item =
| Single of entry layer
| Family of string * q * q * Big_int_Z.big_int * item list
| Table of string list * q list list * item list
| Group of string * item list

type network = { network_d : Big_int_Z.big_int; items : item list;
                 stages : (string * Big_int_Z.big_int) list }

type relation =
| Less
| AtMost
| Equal
| Unequal
| AtLeast
| Greater

type connective =
| Sum
| Product
| And
| Or

type quantifier =
| ForAll
| ForSome
| SumOver
| ProductOver
| LeastOf
| GreatestOf
| ListOf

type term =
| Int of Big_int_Z.big_int
| Param of string
| Def of string
| Var of string
| Connect of connective * term list
| Minus of term * term
| Negative of term
| Quotient of term * term
| Power of term * term
| Floor of term
| Compare of relation * term * term
| Within of bool * term * term * term
| Not of term
| Implies of term * term
| If of term * term * term
| Select of term * term list
| Range of quantifier * string * term * term * term
| Item of term * term
| MatrixEntry of term * term * term
| Distinct of term
| Dot of term * term
| Point
| NamedStage of string * string * term
| Stage of string * term * term
| After of string * term * term
| Layer of string * term * term
| Quantity of string * string
| Permutations of string * term
| Permuted of term * string
| Columns of term * term * term
| Accumulator
| Numbers

type repeats =
| Forbidden
| Allowed
| Required

type specials =
| NoSpecials
| SpecialsAllowed
| SpecialsRequired

type columns =
| Levels of term * term * term * term list * term
| Vocabulary of term list list

type spec =
| Orbits of columns * repeats * specials
| Sequences of columns
| ProductOf of term list list list
| ListOfPoints of term list list list
| Chosen of string * term list list list list
| Pairs of spec

type domain = { domain_name : string; domain_spec : spec;
                domain_points : Big_int_Z.big_int }

type step_kind =
| Statement
| ProofLine
| Repaired

type step_fold =
| Each
| DistinctNumbers
| Apart of relation * term
| SumOfAll of relation * term
| Own of term list * term list * term

type verdict =
| Holds
| Refuted
| Vacuous
| Inconclusive

type value =
| Number of q
| Truth of bool
| ListValue of q list
| Matrix of q list list
| Order of Big_int_Z.big_int list

type position = string * Big_int_Z.big_int

type sign =
| Relation of relation
| Inside
| Outside

type witness = { at_positions : position list; at_points : q list list list;
                 bindings : (string * value) list;
                 comparison0 : ((sign * value) * value list) option }

type measure = { least : q; least_at : position; greatest : q;
                 greatest_at : position; sum_modulo : Big_int_Z.big_int }

type step = { step_name : string; kind : step_kind; over : string list;
              given : term option; the_fold : step_fold; the_term : term;
              statement_hash : string; the_verdict : verdict;
              reason_given : bool; points : Big_int_Z.big_int;
              applicable : Big_int_Z.big_int; failures : Big_int_Z.big_int;
              the_witness : witness option; the_measure : measure option }

type parameter =
| Integer of Big_int_Z.big_int
| Word of string

type part = { part_steps : string list; part_undecided : bool }

type overall =
| OverallHolds
| HoldsInPart
| OverallRefuted
| OverallVacuous
| OverallInconclusive

type statement = { claim : string; parameters : (string * parameter) list;
                   definitions : (string * term) list;
                   values : (string * q) list;
                   networks : (string * network) list; domains : domain list;
                   steps : step list; parts : part list;
                   judged : string list; in_runs : bool; conclusion : 
                   overall }

type column = q list

type matrix = column list

val total : q list -> q

val dot : q list -> q list -> q

val add0 : column -> column -> column

val apply : q weights -> column -> column

val all_of : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option

val size : 'a1 list -> Big_int_Z.big_int

val count_up : Big_int_Z.big_int -> Big_int_Z.big_int list

val interval :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int list

val nth_of : 'a1 list -> Big_int_Z.big_int -> 'a1 option

val attended :
  mask0 -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool list option

val greatest_attended : q list -> bool list -> q option

val winners : q list -> bool list -> bool list

val only_first : bool list -> bool list

val chosen : tie_rule -> bool list -> bool list

val hardmax : tie_rule -> q list -> bool list -> q list

val combination : Big_int_Z.big_int -> q list -> column list -> column

val attend : tie_rule -> q head -> matrix -> bool list -> column -> column

val above : piece -> q -> bool

val below : piece -> q -> bool

val activate : piece list -> q -> q

val column_of : q weights -> Big_int_Z.big_int -> q list option

val mixed : Big_int_Z.big_int -> matrix -> q weights -> matrix option

val convolved : q weights -> Big_int_Z.big_int -> matrix -> matrix

val changed : matrix -> matrix -> matrix

val apply_layer : Big_int_Z.big_int -> q layer -> matrix -> matrix option

type valuation = (string * q) list

val lookup : string -> (string * 'a1) list -> 'a1 option

val entry_value : valuation -> entry -> q option

val list_value : valuation -> entry list -> q list option

val weights_value : valuation -> entry weights -> q weights option

val head_value : valuation -> entry head -> q head option

val layer_value : valuation -> entry layer -> q layer option

val unrolled : valuation -> item -> q layer list option

val layers_of : item list -> q layer list option

val run : Big_int_Z.big_int -> q layer list -> matrix -> matrix option

val first : Big_int_Z.big_int -> 'a1 list -> 'a1 list

val fits : network -> matrix -> bool

val after : network -> Big_int_Z.big_int -> matrix -> matrix option

val layer_alone : network -> Big_int_Z.big_int -> matrix -> matrix option

val stage : network -> Big_int_Z.big_int -> matrix -> matrix option

type context = { known_parameters : (string * parameter) list;
                 known_definitions : (string * q) list;
                 known_networks : (string * network) list }

val parameter_value : context -> string -> Big_int_Z.big_int option

type scene = { the_point : matrix option; accumulated : q list option;
               added : q list option; variables : (string * value) list }

val nowhere : scene

val with_variable : scene -> string -> value -> scene

val in_Phi : piece list -> bool

val entries_of : 'a1 weights -> Big_int_Z.big_int

val head_parameters : q head -> Big_int_Z.big_int

val layer_parameters : q layer -> Big_int_Z.big_int

val quantity_of : string -> (q layer list -> Big_int_Z.big_int) option

type kind0 =
| NumberKind
| TruthKind
| ListKind
| MatrixKind
| OrderKind

val kind_eqb : kind0 -> kind0 -> bool

type reach = { sees_point : bool; sees_accumulator : bool; sees_numbers : bool }

val everywhere : ('a1 -> bool) -> 'a1 list -> bool

val kind_of :
  context -> reach -> (string * kind0) list -> term -> kind0 option

val number : value option -> q option

val truth : value option -> bool option

val list_of : value option -> q list option

val matrix_of : value option -> matrix option

val whole : value option -> Big_int_Z.big_int option

val bind : 'a1 option -> ('a1 -> 'a2 option) -> 'a2 option

val pick : 'a1 list -> Big_int_Z.big_int -> 'a1 option

val taken_out : 'a1 list -> 'a1 list -> ('a1 * 'a1 list) list

val orders_of : nat -> 'a1 list -> 'a1 list list

val orders : Big_int_Z.big_int -> Big_int_Z.big_int list list

val compare_numbers : relation -> q -> q -> bool

val same_lists : q list -> q list -> bool option

val same_matrices : matrix -> matrix -> bool option

val compare0 : relation -> value -> value -> bool option

val different : q list -> bool

val least_of : q list -> q option

val greatest_of : q list -> q option

val quantified : quantifier -> value list -> value option

val connected : connective -> value list -> value option

val value_of : context -> scene -> term -> value option

val define : context -> (string * term) list -> context option

val reads_only : string list -> term -> bool

val constant_of : context -> term -> q option

val constant_list : context -> term -> q list option

val size_parameter : context -> string -> Big_int_Z.big_int option

val all_different : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool

type place = { domain_number : Big_int_Z.big_int; domain_of : string;
               rank : Big_int_Z.big_int; point_at : matrix option }

val scene_at : place -> scene

val numbers_of : value -> q list option

val is_orbits : spec -> bool

val position_of : place -> position

val verdict_of :
  bool -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  verdict

val of_numbers : context -> (string * kind0) list -> term -> bool

val prime : Big_int_Z.big_int

val sees : step -> reach

val is_matrix : Big_int_Z.big_int -> Big_int_Z.big_int -> 'a1 weights -> bool

val head_shaped : Big_int_Z.big_int -> 'a1 head -> bool

val mask_shaped : mask0 -> bool

val covers : (q * bool) option -> piece list -> bool

val layer_shaped : Big_int_Z.big_int -> 'a1 layer -> bool

val new_names : string list -> string list -> bool

val item_shaped : Big_int_Z.big_int -> string list -> item -> bool

val well_formed_network : network -> bool

val order_matters : network -> bool

val networks_in : term -> string list

val terms_of : step -> term list

val over_orbits : spec -> bool

val stands_alone : context -> domain list -> step -> bool

val verdict_eqb : verdict -> verdict -> bool

val verdicts_of : step list -> string list -> verdict list

val conclusion_of : step list -> part list -> string list -> overall

val parts_well_formed : part list -> string list -> bool

val keep : ('a1 -> bool) -> 'a1 list -> 'a1 list

val image : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val rational_eqb : q -> q -> bool

val list_eqb : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val option_eqb : ('a1 -> 'a1 -> bool) -> 'a1 option -> 'a1 option -> bool

val pair_eqb :
  ('a1 -> 'a1 -> bool) -> ('a2 -> 'a2 -> bool) -> ('a1 * 'a2) -> ('a1 * 'a2)
  -> bool

val value_eqb : value -> value -> bool

val relation_eqb : relation -> relation -> bool

val sign_eqb : sign -> sign -> bool

val position_eqb : position -> position -> bool

val bindings_eqb : (string * value) list -> (string * value) list -> bool

val comparison_eqb :
  ((sign * value) * value list) option -> ((sign * value) * value list)
  option -> bool

val positive0 : q -> bool

val negative : q -> bool

val same_sign : q -> q -> bool

val weights_eqb : q weights -> q weights -> bool

val opposite_heads : q head -> q head -> ((q list * q) * q) option

val quick_attend :
  tie_rule -> q head -> matrix -> bool list -> column -> column

type group =
| Alone of q head
| Together of q list * q * q * q head * q head

val grouped : q head list -> group list

val quick_group :
  tie_rule -> matrix -> group -> bool list -> column -> column -> column

val quick_layer : Big_int_Z.big_int -> q layer -> matrix -> matrix option

val run_quickly : (matrix -> matrix option) list -> matrix -> matrix option

type quick_network = { quick_stage : (Big_int_Z.big_int -> matrix -> matrix
                                     option);
                       quick_after : (Big_int_Z.big_int -> matrix -> matrix
                                     option);
                       quick_alone : (Big_int_Z.big_int -> matrix -> matrix
                                     option);
                       quick_quantity : (string -> Big_int_Z.big_int option) }

val prepare : network -> quick_network

type meant = scene -> (string * value) list -> value option

val early : term -> meant -> meant

val on_network :
  (string * quick_network) list -> string -> (quick_network -> matrix ->
  matrix option) -> matrix -> value option

val compiled : context -> (string * quick_network) list -> term -> meant

val prepared_networks : context -> (string * quick_network) list

val transformed : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val joined : 'a1 list -> 'a1 list -> 'a1 list

val all_results : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option

val merge :
  ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> 'a1 list -> 'a1 list

val merge_neighbours :
  ('a1 -> 'a1 -> bool) -> 'a1 list list -> 'a1 list list -> 'a1 list list

val merge_all : ('a1 -> 'a1 -> bool) -> nat -> 'a1 list list -> 'a1 list

val sort : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list

val rising : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool

val word_at_most : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val words_onto : 'a1 list list -> 'a1 list -> 'a1 list list -> 'a1 list list

val all_words : 'a1 list list -> 'a1 list list

val fewer : ('a1 * bool) list -> 'a2 list -> bool

val choices_onto :
  bool -> Big_int_Z.big_int list -> bool -> bool -> bool -> ('a1 * bool) list
  -> 'a1 list -> 'a1 list list -> 'a1 list list

val all_choices :
  bool -> Big_int_Z.big_int list -> bool -> bool -> ('a1 * bool) list -> 'a1
  list list

val read_column : context -> Big_int_Z.big_int -> term list -> column option

val different_numbers : q list -> bool

val column_at_most : column -> column -> bool

val read_vocabulary :
  context -> Big_int_Z.big_int -> term list list -> column list option

val read_matrix :
  context -> Big_int_Z.big_int -> Big_int_Z.big_int -> term list list ->
  matrix option

val read_points :
  context -> Big_int_Z.big_int -> Big_int_Z.big_int -> term list list list ->
  matrix list option

val read_levels :
  context -> Big_int_Z.big_int -> specials -> term -> term -> term -> term
  list -> term -> ((q list * q list) * q list) option

val with_id : q list -> (q * bool) list -> q * (column * bool)

val id_at_most : (q * (column * bool)) -> (q * (column * bool)) -> bool

val marked_columns :
  Big_int_Z.big_int -> q list -> q list -> (q * bool) list list

val columns_of_levels :
  Big_int_Z.big_int -> q list -> q list -> q list -> (column * bool) list
  option

val palette_columns :
  context -> Big_int_Z.big_int -> columns -> specials -> (column * bool) list
  option

val all_pairs : matrix list -> matrix list

val all_orbits :
  Big_int_Z.big_int -> repeats -> specials -> (column * bool) list -> matrix
  list

val enumerate : context -> spec -> matrix list option

val places_backwards :
  Big_int_Z.big_int -> string -> matrix list -> place list

val places_from :
  (string * matrix list) list -> Big_int_Z.big_int -> string list -> place
  list

val places_of : (string * matrix list) list -> step -> place list

val of_kind : context -> reach -> kind0 -> term -> bool

val is_constant : context -> term -> bool

val numbers_or_list : context -> step -> bool

val known_domain : domain list -> string -> bool

val fold_formed : context -> step -> bool

val step_formed : context -> domain list -> step -> bool

val hypothesis_valued :
  step -> (scene -> term -> value option) -> place -> bool

val satisfied : step -> (scene -> term -> value option) -> place -> bool

val applicable_places :
  step -> (scene -> term -> value option) -> place list -> place list

val all_valued : step -> (scene -> term -> value option) -> place list -> bool

val counted_right :
  step -> bool -> (scene -> term -> value option) -> place list ->
  Big_int_Z.big_int -> place list -> bool

type answer =
| Yes
| No
| NotDecided

val of_bool : bool -> answer

val also : bool -> answer -> answer

val euclid :
  nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int

val inverse : Big_int_Z.big_int -> Big_int_Z.big_int

type residue_result =
| IsResidue of Big_int_Z.big_int
| NoResidue
| UnknownResidue

val residue_of : q -> residue_result

val add_residue : residue_result -> q -> residue_result

val margins_by :
  (scene -> term -> value option) -> scene -> term -> q list option

val numbers_by :
  step -> (scene -> term -> value option) -> place -> q list option

val by_margins : context -> step -> bool

val measured :
  context -> step -> (scene -> term -> value option) -> place -> q list option

val no_domains : step -> bool

val there : 'a1 option -> bool

val valued_at :
  context -> step -> (scene -> term -> value option) -> place -> bool

val values_there :
  context -> step -> (scene -> term -> value option) -> place list -> bool

val rows :
  context -> step -> (scene -> term -> value option) -> place list ->
  (place * q list) list

val extreme_right :
  context -> step -> (scene -> term -> value option) -> place list -> (q -> q
  -> bool) -> q -> position -> bool

val rows_sum :
  context -> step -> (scene -> term -> value option) -> place list ->
  residue_result

val measure_answer :
  context -> step -> (scene -> term -> value option) -> place list -> answer

val at_first_false :
  ('a1 -> value option) -> ('a1 -> 'a2 option) -> 'a1 list -> 'a2 option

val descend :
  context -> (scene -> term -> value option) -> scene -> (string * value)
  list -> term -> (((string * value) list * scene) * term) option

val describes :
  context -> (scene -> term -> value option) -> scene -> term -> witness ->
  bool

val located_right : step -> witness -> place list -> bool

val false_at : step -> (scene -> term -> value option) -> place -> bool

val failing_places :
  step -> (scene -> term -> value option) -> place list -> place list

val each_witness_right :
  context -> step -> (scene -> term -> value option) -> place list -> bool

val each_right :
  context -> step -> bool -> (scene -> term -> value option) -> place list ->
  bool

val fold_answer :
  context -> (scene -> term -> value option) -> step -> bool -> place list ->
  answer

val decide_step :
  context -> domain list -> (string * matrix list) list -> (scene -> term ->
  value option) -> step -> bool -> answer

val code : char -> Big_int_Z.big_int

val digit_of : char -> Big_int_Z.big_int option

val digit_char : Big_int_Z.big_int -> char

val numeral_onto :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> char list ->
  char list

val numeral : Big_int_Z.big_int -> Big_int_Z.big_int -> char list

val value_from :
  Big_int_Z.big_int -> Big_int_Z.big_int -> char list -> Big_int_Z.big_int
  option

val natural_of : Big_int_Z.big_int -> char list -> Big_int_Z.big_int option

val plain_bound : Big_int_Z.big_int

val is_plain : Big_int_Z.big_int -> bool

val decimal : Big_int_Z.big_int -> char list

val read_decimal : char list -> Big_int_Z.big_int option

val read_hexadecimal : char list -> Big_int_Z.big_int option

val read_magnitude : char list -> Big_int_Z.big_int option

val read_integer : char list -> Big_int_Z.big_int option

type json =
| JNull
| JBool of bool
| JInt of Big_int_Z.big_int
| JString of string
| JArray of json list
| JObject of (string * json) list

val quote : char

val backslash : char

val separated_reversed :
  ('a1 -> char list -> char list) -> 'a1 list -> char list -> char list

val string_reversed : string -> char list -> char list

val print_reversed : json -> char list -> char list

val print_json : json -> char list

val short_escape : char -> Big_int_Z.big_int option

val needs_no_escape : char -> bool

val needs_four_digits : Big_int_Z.big_int -> bool

val four_digits : char -> char -> char -> char -> Big_int_Z.big_int option

val units_reversed :
  char list -> Big_int_Z.big_int list -> Big_int_Z.big_int list option

val spelled_canonically : string -> bool

val points_onto :
  Big_int_Z.big_int list -> Big_int_Z.big_int list -> Big_int_Z.big_int list

val code_points : string -> Big_int_Z.big_int list option

val before_in_order : Big_int_Z.big_int list -> Big_int_Z.big_int list -> bool

val increasing : Big_int_Z.big_int list option -> (string * json) list -> bool

val canonical : json -> bool

val behind : char list -> char list -> char list option

val parse_string :
  bool -> char list -> char list -> (string * char list) option

val parse_digits :
  nat -> Big_int_Z.big_int -> char list -> Big_int_Z.big_int * char list

val parse_number : char list -> (json * char list) option

val parse_items :
  (char list -> (json * char list) option) -> char list -> char list -> json
  list -> (json * char list) option

val parse_key : char list -> (string * char list) option

val parse_fields :
  (char list -> (json * char list) option) -> char list -> char list ->
  (string * json) list -> (json * char list) option

val parse_at : nat -> char list -> (json * char list) option

val deepest : nat

val same_bytes : char list -> char list -> bool

val integer_of : json -> Big_int_Z.big_int option

val split_at_stroke : char list -> char list -> (char list * char list) option

val rational_of : json -> q option

val word_mask : Big_int_Z.big_int

val add_words : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

val turned_thrice :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int

val turned_twice :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int

val upper_sigma_0 : Big_int_Z.big_int -> Big_int_Z.big_int

val upper_sigma_1 : Big_int_Z.big_int -> Big_int_Z.big_int

val lower_sigma_0 : Big_int_Z.big_int -> Big_int_Z.big_int

val lower_sigma_1 : Big_int_Z.big_int -> Big_int_Z.big_int

val choice :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int

val majority :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int

val round_constants : Big_int_Z.big_int list

type state =
| State of Big_int_Z.big_int * Big_int_Z.big_int * Big_int_Z.big_int
   * Big_int_Z.big_int * Big_int_Z.big_int * Big_int_Z.big_int
   * Big_int_Z.big_int * Big_int_Z.big_int

val initial : state

val scheduled : nat -> Big_int_Z.big_int list -> Big_int_Z.big_int list

val rounds :
  Big_int_Z.big_int list -> Big_int_Z.big_int list -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> state

val compress : state -> Big_int_Z.big_int list -> state

val word_of :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int

val packed :
  char list -> Big_int_Z.big_int list -> Big_int_Z.big_int ->
  (Big_int_Z.big_int list * Big_int_Z.big_int) * Big_int_Z.big_int

val padded : char list -> Big_int_Z.big_int list

val absorbed :
  state -> Big_int_Z.big_int list -> nat -> Big_int_Z.big_int list -> state

val sha256 : char list -> Big_int_Z.big_int list

val word_hexadecimal : Big_int_Z.big_int -> char list

val sha256_hexadecimal : char list -> char list

val newline : char list

val before_decided : char list

val before_digest : char list

val before_run : char list

val end_of_file : char list

val layout_bytes : json -> string -> json -> char list

val digest_of : json -> string

val largest_file : Big_int_Z.big_int

val size_from : Big_int_Z.big_int -> char list -> Big_int_Z.big_int

val is_object : json -> bool

val inside : nat

val parse_file : char list -> ((json * json) * string) option

val read_file : char list -> ((json * json) * string) option

type 'a reading =
| Read of 'a
| Malformed of string
| Unknown of string

val then_ : 'a1 reading -> ('a1 -> 'a2 reading) -> 'a2 reading

val or_malformed : string -> 'a1 option -> 'a1 reading

val all_read : ('a1 -> 'a2 reading) -> 'a1 list -> 'a2 list reading

val values_of : string list -> (string * json) list -> json list option

val fields : string list -> json -> json list option

val a_string : json -> string reading

val an_array : json -> json list reading

val a_truth : json -> bool reading

val an_integer : json -> Big_int_Z.big_int reading

val a_rational : json -> q reading

val pairs_of : json -> (string * json) list reading

val each_pair : (json -> 'a1 reading) -> json -> (string * 'a1) list reading

val relation_of : string -> relation option

val connective_of : string -> connective option

val quantifier_of : string -> quantifier option

val none_taken : string -> term option

val a_name_taken : string -> (string -> term) option

val one_taken : string -> (term -> term) option

val two_taken : string -> (term -> term -> term) option

val three_taken : string -> (term -> term -> term -> term) option

val evaluated : string -> (string -> term -> term -> term) option

val operators : string list

val unread : string -> 'a1 reading

val term_of : json -> term reading

val nullable : (json -> 'a1 reading) -> json -> 'a1 option reading

val entry_of : json -> entry reading

val list_read : (json -> 'a1 reading) -> json -> 'a1 list reading

val weights_read : (json -> 'a1 reading) -> json -> 'a1 weights reading

val mask_of : json -> mask0 reading

val tie_rule_of : json -> tie_rule reading

val head_of : json -> entry head reading

val piece_of : json -> piece reading

val layer_of : string -> json -> entry layer reading

val item_of : json -> item reading

val network_of : json -> network reading

val terms_of_rows : json -> term list list reading

val repeats_of : json -> repeats reading

val specials_of : json -> specials reading

val levels_read : json -> json -> json -> columns reading

val list_points_read : json -> term list list list reading

val kind_named : json -> string option

val simple_spec_of : json -> spec reading

val spec_of : json -> spec reading

val domain_of_json : json -> domain reading

val kind_read : json -> step_kind reading

val verdict_read : json -> verdict reading

val fold_read : json -> json -> json -> step_fold reading

val position_read : json -> position reading

val by_columns : q list list -> q list list reading

val matrix_read : json -> q list list reading

val value_read : json -> value reading

val binding_read : json -> value reading

val witness_read : json -> witness reading

val measure_read : json -> measure reading

val step_keys : string list

val older_step_keys : string list

val step_fields : json -> json list option

val step_read : json -> step reading

val parameter_read : json -> parameter reading

val definition_read : json -> (string * term) reading

val part_read : json -> part reading

val overall_read : json -> overall reading

val scope_read : json -> bool reading

val decided_keys : string list

val statement_written : json -> statement reading

val mentioned : string list -> json -> string list -> string list

val reached : json list -> string list -> json list -> json list

val field : string -> json -> json

val items_in : json -> json list

val specs_over : json list -> json -> json list

val said : json -> json list

val hashed : json list -> json list -> json -> json

val hash_right : json list -> json list -> json -> bool

val idle : json -> string list

val statement_of : json -> statement reading

val domain_listed : context -> domain -> (string * matrix list) option

val list_domains :
  context -> domain list -> (string * matrix list) list option

val evaluator : context -> scene -> term -> value option

val for_all : ('a1 -> answer) -> 'a1 list -> answer

val same_values : (string * q) list -> (string * q) list -> bool

val known_steps : statement -> bool

val overall_eqb : overall -> overall -> bool

val written_right : statement -> context -> bool

type decision =
| IsTrue
| IsFalse of string
| Left of string

val decide : statement -> decision

type answer0 =
| Confirmed of statement
| Wrong of string
| NotRechecked of string
| Unreadable

val check : char list -> answer0
