"""A text in an RFID tag's memory, as phones and other readers write it too: NDEF, one text record.

Sources: NFC Forum Type 2 Tag and Type 5 Tag (TLV blocks, capability container), NDEF 1.0, RTD Text 1.0.
"""

from engine.core.faults import InputFault
from firmware_bridge.link.fields import LONGEST_TEXT, Uid

_NDEF, _END = 0x03, 0xFE
_SHORT_TEXT_RECORD = bytes([0xD1, 0x01])
"""Begin and end of a message, short, a well-known type, whose name has one letter."""
_TYPE, _LANGUAGE = b"T", b"en"

_TYPE_5_UID_BYTES = 8
_TYPE_5_HEAD = bytes([0xE1, 0x40, 0x0E, 0x01])
"""The capability container of a type 5 tag with 28 blocks; a type 2 tag has its own before the free pages."""

LONGEST = LONGEST_TEXT - len(_TYPE_5_HEAD) - 10
"""Bytes of a text that fits a tag, and the link."""


def encode_text(text: str, uid: Uid) -> bytes:
    """Return the bytes that a tag of this uid should keep from the start of its free memory.

    Raises:
        InputFault: the text is too long.
    """
    raw = text.encode()
    if len(raw) > LONGEST:
        raise InputFault(f"'{text[:80]}': a tag takes {LONGEST} bytes, not {len(raw)}")
    payload = bytes([len(_LANGUAGE)]) + _LANGUAGE + raw
    record = _SHORT_TEXT_RECORD + bytes([len(payload)]) + _TYPE + payload
    head = _TYPE_5_HEAD if len(uid) == _TYPE_5_UID_BYTES else b""
    return head + bytes([_NDEF, len(record)]) + record + bytes([_END])


def decode_text(content: bytes, uid: Uid) -> str:
    """Return the text in a tag's memory; empty when there is none in a known form."""
    if len(uid) == _TYPE_5_UID_BYTES:
        content = content[len(_TYPE_5_HEAD) :] if content[:1] == _TYPE_5_HEAD[:1] else b""
    if content[:1] != bytes([_NDEF]) or len(content) < 2:
        return ""
    record = content[2 : 2 + content[1]]
    if len(record) != content[1] or record[:2] != _SHORT_TEXT_RECORD or record[3:4] != _TYPE:
        return ""
    payload = record[4 : 4 + record[2]]
    if not payload:
        return ""
    try:
        return payload[1 + (payload[0] & 0x3F) :].decode()
    except UnicodeDecodeError:
        return ""
