(** * The verifier as a program

    [check] of Check.v as OCaml. What an extraction directive says is trusted, so all there are are listed here: those of
    ExtrOcamlBasic (truth values, lists, options and pairs are OCaml's), ExtrOcamlNativeString (characters are [char], strings
    are [string]), ExtrOcamlZBigInt (integers are zarith's, with their sums, products, quotients, comparisons and shifts),
    and that greatest common divisors and bitwise and, exclusive or are zarith's. *)

From Coq Require Import ZArith List String Ascii.
From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlNativeString ExtrOcamlZBigInt.
From Checker Require Import Check Orbits.

Extract Constant Z.gcd => "Big_int_Z.gcd_big_int".
Extract Constant Z.land => "Big_int_Z.and_big_int".
Extract Constant Z.lxor => "Big_int_Z.xor_big_int".

Set Warnings "-extraction-opaque-accessed,-extraction-reserved-identifier".
Extraction "checker.ml" check speech_of.
