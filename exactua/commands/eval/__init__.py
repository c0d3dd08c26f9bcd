"""`exactua eval`."""
