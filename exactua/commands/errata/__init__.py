"""`exactua errata`."""
