"""Lies about what was found, told so that all fields agree with each other: only the truth does not."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from tests.attack.brute_force.deciding import domain, opened
from tests.attack.brute_force.steps import falsity, rows_of, scenes
from tests.attack.brute_force.terms import RANGES, RELATIONS, boolean, evaluate, turns
from tests.attack.brute_force.written import PRIME, encode, integer, rational
from tests.attack.fitting import ERRORS, told_truly

Decided = dict[str, Any]
Lie = Callable[[Decided, int, random.Random], dict[str, Any] | None]
"""What a lie puts in place of fields of a step; None where there is none to tell."""


def with_step(decided: Decided, k: int, **fields: Any) -> Decided:
    steps = list(decided["steps"])
    steps[k] = {**steps[k], **fields}
    return {**decided, "steps": steps}


# ---- verdicts


def verdict_flipped(decided: Decided, k: int, chance: random.Random) -> dict[str, Any] | None:
    """Another verdict in every field that it shows in."""
    step = decided["steps"][k]
    others = [other for other in ("holds", "refuted", "vacuous", "inconclusive") if other != step["verdict"]]
    verdict = chance.choice(["holds", *others] if step["verdict"] != "holds" else ["refuted", *others])
    nothing: dict[str, Any] = {"verdict": verdict, "failures": 0, "witness": None, "reason": None}
    if step.get("evidence") is not None:
        return evident_verdict(decided, k, verdict, chance)
    if "order" in step or step["applicable"] is None:
        return _symbolic_verdict(step, nothing)
    if verdict == "holds":
        emptied = {**nothing, "applicable": step["applicable"] if integer(step["applicable"]) else step["points"]}
        return {**emptied, "measure": _harmless(step, step["measure"])}
    if verdict == "vacuous":
        return {**nothing, "applicable": 0, "measure": None}
    if verdict == "inconclusive":
        reason = chance.choice([None, "not every point was decided", "undecided at 1 of 3 points with 64 bits"])
        claims = {"applicable": 0, "measure": None} if reason and reason.startswith("undecided") else {}
        return {**nothing, "reason": reason, **claims}
    witness = made_up_witness(decided, k, chance)
    return None if witness is None else {"verdict": "refuted", "failures": 1, "witness": witness, "reason": None}


def evident_verdict(decided: Decided, k: int, verdict: str, chance: random.Random) -> dict[str, Any] | None:
    """A verdict with evidence of its kind, and with all that a step with such evidence says."""
    step = decided["steps"][k]
    points = encode(sum(integer(record["points"]) for record in decided["domains"] if record["name"] in step["over"]))
    fields: dict[str, Any] = {"verdict": verdict, "reason": None, "measure": None, "points": points}
    fields["applicable"] = points if step["given"] is None else None
    if verdict == "refuted":
        witness = step["witness"] or made_up_witness(decided, k, chance)
        return {**fields, "failures": None, "witness": witness, "evidence": {"kind": "witness"}}
    n = integer(decided["parameters"]["n"])
    order = [[[*range(1, n)], [0, n]], *([[*range(j + 1, n)], [j]] for j in range(1, n - 1)), [[0], [n]]]
    sorts = step["fold"] in ("distinct", "apart") and verdict == "holds" and chance.random() < 0.9
    return {**fields, "failures": 0, "witness": None, "evidence": {"kind": "signs", "order": order if sorts else None}}


def _symbolic_verdict(step: dict[str, Any], nothing: dict[str, Any]) -> dict[str, Any]:
    verdict = nothing["verdict"]
    counts = {} if step["applicable"] is None else {"failures": 0}
    changed = {"verdict": verdict, "reason": None, "witness": None, **counts}
    if verdict == "refuted":
        changed["witness"] = {"domain": (step["over"] or [None])[0], "points": [[[0, 1]]]}
    if verdict != "holds" and "order" in step:
        changed["order"] = None
    return changed


def _harmless(step: dict[str, Any], measure: Any) -> Any:
    """Extremes as they would be if the step held: no difference b - a of an a <= b below 0."""
    term = step["term"]
    while isinstance(term, list) and term and term[0] == "all":
        term = term[-1]
    if measure is None or step["fold"] != "each" or not isinstance(term, list) or not term:
        return measure
    if term[0] in ("<=", "<", "=", ">=", ">") and isinstance(measure["min"], int | str):
        low, high = rational(measure["min"]), rational(measure["max"])
        least = Fraction(int(term[0] == "<"))
        if term[0] in ("<=", "<"):
            return {**measure, "min": encode(max(low, least)), "max": encode(max(high, least))}
        if term[0] == "=":
            return {**measure, "min": 0, "max": 0, "sum": 0}
        return {**measure, "min": encode(min(low, Fraction(0))), "max": encode(min(high, Fraction(0)))}
    if isinstance(measure["min"], int) and term[0] not in RANGES:
        return {**measure, "min": measure["max"], "min_at": measure["max_at"]}
    return measure


def all_places(decided: Decided, k: int) -> list[Any]:
    """The positions of a step with their scenes."""
    base, _, _ = opened(decided)
    records = {record["name"]: record for record in decided["domains"]}
    return list(scenes([domain(records[name], base) for name in decided["steps"][k]["over"]], base))


def made_up_witness(decided: Decided, k: int, chance: random.Random) -> dict[str, Any] | None:
    """A witness at some point, with the values that are there."""
    step = decided["steps"][k]
    ats = all_places(decided, k)
    empty: dict[str, Any] = {"at": [], "points": [], "bindings": {}, "relation": None, "left": None, "right": None}
    if step["fold"] != "each":
        chosen = chance.sample(ats, min(2, len(ats))) if step["fold"] in ("distinct", "apart") else []
        relation = "!=" if step["fold"] == "distinct" else step["relation"]
        sides = {"relation": relation, "left": 0, "right": 0}
        return {**empty, "at": [at.position for at in chosen], "points": [rows_of(at.point) for at in chosen], **sides}
    if not ats:
        return {**empty, "relation": step["term"][0] if step["term"][0] in RELATIONS else None, "left": 0, "right": 0}
    at = chance.choice(ats)
    scene, term = at.scene, step["term"]
    while term[0] in ("all", "implies", "and"):
        if term[0] == "all":
            scene = chance.choice(list(turns(term, scene)))
            term = term[-1]
        else:
            term = term[-1]
    witness = {**empty, "at": [at.position], "points": [rows_of(at.point)]}
    witness["bindings"] = {name: encode(x) for name, x in scene.variables.items()}
    if term[0] in RELATIONS or term[0] in RANGES:
        a, *b = (_told(evaluate(x, scene)) for x in term[1:])
        witness |= {"relation": term[0], "left": a, "right": b if term[0] in RANGES else b[0]}
    return witness


def _told(value: Any) -> Any:
    if isinstance(value, tuple):
        return rows_of(value)
    return [encode(x) for x in value] if isinstance(value, list) else encode(value)


# ---- counts


def counts_changed(decided: Decided, k: int, chance: random.Random) -> dict[str, Any] | None:
    """Counts that could be so, with the verdict that they make."""
    step = decided["steps"][k]
    if step["applicable"] is None:
        return {"points": encode(integer(step["points"] or 0) + chance.choice([-1, 1]))}
    points, applicable, failures = (integer(step[key]) for key in ("points", "applicable", "failures"))
    way = chance.randrange(7)
    if way == 0:
        return {"failures": encode(chance.randint(0, applicable))}
    if way == 1:
        return {"applicable": encode(chance.randint(0, points))}
    if way == 2:
        return {"failures": encode(failures + chance.choice([-1, 1, 2, points]))}
    if way == 3:
        return {"applicable": encode(applicable + chance.choice([-1, 1, -2, 2]))}
    if way == 4:
        return {"applicable": step["points"], "points": step["applicable"]}
    if way == 5:
        return {
            "points": encode(points + chance.choice([-1, 1, points])),
            "applicable": encode(applicable + chance.choice([-1, 0, 1])),
        }
    return {"failures": step["applicable"], "applicable": step["failures"]}


def ranges_changed(decided: Decided, chance: random.Random) -> Decided | None:
    """A domain of which some ranks were not decided, or has more or fewer points; told truly of the rest, or not."""
    if not decided["domains"]:
        return None
    k = chance.randrange(len(decided["domains"]))
    record = decided["domains"][k]
    if record["decided"] is None:
        return points_changed(decided, k, chance)
    total = integer(record["points"])
    cut, way = chance.randint(0, total), chance.randrange(4)
    ranges = [[0, cut], [cut + 1, total]] if way == 0 else [[0, cut]] if way == 1 else [[cut, total]]
    ranges = [[a, b] for a, b in ranges if a < b]
    more = total + chance.choice([-1, 1])
    changed = {**record, "points": more, "decided": [[0, more]]} if way == 3 else {**record, "decided": ranges}
    part = {**decided, "domains": [*decided["domains"][:k], changed, *decided["domains"][k + 1 :]]}
    told = told_truly(part) if way < 3 else part
    if told is None:
        return with_points(part)
    lie = chance.randrange(5)
    if lie == 0:
        return told
    if lie == 4:  # what is refuted by a part of the points is undecided, as if all were needed
        steps = [
            {**step, "verdict": "inconclusive"} if step["verdict"] == "refuted" else step for step in told["steps"]
        ]
        return {**told, "steps": steps}
    if lie == 1:  # what the part comes to is said of the whole
        wholes = [
            {**ranked, "decided": [[0, ranked["points"]]] if ranked["points"] else []} for ranked in told["domains"]
        ]
        sums = {ranked["name"]: integer(ranked["points"]) for ranked in wholes}
        steps = []
        for step in told["steps"]:
            points = sum(sums[name] for name in step["over"]) if step["over"] else integer(step["points"])
            given = step["given"] is None
            verdict = "holds" if step["verdict"] == "inconclusive" else step["verdict"]
            applicable = encode(points) if given else step["applicable"]
            steps.append(
                {**step, "points": encode(points), "applicable": applicable, "verdict": verdict, "reason": None}
            )
        return {**told, "domains": wholes, "steps": steps}
    steps = [{**step, "verdict": "holds", "reason": None} if step["verdict"] == "inconclusive" and chance.random() < 0.7 else step
             for step in told["steps"]]  # fmt: skip
    return {**told, "steps": steps}


def with_points(decided: Decided) -> Decided:
    """The same, where steps with evidence are over no more points than were decided."""
    there = {record["name"]: sum(stop - start for start, stop in record["decided"]) for record in decided["domains"]}
    steps = []
    for step in decided["steps"]:
        points = sum(there[name] for name in step["over"])
        counts = {"points": points, "applicable": points if step["given"] is None else None}
        steps.append({**step, **counts} if step["evidence"] is not None else step)
    return {**decided, "steps": steps}


def points_changed(decided: Decided, k: int, chance: random.Random) -> Decided | None:
    """A symbolic domain with more or fewer points, and so the steps over it."""
    domains = list(decided["domains"])
    if domains[k]["points"] is None:
        return None
    more = chance.choice([-1, 1, 2])
    domains[k] = {**domains[k], "points": encode(max(0, integer(domains[k]["points"]) + more))}
    steps = [
        {**step, "points": encode(sum(integer(record["points"]) for record in domains if record["name"] in step["over"]))}
        if domains[k]["name"] in step["over"] else step
        for step in decided["steps"]
    ]  # fmt: skip
    return {**decided, "domains": domains, "steps": steps}


# ---- witnesses


def witness_moved(decided: Decided, k: int, chance: random.Random) -> dict[str, Any] | None:
    """Another counterexample than the least one, with all its values; or one where there is none."""
    step = decided["steps"][k]
    if (step.get("evidence") or {}).get("kind") == "witness" and chance.random() < 0.5:
        at = [[place, encode(integer(rank) + chance.choice([-1, 0, 1, 2]))] for place, rank in step["witness"]["at"]]
        at = chance.choice([at, at[::-1], at[:1]])
        if chance.random() < 0.3:  # one point twice
            left = 0 if step["fold"] == "apart" else step["witness"]["left"]
            twice = {key: step["witness"][key][:1] * len(at) for key in ("at", "points")}
            return {"witness": {**step["witness"], **twice, "left": left}}
        return {"witness": {**step["witness"], "at": at}}
    if (step["applicable"] is None and step.get("evidence") is None) or step["fold"] != "each" or not step["over"]:
        return None
    real = isinstance((step["witness"] or {}).get("left"), dict)
    places = all_places(decided, k)
    chance.shuffle(places)
    for at in places:
        if at.scene.point is None or (step["given"] is not None and not boolean(step["given"], at.scene)):
            continue
        moved = {"at": [at.position], "points": [rows_of(at.point)]}
        if not boolean(step["term"], at.scene) and step["witness"] and moved["at"] != step["witness"]["at"]:
            return {"witness": {**moved, **falsity(step["term"], at.scene, real)}}
    if step["witness"] is None:
        witness = made_up_witness(decided, k, chance)
        return None if witness is None else {"witness": witness}
    return None


def binding_moved(decided: Decided, k: int, chance: random.Random) -> dict[str, Any] | None:
    """Another value of a variable, with what is on both sides there."""
    step = decided["steps"][k]
    witness = step["witness"]
    if witness is None or step["applicable"] is None or step["fold"] != "each" or step["term"][0] != "all":
        return None
    at = next((place for place in all_places(decided, k) if [place.position] == witness["at"]), None)
    scene = opened(decided)[0] if at is None else at.scene
    scene = chance.choice(list(turns(step["term"], scene)))
    term = step["term"][-1]
    if term[0] not in RELATIONS:
        return None
    left, right = (_told(evaluate(x, scene)) for x in term[1:])
    bindings = {name: encode(x) for name, x in scene.variables.items()}
    return {"witness": {**witness, "bindings": bindings, "left": left, "right": right}}


# ---- extremes


def extremes_changed(decided: Decided, k: int, chance: random.Random) -> dict[str, Any] | None:
    """An end nearer or farther, elsewhere, or another sum."""
    step = decided["steps"][k]
    measure = step["measure"]
    if measure is None:
        names = step["over"] or ["nowhere"]
        place = [names[0], 0]
        return {"measure": {"min": 0, "min_at": place, "max": 0, "max_at": place, "sum": 0}}
    end, way = chance.choice(["min", "max"]), chance.randrange(5)
    if isinstance(measure["min"], dict):
        floor = measure[end]
        moved = encode(integer(floor["floor"]) + chance.choice([-1, 1])) if way else 0
        return {"measure": {**measure, end: {**floor, "floor": moved}}}
    if way == 0:
        step_size = chance.choice([Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(1, 10**6)])
        return {"measure": {**measure, end: encode(rational(measure[end]) + step_size)}}
    if way == 1:
        return {"measure": {**measure, "sum": encode((integer(measure["sum"]) + chance.randint(1, PRIME - 1)) % PRIME)}}
    if way == 2:
        return {"measure": {**measure, "sum": encode(integer(measure["sum"]) + PRIME)}}
    if way == 3:
        name, rank = measure[f"{end}_at"]
        return {"measure": {**measure, f"{end}_at": [name, encode(max(0, integer(rank) + chance.choice([-1, 1, 2])))]}}
    return {"measure": {**measure, f"{end}_at": measure["max_at" if end == "min" else "min_at"]}}


LIES: Final[dict[str, tuple[Lie, ...]]] = {
    "verdicts": (verdict_flipped,),
    "counts": (counts_changed,),
    "witnesses": (witness_moved, binding_moved),
    "extremes": (extremes_changed,),
}


def lied(decided: Decided, change: str, chance: random.Random) -> Decided | None:
    """The hashed part with a lie of this kind about one of its steps, if there is one to tell."""
    if not decided.get("steps"):
        return None
    try:
        if change == "counts" and chance.random() < 0.3:
            return ranges_changed(decided, chance)
        k = chance.randrange(len(decided["steps"]))
        fields = chance.choice(LIES[change])(decided, k, chance)
    except ERRORS:
        return None
    return None if fields is None else with_step(decided, k, **fields)
