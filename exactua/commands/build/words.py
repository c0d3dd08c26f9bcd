"""A built network as text and as JSON data: its distances from f, its counts, and what was decided about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.decimals import decimal, root_bounds
from exactua.arithmetic.rationals import Matrix, Rational, encode_rational, written
from exactua.certificates.writing import digest
from exactua.claims.decision import StepResult
from exactua.claims.verdicts import Verdict
from exactua.networks.printing import heading
from exactua.papers.yun2020.built import Bounds, Built, Promise
from exactua.papers.yun2020.constructions import two_thirds
from exactua.plurals import counted
from exactua.printing import machine
from exactua.printing.text import box, judgement, matrix, number, report
from exactua.targets.python_function import PythonFunction

FORMAT: Final = "exactua-build/1"


def document(built: Built, boundary: str | None, files: Mapping[str, Path | None], exit_code: int) -> dict[str, Any]:
    """What `exactua build --format json` prints (docs/json-output.md).

    `files` has the paths of the network, which is there already, of the certificate and of the picture (None: none).
    """
    network, certificate, picture = files["network"], files["certificate"], files["picture"]
    assert network is not None
    return {
        "format": FORMAT,
        "exit_code": exit_code,
        "network": str(network),
        "bytes": network.stat().st_size,
        "picture": None if picture is None else str(picture),
        "boundary": None if boundary is None else boundary.removeprefix("note").lstrip(),
        "promised": _promised_data(built.promise),
        "built": built_data(built),
        "check": machine.box(built.decision, str(certificate), exit_code),
    }


def _promised_data(promise: Promise | str | None) -> dict[str, Any] | None:
    """What the theorem promises for the epsilon, as JSON data."""
    if promise is None or isinstance(promise, str):
        return None if promise is None else {"m": None, "why": promise}
    return {
        "m": promise.m,
        "layers": promise.layers,
        "modulus": promise.modulus,
        "modulus_stated": promise.stated,
        "bound": encode_rational(promise.bound),
    }


def built_data(built: Built) -> dict[str, Any]:
    """What the network file says about how the network was built: JSON data, numbers as integers or strings."""
    instance = built.instance
    assumed = {"modulus": instance.target.modulus} if isinstance(instance.target, PythonFunction) else {}
    return {
        "theorem": f"yun2020:{instance.theorem}",
        "parameters": dict(instance.box),
        "f": instance.target.text,
        "value_map": built.construction.value_map,
        "distances": {
            name: {"power": instance.p, "lower": encode_rational(bounds.lower), "upper": encode_rational(bounds.upper)}
            for name, bounds in built.distances.items()
        },
        "certificate": digest(built.decision),
        "verdict": built.decision.verdict.value,
        **assumed,
    }


def lines(built: Built, boundary: str | None) -> Iterator[str]:
    """What was built, and how far it is from f, as the proof splits it; `boundary` is where f is not 0 on a face."""
    instance, network = built.instance, built.construction.network
    number_of = instance.theorem.removeprefix("theorem")
    yield f"f = {instance.target.text}"
    yield (
        f"Theorem {number_of}, d = {instance.target.d}, n = {instance.target.n}, delta = 1/{instance.m}, "
        f"p = {instance.p}"
    )
    yield ""
    yield from distance_lines(instance.p, built.distances)
    yield from _promise_lines(built)
    if isinstance(instance.target, PythonFunction):
        yield (
            f"assumed, not checked: |f(X)_ij - f(Y)_ij| <= {instance.target.modulus} where ||X - Y||_inf <= t; "
            "the distances from f are bounds that follow from it"
        )
    if any(not bounds.exact for bounds in built.distances.values()) and not isinstance(instance.target, PythonFunction):
        yield "note         --parts K cuts the cubes further and brings the ends of such intervals closer"
    if built.equivariance is not None:
        yield built.equivariance.text
    if boundary is not None:
        yield boundary
    yield ""
    counts = {kind: network.quantity(f"{kind} layers") for kind in ("attention", "feed-forward", "other")}
    shown = ", ".join(f"{count:,} {kind}" for kind, count in counts.items() if count)
    yield f"network      {counted(sum(counts.values()), 'layer')}: {shown}"
    yield (
        f"             {counted(network.quantity('heads'), 'head')} of size {network.quantity('head size')}, "
        f"hidden size {network.quantity('hidden size')}, {network.quantity('parameters'):,} parameters"
    )
    yield f"value map    {_value_map(built)}"


def _promise_lines(built: Built) -> Iterator[str]:
    """What the theorem promises for the epsilon that was asked for, beside what was found for this f."""
    promise = built.promise
    if promise is None:
        return
    if isinstance(promise, str):
        yield f"theorem      no delta: {promise}"
        return
    m = built.instance.m
    yield (
        f"theorem      delta = {_delta(promise.m)}, {promise.layers:,} layers: what theorem_2_hardmax_on_the_cube "
        "promises for this epsilon"
    )
    source = "stated by the user, not checked" if promise.stated else "bounded by exactua from the formulas of f"
    bound = written(promise.bound) if number(promise.bound) == written(promise.bound) else number(promise.bound)
    symmetric = "" if built.equivariance is None or built.equivariance.proved else ", if f is permutation equivariant"
    yield f"             from |f| <= {bound} and omega(t) = {promise.modulus}, {source}{symmetric}"
    if m > promise.m:
        yield f"             here delta = 1/{m} was the first at which the bounds of the integrals are close enough"


def _delta(m: int) -> str:
    """1/m, or how many digits m has."""
    return f"1/{m:,}" if m < 10**12 else f"1/m, m of {len(str(m))} digits"


def step_lines(built: Built, network: str) -> Iterator[str]:
    """What was decided, step by step, with the first point where one fails; `network` is the file that was written."""
    width = max(len(result.step.name) for result in built.decision.results)
    results = {result.step.name: result for result in built.decision.results}
    for line, verdict in report(built.decision):
        if verdict is None:
            continue
        yield line
        name = line.split()[1]
        if line.startswith("  ") and name in results:
            for detail in _details(built, results[name], network):
                yield f"  {'':<12} {'':<{width}}  {detail}"


def _details(built: Built, result: StepResult, network: str) -> Iterator[str]:
    if result.verdict is Verdict.INCONCLUSIVE and result.reason is not None:
        yield result.reason
    if result.verdict is Verdict.VACUOUS:
        yield "there is no such L here: nothing was asserted"
    witness = result.witness
    if witness is None:
        return
    if not witness.points:
        yield f"it is {number(witness.left)}, and the bound is {number(witness.right)}"
        return
    L = witness.points[0]
    yield f"least counterexample: L = [{matrix(L)}]"
    if result.step.name == "values":
        point, value, wanted = _different(built, L)
        yield f"there: g(X) = [{matrix(value)}] and f-bar(X) = [{matrix(wanted)}] for X = [{matrix(point)}]"
        yield f'replay: exactua eval {network} --point "{matrix(point)}"'


def _different(built: Built, L: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """A point of S_L, its corner if possible, with the values of the network and of f-bar, which differ there."""
    inside = two_thirds(built.instance.box)(L)
    wanted, network = built.instance.wanted(L), built.construction.network
    point = next((X for X in (L, inside) if network(X) != wanted), L)
    return point, network(point), wanted


def distance_lines(p: int, distances: Mapping[str, Bounds]) -> Iterator[str]:
    """A line for each distance, in certain decimals and, where it is known, exactly."""
    rows = [(name, f"d_{p}({name.replace(' to ', ', ')})", bounds) for name, bounds in distances.items()]
    width = max(len(label) for _, label, _ in rows)
    for _, label, bounds in rows:
        yield f"{label:<{width}}  {_root(bounds, p)}"


def _root(bounds: Bounds, p: int) -> str:
    """The distance in decimals that are certain, and its exact p-th power where it is known."""
    low, high = root_bounds(bounds.lower, p)[0], root_bounds(bounds.upper, p)[1]
    if not bounds.exact:
        return f"between {decimal(low)} and {decimal(high)}"
    if low == high:
        shown = decimal(low)
        return shown if shown == written(low) else f"{shown}{_exactly(low)}"
    return f"{decimal(low, '...')}{_exactly(bounds.upper, _power(p))}"


def _exactly(value: Rational, root: str = "") -> str:
    """The number itself, or nothing where it is too long to be read."""
    return f"  exactly: {root}{written(value)}" if number(value) == written(value) else ""


def _power(p: int) -> str:
    ordinal = f"{p}th" if p % 100 in (11, 12, 13) else f"{p}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(p % 10, 'th') }"
    return {1: "", 2: "the square root of ", 3: "the cube root of "}.get(p, f"the {ordinal} root of ")


def _value_map(built: Built) -> str:
    caught = built.construction.caught
    if built.construction.value_map == "printed":
        tail = "" if caught is None else f", although it fails here: {_catch(built)}"
        return f"as printed (App. E.4){tail}"
    why = "" if caught is None else f": the printed one fails here, {_catch(built)}"
    return f"repaired, with one layer more (Lemma 9){why}"


def _catch(built: Built) -> str:
    caught = built.construction.caught
    assert caught is not None
    L, j, key = caught
    return f"column {j} of A_L for L = [{matrix(L)}] is caught by the layer of the key {number(key)}"


def prompt(built: Built) -> Iterator[str]:
    """The lines at the prompt."""
    yield f"Built for {built.instance.theorem} at {box(built.instance.box)}: f = {built.instance.target.text}"
    yield f"  {judgement(built.decision)}"
    yield f"  {heading(built.construction.network)}"
    yield from (f"  {line}" for line in distance_lines(built.instance.p, built.distances))
