"""Kajitsuka, Sato: Are Transformers with One Layer Self-Attention Using Low-Rank Weight Matrices Universal
Approximators? ICLR 2024.

One module a labelled statement, in the paper's order, and one more for each part of a long proof; `boltzmann` has the
operator that they are about, `data_sets` the finite sets of sequences on which they are decided. Reals are compared in
balls whose precision is raised.
"""

TITLE = "Kajitsuka and Sato 2024"
REFERENCE = {
    "type": "inproceedings",
    "authors": ["Kajitsuka, Tokio", "Sato, Issei"],
    "title": "Are Transformers with One Layer Self-Attention Using Low-Rank Weight Matrices Universal Approximators?",
    "booktitle": "International Conference on Learning Representations",
    "year": "2024",
}
CLAIMS = {
    "transformer_block": "transformer_block",
    "definition1": "definition01",
    "definition2": "definition02",
    "hardmax_attention": "hardmax_attention",
    "theorem1": "theorem01",
    "one_hardmax_layer": "one_hardmax_layer",
    "extreme_tokens": "extreme_tokens",
    "proof_overview": "proof_overview",
    "theorem2": "theorem02",
    "lemma1": "lemma01",
    "corollary1": "corollary01",
    "corollary2": "corollary02",
    "proposition1": "proposition01",
    "rank_one": "rank_one",
    "definition3": "definition03",
    "lemma2": "lemma02",
    "lemma3": "lemma03",
    "lemma4": "lemma04",
    "lemma5": "lemma05",
    "lemma6": "lemma06",
    "proof_sketch": "proof_sketch",
    "lemma7": "lemma07",
    "masked_layers": "masked_layers",
    "masks": "masks",
}
