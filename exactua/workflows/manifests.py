"""Regression manifests: which claim, which box, which verdict and digest are expected, and the pinned statements."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from exactua.claims.verdicts import Verdict
from exactua.errors import InputError
from exactua.numbers.units import cubes_per_edge

LARGEST_FILE: Final = 4 * 2**20
TYPES: Final[dict[str, type]] = {
    "claim": str, "d": int, "n": int, "delta": str, "tie_rule": str, "parameters": dict, "repaired": bool,
    "expect": str, "digest": str, "steps": dict,
}  # fmt: skip
NEEDED: Final = ("claim", "d", "n", "delta", "expect")
WORDS: Final = {str: "a string", int: "an integer", bool: "true or false", dict: "an inline table"}
HASH: Final = re.compile(r"sha256:[0-9a-f]{64}")
_HEADER: Final = re.compile(r"\s*\[")
_DIGEST: Final = re.compile(r"""(\s*digest\s*=\s*)(?:"[^"]*"|'[^']*')(.*)""")
_PIN: Final = re.compile(r"""(\s*(?:"([^"]*)"|'([^']*)')\s*=\s*)(?:"[^"]*"|'[^']*')(.*)""")


@dataclass(frozen=True)
class Check:
    """One entry of a manifest."""

    claim: str
    """A label, which may name a step."""
    parameters: Mapping[str, int | str]
    expect: Verdict
    digest: str | None = None
    repaired: bool = False
    steps: Mapping[str, Verdict] = field(default_factory=dict)
    """Expected verdicts of steps, where they are not "holds"."""


@dataclass(frozen=True)
class Manifest:
    """The checks of one file in order, and its pinned statement hashes by label."""

    path: Path
    checks: tuple[Check, ...]
    statements: Mapping[str, str]


def manifest_paths(given: Sequence[Path]) -> list[Path]:
    """The manifests that these files and folders hold. Raises InputError where there is none."""
    found: list[Path] = []
    for path in given:
        if path.is_dir():
            inside = sorted(path.glob("*.toml"))
            if not inside:
                raise InputError(f"manifests: {path} holds no .toml file; give a folder with manifests, or a manifest")
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise InputError(f"manifests: {path} does not exist; give a folder with manifests, or a manifest")
    return list(dict.fromkeys(found))


def read(path: Path) -> Manifest:
    """The manifest in a file. Raises InputError, with file and key, for anything that is not one."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise InputError(f"{path}: longer than {LARGEST_FILE:,} bytes; split the manifest")
        return parse(raw.decode("utf-8"), path)
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror or error}); give a readable manifest") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text; a manifest is a TOML file") from None


def parse(text: str, path: Path) -> Manifest:
    """The manifest that a text is; `path` is its name in messages."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not a TOML file ({error})") from None
    for key in data:
        if key not in ("check", "statements"):
            raise InputError(f"{path}: unknown key {key!r}; a manifest has [[check]] and [statements]")
    checks, statements = data.get("check", []), data.get("statements", {})
    if not isinstance(checks, list) or not all(isinstance(one, dict) for one in checks):
        raise InputError(f"{path}: check: write each check under a [[check]] of its own")
    if not isinstance(statements, dict):
        raise InputError(f"{path}: statements: write them under [statements]")
    for label, pin in statements.items():
        _require_hash(pin, f'{path}: statements."{label}"')
    read_checks = tuple(_check(one, f"{path}: check {number}") for number, one in enumerate(checks, 1))
    return Manifest(path, read_checks, statements)


def _check(entry: Mapping[str, Any], where: str) -> Check:
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
    try:
        m = cubes_per_edge(entry["delta"])
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    parameters = {"d": entry["d"], "n": entry["n"], "m": m}
    if "tie_rule" in entry:
        parameters["tie_rule"] = entry["tie_rule"]
    for name, value in entry.get("parameters", {}).items():
        if type(value) not in (int, str) or name in TYPES or name == "m":
            raise InputError(f"{where}: parameters.{name}: {value!r} is no integer or word of a further parameter")
        parameters[name] = value
    return Check(
        entry["claim"],
        parameters,
        _verdict(entry["expect"], f"{where}: expect"),
        entry.get("digest"),
        entry.get("repaired", False),
        {name: _verdict(value, f"{where}: steps.{name}") for name, value in entry.get("steps", {}).items()},
    )


