"""Two programs in RASP (Weiss et al. 2021) and one in C-RASP, and hardmax networks for them.

Of paper_examples.rasp (github.com/tech-srl/RASP, 61dde62), and of dyck1_yc24.cr (github.com/m-hahn/c-rasp, 20eb552):

    hist_bos = _with_bos_selector_width(select(tokens_str, tokens_str, ==))
    dyck1_ptf: "F" where some prefix closes too much, else "T" where all that was opened is closed, else "P"
    V = C_open < C_close;  M = (#V == 0);  B = (C_open == C_close);  D = M && B

`select` is an attention head whose scores are 1 where it selects and 0 elsewhere; `aggregate` is hardmax, which
averages over equal scores. The networks are made by hand.
"""

from exactua.authoring import (
    AttentionHead,
    AttentionLayer,
    Columns,
    FeedForwardLayer,
    Network,
    PiecewiseLinear,
    at_least,
    below,
    claim,
    every,
    how_many,
    point,
    tokens,
    words,
)

TITLE = "Programs in RASP"
F, P, T = -1, 0, 1


def dyck1_ptf(word):
    """What the program says of each prefix."""
    balance = [word[:k].count("(") - word[:k].count(")") for k in range(1, len(word) + 1)]
    return [F if min(balance[:k]) < 0 else T if balance[k - 1] == 0 else P for k in range(1, len(word) + 1)]


def dyck1_yc24(word):
    """D of each prefix."""
    opened, closed = ([word[:k].count(bracket) for k in range(1, len(word) + 1)] for bracket in "()")
    V = [a < b for a, b in zip(opened, closed, strict=True)]
    return [int(not any(V[: k + 1]) and opened[k] == closed[k]) for k in range(len(word))]


letters = words("words", tokens("a b c", start="BOS", width=6), "1..6")
brackets = words("brackets", tokens("( )", width=5), "1..8", answers={"ptf": dyck1_ptf, "D": dyck1_yc24})
hist_bos, dyck1 = claim("hist_bos", words=letters), claim("dyck1", words=brackets)


@hist_bos.network("f")
def share_of_the_start(values):
    # s or select(indices, 0, ==): the key of BOS has a 1 for each token; the value is indicator(indices == 0)
    keys = [[int(i == k or i == 3) for i in range(6)] for k in range(4)]
    queries = [[int(i == k) for i in range(6)] for k in range(4)]
    head = AttentionHead(W_O=[[0]] * 4 + [[1], [0]], W_V=[[0, 0, 0, 1, 0, 0]], W_K=keys, W_Q=queries)
    return Network(6, [AttentionLayer([head])])


@hist_bos.states("1 / (what is aggregated) - 1 is how often the token stands in the word", over=letters)
def histogram(at):
    def copies(j):
        return how_many(letters.places, lambda k: letters.same(k, j))

    return every(letters.places, lambda j: at.f(point)[5, j] * (copies(j) + 1) == 1)


@dyck1.network("f")
def balances(values):
    none = [[0] * 7]
    balance = AttentionHead(W_O=[[0], [0], [1], [0], [0], [0], [0]], W_V=[[1, -1, 0, 0, 0, 0, 0]], W_K=none, W_Q=none)
    negative = PiecewiseLinear.of((below(0), 0, 1), (at_least(0), 0, 0))
    problem = FeedForwardLayer([[0, 0, 1, 0, 0, 0, 0]], [0], [[0], [0], [0], [1], [0], [0], [0]], [0] * 7, negative)
    earlier = AttentionHead(W_O=[[0], [0], [0], [0], [1], [0], [0]], W_V=[[0, 0, 0, 1, 0, 0, 0]], W_K=none, W_Q=none)
    return Network(7, [AttentionLayer([balance], mask="causal"), problem, AttentionLayer([earlier], mask="causal")])


@dyck1.states("F where row 5 is above 0, else T where row 3 is 0, else P", over=brackets)
def told(at):
    def right(j):
        balance, problems, said = at.f(point)[3, j], at.f(point)[5, j], point[brackets.row("ptf"), j]
        return ((said == F) == (problems > 0)) & ((said == T) == ((problems == 0) & (balance == 0)))

    return every(Columns(1, at.n, "j"), right)


@dyck1.states("D where row 5 is 0 and row 3 is 0", over=brackets)
def accepted(at):
    def right(j):
        return (point[brackets.row("D"), j] == 1) == ((at.f(point)[5, j] == 0) & (at.f(point)[3, j] == 0))

    return every(Columns(1, at.n, "j"), right)
