"""`exactua signoff`: who read which step beside its paper."""
