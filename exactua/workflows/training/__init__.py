"""`train`: rank-1 Transformers trained on labelled tokens, beside the theory's count, and their exact check."""
