"""What exactua raises: one base class, and a subclass for each kind of thing that can be wrong."""

from __future__ import annotations

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
