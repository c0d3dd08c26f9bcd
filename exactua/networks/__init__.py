"""What a Transformer is: hardmax attention, feed-forward with activations in Phi, and networks of them.

Everything is exact and evaluated literally, as the papers write it (Yun et al. 2020, Section 2 and App. C,
Step 2): these are the twins against which fast evaluators are held. Networks are data: rational weights, and
families of layers over a range, or over the rows of a table, whose entries are affine in the family's variables.

    l = variable("l")
    u = [[1, 2]]
    lower = AttentionHead(W_O=[[4], [0]], W_V=u, W_K=u, W_Q=u, b_Q=[-l + mpq(1, 4)])
    upper = AttentionHead(W_O=[[-4], [0]], W_V=u, W_K=u, W_Q=u, b_Q=[-l - mpq(1, 4)])
    sweep = Family("l", start=0, step="1/2", count=4, items=[AttentionLayer([lower, upper])])
    network = Network(2, [sweep], stages={"sweep": 1})
    network([[0, "1/2"], [0, 0]])
"""

from exactua.networks.activations import (
    RELU,
    Interval,
    Phi,
    Piece,
    PiecewiseLinear,
    above,
    at_least,
    at_most,
    below,
    between,
    closed,
    everywhere,
    half_open,
)
from exactua.networks.attention import AttentionLayer
from exactua.networks.bilinear_projection import BilinearProjection
from exactua.networks.entries import Affine, Entry, variable
from exactua.networks.feed_forward import FeedForwardLayer
from exactua.networks.heads import AttentionHead, TieRule, hardmax
from exactua.networks.items import QUANTITIES, Family, Group, Item, PlacedLayer, Table
from exactua.networks.layer import Layer, know
from exactua.networks.layer_normalisation import LayerNormalisation
from exactua.networks.network import Network, compose
from exactua.networks.positional_encoding import PositionalEncoding
from exactua.networks.printing import describe
from exactua.networks.rounded_layer import RoundedLayer
from exactua.networks.separable_convolution import SeparableConvolution
from exactua.networks.serialisation import dumps, from_data, loads, to_data
from exactua.networks.softmax_attention import SoftmaxAttentionLayer, softmax

__all__ = [
    "QUANTITIES",
    "RELU",
    "Affine",
    "AttentionHead",
    "AttentionLayer",
    "BilinearProjection",
    "Entry",
    "Family",
    "FeedForwardLayer",
    "Group",
    "Interval",
    "Item",
    "Layer",
    "LayerNormalisation",
    "Network",
    "Phi",
    "Piece",
    "PiecewiseLinear",
    "PlacedLayer",
    "PositionalEncoding",
    "RoundedLayer",
    "SeparableConvolution",
    "SoftmaxAttentionLayer",
    "Table",
    "TieRule",
    "above",
    "at_least",
    "at_most",
    "below",
    "between",
    "closed",
    "compose",
    "describe",
    "dumps",
    "everywhere",
    "from_data",
    "half_open",
    "hardmax",
    "loads",
    "softmax",
    "to_data",
    "variable",
]

know(
    AttentionLayer,
    SoftmaxAttentionLayer,
    FeedForwardLayer,
    PositionalEncoding,
    BilinearProjection,
    SeparableConvolution,
    LayerNormalisation,
    RoundedLayer,
)
