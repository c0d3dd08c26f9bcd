
(** val implb : bool -> bool -> bool **)

let implb b1 b2 =
  if b1 then b2 else true

(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option **)

let option_map f = function
| Some a -> Some (f a)
| None -> None

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val pred : nat -> nat **)

let pred n0 = match n0 with
| O -> n0
| S u -> u

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec succ = Big_int_Z.succ_big_int

  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec add = Big_int_Z.add_big_int

  (** val add_carry :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  and add_carry x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (add_carry p q0))
        (fun q0 -> Big_int_Z.mult_int_big_int 2 (add_carry p q0))
        (fun _ ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (succ p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> Big_int_Z.mult_int_big_int 2 (add_carry p q0))
        (fun q0 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (add p q0))
        (fun _ -> Big_int_Z.mult_int_big_int 2 (succ p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (succ q0))
        (fun q0 -> Big_int_Z.mult_int_big_int 2 (succ q0))
        (fun _ ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        Big_int_Z.unit_big_int)
        y)
      x

  (** val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec pred_double x =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (Big_int_Z.mult_int_big_int 2 p))
      (fun p ->
      (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (pred_double p))
      (fun _ -> Big_int_Z.unit_big_int)
      x

  (** val pred_N : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pred_N x =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p -> (Big_int_Z.mult_int_big_int 2 p))
      (fun p -> (pred_double p))
      (fun _ -> Big_int_Z.zero_big_int)
      x

  type mask = Pos.mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos Big_int_Z.unit_big_int
  | IsPos p ->
    IsPos ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (Big_int_Z.mult_int_big_int 2 p)
  | x0 -> x0

  (** val double_pred_mask : Big_int_Z.big_int -> mask **)

  let double_pred_mask x =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p -> IsPos (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 p)))
      (fun p -> IsPos (Big_int_Z.mult_int_big_int 2
      (pred_double p)))
      (fun _ -> IsNul)
      x

  (** val sub_mask : Big_int_Z.big_int -> Big_int_Z.big_int -> mask **)

  let rec sub_mask x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> double_mask (sub_mask p q0))
        (fun q0 -> succ_double_mask (sub_mask p q0))
        (fun _ -> IsPos (Big_int_Z.mult_int_big_int 2 p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> succ_double_mask (sub_mask_carry p q0))
        (fun q0 -> double_mask (sub_mask p q0))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> IsNeg)
        (fun _ -> IsNeg)
        (fun _ -> IsNul)
        y)
      x

  (** val sub_mask_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> mask **)

  and sub_mask_carry x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> succ_double_mask (sub_mask_carry p q0))
        (fun q0 -> double_mask (sub_mask p q0))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> double_mask (sub_mask_carry p q0))
        (fun q0 -> succ_double_mask (sub_mask_carry p q0))
        (fun _ -> double_pred_mask p)
        y)
      (fun _ -> IsNeg)
      x

  (** val sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sub = (fun n m -> Big_int_Z.max_big_int
  Big_int_Z.unit_big_int (Big_int_Z.sub_big_int n m))

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec mul = Big_int_Z.mult_big_int

  (** val iter : ('a1 -> 'a1) -> 'a1 -> Big_int_Z.big_int -> 'a1 **)

  let rec iter f x n0 =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun n' -> f (iter f (iter f x n') n'))
      (fun n' -> iter f (iter f x n') n')
      (fun _ -> f x)
      n0

  (** val div2 : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let div2 p =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> p0)
      (fun p0 -> p0)
      (fun _ -> Big_int_Z.unit_big_int)
      p

  (** val div2_up : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let div2_up p =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> succ p0)
      (fun p0 -> p0)
      (fun _ -> Big_int_Z.unit_big_int)
      p

  (** val size_nat : Big_int_Z.big_int -> nat **)

  let rec size_nat p =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> S (size_nat p0))
      (fun p0 -> S (size_nat p0))
      (fun _ -> S O)
      p

  (** val compare_cont :
      comparison -> Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let rec compare_cont = (fun c x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then c else if s < 0 then Lt else Gt)

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let rec eqb p q0 =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 -> eqb p0 q1)
        (fun _ -> false)
        (fun _ -> false)
        q0)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun q1 -> eqb p0 q1)
        (fun _ -> false)
        q0)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        q0)
      p

  (** val gcdn :
      nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec gcdn n0 a b =
    match n0 with
    | O -> Big_int_Z.unit_big_int
    | S n1 ->
      ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
         (fun a' ->
         (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun b' ->
           match compare a' b' with
           | Eq -> a
           | Lt -> gcdn n1 (sub b' a') a
           | Gt -> gcdn n1 (sub a' b') b)
           (fun b0 -> gcdn n1 a b0)
           (fun _ -> Big_int_Z.unit_big_int)
           b)
         (fun a0 ->
         (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun _ -> gcdn n1 a0 b)
           (fun b0 -> Big_int_Z.mult_int_big_int 2 (gcdn n1 a0 b0))
           (fun _ -> Big_int_Z.unit_big_int)
           b)
         (fun _ -> Big_int_Z.unit_big_int)
         a)

  (** val gcd :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let gcd a b =
    gcdn (Coq__1.add (size_nat a) (size_nat b)) a b

  (** val ggcdn :
      nat -> Big_int_Z.big_int -> Big_int_Z.big_int ->
      Big_int_Z.big_int * (Big_int_Z.big_int * Big_int_Z.big_int) **)

  let rec ggcdn n0 a b =
    match n0 with
    | O -> (Big_int_Z.unit_big_int, (a, b))
    | S n1 ->
      ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
         (fun a' ->
         (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun b' ->
           match compare a' b' with
           | Eq -> (a, (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int))
           | Lt ->
             let (g, p) = ggcdn n1 (sub b' a') a in
             let (ba, aa) = p in
             (g, (aa, (add aa (Big_int_Z.mult_int_big_int 2 ba))))
           | Gt ->
             let (g, p) = ggcdn n1 (sub a' b') b in
             let (ab, bb) = p in
             (g, ((add bb (Big_int_Z.mult_int_big_int 2 ab)), bb)))
           (fun b0 ->
           let (g, p) = ggcdn n1 a b0 in
           let (aa, bb) = p in (g, (aa, (Big_int_Z.mult_int_big_int 2 bb))))
           (fun _ -> (Big_int_Z.unit_big_int, (a, Big_int_Z.unit_big_int)))
           b)
         (fun a0 ->
         (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun _ ->
           let (g, p) = ggcdn n1 a0 b in
           let (aa, bb) = p in (g, ((Big_int_Z.mult_int_big_int 2 aa), bb)))
           (fun b0 ->
           let (g, p) = ggcdn n1 a0 b0 in
           ((Big_int_Z.mult_int_big_int 2 g), p))
           (fun _ -> (Big_int_Z.unit_big_int, (a, Big_int_Z.unit_big_int)))
           b)
         (fun _ -> (Big_int_Z.unit_big_int, (Big_int_Z.unit_big_int, b)))
         a)

  (** val ggcd :
      Big_int_Z.big_int -> Big_int_Z.big_int ->
      Big_int_Z.big_int * (Big_int_Z.big_int * Big_int_Z.big_int) **)

  let ggcd a b =
    ggcdn (Coq__1.add (size_nat a) (size_nat b)) a b

  (** val coq_Nsucc_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let coq_Nsucc_double x =
    (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p ->
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x)) p))
      x

  (** val coq_Ndouble : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let coq_Ndouble n0 =
    (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
      (fun _ -> Big_int_Z.zero_big_int)
      (fun p -> (Big_int_Z.mult_int_big_int 2 p))
      n0

  (** val coq_lor :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec coq_lor p q0 =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (coq_lor p0 q1))
        (fun q1 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (coq_lor p0 q1))
        (fun _ -> p)
        q0)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (coq_lor p0 q1))
        (fun q1 -> Big_int_Z.mult_int_big_int 2 (coq_lor p0 q1))
        (fun _ ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        p0)
        q0)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> q0)
        (fun q1 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        q1)
        (fun _ -> q0)
        q0)
      p

  (** val coq_land :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec coq_land p q0 =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 -> coq_Nsucc_double (coq_land p0 q1))
        (fun q1 -> coq_Ndouble (coq_land p0 q1))
        (fun _ -> Big_int_Z.unit_big_int)
        q0)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 -> coq_Ndouble (coq_land p0 q1))
        (fun q1 -> coq_Ndouble (coq_land p0 q1))
        (fun _ -> Big_int_Z.zero_big_int)
        q0)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> Big_int_Z.unit_big_int)
        (fun _ -> Big_int_Z.zero_big_int)
        (fun _ -> Big_int_Z.unit_big_int)
        q0)
      p

  (** val ldiff :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec ldiff p q0 =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 -> coq_Ndouble (ldiff p0 q1))
        (fun q1 -> coq_Nsucc_double (ldiff p0 q1))
        (fun _ -> (Big_int_Z.mult_int_big_int 2 p0))
        q0)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 -> coq_Ndouble (ldiff p0 q1))
        (fun q1 -> coq_Ndouble (ldiff p0 q1))
        (fun _ -> p)
        q0)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> Big_int_Z.zero_big_int)
        (fun _ -> Big_int_Z.unit_big_int)
        (fun _ -> Big_int_Z.zero_big_int)
        q0)
      p

  (** val coq_lxor :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec coq_lxor p q0 =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 -> coq_Ndouble (coq_lxor p0 q1))
        (fun q1 -> coq_Nsucc_double (coq_lxor p0 q1))
        (fun _ -> (Big_int_Z.mult_int_big_int 2 p0))
        q0)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 -> coq_Nsucc_double (coq_lxor p0 q1))
        (fun q1 -> coq_Ndouble (coq_lxor p0 q1))
        (fun _ ->
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        p0))
        q0)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 -> (Big_int_Z.mult_int_big_int 2 q1))
        (fun q1 ->
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        q1))
        (fun _ -> Big_int_Z.zero_big_int)
        q0)
      p

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> Big_int_Z.big_int -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> op a (iter_op op p0 (op a a)))
      (fun p0 -> iter_op op p0 (op a a))
      (fun _ -> a)
      p

  (** val to_nat : Big_int_Z.big_int -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)
 end

