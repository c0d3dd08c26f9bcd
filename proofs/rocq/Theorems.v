(** * Theorems: one for each statement of [Statements.v]

    Nothing is assumed: [Print Assumptions] says 'Closed under the global context' for each of them. *)

From Exactua Require Statements Hardmax Grid Lemma8 Category1Network Category2Network Category3Network Lemma7
  Proposition5 Lemma9 Proposition5Network AppendixGNetwork AppendixGBound Equivariance PresentIds SortedOrderNetwork.

(** ** Attention selects extremes, App. E.3, 'Selective shift operation' *)

Theorem psi_selects_proved : Statements.psi_selects.
Proof. exact Hardmax.psi_selects_holds. Qed.

Theorem Psi_shifts_selectively_proved : Statements.Psi_shifts_selectively.
Proof. exact Hardmax.Psi_shifts_selectively_holds. Qed.

(** ** Column ids, App. E.3, 'Bijective column id mapping' *)

Theorem column_id_bijective_proved : Statements.column_id_bijective.
Proof. exact Grid.column_id_bijective_holds. Qed.

Theorem column_id_reads_proved : Statements.column_id_reads.
Proof. exact Grid.column_id_reads_holds. Qed.

Theorem special_column_id_proved : Statements.special_column_id.
Proof. exact Grid.special_column_id_holds. Qed.

(** ** Permutation equivariance, Claim 1, App. B, and the three categories of E.3 *)

Theorem claim_1_proved : Statements.claim_1.
Proof. exact Equivariance.claim_1_holds. Qed.

Theorem categories_without_loss_proved : Statements.categories_without_loss.
Proof. exact Equivariance.categories_without_loss_holds. Qed.

(** ** Lemma 10, App. E.3.1 and E.3.4 *)

Theorem lemma_10_bounds_proved : Statements.lemma_10_bounds.
Proof. exact Lemma8.lemma_10_bounds_holds. Qed.

Theorem lemma_10_one_to_one_proved : Statements.lemma_10_one_to_one.
Proof. exact Lemma8.lemma_10_one_to_one_holds. Qed.

(** ** Lemma 8, App. E.1.2 and E.3 *)

Theorem lemma_8_proved : Statements.lemma_8.
Proof. exact Lemma8.lemma_8_holds. Qed.

(** ** Category 1, App. E.3.1 *)

Theorem category_1_in_turn_proved : Statements.category_1_in_turn.
Proof. exact Category1Network.category_1_in_turn_holds. Qed.

Theorem category_1_shifts_proved : Statements.category_1_shifts.
Proof. exact Category1Network.category_1_shifts_holds. Qed.

Theorem category_1_display_proved : Statements.category_1_display.
Proof. exact Category1Network.category_1_display_holds. Qed.

Theorem category_1_order_proved : Statements.category_1_order.
Proof. exact Category1Network.category_1_order_holds. Qed.

Theorem category_1_bound_of_all_proved : Statements.category_1_bound_of_all.
Proof. exact Category1Network.category_1_bound_of_all_holds. Qed.

Theorem category_1_entries_proved : Statements.category_1_entries.
Proof. exact Category1Network.category_1_entries_holds. Qed.

Theorem category_1_output_proved : Statements.category_1_output.
Proof. exact Category1Network.category_1_output_holds. Qed.

Theorem category_1_inside_proved : Statements.category_1_inside.
Proof. exact Category1Network.category_1_inside_holds. Qed.

(** ** Lemma 10 with the best bounds *)

Theorem lemma_10_best_bounds_proved : Statements.lemma_10_best_bounds.
Proof. exact Category1Network.lemma_10_best_bounds_holds. Qed.

Theorem lemma_10_printed_bounds_proved : Statements.lemma_10_printed_bounds.
Proof. exact Category1Network.lemma_10_printed_bounds_holds. Qed.

