"""The examples of README.md, CONTRIBUTING.md and docs/ as programs: read, run and, with --write, brought up to date.

`python -m tests.documentation` compares every example with what it gives now; `--write` puts real output in its place.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LANGUAGES = {"console", "python", "json", "sh", "text"}
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARKER = re.compile(r"<!-- OUTPUT: (.*?) -->")
ELISION = "..."
IN_CI = {"CI", "BUILD_NUMBER"}
"""Variables with which pytest prints more: pages show what a terminal does."""

MASKS = (
    (re.compile(r"\bin [0-9.]+ s\b"), "in _ s"),
    (re.compile(r'"seconds": "[0-9.]+"'), '"seconds": "_"'),
    (re.compile(r"(verifier\.py \(sha256[:\s%]+)[0-9a-f]{64}"), r"\1_"),
    (re.compile(r"\b(z3|cvc5) [0-9][-\w.]* says"), r"\1 _ says"),
    (re.compile(r"\bsince \d{4}-\d\d-\d\d\b"), "since _"),
    (re.compile(r"^prove compiles what its cache has not of .*\n", re.MULTILINE), ""),
)
"""What differs from run to run."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, where that starts in the document, and the file that it is, if one.

    ```python file=my_lemma.py begins a block that is written into that file, for the commands behind it.
    """

    language: str
    text: str
    start: int
    file: str | None = None


@dataclass(frozen=True)
class Example:
    """A command of a console block, what the document says it prints, and where that stands."""

    command: str
    expected: str
    start: int
    stop: int


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a document."""
    for match in FENCE.finditer(text):
        language, _, file = match[1].strip().partition(" file=")
        yield Block(language, match[2], match.start(2), file or None)


def examples(block: Block) -> Iterator[Example]:
    """The commands of a console block, each with the lines up to the next command."""
    heads = list(re.finditer(r"^\$ (.*)\n", block.text, re.MULTILINE))
    assert heads, f"a console block without a command: {block.text!r}"
    assert heads[0].start() == 0, f"a console block starts with output: {block.text!r}"
    for head, stop in zip(heads, [*(match.start() for match in heads[1:]), len(block.text)], strict=True):
        expected = block.text[head.end() : stop]
        yield Example(head[1], expected, block.start + head.end(), block.start + stop)


class Shell:
    """Runs the commands of one document, one after the other, in a folder that looks like a checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.code = folder, 0
        for name in ("exactua", "proofs", "docs", "cli.py"):
            (folder / name).symlink_to(ROOT / name)
        here = {name: value for name, value in os.environ.items() if name not in IN_CI}
        self.environment = here | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": "120",
            "NO_COLOR": "1",
        }

    def write(self, block: Block) -> None:
        """Puts a block that is a file into the folder."""
        if block.file is not None:
            (self.folder / block.file).write_text(block.text, encoding="utf-8")

    def run(self, command: str) -> str:
        """What a command prints; `$?` is the exit code of the command before."""
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.code}); {command}"],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
        )
        self.code = done.returncode
        return done.stdout


def masked(output: str) -> str:
    """The output without what differs from run to run."""
    for pattern, replacement in MASKS:
        output = pattern.sub(replacement, output)
    return "\n".join(line.rstrip() for line in output.strip("\n").split("\n"))


def agrees(expected: str, output: str) -> bool:
    """Whether output is as expected; a line `...` (at any depth) stands for any number of lines, or none."""
    parts = re.split(r"^[ ]*\.\.\.\n", masked(expected) + "\n", flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(re.escape(part) for part in parts)
    return re.fullmatch(pattern, masked(output) + "\n") is not None


def run_python(source: str, names: dict[str, object], folder: Path) -> tuple[list[str], list[str]]:
    """Executes a block in `folder`: the lines it prints, and those that its `# ...` after a print say."""
    said = [match[1] for match in re.finditer(r"^ *print\(.*\)  # (.*)$", source, re.MULTILINE)]
    printed = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(printed):
        exec(compile(source, "<document>", "exec"), names)
    return printed.getvalue().splitlines(), said


def refreshed(text: str, folder: Path) -> tuple[str, list[str]]:
    """The document with what its commands print now, and a note on every command whose output changed."""
    shell, changes, notes = Shell(folder), [], []
    for block in blocks(text):
        shell.write(block)
        if block.language != "console":
            continue
        for example in examples(block):
            output = shell.run(example.command)
            if agrees(example.expected, output):
                continue
            notes.append(f"$ {example.command}\n{output}")
            if ELISION in example.expected.split("\n"):
                notes.append("(left as it is, because a part is left out)")
            else:
                changes.append((example.start, example.stop, re.sub(r"[ ]+$", "", output, flags=re.MULTILINE)))
    for start, stop, output in reversed(changes):
        text = text[:start] + output + text[stop:]
    return text, notes


def main(write: bool) -> int:
    """Compares, or writes, all documents."""
    count = 0
    for path in DOCUMENTS:
        old = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            new, notes = refreshed(old, Path(folder))
        count += len(notes)
        for note in notes:
            print(f"{path.name}: {note}")
        if write and new != old:
            path.write_text(new, encoding="utf-8")
    return 1 if count and not write else 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv))
