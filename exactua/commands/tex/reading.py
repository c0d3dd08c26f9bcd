r"""The marks of a LaTeX source: `\exactuachecked` in a file and in what it reads in, and the data that set them.

No TeX is run, so macros are not expanded: a mark is what stands there as `\exactuachecked[...]{...}`. Comments,
verbatim text and what stands behind `\end{document}` are left out. Nothing is opened but what `\input`, `\include`
and `\subfile` name.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from exactua.errors import InputError
from exactua.file_access import read_bytes

LARGEST_FILE: Final = 16 * 2**20
MOST_FILES: Final = 1000
LONGEST_DATA: Final = 2000
"""Letters of an argument of data."""
OF_TEX: Final = ("glyphtounicode", "glyphtounicode-cmr", "binhex", "epsf", "insbox", "random", "tikz", "xy", "pstricks")
"""Files that come with TeX and are read in by their names."""
STYLES: Final = (".sty", ".cls", ".clo", ".def", ".cfg", ".fd", ".dfu", ".code.tex")
KEYS: Final = ("verdict", "statement", "certificate")
"""What a mark may say behind its instance, as `exactua cite --format latex` writes it."""
DIGEST: Final = re.compile(r"sha256:[0-9a-f]{8,64}")
"""A digest, whole or its first digits."""
_UNSEEN: Final = re.compile(
    r"\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment|filecontents\*?)\}|\\verb\*?([^A-Za-z*\s])"
    r"|\\end\s*(\{document\})|%[^\n]*|\\.",
    re.DOTALL,
)
"""Where TeX stops to read text, and what begins with a backslash, so that its second letter begins nothing."""
_INPUT: Final = re.compile(r"\\(?:input|include|subfile)(?![A-Za-z@])\s*(?:\{([^{}]*)\}|([^\s{}\\]+))")
MARK: Final = re.compile(r"\\exactuachecked(?![A-Za-z@])(?:\s*\[([^\[\]{}\\]*)\])?(?:\s*\{([^{}]*)\})?")
_DATA: Final = re.compile(r"\\exactuadata(?![A-Za-z@])")
_VERIFIED: Final = re.compile(r"\\exactuaverified(?![A-Za-z@])")
_SHORT: Final = re.compile(r"sha256:\\allowbreak\s*([0-9a-f]{8,64})")


@dataclass(frozen=True)
class Data:
    r"""What `\exactuadata` sets beside the statement, with the place where that stands."""

    file: Path
    line: int
    label: str
    instance: str
    kind: str
    word: str
    where: str
    digest: str
    """As TeX, with the first digits of the digest, of a number of certificates, or empty."""

    @property
    def certificate(self) -> str:
        """The first digits of the digest: "sha256:3e9ad596"; "" where there is none."""
        short = _SHORT.search(self.digest)
        return f"sha256:{short[1]}" if short else ""


@dataclass(frozen=True)
class Mark:
    """A mark as it stands in a file; lines and columns are counted from 1."""

    file: Path
    line: int
    column: int
    end_line: int
    end_column: int
    """Of what stands behind it."""
    label: str
    instance: str
    verdict: str = ""
    """As the mark says it; "" where it says none."""
    statement: str = ""
    certificate: str = ""
    fault: str = ""
    """Why it can't be read, in a sentence without a full stop; "" where it can."""
    data: Data | None = None
    """What sets it: the last data of its label and instance that stand before it."""
    verified: str = ""
    r"""What is printed of the verifier beside it, the last `\exactuaverified` before it says; "" where none does."""


@dataclass
class Source:
    """A LaTeX file with what it reads in, each file once."""

    files: list[Path] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    data: dict[tuple[str, str], Data] = field(default_factory=dict)
    """The last by label and instance."""
    verified: dict[tuple[str, str], str] = field(default_factory=dict)
    """The last words about the verifier, by label and instance."""
    missing: list[tuple[Path, int, str]] = field(default_factory=list)
    """What is read in and is not there: the file that names it, the line, and the name."""


def read(paper: Path) -> Source:
    """The marks and data of a paper. Raises InputError where a file can't be read or there are more than 1,000."""
    source, folder = Source(), paper.parent
    _read(source, paper, folder, set())
    return source


