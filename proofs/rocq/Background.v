(** * Background: facts of softmax attention that the web page 'Transformer Expressiveness' asserts *)

From Coq Require Import Reals List Arith Bool Lia Lra.
From Exactua Require Import Networks NetworkLaws NetworkEquivariance Matrices Distance Sums Boltzmann
  BoltzmannSeparation OneHardmaxLayer AnyWeights MaskedHead BackgroundStatements.
From Exactua Require NetworkStatements NetworkSizes.
Import ListNotations.
Open Scope R_scope.

(** ** Convex combinations *)

Lemma sums_exchanged : forall p q (f : nat -> nat -> R),
  sum_below p (fun i => sum_below q (fun j => f i j)) = sum_below q (fun j => sum_below p (fun i => f i j)).
Proof.
  intros p q f. induction p as [| p IH]; [cbn; symmetry; now apply sum_below_zero |]. cbn [sum_below].
  rewrite IH, <- sum_below_plus. reflexivity.
Qed.

Lemma convex_combination_holds : page_convex_combination.
Proof.
  intros L d S V i HL. split; [| split].
  - intros j _. apply Rlt_le. now apply softmax_positive.
  - exact (softmax_sum L (S i) HL).
  - intros u M H. unfold page_attended. change (total (F := reals)) with sum_below in *.
    rewrite (sum_below_ext d _ (fun h => sum_below L (fun j => page_weights L S i j * (u h * V j h)))).
    + rewrite sums_exchanged. rewrite <- (Rmult_1_r M), <- (softmax_sum L (S i) HL), <- sum_below_scale.
      apply sum_below_le. intros j Hj. rewrite sum_below_scale, Rmult_comm.
      apply Rmult_le_compat_r; [now apply Rlt_le, softmax_positive | now apply H].
    + intros h _. rewrite <- sum_below_scale. apply sum_below_ext. intros j _. ring.
Qed.

Lemma selecting_holds : page_selecting.
Proof.
  intros L S V i j h lo hi Hj H. assert (1 <= L)%nat as HL by lia. unfold page_attended.
  change (total (F := reals)) with sum_below. set (A := page_weights L S i).
  assert (sum_below L A = 1) as H1 by exact (softmax_sum L (S i) HL).
  assert (forall l, 0 <= A l) as HA by (intros l; now apply Rlt_le, softmax_positive).
  set (other := fun l => if Nat.eqb l j then 0 else A l).
  assert (sum_below L other = 1 - A j) as Ho.
  { assert (sum_below L A = sum_below L other + sum_below L (fun l => if Nat.eqb l j then A l else 0)) as E.
    { rewrite <- sum_below_plus. apply sum_below_ext. intros l _. unfold other. destruct (Nat.eqb l j); ring. }
    rewrite (sum_below_single L (fun l => if Nat.eqb l j then A l else 0) j Hj), Nat.eqb_refl in E; [lra |].
    intros l _ Hl. apply Nat.eqb_neq in Hl. now rewrite Hl. }
  assert (sum_below L (fun l => A l * V l h) - V j h = sum_below L (fun l => other l * (V l h - V j h))) as E.
  { replace (V j h) with (V j h * sum_below L A) at 1 by (rewrite H1; ring).
    rewrite <- sum_below_scale. unfold Rminus at 1. rewrite <- (Rmult_1_l (sum_below L (fun i0 => V j h * A i0))).
    rewrite Ropp_mult_distr_l, <- sum_below_scale, <- sum_below_plus. apply sum_below_ext. intros l _. unfold other.
    destruct (Nat.eqb_spec l j) as [-> | _]; ring. }
  rewrite E. clear E. rewrite <- Ho.
  assert (forall l, 0 <= other l) as Hother by (intros l; unfold other; destruct (Nat.eqb l j); [lra | apply HA]).
  rewrite (Rmult_comm (sum_below L other)).
  rewrite (sum_below_ext L _ (fun l => (V l h - V j h) * other l)) by (intros l _; ring).
  apply weighted_below; [intros l _; apply Hother |]. intros l Hl. pose proof (H l Hl). pose proof (H j Hj).
  apply Rabs_le. lra.
Qed.

