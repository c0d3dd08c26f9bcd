"""Steps recorded into straight-line programs over integers, and the loops and machines that run them at every point.

What is written down is what the evaluator of terms and the shortcut of `evaluators.column_ids` would compute; intervals
decide the width. A point that leaves the straight line is *unusual* and goes to the slower evaluators.
"""
