"""The networks of a claim at its smallest instance: layer by layer, families as families, matrices typeset."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from exactua.claims.dossier import ClaimDossier
from exactua.commands.report.site.formulas import MOST_COLUMNS, MOST_ROWS, shortened, written_matrix
from exactua.errors import InputError
from exactua.networks import Network
from exactua.networks.printing import heading, lines
from exactua.printing.text import instance

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_NETWORKS: Final = 8
MOST_LINES: Final = 60
"""Lines of a network; of a longer one there is how it is shown whole."""
LONGEST_LINE: Final = 1_200
"""Characters of a line in text."""

_MATRIX: Final = re.compile(r"(?<!\S)([A-Za-z](?:_[A-Za-z0-9]+)?) = \[([^\[\]]+)\](?!\S)")
_NUMBER: Final = re.compile(r"-?[0-9]+(?:/[0-9]+)?")


@dataclass(frozen=True)
class NetworkView:
    """A network: its name, its size in words, its lines with matrices typeset, and whether that is all of it."""

    name: str
    heading: str
    lines: tuple[Markup, ...]
    is_whole: bool


@dataclass(frozen=True)
class NetworksView:
    """Networks of a claim, at an instance that is told in words."""

    at: str
    networks: tuple[NetworkView, ...]
    more: int
    """Networks that are not shown."""


def networks_view(dossier: ClaimDossier) -> NetworksView | None:
    """The networks at the smallest instance at which the claim was decided; None where it has none there."""
    claim = dossier.claim
    if not claim.networks or not dossier.boxes:
        return None
    hidden = {name for family in claim.families.values() for name in [*family][1:]}
    names = [name for name in claim.networks if name not in hidden]
    try:
        problem = claim.problem(dossier.boxes[0], with_networks=False)
        views = tuple(_view(name, claim.networks[name](problem.parameters)) for name in names[:MOST_NETWORKS])
    except InputError:
        return None
    return NetworksView(instance(problem), views, max(0, len(names) - MOST_NETWORKS))


def _view(name: str, network: Network) -> NetworkView:
    told = [*islice(lines(network), 1, MOST_LINES + 2)]
    return NetworkView(name, heading(network), tuple(map(typeset, told[:MOST_LINES])), len(told) <= MOST_LINES)


def typeset(line: str) -> Markup:
    """A line of a network in which each `W_O = [1 2; 3 4]` is mathematics; of more rows or columns than fit, text."""
    from markupsafe import Markup, escape

    if len(line) > LONGEST_LINE:
        return escape(shortened(line, LONGEST_LINE, "exactua show prints the whole"))
    return Markup("").join(_pieces(line))


def _pieces(line: str) -> Iterator[str]:
    place = 0
    for match in _MATRIX.finditer(line):
        rows = [_entries(row) for row in match[2].split("; ")]
        if len(rows) <= MOST_ROWS and len({*map(len, rows)}) == 1 and 0 < len(rows[0]) <= MOST_COLUMNS:
            yield line[place : match.start()]
            yield written_matrix(match[1], rows)
            place = match.end()
    yield line[place:]


def _entries(row: str) -> list[str]:
    """The entries of a row of a matrix; none where its text alone does not say where one ends."""
    if "(" in row:
        return []
    if ", " in row:
        return row.split(", ")
    parts = row.split(" ")
    if len(parts) == 1 or all(map(_NUMBER.fullmatch, parts)):
        return parts
    return [row] if {"+", "-"} & {*parts} else []
