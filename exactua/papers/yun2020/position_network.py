"""The network of Theorem 3 (Yun et al. 2020, App. G): positions, quantiser, sweep, global shift, value map.

The first layer makes X + E of X in [0, 1)^(d x n), with E of App. G. For a corner X of a cube, in G_delta, that is L.

Behind it stands what App. G names: s_j, l_j, l~_j, u^T g_c(L), the layer of an id, and the given values A_L of G.3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product
from operator import mul
from typing import Any, Final, TypeAlias

import numpy as np
from gmpy2 import mpq

from exactua.arithmetic.batches import Batch
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.claims.claim import Claim, Operands
from exactua.errors import InputError
from exactua.evaluators.column_ids import id_network
from exactua.grids.categories import u
from exactua.networks import AttentionLayer, Family, FeedForwardLayer, Group, Network, Phi, PositionalEncoding
from exactua.networks.activations import Piece
from exactua.networks.entries import variable
from exactua.networks.items import Item
from exactua.papers.pages import define, let
from exactua.papers.yun2020.quantiser import flattening
from exactua.papers.yun2020.selective_shift import Psi, psi, reading_vector
from exactua.papers.yun2020.vocabulary import D, assume_throughout, assume_two_cubes, column_ids, new_id
from exactua.terms.tracing import Columns, Number, Row, Truth, floor, point, row, total, when

MOST_LAYERS: Final = 200_000
"""The most layers that a value map may have, n for each of (1/delta)^(dn) contexts."""

Values: TypeAlias = Mapping[str, Any]
Outputs: TypeAlias = Callable[[Values, tuple[Matrix, ...], int], Matrix]
"""A_L, d x n, unit 1: of the parameters, all contexts g_c(L) in the order of `corners`, and the number of L in it."""


def encoding(values: Values, spacing: int = 1) -> PositionalEncoding:
    """E of App. G: column j is spacing (j - 1) in every row; the paper's spacing is 1."""
    row = tuple(mpq(spacing * j) for j in range(values["n"]))
    return PositionalEncoding((row,) * values["d"])


def quantising_rows(values: Values, k_step: Rational) -> tuple[Group, ...]:
    """G.1, row by row: Z -> Z + e^(i) phi((e^(i))^T Z - k delta 1^T) for n/delta values of k, from 0 by `k_step`."""
    d, n, m = values["d"], values["n"], values["m"]
    groups = []
    for i in range(d):
        e_i = tuple(mpq(i == row) for row in range(d))
        k_delta = variable("k") * mpq(1, m)
        layer = FeedForwardLayer(
            W_1=(e_i,), b_1=(-k_delta,), W_2=tuple((x,) for x in e_i), b_2=(mpq(0),) * d, activation=flattening(m)
        )
        groups.append(Group(f"row {i + 1}", (Family("k", mpq(0), k_step, n * m, (layer,)),)))
    return tuple(groups)


def position_quantiser(values: Values) -> Network:
    """The layers of G.1 with k = 0, 1, ..., n/delta - 1."""
    return Network(values["d"], quantising_rows(values, mpq(1)), {"output": values["d"]})


def position_quantiser_as_printed(values: Values) -> Network:
    """The layers of G.1 with k = 0, delta, ..., n - delta, as printed."""
    return Network(values["d"], quantising_rows(values, mpq(1, values["m"])), {"output": values["d"]})


def sweep(values: Values, spacing: int = 1) -> Group:
    """delta^-d Psi(.; l - delta/2, l + delta/2) for l in [s_j : delta : s_j + delta^(-d+1) - delta], j = 1, ..., n."""
    d, n, m = values["d"], values["n"], values["m"]
    delta, D, ell = mpq(1, m), mpq(m) ** d, variable("l")
    shift = AttentionLayer(Psi(d, m, ell - delta / 2, ell + delta / 2, gain=D))
    width = spacing * sum(reading_vector(d, m))
    return Group("sweep", tuple(Family("l", j * width, delta, int(D), (shift,)) for j in range(n)))


def selective_shifts(values: Values) -> Network:
    """The sweep of G.2 alone, n delta^-d layers, without the encoding before it."""
    return Network(values["d"], (sweep(values),), {"output": 1})


def global_shift(values: Values, spacing: int = 1) -> AttentionLayer:
    """The last layer of G.2: n delta^(-(n+1)d-1) psi(.; 0)."""
    d, n, m = values["d"], values["n"], values["m"]
    return AttentionLayer((psi(d, m, mpq(0), gain=spacing * n * mpq(m) ** ((n + 1) * d + 1)),))


def contextual_map(values: Values, spacing: int = 1) -> Network:
    """g_c of G.2 behind the positional encoding. Stages: "encoded" is L = X + E, "sweep", "output" is g_c(L)."""
    items = (encoding(values, spacing), sweep(values, spacing), global_shift(values, spacing))
    return Network(values["d"], items, {"encoded": 1, "sweep": 2, "output": 3})


