"""Random small claims: written with exactua.authoring, decided by `check`, certified; the answers are put to all others.

A claim is drawn as data, as a certificate has it, and written as a file of somebody's own claims. What the certificate
asks must be what was drawn; the verifiers in Python and in C must confirm it; brute force must find the same verdicts,
counts, least counterexamples and measures.
"""
