"""Mutants of networks and statements: whenever signs decide, enumeration says the same."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from exactua.claims.verdicts import Verdict
from exactua.commands.audit.operators import changes
from exactua.commands.audit.originals import Original
from exactua.commands.audit.work import mutant_of
from exactua.deciding.running import decide
from exactua.papers.yun2020.variants import SWEEPS
from tests.mutants import problem
from tests.papers.yun2020.lines import network_mutants, told_apart
from tests.papers.yun2020.test_mutants import network
from tests.proving.symbolic.comparing import compared

CLAIMS = ("lemma8", "lemma10", "category1", "category2", "category3", "global_shift", "first_shifts")


@pytest.mark.parametrize("box", [(1, 3, 3), (2, 2, 2)])
@pytest.mark.parametrize("key", list(SWEEPS))
def test_variants_of_the_sweep(key: str, box: tuple[int, int, int]) -> None:
    d, n, m = box
    other = SWEEPS[key][2]({"d": d, "n": n, "m": m})
    for label in ("lemma8", "lemma10"):
        compared(problem(label, *box).with_networks({"g_c": other}))


@pytest.mark.parametrize("label", ["lemma8", "lemma10", "global_shift"])
def test_broken_networks(label: str) -> None:
    whole = problem(label, 1, 3, 3)
    counts = sum((compared(mutant) for mutant in network_mutants(whole, network)), Counter[str]())
    assert counts[Verdict.REFUTED] > 5
    compared(told_apart(whole, network))


@pytest.mark.verifiers
@pytest.mark.parametrize("label", CLAIMS)
def test_mutants_of_networks_and_statements(label: str) -> None:
    original = Original(decide(problem(label, 1, 3, 3), replayed=0), label)
    drawn = random.Random(label).sample(list(changes(original)), 12)
    mutants = [
        candidate.problem
        for candidate in map(mutant_of, drawn)
        if candidate is not None and candidate.problem is not None
    ]
    assert len(mutants) > 6
    for mutant in mutants:
        compared(mutant)
