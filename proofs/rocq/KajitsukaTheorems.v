(** * KajitsukaTheorems: one for each statement of [KajitsukaStatements.v]

    [Print Assumptions] names for each of them what it assumes: some of the four by which the standard library has its
    real numbers, as [RealTheorems.v] lists them, and nothing else. *)

From Exactua Require KajitsukaStatements Projections Boltzmann BoltzmannSeparation BoltzmannSets OneHead
  OneHardmaxLayer MaskedHead Memorisation SameViews ZeroToken AnyWeights HardmaxFamilies InputWeights InputCodes
  ShortSequences TwoVectors HiddenTokens Proposition1 FastWaves.

(** ** Lemmas 2 and 3, App. B.1 *)

Theorem kajitsuka_lemma_2_proved : KajitsukaStatements.kajitsuka_lemma_2.
Proof. exact Projections.lemma_2_holds. Qed.

Theorem kajitsuka_lemma_2_sharper_proved : KajitsukaStatements.kajitsuka_lemma_2_sharper.
Proof. exact Projections.lemma_2_sharper_holds. Qed.

Theorem kajitsuka_lemma_2_directions_proved : KajitsukaStatements.kajitsuka_lemma_2_directions.
Proof. exact Projections.directions_hold. Qed.

Theorem kajitsuka_lemma_3_proved : KajitsukaStatements.kajitsuka_lemma_3.
Proof. exact Projections.lemma_3_holds. Qed.

Theorem kajitsuka_lemma_3_sharper_proved : KajitsukaStatements.kajitsuka_lemma_3_sharper.
Proof. exact Projections.lemma_3_sharper_holds. Qed.

Theorem kajitsuka_lemma_3_two_vectors_proved : KajitsukaStatements.kajitsuka_lemma_3_two_vectors.
Proof. exact Projections.two_vectors_hold. Qed.

(** ** Lemmas 4 to 6, App. B.2 *)

Theorem kajitsuka_lemma_4_proved : KajitsukaStatements.kajitsuka_lemma_4.
Proof. exact Boltzmann.lemma_4_holds. Qed.

Theorem kajitsuka_lemma_4_sharper_proved : KajitsukaStatements.kajitsuka_lemma_4_sharper.
Proof. exact Boltzmann.lemma_4_sharper_holds. Qed.

Theorem kajitsuka_equation_85_proved : KajitsukaStatements.kajitsuka_equation_85.
Proof. exact Boltzmann.equation_85_holds. Qed.

Theorem kajitsuka_lemma_5_proved : KajitsukaStatements.kajitsuka_lemma_5.
Proof. exact Boltzmann.lemma_5_holds. Qed.

Theorem kajitsuka_equation_104_proved : KajitsukaStatements.kajitsuka_equation_104.
Proof. exact Boltzmann.equation_104_holds. Qed.

Theorem kajitsuka_lemma_6_proved : KajitsukaStatements.kajitsuka_lemma_6.
Proof. exact Boltzmann.lemma_6_holds. Qed.

(** ** Lemmas 7 and 1, App. B.3 *)

Theorem kajitsuka_lemma_7_proved : KajitsukaStatements.kajitsuka_lemma_7.
Proof. exact BoltzmannSeparation.lemma_7_holds. Qed.

Theorem kajitsuka_lemma_7_sharper_proved : KajitsukaStatements.kajitsuka_lemma_7_sharper.
Proof. exact BoltzmannSeparation.lemma_7_sharper_holds. Qed.

Theorem kajitsuka_lemma_7_beginning_proved : KajitsukaStatements.kajitsuka_lemma_7_beginning.
Proof. exact BoltzmannSeparation.lemma_7_beginning_holds. Qed.

Theorem kajitsuka_lemma_1_repaired_proved : KajitsukaStatements.kajitsuka_lemma_1_repaired.
Proof. exact BoltzmannSets.lemma_1_repaired_holds. Qed.

Theorem kajitsuka_lemma_1_sharper_proved : KajitsukaStatements.kajitsuka_lemma_1_sharper.
Proof. exact BoltzmannSets.lemma_1_sharper_holds. Qed.

Theorem kajitsuka_lemma_1_printed_fails_proved : KajitsukaStatements.kajitsuka_lemma_1_printed_fails.
Proof. exact BoltzmannSets.lemma_1_printed_fails_holds. Qed.

(** ** Masks, App. C *)

Theorem kajitsuka_masked_softmax_is_limit_proved : KajitsukaStatements.kajitsuka_masked_softmax_is_limit.
Proof. exact BoltzmannSets.masked_softmax_is_limit_holds. Qed.

Theorem kajitsuka_masks_separated_proved : KajitsukaStatements.kajitsuka_masks_separated.
Proof. exact BoltzmannSets.masks_separated_holds. Qed.

Theorem kajitsuka_same_scores_different_masks_proved : KajitsukaStatements.kajitsuka_same_scores_different_masks.
Proof. exact BoltzmannSets.same_scores_different_masks_hold. Qed.

(** ** Theorem 2, App. A.2 *)

Theorem kajitsuka_theorem_2_proved : KajitsukaStatements.kajitsuka_theorem_2.
Proof. exact OneHead.theorem_2_holds. Qed.

Theorem kajitsuka_theorem_2_sharper_proved : KajitsukaStatements.kajitsuka_theorem_2_sharper.
Proof. exact OneHead.theorem_2_sharper_holds. Qed.

Theorem kajitsuka_theorem_2_needs_r_min_proved : KajitsukaStatements.kajitsuka_theorem_2_needs_r_min.
Proof. exact ZeroToken.theorem_2_needs_r_min_holds. Qed.

