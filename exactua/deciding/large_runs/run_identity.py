"""What a kept run is: the name that nothing else has, and the words that find again what it decides."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache

from exactua import __version__
from exactua.arithmetic.rationals import encode_integer
from exactua.arithmetic.reals import Precision
from exactua.claims.problem import Problem
from exactua.deciding import fingerprints
from exactua.errors import InputError
from exactua.grids.categories import build
from exactua.grids.domains import CountTooLarge
from exactua.terms.encoding import Data, sha256


def identity_of(
    problem: Problem, scope: str = "enumerated", engine: str = "auto", chained: Collection[str] = ()
) -> str:
    """The name of a run, 64 hexadecimal digits: of all that is decided, in which scope and how, and by which code.

    The certificate without what a decision adds has the label, the parameters, the networks, the domains and all
    statements.
    """
    return identity_from(identity_data(problem, scope, engine, chained))


def identity_from(what: Data) -> str:
    """The name of a run from all that it is made of."""
    return sha256(what).removeprefix("sha256:")


def identity_data(problem: Problem, scope: str, engine: str, chained: Collection[str]) -> dict[str, Data]:
    """All that the name of a run is made of."""
    return {
        "problem": fingerprints.of_problem(problem),
        "scope": scope,
        "engine": engine,
        "chained": sorted(chained),
        **({"precision": Precision.cap} if any(map(problem.speaks_of_reals, problem.steps)) else {}),
        "version": __version__,
        "code": _code(),
    }


@cache
def _code() -> str:
    """The fingerprint of the code as it was when this process first asked: what is changed later doesn't run in it."""
    return fingerprints.of_code(fingerprints.DECIDING)


def counts_of(problem: Problem) -> dict[str, int]:
    """The numbers of points of the domains that can be counted without deciding anything."""
    counts = {}
    for spec in problem.domains:
        if spec.kind != "cells":
            with suppress(CountTooLarge, InputError):
                counts[spec.name] = build(spec, problem.value, problem.parameters).count
    return counts


def words_of(problem: Problem, counts: Mapping[str, int], options: Mapping[str, Data]) -> dict[str, Data]:
    """What finds again what is to be decided."""
    return {
        "label": shlex.split(problem.command)[0],
        "parameters": [
            [name, value if isinstance(value, str) else encode_integer(value)]
            for name, value in problem.parameters.items()
        ],
        "steps": [step.name for step in problem.steps],
        "judged": list(problem.judged),
        "points": {spec.name: _count(counts.get(spec.name)) for spec in problem.domains},
        "options": dict(options),
    }


def _count(count: int | None) -> Data:
    return None if count is None else encode_integer(count)
