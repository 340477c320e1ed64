"""Stage 4, board: the lens, the camera's pose, cells and lines in the picture, and the places of pieces."""
