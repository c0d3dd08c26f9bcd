"""Attacks that succeeded once, each of them a forgery of a certificate that a former verifier confirmed.

Its sample depended on the digest, so that another title chose another sample; and layers that no step speaks of counted
as work, so that a few points were looked at only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

from exactua.certificates import writing
from exactua.certificates.reading import problem_of
from exactua.claims.registry import find
from exactua.deciding.running import decide
from tests.attack.asking import Answers, both
from tests.attack.brute_force import truth
from tests.attack.brute_force.written import laid_out
from tests.attack.fitting import fitted
from tests.attack.forging import with_static_step
from tests.attack.originals import asked_of
from tests.pocket_certificates import entry, levels, step

Decided = dict[str, Any]
TITLES: Final = 4
"""Of each attack: the bytes of a certificate are the forger's own, so as many samples are tried as there are titles."""


@cache
def threshold(m: int) -> Decided:
    """A step that is refuted at 1 of m^4 points."""
    claim, chosen = find("category2.above_threshold")
    decision = decide(claim.problem({"d": 2, "n": 3, "m": m}, () if chosen is None else (chosen,)))
    return dict(json.loads(writing.certificate(decision))["decided"])


@cache
def half_false() -> Decided:
    """A step that is false at 32 of 64 points."""
    question = asked_of("half", [step("low", ["all"], ["<", entry(1, 1), 4])], {"all": levels(8)})
    return dict(json.loads(writing.certificate(decide(problem_of(question))))["decided"])


def held(decided: Decided) -> Decided:
    """The same with its refuted steps said to hold."""
    nothing = {"verdict": "holds", "failures": 0, "witness": None}
    steps = []
    for judged in decided["steps"]:
        if judged["verdict"] == "refuted":
            measure = judged["measure"] and {
                **judged["measure"],
                "min": judged["measure"]["max"],
                "min_at": judged["measure"]["max_at"],
            }
            judged = {**judged, **nothing, "measure": measure}
        steps.append(judged)
    return fitted({**decided, "steps": steps})


def with_spare_layers(decided: Decided, spoken_of: bool) -> Decided:
    """The same with a network of 10^12 layers; a static step may speak of it."""
    head = {"W_O": [[1]], "W_V": [[1]], "W_K": [[1]], "W_Q": [[0]], "b_Q": [1]}
    layer = {"attention": {"tie_rule": "average", "heads": [head]}}
    family = {"family": {"variable": "q", "start": 0, "step": 1, "count": 10**12, "items": [layer]}}
    forged = {**decided, "networks": {**decided["networks"], "spare": {"d": 1, "items": [family], "stages": {}}}}
    return fitted(
        with_static_step(forged, [">=", ["network", "spare", "attention layers"], 0]) if spoken_of else forged
    )


WHOLE: Final = "false at 1 of 4,096 points"
ATTACKS: Final[dict[str, Callable[[], Decided]]] = {
    WHOLE: lambda: held(threshold(8)),
    "false at 1 of 256 points": lambda: held(threshold(4)),
    "false at 1 of 256 points, with layers that no step speaks of": lambda: with_spare_layers(
        held(threshold(4)), False
    ),
    "false at 1 of 256 points, with layers that a static step counts": lambda: with_spare_layers(
        held(threshold(4)), True
    ),
    "false at 32 of 64 points": lambda: held(half_false()),
    "false at 32 of 64 points, with layers that no step speaks of": lambda: with_spare_layers(
        held(half_false()), False
    ),
    "false at 32 of 64 points, with layers that a static step counts": lambda: with_spare_layers(
        held(half_false()), True
    ),
}


def attacked(verify: Callable[[bytes], Answers] = both, names: Iterable[str] = tuple(ATTACKS)) -> list[str]:
    """What of them comes through: most under several titles."""
    wrong = []
    for name in names:
        decided = ATTACKS[name]()
        for k in range(1 if name == WHOLE else TITLES):
            content = laid_out({**decided, "title": f"a claim, told for the {k}th time"})
            answers = verify(content)
            if answers.confirmed:
                wrong.append(f"{name}: Python {answers.own}, C {answers.foreign}; it is {truth(content).answer}")
    return wrong
