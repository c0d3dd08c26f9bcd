(** * The statement that a certificate makes: from JSON to data

    [statement_of] reads the hashed part of a certificate, `decided`, as a statement (Syntax.v). It drops nothing but words
    for people: an object has the keys of the page and no other, and whatever has no place in a statement is not read. What
    the page describes and this verifier does not decide is [Unknown], with its name; what the page does not describe is
    [Malformed].

    Nothing is proved here: what a statement means is said in Truth.v, whatever file it was read from. *)

From Coq Require Import ZArith QArith List String Ascii.
From Checker Require Import Rationals Syntax Networks Terms Truth Json.
Import ListNotations.
Open Scope string_scope.

Inductive reading (A : Type) := Read (x : A) | Malformed (why : string) | Unknown (what : string).
Arguments Read {A}. Arguments Malformed {A}. Arguments Unknown {A}.

Definition then_ {A B : Type} (r : reading A) (f : A -> reading B) : reading B :=
  match r with Read x => f x | Malformed why => Malformed why | Unknown what => Unknown what end.
Notation "'read!' x := a 'in' b" := (then_ a (fun x => b)) (at level 200, x pattern, right associativity).

Definition or_malformed {A : Type} (why : string) (x : option A) : reading A :=
  match x with Some y => Read y | None => Malformed why end.

(** All readings of a list. The first that is no value is that of the whole. *)
Definition all_read {A B : Type} (f : A -> reading B) : list A -> reading (list B) :=
  fix go l := match l with [] => Read [] | x :: rest => read! y := f x in read! ys := go rest in Read (y :: ys) end.

(** The values of an object with exactly these keys, in canonical order. *)
Fixpoint values_of (keys : list string) (fields : list (string * json)) : option (list json) :=
  match keys, fields with
  | [], [] => Some []
  | k :: keys', (k', v) :: fields' => if String.eqb k k' then option_map (cons v) (values_of keys' fields') else None
  | _, _ => None
  end.
Definition fields (keys : list string) (j : json) : option (list json) :=
  match j with JObject l => values_of keys l | _ => None end.

Definition a_string (j : json) : reading string := match j with JString s => Read s | _ => Malformed "a string is missing" end.
Definition an_array (j : json) : reading (list json) := match j with JArray l => Read l | _ => Malformed "an array is missing" end.
Definition a_truth (j : json) : reading bool := match j with JBool b => Read b | _ => Malformed "a truth value is missing" end.
Definition an_integer (j : json) : reading Z := or_malformed "an integer is missing" (integer_of j).
Definition a_rational (j : json) : reading Q := or_malformed "a rational is missing" (rational_of j).
Definition pairs_of (j : json) : reading (list (string * json)) :=
  match j with JObject l => Read l | _ => Malformed "an object is missing" end.