module N =
 struct
  (** val succ_pos : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let succ_pos n0 =
    (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p -> Coq_Pos.succ p)
      n0

  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let add = Big_int_Z.add_big_int

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let mul = Big_int_Z.mult_big_int

  (** val coq_lor :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let coq_lor n0 m =
    (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
      (fun _ -> m)
      (fun p ->
      (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
        (fun _ -> n0)
        (fun q0 -> (Coq_Pos.coq_lor p q0))
        m)
      n0

  (** val ldiff :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let ldiff n0 m =
    (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
      (fun _ -> Big_int_Z.zero_big_int)
      (fun p ->
      (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
        (fun _ -> n0)
        (fun q0 -> Coq_Pos.ldiff p q0)
        m)
      n0

  (** val coq_lxor :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let coq_lxor n0 m =
    (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
      (fun _ -> m)
      (fun p ->
      (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
        (fun _ -> n0)
        (fun q0 -> Coq_Pos.coq_lxor p q0)
        m)
      n0
 end

module Z =
 struct
  (** val double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.zero_big_int)
      (fun p -> (Big_int_Z.mult_int_big_int 2 p))
      (fun p -> Big_int_Z.minus_big_int (Big_int_Z.mult_int_big_int 2 p))
      x

  (** val succ_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let succ_double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p ->
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      p))
      (fun p -> Big_int_Z.minus_big_int (Coq_Pos.pred_double p))
      x

  (** val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pred_double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.minus_big_int Big_int_Z.unit_big_int)
      (fun p -> (Coq_Pos.pred_double p))
      (fun p -> Big_int_Z.minus_big_int
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x)) p))
      x

  (** val pos_sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec pos_sub x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> double (pos_sub p q0))
        (fun q0 -> succ_double (pos_sub p q0))
        (fun _ -> (Big_int_Z.mult_int_big_int 2 p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> pred_double (pos_sub p q0))
        (fun q0 -> double (pos_sub p q0))
        (fun _ -> (Coq_Pos.pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> Big_int_Z.minus_big_int (Big_int_Z.mult_int_big_int 2
        q0))
        (fun q0 -> Big_int_Z.minus_big_int (Coq_Pos.pred_double q0))
        (fun _ -> Big_int_Z.zero_big_int)
        y)
      x

  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let add = Big_int_Z.add_big_int

  (** val opp : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let opp = Big_int_Z.minus_big_int

  (** val succ : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let succ = Big_int_Z.succ_big_int

  (** val sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sub = Big_int_Z.sub_big_int

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let mul = Big_int_Z.mult_big_int

  (** val pow_pos :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pow_pos z0 =
    Coq_Pos.iter (mul z0) Big_int_Z.unit_big_int

  (** val pow :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pow x y =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p -> pow_pos x p)
      (fun _ -> Big_int_Z.zero_big_int)
      y

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val sgn : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sgn z0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.zero_big_int)
      (fun _ -> Big_int_Z.unit_big_int)
      (fun _ -> Big_int_Z.minus_big_int Big_int_Z.unit_big_int)
      z0

  (** val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let eqb = Big_int_Z.eq_big_int

  (** val max :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let max = Big_int_Z.max_big_int

  (** val abs : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let abs = Big_int_Z.abs_big_int

  (** val to_nat : Big_int_Z.big_int -> nat **)

  let to_nat z0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> O)
      (fun p -> Coq_Pos.to_nat p)
      (fun _ -> O)
      z0

  (** val to_N : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let to_N = Big_int_Z.(fun p -> if sign_big_int p < 0 then zero_big_int else p)

  (** val of_N : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let of_N = (fun p -> p)

  (** val to_pos : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let to_pos z0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p -> p)
      (fun _ -> Big_int_Z.unit_big_int)
      z0

  (** val pos_div_eucl :
      Big_int_Z.big_int -> Big_int_Z.big_int ->
      Big_int_Z.big_int * Big_int_Z.big_int **)

  let rec pos_div_eucl a b =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun a' ->
      let (q0, r) = pos_div_eucl a' b in
      let r' =
        add (mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) r)
          Big_int_Z.unit_big_int
      in
      if ltb r' b
      then ((mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q0),
             r')
      else ((add
              (mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q0)
              Big_int_Z.unit_big_int), (sub r' b)))
      (fun a' ->
      let (q0, r) = pos_div_eucl a' b in
      let r' = mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) r in
      if ltb r' b
      then ((mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q0),
             r')
      else ((add
              (mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q0)
              Big_int_Z.unit_big_int), (sub r' b)))
      (fun _ ->
      if leb (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) b
      then (Big_int_Z.zero_big_int, Big_int_Z.unit_big_int)
      else (Big_int_Z.unit_big_int, Big_int_Z.zero_big_int))
      a

  (** val div_eucl :
      Big_int_Z.big_int -> Big_int_Z.big_int ->
      Big_int_Z.big_int * Big_int_Z.big_int **)

  let div_eucl = Big_int_Z.(fun x y ->
  match sign_big_int y with
  | 0 -> (zero_big_int, x)
  | 1 -> quomod_big_int x y
  | _ -> let (q, r) = quomod_big_int (add_int_big_int (-1) x) y in
          (add_int_big_int (-1) q, add_big_int (add_int_big_int 1 y) r))

  (** val div :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let div = Big_int_Z.(fun x y ->
  match sign_big_int y with
  | 0 -> zero_big_int
  | 1 -> div_big_int x y
  | _ -> add_int_big_int (-1) (div_big_int (add_int_big_int (-1) x) y))

  (** val modulo :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let modulo = Big_int_Z.(fun x y ->
  match sign_big_int y with
  | 0 -> x
  | 1 -> mod_big_int x y
  | _ -> add_big_int y (add_int_big_int 1 (mod_big_int (add_int_big_int (-1) x) y)))

  (** val even : Big_int_Z.big_int -> bool **)

  let even z0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> true)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun _ -> true)
        (fun _ -> false)
        p)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun _ -> true)
        (fun _ -> false)
        p)
      z0

  (** val div2 : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let div2 z0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.zero_big_int)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> (Coq_Pos.div2 p))
        (fun _ -> (Coq_Pos.div2 p))
        (fun _ -> Big_int_Z.zero_big_int)
        p)
      (fun p -> Big_int_Z.minus_big_int (Coq_Pos.div2_up p))
      z0

  (** val gcd :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let gcd = Big_int_Z.gcd_big_int

  (** val ggcd :
      Big_int_Z.big_int -> Big_int_Z.big_int ->
      Big_int_Z.big_int * (Big_int_Z.big_int * Big_int_Z.big_int) **)

  let ggcd a b =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> ((abs b), (Big_int_Z.zero_big_int, (sgn b))))
      (fun a0 ->
      (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
        (fun _ -> ((abs a), ((sgn a), Big_int_Z.zero_big_int)))
        (fun b0 ->
        let (g, p) = Coq_Pos.ggcd a0 b0 in let (aa, bb) = p in (g, (aa, bb)))
        (fun b0 ->
        let (g, p) = Coq_Pos.ggcd a0 b0 in
        let (aa, bb) = p in (g, (aa, (Big_int_Z.minus_big_int bb))))
        b)
      (fun a0 ->
      (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
        (fun _ -> ((abs a), ((sgn a), Big_int_Z.zero_big_int)))
        (fun b0 ->
        let (g, p) = Coq_Pos.ggcd a0 b0 in
        let (aa, bb) = p in (g, ((Big_int_Z.minus_big_int aa), bb)))
        (fun b0 ->
        let (g, p) = Coq_Pos.ggcd a0 b0 in
        let (aa, bb) = p in
        (g, ((Big_int_Z.minus_big_int aa), (Big_int_Z.minus_big_int bb))))
        b)
      a

  (** val shiftl :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let shiftl = Big_int_Z.(fun x y ->
  let y = int_of_big_int y in
  if y < 0 then shift_right_big_int x (-y)
  else shift_left_big_int x y)

  (** val shiftr :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let shiftr = Big_int_Z.(fun x y ->
  let y = int_of_big_int y in
  if y < 0 then shift_left_big_int x (-y)
  else shift_right_big_int x y)

  (** val coq_land :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let coq_land = Big_int_Z.and_big_int

  (** val coq_lxor :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let coq_lxor = Big_int_Z.xor_big_int
 end

(** val zeq_bool : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let zeq_bool x y =
  match Z.compare x y with
  | Eq -> true
  | _ -> false

(** val in_dec : ('a1 -> 'a1 -> bool) -> 'a1 -> 'a1 list -> bool **)

let rec in_dec h a = function
| [] -> false
| y :: l0 -> let s = h y a in if s then true else in_dec h a l0

(** val rev : 'a1 list -> 'a1 list **)

let rec rev = function
| [] -> []
| x :: l' -> app (rev l') (x :: [])

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val rev' : 'a1 list -> 'a1 list **)

let rev' l =
  rev_append l []

(** val concat : 'a1 list list -> 'a1 list **)

let rec concat = function
| [] -> []
| x :: l0 -> app x (concat l0)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t0 -> (f a) :: (map f t0)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t0 -> app (f x) (flat_map f t0)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t0 -> fold_left f t0 (f a0 b)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl -> if f x then Some x else find f tl

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' =
  match l with
  | [] -> []
  | x :: tl ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl tl'))

(** val firstn : nat -> 'a1 list -> 'a1 list **)

let rec firstn n0 l =
  match n0 with
  | O -> []
  | S n1 -> (match l with
             | [] -> []
             | a :: l0 -> a :: (firstn n1 l0))

(** val skipn : nat -> 'a1 list -> 'a1 list **)

let rec skipn n0 l =
  match n0 with
  | O -> l
  | S n1 -> (match l with
             | [] -> []
             | _ :: l0 -> skipn n1 l0)

(** val nodup : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec nodup decA = function
| [] -> []
| x :: xs -> if in_dec decA x xs then nodup decA xs else x :: (nodup decA xs)

(** val repeat : 'a1 -> nat -> 'a1 list **)

let rec repeat x = function
| O -> []
| S k -> x :: (repeat x k)

(** val zero : char **)

let zero = '\000'

(** val one : char **)

let one = '\001'

(** val shift : bool -> char -> char **)

let shift = fun b c -> Char.chr (((Char.code c) lsl 1) land 255 + if b then 1 else 0)

(** val ascii_of_pos : Big_int_Z.big_int -> char **)

let ascii_of_pos =
  let rec loop n0 p =
    match n0 with
    | O -> zero
    | S n' ->
      ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
         (fun p' -> shift true (loop n' p'))
         (fun p' -> shift false (loop n' p'))
         (fun _ -> one)
         p)
  in loop (S (S (S (S (S (S (S (S O))))))))

(** val ascii_of_N : Big_int_Z.big_int -> char **)

let ascii_of_N n0 =
  (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
    (fun _ -> zero)
    (fun p -> ascii_of_pos p)
    n0

(** val n_of_digits : bool list -> Big_int_Z.big_int **)

let rec n_of_digits = function
| [] -> Big_int_Z.zero_big_int
| b :: l' ->
  N.add (if b then Big_int_Z.unit_big_int else Big_int_Z.zero_big_int)
    (N.mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
      (n_of_digits l'))

(** val n_of_ascii : char -> Big_int_Z.big_int **)

let n_of_ascii a =
  (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
    (fun a0 a1 a2 a3 a4 a5 a6 a7 ->
    n_of_digits
      (a0 :: (a1 :: (a2 :: (a3 :: (a4 :: (a5 :: (a6 :: (a7 :: [])))))))))
    a

type q = { qnum : Big_int_Z.big_int; qden : Big_int_Z.big_int }

(** val inject_Z : Big_int_Z.big_int -> q **)

let inject_Z x =
  { qnum = x; qden = Big_int_Z.unit_big_int }

(** val qeq_bool : q -> q -> bool **)

let qeq_bool x y =
  zeq_bool (Z.mul x.qnum y.qden) (Z.mul y.qnum x.qden)

(** val qle_bool : q -> q -> bool **)

let qle_bool x y =
  Z.leb (Z.mul x.qnum y.qden) (Z.mul y.qnum x.qden)

(** val qplus : q -> q -> q **)

let qplus x y =
  { qnum = (Z.add (Z.mul x.qnum y.qden) (Z.mul y.qnum x.qden)); qden =
    (Coq_Pos.mul x.qden y.qden) }

(** val qmult : q -> q -> q **)

let qmult x y =
  { qnum = (Z.mul x.qnum y.qnum); qden = (Coq_Pos.mul x.qden y.qden) }

(** val qinv : q -> q **)

let qinv x =
  (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
    (fun _ -> { qnum = Big_int_Z.zero_big_int; qden =
    Big_int_Z.unit_big_int })
    (fun p -> { qnum = x.qden; qden = p })
    (fun p -> { qnum = (Big_int_Z.minus_big_int x.qden); qden = p })
    x.qnum

(** val qred : q -> q **)

let qred q0 =
  let { qnum = q1; qden = q2 } = q0 in
  let (r1, r2) = snd (Z.ggcd q1 q2) in { qnum = r1; qden = (Z.to_pos r2) }

(** val reduced : q -> q **)

let reduced q0 =
  if Z.eqb q0.qden Big_int_Z.unit_big_int
  then q0
  else let g = Z.gcd q0.qnum q0.qden in
       if Z.eqb g Big_int_Z.unit_big_int
       then q0
       else { qnum = (Z.div q0.qnum g); qden = (Z.to_pos (Z.div q0.qden g)) }

(** val integer : Big_int_Z.big_int -> q **)

let integer z0 =
  { qnum = z0; qden = Big_int_Z.unit_big_int }

(** val is_integer : q -> bool **)

let is_integer q0 =
  Z.eqb q0.qden Big_int_Z.unit_big_int

(** val plus : q -> q -> q **)

let plus x y =
  if (&&) (is_integer x) (is_integer y)
  then { qnum = (Z.add x.qnum y.qnum); qden = Big_int_Z.unit_big_int }
  else reduced (qplus x y)

(** val opposite : q -> q **)

let opposite x =
  { qnum = (Z.opp x.qnum); qden = x.qden }

(** val minus : q -> q -> q **)

let minus x y =
  plus x (opposite y)

(** val times : q -> q -> q **)

let times x y =
  if (&&) (is_integer x) (is_integer y)
  then { qnum = (Z.mul x.qnum y.qnum); qden = Big_int_Z.unit_big_int }
  else reduced (qmult x y)

(** val divided : q -> q -> q option **)

let divided x y =
  if Z.eqb y.qnum Big_int_Z.zero_big_int
  then None
  else Some (reduced (qmult x (qinv y)))

(** val floor : q -> Big_int_Z.big_int **)

let floor x =
  if is_integer x then x.qnum else Z.div x.qnum x.qden

(** val ceiling : q -> Big_int_Z.big_int **)

let ceiling x =
  Z.opp (floor (opposite x))

(** val power : q -> Big_int_Z.big_int -> q **)

let power x e =
  if (&&) (is_integer x) (Z.leb (Z.abs x.qnum) Big_int_Z.unit_big_int)
  then integer
         (if Z.eqb e Big_int_Z.zero_big_int
          then Big_int_Z.unit_big_int
          else if Z.even e then Z.abs x.qnum else x.qnum)
  else reduced { qnum = (Z.pow x.qnum e); qden = (Z.to_pos (Z.pow x.qden e)) }

(** val same : q -> q -> bool **)

let same =
  qeq_bool

(** val at_most : q -> q -> bool **)

let at_most x y =
  if (&&) (is_integer x) (is_integer y)
  then Z.leb x.qnum y.qnum
  else qle_bool x y

(** val less : q -> q -> bool **)

let less x y =
  negb (at_most y x)

type entry = { constant : q; slopes : (string * q) list }

type 'a weights = 'a list list

type tie_rule =
| Average
| Leftmost
| Rightmost

type mask0 =
| Everything
| Causal
| StrictlyCausal
| Pattern of bool list list

type 'a head = { w_O : 'a weights; w_V : 'a weights; w_K : 'a weights;
                 w_Q : 'a weights; b_Q : 'a list }

type piece = { from : q option; from_closed : bool; to0 : q option;
               to_closed : bool; slope : q; intercept : q }

type 'a layer =
| Attention of tie_rule * mask0 * 'a head list
| FeedForward of 'a weights * 'a list * 'a weights * 'a list * piece list
| PositionalEncoding of q weights
| BilinearProjection of 'a weights * 'a weights
| SeparableConvolution of 'a weights * 'a weights * Big_int_Z.big_int

type item =
| Single of entry layer
| Family of string * q * q * Big_int_Z.big_int * item list
| Table of string list * q list list * item list
| Group of string * item list

type network = { network_d : Big_int_Z.big_int; items : item list;
                 stages : (string * Big_int_Z.big_int) list }

type relation =
| Less
| AtMost
| Equal
| Unequal
| AtLeast
| Greater

type connective =
| Sum
| Product
| And
| Or

type quantifier =
| ForAll
| ForSome
| SumOver
| ProductOver
| LeastOf
| GreatestOf
| ListOf

type term =
| Int of Big_int_Z.big_int
| Param of string
| Def of string
| Var of string
| Connect of connective * term list
| Minus of term * term
| Negative of term
| Quotient of term * term
| Power of term * term
| Floor of term
| Compare of relation * term * term
| Within of bool * term * term * term
| Not of term
| Implies of term * term
| If of term * term * term
| Select of term * term list
| Range of quantifier * string * term * term * term
| Item of term * term
| MatrixEntry of term * term * term
| Distinct of term
| Dot of term * term
| Point
| NamedStage of string * string * term
| Stage of string * term * term
| After of string * term * term
| Layer of string * term * term
| Quantity of string * string
| Permutations of string * term
| Permuted of term * string
| Columns of term * term * term
| Accumulator
| Numbers

type repeats =
| Forbidden
| Allowed
| Required

type specials =
| NoSpecials
| SpecialsAllowed
| SpecialsRequired

type columns =
| Levels of term * term * term * term list * term
| Vocabulary of term list list

type spec =
| Orbits of columns * repeats * specials
| Sequences of columns
| ProductOf of term list list list
| ListOfPoints of term list list list
| Chosen of string * term list list list list
| Pairs of spec

type domain = { domain_name : string; domain_spec : spec;
                domain_points : Big_int_Z.big_int }

type step_kind =
| Statement
| ProofLine
| Repaired

type step_fold =
| Each
| DistinctNumbers
| Apart of relation * term
| SumOfAll of relation * term
| Own of term list * term list * term

type verdict =
| Holds
| Refuted
| Vacuous
| Inconclusive

type value =
| Number of q
| Truth of bool
| ListValue of q list
| Matrix of q list list
| Order of Big_int_Z.big_int list

type position = string * Big_int_Z.big_int

type sign =
| Relation of relation
| Inside
| Outside

type witness = { at_positions : position list; at_points : q list list list;
                 bindings : (string * value) list;
                 comparison0 : ((sign * value) * value list) option }

type measure = { least : q; least_at : position; greatest : q;
                 greatest_at : position; sum_modulo : Big_int_Z.big_int }

type step = { step_name : string; kind : step_kind; over : string list;
              given : term option; the_fold : step_fold; the_term : term;
              statement_hash : string; the_verdict : verdict;
              reason_given : bool; points : Big_int_Z.big_int;
              applicable : Big_int_Z.big_int; failures : Big_int_Z.big_int;
              the_witness : witness option; the_measure : measure option }

type parameter =
| Integer of Big_int_Z.big_int
| Word of string

type part = { part_steps : string list; part_undecided : bool }

type overall =
| OverallHolds
| HoldsInPart
| OverallRefuted
| OverallVacuous
| OverallInconclusive

type statement = { claim : string; parameters : (string * parameter) list;
                   definitions : (string * term) list;
                   values : (string * q) list;
                   networks : (string * network) list; domains : domain list;
                   steps : step list; parts : part list;
                   judged : string list; in_runs : bool; conclusion : 
                   overall }

type column = q list

type matrix = column list

(** val total : q list -> q **)

let total l =
  fold_left plus l (integer Big_int_Z.zero_big_int)

(** val dot : q list -> q list -> q **)

let rec dot a b =
  match a with
  | [] -> integer Big_int_Z.zero_big_int
  | x :: a' ->
    (match b with
     | [] -> integer Big_int_Z.zero_big_int
     | y :: b' -> plus (times x y) (dot a' b'))

(** val add0 : column -> column -> column **)

let rec add0 a b =
  match a with
  | [] -> []
  | x :: a' -> (match b with
                | [] -> []
                | y :: b' -> (plus x y) :: (add0 a' b'))

(** val apply : q weights -> column -> column **)

let apply w z0 =
  map (fun row0 -> dot row0 z0) w

(** val all_of : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option **)

let rec all_of f = function
| [] -> Some []
| x :: rest ->
  (match f x with
   | Some y ->
     (match all_of f rest with
      | Some ys -> Some (y :: ys)
      | None -> None)
   | None -> None)

(** val size : 'a1 list -> Big_int_Z.big_int **)

let size l =
  fold_left (fun k _ -> Z.succ k) l Big_int_Z.zero_big_int

(** val count_up : Big_int_Z.big_int -> Big_int_Z.big_int list **)

let count_up n0 =
  (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
    (fun _ -> [])
    (fun p ->
    rev'
      (snd
        (Coq_Pos.iter (fun pat -> let (k, l) = pat in ((Z.succ k), (k :: l)))
          (Big_int_Z.zero_big_int, []) p)))
    (fun _ -> [])
    n0

(** val interval :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int list **)

let interval lo hi =
  map (Z.add lo) (count_up (Z.add (Z.sub hi lo) Big_int_Z.unit_big_int))

(** val nth_of : 'a1 list -> Big_int_Z.big_int -> 'a1 option **)

let rec nth_of l k =
  match l with
  | [] -> None
  | x :: rest ->
    if Z.eqb k Big_int_Z.zero_big_int
    then Some x
    else nth_of rest (Z.sub k Big_int_Z.unit_big_int)

(** val attended :
    mask0 -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool list option **)

let attended m n0 j =
  match m with
  | Everything -> Some (map (fun _ -> true) (count_up n0))
  | Causal -> Some (map (fun k -> Z.leb k j) (count_up n0))
  | StrictlyCausal -> Some (map (fun k -> Z.ltb k j) (count_up n0))
  | Pattern rows ->
    if Z.eqb (size rows) n0
    then all_of (fun row0 ->
           if Z.eqb (size row0) n0 then nth_of row0 j else None) rows
    else None

(** val greatest_attended : q list -> bool list -> q option **)

let rec greatest_attended scores attends =
  match scores with
  | [] -> None
  | x :: scores' ->
    (match attends with
     | [] -> None
     | b :: attends' ->
       if b
       then (match greatest_attended scores' attends' with
             | Some y -> Some (if at_most x y then y else x)
             | None -> Some x)
       else greatest_attended scores' attends')

(** val winners : q list -> bool list -> bool list **)

let winners scores attends =
  match greatest_attended scores attends with
  | Some top ->
    map (fun pat -> let (x, a) = pat in (&&) a (same x top))
      (combine scores attends)
  | None -> map (fun _ -> false) scores

(** val only_first : bool list -> bool list **)

let rec only_first = function
| [] -> []
| b :: rest ->
  if b
  then true :: (map (fun _ -> false) rest)
  else false :: (only_first rest)

(** val chosen : tie_rule -> bool list -> bool list **)

let chosen ties w =
  match ties with
  | Average -> w
  | Leftmost -> only_first w
  | Rightmost -> rev (only_first (rev w))

(** val hardmax : tie_rule -> q list -> bool list -> q list **)

let hardmax ties scores attends =
  let w = chosen ties (winners scores attends) in
  let k = size (filter (fun b -> b) w) in
  map (fun b ->
    if b
    then reduced { qnum = Big_int_Z.unit_big_int; qden = (Z.to_pos k) }
    else integer Big_int_Z.zero_big_int) w

(** val combination : Big_int_Z.big_int -> q list -> column list -> column **)

let combination h coefficients columns0 =
  fold_left add0
    (map (fun pat -> let (c, z0) = pat in map (times c) z0)
      (combine coefficients columns0))
    (map (fun _ -> integer Big_int_Z.zero_big_int) (count_up h))

(** val attend :
    tie_rule -> q head -> matrix -> bool list -> column -> column **)

let attend ties h z0 attends z1 =
  let query = add0 (apply h.w_Q z1) h.b_Q in
  let scores = map (fun y -> dot (apply h.w_K y) query) z0 in
  apply h.w_O
    (combination (size h.w_V) (hardmax ties scores attends)
      (map (apply h.w_V) z0))

(** val above : piece -> q -> bool **)

let above p t0 =
  match p.from with
  | Some a -> if p.from_closed then at_most a t0 else less a t0
  | None -> true

(** val below : piece -> q -> bool **)

let below p t0 =
  match p.to0 with
  | Some b -> if p.to_closed then at_most t0 b else less t0 b
  | None -> true

(** val activate : piece list -> q -> q **)

let rec activate phi t0 =
  match phi with
  | [] -> integer Big_int_Z.zero_big_int
  | p :: rest ->
    if (&&) (above p t0) (below p t0)
    then plus (times p.slope t0) p.intercept
    else activate rest t0

(** val column_of : q weights -> Big_int_Z.big_int -> q list option **)

let column_of w j =
  all_of (fun row0 -> nth_of row0 j) w

(** val mixed : Big_int_Z.big_int -> matrix -> q weights -> matrix option **)

let mixed d z0 w =
  all_of (fun j -> option_map (fun c -> combination d c z0) (column_of w j))
    (count_up (size z0))

(** val convolved : q weights -> Big_int_Z.big_int -> matrix -> matrix **)

let convolved w_C centre z0 =
  map (fun j ->
    map (fun pat ->
      let (i, row0) = pat in
      total
        (map (fun pat0 ->
          let (t0, w) = pat0 in
          (match nth_of z0
                   (Z.sub (Z.sub (Z.add j centre) Big_int_Z.unit_big_int) t0) with
           | Some z1 ->
             times w
               (match nth_of z1 i with
                | Some x -> x
                | None -> integer Big_int_Z.zero_big_int)
           | None -> integer Big_int_Z.zero_big_int))
          (combine (count_up (size row0)) row0)))
      (combine (count_up (size w_C)) w_C)) (count_up (size z0))

(** val changed : matrix -> matrix -> matrix **)

let changed z0 c =
  map (fun pat -> let (z1, c0) = pat in add0 z1 c0) (combine z0 c)

(** val apply_layer :
    Big_int_Z.big_int -> q layer -> matrix -> matrix option **)

let apply_layer d l x =
  match l with
  | Attention (ties, m, heads) ->
    all_of (fun pat ->
      let (j, z0) = pat in
      option_map (fun attends ->
        fold_left (fun sum h -> add0 sum (attend ties h x attends z0)) heads
          z0) (attended m (size x) j)) (combine (count_up (size x)) x)
  | FeedForward (w_1, b_1, w_2, b_2, phi) ->
    Some
      (map (fun z0 ->
        add0
          (add0 z0 (apply w_2 (map (activate phi) (add0 (apply w_1 z0) b_1))))
          b_2) x)
  | PositionalEncoding e ->
    if forallb (fun row0 -> Z.eqb (size row0) (size x)) e
    then option_map (changed x) (all_of (column_of e) (count_up (size x)))
    else None
  | BilinearProjection (w_O0, w_P) ->
    if Z.eqb (size w_P) (size x)
    then option_map (fun y -> changed x (map (apply w_O0) y)) (mixed d x w_P)
    else None
  | SeparableConvolution (w_O0, w_C, centre) ->
    Some (changed x (map (apply w_O0) (convolved w_C centre x)))

type valuation = (string * q) list

(** val lookup : string -> (string * 'a1) list -> 'a1 option **)

let rec lookup name = function
| [] -> None
| p :: rest ->
  let (x, y) = p in if (=) name x then Some y else lookup name rest

(** val entry_value : valuation -> entry -> q option **)

let entry_value around e =
  fold_left (fun sum pat ->
    let (name, c) = pat in
    (match sum with
     | Some s ->
       (match lookup name around with
        | Some x -> Some (plus s (times c x))
        | None -> None)
     | None -> None)) e.slopes (Some e.constant)

(** val list_value : valuation -> entry list -> q list option **)

let list_value around =
  all_of (entry_value around)

(** val weights_value : valuation -> entry weights -> q weights option **)

let weights_value around =
  all_of (list_value around)

(** val head_value : valuation -> entry head -> q head option **)

let head_value around h =
  match weights_value around h.w_O with
  | Some o ->
    (match weights_value around h.w_V with
     | Some v ->
       (match weights_value around h.w_K with
        | Some k ->
          (match weights_value around h.w_Q with
           | Some q0 ->
             (match list_value around h.b_Q with
              | Some b ->
                Some { w_O = o; w_V = v; w_K = k; w_Q = q0; b_Q = b }
              | None -> None)
           | None -> None)
        | None -> None)
     | None -> None)
  | None -> None

(** val layer_value : valuation -> entry layer -> q layer option **)

let layer_value around = function
| Attention (ties, m, heads) ->
  option_map (fun x -> Attention (ties, m, x))
    (all_of (head_value around) heads)
| FeedForward (w_1, b_1, w_2, b_2, phi) ->
  (match weights_value around w_1 with
   | Some w_3 ->
     (match list_value around b_1 with
      | Some a ->
        (match weights_value around w_2 with
         | Some w_4 ->
           (match list_value around b_2 with
            | Some b -> Some (FeedForward (w_3, a, w_4, b, phi))
            | None -> None)
         | None -> None)
      | None -> None)
   | None -> None)
| PositionalEncoding e -> Some (PositionalEncoding e)
| BilinearProjection (w_O0, w_P) ->
  (match weights_value around w_O0 with
   | Some o ->
     (match weights_value around w_P with
      | Some p -> Some (BilinearProjection (o, p))
      | None -> None)
   | None -> None)
| SeparableConvolution (w_O0, w_C, centre) ->
  (match weights_value around w_O0 with
   | Some o ->
     (match weights_value around w_C with
      | Some c -> Some (SeparableConvolution (o, c, centre))
      | None -> None)
   | None -> None)

(** val unrolled : valuation -> item -> q layer list option **)

let rec unrolled around i =
  let all = fun around0 l -> option_map concat (all_of (unrolled around0) l)
  in
  (match i with
   | Single l -> option_map (fun l0 -> l0 :: []) (layer_value around l)
   | Family (variable, start, step0, count, items0) ->
     option_map concat
       (all_of (fun k ->
         all ((variable, (plus start (times (integer k) step0))) :: around)
           items0) (count_up count))
   | Table (variables0, rows, items0) ->
     option_map concat
       (all_of (fun row0 ->
         all (app (combine variables0 row0) around) items0) rows)
   | Group (_, items0) -> all around items0)

(** val layers_of : item list -> q layer list option **)

let layers_of items0 =
  option_map concat (all_of (unrolled []) items0)

(** val run : Big_int_Z.big_int -> q layer list -> matrix -> matrix option **)

let rec run d layers x =
  match layers with
  | [] -> Some x
  | l :: rest ->
    (match apply_layer d l x with
     | Some y -> run d rest y
     | None -> None)

(** val first : Big_int_Z.big_int -> 'a1 list -> 'a1 list **)

let rec first k = function
| [] -> []
| x :: rest ->
  if Z.leb k Big_int_Z.zero_big_int
  then []
  else x :: (first (Z.sub k Big_int_Z.unit_big_int) rest)

(** val fits : network -> matrix -> bool **)

let fits n0 x =
  forallb (fun z0 -> Z.eqb (size z0) n0.network_d) x

(** val after : network -> Big_int_Z.big_int -> matrix -> matrix option **)

let after n0 k x =
  match layers_of n0.items with
  | Some layers ->
    if (&&) ((&&) (fits n0 x) (Z.leb Big_int_Z.zero_big_int k))
         (Z.leb k (size layers))
    then run n0.network_d (first k layers) x
    else None
  | None -> None

(** val layer_alone :
    network -> Big_int_Z.big_int -> matrix -> matrix option **)

let layer_alone n0 k x =
  match layers_of n0.items with
  | Some layers ->
    if (&&) (fits n0 x) (Z.leb Big_int_Z.unit_big_int k)
    then (match nth_of layers (Z.sub k Big_int_Z.unit_big_int) with
          | Some l -> apply_layer n0.network_d l x
          | None -> None)
    else None
  | None -> None

(** val stage : network -> Big_int_Z.big_int -> matrix -> matrix option **)

let stage n0 k x =
  if (&&) ((&&) (fits n0 x) (Z.leb Big_int_Z.zero_big_int k))
       (Z.leb k (size n0.items))
  then (match layers_of (first k n0.items) with
        | Some layers -> run n0.network_d layers x
        | None -> None)
  else None

type context = { known_parameters : (string * parameter) list;
                 known_definitions : (string * q) list;
                 known_networks : (string * network) list }

(** val parameter_value : context -> string -> Big_int_Z.big_int option **)

let parameter_value c name =
  match lookup name c.known_parameters with
  | Some p -> (match p with
               | Integer z0 -> Some z0
               | Word _ -> None)
  | None -> None

type scene = { the_point : matrix option; accumulated : q list option;
               added : q list option; variables : (string * value) list }

(** val nowhere : scene **)

let nowhere =
  { the_point = None; accumulated = None; added = None; variables = [] }

(** val with_variable : scene -> string -> value -> scene **)

let with_variable s name v =
  { the_point = s.the_point; accumulated = s.accumulated; added = s.added;
    variables = ((name, v) :: s.variables) }

(** val in_Phi : piece list -> bool **)

let in_Phi phi =
  let wide = fun p ->
    match p.from with
    | Some a -> (match p.to0 with
                 | Some b -> negb (same a b)
                 | None -> true)
    | None -> true
  in
  (&&)
    (Z.leb (size phi)
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      Big_int_Z.unit_big_int))
    (existsb (fun p ->
      (&&) (same p.slope (integer Big_int_Z.zero_big_int)) (wide p)) phi)

(** val entries_of : 'a1 weights -> Big_int_Z.big_int **)

let entries_of w =
  fold_left Z.add (map size w) Big_int_Z.zero_big_int

(** val head_parameters : q head -> Big_int_Z.big_int **)

let head_parameters h =
  Z.add
    (Z.add
      (Z.add (Z.add (entries_of h.w_O) (entries_of h.w_V)) (entries_of h.w_K))
      (entries_of h.w_Q)) (size h.b_Q)

(** val layer_parameters : q layer -> Big_int_Z.big_int **)

let layer_parameters = function
| Attention (_, _, heads) ->
  fold_left Z.add (map head_parameters heads) Big_int_Z.zero_big_int
| FeedForward (w_1, b_1, w_2, b_2, _) ->
  Z.add (Z.add (Z.add (entries_of w_1) (size b_1)) (entries_of w_2))
    (size b_2)
| PositionalEncoding e -> entries_of e
| BilinearProjection (w_O0, w_P) -> Z.add (entries_of w_O0) (entries_of w_P)
| SeparableConvolution (w_O0, w_C, _) ->
  Z.add (entries_of w_O0) (entries_of w_C)

(** val quantity_of : string -> (q layer list -> Big_int_Z.big_int) option **)

let quantity_of q0 =
  let number0 = fun p l -> size (filter p l) in
  let largest = fun f l -> fold_left Z.max (map f l) Big_int_Z.zero_big_int in
  if (=) q0 "attention layers"
  then Some
         (number0 (fun l ->
           match l with
           | Attention (_, _, _) -> true
           | _ -> false))
  else if (=) q0 "feed-forward layers"
       then Some
              (number0 (fun l ->
                match l with
                | FeedForward (_, _, _, _, _) -> true
                | _ -> false))
       else if (=) q0 "other layers"
            then Some
                   (number0 (fun l ->
                     match l with
                     | Attention (_, _, _) -> false
                     | FeedForward (_, _, _, _, _) -> false
                     | _ -> true))
            else if (=) q0 "activations outside Phi"
                 then Some
                        (number0 (fun l ->
                          match l with
                          | FeedForward (_, _, _, _, phi) -> negb (in_Phi phi)
                          | _ -> false))
                 else if (=) q0 "heads"
                      then Some
                             (largest (fun l ->
                               match l with
                               | Attention (_, _, hs) -> size hs
                               | _ -> Big_int_Z.zero_big_int))
                      else if (=) q0 "head size"
                           then Some
                                  (largest (fun l ->
                                    match l with
                                    | Attention (_, _, hs) ->
                                      fold_left Z.max
                                        (map (fun h ->
                                          Z.max (size h.b_Q) (size h.w_V)) hs)
                                        Big_int_Z.zero_big_int
                                    | _ -> Big_int_Z.zero_big_int))
                           else if (=) q0 "hidden size"
                                then Some
                                       (largest (fun l ->
                                         match l with
                                         | FeedForward (_, b_1, _, _, _) ->
                                           size b_1
                                         | _ -> Big_int_Z.zero_big_int))
                                else if (=) q0 "parameters"
                                     then Some (fun l ->
                                            fold_left Z.add
                                              (map layer_parameters l)
                                              Big_int_Z.zero_big_int)
                                     else if (=) q0 "largest layer parameters"
                                          then Some (largest layer_parameters)
                                          else None

type kind0 =
| NumberKind
| TruthKind
| ListKind
| MatrixKind
| OrderKind

(** val kind_eqb : kind0 -> kind0 -> bool **)

let kind_eqb a b =
  match a with
  | NumberKind -> (match b with
                   | NumberKind -> true
                   | _ -> false)
  | TruthKind -> (match b with
                  | TruthKind -> true
                  | _ -> false)
  | ListKind -> (match b with
                 | ListKind -> true
                 | _ -> false)
  | MatrixKind -> (match b with
                   | MatrixKind -> true
                   | _ -> false)
  | OrderKind -> (match b with
                  | OrderKind -> true
                  | _ -> false)

type reach = { sees_point : bool; sees_accumulator : bool; sees_numbers : bool }

(** val everywhere : ('a1 -> bool) -> 'a1 list -> bool **)

let rec everywhere p = function
| [] -> true
| x :: rest -> (&&) (p x) (everywhere p rest)

(** val kind_of :
    context -> reach -> (string * kind0) list -> term -> kind0 option **)

let rec kind_of c r vars t0 =
  let is = fun k t1 ->
    match kind_of c r vars t1 with
    | Some k' -> kind_eqb k k'
    | None -> false
  in
  let when0 = fun b k -> if b then Some k else None in
  let known = fun n0 ->
    match lookup n0 c.known_networks with
    | Some _ -> true
    | None -> false
  in
  (match t0 with
   | Int _ -> Some NumberKind
   | Param x ->
     when0 (match parameter_value c x with
            | Some _ -> true
            | None -> false) NumberKind
   | Def x ->
     when0
       (match lookup x c.known_definitions with
        | Some _ -> true
        | None -> false) NumberKind
   | Var x -> lookup x vars
   | Connect (c0, ts) ->
     let k =
       match c0 with
       | Sum -> NumberKind
       | Product -> NumberKind
       | _ -> TruthKind
     in
     when0
       ((&&)
         (Z.leb (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
           (size ts)) (everywhere (is k) ts)) k
   | Minus (a, b) ->
     when0 ((&&) (is NumberKind a) (is NumberKind b)) NumberKind
   | Negative a -> when0 (is NumberKind a) NumberKind
   | Quotient (a, b) ->
     when0 ((&&) (is NumberKind a) (is NumberKind b)) NumberKind
   | Power (a, b) ->
     when0 ((&&) (is NumberKind a) (is NumberKind b)) NumberKind
   | Floor a -> when0 (is NumberKind a) NumberKind
   | Compare (r0, a, b) ->
     (match r0 with
      | Equal ->
        when0
          ((||)
            ((||) ((&&) (is NumberKind a) (is NumberKind b))
              ((&&) (is ListKind a) (is ListKind b)))
            ((&&) (is MatrixKind a) (is MatrixKind b))) TruthKind
      | Unequal ->
        when0
          ((||)
            ((||) ((&&) (is NumberKind a) (is NumberKind b))
              ((&&) (is ListKind a) (is ListKind b)))
            ((&&) (is MatrixKind a) (is MatrixKind b))) TruthKind
      | _ -> when0 ((&&) (is NumberKind a) (is NumberKind b)) TruthKind)
   | Within (_, x, lo, hi) ->
     when0
       ((&&) ((&&) (is NumberKind x) (is NumberKind lo)) (is NumberKind hi))
       TruthKind
   | Not p -> when0 (is TruthKind p) TruthKind
   | Implies (p, q0) ->
     when0 ((&&) (is TruthKind p) (is TruthKind q0)) TruthKind
   | If (p, a, b) ->
     when0 ((&&) ((&&) (is TruthKind p) (is NumberKind a)) (is NumberKind b))
       NumberKind
   | Select (k, ts) ->
     when0
       ((&&)
         ((&&) (is NumberKind k) (Z.leb Big_int_Z.unit_big_int (size ts)))
         (everywhere (is NumberKind) ts)) NumberKind
   | Range (q0, x, lo, hi, body) ->
     let inner =
       match q0 with
       | ForAll -> TruthKind
       | ForSome -> TruthKind
       | _ -> NumberKind
     in
     let outer =
       match q0 with
       | ForAll -> TruthKind
       | ForSome -> TruthKind
       | ListOf -> ListKind
       | _ -> NumberKind
     in
     when0
       ((&&)
         ((&&) ((&&) (negb ((=) x "")) (is NumberKind lo)) (is NumberKind hi))
         (match kind_of c r ((x, NumberKind) :: vars) body with
          | Some k -> kind_eqb inner k
          | None -> false)) outer
   | Item (l, k) -> when0 ((&&) (is ListKind l) (is NumberKind k)) NumberKind
   | MatrixEntry (m, i, j) ->
     when0
       ((&&) ((&&) (is MatrixKind m) (is NumberKind i)) (is NumberKind j))
       NumberKind
   | Distinct l -> when0 (is ListKind l) TruthKind
   | Dot (u, m) -> when0 ((&&) (is ListKind u) (is MatrixKind m)) ListKind
   | Point -> when0 r.sees_point MatrixKind
   | NamedStage (n0, s, m) ->
     when0
       ((&&)
         (match lookup n0 c.known_networks with
          | Some net ->
            (match lookup s net.stages with
             | Some _ -> true
             | None -> false)
          | None -> false) (is MatrixKind m)) MatrixKind
   | Stage (n0, k, m) ->
     when0 ((&&) ((&&) (known n0) (is NumberKind k)) (is MatrixKind m))
       MatrixKind
   | After (n0, k, m) ->
     when0 ((&&) ((&&) (known n0) (is NumberKind k)) (is MatrixKind m))
       MatrixKind
   | Layer (n0, k, m) ->
     when0 ((&&) ((&&) (known n0) (is NumberKind k)) (is MatrixKind m))
       MatrixKind
   | Quantity (n0, q0) ->
     when0
       ((&&) (known n0)
         (match quantity_of q0 with
          | Some _ -> true
          | None -> false)) NumberKind
   | Permutations (x, p) ->
     when0
       ((&&)
         ((&&) (negb ((=) x ""))
           (match parameter_value c "n" with
            | Some n0 ->
              (&&) (Z.leb Big_int_Z.unit_big_int n0)
                (Z.leb n0 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  Big_int_Z.unit_big_int))))
            | None -> false))
         (match kind_of c r ((x, OrderKind) :: vars) p with
          | Some k -> (match k with
                       | TruthKind -> true
                       | _ -> false)
          | None -> false)) TruthKind
   | Permuted (m, x) ->
     when0
       ((&&) (is MatrixKind m)
         (match lookup x vars with
          | Some k -> (match k with
                       | OrderKind -> true
                       | _ -> false)
          | None -> false)) MatrixKind
   | Columns (m, lo, hi) ->
     when0
       ((&&) ((&&) (is MatrixKind m) (is NumberKind lo)) (is NumberKind hi))
       MatrixKind
   | Accumulator -> when0 r.sees_accumulator ListKind
   | Numbers -> when0 r.sees_numbers ListKind)

(** val number : value option -> q option **)

let number = function
| Some v0 -> (match v0 with
              | Number x -> Some x
              | _ -> None)
| None -> None

(** val truth : value option -> bool option **)

let truth = function
| Some v0 -> (match v0 with
              | Truth b -> Some b
              | _ -> None)
| None -> None

(** val list_of : value option -> q list option **)

let list_of = function
| Some v0 -> (match v0 with
              | ListValue l -> Some l
              | _ -> None)
| None -> None

(** val matrix_of : value option -> matrix option **)

let matrix_of = function
| Some v0 -> (match v0 with
              | Matrix x -> Some x
              | _ -> None)
| None -> None

(** val whole : value option -> Big_int_Z.big_int option **)

let whole = function
| Some v0 ->
  (match v0 with
   | Number x -> if is_integer x then Some x.qnum else None
   | _ -> None)
| None -> None

(** val bind : 'a1 option -> ('a1 -> 'a2 option) -> 'a2 option **)

let bind x f =
  match x with
  | Some y -> f y
  | None -> None

(** val pick : 'a1 list -> Big_int_Z.big_int -> 'a1 option **)

let pick l k =
  nth_of l (Z.sub k Big_int_Z.unit_big_int)

(** val taken_out : 'a1 list -> 'a1 list -> ('a1 * 'a1 list) list **)

let rec taken_out before = function
| [] -> []
| x :: rest -> (x, (rev_append before rest)) :: (taken_out (x :: before) rest)

(** val orders_of : nat -> 'a1 list -> 'a1 list list **)

let rec orders_of fuel l =
  match fuel with
  | O -> [] :: []
  | S fuel0 ->
    flat_map (fun pat ->
      let (x, rest) = pat in map (fun x0 -> x :: x0) (orders_of fuel0 rest))
      (taken_out [] l)

(** val orders : Big_int_Z.big_int -> Big_int_Z.big_int list list **)

let orders n0 =
  orders_of (Z.to_nat n0) (interval Big_int_Z.unit_big_int n0)

(** val compare_numbers : relation -> q -> q -> bool **)

let compare_numbers r x y =
  match r with
  | Less -> less x y
  | AtMost -> at_most x y
  | Equal -> same x y
  | Unequal -> negb (same x y)
  | AtLeast -> at_most y x
  | Greater -> less y x

(** val same_lists : q list -> q list -> bool option **)

let rec same_lists a b =
  match a with
  | [] -> (match b with
           | [] -> Some true
           | _ :: _ -> None)
  | x :: a' ->
    (match b with
     | [] -> None
     | y :: b' ->
       bind (same_lists a' b') (fun rest -> Some ((&&) (same x y) rest)))

(** val same_matrices : matrix -> matrix -> bool option **)

let rec same_matrices a b =
  match a with
  | [] -> (match b with
           | [] -> Some true
           | _ :: _ -> None)
  | x :: a' ->
    (match b with
     | [] -> None
     | y :: b' ->
       bind (same_lists x y) (fun here0 ->
         bind (same_matrices a' b') (fun rest -> Some ((&&) here0 rest))))

(** val compare0 : relation -> value -> value -> bool option **)

let compare0 r a b =
  let equality = fun e ->
    match r with
    | Less -> None
    | AtMost -> None
    | Equal -> e
    | Unequal -> option_map negb e
    | _ -> None
  in
  (match a with
   | Number x ->
     (match b with
      | Number y -> Some (compare_numbers r x y)
      | _ -> None)
   | ListValue x ->
     (match b with
      | ListValue y -> equality (same_lists x y)
      | _ -> None)
   | Matrix x ->
     (match b with
      | Matrix y -> equality (same_matrices x y)
      | _ -> None)
   | _ -> None)

(** val different : q list -> bool **)

let rec different = function
| [] -> true
| x :: rest -> (&&) (negb (existsb (same x) rest)) (different rest)

(** val least_of : q list -> q option **)

let least_of = function
| [] -> None
| x :: rest ->
  Some (fold_left (fun a b -> if at_most a b then a else b) rest x)

(** val greatest_of : q list -> q option **)

let greatest_of = function
| [] -> None
| x :: rest ->
  Some (fold_left (fun a b -> if at_most b a then a else b) rest x)

(** val quantified : quantifier -> value list -> value option **)

let quantified q0 vs =
  let numbers = all_of (fun v -> number (Some v)) vs in
  let truths = all_of (fun v -> truth (Some v)) vs in
  (match q0 with
   | ForAll -> option_map (fun l -> Truth (forallb (fun b -> b) l)) truths
   | ForSome -> option_map (fun l -> Truth (existsb (fun b -> b) l)) truths
   | SumOver ->
     option_map (fun l -> Number
       (fold_left plus l (integer Big_int_Z.zero_big_int))) numbers
   | ProductOver ->
     option_map (fun l -> Number
       (fold_left times l (integer Big_int_Z.unit_big_int))) numbers
   | LeastOf ->
     bind numbers (fun l -> option_map (fun x -> Number x) (least_of l))
   | GreatestOf ->
     bind numbers (fun l -> option_map (fun x -> Number x) (greatest_of l))
   | ListOf -> option_map (fun x -> ListValue x) numbers)

(** val connected : connective -> value list -> value option **)

let connected c vs =
  quantified
    (match c with
     | Sum -> SumOver
     | Product -> ProductOver
     | And -> ForAll
     | Or -> ForSome) vs

(** val value_of : context -> scene -> term -> value option **)

let rec value_of c s t0 =
  let value0 = value_of c s in
  let on_network0 = fun n0 f ->
    bind (lookup n0 c.known_networks) (fun net ->
      option_map (fun x -> Matrix x) (f net))
  in
  (match t0 with
   | Int z0 -> Some (Number (integer z0))
   | Param x ->
     option_map (fun z0 -> Number (integer z0)) (parameter_value c x)
   | Def x -> option_map (fun x0 -> Number x0) (lookup x c.known_definitions)
   | Var x -> lookup x s.variables
   | Connect (c0, ts) -> bind (all_of value0 ts) (fun vs -> connected c0 vs)
   | Minus (a, b) ->
     bind (number (value0 a)) (fun x ->
       bind (number (value0 b)) (fun y -> Some (Number (minus x y))))
   | Negative a ->
     bind (number (value0 a)) (fun x -> Some (Number (opposite x)))
   | Quotient (a, b) ->
     bind (number (value0 a)) (fun x ->
       bind (number (value0 b)) (fun y ->
         option_map (fun x0 -> Number x0) (divided x y)))
   | Power (a, e) ->
     bind (number (value0 a)) (fun x ->
       bind (whole (value0 e)) (fun k ->
         if Z.leb Big_int_Z.zero_big_int k
         then Some (Number (power x k))
         else None))
   | Floor a ->
     bind (number (value0 a)) (fun x -> Some (Number (integer (floor x))))
   | Compare (r, a, b) ->
     bind (value0 a) (fun x ->
       bind (value0 b) (fun y ->
         option_map (fun x0 -> Truth x0) (compare0 r x y)))
   | Within (inside0, x, lo, hi) ->
     bind (number (value0 x)) (fun a ->
       bind (number (value0 lo)) (fun l ->
         bind (number (value0 hi)) (fun h ->
           let within = (&&) (at_most l a) (at_most a h) in
           Some (Truth (if inside0 then within else negb within)))))
   | Not p -> bind (truth (value0 p)) (fun b -> Some (Truth (negb b)))
   | Implies (p, q0) ->
     bind (truth (value0 p)) (fun a ->
       bind (truth (value0 q0)) (fun b -> Some (Truth (implb a b))))
   | If (p, a, b) ->
     bind (truth (value0 p)) (fun c0 -> if c0 then value0 a else value0 b)
   | Select (k, ts) ->
     bind (whole (value0 k)) (fun i ->
       let rec go l i0 =
         match l with
         | [] -> None
         | t1 :: rest ->
           if Z.eqb i0 Big_int_Z.unit_big_int
           then value_of c s t1
           else go rest (Z.sub i0 Big_int_Z.unit_big_int)
       in go ts i)
   | Range (q0, x, lo, hi, body) ->
     bind (number (value0 lo)) (fun l ->
       bind (number (value0 hi)) (fun h ->
         bind
           (all_of (fun v ->
             value_of c (with_variable s x (Number (integer v))) body)
             (interval (ceiling l) (floor h))) (fun vs -> quantified q0 vs)))
   | Item (l, k) ->
     bind (list_of (value0 l)) (fun xs ->
       bind (whole (value0 k)) (fun i ->
         option_map (fun x -> Number x) (pick xs i)))
   | MatrixEntry (m, i, j) ->
     bind (matrix_of (value0 m)) (fun x ->
       bind (whole (value0 i)) (fun a ->
         bind (whole (value0 j)) (fun b ->
           bind (pick x b) (fun z0 ->
             option_map (fun x0 -> Number x0) (pick z0 a)))))
   | Distinct l ->
     bind (list_of (value0 l)) (fun xs -> Some (Truth (different xs)))
   | Dot (u, m) ->
     bind (list_of (value0 u)) (fun xs ->
       bind (matrix_of (value0 m)) (fun x ->
         if forallb (fun z0 -> Z.eqb (size z0) (size xs)) x
         then Some (ListValue (map (dot xs) x))
         else None))
   | Point -> option_map (fun x -> Matrix x) s.the_point
   | NamedStage (n0, name, m) ->
     bind (matrix_of (value0 m)) (fun x ->
       on_network0 n0 (fun net ->
         bind (lookup name net.stages) (fun k -> stage net k x)))
   | Stage (n0, k, m) ->
     bind (whole (value0 k)) (fun i ->
       bind (matrix_of (value0 m)) (fun x ->
         on_network0 n0 (fun net -> stage net i x)))
   | After (n0, k, m) ->
     bind (whole (value0 k)) (fun i ->
       bind (matrix_of (value0 m)) (fun x ->
         on_network0 n0 (fun net -> after net i x)))
   | Layer (n0, k, m) ->
     bind (whole (value0 k)) (fun i ->
       bind (matrix_of (value0 m)) (fun x ->
         on_network0 n0 (fun net -> layer_alone net i x)))
   | Quantity (n0, q0) ->
     bind (lookup n0 c.known_networks) (fun net ->
       bind (quantity_of q0) (fun f ->
         option_map (fun l -> Number (integer (f l))) (layers_of net.items)))
   | Permutations (x, p) ->
     bind (parameter_value c "n") (fun n0 ->
       let rec go = function
       | [] -> Some (Truth true)
       | v :: rest ->
         bind (truth (value_of c (with_variable s x (Order v)) p)) (fun b ->
           if b then go rest else Some (Truth false))
       in go (orders n0))
   | Permuted (m, x) ->
     bind (matrix_of (value0 m)) (fun x0 ->
       match lookup x s.variables with
       | Some v0 ->
         (match v0 with
          | Order v ->
            if Z.eqb (size v) (size x0)
            then option_map (fun x1 -> Matrix x1) (all_of (pick x0) v)
            else None
          | _ -> None)
       | None -> None)
   | Columns (m, lo, hi) ->
     bind (matrix_of (value0 m)) (fun x ->
       bind (whole (value0 lo)) (fun a ->
         bind (whole (value0 hi)) (fun b ->
           if Z.leb a b
           then option_map (fun x0 -> Matrix x0)
                  (all_of (pick x) (interval a b))
           else None)))
   | Accumulator -> option_map (fun x -> ListValue x) s.accumulated
   | Numbers -> option_map (fun x -> ListValue x) s.added)

(** val define : context -> (string * term) list -> context option **)

let rec define c = function
| [] -> Some c
| p :: rest ->
  let (x, t0) = p in
  bind
    (match kind_of c { sees_point = false; sees_accumulator = false;
             sees_numbers = false } [] t0 with
     | Some k ->
       (match k with
        | NumberKind -> number (value_of c nowhere t0)
        | _ -> None)
     | None -> None) (fun v ->
    match lookup x c.known_definitions with
    | Some _ -> None
    | None ->
      define { known_parameters = c.known_parameters; known_definitions =
        (app c.known_definitions ((x, (reduced v)) :: [])); known_networks =
        c.known_networks } rest)

(** val reads_only : string list -> term -> bool **)

let rec reads_only names = function
| Var x -> existsb ((=) x) names
| Connect (_, ts) -> everywhere (reads_only names) ts
| Minus (a, b) -> (&&) (reads_only names a) (reads_only names b)
| Negative a -> reads_only names a
| Quotient (a, b) -> (&&) (reads_only names a) (reads_only names b)
| Power (a, b) -> (&&) (reads_only names a) (reads_only names b)
| Floor a -> reads_only names a
| Compare (_, a, b) -> (&&) (reads_only names a) (reads_only names b)
| Within (_, a, b, c) ->
  (&&) ((&&) (reads_only names a) (reads_only names b)) (reads_only names c)
| Not a -> reads_only names a
| Implies (a, b) -> (&&) (reads_only names a) (reads_only names b)
| If (a, b, c) ->
  (&&) ((&&) (reads_only names a) (reads_only names b)) (reads_only names c)
| Select (k, ts) ->
  (&&) (reads_only names k) (everywhere (reads_only names) ts)
| Range (_, x, a, b, c) ->
  (&&) ((&&) (reads_only names a) (reads_only names b))
    (reads_only (x :: names) c)
| Item (a, b) -> (&&) (reads_only names a) (reads_only names b)
| MatrixEntry (a, b, c) ->
  (&&) ((&&) (reads_only names a) (reads_only names b)) (reads_only names c)
| Distinct a -> reads_only names a
| Dot (a, b) -> (&&) (reads_only names a) (reads_only names b)
| NamedStage (_, _, a) -> reads_only names a
| Stage (_, a, b) -> (&&) (reads_only names a) (reads_only names b)
| After (_, a, b) -> (&&) (reads_only names a) (reads_only names b)
| Layer (_, a, b) -> (&&) (reads_only names a) (reads_only names b)
| Permutations (x, a) -> reads_only (x :: names) a
| Permuted (a, x) -> (&&) (existsb ((=) x) names) (reads_only names a)
| Columns (a, b, c) ->
  (&&) ((&&) (reads_only names a) (reads_only names b)) (reads_only names c)
| _ -> true

(** val constant_of : context -> term -> q option **)

let constant_of c t0 =
  match kind_of c { sees_point = false; sees_accumulator = false;
          sees_numbers = false } [] t0 with
  | Some k ->
    (match k with
     | NumberKind -> option_map reduced (number (value_of c nowhere t0))
     | _ -> None)
  | None -> None

(** val constant_list : context -> term -> q list option **)

let constant_list c t0 =
  match kind_of c { sees_point = false; sees_accumulator = false;
          sees_numbers = false } [] t0 with
  | Some k ->
    (match k with
     | ListKind -> list_of (value_of c nowhere t0)
     | _ -> None)
  | None -> None

(** val size_parameter : context -> string -> Big_int_Z.big_int option **)

let size_parameter c name =
  match parameter_value c name with
  | Some z0 -> if Z.leb Big_int_Z.unit_big_int z0 then Some z0 else None
  | None -> None

(** val all_different : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool **)

let rec all_different eq = function
| [] -> true
| x :: rest -> (&&) (negb (existsb (eq x) rest)) (all_different eq rest)

type place = { domain_number : Big_int_Z.big_int; domain_of : string;
               rank : Big_int_Z.big_int; point_at : matrix option }

(** val scene_at : place -> scene **)

let scene_at x =
  { the_point = x.point_at; accumulated = None; added = None; variables = [] }

(** val numbers_of : value -> q list option **)

let numbers_of = function
| Number x -> Some (x :: [])
| ListValue l -> Some l
| _ -> None

(** val is_orbits : spec -> bool **)

let is_orbits = function
| Orbits (_, _, _) -> true
| _ -> false

(** val own_scene : q list -> scene **)

let own_scene a =
  { the_point = None; accumulated = (Some a); added = None; variables = [] }

(** val position_of : place -> position **)

let position_of x =
  (x.domain_of, x.rank)

(** val verdict_of :
    bool -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    verdict **)

let verdict_of alone least_number k f =
  if Z.ltb Big_int_Z.zero_big_int f
  then Refuted
  else if Z.ltb k least_number
       then Vacuous
       else if alone then Inconclusive else Holds

(** val of_numbers : context -> (string * kind0) list -> term -> bool **)

let rec of_numbers c vars = function
| Compare (_, a, _) ->
  (match kind_of c { sees_point = true; sees_accumulator = false;
           sees_numbers = false } vars a with
   | Some k -> (match k with
                | NumberKind -> true
                | _ -> false)
   | None -> false)
| Within (_, _, _, _) -> true
| Range (q0, x, _, _, body) ->
  (match q0 with
   | ForAll -> of_numbers c ((x, NumberKind) :: vars) body
   | _ -> false)
| _ -> false

(** val prime : Big_int_Z.big_int **)

let prime =
  ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val sees : step -> reach **)

let sees st =
  { sees_point = (match st.over with
                  | [] -> false
                  | _ :: _ -> true); sees_accumulator = false; sees_numbers =
    false }

(** val is_matrix :
    Big_int_Z.big_int -> Big_int_Z.big_int -> 'a1 weights -> bool **)

let is_matrix rows cols w =
  (&&) (Z.eqb (size w) rows) (forallb (fun row0 -> Z.eqb (size row0) cols) w)

(** val head_shaped : Big_int_Z.big_int -> 'a1 head -> bool **)

let head_shaped d h =
  let v = size h.w_V in
  let k = size h.b_Q in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (Z.leb Big_int_Z.unit_big_int v)
            (Z.leb Big_int_Z.unit_big_int k)) (is_matrix d v h.w_O))
        (is_matrix v d h.w_V)) (is_matrix k d h.w_K)) (is_matrix k d h.w_Q)

(** val mask_shaped : mask0 -> bool **)

let mask_shaped = function
| Pattern rows ->
  (&&)
    ((&&) (is_matrix (size rows) (size rows) rows)
      (Z.leb Big_int_Z.unit_big_int (size rows)))
    (forallb (fun j ->
      existsb (fun row0 ->
        match nth_of row0 j with
        | Some b -> b
        | None -> false) rows) (count_up (size rows)))
| _ -> true

(** val covers : (q * bool) option -> piece list -> bool **)

let rec covers before = function
| [] -> false
| p :: rest ->
  let begins =
    match before with
    | Some p0 ->
      let (b, closed) = p0 in
      (match p.from with
       | Some a -> (&&) (same a b) (eqb p.from_closed (negb closed))
       | None -> false)
    | None -> (match p.from with
               | Some _ -> false
               | None -> negb p.from_closed)
  in
  let filled =
    match p.from with
    | Some a ->
      (match p.to0 with
       | Some b ->
         (||) (less a b) ((&&) ((&&) (same a b) p.from_closed) p.to_closed)
       | None -> true)
    | None -> true
  in
  (&&) ((&&) begins filled)
    (match p.to0 with
     | Some b -> covers (Some (b, p.to_closed)) rest
     | None ->
       (&&) (negb p.to_closed) (match rest with
                                | [] -> true
                                | _ :: _ -> false))

(** val layer_shaped : Big_int_Z.big_int -> 'a1 layer -> bool **)

let layer_shaped d = function
| Attention (_, m, heads) ->
  (&&)
    ((&&) (Z.leb Big_int_Z.unit_big_int (size heads))
      (forallb (head_shaped d) heads)) (mask_shaped m)
| FeedForward (w_1, b_1, w_2, b_2, phi) ->
  let r = size b_1 in
  (&&)
    ((&&) ((&&) (is_matrix r d w_1) (is_matrix d r w_2)) (Z.eqb (size b_2) d))
    (covers None phi)
| PositionalEncoding e ->
  (match e with
   | [] -> false
   | row0 :: _ -> is_matrix d (size row0) e)
| BilinearProjection (w_O0, w_P) ->
  (&&) (is_matrix d d w_O0) (is_matrix (size w_P) (size w_P) w_P)
| SeparableConvolution (w_O0, w_C, centre) ->
  (match w_C with
   | [] -> false
   | row0 :: _ ->
     (&&)
       ((&&) ((&&) (is_matrix d d w_O0) (is_matrix d (size row0) w_C))
         (Z.leb Big_int_Z.unit_big_int centre)) (Z.leb centre (size row0)))

(** val new_names : string list -> string list -> bool **)

let new_names names around =
  (&&) (all_different (=) (app names around))
    (forallb (fun x -> (&&) (negb ((=) x "")) (negb ((=) x "constant")))
      names)

(** val item_shaped : Big_int_Z.big_int -> string list -> item -> bool **)

let rec item_shaped d around = function
| Single l ->
  (&&) (layer_shaped d l)
    (match layer_value
             (map (fun x -> (x, (integer Big_int_Z.zero_big_int))) around) l with
     | Some _ -> true
     | None -> false)
| Family (x, _, _, count, its) ->
  (&&)
    ((&&) (new_names (x :: []) around) (Z.leb Big_int_Z.zero_big_int count))
    (everywhere (item_shaped d (x :: around)) its)
| Table (xs, rows, its) ->
  (&&)
    ((&&)
      ((&&)
        ((&&) (new_names xs around) (Z.leb Big_int_Z.unit_big_int (size xs)))
        (Z.leb Big_int_Z.unit_big_int (size rows)))
      (is_matrix (size rows) (size xs) rows))
    (everywhere (item_shaped d (app xs around)) its)
| Group (_, its) -> everywhere (item_shaped d around) its

(** val well_formed_network : network -> bool **)

let well_formed_network n0 =
  (&&)
    ((&&)
      ((&&) (Z.leb Big_int_Z.unit_big_int n0.network_d)
        (everywhere (item_shaped n0.network_d []) n0.items))
      (all_different (=) (map fst n0.stages)))
    (forallb (fun s ->
      (&&) (Z.leb Big_int_Z.zero_big_int (snd s))
        (Z.leb (snd s) (size n0.items))) n0.stages)

(** val order_matters : network -> bool **)

let order_matters n0 =
  match layers_of n0.items with
  | Some ls ->
    existsb (fun l ->
      match l with
      | Attention (ties, attended0, _) ->
        (match ties with
         | Average -> (match attended0 with
                       | Everything -> false
                       | _ -> true)
         | _ -> true)
      | FeedForward (_, _, _, _, _) -> false
      | _ -> true) ls
  | None -> true

(** val networks_in : term -> string list **)

let rec networks_in = function
| Connect (_, ts) -> flat_map networks_in ts
| Minus (a, b) -> app (networks_in a) (networks_in b)
| Negative a -> networks_in a
| Quotient (a, b) -> app (networks_in a) (networks_in b)
| Power (a, b) -> app (networks_in a) (networks_in b)
| Floor a -> networks_in a
| Compare (_, a, b) -> app (networks_in a) (networks_in b)
| Within (_, a, b, c) ->
  app (networks_in a) (app (networks_in b) (networks_in c))
| Not a -> networks_in a
| Implies (a, b) -> app (networks_in a) (networks_in b)
| If (a, b, c) -> app (networks_in a) (app (networks_in b) (networks_in c))
| Select (k, ts) -> app (networks_in k) (flat_map networks_in ts)
| Range (_, _, a, b, c) ->
  app (networks_in a) (app (networks_in b) (networks_in c))
| Item (a, b) -> app (networks_in a) (networks_in b)
| MatrixEntry (a, b, c) ->
  app (networks_in a) (app (networks_in b) (networks_in c))
| Distinct a -> networks_in a
| Dot (a, b) -> app (networks_in a) (networks_in b)
| NamedStage (n0, _, m) -> n0 :: (networks_in m)
| Stage (n0, k, m) -> n0 :: (app (networks_in k) (networks_in m))
| After (n0, k, m) -> n0 :: (app (networks_in k) (networks_in m))
| Layer (n0, k, m) -> n0 :: (app (networks_in k) (networks_in m))
| Quantity (n0, _) -> n0 :: []
| Permutations (_, a) -> networks_in a
| Permuted (a, _) -> networks_in a
| Columns (a, b, c) ->
  app (networks_in a) (app (networks_in b) (networks_in c))
| _ -> []

(** val terms_of : step -> term list **)

let terms_of st =
  app (match st.given with
       | Some g -> g :: []
       | None -> [])
    (st.the_term :: (match st.the_fold with
                     | Apart (_, b) -> b :: []
                     | SumOfAll (_, b) -> b :: []
                     | Own (start, next, holds) ->
                       app start (app next (holds :: []))
                     | _ -> []))

(** val over_orbits : spec -> bool **)

let over_orbits = function
| Orbits (_, _, _) -> true
| Pairs of0 -> is_orbits of0
| _ -> false

(** val stands_alone : context -> domain list -> step -> bool **)

let stands_alone c ds st =
  (&&)
    (existsb (fun d ->
      (&&) (existsb ((=) d.domain_name) st.over) (over_orbits d.domain_spec))
      ds)
    (existsb (fun name ->
      match lookup name c.known_networks with
      | Some n0 -> order_matters n0
      | None -> true) (flat_map networks_in (terms_of st)))

(** val verdict_eqb : verdict -> verdict -> bool **)

let verdict_eqb a b =
  match a with
  | Holds -> (match b with
              | Holds -> true
              | _ -> false)
  | Refuted -> (match b with
                | Refuted -> true
                | _ -> false)
  | Vacuous -> (match b with
                | Vacuous -> true
                | _ -> false)
  | Inconclusive -> (match b with
                     | Inconclusive -> true
                     | _ -> false)

(** val verdicts_of : step list -> string list -> verdict list **)

let verdicts_of sts names =
  flat_map (fun name ->
    map (fun s -> s.the_verdict)
      (filter (fun st -> (=) name st.step_name) sts)) names

(** val conclusion_of : step list -> part list -> string list -> overall **)

let conclusion_of sts ps names =
  let vs = verdicts_of sts names in
  let is = fun v -> existsb (verdict_eqb v) vs in
  let left = size (filter (fun p -> p.part_undecided) ps) in
  if is Refuted
  then OverallRefuted
  else if is Inconclusive
       then OverallInconclusive
       else if is Holds
            then if Z.eqb left Big_int_Z.zero_big_int
                 then OverallHolds
                 else if Z.ltb left (size ps)
                      then HoldsInPart
                      else OverallInconclusive
            else if Z.eqb left Big_int_Z.zero_big_int
                 then OverallVacuous
                 else OverallInconclusive

(** val parts_well_formed : part list -> string list -> bool **)

let parts_well_formed ps names =
  (&&)
    (forallb (fun p ->
      (&&) (forallb (fun x -> existsb ((=) x) names) p.part_steps)
        ((||) p.part_undecided
          (Z.leb Big_int_Z.unit_big_int (size p.part_steps)))) ps)
    (all_different (=) (flat_map (fun p -> p.part_steps) ps))

(** val keep : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let keep f l =
  rev' (fold_left (fun kept x -> if f x then x :: kept else kept) l [])

(** val image : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let image f l =
  rev' (fold_left (fun made x -> (f x) :: made) l [])

(** val joined : 'a1 list -> 'a1 list -> 'a1 list **)

let joined l m =
  rev_append (rev' l) m

(** val all_results : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option **)

let all_results f =
  let rec go done0 = function
  | [] -> Some (rev' done0)
  | x :: rest ->
    (match f x with
     | Some y -> go (y :: done0) rest
     | None -> None)
  in go []

(** val rational_eqb : q -> q -> bool **)

let rational_eqb x y =
  (&&) (Z.eqb x.qnum y.qnum) (Z.eqb x.qden y.qden)

(** val list_eqb : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_eqb eq l m =
  match l with
  | [] -> (match m with
           | [] -> true
           | _ :: _ -> false)
  | x :: l' ->
    (match m with
     | [] -> false
     | y :: m' -> if eq x y then list_eqb eq l' m' else false)

(** val option_eqb :
    ('a1 -> 'a1 -> bool) -> 'a1 option -> 'a1 option -> bool **)

let option_eqb eq x y =
  match x with
  | Some a -> (match y with
               | Some b -> eq a b
               | None -> false)
  | None -> (match y with
             | Some _ -> false
             | None -> true)

(** val pair_eqb :
    ('a1 -> 'a1 -> bool) -> ('a2 -> 'a2 -> bool) -> ('a1 * 'a2) ->
    ('a1 * 'a2) -> bool **)

let pair_eqb eqA eqB x y =
  if eqA (fst x) (fst y) then eqB (snd x) (snd y) else false

(** val value_eqb : value -> value -> bool **)

let value_eqb x y =
  match x with
  | Number a -> (match y with
                 | Number b -> rational_eqb a b
                 | _ -> false)
  | Truth a -> (match y with
                | Truth b -> eqb a b
                | _ -> false)
  | ListValue a ->
    (match y with
     | ListValue b -> list_eqb rational_eqb a b
     | _ -> false)
  | Matrix a ->
    (match y with
     | Matrix b -> list_eqb (list_eqb rational_eqb) a b
     | _ -> false)
  | Order a -> (match y with
                | Order b -> list_eqb Z.eqb a b
                | _ -> false)

(** val relation_eqb : relation -> relation -> bool **)

let relation_eqb r s =
  match r with
  | Less -> (match s with
             | Less -> true
             | _ -> false)
  | AtMost -> (match s with
               | AtMost -> true
               | _ -> false)
  | Equal -> (match s with
              | Equal -> true
              | _ -> false)
  | Unequal -> (match s with
                | Unequal -> true
                | _ -> false)
  | AtLeast -> (match s with
                | AtLeast -> true
                | _ -> false)
  | Greater -> (match s with
                | Greater -> true
                | _ -> false)

(** val sign_eqb : sign -> sign -> bool **)

let sign_eqb r s =
  match r with
  | Relation a -> (match s with
                   | Relation b -> relation_eqb a b
                   | _ -> false)
  | Inside -> (match s with
               | Inside -> true
               | _ -> false)
  | Outside -> (match s with
                | Outside -> true
                | _ -> false)

(** val position_eqb : position -> position -> bool **)

let position_eqb =
  pair_eqb (=) Z.eqb

(** val comparison_eqb :
    ((sign * value) * value list) option -> ((sign * value) * value list)
    option -> bool **)

let comparison_eqb =
  option_eqb (pair_eqb (pair_eqb sign_eqb value_eqb) (list_eqb value_eqb))

(** val raw_plus : q -> q -> q **)

let raw_plus x y =
  if Z.eqb x.qden y.qden
  then { qnum = (Z.add x.qnum y.qnum); qden = x.qden }
  else qplus x y

(** val raw_dot : q -> q list -> q list -> q **)

let rec raw_dot sum a b =
  match a with
  | [] -> sum
  | x :: a' ->
    (match b with
     | [] -> sum
     | y :: b' -> raw_dot (raw_plus sum (qmult x y)) a' b')

(** val quick_dot : q list -> q list -> q **)

let quick_dot a b =
  reduced (raw_dot (integer Big_int_Z.zero_big_int) a b)

(** val quick_apply : q weights -> column -> column **)

let quick_apply w z0 =
  map (fun row0 -> quick_dot row0 z0) w

(** val positive0 : q -> bool **)

let positive0 q0 =
  Z.ltb Big_int_Z.zero_big_int q0.qnum

(** val negative : q -> bool **)

let negative q0 =
  Z.ltb q0.qnum Big_int_Z.zero_big_int

(** val same_sign : q -> q -> bool **)

let same_sign p q0 =
  (||) ((&&) (positive0 p) (positive0 q0)) ((&&) (negative p) (negative q0))

(** val weights_eqb : q weights -> q weights -> bool **)

let weights_eqb =
  list_eqb (list_eqb rational_eqb)

(** val opposite_heads : q head -> q head -> ((q list * q) * q) option **)

let opposite_heads h h' =
  match h.w_K with
  | [] -> None
  | _ :: l0 ->
    (match l0 with
     | [] ->
       (match h.w_Q with
        | [] -> None
        | row0 :: l1 ->
          (match l1 with
           | [] ->
             (match h.b_Q with
              | [] -> None
              | b :: l2 ->
                (match l2 with
                 | [] ->
                   (match h'.b_Q with
                    | [] -> None
                    | b' :: l3 ->
                      (match l3 with
                       | [] ->
                         if (&&)
                              ((&&)
                                ((&&) (weights_eqb h.w_K h'.w_K)
                                  (weights_eqb h.w_Q h'.w_Q))
                                (weights_eqb h.w_V h'.w_V))
                              (weights_eqb (map (map opposite) h.w_O) h'.w_O)
                         then Some ((row0, b), b')
                         else None
                       | _ :: _ -> None))
                 | _ :: _ -> None))
           | _ :: _ -> None))
     | _ :: _ -> None)

(** val attend_known :
    tie_rule -> q head -> column list -> column list -> Big_int_Z.big_int ->
    bool list -> column -> column **)

let attend_known ties h keys vs v attends z0 =
  let query = add0 (quick_apply h.w_Q z0) h.b_Q in
  quick_apply h.w_O
    (combination v
      (hardmax ties (map (fun key -> quick_dot key query) keys) attends) vs)

type group =
| Alone of q head
| Together of q list * q * q * q head * q head

(** val grouped : q head list -> group list **)

let rec grouped = function
| [] -> []
| h :: more ->
  (match more with
   | [] -> (Alone h) :: []
   | h' :: rest ->
     (match opposite_heads h h' with
      | Some p ->
        let (p0, b') = p in
        let (row0, b) = p0 in
        (Together (row0, b, b', h, h')) :: (grouped rest)
      | None -> (Alone h) :: (grouped more)))

(** val quick_group :
    tie_rule -> matrix -> group -> bool list -> column -> column -> column **)

let quick_group ties x = function
| Alone h ->
  let keys = map (quick_apply h.w_K) x in
  let vs = map (quick_apply h.w_V) x in
  let v = size h.w_V in
  (fun attends z0 sum -> add0 sum (attend_known ties h keys vs v attends z0))
| Together (row0, b, b', h, h') ->
  (fun attends z0 sum ->
    let q0 = quick_dot row0 z0 in
    if same_sign (raw_plus q0 b) (raw_plus q0 b')
    then map (fun pat -> let (x0, _) = pat in reduced x0) (combine sum h.w_O)
    else let now = fun h0 ->
           attend_known ties h0 (map (quick_apply h0.w_K) x)
             (map (quick_apply h0.w_V) x) (size h0.w_V) attends z0
         in
         add0 (add0 sum (now h)) (now h'))

(** val quick_layer :
    Big_int_Z.big_int -> q layer -> matrix -> matrix option **)

let quick_layer d l = match l with
| Attention (ties, m, heads) ->
  let groups = grouped heads in
  (fun x ->
  let n0 = size x in
  let numbers = count_up n0 in
  let everyone = map (fun _ -> true) numbers in
  let adding = map (quick_group ties x) groups in
  all_of (fun pat ->
    let (j, z0) = pat in
    option_map (fun attends ->
      fold_left (fun sum f -> f attends z0 sum) adding z0)
      (match m with
       | Everything -> Some everyone
       | _ -> attended m n0 j)) (combine numbers x))
| FeedForward (w_1, b_1, w_2, b_2, phi) ->
  (fun x -> Some
    (map (fun z0 ->
      add0
        (add0 z0
          (quick_apply w_2
            (map (activate phi) (add0 (quick_apply w_1 z0) b_1)))) b_2) x))
| _ -> apply_layer d l

(** val normal : Big_int_Z.big_int -> column -> column **)

let normal d z0 =
  map reduced (firstn (Z.to_nat d) z0)

(** val shift_of :
    Big_int_Z.big_int -> q layer -> ((q list * q) * q) option **)

let shift_of d = function
| Attention (_, attended0, heads) ->
  (match attended0 with
   | Everything ->
     (match heads with
      | [] -> None
      | h :: l0 ->
        (match l0 with
         | [] -> None
         | h' :: l1 ->
           (match l1 with
            | [] ->
              (match opposite_heads h h' with
               | Some p ->
                 let (p0, b') = p in
                 let (row0, b) = p0 in
                 if (&&) (Z.eqb (size h.w_O) d) (Z.eqb (size row0) d)
                 then Some ((row0, b), b')
                 else None
               | None -> None)
            | _ :: _ -> None)))
   | _ -> None)
| _ -> None

(** val cancels : q -> q -> q -> bool **)

let cancels b b' q0 =
  same_sign (raw_plus q0 b) (raw_plus q0 b')

type ready = ((q list * q) * q) option * (matrix -> matrix option)

(** val make_ready : Big_int_Z.big_int -> q layer -> ready **)

let make_ready d l =
  ((shift_of d l), (quick_layer d l))

(** val products : q list -> (q list * q list) option -> matrix -> q list **)

let products row0 known x =
  match known with
  | Some p ->
    let (row', qs) = p in
    if list_eqb rational_eqb row0 row' then qs else map (quick_dot row0) x
  | None -> map (quick_dot row0) x

(** val run_quickly :
    Big_int_Z.big_int -> ready list -> bool -> (q list * q list) option ->
    matrix -> matrix option **)

let rec run_quickly d layers is_normal known x =
  match layers with
  | [] -> Some x
  | r :: rest ->
    let (o, f) = r in
    (match o with
     | Some p ->
       let (p0, b') = p in
       let (row0, b) = p0 in
       let qs = products row0 known x in
       if forallb (cancels b b') qs
       then run_quickly d rest true (Some (row0, qs))
              (if is_normal then x else map (normal d) x)
       else (match f x with
             | Some y -> run_quickly d rest false None y
             | None -> None)
     | None ->
       (match f x with
        | Some y -> run_quickly d rest false None y
        | None -> None))

(** val states_from :
    Big_int_Z.big_int -> ready list -> bool -> (q list * q list) option ->
    matrix -> matrix list **)

let rec states_from d layers is_normal known x =
  x :: (match layers with
        | [] -> []
        | r :: rest ->
          let (o, f) = r in
          (match o with
           | Some p ->
             let (p0, b') = p in
             let (row0, b) = p0 in
             let qs = products row0 known x in
             if forallb (cancels b b') qs
             then states_from d rest true (Some (row0, qs))
                    (if is_normal then x else map (normal d) x)
             else (match f x with
                   | Some y -> states_from d rest false None y
                   | None -> [])
           | None ->
             (match f x with
              | Some y -> states_from d rest false None y
              | None -> [])))

(** val offsets :
    'a1 list list -> Big_int_Z.big_int -> Big_int_Z.big_int list **)

let rec offsets l before =
  before :: (match l with
             | [] -> []
             | x :: rest -> offsets rest (Z.add before (size x)))

type quick_network = { quick_stage : (Big_int_Z.big_int -> matrix -> matrix
                                     option);
                       quick_after : (Big_int_Z.big_int -> matrix -> matrix
                                     option);
                       quick_alone : (Big_int_Z.big_int -> matrix -> matrix
                                     option);
                       quick_quantity : (string -> Big_int_Z.big_int option);
                       quick_states : (matrix -> matrix list option);
                       quick_offsets : Big_int_Z.big_int list }

(** val prepare : network -> quick_network **)

let prepare n0 =
  let d = n0.network_d in
  let by_item =
    map (fun i -> option_map (map (make_ready d)) (unrolled [] i)) n0.items
  in
  let number0 = size n0.items in
  let literal = layers_of n0.items in
  let layers = option_map (map (make_ready d)) literal in
  let depth =
    match literal with
    | Some ls -> size ls
    | None -> Big_int_Z.zero_big_int
  in
  { quick_stage = (fun k x ->
  if (&&) ((&&) (fits n0 x) (Z.leb Big_int_Z.zero_big_int k))
       (Z.leb k number0)
  then (match all_of (fun x0 -> x0) (first k by_item) with
        | Some ls -> run_quickly d (concat ls) false None x
        | None -> None)
  else None); quick_after = (fun k x ->
  match layers with
  | Some ls ->
    if (&&) ((&&) (fits n0 x) (Z.leb Big_int_Z.zero_big_int k))
         (Z.leb k depth)
    then run_quickly d (first k ls) false None x
    else None
  | None -> None); quick_alone = (fun k x ->
  match layers with
  | Some ls ->
    if (&&) (fits n0 x) (Z.leb Big_int_Z.unit_big_int k)
    then (match nth_of ls (Z.sub k Big_int_Z.unit_big_int) with
          | Some f -> snd f x
          | None -> None)
    else None
  | None -> None); quick_quantity = (fun q0 ->
  match quantity_of q0 with
  | Some f -> (match literal with
               | Some ls -> Some (f ls)
               | None -> None)
  | None -> None); quick_states = (fun x ->
  match layers with
  | Some ls ->
    if fits n0 x then Some (states_from d ls false None x) else None
  | None -> None); quick_offsets =
  (match all_of (unrolled []) n0.items with
   | Some lls -> offsets lls Big_int_Z.zero_big_int
   | None -> []) }

(** val of_kind : context -> reach -> kind0 -> term -> bool **)

let of_kind c r k t0 =
  match kind_of c r [] t0 with
  | Some k' -> kind_eqb k k'
  | None -> false

(** val is_constant : context -> term -> bool **)

let is_constant c t0 =
  match constant_of c t0 with
  | Some _ -> true
  | None -> false

(** val numbers_or_list : context -> step -> bool **)

let numbers_or_list c st =
  (||) (of_kind c (sees st) NumberKind st.the_term)
    (of_kind c (sees st) ListKind st.the_term)

(** val known_domain : domain list -> string -> bool **)

let known_domain ds name =
  existsb (fun d -> (=) d.domain_name name) ds

(** val fold_formed : context -> step -> bool **)

let fold_formed c st =
  match st.the_fold with
  | Each -> of_kind c (sees st) TruthKind st.the_term
  | DistinctNumbers -> numbers_or_list c st
  | Apart (r, b) ->
    (&&) (match r with
          | AtLeast -> true
          | Greater -> true
          | _ -> false) ((&&) (is_constant c b) (numbers_or_list c st))
  | SumOfAll (r, b) ->
    (&&) (match r with
          | Unequal -> false
          | _ -> true)
      ((&&) (is_constant c b) (of_kind c (sees st) NumberKind st.the_term))
  | Own (start, next, holds) ->
    (&&) (numbers_or_list c st)
      ((&&) (match start with
             | [] -> false
             | _ :: _ -> true)
        ((&&) (Z.eqb (size start) (size next))
          ((&&) (forallb (is_constant c) start)
            ((&&)
              (forallb
                (of_kind c { sees_point = false; sees_accumulator = true;
                  sees_numbers = true } NumberKind) next)
              (of_kind c { sees_point = false; sees_accumulator = true;
                sees_numbers = false } TruthKind holds)))))

(** val step_formed : context -> domain list -> step -> bool **)

let step_formed c ds st =
  (&&) (all_different (=) st.over)
    ((&&) (forallb (known_domain ds) st.over)
      ((&&)
        (match st.given with
         | Some g -> of_kind c (sees st) TruthKind g
         | None -> true) (fold_formed c st)))

(** val same_lookups :
    ('a1 -> 'a1 -> bool) -> (string * 'a1) list -> (string * 'a1) list -> bool **)

let same_lookups eq l m =
  forallb (fun x -> option_eqb eq (lookup x l) (lookup x m))
    (app (map fst l) (map fst m))

(** val bindings_right :
    (string * value) list -> (string * value) list -> bool **)

let bindings_right written bound =
  (&&) (all_different (=) (map fst written))
    (same_lookups value_eqb written (rev bound))

(** val at_first_false :
    ('a1 -> value option) -> ('a1 -> 'a2 option) -> 'a1 list -> 'a2 option **)

let rec at_first_false val0 found = function
| [] -> None
| x :: rest ->
  (match val0 x with
   | Some v ->
     (match v with
      | Truth b -> if b then at_first_false val0 found rest else found x
      | _ -> None)
   | None -> None)

(** val descend :
    context -> (scene -> term -> value option) -> scene -> (string * value)
    list -> term -> (((string * value) list * scene) * term) option **)

let rec descend c eval s b t0 = match t0 with
| Connect (c0, ts) ->
  (match c0 with
   | And -> at_first_false (eval s) (descend c eval s b) ts
   | _ -> Some ((b, s), t0))
| Implies (_, q0) -> descend c eval s b q0
| Range (q0, x, lo, hi, body) ->
  (match q0 with
   | ForAll ->
     bind (number (eval s lo)) (fun l ->
       bind (number (eval s hi)) (fun h ->
         at_first_false (fun v ->
           eval (with_variable s x (Number (integer v))) body) (fun v ->
           descend c eval (with_variable s x (Number (integer v)))
             (app b ((x, (Number (integer v))) :: [])) body)
           (interval (ceiling l) (floor h))))
   | _ -> Some ((b, s), t0))
| Permutations (x, p) ->
  bind (parameter_value c "n") (fun n0 ->
    at_first_false (fun v -> eval (with_variable s x (Order v)) p) (fun v ->
      descend c eval (with_variable s x (Order v))
        (app b ((x, (Order v)) :: [])) p) (orders n0))
| _ -> Some ((b, s), t0)

(** val describes :
    context -> (scene -> term -> value option) -> scene -> term -> witness ->
    bool **)

let describes c eval s t0 w =
  match descend c eval s [] t0 with
  | Some p ->
    let (p0, t') = p in
    let (b, s') = p0 in
    if bindings_right w.bindings b
    then (match t' with
          | Compare (r, x, y) ->
            (match eval s' x with
             | Some u ->
               (match eval s' y with
                | Some v ->
                  comparison_eqb w.comparison0 (Some (((Relation r), u),
                    (v :: [])))
                | None -> false)
             | None -> false)
          | Within (inside0, x, lo, hi) ->
            (match eval s' x with
             | Some u ->
               (match eval s' lo with
                | Some v ->
                  (match eval s' hi with
                   | Some v' ->
                     comparison_eqb w.comparison0 (Some
                       (((if inside0 then Inside else Outside), u),
                       (v :: (v' :: []))))
                   | None -> false)
                | None -> false)
             | None -> false)
          | _ -> (match w.comparison0 with
                  | Some _ -> false
                  | None -> true))
    else false
  | None -> false

type here = { scene_here : scene; states_here : (string * matrix list) list }

type meant = here -> (string * value) list -> value option

(** val is_point : term -> bool **)

let is_point = function
| Point -> true
| _ -> false

(** val known_states : here -> string -> term -> matrix list option **)

let known_states h n0 m =
  if is_point m then lookup n0 h.states_here else None

(** val known_after : matrix list -> Big_int_Z.big_int -> matrix option **)

let known_after states i =
  if Z.leb Big_int_Z.zero_big_int i then nth_of states i else None

(** val known_stage :
    (string * quick_network) list -> string -> matrix list ->
    Big_int_Z.big_int -> matrix option **)

let known_stage prepared n0 states i =
  bind (lookup n0 prepared) (fun net ->
    match if Z.leb Big_int_Z.zero_big_int i
          then nth_of net.quick_offsets i
          else None with
    | Some j -> nth_of states j
    | None -> None)

(** val early : term -> meant -> meant **)

let early t0 f =
  if reads_only [] t0 then (fun s -> let v = f s [] in (fun _ -> v)) else f

(** val on_network :
    (string * quick_network) list -> string -> (quick_network -> matrix ->
    matrix option) -> matrix -> value option **)

let on_network prepared n0 apply0 x =
  bind (lookup n0 prepared) (fun net ->
    option_map (fun x0 -> Matrix x0) (apply0 net x))

(** val compiled :
    context -> (string * quick_network) list -> term -> meant **)

let rec compiled c prepared t0 =
  early t0
    (match t0 with
     | Int z0 -> let v = Some (Number (integer z0)) in (fun _ _ -> v)
     | Param x ->
       let v =
         option_map (fun z0 -> Number (integer z0)) (parameter_value c x)
       in
       (fun _ _ -> v)
     | Def x ->
       let v = option_map (fun x0 -> Number x0) (lookup x c.known_definitions)
       in
       (fun _ _ -> v)
     | Var x -> (fun _ b -> lookup x b)
     | Connect (c0, ts) ->
       let fs = map (compiled c prepared) ts in
       (fun s ->
       let gs = map (fun f -> f s) fs in
       (fun b -> bind (all_of (fun g -> g b) gs) (fun vs -> connected c0 vs)))
     | Minus (a, c0) ->
       let f = compiled c prepared a in
       let g = compiled c prepared c0 in
       (fun s ->
       let f' = f s in
       let g' = g s in
       (fun b ->
       bind (number (f' b)) (fun x ->
         bind (number (g' b)) (fun y -> Some (Number (minus x y))))))
     | Negative a ->
       let f = compiled c prepared a in
       (fun s ->
       let f' = f s in
       (fun b -> bind (number (f' b)) (fun x -> Some (Number (opposite x)))))
     | Quotient (a, c0) ->
       let f = compiled c prepared a in
       let g = compiled c prepared c0 in
       (fun s ->
       let f' = f s in
       let g' = g s in
       (fun b ->
       bind (number (f' b)) (fun x ->
         bind (number (g' b)) (fun y ->
           option_map (fun x0 -> Number x0) (divided x y)))))
     | Power (a, e) ->
       let f = compiled c prepared a in
       let g = compiled c prepared e in
       (fun s ->
       let f' = f s in
       let g' = g s in
       (fun b ->
       bind (number (f' b)) (fun x ->
         bind (whole (g' b)) (fun k ->
           if Z.leb Big_int_Z.zero_big_int k
           then Some (Number (power x k))
           else None))))
     | Floor a ->
       let f = compiled c prepared a in
       (fun s ->
       let f' = f s in
       (fun b ->
       bind (number (f' b)) (fun x -> Some (Number (integer (floor x))))))
     | Compare (r, a, c0) ->
       let f = compiled c prepared a in
       let g = compiled c prepared c0 in
       (fun s ->
       let f' = f s in
       let g' = g s in
       (fun b ->
       bind (f' b) (fun x ->
         bind (g' b) (fun y ->
           option_map (fun x0 -> Truth x0) (compare0 r x y)))))
     | Within (inside0, x, lo, hi) ->
       let f = compiled c prepared x in
       let g = compiled c prepared lo in
       let h = compiled c prepared hi in
       (fun s ->
       let f' = f s in
       let g' = g s in
       let h' = h s in
       (fun b ->
       bind (number (f' b)) (fun a ->
         bind (number (g' b)) (fun l ->
           bind (number (h' b)) (fun k ->
             let within = (&&) (at_most l a) (at_most a k) in
             Some (Truth (if inside0 then within else negb within)))))))
     | Not p ->
       let f = compiled c prepared p in
       (fun s ->
       let f' = f s in
       (fun b -> bind (truth (f' b)) (fun x -> Some (Truth (negb x)))))
     | Implies (p, q0) ->
       let f = compiled c prepared p in
       let g = compiled c prepared q0 in
       (fun s ->
       let f' = f s in
       let g' = g s in
       (fun b ->
       bind (truth (f' b)) (fun x ->
         bind (truth (g' b)) (fun y -> Some (Truth (implb x y))))))
     | If (p, a, c0) ->
       let f = compiled c prepared p in
       let g = compiled c prepared a in
       let h = compiled c prepared c0 in
       (fun s b -> bind (truth (f s b)) (fun x -> if x then g s b else h s b))
     | Select (k, ts) ->
       let f = compiled c prepared k in
       let gs = map (compiled c prepared) ts in
       (fun s b ->
       bind (whole (f s b)) (fun i ->
         match nth_of gs (Z.sub i Big_int_Z.unit_big_int) with
         | Some g -> g s b
         | None -> None))
     | Range (q0, x, lo, hi, body) ->
       let f = compiled c prepared lo in
       let g = compiled c prepared hi in
       let h = compiled c prepared body in
       (fun s ->
       let f' = f s in
       let g' = g s in
       let h' = h s in
       (fun b ->
       bind (number (f' b)) (fun l ->
         bind (number (g' b)) (fun k ->
           bind
             (all_of (fun v -> h' ((x, (Number (integer v))) :: b))
               (interval (ceiling l) (floor k))) (fun vs -> quantified q0 vs)))))
     | Item (l, k) ->
       let f = compiled c prepared l in
       let g = compiled c prepared k in
       (fun s ->
       let f' = f s in
       let g' = g s in
       (fun b ->
       bind (list_of (f' b)) (fun xs ->
         bind (whole (g' b)) (fun i ->
           option_map (fun x -> Number x) (pick xs i)))))
     | MatrixEntry (m, i, j) ->
       let f = compiled c prepared m in
       let g = compiled c prepared i in
       let h = compiled c prepared j in
       (fun s ->
       let f' = f s in
       let g' = g s in
       let h' = h s in
       (fun b ->
       bind (matrix_of (f' b)) (fun x ->
         bind (whole (g' b)) (fun a ->
           bind (whole (h' b)) (fun c0 ->
             bind (pick x c0) (fun z0 ->
               option_map (fun x0 -> Number x0) (pick z0 a)))))))
     | Distinct l ->
       let f = compiled c prepared l in
       (fun s ->
       let f' = f s in
       (fun b ->
       bind (list_of (f' b)) (fun xs -> Some (Truth (different xs)))))
     | Dot (u, m) ->
       let f = compiled c prepared u in
       let g = compiled c prepared m in
       (fun s ->
       let f' = f s in
       let g' = g s in
       (fun b ->
       bind (list_of (f' b)) (fun xs ->
         bind (matrix_of (g' b)) (fun x ->
           if forallb (fun z0 -> Z.eqb (size z0) (size xs)) x
           then Some (ListValue (map (dot xs) x))
           else None))))
     | Point ->
       (fun s ->
         let v = option_map (fun x -> Matrix x) s.scene_here.the_point in
         (fun _ -> v))
     | NamedStage (n0, name, m) ->
       let k =
         bind (lookup n0 c.known_networks) (fun net -> lookup name net.stages)
       in
       let g = compiled c prepared m in
       (fun s ->
       match known_states s n0 m with
       | Some states ->
         (fun _ ->
           bind k (fun i ->
             option_map (fun x -> Matrix x) (known_stage prepared n0 states i)))
       | None ->
         let g' = g s in
         (fun b ->
         bind (matrix_of (g' b)) (fun x ->
           bind k (fun i ->
             on_network prepared n0 (fun net -> net.quick_stage i) x))))
     | Stage (n0, k, m) ->
       let f = compiled c prepared k in
       let g = compiled c prepared m in
       (fun s ->
       let f' = f s in
       (match known_states s n0 m with
        | Some states ->
          (fun b ->
            bind (whole (f' b)) (fun i ->
              option_map (fun x -> Matrix x)
                (known_stage prepared n0 states i)))
        | None ->
          let g' = g s in
          (fun b ->
          bind (whole (f' b)) (fun i ->
            bind (matrix_of (g' b)) (fun x ->
              on_network prepared n0 (fun net -> net.quick_stage i) x)))))
     | After (n0, k, m) ->
       let f = compiled c prepared k in
       let g = compiled c prepared m in
       (fun s ->
       let f' = f s in
       (match known_states s n0 m with
        | Some states ->
          (fun b ->
            bind (whole (f' b)) (fun i ->
              option_map (fun x -> Matrix x) (known_after states i)))
        | None ->
          let g' = g s in
          (fun b ->
          bind (whole (f' b)) (fun i ->
            bind (matrix_of (g' b)) (fun x ->
              on_network prepared n0 (fun net -> net.quick_after i) x)))))
     | Layer (n0, k, m) ->
       let f = compiled c prepared k in
       let g = compiled c prepared m in
       (fun s ->
       let f' = f s in
       let g' = g s in
       (fun b ->
       bind (whole (f' b)) (fun i ->
         bind (matrix_of (g' b)) (fun x ->
           on_network prepared n0 (fun net -> net.quick_alone i) x))))
     | Quantity (n0, q0) ->
       let v =
         bind (lookup n0 prepared) (fun net ->
           option_map (fun k -> Number (integer k)) (net.quick_quantity q0))
       in
       (fun _ _ -> v)
     | Permutations (x, p) ->
       let f = compiled c prepared p in
       let all = option_map orders (parameter_value c "n") in
       (fun s ->
       let f' = f s in
       (fun b ->
       bind all (fun vs ->
         let rec go = function
         | [] -> Some (Truth true)
         | v :: rest ->
           bind (truth (f' ((x, (Order v)) :: b))) (fun y ->
             if y then go rest else Some (Truth false))
         in go vs)))
     | Permuted (m, x) ->
       let f = compiled c prepared m in
       (fun s ->
       let f' = f s in
       (fun b ->
       bind (matrix_of (f' b)) (fun x0 ->
         match lookup x b with
         | Some v0 ->
           (match v0 with
            | Order v ->
              if Z.eqb (size v) (size x0)
              then option_map (fun x1 -> Matrix x1) (all_of (pick x0) v)
              else None
            | _ -> None)
         | None -> None)))
     | Columns (m, lo, hi) ->
       let f = compiled c prepared m in
       let g = compiled c prepared lo in
       let h = compiled c prepared hi in
       (fun s ->
       let f' = f s in
       let g' = g s in
       let h' = h s in
       (fun b ->
       bind (matrix_of (f' b)) (fun x ->
         bind (whole (g' b)) (fun i ->
           bind (whole (h' b)) (fun j ->
             if (&&) ((&&) (Z.leb i j) (Z.leb Big_int_Z.unit_big_int i))
                  (Z.leb j (size x))
             then option_map (fun x0 -> Matrix x0)
                    (all_of (pick x) (interval i j))
             else None)))))
     | Accumulator ->
       (fun s ->
         let v = option_map (fun x -> ListValue x) s.scene_here.accumulated in
         (fun _ -> v))
     | Numbers ->
       (fun s ->
         let v = option_map (fun x -> ListValue x) s.scene_here.added in
         (fun _ -> v)))

(** val compiled_margins :
    context -> (string * quick_network) list -> term -> here ->
    (string * value) list -> q list option **)

let rec compiled_margins c prepared = function
| Compare (_, a, c0) ->
  let f = compiled c prepared a in
  let g = compiled c prepared c0 in
  (fun s ->
  let f' = f s in
  let g' = g s in
  (fun b ->
  bind (number (f' b)) (fun x ->
    bind (number (g' b)) (fun y -> Some ((minus y x) :: [])))))
| Within (_, x, _, _) ->
  let f = compiled c prepared x in
  (fun s ->
  let f' = f s in (fun b -> bind (number (f' b)) (fun y -> Some (y :: []))))
| Range (q0, x, lo, hi, body) ->
  (match q0 with
   | ForAll ->
     let f = compiled c prepared lo in
     let g = compiled c prepared hi in
     let h = compiled_margins c prepared body in
     (fun s ->
     let f' = f s in
     let g' = g s in
     let h' = h s in
     (fun b ->
     bind (number (f' b)) (fun l ->
       bind (number (g' b)) (fun k ->
         option_map concat
           (all_of (fun v -> h' ((x, (Number (integer v))) :: b))
             (interval (ceiling l) (floor k)))))))
   | _ -> (fun _ _ -> None))
| _ -> (fun _ _ -> None)

(** val at_the_point : term -> string list **)

let rec at_the_point = function
| Connect (_, ts) -> flat_map at_the_point ts
| Minus (a, b) -> app (at_the_point a) (at_the_point b)
| Negative a -> at_the_point a
| Quotient (a, b) -> app (at_the_point a) (at_the_point b)
| Power (a, b) -> app (at_the_point a) (at_the_point b)
| Floor a -> at_the_point a
| Compare (_, a, b) -> app (at_the_point a) (at_the_point b)
| Within (_, a, b, c) ->
  app (at_the_point a) (app (at_the_point b) (at_the_point c))
| Not a -> at_the_point a
| Implies (a, b) -> app (at_the_point a) (at_the_point b)
| If (a, b, c) -> app (at_the_point a) (app (at_the_point b) (at_the_point c))
| Select (k, ts) -> app (at_the_point k) (flat_map at_the_point ts)
| Range (_, _, a, b, c) ->
  app (at_the_point a) (app (at_the_point b) (at_the_point c))
| Item (a, b) -> app (at_the_point a) (at_the_point b)
| MatrixEntry (a, b, c) ->
  app (at_the_point a) (app (at_the_point b) (at_the_point c))
| Distinct a -> at_the_point a
| Dot (a, b) -> app (at_the_point a) (at_the_point b)
| NamedStage (n0, _, a) -> if is_point a then n0 :: [] else at_the_point a
| Stage (n0, a, b) ->
  app (at_the_point a) (if is_point b then n0 :: [] else at_the_point b)
| After (n0, a, b) ->
  app (at_the_point a) (if is_point b then n0 :: [] else at_the_point b)
| Layer (_, a, b) -> app (at_the_point a) (at_the_point b)
| Permutations (_, a) -> at_the_point a
| Permuted (a, _) -> at_the_point a
| Columns (a, b, c) ->
  app (at_the_point a) (app (at_the_point b) (at_the_point c))
| _ -> []

(** val look :
    (string * quick_network) list -> string list -> scene -> here **)

let look prepared names s =
  { scene_here = s; states_here =
    (match s.the_point with
     | Some x ->
       flat_map (fun n0 ->
         match lookup n0 prepared with
         | Some net ->
           (match net.quick_states x with
            | Some states -> (n0, states) :: []
            | None -> [])
         | None -> []) names
     | None -> []) }

(** val value_by :
    context -> (string * quick_network) list -> term -> scene -> value option **)

let value_by c prepared t0 =
  let f = compiled c prepared t0 in
  let names = nodup (=) (at_the_point t0) in
  (fun s -> f (look prepared names s) s.variables)

(** val both_by :
    context -> (string * quick_network) list -> term -> scene -> value
    option * q list option **)

let both_by c prepared t0 =
  let f = compiled c prepared t0 in
  let g = compiled_margins c prepared t0 in
  let names = nodup (=) (at_the_point t0) in
  (fun s ->
  let h = look prepared names s in ((f h s.variables), (g h s.variables)))

(** val prepared_networks : context -> (string * quick_network) list **)

let prepared_networks c =
  map (fun pat -> let (name, n0) = pat in (name, (prepare n0)))
    c.known_networks

(** val merge :
    ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> 'a1 list -> 'a1 list **)

let rec merge le u v done0 =
  let rec against v0 done1 =
    match u with
    | [] -> rev_append done1 v0
    | x :: u' ->
      (match v0 with
       | [] -> rev_append done1 u
       | y :: v' ->
         if le x y
         then merge le u' v0 (x :: done1)
         else against v' (y :: done1))
  in against v done0

(** val merge_neighbours :
    ('a1 -> 'a1 -> bool) -> 'a1 list list -> 'a1 list list -> 'a1 list list **)

let rec merge_neighbours le ls done0 =
  match ls with
  | [] -> done0
  | u :: l ->
    (match l with
     | [] -> u :: done0
     | v :: rest -> merge_neighbours le rest ((merge le u v []) :: done0))

(** val merge_all :
    ('a1 -> 'a1 -> bool) -> nat -> 'a1 list list -> 'a1 list **)

let rec merge_all le passes ls =
  match passes with
  | O -> fold_left (fun u v -> merge le u v []) ls []
  | S passes0 ->
    (match ls with
     | [] -> []
     | u :: l ->
       (match l with
        | [] -> u
        | _ :: _ -> merge_all le passes0 (merge_neighbours le ls [])))

(** val sort : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list **)

let sort le l =
  merge_all le (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
    (image (fun x -> x :: []) l)

(** val rising : ('a1 -> 'a1 -> bool) -> 'a1 list -> bool **)

let rec rising le = function
| [] -> true
| x :: rest ->
  (match rest with
   | [] -> true
   | y :: _ -> if le y x then false else rising le rest)

(** val word_at_most :
    ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec word_at_most le u v =
  match u with
  | [] -> true
  | x :: u' ->
    (match v with
     | [] -> false
     | y :: v' ->
       if le x y
       then if le y x then word_at_most le u' v' else true
       else false)

(** val words_onto :
    'a1 list list -> 'a1 list -> 'a1 list list -> 'a1 list list **)

let rec words_onto places beginning done0 =
  match places with
  | [] -> (rev' beginning) :: done0
  | letters :: rest ->
    fold_left (fun done1 x -> words_onto rest (x :: beginning) done1) letters
      done0

(** val all_words : 'a1 list list -> 'a1 list list **)

let all_words places =
  rev' (words_onto places [] [])

(** val fewer : ('a1 * bool) list -> 'a2 list -> bool **)

let rec fewer letters places =
  match letters with
  | [] -> (match places with
           | [] -> false
           | _ :: _ -> true)
  | _ :: letters0 ->
    (match places with
     | [] -> false
     | _ :: places0 -> fewer letters0 places0)

(** val choices_onto :
    bool -> Big_int_Z.big_int list -> bool -> bool -> bool -> ('a1 * bool)
    list -> 'a1 list -> 'a1 list list -> 'a1 list list **)

let rec choices_onto once places repeat0 special again letters beginning done0 =
  match places with
  | [] -> if (||) repeat0 special then done0 else (rev' beginning) :: done0
  | _ :: rest ->
    let last = match rest with
               | [] -> true
               | _ :: _ -> false in
    let rec each again0 letters0 done1 =
      match letters0 with
      | [] -> done1
      | y :: following ->
        let (x, marked) = y in
        if if once
           then fewer letters0 places
           else (&&) ((&&) repeat0 (negb again0)) last
        then done1
        else each false following
               (choices_onto once rest ((&&) repeat0 (negb again0))
                 ((&&) special (negb marked)) (negb once)
                 (if once then following else letters0) (x :: beginning)
                 done1)
    in each again letters done0

(** val all_choices :
    bool -> Big_int_Z.big_int list -> bool -> bool -> ('a1 * bool) list ->
    'a1 list list **)

let all_choices once places repeat0 special letters =
  rev' (choices_onto once places repeat0 special false letters [] [])

(** val read_column :
    context -> Big_int_Z.big_int -> term list -> column option **)

let read_column c d ts =
  bind (all_results (constant_of c) ts) (fun z0 ->
    if Z.eqb (size z0) d then Some z0 else None)

(** val different_numbers : q list -> bool **)

let different_numbers l =
  rising at_most (sort at_most l)

(** val column_at_most : column -> column -> bool **)

let column_at_most =
  word_at_most at_most

(** val read_vocabulary :
    context -> Big_int_Z.big_int -> term list list -> column list option **)

let read_vocabulary c d listed =
  bind (all_results (read_column c d) listed) (fun l ->
    if (&&) (Z.leb Big_int_Z.unit_big_int (size l))
         (rising column_at_most (sort column_at_most l))
    then Some l
    else None)

(** val read_matrix :
    context -> Big_int_Z.big_int -> Big_int_Z.big_int -> term list list ->
    matrix option **)

let read_matrix c d n0 rows =
  bind (all_results (read_column c n0) rows) (fun r ->
    if Z.eqb (size r) d then all_results (column_of r) (count_up n0) else None)

(** val read_points :
    context -> Big_int_Z.big_int -> Big_int_Z.big_int -> term list list list
    -> matrix list option **)

let read_points c d n0 points0 =
  bind (all_results (read_matrix c d n0) points0) (fun l ->
    if rising (word_at_most column_at_most)
         (sort (word_at_most column_at_most) l)
    then Some l
    else None)

(** val read_any_list :
    context -> term list list list -> matrix list option **)

let read_any_list c points0 = match points0 with
| [] -> Some []
| rows :: _ ->
  let d = size rows in
  let n0 =
    match rows with
    | [] -> Big_int_Z.zero_big_int
    | row0 :: _ -> size row0
  in
  if (&&) (Z.leb Big_int_Z.unit_big_int d) (Z.leb Big_int_Z.unit_big_int n0)
  then read_points c d n0 points0
  else None

(** val read_levels :
    context -> Big_int_Z.big_int -> specials -> term -> term -> term -> term
    list -> term -> ((q list * q list) * q list) option **)

let read_levels c d s start step0 count special ids =
  bind (constant_of c start) (fun a ->
    bind (constant_of c step0) (fun b ->
      bind (whole (option_map (fun x -> Number x) (constant_of c count)))
        (fun k ->
        bind (all_results (constant_of c) special) (fun named ->
          bind (constant_list c ids) (fun u ->
            let levels =
              image (fun k0 -> plus a (times (integer k0) b)) (count_up k)
            in
            let specials0 = match s with
                            | NoSpecials -> []
                            | _ -> named in
            if (&&)
                 ((&&) (Z.leb Big_int_Z.zero_big_int k)
                   (different_numbers (joined levels specials0)))
                 (Z.eqb (size u) d)
            then Some ((levels, specials0), u)
            else None)))))

(** val with_id : q list -> (q * bool) list -> q * (column * bool) **)

let with_id ids z0 =
  let c = map fst z0 in ((dot ids c), (c, (existsb snd z0)))

(** val id_at_most :
    (q * (column * bool)) -> (q * (column * bool)) -> bool **)

let id_at_most x y =
  at_most (fst x) (fst y)

(** val marked_columns :
    Big_int_Z.big_int -> q list -> q list -> (q * bool) list list **)

let marked_columns d levels special =
  let entries =
    joined (image (fun x -> (x, false)) levels)
      (image (fun x -> (x, true)) special)
  in
  words_onto (image (fun _ -> entries) (count_up d)) [] []

(** val columns_of_levels :
    Big_int_Z.big_int -> q list -> q list -> q list -> (column * bool) list
    option **)

let columns_of_levels d levels special ids =
  let numbered =
    sort id_at_most (image (with_id ids) (marked_columns d levels special))
  in
  if rising id_at_most numbered then Some (image snd numbered) else None

(** val palette_columns :
    context -> Big_int_Z.big_int -> columns -> specials -> (column * bool)
    list option **)

let palette_columns c d c0 s =
  match c0 with
  | Levels (start, step0, count, special, ids) ->
    bind (read_levels c d s start step0 count special ids) (fun x ->
      let (p, u) = x in
      let (levels, specials0) = p in columns_of_levels d levels specials0 u)
  | Vocabulary listed ->
    bind (read_vocabulary c d listed) (fun l -> Some
      (image (fun z0 -> (z0, false)) l))

(** val all_pairs : matrix list -> matrix list **)

let all_pairs l =
  rev'
    (fold_left (fun done0 l0 ->
      fold_left (fun done1 l' -> (app l0 l') :: done1) l done0) l [])

(** val all_orbits :
    Big_int_Z.big_int -> repeats -> specials -> (column * bool) list ->
    matrix list **)

let all_orbits n0 r s letters =
  all_choices (match r with
               | Forbidden -> true
               | _ -> false) (count_up n0)
    (match r with
     | Required -> true
     | _ -> false) (match s with
                    | SpecialsRequired -> true
                    | _ -> false) letters

(** val enumerate : context -> spec -> matrix list option **)

let rec enumerate c sp =
  bind (size_parameter c "d") (fun d ->
    bind (size_parameter c "n") (fun n0 ->
      match sp with
      | Orbits (c0, r, s) ->
        option_map (all_orbits n0 r s) (palette_columns c d c0 s)
      | Sequences c0 ->
        bind (palette_columns c d c0 SpecialsAllowed) (fun l ->
          let letters = image fst l in
          Some (all_words (image (fun _ -> letters) (count_up n0))))
      | ProductOf places ->
        bind (all_results (read_vocabulary c d) places) (fun l ->
          if Z.eqb (size l) n0 then Some (all_words l) else None)
      | ListOfPoints points0 -> read_points c d n0 points0
      | Chosen (name, lists) ->
        bind (parameter_value c name) (fun k ->
          bind (pick lists k) (fun points0 ->
            bind (all_results (read_any_list c) lists) (fun _ ->
              read_points c d n0 points0)))
      | Pairs of0 ->
        (match of0 with
         | Pairs _ -> None
         | _ -> option_map all_pairs (enumerate c of0))))

(** val places_backwards :
    Big_int_Z.big_int -> string -> matrix list -> place list **)

let places_backwards number0 name l =
  snd
    (fold_left (fun pat x ->
      let (k, done0) = pat in
      ((Z.succ k), ({ domain_number = number0; domain_of = name; rank = k;
      point_at = (Some x) } :: done0))) l (Big_int_Z.zero_big_int, []))

(** val places_from :
    (string * matrix list) list -> Big_int_Z.big_int -> string list -> place
    list **)

let rec places_from lists number0 = function
| [] -> []
| name :: rest ->
  rev_append
    (places_backwards number0 name
      (match lookup name lists with
       | Some l -> l
       | None -> [])) (places_from lists (Z.succ number0) rest)

(** val places_of : (string * matrix list) list -> step -> place list **)

let places_of lists st =
  match st.over with
  | [] ->
    { domain_number = Big_int_Z.zero_big_int; domain_of = ""; rank =
      Big_int_Z.zero_big_int; point_at = None } :: []
  | s :: l -> places_from lists Big_int_Z.zero_big_int (s :: l)

(** val counted_by :
    step -> bool -> bool -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> place list -> bool **)

let counted_by st alone valued n0 k least_number failing =
  (&&) valued
    ((&&) (Z.eqb n0 st.points)
      ((&&) (Z.eqb k st.applicable)
        ((&&)
          (verdict_eqb st.the_verdict
            (verdict_of alone least_number k st.failures))
          (Z.eqb st.failures
            (if Z.ltb k least_number
             then Big_int_Z.zero_big_int
             else size failing)))))

(** val counted_whole_by :
    step -> bool -> bool -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool ->
    bool **)

let counted_whole_by st alone valued n0 k fails =
  (&&) valued
    ((&&) (Z.eqb n0 st.points)
      ((&&) (Z.eqb k st.applicable)
        ((&&)
          (verdict_eqb st.the_verdict
            (verdict_of alone Big_int_Z.unit_big_int k st.failures))
          (Z.eqb st.failures
            (if (&&) ((&&) fails (Z.ltb Big_int_Z.zero_big_int k))
                  (negb alone)
             then Big_int_Z.unit_big_int
             else Big_int_Z.zero_big_int)))))

type answer =
| Yes
| No
| NotDecided

(** val of_bool : bool -> answer **)

let of_bool = function
| true -> Yes
| false -> No

(** val also : bool -> answer -> answer **)

let also b a =
  if b then a else No

(** val euclid :
    nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int **)

let rec euclid fuel r r' t0 t' =
  match fuel with
  | O -> t0
  | S fuel0 ->
    if Z.eqb r' Big_int_Z.zero_big_int
    then t0
    else let q0 = Z.div r r' in
         euclid fuel0 r' (Z.sub r (Z.mul q0 r')) t' (Z.sub t0 (Z.mul q0 t'))

(** val inverse : Big_int_Z.big_int -> Big_int_Z.big_int **)

let inverse q0 =
  if Z.eqb q0 Big_int_Z.unit_big_int
  then Big_int_Z.unit_big_int
  else Z.modulo
         (euclid (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
           (S (S (S (S
           O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
           prime (Z.modulo q0 prime) Big_int_Z.zero_big_int
           Big_int_Z.unit_big_int) prime

type residue_result =
| IsResidue of Big_int_Z.big_int
| NoResidue
| UnknownResidue

(** val residue_of : q -> residue_result **)

let residue_of x =
  if is_integer x
  then IsResidue (Z.modulo x.qnum prime)
  else let d = x.qden in
       let i = inverse d in
       if Z.eqb (Z.modulo (Z.mul d i) prime) Big_int_Z.unit_big_int
       then IsResidue (Z.modulo (Z.mul x.qnum i) prime)
       else if Z.eqb (Z.modulo d prime) Big_int_Z.zero_big_int
            then NoResidue
            else UnknownResidue

(** val add_residue : residue_result -> q -> residue_result **)

let add_residue sum x =
  match sum with
  | IsResidue s ->
    (match residue_of x with
     | IsResidue r -> IsResidue (Z.modulo (Z.add s r) prime)
     | x0 -> x0)
  | _ -> sum

(** val by_margins : context -> step -> bool **)

let by_margins c st =
  of_numbers c [] st.the_term

(** val no_domains : step -> bool **)

let no_domains st =
  match st.over with
  | [] -> true
  | _ :: _ -> false

(** val there : 'a1 option -> bool **)

let there = function
| Some _ -> true
| None -> false

(** val extreme_right :
    (place * q list) list -> (q -> q -> bool) -> q -> position -> bool **)

let extreme_right rows better x p =
  (&&)
    (match find (fun row0 -> existsb (rational_eqb x) (snd row0)) rows with
     | Some p0 -> let (y, _) = p0 in position_eqb (position_of y) p
     | None -> false)
    (forallb (fun row0 -> forallb (better x) (snd row0)) rows)

(** val rows_sum : (place * q list) list -> residue_result **)

let rows_sum rows =
  fold_left (fun sum row0 -> fold_left add_residue (snd row0) sum) rows
    (IsResidue Big_int_Z.zero_big_int)

(** val measure_by : step -> (place * q list) list -> answer **)

let measure_by st rows =
  match st.over with
  | [] -> (match st.the_measure with
           | Some _ -> No
           | None -> Yes)
  | _ :: _ ->
    (match st.the_measure with
     | Some m ->
       also (extreme_right rows at_most m.least m.least_at)
         (also
           (extreme_right rows (fun x y -> at_most y x) m.greatest
             m.greatest_at)
           (match rows_sum rows with
            | IsResidue t0 -> of_bool (Z.eqb m.sum_modulo t0)
            | NoResidue -> No
            | UnknownResidue -> NotDecided))
     | None ->
       of_bool
         (forallb (fun row0 ->
           match snd row0 with
           | [] -> true
           | _ :: _ -> false) rows))

(** val located_right : step -> witness -> place list -> bool **)

let located_right st w xs =
  match st.over with
  | [] ->
    (match w.at_positions with
     | [] -> (match w.at_points with
              | [] -> true
              | _ :: _ -> false)
     | _ :: _ -> false)
  | _ :: _ ->
    (&&) (list_eqb position_eqb w.at_positions (map position_of xs))
      (list_eqb (option_eqb (list_eqb (list_eqb rational_eqb)))
        (map (fun x -> Some x) w.at_points) (map (fun p -> p.point_at) xs))

(** val each_witness_right :
    context -> step -> (scene -> term -> value option) -> place list -> bool **)

let each_witness_right c st eval failing =
  match st.the_witness with
  | Some w ->
    (&&) (negb (Z.eqb st.failures Big_int_Z.zero_big_int))
      (match failing with
       | [] -> false
       | x :: _ ->
         (&&) (located_right st w (x :: []))
           (describes c eval (scene_at x) st.the_term w))
  | None -> Z.eqb st.failures Big_int_Z.zero_big_int

module PositiveSet =
 struct
  type tree =
  | Leaf
  | Node of tree * bool * tree

  type t = tree

  (** val empty : t **)

  let empty =
    Leaf

  (** val mem : Big_int_Z.big_int -> t -> bool **)

  let rec mem i = function
  | Leaf -> false
  | Node (l, o, r) ->
    ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
       (fun i0 -> mem i0 r)
       (fun i0 -> mem i0 l)
       (fun _ -> o)
       i)

  (** val add : Big_int_Z.big_int -> t -> t **)

  let rec add i = function
  | Leaf ->
    ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
       (fun i0 -> Node (Leaf, false, (add i0 Leaf)))
       (fun i0 -> Node ((add i0 Leaf), false, Leaf))
       (fun _ -> Node (Leaf, true, Leaf))
       i)
  | Node (l, o, r) ->
    ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
       (fun i0 -> Node (l, o, (add i0 r)))
       (fun i0 -> Node ((add i0 l), o, r))
       (fun _ -> Node (l, true, r))
       i)
 end

(** val neighbours_from :
    'a1 -> 'a1 list -> ('a1 * 'a1) list -> ('a1 * 'a1) list **)

let rec neighbours_from x l done0 =
  match l with
  | [] -> done0
  | y :: rest -> neighbours_from y rest ((x, y) :: done0)

(** val neighbours : 'a1 list -> ('a1 * 'a1) list **)

let neighbours = function
| [] -> []
| x :: rest -> neighbours_from x rest []

(** val near_upwards : relation -> q -> q -> q -> bool **)

let near_upwards r bound x y =
  negb (compare_numbers r (minus y x) bound)

(** val sorted_numbers : q list -> q list **)

let sorted_numbers =
  sort at_most

(** val clashes : relation -> q -> q list -> bool **)

let clashes r bound l =
  existsb (fun p -> near_upwards r bound (fst p) (snd p))
    (neighbours (sorted_numbers l))

(** val least_repeated : q list -> q option **)

let least_repeated l =
  least_of
    (map fst
      (filter (fun p -> same (fst p) (snd p)) (neighbours (sorted_numbers l))))

(** val least_gap : q list -> q option **)

let least_gap l =
  least_of
    (map (fun p -> minus (snd p) (fst p)) (neighbours (sorted_numbers l)))

type row = Big_int_Z.big_int * (place * q list)

(** val label : row -> Big_int_Z.big_int **)

let label =
  fst

(** val row_place : row -> place **)

let row_place t0 =
  fst (snd t0)

(** val row_numbers : row -> q list **)

let row_numbers t0 =
  snd (snd t0)

(** val labelled : (place * q list) list -> row list **)

let labelled rows =
  rev'
    (snd
      (fold_left (fun pat x ->
        let (k, done0) = pat in ((Coq_Pos.succ k), ((k, x) :: done0))) rows
        (Big_int_Z.unit_big_int, [])))

type labelled_number = q * Big_int_Z.big_int

(** val numbers_of_rows : row list -> labelled_number list **)

let numbers_of_rows rows =
  fold_left (fun done0 t0 ->
    fold_left (fun done1 x -> (x, (label t0)) :: done1) (row_numbers t0) done0)
    rows []

(** val before_number : labelled_number -> labelled_number -> bool **)

let before_number x y =
  at_most (fst x) (fst y)

(** val sorted_labelled : labelled_number list -> labelled_number list **)

let sorted_labelled =
  sort before_number

(** val add_labels :
    relation -> q -> PositiveSet.t -> (labelled_number * labelled_number) ->
    PositiveSet.t **)

let add_labels r bound set p =
  if near_upwards r bound (fst (fst p)) (fst (snd p))
  then PositiveSet.add (snd (fst p)) (PositiveSet.add (snd (snd p)) set)
  else set

(** val failing_labels : relation -> q -> row list -> PositiveSet.t **)

let failing_labels r bound rows =
  fold_left (add_labels r bound)
    (neighbours (sorted_labelled (numbers_of_rows rows))) PositiveSet.empty

(** val fails_in : PositiveSet.t -> row -> bool **)

let fails_in set t0 =
  PositiveSet.mem (label t0) set

(** val from_first : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec from_first f l = match l with
| [] -> []
| x :: rest -> if f x then l else from_first f rest

(** val first_pair :
    relation -> q -> row list -> PositiveSet.t -> (row * row) option **)

let first_pair r bound rows set =
  match if existsb (fun t0 -> clashes r bound (row_numbers t0)) rows
        then rows
        else from_first (fails_in set) rows with
  | [] -> None
  | t0 :: rest ->
    option_map (fun x -> (t0, x))
      (find (fun u -> clashes r bound (app (row_numbers t0) (row_numbers u)))
        rest)

(** val no_bindings : witness -> bool **)

let no_bindings w =
  match w.bindings with
  | [] -> true
  | _ :: _ -> false

(** val places_that_fail : row list -> PositiveSet.t -> place list **)

let places_that_fail rows set =
  image row_place (keep (fails_in set) rows)

(** val pair_witness_by :
    step -> row list -> relation -> q -> PositiveSet.t -> (q list ->
    ((sign * value) * value list) option) -> bool **)

let pair_witness_by st rows r bound set told =
  match st.the_witness with
  | Some w ->
    (&&) (negb (Z.eqb st.failures Big_int_Z.zero_big_int))
      (match first_pair r bound rows set with
       | Some p ->
         let (t0, u) = p in
         (&&) (located_right st w ((row_place t0) :: ((row_place u) :: [])))
           ((&&) (no_bindings w)
             (match told (app (row_numbers t0) (row_numbers u)) with
              | Some c -> comparison_eqb w.comparison0 (Some c)
              | None -> false))
       | None -> false)
  | None -> Z.eqb st.failures Big_int_Z.zero_big_int

(** val told_distinct : q list -> ((sign * value) * value list) option **)

let told_distinct l =
  option_map (fun v -> (((Relation Unequal), (Number (qred v))), ((Number
    (qred v)) :: []))) (least_repeated l)

(** val told_apart :
    relation -> q -> q list -> ((sign * value) * value list) option **)

let told_apart r bound l =
  option_map (fun v -> (((Relation r), (Number (qred v))), ((Number
    bound) :: []))) (least_gap l)

(** val distinct_by : step -> row list -> (place list -> bool) -> bool **)

let distinct_by st rows count =
  let set =
    failing_labels Greater { qnum = Big_int_Z.zero_big_int; qden =
      Big_int_Z.unit_big_int } rows
  in
  (&&) (count (places_that_fail rows set))
    (pair_witness_by st rows Greater { qnum = Big_int_Z.zero_big_int; qden =
      Big_int_Z.unit_big_int } set told_distinct)

(** val apart_by :
    step -> row list -> (place list -> bool) -> relation -> q -> bool **)

let apart_by st rows count r bound =
  let set = failing_labels r bound rows in
  (&&) (count (places_that_fail rows set))
    (pair_witness_by st rows r bound set (told_apart r bound))

(** val column_eqb : column -> column -> bool **)

let column_eqb =
  list_eqb rational_eqb

(** val orders_number : matrix -> Big_int_Z.big_int **)

let rec orders_number = function
| [] -> Big_int_Z.unit_big_int
| z0 :: rest ->
  Z.div
    (Z.mul (orders_number rest) (Z.add (size rest) Big_int_Z.unit_big_int))
    (Z.add (size (filter (column_eqb z0) rest)) Big_int_Z.unit_big_int)

(** val nowhere_right : witness -> bool **)

let nowhere_right w =
  match w.at_positions with
  | [] ->
    (match w.at_points with
     | [] -> (match w.bindings with
              | [] -> true
              | _ :: _ -> false)
     | _ :: _ -> false)
  | _ :: _ -> false

(** val multiplicity : domain list -> place -> Big_int_Z.big_int **)

let multiplicity ds x =
  match x.point_at with
  | Some x0 ->
    if existsb (fun d ->
         if is_orbits d.domain_spec
         then (=) d.domain_name x.domain_of
         else false) ds
    then orders_number x0
    else Big_int_Z.unit_big_int
  | None -> Big_int_Z.unit_big_int

(** val add_row : domain list -> q option -> (place * q list) -> q option **)

let add_row ds sum row0 =
  match sum with
  | Some s ->
    (match snd row0 with
     | [] -> None
     | a :: l ->
       (match l with
        | [] -> Some (plus s (times a (integer (multiplicity ds (fst row0)))))
        | _ :: _ -> None))
  | None -> None

(** val rows_total : domain list -> (place * q list) list -> q option **)

let rows_total ds rows =
  fold_left (add_row ds) rows (Some (integer Big_int_Z.zero_big_int))

(** val sum_by :
    step -> q option -> (bool -> bool) -> relation -> q -> bool **)

let sum_by st total0 count r bound =
  match total0 with
  | Some s ->
    (&&) (count (negb (compare_numbers r s bound)))
      (match st.the_witness with
       | Some w ->
         (&&) (negb (Z.eqb st.failures Big_int_Z.zero_big_int))
           ((&&) (nowhere_right w)
             (comparison_eqb w.comparison0 (Some (((Relation r), (Number
               (qred s))), ((Number bound) :: [])))))
       | None -> Z.eqb st.failures Big_int_Z.zero_big_int)
  | None -> false

(** val own_fits :
    context -> step -> (scene -> term -> value option) -> term -> q list
    option -> (bool -> bool) -> bool **)

let own_fits c st eval holds total0 count =
  match total0 with
  | Some a ->
    (match eval (own_scene a) holds with
     | Some v ->
       (match v with
        | Truth b ->
          (&&) (count (negb b))
            (match st.the_witness with
             | Some w ->
               (&&) (negb (Z.eqb st.failures Big_int_Z.zero_big_int))
                 ((&&)
                   (match w.at_positions with
                    | [] ->
                      (match w.at_points with
                       | [] -> true
                       | _ :: _ -> false)
                    | _ :: _ -> false)
                   (describes c eval (own_scene a) holds w))
             | None -> Z.eqb st.failures Big_int_Z.zero_big_int)
        | _ -> false)
     | None -> false)
  | None -> false

(** val carry_by :
    (scene -> value option) list -> q list option -> (place * q list) -> q
    list option **)

let carry_by programs a row0 =
  match a with
  | Some a0 ->
    all_of (fun f ->
      number
        (f { the_point = None; accumulated = (Some a0); added = (Some
          (snd row0)); variables = [] })) programs
  | None -> None

(** val own_total_by :
    context -> term list -> (scene -> value option) list -> (place * q list)
    list -> q list option **)

let own_total_by c start programs rows =
  match all_of (constant_of c) start with
  | Some l -> fold_left (carry_by programs) rows (Some l)
  | None -> None

(** val own_by :
    context -> step -> (scene -> term -> value option) -> term -> bool -> q
    list option -> (bool -> bool) -> bool **)

let own_by c st eval holds nothing total0 count =
  if nothing
  then (&&) (count false)
         (match st.the_witness with
          | Some _ -> false
          | None -> true)
  else own_fits c st eval holds total0 count

(** val hypothesis_table :
    context -> (string * quick_network) list -> step -> place list ->
    (place * bool option) list **)

let hypothesis_table c prepared st ps =
  match st.given with
  | Some g ->
    let f = value_by c prepared g in
    image (fun x -> (x, (truth (f (scene_at x))))) ps
  | None -> image (fun x -> (x, (Some true))) ps

(** val is_there : (place * 'a1 option) -> bool **)

let is_there row0 =
  match snd row0 with
  | Some _ -> true
  | None -> false

(** val is_so : (place * bool option) -> bool **)

let is_so row0 =
  match snd row0 with
  | Some b -> b
  | None -> false

(** val each_table :
    context -> (string * quick_network) list -> step -> place list ->
    ((place * bool option) * q list option) list **)

let each_table c prepared st apps =
  if by_margins c st
  then let f = both_by c prepared st.the_term in
       image (fun x -> let (v, m) = f (scene_at x) in ((x, (truth v)), m))
         apps
  else let f = value_by c prepared st.the_term in
       image (fun x ->
         let b = truth (f (scene_at x)) in
         ((x, b),
         (option_map (fun b0 ->
           (integer
             (if b0 then Big_int_Z.unit_big_int else Big_int_Z.zero_big_int)) :: [])
           b))) apps

(** val quick_each :
    context -> domain list -> (string * matrix list) list ->
    (string * quick_network) list -> step -> bool -> answer **)

let quick_each c ds lists prepared =
  let eval = fun s t0 -> value_by c prepared t0 s in
  (fun st alone ->
  also (step_formed c ds st)
    (let ps = places_of lists st in
     let hypotheses = hypothesis_table c prepared st ps in
     let apps = image fst (keep is_so hypotheses) in
     let table = each_table c prepared st apps in
     also
       (forallb (fun row0 ->
         match snd (fst row0) with
         | Some _ ->
           (||) ((||) (no_domains st) (negb (by_margins c st)))
             (there (snd row0))
         | None -> false) table)
       (let failing =
          image (fun row0 -> fst (fst row0))
            (keep (fun row0 ->
              match snd (fst row0) with
              | Some y -> if y then false else true
              | None -> false) table)
        in
        let k = size apps in
        (match of_bool
                 ((&&)
                   ((&&) (forallb is_there hypotheses)
                     ((&&) (Z.eqb (size ps) st.points)
                       ((&&) (Z.eqb k st.applicable)
                         ((&&)
                           (verdict_eqb st.the_verdict
                             (verdict_of alone Big_int_Z.unit_big_int k
                               st.failures))
                           (Z.eqb st.failures
                             (if Z.ltb k Big_int_Z.unit_big_int
                              then Big_int_Z.zero_big_int
                              else size failing))))))
                   (each_witness_right c st eval failing)) with
         | Yes ->
           measure_by st
             (image (fun row0 -> ((fst (fst row0)),
               (match snd row0 with
                | Some l -> l
                | None -> []))) table)
         | x -> x))))

(** val number_table :
    context -> (string * quick_network) list -> step -> place list ->
    (place * q list option) list **)

let number_table c prepared st apps =
  let f = value_by c prepared st.the_term in
  image (fun x -> (x, (bind (f (scene_at x)) numbers_of))) apps

(** val fold_by :
    context -> domain list -> (string * quick_network) list -> step -> bool
    -> bool -> Big_int_Z.big_int -> Big_int_Z.big_int -> (place * q list)
    list -> answer **)

let fold_by c ds prepared =
  let eval = fun s t0 -> value_by c prepared t0 s in
  (fun st alone valued n0 k rows ->
  match st.the_fold with
  | Each -> NotDecided
  | DistinctNumbers ->
    of_bool
      (distinct_by st (labelled rows)
        (counted_by st alone valued n0 k (Big_int_Z.mult_int_big_int 2
          Big_int_Z.unit_big_int)))
  | Apart (r, t0) ->
    (match constant_of c t0 with
     | Some b ->
       of_bool
         (apart_by st (labelled rows)
           (counted_by st alone valued n0 k (Big_int_Z.mult_int_big_int 2
             Big_int_Z.unit_big_int)) r b)
     | None -> No)
  | SumOfAll (r, t0) ->
    (match constant_of c t0 with
     | Some b ->
       of_bool
         (sum_by st (rows_total ds rows)
           (counted_whole_by st alone valued n0 k) r b)
     | None -> No)
  | Own (start, next, holds) ->
    of_bool
      (own_by c st eval holds ((||) (Z.eqb k Big_int_Z.zero_big_int) alone)
        (own_total_by c start (map (value_by c prepared) next) rows)
        (counted_whole_by st alone valued n0 k)))

(** val quick_numbers :
    context -> domain list -> (string * matrix list) list ->
    (string * quick_network) list -> step -> bool -> answer **)

let quick_numbers c ds lists prepared st alone =
  also (step_formed c ds st)
    (let ps = places_of lists st in
     let hypotheses = hypothesis_table c prepared st ps in
     let apps = image fst (keep is_so hypotheses) in
     let table = number_table c prepared st apps in
     also (forallb (fun row0 -> there (snd row0)) table)
       (let rows =
          image (fun row0 -> ((fst row0),
            (match snd row0 with
             | Some l -> l
             | None -> []))) table
        in
        match fold_by c ds prepared st alone (forallb is_there hypotheses)
                (size ps) (size apps) rows with
        | Yes -> measure_by st rows
        | x -> x))

(** val quick_step :
    context -> domain list -> (string * matrix list) list ->
    (string * quick_network) list -> step -> bool -> answer **)

let quick_step c ds lists prepared st alone =
  match st.the_fold with
  | Each -> quick_each c ds lists prepared st alone
  | _ -> quick_numbers c ds lists prepared st alone

(** val code : char -> Big_int_Z.big_int **)

let code c =
  Z.of_N (n_of_ascii c)

(** val digit_of : char -> Big_int_Z.big_int option **)

let digit_of c =
  let k = code c in
  if (&&)
       (Z.leb (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         Big_int_Z.unit_big_int))))) k)
       (Z.leb k
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         Big_int_Z.unit_big_int))))))
  then Some
         (Z.sub k (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           Big_int_Z.unit_big_int))))))
  else if (&&)
            (Z.leb
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              Big_int_Z.unit_big_int)))))) k)
            (Z.leb k (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              Big_int_Z.unit_big_int)))))))
       then Some
              (Z.sub k
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                (Big_int_Z.mult_int_big_int 2
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))))
       else None

(** val digit_char : Big_int_Z.big_int -> char **)

let digit_char d =
  ascii_of_N
    (Z.to_N
      (if Z.ltb d (Big_int_Z.mult_int_big_int 2
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))
       then Z.add d (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              Big_int_Z.unit_big_int)))))
       else Z.add d
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))))

(** val numeral_onto :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> char list
    -> char list **)

let rec numeral_onto base bound z0 rest =
  if Z.ltb z0 base
  then (digit_char z0) :: rest
  else ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
          (fun smaller ->
          numeral_onto base smaller (Z.div z0 base)
            ((digit_char (Z.modulo z0 base)) :: rest))
          (fun smaller ->
          numeral_onto base smaller (Z.div z0 base)
            ((digit_char (Z.modulo z0 base)) :: rest))
          (fun _ -> rest)
          bound)

(** val numeral : Big_int_Z.big_int -> Big_int_Z.big_int -> char list **)

let numeral base z0 =
  numeral_onto base (Z.to_pos z0) z0 []

(** val digits_reversed :
    Big_int_Z.big_int -> char list -> Big_int_Z.big_int list ->
    Big_int_Z.big_int list option **)

let rec digits_reversed base l before =
  match l with
  | [] -> Some before
  | c :: more ->
    (match digit_of c with
     | Some d ->
       if Z.ltb d base then digits_reversed base more (d :: before) else None
     | None -> None)

(** val in_pairs :
    Big_int_Z.big_int -> Big_int_Z.big_int list -> Big_int_Z.big_int list ->
    Big_int_Z.big_int list **)

let rec in_pairs b digits before =
  match digits with
  | [] -> rev_append before digits
  | x :: l ->
    (match l with
     | [] -> rev_append before digits
     | y :: more -> in_pairs b more ((Z.add x (Z.mul b y)) :: before))

(** val positional :
    Big_int_Z.big_int -> Big_int_Z.big_int list -> Big_int_Z.big_int **)

let rec positional b = function
| [] -> Big_int_Z.zero_big_int
| x :: more -> Z.add x (Z.mul b (positional b more))

(** val joined0 :
    nat -> Big_int_Z.big_int -> Big_int_Z.big_int list -> Big_int_Z.big_int **)

let rec joined0 turns b digits = match digits with
| [] -> Big_int_Z.zero_big_int
| x :: l ->
  (match l with
   | [] -> x
   | _ :: _ ->
     (match turns with
      | O -> positional b digits
      | S fewer0 -> joined0 fewer0 (Z.mul b b) (in_pairs b digits [])))

(** val value_of0 :
    Big_int_Z.big_int -> char list -> Big_int_Z.big_int option **)

let value_of0 base l =
  match digits_reversed base l [] with
  | Some digits ->
    Some
      (joined0 (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
        base digits)
  | None -> None

(** val natural_of :
    Big_int_Z.big_int -> char list -> Big_int_Z.big_int option **)

let natural_of base l = match l with
| [] -> None
| c :: more ->
  if (=) c '0'
  then (match more with
        | [] -> Some Big_int_Z.zero_big_int
        | _ :: _ -> None)
  else value_of0 base l

(** val plain_bound : Big_int_Z.big_int **)

let plain_bound =
  Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))

(** val is_plain : Big_int_Z.big_int -> bool **)

let is_plain z0 =
  Z.ltb (Z.abs z0) plain_bound

(** val decimal : Big_int_Z.big_int -> char list **)

let decimal z0 =
  if Z.ltb z0 Big_int_Z.zero_big_int
  then '-' :: (numeral (Big_int_Z.mult_int_big_int 2
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))
                (Z.opp z0))
  else numeral (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))) z0

(** val most_digits : nat **)

let most_digits =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))))

(** val read_decimal : char list -> Big_int_Z.big_int option **)

let read_decimal l =
  match skipn most_digits l with
  | [] ->
    (match natural_of (Big_int_Z.mult_int_big_int 2
             ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
             (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))) l with
     | Some z0 -> if is_plain z0 then Some z0 else None
     | None -> None)
  | _ :: _ -> None

(** val read_hexadecimal : char list -> Big_int_Z.big_int option **)

let read_hexadecimal l =
  match natural_of (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))) l with
  | Some z0 -> if is_plain z0 then None else Some z0
  | None -> None

(** val read_magnitude : char list -> Big_int_Z.big_int option **)

let read_magnitude l = match l with
| [] -> read_decimal l
| c :: l0 ->
  (match l0 with
   | [] -> read_decimal l
   | x :: more ->
     if (&&) ((=) c '0') ((=) x 'x')
     then read_hexadecimal more
     else read_decimal l)

(** val read_integer : char list -> Big_int_Z.big_int option **)

let read_integer l = match l with
| [] -> None
| c :: more ->
  if (=) c '-'
  then (match read_magnitude more with
        | Some z0 ->
          if Z.eqb z0 Big_int_Z.zero_big_int then None else Some (Z.opp z0)
        | None -> None)
  else read_magnitude l

type json =
| JNull
| JBool of bool
| JInt of Big_int_Z.big_int
| JString of string
| JArray of json list
| JObject of (string * json) list

(** val quote : char **)

let quote =
  '"'

(** val backslash : char **)

let backslash =
  '\\'

(** val separated_reversed :
    ('a1 -> char list -> char list) -> 'a1 list -> char list -> char list **)

let rec separated_reversed print items0 before =
  match items0 with
  | [] -> before
  | x :: more ->
    (match more with
     | [] -> print x before
     | _ :: _ -> separated_reversed print more (',' :: (print x before)))

(** val string_reversed : string -> char list -> char list **)

let string_reversed s before =
  quote :: (rev_append
             ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
               s) (quote :: before))

(** val print_reversed : json -> char list -> char list **)

let rec print_reversed j before =
  match j with
  | JNull ->
    rev_append
      ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
        "null") before
  | JBool b ->
    rev_append
      ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
        (if b then "true" else "false")) before
  | JInt z0 -> rev_append (decimal z0) before
  | JString s -> string_reversed s before
  | JArray items0 ->
    ']' :: (separated_reversed print_reversed items0 ('[' :: before))
  | JObject fields0 ->
    '}' :: (separated_reversed (fun field0 before0 ->
             print_reversed (snd field0)
               (':' :: (string_reversed (fst field0) before0))) fields0
             ('{' :: before))

(** val print_json : json -> char list **)

let print_json j =
  rev_append (print_reversed j []) []

(** val short_escape : char -> Big_int_Z.big_int option **)

let short_escape c =
  if (=) c quote
  then Some (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))
  else if (=) c backslash
       then Some (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))
       else if (=) c 'b'
            then Some (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))
            else if (=) c 't'
                 then Some
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        Big_int_Z.unit_big_int)))
                 else if (=) c 'n'
                      then Some (Big_int_Z.mult_int_big_int 2
                             ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                             (Big_int_Z.mult_int_big_int 2
                             Big_int_Z.unit_big_int)))
                      else if (=) c 'f'
                           then Some (Big_int_Z.mult_int_big_int 2
                                  (Big_int_Z.mult_int_big_int 2
                                  ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                  Big_int_Z.unit_big_int)))
                           else if (=) c 'r'
                                then Some
                                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                       (Big_int_Z.mult_int_big_int 2
                                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                       Big_int_Z.unit_big_int)))
                                else None

(** val needs_no_escape : char -> bool **)

let needs_no_escape c =
  (&&)
    ((&&)
      ((&&)
        (Z.leb (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))) (code c))
        (Z.leb (code c) (Big_int_Z.mult_int_big_int 2
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          Big_int_Z.unit_big_int)))))))) (negb ((=) c quote)))
    (negb ((=) c backslash))

(** val needs_four_digits : Big_int_Z.big_int -> bool **)

let needs_four_digits k =
  (||)
    ((||)
      ((||)
        (Z.leb
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          Big_int_Z.unit_big_int)))))) k)
        (Z.ltb k (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))
      (Z.eqb k
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))
    ((&&)
      (Z.leb (Big_int_Z.mult_int_big_int 2
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        Big_int_Z.unit_big_int))) k)
      (Z.ltb k (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
        (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
        (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))))

(** val four_digits :
    char -> char -> char -> char -> Big_int_Z.big_int option **)

let four_digits a b c d =
  match digit_of a with
  | Some h ->
    (match digit_of b with
     | Some i ->
       (match digit_of c with
        | Some j ->
          (match digit_of d with
           | Some k ->
             Some
               (Z.add
                 (Z.mul
                   (Z.add
                     (Z.mul
                       (Z.add
                         (Z.mul h (Big_int_Z.mult_int_big_int 2
                           (Big_int_Z.mult_int_big_int 2
                           (Big_int_Z.mult_int_big_int 2
                           (Big_int_Z.mult_int_big_int 2
                           Big_int_Z.unit_big_int))))) i)
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int))))) j)
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))
                 k)
           | None -> None)
        | None -> None)
     | None -> None)
  | None -> None

(** val units_reversed :
    char list -> Big_int_Z.big_int list -> Big_int_Z.big_int list option **)

let rec units_reversed spelling before =
  match spelling with
  | [] -> Some before
  | c :: more ->
    if (=) c backslash
    then (match more with
          | [] -> None
          | e :: after0 ->
            if (=) e 'u'
            then (match after0 with
                  | [] -> None
                  | a :: l ->
                    (match l with
                     | [] -> None
                     | b :: l0 ->
                       (match l0 with
                        | [] -> None
                        | c0 :: l1 ->
                          (match l1 with
                           | [] -> None
                           | d :: others ->
                             (match four_digits a b c0 d with
                              | Some k ->
                                if needs_four_digits k
                                then units_reversed others (k :: before)
                                else None
                              | None -> None)))))
            else (match short_escape e with
                  | Some k -> units_reversed after0 (k :: before)
                  | None -> None))
    else if needs_no_escape c
         then units_reversed more ((code c) :: before)
         else None

(** val spelled_canonically : string -> bool **)

let spelled_canonically s =
  match units_reversed
          ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
            s) [] with
  | Some _ -> true
  | None -> false

(** val points_onto :
    Big_int_Z.big_int list -> Big_int_Z.big_int list -> Big_int_Z.big_int list **)

let rec points_onto units points0 =
  match units with
  | [] -> points0
  | low :: more ->
    (match more with
     | [] -> low :: points0
     | high :: others ->
       if (&&)
            ((&&)
              ((&&)
                (Z.leb (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2
                  ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                  ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                  ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                  (Big_int_Z.mult_int_big_int 2
                  ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                  Big_int_Z.unit_big_int))))))))))))))) low)
                (Z.ltb low (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                  ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                  Big_int_Z.unit_big_int)))))))))))))))))
              (Z.leb (Big_int_Z.mult_int_big_int 2
                (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                (Big_int_Z.mult_int_big_int 2
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                Big_int_Z.unit_big_int))))))))))))))) high))
            (Z.ltb high (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              Big_int_Z.unit_big_int))))))))))))))))
       then points_onto others
              ((Z.add
                 (Z.add (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   Big_int_Z.unit_big_int))))))))))))))))
                   (Z.mul
                     (Z.sub high (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       (Big_int_Z.mult_int_big_int 2
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       Big_int_Z.unit_big_int))))))))))))))))
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     Big_int_Z.unit_big_int))))))))))))
                 (Z.sub low (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   (Big_int_Z.mult_int_big_int 2
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   Big_int_Z.unit_big_int))))))))))))))))) :: points0)
       else points_onto more (low :: points0))