def contextual_map_with_wider_positions(values: Values) -> Network:
    """The same with 2 (j - 1) in column j of E, hence 2 s_j for s_j and 2n for n in the last layer: not the paper's."""
    return contextual_map(values, spacing=2)


def last_layer(values: Values) -> Network:
    """The last layer of G.2 alone."""
    return Network(values["d"], (global_shift(values),), {"output": 1})


def corners(values: Values) -> tuple[Matrix, ...]:
    """Every X in G_delta, the earlier columns and in them the lower rows varying slowest; X = 0 is the first."""
    d, n, m = values["d"], values["n"], values["m"]
    levels = [mpq(k, m) for k in range(m)]
    columns = [tuple(reversed(entries)) for entries in product(levels, repeat=d)]
    return tuple(tuple(zip(*chosen, strict=True)) for chosen in product(columns, repeat=n))


def window(m: int) -> Phi:
    """phi(t) = 1 if -delta/2 <= t < delta/2, else 0 (App. E.4)."""
    half, zero = mpq(1, 2 * m), mpq(0)
    return Phi(
        (
            Piece(None, False, -half, False, slope=zero, intercept=zero),
            Piece(-half, True, half, False, slope=zero, intercept=mpq(1)),
            Piece(half, True, None, False, slope=zero, intercept=zero),
        )
    )


def numbered_outputs(values: Values, contexts: tuple[Matrix, ...], number: int) -> Matrix:
    """(A_L)_{i,j} = (i + d (j - 1 + n r)) / (d n delta^(-dn)) for L number r, from 0: all different, in (0, 1]."""
    d, n = values["d"], values["n"]
    scale = d * n * len(contexts)
    return tuple(tuple(mpq(i + d * (j + n * number), scale) for j in range(n)) for i in range(1, d + 1))


def colliding_outputs(values: Values, contexts: tuple[Matrix, ...], number: int) -> Matrix:
    """The numbered outputs, but at X = 0 the first column is the last column of g_c at the last X."""
    outputs = numbered_outputs(values, contexts, number)
    if number:
        return outputs
    return tuple((last[-1], *row[1:]) for last, row in zip(contexts[-1], outputs, strict=True))


def contexts(values: Values) -> tuple[tuple[Matrix, Matrix], ...]:
    """Every X in G_delta in the order of `corners`, with g_c(L) for L = X + E; unit 1.

    g_c adds to the first row alone, and u_1 = 1: an entry of that row gains what the id of its column gains.
    Raises InputError where there are too many to list their layers.
    """
    d, n, m = values["d"], values["n"], values["m"]
    if n * m ** (d * n) > MOST_LAYERS:
        raise InputError(
            f"d, n, delta: the value map has a layer for every column of each of the {m ** (d * n):,} contexts; "
            f"take a smaller instance, with n delta^(-nd) at most {MOST_LAYERS:,}"
        )
    return _contexts(d, n, m)


@lru_cache(maxsize=8)
def _contexts(d: int, n: int, m: int) -> tuple[tuple[Matrix, Matrix], ...]:
    values = {"d": d, "n": n, "m": m}
    u, E = reading_vector(d, m), encoding(values).E
    points = corners(values)
    on_ids = id_network(contextual_map(values))
    assert on_ids is not None
    ids = [[int(m * sum(map(mul, u, column))) for column in zip(*X, strict=True)] for X in points]
    *_, after = on_ids.states(Batch.of(np.array(ids, dtype=object).T, m))
    pairs = []
    for number, X in enumerate(points):
        L = [[mpq(x) + mpq(e) for x, e in zip(row, shift, strict=True)] for row, shift in zip(X, E, strict=True)]
        for j, column in enumerate(zip(*L, strict=True)):
            L[0][j] += after[j].value(number) - sum(map(mul, u, column))
        pairs.append((X, tuple(map(tuple, L))))
    return tuple(pairs)


def value_map(values: Values, outputs: Outputs) -> Group:
    """G.3 as Lemma 9: Z -> Z + ((A_L)_{:,j} - g_c(L)_{:,j}) phi(u^T Z - u^T g_c(L)_{:,j} 1^T) for every L and j.

    Raises InputError where there are too many contexts to list their layers.
    """
    d, n, m = values["d"], values["n"], values["m"]
    u, phi, none = reading_vector(d, m), window(m), (mpq(0),) * d
    mapped = tuple(Z for _, Z in contexts(values))
    layers = []
    for number, Z in enumerate(mapped):
        A = outputs(values, mapped, number)
        for j in range(n):
            at = sum((factor * row[j] for factor, row in zip(u, Z, strict=True)), mpq(0))
            moved = tuple((wanted[j] - row[j],) for wanted, row in zip(A, Z, strict=True))
            layers.append(FeedForwardLayer(W_1=(u,), b_1=(-at,), W_2=moved, b_2=none, activation=phi))
    return Group("value map", tuple(layers))


def mapped_contexts(values: Values, outputs: Outputs = numbered_outputs) -> Network:
    """g_v o g_c behind the positional encoding. Stages: "encoded", "contextual" is g_c(L), "output"."""
    items = (encoding(values), sweep(values), global_shift(values), value_map(values, outputs))
    return Network(values["d"], items, {"encoded": 1, "contextual": 3, "output": 4})


