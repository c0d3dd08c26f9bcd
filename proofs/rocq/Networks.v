(** * Networks: Transformers with any number of heads, of any sizes

    Yun et al. 2020, "Are Transformers universal approximators of sequence-to-sequence functions?": Sec. 2 (layers,
    blocks, T^(h,m,r)), footnote 1 (b_Q), App. A (hardmax), App. C, Step 2 (Phi). One definition over any [numbers]:
    the rational numbers and the real ones are two of them. Rows and columns are counted from 0.

    Nothing is proved in this file. *)

From Coq Require Import List Arith Bool QArith Qreals Reals.
Import ListNotations.

(** ** Numbers *)

(** What the layers of a network ask of numbers; [of_at_most] is <=. *)
Record numbers := Numbers {
  number : Type;
  equal : number -> number -> Prop;
  zero : number;
  one : number;
  plus : number -> number -> number;
  times : number -> number -> number;
  inverse : number -> number;
  at_most : number -> number -> bool }.
Arguments equal {_}. Arguments zero {_}. Arguments one {_}. Arguments plus {_}. Arguments times {_}.
Arguments inverse {_}. Arguments at_most {_}.

Definition rationals : numbers := Numbers Q Qeq 0%Q 1%Q Qplus Qmult Qinv Qle_bool.
Definition reals : numbers :=
  Numbers R eq 0%R 1%R Rplus Rmult Rinv (fun x y => if Rle_dec x y then true else false).