Theorem category_1_best_interval_proved : Statements.category_1_best_interval.
Proof. exact Category1Network.category_1_best_interval_holds. Qed.

(** ** Category 2, App. E.3.2 *)

Theorem category_2_one_id_proved : Statements.category_2_one_id.
Proof. exact Category2Network.category_2_one_id_holds. Qed.

Theorem category_2_coupled_proved : Statements.category_2_coupled.
Proof. exact Category2Network.category_2_coupled_holds. Qed.

Theorem category_2_in_turn_proved : Statements.category_2_in_turn.
Proof. exact Category2Network.category_2_in_turn_holds. Qed.

Theorem category_2_order_proved : Statements.category_2_order.
Proof. exact Category2Network.category_2_order_holds. Qed.

Theorem category_2_as_shorter_sequence_proved : Statements.category_2_as_shorter_sequence.
Proof. exact Category2Network.category_2_as_shorter_sequence_holds. Qed.

Theorem category_2_below_category_1_proved : Statements.category_2_below_category_1.
Proof. exact Category2Network.category_2_below_category_1_holds. Qed.

Theorem category_2_threshold_proved : Statements.category_2_threshold.
Proof. exact Category2Network.category_2_threshold_holds. Qed.

Theorem category_2_output_proved : Statements.category_2_output.
Proof. exact Category2Network.category_2_output_holds. Qed.

Theorem category_2_outside_proved : Statements.category_2_outside.
Proof. exact Category2Network.category_2_outside_holds. Qed.

(** ** Category 3, App. E.3.3 *)

Theorem category_3_minimum_proved : Statements.category_3_minimum.
Proof. exact Category3Network.category_3_minimum_holds. Qed.

Theorem category_3_all_negative_proved : Statements.category_3_all_negative.
Proof. exact Category3Network.category_3_all_negative_holds. Qed.

Theorem category_3_index_proved : Statements.category_3_index.
Proof. exact Category3Network.category_3_index_holds. Qed.

Theorem category_3_shifts_proved : Statements.category_3_shifts.
Proof. exact Category3Network.category_3_shifts_holds. Qed.

Theorem category_3_after_sweep_proved : Statements.category_3_after_sweep.
Proof. exact Category3Network.category_3_after_sweep_holds. Qed.

Theorem category_3_output_proved : Statements.category_3_output.
Proof. exact Category3Network.category_3_output_holds. Qed.

Theorem category_3_outside_proved : Statements.category_3_outside.
Proof. exact Category3Network.category_3_outside_holds. Qed.

(** ** Only ids that are present can move, App. E.3 and G.2 *)

Theorem only_present_ids_move_proved : Statements.only_present_ids_move.
Proof. exact PresentIds.only_present_ids_move_holds. Qed.

Theorem absent_ids_are_passed_over_proved : Statements.absent_ids_are_passed_over.
Proof. exact PresentIds.absent_ids_are_passed_over_holds. Qed.

(** ** The order in which l~_n grows, on App. E.3.4 *)

Theorem sorted_order_is_total_proved : Statements.sorted_order_is_total.
Proof. exact SortedOrderNetwork.sorted_order_is_total_holds. Qed.

Theorem sorted_order_proved : Statements.sorted_order.
Proof. exact SortedOrderNetwork.sorted_order_holds. Qed.

Theorem sorted_blocks_proved : Statements.sorted_blocks.
Proof. exact SortedOrderNetwork.sorted_blocks_holds. Qed.

(** ** Quantisation, Lemma 7, App. E.1.1 and E.2 *)

Theorem lemma_7_proved : Statements.lemma_7.
Proof. exact Lemma7.lemma_7_holds. Qed.

Theorem lemma_7_printed_range_fails_proved : Statements.lemma_7_printed_range_fails.
Proof. exact Lemma7.lemma_7_printed_range_fails_holds. Qed.

(** ** The count of cubes, Proposition 5, App. E.1.4 *)

