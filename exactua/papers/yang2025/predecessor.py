"""'Predecessor' (Yang et al. 2025, draft): attention to position i + 1 by a bounded encoding.

    v_i = (cos(pi (1 - 2^-i)/10), sin(pi (1 - 2^-i)/10), (-1)^i 10),  A reverses the third coordinate
    A v_i . v_j = cos(pi (2^-i - 2^-j)/10) + (-1)^(i+j+1) 10

The product of the third coordinates is (-1)^(i+j+1) 100. Cosines have no place in the terms here: 1 - t^2/2 <= cos t <=
1 - t^2/2 + t^4/24 decides the order of scores.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.papers.yang2025.recipes import DRAFT, sign_of
from exactua.terms.tracing import Columns, Number, Truth, every, pi, rational, some

predecessor = Claim(
    "yang2025:predecessor",
    title="Predecessor",
    source=DRAFT + "'Self-Attention Layers', 'Predecessor'",
    text="For a fixed i, the attention at position j = i + 1 can be maximised, by A v_i . v_j = cos(pi (2^-i - "
    "2^-j)/10) + (-1)^(i+j+1) 10. This specific construction only requires periodic positional encodings, rather "
    "than unbounded ones.",
    parameters=(Parameter("N", "number of positions", least=2, ladder=(2, 3, 6)),),
)
predecessor.assumes(
    "1 - t^2/2 <= cos t <= 1 - t^2/2 + t^4/24 for all real t, and cos a cos b + sin a sin b = cos(a - b)",
    where="'Predecessor'",
)


def _positions(at: Operands, letter: str) -> Columns:
    return Columns(1, at.N, letter)


def _angle(i: Number) -> Number:
    """(1 - 2^-i)/10: the angle of v_i divided by pi."""
    return (1 - 1 / 2**i) / 10


def _third(i: Number) -> Number:
    """The third coordinate of v_i."""
    return 10 * sign_of(i)


@predecessor.states(
    "the third coordinates contribute (-1)^(i+j+1) 10 to A v_i . v_j",
    flaw="false",
    survives=("yang2025:predecessor.maximised",),
)
def third_coordinate(at: Operands) -> Truth:
    return every(
        _positions(at, "i"),
        lambda i: every(_positions(at, "j"), lambda j: -_third(i) * _third(j) == 10 * sign_of(i + j + 1)),
    )


@predecessor.repairs(
    "third_coordinate",
    "the third coordinates contribute (-1)^(i+j+1) 100 to A v_i . v_j",
    reason="they are (-1)^(i+1) 10 and (-1)^j 10",
)
def third_coordinate_repaired(at: Operands) -> Truth:
    return every(
        _positions(at, "i"),
        lambda i: every(_positions(at, "j"), lambda j: -_third(i) * _third(j) == 100 * sign_of(i + j + 1)),
    )


def _least_score(i: Number, j: Number) -> Number:
    """A v_i . v_j with the lower bound of the cosine."""
    t = (_angle(i) - _angle(j)) * pi
    return 1 - t**2 / 2 - _third(i) * _third(j)


def _greatest_score(i: Number, j: Number) -> Number:
    """A v_i . v_j with the upper bound of the cosine."""
    t = (_angle(i) - _angle(j)) * pi
    return 1 - t**2 / 2 + t**4 / 24 - _third(i) * _third(j)


@predecessor.states("for each i < N the score of position i + 1 is above those of all other positions")
def maximised(at: Operands) -> Truth:
    return every(
        Columns(1, at.N - 1, "i"),
        lambda i: every(_positions(at, "j"), lambda j: (j == i + 1) | (_greatest_score(i, j) < _least_score(i, i + 1))),
    )


@predecessor.states(
    "the positional encodings are periodic: for some p <= N, v_(i+p) has the angle and the third coordinate of v_i "
    "for all i",
    flaw="imprecise",
    survives=("yang2025:predecessor.periodic@repaired",),
)
def periodic(at: Operands) -> Truth:
    return some(
        _positions(at, "p"),
        lambda p: every(_positions(at, "i"), lambda i: (_angle(i + p) == _angle(i)) & (_third(i + p) == _third(i))),
    )


@predecessor.repairs(
    "periodic",
    "the positional encodings are bounded: the angle of v_i is in [0, pi/10), the third coordinate in [-10, 10]",
    reason="the angles pi (1 - 2^-i)/10 are all different; only the third coordinate has a period, 2",
)
def bounded(at: Operands) -> Truth:
    tenth = rational("1/10")
    return every(
        _positions(at, "i"),
        lambda i: (_angle(i) >= 0) & (_angle(i) < tenth) & (_third(i) >= -10) & (_third(i) <= 10),
    )


predecessor.part("For a fixed i, the attention at position j = i + 1 can be maximised,", "maximised")
predecessor.part("by A v_i . v_j = cos(pi (2^-i - 2^-j)/10) + (-1)^(i+j+1) 10.", "third_coordinate")
predecessor.part(
    "This specific construction only requires periodic positional encodings, rather than unbounded ones.", "periodic"
)
