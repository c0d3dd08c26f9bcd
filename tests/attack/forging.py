"""Forged certificates: one kind of change at one or two places, everything else made to agree with it, hashed again."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from tests.attack.brute_force.written import Unknown, laid_out
from tests.attack.changing import mutated, other_word
from tests.attack.fitting import ERRORS, fitted, renamed, told_truly, without_unreached
from tests.attack.lying import LIES, evident_verdict, lied
from tests.attack.originals import Original
from tests.attack.places import places_of
from tests.attack.timing import at_most

Decided = dict[str, Any]
RESULTS: Final = tuple(LIES)
"""Changes of what was found; the others are of what was asked."""
TRUE: Final = "told truly"
SECONDS: Final = 3.0
"""What it may take to make a forgery."""


@dataclass(frozen=True)
class Forgery:
    """A forged file, and how it was made."""

    kind: str
    change: str
    how: str
    content: bytes


VERDICTS: Final = ("holds", "holds in part", "refuted", "vacuous", "inconclusive")


def forged(original: Original, change: str, chance: random.Random) -> Forgery | None:
    """A forgery of this kind of change; None where the draw comes to nothing."""
    try:
        with at_most(SECONDS, Unknown("it takes too long")):
            changed, how = _changed(original.data, change, chance)
    except ERRORS:  # a second change of what the first one has made meaningless
        return None
    if changed is None or changed == original.data:
        return None
    try:
        return Forgery(original.kind, change, how, laid_out(changed, original.form))
    except (RecursionError, TypeError, ValueError):
        return None


def _changed(decided: Decided, change: str, chance: random.Random) -> tuple[Decided | None, str]:
    if change in RESULTS and chance.random() < 0.65 and (changed := lied(decided, change, chance)) is not None:
        draw = chance.random()
        changed = fitted(changed, verdict=draw < 0.9)
        if draw > 0.85:
            changed["verdict"] = chance.choice(VERDICTS)
        return changed, "a lie of which all fields agree"
    changed = _asked(decided, change, chance)
    if changed is None:
        return None, ""
    if change in RESULTS:
        return fitted(changed, values=False, verdict=chance.random() < 0.7), "other values"
    draw = chance.random()
    if draw < 0.5 or change in ("words", "parts", "scope"):
        values, verdict = chance.random() < 0.8, chance.random() < 0.8
        return without_unreached(
            fitted(changed, values, verdict)
        ) if chance.random() < 0.8 else changed, "the findings stay"
    truly = told_truly(without_unreached(changed))
    if truly is None:
        return fitted(without_unreached(changed)), "the findings stay"
    if draw < 0.58:
        return truly, TRUE
    lie = lied(truly, chance.choice(RESULTS), chance)
    return fitted(lie if lie is not None else truly), "decided anew, and lied about" if lie is not None else TRUE


def _asked(decided: Decided, change: str, chance: random.Random) -> Decided | None:
    """One or two places of this kind of change, changed."""
    special = SPECIAL.get(change)
    if special is not None and chance.random() < 0.35:
        with suppress(*ERRORS):
            if (other := special(decided, chance)) is not None:
                return other
    changed = decided
    for _ in range(chance.choice([1, 1, 1, 2])):
        places = places_of(changed, change)
        if not places:
            return special(changed, chance) if special is not None else None
        changed = mutated(changed, chance.choice(places), chance)
        if not isinstance(changed, dict):
            return None
    return changed


# ---- changes that no single place shows


def spare_network(decided: Decided, chance: random.Random) -> Decided | None:
    """A network that is a family with a great many turns; a static step may count its layers."""
    key = "networks" if "networks" in decided else None
    if key is None or "steps" not in decided:
        return None
    count = chance.choice([0, 1, 10**6, 10**12, "0x20000000000000"])
    family = {"family": {"variable": "q", "start": 0, "step": 1, "count": count, "items": []}}
    networks = {**decided[key], "spare": {"d": 1, "items": [family], "stages": {}}}
    changed = {**decided, key: networks}
    return (
        with_static_step(changed, [">=", ["network", "spare", "attention layers"], 0])
        if chance.random() < 0.6
        else changed
    )


def with_static_step(decided: Decided, term: Any) -> Decided:
    like = decided["steps"][0]
    fields = {"name": "one more", "kind": "proof line", "over": [], "term": term, "given": None, "fold": "each", "bound": None,
              "relation": None, "points": 1, "applicable": 1, "failures": 0, "verdict": "holds", "reason": None, "witness": None,
              "measure": None}  # fmt: skip
    return {**decided, "steps": [*decided["steps"], {**like, **fields}]}


def spare_domain(decided: Decided, chance: random.Random) -> Decided | None:
    """One more domain, that a step may be over; the domains of a step in another order."""
    if "steps" not in decided or not decided["steps"]:
        return None
    name = "spare"
    record = {"name": name, "spec": {"kind": "list", "points": []}, "points": 0, "decided": [], "evidence": {}}
    if chance.random() < 0.5 or not decided["domains"]:
        k = chance.randrange(len(decided["steps"]))
        steps = list(decided["steps"])
        steps[k] = {**steps[k], "over": [*steps[k]["over"], name]}
        return {**decided, "domains": [*decided["domains"], record], "steps": steps}
    return {**decided, "domains": decided["domains"][::-1]}


def spare_definition(decided: Decided, chance: random.Random) -> Decided | None:
    """One more definition, of which a step speaks or not; or one that is put in its place."""
    if "steps" not in decided or not decided["steps"]:
        return None
    definitions = [*decided["definitions"], ["spare", chance.choice([1, ["/", 1, 3], ["^", 2, 70]])]]
    changed = {**decided, "definitions": definitions, "values": {**decided["values"]}}
    if chance.random() < 0.5:
        return changed
    k = chance.randrange(len(changed["steps"]))
    steps = list(changed["steps"])
    steps[k] = {**steps[k], "given": ["<=", 0, ["def", "spare"]]}
    return {**changed, "steps": steps}


def another_name(decided: Decided, chance: random.Random) -> Decided | None:
    """A word that is a name, changed wherever it stands; or one of the texts for people."""
    if "steps" not in decided:
        return {**decided, "claim": chance.choice([None, "", f"yun2020:lemma{chance.randrange(10**6)}"])}
    if chance.random() < 0.4:
        return {
            **decided,
            chance.choice(
                ["claim", "title", "source"]
            ): f"{chance.choice(['x', 'yun2020:lemma8', ''])}{chance.randrange(10**6)}",
        }
    names = [entry["name"] for entry in [*decided["steps"], *decided["domains"]]] + [*decided.get("networks", {})]
    old = chance.choice(names)
    changed: Decided = renamed(
        decided, old, chance.choice([old + "'", "", f"n{chance.randrange(10**6)}", chance.choice(names)])
    )
    return changed


def judged_otherwise(decided: Decided, chance: random.Random) -> Decided | None:
    """Steps that are judged, are not, or twice; steps left out, turned round, or twice."""
    if "steps" not in decided:
        return None
    names, way = [step["name"] for step in decided["steps"]], chance.randrange(5)
    if way == 0:
        return {**decided, "judged": chance.sample(names, chance.randint(0, len(names)))}
    if way == 1:
        return {**decided, "judged": [*decided["judged"], chance.choice([*names, "nobody"])]}
    steps = list(decided["steps"])
    if way == 2:
        chance.shuffle(steps)
    elif way == 3:
        del steps[chance.randrange(len(steps))]
    else:
        steps.append({**chance.choice(steps), **({"name": "twin"} if chance.random() < 0.5 else {})})
    judged = [name for name in decided["judged"] if name in {step["name"] for step in steps}]
    return {**decided, "steps": steps, "judged": judged}


def parts_given(decided: Decided, chance: random.Random) -> Decided | None:
    """Parts of a statement, decided or not; often as no part is written."""
    if isinstance(decided.get("judged"), list) and chance.random() < 0.5:
        names = chance.sample(decided["judged"], k=chance.randrange(len(decided["judged"]) + 1))
        forged_parts = [
            {
                "words": f"part {chance.randrange(10**6)}",
                "steps": names,
                "undecided": None if names and chance.random() < 0.7 else "nobody asked",
            }
        ]
        for part in decided["parts"] if isinstance(decided.get("parts"), list) else ():
            forged_parts.insert(chance.randrange(len(forged_parts) + 1), part)
        return {**decided, "parts": forged_parts}
    named = {"name": f"part {chance.randrange(10**6)}", "steps": []}
    value: Any = chance.choice([["a part"], [named], [named, named], named, [{"name": "a part", "steps": [step["name"] for step in decided.get("steps", [])]}], None, {}, "", 0,
                           [[]], ["x"] * chance.randrange(1, 9), [chance.randrange(10**6)]])  # fmt: skip
    return {**decided, "parts": value}


def evidence_given(decided: Decided, chance: random.Random) -> Decided | None:
    """Evidence of a step or of a domain, where there is none, or of another kind; or none where there is some."""
    if decided.get("scope") in ("enumerated", "runs") and decided["steps"] and chance.random() < 0.7:
        k = chance.randrange(len(decided["steps"]))
        step = decided["steps"][k]
        verdict = chance.choice([step["verdict"], "holds", "vacuous", "refuted", "inconclusive"])
        fields = evident_verdict(decided, k, verdict, chance) or {}
        if step.get("evidence") and chance.random() < 0.3:
            fields["evidence"] = None
        kept = {key: x for key, x in fields.items() if key == "evidence" or chance.random() < 0.95}
        steps = [*decided["steps"][:k], {**step, **kept}, *decided["steps"][k + 1 :]]
        return fitted({**decided, "steps": steps})
    value = chance.choice(
        [
            {},
            [],
            "",
            0,
            {"runs": []},
            {"breakpoints": [[0]]},
            {"breakpoints": [[chance.randrange(9)]]},
            [[chance.randrange(10**6)]],
        ]
    )
    of = "domains" if chance.random() < 0.4 and decided.get("domains") else "steps"
    if not decided.get(of):
        return {**decided, "evidence": value}
    k = chance.randrange(len(decided[of]))
    records = list(decided[of])
    records[k] = {**records[k], "evidence": value}
    return {**decided, of: records}


def other_parameters(decided: Decided, chance: random.Random) -> Decided | None:
    """One of the sizes, or a parameter more."""
    name = chance.choice([*decided["parameters"], "d", "n", "m", "k"])
    return {
        **decided,
        "parameters": {
            **decided["parameters"],
            name: chance.choice([0, 1, 2, 3, 4, 5, -1, chance.randrange(10**6), "average", "0x20000000000000"]),
        },
    }


def other_scope(decided: Decided, chance: random.Random) -> Decided | None:
    """Another scope, with the fields of the steps as they are or emptied."""
    scope = other_word(decided["scope"], chance, [])
    changed = {**decided, "scope": scope}
    if chance.random() < 0.3:
        changed["for_all"] = "D"
    if chance.random() < 0.4 and "steps" in changed:
        emptied = {"applicable": None, "failures": None, "measure": None} if scope in ("symbolic", "general") else {}
        changed["steps"] = [
            {**step, **emptied, **({"order": None} if chance.random() < 0.8 else {})} for step in changed["steps"]
        ]
        changed["domains"] = [{**domain, "decided": None, "evidence": None} for domain in changed["domains"]]
    if chance.random() < 0.3:
        changed["claim"] = f"{changed['claim']}{chance.randrange(1000)}"
    return changed


SPECIAL: Final[dict[str, Callable[[Decided, random.Random], Decided | None]]] = {
    "networks": spare_network, "domains": spare_domain, "definitions": spare_definition, "words": another_name,
    "judged": judged_otherwise, "parts": parts_given, "evidence": evidence_given, "parameters": other_parameters,
    "scope": other_scope,
}  # fmt: skip
