"""Stage 9, cells: tags that are print after all, the piece in each cell, its doubts and confidence."""
