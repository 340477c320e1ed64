"""Stage 10, look: one frame in, one look out: the stages in their order, and the reader that keeps state."""
