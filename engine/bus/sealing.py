"""Encrypts what one seat alone may know, so that any broker can carry it and only the key opens it.

Not every broker can guard topics, and a club's broker isn't ours to set up. So the payload itself is guarded.
"""

import hmac
import os
import secrets
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from engine.bus.messages.boards import TagSheet
from engine.bus.messages.commands import Answer, Command, SealedAnswer, SealedCommand
from engine.bus.messages.match import AllHands, HandSheet, SealedSheet, SeatSheet
from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.core.phrase import decode_hook, encode_hook

KEY_VARIABLE = "BOARDWARDEN_KEY"
"""The environment's variable that gives services on several machines the same key."""

PADDED_BYTES = 8192
"""A sheet's length is a multiple of this. Nearly every sheet has exactly this length, whatever the hand."""

KEY_BYTES = 32
"""How long a table's key is."""

PADDED_HANDS_BYTES = 32768
"""The length of a sheet of all hands, whatever they hold: the sheet of ten seats takes some 4 KiB."""

_PADDED_TEXT_BYTES = 256
_COMMAND_BYTES = 1024
_TAGS, _PAD, _HAND, _COMMAND, _ANSWER = "\ntags", "\npad", "\nhand ", "\ncommand", "\nanswer"
_ALL_HANDS = "\nall hands"
"""Stands in the place of a seat's name; no seat's name has a line feed."""

T = TypeVar("T")

_NONCE_BYTES = 12
_LENGTH_BYTES = 4


