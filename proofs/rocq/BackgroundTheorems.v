(** * BackgroundTheorems: one for each statement of [BackgroundStatements.v]

    [Print Assumptions] names for each of them what it assumes: some of the four by which the standard library has its
    real numbers, as [RealTheorems.v] lists them, and nothing else. *)

From Exactua Require BackgroundStatements Background RelativeBias Doubling.

(** ** Convex combinations *)

Theorem page_convex_combination_proved : BackgroundStatements.page_convex_combination.
Proof. exact Background.convex_combination_holds. Qed.

Theorem page_selecting_proved : BackgroundStatements.page_selecting.
Proof. exact Background.selecting_holds. Qed.

Theorem page_never_one_hot_proved : BackgroundStatements.page_never_one_hot.
Proof. exact Background.never_one_hot_holds. Qed.

(** ** Temperature *)

Theorem page_temperature_limit_proved : BackgroundStatements.page_temperature_limit.
Proof. exact Background.temperature_limit_holds. Qed.

Theorem page_temperature_rate_proved : BackgroundStatements.page_temperature_rate.
Proof. exact Background.temperature_rate_holds. Qed.

Theorem page_concentrates_proved : BackgroundStatements.page_concentrates.
Proof. exact Background.concentrates_holds. Qed.

(** ** Permutations *)

Theorem page_cannot_distinguish_proved : BackgroundStatements.page_cannot_distinguish.
Proof. exact Background.cannot_distinguish_holds. Qed.

Theorem page_no_reversal_proved : BackgroundStatements.page_no_reversal.
Proof. exact Background.no_reversal_holds. Qed.

(** ** Reversal by a bias *)

Theorem page_reversal_error_proved : BackgroundStatements.page_reversal_error.
Proof. exact Background.reversal_error_holds. Qed.

Theorem page_arbitrarily_close_proved : BackgroundStatements.page_arbitrarily_close.
Proof. exact Background.arbitrarily_close_holds. Qed.

Theorem page_no_reversal_by_bias_proved : BackgroundStatements.page_no_reversal_by_bias.
Proof. exact RelativeBias.no_reversal_by_bias_holds. Qed.

Theorem page_reversal_by_bias_up_to_3_proved : BackgroundStatements.page_reversal_by_bias_up_to_3.
Proof. exact RelativeBias.reversal_by_bias_up_to_3_holds. Qed.

(** ** Two lengths, and pooling *)

Theorem page_doubling_proved : BackgroundStatements.page_doubling.
Proof. exact Doubling.doubling_holds. Qed.

Theorem page_sums_at_two_lengths_proved : BackgroundStatements.page_sums_at_two_lengths.
Proof. exact Doubling.sums_at_two_lengths_hold. Qed.

Theorem page_uniform_attention_proved : BackgroundStatements.page_uniform_attention.
Proof. exact Doubling.uniform_attention_holds. Qed.

Theorem page_pooling_proved : BackgroundStatements.page_pooling.
Proof. exact Doubling.pooling_holds. Qed.