(** val code_points : string -> Big_int_Z.big_int list option **)

let code_points s =
  match units_reversed
          ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
            s) [] with
  | Some units -> Some (points_onto units [])
  | None -> None

(** val before_in_order :
    Big_int_Z.big_int list -> Big_int_Z.big_int list -> bool **)

let rec before_in_order a b =
  match a with
  | [] -> (match b with
           | [] -> false
           | _ :: _ -> true)
  | x :: a' ->
    (match b with
     | [] -> false
     | y :: b' -> if Z.eqb x y then before_in_order a' b' else Z.ltb x y)

(** val increasing :
    Big_int_Z.big_int list option -> (string * json) list -> bool **)

let rec increasing last = function
| [] -> true
| p :: more ->
  let (key, _) = p in
  (match code_points key with
   | Some points0 ->
     if match last with
        | Some others -> before_in_order others points0
        | None -> true
     then increasing (Some points0) more
     else false
   | None -> false)

(** val canonical : json -> bool **)

let rec canonical = function
| JInt z0 -> is_plain z0
| JString s -> spelled_canonically s
| JArray items0 -> forallb canonical items0
| JObject fields0 ->
  (&&) (increasing None fields0)
    (forallb (fun field0 -> canonical (snd field0)) fields0)
| _ -> true

(** val behind : char list -> char list -> char list option **)

let rec behind w b =
  match w with
  | [] -> Some b
  | x :: w' ->
    (match b with
     | [] -> None
     | y :: b' -> if (=) x y then behind w' b' else None)

(** val parse_string :
    bool -> char list -> char list -> (string * char list) option **)

let rec parse_string escaped b before =
  match b with
  | [] -> None
  | c :: more ->
    if escaped
    then parse_string false more (c :: before)
    else if (=) c quote
         then Some
                (((fun l ->
      let a = Array.of_list l in
      String.init (Array.length a) (fun i -> a.(i)))
                   (rev_append before [])), more)
         else parse_string ((=) c backslash) more (c :: before)

(** val parse_digits :
    nat -> Big_int_Z.big_int -> char list -> Big_int_Z.big_int * char list **)

let rec parse_digits most v b =
  match most with
  | O -> (v, b)
  | S less0 ->
    (match b with
     | [] -> (v, b)
     | c :: more ->
       (match digit_of c with
        | Some d ->
          if Z.ltb d (Big_int_Z.mult_int_big_int 2
               ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
               (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))
          then parse_digits less0
                 (Z.add
                   (Z.mul v (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))
                   d) more
          else (v, b)
        | None -> (v, b)))

(** val parse_number : char list -> (json * char list) option **)

let parse_number b = match b with
| [] -> None
| c :: more ->
  if (=) c '-'
  then let (v, rest) = parse_digits most_digits Big_int_Z.zero_big_int more in
       Some ((JInt (Z.opp v)), rest)
  else (match digit_of c with
        | Some _ ->
          let (v, rest) = parse_digits most_digits Big_int_Z.zero_big_int b in
          Some ((JInt v), rest)
        | None -> None)

(** val parse_items :
    (char list -> (json * char list) option) -> char list -> char list ->
    json list -> (json * char list) option **)

let rec parse_items parse bound b before =
  match bound with
  | [] -> None
  | _ :: smaller ->
    (match parse b with
     | Some p ->
       let (j, l) = p in
       (match l with
        | [] -> None
        | c :: more ->
          if (=) c ','
          then parse_items parse smaller more (j :: before)
          else if (=) c ']'
               then Some ((JArray (rev_append before (j :: []))), more)
               else None)
     | None -> None)

(** val parse_key : char list -> (string * char list) option **)

let parse_key = function
| [] -> None
| c :: more ->
  if (=) c quote
  then (match parse_string false more [] with
        | Some p ->
          let (key, l) = p in
          (match l with
           | [] -> None
           | colon :: rest -> if (=) colon ':' then Some (key, rest) else None)
        | None -> None)
  else None

(** val parse_fields :
    (char list -> (json * char list) option) -> char list -> char list ->
    (string * json) list -> (json * char list) option **)

let rec parse_fields parse bound b before =
  match bound with
  | [] -> None
  | _ :: smaller ->
    (match parse_key b with
     | Some p ->
       let (key, value0) = p in
       (match parse value0 with
        | Some p0 ->
          let (j, l) = p0 in
          (match l with
           | [] -> None
           | c :: more ->
             if (=) c ','
             then parse_fields parse smaller more ((key, j) :: before)
             else if (=) c '}'
                  then Some ((JObject (rev_append before ((key, j) :: []))),
                         more)
                  else None)
        | None -> None)
     | None -> None)

(** val parse_at : nat -> char list -> (json * char list) option **)

let rec parse_at depth b = match b with
| [] -> None
| c :: more ->
  if (=) c quote
  then (match parse_string false more [] with
        | Some p -> let (s, rest) = p in Some ((JString s), rest)
        | None -> None)
  else if (=) c '['
       then (match depth with
             | O -> None
             | S less0 ->
               (match behind
                        ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
                          "]") more with
                | Some rest -> Some ((JArray []), rest)
                | None -> parse_items (parse_at less0) more more []))
       else if (=) c '{'
            then (match depth with
                  | O -> None
                  | S less0 ->
                    (match behind
                             ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
                               "}") more with
                     | Some rest -> Some ((JObject []), rest)
                     | None -> parse_fields (parse_at less0) more more []))
            else if (=) c 'n'
                 then (match behind
                               ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
                                 "ull") more with
                       | Some rest -> Some (JNull, rest)
                       | None -> None)
                 else if (=) c 't'
                      then (match behind
                                    ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
                                      "rue") more with
                            | Some rest -> Some ((JBool true), rest)
                            | None -> None)
                      else if (=) c 'f'
                           then (match behind
                                         ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
                                           "alse") more with
                                 | Some rest -> Some ((JBool false), rest)
                                 | None -> None)
                           else parse_number b

