"""'AHAT Dyck-k-D' (Yang et al. 2025, draft, 'Recipes'): which bracket may be closed next, by depths. k = 2.

Rows of a point: type, openness, and below them the place of the innermost bracket that is open after each position, by
a stack; 0 where none is. Words are prefixes of Dyck-2. Where the draft has BOS, the place is 0.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import AttentionHead, AttentionLayer, Network
from exactua.papers.pages import Lines
from exactua.papers.yang2025.recipes import DRAFT, network, of_words
from exactua.terms.tracing import Columns, Number, Truth, every, greatest, least, point, total, when


def innermost(word: tuple[str, ...]) -> list[int]:
    """The place of the innermost bracket that is open after each position, 0 where none is; -1 from an error on."""
    stack, places = list[int](), list[int]()
    for place, bracket in enumerate(word, 1):
        if bracket in "([":
            stack.append(place)
        elif not stack or word[stack.pop() - 1] + bracket not in ("()", "[]"):
            return [*places, *(-1 for _ in word[place - 1 :])]
        places.append(stack[-1] if stack else 0)
    return places


prefixes = words(
    "prefixes of Dyck-2",
    tokens("( ) [ ]", embedding=[[0, 0, 1, 1], [1, 0, 1, 0]], width=3),
    "1..5",
    where=lambda word: -1 not in innermost(word),
    answers={"innermost": innermost},
)

dyck_generation = Claim(
    "yang2025:dyck_generation",
    title="AHAT Dyck-k-D",
    source=DRAFT + "'Recipes', 'AHAT Dyck-k-D'",
    text="The future-masked AHAT transformer layer yields: a^d_i = sum_(j <= 1) 1/i (2 o_j - 1) = d(w_(1:i))/i. The "
    "second layer includes a head Att^match that focuses the attention at position i on the leftmost open bracket "
    "appearing at the same depth as i. The attention score achieves its maximum value at the rightmost j < i such "
    "that d_i = d_j AND o_j = 1. If w_j is a close bracket then w_(i+1) could be a close bracket of type t_j.",
    parameters=of_words(prefixes),
)


@dyck_generation.network("f")
def uniform(values: object) -> Network:
    """Uniform future-masked attention to 2 o_j - 1, into row 3: to 2 o_j, and 1 less at every position."""
    head = AttentionHead(W_O=[[0], [0], [1], [0]], W_V=[[0, 2, 0, 0]], W_K=[[0] * 4], W_Q=[[0] * 4])
    return network(4, AttentionLayer([head], mask="causal"))


def _sum(last: Number | int, i: Number) -> Number:
    """The sum over j <= last of (2 o_j - 1)/i."""
    return total(Columns(1, last, "j"), lambda j: (2 * point[2, j] - 1) / i)


def _depth(i: Number) -> Number:
    """d_i: open brackets of w_1 ... w_i less close ones."""
    return total(Columns(1, i, "k"), lambda k: 2 * point[2, k] - 1)


of_prefixes = Lines(dyck_generation, over=(prefixes,))


@of_prefixes.states(
    "a^d_i = sum_(j <= 1) 1/i (2 o_j - 1) = d(w_(1:i))/i", flaw="typo", survives=("yang2025:dyck_generation.average",)
)
def display(at: Operands) -> Truth:
    return every(at.columns, lambda i: _sum(1, i) == _depth(i) / i)


@of_prefixes.repairs("display", "a^d_i = sum_(j <= i) 1/i (2 o_j - 1) = d(w_(1:i))/i", reason="the mask leaves j <= i")
def display_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda i: _sum(i, i) == _depth(i) / i)


@of_prefixes.states("the future-masked layer yields d(w_(1:i))/i at position i")
def average(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.f(point)[3, i] - 1 == _depth(i) / i)


def _candidate(i: Number, j: Number) -> Truth:
    """An open bracket at the depth of i."""
    return (_depth(i) == _depth(j)) & (point[2, j] == 1)


def _finds(at: Operands, strictly: bool, leftmost: bool = False) -> Truth:
    """The last (or first) candidate up to i, or before i, is the innermost open bracket; 0 where there is none."""

    def place(i: Number) -> Number:
        def allowed(j: Number) -> Truth:
            return _candidate(i, j) & (j < i) if strictly else _candidate(i, j)

        if leftmost:
            first = least(Columns(1, i, "j"), lambda j: when(allowed(j), j, at.n + 1))
            return when(first > at.n, 0, first)
        return greatest(Columns(1, i, "j"), lambda j: when(allowed(j), j, 0))

    return every(at.columns, lambda i: place(i) == point[4, i])


@of_prefixes.states(
    "the bracket to be closed next is the leftmost open bracket appearing at the same depth as i",
    flaw="imprecise",
    survives=("yang2025:dyck_generation.rightmost@repaired",),
)
def leftmost(at: Operands) -> Truth:
    return _finds(at, strictly=False, leftmost=True)


@of_prefixes.states(
    "the bracket to be closed next is at the rightmost j < i such that d_i = d_j and o_j = 1",
    flaw="imprecise",
    survives=("yang2025:dyck_generation.rightmost@repaired",),
)
def rightmost(at: Operands) -> Truth:
    return _finds(at, strictly=True)


@of_prefixes.repairs(
    "rightmost",
    "the bracket to be closed next is at the rightmost j <= i such that d_i = d_j and o_j = 1",
    reason="where w_i opens, it is w_i itself that is closed next",
)
def rightmost_repaired(at: Operands) -> Truth:
    return _finds(at, strictly=False)


def _may_close(at: Operands, openness: int) -> Truth:
    """A bracket may be closed next exactly where w_j, j the rightmost candidate up to i, has this openness."""

    def rule(i: Number) -> Truth:
        j = greatest(Columns(1, i, "j"), lambda j: when(_candidate(i, j), j, 0))
        return (j > 0) & (point[2, when(j > 0, j, 1)] == openness)

    return every(at.columns, lambda i: rule(i) == (_depth(i) > 0))


@of_prefixes.states(
    "a close bracket may follow exactly where w_j is a close bracket; j <= i",
    flaw="typo",
    survives=("yang2025:dyck_generation.closes@repaired",),
)
def closes(at: Operands) -> Truth:
    return _may_close(at, 0)


@of_prefixes.repairs(
    "closes",
    "a close bracket may follow exactly where w_j is an open bracket; j <= i",
    reason="o_j = 1: w_j is never a close bracket",
)
def closes_repaired(at: Operands) -> Truth:
    return _may_close(at, 1)


dyck_generation.part(
    "The future-masked AHAT transformer layer yields: a^d_i = sum_(j <= 1) 1/i (2 o_j - 1) = d(w_(1:i))/i.",
    "display",
    "average",
)
dyck_generation.part(
    "The second layer includes a head Att^match that focuses the attention at position i on the leftmost open bracket "
    "appearing at the same depth as i.",
    "leftmost",
)
dyck_generation.part(
    "The attention score achieves its maximum value at the rightmost j < i such that d_i = d_j AND o_j = 1.",
    "rightmost",
)
dyck_generation.part("If w_j is a close bracket then w_(i+1) could be a close bracket of type t_j.", "closes")
dyck_generation.reads(
    "the rightmost j < i such that d_i = d_j AND o_j = 1",
    "as the bracket that a close bracket behind w_i matches, 0 where there is none; the score itself is not decided",
)
