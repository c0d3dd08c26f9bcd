"""Lemma 10, link by link: made stronger, each is refuted."""

from __future__ import annotations

from exactua.papers.yun2020.lemma10 import coarsest, display, lemma10, telescoped
from exactua.papers.yun2020.vocabulary import spread
from tests.papers.yun2020.lines import (
    at_box,
    changed,
    refuted,
)


def test_links_made_stronger() -> None:
    # at n = 2 both chains are equalities but for l_n and the last links
    whole = at_box(lemma10, (1, 2, 3))
    stronger = changed(
        lemma10,
        whole,
        {
            "above_telescoped": lambda at: display(at) >= telescoped(at) + 2,
            "telescopes": lambda at: telescoped(at) == at.D**at.n * spread(at),
            "above_lower_bound": lambda at: (at.D**at.n - at.D) * spread(at) > at.D ** (at.n - 1) * (at.D - 1),
            "below_coarsest": lambda at: at.top < coarsest(at),
            "coarsest_bounded": lambda at: coarsest(at) < at.D - 1 + (at.D**at.n - at.D) * (at.D - 1),
            "bound_expanded": lambda at: (
                at.D - 1 + (at.D**at.n - at.D) * (at.D - 1) == at.D**at.n * (at.D - 1) - at.D**2
            ),
            "bound_factored": lambda at: at.D**2 - 2 * at.D + 1 == (at.D - 1) ** 2 + at.D,
        },
    )
    assert refuted(stronger) == {
        "above_telescoped", "telescopes", "above_lower_bound", "below_coarsest", "coarsest_bounded",
        "bound_expanded", "bound_factored",
    }  # fmt: skip
