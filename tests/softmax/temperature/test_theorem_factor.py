"""The number of the theorem `network_near_hardmax`: its conditions written out again from NetworkStatements.v."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from gmpy2 import mpq

from exactua import build
from exactua.arithmetic.balls import ball, ends
from exactua.arithmetic.rationals import Matrix, rational
from exactua.arithmetic.reals import log
from exactua.commands.limit.proved_and_measured import Instance
from exactua.errors import InputError
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    FeedForwardLayer,
    Network,
    PiecewiseLinear,
    PositionalEncoding,
    SoftmaxAttentionLayer,
    TieRule,
)
from exactua.networks.activations import at_least, below, half_open
from exactua.softmax.temperature.bracket import bracket
from exactua.softmax.temperature.theorem_factor import (
    AttentionNumbers,
    FeedForwardNumbers,
    HeadNumbers,
    LayerNumbers,
    PointNumbers,
    contextual_map_factor,
    error_constant,
    sharp_enough,
    theorem_factor,
)
from tests.softmax.softmax_errors import softmax_error

ROOT = Path(__file__).parents[3]
ONES = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])
ONE_HEAD = Network(1, [AttentionLayer([ONES])])
HALF_AND_ONE = [[mpq(1, 2), 1]]
TOLERANCE = mpq(1, 100)
RELU = PiecewiseLinear.of((below(0), 0, 0), (at_least(0), 1, 0))
STEP = PiecewiseLinear.of((below(mpq(1, 3)), 0, 0), (at_least(mpq(1, 3)), 0, 1))


def numbers_at(network: Network, X: Sequence[Sequence[Any]], tolerance: Any = TOLERANCE) -> PointNumbers:
    at = theorem_factor(network, [X], tolerance).at
    assert at is not None
    return at


# The definitions of NetworkStatements.v, in their order and with their names, as loops over entries.


def row_size(A: Matrix, i: int) -> mpq:
    return sum((abs(entry) for entry in A[i]), start=mpq(0))


def times(A: Matrix, B: Matrix) -> Matrix:
    return tuple(
        tuple(sum((A[i][a] * B[a][j] for a in range(len(B))), start=mpq(0)) for j in range(len(B[0])))
        for i in range(len(A))
    )


class Head:
    """A head at Z: M, K, Q, scores[k][j], greatest[j][k]."""

    def __init__(self, head: Any, Z: Matrix) -> None:
        n, self.head = len(Z[0]), head
        self.M, self.K, asked = times(head.W_O, head.W_V), times(head.W_K, Z), times(head.W_Q, Z)
        self.Q = tuple(tuple(entry + b for entry in row) for row, b in zip(asked, head.b_Q, strict=True))
        size = range(len(self.K))
        self.scores = [[sum((self.K[c][k] * self.Q[c][j] for c in size), mpq(0)) for j in range(n)] for k in range(n)]
        self.greatest = [
            [all(self.scores[c][j] <= self.scores[k][j] for c in range(n)) for k in range(n)] for j in range(n)
        ]

    def hardmax(self, k: int, j: int) -> mpq:
        return mpq(self.greatest[j][k], sum(self.greatest[j]))


def head_bounds(
    tau: mpq, kappa: mpq, X: Matrix, exact: bool, Z: Matrix, ties: bool, head: Head, a: HeadNumbers
) -> bool:
    d, n = len(Z), len(Z[0])
    values, size = times(head.M, Z), range(len(head.K))
    return (
        all(row_size(head.M, i) <= a.value_size for i in range(d))
        and all(abs(row[k] - row[c]) <= a.spread for row in values for k in range(n) for c in range(n))
        and all(
            sum(
                row_size(head.head.W_K, c) * abs(head.Q[c][j])
                + (abs(head.K[c][k]) + tau * row_size(head.head.W_K, c)) * row_size(head.head.W_Q, c)
                for c in size
            )
            <= a.sensitivity
            for j in range(n)
            for k in range(n)
        )
        and all(
            head.scores[c][j] + (kappa + 2 * tau * a.sensitivity) <= head.scores[k][j]
            for j in range(n)
            for k in range(n)
            for c in range(n)
            if head.greatest[j][k] and not head.greatest[j][c]
        )
        and (
            ties
            or exact
            or all(
                row[k] == row[c]
                for row in X
                for j in range(n)
                for k in range(n)
                for c in range(n)
                if head.greatest[j][k] and head.greatest[j][c]
            )
        )
        and min(a.value_size, a.spread, a.sensitivity) >= 0
    )


def frozen(heads: Sequence[Head], i: int, j: int, r: int, k: int) -> mpq:
    return (r == i and k == j) + sum((head.M[i][r] * head.hardmax(k, j) for head in heads), start=mpq(0))


def attention_bounds(
    tau: mpq, kappa: mpq, X: Matrix, exact: bool, Z: Matrix, layer: Any, numbers: AttentionNumbers
) -> bool:
    heads, d, n = [Head(head, Z) for head in layer.heads], len(Z), len(Z[0])
    return (
        numbers.growth >= 1
        and all(
            head_bounds(tau, kappa, X, exact, Z, numbers.ties, head, a)
            for head, a in zip(heads, numbers.of_heads, strict=True)
        )
        and all(
            sum(abs(frozen(heads, i, j, r, k)) for k in range(n) for r in range(d)) <= numbers.growth
            for i in range(d)
            for j in range(n)
        )
    )


def pieces_within(phi: PiecewiseLinear, t: mpq, eta: mpq) -> list[Any]:
    """The pieces that have a t' with |t' - t| <= eta."""

    def beyond(piece: Any) -> bool:
        left = piece.stop is not None and (piece.stop < t - eta or (piece.stop == t - eta and not piece.stop_closed))
        right = piece.start is not None and (
            piece.start > t + eta or (piece.start == t + eta and not piece.start_closed)
        )
        return bool(left or right)

    return [piece for piece in phi.pieces if not beyond(piece)]


def feed_forward_bounds(tau: mpq, Z: Matrix, layer: Any, growth: mpq) -> bool:
    """With the slope at t_0, and the least kink: the greatest |slope' - slope| of a continuous phi."""
    d, r = len(Z), len(layer.W_1)
    for j in range(len(Z[0])):
        slopes, kinks = [], []
        for c in range(r):
            t0 = sum((layer.W_1[c][i] * Z[i][j] for i in range(d)), start=mpq(0)) + layer.b_1[c]
            eta = tau * row_size(layer.W_1, c)
            (here,) = pieces_within(layer.activation, t0, mpq(0))
            near = pieces_within(layer.activation, t0, eta)
            # no jump: neighbours meet
            meet = all(a.slope * a.stop + a.intercept == b.slope * a.stop + b.intercept for a, b in pairwise(near))
            if not meet:
                return False
            slopes.append(here.slope)
            kinks.append(max(abs(piece.slope - here.slope) for piece in near))
        for i in range(d):
            moved = sum(
                abs((k == i) + sum(layer.W_2[i][c] * slopes[c] * layer.W_1[c][k] for c in range(r))) for k in range(d)
            )
            if moved + sum(abs(layer.W_2[i][c]) * kinks[c] * row_size(layer.W_1, c) for c in range(r)) > growth:
                return False
    return True


