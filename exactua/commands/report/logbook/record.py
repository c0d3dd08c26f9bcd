"""What the logbook of one check holds: the decision with its certificate, a control that is refuted, what hangs on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from exactua.claims.claim import Claim
from exactua.claims.decision import Decision
from exactua.claims.ledger import Quote
from exactua.claims.references import Reference
from exactua.claims.verification import Verification
from exactua.commands.relax.record import Break
from exactua.printing.citations import Cited

ControlKind = Literal[
    "hypothesis", "domain", "condition", "tie rule", "constant", "strictness", "sharpened bound",
    "changed statement", "changed network",
]  # fmt: skip
"""What is changed: what `relax` drops, a bound as `sharpen` finds it, or a statement or network, as `audit` does."""


@dataclass(frozen=True)
class Control:
    """The same check with one thing changed, which is refuted."""

    kind: ControlKind
    changed: str
    """What is changed, as it was."""
    becomes: str
    """What stands in its place."""
    broken: Break
    """The step that holds in the check and is refuted here, at the least instance and point."""
    replay: str
    """The command that comes to it again; "" where no command does."""


@dataclass(frozen=True)
class ControlSearch:
    """The search for a control: the first that is refuted, and what was tried before it."""

    asked: tuple[str, ...]
    """The judged steps that hold, which a control may break."""
    control: Control | None
    tried: int
    """Changes that were tried, the one that is refuted among them."""
    undecided: tuple[tuple[str, str], ...] = ()
    """Changes that were not decided, each with the reason."""
    stopped: bool = False
    """Whether the budget was over before all changes were tried."""


@dataclass(frozen=True)
class Logbook:
    """One check, written down to be done again."""

    claim: Claim
    paper: str
    paper_title: str
    reference: Reference | None
    version: str
    repaired: bool
    decision: Decision
    cited: Cited
    quotes: Mapping[str, Sequence[Quote]]
    """The paper's own words beside steps, by the names of these."""
    verification: Verification | None
    """What the verifier said of the certificate, in this run."""
    search: ControlSearch
