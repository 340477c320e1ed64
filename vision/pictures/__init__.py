"""Stage 1, pictures: pixels and their levels, the camera model, connected parts. Knows no tags."""
