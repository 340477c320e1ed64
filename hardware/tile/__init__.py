"""The tile: one hex of a board as a printed circuit with switches, register and light, for a factory."""
