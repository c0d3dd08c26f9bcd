"""What tokens alone, and in their sequences, tell of labels; generated sets: the same for a seed, and memorisable."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.commands.train.labelled_tokens import CUES, NAMES, RULES, TrainingSet, generated
from exactua.errors import InputError
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


def digest(rule) -> str:
    data = generated(rule).data
    return hashlib.sha256(repr((data.sequences, data.labels)).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("rule", "pinned"), [("cues", "c43c89bf23c1d365"), ("random", "9bcae9a9ca729d7c")])
def test_the_default_set_is_the_same_on_every_machine(rule, pinned):
    assert digest(rule) == pinned


@settings(max_examples=20)
@given(rule=st.sampled_from(RULES), seed=st.integers(0, 2**63 - 1), n=st.integers(2, 16), d=st.integers(2, 5))
def test_corollary_1_applies_to_every_generated_set(rule, seed, n, d):
    given_set = generated(rule, sequences=12, n=n, d=d, seed=seed)
    data = given_set.data
    data.require_no_duplicates("data", "")
    data.require_consistent_contexts("data")
    assert (data.N, data.n, data.d) == (12, n, d)
    assert len({frozenset(tokens) for tokens in data.tokens}) == 12
    assert not any(token == (0,) * d for token in data.vocabulary)
    assert len(data.vocabulary) <= 32
    assert given_set.best_by_context == given_set.total == 12 * n
    assert generated(rule, sequences=12, n=n, d=d, seed=seed) == given_set


def test_another_seed_gives_another_set():
    assert generated(seed=2).data != generated(seed=1).data


def test_a_name_has_one_label_beside_one_cue_and_several_beside_all():
    data = generated(sequences=200).data
    plain = {token for tokens, Y in zip(data.tokens, data.labels, strict=True)
             for token, label in zip(tokens, Y[0], strict=True) if label == 1}  # fmt: skip
    names = set(data.vocabulary) - plain
    assert len(names) == NAMES
    labels_beside: dict[object, set[int]] = {}
    for tokens, Y in zip(data.tokens, data.labels, strict=True):
        assert set(tokens) & names
        for token, label in zip(tokens, Y[0], strict=True):
            if token in names:
                labels_beside.setdefault((token, frozenset(tokens) & plain), set()).add(label)
    assert all(len(labels) == 1 for labels in labels_beside.values())
    per_name = [
        {label for (name, _), labels in labels_beside.items() if name == chosen for label in labels} for chosen in names
    ]
    assert sum(len(labels) > 1 for labels in per_name) == generated(sequences=200).ambiguous > NAMES // 2
    assert CUES > 1


def test_the_token_alone_does_not_tell():
    for rule in RULES:
        given_set = generated(rule)
        assert given_set.ambiguous > 0
        assert given_set.best_by_token < given_set.total == 768


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rule": "words"}, "labels: 'words' is not valid; choose one of cues, random"),
        ({"n": 1}, "n: 1 is not valid; give an integer from 2 to 16"),
        ({"n": 17}, "n: 17 is not valid; give an integer from 2 to 16"),
        ({"d": 1}, "d: 1 is not valid; give an integer from 2 to 256"),
        ({"seed": -1}, "seed: -1 is not valid; give an integer from 0 to 2^63 - 1"),
        ({"sequences": 0}, "sequences: 0 is not valid; give an integer from 1 to 10,000"),
        ({"sequences": 25, "n": 2}, "sequences: 25 is not valid; give an integer from 1 to 24"),
    ],
)
def test_bad_input_is_told(options, message):
    with pytest.raises(InputError, match=re.escape(message) + "$"):
        generated(**options)