Lemma never_one_hot_holds : page_never_one_hot.
Proof.
  intros L S i j HL Hj. split; [apply softmax_positive; lia |].
  assert (exists l, (l < L)%nat /\ l <> j) as [l [Hl Hne]].
  { destruct (Nat.eq_dec j 0) as [-> | Hj0]; [exists 1%nat | exists 0%nat]; lia. }
  pose proof (softmax_sum L (S i) ltac:(lia)) as H1. rewrite (two_terms L _ j l Hj Hl (not_eq_sym Hne)) in H1.
  pose proof (softmax_positive L (S i) l ltac:(lia)) as Hp.
  assert (0 <= sum_below L (fun k => if (Nat.eqb k j || Nat.eqb k l)%bool then 0 else softmax L (S i) k)) as H0.
  { apply sum_below_nonnegative. intros k _. destruct (_ || _)%bool; [lra | apply Rlt_le, softmax_positive; lia]. }
  unfold page_weights. lra.
Qed.

(** ** Temperature *)

(** The weights of scores, with all exponentials divided by the greatest. *)
Lemma softmax_shifted : forall n (s : nat -> R) M k, (1 <= n)%nat ->
  softmax n s k = exp (s k - M) / sum_below n (fun l => exp (s l - M)).
Proof.
  intros n s M k Hn. rewrite softmax_is. unfold partition.
  assert (forall l, exp (s l) = exp M * exp (s l - M)) as E
    by (intros l; rewrite <- exp_plus; f_equal; ring).
  rewrite (sum_below_ext n (fun i => exp (s i)) (fun l => exp M * exp (s l - M))) by (intros l _; apply E).
  rewrite sum_below_scale, E. pose proof (exp_pos M).
  assert (0 < sum_below n (fun l => exp (s l - M))).
  { apply Rlt_le_trans with (exp (s 0%nat - M)); [apply exp_pos |].
    apply (sum_below_has n (fun l => exp (s l - M)) 0%nat); [intros; apply Rlt_le, exp_pos | lia]. }
  set (P := sum_below n (fun l => exp (s l - M))) in *.
  change (exp M * exp (s k - M) / (exp M * P) = exp (s k - M) / P). field. lra.
Qed.

