"""`bits` of a network at points, a claim's or those of files: every weight, score and state, by the literal layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.float_formats import FloatFormat
from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import Claim
from exactua.commands.bits.extents import Extent
from exactua.commands.bits.measuring import parameters
from exactua.commands.bits.record import (
    FORMATS,
    Alike,
    AtInstance,
    ClaimBits,
    ColumnsMerge,
    Lost,
    NetworkBits,
    Quantity,
)
from exactua.commands.limit.instances import LimitInstance, of_claim
from exactua.console.point_files import Over, require_shapes
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.evidence.boxes import ladder
from exactua.evidence.evaluating import require_walkable
from exactua.networks import Network
from exactua.networks.costs import require_memory
from exactua.networks.items import fixed_columns, makes_reals, rounds, speaks_of_reals
from exactua.printing.text import box as shown_box

MOST_STATES: Final = 200_000
"""The most states, points times layers, that are walked through."""

Numbers = Iterable[tuple[Rational, int | None, str, int | None]]
"""Numbers, each with the number of its point (from 1) and where it stands; a weight with the number of its layer."""


class _Gathered:
    """What is known so far of the numbers of one quantity."""

    def __init__(self, name: str) -> None:
        self.name, self.numerator, self.denominator = name, 0, 1
        self.lost: dict[str, Lost | None] = {form.name: None for form in FORMATS}
        self._seen: set[Rational] = set()
        self._extent = Extent()

    def add(self, numbers: Numbers) -> None:
        for value, point, place, layer in numbers:
            if value in self._seen:
                continue
            self._seen.add(value)
            extent = Extent.of([value])
            self._extent |= extent
            self.numerator = max(self.numerator, int(value.numerator).bit_length())
            self.denominator = max(self.denominator, int(value.denominator).bit_length())
            for form in FORMATS:
                if self.lost[form.name] is None and (reason := extent.lost(form)) is not None:
                    self.lost[form.name] = Lost(value, reason, point, place, layer)

    def told(self) -> Quantity:
        ordered = sorted(self._seen)
        alike = {form.name: None if self.lost[form.name] is None else rounded_alike(ordered, form) for form in FORMATS}
        return Quantity(self.name, self.numerator, self.denominator, self.lost, alike, self._extent.needed)


def rounded_alike(ordered: Sequence[Rational], form: FloatFormat) -> Alike | None:
    """The first two of these increasing numbers that are rounded to the same finite number.

    Rounding is monotone: if any two of them are rounded alike, so are two neighbours.
    """
    rounded = ((value, form.rounded(value)) for value in ordered)
    for (less, of_less), (more, of_more) in pairwise(rounded):
        if of_less == of_more and not isinstance(of_less, str):
            return Alike((less, more), of_less)
    return None


def network_bits(network: Network, points: Sequence[Matrix], where: str = "points") -> NetworkBits:
    """The bits of a network's weights, and of its scores and states at these points, each d x n; unit 1.

    Raises InputError for points of other shapes, for a network with softmax or with weights that are no rationals (its
    numbers have no numerators), without a layer, and for more than 200,000 states.
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
            f"{MOST_STATES:,} are evaluated, so give fewer points"
        )
    weights, scores, states, before, after = map(
        _Gathered, ("weights", "scores", "states", "states before", "states after")
    )
    outputs, concrete = [], list(network.layers())
    for number, layer in enumerate(concrete, 1):
        weights.add((value, None, kind, number) for kind, value in parameters([layer]))
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
    merges = {form.name: _merge(outputs, form) for form in FORMATS}
    attends = any(layer.tie_rule is not None for layer in concrete)
    told = [gathered for gathered in (weights, scores, states, before, after) if attends or gathered is not scores]
    return NetworkBits(len(concrete), tuple(points), tuple(gathered.told() for gathered in told), merges)


def require_measurable(claim: Claim, network: str | None = None) -> None:
    """Raises InputError for a claim without networks, without that network, or with one that has reals."""
    claim.require_steps()
    if not claim.networks:
        raise InputError(f"label: {claim.label} has no network whose numbers a format could hold; give one that has")
    name = next(iter(claim.networks)) if network is None else network
    if name not in claim.networks:
        raise InputError(
            f"network-name: {claim.label} has no network {brief(name)}; choose one of {', '.join(claim.networks)}"
        )
    known = None
    with suppress(InputError):
        least = claim.problem(next(iter(ladder(claim)), {}), with_networks=False)
        known = {each: build(least.parameters) for each, build in claim.networks.items()}
    if known is None or not speaks_of_reals(known[name]):
        return
    others = [each for each in known if not speaks_of_reals(known[each])]
    source = makes_reals(known[name]) or "a weight that is no rational number"
    instead = (
        f"give --network-name {' or '.join(others)}" if others else "give a claim with hardmax and rational weights"
    )
    raise InputError(
        f"label: the network {name} of {claim.label} has {source}, and its numbers are no rationals that a "
        f"format could hold; {instead}"
    )


def claim_bits(
    claim: Claim,
    boxes: Sequence[Mapping[str, Any]],
    network: str | None = None,
    points: Path | Sequence[Matrix] | None = None,
    denominator: Over = None,
    sample: int | None = None,
    progress: Progress | None = None,
) -> ClaimBits:
    """The bits of a network of the claim (its first if None) at each instance, at the points that its steps speak of.

    `points`, if given, are those of a file, or d x n matrices, unit 1; `sample` takes so many, evenly spread. Raises
    InputError as `of_claim` and `network_bits` do.
    """
    instances = []
    for k, box in enumerate(boxes, 1):
        instance = of_claim(claim, box, network, points, denominator, sample)
        instances.append(_at(instance))
        if progress is not None:
            progress(k, len(boxes))
    name = next(iter(claim.networks)) if network is None else network
    return ClaimBits(claim.label, name, tuple(instances))


def _at(instance: LimitInstance) -> AtInstance:
    measured = network_bits(instance.network, instance.points)
    parameters = dict(instance.parameters)
    return AtInstance(shown_box(parameters), parameters, instance.of, instance.where, measured)


def _entries(matrix: Matrix, point: int, place: str) -> Iterator[tuple[Rational, int, str, None]]:
    return ((entry, point, place, None) for row in matrix for entry in row)


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
