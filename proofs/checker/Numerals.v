(** * Numerals: how certificates write integers, one spelling for each

    An integer below 2^53 in absolute value is written in decimal, any other in hexadecimal behind 0x, in lower case; a
    negative one has a minus sign in front, and nothing begins with a needless 0 (docs/certificate-format.md, 1).
    [spelled z] is this text of z, as a list of characters, and [read_integer] reads it. Hundreds of thousands of digits
    are read in little time; to write them takes time that grows with the square of their number.

    Proved: [read_integer l = Some z] if and only if [l = spelled z] ([read_integer_iff]). So every integer is read from
    one text only, and every text is read as one integer at most. The same is proved of numerals in any base from 2 to
    16 ([natural_of_iff]). *)

From Coq Require Import ZArith List Ascii Bool Lia.
Import ListNotations.
Open Scope char_scope.
Open Scope Z_scope.
Open Scope bool_scope.

(** ** Digits *)

(** The code of a character, 0 to 255. *)
Definition code (c : ascii) : Z := Z.of_N (N_of_ascii c).

(** The digit 0 to 15 that a character 0-9, a-f stands for, and the character of a digit. *)
Definition digit_of (c : ascii) : option Z :=
  let k := code c in
  if (48 <=? k) && (k <=? 57) then Some (k - 48)
  else if (97 <=? k) && (k <=? 102) then Some (k - 87)
  else None.

Definition digit_char (d : Z) : ascii := ascii_of_N (Z.to_N (if d <? 10 then d + 48 else d + 87)).

Lemma digits_below_16 : forall d, 0 <= d < 16 ->
  In d [0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 15].
Proof. intros d H. simpl. lia. Qed.

Lemma digit_of_char : forall d, 0 <= d < 16 -> digit_of (digit_char d) = Some d.
Proof. intros d H. apply digits_below_16 in H. simpl in H. intuition (subst d; reflexivity). Qed.

Lemma digit_of_some : forall c d, digit_of c = Some d -> 0 <= d < 16 /\ c = digit_char d.
Proof.
  intros [b0 b1 b2 b3 b4 b5 b6 b7] d H.
  destruct b0, b1, b2, b3, b4, b5, b6, b7; vm_compute in H;
    try discriminate; injection H as <-; (split; [lia | reflexivity]).
Qed.

Lemma digit_of_0 : forall c, digit_of c = Some 0 -> c = "0".
Proof. intros c H. apply digit_of_some in H as [_ ->]. reflexivity. Qed.

(** ** Numerals in one base *)

Section Base.

Variable base : Z.
Hypothesis base_is : 2 <= base <= 16.

(** The digits of z, and [rest] behind them. The positive number only bounds the recursion; it is at least z where this
    is used. *)
Fixpoint numeral_onto (bound : positive) (z : Z) (rest : list ascii) : list ascii :=
  if z <? base then digit_char z :: rest
  else match bound with
       | xH => rest
       | xO smaller | xI smaller => numeral_onto smaller (z / base) (digit_char (z mod base) :: rest)
       end.

(** The numeral of z >= 0. *)
Definition numeral (z : Z) : list ascii := numeral_onto (Z.to_pos z) z [].

(** The number whose digits are those of [before] and then the characters l, if all of these are digits. *)
Fixpoint value_from (before : Z) (l : list ascii) : option Z :=
  match l with
  | [] => Some before
  | c :: more =>
      match digit_of c with
      | Some d => if d <? base then value_from (before * base + d) more else None
      | None => None
      end
  end.

(** The same value for numerals of any length in little time: the digits, the last one first, are joined in pairs to
    digits in the base that is the square, and so on. *)
Fixpoint digits_reversed (l : list ascii) (before : list Z) : option (list Z) :=
  match l with
  | [] => Some before
  | c :: more =>
      match digit_of c with
      | Some d => if d <? base then digits_reversed more (d :: before) else None
      | None => None
      end
  end.

Fixpoint in_pairs (b : Z) (digits before : list Z) : list Z :=
  match digits with
  | x :: y :: more => in_pairs b more (x + b * y :: before)
  | _ => rev_append before digits
  end.

Fixpoint positional (b : Z) (digits : list Z) : Z :=
  match digits with
  | [] => 0
  | x :: more => x + b * positional b more
  end.