(** val deepest : nat **)

let deepest =
  Z.to_nat (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))

(** val same_bytes : char list -> char list -> bool **)

let rec same_bytes a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | x :: a' ->
    (match b with
     | [] -> false
     | y :: b' -> if (=) x y then same_bytes a' b' else false)

(** val integer_of : json -> Big_int_Z.big_int option **)

let integer_of = function
| JInt z0 -> if is_plain z0 then Some z0 else None
| JString s ->
  (match read_integer
           ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
             s) with
   | Some z0 -> if is_plain z0 then None else Some z0
   | None -> None)
| _ -> None

(** val split_at_stroke :
    char list -> char list -> (char list * char list) option **)

let rec split_at_stroke l before =
  match l with
  | [] -> None
  | c :: more ->
    if (=) c '/'
    then Some ((rev_append before []), more)
    else split_at_stroke more (c :: before)

(** val rational_of : json -> q option **)

let rational_of j = match j with
| JString s ->
  (match split_at_stroke
           ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
             s) [] with
   | Some p ->
     let (over0, under) = p in
     (match read_integer over0 with
      | Some p0 ->
        (match read_integer under with
         | Some q0 ->
           if (&&)
                (Z.leb (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
                  q0) (Z.eqb (Z.gcd p0 q0) Big_int_Z.unit_big_int)
           then Some { qnum = p0; qden = (Z.to_pos q0) }
           else None
         | None -> None)
      | None -> None)
   | None ->
     (match integer_of j with
      | Some z0 -> Some (inject_Z z0)
      | None -> None))
