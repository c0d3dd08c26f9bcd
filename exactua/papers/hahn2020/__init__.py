"""Hahn: Theoretical Limitations of Self-Attention in Neural Sequence Models. TACL 8, 2020, and its supplement.

Hard attention is leftmost (footnote 1), and a word that it reads ends with an end-of-sequence symbol, so that n counts
it; elsewhere n counts bits, brackets or tokens. Where the paper speaks of all transformers, families with few weights
are decided, and the numbers, lines and constructions of its proofs. Statements of the supplement have no numbers that
the text shows: `source` says their names.
"""

TITLE = "Hahn 2020"
REFERENCE = {
    "type": "article",
    "authors": ["Hahn, Michael"],
    "title": "Theoretical Limitations of Self-Attention in Neural Sequence Models",
    "journal": "Transactions of the Association for Computational Linguistics",
    "volume": "8",
    "year": "2020",
}
CLAIMS = {
    "theorem1": "theorem01",
    "corollary2": "corollary02",
    "bracket_restrictions": "bracket_restrictions",
    "similar_languages": "similar_languages",
    "lemma4": "lemma04",
    "stage1": "stage1",
    "stage2": "stage2",
    "counting": "counting",
    "stage3": "stage3",
    "independent_events": "independent_events",
    "local_lemma": "local_lemma",
    "constants": "constants",
    "lemma5": "lemma05",
    "theorem6": "theorem06",
    "induction": "induction",
    "query_exchanged": "query_exchanged",
    "attention_weights": "attention_weights",
}
