"""Points files are read exactly or refused, and what `eval` gives is what the network gives."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.rationals import encode_rational, rational, written
from exactua.arithmetic.reals import sqrt
from exactua.console import point_files
from exactua.console.point_files import Floats, over, read_points, require_shapes
from exactua.errors import EvaluatorsDisagree, InputError
from exactua.evaluators import dense
from exactua.evidence import evaluating
from exactua.evidence.evaluating import evaluate
from exactua.networks import (
    RELU,
    AttentionHead,
    Family,
    FeedForwardLayer,
    Network,
    Phi,
    PositionalEncoding,
    SoftmaxAttentionLayer,
    everywhere,
    variable,
)
from tests.networks.strategies import networks, rationals

SHIFT = FeedForwardLayer([[1]], [0], [[1]], ["1/3"], Phi.of((everywhere(), 0, 0)))
NETWORK = Network(1, [SHIFT, SHIFT, PositionalEncoding([[0, 1]])], {"once": 1, "twice": 2})


def grids(d: int, least: int, most: int) -> st.SearchStrategy:
    """Points of one shape, d x n."""
    return st.integers(1, 3).flatmap(
        lambda n: st.lists(
            st.tuples(*[st.tuples(*[rationals] * n)] * d), min_size=least, max_size=most
        ).map(tuple)
    )  # fmt: skip


@settings(max_examples=30, deadline=None)
@given(st.data(), networks())
def test_values_are_those_of_the_network(data, network):
    points = data.draw(grids(network.d, 1, 14))
    stage = data.draw(st.sampled_from([None, *network.stages]))
    evaluation = evaluate(network, points, stage)
    assert evaluation.values == tuple(
        network.stage(point, len(network.items) if stage is None else stage) for point in points
    )
    assert evaluation.batched == (len(points) if len(points) > evaluating.FEW else 0)
    assert evaluation.replayed == min(evaluation.batched, evaluating.REPLAYED)


@pytest.mark.parametrize("weight", [1, sqrt(2)])
def test_many_points_of_a_network_with_softmax_go_through_the_literal_layers(weight):
    network = Network(1, [SHIFT, SoftmaxAttentionLayer([AttentionHead([[1]], [[1]], [[weight]], [[1]])])])
    points = [((mpq(k, 3), mpq(1)),) for k in range(evaluating.FEW + 3)]
    evaluation = evaluate(network, points)
    assert evaluation.values == tuple(network(point) for point in points)
    assert (evaluation.batched, evaluation.replayed) == (0, 0)


@settings(max_examples=30, deadline=None)
@given(st.data(), st.integers(1, 3))
def test_every_kind_of_file_gives_the_points_back(tmp_path_factory, data, d):
    points, folder = data.draw(grids(d, 1, 6)), tmp_path_factory.mktemp("points")
    entries = [[[encode_rational(entry) for entry in row] for row in point] for point in points]
    (folder / "a.json").write_text(json.dumps(entries))
    integers = [[[int(entry * 12) for entry in row] for row in point] for point in points]
    (folder / "b.json").write_text(json.dumps({"denominator": 12, "points": integers}))
    with open(folder / "c.csv", "w", newline="") as file:
        csv.writer(file).writerows([written(entry) for row in point for entry in row] for point in points)
    np.save(folder / "d.npy", np.array(integers, dtype=data.draw(st.sampled_from(["i1", "<i8", ">i4"]))))
    np.save(folder / "e.npy", np.asfortranarray(np.array(integers)))
    for name in ("a.json", "b.json", "c.csv"):
        assert read_points(folder / name, d) == points
    for name in ("d.npy", "e.npy"):
        assert read_points(folder / name, d, 12) == points


@given(st.integers(-(10**6), 10**6), st.integers(0, 6))
def test_decimals_are_read_as_they_are_written(digits, places):
    text = str(abs(digits)).rjust(places + 1, "0")
    shown = ("-" if digits < 0 else "") + (
        f"{text[: len(text) - places]}.{text[len(text) - places :]}" if places else text
    )
    assert rational(shown, "x") == mpq(digits, 10**places)
    assert rational(f"{digits}e-{places}", "x") == mpq(digits, 10**places)


@pytest.mark.parametrize("digits", [4_300, 4_301, 9_000])
def test_long_decimals_are_read_too(digits):
    ones = (mpq(10) ** digits - 1) / 9
    assert rational("1" * digits, "x") == rational(f"+{'1' * digits}.0", "x") == ones
    assert rational(f"-.{'1' * digits}e1", "x") == -ones / mpq(10) ** (digits - 1)


@pytest.mark.parametrize(
    "text", ["nan", "inf", "1e1000", "0x1", "1.2.3", "1/2.0", "--1", "1 2", "", "1_0", "٣", "1/0", "."]
)
def test_what_is_no_decimal_is_refused(text):
    with pytest.raises(InputError, match="x: "):
        rational(text, "x")


def test_a_header_is_passed_over_and_a_slip_in_the_first_line_is_not(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("\ufeffZ_11, Z_12\r\n\r\n0.25, -1/2\r\n", encoding="utf-8")
    assert read_points(path, 1) == (((mpq(1, 4), mpq(-1, 2)),),)
    path.write_text("0.25,1/2\n")
    assert read_points(path, 2) == (((mpq(1, 4),), (mpq(1, 2),)),)
    for first in ("x,0", "nan,nan", "1/2a,b"):
        path.write_text(f"{first}\n0,0\n")
        with pytest.raises(InputError, match=r"line 1, entry 1: "):
            read_points(path, 1)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "", "ends in none of .json, .csv, .npy"),
        ("a.json", "", "a.json: the text is not JSON"),
        ("a.json", "[" * 10**5, "nested too deeply"),
        ("a.json", "3", "a number is not an array"),
        ("a.json", "[]", "there is no point in it"),
        ("a.json", "[[0, 1]]", "point 1: row 1: a number is not an array; a file is a list of matrices"),
        (
            "a.json",
            "[[[0, 1]], [[0, 0.5]]]",
            'point 2: row 1, column 2: 0.5 is a float, and floats are not exact; write "1/2"',
        ),
        ("a.json", '[[[0, "0.5.1"]]]', "point 1: row 1, column 2: '0.5.1' is not an exact number"),
        ("a.json", "[[[0, NaN]]]", "nan is a float"),
        ("a.json", "[[[0, true]]]", "True is not an exact number"),
        ("a.json", '[[[0, "1/0"]]]', "1/0 has denominator 0"),
        ("a.json", '[[["0x10"]]]', "is not written canonically"),
        ("a.json", f"[[[{'9' * 5000}]]]", "an integer of 5000 digits"),
        ("a.json", '{"points": [[[0]]]}', "missing key denominator"),
        ("a.json", '{"denominator": 0, "points": [[[0]]]}', "denominator: 0 is not an integer >= 1"),
        (
            "a.json",
            '{"denominator": 2, "points": [[[0, "1/2"]]]}',
            "'1/2' is not an integer, but the file has a denominator",
        ),
        ("a.csv", "1,2\n1\n", "a.csv: line 2 has 1 entry, the first line has 2"),
        ("a.csv", "1,2\n1,x\n", "a.csv: line 2, entry 2: 'x' is not an exact number"),
        ("a.csv", "1,2\n1,\n", "a.csv: line 2, entry 2: '' is not an exact number"),
        ("a.csv", "a,b\n", "there is no point in it"),
        ("a.csv", "", "there is no point in it"),
        ("a.csv", f'"{"1" * 200_000}"\n', "is not CSV: field larger than field limit"),
        ("a.csv", b"\xff", "the text is not UTF-8 (byte 0)"),
        ("a.npy", b"", "it is not an npy file"),
        ("a.npy", b"\x93NUMPY\x01\x00\xff\xff{", "it is not an npy file"),
        ("a.npy", b"\x93NUMPY\x01\x00\x10\x00__import__('os')", "it is not an npy file"),
    ],
)
def test_a_bad_file_is_one_sentence(tmp_path, name, text, message):
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError) as caught:
        read_points(tmp_path / name, 1, 2 if name.endswith(".npy") else None)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((2, 1, 2)), "its entries are float64, not integers: floats are not exact"),
        (
            np.array([[[0.5, 0.1]]]),
            "not integers: floats are not exact: entry 2 of its data, 0.1, is 1/10 as a decimal and "
            "3602879701896397/36028797018963968 in binary; save integers and give their --denominator",
        ),
        (np.array([[[np.nan, 0.5]]]), "not integers: floats are not exact; save integers"),
        (np.zeros((2, 1, 2), dtype=bool), "its entries are bool, not integers"),
        (np.array([[[None]]]), "it holds Python objects, which are never loaded"),
        (np.zeros((2, 1, 2), dtype=[("a", "i4")]), "not integers"),
        (np.zeros((2, 2), dtype=int), "its shape is (2, 2), not (points, d, n)"),
        (np.zeros((0, 1, 2), dtype=int), "not (points, d, n)"),
    ],
)
def test_only_arrays_of_integers_are_read(tmp_path, array, message):
    np.save(tmp_path / "a.npy", array, allow_pickle=True)
    with pytest.raises(InputError) as caught:
        read_points(tmp_path / "a.npy", 1, 2)
    assert message in str(caught.value)


def test_an_array_that_lies_about_its_size_is_refused(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros((2, 1, 2), dtype="i8"))
    content = (tmp_path / "a.npy").read_bytes()
    for wrong in (content[:-1], content + b"\0", content.replace(b"(2, 1, 2)", b"(9, 1, 2)")):
        (tmp_path / "b.npy").write_bytes(wrong)
        with pytest.raises(InputError, match="bytes follow the header"):
            read_points(tmp_path / "b.npy", 1, 2)


def test_integers_beyond_64_bits_are_exact(tmp_path):
    np.save(tmp_path / "a.npy", np.array([[[2**64 - 1]]], dtype="u8"))
    assert read_points(tmp_path / "a.npy", 1, 3) == (((mpq(2**64 - 1, 3),),),)


def test_a_denominator_is_asked_for_where_it_is_needed(tmp_path):
    np.save(tmp_path / "a.npy", np.array([[[1]]]))
    with pytest.raises(InputError, match="denominator: missing; --denominator 8 says"):
        read_points(tmp_path / "a.npy", 1)
    (tmp_path / "a.csv").write_text("1\n")
    with pytest.raises(InputError, match=r"denominator: it is for \.npy files"):
        read_points(tmp_path / "a.csv", 1, 8)


def test_floats_are_told_before_a_denominator_is_asked_for(tmp_path):
    np.save(tmp_path / "a.npy", np.array([[[0.5]]]))
    with pytest.raises(InputError, match=r"a\.npy: its entries are float64, not integers: floats are not exact; save "):
        read_points(tmp_path / "a.npy", 1)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", ">f4"])
def test_floats_are_the_rationals_that_they_are_where_it_is_asked_for(tmp_path, dtype):
    values = np.asfortranarray(np.array([[[0.1, -3], [0.5, 6e-8]], [[0, 7], [1 / 3, 1]]], dtype=dtype))
    np.save(tmp_path / "a.npy", values)
    exact = tuple(
        tuple(tuple(mpq(*map(int, entry.as_integer_ratio())) for entry in row) for row in point) for point in values
    )
    assert read_points(tmp_path / "a.npy", 2, Floats.BINARY) == exact
    assert exact[0][0][0] != mpq(1, 10)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array([[[0.5, 1], [2, np.nan]]]), "a.npy: point 1: row 2, column 2: nan is no number; --binary takes fin"),
        (np.array([[[0]], [[-np.inf]]], dtype="f4"), "a.npy: point 2: row 1, column 1: -inf is no number"),
        (np.array([[[1]]]), "its entries are int64, and --binary is for float16, float32 and float64; give --denom"),
        (np.array([[[1j]]]), "its entries are complex128, and --binary is for float16, float32 and float64; save floa"),
        (np.array([[[1]]], dtype="g"), "and --binary is for float16, float32 and float64"),
        (np.array([[0.5]]), "its shape is (1, 1), not (points, d, n)"),
        (np.array([[[None]]]), "Python objects, which are never loaded; save floats"),
    ],
)
def test_binary_is_for_finite_floats(tmp_path, array, message):
    np.save(tmp_path / "a.npy", array, allow_pickle=True)
    with pytest.raises(InputError) as caught:
        read_points(tmp_path / "a.npy", 1, Floats.BINARY)
    assert message in str(caught.value)


def test_binary_is_named_where_floats_are_refused_and_refused_elsewhere(tmp_path):
    np.save(tmp_path / "a.npy", np.array([[[0.5]]]))
    with pytest.raises(InputError, match="or give --binary, which reads each float as the rational that it is"):
        read_points(tmp_path / "a.npy", 1)
    with pytest.raises(InputError) as caught:
        read_points(tmp_path / "a.npy", 1, argument="data")  # of commands without that option
    assert "--binary" not in str(caught.value)
    (tmp_path / "a.csv").write_text("0.5\n")
    with pytest.raises(InputError, match=r"^binary: it is for the floats of \.npy files"):
        read_points(tmp_path / "a.csv", 1, Floats.BINARY)
    with pytest.raises(InputError, match="denominator: it is for integers, and --binary for floats; give one of them"):
        over(8, binary=True)


def test_too_much_is_refused(tmp_path, monkeypatch):
    with open(tmp_path / "a.json", "wb") as file:
        file.truncate(16 * 2**20 + 1)
    with pytest.raises(InputError, match="larger than 16 MiB"):
        read_points(tmp_path / "a.json", 1)
    monkeypatch.setattr(point_files, "MOST_NUMBERS", 3)
    (tmp_path / "b.json").write_text("[[[0, 1]], [[0, 1]]]")
    (tmp_path / "b.csv").write_text("0,1\n0,1\n")
    np.save(tmp_path / "b.npy", np.zeros((2, 1, 2), dtype=int))
    for name, denominator in (("b.json", None), ("b.csv", None), ("b.npy", 1)):
        with pytest.raises(InputError, match="more than 3 numbers"):
            read_points(tmp_path / name, 1, denominator)


def point(*rows):
    return tuple(tuple(map(mpq, row)) for row in rows)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([point([0, 1]), point([0], [1])], "f: point 2 is 2 x 1; the network maps 1 x n to 1 x n, so it needs 1 row"),
        ([point([0, 1]), point([0])], "f: point 2 is 1 x 1, point 1 is 1 x 2; give points of one shape"),
        ([point([0, 1, 2])], "f: point 1 is 1 x 3, but the positional encoding of the network fixes 1 x 2"),
        ([((),)], "f: point 1 is 1 x 0"),
        ([()], "f: point 1 is 0 x 0"),
    ],
)
def test_points_of_other_shapes_are_refused(points, message):
    with pytest.raises(InputError) as caught:
        require_shapes(points, 1, (2, "positional encoding"), "f")
    assert message in str(caught.value)


def many(count: int) -> list:
    return [point([k, mpq(1, k + 1)]) for k in range(count)]


def test_batches_may_be_split_anywhere(monkeypatch):
    expected = tuple(map(NETWORK, many(60)))
    for batch, denominator in ((1 << 17, 4096), (1, 4096), (1 << 17, 8), (1, 1)):
        monkeypatch.setattr(evaluating, "_BATCH", batch)
        monkeypatch.setattr(evaluating, "_LARGEST_DENOMINATOR", denominator)
        assert evaluate(NETWORK, many(60)).values == expected


def test_progress_is_told():
    told: list[tuple[int, int]] = []
    evaluate(NETWORK, many(20), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (20, 20)


@pytest.mark.parametrize("wrong_at", [0, 19])
def test_a_fast_evaluator_that_differs_is_caught(monkeypatch, wrong_at):
    honest = dense.through

    def wrong(layers, rows, counts=None, sizes=None):
        states = honest(layers, rows, counts, sizes)
        states[0].numerators[1, wrong_at] += 1
        return states

    monkeypatch.setattr(dense, "through", wrong)
    with pytest.raises(EvaluatorsDisagree, match=rf"at point {wrong_at + 1}, .* in row 1, column 2, and the literal"):
        evaluate(NETWORK, many(20))
    assert evaluate(NETWORK, many(20), replayed=0).replayed == 0
    assert evaluate(NETWORK, many(8)).values == tuple(map(NETWORK, many(8)))


def test_the_points_that_are_replayed_are_spread():
    assert evaluating._spread(range(5), 10) == [0, 1, 2, 3, 4]
    assert evaluating._spread(range(100), 4) == [0, 33, 66, 99]
    assert evaluating._spread(range(100), 1) == [0]
    assert evaluating._spread(range(100), 0) == []


@pytest.mark.parametrize(("weight", "bits", "wide_from"), [(2**30, 62, None), (2**31, 64, 2)])
def test_the_integers_of_the_batches_are_told(weight, bits, wide_from):
    """Two layers Z -> Z + (weight - 1) Z at points up to 1 (two at 3): the largest number is weight^2 or 3 weight^2."""
    grow = FeedForwardLayer([[1]], [0], [[weight - 1]], [0], RELU)
    network = Network(1, [grow, grow])
    evaluation = evaluate(network, [point([k, 0]) for k in (1, 0, 1, 1, 3, 3, 0, 1, -1)])
    assert evaluation.values[4] == ((3 * weight**2, 0),)
    assert (evaluation.bits, evaluation.wide_from) == (bits, wide_from)
    assert ("wider" in evaluation.representation) == (wide_from is not None)


def test_unknown_stages_and_endless_networks_are_refused():
    with pytest.raises(InputError, match='stage: the network has no stage "three"; its stages are: "once", "twice"'):
        evaluate(NETWORK, many(1), "three")
    weight = FeedForwardLayer([[variable("l")]], [0], [[1]], [0], Phi.of((everywhere(), 0, 0)))
    endless = Network(1, [SHIFT, Family("l", 0, 1, 10**30, [weight])], {"once": 1})
    with pytest.raises(InputError, match=r"the network has about 10\^30 layers; at most 1,000,000"):
        evaluate(endless, many(1))
    assert evaluate(endless, many(1), "once").values == (NETWORK.stage(many(1)[0], "once"),)