Fixpoint joined (turns : nat) (b : Z) (digits : list Z) : Z :=
  match digits with
  | [] => 0
  | [x] => x
  | _ =>
      match turns with
      | O => positional b digits
      | S fewer => joined fewer (b * b) (in_pairs b digits [])
      end
  end.

Definition value_of (l : list ascii) : option Z :=
  match digits_reversed l [] with
  | Some digits => Some (joined 64 base digits)
  | None => None
  end.

(** The number of which l is the numeral: not empty, and the first digit is no 0, but for the numeral 0. *)
Definition natural_of (l : list ascii) : option Z :=
  match l with
  | [] => None
  | c :: more =>
      if Ascii.eqb c "0" then match more with [] => Some 0 | _ :: _ => None end
      else value_of l
  end.

Lemma positional_in_pairs : forall b n digits before, (length digits <= n)%nat ->
  positional (b * b) (in_pairs b digits before) = positional (b * b) (rev_append before [])
    + (b * b) ^ Z.of_nat (length before) * positional b digits.
Proof.
  assert (forall b l (m : list Z), positional b (rev_append l m)
    = positional b (rev_append l []) + b ^ Z.of_nat (length l) * positional b m) as R.
  { intros b l m. rewrite !rev_append_rev, app_nil_r, <- rev_length. induction (rev l) as [| x r IH]; cbn [app].
    - cbn [positional length]. change (b ^ Z.of_nat 0) with 1. lia.
    - cbn [positional length]. rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring. }
  intros b n. induction n as [| n IH]; intros digits before Hn.
  - destruct digits; [| cbn [length] in Hn; lia]. cbn [in_pairs positional]. ring.
  - destruct digits as [| x [| y digits]].
    + cbn [in_pairs positional]. ring.
    + cbn [in_pairs]. rewrite R. cbn [positional]. ring.
    + cbn [in_pairs]. cbn [length] in Hn. rewrite IH by lia. cbn [rev_append]. rewrite R. cbn [positional length].
      rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

Lemma joined_is : forall turns b digits, joined turns b digits = positional b digits.
Proof.
  induction turns as [| turns IH]; intros b [| x [| y digits]]; cbn [joined]; try reflexivity;
    try (cbn [positional]; lia).
  rewrite IH, (positional_in_pairs b (length (x :: y :: digits))) by apply le_n.
  cbn [rev_append positional length]. change ((b * b) ^ Z.of_nat 0) with 1. lia.
Qed.

Lemma value_of_is : forall l, value_of l = value_from 0 l.
Proof.
  assert (forall l before, value_from (positional base before) l
    = match digits_reversed l before with Some digits => Some (positional base digits) | None => None end) as V.
  { induction l as [| c l IH]; intros before; [reflexivity |]. cbn [value_from digits_reversed].
    destruct (digit_of c) as [d |]; [| reflexivity]. destruct (d <? base); [| reflexivity].
    rewrite <- IH. cbn [positional]. f_equal. lia. }
  intros l. change 0 with (positional base []). rewrite V. unfold value_of.
  destruct (digits_reversed l []); [| reflexivity]. now rewrite joined_is.
Qed.

Lemma value_of_numeral : forall bound z rest, 0 <= z <= Z.pos bound ->
  value_from 0 (numeral_onto bound z rest) = value_from z rest.
Proof.
  assert (forall z rest, 0 <= z < base -> value_from 0 (digit_char z :: rest) = value_from z rest) as Single.
  { intros z rest H. cbn [value_from]. rewrite digit_of_char by lia. destruct (Z.ltb_spec z base); [| lia].
    f_equal. }
  assert (forall z, base <= z -> 0 <= z / base /\ 2 * (z / base) <= z /\ 0 <= z mod base < base) as Step.
  { intros z H. pose proof (Z.div_mod z base ltac:(lia)). pose proof (Z.mod_pos_bound z base ltac:(lia)). nia. }
  assert (forall z rest, base <= z ->
    value_from (z / base) (digit_char (z mod base) :: rest) = value_from z rest) as Two.
  { intros z rest H. destruct (Step z H) as (_ & _ & Hm). cbn [value_from]. rewrite digit_of_char by lia.
    destruct (Z.ltb_spec (z mod base) base); [| lia]. f_equal. pose proof (Z.div_mod z base ltac:(lia)). lia. }
  induction bound as [smaller IH | smaller IH |]; intros z rest H; cbn [numeral_onto];
    destruct (Z.ltb_spec z base) as [Hlt | Hge]; try (apply Single; lia); try lia;
    destruct (Step z Hge) as (H1 & H2 & _); (rewrite IH by lia); apply Two; exact Hge.
