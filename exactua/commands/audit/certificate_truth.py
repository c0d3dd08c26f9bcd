"""Whether a certificate is true: what it asks is decided again by the evaluators, as far as it says that it was.

A file may be true though it is not what this program writes: the format leaves some freedom (a finer cut into cells,
ranges that were not decided, the order of the domains, the wording of a reason). Such freedom is told by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Literal

from gmpy2 import mpq

from exactua.arithmetic.forms import Cell
from exactua.arithmetic.json_values import array_at, number_at, object_at
from exactua.arithmetic.messages import quoted
from exactua.arithmetic.rationals import decode_integer, decode_rational
from exactua.certificates.reading import problem_of, scope_of
from exactua.certificates.writing import decided_data
from exactua.claims.decision import Decision, DomainResult
from exactua.claims.problem import Problem
from exactua.claims.verdicts import Verdict
from exactua.deciding.cells import CellDomain
from exactua.deciding.fold import folding_of, settle, settle_static, unsound_orbits
from exactua.deciding.plan import build_domains, plan
from exactua.deciding.running import decide
from exactua.deciding.shards import Shard
from exactua.deciding.tally import Tally
from exactua.errors import EvaluatorsDisagree, ExactuaError, InputError
from exactua.grids.categories import build
from exactua.grids.domains import PointDomain
from exactua.terms.encoding import Data, canonical

MOST_POINTS: Final = 100_000
"""Points of a certificate that are decided again."""
SECONDS: Final = 5
"""What finding everything anew may take."""

RESULTS: Final = ("applicable", "failures", "measure", "points", "reason", "statement", "verdict", "witness")
"""What a step of a certificate says was found."""


class NotTrue(ExactuaError):
    """A certificate does not say what is so, or nothing that can be decided; the text says where."""


@dataclass(frozen=True)
class Truth:
    """Whether a certificate is true, and why not; if it is, in which liberties it differs from what is written here."""

    holds: bool
    why: str = ""
    liberties: tuple[str, ...] = ()
    fast: bool = True
    """Whether an evaluator other than the literal one decided a step."""


class Truths:
    """Decides certificates again with one engine. What is asked in the same words is decided once."""

    def __init__(self, engine: Literal["auto", "literal"]) -> None:
        self.engine: Final = engine
        self._known: dict[str, Again | NotTrue] = {}

    def __call__(self, decided: Mapping[str, Any]) -> Truth:
        """Whether the hashed part of a certificate is true.

        Raises EvaluatorsDisagree where a fast evaluator finds a failure at a point where literal networks find none.
        """
        try:
            again = self.again(decided)
            told, liberties = again.told(decided)
            place = next((place for place, _, _ in differences(told, dict(decided))), None)
        except (InputError, NotTrue) as error:
            return Truth(False, str(error))
        if place is not None:
            return Truth(False, f"{place} is another one", (), again.fast)
        return Truth(True, "", liberties, again.fast)

    def again(self, decided: Mapping[str, Any]) -> Again:
        """What a certificate asks, decided again. Raises NotTrue or InputError where it asks nothing decidable."""
        asked = canonical(_asked(decided))
        if asked not in self._known:
            try:
                self._known[asked] = Again(decided, self.engine)
            except EvaluatorsDisagree:
                raise
            except ExactuaError as error:
                self._known[asked] = NotTrue(str(error))
        known = self._known[asked]
        if isinstance(known, NotTrue):
            raise known
        return known


def found_anew(decided: Mapping[str, Any]) -> dict[str, Any] | None:
    """The true certificate about what these data ask, whatever they say was found; None where they ask nothing.

    So it is, too, where more points are asked about than are decided again, or a step can't be evaluated.
    """
    try:
        anew: dict[str, Any] = decided_data(
            decide(problem_of(decided), budget=SECONDS, max_points=MOST_POINTS, replayed=0)
        )
    except ExactuaError:
        return None
    return anew


def _asked(decided: Mapping[str, Any]) -> Data:
    """The hashed part without what was found."""
    if not isinstance(decided.get("steps"), list):
        return decided
    steps = [
        {key: None if key in RESULTS else value for key, value in step.items()} if isinstance(step, dict) else step
        for step in decided["steps"]
    ]
    return {**decided, "steps": steps} | {key: None for key in ("values", "verdict") if key in decided}


class Again:
    """What a certificate asks, decided again in the ranks that it says were decided."""

    def __init__(self, decided: Mapping[str, Any], engine: Literal["auto", "literal"]) -> None:
        problem = problem_of(decided)
        records = {record["name"]: record for record in decided["domains"]}
        used = [spec.name for spec in problem.domains]
        self.problem = problem
        _require_reached(problem, records, decided)
        self.domains = {name: _domain(problem, record) for name, record in records.items()}
        self.found = {name: _result(record, self.domains[name]) for name, record in records.items()}
        if sum(stop - start for domain in self.found.values() for start, stop in domain.decided) > MOST_POINTS:
            raise NotTrue(f"domains: more than {MOST_POINTS:,} points, which are not decided again")
        planned = plan(problem, engine, domains={name: self.domains[name] for name in used})
        if planned.obstacle is not None:
            raise NotTrue(planned.obstacle)
        self.fast = any(evaluator != "literal" for evaluator in planned.engines.values())
        self.decider = planned.decider()
        tallies = {step.name: Tally() for step in problem.steps}
        foldings = {
            step.name: folding_of(problem, step, self.domains)
            for step in problem.steps
            if step.own is not None and unsound_orbits(problem, step) is None
        }
        for name in used:
            for start, stop in self.found[name].decided:
                shard = Shard(name, start, stop)
                for step, tally in self.decider(shard).items():
                    if step in foldings:
                        foldings[step].add(shard, tally.chunks)
                    tallies[step].merge(tally)
        results = tuple(
            settle(self.decider, step, tallies[step.name], self.found, None, foldings.get(step.name))
            if step.over
            else settle_static(problem, step)
            for step in problem.steps
        )
        domains = tuple(self.found[name] for name in used)
        self.data = decided_data(Decision(problem, domains, results, scope=scope_of(decided)))
        self.liberties = self._liberties(list(records), used)

    def _liberties(self, names: list[str], used: list[str]) -> tuple[str, ...]:
        """In what the domains differ from those that this program would write."""
        written = {
            "the domains in another order": names != used,
            "points that were not decided": any(not domain.complete for domain in self.found.values()),
            "other breakpoints": any(
                isinstance(domain, CellDomain) and not self._same_cells(name, domain)
                for name, domain in self.domains.items()
            ),
        }
        return tuple(liberty for liberty, taken in written.items() if taken)

    def _same_cells(self, name: str, domain: CellDomain) -> bool:
        try:
            own = build_domains(self.problem)[name]
        except ExactuaError:
            return False
        return isinstance(own, CellDomain) and own.breakpoints == domain.breakpoints

    def told(self, decided: Mapping[str, Any]) -> tuple[Data, tuple[str, ...]]:
        """What a certificate that asks this may say, in the words of `decided` where they are free; those liberties."""
        said, liberties = dict(self.data), list(self.liberties)
        if canonical(said["networks"]) != canonical(decided["networks"]):
            said["networks"] = decided["networks"]  # the networks were read from there
            liberties.append("a network in other words")
        by_name = {record["name"]: record for record in said["domains"]}
        said["domains"] = [by_name[record["name"]] for record in decided["domains"]]
        said["steps"] = [dict(step) for step in said["steps"]]
        by_step = {step.name: step for step in self.problem.steps}
        for step, record in zip(said["steps"], decided["steps"], strict=True):
            if not {"bound", "relation"} & record.keys():
                step.pop("bound")
                step.pop("relation")
                liberties.append("no bound and no relation in place of null")
            if record["measure"] is None is not step["measure"] and self.problem.speaks_of_reals(by_step[step["name"]]):
                step["measure"] = None
                liberties.append("reals that are not measured")
            if self.problem.has_reals(by_step[step["name"]]) and (left_out := _left_out(step, record)):
                step["witness"] = {**step["witness"], **dict.fromkeys(left_out)}
                liberties.append("reals that a witness leaves out")
            free = step["verdict"] == record["verdict"] == Verdict.INCONCLUSIVE.value
            if free and isinstance(record["reason"], str | None) and record["reason"] != step["reason"]:
                step["reason"] = record["reason"]
                liberties.append("a reason in other words")
        return said, tuple(dict.fromkeys(liberties))


def _left_out(step: Mapping[str, Any], record: Mapping[str, Any]) -> list[str]:
    """Of the two numbers of a witness, those that are null in a record, which claims nothing of them."""
    own, reported = step["witness"], record["witness"]
    if not isinstance(own, dict) or not isinstance(reported, dict):
        return []
    return [side for side in ("left", "right") if reported.get(side, 0) is None is not own[side]]


def _require_reached(problem: Problem, domains: Mapping[str, Any], decided: Mapping[str, Any]) -> None:
    """Raises NotTrue for a definition, a network or a domain that no step reaches."""
    there = {
        "definition": ([name for name, _ in problem.reached.definitions], [name for name, _ in decided["definitions"]]),
        "network": (list(problem.reached.networks), list(decided["networks"])),
        "domain": ([spec.name for spec in problem.domains], list(domains)),
    }
    for what, (reached, names) in there.items():
        for name in names:
            if name not in reached:
                raise NotTrue(f"{what} {quoted(name)}: no step reaches it")


def _domain(problem: Problem, record: Mapping[str, Any]) -> PointDomain | CellDomain:
    """The points of a domain; cells are cut where the certificate says."""
    name, where = record["name"], f"domains.{record['name']}.evidence"
    spec = next(spec for spec in problem.domains if spec.name == name)
    if spec.kind != "cells":
        object_at(record["evidence"], where, ())
        return build(spec, problem.value, problem.parameters)
    rows = array_at(object_at(record["evidence"], where, ("breakpoints",))["breakpoints"], where)
    cuts = [[decode_rational(number_at(x, where), where) for x in array_at(row, where)] for row in rows]
    if len(cuts) != problem.parameters["d"] or not all(cuts):
        raise NotTrue(f"{where}: it is not a list of breakpoints for each row")
    if not all(a < b for row in cuts for a, b in pairwise(row)):
        raise NotTrue(f"{where}: the breakpoints do not increase")
    if spec.interval is None:
        return CellDomain(cuts)
    low, high = (mpq(problem.value(end)) for end in spec.interval)
    if not low < high or any((row[0], row[-1]) != (low, high) for row in cuts):
        raise NotTrue(f"{where}: the breakpoints do not begin and end with the ends of the box")
    return CellDomain(cuts, Cell(low, high, closed=True))


def _result(record: Mapping[str, Any], domain: PointDomain | CellDomain) -> DomainResult:
    """A domain with the ranges that the certificate says were decided, which increase and don't touch."""
    where, points, end = f"domains.{record['name']}", record["points"], -1
    if points is not None and decode_integer(points, f"{where}.points") != domain.count:
        raise NotTrue(f"{where}.points: it is another number")
    ranges: list[tuple[int, int]] = []
    for pair in array_at(record["decided"], f"{where}.decided"):
        if len(array_at(pair, f"{where}.decided")) != 2:
            raise NotTrue(f"{where}.decided: a range has two ends")
        start, stop = (decode_integer(x, f"{where}.decided") for x in pair)
        if points is None or not end < start < stop <= domain.count:
            raise NotTrue(f"{where}.decided: the ranges do not increase, touch, or leave the domain")
        ranges.append((start, stop))
        end = stop
    return DomainResult(record["name"], None if points is None else domain.count, tuple(ranges), record["evidence"])


def differences(first: Data, second: Data, where: str = "") -> Iterator[tuple[str, str, str]]:
    """The places where two data differ, with what stands there in both."""
    if canonical(first) == canonical(second):
        return
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        for key in sorted(first):
            yield from differences(first[key], second[key], f"{where}.{key}".lstrip("."))
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        for k, (a, b) in enumerate(zip(first, second, strict=True)):
            yield from differences(a, b, f"{where}[{k}]")
    else:
        yield where, canonical(first), canonical(second)