def run_bounds(tau: mpq, kappa: mpq, layers: Sequence[Any], numbers: Sequence[LayerNumbers], X: Matrix) -> bool:
    Z, exact = X, True
    for layer, of_layer in zip(layers, numbers, strict=True):
        if isinstance(of_layer, AttentionNumbers):
            if not attention_bounds(tau, kappa, X, exact, Z, layer, of_layer):
                return False
            exact = False
        elif of_layer.growth < 1 or not (exact or feed_forward_bounds(tau, Z, layer, of_layer.growth)):
            return False
        Z = layer(Z)
    return True


def constant(n: int, tau: mpq, numbers: Sequence[LayerNumbers]) -> mpq:
    C = mpq(0)
    for layer in numbers:
        if isinstance(layer, FeedForwardNumbers):
            C = layer.growth * C
        else:
            by_losers = (n - 1) * sum(a.spread + 2 * tau * a.value_size for a in layer.of_heads)
            by_ties = sum(2 * a.sensitivity * (a.spread + 2 * tau * a.value_size) for a in layer.of_heads)
            C = (layer.growth + (by_ties if layer.ties else 0)) * C + by_losers
    return C


def meets(network: Network, X: Sequence[Sequence[Any]], at: PointNumbers, tolerance: mpq = TOLERANCE) -> bool:
    """Whether the theorem's conditions hold of these numbers, and the factor is no less than its number."""
    n, entered = len(X[0]), tuple(tuple(rational(entry, "X") for entry in row) for row in X)
    b = sum(isinstance(layer, AttentionNumbers) and layer.ties for layer in at.numbers)
    C = constant(n, at.tau, at.numbers)
    assert (C, b) == (at.constant, at.layers_with_ties)
    if C:
        number = log(C / at.tau) / at.kappa
        if b:
            number = 2 / at.kappa * (log(C / at.tau) + b * log(2 * b / at.kappa))
        assert at.factor >= (1 if b else 0)
        assert at.factor >= number
        assert at.factor <= max(ends(ball(number, 128))[1] + mpq(1, 512), 1 if b else 0)
    layers = list(network.layers())
    while layers[0].shift is not None:  # the input of the theorem's network is X + E
        entered = layers.pop(0)(entered)
    return 0 < at.tau <= tolerance and at.kappa > 0 and run_bounds(at.tau, at.kappa, layers, at.numbers, entered)


