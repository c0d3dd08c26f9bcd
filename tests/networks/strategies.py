"""Random networks, small on purpose: ties, zero weights and nested families are common in them."""

from __future__ import annotations

from gmpy2 import mpq
from hypothesis import strategies as st

from exactua.networks import (
    Affine,
    AttentionHead,
    AttentionLayer,
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    Piece,
    PiecewiseLinear,
    Table,
    TieRule,
)
from exactua.networks.heads import NAMED

rationals = st.builds(mpq, st.integers(-4, 4), st.integers(1, 3))
large_rationals = st.one_of(rationals, st.builds(mpq, st.integers(-(2**80), 2**80), st.integers(1, 2**60)))


def points(d: int, columns: st.SearchStrategy[int]) -> st.SearchStrategy[list]:
    row = columns.flatmap(lambda n: st.lists(st.lists(rationals, min_size=n, max_size=n), min_size=d, max_size=d))
    return row


def matrix(rows: int, columns: int, entries=rationals) -> st.SearchStrategy[list]:
    return st.lists(st.lists(entries, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


def entries(variables: tuple[str, ...]) -> st.SearchStrategy:
    if not variables:
        return large_rationals
    affine = st.builds(Affine, rationals, st.dictionaries(st.sampled_from(variables), rationals))
    return st.one_of(large_rationals, affine)


@st.composite
def heads(draw, d: int, variables: tuple[str, ...] = ()) -> AttentionHead:
    m_k, m_v, entry = draw(st.integers(1, 3)), draw(st.integers(1, 3)), entries(variables)
    W_O, b_Q = draw(matrix(d, m_v, entry)), draw(matrix(1, m_k, entry))[0]
    return AttentionHead(W_O, *(draw(matrix(rows, d, entry)) for rows in (m_v, m_k, m_k)), b_Q)


NAMED_OR_NONE = st.sampled_from((None, None, *NAMED))


def masks(n: int) -> st.SearchStrategy:
    """Any mask for n columns."""
    columns = st.lists(st.lists(st.booleans(), min_size=n, max_size=n).filter(any), min_size=n, max_size=n)
    return st.one_of(st.none(), st.sampled_from(NAMED), columns.map(lambda drawn: list(zip(*drawn, strict=True))))


def attention_layers(
    d: int, variables: tuple[str, ...] = (), rules=tuple(TieRule), masks=NAMED_OR_NONE
) -> st.SearchStrategy:
    many = st.lists(heads(d, variables), min_size=1, max_size=3)
    return st.builds(AttentionLayer, many, st.sampled_from(rules), masks)


@st.composite
def piecewise_linear(draw) -> PiecewiseLinear:
    cuts = sorted(draw(st.sets(rationals, max_size=4)))
    ends, pieces, start, closed = [*cuts, None], [], None, False
    for end in ends:
        end_closed = end is not None and draw(st.booleans())
        pieces.append(Piece(start, closed, end, end_closed, draw(rationals), draw(rationals)))
        start, closed = end, not end_closed
    return PiecewiseLinear(pieces)


phis = piecewise_linear().filter(lambda function: not function.outside_phi()).map(lambda function: Phi(function.pieces))


@st.composite
def feed_forward_layers(draw, d: int, variables: tuple[str, ...] = ()) -> FeedForwardLayer:
    r, entry = draw(st.integers(1, 3)), entries(variables)
    W_1, b_1 = draw(matrix(r, d, entry)), draw(matrix(1, r, entry))[0]
    W_2, b_2 = draw(matrix(d, r, entry)), draw(matrix(1, d, entry))[0]
    return FeedForwardLayer(W_1, b_1, W_2, b_2, draw(piecewise_linear()))


@st.composite
def items(draw, d: int, variables: tuple[str, ...] = ()):
    kinds = ["attention", "feed-forward", "family", "table", "group"][: 5 if len(variables) < 2 else 2]
    kind = draw(st.sampled_from(kinds))
    if kind == "attention":
        return draw(attention_layers(d, variables))
    if kind == "feed-forward":
        return draw(feed_forward_layers(d, variables))
    if kind == "group":
        return Group(draw(st.text(max_size=5)), draw(st.lists(items(d, (*variables, *variables[-1:])), max_size=2)))
    name = f"l{len(set(variables))}"
    if kind == "table":
        return draw(tables(d, variables, (name, "t")[: draw(st.integers(1, 2 if "t" not in variables else 1))]))
    inner = draw(st.lists(items(d, (*variables, name)), max_size=2))
    return Family(name, draw(rationals), draw(rationals), draw(st.integers(0, 3)), inner)


@st.composite
def tables(draw, d: int, variables: tuple[str, ...], names: tuple[str, ...]) -> Table:
    row = st.lists(large_rationals, min_size=len(names), max_size=len(names))
    inner = draw(st.lists(items(d, (*variables, *names)), max_size=2))
    return Table(names, draw(st.lists(row, min_size=1, max_size=3)), inner)


@st.composite
def networks(draw) -> Network:
    d = draw(st.integers(1, 3))
    content = draw(st.lists(items(d), max_size=3))
    return Network(d, content, draw(st.dictionaries(st.text(max_size=4), st.integers(0, len(content)), max_size=3)))
