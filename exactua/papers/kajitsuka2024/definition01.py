"""Definition 1 (Kajitsuka & Sato 2024, Sec. 3.2): tokenwise (r_min, r_max, delta)-separated sequences.

    1. |Z_{:,k}| > r_min      2. |Z_{:,k}| < r_max      3. |Z_{:,k} - Z'_{:,l}| > delta for any different tokens

It asserts nothing: whether sequences meet it is asked of all pairs Z, Z' of sequences with entries -1, 0, 1, with
bounds made from them. What follows from it, and what does not, is decided for them and all integers r_min, r_max, delta
from 0 to 3. Norms are compared by their squares; all are integers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.folds import OwnFold, folding
from exactua.grids.categories import pairs_of
from exactua.grids.finite import levels
from exactua.papers.kajitsuka2024.sequence_operands import first, for_some_places, same_column, same_vocabulary, second
from exactua.papers.pages import let
from exactua.papers.yun2020.vocabulary import equivalent
from exactua.terms.tracing import (
    Columns,
    Number,
    Truth,
    every,
    greatest,
    implies,
    least,
    number,
    parameter,
    point,
    total,
    when,
)

definition1 = Claim(
    "kajitsuka2024:definition1",
    title="Definition 1",
    source="Sec. 3.2",
    text="Z^(1), ..., Z^(N) in R^(m x n) are tokenwise (r_min, r_max, delta)-separated if 1. any ||Z^(i)_{:,k}|| >"
    " r_min, 2. any ||Z^(i)_{:,k}|| < r_max, 3. ||Z^(i)_{:,k} - Z^(j)_{:,l}|| > delta for any Z^(i)_{:,k} !="
    " Z^(j)_{:,l}. Note that we refer to Z^(1), ..., Z^(N) as tokenwise (r_max, epsilon)-separated instead if the "
    "sequences satisfy conditions 2 and 3.",
    parameters=(
        Parameter("d", "rows of a token, the paper's m", ladder=(1, 2)),
        Parameter("n", "tokens of a sequence", ladder=(1, 2)),
    ),
    point="Z",
)

both = pairs_of(levels("sequences of -1, 0, 1", -1, 1, 3))
MOST: Final = 3
SEQUENCES: Final = "any two sequences of -1, 0, 1"
WITHOUT_ZERO: Final = "any two sequences of -1, 0, 1 without the token 0"


def _tokens(at: Operands, letter: str = "k") -> Columns:
    """All tokens of Z and Z': columns 1, ..., 2n of the point."""
    return Columns(1, 2 * at.n, letter)


def _norm2(at: Operands, k: Number | int) -> Number:
    """|Z_{:,k}|^2."""
    return total(at.rows, lambda i: point[i, k] ** 2)


def _distance2(at: Operands, k: Number | int, j: Number | int) -> Number:
    """|Z_{:,k} - Z_{:,j}|^2."""
    return total(at.rows, lambda i: (point[i, k] - point[i, j]) ** 2)


let(
    definition1,
    least_norm2=lambda at: least(_tokens(at), lambda k: _norm2(at, k)),  # The least |Z_{:,k}|^2
    greatest_norm2=lambda at: greatest(_tokens(at), lambda k: _norm2(at, k)),  # The greatest |Z_{:,k}|^2
    # The greatest |Z_{:,k} - Z_{:,l}|^2; 0 if all tokens are the same
    spread2=lambda at: greatest(_tokens(at), lambda k: greatest(_tokens(at, "l"), lambda j: _distance2(at, k, j))),
)


@definition1.operand
def least_distance2(at: Operands) -> Number:
    """The least |Z_{:,k} - Z_{:,l}|^2 of different tokens; more than any delta^2 here, if there are none."""

    def if_different(distance2: Number) -> Number:
        return when(distance2 == 0, (2 * MOST) ** 2, distance2)

    return least(_tokens(at), lambda k: least(_tokens(at, "l"), lambda j: if_different(_distance2(at, k, j))))


def condition1(at: Operands, r_min: Number) -> Truth:
    """1., for r_min >= 0."""
    return at.least_norm2 > r_min**2


def condition2(at: Operands, r_max: Number) -> Truth:
    """2., for r_max >= 0."""
    return at.greatest_norm2 < r_max**2


def condition3(at: Operands, delta: Number) -> Truth:
    """3., for delta >= 0."""
    return at.least_distance2 > delta**2


def condition3_as_printed(at: Operands, delta: Number) -> Truth:
    """3. with its quantifiers."""

    def apart(k: Number, j: Number) -> Truth:
        return implies(_distance2(at, k, j) != 0, _distance2(at, k, j) > delta**2)

    return every(_tokens(at), lambda k: every(_tokens(at, "l"), lambda j: apart(k, j)))


def separated(at: Operands, r_min: Number, r_max: Number, delta: Number) -> Truth:
    """All three conditions."""
    return condition1(at, r_min) & condition2(at, r_max) & condition3(at, delta)


def _integers(condition: Callable[[Number], Truth], letter: str) -> Truth:
    """For all integers from 0 to 3."""
    return every(Columns(0, MOST, letter), condition)


def _apart_by_half(at: Operands, k: Number) -> Truth:
    """3. for the token k, with half the least distance that different tokens have."""

    def apart(j: Number) -> Truth:
        return implies(_distance2(at, k, j) != 0, _distance2(at, k, j) > at.least_distance2 / 4)

    return every(_tokens(at, "l"), apart)


