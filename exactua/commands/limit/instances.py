"""What `limit` speaks of: a network with hardmax and finitely many points, of a claim at an instance or of files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.messages import brief, plain
from exactua.arithmetic.rationals import Matrix
from exactua.claims.claim import Claim
from exactua.claims.problem import Problem
from exactua.claims.ranges import integers
from exactua.console.options import numbers
from exactua.console.point_files import Over, read_points, require_file, require_shapes
from exactua.console.point_sets import PointSet, grid_of
from exactua.errors import InputError
from exactua.evidence.evaluating import require_walkable
from exactua.evidence.statements import instance
from exactua.grids.categories import DomainSpec, build, extended_grid, grid
from exactua.grids.domains import PointDomain
from exactua.grids.orbits import Specials
from exactua.networks import Network
from exactua.networks.files import NetworkFile, read_network
from exactua.networks.items import fixed_columns, templates
from exactua.networks.printing import heading
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.plurals import counted
from exactua.printing.text import instance as shown_instance
from exactua.softmax.temperature.propagation import require_followed

MOST_POINTS: Final = 20_000
"""The most points that are looked at: each goes through the exact network, several times."""


@dataclass(frozen=True)
class LimitInstance:
    """A network, points d x n (unit 1), and how both are called."""

    title: str
    """"Lemma 8, d = 2, n = 3, delta = 1/2: network g_c"; or the name of a file."""
    network: Network
    points: tuple[Matrix, ...]
    of: int
    """How many points there are in all: more than are looked at, where they are a sample."""
    where: str
    """What they are all the points of: "G+ up to permutation", or the name of a file."""
    parameters: Mapping[str, Any]
    problem: Problem | None = None
    """The claim at the instance, if the network is a claim's: its steps are asked of what floats compute."""
    name: str = ""
    """The network's name in the claim."""
    given: bool = False
    """Whether the points are those of a file, and not those of the claim's steps."""

    @property
    def is_contextual_map(self) -> bool:
        """Whether the network is g_c of Lemma 8 and the points are of G+_delta, of which its closed form speaks."""
        known = {name: self.parameters.get(name) for name in ("d", "n", "m")}
        if not all(isinstance(value, int) for value in known.values()) or self.problem is None:
            return False
        return self._on_grid and self.network == contextual_map(known)

    @property
    def _on_grid(self) -> bool:
        d, n, m = (self.parameters[name] for name in ("d", "n", "m"))
        outside = -(m ** (n * d))
        return all(
            entry == outside or (0 <= entry < 1 and (m * entry).denominator == 1)
            for point in self.points
            for row in point
            for entry in row
        ) and all(len(point[0]) == n for point in self.points)


def of_claim(
    claim: Claim,
    box: Mapping[str, int | str],
    network: str | None = None,
    points: Path | Sequence[Matrix] | None = None,
    denominator: Over = None,
    sample: int | None = None,
) -> LimitInstance:
    """A network of the claim (its first if None) at the points that its steps speak of, or at those that are given.

    `points` are those of a file, or d x n matrices, unit 1.

    Raises InputError for an unknown network, for one of whose points nothing is said, for no point, and for more than
    20,000 points where they are not sampled.
    """
    claim.require_steps()
    if not claim.networks:
        raise InputError(f"claim: {claim.label} has no network")
    name = next(iter(claim.networks)) if network is None else network
    if not isinstance(name, str) or name not in claim.networks:
        raise InputError(
            f"network-name: {claim.label} has no network {brief(name)}; choose one of {', '.join(claim.networks)}"
        )
    problem = instance(claim, box)
    if name not in problem.networks:
        problem = replace(problem, networks={**problem.networks, name: claim.networks[name](problem.parameters)})
    walked = problem.networks[name]
    require_walkable(walked, name, ", so take a smaller d or a larger delta")
    title = f"{problem.title}, {shown_instance(problem)}: network {name}"
    if points is not None:
        return _with_points(title, walked, points, denominator, sample, problem.parameters, problem, name)
    require_file(None, denominator)
    domains = domains_about(problem, name)
    if not domains:
        raise InputError(
            f"points: {claim.label} says of no finite set of points what {name} does there; give --points FILE"
        )
    point_set, of, distinct = _listed([build(spec, problem.value, problem.parameters) for spec in domains], sample)
    if not point_set:
        empty = f"{domains[0].name} is" if len(domains) == 1 else f"{', '.join(spec.name for spec in domains)} are"
        raise InputError(
            f"points: {claim.label} speaks of no point at {shown_instance(problem)}, as {empty} empty there; take "
            "another instance, or give --points FILE"
        )
    n = problem.parameters.get("n")
    require_shapes(
        point_set, walked.d, fixed_columns(walked.items) or ((n, "claim") if isinstance(n, int) else None), title
    )
    where = ", ".join(called(spec) for spec in domains) + ("" if distinct else ", each counted by itself")
    return LimitInstance(title, walked, point_set, of, where, problem.parameters, problem, name)


