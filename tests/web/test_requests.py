"""The requests that a browser may make."""

import pytest

from dashboard.web.serving.requests import REQUEST_LIMIT, parse_request
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.simulated import SimulatorAct, SimulatorOrder
from engine.core.faults import InputFault


def test_a_command_is_read_whole() -> None:
    text = '{"command": {"id": "a1", "kind": "act", "revision": 7, "action": {"end_turn": true}}}'
    asked = parse_request(text)
    assert isinstance(asked, Command)
    assert (asked.kind, asked.revision, asked.action) == (CommandKind.ACT, 7, {"end_turn": True})


def test_a_simulator_order_is_read_whole() -> None:
    asked = parse_request('{"simulator": {"order": "put", "piece": "w.inf.1", "x_mm": -64.5, "y_mm": 3}}')
    assert asked == SimulatorOrder(SimulatorAct.PUT, "w.inf.1", -64.5, 3.0)


def test_a_tag_is_laid_on_a_pad_or_taken_off_it() -> None:
    laid = parse_request('{"simulator": {"order": "lay", "device": "pad.west", "tag": "04A1B2C3"}}')
    assert laid == SimulatorOrder(SimulatorAct.LAY, device="pad.west", tag="04A1B2C3")
    with pytest.raises(InputFault, match="the order 'lay' needs the field 'device'"):
        parse_request('{"simulator": {"order": "lay"}}')


def test_a_throw_needs_no_piece() -> None:
    assert parse_request('{"simulator": {"order": "throw"}}') == SimulatorOrder(SimulatorAct.THROW)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "expected"),
        ("{", "expected"),
        ("[" * 5000, "expected"),
        ("{}", "exactly one"),
        ('{"command": null}', "exactly one"),
        ('{"order": 1}', "order"),
        ('{"command": {"id": "a", "kind": "win", "revision": 1}}', "win"),
        ('{"command": {"id": "a", "kind": "act", "revision": "one"}}', "revision"),
        ('{"command": {"id": "a", "kind": "act"}}', "revision"),
        ('{"command": {"id": "", "kind": "act", "revision": 1}}', "id"),
        ('{"command": {"id": "' + "a" * 65 + '", "kind": "act", "revision": 1}}', "65"),
        ('{"simulator": {"order": "burn", "piece": "w.inf.1"}}', "burn"),
        ('{"simulator": {"order": "put"}}', "piece"),
        ('{"simulator": {"order": "press", "device": "pad.west"}}', "button"),
        ('{"simulator": {"order": "put", "piece": "w.inf.1", "x_mm": 1e300}}', "millimetres"),
        ('{"simulator": {"order": "put", "piece": "w.inf.1", "x_mm": NaN}}', "expected"),
        ('{"command": {"id": "a", "kind": "act", "revision": 1}, "simulator": {"order": "take"}}', "one"),
        (" " * (REQUEST_LIMIT + 1), str(REQUEST_LIMIT)),
    ],
)  # fmt: skip
def test_anything_else_is_refused_and_the_message_names_what_is_wrong(text: str, named: str) -> None:
    with pytest.raises(InputFault, match=named):
        parse_request(text)
