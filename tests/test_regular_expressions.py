"""Regular expressions mean the same in every Python that exactua runs on."""

from __future__ import annotations

import re
from pathlib import Path

import exactua

POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)[*+?]\+")


def test_no_group_is_possessive() -> None:
    """Before Python 3.11.5 a possessive group with alternatives gives back what it has matched: (?>(...)*) does not."""
    assert POSSESSIVE_GROUP.search(r"(?:a|b)*+")
    assert not POSSESSIVE_GROUP.search(r"(?>(?:a|b)*)a++\)++")
    for path in Path(exactua.__file__).parent.rglob("*.py"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert "re.compile" not in line or not POSSESSIVE_GROUP.search(line), (path, line)
