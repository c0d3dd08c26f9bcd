"""From a decision to the certificate's bytes, and to its file."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from exactua.arithmetic.floors import floor_of
from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, encode_integer, encode_rational
from exactua.arithmetic.reals import PrecisionReached
from exactua.claims.decision import (
    PRIME,
    Answered,
    Certified,
    Decision,
    DomainResult,
    Evidence,
    Extreme,
    Measured,
    Position,
    StepResult,
    Witness,
    decision_in,
)
from exactua.claims.problem import Problem, Step, definitions_data
from exactua.claims.verdicts import Part, Verdict
from exactua.errors import InputError
from exactua.networks.serialisation import to_data as network_data
from exactua.output_files import Kind, make_folder, write_text
from exactua.terms.encoding import Data, canonical, canonical_object, sha256_of_text, to_data

FORMAT = "certificate/2"
INCOMPLETE = "not every point was decided"
UNDECIDED = "undecided at "
LONGEST_STEM = 200
"""Bytes of a default file name before its endings, of which file systems take 255 with them."""
DEEPEST = 200
"""Arrays and objects in each other, the file itself among them: verifiers read no more."""
NESTING = (list, tuple, dict)
CERTIFICATE = Kind("certificate", r'\{"decided":')


def certificate(decision: Decision | Answered | Certified) -> str:
    """The text of the certificate of a decision, an answer of `ask`, or a limit: JSON (docs/certificate-format.md).

    `write` writes its file.

    A step without a value somewhere stands in none.

    Raises InputError for terms that nest deeper than verifiers read, for a decision of several instances, where no
    step is left, and for a limit of which nothing is known.

    >>> text = certificate(check("lemma8.t_l_positive", d=1, n=2))
    >>> print(text.splitlines()[2])
    "exactua":"certificate/2",
    """
    if isinstance(decision, Certified):
        return decision.certificate_text()
    if not isinstance(decision, (Decision, Answered)):
        raise InputError(f"decision: {brief(decision)} is not a decision; give what check, ask or limit returns")
    decision = recorded(of_one_instance(decision_in(decision)))
    if not decision.results:
        raise InputError("decision: no step of it has a value everywhere, so there is nothing to certify")
    data = decided_data(decision)
    return laid_out(data, {**decision.run, **made_with()}, text=_text(decision, data))


def of_one_instance(decision: Decision) -> Decision:
    """The decision. Raises InputError where it is the first of several: a certificate is about one instance."""
    if len(decision.instances) > 1:
        raise InputError(
            f"decision: it has {len(decision.instances)} instances, but a certificate is about one; give one of "
            "decision.instances"
        )
    return decision


def recorded(decision: Decision) -> Decision:
    """The decision of the steps that a certificate records: of a domain it says the same points to all its steps.

    So a step without a value at one of them, which is inconclusive by itself, is left out.
    """
    domains = {domain.name: domain for domain in decision.domains}
    results = tuple(result for result in decision.results if not result.without_value)
    if len(results) == len(decision.results) or not results:
        return decision if results else replace(decision, results=())
    names = [result.step.name for result in results]
    judged = tuple(name for name in decision.problem.judged if name in names)
    problem = replace(decision.problem, steps=tuple(result.step for result in results), judged=judged)
    kept = tuple(domains[spec.name] for spec in problem.domains)
    return replace(decision, problem=problem, domains=kept, results=results)


def laid_out(decided: Data, run: Data, form: str = FORMAT, text: str | None = None) -> str:
    """The text of the file with this hashed part, and its digest, and this account of the run.

    `text` is the canonical form of the hashed part, where it is known. Raises InputError for data that nest deeper
    than verifiers read.
    """
    if _nests_deeper([decided, run], DEEPEST):
        raise InputError(
            f"certificate: it nests arrays and objects more than {DEEPEST} deep, and no verifier reads that; "
            "write the deepest term of the claim with a loop (sum, all, any), or in parts, each with a definition"
        )
    text = canonical(decided) if text is None else text
    return f'{{"decided":{text},\n"digest":"{sha256_of_text(text)}",\n"exactua":"{form}",\n"run":{canonical(run)}}}\n'


def _nests_deeper(data: Data, most: int) -> bool:
    """Whether more than so many arrays and objects are in each other."""
    level = [data]
    for _ in range(most):
        inner = chain.from_iterable(node.values() if isinstance(node, dict) else node for node in level)
        level = list({id(node): node for node in inner if isinstance(node, NESTING)}.values())
    return level != []


def digest_in(text: str) -> str:
    """The digest that the text of a certificate has, as "sha256:…"."""
    return text.split("\n", 2)[1].removeprefix('"digest":"').removesuffix('",')


def digest(decision: Decision) -> str:
    """SHA-256 of what was decided, as "sha256:…": the digest of its certificate, where it has one.

    >>> digest(check("lemma8", d=1, n=2))[:14]
    'sha256:e0f0185'
    """
    attested = recorded(decision)
    decision = attested if attested.results else decision
    return sha256_of_text(_text(decision, decided_data(decision)))


def _text(decision: Decision, decided: Data) -> str:
    """The canonical form of the hashed part, put together from that of its domains, which may be long."""
    specs = {spec.name: spec for spec in decision.problem.reached.domains}
    domains = (
        canonical_object(
            {key: specs[domain["name"]].canonical if key == "spec" else canonical(domain[key]) for key in domain}
        )
        for domain in decided["domains"]
    )
    others = {key: canonical(value) for key, value in decided.items() if key != "domains"}
    return canonical_object({**others, "domains": f"[{','.join(domains)}]"})


def decided_data(decision: Decision) -> Data:
    """The hashed part: what was decided (docs/certificate-format.md, 2)."""
    problem, attested = decision.problem.reached, recorded(decision)
    return {
        **problem_data(problem),
        "domains": [_domain(problem, domain) for domain in decision.domains],
        "networks": {name: network_data(network) for name, network in problem.networks.items()},
        "scope": decision.scope,
        "steps": [step_data(problem, result) for result in decision.results],
        "values": values_data(attested.problem.reached) if attested.results else {},
        "verdict": decision.verdict.value,
    }


def problem_data(problem: Problem) -> dict[str, Data]:
    """What a certificate of any scope says of a problem beside its networks, domains and steps."""
    return {
        "claim": problem.label,
        "definitions": definitions_data(problem.definitions),
        "judged": list(problem.judged),
        "parameters": {
            name: value if isinstance(value, str) else encode_integer(value)
            for name, value in problem.parameters.items()
        },
        "parts": parts_data(problem.parts),
        "prime": encode_integer(PRIME),
        "source": problem.source,
        "title": problem.title,
    }


def parts_data(parts: Sequence[Part]) -> Data:
    """The parts of a statement (docs/certificate-format.md, 2)."""
    return [{"steps": list(part.steps), "undecided": part.undecided or None, "words": part.words} for part in parts]


def _domain(problem: Problem, domain: DomainResult) -> Data:
    spec = next(spec for spec in problem.domains if spec.name == domain.name)
    return {
        "decided": [[encode_integer(start), encode_integer(stop)] for start, stop in domain.decided],
        "evidence": domain.evidence or {},
        "name": domain.name,
        "points": None if domain.points is None else encode_integer(domain.points),
        "spec": spec.data(),
    }


def step_data(problem: Problem, result: StepResult) -> dict[str, Data]:
    """A step with its verdict (docs/certificate-format.md, 6)."""
    step, reason = result.step, result.reason
    undecided = reason is not None and reason.startswith(UNDECIDED)  # which says that nothing is claimed of any point
    if result.verdict is Verdict.INCONCLUSIVE and not result.complete and step.over and not undecided:
        reason = INCOMPLETE  # why it is incomplete depends on the machine, so it is not hashed
    data = {
        "bound": None if step.bound is None else to_data(step.bound),
        "evidence": None if result.evidence is None else evidence_data(result.evidence),
        "fold": step.fold_data,
        "given": None if step.given is None else to_data(step.given),
        "kind": step.kind.value,
        "name": step.name,
        "over": [spec.name for spec in step.over],
        "points": encode_integer(result.points),
        "reason": reason,
        "relation": step.relation,
        "says": step.says,
        "statement": problem.statement_hash(step),
        "term": to_data(step.term),
        "verdict": result.verdict.value,
        "witness": None if result.witness is None else witness_data(step, result.witness, problem.has_reals(step)),
        **(counted_data(result) if result.evidence is None else _shown(result, result.evidence)),
    }
    return dict(sorted(data.items()))


def counted_data(result: StepResult) -> dict[str, Data]:
    """What was counted and measured at the points of a step."""
    measured = result.measured
    return {
        "applicable": encode_integer(result.applicable),
        "failures": encode_integer(result.failures),
        "measure": None
        if measured is None
        else {
            "max": measured_data(measured, measured.maximum),
            "max_at": _at(result.step, measured.maximum),
            "min": measured_data(measured, measured.minimum),
            "min_at": _at(result.step, measured.minimum),
            "sum": None if measured.residue is None else encode_integer(measured.residue),
        },
    }


def _shown(result: StepResult, evidence: Evidence) -> dict[str, Data]:
    """The counts that evidence shows: what nobody recomputes is not said."""
    return {
        "applicable": encode_integer(result.points) if result.step.given is None else None,
        "failures": 0 if evidence.kind == "signs" else None,
        "measure": None,
    }


def evidence_data(evidence: Evidence) -> Data:
    """Evidence for a step (docs/certificate-format.md, 6)."""
    if evidence.kind == "witness":
        return {"kind": "witness"}
    order = evidence.order
    return {"kind": "signs", "order": None if order is None else [[list(up), list(down)] for up, down in order]}


def values_data(problem: Problem) -> dict[str, Data]:
    """The values of the definitions: rationals, and floors of those that are made with exp, log, sqrt or pi.

    Raises InputError where a floor is undecided.
    """
    return {
        name: _value(name, value) if problem.is_real(name) else encode_rational(value)
        for name, value in problem.values.items()
    }


def _value(name: str, value: Any) -> Data:
    try:
        return floor_of(value).data()
    except PrecisionReached as reason:
        raise InputError(f"certificate: the definition {name} is not rounded to 64 bits: {reason}") from None


def measured_data(measured: Measured, extreme: Extreme) -> Data:
    """An extreme of measured numbers: a rational, or of reals a floor."""
    return floor_of(extreme.value).data() if measured.residue is None else encode_rational(extreme.value)


def _at(step: Step, extreme: Extreme) -> Data:
    return _position(step, extreme.at)


def _position(step: Step, at: Position) -> Data:
    return [step.over[at[0]].name, encode_integer(at[1])]


def witness_data(step: Step, witness: Witness, reals: bool = False) -> Data:
    """A witness of a step: its positions and points, the bound variables, the relation and both sides.

    Where a step speaks of `reals` the sides are floors; None where one is undecided.
    """
    return {
        "at": [_position(step, at) for at in witness.at],
        "bindings": {name: _bound(value) for name, value in witness.bindings.items()},
        "left": _side(witness.left, reals),
        "points": [matrix_data(point) for point in witness.points],
        "relation": witness.relation,
        "right": _side(witness.right, reals),
    }


def _side(value: Any, reals: bool) -> Data:
    if value is None:
        return None
    if isinstance(value, tuple):
        return [_side(number, reals) for number in value]
    if not reals:
        return encode_rational(value)
    try:
        return floor_of(value).data()
    except PrecisionReached:
        return None


def _bound(value: Any) -> Data:
    return list(value) if isinstance(value, tuple) else encode_integer(value)


def matrix_data(matrix: Matrix) -> Data:
    """A matrix as rows of encoded rationals."""
    return [[encode_rational(entry) for entry in row] for row in matrix]


def instance_name(problem: Problem) -> str:
    """The instance for people and file names: d2n3m2, with any other parameter behind a dash."""
    numbers = "".join(f"{name}{value}" for name, value in problem.parameters.items() if isinstance(value, int))
    others = "".join(f"-{value}" for value in problem.parameters.values() if isinstance(value, str))
    return numbers + others


def file_name(problem: Problem, steps: tuple[str, ...], judged: str = "as written") -> str:
    """The default file name, such as lemma8.d2n3m2.json; named steps, and "repaired", stand before the instance.

    >>> problem = check("lemma8", d=1, n=2).problem
    >>> file_name(problem, ()), file_name(problem, ("property3",))
    ('lemma8.d1n2m2.json', 'lemma8.property3.d1n2m2.json')
    """
    parts = [
        short_name(problem.label),
        *steps,
        *(["repaired"] if judged == "repaired" else []),
        instance_name(problem),
    ]
    return f"{cut('.'.join(parts))}.json"


def cut(name: str) -> str:
    """A name that every file system takes: where it is too long, its beginning, and the hash of all of it behind it."""
    if len(name.encode()) <= LONGEST_STEM:
        return name
    digest = sha256_of_text(name).removeprefix("sha256:")[:12]
    return f"{name.encode()[: LONGEST_STEM - 13].decode(errors='ignore')}-{digest}"


def short_name(label: str) -> str:
    """The claim in file names: lemma8, and so2020.theorem1 of another paper."""
    paper, _, name = label.rpartition(":")
    return name if paper in ("", "yun2020") else f"{paper}.{name}"


def write(path: Path, text: str) -> None:
    """Writes the file whole or not at all, in a folder that is made if need be. Raises InputError where it can't be.

    >>> from pathlib import Path
    >>> write(Path("results/lemma8.json"), certificate(check("lemma8", d=1, n=2)))
    >>> print(*Path("results").iterdir())
    results/lemma8.json
    """
    make_folder(path.parent, "certificate")
    write_text(path, text, "certificate", CERTIFICATE)


def made_with() -> dict[str, str]:
    """The versions that every account of a run has."""
    from exactua import __version__

    return {"python": platform.python_version(), "exactua": __version__}
