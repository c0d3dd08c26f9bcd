"""Data sets in JSON, from anybody: what is built of them, that the verifier confirms it, and what is refused."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq

from exactua import verifier
from exactua.arithmetic.reals import precision
from exactua.certificates.writing import certificate
from exactua.claims.verdicts import Verdict
from exactua.commands.build import corollary as memorising
from exactua.commands.build.corollary import build_memoriser
from exactua.console.own_data import pairs_in, read_pairs
from exactua.errors import InputError

VOCABULARY = [(a, b) for a in range(4) for b in range(3) if a or b][:8]


def random_pairs(number: int, n: int, seed: int) -> dict[str, Any]:
    """Sequences of different tokens, labelled by token and vocabulary."""
    draw, labels, words = random.Random(seed), {}, {}
    while len(words) < number:
        words[tuple(draw.sample(VOCABULARY, n))] = None
    pairs = []
    for word in words:
        Y = [labels.setdefault((token, frozenset(word)), [draw.randint(1, 5) for _ in range(2)]) for token in word]
        X = [[row if row % 2 else str(row) for row in entries] for entries in zip(*word, strict=True)]
        pairs.append({"X": X, "Y": [list(row) for row in zip(*Y, strict=True)]})
    return {"pairs": pairs}


def pairs(*given: tuple[Any, Any]) -> dict[str, Any]:
    return {"pairs": [{"X": X, "Y": Y} for X, Y in given]}


def test_twenty_sequences_are_memorised() -> None:
    data = pairs_in(random_pairs(20, 2, 7))
    built = build_memoriser("corollary1", data)
    assert built.decision.verdict is Verdict.HOLDS
    assert [built.memoriser.network(X) for X in data.sequences] == list(data.labels)
    assert built.memoriser.separation > mpq(1, 1000)
    assert built.logarithms["(8)"] < -100_000
    assert built.logarithms["certified"] > -3


@pytest.mark.parametrize(
    ("corollary", "weights", "given"),
    [
        ("corollary1", "small", random_pairs(4, 2, 1)),
        (
            "kajitsuka2024:corollary2",
            "small",
            pairs(([[1, 1]], [[1, 2]]), ([["1/2", 1]], [[3, 1]]), ([[0, 0]], [[1, 1]])),
        ),
        ("corollary1", "paper", pairs(([[1, 2]], [[1, 2]]), ([[2, "1/2"]], [[1, 1]]))),
        ("corollary2", "paper", pairs(([[1, 1]], [[1, 2]]), ([[1, 2]], [[2, 2]]))),
        ("corollary2", "small", pairs(([[1, 1]], [[1, 2]]), ([[1, 1]], [[1, 2]]))),
    ],
)
def test_the_verifier_confirms_what_is_built(corollary: str, weights: Any, given: Any, tmp_path: Path) -> None:
    data = pairs_in(given)
    built = build_memoriser(corollary, data, weights=weights)
    assert built.decision.verdict is Verdict.HOLDS
    assert [built.memoriser.network(X) for X in data.sequences] == list(data.labels)
    path = tmp_path / "certificate.json"
    path.write_text(certificate(built.decision), encoding="utf-8")
    assert verifier.main([str(path)]) == 0


def test_fractions_and_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps(pairs(([["1/3", 2]], [[1, 2]]))), encoding="utf-8")
    from_file = read_pairs(path)
    assert from_file == pairs_in(pairs(([[Fraction(1, 3), 2]], [[1, 2]])))
    assert from_file.sequences == (((mpq(1, 3), mpq(2)),),)
    assert (from_file.N, from_file.d, from_file.n, from_file.C) == (1, 1, 2, 2)


WRONG = [
    (pairs(), "corollary1", "data: there is no pair in it; give at least one pair of X and Y"),
    (pairs(([], [])), "corollary1", "data: pair 1: X is empty; a sequence has at least one token, and a token at least "
     "one entry"),
    (pairs(([[1]], [[]])), "corollary1", "data: pair 1: Y is empty; a sequence has at least one token, and a token at "
     "least one entry"),
    (pairs(([[1, 2], [3]], [[1]])), "corollary1", "data: pair 1: X: row 2 has 1 entry, row 1 has 2"),
    (pairs(([[1, 2]], [[1]])), "corollary1", "data: pair 1: Y is 1 x 1 and X is 1 x 2; Y has a label for each entry of X"),
    (pairs(([[1, 2]], [[1, 1]]), ([[1]], [[1]])), "corollary2", "data: pair 2: X is 1 x 1 and X of pair 1 is 1 x 2; all "
     "sequences are d x n"),
    (pairs(([[1, 2, 1], [0, 3, 0]], [[1, 1, 1], [1, 1, 1]])), "corollary1", "data: pair 1: the tokens at positions 1 and "
     "3 of X = [1 2 1; 0 3 0] are the same, (1, 0); Corollary 1 excludes that, Corollary 2 allows it: build corollary2"),
    (pairs(([[1, 2]], [[1, 2]]), ([[2, 1]], [[1, 1]])), "corollary1", "data: the token 2 is labelled 2 in pair 1 (position "
     "2) and 1 in pair 2 (position 1), and both sequences have the same tokens; label it consistently"),
    (pairs(([[1, 1]], [[1, 2]]), ([[1, 1]], [[1, 1]])), "corollary2", "data: pairs 1 and 2 have the same X = [1 1], and its "
     "token at position 2 is labelled 2 in pair 1 and 1 in pair 2; label it consistently"),
    (pairs(([[0.5]], [[1]])), "corollary1", "data: pair 1: X: row 1, column 1: 0.5 is a float, and floats are not exact; "
     'write "1/2"'),
    (pairs(([[float("nan")]], [[1]])), "corollary1", "data: pair 1: X: row 1, column 1: nan is a float, and floats are not "
     'exact; write an integer or a fraction such as "3/4"'),
    (pairs(([["x"]], [[1]])), "corollary1", "data: pair 1: X: row 1, column 1: 'x' is not an exact number; write an integer "
     'or a fraction such as "3/4"'),
    *((pairs(([[1, 2]], [[1, label]])), "corollary1", f"data: pair 1: Y: row 1, column 2: {label!r} is not a label; labels are "
       "the integers 1, 2, ..., C") for label in (0, -1, 1.0, "1", True)),
    (pairs(([1, 2], [[1]])), "corollary1", "data: pair 1: X: row 1: a number is not an array"),
    ({"pairs": [{"X": [[1]], "Y": [[1]], "Z": 1}]}, "corollary1", 'data: pair 1: unknown key "Z"; the keys are X, Y'),
    ({"pairs": [{"X": [[1]]}]}, "corollary1", "data: pair 1: missing key Y; the keys are X, Y"),
    ({"data": []}, "corollary1", "data: missing key pairs; the keys are pairs"),
    ([], "corollary1", "data: an array is not an object"),
    (pairs(([[1]], [[1]])), "corollary3", "corollary: 'corollary3' can't be built; choose one of corollary1, corollary2"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "corollary", "said"), WRONG)
def test_what_is_wrong_is_said_in_a_sentence(given: Any, corollary: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        build_memoriser(corollary, pairs_in(given))
    assert str(refused.value) == said


def test_other_weights() -> None:
    with pytest.raises(InputError, match=r"^weights: 'large' is not valid; choose one of small, paper$"):
        build_memoriser("corollary1", pairs_in(pairs(([[1]], [[1]]))), weights="large")  # type: ignore[arg-type]


def test_a_cap_that_is_too_low() -> None:
    data = pairs_in(pairs(([[2, 1]], [[1, 2]]), ([[2, "1/2"]], [[2, 2]])))
    with precision(64), pytest.raises(InputError) as refused:
        build_memoriser("corollary1", data, weights="paper")
    assert str(refused.value) == (
        "precision: 64 bits do not separate the ids of all contexts; with the weights of the paper they may differ by "
        "as little as 10^-6219.53; give a larger --precision or take small weights"
    )
    near = pairs_in(pairs(([[1, 2]], [[1, 2]]), ([[1, f"{2 * 10**40 + 1}/{10**40}"]], [[2, 2]])))
    with precision(64), pytest.raises(InputError) as refused:
        build_memoriser("corollary1", near)
    assert str(refused.value) == (
        "precision: 64 bits do not separate the ids of all contexts; give a larger --precision"
    )


def test_too_many_contexts(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pairs_in(pairs(([[1, 2]], [[1, 2]]), ([[3, 2]], [[2, 2]])))
    for name, least in (("MOST_CONTEXTS", 4), ("MOST_SCORES", 8)):
        with monkeypatch.context() as patch:
            patch.setattr(memorising, name, least)
            assert build_memoriser("corollary1", data).decision.verdict is Verdict.HOLDS
            patch.setattr(memorising, name, least - 1)
            with pytest.raises(InputError, match=r"^data: 4 contexts with 2 scores each; at most .* can be built"):
                build_memoriser("corollary1", data)
