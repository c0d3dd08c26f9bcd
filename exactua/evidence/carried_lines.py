"""Lines of the claims that a claim rests on: which are refuted, and what carries their conclusions then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from exactua.claims.claim import Claim
from exactua.claims.decision import Decision, StepResult
from exactua.claims.dossier import edges_of
from exactua.claims.ledger import KINDS
from exactua.claims.problem import Problem
from exactua.claims.registry import find, find_beside
from exactua.claims.verdicts import StepKind, Verdict
from exactua.deciding.running import decide
from exactua.errors import InputError
from exactua.evidence.manifests import manifest_paths, of_papers, read
from exactua.printing.scope_subjects import listed


def carriers(claim: Claim) -> list[Claim]:
    """The claims that a claim's proof rests on, directly or by way of others, each once."""
    claims: dict[str, Claim] = {}
    waiting = [claim]
    while waiting:
        resting = waiting.pop(0)
        for edge in edges_of(resting):
            if not edge.assumed and edge.on not in (*claims, claim.label):
                claims[edge.on] = find_beside(resting, edge.on)[0]
                waiting.append(claims[edge.on])
    return list(claims.values())


def known_as_refuted(claim: Claim) -> list[str]:
    """The labels of those lines, as the manifests expect them that come with exactua."""
    own = {carrier.label: carrier for carrier in carriers(claim)}
    papers = {label.partition(":")[0] for label in own}
    labels: dict[str, None] = {}
    for path in manifest_paths([of_papers()]) if own else ():
        if path.stem not in papers:
            continue
        for check in read(path).checks:
            other = own.get(find(check.claim)[0].label) if _may_name(check.claim, own) else None
            if other is None or not _as_printed(other, check.parameters):
                continue
            for name, verdict in check.expected.steps.items():
                if verdict is Verdict.REFUTED and _is_plain(other, name):
                    labels[f"{other.label}.{name}"] = None
    return list(labels)


def _may_name(label: str, claims: Mapping[str, Claim]) -> bool:
    """Whether a manifest's label may be that of one of these claims; other claims then need not be imported.

    A label such as lemma4.2, by the number of another version of the paper, may be that of any.
    """
    name, _, step = label.rpartition(":")[2].partition(".")
    return step[:1].isdigit() or any(known.rpartition(":")[2] == name for known in claims)


def told(labels: Sequence[str]) -> str:
    """Refuted lines in words, each with its kind and what carries its conclusion, as the line names it.

    "yun2020:lemma7.range_of_k (false; carried by its repair), ...".
    """
    return ", ".join(f"{label} ({_kind_and_carriers(label)})" for label in labels)


def _kind_and_carriers(label: str) -> str:
    named, name = label.rsplit(".", 1)
    claim, _ = find(named)
    step = claim.step(name)
    kind = KINDS.get(step.flaw, step.flaw) if step.said else f"{step.flaw}, not said there"
    if step.survives == (label,):
        return f"{kind}; it is its own conclusion"
    carrying = ["its repair" if carrier == f"{label}@repaired" else carrier for carrier in step.survives]
    if not carrying and any(other.name == f"{name}@repaired" for other in claim.steps):
        carrying = ["its repair"]
    carried = f"of its conclusion see {listed(carrying)}" if carrying else "no step speaks of its conclusion"
    return f"{kind}; {carried}"


def label_of(result: StepResult) -> str:
    """The full label of the line that was decided."""
    assert result.problem is not None
    return f"{result.problem.label}.{result.step.name}"


def decided_there(problem: Problem, budget: float) -> Iterator[StepResult]:
    """Lines of those claims as decided at an instance: each claim is decided there, as far as it is stated there."""
    claim, _ = find(problem.found_by)
    if len(problem.steps) < len(claim.steps):
        return  # a step that is named is judged alone
    for other in carriers(claim):
        lines = tuple(step.name for step in other.steps if _is_plain(other, step.name))
        names = {parameter.name: parameter.default for parameter in other.parameters}
        box = {name: problem.parameters.get(name, value) for name, value in names.items()}
        given = {name: value for name, value in box.items() if value is not None}
        if not lines or not _stated(other, given):
            continue
        decision: Decision = decide(other.problem(given, lines), budget=budget, replayed=0)
        yield from decision.results


def undecided_there(problem: Problem, results: Iterable[StepResult]) -> list[str]:
    """The labels of lines that are known to be refuted, and are not decided by these results of an instance.

    None where the manifests are not there: then none is known.
    """
    decided = {label_of(result) for result in results if result.verdict is not Verdict.INCONCLUSIVE}
    claim, _ = find(problem.found_by)
    try:
        known = known_as_refuted(claim) if len(problem.steps) == len(claim.steps) else []
    except InputError:
        known = []
    return [label for label in known if label not in decided]


def _stated(claim: Claim, box: dict[str, int | str]) -> bool:
    try:
        return claim.stated_at(box)
    except InputError:
        return False


def _as_printed(claim: Claim, box: Mapping[str, int | str]) -> bool:
    """Whether the paper's own choices are made, such as its tie rule."""
    return all(
        box.get(parameter.name, parameter.default) == parameter.default
        for parameter in claim.parameters
        if parameter.choices
    )


def _is_plain(claim: Claim, name: str) -> bool:
    """Whether that is a line as written, plainly wrong where it fails; it may be used, and not said."""
    step = claim.step(name)
    return step.kind is not StepKind.REPAIRED and step.is_plain
