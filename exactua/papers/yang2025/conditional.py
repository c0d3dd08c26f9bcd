"""'Conditionals' (Yang et al. 2025, draft): two neurons for p ? phi : psi.

    h_1 = ReLU(-p + phi),  h_2 = ReLU(p - 1 + psi),  h_1 + h_2

At p = 1 h_1 is 0 and h_2 is psi: the two neurons have each other's mask. Rows of a point: p, phi, psi, the result.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.papers.pages import networks
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, column_of, network, neurons, rows
from exactua.terms.tracing import NetworkOperand, Truth, point, when

conditional = Claim(
    "yang2025:conditional",
    title="Conditionals",
    source=DRAFT + "'Feed-Forward Layers', 'Conditionals'",
    text="We assume that phi and psi have values in [0,1]. In the first layer, we define two neurons: h_1 = "
    "ReLU(-p 1 + phi), h_2 = ReLU(p 1 - 1 + psi). The second layer then computes h_1 + h_2, which by construction is "
    "p ? phi : psi.",
    parameters=(rows(4, "p, phi, psi, the result"), ONE_COLUMN),
)

options = column_of(
    "p in {0, 1}, phi and psi in {0, 1/4, ..., 1}", (0, 1), *(["0", "1/4", "1/2", "3/4", "1"],) * 2, (0,)
)

networks(
    conditional,
    printed=lambda values: network(4, neurons(4, [({1: -1, 2: 1}, 0), ({1: 1, 3: 1}, -1)], {4: [1, 1]})),
    exchanged=lambda values: network(4, neurons(4, [({1: 1, 2: 1}, -1), ({1: -1, 3: 1}, 0)], {4: [1, 1]})),
)


def _ternary(f: NetworkOperand, p: int) -> Truth:
    """The result is phi where the mask is p, else psi."""
    return f(point)[4, 1] == when(point[1, 1] == p, point[2, 1], point[3, 1])


@conditional.states("h_1 + h_2 is by construction p ? phi : psi", over=(options,))
def ternary(at: Operands) -> Truth:
    return _ternary(at.printed, 1)


@conditional.repairs(
    "ternary",
    "with h_1 = ReLU(p - 1 + phi) and h_2 = ReLU(-p + psi), h_1 + h_2 is p ? phi : psi",
    reason="at p = 1 the printed h_1 is 0 and h_2 is psi, at p = 0 it is the other way round",
    over=(options,),
)
def ternary_repaired(at: Operands) -> Truth:
    return _ternary(at.exchanged, 1)


@conditional.proof_line("not said: as printed, h_1 + h_2 is p ? psi : phi", over=(options,), said=False)
def other_way_round(at: Operands) -> Truth:
    return _ternary(at.printed, 0)


conditional.part("The second layer then computes h_1 + h_2, which by construction is p ? phi : psi.", "ternary")
