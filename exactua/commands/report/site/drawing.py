"""The dependency graph of a paper as shapes: boxes with words that fit, and curves from a claim to what it rests on."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from exactua.claims.claim import Claim
from exactua.claims.dossier import ClaimDossier, PaperDossier, Status
from exactua.claims.dossier import Edge as Dependency
from exactua.commands.report.site.addresses import Addresses, Names
from exactua.commands.report.site.layered import Edge, Sizes, layout
from exactua.commands.report.site.statuses import LOOKS, Look
from exactua.commands.report.site.statuses import look as look_of
from exactua.plurals import counted
from exactua.python_files import SEPARATOR

SIZES: Final = Sizes()
CHARACTERS: Final = 17
"""That fit into a line of a box."""
MOST_LINES: Final = 2
FACT: Final = "\0"
"""What the node of an assumed fact begins with."""


@dataclass(frozen=True)
class Box:
    """A node: a claim of this paper, one of another, or an assumed fact."""

    id: str
    look: Look
    href: str | None
    """From the site's root; None where there is no page."""
    lines: tuple[str, ...]
    words: str
    """The second line: the status, or the paper of a claim of another one."""
    name: str
    """What a screen reader says."""
    x: int
    """Of its left upper corner."""
    y: int
    refuted: int
    fact: bool


@dataclass(frozen=True)
class Curve:
    """An edge: the ids of its ends and the path of the drawing."""

    source: str
    target: str
    path: str
    backward: bool
    where: str
    implied: bool = False
    """Whether it follows from others: it is drawn faintly, straight behind the boxes."""


@dataclass(frozen=True)
class Fact:
    """An assumed fact, who rests on it, and where."""

    anchor: str
    says: str
    users: tuple[tuple[Claim, str], ...]


@dataclass(frozen=True)
class Drawing:
    """The graph of a paper."""

    width: int
    height: int
    box_width: int
    box_height: int
    boxes: tuple[Box, ...]
    curves: tuple[Curve, ...]
    facts: tuple[Fact, ...]
    circles: tuple[tuple[str, str], ...]
    """Titles of claims that rest on each other in a circle: the edges that close it."""


def drawing(paper: PaperDossier, papers: Sequence[PaperDossier], addresses: Addresses) -> Drawing:
    """The graph of a paper's claims, with the claims of other papers and the assumed facts that they rest on."""
    owned = {dossier.claim.found_by: dossier for dossier in paper.claims}
    known = {dossier.claim.label: dossier for other in (*reversed(papers), paper) for dossier in reversed(other.claims)}
    facts = _facts(paper)
    edges: dict[Edge, str] = {}
    for dossier in paper.claims:
        for dependency in dossier.rests_on:
            edges.setdefault((dossier.claim.found_by, _end(dependency, known)), dependency.where)
    order = list(dict.fromkeys((*owned, *(b for _, b in edges))))
    ids = Names()
    named = {key: f"node-{ids.give(key.rpartition(SEPARATOR)[2].rpartition(':')[2])}" for key in order}
    placed = layout(order, list(edges), SIZES)
    titles = {key: _title(key, owned, known) for key in order}
    boxes = []
    for key in order:
        x, y = placed.places[key]
        own = owned.get(key)
        below = [titles[b] for a, b in edges if a == key]
        href = f"#{facts[key].anchor}" if key in facts else None
        if own is not None:
            shown = look_of(own.status, own.claim.objects())
            look, words, href = shown, shown.word, addresses.claim(own.claim)
        elif key in facts:
            look, words = LOOKS[Status.ASSUMED], LOOKS[Status.ASSUMED].word
        else:
            other = known.get(key)
            look = LOOKS[Status.UNCHECKED if other is None else other.status]
            words, href = f"{key.rpartition(':')[0]}: {look.word}", addresses.label(key)
        refuted = 0 if own is None else own.refuted_lines
        name = f"{titles[key]}: {words}"
        name += f", {counted(refuted, 'refuted proof line')}" if refuted else ""
        name += f"; rests on {', '.join(below)}" if below else ""
        left = x - SIZES.width // 2
        lines = _lines(titles[key])
        boxes.append(Box(named[key], look, href, lines, words, name, left, y, refuted, key in facts))
    curves = tuple(
        Curve(named[a], named[b], _path(placed.routes[a, b]), (a, b) in placed.backward, edges[a, b])
        for a, b in placed.routes
    )
    curves += tuple(
        Curve(
            named[a], named[b], _path(_straight(placed.places, a, b)), backward=False, where=edges[a, b], implied=True
        )
        for a, b in edges
        if a != b and (a, b) not in placed.routes
    )
    circles = tuple((titles[a], titles[b]) for a, b in edges if (a, b) in placed.backward or a == b)
    return Drawing(
        placed.width, placed.height, SIZES.width, SIZES.height, tuple(boxes), curves, tuple(facts.values()), circles
    )


def _end(dependency: Dependency, known: Mapping[str, ClaimDossier]) -> str:
    """The node that a dependency leads to; the words of a fact can be no label, nor a label such words."""
    if dependency.assumed:
        return f"{FACT}{dependency.on}"
    dossier = known.get(dependency.on)
    return dependency.on if dossier is None else dossier.claim.found_by


def _title(key: str, owned: Mapping[str, ClaimDossier], known: Mapping[str, ClaimDossier]) -> str:
    if key.startswith(FACT):
        return key.removeprefix(FACT)
    dossier = owned.get(key) or known.get(key)
    return key if dossier is None else dossier.claim.title


def _facts(paper: PaperDossier) -> dict[str, Fact]:
    """The assumed facts of a paper by their nodes, each once, in the order of first use."""
    anchors = Names()
    by_fact: dict[str, list[tuple[Claim, str]]] = {}
    for dossier in paper.claims:
        for dependency in dossier.rests_on:
            if dependency.assumed:
                by_fact.setdefault(dependency.on, []).append((dossier.claim, dependency.where))
    return {
        f"{FACT}{says}": Fact(f"assumed-{anchors.give(says)}", says, tuple(users)) for says, users in by_fact.items()
    }


def _lines(title: str) -> tuple[str, ...]:
    """The title in at most two lines that fit into a box; the rest of a longer one is left out."""
    lines = textwrap.wrap(title, CHARACTERS) or [title]
    if len(lines) > MOST_LINES:
        last = textwrap.shorten(" ".join(lines[MOST_LINES - 1 :]), CHARACTERS, placeholder="…")
        lines = [*lines[: MOST_LINES - 1], last]
    return tuple(lines)


def _straight(places: Mapping[str, tuple[int, int]], above: str, below: str) -> tuple[tuple[int, int], ...]:
    """From the lower side of a node to the upper side of one further down."""
    (x, y), end = places[above], places[below]
    return (x, y + SIZES.height), end


def _path(points: Sequence[tuple[int, int]]) -> str:
    """A smooth path that leaves and reaches every point upright."""
    (x, y), *rest = points
    parts = [f"M{x} {y}"]
    for to_x, to_y in rest:
        if to_x == x:
            parts.append(f"V{to_y}")
        else:
            half = (y + to_y) // 2
            parts.append(f"C{x} {half} {to_x} {half} {to_x} {to_y}")
        x, y = to_x, to_y
    return " ".join(parts)
