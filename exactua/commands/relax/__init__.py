"""`exactua relax`."""
