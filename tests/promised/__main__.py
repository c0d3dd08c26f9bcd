"""`python -m tests.promised` says which promised names are gone; `--write` takes the names of a new version in."""

from __future__ import annotations

import sys

from tests.promised.names import KEPT, lacks, names


def main(write: bool) -> int:
    """1 where a name is gone, else 0. A name that is gone stays in the list: whoever takes it out does it by hand."""
    today, kept = names(), KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    gone = [line for line in kept if lacks(line, today)]
    print("\n".join(gone or ["every name is there"]))
    if write:
        KEPT.write_text("\n".join(sorted({*gone, *today})) + "\n", encoding="utf-8")
    return 1 if gone else 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv))