Qed.

Lemma numeral_onto_same : forall bound other z rest, 0 <= z <= Z.pos bound -> z <= Z.pos other ->
  numeral_onto bound z rest = numeral_onto other z rest.
Proof.
  assert (forall z, base <= z -> 0 <= z / base /\ 2 * (z / base) <= z) as Step.
  { intros z H. pose proof (Z.div_mod z base ltac:(lia)). pose proof (Z.mod_pos_bound z base ltac:(lia)). nia. }
  induction bound as [smaller IH | smaller IH |]; intros other z rest H Ho;
    (destruct other as [least | least |]); cbn [numeral_onto];
    destruct (Z.ltb_spec z base) as [Hlt | Hge]; try reflexivity; try lia;
    destruct (Step z Hge) as (H1 & H2); apply IH; lia.
Qed.

Lemma numeral_onto_begins : forall bound z rest, 0 < z <= Z.pos bound ->
  exists d more, numeral_onto bound z rest = digit_char d :: more /\ 0 < d < base.
Proof.
  assert (forall z, base <= z -> 0 < z / base /\ 2 * (z / base) <= z) as Step.
  { intros z H. pose proof (Z.div_mod z base ltac:(lia)). pose proof (Z.mod_pos_bound z base ltac:(lia)). nia. }
  induction bound as [smaller IH | smaller IH |]; intros z rest H; cbn [numeral_onto];
    destruct (Z.ltb_spec z base) as [Hlt | Hge]; try (now exists z, rest); try lia;
    destruct (Step z Hge) as (H1 & H2); apply IH; lia.
Qed.

(** Each next digit of a number that has been read makes its numeral longer by this digit. *)
Lemma numeral_onto_of_value : forall l before z, 0 < before -> value_from before l = Some z ->
  0 < z /\ numeral_onto (Z.to_pos z) z [] = numeral_onto (Z.to_pos before) before l.
Proof.
  induction l as [| c l IH]; intros before z Hb H; cbn [value_from] in H.
  { injection H as <-. now split. }
  destruct (digit_of c) as [d |] eqn:Hd; [| discriminate]. destruct (Z.ltb_spec d base) as [Hlt |]; [| discriminate].
  apply digit_of_some in Hd as [Hd ->]. destruct (IH (before * base + d) z ltac:(nia) H) as [Hz ->].
  split; [exact Hz |]. clear IH H Hz z. set (z := before * base + d).
  assert (base <= z) as Hge by (unfold z; nia).
  assert (z / base = before) as Hq by (unfold z; symmetry; apply Z.div_unique with (r := d); lia).
  assert (z mod base = d) as Hr by (unfold z; symmetry; apply Z.mod_unique with (q := before); lia).
  assert (Z.pos (Z.to_pos z) = z) as Hz by (apply Z2Pos.id; lia).
  assert (Z.pos (Z.to_pos before) = before) as Hb' by (apply Z2Pos.id; lia).
  destruct (Z.to_pos z) as [p | p |]; cbn [numeral_onto];
    (destruct (Z.ltb_spec z base); [lia |]); rewrite ?Hq, ?Hr; try (apply numeral_onto_same; nia); lia.
Qed.

