"""What a web page on 'Transformer Expressiveness' says in passing, in its order: formulas, sentences and programs.

It has no numbers: `source` says the heading under which a sentence stands.
"""

TITLE = "How I Study AI, Transformer Expressiveness"
REFERENCE = {
    "type": "misc",
    "authors": ["How I Study AI"],
    "title": "Transformer Expressiveness",
    "howpublished": "Web page",
}
CLAIMS: dict[str, str] = {
    "permutations": "permutations",
    "exact_selection": "exact_selection",
    "sharp_attention": "sharp_attention",
    "scaled_attention": "scaled_attention",
    "temperature": "temperature",
    "relative_bias": "relative_bias",
    "positional_encoding": "positional_encoding",
    "attention_cost": "attention_cost",
    "convex_combination": "convex_combination",
    "supremum_norm": "supremum_norm",
    "program_costs": "program_costs",
    "reversal": "reversal",
    "pooling": "pooling",
}
