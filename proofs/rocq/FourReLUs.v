(** * Four ReLUs: at finitely many points they have the values of an activation in Phi *)

From Coq Require Import List Arith Bool Lia Reals Lra Classical.
From Exactua Require Import Networks NetworkLaws NetworkSizes Matrices SoftmaxLimit.
Import ListNotations.
Open Scope R_scope.

(** Sums of two, and of four ReLUs of affine functions, the latter with a constant. *)
Definition two_units (g : R -> R) : Prop := exists w a c w' a' c', forall t,
  g t = w * Rmax 0 (a * t + c) + w' * Rmax 0 (a' * t + c').
Definition four_units (g : R -> R) : Prop := exists (w a c : nat -> R) k, forall t,
  g t = total (F := reals) 4 (fun b => w b * Rmax 0 (a b * t + c b)) + k.

Definition four (x0 x1 x2 x3 : R) (b : nat) : R := match b with 0 => x0 | 1 => x1 | 2 => x2 | _ => x3 end%nat.

Lemma two_and_two : forall g h k f, two_units g -> two_units h -> (forall t, f t = k + g t + h t) -> four_units f.
Proof.
  intros g h k f (w0 & a0 & c0 & w1 & a1 & c1 & G) (w2 & a2 & c2 & w3 & a3 & c3 & H) F.
  exists (four w0 w1 w2 w3), (four a0 a1 a2 a3), (four c0 c1 c2 c3), k. intro t. rewrite F, G, H. cbn. ring.
Qed.

Lemma no_units : two_units (fun _ => 0).
Proof. exists 0, 0, 0, 0, 0, 0. intro t. ring. Qed.

Lemma one_unit : forall w a c, two_units (fun t => w * Rmax 0 (a * t + c)).
Proof. intros w a c. exists w, a, c, 0, 0, 0. intro t. ring. Qed.

Lemma Rmax_above : forall x, 0 <= x -> Rmax 0 x = x.
Proof. intros. apply Rmax_right. assumption. Qed.

Lemma Rmax_below : forall x, x <= 0 -> Rmax 0 x = 0.
Proof. intros. apply Rmax_left. assumption. Qed.

(** 0 up to a, and s t + i from b on; in between, on the line from one to the other. *)
Lemma right_ramp : forall a b s i, a < b -> exists g, two_units g /\ (forall t, t <= a -> g t = 0) /\
  (forall t, b <= t -> g t = s * t + i) /\
  (forall t, a <= t <= b -> exists x, 0 <= x <= 1 /\ g t = x * (s * b + i)).
Proof.
  intros a b s i H. set (w := (s * b + i) / (b - a)). assert (W : w * (b - a) = s * b + i) by (unfold w; field; lra).
  exists (fun t => w * Rmax 0 (1 * t + - a) + (s - w) * Rmax 0 (1 * t + - b)).
  split; [exists w, 1, (- a), (s - w), 1, (- b); reflexivity|]. repeat split.
  - intros t Ht. rewrite !Rmax_below by lra. ring.
  - intros t Ht. rewrite !Rmax_above by lra.
    replace (w * (1 * t + - a) + (s - w) * (1 * t + - b)) with (w * (b - a) + s * (t - b)) by ring. rewrite W. ring.
  - intros t Ht. rewrite (Rmax_above (1 * t + - a)), (Rmax_below (1 * t + - b)) by lra.
    assert (P : 0 < / (b - a)) by (apply Rinv_0_lt_compat; lra).
    exists ((t - a) * / (b - a)). split; [split; [apply Rmult_le_pos; lra|]|].
    + apply (Rmult_le_reg_r (b - a)); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra.
    + unfold w, Rdiv. ring.
Qed.

(** The same from right to left. *)
Lemma left_ramp : forall a b s i, a < b -> exists g, two_units g /\ (forall t, b <= t -> g t = 0) /\
  (forall t, t <= a -> g t = s * t + i) /\
  (forall t, a <= t <= b -> exists x, 0 <= x <= 1 /\ g t = x * (s * a + i)).
