"""That the numbers of any two points differ, shown by an order of the variables (format, section 8)."""

from __future__ import annotations

import itertools
from functools import cmp_to_key

from .evaluations import Subject, numbers
from .families import evaluation, nowhere
from .forms import UNKNOWN, beyond, greatest, less, order, shown_positive
from .records import array, integer
from .refusals import demand
from .stacks import shapes
from .values import Json, Number


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
