(** * Transformers: what is computed, and by which weights

    Matrices are over Q, in the paper's own unit 1. A matrix with d rows and n columns is the list of its n columns,
    each of them a list of d numbers. Yun et al. 2020, "Are Transformers universal approximators of sequence-to-sequence
    functions?": Sec. 2 (layers), App. A (hardmax), App. C, Step 2 (Phi), App. E.3 (psi, Psi, g_c), App. G (positions).

    Nothing is proved in this file. *)

From Coq Require Import ZArith QArith Qminmax List.
Import ListNotations.
Open Scope Q_scope.

Definition vector := list Q.
Definition matrix := list vector.

Fixpoint dot (a b : vector) : Q :=
  match a, b with
  | x :: a', y :: b' => x * y + dot a' b'
  | _, _ => 0
  end.

Fixpoint add (a b : vector) : vector :=
  match a, b with
  | x :: a', y :: b' => (x + y) :: add a' b'
  | _, _ => []
  end.

Definition scale (c : Q) (a : vector) : vector := map (Qmult c) a.

(** u^T Z, the row of the products of u and each column. *)
Definition row_of (u : vector) (Z : matrix) : vector := map (dot u) Z.

(** ** Attention with hardmax *)

(** The greatest entry; 0 for no entries. *)
Fixpoint maximum (a : vector) : Q :=
  match a with
  | [] => 0
  | [x] => x
  | x :: rest => Qmax x (maximum rest)
  end.

(** How many entries equal x. *)
Definition occurrences (x : Q) (a : vector) : nat := length (filter (Qeq_bool x) a).

(** sigma_H: 1/k at each of the k greatest entries, 0 elsewhere. *)
Definition hardmax (a : vector) : vector :=
  let top := maximum a in
  map (fun x => if Qeq_bool x top then 1 / inject_Z (Z.of_nat (occurrences top a)) else 0) a.

(** A head of size 1: W_O is a column; W_V, W_K and W_Q are rows. *)
Record head := Head { W_O : vector; W_V : vector; W_K : vector; W_Q : vector; b_Q : Q }.

(** The column of W_O W_V Z sigma_H[(W_K Z)^T (W_Q Z + b_Q 1^T)] at a column z of Z. *)
Definition attend (h : head) (Z : matrix) (z : vector) : vector :=
  let scores := map (fun key => key * (dot (W_Q h) z + b_Q h)) (row_of (W_K h) Z) in
  scale (dot (row_of (W_V h) Z) (hardmax scores)) (W_O h).

(** ** Feed-forward layers with one hidden node (r = 1) *)

(** One piece of a piece-wise linear function: slope * t + intercept between two ends; [None] is no end. *)
Record piece := Piece {
  from : option Q; from_closed : bool; to : option Q; to_closed : bool; slope : Q; intercept : Q }.

Definition above (p : piece) (t : Q) : bool :=
  match from p with
  | None => true
  | Some a => if from_closed p then Qle_bool a t else negb (Qle_bool t a)
  end.

Definition below (p : piece) (t : Q) : bool :=
  match to p with
  | None => true
  | Some b => if to_closed p then Qle_bool t b else negb (Qle_bool b t)
  end.

(** The value at t of the first piece that has t; 0 where none has. *)
Fixpoint activate (phi : list piece) (t : Q) : Q :=
  match phi with
  | [] => 0
  | p :: rest => if above p t && below p t then slope p * t + intercept p else activate rest t
  end.

(** Z -> Z + W_2 phi(W_1 Z + b_1 1^T) + b_2 1^T: W_1 a row, b_1 a number, W_2 and b_2 columns. *)
Record feed_forward := FeedForwardWeights {
  W_1 : vector; b_1 : Q; W_2 : vector; b_2 : vector; activation : list piece }.

(** ** Networks *)

Inductive layer :=
| Attention (heads : list head)
| FeedForward (weights : feed_forward).

Definition network := list layer.

(** What a layer makes of a column z of Z, skip connection included. *)
Definition column_after (l : layer) (Z : matrix) (z : vector) : vector :=
  match l with
  | Attention heads => fold_left (fun sum h => add sum (attend h Z z)) heads z
  | FeedForward f => add (add z (scale (activate (activation f) (dot (W_1 f) z + b_1 f)) (W_2 f))) (b_2 f)
  end.

Definition apply_layer (Z : matrix) (l : layer) : matrix := map (column_after l Z) Z.

Definition run (N : network) (Z : matrix) : matrix := fold_left apply_layer N Z.

