"""What runs on the board: MicroPython, and the same files under CPython for the simulated board."""
