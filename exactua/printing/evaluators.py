"""Which evaluators decided, in words."""

from __future__ import annotations

from typing import Final

from exactua.claims.decision import Decision
from exactua.networks.real_networks import makes_reals

PROGRAMS: Final = {"compiled": "compiled loops", "plain": "loops in Python", "vectors": "NumPy in batches"}
"""Evaluators whose numbers have a width."""


def evaluators(decision: Decision) -> str:
    """The evaluators of a decision's steps: "compiled loops (64 bits) and exact batches".

    One that has no words here is told by its name.
    """
    names = {
        "kernel": "exact batches",
        "forms": "affine forms on cells",
        "balls": f"{_made_in_balls(decision)} in balls",
        "literal": "the literal networks, point by point",
    }
    used = {
        decision.run["engine"][result.step.name] for result in decision.results if result.points and result.step.over
    }
    told = [names.get(engine, engine) for engine in sorted(used - PROGRAMS.keys())]
    if programs := [name for engine, name in PROGRAMS.items() if engine in used]:
        told.insert(0, " and ".join(programs) + _widths(decision))
    return " and ".join(filter(None, [", ".join(told[:-1]), *told[-1:]])) or "counting alone"


def _made_in_balls(decision: Decision) -> str:
    """What makes reals in the networks of a decision: "softmax"."""
    all_kinds = dict.fromkeys(map(makes_reals, decision.problem.networks.values()))
    return " and ".join(kinds for kinds in all_kinds if kinds)


def _widths(decision: Decision) -> str:
    """What programs hold their numbers in: " (64 bits)", or, where domains differ, " (category 1: 64 bits; ...)"."""
    domains: dict[str, list[str]] = {}
    for name, width in sorted(decision.run.get("width", {}).items()):
        domains.setdefault(width, []).append(name)
    parts = [f"{', '.join(names)}: {width}" for width, names in domains.items()]
    if not parts:
        return ""
    return f" ({next(iter(domains)) if len(domains) == 1 else '; '.join(parts)})"
