"""Forgery after forgery is put to the verifiers; what one confirms is decided by brute force."""

from __future__ import annotations

import json
import multiprocessing
import random
import resource
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from tests.attack.asking import Answers, Verify, both, differ
from tests.attack.brute_force import Truth, truth
from tests.attack.brute_force.terms import has_unknown
from tests.attack.brute_force.written import Unknown, rational
from tests.attack.fitting import ERRORS
from tests.attack.forging import Forgery, forged
from tests.attack.originals import KINDS, original
from tests.attack.places import CHANGES
from tests.attack.timing import at_most

CELLS: Final = tuple((kind, change) for kind in KINDS for change in CHANGES)
"""Every kind of certificate with every kind of change."""
NOTHING: Final = (("limit", "terms"), ("limit", "definitions"), ("limit", "judged"))
"""Where there is nothing to change: limits have no steps."""
TRUTH_SECONDS: Final = 30.0
MOST_DRAWS: Final = 40
"""Draws for one forgery: many come to what was there before."""
LARGEST_MEMORY: Final = 4 * 2**30


@dataclass(frozen=True)
class Finding:
    """A forgery that must not have come through, by its number."""

    number: int
    kind: str
    change: str
    what: str


@dataclass
class Tally:
    """What became of the forgeries of one cell."""

    kind: str
    change: str
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)


def draw_of(seed: int, number: int) -> tuple[Forgery | None, str, str]:
    """The forgery with this number."""
    kind, change = CELLS[number % len(CELLS)]
    return forged(original(kind), change, random.Random(f"{seed}:{number}")), kind, change


def meaning(content: bytes) -> Any:
    """What a certificate says beside texts for people, that are no evidence."""
    decided = json.loads(content)["decided"]
    texts = ("claim", "title", "source", *(("parameters",) if "steps" not in decided else ()))
    steps = [{key: x for key, x in step.items() if key not in ("says", "reason")} for step in decided.get("steps", [])]
    return {**{key: x for key, x in decided.items() if key not in texts}, "steps": steps}


def decided_by_force(content: bytes, kind: str) -> Truth:
    """Whether a forgery is true; where that is not known, it is if it says the same as the original."""
    try:
        with at_most(TRUTH_SECONDS, Unknown("it takes too long")):
            verdict = truth(content)
    except Unknown as why:
        verdict = Truth("unknown", str(why))
    with suppress(*ERRORS):  # what has no meaning follows from nothing
        if verdict.answer == "unknown" and follows(meaning(content), meaning_of_original(kind)):
            return Truth("true", "it follows from what the original says")
    return verdict


def meaning_of_original(kind: str) -> Any:
    certificate = original(kind)
    return meaning(json.dumps({"decided": certificate.data}).encode())


def follows(forged_one: Any, true_one: Any) -> bool:
    """Whether what is true makes the other true: it is the same, some of its steps, or a weaker bound of fewer points."""
    if forged_one == true_one:
        return True
    if "tolerance" in true_one:
        return forged_one["network"] == true_one["network"] and weaker(forged_one, true_one)
    ours = ("steps", "judged", "verdict", "domains")
    same = all(forged_one.get(key) == x for key, x in true_one.items() if key not in ours)
    named = {json.dumps({**step, "name": "", "kind": ""}, sort_keys=True) for step in true_one["steps"]}
    steps = all(json.dumps({**step, "name": "", "kind": ""}, sort_keys=True) in named for step in forged_one["steps"])
    return same and steps and all(domain in true_one["domains"] for domain in forged_one["domains"])


def weaker(limit: Any, other: Any) -> bool:
    """Of two limits of a network: whether the bound above which the first is near is no less, its tolerance neither."""
    above = rational(limit["upper"]) >= rational(other["upper"]) and rational(limit["tolerance"]) >= rational(
        other["tolerance"]
    )
    return above and all(point in other["points"] for point in limit["points"])


def judged(forgery: Forgery, answers: Answers) -> tuple[str, str, str]:
    """What became of a forgery in a word, what is wrong with that (or nothing), and why its truth is not known."""
    codes = f"Python {answers.own}, C {answers.foreign}, proved {answers.proved}"
    if answers.own not in (0, 1, 2, 3) or not {answers.foreign, answers.proved} <= {None, 0, 1, 2, 3}:
        return "failed", f"a verifier failed: {codes}: {answers.said[:200]}", ""
    if answers.confirmed:
        verdict = decided_by_force(forgery.content, forgery.kind)
        if verdict.answer == "false":
            return "confirmed", f"confirmed, and false: {codes}: {verdict.why[:300]}", ""
        if not differ(forgery.content, answers):
            return verdict.answer, "", verdict.why if verdict.answer == "unknown" else ""
    if differ(forgery.content, answers) and not answers.confirmed and of_two_minds(forgery.content):
        return "two reasons", "", ""
    if differ(forgery.content, answers):
        return "different", f"the verifiers differ: {codes}: {answers.said[:200]}", ""
    return ("refused" if answers.own in (1, 2) else "not re-checked"), "", ""


def of_two_minds(content: bytes) -> bool:
    """Whether there is an operator in a certificate that the page does not have.

    Then it is right not to re-check it, and where something else is wrong it is right to refuse it.
    """
    with suppress(*ERRORS):
        decided = json.loads(content)["decided"]
        said = [step[key] for step in decided["steps"] for key in ("term", "given", "bound", "fold")]
        definitions, specs = (
            [definition[1:] for definition in decided["definitions"]],
            [domain["spec"] for domain in decided["domains"]],
        )
        return has_unknown([definitions, said, specs])
    return False


def attack_cell(cell: int, forgeries: int, seed: int, verify: Verify = both) -> Tally:
    """So many different forgeries of one cell."""
    kind, change = CELLS[cell]
    tally, seen = Tally(kind, change), set[bytes]()
    for draw in range(forgeries * MOST_DRAWS):
        if sum(tally.counts.values()) >= forgeries or (kind, change) in NOTHING:
            break
        number = draw * len(CELLS) + cell
        forgery, _, _ = draw_of(seed, number)
        if forgery is None or forgery.content in seen:
            continue
        seen.add(forgery.content)
        word, wrong, why = judged(forgery, verify(forgery.content))
        tally.counts[word] += 1
        if why:
            tally.reasons[why] += 1
        if wrong:
            tally.findings.append(Finding(number, kind, change, f"{forgery.how}: {wrong}"))
    return tally


def bounded() -> None:
    """A forgery may ask for a lot of memory."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST_MEMORY, hard))


def attack(forgeries: int, seed: int, jobs: int, cells: Sequence[int] = range(len(CELLS))) -> Iterator[Tally]:
    """At least so many forgeries in all, as many of each cell."""
    there = [cell for cell in cells if CELLS[cell] not in NOTHING]
    each = -(-forgeries // len(there))
    worker = partial(attack_cell, forgeries=each, seed=seed)
    with multiprocessing.get_context("fork").Pool(jobs, initializer=bounded) as pool:
        yield from pool.imap_unordered(worker, there)
