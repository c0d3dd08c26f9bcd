"""WHAT is claimed: one folder a paper, one module a labelled statement, in the paper's order."""
