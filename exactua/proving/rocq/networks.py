"""The Gallina network that stands for each network of a claim, with its stages. `ties` compares their weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class GallinaNetwork:
    """A network of proofs/rocq as an expression in d, n, m : nat."""

    layers: str
    """The attention and feed-forward layers, of type `network`."""
    stages: Mapping[str, str] = field(default_factory=dict)
    """Named stages: the layers up to there; "" for the encoding alone. "output" is all of them."""
    encoding: str | None = None
    """What a positional encoding in front of the layers adds, of type `matrix`."""
    layers_an_item: str | None = None
    """Where every top-level item has equally many layers: their number, an expression in Z."""
    ties: str | None = None
    """A rule of TieRules.v for equal maxima, or `ties`, that of the instance; None for averages. Its layers stand
    alone."""

    def at_stage(self, stage: str) -> str | None:
        """The layers up to a named stage, or None where it is not known."""
        return self.layers if stage == "output" else self.stages.get(stage)


CONTEXTUAL_MAP: Final = GallinaNetwork("g_c d n m", {"sweep": "sweep_layers d m"})

_WITH_POSITIONS: Final = {"encoded": "", "sweep": "g2_sweep {} d n m"}


def _with_positions(spacing: int) -> GallinaNetwork:
    stages = {name: layers.format(spacing) for name, layers in _WITH_POSITIONS.items()}
    return GallinaNetwork(f"g2_g_c {spacing} d n m", stages, f"positions {spacing} d n")


_ENDS: Final = "(Statements.t_l d n m) (Statements.t_r d n m)"
_FIRST: Final = {
    "shifted": f"[FeedForward.shifting d n m {_ENDS}]",
    "flattened": f"FeedForward.first_layers d n m {_ENDS}",
}


def _value_map(values: str, name: str = "g_v_as_printed") -> GallinaNetwork:
    """The value map of Lemma 9, as printed or (g_v) repaired, for one of the formulas `VALUES`."""
    layers = f"FeedForward.{name} d n m {_ENDS} ({values} d n m)"
    return GallinaNetwork(layers, _FIRST)


def _approximator(value_map: GallinaNetwork) -> GallinaNetwork:
    """g_v o g_c o g_q."""
    quantised = "FeedForward.g_q d n m"
    contexts = f"{quantised} ++ g_c d n m"
    stages = {"quantised": quantised, "contexts": contexts}
    return GallinaNetwork(f"{contexts} ++ {value_map.layers}", stages)


_SUMS: Final = f"FeedForward.g_v_as_printed d n m {_ENDS} (fun _ => tabulated d n (fun i j => inject_Z (i + j)))"
"""The value map of Lemma 9 as printed for (A_L)_{i,j} = i + j."""
_KEYS: Final = (
    "flat_map (fun L => map (fun z => FeedForward.matching d m (dot (reading_vector d m) z) "
    "(FeedForward.unit_vector d 0)) (FeedForward.context d n m L)) (FeedForward.contexts d n m)"
)
_WINDOW: Final = (
    "[FeedForward.adding d (FeedForward.unit_vector d 0) (reading_vector d m) 0 "
    "[FeedForward.until (Statements.t_l d n m) 0 1; FeedForward.closed (Statements.t_l d n m) "
    "(Statements.t_r d n m) 0 0; FeedForward.beyond (Statements.t_r d n m) 0 1]]"
)
_INSIDE: Final = (
    "[FeedForward (FeedForwardWeights (repeat 0 d) 0 (repeat 0 d) (repeat ((2 # 3) * delta m) d) "
    "[Piece None false None false 0 0])]"
)
_QUANTISER: Final = GallinaNetwork("FeedForward.g_q d n m", layers_an_item="m + 1")
_POSITION_QUANTISER: Final = GallinaNetwork("PositionNetworks.position_quantiser d n m", layers_an_item="n * m")


def _mapped_contexts(outputs: str) -> GallinaNetwork:
    """g_v o g_c of App. G.3 behind the encoding, for these outputs."""
    layers = f"PositionNetworks.mapped_contexts d n m (PositionNetworks.{outputs} d n m)"
    return GallinaNetwork(layers, {"encoded": "", "contextual": "g2_g_c 1 d n m"}, "positions 1 d n")


_TRANSFORMER: Final = "PositionNetworks.position_transformer d n m"
_TRANSFORMER_STAGES: Final = {
    "quantised": _POSITION_QUANTISER.layers,
    "contextual": f"{_POSITION_QUANTISER.layers} ++ g2_g_c 1 d n m",
}

NETWORKS: Final[Mapping[tuple[str, str], GallinaNetwork]] = {
    **{
        (f"yun2020:{claim}", "g_c"): CONTEXTUAL_MAP
        for claim in ("lemma8", "lemma10", "category1", "category2", "category3", "global_shift", "event_driven_sweep",
                      "sorted_order", "lemma9", "proposition5", "definition_e1", "equivariance", "first_shifts")
    },
    ("yun2020:tightness", "g"): GallinaNetwork(_approximator(GallinaNetwork(_SUMS)).layers),
    ("yun2020:lemma4", "centre"): GallinaNetwork("PositionNetworks.into_cube d m (1 # 2)"),
    ("yun2020:lemma4", "inside"): GallinaNetwork("PositionNetworks.into_cube d m (2 # 3)"),
    ("yun2020:lemma4", "numbered"): GallinaNetwork("[]", encoding="PositionNetworks.numbers d n"),
    ("yun2020:selective_shift", "psi"): GallinaNetwork("TieRules.psi_layers d m", ties="ties"),
    ("yun2020:selective_shift", "Psi"): GallinaNetwork("TieRules.Psi_layers d m", ties="ties"),
    **{
        ("yun2020:selective_shift", f"psi_{rule}"): GallinaNetwork("TieRules.psi_layers d m", ties=f"TieRules.{rule}")
        for rule in ("average", "leftmost", "rightmost")
    },
    ("yun2020:lemma7", "g_q"): _QUANTISER,
    ("yun2020:lemma7", "g_q_as_printed"): GallinaNetwork("FeedForward.g_q_as_printed d n m", layers_an_item="m + 1"),
    ("yun2020:lemma7", "clipping_layer"): GallinaNetwork("map (FeedForward.clip d n m) (seq 0 d)"),
    ("yun2020:lemma7", "flattening_layer"): GallinaNetwork("map (fun i => FeedForward.flatten d m i 0) (seq 0 d)"),
    ("yun2020:lemma9", "g_v"): _value_map("identity_values"),
    ("yun2020:lemma9", "g_v_scrambled"): _value_map("scrambled_values"),
    ("yun2020:lemma9", "g_v_swapped"): _value_map("swapped_values"),
    ("yun2020:lemma9", "g_v_lifted"): _value_map("swapped_values", "g_v"),
    ("yun2020:lemma9", "key_probe"): GallinaNetwork(_KEYS),
    ("yun2020:lemma9", "window_probe"): GallinaNetwork(_WINDOW),
    ("yun2020:proposition5", "g_q"): _QUANTISER,
    ("yun2020:proposition5", "inside"): GallinaNetwork(_INSIDE),
    ("yun2020:proposition5", "g_v"): _value_map("scrambled_values"),
    ("yun2020:proposition5", "g"): _approximator(_value_map("scrambled_values")),
    ("yun2020:proposition5", "g_identity"): _approximator(_value_map("identity_values")),
    ("yun2020:proposition5", "g_one"): _approximator(_value_map("one_values")),
    ("yun2020:proposition5", "g_swapped"): _approximator(_value_map("swapped_values")),
    ("yun2020:proposition5", "g_lifted"): _approximator(_value_map("swapped_values", "g_v")),
    ("yun2020:theorem3", "g"): GallinaNetwork(_TRANSFORMER, _TRANSFORMER_STAGES),
    ("yun2020:theorem3", "g_P"): GallinaNetwork(
        _TRANSFORMER, {"encoded": "", **_TRANSFORMER_STAGES}, "positions 1 d n"
    ),
    ("yun2020:event_driven_sweep", "g_c_with_positions"): _with_positions(1),
    ("yun2020:event_driven_sweep", "shifts_with_positions"): GallinaNetwork("g2_sweep 1 d n m"),
    ("yun2020:g1", "g_q"): _POSITION_QUANTISER,
    ("yun2020:g1", "g_q_as_printed"): GallinaNetwork(
        "PositionNetworks.position_quantiser_as_printed d n m", layers_an_item="n * m"
    ),
    ("yun2020:g2", "g_c"): _with_positions(1),
    ("yun2020:g2", "g_c_wider"): _with_positions(2),
    ("yun2020:g2", "last_layer"): GallinaNetwork("[global_shift d m (of_nat (n * m * (m ^ d) ^ (n + 1)))]"),
    ("yun2020:g3", "g_c"): _with_positions(1),
    ("yun2020:g3", "g"): _mapped_contexts("numbered_outputs"),
    ("yun2020:g3", "g_colliding"): _mapped_contexts("colliding_outputs"),
}  # fmt: skip
"""By the label of a claim and the name of a network of it."""

VALUES: Final = ("identity_values", "scrambled_values", "swapped_values", "one_values")
"""The formulas for A_L of `exactua.papers.yun2020.target_functions` that networks are built for."""
