"""Certificates that were decided at all points at once, by signs (format, section 8).

What it cannot interpret, or decide by signs, it raises as NotImplementedError.

Where a step is refuted, it has to be false at its witnesses.
"""

from __future__ import annotations

import itertools
from collections import Counter

from .domains import read_points
from .evaluations import Evaluation, Subject, numbers
from .families import apart, at_instance, everywhere, nowhere
from .forms import beyond
from .networks import Network
from .operators import RELATIONS, dot
from .rationals import power, tidy
from .readings import Layered, Scene
from .records import array, encode, fields, integer, rational
from .refusals import NOT_RECHECKED, demand
from .reports import says_of_itself, shown
from .stacks import Family, profile, shapes
from .statements import DECIDED, PRIME, mentioned, opened, placed, reached, require_reached, said, stated
from .steps import Step, concluded, parts_told
from .terms import Context, speaks_of_reals
from .values import Json, Matrix, Value

LARGEST_LITERAL = 100_000  # weights of networks of which a witness is evaluated layer by layer
GIVEN = "the hypothesis"
TIE = "what a head makes of a tie"


def refute(record: Json, subject: Subject, specs: dict[str, Json]) -> None:
    """Evaluate a step at its witness, where it has to be false."""
    where, witness, static = f"the witness of step {record['name']!r}", record["witness"], specs == {}
    fields(witness, "domain", points=list, **({} if not subject.general else {"parameters": dict}))
    if subject.general:
        box = fields(witness["parameters"], "d", "m")
        subject = at_instance(subject, integer(box["d"], 1), integer(box["m"], 2))
    if static:
        demand(witness["domain"] is None and witness["points"] == [], f"{where} has a point")
        demand(record["given"] is None or bool(constant(record["given"], subject)), f"{where} does not satisfy {GIVEN}")
        demand(constant(record["term"], subject) is False, f"{where} is none")
        return
    points = [is_point(matrix, specs[witness["domain"]], subject) for matrix in witness["points"]]
    sides = ("boolean",) if record["fold"] == "each" else ("number", "list")
    demand(len(points) == len(sides) and points[:1] != points[1:], f"{where} has not the points that it needs")
    for point in points:
        applies = record["given"] is None or evaluated(record["given"], subject, point, "boolean")
        beyond(applies is None, TIE)
        demand(bool(applies), f"{where} does not satisfy {GIVEN}")
    values = [evaluated(record["term"], subject, point, *sides) for point in points]
    beyond(None in values, TIE)
    if sides == ("boolean",):
        demand(not values[0], f"{where} is none")
        return
    bound, relation = nowhere(subject).value(record["bound"] or 0, {}), record["relation"] or ">"
    together = itertools.pairwise(sorted(x for value in values for x in numbers(value)))
    demand(not all(RELATIONS[relation](high - low, bound) for low, high in together), f"{where} is none")


def constant(term: Json, subject: Subject) -> bool | None:
    """Whether a static term is true at an instance."""
    if not mentioned(term):
        known: bool | None = subject.context.constant(term, "boolean")
        return known
    return nowhere(subject).holds(term)


def evaluated(term: Json, subject: Subject, point: Matrix, *kinds: str) -> Value:
    """The value of a term at a point: by each layer with its weight matrices, where these are not too many."""
    context, ids = subject.context, [tidy(x * subject.m) for x in dot(reading(subject), point)]
    used = mentioned(term)
    if subject.profiles is None and sum(context.networks[name].weights for name in used) <= LARGEST_LITERAL:
        return context.read(term, {"": "point"}, *kinds)(Scene(context, point), {})
    evaluation = Evaluation(subject, Family(subject.D(0), len(ids), ids))
    return evaluation.holds(term) if kinds == ("boolean",) else evaluation.value(term, {})


def reading(subject: Subject) -> list[int]:
    """u = (1, m, m^2, ...)."""
    return [power(subject.m, i) for i in range(subject.context.size("d"))]


