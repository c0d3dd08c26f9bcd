"""What functions take in place of options: numbers and points as people have them, each refused in one sentence."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua import Verdict, ask, certificate, limit, trace
from exactua.claims.registry import find
from exactua.console.python_arguments import file_or_written, matrices, matrix, processes, seconds, sizes
from exactua.errors import InputError
from exactua.grids.finite import listed, vocabulary
from exactua.networks import AttentionHead, AttentionLayer, Network, PositionalEncoding, Table
from tests.own_files import made_here

ENTRIES = st.fractions(max_denominator=50)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(ENTRIES, min_size=n, max_size=n), min_size=1, max_size=4)))
def test_a_matrix_is_the_same_however_it_is_written(rows: list[list[Fraction]]) -> None:
    text = "; ".join(" ".join(map(str, row)) for row in rows)
    exact = tuple(tuple(mpq(entry.numerator, entry.denominator) for entry in row) for row in rows)
    assert matrix(text) == matrix(rows) == matrix([[str(entry) for entry in row] for row in rows]) == exact
    assert matrices([rows, text], len(rows)) == (exact, exact)


def test_arrays_of_numpy_are_matrices() -> None:
    assert matrix(np.array([[1, 2], [3, 4]])) == matrix("1 2; 3 4")


FLOATS = np.array([[[0.1, 0.5]]])
HARD = Network(1, [AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])])


@pytest.mark.parametrize(
    "call",
    [
        lambda: matrix(FLOATS[0]),
        lambda: matrices(FLOATS, 1),
        lambda: matrices(list(FLOATS), 1),
        lambda: limit(HARD, points=FLOATS),
        lambda: limit(HARD, point=FLOATS[0]),
        lambda: limit(HARD, point="0 1", factors=FLOATS[0][0]),
        lambda: ask(HARD, FLOATS, property="injective"),
        lambda: ask(HARD, [*FLOATS], property="injective"),
        lambda: ask(HARD, ["0 1"], table=FLOATS, property="equals"),
        lambda: ask(HARD, vocabulary=FLOATS, n=2, property="injective"),
        lambda: ask(HARD, grid=FLOATS[0][0], n=2, property="injective"),
        lambda: ask(HARD, ["0 1"], box=FLOATS[0], property="bounded"),
        lambda: ask(HARD, ["0 1"], ids=FLOATS[0][0][:1], property="contextual-mapping"),
        lambda: trace(HARD, FLOATS[0]),
        lambda: trace("lemma8", FLOATS[0], d=1, n=2),
        lambda: HARD(FLOATS[0]),
        lambda: HARD.stage(FLOATS[0], 0),
        lambda: PositionalEncoding(FLOATS[0]),
        lambda: Table(["a", "b"], FLOATS[0], []),
        lambda: listed("points", FLOATS),
        lambda: vocabulary("tokens", FLOATS[0]),
    ],
)
def test_of_an_array_of_floats_it_is_said_how_all_are_given(call: Callable[[], Any]) -> None:
    with pytest.raises(InputError) as caught:
        call()
    hint = "; for a whole array A, A.astype(str) has the decimals and binary(A) its own values"
    assert str(caught.value).count(hint) == 1


def test_a_text_is_a_file_or_writes_a_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in ("0 1/4; 1/2 3/4", "0.5", "1"):
        assert file_or_written(text) == [matrix(text)]
        assert matrices(text, 1) == (matrix(text),)
    for text in ("points.csv", "p.json", "points.txt", "1 x", "0.json"):
        assert file_or_written(text) == Path(text)
    Path("1").write_text("")
    assert file_or_written("1") == Path("1")
    with pytest.raises(
        InputError, match=r"^points: points.txt ends in none of .json, .csv, .npy; give a file that does"
    ):
        matrices("points.txt", 1)


def test_points_are_written_for_ask_as_on_the_command_line() -> None:
    rows = [[["1/2", 1]], [["1/2", "3/4"]]]
    given = (rows, ["1/2 1", "1/2, 3/4"], np.array([["0.5 1"], ["1/2 3/4"]]).ravel())
    digests = {ask(HARD, points, property="injective").decision["injective"].points for points in given}
    assert digests == {4}
    assert len({certificate(ask(HARD, points, property="injective")).split(chr(10))[0] for points in given}) == 1
    assert ask(HARD, rows, table=["3/4 1", "3/4 1"], property="equals").verdict is Verdict.REFUTED
    assert ask(HARD, "0 1", property="bounded").verdict is Verdict.HOLDS
    for points, message in (
        (["0 x"], "points: point 1: row 1, column 2: 'x'"),
        (["0 1", "0; 1 2"], "points: point 2: row 2 "),
    ):
        with pytest.raises(InputError, match=f"^{message}"):
            ask(HARD, points, property="injective")


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ([[1, 2], [3]], "point: row 2 is [3]; write rows of one length, as"),
        ([1, 2], "point: row 1 is 1; write rows of one length, as"),
        (3, "point: row 1 is 3; write rows of one length, as"),
        ([[[0, 1]]], "point: row 1, column 1 is [0, 1]; write one matrix, as"),
        (np.ones((1, 1, 2)), "point: the array has shape (1, 1, 2), not (d, n)"),
        (np.ones(2), "point: the array has shape (2,), not (d, n); for one row X give [X]"),
        ([[]], "point: row 1 is []; write rows of one length, as"),
        ([[0.1]], "point: row 1, column 1: "),
        ([[None]], "point: row 1, column 1: None is not an exact number"),
        ("0 x", "point: row 1, column 2: "),
    ],
)
def test_what_is_no_matrix(point: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        matrix(point)
    assert str(caught.value).startswith(message)


def test_points_of_a_file_are_read(tmp_path: Path) -> None:
    file = tmp_path / "points.json"
    file.write_text('[[[0, "1/4"]]]')
    assert matrices(str(file), 1) == matrices(file, 1) == matrices(["0 1/4"], 1)
    with pytest.raises(InputError, match="points: none are given"):
        matrices([], 1)


def test_sizes_of_a_ladder() -> None:
    assert sizes() == {}
    assert sizes(2, range(2, 4), ["1/2", Fraction(1, 3), 1]) == {"d": [2], "n": [2, 3], "m": [2, 3, 1]}


@pytest.mark.parametrize(
    ("given_sizes", "message"),
    [
        ({"d": 0}, "d: 0 is not valid; give an integer >= 1"),
        ({"n": "2"}, "n: '2' is not valid; give an integer >= 1"),
        ({"n": [2, True]}, "n: True is not valid; give an integer >= 1"),
        ({"delta": "2/3"}, "delta: '2/3' is not valid; give 1/m with an integer m >= 1, such as 1/4"),
    ],
)
def test_what_is_no_size(given_sizes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        sizes(**given_sizes)
    assert str(caught.value) == message


def test_processes_that_could_not_find_a_claim_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    here, known = made_here(), find("lemma8")[0]
    assert (processes(3), processes(3, known)) == (3, 3)
    for method, jobs in (("fork", 3), ("spawn", 1), ("forkserver", 1)):
        monkeypatch.setattr(multiprocessing, "get_start_method", lambda method=method: method)
        assert (processes(3, here), processes(3, known), processes(1, here)) == (jobs, 3, 1)


@pytest.mark.parametrize("jobs", [0, 257, "2", None, 1.5])
def test_what_is_no_number_of_processes(jobs: Any) -> None:
    with pytest.raises(InputError, match=r"^jobs: .* is not valid; give an integer from 1 to 256$"):
        processes(jobs)


@pytest.mark.parametrize("budget", [0, -1, True, "60s", None, float("nan")])
def test_what_is_no_budget(budget: Any) -> None:
    with pytest.raises(InputError, match=r"^budget: .* is not valid; give seconds, a number > 0$"):
        seconds(budget)
