"""Python files that people write for exactua: run once, and where they are wrong, the line of theirs that is.

A file is a module under a private name. Its folder is on sys.path only while it runs, so that it imports what lies
beside it, and what it imports from there is forgotten afterwards: another folder may have a helper of the same name.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Final

from exactua.errors import InputError
from exactua.file_access import read_bytes

SEPARATOR: Final = "::"
"""Between a file and a name in it: my_lemma.py::lemma."""

LARGEST_FILE: Final = 4 * 2**20
LONGEST_TOLD: Final = 300
_NOTE: Final = "while exactua reads "
_OURS: Final = Path(__file__).resolve().parent
_NO_NAME: Final = re.compile("cannot import name '(.*?)' from '(.*?)'")
_FOREIGN: Final = ("site-packages", "dist-packages")

PROMPT: Final = Path("notebook")
"""Stands for the file of what is written at Python's prompt, in a cell of a notebook, or behind `python -c`."""

_running: list[Path] = []
_known: dict[Path, tuple[tuple[int, int], ModuleType]] = {}


@dataclass(frozen=True)
class Place:
    """A line of a file that somebody wrote, whose path is absolute; or of a cell of a notebook, at `PROMPT`."""

    file: Path
    line: int

    def __str__(self) -> str:
        return f"{shown(self.file)}:{self.line}"


class FileFails(InputError):
    """A file can't be run: the text is one sentence that begins with the line; `error` is what was raised there."""

    def __init__(self, text: str, error: BaseException | None = None) -> None:
        super().__init__(text)
        self.error = error

    def __reduce__(self) -> tuple[Any, ...]:
        return FileFails, (str(self),)


def shown(path: Path) -> str:
    """The path as a command takes it: relative where it leads down from the current folder, else absolute."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def shown_label(address: str) -> str:
    """PATH.py::name or PATH.py as a command line takes it: the path as `shown`, in quotes where a shell needs them."""
    path, separator, name = address.rpartition(SEPARATOR)
    if not separator and address.endswith(".py"):
        return shlex.quote(shown(Path(address)))
    return shlex.quote(f"{shown(Path(path))}{separator}{name}") if separator else address


def module_of(path: Path, argument: str) -> ModuleType:
    """The module that the file is, run once in this process as long as it stays the same.

    Raises InputError, naming `argument`, where there is no such file; FileFails where it can't be run.
    """
    source = read_bytes(path, argument, LARGEST_FILE)
    file = path.resolve()
    status = file.stat()
    version = (status.st_mtime_ns, status.st_size)
    if file in _known and _known[file][0] == version:
        return _known[file][1]
    if file in _running:
        raise InputError(
            f"{argument}: {shown(file)} asks for itself while it is read; put what it runs under "
            'if __name__ == "__main__":'
        )
    module = _run(file, source)
    _known[file] = version, module
    return module


def _run(file: Path, source: bytes) -> ModuleType:
    module = ModuleType(f"_exactua_file_{hashlib.sha256(str(file).encode()).hexdigest()[:16]}")
    module.__file__ = str(file)
    folder, before, displaced = str(file.parent), set(sys.modules), sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    sys.path.insert(0, folder)
    _running.append(file)
    try:
        # What a file prints is no part of an answer.
        with redirect_stdout(sys.stderr), located(file.parent, Place(file, 1)):
            exec(compile(source, str(file), "exec"), module.__dict__)
    except BaseException:
        sys.modules.pop(module.__name__)
        if displaced is not None:
            sys.modules[module.__name__] = displaced
        raise
    finally:
        _running.remove(file)
        if folder in sys.path:
            sys.path.remove(folder)
        for name in set(sys.modules) - before - {module.__name__}:
            if _is_of(getattr(sys.modules[name], "__file__", None), file.parent):
                sys.modules.pop(name)
    return module


@contextmanager
def located(folder: Path, at: Place | None = None, about: str = "") -> Iterator[None]:
    """What is raised inside, Ctrl-C apart, becomes FileFails, at the last line that ran of a file in `folder`.

    `at` is the place where no such line ran, `about` what is spoken of ("step gap") where the error doesn't say.
    """
    try:
        yield
    except (KeyboardInterrupt, FileFails):
        raise
    except BaseException as error:
        place = _place(error, folder) or at
        words = [str(place) if place else "", subject(error) or about, _said(error)]
        raise FileFails(": ".join(word for word in words if word), error) from None


@contextmanager
def located_here(file: Path, what: str, at: Place | None) -> Iterator[None]:
    """What exactua refuses inside becomes FileFails, at the last line that ran of the cell or file, or else `at`.

    Only at the prompt, and in the file that Python was begun with. It is still of the class that was raised, TypeError
    or ValueError, too. What Python raises in a line of one's own stays as it is: the prompt shows that line. `what` is
    what is read there, if anything.
    """
    if file != PROMPT and not _is_main(file):
        yield
        return
    try:
        yield
    except FileFails:
        raise
    except Exception as error:
        if not _raised_here(error.__traceback__):
            raise
        place = _place(error, file.parent) or at
        words = [str(place) if place else "", what, _said(error)]
        failure = _failing_as(type(error))(": ".join(word for word in words if word), error)
        for note in getattr(error, "__notes__", ()):
            failure.add_note(note)
        raise failure from None


def _is_main(file: Path) -> bool:
    """Whether Python was begun with this file."""
    begun = getattr(sys.modules.get("__main__"), "__file__", None)
    return begun is not None and Path(begun).resolve() == file


def _failing_as(kind: type[Exception]) -> type[FileFails]:
    """FileFails that `except` takes for an exception of this kind, too."""
    return FileFails if issubclass(kind, FileFails) else type("FileFails", (FileFails, kind), {})


@contextmanager
def about(what: str) -> Iterator[None]:
    """Notes on every exception that passes what was being read, such as "step gap"."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{_NOTE}{what}")
        raise


