"""The slides' extended grid {-delta^(nd), 0, delta, ..., 1 - delta}^(d x n), and the closed cube's {0, delta, ..., 1}.

-delta^(nd) stands where Yun et al. have -delta^(-nd).
"""

from __future__ import annotations

from dataclasses import replace

from exactua.grids.categories import category3, d, grid_sequences, m, n
from exactua.terms.language import integer
from exactua.terms.tracing import Columns, row

printed_category3 = replace(category3, name="category 3 as the slides print it", special=((-(1 / m ** (n * d))).term,))
"""The slides' extended grid without G_delta: some entry is -delta^(nd)."""

closed_grid = replace(
    grid_sequences,
    name="{0, delta, ..., 1}^(d x n) in every order",
    levels=(integer(0), (1 / m).term, (m + 1).term),
    ids=row(Columns(1, d, "i"), lambda i: (m + 1) ** (i - 1)).term,
)
"""The grid points of the closed cube [0, 1]^(d x n): every matrix, in every order of its columns."""
