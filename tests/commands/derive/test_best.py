"""The best version of a bound: by how much it may be sharper, as identities that sympy shows and exactua decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from gmpy2 import mpq

from exactua.claims.registry import find
from exactua.commands.derive import best
from exactua.commands.derive.best import best_versions, polynomial
from exactua.commands.group import main
from exactua.terms.language import make
from exactua.terms.printing import text
from exactua.terms.tracing import definition

LEMMA_10, _ = find("lemma10")
UPPER = """\
best version at n = 3, by the extremes at 7 instances: a polynomial that fits all of them (a search, not a proof)
        top
    <=  D^4 - D^3 - 2 D^2 + 3 D - 1            holds; with < refuted: no number is sharper
    =   D^4 - D^3 - D^2 + 2 D - 1 - (D^2 - D)  holds; sympy: the difference expands to 0
    =   D^n (D - 1) - (D - 1)^2 - D (D - 1)    holds; sympy: the difference expands to 0
    <=  D^n (D - 1) - (D - 1)^2                holds

best version at n = 4, by the extremes at 3 instances: one number for all of them
        top
    <=  D^n (D - 1) - (D - 1)^2 - 72  holds; with < refuted at 1 of 3 instances: no number is sharper
    <=  D^n (D - 1) - (D - 1)^2       holds

best version at n = 5, by the extremes at 1 instance: one number for all of them
        top
    <=  D^n (D - 1) - (D - 1)^2 - 760  holds; with < refuted: no number is sharper
    <=  D^n (D - 1) - (D - 1)^2        holds

best as printed at n = 2: both sides are equal somewhere at each of its instances
"""
LOWER = """\
best version at n = 3, by the extremes at 7 instances: a polynomial that fits all of them (a search, not a proof)
        D^(n - 1) (D - 1)
    <=  D^(n - 1) (D - 1) + D^3 - D + 2  holds
    =   D^3 - D^2 + D^3 - D + 2          holds; sympy: the difference expands to 0
    =   2 D^3 - D^2 - D + 2              holds; sympy: the difference expands to 0
    <=  top                              holds; with > refuted: no number is sharper
"""


@pytest.mark.parametrize(("step", "expected"), [("upper_bound", UPPER), ("lower_bound", LOWER)])
def test_the_bounds_of_lemma_10(capsys: pytest.CaptureFixture[str], step: str, expected: str) -> None:
    assert main(["derive", f"lemma10.{step}"]) == 0
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize("D", [3, 4, 5, 8])
def test_they_are_the_bounds_that_are_proved_for_all_parameters(D: int) -> None:
    """greatest_top and least_top of proofs/rocq/Lemma10Sharp.v at n = 3."""
    powers = D + D**2
    assert D**3 * (D - 1) - (D - 1) ** 2 - (powers - 2 * D) == D**4 - D**3 - 2 * D**2 + 3 * D - 1
    assert 2 * (D**3 + 1) - powers == 2 * D**3 - D**2 - D + 2


def test_polynomials_are_written_with_the_highest_power_first() -> None:
    written = [
        text(polynomial([mpq(c) for c in given]).term) for given in ((0,), (-1, 0, 2), (mpq(1, 2), -1), (0, 0, -1))
    ]
    assert written == ["0", "2 D^2 - 1", "-D + 1 / 2", "-D^2"]


def test_what_is_no_identity_is_not_said_to_be_one() -> None:
    D, said = definition("D"), LEMMA_10.as_sympy(n=3)
    assert said.is_identity(make("=", (), (D**2 - D).term, (D * (D - 1)).term))
    assert not said.is_identity(make("=", (), (D**2 - D).term, (D * (D - 2)).term))


def test_a_wrong_room_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exact path has the last word on each line of the chain."""
    monkeypatch.setattr(best, "_factored", lambda said, coefficients: definition("D") * definition("D"))
    boxes = [{"d": 1, "n": 3, "m": m} for m in range(3, 9)]
    (version,) = best_versions(LEMMA_10, LEMMA_10.step("upper_bound"), boxes)
    assert [line.known for line in version.lines] == [
        "", "holds; with < refuted: no number is sharper", "holds; sympy: the difference expands to 0", "refuted", "holds",
    ]  # fmt: skip


def test_of_an_equation_and_of_a_bound_that_fails_there_is_none() -> None:
    boxes = [{"d": 1, "n": 3, "m": 4}]
    assert best_versions(LEMMA_10, LEMMA_10.step("telescopes"), boxes) == ()
    assert best_versions(LEMMA_10, LEMMA_10.step("coarsest_bounded"), boxes)


def test_of_an_own_claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(
        'from exactua.authoring import *\nlemma = claim("lemma")\nbits = levels("bits", 0, 1, 2)\n'
        '@lemma.states("at most n + 1", over=bits)\ndef few(at):\n'
        "    return total(at.columns, lambda j: point[1, j]) <= at.n + 1\n"
        '@lemma.states("wrong", over=bits)\ndef wrong(at):\n    return point[1, 1] <= 0\n'
    )
    assert main(["derive", "own.py::lemma.few", "--d", "1", "--n", "2"]) == 0
    lines = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
    assert ["n + 1 - 1", "holds; with < refuted: no number is sharper"] in [
        list(filter(None, line))[1:] for line in lines
    ]
    assert main(["derive", "own.py::lemma.wrong", "--d", "1", "--n", "2"]) == 1
    assert "best version" not in capsys.readouterr().out
