"""`exactua regress`."""
