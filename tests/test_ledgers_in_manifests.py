"""The manifests decide the instance at which each line of each ledger fails first: what is made from certificates of
them, such as `report note`, tells the same least counterexamples as the ledger.

The ledgers in docs/ are computed on default ladders, which are larger; .ci/run makes them again and compares.
"""

from __future__ import annotations

import itertools
import re
import shlex
import tomllib

import pytest

from exactua.claims.lettering import are_pairs
from exactua.claims.registry import PAPERS, claims_of, find
from exactua.claims.verdicts import StepKind
from exactua.evidence.boxes import are_words
from exactua.evidence.ledgers import order_of
from tests.documentation import ROOT

ROW = re.compile(r"^\| [0-9]+ \| ([^|]+) \|", re.MULTILINE)


def text_of(paper: str) -> str:
    """The committed ledger of a paper."""
    return (ROOT / f"docs/errata-{paper}.md").read_text(encoding="utf-8")


def faults_told(paper: str) -> int:
    """How many faults the head of a ledger tells of."""
    return faults_and_notes(paper)[0]


def rows_told(paper: str) -> int:
    """How many rows the head of a ledger tells of: its faults and its notes; 0 of a paper in which no line fails."""
    return sum(faults_and_notes(paper))


def faults_and_notes(paper: str) -> tuple[int, int]:
    """What the head of a ledger counts."""
    match = re.search(r": (\d+) faults? and (\d+) notes?, ", text_of(paper))
    assert match is not None
    return int(match[1]), int(match[2])


REPLAY = re.compile(r"^- \*\*replay\*\*: `+ ?(exactua explain .*?) ?`+$", re.MULTILINE)

SHORT = 60
"""The characters of a point that a manifest has in full."""
REFUTED = ("refuted", "not met")
"""What a manifest says of a line that the ledger has, a fault or a note."""


def replays(paper: str) -> list[str]:
    """The commands that a committed ledger prints."""
    return REPLAY.findall(text_of(paper))


def instance_of(command: str) -> tuple[str, dict[str, int | str]]:
    """The step that a replay is about, and its instance."""
    _, _, label, *words = shlex.split(command)
    box: dict[str, int | str] = {}
    for option, value in zip(words[::2], words[1::2], strict=True):
        name = option.removeprefix("--").replace("-", "_")
        if option == "-p":
            name, _, value = value.partition("=")
        elif option == "--delta":
            name, value = "m", value.removeprefix("1/")
        if option != "--at":
            box[name] = int(value) if re.fullmatch("-?[0-9]+", value) else value
    return label, box


def points_of(command: str, pairs: bool, words_of: bool = False) -> list[str]:
    """The points that a replay names, without those that a manifest abbreviates; a manifest has a pair as one.

    Points that are words (`words_of`) stand in quotes there, each of a pair by itself.
    """
    words = shlex.split(command)
    named = [value for word, value in itertools.pairwise(words) if word == "--at"]
    if words_of:
        return [f'"{value}"' for value in named if len(value) <= SHORT]
    if pairs and len(named) == 2:
        rows = zip(*(value.split("; ") for value in named), strict=True)
        named = ["; ".join(" ".join(row) for row in rows)]
    return [f"[{point}]" for point in named if len(point) <= SHORT]


def refuting(paper: str, label: str) -> list[tuple[dict[str, int | str], str]]:
    """The instances at which a manifest expects that a step is refuted, each with the counterexample there."""
    claim, name = find(label)
    instances = []
    for check in tomllib.loads((ROOT / f"proofs/{paper}.toml").read_text(encoding="utf-8"))["check"]:
        own, _, step = check["claim"].rpartition(":")[2].partition(".")
        verdicts = {step: check["expect"]} if step else check.get("steps", {})
        if own == claim.label.partition(":")[2] and verdicts.get(name) in REFUTED:
            box = {key: check[key] for key in ("d", "n", "tie_rule") if key in check} | check.get("parameters", {})
            if "delta" in check:
                box["m"] = int(check["delta"].removeprefix("1/"))
            if any(parameter.name == "tie_rule" for parameter in claim.parameters):
                box.setdefault("tie_rule", "average")
            instances.append((box, check.get("witnesses", {}).get(name, "")))
    return instances


@pytest.mark.exhaustive
@pytest.mark.parametrize("paper", PAPERS)
def test_the_manifest_decides_the_least_instance_of_each_line(paper: str) -> None:
    assert bool(replays(paper)) == bool(rows_told(paper))
    for command in replays(paper):
        label, box = instance_of(command)
        claim, step = find(label)
        least, witness = min(refuting(paper, label), key=lambda pair: order_of(claim, pair[0]))
        assert order_of(claim, least) == order_of(claim, box), command
        over = claim.step(step or "").over
        for point in points_of(command, are_pairs(over), are_words(over)):
            assert point in witness, command


def in_ledger(paper: str) -> set[str]:
    """The lines of a committed ledger, faults and notes, such as "lemma7.range_of_k"."""
    return {label for row in ROW.findall(text_of(paper)) for label in labels_in(row)}


def labels_in(row: str) -> list[str]:
    """The lines that a row of a ledger's table names, those that are no fault among them."""
    return re.findall(r"\w+\.\w+", row.replace("\\", ""))


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
            *(k for parameter in claim.parameters if parameter.name == "tie_rule" for k in parameter.ladder),
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
        refuted |= {f"{claim}.{name}" for name, verdict in verdicts.items() if verdict in REFUTED} & written
        decided = {step} if step else {entry.partition(".")[2] for entry in written if entry.startswith(f"{claim}.")}
        vacuous -= {f"{claim}.{name}" for name in decided if verdicts.get(name) != "vacuous"}
    return refuted, vacuous


@pytest.mark.parametrize("paper", PAPERS)
def test_the_manifest_has_every_line_of_the_ledger_and_no_other(paper: str) -> None:
    refuted, vacuous = in_manifest(paper)
    assert len(ROW.findall(text_of(paper))) == rows_told(paper)
    assert refuted | vacuous == in_ledger(paper)
