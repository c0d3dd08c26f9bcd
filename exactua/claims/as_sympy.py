"""A claim in sympy: its parameters as symbols with assumptions, its definitions, operands and steps as expressions.

sympy reads, changes and prints them; nothing that it says is a verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import integer
from exactua.arithmetic.rationals import Rational
from exactua.claims.lettering import are_pairs, letter
from exactua.claims.problem import Step
from exactua.errors import InputError
from exactua.plurals import counted
from exactua.reprs import in_few_lines
from exactua.terms.as_sympy import NoSympyForm, Reader
from exactua.terms.language import Kind, Term

if TYPE_CHECKING:
    from exactua.claims.claim import Claim

ITS_OWN = "the step has an own fold, and what that carries from point to point has no form in sympy"


@dataclass(frozen=True, repr=False)
class SympyStep:
    """What a step says, in sympy: `term` for all values of `for_all`, wherever `given` is true.

    With fold "each" the term is a condition, with another one the number, or a tuple of the numbers, of which that
    fold is asserted, "apart" and "sum" with `relation` and `bound`.
    """

    name: str
    says: str
    term: Any = None
    """None where it has no form."""
    for_all: tuple[tuple[Any, Any, Any], ...] = ()
    """Variables, each with the least and the greatest integer of its range."""
    given: Any = None
    """None where there is no hypothesis, or it has no form."""
    fold: str = "each"
    relation: str | None = None
    bound: Any = None
    no_form: str = ""
    """Why a part of it has no form, in one sentence; "" where all have."""

    def __repr__(self) -> str:
        """In a line: its name with what it says, or why that has no form."""
        return "\n".join(in_few_lines([f"{self.name}: {self.no_form or self.term}"]))


@dataclass(frozen=True, repr=False)
class SympyClaim:
    """A claim in sympy. Numbers count ids as the terms do: in units of delta."""

    symbols: Mapping[str, Any]
    """What parameters, definitions and operands are called in the expressions; a number where its value is known."""
    definitions: Mapping[str, Any]
    """Each in terms of the parameters alone."""
    operands: Mapping[str, Any]
    """Each in terms of what comes before it; a list or a matrix as a function (`Lambda`) of its indices from 1."""
    steps: Mapping[str, SympyStep]
    hypotheses: Mapping[str, Any]
    no_form: Mapping[str, str]
    """Of definitions, operands and hypotheses that have no form, by their names, why: one sentence each."""

    def __repr__(self) -> str:
        """In at most ten lines: how much there is, the definitions and the steps."""
        counts = {"definition": self.definitions, "operand": self.operands, "step": self.steps}
        lines = [f"in sympy: {', '.join(counted(len(named), noun) for noun, named in counts.items())}"]
        lines += [f"  {name} = {form}" for name, form in self.definitions.items()]
        lines += [f"  {step!r}" for step in self.steps.values()]
        return "\n".join(in_few_lines(lines))

    def in_parameters(self, expression: Any) -> Any:
        """The expression with every definition replaced by what it is in terms of the parameters."""
        symbols = {self.symbols[name]: form for name, form in self.definitions.items()}
        return expression.subs(symbols, simultaneous=True)

    def coefficients(self, term: Term, name: str) -> list[Rational] | None:
        """Those of a term as a polynomial in one name, from the constant one on; None where it is none."""
        import sympy

        try:
            form = sympy.Poly(Reader(self.symbols)(term).expand(), self.symbols[name])
        except (NoSympyForm, sympy.PolynomialError):
            return None
        known = form.all_coeffs()[::-1]
        return [mpq(str(number)) for number in known] if all(number.is_Rational for number in known) else None

    def factors(self, coefficients: Sequence[Rational]) -> tuple[Rational, list[tuple[list[Rational], int]]]:
        """The content of a polynomial, and its factors with their powers, coefficients from the constant one on."""
        import sympy

        x = sympy.Dummy("x")
        form = sum(sympy.Rational(str(number)) * x**power for power, number in enumerate(coefficients))
        content, factors = sympy.factor_list(form, x)
        read = [([mpq(str(n)) for n in sympy.Poly(factor, x).all_coeffs()[::-1]], power) for factor, power in factors]
        return mpq(str(content)), read

    def is_identity(self, equation: Term) -> bool:
        """Whether both sides of an equation of terms expand to the same expression."""
        try:
            left, right = (Reader(self.symbols)(side) for side in equation.arguments)
        except NoSympyForm:
            return False
        return bool((left - right).expand() == 0)


def sympy_claim(claim: Claim, values: Mapping[str, Any]) -> SympyClaim:
    """The claim in sympy, with these values of some of its parameters.

    Raises InputError for a name that is no integer parameter of the claim, and for a value that it can't have.
    """
    import sympy

    symbols = _parameters(claim, values, sympy)
    no_form: dict[str, str] = {}
    definitions = _definitions(claim, symbols, no_form, sympy)
    named = {operand.term: _symbol_of(name, operand.term, sympy) for name, operand in claim.operands.items()}
    point = letter(claim, [spec for step in claim.steps for spec in step.over])
    operands = {}
    for name, operand in claim.operands.items():
        others = {term: symbol for term, symbol in named.items() if term != operand.term}
        try:
            operands[name] = _operand(Reader(symbols, others, point), operand.term, sympy)
        except NoSympyForm as reason:
            no_form[name] = str(reason)
    hypotheses = {}
    for hypothesis in claim.hypotheses:
        try:
            hypotheses[hypothesis.says] = Reader(symbols)(hypothesis.term)
        except NoSympyForm as reason:
            no_form[hypothesis.says] = str(reason)
    steps = {step.name: _step(claim, step, symbols, named) for step in claim.steps}
    called = {**symbols, **{name: named[operand.term] for name, operand in claim.operands.items()}}
    return SympyClaim(called, definitions, operands, steps, hypotheses, no_form)


def _parameters(claim: Claim, values: Mapping[str, Any], sympy: Any) -> dict[str, Any]:
    """Integers with the sign that they have at least; those of words are in no term."""
    declared = {parameter.name: parameter for parameter in claim.parameters if not parameter.choices}
    symbols = {}
    for name, value in values.items():
        if name not in declared:
            raise InputError(
                f"{name}: not an integer parameter of {claim.label}; it has {', '.join(declared) or 'none'}"
            )
        number, least = integer(value), declared[name].least
        if number is None or number < least:
            raise InputError(f"{name}: {brief(value)} is not valid; give an integer >= {least}")
        symbols[name] = sympy.Integer(number)
    for name, parameter in declared.items():
        sign = {"positive": True} if parameter.least > 0 else {"nonnegative": True} if parameter.least == 0 else {}
        symbols.setdefault(name, sympy.Symbol(name, integer=True, **sign))
    return {name: symbols[name] for name in declared}


def _definitions(claim: Claim, symbols: dict[str, Any], no_form: dict[str, str], sympy: Any) -> dict[str, Any]:
    """The definitions in parameters alone; their symbols, with what sympy knows of their signs, are added."""
    forms: dict[str, Any] = {}
    for name, term in claim.definitions.items():
        known: dict[str, bool] = {"real": True}
        try:
            form = Reader({**symbols, **forms})(term)
        except NoSympyForm as reason:
            no_form[name] = str(reason)
        else:
            forms[name] = form
            if form.is_number:
                symbols[name] = form
                continue
            facts = ("integer", "positive", "nonnegative")
            known |= {fact: True for fact in facts if getattr(form, f"is_{fact}")}
        symbols[name] = sympy.Symbol(name, **known)
    return forms


def _symbol_of(name: str, term: Term, sympy: Any) -> Any:
    match term.kind:
        case Kind.TRUTH:
            return sympy.Symbol(name)
        case Kind.NUMBER:
            return sympy.Symbol(name, real=True)
    return sympy.IndexedBase(name, real=True)


def _operand(reader: Reader, term: Term, sympy: Any) -> Any:
    if term.kind in (Kind.NUMBER, Kind.TRUTH):
        return reader(term)
    letters = "k" if term.kind is Kind.LIST else "ij"
    with ExitStack() as stack:
        places = [stack.enter_context(reader.index(name)) for name in letters]
        return sympy.Lambda(tuple(places), reader.part(term, *places))


def _step(claim: Claim, step: Step, symbols: Mapping[str, Any], named: Mapping[Term, Any]) -> SympyStep:
    reader = Reader(symbols, named, letter(claim, step.over), 2 if are_pairs(step.over) else 1)
    forms: dict[str, Any] = {}
    reasons = [ITS_OWN] if step.own is not None else []
    for field, term in (("given", step.given), ("bound", step.bound)):
        try:
            forms[field] = None if term is None else reader(term)
        except NoSympyForm as reason:
            reasons.append(str(reason))
    ranges, inner = [], step.term
    with ExitStack() as stack:
        try:
            while inner.operator == "all" and inner not in named:
                ranges.append(stack.enter_context(reader.bound(inner)))
                inner = inner.arguments[2]
            forms["term"] = reader(inner)
            forms["for_all"] = tuple(ranges)
        except NoSympyForm as reason:
            reasons.append(str(reason))
    fold = step.fold_name
    return SympyStep(step.name, step.says, fold=fold, relation=step.relation, no_form="; ".join(reasons), **forms)
