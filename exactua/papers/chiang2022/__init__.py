"""Chiang and Cholak: Overcoming a theoretical limitation of self-attention, ACL 2022 (arXiv 2202.12172).

What is decided is what the authors' programs compute in exact arithmetic: first_exact.py, first_exact_layernorm.py,
parity_exact.py and parity_exact_layernorm.py (github.com/ndnlp/parity, b0cce20). The paper's statements are not here.
"""

TITLE = "Chiang and Cholak 2022, the authors' programs"
REFERENCE = {
    "type": "inproceedings",
    "authors": ["Chiang, David", "Cholak, Peter"],
    "title": "Overcoming a theoretical limitation of self-attention",
    "booktitle": "Proc. ACL",
    "year": "2022",
}
CLAIMS = {
    "first": "first",
    "first_layernorm": "first_layernorm",
    "parity": "parity",
    "parity_layernorm": "parity_layernorm",
    "rounded": "rounded",
}
