"""The properties that can be asked about, and what each of them takes."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from exactua.commands.ask import definition_2, definition_e1
from exactua.commands.ask.injective import injective
from exactua.commands.ask.maps import bounded, equals, equivariant
from exactua.commands.ask.question import DEFINITIONS, Options, Prepared, Question
from exactua.commands.ask.separated import separated
from exactua.errors import InputError


@dataclass(frozen=True)
class Property:
    """A property: what it says, what it takes, and how it becomes a problem."""

    name: str
    says: str
    takes: tuple[str, ...]
    """Names of `Options`."""
    prepare: Callable[[Question], Prepared]
    variant: str = ""
    """Which of several definitions it is."""

    @property
    def shown(self) -> str:
        """The name, with the definition where there are several."""
        return f"{self.name} --definition {self.variant}" if self.variant else self.name


E1: Final = Property(
    "contextual-mapping",
    "all entries of q(L), q(L') are distinct for L != L', q = u^T g",
    ("definition", "ids", "up_to_permutation", "different_columns", "separation"),
    definition_e1.contextual_mapping,
    "yun2020",
)
DEFINITION_2: Final = Property(
    "contextual-mapping",
    "||g(X)_k|| < r; ||g(X)_k - g(X')_l|| > delta for V(X) != V(X') or X_k != X'_l",
    ("definition", "radius", "separation"),
    definition_2.contextual_mapping,
    "kajitsuka2024",
)
PROPERTIES: Final = (
    E1,
    DEFINITION_2,
    Property("injective", "g(X) != g(X') for X != X'", ("separation",), injective),
    Property("equivariant", "g(X P) = g(X) P for every permutation P of the columns", (), equivariant),
    Property("bounded", "every entry of g(X) is in a box: --box, or the smallest one", ("box",), bounded),
    Property("equals", "g(X) = Y for the points X and values Y of --table", ("table",), equals),
    Property(
        "separated",
        "r_min < ||X_k|| < r_max, and ||X_k - X'_l|| > delta for X_k != X'_l: about the points alone",
        ("least_norm", "radius", "separation"),
        separated,
    ),
)

OPTIONS: Final = {
    "definition": "definition",
    "ids": "ids",
    "up_to_permutation": "up-to-permutation",
    "different_columns": "different-columns",
    "radius": "r",
    "least_norm": "r-min",
    "separation": "separation",
    "box": "box",
    "table": "table",
}
"""What each of `Options` is called on the command line."""


def chosen(names: Iterable[str], options: Options) -> list[Property]:
    """The properties of these names, each once. Raises InputError for another name, an option that none takes."""
    definition = options.definition or DEFINITIONS[0]
    if definition not in DEFINITIONS:
        raise InputError(f"definition: {definition!r} is not valid; choose one of {', '.join(DEFINITIONS)}")
    passed = DEFINITION_2 if definition == "yun2020" else E1
    known = {prop.name: prop for prop in PROPERTIES if prop is not passed}
    properties = []
    for name in dict.fromkeys(map(str, names)):
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(known)}"
            raise InputError(f"property: {name!r} is not known; {hint}")
        properties.append(known[name])
    for option in options.given():
        if not any(option in prop.takes for prop in properties):
            name, takers = OPTIONS[option], ", ".join(prop.shown for prop in PROPERTIES if option in prop.takes)
            raise InputError(
                f"{name}: {' and '.join(prop.shown for prop in properties)} take{'s' if len(properties) == 1 else ''} "
                f"no --{name}; it is for {takers}"
            )
    return properties
