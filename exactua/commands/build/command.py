"""`exactua build`: the network that a constructive theorem promises for a user's own f, or for a data set."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from exactua.console import completion
from exactua.console.help import Command, Formerly
from exactua.console.options import budget_option, certificate_option, memory_option, one_of, text_or_json
from exactua.console.output import OutputFile, say, say_data
from exactua.errors import InputError

if TYPE_CHECKING:
    from exactua.commands.build.softmax import BuiltTrue
    from exactua.papers.yun2020.built import Built

THEOREMS, COROLLARIES = ("theorem2", "theorem3"), ("corollary1", "corollary2")
OF_FUNCTIONS = {
    "f": "--f", "d": "--d", "n": "--n", "delta": "--delta", "epsilon": "--epsilon", "p": "--p", "modulus": "--modulus",
    "parts": "--parts", "value_map": "--value-map", "picture": "--plot",
    "softmax": "--softmax", "tolerance": "--tolerance", "strips": "--strips",
}  # fmt: skip
OF_DATA = {"data": "--data", "weights": "--weights", "precision": "--precision"}
"""The options that say what theorem2 and theorem3, or corollary1 and corollary2, are built for."""
DEFAULT_BITS = 2**17
"""The cap of the precision unless --precision gives another: ids of weights of the paper take as many for |V| = 3."""


@click.command(
    "build",
    cls=Command,
    short_help="Build the network that a theorem promises.",
    examples=(
        'exactua build theorem2 --f "x1*(1 - x1), x2*(1 - x2)" --delta 1/8 -o net.json',
        "exactua build corollary1 --data pairs.json -o net.json",
    ),
    rare="--modulus --parts --value-map --tolerance --strips --weights --precision --jobs --budget --max-memory",
)
@click.argument(
    "theorem",
    metavar="theorem2|theorem3|corollary1|corollary2",
    shell_complete=completion.words((*THEOREMS, *COROLLARIES)),
)
@click.option("--f", "f", metavar="F", help="The function: expressions, FILE.json or FILE.py::name.")
@click.option("--data", type=click.Path(path_type=Path), metavar="FILE", help="The data set of a corollary: JSON.")
@click.option("--d", metavar="D", help="Rows of X, if f does not fix them.")
@click.option("--n", metavar="N", help="Columns of X, if f does not fix them.")
@click.option("--delta", metavar="1/m", help="Width of a cube.")
@click.option("--epsilon", metavar="E", help="Instead of delta: the widest 1/m with d_p(f, g) <= E, such as 1/10.")
@click.option(
    "--p",
    "p",
    cls=Formerly,
    formerly="-p",
    metavar="P",
    help="Exponent of the distance d_p, an integer; 2 if not given.",
)
@click.option("--modulus", metavar="OMEGA", help='Of a Python f, which is then assumed: an expression in t, "4*t".')
@click.option("--parts", metavar="K", help="Cut each edge of a cube K times more for the bounds of the integrals.")
@click.option(
    "--value-map",
    metavar="WHICH",
    shell_complete=completion.words(("printed", "repaired")),
    help="printed or repaired; by default printed, if it works.",
)
@click.option(
    "--softmax", is_flag=True, default=None, help="For theorem2: the true Transformer, with softmax and ReLUs."
)
@click.option("--tolerance", metavar="E", help="With --softmax: largest error off the strips.")
@click.option("--strips", metavar="W", help="With --softmax: width of the quantiser's strips; chosen if not given.")
@click.option(
    "--weights",
    metavar="WHICH",
    shell_complete=completion.words(("small", "paper")),
    help="Weights of a corollary's attention: small (default) or paper.",
)
@click.option("--precision", type=int, metavar="BITS", help="For a corollary: bits at which ids are given up; 2^17.")
@click.option("-o", "--output", type=OutputFile(), required=True, metavar="FILE", help="The network.")
@certificate_option("Where the certificate goes; beside the network if not given.")
@click.option("--plot", "picture", type=OutputFile(), metavar="FILE",
              help="Draw f beside the network (d = 1, n = 2), into a .png or .svg.")  # fmt: skip
@click.option("--jobs", default=1, type=click.IntRange(1), metavar="N", help="Processes.", show_default=True)
@budget_option("Time")
@memory_option()
@text_or_json
def command(theorem: str, **options: Any) -> int:
    """Build the Transformer that a theorem promises, exactly: for a function f, or for a data set.

    theorem2 and theorem3 (Yun et al. 2020) take a function, --f F, and give the modified Transformer, theorem3 with
    positional encodings. theorem2 --softmax gives the true Transformer. corollary1 and corollary2 (Kajitsuka and Sato
    2024) take a data set, --data FILE. --help-all says how F and FILE are written.

    \b
    Exit codes: 0 built, and every step about it holds; 1 a step is refuted (a printed value map that
    fails); 2 wrong usage, or an f that is inexact, infinite or not equivariant; 3 inconclusive;
    4 the evaluators disagree.

    \f
    The true Transformer has softmax and ReLUs (docs/true-transformer.md). The corollaries give one attention layer and
    one feed-forward layer, corollary2 with positional encodings, which map every sequence X of FILE to its labels Y.

    f maps [0, 1]^(d x n) to d x n matrices and is 0 outside. build computes the distance of the network from f exactly,
    or bounds it from both sides, in the two parts of the proof: from f to f-bar, which is constant on cubes, and from
    f-bar to g. It decides each of these steps like a step of a claim. The certificate stands beside the network, and
    `exactua verify` checks it again.

    \b
    F is one of
      "x1*(1 - x1), x2*(1 - x2)"  an expression for each entry, rows by semicolons; x11, ... or
                                  x[1, 2] for d > 1; + - * / **, Rational(1, 2), Max, Min, Abs,
                                  Piecewise((e, c), ..., (e, True))
      "x[i, j]*(1 - x[i, j])"     one for all entries, with --d and --n; sum(... for k in rows),
                                  prod, Max, Min
      FILE.json                   {"entries": [[...]]}, {"table": ...} or {"pieces": ...}
                                  (docs/build.md)
      FILE.py::name               a Python function on fractions: the file is run; needs --modulus

    \b
    FILE is {"pairs": [{"X": [[1, "1/2"], [0, 3]], "Y": [[1, 2], [2, 1]]}, ...]}: d rows of n entries,
    one column a token; entries of X are exact, those of Y are labels 1, 2, ... (docs/build.md)
    """
    if (corollary := theorem.removeprefix("kajitsuka2024:")) in COROLLARIES:
        _refuse(corollary, options, OF_FUNCTIONS, "takes a data set, --data pairs.json")
        return _build_corollary(corollary, options)
    if theorem.removeprefix("yun2020:") not in THEOREMS:
        raise InputError(f"theorem: {theorem!r} can't be built; choose one of {', '.join((*THEOREMS, *COROLLARIES))}")
    _refuse(theorem, options, OF_DATA, "takes a function, --f F")
    _require_softmax(options)
    if options["f"] is None:
        raise InputError(f"f: missing; {theorem} takes a function, --f F")
    from exactua.claims.ranges import integers
    from exactua.commands.build.own_function import build
    from exactua.commands.build.softmax import build_softmax
    from exactua.console.progress import progress_bar
    from exactua.targets.shapes import shape

    if options["value_map"] is not None:
        one_of(options["value_map"], ("printed", "repaired"), "value-map")
    certificate_path = options["certificate_path"] or _beside(options["output"])
    source = options["f"].strip().partition("::")[0]
    _require_files("f", Path(source) if source.endswith((".json", ".py")) else None, options, certificate_path)
    given = {name: _integer(options[name], name, integers) for name in ("d", "n", "p", "parts")}
    if options["picture"] is not None:
        _require_drawable(options["picture"], *shape(options["f"], given["d"], given["n"]))
    with progress_bar(quiet=options["output_format"] != "text") as progress:
        arguments: dict[str, Any] = {
            "f": options["f"], **{name: given[name] for name in ("d", "n", "parts")}, "p": given["p"] or 2,
            **{name: options[name] for name in ("delta", "epsilon", "modulus", "value_map", "jobs")},
            "budget": options["budget"], "progress": progress,
        }  # fmt: skip
        if options["softmax"]:
            _limit_path(options, certificate_path)
            both = build_softmax(theorem, tolerance=options["tolerance"], strips=options["strips"], **arguments)
        else:
            built = build(theorem, **arguments)
    if options["softmax"]:
        return _tell_softmax(both, options, certificate_path)
    return _tell(built, options, certificate_path)


def _beside(output: Path) -> Path:
    """Where the certificate of a network goes unless it is told. Raises InputError beside standard output."""
    from exactua.output_files import is_standard_output, require_regular

    if is_standard_output(output):
        raise InputError("certificate: missing; the network goes to standard output, so give --certificate FILE")
    require_regular(output, "output")
    return output.with_suffix(".certificate.json")


def _refuse(theorem: str, options: dict[str, Any], others: dict[str, str], instead: str) -> None:
    """Raises InputError where an option is given that is not for this theorem."""
    for name, written in others.items():
        if options[name] is not None:
            raise InputError(f"{name.replace('_', '-')}: {theorem} {instead}, and no {written}; leave it out")


def _require_softmax(options: dict[str, Any]) -> None:
    """Raises InputError for options of --softmax without it, and for one that it does not take."""
    for name in ("tolerance", "strips"):
        if options[name] is not None and not options["softmax"]:
            raise InputError(f"{name}: --{name} is for the true Transformer; give --softmax too, or leave it out")
    if options["softmax"] and options["picture"] is not None:
        raise InputError("plot: --softmax draws nothing; leave out --plot, or build without --softmax")


def _require_files(argument: str, source: Path | None, options: dict[str, Any], certificate: Path) -> None:
    """Raises InputError, before anything is computed, unless all can be written, no two are one file, and none is read.

    `source` is the file that `argument` names, if it names one.
    """
    from exactua.certificates.writing import CERTIFICATE
    from exactua.networks.files import NETWORK
    from exactua.output_files import require_writable
    from exactua.printing.pictures.figures import PICTURE

    seen = {} if source is None else {source.resolve(): argument}
    given = [("output", options["output"], NETWORK), ("certificate", certificate, CERTIFICATE)]
    given += [] if options["picture"] is None else [("plot", options["picture"], PICTURE)]
    for name, path, kind in given:
        other = seen.setdefault(path.resolve(), name)
        if other != name:
            raise InputError(f"{name}: {path} is the file of --{other} too; give another path")
        require_writable(path, name, kind)


def _integer(given: str | None, argument: str, read: Any) -> int | None:
    if given is None:
        return None
    try:
        numbers = read(given, argument)
    except InputError:  # whose message offers ranges
        numbers = []
    if len(numbers) != 1 or numbers[0] < 1:
        raise InputError(f"{argument}: {given!r} is not valid; give one integer >= 1")
    value: int = numbers[0]
    return value


def _tell(built: Built, options: dict[str, Any], certificate_path: Path) -> int:
    """Writes network, certificate and picture, prints, and returns the exit code."""
    from exactua.certificates.writing import certificate, digest, write
    from exactua.commands.build.words import built_data, document, lines, step_lines
    from exactua.commands.build.work import boundary
    from exactua.evidence.boxes import exit_code
    from exactua.networks.files import write_network

    output: Path = options["output"]
    size = write_network(output, built.construction.network, built_data(built))
    write(certificate_path, certificate(built.decision))
    if options["picture"] is not None:
        _draw(built, options["picture"])
    code, not_zero = exit_code(built.decision), boundary(built.instance)
    if options["output_format"] == "json":
        files = {"network": output, "certificate": certificate_path, "picture": options["picture"]}
        say_data(document(built, not_zero, files, code))
        return code
    say(*lines(built, not_zero), "", *step_lines(built, str(output)), "")
    say(f"network      {output}  {size:,} bytes")
    say(f"certificate  {certificate_path}  {digest(built.decision)}")
    if options["picture"] is not None:
        say(f"picture      {options['picture']}")
    return code


def _require_drawable(picture: Path, d: int, n: int) -> None:
    from exactua.printing.pictures.traces import require_drawable

    if (d, n) != (1, 2):
        raise InputError(f"plot: a surface is drawn for d = 1 and n = 2, not for d = {d} and n = {n}; leave out --plot")
    require_drawable(picture)


def _draw(built: Built, picture: Path) -> None:
    from exactua.commands.build.picture import draw_surface
    from exactua.commands.build.words import distance_lines
    from exactua.commands.build.work import cube_values

    instance = built.instance
    title = f"f = {instance.target.text} and its network by Theorem {instance.theorem.removeprefix('theorem')}"
    distances = "; ".join(" ".join(line.split()) for line in distance_lines(instance.p, built.distances))
    draw_surface(picture, title, instance.m, instance.target.value, cube_values(built), distances)


def _tell_softmax(both: BuiltTrue, options: dict[str, Any], certificate_path: Path) -> int:
    """Writes network and certificates of T, prints, and returns the exit code."""
    from exactua.certificates import limits
    from exactua.certificates.writing import certificate, digest, write
    from exactua.commands.build import softmax, words
    from exactua.commands.build.work import boundary
    from exactua.evidence.boxes import exit_code
    from exactua.networks.files import write_network

    limit_path = _limit_path(options, certificate_path)
    output: Path = options["output"]
    built, code = both.built, exit_code(both.built.decision)
    size = write_network(output, both.true.network, softmax.true_data(both))
    write(certificate_path, certificate(built.decision))
    limit = limits.limit_certificate(**both.limit)
    limits.write(limit_path, limit)
    not_zero = boundary(built.instance)
    if options["output_format"] == "json":
        files = {"network": output, "certificate": certificate_path, "picture": options["picture"]}
        say_data(softmax.document(both, not_zero, files, str(limit_path), code))
        return code
    say(*words.lines(built, not_zero), "", *softmax.lines(both), "", *words.step_lines(built, str(output)), "")
    say(f"network      {output}  {size:,} bytes: T")
    say(f"certificate  {certificate_path}  {digest(built.decision)}: g, and T with hardmax")
    say(f"             {limit_path}  {limit.digest}: lambda")
    return code


def _limit_path(options: dict[str, Any], certificate: Path) -> Path:
    """Where the certificate of lambda goes. Raises InputError where it is another file, or not writable."""
    from exactua.certificates.writing import CERTIFICATE
    from exactua.output_files import is_standard_output, require_writable

    output, f = options["output"], options["f"].strip()
    if is_standard_output(output):
        raise InputError("output: with --softmax a certificate of lambda goes beside the network; give -o FILE")
    path: Path = output.with_suffix(".limit.json")
    require_writable(path, "output", CERTIFICATE)
    others = {"certificate": certificate} | ({"f": Path(f)} if f.endswith(".json") else {})
    for name, other in others.items():
        if path.resolve() == other.resolve():
            raise InputError(f"{name}: {path} is where the certificate of lambda goes; give another path")
    return path


def _build_corollary(corollary: str, options: dict[str, Any]) -> int:
    """Builds, prints and writes network and certificate. Raises InputError before anything is written."""
    from exactua.arithmetic.reals import precision
    from exactua.certificates.writing import certificate, digest, write
    from exactua.commands.build.corollary import build_memoriser, document, lines, memorised_data, step_lines
    from exactua.console.own_data import read_pairs
    from exactua.console.progress import progress_bar
    from exactua.evidence.boxes import exit_code
    from exactua.networks.files import write_network

    one_of(options["weights"] or "small", ("small", "paper"), "weights")
    data, output = options["data"], options["output"]
    if data is None:
        raise InputError(f"data: missing; {corollary} takes a data set, --data pairs.json")
    certificate_path = options["certificate_path"] or _beside(output)
    _require_files("data", data, options, certificate_path)
    bits = DEFAULT_BITS if options["precision"] is None else options["precision"]
    with precision(bits), progress_bar(quiet=options["output_format"] != "text") as progress:
        built = build_memoriser(
            corollary,
            read_pairs(data),
            weights=options["weights"] or "small",
            where=str(data),
            jobs=options["jobs"],
            budget=options["budget"],
            progress=progress,
        )
        code = exit_code(built.decision)
        size = write_network(output, built.memoriser.network, memorised_data(built))
        write(certificate_path, certificate(built.decision))
        if options["output_format"] == "json":
            say_data(document(built, output, certificate_path, code))
            return code
        say(*lines(built, str(data)), "", *step_lines(built, str(output)), "")
    say(f"network      {output}  {size:,} bytes")
    say(f"certificate  {certificate_path}  {digest(built.decision)}")
    return code
