"""`ask`: each property against brute force in plain fractions, at networks that have it and at broken ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exactua
from exactua import verifier
from exactua.certificates.writing import certificate
from exactua.claims.verdicts import Verdict
from exactua.commands.ask import definition_2, definition_e1, injective, maps, separated
from exactua.commands.ask.record import Answer, Heading, Side
from exactua.commands.ask.words import report
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.networks import (
    RELU,
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Network,
    PositionalEncoding,
    SoftmaxAttentionLayer,
    TieRule,
)
from tests.commands.ask import asking_by_hand as by_hand


def layer(value: Any, scores: Any, tie_rule: TieRule = TieRule.AVERAGE) -> AttentionLayer:
    """Z + V Z hardmax[Z^T S Z] as a layer with one head."""
    d = len(value)
    identity = [[int(i == j) for j in range(d)] for i in range(d)]
    return AttentionLayer([AttentionHead(W_O=value, W_V=identity, W_K=identity, W_Q=scores, b_Q=[0] * d)], tie_rule)


PLAIN = Network(1, [layer([[1]], [[1]])])
"""Z + Z hardmax[Z^T Z] on one row."""


def ask(network: Any, points: Any = None, **options: Any) -> Answer:
    """`exactua.ask`; every certificate is confirmed by the verifier in full, whatever the verdict."""
    answer = exactua.ask(network, points, **options)
    assert verifier.verify(certificate(answer.decision).encode()).verdict == answer.verdict
    return answer


def place(side: Side) -> tuple[int, int]:
    assert side.column is not None
    return side.rank, side.column - 1


@st.composite
def questions(draw: st.DrawFn) -> tuple[Network, by_hand.Map, list[by_hand.Matrix]]:
    """A layer with one head, the same by hand, and a few different points; entries are small, so that ids collide."""
    d, n = draw(st.sampled_from([(1, 1), (1, 2), (1, 3), (2, 2)]))
    square = st.lists(st.lists(st.integers(-1, 1), min_size=d, max_size=d), min_size=d, max_size=d)
    value, scores, leftmost = draw(square), draw(square), draw(st.booleans())
    entry = st.sampled_from([Fraction(0), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(-1)])
    row = st.lists(entry, min_size=n, max_size=n).map(tuple)
    points = draw(st.lists(st.lists(row, min_size=d, max_size=d).map(tuple), min_size=1, max_size=4, unique=True))
    rule = TieRule.LEFTMOST if leftmost else TieRule.AVERAGE
    return Network(d, [layer(value, scores, rule)]), by_hand.hardmax_layer(value, scores, leftmost), points


@settings(max_examples=25, deadline=None)
@given(questions(), st.booleans(), st.booleans())
def test_definition_e1_is_what_brute_force_says(question: Any, loosely: bool, different: bool) -> None:
    network, g, points = question
    u = [Fraction(1), Fraction(3)][: network.d]
    options = {"up_to_permutation": loosely, "different_columns": different}
    answer = ask(network, points, property="contextual-mapping", ids=u, **options)
    if different:
        ranks = [rank for rank, L in enumerate(points) if len(set(by_hand.columns(L))) == len(L[0])]
        assert answer.decision["condition1"].applicable == (len(ranks) if len(points[0][0]) > 1 else 0)
        points = [points[rank] for rank in ranks]
    else:
        ranks = list(range(len(points)))

    def place(side: Side) -> tuple[int, int]:
        assert side.column is not None
        return ranks.index(side.rank), side.column - 1

    rows = [by_hand.q(g, u, L) for L in points]
    must = list(by_hand.entries_that_differ(points, rows, loosely))
    collisions = [collision for collision in must if collision[0] == 0]
    if must or len(points) > 1:
        assert (answer.verdict is Verdict.REFUTED) == bool(collisions)
    else:
        assert answer.verdict is Verdict.VACUOUS
    within = [(a, b) for _, a, b in collisions if a[0] == b[0]]
    assert ("condition1" in answer.counterexamples) == bool(within)
    if within:
        first, second = answer.counterexamples["condition1"]
        assert (place(first), place(second)) == min(within)
    if must:
        assert answer.separation is not None
        assert answer.separation.squared == min(must)[0] ** 2
        assert answer.separation.distance == min(must)[0]
        assert tuple(map(place, answer.separation.sides)) == min((a, b) for x, a, b in must if x == min(must)[0])
        assert [side.value for side in answer.separation.sides] == [
            rows[p][k] for p, k in map(place, answer.separation.sides)
        ]
        if not collisions:
            steps = {result.step.name: result.verdict for result in answer.decision.results}
            assert steps["attained"] is Verdict.HOLDS
            assert Verdict.HOLDS in (steps.get("separation"), steps.get("separation_within"))
    else:
        assert answer.separation is None
    across = [(a, b) for _, a, b in collisions if a[0] != b[0]]
    if "condition2" in answer.counterexamples:
        earlier, other = answer.counterexamples["condition2"]
        assert earlier.value == other.value
        assert (place(earlier), place(other)) in [*within, *across]
        if not within:
            assert (place(earlier)[0], place(other)[0]) == min((a[0], b[0]) for a, b in across)


@settings(max_examples=20, deadline=None)
@given(questions())
def test_definition_2_is_what_brute_force_says(question: Any) -> None:
    network, g, points = question
    answer = ask(network, points, property="contextual-mapping", definition="kajitsuka2024")
    must = list(by_hand.ids_that_differ(points, g))
    collisions = [collision for collision in must if collision[0] == 0]
    assert (answer.verdict is Verdict.REFUTED) == bool(collisions)
    greatest = max(by_hand.norm(column) for X in points for column in by_hand.columns(g(X)))
    assert [(constant.name, constant.value, constant.squared) for constant in answer.constants] == [
        ("radius_squared", greatest, True)
    ]
    if not must:
        assert answer.separation is None
        assert answer.decision["condition2"].verdict is Verdict.VACUOUS
        return
    assert answer.separation is not None
    assert answer.separation.squared == min(must)[0]
    assert (min(must)[0], *map(place, answer.separation.sides)) in must
    if collisions:
        first, other = answer.counterexamples["condition2"]
        assert (place(first), place(other)) == collisions[0][1:]  # pairs in order, then k, then l


@settings(max_examples=20, deadline=None)
@given(questions())
def test_injective_equivariant_and_bounded_are_what_brute_force_says(question: Any) -> None:
    network, g, points = question
    images = [g(X) for X in points]
    answer = ask(network, points, property="injective")
    gaps = [(by_hand.squared(sum(a, ()), sum(b, ())), i, j) for (i, a), (j, b) in combinations(enumerate(images), 2)]
    if not gaps:
        assert (answer.verdict, answer.separation) == (Verdict.VACUOUS, None)
    else:
        assert answer.separation is not None
        assert (answer.separation.squared, *(side.rank for side in answer.separation.sides)) == min(gaps)
        assert (answer.verdict is Verdict.REFUTED) == (min(gaps)[0] == 0)
    if answer.verdict is Verdict.REFUTED:
        ranks = [side.rank for side in answer.counterexamples["injective"]]
        assert tuple(ranks) == min((i, j) for gap, i, j in gaps if gap == 0)

    answer, wrong = ask(network, points, property="equivariant"), by_hand.unequivariant(points, g)
    assert (answer.verdict is Verdict.REFUTED) == (wrong is not None)
    if wrong is not None:
        witness = answer.decision["equivariant"].witness
        assert witness is not None
        assert (witness.at[0][1], witness.bindings["P"]) == wrong
        moved, still = answer.counterexamples["equivariant"]
        assert moved.value == g(moved.point) != still.value

    answer = ask(network, points, property="bounded")
    assert answer.verdict is Verdict.HOLDS
    box = [(min(row), max(row)) for row in zip(*images, strict=True) for row in [sum(row, ())]]
    assert [constant.value for constant in answer.constants] == [end for ends in box for end in ends]


@settings(max_examples=12, deadline=None)
@given(questions())
def test_separated_and_equals_are_what_brute_force_says(question: Any) -> None:
    network, g, points = question
    tokens = list(dict.fromkeys(column for X in points for column in by_hand.columns(X)))
    answer = ask(network, points, property="separated")
    norms = list(map(by_hand.norm, tokens))
    assert [constant.value for constant in answer.constants] == [min(norms), max(norms)]
    gaps = [by_hand.squared(a, b) for a, b in combinations(tokens, 2)]
    assert (None if answer.separation is None else answer.separation.squared) == min(gaps, default=None)
    for side in answer.separation.sides if answer.separation else ():
        assert by_hand.columns(side.point)[place(side)[1]] == tuple(by_hand.columns(by_hand.matrix(
            side.value if isinstance(side.value, tuple) else [[side.value]]))[0])  # fmt: skip

    table = [g(X) for X in points]
    assert ask(network, points, property="equals", table=table).verdict is Verdict.HOLDS
    i, k = network.d - 1, len(points[0][0]) - 1
    last = [list(row) for row in table[-1]]
    last[i][k] += Fraction(1, 7)
    answer = ask(network, points, property="equals", table=[*table[:-1], last])
    assert answer.verdict is Verdict.REFUTED
    actual, wanted = answer.counterexamples["equals"]
    assert (actual.rank, actual.name, actual.value) == (len(points) - 1, f"g(X)_({i + 1}, {k + 1})", table[-1][i][k])
    assert wanted.value == last[i][k]
    (deviation,) = answer.constants
    assert (deviation.value, deviation.at) == (Fraction(1, 7), (actual, wanted))


THEOREM_1 = [[[1, 2, 4]], [[1, 3, 4]]]
"""Two contexts that no layer of hardmax attention tells apart (Kajitsuka and Sato 2024, App. A.1)."""


@pytest.mark.parametrize(("value", "scores"), list(product([-1, 1, 2], [-2, 0, 1])))
def test_no_layer_of_hardmax_attention_is_a_contextual_mapping(value: int, scores: int) -> None:
    """Theorem 1 of Kajitsuka and Sato; where all scores are equal, tokens 1, 3, 5, 7 do it: equal means."""
    contexts = THEOREM_1 if scores else [[[1, 5, 7, 3]], [[1, 1, 7, 7]]]
    answer = ask(
        Network(1, [layer([[value]], [[scores]])], {}),
        contexts,
        property="contextual-mapping",
        definition="kajitsuka2024",
    )
    assert answer.verdict is Verdict.REFUTED
    assert answer.separation is not None
    assert answer.separation.squared == 0


SHARP = [[[0, 1]], [[2, 5]]]
"""q = Z on these: entries 0, 1, 2, 5 with separation 1."""
IDENTITY = Network(1, [layer([[0]], [[1]])])


@pytest.mark.parametrize(
    ("options", "least", "distance"),
    [
        ({"property": "contextual-mapping"}, "apart", 1),
        ({"property": "contextual-mapping", "up_to_permutation": True}, "apart", 1),
        ({"property": "injective"}, "apart", None),
    ],
)
def test_a_greater_separation_is_refuted(options: dict[str, Any], least: str, distance: int | None) -> None:
    answer = ask(IDENTITY, SHARP, **options)
    assert answer.separation is not None
    sharp = answer.separation.distance or 1
    assert distance is None or sharp == distance
    if distance is not None:
        assert ask(IDENTITY, SHARP, **options, separation=sharp).verdict is Verdict.HOLDS
        sharper = ask(IDENTITY, SHARP, **options, separation=sharp + Fraction(1, 10**30))
        assert sharper.verdict is Verdict.REFUTED
        assert sharper.counterexamples[least] == answer.separation.sides
        return
    assert answer.separation.squared == 4 + 16
    assert ask(IDENTITY, SHARP, **options, separation=Fraction(44721, 10000)).verdict is Verdict.HOLDS
    assert ask(IDENTITY, SHARP, **options, separation=Fraction(44722, 10000)).verdict is Verdict.REFUTED


def test_the_constants_of_kajitsuka_and_sato_are_strict() -> None:
    """1. < r and 2. > delta: the greatest norm, 5, and the least distance, 1, do not serve themselves."""

    def verdict(property: str, **options: Any) -> tuple[Verdict, set[str]]:
        answer = ask(IDENTITY, SHARP, property=property, **options)
        return answer.verdict, set(answer.counterexamples)

    two = {"definition": "kajitsuka2024"}
    assert verdict("contextual-mapping", r="5", **two) == (Verdict.REFUTED, {"condition1"})
    assert verdict("contextual-mapping", r="501/100", separation="99/100", **two) == (Verdict.HOLDS, set())
    assert verdict("contextual-mapping", separation=1, **two) == (Verdict.REFUTED, {"condition2"})
    points = {"r_min": 0, "r": 5, "separation": 1}
    assert verdict("separated", **points) == (Verdict.REFUTED, {"condition1", "condition2", "condition3"})
    assert verdict("separated", r="51/10", separation="9/10") == (Verdict.HOLDS, set())


def test_a_box_is_closed_and_each_row_may_have_its_own() -> None:
    network = Network(2, [layer([[0, 0], [0, 0]], [[1, 0], [0, 1]])])
    points = [[[0, 1], [5, 7]], [[-1, 1], [6, 6]]]
    assert ask(network, points, property="bounded", box=[(-1, 7)]).verdict is Verdict.HOLDS
    assert ask(network, points, property="bounded", box=[(-1, 1), (5, 7)]).verdict is Verdict.HOLDS
    answer = ask(network, points, property="bounded", box=[(-1, 1), (5, Fraction(69, 10))])
    assert {name: [side.name for side in sides] for name, sides in answer.counterexamples.items()} == {
        "row2": ["g(X)_(2, 2)"]
    }
    answer = ask(network, points, property="bounded", box=[(0, 7)])
    assert [(side.rank, side.name, side.value) for side in answer.counterexamples["box"]] == [(1, "g(X)_(1, 1)", -1)]
    assert [constant.value for constant in answer.constants] == [-1, 7]


@pytest.mark.parametrize("options", [{}, {"up_to_permutation": True}])
def test_a_separation_is_asked_of_the_one_point_with_different_columns(options: dict[str, Any]) -> None:
    """Of [3 3] nothing is asserted, and the entries of q at [0 1] are 1 apart, no more."""
    points = [[[3, 3]], [[0, 1]]]

    def asked(separation: object) -> Answer:
        given = {"property": "contextual-mapping", "different_columns": True, "separation": separation}
        return ask(IDENTITY, points, **given, **options)

    assert asked(1).verdict is Verdict.HOLDS
    assert asked(1).decision["separation_within"].verdict is Verdict.HOLDS
    answer = asked("1001/1000")
    assert answer.verdict is Verdict.REFUTED
    assert [(side.rank, side.name) for side in answer.counterexamples["apart_within"]] == [(1, "q(L)_1"), (1, "q(L)_2")]


def test_of_one_entry_nothing_is_asserted() -> None:
    answer = ask(IDENTITY, [[[3]]], property="contextual-mapping", separation=7)
    verdicts = [(result.step.name, result.verdict) for result in answer.decision.results]
    assert verdicts == [(name, Verdict.VACUOUS) for name in ("condition1", "condition2", "apart_within")]
    assert ask(IDENTITY, [[[3]], [[4]]], property="contextual-mapping").verdict is Verdict.HOLDS
    assert ask(IDENTITY, [[[3]], [[4]]], property="contextual-mapping", separation=2).verdict is Verdict.REFUTED
    assert ask(IDENTITY, [[[3]]], property="equivariant").notes == ("n = 1: there is no permutation but the identity",)


@pytest.mark.parametrize(
    ("options", "beginning"),
    [
        ({}, "for some r_max and delta > 0, the points are tokenwise (r_max, delta)-separated: 2."),
        ({"r": 4}, "for some delta > 0, the points are tokenwise (4, delta)-separated: 2. ||X_k|| < 4 "),
        ({"r_min": 0, "separation": "1/2"}, "for some r_max, the points are tokenwise (0, r_max, 1/2)-separated: 1."),
        ({"r_min": 0, "r": 4, "separation": 2}, "the points are tokenwise (0, 4, 2)-separated: 1. ||X_k|| > 0, 2. "),
    ],
)
def test_every_constant_of_a_definition_is_given_or_quantified(options: dict[str, Any], beginning: str) -> None:
    answer = ask(IDENTITY, [[[3]]], property="separated", **options)
    assert answer.definition.startswith(beginning)
    assert (len(answer.notes), answer.notes[0]) == (
        1 + (not options),
        "there is one token: no two of them are compared",
    )
    ids = {name: value for name, value in options.items() if name != "r_min"}
    answer = ask(IDENTITY, [[[3]]], property="contextual-mapping", definition="kajitsuka2024", **ids)
    unknown = [name for name, given in (("r", "r"), ("delta > 0", "separation")) if given not in options]
    assert answer.definition.startswith(f"for some {' and '.join(unknown)}, g is " if unknown else "g is ")


@pytest.mark.parametrize("name", ["contextual-mapping", "injective", "separated"])
def test_one_point_is_no_pair(name: str) -> None:
    options = {"definition": "kajitsuka2024"} if name == "contextual-mapping" else {}
    answer = ask(IDENTITY, [[[3]]], property=name, **options)
    assert answer.separation is None
    if name == "injective":
        assert answer.verdict is Verdict.VACUOUS
    elif name == "contextual-mapping":
        assert answer.decision["condition2"].verdict is Verdict.VACUOUS
    assert ask(IDENTITY, [[[3]]], property="contextual-mapping").decision["condition2"].verdict is Verdict.VACUOUS


def test_points_that_repeat_count_once_and_keep_their_places() -> None:
    points = [[[0, 1]], [[0, 1]], [[2, 5]], [[0, 1]]]
    answer = ask(IDENTITY, points, property="contextual-mapping")
    assert answer.verdict is Verdict.HOLDS
    assert answer.decision["condition2"].points == 2
    assert ask(IDENTITY, points, property="equals", table=points).verdict is Verdict.HOLDS
    with pytest.raises(InputError, match="points 1 and 2 of points are the same, and table gives them different"):
        ask(IDENTITY, points, property="equals", table=[points[0], points[2], points[2], points[0]])


def test_a_grid_is_all_its_sequences() -> None:
    answer = ask(PLAIN, property="injective", grid=["0", "1/2", 1], n=2)
    assert answer.decision["injective"].points == 81
    swept = [[[a, b]] for a, b in product([0, Fraction(1, 2), 1], repeat=2)]
    assert ask(PLAIN, swept, property="injective").separation == answer.separation


def test_up_to_permutation_on_a_grid_speaks_of_orbits() -> None:
    options = {"grid": [0, 1, 2], "n": 2, "property": "contextual-mapping", "different_columns": True}
    strict = ask(IDENTITY, **options)
    assert strict.verdict is Verdict.REFUTED
    assert [side.rank for side in strict.counterexamples["condition2"]] == [1, 2]
    loose = ask(IDENTITY, **options, up_to_permutation=True)
    assert loose.decision["condition2"].points == 3
    assert loose.verdict is Verdict.REFUTED  # 0 stands in {0, 1} and in {0, 2}
    with_context = Network(1, [layer([[4]], [[1]]), layer([[40]], [[-1]])])
    assert ask(with_context, **options, up_to_permutation=True).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    "network",
    [
        Network(1, [layer([[4]], [[1]], TieRule.LEFTMOST), layer([[40]], [[-1]], TieRule.LEFTMOST)]),
        Network(1, [PositionalEncoding([[0, 10]])]),
        Network(1, [PositionalEncoding([[0, 1]])]),
    ],
)
@pytest.mark.parametrize("different", [True, False])
def test_up_to_permutation_on_a_grid_a_network_that_is_not_equivariant_is_asked_of_all(
    network: Network, different: bool
) -> None:
    """One sequence does not stand for its permutations: it is the same as with all of them in a file."""
    options = {"property": "contextual-mapping", "up_to_permutation": True, "different_columns": different}
    answer = ask(network, grid=[0, 1, 2], n=2, **options)
    points = [[[a, b]] for a, b in product(range(3), repeat=2)]
    in_file = ask(network, points, **options)
    assert answer.verdict is in_file.verdict is not Verdict.INCONCLUSIVE
    assert (answer.separation, answer.counterexamples) == (in_file.separation, in_file.counterexamples)


def test_up_to_permutation_a_network_that_is_not_equivariant_is_asked_of_every_listed_point() -> None:
    """Only L P of the second orbit collides with the first one: representatives would not show it."""
    encoding = Network(1, [PositionalEncoding([[0, 10]])])
    points = [[[0, 1]], [[20, 3]], [[3, 20]]]  # q: 0 11, 20 13, 3 30
    assert ask(encoding, points, property="contextual-mapping", up_to_permutation=True).verdict is Verdict.HOLDS
    points = [[[0, 1]], [[20, 3]], [[11, 20]], [[20, 11]]]  # q: 0 11, 20 13, 11 30, 20 21
    answer = ask(encoding, points, property="contextual-mapping", up_to_permutation=True)
    assert [(side.rank, side.name, side.value) for side in answer.counterexamples["condition2"]] == [
        (0, "q(L)_2", 11),
        (2, "q(L')_1", 11),
    ]


def test_stages_are_asked_alone() -> None:
    network = Network(1, [layer([[0]], [[1]]), layer([[-1]], [[0]])], {"first": 1})
    points = [[[1, 1]], [[2, 2]]]  # what the second layer makes 0
    assert ask(network, points, property="injective", stage="first").verdict is Verdict.HOLDS
    assert ask(network, points, property="injective").verdict is Verdict.REFUTED


def test_found_numbers_that_are_wrong_are_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    real = definition_e1.nearest
    monkeypatch.setattr(definition_e1, "nearest", lambda numbers, **_: real([[2 * x] for (x,) in numbers]))
    with pytest.raises(EvaluatorsDisagree, match=r"ask:contextual-mapping\.(separation|attained)"):
        exactua.ask(IDENTITY, [[[0, 1]], [[4, 6]]], property="contextual-mapping")


@pytest.mark.parametrize("factor", [Fraction(1, 2), 2])
@pytest.mark.parametrize(
    ("module", "name", "options"),
    [
        (definition_2, "nearest", {"property": "contextual-mapping", "definition": "kajitsuka2024"}),
        (definition_2, "_norm_squared", {"property": "contextual-mapping", "definition": "kajitsuka2024"}),
        (injective, "nearest", {"property": "injective"}),
        (separated, "nearest", {"property": "separated"}),
        (maps, "_smallest", {"property": "bounded"}),
    ],
)
def test_a_found_number_that_is_too_small_or_too_large_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, options: dict[str, Any], factor: Fraction
) -> None:
    real = getattr(module, name)

    def wrong(*given: Any, **named: Any) -> Any:
        bounds = real(*given, **named)
        if name == "nearest":
            return replace(bounds, squared=bounds.squared * factor)
        return bounds * factor if name == "_norm_squared" else tuple((low, high * factor) for low, high in bounds)

    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(EvaluatorsDisagree, match=r"\.(separation|attained|radius|box): "):
        exactua.ask(IDENTITY, [[[0, 1]], [[4, 6]]], **options)


def test_too_many_points_are_inconclusive_beforehand() -> None:
    answer = ask(PLAIN, property="injective", grid=list(range(10)), n=6, budget=5)
    assert answer.verdict is Verdict.INCONCLUSIVE
    assert answer.separation is None
    assert answer.notes == (
        "the sharpest constants are not known: 1,000,000 points, with more than 2,000,000 entries, are too many",
    )
    with pytest.raises(InputError, match="box: missing, and 1,000,000 points, with more"):
        ask(PLAIN, property="bounded", grid=list(range(10)), n=6)


def test_engines_and_jobs_agree() -> None:
    digests = {
        exactua.certificate(
            ask(PLAIN, THEOREM_1, property="contextual-mapping", definition="kajitsuka2024", **how).decision
        ).split('"digest":"')[1][:71]
        for how in ({}, {"engine": "literal"}, {"jobs": 2})
    }
    assert len(digests) == 1


TWO_ROWS = Network(2, [PositionalEncoding([[0, 0], [1, 1]])])

BAD: list[tuple[dict[str, Any], str]] = [
    ({"property": "contextual"}, "property: 'contextual' is not known; did you mean contextual-mapping?"),
    ({"property": "nice"}, "property: 'nice' is not known; choose one of contextual-mapping, injective, "),
    ({"property": "injective", "points": None}, "points: none given; give one of points, grid, vocabulary"),
    ({"property": "injective", "points": []}, "points: there is no point in it"),
    ({"property": "injective", "points": [[[1, 2]]]}, "points: point 1 is 1 x 2; the network maps 2 x n to 2 x n"),
    ({"property": "injective", "points": [[[1], [2]]]}, "points: point 1 is 2 x 1, but the positional encoding of "),
    ({"property": "injective", "points": [[[0.1, 1], [1, 1]]]}, "points: point 1: row 1, column 1: 0.1 is a float"),
    (
        {"property": "injective", "points": np.eye(2, dtype=int)},
        "points: the array has shape (2, 2), not (points, d, n); for one matrix X",
    ),
    (
        {"property": "injective", "points": np.ones((1, 1, 1, 1))},
        "points: the array has shape (1, 1, 1, 1), not (points, d, n)",
    ),
    (
        {"property": "injective", "points": [np.ones(2)]},
        "points: point 1: the array has shape (2,), not (d, n); for one row X",
    ),
    ({"property": "injective", "points": None, "grid": "0 x", "n": 2}, "grid: number 2: 'x' is not an exact number"),
    ({"property": "contextual-mapping", "ids": "1 2 3"}, "ids: 3 numbers, and the network has d = 2"),
    ({"property": "bounded", "box": "0 1; 1 0"}, "box: row 2: 1 is greater than 0; write LOW HIGH"),
    (
        {"property": "injective", "points": None, "grid": [0], "n": np.int64(0)},
        "n: np.int64(0) is not valid; give an integer >= 1",
    ),
    ({"property": "injective", "points": [3]}, "points: point 1: 3 is no list; points are lists of matrices"),
    ({"property": "injective", "n": 2}, "n: the points say how many columns they have"),
    ({"property": "injective", "grid": [0, 1]}, "points: points and grid given; give one of points, grid"),
    ({"property": "injective", "points": None, "grid": [0, 0]}, "grid: 0 is given twice; give each level once"),
    ({"property": "injective", "points": None, "grid": [0], "n": 3}, "n: 3 columns, and the positional encoding of "),
    ({"property": "injective", "stage": "late"}, 'stage: the network has no stage "late"; its stages are: none'),
    ({"property": "contextual-mapping"}, "ids: missing; Definition E.1 is about q(L) = u^T g(L), and the network has"),
    ({"property": "contextual-mapping", "ids": [1]}, "ids: 1 number, and the network has d = 2"),
    ({"property": "contextual-mapping", "definition": "kim2023"}, "definition: 'kim2023' is not valid; choose one of"),
    (
        {"property": "contextual-mapping", "definition": "kajitsuka2024", "ids": [1, 2]},
        "ids: contextual-mapping definition kajitsuka2024 takes no ids; it is for contextual-mapping definition yun2020",
    ),
    ({"property": "injective", "box": [(0, 1)]}, "box: injective takes no box; it is for bounded"),
    ({"property": "bounded", "box": [(0, 1)] * 3}, "box: 3 rows of bounds, and the network has d = 2"),
    ({"property": "bounded", "box": [(1, 0)]}, "box: row 1: 1 is greater than 0; write LOW HIGH"),
    ({"property": "bounded", "box": [(1,)]}, "box: row 1 has 1 number; write LOW HIGH"),
    ({"property": "injective", "separation": -1}, "separation: -1 is not valid; give a number >= 0"),
    ({"property": "bounded", "box": 3}, "box: 3 is no list; give [(low, high)] for all rows"),
    ({"property": "bounded", "box": (0, 1)}, "box: row 1: 0 is no list; give [(low, high)] for all rows, or a pair"),
    ({"property": "contextual-mapping", "ids": 3}, "ids: 3 is no list; give exact numbers"),
    ({"property": "injective", "points": None, "grid": 3}, "grid: 3 is no list; give exact numbers"),
    ({"property": "injective", "points": None, "grid": [], "n": 2}, "grid: it has no level; give at least one"),
    ({"property": "injective", "points": None, "vocabulary": []}, "vocabulary: vocabulary has no token; give at least"),
    ({"property": "injective", "points": None, "grid": [0], "n": "2"}, "n: '2' is not valid; give an integer >= 1"),
    ({"property": ["injective"]}, "property: \"['injective']\" is not known; did you mean injective?"),
    ({"property": "equals"}, "table: missing; give the file of the values"),
    ({"property": "equals", "table": []}, "table: table has 0 values, and there is 1 point; give one each"),
    ({"property": "equals", "table": [[[1]]]}, "table: point 1 is 1 x 1; the network maps 2 x n to 2 x n"),
    ({"property": "equals", "table": [[[1], [1]]]}, "table: the values in table are 2 x 1, the points 2 x 2"),
]


def test_what_the_command_line_takes_as_a_text_is_a_text_in_python_too() -> None:
    for written, listed in [
        ({"property": "bounded", "box": "0 9; -1 9"}, {"property": "bounded", "box": [(0, 9), (-1, 9)]}),
        ({"property": "contextual-mapping", "ids": "1 4"}, {"property": "contextual-mapping", "ids": np.array([1, 4])}),
    ]:
        answers = [ask(TWO_ROWS, ["0 1; 2 3"], **options) for options in (written, listed)]
        assert answers[0].decision.problem == answers[1].decision.problem
    answer = ask(TWO_ROWS, property="injective", grid="0, 1/2", n=np.int64(2))
    assert answer.decision["injective"].points == 16**2


@pytest.mark.parametrize(("options", "message"), BAD)
def test_bad_input_is_one_sentence(options: dict[str, Any], message: str) -> None:
    given = {"points": [[[0, 1], [2, 3]]]} | options
    with pytest.raises(InputError) as caught:
        exactua.ask(TWO_ROWS, given.pop("points"), **given)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("stage", 3, "3 is no name of a stage; write it in quotes"),
        ("budget", "10s", "'10s' is not valid; give seconds, a number > 0"),
        ("budget", float("nan"), "nan is not valid; give seconds, a number > 0"),
        ("different_columns", "no", "'no' is neither True nor False"),
        ("up_to_permutation", 1, "1 is neither True nor False"),
        ("progress", 3, "3 is no function; give one of two numbers"),
    ],
)
def test_arguments_of_other_types_are_told(name: str, given: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        exactua.ask(TWO_ROWS, [[[0, 1], [2, 3]]], property="injective", **{name: given})
    assert str(caught.value) == f"{name}: {message}"


def _softmax(d: int, *weights: Any) -> Network:
    return Network(d, [SoftmaxAttentionLayer([AttentionHead(*weights)])])


def test_a_rational_distance_of_reals_is_told() -> None:
    """q(L) is (4, 2) whatever softmax is, held as reals."""
    network = _softmax(2, [[1], [0]], [[1, 0]], [[0, 1]], [[0, 1]], [1])
    answer = exactua.ask(network, [[[1, 1], [1, 0]]], property="contextual-mapping", ids=[1, 2])
    assert str(answer.verdict) == "holds"
    assert (answer.separation.squared, answer.separation.distance) == (4, 2)


def test_reals_that_comparisons_do_not_reach_leave_it_open() -> None:
    """The images differ by less than e^-998999, in every entry: the row in which the points differ is taken away."""
    head = AttentionHead([[0], [1]], [[0, 1]], [[1, 0]], [[0, 0]], [1000])
    away = FeedForwardLayer([[1, 0]], [0], [[-1], [0]], [0, 0], RELU)
    network = Network(2, [SoftmaxAttentionLayer([head]), away])
    answer = exactua.ask(network, [[[1000, 0], [1, 0]], [[1000, 1], [1, 0]]], property="injective")
    assert str(answer.verdict) == "inconclusive"


def test_images_that_differ_in_an_entry_are_different_whatever_another_is() -> None:
    """The first entries differ by less than e^-999, which comparisons do not reach, and the second ones by hundreds."""
    single = [[1]]
    answer = ask(_softmax(1, single, single, single, single), [[[1000, 0]], [[1000, 1]]], property="injective")
    assert answer.verdict is Verdict.HOLDS


SOFT_TWICE = Network(1, [_softmax(1, [[1]], [[1]], [[1]], [[1]]).items[0]] * 2)
"""Two layers of softmax attention: of images that are equal, that they are may be out of reach."""
SWAPPED = [[[1, 2]], [[2, 1]]]


@pytest.mark.parametrize(
    ("options", "step"),
    [
        ({"property": "injective"}, "injective"),
        ({"property": "contextual-mapping", "definition": "kajitsuka2024"}, "condition2"),
        ({"property": "contextual-mapping", "definition": "kajitsuka2024", "separation": 0}, "condition2"),
    ],
)
def test_reals_that_are_apart_are_different(options: dict[str, Any], step: str) -> None:
    """The ids of the same token are equal up to a proof that is not found, and its comparison decides nothing."""
    answer = ask(SOFT_TWICE, SWAPPED, **options)
    assert answer.verdict is Verdict.HOLDS
    assert answer.separation is not None
    assert answer.separation.squared > 0
    assert "> 0" in answer.decision[step].step.says


def test_a_separation_of_reals_that_is_asked_for_is_told_as_it_is_given() -> None:
    """Its square is a root in words only where it is no square of a rational, as of those that were found."""
    answer = ask(SOFT_TWICE, [[[1, 2]]], property="contextual-mapping", separation="1/200")
    assert answer.verdict is Verdict.HOLDS
    assert answer.decision["apart_within"].step.says == "any two entries of one q(L) differ by at least 1/200"
    assert "differ by at least the root of " in answer.decision["separation_within"].step.says


def test_a_known_counterexample_refutes_whatever_is_undecided_elsewhere() -> None:
    answer = ask(SOFT_TWICE, SWAPPED, property="contextual-mapping")
    assert answer.verdict is Verdict.REFUTED
    first, second = answer.counterexamples["condition2"]
    assert (first.name, second.name) == ("q(L)_1", "q(L')_2")
    assert (first.rank, second.rank) == (0, 1)
    assert answer.decision["condition2"].step.says.endswith("of one that fails")
    assert answer.notes == ("condition2, of all points: undecided at 2 of 4 points with 262144 bits",)
    lines = [line for line, _ in report(Heading("", None, 1, 2, "two", 2, (1, 2)), answer)]
    assert "               counterexample: L = [1 2] (point 1) and L' = [2 1] (point 2)" in lines


def test_a_network_is_a_network_or_a_path() -> None:
    with pytest.raises(InputError, match="network: 3 is none; give a Network or the path of its file"):
        exactua.ask(3, [[[0]]], property="injective")  # type: ignore[arg-type]


def test_a_vocabulary_may_be_given_as_matrices() -> None:
    answer = ask(IDENTITY, vocabulary=[[[0, 1]], [[1, 3]]], n=2, property="injective")
    assert answer.decision["injective"].points == 81


def test_nine_columns_have_too_many_orders() -> None:
    with pytest.raises(InputError, match="n: 9 columns have too many orders; equivariant is asked for up to 8"):
        exactua.ask(PLAIN, [[[0] * 9]], property="equivariant")
