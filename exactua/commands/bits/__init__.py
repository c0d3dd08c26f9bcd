"""`bits`: how long the numbers of a network are, which formats hold them, and where ids of one context merge."""
