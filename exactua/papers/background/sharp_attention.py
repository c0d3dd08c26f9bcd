"""Soft and hard attention (web page, 'Common Mistakes', and the function softmax of the programs).

Exact weights of softmax are never 0; in floating point they are, as soon as logits are far enough apart. What a float32
can't tell from 0 lies below 2^-150, half of its least positive number; from 1, below 1 - 2^-25; what it can't hold is
(2 - 2^-24) 2^127 or more. All of this is decided on exact reals.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.background.temperature import ONE_ROW
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.pages import let
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import Number, Truth, every, exp, greatest, point, rational, row, some, total

sharp_attention = Claim(
    "background:sharp_attention",
    title="Soft and hard attention",
    source="'Common Mistakes'; 'Code Examples', softmax",
    text="Confusing soft and hard attention: Softmax never becomes exactly one-hot at finite scale; it only"
    " approximates argmax. Implementations with float32 can saturate softmax when logits are large, breaking the"
    " intended near-discrete routing; use numerically stable softmax.",
    parameters=(
        ONE_ROW,
        Parameter("n", "number of logits", ladder=(1, 2, 3)),
        Parameter("g", "the difference of two logits", ladder=(17, 18, 88, 89, 103, 104)),
    ),
)
sharp_attention.requires("d = 1 (z is one list)")(lambda at: at.d == 1)

logits = levels("logits", 0, "1/2", 3)
"""All z with entries 0, 1/2 and 1, which are multiplied by g."""

# softmax(g z), shape (n,)
let(sharp_attention, weights=lambda at: softmax(row(at.columns, lambda j: at.g * point[1, j]), at.columns))


def _largest(at: Operands) -> Number:
    """max z, unit 1."""
    return greatest(at.columns, lambda j: point[1, j])


def _one_hot(at: Operands) -> Truth:
    """Every weight is 0 or 1."""
    return every(at.columns, lambda j: (at.weights[j] == 0) | (at.weights[j] == 1))


@sharp_attention.proof_line(
    "softmax never becomes exactly one-hot at finite scale",
    over=(logits,),
    flaw="silently assumed",
    survives=("background:sharp_attention.never_one_hot@repaired",),
)
def never_one_hot(at: Operands) -> Truth:
    return ~_one_hot(at)


@sharp_attention.repairs(
    "never_one_hot",
    "softmax of two logits or more never becomes exactly one-hot: all its weights lie strictly between 0 and 1",
    reason="softmax of a single logit is (1), which is one-hot",
    over=(logits,),
    given=lambda at: at.n >= 2,
)
def never_one_hot_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda j: (at.weights[j] > 0) & (at.weights[j] < 1))


def small_weight(at: Operands) -> Number:
    """The smaller weight of two logits that differ by g."""
    return 1 / (1 + exp(at.g))


@sharp_attention.states(
    "float32 can saturate softmax when logits are large: at a difference of 18 or more the larger of two exact weights,"
    " rounded to float32, is 1",
    given=lambda at: at.g >= 18,
)
def float32_saturates(at: Operands) -> Truth:
    return small_weight(at) <= rational(1) / 2**25


@sharp_attention.proof_line(
    "float32 can saturate softmax when logits are large: the smaller of two exact weights, rounded to float32, is 0"
    " from 104 on, of whole differences, and not before"
)
def float32_zero(at: Operands) -> Truth:
    return equivalent(small_weight(at) <= rational(1) / 2**150, at.g >= 104)


@sharp_attention.proof_line(
    "float32 can saturate softmax: the larger of two exact weights, rounded to float32, is 1 from 18 on, of whole"
    " differences, and not before"
)
def float32_one(at: Operands) -> Truth:
    return equivalent(small_weight(at) <= rational(1) / 2**25, at.g >= 18)


@sharp_attention.proof_line(
    "watch out for numerical overflow: exp of a logit, the largest not subtracted, leaves float32 from 89 on,"
    " of whole logits"
)
def float32_overflow(at: Operands) -> Truth:
    return equivalent(exp(at.g) >= (2 - rational(1) / 2**24) * 2**127, at.g >= 89)


@sharp_attention.proof_line(
    "use numerically stable softmax: with the largest logit subtracted no exponential is above 1, and no weight"
    " changes",
    over=(logits,),
)
def stable(at: Operands) -> Truth:
    shifted = row(at.columns, lambda j: at.g * (point[1, j] - _largest(at)))
    at_most_one = every(at.columns, lambda j: exp(shifted[j]) <= 1)
    return at_most_one & (softmax(shifted, at.columns) == at.weights)


@sharp_attention.proof_line(
    "softmax: exps[i] /= max(sum, 1e-300): the guard is idle, as the sum is at least 1 (some exponential is 1)",
    over=(logits,),
)
def guard_is_idle(at: Operands) -> Truth:
    exponentials = row(at.columns, lambda j: exp(at.g * (point[1, j] - _largest(at))))
    return (total(at.columns, lambda j: exponentials[j]) >= 1) & some(at.columns, lambda j: exponentials[j] == 1)


sharp_attention.part(
    "Softmax never becomes exactly one-hot at finite scale; it only approximates argmax.",
    undecided="It is about all logits; `never_one_hot` and `never_one_hot@repaired` decide it for multiples of 0, "
    "1/2 and 1.",
)
sharp_attention.part("Implementations with float32 can saturate softmax when logits are large", "float32_saturates")
sharp_attention.part(
    "breaking the intended near-discrete routing;",
    undecided="It does not say what would be broken; no step decides it.",
)
