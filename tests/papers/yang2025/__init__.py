"""Claims of the Transformer Cookbook."""