def mapped_contexts_that_collide(values: Values) -> Network:
    """The same for outputs A_L of which one lies at the number of a later context."""
    return mapped_contexts(values, colliding_outputs)


def transformer(values: Values) -> Network:
    """g = g_v o g_c o g_q of App. G, without positions. Stages: "quantised", "contextual", "output"."""
    d = values["d"]
    items: tuple[Item, ...] = (
        *quantising_rows(values, mpq(1)),
        sweep(values),
        global_shift(values),
        value_map(values, numbered_outputs),
    )
    return Network(d, items, {"quantised": d, "contextual": d + 2, "output": d + 3})


def transformer_with_positions(values: Values) -> Network:
    """g_P(X) = g(X + E), eq. (4). Stages: "encoded" is X + E, then those of g."""
    network = transformer(values)
    stages = {name: after + 1 for name, after in network.stages.items()}
    return Network(values["d"], (encoding(values), *network.items), {"encoded": 1, **stages})


def describe_positions(claim: Claim) -> None:
    """The networks, assumptions, definitions and operands of App. G.2, under the names of this module."""
    claim.network("g_c")(contextual_map)
    claim.network("g_c_wider")(contextual_map_with_wider_positions)
    claim.network("last_layer")(last_layer)
    assume_throughout(claim)
    assume_two_cubes(claim)
    claim.define(D)
    claim.define(sigma)
    # n delta^(-(n+1)d-1), the factor in the last layer, unit 1
    define(claim, gain=lambda at: at.n * at.m * at.D ** (at.n + 1))
    let(
        claim,
        L=lambda at: at.g_c(point, "encoded"),  # L = X + E, d x n, unit 1
        l=lambda at: column_ids(at, at.L),  # l_1, ..., l_n: the ids of the columns of L, shape (n,), in units of delta
        # l_j + sum_(k=1..j-1) delta^(-kd) (l_(j-k) - l_(j-k+1)) + delta^(-jd) (l_n - l_1) for each j, units of delta
        telescoped=lambda at: row(at.columns, lambda j: new_id(at, j)),
        # l~_1, ..., l~_n: the ids u^T L~_{:,j} after the sweep, shape (n,), in units of delta
        swept=lambda at: column_ids(at, at.g_c(point, "sweep")),
        # The same where column j of E is 2 (j-1), shape (n,), in units of delta
        wider=lambda at: column_ids(at, at.g_c_wider(point, "sweep")),
        q=lambda at: column_ids(at, at.g_c(point)),  # u^T g_c(L), shape (n,), in units of delta
    )
    claim.shown_as(gain="(n delta^(-(n+1)d-1))", swept="l~")


def sigma(at: Operands) -> Number:
    """1 + delta^-1 + ... + delta^(-d+1), in units of delta: m + m^2 + ... + m^d."""
    return total(Columns(1, at.d, "k"), lambda k: at.m**k)


def s(at: Operands, j: Number | int) -> Number:
    """s_j = (j-1) sum_(k=0..d-1) delta^-k, in units of delta."""
    return (j - 1) * at.sigma


def place(at: Operands, j: Number | int) -> Number:
    """The number of the layer of id l_j among those of the sweep, from 1."""
    return (j - 1) * at.D + at.l[j] - s(at, j) + 1


def ids_before(at: Operands, j: Number | int) -> Row:
    """u^T Z before the layer of id l_j, shape (n,), unit 1. The encoding is the network's first layer."""
    return u.dot(at.g_c.after(point, place(at, j)))


def ids_after(at: Operands, j: Number | int) -> Row:
    """u^T Z after the layer of id l_j, shape (n,), unit 1."""
    return u.dot(at.g_c.after(point, place(at, j) + 1))


def shifted_id(at: Operands, k: Number, j: Number) -> Number:
    """What E.3.1 says of column k after the j-th shift: l~_k if k <= j, else l_k. In units of delta."""
    return when(k <= j, at.telescoped[k], at.l[k])


def the_exception(at: Operands) -> Truth:
    """d = 1, n = 2 and L = [1-delta, 1]."""
    return (at.d == 1) & (at.n == 2) & (at.l[1] == at.m - 1) & (at.l[2] == at.m)


def cube_number(at: Operands) -> Number:
    """The number r, from 0, of the cube that X is in: floor(X / delta) read as digits, the first column the highest."""

    def column_id(j: Number) -> Number:
        return total(at.rows, lambda i: at.m ** (i - 1) * floor(at.m * point[i, j]))

    return total(at.columns, lambda j: at.D ** (at.n - j) * column_id(j))


def given_value(at: Operands, i: Number, j: Number) -> Number:
    """(A_L)_{i,j} = (i + d (j - 1 + n r)) / (d n delta^(-dn)) where L has number r; all different, in (0, 1]."""
    return (i + at.d * (j - 1 + at.n * cube_number(at))) / (at.d * at.n * at.D**at.n)
