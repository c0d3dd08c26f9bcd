(** * RealTheorems: one for each statement of [RealStatements.v]

    [Print Assumptions] names for each of them what it assumes: of these four, by which the standard library has its
    real numbers, and nothing else: [ClassicalDedekindReals.sig_forall_dec], [ClassicalDedekindReals.sig_not_dec],
    [FunctionalExtensionality.functional_extensionality_dep] and [Classical_Prop.classic]. *)

From Exactua Require RealStatements Coverings Lemma4 Lemma4Steps.

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

(** ** The steps of App. D on the distance *)

Theorem lemma_4_strictly_proved : RealStatements.lemma_4_strictly.
Proof. exact Lemma4Steps.lemma_4_strictly_holds. Qed.

Theorem lemma_4_with_constant_proved : RealStatements.lemma_4_with_constant.
Proof. exact Lemma4Steps.lemma_4_with_constant_holds. Qed.

Theorem bump_and_tilted_proved : RealStatements.bump_and_tilted.
Proof. exact Lemma4Steps.bump_and_tilted_holds. Qed.

Theorem lemma_4_for_both_proved : RealStatements.lemma_4_for_both.
Proof. exact Lemma4Steps.lemma_4_for_both_holds. Qed.

Theorem lemma_4_third_proved : RealStatements.lemma_4_third.
Proof. exact Lemma4Steps.lemma_4_third_holds. Qed.
