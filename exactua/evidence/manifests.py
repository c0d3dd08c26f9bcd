"""Regression manifests: which claim, box and verdict is expected, what is pinned, and the line of it."""

from __future__ import annotations

import itertools
import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.rationals import cubes_per_edge
from exactua.claims.ranges import MOST_BOXES, cubes, integers
from exactua.claims.registry import PAPERS
from exactua.claims.verdicts import VERDICTS, Verdict
from exactua.deciding.comparing import Expected
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.output_files import ANY, write_text
from exactua.proofs_folder import as_seen, proofs_folder, require_there
from exactua.python_files import SEPARATOR

LARGEST_FILE: Final = 4 * 2**20
DEEPEST: Final = 16
TYPES: Final[dict[str, type]] = {
    "claim": str, "d": int, "n": int, "delta": str, "tie_rule": str, "parameters": dict, "repaired": bool,
    "expect": str, "steps": dict, "witnesses": dict, "digest": str,
}  # fmt: skip
NEEDED: Final = ("claim", "expect")
TABLES: Final = ("check", "unlisted", "statements")
WORDS: Final = {
    str: "a string",
    int: 'an integer, or a range such as "1..3"',
    bool: "true or false",
    dict: "an inline table",
}
_RANGE: Final = re.compile(r"[0-9/ ]+((\.\.|,)[0-9/ ]+)+")
"""Of a range, or a list, of values in place of one."""
HASH: Final = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True)
class Check:
    """One entry of a manifest."""

    claim: str
    """A label, which may name a step, as the manifest writes it."""
    label: str
    """The same for `registry.find`: the path of a user's file is taken from the manifest's folder."""
    parameters: Mapping[str, int | str]
    expected: Expected
    repaired: bool = False
    number: int = field(default=1, compare=False)
    """Of its [[check]] in the file, from 1: several checks have one where parameters have ranges there."""


@dataclass(frozen=True)
class Manifest:
    """One file: checks in order, one for each instance of a [[check]], its pins, and claims left out with reasons."""

    path: Path
    checks: tuple[Check, ...]
    statements: Mapping[str, str]
    unlisted: Mapping[str, str] = field(default_factory=dict)

    def resolved(self, label: str) -> str:
        """The label for `registry.find`."""
        return resolved(label, self.path.parent)


def resolved(label: str, folder: Path) -> str:
    """The label, or what stands for a paper, with the path of a user's file, if it names one, taken from `folder`."""
    path, separator, name = label.rpartition(SEPARATOR)
    if separator or not label.endswith(".py"):
        return f"{folder / path}{separator}{name}" if separator else label
    return str(folder / label)


def manifest_paths(given: Sequence[Path]) -> list[Path]:
    """The manifests that these files and folders hold. Raises InputError where there is none."""
    paths: list[Path] = []
    for path in given:
        if path.is_dir():
            inside = sorted(path.glob("*.toml"))
            if not inside:
                raise InputError(
                    f"manifests: {path} holds no .toml file; give a folder with manifests, or a manifest, which "
                    "begins with [[check]] (exactua regress --help-all)"
                )
            paths += inside
        elif path.exists():
            paths.append(path)
        else:
            raise InputError(
                f"manifests: {path} does not exist; give a folder with manifests, a manifest, or a paper: "
                f"{', '.join(PAPERS)}"
            )
    return list(dict.fromkeys(paths))


def of_papers() -> Path:
    """The folder with the manifests of the papers that come with exactua, as seen from the current one if inside.

    Raises InputError where this installation lacks it.
    """
    return as_seen(require_there(proofs_folder()))


def of_paper(paper: str) -> Path:
    """The manifest of one of these papers. Raises InputError where it has none."""
    path = of_papers() / f"{paper}.toml"
    if not path.is_file():
        raise InputError(f"manifests: the paper {paper} has no manifest {path}; write one")
    return path


def read(path: Path) -> Manifest:
    """The manifest in a file. Raises InputError, with file and key, for anything that is not one."""
    return parse(read_text(path), path)


def read_text(path: Path) -> str:
    """The text of a manifest's file, its line ends as they are."""
    try:
        return read_bytes(path, "manifests", LARGEST_FILE).decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text; a manifest is a TOML file") from None


def write(path: Path, text: str) -> None:
    """Writes a manifest's file, whole or not at all. Raises InputError where it can't be written."""
    write_text(path.resolve(), text, "manifests", ANY)


