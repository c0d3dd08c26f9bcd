"""`exactua new`."""
