"""The inventories of the papers are complete, every step in them exists, and each fault they may have is seen."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from exactua.claims.registry import PAPERS
from exactua.errors import InputError
from exactua.evidence.coverage import Inventory, Item, faults, inventories, page, read, steps_of, unlisted
from exactua.printing.renderers.markdown import escaped
from tests.inventory import PAGES, main, page_name

ORDER = {"statement": "", "display": "d", "sentence": "s"}
READ = inventories()
NUMBERED_BY_US = ("yun2020", "background")
"""Papers whose displays have no numbers of their own."""

each = pytest.mark.parametrize("name", READ)


def test_every_paper_has_one_inventory() -> None:
    assert list(unlisted(READ.values(), PAPERS)) == []
    assert next(iter(READ)) == "yun2020"


def test_a_paper_in_no_inventory_or_in_two_is_seen() -> None:
    small = Inventory("small", ("yun2020",), {}, ())
    assert list(unlisted([small], ["yun2020", "so2020"])) == ["so2020: in no inventory; it needs one"]
    assert list(unlisted([small, small], ["yun2020"])) == ["yun2020: in 2 inventories; it needs one"]


@each
def test_every_assertion_has_steps_or_a_reason_and_every_step_an_assertion(name: str) -> None:
    assert list(faults(READ[name])) == []


@each
def test_what_has_no_step_says_that_it_asserts_nothing_decidable(name: str) -> None:
    for item in READ[name].items:
        if not item.steps:
            assert re.match(
                r"asserts nothing decidable( here| at an instance| in any box| by exact arithmetic|:)", item.reason
            ), item.id


@pytest.mark.parametrize("name", NUMBERED_BY_US)
def test_displays_and_sentences_are_numbered_in_their_order(name: str) -> None:
    inventory = READ[name]
    for kind, letter in ORDER.items():
        if letter:
            for section in dict.fromkeys(item.section for item in inventory.items):
                ids = [item.id for item in inventory.items if (item.section, item.kind) == (section, kind)]
                assert ids == [f"{section}-{letter}{number}" for number in range(1, len(ids) + 1)]


@pytest.mark.parametrize(("name", "displays"), [("yun2020", 62), ("background", 10)])
def test_the_papers_displays_are_all_there(name: str, displays: int) -> None:
    assert sum(READ[name].counts.values()) == displays
    assert sum(item.kind == "display" for item in READ[name].items) == displays


@each
def test_a_page_is_what_its_inventory_says(name: str) -> None:
    assert (PAGES / page_name(name)).read_text(encoding="utf-8") == page(READ[name]), (
        "python -m tests.inventory --write"
    )


def test_no_page_is_without_inventory() -> None:
    assert {path.name for path in PAGES.glob("coverage*.md")} == {page_name(name) for name in READ}
    assert [page_name("yun2020"), page_name("background")] == ["coverage.md", "coverage-background.md"]


def test_pages_are_written_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(write=True, pages=tmp_path) == 0
    assert {path.name for path in tmp_path.iterdir()} == {page_name(name) for name in READ}
    assert main(write=False, pages=tmp_path) == 0
    (tmp_path / "coverage.md").write_text("something else")
    capsys.readouterr()
    assert main(write=False, pages=tmp_path) == 1
    assert capsys.readouterr().out.startswith("coverage.md: not what the inventory says; write it with python -m tests")


def test_faults_are_told_with_their_inventory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "inventory.toml").write_text('title = "one"\npapers = []\nitem = []\n[counts]\n"1" = 2\n')
    assert main(write=True, papers=tmp_path, pages=tmp_path) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("one")] == ["one: section 1: 2 displays are counted, 0 listed"]
    assert "yun2020: in no inventory; it needs one" in lines
    assert (tmp_path / "coverage-one.md").exists()


def test_a_folder_without_inventories_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no folder in .* has an inventory\.toml; write one for each paper"):
        inventories(tmp_path)


@each
def test_a_page_has_a_row_for_every_item(name: str) -> None:
    inventory = READ[name]
    rows = [line.split(" | ") for line in page(inventory).splitlines()]
    for item in inventory.items:
        (row,) = [row for row in rows if row[1:2] == [escaped(item.id)]]
        assert row[0] == f"| {escaped(item.section)}"
        assert row[-1] == f"{len(item.steps)} |"
        assert all(f"`{step}`" in row[-2] for step in item.steps)


SMALL = Inventory("small", (), {"1": 1}, (Item("1-d1", "1", "display", "a < b", ("yun2020:lemma8.property1",)),))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"steps": ()}, "1-d1: neither steps nor a reason of 5 words or more"),
        ({"steps": (), "reason": "not decidable"}, "1-d1: neither steps nor a reason of 5 words or more"),
        ({"kind": "formula"}, "1-d1: kind 'formula' is not one of statement, display, sentence"),
        ({"about": " "}, "1-d1: does not say what it is about"),
        ({"page": "7"}, "1-d1: has a page, and no quote that stands there"),
        ({"place": "slide 'Quantization'"}, "1-d1: has a place, and no quote that stands there"),
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
    reported = list(faults(replace(SMALL, papers=("yun2020",))))
    assert reported == [f"{step}: in no item" for step in steps if step != "yun2020:lemma8.property1"]


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
