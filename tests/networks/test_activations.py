from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given

from exactua.errors import InputError
from exactua.networks import (
    Phi,
    Piece,
    PiecewiseLinear,
    above,
    at_least,
    at_most,
    below,
    between,
    closed,
    everywhere,
    half_open,
)

from .strategies import piecewise_linear, rationals

CLIP = Phi.of((below(0), -1, -16), (half_open(0, 1), 0, 0), (at_least(1), -1, -16))


@pytest.mark.parametrize(
    ("t", "value"), [(-3, -13), (mpq(-1, 9), mpq(1, 9) - 16), (0, 0), (mpq(8, 9), 0), (1, -17), (5, -21)]
)
def test_the_clipping_activation_of_appendix_e2(t, value):
    assert CLIP(mpq(t)) == value


def test_it_prints_as_the_paper_writes_it():
    assert str(CLIP) == "t<0: -t - 16; 0<=t<1: 0; t>=1: -t - 16"
    odd = PiecewiseLinear.of(
        (at_most("-1/2"), "2/3", 1), (between("-1/2", 2), 1, "-1/5"), (closed(2, 2), 0, 7), (above(2), 0, 0)
    )
    assert str(odd) == "t<=-1/2: 2/3*t + 1; -1/2<t<2: t - 1/5; t=2: 7; t>2: 0"
    assert str(PiecewiseLinear.of((everywhere(), 1, 0))) == "all t: t"


@given(piecewise_linear(), rationals)
def test_the_value_is_that_of_the_one_piece_that_contains_t(function, t):
    def inside(piece):
        right_of = piece.start is None or t > piece.start or (piece.start_closed and t == piece.start)
        left_of = piece.stop is None or t < piece.stop or (piece.stop_closed and t == piece.stop)
        return right_of and left_of

    (piece,) = [piece for piece in function.pieces if inside(piece)]
    assert function(t) == piece.slope * t + piece.intercept


class Length:
    """An exact number of another make: it only compares, and goes into a line."""

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < Fraction(int(other.numerator), int(other.denominator))

    def __le__(self, other):
        return self.value <= Fraction(int(other.numerator), int(other.denominator))

    def __rmul__(self, slope):
        return Length(self.value * Fraction(int(slope.numerator), int(slope.denominator)))

    def __add__(self, intercept):
        return Length(self.value + Fraction(int(intercept.numerator), int(intercept.denominator)))


@pytest.mark.parametrize("t", [-2, 0, Fraction(1, 2), 1, 3])
def test_other_number_types_flow_through_and_stay_what_they_are(t):
    result = CLIP(Length(Fraction(t)))
    assert isinstance(result, Length)
    assert result.value == CLIP(mpq(t))


@pytest.mark.parametrize(
    "lines",
    [
        [(everywhere(), 0, 3)],
        [(below(0), 0, 0), (at_least(0), 1, 0)],
        [(at_most(0), 2, 0), (above(0), 0, 0)],
        [(below(0), 0, 0), (closed(0, 0), 1, 0), (above(0), 3, 0)],
        [(below(0), 1, 0), (half_open(0, 1), 1, 0), (at_least(1), 0, 0)],
    ],
)
def test_phi_accepts_up_to_three_pieces_with_a_constant_one(lines):
    assert Phi.of(*lines).outside_phi() is None


def test_phi_refuses_four_pieces():
    lines = [(below(0), 0, 0), (half_open(0, 1), 1, 0), (half_open(1, 2), 0, 1), (at_least(2), 0, 0)]
    with pytest.raises(
        InputError,
        match=r"is not in Phi: it has 4 pieces, but Phi allows at most three; PiecewiseLinear\.of\(\.\.\.\) takes any",
    ):
        Phi.of(*lines)
    assert PiecewiseLinear.of(*lines).outside_phi() == "it has 4 pieces, but Phi allows at most three"


