"""Which distance the steps of `ask` assert of values that must differ: only where they are just those that it writes.

`ask` writes it in few forms: distances of all pairs; numbers u^T z of all points that are apart by a bound; and the
difference of such numbers of two neighbours in a chain. The step is written again for the parameters, points, bound and
u of the certificate, and must be the same: term, hypothesis, fold and domain. Of vectors z, the square of the bound
over u^T u is asserted (Cauchy and Schwarz); of entries of q = u^T g themselves, the square of the bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.problem import QUESTION, Problem, Step
from exactua.deciding.cells import CellDomain
from exactua.deciding.plan import build_domains
from exactua.errors import InputError
from exactua.evidence.asked_terms import (
    columns,
    different,
    different_columns,
    distance_squared,
    exact,
    first,
    nearest_two,
    norm_of,
    one_of,
    other_columns,
    permutation,
    points_differ,
    rows,
    same_column,
    same_vocabulary,
    second,
    these_two,
    tokens_differ,
    unequal,
)
from exactua.grids.categories import DomainSpec, d, n
from exactua.grids.domains import PointDomain
from exactua.grids.pairs import Pairs
from exactua.networks.items import not_equivariant
from exactua.terms.encoding import canonical, to_data
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import Term, make
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    Number,
    Row,
    Truth,
    every,
    implies,
    pairwise_distinct,
    point,
    row,
    select,
    total,
)


@dataclass(frozen=True)
class Asserted:
    """A distance that steps assert."""

    squared: Rational
    """The square that the distance of any two values that must differ is said to be at least."""
    steps: tuple[str, ...]
    """The steps that say so together."""
    attained: str = ""
    """The step by which two such values are just so far apart; "" where there is none."""


def asserted_distance(problem: Problem) -> Asserted | None:
    """The distance that the judged steps of an answer assert; None where they are not those that `ask` writes."""
    steps = {step.name: step for step in problem.steps if step.name in problem.judged}
    for form in _FORMS.get(problem.label.removeprefix(QUESTION), ()):
        asserted = form(problem, steps)
        if asserted is not None:
            return asserted
    return None


def denying_equality(problem: Problem) -> tuple[str, ...]:
    """The judged steps of an answer that are false just where two values that must differ are equal."""
    steps = {step.name: step for step in problem.steps if step.name in problem.judged}
    return tuple(name for name, step in steps.items() if _denies_equality(problem, step))


# ---- steps, written again ------------------------------------------------------------------------------------------


def _is(
    step: Step | None,
    term: Number | Row | Truth,
    given: Truth | None = None,
    fold: str = "each",
    bound: Rational | None = None,
) -> bool:
    """Whether a step asserts just this, at the points of its domain."""
    if step is None or step.fold != fold or step.relation != (None if bound is None else ">="):
        return False
    pairs = (
        (step.term, term.term),
        (step.given, None if given is None else given.term),
        (step.bound, None if bound is None else exact(bound).term),
    )
    return all(_data(had) == _data(wanted) for had, wanted in pairs)


def _data(term: Term | None) -> str:
    return "" if term is None else canonical(to_data(term))


def _g(L: MatrixOperand) -> MatrixOperand:
    return MatrixOperand(make("stage", ("g", "output"), L.term))


def _images_apart() -> Number:
    """||g(X) - g(X')||^2, of all entries."""
    return total(columns, lambda k: distance_squared(_g(first), k, _g(second), k))


def _ids_differ(condition: Callable[[Number], Truth]) -> Truth:
    """What is said of the squared distance of two ids of X and X' that must differ."""

    def far(k: Number, j: Number) -> Truth:
        must = ~same_vocabulary(first, second) | ~same_column(first, k, second, j)
        return implies(must, condition(distance_squared(_g(first), k, _g(second), j)))

    return every(columns, lambda k: every(other_columns, lambda j: far(k, j)))


def _q(u: Sequence[Rational], L: MatrixOperand) -> Row:
    return row(Columns(1, d, "i"), lambda i: one_of(u, i)).dot(_g(L))


def _entries(u: Sequence[Rational], condition: Callable[[Number, Number], Truth]) -> Truth:
    """What is said of any entries of q(L) and q(L')."""
    q, other = _q(u, first), _q(u, second)
    return every(columns, lambda k: every(other_columns, lambda j: condition(q[k], other[j])))


def _strangers(loosely: bool, different: bool) -> Truth:
    """L and L' must differ: in order or, loosely, up to it; and, where asked for, have different columns."""
    apart = ~permutation(first, second) if loosely else ~(first == second)
    return apart & different_columns(first) & different_columns(second) if different else apart


def _alone(different: bool) -> Truth | None:
    return different_columns(point) if different else None


def _inside(problem: Problem, different: bool) -> Truth | None:
    """The hypothesis of what speaks of two entries of one q(L)."""
    return n >= 2 if problem.parameters["n"] == 1 else _alone(different)


# ---- the forms -----------------------------------------------------------------------------------------------------

Steps = Mapping[str, Step]


def _injective_in_pairs(problem: Problem, steps: Steps) -> Asserted | None:
    step, main = steps.get("separation"), steps.get("injective")
    square, base = _last(step), _paired(step)
    if not _beside(step, main) or square is None or base is None or not _denies_equality(problem, main):
        return None
    if not _is(step, _images_apart() >= exact(square), points_differ()):
        return None
    near = _nearest(problem, steps, base)
    is_least = near is not None and near[0] != near[1] and _says(steps, _images_apart(), square)
    return Asserted(square, ("separation",), "attained" if is_least else "")


def _injective_by_numbers(problem: Problem, steps: Steps) -> Asserted | None:
    step, main = steps.get("separation"), steps.get("injective")
    gap, length = _bound(step), int(problem.parameters["n"])
    u = _coefficients(step, _size(problem, length))
    if not _beside(step, main) or gap is None or u is None:
        return None
    number = _weighted(u, _g(point), length, columns)
    if not _is(step, number, fold="apart", bound=gap) or not _is(main, number, fold="distinct"):
        return None
    return Asserted(gap**2 / norm_of(u), ("separation",))


def _injective_in_a_chain(problem: Problem, steps: Steps) -> Asserted | None:
    step, main = steps.get("separation"), steps.get("injective")
    gap, points = _last(step), _chain(step)
    if not _beside(step, main) or gap is None or not points:
        return None
    length = len(points[0][0])
    u = _coefficients(step, _size(problem, length))
    if u is None or problem.parameters["n"] != 2 * length:
        return None
    Z, W = (_g(half) for half in _HALVES)
    within = Columns(1, length, "k")
    grows = _weighted(u, W, length, within) - _weighted(u, Z, length, within)
    if not _is(step, grows >= exact(gap)) or not _is(main, grows > 0):
        return None
    return Asserted(gap**2 / norm_of(u), ("separation",))


def _ids_in_pairs(problem: Problem, steps: Steps) -> Asserted | None:
    step = steps.get("separation")
    square, base, main = _last(step), _paired(step), steps.get("condition2")
    if not _beside(step, main) or square is None or base is None or not _same_given(step, main):
        return None
    if not _is(step, _ids_differ(lambda squared: squared >= exact(square)), tokens_differ()):
        return None
    near, places = _nearest(problem, steps, base), _places(steps.get("attained"))
    is_least = False
    if near is not None and places is not None:
        X, Y = (tuple(zip(*matrix, strict=True)) for matrix in near)
        k, j = places
        must = set(X) != set(Y) or X[k - 1] != Y[j - 1]
        is_least = must and _says(steps, distance_squared(_g(first), k, _g(second), j), square)
    return Asserted(square, ("separation",), "attained" if is_least else "")


def _ids_by_numbers(problem: Problem, steps: Steps) -> Asserted | None:
    step, main = steps.get("separation"), steps.get("condition2")
    gap, u = _bound(step), _coefficients(step, _size(problem, 1))
    if not _beside(step, main) or gap is None or u is None or not _several(problem, step):
        return None
    numbers = row(columns, lambda k: total(rows, lambda i: one_of(u, i) * _g(point)[i, k]))
    if not _is(step, numbers, fold="apart", bound=gap) or not _is(main, numbers, fold="distinct"):
        return None
    return Asserted(gap**2 / norm_of(u), ("separation",))


def _ids_in_a_chain(problem: Problem, steps: Steps) -> Asserted | None:
    step, main = steps.get("separation"), steps.get("condition2")
    gap, points, u = _last(step), _chain(step), _coefficients(step, _size(problem, 1))
    if not _beside(step, main) or gap is None or not points or u is None:
        return None
    if problem.parameters["n"] != 2 * len(points[0][0]) or not _each_first(points):
        return None
    if not_equivariant(problem.networks["g"]) is not None:
        return None
    Z, W = (_g(half) for half in _HALVES)

    def number(of: MatrixOperand) -> Number:
        return total(rows, lambda i: one_of(u, i) * of[i, 1])

    if not _is(step, number(W) - number(Z) >= exact(gap)) or not _is(main, number(W) - number(Z) > 0):
        return None
    return Asserted(gap**2 / norm_of(u), ("separation",))


def _entries_in_pairs(problem: Problem, steps: Steps) -> Asserted | None:
    step, main, within = (steps.get(name) for name in ("separation", "condition2", "separation_within"))
    base, square, u = _paired(step), _last(within), _coefficients(step, _size(problem, 1))
    if base is None or within is None or within.over != (base,) or not _beside(step, main) or u is None:
        return None
    if square is None:
        return None

    def far(x: Number, y: Number) -> Truth:
        return (x - y) ** 2 >= exact(square)

    for loosely, apart in _VARIANTS:
        given = _strangers(loosely, apart)
        if (
            _is(main, _entries(u, unequal), given)
            and _is(step, _entries(u, far), given)
            and _is(within, _inner(u, far), _inside(problem, apart))
        ):
            exactly = _attained_entries(problem, steps, base, u, square, loosely, apart)
            return Asserted(square, ("separation_within", "separation"), "attained" if exactly else "")
    return None


def _entries_together(problem: Problem, steps: Steps) -> Asserted | None:
    step, main, within = (steps.get(name) for name in ("separation", "condition2", "separation_within"))
    leading = step or within
    u = _coefficients(leading, _size(problem, 1))
    if leading is None or u is None or not _beside(leading, main) or len(leading.over) != 1:
        return None
    gap, inner = _bound(step), _last(within)
    square = gap**2 if gap is not None else inner
    if square is None or (inner is not None and inner != square):
        return None

    def far(x: Number, y: Number) -> Truth:
        return (x - y) ** 2 >= exact(square)

    several, base = _several(problem, leading), leading.over[0]
    for apart in (False, True):
        alone = _alone(apart)
        if not _is(main, _q(u, point), alone, fold="distinct"):
            continue
        names = []
        if within is not None or apart or not several:
            if not _beside(within, main) or not _is(within, _inner(u, far), _inside(problem, apart)):
                continue
            names = ["separation_within"]
        if step is not None or several:
            if not _is(step, _q(u, point), alone, fold="apart", bound=gap):
                continue
            names.append("separation")
        exactly = _attained_entries(problem, steps, base, u, square, False, apart)
        return Asserted(square, tuple(names), "attained" if exactly else "")
    return None


def _tokens_in_pairs(problem: Problem, steps: Steps) -> Asserted | None:
    step, main = steps.get("separation"), steps.get("norms")
    square, base = _last(step), _paired(step)
    if square is None or base is None or main is None or main.over != (base,):
        return None
    distance = distance_squared(first, 1, second, 1)
    if problem.parameters["n"] != 1 or not _is(step, distance >= exact(square), points_differ()):
        return None
    near = _nearest(problem, steps, base)
    is_least = near is not None and near[0] != near[1] and _says(steps, distance, square)
    return Asserted(square, ("separation",), "attained" if is_least else "")


_FORMS: Final[Mapping[str, tuple[Callable[[Problem, Steps], Asserted | None], ...]]] = {
    "injective": (_injective_in_pairs, _injective_by_numbers, _injective_in_a_chain),
    "contextual-mapping": (
        _ids_in_pairs,
        _ids_by_numbers,
        _ids_in_a_chain,
        _entries_in_pairs,
        _entries_together,
    ),
    "separated": (_tokens_in_pairs,),
}

_VARIANTS: Final = tuple((loosely, apart) for loosely in (False, True) for apart in (False, True))

_HALVES: Final = (point.columns(1, n / 2), point.columns(n / 2 + 1, n))
"""X and X' of two neighbours [X X'] of a chain."""


def _denies_equality(problem: Problem, step: Step | None) -> bool:
    if step is None:
        return False
    if problem.label == f"{QUESTION}injective" and step.name == "injective":
        terms = (different(_g(first), _g(second)), _images_apart() > 0)
        return _paired(step) is not None and any(_is(step, term, points_differ()) for term in terms)
    if problem.label != f"{QUESTION}contextual-mapping":
        return False
    if step.name == "condition2" and _is(step, _ids_differ(lambda squared: squared > 0), tokens_differ()):
        return _paired(step) is not None
    u = _coefficients(step, _size(problem, 1))
    if u is None:
        return False
    if step.name == "condition1":
        term = pairwise_distinct(_q(u, point))
        return any(_is(step, term, _inside(problem, apart)) for apart in (False, True))
    if step.name == "condition2" and step.fold == "distinct":
        return any(_is(step, _q(u, point), _alone(apart), fold="distinct") for apart in (False, True))
    if step.name == "condition2" and _paired(step) is not None:
        return any(_is(step, _entries(u, unequal), _strangers(*variant)) for variant in _VARIANTS)
    return False


# ---- what they are made of -----------------------------------------------------------------------------------------


def _inner(u: Sequence[Rational], condition: Callable[[Number, Number], Truth]) -> Truth:
    """What is said of any two entries of one q(L)."""
    q = _q(u, point)
    return every(columns, lambda k: every(Columns(k + 1, n, "l"), lambda j: condition(q[k], q[j])))


def _weighted(u: Sequence[Rational], Z: MatrixOperand, length: int, within: Columns) -> Number:
    """u^T Z over all entries, row by row."""
    return total(
        rows,
        lambda i: total(within, lambda k: select((i - 1) * length + k, [exact(x) for x in u]) * Z[i, k]),
    )


def _beside(step: Step | None, main: Step | None) -> bool:
    """Whether both stand there and speak of the points of the same one domain."""
    return step is not None and main is not None and len(step.over) == 1 and step.over == main.over


def _same_given(step: Step | None, main: Step | None) -> bool:
    return step is not None and main is not None and _data(step.given) == _data(main.given)


def _paired(step: Step | None) -> DomainSpec | None:
    """The points of which the pairs are the domain of a step; None of another one."""
    return step.over[0].of if step is not None and len(step.over) == 1 else None


def _last(step: Step | None) -> Rational | None:
    """The rational number > 0 behind the last >= of a step that says one thing of each point."""
    if step is None:
        return None
    term = step.term
    while term.operator in ("all", "implies"):
        term = term.arguments[-1]
    return _positive(term.arguments[1]) if term.operator == ">=" else None


def _bound(step: Step | None) -> Rational | None:
    return None if step is None or step.bound is None else _positive(step.bound)


def _positive(term: Term) -> Rational | None:
    value = constant(term)
    return value if value is not None and value > 0 else None


def _size(problem: Problem, length: int) -> int:
    return int(problem.parameters["d"]) * length


def _coefficients(step: Step | None, count: int) -> tuple[Rational, ...] | None:
    """The first so many rational coefficients in a term: of a list that a matrix is multiplied with, or of a sum."""
    for term in () if step is None else step.term.walk():
        if term.operator == "dot" and term.arguments[0].operator == "list":
            factor = term.arguments[0].arguments[-1]
        elif term.operator == "*":
            factor = term.arguments[0]
        else:
            continue
        values = [constant(part) for part in (factor.arguments[1:] if factor.operator == "select" else [factor])]
        known = tuple(value for value in values if value is not None)
        return known if len(known) == len(values) == count and any(known) else None
    return None


def _several(problem: Problem, step: Step | None) -> bool:
    """Whether the domain of a step has two points or more."""
    return step is not None and build_domains(problem)[step.over[0].name].count > 1


def _chain(step: Step | None) -> tuple[Matrix, ...]:
    """The points of a chain whose neighbours a step is about, in their order; none where they are no chain."""
    if step is None or len(step.over) != 1 or step.over[0].kind != "list":
        return ()
    neighbours = list(_matrices(step.over[0]))
    if not neighbours or len(neighbours) < len(step.over[0].points) or len(neighbours[0][0]) % 2:
        return ()
    half = len(neighbours[0][0]) // 2
    parts = [(tuple(r[:half] for r in both), tuple(r[half:] for r in both)) for both in neighbours]
    if any(before[1] != after[0] for before, after in pairwise(parts)):
        return ()
    return (parts[0][0], *(after for _, after in parts))


def _each_first(points: Sequence[Matrix]) -> bool:
    """Whether each column of each point stands first in one of them, before the same others in some order."""

    def kind(tokens: Sequence[tuple[Rational, ...]], k: int) -> object:
        return tokens[k], tuple(sorted([*tokens[:k], *tokens[k + 1 :]]))

    sequences = [tuple(zip(*X, strict=True)) for X in points]
    there = {kind(tokens, 0) for tokens in sequences}
    return all(kind(tokens, k) in there for tokens in sequences for k in range(len(tokens)))


def _matrices(spec: DomainSpec) -> Iterator[Matrix]:
    """The points of a list that are numbers alone."""
    for matrix in spec.points:
        entries = [[constant(entry) for entry in line] for line in matrix]
        known = tuple(tuple(entry for entry in line if entry is not None) for line in entries)
        if all(len(line) == len(given) for line, given in zip(known, entries, strict=True)):
            yield known


def _nearest(problem: Problem, steps: Steps, base: DomainSpec) -> tuple[Matrix, Matrix] | None:
    """The two points that `attained` is about, where it stands just as `ask` writes it and both are of the domain."""
    step = steps.get("attained")
    of = _paired(step)
    if step is None or of is None:
        return None
    two = list(_matrices(of))
    if len(two) != len(of.points) or len(two) not in (1, 2):
        return None
    X, Y = two[0], two[-1]
    if step.over != (nearest_two(X, Y),):
        return None
    if _data(step.given) != ("" if X == Y else _data(these_two(X, Y).term)):
        return None
    domains = build_domains(problem)
    for spec in problem.domains:
        domain = domains[spec.name]
        domain = domain.of if isinstance(domain, Pairs) else domain
        if (spec.of or spec) == base and not isinstance(domain, CellDomain):
            return (X, Y) if all(_is_of(domain, Z) for Z in two) else None
    return None


def _is_of(domain: PointDomain, Z: Matrix) -> bool:
    """Whether a matrix is a point of a domain."""
    try:
        return domain.matrix(domain.rank_of(Z)) == Z
    except InputError:
        return False


def _places(step: Step | None) -> tuple[int, int] | None:
    """The two columns that the term of `attained` is about."""
    if step is None:
        return None
    known = [
        term.arguments[-1].value
        for term in step.term.walk()
        if term.operator in ("entry", "item") and term.arguments[-1].operator == "integer"
    ]
    return (known[0], known[1]) if len(known) == 2 and min(known) >= 1 else None


def _says(steps: Steps, distance: Number, square: Rational) -> bool:
    """Whether `attained` says that this distance has this square."""
    step = steps.get("attained")
    return step is not None and step.fold == "each" and _data(step.term) == _data((distance == exact(square)).term)


def _attained_entries(
    problem: Problem,
    steps: Steps,
    base: DomainSpec,
    u: Sequence[Rational],
    square: Rational,
    loosely: bool,
    apart: bool,
) -> bool:
    """Whether `attained` says so of two entries of q that must be distinct."""
    near, places = _nearest(problem, steps, base), _places(steps.get("attained"))
    if near is None or places is None:
        return False
    X, Y = (tuple(zip(*matrix, strict=True)) for matrix in near)
    k, j = places
    if apart and (len(set(X)) < len(X) or len(set(Y)) < len(Y)):
        return False
    if k == j if X == Y else loosely and sorted(X) == sorted(Y):
        return False
    return _says(steps, (_q(u, first)[k] - _q(u, second)[j]) ** 2, square)


def constant(term: Term | None) -> Rational | None:
    """The rational number that a term is by itself; None of another term."""
    if term is None or term.free or term.operator not in ("integer", "/", "neg"):
        return None
    parts = term.arguments
    if any(part.operator != "integer" for part in parts):
        return None
    value: Rational = Evaluator({}, {}, Nothing())(term)
    return mpq(value)
