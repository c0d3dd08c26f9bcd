"""`limit`: its bracket, bounds, walls and measurements, and that each of them can say no."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.float_formats import ALL_FORMATS, BFLOAT16, FLOAT16, FLOAT32
from exactua.claims.registry import find
from exactua.commands.limit import work as limiting
from exactua.commands.limit.factors import factors, require_held
from exactua.commands.limit.instances import LimitInstance, of_claim, of_file, spread
from exactua.commands.limit.proved_and_measured import INSTANCES, Instance, row, scanned
from exactua.commands.limit.work import wall
from exactua.errors import InputError
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.networks.files import write_network
from exactua.printing.short_numbers import shown_factor
from tests.softmax.softmax_errors import softmax_error

CENT = mpq(1, 100)
LEMMA8 = Instance("yun2020:lemma8", "g_c", 1, 2, 2)


def limited(instance: LimitInstance, written: str = "10:1000", dtypes: tuple[str, ...] = ("float64",), **options):
    runs, _ = limiting.open_runs(["numpy"], dtypes)
    return limiting.limit(instance, factors(written), runs, **options)


@pytest.fixture(scope="module")
def limited_lemma8():
    return limited(LEMMA8.read(), "100:1e4", ("float16", "float64"))


# factors


def test_factors_are_read_exactly() -> None:
    assert factors("0.1") == (mpq(1, 10),)
    assert factors("1e1:1e3") == (10, 100, 1000)
    assert factors("1/3:2", 3) == (mpq(1, 3), mpq(215, 300), mpq(464, 300), 2)
    assert factors("5:5") == (5,)


@given(st.integers(1, 12), st.integers(1, 10**6), st.integers(1, 10**6))
def test_factors_increase_from_the_first_to_the_last(steps: int, first: int, last: int) -> None:
    low, high = sorted((first, last))
    listed = factors(f"{low}:{high}", steps)
    assert (listed[0], listed[-1]) == (low, high)
    assert all(a < b for a, b in pairwise(listed))
    # ten times the factor comes `steps` later
    assert all(listed[k + steps] == 10 * listed[k] for k in range(len(listed) - steps - 1))


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("0", "0 is not > 0"),
        ("-1", "-1 is not > 0"),
        ("0/7", "0/7 is not > 0"),
        ("1/0", "'1/0' is not valid"),
        ("nan", "'nan' is not valid"),
        ("inf:1", "'inf:1' is not valid"),
        ("10:", "'10:' is not valid"),
        ("100:10", "100:10 is reversed"),
        ("1e300:1e900", "more than 200 factors"),
        ("1e9999", "exponent beyond 5,000"),
    ],
)
def test_what_is_no_range_of_factors_is_said_to_be_none(written: str, says: str) -> None:
    with pytest.raises(InputError, match=r"^lambda: ") as error:
        factors(written)
    assert says in str(error.value)


def test_a_format_must_hold_the_factors() -> None:
    require_held(factors("1e4"), ALL_FORMATS)
    with pytest.raises(InputError, match="1000000 is more than float16 holds, whose greatest number is 65504"):
        require_held(factors("1e6"), ALL_FORMATS)
    with pytest.raises(InputError, match=r"1e\+999 is more than float64 holds"):
        require_held(factors("1e999:1e1000"), ALL_FORMATS[3:])
    with pytest.raises(InputError, match="is 0 in float32"):
        require_held(factors("1e-99"), [FLOAT32])


# points


def test_the_points_of_a_claim_are_those_that_its_steps_speak_of() -> None:
    lemma8 = LEMMA8.read()
    assert (len(lemma8.points), lemma8.of, lemma8.where) == (6, 6, "G+ up to permutation")
    assert lemma8.points[0] == ((-4, -4),)
    assert lemma8.is_contextual_map
    g2 = Instance("yun2020:g2", "g_c", 1, 2, 2).read()
    assert (len(g2.points), g2.where, g2.is_contextual_map) == (4, "G in every order", False)
    category1 = of_claim(find("lemma10")[0], {"d": 1, "n": 2, "m": 3})
    assert (len(category1.points), category1.where) == (3, "category 1 up to permutation")
    assert category1.is_contextual_map


OVERLAPPING = """
from exactua.authoring import Network, PositionalEncoding, claim, every, levels, point

