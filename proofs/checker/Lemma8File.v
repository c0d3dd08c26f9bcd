(** * The network in a certificate of Lemma 8, as the file has it

    Instances.v proves that [lemma8_network d n m] is g_c of the general theorems. This is the text of the network in the
    certificate of Lemma 8 with d = 2, n = 2 and m = 3; reading it gives [lemma8_network 2 2 3]. *)

From Coq Require Import String List Ascii.
From Checker Require Import Syntax Json Decode Instances.
Import ListNotations.

Definition read_network (t : string) : reading network :=
  match parse_json (list_ascii_of_string t) with Some (j, []) => network_of j | _ => Malformed "no JSON"%string end.

Definition head_text (gain b_Q : string) : string :=
  "{""W_K"":[[1,3]],""W_O"":[[" ++ gain ++ "],[0]],""W_Q"":[[1,3]],""W_V"":[[1,3]],""b_Q"":[" ++ b_Q ++ "]}".

Definition network_text : string :=
  "{""d"":2,""items"":[{""family"":{""count"":9,""items"":[{""attention"":{""heads"":[" ++
  head_text "9" "{""constant"":""1/6"",""l"":-1}" ++ "," ++ head_text "-9" "{""constant"":""-1/6"",""l"":-1}" ++
  "],""tie_rule"":""average""}}],""start"":0,""step"":""1/3"",""variable"":""l""}},{""attention"":{""heads"":[" ++
  head_text "729" "0" ++ "],""tie_rule"":""average""}}],""stages"":{""output"":2,""sweep"":1}}".

Example network_in_file : read_network network_text = Read (lemma8_network 2 2 3).
Proof. vm_compute. reflexivity. Qed.
