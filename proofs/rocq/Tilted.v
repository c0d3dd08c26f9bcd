(** * Tilted: Theorem 2 with hardmax and Phi for one function, with all numbers *)

From Coq Require Import List Arith Lia ZArith Reals Lra.
From Exactua Require Import Networks Matrices Distance Cubes Powers NetworkStatements Theorem2Effective.
From Exactua Require Statements Grids.
Import ListNotations.
Open Scope R_scope.

Definition hump (t : R) : R := Rmax 0 (4 * t * (1 - t)).

Lemma hump_is : forall t, 0 <= t <= 1 -> hump t = 4 * t * (1 - t).
Proof. intros t H. unfold hump. apply Rmax_right. nra. Qed.

Lemma hump_outside : forall t, ~ 0 <= t <= 1 -> hump t = 0.
Proof. intros t H. unfold hump. apply Rmax_left. destruct (Rlt_le_dec t 0); [nra|]. destruct (Rlt_le_dec 1 t);
  [nra|lra]. Qed.

Lemma hump_bounds : forall t, 0 <= hump t <= 1.
Proof.
  intro t. unfold hump, Rmax. pose proof (Rle_0_sqr (2 * t - 1)) as S. unfold Rsqr in S.
  destruct (Rle_dec 0 (4 * t * (1 - t))); lra.
Qed.

(** The entry: x_j times its own hump, times the other one. *)
Definition slanted (t : R) : R := hump t * t.

Lemma slanted_bounds : forall t, 0 <= t <= 1 -> 0 <= slanted t <= 3 / 5.
Proof.
  intros t H. unfold slanted. rewrite hump_is by exact H.
  assert (S : 0 <= (t - 2 / 3) * (t - 2 / 3) * (t + 1 / 3)) by (apply Rmult_le_pos; [apply Rle_0_sqr|lra]).
  split; [apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]|]. lra.
Qed.

Lemma slanted_varies : forall x y t, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (x - y) <= t ->
  Rabs (slanted x - slanted y) <= 4 * t.
Proof.
  intros x y t Hx Hy H. unfold slanted. rewrite !hump_is by assumption.
  replace (4 * x * (1 - x) * x - 4 * y * (1 - y) * y) with (4 * ((x - y) * (x + y - (x * x + x * y + y * y)))) by ring.
  rewrite !Rabs_mult, (Rabs_right 4) by lra.
  assert (Rabs (x + y - (x * x + x * y + y * y)) <= 1) by (apply Rabs_le; split; nra).
  pose proof (Rabs_pos (x - y)). pose proof (Rabs_pos (x + y - (x * x + x * y + y * y))). nra.
Qed.

