"""'Computing MOD without positional encodings' (Yang et al. 2025, draft, 'Recipes'): parity by a layer-norm hash.

Position i has the count a_i of letters a up to it, and looks for a position j with 2j = a_i. As 1/i comes of uniform
attention, $ is position 1. Then no j has 2j = 0, and a prefix without a is told odd. epsilon = 0 in the hash phi.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.grids.tokens import tokens
from exactua.grids.words import words
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.pages import Lines
from exactua.papers.yang2025.recipes import DRAFT, network, of_words
from exactua.terms.tracing import Columns, Number, Truth, every, point, some, total

texts = words("words over a, b behind $", tokens("a b", start="$", width=5), "0..5")

parity = Claim(
    "yang2025:parity",
    title="Computing MOD without positional encodings",
    source=DRAFT + "'Recipes', 'Computing MOD without positional encodings'",
    text="Given a string w in {a, b}*, the goal is to map $w to 1 if the number of a's in w is even and 0 otherwise, "
    "and the output at each token i will be the parity of prefix i. The first layer uses a uniform head to compute, "
    "at each token i, a_i/i, where a_i is the number of a's in the prefix of tokens up to and including index i. It "
    "also computes 1/i via uniform attention. Next, the second layer will implement a head that checks whether there "
    "exists j < i such that 2j = a_i. Head: returns phi(a_i) iff i is even: query phi(a_i), key phi(2j), value "
    "phi(2j). The last feedforward layer then verifies that the value retrieved by the head equals phi(a_i) and "
    "returns 1 iff so.",
    parameters=of_words(texts),
)
parity.rests_on("layer_norm_hash", where="'Computing MOD without positional encodings'")


@parity.network("uniform")
def first_layer(values: object) -> Network:
    """Two future-masked uniform heads: a_i/i into row 4, 1/i into row 5."""
    none = [[0] * 5]
    counted = AttentionHead(W_O=[[0]] * 3 + [[1], [0]], W_V=[[1, 0, 0, 0, 0]], W_K=none, W_Q=none)
    begun = AttentionHead(W_O=[[0]] * 4 + [[1]], W_V=[[0, 0, 1, 0, 0]], W_K=none, W_Q=none)
    return network(5, SoftmaxAttentionLayer([counted, begun], mask="causal"))


def _count(i: Number) -> Number:
    """a_i."""
    return total(Columns(1, i, "k"), lambda k: point[texts.row("a"), k])


def _even(i: Number) -> Truth:
    return _count(i) % 2 == 0


of_texts = Lines(parity, over=(texts,))


@of_texts.states("the first layer computes a_i/i at each token i")
def counts(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.uniform(point)[4, i] == _count(i) / i)


@of_texts.states("it also computes 1/i")
def inverses(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.uniform(point)[5, i] == 1 / i)


@of_texts.states(
    "there is j < i such that 2j = a_i exactly where a_i is even, at each token i",
    flaw="false",
    survives=("yang2025:parity.checks@repaired",),
)
def checks(at: Operands) -> Truth:
    return every(at.columns, lambda i: some(Columns(1, i - 1, "j"), lambda j: 2 * j == _count(i)) == _even(i))


@of_texts.repairs(
    "checks",
    "there is j <= i such that 2(j - 1) = a_i exactly where a_i is even, at each token i",
    reason="positions count from $ at 1, and a_i may be 0: without an a in the prefix no j >= 1 has 2j = a_i",
)
def checks_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda i: some(Columns(1, i, "j"), lambda j: 2 * (j - 1) == _count(i)) == _even(i))


def _retrieves_own(at: Operands, i: Number) -> Truth:
    """Some key phi(2(j-1)), j <= i, has phi(a_i) . phi(2(j-1)) = 4, as large as a product can be: it is phi(a_i)."""

    def equal(j: Number) -> Truth:
        a, b = _count(i), 2 * (j - 1)
        # phi(a) . phi(b) = 4 (ab + 1)/sqrt((a^2 + 1)(b^2 + 1)), and ab + 1 > 0
        return (a * b + 1) ** 2 == (a**2 + 1) * (b**2 + 1)

    return some(Columns(1, i, "j"), equal)


@of_texts.states(
    "the head returns phi(a_i) iff i is even, with keys phi(2(j-1)), j <= i",
    flaw="typo",
    survives=("yang2025:parity.returns@repaired",),
)
def returns(at: Operands) -> Truth:
    return every(at.columns, lambda i: _retrieves_own(at, i) == (i % 2 == 0))


@of_texts.repairs(
    "returns",
    "the head returns phi(a_i) iff a_i is even, with keys phi(2(j-1)), j <= i",
    reason="it is a_i, not i, that is compared with an even number",
)
def returns_repaired(at: Operands) -> Truth:
    return every(at.columns, lambda i: _retrieves_own(at, i) == _even(i))


parity.part(
    "Given a string w in {a, b}*, the goal is to map $w to 1 if the number of a's in w is even and 0 otherwise, and "
    "the output at each token i will be the parity of prefix i.",
    undecided="It is about a whole transformer with selective pre-norm, which no layer here has; the steps decide "
    "what its first layer computes and what its second one looks for.",
)
parity.part(
    "The first layer uses a uniform head to compute, at each token i, a_i/i, where a_i is the number of a's in the "
    "prefix of tokens up to and including index i.",
    "counts",
)
parity.part("It also computes 1/i via uniform attention.", "inverses")
parity.part(
    "Next, the second layer will implement a head that checks whether there exists j < i such that 2j = a_i.", "checks"
)
parity.part("Head: returns phi(a_i) iff i is even: query phi(a_i), key phi(2j), value phi(2j).", "returns")
parity.part(
    "The last feedforward layer then verifies that the value retrieved by the head equals phi(a_i) and returns 1 iff "
    "so.",
    undecided="It gives no such layer, which would have to tell reals apart exactly; no step decides it.",
)
parity.reads(
    "there exists j < i such that 2j = a_i",
    "$ is position 1, as it has to be for 1/i; counted from $ as position 0, only $ itself has no j < i with 2j = a_i",
)
