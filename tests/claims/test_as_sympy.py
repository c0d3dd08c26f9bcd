"""A claim in sympy: at points of its instances every form has the value that the literal evaluator gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import sympy
from gmpy2 import mpq

from exactua.authoring import (
    Columns,
    Parameter,
    claim,
    every,
    folding,
    greatest,
    levels,
    pairs_of,
    pairwise_distinct,
    point,
    row,
    some,
    total,
)
from exactua.claims.as_sympy import ITS_OWN, SympyClaim
from exactua.claims.claim import Claim
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import find, labels
from exactua.deciding.observations import LiteralObservations
from exactua.errors import InputError
from exactua.grids.categories import build
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import Kind
from exactua.terms.printing import text


def exact(value: Any) -> Any:
    """A number of exactua as one of sympy."""
    return sympy.Rational(int(mpq(value).numerator), int(mpq(value).denominator))


def sample(problem: Problem, step: Step) -> Iterator[Any]:
    """A few points of the domains of a step; one that is nothing where it has none."""
    if not step.over:
        yield None
    numbers = Evaluator(problem.parameters, problem.values, Nothing())
    for spec in step.over:
        domain = build(spec, numbers, problem.parameters)
        for rank in sorted({0, domain.count // 3, domain.count - 1}) if domain.count else ():
            yield domain.matrix(rank)


def compared(claim: Claim, said: SympyClaim, problem: Problem) -> Iterator[tuple[str, Any, Any]]:
    """Of each step that has a form, at a few points: what exactua makes of it, and what sympy does."""
    known = {
        said.symbols[name]: exact(x)
        for name, x in {**problem.parameters, **problem.values}.items()
        if name in said.symbols
    }

    @cache  # the same at every point
    def here(expression: Any, bound: tuple[tuple[Any, Any], ...]) -> Any:
        return expression.subs({**known, **dict(bound)}, simultaneous=True).doit()

    for step in problem.steps:
        form = said.steps[step.name]
        if form.term is None:
            continue
        for Z in sample(problem, step):
            value = Evaluator(problem.parameters, problem.values, LiteralObservations(problem.networks, Z))
            states = {text(part): part for part in step.term.walk() if part.kind is Kind.MATRIX and not part.free}

            def indexed(entry: Any, value: Evaluator = value, states: Any = states, Z: Any = Z) -> Any:
                base, places = str(entry.base.label), [int(place) - 1 for place in entry.indices]
                if base in claim.operands:
                    known = value(claim.operands[base].term)
                else:
                    known = value(states[base]) if base in states else Z
                for place in places:
                    known = known[place]
                return exact(known)

            def at(expression: Any, bound: dict[Any, Any], value: Evaluator = value, indexed: Any = indexed) -> Any:
                placed = here(expression, tuple(bound.items()))
                placed = placed.xreplace({entry: indexed(entry) for entry in placed.atoms(sympy.Indexed)})
                names = {symbol: str(symbol) for symbol in placed.free_symbols if str(symbol) in claim.operands}
                operands = {symbol: value(claim.operands[name].term) for symbol, name in names.items()}
                for symbol in placed.free_symbols:
                    quantity, of, network = str(symbol).rpartition(" of ")
                    if of:
                        operands[symbol] = problem.networks[network].quantity(quantity)
                left = {
                    symbol: sympy.true if x is True else sympy.false if x is False else exact(x)
                    for symbol, x in operands.items()
                }
                return placed.xreplace(left).doit()

            ranges: list[dict[Any, Any]] = [{}]
            for variable, low, high in form.for_all:
                ranges = [
                    {**bound, variable: k}
                    for bound in ranges
                    for k in range(int(at(low, bound)), int(at(high, bound)) + 1)
                ]
            if step.term.kind is Kind.TRUTH:
                built = [at(form.term, bound) for bound in ranges]
                assert set(built) <= {sympy.true, sympy.false}, (step.name, built)
                yield step.name, bool(value(step.term)), all(part is sympy.true for part in built)
            elif step.term.kind is Kind.NUMBER:
                yield step.name, exact(value(step.term)), at(form.term, {})
            else:
                yield step.name, [exact(x) for x in value(step.term)], [at(part, {}) for part in form.term]


INSTANCES = [
    ("yun2020:lemma10", {"d": 1, "n": 2, "m": 3}),
    ("yun2020:lemma10", {"d": 2, "n": 3, "m": 2}),
    ("yun2020:lemma8", {"d": 1, "n": 2, "m": 2}),
    ("yun2020:lemma9", {"d": 1, "n": 2, "m": 2}),
    ("yun2020:selective_shift", {"d": 1, "n": 2, "m": 2}),
    ("yun2020:column_id", {"d": 1, "n": 2, "m": 2}),
]


@pytest.mark.parametrize(("label", "values"), INSTANCES, ids=[f"{label} {n}" for n, (label, _) in enumerate(INSTANCES)])
def test_forms_have_the_values_of_the_terms(label: str, values: dict[str, int]) -> None:
    named, _ = find(label)
    problem = named.problem(values)
    for said in (named.as_sympy(), named.as_sympy(**values)):
        seen = list(compared(named, said, problem))
        assert seen
        for name, wanted, built in seen:
            assert wanted == built, name


def test_every_claim_has_a_form_or_a_sentence_for_each_step() -> None:
    formed = 0
    for label in labels():
        said = find(label)[0].as_sympy()
        for step in said.steps.values():
            assert (step.term is None) <= bool(step.no_form), (label, step.name)
            assert "\n" not in step.no_form
            formed += not step.no_form
        assert set(said.no_form).isdisjoint(said.definitions)
    assert formed > 500


def test_symbols_have_the_assumptions_of_what_they_stand_for() -> None:
    said = find("lemma10")[0].as_sympy()
    d, m, D = (said.symbols[name] for name in ("d", "m", "D"))
    assert d.is_integer
    assert d.is_positive
    assert D.is_integer
    assert D.is_positive
    assert said.definitions == {"D": m**d}
    bound = said.steps["upper_bound"].term
    assert bound == sympy.Le(said.symbols["top"], D ** said.symbols["n"] * (D - 1) - (D - 1) ** 2)
    assert said.in_parameters(bound.rhs) == m ** (d * said.symbols["n"]) * (m**d - 1) - (m**d - 1) ** 2
    assert said.hypotheses["delta^-1 >= 2"] == sympy.Ge(m, 2)


def lemma() -> Claim:
    """A claim with everything that a step may have."""
    built = claim(
        "own:forms", parameters=("d", "n", Parameter("k", "how many", least=0), Parameter("rule", "ties", ("a", "b")))
    )
    bits = levels("bits", 0, 1, 2)

    @built.define
    def K(at: Any) -> Any:
        return at.k**at.n / 2

    @built.operand
    def sums(at: Any) -> Any:
        return row(at.columns, lambda j: total(at.rows, lambda i: point[i, j]))

    @built.operand
    def largest(at: Any) -> Any:
        return greatest(at.columns, lambda j: at.sums[j])

    @built.operand
    def positive(at: Any) -> Any:
        return at.largest > 0

    @built.states("a", over=bits, given=lambda at: at.positive)
    def entries(at: Any) -> Any:
        return every(at.columns, lambda j: every(Columns(1, j, "k"), lambda k: at.sums[k] <= at.largest + at.K))

    @built.states("b", over=bits)
    def single(at: Any) -> Any:
        return some(at.columns, lambda j: at.sums[j] == at.largest)

    @built.states("c", over=bits, fold="apart", bound=lambda at: at.K, relation=">")
    def apart(at: Any) -> Any:
        return at.largest

    @built.states("d", over=pairs_of(bits))
    def pairs(at: Any) -> Any:
        return (point == point) & (point.columns(1, at.n)[1, 1] <= 1)

    own = folding(start=[0], next=lambda a, x: [a[1] + x[1]], holds=lambda a: a[1] >= 0)

    @built.states("e", over=bits, fold=own)
    def carried(at: Any) -> Any:
        return row(at.columns, lambda j: point[1, j])

    @built.states("f")
    def static(at: Any) -> Any:
        return pairwise_distinct(row(Columns(1, at.k), lambda j: j * at.n))

    return built


def test_what_a_step_has_beside_its_term() -> None:
    said = lemma().as_sympy()
    steps = said.steps
    n, k = said.symbols["n"], said.symbols["k"]
    assert "rule" not in said.symbols
    assert k.is_nonnegative
    assert not k.is_positive
    assert said.definitions == {"K": k**n / 2}
    assert steps["entries"].given == said.symbols["positive"]
    (j, low, high), (inner, _, upto) = steps["entries"].for_all
    assert (low, high, upto) == (1, n, j)
    assert str(inner) == "k2"  # k is the parameter
    assert str(steps["entries"].term) == "sums[k2] <= K + largest"
    assert (steps["apart"].fold, steps["apart"].relation, steps["apart"].bound) == ("apart", ">", said.symbols["K"])
    assert steps["carried"].no_form.startswith(ITS_OWN)
    assert "sympy has no quantifiers" in steps["single"].no_form
    assert steps["single"].term is None
    assert "give the parameters of its range a value" in said.no_form["largest"]
    assert str(said.operands["sums"]) == "Lambda(k2, Sum(L[i, k2], (i, 1, d)))"


def test_with_values_more_has_a_form() -> None:
    said = lemma().as_sympy(d=1, n=2, k=3)
    assert said.no_form == {}
    assert {name for name, step in said.steps.items() if step.no_form} == {"carried"}
    assert said.symbols["K"] == sympy.Rational(9, 2)
    assert str(said.operands["largest"]) == "Max(sums[1], sums[2])"
    assert len(said.steps["pairs"].term.atoms(sympy.Indexed)) == 4
    assert said.steps["carried"].term == (
        sympy.IndexedBase("L", real=True)[1, 1],
        sympy.IndexedBase("L", real=True)[1, 2],
    )
    values = {"d": 1, "n": 2, "k": 3}
    problem = lemma().problem({**values, "rule": "a"})
    for form in (said, lemma().as_sympy(), lemma().as_sympy(n=2)):
        for name, wanted, built in compared(lemma(), form, problem):
            assert wanted == built, name


@pytest.mark.parametrize(("values", "message"), [
    ({"x": 1}, "x: not an integer parameter of own:forms; it has d, n, k"),
    ({"rule": 1}, "rule: not an integer parameter of own:forms; it has d, n, k"),
    ({"n": 0}, "n: 0 is not valid; give an integer >= 1"),
    ({"n": "1/2"}, "n: '1/2' is not valid; give an integer >= 1"),
    ({"k": -1}, "k: -1 is not valid; give an integer >= 0"),
])  # fmt: skip
def test_other_values_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        lemma().as_sympy(**values)


def test_the_comparison_above_can_fail() -> None:
    built, values = lemma(), {"d": 1, "n": 2, "k": 3}
    problem, said = built.problem({**values, "rule": "a"}), built.as_sympy(**values)
    turned = {
        name: replace(
            step, term=None if step.fold != "each" or step.term is None else sympy.Not(step.term, evaluate=False)
        )
        for name, step in said.steps.items()
    }
    seen = list(compared(built, replace(said, steps=turned), problem))
    assert {name for name, wanted, made_there in seen if wanted != made_there} >= {"single", "static", "pairs"}


@pytest.mark.parametrize("label", ["lemma8", "lemma10", "theorem2"])
def test_at_the_prompt_a_claim_in_sympy_is_at_most_ten_lines(label: str) -> None:
    said = find(label)[0].as_sympy()
    for shown in (said, *said.steps.values()):
        lines = repr(shown).splitlines()
        assert len(lines) <= 10
        assert max(map(len, lines)) <= 120
    assert repr(said).startswith(f"in sympy: {len(said.definitions)} definition")
    assert "D = m**d" in repr(said)
