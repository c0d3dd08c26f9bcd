"""Questions about networks, and their answers, as the certificates say them that `ask` writes.

What was decided stands in the hashed part: network, points, steps, counterexamples. The separation is told in the
account of the run, which nothing checks: it is taken where the terms of steps assert that number, and else left out.

What an answer allows to be said, and what not, is told as of claims (see `printing.scope_subjects`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.balls import shown_root
from exactua.arithmetic.messages import cut
from exactua.arithmetic.rationals import Rational, decode_integer, decode_rational, written
from exactua.certificates.reading import Certificate, parameter_value, read_certificate
from exactua.claims.dossier import CertificateFile
from exactua.claims.problem import QUESTION, Problem, Step
from exactua.claims.verdicts import POINT_SCOPES, Verdict, concluded, phrase
from exactua.claims.verification import refused, words
from exactua.deciding.comparing import StepAt
from exactua.errors import InputError
from exactua.evidence import verifications
from exactua.evidence.asked_constants import direction_of, with_constants
from exactua.evidence.asserted_separations import asserted_distance, denying_equality
from exactua.evidence.certificate_folders import certificate_paths
from exactua.evidence.certificate_steps import NO_CERTIFICATE, by_evidence, complete, points_of, stated, step_at
from exactua.networks import Network
from exactua.networks.printing import heading
from exactua.plurals import counted
from exactua.printing.scope_subjects import NOTHING_THERE, ScopeSentence, fail, listed

LONGEST: Final = 300
"""Characters of a word of the account of the run."""
SEPARATING: Final = ("separation", "separation_within")
"""Steps of `ask` that say how far apart values are."""


@dataclass(frozen=True)
class ToldSeparation:
    """The least distance of values that must differ, as the steps say it; squares of Euclidean distances."""

    of: str
    """Of what, such as "ids that must differ"; no step says that."""
    squared: Rational
    is_bound: bool
    """Whether any two are at least so far apart, and perhaps none as near."""

    @property
    def shown(self) -> str:
        """The distance, rounded to 12 digits, and its square exactly where that is short."""
        least = "at least " * self.is_bound + shown_root(self.squared) if self.squared else "0"
        exact = written(self.squared)
        return least if len(exact) > LONGEST or not self.squared else f"{least}; its square is {exact}"


@dataclass(frozen=True)
class AskedNetwork:
    """A property of a network at points, and what came of it."""

    file: CertificateFile
    problem: Problem
    steps: Mapping[str, StepAt]
    network: str
    """The file that it was in, as the account of the run says; "" where it says none."""
    stage: str
    points: str
    """What they are, as the account of the run says."""
    separation: ToldSeparation | None
    places: str = ""
    """How many points stand in the hashed part: "10 points"; "" where they are not counted."""

    @property
    def called(self) -> str:
        """Network and points as the account of the run calls them, which nothing checks: "layer.json, points.csv"."""
        return ", ".join(
            word for word in (self.named if self.described else "", self.points) if word not in ("", GIVEN)
        )

    @property
    def asked(self) -> str:
        """The property: "injective"."""
        return self.problem.label.removeprefix(QUESTION)

    @property
    def in_full(self) -> str:
        """The same with the constants that were asked for: "injective with separation >= 100"."""
        return f"{self.asked}{with_constants(self.problem)}"

    @property
    def direction(self) -> str:
        """ "q(L) = u^T g(L), u = (1, 4)"; "" where the steps speak of no such q."""
        u = direction_of(self.problem)
        return f"q(L) = u^T g(L), {u}" if u else ""

    @property
    def verdict(self) -> Verdict:
        """Of all judged steps together."""
        return Verdict(self.file.verdict)

    @property
    def named(self) -> str:
        """The network as it was called: "layer.json up to stage "ids"; "" where that is not told."""
        return f'{self.network} up to stage "{self.stage}"' if self.network and self.stage else self.network

    @property
    def described(self) -> str:
        """The network that stands in the certificate; "" where the question is about points alone."""
        known: Network | None = next(iter(self.problem.networks.values()), None)
        return "" if known is None else heading(known)


