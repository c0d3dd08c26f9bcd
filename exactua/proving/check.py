"""`check`: a claim by its label, a box by its parameters, a decision."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Literal

from exactua.arithmetic.rationals import cubes_per_edge
from exactua.arithmetic.reals import precision as capped
from exactua.claims.claim import Claim
from exactua.claims.decision import Decision
from exactua.claims.ranges import MOST_BOXES, cubes, integers
from exactua.claims.registry import Named, find
from exactua.claims.stated import stated_among
from exactua.claims.verdicts import PointScope, overall
from exactua.deciding.plan import EngineChoice
from exactua.deciding.running import DEFAULT_BUDGET, DEFAULT_MAX_POINTS, Progress
from exactua.errors import InputError, told_in_arguments
from exactua.networks import Network
from exactua.proving.apart import decide
from exactua.proving.evidence import with_hypotheses

if TYPE_CHECKING:
    from exactua.deciding.large_runs.store import RunStore

DEFAULT_DELTA = "1/2"


def values_of(
    claim: Claim, d: int | None, n: int | None, delta: object, parameters: Mapping[str, int | str]
) -> dict[str, int | str]:
    """The parameter values of an instance by the names that the claim has for them; delta is 1/2 unless it is given.

    Raises InputError where delta is no 1/m. The claim itself says what else is wrong.
    """
    given = {"d": d, "n": n, "m": None if delta is None else cubes_per_edge(delta)}
    if delta is None and any(parameter.name == "m" for parameter in claim.parameters):
        given["m"] = cubes_per_edge(DEFAULT_DELTA)
    return {name: value for name, value in given.items() if value is not None} | dict(parameters)


@told_in_arguments(replay="replayed")
def check(
    label: Named,
    *,
    d: int | str | None = None,
    n: int | str | None = None,
    delta: object = None,
    judged: Literal["as written", "repaired"] = "as written",
    networks: Mapping[str, Network] | None = None,
    engine: EngineChoice = "auto",
    jobs: int = 1,
    budget: float = DEFAULT_BUDGET,
    max_points: int = DEFAULT_MAX_POINTS,
    replayed: int | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
    store: RunStore | None = None,
    scope: PointScope = "enumerated",
    precision: int | None = None,
    **parameters: int | str,
) -> Decision:
    """Decides a claim, or one step of it, at one instance: every point, exactly.

    Parameters may be ranges, as on the command line: n="2..3", delta="1/2,1/4"; and a claim that fixes the values of a
    parameter, as words of lengths 1 to 6 fix n, is decided at each that is not given. What comes back is then the first
    decision with the verdict of all together, and has them all as `instances`.

    `label` is such as "lemma8", "yun2020:lemma8", "lemma8.property3" or "my_lemma.py::lemma"; or a claim itself, as
    `exactua.authoring.claim` makes it in a notebook, or `(claim, "step")`. `d` and `n`, and `delta` = 1/m as "1/4", a
    Fraction or an mpq ("1/2" unless given), are those of the parameters that the claim has, as are any further ones
    (`tie_rule`). `networks` puts other networks in place of the claim's own. `budget` is in
    seconds, for each instance. `jobs` processes decide, or any `executor`, with so many workers; a `store` keeps what
    is finished, and what it has is not decided again. `replayed` points are evaluated again by the literal networks
    (None: see the docs). `scope` "runs" decides affine runs of points by their ends. Comparisons of reals are given up
    at `precision` bits (None: 2^18).

    A step of your own that has no value at some point is inconclusive, with the point; the others are decided.

    Raises InputError for anything wrong with the arguments, EvaluatorsDisagree if two evaluators differ.

    >>> decision = check("lemma8", d=1, n=2)
    >>> decision.verdict, decision["property4"].points
    (<Verdict.HOLDS: 'holds'>, 5)
    >>> line = check("lemma7.range_of_k", d=1, n=2, delta="1/4")["range_of_k"]
    >>> print(line.verdict, line.witness.left, line.witness.relation, line.witness.right)
    refuted 1/16 = 1/4
    """
    claim, step = find(label)
    boxes = _instances(claim, d, n, delta, parameters)
    problems = [claim.problem(box, (step,) if step else (), judged) for box in boxes]
    if networks:
        problems = [problem.with_networks(networks) for problem in problems]
    decisions: list[Decision] = []
    with capped(precision):
        for problem in problems:
            decision = decide(
                problem,
                engine=engine,
                jobs=jobs,
                budget=budget,
                max_points=max_points,
                replayed=replayed,
                progress=progress,
                executor=executor,
                store=store,
                scope=scope,
            )
            if "interrupted" in decision.run:
                return decision
            decisions.append(with_hypotheses(decision, jobs, budget))
    if len(decisions) == 1:
        return decisions[0]
    joint = overall(decision.verdict for decision in decisions)
    return replace(next(decision for decision in decisions if decision.verdict is joint), instances=tuple(decisions))


def _instances(
    claim: Claim, d: object, n: object, delta: object, parameters: Mapping[str, int | str]
) -> list[dict[str, int | str]]:
    """The parameter values of every instance, in the order of `check`: of ranges, and of what a claim fixes, each.

    Raises InputError for a text that is no range, and for more than 10,000 instances.
    """
    known = {parameter.name: parameter for parameter in claim.parameters}
    written: dict[str, list[Any]] = {}
    for name, given in (("d", d), ("n", n), *parameters.items()):
        if not isinstance(given, str) or not given.strip():
            continue
        if name in known and known[name].choices:
            written[name] = list(dict.fromkeys(part.strip() for part in given.split(",")))
        elif name in known or name in ("d", "n"):
            written[name] = integers(given, name)
    if isinstance(delta, str) and ("," in delta or ".." in delta):
        written["m"], delta = cubes(delta), None
    alone: dict[str, Any] = {"d": d, "n": n, **parameters} | dict.fromkeys(written)
    others = {name: value for name, value in alone.items() if name not in ("d", "n", *written)}
    values = values_of(claim, alone["d"], alone["n"], delta, others)
    values = {name: value for name, value in values.items() if name not in written}
    fixed = {parameter.name: list(parameter.only) for parameter in claim.parameters if len(parameter.only) > 1}
    several = written | {name: each for name, each in fixed.items() if name not in values and name not in written}
    count = prod(map(len, several.values()))
    if count > MOST_BOXES:
        raise InputError(f"box: {count:,} instances; at most {MOST_BOXES:,} are decided, so give smaller ranges")
    first = {"d": -3, "n": -2, "m": -1}
    order = sorted(several, key=lambda name: first.get(name, list(known).index(name) if name in known else len(known)))
    chosen = product(*([(name, value) for value in several[name]] for name in order))
    boxes, _ = stated_among(claim, [{**values, **dict(pairs)} for pairs in chosen], {*values, *written})
    return boxes
