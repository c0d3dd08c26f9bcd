(** * BProjContexts: one bi-linear projection whose row u^T BProj(L) tells L and the place of the token

    W_O = e^(1) u^T and I + W_P has rank one: entry j of the row is N C^(j+1), where N < C has the ids of L as its
    digits in the base B. *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks Matrices Cubes NetworkLaws NetworkStatements RealSelectiveShift.
Import ListNotations.
Open Scope R_scope.

Local Notation total := (Networks.total (F := reals)).
Local Notation product := (Networks.product (F := reals)).

(** ** Digits *)

(** f(0) + f(1) B + ... + f(k - 1) B^(k-1). *)
Fixpoint numeral (B k : nat) (f : nat -> nat) : nat :=
  match k with O => 0%nat | S k' => (numeral B k' f + B ^ k' * f k')%nat end.

Lemma numeral_below : forall B k f, (1 <= B)%nat -> (forall i, (i < k)%nat -> (f i < B)%nat) ->
  (numeral B k f < B ^ k)%nat.
Proof.
  intros B k f HB. induction k as [| k IH]; intros H; cbn [numeral Nat.pow]; [lia |].
  specialize (IH (fun i Hi => H i ltac:(lia))). pose proof (H k ltac:(lia)). nia.
Qed.

Lemma numeral_injective : forall B k f g, (1 <= B)%nat -> (forall i, (i < k)%nat -> (f i < B)%nat) ->
  (forall i, (i < k)%nat -> (g i < B)%nat) -> numeral B k f = numeral B k g -> forall i, (i < k)%nat -> f i = g i.
Proof.
  intros B k f g HB. induction k as [| k IH]; intros F G E i Hi; [lia |]. cbn [numeral] in E.
  pose proof (numeral_below B k f HB (fun i Hi => F i ltac:(lia))) as F0.
  pose proof (numeral_below B k g HB (fun i Hi => G i ltac:(lia))) as G0.
  destruct (Nat.div_mod_unique (B ^ k) (f k) (g k) (numeral B k f) (numeral B k g)) as [E1 E2]; [assumption .. | lia |].
  destruct (Nat.eq_dec i k) as [-> | Ne]; [exact E1 |].
  apply IH; [intros; apply F; lia | intros; apply G; lia | exact E2 | lia].
Qed.

Lemma numeral_zero : forall B k f, (1 <= B)%nat -> numeral B k f = 0%nat -> forall i, (i < k)%nat -> f i = 0%nat.
Proof.
  intros B k f HB. induction k as [| k IH]; intros E i Hi; [lia |]. cbn [numeral] in E.
  pose proof (Nat.pow_nonzero B k ltac:(lia)). destruct (Nat.eq_dec i k) as [-> | Ne]; [nia |]. apply IH; lia.
Qed.

Lemma numeral_real : forall B k f, INR (numeral B k f) = total k (fun i => INR (B ^ i) * INR (f i)).
Proof.
  intros B k f. induction k as [| k IH]; [reflexivity |]. cbn [numeral Networks.total plus number reals].
  rewrite plus_INR, mult_INR, IH. reflexivity.
Qed.

