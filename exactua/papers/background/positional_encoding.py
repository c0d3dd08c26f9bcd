"""Sinusoidal Positional Encoding (web page, 'Key Formulas', and the first program).

    PE(pos, 2k) = sin(pos / 10000^(2k / d_model)),  PE(pos, 2k + 1) = cos(pos / 10000^(2k / d_model))

Sines have no place in exact arithmetic here. What is decided is what the formula rests on: frequencies
10000^(-2k / d_model), and that no difference of two positions is a multiple of the period 2 pi of the first pair.
Where it is none, (sin pos, cos pos) tells the positions apart.
"""

from __future__ import annotations

from exactua.claims.claim import Claim, Operands, Parameter
from exactua.terms.tracing import Columns, Number, Truth, every, exp, log, number, pi, rational, some

positional_encoding = Claim(
    "background:positional_encoding",
    title="Sinusoidal Positional Encoding",
    source="'Key Formulas'; 'Code Examples', first program",
    text="Sine and cosine waves of different frequencies encode absolute positions. Adding these to embeddings gives"
    " the model access to order information without learned parameters.",
    parameters=(
        Parameter("d_model", "model dimension", least=2, ladder=(2, 3, 6, 64)),
        Parameter("N", "number of positions, 0 to N - 1", ladder=(4, 45)),
    ),
)


def _pairs(at: Operands) -> Columns:
    """k = 0, 1, ... with 2k <= d_model - 1, as in the program's loop over i = 2k."""
    return Columns(0, (at.d_model - 1 - (at.d_model - 1) % 2) / 2, "k")


def frequency(at: Operands, k: Number) -> Number:
    """10000^(-2k / d_model)."""
    return exp(-2 * k / at.d_model * log(number(10000)))


@positional_encoding.states(
    "sine and cosine waves of different frequencies: each is smaller than the one before; two pairs or more",
    given=lambda at: at.d_model >= 3,
)
def different_frequencies(at: Operands) -> Truth:
    return every(_pairs(at), lambda k: (k == 0) | (frequency(at, k) < frequency(at, k - 1)))


@positional_encoding.proof_line("not said: frequencies are 1 for the first pair, and all above 1/10000", said=False)
def range_of_frequencies(at: Operands) -> Truth:
    def inside(k: Number) -> Truth:
        return (frequency(at, k) <= 1) & (frequency(at, k) > rational("1/10000"))

    return every(_pairs(at), inside) & some(_pairs(at), lambda k: frequency(at, k) == 1)


@positional_encoding.states(
    "access to order information: no two positions of N differ by a multiple of 2 pi, so (sin pos, cos pos) tells them"
    " apart; two positions or more",
    given=lambda at: at.N >= 2,
)
def positions_differ(at: Operands) -> Truth:
    differences = Columns(1, at.N - 1, "p")
    return every(differences, lambda p: every(Columns(1, at.N, "k"), lambda k: p - 2 * k * pi != 0))


positional_encoding.part(
    "Sine and cosine waves of different frequencies encode absolute positions.",
    "different_frequencies",
    "positions_differ",
)
positional_encoding.part(
    "Adding these to embeddings gives the model access to order information without learned parameters.",
    undecided="It is about all embeddings and models; `positions_differ` decides it for the encodings alone.",
)
