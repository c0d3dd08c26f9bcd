"""What is fixed by construction need not be given: the d and the n that domains and networks leave."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.fixed_sizes import only_size, shape_of
from exactua.claims.registry import find
from exactua.commands.group import main
from exactua.evidence.boxes import ladder
from exactua.grids.categories import pairs_of
from exactua.grids.finite import chosen, levels, listed, product_of, vocabulary
from exactua.networks import Network
from tests.own_files import write

HEAD = "from exactua.authoring import *\nbits = levels('bits', 0, 1, 2)\n"
WORDS = """
words = claim("words", parameters=("n",))
@words.network("f")
def positions(values):
    return Network(1, [PositionalEncoding([[j for j in range(values["n"])]])])
@words.states("places are added", over=bits)
def adds(at):
    return every(at.columns, lambda j: at.f(point)[1, j] == point[1, j] + j - 1)
"""
LISTED = """
pair = claim("pair", parameters=())
@pair.states("the last one is 1", over=listed("two", [[[0, 1]], [[2, 1]]]))
def last(at):
    return point[1, 2] == 1
"""
FREE = """
free = claim("free")
@free.states("no entry is below 0", over=bits)
def least(at):
    return every(at.columns, lambda j: point[1, j] >= 0)
"""


@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 3))
def test_the_shape_of_lists(d: int, n: int, count: int) -> None:
    columns = [[k] * d for k in range(count)]
    points = [[[k] * n for _ in range(d)] for k in range(count)]
    both = {"d": d, "n": n}
    assert shape_of(listed("points", points)) == shape_of(pairs_of(listed("points", points))) == both
    assert shape_of(product_of("product", [columns] * n)) == both
    assert shape_of(vocabulary("columns", columns)) == {"d": d}
    assert shape_of(levels("levels", 0, 1, 2)) == {}
    wider = listed("wider", [[[0] * (n + 1) for _ in range(d)]])
    assert shape_of(chosen("one of them", "k", [listed("points", points), wider])) == {"d": d}
    assert only_size("d", [listed("points", points), wider], (), {}) == d
    assert only_size("n", [listed("points", points), wider], (), {}) is None


def test_networks_leave_one_number_of_rows() -> None:
    assert only_size("d", [], [lambda values: Network(2, ())], {}) == 2
    assert only_size("d", [], [lambda values: Network(2, ()), lambda values: Network(1, ())], {}) is None
    assert only_size("n", [], [lambda values: Network(2, ())], {}) is None


@pytest.mark.parametrize(
    ("body", "label", "given_values", "instance"),
    [
        (WORDS, "words", ["--n", "3"], "d = 1, n = 3"),
        (WORDS, "words", ["--d", "1", "--n", "3"], "d = 1, n = 3"),
        (LISTED, "pair", [], "d = 1, n = 2"),
        (LISTED.replace("parameters=()", ""), "pair", [], "d = 1, n = 2"),
    ],
)
def test_a_claim_is_decided_there(
    body: str,
    label: str,
    given_values: list[str],
    instance: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write(body, "own.py", HEAD)
    assert main(["check", f"own.py::{label}", *given_values]) == 0
    assert f"\n{instance}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("body", "label", "given_values", "words"),
    [
        (WORDS, "words", ["--d", "2", "--n", "3"], "the network maps 1 x n to 1 x n, but d = 2 here"),
        (LISTED, "pair", ["--n", "3"], "n = 3 here"),
        (WORDS, "words", [], "n: missing; own:words needs n, the sequence length"),
        (FREE, "free", ["--n", "3"], "d: missing; own:free needs d, the embedding dimension"),
        (FREE.replace('"free")', '"free", parameters=("n",))'), "free", ["--n", "3"],
         "the domain 'bits' needs d, but the claim's parameters are n; add it to parameters="),
        (WORDS.replace("(1, [Pos", "(values['d'], [Pos"), "words", ["--n", "3"], "the domain 'bits' needs d"),
    ],
)  # fmt: skip
def test_another_size_and_one_that_nothing_fixes_are_refused(
    body: str,
    label: str,
    given_values: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write(body, "own.py", HEAD)
    assert main(["check", f"own.py::{label}", *given_values]) == 2
    assert words in capsys.readouterr().err


def test_the_ladder_has_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = write(WORDS + LISTED, "own.py", HEAD).absolute()
    assert [box["d"] for box in ladder(find(f"{file}::words")[0])] == [1] * 4
    assert [*ladder(find(f"{file}::pair")[0])] == [{"d": 1, "n": 2}]
