"""Options that several commands share, and how ranges and durations are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from exactua.claims.ranges import MOST_BOXES, cubes, integers, quoted
from exactua.console import completion
from exactua.console.output import OutputFile, say
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.arithmetic.rationals import Rational
    from exactua.claims.claim import Claim

Function = TypeVar("Function", bound=Callable[..., Any])

_FIRST = {"d": 0, "n": 1, "m": 2}
BOX_OPTIONS = ("d", "n", "delta", "tie_rule", "others")


def one_of(given: str, valid: Sequence[str], argument: str) -> None:
    """Raises InputError where `given` is none of the valid words."""
    if given not in valid:
        raise InputError(f"{argument}: {given!r} is not valid; choose one of {', '.join(valid)}")


def together(*options: Callable[[Any], Any]) -> Callable[[Function], Function]:
    """These options as one, which --help lists in this order."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def formats(valid: Collection[str], says: str | None = None) -> Callable[[Function], Function]:
    """--format, as `output_format`: one of these, the first if not given. --help `says` which, or lists them."""

    def known(context: click.Context, parameter: click.Parameter, given: str) -> str:
        one_of(given, tuple(valid), "format")
        return given

    return click.option("--format", "output_format", default=next(iter(valid)), metavar="NAME", callback=known,
                        shell_complete=completion.words(valid), show_default=True,
                        help=says or f"{', '.join(valid)}.")  # fmt: skip


def word_option(*names: str, valid: Sequence[str]) -> Callable[[Function], Function]:
    """An option that takes one of these words, the first where none is given; its work refuses others."""
    return click.option(*names, default=valid[0], metavar="NAME", shell_complete=completion.words(valid),
                        help=f"{', '.join(valid[:-1])} or {valid[-1]}.", show_default=True)  # fmt: skip


device_option = word_option("--device", valid=("auto", "cpu", "cuda"))
"""--device, as `device`."""


def budget_option(what: str, default: str = "10m") -> Callable[[Function], Function]:
    """--budget, as seconds. Raises InputError for what is no duration."""
    return click.option("--budget", default=default, metavar="TIME", help=f"{what}: 60s, 10m, 2h.", show_default=True,
                        callback=lambda context, parameter, given: seconds(given, "budget"))  # fmt: skip


def denominator_option(of: str = "the integers of an .npy file") -> Callable[[Function], Function]:
    """--denominator, for files of integers."""
    return click.option("--denominator", metavar="N", type=click.IntRange(1), help=f"Divide {of} by N.")


binary_option = click.option("--binary", is_flag=True,
                             help="Read each float of an .npy file as the rational that it is.")  # fmt: skip
"""--binary, for files of floats."""


def kept_in_option(says: str) -> Callable[[Function], Function]:
    """--certificates, as `folder`: where certificates are kept."""
    return click.option("--certificates", "folder", type=click.Path(path_type=Path), default=Path(".exactua"),
                        metavar="DIR", help=says, show_default=True)  # fmt: skip


def own_claims_option(function: Function) -> Function:
    """--claims: files of one's own claims that a command knows too, as `own`."""
    return click.option(
        "--claims",
        "own",
        multiple=True,
        metavar="FILE",
        shell_complete=completion.claim_files,
        help="Know the claims of your file my_lemma.py too, which is run (repeatable).",
    )(function)


def certificate_option(says: str) -> Callable[[Function], Function]:
    """--certificate, as `certificate_path`."""
    return click.option("--certificate", "certificate_path", type=OutputFile(), metavar="FILE", help=says)


text_or_json = formats(("text", "json"), "text or json.")
_PROCESSES: Any = {"metavar": "K", "type": click.IntRange(1, 256)}
jobs_option = click.option("--jobs", default=1, help="Processes.", show_default=True, **_PROCESSES)
jobs_by_core = click.option("--jobs", help="Processes.  [default: one per core]", **_PROCESSES)
replay_option = click.option("--replay", type=click.IntRange(0), metavar="N",
                             help="Points of each domain to evaluate again literally.")  # fmt: skip
precision_option = click.option("--precision", type=int, metavar="BITS",
                                help="Bits at which a comparison of reals is given up; 2^18 if not given.")  # fmt: skip
no_certificate_option = click.option("--no-certificate", is_flag=True, help="Write no certificate.")
repaired_option = click.option("--repaired", is_flag=True,
                               help="Decide the repaired steps, not the printed ones.")  # fmt: skip