lemma = claim("lemma")
SETS = [levels("low", 0, "1/2", 3), levels("high", "1/2", "1/2", 3)]


@lemma.network("f")
def f(values):
    return Network(1, [PositionalEncoding([[1] * values["n"]])])


@lemma.states("all entries grow", over=SETS)
def grows(at):
    return every(at.columns, lambda j: at.f(point)[1, j] > point[1, j])
"""


def test_points_of_two_sets_are_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine pairs of 0, 1/2, 1, nine of 1/2, 1, 3/2, four of them the same."""
    (tmp_path / "own.py").write_text(OVERLAPPING)
    monkeypatch.chdir(tmp_path)
    lemma = find("own.py::lemma")[0]
    for sample, looked_at in ((None, 14), (1, 1), (13, 13), (14, 14), (17, 14), (100, 14)):
        sampled = of_claim(lemma, {"d": 1, "n": 2}, sample=sample)
        assert (len(sampled.points), len(set(sampled.points)), sampled.of) == (looked_at, looked_at, 14)
        assert sampled.where == "low, high"
    many = of_claim(lemma, {"d": 1, "n": 9}, sample=5)
    assert (many.of, many.where) == (2 * 3**9, "low, high, each counted by itself")


def test_a_sample_is_said_to_be_one() -> None:
    sampled = of_claim(find("lemma8")[0], {"d": 2, "n": 3, "m": 4}, sample=3)
    assert (len(sampled.points), sampled.of) == (3, 2925)
    assert spread(10, 4) == [0, 3, 6, 9]
    assert spread(3, 4) == [0, 1, 2]
    with pytest.raises(InputError, match="333,375, and at most 20,000 are evaluated; --sample 1000"):
        of_claim(find("lemma8")[0], {"d": 3, "n": 3, "m": 4})


def test_a_claim_without_points_asks_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="says of no finite set of points"):
        of_claim(find("yun2020:lemma7")[0], {"d": 1, "n": 2, "m": 2})
    with pytest.raises(InputError, match="no network 'x'; choose one of g_c"):
        of_claim(find("lemma8")[0], {"d": 1, "n": 2, "m": 2}, "x")
    (tmp_path / "points.json").write_text("[[[0, 3]], [[0, 3]], [[1, 2]]]")
    own = of_claim(find("lemma8")[0], {"d": 1, "n": 2, "m": 2}, points=tmp_path / "points.json")
    assert (own.points, own.given, own.is_contextual_map) == ((((0, 3),), ((1, 2),)), True, False)


# what is proved


def test_lambda_star_holds_and_what_is_below_fails(limited_lemma8) -> None:
    bracket = limited_lemma8.bracket
    assert (bracket.upper, bracket.lower) == (71, 70)
    errors = [softmax_error(limited_lemma8.network, X, bracket.upper) for X in limited_lemma8.points]
    assert max(high for _, high in errors) <= CENT
    # half of lambda* is no lambda*: at the point that is named it fails, by balls
    low, _ = softmax_error(limited_lemma8.network, bracket.lower_point, bracket.upper / 2)
    assert low > CENT
    assert low > bracket.lower_error


def test_the_error_at_a_factor_is_below_what_is_certified_there(limited_lemma8) -> None:
    for at_factor in limited_lemma8.rows:
        assert at_factor.enclosed[0] <= at_factor.enclosed[1] <= at_factor.certified
        assert softmax_error(limited_lemma8.network, at_factor.point, at_factor.factor)[0] <= at_factor.enclosed[1]
        assert at_factor.certified <= 2 * at_factor.enclosed[1]
    assert [at_factor.certified <= CENT for at_factor in limited_lemma8.rows] == [True, True, True]


def test_the_closed_form_is_no_smaller(limited_lemma8) -> None:
    assert limited_lemma8.closed_form == 94
    assert limited_lemma8.closed_form >= limited_lemma8.bracket.upper


def test_where_nothing_can_be_certified_that_is_said() -> None:
    result = limited(of_claim(find("claim1")[0], {"d": 1, "n": 2, "m": 2, "tie_rule": "leftmost"}), "100")
    assert result.exit_code == 3
    assert "the tie rule is leftmost" in result.bracket.reason
    assert result.rows[0].certified is None
    assert "the tie rule is leftmost" in result.rows[0].reason
    assert softmax_error(result.network, result.bracket.lower_point, result.bracket.lower)[0] > CENT


