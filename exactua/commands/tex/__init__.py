"""`exactua tex`."""
