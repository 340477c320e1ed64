"""An MFRC522 with ISO 14443-A tags in front of it. It is as slow as the real one, and tags answer at once.

Sources: NXP MFRC522 data sheet rev. 3.9 (8.8 power, 9.3 registers), ISO 14443-3 (6.3 states, 6.5
anticollision: tags send bits at the same time, and two different bits are a collision), ISO 14443-2 and -3
for the times.
"""

from .clock import Passing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.firmware.warden.shapes import Time

_COMMAND, _COM_IRQ, _ERROR, _FIFO_DATA, _FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
_CONTROL, _BIT_FRAMING, _COLLISION, _TX_CONTROL, _VERSION = 0x0C, 0x0D, 0x0E, 0x14, 0x37
_PRESCALER_HIGH, _PRESCALER, _RELOAD_HIGH, _RELOAD = 0x2A, 0x2B, 0x2C, 0x2D
_TRANSCEIVE, _SOFT_RESET = 0x0C, 0x0F
_TIMER_IRQ, _RX_IRQ, _TX_IRQ = 0x01, 0x20, 0x40
_COLLIDED = 0x08
_NO_PLACE, _KEEP_AFTER = 0x20, 0x80
"""Bits of CollReg: the place of a collision isn't known; the bits after a collision are kept, not cleared
(9.3.1.15)."""

_PAGES, _FIRST_FREE, _LAST_FREE = 45, 4, 39
_ACKNOWLEDGED, _REFUSED = 0x0A, 0x00
"""The pages of an NTAG213 and those that are free, and its answers of four bits (NXP NTAG213/215/216 data
sheet rev. 3.2)."""
_WRITE_US = 4_100

START_US = 1_000
"""The start of the crystal after NRSTPD rises. The power-down bit of CommandReg falls when it has started
(8.8.2)."""
POWER_US = 5_000
"""A tag answers from 5 ms after the field is on, and forgets its state if the field is off for as long (ISO
14443-3, 6.2)."""
TURN_ROUND_US = 91
"""The time from a frame's end to the answer (1236/fc, ISO 14443-3, 6.2.1.1)."""


class Tag:
    """One tag with its states by ISO 14443-3, 6.3. `level` counts the cascade levels that are selected.

    A tag with a uid of seven bytes is an NTAG213, and `memory` is its pages. One with four bytes has no
    memory that opens.
    """

    def __init__(self, uid: bytes) -> None:
        self.uid = uid
        self.memory = bytearray(4 * _PAGES) if len(uid) == 7 else bytearray()
        self.level = 0
        self.parts = _parts(uid)
        self.slow_us = 0
        self._halted = False
        self._state = "idle"

    def forget(self) -> None:
        """Go back to idle: the field is off, or the tag was taken away."""
        self._state, self._halted, self.level = "idle", False, 0

    def answer(self, data: bytes, last_bits: int) -> "list[int]":
        """Return the bits of the tag's answer to a frame, the first bit first; empty if it doesn't answer."""
        self.slow_us = 0
        if last_bits == 7 and len(data) == 1:
            return self._woken(data[0])
        if self._state == "active":
            return self._addressed(data)
        if self._state != "ready" or data[0] != (0x93, 0x95, 0x97)[self.level]:
            self._rest()
            return []
        part = _bits(self.parts[self.level])
        if data[1] != 0x70:
            known = ((data[1] >> 4) - 2) * 8 + (data[1] & 7)
            # A tag whose number begins differently is silent and waits (6.5.3.2).
            return part[known:] if _bits(data[2:])[:known] == part[:known] else []
        if data[2:7] != self.parts[self.level] or data[7:9] != _crc(data[:7]):
            # Another tag was selected. This one goes back to the state that it came from.
            self._rest()
            return []
        self.level += 1
        more = self.level < len(self.parts)
        self._state = "ready" if more else "active"
        said = b"\x04" if more else b"\x00"
        return _bits(said + _crc(said))

    def _woken(self, command: int) -> "list[int]":
        wakes = command == 0x52 or (command == 0x26 and not self._halted)
        if not wakes or self._state != "idle":
            self._rest()
            return []
        self._state, self.level = "ready", 0
        return _bits(b"\x44\x00" if len(self.uid) > 4 else b"\x04\x00")

    def _rest(self) -> None:
        # A halted tag stays halted. Only a wake-up, not a request, brings it back (6.3, READY* and ACTIVE*).
        self._state, self.level = "idle", 0

    def _addressed(self, data: bytes) -> "list[int]":
        if data[:2] == b"\x50\x00":
            self._rest()
            self._halted = True
            return []
        if len(data) < 4 or _crc(data[:-2]) != data[-2:]:
            return []
        at = 4 * data[1]
        if data[0] == 0x30 and at < len(self.memory):
            # Reading wraps around at the end of the memory (10.2).
            pages = bytes(self.memory[at : at + 16])
            pages += bytes(self.memory[: 16 - len(pages)])
            return _bits(pages + _crc(pages))
        if data[0] == 0xA2 and len(data) == 8 and self.memory and _FIRST_FREE <= data[1] <= _LAST_FREE:
            self.memory[at : at + 4] = data[2:6]
            self.slow_us = _WRITE_US
            return _bits(bytes([_ACKNOWLEDGED]))[:4]
        return _bits(bytes([_REFUSED]))[:4]


