"""A board whose firmware doesn't run says so in its own words, and the table repeats them."""

import pytest

from firmware_bridge.board_reports import Complaint
from firmware_bridge.console import LastWords, last_words
from firmware_bridge.conversation import KNOCKED, PATIENCE, Conversation
from tests.firmware_bridge.talking import Table

TRACEBACK = (
    b"Traceback (most recent call last):\r\n"
    b'  File "main.py", line 13, in <module>\r\n'
    b'  File "warden/configuration.py", line 44, in read\r\n'
    b"Unusable: pads[0]: expected a reader of mfrc522, pn5180\r\n"
)
PROMPT = (
    b"MicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040\r\n"
    b'Type "help()" for more information.\r\n>>> '
)
MENDED = "Unusable: pads[0]: expected a reader of mfrc522, pn5180 (warden/configuration.py:44)"


def heard(*chunks: bytes, knocks: bool = False) -> list[str]:
    """The complaints about a port that sends these bytes, and then nothing for a while."""
    host = Conversation(1, knocks=knocks)
    host.port_opened(0.0)
    sent = [one for chunk in chunks for one in host.receive_data(chunk, 1.0)]
    sent += host.tick(PATIENCE + 0.1)
    assert all(isinstance(one, Complaint) for one in sent)
    return [str(one.text) for one in sent if isinstance(one, Complaint)]


@pytest.mark.parametrize("size", [1, 7, 64, 4096])
def test_a_traceback_is_shown_as_the_boards_own_words_however_it_comes(size: int) -> None:
    whole = b"\x00\x13\x88" + TRACEBACK + PROMPT
    said = heard(*[whole[at : at + size] for at in range(0, len(whole), size)])
    assert len(said) == 1
    assert MENDED in said[0]
    assert "rubbish" not in said[0]


def test_a_board_that_names_itself_ours_says_its_traceback_before_it_answers_a_knock() -> None:
    said = heard(TRACEBACK, PROMPT, knocks=True)
    assert len(said) == 1
    assert MENDED in said[0]


def test_a_port_that_nobody_named_is_left_alone_while_it_says_anything_else() -> None:
    assert heard(b"Marlin 2.1\r\necho:busy\r\n>>> ", knocks=True) == []


def test_a_board_without_firmware_is_named_by_its_prompt() -> None:
    assert "MicroPython's console answers" in heard(PROMPT)[0]


def test_other_bytes_stay_rubbish() -> None:
    assert "only rubbish comes" in heard(b"\x55\x00\xaa" * 40 + b"\x00")[0]


def test_the_last_of_several_tracebacks_counts_and_half_of_one_does_not() -> None:
    other = TRACEBACK.replace(b"pads[0]", b"pads[3]")
    assert last_words(TRACEBACK + PROMPT + other) == LastWords(
        "Unusable: pads[3]: expected a reader of mfrc522, pn5180", "warden/configuration.py:44"
    )
    assert last_words(TRACEBACK[:-12]) is None
    assert last_words(PROMPT) is None


def test_a_board_that_answers_after_its_traceback_is_talked_to_and_may_complain_again() -> None:
    table = Table()
    table.host.port_opened(table.now)
    table.take(table.host.receive_data(TRACEBACK + PROMPT, table.now), note=False)
    table.run(0.5)
    assert table.host.ready
    table.board = type(table.board)(boot=0xBEEF)
    table.host.port_opened(table.now)
    sent = table.host.receive_data(TRACEBACK, table.now) + table.host.tick(table.now + PATIENCE + 0.1)
    assert [MENDED in str(one.text) for one in sent if isinstance(one, Complaint)] == [True]


def test_a_knock_that_is_answered_after_a_traceback_opens_the_talk() -> None:
    host = Conversation(1, knocks=True)
    host.port_opened(0.0)
    host.receive_data(TRACEBACK + KNOCKED, 1.0)
    assert host.data_to_send(1.0)[:1] == b"\0"
