"""lambda* by the theorem `network_near_hardmax` (proofs/rocq, NetworkStatements.v), its number evaluated exactly.

At each point every layer has numbers, in the theorem's names; errors are at most tau <= tolerance:

    value_size   the greatest sum of a row of |W_O W_V|
    spread       how far the values W_O W_V Z of two columns are apart
    sensitivity  how far scores are off, in units of the greatest error of an entry
    growth       how many times as large an error may be behind the layer, for the weights of hardmax

kappa + 2 tau sensitivity is at most the gap between a greatest score and the next, in every head and column. C is made
of the numbers layer by layer (`error_constant`), b counts the layers where columns that differ in the input share a
greatest score, the first attention layer apart. Then for all

    lambda >= ln(C/tau)/kappa                                    where b = 0
    lambda >= max(1, 2/kappa (ln(C/tau) + b ln(2 b/kappa)))      elsewhere

every entry is within tau. The theorem has any tau: here it is tolerance/2^k, with the k that gives the least number.
For g_c of Lemma 8 the theorem `g_c_near_hardmax` has one number for all of G+_delta (`contextual_map_factor`).
Logarithms are balls, and their upper ends count. `bracket` has a proof by hand, and its factors are smaller on
all rows of the table in docs/limit.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from exactua.arithmetic.balls import ends, working
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.arithmetic.reals import Real
from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.activations import PiecewiseLinear
from exactua.networks.heads import AttentionHead, TieRule
from exactua.networks.layer import HiddenNodes, Layer
from exactua.networks.matrices import plus_bias, product, transposed
from exactua.networks.network import Network
from exactua.networks.retouching import has_hardmax
from exactua.softmax.temperature.bracket import positive_tolerance
from exactua.softmax.temperature.closed_form import require_sizes
from exactua.softmax.temperature.propagation import require_followed

BITS: Final = 128
"""Bits of the balls that hold logarithms."""
STEPS: Final = 1024
"""Factors are multiples of 1/1024, rounded up."""
HALVINGS: Final = 256
"""The smallest tau that is tried is the tolerance over 2^256."""
PATIENCE: Final = 8
"""After so many halvings of tau in a row that give no smaller number no more are tried."""


@dataclass(frozen=True)
class HeadNumbers:
    """`head_numbers` of the theorem."""

    value_size: Rational
    spread: Rational
    sensitivity: Rational


@dataclass(frozen=True)
class AttentionNumbers:
    """`OfAttention` of the theorem: the growth, whether different columns may share a greatest score, the heads."""

    growth: Rational
    ties: bool
    of_heads: tuple[HeadNumbers, ...]


@dataclass(frozen=True)
class FeedForwardNumbers:
    """`OfFeedForward` of the theorem."""

    growth: Rational


LayerNumbers: TypeAlias = AttentionNumbers | FeedForwardNumbers


@dataclass(frozen=True)
class PointNumbers:
    """What the theorem asks for at a point: tau, kappa and the numbers of all layers; and the factor that they give."""

    tau: Rational
    kappa: Rational
    numbers: tuple[LayerNumbers, ...]
    constant: Rational
    """C of the theorem."""
    layers_with_ties: int
    """b of the theorem."""
    factor: Rational
    """The theorem's number, rounded up to a multiple of 1/1024; 0 where it is negative."""


@dataclass(frozen=True)
class TheoremFactor:
    """For all lambda >= factor every point is within the tolerance, by the theorem. Unit 1."""

    tolerance: Rational
    points: int
    factor: Rational | None
    """The greatest of all points; None where the theorem says nothing of one: `reason` says why."""
    point: Matrix | None
    """The point that takes the greatest factor, or of which the theorem says nothing."""
    at: PointNumbers | None
    """The numbers there."""
    reason: str | None = None