def test_a_budget_that_is_spent_certifies_nothing() -> None:
    result = limited(LEMMA8.read(), "100", budget=0)
    assert result.exit_code == 3
    assert result.bracket.reason == "after 1 of 6 points the budget of 0 s was spent"
    assert result.rows[0].reason == "the budget was spent"
    assert result.rows[0].enclosed is None
    assert result.rows[0].measured[0].within == 6


def test_the_certificate_is_made_of_what_was_found(limited_lemma8) -> None:
    from exactua.certificates.limits import limit_certificate

    limit = limit_certificate(**limited_lemma8.certificate_data)
    assert (limit.upper, limit.lower.factor, limit.claim) == (71, 70, "yun2020:lemma8")
    assert limit.points[limit.lower.point - 1] == limited_lemma8.bracket.lower_point
    with pytest.raises(InputError, match="lower_point: it is not one of the points"):
        limit_certificate(**limited_lemma8.certificate_data | {"points": limited_lemma8.points[:1]})


# what is measured


def test_errors_are_those_of_the_floats(limited_lemma8) -> None:
    for at_factor in limited_lemma8.rows:
        seen = at_factor.measured[1]
        outputs = [limited_lemma8.network(X) for X in limited_lemma8.points]
        worst = max(
            abs(mpq(float(value)) - exact)
            for floats, output in zip(seen.run.output, outputs, strict=True)
            for value, exact in zip(np.ravel(floats), [entry for row in output for entry in row], strict=True)
        )
        assert seen.worst == worst
        assert seen.within == 6


def test_nan_is_counted_and_part_of_no_number(limited_lemma8) -> None:
    half = [at_factor.measured[0] for at_factor in limited_lemma8.rows]
    assert [measurement.not_finite for measurement in half] == [
        int(np.isnan(measurement.run.output).any(axis=(1, 2)).sum()) for measurement in half
    ]
    assert half[-1].not_finite == 3
    assert half[-1].within + half[-1].not_finite <= 6
    assert half[-1].worst is not None
    assert limited_lemma8.partings[0].error is None
    assert limited_lemma8.partings[1] is None
    steps = limited_lemma8.survivals[0].steps
    assert sum(survival.not_finite for survival in (steps["property1"], steps["property4"])) == 3


def test_a_network_that_overflows_everywhere_has_no_worst_error(tmp_path: Path) -> None:
    head = AttentionHead([[1]], [[1]], [[300]], [[300]])
    write_network(tmp_path / "net.json", Network(1, [AttentionLayer([head])]))
    (tmp_path / "points.json").write_text("[[[1, 2]], [[3, 4]]]")
    result = limited(of_file(tmp_path / "net.json", tmp_path / "points.json"), "10", ("float16", "float32"))
    half, single = result.rows[0].measured
    assert (half.worst, half.not_finite, half.within) == (None, 2, 0)
    assert (single.not_finite, single.within) == (0, 2)
    assert (result.partings[0].point, result.partings[0].layer, result.partings[0].error) == (0, 1, None)
    assert result.survivals == ()


def test_walls_are_what_rounding_the_exact_outputs_does() -> None:
    points = (((mpq(0),),), ((mpq(1),),))
    outputs = (((mpq(2049),),), ((mpq(-1, 3),),))
    format_wall = wall(FLOAT16, points, outputs)
    assert (format_wall.error, format_wall.value, format_wall.point) == (1, 2049, points[0])
    third = wall(FLOAT16, points[1:], outputs[1:])
    assert third.error == abs(mpq(float(np.float16(-1 / 3))) + mpq(1, 3)) > 0
    assert wall(FLOAT32, points[:1], outputs[:1]).error == 0
    overflow = wall(FLOAT16, points, (outputs[0], ((mpq(70000),),)))
    assert (overflow.error, overflow.value, overflow.point) == (None, 70000, points[1])


