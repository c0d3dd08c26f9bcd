"""Enclosures of exact attention: mpmath's values lie in them, whatever the scales, and they are as narrow as asked."""

from __future__ import annotations

import random
from typing import Any

import mpmath
import numpy as np
import pytest
from gmpy2 import mpq

from exactua.arithmetic.balls import dyadic_power
from exactua.arithmetic.float_formats import FLOAT64
from exactua.softmax.attention.enclosing import Enclosed, Head, Scale, enclosed
from tests.softmax.attention.heads import KINDS, drawn_head

BITS = 100


def by_mpmath(head: Head) -> list[list[mpmath.mpf] | None]:
    """The outputs to 400 digits, by the formula."""
    scale = mpmath.mpf(int(head.scale.factor.numerator)) / int(head.scale.factor.denominator)
    scale /= mpmath.sqrt(head.scale.under_root)
    rows: list[list[mpmath.mpf] | None] = []
    for i, q in enumerate(head.Q.tolist()):
        seen = [j for j in range(len(head.K)) if head.seen is None or head.seen[i, j]]
        if not seen:
            rows.append(None)
            continue
        scores = [
            scale * mpmath.fsum(mpmath.mpf(a) * b for a, b in zip(q, head.K[j].tolist(), strict=True)) for j in seen
        ]
        if head.bias is not None:
            scores = [t + mpmath.mpf(float(head.bias[i, j])) for t, j in zip(scores, seen, strict=True)]
        weights = [mpmath.exp(t - max(scores)) for t in scores]
        columns = head.V[seen].T.tolist()
        rows.append([mpmath.fdot(weights, column) / mpmath.fsum(weights) for column in columns])
    return rows


def exact(number: mpmath.mpf) -> mpq:
    return mpq(int(number.man)) * dyadic_power(int(number.exp)) * (1 if number >= 0 or number.man < 0 else -1)


def require_in(measured: Enclosed, rows: list[list[mpmath.mpf] | None], head: Head) -> None:
    unit = dyadic_power(measured.exponent)
    spreads = (head.V.max(axis=0) - head.V.min(axis=0)).tolist()
    for i, row in enumerate(rows):
        assert measured.defined[i] == (row is not None)
        for j, number in enumerate(row or []):
            centre, radius = mpq(measured.centres[i, j]) * unit, mpq(measured.radii[i, j]) * unit
            assert abs(centre - exact(number)) <= radius + mpq(10) ** -300
            assert radius <= mpq(spreads[j]) * mpq(2 * len(head.K) + 3) / 2 ** (BITS - 1) + 3 * unit


@pytest.mark.parametrize("kind", KINDS)
def test_the_values_of_mpmath_lie_in_it(kind: str) -> None:
    drawn = random.Random(kind)
    with mpmath.workdps(400):
        for _ in range(40):
            head = drawn_head(drawn, FLOAT64, kind)
            require_in(enclosed(head, BITS), by_mpmath(head), head)


def test_scores_of_any_size() -> None:
    with mpmath.workdps(800):
        for size in (1e150, 1e-150, 3e7):
            keys = np.array([[size], [size * (1 - 2**-40)], [-size]])
            head = Head(np.array([[1.0]]), keys, np.array([[1.0, -2.0], [3.0, 5.0], [7.0, 0.25]]), Scale(mpq(1)))
            require_in(enclosed(head, BITS), by_mpmath(head), head)


def test_a_radius_that_is_a_tenth_would_be_wrong() -> None:
    """The enclosure is no wider than it has to be by orders: with few bits the centre is off by a good part of it."""
    drawn, parts = random.Random(5), []
    with mpmath.workdps(60):
        for _ in range(60):
            head = drawn_head(drawn, FLOAT64, "normal")
            measured, rows = enclosed(head, 8), by_mpmath(head)
            unit = dyadic_power(measured.exponent)
            for i, row in enumerate(rows):
                for j, number in enumerate(row or []):
                    off = abs(mpq(measured.centres[i, j]) * unit - exact(number))
                    if measured.radii[i, j]:
                        parts.append(off / (mpq(measured.radii[i, j]) * unit))
                    else:
                        assert off < mpq(10) ** -50
    assert mpq(1, 10) < max(parts) <= 1


def test_equal_values_have_no_width_to_speak_of() -> None:
    head = Head(np.eye(2), np.eye(2), np.array([[0.1, 3.0], [0.1, 3.0]]), Scale(mpq(1)))
    measured = enclosed(head, BITS)
    unit = dyadic_power(measured.exponent)
    assert [mpq(x) * unit for x in measured.centres[0]] == [mpq(0.1), 3]
    assert max(measured.radii.flat) == 0


def test_equal_scores_have_an_exact_output_where_it_is_a_float() -> None:
    """One key, keys that are equal, a scale of 0: weights are 1 exactly."""
    values = np.array([[0.1, 2.0**-30], [0.5, 3.0], [0.5, 5.0]])
    alone = np.array([[True, False, False], [False, True, True], [True, True, True]])
    ones, keys, wholes = np.ones((3, 1)), np.array([[1.0], [2.0], [2.0]]), np.array([[1.0], [3.0], [4.0]])
    measured = enclosed(Head(ones, keys, values, Scale(mpq(1), 3), alone), BITS)
    unit = dyadic_power(measured.exponent)
    assert [[mpq(x) * unit for x in row] for row in measured.centres[:2]] == [[mpq(0.1), mpq(1, 2**30)], [mpq(1, 2), 4]]
    assert measured.radii[:2].tolist() == [[0, 0], [0, 0]]
    assert min(measured.radii[2]) > 0
    thirds = enclosed(Head(ones, keys, wholes, Scale(mpq(0))), BITS)
    unit = dyadic_power(thirds.exponent)
    assert set(thirds.radii.flat) == {1}
    assert 0 < mpq(8, 3) - mpq(thirds.centres[0, 0]) * unit < unit


def test_a_query_without_a_key_has_no_output() -> None:
    seen: Any = np.array([[False, False], [True, False]])
    measured = enclosed(Head(np.eye(2), np.eye(2), np.eye(2), Scale(mpq(1)), seen), BITS)
    assert measured.defined.tolist() == [False, True]
    unit = dyadic_power(measured.exponent)
    assert [mpq(x) * unit for x in measured.centres[1]] == [1, 0]


def test_the_scale_in_words() -> None:
    assert [str(Scale(mpq(1, 8))), str(Scale(mpq(1), 50)), str(Scale(mpq(2, 3), 5))] == [
        "1/8",
        "1/sqrt(50)",
        "(2/3)/sqrt(5)",
    ]
