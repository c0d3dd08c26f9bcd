"""The certificate of a general result: which steps a proof kernel has for all parameters (format page, section 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final

from exactua.certificates.reading import Certificate, read_certificate
from exactua.certificates.writing import laid_out, made_with, parts_data, short_name
from exactua.claims.claim import Claim
from exactua.claims.problem import Step, definitions_data
from exactua.claims.verdicts import Part, Scope, Verdict, concluded, for_all_parameters
from exactua.errors import InputError
from exactua.reprs import RichRepr
from exactua.terms.encoding import Data, sha256, to_data
from exactua.terms.language import definitions_reached
from exactua.terms.printing import text

FORMAT: Final = "proof/2"


@dataclass(frozen=True)
class ProvedStep:
    """A step with what a kernel says of it: the theorem, what it proves and what that assumes, or why there is none."""

    step: Step
    verdict: Verdict
    """Holds for all parameters, refuted for some, or inconclusive."""
    theorem: str | None = None
    proposition: str | None = None
    assumptions: str | None = None
    reason: str | None = None
    restriction: str | None = None
    """What the proposition does not speak about, though the step does."""

    @property
    def general(self) -> bool:
        """Whether the step is proved for all parameters."""
        return self.verdict is Verdict.HOLDS


@dataclass(frozen=True)
class WrittenTheorem:
    """A theorem about a claim whose statement was written by hand: in words, where to read it, and its instances."""

    name: str
    """That of its statement."""
    theorem: str
    says: str
    statement: str
    """The hash of the text of its statement."""
    assumptions: str
    file: str
    lines: tuple[int, int]
    instances: tuple[str, ...]
    """The steps of the claim that are instances of it."""
    restriction: str | None = None
    """What it does not speak about, though the claim does."""
    networks: bool = True
    """Whether it speaks of networks; if so it decides nothing unless they are those that run here."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> WrittenTheorem:
        """From JSON data."""
        first, last = data["lines"]
        return cls(**{**data, "lines": (first, last), "instances": tuple(data["instances"])})

    @property
    def place(self) -> str:
        """Where its statement is to be read: "Statements.v 536-539"."""
        first, last = self.lines
        return f"{self.file} {first}-{last}"

    @property
    def assumes(self) -> str:
        """What it assumes, in words: "assumes ... "; "" where that is nothing."""
        names = self.assumptions.removeprefix("Axioms: ")
        return "" if names == self.assumptions else f"assumes of the standard library's real numbers {names}"

    @property
    def text(self) -> str:
        """In one line, with its restriction and what it assumes."""
        text = f"{self.theorem} ({self.place}): {self.says}"
        if self.restriction:
            text += f"; {self.restriction}"
        if self.assumes:
            text += f"; {self.assumes}"
        if self.instances:
            text += f"; {'instances' if len(self.instances) > 1 else 'an instance'} of it: {', '.join(self.instances)}"
        return text

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            **self.pinned(),
            "name": self.name,
            "says": self.says,
            "file": self.file,
            "lines": list(self.lines),
            "instances": list(self.instances),
            **({} if self.networks else {"networks": False}),
        }

    def pinned(self) -> dict[str, Data]:
        """What a certificate says of it where it decides a part of the statement."""
        return {
            "assumptions": self.assumptions,
            "restriction": self.restriction,
            "statement": self.statement,
            "theorem": self.theorem,
        }


