"""Forged certificates put to both verifiers; what they confirm is decided again by an evaluator of its own."""