class Chip:
    """The chip on its SPI bus: `select` begins and ends an access, `exchange` moves one byte.

    `deaf`: nothing reaches its antenna. `dead`: it has no power. `starved`: its supply gives way under the
    field.
    """

    def __init__(self, time: "Time", version: int = 0x92) -> None:
        self.tags: tuple[Tag, ...] = ()
        self.deaf = False
        self.dead = False
        self.starved = False
        self._passing = Passing(time)
        self._known: dict[bytes, Tag] = {}
        self._version = version
        self._registers = bytearray(64)
        self._fifo = bytearray()
        self._address = -1
        self._up_at: int | None = None
        self._field_at: int | None = None
        self._off_since: int | None = None
        self._due: list[tuple[int, Callable[[], None]]] = []  # (time in microseconds, the event)
        self._reset()

    @property
    def field(self) -> bool:
        """Whether its antenna is on."""
        return not self.dead and self._up_at is not None and self._registers[_TX_CONTROL] & 3 == 3

    def lay(self, uids: "tuple[bytes, ...]") -> None:
        """Put these tags in front of the antenna.

        A tag that stays keeps its state, and each tag its memory.
        """
        stayed = {tag.uid for tag in self.tags}
        for uid in uids:
            tag = self._known.setdefault(uid, Tag(uid))
            if uid not in stayed:
                tag.forget()
        self.tags = tuple(self._known[uid] for uid in uids)

    def reset(self, low: bool) -> None:  # noqa: FBT001 # a pin's level
        """Let NRSTPD fall or rise: low is power-down, and rising resets everything (8.8.1)."""
        self._field(False)  # noqa: FBT003 # MicroPython calls faster so
        self._reset()
        self._up_at = None if low else self._passing.now() + START_US

    def dip(self) -> None:
        """Cut the chip's power for a moment, but not the microcontroller's.

        The chip is then as after a reset.
        """
        self.reset(low=False)

    def select(self, low: bool) -> None:  # noqa: FBT001 # a pin's level
        """Let the select line fall or rise."""
        self._address = -1

    def exchange(self, byte: int) -> int:
        """Exchange one byte: an address first, then values or further addresses (8.1.2)."""
        if self.dead or self._up_at is None:
            return 0xFF
        if self._address < 0 or self._address & 0x80:
            before = self._address
            self._address = byte
            return self._read(before >> 1 & 0x3F) if before >= 0 else 0
        self._write(self._address >> 1 & 0x3F, byte)
        return 0

    def _past(self, when: "int | None") -> bool:
        return when is not None and self._passing.now() >= when

    def _reset(self) -> None:
        self._registers = bytearray(64)
        self._registers[_COMMAND] = 0x20
        self._registers[_COLLISION] = _KEEP_AFTER | _NO_PLACE
        self._registers[_TX_CONTROL] = 0x80
        self._registers[_VERSION] = self._version
        self._fifo = bytearray()
        self._due = []

    def _read(self, register: int) -> int:
        happened = [then for when, then in self._due if self._past(when)]
        self._due = [one for one in self._due if one[1] not in happened]
        for then in happened:
            then()
        if register == _COMMAND and not self._past(self._up_at):
            return self._registers[_COMMAND] | 0x10
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
        if not self._past(self._up_at):
            return
        if register == _FIFO_DATA:
            self._fifo.append(value)
        elif register == _FIFO_LEVEL:
            if value & 0x80:
                self._fifo = bytearray()
        elif register == _COM_IRQ:
            # Bit 7 decides whether the marked bits are set or cleared (9.3.1.5).
            marked = value & 0x7F
            old = self._registers[register]
            self._registers[register] = old | marked if value & 0x80 else old & ~marked & 0xFF
        elif register == _COMMAND and value & 0x0F == _SOFT_RESET:
            self._field(False)  # noqa: FBT003 # MicroPython calls faster so
            self._reset()
        elif register == _COLLISION:
            self._registers[register] = self._registers[register] & 0x3F | value & _KEEP_AFTER
        elif register == _TX_CONTROL:
            self._field(value & 3 == 3)
            self._registers[register] = value
            if self.starved and value & 3 == 3:
                self.dip()
        elif register != _VERSION:
            self._registers[register] = value
            if register == _COMMAND:
                self._due = []
            if register == _BIT_FRAMING and value & 0x80 and self._registers[_COMMAND] & 0x0F == _TRANSCEIVE:
                self._transceive(value & 7, value >> 4 & 7)

    def _field(self, on: bool) -> None:  # noqa: FBT001 # MicroPython calls faster so
        now = self._passing.now()
        if on and self._field_at is None:
            if self._off_since is None or now - self._off_since >= POWER_US:
                for tag in self._known.values():
                    tag.forget()
            self._field_at = now
        elif not on and self._field_at is not None:
            self._off_since, self._field_at = now, None

    def _transceive(self, last_bits: int, align: int) -> None:
        sent = bytes(self._fifo)
        self._fifo = bytearray()
        self._registers[_ERROR] = 0
        bits = 9 * len(sent) - (9 - last_bits if last_bits else 0) + 2
        sent_at = self._passing.now() + bits * 944 // 100
        heard = []
        slow_us = 0
        hears = self._field_at is not None and self._past(self._field_at + POWER_US) and not self.deaf
        for tag in self.tags if hears else ():
            answer = tag.answer(sent, last_bits)
            if answer:
                heard.append(answer)
                slow_us = max(slow_us, tag.slow_us)
        patience_us = self._patience_us()
        self._due = [(sent_at, self._sent)]
        if not heard or slow_us + TURN_ROUND_US > patience_us:
            self._due.append((sent_at + patience_us, self._waited))
            return
        air_us = slow_us + TURN_ROUND_US + max(len(one) for one in heard) * 9 // 8 * 944 // 100
        self._due.append((sent_at + air_us, lambda: self._received(heard, align)))

    def _sent(self) -> None:
        self._registers[_COM_IRQ] |= _TX_IRQ

    def _waited(self) -> None:
        self._registers[_COM_IRQ] |= _TIMER_IRQ

    def _patience_us(self) -> int:
        """Return the timer's time, microseconds: (2 prescaler + 1) (reload + 1) / 13.56 MHz (8.5)."""
        prescaler = (self._registers[_PRESCALER_HIGH] & 0x0F) << 8 | self._registers[_PRESCALER]
        reload = self._registers[_RELOAD_HIGH] << 8 | self._registers[_RELOAD]
        return (2 * prescaler + 1) * (reload + 1) * 100 // 1356

    def _received(self, heard: "list[list[int]]", align: int) -> None:
        """Put the joined answers of all tags into the FIFO, the first bit at the place `align` (9.3.1.14)."""
        place = -1
        together = []
        for number in range(max(len(one) for one in heard)):
            said = {one[number] for one in heard if number < len(one)}
            if len(said) > 1 and place < 0:
                place = number
            cleared = place >= 0 and not self._registers[_COLLISION] & _KEEP_AFTER
            together.append(0 if cleared else max(said))
        self._registers[_ERROR] = _COLLIDED if place >= 0 else 0
        collision = (place + 1) % 32 if 0 <= place < 32 else _NO_PLACE
        self._registers[_COLLISION] = self._registers[_COLLISION] & _KEEP_AFTER | collision
        shifted = [0] * align + together
        self._fifo = bytearray(
            sum(bit << number for number, bit in enumerate(shifted[at : at + 8]))
            for at in range(0, len(shifted), 8)
        )
        self._registers[_CONTROL] = len(shifted) % 8
        self._registers[_COM_IRQ] |= _RX_IRQ


def _bits(data: bytes) -> "list[int]":
    return [byte >> number & 1 for byte in data for number in range(8)]


def _parts(uid: bytes) -> "list[bytes]":
    if len(uid) == 4:
        cut = [uid]
    elif len(uid) == 7:
        cut = [b"\x88" + uid[:3], uid[3:]]
    else:
        cut = [b"\x88" + uid[:3], b"\x88" + uid[3:6], uid[6:]]
    return [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in cut]


def _crc(data: bytes) -> bytes:
    # It goes bit by bit, unlike the driver's CRC, so that the two can't share a mistake.
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0x8408 if crc & 1 else crc >> 1
    return bytes([crc & 0xFF, crc >> 8])
