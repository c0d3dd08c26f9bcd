(** * Json: canonical JSON, and how certificates write numbers in it

    A certificate is a file in canonical JSON (docs/certificate-format.md, 1): no spaces, the keys of an object in
    increasing order, characters outside ASCII escaped, integers below 2^53 in absolute value and no other numbers.
    This file has the values ([json]), what it is for one to be [canonical], its bytes ([print_onto], [print_json]) and
    a reader ([read]).

    A string is held as it is written between the quotation marks, escapes and all: what the file writes as \u00e9 is
    held as these six characters. That is one spelling for each string, if the value is canonical.

    Proved: whatever [read] returns is canonical, and the bytes are those that it prints to, to the last one
    ([read_sound]). This rests on nothing in the parser, since [read] prints what was parsed and compares. The numbers
    of section 1 have one spelling each: [integer_of] and [rational_of] read a number exactly where it is written as
    [json_of_integer] and [json_of_rational] write it ([integer_of_iff], [rational_of_iff]). No key stands twice in a
    canonical object ([keys_distinct]). That [read] reads every canonical value back is in JsonComplete.v. *)

From Coq Require Import ZArith QArith List Ascii String Bool Lia.
From Checker Require Import Numerals.
Import ListNotations.
Open Scope char_scope.
Open Scope Z_scope.
Open Scope list_scope.
Open Scope bool_scope.

Notation text := list_ascii_of_string.

(** ** Values *)

Inductive json :=
| JNull
| JBool (b : bool)
| JInt (z : Z)
| JString (s : string)  (* as it is spelled between the quotation marks *)
| JArray (items : list json)
| JObject (fields : list (string * json)).

(** Induction with what is inside arrays and objects. *)
Section Induction.

Variable P : json -> Prop.
Hypothesis of_null : P JNull.
Hypothesis of_bool : forall b, P (JBool b).
Hypothesis of_int : forall z, P (JInt z).
Hypothesis of_string : forall s, P (JString s).
Hypothesis of_array : forall items, Forall P items -> P (JArray items).
Hypothesis of_object : forall fields, Forall (fun field => P (snd field)) fields -> P (JObject fields).

Fixpoint json_induction (j : json) : P j :=
  match j with
  | JNull => of_null
  | JBool b => of_bool b
  | JInt z => of_int z
  | JString s => of_string s
  | JArray items =>
      of_array items
        ((fix every (l : list json) : Forall P l :=
            match l with [] => Forall_nil _ | x :: more => Forall_cons x (json_induction x) (every more) end) items)
  | JObject fields =>
      of_object fields
        ((fix every (l : list (string * json)) : Forall (fun field => P (snd field)) l :=
            match l with [] => Forall_nil _ | x :: more => Forall_cons x (json_induction (snd x)) (every more) end)
           fields)
  end.

End Induction.

(** ** Bytes *)