Section Definitions.
  Context {F : numbers}.
  Infix "+" := plus. Infix "*" := times.

  (** f(0) + ... + f(k - 1). *)
  Fixpoint total (k : nat) (f : nat -> number F) : number F :=
    match k with O => zero | S k' => total k' f + f k' end.

  Definition of_count (k : nat) : number F := total k (fun _ => one).

  (** ** Matrices: the entry in row i and column j; a matrix with d rows and n columns is known by its d n entries *)

  Definition vector := nat -> number F.
  Definition matrix := nat -> nat -> number F.

  Definition same (d n : nat) (X Y : matrix) : Prop :=
    forall i j, (i < d)%nat -> (j < n)%nat -> equal (X i j) (Y i j).

  Definition sum (X Y : matrix) : matrix := fun i j => X i j + Y i j.

  (** A B, where A has k columns and B has k rows. *)
  Definition product (k : nat) (A B : matrix) : matrix := fun i j => total k (fun l => A i l * B l j).

  (** b 1^T. *)
  Definition in_each_column (b : vector) : matrix := fun i _ => b i.

  (** ** Hardmax, App. A, column by column: the weights of n scores *)

  (** Score k is a greatest one of n. *)
  Definition is_greatest (n : nat) (scores : vector) (k : nat) : bool :=
    forallb (fun l => at_most (scores l) (scores k)) (seq 0 n).
  Definition how_many_greatest (n : nat) (scores : vector) : nat := length (filter (is_greatest n scores) (seq 0 n)).

  (** 1/k at each of the k greatest scores, 0 elsewhere: the paper's. *)
  Definition hardmax (n : nat) (scores : vector) : vector := fun k =>
    if is_greatest n scores k then inverse (of_count (how_many_greatest n scores)) else zero.

  (** 1 at the first, at the last of the greatest scores, 0 elsewhere: other tie rules. *)
  Definition leftmost_hardmax (n : nat) (scores : vector) : vector := fun k =>
    if is_greatest n scores k && forallb (fun l => negb (is_greatest n scores l)) (seq 0 k) then one else zero.
  Definition rightmost_hardmax (n : nat) (scores : vector) : vector := fun k =>
    if is_greatest n scores k && forallb (fun l => negb (is_greatest n scores l)) (seq (S k) (n - S k))
    then one else zero.

  (** ** Attention *)

  (** W_O: d rows, [head_size] columns; W_V, W_K, W_Q: [head_size] rows, d columns; b_Q: [head_size] numbers. *)
  Record head := Head {
    head_size : nat; W_O : matrix; W_V : matrix; W_K : matrix; W_Q : matrix; b_Q : vector }.

  (** (W_K X)^T (W_Q X + b_Q 1^T): n rows, n columns. *)
  Definition scores (d : nat) (H : head) (X : matrix) : matrix := fun k j =>
    total (head_size H) (fun a => product d (W_K H) X a k * sum (product d (W_Q H) X) (in_each_column (b_Q H)) a j).

  (** sigma[S], where sigma makes n weights of n scores: softmax or hardmax, on each column of S. *)
  Definition on_each_column (sigma : nat -> vector -> vector) (n : nat) (S : matrix) : matrix := fun k j =>
    sigma n (fun l => S l j) k.

  (** W_O W_V X sigma[(W_K X)^T (W_Q X + b_Q 1^T)]. *)
  Definition attend (sigma : nat -> vector -> vector) (d n : nat) (H : head) (X : matrix) : matrix :=
    product n (product (head_size H) (W_O H) (product d (W_V H) X)) (on_each_column sigma n (scores d H X)).

  (** X + the sum of [attend] over all heads, (1) of Sec. 2. *)
  Definition attention (sigma : nat -> vector -> vector) (d n : nat) (heads : list head) (X : matrix) : matrix :=
    fold_left (fun Y H => sum Y (attend sigma d n H X)) heads X.

  (** ** Feed-forward layers *)

  (** One piece of a piece-wise linear function: slope * t + intercept between two ends; [None] is no end. *)
  Record piece := Piece {
    from : option (number F); from_closed : bool; to : option (number F); to_closed : bool;
    slope : number F; intercept : number F }.

  Definition above (p : piece) (t : number F) : bool :=
    match from p with
    | None => true
    | Some a => if from_closed p then at_most a t else negb (at_most t a)
    end.

  Definition below (p : piece) (t : number F) : bool :=
    match to p with
    | None => true
    | Some b => if to_closed p then at_most t b else negb (at_most b t)
    end.

  Definition has (p : piece) (t : number F) : bool := above p t && below p t.

  (** The value at t of the first piece that has t; 0 where none has. *)
  Fixpoint activate (phi : list piece) (t : number F) : number F :=
    match phi with
    | [] => zero
    | p :: rest => if has p t then slope p * t + intercept p else activate rest t
    end.

  (** 0 for t < 0, t for t >= 0. *)
  Definition ReLU : list piece :=
    [Piece None false (Some zero) false zero zero; Piece (Some zero) true None false one zero].

  (** Phi: piece-wise linear functions with at most three pieces, at least one of them constant, on more than a single
      t: every function of two pieces would be in Phi otherwise. The pieces have each t exactly once. *)
  Definition in_Phi (phi : list piece) : Prop :=
    (length phi <= 3)%nat /\
    Exists (fun p => equal (slope p) zero /\
      exists t t', at_most t' t = false /\ has p t = true /\ has p t' = true) phi /\
    (forall t, length (filter (fun p => has p t) phi) = 1%nat).

  (** W_1: [hidden_size] rows, d columns; b_1: [hidden_size] numbers; W_2: d rows, [hidden_size] columns; b_2: d. *)
  Record token_wise := TokenWise {
    hidden_size : nat; W_1 : matrix; b_1 : vector; W_2 : matrix; b_2 : vector; activation : list piece }.

  (** Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T, (2) of Sec. 2 with phi for ReLU. *)
  Definition feed_forward (d : nat) (f : token_wise) (Z : matrix) : matrix :=
    let hidden := sum (product d (W_1 f) Z) (in_each_column (b_1 f)) in
    sum (sum Z (product (hidden_size f) (W_2 f) (fun a j => activate (activation f) (hidden a j))))
      (in_each_column (b_2 f)).

  (** ** Networks of layers, and networks of blocks *)

  Inductive layer := Attention (heads : list head) | FeedForward (f : token_wise).

  Definition apply (sigma : nat -> vector -> vector) (d n : nat) (X : matrix) (l : layer) : matrix :=
    match l with Attention heads => attention sigma d n heads X | FeedForward f => feed_forward d f X end.

  Definition run (sigma : nat -> vector -> vector) (d n : nat) (N : list layer) (X : matrix) : matrix :=
    fold_left (apply sigma d n) N X.

  (** A block: an attention layer, then a feed-forward layer. *)
  Record block := Block { heads : list head; behind : token_wise }.
  Definition layers (N : list block) : list layer :=
    flat_map (fun t => [Attention (heads t); FeedForward (behind t)]) N.

  (** h heads of size m each, and r hidden nodes. *)
  Definition of_size (h m r : nat) (t : block) : Prop :=
    length (heads t) = h /\ Forall (fun H => head_size H = m) (heads t) /\ hidden_size (behind t) = r.

  Definition with_ReLU (t : block) : Prop := activation (behind t) = ReLU.
  Definition with_Phi (t : block) : Prop := in_Phi (activation (behind t)).

  (** As (1) prints it, without the bias of footnote 1. *)
  Definition without_b_Q (t : block) : Prop :=
    Forall (fun H => forall a, (a < head_size H)%nat -> equal (b_Q H a) zero) (heads t).
End Definitions.

Arguments vector : clear implicits. Arguments matrix : clear implicits. Arguments head : clear implicits.
Arguments piece : clear implicits. Arguments token_wise : clear implicits. Arguments layer : clear implicits.
Arguments block : clear implicits.

(** ** Softmax *)

(** e^(s_k) / sum_l e^(s_l). *)
Definition softmax (n : nat) (scores : vector reals) : vector reals := fun k =>
  (exp (scores k) / total (F := reals) n (fun l => exp (scores l)))%R.

(** ** T^(h,m,r), (3) of Sec. 2, with b_Q; and T-bar^(h,m,r) of App. C, Step 2 *)

Definition in_T (h m r d n : nat) (g : matrix reals -> matrix reals) : Prop :=
  exists N : list (block reals), Forall (of_size h m r) N /\ Forall with_ReLU N /\
    forall X, same d n (g X) (run softmax d n (layers N) X).

Definition in_T_bar (h m r d n : nat) (g : matrix reals -> matrix reals) : Prop :=
  exists N : list (block reals), Forall (of_size h m r) N /\ Forall with_Phi N /\
    forall X, same d n (g X) (run hardmax d n (layers N) X).
