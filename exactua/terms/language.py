"""A term: an operator with its arguments, typed when it is made; and what terms speak of, by way of definitions too.

One term serves every evaluator. A statement is pinned with what its terms reach, and with nothing else.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final
from weakref import WeakValueDictionary

from exactua.arithmetic.rationals import Rational
from exactua.errors import ExactuaError
from exactua.reprs import ShortRepr


class TermError(ExactuaError):
    """A term is ill-formed: an unknown operator, a wrong number of arguments or a wrong type."""


class Kind(enum.Enum):
    """The type of a term's value."""

    NUMBER = "number"
    TRUTH = "truth"
    LIST = "list"
    MATRIX = "matrix"


RELATIONS: Final = ("<", "<=", "=", "!=", ">=", ">")
INTERVALS: Final = ("in", "not in")
QUANTIFIERS: Final = ("all", "any")
REDUCTIONS: Final = ("sum", "product", "min", "max")

_N, _T, _L, _M = Kind.NUMBER, Kind.TRUTH, Kind.LIST, Kind.MATRIX

# operator -> (kinds of its term arguments, kind of its value); names and strings stand in `Term.names`
_SIGNATURES: Final[dict[str, tuple[tuple[Kind, ...], Kind]]] = {
    "param": ((), _N), "def": ((), _N), "var": ((), _N), "network": ((), _N), "point": ((), _M),
    "-": ((_N, _N), _N), "neg": ((_N,), _N), "/": ((_N, _N), _N), "^": ((_N, _N), _N),
    "<": ((_N, _N), _T), "<=": ((_N, _N), _T), ">=": ((_N, _N), _T), ">": ((_N, _N), _T),
    "in": ((_N, _N, _N), _T), "not in": ((_N, _N, _N), _T),
    "not": ((_T,), _T), "implies": ((_T, _T), _T), "if": ((_T, _N, _N), _N),
    "all": ((_N, _N, _T), _T), "any": ((_N, _N, _T), _T),
    "sum": ((_N, _N, _N), _N), "product": ((_N, _N, _N), _N), "min": ((_N, _N, _N), _N), "max": ((_N, _N, _N), _N),
    "list": ((_N, _N, _N), _L), "item": ((_L, _N), _N), "entry": ((_M, _N, _N), _N),
    "distinct": ((_L,), _T), "dot": ((_L, _M), _L),
    "permutations": ((_T,), _T), "permuted": ((_M,), _M), "columns": ((_M, _N, _N), _M), "floor": ((_N,), _N),
    "after": ((_N, _M), _M), "layer": ((_N, _M), _M), "integral": ((_N, _N), _N), "offsets": ((), _M),
    "exp": ((_N,), _N), "log": ((_N,), _N), "sqrt": ((_N,), _N), "pi": ((), _N),
    "lowest": ((_N, _N), _N), "highest": ((_N, _N), _N), "accumulator": ((), _L), "numbers": ((), _L),
}  # fmt: skip
_NARY: Final = {"+": (_N, _N), "*": (_N, _N), "and": (_T, _T), "or": (_T, _T)}
_NAMES: Final = {
    "param": 1, "def": 1, "var": 1, "all": 1, "any": 1, "sum": 1, "min": 1, "max": 1, "list": 1,
    "permutations": 1, "permuted": 1, "network": 2, "product": 1, "after": 1, "layer": 1, "integral": 1, "offsets": 1,
    "lowest": 1, "highest": 1,
}  # fmt: skip
FOLDED: Final = {"accumulator": "[accumulator]", "numbers": "[numbers]"}
"""The lists that only an own fold has, with what they are called among the free variables of a term."""
OF_REALS: Final = ("exp", "log", "sqrt", "pi")
"""Operators whose values are reals that need not be rational."""
QUANTITIES: Final = (
    "attention layers", "feed-forward layers", "other layers", "heads", "head size", "hidden size",
    "activations outside Phi", "parameters", "largest layer parameters",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True, repr=False)