Section Cold.
  Variables (n : nat) (z : nat -> R) (tau : R).
  Hypotheses (Hn : (1 <= n)%nat) (Htau : 0 < tau).
  Let top := is_greatest (F := reals) n z.
  Let t := how_many_greatest (F := reals) n z.

  Lemma count_of_top : INR t = sum_below n (fun l => if top l then 1 else 0).
  Proof. rewrite (sum_of_chosen n top 1). unfold t, how_many_greatest. fold top. ring. Qed.

  Lemma top_at_least_one : 1 <= INR t.
  Proof.
    destruct (some_greatest n z Hn) as [k [Hk Hg]]. rewrite count_of_top.
    pose proof (sum_below_has n (fun l => if top l then 1 else 0) k) as H. cbv beta in H. unfold top at 2 in H.
    rewrite Hg in H. apply H; [| exact Hk]. intros j _. destruct (top j); lra.
  Qed.

  (** The sum of all exponentials but the greatest ones, which are 1. *)
  Definition rest (M : R) : R := sum_below n (fun l => if top l then 0 else exp ((z l - M) / tau)).

  Lemma cold_weights : forall g k, (g < n)%nat -> top g = true -> (k < n)%nat ->
    softmax n (fun l => z l / tau) k = (if top k then 1 else exp ((z k - z g) / tau)) / (INR t + rest (z g)).
  Proof.
    intros g k Hg Htop Hk. rewrite (softmax_shifted n _ (z g / tau) k Hn).
    assert (forall l, (l < n)%nat -> top l = true -> z l = z g) as Heq.
    { intros l Hl Hlt. apply (proj1 (is_greatest_iff n z l)) with (l := g) in Hlt; [| exact Hg].
      apply (proj1 (is_greatest_iff n z g)) with (l := l) in Htop; [| exact Hl]. lra. }
    assert (forall l, (l < n)%nat -> exp (z l / tau - z g / tau)
      = if top l then 1 else exp ((z l - z g) / tau)) as E.
    { intros l Hl. replace (z l / tau - z g / tau) with ((z l - z g) / tau) by (field; lra).
      destruct (top l) eqn:El; [| reflexivity]. rewrite (Heq l Hl El). unfold Rdiv. rewrite Rminus_eq_0, Rmult_0_l.
      apply exp_0. }
    rewrite (E k Hk). f_equal. rewrite count_of_top. unfold rest. rewrite <- sum_below_plus. apply sum_below_ext.
    intros l Hl. rewrite (E l Hl). destruct (top l); ring.
  Qed.

  Lemma rest_nonnegative : forall M, 0 <= rest M.
  Proof. intros M. apply sum_below_nonnegative. intros l _. destruct (top l); [lra | apply Rlt_le, exp_pos]. Qed.

  Lemma rest_at_most : forall g gap, (g < n)%nat -> top g = true ->
    (forall l, (l < n)%nat -> top l = false -> z l + gap <= z g) ->
    rest (z g) <= (INR n - INR t) * exp (- (gap / tau)) /\
    forall l, (l < n)%nat -> top l = false -> exp ((z l - z g) / tau) <= rest (z g).
  Proof.
    intros g gap Hg Htop H. split.
    - assert (INR n - INR t = sum_below n (fun l => if top l then 0 else 1)) as ->.
      { assert (INR n = sum_below n (fun _ => 1)) as ->.
        { clear. induction n as [| m IH]; [reflexivity |]. rewrite S_INR, IH. reflexivity. }
        rewrite count_of_top. rewrite <- (Rmult_1_l (sum_below n (fun l => if top l then 1 else 0))). unfold Rminus.
        rewrite Ropp_mult_distr_l, <- sum_below_scale, <- sum_below_plus. apply sum_below_ext. intros l _.
        destruct (top l); ring. }
      rewrite Rmult_comm, <- sum_below_scale. apply sum_below_le. intros l Hl. destruct (top l) eqn:El; [lra |].
      rewrite Rmult_1_r. apply exp_at_most. unfold Rdiv. rewrite Ropp_mult_distr_l.
      apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat |]. specialize (H l Hl El). lra.
    - intros l Hl El. unfold rest. pose proof (sum_below_has n
        (fun l => if top l then 0 else exp ((z l - z g) / tau)) l) as G. cbv beta in G. rewrite El in G.
      apply G; [| exact Hl]. intros j _. destruct (top j); [lra | apply Rlt_le, exp_pos].
  Qed.

  Lemma cold_distance : forall g k, (g < n)%nat -> top g = true -> (k < n)%nat ->
    (forall l, (l < n)%nat -> top l = false -> exp ((z l - z g) / tau) <= rest (z g)) ->
    Rabs (softmax n (fun l => z l / tau) k - hardmax (F := reals) n z k) <= rest (z g).
  Proof.
    intros g k Hg Htop Hk H. rewrite (cold_weights g k Hg Htop Hk). pose proof top_at_least_one as Ht.
    pose proof (rest_nonnegative (z g)) as Hr. unfold hardmax. fold top t. rewrite of_count_is.
    set (r := rest (z g)) in *. destruct (top k) eqn:Ek.
    - change (Rabs (1 / (INR t + r) - / INR t) <= r).
      replace (1 / (INR t + r) - / INR t) with (- (r * (/ INR t * / (INR t + r)))) by (field; lra).
      assert (0 < / INR t <= 1) as H1.
      { split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
      assert (0 < / (INR t + r) <= 1) as H2.
      { split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
      rewrite Rabs_Ropp, Rabs_right by (apply Rle_ge; repeat apply Rmult_le_pos; lra).
      apply Rle_trans with (r * 1); [| lra]. apply Rmult_le_compat_l; [exact Hr |]. nra.
    - change (Rabs (exp ((z k - z g) / tau) / (INR t + r) - 0) <= r). rewrite Rminus_0_r.
      pose proof (exp_pos ((z k - z g) / tau)) as Hx. specialize (H k Hk Ek).
      assert (0 < / (INR t + r) <= 1) as H2.
      { split; [apply Rinv_0_lt_compat; lra |]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. }
      unfold Rdiv. rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
      apply Rle_trans with (exp ((z k - z g) * / tau) * 1); [apply Rmult_le_compat_l; [apply Rlt_le, exp_pos | lra] |].
      rewrite Rmult_1_r. exact H.
  Qed.
End Cold.

Lemma temperature_rate_holds : page_temperature_rate.
Proof.
  intros n z gap tau Htau H k Hk. assert (1 <= n)%nat as Hn by lia.
  destruct (some_greatest n z Hn) as [g [Hg Htop]].
  destruct (rest_at_most n z tau Htau g gap Hg Htop) as [H1 H2]; [intros l Hl El; now apply H |].
  apply Rle_trans with (2 := H1). now apply cold_distance.
Qed.

Lemma temperature_limit_holds : page_temperature_limit.
Proof.
  intros n z k e Hk He. assert (1 <= n)%nat as Hn by lia. destruct (some_greatest n z Hn) as [g [Hg Htop]].
  (* some gap serves *)
  destruct (first_above (map (fun l => if is_greatest (F := reals) n z l then 1 else z g - z l) (seq 0 n)) 0)
    as [gap [Hgap H]].
  { intros x Hx. apply in_map_iff in Hx. destruct Hx as [l [<- Hl]]. apply in_seq in Hl.
    destruct (is_greatest (F := reals) n z l) eqn:El; [lra |]. apply not_true_iff_false in El. rewrite is_greatest_iff
      in El.
    pose proof (proj1 (is_greatest_iff n z g) Htop) as Hmax. destruct (Rle_lt_dec (z g) (z l)) as [Hle | Hlt]; [| lra].
    exfalso. apply El. intros j Hj. apply Rle_trans with (2 := Hle). now apply Hmax. }
  assert (forall g' l, (g' < n)%nat -> (l < n)%nat -> is_greatest (F := reals) n z g' = true ->
    is_greatest (F := reals) n z l = false -> z l + gap <= z g') as Hall.
  { intros g' l Hg' Hl Htop' El. pose proof (proj1 (is_greatest_iff n z g') Htop' g Hg) as Hge.
    assert (In (z g - z l) (map (fun l => if is_greatest (F := reals) n z l then 1 else z g - z l) (seq 0 n))) as Hin.
    { apply in_map_iff. exists l. rewrite El. split; [reflexivity | apply in_seq; lia]. }
    specialize (H _ Hin). lra. }
  pose proof (lt_0_INR n ltac:(lia)) as Hn0.
  set (c := INR n / (e * gap)). assert (0 < c) as Hc
    by (apply Rmult_lt_0_compat; [exact Hn0 | apply Rinv_0_lt_compat, Rmult_lt_0_compat; assumption]).
  exists (/ c). split; [now apply Rinv_0_lt_compat |]. intros tau Htau Hlt.
  apply Rle_lt_trans with (1 := temperature_rate_holds n z gap tau Htau Hall k Hk).
  apply Rle_lt_trans with (INR n * exp (- (gap / tau))).
  { apply Rmult_le_compat_r; [apply Rlt_le, exp_pos |]. pose proof (pos_INR (how_many_greatest (F := reals) n z)). lra.
    }
  (* e^x > x, x = gap / tau *)
  assert (c < / tau) as Hct by (rewrite <- (Rinv_inv c); apply Rinv_lt_contravar;
    [apply Rmult_lt_0_compat; [exact Htau | now apply Rinv_0_lt_compat] | exact Hlt]).
  set (x := gap / tau). assert (gap * c < x) as Hx by (unfold x, Rdiv; now apply Rmult_lt_compat_l).
  assert (gap * c = INR n / e) as Egc by (unfold c; field; lra). rewrite Egc in Hx.
  pose proof (exp_ineq1_le x) as Hexp. assert (INR n < e * exp x) as Hmain.
  { apply Rlt_le_trans with (e * x); [| apply Rmult_le_compat_l; lra].
    replace (INR n) with (e * (INR n / e)) by (field; lra). now apply Rmult_lt_compat_l. }
  rewrite exp_Ropp. pose proof (exp_pos x) as Hp. apply Rmult_lt_reg_r with (exp x); [exact Hp |].
  rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma concentrates_holds : page_concentrates.
Proof.
  intros n z k l tau tau' Hk Hl Htop El Htau' Hlt. assert (1 <= n)%nat as Hn by lia. assert (0 < tau) as Htau by lra.
  rewrite (cold_weights n z tau Hn Htau k k Hk Htop Hk), (cold_weights n z tau' Hn Htau' k k Hk Htop Hk).
  rewrite !Htop. pose proof (top_at_least_one n z Hn) as Ht.
  pose proof (rest_nonnegative n z tau (z k)) as R1. pose proof (rest_nonnegative n z tau' (z k)) as R2.
  unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_lt_contravar; [apply Rmult_lt_0_compat; lra |].
  apply Rplus_lt_compat_l.
  assert (forall j, (j < n)%nat -> is_greatest (F := reals) n z j = false -> z j < z k) as Hbelow.
  { intros j Hj Ej. pose proof (proj1 (is_greatest_iff n z k) Htop) as Hmax.
    destruct (Rle_lt_dec (z k) (z j)) as [Hle | H]; [| exact H]. exfalso. apply not_true_iff_false in Ej. apply Ej.
    apply is_greatest_iff. intros i Hi. apply Rle_trans with (2 := Hle). now apply Hmax. }
  assert (/ tau < / tau') as Hinv by (apply Rinv_lt_contravar; [now apply Rmult_lt_0_compat | exact Hlt]).
  assert (forall j, (j < n)%nat -> is_greatest (F := reals) n z j = false ->
    exp ((z j - z k) / tau') < exp ((z j - z k) / tau)) as Hterm.
  { intros j Hj Ej. apply exp_increasing. specialize (Hbelow j Hj Ej). unfold Rdiv. nra. }
  unfold rest.
  assert (forall m, (m <= n)%nat ->
    sum_below m (fun j => if is_greatest (F := reals) n z j then 0 else exp ((z j - z k) / tau'))
    <= sum_below m (fun j => if is_greatest (F := reals) n z j then 0 else exp ((z j - z k) / tau)) /\
    ((l < m)%nat -> sum_below m (fun j => if is_greatest (F := reals) n z j then 0 else exp ((z j - z k) / tau'))
      < sum_below m (fun j => if is_greatest (F := reals) n z j then 0 else exp ((z j - z k) / tau)))) as G.
  { induction m as [| m IH]; intros Hm; [split; [apply Rle_refl | lia] |]. destruct (IH ltac:(lia)) as [G1 G2].
    cbn [sum_below]. destruct (Nat.eq_dec m l) as [-> | Hne].
    - rewrite El. pose proof (Hterm l Hl El). split; [lra |]. intros _. lra.
    - assert ((if is_greatest (F := reals) n z m then 0 else exp ((z m - z k) / tau'))
        <= (if is_greatest (F := reals) n z m then 0 else exp ((z m - z k) / tau))) as Hle.
      { destruct (is_greatest (F := reals) n z m) eqn:Em; [apply Rle_refl | apply Rlt_le, Hterm; [lia | exact Em]]. }
      split; [lra |]. intros Hlm. specialize (G2 ltac:(lia)). lra. }
  apply (G n (le_n n)). exact Hl.
Qed.

(** ** Permutations *)

Lemma cannot_distinguish_holds : page_cannot_distinguish.
Proof.
  intros d n N X P HP XP.
  pose proof (proj1 (NetworkSizes.networks_equivariant_holds d n N) X P HP) as E. split; [exact E |].
  intros a Ha. change (total (F := reals)) with sum_below. set (Z := run softmax d n N X) in *.
  transitivity (sum_below n (fun k => product (F := reals) n Z P a k)).
  - apply sum_below_ext. intros k Hk. exact (E a k Ha Hk).
  - change (sum_below n (fun k => sum_below n (fun l => Z a l * P l k)) = sum_below n (fun k => Z a k)).
    rewrite sums_exchanged. apply sum_below_ext. intros l Hl. rewrite sum_below_scale.
    destruct HP as [bits [rows _]]. destruct (rows l Hl) as [j [Hj [E1 Hu]]].
    rewrite (sum_below_single n (P l) j Hj); [rewrite E1; apply Rmult_1_r |].
    intros k Hk Hne. destruct (bits l k Hl Hk) as [H0 | H1]; [exact H0 |]. exfalso. apply Hne. now apply Hu.
Qed.

(** The matrix that exchanges columns 0 and 1. *)
Definition exchange (j : nat) : nat := match j with 0 => 1 | 1 => 0 | _ => j end%nat.
Definition exchanging : nat -> nat -> R := fun i j => if Nat.eqb i (exchange j) then 1 else 0.

Lemma exchange_twice : forall j, exchange (exchange j) = j.
Proof. intros [| [| j]]; reflexivity. Qed.

Lemma exchanging_permutes : forall n, (2 <= n)%nat -> NetworkStatements.permutation_matrix n exchanging.
Proof.
  intros n Hn. assert (forall j, (j < n)%nat -> (exchange j < n)%nat) as Hb by (intros [| [| j]] H; cbn; lia).
  unfold exchanging. split; [| split].
  - intros i j _ _. destruct (Nat.eqb i (exchange j)); auto.
  - intros i Hi. exists (exchange i). split; [now apply Hb |]. rewrite exchange_twice, Nat.eqb_refl.
    split; [reflexivity |]. intros j _ E. destruct (Nat.eqb_spec i (exchange j)) as [-> | _]; [| lra].
    symmetry. apply exchange_twice.
  - intros j Hj. exists (exchange j). split; [now apply Hb |]. rewrite Nat.eqb_refl. split; [reflexivity |].
    intros i _ E. destruct (Nat.eqb_spec i (exchange j)) as [H | _]; [exact H | lra].
Qed.

Lemma exchanged_columns : forall n (X : nat -> nat -> R) a k, (2 <= n)%nat -> (k < n)%nat ->
  product (F := reals) n X exchanging a k = X a (exchange k).
Proof.
  intros n X a k Hn Hk. assert (exchange k < n)%nat as Hb by (destruct k as [| [| k]]; cbn; lia).
  change (sum_below n (fun l => X a l * exchanging l k) = X a (exchange k)). unfold exchanging.
  rewrite (sum_below_single n _ (exchange k) Hb); [rewrite Nat.eqb_refl; apply Rmult_1_r |].
  intros l _ Hne. apply Nat.eqb_neq in Hne. rewrite Hne. apply Rmult_0_r.
Qed.

Definition unchanging : nat -> nat -> R := fun i j => if Nat.eqb i j then 1 else 0.

Lemma unchanging_permutes : forall n, NetworkStatements.permutation_matrix n unchanging.
Proof.
  intros n. unfold unchanging. split; [| split].
  - intros i j _ _. destruct (Nat.eqb i j); auto.
  - intros i Hi. exists i. rewrite Nat.eqb_refl. split; [exact Hi |]. split; [reflexivity |]. intros j _ E.
    destruct (Nat.eqb_spec i j) as [H | _]; [now rewrite H | lra].
  - intros j Hj. exists j. rewrite Nat.eqb_refl. split; [exact Hj |]. split; [reflexivity |]. intros i _ E.
    destruct (Nat.eqb_spec i j) as [H | _]; [exact H | lra].
Qed.

Lemma no_reversal_holds : page_no_reversal.
Proof.
  intros d n N X Hn Hdiff H.
  set (f := run softmax d n N).
  assert (forall a k, (k < n)%nat -> product (F := reals) n X unchanging a k = X a k) as Eid.
  { intros a k Hk. change (sum_below n (fun l => X a l * unchanging l k) = X a k). unfold unchanging.
    rewrite (sum_below_single n _ k Hk); [rewrite Nat.eqb_refl; apply Rmult_1_r |]. intros l _ Hne. apply Nat.eqb_neq
      in Hne.
    rewrite Hne. apply Rmult_0_r. }
  (* f(X) = X R, up to the product with 1 *)
  pose proof (H unchanging (unchanging_permutes n)) as H1. cbv zeta in H1.
  set (X1 := product (F := reals) n X unchanging) in *.
  pose proof (proj1 (NetworkSizes.networks_equivariant_holds d n N) X unchanging (unchanging_permutes n)) as E1.
  pose proof (H exchanging (exchanging_permutes n ltac:(lia))) as H2. cbv zeta in H2.
  pose proof (proj1 (NetworkSizes.networks_equivariant_holds d n N) X exchanging (exchanging_permutes n ltac:(lia)))
    as E2.
  fold f X1 in E1, H1, E2, H2.
  assert (forall a k, (a < d)%nat -> (k < n)%nat -> f X a k = X a (n - 1 - k)%nat) as Hf.
  { intros a k Ha Hk. specialize (E1 a k Ha Hk). specialize (H1 a k Ha Hk). cbv beta in H1.
    unfold X1 at 2 in H1. change (@equal reals) with (@eq R) in *. rewrite Eid in H1 by lia. rewrite <- H1, E1.
    symmetry. change (product (F := reals) n (f X) unchanging a k) with
      (sum_below n (fun l => f X a l * unchanging l k)). unfold unchanging.
    rewrite (sum_below_single n _ k Hk); [rewrite Nat.eqb_refl; apply Rmult_1_r |]. intros l _ Hne. apply Nat.eqb_neq
      in Hne.
    rewrite Hne. apply Rmult_0_r. }
  (* f(X P) = X P R and f(X) P = X R P at column 0 *)
  destruct (Hdiff (exchange (n - 1)) (n - 1 - exchange 0)%nat) as [a [Ha Hne]].
  - destruct n as [| [| [| m]]]; try lia. cbn. lia.
  - cbn. lia.
  - destruct n as [| [| [| m]]]; try lia. cbn. lia.
  - apply Hne. specialize (E2 a 0%nat Ha ltac:(lia)). specialize (H2 a 0%nat Ha ltac:(lia)). cbv beta in H2.
    change (@equal reals) with (@eq R) in *. rewrite E2 in H2.
    rewrite !exchanged_columns in H2 by lia. rewrite Hf in H2 by (cbn; lia).
    rewrite Nat.sub_0_r in H2. symmetry. exact H2.
Qed.

(** ** The second program *)

Lemma sum_of_numbers : forall L, sum_below L INR = INR L * (INR L - 1) / 2.
Proof. induction L as [| L IH]; [simpl; field |]. cbn [sum_below]. rewrite IH, S_INR. field. Qed.

Lemma sum_of_constants : forall L c, sum_below L (fun _ => c) = INR L * c.
Proof. induction L as [| L IH]; intros c; [simpl; ring |]. cbn [sum_below]. rewrite IH, S_INR. ring. Qed.

Lemma reversed_with_sign : forall L big low i, (i < L)%nat ->
  let small := exp (- (big - low)) in
  page_reversed L big low i - (INR L - INR i)
  = INR L * (INR i - (INR L - 1) / 2) * (small / (1 + (INR L - 1) * small)).
Proof.
  intros L big low i Hi small. assert (1 <= L)%nat as HL by lia. set (p := (L - 1 - i)%nat).
  assert (p < L)%nat as Hp by (unfold p; lia).
  assert (INR p = INR L - 1 - INR i) as Ep by (unfold p; rewrite !minus_INR by lia; reflexivity).
  set (s := fun j => if Nat.eqb j p then big else low).
  pose proof (exp_pos (- (big - low))) as Hsmall. fold small in Hsmall.
  assert (forall j, exp (s j - big) = small + (if Nat.eqb j p then 1 - small else 0)) as Es.
  { intros j. unfold s, small. destruct (Nat.eqb j p).
    - rewrite Rminus_eq_0, exp_0. ring.
    - rewrite Rplus_0_r. f_equal. ring. }
  assert (sum_below L (fun j => exp (s j - big)) = 1 + (INR L - 1) * small) as ED.
  { rewrite (sum_below_ext L _ (fun j => small + (if Nat.eqb j p then 1 - small else 0))) by (intros; apply Es).
    rewrite sum_below_plus, sum_of_constants.
    rewrite (sum_below_single L (fun j => if Nat.eqb j p then 1 - small else 0) p Hp), Nat.eqb_refl; [ring |].
    intros j _ Hj. apply Nat.eqb_neq in Hj. now rewrite Hj. }
  pose proof (le_INR 1 L HL) as HL1. change (INR 1) with 1 in HL1.
  set (D := 1 + (INR L - 1) * small) in *. assert (0 < D) as HD by (unfold D; nra).
  assert (forall j, softmax L s j = (small + (if Nat.eqb j p then 1 - small else 0)) / D) as Hsoft
    by (intros j; rewrite (softmax_shifted L s big j HL), Es, ED; reflexivity).
  change (page_reversed L big low i) with (sum_below L (fun j => softmax L s j * INR (j + 1))).
  rewrite (sum_below_ext L _ (fun j => / D * (small * INR j + (small + (if Nat.eqb j p then (1 - small) * (INR j + 1)
    else 0))))).
  - rewrite sum_below_scale, !sum_below_plus, sum_below_scale, sum_of_numbers, sum_of_constants.
    rewrite (sum_below_single L (fun j => if Nat.eqb j p then (1 - small) * (INR j + 1) else 0) p Hp), Nat.eqb_refl.
    + rewrite Ep. unfold D. field. fold D. lra.
    + intros j _ Hj. apply Nat.eqb_neq in Hj. now rewrite Hj.
  - intros j _. rewrite Hsoft, plus_INR. change (INR 1) with 1. destruct (Nat.eqb j p); field; lra.
Qed.

Lemma reversal_error_holds : page_reversal_error.
Proof.
  intros L big low HL small. pose proof (exp_pos (- (big - low))) as Hsmall. fold small in Hsmall.
  pose proof (le_INR 1 L HL) as HL1. change (INR 1) with 1 in HL1.
  assert (0 < 1 + (INR L - 1) * small) as HD by nra. set (D := 1 + (INR L - 1) * small) in *.
  assert (0 < small / D) as Hq by (apply Rmult_lt_0_compat; [exact Hsmall | now apply Rinv_0_lt_compat]).
  split; [| split].
  - intros i Hi. exact (reversed_with_sign L big low i Hi).
  - intros i Hi. rewrite (reversed_with_sign L big low i Hi). fold small D.
    rewrite Rabs_mult, (Rabs_right (small / D)) by lra.
    replace (INR L * (INR L - 1) / 2 * small / D) with (INR L * (INR L - 1) / 2 * (small / D)) by (field; lra).
    apply Rmult_le_compat_r; [lra |]. rewrite Rabs_mult, Rabs_right by lra.
    replace (INR L * (INR L - 1) / 2) with (INR L * ((INR L - 1) / 2)) by field. apply Rmult_le_compat_l; [lra |].
    pose proof (pos_INR i). pose proof (le_INR (S i) L Hi) as Hi'. rewrite S_INR in Hi'. apply Rabs_le. lra.
  - pose proof (reversed_with_sign L big low 0 ltac:(lia)) as E. cbv zeta in E. fold small D in E.
    change (INR 0) with 0 in E. rewrite Rminus_0_r in E. rewrite E.
    rewrite Rabs_mult, (Rabs_right (small / D)) by lra. rewrite Rabs_mult, (Rabs_right (INR L)) by lra.
    rewrite Rabs_left1 by lra. field. lra.
Qed.

Lemma arbitrarily_close_holds : page_arbitrarily_close.
Proof.
  intros L low e HL He. pose proof (le_INR 1 L HL) as HL1. change (INR 1) with 1 in HL1.
  set (c := INR L * (INR L - 1) / 2). assert (0 <= c) as Hc by (unfold c; nra).
  exists (low + c / e). intros big Hbig i Hi. destruct (reversal_error_holds L big low HL) as [_ [H _]].
  specialize (H i Hi). apply Rle_lt_trans with (1 := H). fold c. set (m := big - low).
  assert (c / e < m) as Hm by (unfold m; lra). pose proof (exp_pos (- m)) as Hsmall.
  apply Rle_lt_trans with (c * exp (- m)).
  - unfold Rdiv. apply Rle_trans with (c * exp (- m) * 1); [| lra]. apply Rmult_le_compat_l; [nra |].
    rewrite <- Rinv_1. apply Rinv_le_contravar; nra.
  - rewrite exp_Ropp. pose proof (exp_pos m) as Hp. pose proof (exp_ineq1_le m) as Hx.
    apply Rmult_lt_reg_r with (exp m); [exact Hp |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rlt_le_trans with (e * (1 + m)); [| apply Rmult_le_compat_l; lra].
    assert (c = e * (c / e)) as -> by (field; lra). nra.
Qed.
