"""Witnesses and extremes that are as they are said to be, and are not the least: what only all points give away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from exactua.arithmetic.rationals import decode_integer, encode_integer
from exactua.certificates.writing import measured_data, witness_data
from exactua.claims.decision import StepResult
from exactua.claims.problem import Step
from exactua.commands.audit.certificate_changes import Lie, with_step
from exactua.commands.audit.certificate_truth import Again
from exactua.deciding.fold import settle, settle_static
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Tally
from exactua.errors import ExactuaError
from exactua.terms.encoding import Data
from exactua.terms.language import integer, make

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
    reals = again.problem.speaks_of_reals(step)
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
    reals = again.problem.speaks_of_reals(step)
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