| _ -> (match integer_of j with
        | Some z0 -> Some (inject_Z z0)
        | None -> None)

(** val word_mask : Big_int_Z.big_int **)

let word_mask =
  ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))))

(** val add_words :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

let add_words x y =
  Z.coq_land (Z.add x y) word_mask

(** val turned_thrice :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int **)

let turned_thrice r s t0 r' s' t' x =
  Z.coq_lxor
    (Z.coq_lxor (Z.coq_lxor (Z.shiftr x r) (Z.shiftr x s)) (Z.shiftr x t0))
    (Z.coq_land
      (Z.coq_lxor (Z.coq_lxor (Z.shiftl x r') (Z.shiftl x s'))
        (Z.shiftl x t')) word_mask)

(** val turned_twice :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int **)

let turned_twice r s t0 r' s' x =
  Z.coq_lxor
    (Z.coq_lxor (Z.coq_lxor (Z.shiftr x r) (Z.shiftr x s)) (Z.shiftr x t0))
    (Z.coq_land (Z.coq_lxor (Z.shiftl x r') (Z.shiftl x s')) word_mask)

(** val upper_sigma_0 : Big_int_Z.big_int -> Big_int_Z.big_int **)

let upper_sigma_0 =
  turned_thrice (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))) (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))) (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))

(** val upper_sigma_1 : Big_int_Z.big_int -> Big_int_Z.big_int **)

let upper_sigma_1 =
  turned_thrice (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))) (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))

(** val lower_sigma_0 : Big_int_Z.big_int -> Big_int_Z.big_int **)

let lower_sigma_0 =
  turned_twice
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)) (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))) (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))

(** val lower_sigma_1 : Big_int_Z.big_int -> Big_int_Z.big_int **)

let lower_sigma_1 =
  turned_twice
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))) (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))

(** val choice :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int **)

let choice x y z0 =
  Z.coq_lxor z0 (Z.coq_land x (Z.coq_lxor y z0))

(** val majority :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int **)

let majority x y z0 =
  Z.coq_lxor (Z.coq_land x y) (Z.coq_land z0 (Z.coq_lxor x y))

(** val round_constants : Big_int_Z.big_int list **)

let round_constants =
  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: ((Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))) :: [])))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

type state =
| State of Big_int_Z.big_int * Big_int_Z.big_int * Big_int_Z.big_int
   * Big_int_Z.big_int * Big_int_Z.big_int * Big_int_Z.big_int
   * Big_int_Z.big_int * Big_int_Z.big_int

(** val initial : state **)

let initial =
  State (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))),
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))),
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))),
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))),
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))),
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))))))))))))))))))),
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))),
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))))))))))))))))))))

(** val scheduled :
    nat -> Big_int_Z.big_int list -> Big_int_Z.big_int list **)

let rec scheduled more words =
  match more with
  | O -> words
  | S fewer0 ->
    (match words with
     | [] -> words
     | _ :: l ->
       (match l with
        | [] -> words
        | w2 :: l0 ->
          (match l0 with
           | [] -> words
           | _ :: l1 ->
             (match l1 with
              | [] -> words
              | _ :: l2 ->
                (match l2 with
                 | [] -> words
                 | _ :: l3 ->
                   (match l3 with
                    | [] -> words
                    | _ :: l4 ->
                      (match l4 with
                       | [] -> words
                       | w7 :: l5 ->
                         (match l5 with
                          | [] -> words
                          | _ :: l6 ->
                            (match l6 with
                             | [] -> words
                             | _ :: l7 ->
                               (match l7 with
                                | [] -> words
                                | _ :: l8 ->
                                  (match l8 with
                                   | [] -> words
                                   | _ :: l9 ->
                                     (match l9 with
                                      | [] -> words
                                      | _ :: l10 ->
                                        (match l10 with
                                         | [] -> words
                                         | _ :: l11 ->
                                           (match l11 with
                                            | [] -> words
                                            | _ :: l12 ->
                                              (match l12 with
                                               | [] -> words
                                               | w15 :: l13 ->
                                                 (match l13 with
                                                  | [] -> words
                                                  | w16 :: _ ->
                                                    scheduled fewer0
                                                      ((Z.coq_land
                                                         (Z.add
                                                           (Z.add
                                                             (Z.add
                                                               (lower_sigma_1
                                                                 w2) w7)
                                                             (lower_sigma_0
                                                               w15)) w16)
                                                         word_mask) :: words)))))))))))))))))

