"""For each result one sentence of what may be claimed and one of what may not, with the exact box.

A check at some instances says nothing of others; a refutation at one instance refutes a statement that is made for it;
what is vacuous confirms nothing. Only what the Rocq kernel proved is said of all parameters.
"""

from exactua.printing.scope_of_certificates import of_certificate
from exactua.printing.scope_of_dossiers import of_claim, of_step
from exactua.printing.scope_subjects import ALL_D, ScopeSentence

__all__ = ["ALL_D", "ScopeSentence", "of_certificate", "of_claim", "of_step"]
