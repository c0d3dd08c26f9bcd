"""Properties of maps on finitely many points by brute force, in plain fractions: nothing of exactua but its data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product

Matrix = tuple[tuple[Fraction, ...], ...]
Map = Callable[[Matrix], Matrix]


def matrix(rows: Sequence[Sequence[object]]) -> Matrix:
    return tuple(tuple(Fraction(str(entry)) for entry in row) for row in rows)


def columns(Z: Matrix) -> list[tuple[Fraction, ...]]:
    return list(zip(*Z, strict=True))


def hardmax_layer(value: Sequence[Sequence[int]], scores: Sequence[Sequence[int]], leftmost: bool = False) -> Map:
    """Z + V Z hardmax[Z^T S Z], ties averaged or broken to the left."""

    def layer(Z: Matrix) -> Matrix:
        d, tokens = len(Z), columns(Z)
        attended = []
        for query in tokens:
            row = [
                sum(Fraction(scores[i][j]) * key[i] * query[j] for i in range(d) for j in range(d)) for key in tokens
            ]
            best = [k for k, score in enumerate(row) if score == max(row)]
            best = best[:1] if leftmost else best
            mean = [sum(tokens[k][i] for k in best) / len(best) for i in range(d)]
            attended.append([query[i] + sum(value[i][j] * mean[j] for j in range(d)) for i in range(d)])
        return tuple(zip(*attended, strict=True))

    return layer


def squared(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    return sum(((a - b) ** 2 for a, b in zip(x, y, strict=True)), start=Fraction(0))


def norm(x: Sequence[Fraction]) -> Fraction:
    return squared(x, [Fraction(0)] * len(x))


def q(g: Map, u: Sequence[Fraction], L: Matrix) -> list[Fraction]:
    return [sum(a * b for a, b in zip(u, column, strict=True)) for column in columns(g(L))]


def same_up_to_order(L: Matrix, M: Matrix) -> bool:
    return sorted(columns(L)) == sorted(columns(M))


def entries_that_differ(
    points: Sequence[Matrix], rows: Sequence[Sequence[Fraction]], loosely: bool
) -> Iterator[tuple[Fraction, tuple[int, int], tuple[int, int]]]:
    """The distance of every two entries of q that Definition E.1 wants to be distinct, with their places."""
    places = [(p, k) for p in range(len(points)) for k in range(len(rows[p]))]
    for a, b in product(places, places):
        if a < b and not (loosely and a[0] != b[0] and same_up_to_order(points[a[0]], points[b[0]])):
            yield abs(rows[a[0]][a[1]] - rows[b[0]][b[1]]), a, b


def ids_that_differ(points: Sequence[Matrix], g: Map) -> Iterator[tuple[Fraction, tuple[int, int], tuple[int, int]]]:
    """The squared distance of every two ids that Definition 2 wants apart, in the order of the pairs of points."""
    images = [columns(g(X)) for X in points]
    for p, r in product(range(len(points)), repeat=2):
        X, Y = columns(points[p]), columns(points[r])
        for k, l in product(range(len(X)), range(len(Y))):  # noqa: E741
            if set(X) != set(Y) or X[k] != Y[l]:
                yield squared(images[p][k], images[r][l]), (p, k), (r, l)


def unequivariant(points: Sequence[Matrix], g: Map) -> tuple[int, tuple[int, ...]] | None:
    """The first point and permutation with g(X P) != g(X) P."""
    for p, X in enumerate(points):
        for P in permutations(range(len(X[0]))):
            moved = tuple(tuple(row[k] for k in P) for row in X)
            if g(moved) != tuple(tuple(row[k] for k in P) for row in g(X)):
                return p, tuple(k + 1 for k in P)
    return None
