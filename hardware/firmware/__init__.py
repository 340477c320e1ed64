"""What is copied onto the board: `main.py`, `board.json` and the package `warden`."""
