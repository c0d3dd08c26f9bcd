"""A third evaluator of certificates, written from docs/certificate-format.md alone: plain, slow and obvious.

It shares no code with exactua nor with its verifiers. Points are found by listing all sequences of columns, terms are
interpreted one by one on fractions, and everything that a certificate reports is computed in full and compared.

    truth(bytes of a file) -> Truth("true" | "false" | "unknown", why)

'section k' in the modules below is a section of that page.
"""

from tests.attack.brute_force.deciding import Truth, recomputed, truth

__all__ = ["Truth", "recomputed", "truth"]