Proof.
  intros a b s i H.
  destruct (right_ramp (- b) (- a) (- s) i ltac:(lra)) as (g & (w & x & c & w' & x' & c' & U) & L & B & M).
  exists (fun t => g (- t)). split; [|split; [|split]].
  - exists w, (- x), c, w', (- x'), c'. intro t. rewrite U.
    replace (x * - t) with (- x * t) by ring. replace (x' * - t) with (- x' * t) by ring. reflexivity.
  - intros t Ht. apply L. lra.
  - intros t Ht. rewrite B by lra. ring.
  - intros t Ht. destruct (M (- t) ltac:(lra)) as (y & Hy & E). exists y. split; [exact Hy|]. rewrite E. ring.
Qed.

(** ** Intervals *)

Definition interval (P : R -> bool) : Prop := forall x y z, x <= y <= z -> P x = true -> P z = true -> P y = true.
Definition apart (P Q : R -> bool) : Prop := forall t, P t = true -> Q t = true -> False.
Definition before (P Q : R -> bool) : Prop := forall x y, P x = true -> Q y = true -> x < y.
Definition somewhere (P : R -> bool) : Prop := exists t, P t = true.

Lemma one_is_before : forall P Q, interval P -> interval Q -> apart P Q -> somewhere P -> somewhere Q ->
  before P Q \/ before Q P.
Proof.
  assert (G : forall P Q p q, interval P -> interval Q -> apart P Q -> P p = true -> Q q = true -> p < q -> before P Q).
  { intros P Q p q IP IQ D Hp Hq L x y Hx Hy. destruct (Rlt_dec x y) as [|N]; [assumption|]. exfalso.
    destruct (Rle_dec y p) as [A|A].
    - apply (D p Hp). apply (IQ y p q); [lra|assumption..].
    - apply (D y); [|exact Hy]. apply (IP p y x); [lra|assumption..]. }
  intros P Q IP IQ D (p & Hp) (q & Hq). destruct (Rtotal_order p q) as [L|[->|L]].
  - left. apply (G P Q p q); assumption.
  - destruct (D q Hp Hq).
  - right. apply (G Q P q p); try assumption. intros t A B. apply (D t B A).
Qed.

(** Of finitely many points, a is at or after all those of P, and b at or before all those of Q. *)
Lemma separated : forall P Q (T : list R), before P Q -> somewhere P -> somewhere Q ->
  exists a b, P a = true /\ Q b = true /\ a < b /\
    (forall t, In t T -> P t = true -> t <= a) /\ (forall t, In t T -> Q t = true -> b <= t).
Proof.
  intros P Q T B (p & Hp) (q & Hq). induction T as [|t T (a & b & Ha & Hb & L & TP & TQ)].
  - exists p, q. repeat split; auto; intros ? [].
  - assert (A : exists a', P a' = true /\ a <= a' /\ (P t = true -> t <= a')).
    { destruct (P t) eqn:E; [|exists a; repeat split; [assumption|lra|discriminate]].
      destruct (Rle_dec a t); [exists t|exists a]; repeat split; auto; intros; lra. }
    assert (A' : exists b', Q b' = true /\ b' <= b /\ (Q t = true -> b' <= t)).
    { destruct (Q t) eqn:E; [|exists b; repeat split; [assumption|lra|discriminate]].
      destruct (Rle_dec t b); [exists t|exists b]; repeat split; auto; intros; lra. }
    destruct A as (a' & Pa & La & Ta), A' as (b' & Qb & Lb & Tb). exists a', b'. repeat split; auto.
    + intros x [<-|I] Hx; [auto|]. specialize (TP x I Hx). lra.
    + intros x [<-|I] Hx; [auto|]. specialize (TQ x I Hx). lra.
Qed.

(** A ramp between a and b, with the same bound for all that are as steep, and as high, at most. *)
Definition at_most_linear (corner : R -> Prop) (S I : R) (g : R -> R) : Prop :=
  forall K, (forall x, corner x -> Rabs x <= K) -> forall t, Rabs t <= K -> Rabs (g t) <= S * K + I.

Lemma linear_bound : forall s i t K S I, Rabs s <= S -> Rabs i <= I -> Rabs t <= K -> Rabs (s * t + i) <= S * K + I.
Proof.
  intros s i t K S I Hs Hi Ht. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
  apply Rplus_le_compat; [|exact Hi]. apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Lemma part_bound : forall x y B, 0 <= x <= 1 -> Rabs y <= B -> Rabs (x * y) <= B.
Proof.
  intros x y B Hx Hy. rewrite Rabs_mult, (Rabs_right x) by lra. apply Rle_trans with (1 * Rabs y); [|lra].
  apply Rmult_le_compat_r; [apply Rabs_pos|lra].
Qed.

Lemma linear_not_negative : forall K S I t, 0 <= S -> 0 <= I -> Rabs t <= K -> Rabs 0 <= S * K + I.
Proof. intros K S I t HS HI Ht. rewrite Rabs_R0. pose proof (Rabs_pos t). pose proof (Rmult_le_pos S K). lra. Qed.

Section Pieces.
  (** T has the points that matter; ramps begin and end at corners. *)
  Variables (C P Q : R -> bool) (T corner : R -> Prop) (c s i s' i' : R).
  Hypotheses (C_interval : interval C) (P_interval : interval P) (Q_interval : interval Q).
  Hypotheses (CP : apart C P) (CQ : apart C Q) (PQ : apart P Q) (C_somewhere : somewhere C).

  Definition a_piece (X : R -> bool) : Prop := X = C \/ X = P \/ X = Q.
  Hypothesis separable : forall X Y, a_piece X -> a_piece Y -> before X Y -> somewhere X -> somewhere Y ->
    exists a b, X a = true /\ Y b = true /\ a < b /\ corner a /\ corner b /\
      (forall t, T t -> X t = true -> t <= a) /\ (forall t, T t -> Y t = true -> b <= t).

  Definition steepest : R := Rabs s + Rabs s'.
  Definition highest : R := Rabs i + Rabs i' + Rabs c.

  Lemma steepest_positive : 0 <= steepest.
  Proof. unfold steepest. pose proof (Rabs_pos s). pose proof (Rabs_pos s'). lra. Qed.

  Lemma highest_positive : 0 <= highest.
  Proof. unfold highest. pose proof (Rabs_pos i). pose proof (Rabs_pos i'). pose proof (Rabs_pos c). lra. Qed.

  (** A ramp between the points of X and those of Y that follow. *)
  Lemma ramp_after : forall X Y x y, Rabs x <= steepest -> Rabs y <= highest -> a_piece X -> a_piece Y -> before X Y ->
    somewhere X -> somewhere Y -> exists g a b, two_units g /\ at_most_linear corner steepest highest g /\
    X a = true /\ Y b = true /\ (forall t, t <= a -> g t = 0) /\ (forall t, b <= t -> g t = x * t + y) /\
    (forall t, T t -> X t = true -> t <= a) /\ (forall t, T t -> Y t = true -> b <= t).
  Proof.
    intros X Y x y Hx Hy pX pY B SX SY.
    destruct (separable X Y pX pY B SX SY) as (a & b & Xa & Yb & L & Ca & Cb & TX & TY).
    destruct (right_ramp a b x y L) as (g & U & Z & V & M). exists g, a, b.
    split; [exact U|]. split; [|repeat split; assumption]. intros K HK t Ht.
    destruct (Rle_dec t a) as [A|A]; [rewrite Z by exact A; apply (linear_not_negative K _ _ t);
      auto using steepest_positive, highest_positive|].
    destruct (Rle_dec b t) as [A'|A']; [rewrite V by exact A'; apply linear_bound; assumption|].
    destruct (M t ltac:(lra)) as (z & Hz & ->). apply part_bound; [exact Hz|]. apply linear_bound; auto.
  Qed.

  Lemma ramp_before : forall X Y x y, Rabs x <= steepest -> Rabs y <= highest -> a_piece X -> a_piece Y -> before Y X ->
    somewhere X -> somewhere Y -> exists g a b, two_units g /\ at_most_linear corner steepest highest g /\
    Y a = true /\ X b = true /\ (forall t, b <= t -> g t = 0) /\ (forall t, t <= a -> g t = x * t + y) /\
    (forall t, T t -> X t = true -> b <= t) /\ (forall t, T t -> Y t = true -> t <= a).
  Proof.
    intros X Y x y Hx Hy pX pY B SX SY.
    destruct (separable Y X pY pX B SY SX) as (a & b & Ya & Xb & L & Ca & Cb & TY & TX).
    destruct (left_ramp a b x y L) as (g & U & Z & V & M). exists g, a, b.
    split; [exact U|]. split; [|repeat split; assumption]. intros K HK t Ht.
    destruct (Rle_dec b t) as [A|A]; [rewrite Z by exact A; apply (linear_not_negative K _ _ t);
      auto using steepest_positive, highest_positive|].
    destruct (Rle_dec t a) as [A'|A']; [rewrite V by exact A'; apply linear_bound; assumption|].
    destruct (M t ltac:(lra)) as (z & Hz & ->). apply part_bound; [exact Hz|]. apply linear_bound; auto.
  Qed.

  Definition fits (g : R -> R) : Prop := forall t, T t ->
    (C t = true -> g t = c) /\ (P t = true -> g t = s * t + i) /\ (Q t = true -> g t = s' * t + i').

  Definition good (g : R -> R) : Prop :=
    four_units g /\ fits g /\ at_most_linear corner (2 * steepest) (Rabs c + 2 * highest) g.

  (** On which side of t the points a and b are, by the orders of the three. *)
  Local Ltac side := match goal with
    | H : forall t, T t -> ?X t = true -> t <= ?a, I : T ?t, E : ?X ?t = true |- ?t <= ?a => exact (H t I E)
    | H : forall t, T t -> ?X t = true -> ?b <= t, I : T ?t, E : ?X ?t = true |- ?b <= ?t => exact (H t I E)
    | B : before ?X ?Y, E : ?X ?t = true, E' : ?Y ?a = true |- ?t <= ?a => left; exact (B t a E E')
    end.
  Local Ltac fit Z V Z' V' := intros t I; split; [|split]; intro E;
    first [rewrite Z by side | rewrite V by side]; first [rewrite Z' by side | rewrite V' by side]; ring.
  Local Ltac sized := unfold a_piece; auto; unfold steepest, highest, Rabs;
    repeat match goal with |- context [Rcase_abs ?x] => destruct (Rcase_abs x) end; lra.
  Local Ltac ramp := try assumption; try solve [sized].

  Lemma two_ramps : forall g g', two_units g -> two_units g' -> at_most_linear corner steepest highest g ->
    at_most_linear corner steepest highest g' -> fits (fun t => c + g t + g' t) -> good (fun t => c + g t + g' t).
  Proof.
    intros g g' U U' L L' F. split; [apply (two_and_two g g' c); auto|]. split; [exact F|]. intros K HK t Ht.
    specialize (L K HK t Ht). specialize (L' K HK t Ht).
    eapply Rle_trans; [apply Rabs_triang|]. pose proof (Rabs_triang c (g t)). lra.
  Qed.

  Lemma no_ramp : at_most_linear corner steepest highest (fun _ => 0).
  Proof. intros K HK t Ht. apply (linear_not_negative K _ _ t); auto using steepest_positive, highest_positive. Qed.

  Lemma both_pieces : somewhere P -> somewhere Q -> exists g, good g.
  Proof.
    intros SP SQ.
    destruct (one_is_before C P) as [BP|BP]; try assumption; destruct (one_is_before C Q) as [BQ|BQ]; try assumption.
    - destruct (one_is_before P Q) as [B|B]; try assumption.
      + destruct (ramp_after C P s (i - c)) as (g & a & b & U & L & Ca & Pb & Z & V & TC & TP); ramp.
        destruct (ramp_after P Q (s' - s) (i' - i)) as (g' & a' & b' & U' & L' & Pa & Qb & Z' & V' & TP' & TQ); ramp.
        exists (fun t => c + g t + g' t). apply two_ramps; try assumption. fit Z V Z' V'.
      + destruct (ramp_after C Q s' (i' - c)) as (g & a & b & U & L & Ca & Pb & Z & V & TC & TP); ramp.
        destruct (ramp_after Q P (s - s') (i - i')) as (g' & a' & b' & U' & L' & Pa & Qb & Z' & V' & TP' & TQ); ramp.
        exists (fun t => c + g t + g' t). apply two_ramps; try assumption. fit Z V Z' V'.
    - destruct (ramp_after C P s (i - c)) as (g & a & b & U & L & Ca & Pb & Z & V & TC & TP); ramp.
      destruct (ramp_before C Q s' (i' - c)) as (g' & a' & b' & U' & L' & Pa & Qb & Z' & V' & TP' & TQ); ramp.
      exists (fun t => c + g t + g' t). apply two_ramps; try assumption. fit Z V Z' V'.
    - destruct (ramp_after C Q s' (i' - c)) as (g & a & b & U & L & Ca & Pb & Z & V & TC & TP); ramp.
      destruct (ramp_before C P s (i - c)) as (g' & a' & b' & U' & L' & Pa & Qb & Z' & V' & TP' & TQ); ramp.
      exists (fun t => c + g t + g' t). apply two_ramps; try assumption. fit Z V Z' V'.
    - destruct (one_is_before P Q) as [B|B]; try assumption.
      + destruct (ramp_before C Q s' (i' - c)) as (g & a & b & U & L & Ca & Pb & Z & V & TC & TP); ramp.
        destruct (ramp_before Q P (s - s') (i - i')) as (g' & a' & b' & U' & L' & Pa & Qb & Z' & V' & TP' & TQ); ramp.
        exists (fun t => c + g t + g' t). apply two_ramps; try assumption. fit Z V Z' V'.
      + destruct (ramp_before C P s (i - c)) as (g & a & b & U & L & Ca & Pb & Z & V & TC & TP); ramp.
        destruct (ramp_before P Q (s' - s) (i' - i)) as (g' & a' & b' & U' & L' & Pa & Qb & Z' & V' & TP' & TQ); ramp.
        exists (fun t => c + g t + g' t). apply two_ramps; try assumption. fit Z V Z' V'.
  Qed.

  Lemma single_piece : forall X x y, Rabs x <= steepest -> Rabs (y - c) <= highest -> a_piece X -> interval X ->
    apart C X -> somewhere X -> exists g, two_units g /\ at_most_linear corner steepest highest g /\
    forall t, T t -> (C t = true -> g t = 0) /\ (X t = true -> g t = x * t + y - c).
  Proof.
    intros X x y Hx Hy pX IX CX SX. destruct (one_is_before C X) as [B|B]; try assumption.
    - destruct (ramp_after C X x (y - c)) as (g & a & b & U & L & _ & _ & Z & V & TC & TX); ramp.
      exists g. split; [exact U|]. split; [exact L|].
      intros t I. split; intro E; [apply Z; side|rewrite V by side; ring].
    - destruct (ramp_before C X x (y - c)) as (g & a & b & U & L & _ & _ & Z & V & TC & TX); ramp.
      exists g. split; [exact U|]. split; [exact L|].
      intros t I. split; intro E; [apply Z; side|rewrite V by side; ring].
  Qed.

  Lemma pieces_fit : exists g, good g.
  Proof.
    destruct (classic (somewhere P)) as [SP|NP]; [destruct (classic (somewhere Q)) as [SQ|NQ]|].
    - apply both_pieces; assumption.
    - destruct (single_piece P s i) as (g & U & L & H); ramp. exists (fun t => c + g t + 0).
      apply (two_ramps g (fun _ => 0)); auto using no_units, no_ramp. intros t I. destruct (H t I) as [HC HP].
      split; [|split]; intro E; [rewrite HC by exact E; ring|rewrite HP by exact E; ring|].
      destruct NQ. exists t. exact E.
    - destruct (classic (somewhere Q)) as [SQ|NQ].
      + destruct (single_piece Q s' i') as (g & U & L & H); ramp. exists (fun t => c + g t + 0).
        apply (two_ramps g (fun _ => 0)); auto using no_units, no_ramp. intros t I. destruct (H t I) as [HC HQ].
        split; [|split]; intro E; [rewrite HC by exact E; ring| |rewrite HQ by exact E; ring].
        destruct NP. exists t. exact E.
      + exists (fun t => c + 0 + 0). apply (two_ramps (fun _ => 0) (fun _ => 0)); auto using no_units, no_ramp.
        intros t _. split; [|split]; intro E; [ring|destruct NP|destruct NQ]; exists t; exact E.
  Qed.
End Pieces.

(** ** Phi *)

Lemma piece_interval : forall p : piece reals, interval (has p).
Proof.
  intros p x y z L Hx Hz. unfold has in *. apply andb_true_iff in Hx, Hz. destruct Hx as [A _], Hz as [_ B].
  apply andb_true_iff. unfold above, below in *. cbn in *. split.
  - destruct (from p) as [a|]; [|reflexivity]. destruct (from_closed p).
    + destruct (Rle_dec a x), (Rle_dec a y); try discriminate; try reflexivity. lra.
    + destruct (Rle_dec x a), (Rle_dec y a); try discriminate; try reflexivity. lra.
  - destruct (to p) as [b|]; [|reflexivity]. destruct (to_closed p).
    + destruct (Rle_dec z b), (Rle_dec y b); try discriminate; try reflexivity. lra.
    + destruct (Rle_dec b z), (Rle_dec b y); try discriminate; try reflexivity. lra.
Qed.

Lemma nowhere_interval : interval (fun _ => false).
Proof. intros x y z _ E. discriminate. Qed.

(** Between two pieces, a and b are such that only points that don't matter lie between them. *)
Definition separable (phi : list (piece reals)) (T corner : R -> Prop) : Prop := forall p q, In p phi -> In q phi ->
  before (has p) (has q) -> somewhere (has p) -> somewhere (has q) -> exists a b, has p a = true /\ has q b = true /\
    a < b /\ corner a /\ corner b /\
    (forall t, T t -> has p t = true -> t <= a) /\ (forall t, T t -> has q t = true -> b <= t).

(** Every activation of Phi has at the points that matter the values of four ReLUs and a constant, and elsewhere these
    have a bound that depends on no T. *)
Theorem Phi_by_ReLUs_where : forall phi : list (piece reals), in_Phi phi -> exists S I, forall T corner : R -> Prop,
  separable phi T corner -> exists g, four_units g /\ (forall t, T t -> activate phi t = g t) /\
    at_most_linear corner S I g.
Proof.
  assert (G : forall (phi : list (piece reals)) (p q r : R -> bool) c s i s' i',
    (forall X, X = p \/ X = q \/ X = r -> X = (fun _ => false) \/ exists x, In x phi /\ X = has x) ->
    interval p -> interval q -> interval r ->
    (forall t, (p t, q t, r t) = (true, false, false) \/ (p t, q t, r t) = (false, true, false) \/
      (p t, q t, r t) = (false, false, true)) ->
    (exists t, p t = true) ->
    (forall t, (p t = true -> activate (F := reals) phi t = c) /\ (q t = true -> activate phi t = s * t + i) /\
      (r t = true -> activate phi t = s' * t + i')) ->
    exists S I, forall T corner : R -> Prop, separable phi T corner -> exists g, four_units g /\
      (forall t, T t -> activate phi t = g t) /\ at_most_linear corner S I g).
  { intros phi p q r c s i s' i' pieces Ip Iq Ir once some values. do 2 eexists. intros T corner sep.
    destruct (pieces_fit p q r T corner c s i s' i') as (g & U & F & B); try assumption;
      try (intros t A B; destruct (once t) as [E|[E|E]]; injection E; congruence).
    { intros X Y pX pY B SX SY.
      destruct (pieces X pX) as [->|(x & Ix & ->)]; [destruct SX; discriminate|].
      destruct (pieces Y pY) as [->|(y & Iy & ->)]; [destruct SY; discriminate|]. apply sep; assumption. }
    exists g. split; [exact U|]. split; [|exact B]. intros t I.
    destruct (values t) as (Vp & Vq & Vr), (F t I) as (Fp & Fq & Fr).
    destruct (once t) as [E|[E|E]]; injection E as Ep Eq Er.
    - rewrite Vp, Fp by assumption. reflexivity.
    - rewrite Vq, Fq by assumption. reflexivity.
    - rewrite Vr, Fr by assumption. reflexivity. }
  intros phi (short & thick & once).
  assert (constant : Exists (fun p => @equal reals (slope p) Networks.zero /\ exists t, has p t = true) phi).
  { eapply Exists_impl; [|exact thick]. intros p (Z & t & t' & _ & H & _). eauto. }
  Local Ltac of_phi := let X := fresh in let E := fresh in intros X [E | [E | E]]; rewrite E; solve [left; reflexivity|
    right; eexists; split; [|reflexivity]; cbn; auto].
  Local Ltac told once := let t := fresh "t" in intro t; specialize (once t); cbn [filter length activate] in *;
    repeat match goal with |- context [has ?p t] => destruct (has p t) end; try discriminate once; auto;
    repeat split; intro; try discriminate; cbn; try reflexivity.
  Local Ltac flat H := cbn in H; rewrite H; ring.
  destruct phi as [|p [|q [|r [|]]]]; [| | | |cbn in short; lia].
  - specialize (once 0). discriminate.
  - apply Exists_cons in constant. destruct constant as [(Z & some)|N]; [|apply Exists_nil in N; contradiction].
    apply (G _ (has p) (fun _ => false) (fun _ => false) (intercept p) 0 0 0 0);
      auto using piece_interval, nowhere_interval.
    + of_phi.
    + told once.
    + told once. flat Z.
  - rewrite !Exists_cons, Exists_nil in constant. destruct constant as [(Z & some)|[(Z & some)|[]]].
    + apply (G _ (has p) (has q) (fun _ => false) (intercept p) (slope q) (intercept q) 0 0);
        auto using piece_interval, nowhere_interval; try of_phi; told once. flat Z.
    + apply (G _ (has q) (has p) (fun _ => false) (intercept q) (slope p) (intercept p) 0 0);
        auto using piece_interval, nowhere_interval; try of_phi; told once. flat Z.
  - rewrite !Exists_cons, Exists_nil in constant. destruct constant as [(Z & some)|[(Z & some)|[(Z & some)|[]]]].
    + apply (G _ (has p) (has q) (has r) (intercept p) (slope q) (intercept q) (slope r) (intercept r));
        auto using piece_interval; try of_phi; told once. flat Z.
    + apply (G _ (has q) (has p) (has r) (intercept q) (slope p) (intercept p) (slope r) (intercept r));
        auto using piece_interval; try of_phi; told once. flat Z.
    + apply (G _ (has r) (has p) (has q) (intercept r) (slope p) (intercept p) (slope q) (intercept q));
        auto using piece_interval; try of_phi; told once. flat Z.
Qed.

(** At finitely many points. *)
Theorem Phi_by_ReLUs : forall (phi : list (piece reals)) (T : list R), in_Phi phi -> exists g, four_units g /\
  forall t, In t T -> activate phi t = g t.
Proof.
  intros phi T HP. destruct (Phi_by_ReLUs_where phi HP) as (S & I & H).
  destruct (H (fun t => In t T) (fun _ => True)) as (g & U & V & _); [|exists g; auto].
  intros p q _ _ B SP SQ. destruct (separated (has p) (has q) T B SP SQ) as (a & b & Pa & Qb & L & TP & TQ).
  exists a, b. repeat split; assumption.
Qed.

(** ** A layer *)

Lemma total_of_four : forall r (f : nat -> R), @eq R (total (F := reals) (4 * r) f)
  (total (F := reals) r (fun a => total (F := reals) 4 (fun b => f (4 * a + b)%nat))).
Proof.
  induction r as [|r IH]; intro f; [reflexivity|]. replace (4 * S r)%nat with (S (S (S (S (4 * r))))) by lia.
  change (total (F := reals) (4 * r) f + f (4 * r)%nat + f (S (4 * r)) + f (S (S (4 * r))) + f (S (S (S (4 * r)))) =
    total (F := reals) r (fun a => total (F := reals) 4 (fun b => f (4 * a + b)%nat)) +
    total (F := reals) 4 (fun b => f (4 * r + b)%nat)).
  rewrite IH. generalize (4 * r)%nat. intro m. cbn [total plus Networks.zero reals]. rewrite Nat.add_0_r, Nat.add_1_r.
  replace (m + 2)%nat with (S (S m)) by lia. replace (m + 3)%nat with (S (S (S m))) by lia. ring.
Qed.

(** W_1 X + b_1 1^T, and each of its entries. *)
Definition hidden (d : nat) (f : token_wise reals) (X : Networks.matrix reals) : Networks.matrix reals :=
  sum (product d (W_1 f) X) (in_each_column (b_1 f)).

(** Four ReLUs for each hidden node. *)
Definition fourfold (w a c : nat -> R) (k : R) (f : token_wise reals) : token_wise reals :=
  @TokenWise reals (4 * hidden_size f) (fun q l => a (q mod 4)%nat * W_1 f (q / 4)%nat l)
    (fun q => a (q mod 4)%nat * b_1 f (q / 4)%nat + c (q mod 4)%nat) (fun i q => W_2 f i (q / 4)%nat * w (q mod 4)%nat)
    (fun i => b_2 f i + total (F := reals) (hidden_size f) (fun q => W_2 f i q * k)) ReLU.

Lemma quotient_and_rest : forall q b, (b < 4)%nat -> ((4 * q + b) / 4 = q /\ (4 * q + b) mod 4 = b)%nat.
Proof.
  intros q b Hb. rewrite (Nat.mul_comm 4), Nat.add_comm, Nat.div_add, Nat.mod_add by lia.
  rewrite Nat.div_small, Nat.mod_small by exact Hb. split; reflexivity.
Qed.

Lemma feed_forward_is : forall d (f : token_wise reals) X i j, @eq R (feed_forward d f X i j)
  (X i j + total (F := reals) (hidden_size f) (fun q => W_2 f i q * activate (activation f) (hidden d f X q j)) +
    b_2 f i).
Proof. reflexivity. Qed.

(** What it adds, everywhere. *)
Lemma fourfold_adds : forall d f w a c k X i j, @eq R (feed_forward d (fourfold w a c k f) X i j)
  (X i j + total (F := reals) (hidden_size f) (fun q => W_2 f i q *
    (total (F := reals) 4 (fun b => w b * Rmax 0 (a b * hidden d f X q j + c b)) + k)) + b_2 f i).
Proof.
  intros d f w a c k X i j. rewrite feed_forward_is.
  assert (P : total (F := reals) (hidden_size f) (fun q => W_2 f i q *
      (total (F := reals) 4 (fun b => w b * Rmax 0 (a b * hidden d f X q j + c b)) + k)) =
    total (F := reals) (4 * hidden_size f) (fun q => W_2 (fourfold w a c k f) i q *
      activate (F := reals) ReLU (hidden d (fourfold w a c k f) X q j)) +
    total (F := reals) (hidden_size f) (fun q => W_2 f i q * k)).
  { rewrite total_of_four, total_plus. apply (total_respects real_laws). intros q Hq.
    rewrite Rmult_plus_distr_l. cbn [equal reals]. f_equal. rewrite <- total_scale.
    apply (total_respects real_laws). intros b Hb. cbn [equal reals]. rewrite (proj2 ReLU_in_Phi_holds).
    destruct (quotient_and_rest q b Hb) as [D M].
    assert (H : hidden d (fourfold w a c k f) X (4 * q + b)%nat j = a b * hidden d f X q j + c b).
    { unfold hidden, sum, in_each_column, product. cbn [fourfold W_1 b_1 plus reals]. rewrite D, M.
      rewrite Rmult_plus_distr_l, <- total_scale, Rplus_assoc. f_equal.
      apply (total_respects real_laws). intros l _. cbn. ring. }
    rewrite H. cbn [fourfold W_2]. rewrite D, M. ring. }
  rewrite P. cbn [fourfold hidden_size activation b_2 reals plus]. ring.
Qed.

Lemma fourfold_is : forall d f w a c k X i j, (forall q, (q < hidden_size f)%nat ->
  activate (activation f) (hidden d f X q j) =
    total (F := reals) 4 (fun b => w b * Rmax 0 (a b * hidden d f X q j + c b)) + k) ->
  @eq R (feed_forward d (fourfold w a c k f) X i j) (feed_forward d f X i j).
Proof.
  intros d f w a c k X i j E. rewrite fourfold_adds, feed_forward_is. do 2 f_equal.
  apply (total_respects real_laws). intros q Hq. rewrite E by exact Hq. reflexivity.
Qed.

(** At finitely many matrices a layer with an activation of Phi is one of four times as many ReLUs. *)
Theorem feed_forward_by_ReLUs : forall d n (f : token_wise reals) (S : list matrix), in_Phi (activation f) ->
  exists f' : token_wise reals, hidden_size f' = (4 * hidden_size f)%nat /\ activation f' = ReLU /\
    forall X, In X S -> same d n (feed_forward d f' X) (feed_forward d f X).
Proof.
  intros d n f S HP.
  destruct (Phi_by_ReLUs (activation f) (flat_map (fun X => map (fun e => hidden d f X (fst e) (snd e))
    (entries (hidden_size f) n)) S) HP) as (g & (w & a & c & k & U) & values).
  exists (fourfold w a c k f). split; [reflexivity|]. split; [reflexivity|]. intros X I i j Hi Hj. apply fourfold_is.
  intros q Hq. rewrite <- U. apply values, in_flat_map. exists X. split; [exact I|].
  apply (in_map (fun e => hidden d f X (fst e) (snd e)) _ (q, j)), Sums.entries_in. split; assumption.
Qed.
