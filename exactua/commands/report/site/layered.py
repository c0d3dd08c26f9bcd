"""A layered drawing of a directed graph: what rests on something stands above it. Whole numbers, no chance.

In five steps, after Sugiyama: edges of circles are turned round, every node gets a layer below all that rest on it
(longest paths, at most so many nodes a layer), long edges are cut into parts that pass through each layer, the order
in layers goes by barycentres as long as crossings become fewer, and places in a layer come as near to neighbours as
order and distances allow.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Final

Edge = tuple[str, str]
Layers = list[list[Hashable]]

SWEEPS: Final = 24
BEND: Final = 14
"""The width that is kept free where a long edge passes a layer."""


@dataclass(frozen=True)
class Sizes:
    """The measures of a drawing, in pixels."""

    width: int = 188
    height: int = 62
    gap: int = 16
    """Between nodes of a layer."""
    narrow: int = 10
    """Beside a long edge that passes a layer."""
    rise: int = 62
    """Between layers."""
    margin: int = 14
    most: int = 5
    """Nodes in a layer."""


@dataclass(frozen=True)
class Layout:
    """Where nodes stand, and through which points edges go."""

    width: int
    height: int
    places: Mapping[str, tuple[int, int]]
    """The middle of each node's upper side."""
    routes: Mapping[Edge, tuple[tuple[int, int], ...]]
    """From the lower side of the node that rests on the other, to the upper side of the other."""
    backward: frozenset[Edge]
    """Edges that close a circle; they are drawn from below."""