(** Factors that differ by a and b, at most 1 and c, make products that differ by a + c b. *)
Lemma products_differ : forall u u' v v' a b c, 0 <= u' <= c -> 0 <= v <= 1 -> Rabs (u - u') <= a ->
  Rabs (v - v') <= b -> Rabs (u * v - u' * v') <= a + c * b.
Proof.
  intros u u' v v' a b c Hu Hv A B. replace (u * v - u' * v') with ((u - u') * v + u' * (v - v')) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult, (Rabs_right v), (Rabs_right u') by lra.
  pose proof (Rabs_pos (u - u')). pose proof (Rabs_pos (v - v')). nra.
Qed.

Lemma hump_varies : forall x y t, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (x - y) <= t -> Rabs (hump x - hump y) <= 4 * t.
Proof.
  intros x y t Hx Hy H. rewrite !hump_is by assumption.
  replace (4 * x * (1 - x) - 4 * y * (1 - y)) with (4 * ((x - y) * (1 - x - y))) by ring.
  rewrite !Rabs_mult, (Rabs_right 4) by lra.
  assert (Rabs (1 - x - y) <= 1) by (apply Rabs_le; lra). pose proof (Rabs_pos (x - y)). pose proof (Rabs_pos (1 - x -
    y)).
  nra.
Qed.

Lemma tilted_is : forall X i j, tilted X i j = hump (X 0%nat 0%nat) * hump (X 0%nat 1%nat) * X 0%nat j.
Proof. reflexivity. Qed.

Lemma tilted_outside : forall X i' j, (j < 2)%nat -> ~ 0 <= X 0%nat j <= 1 -> forall j', tilted X i' j' = 0.
Proof.
  intros X i' j Hj out j'. rewrite tilted_is. destruct j as [|[|]]; [| |lia]; rewrite (hump_outside _ out); ring.
Qed.

Lemma square : forall x, 0 < x -> power x 2 = x * x.
Proof.
  intros x H. rewrite power_positive by exact H. replace 2 with (INR 2) by (cbn; lra). rewrite Rpower_pow by exact H.
    ring.
Qed.

(** In entry j, k the other one. *)
Lemma entry_is : forall i j, (j < 2)%nat ->
  exists k, (k < 2)%nat /\ forall Y, tilted Y i j = slanted (Y 0%nat j) * hump (Y 0%nat k).
Proof.
  intros i j Hj. exists (1 - j)%nat. split; [lia|]. intro Y. rewrite tilted_is. unfold slanted.
  destruct j as [|[|]]; [| |lia]; cbn; ring.
Qed.

Theorem theorem_2_hardmax_for_tilted_holds : theorem_2_hardmax_for_tilted.
Proof.
  split.
  { exists zero, (fun _ _ => 1 / 2). intro E. specialize (E 0%nat 0%nat ltac:(lia) ltac:(lia)).
    rewrite !tilted_is, !hump_is in E by (unfold zero; lra). unfold zero in E. lra. }
  destruct (theorem_2_hardmax_on_the_cube_holds 1%nat 2%nat 34%nat tilted (32 / 5 * (1 / (2 * INR 34))) (3 / 5) 2
    (1 / 5)) as (N & k & size & phi & count & blocks & near); try lia; try lra.
  - intros X Y E i j _ Hj. rewrite !tilted_is, !(E 0%nat) by lia. reflexivity.
  - intros s X (t & Hs) i j _ Hj. unfold permuted at 2. rewrite !tilted_is. unfold permuted. f_equal.
    pose proof (Hs 0%nat ltac:(lia)) as (A & _ & _ & A'). pose proof (Hs 1%nat ltac:(lia)) as (B & _ & _ & B').
    destruct (s 0%nat) as [|[|]] eqn:E0; [| |lia]; destruct (s 1%nat) as [|[|]] eqn:E1; try lia; ring.
  - intros X i j Hi Hj out i' j' _ _. replace i with 0%nat in out by lia. apply (tilted_outside X i' j Hj out).
  - intros X i j _ Hj. destruct (Rle_dec 0 (X 0%nat j)) as [A|A], (Rle_dec (X 0%nat j) 1) as [B|B];
      try (rewrite (tilted_outside X i j Hj) by lra; rewrite Rabs_R0; lra).
    destruct (entry_is i j Hj) as (k & _ & E). rewrite E. pose proof (hump_bounds (X 0%nat k)).
    pose proof (slanted_bounds (X 0%nat j) ltac:(lra)). apply Rabs_le. nra.
  - intros X Y H i j _ Hj. set (t := 1 / (2 * INR 34)) in *. destruct (entry_is i j Hj) as (k & Hk & E).
    destruct (H 0%nat j ltac:(lia) Hj) as (Xj & Yj & Dj). destruct (H 0%nat k ltac:(lia) Hk) as (Xk & Yk & Dk).
    rewrite !E. replace (32 / 5 * t) with (4 * t + 3 / 5 * (4 * t)) by field.
    apply products_differ; [apply slanted_bounds|apply hump_bounds|apply slanted_varies|apply hump_varies];
      assumption.
  - rewrite !square by (rewrite ?INR_IZR_INZ; cbn -[IZR]; lra). rewrite !INR_IZR_INZ. cbn -[IZR]. lra.
  - exists N. split; [exact size|]. split; [exact phi|]. split; [|exact near]. rewrite blocks.
    change (2 * Z.of_nat k = 1122)%Z in count. replace k with 561%nat by lia. reflexivity.
Qed.
