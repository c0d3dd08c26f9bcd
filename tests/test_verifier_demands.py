"""What the verifier demands of a file, one thing at a time: without it, some file that is refused would be confirmed."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from exactua.certificates.writing import certificate, decided_data
from exactua.terms.encoding import canonical
from tests import symbolic_certificates
from tests.evident_certificates import evident_data
from tests.pocket_certificates import decision
from tests.test_verifier import document, orbits, raw, step
from tests.test_verifier_attacks import always, defined, hashed_with, nested, spare, write
from tests.verifier_demands import demands, forged_file, loaded, outcome, recomputed, sources, without

TRUE = document([orbits()], [always()])
ONE_JUDGED = document([orbits()], [always(), always() | {"name": "more"}]) | {"judged": ["true"]}


def sampled(**options: Any) -> Callable[[ModuleType, bytes], Any]:
    """Puts a file to a verifier with these options."""
    return lambda module, content: module.verify(content, **options)


def piped(module: ModuleType, content: bytes) -> None:
    """Puts a file to a verifier by way of a pipe that already holds it, and that may still be written to."""
    path = Path(module.__name__)
    os.mkfifo(path)
    end = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        os.write(end, content)
        module.verify(path)
    finally:
        os.close(end)
        path.unlink()


def twice() -> dict[str, Any]:
    """Two steps of one name."""
    content = document([orbits()], [always(), always()])
    return content | {"judged": ["true"]}


def general(**changes: Any) -> bytes:
    return symbolic_certificates.file(symbolic_certificates.general("lemma8", 2) | changes)


def with_part(content: dict[str, Any] = TRUE, **changes: Any) -> dict[str, Any]:
    """A statement with one part more, which its step decides."""
    return content | {
        "parts": [*content["parts"], {"words": "for all", "steps": ["true"], "undecided": None} | changes]
    }


def at_once(name: str, **fields: Any) -> bytes:
    """A symbolic certificate with other fields of a step."""
    decided = symbolic_certificates.symbolic("lemma8", 1, 2, 3)
    symbolic_certificates.step_of(decided, name).update(fields)
    return symbolic_certificates.file(decided)


EVIDENT = evident_data()


def evident_step(name: str) -> dict[str, Any]:
    return next(record for record in EVIDENT["steps"] if record["name"] == name)


def by_evidence(name: str, **fields: Any) -> bytes:
    """A certificate with evidence, with other fields of a step."""
    steps = [{**record, **(fields if record["name"] == name else {})} for record in EVIDENT["steps"]]
    return raw(canonical({**EVIDENT, "steps": steps}))


ORDERED = evident_step("property2")["evidence"]
FAILS, ALIKE = evident_step("below")["witness"], evident_step("first alone")["witness"]
TWICE = {**ALIKE, "at": ALIKE["at"][:1] * 2, "points": ALIKE["points"][:1] * 2}
X, Y = defined()["definitions"]
DEMANDS: dict[tuple[str, str], tuple[int, bytes, Callable[[ModuleType, bytes], Any]]] = {
    ("checking.py", "DEEPEST"): (2, write(nested(300)), recomputed),
    ("checking.py", "re.fullmatch('[0-9a-f]{32}'"): (2, write(TRUE), sampled(seed="x")),
    ("checking.py", "sample is None or sample >= 1"): (2, write(TRUE), sampled(sample=0)),
    ("checking.py", "stat.S_ISREG"): (2, write(TRUE), piped),
    ("points.py", "fields(decided"): (1, write(TRUE | {"more": 1}), recomputed),
    ("points.py", "demand(known"): (3, write(TRUE | {"scope": "sampled"}), recomputed),
    ("steps.py", "a step that is not judged"): (1, write(with_part(ONE_JUDGED, steps=["more"])), recomputed),
    ("steps.py", "two parts of the statement have one step"): (1, write(with_part(with_part())), recomputed),
    ("steps.py", "or a reason why it has none"): (1, write(with_part(words="")), recomputed),
    ("points.py", "len(domains) + len(steps)"): (1, write(twice()), recomputed),
    ("steps.py", "the evidence of"): (3, at_once("heads", evidence={}), recomputed),
    ("symbolic.py", "the evidence of"): (3, at_once("property3", evidence={}), recomputed),
    ("points.py", "are not those of its evidence"): (1, by_evidence("below", failures=1), recomputed),
    ("points.py", "nothing to put in order"): (1, by_evidence("property3", evidence=ORDERED), recomputed),
    ("points.py", "demand(self.verdict == ("): (1, by_evidence("nowhere", verdict="holds"), recomputed),
    ("points.py", "is one point twice"): (1, by_evidence("first alone", witness=TWICE), recomputed),
    ("points.py", "is not what is found there"): (1, by_evidence("below", witness={**FAILS, "left": 7}), recomputed),
    ("statements.py", "the statement hash"): (1, hashed_with(defined(), [X, Y], [X, Y], []), recomputed),
    ("statements.py", "no step speaks of the {what} {name!r}"): (1, write(spare("network")), recomputed),
}  # fmt: skip


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return sources()


@pytest.mark.parametrize(("file", "text"), DEMANDS, ids=str)
def test_without_it_a_file_that_is_refused_is_confirmed(
    file: str, text: str, texts: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, content, verify = DEMANDS[file, text]
    (demand,) = [candidate for candidate in demands(texts) if candidate.file == file and text in candidate.text]
    assert outcome(loaded(texts), content, verify)[0] == code
    assert outcome(without(demand, texts), content, verify)[0] == 0


@pytest.mark.parametrize("what", ["definition", "network", "domain"])
def test_each_thing_that_no_step_reaches_is_refused_by_one_demand(what: str, texts: dict[str, str]) -> None:
    (demand,) = [candidate for candidate in demands(texts) if "no step speaks of" in candidate.text]
    content = write(spare(what))
    assert outcome(loaded(texts), content, recomputed)[0] == 1
    assert outcome(without(demand, texts), content, recomputed)[0] == 0


def test_every_demand_of_the_part_for_points_has_such_a_file(texts: dict[str, str]) -> None:
    (evident,) = [part for part in ast.parse(texts["points.py"]).body if getattr(part, "name", "") == "Evident"]
    of_evidence = range(evident.lineno, (evident.end_lineno or 0) + 1)  # the part for evidence is not listed here
    of_points = [demand for demand in demands(texts) if demand.file == "points.py" and demand.line not in of_evidence]
    assert len(of_points) == 3
    here = [demand.text for demand in of_points]
    known = [text for file, text in DEMANDS if file == "points.py"]
    assert [sentence for sentence in here if not any(text in sentence for text in known)] == []


@pytest.mark.parametrize("name", ["terms", "grids", "folds", "sizes"])
def test_a_verifier_writes_the_certificate_that_it_confirms(name: str, texts: dict[str, str]) -> None:
    """What lies are forged with: asked what is true, it finds what the program found."""
    content = certificate(decision(name)).encode("ascii")
    written = forged_file(loaded(texts), content)
    assert written is not None
    assert json.loads(written)["decided"] == json.loads(canonical(decided_data(decision(name))))


def test_the_files_of_these_tests_are_true_otherwise(texts: dict[str, str]) -> None:
    module = loaded(texts)
    for content in (write(TRUE), write(nested(2)), hashed_with(defined(), [X, Y], [X], []), general()):
        assert outcome(module, content, recomputed)[0] == 0
    assert outcome(module, raw("{}"), recomputed)[0] == 1
    assert step("one", 1)["evidence"] is None
