"""How Gallina is written: names that hide nothing, and brackets where operators bind more loosely than needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Final, NamedTuple

from exactua.errors import ExactuaError
from exactua.terms.language import Term

_WORDS: Final = """
    Z Q nat bool N L X x row numbers given d n m inject_Z range listed total product total_Z product_Z greatest_over
    least_over each some Qle_bool Qeq_bool Qlt_bool Qfloor item entry same_list same_matrix same_list_bool
    same_matrix_bool distinct at_least_apart more_than_apart columns_between permuted permutation_of layer_alone
    head_size hidden_size activations_outside_Phi run after after_encoding encoded row_of in_unit_1 point column ties
    vector matrix network attention_layers feed_forward_layers heads g_c sweep_layers g2_g_c g2_sweep positions
    global_shift of_nat category_1 category_2 category_3 G_delta G_plus in_order negb as at cofix else end exists
    exists2 fix for forall fun if IF in let match mod open Prop return Set then Type using where with by
"""
VOCABULARY: Final = frozenset(_WORDS.split())
"""What a local name must not hide."""

APPLIED, POWER, MINUS, TIMES, PLUS, RELATION, NOT, AND, OR, IMPLIES, LOOSE = 10, 30, 35, 40, 50, 70, 75, 80, 85, 99, 200
ATOM = 0


class Text(NamedTuple):
    """Gallina, and how tightly its outermost operator binds."""

    text: str
    level: int

    def at(self, level: int) -> str:
        """The text, bracketed where it binds more loosely than `level`."""
        return self.text if self.level <= level else f"({self.text})"


@dataclass
class Names:
    """What has a name where a term stands: terms (by the `let`s of operands), definitions, variables."""

    lets: dict[Term, str] = field(default_factory=dict, kw_only=True)
    """Terms that have a name."""
    named: dict[str, str] = field(default_factory=dict, kw_only=True)
    """The names of definitions."""
    variables: dict[str, str] = field(default_factory=dict, kw_only=True)
    """Bound variables with their names; all are in Z but permutations."""

    def fresh(self, name: str) -> str:
        """A name like this one that hides nothing."""
        taken = VOCABULARY | {*self.lets.values(), *self.named.values(), *self.variables.values()}
        wanted = "".join(c if c.isalnum() or c in "_'" else "_" for c in name) or "x"
        if not (wanted[0].isalpha() or wanted[0] == "_") or not wanted.isascii():
            wanted = "x"
        return next(
            candidate for candidate in chain([wanted], (f"{wanted}_{k}" for k in count(1))) if candidate not in taken
        )

    @contextmanager
    def bound(self, name: str) -> Iterator[str]:
        """A variable of a range while what it is bound in is written."""
        before = self.variables.get(name)
        self.variables[name] = own = self.fresh(name)
        try:
            yield own
        finally:
            if before is None:
                del self.variables[name]
            else:
                self.variables[name] = before


class NotExported(ExactuaError):
    """A step, a term or a domain has no form in Rocq; the text says what of it."""
