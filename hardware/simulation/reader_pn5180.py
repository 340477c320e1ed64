"""A PN5180 with ISO 15693 tags in front of it, as slow as the real ones.

Sources: NXP PN5180A0xx data sheet rev. 4.1 (11.4 host interface, 11.9 registers), NXP AN12650, ISO 15693-2
and -3; what makers met, in the threads of the Arduino PN5180-Library: RX_STATUS read too soon counts the
bytes so far (ATrappmann/PN5180-Library issue 38), a chip that isn't there leaves BUSY low (issue 41), a
module without 5 V answers and reads nothing (issue 29).
"""

from .clock import Passing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardware.firmware.warden.shapes import Time

_SYSTEM_CONFIG, _IRQ_STATUS, _IRQ_CLEAR, _RX_STATUS, _TX_CONFIG = 0x00, 0x02, 0x03, 0x13, 0x18
_RF_STATUS, _WAIT_TRANSMIT = 0x1D, 1 << 24
_END_OF_FRAME_ONLY = 0x000004C0
_ISO_15693 = bytes([0x0D, 0x8D])
_RX, _TX, _IDLE, _RF_OFF, _RF_ON, _SOF, _WRONG = 1, 1 << 1, 1 << 2, 1 << 8, 1 << 9, 1 << 14, 1 << 17
_COLLIDED, _DAMAGED = 1 << 18, 1 << 16

RESET_US, BOOT_US = 10, 2_500
BUSY_AFTER_US, WORK_US = 5, 30
FIELD_US, POWER_US = 1_000, 1_000
BYTE_US, REQUEST_US, END_US, TURN_ROUND_US, START_US = 302, 113, 38, 321, 151
WRITE_US = 5_000
"""The time to write a block. The standard allows 20 ms."""

_BLOCKS = 28
"""The number of blocks of four bytes of an ICODE SLIX (NXP SL2S2002 data sheet rev. 4.0)."""


class Rushed(Exception):
    """A frame began while BUSY was high, or ended before it rose.

    The real chip loses such a frame (11.4.1).
    """


