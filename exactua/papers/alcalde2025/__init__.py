"""Alcalde, Geshkovski, Ruiz-Balet: 'Attention's forward pass and Frank-Wolfe' (arXiv:2508.09628v1), as quoted.

We have no text of the paper. Statements and labels (thm: fw.cluster, ...) are those that a Lean formalisation, the
folder src/Transformer/FrankWolfe of fxeqxmulfx/transformer, quotes in its comments; so are remarks on proofs. Where
that wording may be the formaliser's, so may a fault be. `dynamics` has the layers, `geometry` what steps say of tokens.
"""

TITLE = "Alcalde, Geshkovski, Ruiz-Balet 2025 (v1), as a Lean formalisation quotes it"
REFERENCE = {
    "type": "misc",
    "authors": ["Alcalde, Albert", "Geshkovski, Borjan", "Ruiz-Balet, Domènec"],
    "title": "Attention's forward pass and Frank-Wolfe",
    "howpublished": "arXiv:2508.09628v1",
    "year": "2025",
}
CLAIMS = {
    "hardmax_limit": "leaders",
    "single_leader": "leaders",
    "hull_decreases": "hull_decreases",
    "diagonal_values": "hull_decreases",
    "fw_cluster": "fw_cluster",
    "fw_cluster_plane": "fw_cluster_plane",
    "duality_gap": "duality_gap",
    "cells": "cells",
    "voronoi": "cells",
    "polytope_condition": "polytope_condition",
    "exp_fast_polytope": "exp_fast_polytope",
    "ode": "exp_fast_polytope",
    "origin": "origin",
}
