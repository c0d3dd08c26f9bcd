"""Section 8: every point of an instance; of a general certificate, every point of several instances."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any, Final

from tests.attack.brute_force.domains import listed, within
from tests.attack.brute_force.forms import compare
from tests.attack.brute_force.networks import Columns
from tests.attack.brute_force.steps import found
from tests.attack.brute_force.terms import RELATIONS, Scene, boolean, evaluate, number
from tests.attack.brute_force.written import PRIME, Unknown, canonical, encode, integer, rational, require

INSTANCES: Final = ((1, 2), (1, 3), (1, 4), (2, 2))
"""d and m of those that a general certificate is tried at, as far as they are small enough."""


def require_true(decided: dict[str, Any]) -> None:
    """Raises Invalid where a symbolic certificate is not true.

    Raises:
        Unknown: it is a general one that is true at all instances that were tried.
    """
    require(integer(decided["prime"]) == PRIME, "the prime")
    if decided["scope"] == "symbolic":
        _instance(decided, decided, general=False)
        return
    require(set(decided["parameters"]) == {"n"} and decided["for_all"] == "D" and decided["values"] == {}, "its form")
    tried, vacuous = 0, {step["name"]: True for step in decided["steps"]}
    for d, m in INSTANCES:
        try:
            here = _instance(decided, at_instance(decided, d, m), general=True)
        except Unknown:
            continue
        tried += 1
        for name, verdict in here.items():
            vacuous[name] = vacuous[name] and verdict == "vacuous"
    for step in decided["steps"]:
        if step["verdict"] == "vacuous" and tried:
            require(vacuous[step["name"]], f"{step['name']} is not vacuous")
    raise Unknown(f"it is true at {tried} instances")


def _polynomial(P: Any, D: int) -> Fraction:
    return sum((rational(c) * Fraction(D) ** k for k, c in enumerate(P)), Fraction(0))


def at_instance(decided: dict[str, Any], d: int, m: int) -> dict[str, Any]:
    """What a general certificate says at one instance: profiles become networks with all their layers."""
    D, networks = m**d, {}
    u = [encode(m**i) for i in range(d)]
    for name, profile in decided["profiles"].items():
        items = []
        for run in profile["items"]:
            start, count = _polynomial(run["start"], D), _polynomial(run["count"], D)
            require(count.denominator == start.denominator == 1 and count >= 0, "the layers of a run")
            if count > 500:
                raise Unknown("a run with too many layers")
            layers = []
            for turn in range(int(count)):
                heads = []
                for head in run["heads"]:
                    gain, level = _polynomial(head["gain"], D), start + turn + _polynomial(head["threshold"], D)
                    W_O = [[encode(gain)], *([[0]] * (d - 1))]
                    heads.append({"W_O": W_O, "W_V": [u], "W_K": [u], "W_Q": [u], "b_Q": [encode(-level / m)]})
                layers.append({"attention": {"tie_rule": "average", "heads": heads}})
            items.append({"group": {"name": "a run", "items": layers}})
        networks[name] = {"d": d, "items": items, "stages": profile["stages"]}
    parameters = {**decided["parameters"], "d": d, "m": m}
    instance = {key: value for key, value in decided.items() if key not in ("profiles", "for_all")}
    return {**instance, "parameters": parameters, "networks": networks}


def _instance(decided: dict[str, Any], here: dict[str, Any], general: bool) -> dict[str, str]:
    """The verdicts at an instance, once nothing that is said contradicts them."""
    from tests.attack.brute_force.deciding import domain, opened, overall, statement

    base, real, values = opened(here)
    require(general or canonical(values) == canonical(decided["values"]), "the values of the definitions")
    points: dict[str, Any] = {}
    domains: dict[str, Any] = {}
    for record in here["domains"]:
        require(record["decided"] is None and record["evidence"] is None, "what symbolic domains have")
        points[record["name"]] = listed(record["spec"], base)
        total = len(points[record["name"]])
        told = decided["domains"][len(domains)]["points"]
        require(told is None or (not general and told == encode(total)), f"{record['name']} has {total} points")
        every = [[0, total]] if total else []
        domains[record["name"]] = domain({**record, "points": encode(total), "decided": every, "evidence": {}}, base)
    verdicts = {}
    for step, told in zip(here["steps"], decided["steps"], strict=True):
        require(told["statement"] == statement(step, decided), f"the statement hash of {step['name']}")
        over = [domains[name] for name in step["over"]]
        if sum(len(inner.points) for inner in over) ** (2 if step["fold"] in ("distinct", "apart") else 1) > 400_000:
            raise Unknown("too many points")
        reported = found(step, over, base, real, here["networks"])
        verdicts[step["name"]] = reported["verdict"]
        _require_step(told, reported, points, base, general)
        if told["order"] is not None:
            require_order(step, over, base)
    told = {step["name"]: step["verdict"] for step in decided["steps"]}
    require(decided["verdict"] == overall(decided, told), "the overall verdict")
    return verdicts


def _require_step(
    told: dict[str, Any], here: dict[str, Any], points: dict[str, Any], base: Scene, general: bool
) -> None:
    name, verdict, truth = told["name"], told["verdict"], here["verdict"]
    if not told["over"] and not general:
        for key in ("points", "applicable", "failures", "verdict", "witness", "measure"):
            require(canonical(told[key]) == canonical(here[key]), f"{name}: {key} is {canonical(here[key])[:200]}")
        return
    require(told["applicable"] is None and told["failures"] is None and told["measure"] is None, f"{name} has counts")
    if general:
        require(told["points"] is None, f"{name} has points")
    elif told["points"] is not None:
        require(told["points"] == here["points"], f"{name} has {here['points']} points")
    require((told["witness"] is not None) == (verdict == "refuted"), f"the witness of {name}")
    if verdict == "inconclusive":
        return
    require(told["reason"] is None, f"{name} has a reason")
    if verdict == "refuted":
        require(general or truth == "refuted", f"{name} is {truth}")
        _require_witness(told, points, base, general)
    else:
        fits = truth == verdict or (general and "vacuous" in (truth, verdict) and truth != "refuted")
        require(fits, f"{name} is {truth}, not {verdict}")


def _require_witness(step: dict[str, Any], points: dict[str, Any], base: Scene, general: bool) -> None:
    """Of a refuted step: its points are points of the domain at which it fails."""
    witness = step["witness"]
    require(set(witness) == {"domain", "points", *(["parameters"] if general else [])}, "the keys of a witness")
    if general:
        told = witness["parameters"]
        if {key: encode(integer(base.parameters[key])) for key in ("d", "m")} != told:
            return
    if not step["over"]:
        require(witness["domain"] is None and not boolean(step["term"], base), "a witness that shows nothing")
        return
    require(witness["domain"] in step["over"], "a witness of another domain")
    at: list[Columns] = [
        tuple(zip(*([rational(x) for x in row] for row in rows), strict=True)) for rows in witness["points"]
    ]
    require(all(point in points[witness["domain"]] for point in at), "a witness that is no point of its domain")
    scenes = [base.at(point) for point in at]
    given = step["given"]
    require(
        given is None or all(boolean(given, scene) for scene in scenes),
        "a witness that does not satisfy the hypothesis",
    )
    if step["fold"] == "each":
        require(len(at) == 1 and not boolean(step["term"], scenes[0]), "a witness at which the step is true")
        return
    require(len(at) == 2 and at[0] != at[1], "a witness of two points")
    values = [evaluate(step["term"], scene) for scene in scenes]
    together = [x for value in values for x in (value if isinstance(value, list) else [value])]
    bound = Fraction(0) if step["bound"] is None else number(step["bound"], base.at(None))
    relation = RELATIONS[step["relation"] or ">"]
    shown = any(not relation(compare(abs(x - y), bound)) for x, y in itertools.combinations(together, 2))
    require(shown, "a witness of two points that are apart")


def require_order(step: dict[str, Any], over: list[Any], base: Scene) -> None:
    """The order of two points, tried at every two points (section 8: the first split at which the sums differ)."""
    n = integer(base.parameters["n"])
    order = step["order"]
    require(
        step["fold"] in ("distinct", "apart") and len(over) == 1 and step["verdict"] == "holds", "an order of nothing"
    )
    blocks = [set(range(n + 1))]
    require(len(order) == n, "the splits of an order")
    order = [[set(map(integer, part)) for part in split] for split in order]
    for up, down in order:
        block = up | down
        require(up and down and not up & down and block in blocks, "a split of no block")
        blocks = [*(other for other in blocks if other != block), up, down]
    within(len(over[0].points) ** 2 // 10)
    m, d = (integer(base.parameters[name]) for name in ("m", "d"))
    ordered = []
    for point in over[0].points:
        scene = base.at(point)
        if step["given"] is not None and not boolean(step["given"], scene):
            continue
        ids = [sum((m * x * m**i for i, x in enumerate(column)), Fraction(0)) for column in point]
        variables = [ids[0], *(b - a - 1 for a, b in itertools.pairwise(ids)), m**d - 1 - ids[-1]]
        value = evaluate(step["term"], scene)
        key = [sum((variables[k] for k in up), Fraction(0)) for up, _ in order]
        ordered.append((key, value if isinstance(value, list) else [value]))
    ordered.sort(key=lambda pair: pair[0])
    for (_, a), (_, b) in itertools.pairwise(ordered):
        require(not a or max(a) < min(b), "an order that the numbers do not have")  # of no numbers any order is one
