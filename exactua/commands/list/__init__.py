"""`exactua list`."""