# Networks at random


def random_matrix(random: Random, rows: int, columns: int) -> list[list[mpq]]:
    return [[mpq(random.randint(-2, 2), random.choice([1, 2])) for _ in range(columns)] for _ in range(rows)]


def random_network(random: Random) -> tuple[Network, list[list[mpq]]]:
    d, n = random.choice([1, 2]), random.choice([2, 3])
    layers: list[Any] = []
    for _ in range(random.choice([1, 2, 3])):
        if random.random() < 0.6:
            heads = []
            for _ in range(random.choice([1, 1, 2])):
                m = random.choice([1, 2])
                W_Q = random_matrix(random, m, d) if random.random() < 0.5 else [[mpq(0)] * d] * m
                heads.append(
                    AttentionHead(
                        random_matrix(random, d, m), random_matrix(random, m, d), random_matrix(random, m, d), W_Q,
                        [mpq(random.randint(-1, 1)) for _ in range(m)],
                    )
                )  # fmt: skip
            layers.append(AttentionLayer(heads))
        else:
            r = random.choice([1, 2])
            phi = random.choice(
                [RELU, STEP, PiecewiseLinear.of((below(0), 0, 0), (half_open(0, 1), 1, 0), (at_least(1), -1, 2))]
            )
            bias = [mpq(random.randint(-3, 3), 2) for _ in range(r)]
            layers.append(
                FeedForwardLayer(random_matrix(random, r, d), bias, random_matrix(random, d, r), [mpq(0)] * d, phi)
            )
    if all(isinstance(layer, FeedForwardLayer) for layer in layers):
        layers.append(AttentionLayer([AttentionHead(*[[[mpq(int(i == 0))] for i in range(d)]], *[[[mpq(1)] * d]] * 3)]))
    X = random_matrix(random, d, n)
    if random.random() < 0.4:
        for row in X:
            row[1] = row[0]
    return Network(d, layers), X


def test_the_conditions_of_the_theorem_hold_of_the_numbers_of_networks_at_random() -> None:
    random, spoken_of, tied, walked = Random(2026), 0, 0, 0
    for _ in range(300):
        network, X = random_network(random)
        answer = theorem_factor(network, [X], TOLERANCE)
        if answer.factor is None or answer.at is None:
            assert answer.reason
            continue
        spoken_of += 1
        tied += answer.at.layers_with_ties > 0
        walked += len(answer.at.numbers) > 1
        assert meets(network, X, answer.at)
    assert spoken_of > 150
    assert tied > 10
    assert walked > 60


def test_smaller_numbers_do_not_meet_the_conditions() -> None:
    """Each number is the least that its condition allows: one that is a little less is refused."""
    random, refused = Random(7), 0
    for _ in range(60):
        network, X = random_network(random)
        at = theorem_factor(network, [X], TOLERANCE).at
        if at is None:
            continue
        entered = tuple(map(tuple, X))
        layers, exact = list(network.layers()), True
        for number, layer in enumerate(at.numbers):
            less: list[LayerNumbers] = []
            if layer.growth > 1 and (isinstance(layer, AttentionNumbers) or not exact):
                less.append(
                    AttentionNumbers(layer.growth - mpq(1, 10**9), layer.ties, layer.of_heads)
                    if isinstance(layer, AttentionNumbers)
                    else FeedForwardNumbers(layer.growth - mpq(1, 10**9))
                )
            if isinstance(layer, AttentionNumbers):
                exact = False
                for place, head in enumerate(layer.of_heads):
                    for name in ("value_size", "spread", "sensitivity"):
                        fields = {**{key: getattr(head, key) for key in head.__dataclass_fields__}}
                        fields[name] -= mpq(1, 10**9)
                        heads = [*layer.of_heads]
                        heads[place] = HeadNumbers(**fields)
                        less.append(AttentionNumbers(layer.growth, layer.ties, tuple(heads)))
                if layer.ties:
                    less.append(AttentionNumbers(layer.growth, False, layer.of_heads))
            for wrong in less:
                numbers = [*at.numbers]
                numbers[number] = wrong
                assert not run_bounds(at.tau, at.kappa, layers, numbers, entered)
                refused += 1
    assert refused > 200


