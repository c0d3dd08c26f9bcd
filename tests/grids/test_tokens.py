"""Tokens: one-hot unless an embedding is given, and what is no set of tokens is refused in words."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from gmpy2 import mpq

from exactua.errors import InputError
from exactua.grids.tokens import Places, tokens


def test_without_an_embedding_they_are_one_hot_with_those_of_start_and_end_last() -> None:
    abc = tokens("a b c", start="<", end=">")
    assert abc.letters == ("a", "b", "c")
    assert {token: column.index(1) for token, column in abc.columns.items()} == {"a": 0, "b": 1, "c": 2, "<": 3, ">": 4}
    assert (abc.rows, abc.more) == (5, 2)
    assert all(sum(column) == 1 for column in abc.columns.values())
    assert tokens(["a b"[:1], "long"]).letters == ("a", "long")


@pytest.mark.parametrize("embedding", [[[1, -1]], [["1/2", 0.25], [0, 0]], numpy.array([[1, 0], [0, 1]])])
def test_an_embedding_is_read_exactly_column_by_column(embedding: Any) -> None:
    assert list(tokens("a b", embedding).columns.values()) == [
        tuple(mpq(str(row[k])) for row in embedding) for k in range(2)
    ]


def test_positions_stand_below_the_embedding_then_zeros_up_to_the_width() -> None:
    places = Places("w", tokens("a b", positions=lambda j: [j, j**2], width=6), 3)
    assert places.d == 6
    assert places.column("b", 3) == (0, 1, 3, 9, 0, 0)
    assert places.matrix(("a", "b"), {}) == ((1, 0), (0, 1), (1, 2), (1, 4), (0, 0), (0, 0))


def test_what_is_added_moves_the_rows_of_the_embedding() -> None:
    places = Places("w", tokens("a b", [[1, -1]], added=lambda j: [4 * j]), 2)
    assert [places.column(token, j) for token in "ab" for j in (1, 2)] == [(5,), (9,), (3,), (7,)]


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        ("", {}, 'tokens: there is no token; write, for example, tokens("a b c")'),
        ([], {}, 'tokens: there is no token; write, for example, tokens("a b c")'),
        (3, {}, 'tokens: 3 is not a list of tokens; write, for example, tokens("a b c")'),
        (["a", "b c"], {}, "tokens: 'b c' is not a token; give printable characters without a space"),
        (["a", 1], {}, "tokens: 1 is not a token; give printable characters without a space, such as \"1\" in quotes"),
        (["a", "\n"], {}, "tokens: '\\n' is not a token; give printable characters without a space"),
        ("a b a", {}, "tokens: 'a' is given twice; give each token once"),
        ("a b", {"start": "b"}, "tokens: 'b' is given twice; give each token once"),
        ("a b", {"end": ""}, "end: '' is not a token; give printable characters without a space"),
        ("a b", {"embedding": [[1, 0], [1]]}, "embedding: row 2 has 1 entry, but there are 2 tokens; give one for each, those of start and end last"),
        ("a b", {"embedding": [[1, 0]], "start": "s"}, "embedding: row 1 has 2 entries, but there are 3 tokens; give one for each, those of start and end last"),
        ("a b", {"embedding": [[1, 1]]}, "embedding: columns 1 and 2 are the same; give each token its own"),
        ("a b", {"embedding": []}, "embedding: it has no row; give at least one"),
        ("a b", {"embedding": 3}, "embedding: 3 is not a matrix; give its rows, each with a number for every token"),
        ("a b", {"embedding": [1, 2]}, "embedding: row 1: 1 is not a list; give a number for each of the 2 tokens"),
        ("a b", {"embedding": [[0.1, 0]]}, 'embedding: row 1: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value'),
        ("a b", {"positions": [1, 2]}, "positions: [1, 2] is not a rule; write, for example, lambda j: [j]"),
    ],
)  # fmt: skip
def test_what_is_no_set_of_tokens_is_told(names: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        tokens(names, **options)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"width": 1}, "w: width: 1 is not valid; give an integer >= 2"),
        ({"width": True}, "w: width: True is not valid; give an integer >= 2"),
        ({"added": lambda j: [j]}, "w: added: 1 number at each place, but the embedding has 2 rows; give one number for each row"),
        ({"positions": lambda j: j}, "w: positions(1): 1 is not a list of numbers; return, for example, [j]"),
        ({"positions": lambda j: [0] * j}, "w: positions(2): 2 numbers, but 1 at place 1; give as many at each place"),
        ({"positions": lambda j: [j / 3]}, "w: positions(1): 0.3333333333333333 is a float that was rounded; write the fraction that is meant, such as \"1/3\", or binary(0.3333333333333333) for its own value"),
    ],
)  # fmt: skip
def test_what_places_can_not_add_is_told(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        Places("w", tokens("a b", **options), 2)
    assert str(error.value) == message