def layout(nodes: Sequence[str], edges: Sequence[Edge], sizes: Sizes) -> Layout:
    """The drawing of nodes (in their order, where nothing else decides) and edges between different ones of them.

    An edge that follows from others is not drawn: a on c, where a rests on b and b on c.
    """
    known = set(nodes)
    wanted = list(dict.fromkeys(edge for edge in edges if edge[0] != edge[1] and known.issuperset(edge)))
    backward = circular(nodes, wanted)
    wanted = [*direct([edge for edge in wanted if edge not in backward]), *sorted(backward)]
    downward = list(dict.fromkeys((b, a) if (a, b) in backward else (a, b) for a, b in wanted))
    linked = [node for node in nodes if any(node in edge for edge in downward)]
    layer = _layers(linked, downward, sizes.most)
    layers, chains = _cut(linked, downward, layer)
    layers = _ordered(layers, chains)
    across = _placed(layers, chains, sizes)
    pitch = sizes.height + sizes.rise
    places = {node: (across[node], sizes.margin + layer[node] * pitch) for node in linked}
    low = sizes.margin + len(layers) * pitch - (sizes.rise if layers else 0)
    width = max([x + sizes.width // 2 for x, _ in places.values()] + [x + BEND for x in across.values()], default=0)
    alone = [node for node in nodes if node not in places]
    columns = max(1, min(len(alone), max(sizes.most, (width + sizes.gap) // (sizes.width + sizes.gap))))
    for k, node in enumerate(alone):
        row, column = divmod(k, columns)
        x = sizes.margin + sizes.width // 2 + column * (sizes.width + sizes.gap)
        y = (low + sizes.rise if linked else sizes.margin) + row * (sizes.height + sizes.gap)
        places[node] = (x, y)
        width = max(width, x + sizes.width // 2)
    height = max((y for _, y in places.values()), default=0) + sizes.height + sizes.margin
    routes = _routes(wanted, backward, chains, places, across, sizes)
    return Layout(width + sizes.margin, height, places, routes, backward)


def direct(edges: Sequence[Edge]) -> list[Edge]:
    """The edges without those that only shorten a longer way between the same nodes; there must be no circle."""
    below: dict[str, list[str]] = {}
    for a, b in edges:
        below.setdefault(a, []).append(b)

    def longer(a: str, b: str) -> bool:
        seen, waiting = set[str](), [after for after in below[a] if after != b]
        while waiting:
            node = waiting.pop()
            if node == b:
                return True
            if node not in seen:
                seen.add(node)
                waiting += below.get(node, ())
        return False

    return [(a, b) for a, b in edges if not longer(a, b)]


def circular(nodes: Sequence[str], edges: Sequence[Edge]) -> frozenset[Edge]:
    """Edges without which no circle is left: those that lead back to a node that is being gone through."""
    below: dict[str, list[str]] = {node: [] for node in nodes}
    for a, b in edges:
        below[a].append(b)
    done: set[str] = set()
    backward: set[Edge] = set()
    for root in nodes:
        way, rest = [root], [iter(below[root])]
        if root in done:
            continue
        while way:
            following = next(rest[-1], None)
            if following is None:
                done.add(way.pop())
                rest.pop()
            elif following in way:
                backward.add((way[-1], following))
            elif following not in done:
                way.append(following)
                rest.append(iter(below[following]))
    return frozenset(backward)


def _layers(nodes: Sequence[str], edges: Sequence[Edge], most: int) -> dict[str, int]:
    """The layer of every node: below all nodes above it, at most so many in one; those above all stand low."""
    above: dict[str, list[str]] = {node: [] for node in nodes}
    below: dict[str, list[str]] = {node: [] for node in nodes}
    for a, b in edges:
        above[b].append(a)
        below[a].append(b)
    depth: dict[str, int] = {}
    free = [node for node in nodes if not above[node]]
    while free:
        node = free.pop(0)
        depth[node] = max((depth[other] + 1 for other in above[node]), default=0)
        free += [
            other
            for other in below[node]
            if depth.keys() >= set(above[other]) and other not in depth and other not in free
        ]
    full: dict[int, int] = {}
    layer: dict[str, int] = {}
    for node in sorted(nodes, key=depth.__getitem__):
        own = max((layer[other] + 1 for other in above[node]), default=0)
        while full.get(own, 0) >= most:
            own += 1
        layer[node] = own
        full[own] = full.get(own, 0) + 1
    for node in nodes:
        near = min((layer[other] for other in below[node]), default=0) - 1
        if not above[node] and near > layer[node] and full.get(near, 0) < most:
            full[layer[node]] -= 1
            full[near] += 1
            layer[node] = near
    used = {own: k for k, own in enumerate(sorted(set(layer.values())))}  # no layer is empty
    return {node: used[own] for node, own in layer.items()}


def _cut(
    nodes: Sequence[str], edges: Sequence[Edge], layer: Mapping[str, int]
) -> tuple[Layers, dict[Edge, list[Hashable]]]:
    """The layers with a place for every edge that passes one, and each edge as the chain of its places."""
    layers: Layers = [[] for _ in range(max(layer.values(), default=-1) + 1)]
    for node in nodes:
        layers[layer[node]].append(node)
    chains: dict[Edge, list[Hashable]] = {}
    for a, b in edges:
        passed: list[Hashable] = [(a, b, k) for k in range(layer[a] + 1, layer[b])]
        for k, place in enumerate(passed, layer[a] + 1):
            layers[k].append(place)
        chains[a, b] = [a, *passed, b]
    return layers, chains


def _neighbours(chains: Mapping[Edge, Sequence[Hashable]]) -> tuple[dict[Hashable, list[Hashable]], ...]:
    above: dict[Hashable, list[Hashable]] = {}
    below: dict[Hashable, list[Hashable]] = {}
    for chain in chains.values():
        for high, low in pairwise(chain):
            below.setdefault(high, []).append(low)
            above.setdefault(low, []).append(high)
    return above, below


def _ordered(layers: Layers, chains: Mapping[Edge, Sequence[Hashable]]) -> Layers:
    """The layers in the order with the fewest crossings that sweeps by barycentres, down and up, come to."""
    above, below = _neighbours(chains)
    best, fewest = layers, _crossings(layers, below)
    for sweep in range(SWEEPS):
        order = range(1, len(layers)) if sweep % 2 == 0 else range(len(layers) - 2, -1, -1)
        near = above if sweep % 2 == 0 else below
        layers = [list(layer) for layer in layers]
        for k in order:
            fixed = {node: place for place, node in enumerate(layers[k - 1 if sweep % 2 == 0 else k + 1])}
            own = {node: Fraction(place) for place, node in enumerate(layers[k])}
            for node in layers[k]:
                places = [fixed[other] for other in near.get(node, ())]
                own[node] = Fraction(sum(places), len(places)) if places else own[node]
            layers[k].sort(key=own.__getitem__)
        crossings = _crossings(layers, below)
        if crossings < fewest:
            best, fewest = layers, crossings
    return best


def _crossings(layers: Layers, below: Mapping[Hashable, Sequence[Hashable]]) -> int:
    """How many pairs of edges between neighbouring layers cross."""
    count = 0
    for high, low in pairwise(layers):
        place = {node: k for k, node in enumerate(low)}
        passed: list[int] = []
        for node in high:
            ends = sorted(place[other] for other in below.get(node, ()))
            count += sum(len(passed) - bisect_right(passed, end) for end in ends)
            for end in ends:
                insort(passed, end)
    return count


def _placed(layers: Layers, chains: Mapping[Edge, Sequence[Hashable]], sizes: Sizes) -> dict[Hashable, int]:
    """The middle of every place: near those of its neighbours, in order and without overlap."""
    above, below = _neighbours(chains)
    wide = {node: sizes.width if isinstance(node, str) else BEND for own in layers for node in own}

    def distance(left: Hashable, right: Hashable) -> int:
        gap = sizes.gap if isinstance(left, str) and isinstance(right, str) else sizes.narrow
        return (wide[left] + wide[right]) // 2 + gap

    distances = [[distance(*two) for two in pairwise(own)] for own in layers]
    frame = max((sum(own) for own in distances), default=0)
    across: dict[Hashable, int] = {}
    for own, apart in zip(layers, distances, strict=True):
        across.update(zip(own, _apart([frame // 2] * len(own), apart, frame), strict=True))
    for sweep in range(SWEEPS):
        order = range(len(layers)) if sweep % 2 == 0 else range(len(layers) - 1, -1, -1)
        near = above if sweep % 2 == 0 else below
        for k in order:
            ideal = []
            for node in layers[k]:
                places = [across[other] for other in near.get(node, ())] or [across[node]]
                ideal.append(sum(places) // len(places))
            across.update(zip(layers[k], _apart(ideal, distances[k], frame), strict=True))
    left = min((x - wide[node] // 2 for node, x in across.items()), default=0)
    return {node: x - left + sizes.margin for node, x in across.items()}


def _apart(ideal: Sequence[int], distances: Sequence[int], frame: int) -> list[int]:
    """The places in 0..frame nearest to the ideal ones (least squares) at these distances: pooled averages."""
    offsets = list(accumulate(distances, initial=0))
    pools: list[tuple[int, int]] = []  # the sum and the number of what is pooled
    for wish, offset in zip(ideal, offsets, strict=True):
        total, count = wish - offset, 1
        while pools and pools[-1][0] * count >= total * pools[-1][1]:
            before = pools.pop()
            total, count = total + before[0], count + before[1]
        pools.append((total, count))
    base = [total // count for total, count in pools for _ in range(count)]
    free = frame - offsets[-1]
    return [min(max(start, 0), free) + offset for start, offset in zip(base, offsets, strict=True)]


def _routes(
    edges: Sequence[Edge],
    backward: frozenset[Edge],
    chains: Mapping[Edge, Sequence[Hashable]],
    places: Mapping[str, tuple[int, int]],
    across: Mapping[Hashable, int],
    sizes: Sizes,
) -> dict[Edge, tuple[tuple[int, int], ...]]:
    """The points of every edge; those at one side of a node are spread over its middle, in the order of other ends."""
    ends: dict[tuple[str, bool], list[tuple[int, Edge]]] = {}
    for a, b in chains:
        insort(ends.setdefault((a, False), []), (across[chains[a, b][1]], (a, b)))
        insort(ends.setdefault((b, True), []), (across[chains[a, b][-2]], (a, b)))

    def port(node: str, upper: bool, edge: Edge) -> tuple[int, int]:
        own = [other for _, other in ends[node, upper]]
        step = min(24, sizes.width * 3 // 5 // max(len(own) - 1, 1))
        shift = (2 * own.index(edge) - (len(own) - 1)) * step // 2
        x, y = places[node]
        return x + shift, y if upper else y + sizes.height

    routes = {}
    pitch = sizes.height + sizes.rise
    for edge in edges:
        down = (edge[1], edge[0]) if edge in backward else edge
        a, b = down
        points = [port(a, False, down)]
        for k, place in enumerate(chains[down][1:-1], 1):
            y = places[a][1] + k * pitch
            points += [(across[place], y), (across[place], y + sizes.height)]
        points.append(port(b, True, down))
        routes[edge] = tuple(points[::-1] if edge in backward else points)
    return routes
