"""Files that somebody made to be confirmed: what is false in them is not, and both verifiers agree."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.attack.brute_force.written import encode, laid_out
from tests.attack.fitting import fitted
from tests.foreign import foreign_verifier, own_verifier
from tests.pocket_certificates import POINT, asked, step

FOUND = Path(__file__).parent / "found"
CODES = {
    "cells_distinct": (1, 1),  # a comparison that some ways to sort do not make is undecided
    "cells_of_many_rows": (1, 1),
    "cells_unknown_score": (1, 1),  # hardmax compares with the greatest score, be it the only one
    "deep_sum": (0, 0),  # a true statement, nested more deeply than Python recurses by itself
    "empty_list_of_wide_points": (0, 0),
    "float_in_run": (2, 2),
    "general_heads": (3, 3),  # a run of D - 2 layers is empty at D = 2
    "general_heads_refuted": (0, 0),  # and so it is refuted there
    "general_rows": (3, 3),  # two rows other than the first are not the same
    "general_rows_vacuous": (3, 3),
    "high_power_in_integral": (0, 0),
    "huge_dimension": (1, 1),  # weights of another shape are told before there is memory for the shape that is claimed
    "integrals_of_one_variable": (1, 1),  # offsets of two integrals, taken for the same
    "judged_is_no_array": (1, 1),  # beside evidence that is none, which alone is not re-checked
    "many_columns": (0, 0),
    "no_layers_of_a_huge_network": (1, 1),
    "real_definition_by_signs": (1, 1),  # signs are of rational numbers and polynomials in D; a root of 2 is neither
    "real_hypothesis_by_signs": (1, 1),
    "row_without_entries": (1, 1),  # in a list that is not the one that is chosen
    "symbolic_family_of_gaps": (3, 3),  # a head adds nothing in the first two turns of its family, in the third it does
    "symbolic_masked": (3, 3),  # one point does not stand for its orbit under a mask; and softmax makes reals
    "uncounted_points": (0, 0),  # what is too large to be counted is not counted
    "witness_of_reals": (1, 1),  # a step that speaks of reals has no evidence, also where it chooses integers
}


@pytest.mark.parametrize("name", CODES)
def test_what_was_found_is_not_confirmed(name: str) -> None:
    content = (FOUND / f"{name}.json").read_bytes()
    assert (own_verifier(content), foreign_verifier(content)) == CODES[name]


def test_every_file_is_asked_about() -> None:
    assert {file.stem for file in FOUND.glob("*.json")} == set(CODES)


def listed(factor: int, points: int) -> bytes:
    """A certificate about many points with one entry, multiples of a number."""
    spec = {"kind": "list", "points": [[[encode(factor * k)]] for k in range(1, points + 1)]}
    decided = asked("listed", [step("itself", ["D"], ["=", POINT, POINT])], {"D": spec}, n=1)
    decided["domains"][0].update(points=points, decided=[[0, points]])
    ends = {"min": 1, "min_at": ["D", 0], "max": 1, "max_at": ["D", 0], "sum": points}
    decided["steps"][0].update(points=points, applicable=points, failures=0, verdict="holds", measure=ends)
    return laid_out(fitted(decided))


def test_numbers_of_one_hash_take_no_longer_than_others() -> None:
    """The hash of an integer in Python is its residue modulo 2^61 - 1, so a set of such numbers is slow; none is made."""
    seconds = []
    for factor in (2**61 + 1, 2**61 - 1):
        content, before = listed(factor, 15_000), time.process_time()
        assert own_verifier(content) == 0
        seconds.append(time.process_time() - before)
    assert seconds[1] < 4 * seconds[0]