GIVEN: Final = "points"
"""What points are called that were in no file."""
CHAIN: Final = "chain"
"""The step that neighbours are those of one chain."""
NOUNS: Final = {"tokens": "token"}
"""What the points of a domain of `ask` are, where they are not those that were given."""
REDUCED: Final = (
    " That the first ids of these sequences are all ids rests on this, which no step asserts: every layer of the "
    "network is permutation equivariant."
)
"""Said beside the steps of a contextual mapping by a chain."""


def read_question(path: Path) -> AskedNetwork:
    """The question in a certificate, and its answer. Raises InputError where it is none, or says what can't be."""
    certificate = read_certificate(path)
    label = certificate.decided.get("claim")
    if not isinstance(label, str) or not label.startswith(QUESTION):
        raise InputError(f"certificate: {path} is about no question of ask")
    problem = certificate.problem
    try:
        return _read(path, certificate, problem)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        raise InputError(NO_CERTIFICATE) from None


def _read(path: Path, certificate: Certificate, problem: Problem) -> AskedNetwork:
    decided, run = certificate.decided, certificate.run
    scope, verdict = str(decided["scope"]), Verdict(decided["verdict"])
    if scope not in POINT_SCOPES:
        raise InputError(NO_CERTIFICATE)
    data = {str(step["name"]): step for step in decided["steps"]}
    if verdict is not concluded((Verdict(data[name]["verdict"]) for name in problem.judged), problem.parts):
        raise InputError("its verdict does not follow from its steps")
    whole = {domain["name"]: complete(domain, scope) for domain in decided["domains"]}
    steps = {step.name: step_at(data[step.name], step, scope, whole) for step in problem.steps}
    file = CertificateFile(
        path,
        certificate.digest,
        problem.label,
        {name: parameter_value(value, name) for name, value in decided["parameters"].items()},
        scope,
        problem.judged,
        verdict.value,
        points_of(decided),
        path.stat().st_size,
        {name: step.verdict.value for name, step in steps.items()},
        verified=verifications.known(certificate.digest),
        evidence=by_evidence(decided),
    )
    network, stage, points = (_word(run.get(name)) for name in ("network", "stage", "points"))
    return AskedNetwork(
        file, problem, steps, network, stage, points, _separation(run, problem, steps), _places(decided, problem)
    )


def _places(decided: Mapping[str, Any], problem: Problem) -> str:
    """How many points the steps speak of at most, as "10 points"; of a chain of sequences, one more than of its pairs.

    "" where a domain is not counted.
    """
    counts: list[tuple[int, str]] = []
    specs = {spec.name: spec for spec in problem.domains}
    for domain in decided["domains"]:
        if domain["points"] is None:
            return ""
        points, spec = decode_integer(domain["points"], "points"), specs[domain["name"]]
        if any(step.name == CHAIN and spec in step.over for step in problem.steps):
            counts.append((points + 1, "point" if problem.label == f"{QUESTION}injective" else "sequence"))
        else:
            counts.append((isqrt(points) if spec.kind == "pairs" else points, NOUNS.get(spec.name, "point")))
    return counted(*max(counts)) if counts else ""


def _word(given: Any) -> str:
    return given if isinstance(given, str) and given.isprintable() and len(given) <= LONGEST else ""


