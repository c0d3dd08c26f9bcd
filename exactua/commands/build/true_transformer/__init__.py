"""Lemma 6's true Transformer (Yun et al. 2020, App. F): ReLUs and softmax in place of Phi and hardmax, and errors."""
