"""'Multiplication' (Yang et al. 2025, draft): a product by GELUs.

    GELU(x) = x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))
    sqrt(pi/2) (GELU(x + y) - GELU(x) - GELU(y)) = xy + O(x^3 + y^3)

What O(...) says is decided with a constant C, at x = +-2^-k: it can be refuted for one constant after another, and what
holds with C = 1 there is no proof for all x. tanh u is 1 - 2/(e^(2u) + 1).
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import listed
from exactua.papers.pages import Lines, let
from exactua.papers.yang2025.recipes import DRAFT, magnitude, rows
from exactua.terms.tracing import Number, Truth, exp, pi, point, rational, sqrt

multiplication = Claim(
    "yang2025:multiplication",
    title="Multiplication",
    source=DRAFT + "'Feed-Forward Layers', 'Multiplication'",
    text="sqrt(pi/2) (GELU(x+y) - GELU(x) - GELU(y)) = xy + O(x^3 + y^3), wherein the authors note that GELU(x) = "
    "x/2 + sqrt(2/pi) x^2 + O(x^3), GELU(x+y) - GELU(x) - GELU(y) = sqrt(2/pi) xy + O(x^3 + y^3).",
    parameters=(
        rows(1, "one of two numbers"),
        Parameter("n", "columns of a point: x and y", ladder=(2,)),
        Parameter("C", "the constant in O(...)", ladder=(1, 100)),
    ),
)

POWERS = ("1/4", "-1/4", "1/64", "-1/64", "1/1024", "-1/1024")
small = listed("x and y in {+-1/4, +-1/64, +-1/1024}", [[[x, y]] for x in POWERS for y in POWERS])


def gelu(x: Number) -> Number:
    """The draft's GELU, by tanh."""
    u = sqrt(2 / pi) * (x + rational("0.044715") * x**3)
    return x / 2 * (2 - 2 / (exp(2 * u) + 1))


let(
    multiplication,
    GELU_x=lambda at: gelu(point[1, 1]),
    GELU_y=lambda at: gelu(point[1, 2]),
    GELU_sum=lambda at: gelu(point[1, 1] + point[1, 2]),  # GELU(x + y)
)


def _difference(at: Operands) -> Number:
    """GELU(x + y) - GELU(x) - GELU(y)."""
    return at.GELU_sum - at.GELU_x - at.GELU_y


def _second_order(at: Operands, coefficient: Number) -> Truth:
    """|GELU(x) - x/2 - coefficient x^2| <= C |x|^3."""
    x = point[1, 1]
    return magnitude(at.GELU_x - x / 2 - coefficient * x**2) <= at.C * magnitude(x) ** 3


of_small = Lines(multiplication, over=(small,))


@of_small.proof_line(
    "GELU(x) = x/2 + sqrt(2/pi) x^2 + O(x^3)", survives=("yang2025:multiplication.difference",), flaw="false"
)
def expansion(at: Operands) -> Truth:
    return _second_order(at, sqrt(2 / pi))


@of_small.repairs(
    "expansion",
    "GELU(x) = x/2 + sqrt(2/pi)/2 x^2 + O(x^3)",
    reason="1 + tanh(s x) is 1 + s x + O(x^3) with s = sqrt(2/pi), and x/2 times that has s/2 before x^2",
)
def expansion_repaired(at: Operands) -> Truth:
    return _second_order(at, sqrt(2 / pi) / 2)


@of_small.proof_line(
    "not said: GELU(x) and x/2 + sqrt(2/pi) x^2 differ by x^2/3 at least, and so by more than C |x|^3 for each C at a "
    "small x",
    said=False,
)
def no_constant(at: Operands) -> Truth:
    x = point[1, 1]
    return magnitude(at.GELU_x - x / 2 - sqrt(2 / pi) * x**2) >= x**2 / 3


@of_small.proof_line("GELU(x+y) - GELU(x) - GELU(y) = sqrt(2/pi) xy + O(x^3 + y^3)")
def difference(at: Operands) -> Truth:
    x, y = point[1, 1], point[1, 2]
    cubes = magnitude(x) ** 3 + magnitude(y) ** 3
    return magnitude(_difference(at) - sqrt(2 / pi) * x * y) <= at.C * cubes


@of_small.proof_line("sqrt(pi/2) (GELU(x+y) - GELU(x) - GELU(y)) = xy + O(x^3 + y^3)")
def product(at: Operands) -> Truth:
    x, y = point[1, 1], point[1, 2]
    cubes = magnitude(x) ** 3 + magnitude(y) ** 3
    return magnitude(sqrt(pi / 2) * _difference(at) - x * y) <= at.C * cubes


@of_small.proof_line(
    "sqrt(pi/2) (GELU(x+y) - GELU(x) - GELU(y)) = xy + O(x^3 + y^3), with x^3 + y^3 and not |x|^3 + |y|^3",
    flaw="reading",
    survives=("yang2025:multiplication.product",),
)
def product_signed(at: Operands) -> Truth:
    x, y = point[1, 1], point[1, 2]
    return magnitude(sqrt(pi / 2) * _difference(at) - x * y) <= at.C * magnitude(x**3 + y**3)


multiplication.part(
    "sqrt(pi/2) (GELU(x+y) - GELU(x) - GELU(y)) = xy + O(x^3 + y^3)",
    undecided="It is about all small x and y, and some constant in O(...); `product` decides it at 36 pairs, with "
    "the constant C.",
)
multiplication.part(
    "GELU(x) = x/2 + sqrt(2/pi) x^2 + O(x^3)",
    undecided="It is about all small x, and some constant in O(...); `expansion` and `no_constant` decide it at six x.",
)
multiplication.part(
    "GELU(x+y) - GELU(x) - GELU(y) = sqrt(2/pi) xy + O(x^3 + y^3).",
    undecided="It is about all small x and y, and some constant in O(...); `difference` decides it at 36 pairs, with "
    "the constant C.",
)
