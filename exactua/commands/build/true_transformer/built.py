"""T beside the g-bar that was built for a user's f: what is printed, written and certified about both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.rationals import Rational
from exactua.commands.build.true_transformer.construction import TrueTransformer
from exactua.papers.yun2020.built import Built


@dataclass(frozen=True)
class BuiltTrue:
    """g-bar with its distances and the decision about it and N, and T with what is certain about it."""

    built: Built
    true: TrueTransformer
    tolerance_given: bool

    @property
    def distance(self) -> Rational:
        """d_p(f, T) over [0, 1]^(d x n) is at most this decimal."""
        return self.true.distance(self.built.distances["f to g"].upper)

    @property
    def limit(self) -> dict[str, Any]:
        """What a certificate of lambda says, as `exactua.certificates.limits.limit_certificate` takes it: about N.

        N is the network of ReLUs with hardmax, the points are every L of G+_delta up to permutation.
        """
        of_relus, bracket = self.true.of_relus, self.true.bracket
        return {
            "network": of_relus.network,
            "points": of_relus.points,
            "tolerance": of_relus.tolerance,
            "upper": bracket.upper,
            "lower": bracket.lower,
            "lower_point": bracket.lower_point,
            "lower_error": bracket.lower_error,
            "claim": "built:theorem2",
            "values": dict(self.built.instance.box),
        }
