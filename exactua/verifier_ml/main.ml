(* main.ml: checks a certificate of exactua again, by a verifier that is proved correct (docs/proved-verifier.md).

       ocamlfind ocamlopt -O3 -w -a -package unix,zarith -linkpkg checker.ml main.ml -o exactua-verifier-ml
       ./exactua-verifier-ml CERT [--seconds N]

   All that decides is [Checker.check], which Rocq extracts from proofs/checker. What stands beside it is not proved: it
   reads a file, hands its bytes over and says the answer. Exit codes: 0 the certificate is confirmed, whatever its verdict:
   everything in it was recomputed; 1 it is not; 2 the file is unreadable, or wrong usage; 3 it is not re-checked: it
   holds something that this verifier does not decide, or there was not enough time or memory. It samples nothing. *)

(* Of exactua; [exactua verifier --emit] writes its own here. *)
let exactua_version = "unknown (source tree)"

(* ---- Words *)

(* Words that may come from a file, as one line of printable ASCII. *)
let escaped text =
  let character c = if c >= ' ' && c <= '~' then String.make 1 c else Printf.sprintf "\\x%02x" (Char.code c) in
  String.concat "" (List.map character (List.of_seq (String.to_seq text)))

(* A name from a file: as it is, or in quotes where something else could be read into it. [Checker] holds a string as the
   file spells it between its quotes. *)
let shown name =
  let plain = function
    | 'A' .. 'Z' | 'a' .. 'z' | '0' .. '9' | '_' | '.' | ':' | '@' | '+' | '/' | '-' -> true
    | _ -> false in
  if name <> "" && String.for_all plain name then name else escaped ("\"" ^ name ^ "\"")

(* As a certificate spells it: in decimal digits where it is below 2^53. *)
let number z = if Z.numbits z <= 53 then Z.to_string z else Z.format "%#x" z

let verdict_word = function
  | Checker.Holds -> "holds" | Checker.Refuted -> "refuted"
  | Checker.Vacuous -> "vacuous" | Checker.Inconclusive -> "inconclusive"

let conclusion_word = function
  | Checker.OverallHolds -> "holds" | Checker.HoldsInPart -> "holds in part" | Checker.OverallRefuted -> "refuted"
  | Checker.OverallVacuous -> "vacuous" | Checker.OverallInconclusive -> "inconclusive"

(* d, n and m first; the others in their order. *)
let instance parameters =
  let rank (name, _) = match name with "d" -> 0 | "n" -> 1 | "m" -> 2 | _ -> 3 in
  let value = function Checker.Integer z -> number z | Checker.Word word -> shown word in
  let in_order = List.stable_sort (fun a b -> compare (rank a) (rank b)) parameters in
  String.concat " " (List.map (fun (name, x) -> shown name ^ "=" ^ value x) in_order)

let step_line (s : Checker.step) =
  Printf.sprintf "  %s: %s (points %s, applicable %s, failures %s) %s" (shown s.step_name) (verdict_word s.the_verdict)
    (number s.points) (number s.applicable) (number s.failures) (escaped s.statement_hash)

(* How many parts of the statement hold or are refuted, and how many are vacuous. *)
let parts_lines (s : Checker.statement) =
  let verdict (part : Checker.part) =
    let verdicts =
      List.filter_map
        (fun (step : Checker.step) -> if List.mem step.step_name part.part_steps then Some step.the_verdict else None)
        s.steps in
    let first = List.find_opt (fun v -> List.mem v verdicts) [ Checker.Refuted; Checker.Inconclusive; Checker.Holds ] in
    Option.value first ~default:Checker.Vacuous in
  let told (part : Checker.part) = verdict part = Checker.Refuted || not part.part_undecided in
  let verdicts = List.map verdict (List.filter told s.parts) in
  let count wanted = List.length (List.filter (fun v -> List.mem v wanted) verdicts) in
  let vacuous = count [ Checker.Vacuous ] in
  if s.parts = [] then []
  else
    [ Printf.sprintf "  %d of %d parts of the statement are decided%s" (count [ Checker.Holds; Checker.Refuted ])
        (List.length s.parts)
        (if vacuous > 0 then Printf.sprintf ", %d vacuous" vacuous else "") ]

(* Which steps that hold over orbits do so for every order of the columns (the theorems of Orbits.v), and for which that is
   shown of sorted ones alone. *)
let speech_lines (s : Checker.statement) =
  let line words wanted =
    match List.filter (fun (x : Checker.step) -> x.the_verdict = Checker.Holds && Checker.speech_of s x = wanted) s.steps with
    | [] -> []
    | steps -> [ "  " ^ words ^ ": " ^ String.concat ", " (List.map (fun (x : Checker.step) -> shown x.step_name) steps) ] in
  line "shown for every order of the columns" Checker.AllOrders
  @ line "shown for sorted columns" Checker.SortedRepresentatives

let report (s : Checker.statement) =
  let points = List.fold_left (fun sum (d : Checker.domain) -> Z.add sum d.domain_points) Z.zero s.domains in
  let where = if s.parameters = [] then "" else " at " ^ instance s.parameters in
  let first =
    [ Printf.sprintf "confirmed: %s (%s of %s points recomputed)" (conclusion_word s.conclusion) (Z.to_string points)
        (Z.to_string points);
      "says of itself: " ^ shown s.claim ^ where ] in
  String.concat "\n" (List.concat [ first; List.map step_line s.steps; parts_lines s; speech_lines s ])

