"""What is known of a softmax network's state beside the hardmax network's: a bound that decays as lambda grows.

With lambda_0 the factor from which on all is claimed, z_c the exact states of the hardmax network, z'_c those of the
softmax network, c = 1, ..., C the columns (equal ones once):

    |z'_ic - z_ic| <= e_ic exp(-rate (lambda - lambda_0))        for all lambda >= lambda_0

*Attention*: softmax weights of losers, of tied winners, and what hardmax does to errors.
With z' = z + E, head by head, M = W_O W_V, W the winners of column j, a_k the hardmax weights, w_k the softmax weights:

    sum_k w_k M z'_k - sum_k a_k M z_k  =  sum_k a_k M E_k                      linear in E: added up over heads first
                                         + sum over losers w_k M (z'_k - m')      m' the softmax mean of the winners
                                         + sum over winners (v_k - a_k) M z'_k    v_k softmax among winners alone

Winners and losers of column j are among the columns that it attends to, all where there is no mask; what attends to
nothing gets nothing from either. A loser k has w_k <= 1 / sum_w exp(lambda (gap_k - t_kw)), gap_k how far its score is
below the winners', t_kw >= what E changes of that. Among winners the score differences are at most t, so v and a differ
by at most tanh(lambda t/2) <= lambda t/2 in total variation, and by at most 1 where all winners have the same value.
Heads whose winners agree cancel in the first line: a selective shift that does not select adds no more than losers do.

*Feed-forward*: slopes of the activation over all that its argument may be.
With t = W_1 z + b_1 exact and |t' - t| <= eta: where all of [t - eta, t + eta] lies on one line of phi with slope s,
phi(t') - phi(t) = s (t' - t), and W_2 s W_1 is added to the identity before sizes are taken. Where phi is continuous
but has kinks there, s is the slope at t and the rest is at most (greatest difference of slopes) eta. A jump there
admits no bound, unless the state has no error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.networks.activations import PiecewiseLinear
from exactua.networks.heads import AttentionHead, TieRule
from exactua.networks.layer import HiddenNodes, Layer
from exactua.networks.matrices import plus_bias, product, transposed

Ball: TypeAlias = Any
"""An arb of python-flint: it contains a number >= 0 that is such a bound."""


@dataclass(frozen=True)
class Columns:
    """Different columns of a d x n matrix: each once, with how many there are and where the first and last one stand.

    Columns that were equal at the input stay equal, in both networks, as long as no layer tells places apart.
    """

    values: Matrix
    """The columns z_c, as rows of d entries; unit 1."""
    counts: tuple[int, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]

    @classmethod
    def of(cls, X: Matrix, *, together: bool) -> Columns:
        """The columns of X, d x n; equal ones are one where `together` is True."""
        columns = transposed(X)
        if not together:
            places = tuple(range(len(columns)))
            return cls(columns, (1,) * len(columns), places, places)
        different = tuple(dict.fromkeys(columns))
        at = {column: [j for j, other in enumerate(columns) if other == column] for column in different}
        return cls(
            different,
            tuple(len(at[column]) for column in different),
            tuple(at[column][0] for column in different),
            tuple(at[column][-1] for column in different),
        )

    @property
    def matrix(self) -> Matrix:
        """The columns as a matrix, d x C."""
        return transposed(self.values)

    def moved(self, values: Sequence[Sequence[Rational]]) -> Columns:
        """The same columns with other values, d x C."""
        return replace(self, values=transposed(tuple(map(tuple, values))))


@dataclass(frozen=True)
class Deviation:
    """Bounds e_ic, one list of d balls for each column, and the rate at which all of them decay; None: they are 0."""

    bounds: tuple[tuple[Ball, ...], ...]
    rate: Ball | None

    @property
    def is_zero(self) -> bool:
        """Whether both networks are in the same state, for all lambda."""
        return self.rate is None


def size(weights: Sequence[Any], errors: Sequence[Ball], ball: Any) -> Ball:
    """|weights| . errors, one ball: what a row of weights makes of errors at most."""
    none = ball(Rational(0))
    return sum((ball(abs(entry)) * error for entry, error in zip(weights, errors, strict=True) if entry), start=none)


class Uncertain(Exception):
    """No bound for all lambda >= lambda_0 was found; `never` says that no greater lambda_0 will do either."""

    def __init__(self, reason: str, *, never: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.never = never


NO_LIMIT = (
    "column {column} attends equally to columns with different values, and the tie rule is {rule}: softmax tends to "
    "their average"
)

MOST_EXPONENT: Final = Rational(1 << 20)
"""Bounds of weights of losers are exp(-this) at least: a ball of a greater exponent is too wide to be of use."""


class AttentionBound:
    """The bound through one layer, for all lambda >= factor. `ball` makes an arb of a rational."""

    def __init__(self, layer: Layer, columns: Columns, before: Deviation, factor: Rational, ball: Any) -> None:
        self.layer, self.columns, self.before = layer, columns, before
        self.ball, self.factor = ball, ball(factor)
        self.none, self.most = ball(Rational(0)), ball(MOST_EXPONENT)
        self.rate = before.rate
        self.d, self.count = layer.d, len(columns.values)
        self._heads = [_Head(head, columns, before, ball) for head in layer.heads]

    def through(self) -> Deviation:
        """The deviation after the layer. Raises Uncertain where lambda_0 is too small for a bound, or none can be."""
        bounds = [self._column(j) for j in range(self.count)]
        if self.rate is None:
            return self.before
        if not self.rate > 0:
            raise Uncertain("the bound does not decay as lambda grows")
        return Deviation(tuple(map(tuple, bounds)), self.rate)

    def _column(self, j: int) -> list[Ball]:
        fresh = [self.none] * self.d
        carried = [
            [[Rational(int(c == j and i == k)) for k in range(self.d)] for c in range(self.count)]
            for i in range(self.d)
        ]
        for head in self._heads:
            seen = self.layer.attended(j, self.count)
            if not seen:
                continue
            winners = head.winners(j, seen)
            for c, weight in self._hardmax(winners).items():
                for i in range(self.d):
                    row = carried[i][c]
                    for k in range(self.d):
                        row[k] = row[k] + weight * head.M[i][k]
            for i, extra in enumerate(self._losers(head, j, seen, winners)):
                fresh[i] = fresh[i] + extra
            if len(winners) > 1:
                for i, extra in enumerate(self._tied(head, j, winners)):
                    fresh[i] = fresh[i] + extra
        if self.before.is_zero:
            return fresh
        return [
            fresh[i] + sum(
                (self.ball(abs(entry)) * error for row, errors in zip(carried[i], self.before.bounds, strict=True)
                 for entry, error in zip(row, errors, strict=True) if entry),
                start=self.none,
            )
            for i in range(self.d)
        ]  # fmt: skip

    def _hardmax(self, winners: list[int]) -> dict[int, Rational]:
        """The hardmax weights of the winning columns, equal ones together."""
        if self.layer.tie_rule is TieRule.LEFTMOST:
            return {min(winners, key=lambda c: self.columns.first[c]): Rational(1)}
        if self.layer.tie_rule is TieRule.RIGHTMOST:
            return {max(winners, key=lambda c: self.columns.last[c]): Rational(1)}
        total = sum(self.columns.counts[c] for c in winners)
        return {c: Rational(self.columns.counts[c], total) for c in winners}

    def _losers(self, head: _Head, j: int, seen: Sequence[int], winners: list[int]) -> list[Ball]:
        """What attended columns with smaller scores add at most, in each row."""
        added = [self.none] * self.d
        for k in seen:
            if k in winners:
                continue
            weight = self.none
            for w in winners:
                gap = self.ball(head.scores[w][j] - head.scores[k][j]) - head.change(j, w, k)
                if not gap > 0:
                    raise Uncertain(f"at column {j + 1} the error of the states may exceed the gap between scores")
                self._slower(gap)
                weight = weight + self.columns.counts[w] * (self.factor * gap).min(self.most).exp()
            weight = self.columns.counts[k] / weight
            for i in range(self.d):
                added[i] = added[i] + weight * _greatest([head.apart(i, k, w) for w in winners])
        return added

    def _tied(self, head: _Head, j: int, winners: list[int]) -> list[Ball]:
        """What softmax among columns with equal scores adds at most, in each row."""
        pairs = [(v, w) for number, v in enumerate(winners) for w in winners[:number]]
        same_value = [all(head.values[i][v] == head.values[i][w] for v, w in pairs) for i in range(self.d)]
        averaged = self.layer.tie_rule is TieRule.AVERAGE
        if not all(same_value) and not averaged:
            raise Uncertain(NO_LIMIT.format(column=j + 1, rule=self.layer.tie_rule), never=True)
        if self.before.is_zero:
            return [self.none] * self.d  # equal scores exactly: softmax is the average, or all values are the same
        share = self.ball(Rational(1))
        if not all(same_value):
            # lambda exp(-rate (lambda - lambda_0)) <= lambda_0 exp(-(rate - 1/lambda_0) (lambda - lambda_0))
            share = self.factor * _greatest([head.change(j, v, w) for v, w in pairs]) / 2
            assert self.before.rate is not None
            self._slower(self.before.rate - 1 / self.factor)
        return [
            (self.ball(Rational(1)) if same else share) * _greatest([head.apart(i, v, w) for v, w in pairs])
            for i, same in enumerate(same_value)
        ]

    def _slower(self, rate: Ball) -> None:
        if self.rate is None or not self.rate <= rate:
            self.rate = rate if self.rate is None else _least(self.rate, rate)


class _Head:
    """One head at exact columns: its scores and values, and what errors of the columns change of them at most."""

    def __init__(self, head: AttentionHead, columns: Columns, before: Deviation, ball: Any) -> None:
        Z = columns.matrix
        keys, queries = product(head.W_K, Z), plus_bias(product(head.W_Q, Z), head.b_Q)
        self.M: Matrix = product(head.W_O, head.W_V)
        self.scores = product(transposed(keys), queries)
        self.values = product(self.M, Z)
        self._keys, self._queries = transposed(keys), transposed(queries)
        self._ball, self._exact = ball, before.is_zero
        weights = () if self._exact else (head.W_K, head.W_Q, self.M)
        sizes = [[[size(row, errors, ball) for row in matrix] for errors in before.bounds] for matrix in weights]
        self._key_errors: list[list[Ball]]
        self._query_errors: list[list[Ball]]
        self._value_errors: list[list[Ball]]
        self._key_errors, self._query_errors, self._value_errors = sizes or ([], [], [])

    def winners(self, j: int, seen: Sequence[int]) -> list[int]:
        """Of these columns those with the greatest score at column j."""
        top = max(self.scores[k][j] for k in seen)
        return [k for k in seen if self.scores[k][j] == top]

    def change(self, j: int, v: int, w: int) -> Ball:
        """How much errors change score_v - score_w at column j at most."""
        total = self._ball(Rational(0))
        if self._exact:
            return total
        for h, query in enumerate(self._queries[j]):
            difference = self._ball(abs(self._keys[v][h] - self._keys[w][h]))
            errors = self._key_errors[v][h] + self._key_errors[w][h]
            slip = self._query_errors[j][h]
            total = total + difference * slip + errors * (self._ball(abs(query)) + slip)
        return total

    def apart(self, i: int, v: int, w: int) -> Ball:
        """|M (z'_v - z'_w)|_i at most."""
        exact = self._ball(abs(self.values[i][v] - self.values[i][w]))
        return exact if self._exact else exact + self._value_errors[v][i] + self._value_errors[w][i]


def _greatest(balls: list[Ball]) -> Ball:
    """A ball whose number is the greatest of theirs."""
    greatest = balls[0]
    for other in balls[1:]:
        greatest = greatest.max(other)
    return greatest


def _least(a: Ball, b: Ball) -> Ball:
    return a.min(b)


def through_feed_forward(layer: HiddenNodes, columns: Columns, before: Deviation, ball: Any) -> Deviation:
    """The deviation after the layer. Raises Uncertain where an error may carry an argument over a jump."""
    if before.is_zero:
        return before
    arguments = plus_bias(product(layer.W_1, columns.matrix), layer.b_1)
    after: list[tuple[Ball, ...]] = []
    outer: Any = layer.W_2
    for c, errors in enumerate(before.bounds):
        slopes, rest = [], [ball(Rational(0))] * layer.d
        for r, weights in enumerate(layer.W_1):
            eta = size(weights, errors, ball)
            slope, change = _slopes(layer.activation, arguments[r][c], eta, ball)
            slopes.append(slope)
            if change:
                extra = ball(change) * eta
                rest = [there + ball(abs(row[r])) * extra for there, row in zip(rest, outer, strict=True)]
        after.append(
            tuple(there + size(row, errors, ball) for there, row in zip(rest, _jacobian(layer, slopes), strict=True))
        )
    return Deviation(tuple(after), before.rate)


def _jacobian(layer: HiddenNodes, slopes: list[Rational]) -> list[list[Rational]]:
    """I + W_2 diag(slopes) W_1, d x d."""
    return [
        [
            sum(
                (out[r] * slope * layer.W_1[r][k] for r, slope in enumerate(slopes) if slope),
                start=Rational(int(i == k)),
            )
            for k in range(layer.d)
        ]
        for i, out in enumerate(layer.W_2)
    ]


def _slopes(phi: PiecewiseLinear, t: Rational, eta: Ball, ball: Any) -> tuple[Rational, Rational]:
    """The slope at t, and how much slopes within eta of t differ from it at most."""
    if eta.is_zero():
        return Rational(0), Rational(0)
    place = _place(phi, t)
    here, change = phi.pieces[place], Rational(0)
    for step in (-1, 1):
        inner, number = here, place + step
        while 0 <= number < len(phi.pieces):
            end = inner.start if step < 0 else inner.stop
            assert end is not None
            if eta < ball(abs(t - end)):
                break
            outer = phi.pieces[number]
            if inner.on_line(end) != outer.on_line(end):
                raise Uncertain(_jump(t, end), never=t == end)
            change = max(change, abs(outer.slope - here.slope))
            inner, number = outer, number + step
    return here.slope, change


def _place(phi: PiecewiseLinear, t: Rational) -> int:
    """The number of the piece that speaks at t, from 0."""
    for number, piece in enumerate(phi.pieces[:-1]):
        assert piece.stop is not None
        if t < piece.stop or (t == piece.stop and piece.stop_closed):
            return number
    return len(phi.pieces) - 1


def _jump(t: Rational, end: Rational) -> str:
    if t == end:
        return f"an activation jumps at {end}, which is its argument exactly: no error at all may reach it"
    return f"an activation jumps at {end}, and its argument {t} may come to it"
