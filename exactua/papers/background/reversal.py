"""The program 'Using relative position bias to implement sequence reversal' (web page, 'Code Examples'), L = 6.

    B[i][j] = big if j = L - 1 - i, else -10        A[i] = softmax(B[i])        Z_i = sum over j of A[i][j] (j + 1)

with big = 50 and values V_j = j + 1; i and j run from 0 to L - 1 as in the program. Weights depend on the margin
big + 10 alone. All numbers are exact reals; what the printed program gives in doubles is compared with them.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.pages import define, let
from exactua.terms.tracing import Columns, Number, Row, Truth, every, exp, greatest, rational, row, total, when

reversal = Claim(
    "background:reversal",
    title="Sequence reversal by a bias",
    source="'Code Examples', second program",
    text="This example demonstrates that a single attention head with an appropriate relative position bias can"
    " implement sequence reversal. By assigning a very large logit to the reversed index j = L - 1 - i and small"
    " values elsewhere, the softmax becomes nearly one-hot, so each position i copies the value from its reversed"
    " partner. Increasing the scale makes the operation arbitrarily close to exact.",
    parameters=(
        Parameter("L", "sequence length", ladder=(1, 2, 3, 6)),
        Parameter(
            "margin", "big + 10, by how much the large logit exceeds the others", ladder=tuple(range(10, 101, 10))
        ),
    ),
)


def _indices(at: Operands, letter: str) -> Columns:
    """0, ..., L - 1."""
    return Columns(0, at.L - 1, letter)


def bias(at: Operands, i: Number, j: Number) -> Number:
    """B[i][j]."""
    return when(j == at.L - 1 - i, at.margin - 10, -10)


def weights(at: Operands, i: Number) -> Row:
    """softmax(B[i]); A[i][j] is its entry j + 1."""
    over = Columns(1, at.L, "k")
    return softmax(row(over, lambda k: bias(at, i, k - 1)), over)


@reversal.operand
def Z(at: Operands) -> Row:
    """The program's output, shape (L,): its Z[i] is entry i + 1."""
    return row(_indices(at, "i"), lambda i: total(_indices(at, "j"), lambda j: weights(at, i)[j + 1] * (j + 1)))


def _error(at: Operands, i: Number) -> Number:
    """|Z[i] - (L - i)|, the program's fabs(...)."""
    difference = at.Z[i + 1] - (at.L - i)
    return when(difference >= 0, difference, -difference)


# 'Max abs error': the largest |Z[i] - (L - i)|
let(reversal, max_abs_error=lambda at: greatest(_indices(at, "i"), lambda i: _error(at, i)))

define(reversal, pairs=lambda at: at.L * (at.L - 1) / 2)  # L (L - 1) / 2


def _along(at: Operands, same: Callable[[Number, Number], Truth]) -> Truth:
    """A condition for all i and j of 0, ..., L - 2: two neighbouring entries are the same."""
    return every(Columns(0, at.L - 2, "i"), lambda i: every(Columns(0, at.L - 2, "j"), lambda j: same(i, j)))


@reversal.proof_line(
    "this mimics a Transformer head with a strong relative position bias: the program's B[i][j] depends on i - j alone",
    survives=("background:reversal.relative",),
    same_as="relative_bias.reversing",
)
def relative(at: Operands) -> Truth:
    return _along(at, lambda i, j: bias(at, i, j) == bias(at, i + 1, j + 1))


@reversal.repairs(
    "relative",
    "a single attention head with a bias that depends on i + j alone",
    reason="j = L - 1 - i says what i + j is. For L >= 3 the diagonal i - j = 0 or 1 has the large logit in one place"
    " and not in others; for L <= 2 the bias is relative too",
)
def relative_repaired(at: Operands) -> Truth:
    return _along(at, lambda i, j: bias(at, i, j + 1) == bias(at, i + 1, j))


@reversal.proof_line(
    "the softmax becomes nearly one-hot: the reversed index has weight 1 - (L - 1) exp(-margin) at least: above"
    " 0 for a margin of more than log(L - 1)"
)
def nearly_one_hot(at: Operands) -> Truth:
    return every(_indices(at, "i"), lambda i: weights(at, i)[at.L - i] >= 1 - (at.L - 1) * exp(-at.margin))


