"""Relative Position Bias (web page, 'Key Formulas'): which rows of weights biases B_(i-j) can make.

    S_ij = Q_i K_j^T / sqrt(d_k) + B_(i-j)

A point lists the n = 2L - 1 biases B_(1-L), ..., B_(L-1) in units of log 2, in which softmax has rational values. Where
the scores of contents are all equal, row i of the weights is the softmax of B_(i-1), ..., B_(i-L). Reversal needs its
largest weight at j = L + 1 - i. That is possible up to L = 3 and for no longer sequence: docs/notes/relative-bias.md
has the proof for all real biases, and for all scores of contents.
"""

from __future__ import annotations

from collections.abc import Callable

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import levels
from exactua.papers.background.temperature import ONE_ROW
from exactua.papers.pages import define, let
from exactua.terms.tracing import Columns, Number, Row, Truth, every, point, row, total, when

relative_bias = Claim(
    "background:relative_bias",
    title="Relative Position Bias",
    source="'Key Formulas'; 'When to Use'; 'Code Examples', second program",
    text="An additive bias depending on relative positions sharpens or redirects attention patterns. Properly chosen"
    " biases can implement algorithmic behaviors like shifting or reversing.",
    parameters=(
        ONE_ROW,
        Parameter("n", "number of biases, 2L - 1", ladder=(1, 3, 5, 7)),
        Parameter("c", "score of another letter less that of the own one, in units of log 2", least=-99, ladder=(0, 3)),
    ),
    point="B",
)
relative_bias.requires("d = 1 (a point is one list of biases)")(lambda at: at.d == 1)
relative_bias.requires("n = 2L - 1 is odd")(lambda at: at.n % 2 == 1)

biases = levels("biases", 0, 3, 3)
"""All lists of biases 0, 3 and 6: 2^6 > 7 2^3, so that for L <= 8 the one largest of a row outweighs all others."""

define(relative_bias, L=lambda at: (at.n + 1) / 2)  # The sequence length


def _positions(at: Operands, letter: str) -> Columns:
    return Columns(1, at.L, letter)


def of_difference(at: Operands, i: Number, j: Number) -> Number:
    """B_(i-j)."""
    return point[1, i - j + at.L]


def of_sum(at: Operands, i: Number, j: Number) -> Number:
    """The same numbers as a bias that depends on i + j."""
    return point[1, i + j - 1]


Bias = Callable[[Operands, Number, Number], Number]


def weights(at: Operands, bias: Bias, i: Number) -> Row:
    """Row i of A where all scores of contents are equal, shape (L,): softmax has the powers of 2 for those of e."""
    whole = total(_positions(at, "k"), lambda k: 2 ** bias(at, i, k))
    return row(_positions(at, "k"), lambda k: 2 ** bias(at, i, k) / whole)


def _reverses(at: Operands, bias: Bias) -> Truth:
    """In every row the weight at j = L + 1 - i is more than all others together."""
    return every(_positions(at, "i"), lambda i: 2 * weights(at, bias, i)[at.L + 1 - i] > 1)


# With B_(i-j), every row has more than half of its weight at j = L + 1 - i
let(relative_bias, reverses=lambda at: _reverses(at, of_difference))


@relative_bias.proof_line(
    "a single attention head with biases B_(i-j) can implement reversal: some of 0, 3 log 2 and 6 log 2 have more than "
    "half of the weight at j = L + 1 - i",
    over=(biases,),
    fold="some",
    survives=("background:relative_bias.reversing",),
)
def reversing(at: Operands) -> Truth:
    return at.reverses


@relative_bias.repairs(
    "reversing",
    "a single attention head with biases that depend on i + j can implement reversal",
    reason="two rows of a reversal by B_(i-j) need the same two biases in opposite orders as soon as L >= 4 (n = 2L - 1"
    " = 7 biases); up to L = 3 B_(i-j) reverses: for L = 2 with B_(+-1) above B_0, for L = 3"
    " with B_(+-2) above B_0 above B_(+-1); for all biases by hand, docs/notes/relative-bias.md",
    over=(biases,),
    fold="some",
)
def reversing_repaired(at: Operands) -> Truth:
    return _reverses(at, of_sum)


