"""The papers: each is a folder here with its claims and inventory.toml; proofs/X.toml is the manifest of the paper X.

CLAIMS of a folder says in which of its modules each claim is, in the paper's order. TITLE says what the paper is
called, REFERENCE where it was published, ALIASES which numbers its other version has. `pages` is what the modules of
all papers write with.
"""

FIRST = ("yun2020", "so2020", "kajitsuka2024", "background")
"""The papers in which a bare label is looked up first. All others come behind, by name: what a label means stays."""
