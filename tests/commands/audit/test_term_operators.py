"""Operators over terms.

Laws, for terms of every form:
- A rewrite makes another term of the same kind, or none, and its place leads to what it changes in the JSON data.
- What is said to follow from the original follows from it, at every value; and the other way round.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.claims.registry import find
from exactua.commands.audit.term_operators import Names, Rewrite, replaced, rewrites, shown
from exactua.terms.encoding import from_data, to_data
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import Kind, Term, TermError, integer, make
from exactua.terms.printing import text

NAMES = Names(("d", "n"), ("D", "t_l"), {"g": ("sweep", "output"), "h": ("output",)})
VALUES = {"D": 4, "t_l": 3}


@st.composite
def numbers(draw: st.DrawFn, depth: int, bound: tuple[str, ...]) -> Term:
    kind = draw(st.sampled_from(["integer", "param", "def", "var", "+", "-", "*", "sum", "if"][: 9 if depth else 4]))
    if kind == "param":
        return make("param", (draw(st.sampled_from(["d", "n"])),))
    if kind == "def":
        return make("def", (draw(st.sampled_from(["D", "t_l"])),))
    if kind == "var" and bound:
        return make("var", (draw(st.sampled_from(bound)),))
    if kind in ("+", "-", "*"):
        return make(kind, (), draw(numbers(depth - 1, bound)), draw(numbers(depth - 1, bound)))
    if kind == "sum":
        name = f"k{len(bound)}"
        return make(
            "sum", (name,), integer(1), integer(draw(st.integers(0, 3))), draw(numbers(depth - 1, (*bound, name)))
        )
    if kind == "if":
        parts = (draw(numbers(depth - 1, bound)) for _ in range(2))
        return make("if", (), draw(truths(depth - 1, bound)), *parts)
    return integer(draw(st.integers(-2, 4)))


@st.composite
def truths(draw: st.DrawFn, depth: int, bound: tuple[str, ...] = ()) -> Term:
    connectives = ["<", "<=", "=", "!=", ">=", ">", "in", "not in", "and", "or", "not", "implies", "all", "any"]
    kind = draw(st.sampled_from(connectives[: 14 if depth > 0 else 8]))
    inner = max(depth - 1, 0)
    if kind in ("and", "or", "implies"):
        return make(kind, (), draw(truths(inner, bound)), draw(truths(inner, bound)))
    if kind == "not":
        return make("not", (), draw(truths(inner, bound)))
    if kind in ("all", "any"):
        name = f"j{len(bound)}"
        low, high = draw(st.integers(0, 2)), draw(st.integers(0, 3))
        return make(kind, (name,), integer(low), integer(high), draw(truths(inner, (*bound, name))))
    sides = 3 if kind.endswith("in") else 2
    return make(kind, (), *(draw(numbers(inner, bound)) for _ in range(sides)))


def value(term: Term, d: int, n: int) -> Any:
    return Evaluator({"d": d, "n": n}, VALUES, Nothing())(term)


@given(truths(3))
@settings(max_examples=150, deadline=None)
def test_what_follows_from_a_truth_follows_from_it(term: Term) -> None:
    for rewrite in rewrites(term, NAMES):
        new = replaced(term, rewrite.path, rewrite.new)
        for d, n in ((1, 2), (2, 1), (3, 3)):
            before, after = value(term, d, n), value(new, d, n)
            if rewrite.effect == "weaker":
                assert after or not before, (text(term), text(new))
            elif rewrite.effect == "stronger":
                assert before or not after, (text(term), text(new))


@given(truths(3))
@settings(max_examples=60, deadline=None)
def test_a_hypothesis_that_says_less_says_more_of_the_step(term: Term) -> None:
    turned = {"weaker": "stronger", "stronger": "weaker", "unknown": "unknown"}
    weaker, other = (list(rewrites(term, NAMES, effect)) for effect in ("weaker", "stronger"))
    assert [turned[rewrite.effect] for rewrite in weaker] == [rewrite.effect for rewrite in other]
    assert {rewrite.effect for rewrite in rewrites(term, NAMES, "unknown")} <= {"unknown"}


def at(data: Any, place: str) -> Any:
    for part in place.strip("[]").split("][") if place else []:
        data = data[int(part)]
    return data


def checked(term: Term, rewrite: Rewrite) -> None:
    try:
        new = replaced(term, rewrite.path, rewrite.new)
    except TermError:
        return
    assert new != term
    assert new.kind is term.kind
    assert from_data(at(to_data(term), shown(term, rewrite.path))) == rewrite.old
    assert from_data(at(to_data(new), shown(new, rewrite.path))) == rewrite.new


@pytest.mark.parametrize("label", ["lemma8", "claim1", "lemma6", "g1", "theorem2"])
def test_a_rewrite_makes_another_term_at_its_place(label: str) -> None:
    claim, _ = find(label)
    names = Names(("d", "n", "m"), tuple(claim.definitions), dict.fromkeys(claim.networks, ("output",)))
    for step in claim.steps[::5]:
        for rewrite in list(rewrites(step.term, names))[::7]:
            checked(step.term, rewrite)


def n() -> Term:
    return make("param", ("n",))


def j() -> Term:
    return make("var", ("j",))


def item(index: Term) -> Term:
    return make("item", (), make("list", ("i",), integer(1), n(), make("var", ("i",))), index)


def quantified(operator: str, body: Term) -> Term:
    return make(operator, ("j",), integer(1), n(), body)


def less(operator: str = "<") -> Term:
    return make(operator, (), item(j()), integer(5))


POINT = make("point")
G = make("stage", ("g", "sweep"), POINT)

EXAMPLES: list[tuple[str, Term, str, str]] = [
    ("relation", make("<", (), n(), integer(5)), "n <= 5", "weaker"),
    ("relation", make("<=", (), n(), integer(5)), "n < 5", "stronger"),
    ("relation", make("<", (), n(), integer(5)), "n > 5", "unknown"),
    ("relation", make("=", (), POINT, G), "L != g[sweep](L)", "unknown"),
    ("relation", make("in", (), n(), integer(1), integer(5)), "n not in [1, 5]", "unknown"),
    ("end of an interval dropped", make("in", (), n(), integer(1), integer(5)), "1 <= n", "weaker"),
    ("end of an interval opened", make("in", (), n(), integer(1), integer(5)), "1 < n and n <= 5", "stronger"),
    ("constant + 1", make("<", (), n(), integer(5)), "n < 6", "unknown"),
    ("constant - 1", make("<", (), n(), integer(5)), "n < 4", "unknown"),
    ("another name", make("<", (), n(), integer(5)), "d < 5", "unknown"),
    ("another name", make("<", (), make("def", ("D",)), integer(5)), "t_l < 5", "unknown"),
    ("variable + 1", quantified("all", make("<", (), j(), n())), "for all j = 1..n: j + 1 < n", "unknown"),
    ("index + 1", quantified("all", less()), "for all j = 1..n: ([i : i = 1..n])_(j + 1) < 5", "unknown"),
    ("range ends later", quantified("all", less()), "for all j = 1..n + 1: ([i : i = 1..n])_j < 5", "stronger"),
    ("range begins later", quantified("any", less()), "for some j = 2..n: ([i : i = 1..n])_j < 5", "stronger"),
    ("range ends earlier", quantified("all", less()), "for all j = 1..n - 1: ([i : i = 1..n])_j < 5", "weaker"),
    ("all for any", quantified("all", less()), "for some j = 1..n: ([i : i = 1..n])_j < 5", "unknown"),
    ("max for min", make("<", (), quantified("min", j()), n()), "max_(j = 1..n) j < n", "unknown"),
    ("product for sum", make("<", (), quantified("sum", j()), n()), "product_(j = 1..n) j < n", "unknown"),
    ("and for or", make("and", (), make("<", (), n(), integer(5)), make("<", (), integer(1), n())), "n < 5 or 1 < n", "weaker"),
    ("part dropped", make("and", (), make("<", (), n(), integer(5)), make("<", (), integer(1), n())), "1 < n", "weaker"),
    ("part dropped", make("or", (), make("<", (), n(), integer(5)), make("<", (), integer(1), n())), "1 < n", "stronger"),
    ("negation dropped", make("not", (), make("<", (), n(), integer(5))), "n < 5", "unknown"),
    ("premise dropped", make("implies", (), make("<", (), n(), integer(5)), make("<", (), integer(1), n())), "1 < n", "stronger"),
    ("premise for conclusion", make("implies", (), make("<", (), n(), integer(5)), make("<", (), integer(1), n())), "1 < n => n < 5", "unknown"),
    ("arithmetic", make("<", (), make("+", (), n(), integer(5)), integer(9)), "n - 5 < 9", "unknown"),
    ("operands exchanged", make("<", (), make("-", (), n(), integer(5)), integer(9)), "5 - n < 9", "unknown"),
    ("exponent - 1", make("<", (), make("^", (), n(), integer(5)), integer(9)), "n^4 < 9", "unknown"),
    ("sign dropped", make("<", (), make("neg", (), n()), integer(9)), "n < 9", "unknown"),
    ("floor dropped", make("<", (), make("floor", (), n()), integer(9)), "n < 9", "unknown"),
    ("another stage", make("=", (), POINT, G), "L = g(L)", "unknown"),
    ("network left out", make("=", (), POINT, G), "L = L", "unknown"),
    ("another network", make("=", (), POINT, make("stage", ("g", "output"), POINT)), "L = h(L)", "unknown"),
    ("another quantity", make("=", (), make("network", ("g", "heads")), n()), "head size of g = n", "unknown"),
    ("cases exchanged", make("<", (), make("if", (), make("<", (), n(), integer(5)), integer(1), integer(2)), n()), "(2 if n < 5 else 1) < n", "unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("operator", "term", "becomes", "effect"), EXAMPLES)
def test_a_rewrite_does_what_it_says(operator: str, term: Term, becomes: str, effect: str) -> None:
    rewritten = [
        (text(replaced(term, rewrite.path, rewrite.new)), rewrite.effect)
        for rewrite in rewrites(term, NAMES)
        if rewrite.operator == operator
    ]
    assert (becomes, effect) in rewritten


def test_a_negation_turns_what_follows_around() -> None:
    term = make("not", (), make("<", (), n(), integer(5)))
    effects = {text(replaced(term, rewrite.path, rewrite.new)): rewrite.effect for rewrite in rewrites(term, NAMES)}
    assert effects["not n <= 5"] == "stronger"
    assert effects["n < 5"] == "unknown"


def test_what_follows_is_lost_where_a_truth_becomes_a_number() -> None:
    number = make("if", (), make("<", (), n(), integer(5)), integer(1), integer(0))
    term = make(">=", (), number, integer(1))
    inside = [rewrite for rewrite in rewrites(term, NAMES) if rewrite.operator == "relation" and rewrite.path]
    assert inside
    assert {rewrite.effect for rewrite in inside} == {"unknown"}
    assert term.kind is Kind.TRUTH
