"""The text that a keyboard reader types, as a tag's uid.

Such readers are sold set to ten decimal digits, the uid's four bytes as a number, or to hexadecimal.
"""

import re

from engine.core.faults import InputFault
from firmware_bridge.foreign.reports import UID_BYTES
from firmware_bridge.link.fields import Uid, format_uid
from firmware_bridge.texts import TEXTS

_DECIMAL = re.compile(r"[0-9]{10}")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_DECIMAL_BYTES = 4
_SHOWN = 40


def parse_typed(line: str, *, is_reversed: bool = False) -> str:
    """Return a tag's uid, in capital hexadecimal, by the line that a reader typed.

    `is_reversed`: the reader types the last byte first.

    Raises:
        InputFault: the line is no uid; says what was expected.
    """
    # Readers of magnetic cards, and those that imitate them, type ;…? about a number; "?" is the key of "/".
    text = line.strip().removeprefix(";").removesuffix("/")
    # A reader that is set for French keyboards types an A by the key of Q.
    text = text.upper().replace("Q", "A")
    raw = b""
    if _DECIMAL.fullmatch(text):
        if int(text) < 1 << (8 * _DECIMAL_BYTES):
            raw = int(text).to_bytes(_DECIMAL_BYTES)
    elif _HEX.fullmatch(text) and len(text) % 2 == 0 and len(text) // 2 in UID_BYTES:
        raw = bytes.fromhex(text)
    if not raw:
        raise InputFault(TEXTS.say("readers.junk", said=line.strip()[:_SHOWN]))
    return format_uid(Uid(raw[::-1] if is_reversed else raw))
