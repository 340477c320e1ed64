"""The PN5180 reader. It reads a stack of ISO 15693 tags on one pad.

Sources: NXP PN5180A0xx data sheet rev. 4.1 (host interface in 11.4, registers in 11.9), NXP AN12650 (the chip
without a library), ISO 15693-3:2009 (times in clause 9). The order of a frame's edges and the reset are as in
the Arduino PN5180-Library, which many modules run on.

A slow step is a generator. It yields the microseconds until its next look at the chip. Buttons and cells are
scanned in that time.
"""

from .silence import CROWDED, Dead, Silent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .clock import Clock
    from .shapes import Bus, Pin, Steps

WRITE_REGISTER, OR_MASK, AND_MASK, READ_REGISTER = 0x00, 0x01, 0x02, 0x04
READ_EEPROM, SEND_DATA, READ_DATA, LOAD_RF_CONFIG, RF_ON, RF_OFF = 0x07, 0x09, 0x0A, 0x11, 0x16, 0x17

SYSTEM_CONFIG, IRQ_ENABLE, IRQ_STATUS, IRQ_CLEAR, RX_STATUS, TX_CONFIG = 0x00, 0x01, 0x02, 0x03, 0x13, 0x18
RF_STATUS = 0x1D
FIRMWARE_VERSION = 0x12

ISO_15693_ASK_100, ISO_15693_26_KBPS = 0x0D, 0x8D
RX_IRQ, IDLE_IRQ, TX_RF_ON_IRQ, RX_SOF_IRQ, GENERAL_ERROR_IRQ = 1 << 0, 1 << 2, 1 << 9, 1 << 14, 1 << 17

SET_UP = RX_IRQ
"""The value of IRQ_ENABLE. Its line isn't connected: after a reset it is 0, so that one is noticed."""

INVENTORY = 0x01
_FLAGS_16_SLOTS = 0x06
READ_BLOCK, WRITE_BLOCK = 0x20, 0x21
_FLAGS_ADDRESSED = 0x22
"""High data rate, to one tag by its uid (ISO 15693-3, 7.3.1)."""

_UID_BYTES = 8

BLOCKS = 15
"""The blocks of four bytes that are used: an ICODE SLIX has 28."""

WAIT_TRANSMIT = 1
"""The transceiver's state that takes SEND_DATA, in bits 24 to 26 of RF_STATUS (11.9)."""
WAITS_WITHIN_US = 5_000

_DAMAGED, _COLLISION = 0x30000, 1 << 18
"""RX_STATUS: data integrity and protocol error, collision. Of two answers at once any may be set."""

RESET_US, BOOT_US, BOOT_WITHIN_US = 100, 3_000, 50_000
"""The pulse on RESET_N is to last 10 us at least; the chip is then up within 2.5 ms, and IDLE_IRQ says so."""
BUSY_RISES_WITHIN_US, BUSY_FALLS_WITHIN_US = 5_000, 50_000
FIELD_WITHIN_US, POWER_US = 20_000, 1_500
"""A tag understands 1 ms after the field came (ISO 15693-2, 6.1)."""

BYTE_US, REQUEST_US, END_US = 302, 113, 38
"""A byte at 26.48 kbit/s (1 out of 4), a request's start and end, an end alone (ISO 15693-2, 7 and 8)."""
TURN_ROUND_US, START_US = 321, 151
"""From a request's end to the answer (t1, 4352/fc), and the start of an answer's frame."""
WRITE_US = 20_000
"""A tag may take so long to write before it answers (ISO 15693-3, 9.5)."""
MARGIN_US, LOOK_EVERY_US = 300, 300

STARTS, MOST_ROUNDS = 3, 24
_DEEPEST = 32
"""Mask bits at most. Each level halves a crowd: eight tags that agree in 32 bits of uid don't exist."""


