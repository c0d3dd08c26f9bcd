"""'SMAT for Dyck-1' (Yang et al. 2025, draft, 'Recipes'): a head that averages f_e([) = (1, -1) and f_e(]) = (-1, 1).

Rows of a point: the embedding, two rows that the head writes, and whether the word is in Dyck-1, found by taking pairs
[] out of it until none is left.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.categories import pairs_of
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.pages import Lines
from exactua.papers.yang2025.recipes import DRAFT, network, of_words
from exactua.terms.tracing import Columns, Number, Truth, every, how_many, implies, point, total


def reduces(word: tuple[str, ...]) -> int:
    """Whether pairs [] can be taken out until nothing is left."""
    text = "".join(word)
    while "[]" in text:
        text = text.replace("[]", "")
    return int(not text)


brackets = words(
    "words over [ and ]",
    tokens("[ ]", embedding=[[1, -1], [-1, 1]], width=4),
    "1..6",
    answers={"balanced": reduces},
)

dyck1 = Claim(
    "yang2025:dyck1",
    title="SMAT for Dyck-1",
    source=DRAFT + "'Recipes', 'SMAT for Dyck-1'",
    text="To check membership of a string w_1 w_2 ... w_n in {[, ]}^n in Dyck-1, it suffices to check (1.) that at "
    "every position i the prefix w_1 ... w_i contains at least as many open brackets as close brackets and (2.) that "
    "the full string contains exactly the same number of open and close brackets. The output of (future-masked) "
    "attention at position i is: 1/i sum_(j=1)^i f_e(w_i) = [(#open_i - #count_i)/i, (#close_i - #open_i)/i]. A FFN "
    "can then check membership in Dyck-1.",
    parameters=of_words(brackets),
)


@dyck1.network("f")
def averaging(values: object) -> Network:
    """Key and query 0, value the identity on the two rows of the embedding; future-masked."""
    read = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]]
    head = AttentionHead(W_O=[[0, 0], [0, 0], [1, 0], [0, 1], [0, 0]], W_V=read, W_K=[[0] * 5], W_Q=[[0] * 5])
    return network(5, SoftmaxAttentionLayer([head], mask="causal"))


def _balanced() -> Truth:
    return point[5, 1] == 1


def _opened(sign: int, i: Number) -> Number:
    """How many of the first i brackets open (1), or close (-1)."""
    return how_many(Columns(1, i, "j"), lambda j: point[1, j] == sign)


of_brackets = Lines(dyck1, over=(brackets,))


@of_brackets.states("w is in Dyck-1 exactly where every prefix opens as many as it closes or more, and w as many")
def suffices(at: Operands) -> Truth:
    prefixes = every(at.columns, lambda i: _opened(1, i) >= _opened(-1, i))
    return (prefixes & (_opened(1, at.n) == _opened(-1, at.n))) == _balanced()


@of_brackets.states(
    "the output of attention at position i is 1/i sum_(j=1)^i f_e(w_i)",
    flaw="typo",
    survives=("yang2025:dyck1.depth",),
)
def average(at: Operands) -> Truth:
    def sum_at(row: int, i: Number) -> Number:
        return total(Columns(1, i, "j"), lambda j: point[row, i])

    return every(
        at.columns,
        lambda i: (at.f(point)[3, i] == sum_at(1, i) / i) & (at.f(point)[4, i] == sum_at(2, i) / i),
    )


@of_brackets.repairs(
    "average", "the output of attention at position i is 1/i sum_(j=1)^i f_e(w_j)", reason="the sum is over j"
)
def average_repaired(at: Operands) -> Truth:
    def sum_at(row: int, i: Number) -> Number:
        return total(Columns(1, i, "j"), lambda j: point[row, j])

    return every(
        at.columns,
        lambda i: (at.f(point)[3, i] == sum_at(1, i) / i) & (at.f(point)[4, i] == sum_at(2, i) / i),
    )


@of_brackets.states("the output of attention at position i is [(#open_i - #close_i)/i, (#close_i - #open_i)/i]")
def depth(at: Operands) -> Truth:
    return every(
        at.columns,
        lambda i: (at.f(point)[3, i] * i == _opened(1, i) - _opened(-1, i)) & (at.f(point)[4, i] == -at.f(point)[3, i]),
    )


@of_brackets.states(
    "what attention gives at all positions tells Dyck-1: nowhere is the first number below 0, and at the end it is 0"
)
def told_by_all(at: Operands) -> Truth:
    prefixes = every(at.columns, lambda i: at.f(point)[3, i] >= 0)
    return (prefixes & (at.f(point)[3, at.n] == 0)) == _balanced()


@dyck1.proof_line(
    "a FFN at the last position can then check membership: two words of one length with the same vector there are "
    "both in Dyck-1, or both not",
    over=(pairs_of(brackets),),
    flaw="reading",
    survives=("yang2025:dyck1.told_by_all",),
)
def told_at_the_end(at: Operands) -> Truth:
    first, second = at.f(point.columns(1, at.n)), at.f(point.columns(at.n + 1, 2 * at.n))
    same = every(Columns(1, 4, "r"), lambda r: first[r, at.n] == second[r, at.n])
    return implies(same, point[5, 1] == point[5, at.n + 1])


dyck1.part(
    "To check membership of a string w_1 w_2 ... w_n in {[, ]}^n in Dyck-1, it suffices to check (1.) that at every "
    "position i the prefix w_1 ... w_i contains at least as many open brackets as close brackets and (2.) that the "
    "full string contains exactly the same number of open and close brackets.",
    "suffices",
)
dyck1.part(
    "The output of (future-masked) attention at position i is: 1/i sum_(j=1)^i f_e(w_i) = [(#open_i - #count_i)/i, "
    "(#close_i - #open_i)/i].",
    "average",
    "depth",
)
dyck1.part("A FFN can then check membership in Dyck-1.", "told_by_all")
dyck1.reads("#count_i", "#close_i, the number of close brackets")
dyck1.reads(
    "A FFN can then check membership in Dyck-1.",
    "by the numbers at all positions; those at the last position do not tell it (told_at_the_end)",
)
