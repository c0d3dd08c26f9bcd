(** * Modified Transformers are piecewise polynomial: each entry is at each matrix the value of one of finitely many
    polynomials in the entries of the input *)

From Coq Require Import List Arith Bool Lia Reals Lra.
From Exactua Require Import Networks Matrices Distance Sums Boxes FourReLUs SmallPolynomials.
Import ListNotations.
Open Scope R_scope.

(** Where a layer of hardmax, or of an activation, has its jumps: one score less another of the same column, and what
    an activation is applied to, less an end of one of its pieces. *)
Definition ends (phi : list (piece reals)) : list R :=
  flat_map (fun p => match from p with Some c => [c] | None => [] end ++ match to p with Some c => [c] | None => [] end)
    phi.

Definition score_differences (d n : nat) (H : head reals) : list (matrix -> R) :=
  map (fun klj Y => scores (F := reals) d H Y (fst (fst klj)) (snd klj) - scores d H Y (snd (fst klj)) (snd klj))
    (list_prod (entries n n) (seq 0 n)).

Definition differences (d n : nat) (l : layer reals) : list (matrix -> R) :=
  match l with
  | Attention all => flat_map (score_differences d n) all
  | FeedForward f => map (fun qjc Y => hidden d f Y (fst (fst qjc)) (snd (fst qjc)) - snd qjc)
      (list_prod (entries (hidden_size f) n) (ends (activation f)))
  end.

