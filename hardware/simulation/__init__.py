"""The chips of a board, simulated at register level: the firmware's drivers run on them in the tests."""
