"""'Exchanging Heads for Layers' (Yang et al. 2025, draft): H heads of one layer as H layers of one head.

D = 1 and H = 2: representations of H + 1 rows, of which the first is the input and row h + 1 is the slot of head h. The
query, key and value matrices of layer h read the first D rows and write slot h. Rows 2 and 3 of a point are 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.several import OfSeveral, for_all_of
from exactua.grids.finite import vocabulary
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.papers.pages import Lines
from exactua.papers.yang2025.recipes import DRAFT, network, rows
from exactua.terms.tracing import point

heads_to_layers = Claim(
    "yang2025:heads_to_layers",
    title="Exchanging Heads for Layers",
    source=DRAFT + "'Recipes', 'Exchanging Heads for Layers'",
    text="The h-th layer will compute the same transformation as the h-th head of the original layer and place it in "
    "the h-th slot of the output representation. At the end of the H layers, the H+1 slots thus contain the outputs "
    "of the H heads of the original layer and the input representations. The MLP of the final layer can then combine "
    "these outputs.",
    parameters=(rows(3, "the input, the slots of both heads"), Parameter("n", "number of positions", ladder=(1, 2, 3))),
)

inputs = vocabulary("inputs 0, 1, 2, slots 0", [[x, 0, 0] for x in (0, 1, 2)])
WEIGHTS = tuple(product((-1, 1), repeat=6))
"""Query, key and value of the first head, then of the second."""


def _head(h: int, weights: Sequence[int]) -> AttentionHead:
    """Head h = 1, 2 as Q_(L,h), K_(L,h), V_(L,h): it reads the input, and its value stands in slot h."""
    query, key, value = weights[3 * h - 3 : 3 * h]
    slot = [[int(i == h)] for i in range(3)]
    return AttentionHead(W_O=slot, W_V=[[value, 0, 0]], W_K=[[key, 0, 0]], W_Q=[[query, 0, 0]])


@heads_to_layers.family("one_layer", WEIGHTS)
def two_heads(values: Mapping[str, Any], weights: Sequence[int]) -> Network:
    """The original layer, the output of head h in slot h."""
    return network(3, AttentionLayer([_head(1, weights), _head(2, weights)]))


@heads_to_layers.family("layers", WEIGHTS)
def two_layers(values: Mapping[str, Any], weights: Sequence[int]) -> Network:
    return network(3, AttentionLayer([_head(1, weights)]), AttentionLayer([_head(2, weights)]))


of_inputs = Lines(heads_to_layers, over=(inputs,))


@of_inputs.states(
    "at the end of the 2 layers the 3 slots contain the outputs of the 2 heads and the input; average-hard attention, "
    "each of the 64 pairs of heads with weights in {-1, 1}, D = 1"
)
def slots(at: Operands) -> OfSeveral:
    return for_all_of(range(len(WEIGHTS)), lambda k: at.layers[k](point) == at.one_layer[k](point))


heads_to_layers.part(
    "The h-th layer will compute the same transformation as the h-th head of the original layer and place it in the "
    "h-th slot of the output representation. At the end of the H layers, the H+1 slots thus contain the outputs of "
    "the H heads of the original layer and the input representations.",
    "slots",
)
heads_to_layers.part(
    "The MLP of the final layer can then combine these outputs.",
    undecided="It does not say which function of the outputs; no step decides it.",
)