Section Pieces.
  Variables d n : nat.

  Definition piecewise_polynomial (F : matrix -> R) : Prop := exists qs, (forall q, In q qs -> of_entries d n q) /\
    forall X, exists q, In q qs /\ F X = poly_value q X.

  (** Finitely many functions have one list of polynomials for all of them. *)
  Lemma common_polynomials : forall Fs : list (matrix -> R), (forall F, In F Fs -> piecewise_polynomial F) ->
    exists qs, (forall q, In q qs -> of_entries d n q) /\
      forall F X, In F Fs -> exists q, In q qs /\ F X = poly_value q X.
  Proof.
    induction Fs as [|F Fs IH]; intros H; [exists []; split; [intros q []|intros F X []]|].
    destruct IH as (qs & E & V); [intros G I; apply H; right; exact I|].
    destruct (H F (or_introl eq_refl)) as (qs' & E' & V'). exists (qs' ++ qs). split.
    - intros q I. apply in_app_or in I. destruct I; auto.
    - intros G X [<-|I]; [destruct (V' X) as (q & Iq & Eq)|destruct (V G X I) as (q & Iq & Eq)]; exists q;
        (split; [apply in_or_app; auto|exact Eq]).
  Qed.

  (** What is at each X one of finitely many such functions. *)
  Lemma by_cases : forall (Fs : list (matrix -> R)) F, (forall G, In G Fs -> piecewise_polynomial G) ->
    (forall X, exists G, In G Fs /\ F X = G X) -> piecewise_polynomial F.
  Proof.
    intros Fs F H C. destruct (common_polynomials Fs H) as (qs & E & V). exists qs. split; [exact E|]. intro X.
    destruct (C X) as (G & I & ->). apply V, I.
  Qed.

  Lemma pp_constant : forall c, piecewise_polynomial (fun _ => c).
  Proof.
    intro c. exists [Constant c]. split; [intros q [<-|[]]; exact I|].
    intro X. exists (Constant c). split; [left|]; reflexivity.
  Qed.

  Lemma pp_values : forall (values : list R) F, (forall X, In (F X) values) -> piecewise_polynomial F.
  Proof.
    intros values F H. apply (by_cases (map (fun c _ => c) values)).
    - intros G I. apply in_map_iff in I. destruct I as (c & <- & _). apply pp_constant.
    - intro X. exists (fun _ => F X). split; [|reflexivity]. apply (in_map (fun (c : R) (_ : matrix) => c)), H.
  Qed.

  Lemma pp_entry : forall i j, (i < d)%nat -> (j < n)%nat -> piecewise_polynomial (fun X => X i j).
  Proof.
    intros i j Hi Hj. exists [Entry i j]. split; [intros q [<-|[]]; split; assumption|].
    intro X. exists (Entry i j). split; [left|]; reflexivity.
  Qed.

  Lemma pp_plus : forall F G, piecewise_polynomial F -> piecewise_polynomial G ->
    piecewise_polynomial (fun X => F X + G X).
  Proof.
    intros F G (qs & E & V) (qs' & E' & V'). exists (map (fun qq => Plus (fst qq) (snd qq)) (list_prod qs qs')). split.
    - intros q I. apply in_map_iff in I. destruct I as ([a b] & <- & I). apply in_prod_iff in I.
      split; [apply E, I|apply E', I].
    - intro X. destruct (V X) as (a & Ia & Ea), (V' X) as (b & Ib & Eb). exists (Plus a b). split.
      + apply (in_map (fun qq => Plus (fst qq) (snd qq)) _ (a, b)), in_prod; assumption.
      + cbn. rewrite <- Ea, <- Eb. reflexivity.
  Qed.

  Lemma pp_times : forall F G, piecewise_polynomial F -> piecewise_polynomial G ->
    piecewise_polynomial (fun X => F X * G X).
  Proof.
    intros F G (qs & E & V) (qs' & E' & V'). exists (map (fun qq => Times (fst qq) (snd qq)) (list_prod qs qs')). split.
    - intros q I. apply in_map_iff in I. destruct I as ([a b] & <- & I). apply in_prod_iff in I.
      split; [apply E, I|apply E', I].
    - intro X. destruct (V X) as (a & Ia & Ea), (V' X) as (b & Ib & Eb). exists (Times a b). split.
      + apply (in_map (fun qq => Times (fst qq) (snd qq)) _ (a, b)), in_prod; assumption.
      + cbn. rewrite <- Ea, <- Eb. reflexivity.
  Qed.

  Lemma pp_same : forall F G, (forall X, F X = G X) -> piecewise_polynomial G -> piecewise_polynomial F.
  Proof. intros F G E (qs & H & V). exists qs. split; [exact H|]. intro X. rewrite E. apply V. Qed.

  Lemma pp_minus : forall F G, piecewise_polynomial F -> piecewise_polynomial G ->
    piecewise_polynomial (fun X => F X - G X).
  Proof.
    intros F G HF HG. apply (pp_same _ (fun X => F X + -1 * G X)); [intro X; ring|].
    apply pp_plus; [exact HF|]. apply pp_times; [apply pp_constant|exact HG].
  Qed.

  Lemma pp_total : forall k (F : nat -> matrix -> R), (forall a, (a < k)%nat -> piecewise_polynomial (F a)) ->
    piecewise_polynomial (fun X => total (F := reals) k (fun a => F a X)).
  Proof.
    induction k as [|k IH]; intros F H; [apply (pp_constant 0)|]. cbn [total].
    apply (pp_plus (fun X => total (F := reals) k (fun a => F a X)) (F k));
      [apply IH; intros; apply H; lia|apply H; lia].
  Qed.

  (** ** Layers *)

  Definition pp_matrix (Y : matrix -> matrix) : Prop := forall i j, (i < d)%nat -> (j < n)%nat ->
    piecewise_polynomial (fun X => Y X i j).

  Lemma pp_product : forall k (A : matrix) (Y : matrix -> matrix) i j,
    (forall l, (l < k)%nat -> piecewise_polynomial (fun X => Y X l j)) ->
    piecewise_polynomial (fun X => product (F := reals) k A (Y X) i j).
  Proof.
    intros k A Y i j H. apply (pp_total k (fun l X => A i l * Y X l j)). intros l Hl.
    apply pp_times; [apply pp_constant|apply H, Hl].
  Qed.

  Lemma pp_hardmax : forall (s : matrix -> Networks.vector reals) k, piecewise_polynomial (fun X => hardmax n (s X) k).
  Proof.
    intros s k. apply (pp_values (0 :: map (fun c => / @of_count reals c) (seq 0 (S n)))). intro X.
    unfold hardmax. destruct (is_greatest n (s X) k); [right|left; reflexivity].
    apply (in_map (fun c => / @of_count reals c)), in_seq. unfold how_many_greatest.
    pose proof (NoDup_incl_length (NoDup_filter (is_greatest n (s X)) (seq_NoDup n 0))
      (incl_filter (is_greatest n (s X)) (seq 0 n))) as L.
    rewrite seq_length in L. lia.
  Qed.

  Section Layer.
    Variable Y : matrix -> matrix.
    Hypothesis HY : pp_matrix Y.

    Lemma pp_of_columns : forall A a k, (k < n)%nat ->
      piecewise_polynomial (fun X => product (F := reals) d A (Y X) a k).
    Proof. intros A a k Hk. apply pp_product. intros l Hl. apply HY; assumption. Qed.

    Lemma pp_scores : forall H k j, (k < n)%nat -> (j < n)%nat ->
      piecewise_polynomial (fun X => scores (F := reals) d H (Y X) k j).
    Proof.
      intros H k j Hk Hj. apply (pp_total _ (fun a X => product (F := reals) d (W_K H) (Y X) a k *
        (product (F := reals) d (W_Q H) (Y X) a j + b_Q H a))). intros a _.
      apply pp_times; [apply pp_of_columns, Hk|]. apply pp_plus; [apply pp_of_columns, Hj|apply pp_constant].
    Qed.

    Lemma pp_attend : forall H i j, piecewise_polynomial (fun X => attend (F := reals) hardmax d n H (Y X) i j).
    Proof.
      intros H i j. apply (pp_total n (fun l X => product (F := reals) (head_size H) (W_O H)
        (product (F := reals) d (W_V H) (Y X)) i l * hardmax n (fun k => scores (F := reals) d H (Y X) k j) l)).
      intros l Hl. apply pp_times; [|apply (pp_hardmax (fun X k => scores (F := reals) d H (Y X) k j))].
      apply (pp_product _ (W_O H) (fun X => product (F := reals) d (W_V H) (Y X))). intros a _. apply pp_of_columns, Hl.
    Qed.

    Lemma pp_hidden : forall f q j, (j < n)%nat -> piecewise_polynomial (fun X => hidden d f (Y X) q j).
    Proof. intros f q j Hj. apply pp_plus; [apply pp_of_columns, Hj|apply pp_constant]. Qed.

    Lemma pp_activate : forall phi F, piecewise_polynomial F ->
      piecewise_polynomial (fun X => activate (F := reals) phi (F X)).
    Proof.
      intros phi F HF.
      apply (by_cases ((fun _ => 0) :: map (fun (p : piece reals) X => slope p * F X + intercept p) phi)).
      - intros G [<-|I]; [apply pp_constant|]. apply in_map_iff in I. destruct I as (p & <- & _).
        apply pp_plus; [apply pp_times; [apply pp_constant|exact HF]|apply pp_constant].
      - intro X.
        assert (A : forall t, activate (F := reals) phi t = 0 \/
          exists p, In p phi /\ activate (F := reals) phi t = slope p * t + intercept p).
        { intro t. clear. induction phi as [|p phi IH]; [left; reflexivity|]. cbn [activate].
          destruct (Networks.has p t).
          - right. exists p. split; [left|]; reflexivity.
          - destruct IH as [IH|(p' & I & IH)]; [left; exact IH|right; exists p'; split; [right; exact I|exact IH]]. }
        destruct (A (F X)) as [->|(p & I & ->)]; [exists (fun _ => 0); split; [left|]; reflexivity|].
        exists (fun X => slope p * F X + intercept p). split; [right|reflexivity].
        apply (in_map (fun (p : piece reals) X => slope p * F X + intercept p)), I.
    Qed.

    Theorem pp_layer : forall l, pp_matrix (fun X => apply (F := reals) hardmax d n (Y X) l).
    Proof.
      intros [all|f] i j Hi Hj; cbn [apply].
      - unfold attention.
        assert (G : forall Z : matrix -> matrix, piecewise_polynomial (fun X => Z X i j) ->
          piecewise_polynomial (fun X =>
            fold_left (fun Z H => sum Z (attend (F := reals) hardmax d n H (Y X))) all (Z X) i j)).
        { induction all as [|H all IH]; intros Z HZ; [exact HZ|]. cbn [fold_left].
          apply (IH (fun X => sum (F := reals) (Z X) (attend hardmax d n H (Y X)))).
          apply (pp_plus (fun X => Z X i j)); [exact HZ|apply pp_attend]. }
        apply (G Y), HY; assumption.
      - apply (pp_same _ (fun X => Y X i j + total (F := reals) (hidden_size f) (fun q => W_2 f i q *
          activate (activation f) (hidden d f (Y X) q j)) + b_2 f i)); [intro X; apply feed_forward_is|].
        apply pp_plus; [|apply pp_constant]. apply pp_plus; [apply HY; assumption|].
        apply (pp_total _ (fun q X => W_2 f i q * activate (F := reals) (activation f) (hidden d f (Y X) q j))).
        intros q _. apply pp_times; [apply pp_constant|]. apply (pp_activate _ (fun X => hidden d f (Y X) q j)).
        apply pp_hidden, Hj.
    Qed.

    Theorem pp_differences : forall l D, In D (differences d n l) -> piecewise_polynomial (fun X => D (Y X)).
    Proof.
      intros [all|f] D I; cbn [differences] in I.
      - apply in_flat_map in I. destruct I as (H & _ & I). apply in_map_iff in I. destruct I as ([[k l] j] & <- & I).
        apply in_prod_iff in I. destruct I as [I Hj]. apply entries_in in I. apply in_seq in Hj. cbn [fst snd].
        apply pp_minus; apply pp_scores; lia.
      - apply in_map_iff in I. destruct I as ([[q j] c] & <- & I). apply in_prod_iff in I. destruct I as [I _].
        apply entries_in in I. cbn [fst snd]. apply pp_minus; [apply pp_hidden, I|apply pp_constant].
    Qed.
  End Layer.

  Theorem pp_network : forall (N : list (layer reals)) Y, pp_matrix Y ->
    pp_matrix (fun X => run (F := reals) hardmax d n N (Y X)).
  Proof.
    induction N as [|l N IH]; intros Y HY; [exact HY|].
    exact (IH (fun X => apply (F := reals) hardmax d n (Y X) l) (pp_layer Y HY l)).
  Qed.
End Pieces.
