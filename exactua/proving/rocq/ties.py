"""Holds the definitions of proofs/rocq against exactua's own, by computation in the kernel.

    python -m exactua.proving.rocq.ties            compares, and writes which comparisons the kernel agrees with
    python -m exactua.proving.rocq.ties --check    compares, and exit 1 where one differs or is not the one written

At small instances: every network of `NETWORKS` layer by layer and weight by weight, with its stages; the states that
the literal evaluator finds after each layer, point by point; the points of the three categories; what every exported
step says at every point of its domains. A difference makes coqc refuse.

Those of networks, states and points at `INSTANCES` are written to proofs/rocq/ties.txt, each with the hash of what the
kernel computed: expression and values. So `tied` tells, without Rocq, whether exactua still has these values.

What the kernel computes from the exported terms, the literal evaluator says of the terms themselves: a vocabulary or an
export that means something else differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from gmpy2 import mpq

from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.problem import Problem, Step
from exactua.claims.registry import find
from exactua.deciding.observations import LiteralObservations, UnrolledNetworks
from exactua.errors import ExactuaError
from exactua.grids import categories
from exactua.grids.categories import DomainSpec, build
from exactua.networks import Network, TieRule
from exactua.networks.activations import Piece
from exactua.networks.items import walk
from exactua.networks.layer import Layer
from exactua.proving.rocq.comparison import Tie, at, differing, instances, named, rule_of
from exactua.proving.rocq.domains import is_column_of_numbers, units
from exactua.proving.rocq.generate import CLAIMS
from exactua.proving.rocq.naming import NotExported
from exactua.proving.rocq.networks import NETWORKS, GallinaNetwork
from exactua.proving.rocq.propositions import computed
from exactua.proving.rocq.record import TIES, differences, read, ties_text
from exactua.proving.rocq.sources import read_sources, sources_folder
from exactua.proving.rocq.toolchain import refusal
from exactua.terms.evaluation import Evaluator
from exactua.terms.language import Kind, Term


def number(value: Any) -> str:
    """A rational number: (-3 # 4)."""
    return f"({value.numerator} # {value.denominator})"


def listed(parts: Iterable[str]) -> str:
    """A list."""
    return f"[{'; '.join(parts)}]"


def vector(values: Iterable[Any]) -> str:
    """A list of rational numbers."""
    return listed(map(number, values))


def matrix(rows: Matrix) -> str:
    """A matrix, given by its rows, as the list of its columns."""
    return listed(vector(column) for column in zip(*rows, strict=True))


def point(rows: Matrix, m: int) -> str:
    """A point, given by its rows in unit 1, as columns of integers in units of 1/m."""
    return listed(listed(f"({_integer(m * entry)})" for entry in column) + "%Z" for column in zip(*rows, strict=True))


def _integer(value: Rational) -> int:
    if value.denominator != 1:
        raise NotExported(f"{value} is no multiple of delta")
    return int(value)


def layers(network: Network, tie_rule: TieRule = TieRule.AVERAGE) -> tuple[Matrix | None, list[str]]:
    """The positional encoding that a network begins with, or None, and its other layers, each of type `layer`.

    A `layer` has no tie rule: all must have the one given. Raises NotExported for others, and for layers that
    Transformers.v has not: masks, heads and hidden layers of other sizes.
    """
    unrolled = list(network.layers())
    encoding = None
    if unrolled and unrolled[0].shift is not None:
        encoding = unrolled.pop(0).shift
    return encoding, [_layer(layer, tie_rule) for layer in unrolled]


def _layer(layer: Layer, tie_rule: TieRule) -> str:
    if layer.tie_rule is not None:
        if layer.mask is not None or layer.tie_rule is not tie_rule or any(head.size != 1 for head in layer.heads):
            raise NotExported(
                f"an attention layer with a mask or another tie rule than {tie_rule.value}, or a head of another size "
                "than 1"
            )
        heads = listed(
            f"Head {_column(head.W_O)} {vector(head.W_V[0])} {vector(head.W_K[0])} {vector(head.W_Q[0])} "
            f"{number(head.b_Q[0])}"
            for head in layer.heads
        )
        return f"Attention {heads}"
    if (nodes := layer.nodes) is not None:
        if len(nodes.W_1) != 1:
            raise NotExported("a feed-forward layer with more than one hidden node")
        pieces = listed(map(_piece, nodes.activation.pieces))
        return (
            f"FeedForward (FeedForwardWeights {vector(nodes.W_1[0])} {number(nodes.b_1[0])} {_column(nodes.W_2)} "
            f"{vector(nodes.b_2)} {pieces})"
        )
    raise NotExported(f"a layer of the kind {type(layer).__name__} behind the first one")


def _column(rows: Sequence[Sequence[Any]]) -> str:
    return vector(row[0] for row in rows)


def _piece(piece: Piece) -> str:
    ends = [
        f"{'None' if end is None else f'(Some {number(end)})'} {'true' if closed else 'false'}"
        for end, closed in ((piece.start, piece.start_closed), (piece.stop, piece.stop_closed))
    ]
    return f"Piece {' '.join(ends)} {number(piece.slope)} {number(piece.intercept)}"


LARGE: Final = ("yun2020:tightness", "yun2020:lemma9", "yun2020:proposition5", "yun2020:theorem3", "yun2020:g3")
"""Claims about value maps, whose weights take long to compute but at the smallest instance."""


def evaluated_ties(values: Mapping[str, int], without: Collection[str] = ()) -> Iterator[Tie]:
    """For each exported step whether the kernel computes what the evaluator says, at all points of its domains."""
    for label in CLAIMS:
        if label in without:
            continue
        claim, _ = find(label)
        for instance in instances(claim, values):
            problem = claim.problem(instance)
            networks = UnrolledNetworks(problem.networks)
            for step in problem.steps:
                try:
                    says = computed(claim, step)
                except NotExported:
                    continue
                points = list(_points_of_step(problem, step))
                known = listed(_answer(problem, networks, step, Z, row) for _, Z, row in points)
                what = f"{label}.{step.name} at {len(points)} points, {named(instance)}"
                data = listed(point for point, _, _ in points)
                yield Tie(what, f"same_answers ({at(instance, says)}) {data} {known}")


def _points_of_step(problem: Problem, step: Step) -> Iterator[tuple[str, Matrix, int | None]]:
    """Each point as Gallina data, as a matrix, and the row along which it is looked at."""
    if not step.over:
        yield "tt", (), None
    for spec in step.over:
        if is_column_of_numbers(spec):
            yield from _columns(problem)
        else:
            per_one = {"m": 1, "2 * m": 2}[units(spec)] * int(problem.parameters["m"])
            yield from ((point(Z, per_one), Z, None) for Z in matrices(spec, problem.parameters))


def matrices(spec: DomainSpec, parameters: Mapping[str, Any]) -> list[Matrix]:
    """All points of a domain, unit 1."""
    domain = build(spec, lambda term: Evaluator(parameters, {}, LiteralObservations({}, ()))(term), parameters)
    return [domain.matrix(rank) for rank in range(domain.count)]


def columns(d: int, m: int) -> list[tuple[Any, ...]]:
    """Columns whose entries are multiples of delta/2 in and around [0, 1]."""
    return list(product([mpq(k, 2 * m) for k in range(-m - 1, 3 * m + 2)], repeat=d))


def _columns(problem: Problem) -> Iterator[tuple[str, Matrix, int | None]]:
    d, m = int(problem.parameters["d"]), int(problem.parameters["m"])
    for column in columns(d, m):
        for row in range(1, d + 1):
            yield f"({row}%Z, {vector(column)})", tuple((entry,) for entry in column), row


def _answer(problem: Problem, networks: UnrolledNetworks, step: Step, Z: Matrix, row: int | None) -> str:
    """What the literal evaluator says at a point: the hypothesis, the condition, the numbers."""
    bound = {} if row is None else {"row": row}
    evaluator = Evaluator(problem.parameters, problem.values, LiteralObservations(networks, Z), bound)

    def truth(term: Term | None) -> str:
        return "true" if term is None or evaluator(term) else "false"

    term, given = step.term, truth(step.given)
    if term.kind is Kind.TRUTH:
        return f"({given}, {truth(term)}, [])"
    numbers = [evaluator(term)] if term.kind is Kind.NUMBER else evaluator(term)
    return f"({given}, true, {vector(map(mpq, numbers))})"


INSTANCES: Final = ((1, 2, 2), (1, 2, 3), (2, 2, 2), (1, 3, 2), (1, 3, 3), (1, 4, 2))
"""The values of d, n and m at which networks, states and points are compared: with odd m, and with n > D = m^d."""
EVALUATED_AT: Final = ((1, 2, 2), (1, 2, 3), (2, 2, 2), (1, 3, 3))
"""Those at which all steps are evaluated, too."""

TIED: Final = CLAIMS
"""The claims whose networks are compared: those that are exported."""

BEHIND_G_C: Final = ("g_v", "g_v_scrambled", "g_v_swapped", "g_v_lifted", "key_probe", "window_probe")
"""Networks that are applied to what g_c makes of a point."""


AT_ONCE: Final = 12
"""Comparisons that one run of coqc makes."""


def ties() -> Iterator[list[Tie]]:
    """All comparisons, each once, by the few."""
    known = {tie.says: tie for label in TIED for tie in of_claim(label)}
    for box in EVALUATED_AT:
        values = dict(zip("dnm", box, strict=True))
        known |= {tie.says: tie for tie in evaluated_ties(values, () if box == INSTANCES[0] else LARGE)}
    compared = list(known.values())
    yield from (compared[k : k + AT_ONCE] for k in range(0, len(compared), AT_ONCE))


def of_claim(label: str) -> Iterator[Tie]:
    """The comparisons of the networks of a claim that theorems speak of, of their states and of points, at all
    instances."""
    claim, _ = find(label)
    for box in INSTANCES:
        values = dict(zip("dnm", box, strict=True))
        for name in (name for name in claim.networks if (label, name) in NETWORKS):
            if (ties := NETWORKS[label, name].ties) is None:
                yield _network(label, name, values, claim.networks[name](values))
                continue
            for instance in instances(claim, values):
                if instance["tie_rule"] == rule_of(ties, instance):
                    yield _single_layers(label, name, instance, claim.networks[name](instance))
        yield from _points(values)


def _single_layers(label: str, name: str, values: Mapping[str, Any], network: Network) -> Tie:
    """Weights, and what each layer alone makes of some points under its tie rule."""
    gallina = NETWORKS[label, name]
    unrolled = list(network.layers())
    rule = TieRule(values["tie_rule"])
    _, weights = layers(network, rule)
    points = matrices(categories.extended_grid, values)
    known = listed(listed(matrix(layer.apply(Z)) for layer in unrolled) for Z in points)
    what = f"the network {name} of {label} and its layers one by one at {len(points)} points, {named(values)}"
    same_outputs = f"all2 same_entries (map (TieRules.apply_layer_by TieRules.{rule.value} X) W)"
    same = f"same_network N W && all2 (fun X => {same_outputs}) {listed(map(matrix, points))} {known}"
    return Tie(what, f"let N := {at(values, gallina.layers)} in let W := {listed(weights)} in ({same})%bool")


def _network(label: str, name: str, values: Mapping[str, int], network: Network) -> Tie:
    """Weights, stages, and the states after each layer at some points, which the kernel computes with these weights."""
    gallina = NETWORKS[label, name]
    encoding, weights = layers(network)
    starts, known = _states(label, name, values, network)
    same = ["same_network N W", *_stages(values, network, gallina), f"same_states W {listed(starts)} {listed(known)}"]
    if encoding is not None:
        same.append(f"same_entries ({at(values, gallina.encoding or '[]')}) {matrix(encoding)}")
    what = f"the network {name} of {label} and its states at {len(starts)} points, {named(values)}"
    bound = f"let N := {at(values, gallina.layers)} in let W := {listed(weights)} in"
    return Tie(what, f"{bound} ({' && '.join(same)})%bool")


def _stages(values: Mapping[str, int], network: Network, gallina: GallinaNetwork) -> Iterator[str]:
    """The stages are the first layers of the network N, and its top-level items have so many layers."""
    for stage, expression in gallina.stages.items():
        passed = sum(1 for place in walk(network.items[: network.stages[stage]]) if place.layer.shift is None)
        yield f"same_network ({at(values, expression or '[]')}) (firstn {passed} N)"
    if gallina.layers_an_item is not None:
        for item in network.items:
            yield f"({at(values, f'({gallina.layers_an_item})%Z')} =? {sum(1 for _ in walk([item]))})%Z"


def _states(label: str, name: str, values: Mapping[str, int], network: Network) -> tuple[list[str], list[str]]:
    """Some points, and for each the states after each layer."""
    unrolled = list(network.layers())
    encoded = any(layer.shift is not None for layer in unrolled[:1])
    starts, known = [], []
    for Z in _inputs(label, name, encoded, values):
        if encoded:
            Z = unrolled[0].apply(Z)
        starts.append(matrix(Z))
        states = []
        for layer in unrolled[encoded:]:
            Z = layer.apply(Z)
            states.append(matrix(Z))
        known.append(listed(states))
    return starts, known


def _inputs(label: str, name: str, encoded: bool, values: Mapping[str, int]) -> Iterator[Matrix]:
    """Where states are compared: for the quantiser columns in and around the unit cube, for layers behind g_c what g_c
    makes of the grid, where positions are added the grid in every order, for all else the extended grid."""
    if label in ("yun2020:lemma7", "yun2020:g1"):
        yield from (tuple((entry,) for entry in column) for column in columns(values["d"], values["m"]))
    elif name in BEHIND_G_C:
        g_c = find(label)[0].networks["g_c"](values)
        yield from (g_c(L) for L in matrices(categories.grid, values))
    else:
        yield from matrices(categories.grid_sequences if encoded else categories.extended_grid, values)


def _points(values: Mapping[str, int]) -> Iterator[Tie]:
    m = values["m"]
    everywhere = matrices(categories.extended_grid, values)
    mapped = f"map (in_unit_1 {m}) {listed(point(X, m) for X in everywhere)}"
    same = f"all2 same_entries ({mapped}) {listed(map(matrix, everywhere))}"
    yield Tie(f"points in unit 1 at {named(values)}", same)
    for spec, name in (
        (categories.category1, "points_1"),
        (categories.category2, "points_2"),
        (categories.category3, "points_3"),
    ):
        points = matrices(spec, values)
        data = listed(point(X, m) for X in points)
        says = f"same_points ({at(values, f'{name} d n m')}) {data}"
        yield Tie(f"the {len(points)} points of {spec.name} at {named(values)}", says)


def main(arguments: list[str] | None = None) -> int:
    """Compares all, says what differs, and writes or checks the list; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m exactua.proving.rocq.ties", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    options = parser.parse_args(arguments)
    sources, path = read_sources(sources_folder()), sources_folder() / TIES
    try:
        compared, wrong = 0, []
        for some in ties():
            compared += len(some)
            wrong += differing(sources, some)
        text = ties_text(sources, (comparison for label in TIED for comparison in of_claim(label)))
    except ExactuaError as error:
        return refusal(error)
    for tie in wrong:
        print(f"differs: {tie.name}")
    print(f"{compared - len(wrong)} of {compared} comparisons agree")
    if wrong:
        return 1
    if not options.check:
        path.write_text(text, encoding="utf-8")
        print(f"written to {path}")
        return 0
    others = differences(read(path), text)
    for line in others:
        print(line)
    print(f"{path} is {'not ' if others else ''}what was found")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
