"""A network file in numbers: as text for people and as JSON.

The JSON (format "exactua-info/1"; integers and rationals as certificates write them) has the keys

    exit_code         0: no document is printed for a file that is no network
    network, bytes    the file and its size
    d                 number of rows that the network acts on
    columns           the number n of columns that a layer fixes; null where any n is taken
    conflict          why no point fits the network, where layers fix different n; else null
    layers            number of layers of each kind that occurs, families and tables unrolled
    written           items on the top level, and layers, families, tables and table rows as they are written
    sizes             heads, head_size, hidden_size, activations_outside_phi, parameters, largest_layer_parameters
    blocks            the least number of Transformer blocks that hold its layers
    bits              for weights, biases, activations and all: numerator and denominator, most bits; exact: whether
                      these are attained, or only bounds
    tie_rules         number of attention layers with each rule that occurs
    stages            name, items and layers before it
    counts            what, here, expression, source, value: the paper's counts for the construction
    built             what the file says about how it was built; null where it says nothing
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from exactua.arithmetic.messages import cut, plain
from exactua.arithmetic.rationals import encode_integer, encode_rational
from exactua.networks.files import NetworkFile
from exactua.networks.inspection import BitLengths, Inspection
from exactua.papers.yun2020.counts import PrintedCount
from exactua.printing.documents import Block, Document, Items, Paragraph, Table
from exactua.printing.text import number

FORMAT: Final = "exactua-info/1"
TOLD: Final = ("f", "value_map", "distances", "verdict", "certificate")
MOST_TOLD: Final = 40
LONGEST: Final = 400

_NAMES: Final = {
    "heads": "most heads",
    "head size": "largest head size",
    "hidden size": "largest hidden size",
    "largest layer parameters": "parameters of the largest layer",
    "items": "items on the top level",
    "layers": "layers as written",
    "rows": "rows of tables",
}
_OF_KIND: Final = {"attention": ("heads", "head size"), "feed-forward": ("hidden size", "activations outside Phi")}
"""Sizes that only networks with layers of a kind have."""


def document(name: str, file: NetworkFile, inspection: Inspection, counts: Sequence[PrintedCount]) -> Document:
    """What the network in a file is made of."""
    columns = "n" if inspection.columns is None else str(inspection.columns[0])
    layers = sum(inspection.layers.values())
    counted = f"{_number(layers)} layer{'' if layers == 1 else 's'}"
    head = [f"{name}: network on R^({inspection.d} x {columns}), {counted}, {file.size:,} bytes"]
    if inspection.conflict is not None:
        head.append(f"no point fits: {inspection.conflict}")
    elif inspection.columns is not None:
        head.append(f"its {inspection.columns[1]} fixes n = {inspection.columns[0]}")
    bits = Table([("bits", "numerator", "denominator"), *map(_bits, inspection.bits.items())], right=(1, 2))
    blocks: list[Block] = [Items(head), *_built(file), Table([*_sizes(inspection)], right=(1,), has_head=False), bits]
    if inspection.stages:
        rows = [(plain(stage), str(items), _number(layers)) for stage, items, layers in inspection.stages]
        blocks.append(Table([("stage", "after items", "after layers"), *rows], right=(1, 2)))
    if counts:
        header = ("what", "here", "the paper's expression", "its value", "source")
        blocks.append(Table([header, *map(_count, counts)], right=(1, 3)))
        blocks.append(Paragraph("the value of an O(...) is that of the expression inside it"))
    return Document(blocks, _data(name, file, inspection, counts))


def _built(file: NetworkFile) -> Iterator[Block]:
    if file.built is None:
        return
    at = [f"{name} = {value}" if name != "m" else f"delta = 1/{value}" for name, value in file.parameters.items()]
    given = file.built.get("parameters")
    if isinstance(given, Mapping):
        at += [f"{plain(name)} = {_told(value)}" for name, value in given.items() if name not in file.parameters]
    where = f" at {', '.join(at)}" if at else ""
    if file.theorem:
        title = f"built for {plain(file.theorem)}{where}"
    else:
        title = "names no theorem that it was built for" + (f"; built{where}" if at else "")
    rows = [row for name in TOLD if name in file.built for row in _rows(name.replace("_", " "), file.built[name])]
    yield Table(rows[:MOST_TOLD], title=title, has_head=False) if rows else Paragraph(title)
    if len(rows) > MOST_TOLD:
        yield Paragraph(f"and {len(rows) - MOST_TOLD} more lines, in --format json")


def _rows(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """What a file tells, line by line; objects inside objects with their keys in a row."""
    if isinstance(value, Mapping) and value.keys() == {"lower", "upper", "power"}:
        low, high = _told(value["lower"]), _told(value["upper"])
        yield f"{name}, to the power {_told(value['power'])}", low if low == high else f"between {low} and {high}"
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _rows(f"{name}: {plain(key)}", inner)
    else:
        yield name, _told(value)


def _told(value: Any) -> str:
    """A value of JSON data as it is told."""
    return cut(value if isinstance(value, str) else repr(value), LONGEST)


def _sizes(inspection: Inspection) -> Iterator[tuple[str, str]]:
    for kind, count in inspection.layers.items():
        yield f"{kind} layers" if kind in ("attention", "feed-forward") else f"{kind}s", _number(count)
    if inspection.blocks:
        yield "Transformer blocks", _number(inspection.blocks)
    absent = [name for kind, names in _OF_KIND.items() if kind not in inspection.layers for name in names]
    for name, size in inspection.sizes.items():
        if name not in absent:
            yield _NAMES.get(name, name), _number(size)
    for rule, count in inspection.tie_rules.items():
        yield f"attention layers with tie rule {rule}", _number(count)
    for name, count in inspection.written.items():
        if count or name in ("items", "layers"):
            yield _NAMES.get(name, name), _number(count)


def _bits(named: tuple[str, BitLengths]) -> tuple[str, str, str]:
    name, bits = named
    bound = "" if bits.exact else "<= "
    return f"  {name}", f"{bound}{bits.numerator:,}", f"{bound}{bits.denominator:,}"


def _count(count: PrintedCount) -> tuple[str, str, str, str, str]:
    return f"  {count.what}", _number(count.here), count.expression, _number(count.value), count.source


def _number(value: Any) -> str:
    """An integer with commas where it is short; others as `number` writes them."""
    return f"{int(value):,}" if value == int(value) and abs(value) < 10**15 else number(value)


def _data(name: str, file: NetworkFile, inspection: Inspection, counts: Sequence[PrintedCount]) -> dict[str, Any]:
    """The same for programs; its keys are documented at the head of this module."""
    return {
        "format": FORMAT,
        "exit_code": 0,
        "network": name,
        "bytes": file.size,
        "d": inspection.d,
        "columns": None if inspection.columns is None else inspection.columns[0],
        "conflict": inspection.conflict,
        "layers": _integers(inspection.layers),
        "written": _integers(inspection.written),
        "sizes": _integers({name.lower().replace(" ", "_"): size for name, size in inspection.sizes.items()}),
        "blocks": encode_integer(inspection.blocks),
        "bits": {
            kind: {"numerator": bits.numerator, "denominator": bits.denominator, "exact": bits.exact}
            for kind, bits in inspection.bits.items()
        },
        "tie_rules": _integers(inspection.tie_rules),
        "stages": [
            {"name": stage, "items": items, "layers": encode_integer(layers)}
            for stage, items, layers in inspection.stages
        ],
        "counts": [
            {
                "what": count.what,
                "here": encode_integer(count.here),
                "expression": count.expression,
                "source": count.source,
                "value": encode_rational(count.value),
            }
            for count in counts
        ],
        "built": None if file.built is None else dict(file.built),
    }


def _integers(counts: Mapping[str, int]) -> dict[str, int | str]:
    return {name: encode_integer(count) for name, count in counts.items()}
