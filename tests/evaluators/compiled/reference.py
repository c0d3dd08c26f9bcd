"""Programs evaluated node by node at one point after the other: the slow twin of the printed loops; and random programs."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import numpy as np

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.straight_line import Program
from exactua.evaluators.compiled.counted import Chained, Counted, Extremes, StepCount
from exactua.evaluators.compiled.recording import Checked, Compared, Measured, Recorded
from exactua.grids.columns import ColumnSet
from exactua.grids.orbits import Orbits
from exactua.grids.sequences import Sequences

Domain = Orbits | Sequences

OPERATIONS = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "minimum": min,
    "maximum": max,
    "select": lambda condition, then, otherwise: then if condition else otherwise,
    "less": operator.lt,
    "at most": operator.le,
    "equal": operator.eq,
    "and": operator.and_,
    "or": operator.or_,
    "not": operator.not_,
}


def columns(regular: int, special: int = 0) -> ColumnSet:
    """So many special columns with ids ..., -2, -1, and regular ones with ids 0, 1, ...: d = 1."""
    levels = tuple(Rational(k) for k in range(regular))
    return ColumnSet(1, levels, tuple(Rational(-k) for k in range(special, 0, -1)), (Rational(1),))


def values(recorded: Recorded, point: Sequence[int]) -> list:
    numbers: list = []
    for node in recorded.program.nodes:
        if node.operator in ("constant", "truth"):
            numbers.append(node.value)
        elif node.operator == "table":
            table, j = node.value
            numbers.append(int(recorded.tables[table][point[j]]))
        else:
            numbers.append(OPERATIONS[node.operator](*(numbers[i] for i in node.arguments)))
        assert node.low <= numbers[-1] <= node.high
    return numbers


def points(domain: Domain, start: int, stop: int) -> Iterator[tuple[int, ...]]:
    return (domain.unrank(rank) for rank in range(start, stop))


def counted(recorded: Recorded, domain: Domain, start: int, stop: int) -> Counted:
    at = [(point, values(recorded, point)) for point in points(domain, start, stop)]
    unusual = tuple(point for point, v in at if v[recorded.unusual])
    usual = [(point, v) for point, v in at if not v[recorded.unusual]]
    steps = {}
    for check in recorded.checked:
        failing = sorted(point for point, v in usual if v[check.fails])
        steps[check.step] = StepCount(
            sum(bool(v[check.given]) for _, v in usual), len(failing), failing[0] if failing else None
        )
    for compared in recorded.compared:
        steps[compared.step] = StepCount(sum(bool(v[compared.given]) for _, v in usual), 0, None)
    measured = []
    for m in recorded.measured:
        given = [(point, v) for point, v in usual if v[m.given]]
        if not given:
            measured.append(None)
            continue
        least = min((v[m.least], point) for point, v in given)
        greatest = min((-v[m.greatest], point) for point, v in given)
        total = sum(v[m.total] for _, v in given)
        measured.append(Extremes(*least, -greatest[0], greatest[1], total))
    return Counted(len(at), unusual, steps, tuple(measured))


def in_order(domain: Domain, first: int, last: int) -> list[tuple[int, ...]]:
    """The points with spread in [first, last) in the order W up, g_1 down, ..., g_(n-2) down, l_n up."""
    selected = [point for point in points(domain, 0, domain.count) if first <= point[-1] - point[0] < last]

    def key(point: tuple[int, ...]) -> tuple[int, ...]:
        gaps = [a - b for a, b in pairwise(point)][:-1]
        return (point[-1] - point[0], *gaps, point[-1])

    return sorted(selected, key=key)


def chained(recorded: Recorded, domain: Domain, first: int, last: int) -> list[Chained]:
    result = []
    for compared in recorded.compared:
        linked: list[list[int]] = []
        broken = None
        for point in in_order(domain, first, last):
            v = values(recorded, point)
            numbers = [v[i] for i in compared.numbers]
            if v[recorded.unusual]:
                broken = broken or point
            elif v[compared.given]:
                before = max(linked[-1]) if linked else None
                if len(set(numbers)) < len(numbers) or (before is not None and min(numbers) <= before):
                    broken = broken or point
                linked.append(numbers)
        ends = (min(linked[0]), max(linked[-1])) if linked else (None, None)
        result.append(Chained(compared.step, len(linked), *ends, broken))
    return result


def drawn(
    random: Random, domain: Domain, scale: int = 1, tables: int = 1, nodes: int = 40, bent: bool = True
) -> Recorded:
    """A random program over a domain: every operation, numbers about `scale` large; `bent` without affine-only."""
    n, strict = domain.n, isinstance(domain, Orbits) and domain.repeats == "forbidden"
    program = Program(n)
    ids = np.array([int(domain.columns.id(k)) for k in range(domain.columns.count)])
    listed = [ids, *(np.array([random.randint(-9, 9) for _ in ids]) for _ in range(tables - 1))]
    numbers = [program.table(t, j, int(x.min()), int(x.max())) for t, x in enumerate(listed) for j in range(n)]
    if isinstance(domain, Orbits):
        for i in range(n):
            for j in range(i + 1, n):
                program.say_below(numbers[i], numbers[j], (j - i) * int(strict))
    numbers += [program.constant(c) for c in (0, 1, -3, scale)]
    truths = [program.less(numbers[0], numbers[-1]), program.truth(True)]
    for _ in range(nodes):
        a, b = random.choice(numbers), random.choice(numbers[-12:])
        kind = random.choice(["add", "subtract", "multiply", "minimum", "maximum", "select", "less", "at_most", "equal", "both", "either", "opposite"] if bent else ["add", "subtract", "scale"])  # fmt: skip
        if kind == "select":
            node = program.select(random.choice(truths), a, b)
        elif kind in ("both", "either"):
            truths.append(getattr(program, kind)(random.choice(truths), random.choice(truths)))
            continue
        elif kind == "opposite":
            truths.append(program.opposite(random.choice(truths)))
            continue
        elif kind in ("less", "at_most", "equal"):
            truths.append(getattr(program, kind)(a, b))
            continue
        elif kind == "scale":
            node = program.multiply(program.constant(random.randint(-3, 5)), a)
        else:
            node = getattr(program, kind)(a, b)
        if max(abs(program.nodes[node].low), abs(program.nodes[node].high)) < max(scale * 2**20, 2**20):
            numbers.append(node)
    return recorded(random, program, listed, domain, numbers, truths)


def recorded(
    random: Random, program: Program, listed: list, domain: Domain, numbers: list[int], truths: list[int]
) -> Recorded:
    """Steps over random nodes of a program: checked, compared and measured."""
    true = program.truth(True)
    measured = []
    for given in (true, random.choice(truths)):
        a, b = random.choice(numbers[-8:]), random.choice(numbers)
        measured.append(Measured(given, program.minimum(a, b), program.maximum(a, b), program.add(a, b), 1))
    given = random.choice(truths)
    checked = (
        Checked("always", true, random.choice(truths), 0),
        Checked("given", given, program.both(given, random.choice(truths)), 1),
    )
    pair = (numbers[-1], random.choice(numbers[-8:]))
    compared = (
        Compared("compared", true, pair, 1, 0),
        Compared("compared where given", given, (random.choice(numbers),), 1, None),
    )
    unusual = program.both(random.choice(truths), program.both(random.choice(truths), random.choice(truths)))
    strict = isinstance(domain, Orbits) and domain.repeats == "forbidden"
    arrays = tuple(table.astype(np.int64) for table in listed)
    return Recorded(
        program, arrays, isinstance(domain, Orbits), strict, unusual, checked, compared, tuple(measured), False
    )
