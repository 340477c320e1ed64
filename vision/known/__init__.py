"""Stage 6, known: a reader's settings, its memory between frames, and the scene of one frame."""
