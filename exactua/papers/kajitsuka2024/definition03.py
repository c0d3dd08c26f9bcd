"""Definition 3 (Kajitsuka & Sato 2024, Sec. 3.4, App. A, B.2): the Boltzmann operator, and what is defined beside it.

    boltz(a) = a^T softmax[a] = sum_i a_i p_i,   L(a) = log sum_i e^(a_i),   S(p) = -sum_i p_i log p_i,   p = softmax[a]

It asserts nothing: whether the boltz, L and S of the lemmas meet it is what is judged. boltz(a) is what a head of
softmax attention adds to a token whose query is 1, keys and values being a: a network here. The definition's m is the
n of all lemmas, the number of entries of a.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands
from exactua.networks import AttentionHead, Network, SoftmaxAttentionLayer
from exactua.papers.kajitsuka2024 import boltzmann
from exactua.papers.kajitsuka2024.lemma04 import ENTRIES, OF_A, ONE_ROW, ordered_vectors
from exactua.papers.pages import Lines, let, networks
from exactua.terms.tracing import Columns, Number, Truth, every, exp, log, point, total

definition3 = Claim(
    "kajitsuka2024:definition3",
    title="Definition 3 and (80) to (82)",
    source="Sec. 3.4 (13); App. A (21); App. B.2 (80)-(82)",
    text="The Boltzmann operator is defined by boltz: R^m -> R, a -> a^T softmax[a]. By abuse of notation, we use the "
    "same notation boltz for various dimension m in N_+. For any vector a = (a_1, ..., a_n) in R^n, let denote p = "
    "(p_1, ..., p_n) = softmax[a]. In addition, we define the Boltzmann operator, partition function, and entropy as "
    "follows. boltz(a) = sum_(i=1)^n a_i p_i, L(a) = log(sum_(i=1)^n e^(a_i)), S(p) = -sum_(i=1)^n p_i log p_i.",
    parameters=(ONE_ROW, ENTRIES),
)
definition3.requires("d = 1 (a is a vector)")(lambda at: at.d == 1)

let(definition3, **{name: OF_A[name] for name in ("a", "p", "boltz", "log_partition", "entropy", "partition")})

OURS = "the boltz, L and S of these lemmas"
QUERY_OF_ONE = AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[0]], b_Q=[1])
"""The head whose scores are the tokens themselves, at every token."""

networks(
    definition3,
    # a -> a + boltz(a) 1^T: one head of softmax attention
    attention=lambda values: Network(1, (SoftmaxAttentionLayer([QUERY_OF_ONE]),), {"output": 1}),
    # The same with a causal mask: token k attends to tokens 1, ..., k
    causal_attention=lambda values: Network(1, (SoftmaxAttentionLayer([QUERY_OF_ONE], "causal"),), {"output": 1}),
)


of_vectors = Lines(definition3, over=(ordered_vectors,))


@of_vectors.proof_line(
    "(13): boltz(a) = a^T softmax[a]: what softmax attention with query 1 adds",
    meets="a head of softmax attention with query 1",
)
def attention_adds_boltz(at: Operands) -> Truth:
    return every(at.columns, lambda j: at.attention(point)[1, j] - point[1, j] == at.boltz)


@of_vectors.proof_line("(21): softmax[a] has positive entries")
def positive_probabilities(at: Operands) -> Truth:
    return every(at.columns, lambda i: at.p[i] > 0)


@of_vectors.proof_line("(21): and their sum is 1")
def sum_of_probabilities(at: Operands) -> Truth:
    return total(at.columns, lambda i: at.p[i]) == 1


@of_vectors.states("(21): boltz(a) = a^T softmax[a] = sum_k a_k e^(a_k) / sum_k e^(a_k)", meets=OURS)
def definition(at: Operands) -> Truth:
    return total(at.columns, lambda k: at.a[k] * at.p[k]) == at.boltz


@of_vectors.proof_line(
    "(21): for various dimensions: boltz(a_1, ..., a_k) for k <= m is that of a with the other entries masked"
)
def various_dimensions(at: Operands) -> Truth:
    def masked(k: Number) -> Truth:
        return at.causal_attention(point)[1, k] - point[1, k] == boltzmann.boltz(at.a, Columns(1, k, "j"))

    return every(Columns(1, at.n, "k"), masked)


@of_vectors.states(
    "(80): boltz(a) = sum_i a_i p_i, so that its product with sum_i e^(a_i) is sum_i a_i e^(a_i)", meets=OURS
)
def weighted_average(at: Operands) -> Truth:
    averaged = total(at.columns, lambda i: at.a[i] * at.p[i])
    return averaged * at.partition == total(at.columns, lambda i: at.a[i] * exp(at.a[i]))


@of_vectors.states("(81): L(a) = log(sum_i e^(a_i))", meets=OURS)
def logarithm(at: Operands) -> Truth:
    return exp(at.log_partition) == at.partition


@of_vectors.proof_line(
    "(81): L(a) is the partition function sum_i e^(a_i)",
    flaw="reading",
    survives=("kajitsuka2024:definition3.logarithm",),
)
def partition_function(at: Operands) -> Truth:
    return at.log_partition == at.partition


@of_vectors.repairs(
    "partition_function",
    "L(a) is the logarithm of the partition function sum_i e^(a_i)",
    reason="the partition function is the sum itself; (81), and all that is made of it, has its logarithm",
)
def partition_function_repaired(at: Operands) -> Truth:
    return exp(at.log_partition) == at.partition


@of_vectors.states("(82): S(p) = -sum_i p_i log p_i: the average of log(1 / p_i)", meets=OURS)
def average_surprise(at: Operands) -> Truth:
    return at.entropy == total(at.columns, lambda i: at.p[i] * log(1 / at.p[i]))


@definition3.proof_line(
    "(82), not said: the entropy S(p) is 0 for n = 1", over=(ordered_vectors,), given=lambda at: at.n == 1, said=False
)
def no_entropy(at: Operands) -> Truth:
    return at.entropy == 0


definition3.part("The Boltzmann operator is defined by boltz: R^m -> R, a -> a^T softmax[a].", "definition")
definition3.part(
    "For any vector a = (a_1, ..., a_n) in R^n, let denote p = (p_1, ..., p_n) = softmax[a]. In addition, we define "
    "the Boltzmann operator, partition function, and entropy as follows. boltz(a) = sum_(i=1)^n a_i p_i, L(a) = "
    "log(sum_(i=1)^n e^(a_i)), S(p) = -sum_(i=1)^n p_i log p_i.",
    "weighted_average",
    "logarithm",
    "average_surprise",
)