def parse(text: str, path: Path) -> Manifest:
    """The manifest that a text is; `path` is its name in messages."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not a TOML file ({error})") from None
    _require_small(data, path)
    for key in data:
        if key not in TABLES:
            raise InputError(f"{path}: unknown key {key!r}; a manifest has [[check]], [unlisted] and [statements]")
    checks, statements, unlisted = data.get("check", []), data.get("statements", {}), data.get("unlisted", {})
    if not isinstance(checks, list) or not all(isinstance(check, dict) for check in checks):
        raise InputError(f"{path}: check: write each check under a [[check]] of its own")
    for name, table in (("statements", statements), ("unlisted", unlisted)):
        if not isinstance(table, dict):
            raise InputError(f"{path}: {name}: write them under [{name}]")
    for label, pin in statements.items():
        _require_hash(pin, f'{path}: statements."{label}"')
    for label, reason in unlisted.items():
        if not isinstance(reason, str) or not reason.strip():
            raise InputError(
                f'{path}: unlisted."{label}": {reason!r} is not a reason; say why no check lists the claim'
            )
    read_checks = tuple(
        read for number, check in enumerate(checks, 1) for read in checks_of(check, path.parent, path, number)
    )
    return Manifest(path, read_checks, statements, unlisted)


def _require_small(data: Any, path: Path) -> None:
    """Raises InputError for integers and for nesting that a manifest has no use for, and that can't be printed."""
    waiting = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, (dict, list)):
            waiting += [(inner, depth + 1) for inner in (value.values() if isinstance(value, dict) else value)]
        if depth > DEEPEST or (isinstance(value, int) and not -(2**63) <= value < 2**63):
            raise InputError(f"{path}: it has an integer of more than 64 bits, or tables more than {DEEPEST} deep")


def checks_of(entry: Mapping[str, Any], folder: Path, path: Path, number: int) -> Iterator[Check]:
    """The checks that a [[check]] writes: one, or one for each instance where parameters have ranges.

    Raises InputError, with file and key, where it is wrong; `number` is that of the entry in the file.
    """
    where = f"{path}: check {number}"
    instances = [*instances_of(entry, where)]
    several = len(instances) > 1 or instances[0] != entry
    for pin in ("digest", "witnesses"):
        if several and pin in entry:
            raise InputError(
                f"{where}: {pin}: a check with a range has one for each instance; leave it out, and "
                "`exactua regress --update` writes a [[check]] for each"
            )
    for instance in instances:
        yield replace(_check(instance, folder, where), number=number)


def instances_of(entry: Mapping[str, Any], where: str = "") -> Iterator[dict[str, Any]]:
    """The same entry of a manifest with each value of the ranges that its parameters have, the first slowest.

    Raises InputError for what looks like a range and is none, and for too many instances.
    """
    own = entry.get("parameters", {})
    further = own if isinstance(own, dict) else {}
    ranges = {key: _values(key, entry[key], where) for key in ("d", "n", "delta") if key in entry}
    ranges |= {f"parameters.{key}": _values(f"parameters.{key}", value, where) for key, value in further.items()}
    if math.prod(map(len, ranges.values())) > MOST_BOXES:
        raise InputError(f"{where}: more than {MOST_BOXES:,} instances; split the ranges")
    for values in itertools.product(*ranges.values()):
        chosen = dict(zip(ranges, values, strict=True))
        parameters = {key: chosen[f"parameters.{key}"] for key in further}
        named = {key: value for key, value in chosen.items() if key in entry}
        yield {**entry, **named, **({"parameters": parameters} if further else {})}


def _values(key: str, value: Any, where: str) -> list[Any]:
    """The values of a range, such as "1..6" or "1,3"; another value alone."""
    if not isinstance(value, str) or not _RANGE.fullmatch(value):
        return [value]
    try:
        return [f"1/{m}" for m in cubes(value)] if key == "delta" else list(integers(value, key))
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _check(entry: Mapping[str, Any], folder: Path, where: str) -> Check:
    for key, value in entry.items():
        if key not in TYPES:
            raise InputError(f"{where}: unknown key {key!r}; known: {', '.join(TYPES)}")
        if type(value) is not TYPES[key]:
            raise InputError(f"{where}: {key}: {value!r} is not {WORDS[TYPES[key]]}")
    for key in NEEDED:
        if key not in entry:
            raise InputError(f"{where}: {key} is missing")
    if "digest" in entry:
        _require_hash(entry["digest"], f"{where}: digest")
    for name, pin in entry.get("witnesses", {}).items():
        if not isinstance(pin, str):
            raise InputError(f"{where}: witnesses.{name}: {pin!r} is not a string")
    return Check(
        entry["claim"],
        resolved(entry["claim"], folder),
        _parameters(entry, where),
        Expected(
            _verdict(entry["expect"], f"{where}: expect"),
            {name: _verdict(value, f"{where}: steps.{name}") for name, value in entry.get("steps", {}).items()},
            entry.get("witnesses", {}),
            entry.get("digest"),
            {"": entry["expect"], **entry.get("steps", {})},
        ),
        entry.get("repaired", False),
    )