Lemma natural_of_iff : forall l z, natural_of l = Some z <-> 0 <= z /\ l = numeral z.
Proof.
  intros l z. unfold natural_of, numeral. split.
  - destruct l as [| c more]; [discriminate |]. rewrite value_of_is. destruct (Ascii.eqb_spec c "0") as [-> | Hc].
    + destruct more; [| discriminate]. intros H. injection H as <-. split; [lia |].
      cbn. destruct (Z.ltb_spec 0 base); [reflexivity | lia].
    + intros H. cbn [value_from] in H. destruct (digit_of c) as [d |] eqn:Hd; [| discriminate].
      destruct (Z.ltb_spec d base) as [Hlt |]; [| discriminate].
      assert (d <> 0) as Hn by (intros ->; apply Hc; now apply digit_of_0).
      apply digit_of_some in Hd as [Hd ->]. replace (0 * base + d) with d in H by lia.
      destruct (numeral_onto_of_value more d z ltac:(lia) H) as [Hz ->]. split; [lia |].
      destruct (Z.to_pos d); cbn [numeral_onto]; (destruct (Z.ltb_spec d base); [reflexivity | lia]).
  - intros [Hz ->]. destruct (Z.eq_dec z 0) as [-> | Hn].
    { cbn. destruct (Z.ltb_spec 0 base); [reflexivity | lia]. }
    assert (0 < z <= Z.pos (Z.to_pos z)) as H by (rewrite Z2Pos.id; lia).
    pose proof (value_of_numeral (Z.to_pos z) z [] ltac:(lia)) as V. cbn [value_from] in V. rewrite <- V.
    destruct (numeral_onto_begins (Z.to_pos z) z [] H) as (d & more & -> & Hd).
    destruct (Ascii.eqb_spec (digit_char d) "0") as [E |]; [| apply value_of_is].
    exfalso. assert (digit_of (digit_char d) = Some 0) as E0 by now rewrite E.
    rewrite digit_of_char in E0 by lia. injection E0 as E0. lia.
Qed.

Lemma numeral_begins : forall z, 0 <= z -> exists d more, numeral z = digit_char d :: more /\ 0 <= d < base.
Proof.
  intros z Hz. unfold numeral. destruct (Z.eq_dec z 0) as [-> | Hn].
  - exists 0, []. cbn. destruct (Z.ltb_spec 0 base); [| lia]. now split; [| lia].
  - destruct (numeral_onto_begins (Z.to_pos z) z []) as (d & more & -> & Hd); [rewrite Z2Pos.id; lia |].
    exists d, more. split; [reflexivity | lia].
Qed.

End Base.

(** ** Integers *)

(** Below this bound, in absolute value, integers are written in decimal. *)
Definition plain_bound : Z := 2 ^ 53.

Definition is_plain (z : Z) : bool := Z.abs z <? plain_bound.

(** z in decimal, however large. *)
Definition decimal (z : Z) : list ascii := if z <? 0 then "-" :: numeral 10 (- z) else numeral 10 z.

(** The text of an absolute value, and of an integer. *)
Definition spelled_magnitude (z : Z) : list ascii :=
  if is_plain z then numeral 10 z else "0" :: "x" :: numeral 16 z.

Definition spelled (z : Z) : list ascii := if z <? 0 then "-" :: spelled_magnitude (- z) else spelled_magnitude z.

(** A number below 2^53 has at most 16 digits; longer texts are not looked at. *)
Definition most_digits : nat := 16.

Definition read_decimal (l : list ascii) : option Z :=
  match skipn most_digits l with
  | [] => match natural_of 10 l with
          | Some z => if is_plain z then Some z else None
          | None => None
          end
  | _ :: _ => None
  end.

Definition read_hexadecimal (l : list ascii) : option Z :=
  match natural_of 16 l with
  | Some z => if is_plain z then None else Some z
  | None => None
  end.

Definition read_magnitude (l : list ascii) : option Z :=
  match l with
  | c :: x :: more => if Ascii.eqb c "0" && Ascii.eqb x "x" then read_hexadecimal more else read_decimal l
  | _ => read_decimal l
  end.

Definition read_integer (l : list ascii) : option Z :=
  match l with
  | [] => None
  | c :: more =>
      if Ascii.eqb c "-"
      then match read_magnitude more with
           | Some z => if z =? 0 then None else Some (- z)
           | None => None
           end
      else read_magnitude l
  end.

Lemma value_from_grows : forall l v z, 0 < v -> value_from 10 v l = Some z ->
  v * 10 ^ Z.of_nat (length l) <= z.
Proof.
  induction l as [| c l IH]; intros v z Hv H; cbn [value_from length] in *.
  - injection H as ->. lia.
  - destruct (digit_of c) as [d |] eqn:Hd; [| discriminate]. destruct (d <? 10); [| discriminate].
    apply digit_of_some in Hd as [Hd _]. apply IH in H; [| lia].
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
    pose proof (Z.pow_pos_nonneg 10 (Z.of_nat (length l)) ltac:(lia) ltac:(lia)). nia.