class Silent(Exception):
    """The theorem says nothing of a point at this tau; `never` says that it does at no smaller one."""

    def __init__(self, reason: str, *, never: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.never = reason, never


def theorem_factor(network: Network, points: Iterable[Sequence[Sequence[Any]]], tolerance: Any) -> TheoremFactor:
    """lambda* by the theorem at these points, d x n matrices of exact numbers.

    Raises InputError for no point, a tolerance that is not > 0, and networks that the theorem does not speak of: it has
    attention layers with hardmax, ties averaged, without a mask, and feed-forward layers; positional encodings only
    before all other layers.

    >>> g_c = find("lemma8")[0].problem({"d": 1, "n": 2, "m": 2}).networks["g_c"]
    >>> print(theorem_factor(g_c, [[[0, "1/2"]]], "1/100").factor)
    45511/512
    """
    exact = positive_tolerance(tolerance)
    _require_spoken_of(network)
    done, hardest, point = 0, None, None
    for done, given in enumerate(points, 1):
        X = matrices.exact_matrix(given, network.d, f"point {done}", "the network")
        if any(isinstance(entry, Real) for row in X for entry in row):
            raise InputError(f"point {done}: it has irrational entries; the numbers are those of rational points")
        try:
            at = point_numbers(network, X, exact)
        except Silent as silent:
            return TheoremFactor(exact, done, None, X, None, silent.reason)
        if hardest is None or at.factor > hardest.factor:
            hardest, point = at, X
    if hardest is None:
        raise InputError("points: none are given; give at least one")
    return TheoremFactor(exact, done, hardest.factor, point, hardest)


def point_numbers(network: Network, X: Matrix, tolerance: Rational) -> PointNumbers:
    """The numbers at X whose tau, of tolerance/2^k, gives the least factor. Raises Silent where there are none."""
    layers, best, waited, silent = _layers_at(network, X), None, 0, None
    for halvings in range(HALVINGS + 1):
        try:
            at = _numbers_at(layers, len(X[0]), tolerance / 2**halvings)
        except Silent as why:
            if why.never:
                raise
            silent = why
            continue
        waited += 1
        if best is None or at.factor < best.factor:
            best, waited = at, 0
        elif waited == PATIENCE:
            break
    if best is None:
        assert silent is not None
        raise silent
    return best


def error_constant(n: int, tau: Rational, numbers: Iterable[LayerNumbers]) -> Rational:
    """`error_constant` of the theorem: C, such that errors are at most C lambda^b e^(-lambda kappa)."""
    C = Rational(0)
    for layer in numbers:
        if isinstance(layer, FeedForwardNumbers):
            C *= layer.growth
            continue
        apart = [head.spread + 2 * tau * head.value_size for head in layer.of_heads]
        by_losers = (n - 1) * sum(apart, start=Rational(0))
        by_ties = sum(
            (2 * head.sensitivity * far for head, far in zip(layer.of_heads, apart, strict=True)), start=Rational(0)
        )
        C = (layer.growth + (by_ties if layer.ties else 0)) * C + by_losers
    return C


def sharp_enough(C: Rational, tau: Rational, kappa: Rational, b: int) -> Rational:
    """`sharp_enough` of the theorem, rounded up to a multiple of 1/1024, and 0 where it is negative."""
    with working(BITS) as flint:

        def log(x: Rational) -> Any:
            # ln of 0 is 0 in the theorem
            return flint.arb(flint.fmpq(int(x.numerator), int(x.denominator))).log() if x else flint.arb(0)

        number = log(C / tau) + (b * log(2 * b / kappa) if b else 0)
        greatest = ends(number)[1]
    if b:
        return max(Rational(1), _rounded_up(2 * greatest / kappa))
    return max(Rational(0), _rounded_up(greatest / kappa))


def contextual_map_factor(values: Mapping[str, Any], tolerance: Any) -> Rational:
    """lambda* by the theorem `g_c_near_hardmax`: for all lambda >= it g_c is within the tolerance on all of G+_delta.

    `values` has d >= 1, n >= 2 and m = 1/delta >= 2; the tolerance is that of an entry, unit 1. The theorem's number is
    16/7 m^2 ln(C/tau), here rounded up to a multiple of 1/1024. Raises InputError for other values.

    >>> print(contextual_map_factor({"d": 1, "n": 2, "m": 2}, "1/100"))
    65383/256
    """
    require_sizes(values, "the theorem")
    d, n, m = (int(values[name]) for name in ("d", "n", "m"))
    D = Rational(m) ** d
    G = D ** (n + 1)
    B = G * (1 + 2 * D) ** n
    C = 3 * (n - 1) * B * (2 * D**2 * (1 + 2 * D**2) ** n * (1 + G * D) + G)
    tau = min(positive_tolerance(tolerance), 1 / (128 * m**2 * D * B))
    return sharp_enough(C, tau, Rational(7, 16 * m**2), 0)


def _rounded_up(x: Rational) -> Rational:
    scaled = x * STEPS
    return Rational(-((-scaled.numerator) // scaled.denominator), STEPS)


def _require_spoken_of(network: Network) -> None:
    require_followed(network)
    if not has_hardmax(network):
        raise InputError("network: it has no hardmax, so there is no factor to choose")
    others = False
    for layer in network.layers():
        if layer.shift is not None and others:
            raise InputError("network: a positional encoding comes after other layers; the theorem has none")
        others = others or layer.shift is None
        if layer.tie_rule is not None and layer.mask is not None:
            raise InputError("network: it has a mask; the theorem has none")
        if layer.tie_rule not in (None, TieRule.AVERAGE):
            raise InputError(f"network: its tie rule is {layer.tie_rule}; the theorem averages over ties")


@dataclass(frozen=True)
class _HeadAt:
    """A head at exact columns; its sensitivity is steady + tau rising."""

    value_size: Rational
    spread: Rational
    steady: Rational
    rising: Rational
    gap: Rational | None
    """The least gap between a greatest score and the next of a column; None where all scores are the greatest."""

    def sensitivity(self, tau: Rational) -> Rational:
        return self.steady + tau * self.rising


@dataclass(frozen=True)
class _AttentionAt:
    number: int
    growth: Rational
    ties: bool
    heads: tuple[_HeadAt, ...]


@dataclass(frozen=True)
class _FeedForwardAt:
    number: int
    growth: Callable[[Rational], Rational]


_LayerAt: TypeAlias = _AttentionAt | _FeedForwardAt


def _layers_at(network: Network, X: Matrix) -> list[_LayerAt]:
    """What is to be known of each layer at the states that hardmax makes of X, but for tau."""
    known: list[_LayerAt] = []
    Z, entered, exact = X, X, True
    for number, layer in enumerate(network.layers(), 1):
        if layer.shift is not None:
            Z = entered = layer.apply(Z)
            continue
        if layer.tie_rule is not None:
            known.append(_attention_at(number, layer, entered, Z, exact))
            exact = False
        elif layer.nodes is not None:
            known.append(_feed_forward_at(number, layer.nodes, Z, exact))
        Z = layer.apply(Z)
    return known


def _attention_at(number: int, layer: Layer, X: Matrix, Z: Matrix, exact: bool) -> _AttentionAt:
    n, d, columns = len(Z[0]), layer.d, transposed(X)
    heads, ties = [], False
    frozen = [
        [[[Rational(int(i == r and j == k)) for r in range(d)] for k in range(n)] for j in range(n)] for i in range(d)
    ]
    for head, (scores, weights) in zip(layer.heads, layer.attention(Z), strict=True):
        M, gap = product(head.W_O, head.W_V), None
        for j, column in enumerate(transposed(scores)):
            top = max(column)
            winners = [k for k in range(n) if column[k] == top]
            ties = ties or (not exact and any(columns[k] != columns[winners[0]] for k in winners))
            below = [top - score for score in column if score != top]
            if below:
                gap = min(below) if gap is None else min(gap, *below)
            for i in range(d):
                for k in winners:
                    row = frozen[i][j][k]
                    for r in range(d):
                        row[r] += M[i][r] * weights[k][j]
        heads.append(_head_at(head, M, gap, Z))
    growth = max(_size(entry for row in of_entry for entry in row) for of_row in frozen for of_entry in of_row)
    return _AttentionAt(number, max(Rational(1), growth), ties, tuple(heads))


def _head_at(head: AttentionHead, M: Matrix, gap: Rational | None, Z: Matrix) -> _HeadAt:
    keys, queries = transposed(product(head.W_K, Z)), transposed(plus_bias(product(head.W_Q, Z), head.b_Q))
    of_keys, of_queries = [_size(row) for row in head.W_K], [_size(row) for row in head.W_Q]

    def dot(a: Iterable[Rational], b: Iterable[Rational]) -> Rational:
        return sum((abs(x) * y for x, y in zip(a, b, strict=True)), start=Rational(0))

    return _HeadAt(
        value_size=max(map(_size, M)),
        spread=max(max(row) - min(row) for row in product(M, Z)),
        steady=max(dot(query, of_keys) for query in queries) + max(dot(key, of_queries) for key in keys),
        rising=dot(of_keys, of_queries),
        gap=gap,
    )


def _feed_forward_at(number: int, layer: HiddenNodes, Z: Matrix, exact: bool) -> _FeedForwardAt:
    if exact:  # no attention layer before it, and so no error
        return _FeedForwardAt(number, lambda tau: Rational(1))
    arguments = [set(row) for row in plus_bias(product(layer.W_1, Z), layer.b_1)]
    at_columns = set(transposed(plus_bias(product(layer.W_1, Z), layer.b_1)))
    reach = [_size(row) for row in layer.W_1]
    outer: Any = layer.W_2

    def growth(tau: Rational) -> Rational:
        lines = [
            {t: _line(layer.activation, t, tau * far) for t in several}
            for several, far in zip(arguments, reach, strict=True)
        ]
        greatest = Rational(1)
        for column in at_columns:
            along = [lines[c][t] for c, t in enumerate(column)]
            for i, row in enumerate(outer):
                moved = [Rational(int(i == r)) for r in range(layer.d)]
                kinks = Rational(0)
                for weight, (slope, kink), inner, far in zip(row, along, layer.W_1, reach, strict=True):
                    if weight and slope:
                        moved = [there + weight * slope * entry for there, entry in zip(moved, inner, strict=True)]
                    kinks += abs(weight) * kink * far
                greatest = max(greatest, _size(moved) + kinks)
        return greatest

    return _FeedForwardAt(number, growth)


def _line(phi: PiecewiseLinear, t: Rational, eta: Rational) -> tuple[Rational, Rational]:
    """slope and kink: |phi(t') - phi(t) - slope (t' - t)| <= kink |t' - t| for all t' within eta of t."""
    place = next(
        (
            number
            for number, piece in enumerate(phi.pieces[:-1])
            if piece.stop is not None and (t < piece.stop or (t == piece.stop and piece.stop_closed))
        ),
        len(phi.pieces) - 1,
    )
    here, kink = phi.pieces[place], Rational(0)
    if not eta:
        return Rational(0), Rational(0)
    for step in (-1, 1):
        inner, number = here, place + step
        while 0 <= number < len(phi.pieces):
            end = inner.start if step < 0 else inner.stop
            assert end is not None
            if eta < abs(t - end):
                break
            outer = phi.pieces[number]
            if inner.on_line(end) != outer.on_line(end):
                raise Silent(
                    f"an activation jumps at {end}, and errors may take its argument {t} to it", never=t == end
                )
            kink = max(kink, abs(outer.slope - here.slope))
            inner, number = outer, number + step
    return here.slope, kink


def _numbers_at(layers: Sequence[_LayerAt], n: int, tau: Rational) -> PointNumbers:
    numbers: list[LayerNumbers] = []
    room: list[Rational] = []
    for layer in layers:
        if isinstance(layer, _FeedForwardAt):
            try:
                numbers.append(FeedForwardNumbers(layer.growth(tau)))
            except Silent as silent:
                raise Silent(f"layer {layer.number}: {silent.reason}", never=silent.never) from None
            continue
        of_heads = tuple(HeadNumbers(head.value_size, head.spread, head.sensitivity(tau)) for head in layer.heads)
        numbers.append(AttentionNumbers(layer.growth, layer.ties, of_heads))
        room += [head.gap - 2 * tau * head.sensitivity(tau) for head in layer.heads if head.gap is not None]
    kappa = min(room, default=Rational(1))  # where all scores are the greatest any kappa serves
    if kappa <= 0:
        raise Silent("errors may exceed the gap between scores")
    ties = sum(isinstance(layer, AttentionNumbers) and layer.ties for layer in numbers)
    C = error_constant(n, tau, numbers)
    return PointNumbers(tau, kappa, tuple(numbers), C, ties, sharp_enough(C, tau, kappa, ties))


def _size(entries: Iterable[Rational]) -> Rational:
    """The sum of the absolute values."""
    return sum(map(abs, entries), start=Rational(0))
