(** * Sha256: the hash function of certificates

    [sha256 l] are the eight words of SHA-256 (FIPS 180-4) of the bytes l, and [sha256_hexadecimal l] are its 64
    hexadecimal digits. Words are integers in 0, ..., 2^32 - 1, and recursion over the message is by tail calls.

    Nothing is proved here but that the examples of the standard come out ([Example]s below), and no other theorem asks
    for more: a digest in a certificate is compared, and what a certificate says is never concluded from it. *)

From Coq Require Import ZArith List Ascii String.
From Checker Require Import Numerals.
Import ListNotations.
Open Scope Z_scope.
Open Scope list_scope.

(** ** Words *)

Definition word_mask : Z := 0xffffffff.

Definition add_words (x y : Z) : Z := Z.land (x + y) word_mask.

(** x turned right by three numbers of bits (the left shifts are 32 minus these), or turned by two and shifted by the
    third; the three results are combined by exclusive or. *)
Definition turned_thrice (r s t r' s' t' x : Z) : Z :=
  Z.lxor (Z.lxor (Z.lxor (Z.shiftr x r) (Z.shiftr x s)) (Z.shiftr x t))
         (Z.land (Z.lxor (Z.lxor (Z.shiftl x r') (Z.shiftl x s')) (Z.shiftl x t')) word_mask).

Definition turned_twice (r s t r' s' x : Z) : Z :=
  Z.lxor (Z.lxor (Z.lxor (Z.shiftr x r) (Z.shiftr x s)) (Z.shiftr x t))
         (Z.land (Z.lxor (Z.shiftl x r') (Z.shiftl x s')) word_mask).

(** The functions of section 4.1.2 of the standard. *)
Definition upper_sigma_0 : Z -> Z := turned_thrice 2 13 22 30 19 10.
Definition upper_sigma_1 : Z -> Z := turned_thrice 6 11 25 26 21 7.
Definition lower_sigma_0 : Z -> Z := turned_twice 7 18 3 25 14.
Definition lower_sigma_1 : Z -> Z := turned_twice 17 19 10 15 13.
Definition choice (x y z : Z) : Z := Z.lxor z (Z.land x (Z.lxor y z)).
Definition majority (x y z : Z) : Z := Z.lxor (Z.land x y) (Z.land z (Z.lxor x y)).

(** ** One block *)

(** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. *)
Definition round_constants : list Z :=
  [0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
   0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
   0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
   0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
   0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
   0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
   0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
   0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2].

(** Eight words. *)
Inductive state := State (a b c d e f g h : Z).

(** The first 32 bits of the fractional parts of the square roots of the first eight primes. *)
Definition initial : state :=
  State 0x6a09e667 0xbb67ae85 0x3c6ef372 0xa54ff53a 0x510e527f 0x9b05688c 0x1f83d9ab 0x5be0cd19.

(** The words of the schedule from the sixteen of a block: those so far are given, and result, last one first. *)
Fixpoint scheduled (more : nat) (words : list Z) : list Z :=
  match more with
  | O => words
  | S fewer =>
      match words with
      | _ :: w2 :: _ :: _ :: _ :: _ :: w7 :: _ :: _ :: _ :: _ :: _ :: _ :: _ :: w15 :: w16 :: _ =>
          scheduled fewer (Z.land (lower_sigma_1 w2 + w7 + lower_sigma_0 w15 + w16) word_mask :: words)
      | _ => words
      end
  end.

Fixpoint rounds (constants words : list Z) (a b c d e f g h : Z) : state :=
  match constants, words with
  | k :: constants', w :: words' =>
      let first := h + upper_sigma_1 e + choice e f g + k + w in
      rounds constants' words'
        (Z.land (first + upper_sigma_0 a + majority a b c) word_mask) a b c (add_words d first) e f g
  | _, _ => State a b c d e f g h
  end.

(** The block is given from its last word to its first. *)
Definition compress (s : state) (block : list Z) : state :=
  let (a, b, c, d, e, f, g, h) := s in
  let (a', b', c', d', e', f', g', h') :=
    rounds round_constants (rev_append (scheduled 48 block) []) a b c d e f g h in
  State (add_words a a') (add_words b b') (add_words c c') (add_words d d')
        (add_words e e') (add_words f f') (add_words g g') (add_words h h').

(** ** Messages *)

Definition word_of (a b c d : Z) : Z := ((a * 256 + b) * 256 + c) * 256 + d.

(** The words of a message behind those [before], the last one first, with the bit 1 behind the message; then the number
    of words, and of bytes, if [words] words are before. *)
Fixpoint packed (l : list ascii) (before : list Z) (words : Z) : list Z * Z * Z :=
  match l with
  | [] => (word_of 128 0 0 0 :: before, words + 1, 4 * words)
  | [x] => (word_of (code x) 128 0 0 :: before, words + 1, 4 * words + 1)
  | [x; y] => (word_of (code x) (code y) 128 0 :: before, words + 1, 4 * words + 2)
  | [x; y; z] => (word_of (code x) (code y) (code z) 128 :: before, words + 1, 4 * words + 3)
  | x :: y :: z :: t :: more => packed more (word_of (code x) (code y) (code z) (code t) :: before) (words + 1)
  end.

(** The words of whole blocks: zeros, and the number of bits in two words, are added. *)
Definition padded (l : list ascii) : list Z :=
  let '(words, number, bytes) := packed l [] 0 in
  let zeros := repeat 0 (Z.to_nat ((14 - number) mod 16)) in
  let bits := 8 * bytes in
  rev_append (Z.land bits word_mask :: Z.land (Z.shiftr bits 32) word_mask :: zeros ++ words) [].

(** A state after all whole blocks of [words]; [block] are words already taken, last one first, and [room] + 1 more make
    a block. *)
Fixpoint absorbed (s : state) (block : list Z) (room : nat) (words : list Z) : state :=
  match words with
  | [] => s
  | w :: more =>
      match room with
      | O => absorbed (compress s (w :: block)) [] 15 more
      | S less => absorbed s (w :: block) less more
      end
  end.

Definition sha256 (l : list ascii) : list Z :=
  let (a, b, c, d, e, f, g, h) := absorbed initial [] 15 (padded l) in [a; b; c; d; e; f; g; h].

(** Eight hexadecimal digits of a word. *)
Definition word_hexadecimal (w : Z) : list ascii :=
  map (fun shift => digit_char (Z.land (Z.shiftr w shift) 15)) [28; 24; 20; 16; 12; 8; 4; 0].

Definition sha256_hexadecimal (l : list ascii) : list ascii := flat_map word_hexadecimal (sha256 l).

(** ** The examples of the standard *)

Open Scope string_scope.

Example of_nothing :
  sha256_hexadecimal (list_ascii_of_string "")
  = list_ascii_of_string "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".
Proof. vm_compute. reflexivity. Qed.

Example of_24_bits :
  sha256_hexadecimal (list_ascii_of_string "abc")
  = list_ascii_of_string "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad".
Proof. vm_compute. reflexivity. Qed.

Example of_448_bits :
  sha256_hexadecimal (list_ascii_of_string
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
  = list_ascii_of_string "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1".
Proof. vm_compute. reflexivity. Qed.

Example of_896_bits :
  sha256_hexadecimal (list_ascii_of_string
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")
  = list_ascii_of_string "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1".
Proof. vm_compute. reflexivity. Qed.

