"""The claims at concrete instances: extremes computed by hand, boundaries of cells, the default ladder."""

from __future__ import annotations

import pytest
from gmpy2 import mpq

from exactua import check
from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.evidence.boxes import ladder


def test_lemma8_by_hand() -> None:
    # d = 1, n = 2, delta = 1/2: ids 0 and 1, D = 2; the sweep makes 2 and 3 of them, the last layer adds 8 * 3
    decision = check("lemma8", d=1, n=2)
    measured = decision["property3"].measured
    assert measured is not None
    assert (measured.minimum.value, measured.maximum.value) == (26, 27)
    assert decision["property2"].verdict is Verdict.VACUOUS


def test_lemma10_bounds_are_attained_or_not() -> None:
    tight = check("lemma10", d=1, n=2)["upper_bound"].measured
    assert tight is not None
    assert tight.minimum.value == 0
    slack = check("lemma10", d=1, n=2, delta="1/3")["lower_bound"].measured
    assert slack is not None
    assert slack.minimum.value == 1


@pytest.mark.parametrize(("d", "n", "delta", "m"), [(1, 2, "1/2", 2), (2, 3, "1/3", 3), (3, 2, "1/4", 4)])
def test_lemma7_cuts_at_every_multiple_of_delta(d: int, n: int, delta: str, m: int) -> None:
    decision = check("lemma7", d=d, n=n, delta=delta)
    (domain,) = decision.domains
    for row in domain.evidence["breakpoints"]:
        assert {0, 1} <= set(row)
        assert {str(mpq(k, m)) for k in range(1, m)} <= set(row)
    refuted = {result.step.name for result in decision.results if result.verdict is Verdict.REFUTED}
    assert refuted == {"range_of_k", "indicating", "each_layer_quantises", "map_to_the_grid"}
    assert {result.verdict for result in decision.results} == {Verdict.HOLDS, Verdict.REFUTED}


def test_lemma7_as_printed_fails_first_at_delta() -> None:
    witness = check("lemma7", d=2, n=2, delta="1/4")["range_of_k"].witness
    assert witness is not None
    assert witness.points == (((mpq(1, 4),), (mpq(0),)),)
    assert (witness.left, witness.right) == (mpq(1, 16), mpq(1, 4))


def test_the_default_ladder() -> None:
    boxes = [(box["d"], box["n"], box["m"]) for box in ladder(find("lemma8")[0])]
    assert boxes == sorted(boxes)
    assert (2, 3, 2) in boxes
    assert (2, 3, 8) not in boxes  # 91,881 orbits
    assert (3, 5, 2) not in boxes
    assert len(boxes) == 47
