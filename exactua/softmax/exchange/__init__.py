"""Networks as arrays of floats, for other libraries, and back: one naming scheme for all of them.

    layers.0.attention.W_O             (heads, d, m_v)  W_V: (heads, m_v, d)
    layers.0.attention.W_K             (heads, m_k, d)  W_Q: (heads, m_k, d), b_Q: (heads, m_k)
    layers.0.attention.mask            (n, n)           True at [k][j] where token j attends to token k; if there is one
    layers.1.feed_forward.W_1          (r, d)           b_1: (r), W_2: (d, r), b_2: (d)
    layers.1.feed_forward.breakpoints  (p - 1)          where the p pieces of the activation end
    layers.1.feed_forward.closed       (p - 1)          whether the breakpoint belongs to the piece on its left
    layers.1.feed_forward.slopes       (p)              intercepts: (p)
    layers.2.positional_encoding.E     (d, n)
    layers.3.bilinear_projection.W_O   (d, d)           W_P: (n, n)
    layers.4.separable_convolution.W_O (d, d)           W_C: (d, k)
    layers.5.layer_normalisation.gain  (d)              bias: (d), epsilon: (1)

Layers count from 0; families and tables are unrolled. Heads of a layer are padded with zeros to the
largest m_k and m_v, which changes nothing. What is no array (kinds, tie rules, stages, the factor) is in the metadata.
"""
