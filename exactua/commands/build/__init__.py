"""`exactua build`."""
