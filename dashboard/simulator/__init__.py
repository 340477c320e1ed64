"""The simulated table: pieces that lie somewhere, a camera that sees them, a board with buttons."""
