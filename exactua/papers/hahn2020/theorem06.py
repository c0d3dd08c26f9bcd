"""Theorem 6 (Hahn 2020, Sec. 6): cross-entropy on PARITY and 2DYCK, in the lines about words and distributions.

PARITY: an automaton ends with probability p where the number of ones is even, and else emits 0 or 1 equally often.
2DYCK: S -> (S)S or [S]S with p/2 each, S -> empty with 1 - p. Here p = 1/4, and a point is a word of 0 and 1, or of
opening (0) and closing (1) brackets: the two types of brackets have p/2 each and are taken together.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.pages import Lines, define, let, per_box
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    implies,
    log,
    point,
    product,
    rational,
    some,
    total,
    when,
)

theorem6 = Claim(
    "hahn2020:theorem6",
    title="Theorem 6",
    source="Sec. 6",
    text="Let a soft attention transformer be given for PARITY or 2DYCK. As n -> infinity, cross-entropy on predicting "
    "the next symbol converges to unigram chance level (PARITY), or is at least separated from the optimal "
    "cross-entropy by some constant epsilon > 0 (2DYCK).",
    parameters=(
        Parameter("d", "rows of a word", only=(1,)),
        Parameter("n", "length of a prefix", ladder=(1, 2, 3, 4, 5, 6)),
    ),
    work=per_box(lambda n: 2**n),
)
theorem6.rests_on("hahn2020:lemma5", where="Sec. 6, proof of Theorem 6")

prefixes = levels("prefixes", 0, 1, 2)

define(theorem6, p=lambda at: rational("1/4"))


def _ones(j: Number) -> Number:
    return total(Columns(1, j, "k"), lambda k: point[1, k])


def _even(j: Number) -> Truth:
    return _ones(j) % 2 == 0


def _height(j: Number) -> Number:
    """Opening brackets less closing ones, of the first j."""
    return total(Columns(1, j, "k"), lambda k: 1 - 2 * point[1, k])


let(
    theorem6,
    # The probability with which the automaton emits this prefix of PARITY
    emitted=lambda at: product(at.columns, lambda j: when(_even(j - 1), (1 - at.p) / 2, rational("1/2"))),
    # That with which the grammar makes these brackets; 0 where one closes that was not opened
    derived=lambda at: product(at.columns, lambda j: when(point[1, j] == 0, at.p, when(_height(j) >= 0, 1 - at.p, 0))),
)

of_prefixes = Lines(theorem6, over=(prefixes,))


@of_prefixes.proof_line(
    "for any x in PARITY there is a string x' not in PARITY, differing only in one bit: in any one bit"
)
def neighbour(at: Operands) -> Truth:
    def exchanged(j: Number) -> Truth:
        return (_ones(at.n) + 1 - 2 * point[1, j]) % 2 != 0

    return implies(_even(at.n), some(at.columns, exchanged) & every(at.columns, exchanged))


@of_prefixes.proof_line(
    "unigram chance level: of the prefixes of length n >= 1 that are emitted, those with an even number of ones have "
    "half of the probability",
    fold="sum",
    bound=lambda at: rational(0),
    relation="=",
)
def as_often_even(at: Operands) -> Number:
    return when(_even(at.n), at.emitted, -at.emitted)


@of_prefixes.proof_line("the prefix x is unbalanced whenever n is odd", given=lambda at: at.n % 2 == 1)
def odd_is_unbalanced(at: Operands) -> Truth:
    return _height(at.n) != 0


@of_prefixes.proof_line(
    "x both ends with a closing bracket, and is unbalanced, with probability >= P_0: with P_0 = 1/10, for n = 3, ..., "
    "6 and p = 1/4",
    given=lambda at: at.n >= 3,
    fold="sum",
    bound=lambda at: rational(0),
    relation=">=",
)
def closes_unbalanced(at: Operands) -> Number:
    happens = (point[1, at.n] == 1) & (_height(at.n) > 0)
    return when(happens, at.derived, 0) - at.derived / 10


@of_prefixes.proof_line(
    "not said: a prefix of one or two brackets that ends with a closing bracket is balanced: P_0 is about n >= 3",
    given=lambda at: (at.n <= 2) & (at.derived > 0),
    said=False,
)
def not_for_two(at: Operands) -> Truth:
    return (point[1, at.n] == 0) | (_height(at.n) == 0)


@theorem6.proof_line(
    "a cross-entropy loss of at least log 2: a prediction r for ')' and 1 - r for ']', the same after x and x', loses"
    " - (log r + log(1 - r)) / 2 >= log 2, for r = 1/(n + 1), ..., n/(n + 1)"
)
def at_chance(at: Operands) -> Truth:
    def loss(j: Number) -> Number:
        return -(log(j / (at.n + 1)) + log(1 - j / (at.n + 1))) / 2

    return every(at.columns, lambda j: loss(j) >= log(2))


@theorem6.proof_line(
    "words sampled from the PCFG have finite expected length: those of derivations of depth <= n have at most 2p/(1 - "
    "2p), for p = 1/4"
)
def finite_length(at: Operands) -> Truth:
    return total(Columns(1, at.n, "t"), lambda t: (2 * at.p) ** t) <= 2 * at.p / (1 - 2 * at.p)


theorem6.part(
    "Let a soft attention transformer be given for PARITY or 2DYCK. As n -> infinity, cross-entropy on predicting the "
    "next symbol converges to unigram chance level (PARITY), or is at least separated from the optimal cross-entropy "
    "by some constant epsilon > 0 (2DYCK).",
    undecided="It is a limit, about every transformer; the lines of its proof that are about words and distributions "
    "are decided for prefixes of 1 to 6 symbols and p = 1/4.",
)