def _separation(run: Mapping[str, Any], problem: Problem, steps: Mapping[str, StepAt]) -> ToldSeparation | None:
    """The separation that the account of the run tells, where a step says it; None where there is none, or none does.

    It is 0 where a step is refuted by two values that must differ and do not, and nothing says that they are apart.
    """
    try:
        told = run["answer"]["separation"]
        squared = decode_rational(told["squared"], "separation")
    except (KeyError, TypeError, InputError):
        return None
    named = [steps[step.name] for step in problem.steps if step.name in SEPARATING]
    if squared <= 0:
        refuted = any(steps[name].verdict is Verdict.REFUTED for name in denying_equality(problem))
        holding = any(map(_holds, named))
        return ToldSeparation(_word(told.get("of")), mpq(0), False) if not squared and refuted and not holding else None
    asserted = asserted_distance(problem)
    if asserted is None or asserted.squared != squared:
        return None
    if any(step.verdict not in (Verdict.HOLDS, Verdict.VACUOUS) or not step.complete for step in named):
        return None
    if not any(_holds(steps[name]) for name in asserted.steps):
        return None
    exact = bool(asserted.attained) and _holds(steps[asserted.attained])
    return ToldSeparation(_word(told.get("of")), squared, not exact)


def _holds(step: StepAt) -> bool:
    return step.verdict is Verdict.HOLDS and step.complete


def questions_in(folder: Path) -> tuple[Sequence[AskedNetwork], Sequence[tuple[str, str]]]:
    """The questions of the certificates in a folder, by name; and the files of others that can't be read, and why.

    There are none where there is no folder. Raises InputError for a folder that can't be read.
    """
    read, refused = [], []
    for path in _about_questions(folder) if folder.is_dir() else ():
        try:
            read.append(read_question(path))
        except InputError as error:
            refused.append((path.name, str(error)))
    return read, refused


def _about_questions(folder: Path) -> Iterator[Path]:
    for path in certificate_paths(folder):
        try:
            if stated(path).decided["claim"].startswith(QUESTION):
                yield path
        except InputError:  # what is no certificate is none of a question
            continue


def verified(
    asked: Sequence[AskedNetwork], seconds: float, jobs: int, progress: Callable[[int, int], None] | None = None
) -> Sequence[AskedNetwork]:
    """The same with what the verifier says of each certificate, which is kept; `seconds` for each."""
    paths, networks = [network.file.path for network in asked], []
    for done, said in enumerate(verifications.confirmed_files(paths, seconds, jobs), 1):
        if said is not None:
            verifications.keep(said)
        network = asked[done - 1]
        known = verifications.known(network.file.digest)
        networks.append(replace(network, file=replace(network.file, verified=known)))
        if progress is not None:
            progress(done, len(paths))
    return networks


HEADS: Final = {
    Verdict.HOLDS: "What holds",
    Verdict.REFUTED: "What is false",
    Verdict.VACUOUS: "What asserts nothing there",
    Verdict.INCONCLUSIVE: "What could not be decided",
}
"""What stands before steps, by their verdicts."""
BEYOND = "nothing is said of other points or other lengths, of other networks, nor of this one in floating point"
BEYOND_POINTS = "nothing is said of other points, nor of any network"
"""The same of a question about points alone."""


def of_question(asked: AskedNetwork) -> ScopeSentence:
    """What an answer allows to be said of its network at its points: nothing, where a verifier refused it."""
    if refused(asked.file.verified):
        return ScopeSentence("Nothing.", f"This certificate is {words(asked.file.verified)}.")
    by = {
        verdict: [name for name in asked.problem.judged if asked.steps[name].verdict is verdict] for verdict in Verdict
    }
    title, about = _title(asked, by[Verdict.REFUTED]), _about(asked)
    reals = any(asked.problem.speaks_of_reals(step) for step in asked.problem.steps)
    how = f"exact arithmetic{' and rigorous balls' * reals}"
    others = BEYOND if asked.described else BEYOND_POINTS
    beyond = f"{others[0].upper()}{others[1:]}."
    match asked.verdict:
        case Verdict.HOLDS:
            vacuous = by[Verdict.VACUOUS]
            silent = f" By {listed(vacuous)} nothing was asserted (vacuous)." if vacuous else ""
            return ScopeSentence(
                f"{about}, {title} holds, decided in {how} at every one.{silent}{_steps(asked)}", beyond
            )
        case Verdict.REFUTED:
            false = by[Verdict.REFUTED]
            where = "at the counterexample" if len(false) == 1 else "each at its counterexample"
            failing = f"{listed(false)} {fail(false)}{'' if len(false) == 1 else ','} {where}"
            return ScopeSentence(
                f"{about}, {title} does not hold: {failing}, in {how}.{_steps(asked)}",
                f"Not that it fails at every choice of points; {others}.",
            )
        case Verdict.VACUOUS:
            return ScopeSentence(f"{about}, {title} asserts nothing (vacuous): {NOTHING_THERE}.{_steps(asked)}", beyond)
        case _:
            undecided = listed(by[Verdict.INCONCLUSIVE]) or title
            return ScopeSentence(
                f"{about}, nothing of {title} as a whole: {undecided} could not be decided.{_steps(asked)}",
                f"Neither that it holds there nor the contrary; {others}.",
            )


