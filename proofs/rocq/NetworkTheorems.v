(** * NetworkTheorems: one for each statement of [NetworkStatements.v]

    [Print Assumptions] names for each of them what it assumes: of these four, by which the standard library has its
    real numbers, and nothing else: [ClassicalDedekindReals.sig_forall_dec], [ClassicalDedekindReals.sig_not_dec],
    [FunctionalExtensionality.functional_extensionality_dep] and [Classical_Prop.classic]. *)

From Exactua Require NetworkStatements NetworkSizes RationalNetworks ListNetworks RealLemma7 RealLemma9 RealProposition5
  RealDistance5 Theorem2Hardmax Theorem2Effective Tilted SoftmaxLimit FinitelyManyPoints Lemma6 NoLemma6 Theorem2
  SomeFunction Theorem3Hardmax Theorem3 SoftmaxNetwork SoftmaxContextualMap RealSelectiveShift AppendixH BProjContexts
  SepConvContexts.

(** ** Permutation equivariance, Sec. 2, and Claim 1, App. B *)

Theorem claim_1_softmax_proved : NetworkStatements.claim_1_softmax.
Proof. exact NetworkSizes.claim_1_softmax_holds. Qed.

Theorem T_equivariant_proved : NetworkStatements.T_equivariant.
Proof. exact NetworkSizes.T_equivariant_holds. Qed.

Theorem claim_1_hardmax_proved : NetworkStatements.claim_1_hardmax.
Proof. exact NetworkSizes.claim_1_hardmax_holds. Qed.

Theorem T_bar_equivariant_proved : NetworkStatements.T_bar_equivariant.
Proof. exact NetworkSizes.T_bar_equivariant_holds. Qed.

Theorem networks_equivariant_proved : NetworkStatements.networks_equivariant.
Proof. exact NetworkSizes.networks_equivariant_holds. Qed.

Theorem equivariance_by_columns_proved : NetworkStatements.equivariance_by_columns.
Proof. exact NetworkSizes.equivariance_by_columns_holds. Qed.

Theorem one_sided_ties_fail_proved : NetworkStatements.one_sided_ties_fail.
Proof. exact NetworkSizes.one_sided_ties_fail_holds. Qed.

(** ** Layers and blocks, activations *)

Theorem ReLU_in_Phi_proved : NetworkStatements.ReLU_in_Phi.
Proof. exact NetworkSizes.ReLU_in_Phi_holds. Qed.

Theorem layer_is_block_proved : NetworkStatements.layer_is_block.
Proof. exact NetworkSizes.layer_is_block_holds. Qed.

Theorem classes_grow_proved : NetworkStatements.classes_grow.
Proof. exact NetworkSizes.classes_grow_holds. Qed.

(** ** Networks over Q and over R *)

Theorem same_over_Q_and_R_proved : NetworkStatements.same_over_Q_and_R.
Proof. exact RationalNetworks.real_run. Qed.

Theorem lists_over_Q_and_R_proved : NetworkStatements.lists_over_Q_and_R.
Proof. exact ListNetworks.real_networks_agree. Qed.

(** ** Lemma 7, App. E.1.1 and E.2 *)

Theorem lemma_7_real_proved : NetworkStatements.lemma_7_real.
Proof. exact RealLemma7.lemma_7_real_holds. Qed.

(** ** Lemma 9, App. E.1.3 and E.4 *)

Theorem lemma_9_real_proved : NetworkStatements.lemma_9_real.
Proof. exact RealLemma9.lemma_9_real_holds. Qed.

(** ** Proposition 5, App. C and E.1.4 *)

Theorem proposition_5_real_proved : NetworkStatements.proposition_5_real.
Proof. exact RealProposition5.proposition_5_real_holds. Qed.

Theorem proposition_5_distance_real_proved : NetworkStatements.proposition_5_distance_real.
Proof. exact RealDistance5.proposition_5_distance_real_holds. Qed.

(** ** Theorem 2, for modified Transformers *)

Theorem theorem_2_hardmax_proved : NetworkStatements.theorem_2_hardmax.
Proof. exact Theorem2Hardmax.theorem_2_hardmax_holds. Qed.

Theorem theorem_2_hardmax_on_the_cube_proved : NetworkStatements.theorem_2_hardmax_on_the_cube.
Proof. exact Theorem2Effective.theorem_2_hardmax_on_the_cube_holds. Qed.

Theorem theorem_2_hardmax_effective_proved : NetworkStatements.theorem_2_hardmax_effective.
Proof. exact Theorem2Effective.theorem_2_hardmax_effective_holds. Qed.

Theorem theorem_2_hardmax_for_tilted_proved : NetworkStatements.theorem_2_hardmax_for_tilted.
Proof. exact Tilted.theorem_2_hardmax_for_tilted_holds. Qed.

(** ** Softmax and ReLU: App. F, Lemma 6, Theorem 2 *)

Theorem softmax_near_hardmax_proved : NetworkStatements.softmax_near_hardmax.
Proof. exact SoftmaxLimit.softmax_near_hardmax_holds. Qed.

Theorem head_near_hardmax_proved : NetworkStatements.head_near_hardmax.
Proof. exact SoftmaxLimit.head_near_hardmax_holds. Qed.

