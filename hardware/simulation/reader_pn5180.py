"""A PN5180 with ISO 15693 tags before it. Sources: NXP PN5180A0xx data sheet rev. 4.1, ISO 15693-3."""

_SYSTEM_CONFIG, _IRQ_STATUS, _IRQ_CLEAR, _RX_STATUS, _TX_CONFIG = 0x00, 0x02, 0x03, 0x13, 0x18
_END_OF_FRAME_ONLY = 0x000004C0


_BLOCKS = 28
"""An ICODE SLIX has so many blocks of four bytes (NXP SL2S2002 data sheet rev. 4.0)."""


class Rushed(Exception):
    """The host spoke while BUSY was high, which the real chip doesn't take (data sheet 11.4.1)."""


class Chip:
    """The chip on its SPI bus: `select` begins and ends a frame, `exchange` moves one byte."""

    def __init__(self) -> None:
        self.uids = ()
        self.memories = {}
        self.deaf = False
        self._registers = {}
        self._field = False
        self._frame = bytearray()
        self._answer = b""
        self._at = 0
        self._reading = False
        self._busy = 0
        self._received = b""
        self._slot = 0
        self._request = b""

    def lay(self, uids: "tuple[bytes, ...]") -> None:
        """What lies before the antenna now; uids most significant byte first."""
        self.uids = uids

    def busy(self) -> int:
        """The BUSY line's level: high for a look or two after each frame."""
        self._busy = max(0, self._busy - 1)
        return int(self._busy > 0)

    def select(self, low: bool) -> None:  # noqa: FBT001 # a pin's level
        """The select line falls or rises: a frame begins or is taken."""
        if low:
            if self._busy > 1:
                raise Rushed
            self._frame = bytearray()
            self._at = 0
            self._reading = bool(self._answer)
        elif self._reading:
            self._answer = b""
            self._busy = 2
        else:
            self._take(bytes(self._frame))
            self._busy = 3

    def exchange(self, byte: int) -> int:
        """One byte out and one in."""
        if self._reading:
            self._at += 1
            return self._answer[self._at - 1] if self._at <= len(self._answer) else 0xFF
        self._frame.append(byte)
        return 0xFF

    def _take(self, frame: bytes) -> None:
        if not frame or self.deaf:
            if self.deaf:
                self._answer = b"\xff" * 16
            return
        command = frame[0]
        if command in (0x00, 0x01, 0x02):
            register, value = frame[1], int.from_bytes(frame[2:6], "little")
            old = self._registers.get(register, 0)
            if register == _IRQ_CLEAR:
                self._registers[_IRQ_STATUS] = self._registers.get(_IRQ_STATUS, 0) & ~value & 0xFFFFFFFF
            else:
                self._registers[register] = (value, old | value, old & value)[command]
        elif command == 0x04:
            self._answer = self._registers.get(frame[1], 0).to_bytes(4, "little")
        elif command == 0x07:
            self._answer = (bytes([0x05, 0x03]) + bytes(14))[: frame[2]]
        elif command == 0x0A:
            self._answer = self._received
        elif command == 0x16:
            self._field = True
            self._registers[_IRQ_STATUS] = self._registers.get(_IRQ_STATUS, 0) | 1 << 9
        elif command == 0x17:
            self._field = False
        elif command == 0x09:
            self._send(frame[2:])

    def _send(self, data: bytes) -> None:
        self._received = b""
        self._registers[_RX_STATUS] = 0
        if data[:1] == b"\x22" and self._field:
            self._addressed(data)
            return
        if self._registers.get(_SYSTEM_CONFIG, 0) & 7 != 3 or not self._field:
            return
        if data:
            self._request, self._slot = data, 0
        elif not self._registers.get(_TX_CONFIG, 0) & _END_OF_FRAME_ONLY:
            self._slot += 1
        else:
            return
        if len(self._request) < 3 or self._request[1] != 0x01 or self._slot > 15:
            return
        length = self._request[2]
        mask = int.from_bytes(self._request[3:], "little")
        heard = []
        for uid in self.uids:
            number = int.from_bytes(uid, "big")
            if number & (1 << length) - 1 == mask and (number >> length) & 15 == self._slot:
                heard.append(uid)
        if len(heard) > 1:
            self._registers[_RX_STATUS] = 1 << 18 | 10
        elif heard:
            self._received = b"\x00\x00" + bytes(reversed(heard[0]))
            self._registers[_RX_STATUS] = 10
            self._registers[_IRQ_STATUS] = self._registers.get(_IRQ_STATUS, 0) | 1

    def _addressed(self, data: bytes) -> None:
        """A command to one tag by its uid: a block is read or written."""
        command, uid, block, rest = data[1], bytes(reversed(data[2:10])), data[10], data[11:]
        if uid not in self.uids:
            return
        memory = self.memories.setdefault(uid, bytearray(4 * _BLOCKS))
        if block >= _BLOCKS or command not in (0x20, 0x21):
            answer = b"\x01\x10"
        elif command == 0x21:
            memory[4 * block : 4 * block + 4] = rest
            answer = b"\x00"
        else:
            answer = b"\x00" + bytes(memory[4 * block : 4 * block + 4])
        self._received = answer
        self._registers[_RX_STATUS] = len(answer)
        self._registers[_IRQ_STATUS] = self._registers.get(_IRQ_STATUS, 0) | 1
