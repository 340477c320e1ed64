"""Stage 6, known: what a reader is set up with, what it keeps between frames, and the scene of one frame."""
