(** * JsonComplete: every canonical value is read back, and no two have the same bytes

    Json.v proves that what [read] returns prints to the bytes that were read. This file proves the converse: the bytes
    of a canonical value, with no more than 200 arrays and objects in each other, are read as this value
    ([read_complete]). So canonical values are different where they are printed differently, and only there
    ([print_json_injective]); the same of whole files ([read_file_complete]). *)

From Coq Require Import ZArith List Ascii String Bool Lia PeanoNat.
From Checker Require Import Numerals Json Sha256 CertificateFile.
Import ListNotations.
Open Scope char_scope.
Open Scope Z_scope.
Open Scope list_scope.
Open Scope bool_scope.

(** How many arrays and objects are in each other. *)
Fixpoint nesting (j : json) : nat :=
  match j with
  | JArray items => S (list_max (map nesting items))
  | JObject fields => S (list_max (map (fun field => nesting (snd field)) fields))
  | _ => O
  end.

(** ** Strings *)

Lemma four_digits_some : forall a b c d k, four_digits a b c d = Some k ->
  forall x, In x [a; b; c; d] -> Ascii.eqb x quote = false /\ Ascii.eqb x backslash = false.
Proof.
  intros a b c d k H x Hx. unfold four_digits in H.
  assert (exists v, digit_of x = Some v) as [v Hv].
  { destruct (digit_of a) eqn:Ha; [| discriminate]. destruct (digit_of b) eqn:Hb; [| discriminate].
    destruct (digit_of c) eqn:Hc; [| discriminate]. destruct (digit_of d) eqn:Hd; [| discriminate].
    cbn [In] in Hx. destruct Hx as [<- | [<- | [<- | [<- | []]]]]; eauto. }
  split.
  - destruct (Ascii.eqb_spec x quote) as [-> |]; [discriminate | reflexivity].
  - destruct (Ascii.eqb_spec x backslash) as [-> |]; [discriminate | reflexivity].
Qed.

Lemma parse_string_of_spelling : forall n l, (List.length l <= n)%nat ->
  forall units before_units before rest, units_reversed l before_units = Some units ->
  parse_string false (l ++ quote :: rest) before = Some (string_of_list_ascii (rev_append before l), rest).
Proof.
  induction n as [| n IH]; intros l Hn units before_units before rest H;
    (destruct l as [| c l]; [reflexivity |]);
    cbn [List.length] in Hn; [lia |].
  cbn [units_reversed] in H. cbn [app parse_string].
  destruct (Ascii.eqb_spec c backslash) as [-> | Hc].
  - replace (Ascii.eqb backslash quote) with false by reflexivity.
    destruct l as [| e l]; [discriminate |]. cbn [app parse_string]. cbn [List.length] in Hn.
    destruct (Ascii.eqb_spec e "u") as [-> | _].
    + destruct l as [| a [| b [| c [| d l]]]]; try discriminate.
      destruct (four_digits a b c d) as [k |] eqn:F; [| discriminate].
      destruct (needs_four_digits k); [| discriminate].
      pose proof (four_digits_some _ _ _ _ _ F) as D. cbn [app parse_string]. cbn [List.length] in Hn.
      repeat (match goal with |- context [Ascii.eqb ?x quote] =>
                let E := fresh in let B := fresh in
                destruct (D x) as [E B]; [cbn; tauto |]; rewrite E, B; clear E B end).
      now rewrite (IH l ltac:(lia) _ _ _ _ H).
    + destruct (short_escape e) as [k |]; [| discriminate]. now rewrite (IH l ltac:(lia) _ _ _ _ H).
  - destruct (needs_no_escape c) eqn:P; [| discriminate]. unfold needs_no_escape in P.
    destruct (Ascii.eqb_spec c quote) as [-> | _]; [discriminate |].
    now rewrite (IH l ltac:(lia) _ _ _ _ H).
Qed.

Lemma parse_string_complete : forall s rest, spelled_canonically s = true ->
  parse_string false (text s ++ quote :: rest) [] = Some (s, rest).
