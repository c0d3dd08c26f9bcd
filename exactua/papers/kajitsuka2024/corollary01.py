"""Corollary 1 (Kajitsuka & Sato 2024, Sec. 4.1; proof in App. A.3): one layer memorises N sequences without duplicates.

    F(X^(i)) = F^FF(F_S^SA(X^(i))) = Y^(i)  for any i in [N],   with 4(s + d) + d(2nN + d) weight parameters    (17)

F is built for each data set: the attention of App. A.2, s = 1, and a feed-forward layer with one hidden unit for each
context and row (`label_maps.ramps`). delta of (8) and of (47) are definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from exactua.claims.chapters import Chapter
from exactua.claims.claim import Claim, Operands, Parameter
from exactua.claims.own_data import OWN_DATA, OwnData, about_own
from exactua.errors import InputError
from exactua.grids.categories import pairs_of
from exactua.papers.kajitsuka2024.data_sets import in_words, own_parameters, require_sequences
from exactua.papers.kajitsuka2024.label_maps import COUNTED, ramps
from exactua.papers.kajitsuka2024.labelled_sequences import LabelledSequences
from exactua.papers.kajitsuka2024.labelled_sets import WITHOUT_ENCODINGS, Chosen, LabelledSet, Sets
from exactua.papers.kajitsuka2024.memorising import Memoriser, memoriser, paper_attention
from exactua.papers.kajitsuka2024.separation import separation
from exactua.papers.kajitsuka2024.sequence_operands import (
    Vector,
    column,
    each_token,
    each_two,
    first,
    have_to_differ,
    minus,
    norm,
    provided,
    second,
    squared_norm,
)
from exactua.papers.pages import Lines, define, let, networks
from exactua.papers.yun2020.vocabulary import each_entry, equivalent
from exactua.plurals import counted
from exactua.terms.tracing import Columns, Number, Truth, every, exp, log, pi, point

sets: Final = Chosen("X^(1), ..., X^(N)", WITHOUT_ENCODINGS)
both: Final = pairs_of(sets.sequences)
"""All ordered pairs (X^(i), X^(j)): the point is [X X'], d x 2n."""


lines = Chapter()


@cache
def built(labelled: LabelledSet) -> Memoriser:
    """The Transformer of a data set."""
    return memoriser(labelled.data, paper_attention(labelled.data, labelled.constants), ramps)


# F; after its stage "ids" come the context ids
networks(lines, F=lambda values: built(sets.sets[values["data"] - 1]).network)


define(
    lines,
    N=lambda at: sets.N(at),  # The number of sequences
    V=lambda at: sets.table(at, lambda labelled: len(labelled.data.vocabulary)),  # |V|, the number of different tokens
    # The number of different pairs of a token and the vocabulary of its sequence
    contexts=lambda at: sets.table(at, lambda labelled: len(labelled.data.contexts)),
    r_min=lambda at: sets.table(at, lambda labelled: labelled.constants.r_min),  # Less than the norm of every token
    r_max=lambda at: sets.table(at, lambda labelled: labelled.constants.r_max),  # Greater than the norm of every token
    # Less than the distance of any two different tokens
    epsilon=lambda at: sets.table(at, lambda labelled: labelled.constants.epsilon),
)

let(lines, s=lambda at: at.F.quantity("head size"))  # The head size of F


def denominator(at: Operands) -> Number:
    """r_max^2 (|V| + 1)^4 (2 log n + 3) pi d, which (8) and (47) have in common."""
    return at.r_max**2 * (at.V + 1) ** 4 * (2 * log(at.n) + 3) * pi * at.d


def power(at: Operands) -> Number:
    """The exponential that (8) and (47) have in common."""
    scores = (at.V + 1) ** 4 * ((2 * log(at.n) + 3) * pi * at.d * at.r_max**2 / (4 * at.epsilon * at.r_min))
    return exp(-scores)


def delta_of_theorem2(at: Operands) -> Number:
    """delta of (8)."""
    return 2 * log(at.n) ** 2 * at.epsilon**2 * at.r_min / denominator(at) * power(at)


def delta_of_47(at: Operands) -> Number:
    """delta of (47)."""
    return at.epsilon * at.r_min * log(at.n) / denominator(at) * power(at)


def printed_parameters(at: Operands) -> Number:
    """4(s + d) + d(2nN + d)."""
    return 4 * (at.s + at.d) + at.d * (2 * at.n * at.N + at.d)


def entries_of_matrices(at: Operands) -> Number:
    """All entries of the matrices of (2) and (3), without b_Q, which is no part of (2)."""
    return at.F.quantity("parameters") - at.s


def as_asked(at: Operands) -> Truth:
    """X^(1), ..., X^(N) are as the corollary asks: no duplicate token in any, and Definition 1, on squares."""

    def token(m: Number, k: Number) -> Vector:
        return lambda i: sets.entry(at, m, i, k)

    def alone(m: Number, k: Number) -> Truth:
        square = squared_norm(at, token(m, k))
        return (at.r_min**2 < square) & (square < at.r_max**2)

    def two(m: Number, k: Number, other: Number, place: Number) -> Truth:
        square = squared_norm(at, minus(token(m, k), token(other, place)))
        itself = (m == other) & (k == place)
        return itself | (square > at.epsilon**2) | ((square == 0) & (m != other))

    def each(condition: Callable[[Number, Number], Truth], letters: str) -> Truth:
        sequences, places = Columns(1, at.N, letters[0]), Columns(1, at.n, letters[1])
        return every(sequences, lambda m: every(places, lambda k: condition(m, k)))

    norms = each(alone, "mk")
    return norms & each(lambda m, k: each(lambda other, place: two(m, k, other, place), "jl"), "mk")


@lines.states("(17): F(X^(i)) = F^FF(F_S^SA(X^(i))) = Y^(i) for any i in [N]", over=(sets.sequences,), given=as_asked)
def equation17(at: Operands) -> Truth:
    return each_entry(at, lambda i, k: at.F(point)[i, k] == sets.label(at, i, k, point))


@lines.states(
    "there exist 4(s + d) + d(2nN + d) weight parameters, told by the shape of F and not by its entries (which "
    "`entries` counts): a single head of size s, 4(s + d) for its four matrices of rank 1, and d hidden units for each "
    "context id, with a weight and a bias each, and d entries of w for each row; that is at most as many",
    given=as_asked,
)
def parameters(at: Operands) -> Truth:
    F, K = at.F, at.contexts
    layers = (F.quantity("attention layers") == 1) & (F.quantity("feed-forward layers") == 1)
    shape = layers & (F.quantity("other layers") == 0) & (F.quantity("heads") == 1)
    count = 4 * (at.s + at.d) + at.d * (2 * K + at.d)
    return shape & (F.quantity("hidden size") == at.d * K) & (count <= printed_parameters(at))


@lines.proof_line(
    "4(s + d) + d(2nN + d) are the entries of W_O, W_V, W_K, W_Q of (2) and of W_1, b_1, W_2, b_2 of (3)",
    flaw="reading",
    survives=("kajitsuka2024:corollary1.entries@repaired", "kajitsuka2024:corollary1.parameters"),
)
def entries(at: Operands) -> Truth:
    return entries_of_matrices(at) <= printed_parameters(at)


@lines.repairs(
    "entries",
    "4(s + d) + d(2nN + d) counts w, which all hidden units share, once for each row, and no zeros of W_2; the "
    "matrices of (3) have at most q (2d + 1) + d entries with q = dnN",
    reason="written out, W_1 repeats w in every row and W_2 is 0 outside the units of its row",
)
def entries_repaired(at: Operands) -> Truth:
    q = at.d * at.n * at.N
    return entries_of_matrices(at) <= 4 * at.s * at.d + q * (2 * at.d + 1) + at.d


of_pairs = Lines(lines, over=(both,), given=as_asked)


@of_pairs.proof_line(
    "not said: consistent labels are necessary; where V^(i) = V^(j) and X_{:,k}^(i) = X_{:,l}^(j) the ids are equal",
    said=False,
)
def equal_ids(at: Operands) -> Truth:
    ids, others = at.F(first(at), "ids"), at.F(second(at), "ids")

    def equal(k: Number, m: Number) -> Truth:
        return every(at.rows, lambda i: ids[i, k] == others[i, m])

    return each_two(at, lambda k, m: provided(~have_to_differ(at, k, m), lambda: equal(k, m)))


@lines.proof_line("(46): ||F_S^SA(X)_{:,k}|| < r = r_max + epsilon / 4", over=(sets.sequences,), given=as_asked)
def equation46(at: Operands) -> Truth:
    bound = at.r_max + at.epsilon / 4
    return each_token(at, lambda k: squared_norm(at, column(at.F(point, "ids"), k)) < bound**2)


@lines.proof_line(
    "(47): 'According to Theorem 2' one may take epsilon r_min log n / (r_max^2 (|V| + 1)^4 (2 log n + 3) pi d) times "
    "exp(...) for delta, as it is at most the delta of (8)",
    given=as_asked,
    survives=("kajitsuka2024:corollary1.equation47@repaired", "kajitsuka2024:corollary1.equation17"),
)
def equation47(at: Operands) -> Truth:
    return delta_of_47(at) <= delta_of_theorem2(at)


@lines.proof_line(
    "(47), not said: for n >= 2 it is at most the delta of (8), so that Theorem 2 implies a separation by it, if and "
    "only if 2 epsilon log n >= 1; for n = 1 both are 0",
    said=False,
)
def at_most_theorem2(at: Operands) -> Truth:
    at_most = delta_of_47(at) <= delta_of_theorem2(at)
    return equivalent(at_most, (at.n == 1) | (2 * at.epsilon * log(at.n) >= 1))


def ids_apart(at: Operands, gap: Number) -> Truth:
    """Definition 2, 2: ids that have to differ are more than `gap` apart."""
    ids, others = at.F(first(at), "ids"), at.F(second(at), "ids")

    def far(k: Number, m: Number) -> Truth:
        return norm(at, minus(column(ids, k), column(others, m))) > gap

    return each_two(at, lambda k, m: provided(have_to_differ(at, k, m), lambda: far(k, m)))


@of_pairs.proof_line(
    "(47): F_S^SA is an (r, delta)-contextual mapping with this delta: ||id - id'|| > delta",
    survives=("kajitsuka2024:corollary1.equation47@repaired", "kajitsuka2024:corollary1.equation17"),
    same_as="corollary1.equation47",
)
def apart_by_47(at: Operands) -> Truth:
    return ids_apart(at, delta_of_47(at))


@of_pairs.proof_line(
    "(46), (47): some map is an (r, delta)-contextual mapping with these: ids have norms less than r, so any two are "
    "less than 2r apart, and where two have to differ delta < 2r",
    survives=("kajitsuka2024:corollary1.equation47@repaired", "kajitsuka2024:corollary1.equation17"),
    same_as="corollary1.equation47",
)
def any_map_by_47(at: Operands) -> Truth:
    r = at.r_max + at.epsilon / 4
    return each_two(at, lambda k, m: provided(have_to_differ(at, k, m), lambda: delta_of_47(at) < 2 * r))


@of_pairs.repairs(
    "equation47",
    "delta = 2 (log n)^2 epsilon^2 r_min / (r_max^2 (|V| + 1)^4 (2 log n + 3) pi d) times exp(...), as in (8)",
    reason="(47) has epsilon log n where (8) has 2 (log n)^2 epsilon^2: it is larger where 2 epsilon log n < 1, and "
    "it does not change when all tokens are multiplied by a number, as r does: for small tokens no map at all has ids "
    "that are so far apart and so small",
)
def equation47_repaired(at: Operands) -> Truth:
    return ids_apart(at, delta_of_theorem2(at))


@lines.proof_line("the possible number of context ids is upper-bounded by nN")
def number_of_ids(at: Operands) -> Truth:
    return at.contexts <= at.n * at.N


@lines.proof_line("the required parameters for the FF layer with output dimension d is at most d (2nN + d)")
def feed_forward_parameters(at: Operands) -> Truth:
    units = at.F.quantity("hidden size")
    return at.d * at.d + 2 * units <= at.d * (2 * at.n * at.N + at.d)


@lines.proof_line(
    "rank-1 weight matrices W_O in R^(d x s) and W_V, W_K, W_Q in R^(s x d) all require s + d parameters each: those of"
    " F, s = 1, have at most 4(s + d) entries"
)
def attention_parameters(at: Operands) -> Truth:
    feed_forward = at.F.quantity("hidden size") * (2 * at.d + 1) + at.d
    return (at.s == 1) & (entries_of_matrices(at) - feed_forward <= 4 * (at.s + at.d))


TEXT: Final = (
    "Let epsilon > 0, r_max > r_min > 0 and (X^(1), Y^(1)), ..., (X^(N), Y^(N)) in R^(d x n) x [C]^(d x n) be "
    "sequences of input-output-pairs such that X^(1), ..., X^(N) are tokenwise (r_min, r_max, epsilon)-separated "
    "input sequences with no duplicate token in each sentence and consistently labeled, that is, Y_{:,k}^(i) = "
    "Y_{:,l}^(j) holds for any i, j in [N] and k, l in [n] such that V^(i) = V^(j) and X_{:,k}^(i) = X_{:,l}^(j). "
    "Then, there exist 4(s + d) + d(2nN + d) weight parameters such that for any i in [N] F(X^(i)) = "
    "F^FF(F_S^SA(X^(i))) = Y^(i) (17) holds."
)


def _claim(label: str, chosen_from: Sets, parameters: tuple[Parameter, ...]) -> Claim:
    """The corollary about these data sets; inside `sets.about` they are the one that is chosen there."""

    def work(values: Mapping[str, Any]) -> int:
        """The pairs of sequences."""
        return chosen_from[values["data"] - 1].data.N ** 2

    def told(values: Mapping[str, Any]) -> str:
        """The sequences, for people."""
        return in_words(chosen_from[values["data"] - 1].data.sequences)

    claim = Claim(
        label,
        title="Corollary 1",
        source="Sec. 4.1, (17); proof in App. A.3, (46), (47)",
        text=TEXT,
        parameters=parameters,
        work=work,
        chapters=(lines,),
        point="X",
    )
    theorem = "kajitsuka_corollary_1" if chosen_from is WITHOUT_ENCODINGS else ()
    claim.part("there exist 4(s + d) + d(2nN + d) weight parameters", "parameters", theorem=theorem)
    claim.part("for any i in [N] F(X^(i)) = F^FF(F_S^SA(X^(i))) = Y^(i) (17) holds.", "equation17", theorem=theorem)
    claim.reads("4(s + d) + d(2nN + d) weight parameters", COUNTED)
    claim.tells("r_min", "r_max", "epsilon", data=told)
    claim.preface("data is the number of a data set, X and X' are sequences of it")
    return claim


def of_data(data: LabelledSequences, where: str) -> Claim:
    """The corollary about pairs of one's own, which are as it asks.

    Raises InputError, beginning with `where`, for a sequence that is given twice, for a token that stands twice in one,
    for labels that are not consistent, and for the token 0.
    """
    require_sequences(data.sequences, where)
    data.require_consistent_contexts(where)
    try:
        own = LabelledSet(f"{counted(data.N, 'pair')} of one's own", data, separation(data.vocabulary))
    except InputError as error:
        raise InputError(f"{where}: {str(error).removeprefix('vocabulary: ')}") from None
    with sets.about(own):
        claim = _claim(f"{OWN_DATA}corollary1", (own,), own_parameters(data.d, data.n))
    given = sets.listed(sets.sequences.name, (own,))
    return about_own(claim, [sets.sequences], given, lambda: sets.about(own))


corollary1 = _claim("kajitsuka2024:corollary1", WITHOUT_ENCODINGS, sets.parameters)
corollary1.rests_on("theorem2", where="App. A.3, (46), (47)")
corollary1.assumes(
    "one hidden layer memorises nN points with d(2nN + d) parameters (Zhang et al. 2016)", where="App. A.3"
)
corollary1.takes = OwnData("pairs", of_data)
