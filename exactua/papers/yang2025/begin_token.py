"""'1/i', 'i/n' and 'BOS' (Yang et al. 2025, draft): what uniform attention and a begin token give.

A word over a, b begins with $, which has position 1; n counts it. The head has query and key 0; its value is 1 at $ and
0 elsewhere, and it writes into row 4. Without a mask every position gets the same: 1/n, and not i/n.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Literal

from exactua.claims.claim import Claim, Operands
from exactua.claims.several import OfSeveral, for_all_of
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import AttentionHead, Layer, Network, SoftmaxAttentionLayer
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, network, of_words
from exactua.terms.tracing import Truth, every, point

texts = words("words over a, b behind $", tokens("a b", start="$", width=4), "0..3")

begin_token = Claim(
    "yang2025:begin_token",
    title="1/i and i/n from a begin token",
    source=DRAFT + "'Positional Encodings', '1/i' and 'i/n'; 'Tokenization', 'BOS'",
    text="Obtaining the value 1/i at position i can be computed using a future-masked uniform attention layer and "
    "the presence of a beginning-of-sequence token. Similar to above, the value i/n may also be obtained at position "
    "i using an unmasked uniform attention layer and the presence of a beginning-of-sequence token. Having one of "
    "these tokens in the sequence also serves the functional purpose of allowing a transformer to create the value "
    "1/n by using uniform attention.",
    parameters=of_words(texts),
)


def _uniform(value: Sequence[int], mask: Literal["causal"] | None = None) -> Layer:
    """Uniform attention to a value for each of the tokens a, b, $."""
    none = [[0] * 4]
    head = AttentionHead(W_O=[[0], [0], [0], [1]], W_V=[[*value, 0]], W_K=none, W_Q=none)
    return SoftmaxAttentionLayer([head], mask=mask)


networks(
    begin_token,
    masked=lambda values: network(4, _uniform((0, 0, 1), "causal")),
    unmasked=lambda values: network(4, _uniform((0, 0, 1))),
)
VALUES = tuple(product((-1, 0, 1), repeat=3))


@begin_token.family("any_values", VALUES)
def with_values(values: Mapping[str, Any], weights: Sequence[int]) -> Network:
    return network(4, _uniform(weights))


of_texts = Lines(begin_token, over=(texts,))


@of_texts.states("future-masked uniform attention gives 1/i at position i, the begin token being position 1")
def one_over_i(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.masked(point)[4, i] == 1 / i)


@of_texts.states(
    "unmasked uniform attention gives i/n at position i",
    flaw="false",
)
def i_over_n(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.unmasked(point)[4, i] == i / at.n)


@of_texts.proof_line(
    "not said: unmasked uniform attention gives the same value at every position; each of the 27 values in {-1, 0, "
    "1} of a, b and $",
    said=False,
)
def the_same_everywhere(at: Operands) -> OfSeveral:
    def same(k: int) -> Truth:
        return every(at.columns, lambda i: at.any_values[k](point)[4, i] == at.any_values[k](point)[4, 1])

    return for_all_of(range(len(VALUES)), same)


@of_texts.states("uniform attention creates the value 1/n, n counting the begin token")
def one_over_n(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.unmasked(point)[4, i] == 1 / at.n)


begin_token.part(
    "Obtaining the value 1/i at position i can be computed using a future-masked uniform attention layer and the "
    "presence of a beginning-of-sequence token.",
    "one_over_i",
)
begin_token.part(
    "Similar to above, the value i/n may also be obtained at position i using an unmasked uniform attention layer "
    "and the presence of a beginning-of-sequence token.",
    "i_over_n",
)
begin_token.part(
    "Having one of these tokens in the sequence also serves the functional purpose of allowing a transformer to "
    "create the value 1/n by using uniform attention.",
    "one_over_n",
)
