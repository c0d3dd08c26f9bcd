"""f beside its network: both entries, exact values, levels and hatches that need no colour."""

from __future__ import annotations

import importlib.util
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise, product
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.commands.build.picture import HATCHES, Entry, draw_map, draw_space, draw_surface, levels_between
from exactua.errors import InputError
from exactua.printing.pictures.figures import grouped

pytestmark = pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="needs matplotlib")
SVG = "{http://www.w3.org/2000/svg}"


def equivariant(X):
    x, y = X[0]
    bump = 16 * x * (1 - x) * y * (1 - y)
    return ((bump * x, bump * y),)


def any_map(X):
    x, y = X[0]
    return ((x - 2 * y * y, x * y),)


def constant(X):
    return ((mpq(1, 3), mpq(1, 3)),)


def network(f, m: int):
    """f at the centres of the cubes, 0 where both columns are equal."""
    centre = {k: mpq(2 * k + 1, 2 * m) for k in range(m)}
    zero = ((mpq(0), mpq(0)),)
    return {(a, b): zero if a == b else f(((centre[a], centre[b]),)) for a, b in product(range(m), repeat=2)}


def drawn(folder: Path, f, m: int, title: str = "f", distances: str = "", values=None) -> ElementTree.Element:
    draw_surface(folder / "a.svg", title, m, f, network(f, m) if values is None else values, distances)
    return ElementTree.parse(folder / "a.svg").getroot()


def texts(svg: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in svg.iter(f"{SVG}text")]


def exact(svg: ElementTree.Element) -> dict[str, str]:
    """By identifier, what the SVG shows where it is pointed at."""
    groups = [group for group in svg.iter(f"{SVG}g") if group.findall(f"{SVG}title")]
    return {group.attrib["id"]: group.findall(f"{SVG}title")[0].text or "" for group in groups}


@pytest.mark.parametrize("m", [1, 2, 7])
def test_every_cube_has_its_exact_value(m, tmp_path):
    values = network(equivariant, m)
    by_cube = exact(drawn(tmp_path, equivariant, m))
    cubes = {name: text for name, text in by_cube.items() if re.fullmatch(r"entry-1-cube-\d+-\d+", name)}
    assert len(cubes) == m * m
    for (a, b), value in values.items():
        sides = f"[{mpq(a, m)}, {mpq(a + 1, m)}) x [{mpq(b, m)}, {mpq(b + 1, m)})"
        assert cubes[f"entry-1-cube-{a}-{b}"] == f"{value[0][0]} on {sides}"


def test_cubes_stand_where_they_are_and_are_the_darker_the_larger(tmp_path):
    m, values = 4, network(any_map, 4)
    svg = drawn(tmp_path, any_map, m)
    corners, greys = {}, {}
    for group in svg.iter(f"{SVG}g"):
        name = re.fullmatch(r"entry-1-cube-(\d)-(\d)", group.get("id", ""))
        if name:
            path = next(group.iter(f"{SVG}path"))
            corners[int(name[1]), int(name[2])] = [float(x) for x in re.findall(r"[-\d.]+", path.attrib["d"])[:2]]
            greys[int(name[1]), int(name[2])] = path.attrib["style"]
    steps = {corners[a + 1, b][0] - corners[a, b][0] for a in range(m - 1) for b in range(m)}
    assert max(steps) == pytest.approx(min(steps), abs=0.01)
    assert min(steps) > 10
    assert all(corners[a, b + 1][1] < corners[a, b][1] for a in range(m) for b in range(m - 1))
    levels = levels_between(*(bound(v[0][0] for v in values.values()) for bound in (min, max)))
    assert len({greys[cube] for cube in values}) <= len(levels) - 1


def test_surfaces_are_drawn_at_their_heights():
    m, count = 2, 4
    sampled = tuple(tuple(any_map(((mpq(a, count), mpq(b, count)),))[0][0] for b in range(count + 1)) for a in range(5))
    steps = tuple(tuple(mpq(10 * a + b + 1) for b in range(m)) for a in range(m))
    entry, levels = Entry(1, sampled, steps), levels_between(mpq(-2), mpq(12))
    space = MagicMock()
    draw_space(space, entry, m, levels, steps=True)
    lefts, fronts, bottoms, *_, heights = space.bar3d.call_args.args
    bars = zip(lefts, fronts, bottoms, heights, strict=True)
    assert {(x * m, y * m): low + height for x, y, low, height in bars} == {
        (0, 0): 1,
        (0, 1): 2,
        (1, 0): 11,
        (1, 1): 12,
    }
    draw_space(space, entry, m, levels, steps=False)
    xs, ys, zs = space.plot_surface.call_args.args
    flat = MagicMock()
    draw_map(flat, entry, m, levels, {}, steps=False)
    across, up, rows = flat.contourf.call_args.args
    for a, b in product(range(count + 1), repeat=2):
        assert (xs[a][b], ys[a][b], zs[a][b]) == (a / count, b / count, float(sampled[a][b]))
        assert (across[a], up[b], rows[b][a]) == (a / count, b / count, float(sampled[a][b]))


def test_cubes_are_labelled_with_their_exact_values_where_there_is_room(tmp_path):
    shown = texts(drawn(tmp_path, equivariant, 4))
    for value in network(equivariant, 4).values():
        assert grouped(value[0][0]) in shown
    assert "values rounded" not in shown
    assert "values rounded" in texts(drawn(tmp_path, equivariant, 8))


