"""What several statements of the paper share: its standing assumptions and its shorthands."""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.terms.tracing import Number


def assume_throughout(claim: Claim) -> None:
    """n >= 2 (Sec. 1.2: 'We assume throughout that n >= 2')."""
    claim.requires("n >= 2 (assumed throughout, Sec. 1.2)")(lambda at: at.n >= 2)


def assume_two_cubes(claim: Claim) -> None:
    """delta^-1 >= 2, the hypothesis of Lemma 8, which Lemma 10 inherits."""
    claim.requires("delta^-1 >= 2")(lambda at: at.m >= 2)


def D(at: Operands) -> Number:
    """delta^-d, the number of column ids (our shorthand)."""
    return at.m**at.d
