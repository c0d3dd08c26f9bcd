"""The 'summary in pictures': what it shows is the trace, exactly, and it can be read without colour."""

from __future__ import annotations

import importlib.util
import io
import os
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.arithmetic.rationals import written
from exactua.claims.registry import find
from exactua.commands.trace.work import read_point, trace, trace_file
from exactua.deciding.trace import Trace
from exactua.errors import InputError
from exactua.networks.files import NetworkFile
from exactua.printing.pictures import figures, panel_parts, traces
from exactua.printing.pictures.figures import COLUMN_STYLES, grouped, label, rounded, subscripted
from exactua.printing.pictures.summary import summary
from exactua.printing.pictures.traces import draw

pytestmark = pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib")
SVG = "{http://www.w3.org/2000/svg}"
PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
PANELS = ["input", "quantiser", "selective shifts", "last layer", "value map"]


def traced(d: int, n: int, m: int, point: str, claim: str = "theorem2", network: str = "g") -> Trace:
    owner, _ = find(claim)
    return trace(owner, {"d": d, "n": n, "m": m}, read_point(point), network)


def of_file(d: int, n: int, m: int, point: str, theorem: str = "theorem2", network: str = "g") -> Trace:
    """The trace of a network file, which takes points off the grid."""
    parameters = {"d": d, "n": n, "m": m}
    built = {"theorem": f"yun2020:{theorem}", "parameters": parameters}
    file = NetworkFile(find(theorem)[0].networks[network](parameters), built)
    return trace_file(file, "some/where/net.json", read_point(point))


def drawn(history: Trace, folder: Path) -> ElementTree.Element:
    draw(history, folder / "a.svg")
    return ElementTree.parse(folder / "a.svg").getroot()


def texts(svg: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in svg.iter(f"{SVG}text")]


def titles(svg: ElementTree.Element) -> list[str]:
    """What an SVG shows where it is pointed at."""
    return [title.text or "" for group in svg.iter(f"{SVG}g") for title in group.findall(f"{SVG}title")]


def names(svg: ElementTree.Element) -> list[str]:
    """The panels, in their order."""
    matches = [re.fullmatch(r"(\d)  (.*)", text) for text in texts(svg)]
    assert [int(match[1]) for match in matches if match] == list(range(1, sum(map(bool, matches)) + 1))
    return [match[2] for match in matches if match]


def column(values) -> str:
    shown = [grouped(value) for value in values]
    return shown[0] if len(shown) == 1 else f"({', '.join(shown)})"


@pytest.mark.parametrize(
    "answer",
    [
        traced(1, 2, 4, "0 1/2"),
        traced(1, 3, 4, "3/4 0 1/2"),
        traced(1, 3, 4, "1/4 -64 1/4"),
        traced(2, 2, 2, "0 1/2; 1/2 1/2"),
        traced(2, 2, 2, "1/2 1/2; 0 0"),
        of_file(1, 2, 4, "1/3 2/3"),
        of_file(1, 3, 4, "1/3 5/4 2/3"),
        of_file(2, 3, 2, "1/3 2/3 9/10; -1/7 3/4 1/5"),
    ],
    ids=lambda history: f"{history.problem.parameters} {written(history.point[0][0])}",
)
def test_panels_and_labels_are_those_of_the_trace(answer, tmp_path):
    svg = drawn(answer, tmp_path)
    assert names(svg) == PANELS
    shown = texts(svg)
    at = {stage: state for state in answer.states for stage in state.stages}
    last_shift = [state for state in answer.states if state.layer < at["contexts"].layer][-1]
    n = len(answer.point[0])
    for letter, matrix in (
        ("x", answer.point),
        ("L", at["quantised"].matrix),
        ("l", (at["quantised"].values,)),
        ("l", (last_shift.values,)),
        ("l", (at["contexts"].values,)),
        ("y", at["output"].matrix),
    ):
        for j in range(n):
            expected = f"{subscripted(f'{letter}_{j + 1}')} = {column([row[j] for row in matrix])}"
            assert expected in shown
    assert f"steps of δ = 1/{answer.problem.parameters['m']}" in shown
    # no label says anything else
    assert sum(bool(re.match(r"[xLly][₁-₉] = ", text)) for text in shown) == 6 * n