(** The state after the first k layers. *)
Definition after (N : network) (k : nat) (Z : matrix) : matrix := run (firstn k N) Z.

Definition is_attention (l : layer) : bool := match l with Attention _ => true | FeedForward _ => false end.
Definition attention_layers (N : network) : nat := length (filter is_attention N).
Definition feed_forward_layers (N : network) : nat := length (filter (fun l => negb (is_attention l)) N).
Definition heads_of (l : layer) : nat := match l with Attention heads => length heads | FeedForward _ => 0%nat end.
Definition heads (N : network) : nat := fold_right Nat.max 0%nat (map heads_of N).

(** ** The contextual map g_c, App. E.3; d rows, n columns, delta = 1/m *)

Definition of_nat (k : nat) : Q := inject_Z (Z.of_nat k).

Definition delta (m : nat) : Q := 1 / of_nat m.

(** u = (1, delta^-1, ..., delta^(-d+1)). *)
Definition reading_vector (d m : nat) : vector := map (fun i => of_nat (m ^ i)) (seq 0 d).

(** c e^(1). *)
Definition first_unit (d : nat) (c : Q) : vector := c :: repeat 0 (d - 1).

(** gain psi(Z; b) = gain e^(1) u^T Z sigma_H[(u^T Z)^T (u^T Z - b 1^T)]. *)
Definition psi (d m : nat) (b gain : Q) : head :=
  let u := reading_vector d m in
  {| W_O := first_unit d gain; W_V := u; W_K := u; W_Q := u; b_Q := - b |}.

(** gain Psi(Z; b, b') = gain psi(Z; b) - gain psi(Z; b'): two heads. *)
Definition Psi (d m : nat) (b b' gain : Q) : list head := [psi d m b gain; psi d m b' (- gain)].

(** The selective shift of the id k delta, with attention part gain Psi(.; k delta - delta/2, k delta + delta/2). *)
Definition selective_shift (d m : nat) (gain : Q) (k : nat) : layer :=
  Attention (Psi d m (of_nat k * delta m - delta m / 2) (of_nat k * delta m + delta m / 2) gain).

(** One selective shift for each id of a list, in its order. *)
Definition selective_shifts (d m : nat) (gain : Q) (ids : list nat) : network := map (selective_shift d m gain) ids.

(** A layer with the single head c psi(.; 0). *)
Definition global_shift (d m : nat) (c : Q) : layer := Attention [psi d m 0 c].

(** The sweep of E.3: delta^-d Psi(.; l - delta/2, l + delta/2) for each l in [0 : delta : delta^(-d+1) - delta]. *)
Definition sweep_layers (d m : nat) : network := selective_shifts d m (of_nat (m ^ d)) (seq 0 (m ^ d)).

(** g_c of Lemma 8: the sweep, then delta^(-(n+1)d) psi(.; 0). *)
Definition g_c (d n m : nat) : network := sweep_layers d m ++ [global_shift d m (of_nat ((m ^ d) ^ (n + 1)))].

(** ** The contextual map with positions, App. G.2; column j of E is spacing (j - 1) in every row, 1 in the paper *)

(** E, a matrix with d rows and n columns. *)
Definition positions (spacing d n : nat) : matrix := map (fun j => repeat (of_nat (spacing * j)) d) (seq 0 n).

(** spacing (1 + delta^-1 + ... + delta^(-d+1)) in units of delta: s_j is (j - 1) times that. *)
Definition id_spacing (spacing d m : nat) : nat := spacing * list_sum (map (fun k => m ^ k) (seq 1 d))%nat.

(** The union of [s_j : delta : s_j + delta^(-d+1) - delta], j = 1, ..., n, in units of delta, in increasing order. *)
Definition spaced_ids (spacing n d m : nat) : list nat :=
  flat_map (fun j => seq (j * id_spacing spacing d m) (m ^ d)) (seq 0 n).

(** The sweep: delta^-d Psi(.; l - delta/2, l + delta/2) for each l of these. *)
Definition g2_sweep (spacing d n m : nat) : network :=
  selective_shifts d m (of_nat (m ^ d)) (spaced_ids spacing n d m).

(** g_c of G.2: the sweep, then spacing n delta^(-(n+1)d-1) psi(.; 0). *)
Definition g2_g_c (spacing d n m : nat) : network :=
  g2_sweep spacing d n m ++ [global_shift d m (of_nat (spacing * n * m * (m ^ d) ^ (n + 1)))].
