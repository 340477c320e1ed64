"""Stage 1, pictures: pixels and their levels, the camera model, connected components. It knows no tags."""