Proof.
  intros s rest H. unfold spelled_canonically in H. destruct (units_reversed (text s) []) as [units |] eqn:E;
    [| discriminate].
  rewrite (parse_string_of_spelling (List.length (text s)) (text s) (le_n _) units [] [] rest E). cbn [rev_append].
  now rewrite string_of_list_ascii_of_string.
Qed.

(** ** Numbers *)

(** What can stand behind a number: no digit. *)
Definition no_digit (rest : list ascii) : Prop :=
  match rest with
  | [] => True
  | c :: _ => match digit_of c with Some d => 10 <= d | None => True end
  end.

Lemma parse_digits_complete : forall l most v z rest, value_from 10 v l = Some z -> (List.length l <= most)%nat ->
  no_digit rest -> parse_digits most v (l ++ rest) = (z, rest).
Proof.
  induction l as [| c l IH]; intros most v z rest H Hn Hr; cbn [value_from] in H.
  - injection H as ->. cbn [app]. destruct most; [reflexivity |]. destruct rest as [| c rest]; [reflexivity |].
    cbn [parse_digits]. cbn [no_digit] in Hr. destruct (digit_of c) as [d |]; [| reflexivity].
    destruct (Z.ltb_spec d 10); [lia | reflexivity].
  - cbn [List.length] in Hn. destruct most as [| most]; [lia |]. cbn [app parse_digits].
    destruct (digit_of c) as [d |]; [| discriminate]. destruct (d <? 10); [| discriminate].
    apply IH; [exact H | lia | exact Hr].
Qed.

Lemma parse_number_complete : forall z rest, is_plain z = true -> no_digit rest ->
  parse_number (decimal z ++ rest) = Some (JInt z, rest).
Proof.
  intros z rest Hp Hr. unfold decimal.
  assert (forall y, 0 <= y -> is_plain y = true -> parse_digits most_digits 0 (numeral 10 y ++ rest) = (y, rest)) as D.
  { intros y Hy Hyp. apply parse_digits_complete; [now apply value_of_decimal | | exact Hr].
    now apply decimal_is_short. }
  destruct (Z.ltb_spec z 0) as [Hlt | Hge].
  - cbn [app parse_number]. rewrite Ascii.eqb_refl. rewrite D; [now rewrite Z.opp_involutive | lia |].
    unfold is_plain in *. now rewrite Z.abs_opp.
  - specialize (D z Hge Hp). destruct (numeral_begins 10 ltac:(lia) z Hge) as (d & more & E & Hd). rewrite E in *.
    cbn [app parse_number] in *. rewrite D, digit_of_char by lia.
    destruct (Ascii.eqb_spec (digit_char d) "-") as [M |]; [| reflexivity].
    exfalso. revert M. apply digit_no_minus. lia.
Qed.

(** ** Values *)

Lemma decimal_begins : forall z, exists c more, decimal z = c :: more /\ In c (text "-0123456789").
Proof.
  intros z. unfold decimal. destruct (Z.ltb_spec z 0) as [Hlt | Hge].
  - exists "-", (numeral 10 (- z)). split; [reflexivity | now left].
  - destruct (numeral_begins 10 ltac:(lia) z Hge) as (d & more & -> & Hd). exists (digit_char d), more.
    split; [reflexivity |]. assert (0 <= d < 16) as H by lia. apply digits_below_16 in H.
    cbn [In] in H. intuition (subst d; try lia; cbn; tauto).
Qed.

Lemma print_onto_begins : forall j rest, exists c more, print_onto j rest = c :: more /\ c <> "]".
Proof.
  intros [| [|] | z | s | items | fields] rest; cbn [print_onto app list_ascii_of_string];
    try (eexists _, _; split; [reflexivity | discriminate]).
  destruct (decimal_begins z) as (c & more & -> & Hc). exists c, (more ++ rest). split; [reflexivity |].
  intros ->. cbn in Hc. repeat (destruct Hc as [Hc | Hc]; [discriminate |]). exact Hc.
Qed.

Lemma print_onto_longer : forall j rest, (List.length rest < List.length (print_onto j rest))%nat.
Proof.
  intros j rest. rewrite print_onto_is, app_length. destruct (print_onto_begins j []) as (c & more & E & _).
  rewrite print_json_is, E. cbn [List.length]. lia.
Qed.

