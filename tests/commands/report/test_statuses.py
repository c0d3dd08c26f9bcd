"""One word for how far a step, and a claim, is known."""

from __future__ import annotations

import itertools

import pytest

from exactua.claims.dossier import Status
from exactua.claims.ledger import Places, Spread
from exactua.claims.verdicts import Verdict
from exactua.commands.report.dossiers import HOLDING, WEAKEST_FIRST, repaired, status_of_claim, status_of_step

H, V, R, I = Verdict.HOLDS, Verdict.VACUOUS, Verdict.REFUTED, Verdict.INCONCLUSIVE  # noqa: E741


def spread(*verdicts: Verdict) -> Spread:
    """The k-th verdict is that of d = k."""
    boxes = {
        verdict: tuple({"d": k} for k, counted in enumerate(verdicts) if counted is verdict) for verdict in verdicts
    }
    return Spread(tuple(Places(verdict, own, "") for verdict, own in boxes.items()), "")


@pytest.mark.parametrize(
    ("verdicts", "farther", "proved", "stale", "status"),
    [
        ((), (), False, False, Status.UNCHECKED),
        ((), (), False, True, Status.STALE),
        ((V, V), (), False, True, Status.VACUOUS),
        ((), (V,), False, False, Status.VACUOUS),
        ((V, H), (), False, True, Status.ENUMERATED),
        ((V, H), (V,), False, False, Status.ENUMERATED),
        ((V,), (H,), False, False, Status.SYMBOLIC),
        ((), (H,), False, True, Status.SYMBOLIC),
        ((H, I), (H,), False, False, Status.INCONCLUSIVE),
        ((V, I), (), True, False, Status.GENERAL),
        ((V, V), (V,), True, False, Status.GENERAL),
        ((), (), True, True, Status.GENERAL),
        ((H, R, I), (), False, False, Status.REFUTED),
        ((H, H), (H, R), False, False, Status.REFUTED),
        ((H, R), (H,), True, False, Status.REFUTED),
    ],
)
def test_the_status_of_a_step(verdicts, farther, proved, stale, status):
    assert status_of_step(spread(*verdicts), farther, proved, stale) is status


@pytest.mark.parametrize("verdicts", list(itertools.product((H, V, I, R), repeat=2)))
def test_more_evidence_of_the_same_kind_changes_nothing(verdicts):
    once = status_of_step(spread(*verdicts), (), False, False)
    assert status_of_step(spread(*verdicts, *reversed(verdicts)), (), False, True) is once


@pytest.mark.parametrize(
    ("line", "repair", "of_repair", "stands"),
    [
        ((H, R), Status.ENUMERATED, (V, H), True),
        ((H, R), Status.ENUMERATED, (H, V), True),
        ((H, R), Status.ENUMERATED, (H,), False),
        ((H, R), Status.SYMBOLIC, (), False),
        ((H, R), Status.GENERAL, (), True),
        ((H, H), Status.SYMBOLIC, (), True),  # refuted for some D alone: at no instance
        ((H, R), Status.VACUOUS, (V, V), False),
        ((H, R), Status.REFUTED, (H, R), False),
        ((H, R), Status.INCONCLUSIVE, (H, I), False),
        ((H, R), Status.UNCHECKED, (), False),
        ((H, R), Status.STALE, (), False),
    ],
)
def test_a_repair_stands_where_it_holds_and_speaks_of_an_instance_that_fails(line, repair, of_repair, stands):
    assert repaired(spread(*line), repair, spread(*of_repair)) is stands


def test_the_status_of_a_claim_is_the_weakest_of_its_steps():
    assert set(WEAKEST_FIRST) == set(Status) - {Status.ASSUMED, Status.IN_PART}
    for weak, strong in itertools.combinations(WEAKEST_FIRST, 2):
        assert status_of_claim([strong, weak, strong], ()) is weak
    assert status_of_claim([], ()) is Status.UNCHECKED


def test_vacuous_steps_count_only_where_all_are():
    for status in HOLDING:
        assert status_of_claim([Status.VACUOUS, status], ()) is status
    assert status_of_claim([Status.VACUOUS, Status.VACUOUS], ()) is Status.VACUOUS


def test_a_claim_with_a_part_that_is_not_decided_holds_in_part_at_most() -> None:
    for status in HOLDING:
        assert status_of_claim([status], (True, False)) is Status.IN_PART
        assert status_of_claim([status], (True,)) is status
    for status in set(WEAKEST_FIRST) - set(HOLDING):
        assert status_of_claim([status], (True, False)) is status
    assert status_of_claim([], (False,)) is Status.INCONCLUSIVE
