"""What `limit` prints: numbers rounded to the safe side, NaN in words, the same in text, Markdown and JSON."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua import limit
from exactua.arithmetic.float_formats import BY_NAME
from exactua.commands.limit import data as limits_data
from exactua.commands.limit import picture as pictures
from exactua.commands.limit import tables as limit_tables
from exactua.commands.limit import words as limits
from exactua.commands.limit import work as limiting
from exactua.commands.limit.factors import factors
from exactua.commands.limit.proved_and_measured import Instance, row
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.printing.renderers import RENDERERS
from exactua.printing.renderers.markdown import escaped
from exactua.printing.short_numbers import rounded, rounded_down, rounded_up, shown_factor


@pytest.fixture(scope="module")
def limited_run():
    runs, _ = limiting.open_runs(["numpy"], ["float16", "float64"])
    instance = Instance("yun2020:lemma8", "g_c", 1, 2, 2).read()
    return limiting.limit(instance, factors("10:1e4"), runs)


@given(st.fractions(max_denominator=10**9), st.integers(1, 6))
def test_rounding_stays_on_its_side(value, digits: int) -> None:
    exact = mpq(value.numerator, value.denominator)
    down, near, up = (mpq(str(Fraction(rounding(exact, digits)))) for rounding in (rounded_down, rounded, rounded_up))
    assert abs(down) <= abs(exact) <= abs(up)
    assert near in (down, up)
    assert abs(near - exact) <= abs(up - down) / 2


def test_numbers_for_tables() -> None:
    assert [rounded_up(mpq(1, 3)), rounded_down(mpq(2, 3)), rounded(mpq(2, 3))] == ["0.334", "0.666", "0.667"]
    assert [rounded(mpq(9999, 10)), rounded_down(None), rounded(mpq(-1, 2**200))] == ["1e+3", "unknown", "-6.22e-61"]
    assert [shown_factor(mpq(text)) for text in ("158/5", "1000000", "1/2", 2**64)] == [
        "31.6",
        "1000000",
        "0.5",
        "2^64",
    ]


def test_every_format_has_a_style_of_its_own() -> None:
    curves = [pictures.Curve(name, (), name) for name in BY_NAME]
    styles = [pictures._style(curve) for curve in curves]
    assert len({(style["marker"], str(style["linestyle"])) for style in styles}) == len(BY_NAME)
    assert [pictures.STYLES[name] for name in ("float16", "bfloat16", "float32", "float64")] == [0, 1, 2, 3]


def test_json_says_how_a_format_is_computed_in() -> None:
    answer = limit("lemma8", d=1, n=2, factors=4, dtypes=["float64", "bfloat16", "tf32", "float4_e2m1fn"])
    arithmetics = [run["arithmetic"] for run in limits_data.data(answer)["runs"]]
    assert arithmetics[0] is None
    assert ["ml_dtypes" in told for told in arithmetics[1:]] == [True, False, True]
    text = RENDERERS["text"].write(limits.document(answer))
    assert "note: tf32 (numpy): exactua itself rounds both factors of every product to it" in text


def test_nan_is_told_in_words(limited_run) -> None:
    text = RENDERERS["text"].write(limits.document(limited_run))
    assert "NaN or inf at 3, else " in text
    assert "after layer 1 (l = 0) an entry is NaN or infinite" in text
    assert "note: float16 (numpy): the output is NaN or infinite in float16 at 3 of 6 points" in text
    assert "nan" not in text
    data = json.loads(json.dumps(limits.document(limited_run).data))
    assert data["rows"][-1]["measured"][0]["not_finite"] == 3
    assert "nan" in data["partings"][0]["floats"][0]


def test_what_is_proved_is_said_of_all_lambda(limited_run) -> None:
    lines = RENDERERS["text"].write(limits.document(limited_run)).split("\n")
    assert lines[2].startswith("lambda*      71: for all lambda >= 71 every one of these points is within 1/100")
    assert lines[3].startswith("fails at     70: at [0 1/2] the error is more than 0.01")
    assert lines[4] == "ratio        71/70, at most 1.02"
    assert any(line.startswith("nothing certified at lambda = 10: layer 2: ") for line in lines)


def test_one_point_is_told_in_the_singular() -> None:
    hard = Network(1, [AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])])
    text = RENDERERS["text"].write(limits.document(limit(hard, point="1/2 1", factors=[100], backends="numpy")))
    assert "for all lambda >= 15.75 the point is within 1/100" in text
    assert "how many of 1 point is within the tolerance" in text
    assert "nowhere: every layer of the point is within 1/100" in text


def test_markdown_and_json_say_the_same(limited_run) -> None:
    page = RENDERERS["markdown"].write(limits.document(limited_run))
    assert page.startswith("# Lemma 8, d = 1, n = 2, delta = 1/2: network g\\_c\n")
    assert "\n| 10000 | " in page
    assert "\n| property4 | " in page
    data = limits.document(limited_run).data
    assert (data["format"], data["bracket"]["upper"], data["exit_code"]) == ("exactua-limit/1", 71, 0)
    assert [line["lambda"] for line in data["rows"]] == [10, 100, 1000, 10000]
    assert data["rows"][0]["certified"] is None


def test_the_picture_shows_walls_and_both_ends(limited_run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = limits_data.picture(limited_run)
    assert [curve.kind for curve in picture.curves] == ["certified", "enclosed", "float16", "float64"]
    assert None in [error for _, error in picture.curves[2].points]
    assert [factor for factor, _ in picture.curves[0].points] == [71, 100, 1000, 10000]
    assert picture.lambdas == (("fails at 70", 70), ("λ* 71", 71))
    pictures.draw(picture, tmp_path / "a.svg")
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
    said = (
        "certified, for all greater λ too",
        "measured: float16 (numpy)",
        "fails at 70",
        "λ* 71",
        "NaN or inf: float16",
    )
    assert [words for words in said if words not in drawn] == []


def test_between_marks_errors_fall_like_an_exponential_of_lambda() -> None:
    polyline = pictures.joined([(2.0, -1.0), (3.0, -50.0), (4.0, math.nan)])
    assert (polyline[0], polyline[pictures.PIECES]) == ((2.0, -1.0), (3.0, -50.0))
    x, y = polyline[pictures.PIECES // 2]
    assert (x, y) == (2.5, pytest.approx(-1 - 49 * (10**2.5 - 100) / 900))
    assert len(polyline) == 2 * pictures.PIECES + 1


def test_the_table_has_a_row_an_instance_and_names_the_machine() -> None:
    runs, _ = limiting.open_runs(["numpy"], ["float16", "float64"])
    rows = [row(Instance("yun2020:lemma8", "g_c", 1, 2, m).read(), runs, mpq(1, 100), "lemma8 g_c") for m in (2, 3)]
    table = limit_tables.Table(rows, runs, mpq(1, 100), ["a notice"])
    machine = limit_tables.machine(runs)
    assert " cores (" in machine
    assert machine.endswith(runs[0].backend.library + " on the CPU")
    document = limit_tables.document(table, machine, "exactua limit --table")
    page = RENDERERS["markdown"].write(document).split("\n")
    assert f"{escaped(machine)}." in page
    table_row = next(
        line for line in page if line.startswith("| lemma8 g\\_c | 1 | 2 | 2 | 6 | 70 | 71 | 1.02 | 94 | ")
    )
    assert table_row.endswith(" | 80 | none | none |")
    assert " | 80 to 512 | 80 | " in table_row
    assert "never (NaN or inf at " in next(line for line in page if line.startswith("| lemma8 g\\_c | 1 | 2 | 3 |"))
    text = RENDERERS["text"].write(document)
    assert "note: a notice" in text
    data = document.data
    assert [line["needed"][1]["lambda"] for line in data["rows"]] == [80, 192]
    half, other = (line["needed"][0] for line in data["rows"])
    assert (half["lambda"], half["until"], other["lambda"], other["until"]) == (80, 512, None, None)


def test_a_float_and_the_exact_number_are_told_apart() -> None:
    runs, _ = limiting.open_runs(["numpy"], ["float64"])
    instance = Instance("yun2020:lemma8", "g_c", 1, 2, 2).read()
    report = limits.document(limiting.limit(instance, factors("100"), runs, mpq(1, 10**7)))
    lines = RENDERERS["text"].write(report)
    assert "entry (1, 1) is 0.999992547, exactly 1 (off by 7.45e-6)" in lines


def test_a_notebook_shows_the_same_document_and_the_prompt_its_head(limited_run) -> None:
    told = repr(limited_run).split("\n")
    assert told[0].startswith("Limit of ")
    assert told[2].startswith("  lambda*      71: for all lambda >= 71 ")
    assert len(told) <= 10
    assert max(map(len, told)) <= 120
    document = limits.document(limited_run)
    assert limited_run._repr_markdown_() == RENDERERS["markdown"].write(document)
    assert limited_run._repr_html_().startswith('<div class="exactua">')
    assert limited_run._repr_latex_().startswith("$$")