def is_point(matrix: Json, spec: Json, subject: Subject) -> Matrix:
    """The columns of a matrix, once they make a point of a domain."""
    d, n, m = (subject.context.size(name) for name in "dnm")
    shapes(spec, n)
    rows = [[rational(x) for x in array(row, n)] for row in array(matrix, d)]
    columns, special = tuple(zip(*rows, strict=True)), -power(m, n * d)
    marked = sum(special in column for column in columns)
    entries = all(x == special or (0 <= x < 1 and (x * m).denominator == 1) for row in rows for x in row)
    ids = dot(reading(subject), columns)
    repeated = any(a == b for a, b in itertools.pairwise(ids))
    fits = entries and ids == sorted(ids)
    fits = fits and {"none": marked == 0, "required": marked > 0, "allowed": True}[spec["specials"]]
    fits = fits and {"forbidden": not repeated, "required": repeated, "allowed": True}[spec["repeats"]]
    demand(fits, "a point of a witness is none of its domain")
    return columns


SYMBOLIC_BUDGET = 20_000_000  # elementary steps
SYMBOLIC_STEP = (
    "given fold term bound relation statement verdict reason points applicable failures witness measure order evidence"
)
VERDICTS = ("holds", "vacuous", "refuted", "inconclusive")
LEFT_OPEN = (
    "  left open: a profile is what a network does to column ids, for every D = m^d; "
    "that the claim's network does this at every d and m is not in the certificate"
)


def settle(record: Json, decided: Json, subject: Subject, domains: dict[str, Json]) -> str:
    """The verdict of a step, once it is found to be right."""
    fields(record, *SYMBOLIC_STEP.split(), name=str, kind=str, says=str, over=list)
    where, general = f"step {record['name']!r}", subject.general
    if not record["over"] and not general:
        demand(record["order"] is None, f"{where} has an order without points")
        record = {key: value for key, value in record.items() if key != "order"}
        step = Step(record, decided["definitions"], {}, subject.context)
        step.look(Scene(subject.context, None), {}, (0, 0))
        step.settle(True)
        return str(step.verdict)
    specs = {name: domains[name]["spec"] for name in record["over"]}
    demand(record["evidence"] is None, f"the evidence of {where}", NOT_RECHECKED)
    stated(record, decided["definitions"], [[name, domains[name]["spec"]] for name in record["over"]], where)
    beyond(of_reals(record, decided, subject.context), f"the reals of {where}, which is over all points at once")
    counts = [domains[name]["points"] for name in record["over"]]
    points = None if None in counts or not counts else sum(map(integer, counts))
    demand(record["points"] == (points if points is None else encode(points)), f"the points of {where}")
    verdict, fold = record["verdict"], record["fold"]
    given = [key for key in ("applicable", "failures", "measure") if record[key] is not None]
    reason = record["reason"] is None or (verdict == "inconclusive" and type(record["reason"]) is str)
    given += [] if reason else ["reason"]
    given += ["witness"] if (record["witness"] is not None) != (verdict == "refuted") else []
    ordered = verdict == "holds" and fold in ("distinct", "apart")
    given += ["order"] if record["order"] is not None and not ordered else []
    demand(given == [] and verdict in VERDICTS, f"{', '.join([*given, 'verdict'])} of {where} cannot be so")
    if verdict == "inconclusive":
        return "inconclusive"
    beyond(fold not in ("each", "distinct", "apart"), f"the fold {fold!r} in a symbolic run")
    fits = record["relation"] in ((">", ">=") if fold == "apart" else (None,))
    demand(fits and (record["bound"] is None) == (fold != "apart"), f"the bound of {where} does not fit its fold")
    demand(general or None not in counts, f"the points of {where} are not counted")
    if verdict == "refuted":
        refute(record, subject, specs)
        return "refuted"
    applicable = (everywhere if fold == "each" else apart)(record, subject, specs)
    used = mentioned([record["term"], record["given"]]) if not general and applicable else set()
    demand(not placed(subject.context, used), f"{where} holds, where one point does not stand for its orbit")
    demand(verdict == ("holds" if applicable else "vacuous"), f"{where} is not {verdict}")
    return str(verdict)


def of_reals(record: Json, decided: Json, context: Context) -> bool:
    """Whether a step speaks of reals."""
    terms = said(record, None)
    defined = [term for _, term in reached(terms, decided["definitions"])]
    networks = [context.networks[name] for name in mentioned(terms) if name in context.networks]
    return speaks_of_reals([terms, defined]) or any(network.quantities["real"] for network in networks)


