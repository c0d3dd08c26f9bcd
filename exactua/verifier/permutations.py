"""What an order of the columns does not change, so that it need not be looked at in all orders (format, section 3).

What goes through all columns and reads, in each of them, a permuted matrix in that column alone, reads the columns of
the matrix itself, one after the other: a sum, an extreme, a quantifier of it are the same in every order. And where a
premise has a value in every order, a conclusion that is true and speaks of no order is all that is asked.
"""

from __future__ import annotations

from .operators import BINDING, RANGES, RELATIONS
from .values import Json

OVER_COLUMNS = ("all", "any", "sum", "product", "min", "max")
HAS_A_VALUE = {  # in every order if in one, where places that are read and ends of ranges do not vary
    *("param", "def", "var", "point", "permuted", "columns", "entry", "+", "-", "*", "neg", "not", "and", "or"),
    *("implies", "all", "any", "sum", *RELATIONS, *RANGES),
}


def free(term: Json) -> set[str]:
    """The variables of a term that are bound outside of it."""
    op, *x = term if isinstance(term, list) else [""]
    if op in BINDING:
        return set[str]().union(*map(free, x[1:-1]), free(x[-1]) - {x[0]})
    named = {"var": x, "offsets": x, "permuted": x[1:]}.get(op, [])
    return set(named).union(*map(free, x))


def without(term: Json, order: str) -> Json:
    """A term that has the same value in every order, or the same values: this variable is left out where it may be."""
    if order not in free(term) or (term[0] in BINDING and term[1] == order):
        return term
    op, *x = term
    if op in OVER_COLUMNS and x[1:3] == [1, ["param", "n"]] and in_columns_alone(x[3], x[0], order):
        return [op, *x[:3], as_it_is(x[3], order)]
    return [op, *(without(y, order) if isinstance(y, list) else y for y in x)]


def in_columns_alone(term: Json, column: str, order: str) -> bool:
    """Whether the order, and the column, are read in entries of permuted matrices in this column alone."""
    both = {column, order}
    if not both & free(term):
        return True
    op, *x = term
    if op == "entry" and x[0][0] == "permuted" and x[0][2] == order and x[2] == ["var", column]:
        return not both & (free(x[0][1]) | free(x[1]))
    if op in ("var", "permuted", "offsets") or (op in BINDING and x[0] in both):
        return False
    return all(in_columns_alone(y, column, order) for y in x)


def as_it_is(term: Json, order: str) -> Json:
    """The term with the matrices themselves in place of those in this order."""
    if not isinstance(term, list) or order not in free(term):
        return term
    return term[1] if term[0] == "permuted" else [as_it_is(x, order) for x in term]


def conclusion(term: Json, order: str) -> Json:
    """The conclusion that is all that is asked where it is true; None where there is no such one."""
    if not (isinstance(term, list) and term[0] == "implies") or order in free(term[2]):
        return None
    return term[2] if has_a_value(term[1], order) else None


def has_a_value(term: Json, order: str) -> bool:
    """Whether a term that has a value in one order has one in every other."""
    if not isinstance(term, list):
        return True
    op, *x = term
    ends = x[1:3] if op in (*OVER_COLUMNS, "columns", "entry") else []
    return (
        op in HAS_A_VALUE
        and all(has_a_value(y, order) and order not in free(y) for y in ends)
        and all(has_a_value(y, order) for y in x)
    )
