"""Many points: sorted in one direction or in a chain, in place of all pairs; against brute force and against pairs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

import exactua
from exactua import verifier
from exactua.arithmetic.floors import Floor
from exactua.certificates.writing import certificate
from exactua.claims.claim import D_ROWS, N_COLUMNS, Claim
from exactua.claims.verdicts import Verdict
from exactua.commands.ask import chained, chains, directions, question
from exactua.commands.ask.directions import Vectors
from exactua.commands.ask.record import Answer
from exactua.deciding.running import decide
from exactua.errors import EvaluatorsDisagree
from exactua.grids.finite import listed
from exactua.networks import AttentionHead, Network, PositionalEncoding, SoftmaxAttentionLayer
from tests.commands.ask import asking_by_hand as by_hand
from tests.commands.ask.test_work import PLAIN, layer, questions

MEAN = Network(1, [layer([["1/8"]], [[0]])])
"""Every token and an eighth of the mean."""
DEFINITION_2: dict[str, Any] = {"property": "contextual-mapping", "definition": "kajitsuka2024"}


SOFT_OF_TWO_ROWS = Network(
    2, [SoftmaxAttentionLayer([AttentionHead(W_O=[[1], [0]], W_V=[[1, 0]], W_K=[[1, 0]], W_Q=[[1, 0]])])]
)


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two points are many."""
    monkeypatch.setattr(question, "MOST_IN_PAIRS", 1)
    monkeypatch.setattr(question, "MOST_REALS_IN_PAIRS", 1)
    return


def ask(network: Any, points: Any = None, **options: Any) -> Answer:
    """`exactua.ask`; every certificate is confirmed by the verifier in full, whatever the verdict."""
    answer = exactua.ask(network, points, **options)
    assert verifier.verify(certificate(answer.decision).encode()).verdict == answer.verdict
    return answer


