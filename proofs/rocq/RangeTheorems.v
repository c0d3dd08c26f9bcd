(** * RangeTheorems: one for each statement of [RangeStatements.v]

    Nothing is assumed: [Print Assumptions] says 'Closed under the global context' for each of them. *)

From Exactua Require RangeStatements RangesQuantiser RangesClosedDomain RangesCollision RangesCounts.

(** ** Lemma 4, App. D *)

Theorem creates_grid_range_proved : RangeStatements.creates_grid_range.
Proof. exact RangesQuantiser.creates_grid_range_holds. Qed.

(** ** App. G.1 and G.3 *)

Theorem discrete_version_range_proved : RangeStatements.discrete_version_range.
Proof. exact RangesQuantiser.discrete_version_range_holds. Qed.

Theorem each_interval_range_proved : RangeStatements.each_interval_range.
Proof. exact RangesQuantiser.each_interval_range_holds. Qed.

Theorem any_values_range_proved : RangeStatements.any_values_range.
Proof. exact RangesCollision.any_values_range_holds. Qed.

(** ** Theorem 3, App. G *)

Theorem strictly_monotone_range_proved : RangeStatements.strictly_monotone_range.
Proof. exact RangesQuantiser.strictly_monotone_range_holds. Qed.

Theorem on_closed_domain_range_proved : RangeStatements.on_closed_domain_range.
Proof. exact RangesClosedDomain.on_closed_domain_range_holds. Qed.

(** ** Counts, Sec. 3.2 *)

Theorem transformer_blocks_range_proved : RangeStatements.transformer_blocks_range.
Proof. exact RangesCounts.transformer_blocks_range_holds. Qed.

Theorem total_parameters_range_proved : RangeStatements.total_parameters_range.
Proof. exact RangesCounts.total_parameters_range_holds. Qed.

Theorem memorized_numbers_range_proved : RangeStatements.memorized_numbers_range.
Proof. exact RangesCounts.memorized_numbers_range_holds. Qed.

Theorem factor_of_permutations_range_proved : RangeStatements.factor_of_permutations_range.
Proof. exact RangesCounts.factor_of_permutations_range_holds. Qed.