class Term(ShortRepr):
    """An operator, the names it carries (a parameter, a bound variable, a network, a stage) and its arguments.

    Equality is structural, and equal terms are mostly one object. Use `make` or `integer`: they check the types.
    """

    _told_by: ClassVar[str] = "exactua.printing.notebook.pieces"

    operator: str
    names: tuple[str, ...]
    arguments: tuple[Term, ...]
    kind: Kind
    value: int = 0
    _hash: int = field(default=0, repr=False)
    free: frozenset[str] = frozenset()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Term)
            and self._hash == other._hash
            and (self.operator, self.names, self.value) == (other.operator, other.names, other.value)
            and self.arguments == other.arguments
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        # hashes of strings differ between processes, so a term is made anew where it is unpickled
        if self.operator == "integer":
            return integer, (self.value,)
        return make, (self.operator, self.names, *self.arguments)

    def walk(self) -> Iterator[Term]:
        """This term and every term inside it, outermost first."""
        yield self
        for argument in self.arguments:
            yield from argument.walk()

    def parts(self) -> Iterator[Term]:
        """This term and every term inside it, each once, however often it stands there."""
        waiting, seen = [self], {self}
        while waiting:
            term = waiting.pop()
            yield term
            fresh = dict.fromkeys(part for part in term.arguments if part not in seen)
            seen.update(fresh)
            waiting.extend(fresh)


_known: Final[WeakValueDictionary[Any, Term]] = WeakValueDictionary()
"""Terms by what they are made of, so that what is written twice is evaluated once."""


def integer(value: int) -> Term:
    """The literal integer `value`."""
    value = int(value)
    key = ("integer", (), (value,))
    term = _known.get(key)
    if term is None:
        term = _known[key] = Term("integer", (), (), Kind.NUMBER, value, hash(("integer", value)))
    return term


def rational(value: Rational) -> Term:
    """The rational number `value`: an integer, or a quotient of two."""
    numerator = integer(value.numerator)
    return numerator if value.denominator == 1 else make("/", (), numerator, integer(value.denominator))


def make(operator: str, names: tuple[str, ...] = (), *arguments: Term) -> Term:
    """The term `operator` with these names and arguments. Raises TermError where types or numbers don't fit."""
    key = (operator, names, arguments)
    known = _known.get(key)
    if known is not None:
        return known
    kind = _kind(operator, names, arguments)
    free: frozenset[str] = frozenset().union(*(argument.free for argument in arguments)) if arguments else frozenset()
    if operator in ("var", "permuted", "offsets"):
        free |= {names[-1]}
    elif operator in FOLDED:
        free |= {FOLDED[operator]}
    elif operator in BINDERS:
        if operator in ("lowest", "highest"):
            _require_own_offsets(names[0], arguments[-1])
        inner = arguments[-1].free - {names[0]}
        free = frozenset().union(inner, *(argument.free for argument in arguments[:-1]))
    term = _known[key] = Term(operator, names, arguments, kind, 0, hash(key), free)
    return term


def equivalence(term: Term) -> tuple[Term, Term] | None:
    """The sides p and q of p iff q, which is (p => q) and (q => p); None of another term."""
    if term.operator != "and" or [part.operator for part in term.arguments] != ["implies", "implies"]:
        return None
    there, back = (part.arguments for part in term.arguments)
    return (there[0], there[1]) if there == back[::-1] else None


OVER_OFFSETS: Final = ("integral", "lowest", "highest")
BINDERS: Final = (*QUANTIFIERS, *REDUCTIONS, "list", "permutations", *OVER_OFFSETS)


def renamed(term: Term, old: str, new: str) -> Term:
    """The term with its free variable `old` called `new`. Raises TermError where a part of it binds `new` around it."""
    known: dict[Term, Term] = {}

    def within(part: Term) -> Term:
        if old not in part.free:
            return part
        if part not in known:
            if part.operator in BINDERS and part.names[0] == new and old in part.arguments[-1].free:
                raise TermError(
                    f"{letter_of(old)!r} can't be called {new!r} where another variable of that name is bound"
                )
            names = tuple(new if name == old else name for name in part.names)
            known[part] = make(part.operator, names, *map(within, part.arguments))
        return known[part]

    return within(term)


MARK: Final = "\0"
"""Stands between the letter of a variable that is bound while its body is traced, and a number that no other has."""


def letter_of(name: str) -> str:
    """The letter of a variable, without the mark that it has while it is traced."""
    return name.partition(MARK)[0]


def require_bound(term: Term) -> None:
    """Raises TermError where a variable is used behind the every(...), total(...) or integral(...) that binds it."""
    for name in sorted(name for name in term.free if MARK in name):
        raise TermError(
            f"variable {letter_of(name)!r} is not bound here: it has values only inside the function that was given it,"
            " such as the one of every(...)"
        )


