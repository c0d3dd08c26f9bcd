"""What a permutation of the columns does not change: a sum, or all, over all columns of what is read in each of them.

The sum over j = 1, ..., n of a term that reads P in the entries (M P)_(i, j) alone, and j there alone, has the same
summands in another order: it is the sum of the entries of M. So are products, extremes and quantifiers.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from exactua.terms.language import BINDERS, QUANTIFIERS, REDUCTIONS, RELATIONS, Term, integer, make

OVER_COLUMNS: Final = (*REDUCTIONS, *QUANTIFIERS)
MOST_KNOWN: Final = 1000
"""Terms that are remembered."""
STEADY: Final = frozenset(
    {
        "integer",
        "param",
        "def",
        "var",
        "point",
        "permuted",
        "columns",
        "entry",
        "+",
        "-",
        "*",
        "neg",
        "not",
        "and",
        "or",
        "implies",
    }
    | {*RELATIONS, *QUANTIFIERS, "sum", "in", "not in"}
)
"""Operators that have a value for all rationals in the entries of a matrix, if for some."""


@lru_cache(maxsize=MOST_KNOWN)
def in_any_order(term: Term, permutation: str) -> Term:
    """The same term, without this permutation wherever it changes nothing."""
    if permutation not in term.free:
        return term
    if _is_over_columns(term) and _reads_columns_alone(term.arguments[2], term.names[0], permutation):
        return _with_identity(term, permutation)
    return make(term.operator, term.names, *(in_any_order(argument, permutation) for argument in term.arguments))


def settled(term: Term, permutation: str) -> Term | None:
    """Of 'p implies q' with a q that has not this permutation, and a p that has a value whatever it is: q; else None.

    Where all is true with one permutation because q is, it is with all; if the definitions that p names are rational.
    """
    if term.operator != "implies" or permutation in term.arguments[1].free:
        return None
    steady = all(part.operator in STEADY and _plain_index(part, permutation) for part in term.arguments[0].walk())
    return term.arguments[1] if steady else None


def _plain_index(term: Term, permutation: str) -> bool:
    """Whether the places that are read, and the ends of ranges, have nothing to do with the permutation."""
    if term.operator in ("entry", "columns"):
        return all(permutation not in place.free for place in term.arguments[1:])
    return term.operator not in OVER_COLUMNS or all(permutation not in end.free for end in term.arguments[:2])


def _is_over_columns(term: Term) -> bool:
    return term.operator in OVER_COLUMNS and term.arguments[:2] == (integer(1), make("param", ("n",)))


def _reads_columns_alone(term: Term, column: str, permutation: str) -> bool:
    """Whether the term reads the permutation in entries of this column alone, and the column there alone."""
    both = {column, permutation}
    if not both & term.free:
        return True
    if term.operator == "entry" and term.arguments[0].operator == "permuted":
        permuted, row, place = term.arguments
        if permuted.names == (permutation,) and place == make("var", (column,)):
            return not both & (permuted.arguments[0].free | row.free)
    if not term.arguments or term.operator == "permuted" or (term.operator in BINDERS and term.names[0] in both):
        return False
    return all(_reads_columns_alone(argument, column, permutation) for argument in term.arguments)


def _with_identity(term: Term, permutation: str) -> Term:
    if permutation not in term.free:
        return term
    if term.operator == "permuted" and term.names == (permutation,):
        return _with_identity(term.arguments[0], permutation)
    return make(term.operator, term.names, *(_with_identity(argument, permutation) for argument in term.arguments))
