"""The inventory of a paper is complete, every step in it exists, and each fault it may have is seen."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.errors import InputError
from exactua.workflows.coverage import Inventory, Item, faults, page, read, steps_of
from tests.inventory import INVENTORY, PAGE, main

ORDER = {"statement": "", "display": "d", "sentence": "s"}


@pytest.fixture(scope="module")
def inventory() -> Inventory:
    return read(INVENTORY)


def test_every_assertion_has_steps_or_a_reason_and_every_step_an_assertion(inventory: Inventory) -> None:
    assert list(faults(inventory)) == []


def test_what_has_no_step_says_that_it_asserts_nothing_decidable(inventory: Inventory) -> None:
    for item in inventory.items:
        if not item.steps:
            assert re.match(
                r"asserts nothing decidable( here| at an instance| in any box| by exact arithmetic|:)", item.reason
            ), item.id


def test_displays_and_sentences_are_numbered_in_their_order(inventory: Inventory) -> None:
    for kind, letter in ORDER.items():
        if letter:
            for section in dict.fromkeys(item.section for item in inventory.items):
                ids = [item.id for item in inventory.items if (item.section, item.kind) == (section, kind)]
                assert ids == [f"{section}-{letter}{number}" for number in range(1, len(ids) + 1)]


def test_the_paper_has_sixty_two_displays(inventory: Inventory) -> None:
    assert sum(inventory.counts.values()) == 62
    assert sum(item.kind == "display" for item in inventory.items) == 62


def test_the_page_is_what_the_inventory_says(inventory: Inventory) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(inventory), "python -m tests.inventory --write"
    assert main(write=False) == 0


def test_the_page_has_a_row_for_every_item(inventory: Inventory) -> None:
    rows = [line.split(" | ") for line in page(inventory).splitlines()]
    for item in inventory.items:
        (row,) = [row for row in rows if row[1:2] == [item.id]]
        assert row[0] == f"| {item.section}"
        assert row[-1] == f"{len(item.steps)} |"
        assert all(f"`{step}`" in row[-2] for step in item.steps)


SMALL = Inventory("small", (), {"1": 1}, (Item("1-d1", "1", "display", "a < b", ("yun2020:lemma8.property1",)),))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"steps": ()}, "1-d1: neither steps nor a reason of 5 words or more"),
        ({"steps": (), "reason": "not decidable"}, "1-d1: neither steps nor a reason of 5 words or more"),
        ({"kind": "formula"}, "1-d1: kind 'formula' is none of statement, display, sentence"),
        ({"about": " "}, "1-d1: says nothing of what it is about"),
        ({"steps": ("yun2020:lemma8.property1",) * 2}, "1-d1: yun2020:lemma8.property1 twice"),
        ({"steps": ("yun2020:lemma8",)}, "1-d1: yun2020:lemma8 is not the full label of a step"),
        ({"steps": ("lemma8.property1",)}, "1-d1: lemma8.property1 is not the full label of a step"),
        (
            {"steps": ("yun2020:lemma4.2.property1",)},
            "1-d1: yun2020:lemma4.2.property1 is not the full label of a step",
        ),
    ],
)
def test_a_faulty_item_is_seen(change: dict[str, object], fault: str) -> None:
    assert list(faults(SMALL)) == []
    (item,) = SMALL.items
    assert fault in list(faults(replace(SMALL, items=(replace(item, **change),))))  # type: ignore[arg-type]


def test_an_unknown_step_is_seen_and_named() -> None:
    (item,) = SMALL.items
    wrong = replace(SMALL, items=(replace(item, steps=("yun2020:lemma8.property9",)),))
    (fault,) = faults(wrong)
    assert fault.startswith("1-d1: ")
    assert "property9" in fault


def test_a_missing_or_repeated_display_is_seen() -> None:
    assert list(faults(replace(SMALL, counts={"1": 2}))) == ["section 1: 2 displays are counted, 1 listed"]
    assert list(faults(replace(SMALL, counts={}))) == ["section 1: 0 displays are counted, 1 listed"]
    assert list(faults(replace(SMALL, items=SMALL.items * 2))) == [
        "1-d1: 2 items have this id",
        "section 1: 1 displays are counted, 2 listed",
    ]


def test_a_step_in_no_item_is_seen() -> None:
    steps = list(steps_of(("yun2020",)))
    assert "yun2020:lemma10.upper_bound" in steps
    assert list(steps_of(())) == []
    found = list(faults(replace(SMALL, papers=("yun2020",))))
    assert found == [f"{step}: in no item" for step in steps if step != "yun2020:lemma8.property1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("papers = [", "is not a TOML file"),
        ('title = "a"', "it needs title, papers, \\[counts\\] and \\[\\[item\\]\\]"),
        ('title = "a"\npapers = []\n[counts]\n[[item]]\nid = "1"', "item 1 has id; it needs id, section, kind, about"),
    ],
)
def test_a_file_that_is_no_inventory_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "paper.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can't be read"):
        read(tmp_path / "none.toml")
