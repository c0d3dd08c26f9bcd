"""Columns by their ids: lists with an entry for each different id, and what can't be said in terms of these alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from exactua.proving.symbolic.signs import OPEN, negated
from exactua.terms.evaluation import NotObserved, Value


class LowerRow:
    """Any of the rows 2, ..., d of a matrix, for all d: it is not row 1."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Any:
        return True if other is self else False if other == 1 else OPEN

    def __ne__(self, other: object) -> Any:
        return negated(self == other)

    def _refused(self, *others: Any) -> NoReturn:
        raise NotObserved("a row's number is used for more than an index, for all d")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pow__ = __rpow__ = _refused
    __lt__ = __le__ = __gt__ = __ge__ = _refused


class NeedsColumns(NotObserved):
    """A term depends on more than the different ids: it has to be known which column has which."""


class ByClass(tuple[Value, ...]):
    """A list with an entry for each different id, in place of one for each column."""

    __slots__ = ()


@dataclass(frozen=True, eq=False)
class OneOf:
    """Any of the columns that have the id of this number."""

    number: int

    def _refused(self, *others: Any) -> NoReturn:
        raise NeedsColumns("a column's number is used for more than an index")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __pow__ = __rpow__ = _refused
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _refused
    __truediv__ = __rtruediv__ = __hash__ = _refused
