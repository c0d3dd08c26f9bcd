"""Claim, Step, Instance, Verdict and the registry of labels."""