Definition each_pair {A : Type} (f : json -> reading A) (j : json) : reading (list (string * A)) :=
  read! l := pairs_of j in all_read (fun '(k, v) => read! x := f v in Read (k, x)) l.

(** ** Terms *)

Definition relation_of (op : string) : option relation :=
  if op =? "<" then Some Less else if op =? "<=" then Some AtMost else if op =? "=" then Some Equal
  else if op =? "!=" then Some Unequal else if op =? ">=" then Some AtLeast else if op =? ">" then Some Greater else None.
Definition connective_of (op : string) : option connective :=
  if op =? "+" then Some Sum else if op =? "*" then Some Product else if op =? "and" then Some And
  else if op =? "or" then Some Or else None.
Definition quantifier_of (op : string) : option quantifier :=
  if op =? "all" then Some ForAll else if op =? "any" then Some ForSome else if op =? "sum" then Some SumOver
  else if op =? "product" then Some ProductOver else if op =? "min" then Some LeastOf else if op =? "max" then Some GreatestOf
  else if op =? "list" then Some ListOf else None.
Definition none_taken (op : string) : option term :=
  if op =? "point" then Some Point else if op =? "accumulator" then Some Accumulator
  else if op =? "numbers" then Some Numbers else None.
Definition a_name_taken (op : string) : option (string -> term) :=
  if op =? "param" then Some Param else if op =? "def" then Some Def else if op =? "var" then Some Var else None.
Definition one_taken (op : string) : option (term -> term) :=
  if op =? "neg" then Some Negative else if op =? "floor" then Some Floor else if op =? "not" then Some Not
  else if op =? "distinct" then Some Distinct else None.
Definition two_taken (op : string) : option (term -> term -> term) :=
  if op =? "-" then Some Minus else if op =? "/" then Some Quotient else if op =? "^" then Some Power
  else if op =? "implies" then Some Implies else if op =? "item" then Some Item else if op =? "dot" then Some Dot
  else option_map Compare (relation_of op).
Definition three_taken (op : string) : option (term -> term -> term -> term) :=
  if op =? "in" then Some (Within true) else if op =? "not in" then Some (Within false) else if op =? "if" then Some If
  else if op =? "entry" then Some MatrixEntry else if op =? "columns" then Some Columns else None.
Definition evaluated (op : string) : option (string -> term -> term -> term) :=
  if op =? "stage" then Some Stage else if op =? "after" then Some After else if op =? "layer" then Some Layer else None.

Definition operators : list string :=
  ["point"; "accumulator"; "numbers"; "param"; "def"; "var"; "neg"; "floor"; "not"; "distinct"; "-"; "/"; "^"; "implies";
   "item"; "dot"; "<"; "<="; "="; "!="; ">="; ">"; "in"; "not in"; "if"; "entry"; "columns"; "stage"; "after"; "layer";
   "network"; "permutations"; "permuted"; "select"; "+"; "*"; "and"; "or"; "all"; "any"; "sum"; "product"; "min"; "max"; "list"].
Definition unread {A : Type} (op : string) : reading A :=
  if existsb (String.eqb op) operators then Malformed ("operands of " ++ op) else Unknown ("the operator " ++ op).

Fixpoint term_of (j : json) : reading term :=
  match j with
  | JArray (JString op :: args) =>
      match connective_of op with
      | Some c => read! ts := all_read term_of args in Read (Connect c ts)
      | None =>
      if op =? "select" then
        match args with
        | k :: choices => read! t := term_of k in read! ts := all_read term_of choices in Read (Select t ts)
        | [] => unread op
        end
      else match args with
      | [] => match none_taken op with Some t => Read t | None => unread op end
      | [a] =>
          match a_name_taken op with
          | Some f => read! x := a_string a in Read (f x)
          | None => match one_taken op with Some f => read! t := term_of a in Read (f t) | None => unread op end
          end
      | [a; b] =>
          if op =? "network" then
            read! N := a_string a in read! q := a_string b in
            match quantity_of q with Some _ => Read (Quantity N q) | None => Unknown ("the quantity " ++ q) end
          else if op =? "permutations" then read! x := a_string a in read! p := term_of b in Read (Permutations x p)
          else if op =? "permuted" then read! m := term_of a in read! x := a_string b in Read (Permuted m x)
          else match two_taken op with
               | Some f => read! s := term_of a in read! t := term_of b in Read (f s t)
               | None => unread op
               end
      | [a; b; c] =>
          match evaluated op with
          | Some f =>
              read! N := a_string a in read! m := term_of c in
              match b with
              | JString s =>
                  if op =? "stage" then Read (NamedStage N s m)
                  else read! k := term_of b in Read (f N k m)
              | _ => read! k := term_of b in Read (f N k m)
              end
          | None => match three_taken op with
              | Some f => read! s := term_of a in read! t := term_of b in read! u := term_of c in Read (f s t u)
              | None => unread op
              end
          end
      | [x; lo; hi; body] =>
          match quantifier_of op with
          | Some q =>
              read! x := a_string x in read! s := term_of lo in read! t := term_of hi in read! u := term_of body in
              Read (Range q x s t u)
          | None => unread op
          end
      | _ => unread op
      end
      end
  | _ => read! z := an_integer j in Read (Int z)
  end.

Definition nullable {A : Type} (f : json -> reading A) (j : json) : reading (option A) :=
  match j with JNull => Read None | _ => read! x := f j in Read (Some x) end.

(** ** Networks *)

(** An entry; it is an object inside of a family or a table alone. *)
Definition entry_of (inside : bool) (j : json) : reading entry :=
  match j with
  | JObject l =>
      if negb inside then Malformed "an entry that is an object, outside of families and tables" else
      read! numbers := all_read (fun '(k, v) => read! x := a_rational v in Read (k, x)) l in
      match lookup "constant" numbers with
      | Some c => Read (Entry c (filter (fun '(k, _) => negb (k =? "constant")) numbers))
      | None => Malformed "an entry without a constant"
      end
  | JArray _ => Unknown "a weight that is a real"
  | _ => read! x := a_rational j in Read (Entry x [])
  end.

Definition list_read {A : Type} (f : json -> reading A) (j : json) : reading (list A) :=
  read! l := an_array j in all_read f l.
Definition weights_read {A : Type} (f : json -> reading A) : json -> reading (weights A) := list_read (list_read f).

Definition mask_of (j : json) : reading mask :=
  match j with
  | JString s => if s =? "causal" then Read Causal else if s =? "strictly causal" then Read StrictlyCausal
                 else Unknown ("the mask " ++ s)
  | _ => read! rows := weights_read a_truth j in Read (Pattern rows)
  end.

Definition tie_rule_of (j : json) : reading tie_rule :=
  read! s := a_string j in
  if s =? "average" then Read Average else if s =? "leftmost" then Read Leftmost
  else if s =? "rightmost" then Read Rightmost else Unknown ("the tie rule " ++ s).

Definition head_of (inside : bool) (j : json) : reading (head entry) :=
  let entry_of := entry_of inside in
  match fields ["W_K"; "W_O"; "W_Q"; "W_V"; "b_Q"] j with
  | Some [k; o; q; v; b] =>
      read! k := weights_read entry_of k in read! o := weights_read entry_of o in read! q := weights_read entry_of q in
      read! v := weights_read entry_of v in read! b := list_read entry_of b in Read (Head o v k q b)
  | _ => Malformed "the keys of a head"
  end.

Definition piece_of (j : json) : reading piece :=
  match fields ["from"; "from_closed"; "intercept"; "slope"; "to"; "to_closed"] j with
  | Some [a; ac; i; s; b; bc] =>
      read! a := nullable a_rational a in read! ac := a_truth ac in read! i := a_rational i in read! s := a_rational s in
      read! b := nullable a_rational b in read! bc := a_truth bc in Read (Piece a ac b bc s i)
  | _ => Malformed "the keys of a piece"
  end.

Definition layer_of (inside : bool) (kind : string) (j : json) : reading (layer entry) :=
  let entry_of := entry_of inside in
  let head_of := head_of inside in
  if kind =? "attention" then
    match fields ["heads"; "mask"; "tie_rule"] j, fields ["heads"; "tie_rule"] j with
    | Some [h; m; t], _ =>
        read! t := tie_rule_of t in read! m := mask_of m in read! hs := list_read head_of h in Read (Attention t m hs)
    | _, Some [h; t] => read! t := tie_rule_of t in read! hs := list_read head_of h in Read (Attention t Everything hs)
    | _, _ => Malformed "the keys of an attention layer"
    end
  else if kind =? "feed_forward" then
    match fields ["W_1"; "W_2"; "activation"; "b_1"; "b_2"] j with
    | Some [w1; w2; phi; b1; b2] =>
        read! w1 := weights_read entry_of w1 in read! w2 := weights_read entry_of w2 in read! phi := list_read piece_of phi in
        read! b1 := list_read entry_of b1 in read! b2 := list_read entry_of b2 in Read (FeedForward w1 b1 w2 b2 phi)
    | _ => Malformed "the keys of a feed-forward layer"
    end
  else if kind =? "positional encoding" then
    match fields ["E"] j with
    | Some [e] => read! e := weights_read a_rational e in Read (PositionalEncoding e)
    | _ => Malformed "the keys of a positional encoding"
    end
  else if kind =? "bilinear projection" then
    match fields ["W_O"; "W_P"] j with
    | Some [o; p] => read! o := weights_read entry_of o in read! p := weights_read entry_of p in Read (BilinearProjection o p)
    | _ => Malformed "the keys of a bilinear projection"
    end
  else if kind =? "separable convolution" then
    match fields ["W_C"; "W_O"; "centre"] j with
    | Some [c; o; k] =>
        read! c := weights_read entry_of c in read! o := weights_read entry_of o in read! k := an_integer k in
        Read (SeparableConvolution o c k)
    | _ => Malformed "the keys of a separable convolution"
    end
  else Unknown ("layers of the kind " ++ kind).

Fixpoint item_of (inside : bool) (j : json) {struct j} : reading item :=
  match j with
  | JObject [(kind, body)] =>
      if kind =? "family" then
        match body with
        | JObject [(k1, count); (k2, JArray its); (k3, start); (k4, step); (k5, v)] =>
            if forallb (fun '(a, b) => String.eqb a b)
                 [(k1, "count"); (k2, "items"); (k3, "start"); (k4, "step"); (k5, "variable")] then
              read! c := an_integer count in read! a := a_rational start in read! s := a_rational step in
              read! v := a_string v in read! its := all_read (item_of true) its in Read (Family v a s c its)
            else Malformed "the keys of a family"
        | _ => Malformed "the keys of a family"
        end
      else if kind =? "table" then
        match body with
        | JObject [(k1, JArray its); (k2, rows); (k3, vs)] =>
            if forallb (fun '(a, b) => String.eqb a b) [(k1, "items"); (k2, "rows"); (k3, "variables")] then
              read! rows := weights_read a_rational rows in read! vs := list_read a_string vs in
              read! its := all_read (item_of true) its in Read (Table vs rows its)
            else Malformed "the keys of a table"
        | _ => Malformed "the keys of a table"
        end
      else if kind =? "group" then
        match body with
        | JObject [(k1, JArray its); (k2, name)] =>
            if ((k1 =? "items") && (k2 =? "name"))%bool then
              read! name := a_string name in read! its := all_read (item_of inside) its in Read (Group name its)
            else Malformed "the keys of a group"
        | _ => Malformed "the keys of a group"
        end
      else read! l := layer_of inside kind body in Read (Single l)
  | _ => Malformed "an item is no object with one key"
  end.

Definition network_of (j : json) : reading network :=
  match fields ["d"; "items"; "stages"] j with
  | Some [d; its; stages] =>
      read! d := an_integer d in read! its := list_read (item_of false) its in read! stages := each_pair an_integer stages in
      Read (Network d its stages)
  | _ => Malformed "the keys of a network"
  end.

(** ** Domains *)

Definition terms_of_rows : json -> reading (list (list term)) := weights_read term_of.

Definition repeats_of (j : json) : reading repeats :=
  read! s := a_string j in
  if s =? "forbidden" then Read Forbidden else if s =? "allowed" then Read Allowed
  else if s =? "required" then Read Required else Malformed "repeats of a domain".
Definition specials_of (j : json) : reading specials :=
  read! s := a_string j in
  if s =? "none" then Read NoSpecials else if s =? "allowed" then Read SpecialsAllowed
  else if s =? "required" then Read SpecialsRequired else Malformed "specials of a domain".

Definition levels_read (ids levels special : json) : reading columns :=
  match fields ["count"; "start"; "step"] levels with
  | Some [c; a; s] =>
      read! c := term_of c in read! a := term_of a in read! s := term_of s in
      read! special := list_read term_of special in read! ids := term_of ids in Read (Levels a s c special ids)
  | _ => Malformed "the keys of levels"
  end.

Definition list_points_read (j : json) : reading (list (list (list term))) :=
  match fields ["kind"; "points"] j with
  | Some [JString kind; points] =>
      if kind =? "list" then list_read terms_of_rows points else Malformed "a list of points is missing"
  | _ => Malformed "a list of points is missing"
  end.

Definition kind_named (j : json) : option string :=
  match j with JObject l => match lookup "kind" l with Some (JString s) => Some s | _ => None end | _ => None end.

Definition simple_spec_of (j : json) : reading spec :=
  match kind_named j with
  | None => Unknown "a domain without a kind"
  | Some kind =>
      if kind =? "orbits" then
        match fields ["columns"; "kind"; "repeats"] j, fields ["ids"; "kind"; "levels"; "repeats"; "special"; "specials"] j with
        | Some [c; _; r], _ =>
            read! c := terms_of_rows c in read! r := repeats_of r in Read (Orbits (Vocabulary c) r NoSpecials)
        | _, Some [ids; _; l; r; special; s] =>
            read! c := levels_read ids l special in read! r := repeats_of r in read! s := specials_of s in Read (Orbits c r s)
        | _, _ => Malformed "the keys of orbits"
        end
      else if kind =? "sequences" then
        match fields ["columns"; "kind"] j, fields ["ids"; "kind"; "levels"; "special"] j with
        | Some [c; _], _ => read! c := terms_of_rows c in Read (Sequences (Vocabulary c))
        | _, Some [ids; _; l; special] => read! c := levels_read ids l special in Read (Sequences c)
        | _, _ => Malformed "the keys of sequences"
        end
      else if kind =? "product" then
        match fields ["columns"; "kind"] j with
        | Some [c; _] => read! places := list_read terms_of_rows c in Read (ProductOf places)
        | _ => Malformed "the keys of a product"
        end
      else if kind =? "list" then read! points := list_points_read j in Read (ListOfPoints points)
      else if kind =? "chosen" then
        match fields ["kind"; "of"; "parameter"] j with
        | Some [_; of; p] => read! p := a_string p in read! of := list_read list_points_read of in Read (Chosen p of)
        | _ => Malformed "the keys of a chosen domain"
        end
      else Unknown ("domains of the kind " ++ kind)
  end.

Definition spec_of (j : json) : reading spec :=
  match match kind_named j with Some kind => kind =? "pairs" | None => false end with
  | true =>
      match fields ["kind"; "of"] j with
      | Some [_; of] => read! of := simple_spec_of of in Read (Pairs of)
      | _ => Malformed "the keys of pairs"
      end
  | false => simple_spec_of j
  end.

Definition domain_of_json (j : json) : reading domain :=
  match fields ["decided"; "evidence"; "name"; "points"; "spec"] j with
  | Some [decided; evidence; name; points; sp] =>
      read! name := a_string name in read! sp := spec_of sp in
      match points with JNull => Unknown "a domain that is not decided" | _ =>
        read! N := an_integer points in
        match evidence with
        | JObject [] =>
            let whole := if Z.eqb N 0 then [] else [(0, N)%Z] in
            read! ranges := list_read (fun r => match r with
              | JArray [a; b] => read! a := an_integer a in read! b := an_integer b in Read (a, b)
              | _ => Malformed "a range of ranks" end) decided in
            if (Z.eqb (size ranges) (size whole) && forallb (fun '((a, b), (a', b')) => Z.eqb a a' && Z.eqb b b')
                  (combine ranges whole))%bool
            then Read (Domain name sp N) else Unknown "a domain that is decided in part"
        | _ => Malformed "the evidence of a domain"
        end
      end
  | _ => Malformed "the keys of a domain"
  end.

(** ** Steps *)

Definition kind_read (j : json) : reading step_kind :=
  read! s := a_string j in
  if s =? "statement" then Read Statement else if s =? "proof line" then Read ProofLine
  else if s =? "repaired" then Read Repaired else Malformed "the kind of a step".

Definition verdict_read (j : json) : reading verdict :=
  read! s := a_string j in
  if s =? "holds" then Read Holds else if s =? "refuted" then Read Refuted else if s =? "vacuous" then Read Vacuous
  else if s =? "inconclusive" then Read Inconclusive else Malformed "the verdict of a step".

Definition fold_read (fold bound rel : json) : reading step_fold :=
  match fold with
  | JString s =>
      if s =? "each" then match bound, rel with JNull, JNull => Read Each | _, _ => Malformed "the bound of each" end
      else if s =? "distinct" then
        match bound, rel with JNull, JNull => Read DistinctNumbers | _, _ => Malformed "the bound of distinct" end
      else
        let known := ((s =? "apart") || (s =? "sum"))%bool in
        if known then
          read! b := term_of bound in read! r := a_string rel in
          read! r := or_malformed "the relation of a step" (relation_of r) in
          Read (if s =? "apart" then Apart r b else SumOfAll r b)
        else Unknown ("the fold " ++ s)
  | _ =>
      match fields ["holds"; "next"; "start"] fold, bound, rel with
      | Some [h; n; s], JNull, JNull =>
          read! h := term_of h in read! n := list_read term_of n in read! s := list_read term_of s in Read (Own s n h)
      | _, _, _ => Malformed "the keys of a fold"
      end
  end.

Definition position_read (j : json) : reading position :=
  match j with
  | JArray [JString name; r] => read! r := an_integer r in Read (name, r)
  | _ => Malformed "a position"
  end.

(** A matrix that is written as its rows, by columns. *)
Definition by_columns (rows : list (list Q)) : reading (list (list Q)) :=
  match rows with
  | [] => Malformed "a matrix without a row"
  | row :: _ =>
      if forallb (fun r => Z.eqb (size r) (size row)) rows
      then or_malformed "a matrix" (all_of (column_of rows) (count_up (size row))) else Malformed "rows of different lengths"
  end.
Definition matrix_read (j : json) : reading (list (list Q)) := read! rows := weights_read a_rational j in by_columns rows.

Definition value_read (j : json) : reading value :=
  match j with
  | JArray (JArray _ :: _) => read! X := matrix_read j in Read (Matrix X)
  | JArray l => read! xs := all_read a_rational l in Read (ListValue xs)
  | _ => read! x := a_rational j in Read (Number x)
  end.
Definition binding_read (j : json) : reading value :=
  match j with
  | JArray l => read! v := all_read an_integer l in Read (Order v)
  | _ => read! x := an_integer j in Read (Number (integer x))
  end.

Definition witness_read (j : json) : reading witness :=
  match fields ["at"; "bindings"; "left"; "points"; "relation"; "right"] j with
  | Some [at_; b; l; p; rel; r] =>
      read! at_ := list_read position_read at_ in read! b := each_pair binding_read b in
      read! p := list_read matrix_read p in
      match rel, l, r with
      | JNull, JNull, JNull => Read (Witness at_ p b None)
      | JString s, _, _ =>
          read! l := value_read l in
          if ((s =? "in") || (s =? "not in"))%bool then
            match r with
            | JArray [lo; hi] =>
                read! lo := value_read lo in read! hi := value_read hi in
                Read (Witness at_ p b (Some (if s =? "in" then Inside else Outside, l, [lo; hi])))
            | _ => Malformed "the right side of a witness"
            end
          else
            read! rr := or_malformed "the relation of a witness" (relation_of s) in
            read! r := value_read r in Read (Witness at_ p b (Some (Relation rr, l, [r])))
      | _, _, _ => Malformed "the relation of a witness"
      end
  | _ => Malformed "the keys of a witness"
  end.

Definition measure_read (j : json) : reading measure :=
  match fields ["max"; "max_at"; "min"; "min_at"; "sum"] j with
  | Some [high; high_at; low; low_at; sum] =>
      read! high := a_rational high in read! high_at := position_read high_at in
      read! low := a_rational low in read! low_at := position_read low_at in
      read! sum := an_integer sum in Read (Measure low low_at high high_at sum)
  | _ => Malformed "the keys of a measure"
  end.

Definition step_keys : list string :=
  ["applicable"; "bound"; "evidence"; "failures"; "fold"; "given"; "kind"; "measure"; "name"; "over"; "points"; "reason";
   "relation"; "says"; "statement"; "term"; "verdict"; "witness"].
Definition older_step_keys : list string :=
  ["applicable"; "evidence"; "failures"; "fold"; "given"; "kind"; "measure"; "name"; "over"; "points"; "reason"; "says";
   "statement"; "term"; "verdict"; "witness"].

(** The values of a step in the order of [step_keys]; one that has neither a bound nor a relation has null for both. *)
Definition step_fields (j : json) : option (list json) :=
  match fields step_keys j with
  | Some l => Some l
  | None => match fields older_step_keys j with
      | Some [ap; ev; fa; fo; gi; ki; me; na; ov; po; re; sa; st; te; ve; wi] =>
          Some [ap; JNull; ev; fa; fo; gi; ki; me; na; ov; po; re; JNull; sa; st; te; ve; wi]
      | _ => None
      end
  end.

Definition step_read (j : json) : reading step :=
  match step_fields j with
  | Some [ap; bo; ev; fa; fo; gi; ki; me; na; ov; po; re; rel; sa; st; te; ve; wi] =>
      read! name := a_string na in read! _ := a_string sa in read! hash := a_string st in
      match ev with JNull =>
        read! kind := kind_read ki in read! ov := list_read a_string ov in read! gi := nullable term_of gi in
        read! fo := fold_read fo bo rel in read! te := term_of te in read! ve := verdict_read ve in
        read! re := nullable a_string re in
        read! _ := match re, ve with
        | Some why, Inconclusive =>
            if prefix "undecided at " why then Unknown "a step of which nothing is claimed" else Read tt
        | Some _, _ => Malformed "a reason where there is none"
        | None, _ => Read tt
        end in
        read! po := an_integer po in read! ap := an_integer ap in read! fa := an_integer fa in
        read! wi := nullable witness_read wi in read! me := nullable measure_read me in
        Read (Step name kind ov gi fo te hash ve (match re with Some _ => true | None => false end) po ap fa wi me)
      | _ => Unknown "evidence of a step"
      end
  | _ => Malformed "the keys of a step"
  end.

(** ** The statement *)

(** d, n and m are integers; a word is not written like a long integer. *)
Definition parameter_read (name : string) (j : json) : reading parameter :=
  match integer_of j with
  | Some z => Read (Integer z)
  | None =>
      read! s := a_string j in
      if (existsb (String.eqb name) ["d"; "n"; "m"] || prefix "0x" s || prefix "-0x" s)%bool
      then Malformed "a parameter that is no integer" else Read (Word s)
  end.
Definition parameters_read (j : json) : reading (list (string * parameter)) :=
  read! l := pairs_of j in all_read (fun '(name, v) => read! x := parameter_read name v in Read (name, x)) l.

Definition definition_read (j : json) : reading (string * term) :=
  match j with
  | JArray [JString x; t] => read! t := term_of t in Read (x, t)
  | _ => Malformed "a definition"
  end.

Definition part_read (j : json) : reading part :=
  match fields ["steps"; "undecided"; "words"] j with
  | Some [s; u; w] =>
      read! s := list_read a_string s in read! u := nullable a_string u in read! w := a_string w in
      if (w =? "")%string then Malformed "a part without words"
      else match u with
      | Some why => if why =? "" then Malformed "a part that is undecided without a reason" else Read (Part s true)
      | None => Read (Part s false)
      end
  | _ => Malformed "the keys of a part"
  end.

Definition overall_read (j : json) : reading overall :=
  read! s := a_string j in
  if s =? "holds" then Read OverallHolds else if s =? "holds in part" then Read HoldsInPart
  else if s =? "refuted" then Read OverallRefuted else if s =? "vacuous" then Read OverallVacuous
  else if s =? "inconclusive" then Read OverallInconclusive else Malformed "the verdict".

Definition scope_read (j : json) : reading bool :=
  read! s := a_string j in
  if s =? "enumerated" then Read false else if s =? "runs" then Read true else Unknown ("the scope " ++ s).

Definition decided_keys : list string :=
  ["claim"; "definitions"; "domains"; "judged"; "networks"; "parameters"; "parts"; "prime"; "scope"; "source"; "steps";
   "title"; "values"; "verdict"].

(** The statement as it is written. Its hashes, and that nothing in it is idle, are looked at in Hashes.v. *)
Definition statement_written (j : json) : reading statement :=
  read! l := pairs_of j in
  read! _ := match lookup "scope" l with Some scope => scope_read scope | None => Malformed "no scope" end in
  match fields decided_keys j with
  | Some [claim; defs; doms; judged; nets; params; parts; pr; scope; source; steps; title; vals; verdict] =>
      read! runs := scope_read scope in
      read! claim := a_string claim in read! _ := a_string source in read! _ := a_string title in
      read! p := an_integer pr in
      if negb (Z.eqb p prime) then Malformed "the prime"
      else
        read! params := parameters_read params in read! defs := list_read definition_read defs in
        read! vals := each_pair a_rational vals in read! nets := each_pair network_of nets in
        read! doms := list_read domain_of_json doms in read! steps := list_read step_read steps in
        read! parts := list_read part_read parts in read! judged := list_read a_string judged in
        read! verdict := overall_read verdict in
        Read (State claim params defs vals nets doms steps parts judged runs verdict)
  | _ => Malformed "the keys of the hashed part"
  end.
