"""What Python, NumPy and sympy would ask of a known number, and what to write in a step, where none is known.

Operands know what was asked of something for them, wherever that was said: words for their tokens, and the places of
these. So a condition that was made outside of a step is asked what it is about when a step says it.
"""

from __future__ import annotations

import difflib
import dis
import linecache
import operator
import re
import sys
from collections.abc import Callable, Mapping
from inspect import CO_VARARGS
from types import FrameType, FunctionType
from typing import Any, ClassVar, Final, NoReturn, Protocol

from exactua.arithmetic.messages import brief
from exactua.terms.language import Term, TermError, equivalence

NOT_RUN: Final = "a step is traced, not run: write "
ASKED: Final = (
    f"{NOT_RUN}& | ~ and implies(p, q) for logic, when(p, a, b) for a choice, and one comparison at a time"
    " (or inside(x, lo, hi))"
)
IN_BRACKETS: Final = "in place of p == q == r write (p == q) & (q == r), or (p == q) == r if that is meant"
ASKED_BY_FUNCTION: Final = (
    f"{NOT_RUN}when(a >= b, a, b) in place of max(a, b) or np.where, and greatest, least, every or some over at.columns"
    " in place of max, min, all or any of several"
)
ASKED_BY_IN: Final = f"{NOT_RUN}(x == 0) | (x == 1) in place of x in (0, 1)"
GONE_THROUGH: Final = (
    "can't be iterated: its length is known only at an instance; write every, some, total, least or greatest over"
    " at.columns or Columns(1, at.n)"
)
CONDITION: Final = (
    "is a condition, not a number: how_many(at.columns, lambda j: ...) counts where one is true, when(p, 1, 0) is 1"
    " there, implies(p, q) compares two"
)
_BRACKETS: Final = "is a number, but & | ^ ~ combine conditions; they bind closer than a comparison, so write brackets:"
NO_LOGIC: Final = f"{_BRACKETS} (x >= 0) & (y >= 0)"
NO_LOGIC_BEHIND: Final = f"{_BRACKETS} p & (x > 0)"
NO_LOGIC_BEFORE: Final = "& | ^ bind closer than a comparison, so write brackets: (x > 0) & p"
OF_ENTRIES: Final = (
    "takes no such operator: apply it to entries, such as every(at.columns, lambda j: point[1, j] >= 0) or"
    " row(at.columns, lambda j: 2 * point[1, j])"
)
OF_MATRICES: Final = (
    "takes no such operator: apply it to entries, such as row(at.columns, lambda j: 2 * point[1, j]); a network takes"
    " point, what a network makes of it, Z.permuted(P) and Z.columns(lo, hi); of another matrix speaks a second"
    " network, compose(g, f), where g makes it of point"
)
NO_PART: Final = (
    "must be the whole of a step, not part of a condition: write the rest inside it, lambda f: p & ..., or make one"
    " condition of the several with & or |"
)
NO_DENIAL: Final = (
    'must be the whole of a step, without ~ before it: with fold="not each" for_all_of says that each is false'
    " at some point, for_some_of that one is"
)
OF_REALS: Final = "exp, log, sqrt, floor and pi of exactua.authoring do"


class Asked(Protocol):
    """What steps may ask something of: domains of words, for tokens and their places."""

    def note(self) -> None:
        """Says that it is asked."""


_NOTHING: Final[frozenset[Asked]] = frozenset()


def asked_for(*parts: object) -> frozenset[Asked]:
    """What was asked for any of these, as far as they are operands or integers that know it."""
    return _NOTHING.union(*(getattr(part, "asked", _NOTHING) for part in parts))


def _known(operator: Callable[[int, int], Any]) -> Callable[[AskedInteger, int], Any]:
    def method(self: AskedInteger, other: int) -> Any:
        value = operator(self, other)
        if value is NotImplemented:
            return value
        result = AskedInteger(value)
        result.asked = asked_for(self, other)
        return result

    return method


