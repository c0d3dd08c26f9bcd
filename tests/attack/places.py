"""Where a certificate says what: every place of its hashed part by the kind of change that a forger makes there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

Path = tuple[Any, ...]

CHANGES: Final = (
    "counts", "verdicts", "witnesses", "extremes", "networks", "domains", "terms", "parameters", "scope", "words",
    "definitions", "judged", "evidence", "parts",
)  # fmt: skip
"""The kinds of change."""

_TOP: Final = {
    "claim": "words", "title": "words", "source": "words", "parameters": "parameters", "definitions": "definitions",
    "values": "definitions", "networks": "networks", "profiles": "networks", "network": "networks", "domains": "domains",
    "judged": "judged", "scope": "scope", "for_all": "scope", "prime": "scope", "verdict": "verdicts", "parts": "parts",
    "points": "domains", "tolerance": "extremes", "upper": "extremes", "lower": "witnesses",
}  # fmt: skip
_STEP: Final = {
    "name": "words", "kind": "words", "says": "words", "reason": "words", "over": "domains", "given": "terms",
    "term": "terms", "bound": "terms", "relation": "terms", "fold": "terms", "points": "counts", "applicable": "counts",
    "failures": "counts", "verdict": "verdicts", "witness": "witnesses", "measure": "extremes", "order": "evidence",
    "evidence": "evidence",
}  # fmt: skip
_DOMAIN: Final = {"name": "words", "spec": "domains", "points": "counts", "decided": "counts", "evidence": "evidence"}


def kind_of(path: Path) -> str | None:
    """The kind of change that this place belongs to; None of what is made to fit (hashes)."""
    top = path[0]
    if top == "steps":
        return _STEP.get(path[2]) if len(path) > 2 else "judged"
    if top == "domains" and len(path) > 2:
        return _DOMAIN.get(path[2])
    if top == "lower" and len(path) > 1:
        return {"factor": "extremes", "exceeds": "verdicts", "point": "counts"}[path[1]]
    return _TOP.get(top)


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


def places_of(decided: dict[str, Any], change: str) -> list[Path]:
    """All places at which this kind of change is made."""
    return [path for path in places(decided) if kind_of(path) == change]


def at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def put(data: Any, path: Path, value: Any) -> Any:
    """The same with another value at one place; the rest is shared."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = put(data[path[0]], path[1:], value)
    return copy
