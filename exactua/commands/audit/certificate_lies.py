"""Lies about what was found, told so that the file agrees with itself; and truths told in other ways.

What a single changed field gives away is made to fit here: a refuted step holds in every field, a witness that is not
the least is a counterexample all the same, a range that was not decided is left out wherever it counts.
There are points that are not there, other cells, and extremes that are as they are said to be and not the least: only
all points give them away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import decode_integer, decode_rational, encode_integer, encode_rational
from exactua.certificates.writing import INCOMPLETE, measured_data, witness_data
from exactua.claims.decision import StepResult
from exactua.claims.problem import Step
from exactua.claims.verdicts import Verdict
from exactua.commands.audit.certificate_changes import Lie, fitted, judged_again, reached, with_step
from exactua.commands.audit.certificate_truth import Again, Truths
from exactua.commands.audit.network_operators import Path, put, shown
from exactua.deciding.fold import settle, settle_static
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Tally
from exactua.errors import ExactuaError
from exactua.terms.encoding import Data
from exactua.terms.language import integer, make

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


def lies_of_ranges(decided: Mapping[str, Any], k: int, truths: Truths) -> Iterator[Lie]:
    """Points that were not decided, and points that there are not."""
    domain, where = decided["domains"][k], f"domains[{k}]"
    if domain["points"] is None or not domain["decided"]:
        return
    points = decode_integer(domain["points"], "points")
    over = [j for j, step in enumerate(decided["steps"]) if domain["name"] in step["over"]]
    shorter = _decided_in(decided, k, [[0, points - 1]] if points > 1 else [])
    yield Lie("the last point is not decided", f"{where}.decided", partial(_told, shorter, truths))
    yield Lie("the last point is left out", f"{where}.decided", partial(_one_less, decided, k, over, points))
    for j in over:
        yield Lie(
            "a step as if every point were decided", f"steps[{j}]", partial(_as_before, decided, shorter, j, truths)
        )
    if points > 3:
        gap = _decided_in(decided, k, [[0, 1], [2, points]])
        yield Lie("a point in between is not decided", f"{where}.decided", partial(_told, gap, truths))
        touching = _decided_in(decided, k, [[0, 1], [1, points]])
        yield Lie("ranges that touch", f"{where}.decided", partial(dict, touching))
        turned = _decided_in(decided, k, [[1, points], [0, 1]])
        yield Lie("ranges that do not increase", f"{where}.decided", partial(dict, turned))
    nothing = put(_decided_in(decided, k, []), ("domains", k, "points"), None)
    yield Lie("nothing is counted and nothing decided", where, partial(_told, nothing, truths))
    yield Lie("one point more", where, partial(_one_more, decided, k, over, points))


def _decided_in(decided: Mapping[str, Any], k: int, ranges: list[list[int]]) -> dict[str, Any]:
    encoded = [[encode_integer(end) for end in part] for part in ranges]
    changed: dict[str, Any] = put(decided, ("domains", k, "decided"), encoded)
    return changed


def _told(decided: Mapping[str, Any], truths: Truths) -> dict[str, Any] | None:
    """The true certificate that asks this."""
    try:
        told: dict[str, Any] = truths.again(decided).told(decided)[0]
    except ExactuaError:
        return None
    return told


def _as_before(decided: Mapping[str, Any], shorter: Mapping[str, Any], k: int, truths: Truths) -> dict[str, Any] | None:
    """The true certificate about fewer points, but for one step: it says what it said of all of them."""
    told = _told(shorter, truths)
    if told is None:
        return None
    kept = {key: decided["steps"][k][key] for key in ("verdict", "reason", "failures", "witness", "measure")}
    return with_step(told, k, **kept)


def _one_less(decided: Mapping[str, Any], k: int, over: list[int], points: int) -> dict[str, Any]:
    """The last point not decided, and the verdicts as if it were."""
    changed = _decided_in(decided, k, [[0, points - 1]] if points > 1 else [])
    return _counted(changed, over, -1)


def _one_more(decided: Mapping[str, Any], k: int, over: list[int], points: int) -> dict[str, Any]:
    """A point behind the last one, wherever points are counted."""
    changed = put(_decided_in(decided, k, [[0, points + 1]]), ("domains", k, "points"), encode_integer(points + 1))
    return _counted(changed, over, 1)


def _counted(decided: Mapping[str, Any], over: list[int], more: int) -> dict[str, Any]:
    """So many points more in these steps; applicable ones too, where all are."""
    steps = list(decided["steps"])
    for j in over:
        counts = {key: decode_integer(steps[j][key], key) for key in ("points", "applicable")}
        keys = ("points",) if steps[j]["given"] is not None else ("points", "applicable")
        steps[j] = {**steps[j], **{key: encode_integer(max(counts[key] + more, 0)) for key in keys}}
    return judged_again({**decided, "steps": steps})


def lies_of_cells(decided: Mapping[str, Any], k: int, truths: Truths) -> Iterator[Lie]:
    """Cells cut once more, which is true, and once less."""
    domain, where = decided["domains"][k], f"domains[{k}].evidence"
    if "breakpoints" not in domain["evidence"]:
        return
    for row, cuts in enumerate(domain["evidence"]["breakpoints"]):
        numbers = [decode_rational(cut, where) for cut in cuts]
        finer = (
            [*numbers, numbers[-1] + 1]
            if len(numbers) < 2
            else [numbers[0], (numbers[0] + numbers[1]) / 2, *numbers[1:]]
        )
        yield Lie("cells cut once more", where, partial(_recut, decided, k, row, finer, truths))
        for gone in range(len(numbers)):
            fewer = [*numbers[:gone], *numbers[gone + 1 :]]
            yield Lie("cells cut once less", where, partial(_recut, decided, k, row, fewer, None))


def _recut(
    decided: Mapping[str, Any], k: int, row: int, cuts: list[mpq], truths: Truths | None
) -> dict[str, Any] | None:
    """Other cells in one row; what is found there, or (without `truths`) what was found before, counts made to fit."""
    domain = decided["domains"][k]
    old = domain["evidence"]["breakpoints"]
    points = decode_integer(domain["points"], "points") + 2 * (len(cuts) - len(old[row]))
    breakpoints = [*old[:row], [encode_rational(cut) for cut in cuts], *old[row + 1 :]]
    changes = {"evidence": {"breakpoints": breakpoints}, "points": points, "decided": [[0, points]]}
    changed: dict[str, Any] = put(decided, ("domains", k), {**domain, **changes})
    if truths is not None:
        return _told(changed, truths)
    over = [j for j, step in enumerate(decided["steps"]) if domain["name"] in step["over"]]
    return _counted(changed, over, 2 * (len(cuts) - len(old[row])))


MOST_LOOKED_AT: Final = 20_000
"""Points that are evaluated to find another witness or extreme."""


def lies_of_places(decided: Mapping[str, Any], k: int, again: Again) -> Iterator[Lie]:
    """Witnesses and extremes that are taken where they are said to be, and are not the least."""
    data, where = decided["steps"][k], f"steps[{k}]"
    if data["witness"] is not None:
        yield Lie("a witness that is not the least", f"{where}.witness", partial(_later_witness, decided, k, again))
        yield Lie(
            "a value of a variable that is not the least", f"{where}.witness", partial(_later_value, decided, k, again)
        )
        if len(data["witness"]["at"]) == 2:
            turned = {key: data["witness"][key][::-1] for key in ("at", "points")}
            witness = {**data["witness"], **turned}
            yield Lie("the pair turned round", f"{where}.witness", partial(with_step, decided, k, witness=witness))
    if data["measure"] is not None:
        for end in ("min", "max"):
            yield Lie("an extreme at another point", f"{where}.measure.{end}", partial(_moved, decided, k, again, end))
        sides = {"min": "max", "max": "min", "min_at": "max_at", "max_at": "min_at"}
        swapped = {key: data["measure"][other] for key, other in sides.items()} | {"sum": data["measure"]["sum"]}
        if swapped != data["measure"]:
            yield Lie("the extremes swapped", f"{where}.measure", partial(with_step, decided, k, measure=swapped))


def _rest(step: Step, again: Again, without: tuple[int, int]) -> StepResult | None:
    """What a step comes to at the decided points but one."""
    points = sum(stop - start for spec in step.over for start, stop in again.found[spec.name].decided)
    if points > MOST_LOOKED_AT:
        return None
    whole = Tally()
    for place, spec in enumerate(step.over):
        for start, stop in again.found[spec.name].decided:
            cuts = [(start, stop)]
            if place == without[0] and start <= without[1] < stop:
                cuts = [(start, without[1]), (without[1] + 1, stop)]
            for low, high in cuts:
                if low < high:
                    whole.merge(again.decider(Shard(spec.name, low, high))[step.name])
    return settle(again.decider, step, whole, again.found, None) if whole.points else None


def _at(decided: Mapping[str, Any], k: int, position: Data) -> tuple[int, int]:
    return decided["steps"][k]["over"].index(position[0]), decode_integer(position[1], "rank")


def _later_witness(decided: Mapping[str, Any], k: int, again: Again) -> dict[str, Any] | None:
    """The least counterexample but for the first point of the true one, which is counted all the same."""
    step, witness = again.problem.steps[k], decided["steps"][k]["witness"]
    if not witness["at"]:
        return None
    rest = _rest(step, again, _at(decided, k, witness["at"][0]))
    if rest is None or rest.witness is None:
        return None
    reals = again.problem.has_reals(step)
    return with_step(decided, k, witness=witness_data(step, rest.witness, reals))


def _later_value(decided: Mapping[str, Any], k: int, again: Again) -> dict[str, Any] | None:
    """The counterexample with the next failing value of the outermost variable."""
    step, witness = again.problem.steps[k], decided["steps"][k]["witness"]
    if step.term.operator != "all":
        return None
    name = step.term.names[0]
    least = integer(decode_integer(witness["bindings"][name], name) + 1)
    later = replace(step, term=make("all", (name,), least, *step.term.arguments[1:]))
    try:
        if step.over:
            tally = Tally(1, 1, 1, _at(decided, k, witness["at"][0]))
            settled = settle(again.decider, later, tally, again.found, None)
        else:
            settled = settle_static(again.problem, later)
    except ExactuaError:  # it fails at no other value
        return None
    if settled.witness is None:
        return None
    reals = again.problem.has_reals(step)
    return with_step(decided, k, witness=witness_data(step, settled.witness, reals))


def _moved(decided: Mapping[str, Any], k: int, again: Again, end: str) -> dict[str, Any] | None:
    """An extreme of all points but the one where it is taken, with the point where that is taken."""
    step, measure = again.problem.steps[k], decided["steps"][k]["measure"]
    rest = _rest(step, again, _at(decided, k, measure[f"{end}_at"]))
    if rest is None or rest.measured is None:
        return None
    extreme = rest.measured.minimum if end == "min" else rest.measured.maximum
    place = [step.over[extreme.at[0]].name, encode_integer(extreme.at[1])]
    return with_step(decided, k, measure={**measure, end: measured_data(rest.measured, extreme), f"{end}_at": place})
