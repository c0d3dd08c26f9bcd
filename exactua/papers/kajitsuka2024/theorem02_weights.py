"""The weights of App. A.2: W_K = u v^T, W_Q = u' v^T, W_V = u'' v^T, W_O = u''' u''^T, all of rank 1.

    u^T u' = kappa or -kappa,   kappa = (|V| + 1)^4 (pi d / 8) delta / (epsilon r_min),   delta = 2 log n + 3   (29)
    ||W_O u''|| = epsilon / (4 r_max),   ||u'''|| = epsilon / (4 r_max ||u''||^2)                               (32)

v is a unit vector of Lemma 2 for V and 0. Here u''' is a multiple of v; u' has the factor kappa.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from exactua.arithmetic.rationals import Rational
from exactua.arithmetic.reals import PI, log
from exactua.errors import InputError
from exactua.networks import AttentionHead
from exactua.papers.kajitsuka2024.separation import Separation, Token


def u(s: int) -> tuple[int, ...]:
    """u = (1, 2, ..., s)."""
    return tuple(range(1, s + 1))


def u_query(s: int) -> tuple[int, ...]:
    """u' / kappa: 1 in all entries but the first, which makes u^T u' kappa for odd s, -kappa for even s."""
    return ((-1) ** (s - 1) - sum(range(2, s + 1)), *(1,) * (s - 1))


def u_value(s: int) -> tuple[int, ...]:
    """u'' = (1, ..., 1)."""
    return (1,) * s


@dataclass(frozen=True)
class Setting:
    """What the weights depend on: d, n, |V|, the constants of Definition 1, the unit vector v and the head size s.

    Raises InputError for a head size that is not at least 1, and for r_min or epsilon that is not above 0.
    """

    n: int
    vocabulary_size: int
    constants: Separation
    v: Token
    head_size: int = 1

    def __post_init__(self) -> None:
        if self.head_size < 1:
            raise InputError(f"s: {self.head_size} is not a head size; give an integer >= 1")
        for name in ("r_min", "epsilon"):
            if getattr(self.constants, name) <= 0:
                raise InputError(f"{name}: it must be above 0, as eq. (29) divides by it")

    @property
    def d(self) -> int:
        """The number of entries of a token."""
        return len(self.v)

    @property
    def kappa(self) -> Any:
        """|u^T u'| of eq. (29), an exact real."""
        size = (self.vocabulary_size + 1) ** 4
        return PI * (2 * log(self.n) + 3) * (mpq(size * self.d, 8) / (self.constants.epsilon * self.constants.r_min))

    @property
    def output_scale(self) -> Rational:
        """||u'''|| of eq. (32)."""
        square = sum(entry * entry for entry in u_value(self.head_size))
        return self.constants.epsilon / (4 * self.constants.r_max * square)


def outer(u: tuple[Any, ...], v: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
    """u v^T."""
    return tuple(tuple(a * b for b in v) for a in u)


def head(setting: Setting) -> AttentionHead:
    """The attention head of App. A.2."""
    s, v = setting.head_size, setting.v
    return AttentionHead(
        W_O=outer(tuple(setting.output_scale * x for x in v), u_value(s)),
        W_V=outer(u_value(s), v),
        W_K=outer(u(s), v),
        W_Q=outer(tuple(setting.kappa * x for x in u_query(s)), v),
    )


def head_of_footnote2(setting: Setting, second: Token) -> AttentionHead:
    """The head of footnote 2 as printed: W_V = u' v^T, W_K = u' v^T, W_Q = u v'^T, with u and u' as it names them.

    There u' is the vector without kappa, and W_O = u''' u'^T with ||W_O u'|| = epsilon / (4 r_max).
    """
    s, v = setting.head_size, setting.v
    plain = u_query(s)
    scale = setting.constants.epsilon / (4 * setting.constants.r_max * sum(x * x for x in plain))
    return AttentionHead(
        W_O=outer(tuple(scale * x for x in v), plain),
        W_V=outer(plain, v),
        W_K=outer(plain, v),
        W_Q=outer(tuple(setting.kappa * x for x in u(s)), second),
    )
