"""What Python, NumPy and sympy would ask of a known number, and what to write in a step, where none is known.

Operands know what was asked of something for them, wherever that was said: words for their tokens, and the places of
these. So a condition that was made outside of a step is asked what it is about when a step says it.
"""

from __future__ import annotations

import dis
import linecache
import operator
import re
import sys
from collections.abc import Callable
from inspect import CO_VARARGS
from types import FrameType, FunctionType
from typing import Any, Final, NoReturn, Protocol

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
    "can't be gone through: how long it is shows at an instance; write every, some, total, least or greatest over"
    " at.columns or Columns(1, at.n)"
)
CONDITION: Final = (
    "is a condition and no number: how_many(at.columns, lambda j: ...) counts where one is true, when(p, 1, 0) is 1"
    " there, implies(p, q) compares two"
)
_BRACKETS: Final = (
    "is a number, and & | ^ ~ stand between conditions; they bind closer than a comparison, so write brackets:"
)
NO_LOGIC: Final = f"{_BRACKETS} (x >= 0) & (y >= 0)"
NO_LOGIC_BEHIND: Final = f"{_BRACKETS} p & (x > 0)"
NO_LOGIC_BEFORE: Final = "& | ^ bind closer than a comparison, so write brackets: (x > 0) & p"
OF_ENTRIES: Final = (
    "takes no such operator: say it of entries, such as every(at.columns, lambda j: point[1, j] >= 0) or"
    " row(at.columns, lambda j: 2 * point[1, j])"
)
NO_PART: Final = (
    "is all that a step says, and no part of a condition: write the rest inside it, lambda f: p & ..., or make one"
    " condition of the several with & or |"
)
NO_DENIAL: Final = (
    'is all that a step says, and ~ does not stand before it: with fold="not each" for_all_of says that each is false'
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

    def __bool__(self) -> NoReturn:
        raise TermError(_asked_of_truth(self, sys._getframe(1)))

    def __iter__(self) -> NoReturn:
        raise TermError(f"{brief(self)} {GONE_THROUGH}")

    def __len__(self) -> NoReturn:
        raise TermError(
            f"the length of {brief(self)} shows at an instance; write at.n, or at.d, the claim's parameters"
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
        raise TermError("|x| is no operator of a step; write when(x >= 0, x, -x)")

    def __round__(self, digits: int = 0) -> NoReturn:
        raise TermError('round is no operator of a step; write floor(x + "1/2"), which rounds halves up')

    def __hash__(self) -> NoReturn:
        why = "has no value while a step is traced, so no set and no dictionary takes it"
        instead = "write pairwise_distinct(row(...)), or select(k, [3, 1, 4]) for a table"
        raise Unhashable(f"unhashable type: {brief(self)} {why}; {instead}")

    def __getattr__(self, name: str) -> NoReturn:
        hint = f"; write {INSTEAD[name]}" if name in INSTEAD else ""
        shown = f"{brief(self)} has no" if hint else f"{type(self).__name__!r} object has no attribute"
        raise AttributeError(f"{shown} {name!r}{hint}", name=name, obj=self)

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
}
"""What stands in a step for an attribute of an array or a list."""
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
