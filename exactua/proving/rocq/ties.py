"""Holds the definitions of proofs/rocq against exactua's own, by computation in the kernel.

    python -m exactua.proving.rocq.ties

At small instances: every network of `NETWORKS` layer by layer and weight by weight, with its stages; the states that
the literal evaluator finds after each layer at all points of G+_delta (and of G_delta in every order, for App. G),
point by point; the points of the three categories; what every exported step says at every point of its domains. A
difference makes coqc refuse.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exactua.claims.registry import find
from exactua.errors import ExactuaError
from exactua.grids import categories
from exactua.networks import Network, PositionalEncoding
from exactua.networks.walking import walk
from exactua.proving.rocq import evaluated
from exactua.proving.rocq.comparison import Tie, at, differing, named
from exactua.proving.rocq.data import layers, listed, matrix, point
from exactua.proving.rocq.evaluated import columns, matrices
from exactua.proving.rocq.networks import NETWORKS, GallinaNetwork
from exactua.proving.rocq.sources import read_sources, sources_folder
from exactua.proving.rocq.toolchain import refusal

INSTANCES: Final = ((1, 2, 2), (1, 2, 3), (2, 2, 2), (1, 3, 3))
"""The values of d, n and m at which networks, states and points are compared."""


def ties() -> Iterator[Tie]:
    """All comparisons."""
    for box in INSTANCES:
        values = dict(zip("dnm", box, strict=True))
        yield from _networks(values)
        yield from _states(values)
        yield from _points(values)
        yield from evaluated.ties(values, () if box == INSTANCES[0] else evaluated.LARGE)


def _networks(values: Mapping[str, int]) -> Iterator[Tie]:
    seen: set[tuple[str, str]] = set()
    for (label, name), gallina in NETWORKS.items():
        if gallina.runs_g_c and tuple(values.values()) != INSTANCES[0]:
            continue
        network = find(label)[0].networks[name](values)
        encoding, weights = layers(network)
        same = " && ".join([f"same_network N {listed(weights)}", *_stages(values, network, gallina)])
        if encoding is not None:
            same += f" && same_entries ({at(values, gallina.encoding or '[]')}) {matrix(encoding)}"
        if (gallina.layers, same) not in seen:
            seen.add((gallina.layers, same))
            what = f"the network {name} of {label} at {named(values)}"
            yield Tie(what, f"let N := {at(values, gallina.layers)} in ({same})%bool")


def _stages(values: Mapping[str, int], network: Network, gallina: GallinaNetwork) -> Iterator[str]:
    """The stages are the first layers of the network N, and its top-level items have so many layers."""
    for stage, expression in gallina.stages.items():
        passed = sum(1 for place in walk(network.items[: network.stages[stage]]) if not _is_encoding(place.layer))
        yield f"same_network ({at(values, expression or '[]')}) (firstn {passed} N)"
    if gallina.layers_an_item is not None:
        for item in network.items:
            yield f"({at(values, f'({gallina.layers_an_item})%Z')} =? {sum(1 for _ in walk([item]))})%Z"


def _is_encoding(layer: Any) -> bool:
    return isinstance(layer, PositionalEncoding)


def _states(values: Mapping[str, int]) -> Iterator[Tie]:
    d, m = values["d"], values["m"]
    probes = [tuple((entry,) for entry in column) for column in columns(d, m)]
    for label, name, spec in (
        ("yun2020:lemma8", "g_c", categories.extended_grid),
        ("yun2020:g2", "g_c", categories.grid_sequences),
        ("yun2020:lemma7", "g_q", None),
    ):
        network = find(label)[0].networks[name](values)
        points = probes if spec is None else matrices(spec, values)
        gallina = NETWORKS[label, name]
        unrolled = list(network.layers())
        starts, known = [], []
        for Z in points:
            if _is_encoding(unrolled[0]):
                Z = unrolled[0].apply(Z)
            starts.append(matrix(Z))
            states = []
            for layer in unrolled[_is_encoding(unrolled[0]) :]:
                Z = layer.apply(Z)
                states.append(matrix(Z))
            known.append(listed(states))
        what = f"{name} of {label} after each of {len(unrolled)} layers at {len(points)} points, {named(values)}"
        yield Tie(what, f"same_states ({at(values, gallina.layers)}) {listed(starts)} {listed(known)}")


def _points(values: Mapping[str, int]) -> Iterator[Tie]:
    m = values["m"]
    everywhere = matrices(categories.extended_grid, values)
    mapped = f"map (in_unit_1 {m}) {listed(point(one, m) for one in everywhere)}"
    same = f"all2 same_entries ({mapped}) {listed(map(matrix, everywhere))}"
    yield Tie(f"points in unit 1 at {named(values)}", same)
    for spec, name in (
        (categories.category1, "points_1"),
        (categories.category2, "points_2"),
        (categories.category3, "points_3"),
    ):
        found = matrices(spec, values)
        data = listed(point(one, m) for one in found)
        says = f"same_points ({at(values, f'{name} d n m')}) {data}"
        yield Tie(f"the {len(found)} points of {spec.name} at {named(values)}", says)


def main() -> int:
    """Compares all and says what differs; the exit code."""
    compared = list(ties())
    try:
        wrong = differing(read_sources(sources_folder()), compared)
    except ExactuaError as error:
        return refusal(error)
    for tie in wrong:
        print(f"differs: {tie.name}")
    print(f"{len(compared) - len(wrong)} of {len(compared)} comparisons agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
