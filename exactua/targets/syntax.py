"""Python's parser as a reader of expressions: trees, the text they come from, and what is said of what is refused."""

from __future__ import annotations

import ast
import re
import warnings
from typing import Final

from exactua.errors import InputError
from exactua.targets.target import one_line

LONGEST_TEXT: Final = 50_000
DEEPEST: Final = 60
MOST_NODES: Final = 100_000

INEXACT: Final = re.compile(
    "a?(sin|cos|tan)h?|cot|sec|csc|atan2|exp|log|ln|sqrt|cbrt|root|erf|gamma|sigmoid|softmax|gelu|pi|E|I|e|oo|zoo|nan|inf"
)
"""Functions and numbers that are not rational, or not numbers at all."""


def parsed(text: str, argument: str = "f") -> ast.expr:
    """The tree of an expression. Raises InputError, naming `argument`, where Python's parser can't read it."""
    text = " ".join(text.split())
    if len(text) > LONGEST_TEXT:
        raise InputError(f"{argument}: the expression has {len(text):,} characters; at most {LONGEST_TEXT:,} are read")
    if not text:
        raise InputError(f"{argument}: an expression is missing; write one such as {_example(argument)}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text, mode="eval").body
    except (RecursionError, MemoryError):
        raise InputError(f"{argument}: {one_line(text)} is nested too deeply, or too long a sum") from None
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise InputError(
            f"{argument}: {one_line(text)} is not an expression ({reason}); write one such as {_example(argument)}"
        ) from None


def _example(argument: str) -> str:
    return "4*t" if argument == "modulus" else "x1*(1 - x1)"


def source_of(node: ast.AST, text: str) -> str:
    """The part of the text, in one line, that a node was read from."""
    return ast.get_source_segment(text, node) or text


class Words:
    """What is said of a tree that can't be read, and how many nodes have been read."""

    def __init__(self, text: str, argument: str) -> None:
        self.text, self.argument = " ".join(text.split()), argument
        self._nodes = 0

    def count(self, depth: int = 0) -> None:
        """One more node. Raises InputError where there are too many, or one is too deep."""
        self._nodes += 1
        if depth > DEEPEST:
            raise InputError(f"{self.argument}: {one_line(self.text)} is nested more than {DEEPEST} deep")
        if self._nodes > MOST_NODES:
            raise InputError(f"{self.argument}: {one_line(self.text)} has more than {MOST_NODES:,} operations")

    def refused(self, node: ast.AST, why: str) -> InputError:
        """The error for a node that is no part of an expression."""
        return InputError(f"{self.argument}: {self.source(node)} is not valid: {why}")

    def source(self, node: ast.AST) -> str:
        """What the user wrote for a node."""
        return one_line(source_of(node, self.text))

    def inexact(self, name: str) -> InputError:
        """The error for what is not rational at rational points."""
        return InputError(
            f"{self.argument}: {one_line(name)} has no exact values at rational points; give a polynomial, a quotient "
            "of polynomials, Max, Min, Abs, Piecewise, or a Python function with --modulus"
        )
