"""Networks built for a user's f: their distances are those of an integration by hand, their values are those of f-bar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import count, product
from typing import Any

import pytest
from gmpy2 import mpq

from exactua import verifier
from exactua.certificates.writing import certificate
from exactua.claims.verdicts import Verdict
from exactua.commands.build.measuring import measured
from exactua.commands.build.own_function import read_target
from exactua.commands.build.work import boundary, build, cube_values
from exactua.console.deadlines import Deadline
from exactua.errors import InputError
from exactua.networks.files import write_network
from exactua.papers.yun2020.built import Bounds, Built, Instance
from exactua.papers.yun2020.constructions import theorem2_network, theorem3_network
from exactua.targets.python_function import PythonFunction
from exactua.targets.table import Table
from tests import integration_by_hand as by_hand
from tests.evidence.functions import HAT, NAMES, bump, fraction, hat, products
from tests.integration_by_hand import Larger, Line

F = Fraction


def built(text: str, d: int, n: int, m: int, p: int, theorem: str = "theorem2", **options: Any) -> Built:
    return build(theorem, read_target(text, d, n, m), p, m=m, **options)


def test_bounds_are_made_close() -> None:
    instance, bounds = measured(
        Instance("theorem2", read_target("Max(x1, x2), Max(x1, x2)", 1, 2), 2, 1), None, Deadline.of(60)
    )
    assert instance.parts > 1
    for name, value in by_hand.distances([Larger(0, 1), Larger(0, 1)], 1, 2, 2, 1, "theorem2").items():
        assert fraction(bounds[name].lower) <= value <= fraction(bounds[name].upper)
        assert bounds[name].upper - bounds[name].lower <= bounds[name].upper / 50


DONE = [
    (HAT, 1, 2, [hat(0), hat(1)], 4), ("x[i, j]*(1 - x[i, j])", 2, 2, [bump(k) for k in range(4)], 2),
    ("x1*(x2 + x3), x2*(x1 + x3), x3*(x1 + x2)", 1, 3, products(3), 3),
]  # fmt: skip


@pytest.mark.parametrize(("text", "d", "n", "f", "m"), DONE)
@pytest.mark.parametrize("theorem", ["theorem2", "theorem3"])
def test_a_network_for_a_function_of_ones_own(text, d, n, f, m, theorem) -> None:
    """Every step holds; the network is f-bar on every cube, and 0 where Theorem 2 has 0; the verifier confirms it."""
    building = built(text, d, n, m, 2, theorem)
    assert {result.verdict for result in building.decision.results} == {Verdict.HOLDS}
    wanted = by_hand.distances(f, d, n, m, 2, theorem)
    assert [fraction(building.distances[name].upper) for name in NAMES] == [wanted[name] for name in NAMES]
    assert verifier.verify(certificate(building.decision).encode()).verdict == "holds"
    g = building.construction.network
    for L in by_hand.corners(d, n, m):
        centre = [low + F(1, 2 * m) for low in L]
        columns = {L[j::n] for j in range(n)}
        zero = theorem == "theorem2" and len(columns) < n
        value = matrix([F(0) if zero else entry.at(centre) for entry in f], n)
        for part in (F(0), F(1, 2 * m), F(1, 7 * m), F(1, m) - F(1, 10**9)):
            assert g(matrix([low + part for low in L], n)) == value
        if theorem == "theorem2":
            for k, outside in product(range(d * n), (F(1), F(-1, 10**9), F(7, 2))):
                assert g(matrix([*L[:k], outside, *L[k + 1 :]], n)) == matrix([F(0)] * (d * n), n)


def matrix(entries: Sequence[Fraction], n: int) -> tuple:
    exact = [mpq(entry.numerator, entry.denominator) for entry in entries]
    return tuple(tuple(exact[k : k + n]) for k in range(0, len(exact), n))


def test_kinks_are_brought_onto_faces_if_that_takes_few_cubes() -> None:
    few = built("Max(x[i, j] - 1/3, 0)", 1, 2, 4, 2)
    assert few.instance.parts == 3
    assert all(bound.exact for bound in few.distances.values())
    many, bounds = measured(
        Instance("theorem2", read_target("Max(x[i, j] - 1/3, 0) + Max(x[i, j] - 1/10007, 0)", 1, 2), 4, 2),
        2,
        Deadline.of(60),
    )
    assert many.parts == 6
    assert not bounds["f to f-bar"].exact


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize(
    ("theorem", "text", "epsilon"),
    [("theorem3", HAT, "1/5"), ("theorem2", HAT, "1/2"), ("theorem3", "Max(x1, x2), x1", "1/4")],
)
def test_the_first_delta_that_serves(theorem, text, epsilon, p) -> None:
    target, wanted = read_target(text, 1, 2), mpq(epsilon)
    building = build(theorem, target, p, epsilon=wanted)
    assert building.distances["f to g"].upper <= wanted**p
    assert building.decision.verdict == Verdict.HOLDS
    for m in range(2, building.instance.m):
        _, bounds = measured(Instance(theorem, target, m, p), None, Deadline.of(60))
        assert bounds["f to g"].upper > wanted**p


def test_a_table_is_served_by_its_own_grid() -> None:
    values = {((mpq(a, 3), mpq(b, 3)),): ((mpq(a), mpq(b)),) for a, b in product(range(3), repeat=2)}
    building = build("theorem3", Table(1, 2, "f", 3, values), 2, epsilon=mpq(1, 1000))
    assert (building.instance.m, building.distances["f to g"]) == (3, Bounds(mpq(0), mpq(0)))
    finer = build("theorem2", Table(1, 2, "f", 3, values), 2, m=6)
    assert finer.decision.verdict == Verdict.HOLDS
    assert finer.distances["f to f-bar"] == Bounds(mpq(0), mpq(0))


WRONG = [
    ("theorem9", HAT, {"m": 2}, r"theorem: 'theorem9' can't be built; choose one of theorem2, theorem3"),
    ("theorem2", HAT, {"m": 1}, r"delta: 1/1 is not valid; the paper assumes delta\^-1 >= 2"),
    ("theorem2", HAT, {"m": 1000}, r"delta: 1/1000 makes 1,000,000 cubes for d = 1, n = 2; at most 200,000 are summed over"),
    ("theorem3", HAT, {"m": 400}, r"delta: 1/400 makes 320,000 keys for d = 1, n = 2; the value map has at most 200,000 layers"),
    ("theorem2", HAT, {}, r"delta: give delta or epsilon; neither is given"),
    ("theorem2", HAT, {"m": 2, "epsilon": mpq(1)}, r"delta: give delta or epsilon; both are given"),
    ("theorem2", HAT, {"m": 2, "p": 0}, r"p: 0 is not valid; give an integer from 1 to 64"),
    ("theorem2", HAT, {"m": 2, "p": 65}, r"p: 65 is not valid; give an integer from 1 to 64"),
    ("theorem2", HAT, {"m": 2, "parts": 0}, r"parts: 0 is not valid; give an integer >= 1"),
    ("theorem2", HAT, {"m": 2, "parts": 10**6}, r"parts: 1000000 makes 4,000,000 small cubes; at most 200,000 are summed over"),
    ("theorem2", HAT, {"epsilon": mpq(0)}, r"epsilon: 0 is not valid; give a positive rational number such as 1/10"),
    ("theorem2", HAT, {"epsilon": mpq(1, 10**6), "budget": 0.3}, r"epsilon: no delta = 1/m was found for 1/1000000: the budget of 0.3 s ran out at delta = 1/\d+; the least d_2\(f, g\) that was reached is at most 0\.\d+, at delta = 1/\d+"),
    ("theorem2", HAT, {"m": 64, "budget": 0.1}, r"budget: 0.1 s do not suffice for the distances at delta = 1/64; raise --budget or take a larger delta"),
    ("theorem2", "x1, 2*x2", {"m": 2}, r"f: not permutation equivariant: for X = \[1/4 1/4\], P = \(2, 1\) and XP = \[1/4 1/4\], entry \(1, 1\) of f\(XP\) is 1/4 and that of f\(X\)P is 1/2; theorem3 needs no equivariance"),
    ("theorem2", "1/(x1 - 1/4), 1/(x2 - 1/4)", {"m": 2}, r"f: entry \(1, 1\), 1/\(x1 - 1/4\), is infinite at X = \[1/4 1/4\]"),
    ("theorem2", "1/(x1 - 1/5), 1/(x2 - 1/5)", {"m": 2}, r"f: its distance from f-bar can't be bounded; f may be infinite somewhere between the centres of cubes: .*; cut the cubes further with --parts if it is not"),
]  # fmt: skip


def clock_of_looks(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.02) -> None:
    """A deadline that comes nearer by the times it is asked, on every machine alike."""
    looks = count(1)
    monkeypatch.setattr(Deadline, "left", property(lambda deadline: deadline.budget - seconds * next(looks)))


@pytest.mark.parametrize(("theorem", "text", "options", "message"), WRONG)
def test_what_can_not_be_built_is_said_in_one_sentence(theorem, text, options, message, monkeypatch) -> None:
    if "budget" in options:
        clock_of_looks(monkeypatch)
    with pytest.raises(InputError) as raised:
        build(theorem, read_target(text, 1, 2), options.pop("p", 2), **options)
    assert re.fullmatch(message, str(raised.value))


def test_no_delta_is_left_for_large_matrices() -> None:
    with pytest.raises(InputError, match=r"smaller delta make more cubes or layers than are built$"):
        build("theorem2", read_target("x[i, j]", 20, 20), 2, epsilon=mpq(1))
    with pytest.raises(InputError, match=r"delta: 1/8 makes about 10\^361 cubes for d = 20, n = 20"):
        build("theorem2", read_target("x[i, j]", 20, 20), 2, m=8)


def test_one_column_is_not_enough() -> None:
    with pytest.raises(InputError, match=r"n: 1 is not valid; the paper assumes n >= 2 throughout \(Sec. 1.2\)"):
        build("theorem3", read_target("x1", 1, 1), 2, m=2)


def test_theorem_3_needs_no_equivariance() -> None:
    building = built("x1, 2*x2 + x1", 1, 2, 2, 2, "theorem3")
    assert building.equivariance is None
    assert building.decision.verdict == Verdict.HOLDS


def test_equivariance_is_looked_at_again_at_the_delta_that_is_found() -> None:
    """A Python function that is equivariant at the centres for delta = 1/2 and at the corners, but not for 1/3."""

    def f(X):
        (x, y) = X[0]
        return [[(1 if (x, y) == (Fraction(1, 6), Fraction(1, 2)) else 0), 0]]

    with pytest.raises(InputError, match=r"f: not permutation equivariant: for X = \[1/6 1/2\]"):
        build("theorem2", PythonFunction(1, 2, "f", f, "t"), 2, epsilon=mpq(1, 4))


def test_no_context_at_all() -> None:
    """d = 1, delta = 1/2, n = 3: no three columns are different, and the network is 0."""
    building = built("x1, x2, x3", 1, 3, 2, 2)
    verdicts = {result.step.name: result.verdict for result in building.decision.results}
    assert verdicts.pop("values") == Verdict.VACUOUS
    assert set(verdicts.values()) == {Verdict.HOLDS}
    identity = [Line(k, [(0, 1, {1: 1})]) for k in range(3)]
    wanted = by_hand.distances(identity, 1, 3, 2, 2, "theorem2")
    assert {name: fraction(bounds.upper) for name, bounds in building.distances.items()} == wanted
    assert wanted["f to g"] == 1  # the integral of x1^2 + x2^2 + x3^2: all of f is missed


@pytest.mark.parametrize("text", ["0, 0", "10**30, 10**30", "x1/(10**30 + 7), x2/(10**30 + 7)"])
@pytest.mark.parametrize("theorem", ["theorem2", "theorem3"])
def test_constants_and_large_numbers(text, theorem) -> None:
    building = built(text, 1, 2, 3, 64 if text.startswith("0") else 2, theorem)
    assert building.decision.verdict == Verdict.HOLDS
    assert all(bounds.exact for bounds in building.distances.values())


def test_a_jump_on_a_face_is_noted() -> None:
    note = boundary(Instance("theorem2", read_target("1 - x1, 1 - x2", 1, 2), 2, 2))
    assert note is not None
    assert "f is not 0 at X = [0 1/2], on a face" in note
    hidden = "(x2 - 1/2)*x2*(1 - x2), (x1 - 1/2)*x1*(1 - x1)"  # 0 in the middle of each face and at the corners
    assert "at X = [0 1/3], on a face" in str(boundary(Instance("theorem2", read_target(hidden, 1, 2), 2, 2)))
    quiet = "x1*(1 - x1)*x2*(1 - x2), x1*(1 - x1)*x2*(1 - x2)"
    assert boundary(Instance("theorem2", read_target(quiet, 1, 2), 2, 2)) is None
    assert boundary(Instance("theorem3", read_target("1 - x1, 1 - x2", 1, 2), 2, 2)) is None


def test_the_values_of_cubes_are_those_of_the_network() -> None:
    building = built(HAT, 1, 2, 2, 2)
    half = mpq(1, 2)
    assert cube_values(building) == {
        (0, 0): ((0, 0),),
        (0, 1): ((half, half),),
        (1, 0): ((half, half),),
        (1, 1): ((0, 0),),
    }


@pytest.mark.parametrize("construct", [theorem2_network, theorem3_network])
@pytest.mark.parametrize(("d", "text"), [(1, "x[i, j]*(1 - x[i, j])"), (2, "x[1, j]*x[2, j] + x[i, j]**3/7")])
def test_files_stay_small(tmp_path, construct, d, text) -> None:
    """delta = 1/8, n = 2."""
    instance = Instance("theorem2", read_target(text, d, 2), 8, 2)
    write_network(tmp_path / "net.json", construct({"d": d, "n": 2, "m": 8}, instance.wanted).network)
    assert (tmp_path / "net.json").stat().st_size < (1_000_000 if d == 2 else 20_000)