def test_moves_have_their_value_and_the_last_layer_its_shift(tmp_path):
    # D = 4: 0 + 4 (3 - 0) = 12, 2 + 4 (12 - 2) = 42, 3 + 4 (42 - 3) = 159, and 256 * 159 = 40704 for all
    svg = drawn(traced(1, 3, 4, "3/4 0 1/2"), tmp_path)
    shown = texts(svg)
    assert [text for text in shown if text in ("12", "42", "159")] == ["12", "42"]
    assert "each id +40\u202f704" in shown
    assert {"l₁ = 159", "l₂ = 12", "l₃ = 42"} <= set(shown)
    assert {"inside [tₗ, tᵣ] =", "[12\u202f288, 49\u202f152]"} <= set(shown)
    assert "l₁ = 3 at l\u202f=\u202f1/2" in titles(svg)


def test_outside_the_cube_the_axis_is_broken_and_ids_leave_the_interval(tmp_path):
    shown = texts(drawn(of_file(1, 3, 4, "1/3 5/4 2/3"), tmp_path))
    assert shown.count("axis broken") == 2
    assert {"x₂ = 5/4", "L₂ = −64", "l₂ = −256", "outside [tₗ, tᵣ] =", "not by the same amount"} <= set(shown)
    assert {"y₁ = 0", "y₂ = 0", "y₃ = 0"} <= set(shown)
    assert "axis broken" not in texts(drawn(of_file(1, 3, 4, "1/3 1/4 2/3"), tmp_path))


def test_positions_have_a_panel_of_their_own(tmp_path):
    svg = drawn(of_file(1, 3, 2, "1/3 1/3 1/3", "theorem3", "g_P"), tmp_path)
    assert names(svg) == ["input", "positions", *PANELS[1:]]
    assert {"x₃ = 1/3", "z₁ = 1/3", "z₂ = 4/3", "z₃ = 7/3", "L₁ = 0", "L₂ = 1", "L₃ = 2"} <= set(texts(svg))
    assert not any("tₗ" in text for text in texts(svg))  # App. G has no such interval


