"""What a certificate can say of N, the network of ReLUs with hardmax: its class, its strips, and that it is g-bar on
the grid.

All of it is rational: the same machinery decides it that decides g-bar. What softmax changes is certified apart.
"""

from __future__ import annotations

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.claims.claim import Claim, Operands
from exactua.commands.build.true_transformer.construction import CLASS, OfRelus
from exactua.grids.categories import category3, chosen_row, grid_sequences, real_columns
from exactua.terms.language import rational as rational_term
from exactua.terms.tracing import (
    Columns,
    MatrixOperand,
    NetworkOperand,
    Number,
    Truth,
    every,
    implies,
    point,
    total,
    when,
)

NAME = "g_of_relus"


def add_steps(claim: Claim, of_relus: OfRelus) -> None:
    """Adds the steps about N to the claim about g-bar, whose network is "g" and has the stage "quantised"."""
    network = of_relus.network
    claim.network(NAME)(lambda values: network)
    relus = NetworkOperand(NAME)
    for quantity, most in CLASS.items():

        def counted(at: Operands, quantity: str = quantity, most: int = most) -> Truth:
            return relus.quantity(quantity) == most

        says = f"T^(2,1,4), with ReLUs and hardmax: {quantity} {most}"
        claim.states(says, name=f"relu_{quantity.replace(' ', '_')}")(counted)
    eta = _rational(of_relus.strips.eta)
    claim.states(
        "ReLUs: off the strips of width eta the quantiser makes of t what that of g makes, for all reals",
        name="relu_quantised",
        over=(real_columns,),
    )(lambda at: implies(_off_strips(at, point[chosen_row, 1], eta), _same_entry(relus)))
    same = "ReLUs and hardmax make of L what g makes of it"
    claim.states(f"{same}, L in G_delta", name="relu_values", over=(grid_sequences,))(lambda at: _same(at, relus))
    claim.states(f"{same}, L with an entry -delta^(-nd)", name="relu_zero_outside", over=(category3,))(
        lambda at: _same(at, relus)
    )


def _same(at: Operands, relus: NetworkOperand) -> Truth:
    ours, its = relus(point), NetworkOperand("g")(point)

    def entry(i: Number, j: Number) -> Truth:
        same: Truth = ours[i, j] == its[i, j]
        return same

    rows, columns = Columns(1, at.d, "i"), Columns(1, at.n, "j")
    return every(rows, lambda i: every(columns, lambda j: entry(i, j)))


def _same_entry(relus: NetworkOperand) -> Truth:
    ours: MatrixOperand = relus(point, "quantised")
    its: MatrixOperand = NetworkOperand("g")(point, "quantised")
    same: Truth = ours[chosen_row, 1] == its[chosen_row, 1]
    return same


def _off_strips(at: Operands, t: Number, eta: Number) -> Truth:
    """t < -eta, t >= 1, or t in [k delta, k delta + delta - eta) for a k."""
    cubes = Columns(0, at.m - 1, "k")
    inside = total(cubes, lambda k: when((k / at.m <= t) & (t < (k + 1) / at.m - eta), 1, 0))
    return (t < -eta) | (t >= 1) | (inside == 1)


def _rational(value: Rational) -> Number:
    return Number(rational_term(mpq(value)))
