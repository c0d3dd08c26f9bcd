"""The layout of a graph: laws that hold for every graph, and what they would miss."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactua.commands.report.site import layered
from exactua.commands.report.site.layered import BEND, Sizes, circular, direct, layout

SIZES = Sizes(width=100, height=40, gap=10, narrow=6, rise=50, margin=8, most=3)


@st.composite
def graphs(draw):
    nodes = [f"n{k}" for k in range(draw(st.integers(0, 9)))]
    pairs = [(a, b) for a in nodes for b in nodes]
    edges = draw(st.lists(st.sampled_from(pairs), max_size=16)) if pairs else []
    return nodes, edges


def reachable(edges):
    closure = set(edges)
    while new := {(a, d) for a, b in closure for c, d in closure if b == c} - closure:
        closure |= new
    return closure


@given(graphs())
@example(([], []))
@example((["a"], [("a", "a")]))
@example((["a", "b"], [("a", "b"), ("b", "a")]))
@example((["a", "b", "c"], [("a", "b"), ("b", "c"), ("a", "c")]))
@settings(max_examples=60)
def test_every_drawing_keeps_its_laws(graph):
    nodes, edges = graph
    drawing = layout(nodes, edges, SIZES)
    assert set(drawing.places) == set(nodes)
    boxes = {node: (x - 50, y, x + 50, y + 40) for node, (x, y) in drawing.places.items()}
    for box in boxes.values():
        assert box[0] >= 0
        assert box[1] >= 0
        assert box[2] <= drawing.width
        assert box[3] <= drawing.height
    for first, other in combinations(boxes.values(), 2):
        assert first[2] <= other[0] or other[2] <= first[0] or first[3] <= other[1] or other[3] <= first[1]
    for (a, b), points in drawing.routes.items():
        assert (a, b) in edges
        assert a != b
        start, end = points[0], points[-1]
        down = (a, b) not in drawing.backward
        assert start[1] == boxes[a][3 if down else 1]
        assert end[1] == boxes[b][1 if down else 3]
        assert boxes[a][0] <= start[0] <= boxes[a][2]
        assert boxes[b][0] <= end[0] <= boxes[b][2]
        heights = [y for _, y in points]
        assert heights == sorted(heights, reverse=not down)
        assert all(0 <= x <= drawing.width for x, _ in points)


@given(graphs())
@settings(max_examples=60)
def test_drawn_edges_say_what_all_of_them_say(graph):
    nodes, edges = graph
    drawing = layout(nodes, edges, SIZES)
    assert reachable(drawing.routes) == reachable([edge for edge in edges if edge[0] != edge[1]])


@given(graphs())
@settings(max_examples=60)
def test_without_the_backward_edges_there_is_no_circle(graph):
    nodes, edges = graph
    edges = [edge for edge in edges if edge[0] != edge[1]]
    backward = circular(nodes, edges)
    rest = [edge for edge in edges if edge not in backward]
    assert not any(a == b for a, b in reachable(rest))
    if not any(a == b for a, b in reachable(edges)):
        assert backward == frozenset()
    kept = direct(rest)
    assert reachable(kept) == reachable(rest)
    for edge in set(kept):
        assert reachable([remaining for remaining in kept if remaining != edge]) != reachable(kept)


def test_edges_do_not_cross_boxes():
    nodes = list("abcdef")
    edges = [("a", "b"), ("b", "c"), ("c", "d"), ("a", "e"), ("e", "d"), ("f", "d")]
    drawing = layout(nodes, edges, SIZES)
    for edge, points in drawing.routes.items():
        for (x, y), (to_x, to_y) in zip(points[1:-1:2], points[2:-1:2], strict=True):
            assert (x, to_y) == (to_x, y + 40), edge  # straight down beside the boxes of that layer
            for left in (middle - 50 for middle, top in drawing.places.values() if top == y):
                assert not left - BEND // 2 < x < left + 100 + BEND // 2


def test_it_is_read_from_the_top():
    edges = [("theorem 2", "proposition 5"), ("theorem 2", "lemma 10")]
    edges += [("proposition 5", f"lemma {k}") for k in (7, 8, 9)] + [("lemma 8", "lemma 10"), ("lemma 9", "lemma 10")]
    nodes = ["lemma 10", "lemma 9", "lemma 8", "lemma 7", "proposition 5", "theorem 2"]
    drawing = layout(nodes, edges, SIZES)
    rows = [
        sorted(node for node in nodes if drawing.places[node][1] == y)
        for y in sorted({y for _, y in drawing.places.values()})
    ]
    assert rows == [["theorem 2"], ["proposition 5"], ["lemma 7", "lemma 8", "lemma 9"], ["lemma 10"]]
    assert ("theorem 2", "lemma 10") not in drawing.routes  # it follows from the others


def test_a_layer_has_at_most_so_many():
    nodes = ["top", *(f"n{k}" for k in range(8))]
    drawing = layout(nodes, [("top", node) for node in nodes[1:]], SIZES)
    heights = [y for node, (_, y) in drawing.places.items() if node != "top"]
    assert sorted(heights.count(y) for y in set(heights)) == [2, 3, 3]


def test_the_order_has_the_fewest_crossings_of_a_small_graph():
    nodes = [*"abcd", *"wxyz"]
    edges = [("a", "z"), ("b", "y"), ("c", "x"), ("d", "w"), ("a", "y")]
    layers, chains = layered._cut(nodes, edges, {node: int(node in "wxyz") for node in nodes})
    _, below = layered._neighbours(chains)
    crossings = layered._crossings(layered._ordered(layers, chains), below)
    orders = ([list(high), list(low)] for high in permutations("abcd") for low in permutations("wxyz"))
    assert crossings == min(layered._crossings(order, below) for order in orders) == 0
    assert layered._crossings(layers, below) > 0


@given(st.lists(st.tuples(st.integers(-50, 150), st.integers(1, 30)), min_size=1, max_size=6))
def test_places_keep_their_distances_and_the_frame(wishes):
    ideal, gaps = [wish for wish, _ in wishes], [gap for _, gap in wishes[1:]]
    frame = sum(gaps) + 40
    places = layered._apart(ideal, gaps, frame)
    assert all(b - a >= gap for a, b, gap in zip(places, places[1:], gaps, strict=False))
    assert min(places) >= 0
    assert max(places) <= frame


@pytest.mark.parametrize(
    ("ideal", "gaps", "expected"),
    [
        ([0, 100], [10], [0, 100]),
        ([50, 50], [10], [45, 55]),
        ([90, 10], [10], [45, 55]),
        ([20, 20, 20], [4, 4], [16, 20, 24]),
    ],
    ids=["free", "together", "swapped", "three"],
)
def test_places_are_the_nearest_to_what_is_wished(ideal, gaps, expected):
    assert layered._apart(ideal, gaps, 100) == expected


def test_the_same_graph_is_drawn_the_same():
    nodes = [f"n{k}" for k in range(9)]
    edges = [(f"n{k}", f"n{j}") for k in range(9) for j in range(k + 1, 9) if (k * j) % 3 == 1]
    assert layout(nodes, edges, SIZES) == layout(list(nodes), list(edges), SIZES)