def places(svg: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """By its exact title: where the marker of a column is, in points from the upper left corner."""
    by_title = {}
    for group in svg.iter(f"{SVG}g"):
        title, marks = group.find(f"{SVG}title"), list(group.iter(f"{SVG}use"))
        if title is not None and title.text and marks:
            by_title[title.text] = (float(marks[0].attrib["x"]), float(marks[0].attrib["y"]))
    return by_title


def test_points_stand_where_their_values_are(tmp_path):
    # input and quantiser have one linear axis: heights are an affine function of the values
    at = places(drawn(of_file(1, 3, 4, "1/3 9/10 2/3"), tmp_path))
    values = {"x₁": "1/3", "x₂": "9/10", "x₃": "2/3", "L₁": "1/4", "L₂": "3/4", "L₃": "1/2"}
    heights = {mpq(value): at[f"{name} = {value}"][1] for name, value in values.items()}
    slopes = [(heights[b] - heights[a]) / float(b - a) for a, b in pairwise(sorted(heights))]
    assert slopes == [pytest.approx(slopes[0], abs=0.01)] * len(slopes)
    assert slopes[0] < 0  # heights of an SVG count downwards
    assert len({at[f"{name} = {values[name]}"][0] for name in ("x₁", "x₂", "x₃")}) == 1
    # in the plane too, in both directions
    at = places(drawn(of_file(2, 2, 2, "1/3 2/3; 1/5 3/4"), tmp_path))
    (left, low), (right, high) = at["x₁ = (1/3, 1/5)"], at["x₂ = (2/3, 3/4)"]
    corner, upper = at["L₁ = (0, 0)"], at["L₂ = (1/2, 1/2)"]
    assert (right - left) * 3 == pytest.approx((upper[0] - corner[0]) * 2, abs=0.05)
    assert (high - low) / 0.55 == pytest.approx((upper[1] - corner[1]) * 2, abs=0.05)


def test_equal_columns_stand_side_by_side(tmp_path):
    at = places(drawn(traced(1, 3, 4, "1/4 1/2 1/4"), tmp_path))
    for letter in ("x", "L"):
        first, other = at[f"{letter}₁ = 1/4"], at[f"{letter}₃ = 1/4"]
        assert first[1] == other[1]
        assert other[0] - first[0] > 6  # points: as wide as a marker


def test_long_numbers_are_rounded_in_labels_and_exact_in_titles(tmp_path):
    history = of_file(1, 2, 4, "123456789/1000000000000000000000 1/2")
    svg = drawn(history, tmp_path)
    assert "x₁ ≈\u202f1.235e-13" in texts(svg)
    assert titles(svg).count("x₁ = 123456789/1000000000000000000000") == 2  # marker and label


def test_titles_hold_every_state_exactly(tmp_path):
    history = traced(1, 3, 4, "3/4 0 1/2")
    shown = titles(drawn(history, tmp_path))
    for state in history.states:
        if 5 <= state.layer <= 9:
            for j, value in enumerate(state.values):
                assert any(title.startswith(f"l{'₁₂₃'[j]} = {written(value)}") for title in shown)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (traced(3, 2, 2, "0 1/2; 0 0; 0 0"), "three rows"),
        (traced(1, 3, 4, "0 1/4 3/4", "lemma8", "g_c"), "no such stages"),
        (traced(1, 2, 4, "0 1/2", "theorem2", "inside"), "no ids"),
        (replace(traced(1, 2, 4, "0 1/2"), point=((mpq(0),) * 6,)), "six columns"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_has_other_stages_or_is_too_large_is_drawn_over_layers(answer, why, tmp_path):
    assert summary(answer) is None, why
    if len(answer.point[0]) < 6:
        assert "layers that change something" in texts(drawn(answer, tmp_path))


def test_each_suffix_has_the_same_bytes_twice_and_another_point_others(tmp_path):
    for suffix in ("svg", "png"):
        written_files = []
        for k, point in enumerate(("1/3 2/3", "1/3 2/3", "1/3 4/5")):
            draw(of_file(1, 2, 4, point), tmp_path / f"{k}.{suffix}")
            written_files.append((tmp_path / f"{k}.{suffix}").read_bytes())
        assert written_files[0] == written_files[1] != written_files[2]


def test_a_picture_has_at_least_150_dots_per_inch(tmp_path):
    draw(of_file(1, 2, 4, "1/3 2/3"), tmp_path / "a.png")
    content = (tmp_path / "a.png").read_bytes()
    place = content.index(b"pHYs") + 4
    assert int.from_bytes(content[place : place + 4], "big") >= 150 / 0.0254


def test_every_column_has_its_own_marker_and_dashes():
    shapes = [(shape, filled) for shape, filled, _, _ in COLUMN_STYLES]
    dashes = [dash for _, _, dash, _ in COLUMN_STYLES]
    assert len({shape for shape, _ in shapes}) == len(set(dashes)) == len(COLUMN_STYLES) == 5


def grey_patch(j: int, what: str, colour: str | None = None):
    """Column j's marker or line alone, as bits: is the dot darker than a light grey."""
    import numpy

    figure = figures.figure(1, 0.4)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.set_axis_off()
    style = figures.marker(j, 10) | {"linestyle": ""} if what == "marker" else figures.line(j)
    axes.plot([0.5] if what == "marker" else [0, 1], [0.5] if what == "marker" else [0.5, 0.5], **style)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="raw", dpi=100)
    rgb = numpy.frombuffer(buffer.getvalue(), dtype=numpy.uint8).reshape(40, 100, 4)[..., :3]
    return rgb @ [0.299, 0.587, 0.114] < 200


@pytest.mark.parametrize("what", ["marker", "line"])
def test_in_greyscale_columns_still_differ(what):
    patches = [grey_patch(j, what) for j in range(len(COLUMN_STYLES))]
    for first, other in combinations(patches, 2):
        both = (first | other).sum()
        assert (first != other).sum() > both / 5
    assert (grey_patch(0, what) != patches[0]).sum() == 0  # the measure can say no


def test_the_lines_of_the_picture_have_the_dashes_of_their_columns(tmp_path):
    svg = drawn(traced(1, 3, 4, "3/4 0 1/2"), tmp_path)
    styles = [path.get("style", "") for path in svg.iter(f"{SVG}path")]
    for _, _, _, colour in COLUMN_STYLES[:3]:
        assert any(f"stroke: {colour.lower()}" in style and "fill: none" in style for style in styles)
    assert not any(COLUMN_STYLES[3][3].lower() in style for style in styles)


fractions = st.fractions(max_denominator=50).map(lambda value: mpq(value.numerator, value.denominator))


@given(st.lists(fractions | st.integers(-(10**30), 10**30).map(mpq), min_size=1, max_size=12), st.integers(2, 64))
def test_places_are_in_order_and_different_values_are_apart(values, base):
    scale = panel_parts.fitting(values, base)
    ordered = sorted(set(values))
    places = [scale.place(value) for value in ordered]
    assert all(0 <= place <= 1 for place in places)
    assert all(b - a >= panel_parts.APART - 1e-9 for a, b in pairwise(places))


@given(st.lists(fractions, min_size=1, max_size=6), st.integers(1, 5))
def test_around_the_cube_the_axis_is_monotone_and_linear_inside(values, high):
    scale = panel_parts.around(values, high)
    places = [scale.place(value) for value in sorted({*values, mpq(0), mpq(high)})]
    assert places == sorted(places)
    assert len(set(places)) == len(places)
    assert scale.place(mpq(high, 2)) == pytest.approx((scale.place(mpq(0)) + scale.place(mpq(high))) / 2)


def test_an_axis_says_what_it_is():
    assert panel_parts.fitting([mpq(0), mpq(8), mpq(26)], 4).kind == "linear"
    assert panel_parts.fitting([mpq(value) for value in (0, 1, 12, 45, 687)], 4).kind == "logarithmic"
    assert panel_parts.fitting([mpq(value) for value in (0, 1, 2, 10**9, 10**9 + 1)], 4).kind == "in order"
    assert not panel_parts.linear([mpq(0), mpq(1), mpq(1000)]).separates([mpq(0), mpq(1), mpq(1000)])


@given(st.integers(-(10**40), 10**40), st.integers(1, 10**40), st.integers(1, 6))
def test_rounded_numbers_are_within_half_a_digit(numerator, denominator, digits):
    value = mpq(numerator, denominator)
    if value:
        shown = mpq(rounded(value, digits).replace("−", "-"))
        size, unit = abs(value), mpq(1)
        while size * unit < 1:
            unit *= 10
        while size * unit >= 10:
            unit /= 10
        assert abs(shown - value) * unit * 10 ** (digits - 1) <= mpq(1, 2)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (mpq(27648), "27\u202f648"),
        (mpq(1690), "1690"),
        (mpq(-2080), "−2080"),
        (mpq(9, 2), "9/2"),
        (mpq(5145, 32768), "5145/32\u202f768"),
        (mpq(10) ** 40, "≈\u202f1.000e40"),
        (mpq(20546329, 17616076800), "≈\u202f0.001166"),
    ],
)
def test_labels(value, shown):
    assert label(value) == shown