def subject(error: BaseException) -> str:
    """What was being read when the error was raised, "" where nothing was noted."""
    notes = [note for note in getattr(error, "__notes__", ()) if note.startswith(_NOTE)]
    return notes[0].removeprefix(_NOTE) if notes else ""


def place_of(function: Callable[..., Any]) -> Place | None:
    """Where a function was written; None for one of exactua's own, and for what is no Python function."""
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    if _at_prompt(code.co_filename, function.__globals__):
        return Place(PROMPT, code.co_firstlineno)
    file = Path(code.co_filename).resolve()
    return None if _is_ours(file) else Place(file, code.co_firstlineno)


def place_of_caller(depth: int) -> Place:
    """The line that is running `depth` calls above the function that asks."""
    frame = sys._getframe(depth + 1)
    at_prompt = _at_prompt(frame.f_code.co_filename, frame.f_globals)
    return Place(PROMPT if at_prompt else Path(frame.f_code.co_filename).resolve(), frame.f_lineno)


def _at_prompt(filename: str, names: Mapping[str, Any]) -> bool:
    """Whether code of this file name, with these global names, was written into no file.

    Python calls it <stdin>; IPython gives a cell the name of a file that need not be there, and no __file__.
    """
    if filename.startswith("<"):
        return True
    return names.get("__name__") == "__main__" and ("__file__" not in names or not Path(filename).is_file())


def told(error: BaseException) -> str:
    """An exception in one line: its type, and what it says."""
    try:
        message = " ".join(str(error).split())
    except Exception:
        message = ""
    if match := _NO_NAME.match(message):
        message = match[0]  # without the path of the module
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _said(error: BaseException) -> str:
    """What is wrong: exactua's own words where exactua refused something, else Python's."""
    if isinstance(error, SystemExit):
        return "sys.exit is called; a file that exactua reads has to run to its end"
    if isinstance(error, SyntaxError):
        line = (error.text or "").strip()
        return f"SyntaxError: {error.msg}" + (f": {line}" if line else "")
    words = _refused_call(error) or told(error) + _near(error)
    if _raised_here(error.__traceback__):
        words = " ".join(str(error).split()) or words
    return words if len(words) <= LONGEST_TOLD else f"{words[: LONGEST_TOLD - 3]}..."


