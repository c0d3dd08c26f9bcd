"""What brute force once said otherwise than the page, or did not know."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.arithmetic.float_formats import BY_NAME
from exactua.certificates import writing
from exactua.certificates.reading import problem_of
from exactua.deciding.running import decide
from tests.attack.asking import CONFIRMED, both
from tests.attack.brute_force import truth
from tests.attack.brute_force.networks import FORMATS, nearest
from tests.attack.brute_force.written import Invalid, rational
from tests.pocket_certificates import POINT, asked, entry, network, step, v

LISTED: Any = {"listed": {"kind": "list", "points": [[[0], [2]], [[5], [1]]]}}


def decided(term: Any, *items: Any) -> dict[str, Any]:
    """What is decided of one step over a list of points of one column, and that all confirm it."""
    networks = {"f": network(*items, d=2)} if items else {}
    problem = problem_of(asked("alone", [step("alone", ["listed"], term)], LISTED, networks, d=2, n=1))
    decision = decide(problem)
    content = writing.certificate(decision).encode()
    answers, verdict = both(content), truth(content)
    assert (answers.own, verdict.answer) == (CONFIRMED, "true"), (answers.said, verdict.why)
    return dict(json.loads(content)["decided"]["steps"][0])


@pytest.mark.parametrize("inner", [["distinct", ["list", "i", 1, 2, v("i")]], ["=", POINT, POINT]])
def test_over_an_empty_range_a_condition_is_measured_as_true(inner: Any) -> None:
    assert decided(["all", "j", 1, 0, inner])["measure"] == {
        "max": 1, "max_at": ["listed", 0], "min": 1, "min_at": ["listed", 0], "sum": 2,
    }  # fmt: skip


@pytest.mark.parametrize("inner", [["<", v("j"), 0], ["in", v("j"), 0, 1]])
def test_over_an_empty_range_no_number_is_measured(inner: Any) -> None:
    assert decided(["all", "j", 1, 0, inner])["measure"] is None


def test_layer_normalisation() -> None:
    layer = {"layer normalisation": {"gain": [2, 1], "bias": [0, "1/2"], "epsilon": 3}}
    output = entry(1, 1, ["stage", "f", "output", POINT])
    told = decided(["=", ["^", output, 2], ["*", 4, ["/", 1, 4]]], layer)  # (0, 2): -1 / sqrt(1 + 3), times 2
    assert (told["verdict"], told["failures"]) == ("refuted", 1)


def test_truth_values_are_no_numbers() -> None:
    assert rational(1) == 1
    for value in (True, [1], None, 1.0):
        with pytest.raises(Invalid, match="is no number"):
            rational(value)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_numbers_ties_and_thirds_are_rounded_as_the_package_does(name: str) -> None:
    p, a, b = FORMATS[name]
    for e in (a - p + 1, a, a + 1, -3, 0, b):
        for k in (2 ** (p - 1), 2**p - 1, 2**p - 2, 1):
            for off in (Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(3, 2), Fraction(-1, 2)):
                for x in ((k + off) * Fraction(2) ** (e - p + 1), -(k + off) * Fraction(2) ** (e - p + 1)):
                    known = BY_NAME[name].rounded(mpq(x.numerator, x.denominator))
                    if isinstance(known, str):
                        with pytest.raises(Invalid, match="too large"):
                            nearest(name, x)
                    else:
                        assert nearest(name, x) == Fraction(int(known.numerator), int(known.denominator))
