"""Sections 2 to 7: whether what a certificate reports is true, by computing all of it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from tests.attack.brute_force import limits, reals, symbolic
from tests.attack.brute_force.domains import cells, listed
from tests.attack.brute_force.networks import Network
from tests.attack.brute_force.steps import NETWORKS, REALS, Domain, found, may_be_undecided, said_by, speaks_of_reals
from tests.attack.brute_force.terms import Scene, has_operator, number, occurring
from tests.attack.brute_force.written import (
    CERTIFICATE,
    LIMIT,
    PRIME,
    Invalid,
    Unknown,
    canonical,
    encode,
    integer,
    laid_out,
    require,
    sha256,
)  # fmt: skip

FOUND: Final = ("points", "applicable", "failures", "verdict", "witness", "measure")


@dataclass(frozen=True)
class Truth:
    """Whether a file is true, and why not, or why that is not known."""

    answer: Literal["true", "false", "unknown"]
    why: str = ""


def truth(content: bytes) -> Truth:
    """Whether everything that a certificate says is so."""
    try:
        file = json.loads(content)
        decided, form = file["decided"], file["exactua"]
        require(form in (CERTIFICATE, LIMIT), "another format")
        require(laid_out(decided, form, file["run"]) == content, "another layout or digest")
        if form == LIMIT:
            limits.require_true(decided)
        elif decided["scope"] in ("symbolic", "general"):
            require_reached(decided, "networks" if decided["scope"] == "symbolic" else "profiles")
            symbolic.require_true(decided)
        else:
            require_true(decided)
    except Invalid as why:
        return Truth("false", str(why))
    except Unknown as why:
        return Truth("unknown", str(why))
    except reals.Undecided:
        return Truth("unknown", "two reals are equal, or very near to each other")
    except (KeyError, IndexError, ValueError, StopIteration) as why:
        return Truth("false", f"it has no meaning: {type(why).__name__}: {why}")
    except (TypeError, AttributeError) as why:
        return Truth("unknown", f"it can't be evaluated: {type(why).__name__}: {why}")
    except (RecursionError, MemoryError, OverflowError) as why:
        return Truth("unknown", f"it is too large: {type(why).__name__}")
    return Truth("true")


def require_true(decided: dict[str, Any]) -> None:
    """Raises Invalid where an enumerated certificate, or one of runs, is not true."""
    require(decided["scope"] in ("enumerated", "runs"), "the scope")
    require_reached(decided, "networks")
    require(integer(decided["prime"]) == PRIME, "the prime")
    beyond: list[Unknown] = []
    here = recomputed(decided, beyond)
    for key in ("values", "verdict"):
        require(canonical(decided[key]) == canonical(here[key]), f"{key}: it is {canonical(here[key])[:200]}")
    for record, other in zip(decided["domains"], here["domains"], strict=True):
        require(record["points"] in (None, other["points"]), f"{record['name']} has {other['points']} points")
        require(record["points"] is not None or not record["decided"], "ranks of a domain without points")
    for step, other in zip(decided["steps"], here["steps"], strict=True):
        for key in ("statement", *FOUND):
            same = canonical(step[key]) == canonical(other[key])
            require(same, f"{step['name']}: {key} is {canonical(other[key])[:200]}")
        explained = isinstance(step["reason"], str) and other["verdict"] == "inconclusive"
        require(step["reason"] is None or explained, f"{step['name']}: there is a reason")
    if beyond:
        raise beyond[0]


def recomputed(decided: dict[str, Any], beyond: list[Unknown] | None = None) -> dict[str, Any]:
    """The same with everything that is reported of what it asks: values, points, hashes, steps, verdict.

    Where a step is beyond this evaluator, what it reports stays, and why is put into `beyond`, if that is given.
    """
    base, real, values = opened(decided)
    domains = {record["name"]: domain(record, base) for record in decided["domains"]}
    require(len(domains) == len(decided["domains"]), "two domains of one name")
    steps = []
    for record in decided["steps"]:
        over = [domains[name] for name in record["over"]]
        require(len(set(record["over"])) == len(over), "a step is twice over one domain")
        require(record["kind"] in ("statement", "proof line", "repaired"), "the kind of a step")
        asked = {"bound": None, "relation": None, **record}
        if undecided(asked) and (not over or may_be_undecided(said_by(asked), real, decided["networks"])):
            reported = nothing(sum(len(source.decided) for source in over) if over else 1)
        else:
            try:
                looked_at = at_witness(asked, over) if by_witness(asked) else over
                reported = found(asked, looked_at, base, real, decided["networks"])
            except Unknown as why:
                if beyond is None:
                    raise
                beyond.append(why)
                reported = {}
        if asked["evidence"] is not None and reported:
            reported = shown(asked, reported, over, base, real, decided["networks"])
        steps.append({**asked, **reported, "statement": statement(asked, decided)})
    require(len({step["name"] for step in steps}) == len(steps), "two steps of one name")
    verdict = overall(decided, {step["name"]: step["verdict"] for step in steps})
    require(set(decided["judged"]) <= {step["name"] for step in steps}, "a step is judged that is not there")
    counted = [{**record, "points": encode_total(domains[record["name"]])} for record in decided["domains"]]
    return {**decided, "values": values, "domains": counted, "steps": steps, "verdict": verdict}


def by_witness(step: dict[str, Any]) -> bool:
    """Whether its evidence is its witness, and nothing is said of other points: not even that it has a value there."""
    return isinstance(step["evidence"], dict) and step["evidence"].get("kind") == "witness"


def at_witness(step: dict[str, Any], over: list[Domain]) -> list[Domain]:
    """The domains of a step with the points of its witness alone."""
    name = step["name"]
    at = [(place, integer(rank)) for place, rank in step["witness"]["at"]]
    require(len(at) == len(set(at)) == (1 if step["fold"] == "each" else 2), f"the places of {name}'s witness")
    require(all(place in {source.name for source in over} for place, _ in at), f"the domain of {name}'s witness")
    require(all(0 <= rank < len(source.points) for source in over for place, rank in at if place == source.name),
            f"the rank of {name}'s witness")  # fmt: skip
    return [replace(source, decided=sorted(rank for place, rank in at if place == source.name)) for source in over]


def shown(
    step: dict[str, Any], here: dict[str, Any], over: list[Domain], base: Scene, real: set[str], networks: Any
) -> dict[str, Any]:
    """What a step with evidence may report (section 6), once that evidence is true; `here` is what its points say, or
    its witness alone."""
    evidence, name, pairs = step["evidence"], step["name"], step["fold"] in ("distinct", "apart")
    require(isinstance(evidence, dict) and "kind" in evidence, f"the evidence of {name}")
    kind = evidence["kind"]
    require(set(evidence) == {"signs": {"kind", "order"}, "witness": {"kind"}}[kind], f"the keys of {name}'s evidence")
    require(bool(over) and all(source.complete and source.kind != "cells" for source in over), f"the points of {name}")
    require(pairs or step["fold"] == "each", f"evidence for the fold of {name}")
    require(not speaks_of_reals(said_by(step), real, networks), f"evidence for the reals of {name}")
    require(step["reason"] is None, f"{name} has a reason")
    points = encode(sum(len(source.decided) for source in over))
    claimed = {**here, "points": points, "applicable": points if step["given"] is None else None, "measure": None}
    if kind == "witness":
        require(here["verdict"] == "refuted", f"{name} is not refuted")
        return {**claimed, "failures": None}
    require(here["verdict"] in ("holds", "vacuous"), f"{name} is {here['verdict']}")
    if evidence["order"] is not None:
        require(pairs and here["verdict"] == "holds", f"{name} has an order of nothing")
        symbolic.require_order({**step, "order": evidence["order"]}, over, base)
    elif pairs and here["verdict"] == "holds":
        raise Unknown("two points without an order")
    return claimed


def undecided(step: dict[str, Any]) -> bool:
    """Whether the reason of a step without points, or of one that speaks of reals, says that nothing is claimed."""
    return isinstance(step["reason"], str) and step["reason"].startswith("undecided at ")


def nothing(points: int) -> dict[str, Any]:
    counts = {"points": encode(points), "applicable": 0, "failures": 0}
    return {**counts, "verdict": "inconclusive", "witness": None, "measure": None}


def encode_total(whole: Domain) -> Any:
    return None if whole.total is None else encode(whole.total)


def overall(decided: dict[str, Any], verdicts: dict[str, str]) -> str:
    """The verdict that the steps make which are judged, and the parts of the statement."""
    judged = [verdicts[name] for name in decided["judged"]]
    verdict = next((word for word in ("refuted", "inconclusive", "holds") if word in judged), "vacuous")
    parts, deciding = decided["parts"], list[str]()
    require(isinstance(parts, list), "the parts of the statement")
    for part in parts:
        require(sorted(part) == ["steps", "undecided", "words"], "the keys of a part")
        steps, why = part["steps"], part["undecided"]
        require(isinstance(steps, list) and all(isinstance(step, str) for step in [*steps, part["words"]]), "a part")
        require(part["words"] != "" and (bool(steps) if why is None else isinstance(why, str) and why != ""), "a part")
        deciding += steps
    require(len(set(deciding)) == len(deciding) and set(deciding) <= set(decided["judged"]), "the steps of parts")
    if verdict in ("refuted", "inconclusive") or all(part["undecided"] is None for part in parts):
        return verdict
    whole = any(part["undecided"] is None for part in parts)
    return "holds in part" if whole and verdict == "holds" else "inconclusive"


def opened(decided: dict[str, Any]) -> tuple[Scene, set[str], dict[str, Any]]:
    """The scene of all terms, the definitions that are reals, and the values of all."""
    parameters = {}
    for name, value in decided["parameters"].items():
        word = isinstance(value, str) and not re.match("-?0x", value) and name not in ("d", "n", "m")
        parameters[name] = value if word else encode(integer(value))
    networks = {name: Network(record) for name, record in decided.get("networks", {}).items()}
    base = Scene(parameters, {}, networks)
    real: set[str] = set()
    values: dict[str, Any] = {}
    for name, term in decided["definitions"]:
        require(isinstance(name, str) and name not in base.definitions, "the name of a definition")
        value = number(term, base)
        if has_operator(term, REALS) or occurring(term, ("def",)) & real:
            real.add(name)
            values[name] = reals.floor_of(value)
        else:
            values[name] = encode(value)
        base.definitions[name] = value
    return base, real, values


def domain(record: dict[str, Any], base: Scene) -> Domain:
    spec, kind = record["spec"], record["spec"]["kind"]
    try:
        points: list[Any] = cells(spec, record["evidence"], base) if kind == "cells" else listed(spec, base)
    except Unknown:
        if record["points"] is not None or record["decided"]:
            raise
        points = []
    require(kind == "cells" or record["evidence"] == {}, "evidence where there is none")
    total = None if record["points"] is None else len(points)
    ranges = [(integer(start), integer(stop)) for start, stop in record["decided"]]
    end = -1
    for start, stop in ranges:
        require(end < start < stop <= len(points), "the decided ranges")
        end = stop
    orbits = kind == "orbits" or (kind == "pairs" and spec["of"]["kind"] == "orbits")
    decided = [rank for start, stop in ranges for rank in range(start, stop)]
    return Domain(record["name"], kind, orbits, points, total, decided)


def statement(step: dict[str, Any], decided: dict[str, Any]) -> str:
    """The hash of what a step states."""
    specs = {entry["name"]: entry["spec"] for entry in decided["domains"]}
    over = [[name, specs[name]] for name in step["over"]]
    stated = {key: step[key] for key in ("fold", "given", "term")}
    stated |= {"definitions": reached([said(step), over], decided["definitions"]), "domains": over}
    if step["bound"] is not None:
        stated |= {key: step[key] for key in ("bound", "relation")}
    return sha256(canonical(stated))


def said(step: dict[str, Any]) -> list[Any]:
    return [step[key] for key in ("term", "given", "bound", "fold")]


def reached(terms: Any, definitions: list[Any]) -> list[Any]:
    """The definitions that are spoken of, by themselves or in others, in their order."""
    known, names = dict(definitions), set[str]()
    waiting = list(occurring(terms, ("def",)))
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += occurring(known[name], ("def",))
    return [[name, term] for name, term in definitions if name in names]


def require_reached(decided: dict[str, Any], networks: str) -> None:
    """Raises Invalid where there is a definition, a network or a domain that no step reaches."""
    if decided["scope"] not in ("enumerated", "runs") and any(
        step["evidence"] is not None for step in decided["steps"]
    ):
        raise Unknown("evidence")
    specs = {entry["name"]: entry["spec"] for entry in decided["domains"]}
    over = {name for step in decided["steps"] for name in step["over"]}
    require(over == set(specs), "a domain that no step is over")
    terms = [*map(said, decided["steps"]), *specs.values()]
    definitions = reached(terms, decided["definitions"])
    require(definitions == decided["definitions"], "a definition that no step reaches")
    require(occurring([terms, definitions], NETWORKS) == set(decided[networks]), "a network that no step reaches")