Lemma separated_longer : forall {A : Type} (print : A -> list ascii -> list ascii) items,
  (forall x rest, (List.length rest < List.length (print x rest))%nat) ->
  forall rest, (List.length items <= List.length (separated print items rest))%nat.
Proof.
  intros A print items H. induction items as [| x [| y more] IH]; intros rest; cbn [separated].
  - cbn. lia.
  - specialize (H x rest). cbn [List.length]. lia.
  - specialize (H x ("," :: separated print (y :: more) rest)). specialize (IH rest).
    cbn [List.length separated] in *. lia.
Qed.

Definition parses_to (depth : nat) (j : json) : Prop :=
  forall rest, no_digit rest -> parse_at depth (print_onto j rest) = Some (j, rest).

Lemma separated_two : forall {A : Type} (print : A -> list ascii -> list ascii) x y more rest,
  separated print (x :: y :: more) rest = print x ("," :: separated print (y :: more) rest).
Proof. reflexivity. Qed.

Lemma separated_single : forall {A : Type} (print : A -> list ascii -> list ascii) x rest,
  separated print [x] rest = print x rest.
Proof. reflexivity. Qed.

Lemma parse_items_complete : forall depth items, Forall (parses_to depth) items -> items <> [] ->
  forall bound before rest, (List.length items <= List.length bound)%nat ->
  parse_items (parse_at depth) bound (separated print_onto items ("]" :: rest)) before
  = Some (JArray (rev_append before items), rest).
Proof.
  intros depth items H. induction H as [| x items Hx _ IH]; intros Hn bound before rest Hb; [contradiction |].
  destruct bound as [| c bound]; cbn [List.length] in Hb; [lia |].
  destruct items as [| y items]; cbn [parse_items].
  - rewrite separated_single, Hx by exact I. reflexivity.
  - rewrite separated_two, Hx by exact I. cbn [Ascii.eqb Bool.eqb].
    rewrite (IH ltac:(discriminate) bound (x :: before) rest) by (cbn [List.length] in *; lia). reflexivity.
Qed.

Definition print_field (field : string * json) (rest : list ascii) : list ascii :=
  quote :: text (fst field) ++ quote :: ":" :: print_onto (snd field) rest.

Lemma parse_key_complete : forall key rest, spelled_canonically key = true ->
  parse_key (quote :: text key ++ quote :: ":" :: rest) = Some (key, rest).
Proof.
  intros key rest H. cbn [parse_key]. rewrite Ascii.eqb_refl.
  change (quote :: ":" :: rest) with (quote :: (":" :: rest)). now rewrite parse_string_complete.
Qed.

Lemma parse_fields_complete : forall depth fields,
  Forall (fun field => spelled_canonically (fst field) = true /\ parses_to depth (snd field)) fields -> fields <> [] ->
  forall bound before rest, (List.length fields <= List.length bound)%nat ->
  parse_fields (parse_at depth) bound (separated print_field fields ("}" :: rest)) before
  = Some (JObject (rev_append before fields), rest).
Proof.
  intros depth fields H. induction H as [| [k x] fields [Hk Hx] _ IH]; intros Hn bound before rest Hb;
    [contradiction |].
  destruct bound as [| c bound]; cbn [List.length] in Hb; [lia |]. cbn [fst snd] in *.
  destruct fields as [| y fields]; cbn [parse_fields].
  - rewrite separated_single. unfold print_field at 1. cbn [fst snd].
    rewrite parse_key_complete by exact Hk. rewrite Hx by exact I. reflexivity.
  - rewrite separated_two. unfold print_field at 1. cbn [fst snd].
    rewrite parse_key_complete by exact Hk. rewrite Hx by exact I. cbn [Ascii.eqb Bool.eqb].
    rewrite (IH ltac:(discriminate) bound ((k, x) :: before) rest) by (cbn [List.length] in *; lia). reflexivity.
Qed.

Lemma increasing_spelled : forall fields last, increasing last fields = true ->
  Forall (fun field => spelled_canonically (fst field) = true) fields.
