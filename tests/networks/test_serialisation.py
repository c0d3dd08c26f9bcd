from __future__ import annotations

import json
import sys
from copy import deepcopy

import pytest
from gmpy2 import mpq
from hypothesis import given, settings
from hypothesis import strategies as st

from exactua.arithmetic.rationals import written
from exactua.errors import InputError
from exactua.networks import (
    AttentionHead,
    AttentionLayer,
    Family,
    FeedForwardLayer,
    Group,
    Network,
    Phi,
    PiecewiseLinear,
    TieRule,
    at_least,
    below,
    dumps,
    entries,
    everywhere,
    from_data,
    loads,
    serialisation,
    to_data,
    variable,
)
from exactua.networks.serialisation import kinds

from .strategies import networks

ell = variable("l")
U = [["1/2", 2**60]]
HEAD = AttentionHead([[4], [0]], U, U, U, [mpq(1, 4) - ell])
FEED_FORWARD = FeedForwardLayer([[1, 0]], [0], [[1], [0]], [0, 0], Phi.of((below(0), 0, 0), (at_least(0), 1, "-1/3")))
NETWORK = Network(
    2,
    [Family("l", 0, "-1/2", 4, [AttentionLayer([HEAD], TieRule.LEFTMOST)]), Group("values", [FEED_FORWARD])],
    {"sweep": 1},
)
DATA = {
    "d": 2,
    "items": [
        {
            "family": {
                "variable": "l",
                "start": 0,
                "step": "-1/2",
                "count": 4,
                "items": [
                    {
                        "attention": {
                            "tie_rule": "leftmost",
                            "heads": [
                                {
                                    "W_O": [[4], [0]],
                                    "W_V": [["1/2", "0x1000000000000000"]],
                                    "W_K": [["1/2", "0x1000000000000000"]],
                                    "W_Q": [["1/2", "0x1000000000000000"]],
                                    "b_Q": [{"constant": "1/4", "l": -1}],
                                }
                            ],
                        }
                    }
                ],
            }
        },
        {
            "group": {
                "name": "values",
                "items": [
                    {
                        "feed_forward": {
                            "W_1": [[1, 0]],
                            "b_1": [0],
                            "W_2": [[1], [0]],
                            "b_2": [0, 0],
                            "activation": [
                                {
                                    "from": None,
                                    "from_closed": False,
                                    "to": 0,
                                    "to_closed": False,
                                    "slope": 0,
                                    "intercept": 0,
                                },
                                {
                                    "from": 0,
                                    "from_closed": True,
                                    "to": None,
                                    "to_closed": False,
                                    "slope": 1,
                                    "intercept": "-1/3",
                                },
                            ],
                        }
                    }
                ],
            }
        },
    ],
    "stages": {"sweep": 1},
}