(** val rounds :
    Big_int_Z.big_int list -> Big_int_Z.big_int list -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> state **)

let rec rounds constants words a b c d e f g h =
  match constants with
  | [] -> State (a, b, c, d, e, f, g, h)
  | k :: constants' ->
    (match words with
     | [] -> State (a, b, c, d, e, f, g, h)
     | w :: words' ->
       let first0 =
         Z.add (Z.add (Z.add (Z.add h (upper_sigma_1 e)) (choice e f g)) k) w
       in
       rounds constants' words'
         (Z.coq_land
           (Z.add (Z.add first0 (upper_sigma_0 a)) (majority a b c))
           word_mask) a b c (add_words d first0) e f g)

(** val compress : state -> Big_int_Z.big_int list -> state **)

let compress s block =
  let State (a, b, c, d, e, f, g, h) = s in
  let State (a', b', c', d', e', f', g', h') =
    rounds round_constants
      (rev_append
        (scheduled (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
          (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
          (S (S (S (S (S (S (S
          O)))))))))))))))))))))))))))))))))))))))))))))))) block) []) a b c
      d e f g h
  in
  State ((add_words a a'), (add_words b b'), (add_words c c'),
  (add_words d d'), (add_words e e'), (add_words f f'), (add_words g g'),
  (add_words h h'))

(** val word_of :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int **)

let word_of a b c d =
  Z.add
    (Z.mul
      (Z.add
        (Z.mul
          (Z.add
            (Z.mul a (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
              (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))))) b)
          (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          Big_int_Z.unit_big_int))))))))) c) (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))))) d

(** val packed :
    char list -> Big_int_Z.big_int list -> Big_int_Z.big_int ->
    (Big_int_Z.big_int list * Big_int_Z.big_int) * Big_int_Z.big_int **)

let rec packed l before words =
  match l with
  | [] ->
    ((((word_of (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))))
         Big_int_Z.zero_big_int Big_int_Z.zero_big_int Big_int_Z.zero_big_int) :: before),
      (Z.add words Big_int_Z.unit_big_int)),
      (Z.mul (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
        Big_int_Z.unit_big_int)) words))
  | x :: l0 ->
    (match l0 with
     | [] ->
       ((((word_of (code x) (Big_int_Z.mult_int_big_int 2
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            Big_int_Z.unit_big_int))))))) Big_int_Z.zero_big_int
            Big_int_Z.zero_big_int) :: before),
         (Z.add words Big_int_Z.unit_big_int)),
         (Z.add
           (Z.mul (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
             Big_int_Z.unit_big_int)) words) Big_int_Z.unit_big_int))
     | y :: l1 ->
       (match l1 with
        | [] ->
          ((((word_of (code x) (code y) (Big_int_Z.mult_int_big_int 2
               (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
               (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
               (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
               Big_int_Z.unit_big_int))))))) Big_int_Z.zero_big_int) :: before),
            (Z.add words Big_int_Z.unit_big_int)),
            (Z.add
              (Z.mul (Big_int_Z.mult_int_big_int 2
                (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)) words)
              (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))
        | z0 :: l2 ->
          (match l2 with
           | [] ->
             ((((word_of (code x) (code y) (code z0)
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))))) :: before),
               (Z.add words Big_int_Z.unit_big_int)),
               (Z.add
                 (Z.mul (Big_int_Z.mult_int_big_int 2
                   (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))
                   words)
                 ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                 Big_int_Z.unit_big_int)))
           | t0 :: more ->
             packed more
               ((word_of (code x) (code y) (code z0) (code t0)) :: before)
               (Z.add words Big_int_Z.unit_big_int))))

(** val padded : char list -> Big_int_Z.big_int list **)

let padded l =
  let (p, bytes) = packed l [] Big_int_Z.zero_big_int in
  let (words, number0) = p in
  let zeros =
    repeat Big_int_Z.zero_big_int
      (Z.to_nat
        (Z.modulo
          (Z.sub (Big_int_Z.mult_int_big_int 2
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            Big_int_Z.unit_big_int))) number0) (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))
  in
  let bits =
    Z.mul (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))) bytes
  in
  rev_append
    ((Z.coq_land bits word_mask) :: ((Z.coq_land
                                       (Z.shiftr bits
                                         (Big_int_Z.mult_int_big_int 2
                                         (Big_int_Z.mult_int_big_int 2
                                         (Big_int_Z.mult_int_big_int 2
                                         (Big_int_Z.mult_int_big_int 2
                                         (Big_int_Z.mult_int_big_int 2
                                         Big_int_Z.unit_big_int))))))
                                       word_mask) :: (app zeros words))) []

(** val absorbed :
    state -> Big_int_Z.big_int list -> nat -> Big_int_Z.big_int list -> state **)

let rec absorbed s block room = function
| [] -> s
| w :: more ->
  (match room with
   | O ->
     absorbed (compress s (w :: block)) [] (S (S (S (S (S (S (S (S (S (S (S
       (S (S (S (S O))))))))))))))) more
   | S less0 -> absorbed s (w :: block) less0 more)

(** val sha256 : char list -> Big_int_Z.big_int list **)

let sha256 l =
  let State (a, b, c, d, e, f, g, h) =
    absorbed initial [] (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      O))))))))))))))) (padded l)
  in
  a :: (b :: (c :: (d :: (e :: (f :: (g :: (h :: [])))))))

(** val word_hexadecimal : Big_int_Z.big_int -> char list **)

let word_hexadecimal w =
  map (fun shift0 ->
    digit_char
      (Z.coq_land (Z.shiftr w shift0)
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        Big_int_Z.unit_big_int))))) ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))) :: ((Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)) :: (Big_int_Z.zero_big_int :: []))))))))

(** val sha256_hexadecimal : char list -> char list **)

let sha256_hexadecimal l =
  flat_map word_hexadecimal (sha256 l)

(** val newline : char list **)

let newline =
  '\n' :: []

(** val before_decided : char list **)

let before_decided =
  (fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
    "{\"decided\":"

(** val before_digest : char list **)

let before_digest =
  app
    ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
      ",")
    (app newline
      ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
        "\"digest\":"))

(** val before_run : char list **)

let before_run =
  app
    ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
      ",")
    (app newline
      (app
        ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
          "\"exactua\":\"certificate/2\",")
        (app newline
          ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
            "\"run\":"))))

(** val end_of_file : char list **)

let end_of_file =
  app
    ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
      "}") newline

(** val layout_bytes : json -> string -> json -> char list **)

let layout_bytes decided digest run0 =
  let first0 = print_reversed decided (rev_append before_decided []) in
  let second =
    print_reversed (JString digest) (rev_append before_digest first0)
  in
  let third = print_reversed run0 (rev_append before_run second) in
  rev_append third end_of_file

(** val digest_of : json -> string **)

let digest_of decided =
  (fun l ->
      let a = Array.of_list l in
      String.init (Array.length a) (fun i -> a.(i)))
    (app
      ((fun s ->
      Array.to_list (Array.init (String.length s) (fun i -> s.[i])))
        "sha256:") (sha256_hexadecimal (print_json decided)))

(** val largest_file : Big_int_Z.big_int **)

let largest_file =
  Z.mul (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))
    (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))

(** val size_from : Big_int_Z.big_int -> char list -> Big_int_Z.big_int **)

let rec size_from n0 = function
| [] -> n0
| _ :: more -> size_from (Z.add n0 Big_int_Z.unit_big_int) more

(** val is_object : json -> bool **)

let is_object = function
| JObject _ -> true
| _ -> false

(** val inside : nat **)

let inside =
  pred deepest

(** val parse_file : char list -> ((json * json) * string) option **)

let parse_file b =
  match behind before_decided b with
  | Some b0 ->
    (match parse_at inside b0 with
     | Some p ->
       let (decided, b1) = p in
       (match behind before_digest b1 with
        | Some b2 ->
          (match parse_at inside b2 with
           | Some p0 ->
             let (j, b3) = p0 in
             (match j with
              | JString digest ->
                (match behind before_run b3 with
                 | Some b4 ->
                   (match parse_at inside b4 with
                    | Some p1 ->
                      let (run0, _) = p1 in Some ((decided, run0), digest)
                    | None -> None)
                 | None -> None)
              | _ -> None)
           | None -> None)
        | None -> None)
     | None -> None)
  | None -> None

(** val read_file : char list -> ((json * json) * string) option **)

let read_file b =
  if Z.leb (size_from Big_int_Z.zero_big_int b) largest_file
  then (match parse_file b with
        | Some p ->
          let (p0, digest) = p in
          let (decided, run0) = p0 in
          if (&&)
               ((&&)
                 ((&&)
                   ((&&) ((&&) (is_object decided) (is_object run0))
                     (canonical decided)) (canonical run0))
                 ((=) digest (digest_of decided)))
               (same_bytes (layout_bytes decided digest run0) b)
          then Some ((decided, run0), digest)
          else None
        | None -> None)
  else None

type 'a reading =
| Read of 'a
| Malformed of string
| Unknown of string

(** val then_ : 'a1 reading -> ('a1 -> 'a2 reading) -> 'a2 reading **)

let then_ r f =
  match r with
  | Read x -> f x
  | Malformed why -> Malformed why
  | Unknown what -> Unknown what

(** val or_malformed : string -> 'a1 option -> 'a1 reading **)

let or_malformed why = function
| Some y -> Read y
| None -> Malformed why

(** val all_read : ('a1 -> 'a2 reading) -> 'a1 list -> 'a2 list reading **)

let rec all_read f = function
| [] -> Read []
| x :: rest ->
  then_ (f x) (fun y -> then_ (all_read f rest) (fun ys -> Read (y :: ys)))

(** val values_of :
    string list -> (string * json) list -> json list option **)

