"""What functions take in place of options: numbers and points as people have them, each refused in one sentence."""

from __future__ import annotations

import multiprocessing
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from exactua.claims.registry import find
from exactua.console.python_arguments import matrices, matrix, processes, seconds, sizes
from exactua.errors import InputError
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


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ([[1, 2], [3]], "point: row 2 is [3]; write rows of one length, as"),
        ([1, 2], "point: row 1 is 1; write rows of one length, as"),
        (3, "point: row 1 is 3; write rows of one length, as"),
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
    with pytest.raises(InputError, match="points: there is none"):
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