DOCUMENTED = {
    "plane": lambda: traced(2, 3, 2, "0 1/2 1/2; 0 0 1/2"),
    "positions": lambda: traced(1, 3, 2, "1/2 1/2 0", "theorem3", "g_P"),
    "ids": lambda: traced(1, 3, 4, "0 1/4 3/4", "lemma8", "g_c"),
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_pictures_of_the_documentation_say_what_is_drawn_now(name, tmp_path):
    kept = ElementTree.parse(PICTURES / f"{name}.svg").getroot()
    now = drawn(DOCUMENTED[name](), tmp_path)
    assert texts(kept) == texts(now)
    assert titles(kept) == titles(now)


@pytest.mark.parametrize(("name", "outside"), [("summary", False), ("outside", True)])
def test_the_pictures_of_a_built_network_are_of_its_f(name, outside):
    # 16 x^2 (1 - x) y (1 - y) at the centres 5/16 and 13/16, if both entries are in the cube
    shown = texts(ElementTree.parse(PICTURES / f"{name}.svg").getroot())
    x, y = mpq(5, 16), mpq(13, 16)
    values = [mpq(0)] * 2 if outside else [16 * a**2 * (1 - a) * b * (1 - b) for a, b in ((x, y), (y, x))]
    for letter, value in zip("₁₂", values, strict=True):
        assert f"y{letter} = {label(value)}".replace("= ≈", "≈") in shown


def test_what_no_picture_can_show_is_refused(tmp_path, monkeypatch):
    history = traced(1, 2, 4, "0 1/2")
    huge = replace(history.states[-1], matrix=((mpq(10) ** 301, mpq(0)),))
    with pytest.raises(InputError, match="a value has more than 300 digits"):
        draw(replace(history, states=(*history.states[:-1], huge)), tmp_path / "a.svg")
    monkeypatch.setattr(traces, "MOST_STATES", 2)
    with pytest.raises(InputError, match="can't be told apart"):
        draw(traced(1, 3, 4, "0 1/4 3/4", "lemma8", "g_c"), tmp_path / "a.svg")


def test_without_matplotlib_one_sentence_says_what_to_install(tmp_path, monkeypatch):
    find_spec = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "matplotlib" else find_spec(name))
    with pytest.raises(InputError) as error:
        draw(traced(1, 2, 4, "0 1/2"), tmp_path / "a.svg")
    assert str(error.value) == "plot: matplotlib is not installed; run: pip install 'exactua[plot]'"


def test_a_file_that_can_not_be_written_is_one_sentence(tmp_path, monkeypatch):
    def fails(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(InputError, match="No space left on device"):
        draw(traced(1, 2, 4, "0 1/2"), tmp_path / "a.svg")
