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
    made = dict(decided)
    with suppress(*ERRORS):
        made["steps"] = [
            {**step, "statement": statement({"bound": None, "relation": None, **step}, made)} for step in made["steps"]
        ]
    if values and made.get("scope") != "general":
        with suppress(*ERRORS):
            made["values"] = opened(made)[2]
    if verdict:
        with suppress(*ERRORS):
            verdicts = {step["name"]: step["verdict"] for step in made["steps"]}
            made["verdict"] = overall(made, verdicts)
    return made


def without_unreached(decided: Decided) -> Decided:
    """The same without domains, definitions and networks that no step reaches (section 7)."""
    try:
        over = {name for step in decided["steps"] for name in step["over"]}
        made = {**decided, "domains": [one for one in decided["domains"] if one["name"] in over]}
        terms = [[step[key] for key in ("term", "given", "bound", "fold")] for step in made["steps"]]
        terms.append([one["spec"] for one in made["domains"]])
        names = occurring(terms, ("def",))
        for name, term in reversed(made["definitions"]):
            names |= occurring(term, ("def",)) if name in names else set()
        made["definitions"] = [[name, term] for name, term in made["definitions"] if name in names]
        used = occurring([terms, made["definitions"]], ("stage", "after", "layer", "network"))
        for key in ("networks", "profiles"):
            if key in made:
                made[key] = {name: one for name, one in made[key].items() if name in used}
        made["values"] = {name: x for name, x in made["values"].items() if name in names}
    except ERRORS:
        return decided
    return made


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
        made = recomputed({**decided, "domains": domains})
        steps = [
            {**step, "reason": step["reason"] if step["verdict"] == "inconclusive" else None} for step in made["steps"]
        ]
        return {**made, "steps": steps}
    except ERRORS:
        return None


def renamed(value: Any, old: str, new: str) -> Any:
    """The same with another word wherever this one stands, as a key, too."""
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, list):
        return [renamed(one, old, new) for one in value]
    if isinstance(value, dict):
        return {new if key == old else key: renamed(one, old, new) for key, one in value.items()}
    return value
