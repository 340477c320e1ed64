"""Stage 7, motion: pictures that need no reading, hands and whatever else hides the board."""
