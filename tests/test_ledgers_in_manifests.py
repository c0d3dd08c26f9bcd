"""The manifests decide an instance at which each line of each ledger fails: certificates of them make the same ledger.

The ledgers in docs/ are computed on default ladders, which are larger; .ci/run makes them again and compares.
"""

from __future__ import annotations

import re
import tomllib

import pytest

from exactua.claims.registry import PAPERS, claims_of
from exactua.claims.verdicts import StepKind
from tests.documentation import ROOT

ROW = re.compile(r"^\| [0-9]+ \| ([^|]+) \|", re.MULTILINE)


def text_of(paper: str) -> str:
    """The committed ledger of a paper."""
    return (ROOT / f"docs/errata-{paper}.md").read_text(encoding="utf-8")


def in_ledger(paper: str) -> set[str]:
    """The lines of a committed ledger, faults and notes, such as "lemma7.range_of_k"."""
    text = text_of(paper)
    return {label for labels in ROW.findall(text) for label in labels.replace("\\", "").split(", ")}


def in_manifest(paper: str) -> tuple[set[str], set[str]]:
    """The lines of a paper that its manifest expects to fail at some instance, and those vacuous at every one."""
    written = {
        f"{claim.label.partition(':')[2]}.{step.name}"
        for claim in claims_of(paper)
        for step in claim.steps
        if step.kind is not StepKind.REPAIRED
    }
    on_ladder = {
        claim.label.partition(":")[2]: [
            "average",
            *(k for one in claim.parameters if one.name == "tie_rule" for k in one.ladder),
        ]
        for claim in claims_of(paper)
    }
    refuted: set[str] = set()
    vacuous = set(written)
    for check in tomllib.loads((ROOT / f"proofs/{paper}.toml").read_text(encoding="utf-8"))["check"]:
        claim, _, step = check["claim"].rpartition(":")[2].partition(".")
        verdicts = check.get("steps", {})
        if check.get("tie_rule", "average") not in on_ladder[claim]:
            continue  # another network than the paper's: no line of its ledger
        if step:
            verdicts = {step: check["expect"]} | verdicts
        refuted |= {f"{claim}.{name}" for name, verdict in verdicts.items() if verdict == "refuted"} & written
        decided = {step} if step else {one.partition(".")[2] for one in written if one.startswith(f"{claim}.")}
        vacuous -= {f"{claim}.{name}" for name in decided if verdicts.get(name) != "vacuous"}
    return refuted, vacuous


@pytest.mark.parametrize("paper", PAPERS)
def test_the_manifest_has_every_line_of_the_ledger_and_no_other(paper: str) -> None:
    refuted, vacuous = in_manifest(paper)
    assert in_ledger(paper)
    assert refuted | vacuous == in_ledger(paper)
