"""The part of the verifier for steps that are decided at all points at once, by signs (format, section 8).

verifier.py loads this file when a certificate has the scope symbolic or general, from the folder where both lie, and
puts itself into `core`. The file imports nothing but the standard library. What it cannot interpret, or decide by
signs, it raises as NotImplementedError.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cmp_to_key
from types import SimpleNamespace
from typing import Any

__all__ = ["check"]

core: Any = None  # what verifier.py defines, once it has loaded this file

BUDGET = 20_000_000  # elementary steps
LARGEST_LITERAL = 100_000  # weights of networks of which a witness is evaluated layer by layer

STEP = (
    "given fold term bound relation statement verdict reason points applicable failures witness measure order evidence"
)
LARGEST_PATTERNED = 6  # columns for which one may try how many columns have which of the ids
GIVEN = "the hypothesis"
TIE = "what a head makes of a tie"
VERDICTS = ("holds", "vacuous", "refuted", "inconclusive")
LEFT_OPEN = (
    "  left open: a profile is what a network does to column ids, for every D = m^d; "
    "that the claim's network does this at every d and m is not in the certificate"
)


# ---- Steps -------------------------------------------------------------------------------------------------------


def instance(subject: Any, d: int, m: int) -> Any:
    """The subject of a certificate for all D at an instance."""
    context = core.Context({"d": d, "n": subject.n, "m": m}, {}, {}, subject.context.budget)
    for name, term in subject.definitions.items():
        context.definitions[name] = context.constant(term)
    return core.terms.Subject(context, subject.profiles)


def families(subject: Any, shapes: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """The evaluation at all points of each family, with its shape."""
    for shape in shapes:
        D = subject.D(shape[0])
        if not isinstance(D, int) or shape[0] <= D:
            yield evaluation(subject, D, *shape), shape


def evaluation(subject: Any, D: Any, *shape: Any) -> Any:
    """The one evaluation for all terms at all points of a family."""
    key = (D if isinstance(D, int) else D.coefficients[0], *shape)
    if key not in subject.known:
        subject.context.spend((shape[0] + 3) ** 2)
        points = core.runs.family(D, subject.n, subject.m, *shape)
        subject.known[key] = core.terms.Evaluation(subject, points)
    return subject.known[key]


def nowhere(subject: Any, D: Any = None) -> Any:
    """The evaluation of what is static, without a point."""
    return core.terms.Evaluation(subject, core.runs.Family(subject.D(0) if D is None else D, subject.n, []))


def everywhere(record: Any, subject: Any, specs: dict[str, Any]) -> bool:
    """Whether there are points that satisfy the hypothesis; what is not shown to hold at all of them is refused."""
    n, chosen = subject.n, [shape for spec in specs.values() for shape in core.runs.shapes(spec, subject.n)]
    try:
        return throughout(record, subject, families(subject, chosen) if specs else [(nowhere(subject), None)])
    except NotImplementedError:
        if n > LARGEST_PATTERNED:
            raise
    # which columns have which of the ids may matter
    chosen = [shape for spec in specs.values() for shape in core.runs.patterns(spec, n)]
    return throughout(record, subject, families(subject, chosen) if specs else [(nowhere(subject), None)])


def throughout(record: Any, subject: Any, families: Iterable[tuple[Any, Any]]) -> bool:
    """The same, where these are all families."""
    applicable, possible, given, term = False, False, record["given"], record["term"]
    for family, shape in families:
        applies = given is None or family.holds(given)
        if applies is False:
            continue
        holds = family.holds(term)
        false = holds is False and applies is True and family.points.real
        core.demand(not false, f"step {record['name']!r} is false at all points of a family")
        if not holds:
            for point, at in samples(subject, family.points, shape):
                false = (given is None or point.holds(given)) and point.holds(term) is False
                core.demand(not false, f"step {record['name']!r} is false {at}")
            core.forms.beyond(True, f"step {record['name']!r} is not decided by signs")
        applicable = applicable or (applies is True and family.points.real)
        tried = samples(subject, family.points, shape) if not applicable else ()
        applicable = applicable or any(point.holds(given) for point, _ in tried)
        possible = True
    core.forms.beyond(possible and not applicable, f"whether step {record['name']!r} is vacuous")
    return applicable


def samples(subject: Any, points: Any, shape: Any) -> Iterator[tuple[Any, str]]:
    """Evaluations at some points of a family, corners of it, of which each is a point that there is."""
    least = points.D if not subject.general else points.D.coefficients[0]
    for D in (least,) if not subject.general else range(least, least + 3):
        there = subject if not subject.general else instance(subject, 1, D)
        corners = iter([()])
        if shape is not None:
            corners = zip(*(x.corners() for x in core.runs.family(D, points.n, there.m, *shape).ids), strict=True)
        for ids in corners if points.real else ():
            padded = [*ids, *ids[-1:] * (points.n - len(ids))]
            point = core.runs.Family(D, points.n, padded)
            yield core.terms.Evaluation(there, point), f"at D = {D} and the ids {padded}"


def apart(record: Any, subject: Any, specs: dict[str, Any]) -> bool:
    """Whether there are two points; what is not shown to have different numbers at any two of them is refused."""
    n, (name, *more) = subject.n, record["over"]
    core.forms.beyond(more != [] or core.runs.shapes(specs[name], n) != [(n, 0)], "'distinct' over such domains")
    D = subject.D(n + 1)
    if type(D) is int and n >= D:
        return False
    family = evaluation(subject, D, n, 0)
    applies = record["given"] is None or family.holds(record["given"])
    core.forms.beyond(applies is None, "a hypothesis is not decided by signs")
    if applies is False or record["verdict"] == "vacuous":
        return applies is not False
    first = family.points.ids[0]
    numbers = [first * 0 + x for x in core.terms.numbers(family.value(record["term"], {}))]
    known = all(x is not core.forms.UNKNOWN and x.unknown == {} for x in numbers)
    core.forms.beyond(not known, "numbers that the ids do not tell")
    bound = nowhere(subject, D).value(record["bound"] or 0, {})
    strictly = record["relation"] in (None, ">")
    for low, high in itertools.pairwise(sorted(numbers, key=cmp_to_key(core.forms.order))):
        far = core.forms.less(bound, high - low, strictly)
        core.demand(far is not False, "two numbers of each point are equal, or too near to each other")
        core.forms.beyond(far is None, "whether the numbers of a point are far from each other")

    blocks, N = [{*range(n + 1)}], first.N - 1
    core.forms.beyond(record["order"] is None, f"step {record['name']!r} without an order")
    for split in core.array(record["order"], n):
        up, down = ({core.integer(v) for v in core.array(part)} for part in core.array(split, 2))
        fits = up and down and not up & down and up | down in blocks
        core.demand(bool(fits), f"the order of step {record['name']!r} does not split a block")
        blocks.remove(up | down)
        for f in core.forms.greatest(numbers, -1):
            for g in core.forms.greatest(numbers):
                shown = above(f - bound, g, up, down, blocks, N, strictly)
                core.demand(shown, f"the order of step {record['name']!r} does not show it")
        blocks += [up, down]
    return True


def above(f: Any, g: Any, up: set[int], down: set[int], others: list[set[int]], N: Any, strictly: bool) -> bool:
    """Whether f at a point is greater than g (or not less) at another, of which the sum of the variables `up` is less.

    The sums of the variables in each of the other blocks, and in `up` and `down` together, are the same.
    """
    (f_0, *f_v), (g_0, *g_v) = ([*x.coefficients, 0] for x in (f, g))

    def least(one: set[int], other: set[int]) -> list[Any]:
        lows, highs = core.forms.greatest([f_v[i] for i in one], -1), core.forms.greatest([g_v[i] for i in other])
        return [x - y for x in lows for y in highs]

    leads = least(up, down)
    slopes = [*leads, *least(up, up), *least(down, down), *(x for block in others for x in least(block, block))]
    return all(core.forms.shown(f_0 - g_0 + lead + N * slope, strictly) for lead in leads for slope in slopes)


def refute(record: Any, subject: Any, specs: dict[str, Any]) -> None:
    """Evaluate a step at its witness, where it has to be false."""
    where, witness, static = f"the witness of step {record['name']!r}", record["witness"], specs == {}
    core.fields(witness, "domain", points=list, **({} if not subject.general else {"parameters": dict}))
    if subject.general:
        box = core.fields(witness["parameters"], "d", "m")
        subject = instance(subject, core.integer(box["d"], 1), core.integer(box["m"], 2))
    if static:
        core.demand(witness["domain"] is None and witness["points"] == [], f"{where} has a point")
        core.demand(record["given"] is None or constant(record["given"], subject), f"{where} does not satisfy {GIVEN}")
        core.demand(constant(record["term"], subject) is False, f"{where} is none")
        return
    points = [is_point(matrix, specs[witness["domain"]], subject) for matrix in witness["points"]]
    sides = ("boolean",) if record["fold"] == "each" else ("number", "list")
    core.demand(len(points) == len(sides) and points[:1] != points[1:], f"{where} has not the points that it needs")
    for point in points:
        applies = record["given"] is None or evaluated(record["given"], subject, point, "boolean")
        core.forms.beyond(applies is None, TIE)
        core.demand(applies, f"{where} does not satisfy {GIVEN}")
    values = [evaluated(record["term"], subject, point, *sides) for point in points]
    core.forms.beyond(None in values, TIE)
    if sides == ("boolean",):
        core.demand(not values[0], f"{where} is none")
        return
    bound, relation = nowhere(subject).value(record["bound"] or 0, {}), record["relation"] or ">"
    together = itertools.pairwise(sorted(x for value in values for x in core.terms.numbers(value)))
    core.demand(not all(core.RELATIONS[relation](high - low, bound) for low, high in together), f"{where} is none")


def constant(term: Any, subject: Any) -> Any:
    """Whether a static term is true at an instance."""
    if not core.part("verifier_steps.py").mentioned(term):
        return subject.context.constant(term, "boolean")
    return nowhere(subject).holds(term)


def evaluated(term: Any, subject: Any, point: Any, *kinds: str) -> Any:
    """The value of a term at a point: by each layer with its weight matrices, where these are not too many."""
    context, ids = subject.context, [core.tidy(x * subject.m) for x in core.dot(reading(subject), point)]
    used = core.part("verifier_steps.py").mentioned(term)
    if subject.profiles is None and sum(context.networks[name].weights for name in used) <= LARGEST_LITERAL:
        return context.read(term, {"": "point"}, *kinds)(core.Scene(context, point), {})
    evaluation = core.terms.Evaluation(subject, core.runs.Family(subject.D(0), len(ids), ids))
    return evaluation.holds(term) if kinds == ("boolean",) else evaluation.value(term, {})


def reading(subject: Any) -> list[int]:
    """u = (1, m, m^2, ...)."""
    return [core.power(subject.m, i) for i in range(subject.context.size("d"))]


def is_point(matrix: Any, spec: Any, subject: Any) -> Any:
    """The columns of a matrix, once they make a point of a domain."""
    d, n, m = (subject.context.size(name) for name in "dnm")
    core.runs.shapes(spec, n)
    rows = [[core.rational(x) for x in core.array(row, n)] for row in core.array(matrix, d)]
    columns, special = tuple(zip(*rows, strict=True)), -core.power(m, n * d)
    marked = sum(special in column for column in columns)
    entries = all(x == special or (0 <= x < 1 and (x * m).denominator == 1) for row in rows for x in row)
    ids = core.dot(reading(subject), columns)
    repeated = any(a == b for a, b in itertools.pairwise(ids))
    fits = entries and ids == sorted(ids)
    fits = fits and {"none": marked == 0, "required": marked > 0, "allowed": True}[spec["specials"]]
    fits = fits and {"forbidden": not repeated, "required": repeated, "allowed": True}[spec["repeats"]]
    core.demand(fits, "a point of a witness is none of its domain")
    return columns


# ---- Certificates ------------------------------------------------------------------------------------------------


def settle(record: Any, decided: Any, subject: Any, domains: dict[str, Any]) -> str:
    """The verdict of a step, once it is found to be right."""
    core.fields(record, *STEP.split(), name=str, kind=str, says=str, over=list)
    where, steps, general = f"step {record['name']!r}", core.part("verifier_steps.py"), subject.general
    if not record["over"] and not general:
        core.demand(record["order"] is None, f"{where} has an order without points")
        record = {key: value for key, value in record.items() if key != "order"}
        step = steps.Step(record, decided["definitions"], {}, subject.context)
        step.look(core.Scene(subject.context, None), {}, (0, 0))
        step.settle(True)
        return str(step.verdict)
    specs = {name: domains[name]["spec"] for name in record["over"]}
    steps.stated(record, decided["definitions"], [[name, domains[name]["spec"]] for name in record["over"]], where)
    counts = [domains[name]["points"] for name in record["over"]]
    points = None if None in counts or not counts else sum(map(core.integer, counts))
    core.demand(record["points"] == (points if points is None else core.encode(points)), f"the points of {where}")
    verdict, fold = record["verdict"], record["fold"]
    given = [key for key in ("applicable", "failures", "measure") if record[key] is not None]
    reason = record["reason"] is None or (verdict == "inconclusive" and type(record["reason"]) is str)
    given += [] if reason else ["reason"]
    given += ["witness"] if (record["witness"] is not None) != (verdict == "refuted") else []
    ordered = verdict == "holds" and fold in ("distinct", "apart")
    given += ["order"] if record["order"] is not None and not ordered else []
    core.demand(given == [] and verdict in VERDICTS, f"{', '.join([*given, 'verdict'])} of {where} cannot be so")
    if verdict == "inconclusive":
        return "inconclusive"
    core.forms.beyond(fold not in ("each", "distinct", "apart"), f"the fold {fold!r} in a symbolic run")
    fits = record["relation"] in ((">", ">=") if fold == "apart" else (None,))
    core.demand(fits and (record["bound"] is None) == (fold != "apart"), f"the bound of {where} does not fit its fold")
    core.demand(general or None not in counts, f"the points of {where} are not counted")
    if verdict == "refuted":
        refute(record, subject, specs)
        return "refuted"
    found = (everywhere if fold == "each" else apart)(record, subject, specs)
    used = steps.mentioned([record["term"], record["given"]]) if not general and found else set()
    placed = ("leftmost", "rightmost", "masked", "other layers")
    alone = any(subject.context.networks[name].quantities[key] for name in used for key in placed)
    core.demand(not alone, f"{where} holds, where one point does not stand for its orbit")
    core.demand(verdict == ("holds" if found else "vacuous"), f"{where} is not {verdict}")
    return str(verdict)


def written(record: Any, subject: Any) -> None:
    """Reads the terms of a step, also where none of their values is asked for: what is no term is refused here."""
    context, variables = subject.context, {"": "point"} if record["over"] else {}
    if subject.general:  # for all D there are no numbers yet: any will do, as nothing is evaluated
        made = {"quantities": Counter[str](), **dict.fromkeys(core.EVALUATIONS)}
        networks = {name: SimpleNamespace(stages=stages, **made) for name, (_, stages) in subject.profiles.items()}
        context = core.Context({**context.parameters, "d": 1, "m": 2}, networks, {}, context.budget)
        for name, term in subject.definitions.items():
            context.read(term, {}, "number")
            context.definitions[name] = 0
    if record["given"] is not None:
        context.read(record["given"], variables, "boolean")
    if record["bound"] is not None:
        context.read(record["bound"], {}, "number")
    if isinstance(record["fold"], str):
        context.read(record["term"], variables, *(("boolean",) if record["fold"] == "each" else ("number", "list")))


def opened(decided: Any) -> Any:
    """What the terms speak of: an instance, or all D."""
    if decided["scope"] == "symbolic":
        context = core.opened(decided)
        context.budget[0] += BUDGET
        context.spend(context.size("n") ** 3)
        return core.terms.Subject(context)
    core.demand(core.integer(decided["prime"]) == core.PRIME, "the prime is another one")
    core.fields(decided["parameters"], "n")
    core.demand(decided["for_all"] == "D" and decided["values"] == {}, "for_all or the values of the definitions")
    defined = dict(core.array(pair, 2) for pair in core.array(decided["definitions"]))
    core.demand(len(defined) == len(decided["definitions"]), "two definitions have one name")
    parameters = {"n": core.integer(decided["parameters"]["n"], 1)}
    context = core.Context(parameters, {}, {}, [BUDGET])
    context.spend(parameters["n"] ** 3)
    profiles = {name: core.runs.profile(record) for name, record in decided["profiles"].items()}
    return core.terms.Subject(context, profiles, defined)


def check(decided: Any) -> tuple[str, list[str]]:
    """The verdict of a certificate, and what was found as lines of text, once it is confirmed."""
    general = decided["scope"] == "general"
    keys = {*core.DECIDED.split()} ^ ({"networks", "profiles", "for_all"} if general else set())
    core.fields(decided, *keys, claim=str, title=str, source=str, scope=str)
    subject, domains = opened(decided), dict[str, Any]()
    for record in core.array(decided["domains"]):
        core.fields(record, "points", "decided", "evidence", name=str, spec=dict)
        core.demand(record["decided"] is record["evidence"] is None, "a domain was decided point by point")
        counted = not general and record["spec"].get("kind") != "cells"
        points = core.part("verifier_domains.py").read(record["spec"], {}, subject.context).total() if counted else None
        agree = record["points"] is None or (counted and record["points"] == core.encode(points))
        core.demand(agree, f"domain {record['name']!r} has another number of points")
        domains[record["name"]] = record
    verdicts = {record["name"]: settle(record, decided, subject, domains) for record in core.array(decided["steps"])}
    for record in decided["steps"]:
        written(record, subject)
    named = len(domains) + len(verdicts) == len(decided["domains"]) + len(decided["steps"])
    core.demand(named, "two domains or steps have one name")
    core.part("verifier_steps.py").require_reached(decided, decided["steps"], "profiles" if general else "networks")
    verdict = core.concluded(decided, verdicts)
    where = f"for all D at n = {decided['parameters']['n']}" if general else ""
    lines = [f"confirmed: {verdict} (one symbolic run, made again)", core.says_of_itself(decided, where)]
    lines += [LEFT_OPEN] if general else []
    for record in decided["steps"]:
        points = core.integer(record["points"] or 0) if record["over"] else 0
        many = f"more than 2^{points.bit_length() - 1}" if points >= 2**53 else points
        there = f" (all {many} points at once)" if points else ""
        name, verdict_of_step = core.shown(record["name"]), verdicts[record["name"]]
        lines.append(f"  {name}: {verdict_of_step}{there} {record['statement']}")
    return verdict, lines + core.parts_told(decided)
