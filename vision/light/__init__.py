"""Stage 5, light: the print's colours, focus, the direction of light, and the shadows of known pieces."""
