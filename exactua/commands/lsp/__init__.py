"""`exactua lsp`."""
