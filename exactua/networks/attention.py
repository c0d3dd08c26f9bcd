"""Self-attention layers with hardmax, evaluated to the letter of the formula (`evaluators` has fast ones)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from exactua.arithmetic.json_values import built, object_at, string_at
from exactua.arithmetic.messages import brief, quoted
from exactua.arithmetic.rationals import Matrix, Rational
from exactua.errors import InputError
from exactua.networks import matrices, words
from exactua.networks.costs import Cost, cost
from exactua.networks.entries import Entry, EntryReader
from exactua.networks.heads import (
    AttentionHead,
    Mask,
    TieRule,
    checked_heads,
    checked_mask,
    hardmax,
    heads_at,
    mask_at,
    mask_data,
    mask_in_words,
    weights_of,
)
from exactua.networks.layer import Layer
from exactua.networks.matrices import product, transposed


class HeadLayer(Layer):
    """What all self-attention layers share: heads for d x n matrices, a mask, and a call that checks its matrix.

    With A the scores (W_K Z)^T (W_Q Z + b_Q 1^T) of a head: Z -> Z + sum over heads of W_O W_V Z weights[A], column by
    column. A token that the mask forbids has weight 0; the weights of the others are those of their scores alone. A
    token that attends to nothing, the first one under a strictly causal mask, gets nothing from any head.
    """

    __slots__ = ()
    role: ClassVar[Literal["attention"]] = "attention"
    by_places = False
    heads: tuple[AttentionHead, ...]
    mask: Mask

    @property
    def d(self) -> int:
        """Number of rows of the matrices that the layer acts on."""
        return self.heads[0].d

    @property
    def parameters(self) -> int:
        """The number of entries of all weight matrices and biases, zeros included."""
        return sum(head.parameters for head in self.heads)

    @property
    def variables(self) -> frozenset[str]:
        """The variables of enclosing families that occur in the entries."""
        return frozenset().union(*(head.variables for head in self.heads))

    @property
    def quantities(self) -> dict[str, int]:
        """What `QUANTITIES` add up, or take the greatest of, over all layers."""
        sizes = [head.size for head in self.heads]
        return {"attention layers": 1, "heads": len(sizes), "head size": max(sizes)}

    @property
    def columns(self) -> tuple[int, str] | None:
        """The number of columns that a mask of rows has."""
        return (len(self.mask), "mask") if isinstance(self.mask, tuple) else None

    def numbers(self) -> dict[str, Iterable[Entry]]:
        """Its entries by what they are: those of the matrices are weights, those of b_Q biases."""
        biases = (entry for head in self.heads for entry in head.b_Q)
        return {"weights": matrices.entries(weights_of(self.heads)), "biases": biases}

    def words(self) -> Iterator[str]:
        """The layer for people: what it is, and a line for each head."""
        yield f"{self.name}, {words.counted(len(self.heads), 'head')}{self._ties()}{mask_in_words(self.mask)}"
        for number, head in enumerate(self.heads, 1):
            yield f"  head {number}: {head.words()}"

    def _ties(self) -> str:
        return ""

    def apply(self, Z: Matrix) -> Matrix:
        """The layer at a matrix that is known to fit, without the checks of a call."""
        result = Z
        for head, (_, weights) in zip(self.heads, self.attention(Z), strict=True):
            result = matrices.plus(result, product(product(head.W_O, product(head.W_V, Z)), weights))
        return result

    def attention(self, Z: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
        """Of each head its scores and its weights at a matrix that is known to fit.

        Both are n x n: column j has what token j gives to token k in row k. Forbidden tokens have scores, too.
        """
        for head in self.heads:
            scores = head.scores(Z)
            weights = tuple(self._column(j, column) for j, column in enumerate(transposed(scores)))
            yield scores, transposed(weights)

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


@dataclass(frozen=True, slots=True, init=False, repr=False)
class AttentionLayer(HeadLayer):
    """Z -> Z + sum over heads of W_O W_V Z hardmax[(W_K Z)^T (W_Q Z + b_Q 1^T)].

    It acts on d x n matrices, unit 1, with any n >= 1. `tie_rule` says what the hardmax does with equal scores. `mask`
    says to which tokens token j attends: None to all, "causal" to those up to j, "strictly causal" to those before j
    (the first to none), or an n x n matrix of booleans, True at [k][j] where token j attends to token k; then it acts
    on matrices with n columns only. The greatest of the scores is the greatest of the attended tokens.
    Raises InputError for no head, for heads with different d, for an unknown tie rule, and for a mask that is not
    square or has a column without True.
    Source: Yun et al. 2020, eq. (1) with the softmax replaced by the hardmax (App. C, Step 2).

    >>> AttentionLayer([AttentionHead(W_O=[[1]], W_V=[[1]], W_K=[[1]], W_Q=[[1]])])([[1, 3]])
    ((mpq(4,1), mpq(6,1)),)
    """

    kind = name = "attention"
    heads: tuple[AttentionHead, ...]
    tie_rule: TieRule
    mask: Mask

    def __init__(
        self, heads: Sequence[AttentionHead], tie_rule: TieRule | str = TieRule.AVERAGE, mask: Any = None
    ) -> None:
        known = checked_heads(heads)
        if tie_rule not in list(TieRule):
            raise InputError(f"tie_rule: {brief(tie_rule)} is not a tie rule; write one of {', '.join(TieRule)}")
        object.__setattr__(self, "heads", known)
        object.__setattr__(self, "tie_rule", TieRule(tie_rule))
        object.__setattr__(self, "mask", checked_mask(mask))

    def at(self, variables: Mapping[str, Rational]) -> AttentionLayer:
        """The concrete layer that the template is where the variables have these values."""
        return AttentionLayer([head.at(variables) for head in self.heads], self.tie_rule, self.mask)

    @property
    def function(self) -> Hashable:
        """The same of layers whose heads add the same in another order."""
        adding = sorted(function for head in self.heads if (function := head.function) is not None)
        return AttentionLayer, self.d, self.tie_rule, self.mask, tuple(adding)

    def cost(self, n: int) -> Cost:
        """What the layer takes at a matrix with n columns: its heads one after the other."""
        return cost(((head, 1) for head in self.heads), n)

    def weights(self, scores: Sequence[Any]) -> tuple[Any, ...]:
        """The hardmax of the scores, ties broken by the rule of the layer."""
        return hardmax(scores, self.tie_rule)

    def with_tie_rule(self, rule: TieRule) -> AttentionLayer:
        """The layer that breaks ties by `rule`."""
        return AttentionLayer(self.heads, rule, self.mask)

    def data(self) -> dict[str, Any]:
        """Its fields as JSON data; "mask" only where there is one, as older networks have no such key."""
        masked = {} if self.mask is None else {"mask": mask_data(self.mask)}
        return {"tie_rule": self.tie_rule.value, "heads": [head.data() for head in self.heads], **masked}

    @classmethod
    def read(cls, reader: EntryReader, data: object, where: str) -> AttentionLayer:
        """The layer with these fields. Raises InputError, with the path of what is wrong, for other data."""
        given = object_at(data, where)
        fields = object_at(data, where, ("tie_rule", "heads", *(("mask",) if "mask" in given else ())))
        if "mask" in given and given["mask"] is None:
            raise InputError(f"{where}.mask: a layer without a mask has no such key")
        tie_rule = string_at(fields["tie_rule"], f"{where}.tie_rule")
        if tie_rule not in list(TieRule):
            raise InputError(f"{where}.tie_rule: {quoted(tie_rule)} is not one of {', '.join(TieRule)}")
        heads, mask = heads_at(reader, fields["heads"], f"{where}.heads"), mask_at(fields.get("mask"), f"{where}.mask")
        return built(where, lambda: cls(heads, tie_rule, mask))

    def _ties(self) -> str:
        return f", hardmax ties: {self.tie_rule}"
