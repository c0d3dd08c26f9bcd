"""How large the factor of softmax must be: bounds for all factors from one on, rigorous failures below it, brackets."""
