"""What all that is known of a claim, or of a step, allows to be said of it (see `scope_subjects`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from exactua.certificates.proofs import domain_of
from exactua.claims.claim import Claim
from exactua.claims.dossier import Box, ClaimDossier, Status, StepDossier
from exactua.claims.verdicts import StepKind, Verdict
from exactua.printing.lengths import at_no_length, of_lengths
from exactua.printing.scope_of_certificates import of_definition, questions_refuted
from exactua.printing.scope_subjects import (
    ALL_D,
    KERNEL,
    NOTHING_THERE,
    ScopeSentence,
    are,
    by_name,
    by_way,
    capital,
    decided,
    fail,
    falsehood,
    hold,
    instance,
    lack,
    left_out,
    listed,
    named,
    nor_of,
    nothing,
    nothing_said,
    of_paper,
    open_parts,
    other_parameters,
    own_choices,
    profiles,
    proof_as_printed,
    readings,
    refuted_as,
    softmax,
    subject,
    sums_said,
    they,
)

ONE_AT_EACH: Final = (
    "some condition is true at every point at each instance; that it is the same one at all of them was not decided"
)
"""What is said of a step that says of one of several conditions that it holds."""
INSTANCES: Final = (Status.ENUMERATED, Status.SYMBOLIC)
"""What is said of instances: the steps that are vacuous at some of these are named."""
HOLDING: Final = (Status.GENERAL, *INSTANCES)
"""What is said of a step that holds, however far that is known."""
SYMBOLIC_AT: Final = "d = 2, n = 3, delta = 1/2"
ALL_D_AT: Final = "n = 2, 3, 4 and 5"
"""Where `exactua prove --all` asks (`evidence/scopes.py`)."""


def of_claim(dossier: ClaimDossier, beside: Mapping[str, Sequence[str]] = MappingProxyType({})) -> ScopeSentence:
    """What all that is known of a claim allows to be said of it, at the instances that were decided.

    `beside` is what its certificates do not carry, by the names of its steps.
    """
    claim = dossier.claim
    steps = tuple(entry for entry in dossier.steps if entry.step.kind is StepKind.STATEMENT) or dossier.steps
    behind = proof_as_printed(
        claim,
        [entry.step.name for entry in dossier.steps if entry.status in (Status.REFUTED, Status.REPAIRED)],
        [entry.step.name for entry in steps],
    )
    asked = [entry.step.name for entry in dossier.steps if entry.status in (Status.REFUTED, Status.REPAIRED)]
    undecided = not dossier.proved and not any(part.is_decided(asked) for part in claim.parts)
    if claim.parts and undecided and dossier.status is not Status.REFUTED:
        sentence = nothing(claim, "no part of its statement is decided")
    else:
        status = _weakest(steps) if dossier.status is Status.IN_PART else dossier.status
        sentence = _known(claim, status, steps, dossier.box, dossier.boxes, behind)
    silent = [entry.step.name for entry in steps if entry.status is Status.VACUOUS]
    known = [entry.step.name for entry in steps if entry.status not in (Status.UNCHECKED, Status.STALE)]
    more, less = open_parts(claim, dossier.proved, silent, asked, known=known)
    less = questions_refuted(claim, asked) + less
    names = [entry.step.name for entry in steps]
    told = "".join(f" Of {name}, {says}." for name, says in sums_said(claim, names))
    told += "".join(f" Of {name}, {says}." for name in names for says in beside.get(name, ()))
    told += "".join(f" Of {entry.step.name}, {ONE_AT_EACH}." for entry in steps if of_one(entry))
    return ScopeSentence(sentence.may + told + more + readings(claim), sentence.may_not + less)


def of_one(entry: StepDossier) -> bool:
    """Whether a step says of one of several conditions that it holds, and does so at several instances."""
    several = entry.step.several
    return several is not None and not several.each and entry.spread.count(Verdict.HOLDS) > 1


def _weakest(steps: Sequence[StepDossier]) -> Status:
    """Of steps that hold, or are vacuous: how far the least known of them is known."""
    known = {entry.status for entry in steps}
    return next(
        (status for status in (Status.ENUMERATED, Status.SYMBOLIC, Status.GENERAL) if status in known), Status.VACUOUS
    )


def _known(
    claim: Claim,
    status: Status,
    steps: Sequence[StepDossier],
    range_: str,
    boxes: Sequence[Box],
    behind: str,
) -> ScopeSentence:
    box = boxes[0] if boxes else {}
    names = [entry.step.name for entry in steps]
    about = subject(claim, names)
    several = len(names) > 1
    holds, them = hold(names), they(names)
    others = [f"other {other_parameters(claim)}", *softmax(claim, boxes), *left_out(claim, names)]
    at = f"For {range_}" if range_ else "As stated"
    if status is Status.UNCHECKED:
        return nothing(claim, f"no certificate here says anything about {about}")
    if status is Status.STALE:
        return nothing(claim, f"the certificates are about another statement or other networks than {about} now")
    if status is Status.ASSUMED:
        return ScopeSentence(
            f"{capital(about)} {'are' if several else 'is'} assumed: taken from elsewhere, and decided nowhere here.",
            f"Not that exactua has checked {'any of them' if several else 'it'}.",
        )
    if objects := claim.objects(names):
        how = f"{decided(claim, box, names)} at every point of the instances at which each was decided"
        return of_definition(claim, objects, _by_verdict(steps), at, how, f"{nothing_said(others)}{behind}.")
    if status in HOLDING:
        return _holding(claim, status, steps, range_, box, others, behind)
    if status is Status.VACUOUS:
        return ScopeSentence(
            f"{at}, {about} {'assert' if several else 'asserts'} nothing (vacuous): {NOTHING_THERE}.",
            f"Not that {them} {holds} there: nothing was asserted, so nothing was confirmed; and nothing is said of "
            f"{nor_of(others)}.",
        )
    if status is Status.INCONCLUSIVE:
        open_ = [entry.step.name for entry in steps if entry.spread.count(Verdict.INCONCLUSIVE)] or names
        return ScopeSentence(
            f"{at}, nothing of {about} as a whole: {named(open_)} could not be decided everywhere.",
            f"Neither that {named(open_)} {hold(open_)} nor the contrary; and nothing is said of {nor_of(others)}.",
        )
    return _refuted(claim, steps, range_, others, behind)


def _by_verdict(steps: Sequence[StepDossier]) -> dict[Verdict, list[str]]:
    """The names of the steps, by what is known of each."""
    verdicts = {
        Status.REFUTED: Verdict.REFUTED,
        Status.REPAIRED: Verdict.REFUTED,
        Status.VACUOUS: Verdict.VACUOUS,
        **dict.fromkeys(HOLDING, Verdict.HOLDS),
    }
    names: dict[Verdict, list[str]] = {verdict: [] for verdict in Verdict}
    for entry in steps:
        names[verdicts.get(entry.status, Verdict.INCONCLUSIVE)].append(entry.step.name)
    return names


def _holding(
    claim: Claim,
    status: Status,
    steps: Sequence[StepDossier],
    range_: str,
    box: Mapping[str, int | str],
    others: Sequence[str],
    behind: str,
) -> ScopeSentence:
    """Of steps that hold wherever they say something; some may say nothing, at some instances or at all of them."""
    vacuous = [entry.step.name for entry in steps if entry.status is Status.VACUOUS]
    partly = [entry.step.name for entry in steps if entry.spread.count(Verdict.VACUOUS) and entry.status in INSTANCES]
    standing = [entry for entry in steps if entry.status is not Status.VACUOUS]
    names = [entry.step.name for entry in standing]
    about, exactly = subject(claim, names), decided(claim, box, names)
    if vacuous:
        about = f"{len(names)} of the {len(steps)} statement steps of {of_paper(claim)}"
        others = [*others, f"the vacuous {named(vacuous)}"]
    unsaid = f"; {named(vacuous)} {are(vacuous)} vacuous at all of them, asserting nothing" if vacuous else ""
    unsaid += f"; {named(partly)} {are(partly)} vacuous at some of them, asserting nothing there" if partly else ""
    if status is Status.GENERAL:
        others = ["parameters outside the hypotheses", "irrational entries", *others[1:]]
        may = f"For all parameters ({domain_of(claim, of_delta=True)}), {about} {hold(names)}, by {KERNEL}"
        may += unsaid.replace("at all of them", "wherever they were decided")
    elif status is Status.SYMBOLIC:
        others = [
            *others,
            *profiles([entry.step for entry in standing if ALL_D in entry.scopes and entry.theorem is None]),
        ]
        points = f" at every point of {range_}{unsaid}; beyond that" if range_ else ""
        may = f"{capital(about)} {hold(names)}{points}{_farther(standing)}"
    elif range_:
        points = (
            "at every point of these instances" if any(entry.step.over for entry in steps) else "at these instances"
        )
        may = f"For {range_}, {about} {hold(names)}, {exactly} {points}{unsaid}"
    else:
        may = f"{capital(about)} {hold(names)} where each was {exactly}; no instance is common to all"
    return ScopeSentence(f"{may}.", f"{nothing_said(others)}{behind}.")


def _refuted(
    claim: Claim, steps: Sequence[StepDossier], range_: str, others: Sequence[str], behind: str
) -> ScopeSentence:
    failing = [entry for entry in steps if entry.status in (Status.REFUTED, Status.REPAIRED)]
    mended = [entry.repair for entry in failing if entry.status is Status.REPAIRED and entry.repair]
    repair = f"; the repaired {named(mended)} {hold(mended)} wherever decided and not vacuous" if mended else ""
    statement = any(entry.step.kind is StepKind.STATEMENT for entry in failing)
    itself = "" if statement else f"that {of_paper(claim)} itself is false, nor "
    of_repair = f"that {named(mended)} {hold(mended)} elsewhere" if mended else "that a repaired form fails"
    holding = [entry.step.name for entry in steps if entry.status in HOLDING]
    of_holding = (
        f" Its step{'s' * (len(holding) > 1)} {named(holding)} {hold(holding)} wherever decided and not vacuous."
    )
    beside = of_holding if holding else ""
    somewhere = [entry.step.name for entry in failing if not at_no_length(claim, entry.step, entry.spread)]
    everywhere = f"that {named(somewhere)} {fail(somewhere)} at every instance, nor " if somewhere else ""
    return ScopeSentence(
        f"{' '.join(_refuted_by(claim, failing))[:-1]}{repair}.{beside}",
        f"Not {itself}{everywhere}{of_repair}; "
        f"{f'decided was {range_}, and ' if range_ else ''}nothing is said of {nor_of(others)}{behind}.",
    )


def _refuted_by(claim: Claim, failing: Sequence[StepDossier]) -> Iterator[str]:
    """How these steps are refuted: by counterexamples, or for want of what they say there is (`by_way`)."""
    for how, names in by_way(claim, [entry.step.name for entry in failing]).items():
        entries = [entry for entry in failing if entry.step.name in names]
        if not how:
            yield f"{capital(by_name(claim, names))} {are(names)} {refuted_as(claim, names)}: {_shown(claim, entries)}."
            continue
        for entry in entries:
            name = [entry.step.name]
            least = "" if entry.least is None else f" at {instance(claim, entry.least.problem.parameters)}"
            why = of_lengths(claim, entry.step, entry.spread) or lack(how, name)
            if at_no_length(claim, entry.step, entry.spread):
                least, why = " at every length", f"{why}; the claim has no other lengths"
            noted = f"; in the ledger {falsehood(claim, name)}" if entry.step.flaw != "false" else ""
            yield f"{capital(by_name(claim, name))} is refuted as read here{least}: {why}{noted}."


def _shown(claim: Claim, failing: Sequence[StepDossier]) -> str:
    """What the least counterexample of each of these steps shows; several steps may have it at one instance."""
    at: dict[str, list[StepDossier]] = {}
    for entry in failing:
        if entry.least is not None:
            at.setdefault(instance(claim, entry.least.problem.parameters), []).append(entry)
    if not at:
        return f"a counterexample suffices to say that {falsehood(claim, [entry.step.name for entry in failing])}"
    parts = []
    for where, steps in at.items():
        names = [entry.step.name for entry in steps]
        least = steps[0].least
        to = "" if len(steps) == len(failing) else f" to {named(names)}"
        choices = own_choices(claim, least.problem.parameters) if least is not None else ""
        shows = f"is one with {choices}" if choices else f"suffices to say that {falsehood(claim, names)}"
        parts.append(f"the least counterexample{to}, at {where}, {shows}")
    return "; ".join(parts)


def _farther(steps: Sequence[StepDossier]) -> str:
    """What is known of the steps beyond enumeration, in words."""
    all_D = [entry for entry in steps if ALL_D in entry.scopes]
    symbolic = [entry for entry in steps if "symbolic" in entry.scopes and ALL_D not in entry.scopes]
    of = {
        f"for all d and delta at {ALL_D_AT}": [entry for entry in all_D if ALL_D not in entry.elsewhere],
        "for all d and delta at some n": [entry for entry in all_D if ALL_D in entry.elsewhere],
        f"at all points of {SYMBOLIC_AT} at once": [entry for entry in symbolic if "symbolic" not in entry.elsewhere],
        "at all points of an instance at once": [entry for entry in symbolic if "symbolic" in entry.elsewhere],
        f"by {KERNEL}, for every instance": [entry for entry in steps if entry.theorem is not None],
    }
    parts = []
    for words, entries in of.items():
        names = [entry.step.name for entry in entries]
        if names:
            parts.append(words if len(names) == len(steps) else f"{named(names)} {words}")
    return f", {listed(parts)}" if parts else ", decided at all points at once"
