"""Stage 4, board: the lens and where the camera stands, cells and lines in the picture, where pieces lie."""
