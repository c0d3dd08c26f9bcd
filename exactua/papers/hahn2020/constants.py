"""The constants of the Depth Reduction Lemma (Hahn 2020, Sec. 5.1; supplement, Definition of constants).

    (1 - 2 eta) (1 - (1 + delta) q) = C'/C        eta in (0, 1/2), q in (0, 1), (1 + delta) q in (0, 1)

C'/C is P/Q.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.papers.pages import define
from exactua.terms.tracing import Number, Truth, rational

constants = Claim(
    "hahn2020:constants",
    title="The constants eta, q and delta",
    source="Sec. 5.1; supplement, Definition of the constants",
    text="Choose eta in (0, 1/2) small, q in (0, 1), and delta > 0 (such that (1 + delta) q in (0, 1)) in such a way "
    "as to achieve (1 - 2 eta) (1 - (1 + delta) q) = C'/C. A possible choice to satisfy this is (1 + delta) q = 1/2, 2 "
    "eta = 1 - 2 C'/C.",
    parameters=(
        Parameter("P", "numerator of C'/C", ladder=(1, 2, 3, 9)),
        Parameter("Q", "denominator of C'/C", ladder=(2, 3, 4, 10)),
    ),
)
constants.requires("C' < C")(lambda at: at.P < at.Q)

define(
    constants,
    ratio=lambda at: at.P / at.Q,  # C'/C
    eta=lambda at: (1 - 2 * at.ratio) / 2,  # as printed
    fixed=lambda at: rational(1) / 2,  # (1 + delta) q, as printed
    eta_repaired=lambda at: (1 - at.ratio) / 4,
    fixed_repaired=lambda at: (1 - at.ratio) / (1 + at.ratio),
)


def _kept(eta: Number, fixed: Number) -> Number:
    """The share of the free inputs that stay free."""
    return (1 - 2 * eta) * (1 - fixed)


@constants.states("the possible choice satisfies (1 - 2 eta) (1 - (1 + delta) q) = C'/C")
def product(at: Operands) -> Truth:
    return _kept(at.eta, at.fixed) == at.ratio


@constants.states(
    "the possible choice has eta in (0, 1/2)",
    flaw="imprecise",
    survives=("hahn2020:constants.eta_in_range@repaired",),
)
def eta_in_range(at: Operands) -> Truth:
    return (at.eta > 0) & (at.eta < rational(1) / 2)


@constants.repairs(
    "eta_in_range",
    "2 eta = (1 - C'/C)/2 and (1 + delta) q = (1 - C'/C)/(1 + C'/C) satisfy the equation, with eta in (0, 1/2) and "
    "(1 + delta) q in (0, 1)",
    reason="the choice is one for C' < C/2 alone, and Theorem 1 needs C' near C where its C is near 1",
)
def eta_in_range_repaired(at: Operands) -> Truth:
    in_range = (at.eta_repaired > 0) & (at.eta_repaired < rational(1) / 2)
    below = (at.fixed_repaired > 0) & (at.fixed_repaired < 1)
    return in_range & below & (_kept(at.eta_repaired, at.fixed_repaired) == at.ratio)


constants.part(
    "Choose eta in (0, 1/2) small, q in (0, 1), and delta > 0 (such that (1 + delta) q in (0, 1)) in such a way as to "
    "achieve (1 - 2 eta) (1 - (1 + delta) q) = C'/C.",
    undecided="It is a choice, which asserts nothing; `eta_in_range@repaired` has one.",
)
constants.part(
    "A possible choice to satisfy this is (1 + delta) q = 1/2, 2 eta = 1 - 2 C'/C.", "product", "eta_in_range"
)