class Seal:
    """Seals and opens one table's sheets, its seats' commands, and the names of its RFID tags.

    `nonces` returns the number of random bytes that is asked for, never the same twice under a key.
    """

    def __init__(
        self, key: bytes, *, table: str, nonces: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self._table = table
        self._nonces = nonces
        self._cipher = AESGCM(derived_key(key, f"sheets of {table}"))

    def sealed(self, sheet: SeatSheet) -> SealedSheet:
        """Return a sheet as the bus may carry it. Sealing it twice gives different results."""
        return SealedSheet(self._closed(_encoded(sheet), sheet.seat, PADDED_BYTES))

    def opened(self, sheet: SealedSheet, seat: Seat) -> SeatSheet:
        """Return a seat's sheet; inverse of `sealed`.

        Raises:
            InputFault: it was sealed for another seat or table or with another key, or is damaged.
        """
        return self._opened(sheet.sealed, seat, f"the sheet of seat '{seat}'", SeatSheet)

    def sealed_hand(self, sheet: HandSheet) -> SealedSheet:
        """Return a seat's hand as the bus may carry it; nobody can see whether it's empty."""
        return SealedSheet(self._closed(_encoded(sheet), _HAND + sheet.seat, _PADDED_TEXT_BYTES))

    def opened_hand(self, sheet: SealedSheet, seat: Seat) -> HandSheet:
        """Return a seat's hand; inverse of `sealed_hand`.

        Raises:
            InputFault: it was sealed for another seat or table or with another key, or is damaged.
        """
        return self._opened(sheet.sealed, _HAND + seat, f"the hand of seat '{seat}'", HandSheet)

    def sealed_hands(self, sheet: AllHands) -> SealedSheet:
        """Return all seats' hands in the form that the bus may carry."""
        return SealedSheet(self._closed(_encoded(sheet), _ALL_HANDS, PADDED_HANDS_BYTES))

    def opened_hands(self, sheet: SealedSheet) -> AllHands:
        """Return all seats' hands; inverse of `sealed_hands`.

        Raises:
            InputFault: it was sealed for another table or with another key, or is damaged.
        """
        return self._opened(sheet.sealed, _ALL_HANDS, "the sheet of all hands", AllHands)

    def sealed_command(self, asked: Command) -> SealedCommand:
        """Return a seat's command as bus and evidence may carry it; the seat doesn't show."""
        return SealedCommand(self._closed(_encoded(asked), _COMMAND, _COMMAND_BYTES))

    def opened_command(self, asked: SealedCommand) -> Command:
        """Return a seat's command; inverse of `sealed_command`.

        Raises:
            InputFault: it was sealed for another table or with another key, or is damaged.
        """
        return self._opened(asked.sealed, _COMMAND, "a seat's command", Command)

    def sealed_answer(self, answer: Answer) -> SealedAnswer:
        """Return the answer to a seat's command as bus and evidence may carry it; its code doesn't show."""
        return SealedAnswer(self._closed(_encoded(answer), _ANSWER, PADDED_BYTES))

    def opened_answer(self, answer: SealedAnswer) -> Answer:
        """Return the answer to a seat; inverse of `sealed_answer`.

        Raises:
            InputFault: it was sealed for another table or with another key, or is damaged.
        """
        return self._opened(answer.sealed, _ANSWER, "the answer to a seat", Answer)

    def sealed_tags(self, sheet: TagSheet) -> SealedSheet:
        """Return the tags' sheet as the bus may carry it."""
        return SealedSheet(self._closed(_encoded(sheet), _TAGS, PADDED_BYTES))

    def opened_tags(self, sheet: SealedSheet) -> TagSheet:
        """Return the tags' sheet; inverse of `sealed_tags`.

        Raises:
            InputFault: it was sealed for another table or with another key, or is damaged.
        """
        return self._opened(sheet.sealed, _TAGS, "the sheet of the tags", TagSheet)

    def sealed_text(self, text: str) -> str:
        """Return a tag's text sealed, as a device's event or order carries it."""
        return self._closed(msgspec.json.encode(text), _PAD, _PADDED_TEXT_BYTES)

    def opened_text(self, sealed: str) -> str:
        """Return the sealed text; inverse of `sealed_text`.

        Raises:
            InputFault: it was sealed for another table or with another key, or is damaged.
        """
        return self._opened(sealed, _PAD, "what a pad reads", str)

    def _closed(self, encoded: bytes, whose: str, multiple: int) -> str:
        packed = zlib.compress(encoded)
        framed = len(packed).to_bytes(_LENGTH_BYTES, "big") + packed
        padded = framed + bytes(-len(framed) % multiple)
        nonce = self._nonces(_NONCE_BYTES)
        return b64encode(nonce + self._cipher.encrypt(nonce, padded, self._whose(whose))).decode()

    def _opened(self, sealed: str, whose: str, what: str, kind: type[T]) -> T:
        try:
            closed = b64decode(sealed, validate=True)
            padded = self._cipher.decrypt(closed[:_NONCE_BYTES], closed[_NONCE_BYTES:], self._whose(whose))
            length = int.from_bytes(padded[:_LENGTH_BYTES], "big")
            packed = padded[_LENGTH_BYTES : _LENGTH_BYTES + length]
            return msgspec.json.decode(zlib.decompress(packed), type=kind, dec_hook=decode_hook)
        except (InvalidTag, ValueError, zlib.error, msgspec.DecodeError) as error:
            raise InputFault(
                f"{what} doesn't open; expected it sealed with this table's key. All services of a table "
                f"need the same --data folder, or the same {KEY_VARIABLE}"
            ) from error

    def _whose(self, whose: str) -> bytes:
        return f"{self._table}\n{whose}".encode()


def _encoded(sheet: SeatSheet | HandSheet | AllHands | TagSheet | Command | Answer) -> bytes:
    return msgspec.json.encode(sheet, enc_hook=encode_hook)


def derived_key(key: bytes, use: str) -> bytes:
    """Return a key for one use. It reveals nothing about the table's key or the keys for other uses."""
    return hmac.digest(key, use.encode(), "sha256")


def table_key(folder: Path, table: str) -> bytes:
    """Return a table's key: the environment's, or else the one in its data folder, which is made if missing.

    The key lasts as long as the folder, and the links of the seats as long as the key.

    Raises:
        InputFault: the environment's is no key, or the folder's can't be read or written.
    """
    said = os.environ.get(KEY_VARIABLE, "")
    if said:
        return _parsed(said, f"the environment's {KEY_VARIABLE}")
    path = folder / f".{quote(table, safe='')}.key"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            write_new(path, secrets.token_hex(KEY_BYTES))
        return _parsed(path.read_text(encoding="ascii"), str(path))
    except (OSError, UnicodeError) as error:
        raise InputFault(f"the table's key {path} can't be read or written: {error}") from error


def write_new(path: Path, text: str) -> None:
    """Write a file that only this user can read; of several services at once, the first one's stays."""
    own = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(own, path)
    except FileExistsError:
        pass
    finally:
        own.unlink()


def _parsed(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise InputFault(f"{where}: expected a key of {2 * KEY_BYTES} hexadecimal digits")
    return key