def _title(asked: AskedNetwork, refuted: Sequence[str]) -> str:
    """The property with its source and the constants that it was asked with: of what is refuted, those that fail."""
    source = [asked.problem.source] if asked.problem.source else []
    told = "; ".join([*source, *([asked.direction] if asked.direction else [])])
    return f"{asked.asked}{f' ({told})' if told else ''}{with_constants(asked.problem, refuted)}"


def _steps(asked: AskedNetwork) -> str:
    """What each step says, as its certificate has it, and of how many points; steps of several verdicts by these."""
    told: dict[str, list[str]] = {}
    joint = asked.verdict in (Verdict.HOLDS, Verdict.VACUOUS)
    for step in asked.problem.steps:
        if step.name in asked.problem.judged:
            at = asked.steps[step.name]
            says = cut(step.says, LONGEST)
            counts = _counts(at, "pair" if _of_pairs(step) else "point")
            told.setdefault("The steps" if joint else HEADS[at.verdict], []).append(f"{step.name}: {says} [{counts}]")
    heads = ["The steps", *HEADS.values()]
    reduced = asked.asked == "contextual-mapping" and CHAIN in asked.problem.judged
    return "".join(f" {head}: {'; '.join(told[head])}." for head in heads if head in told) + REDUCED * reduced


def _counts(step: StepAt, noun: str) -> str:
    """ "9 pairs", or "9 pairs, 4 under the hypothesis"."""
    known = step.applicable not in (None, step.points)
    return f"{counted(step.points, noun)}{f', {step.applicable:,} under the hypothesis' if known else ''}"


def _of_pairs(step: Step) -> bool:
    return any(spec.kind == "pairs" for spec in step.over)


def _about(asked: AskedNetwork) -> str:
    """At how many points of what, in words: what the hashed part says, and no name of a file."""
    if not asked.described:
        return f"Of the {asked.places or 'points'} in the certificate"
    return f"Of the network in the certificate, at {f'the {asked.places}' if asked.places else 'its points'} there"


def title_of_question(asked: AskedNetwork) -> str:
    """What its certificate is called: "Certificate of injective for the network layer.json at points.csv"."""
    of = "for a network" if asked.described else "of points"
    name = f" {asked.named}" if asked.described and asked.named else ""
    return f"Certificate of {asked.in_full} {of}{name}{f' at {asked.points}' if asked.points else ''}"


def verdict_of_question(asked: AskedNetwork) -> str:
    """The verdict in words, with the steps that are refuted, and those that are vacuous beside others.

    "refuted: condition2"; "holds; vacuous: condition2".
    """
    refuted, vacuous = (
        [name for name in asked.problem.judged if asked.steps[name].verdict is verdict]
        for verdict in (Verdict.REFUTED, Verdict.VACUOUS)
    )
    silent = f"; vacuous: {listed(vacuous)}" if vacuous and asked.verdict is not Verdict.VACUOUS else ""
    return phrase(asked.verdict) + (f": {listed(refuted)}" if refuted else "") + silent