Proof.
  induction fields as [| [k x] fields IH]; intros last H; [constructor |]. cbn [increasing] in H.
  unfold code_points in H. constructor.
  - cbn [fst]. unfold spelled_canonically. destruct (units_reversed (text k) []); [reflexivity | discriminate].
  - destruct (units_reversed (text k) []); [| discriminate].
    destruct (match last with None => true | Some _ => _ end); [| discriminate]. now apply IH in H.
Qed.

Lemma below_list_max : forall {A : Type} (f : A -> nat) items n, (list_max (map f items) <= n)%nat ->
  Forall (fun x => (f x <= n)%nat) items.
Proof.
  intros A f items n H. apply list_max_le in H. now apply Forall_map in H.
Qed.

Theorem parse_print : forall j depth, canonical j = true -> (nesting j <= depth)%nat -> parses_to depth j.
Proof.
  induction j as [| b | z | s | items IH | fields IH] using json_induction; intros depth Hc Hd rest Hr;
    cbn [canonical nesting] in *.
  - destruct depth; reflexivity.
  - destruct b, depth; reflexivity.
  - cbn [print_onto]. rewrite <- (parse_number_complete z rest Hc Hr).
    destruct (decimal_begins z) as (c & more & -> & H). cbn [app].
    cbn in H. repeat (destruct H as [<- | H]; [destruct depth; reflexivity |]). contradiction.
  - cbn [print_onto]. destruct depth; cbn [parse_at]; rewrite Ascii.eqb_refl, parse_string_complete by exact Hc;
      reflexivity.
  - destruct depth as [| depth]; [lia |]. apply le_S_n in Hd. apply below_list_max in Hd.
    destruct items as [| x items]; [reflexivity |].
    assert (Forall (parses_to depth) (x :: items)) as F.
    { rewrite Forall_forall in *. intros y Hy. apply IH; [exact Hy | | now apply Hd].
      now apply (proj1 (forallb_forall canonical (x :: items)) Hc). }
    cbn [print_onto parse_at]. cbn [Ascii.eqb Bool.eqb quote].
    set (b := separated print_onto (x :: items) ("]" :: rest)).
    assert (behind (text "]") b = None) as ->.
    { unfold b. destruct items as [| y items]; cbn [separated];
        [destruct (print_onto_begins x ("]" :: rest)) as (c & more & -> & Hn)
        |edestruct (print_onto_begins x) as (c & more & -> & Hn)];
        cbn [behind list_ascii_of_string];
        (destruct (Ascii.eqb_spec "]" c) as [E |]; [now symmetry in E | reflexivity]). }
    unfold b at 2. rewrite parse_items_complete; [reflexivity | exact F | discriminate |].
    apply separated_longer. apply print_onto_longer.
  - destruct depth as [| depth]; [lia |]. apply le_S_n in Hd. apply below_list_max in Hd.
    apply andb_true_iff in Hc as [Hi Hc]. apply increasing_spelled in Hi.
    destruct fields as [| x fields]; [reflexivity |].
    assert (Forall (fun field => spelled_canonically (fst field) = true /\ parses_to depth (snd field)) (x :: fields))
      as F.
    { rewrite Forall_forall in *. intros y Hy. split; [now apply Hi |]. apply IH; [exact Hy | | now apply Hd].
      now apply (proj1 (forallb_forall (fun field => canonical (snd field)) (x :: fields)) Hc). }
    cbn [print_onto parse_at]. cbn [Ascii.eqb Bool.eqb quote].
    change (fun field rest => quote :: text (fst field) ++ quote :: ":" :: print_onto (snd field) rest)
      with print_field.
    set (b := separated print_field (x :: fields) ("}" :: rest)).
    assert (behind (text "}") b = None) as ->.
    { unfold b. destruct fields as [| y fields]; reflexivity. }
    unfold b at 2. rewrite parse_fields_complete; [reflexivity | exact F | discriminate |].
    apply separated_longer. intros field l. unfold print_field. cbn [List.length]. rewrite app_length.
    pose proof (print_onto_longer (snd field) l). cbn [List.length]. lia.
Qed.

Theorem read_complete : forall j, canonical j = true -> (nesting j <= deepest)%nat -> read (print_json j) = Some j.
Proof.
  intros j Hc Hd. unfold read, parse_json. rewrite print_json_is at 1.
  rewrite (parse_print j deepest Hc Hd []) by exact I.
  rewrite Hc, (proj2 (same_bytes_iff _ _) eq_refl). reflexivity.
