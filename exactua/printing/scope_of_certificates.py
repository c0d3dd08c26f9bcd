"""What one certificate allows to be said of its claim, and what not (see `scope_subjects`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from exactua.certificates.proofs import domain_of
from exactua.claims.claim import Claim
from exactua.claims.dossier import CertificateFile
from exactua.claims.verdicts import Objects, Scope, StepKind, Verdict, overall
from exactua.claims.verification import refused, words
from exactua.printing.scope_subjects import (
    ALL_D,
    KERNEL,
    NOTHING_THERE,
    Beside,
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
    kinds,
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
    points_of,
    profiles,
    proof_as_printed,
    readings,
    refuted_as,
    softmax,
    statement_steps,
    subject,
    sums_said,
    they,
    whole,
)


def of_definition(
    claim: Claim, objects: Objects, by: Mapping[Verdict, Sequence[str]], where: str, how: str, unsaid: str
) -> ScopeSentence:
    """The names of the steps `by` their verdict, for `where`, decided `how`; `unsaid` is what is said of nothing."""
    told = []
    if refuted := by[Verdict.REFUTED]:
        told.append(f"{_by_object(claim, objects, refuted, 'not met by')}, where a counterexample is known")
    if met := by[Verdict.HOLDS]:
        told.append(f"{_by_object(claim, objects, met, 'met by')}, {how}")
    if by[Verdict.INCONCLUSIVE]:
        told.append(f"{named(by[Verdict.INCONCLUSIVE])} could not be decided")
    if by[Verdict.VACUOUS]:
        told.append(f"{named(by[Verdict.VACUOUS])} {are(by[Verdict.VACUOUS])} vacuous, asserting nothing")
    return ScopeSentence(
        f"{capital(where)}, of {of_paper(claim)}: {'; '.join(told)}.",
        "Neither that the definition is true nor that it is false: a definition is neither. Nothing is said of "
        f"other objects. {unsaid}",
    )


def questions_refuted(claim: Claim, refuted: Sequence[str]) -> str:
    """What an object does not meet beside the statement, in the words of each question; "" where it meets all."""
    asked = [step for step in claim.steps if step.name in refuted and step.is_question]
    told = listed([f"{step.name} ({step.says})" for step in asked])
    return f" Not met by {listed(list(dict.fromkeys(str(step.meets) for step in asked)))}: {told}." if asked else ""


def _by_object(claim: Claim, objects: Objects, names: Sequence[str], said: str) -> str:
    """ "condition1 is met by the q of Lemma 8", each object with the steps that ask of it."""
    asked = [(target, [name for name in names if claim.step(name).meets == target]) for target in objects]
    return listed([f"{named(of)} {are(of)} {said} {target}" for target, of in asked if of])


ALONE: Final = Beside()


def of_certificate(claim: Claim, file: CertificateFile, beside: Beside = ALONE) -> ScopeSentence:
    """What one certificate allows to be said of its claim, at its box: nothing, where a verifier refused it.

    `beside` is what it does not carry.
    """
    if refused(file.verified):
        return nothing(claim, f"this certificate is {words(file.verified)}")
    live = tuple(name for name in file.judged if name not in file.stale)
    if claim.parts and not file.judged:
        return _of_theorems(claim, file.proved)
    sentence = _with(claim, _of_steps(claim, file, live, beside), beside, live)
    silent, refuted = (
        [name.removesuffix("@repaired") for name in live if file.verdicts[name] == verdict]
        for verdict in (Verdict.VACUOUS, Verdict.REFUTED)
    )
    if not whole(claim, live):
        return sentence
    at_instances = file.scope != Scope.GENERAL
    more, less = open_parts(
        claim,
        file.proved,
        silent,
        refuted,
        known=[name.removesuffix("@repaired") for name in live],
        at_instances=at_instances,
    )
    return ScopeSentence(sentence.may + more + readings(claim), sentence.may_not + less)


def _with(claim: Claim, sentence: ScopeSentence, beside: Beside, live: Sequence[str]) -> ScopeSentence:
    """The sentence with what is known of these steps beside the certificate."""
    told = [f"Of {name}, {says}." for name, says in (*sums_said(claim, live), *beside.sentences(live))]
    may = " ".join([sentence.may, *told])
    return ScopeSentence(may, " ".join(filter(None, [sentence.may_not, beside.elsewhere])))


def _of_theorems(claim: Claim, proved: Sequence[str]) -> ScopeSentence:
    """What theorems allow to be said, by the parts that they decide, of a statement without steps."""
    if not proved:
        return nothing(claim, "no part of its statement is decided")
    may, less = open_parts(claim, proved, known=(), at_instances=False)
    return ScopeSentence(may.strip() + readings(claim), f"Nothing is said of the lines of its proof.{less}")


def _of_steps(claim: Claim, file: CertificateFile, live: tuple[str, ...], beside: Beside) -> ScopeSentence:
    if not live:
        return nothing(
            claim,
            f"this certificate is about another statement or other networks than {of_paper(claim)} has now",
        )
    verdicts = {name: Verdict(verdict) for name, verdict in file.verdicts.items()}
    verdict = overall(verdicts[name] for name in live)
    where, how, beyond = _where(claim, file, live)
    others = [beyond, *softmax(claim, [file.box]), *left_out(claim, live)]
    if file.scope == ALL_D:
        others += profiles([step for step in claim.steps if step.name in live])
    if gone := [name for name in file.judged if name in file.stale]:
        others.append(f"{named(gone)}, whose statement or networks have changed")
    behind = proof_as_printed(claim, [name for name in verdicts if verdicts[name] is Verdict.REFUTED], live)
    by = {kind: [name for name in live if verdicts[name] is kind] for kind in Verdict}
    about = subject(claim, live)
    several = len(live) > 1 or about.startswith(("all", "both"))
    if objects := claim.objects(live):
        asked = [name for name in verdicts if verdicts[name] is Verdict.REFUTED and name not in file.judged]
        unsaid = f"{nothing_said([*others, *_unsaid(by)])}{behind}."
        return of_definition(claim, objects, by, where, how, unsaid + questions_refuted(claim, asked))
    if verdict is Verdict.REFUTED:
        sentence = _refuted_at(claim, file, by[verdict], [*others, *_unsaid(by)], behind, beside)
        standing = by[Verdict.HOLDS]
        also = f" {where}, {named(standing)} {hold(standing)}, {how}." if standing else ""
        return ScopeSentence(sentence.may + also, sentence.may_not)
    if verdict is Verdict.INCONCLUSIVE:
        return ScopeSentence(
            f"{where}, nothing of {about} as a whole: {named(by[verdict])} could not be decided"
            f"{_beside(by[Verdict.HOLDS], 'hold', 'holds')}.",
            f"Neither that {named(by[verdict])} {hold(by[verdict])} there nor the contrary; and nothing is said of "
            f"{nor_of(others)}.",
        )
    if verdict is Verdict.VACUOUS:
        return ScopeSentence(
            f"{where}, {about} {'assert' if several else 'asserts'} nothing (vacuous): {NOTHING_THERE}.",
            f"Not that {'they hold' if several else 'it holds'} there: nothing was asserted, so nothing was "
            f"confirmed; and nothing is said of {nor_of(others)}.",
        )
    if by[Verdict.VACUOUS]:
        noun = "statement steps" if set(live) == set(statement_steps(claim)) else kinds(claim, live)
        holding = f"{len(by[Verdict.HOLDS])} of the {len(live)} {noun} of {of_paper(claim)} {hold(by[Verdict.HOLDS])}"
        return ScopeSentence(
            f"{where}, {holding}, {how}; {named(by[Verdict.VACUOUS])} {are(by[Verdict.VACUOUS])} vacuous there, "
            "asserting nothing.",
            f"{nothing_said([*others, *_unsaid(by)])}{behind}.",
        )
    holds = "hold" if several and not about.endswith("as written") else "holds"
    return ScopeSentence(f"{where}, {about} {holds}, {how}.", f"{nothing_said(others)}{behind}.")


def _where(claim: Claim, file: CertificateFile, live: Sequence[str]) -> tuple[str, str, str]:
    """For which parameters a certificate speaks, how that was decided, and what lies beyond."""
    box, scope = file.box, file.scope
    others = f"other {other_parameters(claim)}"
    if scope == ALL_D:
        return f"For n = {box['n']} and all D", "decided at all points of all instances at once", "other n"
    if scope == Scope.GENERAL:
        return (
            f"For all parameters ({domain_of(claim, of_delta=True)})",
            f"by {KERNEL}",
            "parameters outside the hypotheses",
        )
    where = f"For {instance(claim, box)}" if box else "As stated, with no parameter"
    exactly = decided(claim, box, live)
    if scope == Scope.SYMBOLIC:
        return where, f"{exactly} at all points of this instance at once", others
    count = points_of(claim, tuple(file.verdicts), file.points)
    only = count.removeprefix("1 ") if file.points == 1 else ""
    if not any(step.over for step in claim.steps if step.name in live) or not count:
        return where, exactly, others
    speaks = f"{they(live)} {'speaks' if len(live) == 1 else 'speak'}"
    beside = f"point {speaks} about ({count} with those of the other steps)"
    among = f"one of its {count}" if set(live) == set(file.verdicts) else beside
    runs = ", in affine runs" if scope == Scope.RUNS else ""
    if only and set(live) == set(file.verdicts):
        return where, f"{exactly} at its one {only}{runs}", others
    if among != beside and _apart(claim, live):
        return where, f"{exactly}, each at every point that it speaks about ({count} in all){runs}", others
    return where, f"{exactly} at every {among}{runs}", others


def _apart(claim: Claim, live: Sequence[str]) -> bool:
    """Whether the steps speak of different points, and these are no categories of one grid."""
    over = [step.over for step in claim.steps if step.name in live and step.over]
    return len(set(over)) > 1 and any(spec.kind != "orbits" for specs in over for spec in specs)


def _refuted_at(
    claim: Claim, file: CertificateFile, refuted: Sequence[str], others: Sequence[str], behind: str, beside: Beside
) -> ScopeSentence:
    box = file.box
    beyond = {ALL_D: f"at n = {box.get('n')} and some D", Scope.GENERAL.value: "at some parameters"}
    place = beyond.get(file.scope) or f"at {instance(claim, box)}"
    lines = [step for step in claim.steps if step.name in refuted and step.kind is StepKind.STATEMENT]
    repaired = [name for name in refuted if name.endswith("@repaired")]
    what = by_name(claim, refuted)
    if repaired and not lines:
        may = f"{capital(what)} {are(refuted)} refuted {place}, where a counterexample is known."
    elif choices := own_choices(claim, box):
        may = f"With {choices}, {what} {are(refuted)} refuted {place}, where a counterexample is known."
    else:
        ways = by_way(claim, refuted)
        may = " ".join(_refuted_by(claim, how, own, place, beside) for how, own in ways.items())
        if {"some", "not each"} & ways.keys():
            behind = f", nor of other points than these{behind}"
    not_lines = "" if lines else f"that {of_paper(claim)} itself is false, nor "
    return ScopeSentence(
        may,
        f"Not {not_lines}that {named(refuted)} {fail(refuted)} at every instance, nor that a repaired form fails; "
        f"nothing is said of {nor_of(others)}{behind}.",
    )


def _refuted_by(claim: Claim, how: str, names: Sequence[str], place: str, beside: Beside) -> str:
    """How these steps are refuted, by a counterexample or for want of what they say there is (`by_way`)."""
    what = f"{capital(by_name(claim, names))} {are(names)}"
    if not how:
        stated = "it is stated" if len(names) == 1 else "they are stated"
        return (
            f"{what} {refuted_as(claim, names)}: a counterexample {place} suffices, "
            f"since {stated} for these parameters too, to say that {falsehood(claim, names)}."
        )
    may = f"{what} refuted as read here {place}: {lack(how, names, beside.lacking)}."
    if all(step.flaw != "false" for step in claim.steps if step.name in names):
        may += f" In the ledger {falsehood(claim, names)}."
    return may


def _unsaid(by: Mapping[Verdict, Sequence[str]]) -> list[str]:
    return [f"the vacuous {named(by[Verdict.VACUOUS])}"] if by[Verdict.VACUOUS] else []


def _beside(names: Sequence[str], several: str, single: str) -> str:
    return f" ({named(names)} {single if len(names) == 1 else several})" if names else ""
