"""The board's name on USB. A table asks only devices with this name (docs/develop/link.md)."""

NAME = "Boardwarden board"
"""A product's name that begins with `Boardwarden` is what the host looks for."""

_PRODUCT_AT = 15
"""Where a USB device descriptor keeps the number of its product's name (USB 2.0, table 9-8)."""


def call_ours(machine: object) -> bool:
    """Give the USB device our name, and return whether that worked. Its serial port and number stay the same.

    `machine.USBDevice` (MicroPython 1.23 on the Pico, later on the ESP32-S3) sets the strings before
    the host asks, so boot.py calls this. Without it the board keeps MicroPython's name, and a person gives
    its port to the host by `--serial PORT`.
    """
    device_class = getattr(machine, "USBDevice", None)
    if device_class is None:
        return False
    device = device_class()
    driver = device.BUILTIN_CDC
    device.active(False)  # noqa: FBT003 # MicroPython's own signature
    device.builtin_driver = driver
    descriptor = bytearray(driver.desc_dev)
    # A number of our own: those below `str_max` belong to the built-in driver.
    descriptor[_PRODUCT_AT] = driver.str_max
    device.config(bytes(descriptor), driver.desc_cfg, {driver.str_max: NAME})
    device.active(True)  # noqa: FBT003 # MicroPython's own signature
    return True
