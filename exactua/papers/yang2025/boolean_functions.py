"""'Boolean Functions' (Yang et al. 2025, draft): any phi on {0, 1}^n by one neuron for each of the 2^n inputs.

    h_xi = ReLU(lambda_(1,xi_1) + ... + lambda_(n,xi_n) - n + 1),  lambda_(i,1) = x_i,  lambda_(i,0) = 1 - x_i

The draft prints lambda_(n,xi_1) as the last summand. Rows of a point: x_1, x_2, x_3, the result; n = 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.claims.several import OfSeveral, for_all_of
from exactua.networks import Network
from exactua.papers.pages import Lines
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, column_of, network, neurons, relu, rows
from exactua.terms.tracing import Number, Truth, point, select, when

boolean_functions = Claim(
    "yang2025:boolean_functions",
    title="Boolean Functions",
    source=DRAFT + "'Feed-Forward Layers', 'Boolean Functions'",
    text="Conjunction is equivalent to min, disjunction is equivalent to max, and logical negation is just (1-x). "
    "At most one clause can be true, the disjunction can be computed simply by addition. So we create a FFNN with 2^n "
    "hidden units.",
    parameters=(rows(4, "three bits, the result"), ONE_COLUMN),
)

bits = column_of("three bits", (0, 1), (0, 1), (0, 1), (0,))
INPUTS = tuple(product((0, 1), repeat=3))
TABLES = tuple(product((0, 1), repeat=8))
"""All 256 Boolean functions of three bits, each by its values at 000, 001, ..., 111."""


def _network(table: Sequence[int], literal: Callable[[Sequence[int], int], int]) -> Network:
    """The network for a table; `literal` gives the xi in lambda_(i,xi) of the neuron of an input, i = 1, 2, 3."""
    hidden = []
    for inputs in INPUTS:
        signs = [literal(inputs, i) for i in (1, 2, 3)]
        weights = {i: 2 * sign - 1 for i, sign in enumerate(signs, 1)}
        hidden.append((weights, signs.count(0) - 3 + 1))
    return network(4, neurons(4, hidden, {4: table}))


@boolean_functions.family("printed", TABLES)
def with_first(values: Mapping[str, Any], table: Sequence[int]) -> Network:
    """All summands lambda_(1,xi_1), ..., lambda_(n,xi_1), as printed."""
    return _network(table, lambda inputs, i: inputs[0])


@boolean_functions.family("f", TABLES)
def with_own(values: Mapping[str, Any], table: Sequence[int]) -> Network:
    return _network(table, lambda inputs, i: inputs[i - 1])


of_bits = Lines(boolean_functions, over=(bits,))


@of_bits.states("conjunction is equivalent to min, disjunction to max, and negation is 1-x")
def connectives(at: Operands) -> Truth:
    x, y = point[1, 1], point[2, 1]
    both = (when(x < y, x, y) == 1) == ((x == 1) & (y == 1))
    either = (when(x < y, y, x) == 1) == ((x == 1) | (y == 1))
    return both & either & ((1 - x == 1) == ~(x == 1))


def _clause(inputs: Sequence[int]) -> Number:
    """h_xi."""
    literals = [point[i, 1] if xi else 1 - point[i, 1] for i, xi in enumerate(inputs, 1)]
    return relu(literals[0] + literals[1] + literals[2] - 3 + 1)


@of_bits.states("at most one clause can be true: of all 2^n conjunctions one is 1 and the others are 0")
def one_clause(at: Operands) -> Truth:
    clauses = [_clause(inputs) for inputs in INPUTS]
    return (sum(clauses[1:], clauses[0]) == 1) & (sum((h**2 for h in clauses[1:]), clauses[0] ** 2) == 1)


def _computes(family: Sequence[Any]) -> OfSeveral:
    """Each of the 256 networks computes the function of its table."""
    place = 4 * point[1, 1] + 2 * point[2, 1] + point[3, 1] + 1
    numbered = tuple(enumerate(TABLES))
    return for_all_of(numbered, lambda pair: family[pair[0]](point)[4, 1] == select(place, pair[1]))


@of_bits.states(
    "the FFNN with 2^n hidden units h = ReLU(lambda_(1,xi_1) + ... + lambda_(n,xi_1) - n + 1) computes phi; each of "
    "the 256 functions phi of 3 bits",
    flaw="typo",
)
def any_function(at: Operands) -> OfSeveral:
    return _computes(at.printed)


@of_bits.repairs(
    "any_function",
    "the FFNN with 2^n hidden units h = ReLU(lambda_(1,xi_1) + ... + lambda_(n,xi_n) - n + 1) computes phi; each of "
    "the 256 functions phi of 3 bits",
    reason="with lambda_(n,xi_1) a neuron asks whether all bits are xi_1; the conjunction needs xi_n for x_n",
)
def any_function_repaired(at: Operands) -> OfSeveral:
    return _computes(at.f)


boolean_functions.part(
    "Conjunction is equivalent to min, disjunction is equivalent to max, and logical negation is just (1-x).",
    "connectives",
)
boolean_functions.part(
    "At most one clause can be true, the disjunction can be computed simply by addition.", "one_clause"
)
boolean_functions.part("So we create a FFNN with 2^n hidden units.", "any_function")
boolean_functions.reads(
    "So we create a FFNN with 2^n hidden units.",
    "n = 3, and all 256 functions of three bits; the printed sum as that of lambda_(i,xi_1) over all i",
)