let rec values_of keys fields0 =
  match keys with
  | [] -> (match fields0 with
           | [] -> Some []
           | _ :: _ -> None)
  | k :: keys' ->
    (match fields0 with
     | [] -> None
     | p :: fields' ->
       let (k', v) = p in
       if (=) k k'
       then option_map (fun x -> v :: x) (values_of keys' fields')
       else None)

(** val fields : string list -> json -> json list option **)

let fields keys = function
| JObject l -> values_of keys l
| _ -> None

(** val a_string : json -> string reading **)

let a_string = function
| JString s -> Read s
| _ -> Malformed "a string is missing"

(** val an_array : json -> json list reading **)

let an_array = function
| JArray l -> Read l
| _ -> Malformed "an array is missing"

(** val a_truth : json -> bool reading **)

let a_truth = function
| JBool b -> Read b
| _ -> Malformed "a truth value is missing"

(** val an_integer : json -> Big_int_Z.big_int reading **)

let an_integer j =
  or_malformed "an integer is missing" (integer_of j)

(** val a_rational : json -> q reading **)

let a_rational j =
  or_malformed "a rational is missing" (rational_of j)

(** val pairs_of : json -> (string * json) list reading **)

let pairs_of = function
| JObject l -> Read l
| _ -> Malformed "an object is missing"

(** val each_pair :
    (json -> 'a1 reading) -> json -> (string * 'a1) list reading **)

let each_pair f j =
  then_ (pairs_of j) (fun l ->
    all_read (fun pat ->
      let (k, v) = pat in then_ (f v) (fun x -> Read (k, x))) l)

(** val relation_of : string -> relation option **)

let relation_of op =
  if (=) op "<"
  then Some Less
  else if (=) op "<="
       then Some AtMost
       else if (=) op "="
            then Some Equal
            else if (=) op "!="
                 then Some Unequal
                 else if (=) op ">="
                      then Some AtLeast
                      else if (=) op ">" then Some Greater else None

(** val connective_of : string -> connective option **)

let connective_of op =
  if (=) op "+"
  then Some Sum
  else if (=) op "*"
       then Some Product
       else if (=) op "and"
            then Some And
            else if (=) op "or" then Some Or else None

(** val quantifier_of : string -> quantifier option **)

let quantifier_of op =
  if (=) op "all"
  then Some ForAll
  else if (=) op "any"
       then Some ForSome
       else if (=) op "sum"
            then Some SumOver
            else if (=) op "product"
                 then Some ProductOver
                 else if (=) op "min"
                      then Some LeastOf
                      else if (=) op "max"
                           then Some GreatestOf
                           else if (=) op "list" then Some ListOf else None

(** val none_taken : string -> term option **)

let none_taken op =
  if (=) op "point"
  then Some Point
  else if (=) op "accumulator"
       then Some Accumulator
       else if (=) op "numbers" then Some Numbers else None

(** val a_name_taken : string -> (string -> term) option **)

let a_name_taken op =
  if (=) op "param"
  then Some (fun x -> Param x)
  else if (=) op "def"
       then Some (fun x -> Def x)
       else if (=) op "var" then Some (fun x -> Var x) else None

(** val one_taken : string -> (term -> term) option **)

let one_taken op =
  if (=) op "neg"
  then Some (fun x -> Negative x)
  else if (=) op "floor"
       then Some (fun x -> Floor x)
       else if (=) op "not"
            then Some (fun x -> Not x)
            else if (=) op "distinct"
                 then Some (fun x -> Distinct x)
                 else None

(** val two_taken : string -> (term -> term -> term) option **)

let two_taken op =
  if (=) op "-"
  then Some (fun x x0 -> Minus (x, x0))
  else if (=) op "/"
       then Some (fun x x0 -> Quotient (x, x0))
       else if (=) op "^"
            then Some (fun x x0 -> Power (x, x0))
            else if (=) op "implies"
                 then Some (fun x x0 -> Implies (x, x0))
                 else if (=) op "item"
                      then Some (fun x x0 -> Item (x, x0))
                      else if (=) op "dot"
                           then Some (fun x x0 -> Dot (x, x0))
                           else option_map (fun x x0 x1 -> Compare (x, x0,
                                  x1)) (relation_of op)

(** val three_taken : string -> (term -> term -> term -> term) option **)

let three_taken op =
  if (=) op "in"
  then Some (fun x x0 x1 -> Within (true, x, x0, x1))
  else if (=) op "not in"
       then Some (fun x x0 x1 -> Within (false, x, x0, x1))
       else if (=) op "if"
            then Some (fun x x0 x1 -> If (x, x0, x1))
            else if (=) op "entry"
                 then Some (fun x x0 x1 -> MatrixEntry (x, x0, x1))
                 else if (=) op "columns"
                      then Some (fun x x0 x1 -> Columns (x, x0, x1))
                      else None

(** val evaluated : string -> (string -> term -> term -> term) option **)

let evaluated op =
  if (=) op "stage"
  then Some (fun x x0 x1 -> Stage (x, x0, x1))
  else if (=) op "after"
       then Some (fun x x0 x1 -> After (x, x0, x1))
       else if (=) op "layer"
            then Some (fun x x0 x1 -> Layer (x, x0, x1))
            else None

(** val operators : string list **)

let operators =
  "point" :: ("accumulator" :: ("numbers" :: ("param" :: ("def" :: ("var" :: ("neg" :: ("floor" :: ("not" :: ("distinct" :: ("-" :: ("/" :: ("^" :: ("implies" :: ("item" :: ("dot" :: ("<" :: ("<=" :: ("=" :: ("!=" :: (">=" :: (">" :: ("in" :: ("not in" :: ("if" :: ("entry" :: ("columns" :: ("stage" :: ("after" :: ("layer" :: ("network" :: ("permutations" :: ("permuted" :: ("select" :: ("+" :: ("*" :: ("and" :: ("or" :: ("all" :: ("any" :: ("sum" :: ("product" :: ("min" :: ("max" :: ("list" :: []))))))))))))))))))))))))))))))))))))))))))))

(** val unread : string -> 'a1 reading **)

let unread op =
  if existsb ((=) op) operators
  then Malformed ((^) "operands of " op)
  else Unknown ((^) "the operator " op)

(** val term_of : json -> term reading **)

let rec term_of j = match j with
| JArray items0 ->
  (match items0 with
   | [] -> then_ (an_integer j) (fun z0 -> Read (Int z0))
   | j0 :: args ->
     (match j0 with
      | JString op ->
        (match connective_of op with
         | Some c ->
           then_ (all_read term_of args) (fun ts -> Read (Connect (c, ts)))
         | None ->
           if (=) op "select"
           then (match args with
                 | [] -> unread op
                 | k :: choices ->
                   then_ (term_of k) (fun t0 ->
                     then_ (all_read term_of choices) (fun ts -> Read (Select
                       (t0, ts)))))
           else (match args with
                 | [] ->
                   (match none_taken op with
                    | Some t0 -> Read t0
                    | None -> unread op)
                 | x :: l ->
                   (match l with
                    | [] ->
                      (match a_name_taken op with
                       | Some f -> then_ (a_string x) (fun x0 -> Read (f x0))
                       | None ->
                         (match one_taken op with
                          | Some f ->
                            then_ (term_of x) (fun t0 -> Read (f t0))
                          | None -> unread op))
                    | lo :: l0 ->
                      (match l0 with
                       | [] ->
                         if (=) op "network"
                         then then_ (a_string x) (fun n0 ->
                                then_ (a_string lo) (fun q0 ->
                                  match quantity_of q0 with
                                  | Some _ -> Read (Quantity (n0, q0))
                                  | None -> Unknown ((^) "the quantity " q0)))
                         else if (=) op "permutations"
                              then then_ (a_string x) (fun x0 ->
                                     then_ (term_of lo) (fun p -> Read
                                       (Permutations (x0, p))))
                              else if (=) op "permuted"
                                   then then_ (term_of x) (fun m ->
                                          then_ (a_string lo) (fun x0 -> Read
                                            (Permuted (m, x0))))
                                   else (match two_taken op with
                                         | Some f ->
                                           then_ (term_of x) (fun s ->
                                             then_ (term_of lo) (fun t0 ->
                                               Read (f s t0)))
                                         | None -> unread op)
                       | hi :: l1 ->
                         (match l1 with
                          | [] ->
                            (match evaluated op with
                             | Some f ->
                               then_ (a_string x) (fun n0 ->
                                 then_ (term_of hi) (fun m ->
                                   match lo with
                                   | JString s ->
                                     if (=) op "stage"
                                     then Read (NamedStage (n0, s, m))
                                     else then_ (term_of lo) (fun k -> Read
                                            (f n0 k m))
                                   | _ ->
                                     then_ (term_of lo) (fun k -> Read
                                       (f n0 k m))))
                             | None ->
                               (match three_taken op with
                                | Some f ->
                                  then_ (term_of x) (fun s ->
                                    then_ (term_of lo) (fun t0 ->
                                      then_ (term_of hi) (fun u -> Read
                                        (f s t0 u))))
                                | None -> unread op))
                          | body :: l2 ->
                            (match l2 with
                             | [] ->
                               (match quantifier_of op with
                                | Some q0 ->
                                  then_ (a_string x) (fun x0 ->
                                    then_ (term_of lo) (fun s ->
                                      then_ (term_of hi) (fun t0 ->
                                        then_ (term_of body) (fun u -> Read
                                          (Range (q0, x0, s, t0, u))))))
                                | None -> unread op)
                             | _ :: _ -> unread op))))))
      | _ -> then_ (an_integer j) (fun z0 -> Read (Int z0))))
| _ -> then_ (an_integer j) (fun z0 -> Read (Int z0))

(** val nullable : (json -> 'a1 reading) -> json -> 'a1 option reading **)

let nullable f j = match j with
| JNull -> Read None
| _ -> then_ (f j) (fun x -> Read (Some x))

(** val entry_of : bool -> json -> entry reading **)

let entry_of inside0 j = match j with
| JArray _ -> Unknown "a weight that is a real"
| JObject l ->
  if negb inside0
  then Malformed "an entry that is an object, outside of families and tables"
  else then_
         (all_read (fun pat ->
           let (k, v) = pat in then_ (a_rational v) (fun x -> Read (k, x))) l)
         (fun numbers ->
         match lookup "constant" numbers with
         | Some c ->
           Read { constant = c; slopes =
             (filter (fun pat -> let (k, _) = pat in negb ((=) k "constant"))
               numbers) }
         | None -> Malformed "an entry without a constant")
| _ -> then_ (a_rational j) (fun x -> Read { constant = x; slopes = [] })

(** val list_read : (json -> 'a1 reading) -> json -> 'a1 list reading **)

let list_read f j =
  then_ (an_array j) (fun l -> all_read f l)

(** val weights_read :
    (json -> 'a1 reading) -> json -> 'a1 weights reading **)

let weights_read f =
  list_read (list_read f)

(** val mask_of : json -> mask0 reading **)

let mask_of j = match j with
| JString s ->
  if (=) s "causal"
  then Read Causal
  else if (=) s "strictly causal"
       then Read StrictlyCausal
       else Unknown ((^) "the mask " s)
| _ -> then_ (weights_read a_truth j) (fun rows -> Read (Pattern rows))

(** val tie_rule_of : json -> tie_rule reading **)

let tie_rule_of j =
  then_ (a_string j) (fun s ->
    if (=) s "average"
    then Read Average
    else if (=) s "leftmost"
         then Read Leftmost
         else if (=) s "rightmost"
              then Read Rightmost
              else Unknown ((^) "the tie rule " s))

(** val head_of : bool -> json -> entry head reading **)

let head_of inside0 j =
  let entry_of0 = entry_of inside0 in
  (match fields ("W_K" :: ("W_O" :: ("W_Q" :: ("W_V" :: ("b_Q" :: []))))) j with
   | Some l ->
     (match l with
      | [] -> Malformed "the keys of a head"
      | k :: l0 ->
        (match l0 with
         | [] -> Malformed "the keys of a head"
         | o :: l1 ->
           (match l1 with
            | [] -> Malformed "the keys of a head"
            | q0 :: l2 ->
              (match l2 with
               | [] -> Malformed "the keys of a head"
               | v :: l3 ->
                 (match l3 with
                  | [] -> Malformed "the keys of a head"
                  | b :: l4 ->
                    (match l4 with
                     | [] ->
                       then_ (weights_read entry_of0 k) (fun k0 ->
                         then_ (weights_read entry_of0 o) (fun o0 ->
                           then_ (weights_read entry_of0 q0) (fun q1 ->
                             then_ (weights_read entry_of0 v) (fun v0 ->
                               then_ (list_read entry_of0 b) (fun b0 -> Read
                                 { w_O = o0; w_V = v0; w_K = k0; w_Q = q1;
                                 b_Q = b0 })))))
                     | _ :: _ -> Malformed "the keys of a head"))))))
   | None -> Malformed "the keys of a head")

(** val piece_of : json -> piece reading **)

let piece_of j =
  match fields
          ("from" :: ("from_closed" :: ("intercept" :: ("slope" :: ("to" :: ("to_closed" :: []))))))
          j with
  | Some l ->
    (match l with
     | [] -> Malformed "the keys of a piece"
     | a :: l0 ->
       (match l0 with
        | [] -> Malformed "the keys of a piece"
        | ac :: l1 ->
          (match l1 with
           | [] -> Malformed "the keys of a piece"
           | i :: l2 ->
             (match l2 with
              | [] -> Malformed "the keys of a piece"
              | s :: l3 ->
                (match l3 with
                 | [] -> Malformed "the keys of a piece"
                 | b :: l4 ->
                   (match l4 with
                    | [] -> Malformed "the keys of a piece"
                    | bc :: l5 ->
                      (match l5 with
                       | [] ->
                         then_ (nullable a_rational a) (fun a0 ->
                           then_ (a_truth ac) (fun ac0 ->
                             then_ (a_rational i) (fun i0 ->
                               then_ (a_rational s) (fun s0 ->
                                 then_ (nullable a_rational b) (fun b0 ->
                                   then_ (a_truth bc) (fun bc0 -> Read
                                     { from = a0; from_closed = ac0; to0 =
                                     b0; to_closed = bc0; slope = s0;
                                     intercept = i0 }))))))
                       | _ :: _ -> Malformed "the keys of a piece")))))))
  | None -> Malformed "the keys of a piece"

(** val layer_of : bool -> string -> json -> entry layer reading **)

let layer_of inside0 kind1 j =
  let entry_of0 = entry_of inside0 in
  let head_of0 = head_of inside0 in
  if (=) kind1 "attention"
  then (match fields ("heads" :: ("mask" :: ("tie_rule" :: []))) j with
        | Some l ->
          (match l with
           | [] ->
             (match fields ("heads" :: ("tie_rule" :: [])) j with
              | Some l0 ->
                (match l0 with
                 | [] -> Malformed "the keys of an attention layer"
                 | h :: l1 ->
                   (match l1 with
                    | [] -> Malformed "the keys of an attention layer"
                    | t0 :: l2 ->
                      (match l2 with
                       | [] ->
                         then_ (tie_rule_of t0) (fun t1 ->
                           then_ (list_read head_of0 h) (fun hs -> Read
                             (Attention (t1, Everything, hs))))
                       | _ :: _ -> Malformed "the keys of an attention layer")))
              | None -> Malformed "the keys of an attention layer")
           | h :: l0 ->
             (match l0 with
              | [] ->
                (match fields ("heads" :: ("tie_rule" :: [])) j with
                 | Some l1 ->
                   (match l1 with
                    | [] -> Malformed "the keys of an attention layer"
                    | h0 :: l2 ->
                      (match l2 with
                       | [] -> Malformed "the keys of an attention layer"
                       | t0 :: l3 ->
                         (match l3 with
                          | [] ->
                            then_ (tie_rule_of t0) (fun t1 ->
                              then_ (list_read head_of0 h0) (fun hs -> Read
                                (Attention (t1, Everything, hs))))
                          | _ :: _ ->
                            Malformed "the keys of an attention layer")))
                 | None -> Malformed "the keys of an attention layer")
              | m :: l1 ->
                (match l1 with
                 | [] ->
                   (match fields ("heads" :: ("tie_rule" :: [])) j with
                    | Some l2 ->
                      (match l2 with
                       | [] -> Malformed "the keys of an attention layer"
                       | h0 :: l3 ->
                         (match l3 with
                          | [] -> Malformed "the keys of an attention layer"
                          | t0 :: l4 ->
                            (match l4 with
                             | [] ->
                               then_ (tie_rule_of t0) (fun t1 ->
                                 then_ (list_read head_of0 h0) (fun hs ->
                                   Read (Attention (t1, Everything, hs))))
                             | _ :: _ ->
                               Malformed "the keys of an attention layer")))
                    | None -> Malformed "the keys of an attention layer")
                 | t0 :: l2 ->
                   (match l2 with
                    | [] ->
                      then_ (tie_rule_of t0) (fun t1 ->
                        then_ (mask_of m) (fun m0 ->
                          then_ (list_read head_of0 h) (fun hs -> Read
                            (Attention (t1, m0, hs)))))
                    | _ :: _ ->
                      (match fields ("heads" :: ("tie_rule" :: [])) j with
                       | Some l4 ->
                         (match l4 with
                          | [] -> Malformed "the keys of an attention layer"
                          | h0 :: l5 ->
                            (match l5 with
                             | [] ->
                               Malformed "the keys of an attention layer"
                             | t1 :: l6 ->
                               (match l6 with
                                | [] ->
                                  then_ (tie_rule_of t1) (fun t2 ->
                                    then_ (list_read head_of0 h0) (fun hs ->
                                      Read (Attention (t2, Everything, hs))))
                                | _ :: _ ->
                                  Malformed "the keys of an attention layer")))
                       | None -> Malformed "the keys of an attention layer")))))
        | None ->
          (match fields ("heads" :: ("tie_rule" :: [])) j with
           | Some l ->
             (match l with
              | [] -> Malformed "the keys of an attention layer"
              | h :: l0 ->
                (match l0 with
                 | [] -> Malformed "the keys of an attention layer"
                 | t0 :: l1 ->
                   (match l1 with
                    | [] ->
                      then_ (tie_rule_of t0) (fun t1 ->
                        then_ (list_read head_of0 h) (fun hs -> Read
                          (Attention (t1, Everything, hs))))
                    | _ :: _ -> Malformed "the keys of an attention layer")))
           | None -> Malformed "the keys of an attention layer"))
  else if (=) kind1 "feed_forward"
       then (match fields
                     ("W_1" :: ("W_2" :: ("activation" :: ("b_1" :: ("b_2" :: [])))))
                     j with
             | Some l ->
               (match l with
                | [] -> Malformed "the keys of a feed-forward layer"
                | w1 :: l0 ->
                  (match l0 with
                   | [] -> Malformed "the keys of a feed-forward layer"
                   | w2 :: l1 ->
                     (match l1 with
                      | [] -> Malformed "the keys of a feed-forward layer"
                      | phi :: l2 ->
                        (match l2 with
                         | [] -> Malformed "the keys of a feed-forward layer"
                         | b1 :: l3 ->
                           (match l3 with
                            | [] ->
                              Malformed "the keys of a feed-forward layer"
                            | b2 :: l4 ->
                              (match l4 with
                               | [] ->
                                 then_ (weights_read entry_of0 w1) (fun w3 ->
                                   then_ (weights_read entry_of0 w2)
                                     (fun w4 ->
                                     then_ (list_read piece_of phi)
                                       (fun phi0 ->
                                       then_ (list_read entry_of0 b1)
                                         (fun b3 ->
                                         then_ (list_read entry_of0 b2)
                                           (fun b4 -> Read (FeedForward (w3,
                                           b3, w4, b4, phi0)))))))
                               | _ :: _ ->
                                 Malformed "the keys of a feed-forward layer"))))))
             | None -> Malformed "the keys of a feed-forward layer")
       else if (=) kind1 "positional encoding"
            then (match fields ("E" :: []) j with
                  | Some l ->
                    (match l with
                     | [] -> Malformed "the keys of a positional encoding"
                     | e :: l0 ->
                       (match l0 with
                        | [] ->
                          then_ (weights_read a_rational e) (fun e0 -> Read
                            (PositionalEncoding e0))
                        | _ :: _ ->
                          Malformed "the keys of a positional encoding"))
                  | None -> Malformed "the keys of a positional encoding")
            else if (=) kind1 "bilinear projection"
                 then (match fields ("W_O" :: ("W_P" :: [])) j with
                       | Some l ->
                         (match l with
                          | [] ->
                            Malformed "the keys of a bilinear projection"
                          | o :: l0 ->
                            (match l0 with
                             | [] ->
                               Malformed "the keys of a bilinear projection"
                             | p :: l1 ->
                               (match l1 with
                                | [] ->
                                  then_ (weights_read entry_of0 o) (fun o0 ->
                                    then_ (weights_read entry_of0 p)
                                      (fun p0 -> Read (BilinearProjection
                                      (o0, p0))))
                                | _ :: _ ->
                                  Malformed
                                    "the keys of a bilinear projection")))
                       | None -> Malformed "the keys of a bilinear projection")
                 else if (=) kind1 "separable convolution"
                      then (match fields
                                    ("W_C" :: ("W_O" :: ("centre" :: []))) j with
                            | Some l ->
                              (match l with
                               | [] ->
                                 Malformed
                                   "the keys of a separable convolution"
                               | c :: l0 ->
                                 (match l0 with
                                  | [] ->
                                    Malformed
                                      "the keys of a separable convolution"
                                  | o :: l1 ->
                                    (match l1 with
                                     | [] ->
                                       Malformed
                                         "the keys of a separable convolution"
                                     | k :: l2 ->
                                       (match l2 with
                                        | [] ->
                                          then_ (weights_read entry_of0 c)
                                            (fun c0 ->
                                            then_ (weights_read entry_of0 o)
                                              (fun o0 ->
                                              then_ (an_integer k) (fun k0 ->
                                                Read (SeparableConvolution
                                                (o0, c0, k0)))))
                                        | _ :: _ ->
                                          Malformed
                                            "the keys of a separable convolution"))))
                            | None ->
                              Malformed "the keys of a separable convolution")
                      else Unknown ((^) "layers of the kind " kind1)

(** val item_of : bool -> json -> item reading **)

let rec item_of inside0 = function
| JObject fields0 ->
  (match fields0 with
   | [] -> Malformed "an item is no object with one key"
   | p :: l ->
     let (kind1, body) = p in
     (match l with
      | [] ->
        if (=) kind1 "family"
        then (match body with
              | JObject fields1 ->
                (match fields1 with
                 | [] -> Malformed "the keys of a family"
                 | p0 :: l0 ->
                   let (k1, count) = p0 in
                   (match l0 with
                    | [] -> Malformed "the keys of a family"
                    | p1 :: l1 ->
                      let (k2, j0) = p1 in
                      (match j0 with
                       | JArray its ->
                         (match l1 with
                          | [] -> Malformed "the keys of a family"
                          | p2 :: l2 ->
                            let (k3, start) = p2 in
                            (match l2 with
                             | [] -> Malformed "the keys of a family"
                             | p3 :: l3 ->
                               let (k4, step0) = p3 in
                               (match l3 with
                                | [] -> Malformed "the keys of a family"
                                | p4 :: l4 ->
                                  let (k5, v) = p4 in
                                  (match l4 with
                                   | [] ->
                                     if forallb (fun pat ->
                                          let (a, b) = pat in (=) a b) ((k1,
                                          "count") :: ((k2, "items") :: ((k3,
                                          "start") :: ((k4, "step") :: ((k5,
                                          "variable") :: [])))))
                                     then then_ (an_integer count) (fun c ->
                                            then_ (a_rational start)
                                              (fun a ->
                                              then_ (a_rational step0)
                                                (fun s ->
                                                then_ (a_string v) (fun v0 ->
                                                  then_
                                                    (all_read (item_of true)
                                                      its) (fun its0 -> Read
                                                    (Family (v0, a, s, c,
                                                    its0)))))))
                                     else Malformed "the keys of a family"
                                   | _ :: _ ->
                                     Malformed "the keys of a family"))))
                       | _ -> Malformed "the keys of a family")))
              | _ -> Malformed "the keys of a family")
        else if (=) kind1 "table"
             then (match body with
                   | JObject fields1 ->
                     (match fields1 with
                      | [] -> Malformed "the keys of a table"
                      | p0 :: l0 ->
                        let (k1, j0) = p0 in
                        (match j0 with
                         | JArray its ->
                           (match l0 with
                            | [] -> Malformed "the keys of a table"
                            | p1 :: l1 ->
                              let (k2, rows) = p1 in
                              (match l1 with
                               | [] -> Malformed "the keys of a table"
                               | p2 :: l2 ->
                                 let (k3, vs) = p2 in
                                 (match l2 with
                                  | [] ->
                                    if forallb (fun pat ->
                                         let (a, b) = pat in (=) a b) ((k1,
                                         "items") :: ((k2, "rows") :: ((k3,
                                         "variables") :: [])))
                                    then then_ (weights_read a_rational rows)
                                           (fun rows0 ->
                                           then_ (list_read a_string vs)
                                             (fun vs0 ->
                                             then_
                                               (all_read (item_of true) its)
                                               (fun its0 -> Read (Table (vs0,
                                               rows0, its0)))))
                                    else Malformed "the keys of a table"
                                  | _ :: _ -> Malformed "the keys of a table")))
                         | _ -> Malformed "the keys of a table"))
                   | _ -> Malformed "the keys of a table")
             else if (=) kind1 "group"
                  then (match body with
                        | JObject fields1 ->
                          (match fields1 with
                           | [] -> Malformed "the keys of a group"
                           | p0 :: l0 ->
                             let (k1, j0) = p0 in
                             (match j0 with
                              | JArray its ->
                                (match l0 with
                                 | [] -> Malformed "the keys of a group"
                                 | p1 :: l1 ->
                                   let (k2, name) = p1 in
                                   (match l1 with
                                    | [] ->
                                      if (&&) ((=) k1 "items") ((=) k2 "name")
                                      then then_ (a_string name)
                                             (fun name0 ->
                                             then_
                                               (all_read (item_of inside0)
                                                 its) (fun its0 -> Read
                                               (Group (name0, its0))))
                                      else Malformed "the keys of a group"
                                    | _ :: _ ->
                                      Malformed "the keys of a group"))
                              | _ -> Malformed "the keys of a group"))
                        | _ -> Malformed "the keys of a group")
                  else then_ (layer_of inside0 kind1 body) (fun l0 -> Read
                         (Single l0))
      | _ :: _ -> Malformed "an item is no object with one key"))
| _ -> Malformed "an item is no object with one key"

(** val network_of : json -> network reading **)

let network_of j =
  match fields ("d" :: ("items" :: ("stages" :: []))) j with
  | Some l ->
    (match l with
     | [] -> Malformed "the keys of a network"
     | d :: l0 ->
       (match l0 with
        | [] -> Malformed "the keys of a network"
        | its :: l1 ->
          (match l1 with
           | [] -> Malformed "the keys of a network"
           | stages0 :: l2 ->
             (match l2 with
              | [] ->
                then_ (an_integer d) (fun d0 ->
                  then_ (list_read (item_of false) its) (fun its0 ->
                    then_ (each_pair an_integer stages0) (fun stages1 -> Read
                      { network_d = d0; items = its0; stages = stages1 })))
              | _ :: _ -> Malformed "the keys of a network"))))
  | None -> Malformed "the keys of a network"

(** val terms_of_rows : json -> term list list reading **)

let terms_of_rows =
  weights_read term_of

(** val repeats_of : json -> repeats reading **)

let repeats_of j =
  then_ (a_string j) (fun s ->
    if (=) s "forbidden"
    then Read Forbidden
    else if (=) s "allowed"
         then Read Allowed
         else if (=) s "required"
              then Read Required
              else Malformed "repeats of a domain")

(** val specials_of : json -> specials reading **)

let specials_of j =
  then_ (a_string j) (fun s ->
    if (=) s "none"
    then Read NoSpecials
    else if (=) s "allowed"
         then Read SpecialsAllowed
         else if (=) s "required"
              then Read SpecialsRequired
              else Malformed "specials of a domain")

(** val levels_read : json -> json -> json -> columns reading **)

let levels_read ids levels special =
  match fields ("count" :: ("start" :: ("step" :: []))) levels with
  | Some l ->
    (match l with
     | [] -> Malformed "the keys of levels"
     | c :: l0 ->
       (match l0 with
        | [] -> Malformed "the keys of levels"
        | a :: l1 ->
          (match l1 with
           | [] -> Malformed "the keys of levels"
           | s :: l2 ->
             (match l2 with
              | [] ->
                then_ (term_of c) (fun c0 ->
                  then_ (term_of a) (fun a0 ->
                    then_ (term_of s) (fun s0 ->
                      then_ (list_read term_of special) (fun special0 ->
                        then_ (term_of ids) (fun ids0 -> Read (Levels (a0,
                          s0, c0, special0, ids0)))))))
              | _ :: _ -> Malformed "the keys of levels"))))
  | None -> Malformed "the keys of levels"

(** val list_points_read : json -> term list list list reading **)

let list_points_read j =
  match fields ("kind" :: ("points" :: [])) j with
  | Some l ->
    (match l with
     | [] -> Malformed "a list of points is missing"
     | j0 :: l0 ->
       (match j0 with
        | JString kind1 ->
          (match l0 with
           | [] -> Malformed "a list of points is missing"
           | points0 :: l1 ->
             (match l1 with
              | [] ->
                if (=) kind1 "list"
                then list_read terms_of_rows points0
                else Malformed "a list of points is missing"
              | _ :: _ -> Malformed "a list of points is missing"))
        | _ -> Malformed "a list of points is missing"))
  | None -> Malformed "a list of points is missing"

(** val kind_named : json -> string option **)

let kind_named = function
| JObject l ->
  (match lookup "kind" l with
   | Some j0 -> (match j0 with
                 | JString s -> Some s
                 | _ -> None)
   | None -> None)
| _ -> None

(** val simple_spec_of : json -> spec reading **)

let simple_spec_of j =
  match kind_named j with
  | Some kind1 ->
    if (=) kind1 "orbits"
    then (match fields ("columns" :: ("kind" :: ("repeats" :: []))) j with
          | Some l0 ->
            (match l0 with
             | [] ->
               (match fields
                        ("ids" :: ("kind" :: ("levels" :: ("repeats" :: ("special" :: ("specials" :: []))))))
                        j with
                | Some l1 ->
                  (match l1 with
                   | [] -> Malformed "the keys of orbits"
                   | ids :: l2 ->
                     (match l2 with
                      | [] -> Malformed "the keys of orbits"
                      | _ :: l3 ->
                        (match l3 with
                         | [] -> Malformed "the keys of orbits"
                         | l :: l4 ->
                           (match l4 with
                            | [] -> Malformed "the keys of orbits"
                            | r :: l5 ->
                              (match l5 with
                               | [] -> Malformed "the keys of orbits"
                               | special :: l6 ->
                                 (match l6 with
                                  | [] -> Malformed "the keys of orbits"
                                  | s :: l7 ->
                                    (match l7 with
                                     | [] ->
                                       then_ (levels_read ids l special)
                                         (fun c ->
                                         then_ (repeats_of r) (fun r0 ->
                                           then_ (specials_of s) (fun s0 ->
                                             Read (Orbits (c, r0, s0)))))
                                     | _ :: _ ->
                                       Malformed "the keys of orbits")))))))
                | None -> Malformed "the keys of orbits")
             | c :: l1 ->
               (match l1 with
                | [] ->
                  (match fields
                           ("ids" :: ("kind" :: ("levels" :: ("repeats" :: ("special" :: ("specials" :: []))))))
                           j with
                   | Some l2 ->
                     (match l2 with
                      | [] -> Malformed "the keys of orbits"
                      | ids :: l3 ->
                        (match l3 with
                         | [] -> Malformed "the keys of orbits"
                         | _ :: l4 ->
                           (match l4 with
                            | [] -> Malformed "the keys of orbits"
                            | l :: l5 ->
                              (match l5 with
                               | [] -> Malformed "the keys of orbits"
                               | r :: l6 ->
                                 (match l6 with
                                  | [] -> Malformed "the keys of orbits"
                                  | special :: l7 ->
                                    (match l7 with
                                     | [] -> Malformed "the keys of orbits"
                                     | s :: l8 ->
                                       (match l8 with
                                        | [] ->
                                          then_ (levels_read ids l special)
                                            (fun c0 ->
                                            then_ (repeats_of r) (fun r0 ->
                                              then_ (specials_of s)
                                                (fun s0 -> Read (Orbits (c0,
                                                r0, s0)))))
                                        | _ :: _ ->
                                          Malformed "the keys of orbits")))))))
                   | None -> Malformed "the keys of orbits")
                | _ :: l2 ->
                  (match l2 with
                   | [] ->
                     (match fields
                              ("ids" :: ("kind" :: ("levels" :: ("repeats" :: ("special" :: ("specials" :: []))))))
                              j with
                      | Some l3 ->
                        (match l3 with
                         | [] -> Malformed "the keys of orbits"
                         | ids :: l4 ->
                           (match l4 with
                            | [] -> Malformed "the keys of orbits"
                            | _ :: l5 ->
                              (match l5 with
                               | [] -> Malformed "the keys of orbits"
                               | l :: l6 ->
                                 (match l6 with
                                  | [] -> Malformed "the keys of orbits"
                                  | r :: l7 ->
                                    (match l7 with
                                     | [] -> Malformed "the keys of orbits"
                                     | special :: l8 ->
                                       (match l8 with
                                        | [] -> Malformed "the keys of orbits"
                                        | s :: l9 ->
                                          (match l9 with
                                           | [] ->
                                             then_
                                               (levels_read ids l special)
                                               (fun c0 ->
                                               then_ (repeats_of r)
                                                 (fun r0 ->
                                                 then_ (specials_of s)
                                                   (fun s0 -> Read (Orbits
                                                   (c0, r0, s0)))))
                                           | _ :: _ ->
                                             Malformed "the keys of orbits")))))))
                      | None -> Malformed "the keys of orbits")
                   | r :: l3 ->
                     (match l3 with
                      | [] ->
                        then_ (terms_of_rows c) (fun c0 ->
                          then_ (repeats_of r) (fun r0 -> Read (Orbits
                            ((Vocabulary c0), r0, NoSpecials))))
                      | _ :: _ ->
                        (match fields
                                 ("ids" :: ("kind" :: ("levels" :: ("repeats" :: ("special" :: ("specials" :: []))))))
                                 j with
                         | Some l5 ->
                           (match l5 with
                            | [] -> Malformed "the keys of orbits"
                            | ids :: l6 ->
                              (match l6 with
                               | [] -> Malformed "the keys of orbits"
                               | _ :: l7 ->
                                 (match l7 with
                                  | [] -> Malformed "the keys of orbits"
                                  | l :: l8 ->
                                    (match l8 with
                                     | [] -> Malformed "the keys of orbits"
                                     | r0 :: l9 ->
                                       (match l9 with
                                        | [] -> Malformed "the keys of orbits"
                                        | special :: l10 ->
                                          (match l10 with
                                           | [] ->
                                             Malformed "the keys of orbits"
                                           | s :: l11 ->
                                             (match l11 with
                                              | [] ->
                                                then_
                                                  (levels_read ids l special)
                                                  (fun c0 ->
                                                  then_ (repeats_of r0)
                                                    (fun r1 ->
                                                    then_ (specials_of s)
                                                      (fun s0 -> Read (Orbits
                                                      (c0, r1, s0)))))
                                              | _ :: _ ->
                                                Malformed "the keys of orbits")))))))
                         | None -> Malformed "the keys of orbits")))))
          | None ->
            (match fields
                     ("ids" :: ("kind" :: ("levels" :: ("repeats" :: ("special" :: ("specials" :: []))))))
                     j with
             | Some l0 ->
               (match l0 with
                | [] -> Malformed "the keys of orbits"
                | ids :: l1 ->
                  (match l1 with
                   | [] -> Malformed "the keys of orbits"
                   | _ :: l2 ->
                     (match l2 with
                      | [] -> Malformed "the keys of orbits"
                      | l :: l3 ->
                        (match l3 with
                         | [] -> Malformed "the keys of orbits"
                         | r :: l4 ->
                           (match l4 with
                            | [] -> Malformed "the keys of orbits"
                            | special :: l5 ->
                              (match l5 with
                               | [] -> Malformed "the keys of orbits"
                               | s :: l6 ->
                                 (match l6 with
                                  | [] ->
                                    then_ (levels_read ids l special)
                                      (fun c ->
                                      then_ (repeats_of r) (fun r0 ->
                                        then_ (specials_of s) (fun s0 -> Read
                                          (Orbits (c, r0, s0)))))
                                  | _ :: _ -> Malformed "the keys of orbits")))))))
             | None -> Malformed "the keys of orbits"))
    else if (=) kind1 "sequences"
         then (match fields ("columns" :: ("kind" :: [])) j with
               | Some l0 ->
                 (match l0 with
                  | [] ->
                    (match fields
                             ("ids" :: ("kind" :: ("levels" :: ("special" :: []))))
                             j with
                     | Some l1 ->
                       (match l1 with
                        | [] -> Malformed "the keys of sequences"
                        | ids :: l2 ->
                          (match l2 with
                           | [] -> Malformed "the keys of sequences"
                           | _ :: l3 ->
                             (match l3 with
                              | [] -> Malformed "the keys of sequences"
                              | l :: l4 ->
                                (match l4 with
                                 | [] -> Malformed "the keys of sequences"
                                 | special :: l5 ->
                                   (match l5 with
                                    | [] ->
                                      then_ (levels_read ids l special)
                                        (fun c -> Read (Sequences c))
                                    | _ :: _ ->
                                      Malformed "the keys of sequences")))))
                     | None -> Malformed "the keys of sequences")
                  | c :: l1 ->
                    (match l1 with
                     | [] ->
                       (match fields
                                ("ids" :: ("kind" :: ("levels" :: ("special" :: []))))
                                j with
                        | Some l2 ->
                          (match l2 with
                           | [] -> Malformed "the keys of sequences"
                           | ids :: l3 ->
                             (match l3 with
                              | [] -> Malformed "the keys of sequences"
                              | _ :: l4 ->
                                (match l4 with
                                 | [] -> Malformed "the keys of sequences"
                                 | l :: l5 ->
                                   (match l5 with
                                    | [] -> Malformed "the keys of sequences"
                                    | special :: l6 ->
                                      (match l6 with
                                       | [] ->
                                         then_ (levels_read ids l special)
                                           (fun c0 -> Read (Sequences c0))
                                       | _ :: _ ->
                                         Malformed "the keys of sequences")))))
                        | None -> Malformed "the keys of sequences")
                     | _ :: l2 ->
                       (match l2 with
                        | [] ->
                          then_ (terms_of_rows c) (fun c0 -> Read (Sequences
                            (Vocabulary c0)))
                        | _ :: _ ->
                          (match fields
                                   ("ids" :: ("kind" :: ("levels" :: ("special" :: []))))
                                   j with
                           | Some l4 ->
                             (match l4 with
                              | [] -> Malformed "the keys of sequences"
                              | ids :: l5 ->
                                (match l5 with
                                 | [] -> Malformed "the keys of sequences"
                                 | _ :: l6 ->
                                   (match l6 with
                                    | [] -> Malformed "the keys of sequences"
                                    | l :: l7 ->
                                      (match l7 with
                                       | [] ->
                                         Malformed "the keys of sequences"
                                       | special :: l8 ->
                                         (match l8 with
                                          | [] ->
                                            then_ (levels_read ids l special)
                                              (fun c0 -> Read (Sequences c0))
                                          | _ :: _ ->
                                            Malformed "the keys of sequences")))))
                           | None -> Malformed "the keys of sequences"))))
               | None ->
                 (match fields
                          ("ids" :: ("kind" :: ("levels" :: ("special" :: []))))
                          j with
                  | Some l0 ->
                    (match l0 with
                     | [] -> Malformed "the keys of sequences"
                     | ids :: l1 ->
                       (match l1 with
                        | [] -> Malformed "the keys of sequences"
                        | _ :: l2 ->
                          (match l2 with
                           | [] -> Malformed "the keys of sequences"
                           | l :: l3 ->
                             (match l3 with
                              | [] -> Malformed "the keys of sequences"
                              | special :: l4 ->
                                (match l4 with
                                 | [] ->
                                   then_ (levels_read ids l special)
                                     (fun c -> Read (Sequences c))
                                 | _ :: _ -> Malformed "the keys of sequences")))))
                  | None -> Malformed "the keys of sequences"))
         else if (=) kind1 "product"
              then (match fields ("columns" :: ("kind" :: [])) j with
                    | Some l ->
                      (match l with
                       | [] -> Malformed "the keys of a product"
                       | c :: l0 ->
                         (match l0 with
                          | [] -> Malformed "the keys of a product"
                          | _ :: l1 ->
                            (match l1 with
                             | [] ->
                               then_ (list_read terms_of_rows c)
                                 (fun places -> Read (ProductOf places))
                             | _ :: _ -> Malformed "the keys of a product")))
                    | None -> Malformed "the keys of a product")
              else if (=) kind1 "list"
                   then then_ (list_points_read j) (fun points0 -> Read
                          (ListOfPoints points0))
                   else if (=) kind1 "chosen"
                        then (match fields
                                      ("kind" :: ("of" :: ("parameter" :: [])))
                                      j with
                              | Some l ->
                                (match l with
                                 | [] ->
                                   Malformed "the keys of a chosen domain"
                                 | _ :: l0 ->
                                   (match l0 with
                                    | [] ->
                                      Malformed "the keys of a chosen domain"
                                    | of0 :: l1 ->
                                      (match l1 with
                                       | [] ->
                                         Malformed
                                           "the keys of a chosen domain"
                                       | p :: l2 ->
                                         (match l2 with
                                          | [] ->
                                            then_ (a_string p) (fun p0 ->
                                              then_
                                                (list_read list_points_read
                                                  of0) (fun of1 -> Read
                                                (Chosen (p0, of1))))
                                          | _ :: _ ->
                                            Malformed
                                              "the keys of a chosen domain"))))
                              | None ->
                                Malformed "the keys of a chosen domain")
                        else Unknown ((^) "domains of the kind " kind1)
  | None -> Unknown "a domain without a kind"

(** val spec_of : json -> spec reading **)

let spec_of j =
  if match kind_named j with
     | Some kind1 -> (=) kind1 "pairs"
     | None -> false
  then (match fields ("kind" :: ("of" :: [])) j with
        | Some l ->
          (match l with
           | [] -> Malformed "the keys of pairs"
           | _ :: l0 ->
             (match l0 with
              | [] -> Malformed "the keys of pairs"
              | of0 :: l1 ->
                (match l1 with
                 | [] ->
                   then_ (simple_spec_of of0) (fun of1 -> Read (Pairs of1))
                 | _ :: _ -> Malformed "the keys of pairs")))
        | None -> Malformed "the keys of pairs")
  else simple_spec_of j

(** val domain_of_json : json -> domain reading **)

let domain_of_json j =
  match fields
          ("decided" :: ("evidence" :: ("name" :: ("points" :: ("spec" :: [])))))
          j with
  | Some l ->
    (match l with
     | [] -> Malformed "the keys of a domain"
     | decided :: l0 ->
       (match l0 with
        | [] -> Malformed "the keys of a domain"
        | evidence :: l1 ->
          (match l1 with
           | [] -> Malformed "the keys of a domain"
           | name :: l2 ->
             (match l2 with
              | [] -> Malformed "the keys of a domain"
              | points0 :: l3 ->
                (match l3 with
                 | [] -> Malformed "the keys of a domain"
                 | sp :: l4 ->
                   (match l4 with
                    | [] ->
                      then_ (a_string name) (fun name0 ->
                        then_ (spec_of sp) (fun sp0 ->
                          match points0 with
                          | JNull -> Unknown "a domain that is not decided"
                          | JBool _ ->
                            then_ (an_integer points0) (fun n0 ->
                              match evidence with
                              | JObject fields0 ->
                                (match fields0 with
                                 | [] ->
                                   let whole0 =
                                     if Z.eqb n0 Big_int_Z.zero_big_int
                                     then []
                                     else (Big_int_Z.zero_big_int, n0) :: []
                                   in
                                   then_
                                     (list_read (fun r ->
                                       match r with
                                       | JArray items0 ->
                                         (match items0 with
                                          | [] -> Malformed "a range of ranks"
                                          | a :: l5 ->
                                            (match l5 with
                                             | [] ->
                                               Malformed "a range of ranks"
                                             | b :: l6 ->
                                               (match l6 with
                                                | [] ->
                                                  then_ (an_integer a)
                                                    (fun a0 ->
                                                    then_ (an_integer b)
                                                      (fun b0 -> Read (a0,
                                                      b0)))
                                                | _ :: _ ->
                                                  Malformed "a range of ranks")))
                                       | _ -> Malformed "a range of ranks")
                                       decided) (fun ranges ->
                                     if (&&)
                                          (Z.eqb (size ranges) (size whole0))
                                          (forallb (fun pat ->
                                            let (y, y0) = pat in
                                            let (a, b) = y in
                                            let (a', b') = y0 in
                                            (&&) (Z.eqb a a') (Z.eqb b b'))
                                            (combine ranges whole0))
                                     then Read { domain_name = name0;
                                            domain_spec = sp0;
                                            domain_points = n0 }
                                     else Unknown
                                            "a domain that is decided in part")
                                 | _ :: _ ->
                                   Malformed "the evidence of a domain")
                              | _ -> Malformed "the evidence of a domain")
                          | JInt _ ->
                            then_ (an_integer points0) (fun n0 ->
                              match evidence with
                              | JObject fields0 ->
                                (match fields0 with
                                 | [] ->
                                   let whole0 =
                                     if Z.eqb n0 Big_int_Z.zero_big_int
                                     then []
                                     else (Big_int_Z.zero_big_int, n0) :: []
                                   in
                                   then_
                                     (list_read (fun r ->
                                       match r with
                                       | JArray items0 ->
                                         (match items0 with
                                          | [] -> Malformed "a range of ranks"
                                          | a :: l5 ->
                                            (match l5 with
                                             | [] ->
                                               Malformed "a range of ranks"
                                             | b :: l6 ->
                                               (match l6 with
                                                | [] ->
                                                  then_ (an_integer a)
                                                    (fun a0 ->
                                                    then_ (an_integer b)
                                                      (fun b0 -> Read (a0,
                                                      b0)))
                                                | _ :: _ ->
                                                  Malformed "a range of ranks")))
                                       | _ -> Malformed "a range of ranks")
                                       decided) (fun ranges ->
                                     if (&&)
                                          (Z.eqb (size ranges) (size whole0))
                                          (forallb (fun pat ->
                                            let (y, y0) = pat in
                                            let (a, b) = y in
                                            let (a', b') = y0 in
                                            (&&) (Z.eqb a a') (Z.eqb b b'))
                                            (combine ranges whole0))
                                     then Read { domain_name = name0;
                                            domain_spec = sp0;
                                            domain_points = n0 }
                                     else Unknown
                                            "a domain that is decided in part")
                                 | _ :: _ ->
                                   Malformed "the evidence of a domain")
                              | _ -> Malformed "the evidence of a domain")
                          | JString _ ->
                            then_ (an_integer points0) (fun n0 ->
                              match evidence with
                              | JObject fields0 ->
                                (match fields0 with
                                 | [] ->
                                   let whole0 =
                                     if Z.eqb n0 Big_int_Z.zero_big_int
                                     then []
                                     else (Big_int_Z.zero_big_int, n0) :: []
                                   in
                                   then_
                                     (list_read (fun r ->
                                       match r with
                                       | JArray items0 ->
                                         (match items0 with
                                          | [] -> Malformed "a range of ranks"
                                          | a :: l5 ->
                                            (match l5 with
                                             | [] ->
                                               Malformed "a range of ranks"
                                             | b :: l6 ->
                                               (match l6 with
                                                | [] ->
                                                  then_ (an_integer a)
                                                    (fun a0 ->
                                                    then_ (an_integer b)
                                                      (fun b0 -> Read (a0,
                                                      b0)))
                                                | _ :: _ ->
                                                  Malformed "a range of ranks")))
                                       | _ -> Malformed "a range of ranks")
                                       decided) (fun ranges ->
                                     if (&&)
                                          (Z.eqb (size ranges) (size whole0))
                                          (forallb (fun pat ->
                                            let (y, y0) = pat in
                                            let (a, b) = y in
                                            let (a', b') = y0 in
                                            (&&) (Z.eqb a a') (Z.eqb b b'))
                                            (combine ranges whole0))
                                     then Read { domain_name = name0;
                                            domain_spec = sp0;
                                            domain_points = n0 }
                                     else Unknown
                                            "a domain that is decided in part")
                                 | _ :: _ ->
                                   Malformed "the evidence of a domain")
                              | _ -> Malformed "the evidence of a domain")
                          | JArray _ ->
                            then_ (an_integer points0) (fun n0 ->
                              match evidence with
                              | JObject fields0 ->
                                (match fields0 with
                                 | [] ->
                                   let whole0 =
                                     if Z.eqb n0 Big_int_Z.zero_big_int
                                     then []
                                     else (Big_int_Z.zero_big_int, n0) :: []
                                   in
                                   then_
                                     (list_read (fun r ->
                                       match r with
                                       | JArray items0 ->
                                         (match items0 with
                                          | [] -> Malformed "a range of ranks"
                                          | a :: l5 ->
                                            (match l5 with
                                             | [] ->
                                               Malformed "a range of ranks"
                                             | b :: l6 ->
                                               (match l6 with
                                                | [] ->
                                                  then_ (an_integer a)
                                                    (fun a0 ->
                                                    then_ (an_integer b)
                                                      (fun b0 -> Read (a0,
                                                      b0)))
                                                | _ :: _ ->
                                                  Malformed "a range of ranks")))
                                       | _ -> Malformed "a range of ranks")
                                       decided) (fun ranges ->
                                     if (&&)
                                          (Z.eqb (size ranges) (size whole0))
                                          (forallb (fun pat ->
                                            let (y, y0) = pat in
                                            let (a, b) = y in
                                            let (a', b') = y0 in
                                            (&&) (Z.eqb a a') (Z.eqb b b'))
                                            (combine ranges whole0))
                                     then Read { domain_name = name0;
                                            domain_spec = sp0;
                                            domain_points = n0 }
                                     else Unknown
                                            "a domain that is decided in part")
                                 | _ :: _ ->
                                   Malformed "the evidence of a domain")
                              | _ -> Malformed "the evidence of a domain")
                          | JObject _ ->
                            then_ (an_integer points0) (fun n0 ->
                              match evidence with
                              | JObject fields0 ->
                                (match fields0 with
                                 | [] ->
                                   let whole0 =
                                     if Z.eqb n0 Big_int_Z.zero_big_int
                                     then []
                                     else (Big_int_Z.zero_big_int, n0) :: []
                                   in
                                   then_
                                     (list_read (fun r ->
                                       match r with
                                       | JArray items0 ->
                                         (match items0 with
                                          | [] -> Malformed "a range of ranks"
                                          | a :: l5 ->
                                            (match l5 with
                                             | [] ->
                                               Malformed "a range of ranks"
                                             | b :: l6 ->
                                               (match l6 with
                                                | [] ->
                                                  then_ (an_integer a)
                                                    (fun a0 ->
                                                    then_ (an_integer b)
                                                      (fun b0 -> Read (a0,
                                                      b0)))
                                                | _ :: _ ->
                                                  Malformed "a range of ranks")))
                                       | _ -> Malformed "a range of ranks")
                                       decided) (fun ranges ->
                                     if (&&)
                                          (Z.eqb (size ranges) (size whole0))
                                          (forallb (fun pat ->
                                            let (y, y0) = pat in
                                            let (a, b) = y in
                                            let (a', b') = y0 in
                                            (&&) (Z.eqb a a') (Z.eqb b b'))
                                            (combine ranges whole0))
                                     then Read { domain_name = name0;
                                            domain_spec = sp0;
                                            domain_points = n0 }
                                     else Unknown
                                            "a domain that is decided in part")
                                 | _ :: _ ->
                                   Malformed "the evidence of a domain")
                              | _ -> Malformed "the evidence of a domain")))
                    | _ :: _ -> Malformed "the keys of a domain"))))))
  | None -> Malformed "the keys of a domain"

(** val kind_read : json -> step_kind reading **)

let kind_read j =
  then_ (a_string j) (fun s ->
    if (=) s "statement"
    then Read Statement
    else if (=) s "proof line"
         then Read ProofLine
         else if (=) s "repaired"
              then Read Repaired
              else Malformed "the kind of a step")

(** val verdict_read : json -> verdict reading **)

let verdict_read j =
  then_ (a_string j) (fun s ->
    if (=) s "holds"
    then Read Holds
    else if (=) s "refuted"
         then Read Refuted
         else if (=) s "vacuous"
              then Read Vacuous
              else if (=) s "inconclusive"
                   then Read Inconclusive
                   else Malformed "the verdict of a step")

(** val fold_read : json -> json -> json -> step_fold reading **)

let fold_read fold bound rel =
  match fold with
  | JString s ->
    if (=) s "each"
    then (match bound with
          | JNull ->
            (match rel with
             | JNull -> Read Each
             | _ -> Malformed "the bound of each")
          | _ -> Malformed "the bound of each")
    else if (=) s "distinct"
         then (match bound with
               | JNull ->
                 (match rel with
                  | JNull -> Read DistinctNumbers
                  | _ -> Malformed "the bound of distinct")
               | _ -> Malformed "the bound of distinct")
         else let known = (||) ((=) s "apart") ((=) s "sum") in
              if known
              then then_ (term_of bound) (fun b ->
                     then_ (a_string rel) (fun r ->
                       then_
                         (or_malformed "the relation of a step"
                           (relation_of r)) (fun r0 -> Read
                         (if (=) s "apart"
                          then Apart (r0, b)
                          else SumOfAll (r0, b)))))
              else Unknown ((^) "the fold " s)
  | _ ->
    (match fields ("holds" :: ("next" :: ("start" :: []))) fold with
     | Some l ->
       (match l with
        | [] -> Malformed "the keys of a fold"
        | h :: l0 ->
          (match l0 with
           | [] -> Malformed "the keys of a fold"
           | n0 :: l1 ->
             (match l1 with
              | [] -> Malformed "the keys of a fold"
              | s :: l2 ->
                (match l2 with
                 | [] ->
                   (match bound with
                    | JNull ->
                      (match rel with
                       | JNull ->
                         then_ (term_of h) (fun h0 ->
                           then_ (list_read term_of n0) (fun n1 ->
                             then_ (list_read term_of s) (fun s0 -> Read (Own
                               (s0, n1, h0)))))
                       | _ -> Malformed "the keys of a fold")
                    | _ -> Malformed "the keys of a fold")
                 | _ :: _ -> Malformed "the keys of a fold"))))
     | None -> Malformed "the keys of a fold")

(** val position_read : json -> position reading **)

let position_read = function
| JArray items0 ->
  (match items0 with
   | [] -> Malformed "a position"
   | j0 :: l ->
     (match j0 with
      | JString name ->
        (match l with
         | [] -> Malformed "a position"
         | r :: l0 ->
           (match l0 with
            | [] -> then_ (an_integer r) (fun r0 -> Read (name, r0))
            | _ :: _ -> Malformed "a position"))
      | _ -> Malformed "a position"))
| _ -> Malformed "a position"

(** val by_columns : q list list -> q list list reading **)

let by_columns rows = match rows with
| [] -> Malformed "a matrix without a row"
| row0 :: _ ->
  if forallb (fun r -> Z.eqb (size r) (size row0)) rows
  then or_malformed "a matrix"
         (all_of (column_of rows) (count_up (size row0)))
  else Malformed "rows of different lengths"

(** val matrix_read : json -> q list list reading **)

let matrix_read j =
  then_ (weights_read a_rational j) by_columns

(** val value_read : json -> value reading **)

let value_read j = match j with
| JArray l ->
  (match l with
   | [] -> then_ (all_read a_rational l) (fun xs -> Read (ListValue xs))
   | j0 :: _ ->
     (match j0 with
      | JArray _ -> then_ (matrix_read j) (fun x -> Read (Matrix x))
      | _ -> then_ (all_read a_rational l) (fun xs -> Read (ListValue xs))))
| _ -> then_ (a_rational j) (fun x -> Read (Number x))

(** val binding_read : json -> value reading **)

let binding_read j = match j with
| JArray l -> then_ (all_read an_integer l) (fun v -> Read (Order v))
| _ -> then_ (an_integer j) (fun x -> Read (Number (integer x)))

(** val witness_read : json -> witness reading **)

let witness_read j =
  match fields
          ("at" :: ("bindings" :: ("left" :: ("points" :: ("relation" :: ("right" :: []))))))
          j with
  | Some l0 ->
    (match l0 with
     | [] -> Malformed "the keys of a witness"
     | at_ :: l1 ->
       (match l1 with
        | [] -> Malformed "the keys of a witness"
        | b :: l2 ->
          (match l2 with
           | [] -> Malformed "the keys of a witness"
           | l :: l3 ->
             (match l3 with
              | [] -> Malformed "the keys of a witness"
              | p :: l4 ->
                (match l4 with
                 | [] -> Malformed "the keys of a witness"
                 | rel :: l5 ->
                   (match l5 with
                    | [] -> Malformed "the keys of a witness"
                    | r :: l6 ->
                      (match l6 with
                       | [] ->
                         then_ (list_read position_read at_) (fun at_0 ->
                           then_ (each_pair binding_read b) (fun b0 ->
                             then_ (list_read matrix_read p) (fun p0 ->
                               match rel with
                               | JNull ->
                                 (match l with
                                  | JNull ->
                                    (match r with
                                     | JNull ->
                                       Read { at_positions = at_0;
                                         at_points = p0; bindings = b0;
                                         comparison0 = None }
                                     | _ ->
                                       Malformed "the relation of a witness")
                                  | _ -> Malformed "the relation of a witness")
                               | JString s ->
                                 then_ (value_read l) (fun l7 ->
                                   if (||) ((=) s "in") ((=) s "not in")
                                   then (match r with
                                         | JArray items0 ->
                                           (match items0 with
                                            | [] ->
                                              Malformed
                                                "the right side of a witness"
                                            | lo :: l8 ->
                                              (match l8 with
                                               | [] ->
                                                 Malformed
                                                   "the right side of a witness"
                                               | hi :: l9 ->
                                                 (match l9 with
                                                  | [] ->
                                                    then_ (value_read lo)
                                                      (fun lo0 ->
                                                      then_ (value_read hi)
                                                        (fun hi0 -> Read
                                                        { at_positions =
                                                        at_0; at_points = p0;
                                                        bindings = b0;
                                                        comparison0 = (Some
                                                        (((if (=) s "in"
                                                           then Inside
                                                           else Outside),
                                                        l7),
                                                        (lo0 :: (hi0 :: [])))) }))
                                                  | _ :: _ ->
                                                    Malformed
                                                      "the right side of a witness")))
                                         | _ ->
                                           Malformed
                                             "the right side of a witness")
                                   else then_
                                          (or_malformed
                                            "the relation of a witness"
                                            (relation_of s)) (fun rr ->
                                          then_ (value_read r) (fun r0 ->
                                            Read { at_positions = at_0;
                                            at_points = p0; bindings = b0;
                                            comparison0 = (Some (((Relation
                                            rr), l7), (r0 :: []))) })))
                               | _ -> Malformed "the relation of a witness")))
                       | _ :: _ -> Malformed "the keys of a witness")))))))
  | None -> Malformed "the keys of a witness"

(** val measure_read : json -> measure reading **)

let measure_read j =
  match fields
          ("max" :: ("max_at" :: ("min" :: ("min_at" :: ("sum" :: []))))) j with
  | Some l ->
    (match l with
     | [] -> Malformed "the keys of a measure"
     | high :: l0 ->
       (match l0 with
        | [] -> Malformed "the keys of a measure"
        | high_at :: l1 ->
          (match l1 with
           | [] -> Malformed "the keys of a measure"
           | low :: l2 ->
             (match l2 with
              | [] -> Malformed "the keys of a measure"
              | low_at :: l3 ->
                (match l3 with
                 | [] -> Malformed "the keys of a measure"
                 | sum :: l4 ->
                   (match l4 with
                    | [] ->
                      then_ (a_rational high) (fun high0 ->
                        then_ (position_read high_at) (fun high_at0 ->
                          then_ (a_rational low) (fun low0 ->
                            then_ (position_read low_at) (fun low_at0 ->
                              then_ (an_integer sum) (fun sum0 -> Read
                                { least = low0; least_at = low_at0;
                                greatest = high0; greatest_at = high_at0;
                                sum_modulo = sum0 })))))
                    | _ :: _ -> Malformed "the keys of a measure"))))))
  | None -> Malformed "the keys of a measure"

(** val step_keys : string list **)

let step_keys =
  "applicable" :: ("bound" :: ("evidence" :: ("failures" :: ("fold" :: ("given" :: ("kind" :: ("measure" :: ("name" :: ("over" :: ("points" :: ("reason" :: ("relation" :: ("says" :: ("statement" :: ("term" :: ("verdict" :: ("witness" :: [])))))))))))))))))

(** val older_step_keys : string list **)

let older_step_keys =
  "applicable" :: ("evidence" :: ("failures" :: ("fold" :: ("given" :: ("kind" :: ("measure" :: ("name" :: ("over" :: ("points" :: ("reason" :: ("says" :: ("statement" :: ("term" :: ("verdict" :: ("witness" :: [])))))))))))))))

(** val step_fields : json -> json list option **)

let step_fields j =
  match fields step_keys j with
  | Some l -> Some l
  | None ->
    (match fields older_step_keys j with
     | Some l ->
       (match l with
        | [] -> None
        | ap :: l0 ->
          (match l0 with
           | [] -> None
           | ev :: l1 ->
             (match l1 with
              | [] -> None
              | fa :: l2 ->
                (match l2 with
                 | [] -> None
                 | fo :: l3 ->
                   (match l3 with
                    | [] -> None
                    | gi :: l4 ->
                      (match l4 with
                       | [] -> None
                       | ki :: l5 ->
                         (match l5 with
                          | [] -> None
                          | me :: l6 ->
                            (match l6 with
                             | [] -> None
                             | na :: l7 ->
                               (match l7 with
                                | [] -> None
                                | ov :: l8 ->
                                  (match l8 with
                                   | [] -> None
                                   | po :: l9 ->
                                     (match l9 with
                                      | [] -> None
                                      | re :: l10 ->
                                        (match l10 with
                                         | [] -> None
                                         | sa :: l11 ->
                                           (match l11 with
                                            | [] -> None
                                            | st :: l12 ->
                                              (match l12 with
                                               | [] -> None
                                               | te :: l13 ->
                                                 (match l13 with
                                                  | [] -> None
                                                  | ve :: l14 ->
                                                    (match l14 with
                                                     | [] -> None
                                                     | wi :: l15 ->
                                                       (match l15 with
                                                        | [] ->
                                                          Some
                                                            (ap :: (JNull :: (ev :: (fa :: (fo :: (gi :: (ki :: (me :: (na :: (ov :: (po :: (re :: (JNull :: (sa :: (st :: (te :: (ve :: (wi :: []))))))))))))))))))
                                                        | _ :: _ -> None)))))))))))))))))
     | None -> None)

(** val step_read : json -> step reading **)

let step_read j =
  match step_fields j with
  | Some l ->
    (match l with
     | [] -> Malformed "the keys of a step"
     | ap :: l0 ->
       (match l0 with
        | [] -> Malformed "the keys of a step"
        | bo :: l1 ->
          (match l1 with
           | [] -> Malformed "the keys of a step"
           | ev :: l2 ->
             (match l2 with
              | [] -> Malformed "the keys of a step"
              | fa :: l3 ->
                (match l3 with
                 | [] -> Malformed "the keys of a step"
                 | fo :: l4 ->
                   (match l4 with
                    | [] -> Malformed "the keys of a step"
                    | gi :: l5 ->
                      (match l5 with
                       | [] -> Malformed "the keys of a step"
                       | ki :: l6 ->
                         (match l6 with
                          | [] -> Malformed "the keys of a step"
                          | me :: l7 ->
                            (match l7 with
                             | [] -> Malformed "the keys of a step"
                             | na :: l8 ->
                               (match l8 with
                                | [] -> Malformed "the keys of a step"
                                | ov :: l9 ->
                                  (match l9 with
                                   | [] -> Malformed "the keys of a step"
                                   | po :: l10 ->
                                     (match l10 with
                                      | [] -> Malformed "the keys of a step"
                                      | re :: l11 ->
                                        (match l11 with
                                         | [] ->
                                           Malformed "the keys of a step"
                                         | rel :: l12 ->
                                           (match l12 with
                                            | [] ->
                                              Malformed "the keys of a step"
                                            | sa :: l13 ->
                                              (match l13 with
                                               | [] ->
                                                 Malformed
                                                   "the keys of a step"
                                               | st :: l14 ->
                                                 (match l14 with
                                                  | [] ->
                                                    Malformed
                                                      "the keys of a step"
                                                  | te :: l15 ->
                                                    (match l15 with
                                                     | [] ->
                                                       Malformed
                                                         "the keys of a step"
                                                     | ve :: l16 ->
                                                       (match l16 with
                                                        | [] ->
                                                          Malformed
                                                            "the keys of a step"
                                                        | wi :: l17 ->
                                                          (match l17 with
                                                           | [] ->
                                                             then_
                                                               (a_string na)
                                                               (fun name ->
                                                               then_
                                                                 (a_string sa)
                                                                 (fun _ ->
                                                                 then_
                                                                   (a_string
                                                                    st)
                                                                   (fun hash ->
                                                                   match ev with
                                                                   | JNull ->
                                                                    then_
                                                                    (kind_read
                                                                    ki)
                                                                    (fun kind1 ->
                                                                    then_
                                                                    (list_read
                                                                    a_string
                                                                    ov)
                                                                    (fun ov0 ->
                                                                    then_
                                                                    (nullable
                                                                    term_of
                                                                    gi)
                                                                    (fun gi0 ->
                                                                    then_
                                                                    (fold_read
                                                                    fo bo rel)
                                                                    (fun fo0 ->
                                                                    then_
                                                                    (term_of
                                                                    te)
                                                                    (fun te0 ->
                                                                    then_
                                                                    (verdict_read
                                                                    ve)
                                                                    (fun ve0 ->
                                                                    then_
                                                                    (nullable
                                                                    a_string
                                                                    re)
                                                                    (fun re0 ->
                                                                    then_
                                                                    (match re0 with
                                                                    | Some why ->
                                                                    (match ve0 with
                                                                    | Holds ->
                                                                    Malformed
                                                                    "a reason where there is none"
                                                                    | Refuted ->
                                                                    Malformed
                                                                    "a reason where there is none"
                                                                    | Vacuous ->
                                                                    Malformed
                                                                    "a reason where there is none"
                                                                    | Inconclusive ->
                                                                    if 
                                                                    (fun s1 s2 ->
     let l1 = String.length s1 and l2 = String.length s2 in
     l1 <= l2 && String.sub s2 0 l1 = s1)
                                                                    "undecided at "
                                                                    why
                                                                    then 
                                                                    Unknown
                                                                    "a step of which nothing is claimed"
                                                                    else 
                                                                    Read ())
                                                                    | None ->
                                                                    Read ())
                                                                    (fun _ ->
                                                                    then_
                                                                    (an_integer
                                                                    po)
                                                                    (fun po0 ->
                                                                    then_
                                                                    (an_integer
                                                                    ap)
                                                                    (fun ap0 ->
                                                                    then_
                                                                    (an_integer
                                                                    fa)
                                                                    (fun fa0 ->
                                                                    then_
                                                                    (nullable
                                                                    witness_read
                                                                    wi)
                                                                    (fun wi0 ->
                                                                    then_
                                                                    (nullable
                                                                    measure_read
                                                                    me)
                                                                    (fun me0 ->
                                                                    Read
                                                                    { step_name =
                                                                    name;
                                                                    kind =
                                                                    kind1;
                                                                    over =
                                                                    ov0;
                                                                    given =
                                                                    gi0;
                                                                    the_fold =
                                                                    fo0;
                                                                    the_term =
                                                                    te0;
                                                                    statement_hash =
                                                                    hash;
                                                                    the_verdict =
                                                                    ve0;
                                                                    reason_given =
                                                                    (match re0 with
                                                                    | Some _ ->
                                                                    true
                                                                    | None ->
                                                                    false);
                                                                    points =
                                                                    po0;
                                                                    applicable =
                                                                    ap0;
                                                                    failures =
                                                                    fa0;
                                                                    the_witness =
                                                                    wi0;
                                                                    the_measure =
                                                                    me0 })))))))))))))
                                                                   | _ ->
                                                                    Unknown
                                                                    "evidence of a step")))
                                                           | _ :: _ ->
                                                             Malformed
                                                               "the keys of a step")))))))))))))))))))
  | None -> Malformed "the keys of a step"

(** val parameter_read : string -> json -> parameter reading **)

let parameter_read name j =
  match integer_of j with
  | Some z0 -> Read (Integer z0)
  | None ->
    then_ (a_string j) (fun s ->
      if (||)
           ((||) (existsb ((=) name) ("d" :: ("n" :: ("m" :: []))))
             ((fun s1 s2 ->
     let l1 = String.length s1 and l2 = String.length s2 in
     l1 <= l2 && String.sub s2 0 l1 = s1)
               "0x" s))
           ((fun s1 s2 ->
     let l1 = String.length s1 and l2 = String.length s2 in
     l1 <= l2 && String.sub s2 0 l1 = s1)
             "-0x" s)
      then Malformed "a parameter that is no integer"
      else Read (Word s))

(** val parameters_read : json -> (string * parameter) list reading **)

let parameters_read j =
  then_ (pairs_of j) (fun l ->
    all_read (fun pat ->
      let (name, v) = pat in
      then_ (parameter_read name v) (fun x -> Read (name, x))) l)

(** val definition_read : json -> (string * term) reading **)

let definition_read = function
| JArray items0 ->
  (match items0 with
   | [] -> Malformed "a definition"
   | j0 :: l ->
     (match j0 with
      | JString x ->
        (match l with
         | [] -> Malformed "a definition"
         | t0 :: l0 ->
           (match l0 with
            | [] -> then_ (term_of t0) (fun t1 -> Read (x, t1))
            | _ :: _ -> Malformed "a definition"))
      | _ -> Malformed "a definition"))
| _ -> Malformed "a definition"

(** val part_read : json -> part reading **)

let part_read j =
  match fields ("steps" :: ("undecided" :: ("words" :: []))) j with
  | Some l ->
    (match l with
     | [] -> Malformed "the keys of a part"
     | s :: l0 ->
       (match l0 with
        | [] -> Malformed "the keys of a part"
        | u :: l1 ->
          (match l1 with
           | [] -> Malformed "the keys of a part"
           | w :: l2 ->
             (match l2 with
              | [] ->
                then_ (list_read a_string s) (fun s0 ->
                  then_ (nullable a_string u) (fun u0 ->
                    then_ (a_string w) (fun w0 ->
                      if (=) w0 ""
                      then Malformed "a part without words"
                      else (match u0 with
                            | Some why ->
                              if (=) why ""
                              then Malformed
                                     "a part that is undecided without a reason"
                              else Read { part_steps = s0; part_undecided =
                                     true }
                            | None ->
                              Read { part_steps = s0; part_undecided = false }))))
              | _ :: _ -> Malformed "the keys of a part"))))
  | None -> Malformed "the keys of a part"

(** val overall_read : json -> overall reading **)

let overall_read j =
  then_ (a_string j) (fun s ->
    if (=) s "holds"
    then Read OverallHolds
    else if (=) s "holds in part"
         then Read HoldsInPart
         else if (=) s "refuted"
              then Read OverallRefuted
              else if (=) s "vacuous"
                   then Read OverallVacuous
                   else if (=) s "inconclusive"
                        then Read OverallInconclusive
                        else Malformed "the verdict")

(** val scope_read : json -> bool reading **)

let scope_read j =
  then_ (a_string j) (fun s ->
    if (=) s "enumerated"
    then Read false
    else if (=) s "runs" then Read true else Unknown ((^) "the scope " s))

(** val decided_keys : string list **)

let decided_keys =
  "claim" :: ("definitions" :: ("domains" :: ("judged" :: ("networks" :: ("parameters" :: ("parts" :: ("prime" :: ("scope" :: ("source" :: ("steps" :: ("title" :: ("values" :: ("verdict" :: [])))))))))))))

(** val statement_written : json -> statement reading **)

let statement_written j =
  then_ (pairs_of j) (fun l ->
    then_
      (match lookup "scope" l with
       | Some scope -> scope_read scope
       | None -> Malformed "no scope") (fun _ ->
      match fields decided_keys j with
      | Some l0 ->
        (match l0 with
         | [] -> Malformed "the keys of the hashed part"
         | claim0 :: l1 ->
           (match l1 with
            | [] -> Malformed "the keys of the hashed part"
            | defs :: l2 ->
              (match l2 with
               | [] -> Malformed "the keys of the hashed part"
               | doms :: l3 ->
                 (match l3 with
                  | [] -> Malformed "the keys of the hashed part"
                  | judged0 :: l4 ->
                    (match l4 with
                     | [] -> Malformed "the keys of the hashed part"
                     | nets :: l5 ->
                       (match l5 with
                        | [] -> Malformed "the keys of the hashed part"
                        | params :: l6 ->
                          (match l6 with
                           | [] -> Malformed "the keys of the hashed part"
                           | parts0 :: l7 ->
                             (match l7 with
                              | [] -> Malformed "the keys of the hashed part"
                              | pr :: l8 ->
                                (match l8 with
                                 | [] ->
                                   Malformed "the keys of the hashed part"
                                 | scope :: l9 ->
                                   (match l9 with
                                    | [] ->
                                      Malformed "the keys of the hashed part"
                                    | source :: l10 ->
                                      (match l10 with
                                       | [] ->
                                         Malformed
                                           "the keys of the hashed part"
                                       | steps0 :: l11 ->
                                         (match l11 with
                                          | [] ->
                                            Malformed
                                              "the keys of the hashed part"
                                          | title :: l12 ->
                                            (match l12 with
                                             | [] ->
                                               Malformed
                                                 "the keys of the hashed part"
                                             | vals :: l13 ->
                                               (match l13 with
                                                | [] ->
                                                  Malformed
                                                    "the keys of the hashed part"
                                                | verdict0 :: l14 ->
                                                  (match l14 with
                                                   | [] ->
                                                     then_ (scope_read scope)
                                                       (fun runs ->
                                                       then_
                                                         (a_string claim0)
                                                         (fun claim1 ->
                                                         then_
                                                           (a_string source)
                                                           (fun _ ->
                                                           then_
                                                             (a_string title)
                                                             (fun _ ->
                                                             then_
                                                               (an_integer pr)
                                                               (fun p ->
                                                               if negb
                                                                    (Z.eqb p
                                                                    prime)
                                                               then Malformed
                                                                    "the prime"
                                                               else then_
                                                                    (parameters_read
                                                                    params)
                                                                    (fun params0 ->
                                                                    then_
                                                                    (list_read
                                                                    definition_read
                                                                    defs)
                                                                    (fun defs0 ->
                                                                    then_
                                                                    (each_pair
                                                                    a_rational
                                                                    vals)
                                                                    (fun vals0 ->
                                                                    then_
                                                                    (each_pair
                                                                    network_of
                                                                    nets)
                                                                    (fun nets0 ->
                                                                    then_
                                                                    (list_read
                                                                    domain_of_json
                                                                    doms)
                                                                    (fun doms0 ->
                                                                    then_
                                                                    (list_read
                                                                    step_read
                                                                    steps0)
                                                                    (fun steps1 ->
                                                                    then_
                                                                    (list_read
                                                                    part_read
                                                                    parts0)
                                                                    (fun parts1 ->
                                                                    then_
                                                                    (list_read
                                                                    a_string
                                                                    judged0)
                                                                    (fun judged1 ->
                                                                    then_
                                                                    (overall_read
                                                                    verdict0)
                                                                    (fun verdict1 ->
                                                                    Read
                                                                    { claim =
                                                                    claim1;
                                                                    parameters =
                                                                    params0;
                                                                    definitions =
                                                                    defs0;
                                                                    values =
                                                                    vals0;
                                                                    networks =
                                                                    nets0;
                                                                    domains =
                                                                    doms0;
                                                                    steps =
                                                                    steps1;
                                                                    parts =
                                                                    parts1;
                                                                    judged =
                                                                    judged1;
                                                                    in_runs =
                                                                    runs;
                                                                    conclusion =
                                                                    verdict1 }))))))))))))))
                                                   | _ :: _ ->
                                                     Malformed
                                                       "the keys of the hashed part")))))))))))))))
      | None -> Malformed "the keys of the hashed part"))

(** val mentioned : string list -> json -> string list -> string list **)

let rec mentioned operators0 j known =
  let among =
    let rec go l known0 =
      match l with
      | [] -> known0
      | x :: rest -> go rest (mentioned operators0 x known0)
    in go
  in
  (match j with
   | JArray l ->
     among l
       (match l with
        | [] -> known
        | j0 :: l0 ->
          (match j0 with
           | JString op ->
             (match l0 with
              | [] -> known
              | j1 :: _ ->
                (match j1 with
                 | JString name ->
                   if existsb ((=) op) operators0
                   then name :: known
                   else known
                 | _ -> known))
           | _ -> known))
   | JObject l ->
     let rec go l0 known0 =
       match l0 with
       | [] -> known0
       | p :: rest ->
         let (_, x) = p in go rest (mentioned operators0 x known0)
     in go l known
   | _ -> known)

(** val reached : json list -> string list -> json list -> json list **)

let rec reached reversed names chosen0 =
  match reversed with
  | [] -> chosen0
  | d :: rest ->
    (match d with
     | JArray items0 ->
       (match items0 with
        | [] -> reached rest names chosen0
        | j :: l ->
          (match j with
           | JString x ->
             (match l with
              | [] -> reached rest names chosen0
              | t0 :: l0 ->
                (match l0 with
                 | [] ->
                   if existsb ((=) x) names
                   then reached rest (mentioned ("def" :: []) t0 names)
                          (d :: chosen0)
                   else reached rest names chosen0
                 | _ :: _ -> reached rest names chosen0))
           | _ -> reached rest names chosen0))
     | _ -> reached rest names chosen0)

(** val field : string -> json -> json **)

let field name = function
| JObject l -> (match lookup name l with
                | Some v -> v
                | None -> JNull)
| _ -> JNull

(** val items_in : json -> json list **)

let items_in = function
| JArray l -> l
| _ -> []

(** val specs_over : json list -> json -> json list **)

let specs_over doms st =
  flat_map (fun name ->
    flat_map (fun d ->
      match name with
      | JString x ->
        (match field "name" d with
         | JString y ->
           if (=) x y
           then (JArray (name :: ((field "spec" d) :: []))) :: []
           else []
         | _ -> [])
      | _ -> []) doms) (items_in (field "over" st))

(** val said : json -> json list **)

let said st =
  (field "given" st) :: ((field "term" st) :: ((field "bound" st) :: (
    (field "fold" st) :: [])))

(** val hashed : json list -> json list -> json -> json **)

let hashed defs doms st =
  let specs = specs_over doms st in
  let used =
    reached (rev defs)
      (mentioned ("def" :: []) (JArray (app (said st) specs)) []) []
  in
  let bound =
    match field "bound" st with
    | JNull -> []
    | JBool b0 -> ("bound", (JBool b0)) :: []
    | x -> ("bound", x) :: []
  in
  let rel =
    match field "bound" st with
    | JNull -> []
    | JBool _ -> ("relation", (field "relation" st)) :: []
    | _ -> ("relation", (field "relation" st)) :: []
  in
  JObject
  (app bound
    (app (("definitions", (JArray used)) :: (("domains", (JArray
      specs)) :: (("fold", (field "fold" st)) :: (("given",
      (field "given" st)) :: []))))
      (app rel (("term", (field "term" st)) :: []))))

(** val hash_right : json list -> json list -> json -> bool **)

let hash_right defs doms st =
  match field "statement" st with
  | JString s -> (=) s (digest_of (hashed defs doms st))
  | _ -> false

(** val idle : json -> string list **)

let idle j =
  let sts = items_in (field "steps" j) in
  let doms = items_in (field "domains" j) in
  let defs = items_in (field "definitions" j) in
  let over0 =
    flat_map (fun st ->
      flat_map (fun x ->
        match x with
        | JNull -> []
        | JBool _ -> []
        | JInt _ -> []
        | JString s -> s :: []
        | _ -> []) (items_in (field "over" st))) sts
  in
  let texts = JArray (app (flat_map said sts) (map (field "spec") doms)) in
  let used = reached (rev defs) (mentioned ("def" :: []) texts []) [] in
  let nets =
    mentioned ("stage" :: ("after" :: ("layer" :: ("network" :: []))))
      (JArray (texts :: ((JArray used) :: []))) []
  in
  let unused = fun names known ->
    filter (fun x -> negb (existsb ((=) x) known)) names
  in
  let named =
    flat_map (fun x ->
      match x with
      | JNull -> []
      | JBool _ -> []
      | JInt _ -> []
      | JString s -> s :: []
      | _ -> [])
  in
  app (unused (named (map (field "name") doms)) over0)
    (app
      (unused
        (named
          (map (fun d ->
            match d with
            | JArray items0 -> (match items0 with
                                | [] -> JNull
                                | x :: _ -> x)
            | _ -> JNull) defs))
        (named
          (map (fun d ->
            match d with
            | JArray items0 -> (match items0 with
                                | [] -> JNull
                                | x :: _ -> x)
            | _ -> JNull) used)))
      (unused
        (match field "networks" j with
         | JNull -> []
         | JBool _ -> []
         | JInt _ -> []
         | JString _ -> []
         | JArray _ -> []
         | JObject l -> map fst l) nets))

(** val statement_of : json -> statement reading **)

let statement_of j =
  then_ (statement_written j) (fun s ->
    if forallb
         (hash_right (items_in (field "definitions" j))
           (items_in (field "domains" j))) (items_in (field "steps" j))
    then (match idle j with
          | [] -> Read s
          | x :: _ -> Malformed ((^) "no step speaks of " x))
    else Malformed "the hash of a step is not that of what it says")

(** val domain_listed : context -> domain -> (string * matrix list) option **)

let domain_listed c d =
  bind (enumerate c d.domain_spec) (fun l ->
    if Z.eqb (size l) d.domain_points then Some (d.domain_name, l) else None)

(** val list_domains :
    context -> domain list -> (string * matrix list) list option **)

let list_domains c ds =
  all_of (domain_listed c) ds

(** val for_all : ('a1 -> answer) -> 'a1 list -> answer **)

let rec for_all f = function
| [] -> Yes
| x :: rest ->
  (match f x with
   | Yes -> for_all f rest
   | No -> No
   | NotDecided -> (match for_all f rest with
                    | Yes -> NotDecided
                    | x0 -> x0))

(** val same_values : (string * q) list -> (string * q) list -> bool **)

let same_values =
  same_lookups rational_eqb

(** val known_steps : statement -> bool **)

let known_steps s =
  forallb (fun name ->
    existsb ((=) name) (map (fun s0 -> s0.step_name) s.steps)) s.judged

(** val overall_eqb : overall -> overall -> bool **)

let overall_eqb a b =
  match a with
  | OverallHolds -> (match b with
                     | OverallHolds -> true
                     | _ -> false)
  | HoldsInPart -> (match b with
                    | HoldsInPart -> true
                    | _ -> false)
  | OverallRefuted -> (match b with
                       | OverallRefuted -> true
                       | _ -> false)
  | OverallVacuous -> (match b with
                       | OverallVacuous -> true
                       | _ -> false)
  | OverallInconclusive ->
    (match b with
     | OverallInconclusive -> true
     | _ -> false)

(** val reason_fits : step -> bool **)

let reason_fits st =
  (||) (negb st.reason_given) (verdict_eqb st.the_verdict Inconclusive)

(** val written_right : statement -> context -> bool **)

let written_right s c =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&)
              ((&&)
                ((&&)
                  ((&&)
                    ((&&) (same_values s.values c.known_definitions)
                      (all_different (=) (map fst s.values)))
                    (forallb (fun n0 -> well_formed_network (snd n0))
                      s.networks))
                  (all_different (=) (map (fun d -> d.domain_name) s.domains)))
                (all_different (=) (map (fun s0 -> s0.step_name) s.steps)))
              (known_steps s)) (parts_well_formed s.parts s.judged))
          (overall_eqb s.conclusion (conclusion_of s.steps s.parts s.judged)))
        (all_different (=) (map fst s.parameters)))
      (all_different (=) (map fst s.networks))) (forallb reason_fits s.steps)

