"""A contextual map at an instance: its points, and its ids and scores in units of delta as batches of integers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import lcm
from typing import Any, Final

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import Claim
from exactua.commands.bits.closed_forms import Largest, largest
from exactua.commands.bits.extents import Columns, NotInUnits, integers
from exactua.commands.bits.record import Box
from exactua.commands.limit.instances import called, domains_about
from exactua.errors import InputError
from exactua.evaluators.column_ids import IdHead, IdLayers, IdNetwork, id_network
from exactua.grids.categories import build, category1, extended_grid, grid, grid_sequences
from exactua.grids.columns import ColumnSet
from exactua.grids.domains import PointDomain
from exactua.networks import Network
from exactua.papers.yun2020.selective_shift import contextual_map
from exactua.terms.evaluation import Evaluator, Nothing

CATEGORIES: Final = (category1, grid, extended_grid)
"""The points of Category 1, of 1 and 2, and of all three (Yun et al. 2020, Lemma 8)."""

NAMES: Final = {
    category1: "category 1",
    grid: "categories 1..2",
    extended_grid: "categories 1..3",
    grid_sequences: "all of G_delta",
}
"""What sets of points are called; of others `called` says it."""

PARAMETERS: Final = {"d", "n", "m"}

MOST_LAYERS: Final = 20_000
MOST_ENTRIES: Final = 1 << 18
"""Numbers of states that are computed at once."""


class NotOnIds(InputError):
    """A claim has no network that acts on column ids alone, at one set of points."""


@dataclass(frozen=True)
class Mapped:
    """A network that acts on column ids alone, and the points that it is asked about."""

    box: Box
    network: Network
    domain: PointDomain
    on_ids: IdNetwork
    categories: int | None
    """The network is g_c of Lemma 8, and the points are those of Category 1 to this one; None for any others."""
    points: str
    """What the points are called: "categories 1..3"."""

    @property
    def m(self) -> int:
        """1/delta."""
        return self.box[2]

    @cached_property
    def bounds(self) -> Largest | None:
        """The closed forms, where there are some and there is a point."""
        return None if self.categories is None else largest(*self.box, self.categories)

    @cached_property
    def layers(self) -> tuple[tuple[tuple[IdHead, ...], Rational] | None, ...]:
        """Each layer: its heads and the value of its family's variable; None for a positional encoding."""
        layers: list[tuple[tuple[IdHead, ...], Rational] | None] = []
        for piece in (piece for item in self.on_ids.items for piece in item):
            if isinstance(piece, IdLayers):
                layers += [(piece.heads, piece.start + k * piece.step) for k in range(piece.count)]
            else:
                layers.append(None)
        return tuple(layers)

    def chunks(self, states: int = 1, stop: int | None = None) -> Iterator[tuple[int, Batch]]:
        """The ids u^T L of the points in order, shape (n, points), each batch with the rank of its first point.

        So many at once that memory holds `states` states of each; up to rank `stop`.
        """
        size = max(1, MOST_ENTRIES // (states * self.domain.n))
        end = self.domain.count if stop is None else min(stop, self.domain.count)
        for start in range(0, end, size):
            numbers = self.domain.batch(start, min(start + size, end))
            yield start, Batch.of(self._ids[numbers].T, self.m)

    @cached_property
    def _ids(self) -> NDArray[Any]:
        """The id of every column of the grid, in units of delta."""
        assert isinstance(self.domain.columns, ColumnSet)
        try:
            return self.domain.columns.scaled_ids(self.m)
        except InputError as error:
            raise NotInUnits(str(error)) from None

    def of_ids(self, ids: Sequence[int]) -> Matrix:
        """The point with these column ids, in units of delta."""
        known = self._ids.tolist()
        return self.domain.columns.matrix(known.index(column_id) for column_id in ids)

    def states(self, ids: Batch) -> tuple[Batch, Batch]:
        """The ids before and after the last layer, in units of delta, shape (n, points)."""
        *_, before, after = self.on_ids.states(ids)  # the last item is the last layer
        return integers(before, self.m), integers(after, self.m)

    def quantity(self, name: str, ids: Batch) -> Columns:
        """The numbers of "scores", "ids before" or "ids after" at these points; of scores `scored` columns a point."""
        if name == "scores":
            return self.scores(ids)
        before, after = self.states(ids)
        return Columns.of(before if name == "ids before" else after, mpq(1))

    def scores(self, ids: Batch) -> Columns:
        """Of the scores in every attention layer: a column for each layer of each point, point after point.

        In units of delta^2; the score that column j gives column k is x_k (query x_j + bias).
        """
        kept = [(number, *layer) for number, layer in enumerate(self.layers) if layer is not None]
        points = ids.numerators.shape[1]
        tiled = Batch.of(np.repeat(ids.numerators, len(kept), axis=1), ids.denominator)
        counts = Batch.of(np.tile(np.array([number for number, _, _ in kept]), points))
        states = integers(self.on_ids.after_layers(tiled, counts), self.m)
        keys, scores = Columns.of(states, mpq(1)), None
        for h in range(max(len(heads) for _, heads, _ in kept)):
            several = [(heads[min(h, len(heads) - 1)], ell) for _, heads, ell in kept]
            slopes = integers(_row([head.query for head, _ in several], points), 2)
            biases = integers(
                _row([head.bias_constant + head.bias_slope * ell for head, ell in several], points), 2 * self.m
            )
            of_head = keys * Columns.of(states * slopes + biases, mpq(1, 2))
            scores = of_head if scores is None else scores.beside(of_head)
        assert scores is not None
        return scores

    def of_category1(self) -> Mapped:
        """The same network at the points of Category 1; it is g_c of Lemma 8."""
        assert self.categories is not None
        d, n, m = self.box
        parameters = {"d": d, "n": n, "m": m}
        domain = build(category1, Evaluator(parameters, {}, Nothing()), parameters)
        return replace(self, domain=domain, categories=1, points=NAMES[category1])

    def batch(self, ids: Sequence[int]) -> Batch:
        """One point by its column ids in units of delta."""
        return Batch.of(np.array([[column_id] for column_id in ids], dtype=object), self.m)

    @property
    def scored(self) -> int:
        """The number of layers that have scores."""
        return sum(layer is not None for layer in self.layers)

    def ids_at(self, point: Matrix, left: int) -> Iterator[Rational]:
        """The ids of a point in units of delta where so many layers are left, from the literal layers."""
        Z, layers = point, list(self.network.layers())
        for layer in layers[: len(layers) - left]:
            Z = layer.apply(Z)
        for column in zip(*Z, strict=True):
            yield self.m * sum((u * entry for u, entry in zip(self.on_ids.u, column, strict=True)), mpq(0))

    def scores_at(self, point: Matrix) -> Iterator[Rational]:
        """Each score at a point in units of delta^2, layer by layer, from the literal layers."""
        Z = point
        for place in self.network.walk():
            for head in getattr(place.layer, "heads", ()):
                yield from (score * self.m**2 for row in head.scores(Z) for score in row)
            Z = place.layer.apply(Z)


def _row(values: Sequence[Rational], times: int) -> Batch:
    """These numbers one after the other, so many times."""
    common = lcm(*(int(value.denominator) for value in values))
    return Batch.of(np.array([int(value * common) for value in values] * times, dtype=object), common)


def mapped(claim: Claim, box: Box, categories: int | None = None) -> Mapped | None:
    """The claim's first network at (d, n, 1/delta) as it acts on column ids, at the points that its steps speak of.

    None where it does not act on them alone, does not end with a single layer, or the points are not one set with ids
    of their own. `categories` chooses among the points of g_c of Lemma 8. Raises InputError where there are none to
    choose from, where a parameter violates a hypothesis, and for more than 20,000 layers, as each is looked at.
    """
    d, n, m = box
    if {parameter.name for parameter in claim.parameters} != PARAMETERS or not claim.networks:
        return None
    problem = claim.problem({"d": d, "n": n, "m": m})
    name = next(iter(claim.networks))
    network = problem.networks.get(name)
    on_ids = None if network is None else id_network(network)
    if network is None or on_ids is None or sum(piece.count for piece in on_ids.items[-1]) != 1:
        return None
    specs = domains_about(problem, name)
    if len(specs) != 1 or specs[0].kind not in ("orbits", "sequences"):
        return None
    layers = network.quantity("attention layers") + network.quantity("other layers")
    if layers > MOST_LAYERS:
        raise InputError(
            f"delta: d = {d} and delta = 1/{m} make {layers:,} layers; at most {MOST_LAYERS:,} are evaluated one by one"
        )
    spec, of = specs[0], None
    if spec in CATEGORIES and network == contextual_map(problem.parameters):
        of = CATEGORIES.index(spec) + 1
    points = NAMES.get(spec) or called(spec)
    if categories is not None:
        if of != len(CATEGORIES):
            short = claim.label.partition(":")[2]
            raise InputError(
                f"categories: Categories 1 to 3 are those of Lemma 8; {short} has one set of points, {points}"
            )
        of, spec = categories, CATEGORIES[categories - 1]
        points = NAMES[spec]
    domain = build(spec, problem.value, problem.parameters)
    if not isinstance(domain.columns, ColumnSet) or tuple(domain.columns.ids) != on_ids.u:
        return None
    return Mapped(box, network, domain, on_ids, of, points)


def boxes(d: Sequence[int], n: Sequence[int], m: Sequence[int]) -> list[Box]:
    """All instances, the least d first, then the least n, then the least m."""
    return list(product(sorted(d), sorted(n), sorted(m)))