@dataclass(frozen=True, repr=False)
class Proof(RichRepr):
    """A claim for all its parameters: the steps asked about, those judged, and the evidence of the kernel."""

    _told_by: ClassVar[str] = "exactua.commands.prove.function"

    claim: Claim
    steps: Sequence[ProvedStep]
    judged: Sequence[str]
    evidence: Mapping[str, Any]
    stated: Sequence[Part] = ()
    """The parts of the statement as the claim has them, where it is judged as a whole."""
    tied: Mapping[str, Any] | None = None
    """At which instances the claim's networks are those that the kernel computed; None where it has nothing on them."""
    reads: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    """The lines, by file, that say what was proved: all that the propositions unfold to. They are not hashed."""
    written: Sequence[WrittenTheorem] = ()
    """Theorems about the claim that say more than its steps. Of those that decide a part the statements are hashed."""
    recorded: str | None = None
    """Why the kernel was not asked here, where all this is from the record that comes with exactua; else None."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the statement, those that theorems say as these decide them: theorems about what runs here, or
        about no network."""
        proved = [theorem.name for theorem in self.written if self.tied is not None or not theorem.networks]
        return for_all_parameters(self.stated, proved)

    def deciding(self, part: Part) -> list[WrittenTheorem]:
        """The theorems that decide a part; none where steps do, or nothing does."""
        return [] if part.undecided else [theorem for theorem in self.written if theorem.name in part.theorems]

    @property
    def verdict(self) -> Verdict:
        """That of the judged steps, as far as parts are decided; what is neither proved nor refuted is inconclusive.

        A part that theorems decide holds, and its steps are decided with it.
        """
        by_theorems = [part for part in self.parts if self.deciding(part)]
        decided = {name for part in by_theorems for name in part.steps}
        judged = [Verdict.HOLDS for _ in by_theorems]
        judged += [
            Verdict.HOLDS if proved.verdict is Verdict.INCONCLUSIVE and proved.step.name in decided else proved.verdict
            for proved in self.steps
            if proved.step.name in self.judged
        ]
        return concluded(judged, self.parts) if judged else Verdict.INCONCLUSIVE

    @property
    def domain(self) -> str:
        """The parameters that it speaks of: "all d >= 1, n >= 2, m >= 2"."""
        return domain_of(self.claim)

    def data(self) -> Data:
        """The hashed part."""
        terms = [term for proved in self.steps for term in proved.step.all_terms]
        return {
            "claim": self.claim.label,
            "definitions": definitions_data(definitions_reached(terms, tuple(self.claim.definitions.items()))),
            "domain": self.domain,
            "judged": list(self.judged),
            "kernel": dict(self.evidence),
            "parts": [
                {**data, "theorems": [theorem.pinned() for theorem in self.deciding(part)]}
                for part, data in zip(self.parts, parts_data(self.parts), strict=True)
            ],
            "parameters": [{"least": parameter.least, "name": parameter.name} for parameter in self.claim.parameters],
            "requires": [to_data(hypothesis.term) for hypothesis in self.claim.hypotheses],
            "scope": Scope.GENERAL.value,
            "source": self.claim.source,
            "steps": [self._step(proved) for proved in self.steps],
            "tied": None if self.tied is None else dict(self.tied),
            "title": self.claim.title,
            "verdict": self.verdict.value,
        }

    def _step(self, proved: ProvedStep) -> Data:
        step = proved.step
        return {
            "assumptions": proved.assumptions,
            "bound": None if step.bound is None else to_data(step.bound),
            "domains": [[spec.name, spec.data()] for spec in step.over],
            "fold": step.fold_data,
            "given": None if step.given is None else to_data(step.given),
            "kind": step.kind.value,
            "name": step.name,
            "proposition": proved.proposition,
            "reason": proved.reason,
            "relation": step.relation,
            "restriction": proved.restriction,
            "says": step.says,
            "statement": self.claim.statement_hash(step),
            "term": to_data(step.term),
            "theorem": proved.theorem,
            "verdict": proved.verdict.value,
        }

    def text(self, run: Mapping[str, Any]) -> str:
        """The text of the file, with an account of the run that is not hashed."""
        return laid_out(self.data(), {**run, **made_with()}, FORMAT)

    @property
    def digest(self) -> str:
        """SHA-256 of the hashed part."""
        return sha256(self.data())


def parts_of_proof(decided: Mapping[str, Any]) -> tuple[Part, ...]:
    """The parts in the hashed part of a proof, with the hashes of the statements of the theorems that decide them.

    Raises KeyError, TypeError or ValueError for other data.
    """
    return tuple(
        Part(
            part["words"], tuple(part["steps"]), part["undecided"] or "", tuple(theorem["statement"] for theorem in by)
        )
        for part in decided["parts"]
        for by in [part["theorems"]]
    )


def domain_of(claim: Claim, *, of_delta: bool = False) -> str:
    """All values of the parameters under which a claim is stated, in words; `of_delta` in the papers' delta for m."""
    least, others = {parameter.name: parameter.least for parameter in claim.parameters if not parameter.choices}, []
    for hypothesis in claim.hypotheses:
        term = hypothesis.term
        sides = term.arguments
        if term.operator == ">=" and sides[0].operator == "param" and sides[1].operator == "integer":
            name = sides[0].names[0]
            least[name] = max(least[name], sides[1].value)
        else:
            others.append(text(term))
    bounds = [
        f"delta = 1/m <= 1/{value}" if of_delta and name == "m" else f"{name} >= {value}"
        for name, value in least.items()
    ]
    return f"all {', '.join(bounds)}" + "".join(f" with {condition}" for condition in others)


def proof_file_name(claim: Claim, steps: Sequence[str]) -> str:
    """The default file name: lemma10.general.json; named steps stand before "general"."""
    return ".".join([short_name(claim.label), *steps, "general", "json"])


def read_proof(path: Path) -> Certificate:
    """The certificate of a general result in a file, once format, layout and digest are checked; not what it says.

    Raises InputError for anything else.
    """
    certificate = read_certificate(path, FORMAT)
    for key in ("claim", "judged", "steps", "kernel"):
        if key not in certificate.decided:
            raise InputError(f"certificate: {path} has no {key}")
    return certificate
