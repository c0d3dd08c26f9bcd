"""Comparisons that the kernel makes by computation: a file that compiles if and only if all of them are true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exactua.claims.claim import Claim
from exactua.networks import TieRule
from exactua.proving.rocq.building import compiled
from exactua.proving.rocq.propositions import TIE_RULE
from exactua.proving.rocq.sources import source_hash
from exactua.proving.rocq.toolchain import NotProved, run

_FILE: Final = "TiesAtInstances"
_HEADER: Final = """\
From Coq Require Import ZArith QArith Qround List Bool.
From Exactua Require FeedForward PositionNetworks Statements TieRules.
From Exactua Require Import Transformers Grids Terms Exported Comparisons.
Import ListNotations.
Open Scope bool_scope.
Open Scope Q_scope.
Local Coercion Z.of_nat : nat >-> Z.
"""


@dataclass(frozen=True)
class Tie:
    """One comparison: its name for people, and the boolean that must compute to true."""

    name: str
    says: str

    @property
    def pin(self) -> str:
        """The hash of what is compared: expressions and values."""
        return source_hash(self.says)


def named(values: Mapping[str, Any]) -> str:
    """The parameters of an instance for people."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def instances(claim: Claim, values: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The instances of a claim at these d, n and m: one, or one for each of its tie rules."""
    rules = [rule for parameter in claim.parameters if parameter.name == "tie_rule" for rule in parameter.choices]
    return [{**values, "tie_rule": rule} for rule in rules] or [values]


def rule_of(ties: str, values: Mapping[str, Any]) -> TieRule:
    """The tie rule of a network (`GallinaNetwork.ties`) at an instance."""
    return TieRule(values["tie_rule"] if ties == "ties" else ties.rpartition(".")[2])


def at(values: Mapping[str, Any], expression: str) -> str:
    """An expression in d, n, m, or a function of them and of a tie rule, at an instance."""
    function = expression if expression.startswith("fun d n m : nat =>") else f"fun d n m : nat => {expression}"
    rule = f" TieRules.{values['tie_rule']}" if f"fun ties : {TIE_RULE} =>" in function else ""
    return f"({function}) {values['d']}%nat {values['n']}%nat {values['m']}%nat{rule}"


def source(compared: Sequence[Tie]) -> str:
    """A file that compiles if and only if every comparison computes to true."""
    parts = [_HEADER]
    for number, tie in enumerate(compared):
        parts.append(f"Lemma tie{number} : ({tie.says}) = true.\nProof. vm_compute. reflexivity. Qed.\n")
    return "\n".join(parts)


def differing(sources: Mapping[str, str], compared: Sequence[Tie]) -> list[Tie]:
    """The comparisons that compute to something else than true.

    Raises KernelMissing without coqc, NotProved where the sources themselves are refused.
    """
    with compiled(sources) as folder:
        return _differing(folder, list(compared))


def _differing(folder: Path, compared: list[Tie]) -> list[Tie]:
    """By halves, as coqc stops at the first difference."""
    if not compared or _agree(folder, compared):
        return []
    if len(compared) == 1:
        return compared
    middle = len(compared) // 2
    return _differing(folder, compared[:middle]) + _differing(folder, compared[middle:])


def _agree(folder: Path, compared: Sequence[Tie]) -> bool:
    (folder / f"{_FILE}.v").write_text(source(compared), encoding="utf-8")
    try:
        run("coqc", (f"{_FILE}.v",), folder)
    except NotProved:
        return False
    return True