Qed.

Lemma value_of_decimal : forall z, 0 <= z -> value_from 10 0 (numeral 10 z) = Some z.
Proof.
  intros z Hz. unfold numeral. rewrite value_of_numeral; [reflexivity | lia |].
  destruct z as [| p | p]; cbn; lia.
Qed.

Lemma decimal_is_short : forall z, 0 <= z -> is_plain z = true -> (length (numeral 10 z) <= most_digits)%nat.
Proof.
  intros z Hz Hp. unfold most_digits. unfold is_plain, plain_bound in Hp. apply Z.ltb_lt in Hp.
  destruct (Z.eq_dec z 0) as [-> | Hn]; [cbn; lia |].
  pose proof (value_of_decimal z Hz) as V. unfold numeral in *.
  destruct (numeral_onto_begins 10 ltac:(lia) (Z.to_pos z) z []) as (d & more & E & Hd); [rewrite Z2Pos.id; lia |].
  rewrite E in *. cbn [value_from] in V. rewrite digit_of_char in V by lia.
  destruct (Z.ltb_spec d 10); [| lia]. apply value_from_grows in V; [| lia].
  cbn [length]. destruct (Nat.le_gt_cases (length more) 15) as [|G]; [lia |]. exfalso.
  assert (10 ^ 16 <= 10 ^ Z.of_nat (length more)) by (apply Z.pow_le_mono_r; lia).
  change (2 ^ 53) with 9007199254740992 in Hp. change (10 ^ 16) with 10000000000000000 in *. nia.
Qed.

Lemma read_decimal_iff : forall l z, read_decimal l = Some z <-> 0 <= z /\ is_plain z = true /\ l = numeral 10 z.
Proof.
  intros l z. unfold read_decimal. split.
  - destruct (skipn most_digits l); [| discriminate]. destruct (natural_of 10 l) as [y |] eqn:E; [| discriminate].
    destruct (is_plain y) eqn:Hp; [| discriminate].
    intros H. injection H as <-. apply (natural_of_iff 10) in E as [Hy ->]; [now repeat split | lia].
  - intros (Hz & Hp & Hl). rewrite skipn_all2 by (rewrite Hl; now apply decimal_is_short).
    rewrite (proj2 (natural_of_iff 10 ltac:(lia) l z) (conj Hz Hl)). now rewrite Hp.
Qed.

Lemma read_hexadecimal_iff : forall l z,
  read_hexadecimal l = Some z <-> 0 <= z /\ is_plain z = false /\ l = numeral 16 z.
Proof.
  intros l z. unfold read_hexadecimal. split.
  - destruct (natural_of 16 l) as [y |] eqn:E; [| discriminate]. destruct (is_plain y) eqn:Hp; [discriminate |].
    intros H. injection H as <-. apply (natural_of_iff 16) in E as [Hy ->]; [now repeat split | lia].
  - intros (Hz & Hp & Hl). rewrite (proj2 (natural_of_iff 16 ltac:(lia) l z) (conj Hz Hl)). now rewrite Hp.
Qed.

(** The second character of a decimal numeral is no x. *)
Lemma value_from_digits : forall base l before z, value_from base before l = Some z ->
  Forall (fun c => exists d, digit_of c = Some d /\ d < base) l.
Proof.
  induction l as [| c l IH]; intros before z H; [constructor |]. cbn [value_from] in H.
  destruct (digit_of c) as [d |] eqn:Hd; [| discriminate]. destruct (Z.ltb_spec d base); [| discriminate].
  constructor; [now exists d |]. now apply IH with (before := before * base + d) (z := z).
Qed.

Lemma numeral_digits : forall base z, 2 <= base <= 16 -> 0 <= z ->
  Forall (fun c => exists d, digit_of c = Some d /\ d < base) (numeral base z).
Proof.
  intros base z Hb Hz. pose proof (proj2 (natural_of_iff base Hb (numeral base z) z) (conj Hz eq_refl)) as H.
  unfold natural_of in H. destruct (numeral base z) as [| c more]; [constructor |]. rewrite value_of_is in H.
  destruct (Ascii.eqb_spec c "0") as [-> | Hc].
  - destruct more; [| discriminate]. constructor; [| constructor]. exists 0. split; [reflexivity | lia].
  - now apply value_from_digits with (before := 0) (z := z).