(** N C^(j+1), with 1 <= N < C, tells N and j. *)
Lemma places_apart : forall C N N' j j', (1 <= N < C)%nat -> (1 <= N' < C)%nat ->
  (N * C ^ S j = N' * C ^ S j')%nat -> N = N' /\ j = j'.
Proof.
  assert (G : forall C N N' j j', (1 <= N < C)%nat -> (1 <= N' < C)%nat -> (j < j')%nat ->
    (N * C ^ S j < N' * C ^ S j')%nat).
  { intros C N N' j j' H H' L. pose proof (Nat.pow_nonzero C (S j) ltac:(lia)) as P.
    assert (A : (C * C ^ S j <= C ^ S j')%nat).
    { change (C * C ^ S j)%nat with (C ^ S (S j))%nat. apply Nat.pow_le_mono_r; lia. }
    nia. }
  intros C N N' j j' H H' E. destruct (lt_eq_lt_dec j j') as [[L | L] | L].
  - pose proof (G C N N' j j' H H' L). lia.
  - subst j'. split; [| reflexivity]. pose proof (Nat.pow_nonzero C (S j) ltac:(lia)). nia.
  - pose proof (G C N' N j' j H' H L). lia.
Qed.

(** ** The layer *)

Section Layer.
  Variables d n m B : nat.
  Hypothesis one_d : (1 <= d)%nat.
  Hypothesis one_m : (1 <= m)%nat.

  Definition read (i : nat) : R := INR (m ^ i).
  Definition to_first_row : matrix := fun i l => if (i =? 0)%nat then read l else 0.
  Definition numbering : matrix := fun k j => INR (B ^ k) * INR ((B ^ n) ^ S j) - if (k =? j)%nat then 1 else 0.

  (** u^T BProj(X)_j = C^(j+1) (l_1 + l_2 B + ...). *)
  Lemma row_of_layer : forall X j, (j < n)%nat -> row_of d read (BProj d n to_first_row numbering X) j =
    INR ((B ^ n) ^ S j) * total n (fun k => INR (B ^ k) * row_of d read X k).
  Proof.
    intros X j Hj. set (l := row_of d read X).
    assert (First : forall i k, product d to_first_row X i k = if (i =? 0)%nat then l k else 0).
    { intros i k. unfold Networks.product, to_first_row. destruct (i =? 0)%nat; [reflexivity |].
      apply (total_zero real_laws). intros a _. cbn. real. ring. }
    assert (Add : forall k f g, total k (fun i => f i + g i) = total k f + total k g).
    { induction k as [| k IH]; intros f g; cbn [Networks.total Networks.zero plus number reals]; [ring |].
      rewrite IH. ring. }
    assert (Row : forall i, BProj d n to_first_row numbering X i j =
      X i j + if (i =? 0)%nat then total n (fun k => l k * numbering k j) else 0).
    { intros i. unfold BProj, sum. cbn [plus reals]. f_equal. unfold Networks.product at 1. destruct (i =? 0)%nat eqn:E.
      - apply total_ext. intros k _. rewrite First, E. reflexivity.
      - apply (total_zero real_laws). intros k _. rewrite First, E. cbn. real. ring. }
    unfold row_of at 1. rewrite (total_ext d _ (fun i => read i * X i j + (if (i =? 0)%nat then
      total n (fun k => l k * numbering k j) else 0))).
    - rewrite Add. change (total d (fun i => read i * X i j)) with (l j).
      rewrite (total_at d (fun i => if (i =? 0)%nat then total n (fun k => l k * numbering k j) else 0) 0);
        [| lia | intros i _ Ne; destruct (Nat.eqb_spec i 0); [contradiction | reflexivity]].
      cbn [Nat.eqb]. rewrite <- total_scaled.
      rewrite (total_ext n (fun k => l k * numbering k j) (fun k => INR ((B ^ n) ^ S j) * (INR (B ^ k) * l k) +
        (if (k =? j)%nat then - l k else 0))).
      + rewrite Add, (total_at n (fun k => if (k =? j)%nat then - l k else 0) j Hj).
        * rewrite Nat.eqb_refl. fold l. real. ring.
        * intros k _ Ne. destruct (Nat.eqb_spec k j); [contradiction | reflexivity].
      + intros k _. unfold numbering. destruct (k =? j)%nat; real; ring.
    - intros i _. rewrite Row. destruct (Nat.eqb_spec i 0) as [-> | Ne]; [| real; ring].
      unfold read at 2. cbn [Nat.pow INR]. unfold read. cbn [Nat.pow INR]. real. ring.
  Qed.

  Variable ids : (nat -> nat -> nat) -> nat -> nat.
  Variable before : matrix -> matrix.
  Variable among : matrix -> Prop.
  Hypothesis one_B : (1 <= B)%nat.
  (** On this set ids are digits, not all of them 0, and tell the matrix. *)
  Hypothesis reads : forall X, among X -> exists L, (forall k, (k < n)%nat -> (ids L k < B)%nat) /\
    (forall k, (k < n)%nat -> row_of d read (before X) k = INR (ids L k) / INR m) /\
    (1 <= numeral B n (ids L))%nat /\
    forall Y L', among Y -> (forall k, (k < n)%nat -> row_of d read (before Y) k = INR (ids L' k) / INR m) ->
      (forall k, (k < n)%nat -> ids L k = ids L' k) -> same d n X Y.

  Lemma row_is : forall X L j, (j < n)%nat ->
    (forall k, (k < n)%nat -> row_of d read (before X) k = INR (ids L k) / INR m) ->
    row_of d read (BProj d n to_first_row numbering (before X)) j =
    INR (numeral B n (ids L) * (B ^ n) ^ S j) / INR m.
  Proof.
    intros X L j Hj E. rewrite row_of_layer by exact Hj. rewrite mult_INR, numeral_real.
    assert (P : 0 < INR m) by (apply lt_0_INR; lia).
    rewrite (total_ext n _ (fun k => / INR m * (INR (B ^ k) * INR (ids L k))))
      by (intros k Hk; rewrite E by exact Hk; real; field; lra).
    rewrite total_scaled. unfold Rdiv. real. ring.
  Qed.

  Lemma contextual : condition_1 d n read (fun X => BProj d n to_first_row numbering (before X)) among /\
    condition_2 d n read (fun X => BProj d n to_first_row numbering (before X)) among.
  Proof.
    assert (P : 0 < INR m) by (apply lt_0_INR; lia).
    assert (Same : forall a b, INR a / INR m = INR b / INR m -> a = b).
    { intros a b E. apply INR_eq. apply (Rmult_eq_reg_r (/ INR m)); [exact E | apply Rinv_neq_0_compat; lra]. }
    split.
    - intros X HX j k Hj Hk Ne E. destruct (reads X HX) as (L & D & R & N & _).
      rewrite !(row_is X L) in E by assumption. apply Same in E.
      pose proof (numeral_below B n (ids L) one_B D) as Below.
      destruct (places_apart (B ^ n) _ _ j k (conj N Below) (conj N Below) E) as [_ F]. contradiction.
    - intros X Y HX HY Ne j k Hj Hk E. destruct (reads X HX) as (L & D & R & N & T).
      destruct (reads Y HY) as (L' & D' & R' & N' & _).
      rewrite (row_is X L), (row_is Y L') in E by assumption. apply Same in E.
      pose proof (numeral_below B n (ids L) one_B D) as Below.
      pose proof (numeral_below B n (ids L') one_B D') as Below'.
      destruct (places_apart (B ^ n) _ _ j k (conj N Below) (conj N' Below') E) as [F _]. apply Ne.
      apply (T Y L' HY R'). exact (numeral_injective B n _ _ one_B D D' F).
  Qed.
End Layer.

Theorem one_BProj_is_contextual_holds : one_BProj_is_contextual.
Proof.
  intros d n m Hd Hn Hm. assert (P : 0 < INR m) by (apply lt_0_INR; lia).
  set (id := fun (L : nat -> nat -> nat) k => numeral m d (fun i => L i k)).
  assert (Below : forall L k, grid_point d n m L -> (k < n)%nat -> (id L k < m ^ d)%nat).
  { intros L k HL Hk. apply numeral_below; [exact Hm |]. intros i Hi. now apply HL. }
  assert (Row : forall X L k, (k < n)%nat -> same d n X (fun i j => INR (L i j) / INR m) ->
    row_of d (read m) X k = INR (id L k) / INR m).
  { intros X L k Hk E. unfold row_of, id. rewrite numeral_real. unfold Rdiv. rewrite Rmult_comm, <- total_scaled.
    apply total_ext. intros i Hi. rewrite (E i k Hi Hk). unfold read. real. field. lra. }
  assert (Tell : forall X L Y L', grid_point d n m L -> grid_point d n m L' ->
    same d n X (fun i j => INR (L i j) / INR m) -> same d n Y (fun i j => INR (L' i j) / INR m) ->
    (forall k, (k < n)%nat -> id L k = id L' k) -> same d n X Y).
  { intros X L Y L' HL HL' E E' H i j Hi Hj. rewrite (E i j Hi Hj), (E' i j Hi Hj). do 2 f_equal.
    apply (numeral_injective m d (fun i => L i j) (fun i => L' i j) Hm); try assumption;
      [intros a Ha; now apply HL | intros a Ha; now apply HL' | now apply H]. }
  assert (Same : forall a b, INR a / INR m = INR b / INR m -> a = b).
  { intros a b E. apply INR_eq. apply (Rmult_eq_reg_r (/ INR m)); [exact E | apply Rinv_neq_0_compat; lra]. }
  pose proof (Nat.pow_nonzero m d ltac:(lia)) as D0. split.
  - exists (read m), (to_first_row m), (numbering n (m ^ d)). intros S.
    apply (contextual d n m (m ^ d) Hd Hm id (fun X => X) S ltac:(lia)).
    intros X [(L & HL & E) NZ]. exists L. split; [intros k Hk; now apply Below |].
    split; [intros k Hk; now apply Row |]. split.
    + destruct (numeral (m ^ d) n (id L)) as [| N] eqn:Z; [exfalso; apply NZ | lia].
      pose proof (numeral_zero (m ^ d) n (id L) ltac:(lia) Z) as Z'. intros i j Hi Hj. rewrite (E i j Hi Hj).
      rewrite (numeral_zero m d (fun i => L i j) Hm (Z' j Hj) i Hi). unfold zero. cbn [INR]. unfold Rdiv. ring.
    + intros Y L' [(M & HM & EM) _] R' H. apply (Tell X L Y M); try assumption. intros k Hk. rewrite (H k Hk).
      apply Same. rewrite <- (R' k Hk). now apply Row.
  - set (b := fun i : nat => if (i =? 0)%nat then / INR m else 0 : R).
    exists (read m), (to_first_row m), (numbering n (S (m ^ d))), b.
    assert (RowB : forall X L k, (k < n)%nat -> same d n X (fun i j => INR (L i j) / INR m) ->
      row_of d (read m) (sum (F := reals) X (in_each_column (F := reals) b)) k = INR (S (id L k)) / INR m).
    { intros X L k Hk E. unfold row_of, sum, in_each_column. cbn [plus reals].
      rewrite (total_ext d _ (fun i => read m i * X i k + read m i * b i)) by (intros; real; ring).
      assert (Add : forall k f g, total k (fun i => f i + g i) = total k f + total k g).
      { induction k0 as [| k0 IH]; intros f g; cbn [Networks.total Networks.zero plus number reals]; [ring |].
        rewrite IH. ring. }
      rewrite Add. change (total d (fun i => read m i * X i k)) with (row_of d (read m) X k). rewrite (Row X L k Hk E).
      rewrite (total_at d (fun i => read m i * b i) 0); [| lia | intros i _ Ne; unfold b;
        destruct (Nat.eqb_spec i 0); [contradiction | real; ring]].
      unfold b, read. cbn [Nat.eqb Nat.pow]. change (INR 1) with 1. rewrite S_INR. real. unfold Rdiv. ring. }
    apply (contextual d n m (S (m ^ d)) Hd Hm (fun L k => S (id L k))
      (fun X => sum (F := reals) X (in_each_column (F := reals) b)) (on_grid d n m) ltac:(lia)).
    intros X (L & HL & E). exists L. split; [intros k Hk; specialize (Below L k HL Hk); lia |].
    split; [intros k Hk; now apply RowB |]. split.
    + destruct (numeral (S (m ^ d)) n (fun k => S (id L k))) as [| N] eqn:Z; [exfalso | lia].
      pose proof (numeral_zero (S (m ^ d)) n _ ltac:(lia) Z 0%nat ltac:(lia)) as F. discriminate F.
    + intros Y L' (M & HM & EM) R' H. apply (Tell X L Y M); try assumption. intros k Hk. specialize (H k Hk).
      apply Nat.succ_inj. rewrite H. apply Same. rewrite <- (R' k Hk). now apply RowB.
Qed.
