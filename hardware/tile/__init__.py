"""One hex of a board as a printed circuit: switches, register and light on a tile that a factory makes."""
