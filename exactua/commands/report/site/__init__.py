"""What is known of papers as pages: a graph of claims, a page a claim, the ledger, a search index; static files."""
