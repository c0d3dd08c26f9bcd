(** * The verifier as a program

    [check] of Check.v as OCaml. What an extraction directive says is trusted, so all there are are listed here: those of
    ExtrOcamlBasic (truth values, lists, options and pairs are OCaml's), ExtrOcamlNativeString (characters are [char], strings
    are [string]), ExtrOcamlZBigInt (integers are zarith's, with their sums, products, quotients, comparisons and shifts),
    and that the greatest common divisor is zarith's. *)

From Coq Require Import ZArith List String Ascii.
From Coq Require Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlNativeString ExtrOcamlZBigInt.
From Checker Require Import Check.

Extract Constant Z.gcd => "Big_int_Z.gcd_big_int".

Set Warnings "-extraction-opaque-accessed,-extraction-reserved-identifier".
Extraction "checker.ml" check.
