"""What a mark in a paper says of a statement: one hash for the steps that a certificate judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exactua.terms.encoding import sha256


def marked_statement(hashes: Mapping[str, str], judged: Iterable[str]) -> str:
    """The statement hash of one step; of several, the SHA-256 of their names with their hashes; "" of none.

    `hashes` has the statement hash of each step by its name. The names are sorted, so their order says nothing.
    """
    names = sorted(judged)
    if len(names) < 2:
        return hashes[names[0]] if names else ""
    return sha256([[name, hashes[name]] for name in names])