@relative_bias.states(
    "properly chosen biases can implement shifting: some have more than half of the weight at j = i - 1, in row 1 at L",
    over=(biases,),
    fold="some",
)
def shifting(at: Operands) -> Truth:
    def shifted(i: Number) -> Number:
        return weights(at, of_difference, i)[when(i == 1, at.L, i - 1)]

    return every(_positions(at, "i"), lambda i: 2 * shifted(i) > 1)


@relative_bias.proof_line(
    "not said: for L >= 4 none of these biases B_(i-j) have more than half of each row's weight at j = L + 1 - i",
    over=(biases,),
    given=lambda at: at.L >= 4,
    said=False,
)
def never_reverses(at: Operands) -> Truth:
    return ~at.reverses


def _middle(at: Operands) -> Number:
    """The row h above which the two rows h and h + 1 of the proof are: L/2, or (L + 1)/2."""
    return (at.L + at.L % 2) / 2


def _reach(at: Operands) -> Number:
    """How far row h looks back for the bias that row h + 1 needs: 1 for even L, 2 for odd L."""
    return 1 + at.L % 2


@relative_bias.proof_line(
    "not said: rows h and h + 1 in the middle exchange two biases: A_(h,L+1-h) A_(h+1,L-h) = A_(h,h-r) A_(h+1,h+3-r),"
    " r = 1 for even L and 2 for odd L, and a weight above 1/2 leaves less than 1/2 to any other",
    over=(biases,),
    given=lambda at: at.L >= 4,
    said=False,
)
def exchange(at: Operands) -> Truth:
    h = _middle(at)
    upper, lower = weights(at, of_difference, h), weights(at, of_difference, h + 1)
    return upper[at.L + 1 - h] * lower[at.L - h] == upper[h - _reach(at)] * lower[h + 3 - _reach(at)]


@relative_bias.proof_line(
    "not said: nor do contents a, b help: row h with all a but one's own b, and row h + 1 with all b but an a at L -"
    " h, are not both right by more than half of the weight",
    over=(biases,),
    given=lambda at: at.L >= 4,
    said=False,
)
def contents_do_not_help(at: Operands) -> Truth:
    h = _middle(at)

    def own_letter(i: Number, own: Callable[[Number], Truth]) -> Number:
        """The share of the weight of row i on the letter of its own, other letters having c more in score."""

        def part(j: Number) -> Number:
            score = when(own(j), when(at.c < 0, -at.c, 0), when(at.c < 0, 0, at.c))
            return 2 ** (of_difference(at, i, j) + score)

        return total(_positions(at, "j"), lambda j: when(own(j), part(j), 0)) / total(_positions(at, "j"), part)

    # row h sees b where it stands, and at j = L + 1 - h, the place that it copies; a elsewhere
    upper = own_letter(h, lambda j: (j == h) | (j == at.L + 1 - h))
    # row h + 1 sees a at L - h, the place that it copies; b elsewhere
    lower = own_letter(h + 1, lambda j: j != at.L - h)
    return ~((2 * upper > 1) & (2 * lower < 1))


relative_bias.part(
    "An additive bias depending on relative positions sharpens or redirects attention patterns.",
    undecided="It is about all biases and scores; no step decides it.",
)
relative_bias.part("Properly chosen biases can implement algorithmic behaviors like shifting", "shifting")
relative_bias.reads(
    "Properly chosen biases can implement algorithmic behaviors like shifting",
    "of some biases, and of a cyclic shift: each row has more than half of its weight at j = i - 1, row 1 at L; by "
    "hand, B_1 = B_(1-L) = t and 0 elsewhere give these weights 1 - (L - 1) e^-t at least, near 1 for large t",
)
relative_bias.part(
    "or reversing.",
    undecided="It is about all biases, and about more than one head alone: its weights reverse for some of them where "
    "L <= 3 (`reversing`); for L >= 4 none of 0, 3 log 2 and 6 log 2 do that, and docs/notes/relative-bias.md has a "
    "proof by hand that no others do. With a feed-forward layer behind the head they may.",
)
