"""The inventories of papers as programs: `python -m tests.inventory` says what is wrong, `--write` writes their pages."""

from __future__ import annotations

import sys
from pathlib import Path

from exactua.claims.registry import PAPERS
from exactua.evidence import coverage

PAGES = Path(__file__).resolve().parent.parent / "docs"


def page_name(inventory: str) -> str:
    """The name of the page that the inventory of this name makes."""
    return "coverage.md" if inventory == coverage.FIRST else f"coverage-{inventory}.md"


def main(write: bool, papers: Path = coverage.FOLDER, pages: Path = PAGES) -> int:
    """Prints every fault of every inventory; writes, or compares, their pages. 1 if anything is wrong, else 0."""
    inventories = coverage.inventories(papers)
    complaints = list(coverage.unlisted(inventories.values(), PAPERS))
    for name, inventory in inventories.items():
        complaints += [f"{name}: {fault}" for fault in coverage.faults(inventory)]
        path, text = pages / page_name(name), coverage.page(inventory)
        if write:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            complaints.append(
                f"{path.name}: not what the inventory says; write it with python -m tests.inventory --write"
            )
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv))
