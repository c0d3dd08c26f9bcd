"""'UHAT for Dyck-k-D' (Yang et al. 2025, draft, 'Recipes'): D layers that match brackets, and one that asks them all.

A token looks at the nearest unmatched token on its left, and at that on its right, and sets its match bit or its error
bit. As described it does so also once it is matched: then it sees a bracket that encloses it. k = 2.

Rows of a point: type, openness, p = i/n (which the network adds), match bit, error bit, 1; what the left head copies
(type, openness, 1), what the right head copies; the last layer's error and match bits; the answer. Below them stands
the depth of the word if it is in Dyck-2, else 99. The heads left and right are two layers of one head here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import AttentionHead, AttentionLayer, Layer, Network, PositionalEncoding, TieRule
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, Weight, network, neurons, of_words
from exactua.terms.tracing import NetworkOperand, Number, Truth, point, select, when

TYPE, OPEN, PLACE, MATCH, ERROR, ONE = 1, 2, 3, 4, 5, 6
LEFT, RIGHT = 7, 10
"""The rows of the copied type; openness and 1 stand below it."""
LAST_ERROR, LAST_MATCH, ANSWER, DEPTH = 13, 14, 15, 16
D_MODEL = 16


def depth_of(word: tuple[str, ...]) -> int:
    """The nesting depth of a word of Dyck-2, by a stack; 99 of any other word."""
    stack, depth = list[str](), 0
    for bracket in word:
        if bracket in "([":
            stack.append(bracket)
            depth = max(depth, len(stack))
        elif not stack or stack.pop() + bracket not in ("()", "[]"):
            return 99
    return depth if not stack else 99


EMBEDDING = [[0, 0, 1, 1], [1, 0, 1, 0], [0] * 4, [0] * 4, [0] * 4, [1] * 4]
brackets = words(
    "words over ( ) [ ]", tokens("( ) [ ]", embedding=EMBEDDING, width=15), "1..4", answers={"depth": depth_of}
)

dyck_kd = Claim(
    "yang2025:dyck_kd",
    title="UHAT for Dyck-k-D",
    source=DRAFT + "'Recipes', 'UHAT for Dyck-k-D'",
    text="Dyck-k-D, the Dyck language with nesting depth bounded by D, can be recognized by a (D+1)-layer UHAT. t_i "
    "in R^(ceil(log k)): the bracket type embedding, which encodes which of the k kinds of brackets appears at input "
    "position i (or if the token is one of the special BOS or EOS tokens). o in {0,1}: the openness bit, which is 1 "
    "for open brackets (and BOS) and 1 otherwise.",
    parameters=(
        *of_words(brackets),
        Parameter("D", "the bound of the depth", ladder=(1, 2)),
        Parameter("k", "kinds of brackets, in the line about t_i", ladder=(2, 3)),
    ),
)


def _looks(at: int, key: Mapping[int, Weight], mask: Any) -> Layer:
    """A head with query 1 and this key that copies type, openness and 1 into the rows from `at` on."""
    W_O = [[int(i == at + c) for c in range(3)] for i in range(1, D_MODEL + 1)]
    W_V = [[int(i == source) for i in range(1, D_MODEL + 1)] for source in (TYPE, OPEN, ONE)]
    W_K = [[key.get(i, 0) for i in range(1, D_MODEL + 1)]]
    head = AttentionHead(W_O=W_O, W_V=W_V, W_K=W_K, W_Q=[[0] * D_MODEL], b_Q=[1])
    return AttentionLayer([head], TieRule.LEFTMOST, mask)


def _both(literals: Mapping[int, bool]) -> tuple[dict[int, Weight], Weight]:
    """The neuron that is 1 where all these bits are as they should be, else 0."""
    return {row: 1 if wanted else -1 for row, wanted in literals.items()}, 1 - sum(literals.values())


def _seen(same: bool) -> Iterator[dict[int, bool]]:
    """An open bracket sees a close one on its right, or a close one an open one on its left: of one type or not."""
    for kind in (False, True):
        other = kind if same else not kind
        yield {OPEN: True, TYPE: kind, RIGHT: other, RIGHT + 1: False, RIGHT + 2: True}
        yield {OPEN: False, TYPE: kind, LEFT: other, LEFT + 1: True, LEFT + 2: True}


def _update(guarded: bool) -> Layer:
    """Sets match and error bits, errors of unmatched tokens alone where it is guarded; clears what the heads copied."""
    matches = [_both(case | {MATCH: False}) for case in _seen(True)]
    errors = [_both(case | {ERROR: False} | ({MATCH: False} if guarded else {})) for case in _seen(False)]
    cleared: list[tuple[dict[int, Weight], Weight]] = [({row: 1}, 0) for row in range(LEFT, RIGHT + 3)]
    out = {MATCH: [1] * 4 + [0] * 10, ERROR: [0] * 4 + [1] * 4 + [0] * 6}
    for k in range(6):
        out[LEFT + k] = [-int(i == 8 + k) for i in range(14)]
    return neurons(D_MODEL, [*matches, *errors, *cleared], out)


def _final() -> tuple[Layer, Layer]:
    """Query 1, key e + 1 - m, value (e, m); then not e and m."""
    bits = [[int(i == row) for i in range(1, D_MODEL + 1)] for row in (ERROR, MATCH)]
    key = [[{ERROR: 1, ONE: 1, MATCH: -1}.get(i, 0) for i in range(1, D_MODEL + 1)]]
    W_O = [[int(i == row) for row in (LAST_ERROR, LAST_MATCH)] for i in range(1, D_MODEL + 1)]
    head = AttentionHead(W_O=W_O, W_V=bits, W_K=key, W_Q=[[0] * D_MODEL], b_Q=[1])
    verdict = neurons(D_MODEL, [({LAST_MATCH: 1, LAST_ERROR: -1}, 0)], {ANSWER: [1]})
    return AttentionLayer([head], TieRule.LEFTMOST), verdict


def _recogniser(values: Mapping[str, Any], guarded: bool, *before: Layer) -> Network:
    """D times left, right and update, then the last layer. The last token, which has none on its right, sees itself."""
    n = values["n"]
    places = [[f"{i}/{n}" if row == PLACE else 0 for i in range(1, n + 1)] for row in range(1, D_MODEL + 1)]
    to_the_right = [[k > j or j == k == n - 1 for j in range(n)] for k in range(n)]
    left = _looks(LEFT, {PLACE: 1, MATCH: -1}, "strictly causal")
    right = _looks(RIGHT, {ONE: 1, PLACE: -1, MATCH: -1}, to_the_right)
    return network(
        D_MODEL, *before, PositionalEncoding(places), *(left, right, _update(guarded)) * values["D"], *_final()
    )


networks(
    dyck_kd,
    printed=lambda values: _recogniser(values, False),
    guarded=lambda values: _recogniser(values, True),
    # Openness 1 for open brackets and 1 otherwise
    all_open=lambda values: _recogniser(values, True, neurons(D_MODEL, [({OPEN: -1}, 1)], {OPEN: [1]})),
)

of_brackets = Lines(dyck_kd, over=(brackets,))


def _recognises(at: Operands, f: NetworkOperand) -> Truth:
    """The answer at the last position is 1 where the word is in Dyck-2-D, else 0."""
    return f(point)[ANSWER, at.n] == when(point[DEPTH, 1] <= at.D, 1, 0)


@of_brackets.states(
    "the (D+1)-layer UHAT recognizes Dyck-2-D, its bits updated as described, whether or not a token is matched "
    "already",
    flaw="imprecise",
    survives=("yang2025:dyck_kd.recognises@repaired",),
)
def recognises(at: Operands) -> Truth:
    return _recognises(at, at.printed)


@of_brackets.repairs(
    "recognises",
    "the (D+1)-layer UHAT recognizes Dyck-2-D, its error bits updated at unmatched tokens alone",
    reason="in '( [ ] )' the brackets [ and ] match in layer 1; in layer 2 the nearest unmatched token on the right "
    "of [ is ) of another type, which sets its error bit",
)
def recognises_repaired(at: Operands) -> Truth:
    return _recognises(at, at.guarded)


@of_brackets.states(
    "the openness bit is 1 for open brackets and 1 otherwise: so it recognizes Dyck-2-D, error bits updated at "
    "unmatched tokens alone",
    flaw="typo",
    survives=("yang2025:dyck_kd.recognises@repaired",),
)
def openness(at: Operands) -> Truth:
    return _recognises(at, at.all_open)


@of_brackets.repairs(
    "openness",
    "the openness bit is 1 for open brackets and 0 otherwise: so it recognizes Dyck-2-D, error bits updated at "
    "unmatched tokens alone",
    reason="the bit tells open brackets from others",
)
def openness_repaired(at: Operands) -> Truth:
    return _recognises(at, at.guarded)


def _least_bits(kinds: Number) -> Number:
    """ceil(log kinds), of 2 to 5 kinds."""
    return select(kinds - 1, [1, 2, 2, 3])


def _enough(at: Operands, kinds: Number) -> Truth:
    """ceil(log kinds) bits tell k kinds of brackets and one kind of special tokens apart."""
    return 2 ** _least_bits(kinds) >= at.k + 1


@dyck_kd.states(
    "t_i in R^(ceil(log k)) encodes which of the k kinds of brackets a token is, or if it is a special token: three "
    "values of a component are enough"
)
def type_values(at: Operands) -> Truth:
    return 3 ** _least_bits(at.k) >= at.k + 1


@dyck_kd.proof_line(
    "t_i in R^(ceil(log k)), each component of which is a bit, encodes which of the k kinds of brackets a token is, "
    "or if it is a special token",
    flaw="reading",
    survives=("yang2025:dyck_kd.type_values",),
)
def type_bits(at: Operands) -> Truth:
    return _enough(at, at.k)


@dyck_kd.repairs(
    "type_bits",
    "t_i in R^(ceil(log(k + 1))), each component of which is a bit, encodes which of the k kinds of brackets a token "
    "is, or if it is a special token",
    reason="a special token needs a code besides the k kinds: of two kinds one bit has no code left",
)
def type_bits_repaired(at: Operands) -> Truth:
    return _enough(at, at.k + 1)


dyck_kd.requires("k <= 4 (what the line about t_i lists)")(lambda at: (at.k >= 2) & (at.k <= 4))
dyck_kd.part(
    "Dyck-k-D, the Dyck language with nesting depth bounded by D, can be recognized by a (D+1)-layer UHAT.",
    "recognises",
)
dyck_kd.part(
    "t_i in R^(ceil(log k)): the bracket type embedding, which encodes which of the k kinds of brackets appears at "
    "input position i (or if the token is one of the special BOS or EOS tokens).",
    "type_values",
)
dyck_kd.part("o in {0,1}: the openness bit, which is 1 for open brackets (and BOS) and 1 otherwise.", "openness")
dyck_kd.reads("t_i in R^(ceil(log k))", "its components as reals; of bits one is missing where k is 2 or 4 (type_bits)")
dyck_kd.reads(
    "can be recognized by a (D+1)-layer UHAT",
    "k = 2, words of 1 to 4 brackets without BOS and EOS, which a matched token may see too; a token with none on a "
    "side is not updated from there; the answer is that of the last position",
)