def test_the_number_is_true_of_the_softmax_network() -> None:
    random, seen = Random(11), 0
    for _ in range(60):
        network, X = random_network(random)
        factor = theorem_factor(network, [X], TOLERANCE).factor
        if factor:
            seen += 1
            for times_as_large in (1, mpq(3, 2), 4):
                assert softmax_error(network, X, factor * times_as_large, TOLERANCE)[1] <= TOLERANCE
    assert seen > 30


# The statement


def statement(name: str) -> str:
    text = (ROOT / "proofs/rocq/NetworkStatements.v").read_text(encoding="utf-8")
    match = re.search(rf"^Definition {name} .*?\.\n(?=\n|\(\*\*|Definition|\Z)", text, re.MULTILINE | re.DOTALL)
    assert match is not None, name
    return match[0]


def test_the_numbers_of_one_head_are_those_that_rocq_has_checked() -> None:
    """network_near_hardmax_for_one_head has all numbers written out."""
    said, at = statement("network_near_hardmax_for_one_head"), numbers_at(ONE_HEAD, HALF_AND_ONE)
    assert at.numbers == (AttentionNumbers(mpq(2), False, (HeadNumbers(mpq(1), mpq(1, 2), mpq(201, 100)),)),)
    assert said.count("[OfAttention 2 false [HeadNumbers 1 (1 / 2) (201 / 100)]]") == 2
    assert (at.tau, at.kappa, at.constant) == (mpq(1, 100), mpq(1049, 5000), mpq(52, 100))
    assert "run_bounds 1 2 (1 / 100) (1049 / 5000) half_and_one true one_head_of_ones" in said
    assert "= 52 / 100 /\\" in said
    assert "ln 52 / (1049 / 5000) <= lambda" in said
    number = log(mpq(52)) / mpq(1049, 5000)
    assert number <= at.factor <= number + mpq(1, 1024)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "sharp_enough",
            (
                "| O => ln (C / tau) / kappa",
                "| S _ => Rmax 1 (2 / kappa * (ln (C / tau) + INR b * ln (2 * INR b / kappa)))",
            ),
        ),
        ("next_constant", ("(growth + if ties then by_ties tau of_heads else 0) * C + by_losers n tau of_heads",)),
        ("by_losers", ("(INR n - 1) * fold_right (fun a s => spread a + 2 * tau * value_size a + s) 0 of_heads.",)),
        (
            "by_ties",
            ("fold_right (fun a s => 2 * sensitivity a * (spread a + 2 * tau * value_size a) + s) 0 of_heads.",),
        ),
    ],
)
def test_the_formulas_are_those_of_the_statement(name: str, lines: tuple[str, ...]) -> None:
    assert all(line in statement(name) for line in lines)


@pytest.mark.parametrize(("d", "n", "m", "tolerance"), [(1, 2, 2, TOLERANCE), (2, 3, 2, 1), (1, 2, 5, mpq(1, 10**30))])
def test_the_number_on_the_grid_is_that_of_the_statement(d: int, n: int, m: int, tolerance: Any) -> None:
    said = statement("g_c_near_hardmax")
    for line in (
        "let D := INR m ^ d in",
        "let G := D ^ (n + 1) in",
        "let B := G * (1 + 2 * D) ^ n in",
        "let C := 3 * (INR n - 1) * B * (2 * D ^ 2 * (1 + 2 * D ^ 2) ^ n * (1 + G * D) + G) in",
        "let tau := Rmin e (1 / (128 * INR m ^ 2 * D * B)) in",
        "16 / 7 * INR m ^ 2 * ln (C / tau) <= lambda ->",
    ):
        assert line in said
    D = m**d
    G = D ** (n + 1)
    B = G * (1 + 2 * D) ** n
    C = 3 * (n - 1) * B * (2 * D**2 * (1 + 2 * D**2) ** n * (1 + G * D) + G)
    number = mpq(16 * m**2, 7) * log(C / min(mpq(tolerance), mpq(1, 128 * m**2 * D * B)))
    assert number <= contextual_map_factor({"d": d, "n": n, "m": m}, tolerance) <= number + mpq(1, 1024)


