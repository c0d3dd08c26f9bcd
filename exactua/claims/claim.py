"""A claim: one labelled statement of one paper, written as steps over symbolic operands."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import InitVar, dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, get_args

from exactua.arithmetic.messages import brief
from exactua.arithmetic.number_reading import Written, integer
from exactua.claims.fixed_sizes import SIZES, only_size
from exactua.claims.folds import OwnFold
from exactua.claims.given import Operands as Operands
from exactua.claims.given import (
    Values,
    asserted,
    domains_of,
    known_options,
    label_of,
    labels_of,
    listed,
    object_of,
    parameters_in,
    require_function,
    require_no_point,
    require_said_or_line,
    require_text,
    require_words,
    returned,
    traced_as,
    whose,
)
from exactua.claims.problem import NOTED, Flaw, Problem, Step
from exactua.claims.relaxation import Kind, Relaxation, different_columns
from exactua.claims.told import Preface, Told
from exactua.claims.verdicts import Part, Reading, StepKind, judged_parts, objects_of, places
from exactua.errors import InputError, TooLarge, names_near
from exactua.grids.categories import DomainSpec, terms_of
from exactua.networks import Network
from exactua.python_files import PROMPT, FileFails, Place, about, located, located_here, place_of, place_of_caller
from exactua.reprs import RichRepr
from exactua.terms.evaluation import Evaluator, Nothing
from exactua.terms.language import Term, TermError, parameters_of
from exactua.terms.tracing import (
    MatrixOperand,
    Number,
    Row,
    Traced,
    Truth,
    number,
)
from exactua.terms.units import Degrees, counts_ids, degrees

if TYPE_CHECKING:
    from exactua.claims.as_sympy import SympyClaim
    from exactua.claims.chapters import Chapter
    from exactua.claims.own_data import OwnData
    from exactua.grids.words import Words


@dataclass(frozen=True)
class Dependency:
    """One thing that a proof uses: a claim by its label, or a fact that no claim here states."""

    on: str
    """The label as the claim writes it ("lemma8", "yun2020:lemma8"), or the fact in words where it is `assumed`."""
    where: str
    """Where the paper uses it, such as "App. E.1.4"."""
    assumed: bool = False
    """Whether it is taken from elsewhere and decided nowhere: a theorem of another paper, a fact of analysis."""

    def __post_init__(self) -> None:
        """Raises ValueError for empty words."""
        for name in ("on", "where"):
            given = getattr(self, name)
            if not isinstance(given, str) or not given.strip():
                raise ValueError(f'{name}: {given!r} says nothing; write rests_on("lemma8", where="App. E.1.4")')


LARGEST_WEIGHT_BITS: Final = 1_000_000
_WRITTEN: Final = {
    StepKind.STATEMENT: 'states("what is claimed", ...)',
    StepKind.PROOF_LINE: 'proof_line("what the proof says", ...)',
    StepKind.REPAIRED: 'repairs("step", "what it should say", reason="...")',
}

RANGES: Final = ("columns", "rows")
"""What every step takes from `at` besides the names that the claim gives."""

Builder = Callable[[Mapping[str, Any]], Network]
"""Builds a network from the parameter values of an instance."""


Made = TypeVar("Made")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a claim: its name, what it means, and its choices if it is not an integer.

    An integer one is at least `least`. Raises ValueError for what is no name and for another value on the ladder,
    TypeError for what is no list and for choices that are no words.

    >>> Parameter("k", "number of tokens", least=2, ladder=(2, 3)).default
    2
    >>> Parameter("k", "number of tokens", least=2, ladder=(1, 2))
    Traceback (most recent call last):
    ValueError: parameter k: ladder: 1 is not valid; give an integer >= 2
    """

    name: str
    meaning: str
    choices: tuple[str, ...] = ()
    least: int = 1
    ladder: tuple[int | str, ...] = ()
    """The values that the default ladder goes through; none: the default alone."""
    follows: tuple[str, tuple[int, ...]] | None = None
    """An earlier parameter, and the default that belongs to each of its values 1, 2, ...: the shape of a data set."""
    only: tuple[int, ...] = ()
    """Its only values, where not every integer is one; what takes several instances has them all if none is given."""

    def __post_init__(self) -> None:
        """Raises ValueError for no name and wrong values, TypeError for what is no list, or no words to choose from."""
        if not isinstance(self.name, str) or not self.name.isidentifier() or self.name in RANGES:
            raise ValueError(f"parameter {self.name!r}: this is not a name; write a name such as k")
        require_text(self.meaning, f"parameter {self.name}: meaning")
        if type(self.least) is not int:
            raise TypeError(
                f"parameter {self.name}: least: {brief(self.least)} is not an integer; write an integer such as 1"
            )
        if self.follows is not None and not (isinstance(self.follows, tuple) and len(self.follows) == 2):
            valid = 'write, for example, ("data", (3, 4))'
            raise TypeError(
                f"parameter {self.name}: follows: {brief(self.follows)} is not a parameter with values; {valid}"
            )
        for name in ("choices", "ladder", "only"):
            values = getattr(self, name)
            if not isinstance(values, (tuple, list)):
                raise TypeError(f"parameter {self.name}: {name}: {values!r} is not a list; write ({values!r},)")
            object.__setattr__(self, name, tuple(values))
        for choice in self.choices:
            if not isinstance(choice, str):
                raise TypeError(
                    f"parameter {self.name}: choices: {choice!r} is not a word; an integer parameter has no choices"
                )
        for name in ("ladder", "only"):
            for value in getattr(self, name):
                if value not in self.choices if self.choices else type(value) is not int or value < self.least:
                    valid = f"one of {', '.join(self.choices)}" if self.choices else f"an integer >= {self.least}"
                    raise ValueError(f"parameter {self.name}: {name}: {value!r} is not valid; give {valid}")
        if self.only and not self.ladder:
            object.__setattr__(self, "ladder", self.only)

    def following(self, values: Mapping[str, int | str]) -> int | str | None:
        """The default where earlier parameters have these values."""
        if self.follows is None:
            return self.default
        leader, defaults = self.follows
        number = values.get(leader)
        return defaults[number - 1] if isinstance(number, int) and 1 <= number <= len(defaults) else self.default

    @property
    def explained(self) -> str:
        """Its meaning, and behind it the values that it may have where these are not all integers: "ties (left)"."""
        values = (*self.choices, *self.only)
        return f"{self.meaning} ({', '.join(map(str, values))})" if values else self.meaning

    @property
    def default(self) -> int | str | None:
        """The first choice, or the first integer on the ladder; None without one, or with several `only`."""
        return None if len(self.only) > 1 else next(iter((*self.choices, *self.ladder)), None)


