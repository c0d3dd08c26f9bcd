(** * A certificate that the kernel checks

    What the files of `exactua export CERT --format rocq` are made of. Such a file has the bytes of a certificate, as lines
    of pieces of text ([bytes_of]). The statement that they make is read from them ([statement_in]), and the kernel computes
    that [check] of Check.v confirms it: by [check_sound] the bytes are then the certificate of that statement, and it is
    true. No extracted program has a part in this.

    [counterexamples] and the like are what an exported file says of its statement in one line each. Nothing is proved
    here. *)

From Coq Require Import ZArith QArith List String Ascii.
From Checker Require Import Syntax Json CertificateFile Decode Check.
Import ListNotations.

(** The bytes of lines, each of which is given in pieces and ends with a newline. *)
Definition bytes_of (lines : list (list string)) : list ascii :=
  flat_map (fun pieces => (flat_map list_ascii_of_string pieces ++ newline)%list) lines.

(** A statement that says nothing. *)
Definition nothing_said : statement := State "" [] [] [] [] [] [] [] [] false OverallVacuous.

(** The statement in the bytes of a certificate, whether it is true or not; [nothing_said] where none can be read. *)
Definition statement_in (b : list ascii) : statement :=
  match parse_file b with
  | Some (decided, _, _) => match statement_written decided with Read s => s | _ => nothing_said end
  | None => nothing_said
  end.

(** The name of a domain, and how many points it has. *)
Definition domains_said (s : statement) : list (string * Z) :=
  map (fun d => (domain_name d, domain_points d)) (domains s).

(** The name of a step, its verdict, and of how many places it speaks, at how many of them its hypothesis is true, and at how
    many of these it fails. *)
Definition steps_said (s : statement) : list (string * verdict * (Z * Z * Z)) :=
  map (fun st => (step_name st, the_verdict st, (points st, applicable st, failures st))) (steps s).

(** The name of each step that is refuted by an example, where that lies, and its matrices, each as the list of its
    columns. *)
Definition counterexamples (s : statement) : list (string * list position * list (list (list Q))) :=
  flat_map (fun st => match the_verdict st, the_witness st with
                      | Refuted, Some w => [(step_name st, at_positions w, at_points w)]
                      | _, _ => []
                      end) (steps s).
