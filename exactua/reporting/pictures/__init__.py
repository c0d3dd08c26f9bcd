"""Pictures, part by part; `exactua.reporting.plots` and `exactua.reporting.surfaces` are what to call."""
