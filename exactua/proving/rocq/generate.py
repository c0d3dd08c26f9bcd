"""proofs/rocq/Exported.v: what the steps say now, as propositions.

python -m exactua.proving.rocq.generate            writes the file
python -m exactua.proving.rocq.generate --check    exit 1 where the file says something else than the claims
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.registry import find
from exactua.proving.rocq.naming import NotExported
from exactua.proving.rocq.networks import CONTEXTUAL_MAP, VALUES
from exactua.proving.rocq.propositions import Proposition, proposition
from exactua.proving.rocq.sources import read_sources, sources_folder
from exactua.proving.rocq.terms import Emitter
from exactua.terms.tracing import variable

CLAIMS: Final = (
    "yun2020:tightness", "yun2020:lemma4", "yun2020:lemma7", "yun2020:definition_e1", "yun2020:selective_shift",
    "yun2020:column_id",
    "yun2020:equivariance", "yun2020:first_shifts", "yun2020:category1", "yun2020:lemma10",
    "yun2020:coarse_resolution", "yun2020:global_shift", "yun2020:category2", "yun2020:category3", "yun2020:lemma8",
    "yun2020:event_driven_sweep", "yun2020:sorted_order", "yun2020:lemma9", "yun2020:proposition5", "yun2020:theorem3",
    "yun2020:g1", "yun2020:g2", "yun2020:g3", "yun2020:bilinear_projection", "yun2020:separable_convolution",
)  # fmt: skip
"""The claims whose steps are exported, in the paper's order."""

FILE: Final = "Exported.v"
WIDTH: Final = 118
HEADER: Final = """\
(** * Exported: what the steps of exactua's claims say, for all parameters

    Made from the claims by `python -m exactua.proving.rocq.generate`, which also checks that this file still says what
    they say; edit the claims, not this file. [Terms.v] has the vocabulary, [Transformers.v] and [Grids.v] the networks
    and the points. sha256:... is the statement hash that `exactua show` and every certificate give for the step. *)

From Coq Require Import ZArith QArith Qround List Bool.
From Exactua Require FeedForward PositionNetworks Statements TieRules.
From Exactua Require Import Transformers Grids Terms.
Import ListNotations.
Open Scope bool_scope.
Open Scope Q_scope.

Local Coercion Z.of_nat : nat >-> Z.
"""


@dataclass(frozen=True)
class Exported:
    """A step of an exported claim: its proposition, or the reason why it has none."""

    claim: Claim
    step: Step
    proposition: Proposition | None
    reason: str | None

    @property
    def statement(self) -> str:
        """The statement hash."""
        return self.claim.statement_hash(self.step)


def exported(claim: Claim) -> Iterator[Exported]:
    """Every step of a claim, in order."""
    for step in claim.steps:
        try:
            yield Exported(claim, step, proposition(claim, step), None)
        except NotExported as error:
            yield Exported(claim, step, None, str(error))


def text() -> str:
    """The file as the claims have it now."""
    parts = [HEADER, *map(_values, VALUES)]
    for label in CLAIMS:
        claim, _ = find(label)
        parts.append(f"(** ** {_comment(claim.title)}: {_comment(claim.source)} *)\n")
        for export in exported(claim):
            if export.proposition is None:
                parts.append(
                    _filled(
                        f"(* {label}.{export.step.name} is not exported: {_comment(export.reason or '')}. *)", "   "
                    )
                )
            else:
                parts.append(_definition(export, export.proposition))
    return "\n".join(parts)


def _values(name: str) -> str:
    """A formula for the values A_L of f-bar, as a function of the parameters and the point."""
    from exactua.papers.yun2020 import target_functions

    formula = getattr(target_functions, name)
    term = formula(variable("i"), variable("j")).term
    emitter = Emitter({}, {"g_c": CONTEXTUAL_MAP}, "(in_unit_1 m L)", variables={"i": "i", "j": "j"})
    first = (formula.__doc__ or "").partition("\n")[0]
    about = _filled(f"(** A_L, in unit 1: {_comment(first)} *)", "    ")
    head = f"Definition {name} (d n m : nat) (L : point) : matrix :="
    body = _filled(f"  tabulated d n (fun i j => {emitter.number(term).text}).", "    ")
    return f"{about}{head}\n{body}"


def _definition(export: Exported, proposition: Proposition) -> str:
    about = f"(** {export.claim.label}.{export.step.name}: {_comment(export.step.says)}"
    if proposition.rational_entries_only:
        about += " (here for rational entries)"
    lines = [
        *_filled(about, "    ").splitlines(),
        f"    {export.statement} *)",
        f"Definition {proposition.name} : Prop :=",
    ]
    for number, line in enumerate(proposition.lines, 1):
        indent = " " * (2 + len(line) - len(line.lstrip()))
        end = "." if number == len(proposition.lines) else ""
        lines += _filled(indent + line.lstrip() + end, indent + "  ").splitlines()
    return "\n".join(lines) + "\n"


def _filled(text: str, indent: str) -> str:
    lines = textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    """A text that can stand in a comment of Rocq, where quotes open strings."""
    return text.replace('"', "''").replace("(*", "( *").replace("*)", "* )")


def differs(sources: Mapping[str, str]) -> str | None:
    """What is wrong with Exported.v among the sources; None where it says what the claims say."""
    if FILE not in sources:
        return f"{FILE} is missing; write it with python -m exactua.proving.rocq.generate"
    written, wanted = sources[FILE].splitlines(), text().splitlines()
    if written == wanted:
        return None
    line = next((k for k, pair in enumerate(zip(written, wanted, strict=False)) if pair[0] != pair[1]), len(wanted))
    return (
        f"{FILE}: line {line + 1} is not what the claims say now; write the file anew with python -m "
        "exactua.proving.rocq.generate, and prove what has changed"
    )


def main(arguments: list[str] | None = None) -> int:
    """Writes or checks the file; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m exactua.proving.rocq.generate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--folder", type=Path, default=None, help="the folder of sources, if not the project's own")
    options = parser.parse_args(arguments)
    folder = options.folder or sources_folder()
    if options.check:
        wrong = differs(read_sources(folder))
        print(wrong or f"{folder / FILE} says what the claims say")
        return 1 if wrong else 0
    (folder / FILE).write_text(text(), encoding="utf-8")
    steps = [export for label in CLAIMS for export in exported(find(label)[0])]
    print(f"{sum(export.proposition is not None for export in steps)} of {len(steps)} steps in {folder / FILE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