box_options = together(
    click.option("--d", metavar="D", help="Embedding dimension: 2, 1..3 or 1,3."),
    click.option("--n", metavar="N", help="Sequence length: 3, 2..4 or 2,4."),
    click.option("--delta", metavar="1/m", help="Width of a cube: 1/4, 1/2..1/8 (default 1/2)."),
    click.option("--tie-rule", metavar="RULE", shell_complete=completion.words(completion.TIE_RULES),
                 help="Of hardmax: average, leftmost or rightmost."),
    click.option("-p", "--parameter", "others", multiple=True, metavar="NAME=VALUE",
                 help="Another parameter (repeatable): k=8 or R=1..3."),
)  # fmt: skip
"""--d, --n, --delta, --tie-rule and -p for any other parameter."""

ladder_options = together(
    click.option("--d", metavar="D", help="Only instances with this d: 2, 1..3 or 1,3."),
    click.option("--n", metavar="N", help="Only those with this n."),
    click.option("--delta", metavar="1/m", help="Only those with this delta: 1/4, 1/2..1/8 or 1/2,1/4."),
)
"""--d, --n and --delta of the commands that go through ladders."""


def memory_option(exposed: bool = False) -> Callable[[Function], Function]:
    """--max-memory, which holds while the command runs; `exposed`: the command is given what was written, too."""

    def begin(context: click.Context, _: click.Parameter, written: str | None) -> str | None:
        if written is not None and not context.resilient_parsing:
            from exactua.networks.costs import memory

            context.with_resource(memory(size(written, "max-memory")))
        return written

    return click.option(
        "--max-memory",
        metavar="SIZE",
        expose_value=exposed,
        callback=begin,
        help="Most memory: 500MiB, 8GiB; 2GiB if not given.",
    )


def numbers(text: str, argument: str) -> list[Rational]:
    """The exact numbers that "0 1/4, 1/2" writes. Raises InputError for others, and for none."""
    from exactua.arithmetic.rationals import rational

    rationals = [rational(word, f"{argument}: number {k}") for k, word in enumerate(text.replace(",", " ").split(), 1)]
    if not rationals:
        raise InputError(f'{argument}: no number is given; write numbers and spaces, as "0 1/4 1/2"')
    return rationals


def seconds(text: str, argument: str) -> float:
    """The seconds that "60s", "10m", "2h" or "90" writes. Raises InputError for anything else."""
    match = re.fullmatch(r"\s*([0-9]{1,9}(?:\.[0-9]{1,3})?)\s*(s|m|min|h)?\s*", text)
    if not match:
        raise InputError(f"{argument}: {text!r} is not a duration; write 60s, 10m or 2h")
    return float(match[1]) * {"s": 1, "m": 60, "min": 60, "h": 3600, None: 1}[match[2]]


def size(text: str, argument: str) -> int:
    """The bytes that "500MiB" or "8GiB" writes. Raises InputError for anything else."""
    match = re.fullmatch(r"\s*([1-9][0-9]{0,8})\s*(K|M|G|T)(iB)?\s*", text)
    if not match:
        raise InputError(f"{argument}: {quoted(text)} is not a size; write 500MiB or 8GiB")
    return int(match[1]) << {"K": 10, "M": 20, "G": 30, "T": 40}[match[2]]


def parameter_boxes(
    claim: Claim,
    d: str | None = None,
    n: str | None = None,
    delta: str | None = None,
    tie_rule: str | None = None,
    others: Sequence[str] = (),
    tell: Callable[[str], None] | None = None,
) -> list[dict[str, Any]]:
    """The parameter values of every box, smallest d, then n, then m first; those of -p behind, in the claim's order.

    Of values that the claim lists and nobody gives, those that its hypotheses exclude are left out; `tell` is told so,
    in a line on stderr unless it is given.
    """
    known = {parameter.name: parameter for parameter in claim.parameters}
    values: dict[str, list[Any]] = {}
    if d is not None:
        values["d"] = integers(d, "d")
    if n is not None:
        values["n"] = integers(n, "n")
    if delta is not None or "m" in known:
        values["m"] = cubes(delta) if delta is not None else [2]
    written = further(others)
    if tie_rule is not None:
        if "tie_rule" in written:
            raise InputError("tie_rule: given by --tie-rule and by -p; give it once")
        written["tie_rule"] = tie_rule
    for name in sorted(written, key=lambda name: list(known).index(name) if name in known else len(known)):
        chosen = name not in known or bool(known[name].choices)
        values[name] = _further_values(written[name], name, chosen)
    given = set(values)
    listed = {name: list(known[name].only) for name in known if name not in values and len(known[name].only) > 1}
    values |= listed
    boxes: list[dict[str, Any]] = [{}]
    for name, choices in sorted(values.items(), key=lambda item: _FIRST.get(item[0], len(_FIRST))):
        if len(boxes) * len(choices) > MOST_BOXES:
            raise InputError(f"box: more than {MOST_BOXES} instances; split the ranges")
        boxes = [{**box, name: choice} for box in boxes for choice in choices]
    if listed:
        from exactua.claims.stated import stated_among

        boxes, left_out = stated_among(claim, boxes, given)
        if left_out:
            (tell or _note)(left_out)
    return boxes