def _verdict(value: object, where: str) -> Verdict:
    if not isinstance(value, str) or value not in list(Verdict):
        raise InputError(f"{where}: {value!r} is not a verdict; write one of {', '.join(Verdict)}")
    return Verdict(value)


def _require_hash(value: object, where: str) -> None:
    if not isinstance(value, str) or not HASH.fullmatch(value):
        raise InputError(f'{where}: {value!r} is not a hash; write "sha256:" and 64 hexadecimal digits')


def rewritten(text: str, digests: Sequence[str | None], statements: Mapping[str, str]) -> str:
    """The manifest's text with these digests (None: none) and exactly these pins; all other lines stay as they are.

    A digest that stands on a line of its own is replaced there, a new one comes behind its check's last line. Pins
    that are not wanted are removed, new ones come behind the last pin.
    """
    result: list[str] = []
    table, checks = "", 0
    pending: str | None = None
    missing = dict(statements)

    def close() -> None:
        """Adds what the table that ends here still lacks, in front of the blank lines and comments at its end."""
        lines: list[str] = []
        if table == "check" and pending is not None:
            lines = [f'digest = "{pending}"']
        elif table == "statements":
            lines = [f'"{label}" = "{pin}"' for label, pin in missing.items()]
            missing.clear()
        end = len(result)
        while end and (not result[end - 1].strip() or result[end - 1].lstrip().startswith("#")):
            end -= 1
        result[end:end] = lines

    for line in text.splitlines():
        if _HEADER.match(line):
            close()
            name = line.partition("#")[0].replace(" ", "").strip()
            table = {"[[check]]": "check", "[statements]": "statements"}.get(name, "")
            pending = None
            if table == "check":
                pending = digests[checks] if checks < len(digests) else None
                checks += 1
        elif table == "check" and (found := _DIGEST.fullmatch(line)) and pending is not None:
            line, pending = f'{found[1]}"{pending}"{found[2]}', None
        elif table == "statements" and (found := _PIN.fullmatch(line)):
            label = found[2] or found[3]
            if label not in missing:
                continue
            line = f'{found[1]}"{missing.pop(label)}"{found[4]}'
        result.append(line)
    close()
    if missing:
        result += ["", "[statements]", *(f'"{label}" = "{pin}"' for label, pin in missing.items())]
    return "\n".join(result) + "\n"


def update(manifest: Manifest, digests: Sequence[str | None], statements: Mapping[str, str]) -> bool:
    """Writes these digests and pins into the manifest's file; whether anything changed.

    Raises InputError, and leaves the file as it is, where its lines can't be rewritten or it can't be written.
    """
    try:
        text = manifest.path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{manifest.path}: can't be read ({error.strerror or error})") from None
    new = rewritten(text, digests, statements)
    kept = [
        replace(check, digest=digest or check.digest) for check, digest in zip(manifest.checks, digests, strict=True)
    ]
    intended = Manifest(manifest.path, tuple(kept), statements)
    try:
        as_intended = parse(new, manifest.path) == intended
    except InputError:
        as_intended = False
    if not as_intended:
        raise InputError(
            f"{manifest.path}: can't be updated in place; write [[check]], [statements], every digest and every pin on "
            "a line of its own"
        )
    if new == text:
        return False
    _write(manifest.path, new)
    return True


def _write(path: Path, text: str) -> None:
    temporary = None
    try:
        mode = path.stat().st_mode & 0o777
        with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as file:
            temporary = file.name
            file.write(text)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise InputError(f"{path}: can't be written ({error.strerror or error})") from None