class AskedInteger(int):
    """An integer that knows of what it was asked, such as the row of a token; sums with others know it too."""

    asked: frozenset[Asked] = _NOTHING
    __add__ = __radd__ = _known(int.__add__)
    __sub__, __rsub__ = _known(int.__sub__), _known(int.__rsub__)

    def __reduce__(self) -> tuple[Any, ...]:
        return int, (int(self),)


class NotRun:
    """Base of symbolic operands: each question that has no answer while a step is traced is one sentence."""

    __slots__ = ()
    inner: ClassVar[tuple[str, ...]] = ("asked", "inner", "instead_of_number", "term")
    """Attributes that no step asks for."""

    def __bool__(self) -> NoReturn:
        raise TermError(_asked_of_truth(self, sys._getframe(1)))

    def __iter__(self) -> NoReturn:
        raise TermError(f"{brief(self)} {GONE_THROUGH}")

    def __len__(self) -> NoReturn:
        raise TermError(
            f"the length of {brief(self)} is known only at an instance; write at.n, or at.d, the claim's parameters"
        )

    def __index__(self) -> NoReturn:
        raise TermError(
            f"{brief(self)} has no value while a step is traced, so neither range(...) nor a function of math takes it;"
            " write every or total over Columns(1, at.n), or floor(x)"
        )

    def __float__(self) -> NoReturn:
        raise TermError(
            f"{brief(self)} has no value while a step is traced, so no function of math takes it; {OF_REALS}"
        )

    __int__ = __complex__ = __trunc__ = __index__

    def __abs__(self) -> NoReturn:
        raise TermError("|x| is not an operator of a step; write when(x >= 0, x, -x)")

    def __round__(self, digits: int = 0) -> NoReturn:
        raise TermError('round is not an operator of a step; write floor(x + "1/2"), which rounds halves up')

    def __hash__(self) -> NoReturn:
        why = "has no value while a step is traced, so no set and no dictionary takes it"
        instead = "write pairwise_distinct(row(...)), or select(k, [3, 1, 4]) for a table"
        raise Unhashable(f"unhashable type: {brief(self)} {why}; {instead}")

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(_no_attribute(self, name), name=name, obj=self)

    def __array_ufunc__(self, ufunc: Any, method: str, *given: Any, **options: Any) -> Any:
        """An operator between a number of NumPy and an operand is the operand's, np.exp is exp."""
        name = ufunc.__name__
        if options and method == "__call__":
            option = next(iter(options))
            raise TermError(f"np.{name}(..., {option}=...) takes no symbol of a step; leave {option} out")
        if method != "__call__":
            of_numpy, instead = REDUCED.get(name, (name, "total"))
            raise TermError(f"np.{of_numpy} takes no symbol of a step; write {instead}(at.columns, lambda j: ...)")
        if name in REFLECTED and len(given) == 2:
            forth, back = REFLECTED[name]
            forwards = getattr(type(given[0]), f"__{forth}__", None)
            backwards = getattr(type(given[1]), f"__{back}__", None)
            if isinstance(given[0], NotRun) and forwards is not None:
                return forwards(*given)
            if backwards is not None:
                return backwards(given[1], given[0])
        if name in ("negative", "absolute", "invert"):
            return getattr(operator, {"negative": "neg", "absolute": "abs", "invert": "inv"}[name])(*given)
        from exactua.terms import tracing

        if name in ("exp", "log", "sqrt", "floor"):
            return getattr(tracing, name)(*given)
        hint = CALLED.get(name, OF_REALS)
        raise TermError(f"np.{name} takes no symbol of a step; {hint}")

    def _sympy_(self) -> NoReturn:  # asked by sympy, which then leaves an operator to the operand, too
        what = f"sympy takes no symbol of a step, such as {brief(self)}"
        raise _no_sympy()(f"{what}; {OF_REALS}, and |x| is when(x >= 0, x, -x)")