Theorem proposition_5_cubes_proved : Statements.proposition_5_cubes.
Proof. exact Proposition5.proposition_5_cubes_holds. Qed.

Theorem proposition_5_measure_proved : Statements.proposition_5_measure.
Proof. exact Proposition5.proposition_5_measure_holds. Qed.

(** ** Function values, Lemma 9, App. E.1.3 and E.4 *)

Theorem lemma_9_repaired_proved : Statements.lemma_9_repaired.
Proof. exact Lemma9.lemma_9_repaired_holds. Qed.

Theorem lemma_9_low_values_proved : Statements.lemma_9_low_values.
Proof. exact Lemma9.lemma_9_low_values_holds. Qed.

Theorem lemma_9_printed_fails_proved : Statements.lemma_9_printed_fails.
Proof. exact Lemma9.lemma_9_printed_fails_holds. Qed.

(** ** Proposition 5, App. C and E.1.4 *)

Theorem proposition_5_values_proved : Statements.proposition_5_values.
Proof. exact Proposition5Network.proposition_5_values_holds. Qed.

Theorem proposition_5_distance_proved : Statements.proposition_5_distance.
Proof. exact Proposition5Network.proposition_5_distance_holds. Qed.

Theorem proposition_5_distance_for_all_p_proved : Statements.proposition_5_distance_for_all_p.
Proof. exact Proposition5Network.proposition_5_distance_for_all_p_holds. Qed.

Theorem proposition_5_displayed_fails_proved : Statements.proposition_5_displayed_fails.
Proof. exact Proposition5Network.proposition_5_displayed_fails_holds. Qed.

(** ** Contextual mapping with positions, App. G.2 *)

Theorem positions_added_proved : Statements.positions_added.
Proof. exact AppendixGNetwork.positions_added_holds. Qed.

Theorem g2_ids_increase_proved : Statements.g2_ids_increase.
Proof. exact AppendixGNetwork.g2_ids_increase_holds. Qed.

Theorem g2_layers_proved : Statements.g2_layers.
Proof. exact AppendixGNetwork.g2_layers_holds. Qed.

Theorem g2_shifted_once_proved : Statements.g2_shifted_once.
Proof. exact AppendixGNetwork.g2_shifted_once_holds. Qed.

Theorem g2_order_proved : Statements.g2_order.
Proof. exact AppendixGNetwork.g2_order_holds. Qed.

Theorem g2_order_for_all_proved : Statements.g2_order_for_all.
Proof. exact AppendixGNetwork.g2_order_for_all_holds. Qed.

Theorem g2_order_repaired_proved : Statements.g2_order_repaired.
Proof. exact AppendixGNetwork.g2_order_repaired_holds. Qed.

Theorem g2_at_the_exception_proved : Statements.g2_at_the_exception.
Proof. exact AppendixGNetwork.g2_at_the_exception_holds. Qed.

Theorem g2_display_proved : Statements.g2_display.
Proof. exact AppendixGNetwork.g2_display_holds. Qed.

Theorem g2_upper_bound_proved : Statements.g2_upper_bound.
Proof. exact AppendixGNetwork.g2_upper_bound_holds. Qed.

Theorem g2_upper_bound_display_proved : Statements.g2_upper_bound_display.
Proof. exact AppendixGBound.g2_upper_bound_display_holds. Qed.

Theorem g2_one_to_one_proved : Statements.g2_one_to_one.
Proof. exact AppendixGNetwork.g2_one_to_one_holds. Qed.

Theorem g2_last_shift_proved : Statements.g2_last_shift.
Proof. exact AppendixGNetwork.g2_last_shift_holds. Qed.

Theorem g2_contextual_mapping_proved : Statements.g2_contextual_mapping.
Proof. exact AppendixGNetwork.g2_contextual_mapping_holds. Qed.

Theorem g2_apart_proved : Statements.g2_apart.
Proof. exact AppendixGNetwork.g2_apart_holds. Qed.
