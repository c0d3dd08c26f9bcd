(** * RealTheorems: one for each statement of [RealStatements.v]

    [Print Assumptions] names for each of them what it assumes: of these four, by which the standard library has its
    real numbers, and nothing else: [ClassicalDedekindReals.sig_forall_dec], [ClassicalDedekindReals.sig_not_dec],
    [FunctionalExtensionality.functional_extensionality_dep] and [Classical_Prop.classic]. *)

From Exactua Require RealStatements Coverings Lemma4 NetworkSizes RationalNetworks ListNetworks RealLemma7 RealLemma9
  RealProposition5.

(** ** Functions of matrices, Sec. 3 and App. C, Step 1 *)

Theorem functions_of_matrices_proved : RealStatements.functions_of_matrices.
Proof. exact Lemma4.functions_of_matrices_hold. Qed.

(** ** The distance d_p, Sec. 3 *)

Theorem distance_never_both_proved : RealStatements.distance_never_both.
Proof. exact Coverings.never_both_holds. Qed.

Theorem distance_monotone_proved : RealStatements.distance_monotone.
Proof. exact Coverings.monotone_holds. Qed.

Theorem distance_to_itself_proved : RealStatements.distance_to_itself.
Proof. exact Coverings.to_itself_holds. Qed.

Theorem distance_symmetric_proved : RealStatements.distance_symmetric.
Proof. exact Coverings.symmetric_holds. Qed.

Theorem distance_triangle_proved : RealStatements.distance_triangle.
Proof. exact Coverings.triangle_holds. Qed.

Theorem distance_by_upper_sum_proved : RealStatements.distance_by_upper_sum.
Proof. exact Coverings.by_upper_sum_holds. Qed.

Theorem distance_by_upper_integral_proved : RealStatements.distance_by_upper_integral.
Proof. exact Coverings.by_upper_integral_holds. Qed.

Theorem distance_of_step_functions_proved : RealStatements.distance_of_step_functions.
Proof. exact Coverings.of_step_functions_holds. Qed.

Theorem distance_infinite_proved : RealStatements.distance_infinite.
Proof. exact Coverings.infinite_holds. Qed.

(** ** Lemma 4, App. C and D *)

Theorem lemma_4_proved : RealStatements.lemma_4.
Proof. exact Lemma4.lemma_4_holds. Qed.

(** ** Permutation equivariance, Sec. 2, and Claim 1, App. B *)

Theorem claim_1_softmax_proved : RealStatements.claim_1_softmax.
Proof. exact NetworkSizes.claim_1_softmax_holds. Qed.

Theorem T_equivariant_proved : RealStatements.T_equivariant.
Proof. exact NetworkSizes.T_equivariant_holds. Qed.

Theorem claim_1_hardmax_proved : RealStatements.claim_1_hardmax.
Proof. exact NetworkSizes.claim_1_hardmax_holds. Qed.

Theorem T_bar_equivariant_proved : RealStatements.T_bar_equivariant.
Proof. exact NetworkSizes.T_bar_equivariant_holds. Qed.

Theorem networks_equivariant_proved : RealStatements.networks_equivariant.
Proof. exact NetworkSizes.networks_equivariant_holds. Qed.

Theorem equivariance_by_columns_proved : RealStatements.equivariance_by_columns.
Proof. exact NetworkSizes.equivariance_by_columns_holds. Qed.

Theorem one_sided_ties_fail_proved : RealStatements.one_sided_ties_fail.
Proof. exact NetworkSizes.one_sided_ties_fail_holds. Qed.

(** ** Layers and blocks, activations *)

Theorem ReLU_in_Phi_proved : RealStatements.ReLU_in_Phi.
Proof. exact NetworkSizes.ReLU_in_Phi_holds. Qed.

Theorem layer_is_block_proved : RealStatements.layer_is_block.
Proof. exact NetworkSizes.layer_is_block_holds. Qed.

Theorem classes_grow_proved : RealStatements.classes_grow.
Proof. exact NetworkSizes.classes_grow_holds. Qed.

(** ** Networks over Q and over R *)

Theorem same_over_Q_and_R_proved : RealStatements.same_over_Q_and_R.
Proof. exact RationalNetworks.real_run. Qed.

Theorem lists_over_Q_and_R_proved : RealStatements.lists_over_Q_and_R.
Proof. exact ListNetworks.real_networks_agree. Qed.

(** ** Lemma 7, App. E.1.1 and E.2 *)

Theorem lemma_7_real_proved : RealStatements.lemma_7_real.
Proof. exact RealLemma7.lemma_7_real_holds. Qed.

(** ** Lemma 9, App. E.1.3 and E.4 *)

Theorem lemma_9_real_proved : RealStatements.lemma_9_real.
Proof. exact RealLemma9.lemma_9_real_holds. Qed.

(** ** Proposition 5, App. C and E.1.4 *)

Theorem proposition_5_real_proved : RealStatements.proposition_5_real.
Proof. exact RealProposition5.proposition_5_real_holds. Qed.
