"""What a step asserts, from what its function returns and the fold it is written with: as a certificate has it.

What is said of some point (fold="some", "not each") is a sum of numbers 1 and 0 there; what is said of each of several
conditions at points of their own, or of one of them at every point, an own fold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from exactua.arithmetic.number_reading import Written
from exactua.claims.folds import OwnFold
from exactua.claims.given import note_asked, traced_as
from exactua.claims.problem import FOLDS, NUMBERS_OF_SOME
from exactua.claims.several import OfSeveral, fold_of, numbers_of
from exactua.terms.language import Term, integer
from exactua.terms.tracing import Number, Row, Truth, number, when

RELATIONS_OF_FOLDS: Final = {"apart": (">=", ">"), "sum": ("<=", "=", ">=", "<", ">")}
"""The relations to its bound that a fold may state, the default first."""

OF_SEVERAL: Final = ("each", *NUMBERS_OF_SOME)
"""The folds with which a step may speak of several conditions."""


@dataclass(frozen=True)
class Assertion:
    """What a step asserts of its points: a term with its fold, the bound of the fold and the relation to it."""

    term: Term
    fold: str | OwnFold
    bound: Term | None = None
    relation: str | None = None


def asserted(
    said: object, fold: str | OwnFold, bound: Number | Written | None = None, relation: str | None = None
) -> Assertion:
    """The assertion of a step whose function returns `said`, written with this fold, bound and relation.

    Raises NotTraced where something else is needed under the fold, ValueError where the options do not go together.
    """
    limit, sign = _bound(fold, bound, relation)
    if isinstance(said, OfSeveral):
        note_asked(*said.conditions)
        if isinstance(fold, OwnFold) or fold not in OF_SEVERAL:
            name = "an own fold" if isinstance(fold, OwnFold) else f"fold {fold!r}"
            raise ValueError(f"{name} takes no for_all_of and no for_some_of; {', '.join(OF_SEVERAL)} do")
        return _of_several(said, fold)
    if isinstance(fold, str) and fold in NUMBERS_OF_SOME:
        return _of_some(traced_as(said, (Truth,)), fold)
    wanted = (Truth,) if fold == "each" else (Number,) if fold == "sum" else (Number, Row)
    term: Term = traced_as(said, wanted).term
    if isinstance(fold, OwnFold):
        fold.require_numbers(term.kind)
    return Assertion(term, fold, limit, sign)


def _of_some(condition: Truth, fold: str) -> Assertion:
    return Assertion(when(condition, *NUMBERS_OF_SOME[fold]).term, "sum", integer(1), ">=")


def _of_several(said: OfSeveral, fold: str) -> Assertion:
    """The quantifier over the conditions goes through one over points of its own kind, and stands before another."""
    each = said.of == "each"
    if each != (fold == "each"):
        numbers = numbers_of(said.conditions, *NUMBERS_OF_SOME["some" if fold == "each" else fold])
        return Assertion(numbers.term, fold_of(each, len(said.conditions)))
    if each:
        return Assertion(said.together("and").term, fold)
    return _of_some(said.together("and" if fold == "not each" else "or"), fold)


def _bound(fold: str | OwnFold, bound: Number | Written | None, relation: str | None) -> tuple[Term | None, str | None]:
    """The bound and the relation of a fold; none for folds without."""
    written = (*FOLDS, *NUMBERS_OF_SOME)
    if not isinstance(fold, OwnFold) and fold not in written:
        raise ValueError(f"fold {fold!r} is none of {', '.join(written)}, and not made with folding(...)")
    signs = () if isinstance(fold, OwnFold) else RELATIONS_OF_FOLDS.get(fold, ())
    if (bound is None) == bool(signs) or (relation is not None and relation not in signs):
        needed = "a bound and one of " + " ".join(signs) if signs else "no bound and no relation"
        raise ValueError(f"{'an own fold' if isinstance(fold, OwnFold) else f'fold {fold!r}'} takes {needed}")
    if bound is None:
        return None, None
    note_asked(bound)
    return number(bound).term, relation or signs[0]
