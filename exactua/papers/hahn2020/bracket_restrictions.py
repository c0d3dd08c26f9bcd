"""The proof of Corollary 2 for brackets (Hahn 2020, Sec. 5): restricted inputs may still be well-bracketed, or not.

    ( ( ... ( [0.2 n]   any 0.1 n of these 0.6 n fixed, the others free   ) ) ... ) [0.2 n]

In a point 1 is an opening bracket, -1 a closing one and 0 a free input.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import chosen, listed
from exactua.papers.pages import let
from exactua.terms.tracing import Columns, Number, Row, Truth, every, how_many, point, row, total, when

TENTHS = (1, 2)


def _restricted(tens: int, fixed: int) -> Iterator[tuple[tuple[int, ...]]]:
    """The restrictions for n = 10 tens that fix so many of the inputs in the middle, and fewer."""
    middle = 6 * tens
    for count in range(fixed + 1):
        for places in combinations(range(middle), count):
            for symbols in product((1, -1), repeat=count):
                values = dict(zip(places, symbols, strict=True))
                inner = (values.get(j, 0) for j in range(middle))
                yield ((*(1,) * 2 * tens, *inner, *(-1,) * 2 * tens),)


restrictions = chosen("restrictions", "t", [listed(f"of {10 * t} inputs", _restricted(t, t)) for t in TENTHS])

bracket_restrictions = Claim(
    "hahn2020:bracket_restrictions",
    title="Restrictions of 1DYCK",
    source="Sec. 5, proof of Corollary 2",
    text="We first restrict the first 0.2 n input positions to '(' and the last 0.2 n positions to ')'. After then "
    "applying the restriction provided by the theorem with C = 0.9, the resulting restricted input will still be "
    "compatible with both well-bracketed and non-well-bracketed inputs, but the prediction will depend only on a "
    "bounded number of positions.",
    parameters=(
        Parameter("t", "a tenth of n", only=TENTHS),
        Parameter("d", "rows of a restriction", only=(1,)),
        Parameter("n", "input length", follows=("t", tuple(10 * t for t in TENTHS))),
    ),
)


def _free(j: Number) -> Truth:
    return point[1, j] == 0


def _opened(at: Operands) -> Number:
    """How many free inputs become opening brackets: so many that the word is balanced."""
    return (how_many(at.columns, _free) - total(at.columns, lambda j: point[1, j])) / 2


def _completed(at: Operands) -> Row:
    """The free inputs opened from the left, and the others closed, shape (n,)."""

    def symbol(j: Number) -> Number:
        first = how_many(Columns(1, j, "k"), _free) <= at.opened
        return when(_free(j), when(first, 1, -1), point[1, j])

    return row(at.columns, symbol)


let(bracket_restrictions, opened=_opened, completed=_completed)


def _height(at: Operands, j: Number) -> Number:
    return total(Columns(1, j, "k"), lambda k: at.completed[k])


@bracket_restrictions.proof_line("C = 0.9: at most 0.1 n inputs of the middle are fixed", over=(restrictions,))
def fixed(at: Operands) -> Truth:
    return how_many(at.columns, _free) >= at.n * 6 / 10 - at.n / 10


@bracket_restrictions.states(
    "compatible with well-bracketed inputs: opening the first of the free inputs and closing the others makes one",
    over=(restrictions,),
)
def well_bracketed(at: Operands) -> Truth:
    return every(at.columns, lambda j: _height(at, j) >= 0) & (_height(at, at.n) == 0)


@bracket_restrictions.states(
    "compatible with non-well-bracketed inputs: that one with any one free input exchanged; so a prediction that "
    "ignores one free input is the same for both",
    over=(restrictions,),
)
def not_well_bracketed(at: Operands) -> Truth:
    def flipped(j: Number) -> Number:
        return total(at.columns, lambda k: when(k == j, -at.completed[k], at.completed[k]))

    return every(at.columns, lambda j: ~_free(j) | (flipped(j) != 0))


bracket_restrictions.part(
    "We first restrict the first 0.2 n input positions to '(' and the last 0.2 n positions to ')'. After then applying "
    "the restriction provided by the theorem with C = 0.9, the resulting restricted input will still be compatible "
    "with both well-bracketed and non-well-bracketed inputs,",
    "well_bracketed",
    "not_well_bracketed",
)
bracket_restrictions.part(
    "but the prediction will depend only on a bounded number of positions.",
    undecided="It is what Theorem 1 says of every transformer.",
)
bracket_restrictions.reads(
    "n input positions", "those of brackets: the end-of-sequence symbol, which Sec. 3 counts, is left out"
)
bracket_restrictions.reads(
    "the restriction provided by the theorem with C = 0.9",
    "one that fixes at most 0.1 n of the 0.6 n inputs between; those that it fixes outside are fixed already",
)
