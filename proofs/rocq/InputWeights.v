(** * InputWeights: under a tie rule that looks at the input no sequences of different tokens are lost

    Kajitsuka & Sato 2024, Theorem 1. Where all scores are equal, the weights are 1 - t and t at the first two tokens,
    with a t for each sequence: of sequences of different tokens the means can be told apart. *)

From Coq Require Import Reals List Arith Bool Lia Lra Classical_Prop.
From Exactua Require Import Networks Matrices Distance Sums KajitsukaStatements Projections BoltzmannSeparation OneHead
  OneHardmaxLayer AnyWeights HardmaxFamilies.
Import ListNotations.
Open Scope R_scope.

(** ** The rule for one t *)

Definition on_two (t : R) (n k : nat) : R :=
  match k with O => if (n <=? 1)%nat then 1 else 1 - t | S O => t | _ => 0 end.

Definition all_equal (n : nat) (s : nat -> R) : bool := forallb (is_greatest (F := reals) n s) (seq 0 n).

Definition leaning (t : R) (n : nat) (s : nat -> R) (k : nat) : R :=
  if all_equal n s then on_two t n k else leftmost_hardmax (F := reals) n s k.

Lemma on_two_sum : forall t n (f : nat -> R), (2 <= n)%nat ->
  sum_below n (fun k => f k * on_two t n k) = f 0%nat * (1 - t) + f 1%nat * t.
Proof.
  intros t n f Hn. destruct n as [| [| n]]; [lia | lia |]. rewrite !sum_below_first. cbn [on_two].
  replace (S (S n) <=? 1)%nat with false by (symmetry; now apply Nat.leb_gt).
  rewrite sum_below_zero by (intros; ring). ring.
Qed.