def _no_attribute(asked: object, name: str) -> str:
    """What is said of an attribute that an operand has not: what to write for it, or what there is."""
    kind = type(asked).__name__
    if name.startswith("_") or kind not in HAS:
        return f"{kind!r} object has no attribute {name!r}"
    said = f"{brief(asked)} has no {name!r}"
    if instead := {**INSTEAD, **INSTEAD_OF.get(kind, {})}.get(name):
        return f"{said}; write {instead}"
    known = [each for each in dir(type(asked)) if not each.startswith("_") and each not in NotRun.inner]
    if near := difflib.get_close_matches(name, known, 1):
        return f"{said}; did you mean {near[0]!r}?"
    return f"{said}; {HAS[kind]}"


class Unhashable(TermError, TypeError):
    """A set, a dictionary or a cache is given an operand of a step. The text begins as caches of sympy ask."""


def require_arguments(given: object, written: str, instead: str) -> None:
    """Raises TermError where a function takes no argument, or more than one: that, or `instead`, is to be written."""
    if not isinstance(given, FunctionType):
        return
    if not given.__code__.co_argcount and not given.__code__.co_flags & CO_VARARGS:
        raise TermError(f"the function takes no argument, and is given one; write lambda {written}")
    if given.__code__.co_argcount - len(given.__defaults__ or ()) > 1:
        names = ", ".join(given.__code__.co_varnames[: given.__code__.co_argcount])
        raise TermError(f"the function takes {names}, one too many; {instead}")


def refused(sentence: str, what: str = "") -> Callable[..., NoReturn]:
    """A method of an operand that says what is wrong with it, or with `what`."""

    def method(self: object, *others: object, **options: object) -> NoReturn:
        raise TermError(f"{what or brief(self)} {sentence}")

    return method


class WholeStep(NotRun):
    """Base of what is all that a step says, and stands in no condition."""

    __slots__ = ()
    __bool__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __eq__ = __ne__ = refused(NO_PART)
    __invert__ = refused(NO_DENIAL)
    __hash__ = NotRun.__hash__


