"""`exactua import`."""
