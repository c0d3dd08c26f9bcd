"""Coverage: every statement, display and sentence of a paper beside the steps that decide it, or why none does.

An inventory is a TOML file: `papers`, whose steps all have to stand in it; [counts], the displays of each section; and
an [[item]] for each assertion in the paper's order, with `steps` or a `reason` (both where a part is not decided), and
the paper's own words as `quote`, with their `page`, where a step of it is a row of the ledger. It lies in the folder of
its paper as inventory.toml, and makes one page.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import exactua
from exactua.claims.registry import find, labels
from exactua.errors import InputError
from exactua.printing.documents import Block, Code, Document, Heading, Paragraph, Table, Words
from exactua.printing.renderers import RENDERERS

FOLDER: Final = Path(exactua.__file__).parent / "papers"
FILE: Final = "inventory.toml"
KINDS: Final = ("statement", "display", "sentence")
FEWEST_WORDS: Final = 5
"""A reason of fewer words gives none."""
MOST_WORDS: Final = 60
"""A quote of more words is none that one reads beside a counterexample."""
FIRST: Final = "yun2020"
"""The inventory whose page is coverage.md; that of another one is coverage-NAME.md."""


@dataclass(frozen=True)
class Item:
    """One assertion of a paper in our words: the full labels of its steps, or the reason why it has none.

    `quote` is what the paper prints, word by word in plain text (`tests/quotes.py` compares it with a text of the
    paper), `page` where, if the text has pages, and `place` what the reader looks for, if that is not the section.
    """

    id: str
    section: str
    kind: str
    about: str
    steps: tuple[str, ...] = ()
    reason: str = ""
    quote: str = ""
    page: str = ""
    place: str = ""


@dataclass(frozen=True)
class Inventory:
    """What a paper asserts, in its order, and how many displays each of its sections has."""

    title: str
    papers: tuple[str, ...]
    counts: Mapping[str, int]
    items: tuple[Item, ...]


def read(path: Path) -> Inventory:
    """The inventory in a file. Raises InputError, with the file and the item, for anything that is not one."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"inventory: {path} can't be read ({error.strerror or error})") from None
    except ValueError as error:
        raise InputError(f"inventory: {path} is not a TOML file ({error})") from None
    if set(data) != {"title", "papers", "counts", "item"}:
        raise InputError(f"inventory: {path} has {', '.join(data)}; it needs title, papers, [counts] and [[item]]")
    items = tuple(_item(entry, f"{path}, item {number}") for number, entry in enumerate(data["item"], 1))
    return Inventory(data["title"], tuple(data["papers"]), dict(data["counts"]), items)


def inventories(papers: Path = FOLDER) -> dict[str, Inventory]:
    """The inventories in folders of papers by the names of these, that of Yun et al. first.

    Raises InputError as `read` does, and where there is none.
    """
    paths = sorted(papers.glob(f"*/{FILE}"), key=lambda path: (path.parent.name != FIRST, path.parent.name))
    if not paths:
        raise InputError(f"inventory: no folder in {papers} has an {FILE}; write one for each paper")
    return {path.parent.name: read(path) for path in paths}


def _item(entry: Mapping[str, Any], where: str) -> Item:
    known = Item.__dataclass_fields__
    needed = {"id", "section", "kind", "about"}
    if not needed <= set(entry) <= set(known):
        raise InputError(f"inventory: {where} has {', '.join(entry)}; it needs {', '.join(known)} (steps or reason)")
    words = {name: value for name, value in entry.items() if name != "steps"}
    steps = entry.get("steps", [])
    if not isinstance(steps, list) or not all(isinstance(text, str) for text in (*words.values(), *steps)):
        raise InputError(f"inventory: {where} is not of strings; steps is a list of them, all else is a string")
    return Item(**words, steps=tuple(steps))


