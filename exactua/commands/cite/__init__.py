"""`exactua cite`."""
