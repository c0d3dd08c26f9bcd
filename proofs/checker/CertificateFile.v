(** * CertificateFile: the layout of a certificate's file, to the byte

    A certificate is a file of four lines: the hashed part [decided], its digest, the format's name and the account of
    the run (docs/certificate-format.md, 1). [layout] are its bytes, and [read_file] reads them.

    Proved: where [read_file] returns something, the file is no larger than 64 MiB, both values are canonical objects,
    the digest is that of [decided], and the bytes are those of [layout], to the last one ([read_file_sound]). That the
    digest names this [decided] alone is not proved, and nothing rests on it. *)

From Coq Require Import ZArith List Ascii String Bool Lia.
From Checker Require Import Numerals Json Sha256.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.
Open Scope list_scope.
Open Scope bool_scope.

(** ** Bytes *)

Definition newline : list ascii := ["010"%char].

Definition before_decided : list ascii := text "{""decided"":".
Definition before_digest : list ascii := text "," ++ newline ++ text """digest"":".
Definition before_run : list ascii :=
  text "," ++ newline ++ text """exactua"":""certificate/2""," ++ newline ++ text """run"":".
Definition end_of_file : list ascii := text "}" ++ newline.

Definition layout (decided : json) (digest : string) (run : json) : list ascii :=
  before_decided ++ print_json decided ++ before_digest ++ print_json (JString digest)
  ++ before_run ++ print_json run ++ end_of_file.

(** The same, as it runs: all recursion over long lists is by tail calls. *)
Definition layout_bytes (decided : json) (digest : string) (run : json) : list ascii :=
  let first := print_reversed decided (rev_append before_decided []) in
  let second := print_reversed (JString digest) (rev_append before_digest first) in
  let third := print_reversed run (rev_append before_run second) in
  rev_append third end_of_file.

Lemma layout_bytes_is : forall decided digest run, layout_bytes decided digest run = layout decided digest run.
Proof.
  intros decided digest run. unfold layout_bytes, layout.
  rewrite !print_reversed_is, !rev_append_twice, !print_reversed_is, !rev_append_twice, !print_reversed_is.
  rewrite rev_append_twice. cbn [rev_append]. now rewrite !print_onto_is.
Qed.

(** The digest of the hashed part. *)
Definition digest_of (decided : json) : string :=
  string_of_list_ascii (text "sha256:" ++ sha256_hexadecimal (print_json decided)).

(** ** Size *)

Definition largest_file : Z := 64 * 2 ^ 20.

Fixpoint size_from (n : Z) (b : list ascii) : Z :=
  match b with
  | [] => n
  | _ :: more => size_from (n + 1) more
  end.

Lemma size_from_is : forall b n, size_from n b = n + Z.of_nat (List.length b).
Proof. induction b as [| c b IH]; intros n; cbn [size_from List.length]; [lia |]. rewrite IH. lia. Qed.

(** ** The reader *)

Definition is_object (j : json) : bool := match j with JObject _ => true | _ => false end.

(** The arrays and objects that may be in each other inside the outermost object. *)
Definition inside : nat := pred deepest.

(** The parts of a file in which nothing but punctuation has been looked at. *)
Definition parse_file (b : list ascii) : option (json * json * string) :=
  match behind before_decided b with
  | None => None
  | Some b =>
      match parse_at inside b with
      | None => None
      | Some (decided, b) =>
          match behind before_digest b with
          | None => None
          | Some b =>
              match parse_at inside b with
              | Some (JString digest, b) =>
                  match behind before_run b with
                  | None => None
                  | Some b =>
                      match parse_at inside b with
                      | None => None
                      | Some (run, _) => Some (decided, run, digest)
                      end
                  end
              | _ => None
              end
          end
      end
  end.

Definition read_file (b : list ascii) : option (json * json * string) :=
  if size_from 0 b <=? largest_file then
    match parse_file b with
    | None => None
    | Some (decided, run, digest) =>
        if is_object decided && is_object run && canonical decided && canonical run
           && String.eqb digest (digest_of decided) && same_bytes (layout_bytes decided digest run) b
        then Some (decided, run, digest)
        else None
    end
  else None.

Theorem read_file_sound : forall b decided run digest, read_file b = Some (decided, run, digest) ->
  b = layout decided digest run
  /\ digest = digest_of decided
  /\ canonical decided = true /\ canonical run = true
  /\ is_object decided = true /\ is_object run = true
  /\ Z.of_nat (List.length b) <= largest_file.
Proof.
  intros b decided run digest. unfold read_file.
  destruct (Z.leb_spec (size_from 0 b) largest_file) as [Hs |]; [| discriminate].
  rewrite size_from_is in Hs. destruct (parse_file b) as [[[d r] g] |]; [| discriminate].
  destruct (is_object d) eqn:H1; [| discriminate]. destruct (is_object r) eqn:H2; [| discriminate].
  destruct (canonical d) eqn:H3; [| discriminate]. destruct (canonical r) eqn:H4; [| discriminate].
  destruct (String.eqb_spec g (digest_of d)) as [H5 |]; [| discriminate].
  destruct (same_bytes (layout_bytes d g r) b) eqn:H6; [| discriminate].
  cbn [andb]. intros H. injection H as <- <- <-. apply same_bytes_iff in H6. rewrite layout_bytes_is in H6.
  repeat split; try assumption. now symmetry.
Qed.
