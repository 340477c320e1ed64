"""Stage 9, cells: the piece in each cell, the doubts about it, and the confidence in each cell."""
