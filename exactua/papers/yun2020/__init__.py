"""Yun, Bhojanapalli, Rawat, Reddi, Kumar: Are Transformers universal approximators of sequence-to-sequence functions?

ICLR 2020. Numbers are those of the version with full proofs (App. A-H); the aliases are those of the other version.
"""

TITLE = "Yun et al. 2020"
CLAIMS = {
    "claim1": "claim01",
    "lemma7": "lemma07",
    "lemma8": "lemma08",
    "lemma10": "lemma10",
}
ALIASES = {"claim2": "claim1", "lemma4.1": "lemma7", "lemma4.2": "lemma8"}