def test_the_format_to_the_letter():
    assert to_data(NETWORK) == DATA
    assert from_data(DATA) == NETWORK
    assert dumps(NETWORK) == json.dumps(DATA, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


@given(networks())
@settings(max_examples=100, deadline=None)
def test_round_trip(network):
    text = dumps(network)
    assert text.isascii()
    assert loads(text) == loads(text.encode()) == network
    assert dumps(loads(text)) == text


def test_activations_come_back_as_phi_where_they_are():
    assert type(from_data(DATA).items[1].items[0].activation) is Phi
    outside = FeedForwardLayer([[1]], [0], [[1]], [0], PiecewiseLinear.of((everywhere(), 1, 0)))
    assert type(loads(dumps(Network(1, [outside]))).items[0].activation) is PiecewiseLinear


def changed(path, value):
    """DATA with the value at `path` replaced; `...` as value deletes the key."""
    data = deepcopy(DATA)
    *way, last = path
    place = data
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return data


LAYER = ("items", 0, "family", "items", 0, "attention")
LAYER_PATH = "network.items[0].family.items[0].attention"
FF = ("items", 1, "group", "items", 0, "feed_forward")
FF_PATH = "network.items[1].group.items[0].feed_forward"
HEAD_PATH = f"{LAYER_PATH}.heads[0]"
KINDS_IN_WORDS = f"{', '.join(kinds()[:-1])} or {kinds()[-1]}"
ITEM = f"an item has exactly one key, {KINDS_IN_WORDS}; given"
INTEGER = 'is not an integer; write 5, or "0x…" from 2^53 on'
FRACTION = 'write an integer or a fraction such as "3/4"'

HUGE = "-0x1" + "0" * 20_000  # more digits than Python prints
SHORT = written(-(16**20_000))[:57] + "..."
MALFORMED = [
    (("d",), HUGE, f"network: d: {SHORT} is not a number of rows; write an integer >= 1"),
    (("stages", "sweep"), HUGE, f'network: stage "sweep" is after item {SHORT}; the network has 2 items'),
    (
        ("items", 0, "family", "count"),
        HUGE,
        f'network.items[0].family: the count {SHORT} of the family over "l" must be an integer >= 0',
    ),
    (("d",), ..., "network: missing key d; the keys are d, items, stages"),
    (("name",), "x", 'network: unknown key "name"; the keys are d, items, stages'),
    (("d",), "2", "network.d: '2' is a string; write the number 2"),
    (("d",), "two", f"network.d: 'two' {INTEGER}"),
    ((*LAYER, "heads", 0, "W_V", 0, 1), "0", f"{HEAD_PATH}.W_V[0][1]: '0' is a string; write the number 0"),
    ((*LAYER, "heads", 0, "W_V", 0, 1), "-07", f"{HEAD_PATH}.W_V[0][1]: '-07' is a string; write the number -7"),
    (("d",), None, f"network.d: null is not a number; {FRACTION}"),
    (("d",), True, f"network.d: true is not a number; {FRACTION}"),
    (("d",), 2.0, "network.d: 2.0 is a float; write 2"),
    (("d",), 0, "network: d: 0 is not a number of rows; write an integer >= 1"),
    (("items",), {}, "network.items: an object is not an array"),
    (("items", 0), [], "network.items[0]: an array is not an object"),
    (
        ("items", 0),
        {},
        f"network.items[0]: {ITEM}: none",
    ),
    (
        ("items", 1, "family"),
        {},
        f'network.items[1]: {ITEM}: "group", "family"',
    ),
    (
        ("items", 0),
        {"softmax\x1b": 1},
        f'network.items[0]: {ITEM}: "softmax\\u001b"',
    ),
    (
        ("items", 0, "family", "count"),
        -1,
        'network.items[0].family: the count -1 of the family over "l" must be an integer >= 0',
    ),
    (
        ("items", 0, "family", "count"),
        "1/2",
        f"network.items[0].family.count: '1/2' {INTEGER}",
    ),
    (("items", 0, "family", "step"), 0.5, 'network.items[0].family.step: 0.5 is a float; write "1/2"'),
    (
        ("items", 0, "family", "variable"),
        "constant",
        'network.items[0].family: the variable "constant" of a family must be a name such as "l", '
        'other than "constant"',
    ),
    (
        ("items", 0, "family", "variable"),
        "k",
        "network: item 1 has an entry with l, which is not the variable of a family or table around it",
    ),
    (
        (*LAYER, "tie_rule"),
        "first",
        f'{LAYER_PATH}.tie_rule: "first" is not one of average, leftmost, rightmost',
    ),
    ((*LAYER, "tie_rule"), 1, f"{LAYER_PATH}.tie_rule: a number is not a string"),
    ((*LAYER, "heads"), [], f"{LAYER_PATH}: an attention layer needs at least one head"),
    (
        (*LAYER, "heads", 0, "b_K"),
        [0],
        f'{HEAD_PATH}: unknown key "b_K"; the keys are W_O, W_V, W_K, W_Q, b_Q',
    ),
    (
        (*LAYER, "heads", 0, "W_V"),
        [[1]],
        f"{HEAD_PATH}: W_V is 1 x 1, W_O is 2 x 1: W_O is d x m_v, so W_V must be m_v x d, 1 x 2",
    ),
    ((*LAYER, "heads", 0, "W_V"), [], f"{HEAD_PATH}: W_V is empty: it needs at least one row and one column"),
    ((*LAYER, "heads", 0, "W_V"), [1, 2], f"{HEAD_PATH}.W_V[0]: a number is not an array"),
    (
        (*LAYER, "heads", 0, "W_V"),
        [[1, 2], [3]],
        f"{HEAD_PATH}: W_V: row 2 has 1 entry, row 1 has 2; rows must be equally long",
    ),
    (
        (*LAYER, "heads", 0, "W_V", 0, 1),
        [],
        f"{HEAD_PATH}.W_V[0][1]: a real is an array that begins with one of +, *, ^, exp, log, sqrt, pi, not too deep",
    ),
    (
        (*LAYER, "heads", 0, "W_V", 0, 1),
        "2/4",
        f"{HEAD_PATH}.W_V[0][1]: '2/4' is not a fraction in lowest terms such as \"-3/4\"",
    ),
    (
        (*LAYER, "heads", 0, "W_V", 0, 1),
        "1/0",
        f"{HEAD_PATH}.W_V[0][1]: '1/0' is not a fraction in lowest terms such as \"-3/4\"",
    ),
    (
        (*LAYER, "heads", 0, "W_V", 0, 1),
        "0x5",
        f"{HEAD_PATH}.W_V[0][1]: '0x5' is not written canonically; write 5",
    ),
    (
        (*LAYER, "heads", 0, "W_V", 0, 1),
        2**53,
        f'{HEAD_PATH}.W_V[0][1]: an integer from 2^53 on is written in hexadecimal, "0x..."',
    ),
    (
        (*LAYER, "heads", 0, "W_V", 0, 1),
        10**9999,
        f'{HEAD_PATH}.W_V[0][1]: an integer from 2^53 on is written in hexadecimal, "0x..."',
    ),
    (
        (*LAYER, "heads", 0, "W_V", 0, 1),
        "0x1" + "0" * 10**6,
        f"{HEAD_PATH}.W_V[0][1]: a number of more than 1000000 characters is not read",
    ),
    ((*LAYER, "heads", 0, "W_V", 0, 1), float("inf"), f"{HEAD_PATH}.W_V[0][1]: inf is a float; {FRACTION}"),
    ((*LAYER, "heads", 0, "b_Q", 0), {"l": 1}, f"{HEAD_PATH}.b_Q[0]: missing key constant"),
    ((*LAYER, "heads", 0, "b_Q", 0, "l"), 0.25, f'{HEAD_PATH}.b_Q[0]["l"]: 0.25 is a float; write "1/4"'),
    (
        (*FF, "b_2"),
        [0],
        f"{FF_PATH}: b_2 has length 1, W_2 is 2 x 1: b_2 needs one entry for each row of W_2",
    ),
    ((*FF, "activation"), [], f"{FF_PATH}.activation: a piecewise linear function needs at least one piece"),
    (
        (*FF, "activation", 0, "to"),
        1,
        f"{FF_PATH}.activation: pieces 1 and 2 (t<1 and t>=0) overlap from 0 to 1",
    ),
    (
        (*FF, "activation", 0, "to"),
        -1,
        f"{FF_PATH}.activation: pieces 1 and 2 (t<-1 and t>=0) leave a gap from -1 to 0",
    ),
    (
        (*FF, "activation", 0, "to_closed"),
        True,
        f"{FF_PATH}.activation: pieces 1 and 2 (t<=0 and t>=0): both contain 0; exactly one must",
    ),
    (
        (*FF, "activation", 0, "to_closed"),
        0,
        f"{FF_PATH}.activation[0].to_closed: a number is not true or false",
    ),
    (
        (*FF, "activation", 0, "slope"),
        None,
        f"{FF_PATH}.activation[0].slope: null is not a number; {FRACTION}",
    ),
    (("items", 1, "group", "name"), None, "network.items[1].group.name: null is not a string"),
    (("stages",), [], "network.stages: an array is not an object"),
    (("stages", "sweep"), 3, 'network: stage "sweep" is after item 3; the network has 2 items'),
    (("stages", "sweep"), -1, 'network: stage "sweep" is after item -1; the network has 2 items'),
    (("stages", "sweep"), False, f'network.stages["sweep"]: false is not a number; {FRACTION}'),
]


@pytest.mark.parametrize(
    ("path", "value", "message"), MALFORMED, ids=[".".join(map(str, path)) for path, _, _ in MALFORMED]
)
def test_malformed_data_is_refused_with_its_path(path, value, message):
    with pytest.raises(InputError) as caught:
        from_data(changed(path, value))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "network: the text is not JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"\xff\xfe", "network: the text is not UTF-8 (byte 0)"),
        ("[]", "network: an array is not an object"),
        ("null", "network: null is not an object"),
        ("7", "network: a number is not an object"),
        ('{"d":2,"d":3,"items":[],"stages":{}}', 'network: the key "d" occurs more than once'),
        (
            '{"d":2,"items":[{"group":{"name":"a","items":[],"name":"b"}}],"stages":{}}',
            'network.items[0].group: the key "name" occurs more than once',
        ),
        ('{"d":2,"items":[],"stages":{"a":0,"a":0}}', 'network.stages: the key "a" occurs more than once'),
        ('{"d":NaN,"items":[],"stages":{}}', f"network.d: nan is a float; {FRACTION}"),
        ('{"d":-Infinity,"items":[],"stages":{}}', f"network.d: -inf is a float; {FRACTION}"),
        ('{"d":1e999,"items":[],"stages":{}}', f"network.d: inf is a float; {FRACTION}"),
        ('{"d":1e3,"items":[],"stages":{}}', "network.d: 1000.0 is a float; write 1000"),
        (
            '{"d":' + "9" * 5000 + ',"items":[],"stages":{}}',
            'network: an integer of 5000 digits is written in hexadecimal, "0x..."',
        ),
        ("[" * 10**6, "network: the text is nested too deeply"),
        ('{"d":' * 10**5, "network: the text is nested too deeply"),
        (7, "network: give the text as str or bytes, not int"),
    ],
)
def test_malformed_text_is_refused(text, message):
    with pytest.raises(InputError) as caught:
        loads(text)
    assert str(caught.value) == message