def in_pairs(network: Any, points: Any = None, **options: Any) -> Answer:
    """The same by all pairs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(question, "MOST_IN_PAIRS", 10**6)
        patch.setattr(question, "MOST_REALS_IN_PAIRS", 10**6)
        return ask(network, points, **options)


def kinds_of(answer: Answer) -> set[str]:
    return {spec.kind for result in answer.decision.results for spec in result.step.over}


@settings(max_examples=30, deadline=None)
@given(questions())
def test_many_points_have_the_verdict_of_all_pairs(question_: Any) -> None:
    network, _g, points = question_
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(question, "MOST_IN_PAIRS", 1)
        for options in ({"property": "injective"}, DEFINITION_2):
            answer, pairs = ask(network, points, **options), in_pairs(network, points, **options)
            assert answer.verdict is pairs.verdict
            for step, sides in pairs.counterexamples.items():  # the least one, whichever way it was found
                assert [side.rank for side in answer.counterexamples[step]] == [side.rank for side in sides]
                assert [side.column for side in answer.counterexamples[step]] == [side.column for side in sides]
            if answer.separation is not None and answer.separation.at_most is not None:
                assert pairs.separation is not None
                assert 0 < answer.separation.squared <= pairs.separation.squared <= answer.separation.at_most
            assert [constant.value for constant in answer.constants] == [constant.value for constant in pairs.constants]


@pytest.mark.usefixtures("many")
def test_images_are_told_apart_without_a_pair_of_all_points() -> None:
    points = [[[a, b]] for a, b in combinations(range(1, 9), 2)]
    answer = ask(PLAIN, points, property="injective")
    steps = {result.step.name: (result.step.fold_name, result.points) for result in answer.decision.results}
    assert steps == {"injective": ("distinct", 28), "separation": ("apart", 28), "attained": ("each", 4)}
    assert answer.verdict is Verdict.HOLDS
    assert answer.separation is not None
    truth = min(by_hand.squared(*map(_flat, pair)) for pair in combinations(points, 2))
    assert 0 < answer.separation.squared <= truth <= answer.separation.at_most


def _flat(X: Any) -> list[Fraction]:
    return [x for row in by_hand.hardmax_layer([[1]], [[1]])(by_hand.matrix(X)) for x in row]


@pytest.mark.usefixtures("many")
def test_a_separation_that_one_direction_does_not_show_is_asked_of_all_pairs() -> None:
    network = Network(2, [PositionalEncoding([[1], [1]])])
    points = [[[a], [b]] for a in range(3) for b in range(3)]
    answer = ask(network, points, property="injective", separation=1)
    assert answer.verdict is Verdict.HOLDS
    assert kinds_of(answer) == {"pairs"}
    assert ask(network, points, property="injective", separation="1/1000000").decision["injective"].points == 9
    refuted = ask(network, points, **DEFINITION_2, separation=1)
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.decision["condition2"].witness is not None


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("softly", [False, True])
def test_bounds_that_are_far_apart_are_told_to_be_with_what_decides_more(softly: bool) -> None:
    """A separation above the lesser bound is decided by pairs, as the note says."""
    network = Network(2, [PositionalEncoding([[1], [1]]), *(SOFT_OF_TWO_ROWS.items if softly else ())])
    points = [[[a], [b]] for a in range(4) for b in range(4)]
    answer = ask(network, points, property="injective")
    note = (
        "the least distance itself is not known: it is at least the first of these two numbers and at most the second; "
        "to have all 256 pairs compared, give a separation above the first, such as "
    )
    assert answer.separation is not None
    (told,) = answer.notes
    assert told.startswith(note)
    named = mpq(told.removeprefix(note))
    assert answer.separation.squared < named**2 < answer.separation.at_most
    assert kinds_of(ask(network, points, property="injective", separation=named)) == {"pairs"}
    assert answer.separation.squared * 4 < answer.separation.at_most
    greater = ask(network, points, property="injective", separation=1)
    assert (greater.verdict, kinds_of(greater), greater.notes) == (Verdict.HOLDS, {"pairs"}, ())


@pytest.mark.usefixtures("many")
def test_bounds_that_are_near_are_told_without_a_note() -> None:
    answer = ask(Network(1, [PositionalEncoding([[1]])]), [[[a]] for a in range(4)], property="injective")
    assert answer.separation is not None
    assert answer.notes == ()


@pytest.mark.usefixtures("many")
def test_ids_of_one_kind_may_be_equal_and_are_put_in_a_chain() -> None:
    words = [[list(word)] for word in combinations_with_replacement((1, 2, 4), 2)]
    points = [*words, *([row[::-1]] for (row,) in words if row[0] != row[1])]
    answer, pairs = ask(MEAN, points, **DEFINITION_2), in_pairs(MEAN, points, **DEFINITION_2)
    assert answer.verdict is pairs.verdict is Verdict.HOLDS
    assert kinds_of(answer) == {"list"}
    assert answer.decision["condition2"].points == 3 * 3 - 1  # one sequence for each first token and one other
    assert answer.separation is not None
    assert pairs.separation is not None
    assert answer.separation.squared <= pairs.separation.squared <= answer.separation.at_most
    grid = ask(MEAN, grid=[1, 2, 4], n=2, **DEFINITION_2)
    assert (grid.verdict, grid.decision["condition2"].points) == (Verdict.HOLDS, 8)
    assert ask(MEAN, points, **DEFINITION_2, r=100).decision["condition1"].verdict is Verdict.HOLDS
    small = ask(MEAN, points, **DEFINITION_2, r=4)
    assert small.verdict is Verdict.REFUTED
    (side,) = small.counterexamples["condition1"]
    assert abs(side.value) >= 4


SOFT = Network(1, [SoftmaxAttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]], b_Q=[0])])])


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("options", [{"property": "injective"}, DEFINITION_2])
def test_reals_are_put_in_a_chain(options: dict[str, Any]) -> None:
    answer = ask(SOFT, grid=["-1", "1/2", 1], n=2, **options)
    pairs = in_pairs(SOFT, grid=["-1", "1/2", 1], n=2, **options)
    assert answer.verdict is pairs.verdict is Verdict.HOLDS
    assert kinds_of(answer) == {"list"}
    assert answer.separation is not None
    assert pairs.separation is not None
    assert 0 < answer.separation.squared <= pairs.separation.squared * (1 + Fraction(1, 2**60))  # rounded down
    assert pairs.separation.squared <= answer.separation.at_most
    values = [constant.value for constant in answer.constants]
    assert values == [constant.value for constant in pairs.constants]


@pytest.mark.usefixtures("many")
def test_reals_of_a_network_that_is_not_equivariant_are_decided_in_pairs() -> None:
    network = Network(1, [PositionalEncoding([[0, 1]]), *SOFT.items])
    answer = ask(network, [[[0, 1]], [[0, 3]]], **DEFINITION_2)
    assert answer.verdict is Verdict.HOLDS
    assert "pairs" in kinds_of(answer)


def test_a_chain_with_a_link_that_is_not_joined_is_refuted() -> None:
    points = [((0, 1),), ((1, 1),), ((2, 1),), ((5, 1),)]
    for chosen, verdict in ((points, Verdict.HOLDS), (points[::-1], Verdict.HOLDS)):
        assert _linked(chosen, list(pairwise(chosen))) is verdict
    pairs = list(pairwise(points))
    for broken in (pairs[::-1], pairs[1:], [pairs[0], pairs[2]], [(b, a) for a, b in pairs]):
        assert _linked(points, broken) is Verdict.REFUTED


def _linked(points: Any, pairs: Any) -> Verdict:
    claim = Claim("ask:chain", "A chain", "", "its links", parameters=(D_ROWS, N_COLUMNS))
    built = chains.Chain((1,), tuple(points), ((0,),) * len(points), Fraction(1))
    built.states_linked(claim, listed("neighbours", [chains.beside(X, Y) for X, Y in pairs]))
    return decide(claim.problem({"d": 1, "n": 4})).verdict


@pytest.mark.usefixtures("many")
def test_numbers_that_were_found_wrong_are_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [[[a, b]] for a, b in combinations(range(1, 5), 2)]
    real = Vectors.told_apart
    monkeypatch.setattr(Vectors, "told_apart", lambda self: replace(real(self), gap=2 * real(self).gap))
    for options in ({"property": "injective"}, DEFINITION_2):
        with pytest.raises(EvaluatorsDisagree, match=r"\.separation: "):
            exactua.ask(MEAN, points, **options)
    built = chains.chain_of
    for module in (chained, chains):
        monkeypatch.setattr(module, "chain_of", lambda *given: replace(built(*given), gap=2 * built(*given).gap))
    for options in ({"property": "injective"}, DEFINITION_2):
        with pytest.raises(EvaluatorsDisagree, match=r"\.separation: "):
            exactua.ask(SOFT, grid=[-1, 1, 2], n=2, **options)
    monkeypatch.setattr(chained, "chain_of", lambda *given: _turned(built(*given)))
    with pytest.raises(EvaluatorsDisagree, match=r"\.condition2: "):
        exactua.ask(SOFT, grid=[-1, 1, 2], n=2, **DEFINITION_2)


def _turned(chain: Any) -> Any:
    return replace(chain, points=chain.points[::-1], vectors=chain.vectors[::-1])


numbers = st.integers(-3, 3)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=12), st.data())
def test_directions_show_what_is_so_and_nothing_else(vectors: list[tuple[int, int]], data: st.DataObject) -> None:
    exact = [tuple(Fraction(x, 2) for x in vector) for vector in vectors]
    answer = Vectors(exact)
    classes = data.draw(st.lists(st.integers(0, 2), min_size=len(vectors), max_size=len(vectors)))
    direction = answer.told_apart()
    if len(set(exact)) < len(exact):
        assert direction is None
    if direction is not None:
        seen = sorted(sum(a * b for a, b in zip(direction.u, vector, strict=True)) for vector in exact)
        assert direction.gap == min(b - a for a, b in pairwise(seen))
        assert direction.squared <= min(by_hand.squared(a, b) for a, b in combinations(exact, 2))
    same = [(i, j) for i, j in combinations(range(len(exact)), 2) if exact[i] == exact[j] and classes[i] != classes[j]]
    assert answer.equal(classes) == min(same, default=None)
    if len(set(classes)) > 1:
        near = answer.near(classes)
        assert classes[near.first] != classes[near.second]
        assert near.squared == by_hand.squared(exact[near.first], exact[near.second])


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), st.booleans(), st.data())
def test_near_vectors_are_those_of_all_their_entries(length: int, wide: bool, data: st.DataObject) -> None:
    """A few entries are compared first: the pair is that which is found when all of them are, of the same steps."""
    entry = st.integers(-9, 9).map(lambda x: x * 10**30 if wide else x)
    row = st.lists(entry, min_size=length, max_size=length)
    vectors = data.draw(st.lists(row, min_size=2, max_size=14, unique_by=tuple))
    classes = data.draw(st.lists(st.integers(0, 1), min_size=len(vectors), max_size=len(vectors)))
    if len(set(classes)) < 2:
        return

    def pair(i: int, j: int) -> tuple[int, int, int]:
        return sum((a - b) ** 2 for a, b in zip(vectors[i], vectors[j], strict=True)), min(i, j), max(i, j)

    seen = [pair(0, next(k for k, kind in enumerate(classes) if kind != classes[0]))]
    for u in directions.directions(length, directions.TRIED):
        numbers = [sum(a * b for a, b in zip(u, vector, strict=True)) for vector in vectors]
        order = sorted(range(len(vectors)), key=numbers.__getitem__)
        for step in range(1, directions.BESIDE + 1):
            beside = zip(order, order[step:], strict=False)
            seen += [pair(i, j) for i, j in beside if classes[i] != classes[j]]
    near = Vectors([[Fraction(x) for x in vector] for vector in vectors]).near(classes)
    assert (near.squared, near.first, near.second) == min(seen)


def test_directions_are_the_same_everywhere() -> None:
    assert list(directions.directions(3, 2)) == list(directions.directions(3, 5))[:2]
    assert list(directions.directions(1, 5)) == [(1,)]
    assert next(directions.directions(4, 1)) == (-519, 193, 931, -886)
    assert all(0 < abs(entry) <= directions.LARGEST for u in directions.directions(9, 9) for entry in u)


def test_a_floor_is_no_rational() -> None:
    answer = exactua.ask(SOFT, grid=[0, 1, 2], n=2, property="injective")
    assert answer.separation is not None
    assert not isinstance(answer.separation.squared, Floor)
