"""Steps that are decided for each family of points at once, by signs (format, section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .evaluations import Evaluation, Subject
from .forms import beyond
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
