"""The files that are copied onto the board: `main.py`, `board.json` and the package `warden`."""