def _note(text: str) -> None:
    say(f"note: {text}", err=True)


def _further_values(written: str, name: str, chosen: bool) -> list[Any]:
    return list(dict.fromkeys(written.split(","))) if chosen else list(integers(written, name))


def further_on_ladder(claim: Claim, others: Sequence[str]) -> dict[str, list[Any]]:
    """The values that -p leaves of other parameters. Raises InputError for a parameter that the claim has not."""
    known = {parameter.name: parameter for parameter in claim.parameters}
    values: dict[str, list[Any]] = {}
    for name, written in further(others).items():
        if name not in known:
            raise InputError(f"{name}: {claim.label} has no such parameter; it has {', '.join(known)}")
        values[name] = _further_values(written, name, bool(known[name].choices))
    return values


def ladder_values(
    d: str | None, n: str | None, delta: str | None, read_delta: Callable[[str], list[int]] = cubes
) -> dict[str, list[int]]:
    """The values of d, n and m = 1/delta that --d, --n and --delta leave of a ladder."""
    values = {name: integers(given, name) for name, given in (("d", d), ("n", n)) if given is not None}
    return values if delta is None else values | {"m": read_delta(delta)}


def given_among(options: Mapping[str, Any], names: Iterable[str] = BOX_OPTIONS) -> Iterator[tuple[str, str]]:
    """Of these options those that are given: the name of each in a message, and as it is written."""
    for name in names:
        if options[name] not in (None, (), False):
            yield {"others": "p"}.get(name, name), {"others": "-p"}.get(name, f"--{name.replace('_', '-')}")


def leave_out_boxes(options: Mapping[str, Any]) -> None:
    """Raises InputError where an option that names instances stands beside --ladder."""
    for name, option in given_among(options):
        raise InputError(f"{name}: --ladder has its own instances; leave out {option}")


def further(others: Sequence[str]) -> dict[str, str]:
    """The parameters that "-p NAME=VALUE" writes. Raises InputError for another form, or a name given twice."""
    written: dict[str, str] = {}
    for assignment in others:
        name, sign, value = (part.strip() for part in assignment.partition("="))
        name = name.replace("-", "_")
        if not sign or not name or not value:
            raise InputError(f"p: {assignment!r} is not NAME=VALUE; write, for example, -p k=8")
        if name in ("d", "n", "m", "delta"):
            option = f"--delta 1/{value}" if name == "m" else f"--{name} {value}"
            raise InputError(f"p: {assignment!r} has an option of its own; write {option}")
        if name in written:
            raise InputError(f"p: {name} is given twice; write {name}={written[name]},{value} for both")
        written[name] = value
    return written


def tell_namesakes(label: str) -> None:
    """Says on stderr which claims of other papers have the same name, where the label names no paper."""
    from exactua.claims.registry import also_meant, find

    if others := ", ".join(also_meant(label)):
        name, meant = label.split(".")[0], find(label)[0].label
        say(f"note: {name} is {meant} here; {others} has its name too", err=True)


WITH_DATA: Final = ("check", "trace", "explain", "relax", "sharpen", "derive")
"""The commands that have --data FILE: what they say of a claim about finite data they say of somebody's own."""


data_options = together(
    click.option("--data", type=click.Path(path_type=Path), metavar="FILE",
                 help="Data of your own, for a claim about finite data."),
    denominator_option("integers of an .npy file of --data"),
)  # fmt: skip
"""--data and --denominator, as `data` and `denominator`."""


def about_data(argument: str = "label") -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The same options of a command that takes a claim by this argument, which names the claim about the data then."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def about(*, data: Path | None, denominator: int | None, **options: Any) -> int:
            if data is None:
                require_no_denominator(denominator)
                return command(**options)
            from exactua.claims.registry import is_paper, standing

            given: str = options[argument]
            if is_paper(given):
                raise InputError(f"data: {given} has several claims; name one, such as kajitsuka2024:theorem2")
            from exactua.console.own_data import with_data

            own = with_data(given, data, d=rows(options.get("d")), denominator=denominator)
            claim, step = own if isinstance(own, tuple) else (own, None)
            with standing(claim):
                return command(**{**options, argument: claim.label if step is None else f"{claim.label}.{step}"})

        return data_options(about)

    return decorate


def require_no_denominator(denominator: int | None) -> None:
    """Raises InputError for a denominator without data."""
    if denominator is not None:
        raise InputError("denominator: it is for an .npy file of --data; leave it out")


def rows(d: str | None) -> int | None:
    """How many rows --d says that a sequence of a .csv file has."""
    return int(d) if d is not None and d.isascii() and d.isdigit() else None
