(** * A certificate, checked by the kernel of Rocq

    It says of itself: my_lemma:lemma at d=1 n=2

    [bytes] are the bytes of its file, and [certified] is the statement in it. The kernel computes [check],
    the verifier of proofs/checker, on these bytes. What it confirms is true: that is [check_sound] of
    Check.v. So the theorem [certificate_is_true] says that the file is the certificate of [certified], with
    its digest and its layout, and that [certified] is true in the sense of [true_of] in Truth.v. The
    examples show what [certified] says; [Print certified] shows all of it, with terms and networks. That
    these are those of the claim of this name is not shown here: `exactua verify` compares them.

    To have it checked, in a checkout of exactua, with Rocq (Coq 8.16) and nothing else:

        cd proofs/checker && coq_makefile -f _CoqProject -o Makefile.coq && make -f Makefile.coq InKernel.vo
        cd ../..
        coqc -Q proofs/checker Checker FILE.v

    It then prints what the theorem assumes: nothing (Closed under the global context). *)

From Coq Require Import ZArith QArith List String Ascii.
From Checker Require Import Syntax Truth Check InKernel.
Import ListNotations.
Open Scope string_scope.
Open Scope Z_scope.

Definition bytes : list ascii := bytes_of
  [["{""decided"":{""claim"":""my_lemma:lemma"",""definitions"":[],""domains"":[{""decided"":[[0,4]],""evidence"":{},""n";
    "ame"":""bits"",""points"":4,""spec"":{""ids"":[""list"",""i"",1,[""param"",""d""],[""^"",2,[""-"",[""var"",""i""],1]]],""kind""";
    ":""sequences"",""levels"":{""count"":2,""start"":0,""step"":1},""special"":[]}}],""judged"":[""rises"",""grows""],""net";
    "works"":{""f"":{""d"":1,""items"":[{""attention"":{""heads"":[{""W_K"":[[1]],""W_O"":[[1]],""W_Q"":[[1]],""W_V"":[[1]],";
    """b_Q"":[0]}],""tie_rule"":""average""}}],""stages"":{""output"":1}}},""parameters"":{""d"":1,""n"":2},""parts"":[],""p";
    "rime"":""0x1fffffffffffffff"",""scope"":""enumerated"",""source"":""my_lemma.py"",""steps"":[{""applicable"":4,""bou";
    "nd"":null,""evidence"":null,""failures"":0,""fold"":""each"",""given"":null,""kind"":""statement"",""measure"":{""max""";
    ":0,""max_at"":[""bits"",0],""min"":-1,""min_at"":[""bits"",1],""sum"":""0x1ffffffffffffffa""},""name"":""rises"",""over";
    """:[""bits""],""points"":4,""reason"":null,""relation"":null,""says"":""nothing falls"",""statement"":""sha256:f01e5";
    "7cb7928bb6642563af529d7d78ed36fb8bc9549cd55f6dce7cdc7eef5dc"",""term"":[""all"",""j"",1,[""param"",""n""],["">=""";
    ",[""entry"",[""stage"",""f"",""output"",[""point""]],1,[""var"",""j""]],[""entry"",[""point""],1,[""var"",""j""]]]],""verdi";
    "ct"":""holds"",""witness"":null},{""applicable"":4,""bound"":null,""evidence"":null,""failures"":1,""fold"":""each"",";
    """given"":null,""kind"":""statement"",""measure"":{""max"":0,""max_at"":[""bits"",0],""min"":-1,""min_at"":[""bits"",1],";
    """sum"":""0x1ffffffffffffffa""},""name"":""grows"",""over"":[""bits""],""points"":4,""reason"":null,""relation"":null,";
    """says"":""everything rises"",""statement"":""sha256:3e3d26ccb6009bc394ab0ea6c5486100dc0077b781377b0ecf8ef2";
    "3346e1fa71"",""term"":[""all"",""j"",1,[""param"",""n""],["">"",[""entry"",[""stage"",""f"",""output"",[""point""]],1,[""var";
    """,""j""]],[""entry"",[""point""],1,[""var"",""j""]]]],""verdict"":""refuted"",""witness"":{""at"":[[""bits"",0]],""bindin";
    "gs"":{""j"":1},""left"":0,""points"":[[[0,0]]],""relation"":"">"",""right"":0}}],""title"":""lemma"",""values"":{},""ver";
    "dict"":""refuted""},"];
   ["""digest"":""sha256:6d9a7b1206f0f0b2c05bf32ae2da9ea4e7aed7174fa170af488bb3616765bce2"","];
   ["""exactua"":""certificate/2"","];
   ["""run"":{""exactua"":""0""}}"]].

Definition certified : statement := Eval vm_compute in statement_in bytes.

Theorem certificate_is_true : certificate_of bytes certified /\ true_of certified.
Proof. apply check_sound. vm_cast_no_check (eq_refl (Confirmed certified)). Qed.

Example claim_is : claim certified = "my_lemma:lemma".
Proof. reflexivity. Qed.

Example parameters_are : parameters certified =
  [("d", Integer 1);
   ("n", Integer 2)].
Proof. reflexivity. Qed.

Example domains_are : domains_said certified =
  [("bits", 4)].
Proof. reflexivity. Qed.

(* Of each step: its places, those at which its hypothesis is true, and those of these at which it fails. *)
Example steps_are : steps_said certified =
  [("rises", Holds, (4, 4, 0));
   ("grows", Refuted, (4, 4, 1))].
Proof. reflexivity. Qed.

Example judged_are : judged certified =
  ["rises";
   "grows"].
Proof. reflexivity. Qed.

Example counterexamples_are : counterexamples certified =
  [("grows", [("bits", 0)], [[[(0 # 1)%Q]; [(0 # 1)%Q]]])].
Proof. reflexivity. Qed.

Example conclusion_is : conclusion certified = OverallRefuted.
Proof. reflexivity. Qed.

Print Assumptions certificate_is_true.
