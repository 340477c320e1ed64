"""An MFRC522 with ISO 14443-A tags before it. Source: NXP MFRC522 data sheet rev. 3.9, ISO 14443-3."""

_COMMAND, _COM_IRQ, _ERROR, _FIFO_DATA, _FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
_CONTROL, _BIT_FRAMING, _TX_CONTROL, _VERSION = 0x0C, 0x0D, 0x14, 0x37
_TRANSCEIVE, _SOFT_RESET = 0x0C, 0x0F
_TIMER_IRQ, _IDLE_IRQ, _RX_IRQ = 0x01, 0x10, 0x20
_COLLISION = 0x08


_PAGES, _FIRST_FREE, _LAST_FREE = 45, 4, 39
_ACKNOWLEDGED, _REFUSED = b"\x0a", b"\x00"
"""An NTAG213's pages, which are free, its answers of four bits (NXP NTAG213/215/216 data sheet rev. 3.2)."""


class Tag:
    """One tag: its states as ISO 14443-3, 6.3. `level` counts the cascade levels that were chosen.

    A tag with seven bytes of uid is an NTAG213, `memory` its pages; one with four has none that opens.
    """

    def __init__(self, uid: bytes) -> None:
        self.uid = uid
        self.memory = bytearray(4 * _PAGES) if len(uid) == 7 else bytearray()
        self.state = "idle"
        self.level = 0
        self.parts = _parts(uid)

    def answer(self, data: bytes, bits: int) -> bytes:
        """What the tag says to a frame; empty when nothing."""
        if bits == 7:
            wakes = data == b"\x52" or (data == b"\x26" and self.state == "idle")
            self.state = "ready" if wakes and self.state != "active" else "idle"
            self.level = 0
            return (b"\x44\x00" if len(self.uid) > 4 else b"\x04\x00") if self.state == "ready" else b""
        if data[:2] == b"\x50\x00" and self.state == "active":
            self.state = "halt"
            return b""
        if self.state == "active":
            return self._remember(data)
        if self.state != "ready" or data[0] != (0x93, 0x95, 0x97)[self.level]:
            return b""
        part = self.parts[self.level]
        if data[1] == 0x20:
            return part
        if data[1] != 0x70 or data[2:7] != part or data[7:9] != _crc(data[:7]):
            return b""
        self.level += 1
        more = self.level < len(self.parts)
        self.state = "ready" if more else "active"
        said = b"\x04" if more else b"\x00"
        return said + _crc(said)

    def _remember(self, data: bytes) -> bytes:
        if len(data) < 4 or _crc(data[:-2]) != data[-2:]:
            return b""
        at = 4 * data[1]
        if data[0] == 0x30 and at < len(self.memory):
            # Reading goes round at the end of the memory (10.2).
            pages = bytes(self.memory[at : at + 16])
            pages += bytes(self.memory[: 16 - len(pages)])
            return pages + _crc(pages)
        if data[0] == 0xA2 and len(data) == 8 and self.memory and _FIRST_FREE <= data[1] <= _LAST_FREE:
            self.memory[at : at + 4] = data[2:6]
            return _ACKNOWLEDGED
        return _REFUSED


class Chip:
    """The chip on its SPI bus: `select` begins and ends an access, `exchange` moves one byte."""

    def __init__(self, version: int = 0x92) -> None:
        self.tags = ()
        self.deaf = False
        self._known = {}
        self._version = version
        self._registers = bytearray(64)
        self._fifo = bytearray()
        self._address = -1
        self._reset()

    def lay(self, uids: "tuple[bytes, ...]") -> None:
        """What lies before the antenna now. A tag that stayed keeps its state, and each what it remembers."""
        stayed = {tag.uid for tag in self.tags}
        for uid in uids:
            tag = self._known.setdefault(uid, Tag(uid))
            if uid not in stayed:
                tag.state = "idle"
        self.tags = tuple(self._known[uid] for uid in uids)

    def select(self, low: bool) -> None:  # noqa: FBT001 # a pin's level
        """The select line falls or rises."""
        self._address = -1

    def exchange(self, byte: int) -> int:
        """One byte out and one in: an address first, then values or further addresses (8.1.2)."""
        if self._address < 0 or self._address & 0x80:
            before = self._address
            self._address = byte
            return self._read(before >> 1 & 0x3F) if before >= 0 else 0
        self._write(self._address >> 1 & 0x3F, byte)
        return 0

    def _reset(self) -> None:
        self._registers = bytearray(64)
        self._registers[_COMMAND] = 0x20
        self._registers[_TX_CONTROL] = 0x80
        self._registers[_VERSION] = self._version
        self._fifo = bytearray()

    def _read(self, register: int) -> int:
        if register == _FIFO_DATA:
            if not self._fifo:
                return 0
            first = self._fifo[0]
            self._fifo = self._fifo[1:]
            return first
        if register == _FIFO_LEVEL:
            return len(self._fifo)
        return self._registers[register]

    def _write(self, register: int, value: int) -> None:
        if register == _FIFO_DATA:
            self._fifo.append(value)
        elif register == _FIFO_LEVEL:
            if value & 0x80:
                self._fifo = bytearray()
        elif register == _COM_IRQ:
            # Bit 7 says whether the marked bits are set or cleared (9.3.1.5).
            marked = value & 0x7F
            old = self._registers[register]
            self._registers[register] = old | marked if value & 0x80 else old & ~marked & 0xFF
        elif register == _COMMAND and value & 0x0F == _SOFT_RESET:
            self._reset()
        elif register != _VERSION:
            self._registers[register] = value
            if register == _BIT_FRAMING and value & 0x80 and self._registers[_COMMAND] & 0x0F == _TRANSCEIVE:
                self._transceive(value & 7)

    def _transceive(self, last_bits: int) -> None:
        sent = bytes(self._fifo)
        self._fifo = bytearray()
        self._registers[_ERROR] = 0
        answers = []
        if self._registers[_TX_CONTROL] & 3 == 3 and not self.deaf:
            answers = [answer for answer in [tag.answer(sent, last_bits) for tag in self.tags] if answer]
        if not answers:
            self._registers[_COM_IRQ] |= _TIMER_IRQ
            return
        if any(answer != answers[0] for answer in answers):
            self._registers[_ERROR] = _COLLISION
        self._fifo = bytearray(answers[0])
        self._registers[_CONTROL] = 4 if answers[0] in (_ACKNOWLEDGED, _REFUSED) else 0
        self._registers[_COM_IRQ] |= _RX_IRQ | _IDLE_IRQ


def _parts(uid: bytes) -> "list[bytes]":
    if len(uid) == 4:
        cut = [uid]
    elif len(uid) == 7:
        cut = [b"\x88" + uid[:3], uid[3:]]
    else:
        cut = [b"\x88" + uid[:3], b"\x88" + uid[3:6], uid[6:]]
    return [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in cut]


def _crc(data: bytes) -> bytes:
    # Bit by bit, unlike the driver's: the two are to agree without sharing a mistake.
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0x8408 if crc & 1 else crc >> 1
    return bytes([crc & 0xFF, crc >> 8])
