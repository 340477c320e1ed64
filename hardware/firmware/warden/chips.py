"""The microcontrollers that a board may have, and which of their pins are free for parts.

Sources: Raspberry Pi Pico data sheet 2.1 (its light on GPIO25; a Pico W has it elsewhere) and RP2040 data
sheet 1.4.3 (functions of the pins); ESP32-S3 data
sheet 2.3 (strapping pins, flash) and MicroPython's quick reference for the ESP32 (its two SPI buses).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Settings

CHIPS: "dict[str, Settings]" = {
    "rp2040": {
        "label": "GP",
        "led": 25,
        "pins": tuple(range(23)) + (26, 27, 28),
        # Each bus has pins of its own; those with a number above 22 aren't on the Pico's edge.
        "spi": {
            "0": {"sck": (2, 6, 18, 22), "mosi": (3, 7, 19), "miso": (0, 4, 16, 20)},
            "1": {"sck": (10, 14, 26), "mosi": (11, 15, 27), "miso": (8, 12, 28)},
        },
    },
    "esp32s3": {
        "label": "IO",
        # Without the strapping pins 0, 3, 45, 46, USB on 19 and 20, flash and PSRAM on 26 to 37, and the
        # console on 43 and 44. Any of them serves any bus.
        "pins": (1, 2) + tuple(range(4, 19)) + (21,) + tuple(range(38, 43)) + (47, 48),
        "spi": {"1": {}, "2": {}},
    },
}