Lemma leaning_shares_out : forall t, shares_out (leaning t).
Proof.
  intros t n s Hn. destruct (three_rules _ (or_intror (or_introl eq_refl)) n s Hn) as [H0 [H1 H2]].
  unfold leaning. split; [| split].
  - intros k Hk H. destruct (all_equal n s) eqn:E; [| now apply H0]. exfalso. unfold all_equal in E.
    rewrite forallb_forall in E. rewrite E in H by (apply in_seq; lia). discriminate.
  - change (sum_below n (fun k => if all_equal n s then on_two t n k else leftmost_hardmax (F := reals) n s k) = 1).
    destruct (all_equal n s).
    + destruct n as [| [| n]]; [lia | cbn; ring |].
      rewrite (sum_below_ext _ _ (fun k => 1 * on_two t (S (S n)) k)) by (intros; ring).
      rewrite (on_two_sum t (S (S n)) (fun _ => 1)) by lia. ring.
    + exact H1.
  - intros s' E. replace (all_equal n s') with (all_equal n s).
    + intros k Hk. destruct (all_equal n s); [reflexivity | now apply H2].
    + unfold all_equal. apply eq_true_iff_eq. rewrite !forallb_forall.
      assert (forall u u' : nat -> R, same_vector n u u' -> forall k, (k < n)%nat ->
        is_greatest (F := reals) n u k = true -> is_greatest (F := reals) n u' k = true) as G.
      { intros u u' F k Hk. rewrite !is_greatest_iff. intros Hu l Hl. rewrite <- (F k Hk), <- (F l Hl). now apply Hu. }
      split; intros F k Hk; pose proof (F k Hk) as Fk; apply in_seq in Hk.
      * apply (G s s' E k); [lia | exact Fk].
      * apply (G s' s (fun l Hl => eq_sym (E l Hl)) k); [lia | exact Fk].
Qed.

Lemma leaning_nonnegative : forall t n s k, 0 <= t <= 1 -> 0 <= leaning t n s k.
Proof.
  intros t n s k Ht. unfold leaning, on_two, leftmost_hardmax. destruct (all_equal n s).
  - destruct k as [| [| k]]; [destruct (n <=? 1)%nat |  |]; lra.
  - destruct (_ && _); [apply Rlt_le, Rlt_0_1 | apply Rle_refl].
Qed.

(** ** The t of a sequence *)

Definition same_entries (d n : nat) (Z Z' : nat -> nat -> R) : bool :=
  forallb (fun a => forallb (fun k => if Req_EM_T (Z a k) (Z' a k) then true else false) (seq 0 n)) (seq 0 d).

Lemma same_entries_iff : forall d n Z Z', same_entries d n Z Z' = true <-> Networks.same (F := reals) d n Z Z'.
Proof.
  intros d n Z Z'. unfold same_entries. rewrite forallb_forall. split.
  - intros H a k Ha Hk. specialize (H a ltac:(apply in_seq; lia)). rewrite forallb_forall in H.
    specialize (H k ltac:(apply in_seq; lia)). cbv beta in H. destruct (Req_EM_T (Z a k) (Z' a k)) as [E | E];
      [exact E | discriminate].
  - intros H a Ha. apply forallb_forall. intros k Hk. apply in_seq in Ha, Hk.
    destruct (Req_EM_T (Z a k) (Z' a k)) as [E | E]; [reflexivity |]. exfalso. apply E. apply H; lia.
Qed.

Section Family.
Variables (d n N : nat) (X : nat -> nat -> nat -> R).
Hypotheses (Hd : (1 <= d)%nat) (Hn : (2 <= n)%nat) (distinct : no_duplicate_token d n N X).

Definition number_in (Z : nat -> nat -> R) : option nat := find (fun i => same_entries d n Z (X i)) (seq 0 N).
Definition lean (x : R) (Z : nat -> nat -> R) : R := match number_in Z with Some i => x ^ S i | None => 0 end.

Lemma number_in_same : forall Z Z', Networks.same (F := reals) d n Z Z' -> number_in Z = number_in Z'.
Proof.
  intros Z Z' E. unfold number_in. assert (forall i, same_entries d n Z (X i) = same_entries d n Z' (X i)) as G.
  { intros i. apply eq_true_iff_eq. rewrite !same_entries_iff. split; intros H a k Ha Hk.
    - change (Z' a k = X i a k). rewrite <- (H a k Ha Hk). symmetry. now apply E.
    - change (Z a k = X i a k). rewrite <- (H a k Ha Hk). now apply E. }
  induction (seq 0 N) as [| i l IH]; [reflexivity |]. cbn [find]. rewrite G, IH. reflexivity.
Qed.

Lemma number_exists : forall i, (i < N)%nat ->
  exists i_0, number_in (X i) = Some i_0 /\ (i_0 < N)%nat /\ Networks.same (F := reals) d n (X i) (X i_0).
Proof.
  intros i Hi. destruct (number_in (X i)) as [i_0 |] eqn:E.
  - exists i_0. split; [reflexivity |]. unfold number_in in E. apply find_some in E. destruct E as [Hin H].
    apply in_seq in Hin. split; [lia |]. now apply same_entries_iff.
  - exfalso. unfold number_in in E. pose proof (find_none _ _ E i ltac:(apply in_seq; lia)) as H. cbv beta in H.
    rewrite (proj2 (same_entries_iff d n (X i) (X i))) in H; [discriminate |]. intros a k _ _. reflexivity.
Qed.

(** The head without scores. *)
Definition blank : head reals := @Head reals 1 (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ => 0).

Lemma blank_attends : forall t Z k a, attended_to (leaning t) d n blank Z k a = Z a 0%nat * (1 - t) + Z a 1%nat * t.
Proof.
  intros t Z k a. unfold attended_to. rewrite <- (on_two_sum t n (fun l => Z a l) Hn).
  apply (sum_below_ext n (fun l => Z a l * leaning t n (fun l' => scores (F := reals) d blank Z l' k) l)). intros l _.
  f_equal. unfold leaning.
  replace (all_equal n (fun l' => scores (F := reals) d blank Z l' k)) with true; [reflexivity |].
  symmetry. apply forallb_forall. intros j _. apply is_greatest_iff. intros l' _.
  assert (forall l, scores (F := reals) d blank Z l k = 0) as G.
  { intros m. change (0 + product (F := reals) d (W_K blank) Z 0%nat m
      * (product (F := reals) d (W_Q blank) Z 0%nat k + 0) = 0).
    replace (product (F := reals) d (W_K blank) Z 0%nat m) with 0; [ring |]. symmetry.
    apply (sum_below_zero d (fun l => 0 * Z l m)). intros. ring. }
  rewrite !G. apply Rle_refl.
Qed.

(** Means of sequences that are not the same are different for all small x > 0. *)
Lemma means_apart : forall i j i_0 j_0, (i < N)%nat -> (i_0 < N)%nat -> (j_0 < N)%nat -> i_0 <> j_0 ->
  exists x_0, 0 < x_0 /\ forall x, 0 < x < x_0 -> exists a, (a < d)%nat /\
    X i a 0%nat * (1 - x ^ S i_0) + X i a 1%nat * x ^ S i_0
    <> X j a 0%nat * (1 - x ^ S j_0) + X j a 1%nat * x ^ S j_0.
Proof.
  intros i j i_0 j_0 Hi Hi0 Hj0 Hne.
  assert (exists a, (a < d)%nat /\ X i a 0%nat <> X i a 1%nat) as [a [Ha Hx]].
  { apply NNPP. intros F. apply (distinct i 0%nat 1%nat Hi ltac:(lia) ltac:(lia) ltac:(lia)). intros a Ha. apply NNPP.
    intros G. apply F. now exists a. }
  set (c := fun k => (if Nat.eqb k 0 then X i a 0%nat - X j a 0%nat else 0)
    + ((if Nat.eqb k (S i_0) then X i a 1%nat - X i a 0%nat else 0)
    + (if Nat.eqb k (S j_0) then X j a 0%nat - X j a 1%nat else 0))).
  destruct (no_root_near_zero (S N) c) as [x_0 [H0 H]].
  { exists (S i_0). split; [lia |]. unfold c. rewrite Nat.eqb_refl. cbn [Nat.eqb].
    rewrite (proj2 (Nat.eqb_neq i_0 j_0) Hne). lra. }
  exists x_0. split; [exact H0 |]. intros x Hx0. exists a. split; [exact Ha |]. intros E. apply (H x Hx0).
  assert (forall p y, (p < S N)%nat -> sum_below (S N) (fun k => x ^ k * (if Nat.eqb k p then y else 0)) = x ^ p * y)
    as G.
  { intros p y Hp. rewrite (sum_below_single (S N) _ p Hp); [now rewrite Nat.eqb_refl |]. intros k _ Hk.
    apply Nat.eqb_neq in Hk. rewrite Hk. ring. }
  unfold polynomial, c. rewrite (sum_below_ext (S N) _ (fun k =>
    x ^ k * (if Nat.eqb k 0 then X i a 0%nat - X j a 0%nat else 0)
    + (x ^ k * (if Nat.eqb k (S i_0) then X i a 1%nat - X i a 0%nat else 0)
    + x ^ k * (if Nat.eqb k (S j_0) then X j a 0%nat - X j a 1%nat else 0)))) by (intros k _; ring).
  rewrite !sum_below_plus, !G by lia. rewrite pow_O. lra.
Qed.
End Family.

Lemma weights_by_input_hold : kajitsuka_weights_by_input.
Proof.
  intros d n N X Hd Hdist.
  set (differ := fun (p : place) (x : R) => let '((i, k), (j, l)) := p in
    ~ same_vocabulary d n (X i) (X j) -> (2 <= n)%nat -> exists a, (a < d)%nat /\
      attended_to (leaning (lean d n N X x (X i))) d n blank (X i) k a
      <> attended_to (leaning (lean d n N X x (X j))) d n blank (X j) l a).
  destruct (near_zero place (all_places n N) differ) as [x_0 [H0 H]].
  { intros [[i k] [j l]] Hp. apply all_places_have in Hp. destruct Hp as [[Hi _] [Hj _]].
    destruct (classic (~ same_vocabulary d n (X i) (X j) /\ (2 <= n)%nat)) as [[Hdiff Hn] | Hno].
    - destruct (number_exists d n N X Hd Hn i Hi) as [i_0 [Ei [Hi0 Si]]].
      destruct (number_exists d n N X Hd Hn j Hj) as [j_0 [Ej [Hj0 Sj]]].
      assert (i_0 <> j_0) as Hne.
      { intros E. subst j_0. apply Hdiff.
        assert (forall a k', (a < d)%nat -> (k' < n)%nat -> X i a k' = X j a k') as G.
        { intros a k' Ha Hk'. rewrite (Si a k' Ha Hk'). symmetry. now apply Sj. }
        split; intros k' Hk'; exists k'; split; auto; intros a Ha; unfold column; [| symmetry]; auto. }
      destruct (means_apart d n N X Hd Hn Hdist i j i_0 j_0 Hi Hi0 Hj0 Hne) as [x_0 [H0 H]].
      exists x_0. split; [exact H0 |]. intros x Hx _ _. destruct (H x Hx) as [a [Ha Hx']]. exists a.
      split; [exact Ha |]. rewrite !blank_attends by exact Hn. unfold lean. rewrite Ei, Ej. exact Hx'.
    - exists 1. split; [lra |]. intros x _ H1 H2. exfalso. now apply Hno. }
  set (x := Rmin (x_0 / 2) (1 / 2)).
  assert (0 < x) as Hx by (apply Rmin_glb_lt; lra).
  assert (x < x_0) as Hx0 by (apply Rle_lt_trans with (1 := Rmin_l _ _); lra).
  assert (x <= 1) as Hx1 by (apply Rle_trans with (1 := Rmin_r _ _); lra).
  set (sigma := fun Z => leaning (lean d n N X x Z)). exists sigma. split; [intros Z; apply leaning_shares_out |].
  split.
  { intros Z s k _. apply leaning_nonnegative. unfold lean. destruct (number_in d n N X Z) as [i |]; [| lra].
    split; [apply pow_le; lra |]. rewrite <- (pow1 (S i)). apply pow_incr. lra. }
  split; [intros Z Z' E; unfold sigma, lean; now rewrite (number_in_same d n N X Z Z' E) |].
  destruct (some_layer_maps d n N X sigma Hd) as [hs [y [r [delta [Hdelta [Hu Hmap]]]]]].
  { intros [[i k] [j l]] Hp [Hdiff E]. pose proof Hp as Hp'. apply all_places_have in Hp'.
    assert (2 <= n)%nat as Hn.
    { destruct n as [| [| n']]; [lia | | lia]. exfalso. apply Hdiff.
      replace k with 0%nat in E by lia. replace l with 0%nat in E by lia.
      split; intros k' Hk'; exists 0%nat; split; try lia; replace k' with 0%nat by lia; [exact E |].
      intros a Ha. symmetry. now apply E. }
    destruct (H x ltac:(lra) _ Hp Hdiff Hn) as [a [Ha Hne]]. exists blank, a.
    split; [split; [cbn; lia | reflexivity] |]. split; [exact Ha | exact Hne]. }
  match type of Hmap with let all := ?A in _ => exists A, r, delta end.
  split; [exact Hdelta |]. split; [| exact Hmap].
  intros H1 a Hin Ha. apply in_map_iff in Hin. destruct Hin as [g [<- Hg]]. apply in_seq in Hg.
  pose proof (nth_In hs (@Head reals 1 (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0) (fun _ => 0), 0%nat)
    (proj2 Hg)) as Hin.
  destruct (nth g hs _) as [H2 b]. destruct (Hu H2 b Hin) as [_ Hb]. now apply Hb.
Qed.
