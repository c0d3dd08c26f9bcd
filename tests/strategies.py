"""What property tests draw: instances, networks that act on ids, mutants."""

from __future__ import annotations

from gmpy2 import mpq
from hypothesis import strategies as st

from exactua.networks import AttentionLayer, Family, Group, Network, TieRule
from exactua.networks.entries import Entry, variable
from exactua.papers.yun2020.selective_shift import psi

small_rationals = st.builds(lambda p, q: mpq(p, q), st.integers(-6, 6), st.sampled_from([1, 2, 3, 4]))
tie_rules = st.sampled_from(list(TieRule))


@st.composite
def id_networks(draw: st.DrawFn, d: int, m: int) -> Network:
    """Attention networks that read only u^T Z: families of layers with moving thresholds, and single layers."""
    items: list[AttentionLayer | Family | Group] = []
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.booleans()):
            ell = variable("l")
            layer = draw(layers(d, m, ell))
            step = draw(st.sampled_from([mpq(1, m), mpq(-1, m), mpq(1, 2 * m), mpq(2, m)]))
            start = draw(st.sampled_from([mpq(0), mpq(m**d - 1, m), mpq(-1, m), mpq(1, 3)]))
            items.append(Family("l", start, step, draw(st.integers(1, m**d + 1)), (layer,)))
        else:
            layer = draw(layers(d, m, None))
            items.append(Group("named", (layer,)) if draw(st.booleans()) else layer)
    return Network(d, items, {"output": len(items)})


@st.composite
def layers(draw: st.DrawFn, d: int, m: int, ell: Entry | None) -> AttentionLayer:
    """A layer of psi heads; opposite gains (the shortcut applies) or any gains (it must not be taken)."""
    gain = mpq(draw(st.sampled_from([1, 2, m**d, -3])))
    gains = draw(st.sampled_from([[gain, -gain], [gain], [gain, gain], [gain, -gain, gain, -gain], [gain, -gain / 2]]))
    heads = []
    for factor in gains:
        offset = draw(st.sampled_from([mpq(1, 2 * m), mpq(-1, 2 * m), mpq(0), mpq(1, m), mpq(3, 2 * m)]))
        heads.append(
            psi(d, m, offset if ell is None else ell * draw(st.sampled_from([1, 1, 1, -1, 2, 0])) + offset, factor)
        )
    return AttentionLayer(heads, draw(tie_rules))
