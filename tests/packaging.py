"""What a wheel and an sdist have to hold: `python -m tests.packaging dist/`, after `python -m build`.

Every file of the package is in the wheel, with the manifests and the sources of the general proofs, and nothing else is;
every tracked file is in the sdist; the metadata say what a package index shows, with no link into the project, of which an index has no other file.
"""

from __future__ import annotations

import re
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_SHIPPED = {"__pycache__", ".exactua"}
NOT_IN_WHEEL = ".gitignore"
RELATIVE = re.compile(r"\]\((?!https?://)[^()\s]*\)")
"""A link of Markdown, or a picture, that leads nowhere from a package index."""
COMPILED = {".vo", ".vok", ".vos", ".glob", ".aux", ".cache"}
METADATA = ("Name", "Version", "Summary", "License-Expression", "Requires-Python", "Description-Content-Type", "Keywords",
            "Classifier", "Author")  # fmt: skip
"""Fields that must be there and say something."""


def expected_in_wheel(root: Path = ROOT) -> set[str]:
    """The files of a wheel beside its metadata."""
    names = {path.relative_to(root).as_posix() for path in _files(root / "exactua")}
    names |= {f"exactua/{path.relative_to(root).as_posix()}" for path in _files(root / "proofs")}
    return {name for name in names if not name.endswith(NOT_IN_WHEEL)}


def expected_in_sdist(root: Path = ROOT) -> set[str]:
    """The files that an sdist needs to be built, tested and checked again."""
    included = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["sdist"][
        "include"
    ]
    names = {"pyproject.toml"}
    for entry in included:
        path = root / entry
        names |= {entry} if path.is_file() else {file.relative_to(root).as_posix() for file in _files(path)}
    return names


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in COMPILED and not NOT_SHIPPED & set(path.parts):
            yield path


def wrong_names(files: Iterable[str], expected: set[str]) -> Iterator[str]:
    """What is missing and what is there beside."""
    names = set(files)
    yield from (f"missing: {name}" for name in sorted(expected - names))
    yield from (f"not expected: {name}" for name in sorted(names - expected))


def wrong_in_wheel(path: Path, root: Path = ROOT) -> Iterator[str]:
    """What is wrong with a wheel."""
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        yield from wrong_names((name for name in names if ".dist-info/" not in name), expected_in_wheel(root))
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        yield from wrong_metadata(Parser().parsestr(wheel.read(metadata).decode("utf-8")), root)


def wrong_in_sdist(path: Path, root: Path = ROOT) -> Iterator[str]:
    """What is missing in an sdist."""
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    yield from (f"missing: {name}" for name in sorted(expected_in_sdist(root) - names))


def wrong_metadata(metadata: Message, root: Path = ROOT) -> Iterator[str]:
    """Fields that are missing, and extras that the project has and the metadata don't name."""
    yield from (f"metadata: no {field}" for field in METADATA if not (metadata.get(field) or "").strip())
    extras = set(tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"])
    yield from (f"metadata: no extra {name}" for name in sorted(extras - set(metadata.get_all("Provides-Extra") or ())))
    description = str(metadata.get_payload() or "")
    if not description.strip():
        yield "metadata: no description"
    yield from (f"metadata: the description has the relative link {link[1:]}" for link in RELATIVE.findall(description))


def main(folder: Path) -> int:
    """Prints what is wrong with the one wheel and the one sdist in `folder`; 1 if anything is."""
    wheels, archives = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    if (len(wheels), len(archives)) != (1, 1):
        print(f"{folder}: {len(wheels)} wheels and {len(archives)} sdists; one of each is wanted")
        return 1
    wrong = [f"{wheels[0].name}: {line}" for line in wrong_in_wheel(wheels[0])]
    wrong += [f"{archives[0].name}: {line}" for line in wrong_in_sdist(archives[0])]
    print("\n".join(wrong) or f"{wheels[0].name}, {archives[0].name}: everything is there")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist")))
