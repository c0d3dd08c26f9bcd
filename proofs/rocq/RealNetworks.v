(** * Real networks: those of the proof, written as lists of rational numbers, as networks over R

    [Transformers.v] has matrices over Q as lists of columns, heads of size 1 and one hidden node. Here they become
    networks of [Networks.v], over Q and over R.

    Nothing is proved in this file. *)

From Coq Require Import List QArith Qreals Reals.
From Exactua Require Import Networks.
From Exactua Require Transformers.
Import ListNotations.

(** ** Lists as functions *)

Definition of_list (a : Transformers.vector) : vector rationals := fun i => nth i a 0%Q.

(** Matrices are lists of columns there. *)
Definition of_columns (X : Transformers.matrix) : matrix rationals := fun i j => nth i (nth j X []) 0%Q.

Definition head_of (h : Transformers.head) : head rationals :=
  @Head rationals 1 (fun i _ => of_list (Transformers.W_O h) i) (fun _ i => of_list (Transformers.W_V h) i)
    (fun _ i => of_list (Transformers.W_K h) i) (fun _ i => of_list (Transformers.W_Q h) i)
    (fun _ => Transformers.b_Q h).

Definition piece_of (p : Transformers.piece) : piece rationals :=
  @Piece rationals (Transformers.from p) (Transformers.from_closed p) (Transformers.to p) (Transformers.to_closed p)
    (Transformers.slope p) (Transformers.intercept p).

Definition layer_of (l : Transformers.layer) : layer rationals :=
  match l with
  | Transformers.Attention all => Attention (map head_of all)
  | Transformers.FeedForward f => FeedForward (@TokenWise rationals 1
      (fun _ i => of_list (Transformers.W_1 f) i) (fun _ => Transformers.b_1 f)
      (fun i _ => of_list (Transformers.W_2 f) i) (of_list (Transformers.b_2 f))
      (map piece_of (Transformers.activation f)))
  end.

(** What is added to a column has d rows. *)
Definition has_rows (d : nat) (l : Transformers.layer) : Prop :=
  match l with
  | Transformers.Attention all => Forall (fun h => length (Transformers.W_O h) = d) all
  | Transformers.FeedForward f => length (Transformers.W_2 f) = d /\ length (Transformers.b_2 f) = d
  end.

Definition of_shape (d n : nat) (X : Transformers.matrix) : Prop :=
  length X = n /\ Forall (fun x => length x = d) X.

(** ** Rational networks as real ones *)

Definition real_matrix (X : matrix rationals) : matrix reals := fun i j => Q2R (X i j).
Definition real_vector (b : vector rationals) : vector reals := fun i => Q2R (b i).
Definition real_head (H : head rationals) : head reals :=
  Head (head_size H) (real_matrix (W_O H)) (real_matrix (W_V H)) (real_matrix (W_K H)) (real_matrix (W_Q H))
    (real_vector (b_Q H)).
Definition real_piece (p : piece rationals) : piece reals :=
  @Piece reals (option_map Q2R (from p)) (from_closed p) (option_map Q2R (to p)) (to_closed p) (Q2R (slope p))
    (Q2R (intercept p)).
Definition real_layer (l : layer rationals) : layer reals :=
  match l with
  | Attention heads => Attention (map real_head heads)
  | FeedForward f => FeedForward (TokenWise (hidden_size f) (real_matrix (W_1 f)) (real_vector (b_1 f))
      (real_matrix (W_2 f)) (real_vector (b_2 f)) (map real_piece (activation f)))
  end.

(** A network of the proof over R. *)
Definition real_network (N : Transformers.network) : list (layer reals) := map (fun l => real_layer (layer_of l)) N.
