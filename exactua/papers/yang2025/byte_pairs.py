"""'Byte Pair Encoding (BPE)' (Yang et al. 2025, draft, 'Tokenization'): the example aaabdaaabac.

Points are texts: the corpus and the last text, with Z = aa, Y = ab, X = ZY. Pairs are counted at all places, also where
they overlap. Letters are numbers, a, b, c, d, X, Y, Z = 1, ..., 7; zeros follow a shorter text.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.grids.finite import listed
from exactua.papers.yang2025.recipes import DRAFT, rows
from exactua.terms.tracing import Columns, Number, Truth, every, how_many, implies, point

byte_pairs = Claim(
    "yang2025:byte_pairs",
    title="Byte Pair Encoding",
    source=DRAFT + "'Tokenization', 'Byte Pair Encoding (BPE)'",
    text="Suppose that our initial corpus is as follows: aaabdaaabac, where we begin with the initial vocabulary of "
    '["a", "b", "c"]. The pair (bigram) "aa" occurs most often. Finally, replacing "ZY" with "X" we get: XdXac. '
    "Because all bigrams have the same frequency, no more substitutions may be made.",
    parameters=(rows(1, "a letter, 1 to 7"), Parameter("n", "letters of the corpus", ladder=(11,))),
)

LETTERS = " abcdXYZ"


def _text(text: str) -> list[list[int]]:
    """The numbers of its letters."""
    return [[LETTERS.index(letter) for letter in text.ljust(11)]]


corpus = listed("aaabdaaabac", [_text("aaabdaaabac")])
final = listed("XdXac", [_text("XdXac")])


def _pairs(at: Operands, first: Number | int, second: Number | int) -> Number:
    """How often the first letter is followed by the second."""
    places = Columns(1, at.n - 1, "j")
    return how_many(places, lambda j: (point[1, j] == first) & (point[1, j + 1] == second))


def _letters(name: str) -> Columns:
    return Columns(1, 7, name)


@byte_pairs.states(
    "the initial vocabulary a, b, c has all letters of the corpus aaabdaaabac",
    over=(corpus,),
    flaw="imprecise",
    survives=("yang2025:byte_pairs.vocabulary@repaired",),
)
def vocabulary(at: Operands) -> Truth:
    return every(at.columns, lambda j: point[1, j] <= 3)


@byte_pairs.repairs(
    "vocabulary",
    "the initial vocabulary a, b, c, d has all letters of the corpus aaabdaaabac",
    reason="the fifth letter of the corpus is d, which is in the last text too, and so in the final vocabulary",
    over=(corpus,),
)
def vocabulary_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda j: point[1, j] <= 4)


@byte_pairs.states("the pair aa occurs most often in aaabdaaabac", over=(corpus,))
def most_frequent(at: Operands) -> Truth:
    return every(
        _letters("r"),
        lambda r: every(_letters("s"), lambda s: implies((r != 1) | (s != 1), _pairs(at, r, s) < _pairs(at, 1, 1))),
    )


@byte_pairs.states("all bigrams of XdXac have the same frequency", over=(final,))
def all_equal(at: Operands) -> Truth:
    return every(_letters("r"), lambda r: every(_letters("s"), lambda s: _pairs(at, r, s) <= 1))


byte_pairs.part(
    "Suppose that our initial corpus is as follows: aaabdaaabac, where we begin with the initial vocabulary of "
    '["a", "b", "c"].',
    "vocabulary",
)
byte_pairs.part('The pair (bigram) "aa" occurs most often.', "most_frequent")
byte_pairs.part(
    'Finally, replacing "ZY" with "X" we get: XdXac. Because all bigrams have the same frequency, no more '
    "substitutions may be made.",
    "all_equal",
)
