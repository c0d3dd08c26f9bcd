"""What a shell completes: labels of claims and steps, papers, certificates, files of claims, and formats.

A shell waits for each answer, so nothing here is decided, and no module of a paper is imported. The labels of the
claims that come with exactua are those of the manifests in proofs/, which list every step; the labels of a file are
read from its text, which is never run.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import ClassVar, Final, TypeAlias

import click
from click.shell_completion import BashComplete, CompletionItem, ZshComplete, add_completion_class, split_arg_string

from exactua.papers import FIRST
from exactua.proofs_folder import proofs_folder
from exactua.python_files import SEPARATOR

Completer: TypeAlias = "Callable[[click.Context, click.Parameter, str], list[CompletionItem]]"
_Source: TypeAlias = "Callable[[str], Iterable[str]]"

MOST_FILES: Final = 2_000
"""Of a folder with more files, the rest is not looked at."""
_STEP: Final = re.compile(r'^"([^"\n]+)" *= *"sha256:', re.MULTILINE)
_CERTIFICATE: Final = b'{"decided":'
"""What a certificate begins with."""
_KEPT: Final = Path(".exactua")


def papers() -> list[str]:
    """The papers that come with exactua, in the order in which a bare label is looked up."""
    there = sorted(path.stem for path in proofs_folder().glob("*.toml"))
    return sorted(there, key=lambda paper: FIRST.index(paper) if paper in FIRST else len(FIRST))


def steps(paper: str) -> list[str]:
    """The labels of all steps of a paper, such as "yun2020:lemma8.property3", as its manifest lists them."""
    try:
        text = (proofs_folder() / f"{paper}.toml").read_text(encoding="utf-8")
    except OSError:
        return []
    _, _, listed = text.partition("\n[statements]\n")
    labels = _STEP.findall(listed)
    return [label if ":" in label else f"{paper}:{label}" for label in labels]


def claims(paper: str) -> list[str]:
    """The labels of the claims of a paper, such as "yun2020:lemma8"."""
    return list(dict.fromkeys(label.partition(".")[0] for label in steps(paper)))


def labels_of_file(path: Path) -> list[str]:
    """The labels of the claims in a Python file, such as "my_lemma.py::lemma", and of their steps, as far as it says.

    A claim is a name that `claim(...)` is assigned to; a step of it a function below `@name.states` or
    `@name.proof_line`. What the file makes in another way is not seen.
    """
    try:
        body = ast.parse(path.read_text(encoding="utf-8")).body
    except (OSError, SyntaxError, ValueError):
        return []
    steps_of: dict[str, list[str]] = {}
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(name)], value=ast.Call(func=ast.Name("claim"))):
                steps_of[name] = []
            case ast.FunctionDef(name=step, decorator_list=decorators):
                for decorator in decorators:
                    match decorator:
                        case ast.Call(func=ast.Attribute(value=ast.Name(name), attr="states" | "proof_line")):
                            steps_of.setdefault(name, []).append(step)
    return [
        label
        for name, names in steps_of.items()
        for label in (f"{path}{SEPARATOR}{name}", *(f"{path}{SEPARATOR}{name}.{step}" for step in names))
    ]


def is_certificate(path: Path) -> bool:
    """Whether a file begins as a certificate does."""
    try:
        with path.open("rb") as file:
            return file.read(len(_CERTIFICATE)) == _CERTIFICATE
    except OSError:
        return False


def _labels(incomplete: str) -> Iterator[str]:
    """Claims; the steps of a claim once its dot is written; the claims in a file once its name is.

    Without a paper a label is that of the first paper which has the claim.
    """
    file, separator, own = incomplete.partition(SEPARATOR)
    if separator:
        yield from _with_steps(labels_of_file(Path(file)), "." in own)
        return
    named, colon, rest = incomplete.partition(":")
    for paper in papers():
        if paper == named if colon else incomplete and paper.startswith(incomplete):
            yield from _with_steps([*claims(paper), *steps(paper)], "." in rest)
    if not colon:
        meant: dict[str, str] = {}
        for paper in papers():
            for label in _with_steps([*claims(paper), *steps(paper)], "." in incomplete):
                bare = label.partition(":")[2]
                if meant.setdefault(bare.partition(".")[0], paper) == paper:
                    yield bare


def _with_steps(labels: Iterable[str], wanted: bool) -> Iterator[str]:
    """Of these labels those that name a step, if those are wanted, or else those that name a claim."""
    for label in labels:
        if ("." in re.split("::?", label)[-1]) == wanted:
            yield label


def _papers(incomplete: str) -> list[str]:
    return papers()


def _python_files(incomplete: str) -> Iterator[str]:
    return _files(incomplete, lambda path: path.suffix == ".py")


def _own_labels(incomplete: str) -> Iterator[str]:
    """The files of claims, each as the beginning of a label."""
    return (name if name.endswith("/") else f"{name}{SEPARATOR}" for name in _python_files(incomplete))


def _certificates(incomplete: str) -> Iterator[str]:
    """Certificates in the folder that is written, and those that are kept; folders."""
    yield from _files(incomplete, is_certificate)
    if not incomplete.startswith(f"{_KEPT}/"):
        yield from _files(f"{_KEPT}/", is_certificate)


def _manifests(incomplete: str) -> Iterator[str]:
    return _files(incomplete, lambda path: path.suffix == ".toml")


def _networks(incomplete: str) -> Iterator[str]:
    return _files(incomplete, lambda path: path.suffix == ".json" and not is_certificate(path))


def _files(incomplete: str, wanted: Callable[[Path], bool]) -> Iterator[str]:
    """The files in the folder that is written which are wanted, and its folders, with a slash."""
    folder, slash, beginning = incomplete.rpartition("/")
    try:
        with os.scandir(f"{folder}{slash}" or ".") as entries:
            for k, entry in enumerate(entries):
                if k == MOST_FILES:
                    return
                if not entry.name.startswith(beginning) or (entry.name.startswith(".") and not beginning):
                    continue
                if entry.is_dir():
                    yield f"{folder}{slash}{entry.name}/"
                elif wanted(Path(entry.path)):
                    yield f"{folder}{slash}{entry.name}"
    except OSError:
        return


def _completer(*sources: _Source) -> Completer:
    """A callback for click's `shell_complete`: what any of these sources knows that begins with what is written.

    Where there is none, the shell completes names of files as it does elsewhere.
    """

    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        known = dict.fromkeys(value for source in sources for value in source(incomplete))
        items = [CompletionItem(value) for value in sorted(known) if value.startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]

    return complete


labels: Final = _completer(_labels, _own_labels)
"""LABEL of a claim or a step."""
labels_or_papers: Final = _completer(_labels, _papers, _own_labels, _python_files)
"""LABEL where a paper, or a file of claims, may stand too."""
labels_or_networks: Final = _completer(_labels, _own_labels, _networks)
"""LABEL where a network file may stand too."""
labels_or_certificates: Final = _completer(_labels, _own_labels, _certificates)
"""LABEL where a certificate may stand too."""
citable: Final = _completer(_labels, _papers, _own_labels, _certificates)
"""LABEL where a paper or a certificate may stand too."""
papers_or_files: Final = _completer(_papers, _python_files)
"""PAPER, or a file of claims."""
claim_files: Final = _completer(_python_files)
"""--claims."""
papers_alone: Final = _completer(_papers)
"""--paper."""
certificates: Final = _completer(_certificates)
"""CERT."""
manifests: Final = _completer(_papers, _manifests)
"""MANIFESTS."""
networks: Final = _completer(_networks)
"""NETWORK."""
papers_in_latex: Final = _completer(lambda incomplete: _files(incomplete, lambda path: path.suffix == ".tex"))
"""PAPER.tex."""


def words(valid: Iterable[str] | Callable[[], Iterable[str]]) -> Completer:
    """Completes one of these words, or of those that a function gives when a shell asks."""
    return _completer(lambda _: _listed(valid))


def words_and_commas(valid: Iterable[str] | Callable[[], Iterable[str]]) -> Completer:
    """Completes the last of several of these words, with commas between them."""

    def last(incomplete: str) -> Iterator[str]:
        before, comma, _ = incomplete.rpartition(",")
        given = before.split(",") if comma else []
        return (f"{before}{comma}{word}" for word in _listed(valid) if word not in given)

    return _completer(last)


def words_of_files(valid: Iterable[str] | Callable[[], Iterable[str]]) -> Completer:
    """Completes one of these words with the sign = behind which a file stands."""
    return _completer(lambda _: (f"{word}=" for word in _listed(valid)))


def _listed(valid: Iterable[str] | Callable[[], Iterable[str]]) -> Iterable[str]:
    return valid() if callable(valid) else valid


TIE_RULES: Final = ("average", "leftmost", "rightmost")


def float_formats() -> tuple[str, ...]:
    """The floating point formats by name, imported when a shell asks."""
    from exactua.arithmetic.float_formats import BY_NAME

    return tuple(BY_NAME)


class _Bash(BashComplete):
    """Bash, for which a colon ends a word: it gives the line as it is, and takes what stands behind the last colon."""

    name: ClassVar[str] = "bash"
    source_template: ClassVar[str] = BashComplete.source_template.replace(
        'env COMP_WORDS="${COMP_WORDS[*]}"',
        'env COMP_LINE="${COMP_LINE:0:$COMP_POINT}" COMP_WORDBREAKS="$COMP_WORDBREAKS" COMP_WORDS="${COMP_WORDS[*]}"',
    ).replace("    return 0\n", "    [[ ${COMPREPLY[*]} == *[/:] ]] && compopt -o nospace\n    return 0\n")

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words that are complete, and the one that is not; words as a shell splits them."""
        line = os.environ.get("COMP_LINE")
        if line is None:  # completion that an older version switched on
            return super().get_completion_args()
        _, *given = split_arg_string(line) or [""]
        return (given, "") if line[-1:].isspace() or not given else (given[:-1], given[-1])

    def format_completion(self, item: CompletionItem) -> str:
        """The kind and the value; without what stands before its last colon where that is a word of its own."""
        if ":" in os.environ.get("COMP_WORDBREAKS", ""):
            written = self.get_completion_args()[1]
            before = written.rpartition(":")[0]
            if before and item.value.startswith(f"{before}:"):
                return f"{item.type},{item.value[len(before) + 1 :]}"
        return super().format_completion(item)


class _Zsh(ZshComplete):
    """Zsh, which writes no space behind a folder, nor behind `my_lemma.py::`, as more is to follow."""

    name: ClassVar[str] = "zsh"
    source_template: ClassVar[str] = ZshComplete.source_template.replace(
        "        compadd -U -V unsorted -a completions\n",
        """\
        local -a whole partial
        whole=("${(@)completions:#*[\\/:]}")
        partial=("${(@M)completions:#*[\\/:]}")
        (( $#whole )) && compadd -U -V unsorted -a whole
        (( $#partial )) && compadd -U -S '' -V unsorted -a partial
""",
    )


def for_shells() -> None:
    """Has click complete in Bash what has a colon, and in Bash and Zsh what is only the beginning of a word."""
    add_completion_class(_Bash)
    add_completion_class(_Zsh)
