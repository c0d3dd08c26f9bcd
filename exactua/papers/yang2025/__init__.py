"""Yang et al., The Transformer Cookbook (arXiv 2510.00368), as far as the authors' draft of February 2025 can be read.

The draft's chapters and sections have other numbers than the paper's first version: `source` says their titles. Words
and displays are the draft's. What the draft leaves open ("Will write") is no claim here.
"""

TITLE = "Yang et al. 2025, draft of February 2025"
REFERENCE = {
    "type": "misc",
    "authors": ["Yang, Andy", "others"],
    "title": "The Transformer Cookbook",
    "eprint": "2510.00368",
    "year": "2025",
    "note": "TeX of an early draft, February 2025",
}
CLAIMS = {
    "boolean_values": "boolean_values",
    "piecewise_linear": "piecewise_linear",
    "residual": "residual",
    "min_max": "min_max",
    "addition": "addition",
    "boolean_functions": "boolean_functions",
    "conditional": "conditional",
    "multiplication": "multiplication",
    "attention": "attention",
    "layer_norm_hash": "layer_norm_hash",
    "quadratic_lookup": "quadratic_lookup",
    "predecessor": "predecessor",
    "tie_breaking": "tie_breaking",
    "begin_token": "begin_token",
    "alibi": "alibi",
    "normalisation": "normalisation",
    "plus_minus_one": "plus_minus_one",
    "byte_pairs": "byte_pairs",
    "heads_to_layers": "heads_to_layers",
    "ngrams": "ngrams",
    "parity": "parity",
    "dyck1": "dyck1",
    "dyck_kd": "dyck_kd",
    "dyck_generation": "dyck_generation",
    "comparison": "comparison",
}
