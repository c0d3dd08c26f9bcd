"""What a certificate speaks of, its definitions recomputed, and what a step states of it (format, sections 2 and 6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from .decided_domains import Domain
from .networks import Network
from .operators import EVALUATIONS
from .readings import Bound, Kinds, Layered, Scene
from .reals import written_floor
from .records import array, canonical, encode, fields, integer, sha256
from .refusals import demand
from .reports import shown
from .terms import ALLOWANCE, Context, speaks_of_reals
from .values import Json, Number

PRIME = 2**61 - 1
DECIDED = "parameters definitions values networks domains steps parts judged verdict prime"  # and four words


def opened(decided: Json) -> Context:
    """The parameters, the networks and the definitions, once the values of these are recomputed."""
    array(decided["judged"])
    demand(integer(decided["prime"]) == PRIME, "the prime is another one")
    parameters: dict[str, int | str] = {}
    for name, value in decided["parameters"].items():
        word = name not in {*"dnm"} and isinstance(value, str) and not re.match("-?0x", value)
        parameters[name] = value if word else integer(value)
    budget = [ALLOWANCE[0]]
    networks: dict[str, Layered] = {name: Network(x, name, budget) for name, x in decided["networks"].items()}
    context = Context(parameters, networks, {}, budget)
    for pair in array(decided["definitions"]):
        name, term = array(pair, 2)
        demand(isinstance(name, str) and name not in context.definitions, f"the name {name!r} of a definition")
        context.definitions[name] = value = context.constant(term)
        context = context._replace(real=context.real | ({name} if speaks_of_reals(term, context.real) else set()))
        written = canonical((written_floor if name in context.real else encode)(value))
        demand(canonical(decided["values"].get(name)) == written, f"the values of the definitions: {shown(name)}")
    demand(decided["values"].keys() == context.definitions.keys(), "there are values without a definition")
    return context


STEP_FIELDS = (
    "given fold term bound relation statement verdict reason points applicable failures witness measure evidence"
)

Place: TypeAlias = "tuple[int, int]"  # the position of a domain among those of the step, a rank in it


def mentioned(term: Json, *operators: str) -> set[str]:
    """The names behind these operators in a term, or in terms; without operators, the networks."""
    operators = operators or (*EVALUATIONS, "network")
    named = isinstance(term, list) and len(term) > 1 and term[0] in operators and isinstance(term[1], str)
    here = {term[1]} if named else set[str]()
    parts = term.values() if isinstance(term, dict) else term if isinstance(term, list) else ()
    return here.union(*(mentioned(part, *operators) for part in parts))


def chooses(term: Json) -> bool:
    """Whether the numbers of a term are integers that conditions choose: of one choice, or of a list of some."""
    match term:
        case ["list", _, _, _, ["select", _, *numbers]]:
            return all(map(picks, numbers))
    return picks(term)


def picks(term: Json) -> bool:
    """Whether a term is an integer or another one, as a condition is true or false."""
    return isinstance(term, list) and term[:1] == ["if"] and [type(x) for x in term[2:]] == [int, int]


def said(record: Json, over: Json) -> list[Json]:
    """All terms of a step, those in the specs of its domains too."""
    return [*(record[key] for key in ("given", "term", "bound", "fold")), over]


def reached(terms: Json, definitions: Json) -> list[Json]:
    """The definitions that these terms reach, also by way of others."""
    needed, chosen = mentioned(terms, "def"), list[Json]()
    for name, term in reversed([array(pair, 2) for pair in array(definitions)]):
        if name in needed:
            needed |= mentioned(term, "def")
            chosen.insert(0, [name, term])
    return chosen


def stated(record: Json, definitions: Json, over: list[Json], where: str) -> None:
    """Checks the kind of a step, its domains, each with its spec, and the hash of what it states."""
    demand(record["kind"] in ("statement", "proof line", "repaired"), f"the kind of {where}")
    demand(len({name for name, _ in over}) == len(over), f"{where} is twice over one domain")
    keys = ("fold", "given", "term", *(("bound", "relation") if record["bound"] is not None else ()))
    used = reached(said(record, over), definitions)
    statement = {key: record[key] for key in keys} | {"definitions": used, "domains": over}
    demand(sha256(canonical(statement)) == record["statement"], f"the statement hash of {where}")


class Stated:
    """What a step states: its terms, its domains and its counts, once its hash is found to be that of all this."""

    def __init__(self, record: Json, definitions: Json, domains: dict[str, Domain], context: Context):
        if isinstance(record, dict) and not {"bound", "relation"} & record.keys():
            record = {**record, "bound": None, "relation": None}
        fields(record, *STEP_FIELDS.split(), name=str, kind=str, says=str, over=list)
        self.record: dict[str, Json] = record
        self.context, self.name, self.applicable, self.failures = context, str(record["name"]), 0, 0
        self.where, self.over = f"step {self.name!r}", [domains[name] for name in record["over"]]
        stated(record, definitions, [[domain.name, domain.spec] for domain in self.over], self.where)
        self.points = integer(record["points"], 0)
        kinds, given = {domain.kind for domain in self.over}, record["given"]
        terms = said(record, None)
        self.used, self.evaluated = mentioned(terms), mentioned(terms, *EVALUATIONS)
        real = (context.networks[name].quantities["real"] for name in self.used)
        speaks = speaks_of_reals(terms, context.real) or any(real)
        self.speaks = speaks
        others = speaks_of_reals([record["bound"], record["fold"]], context.real)
        self.real = speaks and (record["fold"] == "each" or others or not chooses(record["term"]))
        unclaimed = str(record["reason"]).startswith("undecided at ")
        rounds = any(context.networks[name].quantities["rounds"] for name in self.used)
        self.undecided = unclaimed and (speaks or rounds or not self.over)  # then nothing is claimed
        self.measured = bool(self.over) and "cells" not in kinds and not (self.real and record["measure"] is None)
        self.variables: Kinds = {"": "point"} if self.over else {}
        self.variables |= {"row": "number"} if "cells" in kinds else {}
        self.given = None if given is None else context.read(given, self.variables, "boolean")
        self.alone = self._of_orbits(kinds) and placed(context, self.used)

    def _of_orbits(self, kinds: set[Json]) -> bool:
        paired = [domain.spec.get("of") for domain in self.over if domain.kind == "pairs"]
        return "orbits" in kinds or any(spec.get("kind") == "orbits" for spec in paired)

    def bound(self) -> Number:
        """What the fold compares with: without a bound, two numbers differ by more than 0."""
        return 0 if self.record["bound"] is None else self.context.constant(self.record["bound"])

    def positions(self) -> Iterator[tuple[str, int]]:
        """All positions that its witness and its extremes name."""
        witness, measure = self.record["witness"], self.record["measure"]
        named = [] if witness is None else witness["at"]
        for name, rank in named + ([measure["min_at"], measure["max_at"]] if measure is not None else []):
            known = any(domain.name == name and domain.holds(integer(rank)) for domain in self.over)
            demand(known, f"{self.where} names a position that was not decided")
            yield name, integer(rank)

    def position(self, place: Place) -> list[Json]:
        """A place as it stands in a certificate."""
        return [self.over[place[0]].name, encode(place[1])]

    def sample(self, place: Place) -> tuple[Scene, Bound]:
        """The point at a place, a sample of it on cells, and the variables that its domain binds."""
        return self.over[place[0]].scene(place[1], sample=True)


def placed(context: Context, networks: set[str]) -> bool:
    """Whether one of these networks depends on the order of columns, so that a point does not stand for its orbit."""
    layers = ("leftmost", "rightmost", "masked", "by places")
    return any(context.networks[name].quantities[key] for name in networks for key in layers)


def require_reached(decided: Json, records: list[Json], networks: str = "networks") -> None:
    """Refuses definitions, networks and domains that no step reaches."""
    specs = {domain["name"]: domain["spec"] for domain in decided["domains"]}
    over = {name for record in records for name in record["over"]}
    terms = [said(record, [specs[name] for name in record["over"]]) for record in records]
    definitions = reached(terms, decided["definitions"])
    used = {"domain": over, "definition": {name for name, _ in definitions}, "network": mentioned([terms, definitions])}
    there = {"domain": specs, "definition": dict(decided["definitions"]), "network": decided[networks]}
    for what, names in there.items():
        for name in names:
            demand(name in used[what], f"no step speaks of the {what} {name!r}")
