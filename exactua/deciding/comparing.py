"""What a decision came to when the networks are gone, what it is expected to come to, and how the two differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from exactua.claims.decision import Decision, Witness
from exactua.claims.verdicts import Verdict, word

Box = Mapping[str, int | str]
"""The parameter values of an instance, in the claim's order."""


@dataclass(frozen=True)
class StepAt:
    """What one step came to at one instance."""

    verdict: Verdict
    points: int
    applicable: int | None
    failures: int | None
    """Of a certificate whose evidence decides the step without its points, None: they are not counted there."""
    witness: Witness | None = None
    reason: str | None = None
    complete: bool = True
    """Whether every point was decided."""
    objects: tuple[str, ...] = ()
    """What was asked to meet a definition, if anything was."""


@dataclass(frozen=True)
class Outcome:
    """A claim at one instance: verdicts with counts and witnesses, by step."""

    claim: str
    box: Box
    verdict: Verdict
    exit_code: int
    points: int
    """Points of all domains together, as far as they could be counted."""
    seconds: str
    steps: Mapping[str, StepAt]
    refuted_proof_lines: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    """The instance as JSON data, where that was asked for."""


def steps_of(decision: Decision) -> dict[str, StepAt]:
    """What every step of a decision came to."""
    return {
        result.step.name: StepAt(
            result.verdict,
            result.points,
            result.applicable,
            result.failures,
            result.witness,
            result.reason,
            result.complete,
            result.step.objects,
        )
        for result in decision.results
    }


@dataclass(frozen=True)
class Expected:
    """What a manifest expects of a check."""

    verdict: Verdict
    steps: Mapping[str, Verdict] = field(default_factory=dict)
    """Verdicts of steps, where they are not "holds"."""
    witnesses: Mapping[str, str] = field(default_factory=dict)
    """The least counterexamples of steps that are refuted, as a manifest has them."""
    digest: str | None = None
    words: Mapping[str, str] = field(default_factory=dict, compare=False)
    """These verdicts as they are written, by the name of the step; that of the judged steps together under ""."""

    def of(self, step: str) -> Verdict:
        """The verdict that a step is expected to have."""
        return self.steps.get(step, Verdict.HOLDS)


@dataclass(frozen=True)
class Found:
    """What deciding a check gave."""

    verdict: Verdict
    steps: Mapping[str, StepAt]
    witnesses: Mapping[str, str]
    """Of every step that is refuted, in the same form as those expected."""
    digest: str
    complete: bool
    """Whether every point was decided."""
    objects: tuple[str, ...] = ()
    """What was asked to meet a definition by the judged steps, if that is what they ask."""

    def as_expected(self, before: Expected) -> Expected:
        """What `--accept` expects from now on: this. A step that was said to hold, and does, is still said to."""
        kept = {name: self.steps[name].verdict for name in before.steps if name in self.steps}
        new = {name: step.verdict for name, step in self.steps.items() if step.verdict is not Verdict.HOLDS}
        steps = {name: verdict for name, verdict in kept.items() if name in new or before.steps[name] is verdict} | new
        words = {name: word(verdict, self.steps[name].objects) for name, verdict in steps.items()}
        return Expected(
            self.verdict, steps, self.witnesses, self.digest, {"": word(self.verdict, self.objects), **words}
        )

    def pinned(self, before: Expected) -> Expected:
        """What `--update` writes where only pins are missing or other ones: the digest, and witnesses not there yet."""
        return replace(before, witnesses={**before.witnesses, **self.witnesses}, digest=self.digest)


Kind = Literal["verdict", "step", "witness", "digest"]


@dataclass(frozen=True)
class Difference:
    """One thing that is not as expected."""

    kind: Kind
    step: str | None
    expected: str | None
    """None: a witness or a digest that is not pinned."""
    found: str | None
    """None: no witness, since the step is not refuted."""

    @property
    def is_pin(self) -> bool:
        """Whether `--update` may write what was found: a digest, or a witness that was not pinned."""
        return self.kind == "digest" or (self.kind == "witness" and self.expected is None)


def differences(expected: Expected, actual: Found) -> tuple[Difference, ...]:
    """Everything in which what was found is not what is expected, the verdict first, then step by step."""
    result: list[Difference] = []
    if actual.verdict is not expected.verdict:
        before, now = (word(side.verdict, actual.objects) for side in (expected, actual))
        result.append(Difference("verdict", None, before, now))
    for name, step in actual.steps.items():
        if step.verdict is not expected.of(name):
            before, now = (word(verdict, step.objects) for verdict in (expected.of(name), step.verdict))
            result.append(Difference("step", name, before, now))
        pin, witness = expected.witnesses.get(name), actual.witnesses.get(name)
        if pin != witness:
            result.append(Difference("witness", name, pin, witness))
    if expected.digest != actual.digest:
        result.append(Difference("digest", None, expected.digest, actual.digest))
    return tuple(result)
