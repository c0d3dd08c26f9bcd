"""The verifier on steps that are false, or have no value, where one id stands for several or layers are counted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.symbolic_certificates import Decided, fitted, said, symbolic

U = ["list", "i", 1, ["param", "d"], ["^", ["param", "m"], ["-", ["var", "i"], 1]]]
N = ["param", "n"]


def over(name: str, term: Any, d: int, n: int, m: int) -> Decided:
    """A certificate that says that a term holds at all points of a domain."""
    decided = symbolic("lemma8", d, n, m)
    step = next(candidate for candidate in decided["steps"] if candidate["name"] == "property4") | {
        "term": term,
        "over": [name],
    }
    (domain,) = (candidate for candidate in decided["domains"] if candidate["name"] == name)
    step |= {"points": domain["points"]}
    return fitted(decided | {"steps": [step], "domains": [domain], "judged": ["property4"], "parts": []})


def ids(j: Any, matrix: Any = None) -> Any:
    return ["item", ["dot", U, matrix or ["point"]], j]


def between(j: str) -> list[Any]:
    """Whether a column has a negative id that is not the least."""
    return [["<", ids(["var", j]), 0], [">", ids(["var", j]), ids(1)]]


def pairs(other: bool) -> Any:
    """For each column the list with an entry 1 for each other negative id that is not the least is a list of zeros."""
    apart = [["!=", ids(["var", "j"]), ids(["var", "k"])]] if other else [["<", ids(["var", "k"]), ids(1)]]
    ones = ["list", "k", 1, N, ["if", ["and", *between("j"), *between("k"), *apart], 1, 0]]
    return ["all", "j", 1, N, ["=", ones, ["list", "k", 1, N, 0]]]


@pytest.mark.parametrize("n", [3, 4, 5])
def test_a_list_over_columns_has_pairs_of_columns_of_which_one_stands_for_several(n: int) -> None:
    """There are points with three different negative ids, so the term is false."""
    assert said(over("category 3", pairs(True), 2, n, 2))[0] != 0


def test_lists_that_have_no_pairs_are_confirmed() -> None:
    for term in (
        ["all", "j", 1, N, ["=", ["list", "k", 1, N, ids(["var", "k"])], ["dot", U, ["point"]]]],
        pairs(False),
    ):
        assert said(over("category 3", term, 2, 4, 2))[0] == 0


def grows(count: Any) -> Any:
    """The least id is not less after so many layers."""
    return [">=", ids(1, ["after", "g_c", count, ["point"]]), ids(1)]


def test_numbers_of_layers_are_integers() -> None:
    assert said(over("category 2", grows(0), 1, 2, 3))[0] == 0
    assert said(over("category 2", grows(["*", ["param", "m"], ids(1)]), 1, 2, 3))[0] == 0
    assert said(over("category 2", grows(["/", 1, 2]), 1, 2, 3))[0] == 1
    assert said(over("category 2", grows(ids(1)), 1, 2, 3))[0] == 3
