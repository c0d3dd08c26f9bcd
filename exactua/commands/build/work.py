"""`build`: the network that Theorem 2 or 3 promises for a user's f, with its distance from f, decided like a claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import Claim
from exactua.commands.build.measuring import measured, require_power, require_size, search_delta
from exactua.commands.build.promised import promise
from exactua.console.deadlines import Deadline
from exactua.deciding.interrupts import until
from exactua.deciding.running import DEFAULT_BUDGET
from exactua.deciding.shards import Progress
from exactua.errors import InputError
from exactua.papers.yun2020.built import THEOREMS, Bounds, Built, Instance, Theorem, built_claim
from exactua.papers.yun2020.constructions import Construction, ValueMap, theorem2_network, theorem3_network
from exactua.proving.evidence import decide
from exactua.targets.equivariance import Equivariance, equivariance
from exactua.targets.expression import Expression
from exactua.targets.python_function import PythonFunction
from exactua.targets.target import Target, shown

LARGEST_P: Final = 64

Extension = Callable[[Claim, Instance, Construction, Mapping[str, Bounds]], None]
"""What adds steps to the claim about a network that was built, given instance, construction and distances."""


def build(
    theorem: str,
    target: Target,
    p: int,
    *,
    m: int | None = None,
    epsilon: Rational | None = None,
    parts: int | None = None,
    value_map: ValueMap | None = None,
    jobs: int = 1,
    budget: float = DEFAULT_BUDGET,
    progress: Progress | None = None,
    extend: Extension | None = None,
) -> Built:
    """The network of `theorem` ("theorem2", "theorem3") for f = target and delta = 1/m, or the first m for epsilon.

    `extend` may add steps to the claim before it is decided.

    `parts` cuts each edge of a cube for the integrals, beside what the kinks of f need; by default it is refined until
    the bounds are close. Raises InputError where f is inexact, infinite or (theorem2) not permutation equivariant
    somewhere, where the instance is too large, where the budget (seconds) doesn't suffice for the distances, and where
    no m within it serves epsilon.
    """
    chosen = _theorem(theorem)
    if isinstance(p, bool) or not isinstance(p, int) or not 1 <= p <= LARGEST_P:
        raise InputError(f"p: {p!r} is not valid; give an integer from 1 to {LARGEST_P}")
    if value_map not in (None, "printed", "repaired"):
        raise InputError(f"value_map: {value_map!r} is not valid; choose one of printed, repaired")
    for argument, value in (("budget", budget), ("jobs", jobs)):
        if isinstance(value, (bool, str)) or value <= 0:
            raise InputError(f"{argument}: {value!r} is not valid; give a positive number")
    if target.n < 2:
        raise InputError(f"n: {target.n} is not valid; the paper assumes n >= 2 throughout (Sec. 1.2)")
    if (m is None) == (epsilon is None):
        given = "neither is given" if m is None else "both are given"
        raise InputError(f"delta: give delta or epsilon; {given}")
    if parts is not None and parts < 1:
        raise InputError(f"parts: {parts} is not valid; give an integer >= 1")
    require_power(target, p)
    deadline = Deadline.of(budget)
    if isinstance(target, PythonFunction):
        target.before_call = deadline.require
    if m is not None:
        require_size(chosen, target, m)
    with until(deadline.at, f"budget: {budget:g} s do not suffice to build the network: raise --budget"):
        symmetric = _equivariance(chosen, target, m or 2)
        if epsilon is not None:
            instance, distances = search_delta(chosen, target, p, epsilon, parts, deadline)
            if symmetric is not None and not symmetric.proved:
                symmetric = _equivariance(chosen, target, instance.m)
        else:
            assert m is not None
            instance, distances = measured(Instance(chosen, target, m, p), parts, deadline)
        construct = theorem2_network if chosen == "theorem2" else theorem3_network
        construction = construct({"d": target.d, "n": target.n, "m": instance.m}, instance.wanted, value_map)
        claim = built_claim(instance, construction, distances)
        if extend is not None:
            extend(claim, instance, construction, distances)
        promised = None if epsilon is None or chosen == "theorem3" else promise(instance, epsilon)
    decision = decide(claim.problem(instance.box), jobs=jobs, budget=max(1, deadline.left), progress=progress)
    return Built(instance, construction, distances, decision, symmetric, promised)


def _theorem(name: str) -> Theorem:
    for theorem in THEOREMS:
        if name in (theorem, f"yun2020:{theorem}"):
            return theorem
    raise InputError(f"theorem: {name!r} can't be built; choose one of {', '.join(THEOREMS)}")


def _equivariance(theorem: Theorem, target: Target, m: int) -> Equivariance | None:
    """Whether f is permutation equivariant, where the theorem asks for it. Raises InputError with a violation."""
    if theorem == "theorem3":
        return None
    symmetry = equivariance(target, m)
    if symmetry.violation is not None:
        raise InputError(f"f: {symmetry.violation.text.removeprefix('f is ')}; theorem3 needs no equivariance")
    return symmetry


def boundary(instance: Instance) -> str | None:
    """A note where f, 0 outside [0, 1]^(d x n), jumps on a face: then it is not continuous, as the paper asks."""
    target = instance.target
    if instance.theorem == "theorem3" or not isinstance(target, Expression):
        return None
    for X in _face_points(instance):
        if any(entry for row in target.value(X) for entry in row):
            return (
                f"note         f is not 0 at X = {shown(X)}, on a face of [0, 1]^(d x n): extended by 0 it is not "
                "continuous there; distances are still taken over [0, 1]^(d x n)"
            )
    return None


def _face_points(instance: Instance) -> Iterator[Matrix]:
    """A sample of the faces: one entry 0 or 1, the others all 1/2, all 1/3, or different; and two corners."""
    d, n = instance.target.d, instance.target.n
    size = d * n
    different = [mpq(k, 2 * size + 1) for k in range(1, size + 1)]
    inner = [[mpq(1, 2)] * size, [mpq(1, 3)] * size, different]
    rows = [[*others[:k], mpq(end), *others[k + 1 :]] for others in inner for k in range(size) for end in (0, 1)]
    for entries in (*rows, *([mpq(end)] * size for end in (0, 1))):
        yield tuple(tuple(entries[i * n : (i + 1) * n]) for i in range(d))


def cube_values(built: Built) -> dict[tuple[int, int], Matrix]:
    """What the network is on each cube, for d = 1 and n = 2: cube (a, b) is [a/m, (a+1)/m) x [b/m, (b+1)/m)."""
    m, network = built.instance.m, built.construction.network
    return {(a, b): network(((mpq(2 * a + 1, 2 * m), mpq(2 * b + 1, 2 * m)),)) for a in range(m) for b in range(m)}
