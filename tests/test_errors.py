"""What is wrong is said in arguments where a function of the package was called, and in options on a command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exactua import build, check, limit, prove, trace
from exactua.errors import InputError, in_arguments, told_in_arguments
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


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: build("theorem2", "x1", d=1, delta="1/4"), "n: f doesn't say how many columns it has; give n"),
        (lambda: build("theorem2", "x1"), "d: f doesn't say how many rows it has; give d"),
        (lambda: limit(made_here(), d=1, n=16, factors=10), "sample=1000 takes that many of them"),
        (lambda: limit(made_here(), d=1, n=1, points="p.npy"), "points: the integers of p.npy are over a denominator that is not said; give the matrices themselves"),
        (lambda: limit(made_here(), d=1, n=1, network=[]), "network: notebook:lemma has no network []"),
        (lambda: limit(made_here(), d=1, n=1, factors=10, backends="foo"), "backends: \"foo\" is not valid"),
        (lambda: trace(made_here(), "0", d=1, n=1, network={}), "network: notebook:lemma has no network {}; choose one of f"),
        (lambda: prove(made_here(), kernel=[]), "kernel: [] is not valid here; choose one of rocq, polynomial"),
        (lambda: check(made_here(), d=1, n=1, networks=[1]), 'networks: [1] has no names; write such as {"f": Network(d, [...])}'),
        (lambda: check(made_here(), d=1, n=1, networks={"f": 1}), "networks: f: 1 is no network; write Network(d, [...])"),
        (lambda: check(made_here(), d=1, n=1, executor=3), "executor: 3 is not valid; give an executor of concurrent.futures, or None"),
        (lambda: check(made_here(), d=1, n=1, progress="x"), "progress: 'x' is not valid; give a function, or None"),
        (lambda: check(made_here(), d=1, n=1, store="x.sqlite"), "store: 'x.sqlite' is not valid; give a RunStore, or None"),
        (lambda: read_network(3), "path: 3 is no path of a file; write such as \"net.json\""),
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
