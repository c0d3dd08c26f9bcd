"""`exactua export`."""