def test_no_run_is_below_its_wall() -> None:
    result = limited(Instance("yun2020:lemma8", "g_c", 1, 2, 3).read(), "1000", ("float32", "float64"))
    for wall_, seen in zip(result.walls, result.rows[0].measured, strict=True):
        assert seen.not_finite == 0
        assert 0 < wall_.error <= seen.worst
    assert result.walls[0].error > result.walls[1].error


def test_backends_and_formats_that_are_not_there() -> None:
    with pytest.raises(InputError, match='backend: "cupy" is not valid'):
        limiting.open_runs(["cupy"], ["float64"])
    with pytest.raises(InputError, match='dtype: "float8" is not a format'):
        limiting.open_runs(["numpy"], ["float8"])
    pytest.importorskip("array_api_strict")
    with pytest.raises(InputError, match="strict has no bfloat16"):
        limiting.open_runs(["strict"], ["bfloat16"])
    runs, told = limiting.open_runs(["numpy", "strict"], ["float16", "float64"])
    assert [run.name for run in runs] == ["float16 (numpy)", "float64 (numpy)", "float64 (strict)"]
    assert told == ["strict has no float16, which is left out"]


# the table


def test_the_table_has_two_backends_and_more_than_twelve_instances() -> None:
    from exactua.commands.limit.proved_and_measured import BACKENDS

    assert len(INSTANCES) == len(set(INSTANCES)) >= 12
    assert len(BACKENDS) == 2


def page_rows() -> list[list[str]]:
    page = (Path(__file__).parents[3] / "docs" / "limits-table.md").read_text(encoding="utf-8").replace("\\", "")
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if line.startswith("|")][2:]


def test_all_brackets_of_the_page_are_within_a_factor_of_four() -> None:
    rows = page_rows()
    assert [cells[:4] for cells in rows] == [
        [f"{instance.label.partition(':')[2]} {instance.network}", str(instance.d), str(instance.n), str(instance.m)]
        for instance in INSTANCES
    ]
    for cells in rows:
        lower, upper, ratio = (mpq(str(Fraction(cell))) for cell in cells[5:8])
        assert 1 < upper / lower <= ratio <= 4


@pytest.mark.parametrize(
    "instance", [instance for instance in INSTANCES if instance.d == 1 and instance.n * instance.m <= 8], ids=str
)
def test_brackets_are_those_of_the_page_and_within_a_factor_of_four(instance: Instance) -> None:
    from exactua.softmax.temperature.bracket import bracket

    there = instance.read()
    bounds = bracket(there.network, there.points, CENT)
    assert 1 < bounds.ratio <= 4
    proved = [f"{len(there.points):,}", shown_factor(bounds.lower), shown_factor(bounds.upper)]
    assert page_rows()[INSTANCES.index(instance)][4:7] == proved


def test_a_row_says_from_where_on_floats_suffice() -> None:
    runs, _ = limiting.open_runs(["numpy"], ["float16", "float32"])
    table_row = row(LEMMA8.read(), runs, CENT, "lemma8 g_c")
    half, single = table_row.needed
    assert single.factor == 80  # the first of the scan above lambda* = 71; 64 is the last one below it
    assert single.until == 2**19
    assert (half.factor, half.until) == (80, 512)  # beyond, scores and then weights overflow
    assert half.last.not_finite > 0
    assert (table_row.scan, table_row.closed_form) == ((16, 2**19), 94)


def test_the_scan_goes_through_lambda_star() -> None:
    listed = scanned(mpq(71))
    assert listed[0] < 71 < listed[-1]
    assert all(a < b for a, b in pairwise(listed))
    assert mpq(80) in listed
    assert all(BFLOAT16.rounded(factor) == factor for factor in listed)
    assert {FLOAT16.rounded(factor) for factor in listed if factor >= 2**16} == {"inf"}
    assert all(FLOAT16.rounded(factor) == factor for factor in listed if factor < 2**16)


def test_no_factor_suffices_where_the_format_can_not_hold_the_outputs() -> None:
    runs, _ = limiting.open_runs(["numpy"], ["float16"])
    table_row = row(Instance("yun2020:lemma8", "g_c", 1, 2, 5).read(), runs, CENT, "lemma8 g_c")
    assert table_row.walls[0].error > CENT
    assert (table_row.needed[0].factor, table_row.needed[0].until) == (None, None)
