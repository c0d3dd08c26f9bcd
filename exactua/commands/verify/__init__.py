"""`exactua verify`."""