Theorem kajitsuka_theorem_2_two_vectors_proved : KajitsukaStatements.kajitsuka_theorem_2_two_vectors.
Proof. exact TwoVectors.theorem_2_two_vectors_holds. Qed.

(** ** Theorem 1, App. A.1 *)

Theorem kajitsuka_theorem_1_proved : KajitsukaStatements.kajitsuka_theorem_1.
Proof. exact OneHardmaxLayer.theorem_1_holds. Qed.

Theorem kajitsuka_theorem_1_from_4_proved : KajitsukaStatements.kajitsuka_theorem_1_from_4.
Proof. exact OneHardmaxLayer.theorem_1_from_4_holds. Qed.

Theorem kajitsuka_three_rules_share_out_proved : KajitsukaStatements.kajitsuka_three_rules_share_out.
Proof. exact AnyWeights.three_rules. Qed.

Theorem kajitsuka_theorem_1_any_weights_proved : KajitsukaStatements.kajitsuka_theorem_1_any_weights.
Proof. exact AnyWeights.any_weights_holds. Qed.

Theorem kajitsuka_theorem_1_any_weights_from_4_proved : KajitsukaStatements.kajitsuka_theorem_1_any_weights_from_4.
Proof. exact AnyWeights.any_weights_from_4_holds. Qed.

Theorem kajitsuka_theorem_1_uneven_weights_proved : KajitsukaStatements.kajitsuka_theorem_1_uneven_weights.
Proof. exact AnyWeights.uneven_weights_hold. Qed.

Theorem kajitsuka_weights_by_input_proved : KajitsukaStatements.kajitsuka_weights_by_input.
Proof. exact InputWeights.weights_by_input_hold. Qed.

Theorem kajitsuka_theorem_1_fails_by_input_proved : KajitsukaStatements.kajitsuka_theorem_1_fails_by_input.
Proof. exact InputCodes.theorem_1_fails_by_input_holds. Qed.

Theorem kajitsuka_which_families_proved : KajitsukaStatements.kajitsuka_which_families.
Proof. exact HardmaxFamilies.which_families_hold. Qed.

Theorem kajitsuka_short_sequences_proved : KajitsukaStatements.kajitsuka_short_sequences.
Proof. exact ShortSequences.short_sequences_hold. Qed.

Theorem kajitsuka_two_tokens_uneven_proved : KajitsukaStatements.kajitsuka_two_tokens_uneven.
Proof. exact ShortSequences.two_tokens_uneven_holds. Qed.

(** ** Corollaries 1 and 2, App. A.3 and A.4 *)

Theorem kajitsuka_corollary_1_proved : KajitsukaStatements.kajitsuka_corollary_1.
Proof. exact Memorisation.corollary_1_holds. Qed.

Theorem kajitsuka_corollary_1_speaks_of_some_proved : KajitsukaStatements.kajitsuka_corollary_1_speaks_of_some.
Proof. exact Memorisation.corollary_1_speaks_of_some_holds. Qed.

Theorem kajitsuka_corollary_2_proved : KajitsukaStatements.kajitsuka_corollary_2.
Proof. exact Memorisation.corollary_2_holds. Qed.

(** ** Masks: Theorem 2 and Corollary 1, Remark 1 and App. C *)

Theorem kajitsuka_theorem_2_masked_proved : KajitsukaStatements.kajitsuka_theorem_2_masked.
Proof. exact MaskedHead.theorem_2_masked_holds. Qed.

Theorem kajitsuka_corollary_1_masked_proved : KajitsukaStatements.kajitsuka_corollary_1_masked.
Proof. exact Memorisation.corollary_1_masked_holds. Qed.

Theorem kajitsuka_theorem_2_hidden_proved : KajitsukaStatements.kajitsuka_theorem_2_hidden.
Proof. exact HiddenTokens.theorem_2_hidden_holds. Qed.

Theorem kajitsuka_theorem_2_hidden_sharper_proved : KajitsukaStatements.kajitsuka_theorem_2_hidden_sharper.
Proof. exact HiddenTokens.theorem_2_hidden_sharper_holds. Qed.

Theorem kajitsuka_corollary_1_hidden_proved : KajitsukaStatements.kajitsuka_corollary_1_hidden.
Proof. exact HiddenTokens.corollary_1_hidden_holds. Qed.

Theorem kajitsuka_causal_masks_proved : KajitsukaStatements.kajitsuka_causal_masks.
Proof. exact SameViews.causal_masks_hold. Qed.

Theorem kajitsuka_consistent_labels_necessary_proved : KajitsukaStatements.kajitsuka_consistent_labels_necessary.
Proof. exact SameViews.consistent_labels_necessary_holds. Qed.

(** ** Proposition 1, App. A.5 *)

Theorem kajitsuka_proposition_1_proved : KajitsukaStatements.kajitsuka_proposition_1.
Proof. exact Proposition1.proposition_1_holds. Qed.

Theorem kajitsuka_proposition_1_speaks_of_some_proved : KajitsukaStatements.kajitsuka_proposition_1_speaks_of_some.
Proof. exact Proposition1.proposition_1_speaks_of_some_holds. Qed.

Theorem kajitsuka_proposition_1_compact_support_proved : KajitsukaStatements.kajitsuka_proposition_1_compact_support.
Proof. exact Proposition1.proposition_1_compact_support_holds. Qed.

Theorem kajitsuka_proposition_1_compact_values_fails_proved :
  KajitsukaStatements.kajitsuka_proposition_1_compact_values_fails.
Proof. exact FastWaves.compact_values_fails_holds. Qed.
