"""The MFRC522 reader. It reads the ISO 14443-A tags on a pad, also several at once.

Sources: NXP MFRC522 data sheet rev. 3.9, ISO 14443-3 (anticollision in 6.5). `chip` is a chip-selected SPI
device: `write(bytes)` and `exchange(bytes) -> bytes`, each under one selection.

A slow step is a generator. It yields the microseconds until its next look at the chip. Buttons and cells are
scanned in that time.
"""

from .silence import CROWDED, Dead, Silent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .clock import Clock
    from .shapes import Pin, SelectedChip, Steps

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
CONTROL, BIT_FRAMING, COLLISION, MODE = 0x0C, 0x0D, 0x0E, 0x11
TX_MODE, RX_MODE, TX_CONTROL, TX_ASK = 0x12, 0x13, 0x14, 0x15
RF_CONFIG, TIMER_MODE, TIMER_PRESCALER = 0x26, 0x2A, 0x2B
TIMER_RELOAD_HIGH, TIMER_RELOAD_LOW, VERSION = 0x2C, 0x2D, 0x37

IDLE, TRANSCEIVE = 0x00, 0x0C

TIMER_IRQ, RX_IRQ = 0x01, 0x20
COLLIDED, WRONG = 0x08, 0x13
"""Error bits: a collision; buffer overflow, parity, protocol (9.3.1.7)."""
NO_PLACE = 0x20

VERSIONS = {
    0x90: "MFRC522 0.0",
    0x91: "MFRC522 1.0",
    0x92: "MFRC522 2.0",
    0x88: "FM17522",
    0x89: "FM17522E",
    0xB2: "FM17522",
    0x12: "MFRC522 clone",
}
SETTINGS = 0x3D
"""The value of ModeReg: it differs from that after a reset, so that a reset is noticed."""

REQUEST, WAKE_UP, HALT = 0x26, 0x52, 0x50
CASCADES = (0x93, 0x95, 0x97)
CASCADE_TAG = 0x88
PART_BITS = 40
"""A cascade level's bits: four bytes and their check byte."""
READ, WRITE, ACKNOWLEDGED = 0x30, 0xA2, 0x0A
"""Commands of a type 2 tag, and its answer of four bits (NXP NTAG213/215/216 data sheet rev. 3.2, 10)."""

FIRST_PAGE, PAGES = 4, 15
"""The pages of four bytes that are used: an NTAG213, the smallest of its kind, has 36 from page 4 on."""

RESET_US, START_WITHIN_US = 100, 10_000
POWER_US = 5_200
"""A tag hears 5 ms after the field came, and starts afresh when it was away so long (ISO 14443-3, 6.2)."""
BYTE_US, TURN_ROUND_US, LOOK_EVERY_US = 85, 250, 200
"""A byte at 106 kbit/s with its parity; from a frame's end to an answer of two bytes."""
ANSWER_WITHIN, WRITTEN_WITHIN = 40, 400
"""The timer's reloads, of 25 us: 1 ms, ten times what an answer takes to begin; 10 ms, for a page written."""

STARTS, MOST_FAULTS = 3, 4
MOST_TAGS = 16
"""Tags that are read at most. Reading 16 takes 90 ms, and no other pad is read in that time."""

GAIN_43_DB = 0x60
"""RFCfgReg with RxGain 110 (9.3.3.6): 43 dB, 10 dB more than after a reset."""


