"""The layers are the steps of the dynamics, written down once more in fractions; membership in a hull is that of triangles."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from exactua.claims.claim import Claim, Parameter
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.grids.finite import listed
from exactua.networks import Network
from exactua.papers.alcalde2025.dynamics import diagonal_step, multiple, positive, step, step_with_room
from exactua.papers.alcalde2025.geometry import in_hull, origin
from exactua.terms.tracing import point

Matrix = list[list[Fraction]]


def moved(X: Matrix, B: list[list[int]], P: list[Fraction]) -> Matrix:
    """x_i + P (average of the argmax of <B x_i, y> - x_i), tokens being columns; P is diagonal."""
    tokens = list(zip(*X, strict=True))
    after = []
    for x in tokens:
        query = [sum(b * entry for b, entry in zip(line, x, strict=True)) for line in B]
        scores = [sum(q * entry for q, entry in zip(query, y, strict=True)) for y in tokens]
        best = [y for y, score in zip(tokens, scores, strict=True) if score == max(scores)]
        average = [sum(entries, Fraction(0)) / len(best) for entries in zip(*best, strict=True)]
        after.append([a + p * (b - a) for a, b, p in zip(x, average, P, strict=True)])
    return [list(line) for line in zip(*after, strict=True)]


def matrices(d: int, n: int) -> list[Matrix]:
    """All with entries -1, 0, 1."""
    entries = product([Fraction(-1), Fraction(0), Fraction(1)], repeat=d * n)
    return [[list(flat[i * n : (i + 1) * n]) for i in range(d)] for flat in entries]


def equal(ours: object, theirs: Matrix) -> bool:
    return [[Fraction(str(entry)) for entry in line] for line in ours] == theirs  # type: ignore[attr-defined]


@pytest.mark.parametrize("B", [[[1, 0], [0, 1]], [[0, 1], [-1, 2]], positive(2), multiple(-1, 2)])
def test_a_step_is_that_of_the_paper(B: list[list[int]]) -> None:
    gamma = Fraction(1, 3)
    network = Network(2, step(B, "1/3"), {"output": 2})
    for X in matrices(2, 2):
        assert equal(network(X), moved(X, B, [gamma, gamma]))


def test_a_diagonal_step_is_that_of_the_paper() -> None:
    network = Network(2, diagonal_step([[0, 1], [1, 0]], ["3/5", "7/10"]), {"output": 2})
    for X in matrices(2, 3)[::7]:
        assert equal(network(X), moved(X, [[0, 1], [1, 0]], [Fraction(3, 5), Fraction(7, 10)]))


@pytest.mark.parametrize("gamma", [Fraction(1), Fraction(2, 3)])
def test_a_step_with_room_is_that_of_the_paper_and_leaves_the_room_empty(gamma: Fraction) -> None:
    network = Network(4, step_with_room(multiple(-1, 2), str(gamma)), {"output": 2})
    nothing = [[Fraction(0)] * 2 for _ in range(2)]
    for X in matrices(2, 2):
        assert equal(network([*X, *nothing]), [*moved(X, [[-1, 0], [0, -1]], [gamma, gamma]), *nothing])


@pytest.mark.parametrize(
    ("tokens", "inside"),
    [
        ([[-1, 1]], True),
        ([[1, 2]], False),
        ([[0, 3]], True),
        ([[-1, 1, 0], [-1, -1, 1]], True),
        ([[-1, 1, 0], [-1, -1, -2]], False),
        ([[-1, 1, 2], [-2, 2, 5]], True),
        ([[1, 2, 3], [1, 2, 3]], False),
        ([[-1, -2, 3], [1, 2, 3]], False),
        ([[0, 1, 3], [0, 5, 2]], True),
        ([[-1, 1, 1, -1], [1, 2, 3, 2]], False),
        ([[-1, 1, 1, -1], [-1, -1, 1, 1]], True),
    ],
)
def test_the_origin_is_in_a_hull_or_not(tokens: list[list[int]], inside: bool) -> None:
    d, n = len(tokens), len(tokens[0])
    sizes = (Parameter("d", "rows", ladder=(d,)), Parameter("n", "columns", ladder=(n,)))
    claim = Claim("test:hull", "Hull", "nowhere", "0 is in the hull.", parameters=sizes)
    claim.states("0 is in the hull", name="within", over=(listed("tokens", [tokens]),))(
        lambda at: in_hull(origin, point, at.columns, at.rows)
    )
    verdict = decide(claim.problem({"d": d, "n": n}))["within"].verdict
    assert verdict is (Verdict.HOLDS if inside else Verdict.REFUTED)
