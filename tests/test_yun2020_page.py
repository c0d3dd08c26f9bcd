"""docs/yun2020.md: what it calls safe holds, what it says not to claim is refuted, at small instances."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from exactua.claims.registry import find
from exactua.claims.verdicts import Verdict
from exactua.deciding.running import decide
from exactua.evidence.boxes import ladder
from exactua.evidence.scopes import told

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "yun2020.md").read_text(encoding="utf-8")
PROOFS = ROOT / "proofs" / "rocq"
LABEL = re.compile(r"`((?:so2020:)?[a-z_0-9]+\.[a-z_0-9]+(?:@repaired)?)`")
THEOREM = re.compile(
    r"`([a-z]+_[0-9]+(?:_[a-z]+)*|g2_[a-z_]+|psi_selects_real|Psi_shifts_selectively_real|[a-z_]+_range"
    r"|averages_of_contexts|g_c_near_hardmax|[a-z_]*(?:BProj|SepConv)_[a-z_]+)`"
)
BOXES = 6


def labels(heading: str) -> list[str]:
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return list(dict.fromkeys(LABEL.findall(section)))


def known(heading: str) -> dict[str, bool]:
    """The labels under a heading below 'Safe to claim', each with whether a theorem proves the step for all parameters."""
    section = PAGE.split(f"### {heading}\n")[1].split("\n##")[0]
    general = {}
    for label in LABEL.findall(section):
        claim, step = find(label)
        assert step is not None
        general[label] = "general" in told(claim)[step].words
    return general


def verdicts(label: str, most: int) -> list[Verdict]:
    claim, step = find(label)
    assert step is not None
    answers = []
    for box in list(ladder(claim))[:most]:
        decision = decide(claim.problem(box, (step,)), replayed=0)
        answers.append(decision[step].verdict)
        if answers[-1] is Verdict.REFUTED:
            break
    return answers


@pytest.mark.pages
@pytest.mark.parametrize("label", labels("Safe to claim"))
def test_safe_to_claim(label: str) -> None:
    answers = verdicts(label, BOXES)
    assert set(answers) <= {Verdict.HOLDS, Verdict.VACUOUS}
    assert Verdict.HOLDS in answers


@pytest.mark.parametrize("label", labels("Do not claim"))
def test_not_to_claim(label: str) -> None:
    assert verdicts(label, 30)[-1] is Verdict.REFUTED


def test_the_lists_follow_from_scopes() -> None:
    general, on_the_ladder = known("For all parameters"), known("On the default ladder")
    assert sorted([*general, *on_the_ladder]) == sorted(labels("Safe to claim"))
    assert [label for label, proved in general.items() if not proved] == []
    assert [label for label, proved in on_the_ladder.items() if proved] == []


def test_theorems_that_the_page_names_are_proved() -> None:
    named = THEOREM.findall(PAGE)
    theorems = "".join(
        (PROOFS / file).read_text(encoding="utf-8")
        for file in ("Theorems.v", "RangeTheorems.v", "RealTheorems.v", "NetworkTheorems.v")
    )
    assert len(named) >= 4
    proved = set(re.findall(r"(\w+)_proved : (?:Range|Real|Network)?Statements\.\1\.", theorems))
    assert [name for name in named if name not in proved] == []


def sentences(heading: str) -> list[str]:
    """The entries of the lists under a heading, and within them the parts that semicolons separate."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    entries = re.findall(r"^- (.*?)(?=\n- |\n\n|\Z)", section, re.MULTILINE | re.DOTALL)
    return [part for entry in entries for part in re.split(r";\s", re.sub(r"\s+", " ", entry))]


@pytest.mark.parametrize("heading", ["Safe to claim", "Do not claim"])
def test_every_sentence_names_what_decides_it(heading: str) -> None:
    texts = sentences(heading)
    assert len(texts) > 12
    assert [sentence for sentence in texts if not LABEL.search(sentence) and not THEOREM.search(sentence)] == []


def test_every_part_of_the_page_is_tested() -> None:
    assert len(labels("Safe to claim")) > 20
    assert len(labels("Do not claim")) > 12
