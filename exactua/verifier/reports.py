"""What is told of a certificate: lines of printable text."""

from __future__ import annotations

import re
from typing import NamedTuple

from .records import canonical
from .values import Json


class Report(NamedTuple):
    """What was recomputed: the verdict, lines of text, and whether points were left out: then nothing is confirmed."""

    verdict: str
    lines: list[str]
    sampled: bool

    def __str__(self) -> str:
        return "\n".join(map(escaped, self.lines))


def escaped(text: str) -> str:
    """Text that may come from a file, as one line of printable ASCII."""
    return re.sub("[^ -~]", lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def shown(name: str) -> str:
    """A name from a file: as it is, or in quotes and escaped where something else could be read into it."""
    return name if re.fullmatch("[A-Za-z0-9_.:@+/-]+", name) else canonical(name)


def headline(left_out: object) -> str:
    """The first words of a report."""
    return "sampled, not confirmed" if left_out else "confirmed"


def says_of_itself(decided: Json, where: str = "") -> str:
    """The name that the certificate gives itself: whether its statements are those of that claim is not known here."""
    return f"says of itself: {shown(decided['claim'])} {where or 'at ' + instance(decided)}".removesuffix(" at ")


def instance(decided: Json) -> str:
    """The parameters, for people."""
    order = sorted(decided["parameters"], key=lambda name: ([*"dnm", name].index(name), name))
    return " ".join(f"{shown(key)}={shown(str(decided['parameters'][key]))}" for key in order)