(** val not_decided : string **)

let not_decided =
  "a sum modulo the prime"

type decision =
| IsTrue
| IsFalse of string
| Left of string

(** val decide : statement -> decision **)

let decide s =
  match define { known_parameters = s.parameters; known_definitions = [];
          known_networks = s.networks } s.definitions with
  | Some c ->
    if written_right s c
    then (match list_domains c s.domains with
          | Some ls ->
            let step0 = quick_step c s.domains ls (prepared_networks c) in
            (match for_all (fun st -> step0 st (stands_alone c s.domains st))
                     s.steps with
             | Yes -> IsTrue
             | No -> IsFalse "a step is not as it is said to be"
             | NotDecided -> Left not_decided)
          | None ->
            IsFalse
              "a domain is not what it should be, or has another number of points")
    else IsFalse "values, networks, names, parts or the verdict"
  | None -> IsFalse "a definition has no value"

type answer0 =
| Confirmed of statement
| Wrong of string
| NotRechecked of string
| Unreadable

(** val other_digest : char list -> bool **)

let other_digest b =
  match parse_file b with
  | Some p ->
    let (p0, digest) = p in
    let (decided, run0) = p0 in
    (&&)
      ((&&) ((&&) (canonical decided) (canonical (JString digest)))
        (negb ((=) digest (digest_of decided))))
      (same_bytes (layout_bytes decided digest run0) b)
  | None -> false

(** val check : char list -> answer0 **)

let check b =
  match read_file b with
  | Some p ->
    let (p0, _) = p in
    let (decided, _) = p0 in
    (match statement_of decided with
     | Read s ->
       (match decide s with
        | IsTrue -> Confirmed s
        | IsFalse why -> Wrong why
        | Left what -> NotRechecked what)
     | Malformed why -> Wrong why
     | Unknown what -> NotRechecked what)
  | None ->
    if other_digest b
    then Wrong "the digest is not that of the hashed part"
    else Unreadable

(** val context_of : statement -> context option **)

let context_of s =
  define { known_parameters = s.parameters; known_definitions = [];
    known_networks = s.networks } s.definitions

type manner =
| Same
| ByColumn
| AColumn

(** val order_free_network : context -> string -> bool **)

let order_free_network c name =
  match lookup name c.known_networks with
  | Some n0 -> negb (order_matters n0)
  | None -> false

(** val manner_of :
    context -> (string * bool) list -> term -> manner option **)

let rec manner_of c around t0 =
  let same0 = fun t1 ->
    match manner_of c around t1 with
    | Some m -> (match m with
                 | Same -> true
                 | _ -> false)
    | None -> false
  in
  let when0 = fun b -> if b then Some Same else None in
  let through = fun n0 m ->
    match manner_of c around m with
    | Some m0 ->
      (match m0 with
       | Same -> Some Same
       | ByColumn -> if order_free_network c n0 then Some ByColumn else None
       | AColumn -> None)
    | None -> None
  in
  let inner = fun x b body ->
    match manner_of c ((x, b) :: around) body with
    | Some m -> (match m with
                 | Same -> true
                 | _ -> false)
    | None -> false
  in
  (match t0 with
   | Var x ->
     (match lookup x around with
      | Some b -> if b then Some AColumn else Some Same
      | None -> Some Same)
   | Connect (_, ts) -> when0 (everywhere same0 ts)
   | Minus (a, b) -> when0 ((&&) (same0 a) (same0 b))
   | Negative a -> when0 (same0 a)
   | Quotient (a, b) -> when0 ((&&) (same0 a) (same0 b))
   | Power (a, b) -> when0 ((&&) (same0 a) (same0 b))
   | Floor a -> when0 (same0 a)
   | Compare (r, a, b) ->
     (match manner_of c around a with
      | Some m ->
        (match m with
         | Same ->
           (match manner_of c around b with
            | Some m0 -> (match m0 with
                          | Same -> Some Same
                          | _ -> None)
            | None -> None)
         | ByColumn ->
           (match manner_of c around b with
            | Some m0 -> (match m0 with
                          | ByColumn -> Some Same
                          | _ -> None)
            | None -> None)
         | AColumn ->
           (match manner_of c around b with
            | Some m0 ->
              (match m0 with
               | AColumn ->
                 (match r with
                  | Equal -> Some Same
                  | Unequal -> Some Same
                  | _ -> None)
               | _ -> None)
            | None -> None))
      | None -> None)
   | Within (_, a, b, c0) ->
     when0 ((&&) ((&&) (same0 a) (same0 b)) (same0 c0))
   | Not a -> when0 (same0 a)
   | Implies (a, b) -> when0 ((&&) (same0 a) (same0 b))
   | If (a, b, c0) -> when0 ((&&) ((&&) (same0 a) (same0 b)) (same0 c0))
   | Select (k, ts) -> when0 ((&&) (same0 k) (everywhere same0 ts))
   | Range (q0, x, lo, hi, body) ->
     if (&&)
          (match lo with
           | Int z0 ->
             ((fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
                (fun _ -> false)
                (fun p0 ->
                (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
                  (fun _ -> false)
                  (fun _ -> false)
                  (fun _ -> match hi with
                            | Param p -> (=) p "n"
                            | _ -> false)
                  p0)
                (fun _ -> false)
                z0)
           | _ -> false) (inner x true body)
     then Some (match q0 with
                | ListOf -> ByColumn
                | _ -> Same)
     else when0 ((&&) ((&&) (same0 lo) (same0 hi)) (inner x false body))
   | Item (l, k) ->
     (match manner_of c around l with
      | Some m ->
        (match m with
         | Same ->
           (match manner_of c around k with
            | Some m0 -> (match m0 with
                          | Same -> Some Same
                          | _ -> None)
            | None -> None)
         | ByColumn ->
           (match manner_of c around k with
            | Some m0 -> (match m0 with
                          | AColumn -> Some Same
                          | _ -> None)
            | None -> None)
         | AColumn -> None)
      | None -> None)
   | MatrixEntry (m, i, j) ->
     (match manner_of c around m with
      | Some m0 ->
        (match m0 with
         | Same ->
           (match manner_of c around j with
            | Some m1 -> (match m1 with
                          | Same -> when0 (same0 i)
                          | _ -> None)
            | None -> None)
         | ByColumn ->
           (match manner_of c around j with
            | Some m1 ->
              (match m1 with
               | AColumn -> when0 (same0 i)
               | _ -> None)
            | None -> None)
         | AColumn -> None)
      | None -> None)
   | Distinct l ->
     (match manner_of c around l with
      | Some m -> (match m with
                   | AColumn -> None
                   | _ -> Some Same)
      | None -> None)
   | Dot (u, m) ->
     if same0 u
     then (match manner_of c around m with
           | Some m0 -> (match m0 with
                         | AColumn -> None
                         | x -> Some x)
           | None -> None)
     else None
   | Point -> Some ByColumn
   | NamedStage (n0, _, m) -> through n0 m
   | Stage (n0, k, m) -> if same0 k then through n0 m else None
   | After (n0, k, m) -> if same0 k then through n0 m else None
   | Layer (n0, k, m) -> if same0 k then through n0 m else None
   | Permutations (x, p) -> when0 (inner x false p)
   | Permuted (m, x) ->
     when0
       ((&&) (same0 m)
         (match lookup x around with
          | Some b -> if b then false else true
          | None -> true))
   | Columns (a, b, c0) -> when0 ((&&) ((&&) (same0 a) (same0 b)) (same0 c0))
   | _ -> Some Same)

(** val keeps_value : context -> term -> bool **)

let keeps_value c t0 =
  match manner_of c [] t0 with
  | Some m -> (match m with
               | Same -> true
               | _ -> false)
  | None -> false

(** val keeps_numbers : context -> term -> bool **)

let keeps_numbers c t0 =
  match manner_of c [] t0 with
  | Some m -> (match m with
               | AColumn -> false
               | _ -> true)
  | None -> false

(** val keeps_orders : context -> step -> bool **)

let keeps_orders c st =
  (&&) (match st.given with
        | Some g -> keeps_value c g
        | None -> true)
    (match st.the_fold with
     | Each -> keeps_value c st.the_term
     | DistinctNumbers -> keeps_numbers c st.the_term
     | Apart (_, _) -> keeps_numbers c st.the_term
     | _ -> false)

type speech =
| AllOrders
| SortedRepresentatives
| Points

(** val speaks_of : context -> domain list -> step -> speech **)

let speaks_of c ds st =
  let among = fun p ->
    existsb (fun d ->
      (&&) (existsb ((=) d.domain_name) st.over) (p d.domain_spec)) ds
  in
  if among over_orbits
  then if (&&) (keeps_orders c st)
            (negb
              (among (fun sp -> (&&) (over_orbits sp) (negb (is_orbits sp)))))
       then AllOrders
       else SortedRepresentatives
  else Points

(** val speech_of : statement -> step -> speech **)

let speech_of s st =
  match context_of s with
  | Some c -> speaks_of c s.domains st
  | None -> Points
