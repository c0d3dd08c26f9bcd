"""What a claim rests on: other claims, and what is assumed without any being checked here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Dependency:
    """One thing that a proof uses: a claim by its label, or a fact that no claim here states."""

    on: str
    """The label as the claim writes it ("lemma8", "yun2020:lemma8"), or the fact in words where it is `assumed`."""
    where: str
    """Where the paper uses it, such as "App. E.1.4"."""
    assumed: bool = False
    """Whether it is taken from elsewhere and decided nowhere: a theorem of another paper, a fact of analysis."""

    def __post_init__(self) -> None:
        """Raises ValueError for empty words."""
        for name in ("on", "where"):
            given = getattr(self, name)
            if not isinstance(given, str) or not given.strip():
                raise ValueError(f'{name}: {given!r} says nothing; write rests_on("lemma8", where="App. E.1.4")')