def faults(inventory: Inventory) -> Iterator[str]:
    """All that is wrong with an inventory: one sentence each, none if it is complete and right."""
    times = Counter(item.id for item in inventory.items)
    yield from (f"{name}: {count} items have this id" for name, count in times.items() if count > 1)
    for item in inventory.items:
        yield from _faults_of(item)
    displays = Counter(item.section for item in inventory.items if item.kind == "display")
    for section in dict.fromkeys([*inventory.counts, *displays]):
        counted, listed = inventory.counts.get(section, 0), displays[section]
        if counted != listed:
            yield f"section {section}: {counted} displays are counted, {listed} listed"
    listed_steps = {step for item in inventory.items for step in item.steps}
    yield from (f"{step}: in no item" for step in steps_of(inventory.papers) if step not in listed_steps)


def _faults_of(item: Item) -> Iterator[str]:
    if item.kind not in KINDS:
        yield f"{item.id}: kind {item.kind!r} is not one of {', '.join(KINDS)}"
    if not item.about.strip():
        yield f"{item.id}: does not say what it is about"
    if (item.reason or not item.steps) and len(item.reason.split()) < FEWEST_WORDS:
        yield f"{item.id}: neither steps nor a reason of {FEWEST_WORDS} words or more"
    if len(item.quote.split()) > MOST_WORDS:
        yield f"{item.id}: quotes {len(item.quote.split())} words; {MOST_WORDS} at most"
    for said, value in (("page", item.page), ("place", item.place)):
        if value and not item.quote:
            yield f"{item.id}: has a {said}, and no quote that stands there"
    yield from (f"{item.id}: {step} twice" for step, count in Counter(item.steps).items() if count > 1)
    for step in item.steps:
        try:
            claim, name = find(step)
        except InputError as error:
            yield f"{item.id}: {error}"
        else:
            if name is None or step != f"{claim.label}.{name}":
                yield f"{item.id}: {step} is not the full label of a step"


def steps_of(papers: tuple[str, ...]) -> Iterator[str]:
    """The full labels of all steps of all registered claims of these papers, in their order."""
    for label in labels():
        if label.partition(":")[0] in papers:
            yield from (f"{label}.{step.name}" for step in find(label)[0].steps)


def unlisted(inventories: Iterable[Inventory], papers: Iterable[str]) -> Iterator[str]:
    """The papers that are not in exactly one of these inventories: one sentence each."""
    times = Counter(paper for inventory in inventories for paper in inventory.papers)
    for paper in papers:
        if times[paper] != 1:
            yield f"{paper}: in {times[paper] or 'no'} {'inventories' if times[paper] else 'inventory'}; it needs one"


def page(inventory: Inventory) -> str:
    """The page of an inventory: counts by section, then a table of all items, in Markdown."""
    decided = [item for item in inventory.items if item.steps]
    total = len({step for item in decided for step in item.steps})
    counts = (
        f"{len(inventory.items)} statements, displays and sentences: {len(decided)} have steps ({total} in all), "
        f"{len(inventory.items) - len(decided)} have none: they assert nothing decidable, or nothing that can "
        "be decided at an instance. This page is written by "
    )
    sections: list[Sequence[str]] = [("section", "displays", "items", "with steps", "steps")]
    for section in dict.fromkeys(item.section for item in inventory.items):
        here = [item for item in inventory.items if item.section == section]
        steps = {step for item in here for step in item.steps}
        numbers = (inventory.counts.get(section, 0), len(here), sum(bool(item.steps) for item in here), len(steps))
        sections.append((section, *map(str, numbers)))
    head = ("section", "item", "what it asserts", "steps, or why there are none", "steps")
    blocks: list[Block] = [
        Heading(f"Coverage: {inventory.title}"),
        Paragraph((counts, Code("python -m tests.inventory --write"), ".")),
        Table(sections, right=range(1, 5)),
        Table([head, *map(_row, inventory.items)], right=(4,)),
    ]
    return f"{RENDERERS['markdown'].write(Document(blocks, None))}\n"


def _row(item: Item) -> Sequence[Words]:
    listed = [piece for step in item.steps for piece in (", ", Code(step))][1:]
    why = (*(["; "] if listed else []), *_words(item.reason)) if item.reason else ()
    return item.section, item.id, _words(item.about), (*listed, *why), str(len(item.steps))


def _words(text: str) -> tuple[str, ...]:
    """Text in which what somebody types stands between backticks."""
    return tuple(Code(part) if number % 2 else part for number, part in enumerate(text.split("`")))
