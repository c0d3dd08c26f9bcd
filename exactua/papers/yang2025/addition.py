"""'Addition and Subtraction' (Yang et al. 2025, draft): four neurons ReLU(x), ReLU(-x), ReLU(y), ReLU(-y).

Rows of a point: d_1, d_2, d_3; in the network that shows the hidden layer its four dimensions stand below them.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.papers.pages import Lines, networks
from exactua.papers.yang2025.recipes import DRAFT, ONE_COLUMN, column_of, network, neurons, rows
from exactua.terms.tracing import Number, Truth, implies, point

addition = Claim(
    "yang2025:addition",
    title="Addition and Subtraction",
    source=DRAFT + "'Feed-Forward Layers', 'Addition and Subtraction'",
    text="If you want to add d_1 and d_2 into d_3, then use FFN with W_1 and W_2. We can construct W_2 to add the "
    "correct original values together into d_3. We assume d_3 originally held 0's.",
    parameters=(rows(7, "d_1, d_2, d_3, the hidden layer"), ONE_COLUMN),
)

NUMBERS = ("-2", "-1", "-1/2", "0", "1/2", "1", "2")
numbers = column_of("d_1 and d_2 in {-2, -1, -1/2, 0, 1/2, 1, 2}", NUMBERS, NUMBERS, *((0,),) * 5)

W_1 = [({1: 1}, 0), ({1: -1}, 0), ({2: 1}, 0), ({2: -1}, 0)]

networks(
    addition,
    # ReLU(W_1 X), its dimensions 1 to 4 in rows 4 to 7
    hidden=lambda values: network(7, neurons(7, W_1, {3 + k: [int(k == i) for i in range(1, 5)] for k in range(1, 5)})),
    f=lambda values: network(7, neurons(7, W_1, {3: [1, -1, 1, -1]})),
)

of_two = Lines(addition, over=(numbers,))


def _stored(at: Operands, positive: int, negative: int) -> Truth:
    """|x| is in the dimension `positive` of its two if x > 0, in `negative` if x < 0; of d_1 and of d_2."""

    def of(x: Number, before: int) -> Truth:
        hidden = at.hidden(point)
        where_positive = implies(x > 0, hidden[3 + before + positive, 1] == x)
        return where_positive & implies(x < 0, hidden[3 + before + negative, 1] == -x)

    return of(point[1, 1], 0) & of(point[2, 1], 2)


@of_two.proof_line(
    "the resulting tensor will store a copy of |x| in the even dimensions if x was positive, and the even dimension "
    "if x was negative",
    flaw="typo",
    survives=("yang2025:addition.sum",),
)
def copies(at: Operands) -> Truth:
    return _stored(at, 2, 2)


@of_two.repairs(
    "copies",
    "the resulting tensor stores a copy of |x| in the odd dimensions if x was positive, and in the even ones if x was "
    "negative",
    reason="ReLU(x) stands in the odd dimensions 1 and 3, ReLU(-x) in the even ones",
)
def copies_repaired(at: Operands) -> Truth:
    return _stored(at, 1, 2)


@of_two.states("W_2 adds the original values together into d_3, which held 0", name="sum")
def added(at: Operands) -> Truth:
    return at.f(point)[3, 1] == point[1, 1] + point[2, 1]


addition.part("W_2 to add the correct original values together into d_3.", "sum")
