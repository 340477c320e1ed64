"""How a match opens, proceeds and ends."""
