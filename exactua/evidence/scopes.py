"""How far each step is known: at every point of the ladder, at all points of an instance at once, for all parameters.

The table that `prove --all` makes is kept in scopes.json, which comes with exactua; `list` and `show` read it, for a
step whose statement is still the one that was decided.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from exactua.certificates.proofs import WrittenTheorem
from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.registry import PAPERS, claims_of
from exactua.claims.verdicts import Verdict
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.output_files import Kind
from exactua.proving.kernels import GeneralKernel
from exactua.proving.symbolic import SymbolicResult, SymbolicStep, decide_symbolically
from exactua.proving.symbolic.general import decide_for_all_D, profiled

FORMAT: Final = "exactua-scopes/1"
SCOPES: Final = Kind("table of exactua prove", r'\{\s*"claims": \{')
FILE: Final = "scopes.json"
INSTANCE: Final = {"d": 2, "n": 3, "m": 2}
"""Where symbolic runs are asked: D = 4 ids, and all three categories have points."""
FOR_ALL_D_AT: Final = (2, 3, 4, 5)
"""The numbers of columns at which a step is asked for all D."""


@dataclass(frozen=True)
class StepScopes:
    """How far one step is known. Each scope but the general one says a verdict, None where it is not decided."""

    claim: Claim
    step: Step
    statement: str
    symbolic: Verdict | None
    """At all points of the instance (d, n, m) = (2, 3, 2) at once."""
    for_all_D: Verdict | None
    """For all D at each n of 2, 3, 4, 5; refuted where it is at one of them, and decided at all."""
    theorem: str | None
    """The theorem that proves it for all parameters; None also where the proof kernel was not asked."""

    @property
    def words(self) -> tuple[str, ...]:
        """The scopes that decide the step, from the nearest to the farthest."""
        scopes = ["enumerated"]
        if self.symbolic is not None:
            scopes.append("symbolic")
        if self.for_all_D is not None:
            scopes.append("all D")
        return (*scopes, *(["general"] if self.theorem is not None else []))


def scopes(claim: Claim, kernel: GeneralKernel | None, progress: Progress | None = None) -> tuple[StepScopes, ...]:
    """How far each step of a claim is known; without a kernel nothing is known to be general.

    Raises KernelMissing where the kernel is not installed, EvaluatorsDisagree where its theorems are about
    others than the claim's networks.
    """
    if kernel is not None:
        kernel.tie(claim)
    symbolic = _at_instance(claim)
    general = _for_all_D(claim)
    proved = {} if kernel is None else {known.step.name: known for known in kernel.decide(claim, claim.steps, progress)}
    return tuple(
        StepScopes(
            claim,
            step,
            claim.statement_hash(step),
            _decided([symbolic[step.name].verdict]) if symbolic is not None else None,
            _decided([at_n[step.name].verdict for at_n in general if step.name in at_n]),
            proved[step.name].theorem if step.name in proved and proved[step.name].general else None,
        )
        for step in claim.steps
    )


def written_about(claims: Iterable[Claim], kernel: GeneralKernel | None) -> dict[str, Sequence[WrittenTheorem]]:
    """The theorems that say more of a claim than its steps, by labels; without a kernel none is known.

    Raises KernelMissing where the kernel is not installed.
    """
    written = {} if kernel is None else {claim.label: kernel.written(claim) for claim in claims}
    return {label: theorems for label, theorems in written.items() if theorems}


def _at_instance(claim: Claim) -> SymbolicResult | None:
    """The symbolic run; None for a claim with other parameters."""
    if {parameter.name for parameter in claim.parameters} != set(INSTANCE):
        return None
    try:
        return decide_symbolically(claim.problem(INSTANCE))
    except InputError:  # the networks of this instance are larger than the claim allows
        return None


def _for_all_D(claim: Claim) -> list[dict[str, SymbolicStep]]:
    """What is found for all D at each n, of the steps that speak of no network without a profile."""
    if {parameter.name for parameter in claim.parameters} != set(INSTANCE):
        return []
    results = []
    for n in FOR_ALL_D_AT:
        try:
            known = profiled(claim, n)
        except InputError:  # the claim is not stated for all D at this n
            continue
        steps = tuple(step.name for step in claim.steps if step.networks() <= known.keys())
        if steps:
            results.append({decided.step.name: decided for decided in decide_for_all_D(claim, n, steps).steps})
    return results


def _decided(verdicts: Sequence[Verdict]) -> Verdict | None:
    """The verdict of a step that is decided in all these runs; None where there is none, or one is open."""
    if not verdicts or Verdict.INCONCLUSIVE in verdicts:
        return None
    for verdict in (Verdict.REFUTED, Verdict.HOLDS):
        if verdict in verdicts:
            return verdict
    return Verdict.VACUOUS


def every_claim() -> Iterator[Claim]:
    """The claims of all papers that come with exactua, paper by paper."""
    for paper in PAPERS:
        yield from claims_of(paper)


def document(
    table: Sequence[Sequence[StepScopes]], kernel: Mapping[str, Any], written: Mapping[str, Sequence[WrittenTheorem]]
) -> dict[str, Any]:
    """The table as JSON data; `kernel` says which proof kernel found the theorems, `written` has those beyond steps."""
    return {
        "format": FORMAT,
        "kernel": kernel.get("name"),
        "symbolic_at": dict(INSTANCE),
        "for_all_D_at": list(FOR_ALL_D_AT),
        "theorems": {label: [theorem.data() for theorem in theorems] for label, theorems in written.items()},
        "claims": {rows[0].claim.label: {row.step.name: _entry(row) for row in rows} for rows in table if rows},
    }


def _entry(row: StepScopes) -> dict[str, Any]:
    return {
        "statement": row.statement,
        "symbolic": None if row.symbolic is None else row.symbolic.value,
        "all_D": None if row.for_all_D is None else row.for_all_D.value,
        "theorem": row.theorem,
    }


@cache
def shipped() -> dict[str, Any]:
    """The table that comes with this version."""
    text = resources.files("exactua.evidence").joinpath(FILE).read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


def theorems_about(claim: Claim) -> tuple[WrittenTheorem, ...]:
    """The theorems that say more of a claim than its steps, by the table that comes with exactua."""
    known = [] if claim.address else shipped()["theorems"].get(claim.label, [])
    return tuple(WrittenTheorem.of(data) for data in known)


def told(claim: Claim) -> dict[str, StepScopes]:
    """How far the steps of a claim are known, by the table that comes with exactua; what it says of other statements is
    left out."""
    if claim.address:
        return {}
    known = shipped()["claims"].get(claim.label, {})
    rows = {}
    for step in claim.steps:
        entry = known.get(step.name)
        if entry is not None and entry["statement"] == claim.statement_hash(step):
            symbolic, for_all_D = (entry[key] and Verdict(entry[key]) for key in ("symbolic", "all_D"))
            rows[step.name] = StepScopes(claim, step, entry["statement"], symbolic, for_all_D, entry["theorem"])
    return rows
