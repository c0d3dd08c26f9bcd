(** * Tie rules: hardmax with equal maxima, and the layers psi and Psi for a row of thresholds

    The paper's hardmax gives 1/k to each of k equal maxima (App. A); in its place one may give 1 to the first or to the
    last of them. A layer here is one of [Transformers.v] under such a rule.

    Nothing is proved in this file. *)

From Coq Require Import ZArith QArith List.
From Exactua Require Import Transformers.
Import ListNotations.
Open Scope Q_scope.

Inductive tie_rule := average | leftmost | rightmost.

(** 1 at the first entry that equals a number, 0 elsewhere. *)
Fixpoint first_of (top : Q) (a : vector) : vector :=
  match a with
  | [] => []
  | x :: rest => if Qeq_bool x top then 1 :: repeat 0 (length rest) else 0 :: first_of top rest
  end.

Definition hardmax_by (ties : tie_rule) (a : vector) : vector :=
  match ties with
  | average => hardmax a
  | leftmost => first_of (maximum a) a
  | rightmost => rev (first_of (maximum a) (rev a))
  end.

(** [attend], [column_after] and [apply_layer] of [Transformers.v] under a rule. *)
Definition attend_by (ties : tie_rule) (h : head) (Z : matrix) (z : vector) : vector :=
  let scores := map (fun key => key * (dot (W_Q h) z + b_Q h)) (row_of (W_K h) Z) in
  scale (dot (row_of (W_V h) Z) (hardmax_by ties scores)) (W_O h).

Definition column_after_by (ties : tie_rule) (l : layer) (Z : matrix) (z : vector) : vector :=
  match l with
  | Attention heads => fold_left (fun sum h => add sum (attend_by ties h Z z)) heads z
  | FeedForward _ => column_after l Z z
  end.

Definition apply_layer_by (ties : tie_rule) (Z : matrix) (l : layer) : matrix := map (column_after_by ties l Z) Z.

(** What layer number k alone makes of a matrix; the matrix itself where there is no such layer. *)
Definition layer_alone_by (ties : tie_rule) (N : network) (k : Z) (X : matrix) : matrix :=
  match nth_error N (Z.to_nat (k - 1)) with Some l => apply_layer_by ties X l | None => X end.

(** ** Selective shift operation, App. E.3 *)

(** -delta, -delta/2, 0, ...: the thresholds b_Q, counted from 0. *)
Definition threshold (m k : nat) : Q := of_nat k * (delta m / 2) - delta m.

(** Z -> Z + psi(Z; b_Q) for each threshold up to delta^(-d+1) + 3 delta/2. *)
Definition psi_layers (d m : nat) : network :=
  map (fun k => Attention [psi d m (threshold m k) 1]) (seq 0 (2 * m ^ d + 6)).

(** Z -> Z + Psi(Z; b_Q, b_Q + w delta/2) for each threshold up to delta^(-d+1) and w = 1, 2, 3. *)
Definition Psi_layers (d m : nat) : network :=
  flat_map (fun k => map (fun w => Attention (Psi d m (threshold m k) (threshold m (k + w)) 1)) (seq 1 3))
    (seq 0 (2 * m ^ d + 3)).
