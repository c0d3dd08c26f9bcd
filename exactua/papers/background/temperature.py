"""Softmax Temperature Limit (web page, 'Key Formulas').

    lim_{tau -> 0+} softmax(z / tau) = e_(argmax_i z_i)

The text that we have prints each fraction as its denominator and then its numerator, without a bar: Q K^T / sqrt(d_k)
as "dkQK⊤", pos / 10000^(2k/d_model) as "100002k/dmodelpos". So "τz" is z / tau. Limits are decided by rates: an upper
bound of the distance that is exact at every point and, as a function of tau, goes to 0.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.boltzmann import softmax
from exactua.papers.pages import define, let
from exactua.terms.tracing import Number, Row, Truth, every, exp, greatest, implies, least, point, row, total, when

ONE_ROW = Parameter("d", "rows of a point: one list of numbers", ladder=(1,))
LOGITS = Parameter("n", "number of logits", ladder=(1, 2, 3))

temperature = Claim(
    "background:temperature",
    title="Softmax Temperature Limit",
    source="'Key Formulas'; 'Key Points'",
    text="As temperature approaches zero, the softmax distribution concentrates on the maximum entry, behaving like a"
    " one-hot argmax. This underpins near-discrete token selection via attention.",
    parameters=(ONE_ROW, LOGITS, Parameter("k", "tau is 2^-k", least=0, ladder=(0, 2, 6))),
)
temperature.requires("d = 1 (z is one list)")(lambda at: at.d == 1)

logits = levels("logits", 0, "1/2", 3)
"""All z with entries 0, 1/2 and 1."""

define(temperature, tau=lambda at: 1 / (2**at.k))  # The temperature, 2^-k


let(
    temperature,
    largest=lambda at: greatest(at.columns, lambda j: point[1, j]),  # max z, unit 1
    smallest=lambda at: least(at.columns, lambda j: point[1, j]),  # min z, unit 1
    # How many entries of z are max z
    maxima=lambda at: total(at.columns, lambda j: when(point[1, j] == at.largest, 1, 0)),
)


@temperature.operand
def gap(at: Operands) -> Number:
    """max z less the largest other value, unit 1; 0 where all entries are equal."""
    below = at.largest - at.smallest
    return least(at.columns, lambda j: when(point[1, j] == at.largest, below, at.largest - point[1, j]))


def _softmax(at: Operands, factor: Number) -> Row:
    """softmax(factor z)."""
    return softmax(row(at.columns, lambda i: factor * point[1, i]), at.columns)


let(
    temperature,
    softmax_z_over_tau=lambda at: _softmax(at, 1 / at.tau),  # softmax(z / tau), shape (n,)
    softmax_z_over_half_tau=lambda at: _softmax(at, 2 / at.tau),  # softmax(z / (tau/2)), shape (n,)
)


def _argmax(at: Operands, j: Number) -> Number:
    """1 at an entry that is max z, else 0."""
    return when(point[1, j] == at.largest, 1, 0)


def _distance(a: Number, b: Number) -> Number:
    """|a - b|."""
    return when(a >= b, a - b, b - a)


def _more_at_maximum(at: Operands, colder: Row, warmer: Row) -> Truth:
    """The entries that are max z have more weight in `colder` than in `warmer`."""
    return every(at.columns, lambda j: implies(point[1, j] == at.largest, colder[j] > warmer[j]))


def _one_maximum(at: Operands) -> Truth:
    return at.maxima == 1


@temperature.proof_line(
    "lim_{tau -> 0+} softmax(z / tau) = e_(argmax z): the distance is at most (n - 1) exp(-gap / tau)",
    over=(logits,),
    given=_one_maximum,
)
def limit(at: Operands) -> Truth:
    bound = (at.n - 1) * exp(-at.gap / at.tau)
    return every(at.columns, lambda j: _distance(at.softmax_z_over_tau[j], _argmax(at, j)) <= bound)


@temperature.proof_line(
    "as temperature approaches zero, softmax(z / tau) concentrates on the maximum entry: tau / 2 gives it more than"
    " tau",
    over=(logits,),
    given=lambda at: (at.maxima == 1) & (at.n >= 2),
)
def concentrates(at: Operands) -> Truth:
    return _more_at_maximum(at, at.softmax_z_over_half_tau, at.softmax_z_over_tau)


@temperature.proof_line(
    "not said: (n - 1) exp(-gap / tau) <= (n - 1) tau / gap, so every tau < eps gap / (n - 1) gives less than eps",
    over=(logits,),
    given=_one_maximum,
    said=False,
)
def rate(at: Operands) -> Truth:
    return at.gap * (at.n - 1) * exp(-at.gap / at.tau) <= (at.n - 1) * at.tau


@temperature.proof_line(
    "e_(argmax z), not said: one entry of z is the largest",
    over=(logits,),
    flaw="silently assumed",
    survives=("background:temperature.unique_argmax@repaired",),
    said=False,
)
def unique_argmax(at: Operands) -> Truth:
    return at.maxima == 1


@temperature.repairs(
    "unique_argmax",
    "where t entries are the largest, softmax(z / tau) goes to 1/t at each of them: the distance is at most (n - t)"
    " exp(-gap / tau)",
    reason="equal largest entries have equal weights at every tau, and share the limit",
    over=(logits,),
)
def unique_argmax_repaired(at: Operands) -> Truth:
    bound = (at.n - at.maxima) * exp(-at.gap / at.tau)
    return every(at.columns, lambda j: _distance(at.softmax_z_over_tau[j], _argmax(at, j) / at.maxima) <= bound)


temperature.part(
    "As temperature approaches zero, the softmax distribution concentrates on the maximum entry, behaving like a "
    "one-hot argmax.",
    undecided="It is about all logits; proof lines decide it for the logits 0, 1/2 and 1, at one temperature.",
    theorem=("page_temperature_limit", "page_concentrates"),
)
temperature.reads(
    "behaving like a one-hot argmax",
    "softmax(z / tau) goes to e_(argmax z) where one entry is the largest; where t entries are, to 1/t at each of them "
    "(unique_argmax)",
)
temperature.part(
    "This underpins near-discrete token selection via attention.",
    undecided="It does not say what is selected, and how nearly; no step decides it.",
)
