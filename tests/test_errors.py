"""What is wrong is said in arguments where a function of the package was called, and in options on a command line."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactua import ask, build, check, cite, limit, prove, trace, verify
from exactua.errors import MOST, ByName, InputError, in_arguments, no_such, told_in_arguments
from exactua.networks import AttentionHead, AttentionLayer, Network, PositionalEncoding
from exactua.networks.files import read_network
from tests.own_files import made_here

NAMES = {"max-points": "max_points", "points": "points", "lambda": "factors"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("more than the 3 of --max-points: raise it", "more than the 3 of max_points: raise it"),
        ("points: none; give --points FILE", "points: none; give points=FILE"),
        ("lambda: 2:1 is reversed; --lambda 10 is none", "factors: 2:1 is reversed; factors=10 is none"),
        ("other: leave out --other and x--points", "other: leave out --other and x--points"),
        ("nothing of the kind", "nothing of the kind"),
    ],
)
def test_options_become_arguments_and_nothing_else_does(text: str, told: str) -> None:
    assert in_arguments(text, NAMES) == told


def test_an_error_stays_the_one_that_it_was() -> None:
    error = InputError("d: missing; give --d")

    @told_in_arguments()
    def function(*, d: int) -> None:
        """Raises."""
        raise error

    with pytest.raises(InputError, match=r"^d: missing; give d$") as caught:
        function(d=1)
    assert caught.value is error
    assert function.__doc__ == "Raises."


HARD = Network(1, [AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])])


def test_an_error_of_python_inside_stays_one() -> None:
    @told_in_arguments()
    def function(d: int) -> object:
        return len(d)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match=r"^object of type 'int' has no len"):
        function(1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: build("theorem2", "x1", d=1, delta="1/4"), "n: f doesn't say how many columns it has; give n"),
        (lambda: build("theorem2", "x1"), "d: f doesn't say how many rows it has; give d"),
        (lambda: limit(made_here(), d=1, n=16, factors=10), "sample=1000 takes that many of them"),
        (lambda: limit(made_here(), d=1, n=1, points="p.npy"), "points: the integers of p.npy have no denominator; give the matrices themselves"),
        (lambda: limit(made_here(), d=1, n=1, network=[]), "network: notebook:lemma has no network []"),
        (lambda: limit(made_here(), d=1, n=1, factors=10, backends="foo"), "backends: \"foo\" is not valid"),
        (lambda: trace(made_here(), "0", d=1, n=1, network={}), "network: notebook:lemma has no network {}; choose one of f"),
        (lambda: prove(made_here(), kernel=[]), "kernel: [] is not valid here; choose one of rocq, polynomial"),
        (lambda: check(made_here(), d=1, n=1, networks=[1]), 'networks: [1] has no names; write, for example, {"f": Network(d, [...])}'),
        (lambda: check(made_here(), d=1, n=1, networks={"f": 1}), "networks: f: 1 is not a network; write Network(d, [...])"),
        (lambda: check(made_here(), d=1, n=1, executor=3), "executor: 3 is not valid; give an executor of concurrent.futures, or None"),
        (lambda: check(made_here(), d=1, n=1, progress="x"), "progress: 'x' is not valid; give a function, or None"),
        (lambda: check(made_here(), d=1, n=1, store="x.sqlite"), "store: 'x.sqlite' is not valid; give a RunStore, or None"),
        (lambda: ask(HARD, ["0 1"], property="injective", foo=1), "no argument 'foo'; ask takes network, points, property, "),
        (lambda: ask(HARD, point=["0 1"], property="injective"), "no argument 'point'; did you mean points?"),
        (lambda: ask(HARD, ["0 1"]), "ask: missing a required argument: 'property'; it takes network, points by position"),
        (lambda: ask(HARD, ["0 1"], "injective"), "ask: too many positional arguments; it takes network, points by position"),
        (lambda: limit(HARD, points=["0 1"], foo=None), "foo: the network is a network of its own; leave it out; beside it stand point, points, factors"),
        (lambda: limit(HARD, points=["0 1"], certificates="a"), "no argument 'certificates'; did you mean certificate?"),
        (lambda: trace(HARD, "0 1", foo=None), "no argument 'foo'; trace of a network takes label, point"),
        (lambda: cite(Path("a.json"), foo=1), "no argument 'foo'; cite of what is decided, or of a paper, takes folder"),
        (lambda: verify("a.json", samples=1), "no argument 'samples'; did you mean sample?"),
        (lambda: read_network(3), "path: 3 is not the path of a file; write, for example, \"net.json\""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence_about_an_argument(
    call: Callable[[], Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    np.save("p.npy", np.array([[[1]]]))
    with pytest.raises(InputError) as caught:
        call()
    assert message in str(caught.value)
    assert "--" not in str(caught.value)


def test_at_the_prompt_reasons_name_arguments() -> None:
    decision = check(made_here(), d=1, n=2, max_points=1)
    assert "more than the 1 of max_points: raise it and budget," in repr(decision)
    assert "--max-points" in str(decision["rises"].reason)


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
