"""Steps that are decided for each family of points at once, by signs (format, section 8).

That the numbers of any two points differ is shown by an order of the variables.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import cmp_to_key

from .evaluations import Evaluation, Subject, numbers
from .forms import UNKNOWN, beyond, greatest, less, order, shown_positive
from .records import array, integer
from .refusals import demand
from .stacks import Family, Shape, family, patterns, shapes
from .terms import Context
from .values import Json, Number

LARGEST_PATTERNED = 6  # columns for which one may try how many columns have which of the ids


def at_instance(subject: Subject, d: int, m: int) -> Subject:
    """The subject of a certificate for all D at an instance."""
    context = Context({"d": d, "n": subject.n, "m": m}, {}, {}, subject.context.budget)
    for name, term in (subject.definitions or {}).items():
        context.definitions[name] = context.constant(term)
    return Subject(context, subject.profiles)


def families(subject: Subject, shapes: Iterable[Shape]) -> Iterator[tuple[Evaluation, Shape]]:
    """The evaluation at all points of each family that has one, with its shape."""
    for shape in shapes:
        if subject.has_points(shape[0], shape[1]):
            yield evaluation(subject, subject.D(shape[0]), shape), shape


def evaluation(subject: Subject, D: Number, shape: Shape) -> Evaluation:
    """The one evaluation for all terms at all points of a family."""
    key = (D if isinstance(D, int) else D.coefficients[0], *shape)
    if key not in subject.evaluations:
        subject.context.spend((shape[0] + 3) ** 2)
        points = family(D, subject.n, subject.m, *shape)
        subject.evaluations[key] = Evaluation(subject, points)
    return subject.evaluations[key]


def nowhere(subject: Subject, D: Number | None = None) -> Evaluation:
    """The evaluation of what is static, without a point."""
    return Evaluation(subject, Family(subject.D(0) if D is None else D, subject.n, []))


def everywhere(record: Json, subject: Subject, specs: dict[str, Json]) -> bool:
    """Whether there are points that satisfy the hypothesis; what is not shown to hold at all of them is refused."""
    n = subject.n
    chosen: list[Shape] = [shape for spec in specs.values() for shape in shapes(spec, n)]
    try:
        return throughout(record, subject, families(subject, chosen) if specs else [(nowhere(subject), None)])
    except NotImplementedError:
        if n > LARGEST_PATTERNED:
            raise
    # which columns have which of the ids may matter
    chosen = [shape for spec in specs.values() for shape in patterns(spec, n)]
    return throughout(record, subject, families(subject, chosen) if specs else [(nowhere(subject), None)])


def throughout(record: Json, subject: Subject, families: Iterable[tuple[Evaluation, Shape | None]]) -> bool:
    """The same, where these are all families."""
    applicable, possible, given, term = False, False, record["given"], record["term"]
    for member, shape in families:
        applies = given is None or member.holds(given)
        if applies is False:
            continue
        holds = member.holds(term)
        false = holds is False and applies is True
        demand(not false, f"step {record['name']!r} is false at all points of a family")
        if not holds:
            for point, at in samples(subject, member.points, shape):
                false = bool(given is None or point.holds(given)) and point.holds(term) is False
                demand(not false, f"step {record['name']!r} is false {at}")
            beyond(True, f"step {record['name']!r} is not decided by signs")
        applicable = applicable or applies is True
        possible = True
    beyond(possible and not applicable, f"whether step {record['name']!r} is vacuous")
    return applicable


def samples(subject: Subject, points: Family, shape: Shape | None) -> Iterator[tuple[Evaluation, str]]:
    """Evaluations at some points of a family, corners of it, of which each is a point that there is."""
    least = points.D if not subject.general else points.D.coefficients[0]
    for D in (least,) if not subject.general else range(least, least + 3):
        there = subject if not subject.general else at_instance(subject, 1, D)
        corners = iter([()])
        if shape is not None:
            corners = zip(*(x.corners() for x in family(D, points.n, there.m, *shape).ids), strict=True)
        for ids in corners if points.cornered else ():
            padded = [*ids, *ids[-1:] * (points.n - len(ids))]
            point = Family(D, points.n, padded)
            yield Evaluation(there, point), f"at D = {D} and the ids {padded}"


def apart(record: Json, subject: Subject, specs: dict[str, Json]) -> bool:
    """Whether there are two points; what is not shown to have different numbers at any two of them is refused."""
    n, (name, *more) = subject.n, record["over"]
    described = more == [] and shapes(specs[name], n) == [(n, 0)] and specs[name]["repeats"] == "forbidden"
    beyond(not described, "'distinct' over such domains")
    D = subject.D(n + 1)
    if type(D) is int and n >= D:
        if n == D:  # one point, at which nothing may be an error
            point = evaluation(subject, D, (n, 0))
            if record["given"] is None or point.holds(record["given"]) is not False:
                numbers(point.value(record["term"], {}))
        return False
    family = evaluation(subject, D, (n, 0))
    applies = record["given"] is None or family.holds(record["given"])
    beyond(applies is None, "a hypothesis is not decided by signs")
    if applies is False or record["verdict"] == "vacuous":
        return applies is not False
    first = family.points.ids[0]
    forms = [first * 0 + x for x in numbers(family.value(record["term"], {}))]
    known = all(x is not UNKNOWN and x.unknown == {} for x in forms)
    beyond(not known, "numbers that the ids do not tell")
    bound = nowhere(subject, D).value(record["bound"] or 0, {})
    strictly = record["relation"] in (None, ">")
    for low, high in itertools.pairwise(sorted(forms, key=cmp_to_key(order))):
        far = less(bound, high - low, strictly)
        demand(far is not False, "two numbers of each point are equal, or too near to each other")
        beyond(far is None, "whether the numbers of a point are far from each other")

    blocks, N = [{*range(n + 1)}], first.N - 1
    beyond(record["order"] is None, f"step {record['name']!r} without an order")
    for split in array(record["order"], n):
        parts = [[integer(v) for v in array(part)] for part in array(split, 2)]
        up, down = map(set, parts)
        twice = any(len({*part}) < len(part) for part in parts)
        fits = up and down and not twice and not up & down and up | down in blocks
        demand(bool(fits), f"the order of step {record['name']!r} does not split a block")
        blocks.remove(up | down)
        for f in greatest(forms, -1):
            for g in greatest(forms):
                shown = above(f - bound, g, up, down, blocks, N, strictly)
                demand(shown, f"the order of step {record['name']!r} does not show it")
        blocks += [up, down]
    return True


def above(
    f: Number, g: Number, up: set[int], down: set[int], others: list[set[int]], N: Number, strictly: bool
) -> bool:
    """Whether f at a point is greater than g (or not less) at another, of which the sum of the variables `up` is less.

    The sums of the variables in each of the other blocks, and in `up` and `down` together, are the same.
    """
    (f_0, *f_v), (g_0, *g_v) = ([*x.coefficients, 0] for x in (f, g))

    def least(of_f: set[int], of_g: set[int]) -> list[Number]:
        lows, highs = greatest([f_v[i] for i in of_f], -1), greatest([g_v[i] for i in of_g])
        return [x - y for x in lows for y in highs]

    leads = least(up, down)
    slopes = [*leads, *least(up, up), *least(down, down), *(x for block in others for x in least(block, block))]
    return all(shown_positive(f_0 - g_0 + lead + N * slope, strictly) for lead in leads for slope in slopes)
