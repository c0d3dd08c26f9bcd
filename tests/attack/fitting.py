"""Making a changed certificate agree with itself again: hashes, values, names, the overall verdict, the digest."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from tests.attack.brute_force.deciding import opened, overall, recomputed, statement
from tests.attack.brute_force.reals import Undecided
from tests.attack.brute_force.terms import occurring
from tests.attack.brute_force.written import Invalid, Unknown

ERRORS = (Invalid, Unknown, Undecided, KeyError, IndexError, ValueError, TypeError, AttributeError, StopIteration,
          RecursionError, MemoryError, OverflowError)  # fmt: skip
"""What is raised on the way where a changed certificate has no meaning."""

Decided = dict[str, Any]


def fitted(decided: Decided, values: bool = True, verdict: bool = True) -> Decided:
    """The same with the statement hashes, the values of definitions and the overall verdict that belong to it.

    Where it is so ill-formed that there are none, they stay as they are.
    """
    if "steps" not in decided:
        return decided
    forged = dict(decided)
    with suppress(*ERRORS):
        forged["steps"] = [
            {**step, "statement": statement({"bound": None, "relation": None, **step}, forged)}
            for step in forged["steps"]
        ]
    if values and forged.get("scope") != "general":
        with suppress(*ERRORS):
            forged["values"] = opened(forged)[2]
    if verdict:
        with suppress(*ERRORS):
            verdicts = {step["name"]: step["verdict"] for step in forged["steps"]}
            forged["verdict"] = overall(forged, verdicts)
    return forged


def without_unreached(decided: Decided) -> Decided:
    """The same without domains, definitions and networks that no step reaches (section 7)."""
    try:
        over = {name for step in decided["steps"] for name in step["over"]}
        kept = {**decided, "domains": [domain for domain in decided["domains"] if domain["name"] in over]}
        terms = [[step[key] for key in ("term", "given", "bound", "fold")] for step in kept["steps"]]
        terms.append([domain["spec"] for domain in kept["domains"]])
        names = occurring(terms, ("def",))
        for name, term in reversed(kept["definitions"]):
            names |= occurring(term, ("def",)) if name in names else set()
        kept["definitions"] = [[name, term] for name, term in kept["definitions"] if name in names]
        used = occurring([terms, kept["definitions"]], ("stage", "after", "layer", "network"))
        for key in ("networks", "profiles"):
            if key in kept:
                kept[key] = {name: entry for name, entry in kept[key].items() if name in used}
        kept["values"] = {name: x for name, x in kept["values"].items() if name in names}
    except ERRORS:
        return decided
    return kept


def told_truly(decided: Decided) -> Decided | None:
    """The same with everything that is reported computed anew from what it asks; None where it has no meaning."""
    if decided.get("scope") not in ("enumerated", "runs"):
        return None
    try:
        domains = []
        for record in decided["domains"]:
            alone = {"domains": [{**record, "points": 0, "decided": []}], "steps": [], "judged": [], "parts": []}
            counted = recomputed({**decided, **alone})
            total = counted["domains"][0]["points"]
            whole = record["decided"] in ([], [[0, record["points"]]])
            domains.append(
                {**record, "points": total, "decided": ([[0, total]] if total else []) if whole else record["decided"]}
            )
        told = recomputed({**decided, "domains": domains})
        steps = [
            {**step, "reason": step["reason"] if step["verdict"] == "inconclusive" else None} for step in told["steps"]
        ]
        return {**told, "steps": steps}
    except ERRORS:
        return None


def renamed(value: Any, old: str, new: str) -> Any:
    """The same with another word wherever this one stands, as a key, too."""
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, list):
        return [renamed(part, old, new) for part in value]
    if isinstance(value, dict):
        return {new if key == old else key: renamed(part, old, new) for key, part in value.items()}
    return value
