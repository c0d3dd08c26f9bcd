"""The part of the verifier for steps: what they say, and what is reported about it (format, section 6).

verifier.py loads this file when a certificate has a step, from the folder where both lie, and puts itself into `core`.
The file imports nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

__all__ = ["Step", "mentioned", "require_reached", "stated"]

core: Any = None  # what verifier.py defines, once it has loaded this file
Bound: TypeAlias = "dict[str, Any]"  # variables with their values

STEP = "given fold term bound relation statement verdict reason points applicable failures witness measure evidence"


def mentioned(term: Any, *operators: str) -> set[str]:
    """The names behind these operators in a term, or in terms; without operators, the networks."""
    operators = operators or (*core.EVALUATIONS, "network")
    named = isinstance(term, list) and len(term) > 1 and term[0] in operators and isinstance(term[1], str)
    here = {term[1]} if named else set[str]()
    parts = term.values() if isinstance(term, dict) else term if isinstance(term, list) else ()
    return here.union(*(mentioned(part, *operators) for part in parts))


def said(record: Any, over: Any) -> list[Any]:
    """All terms of a step, those in the specs of its domains too."""
    return [*(record[key] for key in ("given", "term", "bound", "fold")), over]


def reached(terms: Any, definitions: Any) -> list[Any]:
    """The definitions that these terms reach, also by way of others."""
    needed, chosen = mentioned(terms, "def"), list[Any]()
    for name, term in reversed([core.array(pair, 2) for pair in core.array(definitions)]):
        if name in needed:
            needed |= mentioned(term, "def")
            chosen.insert(0, [name, term])
    return chosen


def stated(record: Any, definitions: Any, over: list[Any], where: str) -> None:
    """Checks the kind of a step, its domains, each with its spec, and the hash of what it states."""
    core.demand(record["kind"] in ("statement", "proof line", "repaired"), f"the kind of {where}")
    core.demand(len({name for name, _ in over}) == len(over), f"{where} is twice over one domain")
    core.demand(record["evidence"] is None, f"the evidence of {where}", core.NOT_RECHECKED)
    keys = ("fold", "given", "term", *(("bound", "relation") if record["bound"] is not None else ()))
    used = reached(said(record, over), definitions)
    statement = {key: record[key] for key in keys} | {"definitions": used, "domains": over}
    core.demand(core.sha256(core.canonical(statement)) == record["statement"], f"the statement hash of {where}")


def require_reached(decided: Any, records: list[Any], networks: str = "networks") -> None:
    """Refuses definitions, networks and domains that no step reaches."""
    specs = {domain["name"]: domain["spec"] for domain in decided["domains"]}
    over = {name for record in records for name in record["over"]}
    terms = [said(record, [specs[name] for name in record["over"]]) for record in records]
    definitions = reached(terms, decided["definitions"])
    used = {"domain": over, "definition": {name for name, _ in definitions}, "network": mentioned([terms, definitions])}
    there = {"domain": specs, "definition": dict(decided["definitions"]), "network": decided[networks]}
    for what, names in there.items():
        for name in names:
            core.demand(name in used[what], f"no step speaks of the {what} {name!r}")


class Step:
    """A step; as soon as it is read its statement, its counts and its verdict agree with each other.

    Then `look` gathers what points say about it, each with its place: the position of its domain in `over`, its rank.
    """

    def __init__(self, record: Any, definitions: Any, domains: dict[str, Any], context: Any):
        if isinstance(record, dict) and not {"bound", "relation"} & record.keys():
            record = {**record, "bound": None, "relation": None}
        core.fields(record, *STEP.split(), name=str, kind=str, says=str, over=list)
        self.record, self.context, self.name = record, context, record["name"]
        self.where, self.over = f"step {self.name!r}", [domains[name] for name in record["over"]]
        stated(record, definitions, [[domain.name, domain.spec] for domain in self.over], self.where)
        counts = (core.integer(record[key], 0) for key in ("points", "applicable", "failures"))
        self.points, self.applicable, self.failures = counts

        kinds, given = {domain.kind for domain in self.over}, record["given"]
        terms = said(record, None)
        used, self.evaluated = mentioned(terms), mentioned(terms, *core.EVALUATIONS)
        self.real = core.speaks_of_reals(terms, context.real) or any(
            context.networks[x].quantities["real"] for x in used
        )
        unclaimed = str(record["reason"]).startswith("undecided at ")
        self.undecided = unclaimed and (self.real or not self.over)  # then nothing is claimed
        self.measured = bool(self.over) and "cells" not in kinds and not (self.real and record["measure"] is None)
        self.variables = {"": "point"} if self.over else {}
        self.variables |= {"row": "number"} if "cells" in kinds else {}
        self.given = None if given is None else context.read(given, self.variables, "boolean")
        self.fold = core.part("verifier_folds.py").read(self)
        gathers = self.fold.together or self.fold.enough > 1 or "cells" in kinds
        core.demand(
            not (self.real and gathers), f"the fold or the domain of {self.where}, of reals", core.NOT_RECHECKED
        )

        # whether one point does not stand for its orbit
        placed = ("leftmost", "rightmost", "masked", "other layers")
        paired = [domain.spec.get("of") for domain in self.over if domain.kind == "pairs"]
        orbits = "orbits" in kinds or any(spec.get("kind") == "orbits" for spec in paired)
        self.alone = orbits and any(context.networks[name].quantities[key] for name in used for key in placed)

        points = sum(domain.decided for domain in self.over) if self.over else 1
        enough = self.applicable >= self.fold.enough
        possible = self.failures <= self.applicable <= self.points == points and (enough or self.failures == 0)
        possible = possible and (
            self.applicable == 0 if self.undecided else given is not None or self.applicable == points
        )
        possible = possible and not (self.alone and self.failures and self.fold.together)
        core.demand(possible, f"points, applicable and failures of {self.where} cannot be so")
        self.verdict = "vacuous" if not enough else "inconclusive" if self.alone else "holds"
        if self.undecided or any(domain.decided != domain.total for domain in self.over):
            self.verdict = "inconclusive"
        self.verdict = "refuted" if self.failures else self.verdict
        core.demand(record["verdict"] == self.verdict, f"the counts of {self.where} make its verdict {self.verdict!r}")
        explained = record["reason"] is None or (type(record["reason"]) is str and self.verdict == "inconclusive")
        core.demand(explained, f"{self.where} has a reason where there is none")
        self.looked, self.applied, self.sum, self.whole = 0, 0, 0, False
        self.low: Any = None
        self.high: Any = None  # the least number with its place, and minus the greatest with its place

    def bound(self) -> Any:
        """What the fold compares with: without a bound, two numbers differ by more than 0."""
        return 0 if self.record["bound"] is None else self.context.constant(self.record["bound"])

    def positions(self) -> Iterator[tuple[str, int]]:
        """All positions that its witness and its extremes name."""
        witness, measure = self.record["witness"], self.record["measure"]
        named = [] if witness is None else witness["at"]
        for name, rank in named + ([measure["min_at"], measure["max_at"]] if measure is not None else []):
            known = any(domain.name == name and domain.holds(core.integer(rank)) for domain in self.over)
            core.demand(known, f"{self.where} names a position that was not decided")
            yield name, core.integer(rank)

    def look(self, scene: Any, bound: Bound, place: tuple[int, int]) -> None:
        """Evaluate the step at one point."""
        self.looked += 1
        if self.undecided or (self.given and not self.given(scene, bound)):
            return
        self.applied += 1
        numbers = self.fold.numbers(scene, bound, place)
        for x in numbers if self.measured else ():
            least, most = core.reals.floors(x) if self.real else (x, -x)
            self.low = min(self.low or (least, place), (least, place))
            self.high = min(self.high or (most, place), (most, place))
            self.sum += 0 if self.real else x.numerator * pow(x.denominator, -1, core.PRIME)

    def settle(self, whole: bool) -> None:
        """Compare what the evaluated points say (all points, if `whole`) with what the step reports."""
        self.whole = whole
        failed, witness = self.fold.result(whole)
        missed, others = self.applicable - self.applied, self.failures - failed
        possible = 0 <= missed <= self.points - self.looked and (self.record["witness"] is None) == (self.failures == 0)
        possible = possible and 0 <= others <= self.fold.failures_possible(missed, whole)
        core.demand(possible, f"the counts of {self.where}: found {self.applied} applicable, {failed} failing points")
        measure: Any = None
        if self.low and self.high:
            (low, low_at), (high, high_at) = self.low, self.high
            low, high = (
                map(core.reals.encoded, (low, [-x for x in high])) if self.real else map(core.encode, (low, -high))
            )
            measure = {"min": low, "min_at": self.position(low_at), "max": high, "max_at": self.position(high_at)}
            total = self.sum if whole or self.real else core.integer(self.record["measure"]["sum"])
            measure["sum"] = None if self.real else core.encode(total % core.PRIME)
        for key, value in (("witness", witness), ("measure", measure)):
            agree = core.canonical(self.record[key]) == core.canonical(value)
            core.demand(agree, f"the {key} of {self.where} is not the one found, {core.canonical(value)[:200]}")

    def position(self, place: tuple[int, int]) -> list[Any]:
        """A place as it stands in a certificate."""
        return [self.over[place[0]].name, core.encode(place[1])]

    def sample(self, place: tuple[int, int]) -> Any:
        """The point at a place, a sample of it on cells, and the variables that its domain binds."""
        return self.over[place[0]].scene(place[1], sample=True)
