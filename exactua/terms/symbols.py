"""Names as the papers set them: t_l, l~_n, W_O, delta as symbols, after_sweep as an upright word."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from exactua.terms.boxes import Box, Fenced, Letter, Number, Row, Scripts, Sign, Word, Words

GREEK: Final = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "epsilon": "ϵ", "zeta": "ζ", "eta": "η",
    "theta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "lambda_": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "chi": "χ", "psi": "ψ", "omega": "ω",
    "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ",
    "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
"""Letters by the names that LaTeX has for them, and eps for the other epsilon."""

_LETTER: Final = re.compile(r"([A-Za-zα-ωΑ-Ωϕϵ])(~?)([0-9]*)(~?)('*)")


@lru_cache(maxsize=4096)
def symbol(name: str) -> Box:
    """The name of a parameter, an operand, a variable or a network as a symbol.

    A letter has what follows the first underscore as its subscript; a word has a number or one letter there. Other
    words joined by underscores are one upright name. Names in brackets, such as [X X'], are one matrix beside another.
    """
    if name.startswith("[") and name.endswith("]"):
        start, *others = map(symbol, name[1:-1].split())
        return Fenced("[", Row((start, *(part for box in others for part in (Words(" "), box)))), "]")
    if name in GREEK:
        return Letter(GREEK[name])
    head, *rest = name.split("_")
    first = _letter(head)
    if first is None:
        if len(rest) == 1 and rest[0] and (rest[0].isdecimal() or isinstance(_letter(rest[0]), Letter)):
            return Scripts(Word(head), _script(rest))
        return Word(" ".join(part for part in (head, *rest) if part) or name)
    if not rest:
        return first
    if isinstance(first, Letter) and len(rest) == 1 and not first.mark and not first.primes:
        if rest[0] == "bar":
            return Letter(first.letter, "bar")
        if rest[0] == "prime":
            return Letter(first.letter, "", 1)
    if not all(rest):
        return Word(name.strip("_").replace("_", " ") or name)
    if isinstance(first, Scripts):  # x1_2: digits and what follows the underscore
        assert first.below is not None
        return Scripts(first.base, Row((first.below, Sign(",", "comma"), _script(rest))))
    return Scripts(first, _script(rest))


def _letter(name: str) -> Letter | Scripts | None:
    """A letter with tildes, primes and digits, or a Greek letter that is spelled; None for a word."""
    spelled = re.fullmatch(r"([A-Za-z]+)(~?)([0-9]*)('*)", name)
    if spelled and spelled[1] in GREEK:
        letter, tilde, digits, primes = GREEK[spelled[1]], spelled[2], spelled[3], spelled[4]
    elif match := _LETTER.fullmatch(name):
        letter, tilde, digits, primes = match[1], match[2] or match[4], match[3], match[5]
    else:
        return None
    base = Letter(letter, "tilde" if tilde else "", len(primes))
    return Scripts(base, Number(digits)) if digits else base


def _script(rest: list[str]) -> Box:
    if len(rest) == 1:
        if rest[0].isdecimal():
            return Number(rest[0])
        return _letter(rest[0]) or Word(rest[0])
    return Word(" ".join(rest))
