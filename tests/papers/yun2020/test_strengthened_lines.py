"""Lines that said more than they checked: each is caught now by a network that used to pass."""

from __future__ import annotations

from gmpy2 import mpq

from exactua.claims.claim import Claim
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.networks import AttentionLayer, Family, Network
from exactua.networks.entries import variable
from exactua.papers.yun2020.category2 import category2
from exactua.papers.yun2020.category3 import category3
from exactua.papers.yun2020.constructions import approximator
from exactua.papers.yun2020.proposition05 import proposition5
from exactua.papers.yun2020.selective_shift import Psi, psi
from exactua.papers.yun2020.target_functions import identity_values

VALUES = {"d": 1, "n": 3, "m": 2}


def contextual_map(gain: int, last_gain: int) -> Network:
    """g_c with another gain of the selective shifts, or of the last layer."""
    d, m, ell, half = VALUES["d"], VALUES["m"], variable("l"), mpq(1, 2 * VALUES["m"])
    shift = AttentionLayer(Psi(d, m, ell - half, ell + half, gain=mpq(gain)))
    sweep = Family("l", start=mpq(0), step=mpq(1, m), count=m**d, items=(shift,))
    return Network(d, (sweep, AttentionLayer((psi(d, m, mpq(0), gain=mpq(last_gain)),))), {"sweep": 1, "output": 2})


def verdict(claim: Claim, step: str, networks: dict[str, Network]) -> Verdict:
    return decide(claim.problem(VALUES, (step,)).with_networks(networks))[step].verdict


def test_both_columns_get_the_selective_shift_and_no_other() -> None:
    assert verdict(category2, "applied_to_both", {"g_c": contextual_map(2, 16)}) is Verdict.HOLDS
    assert verdict(category2, "applied_to_both", {"g_c": contextual_map(3, 16)}) is Verdict.REFUTED
    assert verdict(category2, "applied_to_both", {"g_c": contextual_map(0, 16)}) is Verdict.REFUTED


def test_negative_ids_are_pushed_further_to_the_negative_side() -> None:
    assert verdict(category3, "pushed_down", {"g_c": contextual_map(2, 16)}) is Verdict.HOLDS
    assert verdict(category3, "pushed_down", {"g_c": contextual_map(2, 0)}) is Verdict.REFUTED


def test_the_constant_function_is_known_everywhere() -> None:
    values = {"d": 1, "n": 2, "m": 2}
    problem = proposition5.problem(values, ("everywhere_known",))
    other = problem.with_networks({"g_one": approximator(values, identity_values)})
    assert decide(problem)["everywhere_known"].verdict is Verdict.HOLDS
    assert decide(other)["everywhere_known"].verdict is Verdict.REFUTED
