"""Names as symbols: letters with scripts, Greek letters, upright words."""

from __future__ import annotations

import pytest

from exactua.terms.latex import in_math
from exactua.terms.mathml import in_words
from exactua.terms.symbols import symbol
from tests.terms.typeset_reading import latex_nodes, mathml_nodes

SHOWN = {
    "m": "m", "D": "D", "t_l": "t_{l}", "W_O": "W_{O}", "g_c": "g_{c}", "delta": r"\delta", "lambda": r"\lambda",
    "eps": r"\varepsilon", "epsilon": r"\epsilon", "Phi": r"\Phi", "L~": r"\tilde{L}", "l~_n": r"\tilde{l}_{n}",
    "G~_delta": r"\tilde{G}_{\delta}", "after_sweep": r"\mathrm{after\ sweep}", "width": r"\mathrm{width}",
    "r_min": r"r_{\mathrm{min}}", "d_model": r"d_{\mathrm{model}}", "u_query": r"u_{\mathrm{query}}", "u_2": "u_{2}",
    "x11": "x_{11}", "j2": "j_{2}", "j'": "j'", "l_prime": "l'", "a_bar": r"\bar{a}", "token_12": r"\mathrm{token}_{12}",
    "new_l": r"\mathrm{new}_{l}", "boltz_a": r"\mathrm{boltz}_{a}", "g_c_with_positions": r"g_{\mathrm{c\ with\ positions}}",
    "value_numbers": r"\mathrm{value\ numbers}", "second_v_1": r"\mathrm{second\ v\ 1}", "BProj": r"\mathrm{BProj}",
    "least_norm2": r"\mathrm{least\ norm2}", "x1_2": "x_{1,2}", "lambda_": r"\lambda", "_": r"\text{\_}",
    "été": r"\text{(U+00E9)t(U+00E9)}", "a%b": r"\text{a\%b}", "δ": r"\delta",
}  # fmt: skip


@pytest.mark.parametrize(("name", "shown"), SHOWN.items(), ids=SHOWN)
def test_names_are_shown_as_the_papers_set_them(name: str, shown: str) -> None:
    assert in_math(symbol(name)) == shown


def test_different_names_look_different() -> None:
    assert len(set(SHOWN.values())) == len(SHOWN) - 2  # delta is δ, and lambda_ is what Python writes for lambda


@pytest.mark.parametrize("name", [name for name in SHOWN if name.isascii() and name not in ("_", "a%b")])
def test_both_forms_show_the_same_signs(name: str) -> None:
    assert mathml_nodes(in_words(symbol(name))) == latex_nodes(in_math(symbol(name)))
