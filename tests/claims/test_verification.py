"""The words for what a verifier said of a certificate: 'confirmed' stands where every point was recomputed alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exactua.claims.verification import (
    Outcome,
    Verification,
    Verifier,
    as_data,
    in_full,
    refused,
    sentence,
    state,
    tally,
    words,
)

HASH = "a" * 64
FULL = Verification(
    "sha256:" + "0" * 64,
    Verifier("verifier.py", f"sha256:{HASH}"),
    Outcome.FULL,
    "confirmed: holds (165 of 165 points recomputed)",
)
SAMPLED = replace(FULL, outcome=Outcome.SAMPLED, said="sampled, not confirmed: holds (5 of 165 points); seed: 00")
REFUSED = replace(FULL, outcome=Outcome.REFUSED, said="the digest")
UNCHECKED = replace(FULL, outcome=Outcome.UNCHECKED, said="it takes more time")
OLDER = [replace(verification, current=False) for verification in (FULL, SAMPLED, REFUSED, UNCHECKED)]


@pytest.mark.parametrize(
    ("verification", "known", "told"),
    [
        (None, "not verified", "not verified"),
        (FULL, "confirmed in full", "confirmed in full by verifier.py"),
        (SAMPLED, "sampled", "sampled, not confirmed, by verifier.py"),
        (REFUSED, "not confirmed", "NOT CONFIRMED by verifier.py"),
        (UNCHECKED, "not verified", "not verified"),
        (OLDER[0], "not verified", "not verified (verified by an older verifier)"),
        (OLDER[1], "not verified", "not verified"),
        (OLDER[2], "not confirmed", "NOT CONFIRMED by an older verifier.py"),
        (OLDER[3], "not verified", "not verified"),
    ],
)
def test_a_state_and_its_words(verification, known, told):
    assert (state(verification), words(verification)) == (known, told)
    assert as_data(verification)["state"] == known


def test_only_a_full_confirmation_by_the_verifier_as_it_is_counts():
    every = [None, FULL, SAMPLED, REFUSED, UNCHECKED, *OLDER]
    assert [verification for verification in every if in_full(verification)] == [FULL]
    assert [verification for verification in every if refused(verification)] == [REFUSED, OLDER[2]]
    assert [verification for verification in every if "confirmed in full" in words(verification)] == [FULL]


@pytest.mark.parametrize(
    ("verification", "told"),
    [
        (None, "not verified"),
        (FULL, f"confirmed in full by verifier.py (sha256 {HASH})"),
        (
            SAMPLED,
            f"sampled, not confirmed, by verifier.py (sha256 {HASH}): sampled, not confirmed: holds (5 of 165 points); seed: 00",
        ),
        (REFUSED, f"NOT CONFIRMED by verifier.py (sha256 {HASH}): the digest"),
        (UNCHECKED, f"not verified: not re-checked by verifier.py (sha256 {HASH}): it takes more time"),
        (OLDER[0], "not verified (verified by an older verifier)"),
        (OLDER[2], f"NOT CONFIRMED by an older verifier.py (sha256 {HASH}): the digest"),
    ],
)
def test_a_sentence_has_the_hash_of_the_verifier_and_what_it_said(verification, told):
    assert sentence(verification) == told


def test_a_tally_begins_with_the_worst():
    assert tally([]) == ""
    assert tally([FULL, None, FULL, REFUSED, UNCHECKED, SAMPLED]) == (
        "1 NOT CONFIRMED by verifier.py, 2 not verified, 1 sampled, not confirmed, by verifier.py, "
        "2 confirmed in full by verifier.py"
    )