D_ROWS = Parameter("d", "embedding dimension, the number of rows")
N_COLUMNS = Parameter("n", "sequence length, the number of columns")
M_STEPS = Parameter("m", "number 1/delta of cubes along an edge of [0, 1]", least=2)
GRID_PARAMETERS = (D_ROWS, N_COLUMNS, M_STEPS)


OWN: Final = "our own"
"""How the source of a claim begins that no paper has."""


@dataclass(frozen=True)
class Hypothesis:
    """A condition on the parameters under which the claim is decided: the paper's, or what an encoding asks."""

    says: str
    term: Term


@dataclass(repr=False)
class Claim(RichRepr):
    """One labelled statement of one paper: text, source, parameters, hypotheses, networks, steps.

    `claim` makes one of a file of your own, `find` gives those there are. Each step is a relation over symbolic
    operands, traced when it is written. What is wrong there is a ValueError, a TypeError or an ExactuaError of one
    sentence; where a file is read, it is told with its line as an InputError.

    >>> lemma8, _ = find("lemma8")
    >>> lemma8.source
    'App. E.1.2; proof in App. E.3'
    >>> lemma8.step("t_l_below_t_r").says
    't_l < t_r'
    """

    _told_by: ClassVar[str] = "exactua.printing.notebook.claims"

    label: str
    title: str
    source: str
    text: str
    parameters: tuple[Parameter, ...] = GRID_PARAMETERS
    steps: list[Step] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    """Those of the statement, in its order (`part`); none where each of its steps is one."""
    readings: list[Reading] = field(default_factory=list)
    """How words of its text are read, where the paper leaves that open or says more (`reads`)."""
    hypotheses: list[Hypothesis] = field(default_factory=list)
    definitions: dict[str, Term] = field(default_factory=dict)
    operands: dict[str, Traced] = field(default_factory=dict)
    asked_in: dict[str, tuple[Words, ...]] = field(default_factory=dict)
    """By the name of an operand, the domains of words that it asks about tokens."""
    networks: dict[str, Builder] = field(default_factory=dict)
    families: dict[str, dict[str, str]] = field(default_factory=dict)
    """By its name, the networks of each family, each with what it is made of in words (`family`)."""
    work: Callable[[Mapping[str, Any]], int] | None = None
    """What the default ladder bounds by 20,000; None: the number of orbits of G+_delta, or of sequences."""
    relaxable: list[Relaxation] = field(default_factory=list)
    """The relaxations that the claim declares; others are found without that (see `relaxations`)."""
    spared: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    """By the name of a relaxation, steps that it says nothing about, and why."""
    dependencies: list[Dependency] = field(default_factory=list)
    """What its proof rests on, in the paper's order (`rests_on`, `assumes`)."""
    written: Place | None = None
    """Where somebody's own claim begins; None for the claims that come with exactua."""
    address: str = ""
    """The label that finds an own claim again, with the absolute path of its file: "/home/me/my_lemma.py::lemma"."""
    places: dict[str, Place] = field(default_factory=dict)
    """Where each "step gap", "definition D", "operand q", "network f" and "hypothesis n >= 2" was written."""
    point: str = ""
    """The letter by which the paper calls the points of the steps; "": X where they are real, else L (`lettering`)."""
    prefaces: list[Preface] = field(default_factory=list)
    """What a ledger and a letter say of it once, before its wrong lines (`preface`)."""
    told: Told = field(default_factory=Told)
    """What they tell with each counterexample (`tells`)."""
    symbols: dict[str, str] = field(default_factory=dict)
    """How operands and definitions are printed where a formula is read at a point, where not by their names."""
    takes: OwnData | None = field(default=None, repr=False, compare=False)
    """Of a claim about finite data: what it takes in place of them (`check --data`)."""
    _degrees: Degrees | None = field(default=None, init=False, repr=False, compare=False)
    _read_at: int = field(default=-1, init=False, repr=False, compare=False)
    chapters: InitVar[Sequence[Chapter]] = ()
    """What other modules write of it, in the paper's order; what its own module writes comes behind them."""

    def __post_init__(self, chapters: Sequence[Chapter]) -> None:
        """Raises TypeError for a parameter that is no `Parameter`, and what is wrong with a chapter."""
        for parameter in self.parameters:
            if not isinstance(parameter, Parameter):
                raise TypeError(
                    f'parameters: {parameter!r} is not a Parameter; write, for example, (Parameter("n", "columns"),)'
                )
        for chapter in chapters:
            chapter.write_to(self)

    @property
    def found_by(self) -> str:
        """The label that finds the claim in any process."""
        return self.address or self.label

    @property
    def is_made_here(self) -> bool:
        """Whether no label finds it in another process: it was made at the prompt, or by the script that runs."""
        return self.written is not None and not self.address

    @property
    def is_ours(self) -> bool:
        """Whether it is a claim of exactua on a paper, and none of its authors'."""
        return self.source.startswith(OWN)

    @property
    def _replaces(self) -> bool:
        """Whether what is written again takes the place of what was: a cell of a notebook may be run again."""
        return self.written is not None and self.written.file == PROMPT

    def at(self) -> Operands:
        """The symbolic operands that steps are written over."""
        return Operands(self)

    def requires(self, says: str) -> Callable[[Callable[[Operands], Truth]], Callable[[Operands], Truth]]:
        """A hypothesis on the parameters, in the paper's words. Raises TypeError where they are no text."""
        require_words(says, '@lemma.requires("n >= 2")')

        def register(function: Callable[[Operands], Truth]) -> Callable[[Operands], Truth]:
            with self._reading(f"hypothesis {says}", function):
                require_function(function, f'@lemma.requires("{says}") above def gap(at): ...')
                hypothesis = Hypothesis(says, traced_as(function(self.at()), (Truth,)).term)
                instead = "given= of a step restricts points, where= of words(...) restricts words"
                require_no_point(hypothesis.term, "a hypothesis", instead)
                self._put(self.hypotheses, hypothesis, lambda known: known.says == says)
            return function

        return register

    def define(self, function: Callable[[Operands], Number]) -> Callable[[Operands], Number]:
        """A number derived from the parameters, under the function's name.

        Raises TypeError where the function returns none, ValueError for a name that the claim has already.
        """
        require_function(function, "@lemma.define above def D(at): ...")
        with self._reading(f"definition {function.__name__}", function):
            self._require_free(function.__name__, "definition")
            term = traced_as(function(self.at()), (Number,)).term
            require_no_point(term, "a definition", "@lemma.operand makes a number of the point")
            self.definitions[function.__name__] = term
            self._read_at = -1
        return function

    def operand(self, function: Callable[[Operands], Any]) -> Callable[[Operands], Any]:
        """An operand of the steps, under the function's name: a row, a number, a matrix or a condition.

        Raises TypeError where the function returns none, ValueError for a name that the claim has already.
        """
        require_function(function, "@lemma.operand above def q(at): ...")
        with self._reading(f"operand {function.__name__}", function):
            self._require_free(function.__name__, "operand")
            with self._gathered() as asked:
                operand = traced_as(function(self.at()), (Row, Number, MatrixOperand, Truth))
            self.asked_in[function.__name__] = tuple(asked)
            self._note_older(function.__name__, operand.term)
            self.operands[function.__name__] = operand
        return function

    def shown_as(self, **symbols: str) -> None:
        """How operands and definitions of these names are printed where a formula is read at a point: swept="l~".

        Raises ValueError for a name that the claim has not.
        """
        for name in symbols:
            if name not in self.operands and name not in self.definitions:
                raise ValueError(f"{self.label} has no operand or definition {name!r} to show by a symbol")
        self.symbols |= symbols

    def _shown_names(self) -> dict[Term, str]:
        """The names of operands in formulas, and the symbols of definitions that have one."""
        names = {operand.term: self.symbols.get(name, name) for name, operand in self.operands.items()}
        return names | {
            getattr(self.at(), name).term: self.symbols[name] for name in self.definitions if name in self.symbols
        }

    def network(self, name: str) -> Callable[[Builder], Builder]:
        """A network of the claim; `at.<name>` applies it. Raises TypeError for what is no name."""
        require_words(name, '@lemma.network("f")')

        def register(builder: Builder) -> Builder:
            with self._reading(f"network {name}", builder):
                self._require_free(name, "network")
                require_function(builder, "def g(values): ...")
                self.networks[name] = self._guarded(f"network {name}", builder)
            return builder

        return register

    def family(self, name: str, members: Iterable[Any]) -> Callable[[Callable[..., Network]], Callable[..., Network]]:
        """Networks of the claim, one for each of `members`, such as all weights in {-1, 0, 1}.

        The function makes one of the parameter values and a member. `at.<name>` is all of them, in this order, for
        `for_all_of` and `for_some_of`; the k-th, from 1, is the network <name>_k. Raises TypeError for what is no name,
        ValueError for no member.
        """
        require_words(name, '@lemma.family("f", weights)')

        def register(builder: Callable[..., Network]) -> Callable[..., Network]:
            with self._reading(f"family {name}", builder):
                self._require_free(name, "family")
                if self._replaces:
                    for numbered in self.families.pop(name, {}):
                        del self.networks[numbered]
                require_function(builder, "def f(values, member): ...", 2)
                if not isinstance(members, Iterable):
                    raise TypeError(f"members: {brief(members)} is not a list; write a list such as [(0, 1), (1, 0)]")
                named = {f"{name}_{k}": member for k, member in enumerate(members, 1)}
                if not named:
                    raise ValueError(f"the family {name} has no member; give at least one")
                for numbered, member in named.items():
                    self._require_free(numbered, "network")
                    self.networks[numbered] = self._guarded(f"network {numbered}", _of_member(builder, member))
                    self._note_place(f"network {numbered}", builder)
                self.families[name] = {numbered: brief(member) for numbered, member in named.items()}
            return builder

        return register

    @property
    def networks_in_short(self) -> tuple[str, ...]:
        """The names of its networks; of a family the first and the last: "head_1, ..., head_243"."""
        ends = {names[0]: names[-1] for names in map(list, self.families.values())}
        inner = {name for family in self.families.values() for name in family} - set(ends)
        alone = {first for first, last in ends.items() if first == last}
        return tuple(
            f"{name}, ..., {ends[name]}" if name in ends and name not in alone else name
            for name in self.networks
            if name not in inner
        )

    def _put(self, known: list[Made], new: Made, is_same: Callable[[Made], bool]) -> None:
        """Adds what is written to those that are known, at the prompt in place of the same one."""
        place = next((k for k, older in enumerate(known) if is_same(older)), None) if self._replaces else None
        if place is None:
            known.append(new)
        else:
            known[place] = new

    def _note_older(self, name: str, term: Term) -> None:
        """Warns, where an operand is written anew, of the steps that have it as it was."""
        older = self.operands.get(name)
        if older is None or older.term == term:
            return
        steps = [step.name for step in self.steps if any(older.term in each.walk() for each in step.all_terms)]
        if steps:
            warnings.warn(
                f"{self.label}: {name} is another operand now, and {', '.join(steps)} still "
                f"{'has' if len(steps) == 1 else 'have'} the older one; run the cells of these steps again",
                stacklevel=5,
            )

    def _require_free(self, name: str, kind: str) -> None:
        """Of an own claim, raises ValueError for a name that steps could not write, or that means something already.

        At the prompt a name may be given to another one of its `kind`.
        """
        if self.written is None:
            return
        if not name.isidentifier():
            raise ValueError(f"{name!r} is not a name; write a name such as f")
        taken = {**dict.fromkeys(RANGES, "range"), **{parameter.name: "parameter" for parameter in self.parameters}}
        taken |= dict.fromkeys(self.families, "family")
        for known, names in (("definition", self.definitions), ("operand", self.operands), ("network", self.networks)):
            taken |= dict.fromkeys(names, known)
        if name in taken and not (self._replaces and taken[name] == kind):
            raise ValueError(f"{self.label} has the {taken[name]} {name} already; give another name")

    def _guarded(self, what: str, builder: Builder) -> Builder:
        """The builder of `what`; of an own claim, one whose network is checked and has the stage "output"."""
        guarded = self.guarded(what, builder, Network)

        def build(values: Mapping[str, Any]) -> Network:
            network = guarded(values)
            if self.written is None:
                return network
            with located(self.written.file.parent, self.places.get(what), f"{what} at {listed(values)}"):
                if network.d != values.get("d", network.d):
                    raise ValueError(f"the network maps {network.d} x n to {network.d} x n, but d = {values['d']} here")
                return Network(network.d, network.items, {"output": len(network.items), **network.stages})

        return build

    def guarded(self, what: str, function: Callable[..., Made], kind: type[Made]) -> Callable[..., Made]:
        """A function of parameter values that makes `what`; of an own claim, with its errors told with their line.

        They are FileFails, also where what is made is not of this kind.
        """
        self._note_place(what, function)

        def call(values: Mapping[str, Any], *more: Any) -> Made:
            if self.written is None:
                return function(values, *more)
            with located(self.written.file.parent, self.places.get(what), f"{what} at {listed(values)}"):
                output = function(Values(values), *more)
                if not isinstance(output, kind):
                    raise TypeError(returned(output, kind.__name__))
                return output

        return call

    def _note_place(self, what: str, function: Callable[..., Any]) -> None:
        if (place := place_of(function)) is not None:
            self.places[what] = place

    @contextmanager
    def _reading(self, what: str, function: Callable[..., Any]) -> Iterator[None]:
        """Notes where something was written, and on errors what is read.

        At the prompt, and in the file that Python was begun with, they tell it with the line.
        """
        self._note_place(what, function)
        with self._located(what, self.places.get(what)), about(what):
            yield

    def _located(self, what: str, at: Place | None) -> AbstractContextManager[None]:
        return nullcontext() if self.written is None else located_here(self.written.file, what, at)

    def states(self, says: str, **options: Any) -> Callable[[Callable[[Operands], Any]], Callable[[Operands], Any]]:
        """A statement step: what the paper claims. Options: over, given, fold, bound, relation,
        flaw, survives, same_as, meets, of, said (see `Step`).

        Raises TypeError for another option, and where the function returns no condition (of a fold, no number and no
        row); ValueError for a step of the same name, a point without a domain, and options that do not go together.
        """
        return self._step(StepKind.STATEMENT, says, **known_options(options))

    def proof_line(self, says: str, **options: Any) -> Callable[[Callable[[Operands], Any]], Callable[[Operands], Any]]:
        """A step that the proof asserts on the way, in the paper's words. Raises as `states` does."""
        return self._step(StepKind.PROOF_LINE, says, **known_options(options))

    def repairs(
        self, step: str, says: str, *, reason: str, **options: Any
    ) -> Callable[[Callable[[Operands], Any]], Callable[[Operands], Any]]:
        """The repaired reading of `step`, which stays as written; the reason says what was wrong.

        Raises ValueError where the claim has no such step, and what `states` raises.
        """
        require_text(step, "step")
        if step not in {known.name for known in self.steps}:
            raise ValueError(f"{self.label} has no step {step} to repair")
        return self._step(StepKind.REPAIRED, says, name=f"{step}@repaired", reason=reason, **known_options(options))

    def part(
        self,
        words: str,
        *steps: str,
        undecided: str = "",
        theorem: str | Sequence[str] = (),
        rational: bool = False,
    ) -> None:
        """A part of the statement in the words of its text, in its order: the steps that decide it, or why none does.

        A `theorem` of proofs/rocq, or several together, says all of it for all parameters, with the same quantifiers,
        and decides it in `prove`; `rational` where it speaks of rational numbers alone, and the statement of real ones.
        Raises ValueError for words that do not stand in the text after the previous part,
        and for a step that is no statement step of the claim or decides another part.
        """
        require_text(words, "words")
        theorems = (theorem,) if isinstance(theorem, str) else tuple(theorem)
        part = replace(Part(words, steps, undecided), theorems=theorems, rational=rational)
        again = self._replaces and any(piece.words == words for piece in self.parts)
        if not again and places(self.text, [piece.words for piece in (*self.parts, part)]) is None:
            raise ValueError(f"{self.label}: its text has no {words!r} after the previous part")
        taken = {step for piece in self.parts for step in piece.steps if not (again and piece.words == words)}
        for step in steps:
            if self.step(step).kind is not StepKind.STATEMENT or step in taken:
                raise ValueError(f"{self.label}.{step}: a part takes only statement steps that belong to no other part")
        self._put(self.parts, part, lambda piece: piece.words == words)

    def reads(self, words: str, how: str) -> None:
        """How the steps read words of the claim's text: reads("all k_i's are encoded", "as a set").

        It is said wherever the claim is cited. Raises ValueError for words that do not stand in the text, and for how
        in no words.
        """
        require_text(words, "words")
        require_text(how, "how")
        if places(self.text, [words]) is None or not how.strip():
            raise ValueError(f"{self.label}: its text has no {words!r}, or `how` has no words")
        self._put(self.readings, Reading(words, how), lambda reading: reading.words == words)

    def preface(self, words: str, section: str = "") -> None:
        """Words for a reader of the claim's wrong lines, said once before them: what its points stand for, or how the
        paper means the lines of a section ("A.5"). Raises ValueError for no words.
        """
        require_text(words, "words")
        if not words.strip():
            raise ValueError(f"{self.label}: a preface: it has no words")
        self._put(self.prefaces, Preface(words, section), lambda said: said == Preface(words, section))

    def tells(self, *names: str, data: Callable[[Mapping[str, Any]], str] | None = None) -> None:
        """The operands and definitions whose values are told with each counterexample of a ledger or a letter.

        `data` says what belongs to an instance, by its parameters, where a step has no points. Raises ValueError for
        a name that the claim has not.
        """
        for name in names:
            require_text(name, "names")
            if name not in self.operands and name not in self.definitions:
                raise ValueError(f"{self.label} has no operand or definition {name!r} whose value could be shown")
        self.told = Told(names, data)

    def relaxes(
        self,
        name: str,
        becomes: str,
        *,
        kind: Kind = "constant",
        networks: Mapping[str, Builder] | None = None,
        definitions: Mapping[str, Callable[[Operands], Number]] | None = None,
        states: Mapping[str, Callable[[Operands], Any]] | None = None,
        over: Mapping[str, DomainSpec | Sequence[DomainSpec]] | None = None,
        bounds: Mapping[str, Callable[[Operands], Number | Written]] | None = None,
        steps: tuple[str, ...] = (),
        except_for: tuple[str, ...] = (),
        aliases: tuple[str, ...] = (),
        numbered: Callable[[Mapping[str, Any], int], Mapping[str, Network]] | None = None,
        most: Callable[[Mapping[str, Any]], int] | None = None,
        remark: str = "",
    ) -> None:
        """Declares that `name` may be relaxed to `becomes`: other networks, definitions, or other data of steps.

        `states`, `over` and `bounds` change the terms, domains and bounds of the steps of those names; `steps` are
        asked about (all that depend on what is changed, by default), `except_for` only state what is changed.
        `numbered` gives networks with the integer k for the constant: the least k that serves is found, up to `most`,
        the paper's; `remark` is said beside what is found. Raises ValueError for a name that the claim has not, or a
        change of nothing.
        """
        named_ones = {
            "networks": networks,
            "definitions": definitions,
            "states": states,
            "over": over,
            "bounds": bounds,
        }
        for argument, given in named_ones.items():
            if given is not None and not isinstance(given, Mapping):
                raise TypeError(f"{argument}: {brief(given)} has no names; write, for example, {argument}={{'f': ...}}")
        changed: dict[str, Step] = {}
        for step, function in (states or {}).items():
            known = self.step(step)
            bound = None if known.of_some or known.bound is None else Number(known.bound)
            with self._asking_of(domains_of((over or {}).get(step, known.over))):
                relation = None if bound is None else known.relation
                said = asserted(function(self.at()), known.written_fold, bound, relation)
            changed[step] = replace(known, term=said.term, fold=said.fold)
        for step, domains in (over or {}).items():
            changed[step] = replace(changed.get(step, self.step(step)), over=domains_of(domains))
        for step, limit in (bounds or {}).items():
            changed[step] = replace(changed.get(step, self.step(step)), bound=number(limit(self.at())).term)
        terms = {key: traced_as(function(self.at()), (Number,)).term for key, function in (definitions or {}).items()}
        for network in (networks or {}).values():
            require_function(network, "networks={'f': lambda values: Network(...)}")
        unknown = (set(networks or {}) - set(self.networks)) | (set(terms) - set(self.definitions))
        unknown |= {*steps, *except_for} - {step.name for step in self.steps}
        if unknown or not (changed or networks or terms):
            raise ValueError(f"{self.label} can't relax {name}: {', '.join(sorted(unknown)) or 'nothing is changed'}")
        named = {*(networks or {}), *terms}
        asked = steps or tuple(step.name for step in self.steps if step.name in changed or named & self._named_by(step))
        relaxation = Relaxation(
            name,
            kind,
            becomes,
            aliases,
            asked,
            except_for,
            networks={
                key: self._guarded(f"network {key} with {becomes}", builder)
                for key, builder in (networks or {}).items()
            },
            definitions=terms,
            changed=changed,
            numbered=numbered and self.guarded((f"networks numbered for {name}"), numbered, Mapping),  # type: ignore[type-abstract]
            most=most and self.guarded(f"the most for {name}", most, int),
            remark=remark,
        )
        self._put(self.relaxable, relaxation, lambda known: (known.name, known.becomes) == (name, becomes))

    def _named_by(self, step: Step) -> set[str]:
        """The networks and definitions that a step depends on, those that its definitions name among them."""
        names, terms = set(step.networks()), list(step.terms)
        while terms:
            new = {part.names[0] for part in terms.pop().walk() if part.operator == "def"} - names
            names |= new
            terms += [self.definitions[name] for name in new]
        return names

    def rests_on(self, *labels: str, where: str) -> None:
        """Declares that the proof uses these claims, and where in the paper. Raises ValueError for empty words."""
        for label in labels:
            used = Dependency(label, where)
            self._put(self.dependencies, used, used.__eq__)

    def assumes(self, *facts: str, where: str) -> None:
        """Declares facts that the proof takes from elsewhere and that no claim here decides."""
        for fact in facts:
            used = Dependency(fact, where, assumed=True)
            self._put(self.dependencies, used, used.__eq__)

    def spares(self, relaxation: str, *steps: str, reason: str) -> None:
        """Declares that these steps say nothing under the relaxation of that name, and why."""
        for step in steps:
            self.step(step)
        self.spared[relaxation] = (steps, reason)

    def relaxes_different_columns(self, *steps: str) -> None:
        """Declares that these steps over Category 1 may be read over duplicate columns and special entries too."""
        self.relaxable.extend(different_columns(self, steps))

    def _step(
        self,
        kind: StepKind,
        says: str,
        *,
        over: DomainSpec | Sequence[DomainSpec] = (),
        given: Callable[[Operands], Truth] | None = None,
        fold: str | OwnFold = "each",
        name: str | None = None,
        reason: str | None = None,
        bound: Callable[[Operands], Number | Written] | None = None,
        relation: str | None = None,
        flaw: Flaw = "false",
        survives: str | Sequence[str] = (),
        same_as: str | None = None,
        meets: str | None = None,
        of: str = "",
        said: bool = True,
    ) -> Callable[[Callable[[Operands], Any]], Callable[[Operands], Any]]:
        with self._located("", place_of_caller(2)):
            require_words(says, f"@lemma.{_WRITTEN[kind]}")

        def read(function: Callable[[Operands], Any]) -> None:
            if flaw not in get_args(Flaw):
                raise ValueError(f"flaw {flaw!r} is not one of {', '.join(get_args(Flaw))}")
            if kind is StepKind.STATEMENT and flaw in NOTED and meets is None:
                raise ValueError(
                    f"flaw {flaw!r} is not a fault and refutes no statement; write the step as a proof_line"
                )
            require_said_or_line(said, kind)
            own_name = name if self.written is not None and kind is not StepKind.REPAIRED else None
            if own_name is not None and not (isinstance(own_name, str) and own_name.isidentifier()):
                raise ValueError(f"{own_name!r} is not a name; write a name such as gap")
            for option, given_function in (("given", given), ("bound", bound)):
                if given_function is not None:
                    require_function(given_function, f"{option}=lambda at: ...")
            domains = domains_of(over)
            with self._asking_of(domains):
                said_of = function(self.at())
                hypothesis = None if given is None else traced_as(given(self.at()), (Truth,)).term
                assertion = asserted(said_of, fold, bound and bound(self.at()), relation)
            step = Step(
                name or function.__name__,
                kind,
                says,
                domains,
                assertion.term,
                hypothesis,
                assertion.fold,
                reason,
                assertion.bound,
                assertion.relation,
                flaw,
                labels_of(survives),
                label_of(same_as),
                object_of(meets),
                whose(of),
                said,
            )
            if step.name in {known.name for known in self.steps} and not self._replaces:
                raise ValueError(f"{self.label} has two steps named {step.name}")
            if step.kind is not StepKind.STATEMENT and any(step.name in piece.steps for piece in self.parts):
                raise ValueError(f"it decides a part of the statement of {self.label}; write it with states")
            self._require_known(step)
            if self._replaces:
                self._renew_domains(step)
            self._put(self.steps, step, lambda known: known.name == step.name)
            self._read_at = -1

        def register(function: Callable[[Operands], Any]) -> Callable[[Operands], Any]:
            with self._located("", place_of_caller(1)):
                require_function(function, f"@lemma.{_WRITTEN[kind]} above def gap(at): ...")
            with self._reading(f"step {name or function.__name__}", function):
                read(function)
            return function

        return register

    def _renew_domains(self, step: Step) -> None:
        """Puts the domains of a step in place of those that had their names, and warns of other steps over these."""
        for spec in step.over:
            renewed = []
            for k, known in enumerate(self.steps):
                over = tuple(other.renewed(spec) for other in known.over)
                if over != known.over:
                    self.steps[k] = replace(known, over=over)
                    renewed += [known.name] if known.name != step.name else []
            if renewed:
                warnings.warn(
                    f"{self.label}: {spec.name} is another domain now, and {', '.join(renewed)} "
                    f"{'ranges' if len(renewed) == 1 else 'range'} over it too",
                    stacklevel=5,
                )

    def _require_known(self, step: Step) -> None:
        """Raises ValueError for a parameter that the step's domains have and the claim has not, and for no domain."""
        if self.written is not None and step.name == "<lambda>":
            raise ValueError("a step has the name of its function; write it with def")
        if not step.over and any(part.operator == "point" for term in step.terms for part in term.walk()):
            raise ValueError("it is about a point but has no domain; give one with over=")
        known = [parameter.name for parameter in self.parameters]
        others = {spec.name: spec for other in (*self.steps, step) for spec in reversed(other.over)}
        own = {spec.name: spec for spec in reversed(step.over)}
        for spec in step.over:
            if others.get(spec.name, spec) != spec and not (self._replaces and own[spec.name] == spec):
                raise ValueError(f"another domain of the claim is named {spec.name!r}; give this one another name")
            if self.written is not None:
                self._require_lengths(spec)
            needed = {"d", *(() if spec.kind == "cells" else "n"), *parameters_in(terms_of(spec))}
            self._add_fixed(needed.difference(known), step.over)
            known = [parameter.name for parameter in self.parameters]
            if missing := sorted(needed.difference(known)):
                raise ValueError(
                    f"the domain {spec.name!r} needs {' and '.join(missing)}, but the claim's parameters are "
                    f"{', '.join(known) or 'none'}; add {'it' if len(missing) == 1 else 'them'} to parameters="
                )

    def _gathered(self) -> AbstractContextManager[list[Words]]:
        """Of an own claim, the words that are asked about tokens inside."""
        if self.written is None:
            return nullcontext([])
        from exactua.grids.words import gathered

        return gathered()

    def _asking_of(self, domains: Sequence[DomainSpec]) -> AbstractContextManager[None]:
        """Of an own claim, what is said inside asks no other words about tokens than those of these domains."""
        if self.written is None:
            return nullcontext()
        from exactua.grids.words import asking_of

        return asking_of(domains)

    def _require_lengths(self, spec: DomainSpec) -> None:
        """Raises ValueError for words of lengths that no instance of the claim has: they would never be decided."""
        from exactua.grids.words import Words

        base = spec.of or spec
        only = next((parameter.only for parameter in self.parameters if parameter.name == "n"), ())
        if not (isinstance(base, Words) and only):
            return
        more = sorted(set(base.column_counts) - set(only))
        if more or not base.column_counts:
            raise ValueError(
                f"words of {base.name} have n = {', '.join(map(str, more)) or 'any number'}, but the claim has n = "
                f"{', '.join(map(str, only))} only; give words= of all lengths"
            )

    def only_size(self, name: str, values: Mapping[str, Any], over: Sequence[DomainSpec] = ()) -> int | None:
        """The only d, or n, for which the domains and networks of an own claim are there; None where others are.

        `values` are those of other parameters, as far as they are known; `over` are domains of a step to be added.
        """
        if self.written is None or name not in SIZES:
            return None
        hidden = {network for family in self.families.values() for network in [*family][1:]}
        builders = (builder for network, builder in self.networks.items() if network not in hidden)
        domains = [*over, *(spec for step in self.steps for spec in step.over)]
        return only_size(name, domains, builders, {key: value for key, value in values.items() if key != name})

    @property
    def likely_values(self) -> dict[str, int | str]:
        """Values of the parameters for networks that are only asked how many rows they have."""
        return {parameter.name: parameter.default or max(parameter.least, 2) for parameter in self.parameters}

    def _add_fixed(self, missing: Iterable[str], over: Sequence[DomainSpec]) -> None:
        """Adds d and n as parameters where they are missing, and these domains, or the networks, leave one value."""
        added = {name for name in missing if self.only_size(name, self.likely_values, over) is not None}
        new = [size for size in (D_ROWS, N_COLUMNS) if size.name in added]
        if new:
            sizes = sorted([*new, *(own for own in self.parameters if own.name in SIZES)], key=lambda size: size.name)
            self.parameters = (*sizes, *(other for other in self.parameters if other.name not in SIZES))

    def objects(self, judged: Iterable[str] | None = None) -> tuple[str, ...]:
        """What is asked to meet a definition by these steps, the statement if none are named; else none."""
        names = None if judged is None else set(judged)
        return objects_of(
            step.meets
            for step in self.steps
            if (step.kind is StepKind.STATEMENT if names is None else step.name in names)
        )

    def step(self, name: str) -> Step:
        """The step of that name. Raises InputError with the names there are."""
        for step in self.steps:
            if step.name == name:
                return step
        there = names_near(name, [step.name for step in self.steps])
        raise InputError(f"step: {self.label} has no step {name!r}; it has {there}")

    def require_steps(self) -> None:
        """Raises InputError where there is no step: the claim says nothing that could be decided, proved or cited."""
        if self.written is not None and not self.steps:
            raise InputError(f"{self.written}: {self.label} has no step; write one such as @lemma.states(...)")

    def statement_hash(self, step: Step) -> str:
        """The hash that pins what `step` states; no instance is needed."""
        return step.statement_hash(tuple(self.definitions.items()))

    def as_sympy(self, **values: Any) -> SympyClaim:
        """Its definitions, operands and steps as sympy expressions, with these values of some of its parameters.

        What has no form in sympy says why in a sentence. Raises InputError for no integer parameter of the claim, and
        for a value that it can't have.

        >>> lemma10, _ = find("lemma10")
        >>> lemma10.as_sympy().steps["upper_bound"].term
        top <= D**n*(D - 1) - (D - 1)**2
        """
        from exactua.claims.as_sympy import sympy_claim

        return sympy_claim(self, values)

    def problem(
        self,
        parameters: Mapping[str, int | str],
        steps: tuple[str, ...] = (),
        judged: str = "as written",
        *,
        with_networks: bool = True,
        without: tuple[str, ...] = (),
        below: tuple[str, ...] = (),
    ) -> Problem:
        """The claim at an instance. `steps` restricts it to those; they are then judged, else the statements are.

        `judged` "repaired" judges a repaired step in place of the step it repairs.
        Networks are built unless only parameters and domains are asked for.
        For `relax`, the hypotheses `without` need not hold, and the parameters `below` are only integers >= 1.
        Raises InputError where a parameter is missing, unknown, or violates a hypothesis of the paper, TooLarge where
        the instance is too large to be built.
        """
        if judged not in ("as written", "repaired"):
            raise InputError(f"judged: {judged!r} is not valid; choose one of as written, repaired")
        self.require_steps()
        values = self._checked(parameters, without, below)
        chosen, names = self.judged_steps(steps, judged)
        used = frozenset().union(*(step.networks() for step in chosen)) if chosen else frozenset()
        problem = Problem(
            self.label,
            self.title,
            self.source,
            values,
            tuple(self.definitions.items()),
            {name: build(values) for name, build in self.networks.items() if name in used and with_networks},
            chosen,
            names,
            self._shown_names(),
            self.judged_parts(chosen, names),
            self.address,
            self.places if self.written is not None else {},
            self.point,
            self.degrees,
            {network: member for family in self.families.values() for network, member in family.items()},
        )
        if self.written is not None:
            self._require_stages(problem)
        return problem

    @staticmethod
    def _require_stages(problem: Problem) -> None:
        """Raises FileFails, with the line of the step, for a stage that a network has not, at any point."""
        for step in problem.steps:
            for part in (part for term in step.terms for part in term.walk() if part.operator == "stage"):
                name, *stage = part.names
                network = problem.networks.get(name)
                if network is not None and stage and stage[0] not in network.stages:
                    with problem.located(f"step {step.name}"):
                        has = ", ".join(network.stages)
                        raise InputError(f"the network {name} has no stage {stage[0]!r}; its stages are {has}")

    @property
    def degrees(self) -> Degrees | None:
        """Of its definitions the powers of delta in which they count; None where it counts no id in units of delta."""
        if self._read_at != len(self.steps):
            said = [term for step in self.steps for term in step.terms]
            named = [*self.definitions.values(), *(operand.term for operand in self.operands.values())]
            counted = any(parameter.name == "m" for parameter in self.parameters) and counts_ids([*named, *said])
            self._degrees = degrees(self.definitions, said) if counted else None
            self._read_at = len(self.steps)
        return self._degrees

    def judged_steps(self, steps: tuple[str, ...], judged: str) -> tuple[tuple[Step, ...], tuple[str, ...]]:
        """The steps named (all, if none is), and the names of those that are judged: those named, or the statements.

        `judged` "repaired" takes a repaired step in place of the step it repairs. Raises InputError for another name,
        and where there is no step.
        """
        self.require_steps()
        if judged == "repaired":
            repairs = {step.name for step in self.steps if step.kind is StepKind.REPAIRED}
            steps = tuple(f"{name}@repaired" if f"{name}@repaired" in repairs else name for name in steps)
        chosen = tuple(self.step(name) for name in steps) if steps else tuple(self.steps)
        names = steps or tuple(step.name for step in chosen if step.kind is StepKind.STATEMENT)
        if judged == "repaired":
            repaired = {step.name.removesuffix("@repaired") for step in chosen if step.kind is StepKind.REPAIRED}
            names = tuple(
                step.name
                for step in chosen
                if step.kind is StepKind.REPAIRED or (step.name in names and step.name not in repaired)
            )
        return chosen, names

    def judged_parts(self, chosen: Sequence[Step], judged: Iterable[str]) -> tuple[Part, ...]:
        """The parts of the statement, where all steps of the claim are chosen; named steps are judged alone."""
        return judged_parts(self.parts, judged) if len(chosen) == len(self.steps) else ()

    def spoken_of(self, step: Step, box: Mapping[str, int | str]) -> dict[str, int | str]:
        """The parameters of an instance that decide a step: all, but of a step of numbers alone those it speaks of."""
        names = parameters_of(bool(step.over), step.all_terms, tuple(self.definitions.items()))
        return {name: value for name, value in box.items() if names is None or name in names}

    def _evaluated(self, hypothesis: Hypothesis, values: Mapping[str, int | str]) -> bool:
        try:
            return bool(Evaluator(values, {}, Nothing())(hypothesis.term))
        except TermError as error:
            what = f"hypothesis {hypothesis.says}"
            if self.written is None or what not in self.places:
                raise
            raise FileFails(f"{self.places[what]}: {what}: {error} at {listed(values)}", error) from None

    def stated_at(self, parameters: Mapping[str, int | str], without: tuple[str, ...] = ()) -> bool:
        """Whether the claim is decided for these parameters: they are valid and satisfy its hypotheses.

        The hypotheses `without` need not hold.
        """
        try:
            self._checked(parameters, without)
        except FileFails:
            raise  # a hypothesis that can't be evaluated is satisfied nowhere, and that is no answer
        except InputError:
            return False
        return True

    def _missing(self, parameters: Sequence[Parameter], given: Mapping[str, int | str]) -> InputError:
        """What is raised where these parameters have no value; where they are several, with an example."""
        needed = []
        for parameter in parameters:
            given_one = f"; give one of {', '.join(map(str, parameter.only))}" if parameter.only else ""
            in_words = any(spec.spelling for step in self.steps for spec in step.over)
            if parameter.name == "n" and in_words and not parameter.only:
                given_one = "; or claim(..., words=) takes all lengths from its words"
            needed.append(f"{parameter.name}, the {parameter.meaning}{given_one}")
        names = [parameter.name for parameter in parameters]
        such = self._small(parameters, given) if len(names) > 1 else ""
        return InputError(f"{', '.join(names)}: missing; {self.label} needs {'; and '.join(needed)}{such}")

    def _small(self, parameters: Sequence[Parameter], given: Mapping[str, int | str]) -> str:
        """The least values of these parameters at which the claim is stated: "; such as --d 1 --n 2"; "" of none."""
        tried = [parameter.only or range(parameter.least, parameter.least + 3) for parameter in parameters]
        for values in itertools.product(*tried):
            box = dict(zip((parameter.name for parameter in parameters), values, strict=True))
            with suppress(InputError):
                if self.stated_at({**given, **box}):
                    written = {"d": "--d {}", "n": "--n {}", "m": "--delta 1/{}"}
                    shown = (written.get(name, f"-p {name}={{}}").format(value) for name, value in box.items())
                    return f"; such as {' '.join(shown)}"
        return ""

    def _checked(
        self, given: Mapping[str, int | str], without: tuple[str, ...] = (), below: tuple[str, ...] = ()
    ) -> dict[str, int | str]:
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                shown = "delta" if name == "m" else name
                raise InputError(f"{shown}: {self.label} has no such parameter; it has {', '.join(known)}")
        values: dict[str, int | str] = {}
        missing: list[Parameter] = []
        for name, parameter in known.items():
            value = given.get(name, parameter.following(values))
            if value is None:
                value = self.only_size(name, {**self.likely_values, **given, **values})
            if value is None:
                missing.append(parameter)
                continue
            if parameter.choices:
                if value not in parameter.choices:
                    raise InputError(f"{name}: {value!r} is not valid; choose one of {', '.join(parameter.choices)}")
            else:
                least = 1 if name in below else parameter.least
                number = integer(value)
                if number is None or number < least:
                    raise InputError(
                        f"{name}: {value!r} is not valid; give an integer >= {least} ({parameter.meaning})"
                    )
                if parameter.only and number not in parameter.only:
                    valid = ", ".join(map(str, parameter.only))
                    raise InputError(f"{name}: {number} is not valid; choose one of {valid} ({parameter.meaning})")
                value = number
            values[name] = value
        if missing:
            raise self._missing(missing, given)
        for hypothesis in self.hypotheses:
            if hypothesis.says not in without and not self._evaluated(hypothesis, values):
                who = "exactua decides" if self.written is None else f"{self.written.file.name} states"
                raise InputError(f"{listed(values)}: {who} {self.title} for {hypothesis.says} only")
        d, n, m = (values.get(name, 1) for name in "dnm")
        if isinstance(d, int) and isinstance(n, int) and isinstance(m, int):
            bits = d * n * m.bit_length()
            if bits > LARGEST_WEIGHT_BITS:
                named = ("d, n, delta: delta^(-nd)", "bits") if "m" in values else ("d, n: L", "entries")
                raise TooLarge(
                    f"{named[0]} has more than {LARGEST_WEIGHT_BITS:,} {named[1]} here; take a smaller instance"
                )
        return values


def _of_member(builder: Callable[..., Network], member: Any) -> Builder:
    """The builder of one network of a family."""
    return lambda values: builder(values, member)