def of_file(
    network: Path,
    points: Path | Sequence[Matrix] | Callable[[NetworkFile], PointSet],
    denominator: Over = None,
    sample: int | None = None,
) -> LimitInstance:
    """The network of a file at points, at those of another file, or at those that a function of it gives.

    Raises InputError for what is wrong with either.
    """
    given = read_network(network)
    try:
        require_followed(given.network)
    except InputError as error:
        raise InputError(f"{error}{way_to_hardmax(given)}") from None
    require_walkable(given.network, str(network))
    chosen = points(given) if callable(points) else points
    return _with_points(plain(str(network)), given.network, chosen, denominator, sample, given.parameters)


def way_to_hardmax(file: NetworkFile) -> str:
    """The end of a message that refuses softmax: how an import without it is made, where that is all it takes."""
    imported = file.built is not None and "imported" in file.built
    kinds = {layer.makes_reals for layer, _ in templates(file.network.items)} - {None}
    return "; import it with --attention hardmax" if imported and kinds == {"softmax"} else ""


def on_grid(levels: str, n: str | None) -> Callable[[NetworkFile], PointSet]:
    """All points with n columns, one number, and entries of these levels. Raises InputError for other texts."""
    entries, columns = numbers(levels, "grid"), None if n is None else integers(n, "n")
    if columns is not None and len(columns) != 1:
        raise InputError(f"n: {n} is {len(columns)} numbers; give the columns of the points of --grid, such as --n 2")
    return lambda file: grid_of(
        file.network, entries, None if columns is None else columns[0], file.parameters.get("n")
    )


def of_network(network: Network, points: Path | Sequence[Matrix], sample: int | None = None) -> LimitInstance:
    """A network that is in no file, at points. Raises InputError as `of_file` does."""
    require_walkable(network, "the network")
    return _with_points(heading(network), network, points, None, sample, {})


def _with_points(
    title: str,
    network: Network,
    points: Path | Sequence[Matrix] | PointSet,
    denominator: Over,
    sample: int | None,
    parameters: Mapping[str, Any],
    problem: Problem | None = None,
    name: str = "",
) -> LimitInstance:
    if not isinstance(points, Path):
        require_file(None, denominator)
    built_for = parameters.get("n")
    if isinstance(points, PointSet):
        title += _at_width(built_for, points.n)
        _require_few(points.count, sample)
        chosen = tuple(points.domain.matrix(rank) for rank in spread(points.count, sample))
        return LimitInstance(title, network, chosen, points.count, points.shown, parameters, problem, name, True)
    where = str(points) if isinstance(points, Path) else "points that are given"
    read = read_points(points, network.d, denominator) if isinstance(points, Path) else points
    given = tuple(dict.fromkeys(read))
    called = where if isinstance(points, Path) else "points"
    width = require_shapes(given, network.d, fixed_columns(network.items), called)
    if problem is not None and isinstance(built_for, int) and built_for != width:
        raise InputError(
            f"{called}: {'the point is' if len(given) == 1 else 'they are'} {network.d} x {width}, and n = {built_for} "
            f"here; give points with {counted(built_for, 'column')}, or n = {width}"
        )
    title += _at_width(built_for, width)
    _require_few(len(given), sample)
    chosen = tuple(given[k] for k in spread(len(given), sample))
    return LimitInstance(title, network, chosen, len(given), where, parameters, problem, name, True)


