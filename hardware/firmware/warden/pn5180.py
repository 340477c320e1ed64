"""The PN5180 reader: a stack of ISO 15693 tags on one pad.

Sources: NXP PN5180A0xx data sheet rev. 4.1 (host interface in 11.4, registers in 11.9), ISO 15693-3.
`chip` is a chip-selected SPI device as the MFRC522's; `busy()` tells the BUSY line.
"""

from .silence import Silent

WRITE_REGISTER, OR_MASK, AND_MASK, READ_REGISTER = 0x00, 0x01, 0x02, 0x04
READ_EEPROM, SEND_DATA, READ_DATA, LOAD_RF_CONFIG, RF_ON, RF_OFF = 0x07, 0x09, 0x0A, 0x11, 0x16, 0x17

SYSTEM_CONFIG, IRQ_STATUS, IRQ_CLEAR, RX_STATUS, TX_CONFIG = 0x00, 0x02, 0x03, 0x13, 0x18
FIRMWARE_VERSION = 0x12

ISO_15693_ASK_100, ISO_15693_26_KBPS = 0x0D, 0x8D
RX_IRQ, TX_RF_ON_IRQ = 1 << 0, 1 << 9

INVENTORY = 0x01
_FLAGS_16_SLOTS = 0x06
READ_BLOCK, WRITE_BLOCK = 0x20, 0x21
_FLAGS_ADDRESSED = 0x22
"""High data rate, to one tag by its uid (ISO 15693-3, 7.3.1)."""

BLOCKS = 15
"""The blocks of four bytes that are used: an ICODE SLIX has 28."""

_COLLISION = 1 << 18
_POLLS = 400
_DEEPEST = 32
"""Mask bits at most. Each level halves a crowd: eight tags that agree in 32 bits of uid don't exist."""


class Pn5180:
    """One reader. `read` takes about 35 ms for the 16 slots, and as much again for each collision."""

    def __init__(self, chip: object, busy: object) -> None:
        self._chip = chip
        self._busy = busy

    def start(self) -> str:
        """Set up for ISO 15693 and switch the field on; the chip's name, or empty when nothing answers."""
        version = self._ask(bytes([READ_EEPROM, FIRMWARE_VERSION, 2]), 2)
        if version in (b"\x00\x00", b"\xff\xff"):
            return ""
        self._order(bytes([LOAD_RF_CONFIG, ISO_15693_ASK_100, ISO_15693_26_KBPS]))
        self._order(bytes([RF_ON, 0x00]))
        for _ in range(_POLLS):
            if self._get(IRQ_STATUS) & TX_RF_ON_IRQ:
                break
        self._set(IRQ_CLEAR, 0xFFFFFFFF)
        return "PN5180 " + str(version[1]) + "." + str(version[0])

    def read(self) -> "tuple[bytes, ...]":
        """The uids of all tags on the pad, 8 bytes each, most significant first; in order."""
        found = []
        masks = [(0, 0)]
        while masks:
            value, length = masks.pop()
            for slot, uid in enumerate(self._round(value, length)):
                if uid is None:
                    if length + 4 <= _DEEPEST:
                        masks.append((value | slot << length, length + 4))
                elif uid:
                    found.append(uid)
        return tuple(sorted(set(found)))

    def content(self, uid: bytes, data: bytes = b"") -> bytes:
        """What a tag keeps in its blocks, after writing `data` from the first on; raises Silent.

        About 6 ms a block.
        """
        for at in range(0, len(data), 4):
            block = (data[at : at + 4] + b"\0\0\0")[:4]
            self._asked(uid, WRITE_BLOCK, bytes([at // 4]) + block, 0)
        kept = b""
        for number in range(BLOCKS):
            kept += self._asked(uid, READ_BLOCK, bytes([number]), 4)
        return kept

    def _asked(self, uid: bytes, command: int, rest: bytes, size: int) -> bytes:
        """One command to one tag; its answer of `size` bytes after the flags."""
        request = bytes([_FLAGS_ADDRESSED, command]) + bytes(reversed(uid)) + rest
        self._transceive(request, end_of_frame=False)
        for _ in range(_POLLS):
            if self._get(IRQ_STATUS) & RX_IRQ:
                break
        else:
            raise Silent
        if self._get(RX_STATUS) & 0x1FF != size + 1:
            raise Silent
        answer = self._ask(bytes([READ_DATA, 0x00]), size + 1)
        if answer[0]:
            raise Silent
        return answer[1:]

    def _round(self, mask: int, length: int) -> list:
        """One inventory of 16 slots: for each a uid, None for a collision, empty for silence."""
        request = bytes([_FLAGS_16_SLOTS, INVENTORY, length])
        request += mask.to_bytes((length + 7) // 8, "little")
        answers = []
        for slot in range(16):
            self._transceive(request if slot == 0 else b"", end_of_frame=slot > 0)
            status = self._get(RX_STATUS)
            size = status & 0x1FF
            if status & _COLLISION:
                answers.append(None)
            elif size == 10:
                answer = self._ask(bytes([READ_DATA, 0x00]), size)
                answers.append(bytes(reversed(answer[2:10])) if answer[0] == 0 else b"")
            else:
                answers.append(b"")
        return answers

    def _transceive(self, data: bytes, end_of_frame: bool) -> None:  # noqa: FBT001 # MicroPython calls faster so
        self._set(IRQ_CLEAR, 0xFFFFFFFF)
        self._mask(AND_MASK, SYSTEM_CONFIG, 0xFFFFFFF8)
        if end_of_frame:
            # Only an end of frame follows, which starts the next slot (11.4.3.7).
            self._mask(AND_MASK, TX_CONFIG, 0xFFFFFB3F)
        else:
            self._mask(OR_MASK, TX_CONFIG, 0x000004C0)
        self._mask(OR_MASK, SYSTEM_CONFIG, 0x00000003)
        self._order(bytes([SEND_DATA, 0x00]) + data)

    def _mask(self, command: int, register: int, mask: int) -> None:
        self._order(bytes([command, register]) + mask.to_bytes(4, "little"))

    def _set(self, register: int, value: int) -> None:
        self._order(bytes([WRITE_REGISTER, register]) + value.to_bytes(4, "little"))

    def _get(self, register: int) -> int:
        return int.from_bytes(self._ask(bytes([READ_REGISTER, register]), 4), "little")

    def _order(self, command: bytes) -> None:
        self._wait()
        self._chip.write(command)
        self._wait()

    def _ask(self, command: bytes, size: int) -> bytes:
        self._order(command)
        answer = self._chip.exchange(b"\xff" * size)
        self._wait()
        return answer

    def _wait(self) -> None:
        for _ in range(_POLLS):
            if not self._busy():
                return
