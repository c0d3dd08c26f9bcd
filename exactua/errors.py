"""What exactua raises, and what it says where somebody asks by a name for something that has no such name."""

from __future__ import annotations

import difflib
import functools
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, ParamSpec, TypeVar

from exactua.visible_text import visible


class ExactuaError(Exception):
    """Base of every error that exactua raises on purpose; its text is one sentence for people.

    The text is one line whatever stands in it: what a file says enters here, and `visible` shows it.

    >>> print(ExactuaError("one\\nline"))
    one\\nline
    """

    def __init__(self, text: object = "", *others: object) -> None:
        super().__init__(visible(str(text)), *others)


class InputError(ExactuaError):
    """Something the user gave is wrong: the text names the argument, what was given and what is valid (exit code 2).

    >>> check("lemma8", d=0, n=2)
    Traceback (most recent call last):
    exactua.errors.InputError: d: 0 is not valid; give an integer >= 1 (embedding dimension, the number of rows)
    """

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows where no code catches it: the sentence, and no line of exactua's own."""
        return [f"{type(self).__name__}: {self}"]


class TooLarge(InputError):
    """The instance that was given is larger than any that is built."""


class Unanswered(ExactuaError):
    """There is no answer, as time or memory ran out or a process was ended from outside (exit code 3)."""


class EvaluatorsDisagree(ExactuaError):
    """Two evaluators gave different values at the same point: never a verdict (exit code 4).

    `check`, `build` and `ask` raise it: a defect of exactua, or of the machine.
    """


_OPTION: Final = re.compile(r"(?<![\w-])--([a-z][a-z-]*)(?: (?=[A-Z0-9]))?")

Given = ParamSpec("Given")
Returned = TypeVar("Returned")


def not_installed(where: str, package: str, extra: str, why: str = "") -> InputError:
    """The error where an optional package is missing: "plot: matplotlib is not installed; run: pip install ...".

    `where` is an argument or a command, `extra` the extra that brings the package, `why` what needs it.
    """
    reason = f", and {why}" if why else ""
    return InputError(f"{where}: {package} is not installed{reason}; run: pip install 'exactua[{extra}]'")


def in_arguments(text: str, names: Mapping[str, str]) -> str:
    """A sentence with arguments of a function in place of options of a command: "raise budget", "give points=FILE".

    `names` are the arguments by the names of the options, also where one begins the sentence; others stay.
    """

    def written(option: re.Match[str]) -> str:
        name = names.get(option[1])
        return option[0] if name is None else f"{name}=" if option[0].endswith(" ") else name

    first, colon, rest = text.partition(": ")
    return _OPTION.sub(written, f"{names.get(first, first)}{colon}{rest}")


def _in_command() -> bool:
    """Whether a command is running, whose options were written."""
    click = sys.modules.get("click")
    return click is not None and click.get_current_context(silent=True) is not None


def told_in_arguments(**others: str) -> Callable[[Callable[Given, Returned]], Callable[Given, Returned]]:
    """Lets a function of the package name its own arguments where what is wrong names options, and no command runs.

    An argument is that of the option of its name; `others` are those of other names, such as sample="points".
    """

    def decorate(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
        code: Any = function.__code__
        arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        names = {name.replace("_", "-"): name for name in (*arguments, *others.values())}
        names |= {option.replace("_", "-"): name for option, name in others.items()}

        @functools.wraps(function)
        def call(*given: Given.args, **named: Given.kwargs) -> Returned:
            try:
                return function(*given, **named)
            except ExactuaError as error:
                if _in_command():
                    raise
                error.args = (in_arguments(str(error), names), *error.args[1:])
                raise
            except TypeError:
                why = _refused_call(function, given, named)
                if why is None:
                    raise
            raise InputError(why)

        return call

    return decorate


def _refused_call(function: Callable[..., Any], given: Sequence[Any], named: Mapping[str, Any]) -> str | None:
    """Why a function does not take these arguments at all; None where it does."""
    import inspect  # of no use elsewhere

    signature = inspect.signature(function)
    try:
        signature.bind(*given, **named)
    except TypeError as error:
        known = [*signature.parameters]
        unknown = next((name for name in named if name not in known), None)
        if unknown is not None:
            return no_argument(unknown, known, function.__name__)
        ways = {name: parameter.kind for name, parameter in signature.parameters.items()}
        in_order = [name for name, kind in ways.items() if kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
        return f"{function.__name__}: {error}; it takes {', '.join(in_order)} by position, and all others by name"
    return None


def no_argument(name: str, known: Sequence[str], taker: str) -> str:
    """What is said of an argument that there is not: the one that it nearly is, or those there are."""
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else f"{taker} takes {', '.join(known)}"
    return f"no argument {name!r}; {hint}"


Value = TypeVar("Value")

MOST: Final = 12
NEAREST: Final = 3
"""How many names are shown of more than MOST."""
LONGEST: Final = 60
"""Characters that are shown of what was given."""


def no_such(what: str, given: object, known: Collection[str], where: str) -> str:
    """ "step: yun2020:lemma8 has no 'propertie3'; it has property3, ... and 4 more", the nearest names first."""
    names = [*known]
    near = difflib.get_close_matches(given, names, 3) if isinstance(given, str) else []
    first = [*near, *(name for name in names if name not in near)][:MOST]
    more = f" and {len(names) - len(first)} more" if len(names) > len(first) else ""
    text = repr(given)
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    return f"{what}: {where} has no {shown}; it has {', '.join(first) or 'none'}{more}"


def names_near(given: str, known: Collection[str]) -> str:
    """The names there are, in their order; where they are many, those nearest to the given one and how many more."""
    names = [*known]
    if len(names) <= MOST:
        return ", ".join(names)
    near = difflib.get_close_matches(given, names, NEAREST)
    shown = near or names[:NEAREST]
    return f"{', '.join(shown)} and {len(names) - len(shown)} more"


class ByName(dict[str, Value]):
    """A mapping whose KeyError names what was asked for, what was given and which names there are."""

    def __init__(self, what: str, where: str, items: Mapping[str, Value]) -> None:
        super().__init__(items)
        self._what, self._where = what, where

    def __missing__(self, name: object) -> Value:
        raise KeyError(no_such(self._what, name, self, self._where))

    def __reduce__(self) -> tuple[type[ByName[Value]], tuple[str, str, dict[str, Value]]]:
        return ByName, (self._what, self._where, dict(self))
