"""`exactua.trace`: one point through a network of a claim, at the prompt and in a notebook."""

from __future__ import annotations

from exactua.claims.registry import Named, find
from exactua.commands.trace import work
from exactua.console.points import point_of, width_of
from exactua.console.python_arguments import matrix
from exactua.deciding.trace import Trace
from exactua.errors import told_in_arguments
from exactua.proving.check import values_of


@told_in_arguments()
def trace(
    label: Named,
    point: object,
    *,
    network: str | None = None,
    d: int | None = None,
    n: int | None = None,
    delta: object = None,
    **parameters: int | str,
) -> Trace:
    """The way of a point through a network of a claim, layer by layer, exactly, and what the claim's steps say there.

    `label` is a label, a claim or `(claim, "step")`, as `check` takes it. `point` is d x n, unit 1: "0 1/4; 1/2 3/4",
    or a list of rows such as [[0, "1/4"], ["1/2", "3/4"]]; of a claim about words a word such as "a b b", whose n need
    not be given. `network` is one of the claim's, its first unless it is given. `d`, `n`, `delta` and further
    parameters are those of `check`.

    Raises InputError for a wrong label, parameter, shape or entry, an unknown network, and more than 1,000,000 layers.

    >>> traced = trace("lemma8", "0 1/4 3/4", d=1, n=3, delta="1/4")
    >>> traced.layers, traced.by_ids, traced.states[-1].values
    (5, True, (mpq(43788,1), mpq(43821,1), mpq(43947,1)))
    """
    claim, _ = find(label)
    read = point_of(claim, point) if isinstance(point, str) else matrix(point)
    width = width_of(claim, [read]) if n is None else n
    return work.trace(claim, values_of(claim, d, width, delta, parameters), read, network)