@definition1.states(
    "conditions 1 to 3, where no token is 0: with half the least norm for r_min, the root of 1 + the greatest norm"
    " squared for r_max, and half the least distance of different tokens for delta",
    over=(both,),
    given=lambda at: at.least_norm2 != 0,
    meets=WITHOUT_ZERO,
)
def finite_sets(at: Operands) -> Truth:
    def inside(k: Number) -> Truth:
        return (_norm2(at, k) > at.least_norm2 / 4) & (_norm2(at, k) < at.greatest_norm2 + 1)

    return every(_tokens(at), lambda k: inside(k) & _apart_by_half(at, k))


@definition1.states("conditions 2 and 3, with the same r_max and delta", over=(both,), meets=SEQUENCES)
def without_r_min(at: Operands) -> Truth:
    return every(_tokens(at), lambda k: (_norm2(at, k) < at.greatest_norm2 + 1) & _apart_by_half(at, k))


@definition1.proof_line(
    "not said: with the token 0 sequences are separated for no r_min >= 0; conditions 2 and 3 alone they can meet",
    over=(both,),
    given=lambda at: at.least_norm2 == 0,
    said=False,
)
def zero_token(at: Operands) -> Truth:
    return (
        _integers(lambda r_min: ~condition1(at, r_min), "r_min")
        & condition2(at, number(MOST))
        & condition3(at, number(0))
    )


@definition1.proof_line("not said: if sequences are separated, then r_min < r_max", over=(both,), said=False)
def radii_in_order(at: Operands) -> Truth:
    def in_order(r_min: Number, r_max: Number) -> Truth:
        return (r_min < r_max) | ~condition1(at, r_min) | ~condition2(at, r_max)

    return _integers(lambda r_min: _integers(lambda r_max: in_order(r_min, r_max), "r_max"), "r_min")


@definition1.proof_line(
    "not said: if they are separated, and two of their tokens differ, then delta < 2 r_max",
    over=(both,),
    given=lambda at: at.spread2 != 0,
    said=False,
)
def below_diameter(at: Operands) -> Truth:
    def below(r_max: Number, delta: Number) -> Truth:
        return (delta < 2 * r_max) | ~condition2(at, r_max) | ~condition3(at, delta)

    return _integers(lambda r_max: _integers(lambda delta: below(r_max, delta), "delta"), "r_max")


@definition1.proof_line(
    "not said: if all tokens are the same, condition 3 is met for every delta, however large",
    over=(both,),
    given=lambda at: at.spread2 == 0,
    said=False,
)
def one_token(at: Operands) -> Truth:
    return _integers(lambda delta: condition3_as_printed(at, delta), "delta")


@definition1.proof_line("not said: condition 3 is met by all sequences for delta = 0", over=(both,), said=False)
def delta_zero(at: Operands) -> Truth:
    return condition3_as_printed(at, number(0))


def _some_radii(at: Operands) -> Truth:
    """The sequences are separated with delta = 0, for some r_min >= 0 and r_max; that is, 0 is no token."""
    return condition1(at, number(0)) & condition2(at, number(MOST)) & condition3(at, number(0))


def _some_if_longer() -> OwnFold:
    """Some pair of sequences counts if and only if n >= 2."""
    return folding(
        start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: equivalent(a[1] >= 1, parameter("n") >= 2)
    )


@definition1.proof_line(
    "not said: condition 3 passes over equal tokens: for n >= 2 some separated sequences have a token twice; Theorem 2"
    " forbids that beside, (6)",
    over=(both,),
    fold=_some_if_longer(),
    said=False,
)
def duplicates(at: Operands) -> Number:
    Z = first(at)
    twice = for_some_places(at, lambda k, j: (k != j) & same_column(at.rows, Z, k, Z, j))
    return when(twice & _some_radii(at), 1, 0)


@definition1.proof_line(
    "not said: it does not separate sequences: for n >= 2 some that differ in the order of tokens are separated",
    over=(both,),
    fold=_some_if_longer(),
    said=False,
)
def same_tokens(at: Operands) -> Number:
    different = ~(first(at) == second(at))
    return when(different & same_vocabulary(at, at.rows) & _some_radii(at), 1, 0)


@definition1.proof_line(
    "tokenwise (r_max, epsilon)-separated sequences satisfy conditions 2 and 3: so their different tokens are more than"
    " epsilon apart",
    over=(both,),
    flaw="typo",
    survives=("kajitsuka2024:definition1.epsilon@repaired",),
)
def epsilon(at: Operands) -> Truth:
    def for_each(delta: Number, epsilon: Number) -> Truth:
        return implies(condition3(at, delta) & condition2(at, number(MOST)), condition3(at, epsilon))

    return _integers(lambda delta: _integers(lambda epsilon: for_each(delta, epsilon), "epsilon"), "delta")


@definition1.repairs(
    "epsilon",
    "... conditions 2 and 3, with epsilon in place of delta: so any two sequences of -1, 0, 1 are tokenwise"
    " (r_max, epsilon)-separated for r_max^2 = m + 1 and epsilon = 1/2",
    reason="condition 3 has delta and no epsilon; Theorem 2 calls the third number epsilon, and Lemma 1 delta",
    over=(both,),
)
def epsilon_repaired(at: Operands) -> Truth:
    return (at.greatest_norm2 < at.d + 1) & condition3_as_printed(at, number(1) / 2)


definition1.part(
    "Z^(1), ..., Z^(N) in R^(m x n) are tokenwise (r_min, r_max, delta)-separated if 1. any ||Z^(i)_{:,k}|| > r_min,"
    " 2. any ||Z^(i)_{:,k}|| < r_max, 3. ||Z^(i)_{:,k} - Z^(j)_{:,l}|| > delta for any Z^(i)_{:,k} != Z^(j)_{:,l}.",
    "finite_sets",
)
definition1.part(
    "Note that we refer to Z^(1), ..., Z^(N) as tokenwise (r_max, epsilon)-separated instead if the sequences satisfy "
    "conditions 2 and 3.",
    "without_r_min",
)
