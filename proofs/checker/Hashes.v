(** * Hashes of steps, and that nothing in a certificate is idle (docs/certificate-format.md, sections 2 and 6)

    [statement_of] is the statement of a certificate, once the hash of each of its steps is that of what the step says, and
    no definition, network or domain stands in the file that no step reaches. Soundness rests on neither: a statement means
    the same whatever its hashes are. *)

From Coq Require Import ZArith QArith List String Ascii.
From Checker Require Import Syntax Networks Terms Domains Truth Json CertificateFile Decode.
Import ListNotations.
Open Scope string_scope.

(** The names behind these operators, anywhere in a piece of JSON, before those that are known. *)
Fixpoint mentioned (operators : list string) (j : json) (known : list string) {struct j} : list string :=
  let among := fix go (l : list json) known := match l with [] => known | x :: rest => go rest (mentioned operators x known) end in
  match j with
  | JArray l =>
      among l (match l with
        | JString op :: JString name :: _ => if existsb (String.eqb op) operators then name :: known else known
        | _ => known
        end)
  | JObject l => (fix go (l : list (string * json)) known :=
      match l with [] => known | (_, x) :: rest => go rest (mentioned operators x known) end) l known
  | _ => known
  end.

(** The definitions that are reached from names, given the last one first; in their order. *)
Fixpoint reached (reversed : list json) (names : list string) (chosen : list json) : list json :=
  match reversed with
  | [] => chosen
  | JArray [JString x; t] as d :: rest =>
      if existsb (String.eqb x) names then reached rest (mentioned ["def"] t names) (d :: chosen) else reached rest names chosen
  | _ :: rest => reached rest names chosen
  end.

Definition field (name : string) (j : json) : json :=
  match j with JObject l => match lookup name l with Some v => v | None => JNull end | _ => JNull end.
Definition items_in (j : json) : list json := match j with JArray l => l | _ => [] end.

(** [name, spec] of each domain that a step is over. *)
Definition specs_over (doms : list json) (st : json) : list json :=
  flat_map (fun name => flat_map (fun d =>
      match name, field "name" d with
      | JString x, JString y => if x =? y then [JArray [name; field "spec" d]] else []
      | _, _ => []
      end) doms) (items_in (field "over" st)).

(** What the hash of a step is that of. *)
Definition said (st : json) : list json := [field "given" st; field "term" st; field "bound" st; field "fold" st].
Definition hashed (defs doms : list json) (st : json) : json :=
  let specs := specs_over doms st in
  let used := reached (rev defs) (mentioned ["def"] (JArray (said st ++ specs)) []) [] in
  let bound := match field "bound" st with JNull => [] | b => [("bound", b)] end in
  let rel := match field "bound" st with JNull => [] | _ => [("relation", field "relation" st)] end in
  JObject (bound ++ [("definitions", JArray used); ("domains", JArray specs); ("fold", field "fold" st); ("given", field "given" st)]
           ++ rel ++ [("term", field "term" st)]).

Definition hash_right (defs doms : list json) (st : json) : bool :=
  match field "statement" st with JString s => s =? digest_of (hashed defs doms st) | _ => false end.

(** A name for each definition, network and domain that no step reaches. *)
Definition idle (j : json) : list string :=
  let sts := items_in (field "steps" j) in let doms := items_in (field "domains" j) in
  let defs := items_in (field "definitions" j) in
  let over := flat_map (fun st => flat_map (fun x => match x with JString s => [s] | _ => [] end) (items_in (field "over" st))) sts in
  let texts := JArray (flat_map said sts ++ map (field "spec") doms) in
  let used := reached (rev defs) (mentioned ["def"] texts []) [] in
  let nets := mentioned ["stage"; "after"; "layer"; "network"] (JArray [texts; JArray used]) [] in
  let unused names known := filter (fun x => negb (existsb (String.eqb x) known)) names in
  let named := flat_map (fun x => match x with JString s => [s] | _ => [] end) in
  unused (named (map (field "name") doms)) over
  ++ unused (named (map (fun d => match d with JArray (x :: _) => x | _ => JNull end) defs))
       (named (map (fun d => match d with JArray (x :: _) => x | _ => JNull end) used))
  ++ unused (match field "networks" j with JObject l => map fst l | _ => [] end) nets.

Definition statement_of (j : json) : reading statement :=
  read! s := statement_written j in
  if forallb (hash_right (items_in (field "definitions" j)) (items_in (field "domains" j))) (items_in (field "steps" j)) then
    match idle j with
    | [] => Read s
    | x :: _ => Malformed ("no step speaks of " ++ x)
    end
  else Malformed "the hash of a step is not that of what it says".
