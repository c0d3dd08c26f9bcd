"""Yun, Bhojanapalli, Rawat, Reddi, Kumar: Are Transformers universal approximators of sequence-to-sequence functions?

ICLR 2020. Numbers are those of the version with full proofs (App. A-H); the aliases are those of the other version.
"""

TITLE = "Yun et al. 2020"
REFERENCE = {
    "type": "inproceedings",
    "authors": ["Yun, Chulhee", "Bhojanapalli, Srinadh", "Rawat, Ankit Singh", "Reddi, Sashank J.", "Kumar, Sanjiv"],
    "title": "Are Transformers universal approximators of sequence-to-sequence functions?",
    "booktitle": "International Conference on Learning Representations",
    "year": "2020",
}
CLAIMS = {
    "blocks": "blocks",
    "claim1": "claim01",
    "tightness": "tightness",
    "theorem2": "theorem02",
    "lemma4": "lemma04",
    "equivariance": "equivariance",
    "proposition5": "proposition05",
    "lemma7": "lemma07",
    "definition_e1": "definition_e1",
    "averaging": "averaging",
    "lemma8": "lemma08",
    "selective_shift": "selective_shift_operation",
    "column_id": "column_id",
    "first_shifts": "first_shifts",
    "category1": "category1",
    "global_shift": "global_shift",
    "category2": "category2",
    "category3": "category3",
    "lemma10": "lemma10",
    "coarse_resolution": "coarse_resolution",
    "event_driven_sweep": "event_driven_sweep",
    "sorted_order": "sorted_order",
    "lemma9": "lemma09",
    "lemma6": "lemma06",
    "theorem3": "theorem03",
    "g1": "appendix_g1",
    "g2": "appendix_g2",
    "g3": "appendix_g3",
    "bilinear_projection": "bilinear_projection",
    "separable_convolution": "separable_convolution",
}
"""Name of a claim -> its module, in the paper's order."""

ALIASES = {"claim2": "claim1", "lemma4.1": "lemma7", "lemma4.2": "lemma8", "lemma4.3": "lemma9"}
