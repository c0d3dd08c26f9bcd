"""The attention layer of App. A.2 for the tokens of G_D, with the constants (1/D, sqrt d, 1/D) of App. A.5.

||W_O u''|| = epsilon / (4 r_max) = 1 / (4 sqrt(d) D) (32), and |u^T u'| is that of (29) with |V| = D^d.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.reals import sqrt
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024.separation import Separation
from exactua.papers.kajitsuka2024.theorem02_weights import Setting, head
from exactua.papers.kajitsuka2024.unit_vectors import unit_vector


def grid_attention(values: Mapping[str, Any]) -> Network:
    """F_S with u''' = -v / (4 sqrt(d) D): what (32) leaves free is chosen so that a token moves against the average."""
    d, n, D = values["d"], values["n"], values["D"]
    tokens = list(product([mpq(t, D) for t in range(1, D + 1)], repeat=d))
    step, largest_norm = mpq(1, D), sqrt(d)
    constants = Separation(step, largest_norm, step)
    base = head(Setting(n, len(tokens), constants, unit_vector([(mpq(0),) * d, *tokens])))
    against = AttentionHead([[-x for x in row] for row in base.W_O], base.W_V, base.W_K, base.W_Q)
    return Network(d, (SoftmaxAttentionLayer([against]),), {"output": 1})
