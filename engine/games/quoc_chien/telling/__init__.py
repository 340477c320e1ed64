"""What others get to know of a position."""