Theorem lemma_6_at_points_proved : NetworkStatements.lemma_6_at_points.
Proof. exact FinitelyManyPoints.lemma_6_at_points_holds. Qed.

Theorem lemma_6_on_cubes_proved : NetworkStatements.lemma_6_on_cubes.
Proof. exact Theorem2.lemma_6_on_cubes_holds. Qed.

Theorem theorem_2_proved : NetworkStatements.theorem_2.
Proof. exact Theorem2.theorem_2_holds. Qed.

Theorem theorem_2_speaks_of_some_f_proved : NetworkStatements.theorem_2_speaks_of_some_f.
Proof. exact SomeFunction.theorem_2_speaks_of_some_f_holds. Qed.

(** ** Theorem 3, Sec. 3.1 and App. G *)

Theorem theorem_3_hardmax_proved : NetworkStatements.theorem_3_hardmax.
Proof. exact Theorem3Hardmax.theorem_3_hardmax_holds. Qed.

Theorem theorem_3_proved : NetworkStatements.theorem_3.
Proof. exact Theorem3.theorem_3_holds. Qed.

Theorem theorem_3_speaks_of_some_f_proved : NetworkStatements.theorem_3_speaks_of_some_f.
Proof. exact Theorem3Hardmax.theorem_3_speaks_of_some_f_holds. Qed.

(** ** Lemma 6 for every g-bar: on bounded sets, and over all matrices *)

Theorem lemma_6_on_bounded_sets_proved : NetworkStatements.lemma_6_on_bounded_sets.
Proof. exact Lemma6.lemma_6_on_bounded_sets_holds. Qed.

Theorem lemma_6_fails_over_all_matrices_proved : NetworkStatements.lemma_6_fails_over_all_matrices.
Proof. exact NoLemma6.lemma_6_fails_over_all_matrices_holds. Qed.

Theorem jumps_are_far_proved : NetworkStatements.jumps_are_far.
Proof. exact NoLemma6.jumps_are_far_hold. Qed.

Theorem g_q_is_far_proved : NetworkStatements.g_q_is_far.
Proof. exact NoLemma6.g_q_is_far_holds. Qed.

(** ** Softmax for hardmax in a whole network, App. F *)

Theorem network_near_hardmax_proved : NetworkStatements.network_near_hardmax.
Proof. exact SoftmaxNetwork.network_near_hardmax_holds. Qed.

Theorem network_near_hardmax_by_depth_proved : NetworkStatements.network_near_hardmax_by_depth.
Proof. exact SoftmaxNetwork.network_near_hardmax_by_depth_holds. Qed.

Theorem network_near_hardmax_for_one_head_proved : NetworkStatements.network_near_hardmax_for_one_head.
Proof. exact SoftmaxNetwork.network_near_hardmax_for_one_head_holds. Qed.

Theorem g_c_near_hardmax_proved : NetworkStatements.g_c_near_hardmax.
Proof. exact SoftmaxContextualMap.g_c_near_hardmax_holds. Qed.

(** ** The selective shift, App. E.3, for real Z *)

Theorem psi_head_of_E_3_proved : NetworkStatements.psi_head_of_E_3.
Proof. exact RealSelectiveShift.psi_head_of_E_3_holds. Qed.

Theorem psi_selects_real_proved : NetworkStatements.psi_selects_real.
Proof. exact RealSelectiveShift.psi_selects_real_holds. Qed.

Theorem Psi_shifts_selectively_real_proved : NetworkStatements.Psi_shifts_selectively_real.
Proof. exact RealSelectiveShift.Psi_shifts_selectively_real_holds. Qed.

(** ** App. H *)

Theorem difference_sparse_proved : NetworkStatements.difference_sparse.
Proof. exact AppendixH.difference_sparse_holds. Qed.

Theorem projection_of_difference_proved : NetworkStatements.projection_of_difference.
Proof. exact AppendixH.projection_of_difference_holds. Qed.

Theorem BProj_fails_at_zero_proved : NetworkStatements.BProj_fails_at_zero.
Proof. exact AppendixH.BProj_fails_at_zero_holds. Qed.

Theorem one_BProj_is_contextual_proved : NetworkStatements.one_BProj_is_contextual.
Proof. exact BProjContexts.one_BProj_is_contextual_holds. Qed.

Theorem SepConv_fails_at_zero_proved : NetworkStatements.SepConv_fails_at_zero.
Proof. exact AppendixH.SepConv_fails_at_zero_holds. Qed.

Theorem SepConv_small_filter_fails_proved : NetworkStatements.SepConv_small_filter_fails.
Proof. exact AppendixH.SepConv_small_filter_fails_holds. Qed.

Theorem large_SepConv_is_contextual_proved : NetworkStatements.large_SepConv_is_contextual.
Proof. exact SepConvContexts.large_SepConv_is_contextual_holds. Qed.

Theorem average_attention_proved : NetworkStatements.average_attention.
Proof. exact AppendixH.average_attention_holds. Qed.

Theorem averages_of_contexts_proved : NetworkStatements.averages_of_contexts.
Proof. exact AppendixH.averages_of_contexts_hold. Qed.
