"""Discrete functions by near-hard attention (web page, 'Formal Definition'): what is exact, and by which layer.

The function is the reversal of n letters of {0, 1, 2}. Rows of a point: the letter, 0, 0, 0; then

    positions    rows 3 and 4 get p_j = j and j^2
    attention    row 2 gets the letter at n + 1 - j, nearly: token k has the score s (2 p_k (n + 1 - p_j) - p_k^2)
    rounding     row 2 gets the letter itself: a feed-forward layer that is constant near each letter

The score is largest at p_k = n + 1 - p_j, by s at least. s is a parameter; the page has no network for this sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import vocabulary
from exactua.networks import RELU, AttentionHead, FeedForwardLayer, Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.terms.tracing import MatrixOperand, Number, Truth, every, exp, point, when

LETTERS = (0, 1, 2)

exact_selection = Claim(
    "background:exact_selection",
    title="Discrete functions by near-hard attention",
    source="'Formal Definition'; 'Intuition & Analogies'",
    text="For discrete alphabets Sigma and bounded length L, viewing tokens as one-hot or embedded points in R^d, any"
    " function f: Sigma^(<= L) -> Gamma^(<= L') can be represented exactly by a sufficiently"
    " wide/deep Transformer with near-hard attention (e.g., with large-magnitude logits or small temperature), or"
    " approximated arbitrarily well in the continuous embedding space.",
    parameters=(
        Parameter("d", "rows: letter, result, position, its square", ladder=(4,)),
        Parameter("n", "number of letters", ladder=(1, 2, 3)),
        Parameter("s", "by how much the score of the selected letter exceeds all others", least=4, ladder=(4, 40)),
    ),
    point="X",
)
exact_selection.rests_on("temperature", where="'Key Formulas', Softmax Temperature Limit")
exact_selection.requires("d = 4")(lambda at: at.d == 4)
exact_selection.requires("n <= 11, so that 2 (n - 1) exp(-4) is below 3/8")(lambda at: at.n <= 11)

letters = vocabulary("letters", [(letter, 0, 0, 0) for letter in LETTERS])


@exact_selection.network("f")
def reversal_network(values: Mapping[str, Any]) -> Network:
    """Positions, one head of size 2, and six ReLUs (module docstring)."""
    n, s = values["n"], values["s"]
    E = [[0] * n, [0] * n, list(range(1, n + 1)), [j**2 for j in range(1, n + 1)]]
    head = AttentionHead(
        W_O=[[0, 0], [1, 0], [0, 0], [0, 0]],
        W_V=[[1, 0, 0, 0], [0, 0, 0, 0]],
        W_K=[[0, 0, 1, 0], [0, 0, 0, 1]],
        W_Q=[[0, 0, -2 * s, 0], [0, 0, 0, 0]],
        b_Q=[2 * s * (n + 1), -s],
    )
    items = (PositionalEncoding(E), SoftmaxAttentionLayer([head]), rounding())
    return Network(4, items, {"encoded": 1, "attention": 2, "output": 3})


def rounding() -> FeedForwardLayer:
    """Row 2 is rounded to the letter that it is nearer to than 3/8: y - ReLU(y) + ReLU(-y) + 4 steps of width 1/4.

    The step from letter v to v + 1 is 4 ReLU(y - v - 3/8) - 4 ReLU(y - v - 5/8).
    """
    steps = [(letter, side) for letter in LETTERS[:-1] for side in (3, 5)]
    W_1 = [[0, 1, 0, 0], [0, -1, 0, 0], *([0, 1, 0, 0] for _ in steps)]
    b_1 = [0, 0, *(f"-{8 * letter + side}/8" for letter, side in steps)]
    row = [-1, 1, *(4 if side == 3 else -4 for _, side in steps)]
    return FeedForwardLayer(W_1, b_1, [[0] * len(row), row, [0] * len(row), [0] * len(row)], [0] * 4, RELU)


def _selected(at: Operands, Z: MatrixOperand) -> Truth:
    """Row 2 has the letters in reverse order."""
    return every(at.columns, lambda j: Z[2, j] - point[1, at.n + 1 - j] == 0)


@exact_selection.proof_line(
    "any function can be represented exactly with near-hard attention: the selected letter is what attention gives",
    over=(letters,),
    flaw="reading",
    survives=("background:exact_selection.exact@repaired",),
)
def exact(at: Operands) -> Truth:
    return _selected(at, at.f(point, "attention"))


@exact_selection.repairs(
    "exact",
    "represented exactly with near-hard attention and a feed-forward layer that is constant near each letter: the"
    " selected letter is what the network gives",
    reason="softmax never gives weight 0, so a letter is mixed with others as soon as they differ; the distance is"
    " below 3/8 and the next layer takes it away",
    over=(letters,),
)
def exact_repaired(at: Operands) -> Truth:
    return _selected(at, at.f(point))


@exact_selection.proof_line(
    "or approximated arbitrarily well: for the reversal attention is off by 2 (n - 1) exp(-s) at most, s as large "
    "as one likes",
    over=(letters,),
)
def approximated(at: Operands) -> Truth:
    def distance(j: Number) -> Number:
        difference = at.f(point, "attention")[2, j] - point[1, at.n + 1 - j]
        return when(difference >= 0, difference, -difference)

    return every(at.columns, lambda j: distance(j) <= 2 * (at.n - 1) * exp(-at.s))


@exact_selection.proof_line("the score of the letter at n + 1 - j exceeds that of any other by s at least")
def scores_apart(at: Operands) -> Truth:
    def score(k: Number, j: Number) -> Number:
        return at.s * (2 * k * (at.n + 1 - j) - k**2)

    return every(
        at.columns,
        lambda j: every(at.columns, lambda k: (k == at.n + 1 - j) | (score(at.n + 1 - j, j) - score(k, j) >= at.s)),
    )


exact_selection.part(
    "For discrete alphabets Sigma and bounded length L, viewing tokens as one-hot or embedded points in R^d, any "
    "function f: Sigma^(<= L) -> Gamma^(<= L') can be represented exactly by a sufficiently "
    "wide/deep Transformer with near-hard attention (e.g., with large-magnitude logits or small temperature)",
    undecided="It is about any function; `exact@repaired` has a network for one, the reversal of n letters.",
)
exact_selection.part(
    "or approximated arbitrarily well in the continuous embedding space.",
    undecided="It is about any function; `approximated` decides it for one, the reversal of n letters.",
)
