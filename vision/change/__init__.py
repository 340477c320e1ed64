"""Stage 2, change: what differs between two pictures: motion, sway, bands of light. Knows no tag."""
