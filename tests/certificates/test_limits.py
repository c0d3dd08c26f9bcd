"""Certificates of limits: what is written is what is read, to the byte; what is no bracket is a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gmpy2 import mpq

from exactua.arithmetic.reals import sqrt
from exactua.certificates import limits
from exactua.certificates.limits import Failure, limit_certificate, read_limit
from exactua.certificates.reading import read_certificate
from exactua.certificates.writing import laid_out
from exactua.errors import InputError
from exactua.papers.yun2020.selective_shift import contextual_map

VALUES = {"d": 1, "n": 2, "m": 2}
NETWORK = contextual_map(VALUES)
POINTS = [[[0, 0]], [[0, mpq(1, 2)]], [[-4, 0]]]


def made(**changes: Any) -> limits.Limit:
    given: dict[str, Any] = {
        "network": NETWORK, "points": POINTS, "tolerance": mpq(1, 100), "upper": 71, "lower": 70,
        "lower_point": POINTS[1], "claim": "yun2020:lemma8", "values": VALUES, "lower_error": mpq(1001, 100000),
    }  # fmt: skip
    return limit_certificate(**{**given, **changes})


CASES = [
    {},
    {"upper": None},
    {"lower": None, "lower_point": None, "lower_error": None},
    {"claim": None, "values": None, "lower_error": None},
    {"lower_error": 3, "tolerance": mpq(1, 2**80), "upper": mpq(2**70, 3)},
    {"values": {"m": 2, "tie_rule": "average"}},
]


@pytest.mark.parametrize("changes", CASES, ids=str)
def test_what_is_written_is_what_is_read(changes: dict[str, Any], tmp_path: Path) -> None:
    limit = made(**changes)
    path = tmp_path / "new folder" / "limit.json"
    limits.write(path, limit, {"seconds": 1.5, "bounds": ["1/200", None, 0]})
    assert read_limit(path) == limit
    assert read_limit(limit.text().encode()) == limit
    certificate = read_certificate(path, limits.FORMAT)
    assert certificate.digest == limit.digest
    assert certificate.run["bounds"] == ["1/200", None, 0]
    assert {"python", "exactua", "seconds"} <= certificate.run.keys()


def test_the_hashed_part_does_not_know_the_run() -> None:
    limit = made()
    texts = [limit.text({"seconds": seconds}) for seconds in (1, 2)]
    assert texts[0] != texts[1]
    assert [text.split("\n")[0:2] for text in texts] == [texts[0].split("\n")[0:2]] * 2
    assert replace(limit, upper=mpq(72)).digest != limit.digest


def test_the_number_that_is_exceeded_is_short_and_between() -> None:
    error = mpq(10**40 + 7, 3 * 10**41)  # a little above 1/30
    exceeds = made(lower_error=error).lower
    assert exceeds is not None
    assert mpq(1, 31) < exceeds.exceeds < error
    assert exceeds.exceeds.denominator < 2**20
    assert made(lower_error=None).lower == Failure(mpq(70), 2, mpq(1, 100))
    assert made(lower_error=mpq(10**9 + 1, 10**11)).lower == Failure(mpq(70), 2, mpq(1, 100))
    assert made(lower_error=10**30).lower.exceeds < 10**30  # type: ignore[union-attr]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"points": []}, "points: none are given"),
    ({"points": [[[0]]] * 20_001}, "points: a certificate has at most 20,000"),
    ({"points": [[[0, 1], [0, 1]]]}, "point 1 is 2 x 2"),
    ({"points": [[[0.1]]]}, "point 1"),
    ({"points": [[[sqrt(2)]]]}, "point 1: its entries are not all rational"),
    ({"tolerance": 0}, "tolerance: 0 is not valid"),
    ({"upper": -1}, "upper: -1 is not valid"),
    ({"lower": 0}, "lower: 0 is not valid"),
    ({"lower": 71}, "lower: 71 is not below upper, 71"),
    ({"lower": None}, "lower: a factor that fails needs the point"),
    ({"lower_point": None}, "lower: a factor that fails needs the point"),
    ({"lower_point": [[7, 7]]}, "lower_point: it is not one of the points"),
    ({"lower_error": mpq(1, 101)}, "lower_error: 1/101 is within the tolerance"),
    ({"upper": None, "lower": None, "lower_point": None}, "upper: neither lambda* nor"),
]


@pytest.mark.parametrize(("changes", "says"), REFUSED, ids=[says for _, says in REFUSED])
def test_what_is_no_bracket_is_a_sentence(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as error:
        made(**changes)
    assert str(error.value).startswith(says)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"scope": "enumerated"}, "scope: "),
        ({"points": [], "lower": None}, "points: none"),
        ({"points": 3}, "points: "),
        ({"points": [[["1/2x"]]]}, "point 1: "),
        ({"tolerance": None}, "tolerance: "),
        ({"network": {}}, "network: "),
        ({"lower": {"factor": 70, "point": 4, "exceeds": 1}}, "lower.point: 4 is not the number of a point, 1 to 3"),
        ({"lower": {"factor": 70, "point": 0, "exceeds": 1}}, "lower.point: "),
        ({"lower": {"factor": 70, "point": 1}}, "lower: "),
        ({"more": 1}, "decided: "),
        ({"parameters": {"d": "0x5"}}, "d: "),
    ],
    ids=str,
)
def test_a_file_that_says_something_else_is_a_sentence(changes: dict[str, Any], says: str) -> None:
    decided = {**json.loads(made().text())["decided"], **changes}
    with pytest.raises(InputError) as error:
        read_limit(laid_out(decided, {}, limits.FORMAT).encode())
    assert str(error.value).startswith(says), error.value


def test_another_format_or_an_altered_file_is_none() -> None:
    text = made().text()
    for other in (text.replace("limit/2", "proof/2"), text.replace('"upper":71', '"upper":72'), text + " ", "{}"):
        with pytest.raises(InputError):
            read_limit(other.encode())
