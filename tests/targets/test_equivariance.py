"""f(XP) = f(X)P: proved for formulas and tables, refuted with exact values, or tried."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given, settings

from exactua.commands.build.own_function import read_target
from exactua.errors import InputError
from exactua.targets.equivariance import Equivariance, Violation, equivariance
from exactua.targets.table import Table, grid, permuted
from exactua.targets.target import Target
from tests.targets.strategies import Sample, expressions


def holds_of(violation: Violation, f: Target) -> bool:
    """Whether the violation is one, by values asked anew."""
    order = tuple(k - 1 for k in violation.P)
    moved, wanted = f.value(permuted(violation.X, order)), permuted(f.value(violation.X), order)
    i, j = violation.i - 1, violation.j - 1
    same_place = (moved[i][j], wanted[i][j]) == (violation.of_permuted, violation.permuted_value)
    return same_place and moved[i][j] != wanted[i][j]


@pytest.mark.parametrize(
    ("text", "d", "n"),
    [
        ("x1*(1 - x1), x2*(1 - x2)", 1, 2),
        ("x[i, j]*prod(4*x[k, l]*(1 - x[k, l]) for k in rows for l in columns)", 2, 3),
        ("Max(0, 1 - Abs(2*x[i, j] - 1)) + Max(x[1, l] for l in columns)", 2, 3),
        ("Max(x1, x2) - Min(x2, x1), Max(x2, x1) - Min(x1, x2)", 1, 2),
        ("Abs(x1 - x2), Abs(x2 - x1)", 1, 2),
        ("(x1 - x2)**2, x1**2 - 2*x1*x2 + x2**2", 1, 2),
        ("x1/(1 + x1 + x2), x2/(1 + x2 + x1)", 1, 2),
        ("Piecewise((x1, (x1 < 1/2) & (x2 < 1/2)), (0, True)), Piecewise((x2, (x2 < 1/2) & (x1 < 1/2)), (0, True))", 1, 2),
        ("x1", 1, 1),
    ],
)  # fmt: skip
def test_proved(text: str, d: int, n: int) -> None:
    answer = equivariance(read_target(text, d, n), 2)
    assert answer == Equivariance(None, True, 0)
    assert answer.text == "f is permutation equivariant: f(XP) = f(X)P as formulas"


@pytest.mark.parametrize(
    ("text", "d", "n"),
    [
        ("x1, 1 - x2", 1, 2),
        ("Max(x1, x2), Min(x1, x2)", 1, 2),
        ("j*x[i, j]", 2, 3),
        ("x[i, j] + prod(x[k, l] - 1/4 for k in rows for l in columns if l < n)", 2, 2),
        ("x1, x2 + (x1 - x2)*(x1 - 1/4)*(x2 - 1/4)*(x1 - 3/4)*(x2 - 3/4)*x1*x2*(1 - x1)*(1 - x2)", 1, 2),
        ("x1, x2, x3, x4, x5, x5", 1, 6),
        ("1/x1, 1/(x2 + x2)", 1, 2),
        ("Piecewise((1, x1 < 1/2), (2, True)), Piecewise((1, x2 >= 1/2), (2, True))", 1, 2),
        ("Piecewise((1, Eq(x1, 1)), (2, True)), Piecewise((1, x2 >= 1), (3, True))", 1, 2),
    ],
)
def test_violated(text: str, d: int, n: int) -> None:
    f = read_target(text, d, n)
    answer = equivariance(f, 2)
    assert answer.violation is not None
    assert not answer.proved
    assert holds_of(answer.violation, f)
    assert answer.text == answer.violation.text


def test_the_sentence() -> None:
    violation = equivariance(read_target("x1, 1 - x2", 1, 2), 2).violation
    assert violation == Violation(((mpq(1, 4), mpq(1, 4)),), (2, 1), 1, 1, mpq(1, 4), mpq(3, 4))
    assert violation.text == (
        "f is not permutation equivariant: for X = [1/4 1/4], P = (2, 1) and XP = [1/4 1/4], entry (1, 1) of f(XP) is 1/4 "
        "and that of f(X)P is 3/4"
    )


def test_the_first_centre_that_violates_is_told() -> None:
    f = read_target("Max(x1, x2, 1/2), Max(x1, 1/2)", 1, 2)
    violation = equivariance(f, 4).violation
    assert violation is not None
    assert tuple(violation.X) == ((mpq(1, 8), mpq(5, 8)),)


def test_not_proved_is_said() -> None:
    f = read_target("Max(x1, 1/2) + 0*x2, Piecewise((x2, x2 > 1/2), (1/2, True))", 1, 2)
    answer = equivariance(f, 2)
    assert answer == Equivariance(None, False, 8)
    assert answer.text == "f(XP) = f(X)P at all 8 X that were tried (exactly; no proof for all X)"


@given(expressions(1, 3))
@settings(max_examples=40)
def test_a_sum_over_all_permutations_is_never_violated(sample: Sample) -> None:
    """f_j = the sum of h over all ways to fill its places with x_j first: equivariant, whatever h is."""
    entries = []
    for j in range(1, 4):
        parts = []
        for rest in permutations([k for k in range(1, 4) if k != j]):
            names = {1: j, 2: rest[0], 3: rest[1]}
            text = sample.text
            for k in names:
                for name in (f"x1{k}", f"x_1_{k}", f"x[1, {k}]", f"x{k}"):
                    text = text.replace(name, f"<{k}>")
            for k, place in names.items():
                text = text.replace(f"<{k}>", f"x[1, {place}]")
            parts.append(f"({text})")
        entries.append(" + ".join(parts))
    answer = equivariance(read_target(", ".join(entries), 1, 3), 2)
    assert answer.violation is None


@given(expressions(1, 2), expressions(1, 2))
@settings(max_examples=60)
def test_what_is_proved_is_true(first: Sample, second: Sample) -> None:
    """Where it says proved, values on a finer grid agree; where it says violated, they differ."""
    f = read_target(f"{first.text}, {second.text}", 1, 2)
    answer = equivariance(f, 2)
    if answer.violation:
        assert holds_of(answer.violation, f)
    elif answer.proved:
        for X in grid(1, 2, 5):
            assert f.value(permuted(X, (1, 0))) == permuted(f.value(X), (1, 0))


def test_tables_are_compared_on_every_cube() -> None:
    values = {L: tuple(tuple(2 * x for x in row) for row in L) for L in grid(2, 2, 2)}
    f = Table(2, 2, "f.json", 2, values)
    answer = equivariance(f, 7)
    assert answer == Equivariance(None, True, 16)
    assert answer.text == "f is permutation equivariant: f(XP) = f(X)P on every cube"
    L = ((mpq(1, 2), mpq(0)), (mpq(1, 2), mpq(1, 2)))
    wrong = Table(2, 2, "f.json", 2, {**values, L: ((mpq(1), mpq(0)), (mpq(1), mpq(9)))})
    violation = equivariance(wrong, 7).violation
    assert violation is not None
    assert holds_of(violation, wrong)
    assert tuple(violation.X) == ((0, mpq(1, 2)), (mpq(1, 2), mpq(1, 2)))


@pytest.mark.parametrize(("body", "violated"), [("sorted(X[0])", True), ("[x * sum(X[0]) for x in X[0]]", False)])
def test_functions_are_tried_and_never_proved(
    body: str, violated: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_f.py").write_text(f"def f(X): return {body}\n")
    f = read_target("my_f.py::f", 1, 2, modulus="4*t")
    answer = equivariance(f, 2)
    assert (answer.violation is not None, answer.proved) == (violated, False)
    assert violated or answer.points == 8


def test_no_value_at_a_centre_is_an_error_and_a_pole_on_the_boundary_none() -> None:
    with pytest.raises(InputError, match=r"is infinite at X = \[1/4 1/4\]$"):
        equivariance(read_target("1/(x1 - x2), Max(1, 1/(x2 - x1))", 1, 2), 2)
    assert equivariance(read_target("1/x1, Max(1/x2, 1/2)", 1, 2), 2).violation is None


def test_many_columns_and_many_cubes_stay_affordable() -> None:
    f = read_target("x[i, j]*Piecewise((1, x[1, 1] < 1/2), (1, True))", 2, 7)
    answer = equivariance(f, 8)
    assert answer.violation is None
    assert not answer.proved
    assert answer.points == 4096 + 1024
