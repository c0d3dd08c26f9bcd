"""How much the token alone, and the token in its sequence, tell of the labels: beside all classifiers that there are."""

from __future__ import annotations

from collections import Counter
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from exactua.commands.train.labelled_tokens import TrainingSet
from tests.commands.train.small import labelled, tiny


def best(given_set: TrainingSet, see) -> int:
    """The most that any classifier gets right that is given see(token, sequence): all of them are tried."""
    places = [
        (see(token, tokens), target)
        for tokens, targets in zip(given_set.data.tokens, given_set.targets, strict=True)
        for token, target in zip(tokens, targets, strict=True)
    ]
    seen = list(dict.fromkeys(what for what, _ in places))
    return max(
        sum(dict(zip(seen, chosen, strict=True))[what] == target for what, target in places)
        for chosen in product(range(len(given_set.classes)), repeat=len(seen))
    )


@given(st.lists(st.tuples(*[st.integers(1, 2)] * 3, *[st.integers(1, 2)] * 3), min_size=1, max_size=3))
def test_the_best_classifiers_are_the_best(rows):
    given_set = TrainingSet(labelled(*(([list(row[:3])], [list(row[3:])]) for row in rows)), "set")
    assert given_set.best_by_token == best(given_set, lambda token, _: token)
    multiset = best(given_set, lambda token, tokens: (token, frozenset(Counter(tokens).items())))
    assert given_set.best_by_context == multiset


def test_a_set_counted_by_hand():
    given_set = tiny()
    assert given_set.classes == ((1,), (2,))
    assert given_set.targets == ((0, 0, 0), (1, 1, 0))
    assert (given_set.total, given_set.ambiguous) == (6, 2)
    assert (given_set.best_by_token, given_set.best_by_context) == (4, 6)


def test_classes_are_columns_of_labels():
    given_set = TrainingSet(labelled(([[1, 2], [0, 1]], [[1, 1], [2, 1]])), "set")
    assert given_set.classes == ((1, 1), (1, 2))
    assert given_set.targets == ((1, 0),)


def test_zeros_stand_below_the_rows_of_a_token():
    assert tiny().padded(3)[1] == ((1, 2, 4), (0, 0, 0), (0, 0, 0))
    assert tiny().padded(1) == tiny().data.sequences