def _require_own_offsets(name: str, body: Term) -> None:
    """Bounds are those of a number by itself: its offsets are not those of an integral around, and reach no other."""
    for part in body.walk():
        if part.operator == "offsets" and part.names[0] in body.free - {name}:
            around = letter_of(part.names[0])
            raise TermError(f"the offsets {around!r} of what is around can't occur in bounds over {name!r}")
        if part.operator in (*OVER_OFFSETS, "stage", "after", "layer") and name in part.free:
            raise TermError(f"the offsets {name!r} of bounds can't occur in {part.operator!r}")


def _kind(operator: str, names: tuple[str, ...], arguments: tuple[Term, ...]) -> Kind:
    kinds = tuple(argument.kind for argument in arguments)
    if operator in _NARY:
        wanted, value = _NARY[operator]
        if len(kinds) >= 2 and all(kind is wanted for kind in kinds) and not names:
            return value
        raise TermError(f"{operator!r} takes two or more terms of type {wanted.value}, not {_listed(kinds)}")
    if operator in ("=", "!="):
        if len(kinds) == 2 and kinds[0] is kinds[1] and kinds[0] is not Kind.TRUTH:
            return Kind.TRUTH
        raise TermError(f"{operator!r} compares two numbers, two lists or two matrices, not {_listed(kinds)}")
    if operator == "select":
        if len(kinds) >= 2 and all(kind is _N for kind in kinds) and not names:
            return Kind.NUMBER
        raise TermError(f"'select' takes a number and one or more numbers to choose from, not {_listed(kinds)}")
    if operator == "stage":
        if (len(names) == 2 and kinds == (_M,)) or (len(names) == 1 and kinds == (_N, _M)):
            return Kind.MATRIX
        raise TermError("'stage' takes a network, a stage (a name or a number) and a matrix")
    if operator not in _SIGNATURES:
        raise TermError(f"unknown operator {operator!r}")
    signature, value = _SIGNATURES[operator]
    if kinds != signature:
        raise TermError(f"{operator!r} takes {_listed(signature)}, not {_listed(kinds)}")
    if len(names) != _NAMES.get(operator, 0):
        raise TermError(f"{operator!r} carries {_NAMES.get(operator, 0)} names, not {len(names)}")
    if operator == "network" and names[1] not in QUANTITIES:
        raise TermError(f"unknown quantity {names[1]!r}; known: {', '.join(QUANTITIES)}")
    return value


def _listed(kinds: tuple[Kind, ...]) -> str:
    return "(" + ", ".join(kind.value for kind in kinds) + ")"


OF_NETWORKS: Final = ("stage", "network", "after", "layer")
OF_SIZES: Final = ("integral", "permutations")
"""Operators that are about d or n and do not name them."""
MOST_KNOWN: Final = 10_000
"""Terms of which it is remembered what they name: definitions are asked for every step that reaches them."""

Definitions = Sequence[tuple[str, Term]]


def networks_of(terms: Iterable[Term]) -> frozenset[str]:
    """The names of the networks that these terms name themselves."""
    return _named(terms, OF_NETWORKS)


def definitions_reached(terms: Iterable[Term], definitions: Definitions) -> tuple[tuple[str, Term], ...]:
    """The definitions that these terms reach, also by way of others, in their order: each speaks of earlier ones."""
    needed, reached = set(_named(terms, ("def",))), list[tuple[str, Term]]()
    for name, term in reversed(definitions):
        if name in needed:
            needed |= _named([term], ("def",))
            reached.append((name, term))
    return tuple(reversed(reached))


def parameters_of(over: bool, terms: Sequence[Term], definitions: Definitions) -> frozenset[str] | None:
    """The parameters that these terms speak of; None for all, where they are read at points or name networks.

    An integral is over matrices of d x n, and permutations are of n columns, without a word of d or n.
    """
    reached = [*terms, *(term for _, term in definitions_reached(terms, definitions))]
    of_sizes = any(part.operator in OF_SIZES for term in reached for part in term.parts())
    return None if over or of_sizes or networks_of(reached) else _named(reached, ("param",))


def _named(terms: Iterable[Term], operators: tuple[str, ...]) -> frozenset[str]:
    return frozenset[str]().union(*(_named_in(term, operators) for term in terms))


@lru_cache(maxsize=MOST_KNOWN)
def _named_in(term: Term, operators: tuple[str, ...]) -> frozenset[str]:
    return frozenset(part.names[0] for part in term.parts() if part.operator in operators)