INSTEAD: Final = {
    "sum": "total(at.columns, lambda j: ...)",
    "prod": "product(at.columns, lambda j: ...)",
    "max": "greatest(at.columns, lambda j: ...)",
    "min": "least(at.columns, lambda j: ...)",
    "mean": "total(at.columns, lambda j: ...) / at.n",
    "all": "every(at.columns, lambda j: ...)",
    "any": "some(at.columns, lambda j: ...)",
    "count": "how_many(at.columns, lambda j: ...)",
    "T": "its entries with their indices changed, [j, i]",
    "shape": "at.d and at.n, the claim's parameters",
    "size": "at.d * at.n",
    "argmax": "some(at.columns, lambda j: ...) of the place that is meant, or greatest(...) for the value",
    "argmin": "some(at.columns, lambda j: ...) of the place that is meant, or least(...) for the value",
    "round": 'floor(x + "1/2") of entries, which rounds halves up',
    "clip": "when(x < lo, lo, when(x > hi, hi, x)) of entries",
    "abs": "when(x >= 0, x, -x) of entries",
    "copy": "it as it stands: nothing in a step changes",
    "astype": "it as it stands: every number is exact",
    "index": "some(at.columns, lambda j: ...) of the place that is meant",
    "append": "row(at.columns, lambda j: ...) of what each entry is",
    "sort": "inequalities between neighbours: every(Columns(2, at.n), lambda j: ...)",
}
"""What stands in a step for an attribute of an array or a list."""
_ROW_OF: Final = "row(at.columns, lambda j: Z[i, j]) for row i of a matrix Z"
_COLUMN_OF: Final = "row(at.rows, lambda i: Z[i, j]) for column j of a matrix Z, or Z.columns(j, j) for a network"
_NORM: Final = "sqrt(total(at.rows, lambda i: total(at.columns, lambda j: Z[i, j] ** 2)))"
_ALL_ENTRIES: Final = "Z[i, j], with every or total over at.rows and at.columns"
_TRANSPOSED: Final = "its entries with their indices changed, [j, i]"
INSTEAD_OF: Final[Mapping[str, Mapping[str, str]]] = {
    "MatrixOperand": {
        **dict.fromkeys(("row", "rows", "get_row"), _ROW_OF),
        **dict.fromkeys(("column", "col", "cols", "get_column"), _COLUMN_OF),
        **dict.fromkeys(("transpose", "t", "H"), _TRANSPOSED),
        **dict.fromkeys(("dot", "matmul"), "u.dot(Z) with a list u, or a total over at.rows"),
        **dict.fromkeys(("norm", "frobenius"), _NORM),
        **dict.fromkeys(("trace", "diagonal"), "total(at.columns, lambda j: Z[j, j])"),
        **dict.fromkeys(("flatten", "ravel", "reshape", "tolist"), _ALL_ENTRIES),
        **dict.fromkeys(("entry", "item", "at"), "Z[i, j]"),
        **dict.fromkeys(("permute", "permutation"), "Z.permuted(P) in every_permutation(lambda P: ...)"),
        "ndim": "Z[i, j]: a matrix has rows and columns",
    },
    "Row": {
        **dict.fromkeys(("item", "entry", "at", "tolist"), "its entries, u[j]"),
        **dict.fromkeys(("norm",), "sqrt(total(at.columns, lambda j: u[j] ** 2))"),
        **dict.fromkeys(("scale", "scaled", "multiply"), "u.times(at.columns, factor)"),
        **dict.fromkeys(("T", "transpose"), "u[j]: a list has no direction; u.dot(Z) is u^T Z"),
        **dict.fromkeys(("shape", "size", "length"), "the bounds of the range of which it is"),
        "ndim": "u[j]: a list has one index",
    },
    "Number": {
        **dict.fromkeys(("is_integer",), "x == floor(x)"),
        **{name: f"{name}(x) of exactua.authoring" for name in ("sqrt", "exp", "log", "floor")},
        **dict.fromkeys(("ceil",), "-floor(-x)"),
        **dict.fromkeys(("value", "item", "evalf"), "it in a comparison: it has no value yet"),
        **dict.fromkeys(("T", "transpose", "conjugate", "real"), "it as it stands: it is one real number"),
        **dict.fromkeys(("shape", "size"), "it as it stands: it is one number"),
        "max": "when(a >= b, a, b), or greatest(at.columns, lambda j: ...)",
        "min": "when(a <= b, a, b), or least(at.columns, lambda j: ...)",
    },
    "Truth": {
        **dict.fromkeys(("all",), "every(at.columns, lambda j: ...)"),
        **dict.fromkeys(("sum", "mean"), "how_many(at.columns, lambda j: ...)"),
        **dict.fromkeys(("implies", "then"), "implies(p, q)"),
        **dict.fromkeys(("iff", "equals"), "p == q"),
        "negate": "~p",
    },
}  # fmt: skip
"""The same by what is asked."""
HAS: Final[Mapping[str, str]] = {
    "Number": "a number takes + - * / // % ** and comparisons, and floor, exp, log, sqrt and when take it",
    "Truth": "a condition takes & | ~ ^ == !=, and implies and when take it",
    "Row": "a list has its entries, u[j], u.dot(Z) and u.times(at.columns, factor)",
    "MatrixOperand": "a matrix has its entries, Z[i, j], Z.columns(lo, hi) and Z.permuted(P)",
    "OfSeveral": "it is all that a step says",
}
"""What operands have, by their classes."""
REDUCED: Final = {
    "add": ("sum", "total"), "multiply": ("prod", "product"), "maximum": ("max", "greatest"),
    "minimum": ("min", "least"), "logical_and": ("all", "every"), "logical_or": ("any", "some"),
}  # fmt: skip
"""np.sum, np.max, ... by the functions of NumPy with which they reduce, each with what to write."""
CALLED: Final = {
    "maximum": "write when(a >= b, a, b)",
    "minimum": "write when(a <= b, a, b)",
    "ceil": "write -floor(-x)",
    "rint": 'write floor(x + "1/2"), which rounds halves up',
    "sign": "write when(x > 0, 1, when(x < 0, -1, 0))",
    "square": "write x ** 2",
    "logical_and": "write p & q",
    "logical_or": "write p | q",
    "logical_not": "write ~p",
    "matmul": "write u.dot(Z), or a total over at.rows",
}
REFLECTED: Final = {
    "add": ("add", "radd"), "subtract": ("sub", "rsub"), "multiply": ("mul", "rmul"), "divide": ("truediv", "rtruediv"),
    "true_divide": ("truediv", "rtruediv"), "floor_divide": ("floordiv", "rfloordiv"), "remainder": ("mod", "rmod"),
    "power": ("pow", "rpow"), "less": ("lt", "gt"), "less_equal": ("le", "ge"), "greater": ("gt", "lt"),
    "greater_equal": ("ge", "le"), "equal": ("eq", "eq"), "not_equal": ("ne", "ne"), "bitwise_and": ("and", "rand"),
    "bitwise_or": ("or", "ror"), "bitwise_xor": ("xor", "rxor"),
}  # fmt: skip
"""Functions of NumPy that are operators: what they call of an operand on the left, and of one on the right."""