(* ---- Files *)

let confirmed, not_confirmed, unreadable, not_rechecked = 0, 1, 2, 3

exception Refused of string

(* The bytes of a regular file: reading a pipe or a device might never end. *)
let bytes_of path =
  try
    let file = Unix.openfile path [ Unix.O_RDONLY; Unix.O_NONBLOCK ] 0 in
    let about = Unix.fstat file in
    if about.Unix.st_kind <> Unix.S_REG then raise (Refused "the file is not a regular file");
    if about.Unix.st_size = 0 || about.Unix.st_size > 64 * 1024 * 1024 then
      raise (Refused "the file is empty, or larger than 64 MiB");
    let channel = Unix.in_channel_of_descr file in
    set_binary_mode_in channel true;
    really_input_string channel about.Unix.st_size
  with Unix.Unix_error _ | Sys_error _ | End_of_file -> raise (Refused "the file cannot be read")

let has text part =
  let last = String.length text - String.length part in
  let rec from i = i <= last && (String.sub text i (String.length part) = part || from (i + 1)) in
  from 0

(* What is said of a file, and the exit code. *)
let answer path =
  try
    let text = bytes_of path in
    match Checker.check (List.of_seq (String.to_seq text)) with
    | Checker.Confirmed statement -> report statement, confirmed
    | Checker.Wrong why -> "not confirmed: " ^ escaped why, not_confirmed
    | Checker.NotRechecked what -> "not re-checked: " ^ escaped what, not_rechecked
    | Checker.Unreadable when has text ",\n\"exactua\":\"limit/2\"" -> "not re-checked: a limit of softmax", not_rechecked
    | Checker.Unreadable when has text ",\n\"exactua\":\"proof/2\"" ->
        "not re-checked: a proof is for its kernel to check again", not_rechecked
    | Checker.Unreadable ->
        "unreadable: the file is no certificate/2 in canonical form with its digest, or nested too deeply", unreadable
  with
  | Refused why -> "unreadable: " ^ why, unreadable
  | Stack_overflow | Out_of_memory -> "not re-checked: it takes more memory than there is", not_rechecked

(* ---- The program *)

let say_and_end (text, code) =
  print_endline text;
  exit code

(* From now on this program ends when its time is over (0: never), or when nobody waits for it any more. *)
let watch seconds =
  let parent = Unix.getppid () and last = Unix.gettimeofday () +. seconds in
  let look _ =
    if Unix.getppid () <> parent then exit not_rechecked;
    if seconds > 0. && Unix.gettimeofday () >= last then
      say_and_end ("not re-checked: it takes more time than it may", not_rechecked) in
  Sys.set_signal Sys.sigalrm (Sys.Signal_handle look);
  let first = if seconds > 0. then min seconds 0.5 else 0.5 in
  ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.5; it_value = first })

(* Starts this program once more under a shell that lets it have a stack of 8 GiB, or as much as there may be: functions
   over long lists are not all tail-recursive. Where it is ended for want of memory, the shell says so. A mark in the
   environment tells that this was done. *)
let with_a_large_stack () =
  let mark = "EXACTUA_VERIFIER_STACK" in
  let script =
    "ulimit -s 8388608 2>/dev/null || ulimit -s $(ulimit -H -s) 2>/dev/null; \"$0\" \"$@\"; code=$?; "
    ^ "if [ $code -gt 3 ]; then echo 'not re-checked: it takes more memory than there is'; code=3; fi; exit $code" in
  if Sys.getenv_opt mark = None then begin
    Unix.putenv mark "asked for";
    let arguments = List.tl (Array.to_list Sys.argv) in
    try Unix.execv "/bin/sh" (Array.of_list ([ "sh"; "-c"; script; Sys.executable_name ] @ arguments))
    with Unix.Unix_error _ -> ()
  end

let usage code =
  (if code = 0 then print_endline else prerr_endline) "usage: verifier CERT [--seconds N]";
  exit code

let () =
  let path = ref "" and seconds = ref "600" in
  let prefix = "--seconds=" in
  let rec read = function
    | ("--help" | "-h") :: _ -> usage 0
    | "--version" :: _ -> say_and_end ("exactua verifier (proved) " ^ exactua_version, 0)
    | "--seconds" :: value :: rest -> seconds := value; read rest
    | word :: rest when String.starts_with ~prefix word ->
        let length = String.length prefix in
        seconds := String.sub word length (String.length word - length);
        read rest
    | word :: rest when !path = "" && word <> "" && word.[0] <> '-' -> path := word; read rest
    | _ :: _ -> usage unreadable
    | [] -> () in
  read (List.tl (Array.to_list Sys.argv));
  let budget = match float_of_string_opt !seconds with Some n when n >= 0. && n < 1e9 -> n | _ -> usage unreadable in
  if !path = "" then usage unreadable;
  with_a_large_stack ();
  watch budget;
  let told = answer !path in
  ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.; it_value = 0. }); (* what is found is told in full *)
  say_and_end told
