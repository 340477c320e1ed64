"""Skills that work all the time."""
