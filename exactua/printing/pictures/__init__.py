"""Pictures, part by part; `exactua.printing.plots` and `exactua.commands.build.picture` are what to call."""
