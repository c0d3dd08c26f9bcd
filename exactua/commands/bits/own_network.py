"""`bits` of a network of a file at points of a file: every weight, score and state, by the literal layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.float_formats import ALL_FORMATS, FloatFormat
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.commands.bits.extents import Extent
from exactua.commands.bits.measuring import parameters
from exactua.commands.bits.record import ColumnsMerge, Lost, NetworkBits, Quantity
from exactua.console.point_files import require_shapes
from exactua.errors import InputError
from exactua.evidence.evaluating import require_walkable
from exactua.networks import Network
from exactua.networks.costs import require_memory
from exactua.networks.items import fixed_columns, makes_reals, rounds, speaks_of_reals

MOST_STATES: Final = 200_000
"""The most states, points times layers, that are walked through."""

Numbers = Iterable[tuple[Rational, int | None, str]]
"""Numbers, each with the number of its point (from 1) and where it stands."""


class _Gathered:
    """What is known so far of the numbers of one quantity."""

    def __init__(self, name: str) -> None:
        self.name, self.numerator, self.denominator = name, 0, 1
        self.lost: dict[str, Lost | None] = {form.name: None for form in ALL_FORMATS}
        self._seen: set[Rational] = set()

    def add(self, numbers: Numbers) -> None:
        for value, point, place in numbers:
            if value in self._seen:
                continue
            self._seen.add(value)
            extent = Extent.of([value])
            self.numerator = max(self.numerator, int(value.numerator).bit_length())
            self.denominator = max(self.denominator, int(value.denominator).bit_length())
            for form in ALL_FORMATS:
                if self.lost[form.name] is None and (reason := extent.lost(form)) is not None:
                    self.lost[form.name] = Lost(value, reason, point, place)

    def told(self) -> Quantity:
        return Quantity(self.name, self.numerator, self.denominator, self.lost)


def network_bits(network: Network, points: Sequence[Matrix], where: str = "points") -> NetworkBits:
    """The bits of a network's weights, and of its scores and states at these points, each d x n; unit 1.

    Raises InputError for points of other shapes, for a network with softmax or with weights that are no rationals (its
    numbers have no numerators), with a rounded layer, without a layer, and for more than 200,000 states.
    """
    if speaks_of_reals(network):
        source = makes_reals(network) or "softmax"
        raise InputError(
            f"network: it has {source} or a weight that is no rational number, whose values have no bit length; give a "
            "network with hardmax and rational weights"
        )
    if rounds(network):
        raise InputError("network: it has a rounded layer, and bits are those of exact numbers; give one without")
    layers = require_walkable(network, "the network")
    if not layers:
        raise InputError("network: it has no layer; give one with at least one")
    n = require_shapes(points, network.d, fixed_columns(network.items), where)
    require_memory(network.cost(n), n)
    if layers * len(points) > MOST_STATES:
        raise InputError(
            f"points: {len(points):,} points and {layers:,} layers are {layers * len(points):,} states; at most "
            f"{MOST_STATES:,} are looked at, so give fewer points"
        )
    weights, scores, states, before, after = map(
        _Gathered, ("weights", "scores", "states", "states before", "states after")
    )
    weights.add((value, None, kind) for kind, value in parameters(network.items))
    outputs = []
    concrete = list(network.layers())
    for k, point in enumerate(points, 1):
        Z = point
        for number, layer in enumerate(concrete, 1):
            here = f"before layer {number}"
            states.add(_entries(Z, k, here))
            if number == len(concrete):
                before.add(_entries(Z, k, here))
            if layer.tie_rule is not None:
                for h, head in enumerate(layer.heads, 1):
                    scores.add(_entries(head.scores(Z), k, f"layer {number}, head {h}"))
            Z = layer.apply(Z)
        for gathered in (states, after):
            gathered.add(_entries(Z, k, f"after layer {len(concrete)}"))
        outputs.append(Z)
    merges = {form.name: _merge(outputs, form) for form in ALL_FORMATS}
    attends = any(layer.tie_rule is not None for layer in concrete)
    told = [gathered for gathered in (weights, scores, states, before, after) if attends or gathered is not scores]
    return NetworkBits(len(concrete), tuple(points), tuple(gathered.told() for gathered in told), merges)


def _entries(matrix: Matrix, point: int, place: str) -> Iterator[tuple[Rational, int, str]]:
    return ((entry, point, place) for row in matrix for entry in row)


def _merge(outputs: Sequence[Matrix], form: FloatFormat) -> ColumnsMerge | None:
    """The first point, and there the first two columns, that differ and are rounded alike, to finite numbers."""
    for k, output in enumerate(outputs, 1):
        exact = list(zip(*output, strict=True))
        rounded = [tuple(form.rounded(entry) for entry in column) for column in exact]
        for i, j in combinations(range(len(exact)), 2):
            finite = tuple(mpq(number) for number in rounded[i] if not isinstance(number, str))
            if exact[i] != exact[j] and rounded[i] == rounded[j] and len(finite) == len(rounded[i]):
                return ColumnsMerge(k, (i + 1, j + 1), (exact[i], exact[j]), finite)
    return None
