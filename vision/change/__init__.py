"""Stage 2, change: the differences between two pictures: motion, sway, bands of light. It knows no tag."""
