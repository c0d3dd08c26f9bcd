(** * Ids: what selective shifts do to column ids, in units of delta (integers)

    The definitions here are tools of the proofs, no statement speaks of them: [Simulation.v] proves that the networks of
    [Transformers.v], run with all their layers, compute just this on the ids u^T Z. *)

From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.

Fixpoint greatest (x : list Z) : Z :=
  match x with [] => 0 | [y] => y | y :: rest => Z.max y (greatest rest) end.
Fixpoint least (x : list Z) : Z :=
  match x with [] => 0 | [y] => y | y :: rest => Z.min y (least rest) end.

(** What a shift of the id k adds to an id y. *)
Definition gained (gain k : Z) (x : list Z) (y : Z) : Z := if y =? k then gain * (greatest x - least x) else 0.
Definition shift (gain k : Z) (x : list Z) : list Z := map (fun y => y + gained gain k x y) x.

(** All shifts, in the order of the list. *)
Definition sweep (gain : Z) (ks x : list Z) : list Z := fold_left (fun x k => shift gain k x) ks x.

(** The ids 0, 1, ..., D - 1. *)
Definition all_ids (D : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat D)).

(** The last layer adds c times the greatest id to a positive id, c times the least to a negative one. At 0 hardmax
    ties over all columns; that occurs only where all ids are 0. *)
Definition global (c : Z) (x : list Z) : list Z :=
  map (fun y => if 0 <? y then y + c * greatest x else if y <? 0 then y + c * least x else y) x.