@reversal.proof_line(
    "so each position i copies the value from its reversed partner: Z_i = V_(L-1-i)",
    flaw="reading",
    survives=("background:reversal.copies@repaired",),
)
def copies(at: Operands) -> Truth:
    return every(_indices(at, "i"), lambda i: at.Z[i + 1] - (at.L - i) == 0)


@reversal.repairs(
    "copies",
    "each position i copies the value from its reversed partner up to L (L - 1)/2 exp(-margin)",
    reason="softmax has no weight 0: the other values shift the output, except at the middle of a sequence of odd"
    " length",
)
def copies_repaired(at: Operands) -> Truth:
    return every(_indices(at, "i"), lambda i: _error(at, i) <= at.pairs * exp(-at.margin))


@reversal.proof_line("the max abs error is L (L - 1)/2 exp(-margin) / (1 + (L - 1) exp(-margin)), not 0 for L >= 2")
def exact_error(at: Operands) -> Truth:
    small = exp(-at.margin)
    return at.max_abs_error == at.pairs * small / (1 + (at.L - 1) * small)


def _as_printed(at: Operands) -> Truth:
    return (at.L == 6) & (at.margin == 60)


@reversal.proof_line(
    "'Max abs error: 0.000000' of the printed program (L = 6, big = 50): the error is 1.3134 to 1.3135 times 10^-25",
    given=_as_printed,
)
def near_exact(at: Operands) -> Truth:
    unit = rational(1) / 10**29
    return (at.max_abs_error > 13134 * unit) & (at.max_abs_error < 13135 * unit)


@reversal.proof_line(
    "not said: in doubles no error is left there: 1 less the large weight, and what all other values add, are below"
    " 2^-80, and half the spacing of doubles above 1 is 2^-53",
    given=_as_printed,
    said=False,
)
def lost_in_doubles(at: Operands) -> Truth:
    def added(i: Number) -> Number:
        return total(_indices(at, "j"), lambda j: when(j == at.L - 1 - i, 0, weights(at, i)[j + 1] * (j + 1)))

    small = rational(1) / 2**80
    return every(_indices(at, "i"), lambda i: (added(i) < small) & (1 - weights(at, i)[at.L - i] < small))


@reversal.proof_line(
    "increasing the scale makes the operation arbitrarily close to exact: the error is at most L (L - 1)/2 2^-margin"
)
def arbitrarily_close(at: Operands) -> Truth:
    return at.max_abs_error <= at.pairs / 2**at.margin


@reversal.proof_line("increasing the scale: a margin that is larger by 1 makes the error smaller, where there is one")
def closer_with_scale(at: Operands) -> Truth:
    def error(margin: Number) -> Number:
        return at.pairs / (exp(margin) + at.L - 1)

    return (at.max_abs_error == error(at.margin)) & ((error(at.margin + 1) < error(at.margin)) | (at.L == 1))


@reversal.proof_line("big = 50 and the baseline -10 give the weights of the logits 60 and 0")
def margin_alone(at: Operands) -> Truth:
    def shifted(i: Number) -> Row:
        over = Columns(1, at.L, "k")
        return softmax(row(over, lambda k: when(k == at.L - i, at.margin, 0)), over)

    return every(_indices(at, "i"), lambda i: weights(at, i) == shifted(i))


reversal.part(
    "This example demonstrates that a single attention head with an appropriate relative position bias can "
    "implement sequence reversal.",
    undecided="of every bias: the program's B is relative for L <= 2 alone (relative), which says nothing of other "
    "biases; background:relative_bias.reversing has some that reverse for L <= 3, and docs/notes/relative-bias.md a "
    "proof by hand that none do for L >= 4",
)
reversal.part(
    "By assigning a very large logit to the reversed index j = L - 1 - i and small values elsewhere, the softmax "
    "becomes nearly one-hot",
    undecided="It does not say how nearly; `nearly_one_hot` bounds the weight from below by 1 - (L - 1) exp(-margin).",
)
reversal.part(
    "each position i copies the value from its reversed partner.",
    undecided="It does not say how nearly; `copies` and `copies@repaired` decide that the copy is not exact, and "
    "how far it is from that.",
)
reversal.part(
    "Increasing the scale makes the operation arbitrarily close to exact.",
    undecided="of every scale, and an instance has one: arbitrarily_close bounds the error at one margin by "
    "L (L - 1)/2 2^-margin, and closer_with_scale compares it with that of the next; by hand the error goes to 0 for "
    "every L, as exp(-margin) does",
    theorem="page_arbitrarily_close",
)