def _parameters(entry: Mapping[str, Any], where: str) -> dict[str, int | str]:
    parameters: dict[str, int | str] = {name: entry[name] for name in ("d", "n") if name in entry}
    if "delta" in entry:
        try:
            parameters["m"] = cubes_per_edge(entry["delta"])
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
    if "tie_rule" in entry:
        parameters["tie_rule"] = entry["tie_rule"]
    for name, value in entry.get("parameters", {}).items():
        if type(value) not in (int, str) or name in TYPES or name == "m":
            raise InputError(
                f"{where}: parameters.{name}: {value!r} is neither an integer nor a word of a further parameter"
            )
        parameters[name] = value
    return parameters


def _verdict(value: object, where: str) -> Verdict:
    if not isinstance(value, str) or value not in VERDICTS:
        raise InputError(f"{where}: {value!r} is not a verdict; write one of {', '.join(VERDICTS)}")
    return VERDICTS[value]


def _require_hash(value: object, where: str) -> None:
    if not isinstance(value, str) or not HASH.fullmatch(value):
        raise InputError(f'{where}: {value!r} is not a hash; write "sha256:" and 64 hexadecimal digits')


_LONG_STRING: Final = re.compile(
    r"#[^\n]*|(?P<long>\"\"\"(?:[^\\]|\\.)*?\"{3,5}|'''.*?'{3,5})|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'", re.DOTALL
)


@dataclass(frozen=True)
class Lines:
    """Lines of a manifest's text, counted from 1."""

    checks: tuple[int, ...]
    """Of every check, the [[check]] that it is of."""
    unlisted: Mapping[str, int]
    statements: Mapping[str, int]
    """Of every pin."""
    pins: int
    """Of [statements]; of the last line where there is no such table."""


def lines_of(text: str, manifest: Manifest) -> Lines:
    """The lines of the manifest that `text` is; 1 for what is written in a way that no line can be given for."""
    entries: dict[str, list[tuple[int, str | None]]] = {"check": [], "unlisted": [], "statements": []}
    for number, table, key in _entries(text):
        entries[table].append((number, key))
    checks = [number for number, key in entries["check"] if key is None]
    unlisted, statements = ({key: n for n, key in entries[name] if key} for name in ("unlisted", "statements"))
    if len(checks) != max((check.number for check in manifest.checks), default=0):
        checks = [1] * len(manifest.checks)
    else:
        checks = [checks[check.number - 1] for check in manifest.checks]
    pins = next((number for number, key in entries["statements"] if key is None), text.rstrip("\n").count("\n") + 1)
    return Lines(
        tuple(checks),
        {key: unlisted.get(key, 1) for key in manifest.unlisted},
        {key: statements.get(key, pins) for key in manifest.statements},
        pins,
    )


def tables_of(text: str) -> list[tuple[int, str]]:
    """The lines that begin a [[check]], [unlisted] or [statements], with these names; tables of a check go with it."""
    return [(number, table) for number, table, key in _entries(text) if key is None]


def _entries(text: str) -> Iterator[tuple[int, str, str | None]]:
    """The lines that begin a table (no key), and those with a key of it: line, table, key."""
    text = text.replace("\r\n", "\n")
    text = _LONG_STRING.sub(lambda match: '""' + "\n" * match[0].count("\n") if match["long"] else match[0], text)
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        name = _only_key(line)
        if name is None:
            continue
        if line.lstrip().startswith("["):
            table = name if name in ("check", "unlisted", "statements") and not _is_below(line, name) else ""
            if table:
                yield number, table, None
        elif table:
            yield number, table, name


def _only_key(line: str) -> str | None:
    """The first key of a line that is TOML alone."""
    stripped = line.strip()
    if not stripped or stripped.startswith("#"):
        return None
    try:
        return next(iter(tomllib.loads(line)), None)
    except (ValueError, RecursionError):
        return None


def _is_below(line: str, name: str) -> bool:
    """Whether a header such as [check.witnesses] begins a table below that of the name."""
    inside: Any = tomllib.loads(line)[name]
    return bool(inside[0] if isinstance(inside, list) else inside)
