"""How well a camera sees a board: measured from its pictures, scored, and what to change first."""