@pytest.mark.parametrize(("d", "n", "m"), [(1, 2, 2), (1, 3, 2), (2, 2, 2)])
def test_the_number_on_the_grid_serves_every_point(d: int, n: int, m: int) -> None:
    instance = Instance("yun2020:lemma8", "g_c", d, n, m).read()
    factor = contextual_map_factor({"d": d, "n": n, "m": m}, TOLERANCE)
    for X in instance.points:
        assert softmax_error(instance.network, X, factor, TOLERANCE)[1] <= TOLERANCE


@pytest.mark.parametrize(("name", "value"), [("d", 0), ("n", 1), ("m", 1), ("m", mpq(5, 2)), ("n", True)])
def test_other_sizes_are_refused(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=f"^{name}: .* is not valid; the theorem takes an integer >= "):
        contextual_map_factor({"d": 1, "n": 2, "m": 2, name: value}, TOLERANCE)


def test_a_number_with_ties_has_a_term_for_each_layer_of_them() -> None:
    kappa, C, tau = mpq(1, 4), mpq(3), mpq(1, 100)
    number = 8 * (log(C / tau) + 2 * log(mpq(16)))
    assert number <= sharp_enough(C, tau, kappa, 2) <= number + mpq(1, 1024)
    assert sharp_enough(mpq(1, 10**9), mpq(1), mpq(9), 1) == 1
    assert sharp_enough(mpq(1, 10**9), mpq(1), mpq(9), 0) == 0
    assert sharp_enough(mpq(0), tau, kappa, 0) == 0


def test_ties_of_different_columns_cost_a_factor_lambda_from_the_second_attention_layer_on() -> None:
    first = AttentionLayer([AttentionHead(W_O=[[0], [1]], W_V=[[0, 1]], W_K=[[0, 1]], W_Q=[[0, 1]])])
    second = AttentionLayer([AttentionHead(W_O=[[1], [0]], W_V=[[1, 0]], W_K=[[0, 1]], W_Q=[[0, 0]], b_Q=[1])])
    X, equal = [[0, 1, 0], [1, 1, mpq(1, 2)]], [[1, 1, 0], [1, 1, mpq(1, 2)]]
    for network, point, ties in (
        (Network(2, [second]), X, 0),
        (Network(2, [first, second]), X, 1),
        (Network(2, [first, second]), equal, 0),
    ):
        at = numbers_at(network, point)
        assert at.layers_with_ties == ties
        assert meets(network, point, at)


def test_tau_is_the_one_that_gives_the_least_number() -> None:
    network = Instance("yun2020:lemma8", "g_c", 1, 3, 2).read().network
    X = [[0, mpq(1, 2), 0]]
    at = numbers_at(network, X)
    assert at.tau < TOLERANCE
    for halvings in range(12):
        tolerance = TOLERANCE / 2**halvings
        if tolerance >= at.tau:
            assert numbers_at(network, X, tolerance).factor == at.factor


def test_a_positional_encoding_in_front_is_part_of_the_point() -> None:
    E = [[0, mpq(1, 4)]]
    behind = numbers_at(Network(1, [PositionalEncoding(E), AttentionLayer([ONES])]), [[mpq(1, 2), mpq(3, 4)]])
    assert behind == numbers_at(ONE_HEAD, HALF_AND_ONE)


def test_of_several_points_the_greatest_counts() -> None:
    points = [HALF_AND_ONE, [[mpq(1, 2), mpq(3, 4)]], [[1, 1]]]
    answer = theorem_factor(ONE_HEAD, points, TOLERANCE)
    factors = [theorem_factor(ONE_HEAD, [X], TOLERANCE).factor for X in points]
    assert answer.factor == max(factor for factor in factors if factor is not None)
    assert (answer.points, answer.point) == (3, ((mpq(1, 2), mpq(3, 4)),))


# What it says nothing of


def test_where_an_activation_jumps_at_its_argument_the_theorem_says_nothing() -> None:
    jump = FeedForwardLayer([[1]], [0], [[1]], [0], PiecewiseLinear.of((below(2), 0, 0), (at_least(2), 0, 1)))
    network = Network(1, [AttentionLayer([ONES]), jump])
    answer = theorem_factor(network, [HALF_AND_ONE], TOLERANCE)
    assert (answer.factor, answer.at) == (None, None)
    assert answer.reason == "layer 2: an activation jumps at 2, and errors may take its argument 2 to it"
    before = Network(1, [FeedForwardLayer([[1]], [1], [[0]], [0], jump.activation), AttentionLayer([ONES])])
    assert numbers_at(before, HALF_AND_ONE).factor == numbers_at(ONE_HEAD, HALF_AND_ONE).factor