_OF_ONE: Final = (
    "for_some_of({of}, lambda {f}: {p}) where it is one of them for all points; where it may be another at each,"
    " sum(when({p}, 1, 0) for {f} in {of}) >= 1"
)
_OF_EACH: Final = "for_all_of({of}, lambda {f}: {p})"
OF_FAMILY: Final = {
    "any": (_OF_ONE, "..."),
    "all": (_OF_EACH, "..."),
    "max": (_OF_ONE, "... >= x"),
    "min": (_OF_EACH, "... >= x"),
}
"""What is written in place of a function of Python that goes through the networks of a family, and its condition."""
_CALLED_OVER: Final = re.compile(r"(any|all|max|min)\(.*\bfor (\w+) in ([\w.]+)\s*\)", re.DOTALL)
_CALLED: Final = re.compile(r"(any|all)\(")


def _of_family(asked: object, frame: FrameType) -> str:
    """The same where the condition that is asked speaks of the first network of a family that a call goes through."""
    from exactua.terms.language import networks_of

    match = _CALLED_OVER.fullmatch(_running(frame))
    term = getattr(asked, "term", None)
    if match is None or term is None or not any(name.endswith("_1") for name in networks_of([term])):
        return ""
    instead, condition = OF_FAMILY[match[1]]
    return NOT_RUN + instead.format(f=match[2], of=match[3], p=condition)


def _running(frame: FrameType) -> str:
    """The text of what a frame is running now, such as a call; "" where it is not known."""
    places = [*frame.f_code.co_positions()]
    first, last, start, end = places[frame.f_lasti // 2]
    if first is None or last is None or start is None or end is None:
        return ""
    # Python 3.14 runs any and all of a generator in place, where their names stand; the call begins there, too
    if linecache.getline(frame.f_code.co_filename, first).encode()[start:end] in (b"any", b"all"):
        last, end = max((b, d) for a, b, c, d in places if (a, c) == (first, start) and b is not None and d is not None)
    lines = [linecache.getline(frame.f_code.co_filename, line).encode() for line in range(first, last + 1)]
    lines[-1] = lines[-1][:end]  # which is counted in bytes
    lines[0] = lines[0][start:]
    return b"".join(lines).decode(errors="replace")


def _asked_of_truth(asked: object, frame: FrameType) -> str:
    """What to write, by what asks: a function of Python such as max or all, `in`, or else `if`, `and`, a chain."""
    asks = dis.opname[frame.f_code.co_code[frame.f_lasti]]
    if of_family := _of_family(asked, frame):
        return of_family
    if "CALL" in asks or _CALLED.match(_running(frame)):
        return ASKED_BY_FUNCTION
    if asks == "CONTAINS_OP":
        return ASKED_BY_IN
    term = getattr(asked, "term", None)
    return f"{ASKED}; {IN_BRACKETS}" if isinstance(term, Term) and equivalence(term) is not None else ASKED


def _no_sympy() -> type[Exception]:
    """What sympy is told: an error of its own, which it expects of what it can't read, and one of a term."""
    fails: type[Exception] = sys.modules["sympy"].SympifyError

    class NoSympy(fails, TermError):  # type: ignore[misc, valid-type]
        """A function of sympy is given an operand of a step."""

        def __str__(self) -> str:
            return Exception.__str__(self)

    return NoSympy
