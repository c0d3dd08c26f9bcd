"""`exactua bits`: its tables, its JSON, its picture, networks of one's own, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from exactua.commands.group import main
from exactua.networks.files import write_network
from exactua.papers.yun2020.selective_shift import contextual_map

SMALL = ("lemma8", "--d", "1", "--n", "2", "--delta", "1/2..1/6")
PICTURE = Path(__file__).parents[3] / "docs" / "pictures" / "bits.svg"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_network(tmp_path / "net.json", contextual_map({"d": 1, "n": 2, "m": 6}))
    (tmp_path / "points.json").write_text('[[["1/6", "1/3"]], [[0, "5/6"]]]')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(["bits", *arguments]) == code
    out, err = capsys.readouterr()
    return out if code == 0 else err


def rows(out: str) -> set[tuple[str, ...]]:
    """The rows of all tables, cell by cell."""
    return {tuple(re.split("  +", line.strip())) for line in out.splitlines()}


def test_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, *SMALL)
    assert out.startswith("yun2020:lemma8: network g_c, categories 1..3, 5 instances\n")
    assert {
        ("1", "2", "1/4", "5", "15", "all", "7", "18", "9", "15"),
        ("bfloat16", "none up to (1, 2, 1/6)", "(1, 2, 1/2)", "(1, 2, 1/4)", "(1, 2, 1/3)"),
        ("float16", "ids after", "(1, 2, 1/4)", "16965", "15 significant bits", "-16 1/4"),
        ("bfloat16", "category 1", "(1, 2, 1/6)", "0 5/6", "1, 2", "33510, 33635", "33536"),
        ("float4_e2m1fn", "category 1", "(1, 2, 1/2)", "0 1/2", "1, 2", "26, 27", "6"),
        ("float8_e4m3fn, float8_e5m2", "ids before", "(1, 2, 1/2)", "19", "5 significant bits", "-4 1/2"),
        (
            "1",
            "2",
            "1/2",
            "float8_e4m3fn, float8_e5m2: 2, -1..3",
            "float16: 9, -1..8",
            "float16, bfloat16: 5, 0..4",
            "float16, bfloat16: 8, 0..7",
        ),
    } <= rows(out)


def test_categories_are_chosen_and_their_absence_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "lemma8", "--d", "1", "--n", "3", "--delta", "1/2,1/3", "--categories", "1")
    assert out.startswith("yun2020:lemma8: network g_c, category 1, 2 instances\n")
    assert ("1", "3", "1/2", "3", "0", "all", "5", "-", "-", "-") in rows(out)
    assert ("1", "3", "1/2", "float8_e4m3fn, float8_e5m2: 2, -1..4", "-", "-", "-") in rows(out)
    assert "categories" not in out


def test_large_instances_say_that_closed_forms_were_used(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, *SMALL[:5], "--delta", "1/4", "--states", "1", "--search", "1")
    assert ("1", "2", "1/4", "5", "15", "form", "7", "18", "9", "15") in rows(out)
    assert "\nform: proven closed forms for the largest numbers, attained at a point that was evaluated\n" in out
    undecided = "none up to (1, 2, 1/4); open: (1, 2, 1/4)"
    assert ("float16", "categories 1..3", undecided, "-", "-", "-", "-") in rows(out)
    out = told(capsys, "g2", "--d", "1", "--n", "2", "--states", "1")
    assert ("1", "2", "1/2", "6", "4", "some", "6", ">= 8", ">= 4", ">= 9") in rows(out)
    assert "\nsome: only the first points were evaluated\n" in out


def test_json_has_the_points(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(told(capsys, *SMALL, "--format", "json"))
    assert (data["format"], data["label"], data["searched_to"]) == (
        "exactua-bits/1",
        "yun2020:lemma8",
        {"d": 1, "n": 2, "m": 6},
    )
    assert [instance["bits"]["ids after"] for instance in data["instances"]] == [
        {"bits": bits, "exact": True} for bits in (8, 12, 15, 17, 19)
    ]
    merge = next(entry for entry in data["merges"] if entry["format"] == "bfloat16" and entry["unit"] == "delta")
    assert merge == {
        "format": "bfloat16",
        "unit": "delta",
        "points": "category 1",
        "found": {
            "d": 1,
            "n": 2,
            "m": 6,
            "point": [[0, "5/6"]],
            "columns": [1, 2],
            "ids": [33510, 33635],
            "rounded": 33536,
        },
        "open": [],
    }
    lost = [failure for failure in data["failures"] if failure["found"] is None]
    assert [(failure["format"], failure["unit"], failure["of"]) for failure in lost] == [
        ("float16", "delta", "weights"),
        ("float16", "delta", "ids before"),
        ("bfloat16", "delta", "weights"),
        *(("float32", "delta", of) for of in ("weights", "scores", "ids before", "ids after")),
        *(("float64", "delta", of) for of in ("weights", "scores", "ids before", "ids after")),
        ("tf32", "delta", "weights"),
        ("tf32", "delta", "ids before"),
    ]
    assert [form["bits"] for form in data["formats"]] == [16, 16, 32, 64, 19, 8, 8, 4]
    needed = data["instances"][0]["needed"]["delta"]
    assert needed["weights"] == {"least": ["float8_e4m3fn", "float8_e5m2"], "digits": 2, "exponents": [-1, 3]}
    assert data["instances"][1]["needed"]["1"]["scores"] == {"least": [], "digits": None, "exponents": None}


def test_markdown_and_files(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert told(capsys, *SMALL, "--format", "markdown", "--output", "bits.md") == "5 instances in bits.md\n"
    text = (folder / "bits.md").read_text()
    assert "\n| 1 | 2 | 1/4 | 5 | 15 | all | 7 | 18 | 9 | 15 |\n" in text
    assert "\n**a number that it does not hold, in units of delta**\n\n| not in | of |" in text


def test_a_network_at_points(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    out = told(capsys, "--network", "net.json", "--points", "points.json")
    assert out.startswith("net.json: 7 layers, 2 points, all numbers in unit 1\n")
    assert ("float16, bfloat16, float32, float64", "weights", "biases", "1/12", "no binary fraction") in rows(out)
    assert ("bfloat16", "2: 0 5/6", "1, 2", "(5585), (33635/6)", "(5600)") in rows(out)
    assert ("weights", "none") in rows(out)
    assert ("bfloat16", "states after", "5585, 33635/6", "5600") in rows(out)
    data = json.loads(told(capsys, "--network", "net.json", "--points", "points.json", "--format", "json"))
    assert data["merges"]["bfloat16"] == {
        "point": 2,
        "columns": [1, 2],
        "exact": [[5585], ["33635/6"]],
        "rounded": [5600],
    }
    assert data["quantities"][0]["lost"]["float16"] == {
        "number": "1/12",
        "why": "no binary fraction",
        "point": None,
        "place": "biases",
        "layer": 1,
    }
    after = data["quantities"][-1]
    assert (after["least"], after["digits"], after["exponents"]) == ([], None, None)
    assert after["alike"]["bfloat16"] == {"numbers": [5585, "33635/6"], "rounded": 5600}
    markdown = told(capsys, "--network", "net.json", "--points", "points.json", "--format", "markdown")
    assert "\n| bfloat16 | 2: 0 5/6 | 1, 2 | (5585), (33635/6) | (5600) |" in markdown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "label: missing; give a claim, such as lemma8, or else --network FILE with --points FILE"),
        (("claim1.equivariant",), "label: claim1.equivariant is a step; give its claim, yun2020:claim1"),
        (("net.json",), "label: net.json is no claim; a network file is given as --network net.json"),
        (("lemma8", "--n", "2"), "d: missing; give it as --d 2 or --d 2..4"),
        (("lemma8", "--d", "1", "--n", "1"), "exactua decides Lemma 8 for n >= 2"),
        (("lemma8", "--d", "x", "--n", "2"), "d: 'x' is not an integer or a range"),
        (("lemma8", "--d", "1", "--n", "2", "--delta", "2/3"), "delta: 2/3 is not valid; give 1/m"),
        (("lemma8", "--d", "3", "--n", "2", "--delta", "1/64"), "make 262,145 layers; at most 20,000 are evaluated"),
        (("lemma8", "--d", "1..99", "--n", "2..99", "--delta", "1/2..1/9"), "box: more than 10000 instances"),
        (
            ("lemma8", "--d", "1", "--n", "2", "--categories", "2"),
            "categories: '2' is not valid; choose one of 1, 1..2",
        ),
        (("g2", "--d", "1", "--n", "2", "--categories", "1"), "categories: Categories 1 to 3 are those of Lemma 8"),
        (("lemma8", "--d", "1", "--n", "2", "--format", "xml"), "format: 'xml' is not valid"),
        (("lemma8", "--d", "1", "--n", "2", "--plot", "a.pdf"), "plot: a.pdf ends in neither .png nor .svg"),
        (("lemma8", "--d", "1", "--n", "2", "--denominator", "2"), "denominator: it is for an .npy file of --points"),
        (
            ("--network", "net.json"),
            "points: missing; --network needs --point MATRIX, --points FILE, or --grid LEVELS with --n beside it",
        ),
        (("--points", "points.json"), "network: missing; --points needs --network FILE, or a claim, beside it"),
        (("--grid", "0 1"), "network: missing; --grid needs --network FILE beside it"),
        (
            ("lemma8", "--d", "1", "--n", "2", "--grid", "0 1"),
            "grid: it is for a network file, --network FILE; a claim",
        ),
        (("--network", "net.json", "--grid", "0 1", "--n", "2..3"), "n: 2..3 is 2 numbers; give the columns"),
        (("--network", "net.json", "--grid", "0 1", "--points", "points.json"), "grid: --points is given too"),
        (("--network", "net.json", "--point", "0 1", "--binary"), "binary: it is for an .npy file of --points"),
        (("--network", "net.json", "--grid", "0 1", "--n", "40"), "grid: 2 levels make "),
        (("lemma8", "--network", "net.json", "--points", "points.json"), "label: lemma8 is given beside --network"),
        (
            ("--network", "net.json", "--points", "points.json", "--d", "2"),
            "d: it is for the instances of a claim; leave out --d with --network",
        ),
        (("--network", "net.json", "--points", "none.json"), "points: there is no file none.json"),
        (
            ("--network", "net.json", "--points", "points.json", "-o", "net.json"),
            "output: net.json is the file of network too; give another path",
        ),
    ],
)
def test_what_is_wrong_is_a_sentence(
    capsys: pytest.CaptureFixture[str], folder: Path, arguments: tuple[str, ...], says: str
) -> None:
    err = told(capsys, *arguments, code=2)
    assert err.startswith("exactua: ")
    assert says in err
    assert err.count("\n") == 1


# The picture


def texts(path: Path) -> list[str]:
    return [element.text or "" for element in ElementTree.parse(path).getroot().iter(f"{SVG}text")]


def titles(path: Path) -> set[str]:
    return {element.text or "" for element in ElementTree.parse(path).getroot().iter(f"{SVG}title")}


def test_the_map_has_the_bits_of_the_table_and_needs_no_colour(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    pytest.importorskip("matplotlib")
    out = told(capsys, *SMALL, "--plot", "bits.svg")
    assert out.endswith("\npicture bits.svg\n")
    shown, table = texts(folder / "bits.svg"), [line.split() for line in out.splitlines()[3:8]]
    for column, name in enumerate(("weights", "scores", "ids before the last layer", "ids after the last layer"), 6):
        title = shown.index(f"d = 1: {name}")  # behind the cells of its panel: bits, then the narrowest format
        assert shown[title - 10 : title : 2] == [row[column] for row in table]
    assert shown[title - 9 : title : 2] == ["16 b", "16", "32", "32", "32"]
    assert "ids after at d = 1, n = 2, delta = 1/4: 15 bits, float32 holds them" in titles(folder / "bits.svg")
    assert "ids after at d = 1, n = 2, delta = 1/2: 8 bits, float16 holds them, bfloat16 too" in titles(
        folder / "bits.svg"
    )
    first = (folder / "bits.svg").read_bytes()
    told(capsys, *SMALL, "--plot", "bits.svg")
    assert (folder / "bits.svg").read_bytes() == first


def test_a_map_of_too_many_instances_is_refused(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    pytest.importorskip("matplotlib")
    arguments = ("lemma8", "--d", "1", "--n", "2", "--delta", "1/2..1/26", "--plot", "bits.svg", "--categories", "1")
    assert "plot: 25 instances with 25 values of delta can't be told apart" in told(capsys, *arguments, code=2)


def test_the_picture_of_the_documentation_has_the_bits_that_are_measured_now() -> None:
    from exactua.claims.registry import find
    from exactua.commands.bits.mapped import mapped
    from exactua.commands.bits.measuring import measured

    measurement = measured(mapped(find("lemma8")[0], (2, 3, 4), 3))
    kept = titles(PICTURE)
    for quantity, bits in measurement.bits.items():
        assert any(text.startswith(f"{quantity} at d = 2, n = 3, delta = 1/4: {bits} bits, ") for text in kept)


def test_a_grid_is_all_of_its_points(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    points = [[[a, b]] for a in ("0", "1/2") for b in ("0", "1/2")]
    Path("grid.json").write_text(json.dumps(points))
    by_grid = told(capsys, "--network", "net.json", "--grid", "0 1/2", "--n", "2", code=0)
    assert by_grid == told(capsys, "--network", "net.json", "--points", "grid.json", code=0)
    written = [word for row in points for word in ("--point", f"{row[0][0]} {row[0][1]}")]
    assert by_grid == told(capsys, "--network", "net.json", *written, code=0)


def test_points_of_a_claim_are_written_too(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    Path("two.json").write_text('[[[0, "1/2"]]]')
    claim = ("lemma8", "--d", "1", "--n", "2", "--format", "json")
    written, of_file = (
        json.loads(told(capsys, *claim, *points, code=0))["instances"][0]
        for points in (("--point", "0 1/2"), ("--points", "two.json"))
    )
    assert written["quantities"] == of_file["quantities"]
