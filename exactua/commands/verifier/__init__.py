"""`exactua verifier`."""
