"""The baseline of the benchmarks computes the same numbers as exactua, so that its time may be compared."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

import pytest
from gmpy2 import mpq

from exactua.claims.registry import find
from tests.documentation import ROOT


@pytest.fixture(scope="module")
def baseline() -> ModuleType:
    path = ROOT / "benchmarks" / "literal_fraction.py"
    spec = importlib.util.spec_from_file_location("literal_fraction", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["literal_fraction"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("d", "n", "m", "sizes"), [(1, 2, 3, [3, 3, 4]), (2, 2, 2, [6, 4, 35]), (1, 3, 4, [4, 16, 15])]
)
def test_the_baseline_agrees_at_every_orbit(baseline: ModuleType, d: int, n: int, m: int, sizes: list[int]) -> None:
    claim, _ = find("lemma8")
    problem = claim.problem({"d": d, "n": n, "m": m})
    lemma = baseline.Lemma8(d, n, m)
    assert [lemma.t_l, lemma.t_r] == [mpq(problem.values[name]) / m for name in ("t_l", "t_r")]
    found = {1: 0, 2: 0, 3: 0}
    for L in lemma.orbits():
        rows = [[mpq(column[i]) for column in L] for i in range(d)]
        output = problem.networks["g_c"](rows)
        ids = [sum((mpq(m) ** i * output[i][j] for i in range(d)), mpq(0)) for j in range(n)]
        assert lemma.q(L) == ids
        assert lemma.check(L)
        found[lemma.category(L)] += 1
    assert list(found.values()) == sizes


def test_the_baseline_sees_what_is_false(baseline: ModuleType) -> None:
    lemma = baseline.Lemma8(1, 2, 2)
    lemma.t_r = lemma.t_l
    assert not all([lemma.check(L) for L in lemma.orbits()])  # noqa: C419, every orbit is to be evaluated