Qed.

Lemma read_magnitude_iff : forall l z, read_magnitude l = Some z <-> 0 <= z /\ l = spelled_magnitude z.
Proof.
  intros l z. unfold spelled_magnitude. split.
  - assert (read_decimal l = Some z ->
      0 <= z /\ l = (if is_plain z then numeral 10 z else "0" :: "x" :: numeral 16 z)) as D.
    { intros H. apply read_decimal_iff in H as (Hz & -> & ->). now split. }
    destruct l as [| c [| x more]]; try exact D. cbn [read_magnitude].
    destruct (Ascii.eqb_spec c "0") as [-> | _]; [| exact D].
    destruct (Ascii.eqb_spec x "x") as [-> | _]; [| exact D]. cbn [andb].
    intros H. apply read_hexadecimal_iff in H as (Hz & -> & ->). now split.
  - intros [Hz ->]. destruct (is_plain z) eqn:Hp.
    + assert (read_decimal (numeral 10 z) = Some z) as D by now apply read_decimal_iff.
      pose proof (numeral_digits 10 z ltac:(lia) Hz) as F.
      destruct (numeral 10 z) as [| c [| x more]]; try exact D. cbn [read_magnitude].
      destruct (Ascii.eqb_spec x "x") as [-> | _]; [| now rewrite andb_false_r].
      inversion F as [| ? ? _ F']. inversion F' as [| ? ? (d & Hd & _) _]. discriminate.
    + cbn [read_magnitude Ascii.eqb Bool.eqb andb]. now apply read_hexadecimal_iff.
Qed.

Lemma digit_no_minus : forall d, 0 <= d < 16 -> digit_char d <> "-".
Proof.
  intros d Hd E. pose proof (digit_of_char d Hd) as H. rewrite E in H. discriminate.
Qed.

Lemma spelled_magnitude_begins : forall z, 0 <= z -> exists c more, spelled_magnitude z = c :: more /\ c <> "-".
Proof.
  intros z Hz. unfold spelled_magnitude. destruct (is_plain z).
  - destruct (numeral_begins 10 ltac:(lia) z Hz) as (d & more & -> & Hd). exists (digit_char d), more.
    split; [reflexivity |]. apply digit_no_minus. lia.
  - now exists "0", ("x" :: numeral 16 z).
Qed.

Theorem read_integer_iff : forall l z, read_integer l = Some z <-> l = spelled z.
Proof.
  intros l z. unfold spelled. split.
  - destruct l as [| c more]; [discriminate |]. cbn [read_integer]. destruct (Ascii.eqb_spec c "-") as [-> | _].
    + destruct (read_magnitude more) as [y |] eqn:E; [| discriminate]. destruct (Z.eqb_spec y 0); [discriminate |].
      intros H. injection H as <-. apply read_magnitude_iff in E as [Hy ->].
      destruct (Z.ltb_spec (- y) 0); [| lia]. now rewrite Z.opp_involutive.
    + intros H. apply read_magnitude_iff in H as [Hz ->]. destruct (Z.ltb_spec z 0); [lia | reflexivity].
  - intros ->. destruct (Z.ltb_spec z 0) as [Hlt | Hge].
    + cbn [read_integer Ascii.eqb Bool.eqb].
      assert (read_magnitude (spelled_magnitude (- z)) = Some (- z)) as ->
        by (apply read_magnitude_iff; split; [lia | easy]).
      destruct (Z.eqb_spec (- z) 0); [lia |]. f_equal. lia.
    + pose proof (proj2 (read_magnitude_iff (spelled_magnitude z) z) (conj Hge eq_refl)) as R.
      destruct (spelled_magnitude_begins z Hge) as (c & more & E & Hc). rewrite E in *. cbn [read_integer].
      destruct (Ascii.eqb_spec c "-") as [-> | _]; [contradiction | exact R].
Qed.

(** Two integers are not spelled alike. *)
Corollary spelled_injective : forall y z, spelled y = spelled z -> y = z.
Proof.
  intros y z H. pose proof (proj2 (read_integer_iff (spelled z) y) (eq_sym H)) as R.
  rewrite (proj2 (read_integer_iff _ z) eq_refl) in R. now injection R.
Qed.