class Mfrc522:
    """One reader. Reading takes 11 ms, and 5 more for each tag, without the interpreter's share."""

    def __init__(self, chip: "SelectedChip", reset: "Pin", clock: "Clock") -> None:
        self._chip = chip
        self._reset = reset
        self._clock = clock
        self._collided = 0

    def start(self, tries: int = STARTS) -> str:
        """Reset the chip and set it up. Return its name, empty if no such chip answers."""
        for _ in range(tries):
            name = self._started()
            if name:
                return name
        return ""

    def _started(self) -> str:
        self._reset(0)
        self._clock.pause(RESET_US)
        self._reset(1)
        mark = self._clock.mark()
        while self._get(COMMAND) & 0x10:  # the power-down bit clears when the oscillator runs (8.8.2)
            if self._clock.since(mark) > START_WITHIN_US:
                return ""
        version = self._get(VERSION)
        self._set(TX_MODE, 0x00)
        self._set(RX_MODE, 0x00)
        # The timer starts with the end of sending; it counts steps of 25 us (8.5).
        self._set(TIMER_MODE, 0x80)
        self._set(TIMER_PRESCALER, 0xA9)
        self._patience(ANSWER_WITHIN)
        self._set(TX_ASK, 0x40)
        self._set(MODE, SETTINGS)
        self._set(RF_CONFIG, GAIN_43_DB)
        return VERSIONS.get(version, "")

    def reading(self) -> "Steps[tuple[bytes, ...]]":
        """Go through the steps to the tags' uids, and return these in order, 4, 7 or 10 bytes each.

        Raises Dead, also if more than MOST_TAGS lie there: the tags that weren't asked aren't gone. The field
        is on only during the steps. So all tags begin again, and neighbouring readers don't hear each other's
        tags.
        """
        self._expect_set_up()
        found: set[bytes] = set()
        chosen = faults = 0
        again = False
        yield from self._field()
        try:
            while faults < MOST_FAULTS:
                try:
                    yield from self._request(REQUEST)
                except Silent:
                    if not again:
                        break
                    # A tag that a fault left waiting ignores the first request, and answers the second.
                    again = False
                    continue
                again = False
                if chosen == MOST_TAGS:
                    raise Dead(CROWDED)
                try:
                    found.add((yield from self._choose()))
                    chosen += 1
                    yield from self._halt()
                except Silent:
                    faults += 1
                    again = True
        finally:
            self._set(TX_CONTROL, 0x80)
        # If its supply dipped, the reader restarted: it had no field, and all tags were silent.
        self._expect_set_up("restarts under its field")
        return tuple(sorted(found))

    def _expect_set_up(self, otherwise: str = "") -> None:
        if self._get(VERSION) not in VERSIONS or self._get(MODE) != SETTINGS:
            raise Dead(otherwise)

    def content(self, uid: bytes, data: bytes = b"") -> bytes:
        """Write `data` to a tag's pages, from the first on, and return the pages' content; raises Silent.

        No tag answers to a uid of another length than 4, 7 or 10 bytes.

        Writing a page takes about 5 ms, and the board does nothing else during that time.
        """
        if len(uid) not in (4, 7, 10):
            raise Silent
        return self._clock.whole(self._content(uid, data))

    def _content(self, uid: bytes, data: bytes) -> "Steps[bytes]":
        yield from self._field()
        try:
            yield from self._request(WAKE_UP)
            for level, part in enumerate(parts_of(uid)):
                yield from self._select(CASCADES[level], part)
            for at in range(0, len(data), 4):
                page = (data[at : at + 4] + b"\0\0\0")[:4]
                yield from self._write_page(FIRST_PAGE + at // 4, page)
            kept = b""
            for first in range(FIRST_PAGE, FIRST_PAGE + PAGES, 4):
                kept += yield from self._read_pages(first)
        finally:
            self._set(TX_CONTROL, 0x80)
        return kept[: 4 * PAGES]

    def _field(self) -> "Steps[None]":
        # The field goes off first, so that every tag forgets its last command.
        self._set(TX_CONTROL, 0x80)
        yield POWER_US
        self._set(TX_CONTROL, 0x83)
        yield POWER_US

    def _read_pages(self, page: int) -> "Steps[bytes]":
        command = bytes([READ, page])
        answer = yield from self._transceive(command + crc_a(command))
        if len(answer) != 18 or crc_a(answer[:16]) != answer[16:]:
            raise Silent
        return answer[:16]

    def _write_page(self, page: int, data: bytes) -> "Steps[None]":
        command = bytes([WRITE, page]) + data
        self._patience(WRITTEN_WITHIN)
        try:
            answer = yield from self._transceive(command + crc_a(command))
        finally:
            self._patience(ANSWER_WITHIN)
        if len(answer) != 1 or self._get(CONTROL) & 7 != 4 or answer[0] & 0x0F != ACKNOWLEDGED:
            raise Silent

    def _request(self, command: int) -> "Steps[None]":
        # Two kinds of tags answer differently here. It only counts that any tag answers.
        yield from self._transceive(bytes([command]), 7)

    def _choose(self) -> "Steps[bytes]":
        """Choose one of the tags that answered; return its uid. The others are silent until a request."""
        uid = b""
        for level in CASCADES:
            part = yield from self._part(level)
            more = yield from self._select(level, part)
            if not more:
                return uid + part[:4]
            if part[0] != CASCADE_TAG:
                break
            uid += part[1:4]
        raise Silent

    def _part(self, level: int) -> "Steps[bytes]":
        """Return one tag's five bytes at a cascade level, bit by bit where tags differ (ISO 14443-3, 6.5.3).

        The chip reports a collision's place clearly only if no bit is known. Both values of the next bit are
        tried to avoid later collisions.
        """
        value = known = 0
        other = False
        while known < PART_BITS:
            try:
                said = yield from self._rest_of(level, value, known)
            except Silent:
                if not other:
                    raise
                other = False
                value ^= 1 << known - 1
                continue
            if not self._collided:
                part = (value | said << known).to_bytes(5, "little")
                if part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
                    raise Silent
                return part
            if known == 0:
                known = self._collided
                value = said & (1 << known - 1) - 1 | 1 << known - 1
            else:
                value |= (said & 1) << known
                known += 1
                other = True
        raise Silent

    def _rest_of(self, level: int, value: int, known: int) -> "Steps[int]":
        """Return the rest of the tags' part as a number, from the tags whose part begins with these bits.

        `_collided` is then the place where the tags differ.
        """
        self._set(COLLISION, 0x00)
        whole, odd = known >> 3, known & 7
        frame = bytes([level, (2 + whole) << 4 | odd]) + value.to_bytes(whole + (1 if odd else 0), "little")
        answer = yield from self._transceive(frame, odd, odd)
        if not self._collided and 8 * len(answer) != PART_BITS - 8 * whole:
            raise Silent
        return int.from_bytes(answer, "little") >> odd

    def _select(self, level: int, part: bytes) -> "Steps[bool]":
        """Choose the tag that has this part. Return whether its uid goes on at the next level."""
        chosen = bytes([level, 0x70]) + part
        answer = yield from self._transceive(chosen + crc_a(chosen))
        if self._collided or len(answer) != 3 or crc_a(answer[:1]) != answer[1:]:
            raise Silent
        return bool(answer[0] & 0x04)

    def _halt(self) -> "Steps[None]":
        # A sleeping tag doesn't answer a request, only a wake-up. So the next tag is heard.
        sleep = bytes([HALT, 0x00])
        try:
            yield from self._transceive(sleep + crc_a(sleep))
        except Silent:
            pass  # a tag that has understood doesn't answer (ISO 14443-3, 6.4.3)

    def _transceive(self, data: bytes, last_bits: int = 0, align: int = 0) -> "Steps[bytes]":
        """Send, and return the answer, with its first bit stored at `align`; raises Silent.

        `_collided` is then the place of the first bit that differs between two tags, from 1 on, or 0.
        """
        self._set(COMMAND, IDLE)
        self._set(COM_IRQ, 0x7F)
        self._set(FIFO_LEVEL, 0x80)
        self._chip.write(bytes([FIFO_DATA << 1]) + data)
        self._set(BIT_FRAMING, align << 4 | last_bits)
        self._set(COMMAND, TRANSCEIVE)
        self._set(BIT_FRAMING, 0x80 | align << 4 | last_bits)
        mark = self._clock.mark()
        wait = len(data) * BYTE_US + TURN_ROUND_US
        while True:
            yield wait
            irq = self._get(COM_IRQ)
            if irq & RX_IRQ:
                break
            if irq & TIMER_IRQ or self._clock.since(mark) > START_WITHIN_US:
                raise Silent
            wait = LOOK_EVERY_US
        error = self._get(ERROR)
        self._collided = 0
        if error & COLLIDED:
            place = self._get(COLLISION)
            # Any bit after a collision may be wrong. These bits are asked for again.
            self._collided = PART_BITS if place & NO_PLACE else (place & 0x1F or 32)
        elif error & WRONG:
            raise Silent
        count = self._get(FIFO_LEVEL)
        read = bytes([0x80 | FIFO_DATA << 1])
        return self._chip.exchange(read * count + b"\0")[1:] if count else b""

    def _patience(self, steps: int) -> None:
        self._set(TIMER_RELOAD_HIGH, steps >> 8)
        self._set(TIMER_RELOAD_LOW, steps & 0xFF)

    def _set(self, register: int, value: int) -> None:
        self._chip.write(bytes([register << 1, value]))

    def _get(self, register: int) -> int:
        return self._chip.exchange(bytes([0x80 | register << 1, 0]))[1]


def parts_of(uid: bytes) -> "list[bytes]":
    """Return a uid in parts, one for each cascade level, with check bytes (ISO 14443-3, 6.5.4)."""
    cut = []
    while len(uid) > 4:
        cut.append(bytes([CASCADE_TAG]) + uid[:3])
        uid = uid[3:]
    cut.append(uid)
    return [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in cut]


def crc_a(data: bytes) -> bytes:
    """The checksum of ISO 14443-3 type A (annex B): polynomial 0x8408 reflected, start 0x6363."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF  # noqa: PLW2901 # as the standard writes it
        byte = (byte ^ (byte << 4)) & 0xFF  # noqa: PLW2901 # as the standard writes it
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return bytes([crc & 0xFF, crc >> 8 & 0xFF])