class Pn5180:
    """One reader. A round of 16 slots takes 17 ms, 4 more for each tag, and the interpreter's share."""

    def __init__(self, spi: "Bus", select: "Pin", busy: "Pin", reset: "Pin", clock: "Clock") -> None:
        self._spi = spi
        self._select = select
        self._busy = busy
        self._reset = reset
        self._clock = clock
        self._symbols: bool | None = None

    def start(self, tries: int = STARTS) -> str:
        """Reset the chip and set it up for ISO 15693. Return its name, empty if nothing answers."""
        for _ in range(tries):
            try:
                name = self._started()
            except Dead:
                continue
            if name:
                return name
        return ""

    def reading(self) -> "Steps[tuple[bytes, ...]]":
        """Go through the steps to the tags' uids, and return these in order: 8 bytes, the highest first.

        Raises Dead, also if the rounds don't suffice: the tags that weren't asked aren't gone. The field is
        on only during the steps, so that neighbouring readers don't hear each other's tags.
        """
        self._expect_set_up()
        found: set[bytes] = set()
        masks = [(0, 0)]
        rounds = 0
        try:
            yield from self._field()
        except Dead as why:
            raise Dead(str(why) or "restarts under its field") from why
        try:
            while masks and rounds < MOST_ROUNDS:
                rounds += 1
                value, length = masks.pop()
                answers = yield from self._round(value, length)
                for slot, uid in enumerate(answers):
                    if uid is None:
                        if length + 4 <= _DEEPEST:
                            masks.append((value | slot << length, length + 4))
                    elif uid:
                        found.add(uid)
            if masks:
                raise Dead(CROWDED if found else "")
        finally:
            self._order(bytes([RF_OFF, 0x00]))
        # If its supply dipped, the reader restarted: it had a field, but read nothing.
        self._expect_set_up("restarts under its field")
        return tuple(sorted(found))

    def content(self, uid: bytes, data: bytes = b"") -> bytes:
        """Write `data` to a tag's blocks, from the first on, and return their content; raises Silent or Dead.

        Each block takes about 6 ms, and the board does nothing else in that time. No tag answers to a uid of
        another length than 8 bytes.
        """
        if len(uid) != _UID_BYTES:
            raise Silent
        return self._clock.whole(self._content(uid, data))

    def _started(self) -> str:
        self._reset(0)
        self._clock.pause(RESET_US)
        self._reset(1)
        self._clock.pause(BOOT_US)
        mark = self._clock.mark()
        while not self._get(IRQ_STATUS) & IDLE_IRQ:
            if self._clock.since(mark) > BOOT_WITHIN_US:
                raise Dead
        version = self._ask(bytes([READ_EEPROM, FIRMWARE_VERSION, 2]), 2)
        if version in (b"\x00\x00", b"\xff\xff"):
            return ""
        self._order(bytes([LOAD_RF_CONFIG, ISO_15693_ASK_100, ISO_15693_26_KBPS]))
        self._set(IRQ_ENABLE, SET_UP)
        self._symbols = None
        return "PN5180 " + str(version[1]) + "." + str(version[0])

    def _expect_set_up(self, otherwise: str = "") -> None:
        if self._get(IRQ_ENABLE) != SET_UP:
            raise Dead(otherwise)

    def _field(self) -> "Steps[None]":
        self._set(IRQ_CLEAR, 0xFFFFFFFF)
        self._order(bytes([RF_ON, 0x00]))
        mark = self._clock.mark()
        while not self._get(IRQ_STATUS) & TX_RF_ON_IRQ:
            if self._clock.since(mark) > FIELD_WITHIN_US:
                raise Dead("makes no field")
            yield LOOK_EVERY_US
        yield POWER_US

    def _content(self, uid: bytes, data: bytes) -> "Steps[bytes]":
        yield from self._field()
        try:
            for at in range(0, len(data), 4):
                block = (data[at : at + 4] + b"\0\0\0")[:4]
                yield from self._asked(uid, WRITE_BLOCK, bytes([at // 4]) + block, 0, WRITE_US)
            kept = b""
            for number in range(BLOCKS):
                kept += yield from self._asked(uid, READ_BLOCK, bytes([number]), 4, TURN_ROUND_US)
        finally:
            self._order(bytes([RF_OFF, 0x00]))
        return kept

    def _asked(self, uid: bytes, command: int, rest: bytes, size: int, turn_round_us: int) -> "Steps[bytes]":
        """Send one command to one tag, and return its answer: `size` bytes after the flags."""
        request = bytes([_FLAGS_ADDRESSED, command]) + bytes(reversed(uid)) + rest
        self._send(request)
        status = yield from self._heard(_sending_us(request) + turn_round_us, size + 1)
        if status & (_DAMAGED | _COLLISION) or status & 0x1FF != size + 1:
            raise Silent
        answer = self._ask(bytes([READ_DATA, 0x00]), size + 1)
        if answer[0]:
            raise Silent
        return answer[1:]

    def _round(self, mask: int, length: int) -> "Steps[list[bytes | None]]":
        """Go through an inventory of 16 slots. Return a uid for each; None: a collision; empty: silence."""
        request = bytes([_FLAGS_16_SLOTS, INVENTORY, length])
        request += mask.to_bytes((length + 7) // 8, "little")
        answers: list[bytes | None] = []
        for slot in range(16):
            data = request if slot == 0 else b""
            self._send(data)
            status = yield from self._heard(_sending_us(data) + TURN_ROUND_US, 10)
            if status & (_DAMAGED | _COLLISION):
                answers.append(None)
            elif status & 0x1FF == 10:
                answer = self._ask(bytes([READ_DATA, 0x00]), 10)
                answers.append(bytes(reversed(answer[2:10])) if answer[0] == 0 else None)
            else:
                answers.append(b"")
        return answers

    def _heard(self, begins_us: int, size: int) -> "Steps[int]":
        """Return RX_STATUS of an answer of `size` bytes that begins within `begins_us`; 0 if nobody answered.

        RX_STATUS means nothing before RX_IRQ: until then it counts the bytes that came so far.
        """
        mark = self._clock.mark()
        begins_us += START_US + MARGIN_US
        ends_us = begins_us + (size + 2) * BYTE_US + START_US + 2 * MARGIN_US
        wait = min(begins_us, TURN_ROUND_US + 8 * BYTE_US)
        while True:
            yield wait
            irq = self._get(IRQ_STATUS)
            if irq & RX_IRQ:
                return self._get(RX_STATUS)
            if irq & GENERAL_ERROR_IRQ:
                raise Dead
            spent = self._clock.since(mark)
            if spent >= (ends_us if irq & RX_SOF_IRQ else begins_us):
                # A frame that began and never ended is damaged. Its tag is there, and is asked again.
                return _DAMAGED if irq & RX_SOF_IRQ else 0
            wait = LOOK_EVERY_US

    def _send(self, data: bytes) -> None:
        self._set(IRQ_CLEAR, 0xFFFFFFFF)
        # Idle leads to WaitTransmit. In any other state SEND_DATA is refused (11.4.3.7).
        self._mask(AND_MASK, SYSTEM_CONFIG, 0xFFFFFFF8)
        if self._symbols != bool(data):
            self._symbols = bool(data)
            if data:
                self._mask(OR_MASK, TX_CONFIG, 0x000004C0)
            else:
                # Only an end of frame follows, which starts the next slot (11.4.3.7).
                self._mask(AND_MASK, TX_CONFIG, 0xFFFFFB3F)
        self._mask(OR_MASK, SYSTEM_CONFIG, 0x00000003)
        mark = self._clock.mark()
        while self._get(RF_STATUS) >> 24 & 7 != WAIT_TRANSMIT:
            if self._clock.since(mark) > WAITS_WITHIN_US:
                raise Dead
        self._order(bytes([SEND_DATA, 0x00]) + data)

    def _mask(self, command: int, register: int, mask: int) -> None:
        self._order(bytes([command, register]) + mask.to_bytes(4, "little"))

    def _set(self, register: int, value: int) -> None:
        self._order(bytes([WRITE_REGISTER, register]) + value.to_bytes(4, "little"))

    def _get(self, register: int) -> int:
        return int.from_bytes(self._ask(bytes([READ_REGISTER, register]), 4), "little")

    def _order(self, command: bytes) -> None:
        self._until(0, BUSY_FALLS_WITHIN_US)
        self._select(0)
        self._spi.write(command)
        self._taken()

    def _ask(self, command: bytes, size: int) -> bytes:
        self._order(command)
        answer = bytearray(size)
        self._select(0)
        self._spi.write_readinto(b"\xff" * size, answer)
        self._taken()
        return bytes(answer)

    def _taken(self) -> None:
        # The frame may end only after BUSY has risen. BUSY falls once the frame was processed (11.4.1).
        try:
            self._until(1, BUSY_RISES_WITHIN_US)
        finally:
            self._select(1)
        self._until(0, BUSY_FALLS_WITHIN_US)

    def _until(self, level: int, within_us: int) -> None:
        if self._busy() == level:
            return
        mark = self._clock.mark()
        while self._busy() != level:
            if self._clock.since(mark) > within_us:
                raise Dead


def _sending_us(data: bytes) -> int:
    return REQUEST_US + (len(data) + 2) * BYTE_US if data else END_US
