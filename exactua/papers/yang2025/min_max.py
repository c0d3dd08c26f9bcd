"""'Min and Max' (Yang et al. 2025, draft): min(x, y) = x - ReLU(x - y) and max(x, y) = x + ReLU(y - x).

Rows of a point: x, y, and the results of the two networks of the figure.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.networks import Network
from exactua.papers.pages import Lines
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, column_of, network, neurons, relu, rows
from exactua.terms.tracing import Truth, implies, point, when

min_max = Claim(
    "yang2025:min_max",
    title="Min and Max",
    source=DRAFT + "'Feed-Forward Layers', 'Min and Max'",
    text="Recall that ReLU(x) = max(0,x). Then min(x,y) = x - ReLU(x-y). Similarly, max(x,y) = x + ReLU(y-x). "
    "Therefore there exist FFNs to compute the min or max of two real numbers.",
    parameters=(rows(4, "x, y, the minimum, the maximum"), ONE_COLUMN),
)

NUMBERS = ("-2", "-1", "-1/2", "0", "1/2", "1", "2")
numbers = column_of("x and y in {-2, -1, -1/2, 0, 1/2, 1, 2}", NUMBERS, NUMBERS, (0,), (0,))


@min_max.network("f")
def figure(values: object) -> Network:
    """Both networks of the figure: hidden ReLU(x), ReLU(-x), ReLU(x - y), ReLU(y - x); rows 3 and 4."""
    hidden = [({1: 1}, 0), ({1: -1}, 0), ({1: 1, 2: -1}, 0), ({1: -1, 2: 1}, 0)]
    return network(4, neurons(4, hidden, {3: [1, -1, -1, 0], 4: [1, -1, 0, 1]}))


of_two = Lines(min_max, over=(numbers,))


@of_two.proof_line("if x < y, then ReLU(x-y) = 0, so x - ReLU(x-y) = x = min(x,y)")
def first_case(at: Operands) -> Truth:
    x, y = point[1, 1], point[2, 1]
    return implies(x < y, (relu(x - y) == 0) & (x - relu(x - y) == x))


@of_two.proof_line("if x >= y, then ReLU(x-y) = x-y, so x - ReLU(x-y) = y = min(x,y)")
def second_case(at: Operands) -> Truth:
    x, y = point[1, 1], point[2, 1]
    return implies(x >= y, (relu(x - y) == x - y) & (x - relu(x - y) == y))


@of_two.states("the network of the figure computes min(x,y) = x - ReLU(x-y)")
def minimum(at: Operands) -> Truth:
    x, y = point[1, 1], point[2, 1]
    return (at.f(point)[3, 1] == when(x < y, x, y)) & (x - relu(x - y) == when(x < y, x, y))


@of_two.states("the network of the figure computes max(x,y) = x + ReLU(y-x)")
def maximum(at: Operands) -> Truth:
    x, y = point[1, 1], point[2, 1]
    return (at.f(point)[4, 1] == when(x < y, y, x)) & (x + relu(y - x) == when(x < y, y, x))


min_max.part("min(x,y) = x - ReLU(x-y).", "minimum")
min_max.part("max(x,y) = x + ReLU(y-x).", "maximum")
min_max.part(
    "Therefore there exist FFNs to compute the min or max of two real numbers.",
    undecided="It is about all real numbers; `minimum` and `maximum` decide it for 49 pairs of them.",
)