Qed.

Theorem print_json_injective : forall i j, canonical i = true -> canonical j = true ->
  print_json i = print_json j -> i = j.
Proof.
  intros i j Hi Hj H. rewrite !print_json_is in H.
  pose proof (parse_print i (Nat.max (nesting i) (nesting j)) Hi (Nat.le_max_l _ _) [] I) as Pi.
  pose proof (parse_print j (Nat.max (nesting i) (nesting j)) Hj (Nat.le_max_r _ _) [] I) as Pj.
  rewrite H, Pj in Pi. now injection Pi.
Qed.

(** ** Files *)

Lemma behind_app : forall w b, behind w (w ++ b) = Some b.
Proof. induction w as [| c w IH]; intros b; [reflexivity |]. cbn [behind app]. now rewrite Ascii.eqb_refl. Qed.

Lemma plain_units : forall l units, Forall (fun c => needs_no_escape c = true) l -> units_reversed l units <> None.
Proof.
  induction l as [| c l IH]; intros units H; [discriminate |]. inversion H as [| ? ? Hc Hl]. cbn [units_reversed].
  destruct (Ascii.eqb_spec c backslash) as [-> | _]; [discriminate |]. rewrite Hc. now apply IH.
Qed.

Lemma digest_spelled : forall decided, spelled_canonically (digest_of decided) = true.
Proof.
  intros decided. unfold spelled_canonically, digest_of. rewrite list_ascii_of_string_of_list_ascii.
  set (l := text "sha256:" ++ sha256_hexadecimal (print_json decided)).
  enough (units_reversed l [] <> None) as H by (now destruct (units_reversed l [])).
  apply plain_units. unfold l. rewrite Forall_app. split; [repeat constructor |].
  unfold sha256_hexadecimal. apply Forall_flat_map, Forall_forall. intros w _. unfold word_hexadecimal.
  apply Forall_map, Forall_forall. intros shift _.
  assert (0 <= Z.land (Z.shiftr w shift) 15 < 16) as H.
  { change 15 with (Z.ones 4). rewrite Z.land_ones by lia. apply Z.mod_pos_bound. lia. }
  apply digits_below_16 in H. cbn [In] in H.
  repeat (destruct H as [<- | H]; [reflexivity |]). contradiction.
Qed.

(** Every file of the layout is read: no larger than 64 MiB, of canonical objects with their digest, and with no more
    than 200 arrays and objects in each other, of which the file itself is the outermost. *)
Theorem read_file_complete : forall decided run,
  canonical decided = true -> canonical run = true -> is_object decided = true -> is_object run = true ->
  (nesting decided < deepest)%nat -> (nesting run < deepest)%nat ->
  Z.of_nat (List.length (layout decided (digest_of decided) run)) <= largest_file ->
  read_file (layout decided (digest_of decided) run) = Some (decided, run, digest_of decided).
Proof.
  intros decided run Hd Hr Od Or Nd Nr Hs. unfold read_file. rewrite size_from_is, Z.add_0_l.
  destruct (Z.leb_spec (Z.of_nat (List.length (layout decided (digest_of decided) run))) largest_file); [| lia].
  assert (forall j, (nesting j < deepest)%nat -> (nesting j <= inside)%nat) as N.
  { intros j H'. unfold inside. lia. }
  assert (parse_file (layout decided (digest_of decided) run) = Some (decided, run, digest_of decided)) as ->.
  { unfold parse_file, layout. rewrite behind_app, <- print_onto_is.
    rewrite (parse_print decided inside Hd (N _ Nd)) by exact I.
    rewrite behind_app, <- print_onto_is.
    rewrite (parse_print (JString (digest_of decided)) inside (digest_spelled decided) (Nat.le_0_l _)) by exact I.
    rewrite behind_app, <- print_onto_is. now rewrite (parse_print run inside Hr (N _ Nr)) by exact I. }
  rewrite Od, Or, Hd, Hr, String.eqb_refl, layout_bytes_is, (proj2 (same_bytes_iff _ _) eq_refl). reflexivity.
Qed.
