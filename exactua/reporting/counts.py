"""How many there are of something, in words."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """ "1 check", "2 checks"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
