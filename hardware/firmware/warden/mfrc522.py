"""The MFRC522 reader: one ISO 14443-A tag on a pad. Source: NXP MFRC522 data sheet rev. 3.9, ISO 14443-3.

`chip` is a chip-selected SPI device: `write(bytes)` and `exchange(bytes) -> bytes`, each under one selection.
"""

from .silence import Silent

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL = 0x01, 0x04, 0x06, 0x09, 0x0A
CONTROL, BIT_FRAMING, COLLISION, MODE = 0x0C, 0x0D, 0x0E, 0x11
TX_MODE, RX_MODE, TX_CONTROL, TX_ASK = 0x12, 0x13, 0x14, 0x15
RF_CONFIG, TIMER_MODE, TIMER_PRESCALER = 0x26, 0x2A, 0x2B
TIMER_RELOAD_HIGH, TIMER_RELOAD_LOW, VERSION = 0x2C, 0x2D, 0x37

IDLE, TRANSCEIVE, SOFT_RESET = 0x00, 0x0C, 0x0F

TIMER_IRQ, ERROR_IRQ, IDLE_IRQ, RX_IRQ = 0x01, 0x02, 0x10, 0x20
WRONG = 0x1B
"""Error bits of a damaged answer: buffer overflow, collision, parity, protocol (9.3.1.7)."""

VERSIONS = {0x91: "MFRC522 1.0", 0x92: "MFRC522 2.0", 0x88: "FM17522", 0x12: "MFRC522 clone"}

WAKE_UP, HALT = 0x52, 0x50
CASCADES = (0x93, 0x95, 0x97)
CASCADE_TAG = 0x88
READ, WRITE, ACKNOWLEDGED = 0x30, 0xA2, 0x0A
"""Commands of a type 2 tag, and its answer of four bits (NXP NTAG213/215/216 data sheet rev. 3.2, 10)."""

FIRST_PAGE, PAGES = 4, 15
"""The pages of four bytes that are used: an NTAG213, the smallest of its kind, has 36 from page 4 on."""

_GAIN_38_DB = 0x60
_POLLS = 200


class Mfrc522:
    """One reader. Reading takes one to five milliseconds at 4 MHz."""

    def __init__(self, chip: object) -> None:
        self._chip = chip

    def start(self) -> str:
        """Reset and set up; the chip's name, or empty when nothing answers as one."""
        self._set(COMMAND, SOFT_RESET)
        for _ in range(_POLLS):
            if not self._get(COMMAND) & 0x10:  # the power-down bit clears when the oscillator runs (9.3.1.2)
                break
        version = self._get(VERSION)
        # The timer starts with the end of sending and runs out after 25 us x 200 = 5 ms (8.5).
        self._set(TIMER_MODE, 0x80)
        self._set(TIMER_PRESCALER, 0xA9)
        self._set(TIMER_RELOAD_HIGH, 0x00)
        self._set(TIMER_RELOAD_LOW, 0xC8)
        self._set(TX_ASK, 0x40)
        self._set(MODE, 0x3D)
        self._set(RF_CONFIG, _GAIN_38_DB)
        self._set(TX_CONTROL, self._get(TX_CONTROL) | 0x03)
        return VERSIONS.get(version, "")

    def read(self) -> "bytes | None":
        """The uid of the tag that lies there, 4, 7 or 10 bytes; None when none answers."""
        try:
            self._request()
            uid = self._choose()
            self._halt()
        except Silent:
            return None
        return uid

    def content(self, uid: bytes, data: bytes = b"") -> bytes:
        """What a tag keeps in its pages, after writing `data` from the first on; raises Silent.

        About 5 ms a page that is written.
        """
        self._request()
        if self._choose() != uid:
            raise Silent
        try:
            for at in range(0, len(data), 4):
                page = (data[at : at + 4] + b"\0\0\0")[:4]
                self._write_page(FIRST_PAGE + at // 4, page)
            kept = b""
            for page in range(FIRST_PAGE, FIRST_PAGE + PAGES, 4):
                kept += self._read_pages(page)
            return kept[: 4 * PAGES]
        finally:
            self._halt()

    def _read_pages(self, page: int) -> bytes:
        command = bytes([READ, page])
        answer = self._transceive(command + crc_a(command))
        if len(answer) != 18 or crc_a(answer[:16]) != answer[16:]:
            raise Silent
        return answer[:16]

    def _write_page(self, page: int, data: bytes) -> None:
        command = bytes([WRITE, page]) + data
        answer = self._transceive(command + crc_a(command))
        if len(answer) != 1 or self._get(CONTROL) & 7 != 4 or answer[0] & 0x0F != ACKNOWLEDGED:
            raise Silent

    def _request(self) -> None:
        self._set(TX_MODE, 0x00)
        self._set(RX_MODE, 0x00)
        answer = self._transceive(bytes([WAKE_UP]), last_bits=7)
        if len(answer) != 2:
            raise Silent

    def _choose(self) -> bytes:
        uid = b""
        for level in CASCADES:
            self._set(COLLISION, 0x00)
            part = self._transceive(bytes([level, 0x20]))
            if len(part) != 5 or part[0] ^ part[1] ^ part[2] ^ part[3] != part[4]:
                raise Silent
            chosen = bytes([level, 0x70]) + part
            answer = self._transceive(chosen + crc_a(chosen))
            if len(answer) != 3 or crc_a(answer[:1]) != answer[1:]:
                raise Silent
            if not answer[0] & 0x04:
                uid += part[:4]
                break
            if part[0] != CASCADE_TAG:
                raise Silent
            uid += part[1:4]
        return uid

    def _halt(self) -> None:
        # Put to sleep: the next reading's wake-up, unlike a request, is answered by a sleeping tag too.
        sleep = bytes([HALT, 0x00])
        try:
            self._transceive(sleep + crc_a(sleep))
        except Silent:
            pass  # which says nothing when it has understood (ISO 14443-3, 6.4.3)

    def _transceive(self, data: bytes, last_bits: int = 0) -> bytes:
        self._set(COMMAND, IDLE)
        self._set(COM_IRQ, 0x7F)
        self._set(FIFO_LEVEL, 0x80)
        self._chip.write(bytes([FIFO_DATA << 1]) + data)
        self._set(BIT_FRAMING, last_bits)
        self._set(COMMAND, TRANSCEIVE)
        self._set(BIT_FRAMING, 0x80 | last_bits)
        for _ in range(_POLLS):
            irq = self._get(COM_IRQ)
            if irq & (RX_IRQ | IDLE_IRQ):
                break
            if irq & TIMER_IRQ:
                raise Silent
        else:
            raise Silent
        if self._get(ERROR) & WRONG:
            raise Silent
        count = self._get(FIFO_LEVEL)
        read = bytes([0x80 | FIFO_DATA << 1])
        return self._chip.exchange(read * count + b"\0")[1:] if count else b""

    def _set(self, register: int, value: int) -> None:
        self._chip.write(bytes([register << 1, value]))

    def _get(self, register: int) -> int:
        return self._chip.exchange(bytes([0x80 | register << 1, 0]))[1]


def crc_a(data: bytes) -> bytes:
    """The checksum of ISO 14443-3 type A (annex B): polynomial 0x8408 reflected, start 0x6363."""
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF  # noqa: PLW2901 # as the standard writes it
        byte = (byte ^ (byte << 4)) & 0xFF  # noqa: PLW2901 # as the standard writes it
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return bytes([crc & 0xFF, crc >> 8 & 0xFF])
