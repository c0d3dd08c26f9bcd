"""`exactua.trace`: one point through a network, of a claim or one's own, at the prompt and in a notebook."""

from __future__ import annotations

from pathlib import Path

from exactua.arithmetic.rationals import Matrix
from exactua.claims.decision import Witness
from exactua.claims.lettering import matrices
from exactua.claims.registry import Named, find
from exactua.commands.trace import work
from exactua.console.points import point_of, width_of
from exactua.console.python_arguments import matrix
from exactua.deciding.trace import Trace
from exactua.errors import InputError, no_argument, told_in_arguments
from exactua.networks import Network
from exactua.networks.files import NetworkFile, read_network
from exactua.proving.check import values_of


@told_in_arguments()
def trace(
    label: Named | Network | Path,
    point: object,
    *,
    network: str | None = None,
    d: int | None = None,
    n: int | None = None,
    delta: object = None,
    **parameters: int | str,
) -> Trace:
    """The way of a point through a network, layer by layer, exactly, and what a claim's steps say there.

    `label` is a label, a claim or `(claim, "step")`, as `check` takes it; or a network, or the path of its file: then
    no claim is asked. `point` is d x n, unit 1: "0 1/4; 1/2 3/4", or a list of rows such as [[0, "1/4"], ["1/2",
    "3/4"]]; of a claim about words a word such as "a b b", whose n need not be given. It may be a counterexample, such
    as the `witness` of a step: its point, or the first of two, at the instance that it is of, through a network that
    its step speaks of. `network` is one of the claim's, its first unless it is given. `d`, `n`, `delta` and further
    parameters are those of `check`.

    Raises InputError for a wrong label, parameter, shape or entry, an unknown network, and more than 1,000,000 layers.

    >>> traced = trace("lemma8", "0 1/4 3/4", d=1, n=3, delta="1/4")
    >>> traced.layers, traced.by_ids, traced.states[-1].values
    (5, True, (mpq(43788,1), mpq(43821,1), mpq(43947,1)))
    """
    of_claims = {"network": network, "d": d, "n": n, "delta": delta}
    given = [*(name for name, value in of_claims.items() if value is not None), *parameters]
    own = Path(label) if isinstance(label, str) and label.lower().endswith(".json") else label
    if isinstance(own, (Network, Path)):
        if parameters:
            raise InputError(no_argument(next(iter(parameters)), ("label", "point"), "trace of a network"))
        if given:
            called = "the network" if isinstance(own, Network) else str(own)
            raise InputError(f"{given[0]}: {called} is not a claim; leave it out")
        read = _point_in(point) if isinstance(point, Witness) else matrix(point)
        if isinstance(own, Path):
            return work.trace_file(read_network(own), str(own), read)
        return work.trace_file(NetworkFile(own), "network", read)
    claim, _ = find(own)
    if isinstance(point, Witness):
        read = _point_in(point)
        problem = None if point.refutes is None else point.refutes.problem
        if point.refutes is not None and problem is not None and problem.label == claim.label:
            about = point.refutes.step.networks()
            chosen = network or next((name for name in claim.networks if name in about), None)
            if not {*given} - {"network"}:
                return work.trace(claim, problem.parameters, read, chosen)
            network = chosen
    else:
        read = point_of(claim, point) if isinstance(point, str) else matrix(point)
    width = width_of(claim, [read]) if n is None else n
    return work.trace(claim, values_of(claim, d, width, delta, parameters), read, network)


def _point_in(witness: Witness) -> Matrix:
    """The point of a counterexample, or the first of two. Raises InputError where it has none."""
    result = witness.refutes
    points = witness.points if result is None else matrices(result.step.over, witness.points)
    if not points:
        raise InputError("point: the counterexample has no point, because its step is about none; give one")
    return points[0]
