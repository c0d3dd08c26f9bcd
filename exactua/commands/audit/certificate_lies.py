"""Lies about what was found, told so that the file agrees with itself; and truths told in other ways.

What a single changed field gives away is made to fit here: a refuted step holds in every field, a witness that is not
the least is a counterexample all the same, a range that was not decided is left out wherever it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from exactua.arithmetic.rationals import decode_integer, encode_integer
from exactua.certificates.writing import INCOMPLETE
from exactua.claims.verdicts import Verdict
from exactua.commands.audit.certificate_changes import Lie, fitted, judged_again, with_step
from exactua.commands.audit.certificate_domains import lies_of_cells, lies_of_ranges
from exactua.commands.audit.certificate_reach import reached
from exactua.commands.audit.certificate_truth import Truths
from exactua.commands.audit.certificate_witnesses import lies_of_places
from exactua.commands.audit.network_operators import Path, put, shown
from exactua.terms.encoding import Data

HOLDS, REFUTED, VACUOUS, INCONCLUSIVE = (
    verdict.value for verdict in (Verdict.HOLDS, Verdict.REFUTED, Verdict.VACUOUS, Verdict.INCONCLUSIVE)
)


def lies_of(decided: Mapping[str, Any], truths: Truths) -> Iterator[Lie]:
    """Every consistent change of a certificate that is true."""
    again = truths.again(decided)
    for k in range(len(decided["steps"])):
        yield from _of_verdict(decided, k)
        yield from _of_counts(decided, k)
        yield from lies_of_places(decided, k, again)
    for k in range(len(decided["domains"])):
        yield from lies_of_ranges(decided, k, truths)
        yield from lies_of_cells(decided, k, truths)
    yield from _of_lists(decided)


def _of_verdict(decided: Mapping[str, Any], k: int) -> Iterator[Lie]:
    """Another verdict in every field that a verdict shows in."""
    step, where = decided["steps"][k], f"steps[{k}]"
    nothing: dict[str, Data] = {"failures": 0, "witness": None, "reason": None}

    def lie(operator: str, **changes: Data) -> Lie:
        return Lie(operator, where, partial(with_step, decided, k, **changes))

    if step["verdict"] == REFUTED:
        yield lie("refuted becomes holds", verdict=HOLDS, **nothing)
        yield lie("refuted becomes vacuous", **nothing | {"verdict": VACUOUS, "applicable": 0, "measure": None})
        yield lie("refuted becomes inconclusive", **nothing | {"verdict": INCONCLUSIVE, "reason": INCOMPLETE})
    if step["verdict"] == HOLDS:
        yield lie("holds becomes vacuous", verdict=VACUOUS, applicable=0, measure=None)
        yield lie("holds becomes inconclusive", verdict=INCONCLUSIVE, reason=INCOMPLETE)
        yield Lie("holds becomes refuted", where, partial(_made_up, decided, k))
    if step["verdict"] == VACUOUS:
        yield lie("vacuous becomes holds", verdict=HOLDS, applicable=step["points"])
    if step["verdict"] == INCONCLUSIVE:
        yield lie("inconclusive becomes holds", verdict=HOLDS, reason=None)
        yield lie("inconclusive becomes vacuous", verdict=VACUOUS, reason=None)


def _made_up(decided: Mapping[str, Any], k: int) -> dict[str, Any]:
    """A step that holds, refuted with a witness at its first point: one like those of other steps, with new values."""
    step = decided["steps"][k]
    witnesses = (
        record["witness"] for record in decided["steps"] if record["over"] == step["over"] and record["witness"]
    )
    empty: dict[str, Data] = {"at": [], "points": [], "bindings": {}, "relation": None, "left": None, "right": None}
    witness = {**next(witnesses, empty), "relation": step["relation"]}
    return with_step(decided, k, verdict=REFUTED, failures=1, witness=witness)


def _of_counts(decided: Mapping[str, Any], k: int) -> Iterator[Lie]:
    """Counts that could be so, and are not."""
    step, where = decided["steps"][k], f"steps[{k}]"
    points, applicable, failures = (decode_integer(step[key], key) for key in ("points", "applicable", "failures"))

    def counted(operator: str, **counts: int) -> Iterator[Lie]:
        changes = {key: encode_integer(value) for key, value in counts.items()}
        if any(step[key] != value for key, value in changes.items()):
            yield Lie(operator, where, partial(with_step, decided, k, **changes))

    if points != applicable:
        yield from counted("points and applicable swapped", points=applicable, applicable=points)
        yield from counted("all points applicable", applicable=points)
        yield from counted("one more applicable", applicable=applicable + 1)
    if step["verdict"] == REFUTED:
        yield from counted("applicable and failures swapped", applicable=failures, failures=applicable)
        yield from counted("all applicable points fail", failures=applicable)
        if failures > 1:
            yield from counted("one failure less", failures=failures - 1)
        if failures < applicable:
            yield from counted("one failure more", failures=failures + 1)
    if step["given"] is not None and applicable > 1 and failures < applicable:
        yield from counted("one applicable point less", applicable=applicable - 1)


def _of_lists(decided: Mapping[str, Any]) -> Iterator[Lie]:
    """Steps that are not judged or not there, domains in another order or more of them."""
    for k, step in enumerate(decided["steps"]):
        where = f"steps[{k}]"
        if step["name"] in decided["judged"]:
            judged = [name for name in decided["judged"] if name != step["name"]]
            yield Lie("a step that is not judged", where, partial(judged_again, {**decided, "judged": judged}))
        else:
            judged = [*decided["judged"], step["name"]]
            yield Lie("one more step is judged", where, partial(judged_again, {**decided, "judged": judged}))
        yield Lie("a step left out", where, partial(_without_step, decided, k))
        if len(step["over"]) > 1:
            path: Path = ("steps", k, "over")
            turned = fitted(put(decided, path, step["over"][::-1]))
            yield Lie("the domains of a step turned round", shown(path).lstrip("."), partial(dict, turned))
    if len(decided["domains"]) > 1:
        yield Lie("the domains turned round", "domains", partial(put, decided, ("domains",), decided["domains"][::-1]))
    for operator, key, more in _spares(decided):
        yield Lie(operator, key, partial(dict, {**decided, **more}))
    if len(decided["steps"]) > 1:
        yield Lie("the steps turned round", "steps", partial(put, decided, ("steps",), decided["steps"][::-1]))


def _spares(decided: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Data]]]:
    """One definition, network or domain more, which no step reaches."""
    name = "another one"
    defined = {"definitions": [*decided["definitions"], [name, 1]], "values": {**decided["values"], name: 1}}
    yield "a definition that no step reaches", "definitions", defined
    network: Data = {"d": 1, "items": [], "stages": {}}
    yield "a network that no step reaches", "networks", {"networks": {**decided["networks"], name: network}}
    for domain in decided["domains"]:
        yield "a domain that no step is over", "domains", {"domains": [*decided["domains"], {**domain, "name": name}]}


def _without_step(decided: Mapping[str, Any], k: int) -> dict[str, Any]:
    """A certificate without a step, and without what only this step reaches."""
    steps = [step for j, step in enumerate(decided["steps"]) if j != k]
    judged = [name for name in decided["judged"] if name != decided["steps"][k]["name"]]
    return judged_again(reached({**decided, "steps": steps, "judged": judged}))
