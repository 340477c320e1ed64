"""The few calls of PC/SC that a reader needs, in the system's own library (pcsc-lite; Linux).

Sources: pcsc-lite's winscard.h and pcsclite.h 1.9 to 2.3; PC/SC 2.01, part 10.
"""

import ctypes
from ctypes import byref, c_char_p, c_long, c_ubyte, c_ulong, c_void_p
from dataclasses import dataclass
from typing import Any

from firmware_bridge.readers.shop_reader import ReaderGone
from firmware_bridge.texts import TEXTS

LIBRARY = "libpcsclite.so.1"

_SYSTEM, _SHARED, _ANY_PROTOCOL, _LEAVE = 2, 2, 3, 0
PRESENT, MUTE = 0x20, 0x200
_KNOWN_STATES = 0xFFFF
_OK, _TIMEOUT, _NO_READERS, _UNKNOWN_READER = 0, 0x8010000A, 0x8010002E, 0x80100009
_UNAVAILABLE = 0x80100017
_NO_SERVICE = (0x8010001D, 0x8010001E, 0x80100013)
"""The service doesn't run, was stopped, or ended during a call."""
_NOT_ALLOWED = 0x8010006A
"""The service asks polkit, which lets in people at the machine's own screen alone. A service that is being
stopped says so, too."""
_LONGEST_ANSWER = 264
_PCI_BYTES = 16


class _State(ctypes.Structure):
    _fields_ = (
        ("name", c_char_p),
        ("data", c_void_p),
        ("known", c_ulong),
        ("now", c_ulong),
        ("atr_bytes", c_ulong),
        ("atr", c_ubyte * 33),
    )


class _Pci(ctypes.Structure):
    _fields_ = (("protocol", c_ulong), ("bytes", c_ulong))


class CardGone(Exception):
    """The card was lifted while it was asked."""


@dataclass(frozen=True, slots=True)
class CardState:
    """The state of a reader's field."""

    word: int
    """The service's whole word, to be given back to it."""

    @property
    def present(self) -> bool:
        """Whether a card lies there that answers."""
        return bool(self.word & PRESENT) and not self.word & MUTE

    @property
    def changes(self) -> int:
        """How often a card came or went: the service counts it in the upper half of its word."""
        return self.word & ~_KNOWN_STATES


class CardService:
    """A talk with the system's PC/SC service. Each thread needs one of its own."""

    def __init__(self) -> None:
        """Begin the talk.

        Raises:
            ReaderGone: the library isn't installed, or the service doesn't run.
        """
        try:
            self._library: Any = ctypes.CDLL(LIBRARY)
        except OSError as error:
            raise ReaderGone(TEXTS.say("readers.no_library")) from error
        self._context = c_long()
        self._call("SCardEstablishContext", c_ulong(_SYSTEM), None, None, byref(self._context))

    def names(self) -> tuple[str, ...]:
        """Return the readers that are plugged in, as the service names them."""
        size = c_ulong(0)
        code = self._code("SCardListReaders", self._context, None, None, byref(size))
        if code == _NO_READERS:
            return ()
        self._expect(code)
        buffer = ctypes.create_string_buffer(size.value)
        code = self._code("SCardListReaders", self._context, None, buffer, byref(size))
        if code == _NO_READERS:
            return ()
        self._expect(code)
        return tuple(name.decode(errors="replace") for name in buffer.raw[: size.value].split(b"\0") if name)

    def wait(self, name: str, known: CardState, wait_s: float) -> CardState:
        """Wait at most so long for a reader to feel something else than is `known`; return what it feels."""
        state = _State(name=name.encode(), known=known.word)
        wait_ms = c_ulong(round(wait_s * 1000))
        code = self._code("SCardGetStatusChange", self._context, wait_ms, byref(state), c_ulong(1))
        if code == _TIMEOUT:
            return known
        if code in (_UNKNOWN_READER, _UNAVAILABLE, _NO_READERS):
            raise ReaderGone(TEXTS.say("readers.unplugged", place=f"pcsc:{name}"))
        self._expect(code)
        if state.now & 0xC:  # the reader is unknown or unavailable: it was unplugged just now
            raise ReaderGone(TEXTS.say("readers.unplugged", place=f"pcsc:{name}"))
        return CardState(state.now & ~2)

    def ask(self, name: str, *commands: bytes) -> list[bytes]:
        """Send commands to the card on a reader in one go; return each answer, with its two status bytes.

        Raises:
            CardGone: it was lifted, or doesn't answer.
        """
        card, protocol = c_long(), c_ulong()
        code = self._code(
            "SCardConnect",
            self._context,
            c_char_p(name.encode()),
            c_ulong(_SHARED),
            c_ulong(_ANY_PROTOCOL),
            byref(card),
            byref(protocol),
        )
        if code != _OK:
            self._expect_card(code)
        try:
            return [self._sent(card, protocol, command) for command in commands]
        finally:
            self._code("SCardDisconnect", card, c_ulong(_LEAVE))

    def _sent(self, card: c_long, protocol: c_ulong, command: bytes) -> bytes:
        pci = _Pci(protocol.value, _PCI_BYTES)
        answer, size = ctypes.create_string_buffer(_LONGEST_ANSWER), c_ulong(_LONGEST_ANSWER)
        code = self._code(
            "SCardTransmit",
            card,
            byref(pci),
            c_char_p(command),
            c_ulong(len(command)),
            None,
            answer,
            byref(size),
        )
        if code != _OK:
            self._expect_card(code)
        return answer.raw[: size.value]

    def close(self) -> None:
        """End the talk."""
        self._code("SCardReleaseContext", self._context)

    def _call(self, name: str, *arguments: Any) -> None:
        self._expect(self._code(name, *arguments))

    def _code(self, name: str, *arguments: Any) -> int:
        function = self._library[name]
        function.restype = c_long
        return int(function(*arguments)) & 0xFFFFFFFF

    @staticmethod
    def _expect(code: int) -> None:
        if code in _NO_SERVICE:
            raise ReaderGone(TEXTS.say("readers.no_service"))
        if code == _NOT_ALLOWED:
            raise ReaderGone(TEXTS.say("readers.not_allowed"))
        if code != _OK:
            raise ReaderGone(TEXTS.say("readers.refused", code=f"0x{code:08X}"))

    def _expect_card(self, code: int) -> None:
        if code in (*_NO_SERVICE, _UNKNOWN_READER, _UNAVAILABLE):
            self._expect(code)
        raise CardGone
