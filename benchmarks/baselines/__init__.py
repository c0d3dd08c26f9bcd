"""What exactua is measured against: files that import nothing of it, as somebody who checks the lemma writes them."""