def _at_width(built_for: object, n: int) -> str:
    """What the title of a network says where its points have other columns than it was built for."""
    return f", built for n = {built_for}, at n = {n}" if isinstance(built_for, int) and built_for != n else ""


def domains_about(problem: Problem, network: str) -> list[DomainSpec]:
    """The domains of the steps that speak of the network; those that make up a whole grid as that grid."""
    about = [spec.of or spec for step in problem.steps if network in step.networks() for spec in step.over]
    specs = [spec for spec in dict.fromkeys(about) if spec.kind not in ("cells", "pairs")]
    if len(specs) < 2 or any(spec.kind != "orbits" or spec.levels != specs[0].levels for spec in specs):
        return specs
    if specs[0].levels is None or not all(_disjoint(*pair) for pair in combinations(specs, 2)):
        return specs
    specials: Specials = "none" if all(spec.specials == "none" for spec in specs) else "allowed"
    whole = replace(specs[0], repeats="allowed", specials=specials)
    name = next((known.name for known in (extended_grid, grid) if replace(whole, name=known.name) == known), "the grid")
    whole = replace(whole, name=name)
    counts = [build(spec, problem.value, problem.parameters).count for spec in (whole, *specs)]
    return [whole] if counts[0] == sum(counts[1:]) else specs


def _disjoint(first: DomainSpec, second: DomainSpec) -> bool:
    """Whether the words of two sets of orbits exclude one another."""
    repeats, specials = {first.repeats, second.repeats}, {first.specials, second.specials}
    return repeats == {"forbidden", "required"} or specials == {"none", "required"}


def called(spec: DomainSpec) -> str:
    """The name of a set of points; of orbits, that they are points up to permutation."""
    return f"{spec.name} up to permutation" if spec.kind == "orbits" else spec.name


def _listed(domains: Sequence[PointDomain], sample: int | None) -> tuple[tuple[Matrix, ...], int, bool]:
    """The points of these domains one after the other, each once, or a sample of them; and how many there are.

    Of more than 20,000 points of several domains it is not known which are in two of them: then False is the last.
    """
    counts = [domain.count for domain in domains]
    total = sum(counts)
    _require_few(total, sample)

    def points_at(ranks: Iterable[int]) -> Iterator[Matrix]:
        for rank in ranks:
            for count, domain in zip(counts, domains, strict=True):
                if rank < count:
                    yield domain.matrix(rank)
                    break
                rank -= count

    if len(domains) > 1 and total <= MOST_POINTS:
        distinct = list(dict.fromkeys(points_at(range(total))))
        return tuple(distinct[k] for k in spread(len(distinct), sample)), len(distinct), True
    return tuple(dict.fromkeys(points_at(spread(total, sample)))), total, len(domains) == 1


def _require_few(count: int, sample: int | None) -> None:
    if count > MOST_POINTS and (sample is None or sample > MOST_POINTS):
        raise InputError(
            f"points: there are {count:,}, and at most {MOST_POINTS:,} are evaluated; --sample 1000 takes that many of "
            "them, evenly spread, or take a smaller instance"
        )


def spread(count: int, sample: int | None) -> list[int]:
    """`sample` of the numbers 0, ..., count - 1, evenly spread, with the first and the last; all where it is None."""
    if sample is None or sample >= count:
        return list(range(count))
    if sample == 1:
        return [0]
    return [k * (count - 1) // (sample - 1) for k in range(sample)]
