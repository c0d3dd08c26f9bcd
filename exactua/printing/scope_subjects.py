"""What a sentence about a result speaks of, in words: the claim with its paper, steps, parameters, attention.

For each result there is one sentence of what may be claimed and one of what may not, with the exact box. A check at
some instances says nothing of others; a refutation at one instance refutes a statement that is made for it; what is
vacuous confirms nothing. Only what the Rocq kernel proved is said of all parameters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from exactua.claims.claim import Claim
from exactua.claims.ledger import KINDS
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import paper_of, title_of
from exactua.claims.verdicts import StepKind
from exactua.deciding.plan import describe_count
from exactua.errors import ExactuaError
from exactua.networks.heads import TieRule
from exactua.networks.items import makes_reals, templates
from exactua.printing.statements import shown_names
from exactua.printing.text import box as box_words
from exactua.printing.text import noun_of, sum_said
from exactua.terms.language import OF_REALS, definitions_reached, networks_of

MOST_NAMED: Final = 6
"""Steps that a sentence names one by one; of more it says how many there are."""

NOTHING_THERE: Final = "there is nothing there that the hypotheses allow"
KERNEL: Final = "theorems that the Rocq kernel accepts, over the rational numbers"
ALL_D: Final = "all D"
"""The scope of a certificate about all D at one n."""

EXACTLY: Final = "decided in exact arithmetic"

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class _Known(Generic[Answer]):
    """What was found of a claim: of another one of that name, or with more in it by now, it says nothing."""

    claim: Claim
    size: tuple[int, ...]
    answer: Answer

    def is_of(self, claim: Claim) -> bool:
        return self.claim is claim and self.size == _size(claim)


def _size(claim: Claim) -> tuple[int, ...]:
    return len(claim.steps), len(claim.networks)


_of_reals: dict[str, _Known[frozenset[str]]] = {}
"""The steps that speak of reals, by claim, as its networks say."""
_attention: dict[tuple[str, ...], _Known[str]] = {}
"""What `hardmax` found, by claim and choices: networks of other instances differ in their numbers alone."""


@dataclass(frozen=True)
class Beside:
    """What is known of the steps of a certificate that it does not carry, in words, by their names."""

    nowhere: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Of steps that hold: "its hypothesis L_(2, 1) = 1 is true at no point: what ..."."""
    at: Mapping[str, str] = field(default_factory=dict)
    """Of what holds of some point, or of one of several conditions, which: 'the least point ... is "1 1"'."""
    lacking: Mapping[str, str] = field(default_factory=dict)
    """Of what is said of each of several conditions and refuted, of which one: "that of head_10 of (-1, 0)"."""
    elsewhere: str = ""
    """Where else, by other certificates, which of its steps are refuted."""

    def sentences(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """What is known of these steps that hold, each with its name, for a sentence that names it first."""
        for name in names:
            if name in self.at:
                yield name, self.at[name]
            yield from ((name, says) for says in self.nowhere.get(name, ()))


def sums_said(claim: Claim, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """In what relation to which bound those of these steps of somebody's own claim that sum up say that the sum is."""
    if claim.written is not None:
        for step in map(claim.step, names):
            if said := sum_said(step, claim.degrees, shown_names(claim, step)):
                yield step.name, f"what is asserted is: {said}"


@dataclass(frozen=True)
class ScopeSentence:
    """What may be claimed of a result, and what may not: a sentence each."""

    may: str
    may_not: str


def of_paper(claim: Claim) -> str:
    """The claim with its paper: "Lemma 8 (Yun et al. 2020)"; of our own "... (a claim of exactua on ...)"."""
    whose = "a claim of exactua on " if claim.is_ours else ""
    return f"{claim.title} ({whose}{title_of(paper_of(claim))})"


def listed(words: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def named(steps: Sequence[str]) -> str:
    """The steps by name, the first few of many."""
    if len(steps) <= MOST_NAMED:
        return listed(steps)
    return f"{', '.join(steps[: MOST_NAMED - 1])} and {len(steps) - MOST_NAMED + 1} more"


def statement_steps(claim: Claim) -> tuple[str, ...]:
    """The names of the claim's statement steps."""
    return tuple(step.name for step in claim.steps if step.kind is StepKind.STATEMENT)


def readings(claim: Claim) -> str:
    """How words of the claim's text are read, to be added to what may be claimed of it."""
    return f" Read here: {'; '.join(map(str, claim.readings))}." if claim.readings else ""


def open_parts(
    claim: Claim,
    proved: Collection[str] = (),
    vacuous: Collection[str] = (),
    refuted: Collection[str] = (),
    *,
    known: Collection[str],
    at_instances: bool = True,
) -> tuple[str, str]:
    """What is to be added to what may be claimed of a statement, and to what may not, where steps don't decide a part.

    `proved` are the parts, in their words, that theorems decide, `vacuous` the steps that say nothing, `refuted` those
    that are, and `known` all of which something is known. Beside what is not decided `at_instances` stand the
    theorems that decide it for all parameters.
    """
    many = "".join(
        f' For all parameters "{part.words.rstrip(".")}", by {listed(part.theorems)} of proofs/rocq'
        f"{', over the rational numbers' if part.rational else ''}."
        for part in claim.parts
        if part.undecided and part.words in proved
    )
    left = [part for part in claim.parts if not part.is_decided(refuted) and part.words not in proved]
    if not left:
        return many, ""
    general = [part for part in claim.parts if part.words in proved]
    decided_here = [part for part in claim.parts if part not in general and part not in left]
    here = [part for part in decided_here if set(part.steps) <= set(known) and not set(part.steps) <= set(vacuous)]
    decided = general + here
    partly = any(step in vacuous for part in here for step in part.steps)
    where = f", where {'they say' if len(decided) > 1 else 'it says'} something" if partly else ""
    many += f" That decides {len(decided)} of the {len(claim.parts)} parts of the statement{where}." if decided else ""
    general_too = {part: f"; {part.by_theorems}" if at_instances and part.theorems else "" for part in left}
    said = "; ".join(f'"{part.words.rstrip(".")}" ({part.why}{general_too[part]})' for part in left)
    return many, f" Not decided: {said}."


def whole(claim: Claim, judged: Sequence[str]) -> bool:
    """Whether these steps are the claim's whole statement, as written or with repairs in place of what they repair."""
    return {name.removesuffix("@repaired") for name in judged} >= set(statement_steps(claim)) != set()


def subject(claim: Claim, judged: Sequence[str]) -> str:
    """Those steps and their claim: "all 10 statement steps of Lemma 8 (...)", "the step property3 of ..."."""
    of = of_paper(claim)
    repaired = [name for name in judged if name.endswith("@repaired")]
    if set(judged) == set(statement_steps(claim)) and judged:
        return f"{_all(len(judged))} of {of}"
    if whole(claim, judged) and repaired and not _more(claim, judged):
        return f"{of} with {named(repaired)} in place of what it has as written"
    return by_name(claim, judged)


def by_name(claim: Claim, judged: Sequence[str]) -> str:
    """Those steps by name, and what they are lines of: "the proof line top of Lemma 8 (...)"."""
    steps = [claim.step(name) for name in judged]
    if len(places := {step.of for step in steps}) == 1 and (place := places.pop()):
        return f"the {_lines(judged)} {named(judged)} of {place} ({title_of(paper_of(claim))})"
    if steps and not any(step.said for step in steps):
        return f"the {_lines(judged)} {named(judged)}, not said there, beside {of_paper(claim)}"
    return f"the {kinds(claim, judged)} {named(judged)} of {of_paper(claim)}"


def _lines(judged: Sequence[str]) -> str:
    return "line" if len(judged) == 1 else "lines"


def _more(claim: Claim, judged: Sequence[str]) -> bool:
    """Whether there are proof lines, or both of a step and its repair, among them."""
    written = [name.removesuffix("@repaired") for name in judged]
    return len(set(written)) < len(written) or not set(written) <= set(statement_steps(claim))


def _all(number: int) -> str:
    return {1: "the one statement step", 2: "both statement steps"}.get(number, f"all {number} statement steps")


def kinds(claim: Claim, names: Sequence[str]) -> str:
    """What kind of steps these are: "proof line", "repaired steps"; of several kinds "steps"."""
    present = {step.kind for step in claim.steps if step.name in names}
    nouns = {StepKind.STATEMENT: "step", StepKind.PROOF_LINE: "proof line", StepKind.REPAIRED: "repaired step"}
    noun = nouns[present.pop()] if len(present) == 1 else "step"
    return noun if len(names) == 1 else f"{noun}s"


def instance(claim: Claim, box: Mapping[str, int | str]) -> str:
    """The values of a box in the claim's order: "d = 2, n = 3, delta = 1/2"."""
    return box_words({parameter.name: box[parameter.name] for parameter in claim.parameters if parameter.name in box})


def points_of(claim: Claim, steps: Sequence[str], count: int) -> str:
    """How many points these steps range over together: "165 orbits"; "" where they range over none."""
    specs = [spec for step in claim.steps if step.name in steps for spec in step.over]
    nouns = {noun_of(spec) for spec in specs}
    if not nouns:
        return ""
    noun = nouns.pop() if len(nouns) == 1 else "points"
    return f"{describe_count(count)} {noun.removesuffix('s') if count == 1 else noun}"


def other_parameters(claim: Claim) -> str:
    """The parameters, by the names that people give: "d, n, delta"."""
    return ", ".join(
        "delta" if parameter.name == "m" else parameter.name.replace("_", " ") for parameter in claim.parameters
    )


def own_choices(claim: Claim, box: Mapping[str, int | str]) -> str:
    """The choices of a box that are not a parameter's first one, the paper's if it has one: "tie rule leftmost"."""
    chosen = [
        (parameter, box.get(parameter.name, parameter.default)) for parameter in claim.parameters if parameter.choices
    ]
    return listed(
        [f"{parameter.name.replace('_', ' ')} {value}" for parameter, value in chosen if value != parameter.default]
    )


def hardmax(claim: Claim, box: Mapping[str, int | str]) -> str:
    """ "hardmax with ties averaged" where networks of the claim attend by hardmax alone; else "".

    `box` is an instance at which they can be built; where it names no parameter, the first values on the ladder do.
    """
    key = (
        claim.found_by,
        *(str(box.get(parameter.name, parameter.default)) for parameter in claim.parameters if parameter.choices),
    )
    known = _attention.get(key)
    if known is None or not known.is_of(claim):
        problem = _problem_at(claim, box)
        if problem is None:
            return ""
        networks = problem.networks.values()
        layers = [layer for network in networks for layer, _ in templates(network.items) if layer.tie_rule is not None]
        averaged = all(layer.tie_rule is TieRule.AVERAGE for layer in layers)
        answer = (
            ""
            if any(map(makes_reals, networks)) or not layers
            else "hardmax with ties averaged"
            if averaged
            else "hardmax"
        )
        known = _attention[key] = _Known(claim, _size(claim), answer)
    return known.answer


def decided(claim: Claim, box: Mapping[str, int | str], names: Sequence[str]) -> str:
    """ "decided in exact arithmetic", with what decides of reals where one of these steps speaks of them.

    "decided" alone where that is not known. `box` is an instance, as for `hardmax`.
    """
    answers = [of_reals(claim, box, claim.step(name)) for name in names]
    if True in answers:
        return f"{EXACTLY} and rigorous balls"
    return "decided" if None in answers else EXACTLY


def of_reals(claim: Claim, box: Mapping[str, int | str], step: Step) -> bool | None:
    """Whether a step speaks of reals; that is so at all instances, or at none.

    None where it depends on networks that can't be built at the box, with the first values on the ladder.
    """
    definitions = definitions_reached(step.all_terms, tuple(claim.definitions.items()))
    terms = [*step.all_terms, *(term for _, term in definitions)]
    if any(part.operator in OF_REALS for term in terms for part in term.walk()):
        return True
    if not networks_of(terms):
        return False
    known = _of_reals.get(claim.found_by)
    if known is None or not known.is_of(claim):
        problem = _problem_at(claim, box)
        if problem is None:
            return None
        names = frozenset(candidate.name for candidate in problem.steps if problem.speaks_of_reals(candidate))
        known = _of_reals[claim.found_by] = _Known(claim, _size(claim), names)
    return step.name in known.answer


def _problem_at(claim: Claim, box: Mapping[str, int | str]) -> Problem | None:
    """All steps at a box, with the first values on the ladder where it names none; None where it can't be built."""
    values = {
        parameter.name: parameter.default or max(parameter.least, 2)
        for parameter in claim.parameters
        if parameter.follows is None
    }
    try:
        return claim.problem({**values, **box})
    except ExactuaError:
        return None


def nothing_said(others: Sequence[str]) -> str:
    """ "Nothing is said of a, nor of b"."""
    return f"Nothing is said of {nor_of(others)}"


def nor_of(others: Sequence[str]) -> str:
    """ "a, nor of b"."""
    return ", nor of ".join(others)


def are(names: Sequence[str]) -> str:
    """ "is" of one, "are" of several."""
    return "is" if len(names) == 1 else "are"


def they(names: Sequence[str]) -> str:
    """ "it" of one, "they" of several."""
    return "it" if len(names) == 1 else "they"


def hold(names: Sequence[str]) -> str:
    """ "holds" of one, "hold" of several."""
    return "holds" if len(names) == 1 else "hold"


def fail(names: Sequence[str]) -> str:
    """ "fails" of one, "fail" of several."""
    return "fails" if len(names) == 1 else "fail"


def capital(words: str) -> str:
    """The words with a capital."""
    return words[:1].upper() + words[1:]


OURS: Final = ("reading", "constants")
"""Flaws of lines that are refuted in a reading of ours alone, or with a constant that the paper does not name."""
_FALSEHOODS: Final = {
    "typo": f"false as printed ({KINDS['typo']})",
    "silently assumed": "false without an assumption that is not said",
    "imprecise": "false to the letter (imprecise)",
    "constants": "false with the constant that is named here",
    "reading": "false as read here",
}


def refuted_as(claim: Claim, names: Sequence[str]) -> str:
    """ "refuted as written"; what is refuted with a reading or a constant of ours, "refuted as read here".

    Of lines that the paper does not say, and of steps of both kinds, "refuted", and `falsehood` says which is which.
    """
    steps = [step for step in claim.steps if step.name in names]
    how = {" as read here" if step.flaw in OURS else " as written" if step.said else "" for step in steps}
    return f"refuted{how.pop() if len(how) == 1 else ''}"


def refuted_at_instance(claim: Claim, names: Sequence[str]) -> str:
    """The same of one instance: where a step says that there is something, "as read here", of the points there are.

    Of such steps and others together "refuted".
    """
    ways = {step.exists for step in claim.steps if step.name in names}
    return refuted_as(claim, names) if True not in ways else "refuted" if False in ways else "refuted as read here"


def by_way(claim: Claim, names: Sequence[str]) -> dict[str, list[str]]:
    """The refuted steps by what refutes them: "" of those that a counterexample does, which come first.

    Of what is said of some point, or of several conditions, the fold: "some" or "not each"; "one", "each" or
    "each not" of several.
    """
    by: dict[str, list[str]] = {"": []}
    for step in claim.steps:
        if step.name in names:
            by.setdefault(way(step), []).append(step.name)
    return {how: own for how, own in by.items() if own}


def way(step: Step) -> str:
    """What refutes a step, as `by_way` has it."""
    if step.several is None:
        return step.of_some
    return {"each": "one", "some": "each", "not each": "each not"}[step.several.fold]


def lack(how: str, names: Sequence[str], lacking: Mapping[str, str] = MappingProxyType({})) -> str:
    """Why steps that say that there is something are refuted, behind a colon; `lacking` as `Beside` has it."""
    if how == "one":
        return "none of the conditions is true at every point"
    if how in ("each", "each not"):
        of = [f"{lacking[name]}{f' in {name}' if len(names) > 1 else ''}" for name in names if name in lacking]
        which = f", {listed(of)}," if of else ""
        what = "one of its conditions" if len(names) == 1 else "of each, one of its conditions"
        return f"{what}{which} is true at {'no' if how == 'each' else 'every'} point"
    says = "says" if len(names) == 1 else "say"
    return f"none of the points that were decided does what {they(names)} {says} of some"


def refuted_with_label(claim: Claim, names: Sequence[str]) -> str:
    """The same with the ledger's label for such a fault: "refuted as written (imprecise)"; of several kinds without."""
    flaws = {step.flaw for step in claim.steps if step.name in names}
    label = "" if len(flaws) != 1 or flaws <= {"false", *OURS} else next(KINDS.get(flaw, flaw) for flaw in flaws)
    return f"{refuted_at_instance(claim, names)}{f' ({label})' if label else ''}"


def falsehood(claim: Claim, names: Sequence[str]) -> str:
    """What counterexamples show of these steps: "it is false as printed"; some only lack an assumption, or precision.

    Of steps with different flaws: "a and b are false as printed and c is false to the letter (imprecise)".
    """
    by: dict[str, list[str]] = {}
    for step in claim.steps:
        if step.name in names:
            plainly = "false as printed" if step.said else "false"
            by.setdefault(_FALSEHOODS.get(step.flaw, plainly), []).append(step.name)
    if len(by) < 2:
        return f"{they(names)} {are(names)} {next(iter(by), 'false as printed')}"
    return listed([f"{named(own)} {are(own)} {words}" for words, own in by.items()])


def nothing(claim: Claim, why: str) -> ScopeSentence:
    """What may be said where nothing is known, and why that is."""
    return ScopeSentence(
        f"Nothing may be claimed: {why}.",
        f"Neither that {of_paper(claim)} holds, at any parameters, nor that it is false.",
    )


def softmax(claim: Claim, boxes: Sequence[Mapping[str, int | str]]) -> list[str]:
    """Softmax attention, where networks of the claim have hardmax instead, with the ties that they share."""
    words = {hardmax(claim, box) for box in boxes or [{}]}
    shared = words.pop() if len(words) == 1 else "hardmax" if "" not in words else ""
    return [f"softmax attention (the networks here have {shared})"] if shared else []


def profiles(steps: Sequence[Step]) -> list[str]:
    """What a result for all D takes: networks with a profile that was compared with the claim's own here and there."""
    if not any(step.networks() for step in steps):
        return []
    return ["networks without the profile that is taken for all D (compared with theirs at small d and 1/delta alone)"]


def left_out(claim: Claim, judged: Sequence[str]) -> list[str]:
    """What a claim says beyond these steps: its other statement steps where some are named, and what none puts.

    A step takes one f, or one set of data, where a theorem speaks of any.
    """
    if whole(claim, judged):
        return [f"what {claim.title} says beyond {'this step' if len(judged) == 1 else 'these steps'}"]
    others = [name for name in statement_steps(claim) if name not in judged]
    alone = f"{of_paper(claim)} beyond {named(judged)}"
    return [alone] if others or not set(judged) & set(statement_steps(claim)) else []


def proof_as_printed(claim: Claim, refuted: Sequence[str], judged: Sequence[str]) -> str:
    """That lines beside the judged steps are refuted, behind a sentence of what may not be claimed.

    They are of a proof, hypotheses, or of the text around a definition; what the ledger notes is no fault of any.
    """
    by: dict[tuple[bool, str], list[str]] = {}
    for step in claim.steps:
        beside = step.name in refuted and step.kind is StepKind.PROOF_LINE and step.name not in judged
        if beside and not step.is_question and step.is_plain:
            by.setdefault((step.said, step.of), []).append(step.name)
    told = []
    for (said, of), lines in sorted(by.items(), key=lambda item: not item[0][0]):
        where = f"of {of} the" if of else f"nor are all proof lines of {claim.title} confirmed as printed: the"
        where = where if said else "of what is not said there the"
        told.append(f"; {where} line{'s' * (len(lines) > 1)} {named(lines)} {are(lines)} refuted")
    return "".join(told)
