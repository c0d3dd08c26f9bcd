"""The inventories of papers as programs: `python -m tests.inventory` says what is wrong, `--write` writes the page."""

from __future__ import annotations

import sys
from pathlib import Path

from exactua.workflows import coverage

ROOT = Path(__file__).resolve().parent.parent
INVENTORY = ROOT / "proofs" / "inventory" / "yun2020.toml"
PAGE = ROOT / "docs" / "coverage.md"


def main(write: bool) -> int:
    """Prints every fault; writes, or compares, docs/coverage.md."""
    inventory = coverage.read(INVENTORY)
    found = list(coverage.faults(inventory))
    page = coverage.page(inventory)
    if write:
        PAGE.write_text(page, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
        found.append(f"{PAGE.name}: not what the inventory says; write it with python -m tests.inventory --write")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv))