@pytest.mark.parametrize("lines", [[(everywhere(), 1, 0)], [(below(0), -1, 0), (at_least(0), 1, 0)]])
def test_phi_refuses_what_is_nowhere_constant(lines):
    reason = "none of its pieces is constant, but Phi requires at least one that is"
    assert PiecewiseLinear.of(*lines).outside_phi() == reason
    with pytest.raises(InputError, match=f"is not in Phi: {reason}; PiecewiseLinear"):
        Phi.of(*lines)


@pytest.mark.parametrize(
    "lines",
    [
        [(below(0), "1/2", 0), (closed(0, 0), 0, 0), (above(0), 1, 0)],
        [(below(0), 1, 0), (closed(0, 0), 0, 5), (above(0), 1, 0)],
    ],
)
def test_phi_refuses_a_constant_piece_that_is_a_single_point(lines):
    """A leaky ReLU, and the identity with a jump, are two pieces; a point cut out of them is not the constant one."""
    reason = "its only constant piece is the point t=0, but Phi requires one of more than a point"
    assert PiecewiseLinear.of(*lines).outside_phi() == reason
    with pytest.raises(InputError, match=f"is not in Phi: {reason}; PiecewiseLinear"):
        Phi.of(*lines)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "a piecewise linear function needs at least one piece"),
        ([(at_least(0), 0, 0)], "the first piece starts at 0; it must start at minus infinity (None)"),
        ([(at_most("1/2"), 0, 0)], "the last piece stops at 1/2; it must stop at infinity (None)"),
        ([(below(0), 0, 0), (at_least(1), 0, 0)], "pieces 1 and 2 (t<0 and t>=1) leave a gap from 0 to 1"),
        ([(below(1), 0, 0), (at_least(0), 0, 0)], "pieces 1 and 2 (t<1 and t>=0) overlap from 0 to 1"),
        (
            [(at_most(0), 0, 0), (at_least(0), 0, 0)],
            "pieces 1 and 2 (t<=0 and t>=0): both contain 0; exactly one must",
        ),
        (
            [(below(0), 0, 0), (above(0), 0, 0)],
            "pieces 1 and 2 (t<0 and t>0): neither contains 0; exactly one must",
        ),
        (
            [(everywhere(), 0, 0), (everywhere(), 0, 0)],
            "pieces 1 and 2 (all t and all t): only the first and the last piece may be infinite",
        ),
        ([(below(0), 0, 0), (half_open(0, 0), 0, 0)], "piece 2: it contains no t: it starts and stops at 0"),
        ([(below(0), 0, 0), (closed(2, 1), 0, 0)], "piece 2: it starts at 2 and stops before, at 1"),
        (
            [(everywhere(), 0.1, 0)],
            'piece 1 slope: 0.1 is a float, and no float equals 1/10; write "1/10", or binary(0.1) for its own value',
        ),
    ],
)
def test_pieces_that_do_not_cover_the_line_once_are_refused(lines, message):
    with pytest.raises(InputError) as caught:
        PiecewiseLinear.of(*lines)
    assert str(caught.value) == message


@pytest.mark.parametrize("piece", [Piece(None, True, None, False, 0, 0), Piece(None, False, None, True, 0, 0)])
def test_infinity_belongs_to_no_piece(piece):
    with pytest.raises(InputError, match="an infinite end can't belong to an interval"):
        PiecewiseLinear([piece])


def test_a_closed_end_is_a_boolean():
    with pytest.raises(InputError, match="True or False"):
        PiecewiseLinear([Piece(None, 0, None, False, 0, 0)])


def test_equality_and_hash_are_those_of_the_pieces():
    same = PiecewiseLinear(CLIP.pieces)
    assert same == CLIP
    assert hash(same) == hash(CLIP)
    assert Phi.of((below(0), -1, -16), (closed(0, 1), 0, 0), (above(1), -1, -16)) != CLIP
    assert str(CLIP) != CLIP
    assert type(pickle.loads(pickle.dumps(CLIP))) is Phi
    assert pickle.loads(pickle.dumps(CLIP)) == CLIP
