"""Position encoding on the slides (So 2020): X -> X + 1 (0, ..., n-1) for X in [0, 1]^(d x n).

A permutation equivariant g gives equal columns equal values, and X P the permuted ones. A general f on X becomes a
function of X + E that is permutation equivariant if the columns of X + E are always different, and if no X + E is
a permutation of another X' + E. Both are tried on the grid points of the closed cube.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import factorial
from typing import Any

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import d, grid_sequences, m
from exactua.networks import Network, PositionalEncoding
from exactua.papers.pages import let, per_box
from exactua.papers.yun2020.vocabulary import assume_throughout, each_entry
from exactua.terms.language import integer
from exactua.terms.tracing import (
    Columns,
    Number,
    Permutation,
    Truth,
    every,
    every_permutation,
    inside,
    point,
    row,
    some,
)

closed_grid = replace(
    grid_sequences,
    name="{0, delta, ..., 1}^(d x n) in every order",
    levels=(integer(0), (1 / m).term, (m + 1).term),
    ids=row(Columns(1, d, "i"), lambda i: (m + 1) ** (i - 1)).term,
)
"""The grid points of the closed cube [0, 1]^(d x n): every matrix, in every order of its columns."""

position_encoding = Claim(
    "so2020:position_encoding",
    title="Position encoding",
    source="slide 'Position encoding'",
    text="If we can preprocess X in [0, 1]^(d x n) via position encoding X -> X + 1 (0, ..., n-1), then the universal "
    "approximation theorem extends to general sequence-to-sequence functions.",
    # Every grid point of the closed cube, permuted in every way
    work=per_box(lambda d, n, m: 5 * (m + 1) ** (d * n) * factorial(n)),
    point="X",
)
position_encoding.rests_on("yun2020:theorem2", where="slides 'Universal approximation theorem', 'Position encoding'")
assume_throughout(position_encoding)


@position_encoding.network("encoded")
def encoding(values: Mapping[str, Any]) -> Network:
    """X -> X + E, E_(i,j) = j - 1."""
    d, n = values["d"], values["n"]
    return Network(d, (PositionalEncoding([range(n)] * d),), {"output": 1})


let(position_encoding, Y=lambda at: at.encoded(point))  # X + E, d x n, unit 1


@position_encoding.proof_line("X -> X + 1 (0, ..., n-1)", over=(closed_grid,))
def formula(at: Operands) -> Truth:
    return each_entry(at, lambda i, j: at.Y[i, j] == point[i, j] + (j - 1))


def _columns_differ(at: Operands) -> Truth:
    def different(j: Number, k: Number) -> Truth:
        return (j == k) | some(at.rows, lambda i: at.Y[i, j] != at.Y[i, k])

    return every(at.columns, lambda j: every(at.columns, lambda k: different(j, k)))


@position_encoding.proof_line(
    "for X in [0, 1]^(d x n) the theorem extends to general functions: the columns of X + E are all different",
    over=(closed_grid,),
    flaw="silently assumed",
    survives=("yun2020:theorem3.on_cubes",),
)
def columns_differ(at: Operands) -> Truth:
    return _columns_differ(at)


@position_encoding.repairs(
    "columns_differ",
    "for X in [0, 1)^(d x n) the columns of X + E are all different",
    reason="column j of X + E lies in [j-1, j]^d, and these cubes meet at a corner: a column 1 before a column 0"
    " becomes the same, and every permutation equivariant g gives both the same value. The half-open cubes don't meet",
    over=(grid_sequences,),
)
def columns_differ_repaired(at: Operands) -> Truth:
    return _columns_differ(at)


@position_encoding.proof_line(
    "for X in [0, 1]^(d x n) the theorem extends to general functions: no X + E is a permutation of another X' + E, "
    "at grid points of the closed cube",
    over=(closed_grid,),
)
def order_is_kept(at: Operands) -> Truth:
    def leaves_cube(P: Permutation) -> Truth:
        def outside(i: Number, j: Number) -> Truth:
            return ~inside(at.Y.permuted(P)[i, j] - (j - 1), 0, 1)

        return some(at.rows, lambda i: some(at.columns, lambda j: outside(i, j)))

    return every_permutation(lambda P: (at.Y.permuted(P) == at.Y) | leaves_cube(P))


position_encoding.part(
    "If we can preprocess X in [0, 1]^(d x n) via position encoding X -> X + 1 (0, ..., n-1), then the universal "
    "approximation theorem extends to general sequence-to-sequence functions.",
    undecided="It is about every function and every epsilon; `order_is_kept` decides what it needs of X + E, at "
    "the grid points of the cube.",
)
