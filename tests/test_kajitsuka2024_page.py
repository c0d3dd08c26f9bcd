"""docs/kajitsuka2024.md: what it calls safe is no row of the ledger and holds; what it says not to claim is a row.

The ledger is what `exactua errata` finds on the default ladders; continuous integration computes it anew and compares.
"""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.evidence.boxes import ladder
from exactua.proving.rocq.kernel import RocqRecord
from tests.test_ledgers_in_manifests import in_ledger

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "kajitsuka2024.md").read_text(encoding="utf-8")
LABEL = re.compile(r"`([a-z_0-9]+\.[a-z_0-9]+(?:@repaired)?)`")
THEOREM = re.compile(r"`(kajitsuka_\w+)`")
ROWS = in_ledger("kajitsuka2024")
FEW = 3


def labels(heading: str) -> list[str]:
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return list(dict.fromkeys(LABEL.findall(section)))


@pytest.mark.parametrize("label", labels("Safe to claim"))
def test_safe_to_claim(label: str) -> None:
    assert label not in ROWS
    claim, step = find(f"kajitsuka2024:{label}")
    assert step is not None
    verdicts = []
    for box in islice(ladder(claim), FEW):
        verdicts.append(decide(claim.problem(box, (step,)), replayed=0)[step].verdict)
    assert set(verdicts) <= {Verdict.HOLDS, Verdict.VACUOUS}
    assert Verdict.HOLDS in verdicts


@pytest.mark.parametrize("label", labels("Do not claim"))
def test_not_to_claim(label: str) -> None:
    assert label in ROWS


def test_theorems_that_the_pages_name_are_proved() -> None:
    proved = {
        theorem.proposition for theorem in RocqRecord().built().assumptions if theorem.of == "KajitsukaStatements"
    }
    pages = [PAGE, *((DOCS / page).read_text(encoding="utf-8") for page in ("proofs.md", "notes/separability.md"))]
    named = [set(THEOREM.findall(page)) for page in pages]
    assert min(map(len, named)) >= 3
    assert set.union(*named) <= proved


def test_every_part_of_the_page_is_tested() -> None:
    assert len(labels("Safe to claim")) > 25
    assert len(labels("Do not claim")) > 20
    assert len(ROWS) > 60
