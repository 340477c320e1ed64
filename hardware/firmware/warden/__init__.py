"""The board's program: MicroPython, and the same files under CPython for the simulated board."""
