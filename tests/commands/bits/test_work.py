"""`bits`: bit lengths, failing formats and merging ids against a plain evaluation in fractions and Python's own rounding."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import gfloat
import gfloat.formats
import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.float_formats import BFLOAT16, BY_NAME, FLOAT16, FloatFormat
from exactua.arithmetic.reals import PI
from exactua.claims.registry import find
from exactua.commands.bits import mapped as mapping
from exactua.commands.bits.at_points import network_bits, rounded_alike
from exactua.commands.bits.closed_forms import apart, largest, least_after
from exactua.commands.bits.extents import Columns, Extent
from exactua.commands.bits.mapped import Mapped, mapped
from exactua.commands.bits.measuring import bounds, in_units, measured, parameters
from exactua.commands.bits.record import QUANTITIES, Bits, Failure, Known, Merge, Sought
from exactua.commands.bits.work import alike, bits, near
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.networks import AttentionHead, AttentionLayer, Family, Network, PositionalEncoding, SoftmaxAttentionLayer
from exactua.networks.entries import variable

LEMMA8 = find("lemma8")[0]
BOXES = [(d, n, m) for d, n, m in product((1, 2), (2, 3), (2, 3, 4)) if d * n * m < 9] + [
    (1, 2, 6),
    (1, 3, 5),
    (1, 2, 7),
]

Numbers = dict[str, list[Fraction]]


# g_c by the formulas of App. E.3, in units of delta


def by_hand(d: int, n: int, m: int, L: tuple[tuple[int, ...], ...]) -> Numbers:
    """Scores and ids of g_c at a point with entries in units of delta, columns first."""
    D = m**d
    ids = [Fraction(sum(m**i * entry for i, entry in enumerate(column))) for column in L]
    scores: list[Fraction] = []

    def psi(b: Fraction) -> list[Fraction]:
        given = []
        for x in ids:
            mine = [(x - b) * key for key in ids]
            scores.extend(mine)
            best = [key for key, score in zip(ids, mine, strict=True) if score == max(mine)]
            given.append(sum(best) / len(best))
        return given

    for k in range(D):
        low, high = psi(k - Fraction(1, 2)), psi(k + Fraction(1, 2))
        ids = [x + D * (a - b) for x, a, b in zip(ids, low, high, strict=True)]
    before, last = list(ids), psi(Fraction(0))
    return {
        "scores": scores,
        "ids before": before,
        "ids after": [x + D ** (n + 1) * a for x, a in zip(ids, last, strict=True)],
    }


@cache
def points(d: int, n: int, m: int) -> tuple[tuple[tuple[tuple[int, ...], ...], Numbers], ...]:
    """Every orbit of G+_delta in the order of sorted ids, with its numbers."""
    levels = (-m * m ** (n * d), *range(m))
    columns = sorted(product(levels, repeat=d), key=lambda column: sum(m**i * entry for i, entry in enumerate(column)))
    return tuple((L, by_hand(d, n, m, L)) for L in combinations_with_replacement(columns, n))


def in_category(d: int, n: int, m: int, most: int) -> Iterator[tuple[tuple[tuple[int, ...], ...], Numbers]]:
    for L, numbers in points(d, n, m):
        special, repeated = min(map(min, L)) < 0, len(set(L)) < n
        if (3 if special else 2 if repeated else 1) <= most:
            yield L, numbers


def weights(d: int, n: int, m: int, unit: str) -> list[Fraction]:
    D, step = m**d, Fraction(1, 1 if unit == "delta" else m)
    biases = [sign * (k + Fraction(half, 2)) * step for sign in (1, -1) for k in range(D) for half in (-1, 1)]
    return [Fraction(0), *(Fraction(m**i) for i in range(d)), Fraction(D), Fraction(D ** (n + 1)), *biases]


# What Python makes of a number in a format


SMALL = {
    "float8_e4m3fn": gfloat.formats.format_info_ocp_e4m3,
    "float8_e5m2": gfloat.formats.format_info_ocp_e5m2,
    "float4_e2m1fn": gfloat.formats.format_info_ocp_e2m1,
}
DROPPED = {"bfloat16": 45, "tf32": 42}
"""Bits of a float64 that these formats, whose exponents are those of float32, have not."""


def python_rounds(name: str, x: Fraction) -> float:
    """The nearest number of the format; x is exact in 53 bits, or the format is float64."""
    double = x.numerator / x.denominator
    assert name == "float64" or Fraction(double) == x
    if name in SMALL:
        return gfloat.round_float(SMALL[name], double, gfloat.RoundMode.TiesToEven, name.startswith("float4"))
    if name in DROPPED:
        dropped = DROPPED[name]
        (bits_,) = struct.unpack(">q", struct.pack(">d", abs(double)))
        bits_ += (1 << dropped - 1) - 1 + (bits_ >> dropped & 1)
        return math.copysign(struct.unpack(">d", struct.pack(">q", bits_ >> dropped << dropped))[0], double)
    code = {"float16": ">e", "float32": ">f", "float64": ">d"}[name]
    try:
        return float(struct.unpack(code, struct.pack(code, double))[0])
    except OverflowError:
        return math.copysign(math.inf, double)


def python_holds(name: str, x: Fraction) -> bool:
    if x.denominator & (x.denominator - 1):
        return False
    nearest = python_rounds(name, x)
    return math.isfinite(nearest) and Fraction(nearest) == x


def exactly(x: mpq) -> Fraction:
    return Fraction(int(x.numerator), int(x.denominator))


def agrees(measurement: Bits, categories: int) -> bool:
    """Whether bit lengths, first failures and first merges are those of the plain evaluation."""
    right = True
    for instance in measurement.instances:
        numbers = [numbers for _, numbers in in_category(*instance.box, categories)]
        for name, power in (("scores", 2), ("ids before", 1), ("ids after", 1)):
            unit = Fraction(1, 2) if power == 2 else Fraction(1)
            sizes = [int(abs(x) / unit).bit_length() for each in numbers for x in each[name]]
            right &= instance.bits[name] == max(sizes, default=0)
        right &= instance.bits["weights"] == max(x.numerator.bit_length() for x in weights(*instance.box, "1"))
    return right and all(failure_agrees(measurement, failure, categories) for failure in measurement.failures)


def failure_agrees(measurement: Bits, sought: Sought, categories: int) -> bool:
    for box in (each.box for each in measurement.instances):
        m = box[2]
        factor = Fraction(1) if sought.unit == "delta" else Fraction(1, m**2 if sought.what == "scores" else m)
        if sought.what == "weights":
            lost = not all(python_holds(sought.format, x) for x in weights(*box, sought.unit))
            where = None
        else:
            where = next(
                (
                    tuple(zip(*L, strict=True))
                    for L, each in in_category(*box, categories)
                    if not all(python_holds(sought.format, x * factor) for x in each[sought.what])
                ),
                None,
            )
            lost = where is not None
        if lost:
            if not isinstance(sought.found, Failure) or sought.found.box != box:
                return False
            exact = None if where is None else tuple(tuple(mpq(x, m) for x in row) for row in where)
            held = python_holds(sought.format, exactly(sought.found.value)) or sought.found.point != exact
            return not held
    return sought.found is None and not sought.open


def merge_agrees(measurement: Bits, sought: Sought) -> bool:
    categories = 1 if sought.what == "category 1" else int(sought.what[-1])
    for box in (each.box for each in measurement.instances):
        m = box[2]
        factor = Fraction(1) if sought.unit == "delta" else Fraction(1, m)
        for L, each in in_category(*box, categories):
            ids = [x * factor for x in each["ids after"]]
            if any(
                a != b
                and math.isfinite(rounded(sought.format, a))
                and rounded(sought.format, a) == rounded(sought.format, b)
                for a, b in product(ids, repeat=2)
            ):
                if not isinstance(sought.found, Merge) or sought.found.box != box:
                    return False
                point = tuple(tuple(mpq(x, m) for x in row) for row in zip(*L, strict=True))
                i, j = sought.found.columns
                a, b = map(exactly, sought.found.ids)
                same = (
                    Fraction(rounded(sought.format, a))
                    == Fraction(rounded(sought.format, b))
                    == exactly(sought.found.rounded)
                )
                return sought.found.point == point and (a, b) == (ids[i - 1], ids[j - 1]) and a != b and same
    return sought.found is None and not sought.open


def rounded(name: str, x: Fraction) -> float:
    """`python_rounds`, of fractions that a double has not through the format itself where they are near no tie."""
    double = x.numerator / x.denominator
    return python_rounds(name, x if name == "float64" else Fraction(double))


@cache
def result(categories: int) -> Bits:
    return bits("lemma8", BOXES, categories)


@pytest.mark.parametrize("categories", [1, 2, 3])
def test_bits_and_failures_are_those_of_a_plain_evaluation(categories: int) -> None:
    assert agrees(result(categories), categories)


@pytest.mark.parametrize("categories", [1, 2, 3])
def test_merges_are_those_of_a_plain_evaluation(categories: int) -> None:
    measurement = result(categories)
    assert {merge.what for merge in measurement.merges} == {
        "category 1",
        "category 1" if categories == 1 else measurement.points,
    }
    assert all(merge_agrees(measurement, merge) for merge in measurement.merges)
    assert any(isinstance(merge.found, Merge) for merge in measurement.merges)


def test_a_bit_more_an_id_more_and_another_instance_are_noticed() -> None:
    measurement = result(3)
    first = measurement.instances[0]
    for name in QUANTITIES:
        longer = replace(first, bits={**first.bits, name: first.bits[name] + 1})
        assert not agrees(replace(measurement, instances=(longer, *measurement.instances[1:])), 3)
    lost = next(
        failure for failure in measurement.failures if failure.found is not None and failure.format == "float16"
    )
    assert isinstance(lost.found, Failure)
    for change in ({"box": (1, 2, 2)}, {"value": mpq(0)}):
        assert not failure_agrees(measurement, replace(lost, found=replace(lost.found, **change)), 3)
    assert not failure_agrees(measurement, replace(lost, found=None), 3)
    merge = next(sought for sought in measurement.merges if isinstance(sought.found, Merge))
    assert isinstance(merge.found, Merge)
    a, b = merge.found.ids
    for change in ({"ids": (a + 1, b)}, {"box": (1, 2, 2)}, {"rounded": merge.found.rounded + 1}, {"columns": (2, 2)}):
        assert not merge_agrees(measurement, replace(merge, found=replace(merge.found, **change)))


# Closed forms


@pytest.mark.parametrize("categories", [1, 2, 3])
@pytest.mark.parametrize("box", [*BOXES, (1, 4, 2), (1, 4, 3)])
def test_closed_forms_are_attained_and_not_exceeded(box: tuple[int, int, int], categories: int) -> None:
    extremes = largest(*box, categories)
    numbers = {
        name: [0, *(abs(x) for _, each in in_category(*box, categories) for x in each[name])] for name in QUANTITIES[1:]
    }
    top = tuple(max(numbers[name]) for name in ("ids before", "ids after", "scores"))
    assert top == ((0, 0, 0) if extremes is None else (extremes.before, extremes.after, extremes.score))
    if extremes is not None:  # and it is a point that attains them
        m = box[2]
        ids = {
            tuple(sum(m**i * x for i, x in enumerate(c)) for c in L): each for L, each in in_category(*box, categories)
        }
        mine = ids[extremes.ids]
        assert (max(mine["ids before"]), max(mine["ids after"])) == (extremes.before, extremes.after)
        bound, names = bounds(extremes), QUANTITIES[1:]
        exact = {name: Extent.of([mpq(x) for x in numbers[name]]) for name in names}
        assert all(bound[name].odd >= exact[name].odd and bound[name].largest == exact[name].largest for name in names)


def test_category_1_has_no_point_where_there_are_fewer_ids_than_columns() -> None:
    assert largest(1, 3, 2, 1) is None
    measurement = bits("lemma8", [(1, 3, 2)], 1)
    assert (measurement.instances[0].points, measurement.instances[0].bits["ids after"]) == (0, 0)
    assert [merge.found for merge in measurement.merges] == [None] * 2 * len(BY_NAME)


def test_instances_by_closed_forms_say_what_enumeration_says() -> None:
    by_form, by_points = (bits("lemma8", [(1, 3, 6), (2, 2, 4)], 3, most_states=most) for most in (1, 50_000))
    assert [instance.enumerated for instance in (*by_form.instances, *by_points.instances)] == [
        False,
        False,
        True,
        True,
    ]
    assert [instance.bits for instance in by_form.instances] == [instance.bits for instance in by_points.instances]
    for failure, other in zip(by_form.failures, by_points.failures, strict=True):
        assert failure.open or (failure.found and failure.found.box) == (other.found and other.found.box)
    assert [merge.found for merge in by_form.merges] == [merge.found for merge in by_points.merges]


def test_a_wrong_closed_form_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: int):  # type: ignore[no-untyped-def]
        extremes = largest(*given)
        assert extremes is not None
        return replace(extremes, before=extremes.before + 1)

    monkeypatch.setattr(mapping, "largest", wrong)
    bit_map = mapped(LEMMA8, (1, 2, 3), 3)
    with pytest.raises(
        EvaluatorsDisagree, match="the largest number of ids before is 90 by its closed form, and 89 at the points"
    ):
        measured(bit_map)


def test_a_wrong_fast_evaluator_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mapped, "ids_at", lambda self, point, left: iter([mpq(1), mpq(2)]))
    with pytest.raises(EvaluatorsDisagree, match="are others by the literal network"):
        bits("lemma8", [(1, 2, 6)], 1)


@pytest.mark.parametrize("box", [(1, 2, 4), (1, 3, 4), (1, 2, 7), (1, 3, 5)])
def test_ids_that_are_proved_to_be_apart_never_merge(box: tuple[int, int, int]) -> None:
    proved = [p for p in range(2, 24) if apart(*box, p)]
    assert proved
    assert proved[0] > 2
    ids = [sorted(each["ids after"]) for _, each in in_category(*box, 1)]
    assert all(numbers[0] >= least_after(*box) for numbers in ids)
    for p in proved:
        form = FloatFormat("wide", p, -200, 200)
        assert all(len({form.rounded(mpq(x)) for x in numbers}) == len(set(numbers)) for numbers in ids)


narrow_formats = st.builds(FloatFormat, st.just("narrow"), st.integers(2, 6), st.just(-20), st.just(8))


@settings(max_examples=200)
@given(
    st.lists(st.integers(-(2**9), 2**9), min_size=2, max_size=4),
    st.one_of(narrow_formats, st.sampled_from(list(BY_NAME.values()))),
    st.sampled_from([mpq(1), mpq(1, 3), mpq(1, 700), mpq(1, 20000)]),
)
@example([1, 2], BY_NAME["float8_e4m3fn"], mpq(1, 20000))
@example([40, 400], BY_NAME["float4_e2m1fn"], mpq(1, 3))
@example([447, 449], BY_NAME["float8_e4m3fn"], mpq(1))
def test_numbers_that_are_rounded_alike_are_near(values: list[int], form: FloatFormat, factor: mpq) -> None:
    pair = alike([x * factor for x in values], form)
    near_ones = near(Batch.of(np.array([[x] for x in values])), form, factor)
    become = {x: form.rounded(x * factor) for x in values}
    merged = [
        (a, b)
        for a, b in product(values, repeat=2)
        if a != b and become[a] == become[b] and not isinstance(become[a], str)
    ]
    assert (pair is not None) == bool(merged)
    assert near_ones == [0] or not merged
    if pair is not None:
        i, j, number = pair
        assert (values[i], values[j]) in merged
        assert number == become[values[i]]


@given(*[st.lists(st.integers(-48, 48), min_size=4, max_size=4)] * 2, st.sampled_from([mpq(1), mpq(1, 9), mpq(1, 64)]))
def test_columns_know_of_products_what_they_are(left: list[int], right: list[int], factor: mpq) -> None:
    """Two columns of two numbers each: all products of a column, told by the extents of the factors."""
    columns, other = (Columns.of(Batch.of(np.array(each).reshape(2, 2)), mpq(1, 2)) for each in (left, right))
    products = [Extent.of([mpq(a * b, 4) for a in left[k::2] for b in right[k::2]]) for k in (0, 1)]
    assert (columns * other).total() == products[0] | products[1]
    lost = [k for k in (0, 1) if products[k].scaled(factor).lost(FLOAT16) is not None]
    assert (columns * other).first_lost(FLOAT16, factor) == (lost[0] if lost else None)


def test_equal_ids_and_infinite_ones_do_not_merge() -> None:
    assert alike([mpq(5), mpq(5)], FLOAT16) is None
    assert alike([mpq(65520), mpq(65530)], FLOAT16) is None
    assert alike([mpq(259), mpq(9), mpq(261)], BFLOAT16) == (0, 2, 260)
    assert near(Batch.of(np.array([[259], [261]])), BFLOAT16, mpq(1)) == [0]  # both are ties
    assert near(Batch.of(np.array([[65540], [65541]])), FLOAT16, mpq(1)) == []


def test_what_is_not_searched_is_open() -> None:
    measurement = bits("lemma8", [(2, 2, 3), (2, 2, 4)], 3, most_points=5)
    row = next(
        merge
        for merge in measurement.merges
        if (merge.format, merge.unit, merge.what) == ("float64", "delta", "categories 1..3")
    )
    assert (row.found, row.open) == (None, ())  # all ids are integers below 2^53
    row = next(
        merge
        for merge in measurement.merges
        if (merge.format, merge.unit, merge.what) == ("float32", "delta", "categories 1..3")
    )
    assert (row.found, row.open) == (None, ((2, 2, 4),))
    whole = bits("lemma8", [(2, 2, 3), (2, 2, 4)], 3)
    row = next(
        merge
        for merge in whole.merges
        if (merge.format, merge.unit, merge.what) == ("float32", "delta", "categories 1..3")
    )
    assert isinstance(row.found, Merge)


def test_unknown_numbers_are_neither_held_nor_lost() -> None:
    attained = Extent.of([mpq(3)])
    assert Known(attained, None).held(FLOAT16) is None
    assert Known(attained, Extent.of([mpq(2049)])).held(FLOAT16) is None
    assert Known(attained, attained).held(FLOAT16) is True
    assert Known(Extent.of([mpq(2049)]), None).held(FLOAT16) is False


def test_where_a_format_of_as_many_bits_is_not_decided_the_least_is_open() -> None:
    """Both have 16 bits: float16 holds all integers up to 511; whether bfloat16 holds all of them is not known."""
    attained, bound = Extent(mpq(9), mpq(9), mpq(1)), Extent(mpq(511), mpq(511), mpq(1))
    assert Known(attained, bound).held(FLOAT16) is True
    assert Known(attained, bound).held(BY_NAME["bfloat16"]) is None
    assert Known(attained, bound).least is None


def test_positions_in_units_of_delta_are_divided_by_it() -> None:
    numbers = [("weights", mpq(5)), ("biases", mpq(1, 3)), ("encoding", mpq(2, 3))]
    assert list(in_units(numbers, 3)) == [5, 1, 2]
    assert list(in_units(numbers, 1)) == [5, mpq(1, 3), mpq(2, 3)]


# Other claims


def test_positions_have_bits_too() -> None:
    measurement = bits("g2", [(1, 2, 2), (2, 3, 5)], most_states=1000)
    small, large = measurement.instances
    assert small.enumerated
    assert not large.enumerated
    assert not large.known["delta"]["ids after"].exact
    lost = next(
        failure
        for failure in measurement.failures
        if (failure.format, failure.unit, failure.what) == ("float64", "delta", "ids after")
    )
    assert (lost.found, lost.open) == (None, ((2, 3, 5),))
    bit_map = mapped(find("g2")[0], (1, 2, 2), None)
    for rank in range(bit_map.domain.count):
        point = bit_map.domain.matrix(rank)
        ids = list(bit_map.ids_at(point, 0))
        assert max(int(abs(x)).bit_length() for x in ids) <= small.bits["ids after"]
    assert max(int(x) for rank in range(4) for x in bit_map.ids_at(bit_map.domain.matrix(rank), 0)).bit_length() == 9


def test_what_has_no_bits_is_refused() -> None:
    with pytest.raises(InputError, match="label: yun2020:lemma9 has no network that acts on column ids alone"):
        bits("lemma9", [(1, 2, 2)])
    with pytest.raises(InputError, match="categories: Categories 1 to 3 are those of Lemma 8"):
        bits("g2", [(1, 2, 2)], 1)
    with pytest.raises(InputError, match="make 262,145 layers; at most 20,000"):
        bits("lemma8", [(3, 2, 64)])


# Networks of one's own


def scaling(entry: object, count: int = 1) -> Network:
    head = AttentionHead([[entry]], [[1]], [[1]], [[1]], [variable("l")])
    return Network(1, [Family("l", 0, "1/3", count, [AttentionLayer([head])])])


def test_every_number_of_a_network_is_looked_at() -> None:
    measurement = network_bits(scaling(2048, 2), [((mpq(1), mpq(-1)),)])
    told = {quantity.name: quantity for quantity in measurement.quantities}
    assert list(told) == ["weights", "scores", "states", "states before", "states after"]
    assert (told["weights"].numerator, told["weights"].denominator) == (12, 2)
    lost = told["weights"].lost["float64"]
    assert lost is not None
    assert (lost.value, lost.reason, lost.place) == (mpq(1, 3), "no binary fraction", "biases")
    assert lost.layer == 2  # the threshold of its first layer is 0
    # 1 attends to 1, and -1 to -1: +- 2049 = +- (1 + 2048), which float16 does not hold
    assert (told["states before"].numerator, told["states after"].numerator) == (12, 23)
    lost = told["states before"].lost["float16"]
    assert lost is not None
    assert (lost.value, lost.reason, lost.point, lost.place) == (2049, "12 significant bits", 1, "before layer 2")
    assert told["states before"].lost["float32"] is None


def test_columns_of_the_output_merge_only_where_all_their_entries_do() -> None:
    points = [((mpq(1), mpq(1)),), ((mpq(256), mpq(257)),)]
    measurement = network_bits(Network(1, [PositionalEncoding([[0, 0]])]), points)
    assert [quantity.name for quantity in measurement.quantities] == [
        "weights",
        "states",
        "states before",
        "states after",
    ]
    merge = measurement.merges["bfloat16"]
    assert merge is not None
    assert (merge.point, merge.columns, merge.exact, merge.rounded) == (2, (1, 2), ((256,), (257,)), (256,))
    assert measurement.merges["float16"] is None
    far = network_bits(Network(1, [PositionalEncoding([[0, 0]])]), [((mpq(70000), mpq(80000)),)])
    assert far.merges["float16"] is None  # two infinities are no number
    both = network_bits(Network(2, [PositionalEncoding([[0, 0], [0, 0]])]), [((mpq(256), mpq(257)), (mpq(1), mpq(2)))])
    assert both.merges["bfloat16"] is None


@settings(max_examples=60)
@given(
    st.lists(st.fractions(-700, 700, max_denominator=9).map(mpq), max_size=6), st.sampled_from(list(BY_NAME.values()))
)
@example([mpq(100), mpq(7), mpq(-7), mpq(-100)], BY_NAME["float4_e2m1fn"])
@example([mpq(449), mpq(450)], BY_NAME["float8_e4m3fn"])
@example([mpq(465), mpq(466)], BY_NAME["float8_e4m3fn"])
def test_two_numbers_that_are_rounded_alike_are_the_first_ones(values: list[mpq], form: FloatFormat) -> None:
    ordered = sorted(set(values))
    become = [form.rounded(value) for value in ordered]
    pairs = [
        (ordered[i], ordered[j], become[i])
        for i in range(len(ordered))
        for j in range(i + 1, len(ordered))
        if become[i] == become[j] and not isinstance(become[i], str)
    ]
    pair = rounded_alike(ordered, form)
    assert (None if pair is None else (*pair.exact, pair.rounded)) == (pairs[0] if pairs else None)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_network_in_each_format(name: str) -> None:
    """Every quantity at two points, number by number: what is lost first, what merges, what the least format is."""
    form, points = BY_NAME[name], [((mpq(3), mpq(-5)),), ((mpq(1, 4), mpq(900)),)]
    network = scaling(2, 1)
    for quantity in network_bits(network, points).quantities:
        if quantity.name == "states":
            Zs = [Z for X in points for Z in (X, network(X))]
            numbers = [entry for Z in Zs for row in Z for entry in row]
            lost = [x for x in numbers if form.rounded(x) != x]
            assert (quantity.lost[name] is None) == (not lost)
            assert lost == [] or quantity.lost[name].value == lost[0]  # type: ignore[union-attr]
            assert (name in quantity.least) <= (not lost)
            holding = [each.bits for each in BY_NAME.values() if all(each.rounded(x) == x for x in numbers)]
            assert {BY_NAME[least].bits for least in quantity.least} == {min(holding)}


def test_networks_without_bits_are_refused() -> None:
    head = AttentionHead([[1]], [[1]], [[1]], [[1]])
    point = ((mpq(1), mpq(2)),)
    with pytest.raises(InputError, match="network: it has softmax or a weight that is no rational number"):
        network_bits(Network(1, [SoftmaxAttentionLayer([head])]), [point])
    with pytest.raises(InputError, match="network: it has no layer"):
        network_bits(Network(1, []), [point])
    with pytest.raises(InputError, match="network maps 1 x n"):
        network_bits(Network(1, [AttentionLayer([head])]), [(*point, *point)])
    with pytest.raises(InputError, match="points: 1 points and 200,001 layers are 200,001 states"):
        network_bits(scaling(1, 200_001), [point])


def test_parameters_are_one_value_at_a_time() -> None:
    entries = list(parameters(scaling(5, 3).items))
    assert [value for kind, value in entries if kind == "biases"] == [0, mpq(1, 3), mpq(2, 3)]
    assert set(in_units(entries, 3)) == {0, 1, 2, 5}
    assert list(parameters(Network(1, [Family("l", 0, 1, 0, scaling(5).items[0].items)]).items)) == []  # type: ignore[union-attr]
    with pytest.raises(InputError, match="a weight that is no rational number"):
        list(parameters([AttentionLayer([AttentionHead([[PI]], [[1]], [[1]], [[1]])])]))


def test_every_format_is_asked_about() -> None:
    measurement = result(1)
    assert {failure.format for failure in measurement.failures} == set(BY_NAME)
    assert {merge.format for merge in measurement.merges} == set(BY_NAME)