def test_every_truncation_is_refused():
    text = dumps(NETWORK)
    for length in range(len(text)):
        with pytest.raises(InputError, match=r"^network: the text is not JSON"):
            loads(text[:length])


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_whatever_stands_in_a_network_there_is_an_answer(data):
    """A random value at a random place: a network, or one sentence; never another exception."""
    parts = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4))
    junk = st.recursive(
        parts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    )
    copy, place = deepcopy(DATA), None
    holder, key = {"": copy}, ""
    while isinstance(holder[key], (dict, list)) and holder[key] and (place is None or data.draw(st.integers(0, 4))):
        place = holder = holder[key]
        key = (
            data.draw(st.sampled_from(sorted(holder)))
            if isinstance(holder, dict)
            else data.draw(st.integers(0, len(holder) - 1))
        )
    holder[key] = data.draw(junk)
    try:
        answer = loads(json.dumps(copy))
    except InputError as error:
        answer = str(error)
    assert isinstance(answer, Network) or (answer.startswith("network") and "\n" not in answer)


def nested(depth):
    item = {"group": {"name": "", "items": []}}
    for _ in range(depth):
        item = {"group": {"name": "", "items": [item]}}
    return {"d": 1, "items": [item], "stages": {}}


def test_nesting_has_a_limit():
    assert loads(dumps(from_data(nested(serialisation.MAX_NESTING - 1)))).d == 1
    with pytest.raises(InputError, match="families, tables and groups are nested more than 64 deep"):
        from_data(nested(serialisation.MAX_NESTING))
    with pytest.raises(InputError, match="families, tables and groups are nested more than 64 deep"):
        from_data(nested(sys.getrecursionlimit() * 2))


def test_the_number_of_entries_has_a_limit(monkeypatch):
    # d, 3 of the family, 10 of the head, 7 of the feed-forward layer, 6 of its pieces, 1 stage
    monkeypatch.setattr(entries, "MAX_ENTRIES", 28)
    from_data(DATA)
    monkeypatch.setattr(entries, "MAX_ENTRIES", 27)
    with pytest.raises(InputError, match=r'^network\.stages\["sweep"\]: the network has more than 27 numbers$'):
        from_data(DATA)


def test_the_size_of_the_text_has_a_limit(monkeypatch):
    text = dumps(NETWORK)
    monkeypatch.setattr(serialisation, "MAX_BYTES", len(text))
    loads(text)
    with pytest.raises(InputError, match="the text is longer than 64 MiB"):
        loads(text + " ")


def test_the_place_is_the_callers():
    with pytest.raises(InputError, match=r"^decided\.networks\.g_c\.d: null"):
        from_data({"d": None, "items": [], "stages": {}}, "decided.networks.g_c")
