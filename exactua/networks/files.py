"""Network files: a network as JSON, and what is known about how it was built.

    {"exactua": "network/1", "network": {"d": ..., "items": ..., "stages": ...}, "built": {...}}

"built" may be missing, and a bare network {"d": ..., "items": ..., "stages": ...} is read too (docs/networks.md).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from exactua.arithmetic.json_values import kind, object_at, parsed
from exactua.arithmetic.messages import brief, quoted
from exactua.errors import InputError
from exactua.file_access import read_bytes
from exactua.networks.network import Network
from exactua.networks.serialisation import MAX_BYTES, from_people, to_data
from exactua.output_files import Kind, write_text
from exactua.terms.encoding import canonical

FORMAT: Final = "network/1"
NETWORK: Final = Kind("network file of exactua", r'\{"(built":\{|exactua":"network/)')
PARAMETERS: Final = ("d", "n", "m")
LARGEST_BITS: Final = 100_000
BY_PYTHON: Final = "in Python, exactua.networks.files.write_network writes such a file from matrices"
MAX_NESTING: Final = 32
"""How deep objects and arrays may stand inside one another in "built"."""


@dataclass(frozen=True)
class NetworkFile:
    """A network, what its file says about how it was built (None: nothing), and the size of the file in bytes."""

    network: Network
    built: Mapping[str, Any] | None = None
    size: int = 0
    where: str = "network"

    @property
    def theorem(self) -> str | None:
        """The label of the claim whose construction it is, such as "yun2020:theorem2"; None where that is not said."""
        if self.built is None or "theorem" not in self.built:
            return None
        label = self.built["theorem"]
        if not isinstance(label, str):
            raise InputError(f"{self.where}: built.theorem: {kind(label)} is not a string")
        return label

    @property
    def parameters(self) -> dict[str, int]:
        """d, n and m = 1/delta that it was built for; empty where that is not said.

        Raises InputError for parameters that are no integers >= 1, for a d that the network has not, and where
        (1/delta)^(dn) has more than 100,000 bits.
        """
        if self.built is None or "parameters" not in self.built:
            return {}
        where = f"{self.where}: built.parameters"
        given = object_at(self.built["parameters"], where)
        values = {}
        for name in PARAMETERS:
            value = given.get(name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                shown = "missing" if value is None else f"{brief(value)} is not an integer"
                raise InputError(f"{where}.{name}: {shown}; write an integer >= 1")
            values[name] = value
        if values["d"] != self.network.d:
            raise InputError(f"{where}.d: {values['d']} is not the network's number of rows, {self.network.d}")
        if values["d"] * values["n"] * values["m"].bit_length() > LARGEST_BITS:
            raise InputError(f"{where}: (1/delta)^(dn) has more than {LARGEST_BITS:,} bits; no such network is built")
        return values


def read_network(path: str | Path) -> NetworkFile:
    """The network in a file, which may come from anybody: nothing in it is executed.

    A path as a text is looked for from the current folder, and an error says which that is. Raises InputError, one
    sentence with the file and the place in it, for a file that can't be read, is larger than
    64 MiB, is no JSON, or describes no network.
    """
    if not isinstance(path, (str, Path)):
        raise InputError(f'path: {brief(path)} is not the path of a file; write, for example, "net.json"')
    try:
        content = read_bytes(Path(path), "network", MAX_BYTES)
    except InputError as error:
        if not isinstance(path, str) or Path(path).is_absolute() or "there is no file" not in str(error):
            raise
        beside = f"Path(__file__).parent / {json.dumps(path, ensure_ascii=False)}"
        raise InputError(
            f"{error} in {Path.cwd()}, the current folder; for a file beside your own write read_network({beside})"
        ) from None
    data = object_at(parsed(content, str(path)), str(path))
    if "exactua" not in data:
        return NetworkFile(_network(data, f"{path}: network"), None, len(content), str(path))
    if data["exactua"] != FORMAT:
        given = quoted(data["exactua"]) if isinstance(data["exactua"], str) else kind(data["exactua"])
        raise InputError(f'{path}: {given} is not the format of a network file, "{FORMAT}"')
    for key in data:
        if key not in ("exactua", "network", "built"):
            raise InputError(f"{path}: unknown key {quoted(key)}; the keys are exactua, network, built")
    if "network" not in data:
        raise InputError(f"{path}: missing key network; the keys are exactua, network, built")
    built = data.get("built")
    if built is not None:
        _require_exact(object_at(built, f"{path}: built"), f"{path}: built")
    return NetworkFile(_network(data["network"], f"{path}: network"), built, len(content), str(path))


def _network(data: object, where: str) -> Network:
    """The network that people, or `write_network`, wrote. Raises InputError, which names that function."""
    try:
        return from_people(data, where)
    except InputError as error:
        raise InputError(f"{error}; {BY_PYTHON}") from None


def write_network(path: str | Path, network: Network, built: Mapping[str, Any] | None = None) -> int:
    """Writes a network file, whole or not at all; its size. The same network and `built` give the same bytes.

    `built` is JSON data, its numbers integers or strings. Raises InputError for a float in it, and where the file can't
    be written.

    >>> network = Network(1, [FeedForwardLayer([[1]], [0], [[1]], [0], RELU)])
    >>> write_network("net.json", network) > 0
    True
    >>> read_network("net.json").network == network
    True
    """
    if not isinstance(network, Network):
        raise InputError(f"network: {brief(network)} is not a network; give a Network")
    if not isinstance(path, (str, Path)):
        raise InputError(f'path: {brief(path)} is not the path of a file; write, for example, "net.json"')
    data: dict[str, Any] = {"exactua": FORMAT, "network": to_data(network)}
    if built is not None:
        data["built"] = dict(built)
        _require_exact(data["built"], "built")
    text = canonical(data) + "\n"
    write_text(Path(path), text, "network", NETWORK)
    return len(text)


def _require_exact(data: Any, where: str) -> None:
    """Raises InputError for a float, for anything else that is no JSON data, and for nesting of more than 32 levels."""
    waiting = [(data, where, 0)]
    while waiting:
        value, at, depth = waiting.pop()
        if depth > MAX_NESTING:
            raise InputError(f"{where}: objects and arrays are nested more than {MAX_NESTING} deep")
        if isinstance(value, dict):
            waiting += [(inner, f"{at}[{quoted(key)}]", depth + 1) for key, inner in object_at(value, at).items()]
        elif isinstance(value, (list, tuple)):
            waiting += [(inner, f"{at}[{i}]", depth + 1) for i, inner in enumerate(value)]
        elif isinstance(value, float):
            raise InputError(f'{at}: {value!r} is a float; numbers are integers or strings such as "3/4"')
        elif value is not None and not isinstance(value, (int, str)):
            raise InputError(f"{at}: {kind(value)} is not JSON data")
