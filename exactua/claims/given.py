"""What a step is written over, what an author gives to a claim, checked, and what a step asserts.

What is wrong with what is given is one sentence that says what is valid. An assertion is what the function of a step
returns with the fold that it is written with, as a certificate has it: what is said of some point (fold="some", "not
each") is a sum of numbers 1 and 0 there; what is said of each of several conditions at points of their own, or of one
of them at every point, an own fold.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import CO_VARARGS
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from exactua.arithmetic.messages import brief, cut
from exactua.arithmetic.number_reading import Written
from exactua.arithmetic.rationals import Rational
from exactua.claims.folds import OwnFold
from exactua.claims.problem import FOLDS, NUMBERS_OF_SOME
from exactua.claims.several import OfSeveral, fold_of, numbers_of
from exactua.claims.verdicts import StepKind
from exactua.errors import InputError
from exactua.grids.categories import DomainSpec
from exactua.plurals import counted
from exactua.terms.language import Term, integer, require_bound
from exactua.terms.not_run import asked_for
from exactua.terms.tracing import (
    Columns,
    NetworkOperand,
    Number,
    Row,
    Traced,
    Truth,
    definition,
    number,
    parameter,
    when,
)

if TYPE_CHECKING:
    from exactua.claims.claim import Claim


class OfFamily(tuple[NetworkOperand, ...]):
    """The networks of a family: at.head, of which at.head[0] is the first."""

    __slots__ = ()

    def __call__(self, *given: object) -> NoReturn:
        """Raises TypeError: a family is no network."""
        raise TypeError(
            "a family of networks can't be called; write for_all_of(at.head, lambda f: f(point)[1, 1] == 0)"
        )


class Operands:
    """What a step is written over: the claim's parameters, definitions, operands and networks as attributes.

    Raises AttributeError, with the nearest name that the claim has, for another one and for a parameter of words.

    >>> at = claim("lemma", parameters=("d", "n", "m")).at()
    >>> total(at.rows, lambda i: at.m ** (i - 1) * point[i, 1])
    sum_(i = 1..d) m^(i - 1) L_(i, 1)
    """

    def __init__(self, claim: Claim) -> None:
        self._claim = claim

    def __getattr__(self, name: str) -> Any:
        claim = self._claim
        if name in claim.operands:
            for words in claim.asked_in.get(name, ()):
                words.note()
            return claim.operands[name]
        if name in claim.definitions:
            return definition(name)
        if name in claim.families:
            return OfFamily(map(NetworkOperand, claim.families[name]))
        if name in claim.networks:
            return NetworkOperand(name)
        if any(declared.name == name and not declared.choices for declared in claim.parameters):
            return parameter(name)
        numbered = {network for family in claim.families.values() for network in family}
        known = [*claim.operands, *claim.definitions, *claim.families]
        known += [network for network in claim.networks if network not in numbered]
        known += [declared.name for declared in claim.parameters if not declared.choices]
        if any(declared.name == name for declared in claim.parameters):
            raise AttributeError(f"{name} is a parameter of words ({claim.label}), which no step can read")
        near = difflib.get_close_matches(name, [*known, "columns", "rows"], 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise AttributeError(f"{claim.label} has no operand {name!r}; {hint}it has {', '.join(known) or 'none'}")

    def __getitem__(self, name: object) -> NoReturn:
        raise TypeError(f"at[{name!r}]: what a step is written over has names, not indices; write, for example, at.n")

    @property
    def columns(self) -> Columns:
        """The column numbers 1, ..., n."""
        return Columns(1, parameter("n"), "j")

    @property
    def rows(self) -> Columns:
        """The row numbers 1, ..., d."""
        return Columns(1, parameter("d"), "i")


OPTIONS: Final = (
    "over", "given", "fold", "name", "bound", "relation", "flaw", "survives", "same_as", "meets", "of", "said",
)  # fmt: skip
"""What may be said of a step beside its words."""


_OTHER_OPTIONS: Final = {
    **dict.fromkeys(("where", "when", "if_", "hypothesis", "assuming", "requires"), "given"),
    **dict.fromkeys(("domain", "words", "points", "on"), "over"),
    **dict.fromkeys(("quantifier", "exists", "some"), "fold"),
}  # fmt: skip
"""Options by names that others give them."""


def known_options(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options. Raises TypeError for one that steps have not."""
    for name in options:
        if name not in OPTIONS:
            near = [_OTHER_OPTIONS[name]] if name in _OTHER_OPTIONS else difflib.get_close_matches(name, OPTIONS, 1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise TypeError(f"a step has no option {name!r}; {hint}it has {', '.join(OPTIONS)}")
    return options


def domains_of(over: DomainSpec | Sequence[DomainSpec]) -> tuple[DomainSpec, ...]:
    """The domains that a step ranges over, one or several. Raises TypeError for what is none."""
    domains = tuple(over) if isinstance(over, (tuple, list)) else (over,)
    for domain in domains:
        if not isinstance(domain, DomainSpec):
            raise TypeError(f"over: {brief(domain)} is not a domain; write {_domain_meant(domain)}")
    return domains


def _domain_meant(given: object) -> str:
    """What to write in place of what is no domain."""
    name = given if isinstance(given, str) else getattr(given, "__name__", "")
    if name == "words" or type(given).__name__ == "Tokens":
        return 'over=ab, with ab = words("words", tokens("a b"), "1..4") above'
    return "over=levels('bits', 0, 1, 2), for example"


class NotTraced(InputError, TypeError):
    """The function of a step, of a definition or of an operand returns what is no operand of this kind."""


def traced_as(value: Any, wanted: tuple[type[Traced], ...]) -> Any:
    """The value. Raises NotTraced where it is none of these kinds of traced operands, TermError where it is unbound.

    What was asked for its parts is noted, wherever that was: words about tokens outside of the step, too.
    """
    if isinstance(value, wanted):
        require_bound(value.term)
        note_asked(value)
        return value
    raise NotTraced(returned(value, " or ".join(kind.__name__ for kind in wanted)))


def note_asked(*values: object) -> None:
    """Notes what was asked for these operands."""
    for asked in asked_for(*values):
        asked.note()


def returned(value: object, wanted: str) -> str:
    """What is wrong with what a function returned, and what may have been meant."""
    if value is None:
        return f"the function returns None, not {wanted}; is `return` missing?"
    if isinstance(value, bool):
        return f"the function returns {value}, not {wanted}; Python's own truth values depend on no operand"
    shown = cut(repr(value))
    if isinstance(value, (list, tuple)) and wanted == "Truth" and any(isinstance(part, Traced) for part in value):
        return f"the function returns the {type(value).__name__} {shown}, not Truth; write & between conditions"
    if isinstance(value, Number) and wanted == "Truth":
        return f"the function returns the number {shown}, not Truth; compare it with what it should be"
    instead = ""
    if isinstance(value, (list, tuple)) and "Row" in wanted and any(isinstance(part, Traced) for part in value):
        instead = "; write row(at.columns, lambda j: ...)"
    elif isinstance(value, int | Rational) and wanted.startswith("Number"):
        instead = f"; write rational({shown if type(value) is int else repr(str(value))})"
    return f"the function returns {shown} ({type(value).__name__}), not {wanted}{instead}"


def require_words(given: object, written: str) -> None:
    """Raises TypeError where a decorator is given its function, or anything but a text: its words come first."""
    if not isinstance(given, str):
        shown = f"the function {given.__name__}" if isinstance(given, FunctionType) else cut(repr(given))
        raise TypeError(f"{shown} is given where words are needed; write {written}")


def require_text(given: object, argument: str) -> None:
    """Raises TypeError where something else stands where a text should."""
    if not isinstance(given, str):
        raise TypeError(f"{argument}: {cut(repr(given))} is not a string; write it in quotes")


def require_function(given: object, written: str, arguments: int = 1) -> None:
    """Raises TypeError where something else stands where a function of so many arguments should."""
    if not callable(given):
        raise TypeError(f"{brief(given)} is not a function; write {written}")
    if not isinstance(given, FunctionType):
        return
    taken, optional = given.__code__.co_argcount, len(given.__defaults__ or ())
    if (taken < arguments and not given.__code__.co_flags & CO_VARARGS) or taken - optional > arguments:
        names = given.__code__.co_varnames[:taken]
        takes = f"takes {counted(taken, 'argument')} ({', '.join(names)})" if names else "takes no argument"
        count = "one" if arguments == 1 else str(arguments)
        called = "the function" if given.__name__ == "<lambda>" else f"the function {given.__name__}"
        raise TypeError(f"{called} {takes}, but is given {count}; write {written}")


def require_no_point(term: Term, what: str, instead: str) -> None:
    """Raises ValueError where what is made of parameters alone speaks of a point."""
    if any(part.operator == "point" for part in term.walk()):
        raise ValueError(f"it is about a point, but {what} depends on the parameters alone; {instead}")


def object_of(meets: str | None) -> str | None:
    """What is asked to meet a definition. Raises ValueError where it is no line of words."""
    if meets is not None and not (isinstance(meets, str) and meets.strip() and meets.isprintable()):
        raise ValueError(f'meets: {brief(meets)} names no object; write, for example, meets="the q of Lemma 8"')
    return meets


def whose(of: str) -> str:
    """What in the paper a line is of. Raises ValueError where it is not "the ..." in a line of words."""
    if of and not (isinstance(of, str) and of.startswith("the ") and of[4:].strip() and of.isprintable()):
        raise ValueError(f'of: {brief(of)} names no part of a paper; write, for example, of="the remarks on Lemma 8"')
    return of


def require_said_or_line(said: bool, kind: StepKind) -> None:
    """Raises TypeError where `said` is neither True nor False, ValueError for what is not said and no proof line."""
    if not isinstance(said, bool):
        raise TypeError(f"said: {brief(said)} is neither True nor False")
    if not said and kind is not StepKind.PROOF_LINE:
        raise ValueError("said=False is for what the paper does not say; write it as a proof_line")


def label_of(same_as: str | None) -> str | None:
    """The label of the step whose fault is shown once more. Raises TypeError for what is none."""
    if same_as is not None and not isinstance(same_as, str):
        raise TypeError(f"same_as: {cut(repr(same_as))} is not a label; write, for example, 'lemma.gap'")
    return same_as


def labels_of(survives: str | Sequence[str]) -> tuple[str, ...]:
    """Labels, one or several. Raises TypeError for what is none."""
    if not isinstance(survives, (str, Sequence)):
        raise TypeError(f"survives: {cut(repr(survives))} is not a label; write, for example, ('lemma.gap',)")
    labels = (survives,) if isinstance(survives, str) else tuple(survives)
    for label in labels:
        if not isinstance(label, str):
            raise TypeError(f"survives: {cut(repr(label))} is not a label; write, for example, ('lemma.gap',)")
    return labels


def listed(values: Mapping[str, Any]) -> str:
    """Parameter values for people: "d = 2, delta = 1/4"."""
    return ", ".join(f"delta = 1/{value}" if name == "m" else f"{name} = {value}" for name, value in values.items())


def parameters_in(terms: Iterable[Term]) -> Iterator[str]:
    """The parameters that these terms name."""
    return (part.names[0] for term in terms for part in term.walk() if part.operator == "param")


class Values(dict[str, Any]):
    """The parameter values that a builder is given; a name that is none of them is told with those that are."""

    def __missing__(self, name: str) -> Any:
        raise ValueError(f"{name!r} is not a parameter of the claim; it has {', '.join(self)}; add it to parameters=")

    def _is_no_number(self, *others: object) -> NoReturn:
        names = ", ".join(f'values["{name}"]' for name in self)
        raise TypeError(f"the function is given the values of all parameters, not one of them; write {names}")

    __index__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _is_no_number
    __floordiv__ = __truediv__ = __mod__ = __pow__ = __lt__ = __le__ = __gt__ = __ge__ = _is_no_number


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
            raise ValueError(f"{name} takes neither for_all_of nor for_some_of; {', '.join(OF_SEVERAL)} do")
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
        raise ValueError(f"fold {fold!r} is not one of {', '.join(written)}, and not made with folding(...)")
    signs = () if isinstance(fold, OwnFold) else RELATIONS_OF_FOLDS.get(fold, ())
    if (bound is None) == bool(signs) or (relation is not None and relation not in signs):
        needed = "a bound and one of " + " ".join(signs) if signs else "no bound and no relation"
        raise ValueError(f"{'an own fold' if isinstance(fold, OwnFold) else f'fold {fold!r}'} takes {needed}")
    if bound is None:
        return None, None
    note_asked(bound)
    return number(bound).term, relation or signs[0]
