"""The parameters, networks and definitions of a certificate, of which the values are recomputed."""

from __future__ import annotations

import re

from .networks import Network
from .readings import Layered
from .reals import written_floor
from .records import array, canonical, encode, integer
from .refusals import demand
from .reports import shown
from .terms import ALLOWANCE, Context, speaks_of_reals
from .values import Json

PRIME = 2**61 - 1
DECIDED = "parameters definitions values networks domains steps parts judged verdict prime"  # and four words


def opened(decided: Json) -> Context:
    """The parameters, the networks and the definitions, once the values of these are recomputed."""
    array(decided["judged"])
    demand(integer(decided["prime"]) == PRIME, "the prime is another one")
    parameters: dict[str, int | str] = {}
    for name, value in decided["parameters"].items():
        word = name not in {*"dnm"} and isinstance(value, str) and not re.match("-?0x", value)
        parameters[name] = value if word else integer(value)
    budget = [ALLOWANCE[0]]
    networks: dict[str, Layered] = {name: Network(x, name, budget) for name, x in decided["networks"].items()}
    context = Context(parameters, networks, {}, budget)
    for pair in array(decided["definitions"]):
        name, term = array(pair, 2)
        demand(isinstance(name, str) and name not in context.definitions, f"the name {name!r} of a definition")
        context.definitions[name] = value = context.constant(term)
        context = context._replace(real=context.real | ({name} if speaks_of_reals(term, context.real) else set()))
        written = canonical((written_floor if name in context.real else encode)(value))
        demand(canonical(decided["values"].get(name)) == written, f"the values of the definitions: {shown(name)}")
    demand(decided["values"].keys() == context.definitions.keys(), "there are values without a definition")
    return context
