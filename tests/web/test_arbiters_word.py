"""An arbiter's word bears a name; no other request does, whatever its sender writes."""

import pytest

from dashboard.web.seats.arbiters_word import LONGEST_NAME, in_a_name
from dashboard.web.seats.devices import Device
from engine.bus.messages.commands import Command, CommandKind

TABLET = Device("192.168.1.20", "Firefox", "Android")
WORDS = (CommandKind.CORRECT, CommandKind.PENALISE, CommandKind.ADJUDICATE)


@pytest.mark.parametrize("kind", WORDS)
@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anna ", "Anna"),
        ("", "Firefox, Android"),
        ("   ", "Firefox, Android"),
        ("x" * 900, "x" * LONGEST_NAME),
    ],
)
def test_an_arbiters_word_bears_the_given_name_else_the_device(
    kind: CommandKind, given: str, kept: str
) -> None:
    assert in_a_name(Command("c", kind, 1, by=given), TABLET).by == kept


def test_nobody_reads_an_arbiters_address() -> None:
    assert in_a_name(Command("c", CommandKind.CORRECT, 1), Device("10.0.0.5")).by == ""


@pytest.mark.parametrize("kind", [one for one in CommandKind if one not in WORDS])
def test_no_other_request_bears_a_name(kind: CommandKind) -> None:
    assert in_a_name(Command("c", kind, 1, by="somebody"), TABLET).by == ""
