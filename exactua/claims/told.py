"""What a ledger and a letter tell beside a claim's wrong lines, so that a reader can follow and check them by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Preface:
    """Words that stand once before the lines of a claim: what its points stand for, how the paper means its lines."""

    words: str
    section: str = ""
    """They are said where a line of this section is listed ("A.5"); "": where any line of the claim is."""

    def is_about(self, section: str) -> bool:
        """Whether they are said of lines that stand in this section, such as "A.5, p. 3"."""
        within = section.startswith((f"{self.section},", f"{self.section}."))
        return not self.section or section == self.section or within


@dataclass(frozen=True)
class Told:
    """What is told with a counterexample beside its point."""

    names: tuple[str, ...] = ()
    """Operands, told where a step has points, and definitions, told where a step reaches them."""
    data: Callable[[Mapping[str, Any]], str] | None = None
    """The data that belong to an instance, in words, of a step that has no points: "X^(1) = [1 3/2]"."""
