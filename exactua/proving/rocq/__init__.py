"""The bridge to Rocq: steps as Gallina propositions, ties of definitions, and the kernel that checks the proofs."""