Definition quote : ascii := """".
Definition backslash : ascii := "\".

(** What [print] writes of each item, with commas between them. *)
Definition separated {A : Type} (print : A -> list ascii -> list ascii) : list A -> list ascii -> list ascii :=
  fix go items rest :=
    match items with
    | [] => rest
    | [x] => print x rest
    | x :: more => print x ("," :: go more rest)
    end.

(** The bytes of j, and [rest] behind them. *)
Fixpoint print_onto (j : json) (rest : list ascii) : list ascii :=
  match j with
  | JNull => text "null" ++ rest
  | JBool b => text (if b then "true" else "false") ++ rest
  | JInt z => decimal z ++ rest
  | JString s => quote :: text s ++ quote :: rest
  | JArray items => "[" :: separated print_onto items ("]" :: rest)
  | JObject fields =>
      "{" :: separated (fun field rest => quote :: text (fst field) ++ quote :: ":" :: print_onto (snd field) rest)
               fields ("}" :: rest)
  end.

(** The same in reverse order in front of [before], and from it the bytes: this is what runs, since its recursion is no
    deeper than arrays and objects are in each other, however long they are. *)
Definition separated_reversed {A : Type} (print : A -> list ascii -> list ascii) :
  list A -> list ascii -> list ascii :=
  fix go items before :=
    match items with
    | [] => before
    | [x] => print x before
    | x :: more => go more ("," :: print x before)
    end.

Definition string_reversed (s : string) (before : list ascii) : list ascii :=
  quote :: rev_append (text s) (quote :: before).

Fixpoint print_reversed (j : json) (before : list ascii) : list ascii :=
  match j with
  | JNull => rev_append (text "null") before
  | JBool b => rev_append (text (if b then "true" else "false")) before
  | JInt z => rev_append (decimal z) before
  | JString s => string_reversed s before
  | JArray items => "]" :: separated_reversed print_reversed items ("[" :: before)
  | JObject fields =>
      "}" :: separated_reversed
               (fun field before => print_reversed (snd field) (":" :: string_reversed (fst field) before))
               fields ("{" :: before)
  end.

Definition print_json (j : json) : list ascii := rev_append (print_reversed j []) [].

Lemma separated_reversed_is : forall {A : Type} (print reversed : A -> list ascii -> list ascii) items,
  Forall (fun x => forall rest before, rev_append (reversed x before) rest = rev_append before (print x rest)) items ->
  forall rest before, rev_append (separated_reversed reversed items before) rest
                      = rev_append before (separated print items rest).
Proof.
  intros A print reversed items H. induction H as [| x [| y more] Hx _ IH]; intros rest before.
  - reflexivity.
  - apply Hx.
  - cbn [separated separated_reversed] in *. rewrite IH. cbn [rev_append]. now rewrite Hx.
Qed.

Lemma rev_append_twice : forall (l before rest : list ascii),
  rev_append (rev_append l before) rest = rev_append before (l ++ rest).
Proof.
  induction l as [| c l IH]; intros before rest; [reflexivity |]. cbn [rev_append app]. now rewrite IH.
Qed.

Lemma string_reversed_is : forall s before rest,
  rev_append (string_reversed s before) rest = rev_append before (quote :: text s ++ quote :: rest).
Proof. intros s before rest. unfold string_reversed. cbn [rev_append]. now rewrite rev_append_twice. Qed.

Lemma print_reversed_is : forall j before rest,
  rev_append (print_reversed j before) rest = rev_append before (print_onto j rest).
Proof.
  induction j as [| b | z | s | items IH | fields IH] using json_induction; intros before rest;
    cbn [print_reversed print_onto]; try apply rev_append_twice; try apply string_reversed_is.
  - cbn [rev_append]. rewrite (separated_reversed_is print_onto); [reflexivity |].
    revert IH. apply Forall_impl. intros x Hx rest' before'. apply Hx.
  - cbn [rev_append].
    rewrite (separated_reversed_is
      (fun field rest => quote :: text (fst field) ++ quote :: ":" :: print_onto (snd field) rest)); [reflexivity |].
    revert IH. apply Forall_impl. intros [k x] Hx rest' before'. cbn [fst snd] in *. rewrite Hx. cbn [rev_append].
    now rewrite string_reversed_is.
Qed.

Theorem print_json_is : forall j, print_json j = print_onto j [].
Proof. intros j. apply (print_reversed_is j [] []). Qed.

Lemma separated_app : forall {A : Type} (print : A -> list ascii -> list ascii) items,
  Forall (fun x => forall a b, print x (a ++ b) = print x a ++ b) items ->
  forall a b, separated print items (a ++ b) = separated print items a ++ b.
Proof.
  intros A print items H. induction H as [| x [| y more] Hx _ IH]; intros a b.
  - reflexivity.
  - apply Hx.
  - cbn [separated] in *. rewrite IH, <- Hx. reflexivity.
Qed.

Lemma print_onto_app : forall j a b, print_onto j (a ++ b) = print_onto j a ++ b.
Proof.
  induction j as [| c | z | s | items IH | fields IH] using json_induction; intros a b; cbn [print_onto];
    try apply app_assoc.
  - now rewrite !app_comm_cons, <- app_assoc.
  - rewrite app_comm_cons, separated_app by exact IH. reflexivity.
  - rewrite app_comm_cons, separated_app; [reflexivity |]. revert IH. apply Forall_impl.
    intros [k x] Hx a' b'. cbn [fst snd] in *. rewrite Hx. cbn [app]. now rewrite <- app_assoc.
Qed.

Lemma print_onto_is : forall j rest, print_onto j rest = print_json j ++ rest.
Proof. intros j rest. rewrite print_json_is. apply (print_onto_app j [] rest). Qed.

(** ** Canonical values *)

(** The character that stands behind a backslash for one with this code. *)
Definition short_escape (c : ascii) : option Z :=
  if Ascii.eqb c quote then Some 34
  else if Ascii.eqb c backslash then Some 92
  else if Ascii.eqb c "b" then Some 8
  else if Ascii.eqb c "t" then Some 9
  else if Ascii.eqb c "n" then Some 10
  else if Ascii.eqb c "f" then Some 12
  else if Ascii.eqb c "r" then Some 13
  else None.

Definition needs_no_escape (c : ascii) : bool :=
  (32 <=? code c) && (code c <=? 126) && negb (Ascii.eqb c quote) && negb (Ascii.eqb c backslash).

(** What is written as \u and four digits: all that is not in ASCII, or that is a control character without a short
    escape. *)
Definition needs_four_digits (k : Z) : bool :=
  (127 <=? k) || (k <? 8) || (k =? 11) || ((14 <=? k) && (k <? 32)).

Definition four_digits (a b c d : ascii) : option Z :=
  match digit_of a, digit_of b, digit_of c, digit_of d with
  | Some h, Some i, Some j, Some k => Some (((h * 16 + i) * 16 + j) * 16 + k)
  | _, _, _, _ => None
  end.

(** The UTF-16 code units that a spelling stands for, the last one first, in front of those [before]; None if something
    in it is not spelled in the one canonical way. *)
Fixpoint units_reversed (spelling : list ascii) (before : list Z) : option (list Z) :=
  match spelling with
  | [] => Some before
  | c :: more =>
      if Ascii.eqb c backslash then
        match more with
        | [] => None
        | e :: after =>
            if Ascii.eqb e "u" then
              match after with
              | a :: b :: c :: d :: others =>
                  match four_digits a b c d with
                  | Some k => if needs_four_digits k then units_reversed others (k :: before) else None
                  | None => None
                  end
              | _ => None
              end
            else
              match short_escape e with
              | Some k => units_reversed after (k :: before)
              | None => None
              end
        end
      else if needs_no_escape c then units_reversed more (code c :: before)
      else None
  end.

Definition spelled_canonically (s : string) : bool :=
  match units_reversed (text s) [] with Some _ => true | None => false end.

(** The code points of a string, where a pair of surrogates is one; the units are given, and joined, from the last. *)
Fixpoint points_onto (units : list Z) (points : list Z) : list Z :=
  match units with
  | [] => points
  | low :: more =>
      match more with
      | high :: others =>
          if (56320 <=? low) && (low <? 57344) && (55296 <=? high) && (high <? 56320)
          then points_onto others (65536 + (high - 55296) * 1024 + (low - 56320) :: points)
          else points_onto more (low :: points)
      | [] => low :: points
      end
  end.

Definition code_points (s : string) : option (list Z) :=
  match units_reversed (text s) [] with Some units => Some (points_onto units []) | None => None end.

(** The order of strings by code point. *)
Fixpoint before_in_order (a b : list Z) : bool :=
  match a, b with
  | _, [] => false
  | [], _ :: _ => true
  | x :: a', y :: b' => if x =? y then before_in_order a' b' else x <? y
  end.

(** Every key comes after the one before it. *)
Fixpoint increasing (last : option (list Z)) (fields : list (string * json)) : bool :=
  match fields with
  | [] => true
  | (key, _) :: more =>
      match code_points key with
      | None => false
      | Some points =>
          if match last with None => true | Some others => before_in_order others points end
          then increasing (Some points) more
          else false
      end
  end.

Fixpoint canonical (j : json) : bool :=
  match j with
  | JNull | JBool _ => true
  | JInt z => is_plain z
  | JString s => spelled_canonically s
  | JArray items => forallb canonical items
  | JObject fields => increasing None fields && forallb (fun field => canonical (snd field)) fields
  end.

Lemma order_irreflexive : forall a, before_in_order a a = false.
Proof. induction a as [| x a IH]; [reflexivity |]. cbn [before_in_order]. now rewrite Z.eqb_refl. Qed.

Lemma order_transitive : forall a b c, before_in_order a b = true -> before_in_order b c = true ->
  before_in_order a c = true.
Proof.
  induction a as [| x a IH]; intros [| y b] [| z c] Hab Hbc; try discriminate; try reflexivity.
  cbn [before_in_order] in *. destruct (Z.eqb_spec x y) as [-> |].
  - destruct (Z.eqb_spec y z); [now apply (IH b c) | exact Hbc].
  - apply Z.ltb_lt in Hab. destruct (Z.eqb_spec y z) as [-> |].
    + destruct (Z.eqb_spec x z); [lia | now apply Z.ltb_lt].
    + apply Z.ltb_lt in Hbc. destruct (Z.eqb_spec x z); [lia | apply Z.ltb_lt; lia].
Qed.

Lemma increasing_after : forall fields p, increasing (Some p) fields = true ->
  Forall (fun field => exists q, code_points (fst field) = Some q /\ before_in_order p q = true) fields.
Proof.
  induction fields as [| [k x] fields IH]; intros p H; [constructor |]. cbn [increasing] in H.
  destruct (code_points k) as [q |] eqn:Hq; [| discriminate]. destruct (before_in_order p q) eqn:Hpq; [| discriminate].
  constructor; [now exists q |]. apply IH in H. revert H. apply Forall_impl. intros field (r & Hr & Hqr).
  exists r. split; [exact Hr |]. now apply order_transitive with (b := q).
Qed.

(** No key stands twice in an object. *)
Theorem keys_distinct : forall fields, canonical (JObject fields) = true -> NoDup (map fst fields).
Proof.
  intros fields H. cbn [canonical] in H. apply andb_true_iff in H as [H _]. revert H.
  generalize (@None (list Z)) as last. induction fields as [| [k x] fields IH]; intros last H; [constructor |].
  cbn [increasing] in H. destruct (code_points k) as [p |] eqn:Hp; [| discriminate].
  destruct (match last with None => true | Some _ => _ end); [| discriminate]. constructor; [| now apply IH in H].
  cbn [fst]. intros Hk. apply in_map_iff in Hk as (field & E & Hin). apply increasing_after in H.
  rewrite Forall_forall in H. destruct (H _ Hin) as (q & Hq & Hpq). rewrite E, Hp in Hq. injection Hq as <-.
  now rewrite order_irreflexive in Hpq.
Qed.

(** ** A parser

    Whatever it returns is printed and compared, so nothing is proved of it here. *)

(** What stands behind w in b. *)
Fixpoint behind (w b : list ascii) : option (list ascii) :=
  match w, b with
  | [], _ => Some b
  | _ :: _, [] => None
  | x :: w', y :: b' => if Ascii.eqb x y then behind w' b' else None
  end.

(** A string up to its quotation mark, which is none behind a backslash, and what stands behind it. *)
Fixpoint parse_string (escaped : bool) (b before : list ascii) : option (string * list ascii) :=
  match b with
  | [] => None
  | c :: more =>
      if escaped then parse_string false more (c :: before)
      else if Ascii.eqb c quote then Some (string_of_list_ascii (rev_append before []), more)
      else parse_string (Ascii.eqb c backslash) more (c :: before)
  end.

(** The number that up to [most] digits make, behind the digits of v. *)
Fixpoint parse_digits (most : nat) (v : Z) (b : list ascii) : Z * list ascii :=
  match most with
  | O => (v, b)
  | S less =>
      match b with
      | [] => (v, b)
      | c :: more =>
          match digit_of c with
          | Some d => if d <? 10 then parse_digits less (v * 10 + d) more else (v, b)
          | None => (v, b)
          end
      end
  end.

(** An integer, of which no more than the digits that one below 2^53 has are read. *)
Definition parse_number (b : list ascii) : option (json * list ascii) :=
  match b with
  | [] => None
  | c :: more =>
      if Ascii.eqb c "-" then let (v, rest) := parse_digits most_digits 0 more in Some (JInt (- v), rest)
      else match digit_of c with
           | Some _ => let (v, rest) := parse_digits most_digits 0 b in Some (JInt v, rest)
           | None => None
           end
  end.

Section Loops.

Variable parse : list ascii -> option (json * list ascii).

(** Items with commas between them, up to the bracket. Each takes a byte at least: [bound] is as long as b or longer. *)
Fixpoint parse_items (bound b : list ascii) (before : list json) : option (json * list ascii) :=
  match bound with
  | [] => None
  | _ :: smaller =>
      match parse b with
      | Some (j, c :: more) =>
          if Ascii.eqb c "," then parse_items smaller more (j :: before)
          else if Ascii.eqb c "]" then Some (JArray (rev_append before [j]), more)
          else None
      | _ => None
      end
  end.

(** A key with its quotation marks, and the colon behind it. *)
Definition parse_key (b : list ascii) : option (string * list ascii) :=
  match b with
  | [] => None
  | c :: more =>
      if Ascii.eqb c quote then
        match parse_string false more [] with
        | Some (key, colon :: rest) => if Ascii.eqb colon ":" then Some (key, rest) else None
        | _ => None
        end
      else None
  end.

Fixpoint parse_fields (bound b : list ascii) (before : list (string * json)) : option (json * list ascii) :=
  match bound with
  | [] => None
  | _ :: smaller =>
      match parse_key b with
      | None => None
      | Some (key, value) =>
          match parse value with
          | Some (j, c :: more) =>
              if Ascii.eqb c "," then parse_fields smaller more ((key, j) :: before)
              else if Ascii.eqb c "}" then Some (JObject (rev_append before [(key, j)]), more)
              else None
          | _ => None
          end
      end
  end.

End Loops.

(** A value in which arrays and objects are in each other at most [depth] times. *)
Fixpoint parse_at (depth : nat) (b : list ascii) : option (json * list ascii) :=
  match b with
  | [] => None
  | c :: more =>
      if Ascii.eqb c quote then
        match parse_string false more [] with Some (s, rest) => Some (JString s, rest) | None => None end
      else if Ascii.eqb c "[" then
        match depth with
        | O => None
        | S less =>
            match behind (text "]") more with
            | Some rest => Some (JArray [], rest)
            | None => parse_items (parse_at less) more more []
            end
        end
      else if Ascii.eqb c "{" then
        match depth with
        | O => None
        | S less =>
            match behind (text "}") more with
            | Some rest => Some (JObject [], rest)
            | None => parse_fields (parse_at less) more more []
            end
        end
      else if Ascii.eqb c "n" then
        match behind (text "ull") more with Some rest => Some (JNull, rest) | None => None end
      else if Ascii.eqb c "t" then
        match behind (text "rue") more with Some rest => Some (JBool true, rest) | None => None end
      else if Ascii.eqb c "f" then
        match behind (text "alse") more with Some rest => Some (JBool false, rest) | None => None end
      else parse_number b
  end.

(** The page allows 200 arrays and objects in each other. *)
Definition deepest : nat := Z.to_nat 200.

Definition parse_json (b : list ascii) : option (json * list ascii) := parse_at deepest b.

(** ** The reader *)

Fixpoint same_bytes (a b : list ascii) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => if Ascii.eqb x y then same_bytes a' b' else false
  | _, _ => false
  end.

Lemma same_bytes_iff : forall a b, same_bytes a b = true <-> a = b.
Proof.
  induction a as [| x a IH]; intros [| y b]; cbn [same_bytes]; split; intros H; try discriminate; try reflexivity.
  - destruct (Ascii.eqb_spec x y) as [-> | _]; [| discriminate]. f_equal. now apply IH.
  - injection H as -> ->. rewrite Ascii.eqb_refl. now apply IH.
Qed.

(** The value of which b are the bytes. *)
Definition read (b : list ascii) : option json :=
  match parse_json b with
  | Some (j, []) => if canonical j && same_bytes (print_json j) b then Some j else None
  | _ => None
  end.

Theorem read_sound : forall b j, read b = Some j -> canonical j = true /\ b = print_json j.
Proof.
  intros b j. unfold read. destruct (parse_json b) as [[x [| c rest]] |]; try discriminate.
  destruct (canonical x) eqn:Hc; [| discriminate]. destruct (same_bytes (print_json x) b) eqn:Hs; [| discriminate].
  cbn [andb]. intros H. injection H as <-. split; [exact Hc |]. symmetry. now apply same_bytes_iff.
Qed.

(** ** Integers *)

Definition integer_of (j : json) : option Z :=
  match j with
  | JInt z => if is_plain z then Some z else None
  | JString s =>
      match read_integer (text s) with
      | Some z => if is_plain z then None else Some z
      | None => None
      end
  | _ => None
  end.

Definition json_of_integer (z : Z) : json :=
  if is_plain z then JInt z else JString (string_of_list_ascii (spelled z)).

Theorem integer_of_iff : forall j z, integer_of j = Some z <-> j = json_of_integer z.
Proof.
  intros j z. unfold json_of_integer. split.
  - destruct j as [| | y | s | |]; try discriminate; cbn [integer_of].
    + destruct (is_plain y) eqn:Hp; [| discriminate]. intros H. injection H as <-. now rewrite Hp.
    + destruct (read_integer (text s)) as [y |] eqn:E; [| discriminate]. destruct (is_plain y) eqn:Hp; [discriminate |].
      intros H. injection H as <-. rewrite Hp. apply read_integer_iff in E. rewrite <- E.
      now rewrite string_of_list_ascii_of_string.
  - intros ->. destruct (is_plain z) eqn:Hp; cbn [integer_of]; [now rewrite Hp |].
    rewrite list_ascii_of_string_of_list_ascii, (proj2 (read_integer_iff _ z) eq_refl). now rewrite Hp.
Qed.

(** ** Rationals *)

(** What stands before and behind the first stroke. *)
Fixpoint split_at_stroke (l before : list ascii) : option (list ascii * list ascii) :=
  match l with
  | [] => None
  | c :: more => if Ascii.eqb c "/" then Some (rev_append before [], more) else split_at_stroke more (c :: before)
  end.

Definition rational_of (j : json) : option Q :=
  match j with
  | JString s =>
      match split_at_stroke (text s) [] with
      | None => match integer_of j with Some z => Some (inject_Z z) | None => None end
      | Some (over, under) =>
          match read_integer over, read_integer under with
          | Some p, Some q => if (2 <=? q) && (Z.gcd p q =? 1) then Some (Qmake p (Z.to_pos q)) else None
          | _, _ => None
          end
      end
  | _ => match integer_of j with Some z => Some (inject_Z z) | None => None end
  end.

(** The rational q, in lowest terms. *)
Definition json_of_rational (q : Q) : json :=
  match Qden q with
  | xH => json_of_integer (Qnum q)
  | _ => JString (string_of_list_ascii (spelled (Qnum q) ++ "/" :: spelled (Z.pos (Qden q))))
  end.

Lemma spelled_magnitude_no_stroke : forall z, 0 <= z -> ~ In "/" (spelled_magnitude z).
Proof.
  intros z Hz. assert (forall base, 2 <= base <= 16 -> ~ In "/" (numeral base z)) as N.
  { intros base Hb Hin. pose proof (numeral_digits base z Hb Hz) as F. rewrite Forall_forall in F.
    destruct (F _ Hin) as (d & Hd & _). discriminate. }
  unfold spelled_magnitude. destruct (is_plain z); [now apply N |].
  intros [H | [H | H]]; try discriminate. now apply (N 16) in H.
Qed.

Lemma spelled_no_stroke : forall z, ~ In "/" (spelled z).
Proof.
  intros z. unfold spelled. destruct (Z.ltb_spec z 0).
  - intros [E | H']; [discriminate |]. apply spelled_magnitude_no_stroke in H'; [easy | lia].
  - apply spelled_magnitude_no_stroke. lia.
Qed.

Lemma split_at_stroke_some : forall l before over under, split_at_stroke l before = Some (over, under) ->
  rev_append before l = over ++ "/" :: under.
Proof.
  induction l as [| c l IH]; intros before over under H; [discriminate |]. cbn [split_at_stroke] in H.
  destruct (Ascii.eqb_spec c "/") as [-> | _].
  - injection H as <- <-. rewrite !rev_append_rev, app_nil_r. reflexivity.
  - apply IH in H. exact H.
Qed.

Lemma split_at_stroke_none : forall l before, ~ In "/" l -> split_at_stroke l before = None.
Proof.
  induction l as [| c l IH]; intros before H; [reflexivity |]. cbn [split_at_stroke].
  destruct (Ascii.eqb_spec c "/") as [-> | _]; [exfalso; apply H; now left |]. apply IH. intros H'. apply H. now right.
Qed.

Lemma split_at_first_stroke : forall over under before, ~ In "/" over ->
  split_at_stroke (over ++ "/" :: under) before = Some (rev_append before [] ++ over, under).
Proof.
  induction over as [| c over IH]; intros under before H; cbn [split_at_stroke app].
  - now rewrite Ascii.eqb_refl, app_nil_r.
  - destruct (Ascii.eqb_spec c "/") as [-> | _]; [exfalso; apply H; now left |].
    rewrite IH by (intros H'; apply H; now right). f_equal. f_equal.
    rewrite !rev_append_rev, !app_nil_r. cbn [rev]. now rewrite <- app_assoc.
Qed.

(** In lowest terms, Qred changes nothing. *)
Lemma Qred_lowest : forall p q, Z.gcd p (Z.pos q) = 1 -> Qred (p # q) = p # q.
Proof.
  intros p q H. pose proof (Z.ggcd_gcd p (Z.pos q)) as G. pose proof (Z.ggcd_correct_divisors p (Z.pos q)) as D.
  unfold Qred. destruct (Z.ggcd p (Z.pos q)) as [g [a b]]. cbn [fst] in G. destruct D as [Da Db].
  rewrite G, H in *. rewrite Z.mul_1_l in *. subst a b. reflexivity.
Qed.

Lemma lowest_of_Qred : forall q, q = Qred q -> Z.gcd (Qnum q) (Z.pos (Qden q)) = 1.
Proof.
  intros [p q] H. pose proof (Z.ggcd_gcd p (Z.pos q)) as G. pose proof (Z.ggcd_correct_divisors p (Z.pos q)) as D.
  unfold Qred in H. cbn [Qnum Qden] in *. destruct (Z.ggcd p (Z.pos q)) as [g [a b]]. cbn [fst] in G.
  destruct D as [Da Db]. rewrite <- G. injection H as Hp Hq.
  assert (0 <= g) as Hg by (rewrite G; apply Z.gcd_nonneg). assert (0 < b) as Hb by nia.
  assert (Z.pos q = b) as E by (rewrite Hq; apply Z2Pos.id; lia). nia.
Qed.

Lemma integer_without_stroke : forall z s, json_of_integer z = JString s -> split_at_stroke (text s) [] = None.
Proof.
  intros z s. unfold json_of_integer. destruct (is_plain z); [discriminate |]. intros H. injection H as <-.
  rewrite list_ascii_of_string_of_list_ascii. apply split_at_stroke_none, spelled_no_stroke.
Qed.

Lemma rational_of_integer : forall z, rational_of (json_of_integer z) = Some (inject_Z z).
Proof.
  intros z. pose proof (proj2 (integer_of_iff (json_of_integer z) z) eq_refl) as I.
  pose proof (integer_without_stroke z) as N. destruct (json_of_integer z); cbn [rational_of]; try now rewrite I.
  now rewrite (N _ eq_refl), I.
Qed.

Theorem rational_of_sound : forall j q, rational_of j = Some q -> q = Qred q /\ j = json_of_rational q.
Proof.
  assert (forall j z q, integer_of j = Some z -> Some (inject_Z z) = Some q ->
    q = Qred q /\ j = json_of_rational q) as I.
  { intros j z q Hz H. injection H as <-. apply integer_of_iff in Hz. split; [| exact Hz].
    symmetry. apply Qred_lowest. apply Z.gcd_1_r. }
  intros j q H. unfold rational_of in H.
  destruct j as [| | | s | |]; try (destruct (integer_of _) eqn:E in H; [now apply (I _ _ _ E) | discriminate]).
  destruct (split_at_stroke (text s) []) as [[over under] |] eqn:S;
    [| destruct (integer_of _) eqn:E in H; [now apply (I _ _ _ E) | discriminate]].
  destruct (read_integer over) as [a |] eqn:Ea; [| discriminate].
  destruct (read_integer under) as [b |] eqn:Eb; [| discriminate].
  destruct (Z.leb_spec 2 b) as [Hb |]; [| discriminate].
  destruct (Z.eqb_spec (Z.gcd a b) 1) as [Hg |]; [| discriminate].
  cbn [andb] in H. injection H as <-. apply split_at_stroke_some in S. cbn [rev_append] in S.
  apply read_integer_iff in Ea as ->. apply read_integer_iff in Eb as ->.
  assert (Z.pos (Z.to_pos b) = b) as Hp by (apply Z2Pos.id; lia). split.
  - symmetry. apply Qred_lowest. now rewrite Hp.
  - unfold json_of_rational. cbn [Qnum Qden]. rewrite Hp, <- S, string_of_list_ascii_of_string.
    destruct (Z.to_pos b); try reflexivity. lia.
Qed.

Theorem rational_of_json : forall q, q = Qred q -> rational_of (json_of_rational q) = Some q.
Proof.
  intros [p q] H. apply lowest_of_Qred in H. cbn [Qnum Qden] in H.
  assert (q <> 1%positive ->
    rational_of (JString (string_of_list_ascii (spelled p ++ "/" :: spelled (Z.pos q)))) = Some (p # q)) as S.
  { intros Hq. cbn [rational_of]. rewrite list_ascii_of_string_of_list_ascii.
    rewrite split_at_first_stroke by apply spelled_no_stroke. cbn [rev_append app].
    rewrite !(proj2 (read_integer_iff _ _) eq_refl). destruct (Z.leb_spec 2 (Z.pos q)); [| lia].
    rewrite H. reflexivity. }
  unfold json_of_rational. cbn [Qnum Qden]. destruct q as [q | q |]; try (apply S; discriminate).
  exact (rational_of_integer p).
Qed.

(** Each rational is read from one value only, and is in lowest terms then. *)
Theorem rational_of_iff : forall j q, rational_of j = Some q <-> q = Qred q /\ j = json_of_rational q.
Proof.
  intros j q. split; [apply rational_of_sound |]. intros [Hq ->]. now apply rational_of_json.
Qed.