class Chip:
    """The chip on its SPI bus: `select` begins and ends a frame, `exchange` moves one byte.

    `deaf`: nothing reaches its antenna. `dead`: it has no power. `weak`: it has 3.3 V but no 5 V, so that its
    transmitter makes no field. `starved`: its supply gives way under the field. `damaged`: the number of
    answers that come damaged. `stuck`: BUSY stays high, whatever is done but a reset that comes after.
    `waits_after_us`: the time from Idle to WaitTransmit.
    """

    def __init__(self, time: "Time") -> None:
        self.uids: tuple[bytes, ...] = ()
        self.memories: dict[bytes, bytearray] = {}
        self.deaf = False
        self.dead = False
        self.weak = False
        self.starved = False
        self.damaged = 0
        self.stuck = False
        self.waits_after_us = 0
        self._waits_at = 0
        self.field = False
        self._configured = False
        self._passing = Passing(time)
        self._low_since: int | None = None
        # RESET_N floated while the microcontroller started. Without a pulse the chip may be in any state.
        self._up_at: int | None = None
        self._registers: dict[int, int] = {}
        self._frame = bytearray()
        self._answer = b""
        self._at = 0
        self._reading = False
        self._busy_from: int | None = None
        self._busy_until: int | None = None
        self._waits = False
        # The effects of an answer under way, as (when, its bits for IRQ_STATUS).
        self._air: list[tuple[int, int]] = []
        self._received = b""
        self._status = 0
        self._begins_at = 0
        self._powered_at: int | None = None
        self._slot = 0
        self._request = b""

    def lay(self, uids: "tuple[bytes, ...]") -> None:
        """Put these tags in front of the antenna; uids have their most significant byte first."""
        self.uids = uids

    def reset(self, low: bool) -> None:  # noqa: FBT001 # a pin's level
        """Let RESET_N fall or rise. A pulse shorter than 10 us doesn't count."""
        now = self._passing.now()
        if low:
            self._low_since = now
        elif self._low_since is not None and now - self._low_since >= RESET_US:
            self.dip()

    def dip(self) -> None:
        """Cut the chip's power for a moment, but not the microcontroller's.

        The chip restarts, as after a reset.
        """
        self._up_at = self._later(BOOT_US)
        self._registers = {_IRQ_STATUS: _IDLE}
        self._busy_from = self._busy_until = None
        self._answer, self._frame, self._at = b"", bytearray(), 0
        self._waits = self.field = self._configured = False
        self._air = []

    def busy(self) -> int:
        """Return the level of the BUSY line."""
        if self.stuck:
            return 1
        if not self._past(self._busy_from):
            return 0
        return 0 if self._past(self._busy_until) else 1

    def select(self, low: bool) -> None:  # noqa: FBT001 # a pin's level
        """Let the select line fall or rise: a frame begins or is taken."""
        if self.dead or not self._past(self._up_at):
            self._answer = b""
            self._reading = False
            self._frame = bytearray()
            return
        if low:
            if self.busy():
                raise Rushed
            self._busy_from = self._busy_until = None
            self._frame = bytearray()
            self._at = 0
            self._reading = bool(self._answer)
            return
        if not self._frame and not self._at:
            return
        if not self.busy():
            raise Rushed
        if self._reading:
            self._answer = b""
        else:
            self._take(bytes(self._frame))
        self._busy_until = self._later(WORK_US)

    def exchange(self, byte: int) -> int:
        """Exchange one byte."""
        if self.dead or not self._past(self._up_at):
            return 0xFF
        if self._busy_from is None:
            self._busy_from = self._later(BUSY_AFTER_US)
        self._at += 1
        if self._reading:
            return self._answer[self._at - 1] if self._at <= len(self._answer) else 0xFF
        self._frame.append(byte)
        return 0xFF

    def _later(self, microseconds: int) -> int:
        return self._passing.now() + microseconds

    def _past(self, when: "int | None") -> bool:
        return when is not None and self._passing.now() >= when

    def _happens(self) -> None:
        """Put the answers that have arrived by now into the registers."""
        for when, bits in self._air:
            if self._past(when):
                self._registers[_IRQ_STATUS] = self._registers.get(_IRQ_STATUS, 0) | bits
                if bits & _RX:
                    self._registers[_RX_STATUS] = self._status
        self._air = [one for one in self._air if not self._past(one[0])]
        if any(bits & _RX for _, bits in self._air) and self._past(self._begins_at):
            so_far = (self._passing.now() - self._begins_at) // BYTE_US
            self._registers[_RX_STATUS] = min(so_far, self._status & 0x1FF)

    def _take(self, frame: bytes) -> None:
        self._happens()
        command = frame[0]
        if command in (0x00, 0x01, 0x02):
            self._write(command, frame[1], int.from_bytes(frame[2:6], "little"))
        elif command == 0x04:
            self._answer = self._value(frame[1]).to_bytes(4, "little")
        elif command == 0x07:
            self._answer = (bytes([0x05, 0x03]) + bytes(14))[: frame[2]]
        elif command == 0x0A:
            # Before the whole answer is there, the buffer has its old content.
            self._answer = self._received if not self._air else b"\x00" * 16
        elif command == 0x11:
            # Without this the transmitter has no protocol (11.4.3.19): there is a field, but no tag
            # understands it.
            self._configured = frame[1:3] == _ISO_15693
        elif command == 0x16 and self.starved:
            self.dip()
        elif command == 0x16 and not self.weak:
            self.field = True
            self._powered_at = self._later(FIELD_US + POWER_US)
            self._air.append((self._later(FIELD_US), _RF_ON))
        elif command == 0x17:
            self.field = False
            self._air.append((self._later(FIELD_US), _RF_OFF))
        elif command == 0x09:
            self._send(frame[2:])

    def _write(self, command: int, register: int, value: int) -> None:
        old = self._registers.get(register, 0)
        if register == _IRQ_CLEAR:
            self._registers[_IRQ_STATUS] = self._registers.get(_IRQ_STATUS, 0) & ~value & 0xFFFFFFFF
            return
        self._registers[register] = (value, old | value, old & value)[command]
        if register == _SYSTEM_CONFIG and old & 7 != self._registers[register] & 7:
            # Idle stops everything under way. Transceive, after Idle, waits for data to send.
            self._waits = self._registers[register] & 7 == 3
            self._waits_at = self._later(self.waits_after_us)
            self._air = [one for one in self._air if not one[1] & (_RX | _TX | _SOF)]

    def _value(self, register: int) -> int:
        if register == _RF_STATUS:
            return _WAIT_TRANSMIT if self._waits and self._past(self._waits_at) else 0
        return self._registers.get(register, 0)

    def _send(self, data: bytes) -> None:
        if not self._waits or not self._past(self._waits_at):
            self._registers[_IRQ_STATUS] = self._registers.get(_IRQ_STATUS, 0) | _WRONG
            return
        self._waits = False
        self._received, self._status = b"", 0
        self._registers[_RX_STATUS] = 0
        sent_us = REQUEST_US + (len(data) + 2) * BYTE_US if data else END_US
        self._air.append((self._later(sent_us), _TX))
        heard = self.field and self._past(self._powered_at) and self._configured
        if not heard or self.deaf:
            return
        if data[:1] == b"\x22":
            self._addressed(data, sent_us)
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
        answering = []
        for uid in self.uids:
            number = int.from_bytes(uid, "big")
            if number & (1 << length) - 1 == mask and (number >> length) & 15 == self._slot:
                answering.append(uid)
        if answering:
            together = len(answering) > 1
            self._hear(b"\x00\x00" + bytes(reversed(answering[0])), sent_us + TURN_ROUND_US, together)

    def _hear(self, answer: bytes, after_us: int, collided: bool) -> None:  # noqa: FBT001 # MicroPython calls faster so
        """Send an answer through the air, with the times of its start, its bytes and its end."""
        self._received = answer
        self._status = len(answer) | (_COLLIDED if collided else 0)
        if self.damaged:
            self.damaged -= 1
            self._status |= _DAMAGED
        begins_us = after_us + START_US
        self._begins_at = self._later(begins_us)
        self._air.append((self._later(begins_us), _SOF))
        self._air.append((self._later(begins_us + (len(answer) + 2) * BYTE_US + START_US), _RX))

    def _addressed(self, data: bytes, sent_us: int) -> None:
        """Read or write a block of one tag, which is addressed by its uid."""
        command, uid, block, rest = data[1], bytes(reversed(data[2:10])), data[10], data[11:]
        if uid not in self.uids:
            return
        memory = self.memories.setdefault(uid, bytearray(4 * _BLOCKS))
        turn_round_us = TURN_ROUND_US
        if block >= _BLOCKS or command not in (0x20, 0x21):
            answer = b"\x01\x10"
        elif command == 0x21:
            memory[4 * block : 4 * block + 4] = rest
            answer = b"\x00"
            turn_round_us = WRITE_US
        else:
            answer = b"\x00" + bytes(memory[4 * block : 4 * block + 4])
        self._hear(answer, sent_us + turn_round_us, False)  # noqa: FBT003 # MicroPython calls faster so
