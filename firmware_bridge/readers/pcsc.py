"""PC/SC readers, such as the ACR122U: the tag that lies on one, and that tag's memory.

Sources: PC/SC 2.01 part 3, 3.2.2 (get data, read binary, update binary); NXP NTAG213 data sheet (pages).
"""

from contextlib import suppress

from engine.core.device_events import PadReadingKind, TagWords, format_tag_words
from engine.core.faults import InputFault
from engine.core.sentences import joined
from firmware_bridge.link.fields import LONGEST_TEXT, Uid, format_uid
from firmware_bridge.readers.shop_reader import ReaderGone, TagSaid
from firmware_bridge.readers.winscard import CardGone, CardService, CardState
from firmware_bridge.tag_text import decode_text, encode_text
from firmware_bridge.texts import TEXTS

_UID = bytes([0xFF, 0xCA, 0x00, 0x00, 0x00])
_WELL = bytes([0x90, 0x00])
_TYPE_2_UID_BYTES = 7
_FIRST_PAGE, _PAGE_BYTES, _READ_BYTES = 4, 4, 16
_PAGES = -(-LONGEST_TEXT // _PAGE_BYTES)

_CANT_READ, _CANT_WRITE = "it can't be read", "it can't be written"
"""The firmware's words (hardware/firmware/warden/running.py)."""


def find_readers() -> tuple[str, ...]:
    """Return the names of the PC/SC readers that are plugged in.

    Raises:
        ReaderGone: nothing can be asked; says what to install or start.
    """
    service = CardService()
    try:
        return service.names()
    finally:
        service.close()


def chosen_name(start: str, names: tuple[str, ...]) -> str:
    """Return the only name with this beginning; a whole name wins over longer ones.

    Raises:
        ReaderGone: no name begins so, or several do.
    """
    found = [name for name in names if name == start] or [name for name in names if name.startswith(start)]
    if not found:
        raise ReaderGone(TEXTS.say("readers.unplugged", place=f"pcsc:{start}"))
    if len(found) > 1:
        raise ReaderGone(TEXTS.say("readers.which", place=f"pcsc:{start}", names=joined(found)))
    return found[0]


class PcscReader:
    """The PC/SC reader whose name begins so."""

    lasts_s: float | None = None

    def __init__(self, start: str) -> None:
        self._start = start
        self._service: CardService | None = None
        self._name = ""
        self._state = CardState(0)
        self._reported = False

    def open(self) -> str:
        """Find it."""
        self._service = CardService()
        try:
            self._name = chosen_name(self._start, self._service.names())
        except ReaderGone:
            self.close()
            raise
        self._state, self._reported = CardState(0), False
        return self._name

    def hear(self, wait_s: float) -> list[str]:
        """Return the tag's uid when one came, and an empty line when it went."""
        service = self._open_service()
        before, self._state = self._state, service.wait(self._name, self._state, wait_s)
        if self._reported and (self._state.present, self._state.changes) == (before.present, before.changes):
            return []
        self._reported = True
        if not self._state.present:
            return [""]
        try:
            answer = service.ask(self._name, _UID)[0]
        except CardGone:
            return [""]
        # A bank's card among them: it has a uid too, but a random one each time, and some have none.
        return [answer[:-2].hex() if answer[-2:] == _WELL else answer.hex()]

    def remember(self, uid: str, text: str | None) -> TagSaid | None:
        """Write or read the text record of a type 2 tag (NTAG, Ultralight)."""
        service = self._open_service()
        number = Uid(bytes.fromhex(uid))
        refusal = _CANT_READ if text is None else _CANT_WRITE
        with suppress(CardGone, InputFault):
            if len(number) != _TYPE_2_UID_BYTES:
                return _refused(uid, refusal)
            if text is not None and not self._write(service, encode_text(text, number)):
                return _refused(uid, refusal)
            there, *pages = service.ask(self._name, _UID, *_reads())
            if there != number + _WELL:
                return _refused(uid, refusal)
            content = b"".join(page[:-2] for page in pages if page[-2:] == _WELL)
            said = TagWords(format_uid(number), decode_text(content, number))
            return TagSaid(PadReadingKind.MEMORY, format_tag_words(said))
        return _refused(uid, refusal)

    def _write(self, service: CardService, content: bytes) -> bool:
        padded = content + bytes(-len(content) % _PAGE_BYTES)
        writes = [
            bytes([0xFF, 0xD6, 0x00, _FIRST_PAGE + at // _PAGE_BYTES, _PAGE_BYTES]) + padded[at : at + 4]
            for at in range(0, len(padded), _PAGE_BYTES)
        ]
        return all(answer == _WELL for answer in service.ask(self._name, *writes))

    def close(self) -> None:
        """End the talk with the service."""
        if self._service is not None:
            self._service.close()
        self._service = None

    def _open_service(self) -> CardService:
        assert self._service is not None  # noqa: S101 # for the type checker
        return self._service


def _reads() -> list[bytes]:
    pages = range(_FIRST_PAGE, _FIRST_PAGE + _PAGES, _READ_BYTES // _PAGE_BYTES)
    return [bytes([0xFF, 0xB0, 0x00, page, _READ_BYTES]) for page in pages]


def _refused(uid: str, words: str) -> TagSaid:
    return TagSaid(PadReadingKind.REFUSAL, format_tag_words(TagWords(uid, words)))