@pytest.mark.parametrize(
    ("network", "points", "tolerance", "words"),
    [
        (ONE_HEAD, [], TOLERANCE, "points: none are given; give at least one"),
        (ONE_HEAD, [HALF_AND_ONE], 0, "tolerance: 0 is not valid"),
        (ONE_HEAD, [[[1, 2], [3, 4]]], TOLERANCE, "point 1 is 2 x 2"),
        (
            Network(1, [AttentionLayer([ONES], TieRule.LEFTMOST)]), [HALF_AND_ONE], TOLERANCE,
            "network: its tie rule is leftmost; the theorem averages over ties",
        ),
        (
            Network(1, [AttentionLayer([ONES], mask="causal")]), [HALF_AND_ONE], TOLERANCE,
            "network: it has a mask; the theorem has none",
        ),
        (
            Network(1, [AttentionLayer([ONES]), PositionalEncoding([[0, 1]])]), [HALF_AND_ONE], TOLERANCE,
            "network: a positional encoding comes after other layers; the theorem has none",
        ),
        (Network(1, [PositionalEncoding([[0, 1]])]), [HALF_AND_ONE], TOLERANCE, "network: it has no hardmax"),
        (Network(1, [SoftmaxAttentionLayer([ONES])]), [HALF_AND_ONE], TOLERANCE, "network: it has "),
    ],
)  # fmt: skip
def test_what_the_theorem_does_not_speak_of_is_refused(
    network: Network, points: list[Any], tolerance: Any, words: str
) -> None:
    with pytest.raises(InputError) as refusal:
        theorem_factor(network, points, tolerance)
    assert str(refusal.value).startswith(words)


# The table of docs/limit.md


def rows() -> list[tuple[str, ...]]:
    page = (ROOT / "docs/limit.md").read_text(encoding="utf-8").split("## The number of a theorem", 1)[1]
    lines = [line.replace("\\", "") for line in page.splitlines() if line.startswith("| ")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[1:]]


def of_row(network: str, d: str, n: str, m: str) -> tuple[Network, Sequence[Any]]:
    if network == "one head":
        return ONE_HEAD, [HALF_AND_ONE]
    if network == "net.json":
        built = build("theorem2", "x1*(1 - x1), x2*(1 - x2)", delta=Fraction(1, int(m)))
        return built.construction.network, [[[0, "1/2"]], [["1/2", "1/2"]], [["3/4", "1/4"]]]
    label, name = network.split()
    instance = Instance(f"yun2020:{label}", name, int(d), int(n), int(m)).read()
    return instance.network, instance.points


@pytest.mark.parametrize("row", rows(), ids=lambda row: " ".join(row[:4]))
def test_the_table_has_the_numbers_and_the_theorems_is_never_the_smaller_one(row: tuple[str, ...]) -> None:
    *named, points, everywhere, theorem, certified, ratio = row
    network, at_points = of_row(*named)
    assert len(at_points) == int(points)
    answer, limit = theorem_factor(network, at_points, TOLERANCE), bracket(network, at_points, TOLERANCE).upper
    assert answer.factor is not None
    assert answer.point is not None
    assert answer.at is not None
    assert limit is not None
    assert meets(network, answer.point, answer.at)
    assert answer.factor >= limit
    assert (everywhere == "-") == (named[0] != "lemma8 g_c")
    if everywhere != "-":
        on_the_grid = contextual_map_factor(dict(zip("dnm", map(int, named[1:]), strict=True)), TOLERANCE)
        assert -(-on_the_grid // 1) == int(everywhere)
        assert on_the_grid >= limit
    assert -(-answer.factor // 1) == int(theorem)
    assert limit == rational(certified, "limit")
    assert -(-100 * answer.factor // limit) == 100 * mpq(ratio)


def test_the_table_has_both_claims_and_networks_of_ones_own() -> None:
    assert len(rows()) == 26
    assert {row[0] for row in rows()} == {"lemma8 g_c", "g2 g_c", "g3 g", "net.json", "one head"}


def test_error_constant_is_that_of_the_definitions() -> None:
    at = numbers_at(ONE_HEAD, HALF_AND_ONE)
    assert error_constant(2, at.tau, at.numbers) == constant(2, at.tau, at.numbers) == mpq(52, 100)