class Outline(Network):
    """A profile, as far as terms that speak of it are only read: it has stages, and no number of anything."""

    def __init__(self, stages: dict[str, int]):
        self.stages, self.quantities = stages, Counter()


def read_terms(record: Json, subject: Subject, kinds: set[Json]) -> None:
    """Reads the terms of a step, also where none of their values is asked for: what is no term is refused here.

    `kinds` are those of its domains.
    """
    context, variables = subject.context, {"": "point"} if record["over"] else {}
    variables |= {"row": "number"} if "cells" in kinds else {}
    if subject.general:  # for all D there are no numbers yet: any will do, as nothing is evaluated
        profiles = subject.profiles or {}
        networks: dict[str, Layered] = {name: Outline(stages) for name, (_, stages) in profiles.items()}
        context = Context({**context.parameters, "d": 1, "m": 2}, networks, {}, context.budget)
        for name, term in (subject.definitions or {}).items():
            context.read(term, {}, "number")
            context.definitions[name] = 0
    if record["given"] is not None:
        context.read(record["given"], variables, "boolean")
    if record["bound"] is not None:
        context.read(record["bound"], {}, "number")
    if isinstance(record["fold"], str):
        context.read(record["term"], variables, *(("boolean",) if record["fold"] == "each" else ("number", "list")))


def opened_subject(decided: Json) -> Subject:
    """What the terms speak of: an instance, or all D."""
    if decided["scope"] == "symbolic":
        context = opened(decided)
        context.budget[0] += SYMBOLIC_BUDGET
        context.spend(context.size("n") ** 3)
        return Subject(context)
    demand(integer(decided["prime"]) == PRIME, "the prime is another one")
    fields(decided["parameters"], "n")
    demand(decided["for_all"] == "D" and decided["values"] == {}, "for_all or the values of the definitions")
    defined = dict(array(pair, 2) for pair in array(decided["definitions"]))
    demand(len(defined) == len(decided["definitions"]), "two definitions have one name")
    n = integer(decided["parameters"]["n"], 1)
    context = Context({"n": n}, {}, {}, [SYMBOLIC_BUDGET])
    context.spend(n**3)
    profiles = {name: profile(record) for name, record in decided["profiles"].items()}
    return Subject(context, profiles, defined)


def check_symbolic(decided: Json) -> tuple[str, list[str]]:
    """The verdict of a certificate, and what was found as lines of text, once it is confirmed."""
    general = decided["scope"] == "general"
    keys = {*DECIDED.split()} ^ ({"networks", "profiles", "for_all"} if general else set())
    fields(decided, *keys, claim=str, title=str, source=str, scope=str)
    subject, domains = opened_subject(decided), dict[str, Json]()
    for record in array(decided["domains"]):
        fields(record, "points", "decided", "evidence", name=str, spec=dict)
        demand(record["decided"] is record["evidence"] is None, "a domain was decided point by point")
        counted = not general and record["spec"].get("kind") != "cells"
        points = read_points(record["spec"], {}, subject.context).total() if counted else None
        agree = record["points"] is None or (points is not None and record["points"] == encode(points))
        demand(agree, f"domain {record['name']!r} has another number of points")
        domains[record["name"]] = record
    verdicts = {record["name"]: settle(record, decided, subject, domains) for record in array(decided["steps"])}
    for record in decided["steps"]:
        read_terms(record, subject, {domains[name]["spec"].get("kind") for name in record["over"]})
    named = len(domains) + len(verdicts) == len(decided["domains"]) + len(decided["steps"])
    demand(named, "two domains or steps have one name")
    require_reached(decided, decided["steps"], "profiles" if general else "networks")
    verdict = concluded(decided, verdicts)
    where = f"for all D at n = {decided['parameters']['n']}" if general else ""
    lines = [f"confirmed: {verdict} (one symbolic run, made again)", says_of_itself(decided, where)]
    lines += [LEFT_OPEN] if general else []
    for record in decided["steps"]:
        points = integer(record["points"] or 0) if record["over"] else 0
        many = f"more than 2^{points.bit_length() - 1}" if points >= 2**53 else points
        there = f" (all {many} points at once)" if points else ""
        name, verdict_of_step = shown(record["name"]), verdicts[record["name"]]
        lines.append(f"  {name}: {verdict_of_step}{there} {record['statement']}")
    return verdict, lines + parts_told(decided, verdicts)