def test_the_mirror_image_is_not_drawn_twice(tmp_path):
    mirror = "entry 2 is the mirror image of entry 1: x₁ and x₂ change places"
    shown = texts(drawn(tmp_path, equivariant, 2))
    assert mirror in shown
    assert "entry 2 of f" not in shown
    shown = texts(drawn(tmp_path, any_map, 2))
    assert mirror not in shown
    names = ("of f", "of its network, steps of δ = 1/2")
    assert {f"entry {j} {name}" for j in (1, 2) for name in names} <= set(shown)
    # one value less makes it no mirror image
    values = network(equivariant, 2) | {(1, 0): ((mpq(1), mpq(2)),)}
    assert mirror not in texts(drawn(tmp_path, equivariant, 2, values=values))


def test_title_and_distances_are_there_and_long_ones_are_in_lines(tmp_path):
    shown = texts(drawn(tmp_path, equivariant, 2, "f = x", "d_2(f, g) = 1/3"))
    assert {"f = x", "d_2(f, g) = 1/3"} <= set(shown)
    long = " + ".join(f"x{k}" for k in range(200))
    shown = texts(drawn(tmp_path, equivariant, 2, long))
    lines = [text for text in shown if text.startswith(("x", "+ x")) and len(text) > 20]
    assert len(lines) == 3
    assert lines[-1].endswith(" ...")
    assert max(map(len, lines)) < 90


def test_each_suffix_has_the_same_bytes_twice_and_other_values_others(tmp_path):
    for suffix in ("svg", "png"):
        files = []
        for k, f in enumerate((equivariant, equivariant, any_map)):
            draw_surface(tmp_path / f"{k}.{suffix}", "f", 2, f, network(equivariant, 2))
            files.append((tmp_path / f"{k}.{suffix}").read_bytes())
        assert files[0] == files[1] != files[2]


def test_no_colour_is_needed(tmp_path):
    svg = (tmp_path / "a.svg", drawn(tmp_path, any_map, 4))[0].read_text()
    for red, green, blue in re.findall(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b", svg):
        assert red == green == blue
    # bands that follow each other differ by their hatches too
    assert len(set(HATCHES)) == len(HATCHES) == 7
    assert len(set(re.findall(r"url\(#h[0-9a-f]+\)", svg))) >= 4


@pytest.mark.parametrize("f", [constant, lambda X: ((mpq(0), mpq(0)),), lambda X: ((mpq(1, 10**250), mpq(10) ** 250),)])
def test_constant_tiny_and_huge_functions_are_drawn(f, tmp_path):
    assert "entry 1 of f" in texts(drawn(tmp_path, f, 2))


def test_very_small_steps_are_a_map_alone(tmp_path):
    svg = drawn(tmp_path, equivariant, 65)
    assert "65² steps are too many to show in space" in texts(svg)
    assert exact(svg) == {}
    assert len((tmp_path / "a.svg").read_bytes()) < 2_000_000


def test_the_picture_of_the_documentation_has_the_values_of_its_f():
    def f(x, y):
        return 16 * x**2 * (1 - x) * y * (1 - y)

    kept = ElementTree.parse(Path(__file__).parents[3] / "docs" / "pictures" / "surface.svg").getroot()
    values = {name: text for name, text in exact(kept).items() if name.endswith("-value")}
    centre = [mpq(2 * k + 1, 16) for k in range(8)]
    assert values == {
        f"entry-1-cube-{a}-{b}-value": str(0 if a == b else f(centre[a], centre[b]))
        for a, b in product(range(8), repeat=2)
    }


@pytest.mark.parametrize(
    ("f", "values", "message"),
    [
        (equivariant, {(0, 0): ((mpq(0), mpq(0)),)}, r"the network's value on the cube \(0, 1\) is missing"),
        (lambda X: ((mpq(0),),), network(equivariant, 2), "f at 0 0 is not a 1 x 2 matrix"),
        (
            equivariant,
            network(equivariant, 2) | {(1, 0): ((mpq(0),), (mpq(0),))},
            r"the network on the cube \(1, 0\) is not a 1 x 2 matrix",
        ),
        (lambda X: ((X[0][0] * 10**301, mpq(0)),), network(equivariant, 2), "has more than 300 digits"),
    ],
)
def test_what_can_not_be_drawn_is_one_sentence(f, values, message, tmp_path):
    with pytest.raises(InputError, match=message) as error:
        draw_surface(tmp_path / "a.svg", "f", 2, f, values)
    assert str(error.value).startswith("plot: ")
    assert "\n" not in str(error.value)


def test_without_matplotlib_one_sentence_says_what_to_install(tmp_path, monkeypatch):
    find_spec = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "matplotlib" else find_spec(name))
    with pytest.raises(InputError, match=r"matplotlib is not installed; run: pip install 'exactua\[plot\]'"):
        draw_surface(tmp_path / "a.svg", "f", 2, equivariant, network(equivariant, 2))


numbers = st.fractions(-(10**9), 10**9, max_denominator=10**6).map(lambda x: mpq(x.numerator, x.denominator))


@given(numbers, numbers)
def test_levels_are_round_and_around_all_values(number, other):
    low, high = min(number, other), max(number, other)
    levels = levels_between(low, high)
    assert levels[0] <= low
    assert high <= levels[-1]
    assert 1 <= len(levels) - 1 <= len(HATCHES)
    (step,) = {b - a for a, b in pairwise(levels)}
    mantissa = step
    while mantissa >= 10:
        mantissa /= 10
    while mantissa < 1:
        mantissa *= 10
    assert mantissa in (1, 2, 5)
    assert all(float(a) < float(b) for a, b in pairwise(levels))
