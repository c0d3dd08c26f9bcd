"""`build theorem2 --softmax`: the true Transformer T of Theorem 2 for a user's f, beside the modified g-bar."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from exactua.arithmetic.rationals import rational
from exactua.claims.claim import Claim
from exactua.commands.build.own_function import build
from exactua.commands.build.true_transformer.built import BuiltTrue
from exactua.commands.build.true_transformer.construction import OfRelus, of_relus_network, true_transformer
from exactua.commands.build.true_transformer.relus import positive_width
from exactua.commands.build.true_transformer.steps import add_steps
from exactua.commands.build.true_transformer.strips import default_tolerance
from exactua.deciding.running import DEFAULT_BUDGET
from exactua.errors import InputError
from exactua.papers.yun2020.built import Bounds, Instance
from exactua.papers.yun2020.constructions import Construction
from exactua.softmax.temperature.bracket import positive_tolerance


def build_softmax(
    theorem: str,
    f: Any,
    *,
    tolerance: object = None,
    strips: object = None,
    budget: float = DEFAULT_BUDGET,
    **others: Any,
) -> BuiltTrue:
    """T of Theorem 2 for f; `others` are the arguments of `build`.

    `tolerance` bounds |T - g-bar| off the strips, `strips` is the width eta of the quantiser's strips. If neither is
    given, T is no further from g-bar than a hundredth of the bound of d_p(f, g-bar), and where an epsilon is given
    d_p(f, T) is no more than that; strips that are not given add to d_p no more than the tolerance does. Raises
    InputError for another theorem, what `build` refuses, numbers out of range, and a budget (seconds) that does not
    suffice.
    """
    if theorem.removeprefix("yun2020:") != "theorem2":
        raise InputError(f"softmax: {theorem} has no true Transformer here; App. F is about Theorem 2: build theorem2")
    given = None if tolerance is None else positive_tolerance(tolerance)
    eta = None if strips is None else positive_width(strips)
    epsilon = None if others.get("epsilon") is None else rational(others["epsilon"], "epsilon")
    until = time.monotonic() + budget
    networks: list[OfRelus] = []

    def watch() -> None:
        if time.monotonic() > until:
            raise InputError(
                f"budget: {budget:g} s do not suffice for T at all L of G+_delta; raise it or take a larger delta"
            )

    def extend(claim: Claim, instance: Instance, construction: Construction, distances: Mapping[str, Bounds]) -> None:
        target, m, p = instance.target, instance.m, instance.p
        wanted = given or default_tolerance(target.d, target.n, p, distances["f to g"].upper, epsilon)
        values = {"d": target.d, "n": target.n, "m": m}
        networks.append(of_relus_network(construction.network, values, p, wanted, eta, watch))
        add_steps(claim, networks[-1])

    built = build(theorem, f, budget=budget, extend=extend, **others)

    return BuiltTrue(built, true_transformer(networks[-1], watch), given is not None)
