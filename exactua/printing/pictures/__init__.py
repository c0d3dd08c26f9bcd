"""Pictures, part by part; `exactua.printing.pictures.traces` and `exactua.commands.build.picture` are what to call."""
