"""The audit: mutants made from the data of claims, and which of the evaluators and verifiers says no to them."""