def _read(source: Source, path: Path, folder: Path, seen: set[Path]) -> None:
    seen.add(path.resolve())
    if len(seen) > MOST_FILES:
        raise InputError(f"paper: it reads in more than {MOST_FILES:,} files; check its parts")
    source.files.append(path)
    text = visible_source(read_bytes(path, "paper", LARGEST_FILE).decode("utf-8", "replace"))
    starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(offset: int) -> tuple[int, int]:
        line = bisect.bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    entries: list[tuple[int, Mark | Data | tuple[str, ...] | str]] = []
    for match in MARK.finditer(text):
        entries.append((match.start(), _mark(match, path, place(match.start()), place(match.end()))))
    for match in _DATA.finditer(text):
        words = list(arguments(text, match.end(), 6))
        if len(words) == 6 and "#" not in words[0]:
            entries.append((match.start(), Data(path, place(match.start())[0], *words)))
    for match in _VERIFIED.finditer(text):
        said = tuple(arguments(text, match.end(), 3))
        if len(said) == 3 and "#" not in said[0]:
            entries.append((match.start(), said))
    for match in _INPUT.finditer(text):
        entries.append((match.start(), (match[1] or match[2] or "").strip().strip('"')))
    for offset, entry in sorted(entries, key=lambda pair: pair[0]):
        if isinstance(entry, Mark):
            of = (entry.label, entry.instance)
            source.marks.append(replace(entry, data=source.data.get(of), verified=source.verified.get(of, "")))
        elif isinstance(entry, tuple):
            source.verified[entry[0], entry[1]] = entry[2]
        elif isinstance(entry, Data):
            source.data[entry.label, entry.instance] = entry
        elif (other := _file(folder, path.parent, entry)) is None:
            if not _is_of_tex(entry):
                source.missing.append((path, place(offset)[0], entry))
        elif other.resolve() not in seen:
            _read(source, other, folder, seen)


def visible_source(text: str) -> str:
    """The text with spaces for what TeX does not read as text: comments, verbatim, and what follows the document.

    Every letter that is left stands where it stood; each end of a line is one line feed.
    """
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    pieces, offset = [], 0
    while (match := _UNSEEN.search(text, offset)) is not None:
        begin, end = match.span()
        if match[1]:
            closing = f"\\end{{{match[1]}}}"
            place = text.find(closing, end)
            end = len(text) if place < 0 else place + len(closing)
        elif match[2]:
            line = text.find("\n", end)
            place = text.find(match[2], end, len(text) if line < 0 else line)
            begin, end = (end, end) if place < 0 else (begin, place + 1)
        elif match[3]:
            end = len(text)
        elif not match[0].startswith("%"):
            begin = end
        pieces += [text[offset:begin], _blank(text[begin:end])]
        offset = end
    return "".join([*pieces, text[offset:]])


def _blank(words: str) -> str:
    return re.sub(r"[^\n]", " ", words)


def _mark(match: re.Match[str], path: Path, begin: tuple[int, int], end: tuple[int, int]) -> Mark:
    label = (match[2] or "").strip()
    instance, *pairs = [" ".join(item.split()) for item in (match[1] or "").split(",")]
    values: dict[str, str] = {}
    fault = ""
    if match[2] is None:
        fault = "no label in braces stands behind it"
    elif "#" in label or "\\" in label or not label:
        fault = "its label is made by a macro, which is not expanded" if label else "its label is empty"
    for pair in pairs:
        key, sign, value = (word.strip() for word in pair.partition("="))
        if not sign or key not in KEYS:
            fault = fault or f"it says {pair!r}, which is none of {', '.join(f'{key}=' for key in KEYS)}"
        elif key in values:
            fault = fault or f"it says {key} twice"
        elif key != "verdict" and not DIGEST.fullmatch(value):
            fault = fault or f"its {key} is no digest: sha256: and at least 8 of its hexadecimal digits"
        values.setdefault(key, value)
    verdict, statement, certificate = (values.get(key, "") for key in KEYS)
    return Mark(path, *begin, *end, label, instance, verdict, statement, certificate, fault)


def arguments(text: str, offset: int, count: int) -> Iterator[str]:
    """The next arguments in braces, as far as there are so many."""
    for _ in range(count):
        while offset < len(text) and text[offset].isspace():
            offset += 1
        if offset >= len(text) or text[offset] != "{":
            return
        depth, start = 0, offset + 1
        while offset < len(text):
            if text[offset] == "\\":
                offset += 1
            elif text[offset] in "{}":
                depth += 1 if text[offset] == "{" else -1
            offset += 1
            if depth == 0 or offset - start > LONGEST_DATA:
                break
        if depth:
            return
        yield text[start : offset - 1]


def _file(folder: Path, beside: Path, name: str) -> Path | None:
    """The file that TeX would take for a name, seen from the folder of the paper, else from that of the file."""
    if not name or "\0" in name:
        return None
    for start in (folder, beside):
        for path in (start / f"{name}.tex", start / name):
            if path.is_file():
                return path
    return None


def _is_of_tex(name: str) -> bool:
    """Whether a name is that of a file which comes with TeX, so that nobody marks anything in it."""
    return name.removesuffix(".tex") in OF_TEX or name.endswith(STYLES)
