"""The Rocq kernel: a step is general if a theorem proves its exported proposition and assumes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from exactua.certificates.proofs import ProvedStep, WrittenTheorem
from exactua.claims.claim import Claim
from exactua.claims.problem import Step
from exactua.claims.verdicts import Verdict
from exactua.deciding.shards import Progress
from exactua.errors import EvaluatorsDisagree
from exactua.proving.rocq import ties
from exactua.proving.rocq.building import Built, build
from exactua.proving.rocq.definitions import lines_of, unfolded
from exactua.proving.rocq.generate import CLAIMS, Exported, differs, exported
from exactua.proving.rocq.propositions import RATIONAL_ENTRIES, proposition_name
from exactua.proving.rocq.record import accepted, changed, computed, told
from exactua.proving.rocq.sources import CLOSED, Theorem, read_sources, source_hash, sources_folder, theorems
from exactua.proving.rocq.toolchain import NotProved, executable, version
from exactua.proving.rocq.written import WRITTEN, proved


@dataclass(frozen=True)
class Tied:
    """The comparisons of a claim: where they are made, how many there are, and the hash of all of them."""

    instances: tuple[Mapping[str, int], ...]
    comparisons: int
    sha256: str

    def data(self) -> dict[str, Any]:
        """As it stands in a certificate."""
        return {
            "comparisons": self.comparisons,
            "instances": [dict(instance) for instance in self.instances],
            "sha256": self.sha256,
        }


def tied(claim: Claim, sources: Mapping[str, str]) -> Tied | None:
    """Compares weights, stages, states and points of a claim's networks with what the kernel computed; None for a claim
    of which no theorem speaks.

    Raises EvaluatorsDisagree where exactua has other values, NotProved where ties.txt is of other definitions.
    """
    if claim.label not in ties.TIED:
        return None
    known = computed(sources)
    comparisons = list(ties.of_claim(claim.label))
    for tie in comparisons:
        if known.get(tie.name) != tie.pin:
            raise EvaluatorsDisagree(
                f"{claim.label}: {tie.name}: exactua's values differ from those that the kernel of Rocq computed, "
                "so the theorems of proofs/rocq are not about what runs here"
            )
    pins = source_hash("\n".join(f"{tie.name}  {tie.pin}" for tie in comparisons))
    instances = tuple(dict(zip("dnm", box, strict=True)) for box in ties.INSTANCES)
    return Tied(instances, len(comparisons), pins)


class RocqKernel:
    """Compiles the sources, with what the cache has of them, and looks up each step's theorem."""

    name = "rocq"

    def __init__(self, folder: Path | None = None, *, cached: bool = True, pinned: bool = True) -> None:
        """`pinned` false takes statements whose definitions are not those pinned, as whoever writes the pins must."""
        self.folder = folder
        self._cached = cached
        self._pinned = pinned
        self._built: Built | None = None

    @cached_property
    def sources(self) -> dict[str, str]:
        """The sources by file name."""
        return read_sources(self.folder or sources_folder())

    def require(self) -> None:
        """Raises KernelMissing where there is no coqc."""
        executable("coqc")

    def built(self, progress: Progress | None = None) -> Built:
        """The compiled sources. Raises KernelMissing without coqc, NotProved where they are refused."""
        if self._built is None:
            executable("coqc")
            self._require_stated()
            self._built = build(self.sources, progress, cached=self._cached)
        return self._built

    def _require_stated(self) -> None:
        """Raises NotProved where the sources state something else than the claims, or than is pinned."""
        if wrong := differs(self.sources):
            raise NotProved(f"kernel: {wrong}")
        if self._pinned and (others := changed(self.sources, theorems(self.sources))):
            raise NotProved(f"kernel: {told(others[0])}")

    def decide(self, claim: Claim, steps: Sequence[Step], progress: Progress | None = None) -> list[ProvedStep]:
        """The proof of each step, or why there is none. Raises KernelMissing, NotProved."""
        if claim.label not in CLAIMS:
            return [_open(step, "no step of the claim has a statement in proofs/rocq") for step in steps]
        built = self.built(progress)
        known = {theorem.proposition: theorem for theorem in built.assumptions if theorem.of == "Exported"}
        exports = {export.step.name: export for export in exported(claim)}
        return [_found(exports[step.name], known, built) for step in steps]

    def tie(self, claim: Claim) -> Mapping[str, Any] | None:
        """At which instances exactua's networks are those of the sources (`tied`); None without statements.

        Raises EvaluatorsDisagree where they are not, NotProved where that was not computed.
        """
        compared = tied(claim, self.sources)
        return None if compared is None else compared.data()

    def reads(
        self, claim: Claim, proved: Sequence[ProvedStep], written: Sequence[WrittenTheorem]
    ) -> Mapping[str, Sequence[tuple[int, int]]]:
        """The lines of the sources to which the propositions of steps with a theorem, and these statements, unfold."""
        names = [
            f"Exported.{proposition_name(claim, proved_step.step)}"
            for proved_step in proved
            if proved_step.theorem is not None
        ]
        names += [f"{theorem.file.removesuffix('.v')}.{theorem.name}" for theorem in written]
        return lines_of(self.sources, unfolded(self.sources, names))

    def written(self, claim: Claim, progress: Progress | None = None) -> Sequence[WrittenTheorem]:
        """The accepted theorems about the claim, of statements by hand. Raises KernelMissing, NotProved."""
        if not any(theorem.claim == claim.label for theorem in WRITTEN):
            return []
        built = self.built(progress)
        return proved(claim, built.sources, built.assumptions)

    def evidence(self) -> Mapping[str, Any]:
        """Kernel, version and the hash of every source."""
        return {
            "name": self.name,
            "version": self._version(),
            "sources": {name: source_hash(text) for name, text in self.sources.items()},
        }

    def _version(self) -> str:
        return version()


class RocqRecord(RocqKernel):
    """The record that comes with exactua in place of the kernel: what it accepted, of these very sources."""

    def require(self) -> None:
        """Nothing: a record is read."""

    def built(self, progress: Progress | None = None) -> Built:
        """What the record says of the sources. Raises NotProved where it is of others."""
        if self._built is None:
            self._require_stated()
            self._built = accepted(self.sources)
        return self._built

    def _version(self) -> str:
        return self.built().version


def _open(step: Step, reason: str, proposition: str | None = None) -> ProvedStep:
    return ProvedStep(step, Verdict.INCONCLUSIVE, proposition=proposition, reason=reason)


def _found(export: Exported, known: Mapping[str, Theorem], built: Built) -> ProvedStep:
    """What the theorem about a step says, if there is one that assumes nothing."""
    if export.proposition is None:
        return _open(export.step, f"not exported: {export.reason}")
    theorem = known.get(export.proposition.name)
    if theorem is None:
        return _open(export.step, "no theorem in proofs/rocq", export.proposition.text)
    assumptions = built.assumptions[theorem]
    if assumptions != CLOSED:
        return _open(export.step, f"{theorem.label} assumes something: {assumptions}", export.proposition.text)
    return ProvedStep(
        export.step,
        Verdict.REFUTED if theorem.refutes else Verdict.HOLDS,
        theorem.label,
        export.proposition.text,
        assumptions,
        "it is false for some parameters" if theorem.refutes else None,
        RATIONAL_ENTRIES if export.proposition.rational_entries_only else None,
    )
