"""Steps at an instance as SMT-LIB scripts, for solvers that know nothing of exactua."""
