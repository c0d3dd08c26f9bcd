"""What the hardmax does when several scores are largest: the papers average, implementations often don't."""

from __future__ import annotations

from enum import StrEnum


class TieRule(StrEnum):
    """Which of k equally large scores the hardmax points at; the value is how certificates write it.

    >>> [rule.value for rule in TieRule]
    ['average', 'leftmost', 'rightmost']
    """

    AVERAGE = "average"
    """1/k at each of the k maximisers (Yun et al. 2020, App. A); it alone permutes with the columns."""

    LEFTMOST = "leftmost"
    """1 at the first maximiser, as `argmax` of most libraries."""

    RIGHTMOST = "rightmost"
    """1 at the last maximiser."""
