"""A name that is not there: what is said names the argument, what was given, and the nearest names."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua import ask, build, check
from exactua.errors import MOST, ByName, no_such
from exactua.networks import Network, PositionalEncoding


def test_the_nearest_names_come_first_and_a_dozen_is_enough() -> None:
    known = [*(f"a{k}" for k in range(20)), "property3", "property4"]
    told = no_such("step", "propert3", known, "lemma")
    assert told.startswith("step: lemma has no 'propert3'; it has property3, property4, a0, a1, ")
    assert told.endswith(" and 10 more")
    assert told.count(",") == MOST - 1
    assert no_such("step", 3, [], "lemma") == "step: lemma has no 3; it has none"
    assert len(no_such("step", "x" * 10_000, ["y"], "lemma")) < 120


def test_a_decision_has_its_steps_by_name() -> None:
    decision = check("lemma8", d=1, n=2)
    with pytest.raises(KeyError) as told:
        decision["propertie3"]
    assert told.value.args[0].startswith("step: yun2020:lemma8 has no 'propertie3'; it has property3, property")
    with pytest.raises(KeyError, match="has no 3; it has layers"):
        decision[3]  # type: ignore[index]


def test_so_have_distances_and_counterexamples() -> None:
    built = build("theorem2", "x1, x2", delta="1/2")
    with pytest.raises(KeyError, match="distance: theorem2 has no 'f to h'; it has f to g"):
        built.distances["f to h"]
    answer = ask(Network(1, [PositionalEncoding([[0, 1]])]), grid=[0, 1], n=2, property="equivariant")
    with pytest.raises(KeyError, match="counterexample: the answer to equivariant has no 'x'; it has equivariant"):
        answer.counterexamples["x"]


@given(st.dictionaries(st.text(max_size=5), st.integers()))
def test_such_a_mapping_is_a_dict_otherwise(items: dict[str, int]) -> None:
    named = ByName("number", "here", items)
    assert named == items
    assert list(named) == list(items)
    again = pickle.loads(pickle.dumps(named))
    assert again == items
    assert isinstance(again, ByName)
    assert named.get("no such name") is None
    with pytest.raises(KeyError) as told:
        again["no such name"]
    assert told.value.args[0].startswith("number: here has no 'no such name'; it has ")