OTHER_NAMES: Final = {
    **dict.fromkeys(("iff", "equivalent"), "p == q"),
    "xor": "p != q",
    **dict.fromkeys(("exactly", "count", "count_of", "number_of"), "how_many(at.columns, lambda j: ...) == k"),
    **dict.fromkeys(("forall", "for_all", "all_of"), "every(at.columns, lambda j: ...)"),
    **dict.fromkeys(("exists", "any_of", "there_is"), "some(at.columns, lambda j: ...)"),
    **dict.fromkeys(("maximum", "max_of", "largest"), "greatest(at.columns, lambda j: ...), or when(a >= b, a, b)"),
    **dict.fromkeys(("minimum", "min_of", "smallest"), "least(at.columns, lambda j: ...), or when(a <= b, a, b)"),
    **dict.fromkeys(("sum_of", "summation"), "total(at.columns, lambda j: ...)"),
    **dict.fromkeys(("cond", "ite", "if_else", "where"), "when(p, a, b)"),
    **dict.fromkeys(("distinct", "all_different"), "pairwise_distinct(row(at.columns, lambda j: ...))"),
    **dict.fromkeys(("between", "in_interval"), "inside(x, lo, hi)"),
    **dict.fromkeys(("absolute", "abs_"), "when(x >= 0, x, -x)"),
    "ceil": "-floor(-x)",
    "prod": "product(at.columns, lambda j: ...)",
}
"""What stands in steps for what others call by these names."""


def _refused_call(error: BaseException) -> str:
    """What to write where Python refuses a call of what exactua gives, or an attribute of it; "" elsewhere."""
    from exactua.python_calls import said_of_attribute, said_of_call

    if isinstance(error, AttributeError):
        return said_of_attribute(error.obj, error.name) if error.name else ""
    if not isinstance(error, TypeError) or error.__traceback__ is None:
        return ""
    called = str(error).partition("(")[0]
    if called == "product":
        return ""  # Python's own may be meant
    frame = _last(error.__traceback__).tb_frame
    meant = frame.f_locals.get(called, frame.f_globals.get(called))
    own = meant is not None and not str(getattr(meant, "__module__", "")).startswith("exactua.")
    return "" if own else said_of_call(str(error))


def _last(traceback: TracebackType) -> TracebackType:
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback


def _near(error: BaseException) -> str:
    """What a name that there is not may have been meant to be."""
    missing, known = "", []
    if isinstance(error, TypeError) and str(error).startswith("product() "):
        return "; it is that of exactua.authoring, of numbers over a range: write itertools.product for Python's"
    if isinstance(error, NameError) and error.name and error.__traceback__ is not None:
        frame = _last(error.__traceback__).tb_frame
        missing, known = error.name, [*frame.f_locals, *frame.f_globals]
    elif isinstance(error, ImportError) and (match := _NO_NAME.match(str(error))) and match[2] in sys.modules:
        missing, known = match[1], dir(sys.modules[match[2]])
    if missing in OTHER_NAMES:
        return f"; write {OTHER_NAMES[missing]}"
    near = difflib.get_close_matches(missing, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _raised_here(traceback: TracebackType | None) -> bool:
    """Whether exactua raised it on purpose: the last line that ran is one of exactua's, and it is a `raise`."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback is not None and _is_ours(Path(traceback.tb_frame.f_code.co_filename).resolve())


def _place(error: BaseException, folder: Path) -> Place | None:
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        file = Path(error.filename).resolve()
        if _is_of(str(file), folder):
            return Place(file, error.lineno)
    place, traceback = None, error.__traceback__
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        if _at_prompt(name, traceback.tb_frame.f_globals):
            place = Place(PROMPT, traceback.tb_lineno) if folder == PROMPT.parent else place
        elif _is_of(name, folder):
            place = Place(Path(name).resolve(), traceback.tb_lineno)
        traceback = traceback.tb_next
    return place


def _is_of(name: str | None, folder: Path) -> bool:
    """Whether a file lies in the folder, and is none of exactua or of an installed package inside it."""
    if name is None:
        return False
    file = Path(name).resolve()
    if _is_ours(file) or not file.is_relative_to(folder):
        return False
    return not set(file.relative_to(folder).parts) & set(_FOREIGN)


def _is_ours(file: Path) -> bool:
    return file.is_relative_to(_OURS)


def is_own(label: str) -> bool:
    """Whether a label, or what stands where a paper may, names a file of the user's own."""
    return SEPARATOR in label or label.endswith(".py")
