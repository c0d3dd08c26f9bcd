"""Self-attention layers with hardmax, evaluated to the letter of the formula (`kernels` has fast ones)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exactua.arithmetic.messages import brief
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices
from exactua.networks.costs import Cost, cost
from exactua.networks.entries import variables_of
from exactua.networks.hardmax import hardmax
from exactua.networks.masks import Mask, attended, checked
from exactua.networks.matrices import Bias, Weights, product, shape, transposed
from exactua.networks.tie_rules import TieRule


@dataclass(frozen=True, slots=True, init=False)
class AttentionHead:
    """One head: W_O is d x h; W_V, W_K and W_Q are h x d; b_Q has h entries (zeros if None).

    All entries are exact. h >= 1 is the head size (the paper's m). The query bias is that of footnote 1.
    Raises InputError for inexact entries, and for shapes that don't fit, with both shapes.
    Source: Yun et al. 2020, eq. (1) and footnote 1.
    """

    W_O: Weights
    W_V: Weights
    W_K: Weights
    W_Q: Weights
    b_Q: Bias

    def __init__(
        self,
        W_O: Sequence[Sequence[Any]],
        W_V: Sequence[Sequence[Any]],
        W_K: Sequence[Sequence[Any]],
        W_Q: Sequence[Sequence[Any]],
        b_Q: Sequence[Any] | None = None,
    ) -> None:
        given = {"W_O": W_O, "W_V": W_V, "W_K": W_K, "W_Q": W_Q}
        exact = {name: matrices.weights(rows, name) for name, rows in given.items()}
        d, h = len(exact["W_O"]), len(exact["W_O"][0])
        for name in ("W_V", "W_K", "W_Q"):
            if (len(exact[name]), len(exact[name][0])) != (h, d):
                raise InputError(
                    f"{name} is {shape(exact[name])}, W_O is {d} x {h}: "
                    f"W_O is d x h, so {name} must be h x d, {h} x {d}"
                )
        query_bias = matrices.bias((0,) * h if b_Q is None else b_Q, "b_Q")
        if len(query_bias) != h:
            raise InputError(
                f"b_Q has length {len(query_bias)}, W_Q is {h} x {d}: b_Q needs one entry for each row of W_Q"
            )
        for name, matrix in exact.items():
            object.__setattr__(self, name, matrix)
        object.__setattr__(self, "b_Q", query_bias)

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the head acts on."""
        return len(self.W_O)

    @property
    def size(self) -> int:
        """The head size h."""
        return len(self.W_V)

    @property
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""
        rows = (*self.W_O, *self.W_V, *self.W_K, *self.W_Q, self.b_Q)
        return variables_of(value for row in rows for value in row)

    def at(self, variables: Mapping[str, Rational]) -> AttentionHead:
        """The head with its affine entries evaluated. Raises InputError if a variable is missing."""
        W_O, W_V, W_K, W_Q = (
            matrices.substituted(matrix, variables) for matrix in (self.W_O, self.W_V, self.W_K, self.W_Q)
        )
        return AttentionHead(W_O, W_V, W_K, W_Q, matrices.substituted_bias(self.b_Q, variables))

    def scores(self, Z: Matrix) -> Matrix:
        """The n x n score matrix (W_K Z)^T (W_Q Z + b_Q 1^T); column j has the scores that token j gives."""
        return product(transposed(product(self.W_K, Z)), matrices.plus_bias(product(self.W_Q, Z), self.b_Q))

    def cost(self, n: int) -> Cost:
        """What the head takes at a matrix with n columns: scores and hardmax are n x n matrices."""
        return Cost(n * n * (self.size + self.d) + 4 * n * self.size * self.d, n * (n + self.size + self.d))


class HeadLayer(ABC):
    """What all self-attention layers share: heads for d x n matrices, a mask, and a call that checks its matrix.

    With A the scores (W_K Z)^T (W_Q Z + b_Q 1^T) of a head: Z -> Z + sum over heads of W_O W_V Z weights[A], column by
    column. A token that the mask forbids has weight 0; the weights of the others are those of their scores alone. A
    token that attends to nothing, the first one under a strictly causal mask, gets nothing from any head.
    """

    __slots__ = ()
    heads: tuple[AttentionHead, ...]
    mask: Mask

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the layer acts on."""
        return self.heads[0].d

    @property
    def parameters(self) -> int:
        """The number of entries of all weight matrices and biases, zeros included: h (4d + 1) for each head."""
        return sum(head.size * (4 * head.d + 1) for head in self.heads)

    @property
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""
        return frozenset().union(*(head.variables for head in self.heads))

    def __call__(self, Z: Sequence[Sequence[Any]]) -> Matrix:
        """The layer at Z, d x n. Raises InputError for another shape, floats, or a template."""
        if self.variables:
            raise InputError(
                f"the layer is a template in {', '.join(sorted(self.variables))}: evaluate `.at(...)` first"
            )
        return self.apply(matrices.exact_matrix(Z, self.d, "Z", "the attention layer"))

    def attended(self, j: int, n: int) -> tuple[int, ...]:
        """The tokens that token j of n attends to, from 0. Raises InputError for another n than that of the mask."""
        return attended(self.mask, j, n)

    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit, without the checks of a call."""
        result = Z
        for head in self.heads:
            weights = tuple(self._column(j, scores) for j, scores in enumerate(transposed(head.scores(Z))))
            result = matrices.plus(result, product(product(head.W_O, product(head.W_V, Z)), transposed(weights)))
        return result

    def _column(self, j: int, scores: Sequence[Any]) -> tuple[Any, ...]:
        """The weights of the tokens for token j, from 0."""
        if self.mask is None:
            return self.weights(scores)
        seen = self.attended(j, len(scores))
        shares = dict(zip(seen, self.weights([scores[k] for k in seen]), strict=True)) if seen else {}
        return tuple(shares.get(k, Rational(0)) for k in range(len(scores)))

    @abstractmethod
    def weights(self, scores: Sequence[Any]) -> tuple[Any, ...]:
        """The weights of tokens with these scores, at least one."""


@dataclass(frozen=True, slots=True, init=False)
class AttentionLayer(HeadLayer):
    """Z -> Z + sum over heads of W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)].

    It acts on d x n matrices with any n >= 1. `tie_rule` says what the hardmax does with equal scores. `mask` says to
    which tokens token j attends: None to all, "causal" to those up to j, "strictly causal" to those before j (the first
    to none), or an n x n matrix of booleans, True at [k][j] where token j attends to token k; then it acts on matrices
    with n columns only. The greatest of the scores is the greatest of the attended tokens.
    Raises InputError for no head, for heads with different d, for an unknown tie rule, and for a mask that is not
    square or has a column without True.
    Source: Yun et al. 2020, eq. (1) with the softmax replaced by the hardmax (App. C, Step 2).
    """

    heads: tuple[AttentionHead, ...]
    tie_rule: TieRule
    mask: Mask

    def __init__(
        self, heads: Sequence[AttentionHead], tie_rule: TieRule | str = TieRule.AVERAGE, mask: Any = None
    ) -> None:
        if not isinstance(heads, (list, tuple)):
            raise InputError(f"heads: {brief(heads)} is no list; write [AttentionHead(...), ...]")
        if not heads:
            raise InputError("an attention layer needs at least one head")
        for number, head in enumerate(heads, 1):
            if not isinstance(head, AttentionHead):
                raise InputError(f"head {number}: {brief(head)} is no head; write AttentionHead(W_O, W_V, W_K, W_Q)")
            if head.d != heads[0].d:
                raise InputError(
                    f"head {number} has W_O {shape(head.W_O)}, head 1 has W_O {shape(heads[0].W_O)}: "
                    f"all heads of a layer need the same d"
                )
        if tie_rule not in list(TieRule):
            raise InputError(f"tie_rule: {brief(tie_rule)} is not a tie rule; write one of {', '.join(TieRule)}")
        object.__setattr__(self, "heads", tuple(heads))
        object.__setattr__(self, "tie_rule", TieRule(tie_rule))
        object.__setattr__(self, "mask", checked(mask))

    def at(self, variables: Mapping[str, Rational]) -> AttentionLayer:
        """The concrete layer that the template is where the variables have these values."""
        return AttentionLayer([head.at(variables) for head in self.heads], self.tie_rule, self.mask)

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: its heads one after the other."""
        return cost(((head, 1) for head in self.heads), n)

    def weights(self, scores: Sequence[Any]) -> tuple[Any, ...]:
        """The hardmax of the scores, ties broken by the rule of the layer."""
        return hardmax(scores, self.tie_rule)
