"""Networks one after the other."""

from __future__ import annotations

from exactua.arithmetic.messages import brief
from exactua.errors import InputError
from exactua.networks.network import Network

OUTPUT = "output"
"""The stage at the end of a network."""


def compose(*networks: Network) -> Network:
    """The network that applies these in order, the first one first: its items are theirs.

    Stages keep their names, but "output" is the end of all; a name that several have is "name 2" in the second of
    them, and so on. Raises InputError for no network, what is none, and networks with different d.

    >>> shift = Network(1, [PositionalEncoding([[0, 1]])])
    >>> compose(shift, shift)([[5, 5]])
    ((mpq(5,1), mpq(7,1)),)
    """
    if not networks:
        raise InputError("networks: none are given; give at least one to compose")
    for number, network in enumerate(networks, 1):
        if not isinstance(network, Network):
            raise InputError(f"network {number}: {brief(network)} is no network; write Network(d, [...])")
        if network.d != networks[0].d:
            raise InputError(
                f"network {number} maps {network.d} x n to {network.d} x n, network 1 {networks[0].d} x n; d must agree"
            )
    stages: dict[str, int] = {}
    times: dict[str, int] = {}
    before = 0
    for network in networks:
        for name, after in network.named_stages:
            if name != OUTPUT:
                times[name] = times.get(name, 0) + 1
                stages[name if times[name] == 1 else f"{name} {times[name]}"] = before + after
        before += len(network.items)
    items = [item for network in networks for item in network.items]
    return Network(networks[0].d, items, {**stages, OUTPUT: len(items)})
